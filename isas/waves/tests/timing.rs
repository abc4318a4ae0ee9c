//! The cycle model, one rule at a time.

#[path = "support/common.rs"]
mod common;

use arch::Arch;
use common::Kernel;
use random::Random;
use sim::{Config, Cycles, Delivery, Dispatch, Stall, Timeline};
use waves::Waves;

fn config() -> Config {
    Config {
        delivery: Delivery::Strict,
        ..Config::default()
    }
}

fn timed(kernel: &Kernel, timeline: Option<&mut Timeline>) -> (Vec<Vec<u32>>, Cycles) {
    kernel.with_request(|loaded, launch, memory, request| {
        let timing = Waves
            .timing(&kernel.code, request)
            .expect("Waves has a cycle model");
        let dispatch = Dispatch::new(&loaded.program, launch, memory, config());
        dispatch
            .run_timed(&timing, timeline)
            .unwrap_or_else(|fault| panic!("{fault}"))
            .1
    })
}

/// One wave alone on the machine.
fn cycles(text: &str) -> Cycles {
    timed(&Kernel::new(text, &[&[0; 4096]], 32, 1), None).1
}

#[test]
fn instructions_take_their_latency() {
    // `end` takes the last cycle.
    for (text, expected) in [
        ("end", 1),
        ("mov v1, [], 0\nend", 2),
        ("add.u32 v1, v1, v2\nsub.f32 v1, v1, v2\nend", 3),
        ("mul.u32 v1, v1, v2\nend", 3),
        ("fma.f32 v1, v1, v2, v3\nend", 3),
        ("div.u32 v1, v1, v2\nend", 9),
        ("rem.f32 v1, v1, v2\nend", 9),
        ("sqrt.f32 v1, v1\nsin.f32 v1, v1\nend", 17),
        ("mul.u32 v1.s, v1.s, 3\nend", 3),
        ("reduce8.add.u32 v1, v1\nreduce.mul.u32 v1.s, v1\nend", 4),
        ("jmp 16\nend", 2),
        ("barrier\nend", 2),
        ("local_load32 v1, [], zero\nend", 4 + 31 + 1),
        (
            "shl.u32 v1, sid, 2\nlocal_load32 v1, [], v1\nend",
            1 + 4 + 1,
        ),
        (
            "shl.u32 v1, sid, 3\nlocal_load32 v1, [], v1\nend",
            1 + 4 + 1 + 1,
        ),
        (
            "shl.u32 v1, sid, 7\nlocal_store32 v1, [], v1\nend",
            1 + 4 + 31 + 1,
        ),
        (
            "shl.u32 v1, sid, 7\nlocal_store32 v1, [lo16], v1\nend",
            1 + 4 + 15 + 1,
        ),
        // A global access takes a cycle to issue and is done 200 cycles later.
        ("global_load32 sig0, v1, [], v0\nend", 200),
        (
            "global_load32 sig0, v1, [], v0\nsig_wait v2.s, sig0\nend",
            202,
        ),
        (
            "global_load32 sig0, v1, [zero], v0\nsig_wait v2.s, sig0\nend",
            3,
        ),
        (
            "global_load32 sig0, v1, [], v0\nglobal_load32 sig0, v2, [], v0\nend",
            400,
        ),
        (
            "global_load32 sig0, v1, [], v0\nsig_done1 v2.s, sig0\nsig_wait v2.s, sig0\nend",
            202,
        ),
        (
            "global_load32 sig0, v1, [], v0\nglobal_load32 sig1, v2, [], v0\n\
             sig_any2 sig1, x, sig0, x\nx: end",
            202,
        ),
    ] {
        assert_eq!(cycles(text).cycles, expected, "{text}");
    }
}

#[test]
fn a_poll_sees_the_signal_when_its_time_has_come() {
    let text = "global_load32 sig0, v1, [], v0
                mov v3.s, 0
                poll: add.u32 v3.s, v3.s, 1
                sig_done1 v2.s, sig0
                brz poll, v2.s
                shl.u32 v4, sid, 2
                add.u32 v4, v4, v0
                global_store32 sig1, v4, [], v3
                end";
    let (arrays, cycles) = timed(&Kernel::new(text, &[&[9; 64]], 32, 1), None);
    // Polls come at cycles 3, 6, 9, ...: the first not before 200 is the one at 201.
    assert_eq!(arrays[0][0], 67);
    assert_eq!(cycles.cycles, 201 + 1 + 1 + 2 + 200);
}

#[test]
fn waves_of_a_unit_share_what_it_has_once() {
    let run = |text: &str| timed(&Kernel::new(text, &[&[0; 64]], 64, 1), None).1;
    // Vector instructions of two waves go side by side, the scalar unit has one at a time.
    assert_eq!(run("mul.u32 v1, v1, v2\nend").cycles, 3);
    let scalar = run("mul.u32 v1.s, v1.s, v2.s\nend");
    assert_eq!((scalar.cycles, scalar.stalls(Stall::ScalarUnit)), (5, 2));
    // With one issue slot, the waves take turns.
    let narrow = Kernel::new(
        "add.u32 v1, v1, v2\nadd.u32 v1, v1, v2\nend",
        &[&[0; 64]],
        64,
        1,
    );
    let narrow = timed(&narrow.key("issue", 1), None).1;
    assert_eq!((narrow.cycles, narrow.stalls(Stall::Issue)), (6, 5));
    // Both waves want every bank in the same cycle.
    let banks = run("shl.u32 v1, sid, 2\nlocal_load32 v1, [], v1\nend");
    assert_eq!((banks.cycles, banks.bank_conflicts), (7, 0));
    // The wave that comes first waits at the barrier for the other.
    let barrier = run("shr.u32 v1, v47, 5\nbrz skip, v1.s\ndiv.u32 v2, v2, v3\nskip: barrier\nend");
    assert_eq!((barrier.cycles, barrier.stalls(Stall::Barrier)), (12, 8));
}

#[test]
fn groups_take_turns_on_the_compute_units() {
    let text = "div.u32 v1, v1, v2\nend";
    for (groups, cus, expected) in [(1, 1, 9), (2, 1, 18), (16, 4, 36), (17, 4, 45), (3, 8, 9)] {
        let kernel = Kernel::new(text, &[], 32, groups).key("cus", cus);
        let (_, cycles) = timed(&kernel, None);
        assert_eq!(cycles.cycles, expected, "{groups} groups on {cus}");
        let busy = f64::from(groups) * 9.0 / (expected as f64 * cus as f64);
        assert!((cycles.utilisation() - busy).abs() < 1e-12);
    }
}

#[test]
fn ports_are_shared_by_the_machine() {
    let text = "global_load32 sig0, v1, [], v0\nend";
    // 16 groups issue 512 lanes in the first cycle: the last 128 of them wait three cycles.
    let kernel = Kernel::new(text, &[&[0; 64]], 32, 16).key("cus", 16);
    let (_, cycles) = timed(&kernel, None);
    assert_eq!(cycles.cycles, 203);
    assert_eq!((cycles.port_waits, cycles.port_queue), (4 + 8 + 12, 384));
    // With a port for each of them, none waits.
    let (_, cycles) = timed(&kernel.key("ports", 512), None);
    assert_eq!((cycles.port_waits, cycles.port_queue), (0, 0));
}

#[test]
fn every_number_can_be_set() {
    let run = |text: &str, key, value| {
        timed(&Kernel::new(text, &[&[0; 64]], 32, 1).key(key, value), None)
            .1
            .cycles
    };
    assert_eq!(run("add.u32 v1, v1, v2\nend", "alu", 5), 5 + 1);
    assert_eq!(run("mul.u32 v1, v1, v2\nend", "mul", 7), 7 + 1);
    assert_eq!(run("div.u32 v1, v1, v2\nend", "div", 30), 30 + 1);
    assert_eq!(run("jmp 16\nend", "branch", 3), 3 + 1);
    assert_eq!(run("barrier\nend", "barrier", 20), 20 + 1);
    assert_eq!(run("end", "dispatch", 11), 11 + 1);
    assert_eq!(
        run("local_load32 v1, [], zero\nend", "local_latency", 10),
        10 + 31 + 1
    );
    assert_eq!(
        run("local_load32 v1, [], zero\nend", "bank_conflict", 2),
        4 + 62 + 1
    );
    assert_eq!(run("local_load32 v1, [], zero\nend", "broadcast", 1), 4 + 1);
    let twice = "shl.u32 v1, sid, 2\nlocal_load32 v1, [], v1\nend";
    assert_eq!(run(twice, "banks", 16), 1 + 4 + 1 + 1);
    assert_eq!(
        run("global_load32 sig0, v1, [], v0\nend", "global_latency", 77),
        77
    );
    assert_eq!(
        run("global_load32 sig0, v1, [], v0\nend", "ports", 8),
        200 + 3
    );
}

/// The same cycles every time, and the results of a run without a clock.
#[test]
fn time_changes_no_results() {
    let mut random = Random::new(5);
    let data: Vec<u32> = (0..2048).map(|_| random.bits() as u32).collect();
    let text = "
        shl.u32 v10, v46, 8
        shl.u32 v11, v47, 2
        add.u32 v10, v10, v11
        add.u32 v10, v10, v0
        global_load32 sig0, v20, [], v10
        and.u32 v21, v46, 3
        add.u32 v21.s, v21.s, 1
        loop: add.u32 v22, v22, v47
        sub.u32 v21.s, v21.s, 1
        brnz loop, v21.s
        sig_wait v30.s, sig0
        local_store32 v11, [], v20
        barrier
        xor.u32 v12, v11, 252
        local_load32 v23, [], v12
        add.u32 v23, v23, v22
        global_store32 sig1, v10, [], v23
        end";
    let kernel = Kernel::new(text, &[&data], 64, 32).key("cus", 3);
    let (plain, _) = kernel.run(config());
    let mut timeline = Timeline::default();
    let (arrays, first) = timed(&kernel, Some(&mut timeline));
    assert_eq!(arrays, plain);
    for _ in 0..3 {
        let (arrays, again) = timed(&kernel, None);
        assert_eq!((&arrays, &again), (&plain, &first));
    }
    // What no change of the engine may alter unnoticed.
    insta::assert_snapshot!(
        first
            .entries()
            .iter()
            .map(|(name, value)| format!("{name} {value}\n"))
            .collect::<String>()
    );
}

#[test]
fn the_timeline_shows_instructions_accesses_and_waits() {
    let text = "global_load32 sig3, v1, [], v0\nsig_wait v2.s, sig3\nbarrier\nend";
    let kernel = Kernel::new(text, &[&[0; 64]], 64, 2).key("cus", 1);
    let mut timeline = Timeline::default();
    timed(&kernel, Some(&mut timeline));
    let mut bytes = Vec::new();
    let name = |inst: u32| text.lines().nth(inst as usize).unwrap_or("?").to_string();
    timeline
        .write(&mut bytes, &name, &|n| format!("sig{n}"))
        .expect("writes to memory");
    insta::assert_snapshot!(String::from_utf8(bytes).expect("UTF-8"));
}

#[test]
fn a_timeline_has_an_end() {
    let kernel = Kernel::new("loop: jmp loop2\nloop2: end", &[], 32, 100);
    let mut timeline = Timeline::new(50);
    timed(&kernel, Some(&mut timeline));
    assert!(timeline.left_out() > 100);
}

#[test]
fn deadlocks_and_limits_are_found() {
    let fault = |text: &str, threads: u32| {
        let kernel = Kernel::new(text, &[], threads, 1);
        let (_, fault) = kernel.with_request(|loaded, launch, memory, request| {
            let timing = Waves.timing(&kernel.code, request).expect("a cycle model");
            let config = Config {
                max_instructions: 1000,
                ..config()
            };
            let dispatch = Dispatch::new(&loaded.program, launch, memory, config);
            dispatch
                .run_timed(&timing, None)
                .expect_err("a fault")
                .to_string()
        });
        fault
    };
    let one_waits = "shr.u32 v1, v47, 5\nbrz skip, v1.s\nbarrier\nskip: end";
    assert!(
        fault(one_waits, 64).starts_with("deadlock"),
        "{}",
        fault(one_waits, 64)
    );
    assert!(fault("loop: jmp loop", 32).starts_with("instruction limit of 1000"));
    assert!(fault("mov v1, [], 0", 32).contains("past the end of the code"));
}

/// Units are carried out ahead of each other, but what goes wrong first is what is reported.
#[test]
fn the_first_fault_in_time_is_the_one() {
    // Each group loads in a loop, the first one longer than the second; then all leave local memory.
    let text = "
        shl.u32 v1, sid, 2
        sub.u32 v2.s, 4, v46.s
        mul.u32 v2.s, v2.s, 10
    loop:
        local_load32 v3, [], v1
        sub.u32 v2.s, v2.s, 1
        brnz loop, v2.s
        mov v1, [], 0x100000
        local_load32 v3, [], v1
        end";
    let kernel = Kernel::new(text, &[], 32, 3);
    kernel.with_request(|loaded, launch, memory, request| {
        let timing = Waves.timing(&kernel.code, request).expect("a cycle model");
        let dispatch = Dispatch::new(&loaded.program, launch, memory, config());
        let fault = dispatch.run_timed(&timing, None).expect_err("a fault");
        assert_eq!(fault.site.group, [2, 0, 0], "{fault}");
    });
}
