// The sum of every workgroup's numbers, four for each work-item, by halving in local memory.
#define SIZE 256

kernel __attribute__((reqd_work_group_size(SIZE, 1, 1)))
void reduction(global const uint *in, global uint *out) {
    local uint sums[SIZE];
    uint x = get_local_id(0);
    global const uint *own = in + get_group_id(0) * SIZE * 4 + x;
    sums[x] = own[0] + own[SIZE] + own[2 * SIZE] + own[3 * SIZE];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint half_ = SIZE / 2; half_ > 0; half_ /= 2) {
        if (x < half_)
            sums[x] += sums[x + half_];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (x == 0)
        out[get_group_id(0)] = sums[0];
}
