// Loops and branches on which the threads of a wave do not agree.

kernel void collatz(global const uint *a, global uint *out) {
    size_t i = get_global_id(0);
    uint n = a[i], steps = 0;
    while (n > 1) {
        n = (n & 1) ? 3 * n + 1 : n / 2;
        steps++;
    }
    out[i] = steps;
}

kernel void gcd(global const uint *a, global const uint *b, global uint *out) {
    size_t i = get_global_id(0);
    uint x = a[i], y = b[i];
    while (y) {
        uint t = x % y;
        x = y;
        y = t;
    }
    out[i] = x;
}

kernel void mandelbrot(global uint *out, uint width, uint limit) {
    uint px = (uint)get_global_id(0), py = (uint)get_global_id(1);
    float cx = (float)px * (3.0f / 32.0f) - 2.0f, cy = (float)py * (2.0f / 16.0f) - 1.0f;
    float x = 0, y = 0;
    uint n = 0;
    while (n < limit && x * x + y * y < 4.0f) {
        float t = x * x - y * y + cx;
        y = 2.0f * x * y + cy;
        x = t;
        n++;
    }
    out[py * width + px] = n;
}

kernel void choose(global const uint *a, global uint *out) {
    size_t i = get_global_id(0);
    uint x = a[i];
    switch (x % 7) {
    case 0: x = x * x; break;
    case 1: x += 17;   // falls through
    case 2: x ^= 0xff; break;
    case 3: if (x & 8) x >>= 3; else x <<= 2; break;
    case 4: for (uint k = 0; k < (x & 15); k++) x += k; break;
    case 5: x = ~x; break;
    default: x = 99; break;
    }
    out[i] = x;
}

kernel void search(global const uint *sorted, uint n, global const uint *keys, global uint *out) {
    size_t i = get_global_id(0);
    uint low = 0, high = n, key = keys[i];
    while (low < high) {
        uint middle = (low + high) / 2;
        if (sorted[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    out[i] = low;
}

kernel void leave_early(global const uint *a, global uint *out) {
    size_t i = get_global_id(0);
    if (a[i] & 1)
        return;
    for (uint k = 0; k < 100; k++) {
        if (k * k > a[i])
            break;
        if (k % 3 == 0)
            continue;
        out[i] += k;
    }
}
