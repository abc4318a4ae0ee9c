// Memory that both sides use at the same address: managed, pinned, registered, and a managed variable.
#include "check.h"

__managed__ int counter = 40;

__global__ void square(float *values, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) values[i] *= values[i];
    if (i == 0) counter += 2;
}

int main() {
    const int n = 1000;
    float *values;
    HIP_CHECK(hipMallocManaged(&values, n * sizeof(float)));
    for (int i = 0; i < n; i++) values[i] = i;
    square<<<4, 256>>>(values, n);
    HIP_CHECK(hipDeviceSynchronize());
    for (int i = 0; i < n; i++) EXPECT(values[i] == (float)i * i);
    EXPECT(counter == 42);
    hipPointerAttribute_t known;
    HIP_CHECK(hipPointerGetAttributes(&known, values + 5));
    EXPECT(known.type == hipMemoryTypeManaged && known.isManaged);
    HIP_CHECK(hipFree(values));

    std::vector<float> own(n, 3.0f);
    float *device;
    HIP_CHECK(hipHostRegister(own.data(), n * sizeof(float), hipHostRegisterDefault));
    HIP_CHECK(hipHostGetDevicePointer((void **)&device, own.data(), 0));
    square<<<4, 256>>>(device, n);
    HIP_CHECK(hipDeviceSynchronize());
    HIP_CHECK(hipHostUnregister(own.data()));
    for (float x : own) EXPECT(x == 9.0f);
    counter = 7;
    square<<<1, 64>>>(device, 0);
    HIP_CHECK(hipDeviceSynchronize());
    EXPECT(counter == 9);
}
