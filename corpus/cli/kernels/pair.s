        .amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
        .text
        .globl pair
        .p2align 8
        .type pair,@function
pair:
        s_endpgm
        .rodata
        .p2align 6
        .amdhsa_kernel pair
        .amdhsa_next_free_vgpr 1
        .amdhsa_next_free_sgpr 8
        .amdhsa_wavefront_size32 1
        .amdhsa_kernarg_size 12
        .amdhsa_user_sgpr_kernarg_segment_ptr 1
        .end_amdhsa_kernel
        .amdgpu_metadata
---
amdhsa.kernels:
  - .name: pair
    .symbol: pair.kd
    .kernarg_segment_size: 12
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 32
    .sgpr_count: 8
    .vgpr_count: 1
    .max_flat_workgroup_size: 1024
    .args:
      - .name: y
        .type_name: 'float*'
        .address_space: global
        .offset: 0
        .size: 8
        .value_kind: global_buffer
      - .name: n
        .type_name: uint
        .offset: 8
        .size: 4
        .value_kind: by_value
amdhsa.target: amdgcn-amd-amdhsa--gfx1100
amdhsa.version:
  - 1
  - 2
...
        .end_amdgpu_metadata
