// Sums: shuffles within a wave, local memory within a workgroup, an atomic for all.
#include "check.h"

__device__ long wave_sum(long value) {
    for (int offset = warpSize / 2; offset > 0; offset /= 2) value += __shfl_down(value, offset);
    return value;
}

__global__ void sum(const int *in, int n, unsigned long long *out) {
    extern __shared__ long partial[];
    long value = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        value += in[i];
    value = wave_sum(value);
    if (threadIdx.x % warpSize == 0) partial[threadIdx.x / warpSize] = value;
    __syncthreads();
    if (threadIdx.x < warpSize) {
        int waves = (blockDim.x + warpSize - 1) / warpSize;
        value = threadIdx.x < waves ? partial[threadIdx.x] : 0;
        value = wave_sum(value);
        if (threadIdx.x == 0) atomicAdd(out, (unsigned long long)value);
    }
}

int main() {
    const int n = 54321;
    std::vector<int> in(n);
    unsigned seed = 7;
    long expected = 0;
    for (auto &x : in) expected += x = (int)next_random(seed) - (1 << 22);
    DeviceVector<int> din(in);
    DeviceVector<unsigned long long> out(1);
    for (int threads : {32, 96, 256, 1024}) {
        HIP_CHECK(hipMemset(out.data, 0, sizeof(long)));
        sum<<<24, threads, 32 * sizeof(long)>>>(din.data, n, out.data);
        HIP_CHECK(hipGetLastError());
        EXPECT((long)out.host()[0] == expected);
    }
}
