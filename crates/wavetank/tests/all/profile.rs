//! Profiles beside plain runs: what rows cost adds up to what a run counts, and counting changes nothing.

use crate::root;
use wavetank::{Figures, Input, Profile, ProfileRow, Settings, SourceFile, Stall, Stats};

fn of_text(text: &str) -> (Input, Profile) {
    let file = SourceFile::new("kernel.rdna3", text);
    let input = Input::from_text(file, None).expect("a kernel file");
    let profile = wavetank::profile(&input, &Settings::default());
    let profile = profile.unwrap_or_else(|error| panic!("{error:?}"));
    (input, profile)
}

/// Rows without what belongs to no instruction.
fn sum(rows: &[ProfileRow], whole: &Stats) -> Stats {
    let mut sum = Stats {
        barriers: whole.barriers,
        waves: whole.waves,
        workgroups: whole.workgroups,
        ..Stats::default()
    };
    rows.iter().for_each(|row| sum += row.figures.counts);
    sum
}

fn check(name: &str, input: &Input) {
    let settings = Settings::default();
    let plain = wavetank::run(input, &settings).unwrap_or_else(|error| panic!("{name}: {error:?}"));
    let profile = wavetank::profile(input, &settings);
    let profile = profile.unwrap_or_else(|error| panic!("{name}: {error:?}"));
    assert_eq!(profile.report.outputs, plain.outputs, "{name}");
    assert_eq!(profile.report.stats, plain.stats, "{name}");
    let own = input.arch.name() == "tile";
    for rows in [profile.by_line(), profile.by_instruction()] {
        let sum = sum(&rows, &plain.stats);
        match own {
            // A machine of its own tells only how often instructions are issued.
            true => assert_eq!(sum.instructions, plain.stats.instructions, "{name}"),
            false => assert_eq!(sum, plain.stats, "{name}"),
        }
        if let Some(cycles) = &profile.report.cycles {
            for cause in Stall::EVERY {
                let of = |it: &Figures| it.cycles.map_or(0, |it| it.stalls(cause));
                let sum: u64 = rows.iter().map(|row| of(&row.figures)).sum();
                assert_eq!(sum, cycles.stalls(cause), "{name}: {cause:?}");
            }
            let issued = rows
                .iter()
                .map(|row| row.figures.cycles.map_or(0, |it| it.issued));
            assert_eq!(issued.sum::<u64>(), plain.stats.instructions, "{name}");
        }
    }
    assert_eq!(profile.to_json()["schema"], "wavetank.profile/1");
}

#[test]
fn sums_are_those_of_a_plain_run() {
    let mut seen = 0;
    for folder in [
        "examples/flux",
        "examples/rdna",
        "examples/wave",
        "examples/waves",
        "examples/tile",
    ] {
        let files = std::fs::read_dir(root().join(folder)).expect("examples");
        for path in files.map(|file| file.unwrap().path()) {
            let is_kernel = path.is_file() && path.extension().is_some_and(|it| it != "npy");
            let name = path.display().to_string();
            // The others are run in other tests; these are quick.
            if is_kernel && path.metadata().unwrap().len() < 3000 {
                check(&name, &compile::open_plain(&path, None).expect("a kernel"));
                seen += 1;
            }
        }
    }
    assert!(seen >= 12, "{seen} examples");
}

/// Lanes 0 to 15 of each wave go into the block, half of them into the block within it; nothing splits
/// the last branch.
const NESTED: &str = "---
out_a: u32[64]
local = 64
---
  s_mov_b32 s6, s3
  s_mov_b32 s7, s4
  s_load_b64 s[8:9], s[6:7], 0x0
  v_and_b32 v1, 31, v0
  v_lshlrev_b32 v2, 2, v0
  v_mov_b32 v3, 1
  v_cmp_gt_u32 vcc_lo, 16, v1
  s_and_saveexec_b32 s10, vcc_lo
  s_cbranch_execz outer
  v_cmp_gt_u32 vcc_lo, 8, v1
  s_and_saveexec_b32 s11, vcc_lo
  s_cbranch_execz inner
  v_mov_b32 v3, 3
inner:
  s_mov_b32 exec_lo, s11
  v_cmp_gt_u32 vcc_lo, 99, v1
  s_and_saveexec_b32 s11, vcc_lo
  s_cbranch_execz outer
  v_add_nc_u32 v3, v3, v3
outer:
  s_mov_b32 exec_lo, s10
  s_waitcnt lgkmcnt(0)
  global_store_b32 v2, v3, s[8:9]
  s_endpgm
";

#[test]
fn branches_that_split_exec_diverge() {
    let (_, profile) = of_text(NESTED);
    let rows = profile.by_line();
    let parted = |line: u32| {
        let row = rows
            .iter()
            .find(|row| row.line == Some(line))
            .expect("a row");
        (
            row.figures.counts.divergent_branches,
            row.figures.counts.active_lanes,
        )
    };
    // Two waves each: 16 and then 8 of 32 lanes go on; all 16 pass the last test.
    assert_eq!(parted(13), (2, 32));
    assert_eq!(parted(16), (2, 16));
    assert_eq!(parted(22), (0, 32));
    assert_eq!(profile.report.stats.divergent_branches, 4);
    let remarks = profile.remarks(&rows);
    let said = |kind: &str, text: &str| {
        remarks
            .iter()
            .any(|remark| remark.kind == kind && remark.text.contains(text))
    };
    assert!(
        said(
            "divergence",
            "line 13 diverges: lanes part in 2 of 2 visits"
        ),
        "{remarks:?}"
    );
}

#[test]
fn memory_is_told_apart_and_strides_are_remarked() {
    let strided = "---
a: u32[2048]
out_b: u32[32]
local = 32
lds = 4096
---
  s_mov_b32 s6, s3
  s_mov_b32 s7, s4
  s_load_b128 s[8:11], s[6:7], 0x0
  v_lshlrev_b32 v1, 8, v0
  v_lshlrev_b32 v2, 2, v0
  v_lshlrev_b32 v4, 7, v0
  s_waitcnt lgkmcnt(0)
  global_load_b32 v3, v1, s[8:9]
  s_waitcnt vmcnt(0)
  ds_store_b32 v4, v3
  s_waitcnt lgkmcnt(0)
  ds_load_b32 v3, v4
  s_waitcnt lgkmcnt(0)
  global_store_b32 v2, v3, s[10:11]
  s_endpgm
";
    let (input, profile) = of_text(strided);
    let stats = profile.report.stats;
    assert_eq!(
        (stats.local_bytes_loaded, stats.local_bytes_stored),
        (128, 128)
    );
    // The load of the arguments is one of 16 bytes.
    assert_eq!(
        (stats.global_bytes_loaded, stats.global_bytes_stored),
        (128 + 16, 128)
    );
    assert_eq!(
        (stats.transactions, stats.ideal_transactions),
        (1 + 32 + 1, 1 + 1 + 1)
    );
    let rows = profile.by_line();
    let load = rows
        .iter()
        .find(|row| row.text.contains("global_load"))
        .expect("a load");
    assert_eq!(
        (
            load.figures.counts.transactions,
            load.figures.counts.ideal_transactions
        ),
        (32, 1)
    );
    // A row of 128 bytes for each lane: all meet in one bank, 31 of them wait.
    let local = rows
        .iter()
        .find(|row| row.text.contains("ds_load"))
        .expect("a load");
    assert_eq!(local.figures.cycles.map(|it| it.bank_conflicts), Some(31));
    let wait = rows
        .iter()
        .find(|row| row.line == Some(15))
        .expect("a wait");
    let (of, _) = wait.figures.waits_for[0];
    assert_eq!(profile.instructions[of].line, load.line);
    check("strided", &input);
}

#[test]
fn every_instruction_is_traced_with_what_it_changes() {
    let (input, profile) = of_text(NESTED);
    let mut lines = Vec::new();
    let logged = wavetank::log(&input, &Settings::default(), &mut |step| {
        lines.push((step.to_text(), step.to_json()));
        true
    });
    logged.unwrap_or_else(|error| panic!("{error:?}"));
    assert_eq!(lines.len() as u64, profile.report.stats.instructions);
    let numbers: Vec<u64> = lines
        .iter()
        .map(|(_, it)| it["number"].as_u64().unwrap())
        .collect();
    assert_eq!(numbers, (0..lines.len() as u64).collect::<Vec<_>>());
    // Eight of the lanes of the first wave get another value.
    let of = |text: &str| {
        &lines
            .iter()
            .find(|(line, _)| line.contains(text))
            .expect("a line")
            .0
    };
    assert!(
        of("v_mov_b32 v3, 3").ends_with("\tff\tv_mov_b32 v3, 3\tv3[0-7]=3"),
        "{}",
        of("v3, 3")
    );
    let first = of("s_and_saveexec_b32 s10");
    assert!(
        first.contains("exec=ffff") && first.contains("s10=ffffffff"),
        "{first}"
    );
    let store = of("global_store_b32");
    // Lanes 0 to 7 got 3 and doubled it; the others of the first sixteen doubled 1.
    assert!(
        store.contains("+4@0=6 ") && store.contains("+4@8=2 ") && store.contains("+4@16=1 "),
        "{store}"
    );
    // A sink that has enough ends the run.
    let mut count = 0;
    let logged = wavetank::log(&input, &Settings::default(), &mut |_| {
        count += 1;
        count < 3
    });
    assert!(logged.is_ok() && count == 3);
}
