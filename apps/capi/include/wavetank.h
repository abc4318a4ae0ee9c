/* Wavetank: runs GPU machine code on any computer.
 *
 * Every function is safe to call with bad arguments: it returns an error code, and
 * wt_last_error() explains. */
#ifndef WAVETANK_H
#define WAVETANK_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A range of addresses. */
struct wt_range {
    uint64_t base, len;
};

/* Raw AMD machine code that lies in this process. Device addresses are host addresses.
 *
 * user_sgprs fills s0 on, however many pgm_rsrc2 says there are. Workgroup ids go where the
 * hardware puts them: from the SGPR whose number is pgm_rsrc2's USER_SGPR_COUNT, each only if
 * pgm_rsrc2 enables it (gfx11), or in ttmp9 and ttmp7 (gfx12). Scratch exists whenever
 * scratch_bytes_per_lane is not zero. Thread ids are packed in v0. The LDS size is pgm_rsrc2's
 * granulated field, in units of 512 bytes. */
struct wt_amdgpu_launch {
    uint32_t size;                       /* sizeof this struct: the version */
    const char *target;                  /* "gfx1100", "gfx1150", "gfx1200" */
    const void *code;                    /* machine code; entry at its first byte */
    uint64_t code_len;
    uint32_t grid[3];                    /* workgroups */
    uint32_t block[3];                   /* threads per workgroup */
    const uint32_t *user_sgprs;          /* loaded from s0 on */
    uint32_t user_sgpr_count;
    uint32_t pgm_rsrc1, pgm_rsrc2;       /* COMPUTE_PGM_RSRC1/2; rsrc1 0 = defaults */
    uint32_t scratch_bytes_per_lane;
    uint32_t wave_size;                  /* 32 or 64; 0 = the target's default */
    const struct wt_range *ranges;       /* memory the kernel may touch; NULL = any address */
    uint64_t range_count;
};

/* Runs to the end, or until a billion wave-instructions (the environment variable
 * WAVETANK_MAX_INSTRUCTIONS sets another limit). 0 done; 2 bad arguments; 3 the kernel trapped (illegal instruction, fault,
 * deadlock); 4 it uses something that is not modelled.
 *
 * Other threads may write the memory that it reads: a kernel that waits for memory to change is a deadlock only
 * after 60 seconds in which nothing came (the environment variable WAVETANK_PATIENCE sets another number). */
int32_t wt_amdgpu_run(const struct wt_amdgpu_launch *launch);

/* What the last failed call of this thread was about. Valid until this thread's next call. */
const char *wt_last_error(void);

/* The version of the library, such as "0.1.0". */
const char *wt_version(void);

#ifdef __cplusplus
}
#endif

#endif
