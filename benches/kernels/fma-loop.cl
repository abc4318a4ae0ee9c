// Arithmetic only: four independent chains of multiply-adds in every work-item.
kernel void fma_loop(global float *out, float scale, float bias, int rounds) {
    size_t i = get_global_id(0);
    float a = (float)i * 1e-6f, b = a + 0.25f, c = a + 0.5f, d = a + 0.75f;
    for (int round = 0; round < rounds; round++) {
        a = fma(a, scale, bias);
        b = fma(b, scale, bias);
        c = fma(c, scale, bias);
        d = fma(d, scale, bias);
    }
    out[i] = (a + b) + (c + d);
}
