/* The host core alone: sorting, hashing, floating point and text, for comparison with others. */
#include <wavetank_tile.h>

WT_START

static void number(const char *name, uint64_t value) {
    char text[17];
    for (int i = 0; i < 16; i++) {
        text[i] = "0123456789abcdef"[value >> (60 - 4 * i) & 15];
    }
    text[16] = 0;
    wt_print(name);
    wt_print(" ");
    wt_print(text);
    wt_print("\n");
}

static uint64_t state = 88172645463325252ull;

static uint64_t next(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static void sort(int64_t *values, int low, int high) {
    if (low >= high) {
        return;
    }
    int64_t pivot = values[(low + high) / 2];
    int i = low, j = high;
    while (i <= j) {
        while (values[i] < pivot) {
            i++;
        }
        while (values[j] > pivot) {
            j--;
        }
        if (i <= j) {
            int64_t swap = values[i];
            values[i++] = values[j];
            values[j--] = swap;
        }
    }
    sort(values, low, j);
    sort(values, i, high);
}

static uint64_t hash(const void *data, size_t bytes) {
    uint64_t value = 14695981039346656037ull;
    for (size_t i = 0; i < bytes; i++) {
        value = (value ^ ((const uint8_t *)data)[i]) * 1099511628211ull;
    }
    return value;
}

static int64_t values[2000];
static double grid[40][40];
static float series[256];

int main(void) {
    for (int i = 0; i < 2000; i++) {
        values[i] = (int64_t)next() >> (i % 50);
    }
    sort(values, 0, 1999);
    number("sorted", hash(values, sizeof values));

    int64_t quotients = 0;
    for (int i = 1; i < 2000; i++) {
        int64_t d = values[i] ? values[i] : 1;
        quotients = quotients * 31 + values[i - 1] / d + (int32_t)values[i] % (int32_t)(i + 1)
                  + (int64_t)((uint64_t)values[i - 1] % (uint64_t)d);
    }
    number("quotients", (uint64_t)quotients);

    for (int row = 0; row < 40; row++) {
        for (int column = 0; column < 40; column++) {
            double cr = column / 16.0 - 2, ci = row / 20.0 - 1, zr = 0, zi = 0;
            int steps = 0;
            while (steps < 200 && zr * zr + zi * zi < 4) {
                double next_r = zr * zr - zi * zi + cr;
                zi = 2 * zr * zi + ci;
                zr = next_r;
                steps++;
            }
            grid[row][column] = steps + zr / (1 + __builtin_fabs(zi));
        }
    }
    number("mandelbrot", hash(grid, sizeof grid));

    float sum = 0;
    for (int i = 0; i < 256; i++) {
        float t = (float)(int32_t)next() * 4.6566129e-10f;
        series[i] = __builtin_sqrtf(t * t + 1.0f) / (t + 3.5f) - (float)(uint32_t)i;
        sum = __builtin_fmaf(series[i], t, sum);
    }
    number("series", hash(series, sizeof series));
    uint32_t bits;
    __builtin_memcpy(&bits, &sum, 4);
    number("sum", bits);
    number("converted", (uint64_t)(int64_t)(sum * 1e6f) ^ (uint64_t)(uint32_t)(sum * sum));
    return 0;
}
