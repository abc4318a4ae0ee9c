// Floating point of every size, conversions and rounding.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

kernel void doubles(global const double *a, global const double *b, global double *out) {
    size_t i = get_global_id(0);
    double x = a[i], y = b[i];
    out[4 * i] = fma(x, y, x - y);
    out[4 * i + 1] = x / y;
    out[4 * i + 2] = sqrt(fabs(x));
    out[4 * i + 3] = fmin(x, y) + floor(y);
}

kernel void halves(global const half *a, global const half *b, global half *out) {
    size_t i = get_global_id(0);
    half x = a[i], y = b[i];
    out[4 * i] = x + y;
    out[4 * i + 1] = x * y;
    out[4 * i + 2] = fmax(x, y);
    out[4 * i + 3] = fma(x, y, x);
}

kernel void half_pairs(global const half2 *a, global const half2 *b, global half2 *out) {
    size_t i = get_global_id(0);
    out[i] = fma(a[i], b[i], a[i].yx) - b[i];
}

kernel void convert(global const float *a, global int *out, global uint *out_u, global float *out_f) {
    size_t i = get_global_id(0);
    float x = a[i];
    out[3 * i] = convert_int_rte(x);
    out[3 * i + 1] = (int)x;
    out[3 * i + 2] = convert_int_sat(x * 1e9f);
    out_u[i] = convert_uint_sat(x * 1e9f);
    out_f[2 * i] = (float)out[3 * i + 1];
    out_f[2 * i + 1] = (float)as_uint(x);
}

kernel void round_all(global const float *a, global float *out) {
    size_t i = get_global_id(0);
    float x = a[i];
    out[5 * i] = floor(x);
    out[5 * i + 1] = ceil(x);
    out[5 * i + 2] = trunc(x);
    out[5 * i + 3] = rint(x);
    out[5 * i + 4] = fabs(x) - copysign(0.5f, x);
}

kernel void quotient(global const float *a, global const float *b, global float *out) {
    size_t i = get_global_id(0);
    out[2 * i] = a[i] / b[i];
    out[2 * i + 1] = sqrt(fabs(a[i]));
}

kernel void pick(global const float *a, global const float *b, global float *out) {
    size_t i = get_global_id(0);
    float x = a[i], y = b[i];
    out[4 * i] = fmin(x, y);
    out[4 * i + 1] = fmax(x, y);
    out[4 * i + 2] = clamp(x, -1.0f, 1.0f);
    out[4 * i + 3] = isnan(x) ? 1.0f : x > y ? x : -y;
}
