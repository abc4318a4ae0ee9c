// Every kind of token of a thread trace, as captures of gfx1201 have it, beside the instruction.
  s_clause 0x1                                // IMMEDIATE
  s_load_b64 s[4:5], s[0:1], 0x0              // SMEM
  s_load_b32 s6, s[0:1], 0x8                  // SMEM
  s_wait_kmcnt 0x0                            // IMMEDIATE
  s_mov_b32 s7, 2                             // SALU
  s_mul_i32 s8, s7, s7                        // SALU_2
  s_mul_u64 s[10:11], s[4:5], s[4:5]          // SALU_5
  s_add_f32 s12, s7, s8                       // SALU_FLOAT_3
  v_lshlrev_b32_e32 v1, 2, v0                 // VALUINST
  global_load_b32 v2, v1, s[4:5]              // VMEM_RD_1
  global_load_b64 v[3:4], v[5:6], off         // VMEM_RD_2
loop:
  v_add_f32_e32 v7, v2, v2                    // VALUINST
  s_delay_alu instid0(VALU_DEP_1)             // -
  v_exp_f32_e32 v8, v7                        // VALUT_4
  v_s_rcp_f32 s13, s12                        // VALU_SCL_TRANS
  s_wait_alu 0xfffe                           // -
  v_lshlrev_b64_e32 v[10:11], 3, v[3:4]       // VALUB_2
  v_mul_lo_u32 v12, v1, v2                    // VALUB_4
  v_add_f64_e32 v[14:15], v[10:11], v[10:11]  // VALU_DPFP
  v_cmpx_eq_u32_e32 v1, v2                    // VALUINST
  s_or_saveexec_b32 s9, s8                    // SALU_WR_EXEC
  ds_load_b32 v18, v1                         // LDS_RD
  ds_store_b32 v1, v2                         // LDS_WR_2
  ds_store_b128 v1, v[20:23]                  // LDS_WR_5
  s_sub_co_u32 s7, s7, 1                      // SALU
  s_cmp_lg_u32 s7, 0                          // SALU
  s_cbranch_scc1 loop                         // JUMP
  s_barrier_signal -1                         // BARRIER_SIGNAL
  s_barrier_wait -1                           // -
  s_nop 3                                     // IMMEDIATE
  global_store_b32 v1, v7, s[4:5]             // VMEM_WR_2
  global_store_b64 v1, v[10:11], s[4:5]       // VMEM_WR_3
  global_store_b128 v[5:6], v[20:23], off     // VMEM_WR_6
  global_atomic_add_u32 v1, v7, s[4:5]        // VMEM_WR_2
  v_wmma_f32_16x16x16_f16 v[30:37], v[40:43], v[44:47], v[30:37]  // WMMA_16
  v_wmma_i32_16x16x16_iu8 v[30:37], v[40:41], v[42:43], v[30:37]  // WMMA_8
  s_sendmsg sendmsg(MSG_DEALLOC_VGPRS)        // MESSAGE
  s_endpgm                                    // -
