// What the compiler's lowering of printf calls: room in the buffer for text, or nothing.

__global char *__printf_alloc(uint bytes) {
    __constant const char *hidden = (__constant const char *)__builtin_amdgcn_implicitarg_ptr();
    __global char *buffer = *(__global char *__constant const *)(hidden + 72);
    __global atomic_uint *used = (__global atomic_uint *)buffer;
    uint size = ((__global const uint *)buffer)[1];
    uint at = __opencl_atomic_load(used, memory_order_relaxed, memory_scope_device);
    do {
        if (at > size || bytes > size - at)
            return 0;
    } while (!__opencl_atomic_compare_exchange_strong(used, &at, at + bytes, memory_order_relaxed,
                                                      memory_order_relaxed, memory_scope_device));
    return buffer + 8 + at;
}
