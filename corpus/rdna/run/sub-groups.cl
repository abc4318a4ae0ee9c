// All functions of sub-groups, beside what each thread makes of the values of all threads one after the other. `wrong`
// counts what differs; workgroups of 80 threads have a last sub-group that is not full.

#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#define THREADS 80
#define ADD(a, b) ((a) + (b))
#define LESSER(a, b) ((b) < (a) ? (b) : (a))
#define GREATER(a, b) ((a) < (b) ? (b) : (a))

#define COMPARE(type, name, f, identity)                                                           \
    {                                                                                              \
        type before = identity, through = identity, all = identity;                                \
        for (uint i = first; i < end; i++) {                                                       \
            before = i < me ? f(before, values[i]) : before;                                       \
            through = i <= me ? f(through, values[i]) : through;                                   \
            all = f(all, values[i]);                                                               \
        }                                                                                          \
        wrong += sub_group_reduce_##name(x) != all;                                                \
        wrong += sub_group_scan_inclusive_##name(x) != through;                                    \
        wrong += sub_group_scan_exclusive_##name(x) != before;                                     \
    }

#define OF(type, value, least, greatest)                                                           \
    kernel void of_##type(global uint *out_wrong, global uint *out_sizes) {                        \
        local type values[THREADS];                                                                \
        uint me = get_local_id(0), wrong = 0, wave = get_max_sub_group_size();                     \
        uint first = me / wave * wave, end = min(first + wave, (uint)THREADS);                     \
        type x = values[me] = (type)(value);                                                       \
        barrier(CLK_LOCAL_MEM_FENCE);                                                              \
        COMPARE(type, add, ADD, 0)                                                                 \
        COMPARE(type, min, LESSER, greatest)                                                       \
        COMPARE(type, max, GREATER, least)                                                         \
        wrong += sub_group_broadcast(x, 5) != values[first + 5];                                   \
        wrong += !sub_group_any(me == first + 3) + sub_group_any(me == THREADS);                   \
        wrong += sub_group_all(me != first + 3) + !sub_group_all(me != THREADS);                   \
        wrong += get_sub_group_size() != end - first;                                              \
        wrong += get_sub_group_local_id() != me - first;                                           \
        wrong += get_sub_group_id() != me / wave;                                                  \
        wrong += get_num_sub_groups() != (THREADS + wave - 1) / wave;                              \
        wrong += get_enqueued_num_sub_groups() != get_num_sub_groups();                            \
        uint next = me + 1 < end ? me + 1 : first;                                                 \
        type expected = values[next] + (type)1;                                                    \
        sub_group_barrier(CLK_LOCAL_MEM_FENCE);                                                    \
        values[me] = x + (type)1;                                                                  \
        sub_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_sub_group);                            \
        wrong += values[next] != expected;                                                         \
        out_wrong[get_global_id(0)] = wrong;                                                       \
        out_sizes[get_global_id(0)] = wave;                                                        \
    }

#define MIXED (((get_global_id(0) * 2654435761u) >> 8) & 1023)

OF(int, (int)MIXED - 500, INT_MIN, INT_MAX)
OF(uint, MIXED * 4000000u, 0, UINT_MAX)
OF(long, ((long)MIXED - 500) << 33, LONG_MIN, LONG_MAX)
OF(ulong, (ulong)MIXED << 54, 0, ULONG_MAX)
OF(float, (float)MIXED * 0.1f - 50.0f, -INFINITY, INFINITY)
OF(double, (double)MIXED * 0.1 - 50.0, -INFINITY, INFINITY)
OF(half, (int)(MIXED & 15) - 7, -INFINITY, INFINITY)
