// Prefix sums of an array that is longer than a workgroup: blocks, sums of blocks, offsets.
#include "check.h"

const int BLOCK = 256;

__global__ void scan_blocks(const unsigned *in, unsigned *out, unsigned *sums, int n) {
    __shared__ unsigned buffer[2][BLOCK];
    int i = blockIdx.x * BLOCK + threadIdx.x, from = 0;
    buffer[0][threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    for (int offset = 1; offset < BLOCK; offset *= 2) {
        unsigned value = buffer[from][threadIdx.x];
        if (threadIdx.x >= offset) value += buffer[from][threadIdx.x - offset];
        buffer[1 - from][threadIdx.x] = value;
        from = 1 - from;
        __syncthreads();
    }
    if (i < n) out[i] = buffer[from][threadIdx.x];
    if (threadIdx.x == BLOCK - 1) sums[blockIdx.x] = buffer[from][threadIdx.x];
}

__global__ void add_offsets(unsigned *out, const unsigned *sums, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (blockIdx.x > 0 && i < n) out[i] += sums[blockIdx.x - 1];
}

int main() {
    const int n = 40000, blocks = (n + BLOCK - 1) / BLOCK;
    std::vector<unsigned> in(n);
    unsigned seed = 3;
    for (auto &x : in) x = next_random(seed) % 1000;
    DeviceVector<unsigned> din(in), out(n), sums(blocks), sums_scanned(blocks), last(1);
    scan_blocks<<<blocks, BLOCK>>>(din.data, out.data, sums.data, n);
    scan_blocks<<<1, BLOCK>>>(sums.data, sums_scanned.data, last.data, blocks);
    add_offsets<<<blocks, BLOCK>>>(out.data, sums_scanned.data, n);
    HIP_CHECK(hipGetLastError());
    auto got = out.host();
    unsigned sum = 0;
    for (int i = 0; i < n; i++) EXPECT(got[i] == (sum += in[i]));
}
