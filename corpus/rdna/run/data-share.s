; As data-share.rdna3, started the way of AMD's runtime.
	.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
	.text
	.globl	tickets
	.p2align	8
	.type	tickets,@function
tickets:
  s_load_b128 s[8:11], s[0:1], 0x0
  s_load_b64 s[12:13], s[0:1], 0x10
  s_waitcnt lgkmcnt(0)
  s_mov_b32 m0, 0x1000
  v_mov_b32 v1, 0
  v_mov_b32 v2, 1
  ds_add_rtn_u32 v3, v1, v2 gds
  ds_append v4 offset:4 gds
  v_mbcnt_lo_u32_b32 v5, exec_lo, 0
  s_waitcnt expcnt(0) lgkmcnt(0)
  v_lshlrev_b32 v6, 2, v3
  global_store_b32 v6, v2, s[8:9]
  v_add_nc_u32 v4, v4, v5
  v_lshlrev_b32 v4, 2, v4
  global_store_b32 v4, v2, s[10:11]
  v_add_nc_u32 v3, v3, v2
  global_atomic_max_u32 v1, v3, s[12:13]
  s_endpgm
.Lend:
	.size	tickets, .Lend-tickets
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel tickets
		.amdhsa_kernarg_size 24
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_wavefront_size32 1
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 16
	.end_amdhsa_kernel
	.amdgpu_metadata
---
amdhsa.kernels:
  - .name: tickets
    .symbol: tickets.kd
    .args:
      - { .name: out_drawn, .offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global }
      - { .name: out_counted, .offset: 8, .size: 8, .value_kind: global_buffer, .address_space: global }
      - { .name: out_last, .offset: 16, .size: 8, .value_kind: global_buffer, .address_space: global }
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 24
    .max_flat_workgroup_size: 1024
    .private_segment_fixed_size: 0
    .sgpr_count: 16
    .vgpr_count: 8
    .wavefront_size: 32
amdhsa.target: amdgcn-amd-amdhsa--gfx1100
amdhsa.version: [1, 2]
...
	.end_amdgpu_metadata
