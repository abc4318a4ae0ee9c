// Textures: an array sampled with filters, a row of memory that is fetched, a plane of bytes as numbers.
#include "check.h"

__global__ void sample(hipTextureObject_t texture, float *out, int width, int height) {
    int x = threadIdx.x, y = blockIdx.x;
    if (x < width) out[y * width + x] = tex2D<float>(texture, x + 1.0f, y + 1.0f);
}

__global__ void fetch(hipTextureObject_t texture, int4 *out, int n) {
    int i = threadIdx.x;
    if (i < n) out[i] = tex1Dfetch<int4>(texture, n - 1 - i);
}

__global__ void wrapped(hipTextureObject_t texture, float4 *out) {
    out[threadIdx.x] = tex2D<float4>(texture, (threadIdx.x + 0.5f) / 4 - 1, 0.25f);
}

int main() {
    const int width = 19, height = 6;
    // Between four texels of an array, whose last rows and columns go on.
    std::vector<float> heights(width * height);
    for (size_t i = 0; i < heights.size(); i++) heights[i] = float(i % 7) * 0.5f + float(i / width);
    hipChannelFormatDesc channels = hipCreateChannelDesc<float>();
    hipArray_t array;
    HIP_CHECK(hipMallocArray(&array, &channels, width, height));
    HIP_CHECK(hipMemcpy2DToArray(array, 0, 0, heights.data(), width * sizeof(float), width * sizeof(float), height,
                                 hipMemcpyHostToDevice));
    std::vector<float> back(width * height);
    HIP_CHECK(hipMemcpy2DFromArray(back.data(), width * sizeof(float), array, 0, 0, width * sizeof(float), height,
                                   hipMemcpyDeviceToHost));
    EXPECT(back == heights);
    hipResourceDesc resource = {};
    resource.resType = hipResourceTypeArray;
    resource.res.array.array = array;
    hipTextureDesc how = {};
    how.addressMode[0] = how.addressMode[1] = hipAddressModeClamp;
    how.filterMode = hipFilterModeLinear;
    how.readMode = hipReadModeElementType;
    hipTextureObject_t texture;
    HIP_CHECK(hipCreateTextureObject(&texture, &resource, &how, nullptr));
    DeviceVector<float> out(width * height);
    sample<<<height, 32>>>(texture, out.data, width, height);
    HIP_CHECK(hipGetLastError());
    auto got = out.host();
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            int right = std::min(x + 1, width - 1), below = std::min(y + 1, height - 1);
            float sum = heights[y * width + x] + heights[y * width + right] + heights[below * width + x] +
                        heights[below * width + right];
            EXPECT(got[y * width + x] == sum / 4);
        }
    HIP_CHECK(hipDestroyTextureObject(texture));
    HIP_CHECK(hipFreeArray(array));

    // A row of memory.
    const int n = 10;
    std::vector<int4> numbers(n);
    for (int i = 0; i < n; i++) numbers[i] = make_int4(i, -i, 100 + i, 7);
    DeviceVector<int4> row(numbers), reversed(n);
    resource = {};
    resource.resType = hipResourceTypeLinear;
    resource.res.linear.devPtr = row.data;
    resource.res.linear.desc = hipCreateChannelDesc<int4>();
    resource.res.linear.sizeInBytes = n * sizeof(int4);
    how = {};
    HIP_CHECK(hipCreateTextureObject(&texture, &resource, &how, nullptr));
    fetch<<<1, 32>>>(texture, reversed.data, n);
    HIP_CHECK(hipGetLastError());
    auto turned = reversed.host();
    for (int i = 0; i < n; i++) EXPECT(turned[i].x == n - 1 - i && turned[i].y == i + 1 - n && turned[i].w == 7);
    HIP_CHECK(hipDestroyTextureObject(texture));

    // Bytes from 0 to 1, which repeat.
    void *plane;
    size_t pitch;
    HIP_CHECK(hipMallocPitch(&plane, &pitch, 4 * sizeof(uchar4), 2));
    uchar4 colours[2][4];
    for (int i = 0; i < 8; i++) colours[i / 4][i % 4] = make_uchar4(17 * i, 255, 0, 51);
    HIP_CHECK(hipMemcpy2D(plane, pitch, colours, sizeof colours[0], sizeof colours[0], 2, hipMemcpyHostToDevice));
    resource = {};
    resource.resType = hipResourceTypePitch2D;
    resource.res.pitch2D.devPtr = plane;
    resource.res.pitch2D.desc = hipCreateChannelDesc<uchar4>();
    resource.res.pitch2D.width = 4;
    resource.res.pitch2D.height = 2;
    resource.res.pitch2D.pitchInBytes = pitch;
    how = {};
    how.addressMode[0] = how.addressMode[1] = hipAddressModeWrap;
    how.readMode = hipReadModeNormalizedFloat;
    how.normalizedCoords = 1;
    HIP_CHECK(hipCreateTextureObject(&texture, &resource, &how, nullptr));
    DeviceVector<float4> seen(12);
    wrapped<<<1, 12>>>(texture, seen.data);
    HIP_CHECK(hipGetLastError());
    auto colour = seen.host();
    for (int i = 0; i < 12; i++) EXPECT(colour[i].x == 17 * (i % 4) / 255.0f && colour[i].y == 1 && colour[i].w == 0.2f);
    HIP_CHECK(hipDestroyTextureObject(texture));
    HIP_CHECK(hipFree(plane));
}
