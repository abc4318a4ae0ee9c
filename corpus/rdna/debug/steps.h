/* A header with functions, for calls.cl. */
__attribute__((noinline)) static float scaled(float x, int times)
{
    float sum = 0;
    for (int k = 0; k < times; k++)
        sum += x;
    return sum;
}

__attribute__((always_inline)) static float half_of(float x)
{
    return x * 0.5f;
}
