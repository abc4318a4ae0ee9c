// A matrix transposed through local memory, in three dimensions of blocks: a batch of matrices.
#include "check.h"

const int TILE = 32, ROWS = 8;

__global__ void transpose(const int *in, int *out, int width, int height) {
    __shared__ int tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    size_t base = (size_t)blockIdx.z * width * height;
    for (int j = 0; j < TILE; j += ROWS)
        if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x] = in[base + (y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS)
        if (x < height && y + j < width) out[base + (y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

int main() {
    const int width = 100, height = 70, batch = 3;
    std::vector<int> in(width * height * batch);
    for (size_t i = 0; i < in.size(); i++) in[i] = i * 7;
    DeviceVector<int> din(in), dout(in.size());
    transpose<<<dim3((width + 31) / 32, (height + 31) / 32, batch), dim3(TILE, ROWS)>>>(din.data, dout.data, width, height);
    HIP_CHECK(hipGetLastError());
    auto out = dout.host();
    for (int b = 0; b < batch; b++)
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++)
                EXPECT(out[b * width * height + x * height + y] == in[b * width * height + y * width + x]);
}
