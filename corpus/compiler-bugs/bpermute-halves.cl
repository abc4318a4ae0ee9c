// `ds_bpermute` with the same index in all lanes is compiled as `v_readlane`. On gfx11 the two halves
// of a wave of 64 lanes are permuted each on its own, so that lanes 32 to 63 fetch from lane 32 + 3.
// clang: v_readlane_b32 s2, v1, 3
// right: ds_bpermute_b32 v1, v2, v1
// build: gfx1100 -O2 wave64
// items: 64
// in: 0..64
// out right: 3*32 35*32
// out clang: 3*64
kernel void k(global const int *in, global int *out) {
    uint i = __builtin_amdgcn_workitem_id_x();
    out[i] = __builtin_amdgcn_ds_bpermute(4 * 3, in[i]);
}
