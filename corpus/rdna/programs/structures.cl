// Grids, graphs, text, records.
//
// kernel life: groups 4, block 64, in u32 64, out 256
// kernel bfs: groups 1, block 64, in u32 256, out 64
// kernel search: groups 1, block 64, in u32 128, out 128
// kernel transpose: groups 4, block 256, in u32 4096, out 4096
// kernel wide_transpose: groups 1, block 64, in u32 1024, out 1024
// kernel records: groups 1, block 64, in u32 512, out 384
// kernel machine: groups 1, block 64, in u32 1024, out 128
// kernel queens: groups 1, block 32, in u32 32, out 32
// kernel distance: groups 1, block 64, in u32 512, out 64
// kernel bytes: groups 2, block 64, in u32 512, out 512
// kernel float_atomics: groups 4, block 64, in u32 256, out 16
// kernel recursive: groups 1, block 64, in u32 64, out 64
// kernel dijkstra: groups 1, block 32, in u32 256, out 512

kernel void life(global const uint *in, global uint *out) {
    uint i = get_global_id(0), x = i % 16, y = i / 16, alive = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            uint n = ((y + dy) & 15) * 16 + ((x + dx) & 15);
            alive += dx || dy ? in[n / 32] >> n % 32 & 1 : 0;
        }
    uint own = in[i / 32] >> i % 32 & 1;
    out[i] = alive == 3 || (own && alive == 2);
}

// Level by level; every node has four edges.
kernel void bfs(global const uint *in, global uint *out) {
    local uint levels[64];
    local uint changed;
    uint at = get_local_id(0);
    levels[at] = at == 0 ? 0 : ~0u;
    for (uint level = 0; level < 64; level++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        uint own = levels[at];
        if (at == 0)
            changed = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (own == level)
            for (uint n = 0; n < 4; n++) {
                uint to = in[4 * at + n] % 64;
                if (__scoped_atomic_fetch_min(&levels[to], level + 1, __ATOMIC_RELAXED,
                                              __MEMORY_SCOPE_WRKGRP) > level + 1)
                    __scoped_atomic_store_n(&changed, 1u, __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP);
            }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (!changed)
            break;
    }
    out[at] = levels[at];
}

kernel void search(global const uint *in, global uint *out) {
    size_t i = get_global_id(0);
    global const uchar *text = (global const uchar *)in;
    uchar wanted[2] = {(uchar)(i * 4), (uchar)(i * 4 + 1)};
    uint count = 0, last = ~0u;
    for (uint n = 0; n + 1 < 512; n++) {
        if ((text[n] & 0xfe) != (wanted[0] & 0xfe))
            continue;
        count++;
        last = n;
        if (text[n + 1] == wanted[1])
            break;
    }
    out[2 * i] = count;
    out[2 * i + 1] = last;
}

kernel void transpose(global const uint *in, global uint *out) {
    local uint tile[32][33];
    uint at = get_local_id(0), x = at % 32, y = at / 32;
    uint gx = get_group_id(0) % 2 * 32, gy = get_group_id(0) / 2 * 32;
    for (uint n = 0; n < 32; n += 8)
        tile[y + n][x] = in[(gy + y + n) * 64 + gx + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint n = 0; n < 32; n += 8)
        out[(gx + y + n) * 64 + gy + x] = tile[x][y + n];
}

kernel void wide_transpose(global const uint *in, global uint *out) {
    local uint4 tile[256];
    local uint pairs[512];
    uint at = get_local_id(0);
    for (uint n = 0; n < 4; n++)
        tile[(at + n * 64) ^ (at / 8)] = vload4(n * 64 + at, in);
    for (uint n = 0; n < 8; n++)
        pairs[n * 64 + at] = in[n * 64 + at] * 3;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint n = 0; n < 4; n++) {
        uint4 v = tile[(at * 4 + n) ^ 5];
        // Two words a stride apart, and two neighbours.
        v.x += pairs[at] ^ pairs[at + 64 * n];
        v.w -= pairs[2 * at] + pairs[2 * at + 1];
        vstore4(v.wzyx, at * 4 + n, out);
    }
}

struct Point {
    uchar tag;
    short x, y;
    double weight;
    union {
        uint word;
        uchar4 bytes;
    } colour;
};
void move(struct Point *p, int by) {
    p->x = add_sat(p->x, (short)by);
    p->y -= by;
    p->weight *= by;
    p->colour.bytes.yz = p->colour.bytes.zy;
    p->tag++;
}
kernel void records(global const uint *in, global uint *out) {
    size_t i = get_global_id(0);
    struct Point all[4], copy;
    for (int n = 0; n < 4; n++) {
        uint word = in[8 * i + n];
        all[n].tag = (uchar)word;
        all[n].x = (short)(word >> 8);
        all[n].y = (short)(word >> 16);
        all[n].weight = (double)word;
        all[n].colour.word = ~word;
    }
    for (int n = 0; n < 6; n++) {
        uint which = in[8 * i + 4 + n % 4] % 4;
        move(&all[which], (int)(in[8 * i + n] & 0xfff) - 2048);
        copy = all[(which + 1) & 3];
        all[(which + 1) & 3] = all[which];
        all[which] = copy;
    }
    out[6 * i] = all[0].tag | (uint)all[1].tag << 8 | (uint)all[2].tag << 16 | (uint)all[3].tag << 24;
    out[6 * i + 1] = as_uint((short2)(all[0].x, all[1].y));
    out[6 * i + 2] = all[2].colour.word;
    out[6 * i + 3] = all[3].colour.bytes.y;
    vstore2(as_uint2(all[1].weight + all[2].weight), 0, out + 6 * i + 4);
}

// An interpreter: a jump for each instruction, another way for each item.
kernel void machine(global const uint *in, global uint *out) {
    size_t i = get_global_id(0);
    uint registers[8] = {1, 2, 3, 5, 8, 13, 21, (uint)i};
    uint at = 0, steps = 0;
    while (steps < 200) {
        uint word = in[16 * i + (at & 15)];
        uint a = word >> 4 & 7, b = word >> 7 & 7, to = word >> 10 & 7;
        steps++, at++;
        switch (word & 15) {
        case 0: registers[to] = registers[a] + registers[b]; break;
        case 1: registers[to] = registers[a] - registers[b]; break;
        case 2: registers[to] = registers[a] * registers[b]; break;
        case 3: registers[to] = registers[a] ^ registers[b]; break;
        case 4: registers[to] = registers[a] << (registers[b] & 31); break;
        case 5: registers[to] = registers[a] / (registers[b] | 1); break;
        case 6: registers[to] = rotate(registers[a], registers[b]); break;
        case 7: registers[to] = word >> 13; break;
        case 8: if (registers[a] & 1) at += to; break;
        case 9: if (registers[a] > registers[b]) at -= to; break;
        case 10: registers[to] = popcount(registers[a]); break;
        case 11: registers[registers[a] & 7] = registers[b]; break;
        case 12: registers[to] = registers[registers[b] & 7]; break;
        case 13: if (registers[a] % 5 == 0) steps = 1000; break;
        default: registers[to] += at;
        }
    }
    uint sum = 0;
    for (int n = 0; n < 8; n++)
        sum = sum * 31 + registers[n];
    out[2 * i] = sum;
    out[2 * i + 1] = steps;
}

kernel void queens(global const uint *in, global uint *out) {
    uint i = get_global_id(0), size = 4 + i % 4, all = (1u << size) - 1, found = 0;
    uint columns[8], left[8], right[8], open[8];
    int depth = 0;
    columns[0] = left[0] = right[0] = 0;
    open[0] = all;
    while (depth >= 0) {
        if (open[depth] == 0) {
            depth--;
            continue;
        }
        uint place = open[depth] & -open[depth];
        open[depth] ^= place;
        if (depth + 1 == (int)size) {
            found++;
            continue;
        }
        columns[depth + 1] = columns[depth] | place;
        left[depth + 1] = (left[depth] | place) << 1;
        right[depth + 1] = (right[depth] | place) >> 1;
        depth++;
        open[depth] = all & ~(columns[depth] | left[depth] | right[depth]);
    }
    out[i] = found;
}

// Between two strings, by rows.
kernel void distance(global const uint *in, global uint *out) {
    size_t i = get_global_id(0);
    global const uchar *a = (global const uchar *)(in + 8 * i), *b = a + 16;
    uchar row[17];
    for (int n = 0; n <= 16; n++)
        row[n] = (uchar)n;
    for (int y = 0; y < 16; y++) {
        uchar corner = row[0];
        row[0] = (uchar)(y + 1);
        for (int x = 0; x < 16; x++) {
            uchar change = (uchar)(corner + ((a[y] & 3) != (b[x] & 3)));
            corner = row[x + 1];
            row[x + 1] = min(change, (uchar)(min(row[x], row[x + 1]) + 1));
        }
    }
    out[i] = row[16];
}

// Bytes and shorts, wherever they lie.
kernel void bytes(global const uint *in, global uint *out) {
    local uchar shared[512];
    uint at = get_local_id(0), gid = get_global_id(0);
    vstore8(vload8(0, (global const uchar *)in + 16 * gid + 3), at, shared);
    barrier(CLK_LOCAL_MEM_FENCE);
    uchar4 a = vload4(0, shared + (at * 37 + 1) % 500);
    ushort b = (ushort)(shared[(at * 5 + 2) & 511] << 8 | shared[at ^ 17]);
    global uchar *to = (global uchar *)out + 16 * gid;
    vstore4(a, 0, to + 1);
    to[0] = (uchar)(b >> 8);
    to[5] = (uchar)b;
    *(global ushort *)(to + 6) = (ushort)(b + a.x);
    vstore3(as_uchar4((uint)b * 0x10101u).xyz, 0, to + 9);
    to[8] = (uchar)max((char)a.y, (char)a.z);
    *(global short *)(to + 14) = (short)((char)a.w * (char)a.x);
}

// Sums of small whole numbers are exact in any order.
kernel void float_atomics(global const uint *in, global uint *out) {
    local float sums[4];
    uint at = get_local_id(0), word = in[get_global_id(0)];
    if (at < 4)
        sums[at] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    __scoped_atomic_fetch_add(&sums[word & 3], (float)(word >> 4 & 255), __ATOMIC_RELAXED,
                              __MEMORY_SCOPE_WRKGRP);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (at < 4)
        __scoped_atomic_fetch_add((global float *)out + at, sums[at], __ATOMIC_RELAXED,
                                  __MEMORY_SCOPE_DEVICE);
    __scoped_atomic_fetch_add((global double *)out + 4, (double)(word >> 8 & 1023),
                              __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
    __scoped_atomic_fetch_max((global int *)out + 10, (int)word, __ATOMIC_RELAXED,
                              __MEMORY_SCOPE_DEVICE);
    __scoped_atomic_fetch_sub((global float *)out + 11, (float)(word & 15), __ATOMIC_RELAXED,
                              __MEMORY_SCOPE_DEVICE);
    __scoped_atomic_fetch_or((global ulong *)out + 6, 1UL << (word & 63), __ATOMIC_RELAXED,
                             __MEMORY_SCOPE_SYSTEM);
    __scoped_atomic_fetch_add((global ushort *)out + 28, (ushort)word, __ATOMIC_RELAXED,
                              __MEMORY_SCOPE_DEVICE);
    __scoped_atomic_fetch_xor((global uchar *)out + 61, (uchar)word, __ATOMIC_RELAXED,
                              __MEMORY_SCOPE_DEVICE);
}

// Calls that nobody unfolds.
__attribute__((noinline)) uint step_c(uint x, uint y, uint4 v) { return x * y + v.x + v.w; }
__attribute__((noinline)) uint step_b(uint x, uint *y) {
    *y += step_c(x, *y, (uint4)(x, 1, 2, *y));
    return x ^ *y;
}
__attribute__((noinline)) uint step_a(uint x, uint depth) {
    uint y = depth;
    for (uint n = 0; n < depth; n++)
        x = step_b(x, &y) + step_c(y, n, (uint4)(depth));
    return x + y;
}
kernel void recursive(global const uint *in, global uint *out) {
    size_t i = get_global_id(0);
    out[i] = i % 3 ? step_a(in[i], i % 7) : step_b(in[i], (uint[]){(uint)i});
}

kernel void dijkstra(global const uint *in, global uint *out) {
    size_t i = get_global_id(0);
    uint distance[16];
    ushort open = 0xffff;
    for (uint n = 0; n < 16; n++)
        distance[n] = n == i % 16 ? 0 : 1u << 30;
    while (open) {
        uint best = ~0u, at = 0;
        for (uint n = 0; n < 16; n++)
            if (open >> n & 1 && distance[n] < best)
                best = distance[n], at = n;
        open &= (ushort)~(1 << at);
        for (uint n = 0; n < 16; n++) {
            uint length = in[(at * 16 + n) & 255] % 97 + 1;
            if (length > 30)
                continue;
            distance[n] = min(distance[n], best + length);
        }
    }
    for (uint n = 0; n < 16; n++)
        out[16 * i + n] = distance[n];
}
