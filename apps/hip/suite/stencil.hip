// Heat on a plate: rows of pitched memory, copies in two dimensions, two buffers in turn.
#include "check.h"

__global__ void heat(const float *from, float *to, size_t pitch, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    auto at = [&](const float *base, int x, int y) {
        return ((const float *)((const char *)base + y * pitch))[x];
    };
    float value = at(from, x, y);
    if (x > 0 && x < width - 1 && y > 0 && y < height - 1)
        value = 0.25f * (at(from, x - 1, y) + at(from, x + 1, y) + at(from, x, y - 1) + at(from, x, y + 1));
    ((float *)((char *)to + y * pitch))[x] = value;
}

int main() {
    const int width = 75, height = 50, steps = 20;
    std::vector<float> plate(width * height), other;
    for (int x = 0; x < width; x++) plate[x] = 100;
    float *a, *b;
    size_t pitch, again;
    HIP_CHECK(hipMallocPitch((void **)&a, &pitch, width * sizeof(float), height));
    HIP_CHECK(hipMallocPitch((void **)&b, &again, width * sizeof(float), height));
    EXPECT(pitch == again && pitch >= width * sizeof(float));
    size_t row = width * sizeof(float);
    HIP_CHECK(hipMemcpy2D(a, pitch, plate.data(), row, row, height, hipMemcpyHostToDevice));
    HIP_CHECK(hipMemset2D(b, pitch, 0xff, row, height));
    dim3 block(32, 8), grid((width + 31) / 32, (height + 7) / 8);
    for (int i = 0; i < steps; i++) {
        heat<<<grid, block>>>(a, b, pitch, width, height);
        std::swap(a, b);
    }
    std::vector<float> got(width * height);
    HIP_CHECK(hipMemcpy2D(got.data(), row, a, pitch, row, height, hipMemcpyDeviceToHost));
    for (int i = 0; i < steps; i++) {
        other = plate;
        for (int y = 1; y < height - 1; y++)
            for (int x = 1; x < width - 1; x++)
                other[y * width + x] = 0.25f * (plate[y * width + x - 1] + plate[y * width + x + 1] +
                                                plate[(y - 1) * width + x] + plate[(y + 1) * width + x]);
        plate = other;
    }
    EXPECT(got == plate);
    HIP_CHECK(hipFree(a));
    HIP_CHECK(hipFree(b));
}
