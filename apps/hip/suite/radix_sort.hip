// Least significant digit first: histograms, their prefix sums on the host, a stable scatter.
#include "check.h"
#include <algorithm>

const int RADIX = 16, THREADS = 128;

__global__ void count(const unsigned *keys, unsigned *counts, int n, int shift) {
    __shared__ unsigned own[RADIX];
    if (threadIdx.x < RADIX) own[threadIdx.x] = 0;
    __syncthreads();
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (i < n) atomicAdd(&own[keys[i] >> shift & (RADIX - 1)], 1u);
    __syncthreads();
    if (threadIdx.x < RADIX) counts[threadIdx.x * gridDim.x + blockIdx.x] = own[threadIdx.x];
}

__global__ void scatter(const unsigned *from, unsigned *to, const unsigned *starts, int n, int shift) {
    __shared__ unsigned digits[THREADS];
    int i = blockIdx.x * THREADS + threadIdx.x;
    unsigned key = i < n ? from[i] : 0, digit = i < n ? key >> shift & (RADIX - 1) : RADIX;
    digits[threadIdx.x] = digit;
    __syncthreads();
    if (i >= n) return;
    unsigned before = 0;
    for (int j = 0; j < threadIdx.x; j++) before += digits[j] == digit;
    to[starts[digit * gridDim.x + blockIdx.x] + before] = key;
}

int main() {
    const int n = 5000, blocks = (n + THREADS - 1) / THREADS;
    std::vector<unsigned> keys(n);
    unsigned seed = 5;
    for (auto &x : keys) x = next_random(seed) * 311;
    DeviceVector<unsigned> a(keys), b(n), counts(RADIX * blocks);
    unsigned *from = a.data, *to = b.data;
    for (int shift = 0; shift < 32; shift += 4) {
        count<<<blocks, THREADS>>>(from, counts.data, n, shift);
        auto starts = counts.host();
        unsigned sum = 0;
        for (auto &x : starts) {
            unsigned own = x;
            x = sum;
            sum += own;
        }
        DeviceVector<unsigned> offsets(starts);
        scatter<<<blocks, THREADS>>>(from, to, offsets.data, n, shift);
        HIP_CHECK(hipDeviceSynchronize());
        std::swap(from, to);
    }
    std::sort(keys.begin(), keys.end());
    std::vector<unsigned> got(n);
    HIP_CHECK(hipMemcpy(got.data(), from, n * sizeof(unsigned), hipMemcpyDeviceToHost));
    EXPECT(got == keys);
}
