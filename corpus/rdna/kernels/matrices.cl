// Sixteen by sixteen matrix products, a wave at a time.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

typedef half half8 __attribute__((ext_vector_type(8)));
typedef half half16 __attribute__((ext_vector_type(16)));
typedef float float8 __attribute__((ext_vector_type(8)));

// out = a * b, with a in rows and b in columns.
kernel void product(global const half *a, global const half *b, global float *out) {
    uint lane = (uint)get_local_id(0);
    float8 sum = 0;
#ifdef __gfx1200__
    half8 x, y;
    for (uint k = 0; k < 8; k++) {
        x[k] = a[(lane & 15) * 16 + (lane / 16) * 8 + k];
        y[k] = b[(lane & 15) * 16 + (lane / 16) * 8 + k];
    }
    sum = __builtin_amdgcn_wmma_f32_16x16x16_f16_w32_gfx12(x, y, sum);
    for (uint k = 0; k < 8; k++)
        out[(k + (lane / 16) * 8) * 16 + (lane & 15)] = sum[k];
#else
    half16 x, y;
    for (uint k = 0; k < 16; k++) {
        x[k] = a[(lane & 15) * 16 + k];
        y[k] = b[(lane & 15) * 16 + k];
    }
    sum = __builtin_amdgcn_wmma_f32_16x16x16_f16_w32(x, y, sum);
    for (uint k = 0; k < 8; k++)
        out[(2 * k + lane / 16) * 16 + (lane & 15)] = sum[k];
#endif
}
