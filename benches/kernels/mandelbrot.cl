// Iterations until escape: neighbours leave the loop at different times.
kernel void mandelbrot(global int *out, int width, float left, float top, float step, int most) {
    int x = get_global_id(0), y = get_global_id(1);
    float cr = left + x * step, ci = top + y * step;
    float zr = 0, zi = 0;
    int n = 0;
    while (n < most && zr * zr + zi * zi < 4.0f) {
        float t = zr * zr - zi * zi + cr;
        zi = 2.0f * zr * zi + ci;
        zr = t;
        n++;
    }
    out[y * width + x] = n;
}
