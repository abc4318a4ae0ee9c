// A kernel that is compiled while the program runs: templates by their names, modules, variables.
#include "check.h"
#include <hip/hiprtc.h>
#include <string>

#define RTC_CHECK(call) EXPECT((call) == HIPRTC_SUCCESS)

const char *source = R"(
#include "scale.h"
__constant__ int bias;
template <typename T> __global__ void scaled(const T *in, T *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = SCALE * in[i] + bias;
}
extern "C" __global__ void twice(int *data) { data[threadIdx.x] *= 2; }
)";

int main() {
    const char *headers[] = {"#define SCALE 3\n"}, *names[] = {"scale.h"};
    hiprtcProgram program;
    RTC_CHECK(hiprtcCreateProgram(&program, source, "scaled.hip", 1, headers, names));
    RTC_CHECK(hiprtcAddNameExpression(program, "scaled<float>"));
    RTC_CHECK(hiprtcAddNameExpression(program, "scaled<long>"));
    hipDeviceProp_t properties;
    HIP_CHECK(hipGetDeviceProperties(&properties, 0));
    std::string arch = std::string("--offload-arch=") + properties.gcnArchName;
    const char *options[] = {arch.c_str(), "-O2"};
    RTC_CHECK(hiprtcCompileProgram(program, 2, options));
    const char *as_float, *as_long;
    RTC_CHECK(hiprtcGetLoweredName(program, "scaled<float>", &as_float));
    RTC_CHECK(hiprtcGetLoweredName(program, "scaled<long>", &as_long));
    EXPECT(std::string(as_float) != as_long);
    size_t size;
    RTC_CHECK(hiprtcGetCodeSize(program, &size));
    std::vector<char> code(size);
    RTC_CHECK(hiprtcGetCode(program, code.data()));
    hipModule_t module;
    HIP_CHECK(hipModuleLoadData(&module, code.data()));
    hipFunction_t floats, longs, twice;
    HIP_CHECK(hipModuleGetFunction(&floats, module, as_float));
    HIP_CHECK(hipModuleGetFunction(&longs, module, as_long));
    HIP_CHECK(hipModuleGetFunction(&twice, module, "twice"));
    RTC_CHECK(hiprtcDestroyProgram(&program));
    EXPECT(hipModuleGetFunction(&twice, module, "thrice") == hipErrorNotFound);
    hipDeviceptr_t bias;
    int value = 5, n = 300;
    HIP_CHECK(hipModuleGetGlobal(&bias, &size, module, "bias"));
    EXPECT(size == sizeof value);
    HIP_CHECK(hipMemcpyHtoD(bias, &value, sizeof value));
    std::vector<float> in(n);
    for (int i = 0; i < n; i++) in[i] = i * 0.5f;
    DeviceVector<float> din(in), dout(n);
    void *args[] = {&din.data, &dout.data, &n};
    HIP_CHECK(hipModuleLaunchKernel(floats, 2, 1, 1, 256, 1, 1, 0, 0, args, nullptr));
    auto out = dout.host();
    for (int i = 0; i < n; i++) EXPECT(out[i] == 3 * in[i] + 5);
    // The same with arguments that lie side by side.
    std::vector<long> whole(n, 4);
    DeviceVector<long> lin(whole), lout(n);
    struct { long *in, *out; int n; } packed = {lin.data, lout.data, n};
    size_t bytes = sizeof packed;
    void *extra[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER, &packed, HIP_LAUNCH_PARAM_BUFFER_SIZE, &bytes,
                     HIP_LAUNCH_PARAM_END};
    HIP_CHECK(hipModuleLaunchKernel(longs, 2, 1, 1, 256, 1, 1, 0, 0, nullptr, extra));
    for (long x : lout.host()) EXPECT(x == 17);
    HIP_CHECK(hipModuleUnload(module));

    RTC_CHECK(hiprtcCreateProgram(&program, "__global__ void f() { nonsense; }", "f.hip", 0, nullptr, nullptr));
    EXPECT(hiprtcCompileProgram(program, 0, nullptr) == HIPRTC_ERROR_COMPILATION);
    RTC_CHECK(hiprtcGetProgramLogSize(program, &size));
    std::string log(size, ' ');
    RTC_CHECK(hiprtcGetProgramLog(program, log.data()));
    EXPECT(log.find("nonsense") != std::string::npos);
    RTC_CHECK(hiprtcDestroyProgram(&program));
}
