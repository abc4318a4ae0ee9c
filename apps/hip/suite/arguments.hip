// Structs, references to nothing, many arguments, functions as arguments of templates.
#include "check.h"

struct Point { float x, y, z; char tag; double weight; };
struct Table { int values[40]; };

template <typename F> __global__ void each(int *data, int n, F f) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] = f(i);
}

__global__ void mix(char a, short b, int c, long d, float e, double f, Point p, Table t, const int *none, double *out) {
    if (threadIdx.x == 0)
        *out = a + b + c + d + e + f + p.x + p.y + p.z + p.tag + p.weight + t.values[39] + (none ? 1000 : 0);
}

int main() {
    DeviceVector<int> data(300);
    int scale = 3, shift = -7;
    each<<<3, 128>>>(data.data, 300, [=] __device__(int i) { return scale * i + shift; });
    HIP_CHECK(hipGetLastError());
    auto got = data.host();
    for (int i = 0; i < 300; i++) EXPECT(got[i] == 3 * i - 7);
    DeviceVector<double> out(1);
    Point p = {1.5f, 2.5f, 3.5f, 9, 0.125};
    Table t = {};
    t.values[39] = 400;
    mix<<<1, 32>>>(1, -2, 3, 1l << 20, 0.5f, 0.25, p, t, nullptr, out.data);
    HIP_CHECK(hipGetLastError());
    EXPECT(out.host()[0] == 1 - 2 + 3 + (double)(1l << 20) + 0.5 + 0.25 + 1.5 + 2.5 + 3.5 + 9 + 0.125 + 400);
}
