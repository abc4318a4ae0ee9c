//! Workgroups that are carried out before their time take the cycles that they take in the order of
//! time. A run that keeps a timeline carries out every instruction when it is issued.

use std::path::{Path, PathBuf};
use wavetank::{Input, Report, Settings, SourceFile};

fn outcome(input: &Input, timeline: bool) -> Result<Report, String> {
    let settings = Settings {
        timed: true,
        timeline,
        keys: vec![("wgps".into(), 3)],
        max_instructions: 200_000,
        ..Settings::default()
    };
    wavetank::run(input, &settings).map_err(|error| format!("{error:?}"))
}

#[track_caller]
fn same(name: &str, input: &Input) {
    let (ahead, in_order) = (outcome(input, false), outcome(input, true));
    match (ahead, in_order) {
        (Ok(ahead), Ok(in_order)) => {
            assert_eq!(ahead.stats, in_order.stats, "{name}");
            assert_eq!(ahead.cycles, in_order.cycles, "{name}");
            assert_eq!(ahead.outputs, in_order.outputs, "{name}");
        }
        (ahead, in_order) => assert_eq!(ahead.err(), in_order.err(), "{name}"),
    }
}

#[test]
fn kernels_of_the_repository_take_the_same_cycles() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut seen = 0;
    for folder in [
        "corpus/rdna/run",
        "corpus/rdna/run/programs",
        "examples/rdna",
    ] {
        for entry in std::fs::read_dir(root.join(folder)).expect("a folder") {
            let path = entry.expect("a file").path();
            let kind = path.extension().and_then(|kind| kind.to_str());
            if !kind.is_some_and(|kind| kind.starts_with("rdna")) {
                continue;
            }
            let text = std::fs::read_to_string(&path).expect("a text");
            let name = path.display().to_string();
            let file = SourceFile::new(&name, text);
            let here = path.parent().expect("a folder").to_path_buf();
            if let Ok(input) = Input::from_text(file, here, None) {
                same(&name, &input);
                seen += 1;
            }
        }
    }
    assert!(seen >= 8, "{seen} kernels");
}

/// A header, and what begins with the address of `a` in s[8:9], of `out_b` in s[10:11], the number of
/// the thread among all in v0 and times four in v1.
fn kernel(body: &str) -> Input {
    let text = format!(
        "---
let N = 1024
a: u32[N] = arange(N)
out_b: u32[N]
local = 128
global = N / 128
lds = 1024
---
  s_load_b128 s[8:11], s[3:4], 0x0
  v_and_b32 v5, 0x3ff, v0
  v_lshlrev_b32 v6, 2, v5
  s_lshl_b32 s2, s0, 7
  v_add_nc_u32 v0, s2, v5
  v_lshlrev_b32 v1, 2, v0
  s_waitcnt lgkmcnt(0)
{body}
  s_endpgm
"
    );
    let file = SourceFile::new("kernel.rdna3", text);
    Input::from_text(file, PathBuf::new(), None).expect("a kernel file")
}

#[test]
fn branches_masks_and_barriers() {
    same(
        "loop",
        &kernel(
            "  v_lshrrev_b32 v2, 5, v5
  v_readfirstlane_b32 s5, v2
  s_add_i32 s5, s5, 2
again:
  v_add_nc_u32 v3, v3, v0
  ds_store_b32 v6, v3
  s_waitcnt lgkmcnt(0)
  s_barrier
  ds_load_b32 v4, v6
  s_waitcnt lgkmcnt(0)
  v_add_nc_u32 v3, v3, v4
  s_barrier
  s_sub_i32 s6, s6, 1
  s_cmp_lg_u32 s6, -3
  s_cbranch_scc1 again
  global_store_b32 v1, v3, s[10:11]",
        ),
    );
    same(
        "half of the lanes, and waves of different length",
        &kernel(
            "  v_lshrrev_b32 v2, 5, v5
  v_readfirstlane_b32 s5, v2
again:
  v_mul_u32_u24 v3, v0, v0
  s_sub_i32 s5, s5, 1
  s_cmp_gt_i32 s5, -2
  s_cbranch_scc1 again
  v_cmpx_gt_u32 64, v5
  s_cbranch_execz over
  global_load_b32 v4, v1, s[8:9]
  s_waitcnt vmcnt(0)
  global_store_b32 v1, v4, s[10:11]
over:
  s_endpgm",
        ),
    );
}

#[test]
fn what_is_loaded_decides_what_waves_do() {
    // Nothing stores there.
    same(
        "an index",
        &kernel(
            "  global_load_b32 v2, v1, s[8:9]
  s_waitcnt vmcnt(0)
  v_xor_b32 v2, 0x155, v2
  v_lshlrev_b32 v2, 2, v2
  global_load_b32 v3, v2, s[8:9]
  s_waitcnt vmcnt(0)
  global_store_b32 v1, v3, s[10:11]",
        ),
    );
    // Other workgroups store there, and what is found depends on when.
    same(
        "a list that others change",
        &kernel(
            "  s_mov_b32 s5, 4
again:
  v_xor_b32 v2, 0x155, v0
  v_lshlrev_b32 v2, 2, v2
  global_store_b32 v2, v2, s[10:11]
  global_load_b32 v3, v1, s[10:11]
  s_waitcnt vmcnt(0)
  v_and_b32 v3, 0xffc, v3
  global_load_b32 v4, v3, s[8:9]
  s_sub_i32 s5, s5, 1
  s_cmp_lg_u32 s5, 0
  s_cbranch_scc1 again
  s_waitcnt vmcnt(0)",
        ),
    );
    // The other waves of the workgroup do, and nothing says when.
    same(
        "local memory without a barrier",
        &kernel(
            "  v_xor_b32 v2, 0x60, v5
  v_lshlrev_b32 v2, 2, v2
  ds_store_b32 v2, v0
  ds_load_b32 v3, v6
  s_waitcnt lgkmcnt(0)
  v_and_b32 v3, 0xfc, v3
  global_load_b32 v4, v3, s[8:9]
  s_waitcnt vmcnt(0)
  global_store_b32 v1, v4, s[10:11]",
        ),
    );
}

#[test]
fn faults_are_those_of_the_order_of_time() {
    same(
        "past the end",
        &kernel("  v_lshlrev_b32 v2, 4, v0\n  global_load_b32 v3, v2, s[8:9]"),
    );
    same("round and round", &kernel("again:\n  s_branch again"));
}
