//! Local memory: lanes that meet in banks, and waves that meet in words.

use super::{ends, kernel, kernel_of};

/// Every thread stores at a word and loads from another, with a barrier in between, as often as it finds
/// there.
fn exchange(store: &str, load: &str) -> String {
    format!(
        "  v_mul_u32_u24 v2, {store}, v5
  v_and_b32 v2, 0xff, v2
  v_lshlrev_b32 v2, 2, v2
  v_and_b32 v3, 3, v0
  ds_store_b32 v2, v3
  s_waitcnt lgkmcnt(0)
  s_barrier
  v_mul_u32_u24 v2, {load}, v5
  v_and_b32 v2, 0xff, v2
  v_lshlrev_b32 v2, 2, v2
  ds_load_b32 v3, v2
  s_waitcnt lgkmcnt(0)
  v_and_b32 v3, 3, v3
  v_readfirstlane_b32 s5, v3
again:
  v_add_nc_u32 v4, v4, v3
  s_sub_i32 s5, s5, 1
  s_cmp_gt_i32 s5, 0
  s_cbranch_scc1 again
  global_store_b32 v1, v4, s[10:11]"
    )
}

#[test]
fn lanes_meet_in_banks_or_do_not() {
    for (store, load) in [
        ("1", "1"),
        ("1", "0"),
        ("2", "1"),
        ("1", "2"),
        ("1", "32"),
        ("33", "17"),
    ] {
        let name = format!("stores every {store}, loads every {load}");
        ends(&name, &kernel(&exchange(store, load)));
    }
}

#[test]
fn accesses_of_several_words_and_of_parts() {
    ends(
        "several words",
        &kernel(
            "  v_lshlrev_b32 v2, 3, v5
  ds_store_b64 v2, v[0:1]
  ds_store_2addr_b32 v6, v0, v1 offset0:3 offset1:40
  s_waitcnt lgkmcnt(0)
  s_barrier
  v_lshlrev_b32 v2, 2, v2
  v_and_b32 v2, 0x3f0, v2
  ds_load_b128 v[8:11], v2
  ds_load_u8 v3, v5 offset:77
  ds_load_2addr_stride64_b32 v[12:13], v6 offset1:1
  s_waitcnt lgkmcnt(0)
  v_add3_u32 v3, v3, v8, v11
  v_add3_u32 v3, v3, v12, v13
  global_store_b32 v1, v3, s[10:11]",
        ),
    );
    // Two waves share words, but no bytes.
    ends(
        "bytes",
        &kernel(
            "  v_lshlrev_b32 v2, 2, v5
  v_and_b32 v2, 0x7c, v2
  v_lshrrev_b32 v3, 5, v5
  v_add_nc_u32 v2, v2, v3
  ds_store_b8 v2, v0
  s_waitcnt lgkmcnt(0)
  s_barrier
  v_and_b32 v2, 0x7c, v2
  ds_load_b32 v3, v2
  s_waitcnt lgkmcnt(0)
  global_store_b32 v1, v3, s[10:11]",
        ),
    );
}

/// What a wave finds depends on how far another one is.
#[test]
fn nothing_orders_waves() {
    let race = |wait: &str| {
        format!(
            "  v_lshrrev_b32 v7, 5, v5
  v_readfirstlane_b32 s5, v7
  s_mul_i32 s5, s5, s2
later:
  s_sub_i32 s5, s5, 1
  s_cmp_gt_i32 s5, 0
  s_cbranch_scc1 later
  v_xor_b32 v2, 0x20, v5
  v_lshlrev_b32 v2, 2, v2
  v_and_b32 v3, 7, v0
  ds_store_b32 v2, v3
  {wait}
  ds_load_b32 v3, v6
  s_waitcnt lgkmcnt(0)
  v_and_b32 v3, 7, v3
  v_readfirstlane_b32 s5, v3
again:
  v_add_nc_u32 v4, v4, v3
  s_sub_i32 s5, s5, 1
  s_cmp_gt_i32 s5, 0
  s_cbranch_scc1 again
  global_store_b32 v1, v4, s[10:11]"
        )
    };
    ends("without a barrier", &kernel(&race("s_nop 0")));
    ends(
        "with one",
        &kernel(&race("s_waitcnt lgkmcnt(0)\n  s_barrier")),
    );
    // The values alone differ, and nothing decides by them.
    ends(
        "two waves store to a word",
        &kernel(
            "  v_and_b32 v2, 0x7c, v6
  v_lshrrev_b32 v7, 5, v5
  v_readfirstlane_b32 s5, v7
  s_mul_i32 s5, s5, s2
later:
  s_sub_i32 s5, s5, 1
  s_cmp_gt_i32 s5, 0
  s_cbranch_scc1 later
  ds_store_b32 v2, v0
  s_waitcnt lgkmcnt(0)
  s_barrier
  ds_load_b32 v3, v2
  s_waitcnt lgkmcnt(0)
  global_store_b32 v1, v3, s[10:11]",
        ),
    );
}

/// Waves come to an atomic in another order than that of their numbers.
fn atomics(body: &str) -> String {
    format!(
        "  v_lshrrev_b32 v7, 5, v5
  v_readfirstlane_b32 s5, v7
  s_sub_i32 s5, 3, s5
  s_mul_i32 s5, s5, 30
  v_mov_b32 v3, 0
  ds_store_b32 v6, v3
  s_waitcnt lgkmcnt(0)
  s_barrier
later:
  s_sub_i32 s5, s5, 1
  s_cmp_gt_i32 s5, 0
  s_cbranch_scc1 later
  v_and_b32 v2, 0x1c, v6
{body}
  s_waitcnt lgkmcnt(0)
  s_barrier
  v_and_b32 v2, 0x7c, v6
  ds_load_b32 v4, v2
  s_waitcnt lgkmcnt(0)
  v_add_nc_u32 v3, v3, v4
  v_and_b32 v4, 3, v3
  v_readfirstlane_b32 s5, v4
again:
  s_sub_i32 s5, s5, 1
  s_cmp_gt_i32 s5, 0
  s_cbranch_scc1 again
  global_store_b32 v1, v3, s[10:11]"
    )
}

#[test]
fn atomics_commute_or_do_not() {
    for (name, body) in [
        ("sums", "  ds_add_u32 v2, v0"),
        ("counts", "  v_mov_b32 v7, -1\n  ds_inc_u32 v2, v7"),
        (
            "counts that wrap",
            "  v_and_b32 v7, 7, v0\n  ds_inc_u32 v2, v7",
        ),
        (
            "counts that wrap elsewhere in every wave",
            "  v_lshrrev_b32 v7, 5, v5\n  ds_inc_u32 v2, v7",
        ),
        (
            "floats",
            "  v_cvt_f32_u32 v7, v0\n  v_mul_f32 v7, 0x3dcccccd, v7\n  ds_add_f32 v2, v7",
        ),
        (
            "floats that are alike",
            "  v_mov_b32 v7, 0x3dcccccd\n  ds_add_f32 v2, v7",
        ),
        ("two kinds", "  ds_add_u32 v2, v0\n  ds_max_u32 v2, v1"),
        (
            "tickets",
            "  ds_add_rtn_u32 v3, v2, v0\n  s_waitcnt lgkmcnt(0)",
        ),
        (
            "exchanges",
            "  ds_storexchg_rtn_b32 v3, v2, v0\n  s_waitcnt lgkmcnt(0)",
        ),
        (
            "sums that are looked at",
            "  ds_add_u32 v2, v0\n  ds_load_b32 v3, v2\n  s_waitcnt lgkmcnt(0)",
        ),
    ] {
        ends(name, &kernel(&atomics(body)));
    }
    ends(
        "sums of floats that all workgroups share",
        &kernel(
            "  v_lshlrev_b32 v2, 2, v0
  v_and_b32 v2, 0x3c, v2
  v_cvt_f32_u32 v7, v0
  v_mul_f32 v7, 0x3dcccccd, v7
  s_sub_i32 s5, 8, s2
  s_mul_i32 s5, s5, 40
later:
  s_sub_i32 s5, s5, 1
  s_cmp_gt_i32 s5, 0
  s_cbranch_scc1 later
  global_atomic_add_f32 v2, v7, s[14:15]",
        ),
    );
}

/// What decides goes through local memory, and comes from where the launch stores to.
#[test]
fn what_others_change_is_passed_on() {
    for threads in [256, 1024] {
        let input = kernel_of(
            threads,
            "  v_xor_b32 v2, 0x80, v0
  v_lshlrev_b32 v2, 2, v2
  v_or_b32 v3, 8, v0
  s_and_b32 s5, s2, 1
  s_xor_b32 s5, s5, 1
  s_mul_i32 s5, s5, 100
later:
  s_sub_i32 s5, s5, 1
  s_cmp_gt_i32 s5, 0
  s_cbranch_scc1 later
  global_store_b32 v2, v3, s[10:11]
  global_load_b32 v3, v1, s[10:11]
  s_waitcnt vmcnt(0)
  ds_store_b32 v6, v3
  ds_load_b32 v4, v6
  s_waitcnt lgkmcnt(0)
  v_and_b32 v4, 15, v4
  v_readfirstlane_b32 s5, v4
again:
  s_sub_i32 s5, s5, 1
  s_cmp_gt_i32 s5, 0
  s_cbranch_scc1 again
  global_store_b32 v1, v4, s[14:15]",
        );
        ends(&format!("{threads} threads"), &input);
    }
}
