	.file	0 "." "g.cl" md5 0xb8b26d52b977d5d921cf7bf6d62c706e
	.amdgcn_target "amdgcn-amd-amdhsa--gfx1150"
	.amdhsa_code_object_version 6
	.text
	.protected	one                     ; -- Begin function one
	.globl	one
	.p2align	8
	.type	one,@function
one:                                    ; @one
.Lfunc_begin0:
	.loc	0 4 0                           ; g.cl:4:0
	.cfi_sections .debug_frame
	.cfi_startproc
; %bb.0:
	s_load_b64 s[0:1], s[0:1], 0x4
	s_clause 0x1
	s_load_b128 s[4:7], s[2:3], 0x8
	s_load_b64 s[8:9], s[2:3], 0x18
	;DEBUG_VALUE: one:n <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] undef
	v_and_b32_e32 v1, 0x3ff, v0
	v_bfe_u32 v2, v0, 10, 10
	v_bfe_u32 v0, v0, 20, 10
	s_waitcnt lgkmcnt(0)
	s_lshr_b32 s0, s0, 16
	s_delay_alu instid0(VALU_DEP_2)
	v_mul_u32_u24_e32 v2, s1, v2
	s_mul_i32 s0, s0, s1
	v_dual_mov_b32 v5, s8 :: v_dual_mov_b32 v6, s9
.Ltmp0:
	;DEBUG_VALUE: one:n <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] undef
	;DEBUG_VALUE: one:i <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr1
	;DEBUG_VALUE: one:o <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] undef
	;DEBUG_VALUE: one:o <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] undef
	v_mul_lo_u32 v3, s0, v1
.Ltmp1:
	.loc	0 4 100 prologue_end            ; g.cl:4:100 @[ g.cl:4:50 ]
	s_mov_b32 s0, exec_lo
	v_mov_b32_e32 v4, s7
	s_delay_alu instid0(VALU_DEP_2) | instskip(SKIP_1) | instid1(VALU_DEP_2)
	v_add3_u32 v0, v3, v2, v0
	v_dual_mov_b32 v2, s5 :: v_dual_mov_b32 v3, s6
	v_mul_lo_u32 v0, v0, 20
	ds_store_b32 v0, v2
	ds_store_2addr_b32 v0, v3, v4 offset0:1 offset1:2
	ds_store_2addr_b32 v0, v5, v6 offset0:3 offset1:4
	v_cmpx_gt_i32_e64 s4, v1
	s_cbranch_execz .LBB0_6
.Ltmp2:
; %bb.1:
	;DEBUG_VALUE: one:i <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr1
	.loc	0 0 100 is_stmt 0               ; g.cl:0:100
	s_load_b64 s[0:1], s[2:3], 0x0
	.loc	0 4 118                         ; g.cl:4:118 @[ g.cl:4:50 ]
	v_lshlrev_b32_e32 v4, 2, v1
	v_add_nc_u32_e32 v0, 4, v0
	.loc	0 4 130                         ; g.cl:4:130 @[ g.cl:4:50 ]
	v_and_b32_e32 v1, 3, v1
.Ltmp3:
	.loc	0 0 130                         ; g.cl:0:130
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_4) | instid1(VALU_DEP_1)
	.loc	0 4 124                         ; g.cl:4:124 @[ g.cl:4:50 ]
	v_lshl_add_u32 v0, v1, 2, v0
	ds_load_b32 v3, v0
	.loc	0 4 118                         ; g.cl:4:118 @[ g.cl:4:50 ]
	s_waitcnt lgkmcnt(0)
	global_load_b32 v2, v4, s[0:1]
	v_add_co_u32 v0, s0, s0, v4
	v_add_co_ci_u32_e64 v1, null, s1, 0, s0
.Ltmp4:
	;DEBUG_VALUE: scale:k <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr3
	.loc	0 0 118                         ; g.cl:0:118
	s_mov_b32 s1, 0
.Ltmp5:
	;DEBUG_VALUE: i <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] 0
	;DEBUG_VALUE: scale:a <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr2
	.loc	0 3 69 is_stmt 1                ; g.cl:3:69 @[ g.cl:4:112 @[ g.cl:4:50 ] ]
	s_mov_b32 s0, exec_lo
.Ltmp6:
	.loc	0 3 87 is_stmt 0                ; g.cl:3:87 @[ g.cl:4:112 @[ g.cl:4:50 ] ]
	v_cmpx_lt_i32_e32 0, v3
.Ltmp7:
	.loc	0 3 69                          ; g.cl:3:69 @[ g.cl:4:112 @[ g.cl:4:50 ] ]
	s_cbranch_execz .LBB0_5
.Ltmp8:
; %bb.2:
	;DEBUG_VALUE: scale:a <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr2
	;DEBUG_VALUE: i <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] 0
	;DEBUG_VALUE: scale:k <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr3
	.loc	0 0 69                          ; g.cl:0:69
	s_mov_b32 s2, 0
.Ltmp9:
.LBB0_3:                                ; =>This Inner Loop Header: Depth=1
	;DEBUG_VALUE: scale:a <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr2
	;DEBUG_VALUE: scale:k <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr3
	;DEBUG_VALUE: i <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] undef
	;DEBUG_VALUE: scale:a <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr2
	.loc	0 3 105 is_stmt 1               ; g.cl:3:105 @[ g.cl:4:112 @[ g.cl:4:50 ] ]
	s_getpc_b64 s[6:7]
	s_add_u32 s6, s6, table@rel32@lo+4
	s_addc_u32 s7, s7, table@rel32@hi+12
	.loc	0 3 113 is_stmt 0               ; g.cl:3:113 @[ g.cl:4:112 @[ g.cl:4:50 ] ]
	s_and_b32 s3, s2, 3
	.loc	0 3 93                          ; g.cl:3:93 @[ g.cl:4:112 @[ g.cl:4:50 ] ]
	s_add_i32 s2, s2, 1
	.loc	0 3 105                         ; g.cl:3:105 @[ g.cl:4:112 @[ g.cl:4:50 ] ]
	s_lshl_b32 s3, s3, 2
	.loc	0 3 87                          ; g.cl:3:87 @[ g.cl:4:112 @[ g.cl:4:50 ] ]
	v_cmp_eq_u32_e32 vcc_lo, s2, v3
	.loc	0 3 105                         ; g.cl:3:105 @[ g.cl:4:112 @[ g.cl:4:50 ] ]
	s_load_b32 s3, s[6:7], s3 offset:0x0
.Ltmp10:
	.loc	0 3 69                          ; g.cl:3:69 @[ g.cl:4:112 @[ g.cl:4:50 ] ]
	s_or_b32 s1, vcc_lo, s1
.Ltmp11:
	.loc	0 3 118                         ; g.cl:3:118 @[ g.cl:4:112 @[ g.cl:4:50 ] ]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_fma_f32 v2, v2, s3, 1.0
.Ltmp12:
	;DEBUG_VALUE: scale:a <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr2
	.loc	0 3 69                          ; g.cl:3:69 @[ g.cl:4:112 @[ g.cl:4:50 ] ]
	s_and_not1_b32 exec_lo, exec_lo, s1
	s_cbranch_execnz .LBB0_3
.Ltmp13:
; %bb.4:
	;DEBUG_VALUE: scale:a <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr2
	;DEBUG_VALUE: scale:k <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr3
	.loc	0 0 69                          ; g.cl:0:69
	s_or_b32 exec_lo, exec_lo, s1
.LBB0_5:
	s_delay_alu instid0(SALU_CYCLE_1)
	s_or_b32 exec_lo, exec_lo, s0
	.loc	0 4 136 is_stmt 1               ; g.cl:4:136 @[ g.cl:4:50 ]
	s_waitcnt vmcnt(0)
	v_add_f32_e32 v2, s5, v2
	.loc	0 4 110 is_stmt 0               ; g.cl:4:110 @[ g.cl:4:50 ]
	global_store_b32 v[0:1], v2, off
.Ltmp14:
.LBB0_6:
	.loc	0 4 143                         ; g.cl:4:143
	s_endpgm
.Ltmp15:
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel one
		.amdhsa_group_segment_fixed_size 5120
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 32
		.amdhsa_user_sgpr_count 4
		.amdhsa_user_sgpr_dispatch_ptr 1
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_dispatch_id 0
		.amdhsa_user_sgpr_private_segment_size 0
		.amdhsa_wavefront_size32 1
		.amdhsa_uses_dynamic_stack 0
		.amdhsa_enable_private_segment 0
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 0
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 2
		.amdhsa_next_free_vgpr 7
		.amdhsa_next_free_sgpr 10
		.amdhsa_reserve_vcc 1
		.amdhsa_float_round_mode_32 0
		.amdhsa_float_round_mode_16_64 0
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_dx10_clamp 1
		.amdhsa_ieee_mode 1
		.amdhsa_fp16_overflow 0
		.amdhsa_workgroup_processor_mode 1
		.amdhsa_memory_ordered 1
		.amdhsa_forward_progress 1
		.amdhsa_shared_vgpr_count 0
		.amdhsa_inst_pref_size 3
		.amdhsa_exception_fp_ieee_invalid_op 0
		.amdhsa_exception_fp_denorm_src 0
		.amdhsa_exception_fp_ieee_div_zero 0
		.amdhsa_exception_fp_ieee_overflow 0
		.amdhsa_exception_fp_ieee_underflow 0
		.amdhsa_exception_fp_ieee_inexact 0
		.amdhsa_exception_int_div_zero 0
	.end_amdhsa_kernel
	.text
.Lfunc_end0:
	.size	one, .Lfunc_end0-one
	.cfi_endproc
                                        ; -- End function
	.set one.num_vgpr, 7
	.set one.num_agpr, 0
	.set one.numbered_sgpr, 10
	.set one.num_named_barrier, 0
	.set one.private_seg_size, 0
	.set one.uses_vcc, 1
	.set one.uses_flat_scratch, 0
	.set one.has_dyn_sized_stack, 0
	.set one.has_recursion, 0
	.set one.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 348
; TotalNumSgprs: 12
; NumVgprs: 7
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 5120 bytes/workgroup (compile time only)
; SGPRBlocks: 0
; VGPRBlocks: 0
; NumSGPRsForWavesPerEU: 12
; NumVGPRsForWavesPerEU: 7
; Occupancy: 16
; WaveLimiterHint : 0
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 0
; COMPUTE_PGM_RSRC2:USER_SGPR: 4
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 0
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 0
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 2
	.text
	.protected	__clang_ocl_kern_imp_one ; -- Begin function __clang_ocl_kern_imp_one
	.globl	__clang_ocl_kern_imp_one
	.p2align	2
	.type	__clang_ocl_kern_imp_one,@function
__clang_ocl_kern_imp_one:               ; @__clang_ocl_kern_imp_one
.Lfunc_begin1:
	.loc	0 4 0 is_stmt 1                 ; g.cl:4:0
	.cfi_startproc
; %bb.0:
	;DEBUG_VALUE: one:n <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr2
	;DEBUG_VALUE: one:o <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] undef
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	v_and_b32_e32 v8, 0x3ff, v31
.Ltmp16:
	;DEBUG_VALUE: one:i <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr8
	.loc	0 4 100 prologue_end            ; g.cl:4:100
	s_mov_b32 s0, exec_lo
	s_clause 0x4
	scratch_store_b32 off, v3, s32
	scratch_store_b32 off, v4, s32 offset:4
	scratch_store_b32 off, v5, s32 offset:8
	scratch_store_b32 off, v6, s32 offset:12
	scratch_store_b32 off, v7, s32 offset:16
	v_cmpx_lt_i32_e64 v8, v2
	s_cbranch_execz .LBB1_6
.Ltmp17:
; %bb.1:
	;DEBUG_VALUE: one:i <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr8
	;DEBUG_VALUE: one:n <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr2
	.loc	0 4 118 is_stmt 0               ; g.cl:4:118
	v_lshlrev_b32_e32 v4, 2, v8
	.loc	0 4 130                         ; g.cl:4:130
	v_and_b32_e32 v2, 3, v8
.Ltmp18:
	.loc	0 0 130                         ; g.cl:0:130
	s_add_i32 s1, s32, 4
	s_mov_b32 s2, 0
.Ltmp19:
	;DEBUG_VALUE: i <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] 0
	;DEBUG_VALUE: scale:a <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr2
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_2)
	.loc	0 4 118                         ; g.cl:4:118
	v_add_co_u32 v0, vcc_lo, v0, v4
	.loc	0 4 124                         ; g.cl:4:124
	v_lshlrev_b32_e32 v2, 2, v2
	.loc	0 4 118                         ; g.cl:4:118
	v_add_co_ci_u32_e64 v1, null, 0, v1, vcc_lo
	.loc	0 4 124                         ; g.cl:4:124
	scratch_load_b32 v4, v2, s1
	.loc	0 4 118                         ; g.cl:4:118
	global_load_b32 v2, v[0:1], off
.Ltmp20:
	;DEBUG_VALUE: scale:k <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr4
	.loc	0 3 69 is_stmt 1                ; g.cl:3:69 @[ g.cl:4:112 ]
	s_mov_b32 s1, exec_lo
.Ltmp21:
	.loc	0 3 87 is_stmt 0                ; g.cl:3:87 @[ g.cl:4:112 ]
	s_waitcnt vmcnt(1)
	v_cmpx_lt_i32_e32 0, v4
.Ltmp22:
	.loc	0 3 69                          ; g.cl:3:69 @[ g.cl:4:112 ]
	s_cbranch_execz .LBB1_5
.Ltmp23:
; %bb.2:
	;DEBUG_VALUE: scale:k <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr4
	;DEBUG_VALUE: i <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] 0
	;DEBUG_VALUE: one:i <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr8
	.loc	0 0 69                          ; g.cl:0:69
	s_mov_b32 s3, 0
.Ltmp24:
.LBB1_3:                                ; =>This Inner Loop Header: Depth=1
	;DEBUG_VALUE: scale:k <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr4
	;DEBUG_VALUE: one:i <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr8
	;DEBUG_VALUE: i <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] undef
	;DEBUG_VALUE: scale:a <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr2
	.loc	0 3 105 is_stmt 1               ; g.cl:3:105 @[ g.cl:4:112 ]
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, table@rel32@lo+4
	s_addc_u32 s5, s5, table@rel32@hi+12
	.loc	0 3 113 is_stmt 0               ; g.cl:3:113 @[ g.cl:4:112 ]
	s_and_b32 s6, s3, 3
	.loc	0 3 93                          ; g.cl:3:93 @[ g.cl:4:112 ]
	s_add_i32 s3, s3, 1
	.loc	0 3 105                         ; g.cl:3:105 @[ g.cl:4:112 ]
	s_lshl_b32 s6, s6, 2
	.loc	0 3 87                          ; g.cl:3:87 @[ g.cl:4:112 ]
	v_cmp_eq_u32_e32 vcc_lo, s3, v4
	.loc	0 3 105                         ; g.cl:3:105 @[ g.cl:4:112 ]
	s_load_b32 s4, s[4:5], s6 offset:0x0
.Ltmp25:
	.loc	0 3 69                          ; g.cl:3:69 @[ g.cl:4:112 ]
	s_or_b32 s2, vcc_lo, s2
.Ltmp26:
	.loc	0 3 118                         ; g.cl:3:118 @[ g.cl:4:112 ]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_fma_f32 v2, v2, s4, 1.0
.Ltmp27:
	;DEBUG_VALUE: scale:a <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr2
	.loc	0 3 69                          ; g.cl:3:69 @[ g.cl:4:112 ]
	s_and_not1_b32 exec_lo, exec_lo, s2
	s_cbranch_execnz .LBB1_3
.Ltmp28:
; %bb.4:
	;DEBUG_VALUE: scale:k <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr4
	;DEBUG_VALUE: scale:a <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr2
	;DEBUG_VALUE: one:i <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr8
	.loc	0 0 69                          ; g.cl:0:69
	s_or_b32 exec_lo, exec_lo, s2
.Ltmp29:
.LBB1_5:
	;DEBUG_VALUE: one:i <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr8
	s_delay_alu instid0(SALU_CYCLE_1)
	s_or_b32 exec_lo, exec_lo, s1
	.loc	0 4 136 is_stmt 1               ; g.cl:4:136
	s_waitcnt vmcnt(0)
	v_add_f32_e32 v2, v3, v2
	.loc	0 4 110 is_stmt 0               ; g.cl:4:110
	global_store_b32 v[0:1], v2, off
.Ltmp30:
.LBB1_6:
	;DEBUG_VALUE: one:i <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr8
	.loc	0 0 110                         ; g.cl:0:110
	s_or_b32 exec_lo, exec_lo, s0
	.loc	0 4 143                         ; g.cl:4:143
	s_setpc_b64 s[30:31]
.Ltmp31:
.Lfunc_end1:
	.size	__clang_ocl_kern_imp_one, .Lfunc_end1-__clang_ocl_kern_imp_one
	.cfi_endproc
                                        ; -- End function
	.set __clang_ocl_kern_imp_one.num_vgpr, 32
	.set __clang_ocl_kern_imp_one.num_agpr, 0
	.set __clang_ocl_kern_imp_one.numbered_sgpr, 33
	.set __clang_ocl_kern_imp_one.num_named_barrier, 0
	.set __clang_ocl_kern_imp_one.private_seg_size, 24
	.set __clang_ocl_kern_imp_one.uses_vcc, 1
	.set __clang_ocl_kern_imp_one.uses_flat_scratch, 1
	.set __clang_ocl_kern_imp_one.has_dyn_sized_stack, 0
	.set __clang_ocl_kern_imp_one.has_recursion, 0
	.set __clang_ocl_kern_imp_one.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 252
; TotalNumSgprs: 35
; NumVgprs: 32
; ScratchSize: 24
; MemoryBound: 0
	.text
	.protected	two                     ; -- Begin function two
	.globl	two
	.p2align	8
	.type	two,@function
two:                                    ; @two
.Lfunc_begin2:
	.cfi_startproc
; %bb.0:
	.loc	0 5 62 prologue_end is_stmt 1   ; g.cl:5:62 @[ g.cl:5:52 ]
	s_load_b64 s[2:3], s[0:1], 0x0
	.loc	0 5 103 is_stmt 0               ; g.cl:5:103 @[ g.cl:5:52 ]
	v_lshlrev_b32_e32 v1, 2, v0
	.loc	0 5 62                          ; g.cl:5:62 @[ g.cl:5:52 ]
	s_load_b32 s0, s[0:1], 0x8
	;DEBUG_VALUE: two:l <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] undef
.Ltmp32:
	;DEBUG_VALUE: two:l <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] undef
	;DEBUG_VALUE: two:o <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] undef
	;DEBUG_VALUE: two:o <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] undef
	;DEBUG_VALUE: two:i <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr0
	.loc	0 5 151                         ; g.cl:5:151 @[ g.cl:5:52 ]
	v_sub_nc_u32_e32 v0, 63, v0
.Ltmp33:
	.loc	0 5 103                         ; g.cl:5:103 @[ g.cl:5:52 ]
	s_waitcnt lgkmcnt(0)
	global_load_b32 v2, v1, s[2:3]
	.loc	0 5 96                          ; g.cl:5:96 @[ g.cl:5:52 ]
	v_add_nc_u32_e32 v3, s0, v1
	.loc	0 5 146                         ; g.cl:5:146 @[ g.cl:5:52 ]
	v_lshl_add_u32 v0, v0, 2, s0
	.loc	0 5 101                         ; g.cl:5:101 @[ g.cl:5:52 ]
	s_waitcnt vmcnt(0)
	ds_store_b32 v3, v2
	.loc	0 5 109                         ; g.cl:5:109 @[ g.cl:5:52 ]
	s_barrier
	.loc	0 5 146                         ; g.cl:5:146 @[ g.cl:5:52 ]
	ds_load_b32 v0, v0
	.loc	0 5 144                         ; g.cl:5:144 @[ g.cl:5:52 ]
	s_waitcnt lgkmcnt(0)
	global_store_b32 v1, v0, s[2:3]
.Ltmp34:
	.loc	0 5 157                         ; g.cl:5:157
	s_endpgm
.Ltmp35:
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel two
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 12
		.amdhsa_user_sgpr_count 2
		.amdhsa_user_sgpr_dispatch_ptr 0
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_dispatch_id 0
		.amdhsa_user_sgpr_private_segment_size 0
		.amdhsa_wavefront_size32 1
		.amdhsa_uses_dynamic_stack 0
		.amdhsa_enable_private_segment 0
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 0
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 4
		.amdhsa_next_free_sgpr 4
		.amdhsa_reserve_vcc 0
		.amdhsa_float_round_mode_32 0
		.amdhsa_float_round_mode_16_64 0
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_dx10_clamp 1
		.amdhsa_ieee_mode 1
		.amdhsa_fp16_overflow 0
		.amdhsa_workgroup_processor_mode 1
		.amdhsa_memory_ordered 1
		.amdhsa_forward_progress 1
		.amdhsa_shared_vgpr_count 0
		.amdhsa_inst_pref_size 1
		.amdhsa_exception_fp_ieee_invalid_op 0
		.amdhsa_exception_fp_denorm_src 0
		.amdhsa_exception_fp_ieee_div_zero 0
		.amdhsa_exception_fp_ieee_overflow 0
		.amdhsa_exception_fp_ieee_underflow 0
		.amdhsa_exception_fp_ieee_inexact 0
		.amdhsa_exception_int_div_zero 0
	.end_amdhsa_kernel
	.text
.Lfunc_end2:
	.size	two, .Lfunc_end2-two
	.cfi_endproc
                                        ; -- End function
	.set two.num_vgpr, 4
	.set two.num_agpr, 0
	.set two.numbered_sgpr, 4
	.set two.num_named_barrier, 0
	.set two.private_seg_size, 0
	.set two.uses_vcc, 0
	.set two.uses_flat_scratch, 0
	.set two.has_dyn_sized_stack, 0
	.set two.has_recursion, 0
	.set two.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 88
; TotalNumSgprs: 4
; NumVgprs: 4
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 0
; VGPRBlocks: 0
; NumSGPRsForWavesPerEU: 4
; NumVGPRsForWavesPerEU: 4
; Occupancy: 16
; WaveLimiterHint : 0
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 0
; COMPUTE_PGM_RSRC2:USER_SGPR: 2
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 0
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 0
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 0
	.text
	.protected	__clang_ocl_kern_imp_two ; -- Begin function __clang_ocl_kern_imp_two
	.globl	__clang_ocl_kern_imp_two
	.p2align	2
	.type	__clang_ocl_kern_imp_two,@function
__clang_ocl_kern_imp_two:               ; @__clang_ocl_kern_imp_two
.Lfunc_begin3:
	.loc	0 5 0 is_stmt 1                 ; g.cl:5:0
	.cfi_startproc
; %bb.0:
	;DEBUG_VALUE: two:l <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr2
	;DEBUG_VALUE: two:o <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef, DW_OP_LLVM_fragment 32 32] $vgpr1
	;DEBUG_VALUE: two:o <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef, DW_OP_LLVM_fragment 0 32] $vgpr0
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	v_and_b32_e32 v3, 0x3ff, v31
.Ltmp36:
	;DEBUG_VALUE: two:i <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] $vgpr3
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_2)
.Ltmp37:
	.loc	0 5 103 prologue_end            ; g.cl:5:103
	v_lshlrev_b32_e32 v4, 2, v3
	.loc	0 5 151 is_stmt 0               ; g.cl:5:151
	v_sub_nc_u32_e32 v3, 63, v3
.Ltmp38:
	.loc	0 5 103                         ; g.cl:5:103
	v_add_co_u32 v0, vcc_lo, v0, v4
.Ltmp39:
	.loc	0 0 103                         ; g.cl:0:103
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_4)
	.loc	0 5 103                         ; g.cl:5:103
	v_add_co_ci_u32_e64 v1, null, 0, v1, vcc_lo
.Ltmp40:
	.loc	0 5 96                          ; g.cl:5:96
	v_add_nc_u32_e32 v4, v2, v4
	.loc	0 5 146                         ; g.cl:5:146
	v_lshl_add_u32 v2, v3, 2, v2
.Ltmp41:
	.loc	0 5 103                         ; g.cl:5:103
	global_load_b32 v5, v[0:1], off
	.loc	0 5 101                         ; g.cl:5:101
	s_waitcnt vmcnt(0)
	ds_store_b32 v4, v5
	.loc	0 5 109                         ; g.cl:5:109
	s_barrier
	.loc	0 5 146                         ; g.cl:5:146
	ds_load_b32 v2, v2
	.loc	0 5 144                         ; g.cl:5:144
	s_waitcnt lgkmcnt(0)
	global_store_b32 v[0:1], v2, off
	.loc	0 5 157                         ; g.cl:5:157
	s_setpc_b64 s[30:31]
.Ltmp42:
.Lfunc_end3:
	.size	__clang_ocl_kern_imp_two, .Lfunc_end3-__clang_ocl_kern_imp_two
	.cfi_endproc
                                        ; -- End function
	.set __clang_ocl_kern_imp_two.num_vgpr, 32
	.set __clang_ocl_kern_imp_two.num_agpr, 0
	.set __clang_ocl_kern_imp_two.numbered_sgpr, 32
	.set __clang_ocl_kern_imp_two.num_named_barrier, 0
	.set __clang_ocl_kern_imp_two.private_seg_size, 0
	.set __clang_ocl_kern_imp_two.uses_vcc, 1
	.set __clang_ocl_kern_imp_two.uses_flat_scratch, 0
	.set __clang_ocl_kern_imp_two.has_dyn_sized_stack, 0
	.set __clang_ocl_kern_imp_two.has_recursion, 0
	.set __clang_ocl_kern_imp_two.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 104
; TotalNumSgprs: 34
; NumVgprs: 32
; ScratchSize: 0
; MemoryBound: 0
	.text
	.protected	three                   ; -- Begin function three
	.globl	three
	.p2align	8
	.type	three,@function
three:                                  ; @three
.Lfunc_begin4:
	.cfi_startproc
; %bb.0:
	.loc	0 6 59 prologue_end is_stmt 1   ; g.cl:6:59 @[ g.cl:6:49 ]
	s_load_b128 s[4:7], s[0:1], 0x0
	.loc	0 6 94 is_stmt 0                ; g.cl:6:94 @[ g.cl:6:49 ]
	s_ashr_i32 s3, s2, 31
	s_delay_alu instid0(SALU_CYCLE_1)
	s_lshl_b64 s[0:1], s[2:3], 3
	.loc	0 6 102                         ; g.cl:6:102 @[ g.cl:6:49 ]
	s_waitcnt lgkmcnt(0)
	v_cvt_f64_i32_e32 v[0:1], s7
	v_cvt_f64_u32_e32 v[2:3], s6
	.loc	0 6 94                          ; g.cl:6:94 @[ g.cl:6:49 ]
	s_add_u32 s0, s4, s0
	s_addc_u32 s1, s5, s1
	.loc	0 6 99                          ; g.cl:6:99 @[ g.cl:6:49 ]
	s_load_b64 s[2:3], s[0:1], 0x0
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_1)
	.loc	0 6 102                         ; g.cl:6:102 @[ g.cl:6:49 ]
	v_ldexp_f64 v[0:1], v[0:1], 32
	v_add_f64 v[0:1], v[0:1], v[2:3]
	;DEBUG_VALUE: three:k <- undef
.Ltmp43:
	;DEBUG_VALUE: three:k <- undef
	;DEBUG_VALUE: three:o <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] undef
	;DEBUG_VALUE: three:o <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] undef
	;DEBUG_VALUE: three:i <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] undef
	.loc	0 6 94                          ; g.cl:6:94 @[ g.cl:6:49 ]
	v_mov_b32_e32 v2, 0
	.loc	0 6 99                          ; g.cl:6:99 @[ g.cl:6:49 ]
	s_waitcnt lgkmcnt(0)
	s_delay_alu instid0(VALU_DEP_2)
	v_mul_f64 v[0:1], s[2:3], v[0:1]
	global_store_b64 v2, v[0:1], s[0:1]
.Ltmp44:
	.loc	0 6 113                         ; g.cl:6:113
	s_endpgm
.Ltmp45:
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel three
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 16
		.amdhsa_user_sgpr_count 2
		.amdhsa_user_sgpr_dispatch_ptr 0
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_dispatch_id 0
		.amdhsa_user_sgpr_private_segment_size 0
		.amdhsa_wavefront_size32 1
		.amdhsa_uses_dynamic_stack 0
		.amdhsa_enable_private_segment 0
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 0
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 4
		.amdhsa_next_free_sgpr 8
		.amdhsa_reserve_vcc 0
		.amdhsa_float_round_mode_32 0
		.amdhsa_float_round_mode_16_64 0
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_dx10_clamp 1
		.amdhsa_ieee_mode 1
		.amdhsa_fp16_overflow 0
		.amdhsa_workgroup_processor_mode 1
		.amdhsa_memory_ordered 1
		.amdhsa_forward_progress 1
		.amdhsa_shared_vgpr_count 0
		.amdhsa_inst_pref_size 1
		.amdhsa_exception_fp_ieee_invalid_op 0
		.amdhsa_exception_fp_denorm_src 0
		.amdhsa_exception_fp_ieee_div_zero 0
		.amdhsa_exception_fp_ieee_overflow 0
		.amdhsa_exception_fp_ieee_underflow 0
		.amdhsa_exception_fp_ieee_inexact 0
		.amdhsa_exception_int_div_zero 0
	.end_amdhsa_kernel
	.text
.Lfunc_end4:
	.size	three, .Lfunc_end4-three
	.cfi_endproc
                                        ; -- End function
	.set three.num_vgpr, 4
	.set three.num_agpr, 0
	.set three.numbered_sgpr, 8
	.set three.num_named_barrier, 0
	.set three.private_seg_size, 0
	.set three.uses_vcc, 0
	.set three.uses_flat_scratch, 0
	.set three.has_dyn_sized_stack, 0
	.set three.has_recursion, 0
	.set three.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 100
; TotalNumSgprs: 8
; NumVgprs: 4
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 0
; VGPRBlocks: 0
; NumSGPRsForWavesPerEU: 8
; NumVGPRsForWavesPerEU: 4
; Occupancy: 16
; WaveLimiterHint : 0
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 0
; COMPUTE_PGM_RSRC2:USER_SGPR: 2
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 0
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 0
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 0
	.text
	.protected	__clang_ocl_kern_imp_three ; -- Begin function __clang_ocl_kern_imp_three
	.globl	__clang_ocl_kern_imp_three
	.p2align	2
	.type	__clang_ocl_kern_imp_three,@function
__clang_ocl_kern_imp_three:             ; @__clang_ocl_kern_imp_three
.Lfunc_begin5:
	.loc	0 6 0 is_stmt 1                 ; g.cl:6:0
	.cfi_startproc
; %bb.0:
	;DEBUG_VALUE: three:k <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef, DW_OP_LLVM_fragment 32 32] $vgpr3
	;DEBUG_VALUE: three:o <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef, DW_OP_LLVM_fragment 32 32] $vgpr1
	;DEBUG_VALUE: three:o <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef, DW_OP_LLVM_fragment 0 32] $vgpr0
	;DEBUG_VALUE: three:k <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef, DW_OP_LLVM_fragment 0 32] $vgpr2
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
.Ltmp46:
	.loc	0 6 94 prologue_end             ; g.cl:6:94
	s_ashr_i32 s13, s12, 31
	.loc	0 6 102 is_stmt 0               ; g.cl:6:102
	v_cvt_f64_i32_e32 v[6:7], v3
	.loc	0 6 94                          ; g.cl:6:94
	s_lshl_b64 s[0:1], s[12:13], 3
	.loc	0 6 102                         ; g.cl:6:102
	v_cvt_f64_u32_e32 v[2:3], v2
.Ltmp47:
	.loc	0 6 94                          ; g.cl:6:94
	v_add_co_u32 v0, vcc_lo, v0, s0
.Ltmp48:
	.loc	0 0 94                          ; g.cl:0:94
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_2) | instid1(VALU_DEP_1)
	.loc	0 6 94                          ; g.cl:6:94
	v_add_co_ci_u32_e64 v1, null, s1, v1, vcc_lo
.Ltmp49:
	.loc	0 6 99                          ; g.cl:6:99
	global_load_b64 v[4:5], v[0:1], off
	.loc	0 6 102                         ; g.cl:6:102
	v_ldexp_f64 v[6:7], v[6:7], 32
	v_add_f64 v[2:3], v[6:7], v[2:3]
.Ltmp50:
	;DEBUG_VALUE: three:i <- [DW_OP_constu 5, DW_OP_swap, DW_OP_xderef] undef
	.loc	0 6 99                          ; g.cl:6:99
	s_waitcnt vmcnt(0)
	s_delay_alu instid0(VALU_DEP_1)
	v_mul_f64 v[2:3], v[4:5], v[2:3]
	global_store_b64 v[0:1], v[2:3], off
	.loc	0 6 113                         ; g.cl:6:113
	s_setpc_b64 s[30:31]
.Ltmp51:
.Lfunc_end5:
	.size	__clang_ocl_kern_imp_three, .Lfunc_end5-__clang_ocl_kern_imp_three
	.cfi_endproc
                                        ; -- End function
	.set __clang_ocl_kern_imp_three.num_vgpr, 8
	.set __clang_ocl_kern_imp_three.num_agpr, 0
	.set __clang_ocl_kern_imp_three.numbered_sgpr, 32
	.set __clang_ocl_kern_imp_three.num_named_barrier, 0
	.set __clang_ocl_kern_imp_three.private_seg_size, 0
	.set __clang_ocl_kern_imp_three.uses_vcc, 1
	.set __clang_ocl_kern_imp_three.uses_flat_scratch, 0
	.set __clang_ocl_kern_imp_three.has_dyn_sized_stack, 0
	.set __clang_ocl_kern_imp_three.has_recursion, 0
	.set __clang_ocl_kern_imp_three.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 92
; TotalNumSgprs: 34
; NumVgprs: 8
; ScratchSize: 0
; MemoryBound: 0
	.text
	.p2alignl 7, 3214868480
	.fill 96, 4, 3214868480
	.section	.AMDGPU.gpr_maximums,"",@progbits
	.set amdgpu.max_num_vgpr, 32
	.set amdgpu.max_num_agpr, 0
	.set amdgpu.max_num_sgpr, 33
	.set amdgpu.max_num_named_barrier, 0
	.text
	.hidden	table                           ; @table
	.type	table,@object
	.section	.rodata,"a",@progbits
	.globl	table
	.p2align	2, 0x0
table:
	.long	0x3f800000                      ; float 1
	.long	0x40000000                      ; float 2
	.long	0x40400000                      ; float 3
	.long	0x40800000                      ; float 4
	.size	table, 16

	.section	.debug_loclists,"",@progbits
	.long	.Ldebug_list_header_end0-.Ldebug_list_header_start0 ; Length
.Ldebug_list_header_start0:
	.short	5                               ; Version
	.byte	8                               ; Address size
	.byte	0                               ; Segment selector size
	.long	11                              ; Offset entry count
.Lloclists_table_base0:
	.long	.Ldebug_loc0-.Lloclists_table_base0
	.long	.Ldebug_loc1-.Lloclists_table_base0
	.long	.Ldebug_loc2-.Lloclists_table_base0
	.long	.Ldebug_loc3-.Lloclists_table_base0
	.long	.Ldebug_loc4-.Lloclists_table_base0
	.long	.Ldebug_loc5-.Lloclists_table_base0
	.long	.Ldebug_loc6-.Lloclists_table_base0
	.long	.Ldebug_loc7-.Lloclists_table_base0
	.long	.Ldebug_loc8-.Lloclists_table_base0
	.long	.Ldebug_loc9-.Lloclists_table_base0
	.long	.Ldebug_loc10-.Lloclists_table_base0
.Ldebug_loc0:
	.byte	4                               ; DW_LLE_offset_pair
	.uleb128 .Ltmp0-.Lfunc_begin0           ;   starting offset
	.uleb128 .Ltmp3-.Lfunc_begin0           ;   ending offset
	.byte	7                               ; Loc expr size
	.byte	146                             ; DW_OP_bregx
	.byte	129                             ; 1537
	.byte	12                              ; 
	.byte	0                               ; 0
	.byte	53                              ; DW_OP_lit5
	.byte	22                              ; DW_OP_swap
	.byte	24                              ; DW_OP_xderef
	.byte	0                               ; DW_LLE_end_of_list
.Ldebug_loc1:
	.byte	4                               ; DW_LLE_offset_pair
	.uleb128 .Ltmp5-.Lfunc_begin0           ;   starting offset
	.uleb128 .Ltmp9-.Lfunc_begin0           ;   ending offset
	.byte	6                               ; Loc expr size
	.byte	17                              ; DW_OP_consts
	.byte	0                               ; 0
	.byte	53                              ; DW_OP_lit5
	.byte	22                              ; DW_OP_swap
	.byte	24                              ; DW_OP_xderef
	.byte	159                             ; DW_OP_stack_value
	.byte	0                               ; DW_LLE_end_of_list
.Ldebug_loc2:
	.byte	4                               ; DW_LLE_offset_pair
	.uleb128 .Lfunc_begin1-.Lfunc_begin0    ;   starting offset
	.uleb128 .Ltmp18-.Lfunc_begin0          ;   ending offset
	.byte	7                               ; Loc expr size
	.byte	146                             ; DW_OP_bregx
	.byte	130                             ; 1538
	.byte	12                              ; 
	.byte	0                               ; 0
	.byte	53                              ; DW_OP_lit5
	.byte	22                              ; DW_OP_swap
	.byte	24                              ; DW_OP_xderef
	.byte	0                               ; DW_LLE_end_of_list
.Ldebug_loc3:
	.byte	4                               ; DW_LLE_offset_pair
	.uleb128 .Ltmp19-.Lfunc_begin0          ;   starting offset
	.uleb128 .Ltmp24-.Lfunc_begin0          ;   ending offset
	.byte	6                               ; Loc expr size
	.byte	17                              ; DW_OP_consts
	.byte	0                               ; 0
	.byte	53                              ; DW_OP_lit5
	.byte	22                              ; DW_OP_swap
	.byte	24                              ; DW_OP_xderef
	.byte	159                             ; DW_OP_stack_value
	.byte	0                               ; DW_LLE_end_of_list
.Ldebug_loc4:
	.byte	4                               ; DW_LLE_offset_pair
	.uleb128 .Ltmp24-.Lfunc_begin0          ;   starting offset
	.uleb128 .Ltmp28-.Lfunc_begin0          ;   ending offset
	.byte	7                               ; Loc expr size
	.byte	146                             ; DW_OP_bregx
	.byte	130                             ; 1538
	.byte	12                              ; 
	.byte	0                               ; 0
	.byte	53                              ; DW_OP_lit5
	.byte	22                              ; DW_OP_swap
	.byte	24                              ; DW_OP_xderef
	.byte	0                               ; DW_LLE_end_of_list
.Ldebug_loc5:
	.byte	4                               ; DW_LLE_offset_pair
	.uleb128 .Ltmp32-.Lfunc_begin0          ;   starting offset
	.uleb128 .Ltmp33-.Lfunc_begin0          ;   ending offset
	.byte	7                               ; Loc expr size
	.byte	146                             ; DW_OP_bregx
	.byte	128                             ; 1536
	.byte	12                              ; 
	.byte	0                               ; 0
	.byte	53                              ; DW_OP_lit5
	.byte	22                              ; DW_OP_swap
	.byte	24                              ; DW_OP_xderef
	.byte	0                               ; DW_LLE_end_of_list
.Ldebug_loc6:
	.byte	4                               ; DW_LLE_offset_pair
	.uleb128 .Lfunc_begin3-.Lfunc_begin0    ;   starting offset
	.uleb128 .Ltmp41-.Lfunc_begin0          ;   ending offset
	.byte	7                               ; Loc expr size
	.byte	146                             ; DW_OP_bregx
	.byte	130                             ; 1538
	.byte	12                              ; 
	.byte	0                               ; 0
	.byte	53                              ; DW_OP_lit5
	.byte	22                              ; DW_OP_swap
	.byte	24                              ; DW_OP_xderef
	.byte	0                               ; DW_LLE_end_of_list
.Ldebug_loc7:
	.byte	4                               ; DW_LLE_offset_pair
	.uleb128 .Lfunc_begin3-.Lfunc_begin0    ;   starting offset
	.uleb128 .Ltmp39-.Lfunc_begin0          ;   ending offset
	.byte	18                              ; Loc expr size
	.byte	146                             ; DW_OP_bregx
	.byte	128                             ; 1536
	.byte	12                              ; 
	.byte	0                               ; 0
	.byte	53                              ; DW_OP_lit5
	.byte	22                              ; DW_OP_swap
	.byte	24                              ; DW_OP_xderef
	.byte	147                             ; DW_OP_piece
	.byte	4                               ; 4
	.byte	146                             ; DW_OP_bregx
	.byte	129                             ; 1537
	.byte	12                              ; 
	.byte	0                               ; 0
	.byte	53                              ; DW_OP_lit5
	.byte	22                              ; DW_OP_swap
	.byte	24                              ; DW_OP_xderef
	.byte	147                             ; DW_OP_piece
	.byte	4                               ; 4
	.byte	4                               ; DW_LLE_offset_pair
	.uleb128 .Ltmp39-.Lfunc_begin0          ;   starting offset
	.uleb128 .Ltmp40-.Lfunc_begin0          ;   ending offset
	.byte	11                              ; Loc expr size
	.byte	147                             ; DW_OP_piece
	.byte	4                               ; 4
	.byte	146                             ; DW_OP_bregx
	.byte	129                             ; 1537
	.byte	12                              ; 
	.byte	0                               ; 0
	.byte	53                              ; DW_OP_lit5
	.byte	22                              ; DW_OP_swap
	.byte	24                              ; DW_OP_xderef
	.byte	147                             ; DW_OP_piece
	.byte	4                               ; 4
	.byte	0                               ; DW_LLE_end_of_list
.Ldebug_loc8:
	.byte	4                               ; DW_LLE_offset_pair
	.uleb128 .Ltmp36-.Lfunc_begin0          ;   starting offset
	.uleb128 .Ltmp38-.Lfunc_begin0          ;   ending offset
	.byte	7                               ; Loc expr size
	.byte	146                             ; DW_OP_bregx
	.byte	131                             ; 1539
	.byte	12                              ; 
	.byte	0                               ; 0
	.byte	53                              ; DW_OP_lit5
	.byte	22                              ; DW_OP_swap
	.byte	24                              ; DW_OP_xderef
	.byte	0                               ; DW_LLE_end_of_list
.Ldebug_loc9:
	.byte	4                               ; DW_LLE_offset_pair
	.uleb128 .Lfunc_begin5-.Lfunc_begin0    ;   starting offset
	.uleb128 .Ltmp47-.Lfunc_begin0          ;   ending offset
	.byte	18                              ; Loc expr size
	.byte	146                             ; DW_OP_bregx
	.byte	130                             ; 1538
	.byte	12                              ; 
	.byte	0                               ; 0
	.byte	53                              ; DW_OP_lit5
	.byte	22                              ; DW_OP_swap
	.byte	24                              ; DW_OP_xderef
	.byte	147                             ; DW_OP_piece
	.byte	4                               ; 4
	.byte	146                             ; DW_OP_bregx
	.byte	131                             ; 1539
	.byte	12                              ; 
	.byte	0                               ; 0
	.byte	53                              ; DW_OP_lit5
	.byte	22                              ; DW_OP_swap
	.byte	24                              ; DW_OP_xderef
	.byte	147                             ; DW_OP_piece
	.byte	4                               ; 4
	.byte	0                               ; DW_LLE_end_of_list
.Ldebug_loc10:
	.byte	4                               ; DW_LLE_offset_pair
	.uleb128 .Lfunc_begin5-.Lfunc_begin0    ;   starting offset
	.uleb128 .Ltmp48-.Lfunc_begin0          ;   ending offset
	.byte	18                              ; Loc expr size
	.byte	146                             ; DW_OP_bregx
	.byte	128                             ; 1536
	.byte	12                              ; 
	.byte	0                               ; 0
	.byte	53                              ; DW_OP_lit5
	.byte	22                              ; DW_OP_swap
	.byte	24                              ; DW_OP_xderef
	.byte	147                             ; DW_OP_piece
	.byte	4                               ; 4
	.byte	146                             ; DW_OP_bregx
	.byte	129                             ; 1537
	.byte	12                              ; 
	.byte	0                               ; 0
	.byte	53                              ; DW_OP_lit5
	.byte	22                              ; DW_OP_swap
	.byte	24                              ; DW_OP_xderef
	.byte	147                             ; DW_OP_piece
	.byte	4                               ; 4
	.byte	4                               ; DW_LLE_offset_pair
	.uleb128 .Ltmp48-.Lfunc_begin0          ;   starting offset
	.uleb128 .Ltmp49-.Lfunc_begin0          ;   ending offset
	.byte	11                              ; Loc expr size
	.byte	147                             ; DW_OP_piece
	.byte	4                               ; 4
	.byte	146                             ; DW_OP_bregx
	.byte	129                             ; 1537
	.byte	12                              ; 
	.byte	0                               ; 0
	.byte	53                              ; DW_OP_lit5
	.byte	22                              ; DW_OP_swap
	.byte	24                              ; DW_OP_xderef
	.byte	147                             ; DW_OP_piece
	.byte	4                               ; 4
	.byte	0                               ; DW_LLE_end_of_list
.Ldebug_list_header_end0:
	.section	.debug_abbrev,"",@progbits
	.byte	1                               ; Abbreviation Code
	.byte	17                              ; DW_TAG_compile_unit
	.byte	1                               ; DW_CHILDREN_yes
	.byte	37                              ; DW_AT_producer
	.byte	37                              ; DW_FORM_strx1
	.byte	19                              ; DW_AT_language
	.byte	5                               ; DW_FORM_data2
	.byte	3                               ; DW_AT_name
	.byte	37                              ; DW_FORM_strx1
	.byte	114                             ; DW_AT_str_offsets_base
	.byte	23                              ; DW_FORM_sec_offset
	.byte	16                              ; DW_AT_stmt_list
	.byte	23                              ; DW_FORM_sec_offset
	.byte	27                              ; DW_AT_comp_dir
	.byte	37                              ; DW_FORM_strx1
	.byte	17                              ; DW_AT_low_pc
	.byte	27                              ; DW_FORM_addrx
	.byte	18                              ; DW_AT_high_pc
	.byte	6                               ; DW_FORM_data4
	.byte	115                             ; DW_AT_addr_base
	.byte	23                              ; DW_FORM_sec_offset
	.ascii	"\214\001"                      ; DW_AT_loclists_base
	.byte	23                              ; DW_FORM_sec_offset
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	2                               ; Abbreviation Code
	.byte	52                              ; DW_TAG_variable
	.byte	0                               ; DW_CHILDREN_no
	.byte	3                               ; DW_AT_name
	.byte	37                              ; DW_FORM_strx1
	.byte	73                              ; DW_AT_type
	.byte	19                              ; DW_FORM_ref4
	.byte	63                              ; DW_AT_external
	.byte	25                              ; DW_FORM_flag_present
	.byte	58                              ; DW_AT_decl_file
	.byte	11                              ; DW_FORM_data1
	.byte	59                              ; DW_AT_decl_line
	.byte	11                              ; DW_FORM_data1
	.byte	2                               ; DW_AT_location
	.byte	24                              ; DW_FORM_exprloc
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	3                               ; Abbreviation Code
	.byte	1                               ; DW_TAG_array_type
	.byte	1                               ; DW_CHILDREN_yes
	.byte	73                              ; DW_AT_type
	.byte	19                              ; DW_FORM_ref4
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	4                               ; Abbreviation Code
	.byte	33                              ; DW_TAG_subrange_type
	.byte	0                               ; DW_CHILDREN_no
	.byte	73                              ; DW_AT_type
	.byte	19                              ; DW_FORM_ref4
	.byte	55                              ; DW_AT_count
	.byte	11                              ; DW_FORM_data1
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	5                               ; Abbreviation Code
	.byte	36                              ; DW_TAG_base_type
	.byte	0                               ; DW_CHILDREN_no
	.byte	3                               ; DW_AT_name
	.byte	37                              ; DW_FORM_strx1
	.byte	62                              ; DW_AT_encoding
	.byte	11                              ; DW_FORM_data1
	.byte	11                              ; DW_AT_byte_size
	.byte	11                              ; DW_FORM_data1
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	6                               ; Abbreviation Code
	.byte	36                              ; DW_TAG_base_type
	.byte	0                               ; DW_CHILDREN_no
	.byte	3                               ; DW_AT_name
	.byte	37                              ; DW_FORM_strx1
	.byte	11                              ; DW_AT_byte_size
	.byte	11                              ; DW_FORM_data1
	.byte	62                              ; DW_AT_encoding
	.byte	11                              ; DW_FORM_data1
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	7                               ; Abbreviation Code
	.byte	46                              ; DW_TAG_subprogram
	.byte	1                               ; DW_CHILDREN_yes
	.byte	110                             ; DW_AT_linkage_name
	.byte	37                              ; DW_FORM_strx1
	.byte	3                               ; DW_AT_name
	.byte	37                              ; DW_FORM_strx1
	.byte	58                              ; DW_AT_decl_file
	.byte	11                              ; DW_FORM_data1
	.byte	59                              ; DW_AT_decl_line
	.byte	11                              ; DW_FORM_data1
	.byte	54                              ; DW_AT_calling_convention
	.byte	11                              ; DW_FORM_data1
	.byte	63                              ; DW_AT_external
	.byte	25                              ; DW_FORM_flag_present
	.byte	32                              ; DW_AT_inline
	.byte	33                              ; DW_FORM_implicit_const
	.byte	1
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	8                               ; Abbreviation Code
	.byte	5                               ; DW_TAG_formal_parameter
	.byte	0                               ; DW_CHILDREN_no
	.byte	3                               ; DW_AT_name
	.byte	37                              ; DW_FORM_strx1
	.byte	58                              ; DW_AT_decl_file
	.byte	11                              ; DW_FORM_data1
	.byte	59                              ; DW_AT_decl_line
	.byte	11                              ; DW_FORM_data1
	.byte	73                              ; DW_AT_type
	.byte	19                              ; DW_FORM_ref4
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	9                               ; Abbreviation Code
	.byte	52                              ; DW_TAG_variable
	.byte	0                               ; DW_CHILDREN_no
	.byte	3                               ; DW_AT_name
	.byte	37                              ; DW_FORM_strx1
	.byte	58                              ; DW_AT_decl_file
	.byte	11                              ; DW_FORM_data1
	.byte	59                              ; DW_AT_decl_line
	.byte	11                              ; DW_FORM_data1
	.byte	73                              ; DW_AT_type
	.byte	19                              ; DW_FORM_ref4
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	10                              ; Abbreviation Code
	.byte	15                              ; DW_TAG_pointer_type
	.byte	0                               ; DW_CHILDREN_no
	.byte	73                              ; DW_AT_type
	.byte	19                              ; DW_FORM_ref4
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	11                              ; Abbreviation Code
	.byte	22                              ; DW_TAG_typedef
	.byte	0                               ; DW_CHILDREN_no
	.byte	73                              ; DW_AT_type
	.byte	19                              ; DW_FORM_ref4
	.byte	3                               ; DW_AT_name
	.byte	37                              ; DW_FORM_strx1
	.byte	58                              ; DW_AT_decl_file
	.byte	11                              ; DW_FORM_data1
	.byte	59                              ; DW_AT_decl_line
	.byte	11                              ; DW_FORM_data1
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	12                              ; Abbreviation Code
	.byte	19                              ; DW_TAG_structure_type
	.byte	1                               ; DW_CHILDREN_yes
	.byte	11                              ; DW_AT_byte_size
	.byte	11                              ; DW_FORM_data1
	.byte	58                              ; DW_AT_decl_file
	.byte	11                              ; DW_FORM_data1
	.byte	59                              ; DW_AT_decl_line
	.byte	11                              ; DW_FORM_data1
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	13                              ; Abbreviation Code
	.byte	13                              ; DW_TAG_member
	.byte	0                               ; DW_CHILDREN_no
	.byte	3                               ; DW_AT_name
	.byte	37                              ; DW_FORM_strx1
	.byte	73                              ; DW_AT_type
	.byte	19                              ; DW_FORM_ref4
	.byte	58                              ; DW_AT_decl_file
	.byte	11                              ; DW_FORM_data1
	.byte	59                              ; DW_AT_decl_line
	.byte	11                              ; DW_FORM_data1
	.byte	56                              ; DW_AT_data_member_location
	.byte	11                              ; DW_FORM_data1
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	14                              ; Abbreviation Code
	.byte	46                              ; DW_TAG_subprogram
	.byte	1                               ; DW_CHILDREN_yes
	.byte	3                               ; DW_AT_name
	.byte	37                              ; DW_FORM_strx1
	.byte	58                              ; DW_AT_decl_file
	.byte	11                              ; DW_FORM_data1
	.byte	59                              ; DW_AT_decl_line
	.byte	11                              ; DW_FORM_data1
	.byte	73                              ; DW_AT_type
	.byte	19                              ; DW_FORM_ref4
	.byte	32                              ; DW_AT_inline
	.byte	33                              ; DW_FORM_implicit_const
	.byte	1
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	15                              ; Abbreviation Code
	.byte	11                              ; DW_TAG_lexical_block
	.byte	1                               ; DW_CHILDREN_yes
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	16                              ; Abbreviation Code
	.byte	46                              ; DW_TAG_subprogram
	.byte	1                               ; DW_CHILDREN_yes
	.byte	17                              ; DW_AT_low_pc
	.byte	27                              ; DW_FORM_addrx
	.byte	18                              ; DW_AT_high_pc
	.byte	6                               ; DW_FORM_data4
	.byte	122                             ; DW_AT_call_all_calls
	.byte	25                              ; DW_FORM_flag_present
	.byte	3                               ; DW_AT_name
	.byte	37                              ; DW_FORM_strx1
	.byte	58                              ; DW_AT_decl_file
	.byte	11                              ; DW_FORM_data1
	.byte	59                              ; DW_AT_decl_line
	.byte	11                              ; DW_FORM_data1
	.byte	54                              ; DW_AT_calling_convention
	.byte	11                              ; DW_FORM_data1
	.byte	63                              ; DW_AT_external
	.byte	25                              ; DW_FORM_flag_present
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	17                              ; Abbreviation Code
	.byte	29                              ; DW_TAG_inlined_subroutine
	.byte	1                               ; DW_CHILDREN_yes
	.byte	49                              ; DW_AT_abstract_origin
	.byte	19                              ; DW_FORM_ref4
	.byte	17                              ; DW_AT_low_pc
	.byte	27                              ; DW_FORM_addrx
	.byte	18                              ; DW_AT_high_pc
	.byte	6                               ; DW_FORM_data4
	.byte	88                              ; DW_AT_call_file
	.byte	11                              ; DW_FORM_data1
	.byte	89                              ; DW_AT_call_line
	.byte	11                              ; DW_FORM_data1
	.byte	87                              ; DW_AT_call_column
	.byte	11                              ; DW_FORM_data1
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	18                              ; Abbreviation Code
	.byte	52                              ; DW_TAG_variable
	.byte	0                               ; DW_CHILDREN_no
	.byte	2                               ; DW_AT_location
	.byte	34                              ; DW_FORM_loclistx
	.byte	49                              ; DW_AT_abstract_origin
	.byte	19                              ; DW_FORM_ref4
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	19                              ; Abbreviation Code
	.byte	5                               ; DW_TAG_formal_parameter
	.byte	0                               ; DW_CHILDREN_no
	.byte	2                               ; DW_AT_location
	.byte	24                              ; DW_FORM_exprloc
	.byte	49                              ; DW_AT_abstract_origin
	.byte	19                              ; DW_FORM_ref4
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	20                              ; Abbreviation Code
	.byte	11                              ; DW_TAG_lexical_block
	.byte	1                               ; DW_CHILDREN_yes
	.byte	17                              ; DW_AT_low_pc
	.byte	27                              ; DW_FORM_addrx
	.byte	18                              ; DW_AT_high_pc
	.byte	6                               ; DW_FORM_data4
	.byte	49                              ; DW_AT_abstract_origin
	.byte	19                              ; DW_FORM_ref4
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	21                              ; Abbreviation Code
	.byte	46                              ; DW_TAG_subprogram
	.byte	1                               ; DW_CHILDREN_yes
	.byte	17                              ; DW_AT_low_pc
	.byte	27                              ; DW_FORM_addrx
	.byte	18                              ; DW_AT_high_pc
	.byte	6                               ; DW_FORM_data4
	.byte	64                              ; DW_AT_frame_base
	.byte	24                              ; DW_FORM_exprloc
	.byte	122                             ; DW_AT_call_all_calls
	.byte	25                              ; DW_FORM_flag_present
	.byte	49                              ; DW_AT_abstract_origin
	.byte	19                              ; DW_FORM_ref4
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	22                              ; Abbreviation Code
	.byte	5                               ; DW_TAG_formal_parameter
	.byte	0                               ; DW_CHILDREN_no
	.byte	49                              ; DW_AT_abstract_origin
	.byte	19                              ; DW_FORM_ref4
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	23                              ; Abbreviation Code
	.byte	5                               ; DW_TAG_formal_parameter
	.byte	0                               ; DW_CHILDREN_no
	.byte	2                               ; DW_AT_location
	.byte	34                              ; DW_FORM_loclistx
	.byte	49                              ; DW_AT_abstract_origin
	.byte	19                              ; DW_FORM_ref4
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	24                              ; Abbreviation Code
	.byte	52                              ; DW_TAG_variable
	.byte	0                               ; DW_CHILDREN_no
	.byte	2                               ; DW_AT_location
	.byte	24                              ; DW_FORM_exprloc
	.byte	49                              ; DW_AT_abstract_origin
	.byte	19                              ; DW_FORM_ref4
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	25                              ; Abbreviation Code
	.byte	15                              ; DW_TAG_pointer_type
	.byte	0                               ; DW_CHILDREN_no
	.byte	73                              ; DW_AT_type
	.byte	19                              ; DW_FORM_ref4
	.byte	51                              ; DW_AT_address_class
	.byte	6                               ; DW_FORM_data4
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	26                              ; Abbreviation Code
	.byte	29                              ; DW_TAG_inlined_subroutine
	.byte	0                               ; DW_CHILDREN_no
	.byte	49                              ; DW_AT_abstract_origin
	.byte	19                              ; DW_FORM_ref4
	.byte	17                              ; DW_AT_low_pc
	.byte	27                              ; DW_FORM_addrx
	.byte	18                              ; DW_AT_high_pc
	.byte	6                               ; DW_FORM_data4
	.byte	88                              ; DW_AT_call_file
	.byte	11                              ; DW_FORM_data1
	.byte	89                              ; DW_AT_call_line
	.byte	11                              ; DW_FORM_data1
	.byte	87                              ; DW_AT_call_column
	.byte	11                              ; DW_FORM_data1
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	27                              ; Abbreviation Code
	.byte	52                              ; DW_TAG_variable
	.byte	0                               ; DW_CHILDREN_no
	.byte	49                              ; DW_AT_abstract_origin
	.byte	19                              ; DW_FORM_ref4
	.byte	0                               ; EOM(1)
	.byte	0                               ; EOM(2)
	.byte	0                               ; EOM(3)
	.section	.debug_info,"",@progbits
.Lcu_begin0:
	.long	.Ldebug_info_end0-.Ldebug_info_start0 ; Length of Unit
.Ldebug_info_start0:
	.short	5                               ; DWARF version number
	.byte	1                               ; DWARF Unit Type
	.byte	8                               ; Address Size (in bytes)
	.long	.debug_abbrev                   ; Offset Into Abbrev. Section
	.byte	1                               ; Abbrev [1] 0xc:0x275 DW_TAG_compile_unit
	.byte	0                               ; DW_AT_producer
	.short	21                              ; DW_AT_language
	.byte	1                               ; DW_AT_name
	.long	.Lstr_offsets_base0             ; DW_AT_str_offsets_base
	.long	.Lline_table_start0             ; DW_AT_stmt_list
	.byte	2                               ; DW_AT_comp_dir
	.byte	1                               ; DW_AT_low_pc
	.long	.Lfunc_end5-.Lfunc_begin0       ; DW_AT_high_pc
	.long	.Laddr_table_base0              ; DW_AT_addr_base
	.long	.Lloclists_table_base0          ; DW_AT_loclists_base
	.byte	2                               ; Abbrev [2] 0x27:0xb DW_TAG_variable
	.byte	3                               ; DW_AT_name
	.long	50                              ; DW_AT_type
                                        ; DW_AT_external
	.byte	0                               ; DW_AT_decl_file
	.byte	2                               ; DW_AT_decl_line
	.byte	2                               ; DW_AT_location
	.byte	161
	.byte	0
	.byte	3                               ; Abbrev [3] 0x32:0xc DW_TAG_array_type
	.long	62                              ; DW_AT_type
	.byte	4                               ; Abbrev [4] 0x37:0x6 DW_TAG_subrange_type
	.long	66                              ; DW_AT_type
	.byte	4                               ; DW_AT_count
	.byte	0                               ; End Of Children Mark
	.byte	5                               ; Abbrev [5] 0x3e:0x4 DW_TAG_base_type
	.byte	4                               ; DW_AT_name
	.byte	4                               ; DW_AT_encoding
	.byte	4                               ; DW_AT_byte_size
	.byte	6                               ; Abbrev [6] 0x42:0x4 DW_TAG_base_type
	.byte	5                               ; DW_AT_name
	.byte	8                               ; DW_AT_byte_size
	.byte	7                               ; DW_AT_encoding
	.byte	5                               ; Abbrev [5] 0x46:0x4 DW_TAG_base_type
	.byte	6                               ; DW_AT_name
	.byte	4                               ; DW_AT_encoding
	.byte	8                               ; DW_AT_byte_size
	.byte	7                               ; Abbrev [7] 0x4a:0x27 DW_TAG_subprogram
	.byte	7                               ; DW_AT_linkage_name
	.byte	8                               ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	4                               ; DW_AT_decl_line
	.byte	199                             ; DW_AT_calling_convention
                                        ; DW_AT_external
                                        ; DW_AT_inline
	.byte	8                               ; Abbrev [8] 0x50:0x8 DW_TAG_formal_parameter
	.byte	9                               ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	4                               ; DW_AT_decl_line
	.long	113                             ; DW_AT_type
	.byte	8                               ; Abbrev [8] 0x58:0x8 DW_TAG_formal_parameter
	.byte	10                              ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	4                               ; DW_AT_decl_line
	.long	118                             ; DW_AT_type
	.byte	8                               ; Abbrev [8] 0x60:0x8 DW_TAG_formal_parameter
	.byte	12                              ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	4                               ; DW_AT_decl_line
	.long	122                             ; DW_AT_type
	.byte	9                               ; Abbrev [9] 0x68:0x8 DW_TAG_variable
	.byte	15                              ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	4                               ; DW_AT_decl_line
	.long	118                             ; DW_AT_type
	.byte	0                               ; End Of Children Mark
	.byte	10                              ; Abbrev [10] 0x71:0x5 DW_TAG_pointer_type
	.long	62                              ; DW_AT_type
	.byte	5                               ; Abbrev [5] 0x76:0x4 DW_TAG_base_type
	.byte	11                              ; DW_AT_name
	.byte	5                               ; DW_AT_encoding
	.byte	4                               ; DW_AT_byte_size
	.byte	11                              ; Abbrev [11] 0x7a:0x8 DW_TAG_typedef
	.long	130                             ; DW_AT_type
	.byte	14                              ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	1                               ; DW_AT_decl_line
	.byte	12                              ; Abbrev [12] 0x82:0x17 DW_TAG_structure_type
	.byte	20                              ; DW_AT_byte_size
	.byte	0                               ; DW_AT_decl_file
	.byte	1                               ; DW_AT_decl_line
	.byte	13                              ; Abbrev [13] 0x86:0x9 DW_TAG_member
	.byte	13                              ; DW_AT_name
	.long	62                              ; DW_AT_type
	.byte	0                               ; DW_AT_decl_file
	.byte	1                               ; DW_AT_decl_line
	.byte	0                               ; DW_AT_data_member_location
	.byte	13                              ; Abbrev [13] 0x8f:0x9 DW_TAG_member
	.byte	10                              ; DW_AT_name
	.long	153                             ; DW_AT_type
	.byte	0                               ; DW_AT_decl_file
	.byte	1                               ; DW_AT_decl_line
	.byte	4                               ; DW_AT_data_member_location
	.byte	0                               ; End Of Children Mark
	.byte	3                               ; Abbrev [3] 0x99:0xc DW_TAG_array_type
	.long	118                             ; DW_AT_type
	.byte	4                               ; Abbrev [4] 0x9e:0x6 DW_TAG_subrange_type
	.long	66                              ; DW_AT_type
	.byte	4                               ; DW_AT_count
	.byte	0                               ; End Of Children Mark
	.byte	14                              ; Abbrev [14] 0xa5:0x23 DW_TAG_subprogram
	.byte	16                              ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	3                               ; DW_AT_decl_line
	.long	62                              ; DW_AT_type
                                        ; DW_AT_inline
	.byte	8                               ; Abbrev [8] 0xad:0x8 DW_TAG_formal_parameter
	.byte	17                              ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	3                               ; DW_AT_decl_line
	.long	62                              ; DW_AT_type
	.byte	8                               ; Abbrev [8] 0xb5:0x8 DW_TAG_formal_parameter
	.byte	18                              ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	3                               ; DW_AT_decl_line
	.long	118                             ; DW_AT_type
	.byte	15                              ; Abbrev [15] 0xbd:0xa DW_TAG_lexical_block
	.byte	9                               ; Abbrev [9] 0xbe:0x8 DW_TAG_variable
	.byte	15                              ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	3                               ; DW_AT_decl_line
	.long	118                             ; DW_AT_type
	.byte	0                               ; End Of Children Mark
	.byte	0                               ; End Of Children Mark
	.byte	16                              ; Abbrev [16] 0xc8:0x70 DW_TAG_subprogram
	.byte	1                               ; DW_AT_low_pc
	.long	.Lfunc_end0-.Lfunc_begin0       ; DW_AT_high_pc
                                        ; DW_AT_call_all_calls
	.byte	8                               ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	4                               ; DW_AT_decl_line
	.byte	199                             ; DW_AT_calling_convention
                                        ; DW_AT_external
	.byte	8                               ; Abbrev [8] 0xd2:0x8 DW_TAG_formal_parameter
	.byte	9                               ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	4                               ; DW_AT_decl_line
	.long	113                             ; DW_AT_type
	.byte	8                               ; Abbrev [8] 0xda:0x8 DW_TAG_formal_parameter
	.byte	10                              ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	4                               ; DW_AT_decl_line
	.long	118                             ; DW_AT_type
	.byte	8                               ; Abbrev [8] 0xe2:0x8 DW_TAG_formal_parameter
	.byte	12                              ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	4                               ; DW_AT_decl_line
	.long	122                             ; DW_AT_type
	.byte	17                              ; Abbrev [17] 0xea:0x4d DW_TAG_inlined_subroutine
	.long	74                              ; DW_AT_abstract_origin
	.byte	2                               ; DW_AT_low_pc
	.long	.Ltmp14-.Ltmp1                  ; DW_AT_high_pc
	.byte	0                               ; DW_AT_call_file
	.byte	4                               ; DW_AT_call_line
	.byte	50                              ; DW_AT_call_column
	.byte	18                              ; Abbrev [18] 0xf7:0x6 DW_TAG_variable
	.byte	0                               ; DW_AT_location
	.long	104                             ; DW_AT_abstract_origin
	.byte	17                              ; Abbrev [17] 0xfd:0x39 DW_TAG_inlined_subroutine
	.long	165                             ; DW_AT_abstract_origin
	.byte	3                               ; DW_AT_low_pc
	.long	.Ltmp13-.Ltmp5                  ; DW_AT_high_pc
	.byte	0                               ; DW_AT_call_file
	.byte	4                               ; DW_AT_call_line
	.byte	112                             ; DW_AT_call_column
	.byte	19                              ; Abbrev [19] 0x10a:0xd DW_TAG_formal_parameter
	.byte	7                               ; DW_AT_location
	.byte	146
	.ascii	"\202\f"
	.byte	0
	.byte	53
	.byte	22
	.byte	24
	.long	173                             ; DW_AT_abstract_origin
	.byte	19                              ; Abbrev [19] 0x117:0xd DW_TAG_formal_parameter
	.byte	7                               ; DW_AT_location
	.byte	146
	.ascii	"\203\f"
	.byte	0
	.byte	53
	.byte	22
	.byte	24
	.long	181                             ; DW_AT_abstract_origin
	.byte	20                              ; Abbrev [20] 0x124:0x11 DW_TAG_lexical_block
	.byte	3                               ; DW_AT_low_pc
	.long	.Ltmp13-.Ltmp5                  ; DW_AT_high_pc
	.long	189                             ; DW_AT_abstract_origin
	.byte	18                              ; Abbrev [18] 0x12e:0x6 DW_TAG_variable
	.byte	1                               ; DW_AT_location
	.long	190                             ; DW_AT_abstract_origin
	.byte	0                               ; End Of Children Mark
	.byte	0                               ; End Of Children Mark
	.byte	0                               ; End Of Children Mark
	.byte	0                               ; End Of Children Mark
	.byte	21                              ; Abbrev [21] 0x138:0x5d DW_TAG_subprogram
	.byte	4                               ; DW_AT_low_pc
	.long	.Lfunc_end1-.Lfunc_begin1       ; DW_AT_high_pc
	.byte	2                               ; DW_AT_frame_base
	.byte	144
	.byte	64
                                        ; DW_AT_call_all_calls
	.long	74                              ; DW_AT_abstract_origin
	.byte	22                              ; Abbrev [22] 0x145:0x5 DW_TAG_formal_parameter
	.long	80                              ; DW_AT_abstract_origin
	.byte	23                              ; Abbrev [23] 0x14a:0x6 DW_TAG_formal_parameter
	.byte	2                               ; DW_AT_location
	.long	88                              ; DW_AT_abstract_origin
	.byte	22                              ; Abbrev [22] 0x150:0x5 DW_TAG_formal_parameter
	.long	96                              ; DW_AT_abstract_origin
	.byte	24                              ; Abbrev [24] 0x155:0xd DW_TAG_variable
	.byte	7                               ; DW_AT_location
	.byte	146
	.ascii	"\210\f"
	.byte	0
	.byte	53
	.byte	22
	.byte	24
	.long	104                             ; DW_AT_abstract_origin
	.byte	17                              ; Abbrev [17] 0x162:0x32 DW_TAG_inlined_subroutine
	.long	165                             ; DW_AT_abstract_origin
	.byte	5                               ; DW_AT_low_pc
	.long	.Ltmp28-.Ltmp20                 ; DW_AT_high_pc
	.byte	0                               ; DW_AT_call_file
	.byte	4                               ; DW_AT_call_line
	.byte	112                             ; DW_AT_call_column
	.byte	23                              ; Abbrev [23] 0x16f:0x6 DW_TAG_formal_parameter
	.byte	4                               ; DW_AT_location
	.long	173                             ; DW_AT_abstract_origin
	.byte	19                              ; Abbrev [19] 0x175:0xd DW_TAG_formal_parameter
	.byte	7                               ; DW_AT_location
	.byte	146
	.ascii	"\204\f"
	.byte	0
	.byte	53
	.byte	22
	.byte	24
	.long	181                             ; DW_AT_abstract_origin
	.byte	20                              ; Abbrev [20] 0x182:0x11 DW_TAG_lexical_block
	.byte	5                               ; DW_AT_low_pc
	.long	.Ltmp28-.Ltmp20                 ; DW_AT_high_pc
	.long	189                             ; DW_AT_abstract_origin
	.byte	18                              ; Abbrev [18] 0x18c:0x6 DW_TAG_variable
	.byte	3                               ; DW_AT_location
	.long	190                             ; DW_AT_abstract_origin
	.byte	0                               ; End Of Children Mark
	.byte	0                               ; End Of Children Mark
	.byte	0                               ; End Of Children Mark
	.byte	7                               ; Abbrev [7] 0x195:0x1f DW_TAG_subprogram
	.byte	19                              ; DW_AT_linkage_name
	.byte	20                              ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	5                               ; DW_AT_decl_line
	.byte	199                             ; DW_AT_calling_convention
                                        ; DW_AT_external
                                        ; DW_AT_inline
	.byte	8                               ; Abbrev [8] 0x19b:0x8 DW_TAG_formal_parameter
	.byte	9                               ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	5                               ; DW_AT_decl_line
	.long	436                             ; DW_AT_type
	.byte	8                               ; Abbrev [8] 0x1a3:0x8 DW_TAG_formal_parameter
	.byte	21                              ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	5                               ; DW_AT_decl_line
	.long	441                             ; DW_AT_type
	.byte	9                               ; Abbrev [9] 0x1ab:0x8 DW_TAG_variable
	.byte	15                              ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	5                               ; DW_AT_decl_line
	.long	118                             ; DW_AT_type
	.byte	0                               ; End Of Children Mark
	.byte	10                              ; Abbrev [10] 0x1b4:0x5 DW_TAG_pointer_type
	.long	118                             ; DW_AT_type
	.byte	25                              ; Abbrev [25] 0x1b9:0x9 DW_TAG_pointer_type
	.long	118                             ; DW_AT_type
	.long	3                               ; DW_AT_address_class
	.byte	16                              ; Abbrev [16] 0x1c2:0x2f DW_TAG_subprogram
	.byte	6                               ; DW_AT_low_pc
	.long	.Lfunc_end2-.Lfunc_begin2       ; DW_AT_high_pc
                                        ; DW_AT_call_all_calls
	.byte	20                              ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	5                               ; DW_AT_decl_line
	.byte	199                             ; DW_AT_calling_convention
                                        ; DW_AT_external
	.byte	8                               ; Abbrev [8] 0x1cc:0x8 DW_TAG_formal_parameter
	.byte	9                               ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	5                               ; DW_AT_decl_line
	.long	436                             ; DW_AT_type
	.byte	8                               ; Abbrev [8] 0x1d4:0x8 DW_TAG_formal_parameter
	.byte	21                              ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	5                               ; DW_AT_decl_line
	.long	441                             ; DW_AT_type
	.byte	17                              ; Abbrev [17] 0x1dc:0x14 DW_TAG_inlined_subroutine
	.long	405                             ; DW_AT_abstract_origin
	.byte	6                               ; DW_AT_low_pc
	.long	.Ltmp34-.Lfunc_begin2           ; DW_AT_high_pc
	.byte	0                               ; DW_AT_call_file
	.byte	5                               ; DW_AT_call_line
	.byte	52                              ; DW_AT_call_column
	.byte	18                              ; Abbrev [18] 0x1e9:0x6 DW_TAG_variable
	.byte	5                               ; DW_AT_location
	.long	427                             ; DW_AT_abstract_origin
	.byte	0                               ; End Of Children Mark
	.byte	0                               ; End Of Children Mark
	.byte	21                              ; Abbrev [21] 0x1f1:0x20 DW_TAG_subprogram
	.byte	7                               ; DW_AT_low_pc
	.long	.Lfunc_end3-.Lfunc_begin3       ; DW_AT_high_pc
	.byte	2                               ; DW_AT_frame_base
	.byte	144
	.byte	64
                                        ; DW_AT_call_all_calls
	.long	405                             ; DW_AT_abstract_origin
	.byte	23                              ; Abbrev [23] 0x1fe:0x6 DW_TAG_formal_parameter
	.byte	7                               ; DW_AT_location
	.long	411                             ; DW_AT_abstract_origin
	.byte	23                              ; Abbrev [23] 0x204:0x6 DW_TAG_formal_parameter
	.byte	6                               ; DW_AT_location
	.long	419                             ; DW_AT_abstract_origin
	.byte	18                              ; Abbrev [18] 0x20a:0x6 DW_TAG_variable
	.byte	8                               ; DW_AT_location
	.long	427                             ; DW_AT_abstract_origin
	.byte	0                               ; End Of Children Mark
	.byte	7                               ; Abbrev [7] 0x211:0x1f DW_TAG_subprogram
	.byte	22                              ; DW_AT_linkage_name
	.byte	23                              ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	6                               ; DW_AT_decl_line
	.byte	199                             ; DW_AT_calling_convention
                                        ; DW_AT_external
                                        ; DW_AT_inline
	.byte	8                               ; Abbrev [8] 0x217:0x8 DW_TAG_formal_parameter
	.byte	9                               ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	6                               ; DW_AT_decl_line
	.long	560                             ; DW_AT_type
	.byte	8                               ; Abbrev [8] 0x21f:0x8 DW_TAG_formal_parameter
	.byte	18                              ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	6                               ; DW_AT_decl_line
	.long	565                             ; DW_AT_type
	.byte	9                               ; Abbrev [9] 0x227:0x8 DW_TAG_variable
	.byte	15                              ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	6                               ; DW_AT_decl_line
	.long	118                             ; DW_AT_type
	.byte	0                               ; End Of Children Mark
	.byte	10                              ; Abbrev [10] 0x230:0x5 DW_TAG_pointer_type
	.long	70                              ; DW_AT_type
	.byte	5                               ; Abbrev [5] 0x235:0x4 DW_TAG_base_type
	.byte	24                              ; DW_AT_name
	.byte	5                               ; DW_AT_encoding
	.byte	8                               ; DW_AT_byte_size
	.byte	16                              ; Abbrev [16] 0x239:0x28 DW_TAG_subprogram
	.byte	8                               ; DW_AT_low_pc
	.long	.Lfunc_end4-.Lfunc_begin4       ; DW_AT_high_pc
                                        ; DW_AT_call_all_calls
	.byte	23                              ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	6                               ; DW_AT_decl_line
	.byte	199                             ; DW_AT_calling_convention
                                        ; DW_AT_external
	.byte	8                               ; Abbrev [8] 0x243:0x8 DW_TAG_formal_parameter
	.byte	9                               ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	6                               ; DW_AT_decl_line
	.long	560                             ; DW_AT_type
	.byte	8                               ; Abbrev [8] 0x24b:0x8 DW_TAG_formal_parameter
	.byte	18                              ; DW_AT_name
	.byte	0                               ; DW_AT_decl_file
	.byte	6                               ; DW_AT_decl_line
	.long	565                             ; DW_AT_type
	.byte	26                              ; Abbrev [26] 0x253:0xd DW_TAG_inlined_subroutine
	.long	529                             ; DW_AT_abstract_origin
	.byte	8                               ; DW_AT_low_pc
	.long	.Ltmp44-.Lfunc_begin4           ; DW_AT_high_pc
	.byte	0                               ; DW_AT_call_file
	.byte	6                               ; DW_AT_call_line
	.byte	49                              ; DW_AT_call_column
	.byte	0                               ; End Of Children Mark
	.byte	21                              ; Abbrev [21] 0x261:0x1f DW_TAG_subprogram
	.byte	9                               ; DW_AT_low_pc
	.long	.Lfunc_end5-.Lfunc_begin5       ; DW_AT_high_pc
	.byte	2                               ; DW_AT_frame_base
	.byte	144
	.byte	64
                                        ; DW_AT_call_all_calls
	.long	529                             ; DW_AT_abstract_origin
	.byte	23                              ; Abbrev [23] 0x26e:0x6 DW_TAG_formal_parameter
	.byte	10                              ; DW_AT_location
	.long	535                             ; DW_AT_abstract_origin
	.byte	23                              ; Abbrev [23] 0x274:0x6 DW_TAG_formal_parameter
	.byte	9                               ; DW_AT_location
	.long	543                             ; DW_AT_abstract_origin
	.byte	27                              ; Abbrev [27] 0x27a:0x5 DW_TAG_variable
	.long	551                             ; DW_AT_abstract_origin
	.byte	0                               ; End Of Children Mark
	.byte	0                               ; End Of Children Mark
.Ldebug_info_end0:
	.section	.debug_str_offsets,"",@progbits
	.long	104                             ; Length of String Offsets Set
	.short	5
	.short	0
.Lstr_offsets_base0:
	.section	.debug_str,"MS",@progbits,1
.Linfo_string0:
	.asciz	"Debian clang version 22.1.8 (1~deb12u1)" ; string offset=0
.Linfo_string1:
	.asciz	"g.cl"                          ; string offset=40
.Linfo_string2:
	.asciz	"."                             ; string offset=45
.Linfo_string3:
	.asciz	"table"                         ; string offset=47
.Linfo_string4:
	.asciz	"float"                         ; string offset=53
.Linfo_string5:
	.asciz	"__ARRAY_SIZE_TYPE__"           ; string offset=59
.Linfo_string6:
	.asciz	"double"                        ; string offset=79
.Linfo_string7:
	.asciz	"__clang_ocl_kern_imp_one"      ; string offset=86
.Linfo_string8:
	.asciz	"one"                           ; string offset=111
.Linfo_string9:
	.asciz	"o"                             ; string offset=115
.Linfo_string10:
	.asciz	"n"                             ; string offset=117
.Linfo_string11:
	.asciz	"int"                           ; string offset=119
.Linfo_string12:
	.asciz	"s"                             ; string offset=123
.Linfo_string13:
	.asciz	"x"                             ; string offset=125
.Linfo_string14:
	.asciz	"S"                             ; string offset=127
.Linfo_string15:
	.asciz	"i"                             ; string offset=129
.Linfo_string16:
	.asciz	"scale"                         ; string offset=131
.Linfo_string17:
	.asciz	"a"                             ; string offset=137
.Linfo_string18:
	.asciz	"k"                             ; string offset=139
.Linfo_string19:
	.asciz	"__clang_ocl_kern_imp_two"      ; string offset=141
.Linfo_string20:
	.asciz	"two"                           ; string offset=166
.Linfo_string21:
	.asciz	"l"                             ; string offset=170
.Linfo_string22:
	.asciz	"__clang_ocl_kern_imp_three"    ; string offset=172
.Linfo_string23:
	.asciz	"three"                         ; string offset=199
.Linfo_string24:
	.asciz	"long"                          ; string offset=205
	.section	.debug_str_offsets,"",@progbits
	.long	.Linfo_string0
	.long	.Linfo_string1
	.long	.Linfo_string2
	.long	.Linfo_string3
	.long	.Linfo_string4
	.long	.Linfo_string5
	.long	.Linfo_string6
	.long	.Linfo_string7
	.long	.Linfo_string8
	.long	.Linfo_string9
	.long	.Linfo_string10
	.long	.Linfo_string11
	.long	.Linfo_string12
	.long	.Linfo_string13
	.long	.Linfo_string14
	.long	.Linfo_string15
	.long	.Linfo_string16
	.long	.Linfo_string17
	.long	.Linfo_string18
	.long	.Linfo_string19
	.long	.Linfo_string20
	.long	.Linfo_string21
	.long	.Linfo_string22
	.long	.Linfo_string23
	.long	.Linfo_string24
	.section	.debug_addr,"",@progbits
	.long	.Ldebug_addr_end0-.Ldebug_addr_start0 ; Length of contribution
.Ldebug_addr_start0:
	.short	5                               ; DWARF version number
	.byte	8                               ; Address size
	.byte	0                               ; Segment selector size
.Laddr_table_base0:
	.quad	table
	.quad	.Lfunc_begin0
	.quad	.Ltmp1
	.quad	.Ltmp5
	.quad	.Lfunc_begin1
	.quad	.Ltmp20
	.quad	.Lfunc_begin2
	.quad	.Lfunc_begin3
	.quad	.Lfunc_begin4
	.quad	.Lfunc_begin5
.Ldebug_addr_end0:
	.ident	"Debian clang version 22.1.8 (1~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
	.amdgpu_metadata
---
amdhsa.kernels:
  - .args:
      - .address_space:  global
        .offset:         0
        .size:           8
        .type_name:      'float*'
        .value_kind:     global_buffer
      - .offset:         8
        .size:           4
        .type_name:      int
        .value_kind:     by_value
      - .offset:         12
        .size:           20
        .type_name:      S
        .value_kind:     by_value
    .group_segment_fixed_size: 5120
    .kernarg_segment_align: 8
    .kernarg_segment_size: 32
    .language:       OpenCL C
    .language_version:
      - 2
      - 0
    .max_flat_workgroup_size: 256
    .name:           one
    .private_segment_fixed_size: 0
    .sgpr_count:     12
    .sgpr_spill_count: 0
    .symbol:         one.kd
    .uses_dynamic_stack: false
    .vgpr_count:     7
    .vgpr_spill_count: 0
    .wavefront_size: 32
    .workgroup_processor_mode: 1
  - .args:
      - .address_space:  global
        .offset:         0
        .size:           8
        .type_name:      'int*'
        .value_kind:     global_buffer
      - .address_space:  local
        .offset:         8
        .pointee_align:  4
        .size:           4
        .type_name:      'int*'
        .value_kind:     dynamic_shared_pointer
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 12
    .language:       OpenCL C
    .language_version:
      - 2
      - 0
    .max_flat_workgroup_size: 256
    .name:           two
    .private_segment_fixed_size: 0
    .sgpr_count:     4
    .sgpr_spill_count: 0
    .symbol:         two.kd
    .uses_dynamic_stack: false
    .vgpr_count:     4
    .vgpr_spill_count: 0
    .wavefront_size: 32
    .workgroup_processor_mode: 1
  - .args:
      - .address_space:  global
        .offset:         0
        .size:           8
        .type_name:      'double*'
        .value_kind:     global_buffer
      - .offset:         8
        .size:           8
        .type_name:      long
        .value_kind:     by_value
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 16
    .language:       OpenCL C
    .language_version:
      - 2
      - 0
    .max_flat_workgroup_size: 256
    .name:           three
    .private_segment_fixed_size: 0
    .sgpr_count:     8
    .sgpr_spill_count: 0
    .symbol:         three.kd
    .uses_dynamic_stack: false
    .vgpr_count:     4
    .vgpr_spill_count: 0
    .wavefront_size: 32
    .workgroup_processor_mode: 1
amdhsa.target:   amdgcn-amd-amdhsa--gfx1150
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
	.section	.debug_line,"",@progbits
.Lline_table_start0:
