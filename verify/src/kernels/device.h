// Lanes of a wave, by the builtins of the compiler.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#if __AMDGCN_WAVEFRONT_SIZE__ == 64 || defined(WAVE64)
#define lane_ballot(v) __builtin_amdgcn_ballot_w64((v) != 0)
#define lane_prefix(m)                                                                             \
    __builtin_amdgcn_mbcnt_hi((uint)((m) >> 32), __builtin_amdgcn_mbcnt_lo((uint)(m), 0))
#else
#define lane_ballot(v) ((ulong)__builtin_amdgcn_ballot_w32((v) != 0))
#define lane_prefix(m) __builtin_amdgcn_mbcnt_lo((uint)(m), 0)
#endif
#define lane_read(v, from) ((uint)__builtin_amdgcn_readlane((int)(v), from))
// Clang makes a readlane of this one where the index is uniform, unless it cannot see that
// (corpus/compiler-bugs/bpermute-halves.cl).
#define lane_permute(v, at)                                                                        \
    ({                                                                                             \
        uint unseen = (uint)(at);                                                                  \
        __asm__ volatile("" : "+v"(unseen));                                                       \
        (uint)__builtin_amdgcn_ds_bpermute((int)unseen, (int)(v));                                 \
    })
#define lane_scatter(v, at) ((uint)__builtin_amdgcn_ds_permute((int)(at), (int)(v)))
#ifdef __GFX9__
// These came with later generations; here lanes fetch what they want.
static inline __attribute__((unused)) uint lane_of_wave(void) {
    return __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0));
}
static inline __attribute__((unused)) uint lane_row(uint v, uint low, uint high, uint cross) {
    uint lane = lane_of_wave(), at = lane & 15;
    uint from = (at < 8 ? low >> 4 * at : high >> 4 * (at - 8)) & 15;
    return lane_permute(v, (((lane & ~15u) ^ (cross ? 16 : 0)) | from) * 4);
}
static inline __attribute__((unused)) uint lane_eight(uint v, uint picks) {
    uint lane = lane_of_wave();
    return lane_permute(v, ((lane & ~7u) | (picks >> 3 * (lane & 7) & 7)) * 4);
}
static inline __attribute__((unused)) uint lane_flipped(uint old, uint v, uint by, uint rows,
                                                        uint banks) {
    uint lane = lane_of_wave(), moved = lane_permute(v, (lane ^ by) * 4);
    return (rows >> lane / 16 & 1) && (banks >> lane / 4 % 4 & 1) ? moved : old;
}
#define lane_dpp(old, v, control, rows, banks, bound)                                              \
    ((control) >= 0x160                                                                            \
         ? lane_flipped(old, v, (control) & 15, rows, banks)                                       \
         : (uint)__builtin_amdgcn_update_dpp((int)(old), (int)(v), control, rows, banks, bound))
#else
#define lane_row(v, low, high, cross)                                                              \
    ((cross) ? (uint)__builtin_amdgcn_permlanex16(0, v, low, high, 0, 0)                           \
             : (uint)__builtin_amdgcn_permlane16(0, v, low, high, 0, 0))
// Clang moves this one to where fewer lanes are on, unless something keeps it
// (corpus/compiler-bugs/dpp8-sunk.cl).
#define lane_eight(v, picks)                                                                       \
    ({                                                                                             \
        uint moved = __builtin_amdgcn_mov_dpp8((uint)(v), picks);                                  \
        __asm__ volatile("" : "+v"(moved));                                                        \
        moved;                                                                                     \
    })
#define lane_dpp(old, v, control, rows, banks, bound)                                              \
    ((uint)__builtin_amdgcn_update_dpp((int)(old), (int)(v), control, rows, banks, bound))
#endif
#define lane_swizzle(v, pattern) ((uint)__builtin_amdgcn_ds_swizzle((int)(v), pattern))
// Those of the library lose denormals, which OpenCL allows.
#define fma(a, b, c) __builtin_elementwise_fma(a, b, c)
#define fmod(a, b) __builtin_elementwise_fmod(a, b)
// Instructions that OpenCL has no names for.
#define amd_ubfe __builtin_amdgcn_ubfe
#define amd_sbfe(a, b, c) ((uint)__builtin_amdgcn_sbfe((int)(a), b, c))
#define amd_alignbit __builtin_amdgcn_alignbit
#define amd_alignbyte __builtin_amdgcn_alignbyte
#define amd_perm __builtin_amdgcn_perm
#define amd_sad_u8 __builtin_amdgcn_sad_u8
#define amd_sad_hi_u8 __builtin_amdgcn_sad_hi_u8
#define amd_sad_u16 __builtin_amdgcn_sad_u16
#define amd_msad_u8 __builtin_amdgcn_msad_u8
#define amd_lerp __builtin_amdgcn_lerp
#define amd_udot4(a, b, c) __builtin_amdgcn_udot4(a, b, c, false)
#define amd_udot8(a, b, c) __builtin_amdgcn_udot8(a, b, c, false)
#ifdef __GFX9__
// There is no such product of numbers with and without signs.
static inline __attribute__((unused)) uint amd_sudot4(uint a, uint b, uint c) {
    long sum = (int)c;
    for (int i = 0; i < 32; i += 8)
        sum += (long)(a >> i & 255) * (char)(b >> i);
    return (uint)(int)clamp(sum, (long)INT_MIN, (long)INT_MAX);
}
#else
#define amd_sudot4(a, b, c) ((uint)__builtin_amdgcn_sudot4(false, (int)(a), true, (int)(b), (int)(c), true))
#endif
#define amd_class(a, mask) ((uint)__builtin_amdgcn_classf(a, mask))
#define amd_pkrtz(a, b) as_uint(__builtin_amdgcn_cvt_pkrtz(a, b))
#define amd_exponent(a) ((uint)__builtin_amdgcn_frexp_expf(a))
#define amd_mantissa(a) __builtin_amdgcn_frexp_mantf(a)
