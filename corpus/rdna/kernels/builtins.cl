// Code object version 6: what the launch says, from the compiler's own functions.

kernel void where(global uint *out) {
    uint x = __builtin_amdgcn_workgroup_id_x() * __builtin_amdgcn_workgroup_size_x() + __builtin_amdgcn_workitem_id_x();
    uint y = __builtin_amdgcn_workgroup_id_y() * __builtin_amdgcn_workgroup_size_y() + __builtin_amdgcn_workitem_id_y();
    uint z = __builtin_amdgcn_workgroup_id_z() * __builtin_amdgcn_workgroup_size_z() + __builtin_amdgcn_workitem_id_z();
    uint width = __builtin_amdgcn_grid_size_x(), height = __builtin_amdgcn_grid_size_y();
    out[(z * height + y) * width + x] = x + 100 * y + 10000 * z;
}

kernel void hidden(global uint *out) {
    constant uchar *implicit = __builtin_amdgcn_implicitarg_ptr();
    constant uint *words = (constant uint *)implicit;
    constant ushort *shorts = (constant ushort *)implicit;
    if (__builtin_amdgcn_workitem_id_x() == 0 && __builtin_amdgcn_workgroup_id_x() == 1) {
        for (uint i = 0; i < 3; i++) {
            out[i] = words[i];
            out[3 + i] = shorts[6 + i];
            out[6 + i] = shorts[9 + i];
            out[9 + i] = words[10 + 2 * i];
        }
        out[12] = shorts[32];
    }
}
