// clang++-22 -x hip --cuda-device-only --offload-arch=gfx11-generic --no-gpu-bundle-output -O2 grid-sync.hip
// Numbers travel round an array, a workgroup further each time that all have met, and are counted up.
#include <hip/hip_cooperative_groups.h>

extern "C" __global__ void passes(int *a, int *b, int rounds) {
    auto grid = cooperative_groups::this_grid();
    int at = grid.thread_rank(), before = (at + grid.size() - blockDim.x) % grid.size();
    for (int round = 0; round < rounds; round++) {
        int *from = round % 2 ? b : a, *to = round % 2 ? a : b;
        to[at] = from[before] + 1;
        grid.sync();
    }
}
