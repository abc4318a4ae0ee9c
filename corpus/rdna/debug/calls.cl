/* Functions that are called, and one file that includes another: for debugging at the level of the source.
   scripts/compile-kernel calls.cl gfx1100 -O0 calls.hsaco -g -cl-kernel-arg-info -fdebug-compilation-dir=. */
#include "steps.h"

__attribute__((noinline)) static float twice(float x)
{
    float inner = scaled(x, 2);
    return inner + half_of(x);
}

kernel void calls(global const float *in, global float *out)
{
    int i = get_local_id(0);
    float v = in[i];
    out[i] = twice(v) + scaled(v, 3);
}
