// Walks a hierarchy of instances and the ones below it, all with packed nodes: a test of eight boxes, a pair of
// triangles or an instance, and a stack in local memory that knows the hierarchies apart.
typedef uint uint10 __attribute__((ext_vector_type(10)));

kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void trace(global const uint *bvh, global const float *rays, global float *out_distance,
           global uint *out_triangle, global uint *out_instance, global float *out_where, uint nodes, uint mask) {
    local uint stacks[16 * 32];
    uint thread = __builtin_amdgcn_workitem_id_x();
    uint lane = thread + 32 * __builtin_amdgcn_workgroup_id_x();
    global const float *ray = rays + 6 * lane;
    float3 from = (float3)(ray[0], ray[1], ray[2]), to = (float3)(ray[3], ray[4], ray[5]);
    float3 origin = from, direction = to;
    ulong at = (ulong)bvh >> 8, base = 0;
    // In order, triangles first, packed nodes, eight in one order, instances, flags of pointers.
    uint4 hierarchy = (uint4)((uint)at, (uint)(at >> 32) | 1u << 31 | 6u << 23 | 1u << 20, nodes - 1,
                              1u << 19 | 1u << 21 | 1u << 22 | 1u << 23 | 1u << 24 | 8u << 28);
    float nearest = __builtin_inff();
    uint triangle = ~0u, instance = ~0u, current = ~0u;
    float2 where = 0;
    uint stack = ((uint)(local uint *)stacks / 4 + thread) << 15;
    uint node = 5;
    while (node < 0xfffffffeu) {
        float3 there, thither;
        uint10 found = __builtin_amdgcn_image_bvh8_intersect_ray(base, nearest, (uchar)mask, origin, direction, node,
                                                                 hierarchy, &there, &thither);
        origin = there;
        direction = thither;
        uint8 next = (uint8)(found[0], found[1], found[2], found[3], found[4], found[5], found[6], found[7]);
        uint last = ~0u;
        if ((node & 7) < 4) {
            float distance[2] = {__builtin_astype(found[0], float), __builtin_astype(found[4], float)};
            for (int i = 0; i < 2; i++) {
                if (distance[i] < nearest) {
                    nearest = distance[i];
                    triangle = (i ? found[7] : found[3]) >> 1;
                    instance = current;
                    where.x = __builtin_astype((i ? found[5] : found[1]) & 0x7fffffff, float);
                    where.y = __builtin_astype((i ? found[6] : found[2]) & 0x7fffffff, float);
                }
            }
            // The stack finds what comes behind this pair, if there is anything.
            next.s7 = node;
            last = 0xfffffff8u | (found[8] & 3);
        } else if ((node & 7) == 6) {
            base = (ulong)found[3] << 32 | found[2];
            current = found[6];
            next.s7 = (found[7] & 0xff) == 0xff ? ~0u : found[7] & 0xff;
            next.s6 = 0xfffffff9u;
        }
        // With ranges of triangles.
        uint2 told = __builtin_astype(__builtin_amdgcn_ds_bvh_stack_push8_pop1_rtn(stack, last, next, 16 | 2 << 8), uint2);
        node = told.x;
        stack = told.y;
        if (stack >> 31 || node == 0xfffffffeu) {
            base = 0;
            origin = from;
            direction = to;
        }
    }
    out_distance[lane] = nearest;
    out_triangle[lane] = triangle;
    out_instance[lane] = instance;
    out_where[2 * lane] = where.x;
    out_where[2 * lane + 1] = where.y;
}
