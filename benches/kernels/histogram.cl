// How often each byte occurs: counted in local memory with atomics, then added up in global memory.
#define BINS 256

kernel __attribute__((reqd_work_group_size(BINS, 1, 1)))
void histogram(global const uint *in, global uint *out, int each) {
    local uint bins[BINS];
    uint x = get_local_id(0);
    bins[x] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    global const uint *own = in + get_group_id(0) * BINS * each;
    for (int i = 0; i < each; i++) {
        uint word = own[i * BINS + x];
        atomic_inc(&bins[word & 255]);
        atomic_inc(&bins[word >> 8 & 255]);
        atomic_inc(&bins[word >> 16 & 255]);
        atomic_inc(&bins[word >> 24]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&out[x], bins[x]);
}
