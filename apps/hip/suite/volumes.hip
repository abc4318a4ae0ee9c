// Arrays in three dimensions and in layers, as textures, and surfaces that kernels write.
#include "check.h"

__global__ void middles(hipTextureObject_t volume, float *out, int3 size) {
    int x = threadIdx.x, y = threadIdx.y, z = blockIdx.x;
    // Between eight texels.
    out[(z * size.y + y) * size.x + x] = tex3D<float>(volume, x + 1.0f, y + 1.0f, z + 1.0f);
}

__global__ void layers(hipTextureObject_t planes, int2 *out, int width, int height) {
    int x = threadIdx.x, y = threadIdx.y, layer = blockIdx.x;
    out[(layer * height + y) * width + x] = tex2DLayered<int2>(planes, x + 0.5f, y + 0.5f, layer);
}

__global__ void paint(hipSurfaceObject_t surface, int width) {
    int x = threadIdx.x, y = blockIdx.x;
    float old;
    surf2Dread(&old, surface, x * int(sizeof(float)), y);
    if (x < width) surf2Dwrite(old * 2 + y, surface, x * int(sizeof(float)), y);
}

int main() {
    const int width = 9, height = 5, depth = 4, all = width * height * depth;
    std::vector<float> cells(all);
    for (int i = 0; i < all; i++) cells[i] = float((i * 7) % 32);
    hipChannelFormatDesc channels = hipCreateChannelDesc<float>();
    hipExtent size = make_hipExtent(width, height, depth);
    hipArray_t array;
    HIP_CHECK(hipMalloc3DArray(&array, &channels, size, hipArrayDefault));
    hipMemcpy3DParms copy = {};
    copy.srcPtr = make_hipPitchedPtr(cells.data(), width * sizeof(float), width, height);
    copy.dstArray = array;
    copy.extent = size;
    copy.kind = hipMemcpyHostToDevice;
    HIP_CHECK(hipMemcpy3D(&copy));
    // A part of it comes back.
    std::vector<float> part(2 * 3 * 2);
    copy = {};
    copy.srcArray = array;
    copy.srcPos = make_hipPos(4, 1, 2);
    copy.dstPtr = make_hipPitchedPtr(part.data(), 2 * sizeof(float), 2, 3);
    copy.extent = make_hipExtent(2, 3, 2);
    copy.kind = hipMemcpyDeviceToHost;
    HIP_CHECK(hipMemcpy3D(&copy));
    for (int i = 0; i < 12; i++) EXPECT(part[i] == cells[((2 + i / 6) * height + 1 + i / 2 % 3) * width + 4 + i % 2]);
    copy.srcPos = make_hipPos(8, 1, 2);
    EXPECT(hipMemcpy3D(&copy) == hipErrorInvalidValue);
    (void)hipGetLastError();
    hipResourceDesc resource = {};
    resource.resType = hipResourceTypeArray;
    resource.res.array.array = array;
    hipTextureDesc how = {};
    how.addressMode[0] = how.addressMode[1] = how.addressMode[2] = hipAddressModeClamp;
    how.filterMode = hipFilterModeLinear;
    hipTextureObject_t texture;
    HIP_CHECK(hipCreateTextureObject(&texture, &resource, &how, nullptr));
    DeviceVector<float> out(all);
    middles<<<depth, dim3(width, height)>>>(texture, out.data, make_int3(width, height, depth));
    HIP_CHECK(hipGetLastError());
    auto got = out.host();
    for (int z = 0; z < depth; z++)
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++) {
                float sum = 0;
                for (int corner = 0; corner < 8; corner++) {
                    int cx = std::min(x + (corner & 1), width - 1), cy = std::min(y + (corner >> 1 & 1), height - 1);
                    sum += cells[(std::min(z + (corner >> 2), depth - 1) * height + cy) * width + cx];
                }
                EXPECT(got[(z * height + y) * width + x] == sum / 8);
            }
    HIP_CHECK(hipDestroyTextureObject(texture));
    HIP_CHECK(hipFreeArray(array));

    // Layers are not filtered across.
    std::vector<int2> pairs(all);
    for (int i = 0; i < all; i++) pairs[i] = make_int2(i, -i);
    channels = hipCreateChannelDesc<int2>();
    HIP_CHECK(hipMalloc3DArray(&array, &channels, size, hipArrayLayered));
    copy = {};
    copy.srcPtr = make_hipPitchedPtr(pairs.data(), width * sizeof(int2), width, height);
    copy.dstArray = array;
    copy.extent = size;
    copy.kind = hipMemcpyHostToDevice;
    HIP_CHECK(hipMemcpy3DAsync(&copy, nullptr));
    resource.res.array.array = array;
    how = {};
    HIP_CHECK(hipCreateTextureObject(&texture, &resource, &how, nullptr));
    DeviceVector<int2> seen(all);
    layers<<<depth, dim3(width, height)>>>(texture, seen.data, width, height);
    HIP_CHECK(hipGetLastError());
    auto found = seen.host();
    for (int i = 0; i < all; i++) EXPECT(found[i].x == i && found[i].y == -i);
    HIP_CHECK(hipDestroyTextureObject(texture));
    HIP_CHECK(hipFreeArray(array));

    // A surface is read and written.
    channels = hipCreateChannelDesc<float>();
    HIP_CHECK(hipMallocArray(&array, &channels, width, height, hipArraySurfaceLoadStore));
    HIP_CHECK(hipMemcpy2DToArray(array, 0, 0, cells.data(), width * sizeof(float), width * sizeof(float), height,
                                 hipMemcpyHostToDevice));
    resource.res.array.array = array;
    hipSurfaceObject_t surface;
    HIP_CHECK(hipCreateSurfaceObject(&surface, &resource));
    paint<<<height, width>>>(surface, width);
    HIP_CHECK(hipGetLastError());
    std::vector<float> back(width * height);
    HIP_CHECK(hipMemcpy2DFromArray(back.data(), width * sizeof(float), array, 0, 0, width * sizeof(float), height,
                                   hipMemcpyDeviceToHost));
    for (int i = 0; i < width * height; i++) EXPECT(back[i] == cells[i] * 2 + i / width);
    HIP_CHECK(hipDestroySurfaceObject(surface));
    EXPECT(hipDestroySurfaceObject(surface) == hipErrorInvalidValue);
    HIP_CHECK(hipFreeArray(array));
    EXPECT(hipMalloc3DArray(&array, &channels, make_hipExtent(0, 1, 1), 0) == hipErrorInvalidValue);
    (void)hipGetLastError();
}
