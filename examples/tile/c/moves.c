/* Transpose, gather and histogram. */
#include <wavetank_tile.h>

WT_START

static uint32_t x[32][32] __attribute__((aligned(64)));
static uint32_t y[32][32] __attribute__((aligned(64)));
static uint32_t places[32] __attribute__((aligned(64)));
static uint32_t counts[256] __attribute__((aligned(64)));

static void transpose(void) {
    /* Row 8i + q of a register is row q of block i: it goes to row q, block column i. */
    for (int r = 0; r < 32; r++) {
        places[r] = (uint32_t)(r % 8 * 4 + r / 8);
    }
#define COLUMNS(t)                               \
    wt_tld_s(WT_GLOBAL, t, 1, x, 32 * (t), 4);   \
    wt_talu1(WT_TRANS_B32, WT_F32, t, t);        \
    wt_tst_i(WT_GLOBAL, t, 1, &y[8 * (t)], 0, places);
    COLUMNS(0) COLUMNS(1) COLUMNS(2) COLUMNS(3)
    wt_twait_st(WT_GLOBAL, 0);
}

static void gather(const uint32_t *indices) {
    wt_tld_i(WT_GLOBAL, 0, 1, x, 0, indices);
    wt_tst_u(WT_GLOBAL, 0, 1, y, 0);
    wt_twait_st(WT_GLOBAL, 0);
}

static void histogram(const uint32_t *keys, int count) {
    wt_tfill_u32(0, 0);
    wt_tst_u(WT_SHARED, 0, 1, (uint64_t)0, 0);
    wt_twait_st(WT_SHARED, 0);
    for (int i = 0; i < count; i++) {
        wt_tred_add_u32(WT_SHARED, (uint64_t)(4 * keys[i]), 1);
    }
    wt_twait_st(WT_SHARED, 0);
    wt_tld_u(WT_SHARED, 0, 1, (uint64_t)0, 0);
    wt_tst_u(WT_GLOBAL, 0, 1, counts, 0);
    wt_twait_st(WT_GLOBAL, 0);
}

int main(void) {
    for (int i = 0; i < 1024; i++) {
        x[i / 32][i % 32] = (uint32_t)i * 2654435761u;
    }
    transpose();
    for (int i = 0; i < 1024; i++) {
        if (y[i / 32][i % 32] != x[i % 32][i / 32]) {
            return 1;
        }
    }
    static uint32_t indices[32];
    for (int i = 0; i < 32; i++) {
        indices[i] = (uint32_t)(37 * i % 128);
    }
    gather(indices);
    for (int i = 0; i < 256; i++) {
        if (y[0][i] != x[0][8 * indices[i / 8] + i % 8]) {
            return 2;
        }
    }
    static uint32_t keys[1000];
    static uint32_t expected[256];
    for (int i = 0; i < 1000; i++) {
        keys[i] = (uint32_t)(i * i + 3 * i) % 256;
        expected[keys[i]]++;
    }
    histogram(keys, 1000);
    for (int i = 0; i < 256; i++) {
        if (counts[i] != expected[i]) {
            return 3;
        }
    }
    wt_print("moves: ok\n");
    return 0;
}
