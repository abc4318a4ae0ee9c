/* Loops that a compiler turns into vector instructions, for comparison with others: sums, products,
 * conditions, strides, gathers, text and sorting, over integers and floats of all widths. */
#include <wavetank_tile.h>

WT_START

enum { N = 1237 };

/* What a loop starts from differs from call to call, so that nothing is computed beforehand. */
static uint64_t state = 0x243f6a8885a308d3ull;

static uint64_t next(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static void number(const char *name, const void *data, size_t bytes) {
    uint64_t hash = 14695981039346656037ull;
    for (size_t i = 0; i < bytes; i++) {
        hash = (hash ^ ((const uint8_t *)data)[i]) * 1099511628211ull;
    }
    char text[18];
    for (int i = 0; i < 16; i++) {
        text[i] = "0123456789abcdef"[hash >> (60 - 4 * i) & 15];
    }
    text[16] = '\n';
    text[17] = 0;
    wt_print(name);
    wt_print(" ");
    wt_print(text);
}

#define SHOW(name, value)                       \
    do {                                        \
        __typeof__(value) shown = (value);      \
        number(name, &shown, sizeof shown);     \
    } while (0)

/* The same loops for one type of integer. */
#define INTEGERS(T, U)                                                                   \
    static T a_##T[N], b_##T[N], c_##T[N];                                               \
    static __attribute__((noinline)) T dot_##T(const T *a, const T *b, int n) {          \
        U sum = 0;                                                                       \
        for (int i = 0; i < n; i++) {                                                    \
            sum += (U)a[i] * (U)b[i];                                                    \
        }                                                                                \
        return (T)sum;                                                                   \
    }                                                                                    \
    static __attribute__((noinline)) T most_##T(const T *a, int n) {                     \
        T best = a[0];                                                                   \
        for (int i = 1; i < n; i++) {                                                    \
            best = a[i] > best ? a[i] : best;                                            \
        }                                                                                \
        return best;                                                                     \
    }                                                                                    \
    static __attribute__((noinline)) void mix_##T(T *c, const T *a, const T *b, int n) { \
        for (int i = 0; i < n; i++) {                                                    \
            if (a[i] < b[i]) {                                                           \
                c[i] = (T)((U)a[i] * 3 - (U)b[i]);                                       \
            } else if ((a[i] & 1) == 0) {                                                \
                c[i] = (T)(((U)c[i] ^ (U)b[i]) >> 3);                                    \
            }                                                                            \
        }                                                                                \
    }                                                                                    \
    static __attribute__((noinline)) void divide_##T(T *c, const T *a, const T *b, int n) { \
        for (int i = 0; i < n; i++) {                                                    \
            c[i] = (T)(b[i] == 0 || b[i] == (T)-1 ? a[i] : a[i] / b[i] + a[i] % b[i]);   \
        }                                                                                \
    }                                                                                    \
    static __attribute__((noinline)) void strided_##T(T *c, const T *a, int n) {         \
        for (int i = 0; 3 * i + 2 < n; i++) {                                            \
            c[i] = (T)((U)a[3 * i] + (U)a[3 * i + 1] - (U)a[3 * i + 2]);                 \
        }                                                                                \
    }                                                                                    \
    static __attribute__((noinline)) void reverse_##T(T *c, const T *a, int n) {         \
        for (int i = 0; i < n; i++) {                                                    \
            c[i] = a[n - 1 - i];                                                         \
        }                                                                                \
    }                                                                                    \
    static __attribute__((noinline)) void gather_##T(T *c, const T *a, const uint32_t *where, int n) { \
        for (int i = 0; i < n; i++) {                                                    \
            c[i] = a[where[i]];                                                          \
        }                                                                                \
    }                                                                                    \
    static void run_##T(const uint32_t *where) {                                         \
        for (int i = 0; i < N; i++) {                                                    \
            a_##T[i] = (T)next();                                                        \
            b_##T[i] = (T)(next() >> (i % 60));                                          \
            c_##T[i] = (T)next();                                                        \
        }                                                                                \
        SHOW(#T " dot", dot_##T(a_##T, b_##T, N));                                       \
        SHOW(#T " most", most_##T(a_##T, N));                                            \
        mix_##T(c_##T, a_##T, b_##T, N);                                                 \
        number(#T " mix", c_##T, sizeof c_##T);                                          \
        divide_##T(c_##T, a_##T, b_##T, N);                                              \
        number(#T " divide", c_##T, sizeof c_##T);                                       \
        strided_##T(c_##T, a_##T, N);                                                    \
        number(#T " strided", c_##T, sizeof c_##T);                                      \
        reverse_##T(c_##T, b_##T, N);                                                    \
        number(#T " reverse", c_##T, sizeof c_##T);                                      \
        gather_##T(c_##T, a_##T, where, N);                                              \
        number(#T " gather", c_##T, sizeof c_##T);                                       \
    }

INTEGERS(int8_t, uint8_t)
INTEGERS(uint8_t, uint8_t)
INTEGERS(int16_t, uint16_t)
INTEGERS(uint16_t, uint16_t)
INTEGERS(int32_t, uint32_t)
INTEGERS(uint32_t, uint32_t)
INTEGERS(int64_t, uint64_t)
INTEGERS(uint64_t, uint64_t)

/* And for one type of float. */
#define FLOATS(T)                                                                        \
    static T x_##T[N], y_##T[N], m_##T[32][48], n_##T[48][40], p_##T[32][40];            \
    static __attribute__((noinline)) void saxpy_##T(T *y, T a, const T *x, int n) {      \
        for (int i = 0; i < n; i++) {                                                    \
            y[i] = a * x[i] + y[i];                                                      \
        }                                                                                \
    }                                                                                    \
    static __attribute__((noinline)) T ordered_##T(const T *x, int n) {                  \
        T sum = 0;                                                                       \
        for (int i = 0; i < n; i++) {                                                    \
            sum += x[i];                                                                 \
        }                                                                                \
        return sum;                                                                      \
    }                                                                                    \
    static __attribute__((noinline)) void clamp_##T(T *y, const T *x, int n) {           \
        for (int i = 0; i < n; i++) {                                                    \
            T v = x[i] < 0 ? -x[i] : x[i];                                               \
            y[i] = v > 1 ? 1 / v : v * v - (T)0.5;                                       \
        }                                                                                \
    }                                                                                    \
    static __attribute__((noinline)) void roots_##T(T *y, const T *x, int n) {           \
        for (int i = 0; i < n; i++) {                                                    \
            y[i] = __builtin_elementwise_sqrt(x[i] * x[i] + 1);                          \
        }                                                                                \
    }                                                                                    \
    static __attribute__((noinline)) void matmul_##T(void) {                             \
        for (int i = 0; i < 32; i++) {                                                   \
            for (int k = 0; k < 48; k++) {                                               \
                for (int j = 0; j < 40; j++) {                                           \
                    p_##T[i][j] += m_##T[i][k] * n_##T[k][j];                            \
                }                                                                        \
            }                                                                            \
        }                                                                                \
    }                                                                                    \
    static void run_##T(void) {                                                          \
        for (int i = 0; i < N; i++) {                                                    \
            x_##T[i] = (T)(int64_t)next() / (T)4e18;                                     \
            y_##T[i] = (T)(int32_t)next() / (T)1e9;                                      \
        }                                                                                \
        for (int i = 0; i < 32 * 48; i++) {                                              \
            m_##T[i / 48][i % 48] = (T)(int16_t)next() / 64;                             \
        }                                                                                \
        for (int i = 0; i < 48 * 40; i++) {                                              \
            n_##T[i / 40][i % 40] = (T)(uint16_t)next() / 32;                            \
        }                                                                                \
        saxpy_##T(y_##T, (T)1.25, x_##T, N);                                             \
        number(#T " saxpy", y_##T, sizeof y_##T);                                        \
        SHOW(#T " sum", ordered_##T(y_##T, N));                                          \
        clamp_##T(y_##T, x_##T, N);                                                      \
        number(#T " clamp", y_##T, sizeof y_##T);                                        \
        roots_##T(y_##T, x_##T, N);                                                      \
        number(#T " roots", y_##T, sizeof y_##T);                                        \
        matmul_##T();                                                                    \
        number(#T " matmul", p_##T, sizeof p_##T);                                       \
    }

FLOATS(float)
FLOATS(double)

/* Between widths. */
static int8_t narrow[N];
static int64_t wide[N];
static float singles[N];
static double doubles[N];

static __attribute__((noinline)) void widen(void) {
    for (int i = 0; i < N; i++) {
        wide[i] = (int64_t)narrow[i] * 1000003 + (uint8_t)narrow[i];
    }
}

static __attribute__((noinline)) int64_t sum_of_bytes(void) {
    int64_t sum = 0;
    for (int i = 0; i < N; i++) {
        sum += narrow[i];
    }
    return sum;
}

static __attribute__((noinline)) void saturate(const int32_t *from) {
    for (int i = 0; i < N; i++) {
        int32_t v = from[i] >> 20;
        narrow[i] = (int8_t)(v > 127 ? 127 : v < -128 ? -128 : v);
    }
}

static __attribute__((noinline)) void convert(void) {
    for (int i = 0; i < N; i++) {
        doubles[i] = (double)singles[i] * 0.1 + (double)wide[i];
        singles[i] = (float)doubles[i] + (float)narrow[i];
    }
}

/* Structures of three fields, which segment loads take apart. */
struct pixel {
    uint8_t red, green, blue;
};
static struct pixel pixels[N];
static uint8_t grey[N];

static __attribute__((noinline)) void to_grey(void) {
    for (int i = 0; i < N; i++) {
        grey[i] = (uint8_t)((pixels[i].red * 77 + pixels[i].green * 150 + pixels[i].blue * 29) >> 8);
    }
}

/* A sorting network over columns: every exchange is a minimum and a maximum of whole rows. */
static int32_t columns[16][101];

static __attribute__((noinline)) void sort_columns(void) {
    for (int round = 0; round < 16; round++) {
        for (int row = round & 1; row + 1 < 16; row += 2) {
            for (int i = 0; i < 101; i++) {
                int32_t low = columns[row][i], high = columns[row + 1][i];
                columns[row][i] = low < high ? low : high;
                columns[row + 1][i] = low < high ? high : low;
            }
        }
    }
}

/* The compiler makes calls of loops like these, so the functions have to be there. */
void *memcpy(void *to, const void *from, size_t bytes) {
    for (size_t i = 0; i < bytes; i++) {
        ((volatile uint8_t *)to)[i] = ((const uint8_t *)from)[i];
    }
    return to;
}

void *memset(void *to, int value, size_t bytes) {
    for (size_t i = 0; i < bytes; i++) {
        ((volatile uint8_t *)to)[i] = (uint8_t)value;
    }
    return to;
}

/* Text, where the end is found with loads that stop at the first fault. */
static __attribute__((noinline)) size_t length(const char *text) {
    size_t at = 0, got;
    long first;
    do {
        __asm__ volatile("vsetvli %0, zero, e8, m4, ta, ma\n\tvle8ff.v v8, (%2)\n\t"
                         "csrr %0, vl\n\tvmseq.vi v16, v8, 0\n\tvfirst.m %1, v16"
                         : "=&r"(got), "=r"(first)
                         : "r"(text + at)
                         : "memory", "v8", "v9", "v10", "v11", "v16", "vl", "vtype");
        at += first < 0 ? got : (size_t)first;
    } while (first < 0);
    return at;
}

static __attribute__((noinline)) int count_letters(const char *text, int n) {
    int count = 0;
    for (int i = 0; i < n; i++) {
        count += text[i] >= 'a' && text[i] <= 'z';
    }
    return count;
}

static uint32_t where[N];
static char text[N + 1];

int main(void) {
    for (int i = 0; i < N; i++) {
        where[i] = (uint32_t)(next() % N);
    }
    run_int8_t(where);
    run_uint8_t(where);
    run_int16_t(where);
    run_uint16_t(where);
    run_int32_t(where);
    run_uint32_t(where);
    run_int64_t(where);
    run_uint64_t(where);
    run_float();
    run_double();

    saturate(a_int32_t);
    number("saturate", narrow, sizeof narrow);
    widen();
    number("widen", wide, sizeof wide);
    SHOW("sum of bytes", sum_of_bytes());
    for (int i = 0; i < N; i++) {
        singles[i] = (float)(int32_t)next() / 77;
        pixels[i] = (struct pixel){(uint8_t)next(), (uint8_t)next(), (uint8_t)next()};
        text[i] = (char)(32 + next() % 90);
    }
    convert();
    number("convert", doubles, sizeof doubles);
    number("back", singles, sizeof singles);
    to_grey();
    number("grey", grey, sizeof grey);
    for (int i = 0; i < 16 * 101; i++) {
        columns[i / 101][i % 101] = (int32_t)next();
    }
    sort_columns();
    number("sorted", columns, sizeof columns);
    SHOW("length", length(text));
    SHOW("letters", count_letters(text, N));
    return 0;
}
