// Every kind of token of a thread trace, as captures of gfx1100 have it, beside the instruction.
  s_clause 0x1                                // IMMEDIATE
  s_load_b64 s[4:5], s[0:1], 0x0              // SMEM_RD
  s_load_b32 s6, s[0:1], 0x8                  // SMEM_RD
  s_waitcnt lgkmcnt(0)                        // IMMEDIATE
  s_mov_b32 s7, 2                             // SALU
  v_lshlrev_b32_e32 v1, 2, v0                 // VALUINST
  global_load_b32 v2, v1, s[4:5]              // SGMEM_RD_1
  global_load_b64 v[3:4], v[5:6], off         // SGMEM_RD_2
loop:
  v_add_f32_e32 v7, v2, v2                    // VALUINST
  s_delay_alu instid0(VALU_DEP_1)             // -
  v_exp_f32_e32 v8, v7                        // VALUT_4
  v_lshlrev_b64 v[10:11], 3, v[3:4]           // VALUB_2
  v_mul_lo_u32 v12, v1, v2                    // VALUB_4
  v_add_f64 v[14:15], v[10:11], v[10:11]      // VALUB_16
  v_dual_add_f32 v16, v2, v3 :: v_dual_mul_f32 v17, v4, v5  // VALUINST
  v_cmp_eq_u64_e32 vcc_lo, v[10:11], v[14:15] // VALUB_2
  v_cmpx_eq_u32_e32 v1, v2                    // VALU1_WR_EXEC
  s_or_saveexec_b32 s9, s8                    // SALU_WR_EXEC
  ds_load_b32 v18, v1                         // LDS_RD
  ds_store_b32 v1, v2                         // LDS_WR_2
  ds_store_b64 v1, v[2:3]                     // LDS_WR_3
  ds_store_b128 v1, v[20:23]                  // LDS_WR_5
  ds_add_rtn_u32 v19, v1, v2                  // LDS_WR_2
  s_sub_u32 s7, s7, 1                         // SALU
  s_cmp_lg_u32 s7, 0                          // SALU
  s_cbranch_scc1 loop                         // JUMP
  s_barrier                                   // BARRIER
  s_nop 3                                     // IMMEDIATE
  flat_load_b32 v24, v[3:4]                   // FLAT_RD_2
  flat_store_b32 v[3:4], v24                  // FLAT_WR_3
  global_store_b32 v1, v7, s[4:5]             // SGMEM_WR_2
  global_store_b64 v1, v[10:11], s[4:5]       // SGMEM_WR_3
  global_store_b128 v[5:6], v[20:23], off     // SGMEM_WR_6
  global_atomic_add_u32 v1, v7, s[4:5]        // SGMEM_WR_2
  v_wmma_f32_16x16x16_f16 v[30:37], v[40:47], v[48:55], v[30:37]  // VALUINST
  s_sendmsg sendmsg(MSG_DEALLOC_VGPRS)        // MESSAGE
  s_endpgm                                    // -
