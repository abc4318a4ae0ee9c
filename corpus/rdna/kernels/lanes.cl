// What lanes of a wave say to each other.

kernel void broadcast(global const uint *a, global uint *out) {
    size_t i = get_global_id(0);
    out[2 * i] = __builtin_amdgcn_readfirstlane(a[i]);
    out[2 * i + 1] = __builtin_amdgcn_readlane(a[i], 5);
}

kernel void vote(global const uint *a, global uint *out) {
    size_t i = get_global_id(0);
    uint mask = __builtin_amdgcn_ballot_w32(a[i] & 1);
    uint before = __builtin_amdgcn_mbcnt_lo(mask, 0);
    out[2 * i] = mask;
    out[2 * i + 1] = before;
}

kernel void shuffle(global const uint *a, global const uint *from, global uint *out) {
    size_t i = get_global_id(0);
    out[i] = __builtin_amdgcn_ds_bpermute((int)(from[i] * 4), a[i]);
}

kernel void wave_sum(global const uint *a, global uint *out) {
    size_t i = get_global_id(0);
    int x = (int)a[i];
    // Rows of sixteen by rotation, then the two rows.
    x += __builtin_amdgcn_mov_dpp(x, 0x121, 15, 15, false);
    x += __builtin_amdgcn_mov_dpp(x, 0x122, 15, 15, false);
    x += __builtin_amdgcn_mov_dpp(x, 0x124, 15, 15, false);
    x += __builtin_amdgcn_mov_dpp(x, 0x128, 15, 15, false);
    x += __builtin_amdgcn_permlanex16(x, x, 0x76543210, 0xfedcba98, false, false);
    out[i] = (uint)x;
}

kernel void swizzle(global const uint *a, global uint *out) {
    size_t i = get_global_id(0);
    out[i] = __builtin_amdgcn_ds_swizzle((int)a[i], 0x041f);
}
