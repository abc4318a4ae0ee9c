// Sub-groups, which are waves. Lanes of the last one may have no thread, so that what is made of all of them goes
// from lane to lane of those that have, in order: sums of floats are the same in waves of either size as far as those
// have the same threads.

#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#define OVER __attribute__((overloadable))
#define TOGETHER __attribute__((overloadable, convergent))

static uint wave_size(void) { return __builtin_amdgcn_wavefrontsize(); }

static uint threads(void) {
    return (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2));
}

static uint waves_of(uint threads) { return (threads + wave_size() - 1) / wave_size(); }

OVER uint get_max_sub_group_size(void) { return min(wave_size(), threads()); }
OVER uint get_num_sub_groups(void) { return waves_of(threads()); }
OVER uint get_sub_group_id(void) { return (uint)get_local_linear_id() / wave_size(); }

OVER uint get_enqueued_num_sub_groups(void) {
    return waves_of((uint)(get_enqueued_local_size(0) * get_enqueued_local_size(1) *
                           get_enqueued_local_size(2)));
}

OVER uint get_sub_group_size(void) {
    return min(wave_size(), threads() - get_sub_group_id() * wave_size());
}

OVER uint get_sub_group_local_id(void) {
    return __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0));
}

TOGETHER void sub_group_barrier(cl_mem_fence_flags flags, memory_scope scope) {
    if (flags)
        atomic_work_item_fence(flags, memory_order_seq_cst, scope);
    __builtin_amdgcn_wave_barrier();
    if (flags)
        atomic_work_item_fence(flags, memory_order_seq_cst, scope);
}

TOGETHER void sub_group_barrier(cl_mem_fence_flags flags) {
    sub_group_barrier(flags, memory_scope_sub_group);
}

static uint size(void) { return __builtin_amdgcn_readfirstlane(get_sub_group_size()); }

// What another lane holds; all lanes name the same one.
static TOGETHER int of_lane(int x, uint lane) { return __builtin_amdgcn_readlane(x, lane); }
static TOGETHER uint of_lane(uint x, uint lane) { return as_uint(of_lane(as_int(x), lane)); }
static TOGETHER float of_lane(float x, uint lane) { return as_float(of_lane(as_int(x), lane)); }
static TOGETHER half of_lane(half x, uint lane) {
    return as_half((ushort)of_lane((uint)as_ushort(x), lane));
}
static TOGETHER ulong of_lane(ulong x, uint lane) {
    return (ulong)of_lane((uint)(x >> 32), lane) << 32 | of_lane((uint)x, lane);
}
static TOGETHER long of_lane(long x, uint lane) { return as_long(of_lane(as_ulong(x), lane)); }
static TOGETHER double of_lane(double x, uint lane) {
    return as_double(of_lane(as_ulong(x), lane));
}

TOGETHER int sub_group_any(int predicate) {
    int any = 0;
    for (uint lane = 0, n = size(); lane < n; lane++)
        any |= of_lane(predicate, lane);
    return any != 0;
}

TOGETHER int sub_group_all(int predicate) { return !sub_group_any(!predicate); }

#define ADD(a, b) ((a) + (b))
#define LESSER(a, b) ((b) < (a) ? (b) : (a))
#define GREATER(a, b) ((a) < (b) ? (b) : (a))

#define COMBINE(type, name, f, identity)                                                           \
    TOGETHER type sub_group_reduce_##name(type x) {                                                \
        type all = of_lane(x, 0);                                                                  \
        for (uint lane = 1, n = size(); lane < n; lane++)                                          \
            all = f(all, of_lane(x, lane));                                                        \
        return all;                                                                                \
    }                                                                                              \
    TOGETHER type sub_group_scan_inclusive_##name(type x) {                                        \
        uint own = get_sub_group_local_id();                                                       \
        type all = of_lane(x, 0), result = all;                                                    \
        for (uint lane = 1, n = size(); lane < n; lane++) {                                        \
            all = f(all, of_lane(x, lane));                                                        \
            result = lane == own ? all : result;                                                   \
        }                                                                                          \
        return result;                                                                             \
    }                                                                                              \
    TOGETHER type sub_group_scan_exclusive_##name(type x) {                                        \
        uint own = get_sub_group_local_id();                                                       \
        type all = of_lane(x, 0), result = own == 0 ? (type)(identity) : all;                      \
        for (uint lane = 1, n = size(); lane < n; lane++) {                                        \
            result = lane == own ? all : result;                                                   \
            all = f(all, of_lane(x, lane));                                                        \
        }                                                                                          \
        return result;                                                                             \
    }

#define FUNCTIONS(type, least, greatest)                                                           \
    TOGETHER type sub_group_broadcast(type x, uint lane) {                                         \
        return of_lane(x, __builtin_amdgcn_readfirstlane(lane));                                   \
    }                                                                                              \
    COMBINE(type, add, ADD, 0)                                                                     \
    COMBINE(type, min, LESSER, greatest)                                                           \
    COMBINE(type, max, GREATER, least)

FUNCTIONS(int, INT_MIN, INT_MAX)
FUNCTIONS(uint, 0, UINT_MAX)
FUNCTIONS(long, LONG_MIN, LONG_MAX)
FUNCTIONS(ulong, 0, ULONG_MAX)
FUNCTIONS(float, -INFINITY, INFINITY)
FUNCTIONS(half, -INFINITY, INFINITY)
FUNCTIONS(double, -INFINITY, INFINITY)
