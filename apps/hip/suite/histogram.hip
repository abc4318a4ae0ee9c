// Bytes of a text counted: in local memory by atomics, then in global memory.
#include "check.h"

__global__ void histogram(const unsigned char *text, int n, unsigned *bins) {
    __shared__ unsigned own[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x) own[i] = 0;
    __syncthreads();
    int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) atomicAdd(&own[text[i]], 1u);
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        if (own[i]) atomicAdd(&bins[i], own[i]);
}

int main() {
    const int n = 70001;
    std::vector<unsigned char> text(n);
    std::vector<unsigned> expected(256);
    unsigned seed = 9;
    for (auto &c : text) expected[c = next_random(seed) % (1 + next_random(seed) % 256)]++;
    DeviceVector<unsigned char> dtext(text);
    DeviceVector<unsigned> bins(256);
    HIP_CHECK(hipMemsetAsync(bins.data, 0, 256 * sizeof(unsigned), 0));
    hipLaunchKernelGGL(histogram, dim3(13), dim3(192), 0, 0, dtext.data, n, bins.data);
    HIP_CHECK(hipGetLastError());
    EXPECT(bins.host() == expected);
}
