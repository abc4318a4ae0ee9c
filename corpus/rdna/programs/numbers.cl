// Floating point: transforms, stencils, statistics, finance.
//
// kernel fft: groups 2, block 64, in f32 512, out 512, floats 1e-4
// kernel nbody: groups 1, block 64, in f32 256, out 256, floats 1e-4
// kernel convolve: groups 4, block 64, in f32 512, out 256, floats 1e-5
// kernel jacobi: groups 1, block 64, in f32 64, out 128
// kernel softmax: groups 2, block 64, in f32 128, out 128, floats 1e-4
// kernel layernorm: groups 2, block 128, in f32 256, out 256, floats 1e-4
// kernel kmeans: groups 2, block 64, in f32 272, out 144
// kernel black_scholes: groups 2, block 64, in f32 384, out 256, floats 1e-3
// kernel quaternions: groups 1, block 64, in f32 512, out 256, floats 1e-2
// kernel mandelbrot: groups 4, block 64, in f32 4, out 256
// kernel elementary: groups 2, block 64, in f32 128, out 2048, floats 1e-4
// kernel doubles: groups 1, block 64, in f32 128, out 512
// kernel halves: groups 1, block 64, in f32 256, out 384
// kernel gemm: groups 4, block 256, in f32 2048, out 1024, floats 1e-5
// kernel spmv: groups 1, block 64, in f32 512, out 64
// kernel newton: groups 1, block 64, in f32 64, out 128

kernel void fft(global const float *in, global float *out) {
    local float2 data[128];
    uint at = get_local_id(0), base = get_group_id(0) * 128;
    for (uint n = at; n < 128; n += 64) {
        uint reversed = 0;
        for (uint bit = 0; bit < 7; bit++)
            reversed |= (n >> bit & 1) << (6 - bit);
        data[reversed] = vload2(base + n, in);
    }
    // The barrier stands at the end of a round: before its beginning, clang 22 forgets to wait for the
    // stores of the round before (docs/compiler-bugs.md).
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint size = 1; size < 128; size *= 2) {
        uint k = at & (size - 1), low = 2 * (at - k) + k;
        float angle = -3.14159265f * (float)k / (float)size;
        float c = cos(angle), s = sin(angle);
        float2 a = data[low], b = data[low + size];
        float2 t = (float2)(b.x * c - b.y * s, b.x * s + b.y * c);
        data[low] = a + t;
        data[low + size] = a - t;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    vstore2(data[at], base + at, out);
    vstore2(data[at + 64], base + at + 64, out);
}

kernel void nbody(global const float *in, global float *out) {
    local float4 bodies[64];
    uint at = get_local_id(0);
    float4 own = vload4(at, in);
    bodies[at] = own;
    barrier(CLK_LOCAL_MEM_FENCE);
    float4 force = (float4)(0.0f);
    for (uint n = 0; n < 64; n++) {
        float4 d = bodies[n] - own;
        float r2 = d.x * d.x + d.y * d.y + d.z * d.z + 0.01f;
        float inverse = rsqrt(r2);
        force += d * (fabs(bodies[n].w) * inverse * inverse * inverse);
    }
    vstore4(force, at, out);
}

constant float weights[3][3] = {{1, 2, 1}, {2, 4, 2}, {1, 2, 1}};
kernel void convolve(global const float *in, global float *out) {
    local float tile[10][10];
    uint at = get_local_id(0), x = at % 8, y = at / 8, group = get_group_id(0);
    int gx = (int)(group % 2) * 8, gy = (int)(group / 2) * 8;
    for (uint n = at; n < 100; n += 64) {
        int px = clamp(gx + (int)(n % 10) - 1, 0, 15), py = clamp(gy + (int)(n / 10) - 1, 0, 15);
        tile[n / 10][n % 10] = in[py * 16 + px];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    float sum = 0;
    for (uint dy = 0; dy < 3; dy++)
        for (uint dx = 0; dx < 3; dx++)
            sum += tile[y + dy][x + dx] * weights[dy][dx];
    out[(gy + y) * 16 + gx + x] = sum / 16;
}

kernel void jacobi(global const float *in, global double *out) {
    local double old[66];
    uint at = get_local_id(0);
    double b = in[at], x = 0;
    if (at == 0)
        old[0] = old[65] = 0.25;
    for (int n = 0; n < 20; n++) {
        old[at + 1] = x;
        barrier(CLK_LOCAL_MEM_FENCE);
        x = (b + old[at] + old[at + 2]) / 4.5;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[at] = sqrt(fabs(x));
}

kernel void softmax(global const float *in, global float *out) {
    local float part[64];
    uint at = get_local_id(0), gid = get_global_id(0);
    float x = in[gid];
    part[at] = x;
    for (uint n = 32; n > 0; n /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (at < n)
            part[at] = fmax(part[at], part[at + n]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    float e = exp(x - part[0]);
    barrier(CLK_LOCAL_MEM_FENCE);
    part[at] = e;
    for (uint n = 32; n > 0; n /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (at < n)
            part[at] += part[at + n];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[gid] = e / part[0];
}

kernel void layernorm(global const float *in, global float *out) {
    local float sums[128], squares[128];
    uint at = get_local_id(0), gid = get_global_id(0);
    float x = in[gid];
    sums[at] = x;
    squares[at] = x * x;
    for (uint n = 64; n > 0; n /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (at < n) {
            sums[at] += sums[at + n];
            squares[at] += squares[at + n];
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    float mean = sums[0] / 128, variance = squares[0] / 128 - mean * mean;
    out[gid] = (x - mean) * rsqrt(variance + 1e-5f) * 1.5f + 0.25f;
}

// Nearest centres, and how many points each has; sums in fixed point do not depend on the order.
kernel void kmeans(global const float *in, global int *out) {
    size_t i = get_global_id(0);
    float2 p = vload2(i, in);
    float best = 1e30f;
    int which = -1;
    for (int n = 0; n < 8; n++) {
        float2 d = p - vload2(128 + n, in);
        float distance = d.x * d.x + d.y * d.y;
        if (distance < best) {
            best = distance;
            which = n;
        }
    }
    out[i] = which;
    __scoped_atomic_fetch_add(out + 128 + 2 * which, (int)(p.x * 256), __ATOMIC_RELAXED,
                              __MEMORY_SCOPE_DEVICE);
    __scoped_atomic_fetch_add(out + 129 + 2 * which, 1, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
}

float normal(float x) { return 0.5f * (1 + erf(x * 0.70710678f)); }
kernel void black_scholes(global const float *in, global float *out) {
    size_t i = get_global_id(0);
    float spot = 100 + 10 * in[3 * i], strike = 100 + 10 * in[3 * i + 1];
    float years = fabs(in[3 * i + 2]) + 0.25f, rate = 0.02f, volatility = 0.3f;
    float root = volatility * sqrt(years);
    float d1 = (log(spot / strike) + (rate + 0.5f * volatility * volatility) * years) / root;
    float d2 = d1 - root, discounted = strike * exp(-rate * years);
    out[2 * i] = spot * normal(d1) - discounted * normal(d2);
    out[2 * i + 1] = discounted * normal(-d2) - spot * normal(-d1);
}

float4 product(float4 a, float4 b) {
    return (float4)(a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                    a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                    a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
                    a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z);
}
kernel void quaternions(global const float *in, global float *out) {
    size_t i = get_global_id(0);
    float4 q = normalize(vload4(2 * i, in)), p = vload4(2 * i + 1, in);
    p.w = 0;
    float4 turned = product(product(q, p), q * (float4)(-1, -1, -1, 1));
    turned.w = dot(turned, p);
    vstore4(turned, i, out);
}

kernel void mandelbrot(global const float *in, global uint *out) {
    size_t i = get_global_id(0);
    float x = (float)(i % 16) / 8 - 1.5f, y = (float)(i / 16) / 8 - 1.0f, a = 0, b = 0;
    uint n = 0;
    while (a * a + b * b < 4 && n < 200) {
        float next = a * a - b * b + x;
        b = 2 * a * b + y;
        a = next;
        n++;
    }
    out[i] = n;
}

kernel void elementary(global const float *in, global float *out) {
    size_t i = get_global_id(0);
    float x = in[i], y = fabs(x) + 0.125f;
    global float *r = out + 16 * i;
    r[0] = exp(x), r[1] = log(y), r[2] = sin(x * 10), r[3] = cos(x * 100);
    r[4] = tanh(x), r[5] = pow(y, x), r[6] = atan(x), r[7] = asin(x / 4);
    r[8] = exp2(x), r[9] = log2(y), r[10] = cbrt(y), r[11] = atan2(x, y);
    r[12] = sinh(x), r[13] = hypot(x, y), r[14] = expm1(x), r[15] = log1p(y);
}

kernel void doubles(global const float *in, global double *out) {
    size_t i = get_global_id(0);
    double a = in[2 * i], b = in[2 * i + 1], sum = 0, lost = 0;
    // What rounding loses is added again.
    for (int n = 1; n < 20; n++) {
        double term = a / (n * b) - lost, next = sum + term;
        lost = (next - sum) - term;
        sum = next;
    }
    out[4 * i] = sum;
    out[4 * i + 1] = fma(a, b, -a * b) * 0x1p60;
    out[4 * i + 2] = rint(a * 1e10) + floor(b * 1e5) - trunc(a * b) + ceil(a);
    out[4 * i + 3] = (double)(long)(a * 1e15) + (double)(ulong)(fabs(b) * 1e18) + (double)(float)a;
}

#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void halves(global const float *in, global uint *out) {
    size_t i = get_global_id(0);
    half4 a = convert_half4(vload4(i, in));
    half2 b = a.xy * a.zw + (half2)(0.5h, -1.5h);
    half c = fma(a.x, b.y, a.w), d = sqrt(fabs(b.x)) / (fabs(c) + 1.0h);
    short4 hundreds = convert_short4_sat(a * (half4)(100.0h));
    out[6 * i] = as_uint(b);
    out[6 * i + 1] = as_uint((half2)(c, d));
    vstore2(as_uint2(hundreds), 0, out + 6 * i + 2);
    out[6 * i + 4] = as_uint((half2)(fmax(a.x, a.y), fmin(a.z, a.w)));
    out[6 * i + 5] = as_uint((float)d * 3.0f);
}

kernel void gemm(global const float *in, global float *out) {
    local float a[16][17], b[16][17];
    uint x = get_local_id(0) % 16, y = get_local_id(0) / 16;
    uint gx = get_group_id(0) % 2 * 16, gy = get_group_id(0) / 2 * 16;
    float sum = 0;
    for (uint k = 0; k < 32; k += 16) {
        a[y][x] = in[(gy + y) * 32 + k + x];
        b[y][x] = in[1024 + (k + y) * 32 + gx + x];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint n = 0; n < 16; n++)
            sum = fma(a[y][n], b[n][x], sum);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[(gy + y) * 32 + gx + x] = sum;
}

// Rows of different lengths.
kernel void spmv(global const float *in, global float *out) {
    uint row = get_global_id(0), count = row * 7 % 13;
    float sum = 0;
    for (uint n = 0; n < count; n++) {
        uint column = (row * 31 + n * n * 5) % 64;
        sum += in[64 + (row * 7 + n) % 448] * in[column];
    }
    out[row] = sum;
}

kernel void newton(global const float *in, global float *out) {
    size_t i = get_global_id(0);
    float target = fabs(in[i]) + 0.01f, x = target;
    uint steps = 0;
    do {
        float next = 0.5f * (x + target / x);
        if (fabs(next - x) <= 1e-6f * x)
            break;
        x = next;
    } while (++steps < 40);
    out[2 * i] = x;
    out[2 * i + 1] = (float)steps;
}
