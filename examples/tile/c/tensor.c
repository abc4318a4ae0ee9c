/* Boxes of a tensor with five dimensions, there and back, with an mbarrier and with a group. */
#include <wavetank_tile.h>

WT_START

enum { A = 3, B = 4, C = 5, D = 6, E = 64 };

static uint8_t from[A][B][C][D][E] __attribute__((aligned(64)));
static uint8_t to[A][B][C][D][E] __attribute__((aligned(64)));

static void describe(struct wt_tensor_map *map, void *base) {
    *map = (struct wt_tensor_map){
        .base = (uint64_t)base,
        .element_bytes = 1,
        .rank = 5,
        .sizes = {E, D, C, B},
        .size4 = A,
        .strides = {E, D * E, C * D * E, B * C * D * E},
        .box = {32, 3, 2, 2},
        .box4 = 2,
    };
}

int main(void) {
    static struct wt_tensor_map source, target;
    static uint32_t words[32] __attribute__((aligned(64)));
    for (size_t i = 0; i < sizeof from; i++) {
        (&from[0][0][0][0][0])[i] = (uint8_t)(i * 7 + (i >> 8));
    }
    describe(&source, from);
    describe(&target, to);
    enum { BOX = 32 * 3 * 2 * 2 * 2, BARRIER = 65536 };
    /* The box begins at (1, 2, 3, 3, 32), so one of its planes is outside. */
    words[0] = words[4] = 32;
    words[1] = words[5] = 3;
    words[2] = words[6] = 3;
    words[3] = words[7] = 2;
    words[12] = words[13] = 2;
    wt_tmbar_init(BARRIER, 1);
    wt_tmbar_arrx(BARRIER, BOX);
    wt_ttma_tile_in_mbar(5, 0ul, &source, words, BARRIER);
    wt_tmbar_wait(BARRIER, 0);
    wt_ttma_tile_out(5, &target, 0ul, words);
    wt_tcommit_tma(0);
    wt_twait_tma(0);
    for (int a = 0; a < A; a++) {
        for (int b = 0; b < B; b++) {
            for (int c = 0; c < C; c++) {
                for (int d = 0; d < D; d++) {
                    for (int e = 0; e < E; e++) {
                        int inside = a >= 2 && b >= 2 && c >= 3 && d >= 3 && e >= 32;
                        if (to[a][b][c][d][e] != (inside ? from[a][b][c][d][e] : 0)) {
                            return 1;
                        }
                    }
                }
            }
        }
    }
    wt_print("tensor: ok\n");
    return 0;
}
