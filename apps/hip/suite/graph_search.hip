// Breadth-first search: a frontier in a queue that atomics fill, a launch for each level.
#include "check.h"
#include <queue>

__global__ void level(const int *starts, const int *edges, int *depth, const int *frontier, int count, int *next,
                      int *next_count, int own) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    int node = frontier[i];
    for (int e = starts[node]; e < starts[node + 1]; e++)
        if (atomicCAS(&depth[edges[e]], -1, own) == -1) next[atomicAdd(next_count, 1)] = edges[e];
}

int main() {
    const int n = 2000;
    unsigned seed = 21;
    std::vector<int> starts(n + 1), edges;
    for (int i = 0; i < n; i++) {
        starts[i] = edges.size();
        for (int e = next_random(seed) % 5; e > 0; e--) edges.push_back(next_random(seed) % n);
    }
    starts[n] = edges.size();
    std::vector<int> depth(n, -1), expected(n, -1);
    depth[0] = expected[0] = 0;
    DeviceVector<int> dstarts(starts), dedges(edges), ddepth(depth), a(std::vector<int>(n, 0)), b(n), count(1);
    int *frontier = a.data, *next = b.data, size = 1;
    for (int own = 1; size > 0; own++) {
        HIP_CHECK(hipMemset(count.data, 0, sizeof(int)));
        level<<<(size + 63) / 64, 64>>>(dstarts.data, dedges.data, ddepth.data, frontier, size, next, count.data, own);
        HIP_CHECK(hipMemcpy(&size, count.data, sizeof size, hipMemcpyDeviceToHost));
        std::swap(frontier, next);
    }
    std::queue<int> queue({0});
    for (; !queue.empty(); queue.pop())
        for (int e = starts[queue.front()]; e < starts[queue.front() + 1]; e++)
            if (expected[edges[e]] < 0) expected[edges[e]] = expected[queue.front()] + 1, queue.push(edges[e]);
    EXPECT(ddepth.host() == expected);
}
