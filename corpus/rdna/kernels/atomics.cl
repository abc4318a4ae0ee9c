// Atomic operations of every kind.
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable

kernel void combine(global const uint *a, global uint *out) {
    uint x = a[get_global_id(0)];
    atomic_add(&out[0], x);
    atomic_sub(&out[1], x);
    atomic_min(&out[2], x);
    atomic_max(&out[3], x);
    atomic_and(&out[4], x | 0xff);
    atomic_or(&out[5], x & 0xff00);
    atomic_xor(&out[6], x);
    atomic_inc(&out[7]);
    atomic_dec(&out[8]);
}

kernel void combine_signed(global const int *a, global int *out) {
    int x = a[get_global_id(0)];
    atomic_min(&out[0], x);
    atomic_max(&out[1], x);
    atomic_add((volatile global int *)&out[2], x);
}

kernel void combine_local(global const uint *a, global uint *out) {
    local uint s[8];
    uint t = (uint)get_local_id(0);
    if (t < 8)
        s[t] = t == 2 || t == 4 ? 0xffffffffu : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint x = a[get_global_id(0)];
    atomic_add(&s[0], x);
    atomic_sub(&s[1], x);
    atomic_min(&s[2], x);
    atomic_max(&s[3], x);
    atomic_and(&s[4], x | 0xff);
    atomic_or(&s[5], x & 0xff00);
    atomic_xor(&s[6], x);
    atomic_inc(&s[7]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < 8)
        out[get_group_id(0) * 8 + t] = s[t];
}

kernel void combine_wide(global const ulong *a, global ulong *out) {
    ulong x = a[get_global_id(0)];
    atom_add(&out[0], x);
    atom_min(&out[1], x);
    atom_max(&out[2], x);
    atom_xor(&out[3], x);
    atom_or(&out[4], x & 0xff00000000ul);
}

// Old values are a permutation of 0 .. n-1, whatever the order.
kernel void tickets(global uint *counter, global uint *out) {
    uint mine = atomic_inc(counter);
    atomic_add(&out[mine], 1);
}

// Adds floats with compare and swap; the values make every order exact.
kernel void add_floats(global const float *a, global uint *out) {
    float x = a[get_global_id(0)];
    uint old = out[0], seen;
    do {
        seen = old;
        old = atomic_cmpxchg(&out[0], seen, as_uint(as_float(seen) + x));
    } while (old != seen);
}

kernel void exchange(global uint *slots, global uint *out) {
    uint i = (uint)get_global_id(0);
    out[i] = atomic_xchg(&slots[i], i + 1);
}
