/* Runs machine code through the C interface; exits with 0 where everything is as it should be. */
#include "wavetank.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* out[i] = a[i] + b[i], with 64 threads per workgroup: s[0:1] arguments, s2 workgroup id. */
static const uint32_t vector_add[] = {
    0xf4080100, 0xf8000000,                 /* s_load_b128 s[4:7], s[0:1], 0x0 */
    0xf4040200, 0xf8000010,                 /* s_load_b64 s[8:9], s[0:1], 0x10 */
    0x84038602,                             /* s_lshl_b32 s3, s2, 6 */
    0x360000ff, 0x000003ff,                 /* v_and_b32_e32 v0, 0x3ff, v0 */
    0x4a000003,                             /* v_add_nc_u32_e32 v0, s3, v0 */
    0x30000082,                             /* v_lshlrev_b32_e32 v0, 2, v0 */
    0xbf89fc07,                             /* s_waitcnt lgkmcnt(0) */
    0xdc520000, 0x01040000,                 /* global_load_b32 v1, v0, s[4:5] */
    0xdc520000, 0x02060000,                 /* global_load_b32 v2, v0, s[6:7] */
    0xbf8903f7,                             /* s_waitcnt vmcnt(0) */
    0x06020501,                             /* v_add_f32_e32 v1, v1, v2 */
    0xdc6a0000, 0x00080100,                 /* global_store_b32 v0, v1, s[8:9] */
    0xbfb00000,                             /* s_endpgm */
};

/* Every thread draws a number from one counter in the global data share: out[number] = 1. */
static const uint32_t tickets[] = {
    0xf4040100, 0xf8000010,                 /* s_load_b64 s[4:5], s[0:1], 0x10 */
    0xbefd00ff, 0x00001000,                 /* s_mov_b32 m0, 0x1000 */
    0x7e020280,                             /* v_mov_b32_e32 v1, 0 */
    0x7e040281,                             /* v_mov_b32_e32 v2, 1 */
    0xd8820000, 0x03000201,                 /* ds_add_rtn_u32 v3, v1, v2 gds */
    0xbf89fc00,                             /* s_waitcnt expcnt(0) lgkmcnt(0) */
    0x30060682,                             /* v_lshlrev_b32_e32 v3, 2, v3 */
    0x7e0402f2,                             /* v_mov_b32_e32 v2, 1.0 */
    0xdc6a0000, 0x00040203,                 /* global_store_b32 v3, v2, s[4:5] */
    0xbfb00000,                             /* s_endpgm */
};

static const uint32_t exported[] = {
    0xf800080f, 0x00000000, /* exp mrt0 v0, v0, v0, v0 done */
    0xbfb00000,             /* s_endpgm */
};

/* Goes round until the word that the first argument points to is not zero. */
static const uint32_t waiting[] = {
    0xf4040100, 0xf8000000,                 /* s_load_b64 s[4:5], s[0:1], 0x0 */
    0x7e000280,                             /* v_mov_b32_e32 v0, 0 */
    0xbf89fc07,                             /* s_waitcnt lgkmcnt(0) */
    0xdc524000, 0x01040000,                 /* global_load_b32 v1, v0, s[4:5] glc */
    0xbf8903f7,                             /* s_waitcnt vmcnt(0) */
    0x7c940280,                             /* v_cmp_eq_u32_e32 vcc_lo, 0, v1 */
    0xbfa4fffb,                             /* s_cbranch_vccnz -5 */
    0xbfb00000,                             /* s_endpgm */
};

static const uint32_t illegal[] = { 0xffffffff, 0xbfb00000 };

enum { N = 256 };
static int failures;

static void check(const char *what, int32_t code, int32_t expected, const char *says) {
    const char *said = wt_last_error();
    if (code != expected || (says && !strstr(said, says))) {
        printf("%s: code %d, expected %d; error \"%s\"\n", what, code, expected, said);
        failures++;
    }
}

/* Writes the word late. */
static void *late(void *word) {
    usleep(300000);
    __atomic_store_n((uint32_t *)word, 1, __ATOMIC_RELEASE);
    return NULL;
}

int main(void) {
    float *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b), *out = malloc(N * sizeof *out);
    for (int i = 0; i < N; i++) {
        a[i] = (float)i;
        b[i] = 0.5f;
        out[i] = -1.0f;
    }
    uint64_t args[3] = { (uint64_t)(uintptr_t)a, (uint64_t)(uintptr_t)b, (uint64_t)(uintptr_t)out };
    uint64_t pointer = (uint64_t)(uintptr_t)args;
    uint32_t sgprs[2] = { (uint32_t)pointer, (uint32_t)(pointer >> 32) };
    struct wt_amdgpu_launch launch = {
        .size = sizeof launch,
        .target = "gfx1100",
        .code = vector_add,
        .code_len = sizeof vector_add,
        .grid = { N / 64, 1, 1 },
        .block = { 64, 1, 1 },
        .user_sgprs = sgprs,
        .user_sgpr_count = 2,
        .pgm_rsrc2 = 2 << 1 | 1 << 7,
    };

    check("any address", wt_amdgpu_run(&launch), 0, "");
    for (int i = 0; i < N; i++)
        if (out[i] != (float)i + 0.5f) {
            printf("out[%d] = %g\n", i, out[i]);
            failures++;
            break;
        }

    /* Waves of 64 lanes give the same. */
    memset(out, 0, N * sizeof *out);
    launch.wave_size = 64;
    check("wave 64", wt_amdgpu_run(&launch), 0, "");
    if (out[N - 1] != (float)(N - 1) + 0.5f) {
        printf("wave 64: out[%d] = %g\n", N - 1, out[N - 1]);
        failures++;
    }
    launch.wave_size = 0;

    /* Memory that is not named cannot be touched. */
    struct wt_range ranges[6] = {
        { (uint64_t)(uintptr_t)a, N * sizeof *a },
        { (uint64_t)(uintptr_t)b, N * sizeof *b },
        { (uint64_t)(uintptr_t)out, N * sizeof *out },
        { pointer, sizeof args },
    };
    launch.ranges = ranges;
    launch.range_count = 4;
    check("ranges", wt_amdgpu_run(&launch), 0, "");
    ranges[2].len -= sizeof *out;
    check("one element too few", wt_amdgpu_run(&launch), 3, "ranges[2]");
    /* Ranges that overlap or touch name what they name together. */
    ranges[4] = (struct wt_range){ ranges[2].base + ranges[2].len, sizeof *out };
    ranges[5] = (struct wt_range){ ranges[0].base, 64 };
    launch.range_count = 6;
    check("named in pieces, and twice", wt_amdgpu_run(&launch), 0, "");
    ranges[4].len -= 1;
    check("one byte too few", wt_amdgpu_run(&launch), 3, "ranges[2] and ranges[4]");
    ranges[4].len = UINT64_MAX;
    check("past the end", wt_amdgpu_run(&launch), 2, "ranges[4] goes past the end");
    launch.ranges = NULL;
    launch.range_count = 0;

    /* All workgroups have one data share, which no range needs to name; each launch begins anew. */
    struct wt_amdgpu_launch shared = launch;
    struct wt_range named[] = {
        { (uint64_t)(uintptr_t)out, N * sizeof *out },
        { pointer, sizeof args },
    };
    shared.code = tickets;
    shared.code_len = sizeof tickets;
    for (int i = 0; i < 3; i++) {
        shared.ranges = i ? named : NULL;
        shared.range_count = i ? 2 : 0;
        memset(out, 0, N * sizeof *out);
        check("tickets", wt_amdgpu_run(&shared), 0, "");
        for (int j = 0; j < N; j++)
            if (out[j] != 1.0f) {
                printf("ticket %d was not drawn\n", j);
                failures++;
                break;
            }
    }

    /* A gigabyte costs nothing to map. */
    uint64_t gigabyte = 1 << 30;
    void *large = mmap(NULL, gigabyte, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (large != MAP_FAILED) {
        struct wt_range all[] = {
            { (uint64_t)(uintptr_t)large, gigabyte },
            { (uint64_t)(uintptr_t)a, N * sizeof *a },
            { (uint64_t)(uintptr_t)b, N * sizeof *b },
            { pointer, sizeof args },
        };
        args[2] = (uint64_t)(uintptr_t)large + gigabyte - N * sizeof *out;
        launch.ranges = all;
        launch.range_count = 4;
        for (int i = 0; i < 100; i++)
            check("a gigabyte", wt_amdgpu_run(&launch), 0, "");
        float last;
        memcpy(&last, (char *)large + gigabyte - sizeof last, sizeof last);
        if (last != (float)(N - 1) + 0.5f) {
            printf("a gigabyte: the last element is %g\n", last);
            failures++;
        }
        launch.ranges = NULL;
        launch.range_count = 0;
        munmap(large, gigabyte);
        args[2] = (uint64_t)(uintptr_t)out;
    }

    /* What another thread of the process writes is waited for; what none writes, as long as patience lasts. */
    struct wt_amdgpu_launch waits = launch;
    waits.code = waiting;
    waits.code_len = sizeof waiting;
    uint32_t word = 0;
    args[0] = (uint64_t)(uintptr_t)&word;
    pthread_t thread;
    if (pthread_create(&thread, NULL, late, &word))
        failures++;
    check("another thread", wt_amdgpu_run(&waits), 0, "");
    pthread_join(thread, NULL);
    word = 0;
    check("nobody", wt_amdgpu_run(&waits), 3, "wave 0 goes round");
    args[0] = (uint64_t)(uintptr_t)a;

    /* Bad arguments are explained, never fatal. */
    check("no launch", wt_amdgpu_run(NULL), 2, "NULL");
    struct wt_amdgpu_launch bad = launch;
    bad.size = 8;
    check("size", wt_amdgpu_run(&bad), 2, "size is 8");
    bad = launch;
    bad.target = "gfx1300";
    check("target", wt_amdgpu_run(&bad), 2, "gfx1300");
    bad.target = "gfx950";
    check("waves of another size", wt_amdgpu_run(&bad), 2, "no waves of 32 lanes");
    bad.target = NULL;
    check("no target", wt_amdgpu_run(&bad), 2, "target is NULL");
    bad = launch;
    bad.code = NULL;
    check("no code", wt_amdgpu_run(&bad), 2, "code is NULL");
    bad = launch;
    bad.block[0] = 2048;
    check("block", wt_amdgpu_run(&bad), 2, "2048 threads");
    bad = launch;
    bad.wave_size = 48;
    check("wave size", wt_amdgpu_run(&bad), 2, "48");
    bad = launch;
    bad.user_sgpr_count = 200;
    bad.user_sgprs = calloc(200, 4);
    check("user registers", wt_amdgpu_run(&bad), 2, "200 user SGPRs");
    bad = launch;
    bad.code = exported;
    bad.code_len = sizeof exported;
    check("unmodelled", wt_amdgpu_run(&bad), 4, "exp");
    bad.code = illegal;
    bad.code_len = sizeof illegal;
    check("illegal", wt_amdgpu_run(&bad), 3, "");
    check("again", wt_amdgpu_run(&launch), 0, "");

    if (!strchr(wt_version(), '.'))
        failures++;
    if (failures)
        printf("%d failures\n", failures);
    return failures != 0;
}
