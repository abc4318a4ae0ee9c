// Memory that kernels allocate, hand on to kernels of later launches and give back: blocks of many
// sizes, more than fits in a block, objects, and more than there is.
#include "check.h"
#include <set>

__global__ void make(int **out, const int *sizes, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int *block = (int *)malloc(sizes[i] * sizeof(int));
    out[i] = block;
    if (block)
        for (int k = 0; k < sizes[i]; k++) block[k] = i * 1000 + k;
}

__global__ void sum(int **blocks, const int *sizes, long *sums, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    long sum = 0;
    for (int k = 0; k < sizes[i]; k++) sum += blocks[i][k];
    sums[i] = sum;
    free(blocks[i]);
}

struct Link {
    int value;
    Link *next;
    __device__ Link(int value, Link *next) : value(value), next(next) {}
};

// A list for each thread, made and unmade within a launch.
__global__ void lists(int *sums, int length) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Link *list = nullptr;
    for (int k = 0; k < length; k++) list = new Link(i + k, list);
    int sum = 0;
    while (list) {
        Link *next = list->next;
        sum += list->value;
        delete list;
        list = next;
    }
    sums[i] = sum;
}

__global__ void too_much(void **out) { *out = malloc(1ull << 40); }

int main() {
    size_t limit = 0;
    HIP_CHECK(hipDeviceSetLimit(hipLimitMallocHeapSize, 128 << 20));
    HIP_CHECK(hipDeviceGetLimit(&limit, hipLimitMallocHeapSize));
    EXPECT(limit == 128 << 20);
    const int n = 300;
    unsigned state = 7;
    // From a few bytes to several pages: blocks of every kind, and what is none.
    std::vector<int> sizes(n);
    for (int &size : sizes) size = 1 + next_random(state) % (next_random(state) % 4 ? 200 : 4000);
    DeviceVector<int> device_sizes(sizes);
    DeviceVector<int *> blocks(n);
    DeviceVector<long> sums(n);
    for (int round = 0; round < 3; round++) {
        make<<<(n + 63) / 64, 64>>>(blocks.data, device_sizes.data, n);
        std::set<std::pair<char *, char *>> taken;
        auto addresses = blocks.host();
        for (int i = 0; i < n; i++) {
            EXPECT(addresses[i] != nullptr);
            char *start = (char *)addresses[i];
            taken.insert({start, start + sizes[i] * sizeof(int)});
        }
        EXPECT(taken.size() == n);
        char *end = nullptr;
        for (auto &block : taken) {
            EXPECT(block.first >= end);
            end = block.second;
        }
        sum<<<(n + 63) / 64, 64>>>(blocks.data, device_sizes.data, sums.data, n);
        auto found = sums.host();
        for (int i = 0; i < n; i++) {
            long expected = 0;
            for (int k = 0; k < sizes[i]; k++) expected += i * 1000 + k;
            EXPECT(found[i] == expected);
        }
    }
    DeviceVector<int> totals(128);
    lists<<<2, 64>>>(totals.data, 20);
    auto found = totals.host();
    for (int i = 0; i < 128; i++) EXPECT(found[i] == 20 * i + 190);
    DeviceVector<void *> nothing(1);
    too_much<<<1, 1>>>(nothing.data);
    EXPECT(nothing.host()[0] == nullptr);
}
