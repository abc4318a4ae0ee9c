// What only CDNA has.
//
// kernel waves: groups 2, block 128, in u32 256, out 2048, only gfx9
// kernel pairs: groups 1, block 64, in f32 512, out 768, only gfx9
// kernel pairs_of_halves: groups 1, block 64, in u32 512, out 256, only gfx9
// kernel integer_dots: groups 1, block 64, in u32 256, out 512, only gfx9
// kernel wide_sums: groups 1, block 64, in u32 256, out 384, only gfx9
// kernel large_local: groups 1, block 256, in u32 4096, out 256, only gfx950
// kernel swaps: groups 1, block 64, in u32 128, out 256, only gfx950
// kernel straight: groups 1, block 64, in u32 64, out 64, only gfx9
// kernel straight_quads: groups 1, block 64, in u32 256, out 256, only gfx950
// kernel tables: groups 1, block 64, in u32 256, out 256, only gfx950
#ifdef HOST
#define moved(v, control, rows, banks) moved_by(old, v, control, rows, banks)
static uint moved_by(uint old, uint v, uint control, uint rows, uint banks) {
    const ulong *all = wave_post(v);
    int lane = wave_lane(), row = lane / 16, from = lane;
    switch (control) {
    case 0x130: from = lane < 63 ? lane + 1 : -1; break;
    case 0x134: from = (lane + 1) % 64; break;
    case 0x138: from = lane - 1; break;
    case 0x13c: from = (lane + 63) % 64; break;
    // The last lane of a row to the next row, or that of the lower half to the upper.
    case 0x142: from = row ? 16 * row - 1 : -1; break;
    case 0x143: from = row >= 2 ? 31 : -1; break;
    }
    bool on = rows >> row & 1 && banks >> lane / 4 % 4 & 1;
    return on && from >= 0 ? (uint)all[from] : old;
}
#elif defined(__GFX9__)
#define moved(v, control, rows, banks) lane_dpp(old, v, control, rows, banks, false)
#else
#define moved(v, control, rows, banks) (v)
#endif

kernel void waves(global const uint *in, global uint *out) {
    uint i = get_global_id(0), x = in[i], old = i * 3;
    global uint *r = out + 8 * i;
    r[0] = moved(x, 0x130, 15, 15);
    r[1] = moved(x, 0x134, 15, 15);
    r[2] = moved(x, 0x138, 15, 15);
    r[3] = moved(x, 0x13c, 5, 15);
    r[4] = moved(x, 0x142, 10, 15);
    r[5] = moved(x, 0x143, 12, 15);
    r[6] = moved(x, 0x142, 15, 3);
    // Sums of all lanes before and with this one, as compilers make them for a wave.
    old = 0;
    x += lane_dpp(0, x, 0x111, 15, 15, false);
    x += lane_dpp(0, x, 0x112, 15, 15, false);
    x += lane_dpp(0, x, 0x114, 15, 15, false);
    x += lane_dpp(0, x, 0x118, 15, 15, false);
    x += moved(x, 0x142, 10, 15);
    x += moved(x, 0x143, 12, 15);
    r[7] = x;
}

// Two floats at a time, with parts of pairs and signs.
kernel void pairs(global const float *in, global float *out) {
    uint i = get_global_id(0);
    float2 a = vload2(4 * i, in), b = vload2(4 * i + 1, in), c = vload2(4 * i + 2, in);
    float2 d = vload2(4 * i + 3, in);
    float2 r[6];
    r[0] = a * b + c;
    r[1] = (a - b) * d.yx;
    r[2] = (float2)(fma(a.x, b.y, c.x), fma(a.y, b.y, c.y));
    r[3] = -a * b.xx - c;
    r[4] = a.x * b + (float2)(1.0f, 0.5f);
    r[5] = (float2)(a.y + b.x, -c.x + d.y) * 3.0f;
    for (uint n = 0; n < 6; n++)
        vstore2(r[n], 6 * i + n, out);
}

kernel void pairs_of_halves(global const uint *in, global uint *out) {
    uint i = get_global_id(0);
    ushort2 a = as_ushort2(in[4 * i]), b = as_ushort2(in[4 * i + 1]);
    short2 c = as_short2(in[4 * i + 2]), d = as_short2(in[4 * i + 3]);
    ushort one = (ushort)(a.y * b.x + 7), two = (ushort)(one >> (b.y & 15));
    out[4 * i] = as_uint(a * b + a.yx) ^ as_uint(max(c, d));
    out[4 * i + 1] = as_uint(c >> (short2)3) + as_uint(a << (ushort2)(b.x & 15));
    out[4 * i + 2] = one | (uint)two << 16;
    out[4 * i + 3] = (uint)(uchar)(a.x + b.y) << 24 | (uint)(char)(c.x - d.y) >> 8 |
                     (uint)(a.x / (b.x | 1));
}

kernel void integer_dots(global const uint *in, global int *out) {
    uint i = get_global_id(0);
    uint a = in[4 * i], b = in[4 * i + 1], c = in[4 * i + 2];
    global int *r = out + 8 * i;
#ifdef HOST
    short2 sa = as_short2(a), sb = as_short2(b);
    ushort2 ua = as_ushort2(a), ub = as_ushort2(b);
    char4 ca = as_char4(a), cb = as_char4(b);
    wide s2 = (int)c, s4 = (int)c, s8 = (int)c;
    for (int n = 0; n < 2; n++)
        s2 += (long)sa[n] * sb[n];
    for (int n = 0; n < 4; n++)
        s4 += ca[n] * cb[n];
    for (int n = 0; n < 8; n++)
        s8 += ((int)(a << (28 - 4 * n)) >> 28) * ((int)(b << (28 - 4 * n)) >> 28);
    r[0] = (int)(long)s2, r[1] = (int)(long)s4, r[2] = (int)(long)s8;
    r[3] = saturate(s2, (int)0), r[4] = saturate(s4, (int)0), r[5] = saturate(s8, (int)0);
    r[6] = (int)(c + ua.x * ub.x + ua.y * ub.y);
    wide u2 = (wide)c + (ulong)ua.x * ub.x + (ulong)ua.y * ub.y;
    r[7] = (int)saturate(u2, (uint)0);
#elif defined(__GFX9__)
    r[0] = __builtin_amdgcn_sdot2(as_short2(a), as_short2(b), (int)c, false);
    r[1] = __builtin_amdgcn_sdot4((int)a, (int)b, (int)c, false);
    r[2] = __builtin_amdgcn_sdot8((int)a, (int)b, (int)c, false);
    r[3] = __builtin_amdgcn_sdot2(as_short2(a), as_short2(b), (int)c, true);
    r[4] = __builtin_amdgcn_sdot4((int)a, (int)b, (int)c, true);
    r[5] = __builtin_amdgcn_sdot8((int)a, (int)b, (int)c, true);
    r[6] = (int)__builtin_amdgcn_udot2(as_ushort2(a), as_ushort2(b), c, false);
    r[7] = (int)__builtin_amdgcn_udot2(as_ushort2(a), as_ushort2(b), c, true);
#endif
}

// Addresses and long sums, for which there are instructions of their own.
kernel void wide_sums(global const uint *in, global ulong *out) {
    uint i = get_global_id(0);
    ulong a = (ulong)in[4 * i] << 32 | in[4 * i + 1], b = (ulong)in[4 * i + 2] << 31 | in[4 * i + 3];
    out[3 * i] = (a << 3) + b;
    out[3 * i + 1] = a - b + ((ulong)in[4 * i] * in[4 * i + 3]);
    out[3 * i + 2] = (ulong)((long)a >> (b & 63)) + (a < b ? a : ~b);
}

// More than 64 KiB of local memory.
kernel void large_local(global const uint *in, global uint *out) {
#if defined(HOST) || defined(__gfx950__)
    local uint all[36864];
    uint i = get_local_id(0);
    for (uint n = i; n < 36864; n += 256)
        all[n] = in[n & 4095] + n;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint sum = 0;
    for (uint n = 0; n < 64; n++)
        sum += all[(i * 577 + n * 1031) % 36864] * (n + 1);
    out[i] = sum;
#endif
}

// Rows of a wave change places.
kernel void swaps(global const uint *in, global uint *out) {
    uint i = get_global_id(0), a = in[2 * i], b = in[2 * i + 1];
#ifdef HOST
    uint lane = wave_lane();
    ulong both = (ulong)b << 32 | a;
    const ulong *all = wave_post(both);
    // Odd rows of the first with even rows of the second.
    out[4 * i] = lane & 16 ? (uint)(all[lane - 16] >> 32) : a;
    out[4 * i + 1] = lane & 16 ? b : (uint)all[lane + 16];
    all = wave_post(both);
    out[4 * i + 2] = lane & 32 ? (uint)(all[lane - 32] >> 32) : a;
    out[4 * i + 3] = lane & 32 ? b : (uint)all[lane + 32];
#elif defined(__gfx950__)
    uint2 rows = __builtin_amdgcn_permlane16_swap(a, b, false, false);
    uint2 halves = __builtin_amdgcn_permlane32_swap(a, b, false, false);
    vstore4((uint4)(rows, halves), i, out);
#endif
}

// Any function of three bits.
kernel void tables(global const uint *in, global uint *out) {
    uint i = get_global_id(0), a = in[4 * i], b = in[4 * i + 1], c = in[4 * i + 2];
    ushort d = (ushort)a, e = (ushort)b, f = (ushort)c;
    out[4 * i] = (a & ~b) | (b ^ c);
    out[4 * i + 1] = ~(a ^ b ^ c);
    out[4 * i + 2] = (a & b) | (b & c) | (c & a);
    out[4 * i + 3] = (ushort)((d & e) ^ (ushort)~f);
}

// Loads that go to local memory past the registers: lanes side by side there, wherever they load from.
kernel void straight(global const uint *in, global uint *out) {
    local uint all[64];
    uint i = get_local_id(0);
#if defined(HOST)
    all[i] = in[i * 7 % 64];
#elif defined(__GFX9__)
    __builtin_amdgcn_global_load_lds((global uint *)in + i * 7 % 64, all, 4, 0, 0);
    __builtin_amdgcn_s_waitcnt(0);
#endif
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = all[63 - i];
}

kernel void straight_quads(global const uint *in, global uint *out) {
    local uint4 all[64];
    uint i = get_local_id(0);
#if defined(HOST)
    all[i] = vload4(i * 7 % 64, in);
#elif defined(__gfx950__)
    __builtin_amdgcn_global_load_lds((global uint *)in + 4 * (i * 7 % 64), all, 16, 0, 0);
    __builtin_amdgcn_s_waitcnt(0);
#endif
    barrier(CLK_LOCAL_MEM_FENCE);
    vstore4(all[63 - i], i, out);
}
