// Three halves are kept where the second part of a condition says so. The first two of them have been
// overwritten before that is known.
// clang: v_mov_b32_e32 v8, 0x10001 before the lanes part, and nothing that brings the old value back
// right: the same behind the branch
// build: gfx1100 -O2
// items: 2
// in: 0x11112222 0x00003333 5 0x55556666 0x77778888 0x9999aaaa 0xbbbbcccc 0xddddeeee 0*8 7 0
// out right: 0x11112222 0x3333 0x11112222 0x3333 5 0x55556666 0x11112222 0x3333 5 0x55556666 0x40000000*4 0x00050000 0
// out clang: 0x11112222 0x3333 0x11112222 0x3333 5 0x55556666 0x11112222 0x3333 5 0x55556666 0x40000000*4 0x00010001 0
kernel void k(global const uint *in, global uint *out) {
    uint i = get_local_id(0);
    ushort a = ((global const ushort *)in)[i], b = ((global const ushort *)in)[i + 1];
    ulong u = ((global const ulong *)in)[8];
    double d = ((global const double *)in)[i];
    float4 g = vload4(i, (global const float *)in);
    ushort3 f = vload3(i, (global const ushort *)in);
    if (i == 1) {
        if (fmod(d, d) <= 0.0 && (ushort)u > (ushort)(a + b))
            f = (ushort3)1;
        else
            g = (int)u > 1 ? (float4)2 : (float4)3;
    }
    ulong n = as_ulong(d);
    n = (n & 0x7fffffffffffffffUL) > 0x7ff0000000000000UL ? 0x7ff8000000000000UL : n;
    ((global ulong *)out)[4 * i] = n;
    vstore4(g, 0, (global float *)(out + 8 * i + 2));
    vstore3(f, 0, (global ushort *)(out + 8 * i + 6));
}
