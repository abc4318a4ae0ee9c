// Text from kernels: of every kind, from several lanes, and before a trap.
#include "check.h"

__global__ void tell(int n, const char *word) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) printf("thread %d of %s: %5.2f %#x %lld %c%%\n", i, word, i * 1.5, i + 10, -1ll << (i + 30), 'a' + i);
}

__global__ void count(long *out) {
    int printed = printf("a text that is longer than what a packet holds, with a number: %ld and %s\n", 1234567890123l, "more");
    out[threadIdx.x] = printed;
}

__global__ void dies(int *nothing) {
    printf("before\n");
    *nothing = 1;
}

int main() {
    char *word;
    HIP_CHECK(hipMallocManaged(&word, 16));
    std::snprintf(word, 16, "these");
    tell<<<1, 32>>>(3, word);
    HIP_CHECK(hipDeviceSynchronize());
    DeviceVector<long> lengths(2);
    count<<<1, 2>>>(lengths.data);
    for (long length : lengths.host()) EXPECT(length == 86);
    dies<<<1, 1>>>(nullptr);
    EXPECT(hipDeviceSynchronize() == hipErrorIllegalAddress);
    tell<<<2, 32>>>(1, word);
    HIP_CHECK(hipDeviceSynchronize());
}
