// kernels.spv was made from this:
//   clang-15 -cc1 -no-opaque-pointers -triple spir64-unknown-unknown -x cl -cl-std=CL2.0
//     -finclude-default-header -emit-llvm-bc -O1 -disable-llvm-passes -o kernels.bc kernels.cl
//   llvm-spirv-15 --spirv-max-version=1.2 -o kernels.spv kernels.bc

typedef struct {
    float scale;
    int shift;
    int more[3];
} Plan;

constant float table[4] = {1.0f, 2.0f, 3.0f, 4.0f};

// Constants that the host may change before it builds.
int __attribute__((overloadable)) __spirv_SpecConstant(int number, int usual);

kernel void add(global const float *a, global const float *b, global float *c, int n) {
    size_t i = get_global_id(0);
    if (i < (size_t)n)
        c[i] = a[i] + b[i] * table[i & 3];
}

kernel void sum(global const int *in, global int *out, local int *part) {
    size_t l = get_local_id(0);
    part[l] = in[get_global_id(0)];
    for (size_t s = get_local_size(0) / 2; s > 0; s /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < s)
            part[l] += part[l + s];
    }
    if (l == 0)
        atomic_add(out, part[0]);
}

static float advance(float *own, generic float *any) {
    *own += 1;
    return *any + fract(*own, own);
}

// Structs by value, arrays of a thread, pointers to anything, functions that write through pointers.
kernel void mixed(Plan plan, global float *out, global atomic_int *count) {
    size_t i = get_global_id(0);
    int own[4] = {1, 2, 3, 4};
    own[i & 3] += plan.shift;
    float x = plan.scale;
    out[i] += own[(i + 1) & 3] + advance(&x, i & 1 ? out + i : (generic float *)&x) + plan.more[i % 3];
    atomic_fetch_add_explicit(count, own[i & 3], memory_order_relaxed, memory_scope_device);
    int exponent;
    out[i] += frexp(x + 3.0f, &exponent) + exponent;
}

__attribute__((reqd_work_group_size(8, 1, 1))) kernel void
picture(read_only image2d_t from, write_only image2d_t to, sampler_t sampler, global int *width) {
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float4 texel = read_imagef(from, sampler, at);
    write_imagef(to, at, texel.wzyx);
    if (at.x == 0)
        width[0] = get_image_width(from);
}

kernel void say(int x) { printf("x = %d, %s\n", x, "as SPIR-V"); }

kernel void special(global int *out) { out[get_global_id(0)] = __spirv_SpecConstant(7, 40) + get_global_id(0); }

kernel void fetch(global const float4 *from, global float4 *to, local float4 *kept) {
    event_t event = async_work_group_copy(kept, from, 16, 0);
    wait_group_events(1, &event);
    to[get_local_id(0)] = kept[15 - get_local_id(0)];
}
