// `(0 - x) * y` is compiled as `-x * y`: 0 - 0 is +0, but -0 is not.
// clang: v_mul_f32_e64 v0, -v0, v1
// right: v_sub_f32_e32 v0, 0, v0 and then v_mul_f32_e32 v0, v0, v1
// build: gfx1100 -O2
// items: 1
// in: 0x00000000 0x3f800000
// out right: 0x00000000
// out clang: 0x80000000
kernel void k(global const float *in, global float *out) {
    uint i = __builtin_amdgcn_workitem_id_x();
    out[i] = (0.0f - in[i]) * in[i + 1];
}
