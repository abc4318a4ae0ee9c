// Products of matrices, a wave at a time, and dot products. The host multiplies as one learns it.
//
// kernel byte_product: groups 2, block 32, in u32 256, out 512, wave 32
// kernel nibble_product: groups 2, block 32, in u32 256, out 512, wave 32
// kernel half_product: groups 2, block 32, in u32 256, out 512, wave 32
// kernel bfloat_product: groups 2, block 32, in u32 256, out 512, wave 32
// kernel half_sum_product: groups 2, block 32, in u32 256, out 512, wave 32
// kernel wide_product: groups 1, block 64, in u32 256, out 512, wave 64, only gfx1100
// kernel dots: groups 2, block 64, in u32 384, out 1024
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#if defined(__gfx1200__)
enum { EACH = 8 };
#define ROW(n, lane) ((n) + (lane) / 16 * 8)
#define FIRST(lane) ((lane) / 16 * 8)
#define GEN(name) name##_gfx12
#else
enum { EACH = 16 };
#define ROW(n, lane) (2 * (n) + (lane) / 16)
#define FIRST(lane) 0
#define GEN(name) name
#endif
#ifndef HOST
typedef short short16 __attribute__((ext_vector_type(16)));
typedef half half16 __attribute__((ext_vector_type(16)));
#endif

// Numbers of A by rows and of B by columns, small and whole.
int element(global const uint *in, uint matrix, uint line, uint k) {
    global const char *all = (global const char *)in;
    return all[matrix * 256 + (line * 16 + k) + get_group_id(0) * 16];
}
int nibble(int x, bool sign) { return sign ? (x & 15) - (x & 8) * 2 : x & 15; }

// What is to be written of each sum, and the two factors of what is in memory.
#define REFERENCE(WRITE, A, B)                                                                     \
    for (uint n = 0; n < 8; n++) {                                                                 \
        uint lane = get_local_id(0), row = lane / 16 * 8 + n, column = lane % 16;                  \
        int sum = 0;                                                                               \
        for (uint k = 0; k < 16; k++) {                                                            \
            int a = element(in, 0, row, k), b = element(in, 1, column, k);                         \
            sum += (A) * (B);                                                                      \
        }                                                                                          \
        out[get_group_id(0) * 256 + row * 16 + column] = WRITE;                                    \
    }
#define STORE(WRITE)                                                                               \
    for (uint n = 0; n < 8; n++)                                                                   \
        out[get_group_id(0) * 256 + ROW(n, lane) * 16 + lane % 16] = WRITE;

#ifndef WAVE64
kernel void byte_product(global const uint *in, global int *out) {
#ifdef HOST
    REFERENCE(sum + 1000, a & 255, b)
#else
    uint lane = get_local_id(0);
    uint a[4] = {0}, b[4] = {0};
    for (uint k = 0; k < EACH; k++) {
        a[k / 4] |= (uint)(element(in, 0, lane % 16, FIRST(lane) + k) & 255) << 8 * (k % 4);
        b[k / 4] |= (uint)(element(in, 1, lane % 16, FIRST(lane) + k) & 255) << 8 * (k % 4);
    }
    int8 sum = 1000;
#ifdef __gfx1200__
    sum = __builtin_amdgcn_wmma_i32_16x16x16_iu8_w32_gfx12(false, (int2)(a[0], a[1]), true,
                                                           (int2)(b[0], b[1]), sum, false);
#else
    sum = __builtin_amdgcn_wmma_i32_16x16x16_iu8_w32(false, (int4)(a[0], a[1], a[2], a[3]), true,
                                                     (int4)(b[0], b[1], b[2], b[3]), sum, false);
#endif
    STORE(sum[n])
#endif
}

kernel void nibble_product(global const uint *in, global int *out) {
#ifdef HOST
    REFERENCE(sum - 5, nibble(a, true), nibble(b, false))
#else
    uint lane = get_local_id(0);
    uint a[2] = {0}, b[2] = {0};
    for (uint k = 0; k < EACH; k++) {
        a[k / 8] |= (uint)(element(in, 0, lane % 16, FIRST(lane) + k) & 15) << 4 * (k % 8);
        b[k / 8] |= (uint)(element(in, 1, lane % 16, FIRST(lane) + k) & 15) << 4 * (k % 8);
    }
    int8 sum = -5;
#ifdef __gfx1200__
    sum = __builtin_amdgcn_wmma_i32_16x16x16_iu4_w32_gfx12(true, (int)a[0], false, (int)b[0], sum,
                                                           false);
#else
    sum = __builtin_amdgcn_wmma_i32_16x16x16_iu4_w32(true, (int2)(a[0], a[1]), false,
                                                     (int2)(b[0], b[1]), sum, false);
#endif
    STORE(sum[n])
#endif
}

// Of one sign: RDNA 3 loses a little of what is subtracted.
#define SIZE(x) ((x) & 127)

kernel void half_product(global const uint *in, global float *out) {
#ifdef HOST
    REFERENCE((float)sum / 4 + 0.5f, SIZE(a), SIZE(b))
#else
    uint lane = get_local_id(0);
#ifdef __gfx1200__
    half8 a, b;
#else
    half16 a, b;
#endif
    for (uint k = 0; k < EACH; k++) {
        a[k] = (half)SIZE(element(in, 0, lane % 16, FIRST(lane) + k)) / 2.0h;
        b[k] = (half)SIZE(element(in, 1, lane % 16, FIRST(lane) + k)) / 2.0h;
    }
    float8 sum = 0.5f;
    sum = GEN(__builtin_amdgcn_wmma_f32_16x16x16_f16_w32)(a, b, sum);
    STORE(sum[n])
#endif
}

kernel void bfloat_product(global const uint *in, global float *out) {
#ifdef HOST
    REFERENCE((float)sum, SIZE(a), SIZE(b))
#else
    uint lane = get_local_id(0);
#ifdef __gfx1200__
    short8 a, b;
#else
    short16 a, b;
#endif
    for (uint k = 0; k < EACH; k++) {
        a[k] = (short)(as_uint((float)SIZE(element(in, 0, lane % 16, FIRST(lane) + k))) >> 16);
        b[k] = (short)(as_uint((float)SIZE(element(in, 1, lane % 16, FIRST(lane) + k))) >> 16);
    }
    float8 sum = 0;
    sum = GEN(__builtin_amdgcn_wmma_f32_16x16x16_bf16_w32)(a, b, sum);
    STORE(sum[n])
#endif
}

// Sums in halves too, which small numbers leave exact.
kernel void half_sum_product(global const uint *in, global float *out) {
#ifdef HOST
    REFERENCE((float)sum, a & 7, b & 7)
#else
    uint lane = get_local_id(0);
#ifdef __gfx1200__
    half8 a, b, sum = 0.0h;
#else
    half16 a, b, sum = 0.0h;
#endif
    for (uint k = 0; k < EACH; k++) {
        a[k] = (half)(element(in, 0, lane % 16, FIRST(lane) + k) & 7);
        b[k] = (half)(element(in, 1, lane % 16, FIRST(lane) + k) & 7);
    }
#ifdef __gfx1200__
    sum = __builtin_amdgcn_wmma_f16_16x16x16_f16_w32_gfx12(a, b, sum);
    STORE((float)sum[n])
#else
    half16 high = __builtin_amdgcn_wmma_f16_16x16x16_f16_w32(a, b, sum, true);
    sum = __builtin_amdgcn_wmma_f16_16x16x16_f16_w32(a, b, sum, false);
    STORE((float)(lane & 1 ? sum[2 * n] : high[2 * n + 1]))
#endif
#endif
}

#endif

// A wave of 64; RDNA 3 has the factors four times.
kernel void wide_product(global const uint *in, global int *out) {
#ifdef HOST
    for (uint n = 0; n < 4; n++) {
        uint lane = get_local_id(0), row = 4 * n + lane / 16, column = lane % 16;
        int sum = 0;
        for (uint k = 0; k < 16; k++)
            sum += element(in, 0, row, k) * element(in, 1, column, k);
        out[row * 16 + column] = sum;
    }
#elif defined(WAVE64) && !defined(__gfx1200__) && !defined(__GFX9__)
    uint lane = get_local_id(0);
    uint a[4] = {0}, b[4] = {0};
    for (uint k = 0; k < 16; k++) {
        a[k / 4] |= (uint)(element(in, 0, lane % 16, k) & 255) << 8 * (k % 4);
        b[k / 4] |= (uint)(element(in, 1, lane % 16, k) & 255) << 8 * (k % 4);
    }
    int4 sum = 0;
    sum = __builtin_amdgcn_wmma_i32_16x16x16_iu8_w64(true, (int4)(a[0], a[1], a[2], a[3]), true,
                                                     (int4)(b[0], b[1], b[2], b[3]), sum, false);
    for (uint n = 0; n < 4; n++)
        out[(4 * n + lane / 16) * 16 + lane % 16] = sum[n];
#endif
}

kernel void dots(global const uint *in, global int *out) {
    size_t i = get_global_id(0);
    uint a = in[3 * i], b = in[3 * i + 1], c = in[3 * i + 2] & 0xffff;
    global int *r = out + 8 * i;
#ifdef HOST
    uchar4 ua = as_uchar4(a), ub = as_uchar4(b);
    char4 sa = as_char4(a), sb = as_char4(b);
    long u4 = c, s4 = (int)c, m4 = (int)c;
    for (int n = 0; n < 4; n++) {
        u4 += ua[n] * ub[n];
        s4 += sa[n] * sb[n];
        m4 += ua[n] * sb[n];
    }
    long n8 = (int)c, un8 = c;
    for (int n = 0; n < 8; n++) {
        n8 += nibble(a >> 4 * n, true) * nibble(b >> 4 * n, true);
        un8 += nibble(a >> 4 * n, false) * nibble(b >> 4 * n, false);
    }
    r[0] = (int)u4, r[1] = (int)s4, r[2] = (int)m4, r[3] = (int)n8, r[4] = (int)un8;
    half2 ha = (half2)((half)(a & 63), (half)(a >> 8 & 63)), hb = (half2)((half)(b & 63), -1.5h);
    r[5] = as_int((float)ha.x * (float)hb.x + (float)ha.y * (float)hb.y + (float)c);
    uint sad = c;
    for (int n = 0; n < 4; n++)
        sad += abs_diff(ua[n], ub[n]);
    r[6] = (int)sad;
    ulong both = (ulong)a << 32 | b;
    uint picked = 0;
    for (int n = 0; n < 4; n++)
        picked |= (uint)(both >> 8 * (c >> 3 * n & 7) & 255) << 8 * n;
    r[7] = (int)picked;
#else
    r[0] = (int)__builtin_amdgcn_udot4(a, b, c, false);
#ifdef __GFX9__
    r[1] = __builtin_amdgcn_sdot4((int)a, (int)b, (int)c, false);
    r[2] = (int)c;
    for (int n = 0; n < 4; n++)
        r[2] += as_uchar4(a)[n] * as_char4(b)[n];
    r[3] = __builtin_amdgcn_sdot8((int)a, (int)b, (int)c, false);
#else
    r[1] = __builtin_amdgcn_sudot4(true, (int)a, true, (int)b, (int)c, false);
    r[2] = __builtin_amdgcn_sudot4(false, (int)a, true, (int)b, (int)c, false);
    r[3] = __builtin_amdgcn_sudot8(true, (int)a, true, (int)b, (int)c, false);
#endif
    r[4] = (int)__builtin_amdgcn_udot8(a, b, c, false);
    half2 ha = (half2)((half)(a & 63), (half)(a >> 8 & 63)), hb = (half2)((half)(b & 63), -1.5h);
    r[5] = as_int(__builtin_amdgcn_fdot2(ha, hb, (float)c, false));
    r[6] = (int)__builtin_amdgcn_sad_u8(a, b, c);
    uint picks = (c & 7) | (c >> 3 & 7) << 8 | (c >> 6 & 7) << 16 | (c >> 9 & 7) << 24;
    r[7] = (int)__builtin_amdgcn_perm(a, b, picks);
#endif
}
