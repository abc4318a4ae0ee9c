// Rounds of a 32-bit mixing function: shifts, exclusive ors and multiplications.
kernel void hash(global const uint *in, global uint *out, int rounds) {
    size_t i = get_global_id(0);
    uint h = in[i];
    for (int round = 0; round < rounds; round++) {
        h ^= h >> 16;
        h *= 0x85ebca6bu;
        h ^= h >> 13;
        h *= 0xc2b2ae35u;
        h ^= h >> 16;
        h += (uint)round;
    }
    out[i] = h;
}
