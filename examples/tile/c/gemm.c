/* C = A * B^T for four types of elements, with the copy engine one step ahead. */
#include <wavetank_tile.h>

WT_START

enum { M = 32, N = 32, MOST = 32 * 512 };

static uint8_t a[MOST] __attribute__((aligned(64)));
static uint8_t b[MOST] __attribute__((aligned(64)));
static uint32_t c[M * N] __attribute__((aligned(64)));
static uint32_t words[32] __attribute__((aligned(64)));

/* Rows of four blocks of 32 bytes. */
static uint64_t descriptor(uint64_t offset) { return 0x0001000400000000 | offset; }

static void fetch(uint64_t buffer, size_t at) {
    wt_ttma_lin_2d(buffer, a + at, words);
    wt_ttma_lin_2d(buffer + 4096, b + at, words);
}

/* The type is part of the instruction, so there is a function for each. */
#define GEMM(name, type)                                                      \
    static void name(size_t row_bytes) {                                      \
        words[0] = (uint32_t)row_bytes;                                       \
        words[4] = 128;                                                       \
        words[8] = 128;                                                       \
        words[9] = 32;                                                        \
        wt_tfill_u32(0, 0);                                                   \
        wt_tfill_u32(1, 0);                                                   \
        wt_tfill_u32(2, 0);                                                   \
        wt_tfill_u32(3, 0);                                                   \
        fetch(0, 0);                                                          \
        wt_tcommit_tma(0);                                                    \
        for (size_t at = 0; at < row_bytes; at += 256) {                      \
            fetch(8192, at + 128);                                            \
            wt_tcommit_tma(1);                                                \
            wt_twait_tma(0);                                                  \
            wt_tmma_async(type, WT_K(4), 0, descriptor(0), descriptor(4096)); \
            wt_twait_mma();                                                   \
            if (at + 256 < row_bytes) {                                       \
                fetch(0, at + 256);                                           \
                wt_tcommit_tma(0);                                            \
            }                                                                 \
            wt_twait_tma(1);                                                  \
            wt_tmma_async(type, WT_K(4), 0, descriptor(8192), descriptor(12288)); \
            wt_twait_mma();                                                   \
        }                                                                     \
        wt_tst_s(WT_GLOBAL, 0, 1, c, 0, 4);                                   \
        wt_tst_s(WT_GLOBAL, 1, 1, c, 32, 4);                                  \
        wt_tst_s(WT_GLOBAL, 2, 1, c, 64, 4);                                  \
        wt_tst_s(WT_GLOBAL, 3, 1, c, 96, 4);                                  \
        wt_twait_st(WT_GLOBAL, 0);                                            \
    }

GEMM(gemm_f16, WT_MMA_F16)
GEMM(gemm_bf16, WT_MMA_BF16)
GEMM(gemm_e4m3, WT_MMA_E4M3)
GEMM(gemm_s8, WT_MMA_S8)

/* The code of a small integer in a float format. */
static uint32_t code(int value, int fraction_bits, int bias, int sign_bit) {
    uint32_t magnitude = value < 0 ? -value : value, exponent = 0;
    if (magnitude == 0) {
        return 0;
    }
    while (magnitude >> (exponent + 1)) {
        exponent++;
    }
    uint32_t fraction = (magnitude << fraction_bits >> exponent) & ((1u << fraction_bits) - 1);
    return (value < 0 ? 1u << sign_bit : 0) | (exponent + bias) << fraction_bits | fraction;
}

static int left(int m, int k) { return (3 * m + 5 * k) % 7 - 3; }
static int right(int n, int k) { return (2 * n + 3 * k) % 5 - 2; }

static int check(void (*run)(size_t), int bytes, int fraction_bits, int bias, int is_float) {
    int depth = 512 / bytes;
    for (int row = 0; row < 32; row++) {
        for (int k = 0; k < depth; k++) {
            int values[2] = {left(row, k), right(row, k)};
            uint8_t *places[2] = {a + row * 512 + k * bytes, b + row * 512 + k * bytes};
            for (int i = 0; i < 2; i++) {
                uint32_t bits = is_float ? code(values[i], fraction_bits, bias, 8 * bytes - 1)
                                         : (uint32_t)values[i];
                for (int byte = 0; byte < bytes; byte++) {
                    places[i][byte] = (uint8_t)(bits >> (8 * byte));
                }
            }
        }
    }
    run(512);
    for (int m = 0; m < M; m++) {
        for (int n = 0; n < N; n++) {
            int sum = 0;
            for (int k = 0; k < depth; k++) {
                sum += left(m, k) * right(n, k);
            }
            float exact = (float)sum;
            uint32_t expected = (uint32_t)sum;
            if (is_float) {
                __builtin_memcpy(&expected, &exact, 4);
                expected = sum == 0 ? c[m * N + n] & 0x80000000 : expected;
            }
            if (c[m * N + n] != expected) {
                return 1;
            }
        }
    }
    return 0;
}

int main(void) {
    if (check(gemm_f16, 2, 10, 15, 1)) {
        return 1;
    }
    if (check(gemm_bf16, 2, 7, 127, 1)) {
        return 2;
    }
    if (check(gemm_e4m3, 1, 3, 7, 1)) {
        return 3;
    }
    if (check(gemm_s8, 1, 0, 0, 0)) {
        return 4;
    }
    wt_print("gemm: ok\n");
    return 0;
}
