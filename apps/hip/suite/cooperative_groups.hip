// Groups of threads as objects: the block, tiles of it, and the whole grid, which waits for itself.
#include "check.h"
#include <hip/hip_cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void tiles(const int *in, int *out) {
    cg::thread_block block = cg::this_thread_block();
    auto tile = cg::tiled_partition<16>(block);
    int value = in[block.group_index().x * block.size() + block.thread_rank()];
    for (int offset = tile.size() / 2; offset > 0; offset /= 2) value += tile.shfl_down(value, offset);
    block.sync();
    if (tile.thread_rank() == 0) out[(blockIdx.x * blockDim.x + threadIdx.x) / 16] = value;
}

__global__ void passes(int *data, int n, int rounds) {
    cg::grid_group grid = cg::this_grid();
    for (int round = 0; round < rounds; round++) {
        for (int i = grid.thread_rank(); i < n; i += grid.size()) {
            int left = data[(round % 2) * n + (i + n - 1) % n];
            data[(1 - round % 2) * n + i] = left + 1;
        }
        grid.sync();
    }
}

int main() {
    const int n = 512;
    std::vector<int> in(n);
    for (int i = 0; i < n; i++) in[i] = i * i % 101;
    DeviceVector<int> din(in), sums(n / 16);
    tiles<<<4, 128>>>(din.data, sums.data);
    HIP_CHECK(hipGetLastError());
    auto got = sums.host();
    for (int t = 0; t < n / 16; t++) {
        int sum = 0;
        for (int i = 0; i < 16; i++) sum += in[16 * t + i];
        EXPECT(got[t] == sum);
    }
    int length = 300, rounds = 6, cooperative = 0;
    HIP_CHECK(hipDeviceGetAttribute(&cooperative, hipDeviceAttributeCooperativeLaunch, 0));
    EXPECT(cooperative == 1);
    std::vector<int> two(2 * length);
    for (int i = 0; i < length; i++) two[i] = 10 * i;
    DeviceVector<int> data(two);
    void *args[] = {&data.data, &length, &rounds};
    int done = 0;
    for (unsigned blocks : {5, 300}) {
        HIP_CHECK(hipLaunchCooperativeKernel((void *)passes, dim3(blocks), dim3(64), args, 0, 0));
        HIP_CHECK(hipDeviceSynchronize());
        done += rounds;
        auto all = data.host();
        for (int i = 0; i < length; i++) EXPECT(all[i] == 10 * ((i + length - done) % length) + done);
    }
    hipError_t large = hipLaunchCooperativeKernel((void *)passes, dim3(1 << 20), dim3(64), args, 0, 0);
    EXPECT(large == hipErrorCooperativeLaunchTooLarge);
}
