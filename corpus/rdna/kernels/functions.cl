// Functions of the OpenCL library.

kernel void exponentials(global const float *a, global float *out) {
    size_t i = get_global_id(0);
    float x = a[i];
    out[4 * i] = exp(x);
    out[4 * i + 1] = log(x);
    out[4 * i + 2] = exp2(x);
    out[4 * i + 3] = pow(x, 1.5f);
}

kernel void angles(global const float *a, global float *out) {
    size_t i = get_global_id(0);
    float x = a[i];
    out[4 * i] = sin(x);
    out[4 * i + 1] = cos(x);
    out[4 * i + 2] = atan(x);
    out[4 * i + 3] = tanh(x);
}

kernel void roots(global const float *a, global float *out) {
    size_t i = get_global_id(0);
    float x = a[i];
    out[3 * i] = rsqrt(x);
    out[3 * i + 1] = cbrt(x);
    out[3 * i + 2] = hypot(x, 2.0f);
}
