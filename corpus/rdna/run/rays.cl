// Walks a hierarchy of boxes with a stack and keeps the nearest triangle that is hit.
kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void trace(global const uint *bvh, global const float *rays, global float *out_distance,
           global uint *out_triangle, global float *out_where, uint nodes) {
    uint lane = __builtin_amdgcn_workitem_id_x() + 32 * __builtin_amdgcn_workgroup_id_x();
    global const float *ray = rays + 6 * lane;
    float4 origin = (float4)(ray[0], ray[1], ray[2], 0);
    float4 direction = (float4)(ray[3], ray[4], ray[5], 0);
    float4 inverse = 1.0f / direction;
    ulong base = (ulong)bvh >> 8;
    // Children in order, boxes grown by six halves of a last place, where a triangle is hit.
    uint4 hierarchy = (uint4)((uint)base, (uint)(base >> 32) | 6u << 23 | 1u << 31, nodes - 1, 1u << 24 | 8u << 28);
    float nearest = __builtin_inff();
    uint triangle = ~0u;
    float2 where = 0;
    uint stack[16];
    uint depth = 0, node = 5;
    while (node != ~0u) {
        uint4 found = __builtin_amdgcn_image_bvh_intersect_ray(node, nearest, origin, direction, inverse, hierarchy);
        uint next = ~0u;
        if ((node & 7) < 4) {
            float4 hit = __builtin_astype(found, float4);
            float distance = hit.x / hit.y;
            if (distance < nearest) {
                nearest = distance;
                triangle = node;
                where = hit.zw / hit.y;
            }
        } else {
            next = found.x;
            if (found.w != ~0u) stack[depth++] = found.w;
            if (found.z != ~0u) stack[depth++] = found.z;
            if (found.y != ~0u) stack[depth++] = found.y;
        }
        if (next == ~0u && depth > 0) next = stack[--depth];
        node = next;
    }
    out_distance[lane] = nearest;
    out_triangle[lane] = triangle;
    out_where[2 * lane] = where.x;
    out_where[2 * lane + 1] = where.y;
}
