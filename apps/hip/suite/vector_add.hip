// The first program of every book.
#include "check.h"

__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

int main() {
    const int n = 100003;
    std::vector<float> a(n), b(n);
    for (int i = 0; i < n; i++) a[i] = i * 0.5f, b[i] = 3.0f - i;
    DeviceVector<float> da(a), db(b), dc(n);
    add<<<(n + 255) / 256, 256>>>(da.data, db.data, dc.data, n);
    HIP_CHECK(hipGetLastError());
    HIP_CHECK(hipDeviceSynchronize());
    auto c = dc.host();
    for (int i = 0; i < n; i++) EXPECT(c[i] == a[i] + b[i]);
}
