//! Microbenchmarks of the cycle model of AMD's chips: kernels whose cycles can be worked out by hand from
//! the numbers of the chip, which stand beside them.

use std::path::Path;
use wavetank::debug::{History, Session, StopReason};
use wavetank::{Array, Cycles, Debuggable, Input, Report, Settings, SourceFile};

/// Nothing but what a benchmark is about: launches, fetches and pages cost nothing.
const QUIET: [(&str, i64); 7] = [
    ("wgps", 1),
    ("launch", 0),
    ("start", 0),
    ("fetch_first", 0),
    ("fetch_miss", 0),
    ("page_miss", 0),
    ("scalar_miss", 40),
];

fn run(text: &str, keys: &[(&str, i64)], settings: Settings) -> Report {
    let file = SourceFile::new("benchmark.rdna3", text);
    let input = Input::from_text(file, None).expect("a kernel file");
    let keys = QUIET.iter().chain(keys);
    let settings = Settings {
        timed: true,
        keys: keys
            .map(|&(name, value)| (name.to_string(), value))
            .collect(),
        ..settings
    };
    wavetank::run(&input, &settings).unwrap_or_else(|error| panic!("{error:?}"))
}

/// The numbers of a run of this body, below this header.
fn counted(header: &str, body: &str, keys: &[(&str, i64)]) -> Cycles {
    let text = format!("---\n{header}\n---\n{body}\n  s_endpgm\n");
    let report = run(&text, keys, Settings::default());
    report.cycles.expect("cycles were asked for")
}

fn cycles(header: &str, body: &str, keys: &[(&str, i64)]) -> u64 {
    counted(header, body, keys).cycles
}

fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(|i| format!("  {}\n", line(i))).collect()
}

/// Instructions that do nothing for so many cycles, a multiple of 16.
fn pause(cycles: usize) -> String {
    lines(cycles / 16, |_| "s_nop 15".into())
}

/// s_endpgm waits for vector instructions as a scalar one does that reads what they wrote: 16 cycles after
/// the last cycle in which one executes, and ends the wave in the next.
const END: u64 = 16 + 1;

#[test]
fn dependent_instructions_wait_for_each_other() {
    // Executed at 0, 5, 10, ... 45.
    let chain = lines(10, |_| "v_add_f32 v1, v1, v1".into());
    assert_eq!(cycles("local = 32", &chain, &[]), 5 * 9 + END);
    assert_eq!(cycles("local = 32", &chain, &[("vector", 8)]), 8 * 9 + END);
    let scalars = lines(10, |_| "s_mul_i32 s4, s4, s4".into());
    assert_eq!(cycles("local = 32", &scalars, &[]), 2 * 9 + 2);
    // A vector instruction, and seven cycles after it what a scalar one gives it.
    let across = "  s_mov_b32 s4, 1\n  v_mov_b32 v1, s4\n";
    assert_eq!(cycles("local = 32", across, &[]), 7 + END);
}

#[test]
fn vector_instructions_wait_in_a_queue() {
    let chain = |count| lines(count, |_| "v_add_f32 v1, v1, v1".into());
    let marked = |count| chain(count) + &pause(640);
    // They begin in cycles 0, 5, 10 and so on, and are issued a cycle apart as long as there is room: one that
    // executes, and seven behind it. The ninth, issued in cycle 8, takes the last place, so its wave goes on
    // when the third begins in cycle 10; there the tenth is issued, and its wave goes on in cycle 15. The
    // pause takes 640 cycles, in which all execute.
    assert_eq!(cycles("local = 32", &marked(8), &[]), 8 + 640 + 1);
    assert_eq!(cycles("local = 32", &marked(9), &[]), 10 + 640 + 1);
    assert_eq!(cycles("local = 32", &marked(10), &[]), 15 + 640 + 1);
    // With room for two, the wave goes on when the one that it issued last begins: the eighth in cycle 35.
    assert_eq!(
        cycles("local = 32", &marked(8), &[("vector_queue", 2)]),
        35 + 640 + 1
    );
    // One that `s_delay_alu` names does so as well, and then executes at once.
    let delay = "  s_delay_alu instid0(VALU_DEP_1)\n";
    let two = chain(1) + delay + &chain(1) + &pause(640);
    assert_eq!(cycles("local = 32", &two, &[]), 5 + 1 + 640 + 1);
    // A transcendental may take the last place as well, but its wave goes on at once.
    let passes = chain(8) + "  v_rcp_f32 v2, v3\n" + &pause(640);
    assert_eq!(cycles("local = 32", &passes, &[]), 9 + 640 + 1);
    // Matrix products: four cycles before the first, 32 each, from the first to the last cycle of the second.
    let products = lines(2, |i| {
        let first = 32 + 8 * i;
        format!(
            "v_wmma_f32_16x16x16_f16 v[{first}:{}], v[0:7], v[8:15], v[{first}:{}]",
            first + 7,
            first + 7
        )
    });
    assert_eq!(cycles("local = 32", &products, &[]), 4 + 2 * 32 - 1 + END);
    // One that adds to the result of the one before begins two cycles later.
    let sums = lines(2, |_| {
        "v_wmma_f32_16x16x16_f16 v[32:39], v[0:7], v[8:15], v[32:39]".into()
    });
    assert_eq!(cycles("local = 32", &sums, &[]), 4 + 2 * 32 + 2 - 1 + END);
}

#[test]
fn waits_for_arithmetic() {
    // A scalar instruction is done eight cycles after its issue, a vector one 16.
    let scalar = "  s_mov_b32 s4, 1\n  s_waitcnt_depctr depctr_sa_sdst(0)\n";
    assert_eq!(cycles("local = 32", scalar, &[]), 8 + 1 + 1);
    let vector = "  v_mov_b32 v1, 1\n  s_waitcnt_depctr depctr_va_vcc(0)\n".to_string();
    assert_eq!(
        cycles("local = 32", &(vector + &pause(64)), &[]),
        16 + 1 + 64 + 1
    );
    // Three cycles to the path, one for each register, three until they may be overwritten: s_nop waits for it.
    for (store, registers) in [("b32 v1, v4", 2), ("b128 v1, v[4:7]", 5)] {
        let store = format!("  ds_store_{store}\n") + &pause(640);
        let counted = cycles("local = 32\nlds = 1024", &store, &[]);
        assert_eq!(counted, 3 + registers + 3 + 640 + 1);
    }
}

#[test]
fn independent_instructions_follow_each_other() {
    // One in each cycle.
    let moves = lines(10, |i| format!("v_mov_b32 v{}, 1.0", i + 1));
    assert_eq!(cycles("local = 32", &moves, &[]), 9 + END);
    // Two halves of a wave64 take the lanes in turn: 0, 2, ... 18, and the last half in 19.
    let wide = "local = 64\nwave = 64";
    assert_eq!(cycles(wide, &moves, &[]), 2 * 9 + 1 + END);
    // Twice as much work in the same time.
    let dual = lines(10, |i| {
        let (x, y) = (2 * i + 4, 2 * i + 5);
        format!("v_dual_mov_b32 v{x}, v2 :: v_dual_mov_b32 v{y}, v1")
    });
    assert_eq!(cycles("local = 32", &dual, &[]), 9 + END);
    // The unit for transcendentals takes one every four cycles, products of integers take four of the lanes,
    // and doubles 32.
    let trans = lines(10, |i| format!("v_rcp_f32 v{}, v1", i + 2));
    assert_eq!(cycles("local = 32", &trans, &[]), 4 * 9 + END);
    let products = lines(10, |i| format!("v_mul_lo_u32 v{}, v1, v1", i + 2));
    assert_eq!(cycles("local = 32", &products, &[]), 4 * 10 - 1 + END);
    let doubles = lines(4, |i| {
        format!("v_add_f64 v[{0}:{1}], v[2:3], v[2:3]", 2 * i + 4, 2 * i + 5)
    });
    assert_eq!(cycles("local = 32", &doubles, &[]), 32 * 4 - 1 + END);
}

#[test]
fn a_simd_issues_one_instruction_of_a_kind_in_a_cycle() {
    // Two waves on one SIMD need the lanes 20 times, the one that began first before the other.
    let moves = lines(10, |i| format!("v_mov_b32 v{}, 1.0", i + 1));
    assert_eq!(cycles("local = 64", &moves, &[("simds", 1)]), 19 + END);
    // On two SIMDs they do not meet.
    assert_eq!(cycles("local = 64", &moves, &[("simds", 2)]), 9 + END);
}

#[test]
fn branches_and_pauses() {
    // A branch that is not taken costs three cycles, one that is 27.
    let branch = |target: &str| {
        format!("  s_cmp_eq_u32 s4, {target}\n  s_nop 3\n  s_cbranch_scc1 skip\nskip:\n")
    };
    // The comparison at 0, the branch ten cycles later, s_nop in between.
    assert_eq!(cycles("local = 32", &branch("1"), &[]), 10 + 3 + 1);
    let around = "  s_branch skip\n  s_nop 0\nskip:\n";
    assert_eq!(cycles("local = 32", around, &[]), 27 + 1);
    // Those that sleep wake with a tick of a clock that ticks every 64 cycles, here with the second.
    assert_eq!(cycles("local = 32", "  s_sleep 2\n", &[]), 128 + 1);
    let late = pause(48) + "  s_sleep 2\n";
    assert_eq!(cycles("local = 32", &late, &[]), 128 + 1);
}

const LOADS: &str = "a: f32[4096] = arange(4096)\nlocal = 32";

/// Loads of these bytes on, each of which is waited for.
fn loads(offsets: &[u32]) -> String {
    let start = "  s_mov_b32 s6, s3\n  s_mov_b32 s7, s4\n  s_load_b64 s[4:5], s[6:7], 0x0\n  v_lshlrev_b32 v0, 2, v0\n  s_waitcnt lgkmcnt(0)\n";
    let one = |offset: &u32| {
        format!("  global_load_b32 v1, v0, s[4:5] offset:{offset}\n  s_waitcnt vmcnt(0)\n")
    };
    start.to_string() + &offsets.iter().map(one).collect::<String>()
}

#[test]
fn loads_take_as_long_as_the_cache_that_has_them() {
    let small = [("l0", 1024), ("l1", 262144)];
    let take = |offsets: &[u32]| cycles(LOADS, &loads(offsets), &small);
    // Issue, three cycles to the path, the latency, and a second cycle for the other half of 128 bytes on the way
    // back; the wait issues then, and the next load after it.
    let (issue, path, back) = (1, 3, 1);
    let (l0, l1, memory) = (120, 220, 484);
    assert_eq!(take(&[0, 0]) - take(&[0]), issue + path + l0 + back);
    assert_eq!(take(&[0, 0, 0]) - take(&[0, 0]), issue + path + l0 + back);
    assert_eq!(take(&[0, 128]) - take(&[0]), issue + path + memory + back);
    // Sixteen lines fit into the smallest cache; the first of twenty is in the next one.
    let twenty: Vec<u32> = (0..20).map(|line| 128 * line).collect();
    let again: Vec<u32> = twenty.iter().copied().chain([0]).collect();
    assert_eq!(take(&again) - take(&twenty), issue + path + l1 + back);
    let counts = counted(LOADS, &loads(&again), &small)
        .memory
        .expect("there are caches");
    assert_eq!((counts.lines, counts.found), (21, vec![0, 1, 0, 20]));
}

#[test]
fn registers_go_down_the_path_to_memory_one_by_one() {
    // The line is there, and its address also in v[2:3].
    let start = loads(&[0]) + "  v_mov_b32 v2, s4\n  v_mov_b32 v3, s5\n";
    let take = |line: &str, count: usize| {
        let body = start.clone() + &lines(count, |_| line.into());
        cycles(LOADS, &body, &[])
    };
    // Registers of addresses, and those of data: one of each, four of data, an address of 64 bits, and
    // atomics with and without a result. What is loaded takes two cycles on the way back.
    for (line, registers) in [
        ("global_store_b32 v0, v1, s[4:5]", 1 + 1),
        ("global_store_b128 v0, v[4:7], s[4:5]", 1 + 4),
        ("global_store_b64 v[2:3], v[4:5], off", 2 + 2),
        ("global_load_b32 v1, v0, s[4:5]", 2),
        ("global_load_b32 v1, v[2:3], off", 2),
        ("global_atomic_add_u32 v0, v1, s[4:5]", 1 + 1),
        ("global_atomic_add_u32 v8, v0, v1, s[4:5] glc", 1 + 1),
    ] {
        assert_eq!(take(line, 9) - take(line, 1), 8 * registers, "{line}");
    }
}

#[test]
fn lanes_that_meet_in_a_bank_wait() {
    let body = |stride: u32| {
        format!("  v_mul_u32_u24 v0, {stride}, v0\n  ds_load_b32 v1, v0\n  s_waitcnt lgkmcnt(0)\n")
    };
    let take = |stride: u32| cycles("local = 32\nlds = 8192", &body(4 * stride), &[]);
    // The product at 0, the load 17 cycles later, three to the path and 30 of local memory.
    assert_eq!(take(1), 17 + 3 + 30 + 2);
    // Lanes a multiple of 2, 8 and 32 words apart meet in pairs, eights and all.
    let conflicts = [2, 8, 32].map(|stride| take(stride) - take(1));
    assert_eq!(conflicts, [1, 7, 31]);
    // All in one word share the access.
    assert_eq!(take(0), take(1));
}

/// Buffers, images and exchanges between lanes wait for memory as plain loads do.
#[test]
fn what_is_waited_for_takes_its_time_whatever_brings_it() {
    let slow = [("memory_latency", 5000), ("lds_latency", 700)];
    let header = "a: u32[1024] = arange(1024)\nlocal = 32\nabi = hsa";
    let start = "  s_load_b64 s[4:5], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v2, 0
  s_mov_b32 s6, 128
  s_mov_b32 s7, 0x31027fac
  s_waitcnt lgkmcnt(0)
  s_lshr_b64 s[8:9], s[4:5], 8
  s_or_b32 s9, s9, 0xc1600000
  s_mov_b32 s10, 0xc00f
  s_mov_b32 s11, 0x90000fac
";
    for (access, takes, found) in [
        ("global_load_b32 v3, v1, s[4:5]", 5000, 1),
        ("buffer_load_b32 v3, v1, s[4:7], 0 offen", 5000, 1),
        (
            "image_load v3, v[1:2], s[8:15] dmask:0x1 dim:SQ_RSRC_IMG_2D",
            5000,
            2,
        ),
        ("ds_bpermute_b32 v3, v1, v0", 700, 0),
        ("s_nop 0", 0, 0),
    ] {
        let body =
            format!("{start}  {access}\n  s_waitcnt vmcnt(0) lgkmcnt(0)\n  v_add_f32 v4, v3, v3");
        let counted = counted(header, &body, &slow);
        let over = counted.cycles - takes;
        assert!(over < 400, "{access}: {over} cycles beyond {takes}");
        let memory = counted.memory.as_ref().expect("a machine with caches");
        assert_eq!(memory.lines, found, "{access}");
    }
}

#[test]
fn waves_that_do_not_fit_wait_for_others_to_end() {
    let sleep = "  s_sleep 1\n";
    let eight = "local = 32\nglobal = 8";
    // s_sleep at 0, s_endpgm at 64, ended in 65. Four SIMDs with room for one wave take turns, and the second
    // half sleeps until the next tick.
    for (waves, rounds) in [(1, 2), (2, 1), (16, 1)] {
        let counted = cycles(eight, sleep, &[("simd_waves", waves)]);
        assert_eq!(counted, rounds * 64 + 1);
    }
    // Registers decide how many fit: 256 of 1536 leave room for five waves. The five of a SIMD move one
    // after the other in cycles 64 to 68, and end 17 later; the next twenty do so from the next tick on.
    let all = "  s_sleep 1\n  v_mov_b32 v255, 0\n";
    let many = "local = 32\nglobal = 40";
    assert_eq!(cycles(many, all, &[]), 2 * 64 + 4 + END);
}

#[test]
fn results_are_the_same_on_any_number_of_threads_and_with_or_without_a_clock() {
    let text = "---
let N = 4096
a: f32[N] = arange(N)
out_b: f32[N]
local = 64
global = N / 64
---
  s_mov_b32 s6, s3
  s_mov_b32 s7, s4
  s_load_b128 s[8:11], s[6:7], 0x0
  s_lshl_b32 s2, s0, 6
  v_add_nc_u32 v0, s2, v0
  v_lshlrev_b32 v0, 2, v0
  s_waitcnt lgkmcnt(0)
  global_load_b32 v1, v0, s[8:9]
  s_waitcnt vmcnt(0)
  v_mul_f32 v1, v1, v1
  global_store_b32 v0, v1, s[10:11]
  s_endpgm
";
    let on = |threads: usize| {
        let settings = Settings {
            threads,
            ..Settings::default()
        };
        run(text, &[("wgps", 3)], settings)
    };
    let one = on(1);
    let four = on(4);
    assert_eq!(one.outputs, four.outputs);
    assert_eq!(one.cycles, four.cycles);
    let file = SourceFile::new("benchmark.rdna3", text);
    let input = Input::from_text(file, None).expect("a kernel file");
    let plain =
        wavetank::run(&input, &Settings::default()).unwrap_or_else(|error| panic!("{error:?}"));
    assert_eq!(plain.outputs, one.outputs);
    assert_eq!((plain.stats, plain.cycles), (one.stats, None));
}

/// A kernel of Waves that asks which of two loads was first, and says it. Signals done in the same cycle
/// count for the first name.
const FIRST: &str = "---
x: u32[64] = arange(64)
out_y: u32[1]
local = 32
---
  global_load32 sig2, v10, [], v0
  add.u32 v3, v0, 128
  global_load32 sig1, v11, [], v3
  sig_any2 sig1, first, sig2, second
first:
  mov v4, [], 1
  jmp store
second:
  mov v4, [], 2
store:
  sig_wait v5.s, sig1
  sig_wait v5.s, sig2
  global_store32 sig0, v1, [], v4
  sig_wait v5.s, sig0
  end
";

#[test]
fn what_is_asked_about_a_run_of_waves_changes_nothing() {
    let file = SourceFile::new("first.waves", FIRST);
    let input = Input::from_text(file, None).expect("a kernel file");
    let run = |settings: Settings| {
        let report = wavetank::run(&input, &settings);
        report.unwrap_or_else(|error| panic!("{error:?}"))
    };
    let plain = run(Settings::default());
    let timed = run(Settings {
        timed: true,
        ..Settings::default()
    });
    let pictured = run(Settings {
        timeline: true,
        families: true,
        ..Settings::default()
    });
    assert_eq!(plain.outputs, timed.outputs);
    assert_eq!(plain.outputs, pictured.outputs);
    assert_eq!((plain.stats, &plain.cycles), (timed.stats, &timed.cycles));
    assert_eq!(
        (plain.stats, &plain.cycles),
        (pictured.stats, &pictured.cycles)
    );
    let profile = wavetank::profile(&input, &Settings::default());
    let profile = profile.unwrap_or_else(|error| panic!("{error:?}"));
    assert_eq!(profile.report.outputs, plain.outputs);
    assert_eq!(profile.report.cycles, plain.cycles);
    // The load that was issued first is done first: one that delivers only what is waited for could not
    // tell.
    let (_, first) = &plain.outputs[0];
    assert_eq!(first.data, [2, 0, 0, 0]);
}

/// A session over a kernel on its clock.
fn session(input: &Input) -> (Debuggable, Session) {
    let settings = Settings {
        timed: true,
        ..Settings::default()
    };
    let ready = Debuggable::new(input, &settings).unwrap_or_else(|error| panic!("{error:?}"));
    let session = ready.debug(History {
        max_bytes: 64 << 20,
    });
    (ready, session)
}

/// What a session that has come to its end computed, and in how many cycles.
fn outcome(ready: &Debuggable, session: &Session) -> (Vec<(String, Array)>, u64) {
    let timeline = session.timeline().expect("a live session");
    let report = ready.report(timeline.report());
    (report.outputs, timeline.machine().cycle_counts()[0].1)
}

#[test]
fn the_debugger_goes_by_the_clock_of_the_run() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let files = [
        "examples/waves/matmul.waves",
        "examples/waves/reduction.waves",
        "examples/waves/prefix-sum.waves",
        "examples/rdna/vector-add.rdna3",
        "corpus/rdna/run/named-barriers.rdna4",
    ];
    let mut inputs: Vec<Input> = files
        .iter()
        .map(|file| compile::open_plain(&root.join(file), None).unwrap_or_else(|e| panic!("{e:?}")))
        .collect();
    let first = SourceFile::new("first.waves", FIRST);
    inputs.push(Input::from_text(first, None).expect("a kernel file"));
    for input in &inputs {
        let settings = Settings {
            timed: true,
            ..Settings::default()
        };
        let report = wavetank::run(input, &settings).unwrap_or_else(|error| panic!("{error:?}"));
        let cycles = report.cycles.as_ref().expect("a clock").cycles;
        let (ready, mut session) = session(input);
        // In one go, from the start again in steps of some cycles, and back and forth.
        session.resume().expect("a kernel that runs");
        assert_eq!(outcome(&ready, &session), (report.outputs.clone(), cycles));
        session.seek(0).expect("the start");
        let mut at = 0;
        loop {
            let stopped = session.step_cycles(200).expect("a step");
            if stopped.reasons != [StopReason::Step] {
                break;
            }
            let now = session.cycle().expect("a clock");
            assert!(now >= at + 200, "{now} is less than 200 after {at}");
            at = now;
        }
        assert_eq!(outcome(&ready, &session), (report.outputs.clone(), cycles));
        let middle = report.stats.instructions / 2;
        session.seek(middle).expect("the middle");
        let there = session.cycle();
        session.step().expect("a step");
        session.seek(middle).expect("the middle again");
        assert_eq!(session.cycle(), there);
        session.resume().expect("the rest");
        assert_eq!(outcome(&ready, &session), (report.outputs.clone(), cycles));
    }
}

#[test]
fn checks_and_traces_go_by_the_clock_of_the_run() {
    // On the way that is not taken, lanes store where nothing is.
    let text = FIRST.replace("  mov v4, [], 1\n", "  global_store32 sig0, v4, [], v4\n");
    let file = SourceFile::new("first.waves", text.as_str());
    let input = Input::from_text(file, None).expect("a kernel file");
    let settings = Settings::default();
    let report = wavetank::run(&input, &settings).unwrap_or_else(|error| panic!("{error:?}"));
    let checked = wavetank::check(&input, &settings).unwrap_or_else(|error| panic!("{error:?}"));
    let found = checked.diagnostics.iter().map(|it| it.message.clone());
    assert_eq!(found.collect::<Vec<_>>(), [""; 0]);
    let mut texts = Vec::new();
    let traced = wavetank::log(&input, &settings, &mut |step| {
        texts.push(step.text.clone());
        true
    });
    traced.unwrap_or_else(|error| panic!("{error:?}"));
    assert_eq!(texts.len() as u64, report.stats.instructions);
    // The second load was asked for later.
    assert!(
        texts.iter().any(|text| text == "mov v4, [], 2"),
        "{texts:?}"
    );
}
