//! Words to put into lines: operands and modifiers of every kind, those of other machines included.

/// Operands of every kind, at the edges of what there is.
#[rustfmt::skip]
pub const OPERANDS: &[&str] = &[
    "v0", "v1", "v127", "v128", "v255", "v256", "v1.l", "v1.h", "v127.h", "v128.l", "v255.h",
    "v[0:1]", "v[1:2]", "v[254:255]", "v[255:256]", "v[0:2]", "v[4:7]", "v[253:255]", "v[0:4]",
    "v[8:15]", "v[0:15]", "v[0:31]", "v[1]", "v[2*2:5]", "s0", "s1", "s105", "s106", "s[0:1]",
    "s[1:2]", "s[2:3]", "s[104:105]", "s[105:106]", "s[0:2]", "s[0:3]", "s[2:5]", "s[4:7]",
    "s[100:103]", "s[0:7]", "s[96:103]", "s[0:15]", "s[0:31]", "[s0,s1]", "[v1,v2]", "[v1]",
    "ttmp0", "ttmp15", "ttmp16", "ttmp[0:1]", "ttmp[4:7]", "ttmp[8:15]", "ttmp[0:15]", "vcc",
    "vcc_lo", "vcc_hi", "exec", "exec_lo", "exec_hi", "m0", "null", "src_scc", "scc", "src_vccz",
    "src_execz", "src_shared_base", "shared_limit", "src_private_base", "src_private_limit",
    "src_pops_exiting_wave_id", "src_lds_direct", "lds_direct", "flat_scratch", "xnack_mask",
    "src_flat_scratch_base_lo", "a0", "a[0:1]", "0", "1", "64", "65", "-1", "-16", "-17", "0.5",
    "-0.5", "1.0", "-4.0", "0.15915494", "0.15915494309189532", "0.1", "1e10", "-1.5", "65504.0",
    "1.0e-40", "3.4028235e39", "0x3f800000", "0x3c00", "0xbc00", "0x3f80", "0xffff", "0x10000",
    "0xffff8000", "0xaf123456", "0x80000000", "0xffffffff", "0x100000000", "0xffffffffffffffff",
    "0x3ff0000000000000", "0x7fffffffffffffff", "-0x80000000", "-0x80000001", "32767", "32768",
    "-32768", "-32769", "lit(1)", "lit(0x1234)", "lit(1.0)", "lit64(1)", "lit64(0x123456789)",
    "sym", "sym+4", "1+1", "(1+1)*2", "~0", "!0", "0b101", "0o17", "017", "'a'", "off", "off:1",
    "neg(v1)", "abs(v1)", "neg(1)", "abs(-1)", "neg(abs(v1))", "-|v1|", "|v1|", "|s1|", "-v1",
    "-s1", "-|1|", "|-1.0|", "--1", "-(1)", "sext(v1)", "attr0.x", "attr32.w", "attr33.x", "mrt0",
    "mrtz", "pos0", "param0", "hwreg(1)", "hwreg(HW_REG_MODE)", "hwreg(HW_REG_MODE, 0, 4)",
    "sendmsg(MSG_INTERRUPT)", "sendmsg(2)", "vmcnt(0)", "lgkmcnt(0) vmcnt(1)", "expcnt(7)",
    "instid0(VALU_DEP_1)", "instid0(VALU_DEP_1) | instskip(NEXT)", "depctr_sa_sdst(0)", "@sym",
    "sym@rel32@lo", "s[sym:sym+1]", "{id: 1}",
];

/// Modifiers of every kind, with values in and out of range.
#[rustfmt::skip]
pub const MODIFIERS: &[&str] = &[
    "clamp", "noclamp", "mul:2", "mul:4", "div:2", "mul:3", "op_sel:[0,1]", "op_sel:[1,1,1]",
    "op_sel:[0,0,0,1]", "op_sel:[1]", "op_sel_hi:[1,0]", "op_sel_hi:[0,0,0]", "neg_lo:[1,0]",
    "neg_lo:[1,1,1]", "neg_lo:[0,0,1]", "neg_hi:[0,1]", "neg_hi:[0,0,1]", "byte_sel:0",
    "byte_sel:1", "byte_sel:3", "byte_sel:4", "index_key:0", "index_key:1", "index_key:3",
    "index_key:4", "quad_perm:[0,1,2,3]", "quad_perm:[3,2,1,4]", "row_shl:1", "row_shl:16",
    "row_shr:15", "row_ror:0", "row_share:0", "row_xmask:15", "row_mirror", "row_half_mirror",
    "wave_shl:1", "row_bcast:15", "row_mask:0xf", "row_mask:0x10", "bank_mask:0x3", "bound_ctrl:0",
    "bound_ctrl:1", "bound_ctrl:2", "fi:0", "fi:1", "fi:2", "dpp8:[7,6,5,4,3,2,1,0]",
    "dpp8:[0,0,0,0,0,0,0,8]", "offset:0", "offset:4", "offset:255", "offset:4095", "offset:4096",
    "offset:65535", "offset:65536", "offset:-1", "offset:-4096", "offset:-4097", "offset:8388607",
    "offset:8388608", "offset:-8388608", "offset0:1", "offset1:255", "offset1:256", "gds", "glc",
    "slc", "dlc", "noglc", "scc", "nv", "sc0", "sc1", "nt", "th:TH_LOAD_NT", "th:TH_STORE_NT",
    "th:TH_ATOMIC_RETURN", "th:TH_LOAD_BYPASS scope:SCOPE_SYS", "th:TH_LOAD_LU", "th:TH_LOAD_HT",
    "th:TH_DEFAULT", "th:0", "th:3", "th:7", "scope:SCOPE_CU", "scope:SCOPE_SE", "scope:SCOPE_DEV",
    "scope:SCOPE_SYS", "scope:0", "scope:3", "scope:4", "scale_offset", "offen", "idxen", "addr64",
    "lds", "tfe", "lwe", "d16", "unorm", "r128", "a16", "da", "dmask:0x0", "dmask:0x1", "dmask:0x3",
    "dmask:0xf", "dmask:0x10", "dim:SQ_RSRC_IMG_1D", "dim:SQ_RSRC_IMG_2D", "dim:2D", "dim:3D",
    "dim:CUBE", "dim:1D_ARRAY", "dim:2D_MSAA_ARRAY", "dim:4D", "format:1", "format:63",
    "format:127", "format:128", "format:[BUF_FMT_8_UNORM]", "format:[BUF_FMT_32_FLOAT]",
    "format:[BUF_DATA_FORMAT_8]", "format:[BUF_DATA_FORMAT_32,BUF_NUM_FORMAT_FLOAT]", "done", "vm",
    "compr", "row_en", "wait_exp:0", "wait_exp:7", "wait_exp:8", "wait_vdst:0", "wait_vdst:15",
    "wait_vdst:16", "wait_va_vdst:3", "wait_vm_vsrc:1", "mask:1", "offset:swizzle(SWAP,1)",
    "offset:swizzle(QUAD_PERM,0,1,2,3)", "src0_sel:DWORD", "high", "blgp:1", "cbsz:1",
    "bitop3:0x27", "matrix_a_reuse", "swz", "yield", "foo", "foo:1",
];

pub const SUFFIXES: &[&str] = &["", "_e32", "_e64", "_dpp", "_e64_dpp", "_sdwa"];

/// Registers with names, and names that are nearly registers.
#[rustfmt::skip]
pub const REGISTERS: &[&str] = &[
    "vcc", "vcc_lo", "vcc_hi", "exec", "exec_lo", "exec_hi", "m0", "null", "src_scc", "scc",
    "src_vccz", "vccz", "src_execz", "execz", "src_shared_base", "shared_base", "src_shared_limit",
    "shared_limit", "src_private_base", "private_base", "src_private_limit", "private_limit",
    "src_pops_exiting_wave_id", "pops_exiting_wave_id", "src_lds_direct", "lds_direct",
    "flat_scratch", "flat_scratch_lo", "xnack_mask", "tba", "tma_lo", "src_flat_scratch_base_lo",
    "src_shared_base_lo", "src_private_limit_hi", "sgpr_null", "scc_lo", "m1", "vcc.l", "null_hi",
];

/// Numbers as floats are written, in and out of the ranges of 16, 32 and 64 bits.
#[rustfmt::skip]
pub const FLOATS: &[&str] = &[
    "0.0", "-0.0", "0.5", "-0.5", "1.0", "-1.0", "2.0", "-2.0", "4.0", "-4.0", "8.0", "100.0",
    "0.15915494", "0.15915494309189532", "0.15915494309189535", "0.1591", "0.1592", "0.1", "-1.5",
    "1e10", "65504.0", "65505.0", "65519.0", "65520.0", "-65536.0", "1.0e-8", "6.0e-8", "6.1e-5",
    "1.0e-40", "1.0e-46", "3.4028235e38", "3.4028236e38", "3.4028235e39", "1.0e-320", "1.0e308",
    "1.0e309", "2.0e-308", "0x1p3", "1.", "1e", ".5", "1.0.0", "1.17549435e-38",
];

/// Names of hardware registers, messages, their operations and the like, of several generations.
#[rustfmt::skip]
pub const HWREGS: &[&str] = &[
    "HW_REG_MODE", "HW_REG_STATUS", "HW_REG_TRAPSTS", "HW_REG_GPR_ALLOC", "HW_REG_LDS_ALLOC",
    "HW_REG_IB_STS", "HW_REG_SH_MEM_BASES", "HW_REG_TBA_LO", "HW_REG_FLAT_SCR_LO",
    "HW_REG_XNACK_MASK", "HW_REG_HW_ID", "HW_REG_HW_ID1", "HW_REG_HW_ID2", "HW_REG_POPS_PACKER",
    "HW_REG_SHADER_CYCLES", "HW_REG_PERF_SNAPSHOT_DATA", "HW_REG_PERF_SNAPSHOT_PC_LO",
    "HW_REG_WAVE_MODE", "HW_REG_WAVE_STATE_PRIV", "HW_REG_STATE_PRIV", "HW_REG_EXCP_FLAG_PRIV",
    "HW_REG_WAVE_TRAP_CTRL", "HW_REG_SCRATCH_BASE_HI", "HW_REG_WAVE_SCHED_MODE",
    "HW_REG_SHADER_CYCLES_LO", "HW_REG_SHADER_CYCLES_HI", "HW_REG_DVGPR_ALLOC_LO", "HW_REG_IB_STS2",
    "HW_REG_SQ_SHADER_TBA_LO", "HW_REG_INST_DW0", "hw_reg_mode",
];
#[rustfmt::skip]
pub const MESSAGES: &[&str] = &[
    "MSG_INTERRUPT", "MSG_HS_TESSFACTOR", "MSG_DEALLOC_VGPRS", "MSG_GS", "MSG_GS_DONE",
    "MSG_SAVEWAVE", "MSG_STALL_WAVE_GEN", "MSG_HALT_WAVES", "MSG_ORDERED_PS_DONE",
    "MSG_EARLY_PRIM_DEALLOC", "MSG_GS_ALLOC_REQ", "MSG_GET_DOORBELL", "MSG_GET_DDID", "MSG_SYSMSG",
    "MSG_RTN_GET_DOORBELL", "MSG_RTN_GET_DDID", "MSG_RTN_GET_TMA", "MSG_RTN_GET_REALTIME",
    "MSG_RTN_SAVE_WAVE", "MSG_RTN_GET_TBA", "MSG_RTN_GET_TBA_TO_PC", "MSG_RTN_GET_SE_AID_ID",
    "msg_interrupt",
];
#[rustfmt::skip]
pub const OPERATIONS: &[&str] = &[
    "GS_OP_NOP", "GS_OP_CUT", "GS_OP_EMIT", "GS_OP_EMIT_CUT", "SYSMSG_OP_ECC_ERR_INTERRUPT",
    "SYSMSG_OP_REG_RD", "SYSMSG_OP_HOST_TRAP_ACK", "SYSMSG_OP_TTRACE_PC",
];
#[rustfmt::skip]
pub const COUNTERS: &[&str] = &[
    "vmcnt", "lgkmcnt", "expcnt", "vscnt", "vmcnt_sat", "lgkmcnt_sat", "expcnt_sat", "depctr_hold_cnt",
    "depctr_sa_sdst", "depctr_va_vdst", "depctr_va_sdst", "depctr_va_ssrc", "depctr_va_vcc",
    "depctr_vm_vsrc", "depctr_va_vdst_sat", "loadcnt", "dscnt", "foo",
];
#[rustfmt::skip]
pub const DELAYS: &[&str] = &[
    "NO_DEP", "VALU_DEP_1", "VALU_DEP_2", "VALU_DEP_3", "VALU_DEP_4", "VALU_DEP_5",
    "TRANS32_DEP_1", "TRANS32_DEP_2", "TRANS32_DEP_3", "TRANS32_DEP_4", "FMA_ACCUM_CYCLE_1",
    "SALU_CYCLE_1", "SALU_CYCLE_2", "SALU_CYCLE_3", "SALU_CYCLE_4", "SAME", "NEXT", "SKIP_1",
    "SKIP_2", "SKIP_3", "SKIP_4", "SKIP_5", "1",
];
#[rustfmt::skip]
pub const HINTS: &[&str] = &[
    "RT", "NT", "HT", "LU", "WB", "BYPASS", "NT_RT", "RT_NT", "NT_HT", "NT_WB", "RETURN",
    "RT_RETURN", "NT_RETURN", "CASCADE_RT", "CASCADE_NT", "RT_WB", "HT_WB", "FOO", "DEFAULT",
];
#[rustfmt::skip]
pub const DIMENSIONS: &[&str] = &[
    "1D", "2D", "3D", "CUBE", "1D_ARRAY", "2D_ARRAY", "2D_MSAA", "2D_MSAA_ARRAY", "4D", "2d", "0",
    "5",
];
#[rustfmt::skip]
pub const BUFFER_FORMATS: &[&str] = &[
    "BUF_FMT_8_UNORM", "BUF_FMT_32_FLOAT", "BUF_FMT_INVALID", "BUF_FMT_16_SNORM",
    "BUF_FMT_8_8_SINT", "BUF_FMT_11_11_10_FLOAT", "BUF_FMT_10_10_10_2_UINT",
    "BUF_FMT_16_16_16_16_FLOAT", "BUF_FMT_32_32_32_FLOAT", "BUF_FMT_32_32_32_32_UINT",
    "BUF_FMT_8_SRGB", "BUF_FMT_10_11_11_UNORM", "BUF_DATA_FORMAT_8", "BUF_NUM_FORMAT_UNORM",
    "BUF_DATA_FORMAT_32,BUF_NUM_FORMAT_FLOAT", "BUF_NUM_FORMAT_UINT,BUF_DATA_FORMAT_16",
    "BUF_DATA_FORMAT_8,BUF_DATA_FORMAT_8", "BUF_DATA_FORMAT_INVALID", "buf_fmt_8_unorm",
];
/// Modifiers that take a number.
#[rustfmt::skip]
pub const NUMBERED: &[&str] = &[
    "offset", "offset0", "offset1", "inst_offset", "row_shl", "row_shr", "row_ror", "row_share",
    "row_xmask", "row_newbcast", "row_bcast", "wave_shl", "wave_rol", "row_mask", "bank_mask",
    "bound_ctrl", "fi", "byte_sel", "index_key", "wait_exp", "wait_vdst", "wait_va_vdst",
    "wait_vm_vsrc", "dmask", "format", "dfmt", "nfmt", "dim", "scope", "th", "mul", "div", "omod",
    "clamp", "op_sel", "neg_lo", "cbsz", "bitop3", "dpp8", "quad_perm", "gds", "offen", "a16", "mask",
];
pub const LISTS: &[&str] = &[
    "op_sel",
    "op_sel",
    "op_sel",
    "op_sel_hi",
    "op_sel_hi",
    "neg_lo",
    "neg_hi",
    "quad_perm",
    "dpp8",
];
