// Bitonic sort, a launch for every step; then a sort of one workgroup in local memory.
#include "check.h"
#include <algorithm>

__global__ void step(int *data, int j, int k) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, other = i ^ j;
    if (other <= i) return;
    bool up = (i & k) == 0;
    if ((data[i] > data[other]) == up) {
        int swap = data[i];
        data[i] = data[other];
        data[other] = swap;
    }
}

__global__ void sort_group(int *data) {
    __shared__ int own[512];
    int i = threadIdx.x, base = blockIdx.x * 512;
    own[i] = data[base + i];
    own[i + 256] = data[base + i + 256];
    __syncthreads();
    for (int k = 2; k <= 512; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            int a = 2 * i - (i & (j - 1)), b = a + j;
            bool up = (a & k) == 0;
            int x = own[a], y = own[b];
            if ((x > y) == up) own[a] = y, own[b] = x;
            __syncthreads();
        }
    data[base + i] = own[i];
    data[base + i + 256] = own[i + 256];
}

int main() {
    const int n = 4096;
    std::vector<int> data(n);
    unsigned seed = 11;
    for (auto &x : data) x = (int)next_random(seed) - (1 << 23);
    auto sorted = data, parts = data;
    std::sort(sorted.begin(), sorted.end());
    DeviceVector<int> all(data), groups(data);
    for (int k = 2; k <= n; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) step<<<n / 256, 256>>>(all.data, j, k);
    sort_group<<<n / 512, 256>>>(groups.data);
    HIP_CHECK(hipGetLastError());
    EXPECT(all.host() == sorted);
    for (int at = 0; at < n; at += 512) std::sort(parts.begin() + at, parts.begin() + at + 512);
    EXPECT(groups.host() == parts);
}
