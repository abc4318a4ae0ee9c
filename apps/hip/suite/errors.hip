// Every misuse gets its code, and the program goes on.
#include "check.h"
#include <cstring>

__global__ void touch(int *data) { data[threadIdx.x] = 1; }
__global__ void __launch_bounds__(64) narrow(int *data) { data[threadIdx.x] = 2; }

int main() {
    int *data, host[4] = {};
    EXPECT(hipMalloc(nullptr, 4) == hipErrorInvalidValue);
    EXPECT(hipMalloc(&data, (size_t)1 << 60) == hipErrorOutOfMemory);
    EXPECT(hipPeekAtLastError() == hipErrorOutOfMemory && hipGetLastError() == hipErrorOutOfMemory);
    EXPECT(hipGetLastError() == hipSuccess);
    HIP_CHECK(hipMalloc(&data, 64 * sizeof(int)));
    EXPECT(hipFree(data + 1) == hipErrorInvalidValue);
    EXPECT(hipFree(host) == hipErrorInvalidValue);
    HIP_CHECK(hipFree(nullptr));
    EXPECT(hipMemcpy(data, host, 65 * sizeof(int), hipMemcpyHostToDevice) == hipErrorInvalidValue);
    EXPECT(hipMemcpy(data, nullptr, 4, hipMemcpyHostToDevice) == hipErrorInvalidValue);
    EXPECT(hipMemcpy(host, data, 4, hipMemcpyHostToDevice) == hipErrorInvalidValue);
    EXPECT(hipMemcpy(data, host, 4, (hipMemcpyKind)9) == hipErrorInvalidMemcpyDirection);
    EXPECT(hipMemcpy2D(data, 4, host, 16, 8, 2, hipMemcpyHostToDevice) == hipErrorInvalidPitchValue);
    EXPECT(hipSetDevice(99) == hipErrorInvalidDevice);
    EXPECT(hipEventSynchronize((hipEvent_t)0x1234) == hipErrorInvalidHandle);
    EXPECT(hipModuleUnload((hipModule_t)0x1234) == hipErrorInvalidHandle);
    EXPECT(hipLaunchKernel((void *)&main, dim3(1), dim3(1), nullptr, 0, 0) == hipErrorInvalidDeviceFunction);
    (void)hipGetLastError();
    touch<<<1, 2048>>>(data);
    EXPECT(hipGetLastError() == hipErrorInvalidConfiguration);
    touch<<<0, 32>>>(data);
    EXPECT(hipGetLastError() == hipErrorInvalidConfiguration);
    touch<<<1, 32, 1 << 20>>>(data);
    EXPECT(hipGetLastError() == hipErrorLaunchOutOfResources);
    narrow<<<1, 65>>>(data);
    EXPECT(hipGetLastError() == hipErrorLaunchFailure);
    EXPECT(!std::strcmp(hipGetErrorName(hipErrorInvalidValue), "hipErrorInvalidValue"));
    EXPECT(std::strlen(hipGetErrorString(hipErrorLaunchFailure)) > 0);
    hipIpcMemHandle_t handle;
    EXPECT(hipIpcGetMemHandle(&handle, data) == hipErrorNotSupported);
    (void)hipGetLastError();
    // A kernel that goes past the end of its memory fails; what comes after goes on.
    touch<<<1, 128>>>(data);
    EXPECT(hipDeviceSynchronize() == hipErrorIllegalAddress);
    EXPECT(hipDeviceSynchronize() == hipSuccess);
    touch<<<1, 64>>>(data);
    HIP_CHECK(hipMemcpy(host, data, sizeof host, hipMemcpyDeviceToHost));
    EXPECT(host[3] == 1);
    touch<<<1, 32>>>(nullptr);
    EXPECT(hipStreamSynchronize(0) == hipErrorIllegalAddress);
    HIP_CHECK(hipFree(data));
    touch<<<1, 1>>>(data);
    EXPECT(hipMemcpy(host, host, 4, hipMemcpyHostToHost) == hipErrorIllegalAddress);
}
