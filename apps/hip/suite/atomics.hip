// Atomics of all kinds: compare and swap, floats, doubles, minima, 64 bits, system scope.
#include "check.h"
#include <limits>

struct Results {
    int sum, least, most, bits, swapped;
    unsigned wrapped;
    float floats;
    double doubles;
    unsigned long long wide, product;
};

__global__ void work(Results *r, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    atomicAdd(&r->sum, i);
    atomicMin(&r->least, (i * 37) % 1001 - 500);
    atomicMax(&r->most, (i * 37) % 1001 - 500);
    atomicXor(&r->bits, i * 2654435761u);
    atomicInc(&r->wrapped, 99);
    atomicAdd(&r->floats, 0.5f);
    atomicAdd(&r->doubles, 0.25);
    atomicAdd(&r->wide, 1ull << 33);
    unsigned long long old = r->product, seen;
    if (i < 20) do {
        seen = old;
        old = atomicCAS(&r->product, seen, seen * 3);
    } while (old != seen);
    if (i == 5) r->swapped = atomicExch_system(&r->swapped, 77) * 1000 + 77;
}

int main() {
    const int n = 3000;
    Results start = {};
    start.least = std::numeric_limits<int>::max(), start.most = -start.least, start.swapped = 4, start.product = 1;
    DeviceVector<Results> data(std::vector<Results>{start});
    work<<<(n + 127) / 128, 128>>>(data.data, n);
    HIP_CHECK(hipGetLastError());
    Results r = data.host()[0];
    int least = 9999, most = -9999, bits = 0;
    for (int i = 0; i < n; i++) {
        least = std::min(least, (i * 37) % 1001 - 500);
        most = std::max(most, (i * 37) % 1001 - 500);
        bits ^= i * 2654435761u;
    }
    EXPECT(r.sum == n * (n - 1) / 2 && r.least == least && r.most == most && r.bits == bits);
    EXPECT(r.wrapped == n % 100 && r.floats == n * 0.5f && r.doubles == n * 0.25);
    unsigned long long power = 1;
    for (int i = 0; i < 20; i++) power *= 3;
    EXPECT(r.wide == (1ull << 33) * n && r.product == power && r.swapped == 4077);
}
