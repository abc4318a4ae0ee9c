// Private arrays, structs, calls, constant tables.
#pragma OPENCL EXTENSION __cl_clang_function_pointers : enable

constant uint primes[16] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53};
constant float weights[5] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};

kernel void table(global const uint *a, global uint *out) {
    size_t i = get_global_id(0);
    out[i] = primes[a[i] & 15] * primes[(a[i] >> 4) & 15];
}

kernel void convolve(global const float *a, global float *out, uint n) {
    int i = (int)get_global_id(0);
    float sum = 0;
    for (int k = -2; k <= 2; k++) {
        int j = clamp(i + k, 0, (int)n - 1);
        sum = fma(weights[k + 2], a[j], sum);
    }
    out[i] = sum;
}

kernel void sort_private(global const uint *a, global uint *out) {
    size_t i = get_global_id(0);
    uint values[8];
    for (uint k = 0; k < 8; k++)
        values[k] = a[8 * i + k];
    for (uint k = 1; k < 8; k++) {
        uint x = values[k], j = k;
        while (j > 0 && values[j - 1] > x) {
            values[j] = values[j - 1];
            j--;
        }
        values[j] = x;
    }
    for (uint k = 0; k < 8; k++)
        out[8 * i + k] = values[k];
}

kernel void lookup_private(global const uint *a, global uint *out) {
    size_t i = get_global_id(0);
    uint seen[16];
    for (uint k = 0; k < 16; k++)
        seen[k] = k * k;
    for (uint k = 0; k < 16; k++)
        seen[(a[i] >> k) & 15] += k;
    uint sum = 0;
    for (uint k = 0; k < 16; k++)
        sum = sum * 31 + seen[k];
    out[i] = sum;
}

struct particle {
    float4 position;
    float mass;
    int cell;
    short flags;
    uchar pad[6];
};

struct step {
    float scale;
    int shift;
    float4 drift;
};

kernel void move_particles(global const struct particle *a, struct step step, global float *out) {
    size_t i = get_global_id(0);
    struct particle p = a[i];
    float4 moved = p.position * step.scale + step.drift * p.mass;
    vstore4(moved, i, out);
    out[4 * get_global_size(0) + i] = (float)(p.cell + step.shift + p.flags);
}

__attribute__((noinline)) static uint mix(uint a, uint b) {
    return (a ^ (b << 7)) * 0x85ebca6bu + (b >> 3);
}

kernel void call(global const uint *a, global uint *out) {
    size_t i = get_global_id(0);
    out[i] = mix(mix(a[i], (uint)i), a[i] + 1);
}

static uint twice(uint x) { return 2 * x; }
static uint square(uint x) { return x * x; }
static uint negate(uint x) { return -x; }

kernel void call_indirect(global const uint *a, uint which, global uint *out) {
    uint (*functions[3])(uint) = {twice, square, negate};
    uint (*f)(uint) = functions[which];
    out[get_global_id(0)] = f(a[get_global_id(0)]);
}

kernel void copy_vectors(global const float4 *a, global const uchar16 *b, global float4 *out, global uchar16 *out_b) {
    size_t i = get_global_id(0);
    out[i] = a[i].wzyx + (float4)(1, 2, 3, 4);
    out_b[i] = b[i].s0f1e2d3c4b5a6978;
}
