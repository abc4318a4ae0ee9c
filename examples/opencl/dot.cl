/* The dot product of two vectors: each workgroup adds up its share in local memory and gives one sum.

   A compiler is needed only to change this file. dot.rdna3 launches the object beside it, which

       scripts/compile-kernel dot.cl gfx1100 -O2 dot.hsaco -cl-kernel-arg-info

   makes; with clang installed, this does both at once:

       wavetank run dot.cl --arg 'a=f32[256]:arange(256)' --arg 'b=f32[256]:repeat(0.5)' \
           --arg 'out_sums=f32[4]' --global 4 --local 64 */

#define THREADS 64

kernel void dot_products(global const float *a, global const float *b, global float *sums)
{
    local float part[THREADS];
    int id = get_local_id(0);
    part[id] = a[get_global_id(0)] * b[get_global_id(0)];
    for (int step = THREADS / 2; step > 0; step /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (id < step)
            part[id] += part[id + step];
    }
    if (id == 0)
        sums[get_group_id(0)] = part[0];
}
