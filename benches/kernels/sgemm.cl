// C = A * B for square matrices of n rows, one tile of 16 by 16 in local memory at a time.
#define TILE 16

kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void sgemm(global const float *a, global const float *b, global float *c, int n) {
    local float tile_a[TILE][TILE], tile_b[TILE][TILE];
    int column = get_global_id(0), row = get_global_id(1);
    int x = get_local_id(0), y = get_local_id(1);
    float sum = 0;
    for (int at = 0; at < n; at += TILE) {
        tile_a[y][x] = a[row * n + at + x];
        tile_b[y][x] = b[(at + y) * n + column];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < TILE; k++)
            sum = fma(tile_a[y][k], tile_b[k][x], sum);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[row * n + column] = sum;
}
