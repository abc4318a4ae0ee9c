//! Workgroups that are carried out before their time take the cycles that they take in the order of
//! time. A run that keeps a timeline carries out every instruction when it is issued.

mod local;
mod random;

use compile::Folder;
use std::path::Path;
use std::sync::Arc;
use wavetank::{Input, Report, Settings, SourceFile};

fn outcome(input: &Input, timeline: bool) -> Result<Report, wavetank::Error> {
    let settings = Settings {
        timed: true,
        timeline,
        keys: vec![("wgps".into(), 3)],
        max_instructions: 200_000,
        ..Settings::default()
    };
    wavetank::run(input, &settings)
}

/// What became of a launch, which is the same either way: it ended, or why it did not.
#[track_caller]
fn same(name: &str, input: &Input) -> Result<(), String> {
    let [ahead, in_order] = [false, true].map(|timeline| {
        outcome(input, timeline)
            .map(|it| (it.stats, it.cycles, it.outputs))
            .map_err(|error| format!("{error:?}"))
    });
    assert_eq!(ahead, in_order, "{name}");
    ahead.map(drop)
}

#[track_caller]
fn ends(name: &str, input: &Input) {
    assert_eq!(same(name, input), Ok(()), "{name}");
}

#[track_caller]
fn traps(name: &str, input: &Input, why: &str) {
    let error = same(name, input).expect_err(name);
    assert!(error.contains(why), "{name}: {error}");
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
            let here = Arc::new(Folder::of_file(&path));
            if let Ok(input) = Input::new(&name, text.into_bytes(), here, None) {
                seen += u32::from(same(&name, &input).is_ok());
            }
        }
    }
    assert!(seen >= 8, "{seen} kernels");
}

/// A header, and what begins with the address of `a` in s[8:9], of `out_b` in s[10:11], of `out_c` in
/// s[14:15], the number of the thread among all in v0 and times four in v1, in its workgroup in v5 and
/// times four in v6.
fn kernel(body: &str) -> Input {
    kernel_of(1024, body)
}

/// The same for so many threads, in workgroups of 128.
fn kernel_of(threads: u32, body: &str) -> Input {
    let text = format!(
        "---
let N = {threads}
a: u32[N] = arange(N)
out_b: u32[N]
out_c: u32[N]
abi = hsa
local = 128
global = N / 128
lds = 1024
---
  s_load_b128 s[8:11], s[0:1], 0x0
  s_load_b64 s[14:15], s[0:1], 0x10
  v_and_b32 v5, 0x3ff, v0
  v_lshlrev_b32 v6, 2, v5
  s_lshl_b32 s3, s2, 7
  v_add_nc_u32 v0, s3, v5
  v_lshlrev_b32 v1, 2, v0
  s_waitcnt lgkmcnt(0)
{body}
  s_endpgm
"
    );
    let file = SourceFile::new("kernel.rdna3", text);
    Input::from_text(file, None).expect("a kernel file")
}

#[test]
fn branches_masks_and_barriers() {
    ends(
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
    ends(
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
    ends(
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
    ends(
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
    ends(
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

/// Numbers are replaced by how many steps they take to 1: what decides how long a loop lasts lies where
/// the launch stores to.
#[test]
fn in_place_and_alone() {
    for threads in [128, 256, 1024] {
        let input = kernel_of(
            threads,
            "  global_load_b32 v2, v1, s[8:9]
  v_mov_b32 v3, 0
  s_mov_b32 s6, exec_lo
  s_waitcnt vmcnt(0)
again:
  v_cmpx_lt_u32 1, v2
  s_cbranch_execz over
  v_and_b32 v4, 1, v2
  v_mad_u32_u24 v7, v2, 3, 1
  v_lshrrev_b32 v2, 1, v2
  v_cmp_eq_u32 vcc_lo, 1, v4
  v_cndmask_b32 v2, v2, v7, vcc_lo
  v_add_nc_u32 v3, 1, v3
  s_branch again
over:
  s_mov_b32 exec_lo, s6
  global_store_b32 v1, v3, s[8:9]",
        );
        ends(&format!("{threads} threads"), &input);
    }
}

#[test]
fn faults_are_those_of_the_order_of_time() {
    traps(
        "past the end",
        &kernel("  v_lshlrev_b32 v2, 4, v0\n  global_load_b32 v3, v2, s[8:9]"),
        "memory-fault",
    );
    for threads in [128, 1024] {
        let round = kernel_of(threads, "again:\n  s_branch again");
        traps(
            &format!("{threads} threads round and round"),
            &round,
            "instruction-limit",
        );
    }
}
