// Order between streams: events that are waited for, functions of the host, queries.
#include "check.h"
#include <atomic>

__global__ void add(int *data, int value) { atomicAdd(data, value); }
__global__ void times(int *data, int value) { *data *= value; }
__global__ void spin(volatile int *flag) { while (*flag == 0) __builtin_amdgcn_s_sleep(1); }

std::atomic<int> told{0};

int main() {
    DeviceVector<int> data(std::vector<int>{1});
    hipStream_t first, second;
    HIP_CHECK(hipStreamCreate(&first));
    HIP_CHECK(hipStreamCreateWithPriority(&second, hipStreamNonBlocking, -1));
    hipEvent_t event;
    HIP_CHECK(hipEventCreate(&event));
    EXPECT(hipEventQuery(event) == hipSuccess);
    for (int i = 0; i < 10; i++) {
        add<<<1, 1, 0, first>>>(data.data, 1);
        HIP_CHECK(hipEventRecord(event, first));
        HIP_CHECK(hipStreamWaitEvent(second, event, 0));
        times<<<1, 1, 0, second>>>(data.data, 2);
        HIP_CHECK(hipEventRecord(event, second));
        HIP_CHECK(hipStreamWaitEvent(first, event, 0));
    }
    HIP_CHECK(hipStreamSynchronize(first));
    int expected = 1;
    for (int i = 0; i < 10; i++) expected = (expected + 1) * 2;
    EXPECT(data.host()[0] == expected);

    HIP_CHECK(hipLaunchHostFunc(first, [](void *data) { ((std::atomic<int> *)data)->fetch_add(1); }, &told));
    HIP_CHECK(hipStreamAddCallback(first, [](hipStream_t, hipError_t error, void *) { told += error == hipSuccess; }, nullptr, 0));
    HIP_CHECK(hipStreamSynchronize(first));
    EXPECT(told == 2);

    // A kernel that waits for the host: nothing is done before it is told.
    int *flag;
    HIP_CHECK(hipHostMalloc(&flag, sizeof(int)));
    *flag = 0;
    spin<<<1, 1, 0, second>>>(flag);
    HIP_CHECK(hipEventRecord(event, second));
    EXPECT(hipStreamQuery(second) == hipErrorNotReady);
    EXPECT(hipEventQuery(event) == hipErrorNotReady);
    EXPECT(hipGetLastError() == hipSuccess);
    __atomic_store_n(flag, 1, __ATOMIC_RELEASE);
    HIP_CHECK(hipEventSynchronize(event));
    EXPECT(hipStreamQuery(second) == hipSuccess);
    HIP_CHECK(hipHostFree(flag));
    HIP_CHECK(hipEventDestroy(event));
    HIP_CHECK(hipStreamDestroy(first));
    HIP_CHECK(hipStreamDestroy(second));
    EXPECT(hipStreamSynchronize(first) == hipErrorInvalidHandle);
}
