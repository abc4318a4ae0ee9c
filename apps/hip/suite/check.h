// What all programs of the suite have in common: errors end them, and so does a wrong result.
#pragma once
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define HIP_CHECK(call)                                                                            \
    do {                                                                                           \
        hipError_t error = (call);                                                                 \
        if (error != hipSuccess) {                                                                 \
            std::printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call, hipGetErrorString(error));   \
            std::exit(1);                                                                          \
        }                                                                                          \
    } while (0)

#define EXPECT(condition)                                                                          \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            std::printf("%s:%d: expected %s\n", __FILE__, __LINE__, #condition);                   \
            std::exit(1);                                                                          \
        }                                                                                          \
    } while (0)

// Memory of the device that holds a vector, and gives it back.
template <typename T> struct DeviceVector {
    T *data = nullptr;
    size_t size;
    explicit DeviceVector(size_t n) : size(n) { HIP_CHECK(hipMalloc(&data, n * sizeof(T))); }
    explicit DeviceVector(const std::vector<T> &from) : DeviceVector(from.size()) {
        HIP_CHECK(hipMemcpy(data, from.data(), size * sizeof(T), hipMemcpyHostToDevice));
    }
    DeviceVector(const DeviceVector &) = delete;
    ~DeviceVector() { (void)hipFree(data); }
    std::vector<T> host() const {
        std::vector<T> to(size);
        HIP_CHECK(hipMemcpy(to.data(), data, size * sizeof(T), hipMemcpyDeviceToHost));
        return to;
    }
};

// Numbers that are the same in every run.
inline unsigned next_random(unsigned &state) {
    state = state * 1664525u + 1013904223u;
    return state >> 8;
}
