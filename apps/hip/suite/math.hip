// The device's mathematics against the host's, in single and double precision.
#include "check.h"

template <typename T> __global__ void evaluate(const T *x, T *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    T v = x[i], *own = out + i * 12;
    own[0] = sin(v), own[1] = cos(v), own[2] = exp(v), own[3] = log(fabs(v) + T(0.1));
    own[4] = pow(fabs(v), T(1.7)), own[5] = sqrt(fabs(v)), own[6] = tanh(v), own[7] = erf(v);
    own[8] = atan2(v, T(2)), own[9] = fmod(v, T(0.7)), own[10] = cbrt(v), own[11] = fma(v, v, T(1)) / T(3);
}

template <typename T> void compare(double tolerance) {
    const int n = 400;
    std::vector<T> x(n);
    for (int i = 0; i < n; i++) x[i] = T((i - n / 2) * 0.0501);
    DeviceVector<T> dx(x), dout(n * 12);
    evaluate<T><<<4, 128>>>(dx.data, dout.data, n);
    HIP_CHECK(hipGetLastError());
    auto out = dout.host();
    for (int i = 0; i < n; i++) {
        double v = x[i];
        double expected[12] = {std::sin(v), std::cos(v), std::exp(v), std::log(std::fabs(v) + T(0.1)),
                               std::pow(std::fabs(v), (double)T(1.7)), std::sqrt(std::fabs(v)), std::tanh(v), std::erf(v),
                               std::atan2(v, 2.0), std::fmod(v, (double)T(0.7)), std::cbrt(v), (v * v + 1) / 3};
        for (int f = 0; f < 12; f++) {
            double got = out[i * 12 + f], wrong = std::fabs(got - expected[f]);
            if (wrong > tolerance * std::max(1.0, std::fabs(expected[f]))) {
                std::printf("function %d of %g: %.17g, expected %.17g\n", f, v, got, expected[f]);
                std::exit(1);
            }
        }
    }
}

int main() {
    compare<float>(1e-5);
    compare<double>(1e-13);
}
