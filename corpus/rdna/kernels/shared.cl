// Local memory and barriers.

kernel void reduce(global const float *a, global float *out) {
    local float part[64];
    uint t = (uint)get_local_id(0);
    part[t] = a[get_global_id(0)];
    for (uint half_size = 32; half_size; half_size /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (t < half_size)
            part[t] += part[t + half_size];
    }
    if (t == 0)
        out[get_group_id(0)] = part[0];
}

kernel void prefix_sum(global const uint *a, global uint *out, local uint *scratch) {
    uint t = (uint)get_local_id(0), n = (uint)get_local_size(0);
    scratch[t] = a[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = 1; step < n; step *= 2) {
        uint add = t >= step ? scratch[t - step] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        scratch[t] += add;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = scratch[t];
}

kernel void transpose(global const float *a, global float *out, uint width, uint height) {
    local float tile[8][9];
    uint x = (uint)get_local_id(0), y = (uint)get_local_id(1);
    tile[y][x] = a[get_global_id(1) * width + get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[(get_group_id(0) * 8 + y) * height + get_group_id(1) * 8 + x] = tile[x][y];
}

kernel void matrix_product(global const float *a, global const float *b, global float *out, uint n) {
    local float tile_a[8][8], tile_b[8][8];
    uint x = (uint)get_local_id(0), y = (uint)get_local_id(1);
    uint column = (uint)get_global_id(0), row = (uint)get_global_id(1);
    float sum = 0;
    for (uint k = 0; k < n; k += 8) {
        tile_a[y][x] = a[row * n + k + x];
        tile_b[y][x] = b[(k + y) * n + column];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint i = 0; i < 8; i++)
            sum = fma(tile_a[y][i], tile_b[i][x], sum);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[row * n + column] = sum;
}

kernel void histogram(global const uchar *a, global uint *out, uint per_thread) {
    local uint bins[16];
    uint t = (uint)get_local_id(0);
    if (t < 16)
        bins[t] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = 0; i < per_thread; i++)
        atomic_inc(&bins[a[get_global_id(0) * per_thread + i] >> 4]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < 16)
        atomic_add(&out[t], bins[t]);
}

kernel void stencil(global const float *a, global float *out, uint width) {
    local float row[66];
    uint t = (uint)get_local_id(0);
    uint x = (uint)get_global_id(0), y = (uint)get_global_id(1);
    row[t + 1] = a[y * width + x];
    if (t == 0)
        row[0] = x ? a[y * width + x - 1] : 0.0f;
    if (t == 63)
        row[65] = x + 1 < width ? a[y * width + x + 1] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[y * width + x] = row[t] - 2.0f * row[t + 1] + row[t + 2];
}
