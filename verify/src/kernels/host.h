// OpenCL C's types and functions for the host, written from the specification with no cleverness:
// wide integers, and loops over the components of vectors.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef unsigned long size_t;
typedef __int128 wide;

#define VECTORS(T)                                                                                 \
    typedef T T##2 __attribute__((ext_vector_type(2)));                                            \
    typedef T T##3 __attribute__((ext_vector_type(3)));                                            \
    typedef T T##4 __attribute__((ext_vector_type(4)));                                            \
    typedef T T##8 __attribute__((ext_vector_type(8)));
VECTORS(char)
VECTORS(uchar)
VECTORS(short)
VECTORS(ushort)
VECTORS(int)
VECTORS(uint)
VECTORS(long)
VECTORS(ulong)
VECTORS(half)
VECTORS(float)
VECTORS(double)

#define OVER static inline __attribute__((overloadable, unused))
#define CLK_LOCAL_MEM_FENCE 1
#define CLK_GLOBAL_MEM_FENCE 2

size_t get_global_id(uint);
size_t get_local_id(uint);
size_t get_group_id(uint);
size_t get_local_size(uint);
size_t get_global_size(uint);
size_t get_num_groups(uint);
void barrier(uint);

// What every lane of the wave handed over; all of them come here together.
const ulong *wave_post(ulong);
uint wave_lane(void);
uint wave_size(void);
uint wave_reach(void);

#define LIFT1_(R, N, f, T)                                                                         \
    OVER R##N f(T##N a) {                                                                          \
        R##N r;                                                                                    \
        for (int i = 0; i < N; i++)                                                                \
            r[i] = f((T)a[i]);                                                                     \
        return r;                                                                                  \
    }
#define LIFT2_(R, N, f, T, U)                                                                      \
    OVER R##N f(T##N a, U##N b) {                                                                  \
        R##N r;                                                                                    \
        for (int i = 0; i < N; i++)                                                                \
            r[i] = f((T)a[i], (U)b[i]);                                                            \
        return r;                                                                                  \
    }
#define LIFT3_(R, N, f, T)                                                                         \
    OVER R##N f(T##N a, T##N b, T##N c) {                                                          \
        R##N r;                                                                                    \
        for (int i = 0; i < N; i++)                                                                \
            r[i] = f((T)a[i], (T)b[i], (T)c[i]);                                                   \
        return r;                                                                                  \
    }
#define LIFT1(R, f, T) LIFT1_(R, 2, f, T) LIFT1_(R, 3, f, T) LIFT1_(R, 4, f, T) LIFT1_(R, 8, f, T)
#define LIFT2(R, f, T, U)                                                                          \
    LIFT2_(R, 2, f, T, U) LIFT2_(R, 3, f, T, U) LIFT2_(R, 4, f, T, U) LIFT2_(R, 8, f, T, U)
#define LIFT3(R, f, T) LIFT3_(R, 2, f, T) LIFT3_(R, 3, f, T) LIFT3_(R, 4, f, T) LIFT3_(R, 8, f, T)

#define INTEGER(T, U, BITS, LOW, HIGH)                                                             \
    OVER T mul_hi(T a, T b) { return (T)(((wide)a * (wide)b) >> BITS); }                           \
    OVER T mad_hi(T a, T b, T c) { return (T)(mul_hi(a, b) + c); }                                 \
    OVER T rotate(T a, T b) {                                                                      \
        uint n = (uint)b & (BITS - 1);                                                             \
        return n ? (T)(((U)a << n) | ((U)a >> (BITS - n))) : a;                                    \
    }                                                                                              \
    OVER T clz(T a) {                                                                              \
        T n = 0;                                                                                   \
        for (int i = BITS - 1; i >= 0 && !(((U)a >> i) & 1); i--)                                  \
            n++;                                                                                   \
        return n;                                                                                  \
    }                                                                                              \
    OVER T ctz(T a) {                                                                              \
        T n = 0;                                                                                   \
        for (int i = 0; i < BITS && !(((U)a >> i) & 1); i++)                                       \
            n++;                                                                                   \
        return n;                                                                                  \
    }                                                                                              \
    OVER T popcount(T a) {                                                                         \
        T n = 0;                                                                                   \
        for (int i = 0; i < BITS; i++)                                                             \
            n += ((U)a >> i) & 1;                                                                  \
        return n;                                                                                  \
    }                                                                                              \
    OVER U abs(T a) { return (U)(a < 0 ? -(wide)a : (wide)a); }                                    \
    OVER U abs_diff(T a, T b) { return (U)(a < b ? (wide)b - (wide)a : (wide)a - (wide)b); }       \
    OVER T saturate(wide a, T like) { return a < (wide)LOW ? LOW : a > (wide)HIGH ? HIGH : (T)a; } \
    OVER T add_sat(T a, T b) { return saturate((wide)a + (wide)b, a); }                            \
    OVER T sub_sat(T a, T b) { return saturate((wide)a - (wide)b, a); }                            \
    OVER T mad_sat(T a, T b, T c) {                                                                \
        wide low, product;                                                                         \
        product = (wide)a * (wide)b;                                                               \
        return saturate(BITS == 64 && (T)-1 > 0 && product < 0 ? (wide)HIGH : product + (wide)c,   \
                        a);                                                                        \
    }                                                                                              \
    OVER T hadd(T a, T b) { return (T)(((wide)a + (wide)b) >> 1); }                                \
    OVER T rhadd(T a, T b) { return (T)(((wide)a + (wide)b + 1) >> 1); }                           \
    OVER T min(T a, T b) { return b < a ? b : a; }                                                 \
    OVER T max(T a, T b) { return a < b ? b : a; }                                                 \
    OVER T clamp(T a, T b, T c) { return min(max(a, b), c); }                                      \
    OVER T bitselect(T a, T b, T c) { return (T)((a & ~c) | (b & c)); }                            \
    LIFT2(T, mul_hi, T, T)                                                                         \
    LIFT3(T, mad_hi, T)                                                                            \
    LIFT2(T, rotate, T, T)                                                                         \
    LIFT1(T, clz, T)                                                                               \
    LIFT1(T, ctz, T)                                                                               \
    LIFT1(T, popcount, T)                                                                          \
    LIFT1(U, abs, T)                                                                               \
    LIFT2(U, abs_diff, T, T)                                                                       \
    LIFT2(T, add_sat, T, T)                                                                        \
    LIFT2(T, sub_sat, T, T)                                                                        \
    LIFT3(T, mad_sat, T)                                                                           \
    LIFT2(T, hadd, T, T)                                                                           \
    LIFT2(T, rhadd, T, T)                                                                          \
    LIFT2(T, min, T, T)                                                                            \
    LIFT2(T, max, T, T)                                                                            \
    LIFT3(T, clamp, T)                                                                             \
    LIFT3(T, bitselect, T)                                                                         \
    OVER wide whole(T a) { return a; }

INTEGER(char, uchar, 8, -128, 127)
INTEGER(uchar, uchar, 8, 0, 255)
INTEGER(short, ushort, 16, -32768, 32767)
INTEGER(ushort, ushort, 16, 0, 65535)
INTEGER(int, uint, 32, (-2147483647 - 1), 2147483647)
INTEGER(uint, uint, 32, 0, 4294967295u)
INTEGER(long, ulong, 64, (-9223372036854775807L - 1), 9223372036854775807L)
INTEGER(ulong, ulong, 64, 0, 18446744073709551615UL)

OVER int mul24(int a, int b) { return a * b; }
OVER uint mul24(uint a, uint b) { return a * b; }
LIFT2(int, mul24, int, int)
LIFT2(uint, mul24, uint, uint)
OVER int mad24(int a, int b, int c) { return a * b + c; }
OVER uint mad24(uint a, uint b, uint c) { return a * b + c; }
LIFT3(int, mad24, int)
LIFT3(uint, mad24, uint)

#define UPSAMPLE(R, T, U, BITS)                                                                    \
    OVER R upsample(T a, U b) { return (R)(((R)a << BITS) | b); }                                  \
    LIFT2(R, upsample, T, U)
UPSAMPLE(short, char, uchar, 8)
UPSAMPLE(ushort, uchar, uchar, 8)
UPSAMPLE(int, short, ushort, 16)
UPSAMPLE(uint, ushort, ushort, 16)
UPSAMPLE(long, int, uint, 32)
UPSAMPLE(ulong, uint, uint, 32)

// Past these no integer type has anything.
OVER wide whole(double a) {
    return a != a ? 0 : a > 0x1p100 ? (wide)1 << 100 : a < -0x1p100 ? -((wide)1 << 100) : (wide)a;
}
OVER wide whole(float a) { return whole((double)a); }
OVER wide whole(half a) { return whole((double)a); }

// The exact sum is brought to an odd double, which rounds to a half as the sum itself would.
static inline half fma_half(half a, half b, half c) {
    double p = (double)a * (double)b, s = p + (double)c;
    double v = s - p, e = (p - (s - v)) + ((double)c - v);
    ulong bits = __builtin_astype(s, ulong);
    if (e == e && e != 0 && (bits & 1) == 0)
        bits += (e > 0) == (s > 0) ? 1 : -1;
    return (half)__builtin_astype(bits, double);
}
OVER half fma(half a, half b, half c) { return fma_half(a, b, c); }
OVER float fma(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
OVER double fma(double a, double b, double c) { return __builtin_fma(a, b, c); }
OVER half ldexp(half a, int n) {
    return (half)__builtin_ldexp((double)a, n > 200 ? 200 : n < -200 ? -200 : n);
}
OVER float ldexp(float a, int n) { return __builtin_ldexpf(a, n); }
OVER double ldexp(double a, int n) { return __builtin_ldexp(a, n); }
OVER half fmod(half a, half b) { return (half)__builtin_fmodf((float)a, (float)b); }
OVER float fmod(float a, float b) { return __builtin_fmodf(a, b); }
OVER double fmod(double a, double b) { return __builtin_fmod(a, b); }

#define FLOAT(T, I)                                                                                \
    OVER T sqrt(T a) { return __builtin_elementwise_sqrt(a); }                                     \
    OVER T fabs(T a) { return __builtin_elementwise_abs(a); }                                      \
    OVER T floor(T a) { return __builtin_elementwise_floor(a); }                                   \
    OVER T ceil(T a) { return __builtin_elementwise_ceil(a); }                                     \
    OVER T trunc(T a) { return __builtin_elementwise_trunc(a); }                                   \
    OVER T rint(T a) { return __builtin_elementwise_roundeven(a); }                                \
    OVER T round(T a) { return __builtin_elementwise_round(a); }                                   \
    OVER T copysign(T a, T b) { return __builtin_elementwise_copysign(a, b); }                     \
    OVER T fmin(T a, T b) { return a != a ? b : b != b ? a : b < a ? b : a; }                      \
    OVER T fmax(T a, T b) { return a != a ? b : b != b ? a : a < b ? b : a; }                      \
    LIFT3(T, fma, T)                                                                               \
    LIFT2(T, ldexp, T, int)                                                                        \
    LIFT2(T, fmod, T, T)                                                                           \
    LIFT1(T, sqrt, T)                                                                              \
    LIFT1(T, fabs, T)                                                                              \
    LIFT1(T, floor, T)                                                                             \
    LIFT1(T, ceil, T)                                                                              \
    LIFT1(T, trunc, T)                                                                             \
    LIFT1(T, rint, T)                                                                              \
    LIFT1(T, round, T)                                                                             \
    LIFT2(T, copysign, T, T)                                                                       \
    LIFT2(T, fmin, T, T)                                                                           \
    LIFT2(T, fmax, T, T)
FLOAT(half, short)
FLOAT(float, int)
FLOAT(double, long)

#define isnan(a) ((a) != (a))
#define isequal(a, b) ((a) == (b))
#define isless(a, b) ((a) < (b))
#define isgreaterequal(a, b) ((a) >= (b))
#define islessgreater(a, b) (((a) < (b)) | ((a) > (b)))
#define isunordered(a, b) (((a) != (a)) | ((b) != (b)))
#define isinf(a) (fabs(a) == (__typeof__(a))(__builtin_inff()))
#define isfinite(a) (fabs(a) < (__typeof__(a))(__builtin_inff()))

#define COMPONENTS_(T, N, f, x)                                                                    \
    ({                                                                                             \
        __auto_type v_ = (x);                                                                      \
        T##N r_;                                                                                   \
        for (int i_ = 0; i_ < N; i_++)                                                             \
            r_[i_] = f(v_[i_]);                                                                    \
        r_;                                                                                        \
    })
#define CONVERT(x, T, N) __builtin_convertvector(x, T##N)
#define SATURATE(x, T) saturate(whole(x), (T)0)

// Conversions that round another way: what is nearest, or its neighbour.
#define ROUNDED(T, I, FROM, EXACT)                                                                 \
    OVER T toward(FROM a, int up, int zero, T like) {                                              \
        T n = (T)a;                                                                                \
        EXACT back = n > (T)0x1p100 || n < (T)-0x1p100 ? (EXACT)0 : (EXACT)n;                      \
        bool huge = n > (T)0x1p100 || n < (T)-0x1p100;                                             \
        int wrong = huge ? (n > 0 ? 1 : -1) : back > (EXACT)a ? 1 : back < (EXACT)a ? -1 : 0;      \
        if (n != n || (huge && (double)a == (double)n))                                            \
            return n;                                                                              \
        bool lower = wrong > 0 && (zero ? n > 0 : !up);                                            \
        bool raise = wrong < 0 && (zero ? n < 0 : up);                                             \
        I bits = __builtin_astype(n, I);                                                           \
        if (lower || raise)                                                                        \
            bits += (raise == (n > 0)) ? 1 : -1;                                                   \
        return __builtin_astype(bits, T);                                                          \
    }
ROUNDED(float, int, int, wide)
ROUNDED(float, int, uint, wide)
ROUNDED(float, int, long, wide)
ROUNDED(float, int, ulong, wide)
ROUNDED(double, long, long, wide)
ROUNDED(double, long, ulong, wide)
#define convert_float_rtz(x) toward(x, 0, 1, (float)0)
#define convert_float_rtp(x) toward(x, 1, 0, (float)0)
#define convert_float_rtn(x) toward(x, 0, 0, (float)0)
#define convert_double_rtz(x) toward(x, 0, 1, (double)0)
#define convert_double_rtp(x) toward(x, 1, 0, (double)0)
#define convert_double_rtn(x) toward(x, 0, 0, (double)0)

#define LOADS_(T, N)                                                                               \
    OVER T##N vload##N(size_t at, const T *p) {                                                    \
        T##N r;                                                                                    \
        for (int i = 0; i < N; i++)                                                                \
            r[i] = p[at * N + i];                                                                  \
        return r;                                                                                  \
    }                                                                                              \
    OVER void vstore##N(T##N v, size_t at, T *p) {                                                 \
        for (int i = 0; i < N; i++)                                                                \
            p[at * N + i] = v[i];                                                                  \
    }
#define LOADS(T) LOADS_(T, 2) LOADS_(T, 3) LOADS_(T, 4) LOADS_(T, 8)
LOADS(char)
LOADS(uchar)
LOADS(short)
LOADS(ushort)
LOADS(int)
LOADS(uint)
LOADS(long)
LOADS(ulong)
LOADS(half)
LOADS(float)
LOADS(double)
OVER float vload_half(size_t at, const half *p) { return (float)p[at]; }
OVER void vstore_half(float v, size_t at, half *p) { p[at] = (half)v; }

// Lanes of a wave.
static inline uint lane_read(uint v, uint from) { return (uint)wave_post(v)[from % wave_size()]; }
static inline ulong lane_ballot(int v) {
    const ulong *all = wave_post(v != 0);
    ulong mask = 0;
    for (uint i = 0; i < wave_size(); i++)
        mask |= all[i] << i;
    return mask;
}
static inline uint lane_named(uint at) {
    return (wave_lane() & ~(wave_reach() - 1)) | (at / 4 % wave_reach());
}
static inline uint lane_permute(uint v, uint at) { return (uint)wave_post(v)[lane_named(at)]; }
// The value goes to another lane, from the highest lane where several go there.
static inline uint lane_scatter(uint v, uint at) {
    const ulong *all = wave_post((ulong)v | (ulong)lane_named(at) << 32);
    uint found = 0;
    for (uint i = 0; i < wave_size(); i++)
        found = all[i] >> 32 == wave_lane() ? (uint)all[i] : found;
    return found;
}
static inline uint lane_prefix(ulong mask) {
    uint lane = wave_lane(), n = 0;
    for (uint i = 0; i < lane; i++)
        n += mask >> i & 1;
    return n;
}
// One source lane for each lane of sixteen, out of two words of eight.
static inline uint lane_row(uint v, uint low, uint high, uint cross) {
    uint lane = wave_lane(), at = lane % 16;
    uint from = (at < 8 ? low >> 4 * at : high >> 4 * (at - 8)) & 15;
    return (uint)wave_post(v)[((lane & ~15u) ^ (cross ? 16 : 0)) | from];
}
static inline uint lane_eight(uint v, uint picks) {
    uint lane = wave_lane();
    return (uint)wave_post(v)[(lane & ~7u) | (picks >> 3 * (lane & 7) & 7)];
}
static inline uint lane_dpp(uint old, uint v, uint control, uint rows, uint banks, uint bound) {
    const ulong *all = wave_post(v);
    uint lane = wave_lane(), row = lane & ~15u, at = lane & 15, n = control & 15;
    int from = control < 0x100   ? (int)((at & ~3u) | (control >> 2 * (at & 3) & 3))
               : control < 0x110 ? (at + n < 16 ? (int)(at + n) : -1)
               : control < 0x120 ? (int)at - (int)n
               : control < 0x130 ? (int)((at - n) & 15)
               : control == 0x140 ? (int)(15 - at)
               : control == 0x141 ? (int)((at & 8) | (7 - (at & 7)))
               : control < 0x160 ? (int)n
                                 : (int)(at ^ n);
    bool on = (rows >> (lane / 16 % 4) & 1) && (banks >> (at / 4) & 1);
    if (!on)
        return old;
    return from >= 0 ? (uint)all[row + from] : bound ? 0 : old;
}
static inline uint lane_swizzle(uint v, uint pattern) {
    const ulong *all = wave_post(v);
    uint lane = wave_lane(), at = lane & 31, base = lane & ~31u;
    if (pattern & 0x8000)
        return (uint)all[(lane & ~3u) | (pattern >> 2 * (lane & 3) & 3)];
    return (uint)all[base | ((((at & pattern) | (pattern >> 5 & 31)) ^ (pattern >> 10 & 31)) & 31)];
}
// Instructions that OpenCL has no names for.
static inline uint amd_ubfe(uint a, uint at, uint width) {
    return a >> (at & 31) & ((1u << (width & 31)) - 1);
}
static inline uint amd_sbfe(uint a, uint at, uint width) {
    width &= 31;
    uint field = (uint)((int)a >> (at & 31)) & ((1u << width) - 1);
    return width ? (uint)((int)(field << (32 - width)) >> (32 - width)) : 0;
}
static inline uint amd_alignbit(uint a, uint b, uint n) {
    return (uint)(((ulong)a << 32 | b) >> (n & 31));
}
static inline uint amd_alignbyte(uint a, uint b, uint n) { return amd_alignbit(a, b, 8 * (n & 3)); }
static inline uint amd_perm(uint a, uint b, uint picks) {
    ulong both = (ulong)a << 32 | b;
    uint result = 0;
    for (int i = 0; i < 4; i++) {
        uint pick = picks >> 8 * i & 255;
        uint byte = pick > 12    ? 255
                    : pick == 12 ? 0
                    : pick >= 8  ? (both >> (16 * (pick - 8) + 15) & 1) * 255
                                 : both >> 8 * pick & 255;
        result |= byte << 8 * i;
    }
    return result;
}
static inline uint differences(uint a, uint b, uint bits, bool masked) {
    uint sum = 0, mask = (1u << bits) - 1;
    for (uint i = 0; i < 32; i += bits) {
        uint x = a >> i & mask, y = b >> i & mask;
        sum += masked && !y ? 0 : x > y ? x - y : y - x;
    }
    return sum;
}
static inline uint amd_sad_u8(uint a, uint b, uint c) { return differences(a, b, 8, false) + c; }
static inline uint amd_sad_hi_u8(uint a, uint b, uint c) {
    return (differences(a, b, 8, false) << 16) + c;
}
static inline uint amd_sad_u16(uint a, uint b, uint c) { return differences(a, b, 16, false) + c; }
static inline uint amd_msad_u8(uint a, uint b, uint c) { return differences(a, b, 8, true) + c; }
static inline uint amd_lerp(uint a, uint b, uint c) {
    uint result = 0;
    for (int i = 0; i < 32; i += 8)
        result |= ((a >> i & 255) + (b >> i & 255) + (c >> i & 1)) / 2 << i;
    return result;
}
static inline uint amd_udot4(uint a, uint b, uint c) {
    for (int i = 0; i < 32; i += 8)
        c += (a >> i & 255) * (b >> i & 255);
    return c;
}
static inline uint amd_udot8(uint a, uint b, uint c) {
    for (int i = 0; i < 32; i += 4)
        c += (a >> i & 15) * (b >> i & 15);
    return c;
}
static inline uint amd_sudot4(uint a, uint b, uint c) {
    long sum = (int)c;
    for (int i = 0; i < 32; i += 8)
        sum += (long)(a >> i & 255) * (char)(b >> i);
    return (uint)saturate((wide)sum, (int)0);
}
static inline uint amd_class(float a, uint mask) {
    uint u = __builtin_astype(a, uint), size = u & 0x7fffffff, negative = u >> 31;
    // Quiet, as every NaN here is.
    uint class = size > 0x7f800000   ? 1
                 : size == 0x7f800000 ? (negative ? 2 : 9)
                 : size >= 0x800000   ? (negative ? 3 : 8)
                 : size               ? (negative ? 4 : 7)
                                      : (negative ? 5 : 6);
    return mask >> class & 1;
}
static inline ushort half_toward_zero(float a) {
    uint u = __builtin_astype(a, uint), size = u & 0x7fffffff;
    ushort sign = (ushort)(u >> 16 & 0x8000);
    if (size > 0x7f800000)
        return (ushort)0x7e00;
    if (size >= 0x47800000)
        return sign | (size == 0x7f800000 ? 0x7c00 : 0x7bff);
    if (size >= 0x38800000)
        return sign | (ushort)((size - 0x38000000) >> 13);
    uint shift = 126 - (size >> 23);
    return sign | (shift > 24 ? 0 : (ushort)((size & 0x7fffff | 0x800000) >> shift));
}
static inline uint amd_pkrtz(float a, float b) {
    return half_toward_zero(a) | (uint)half_toward_zero(b) << 16;
}
static inline uint amd_exponent(float a) {
    int e = 0;
    __builtin_frexpf(a, &e);
    return (uint)e;
}
static inline float amd_mantissa(float a) {
    int e = 0;
    return __builtin_frexpf(a, &e);
}
