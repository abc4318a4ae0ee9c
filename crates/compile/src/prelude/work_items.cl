// Functions of OpenCL C that the library leaves out, or finds elsewhere than this machine has
// them: from the hidden arguments of code object version 5.

#define HIDDEN(type, at)                                                                           \
    (*(__constant const type *)((__constant const char *)__builtin_amdgcn_implicitarg_ptr() + (at)))

static uint whole_groups(uint d) { return HIDDEN(uint, 4 * d); }
static uint group_size(uint d) { return HIDDEN(ushort, 12 + 2 * d); }
static uint remainder_size(uint d) { return HIDDEN(ushort, 18 + 2 * d); }

static uint group_number(uint d) {
    switch (d) {
    case 0: return __builtin_amdgcn_workgroup_id_x();
    case 1: return __builtin_amdgcn_workgroup_id_y();
    default: return __builtin_amdgcn_workgroup_id_z();
    }
}

static uint thread_number(uint d) {
    switch (d) {
    case 0: return __builtin_amdgcn_workitem_id_x();
    case 1: return __builtin_amdgcn_workitem_id_y();
    default: return __builtin_amdgcn_workitem_id_z();
    }
}

// The last workgroup of a row may have fewer threads than the others.
static uint own_size(uint d) {
    return group_number(d) < whole_groups(d) ? group_size(d) : remainder_size(d);
}

#define OVER __attribute__((overloadable))

OVER uint get_work_dim(void) { return HIDDEN(ushort, 64); }
OVER size_t get_group_id(uint d) { return d < 3 ? group_number(d) : 0; }
OVER size_t get_local_id(uint d) { return d < 3 ? thread_number(d) : 0; }
OVER size_t get_local_size(uint d) { return d < 3 ? own_size(d) : 1; }
OVER size_t get_enqueued_local_size(uint d) { return d < 3 ? group_size(d) : 1; }
OVER size_t get_global_offset(uint d) { return d < 3 ? HIDDEN(ulong, 40 + 8 * d) : 0; }

OVER size_t get_num_groups(uint d) {
    return d < 3 ? whole_groups(d) + (remainder_size(d) != 0 ? 1 : 0) : 1;
}

OVER size_t get_global_size(uint d) {
    return d < 3 ? whole_groups(d) * group_size(d) + remainder_size(d) : 1;
}

OVER size_t get_global_id(uint d) {
    return d < 3 ? group_number(d) * group_size(d) + thread_number(d) + get_global_offset(d) : 0;
}

OVER size_t get_local_linear_id(void) {
    return (thread_number(2) * own_size(1) + thread_number(1)) * own_size(0) + thread_number(0);
}

OVER size_t get_global_linear_id(void) {
    size_t x = get_global_id(0) - get_global_offset(0);
    size_t y = get_global_id(1) - get_global_offset(1);
    size_t z = get_global_id(2) - get_global_offset(2);
    return (z * get_global_size(1) + y) * get_global_size(0) + x;
}

static void fence(cl_mem_fence_flags flags, memory_order order, memory_scope scope) {
    // What a fence of fewer kinds of memory would leave out is not worth a case of its own.
    (void)flags;
    if (order == memory_order_relaxed)
        return;
    switch (scope) {
    case memory_scope_work_item: break;
    case memory_scope_sub_group: __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "wavefront"); break;
    case memory_scope_work_group: __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "workgroup"); break;
    case memory_scope_device: __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "agent"); break;
    default: __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, ""); break;
    }
}

OVER void atomic_work_item_fence(cl_mem_fence_flags flags, memory_order order, memory_scope scope) {
    fence(flags, order, scope);
}

OVER __attribute__((convergent)) void work_group_barrier(cl_mem_fence_flags flags,
                                                         memory_scope scope) {
    if (flags) {
        fence(flags, memory_order_seq_cst, scope);
        __builtin_amdgcn_s_barrier();
        fence(flags, memory_order_seq_cst, scope);
    } else {
        __builtin_amdgcn_s_barrier();
    }
}

OVER __attribute__((convergent)) void work_group_barrier(cl_mem_fence_flags flags) {
    work_group_barrier(flags, memory_scope_work_group);
}

// The library's own empties caches before threads meet alone, and what they read afterwards may be what
// a cache held before.
OVER __attribute__((convergent)) void barrier(cl_mem_fence_flags flags) {
    work_group_barrier(flags, memory_scope_work_group);
}

// Copies of a workgroup are carried out where they are asked for, by all of its threads. The library
// has this for generic pointers alone, which the versions before 2.0 do not know.
OVER __attribute__((convergent)) void wait_group_events(int count, __private event_t *events) {
    (void)count, (void)events;
    work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}

// What kind of memory a generic pointer points to: what is neither local nor private is global.
#define IS_LOCAL(p) __builtin_amdgcn_is_shared(p)
#define IS_PRIVATE(p) __builtin_amdgcn_is_private(p)

OVER cl_mem_fence_flags get_fence(const void *p) {
    return IS_PRIVATE(p) ? 0 : IS_LOCAL(p) ? CLK_LOCAL_MEM_FENCE : CLK_GLOBAL_MEM_FENCE;
}
OVER cl_mem_fence_flags get_fence(void *p) { return get_fence((const void *)p); }

// What the compiler calls for `to_global` and its relatives.
__global void *__to_global(void *p) {
    return IS_LOCAL(p) || IS_PRIVATE(p) ? NULL : (__global void *)p;
}
__local void *__to_local(void *p) { return IS_LOCAL(p) ? (__local void *)p : NULL; }
__private void *__to_private(void *p) { return IS_PRIVATE(p) ? (__private void *)p : NULL; }
