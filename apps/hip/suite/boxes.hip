// Boxes of bytes: memory in three dimensions, copies of parts of it, fills.
#include "check.h"

__global__ void number(hipPitchedPtr box, int width, int height, int depth) {
    int x = threadIdx.x, y = blockIdx.x, z = blockIdx.y;
    if (x < width) ((int *)((char *)box.ptr + box.pitch * (z * height + y)))[x] = 10000 * z + 100 * y + x;
}

int main() {
    const int width = 20, height = 7, depth = 5;
    hipPitchedPtr box;
    hipExtent extent = make_hipExtent(width * sizeof(int), height, depth);
    HIP_CHECK(hipMalloc3D(&box, extent));
    HIP_CHECK(hipMemset3D(box, 0xab, extent));
    number<<<dim3(height, depth), 32>>>(box, width, height, depth);
    HIP_CHECK(hipGetLastError());
    int part[3][4][6];
    hipMemcpy3DParms copy = {};
    copy.srcPtr = box;
    copy.srcPos = make_hipPos(8 * sizeof(int), 2, 1);
    copy.dstPtr = make_hipPitchedPtr(part, 6 * sizeof(int), 6, 4);
    copy.extent = make_hipExtent(6 * sizeof(int), 4, 3);
    copy.kind = hipMemcpyDeviceToHost;
    HIP_CHECK(hipMemcpy3D(&copy));
    for (int z = 0; z < 3; z++)
        for (int y = 0; y < 4; y++)
            for (int x = 0; x < 6; x++) EXPECT(part[z][y][x] == 10000 * (z + 1) + 100 * (y + 2) + x + 8);
    DeviceVector<int> words(50);
    HIP_CHECK(hipMemsetD32((hipDeviceptr_t)words.data, 0x01020304, 50));
    HIP_CHECK(hipMemsetD16((hipDeviceptr_t)(words.data + 10), 0x0506, 10));
    auto got = words.host();
    for (int i = 0; i < 50; i++) EXPECT(got[i] == (i >= 10 && i < 15 ? 0x05060506 : 0x01020304));
    HIP_CHECK(hipFree(box.ptr));
}
