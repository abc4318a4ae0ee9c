// Copies and kernels of several streams overlap; pinned memory, events around all of it.
#include "check.h"

__global__ void saxpy(float a, const float *x, float *y, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        y[i] = a * x[i] + y[i];
}

int main() {
    const int streams = 4, chunk = 1 << 14, n = streams * chunk;
    float *x, *y, *dx, *dy;
    HIP_CHECK(hipHostMalloc(&x, n * sizeof(float)));
    HIP_CHECK(hipHostMalloc(&y, n * sizeof(float)));
    for (int i = 0; i < n; i++) x[i] = i % 97, y[i] = i % 31;
    HIP_CHECK(hipMalloc(&dx, n * sizeof(float)));
    HIP_CHECK(hipMalloc(&dy, n * sizeof(float)));
    hipStream_t stream[streams];
    for (auto &s : stream) HIP_CHECK(hipStreamCreateWithFlags(&s, hipStreamNonBlocking));
    hipEvent_t start, stop;
    HIP_CHECK(hipEventCreate(&start));
    HIP_CHECK(hipEventCreate(&stop));
    HIP_CHECK(hipEventRecord(start, stream[0]));
    for (int s = 0; s < streams; s++) {
        int at = s * chunk;
        size_t bytes = chunk * sizeof(float);
        HIP_CHECK(hipMemcpyAsync(dx + at, x + at, bytes, hipMemcpyHostToDevice, stream[s]));
        HIP_CHECK(hipMemcpyAsync(dy + at, y + at, bytes, hipMemcpyHostToDevice, stream[s]));
        saxpy<<<16, 128, 0, stream[s]>>>(2.5f, dx + at, dy + at, chunk);
        HIP_CHECK(hipMemcpyAsync(y + at, dy + at, bytes, hipMemcpyDeviceToHost, stream[s]));
    }
    for (int s = 1; s < streams; s++) {
        hipEvent_t done;
        HIP_CHECK(hipEventCreateWithFlags(&done, hipEventDisableTiming));
        HIP_CHECK(hipEventRecord(done, stream[s]));
        HIP_CHECK(hipStreamWaitEvent(stream[0], done, 0));
        HIP_CHECK(hipEventDestroy(done));
    }
    HIP_CHECK(hipEventRecord(stop, stream[0]));
    HIP_CHECK(hipEventSynchronize(stop));
    float ms = -1;
    HIP_CHECK(hipEventElapsedTime(&ms, start, stop));
    EXPECT(ms >= 0);
    for (int i = 0; i < n; i++) EXPECT(y[i] == 2.5f * (i % 97) + i % 31);
    for (auto s : stream) HIP_CHECK(hipStreamDestroy(s));
    HIP_CHECK(hipFree(dx));
    HIP_CHECK(hipFree(dy));
    HIP_CHECK(hipHostFree(x));
    HIP_CHECK(hipHostFree(y));
}
