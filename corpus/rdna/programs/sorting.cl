// Sorting, counting, sums of prefixes.
//
// kernel bitonic: groups 4, block 128, in u32 1024, out 1024
// kernel prefix: groups 3, block 256, in u32 768, out 772
// kernel radix: groups 2, block 64, in u32 512, out 512
// kernel merge: groups 2, block 128, in u32 256, out 256
// kernel histogram64: groups 4, block 64, in u32 256, out 64
// kernel compact: groups 2, block 128, in u32 256, out 258

kernel void bitonic(global const uint *in, global uint *out) {
    local uint keys[256];
    uint at = get_local_id(0), base = get_group_id(0) * 256;
    keys[at] = in[base + at];
    keys[at + 128] = in[base + at + 128];
    for (uint size = 2; size <= 256; size <<= 1) {
        for (uint stride = size / 2; stride > 0; stride >>= 1) {
            barrier(CLK_LOCAL_MEM_FENCE);
            uint low = 2 * at - (at & (stride - 1)), high = low + stride;
            bool up = (low & size) == 0;
            uint a = keys[low], b = keys[high];
            if ((a > b) == up) {
                keys[low] = b;
                keys[high] = a;
            }
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[base + at] = keys[at];
    out[base + at + 128] = keys[at + 128];
}

// Up the tree and down again.
kernel void prefix(global const uint *in, global uint *out) {
    local uint sums[256];
    uint at = get_local_id(0), gid = get_global_id(0);
    sums[at] = in[gid] & 0xffff;
    for (uint stride = 1; stride < 256; stride *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        uint right = (at + 1) * stride * 2 - 1;
        if (right < 256)
            sums[right] += sums[right - stride];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (at == 0) {
        out[768 + get_group_id(0)] = sums[255];
        sums[255] = 0;
    }
    for (uint stride = 128; stride > 0; stride /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        uint right = (at + 1) * stride * 2 - 1;
        if (right < 256) {
            uint left = sums[right - stride];
            sums[right - stride] = sums[right];
            sums[right] += left;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[gid] = sums[at];
}

// Four bits of the key: count, place, scatter. Each item has four keys, in order.
kernel void radix(global const uint *in, global uint *out) {
    local uint counts[16 * 64];
    local uint first[17];
    uint at = get_local_id(0), base = get_group_id(0) * 256;
    for (uint digit = 0; digit < 16; digit++)
        counts[digit * 64 + at] = 0;
    uint4 keys = vload4(at, in + base);
    uint mine[4] = {keys.x, keys.y, keys.z, keys.w};
    for (uint i = 0; i < 4; i++)
        counts[(mine[i] >> 4 & 15) * 64 + at]++;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (at < 16) {
        uint sum = 0;
        for (uint i = 0; i < 64; i++) {
            uint own = counts[at * 64 + i];
            counts[at * 64 + i] = sum;
            sum += own;
        }
        first[at + 1] = sum;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (at == 0) {
        first[0] = 0;
        for (uint i = 1; i < 17; i++)
            first[i] += first[i - 1];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = 0; i < 4; i++) {
        uint digit = mine[i] >> 4 & 15;
        out[base + first[digit] + counts[digit * 64 + at]++] = mine[i];
    }
}

// Where each of two sorted halves' elements goes, by binary search.
kernel void merge(global const uint *in, global uint *out) {
    local uint keys[128];
    uint at = get_local_id(0), half_at = at & 63, base = get_group_id(0) * 128;
    uint key = (in[base] & 0xff) + half_at * 7 + (at >= 64 ? half_at % 3 : 0);
    keys[at] = key;
    barrier(CLK_LOCAL_MEM_FENCE);
    local const uint *other = keys + (at < 64 ? 64 : 0);
    uint low = 0, high = 64;
    while (low < high) {
        uint middle = (low + high) / 2;
        bool before = at < 64 ? other[middle] < key : other[middle] <= key;
        if (before)
            low = middle + 1;
        else
            high = middle;
    }
    out[base + half_at + low] = key;
}

kernel void histogram64(global const uint *in, global uint *out) {
    local ulong bins[32];
    uint at = get_local_id(0);
    if (at < 32)
        bins[at] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint word = in[get_global_id(0)];
    for (int i = 0; i < 4; i++, word >>= 8)
        __scoped_atomic_fetch_add(&bins[word & 31], ((ulong)word << 20) + 1, __ATOMIC_RELAXED,
                                  __MEMORY_SCOPE_WRKGRP);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (at < 32)
        __scoped_atomic_fetch_add((global ulong *)out + at, bins[at], __ATOMIC_RELAXED,
                                  __MEMORY_SCOPE_DEVICE);
}

// The odd ones, in order.
kernel void compact(global const uint *in, global uint *out) {
    local uint places[128];
    uint at = get_local_id(0), group = get_group_id(0);
    uint word = in[get_global_id(0)], keep = word & 1;
    places[at] = keep;
    for (uint stride = 1; stride < 128; stride *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        uint left = at >= stride ? places[at - stride] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        places[at] += left;
    }
    if (keep)
        out[group * 128 + places[at] - 1] = word;
    if (at == 127)
        out[256 + group] = places[at];
}
