/* Copies rows of 32 bytes through tile registers: four at a time, one at a time, a masked rest. */
#include <wavetank_tile.h>

WT_START

static uint8_t source[300 * 32] __attribute__((aligned(32)));
static uint8_t target[302 * 32] __attribute__((aligned(32)));

static void tile_copy(uint8_t *to, const uint8_t *from, size_t rows) {
    for (; rows >= 128; rows -= 128, to += 4096, from += 4096) {
        wt_tld_u(WT_GLOBAL, 0, 4, from, 0);
        wt_tst_u(WT_GLOBAL, 0, 4, to, 0);
    }
    for (; rows >= 32; rows -= 32, to += 1024, from += 1024) {
        wt_tld_u(WT_GLOBAL, 0, 1, from, 0);
        wt_tst_u(WT_GLOBAL, 0, 1, to, 0);
    }
    if (rows > 0) {
        uint32_t before = wt_csr_read(WT_CSR_TMASK);
        wt_csr_write(WT_CSR_TMASK, (1u << rows) - 1);
        wt_tld_u_masked(WT_GLOBAL, 0, from);
        wt_tst_u_masked(WT_GLOBAL, 0, to);
        wt_csr_write(WT_CSR_TMASK, before);
    }
    wt_twait_st(WT_GLOBAL, 0);
}

int main(void) {
    for (int i = 0; i < 300 * 32; i++) {
        source[i] = (uint8_t)(7 * i + 13 * (i >> 8) + 5);
    }
    tile_copy(target, source, 300);
    for (int i = 0; i < 302 * 32; i++) {
        if (target[i] != (i < 300 * 32 ? source[i] : 0)) {
            return 1;
        }
    }
    wt_print("copy: ok\n");
    return 0;
}
