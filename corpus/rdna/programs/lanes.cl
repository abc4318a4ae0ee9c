// What lanes of a wave do together, as libraries do it.
//
// kernel reduce: groups 2, block 128, in u32 256, out 512
// kernel scan: groups 2, block 128, in u32 256, out 256
// kernel votes: groups 2, block 128, in u32 256, out 1024
// kernel rotate_lanes: groups 2, block 128, in u32 256, out 512
// kernel rows: groups 2, block 128, in u32 256, out 1024
// kernel select_lane: groups 2, block 128, in u32 256, out 256
// kernel wave_sort: groups 2, block 128, in u32 256, out 256

kernel void reduce(global const uint *in, global uint *out) {
    uint i = get_global_id(0), x = in[i];
    x += lane_dpp(0, x, 0x121, 15, 15, true);
    x += lane_dpp(0, x, 0x122, 15, 15, true);
    x += lane_dpp(0, x, 0x124, 15, 15, true);
    x += lane_dpp(0, x, 0x128, 15, 15, true);
    x += lane_row(x, 0x76543210u, 0xfedcba98u, 1);
    uint most = in[i];
    for (uint n = 16; n > 0; n /= 2)
        most = max(most, lane_permute(most, (get_local_id(0) ^ n) * 4));
    out[2 * i] = x;
    out[2 * i + 1] = most;
}

// Within rows by shifts, then from row to row.
kernel void scan(global const uint *in, global uint *out) {
    uint i = get_global_id(0), lane = get_local_id(0) & 31, x = in[i] & 0xfffff;
    x += lane_dpp(0, x, 0x111, 15, 15, true);
    x += lane_dpp(0, x, 0x112, 15, 15, true);
    x += lane_dpp(0, x, 0x114, 15, 15, true);
    x += lane_dpp(0, x, 0x118, 15, 15, true);
    uint row = lane_permute(x, ((get_local_id(0) & ~31u) | 15) * 4);
    out[i] = lane < 16 ? x : x + row;
}

kernel void votes(global const uint *in, global uint *out) {
    uint i = get_global_id(0), word = in[i];
    ulong odd = lane_ballot(word & 1), large = lane_ballot(word > 0x80000000u);
    out[4 * i] = (uint)odd ^ (uint)(odd >> 32);
    out[4 * i + 1] = lane_prefix(odd & large);
    out[4 * i + 2] = (uint)ctz(odd | large | 1UL << 40);
    out[4 * i + 3] = popcount(odd) > popcount(large) ? word : lane_prefix(~odd);
}

kernel void rotate_lanes(global const uint *in, global uint *out) {
    uint i = get_global_id(0), word = in[i], at = get_local_id(0);
    out[2 * i] = lane_permute(word, (at + 5) * 4) ^ lane_scatter(word, (at * 3 + 1) * 4);
    out[2 * i + 1] = lane_swizzle(word, 0x041f) + lane_swizzle(word, 0x7c1f) * 3 +
                     lane_swizzle(word, 0x80b1) * 5 + lane_swizzle(word, 0x0155);
}

kernel void rows(global const uint *in, global uint *out) {
    uint i = get_global_id(0), word = in[i];
    out[4 * i] = lane_dpp(word, word * 3, 0x1b, 15, 15, false) ^ lane_dpp(7, word, 0x140, 5, 15, false);
    out[4 * i + 1] = lane_dpp(9, word, 0x103, 15, 12, false) + lane_dpp(1, word, 0x115, 15, 15, true);
    out[4 * i + 2] = lane_row(word, 0x01234567u, 0xfedcba98u, 0) - lane_row(word, 0u, 0x33333333u, 1);
    out[4 * i + 3] = lane_eight(word, 0x688fac) * 3 + lane_dpp(0, word, 0x155, 15, 15, true) +
                     lane_dpp(0, word, 0x163, 15, 15, true) + lane_dpp(0, word, 0x141, 15, 15, true);
}

kernel void select_lane(global const uint *in, global uint *out) {
    uint i = get_global_id(0), word = in[i], sum = 0;
    for (uint n = 0; n < 32; n += 3)
        sum = sum * 7 + lane_read(word, n);
    out[i] = sum ^ word;
}

// Thirty-two at a time, in registers alone.
kernel void wave_sort(global const uint *in, global uint *out) {
    uint i = get_global_id(0), x = in[i], lane = get_local_id(0) & 31;
    for (uint size = 2; size <= 32; size *= 2)
        for (uint stride = size / 2; stride > 0; stride /= 2) {
            uint other = lane_permute(x, (lane ^ stride) * 4);
            bool up = ((lane & size) == 0) == ((lane & stride) == 0);
            x = up ? min(x, other) : max(x, other);
        }
    out[i] = x;
}
