// `mov_dpp8` reads other lanes, but is moved to behind a branch that only some lanes take: those that
// it reads are switched off there, and zeros come from them.
// clang: v_cmpx_ne_u32_e32 before v_mov_b32_dpp v1, v1 dpp8:[1,0,3,2,5,4,7,6]
// right: the two the other way round
// build: gfx1100 -O2
// items: 32
// in: 0..32
// out right: 0 0 0 2 0 4 0 6 0 8 0 10 0 12 0 14 0 16 0 18 0 20 0 22 0 24 0 26 0 28 0 30
// out clang: 0*32
kernel void k(global const uint *in, global uint *out) {
    uint i = __builtin_amdgcn_workitem_id_x();
    uint v = in[i];
    uint neighbour = __builtin_amdgcn_mov_dpp8(v, 0xde54c1);
    if (v & 1)
        out[i] = neighbour;
}
