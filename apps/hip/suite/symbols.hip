// Variables of the device: constants that the host fills in, counters that it reads back.
#include "check.h"

__constant__ float taps[5];
__device__ int calls;
__device__ struct { int first; double second; } pair = {3, 0.25};

__global__ void filter(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float sum = 0;
    for (int t = 0; t < 5; t++) {
        int j = i + t - 2;
        if (j >= 0 && j < n) sum += taps[t] * in[j];
    }
    out[i] = sum;
    if (i == 0) calls += pair.first;
}

int main() {
    const int n = 777;
    float weights[5] = {1, -2, 4, -2, 1};
    HIP_CHECK(hipMemcpyToSymbol(HIP_SYMBOL(taps), weights, sizeof weights));
    std::vector<float> in(n);
    for (int i = 0; i < n; i++) in[i] = i % 13;
    DeviceVector<float> din(in), dout(n);
    for (int i = 0; i < 2; i++) filter<<<4, 256>>>(din.data, dout.data, n);
    auto out = dout.host();
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int t = 0; t < 5; t++)
            if (int j = i + t - 2; j >= 0 && j < n) sum += weights[t] * in[j];
        EXPECT(out[i] == sum);
    }
    int got = 0;
    HIP_CHECK(hipMemcpyFromSymbol(&got, HIP_SYMBOL(calls), sizeof got));
    EXPECT(got == 6);
    double second = 0;
    HIP_CHECK(hipMemcpyFromSymbol(&second, HIP_SYMBOL(pair), sizeof second, 8));
    EXPECT(second == 0.25);
    void *address;
    size_t size;
    HIP_CHECK(hipGetSymbolAddress(&address, HIP_SYMBOL(calls)));
    HIP_CHECK(hipGetSymbolSize(&size, HIP_SYMBOL(taps)));
    EXPECT(size == sizeof weights);
    HIP_CHECK(hipMemset(address, 0, sizeof(int)));
    filter<<<1, 1>>>(din.data, dout.data, n);
    HIP_CHECK(hipMemcpy(&got, address, sizeof got, hipMemcpyDeviceToHost));
    EXPECT(got == 3);
    EXPECT(hipMemcpyToSymbol(HIP_SYMBOL(taps), weights, sizeof weights, 4) == hipErrorInvalidValue);
}
