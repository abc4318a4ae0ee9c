// Walks a hierarchy of instances and the ones below it, two nodes at once: boxes with floats, pairs of triangles,
// and a stack in local memory that gives two nodes if they are of one hierarchy.
typedef uint uint10 __attribute__((ext_vector_type(10)));

kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void trace(global const uint *bvh, global const float *rays, global float *out_distance,
           global uint *out_geometry, global uint *out_instance, global float *out_where, uint nodes, uint mask) {
    local uint stacks[16 * 32];
    uint thread = __builtin_amdgcn_workitem_id_x();
    uint lane = thread + 32 * __builtin_amdgcn_workgroup_id_x();
    global const float *ray = rays + 6 * lane;
    float3 from = (float3)(ray[0], ray[1], ray[2]), to = (float3)(ray[3], ray[4], ray[5]);
    float3 origin = from, direction = to;
    ulong at = (ulong)bvh >> 8, base = 0;
    // In order, eight in one order, instances, flags of pointers, where a triangle is hit.
    uint4 hierarchy = (uint4)((uint)at, (uint)(at >> 32) | 1u << 31 | 6u << 23, nodes - 1,
                              1u << 21 | 1u << 22 | 1u << 23 | 1u << 24 | 8u << 28);
    float nearest = __builtin_inff();
    uint geometry = ~0u, instance = ~0u, current = ~0u;
    float2 where = 0;
    uint stack = ((uint)(local uint *)stacks / 4 + thread) << 15;
    uint2 node = (uint2)(5, ~0u);
    while (node.x < 0xfffffffeu) {
        float3 there, thither;
        uint10 found = __builtin_amdgcn_image_bvh_dual_intersect_ray(base, nearest, (uchar)mask, origin, direction,
                                                                     node, hierarchy, &there, &thither);
        origin = there;
        direction = thither;
        uint8 next = (uint8)(found[0], found[1], found[2], found[3], found[4], found[5], found[6], found[7]);
        if ((node.x & 7) == 6) {
            base = (ulong)found[3] << 32 | found[2];
            current = found[6];
            next.s6 = 0xfffffff9u;
        } else {
            for (int i = 1; i >= 0; i--) {
                uint this = i ? node.y : node.x;
                if (this >= 0xfffffffeu || (this & 7) > 1) continue;
                float scale = __builtin_astype(i ? found[5] : found[1], float);
                float distance = __builtin_astype(i ? found[4] : found[0], float) / scale;
                if (distance < nearest) {
                    nearest = distance;
                    geometry = (i ? found[9] : found[8]) + (this & 1);
                    instance = current;
                    where.x = __builtin_fabsf(__builtin_astype(i ? found[6] : found[2], float) / scale);
                    where.y = __builtin_fabsf(__builtin_astype(i ? found[7] : found[3], float) / scale);
                }
                if (i) {
                    next.s7 = 0xfffffffbu;
                } else if (this & 1) {
                    // The stack makes both of a pair of what comes second, and not of what comes first.
                    next.s3 = this & ~7u;
                    next.s2 = 0xfffffffdu;
                } else {
                    next.s3 = 0xfffffffdu;
                }
            }
        }
        ulong2 told = __builtin_amdgcn_ds_bvh_stack_push8_pop2_rtn(stack, ~0u, next, 16);
        node = __builtin_astype(told.x, uint2);
        stack = (uint)told.y;
        if (stack >> 31 || node.x == 0xfffffffeu) {
            base = 0;
            origin = from;
            direction = to;
        }
    }
    out_distance[lane] = nearest;
    out_geometry[lane] = geometry;
    out_instance[lane] = instance;
    out_where[2 * lane] = where.x;
    out_where[2 * lane + 1] = where.y;
}
