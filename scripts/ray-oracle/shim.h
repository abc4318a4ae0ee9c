// What AMD's shader sources need to be compiled as C++: vectors, functions on bits and floats, memory, and the numbers
// that their other headers define. Written for `record`, which puts functions of those sources behind it.

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <map>

typedef uint32_t uint;
typedef uint32_t uint32;
typedef uint64_t GpuVirtualAddress;
using std::isnan;

#define GPURT_BUILD_RTIP3 1
#define GPURT_BUILD_RTIP3_1 1
#define GPURT_RTIP3_0 30
#define GPURT_RTIP3_1 31
#define USE_HW_INTRINSIC 0
#define in
#define out_param(type) type &
#define inout_param(type) type &
#define GPU_ASSERT(condition)
#define INIT_VAR(type, name) type name = {}

template <class T> struct V2 {
  T x, y;
  V2() {}
  V2(T a, T b) : x(a), y(b) {}
  T &operator[](int i) { return (&x)[i]; }
};
template <class T> struct V3 {
  T x, y, z;
  V3() {}
  V3(T a, T b, T c) : x(a), y(b), z(c) {}
  T &operator[](int i) { return (&x)[i]; }
  const T &operator[](int i) const { return (&x)[i]; }
};
template <class T> struct V4 {
  T x, y, z, w;
  V4() {}
  V4(T a, T b, T c, T d) : x(a), y(b), z(c), w(d) {}
  T &operator[](int i) { return (&x)[i]; }
};
typedef V2<uint> uint2;
typedef V3<uint> uint3;
typedef V4<uint> uint4;
typedef V2<float> float2;
typedef V3<float> float3;
typedef V4<float> float4;

#define EACH(op)                                                                                       \
  template <class T> V3<T> operator op(V3<T> a, V3<T> b) { return V3<T>(a.x op b.x, a.y op b.y, a.z op b.z); }
EACH(+)
EACH(-)
EACH(*)

struct float3x3 {
  float3 row[3];
  float3x3(float a, float b, float c, float d, float e, float f, float g, float h, float i) {
    row[0] = float3(a, b, c), row[1] = float3(d, e, f), row[2] = float3(g, h, i);
  }
  const float3 &operator[](int i) const { return row[i]; }
};

static float asfloat(uint bits) {
  float value;
  memcpy(&value, &bits, 4);
  return value;
}
static uint asuint(float value) {
  uint bits;
  memcpy(&bits, &value, 4);
  return bits;
}
static int asint(uint bits) { return bits; }
static uint4 asuint(float4 v) { return uint4(asuint(v.x), asuint(v.y), asuint(v.z), asuint(v.w)); }
// A number that is none loses against one that is, as in shaders.
static float max(float a, float b) { return fmaxf(a, b); }
static float min(float a, float b) { return fminf(a, b); }
static int max(int a, int b) { return a > b ? a : b; }
static int min(int a, int b) { return a < b ? a : b; }
static uint min(uint a, uint b) { return a < b ? a : b; }
static float max3(float3 v) { return max(max(v.x, v.y), v.z); }
static float min3(float3 v) { return min(min(v.x, v.y), v.z); }
static float mad(float a, float b, float c) { return fmaf(a, b, c); }
static float mul(float a, float b) { return a * b; }
static float3 rcp(float3 v) { return float3(1 / v.x, 1 / v.y, 1 / v.z); }
static float3 cross(float3 a, float3 b) {
  return float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
static float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static int firstbithigh(uint bits) { return bits ? 31 - __builtin_clz(bits) : -1; }
static uint countbits(uint bits) { return __builtin_popcount(bits); }

// Memory of nodes, and local memory of stacks.
static uint8_t nodes[1 << 16];
static uint LoadDwordAtAddr(uint64_t address) {
  uint word;
  memcpy(&word, nodes + (address & 0xfffc), 4);
  return word;
}
static uint4 LoadDwordAtAddrx4(uint64_t at) {
  return uint4(LoadDwordAtAddr(at), LoadDwordAtAddr(at + 4), LoadDwordAtAddr(at + 8), LoadDwordAtAddr(at + 12));
}
static std::map<uint, uint> local;
static uint AmdTraceRayGetStackStride() { return 32; }
static uint AmdTraceRayGetStackBase() { return 0; }
static void AmdTraceRayLdsWrite(uint address, uint word) { local[address] = word; }
static uint AmdTraceRayLdsRead(uint address) { return local.count(address) ? local[address] : ~0u; }
static uint stack_entries = 16;

#define INVALID_NODE 0xffffffffu
#define TERMINAL_NODE 0xfffffffeu
#define INVALID_OBB 0x7f
static const float NaN = std::numeric_limits<float>::quiet_NaN();
#define FLAG_IS_SET(bits, name) (((bits) >> (name##_SHIFT) & 1) != 0)
#define FLAG_IS_CLEAR(bits, name) (!FLAG_IS_SET(bits, name))

#define RAY_FLAG_FORCE_OPAQUE 0x01
#define RAY_FLAG_FORCE_NON_OPAQUE 0x02
#define RAY_FLAG_ACCEPT_FIRST_HIT_AND_END_SEARCH 0x04
#define RAY_FLAG_SKIP_CLOSEST_HIT_SHADER 0x08
#define RAY_FLAG_SKIP_TRIANGLES 0x100
#define RAY_FLAG_SKIP_PROCEDURAL_PRIMITIVES 0x200
#define GEOMETRY_TYPE_TRIANGLES 0
#define GEOMETRY_TYPE_AABBS 1
#define HIT_KIND_TRIANGLE_FRONT_FACE 0xFE
#define BOX_EXPANSION_DEFAULT_AMOUNT 6
#define NODE_TYPE_TRIANGLE_0 0
#define NODE_TYPE_TRIANGLE_1 1
#define NODE_TYPE_BOX_FLOAT32x2 2
#define NODE_TYPE_BOX_HP64x2 3
#define NODE_TYPE_BOX_QUANTIZED_BVH8 5
#define NODE_TYPE_USER_NODE_INSTANCE 6
#define INVALID_TYPE_OF_HP NODE_TYPE_BOX_FLOAT32x2
#define BOX_NODE_FLAGS_ONLY_OPAQUE_SHIFT 0
#define BOX_NODE_FLAGS_ONLY_NON_OPAQUE_SHIFT 1
#define BOX_NODE_FLAGS_ONLY_TRIANGLES_SHIFT 2
#define BOX_NODE_FLAGS_ONLY_PROCEDURAL_SHIFT 3
#define TRIANGLE_ID_BIT_STRIDE 8
#define TRIANGLE_ID_PROCEDURAL_SHIFT 6
#define TRIANGLE_ID_OPAQUE_SHIFT 7
#define TRIANGLE_ID_I_SRC_SHIFT 0
#define TRIANGLE_ID_J_SRC_SHIFT 2
#define INTERSECT_RAY_VERSION_1 1
#define INTERSECT_RAY_VERSION_2 2
#define INTERSECT_RAY_VERSION_3 3
#define INTERSECT_RAY_VERSION_3_1 4
#define RTIP3_TRIANGLE_NODE_GEOMETRY_INDEX_OFFSET 56

namespace BoxSortHeuristic {
enum { Closest, Largest, MidPoint, Disabled };
}
struct BoundingBox {
  float3 min, max;
};
struct TriangleData {
  float3 v0, v1, v2;
  TriangleData() {}
  TriangleData(int) { memset((void *)this, 0, sizeof *this); }
};
struct Float32BoxNode {
  uint child0, child1, child2, child3;
  float3 bbox0_min, bbox0_max, bbox1_min, bbox1_max, bbox2_min, bbox2_max, bbox3_min, bbox3_max;
  uint flags, numPrimitives, instanceMask, obbMatrixIndex;
  Float32BoxNode() {}
  Float32BoxNode(int) { memset((void *)this, 0, sizeof *this); }
};
struct HighPrecisionBoxNode {
  uint dwords[16];
  HighPrecisionBoxNode(int = 0) { memset(this, 0, sizeof *this); }
};
struct HwInstanceTransformNode {
  float worldToObject[3][4];
  uint64_t childBasePtr;
  uint childRootNodeOrParentPtr, userDataAndInstanceMask;
};
struct DualIntersectResult {
  uint4 first, second;
  uint2 geometryId;
};

static uint64_t PackUint64(uint low, uint high) { return low | uint64_t(high) << 32; }
static bool common_exponents;
static bool IsBvhHighPrecisionBoxNodeEnabled() { return common_exponents; }
static bool IsOrientedBoundingBoxesEnabled() { return true; }
static uint GetNodeType(uint node) { return node & 7; }
static uint ClearNodeType(uint node) { return node & ~7u; }
static uint ExtractNodePointerOffset(uint node) { return ClearNodeType(node) << 3; }
static bool IsTriangleNode1_1(uint node) { return GetNodeType(node) <= 1; }
static bool IsTriangleNode3_1(uint node) { return GetNodeType(node) <= 3; }
static bool IsBoxNode1_1(uint node) { return GetNodeType(node) == 4 || GetNodeType(node) == 5; }
static bool IsBoxNode16(uint node) { return GetNodeType(node) == 4; }
static uint64_t ExtractInstanceAddr(uint64_t base) { return (base & 0x3ffffffffffff8ull) << 3; }
static uint FetchTriangleId(uint64_t base, uint node) {
  return LoadDwordAtAddr(base + ExtractNodePointerOffset(node) + 60);
}
static uint3 CalcTriangleVertexOffsets(uint kind) {
  const uint3 corners[4] = {uint3(0, 12, 24), uint3(12, 36, 24), uint3(24, 36, 48), uint3(24, 48, 0)};
  return corners[kind & 3];
}
