// The library's `mad_sat` of `long` saturates where the product alone is the least number there is:
// 2^62 * -2 + 2 is -2^63 + 2.
// clang: mad_sat in libclc 22
// right: 0x8000000000000002
// build: gfx1100 -O2 library
// items: 1
// in: 0 0x40000000 0xfffffffe 0xffffffff 2 0
// out right: 2 0x80000000
// out clang: 0 0x80000000
kernel void k(global const long *in, global long *out) { *out = mad_sat(in[0], in[1], in[2]); }
