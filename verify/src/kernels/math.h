// Functions of floats, by the host's library.
#define MATH1(name)                                                                                 \
    OVER float name(float a) { return __builtin_##name##f(a); }                                    \
    OVER double name(double a) { return __builtin_##name(a); }
MATH1(exp)
MATH1(exp2)
MATH1(log)
MATH1(log2)
MATH1(log10)
MATH1(sin)
MATH1(cos)
MATH1(tan)
MATH1(asin)
MATH1(acos)
MATH1(atan)
MATH1(sinh)
MATH1(cosh)
MATH1(tanh)
MATH1(erf)
MATH1(cbrt)
MATH1(expm1)
MATH1(log1p)
MATH1(tgamma)
OVER float pow(float a, float b) { return __builtin_powf(a, b); }
OVER float atan2(float a, float b) { return __builtin_atan2f(a, b); }
OVER float hypot(float a, float b) { return __builtin_hypotf(a, b); }
OVER float rsqrt(float a) { return 1 / __builtin_sqrtf(a); }
OVER double rsqrt(double a) { return 1 / __builtin_sqrt(a); }
OVER float mad(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
OVER float mix(float a, float b, float c) { return a + (b - a) * c; }
OVER float clamp(float a, float b, float c) { return fmin(fmax(a, b), c); }
OVER float dot(float4 a, float4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
OVER float length(float4 a) { return __builtin_sqrtf(dot(a, a)); }
OVER float4 normalize(float4 a) { return a / length(a); }
#define native_exp exp
#define native_log log
#define native_sin sin
#define native_cos cos
#define native_rsqrt rsqrt
#define native_recip(a) (1 / (a))
#define native_divide(a, b) ((a) / (b))
#define native_sqrt sqrt
#define half_rsqrt rsqrt
