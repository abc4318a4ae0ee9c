	.amdgcn_target "amdgcn-amd-amdhsa--gfx1150"
	.amdhsa_code_object_version 6
	.text
	.protected	saxpy                   ; -- Begin function saxpy
	.globl	saxpy
	.p2align	8
	.type	saxpy,@function
saxpy:                                  ; @saxpy
; %bb.0:
	s_load_b64 s[4:5], s[0:1], 0x10
	v_lshl_add_u32 v0, s2, 6, v0
	s_mov_b64 s[2:3], exec
	s_waitcnt lgkmcnt(0)
	s_delay_alu instid0(VALU_DEP_1)
	v_cmpx_gt_i32_e64 s5, v0
	s_cbranch_execz .LBB0_2
; %bb.1:
	s_load_b128 s[0:3], s[0:1], 0x0
	v_ashrrev_i32_e32 v1, 31, v0
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	s_waitcnt lgkmcnt(0)
	v_add_co_u32 v2, vcc, s2, v0
	s_delay_alu instid0(VALU_DEP_1)
	v_add_co_ci_u32_e64 v3, null, s3, v1, vcc
	v_add_co_u32 v0, vcc, s0, v0
	s_waitcnt_depctr depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v1, null, s1, v1, vcc
	global_load_b32 v2, v[2:3], off
	global_load_b32 v3, v[0:1], off
	s_waitcnt vmcnt(0)
	v_fmac_f32_e32 v3, s4, v2
	global_store_b32 v[0:1], v3, off
.LBB0_2:
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel saxpy
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 24
		.amdhsa_user_sgpr_count 2
		.amdhsa_user_sgpr_dispatch_ptr 0
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_dispatch_id 0
		.amdhsa_user_sgpr_private_segment_size 0
		.amdhsa_wavefront_size32 0
		.amdhsa_uses_dynamic_stack 0
		.amdhsa_enable_private_segment 0
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 0
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 4
		.amdhsa_next_free_sgpr 6
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
		.amdhsa_inst_pref_size 2
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
	.size	saxpy, .Lfunc_end0-saxpy
                                        ; -- End function
	.set saxpy.num_vgpr, 4
	.set saxpy.num_agpr, 0
	.set saxpy.numbered_sgpr, 6
	.set saxpy.num_named_barrier, 0
	.set saxpy.private_seg_size, 0
	.set saxpy.uses_vcc, 1
	.set saxpy.uses_flat_scratch, 0
	.set saxpy.has_dyn_sized_stack, 0
	.set saxpy.has_recursion, 0
	.set saxpy.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 144
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
	.protected	__clang_ocl_kern_imp_saxpy ; -- Begin function __clang_ocl_kern_imp_saxpy
	.globl	__clang_ocl_kern_imp_saxpy
	.p2align	2
	.type	__clang_ocl_kern_imp_saxpy,@function
__clang_ocl_kern_imp_saxpy:             ; @__clang_ocl_kern_imp_saxpy
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	v_and_b32_e32 v6, 0x3ff, v31
	s_mov_b64 s[0:1], exec
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_lshl_add_u32 v6, s12, 6, v6
	v_cmpx_lt_i32_e64 v6, v5
	s_cbranch_execz .LBB1_2
; %bb.1:
	v_ashrrev_i32_e32 v7, 31, v6
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_lshlrev_b64 v[5:6], 2, v[6:7]
	v_add_co_u32 v2, vcc, v2, v5
	s_delay_alu instid0(VALU_DEP_1)
	v_add_co_ci_u32_e64 v3, null, v3, v6, vcc
	v_add_co_u32 v0, vcc, v0, v5
	s_waitcnt_depctr depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v1, null, v1, v6, vcc
	global_load_b32 v2, v[2:3], off
	global_load_b32 v3, v[0:1], off
	s_waitcnt vmcnt(0)
	v_fmac_f32_e32 v3, v4, v2
	global_store_b32 v[0:1], v3, off
.LBB1_2:
	s_or_b64 exec, exec, s[0:1]
	s_setpc_b64 s[30:31]
.Lfunc_end1:
	.size	__clang_ocl_kern_imp_saxpy, .Lfunc_end1-__clang_ocl_kern_imp_saxpy
                                        ; -- End function
	.set __clang_ocl_kern_imp_saxpy.num_vgpr, 32
	.set __clang_ocl_kern_imp_saxpy.num_agpr, 0
	.set __clang_ocl_kern_imp_saxpy.numbered_sgpr, 32
	.set __clang_ocl_kern_imp_saxpy.num_named_barrier, 0
	.set __clang_ocl_kern_imp_saxpy.private_seg_size, 0
	.set __clang_ocl_kern_imp_saxpy.uses_vcc, 1
	.set __clang_ocl_kern_imp_saxpy.uses_flat_scratch, 0
	.set __clang_ocl_kern_imp_saxpy.has_dyn_sized_stack, 0
	.set __clang_ocl_kern_imp_saxpy.has_recursion, 0
	.set __clang_ocl_kern_imp_saxpy.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 136
; TotalNumSgprs: 34
; NumVgprs: 32
; ScratchSize: 0
; MemoryBound: 0
	.text
	.protected	reduce                  ; -- Begin function reduce
	.globl	reduce
	.p2align	8
	.type	reduce,@function
reduce:                                 ; @reduce
; %bb.0:
	s_clause 0x1
	s_load_b128 s[4:7], s[0:1], 0x0
	s_load_b32 s3, s[0:1], 0x10
	v_mov_b32_e32 v2, 0
	v_lshl_add_u32 v1, s2, 6, v0
	s_mov_b64 s[0:1], exec
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_lshlrev_b64 v[1:2], 4, v[1:2]
	s_waitcnt lgkmcnt(0)
	v_add_co_u32 v1, vcc, s6, v1
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_3) | instid1(VALU_DEP_1)
	v_add_co_ci_u32_e64 v2, null, s7, v2, vcc
	global_load_b128 v[1:4], v[1:2], off
	s_waitcnt vmcnt(0)
	v_add_f32_e32 v1, v1, v2
	v_add_f32_e32 v2, v3, v1
	v_lshl_add_u32 v1, v0, 2, s3
	s_delay_alu instid0(VALU_DEP_2)
	v_add_f32_e32 v2, v4, v2
	ds_store_b32 v1, v2
	s_barrier
	v_cmpx_gt_u32_e32 32, v0
	s_cbranch_execz .LBB2_2
; %bb.1:
	ds_load_2addr_b32 v[2:3], v1 offset1:32
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v2, v3, v2
	ds_store_b32 v1, v2
.LBB2_2:
	s_or_b64 exec, exec, s[0:1]
	s_delay_alu instid0(SALU_CYCLE_1)
	s_mov_b64 s[0:1], exec
	s_barrier
	v_cmpx_gt_u32_e32 16, v0
	s_cbranch_execz .LBB2_4
; %bb.3:
	ds_load_2addr_b32 v[2:3], v1 offset1:16
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v2, v3, v2
	ds_store_b32 v1, v2
.LBB2_4:
	s_or_b64 exec, exec, s[0:1]
	s_delay_alu instid0(SALU_CYCLE_1)
	s_mov_b64 s[0:1], exec
	s_barrier
	v_cmpx_gt_u32_e32 8, v0
	s_cbranch_execz .LBB2_6
; %bb.5:
	ds_load_2addr_b32 v[2:3], v1 offset1:8
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v2, v3, v2
	ds_store_b32 v1, v2
.LBB2_6:
	s_or_b64 exec, exec, s[0:1]
	s_delay_alu instid0(SALU_CYCLE_1)
	s_mov_b64 s[0:1], exec
	s_barrier
	v_cmpx_gt_u32_e32 4, v0
	s_cbranch_execz .LBB2_8
; %bb.7:
	ds_load_2addr_b32 v[2:3], v1 offset1:4
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v2, v3, v2
	ds_store_b32 v1, v2
.LBB2_8:
	s_or_b64 exec, exec, s[0:1]
	s_delay_alu instid0(SALU_CYCLE_1)
	s_mov_b64 s[0:1], exec
	s_barrier
	v_cmpx_gt_u32_e32 2, v0
	s_cbranch_execz .LBB2_10
; %bb.9:
	ds_load_2addr_b32 v[2:3], v1 offset1:2
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v2, v3, v2
	ds_store_b32 v1, v2
.LBB2_10:
	s_or_b64 exec, exec, s[0:1]
	v_cmp_eq_u32_e32 vcc, 0, v0
	s_waitcnt_depctr depctr_va_vcc(0)
	s_barrier
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB2_12
; %bb.11:
	ds_load_2addr_b32 v[2:3], v1 offset1:1
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v0, v3, v2
	ds_store_b32 v1, v0
.LBB2_12:
	s_or_b64 exec, exec, s[0:1]
	s_barrier
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB2_14
; %bb.13:
	v_mov_b32_e32 v0, s3
	s_mov_b32 s3, 0
	v_mov_b32_e32 v1, 0
	s_lshl_b64 s[0:1], s[2:3], 2
	s_delay_alu instid0(SALU_CYCLE_1)
	s_add_u32 s0, s4, s0
	ds_load_b32 v0, v0
	s_addc_u32 s1, s5, s1
	s_waitcnt lgkmcnt(0)
	global_store_b32 v1, v0, s[0:1]
.LBB2_14:
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel reduce
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 20
		.amdhsa_user_sgpr_count 2
		.amdhsa_user_sgpr_dispatch_ptr 0
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_dispatch_id 0
		.amdhsa_user_sgpr_private_segment_size 0
		.amdhsa_wavefront_size32 0
		.amdhsa_uses_dynamic_stack 0
		.amdhsa_enable_private_segment 0
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 0
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 5
		.amdhsa_next_free_sgpr 8
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
		.amdhsa_inst_pref_size 4
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
	.size	reduce, .Lfunc_end2-reduce
                                        ; -- End function
	.set reduce.num_vgpr, 5
	.set reduce.num_agpr, 0
	.set reduce.numbered_sgpr, 8
	.set reduce.num_named_barrier, 0
	.set reduce.private_seg_size, 0
	.set reduce.uses_vcc, 1
	.set reduce.uses_flat_scratch, 0
	.set reduce.has_dyn_sized_stack, 0
	.set reduce.has_recursion, 0
	.set reduce.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 460
; TotalNumSgprs: 10
; NumVgprs: 5
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 0
; VGPRBlocks: 1
; NumSGPRsForWavesPerEU: 10
; NumVGPRsForWavesPerEU: 5
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
	.protected	__clang_ocl_kern_imp_reduce ; -- Begin function __clang_ocl_kern_imp_reduce
	.globl	__clang_ocl_kern_imp_reduce
	.p2align	2
	.type	__clang_ocl_kern_imp_reduce,@function
__clang_ocl_kern_imp_reduce:            ; @__clang_ocl_kern_imp_reduce
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	v_and_b32_e32 v5, 0x3ff, v31
	v_mov_b32_e32 v7, 0
	s_mov_b64 s[0:1], exec
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_lshl_add_u32 v6, s12, 6, v5
	v_lshlrev_b64 v[6:7], 4, v[6:7]
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_add_co_u32 v2, vcc, v2, v6
	v_add_co_ci_u32_e64 v3, null, v3, v7, vcc
	global_load_b128 v[6:9], v[2:3], off
	s_waitcnt vmcnt(0)
	v_add_f32_e32 v2, v6, v7
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_2)
	v_add_f32_e32 v3, v8, v2
	v_lshl_add_u32 v2, v5, 2, v4
	v_add_f32_e32 v3, v9, v3
	ds_store_b32 v2, v3
	s_barrier
	v_cmpx_gt_u32_e32 32, v5
	s_cbranch_execz .LBB3_2
; %bb.1:
	ds_load_2addr_b32 v[6:7], v2 offset1:32
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v3, v7, v6
	ds_store_b32 v2, v3
.LBB3_2:
	s_or_b64 exec, exec, s[0:1]
	s_delay_alu instid0(SALU_CYCLE_1)
	s_mov_b64 s[0:1], exec
	s_barrier
	v_cmpx_gt_u32_e32 16, v5
	s_cbranch_execz .LBB3_4
; %bb.3:
	ds_load_2addr_b32 v[6:7], v2 offset1:16
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v3, v7, v6
	ds_store_b32 v2, v3
.LBB3_4:
	s_or_b64 exec, exec, s[0:1]
	s_delay_alu instid0(SALU_CYCLE_1)
	s_mov_b64 s[0:1], exec
	s_barrier
	v_cmpx_gt_u32_e32 8, v5
	s_cbranch_execz .LBB3_6
; %bb.5:
	ds_load_2addr_b32 v[6:7], v2 offset1:8
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v3, v7, v6
	ds_store_b32 v2, v3
.LBB3_6:
	s_or_b64 exec, exec, s[0:1]
	s_delay_alu instid0(SALU_CYCLE_1)
	s_mov_b64 s[0:1], exec
	s_barrier
	v_cmpx_gt_u32_e32 4, v5
	s_cbranch_execz .LBB3_8
; %bb.7:
	ds_load_2addr_b32 v[6:7], v2 offset1:4
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v3, v7, v6
	ds_store_b32 v2, v3
.LBB3_8:
	s_or_b64 exec, exec, s[0:1]
	s_delay_alu instid0(SALU_CYCLE_1)
	s_mov_b64 s[0:1], exec
	s_barrier
	v_cmpx_gt_u32_e32 2, v5
	s_cbranch_execz .LBB3_10
; %bb.9:
	ds_load_2addr_b32 v[6:7], v2 offset1:2
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v3, v7, v6
	ds_store_b32 v2, v3
.LBB3_10:
	s_or_b64 exec, exec, s[0:1]
	v_cmp_eq_u32_e32 vcc, 0, v5
	s_waitcnt_depctr depctr_va_vcc(0)
	s_barrier
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB3_12
; %bb.11:
	ds_load_2addr_b32 v[5:6], v2 offset1:1
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v3, v6, v5
	ds_store_b32 v2, v3
.LBB3_12:
	s_or_b64 exec, exec, s[0:1]
	s_barrier
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB3_14
; %bb.13:
	ds_load_b32 v2, v4
	s_mov_b32 s13, 0
	s_delay_alu instid0(SALU_CYCLE_1) | instskip(NEXT) | instid1(SALU_CYCLE_1)
	s_lshl_b64 s[2:3], s[12:13], 2
	v_add_co_u32 v0, vcc, v0, s2
	s_delay_alu instid0(VALU_DEP_1)
	v_add_co_ci_u32_e64 v1, null, s3, v1, vcc
	s_waitcnt lgkmcnt(0)
	global_store_b32 v[0:1], v2, off
.LBB3_14:
	s_or_b64 exec, exec, s[0:1]
	s_waitcnt lgkmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end3:
	.size	__clang_ocl_kern_imp_reduce, .Lfunc_end3-__clang_ocl_kern_imp_reduce
                                        ; -- End function
	.set __clang_ocl_kern_imp_reduce.num_vgpr, 32
	.set __clang_ocl_kern_imp_reduce.num_agpr, 0
	.set __clang_ocl_kern_imp_reduce.numbered_sgpr, 32
	.set __clang_ocl_kern_imp_reduce.num_named_barrier, 0
	.set __clang_ocl_kern_imp_reduce.private_seg_size, 0
	.set __clang_ocl_kern_imp_reduce.uses_vcc, 1
	.set __clang_ocl_kern_imp_reduce.uses_flat_scratch, 0
	.set __clang_ocl_kern_imp_reduce.has_dyn_sized_stack, 0
	.set __clang_ocl_kern_imp_reduce.has_recursion, 0
	.set __clang_ocl_kern_imp_reduce.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 460
; TotalNumSgprs: 34
; NumVgprs: 32
; ScratchSize: 0
; MemoryBound: 0
	.text
	.protected	stack                   ; -- Begin function stack
	.globl	stack
	.p2align	8
	.type	stack,@function
stack:                                  ; @stack
; %bb.0:
	s_clause 0x1
	s_load_b128 s[52:55], s[0:1], 0x0
	s_load_b32 s33, s[0:1], 0x10
	v_mov_b32_e32 v24, 0
	s_waitcnt lgkmcnt(0)
	s_clause 0x2
	global_load_b128 v[0:3], v24, s[54:55]
	global_load_b128 v[4:7], v24, s[54:55] offset:16
	global_load_b128 v[8:11], v24, s[54:55] offset:32
	s_clause 0x1
	s_load_b512 s[16:31], s[52:53], 0x0
	s_load_b512 s[0:15], s[52:53], 0x40
	global_load_b128 v[12:15], v24, s[54:55] offset:48
	s_load_b512 s[36:51], s[52:53], 0xc0
	s_waitcnt lgkmcnt(0)
	s_mul_i32 s16, s16, 7
	s_mul_i32 s17, s17, 7
	s_mul_i32 s18, s18, 7
	s_mul_i32 s19, s19, 7
	s_mul_i32 s20, s20, 7
	s_mul_i32 s21, s21, 7
	s_mul_i32 s22, s22, 7
	s_mul_i32 s23, s23, 7
	s_mul_i32 s0, s0, 7
	s_mul_i32 s1, s1, 7
	s_mul_i32 s2, s2, 7
	s_mul_i32 s3, s3, 7
	s_mul_i32 s4, s4, 7
	s_mul_i32 s5, s5, 7
	s_mul_i32 s6, s6, 7
	s_mul_i32 s7, s7, 7
	s_mul_i32 s34, s44, 7
	s_mul_i32 s35, s45, 7
	s_waitcnt vmcnt(3)
	v_bfe_i32 v16, v0, 0, 16
	v_ashrrev_i32_e32 v17, 16, v0
	v_bfe_i32 v18, v1, 0, 16
	v_ashrrev_i32_e32 v19, 16, v1
	v_bfe_i32 v20, v2, 0, 16
	v_ashrrev_i32_e32 v21, 16, v2
	v_bfe_i32 v22, v3, 0, 16
	v_ashrrev_i32_e32 v23, 16, v3
	v_add_nc_u32_e32 v0, s16, v16
	v_add_nc_u32_e32 v1, s17, v17
	v_add_nc_u32_e32 v2, s18, v18
	v_add_nc_u32_e32 v3, s19, v19
	v_add_nc_u32_e32 v16, s20, v20
	v_add_nc_u32_e32 v17, s21, v21
	v_add_nc_u32_e32 v18, s22, v22
	v_add_nc_u32_e32 v19, s23, v23
	scratch_store_b128 off, v[0:3], off
	s_waitcnt vmcnt(2)
	v_bfe_i32 v25, v4, 0, 16
	v_ashrrev_i32_e32 v26, 16, v4
	v_bfe_i32 v27, v5, 0, 16
	scratch_store_b128 off, v[16:19], off offset:16
	v_ashrrev_i32_e32 v16, 16, v5
	v_bfe_i32 v17, v6, 0, 16
	v_ashrrev_i32_e32 v18, 16, v6
	v_bfe_i32 v19, v7, 0, 16
	v_ashrrev_i32_e32 v28, 16, v7
	s_mul_i32 s16, s24, 7
	s_mul_i32 s17, s25, 7
	s_mul_i32 s18, s26, 7
	s_mul_i32 s19, s27, 7
	s_mul_i32 s20, s28, 7
	s_mul_i32 s21, s29, 7
	s_mul_i32 s22, s30, 7
	s_mul_i32 s23, s31, 7
	v_add_nc_u32_e32 v4, s16, v25
	v_add_nc_u32_e32 v5, s17, v26
	v_add_nc_u32_e32 v6, s18, v27
	v_add_nc_u32_e32 v7, s19, v16
	v_add_nc_u32_e32 v16, s20, v17
	v_add_nc_u32_e32 v17, s21, v18
	v_add_nc_u32_e32 v18, s22, v19
	v_add_nc_u32_e32 v19, s23, v28
	scratch_store_b128 off, v[4:7], off offset:32
	s_waitcnt vmcnt(1)
	v_bfe_i32 v25, v8, 0, 16
	v_ashrrev_i32_e32 v26, 16, v8
	v_bfe_i32 v27, v9, 0, 16
	scratch_store_b128 off, v[16:19], off offset:48
	v_ashrrev_i32_e32 v16, 16, v9
	s_clause 0x1
	global_load_b128 v[0:3], v24, s[54:55] offset:64
	global_load_b128 v[20:23], v24, s[54:55] offset:80
	v_bfe_i32 v17, v10, 0, 16
	v_ashrrev_i32_e32 v18, 16, v10
	v_bfe_i32 v19, v11, 0, 16
	v_ashrrev_i32_e32 v28, 16, v11
	v_add_nc_u32_e32 v8, s0, v25
	v_add_nc_u32_e32 v9, s1, v26
	v_add_nc_u32_e32 v10, s2, v27
	v_add_nc_u32_e32 v11, s3, v16
	global_load_b128 v[4:7], v24, s[54:55] offset:96
	v_add_nc_u32_e32 v16, s4, v17
	v_add_nc_u32_e32 v17, s5, v18
	v_add_nc_u32_e32 v18, s6, v19
	v_add_nc_u32_e32 v19, s7, v28
	scratch_store_b128 off, v[8:11], off offset:64
	global_load_b128 v[8:11], v24, s[54:55] offset:112
	s_load_b512 s[16:31], s[52:53], 0x80
	s_waitcnt vmcnt(4)
	v_bfe_i32 v25, v12, 0, 16
	v_ashrrev_i32_e32 v26, 16, v12
	v_bfe_i32 v27, v13, 0, 16
	scratch_store_b128 off, v[16:19], off offset:80
	v_ashrrev_i32_e32 v16, 16, v13
	s_mul_i32 s1, s8, 7
	s_mul_i32 s2, s9, 7
	s_mul_i32 s3, s10, 7
	s_mul_i32 s4, s11, 7
	v_bfe_i32 v17, v14, 0, 16
	v_ashrrev_i32_e32 v18, 16, v14
	v_bfe_i32 v19, v15, 0, 16
	v_ashrrev_i32_e32 v28, 16, v15
	v_add_nc_u32_e32 v12, s1, v25
	v_add_nc_u32_e32 v13, s2, v26
	v_add_nc_u32_e32 v14, s3, v27
	v_add_nc_u32_e32 v15, s4, v16
	s_mul_i32 s5, s12, 7
	s_mul_i32 s6, s13, 7
	s_mul_i32 s7, s14, 7
	s_mul_i32 s8, s15, 7
	v_add_nc_u32_e32 v16, s5, v17
	v_add_nc_u32_e32 v17, s6, v18
	v_add_nc_u32_e32 v18, s7, v19
	v_add_nc_u32_e32 v19, s8, v28
	scratch_store_b128 off, v[12:15], off offset:96
	s_waitcnt lgkmcnt(0)
	s_mul_i32 s9, s16, 7
	s_mul_i32 s10, s17, 7
	s_mul_i32 s11, s18, 7
	s_mul_i32 s12, s19, 7
	scratch_store_b128 off, v[16:19], off offset:112
	s_mul_i32 s13, s20, 7
	s_mul_i32 s14, s21, 7
	s_mul_i32 s15, s22, 7
	s_mul_i32 s16, s23, 7
	s_mul_i32 s17, s24, 7
	s_mul_i32 s18, s25, 7
	s_mul_i32 s19, s26, 7
	s_mul_i32 s20, s27, 7
	s_mul_i32 s21, s28, 7
	s_mul_i32 s22, s29, 7
	s_mul_i32 s23, s30, 7
	s_mul_i32 s24, s31, 7
	s_mul_i32 s25, s36, 7
	s_mul_i32 s26, s37, 7
	s_mul_i32 s27, s38, 7
	s_mul_i32 s28, s39, 7
	s_and_b32 s0, s33, 63
	s_mul_i32 s29, s40, 7
	s_mul_i32 s30, s41, 7
	s_mul_i32 s31, s42, 7
	s_mul_i32 s33, s43, 7
	s_mul_i32 s36, s46, 7
	s_mul_i32 s37, s47, 7
	s_mul_i32 s38, s48, 7
	s_mul_i32 s39, s49, 7
	s_mul_i32 s40, s50, 7
	s_mul_i32 s41, s51, 7
	s_lshl_b32 s0, s0, 2
	s_waitcnt vmcnt(3)
	v_bfe_i32 v25, v0, 0, 16
	v_ashrrev_i32_e32 v26, 16, v0
	v_bfe_i32 v27, v1, 0, 16
	v_ashrrev_i32_e32 v12, 16, v1
	v_bfe_i32 v13, v2, 0, 16
	v_ashrrev_i32_e32 v14, 16, v2
	v_bfe_i32 v15, v3, 0, 16
	v_ashrrev_i32_e32 v28, 16, v3
	s_waitcnt vmcnt(2)
	v_bfe_i32 v29, v20, 0, 16
	v_ashrrev_i32_e32 v20, 16, v20
	v_bfe_i32 v30, v21, 0, 16
	v_ashrrev_i32_e32 v16, 16, v21
	v_add_nc_u32_e32 v0, s9, v25
	v_add_nc_u32_e32 v1, s10, v26
	v_add_nc_u32_e32 v2, s11, v27
	v_add_nc_u32_e32 v3, s12, v12
	v_bfe_i32 v17, v22, 0, 16
	v_ashrrev_i32_e32 v18, 16, v22
	v_bfe_i32 v19, v23, 0, 16
	v_ashrrev_i32_e32 v21, 16, v23
	s_waitcnt vmcnt(1)
	v_bfe_i32 v22, v4, 0, 16
	v_ashrrev_i32_e32 v23, 16, v4
	v_bfe_i32 v25, v5, 0, 16
	v_ashrrev_i32_e32 v26, 16, v5
	v_add_nc_u32_e32 v12, s13, v13
	v_add_nc_u32_e32 v13, s14, v14
	v_add_nc_u32_e32 v14, s15, v15
	v_add_nc_u32_e32 v15, s16, v28
	v_bfe_i32 v27, v6, 0, 16
	v_ashrrev_i32_e32 v28, 16, v6
	v_bfe_i32 v31, v7, 0, 16
	v_ashrrev_i32_e32 v32, 16, v7
	s_waitcnt vmcnt(0)
	v_bfe_i32 v33, v8, 0, 16
	v_ashrrev_i32_e32 v34, 16, v8
	v_bfe_i32 v35, v9, 0, 16
	v_ashrrev_i32_e32 v36, 16, v9
	s_clause 0x1
	scratch_store_b128 off, v[0:3], off offset:128
	scratch_store_b128 off, v[12:15], off offset:144
	v_bfe_i32 v37, v10, 0, 16
	v_ashrrev_i32_e32 v38, 16, v10
	v_bfe_i32 v39, v11, 0, 16
	v_ashrrev_i32_e32 v40, 16, v11
	v_add_nc_u32_e32 v0, s17, v29
	v_add_nc_u32_e32 v1, s18, v20
	v_add_nc_u32_e32 v2, s19, v30
	v_add_nc_u32_e32 v3, s20, v16
	v_add_nc_u32_e32 v4, s21, v17
	v_add_nc_u32_e32 v5, s22, v18
	v_add_nc_u32_e32 v6, s23, v19
	v_add_nc_u32_e32 v7, s24, v21
	v_add_nc_u32_e32 v8, s25, v22
	v_add_nc_u32_e32 v9, s26, v23
	v_add_nc_u32_e32 v10, s27, v25
	v_add_nc_u32_e32 v11, s28, v26
	v_add_nc_u32_e32 v12, s29, v27
	v_add_nc_u32_e32 v13, s30, v28
	v_add_nc_u32_e32 v14, s31, v31
	v_add_nc_u32_e32 v15, s33, v32
	v_add_nc_u32_e32 v16, s34, v33
	v_add_nc_u32_e32 v17, s35, v34
	v_add_nc_u32_e32 v18, s36, v35
	v_add_nc_u32_e32 v19, s37, v36
	v_add_nc_u32_e32 v20, s38, v37
	v_add_nc_u32_e32 v21, s39, v38
	v_add_nc_u32_e32 v22, s40, v39
	v_add_nc_u32_e32 v23, s41, v40
	s_clause 0x5
	scratch_store_b128 off, v[0:3], off offset:160
	scratch_store_b128 off, v[4:7], off offset:176
	scratch_store_b128 off, v[8:11], off offset:192
	scratch_store_b128 off, v[12:15], off offset:208
	scratch_store_b128 off, v[16:19], off offset:224
	scratch_store_b128 off, v[20:23], off offset:240
	scratch_load_b32 v0, off, s0
	s_waitcnt vmcnt(0)
	global_store_b32 v24, v0, s[52:53]
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel stack
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 260
		.amdhsa_kernarg_size 20
		.amdhsa_user_sgpr_count 2
		.amdhsa_user_sgpr_dispatch_ptr 0
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_dispatch_id 0
		.amdhsa_user_sgpr_private_segment_size 0
		.amdhsa_wavefront_size32 0
		.amdhsa_uses_dynamic_stack 0
		.amdhsa_enable_private_segment 1
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 0
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 41
		.amdhsa_next_free_sgpr 56
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
		.amdhsa_inst_pref_size 10
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
	.size	stack, .Lfunc_end4-stack
                                        ; -- End function
	.set stack.num_vgpr, 41
	.set stack.num_agpr, 0
	.set stack.numbered_sgpr, 56
	.set stack.num_named_barrier, 0
	.set stack.private_seg_size, 260
	.set stack.uses_vcc, 0
	.set stack.uses_flat_scratch, 1
	.set stack.has_dyn_sized_stack, 0
	.set stack.has_recursion, 0
	.set stack.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 1240
; TotalNumSgprs: 56
; NumVgprs: 41
; ScratchSize: 260
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 0
; VGPRBlocks: 10
; NumSGPRsForWavesPerEU: 56
; NumVGPRsForWavesPerEU: 41
; Occupancy: 10
; WaveLimiterHint : 0
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 1
; COMPUTE_PGM_RSRC2:USER_SGPR: 2
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 0
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 0
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 0
	.text
	.protected	__clang_ocl_kern_imp_stack ; -- Begin function __clang_ocl_kern_imp_stack
	.globl	__clang_ocl_kern_imp_stack
	.p2align	2
	.type	__clang_ocl_kern_imp_stack,@function
__clang_ocl_kern_imp_stack:             ; @__clang_ocl_kern_imp_stack
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_clause 0x3
	global_load_b128 v[10:13], v[0:1], off offset:48
	global_load_b128 v[14:17], v[0:1], off offset:32
	global_load_b128 v[18:21], v[0:1], off offset:16
	global_load_b128 v[6:9], v[0:1], off
	global_load_b128 v[22:25], v[2:3], off
	s_waitcnt vmcnt(0)
	v_bfe_i32 v5, v22, 0, 16
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_mad_u64_u32 v[5:6], null, v6, 7, v[5:6]
	v_ashrrev_i32_e32 v6, 16, v22
	v_mad_u64_u32 v[6:7], null, v7, 7, v[6:7]
	v_bfe_i32 v7, v23, 0, 16
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_mad_u64_u32 v[7:8], null, v8, 7, v[7:8]
	v_ashrrev_i32_e32 v8, 16, v23
	v_mad_u64_u32 v[8:9], null, v9, 7, v[8:9]
	scratch_store_b128 off, v[5:8], s32
	v_bfe_i32 v5, v24, 0, 16
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_mad_u64_u32 v[5:6], null, v18, 7, v[5:6]
	v_ashrrev_i32_e32 v6, 16, v24
	v_mad_u64_u32 v[6:7], null, v19, 7, v[6:7]
	v_bfe_i32 v7, v25, 0, 16
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_mad_u64_u32 v[7:8], null, v20, 7, v[7:8]
	v_ashrrev_i32_e32 v8, 16, v25
	v_mad_u64_u32 v[8:9], null, v21, 7, v[8:9]
	global_load_b128 v[18:21], v[2:3], off offset:16
	scratch_store_b128 off, v[5:8], s32 offset:16
	s_waitcnt vmcnt(0)
	v_bfe_i32 v5, v18, 0, 16
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_mad_u64_u32 v[5:6], null, v14, 7, v[5:6]
	v_ashrrev_i32_e32 v6, 16, v18
	v_mad_u64_u32 v[6:7], null, v15, 7, v[6:7]
	v_bfe_i32 v7, v19, 0, 16
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_mad_u64_u32 v[7:8], null, v16, 7, v[7:8]
	v_ashrrev_i32_e32 v8, 16, v19
	v_mad_u64_u32 v[8:9], null, v17, 7, v[8:9]
	scratch_store_b128 off, v[5:8], s32 offset:32
	v_bfe_i32 v5, v20, 0, 16
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_mad_u64_u32 v[5:6], null, v10, 7, v[5:6]
	v_ashrrev_i32_e32 v6, 16, v20
	v_mad_u64_u32 v[6:7], null, v11, 7, v[6:7]
	v_bfe_i32 v7, v21, 0, 16
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_mad_u64_u32 v[7:8], null, v12, 7, v[7:8]
	v_ashrrev_i32_e32 v8, 16, v21
	v_mad_u64_u32 v[8:9], null, v13, 7, v[8:9]
	scratch_store_b128 off, v[5:8], s32 offset:48
	s_clause 0x3
	global_load_b128 v[10:13], v[0:1], off offset:112
	global_load_b128 v[14:17], v[0:1], off offset:96
	global_load_b128 v[18:21], v[0:1], off offset:80
	global_load_b128 v[6:9], v[0:1], off offset:64
	global_load_b128 v[22:25], v[2:3], off offset:32
	s_waitcnt vmcnt(0)
	v_bfe_i32 v5, v22, 0, 16
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_mad_u64_u32 v[5:6], null, v6, 7, v[5:6]
	v_ashrrev_i32_e32 v6, 16, v22
	v_mad_u64_u32 v[6:7], null, v7, 7, v[6:7]
	v_bfe_i32 v7, v23, 0, 16
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_mad_u64_u32 v[7:8], null, v8, 7, v[7:8]
	v_ashrrev_i32_e32 v8, 16, v23
	v_mad_u64_u32 v[8:9], null, v9, 7, v[8:9]
	scratch_store_b128 off, v[5:8], s32 offset:64
	v_bfe_i32 v5, v24, 0, 16
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_mad_u64_u32 v[5:6], null, v18, 7, v[5:6]
	v_ashrrev_i32_e32 v6, 16, v24
	v_mad_u64_u32 v[6:7], null, v19, 7, v[6:7]
	v_bfe_i32 v7, v25, 0, 16
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_mad_u64_u32 v[7:8], null, v20, 7, v[7:8]
	v_ashrrev_i32_e32 v8, 16, v25
	v_mad_u64_u32 v[8:9], null, v21, 7, v[8:9]
	global_load_b128 v[18:21], v[2:3], off offset:48
	scratch_store_b128 off, v[5:8], s32 offset:80
	s_waitcnt vmcnt(0)
	v_bfe_i32 v5, v18, 0, 16
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_mad_u64_u32 v[5:6], null, v14, 7, v[5:6]
	v_ashrrev_i32_e32 v6, 16, v18
	v_mad_u64_u32 v[6:7], null, v15, 7, v[6:7]
	v_bfe_i32 v7, v19, 0, 16
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_mad_u64_u32 v[7:8], null, v16, 7, v[7:8]
	v_ashrrev_i32_e32 v8, 16, v19
	v_mad_u64_u32 v[8:9], null, v17, 7, v[8:9]
	scratch_store_b128 off, v[5:8], s32 offset:96
	v_bfe_i32 v5, v20, 0, 16
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_mad_u64_u32 v[5:6], null, v10, 7, v[5:6]
	v_ashrrev_i32_e32 v6, 16, v20
	v_mad_u64_u32 v[6:7], null, v11, 7, v[6:7]
	v_bfe_i32 v7, v21, 0, 16
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_mad_u64_u32 v[7:8], null, v12, 7, v[7:8]
	v_ashrrev_i32_e32 v8, 16, v21
	v_mad_u64_u32 v[8:9], null, v13, 7, v[8:9]
	scratch_store_b128 off, v[5:8], s32 offset:112
	s_clause 0x3
	global_load_b128 v[10:13], v[0:1], off offset:176
	global_load_b128 v[14:17], v[0:1], off offset:160
	global_load_b128 v[18:21], v[0:1], off offset:144
	global_load_b128 v[6:9], v[0:1], off offset:128
	global_load_b128 v[22:25], v[2:3], off offset:64
	s_waitcnt vmcnt(0)
	v_bfe_i32 v5, v22, 0, 16
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_mad_u64_u32 v[5:6], null, v6, 7, v[5:6]
	v_ashrrev_i32_e32 v6, 16, v22
	v_mad_u64_u32 v[6:7], null, v7, 7, v[6:7]
	v_bfe_i32 v7, v23, 0, 16
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_mad_u64_u32 v[7:8], null, v8, 7, v[7:8]
	v_ashrrev_i32_e32 v8, 16, v23
	v_mad_u64_u32 v[8:9], null, v9, 7, v[8:9]
	scratch_store_b128 off, v[5:8], s32 offset:128
	v_bfe_i32 v5, v24, 0, 16
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_mad_u64_u32 v[5:6], null, v18, 7, v[5:6]
	v_ashrrev_i32_e32 v6, 16, v24
	v_mad_u64_u32 v[6:7], null, v19, 7, v[6:7]
	v_bfe_i32 v7, v25, 0, 16
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_mad_u64_u32 v[7:8], null, v20, 7, v[7:8]
	v_ashrrev_i32_e32 v8, 16, v25
	v_mad_u64_u32 v[8:9], null, v21, 7, v[8:9]
	global_load_b128 v[18:21], v[2:3], off offset:80
	scratch_store_b128 off, v[5:8], s32 offset:144
	s_waitcnt vmcnt(0)
	v_bfe_i32 v5, v18, 0, 16
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_mad_u64_u32 v[5:6], null, v14, 7, v[5:6]
	v_ashrrev_i32_e32 v6, 16, v18
	v_mad_u64_u32 v[6:7], null, v15, 7, v[6:7]
	v_bfe_i32 v7, v19, 0, 16
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_mad_u64_u32 v[7:8], null, v16, 7, v[7:8]
	v_ashrrev_i32_e32 v8, 16, v19
	v_mad_u64_u32 v[8:9], null, v17, 7, v[8:9]
	scratch_store_b128 off, v[5:8], s32 offset:160
	v_bfe_i32 v5, v20, 0, 16
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_mad_u64_u32 v[5:6], null, v10, 7, v[5:6]
	v_ashrrev_i32_e32 v6, 16, v20
	v_mad_u64_u32 v[6:7], null, v11, 7, v[6:7]
	v_bfe_i32 v7, v21, 0, 16
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_mad_u64_u32 v[7:8], null, v12, 7, v[7:8]
	v_ashrrev_i32_e32 v8, 16, v21
	v_mad_u64_u32 v[8:9], null, v13, 7, v[8:9]
	scratch_store_b128 off, v[5:8], s32 offset:176
	s_clause 0x3
	global_load_b128 v[10:13], v[0:1], off offset:240
	global_load_b128 v[14:17], v[0:1], off offset:224
	global_load_b128 v[18:21], v[0:1], off offset:208
	global_load_b128 v[6:9], v[0:1], off offset:192
	global_load_b128 v[22:25], v[2:3], off offset:96
	s_waitcnt vmcnt(0)
	v_bfe_i32 v5, v22, 0, 16
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_mad_u64_u32 v[5:6], null, v6, 7, v[5:6]
	v_ashrrev_i32_e32 v6, 16, v22
	v_mad_u64_u32 v[6:7], null, v7, 7, v[6:7]
	v_bfe_i32 v7, v23, 0, 16
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_mad_u64_u32 v[7:8], null, v8, 7, v[7:8]
	v_ashrrev_i32_e32 v8, 16, v23
	v_mad_u64_u32 v[8:9], null, v9, 7, v[8:9]
	scratch_store_b128 off, v[5:8], s32 offset:192
	v_bfe_i32 v5, v24, 0, 16
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_mad_u64_u32 v[5:6], null, v18, 7, v[5:6]
	v_ashrrev_i32_e32 v6, 16, v24
	v_mad_u64_u32 v[6:7], null, v19, 7, v[6:7]
	v_bfe_i32 v7, v25, 0, 16
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_mad_u64_u32 v[7:8], null, v20, 7, v[7:8]
	v_ashrrev_i32_e32 v8, 16, v25
	v_mad_u64_u32 v[8:9], null, v21, 7, v[8:9]
	global_load_b128 v[18:21], v[2:3], off offset:112
	scratch_store_b128 off, v[5:8], s32 offset:208
	s_waitcnt vmcnt(0)
	v_bfe_i32 v2, v18, 0, 16
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_mad_u64_u32 v[5:6], null, v14, 7, v[2:3]
	v_ashrrev_i32_e32 v2, 16, v18
	v_mad_u64_u32 v[6:7], null, v15, 7, v[2:3]
	v_bfe_i32 v2, v19, 0, 16
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_mad_u64_u32 v[7:8], null, v16, 7, v[2:3]
	v_ashrrev_i32_e32 v2, 16, v19
	v_mad_u64_u32 v[8:9], null, v17, 7, v[2:3]
	v_bfe_i32 v2, v20, 0, 16
	scratch_store_b128 off, v[5:8], s32 offset:224
	v_mad_u64_u32 v[5:6], null, v10, 7, v[2:3]
	v_ashrrev_i32_e32 v2, 16, v20
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_mad_u64_u32 v[6:7], null, v11, 7, v[2:3]
	v_bfe_i32 v2, v21, 0, 16
	v_mad_u64_u32 v[7:8], null, v12, 7, v[2:3]
	v_ashrrev_i32_e32 v2, 16, v21
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_mad_u64_u32 v[8:9], null, v13, 7, v[2:3]
	v_and_b32_e32 v2, 63, v4
	v_lshlrev_b32_e32 v2, 2, v2
	scratch_store_b128 off, v[5:8], s32 offset:240
	scratch_load_b32 v2, v2, s32
	s_waitcnt vmcnt(0)
	global_store_b32 v[0:1], v2, off
	s_setpc_b64 s[30:31]
.Lfunc_end5:
	.size	__clang_ocl_kern_imp_stack, .Lfunc_end5-__clang_ocl_kern_imp_stack
                                        ; -- End function
	.set __clang_ocl_kern_imp_stack.num_vgpr, 26
	.set __clang_ocl_kern_imp_stack.num_agpr, 0
	.set __clang_ocl_kern_imp_stack.numbered_sgpr, 33
	.set __clang_ocl_kern_imp_stack.num_named_barrier, 0
	.set __clang_ocl_kern_imp_stack.private_seg_size, 260
	.set __clang_ocl_kern_imp_stack.uses_vcc, 0
	.set __clang_ocl_kern_imp_stack.uses_flat_scratch, 0
	.set __clang_ocl_kern_imp_stack.has_dyn_sized_stack, 0
	.set __clang_ocl_kern_imp_stack.has_recursion, 0
	.set __clang_ocl_kern_imp_stack.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 1428
; TotalNumSgprs: 33
; NumVgprs: 26
; ScratchSize: 260
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
      - .address_space:  global
        .is_const:       true
        .offset:         8
        .size:           8
        .type_name:      'float*'
        .value_kind:     global_buffer
      - .offset:         16
        .size:           4
        .type_name:      float
        .value_kind:     by_value
      - .offset:         20
        .size:           4
        .type_name:      int
        .value_kind:     by_value
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 24
    .language:       OpenCL C
    .language_version:
      - 2
      - 0
    .max_flat_workgroup_size: 256
    .name:           saxpy
    .private_segment_fixed_size: 0
    .sgpr_count:     8
    .sgpr_spill_count: 0
    .symbol:         saxpy.kd
    .uses_dynamic_stack: false
    .vgpr_count:     4
    .vgpr_spill_count: 0
    .wavefront_size: 64
    .workgroup_processor_mode: 1
  - .args:
      - .address_space:  global
        .offset:         0
        .size:           8
        .type_name:      'float*'
        .value_kind:     global_buffer
      - .address_space:  global
        .is_const:       true
        .offset:         8
        .size:           8
        .type_name:      'float4*'
        .value_kind:     global_buffer
      - .address_space:  local
        .offset:         16
        .pointee_align:  4
        .size:           4
        .type_name:      'float*'
        .value_kind:     dynamic_shared_pointer
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 20
    .language:       OpenCL C
    .language_version:
      - 2
      - 0
    .max_flat_workgroup_size: 256
    .name:           reduce
    .private_segment_fixed_size: 0
    .sgpr_count:     10
    .sgpr_spill_count: 0
    .symbol:         reduce.kd
    .uses_dynamic_stack: false
    .vgpr_count:     5
    .vgpr_spill_count: 0
    .wavefront_size: 64
    .workgroup_processor_mode: 1
  - .args:
      - .address_space:  global
        .offset:         0
        .size:           8
        .type_name:      'int*'
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         8
        .size:           8
        .type_name:      'short*'
        .value_kind:     global_buffer
      - .offset:         16
        .size:           4
        .type_name:      int
        .value_kind:     by_value
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 20
    .language:       OpenCL C
    .language_version:
      - 2
      - 0
    .max_flat_workgroup_size: 256
    .name:           stack
    .private_segment_fixed_size: 260
    .sgpr_count:     56
    .sgpr_spill_count: 0
    .symbol:         stack.kd
    .uses_dynamic_stack: false
    .vgpr_count:     41
    .vgpr_spill_count: 0
    .wavefront_size: 64
    .workgroup_processor_mode: 1
amdhsa.target:   amdgcn-amd-amdhsa--gfx1150
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
