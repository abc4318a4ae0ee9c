// Hashes, ciphers, checksums, generators: integers and tables.
//
// kernel sha256: groups 1, block 64, in u32 1024, out 512
// kernel aes: groups 1, block 64, in u32 256, out 256
// kernel crc32: groups 2, block 64, in u32 1024, out 128
// kernel xorshift: groups 1, block 96, in u32 96, out 192
// kernel philox: groups 1, block 64, in u32 256, out 256
// kernel bignum: groups 1, block 32, in u32 512, out 512
// kernel morton: groups 1, block 64, in u32 192, out 448
// kernel siphash: groups 1, block 64, in u32 256, out 128
// kernel base64: groups 1, block 64, in u32 192, out 256
// kernel gf256: groups 1, block 64, in u32 64, out 64

constant uint K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

kernel void sha256(global const uint *in, global uint *out) {
    size_t i = get_global_id(0);
    uint w[16], h[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    for (int t = 0; t < 16; t++)
        w[t] = in[16 * i + t];
    uint a = h[0], b = h[1], c = h[2], d = h[3], e = h[4], f = h[5], g = h[6], k = h[7];
    for (int t = 0; t < 64; t++) {
        if (t >= 16) {
            uint x = w[(t + 1) & 15], y = w[(t + 14) & 15];
            w[t & 15] += (rotate(x, 25u) ^ rotate(x, 14u) ^ (x >> 3)) + w[(t + 9) & 15] +
                         (rotate(y, 15u) ^ rotate(y, 13u) ^ (y >> 10));
        }
        uint t1 = k + (rotate(e, 26u) ^ rotate(e, 21u) ^ rotate(e, 7u)) + bitselect(g, f, e) +
                  K[t] + w[t & 15];
        uint t2 = (rotate(a, 30u) ^ rotate(a, 19u) ^ rotate(a, 10u)) + bitselect(a, b, c ^ a);
        k = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
    }
    vstore8((uint8)(h[0] + a, h[1] + b, h[2] + c, h[3] + d, h[4] + e, h[5] + f, h[6] + g, h[7] + k),
            i, out);
}

uchar twice(uchar x) { return (uchar)(x << 1 ^ (x & 0x80 ? 0x1b : 0)); }

// The box is made in local memory, by walking the multiplicative group.
kernel void aes(global const uint *in, global uint *out) {
    local uchar box[256];
    if (get_local_id(0) == 0) {
        uchar p = 1, q = 1;
        do {
            p = (uchar)(p ^ twice(p));
            q ^= q << 1;
            q ^= q << 2;
            q ^= q << 4;
            q ^= q & 0x80 ? 0x09 : 0;
            box[p] = (uchar)(q ^ rotate(q, (uchar)1) ^ rotate(q, (uchar)2) ^ rotate(q, (uchar)3) ^
                             rotate(q, (uchar)4) ^ 0x63);
        } while (p != 1);
        box[0] = 0x63;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    size_t i = get_global_id(0);
    uchar state[16], next[16];
    for (int b = 0; b < 16; b++)
        state[b] = (uchar)(in[4 * i + b / 4] >> 8 * (b % 4));
    for (int round = 0; round < 10; round++) {
        for (int b = 0; b < 16; b++)
            next[b] = box[state[(b + 4 * (b % 4)) & 15]];
        for (int column = 0; column < 4; column++) {
            uchar *s = next + 4 * column, all = (uchar)(s[0] ^ s[1] ^ s[2] ^ s[3]);
            for (int b = 0; b < 4; b++)
                state[4 * column + b] = (uchar)(s[b] ^ all ^ twice((uchar)(s[b] ^ s[(b + 1) & 3])) ^ round);
        }
    }
    for (int word = 0; word < 4; word++)
        out[4 * i + word] = state[4 * word] | (uint)state[4 * word + 1] << 8 |
                            (uint)state[4 * word + 2] << 16 | (uint)state[4 * word + 3] << 24;
}

kernel void crc32(global const uint *in, global uint *out) {
    local uint table[256];
    for (uint n = get_local_id(0); n < 256; n += get_local_size(0)) {
        uint c = n;
        for (int k = 0; k < 8; k++)
            c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
        table[n] = c;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    size_t i = get_global_id(0);
    global const uchar *bytes = (global const uchar *)(in + 8 * i);
    uint crc = ~0u;
    for (uint n = 0; n < 17 + i % 15; n++)
        crc = table[(crc ^ bytes[n]) & 255] ^ crc >> 8;
    out[i] = ~crc;
}

// Points in a quarter of a circle.
kernel void xorshift(global const uint *in, global uint *out) {
    size_t i = get_global_id(0);
    ulong state = in[i] * 0x9e3779b97f4a7c15UL | 1;
    uint inside = 0;
    for (int n = 0; n < 100; n++) {
        state ^= state << 13, state ^= state >> 7, state ^= state << 17;
        uint x = (uint)(state >> 48), y = (uint)(state >> 32) & 0xffff;
        if ((ulong)x * x + (ulong)y * y < 1UL << 32)
            inside++;
    }
    out[2 * i] = inside;
    out[2 * i + 1] = (uint)state;
}

kernel void philox(global const uint *in, global uint *out) {
    size_t i = get_global_id(0);
    uint4 c = vload4(i, in);
    uint2 key = (uint2)((uint)i, 0xdeadbeefu);
    for (int round = 0; round < 10; round++) {
        uint high0 = mul_hi(0xd2511f53u, c.x), high1 = mul_hi(0xcd9e8d57u, c.z);
        c = (uint4)(high1 ^ c.y ^ key.x, 0xcd9e8d57u * c.z, high0 ^ c.w ^ key.y, 0xd2511f53u * c.x);
        key += (uint2)(0x9e3779b9u, 0xbb67ae85u);
    }
    vstore4(c, i, out);
}

// 256 bits by 256 bits.
kernel void bignum(global const uint *in, global uint *out) {
    size_t i = get_global_id(0);
    uint a[8], b[8], r[16];
    for (int n = 0; n < 8; n++)
        a[n] = in[16 * i + n], b[n] = in[16 * i + 8 + n];
    for (int n = 0; n < 16; n++)
        r[n] = 0;
    for (int n = 0; n < 8; n++) {
        ulong carry = 0;
        for (int m = 0; m < 8; m++) {
            carry += (ulong)a[n] * b[m] + r[n + m];
            r[n + m] = (uint)carry;
            carry >>= 32;
        }
        r[n + 8] = (uint)carry;
    }
    for (int n = 0; n < 16; n++)
        out[16 * i + n] = r[n];
}

ulong spread(ulong x) {
    x &= 0x1fffff;
    x = (x | x << 32) & 0x1f00000000ffffUL;
    x = (x | x << 16) & 0x1f0000ff0000ffUL;
    x = (x | x << 8) & 0x100f00f00f00f00fUL;
    x = (x | x << 4) & 0x10c30c30c30c30c3UL;
    return (x | x << 2) & 0x1249249249249249UL;
}
uint gather(ulong x) {
    uint r = 0;
    for (int n = 0; n < 21; n++)
        r |= (uint)(x >> 3 * n & 1) << n;
    return r;
}
kernel void morton(global const uint *in, global uint *out) {
    size_t i = get_global_id(0);
    ulong code = spread(in[3 * i]) | spread(in[3 * i + 1]) << 1 | spread(in[3 * i + 2]) << 2;
    out[7 * i] = (uint)code, out[7 * i + 1] = (uint)(code >> 32);
    out[7 * i + 2] = gather(code), out[7 * i + 3] = gather(code >> 1), out[7 * i + 4] = gather(code >> 2);
    out[7 * i + 5] = (uint)clz(code), out[7 * i + 6] = (uint)popcount(code);
}

kernel void siphash(global const uint *in, global uint *out) {
    size_t i = get_global_id(0);
    ulong k0 = in[4 * i] | (ulong)in[4 * i + 1] << 32, k1 = in[4 * i + 2] | (ulong)in[4 * i + 3] << 32;
    ulong a = k0 ^ 0x736f6d6570736575UL, b = k1 ^ 0x646f72616e646f6dUL;
    ulong c = k0 ^ 0x6c7967656e657261UL, d = k1 ^ 0x7465646279746573UL;
    for (ulong m = 0; m < 6; m++) {
        d ^= m * k0;
        for (int n = 0; n < 2; n++) {
            a += b, c += d, b = rotate(b, 13UL) ^ a, d = rotate(d, 16UL) ^ c, a = rotate(a, 32UL);
            c += b, a += d, b = rotate(b, 17UL) ^ c, d = rotate(d, 21UL) ^ a, c = rotate(c, 32UL);
        }
        a ^= m * k0;
    }
    vstore2(as_uint2(a ^ b ^ c ^ d), i, out);
}

constant uchar letters[65] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
kernel void base64(global const uint *in, global uint *out) {
    size_t i = get_global_id(0);
    global const uchar *from = (global const uchar *)in + 12 * i;
    global uchar *to = (global uchar *)out + 16 * i;
    for (int n = 0; n < 4; n++) {
        uint word = (uint)from[3 * n] << 16 | (uint)from[3 * n + 1] << 8 | from[3 * n + 2];
        for (int m = 0; m < 4; m++)
            to[4 * n + m] = letters[word >> (18 - 6 * m) & 63];
    }
}

uchar product(uchar a, uchar b) {
    uchar r = 0;
    for (; b; b >>= 1, a = twice(a))
        r ^= b & 1 ? a : 0;
    return r;
}
// The inverse, by the power of 254.
kernel void gf256(global const uint *in, global uint *out) {
    size_t i = get_global_id(0);
    uchar4 x = as_uchar4(in[i]), r;
    for (int n = 0; n < 4; n++) {
        uchar base = x[n], power = 1;
        for (int bit = 7; bit >= 0; bit--) {
            power = product(power, power);
            if (254 >> bit & 1)
                power = product(power, base);
        }
        r[n] = power;
    }
    out[i] = as_uint(r);
}
