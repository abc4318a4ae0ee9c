//! The cycle model, one rule at a time.

use crate::common::Kernel;
use arch::Arch;
use random::Random;
use sim::{Config, Cycles, Delivery, Dispatch, Stall, Timeline};
use uop::Trap;
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
    // A unit has room for two waves. Each has a group before any has another.
    for (threads, groups, cus, expected, busy) in [
        (32, 1, 1, 9, 9),
        (32, 2, 1, 9, 9),
        (32, 3, 1, 18, 18),
        (32, 3, 2, 9, 18),
        (32, 16, 4, 18, 72),
        (32, 17, 4, 27, 81),
        (32, 3, 8, 9, 27),
        (64, 2, 1, 18, 18),
        (64, 17, 4, 45, 153),
    ] {
        let kernel = Kernel::new(text, &[], threads, groups).key("cus", cus);
        let (_, cycles) = timed(&kernel, None);
        assert_eq!(cycles.cycles, expected, "{groups} groups on {cus}");
        let share = f64::from(busy) / (expected as f64 * cus as f64);
        assert!((cycles.utilisation() - share).abs() < 1e-12);
    }
}

#[test]
fn a_unit_has_as_many_groups_as_it_has_room_for() {
    let run = |text: &str, groups: u32, keys: &[(&'static str, i64)]| {
        let kernel = Kernel::new(text, &[], 32, groups).key("cus", 1);
        let kernel = keys
            .iter()
            .fold(kernel, |kernel, &(key, n)| kernel.key(key, n));
        timed(&kernel, None).1
    };
    let divide = "div.u32 v1, v1, v2\nend";
    assert_eq!(run(divide, 16, &[("cu_waves", 8)]).cycles, 18);
    assert_eq!(run(divide, 16, &[("cu_waves", 64)]).cycles, 9);
    // Four waves of two instructions each, one of them in a cycle.
    let add = "add.u32 v1, v1, v2\nend";
    assert_eq!(run(add, 4, &[("cu_waves", 4), ("issue", 1)]).cycles, 8);
    // Groups on one unit share its scalar unit as waves of one group do.
    let scalar = run("mul.u32 v1.s, v1.s, v2.s\nend", 2, &[]);
    assert_eq!((scalar.cycles, scalar.stalls(Stall::ScalarUnit)), (5, 2));
    // A program that uses local memory has all of it, unless the header says how much it needs.
    let local = "shl.u32 v1, sid, 2\nlocal_load32 v1, [], v1\nend";
    assert_eq!(run(local, 2, &[]).cycles, 12);
    assert_eq!(run(local, 2, &[("lds", 40000)]).cycles, 12);
    for bytes in [128, 32768] {
        assert_eq!(run(local, 2, &[("lds", bytes)]).cycles, 7);
    }
}

#[test]
fn a_group_that_ends_makes_room_for_one_beside_the_other() {
    // The first group takes 34 cycles, each of the others 10: three of them end beside it, a fourth
    // begins there, and a fifth takes its place.
    let text = "
        brnz short, v46.s
        div.u32 v3, v3, v4
        div.u32 v3, v3, v4
        div.u32 v3, v3, v4
    short:
        div.u32 v3, v3, v4
        end";
    for (groups, expected) in [(1, 34), (2, 34), (4, 34), (5, 40), (6, 44), (7, 50)] {
        let (_, cycles) = timed(&Kernel::new(text, &[], 32, groups).key("cus", 1), None);
        assert_eq!(cycles.cycles, expected, "{groups} groups");
        assert_eq!(cycles.utilisation(), 1.0);
    }
}

/// Waits for the number of the group behind it, and leaves one more for the group before.
const CONSUMER: &str = "
        shl.u32 v10, v46, 2
        add.u32 v10, v10, v0
        add.u32 v11, v10, 4
    wait:
        global_load32 sig0, v20, [], v11
        sig_wait v30.s, sig0
        brz wait, v20.s
        add.u32 v20, v20, 1
        global_store32 sig1, v10, [], v20
        end";

#[test]
fn a_group_may_wait_for_a_later_one_that_is_on_a_unit() {
    let kernel = |keys: &[(&'static str, i64)]| {
        let kernel = Kernel::new(CONSUMER, &[&[0, 0, 0, 0, 1]], 32, 4);
        keys.iter()
            .fold(kernel, |kernel, &(key, n)| kernel.key(key, n))
    };
    for keys in [
        &[("cus", 4)][..],
        &[("cus", 2)],
        &[("cus", 1), ("cu_waves", 4)],
        &[("cus", 1), ("cu_waves", 5), ("issue", 1)],
    ] {
        let (arrays, cycles) = timed(&kernel(keys), None);
        assert_eq!(arrays[0], [5, 4, 3, 2, 1], "{keys:?}");
        for _ in 0..2 {
            assert_eq!(timed(&kernel(keys), None), (arrays.clone(), cycles.clone()));
        }
    }
    assert_eq!(kernel(&[]).run(config()).0[0], [5, 4, 3, 2, 1]);
    // Of two, the second finds its number with the load of cycle 3, which is done in 203, and stores
    // in 206. The first has loaded again in 205, too early, and once more in 407; it stores in 610.
    let two = Kernel::new(CONSUMER, &[&[0, 0, 1]], 32, 2).key("cus", 1);
    let (arrays, cycles) = timed(&two, None);
    assert_eq!((&arrays[0][..], cycles.cycles), (&[3, 2, 1][..], 810));
}

#[test]
fn waiting_for_a_group_that_no_unit_has_room_for_is_a_deadlock() {
    let kernel = Kernel::new(CONSUMER, &[&[0, 0, 0, 0, 1]], 32, 4).key("cus", 1);
    let run = |resident| {
        let (_, outcome) = kernel.with_request(|loaded, launch, memory, request| {
            let timing = Waves.timing(&kernel.code, request).expect("a cycle model");
            let config = Config {
                resident,
                ..config()
            };
            Dispatch::new(&loaded.program, launch, memory, config).run_timed(&timing, None)
        });
        let fault = outcome.expect_err("a deadlock");
        let Trap::Waiting { waits } = fault.trap else {
            panic!("{fault}");
        };
        waits.join("\n")
    };
    insta::assert_snapshot!(run(None));
    // Fewer than the units have room for, if that is asked for.
    let alone = run(Some(1));
    assert!(
        alone.contains("room for 1 at a time on the compute units"),
        "{alone}"
    );
    assert!(!alone.contains("workgroup (1,0,0), wave"), "{alone}");
}

#[test]
fn a_long_loop_is_not_taken_for_a_deadlock() {
    let text = "
        mov v1.s, 1200000
    loop:
        sub.u32 v1.s, v1.s, 1
        brnz loop, v1.s
        end";
    let (_, cycles) = timed(&Kernel::new(text, &[], 32, 1), None);
    assert_eq!(cycles.cycles, 1 + 2 * 1_200_000 + 1);
}

#[test]
fn ports_are_shared_by_the_machine() {
    let text = "global_load32 sig0, v1, [], v0\nend";
    // 16 groups issue 512 lanes in the first cycle: the last 128 of them wait three cycles.
    let kernel = Kernel::new(text, &[&[0; 64]], 32, 16).key("cus", 8);
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
