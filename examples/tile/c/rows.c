/* Softmax and layer norm over the rows of a 32 x 32 matrix. */
#include <wavetank_tile.h>

WT_START

static float x[32][32] __attribute__((aligned(64)));
static float y[32][32] __attribute__((aligned(64)));
/* 32 elements and what a whole vector register reads beyond them. */
static float gamma[64] __attribute__((aligned(64)));
static float beta[64] __attribute__((aligned(64)));

static void load(void) {
    wt_tld_s(WT_GLOBAL, 0, 1, x, 0, 4);
    wt_tld_s(WT_GLOBAL, 1, 1, x, 32, 4);
    wt_tld_s(WT_GLOBAL, 2, 1, x, 64, 4);
    wt_tld_s(WT_GLOBAL, 3, 1, x, 96, 4);
}

static void store(void) {
    wt_tst_s(WT_GLOBAL, 0, 1, y, 0, 4);
    wt_tst_s(WT_GLOBAL, 1, 1, y, 32, 4);
    wt_tst_s(WT_GLOBAL, 2, 1, y, 64, 4);
    wt_tst_s(WT_GLOBAL, 3, 1, y, 96, 4);
    wt_twait_st(WT_GLOBAL, 0);
}

#define ALL(F) F(0) F(1) F(2) F(3)

static void softmax(void) {
    load();
    wt_talu2(WT_MAX, WT_F32, 4, 0, 1);
    wt_talu2(WT_MAX, WT_F32, 5, 2, 3);
    wt_talu2(WT_MAX, WT_F32, 4, 4, 5);
    wt_talu1(WT_ROWMAX, WT_F32, 4, 4);
#define EXPONENTIAL(t)                                \
    wt_talu2(WT_SUB, WT_F32, t, t, 4);                \
    wt_talu2_f(WT_MUL, WT_F32, t, t, 1.44269504f);    \
    wt_talu1(WT_EXP2, WT_F32, t, t);
    ALL(EXPONENTIAL)
    wt_talu2(WT_ADD, WT_F32, 5, 0, 1);
    wt_talu2(WT_ADD, WT_F32, 6, 2, 3);
    wt_talu2(WT_ADD, WT_F32, 5, 5, 6);
    wt_talu1(WT_ROWSUM, WT_F32, 5, 5);
    wt_talu1(WT_RCP, WT_F32, 5, 5);
#define SCALE(t) wt_talu2(WT_MUL, WT_F32, t, t, 5);
    ALL(SCALE)
    store();
}

static void layernorm(float epsilon) {
    load();
    wt_talu2(WT_ADD, WT_F32, 4, 0, 1);
    wt_talu2(WT_ADD, WT_F32, 5, 2, 3);
    wt_talu2(WT_ADD, WT_F32, 4, 4, 5);
    wt_talu1(WT_ROWSUM, WT_F32, 4, 4);
    wt_talu2_f(WT_MUL, WT_F32, 4, 4, 1.0f / 32);
#define CENTRE(t) wt_talu2(WT_SUB, WT_F32, t, t, 4);
    ALL(CENTRE)
    wt_tfill_u32(5, 0);
#define SQUARE(t) wt_tmad(WT_F32, 5, t, t, 5);
    ALL(SQUARE)
    wt_talu1(WT_ROWSUM, WT_F32, 5, 5);
    wt_talu2_f(WT_MUL, WT_F32, 5, 5, 1.0f / 32);
    wt_talu2_f(WT_ADD, WT_F32, 5, 5, epsilon);
    wt_talu1(WT_RSQRT, WT_F32, 5, 5);
#define FINISH(t)                          \
    wt_talu2(WT_MUL, WT_F32, t, t, 5);         \
    wt_talu2_col(WT_MUL, t, t, gamma + 8 * (t)); \
    wt_talu2_col(WT_ADD, t, t, beta + 8 * (t));
    ALL(FINISH)
    store();
}

static double exponential(double v) {
    double sum = 1, term = 1;
    for (int i = 1; i < 40; i++) {
        term *= v / i;
        sum += term;
    }
    return sum;
}

static int far(double value, double exact) {
    double error = value - exact, limit = 1e-5 * (exact < 0 ? -exact : exact) + 1e-6;
    return error > limit || error < -limit;
}

int main(void) {
    for (int i = 0; i < 32; i++) {
        for (int j = 0; j < 32; j++) {
            x[i][j] = (float)((7 * i + 11 * j) % 32) / 8 - 2;
        }
        gamma[i] = (float)(i % 5) - 1.5f;
        beta[i] = (float)(i % 3) * 0.25f;
    }
    softmax();
    for (int i = 0; i < 32; i++) {
        double sum = 0;
        for (int j = 0; j < 32; j++) {
            sum += exponential(x[i][j]);
        }
        for (int j = 0; j < 32; j++) {
            if (far(y[i][j], exponential(x[i][j]) / sum)) {
                return 1;
            }
        }
    }
    layernorm(1e-5f);
    for (int i = 0; i < 32; i++) {
        double mean = 0, variance = 0;
        for (int j = 0; j < 32; j++) {
            mean += x[i][j] / 32.0;
        }
        for (int j = 0; j < 32; j++) {
            variance += (x[i][j] - mean) * (x[i][j] - mean) / 32.0;
        }
        double deviation = __builtin_sqrt(variance + 1e-5);
        for (int j = 0; j < 32; j++) {
            if (far(y[i][j], (x[i][j] - mean) / deviation * gamma[j] + beta[j])) {
                return 2;
            }
        }
    }
    wt_print("rows: ok\n");
    return 0;
}
