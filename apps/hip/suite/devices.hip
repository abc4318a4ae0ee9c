// All devices that there are, each with a thread of the host.
#include "check.h"
#include <thread>

__global__ void fill(int *data, int value) { data[blockIdx.x * blockDim.x + threadIdx.x] = value + blockIdx.x; }

int main() {
    int count;
    HIP_CHECK(hipGetDeviceCount(&count));
    std::vector<std::thread> threads;
    for (int t = 0; t < 2 * count; t++)
        threads.emplace_back([=] {
            HIP_CHECK(hipSetDevice(t % count));
            hipStream_t stream;
            HIP_CHECK(hipStreamCreate(&stream));
            for (int round = 0; round < 20; round++) {
                int *data;
                std::vector<int> host(256);
                HIP_CHECK(hipMallocAsync((void **)&data, 1024, stream));
                fill<<<4, 64, 0, stream>>>(data, 100 * t + round);
                HIP_CHECK(hipMemcpyAsync(host.data(), data, 1024, hipMemcpyDeviceToHost, stream));
                HIP_CHECK(hipStreamSynchronize(stream));
                for (int i = 0; i < 256; i++) EXPECT(host[i] == 100 * t + round + i / 64);
                HIP_CHECK(hipFreeAsync(data, stream));
            }
            HIP_CHECK(hipStreamDestroy(stream));
        });
    for (auto &thread : threads) thread.join();
    if (count > 1) {
        int *a, *b, can;
        HIP_CHECK(hipDeviceCanAccessPeer(&can, 0, 1));
        EXPECT(can == 1);
        HIP_CHECK(hipMalloc(&a, 4));
        HIP_CHECK(hipSetDevice(1));
        HIP_CHECK(hipMalloc(&b, 4));
        fill<<<1, 1>>>(b, 5);
        int got = 0;
        HIP_CHECK(hipMemcpyPeer(a, 0, b, 1, 4));
        HIP_CHECK(hipMemcpy(&got, a, 4, hipMemcpyDeviceToHost));
        EXPECT(got == 5);
    }
}
