; Kernels that say how they have to be launched.
        .amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
        .amdhsa_code_object_version 6
        .text
        .globl plain
        .p2align 8
        .type plain,@function
plain:
        s_load_b64 s[2:3], s[0:1], 0x0
        s_load_b32 s4, s[0:1], 0x8
        v_lshlrev_b32 v1, 2, v0
        s_waitcnt lgkmcnt(0)
        v_mov_b32 v2, s4
        global_store_b32 v1, v2, s[2:3]
        s_endpgm
        .section .rodata,"a",@progbits
        .p2align 6, 0x0
        .amdhsa_kernel plain
                .amdhsa_group_segment_fixed_size 0
                .amdhsa_kernarg_size 16
                .amdhsa_user_sgpr_count 2
                .amdhsa_user_sgpr_kernarg_segment_ptr 1
                .amdhsa_wavefront_size32 1
                .amdhsa_next_free_vgpr 8
                .amdhsa_next_free_sgpr 16
        .end_amdhsa_kernel
        .text
        .globl sized
        .p2align 8
        .type sized,@function
sized:
        s_load_b64 s[2:3], s[0:1], 0x0
        s_load_b32 s4, s[0:1], 0x8
        v_lshlrev_b32 v1, 2, v0
        s_waitcnt lgkmcnt(0)
        v_mov_b32 v2, s4
        global_store_b32 v1, v2, s[2:3]
        s_endpgm
        .section .rodata,"a",@progbits
        .p2align 6, 0x0
        .amdhsa_kernel sized
                .amdhsa_group_segment_fixed_size 0
                .amdhsa_kernarg_size 16
                .amdhsa_user_sgpr_count 2
                .amdhsa_user_sgpr_kernarg_segment_ptr 1
                .amdhsa_wavefront_size32 1
                .amdhsa_next_free_vgpr 8
                .amdhsa_next_free_sgpr 16
        .end_amdhsa_kernel
        .text
        .globl most
        .p2align 8
        .type most,@function
most:
        s_load_b64 s[2:3], s[0:1], 0x0
        s_load_b32 s4, s[0:1], 0x8
        v_lshlrev_b32 v1, 2, v0
        s_waitcnt lgkmcnt(0)
        v_mov_b32 v2, s4
        global_store_b32 v1, v2, s[2:3]
        s_endpgm
        .section .rodata,"a",@progbits
        .p2align 6, 0x0
        .amdhsa_kernel most
                .amdhsa_group_segment_fixed_size 0
                .amdhsa_kernarg_size 16
                .amdhsa_user_sgpr_count 2
                .amdhsa_user_sgpr_kernarg_segment_ptr 1
                .amdhsa_wavefront_size32 1
                .amdhsa_next_free_vgpr 8
                .amdhsa_next_free_sgpr 16
        .end_amdhsa_kernel
        .text
        .globl many
        .p2align 8
        .type many,@function
many:
        s_load_b64 s[2:3], s[0:1], 0x0
        s_load_b32 s4, s[0:1], 0x8
        v_lshlrev_b32 v1, 2, v0
        s_waitcnt lgkmcnt(0)
        v_mov_b32 v2, s4
        global_store_b32 v1, v2, s[2:3]
        v_mov_b32 v20, 1
        s_endpgm
        .section .rodata,"a",@progbits
        .p2align 6, 0x0
        .amdhsa_kernel many
                .amdhsa_group_segment_fixed_size 0
                .amdhsa_kernarg_size 16
                .amdhsa_user_sgpr_count 2
                .amdhsa_user_sgpr_kernarg_segment_ptr 1
                .amdhsa_wavefront_size32 1
                .amdhsa_next_free_vgpr 24
                .amdhsa_next_free_sgpr 16
        .end_amdhsa_kernel
        .text
        .globl few
        .p2align 8
        .type few,@function
few:
        s_load_b64 s[2:3], s[0:1], 0x0
        s_load_b32 s4, s[0:1], 0x8
        v_lshlrev_b32 v1, 2, v0
        s_waitcnt lgkmcnt(0)
        v_mov_b32 v2, s4
        global_store_b32 v1, v2, s[2:3]
        v_mov_b32 v20, 1
        s_endpgm
        .section .rodata,"a",@progbits
        .p2align 6, 0x0
        .amdhsa_kernel few
                .amdhsa_group_segment_fixed_size 0
                .amdhsa_kernarg_size 16
                .amdhsa_user_sgpr_count 2
                .amdhsa_user_sgpr_kernarg_segment_ptr 1
                .amdhsa_wavefront_size32 1
                .amdhsa_next_free_vgpr 16
                .amdhsa_next_free_sgpr 16
        .end_amdhsa_kernel
        .text
        .globl shares
        .p2align 8
        .type shares,@function
shares:
        s_load_b64 s[2:3], s[0:1], 0x0
        s_load_b32 s4, s[0:1], 0x8
        v_lshlrev_b32 v1, 2, v0
        s_waitcnt lgkmcnt(0)
        v_mov_b32 v2, s4
        global_store_b32 v1, v2, s[2:3]
        s_endpgm
        .section .rodata,"a",@progbits
        .p2align 6, 0x0
        .amdhsa_kernel shares
                .amdhsa_group_segment_fixed_size 65536
                .amdhsa_kernarg_size 16
                .amdhsa_user_sgpr_count 2
                .amdhsa_user_sgpr_kernarg_segment_ptr 1
                .amdhsa_wavefront_size32 1
                .amdhsa_next_free_vgpr 8
                .amdhsa_next_free_sgpr 16
        .end_amdhsa_kernel
        .text
        .globl shares_more
        .p2align 8
        .type shares_more,@function
shares_more:
        s_load_b64 s[2:3], s[0:1], 0x0
        s_load_b32 s4, s[0:1], 0x8
        v_lshlrev_b32 v1, 2, v0
        s_waitcnt lgkmcnt(0)
        v_mov_b32 v2, s4
        global_store_b32 v1, v2, s[2:3]
        s_endpgm
        .section .rodata,"a",@progbits
        .p2align 6, 0x0
        .amdhsa_kernel shares_more
                .amdhsa_group_segment_fixed_size 262144
                .amdhsa_kernarg_size 16
                .amdhsa_user_sgpr_count 2
                .amdhsa_user_sgpr_kernarg_segment_ptr 1
                .amdhsa_wavefront_size32 1
                .amdhsa_next_free_vgpr 8
                .amdhsa_next_free_sgpr 16
        .end_amdhsa_kernel
        .text
        .amdgpu_metadata
---
amdhsa.kernels:
      - .args:
          - .name:           p
            .offset:         0
            .size:           8
            .type_name:      'float*'
            .value_kind:     global_buffer
          - .name:           n
            .offset:         8
            .size:           4
            .type_name:      int
            .value_kind:     by_value
        .kernarg_segment_size: 16
        .name:           plain
        .symbol:         plain.kd
        .wavefront_size: 32
      - .args:
          - .name:           p
            .offset:         0
            .size:           8
            .type_name:      'float*'
            .value_kind:     global_buffer
          - .name:           n
            .offset:         8
            .size:           4
            .type_name:      int
            .value_kind:     by_value
        .kernarg_segment_size: 16
        .reqd_workgroup_size:
          - 32
          - 2
          - 1
        .name:           sized
        .symbol:         sized.kd
        .wavefront_size: 32
      - .args:
          - .name:           p
            .offset:         0
            .size:           8
            .type_name:      'float*'
            .value_kind:     global_buffer
          - .name:           n
            .offset:         8
            .size:           4
            .type_name:      int
            .value_kind:     by_value
        .kernarg_segment_size: 16
        .max_flat_workgroup_size: 64
        .name:           most
        .symbol:         most.kd
        .wavefront_size: 32
      - .args:
          - .name:           p
            .offset:         0
            .size:           8
            .type_name:      'float*'
            .value_kind:     global_buffer
          - .name:           n
            .offset:         8
            .size:           4
            .type_name:      int
            .value_kind:     by_value
        .kernarg_segment_size: 16
        .name:           many
        .symbol:         many.kd
        .wavefront_size: 32
      - .args:
          - .name:           p
            .offset:         0
            .size:           8
            .type_name:      'float*'
            .value_kind:     global_buffer
          - .name:           n
            .offset:         8
            .size:           4
            .type_name:      int
            .value_kind:     by_value
        .kernarg_segment_size: 16
        .name:           few
        .symbol:         few.kd
        .wavefront_size: 32
      - .args:
          - .name:           p
            .offset:         0
            .size:           8
            .type_name:      'float*'
            .value_kind:     global_buffer
          - .name:           n
            .offset:         8
            .size:           4
            .type_name:      int
            .value_kind:     by_value
        .kernarg_segment_size: 16
        .name:           shares
        .symbol:         shares.kd
        .wavefront_size: 32
      - .args:
          - .name:           p
            .offset:         0
            .size:           8
            .type_name:      'float*'
            .value_kind:     global_buffer
          - .name:           n
            .offset:         8
            .size:           4
            .type_name:      int
            .value_kind:     by_value
        .kernarg_segment_size: 16
        .name:           shares_more
        .symbol:         shares_more.kd
        .wavefront_size: 32
amdhsa.target:   amdgcn-amd-amdhsa--gfx1100
amdhsa.version:
  - 1
  - 2
...
        .end_amdgpu_metadata
