// A select of short vectors by a splat of a component that is negated: both choices are equal, so one is
// stored whatever the condition is. OpenCL leaves to the implementation what -1.0 becomes as a `ushort`
// (6.3.3.3 of its C); it does not leave the program undefined.
// clang: s_endpgm alone
// right: v_mov_b32_e32 v1, s2 and then global_store_b32 v0, v1, s[0:1]
// build: gfx1100 -O2
// items: 1
// in: 0x00050005 0x00050005
// out right: 0x00050005
// out clang: 0x00000000
kernel void k(global const short2 *in, global short2 *out) {
    float2 v = (float2)(1.0f, 2.0f);
    *out = (short2)((ushort)-v.x) ? in[0] : in[1];
}
