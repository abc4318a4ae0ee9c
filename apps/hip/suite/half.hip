// Half precision, and pairs of halves.
#include "check.h"
#include <hip/hip_fp16.h>

__global__ void axpy(const __half *x, const __half *y, __half *out, float *wide, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[i] = __hfma(__float2half(1.5f), x[i], y[i]);
    __half2 pair = __halves2half2(x[i], y[i]);
    pair = __hadd2(pair, pair);
    wide[i] = __half2float(__low2half(pair)) - __half2float(__high2half(pair));
}

int main() {
    const int n = 500;
    std::vector<__half> x(n), y(n);
    for (int i = 0; i < n; i++) x[i] = __float2half(i * 0.25f), y[i] = __float2half(8.0f - i);
    DeviceVector<__half> dx(x), dy(y), dout(n);
    DeviceVector<float> wide(n);
    axpy<<<4, 128>>>(dx.data, dy.data, dout.data, wide.data, n);
    HIP_CHECK(hipGetLastError());
    auto out = dout.host();
    auto differences = wide.host();
    for (int i = 0; i < n; i++) {
        EXPECT((float)out[i] == (float)(_Float16)(1.5f * i * 0.25f + 8.0f - i));
        EXPECT(differences[i] == 2 * (i * 0.25f) - 2 * (8.0f - i));
    }
}
