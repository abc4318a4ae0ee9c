// Images and samplers. Both are addresses of descriptors: of an image eight words for the machine (four for
// a buffer), then what a kernel may ask; of a sampler four.

#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#define OVER __attribute__((overloadable))
#define RESOURCE(i) (*__builtin_astype(i, __constant const uint8 *))
#define BUFFER(i) (*__builtin_astype(i, __constant const uint4 *))
#define SAMPLER(s) (*__builtin_astype(s, __constant const uint4 *))
#define ASKED(i, n) (__builtin_astype(i, __constant const int *)[8 + (n)])

// The machine's instructions, by dimensions. All components, nothing absent, no cache policy.
#define MACHINE(dim, name, FLOATS, INTS)                                                           \
    float4 sample_##dim(int mask, FLOATS, uint8 r, uint4 s, bool unnormalized, int absent,         \
                        int policy) __asm("llvm.amdgcn.image.sample.lz." name                      \
                                          ".v4f32.f32.v8i32.v4i32");                               \
    float4 load_##dim(int mask, INTS, uint8 r, int absent, int policy) __asm(                      \
        "llvm.amdgcn.image.load." name ".v4f32.i32.v8i32");                                        \
    void store_##dim(float4 v, int mask, INTS, uint8 r, int absent, int policy) __asm(             \
        "llvm.amdgcn.image.store." name ".v4f32.i32.v8i32");

#define ONE(type) type x
#define TWO(type) type x, type y
#define THREE(type) type x, type y, type z
MACHINE(1d, "1d", ONE(float), ONE(int))
MACHINE(1d_array, "1darray", TWO(float), TWO(int))
MACHINE(2d, "2d", TWO(float), TWO(int))
MACHINE(2d_array, "2darray", THREE(float), THREE(int))
MACHINE(3d, "3d", THREE(float), THREE(int))
float4 load_buffer(uint4 r, int index, int offset, int scalar, int policy) __asm(
    "llvm.amdgcn.struct.buffer.load.format.v4f32");
void store_buffer(float4 v, uint4 r, int index, int offset, int scalar, int policy) __asm(
    "llvm.amdgcn.struct.buffer.store.format.v4f32");

#define C1(c) c
#define C2(c) (c).x, (c).y
#define C3(c) (c).x, (c).y, (c).z

// A float of the result as the type that a function returns.
#define TO_f(v) (v)
#define TO_i(v) __builtin_astype(v, int4)
#define TO_ui(v) __builtin_astype(v, uint4)
#define TO_h(v) __builtin_convertvector(v, half4)
#define FROM_f(v) (v)
#define FROM_i(v) __builtin_astype(v, float4)
#define FROM_ui(v) __builtin_astype(v, float4)
#define FROM_h(v) __builtin_convertvector(v, float4)

#define SAMPLES(suffix, result, dim, image, CS, floats, ints)                                      \
    OVER result read_image##suffix(read_only image i, sampler_t s, floats c) {                     \
        return TO_##suffix(sample_##dim(15, CS(c), RESOURCE(i), SAMPLER(s), false, 0, 0));         \
    }                                                                                              \
    OVER result read_image##suffix(read_only image i, sampler_t s, ints c) {                       \
        floats f = __builtin_convertvector(c, floats);                                             \
        return TO_##suffix(sample_##dim(15, CS(f), RESOURCE(i), SAMPLER(s), false, 0, 0));         \
    }
#define LOADS(access, suffix, result, dim, image, CS, ints)                                        \
    OVER result read_image##suffix(access image i, ints c) {                                       \
        return TO_##suffix(load_##dim(15, CS(c), RESOURCE(i), 0, 0));                              \
    }
#define STORES(access, suffix, result, dim, image, CS, ints)                                       \
    OVER void write_image##suffix(access image i, ints c, result v) {                              \
        store_##dim(FROM_##suffix(v), 15, CS(c), RESOURCE(i), 0, 0);                               \
    }
#define IMAGE(suffix, result, dim, CS, floats, ints)                                               \
    SAMPLES(suffix, result, dim, image##dim##_t, CS, floats, ints)                                 \
    LOADS(read_only, suffix, result, dim, image##dim##_t, CS, ints)                                \
    LOADS(read_write, suffix, result, dim, image##dim##_t, CS, ints)                               \
    STORES(write_only, suffix, result, dim, image##dim##_t, CS, ints)                              \
    STORES(read_write, suffix, result, dim, image##dim##_t, CS, ints)

// One coordinate is no vector, which the conversion wants.
#define LINE(suffix, result)                                                                       \
    OVER result read_image##suffix(read_only image1d_t i, sampler_t s, float c) {                  \
        return TO_##suffix(sample_1d(15, c, RESOURCE(i), SAMPLER(s), false, 0, 0));                \
    }                                                                                              \
    OVER result read_image##suffix(read_only image1d_t i, sampler_t s, int c) {                    \
        return TO_##suffix(sample_1d(15, (float)c, RESOURCE(i), SAMPLER(s), false, 0, 0));         \
    }                                                                                              \
    LOADS(read_only, suffix, result, 1d, image1d_t, C1, int)                                       \
    LOADS(read_write, suffix, result, 1d, image1d_t, C1, int)                                      \
    STORES(write_only, suffix, result, 1d, image1d_t, C1, int)                                     \
    STORES(read_write, suffix, result, 1d, image1d_t, C1, int)

#define ROW(access, suffix, result)                                                                \
    OVER result read_image##suffix(access image1d_buffer_t i, int c) {                             \
        return TO_##suffix(load_buffer(BUFFER(i), c, 0, 0, 0));                                    \
    }
#define PUT(access, suffix, result)                                                                \
    OVER void write_image##suffix(access image1d_buffer_t i, int c, result v) {                    \
        store_buffer(FROM_##suffix(v), BUFFER(i), c, 0, 0, 0);                                     \
    }

#define ALL(suffix, result)                                                                        \
    LINE(suffix, result)                                                                           \
    IMAGE(suffix, result, 1d_array, C2, float2, int2)                                              \
    IMAGE(suffix, result, 2d, C2, float2, int2)                                                    \
    IMAGE(suffix, result, 2d_array, C3, float4, int4)                                              \
    IMAGE(suffix, result, 3d, C3, float4, int4)                                                    \
    ROW(read_only, suffix, result)                                                                 \
    ROW(read_write, suffix, result)                                                                \
    PUT(write_only, suffix, result)                                                                \
    PUT(read_write, suffix, result)

ALL(f, float4)
ALL(i, int4)
ALL(ui, uint4)
ALL(h, half4)

// Depths are one float.
#define DEPTH(dim, image, CS, floats, ints)                                                        \
    OVER float read_imagef(read_only image i, sampler_t s, floats c) {                             \
        return sample_##dim(15, CS(c), RESOURCE(i), SAMPLER(s), false, 0, 0).x;                    \
    }                                                                                              \
    OVER float read_imagef(read_only image i, sampler_t s, ints c) {                               \
        floats f = __builtin_convertvector(c, floats);                                             \
        return sample_##dim(15, CS(f), RESOURCE(i), SAMPLER(s), false, 0, 0).x;                    \
    }                                                                                              \
    OVER float read_imagef(read_only image i, ints c) {                                            \
        return load_##dim(15, CS(c), RESOURCE(i), 0, 0).x;                                         \
    }                                                                                              \
    OVER float read_imagef(read_write image i, ints c) {                                           \
        return load_##dim(15, CS(c), RESOURCE(i), 0, 0).x;                                         \
    }                                                                                              \
    OVER void write_imagef(write_only image i, ints c, float v) {                                  \
        store_##dim((float4)v, 15, CS(c), RESOURCE(i), 0, 0);                                      \
    }                                                                                              \
    OVER void write_imagef(read_write image i, ints c, float v) {                                  \
        store_##dim((float4)v, 15, CS(c), RESOURCE(i), 0, 0);                                      \
    }
DEPTH(2d, image2d_depth_t, C2, float2, int2)
DEPTH(2d_array, image2d_array_depth_t, C3, float4, int4)

// What there is to know: channels, then width, height, depth, slices.
#define ASK(function, type, n, access, image)                                                      \
    OVER type function(access image i) { return ASKED(i, n); }
#define ASK_ALL(access, image)                                                                     \
    ASK(get_image_channel_data_type, int, 0, access, image)                                        \
    ASK(get_image_channel_order, int, 1, access, image)                                            \
    ASK(get_image_width, int, 2, access, image)
#define ASK_HEIGHT(access, image) ASK(get_image_height, int, 3, access, image)
#define ASK_DEPTH(access, image)                                                                   \
    ASK(get_image_depth, int, 4, access, image)                                                    \
    OVER int4 get_image_dim(access image i) {                                                      \
        return (int4)(ASKED(i, 2), ASKED(i, 3), ASKED(i, 4), 0);                                   \
    }
#define ASK_SLICES(access, image) ASK(get_image_array_size, size_t, 5, access, image)
#define ASK_PLANE(access, image)                                                                   \
    OVER int2 get_image_dim(access image i) { return (int2)(ASKED(i, 2), ASKED(i, 3)); }

#define INFORMATION(access)                                                                        \
    ASK_ALL(access, image1d_t)                                                                     \
    ASK_ALL(access, image1d_buffer_t)                                                              \
    ASK_ALL(access, image1d_array_t)                                                               \
    ASK_ALL(access, image2d_t)                                                                     \
    ASK_ALL(access, image2d_array_t)                                                               \
    ASK_ALL(access, image2d_depth_t)                                                               \
    ASK_ALL(access, image2d_array_depth_t)                                                         \
    ASK_ALL(access, image3d_t)                                                                     \
    ASK_HEIGHT(access, image2d_t)                                                                  \
    ASK_HEIGHT(access, image2d_array_t)                                                            \
    ASK_HEIGHT(access, image2d_depth_t)                                                            \
    ASK_HEIGHT(access, image2d_array_depth_t)                                                      \
    ASK_HEIGHT(access, image3d_t)                                                                  \
    ASK_DEPTH(access, image3d_t)                                                                   \
    ASK_SLICES(access, image1d_array_t)                                                            \
    ASK_SLICES(access, image2d_array_t)                                                            \
    ASK_SLICES(access, image2d_array_depth_t)                                                      \
    ASK_PLANE(access, image2d_t)                                                                   \
    ASK_PLANE(access, image2d_array_t)                                                             \
    ASK_PLANE(access, image2d_depth_t)                                                             \
    ASK_PLANE(access, image2d_array_depth_t)

INFORMATION(read_only)
INFORMATION(write_only)
INFORMATION(read_write)

// Samplers that kernels write down, by the number that the compiler makes of one: bit 0 normalized
// coordinates, bits 1 to 3 what is outside, bits 4 and 5 nearest and linear.
#define EDGE(mode) ((mode) | (mode) << 3 | (mode) << 6)
#define WRITTEN(edge, normalized, filter)                                                          \
    (uint4)(EDGE(edge) | ((normalized) ? 0 : 1 << 15), 0, (filter) ? 5 << 20 : 0, 0)
// The machine's modes: the last texel twice (it need not be anything without one), the border, again, mirrored.
#define OUTSIDE(filter)                                                                            \
    WRITTEN(2, 0, filter), WRITTEN(2, 1, filter), WRITTEN(2, 0, filter), WRITTEN(2, 1, filter),    \
        WRITTEN(6, 0, filter), WRITTEN(6, 1, filter), WRITTEN(0, 0, filter),                       \
        WRITTEN(0, 1, filter), WRITTEN(1, 0, filter), WRITTEN(1, 1, filter), (uint4)0, (uint4)0,   \
        (uint4)0, (uint4)0, (uint4)0, (uint4)0
static __constant const uint4 written[] = {OUTSIDE(0), OUTSIDE(0), OUTSIDE(1)};

__constant const uint4 *__translate_sampler_initializer(uint number) {
    return written + (number < 48 ? number : 0);
}
