// For the device and the host: bits of floats, where one NaN is as good as another.
#define FLOAT_BITS(F, I, S, MAGNITUDE, INFINITE, QUIET)                                            \
    static inline __attribute__((overloadable, unused)) I bits(F x) {                              \
        I u = as_##I(x);                                                                           \
        return (u & (I)MAGNITUDE) > (I)INFINITE ? (I)QUIET : u;                                    \
    }                                                                                              \
    static inline __attribute__((overloadable, unused)) F real(I u) {                              \
        u = (u & (I)MAGNITUDE) > (I)INFINITE ? (I)QUIET : u;                                       \
        return as_##F(u);                                                                          \
    }                                                                                              \
    static inline __attribute__((overloadable, unused)) F number(F x) {                            \
        I u = as_##I(x);                                                                           \
        u = (u & (I)MAGNITUDE) > (I)INFINITE ? (I)0 : u;                                           \
        return as_##F(u);                                                                          \
    }
#define ALL_BITS(N)                                                                                \
    FLOAT_BITS(half##N, ushort##N, short##N, 0x7fff, 0x7c00, 0x7e00)                               \
    FLOAT_BITS(float##N, uint##N, int##N, 0x7fffffffu, 0x7f800000u, 0x7fc00000u)                   \
    FLOAT_BITS(double##N, ulong##N, long##N, 0x7fffffffffffffffUL, 0x7ff0000000000000UL,           \
               0x7ff8000000000000UL)
ALL_BITS()
ALL_BITS(2)
ALL_BITS(3)
ALL_BITS(4)
ALL_BITS(8)

typedef uint __attribute__((aligned(1))) uint_loose;
typedef ulong __attribute__((aligned(1))) ulong_loose;
typedef ushort __attribute__((aligned(1))) ushort_loose;
typedef uint4 __attribute__((aligned(4))) uint4_loose;

#define ATOMIC(op, p, v, scope) __scoped_atomic_fetch_##op(p, v, __ATOMIC_RELAXED, scope)
#define EXCHANGE(p, v, scope) __scoped_atomic_exchange_n(p, v, __ATOMIC_ACQ_REL, scope)
static inline __attribute__((overloadable, unused)) uint swap_if(global uint *p, uint old, uint new) {
    __scoped_atomic_compare_exchange_n(p, &old, new, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED,
                                       __MEMORY_SCOPE_DEVICE);
    return old;
}
static inline __attribute__((overloadable, unused)) ulong swap_if(global ulong *p, ulong old,
                                                                  ulong new) {
    __scoped_atomic_compare_exchange_n(p, &old, new, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED,
                                       __MEMORY_SCOPE_DEVICE);
    return old;
}

// Conditions, of which the second is looked at where the first leaves it open. Clang forgets what is kept of
// vectors of halves there (corpus/compiler-bugs/lost-halves.cl), unless both are worked out.
#ifdef AVOID_LAZY_CONDITIONS
#define AND &
#define OR |
#else
#define AND &&
#define OR ||
#endif

// A difference of floats. Clang takes 0 - x for -x (corpus/compiler-bugs/zero-minus.cl) unless it
// cannot see the zero.
#ifdef AVOID_ZERO_MINUS
#define MINUS(F)                                                                                   \
    static inline __attribute__((overloadable, unused)) F minus(F a, F b) {                        \
        volatile F unseen = a;                                                                     \
        return unseen - b;                                                                         \
    }
#define ALL_MINUS(N) MINUS(half##N) MINUS(float##N) MINUS(double##N)
ALL_MINUS()
ALL_MINUS(2)
ALL_MINUS(3)
ALL_MINUS(4)
ALL_MINUS(8)
#else
#define minus(a, b) ((a) - (b))
#endif
