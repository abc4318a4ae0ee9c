// C = A B with tiles in local memory; sizes that no tile divides.
#include "check.h"

template <int TILE>
__global__ void gemm(const float *a, const float *b, float *c, int m, int n, int k) {
    __shared__ float as[TILE][TILE + 1], bs[TILE][TILE + 1];
    int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
    for (int t = 0; t < k; t += TILE) {
        int ax = t + threadIdx.x, by = t + threadIdx.y;
        as[threadIdx.y][threadIdx.x] = row < m && ax < k ? a[row * k + ax] : 0;
        bs[threadIdx.y][threadIdx.x] = by < k && col < n ? b[by * n + col] : 0;
        __syncthreads();
        for (int i = 0; i < TILE; i++) sum += as[threadIdx.y][i] * bs[i][threadIdx.x];
        __syncthreads();
    }
    if (row < m && col < n) c[row * n + col] = sum;
}

int main() {
    const int m = 67, n = 45, k = 83;
    std::vector<float> a(m * k), b(k * n);
    unsigned seed = 1;
    for (auto &x : a) x = next_random(seed) % 9 - 4.0f;
    for (auto &x : b) x = next_random(seed) % 9 - 4.0f;
    DeviceVector<float> da(a), db(b), dc(m * n);
    dim3 block(16, 16), grid((n + 15) / 16, (m + 15) / 16);
    gemm<16><<<grid, block>>>(da.data, db.data, dc.data, m, n, k);
    HIP_CHECK(hipGetLastError());
    auto c = dc.host();
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int l = 0; l < k; l++) sum += a[i * k + l] * b[l * n + j];
            EXPECT(c[i * n + j] == sum);
        }
}
