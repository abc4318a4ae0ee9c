/* Sums of powers, for debugging at the source level. sums.hsaco is this, compiled with
   scripts/compile-kernel sums.cl gfx1100 -O1 sums.hsaco -g -cl-kernel-arg-info */

static float power(float x, int times)
{
    float y = 1;
    for (int j = 0; j < times; j++)
        y *= x;
    return y;
}

kernel void sums(global const float *in, global float *out, float scale, int n)
{
    int i = get_global_id(0);
    float sum = 0;
    for (int k = 0; k < n; k++) {
        float v = in[i + k];
        sum += power(v, i & 3) * scale;
    }
    out[i] = sum;
}
