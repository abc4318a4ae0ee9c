	.amdgcn_target "amdgcn-amd-amdhsa--gfx1200"
	.amdhsa_code_object_version 6
	.text
	.protected	saxpy                   ; -- Begin function saxpy
	.globl	saxpy
	.p2align	8
	.type	saxpy,@function
saxpy:                                  ; @saxpy
; %bb.0:
	s_load_b64 s[2:3], s[0:1], 0x10
	v_lshl_add_u32 v0, ttmp9, 6, v0
	s_wait_kmcnt 0x0
	s_delay_alu instid0(VALU_DEP_1)
	v_cmp_gt_i32_e32 vcc_lo, s3, v0
	s_and_saveexec_b32 s3, vcc_lo
	s_cbranch_execz .LBB0_2
; %bb.1:
	s_load_b128 s[4:7], s[0:1], 0x0
	v_ashrrev_i32_e32 v1, 31, v0
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_lshlrev_b64_e32 v[0:1], 2, v[0:1]
	s_wait_kmcnt 0x0
	v_add_co_u32 v2, vcc_lo, s6, v0
	s_delay_alu instid0(VALU_DEP_1)
	v_add_co_ci_u32_e64 v3, null, s7, v1, vcc_lo
	v_add_co_u32 v0, vcc_lo, s4, v0
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v1, null, s5, v1, vcc_lo
	global_load_b32 v2, v[2:3], off
	global_load_b32 v3, v[0:1], off
	s_wait_loadcnt 0x0
	v_fmac_f32_e32 v3, s2, v2
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
		.amdhsa_reserve_vcc 1
		.amdhsa_float_round_mode_32 0
		.amdhsa_float_round_mode_16_64 0
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_fp16_overflow 0
		.amdhsa_workgroup_processor_mode 1
		.amdhsa_memory_ordered 1
		.amdhsa_forward_progress 1
		.amdhsa_inst_pref_size 2
		.amdhsa_round_robin_scheduling 0
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
	.set saxpy.numbered_sgpr, 8
	.set saxpy.num_named_barrier, 0
	.set saxpy.private_seg_size, 0
	.set saxpy.uses_vcc, 1
	.set saxpy.uses_flat_scratch, 0
	.set saxpy.has_dyn_sized_stack, 0
	.set saxpy.has_recursion, 0
	.set saxpy.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 148
; TotalNumSgprs: 10
; NumVgprs: 4
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 0
; VGPRBlocks: 0
; NumSGPRsForWavesPerEU: 10
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
	s_wait_loadcnt_dscnt 0x0
	s_wait_expcnt 0x0
	s_wait_samplecnt 0x0
	s_wait_bvhcnt 0x0
	s_wait_kmcnt 0x0
	v_and_b32_e32 v6, 0x3ff, v31
	s_mov_b32 s0, exec_lo
	s_wait_alu depctr_sa_sdst(0)
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_lshl_add_u32 v6, ttmp9, 6, v6
	v_cmpx_lt_i32_e64 v6, v5
	s_cbranch_execz .LBB1_2
; %bb.1:
	v_ashrrev_i32_e32 v7, 31, v6
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_lshlrev_b64_e32 v[5:6], 2, v[6:7]
	v_add_co_u32 v2, vcc_lo, v2, v5
	s_wait_alu depctr_va_vcc(0)
	s_delay_alu instid0(VALU_DEP_2)
	v_add_co_ci_u32_e64 v3, null, v3, v6, vcc_lo
	v_add_co_u32 v0, vcc_lo, v0, v5
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v1, null, v1, v6, vcc_lo
	global_load_b32 v2, v[2:3], off
	global_load_b32 v3, v[0:1], off
	s_wait_loadcnt 0x0
	v_fmac_f32_e32 v3, v4, v2
	global_store_b32 v[0:1], v3, off
.LBB1_2:
	s_or_b32 exec_lo, exec_lo, s0
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
; codeLenInByte = 168
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
	s_load_b128 s[4:7], s[0:1], 0x0
	v_mov_b32_e32 v2, 0
	v_lshl_add_u32 v1, ttmp9, 6, v0
	s_load_b32 s0, s[0:1], 0x10
	s_mov_b32 s1, exec_lo
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_lshlrev_b64_e32 v[1:2], 4, v[1:2]
	s_wait_kmcnt 0x0
	v_add_co_u32 v1, vcc_lo, s6, v1
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_3) | instid1(VALU_DEP_1)
	v_add_co_ci_u32_e64 v2, null, s7, v2, vcc_lo
	global_load_b128 v[1:4], v[1:2], off
	s_wait_loadcnt 0x0
	v_add_f32_e32 v1, v1, v2
	v_add_f32_e32 v2, v3, v1
	v_lshl_add_u32 v1, v0, 2, s0
	s_delay_alu instid0(VALU_DEP_2)
	v_add_f32_e32 v2, v4, v2
	ds_store_b32 v1, v2
	s_barrier_signal -1
	s_barrier_wait -1
	v_cmpx_gt_u32_e32 32, v0
	s_cbranch_execz .LBB2_2
; %bb.1:
	ds_load_2addr_b32 v[2:3], v1 offset1:32
	s_wait_dscnt 0x0
	v_add_f32_e32 v2, v3, v2
	ds_store_b32 v1, v2
.LBB2_2:
	s_wait_alu depctr_sa_sdst(0)
	s_or_b32 exec_lo, exec_lo, s1
	s_barrier_signal -1
	s_mov_b32 s1, exec_lo
	s_barrier_wait -1
	v_cmpx_gt_u32_e32 16, v0
	s_cbranch_execz .LBB2_4
; %bb.3:
	ds_load_2addr_b32 v[2:3], v1 offset1:16
	s_wait_dscnt 0x0
	v_add_f32_e32 v2, v3, v2
	ds_store_b32 v1, v2
.LBB2_4:
	s_wait_alu depctr_sa_sdst(0)
	s_or_b32 exec_lo, exec_lo, s1
	s_barrier_signal -1
	s_mov_b32 s1, exec_lo
	s_barrier_wait -1
	v_cmpx_gt_u32_e32 8, v0
	s_cbranch_execz .LBB2_6
; %bb.5:
	ds_load_2addr_b32 v[2:3], v1 offset1:8
	s_wait_dscnt 0x0
	v_add_f32_e32 v2, v3, v2
	ds_store_b32 v1, v2
.LBB2_6:
	s_wait_alu depctr_sa_sdst(0)
	s_or_b32 exec_lo, exec_lo, s1
	s_barrier_signal -1
	s_mov_b32 s1, exec_lo
	s_barrier_wait -1
	v_cmpx_gt_u32_e32 4, v0
	s_cbranch_execz .LBB2_8
; %bb.7:
	ds_load_2addr_b32 v[2:3], v1 offset1:4
	s_wait_dscnt 0x0
	v_add_f32_e32 v2, v3, v2
	ds_store_b32 v1, v2
.LBB2_8:
	s_wait_alu depctr_sa_sdst(0)
	s_or_b32 exec_lo, exec_lo, s1
	s_barrier_signal -1
	s_mov_b32 s1, exec_lo
	s_barrier_wait -1
	v_cmpx_gt_u32_e32 2, v0
	s_cbranch_execz .LBB2_10
; %bb.9:
	ds_load_2addr_b32 v[2:3], v1 offset1:2
	s_wait_dscnt 0x0
	v_add_f32_e32 v2, v3, v2
	ds_store_b32 v1, v2
.LBB2_10:
	s_wait_alu depctr_sa_sdst(0)
	s_or_b32 exec_lo, exec_lo, s1
	s_barrier_signal -1
	v_cmp_eq_u32_e32 vcc_lo, 0, v0
	s_barrier_wait -1
	s_and_saveexec_b32 s1, vcc_lo
	s_cbranch_execz .LBB2_12
; %bb.11:
	ds_load_2addr_b32 v[2:3], v1 offset1:1
	s_wait_dscnt 0x0
	v_add_f32_e32 v0, v3, v2
	ds_store_b32 v1, v0
.LBB2_12:
	s_wait_alu depctr_sa_sdst(0)
	s_or_b32 exec_lo, exec_lo, s1
	s_barrier_signal -1
	s_barrier_wait -1
	s_and_saveexec_b32 s1, vcc_lo
	s_cbranch_execz .LBB2_14
; %bb.13:
	v_dual_mov_b32 v0, s0 :: v_dual_mov_b32 v1, 0
	s_mov_b32 s2, ttmp9
	s_mov_b32 s3, 0
	s_delay_alu instid0(SALU_CYCLE_1)
	s_lshl_b64 s[0:1], s[2:3], 2
	ds_load_b32 v0, v0
	s_wait_alu depctr_sa_sdst(0)
	s_add_nc_u64 s[0:1], s[4:5], s[0:1]
	s_wait_dscnt 0x0
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
		.amdhsa_wavefront_size32 1
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
		.amdhsa_fp16_overflow 0
		.amdhsa_workgroup_processor_mode 1
		.amdhsa_memory_ordered 1
		.amdhsa_forward_progress 1
		.amdhsa_inst_pref_size 4
		.amdhsa_round_robin_scheduling 0
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
; codeLenInByte = 496
; TotalNumSgprs: 10
; NumVgprs: 5
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 0
; VGPRBlocks: 0
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
	s_wait_loadcnt_dscnt 0x0
	s_wait_expcnt 0x0
	s_wait_samplecnt 0x0
	s_wait_bvhcnt 0x0
	s_wait_kmcnt 0x0
	v_and_b32_e32 v5, 0x3ff, v31
	v_mov_b32_e32 v7, 0
	s_mov_b32 s0, exec_lo
	s_wait_alu depctr_sa_sdst(0)
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_lshl_add_u32 v6, ttmp9, 6, v5
	v_lshlrev_b64_e32 v[6:7], 4, v[6:7]
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_2)
	v_add_co_u32 v2, vcc_lo, v2, v6
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v3, null, v3, v7, vcc_lo
	global_load_b128 v[6:9], v[2:3], off
	s_wait_loadcnt 0x0
	v_add_f32_e32 v2, v6, v7
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_2)
	v_add_f32_e32 v3, v8, v2
	v_lshl_add_u32 v2, v5, 2, v4
	v_add_f32_e32 v3, v9, v3
	ds_store_b32 v2, v3
	s_barrier_signal -1
	s_barrier_wait -1
	v_cmpx_gt_u32_e32 32, v5
	s_cbranch_execz .LBB3_2
; %bb.1:
	ds_load_2addr_b32 v[6:7], v2 offset1:32
	s_wait_dscnt 0x0
	v_add_f32_e32 v3, v7, v6
	ds_store_b32 v2, v3
.LBB3_2:
	s_or_b32 exec_lo, exec_lo, s0
	s_barrier_signal -1
	s_mov_b32 s0, exec_lo
	s_barrier_wait -1
	v_cmpx_gt_u32_e32 16, v5
	s_cbranch_execz .LBB3_4
; %bb.3:
	ds_load_2addr_b32 v[6:7], v2 offset1:16
	s_wait_dscnt 0x0
	v_add_f32_e32 v3, v7, v6
	ds_store_b32 v2, v3
.LBB3_4:
	s_wait_alu depctr_sa_sdst(0)
	s_or_b32 exec_lo, exec_lo, s0
	s_barrier_signal -1
	s_mov_b32 s0, exec_lo
	s_barrier_wait -1
	v_cmpx_gt_u32_e32 8, v5
	s_cbranch_execz .LBB3_6
; %bb.5:
	ds_load_2addr_b32 v[6:7], v2 offset1:8
	s_wait_dscnt 0x0
	v_add_f32_e32 v3, v7, v6
	ds_store_b32 v2, v3
.LBB3_6:
	s_wait_alu depctr_sa_sdst(0)
	s_or_b32 exec_lo, exec_lo, s0
	s_barrier_signal -1
	s_mov_b32 s0, exec_lo
	s_barrier_wait -1
	v_cmpx_gt_u32_e32 4, v5
	s_cbranch_execz .LBB3_8
; %bb.7:
	ds_load_2addr_b32 v[6:7], v2 offset1:4
	s_wait_dscnt 0x0
	v_add_f32_e32 v3, v7, v6
	ds_store_b32 v2, v3
.LBB3_8:
	s_wait_alu depctr_sa_sdst(0)
	s_or_b32 exec_lo, exec_lo, s0
	s_barrier_signal -1
	s_mov_b32 s0, exec_lo
	s_barrier_wait -1
	v_cmpx_gt_u32_e32 2, v5
	s_cbranch_execz .LBB3_10
; %bb.9:
	ds_load_2addr_b32 v[6:7], v2 offset1:2
	s_wait_dscnt 0x0
	v_add_f32_e32 v3, v7, v6
	ds_store_b32 v2, v3
.LBB3_10:
	s_wait_alu depctr_sa_sdst(0)
	s_or_b32 exec_lo, exec_lo, s0
	s_barrier_signal -1
	v_cmp_eq_u32_e32 vcc_lo, 0, v5
	s_barrier_wait -1
	s_and_saveexec_b32 s0, vcc_lo
	s_cbranch_execz .LBB3_12
; %bb.11:
	ds_load_2addr_b32 v[5:6], v2 offset1:1
	s_wait_dscnt 0x0
	v_add_f32_e32 v3, v6, v5
	ds_store_b32 v2, v3
.LBB3_12:
	s_wait_alu depctr_sa_sdst(0)
	s_or_b32 exec_lo, exec_lo, s0
	s_barrier_signal -1
	s_barrier_wait -1
	s_and_saveexec_b32 s0, vcc_lo
	s_cbranch_execz .LBB3_14
; %bb.13:
	ds_load_b32 v2, v4
	s_wait_alu depctr_sa_sdst(0)
	s_mov_b32 s2, ttmp9
	s_mov_b32 s3, 0
	s_wait_alu depctr_sa_sdst(0)
	s_lshl_b64 s[2:3], s[2:3], 2
	s_wait_alu depctr_sa_sdst(0)
	v_add_co_u32 v0, vcc_lo, v0, s2
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v1, null, s3, v1, vcc_lo
	s_wait_dscnt 0x0
	global_store_b32 v[0:1], v2, off
.LBB3_14:
	s_wait_alu depctr_sa_sdst(0)
	s_or_b32 exec_lo, exec_lo, s0
	s_wait_dscnt 0x0
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
; codeLenInByte = 532
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
	s_load_b128 s[68:71], s[0:1], 0x0
	s_load_b32 s16, s[0:1], 0x10
	s_wait_kmcnt 0x0
	s_clause 0x1
	s_load_b512 s[36:51], s[68:69], 0x0
	s_load_b512 s[0:15], s[68:69], 0x40
	s_and_b32 s16, s16, 63
	s_load_b512 s[52:67], s[68:69], 0x80
	s_lshl_b32 s33, s16, 2
	s_load_b512 s[16:31], s[68:69], 0xc0
	s_wait_kmcnt 0x0
	s_mul_i32 s35, s37, 7
	v_mov_b32_e32 v64, 0
	s_mul_i32 s34, s36, 7
	s_mul_i32 s36, s38, 7
	s_mul_i32 s37, s39, 7
	s_clause 0x7
	global_load_b128 v[0:3], v64, s[70:71]
	global_load_b128 v[4:7], v64, s[70:71] offset:16
	global_load_b128 v[8:11], v64, s[70:71] offset:32
	global_load_b128 v[12:15], v64, s[70:71] offset:48
	global_load_b128 v[16:19], v64, s[70:71] offset:64
	global_load_b128 v[20:23], v64, s[70:71] offset:80
	global_load_b128 v[24:27], v64, s[70:71] offset:96
	global_load_b128 v[28:31], v64, s[70:71] offset:112
	s_mul_i32 s38, s40, 7
	s_mul_i32 s39, s41, 7
	s_mul_i32 s40, s42, 7
	s_mul_i32 s41, s43, 7
	s_mul_i32 s42, s44, 7
	s_mul_i32 s43, s45, 7
	s_mul_i32 s44, s46, 7
	s_mul_i32 s45, s47, 7
	s_mul_i32 s46, s48, 7
	s_mul_i32 s47, s49, 7
	s_mul_i32 s48, s50, 7
	s_mul_i32 s49, s51, 7
	s_mul_i32 s0, s0, 7
	s_mul_i32 s1, s1, 7
	s_mul_i32 s2, s2, 7
	s_mul_i32 s3, s3, 7
	s_mul_i32 s4, s4, 7
	s_mul_i32 s5, s5, 7
	s_mul_i32 s6, s6, 7
	s_mul_i32 s7, s7, 7
	s_mul_i32 s8, s8, 7
	s_mul_i32 s9, s9, 7
	s_mul_i32 s10, s10, 7
	s_mul_i32 s11, s11, 7
	s_mul_i32 s12, s12, 7
	s_mul_i32 s13, s13, 7
	s_mul_i32 s14, s14, 7
	s_mul_i32 s15, s15, 7
	s_mul_i32 s50, s52, 7
	s_mul_i32 s51, s53, 7
	s_mul_i32 s52, s54, 7
	s_mul_i32 s53, s55, 7
	s_mul_i32 s54, s56, 7
	s_mul_i32 s55, s57, 7
	s_mul_i32 s56, s58, 7
	s_mul_i32 s57, s59, 7
	s_mul_i32 s58, s60, 7
	s_mul_i32 s59, s61, 7
	s_mul_i32 s60, s62, 7
	s_mul_i32 s61, s63, 7
	s_mul_i32 s62, s64, 7
	s_mul_i32 s63, s65, 7
	s_mul_i32 s64, s66, 7
	s_mul_i32 s65, s67, 7
	s_mul_i32 s16, s16, 7
	s_mul_i32 s17, s17, 7
	s_mul_i32 s18, s18, 7
	s_mul_i32 s19, s19, 7
	s_mul_i32 s20, s20, 7
	s_mul_i32 s21, s21, 7
	s_mul_i32 s22, s22, 7
	s_mul_i32 s23, s23, 7
	s_mul_i32 s24, s24, 7
	s_mul_i32 s25, s25, 7
	s_mul_i32 s26, s26, 7
	s_mul_i32 s27, s27, 7
	s_mul_i32 s28, s28, 7
	s_mul_i32 s29, s29, 7
	s_mul_i32 s30, s30, 7
	s_mul_i32 s31, s31, 7
	s_wait_loadcnt 0x7
	v_bfe_i32 v32, v0, 0, 16
	v_ashrrev_i32_e32 v33, 16, v0
	v_bfe_i32 v34, v1, 0, 16
	v_ashrrev_i32_e32 v35, 16, v1
	v_bfe_i32 v36, v2, 0, 16
	v_ashrrev_i32_e32 v37, 16, v2
	v_bfe_i32 v38, v3, 0, 16
	v_ashrrev_i32_e32 v39, 16, v3
	s_wait_loadcnt 0x6
	v_bfe_i32 v40, v4, 0, 16
	v_ashrrev_i32_e32 v41, 16, v4
	v_bfe_i32 v42, v5, 0, 16
	v_ashrrev_i32_e32 v43, 16, v5
	v_bfe_i32 v44, v6, 0, 16
	v_ashrrev_i32_e32 v45, 16, v6
	v_bfe_i32 v46, v7, 0, 16
	v_ashrrev_i32_e32 v47, 16, v7
	s_wait_loadcnt 0x5
	v_bfe_i32 v48, v8, 0, 16
	v_ashrrev_i32_e32 v49, 16, v8
	v_bfe_i32 v50, v9, 0, 16
	v_ashrrev_i32_e32 v51, 16, v9
	v_bfe_i32 v52, v10, 0, 16
	v_ashrrev_i32_e32 v53, 16, v10
	v_bfe_i32 v54, v11, 0, 16
	v_ashrrev_i32_e32 v55, 16, v11
	s_wait_loadcnt 0x4
	v_bfe_i32 v56, v12, 0, 16
	v_ashrrev_i32_e32 v57, 16, v12
	v_bfe_i32 v58, v13, 0, 16
	v_ashrrev_i32_e32 v59, 16, v13
	v_bfe_i32 v60, v14, 0, 16
	v_ashrrev_i32_e32 v61, 16, v14
	v_bfe_i32 v62, v15, 0, 16
	v_ashrrev_i32_e32 v63, 16, v15
	s_wait_loadcnt 0x3
	v_bfe_i32 v65, v16, 0, 16
	v_ashrrev_i32_e32 v66, 16, v16
	v_bfe_i32 v67, v17, 0, 16
	v_ashrrev_i32_e32 v68, 16, v17
	v_bfe_i32 v69, v18, 0, 16
	v_ashrrev_i32_e32 v70, 16, v18
	v_bfe_i32 v71, v19, 0, 16
	v_ashrrev_i32_e32 v72, 16, v19
	s_wait_loadcnt 0x2
	v_bfe_i32 v73, v20, 0, 16
	v_ashrrev_i32_e32 v74, 16, v20
	v_bfe_i32 v75, v21, 0, 16
	v_ashrrev_i32_e32 v76, 16, v21
	v_bfe_i32 v77, v22, 0, 16
	v_ashrrev_i32_e32 v78, 16, v22
	v_bfe_i32 v79, v23, 0, 16
	v_ashrrev_i32_e32 v80, 16, v23
	s_wait_loadcnt 0x1
	v_bfe_i32 v81, v24, 0, 16
	v_ashrrev_i32_e32 v82, 16, v24
	v_bfe_i32 v83, v25, 0, 16
	v_ashrrev_i32_e32 v84, 16, v25
	v_bfe_i32 v85, v26, 0, 16
	v_ashrrev_i32_e32 v86, 16, v26
	v_bfe_i32 v87, v27, 0, 16
	v_ashrrev_i32_e32 v88, 16, v27
	s_wait_loadcnt 0x0
	v_bfe_i32 v89, v28, 0, 16
	v_ashrrev_i32_e32 v90, 16, v28
	v_bfe_i32 v91, v29, 0, 16
	v_ashrrev_i32_e32 v92, 16, v29
	v_bfe_i32 v93, v30, 0, 16
	v_ashrrev_i32_e32 v94, 16, v30
	v_bfe_i32 v95, v31, 0, 16
	v_ashrrev_i32_e32 v96, 16, v31
	v_add_nc_u32_e32 v0, s34, v32
	v_add_nc_u32_e32 v1, s35, v33
	v_add_nc_u32_e32 v2, s36, v34
	v_add_nc_u32_e32 v3, s37, v35
	v_add_nc_u32_e32 v4, s38, v36
	v_add_nc_u32_e32 v5, s39, v37
	v_add_nc_u32_e32 v6, s40, v38
	v_add_nc_u32_e32 v7, s41, v39
	v_add_nc_u32_e32 v8, s42, v40
	v_add_nc_u32_e32 v9, s43, v41
	v_add_nc_u32_e32 v10, s44, v42
	v_add_nc_u32_e32 v11, s45, v43
	v_add_nc_u32_e32 v12, s46, v44
	v_add_nc_u32_e32 v13, s47, v45
	v_add_nc_u32_e32 v14, s48, v46
	v_add_nc_u32_e32 v15, s49, v47
	v_add_nc_u32_e32 v16, s0, v48
	v_add_nc_u32_e32 v17, s1, v49
	v_add_nc_u32_e32 v18, s2, v50
	v_add_nc_u32_e32 v19, s3, v51
	v_add_nc_u32_e32 v20, s4, v52
	v_add_nc_u32_e32 v21, s5, v53
	v_add_nc_u32_e32 v22, s6, v54
	v_add_nc_u32_e32 v23, s7, v55
	v_add_nc_u32_e32 v24, s8, v56
	v_add_nc_u32_e32 v25, s9, v57
	v_add_nc_u32_e32 v26, s10, v58
	v_add_nc_u32_e32 v27, s11, v59
	v_add_nc_u32_e32 v28, s12, v60
	v_add_nc_u32_e32 v29, s13, v61
	v_add_nc_u32_e32 v30, s14, v62
	v_add_nc_u32_e32 v31, s15, v63
	v_add_nc_u32_e32 v32, s50, v65
	v_add_nc_u32_e32 v33, s51, v66
	v_add_nc_u32_e32 v34, s52, v67
	v_add_nc_u32_e32 v35, s53, v68
	v_add_nc_u32_e32 v36, s54, v69
	v_add_nc_u32_e32 v37, s55, v70
	v_add_nc_u32_e32 v38, s56, v71
	v_add_nc_u32_e32 v39, s57, v72
	v_add_nc_u32_e32 v40, s58, v73
	v_add_nc_u32_e32 v41, s59, v74
	v_add_nc_u32_e32 v42, s60, v75
	v_add_nc_u32_e32 v43, s61, v76
	v_add_nc_u32_e32 v44, s62, v77
	v_add_nc_u32_e32 v45, s63, v78
	v_add_nc_u32_e32 v46, s64, v79
	v_add_nc_u32_e32 v47, s65, v80
	v_add_nc_u32_e32 v48, s16, v81
	v_add_nc_u32_e32 v49, s17, v82
	v_add_nc_u32_e32 v50, s18, v83
	v_add_nc_u32_e32 v51, s19, v84
	v_add_nc_u32_e32 v52, s20, v85
	v_add_nc_u32_e32 v53, s21, v86
	v_add_nc_u32_e32 v54, s22, v87
	v_add_nc_u32_e32 v55, s23, v88
	v_add_nc_u32_e32 v56, s24, v89
	v_add_nc_u32_e32 v57, s25, v90
	v_add_nc_u32_e32 v58, s26, v91
	v_add_nc_u32_e32 v59, s27, v92
	v_add_nc_u32_e32 v60, s28, v93
	v_add_nc_u32_e32 v61, s29, v94
	v_add_nc_u32_e32 v62, s30, v95
	v_add_nc_u32_e32 v63, s31, v96
	s_clause 0xf
	scratch_store_b128 off, v[0:3], off
	scratch_store_b128 off, v[4:7], off offset:16
	scratch_store_b128 off, v[8:11], off offset:32
	scratch_store_b128 off, v[12:15], off offset:48
	scratch_store_b128 off, v[16:19], off offset:64
	scratch_store_b128 off, v[20:23], off offset:80
	scratch_store_b128 off, v[24:27], off offset:96
	scratch_store_b128 off, v[28:31], off offset:112
	scratch_store_b128 off, v[32:35], off offset:128
	scratch_store_b128 off, v[36:39], off offset:144
	scratch_store_b128 off, v[40:43], off offset:160
	scratch_store_b128 off, v[44:47], off offset:176
	scratch_store_b128 off, v[48:51], off offset:192
	scratch_store_b128 off, v[52:55], off offset:208
	scratch_store_b128 off, v[56:59], off offset:224
	scratch_store_b128 off, v[60:63], off offset:240
	scratch_load_b32 v0, off, s33
	s_wait_loadcnt 0x0
	global_store_b32 v64, v0, s[68:69]
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
		.amdhsa_wavefront_size32 1
		.amdhsa_uses_dynamic_stack 0
		.amdhsa_enable_private_segment 1
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 0
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 97
		.amdhsa_next_free_sgpr 72
		.amdhsa_reserve_vcc 0
		.amdhsa_float_round_mode_32 0
		.amdhsa_float_round_mode_16_64 0
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_fp16_overflow 0
		.amdhsa_workgroup_processor_mode 1
		.amdhsa_memory_ordered 1
		.amdhsa_forward_progress 1
		.amdhsa_inst_pref_size 11
		.amdhsa_round_robin_scheduling 0
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
	.set stack.num_vgpr, 97
	.set stack.num_agpr, 0
	.set stack.numbered_sgpr, 72
	.set stack.num_named_barrier, 0
	.set stack.private_seg_size, 260
	.set stack.uses_vcc, 0
	.set stack.uses_flat_scratch, 1
	.set stack.has_dyn_sized_stack, 0
	.set stack.has_recursion, 0
	.set stack.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 1332
; TotalNumSgprs: 72
; NumVgprs: 97
; ScratchSize: 260
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 0
; VGPRBlocks: 12
; NumSGPRsForWavesPerEU: 72
; NumVGPRsForWavesPerEU: 97
; Occupancy: 12
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
	s_wait_loadcnt_dscnt 0x0
	s_wait_expcnt 0x0
	s_wait_samplecnt 0x0
	s_wait_bvhcnt 0x0
	s_wait_kmcnt 0x0
	global_load_b128 v[5:8], v[2:3], off
	global_load_b128 v[9:12], v[0:1], off
	global_load_b128 v[13:16], v[2:3], off offset:16
	s_clause 0x1
	global_load_b128 v[17:20], v[0:1], off offset:16
	global_load_b128 v[21:24], v[0:1], off offset:32
	global_load_b128 v[25:28], v[2:3], off offset:32
	s_clause 0x1
	global_load_b128 v[29:32], v[0:1], off offset:48
	global_load_b128 v[33:36], v[0:1], off offset:64
	global_load_b128 v[48:51], v[2:3], off offset:48
	s_clause 0x1
	global_load_b128 v[52:55], v[0:1], off offset:80
	global_load_b128 v[64:67], v[0:1], off offset:96
	global_load_b128 v[68:71], v[2:3], off offset:64
	s_clause 0x4
	global_load_b128 v[80:83], v[0:1], off offset:112
	global_load_b128 v[84:87], v[0:1], off offset:128
	global_load_b128 v[96:99], v[0:1], off offset:144
	global_load_b128 v[100:103], v[0:1], off offset:176
	global_load_b128 v[112:115], v[0:1], off offset:160
	global_load_b128 v[116:119], v[2:3], off offset:80
	global_load_b128 v[144:147], v[0:1], off offset:208
	s_wait_loadcnt 0x12
	v_bfe_i32 v37, v5, 0, 16
	v_ashrrev_i32_e32 v38, 16, v5
	v_bfe_i32 v128, v6, 0, 16
	v_ashrrev_i32_e32 v129, 16, v6
	v_bfe_i32 v130, v7, 0, 16
	v_ashrrev_i32_e32 v131, 16, v7
	v_bfe_i32 v132, v8, 0, 16
	s_wait_loadcnt 0x11
	v_mad_co_u64_u32 v[5:6], null, v9, 7, v[37:38]
	v_ashrrev_i32_e32 v133, 16, v8
	v_mad_co_u64_u32 v[6:7], null, v10, 7, v[38:39]
	v_mad_co_u64_u32 v[7:8], null, v11, 7, v[128:129]
	s_wait_loadcnt 0x10
	v_bfe_i32 v134, v14, 0, 16
	v_bfe_i32 v37, v13, 0, 16
	v_ashrrev_i32_e32 v38, 16, v13
	v_mad_co_u64_u32 v[8:9], null, v12, 7, v[129:130]
	s_wait_loadcnt 0xf
	v_mad_co_u64_u32 v[9:10], null, v17, 7, v[130:131]
	v_mad_co_u64_u32 v[10:11], null, v18, 7, v[131:132]
	v_ashrrev_i32_e32 v17, 16, v14
	v_mad_co_u64_u32 v[11:12], null, v19, 7, v[132:133]
	v_bfe_i32 v18, v15, 0, 16
	v_mad_co_u64_u32 v[12:13], null, v20, 7, v[133:134]
	v_ashrrev_i32_e32 v19, 16, v15
	v_bfe_i32 v20, v16, 0, 16
	s_wait_loadcnt 0xe
	v_mad_co_u64_u32 v[13:14], null, v21, 7, v[37:38]
	v_mad_co_u64_u32 v[14:15], null, v22, 7, v[38:39]
	v_ashrrev_i32_e32 v132, 16, v16
	v_mad_co_u64_u32 v[15:16], null, v23, 7, v[134:135]
	s_wait_loadcnt 0xd
	v_bfe_i32 v22, v25, 0, 16
	v_mad_co_u64_u32 v[16:17], null, v24, 7, v[17:18]
	v_ashrrev_i32_e32 v23, 16, v25
	s_wait_loadcnt 0xc
	v_mad_co_u64_u32 v[17:18], null, v29, 7, v[18:19]
	v_bfe_i32 v24, v26, 0, 16
	v_mad_co_u64_u32 v[18:19], null, v30, 7, v[19:20]
	v_ashrrev_i32_e32 v25, 16, v26
	v_mad_co_u64_u32 v[19:20], null, v31, 7, v[20:21]
	v_bfe_i32 v26, v27, 0, 16
	v_mad_co_u64_u32 v[20:21], null, v32, 7, v[132:133]
	v_ashrrev_i32_e32 v27, 16, v27
	s_wait_loadcnt 0xb
	v_mad_co_u64_u32 v[21:22], null, v33, 7, v[22:23]
	v_bfe_i32 v29, v28, 0, 16
	v_ashrrev_i32_e32 v30, 16, v28
	v_mad_co_u64_u32 v[22:23], null, v34, 7, v[23:24]
	s_wait_loadcnt 0xa
	v_bfe_i32 v31, v48, 0, 16
	v_mad_co_u64_u32 v[23:24], null, v35, 7, v[24:25]
	v_ashrrev_i32_e32 v32, 16, v48
	v_mad_co_u64_u32 v[24:25], null, v36, 7, v[25:26]
	v_bfe_i32 v33, v49, 0, 16
	s_wait_loadcnt 0x9
	v_mad_co_u64_u32 v[25:26], null, v52, 7, v[26:27]
	v_mad_co_u64_u32 v[26:27], null, v53, 7, v[27:28]
	v_ashrrev_i32_e32 v34, 16, v49
	v_mad_co_u64_u32 v[27:28], null, v54, 7, v[29:30]
	v_bfe_i32 v35, v50, 0, 16
	v_mad_co_u64_u32 v[28:29], null, v55, 7, v[30:31]
	v_ashrrev_i32_e32 v36, 16, v50
	v_bfe_i32 v37, v51, 0, 16
	s_wait_loadcnt 0x8
	v_mad_co_u64_u32 v[29:30], null, v64, 7, v[31:32]
	v_ashrrev_i32_e32 v38, 16, v51
	v_mad_co_u64_u32 v[30:31], null, v65, 7, v[32:33]
	v_mad_co_u64_u32 v[31:32], null, v66, 7, v[33:34]
	v_mad_co_u64_u32 v[32:33], null, v67, 7, v[34:35]
	s_wait_loadcnt 0x6
	v_mad_co_u64_u32 v[33:34], null, v80, 7, v[35:36]
	v_mad_co_u64_u32 v[34:35], null, v81, 7, v[36:37]
	global_load_b128 v[132:135], v[2:3], off offset:96
	v_mad_co_u64_u32 v[35:36], null, v82, 7, v[37:38]
	v_mad_co_u64_u32 v[36:37], null, v83, 7, v[38:39]
	v_bfe_i32 v37, v70, 0, 16
	v_ashrrev_i32_e32 v38, 16, v70
	v_bfe_i32 v48, v68, 0, 16
	v_ashrrev_i32_e32 v50, 16, v68
	v_bfe_i32 v67, v71, 0, 16
	v_ashrrev_i32_e32 v68, 16, v71
	global_load_b128 v[128:131], v[0:1], off offset:192
	s_wait_loadcnt 0x6
	v_mad_co_u64_u32 v[64:65], null, v96, 7, v[37:38]
	v_mad_co_u64_u32 v[65:66], null, v97, 7, v[38:39]
	v_mad_co_u64_u32 v[66:67], null, v98, 7, v[67:68]
	s_wait_loadcnt 0x3
	v_bfe_i32 v37, v116, 0, 16
	v_ashrrev_i32_e32 v38, 16, v116
	v_mad_co_u64_u32 v[67:68], null, v99, 7, v[68:69]
	v_bfe_i32 v68, v117, 0, 16
	v_bfe_i32 v51, v69, 0, 16
	v_ashrrev_i32_e32 v52, 16, v69
	v_mad_co_u64_u32 v[80:81], null, v112, 7, v[37:38]
	v_mad_co_u64_u32 v[81:82], null, v113, 7, v[38:39]
	v_mad_co_u64_u32 v[82:83], null, v114, 7, v[68:69]
	global_load_b128 v[68:71], v[2:3], off offset:112
	v_mad_co_u64_u32 v[48:49], null, v84, 7, v[48:49]
	v_mad_co_u64_u32 v[49:50], null, v85, 7, v[50:51]
	v_mad_co_u64_u32 v[50:51], null, v86, 7, v[51:52]
	v_mad_co_u64_u32 v[51:52], null, v87, 7, v[52:53]
	global_load_b128 v[52:55], v[0:1], off offset:224
	v_ashrrev_i32_e32 v37, 16, v117
	v_bfe_i32 v38, v118, 0, 16
	v_ashrrev_i32_e32 v85, 16, v119
	s_delay_alu instid0(VALU_DEP_2) | instskip(SKIP_3) | instid1(VALU_DEP_3)
	v_mad_co_u64_u32 v[83:84], null, v115, 7, v[37:38]
	v_ashrrev_i32_e32 v37, 16, v118
	v_bfe_i32 v84, v119, 0, 16
	v_mad_co_u64_u32 v[96:97], null, v100, 7, v[38:39]
	v_mad_co_u64_u32 v[97:98], null, v101, 7, v[37:38]
	s_delay_alu instid0(VALU_DEP_3)
	v_mad_co_u64_u32 v[98:99], null, v102, 7, v[84:85]
	v_mad_co_u64_u32 v[99:100], null, v103, 7, v[85:86]
	global_load_b128 v[84:87], v[0:1], off offset:240
	s_wait_loadcnt 0x4
	v_bfe_i32 v2, v132, 0, 16
	v_ashrrev_i32_e32 v3, 16, v132
	v_bfe_i32 v37, v133, 0, 16
	s_wait_loadcnt 0x3
	s_delay_alu instid0(VALU_DEP_2)
	v_mad_co_u64_u32 v[112:113], null, v128, 7, v[2:3]
	v_mad_co_u64_u32 v[113:114], null, v129, 7, v[3:4]
	v_ashrrev_i32_e32 v2, 16, v133
	v_bfe_i32 v3, v134, 0, 16
	v_mad_co_u64_u32 v[114:115], null, v130, 7, v[37:38]
	v_bfe_i32 v37, v135, 0, 16
	v_ashrrev_i32_e32 v38, 16, v135
	s_delay_alu instid0(VALU_DEP_4) | instskip(SKIP_2) | instid1(VALU_DEP_2)
	v_mad_co_u64_u32 v[115:116], null, v131, 7, v[2:3]
	v_ashrrev_i32_e32 v2, 16, v134
	v_mad_co_u64_u32 v[128:129], null, v144, 7, v[3:4]
	v_mad_co_u64_u32 v[129:130], null, v145, 7, v[2:3]
	v_mad_co_u64_u32 v[130:131], null, v146, 7, v[37:38]
	s_wait_loadcnt 0x2
	v_bfe_i32 v2, v68, 0, 16
	v_ashrrev_i32_e32 v3, 16, v68
	v_mad_co_u64_u32 v[131:132], null, v147, 7, v[38:39]
	v_bfe_i32 v37, v71, 0, 16
	v_ashrrev_i32_e32 v38, 16, v71
	s_wait_loadcnt 0x1
	v_mad_co_u64_u32 v[144:145], null, v52, 7, v[2:3]
	v_bfe_i32 v2, v69, 0, 16
	v_mad_co_u64_u32 v[145:146], null, v53, 7, v[3:4]
	s_delay_alu instid0(VALU_DEP_2) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_mad_co_u64_u32 v[146:147], null, v54, 7, v[2:3]
	v_ashrrev_i32_e32 v2, 16, v69
	v_mad_co_u64_u32 v[147:148], null, v55, 7, v[2:3]
	v_bfe_i32 v2, v70, 0, 16
	v_ashrrev_i32_e32 v3, 16, v70
	s_wait_loadcnt 0x0
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_3) | instid1(VALU_DEP_3)
	v_mad_co_u64_u32 v[160:161], null, v84, 7, v[2:3]
	v_and_b32_e32 v2, 63, v4
	v_mad_co_u64_u32 v[161:162], null, v85, 7, v[3:4]
	v_mad_co_u64_u32 v[162:163], null, v86, 7, v[37:38]
	v_lshlrev_b32_e32 v2, 2, v2
	v_mad_co_u64_u32 v[163:164], null, v87, 7, v[38:39]
	s_clause 0xf
	scratch_store_b128 off, v[5:8], s32
	scratch_store_b128 off, v[9:12], s32 offset:16
	scratch_store_b128 off, v[13:16], s32 offset:32
	scratch_store_b128 off, v[17:20], s32 offset:48
	scratch_store_b128 off, v[21:24], s32 offset:64
	scratch_store_b128 off, v[25:28], s32 offset:80
	scratch_store_b128 off, v[29:32], s32 offset:96
	scratch_store_b128 off, v[33:36], s32 offset:112
	scratch_store_b128 off, v[48:51], s32 offset:128
	scratch_store_b128 off, v[64:67], s32 offset:144
	scratch_store_b128 off, v[80:83], s32 offset:160
	scratch_store_b128 off, v[96:99], s32 offset:176
	scratch_store_b128 off, v[112:115], s32 offset:192
	scratch_store_b128 off, v[128:131], s32 offset:208
	scratch_store_b128 off, v[144:147], s32 offset:224
	scratch_store_b128 off, v[160:163], s32 offset:240
	scratch_load_b32 v2, v2, s32
	s_wait_loadcnt 0x0
	global_store_b32 v[0:1], v2, off
	s_setpc_b64 s[30:31]
.Lfunc_end5:
	.size	__clang_ocl_kern_imp_stack, .Lfunc_end5-__clang_ocl_kern_imp_stack
                                        ; -- End function
	.set __clang_ocl_kern_imp_stack.num_vgpr, 165
	.set __clang_ocl_kern_imp_stack.num_agpr, 0
	.set __clang_ocl_kern_imp_stack.numbered_sgpr, 33
	.set __clang_ocl_kern_imp_stack.num_named_barrier, 0
	.set __clang_ocl_kern_imp_stack.private_seg_size, 260
	.set __clang_ocl_kern_imp_stack.uses_vcc, 0
	.set __clang_ocl_kern_imp_stack.uses_flat_scratch, 1
	.set __clang_ocl_kern_imp_stack.has_dyn_sized_stack, 0
	.set __clang_ocl_kern_imp_stack.has_recursion, 0
	.set __clang_ocl_kern_imp_stack.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 1556
; TotalNumSgprs: 33
; NumVgprs: 165
; ScratchSize: 260
; MemoryBound: 0
	.text
	.p2alignl 7, 3214868480
	.fill 96, 4, 3214868480
	.section	.AMDGPU.gpr_maximums,"",@progbits
	.set amdgpu.max_num_vgpr, 165
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
    .sgpr_count:     10
    .sgpr_spill_count: 0
    .symbol:         saxpy.kd
    .uses_dynamic_stack: false
    .vgpr_count:     4
    .vgpr_spill_count: 0
    .wavefront_size: 32
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
    .wavefront_size: 32
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
    .sgpr_count:     72
    .sgpr_spill_count: 0
    .symbol:         stack.kd
    .uses_dynamic_stack: false
    .vgpr_count:     97
    .vgpr_spill_count: 0
    .wavefront_size: 32
    .workgroup_processor_mode: 1
amdhsa.target:   amdgcn-amd-amdhsa--gfx1200
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
