// Without optimisation the upper half of a register is taken for the lower one.
// clang: v_mov_b16_e32 v0.l, v1.l
// right: v_mov_b16_e32 v0.l, v1.h
// build: gfx1100 -O0
// items: 1
// in: 0x00040003
// out right: 0x00000010
// out clang: 0x00000008
kernel void k(global const uint *in, global uint *out) {
    union { uint w; short2 h; uchar4 b; } c;
    c.w = *in;
    *out = (1 << c.h.s1) + c.b.s3;
}
