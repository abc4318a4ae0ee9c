// What a GPU has and C has not: descriptors, calls by address, odd conversions.
//
// kernel indirect: groups 2, block 64, in u32 128, out 128
// kernel buffers: groups 2, block 64, in u32 512, out 1024
// kernel buffer_atomics: groups 2, block 64, in u32 128, out 40
// kernel sixteen: groups 1, block 64, in u32 512, out 512
// kernel library: groups 1, block 64, in f32 256, out 1024, floats 1e-4
// kernel half_memory: groups 1, block 64, in f32 256, out 512
// kernel copies: groups 2, block 64, in u32 256, out 256
// kernel long_lanes: groups 2, block 128, in u32 512, out 512
// kernel least: groups 4, block 64, in f32 256, out 8
// kernel spill: groups 1, block 64, in u32 1024, out 64
// kernel jump_table: groups 1, block 64, in u32 640, out 64
// kernel irreducible: groups 1, block 64, in u32 64, out 128
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION __cl_clang_function_pointers : enable

typedef uint (*Function)(uint, uint);
__attribute__((noinline)) uint sum(uint a, uint b) { return a + b; }
__attribute__((noinline)) uint difference(uint a, uint b) { return a - b; }
__attribute__((noinline)) uint times(uint a, uint b) { return mul_hi(a, b) ^ a * b; }
__attribute__((noinline)) uint turned(uint a, uint b) {
    uint parts[4] = {a, b, a ^ b, a & b};
    return rotate(parts[a & 3], parts[b & 3]);
}
kernel void indirect(global const uint *in, global uint *out) {
    uint i = get_global_id(0), x = in[i];
    Function all[4] = {sum, difference, times, turned};
    for (uint n = 0; n < 5; n++)
        x = all[(x >> n) & 3](x, i * n);
    out[i] = x;
}

// Words past the end are zero and stores there are lost.
kernel void buffers(global const uint *in, global uint *out) {
    uint i = get_global_id(0), at = in[i] % 600 * 4;
#ifdef HOST
    uint4 four = 0, moved = 0;
    for (uint n = 0; n < 4; n++) {
        uint word = at / 4 + n;
        four[n] = word < 512 && at + 16 <= 2048 ? in[word] : word < 512 ? in[word] : 0;
        moved[n] = i * 4 + n + 8 < 512 ? in[i * 4 + n + 8] : 0;
    }
    uchar byte = at / 4 + 1 < 2048 ? ((global const uchar *)in)[at / 4 + 1] : 0;
    vstore4(four + moved, 0, out + 8 * i);
    out[8 * i + 4] = byte;
    out[8 * i + 5] = i < 100 ? in[i] : 0;
    ((global ushort *)out)[16 * i + 12] = (ushort)at;
    ((global uchar *)out)[32 * i + 29] = (uchar)i;
#else
    __amdgpu_buffer_rsrc_t from = __builtin_amdgcn_make_buffer_rsrc((global void *)in, 0, 2048, 0x31004000);
    __amdgpu_buffer_rsrc_t to = __builtin_amdgcn_make_buffer_rsrc(out, 0, 4096, 0x31004000);
    __amdgpu_buffer_rsrc_t most = __builtin_amdgcn_make_buffer_rsrc(out, 0, 4096, 0x31004000);
    uint4 four = 0, moved = 0;
    for (uint n = 0; n < 4; n++)
        four[n] = __builtin_amdgcn_raw_buffer_load_b32(from, at, 4 * n, 0);
    moved = __builtin_amdgcn_raw_buffer_load_b128(from, i * 16, 32, 0);
    uchar byte = __builtin_amdgcn_raw_buffer_load_b8(from, at / 4 + 1, 0, 0);
    __builtin_amdgcn_raw_buffer_store_b128(four + moved, to, 32 * i, 0, 0);
    __builtin_amdgcn_raw_buffer_store_b32((uint)byte, to, 32 * i, 16, 0);
    // Past the end but for the first hundred.
    uint place = i < 100 ? 32 * i + 20 : 5000 + i;
    __builtin_amdgcn_raw_buffer_store_b32(in[i], most, place, 0, 0);
    __builtin_amdgcn_raw_buffer_store_b16((ushort)at, to, 32 * i + 24, 0, 0);
    __builtin_amdgcn_raw_buffer_store_b8((uchar)i, to, 32 * i + 29, 0, 0);
#endif
}

kernel void buffer_atomics(global const uint *in, global uint *out) {
    uint i = get_global_id(0), word = in[i], at = word & 15;
#ifdef HOST
    out[at] += word >> 4;
    out[16 + at] += i < 64;
    out[32] = max(out[32], word);
#else
    __amdgpu_buffer_rsrc_t to = __builtin_amdgcn_make_buffer_rsrc(out, 0, 160, 0x31004000);
    __builtin_amdgcn_raw_ptr_buffer_atomic_add_i32(word >> 4, to, at * 4, 0, 0);
    if (i < 64)
        __builtin_amdgcn_raw_ptr_buffer_atomic_add_i32(1, to, at * 4, 64, 0);
    __scoped_atomic_fetch_max(out + 32, word, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
#endif
}

// Arithmetic of narrow types, packed and not.
kernel void sixteen(global const uint *in, global uint *out) {
    uint i = get_global_id(0);
    short8 a = as_short8(vload4(2 * i, in)), b = as_short8(vload4(2 * i + 1, in));
    ushort8 c = as_ushort8(a), d = as_ushort8(b);
    short8 r = add_sat(a, b) ^ (a * b) ^ min(a, b) ^ (a >> (b & (short8)(15)));
    ushort8 s = sub_sat(c, d) + max(c, d) + (c << (d & (ushort8)(15))) + mul_hi(c, d);
    char8 t = convert_char8_sat(a) - convert_char8_sat(b);
    vstore4(as_uint4(r ^ as_short8(s)), 2 * i, out);
    vstore2(as_uint2(t), 0, out + 8 * i + 4);
    vstore2(as_uint2(convert_uchar8_sat(c)), 0, out + 8 * i + 6);
}

kernel void library(global const float *in, global float *out) {
    uint i = get_global_id(0);
    float x = in[4 * i], y = in[4 * i + 1], z = in[4 * i + 2];
    global float *r = out + 16 * i;
    r[0] = native_exp(x), r[1] = native_log(fabs(y) + 0.1f), r[2] = native_recip(z + 9);
    r[3] = native_rsqrt(fabs(x) + 0.01f), r[4] = native_divide(x, y + 9), r[5] = native_sqrt(fabs(z));
    r[6] = mix(x, y, z), r[7] = clamp(x, -1.0f, 1.0f), r[8] = fma(x, y, z), r[9] = fmod(x, 0.75f);
    r[10] = floor(x) + ceil(y) * 10 + rint(z) * 100 + trunc(x * y) * 1000;
    r[11] = ldexp(x, (int)y), r[12] = copysign(x, z), r[13] = fmax(x, fmin(y, z));
    r[14] = tan(x / 4), r[15] = acos(y / 5);
}

kernel void half_memory(global const float *in, global uint *out) {
    uint i = get_global_id(0);
    local half shared[256];
    for (uint n = 0; n < 4; n++)
        vstore_half(in[4 * i + n] * 1e3f, 4 * i + n, shared);
    barrier(CLK_LOCAL_MEM_FENCE);
    half sum = 0, most = -1e4h;
    for (uint n = 0; n < 8; n++) {
        half h = shared[(i * 5 + n * 3) & 255];
        sum += h / 16;
        most = h > most ? h : most;
    }
    global half *to = (global half *)out + 16 * i;
    to[0] = sum;
    to[1] = most;
    to[3] = (half)(int)sum;
    vstore4((half4)(sum, most, sum * most, -sum), 1, to);
    out[8 * i + 4] = as_uint(vload_half(4 * i + 1, shared));
    out[8 * i + 5] = (uint)convert_uchar_sat(most) | (uint)(ushort)convert_short_sat(sum) << 16;
}

kernel void copies(global const uint *in, global uint *out) {
    local ulong2 shared[64];
    uint at = get_local_id(0), gid = get_global_id(0);
    struct { uint a[3]; uchar b; ushort c; } one, other[2];
    one.a[0] = in[gid], one.a[1] = gid, one.a[2] = ~gid, one.b = (uchar)gid, one.c = (ushort)(gid * 7);
    other[gid & 1] = one;
    other[~gid & 1] = other[gid & 1];
    other[0].a[gid % 3] += 5;
    shared[at] = (ulong2)(((ulong)other[1].a[0] << 32) | other[0].a[1], ((ulong)other[0].c << 40) | other[1].b);
    barrier(CLK_LOCAL_MEM_FENCE);
    ulong2 v = shared[at ^ 21];
    vstore2(as_uint2(v.x ^ v.y), gid, out);
}

// Words of 64 bits between lanes, in two parts.
kernel void long_lanes(global const uint *in, global ulong *out) {
    uint i = get_global_id(0), at = get_local_id(0);
    ulong x = (ulong)in[2 * i] << 32 | in[2 * i + 1];
    for (uint n = 1; n < 32; n *= 2) {
        uint low = lane_permute((uint)x, (at ^ n) * 4), high = lane_permute((uint)(x >> 32), (at ^ n) * 4);
        ulong other = (ulong)high << 32 | low;
        x = at & n ? x * other + n : other * x + n;
    }
    out[i] = x;
}

kernel void least(global const float *in, global uint *out) {
    uint i = get_global_id(0);
    // Floats of one sign are in the order of their bits.
    float x = fabs(in[i]);
    __scoped_atomic_fetch_max(out, as_uint(x), __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
    __scoped_atomic_fetch_min((global int *)out + 1, -(int)as_uint(x), __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
    __scoped_atomic_fetch_add((global long *)out + 1, (long)(x * 65536), __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
    __scoped_atomic_fetch_max((global ulong *)out + 2, (ulong)as_uint(x) << 20, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
    uint old = __scoped_atomic_load_n(out + 6, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
    // Until nobody was in between.
    while (!__scoped_atomic_compare_exchange_n(out + 6, &old, old * 3 + 1 - old * 2, false, __ATOMIC_RELAXED,
                                               __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE))
        ;
}

// More live values than most kernels have.
kernel void spill(global const uint *in, global uint *out) {
    uint i = get_global_id(0);
    uint v[96];
    for (uint n = 0; n < 96; n++)
        v[n] = in[(i * 16 + n * 11) & 1023];
    for (uint round = 0; round < 3; round++)
        for (uint n = 0; n < 96; n++)
            v[n] = v[n] * 5 + rotate(v[(n * 7 + round) % 96], n & 31) + (v[(n + 48) % 96] >> 3);
    uint sum = 0;
    for (uint n = 0; n < 96; n++)
        sum = sum * 31 + v[n];
    out[i] = sum;
}

kernel void jump_table(global const uint *in, global uint *out) {
    uint i = get_global_id(0), x = i;
    for (uint n = 0; n < 10; n++) {
        uint word = in[i * 10 + n];
        switch (word % 12) {
        case 0: x += word; break;
        case 1: x ^= word >> 3;
        case 2: x *= 3; break;
        case 3: x = rotate(x, word); break;
        case 4: x -= in[x & 511]; break;
        case 5: x = x > word ? x - word : word - x; break;
        case 6: if (x & 1) continue; x >>= 1; break;
        case 7: x = clz(x | 1) * 0x01010101u; break;
        case 8: x = mad24(x & 0xffffff, word & 0xffffff, n); break;
        case 9: x = ~x; break;
        case 10: n += x & 1; break;
        }
    }
    out[i] = x;
}

// A loop with two ways in.
kernel void irreducible(global const uint *in, global uint *out) {
    uint i = get_global_id(0), x = in[i], a = 0, b = 0;
    if (x & 1)
        goto second;
first:
    a += x & 7;
    x >>= 1;
    if (a > 40)
        goto end;
second:
    b += x & 3;
    x = x * 5 + 1;
    if (b < 60)
        goto first;
end:
    out[2 * i] = a * 1000 + b;
    out[2 * i + 1] = x;
}
