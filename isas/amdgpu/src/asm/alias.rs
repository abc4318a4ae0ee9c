//! Older and other spellings of instructions.

use crate::target::*;
use std::sync::LazyLock;

/// The name in the tables that `name` stands for.
pub(crate) fn resolve(name: &str, target: Target) -> Option<&'static str> {
    let all = all();
    let first = all.partition_point(|(alias, ..)| *alias < name);
    all[first..]
        .iter()
        .take_while(|(alias, ..)| *alias == name)
        .find(|(_, _, on)| on.has(target))
        .map(|(_, name, _)| *name)
}

/// Other spellings of an instruction on a target.
pub(crate) fn of(name: &str, target: Target) -> Vec<&'static str> {
    let aliases = all()
        .iter()
        .filter(|(_, n, on)| *n == name && on.has(target));
    aliases.map(|(alias, ..)| *alias).collect()
}

/// A spelling, what it stands for, and where.
type Alias = (&'static str, &'static str, Gens);

/// Those of the list below, and what earlier generations call an instruction; sorted by the spelling.
fn all() -> &'static [Alias] {
    static SORTED: LazyLock<Vec<Alias>> = LazyLock::new(|| {
        let earlier = crate::table::earlier_names();
        let mut all: Vec<Alias> = ALIASES.iter().copied().chain(earlier).collect();
        all.sort_by_key(|(alias, name, _)| (*alias, *name));
        all.dedup();
        all
    });
    &SORTED
}

/// Spellings that are no generation's own, or whose instruction is not quite the same elsewhere.
#[rustfmt::skip]
static ALIASES: &[Alias] = &[
    ("buffer_atomic_csub",         "buffer_atomic_csub_u32",       RDNA3X),
    ("buffer_atomic_csub",         "buffer_atomic_sub_clamp_u32",  RDNA4),
    ("buffer_atomic_fcmpswap",     "buffer_atomic_cmpswap_f32",    RDNA3X),
    ("buffer_atomic_fmax",         "buffer_atomic_max_f32",        RDNA3X),
    ("buffer_atomic_fmax",         "buffer_atomic_max_num_f32",    RDNA4),
    ("buffer_atomic_fmin",         "buffer_atomic_min_f32",        RDNA3X),
    ("buffer_atomic_fmin",         "buffer_atomic_min_num_f32",    RDNA4),
    ("buffer_atomic_max_f32",      "buffer_atomic_max_num_f32",    RDNA4),
    ("buffer_atomic_min_f32",      "buffer_atomic_min_num_f32",    RDNA4),
    ("bvh64_intersect_ray",        "image_bvh64_intersect_ray",    RDNA4),
    ("bvh8_intersect_ray",         "image_bvh8_intersect_ray",     RDNA4),
    ("bvh_dual_intersect_ray",     "image_bvh_dual_intersect_ray", RDNA4),
    ("bvh_intersect_ray",          "image_bvh_intersect_ray",      RDNA4),
    ("ds_max_f32",                 "ds_max_num_f32",               RDNA4),
    ("ds_max_f64",                 "ds_max_num_f64",               RDNA4),
    ("ds_max_rtn_f32",             "ds_max_num_rtn_f32",           RDNA4),
    ("ds_max_rtn_f64",             "ds_max_num_rtn_f64",           RDNA4),
    ("ds_min_f32",                 "ds_min_num_f32",               RDNA4),
    ("ds_min_f64",                 "ds_min_num_f64",               RDNA4),
    ("ds_min_rtn_f32",             "ds_min_num_rtn_f32",           RDNA4),
    ("ds_min_rtn_f64",             "ds_min_num_rtn_f64",           RDNA4),
    ("ds_subrev_rtn_u32",          "ds_rsub_rtn_u32",              RDNA4),
    ("ds_subrev_rtn_u64",          "ds_rsub_rtn_u64",              RDNA4),
    ("ds_subrev_u32",              "ds_rsub_u32",                  RDNA4),
    ("ds_subrev_u64",              "ds_rsub_u64",                  RDNA4),
    ("flat_atomic_csub_u32",       "flat_atomic_sub_clamp_u32",    RDNA4),
    ("flat_atomic_fcmpswap",       "flat_atomic_cmpswap_f32",      RDNA3X),
    ("flat_atomic_fmax",           "flat_atomic_max_f32",          RDNA3X),
    ("flat_atomic_fmax",           "flat_atomic_max_num_f32",      RDNA4),
    ("flat_atomic_fmin",           "flat_atomic_min_f32",          RDNA3X),
    ("flat_atomic_fmin",           "flat_atomic_min_num_f32",      RDNA4),
    ("flat_atomic_max_f32",        "flat_atomic_max_num_f32",      RDNA4),
    ("flat_atomic_min_f32",        "flat_atomic_min_num_f32",      RDNA4),
    ("global_atomic_csub",         "global_atomic_csub_u32",       RDNA3X),
    ("global_atomic_csub",         "global_atomic_sub_clamp_u32",  RDNA4),
    ("global_atomic_fcmpswap",     "global_atomic_cmpswap_f32",    RDNA3X),
    ("global_atomic_fmax",         "global_atomic_max_f32",        RDNA3X),
    ("global_atomic_fmax",         "global_atomic_max_num_f32",    RDNA4),
    ("global_atomic_fmin",         "global_atomic_min_f32",        RDNA3X),
    ("global_atomic_fmin",         "global_atomic_min_num_f32",    RDNA4),
    ("global_atomic_max_f32",      "global_atomic_max_num_f32",    RDNA4),
    ("global_atomic_min_f32",      "global_atomic_min_num_f32",    RDNA4),
    ("global_load_dword_addtid",   "global_load_addtid_b32",       RDNA),
    ("global_store_dword_addtid",  "global_store_addtid_b32",      RDNA),
    ("image_atomic_fmax",          "image_atomic_max_flt",         RDNA4),
    ("image_atomic_fmin",          "image_atomic_min_flt",         RDNA4),
    ("image_atomic_max_num_flt",   "image_atomic_max_flt",         RDNA4),
    ("image_atomic_min_num_flt",   "image_atomic_min_flt",         RDNA4),
    ("s_add_u64",                  "s_add_nc_u64",                 RDNA4),
    ("s_andn1_saveexec_b32",       "s_and_not0_saveexec_b32",      RDNA),
    ("s_andn1_wrexec_b32",         "s_and_not0_wrexec_b32",        RDNA),
    ("s_andn2_saveexec_b32",       "s_and_not1_saveexec_b32",      RDNA),
    ("s_andn2_wrexec_b32",         "s_and_not1_wrexec_b32",        RDNA),
    ("s_inst_prefetch",            "s_set_inst_prefetch_distance", RDNA3X),
    ("s_orn1_saveexec_b32",        "s_or_not0_saveexec_b32",       RDNA),
    ("s_orn2_saveexec_b32",        "s_or_not1_saveexec_b32",       RDNA),
    ("s_sub_u64",                  "s_sub_nc_u64",                 RDNA4),
    ("v_accvgpr_read",             "v_accvgpr_read_b32",           CDNA),
    ("v_accvgpr_write",            "v_accvgpr_write_b32",          CDNA),
    ("v_add3_nc_u32",              "v_add3_u32",                   RDNA),
    ("v_cmp_tru_i32",              "v_cmp_t_i32",                  RDNA3X),
    ("v_cmp_tru_i64",              "v_cmp_t_i64",                  RDNA3X),
    ("v_cmp_tru_u32",              "v_cmp_t_u32",                  RDNA3X),
    ("v_cmp_tru_u64",              "v_cmp_t_u64",                  RDNA3X),
    ("v_cmpx_tru_i32",             "v_cmpx_t_i32",                 RDNA3X),
    ("v_cmpx_tru_i64",             "v_cmpx_t_i64",                 RDNA3X),
    ("v_cmpx_tru_u32",             "v_cmpx_t_u32",                 RDNA3X),
    ("v_cmpx_tru_u64",             "v_cmpx_t_u64",                 RDNA3X),
    ("v_cvt_pkrtz_f16_f32",        "v_cvt_pk_rtz_f16_f32",         RDNA),
    ("v_dot2c_f32_f16",            "v_dot2acc_f32_f16",            RDNA3X),
    ("v_dot4_i32_i8",              "v_dot4_i32_iu8",               RDNA),
    ("v_dot8_i32_i4",              "v_dot8_i32_iu4",               RDNA),
    ("v_fma_legacy_f32",           "v_fma_dx9_zero_f32",           RDNA),
    ("v_fmac_legacy_f32",          "v_fmac_dx9_zero_f32",          RDNA3X),
    ("v_interp_p2_new_f32",        "v_interp_p2_f32",              RDNA),
    ("v_max_f64",                  "v_max_num_f64",                RDNA4),
    ("v_mfma_f32_16x16x16bf16",    "v_mfma_f32_16x16x16_bf16",     CDNA),
    ("v_mfma_f32_16x16x16bf16_1k", "v_mfma_f32_16x16x16_bf16",     CDNA),
    ("v_mfma_f32_16x16x16f16",     "v_mfma_f32_16x16x16_f16",      CDNA),
    ("v_mfma_f32_16x16x1f32",      "v_mfma_f32_16x16x1_4b_f32",    CDNA),
    ("v_mfma_f32_16x16x32bf16",    "v_mfma_f32_16x16x32_bf16",     CDNA4),
    ("v_mfma_f32_16x16x32f16",     "v_mfma_f32_16x16x32_f16",      CDNA4),
    ("v_mfma_f32_16x16x4bf16",     "v_mfma_f32_16x16x4_4b_bf16",   CDNA),
    ("v_mfma_f32_16x16x4bf16_1k",  "v_mfma_f32_16x16x4_4b_bf16",   CDNA),
    ("v_mfma_f32_16x16x4f16",      "v_mfma_f32_16x16x4_4b_f16",    CDNA),
    ("v_mfma_f32_16x16x4f32",      "v_mfma_f32_16x16x4_f32",       CDNA),
    ("v_mfma_f32_16x16x8xf32",     "v_mfma_f32_16x16x8_xf32",      CDNA3),
    ("v_mfma_f32_32x32x16bf16",    "v_mfma_f32_32x32x16_bf16",     CDNA4),
    ("v_mfma_f32_32x32x16f16",     "v_mfma_f32_32x32x16_f16",      CDNA4),
    ("v_mfma_f32_32x32x1f32",      "v_mfma_f32_32x32x1_2b_f32",    CDNA),
    ("v_mfma_f32_32x32x2f32",      "v_mfma_f32_32x32x2_f32",       CDNA),
    ("v_mfma_f32_32x32x4bf16",     "v_mfma_f32_32x32x4_2b_bf16",   CDNA),
    ("v_mfma_f32_32x32x4bf16_1k",  "v_mfma_f32_32x32x4_2b_bf16",   CDNA),
    ("v_mfma_f32_32x32x4f16",      "v_mfma_f32_32x32x4_2b_f16",    CDNA),
    ("v_mfma_f32_32x32x4xf32",     "v_mfma_f32_32x32x4_xf32",      CDNA3),
    ("v_mfma_f32_32x32x8bf16",     "v_mfma_f32_32x32x8_bf16",      CDNA),
    ("v_mfma_f32_32x32x8bf16_1k",  "v_mfma_f32_32x32x8_bf16",      CDNA),
    ("v_mfma_f32_32x32x8f16",      "v_mfma_f32_32x32x8_f16",       CDNA),
    ("v_mfma_f32_4x4x1f32",        "v_mfma_f32_4x4x1_16b_f32",     CDNA),
    ("v_mfma_f32_4x4x4bf16",       "v_mfma_f32_4x4x4_16b_bf16",    CDNA),
    ("v_mfma_f32_4x4x4bf16_1k",    "v_mfma_f32_4x4x4_16b_bf16",    CDNA),
    ("v_mfma_f32_4x4x4f16",        "v_mfma_f32_4x4x4_16b_f16",     CDNA),
    ("v_mfma_f64_16x16x4f64",      "v_mfma_f64_16x16x4_f64",       CDNA),
    ("v_mfma_f64_4x4x4f64",        "v_mfma_f64_4x4x4_4b_f64",      CDNA),
    ("v_mfma_i32_16x16x32i8",      "v_mfma_i32_16x16x32_i8",       CDNA),
    ("v_mfma_i32_16x16x4i8",       "v_mfma_i32_16x16x4_4b_i8",     CDNA),
    ("v_mfma_i32_16x16x64i8",      "v_mfma_i32_16x16x64_i8",       CDNA4),
    ("v_mfma_i32_32x32x16i8",      "v_mfma_i32_32x32x16_i8",       CDNA),
    ("v_mfma_i32_32x32x32i8",      "v_mfma_i32_32x32x32_i8",       CDNA4),
    ("v_mfma_i32_32x32x4i8",       "v_mfma_i32_32x32x4_2b_i8",     CDNA),
    ("v_mfma_i32_4x4x4i8",         "v_mfma_i32_4x4x4_16b_i8",      CDNA),
    ("v_min_f64",                  "v_min_num_f64",                RDNA4),
    ("v_mul_legacy_f32",           "v_mul_dx9_zero_f32",           RDNA),
    ("v_smfmac_f32_16x16x32bf16",  "v_smfmac_f32_16x16x32_bf16",   CDNA),
    ("v_smfmac_f32_16x16x32f16",   "v_smfmac_f32_16x16x32_f16",    CDNA),
    ("v_smfmac_f32_16x16x64bf16",  "v_smfmac_f32_16x16x64_bf16",   CDNA4),
    ("v_smfmac_f32_16x16x64f16",   "v_smfmac_f32_16x16x64_f16",    CDNA4),
    ("v_smfmac_f32_32x32x16bf16",  "v_smfmac_f32_32x32x16_bf16",   CDNA),
    ("v_smfmac_f32_32x32x16f16",   "v_smfmac_f32_32x32x16_f16",    CDNA),
    ("v_smfmac_f32_32x32x32bf16",  "v_smfmac_f32_32x32x32_bf16",   CDNA4),
    ("v_smfmac_f32_32x32x32f16",   "v_smfmac_f32_32x32x32_f16",    CDNA4),
    ("v_smfmac_i32_16x16x128i8",   "v_smfmac_i32_16x16x128_i8",    CDNA4),
    ("v_smfmac_i32_16x16x64i8",    "v_smfmac_i32_16x16x64_i8",     CDNA),
    ("v_smfmac_i32_32x32x32i8",    "v_smfmac_i32_32x32x32_i8",     CDNA),
    ("v_smfmac_i32_32x32x64i8",    "v_smfmac_i32_32x32x64_i8",     CDNA4),
    ("v_xor_add_u32",              "v_xad_u32",                    RDNA),
];
