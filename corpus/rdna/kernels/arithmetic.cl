// Integer and float arithmetic, one result per thread.

kernel void vector_add(global const float *a, global const float *b, global float *out, uint n) {
    size_t i = get_global_id(0);
    if (i < n)
        out[i] = a[i] + b[i];
}

kernel void saxpy(float a, global const float *x, global const float *y, global float *out) {
    size_t i = get_global_id(0);
    out[i] = fma(a, x[i], y[i]);
}

kernel void bits(global const uint *a, global const uint *b, global uint *out) {
    size_t i = get_global_id(0);
    uint x = a[i], y = b[i];
    out[4 * i] = (x & y) ^ (x | ~y);
    out[4 * i + 1] = popcount(x) + clz(y);
    out[4 * i + 2] = rotate(x, y & 31);
    out[4 * i + 3] = (x << (y & 31)) ^ (x >> (y & 31)) ^ (uint)((int)x >> (y & 31));
}

kernel void divide(global const int *a, global const int *b, global int *out) {
    size_t i = get_global_id(0);
    out[2 * i] = a[i] / b[i];
    out[2 * i + 1] = a[i] % b[i];
}

kernel void wide(global const ulong *a, global const ulong *b, global ulong *out) {
    size_t i = get_global_id(0);
    ulong x = a[i], y = b[i];
    out[4 * i] = x * y + (x >> 17);
    out[4 * i + 1] = x / (y | 1);
    out[4 * i + 2] = x % (y | 1);
    out[4 * i + 3] = mul_hi(x, y);
}

kernel void narrow(global const uchar *a, global const short *b, global short *out) {
    size_t i = get_global_id(0);
    short x = (short)(a[i] * 3 - b[i]);
    out[2 * i] = x;
    out[2 * i + 1] = (short)(convert_char_sat(x) + (uchar)x);
}

kernel void saturate(global const int *a, global const int *b, global int *out) {
    size_t i = get_global_id(0);
    out[3 * i] = add_sat(a[i], b[i]);
    out[3 * i + 1] = sub_sat(a[i], b[i]);
    out[3 * i + 2] = mul_hi(a[i], b[i]);
}

kernel void hash(global uint *out, uint rounds) {
    uint x = (uint)get_global_id(0) + 1;
    for (uint i = 0; i < rounds; i++) {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        x = x * 0x9e3779b1u + i;
    }
    out[get_global_id(0)] = x;
}

kernel void ids(global uint *out) {
    size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    size_t i = x + get_global_size(0) * (y + get_global_size(1) * z);
    out[i] = (uint)(get_group_id(0) + 10 * get_group_id(1) + 100 * get_group_id(2) +
                    1000 * get_local_id(0) + 10000 * get_local_id(1) + 100000 * get_local_id(2));
}
