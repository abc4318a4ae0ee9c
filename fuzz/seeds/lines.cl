// Compiled with lines and names for debuggers: `scripts/compile-kernel fuzz/seeds/lines.cl gfx1100 -O1
// fuzz/seeds/lines.gfx1100.o -g`, and the same for the other targets.
kernel void k(global const uint *in, global uint *out) {
    uint i = (uint)get_global_id(0);
    uint sum = 0;
    for (uint n = 0; n < in[i] % 8; n++)
        sum += in[(i + n) % 64];
    out[i] = sum;
}
