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
#define lane_permute(v, at) ((uint)__builtin_amdgcn_ds_bpermute((int)(at), (int)(v)))
#define lane_scatter(v, at) ((uint)__builtin_amdgcn_ds_permute((int)(at), (int)(v)))
#define lane_row(v, low, high, cross)                                                              \
    ((cross) ? (uint)__builtin_amdgcn_permlanex16(0, v, low, high, 0, 0)                           \
             : (uint)__builtin_amdgcn_permlane16(0, v, low, high, 0, 0))
#define lane_eight(v, picks) ((uint)__builtin_amdgcn_mov_dpp8((uint)(v), picks))
#define lane_dpp(old, v, control, rows, banks, bound)                                              \
    ((uint)__builtin_amdgcn_update_dpp((int)(old), (int)(v), control, rows, banks, bound))
#define lane_swizzle(v, pattern) ((uint)__builtin_amdgcn_ds_swizzle((int)(v), pattern))
// Those of the library know no denormals.
#define fma(a, b, c) __builtin_elementwise_fma(a, b, c)
#define fmod(a, b) __builtin_elementwise_fmod(a, b)
