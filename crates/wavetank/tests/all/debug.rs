//! Laws of time travel: every moment is reached in the same state, whichever way one comes.

use random::Random;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use wavetank::debug::{Console, History, Session, Status, StopReason, WaveId};
use wavetank::{Cycles, Debuggable, Delivery, Input, Order, Settings, SourceFile};

/// Every kernel of flux, which has all kinds of divergence, and some of the others.
fn kernels() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folders = ["corpus/flux/run", "examples/flux"].map(|folder| root.join(folder));
    let entries = folders
        .iter()
        .flat_map(|folder| std::fs::read_dir(folder).unwrap());
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| {
        path.extension()
            .is_some_and(|extension| extension == "flux")
    });
    // It waits for long before anything happens: to remember every moment of that takes longer still.
    files.retain(|path| !path.ends_with("consumer-first.flux"));
    files.sort();
    assert!(files.len() > 10);
    files.extend(OTHERS.map(|path| root.join(path)));
    files
}

/// Barriers, copies in flight, semaphores, several workgroups at once, outstanding loads.
const OTHERS: [&str; 9] = [
    "examples/tile/softmax.tile",
    "examples/tile/multicast.tile",
    "examples/tile/semaphore.tile",
    "examples/tile/gemm-bf16.tile",
    "examples/tile/histogram.tile",
    "examples/rdna/vector-add.rdna3",
    "examples/rdna/arguments.rdna3",
    "examples/wave/reduce-local.wave",
    "examples/waves/reduction.waves",
];

/// All that can be seen.
fn state(session: &Session) -> String {
    session.to_core("").to_string()
}

/// The same as a number.
fn digest(session: &Session) -> u64 {
    let mut hasher = DefaultHasher::new();
    state(session).hash(&mut hasher);
    hasher.finish()
}

fn is_over(reasons: &[StopReason]) -> bool {
    let over = |reason: &StopReason| matches!(reason, StopReason::End | StopReason::Fault(_));
    reasons.iter().any(over)
}

/// Walks at random, remembers every moment, and comes back to all of them in any order.
fn wander(ready: &Debuggable, random: &mut Random, name: &str) -> Option<Cycles> {
    let mut session = ready.debug(History::default());
    let mut seen: Vec<(u64, u64)> = Vec::new();
    for _ in 0..40 {
        seen.push((session.time(), digest(&session)));
        let waves = session.all_waves();
        let able = waves.iter().filter(|wave| wave.status() != Status::Ended);
        let able: Vec<WaveId> = able.map(|wave| wave.id()).collect();
        drop(waves);
        if able.is_empty() {
            break;
        }
        let wave = able[random.below(able.len())];
        session.select(wave).unwrap();
        let stopped = match random.below(6) {
            0 => session.step_all(),
            1 => session.step_over(),
            2 => session.leave_loop(),
            3 => {
                let far = session.time() + random.below(200);
                session.seek(far)
            }
            _ => session.step(),
        };
        if is_over(&stopped.unwrap().reasons) {
            break;
        }
    }
    for _ in 0..2 * seen.len() {
        let (time, expected) = &seen[random.below(seen.len())];
        session.seek(*time).unwrap();
        assert_eq!(session.time(), *time, "{name}");
        assert!(
            digest(&session) == *expected,
            "{name}: another state at {time}"
        );
    }
    let stopped = session.resume().unwrap();
    assert_eq!(stopped.reasons, [StopReason::End], "{name}");
    let report = ready.report(session.timeline().unwrap().report());
    assert!(report.passed(), "{name}: debugging changed the result");
    report.cycles
}

#[test]
fn any_moment_is_the_same_from_either_side() {
    let mut random = Random::new(1);
    for path in kernels() {
        let input = compile::open_plain(&path, None).unwrap();
        for (order, delivery) in [
            (Order::RoundRobin, Delivery::Eager),
            (Order::RoundRobin, Delivery::Strict),
            (Order::Random(7), Delivery::Eager),
        ] {
            let settings = Settings {
                order,
                delivery: Some(delivery),
                ..Settings::default()
            };
            let ready = Debuggable::new(&input, &settings).unwrap();
            wander(&ready, &mut random, &path.display().to_string());
        }
    }
}

/// A clock that follows the machine is put back with it, and shows in the end what it shows without a
/// debugger.
#[test]
fn any_moment_has_its_cycle() {
    let mut random = Random::new(2);
    let settings = Settings {
        timed: true,
        ..Settings::default()
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let tiles = OTHERS.iter().filter(|path| path.ends_with(".tile"));
    let mut inputs: Vec<(&str, Input)> = tiles
        .map(|path| (*path, compile::open_plain(&root.join(path), None).unwrap()))
        .collect();
    // Longer than a turn, and than what the clock keeps of the past: two threads share a memory.
    let long = "---\nlocal = 2\n---\ntcsrr t0, ttid\nli t1, 3000\nadd t1, t1, t0\n\
                loop: tst.shared.u.x8 tr0, 0(zero)\naddi t1, t1, -1\nbnez t1, loop\nret\n";
    let file = SourceFile::new("long.tile", long);
    inputs.push(("long", Input::from_text(file, None).unwrap()));
    for (path, input) in inputs {
        let expected = wavetank::run(&input, &settings).unwrap().cycles;
        assert!(expected.is_some(), "{path}");
        for _ in 0..3 {
            let ready = Debuggable::new(&input, &settings).unwrap();
            let cycles = wander(&ready, &mut random, path);
            assert!(cycles == expected, "{path}: debugging changed the cycles");
        }
    }
}

#[test]
fn steps_back_undo_steps_forward_and_forward_redoes_them() {
    for path in kernels() {
        let input = compile::open_plain(&path, None).unwrap();
        let ready = Debuggable::new(&input, &Settings::default()).unwrap();
        let mut session = ready.debug(History::default());
        let wave = session.selected_wave().unwrap();
        let mut states = vec![digest(&session)];
        // On a clock, others issue instructions between two of a wave.
        let mut last = 0;
        for _ in 0..40 {
            let stopped = session.step().unwrap();
            if stopped.reasons != [StopReason::Step] {
                break;
            }
            states.push(digest(&session));
            last = session.time();
        }
        // The last step may have led to a barrier or the end.
        session.seek(last).unwrap();
        session.select(wave).unwrap();
        for _ in 0..2 {
            for expected in states.iter().rev().skip(1) {
                session.step_back().unwrap();
                assert!(digest(&session) == *expected, "{}", path.display());
            }
            assert_eq!(session.step_back().unwrap().reasons, [StopReason::Start]);
            for expected in &states[1..] {
                session.step().unwrap();
                assert!(digest(&session) == *expected, "{}", path.display());
            }
        }
    }
}

/// Long enough for many snapshots: two waves add up what they read, and write as they go.
const LONG: &str = "---
simd = 1
a: i32[4096] = arange(4096)
out_c: i32[8192]
local = 64
global = 4
R20 = &a + 4 * tid
R21 = &out_c + 4 * gid
---
.ext v0.2
        LI    R10, 0
        LI    R11, 2000
        LI    R12, 3
        IMUL  R11, R11, R12
loop:   LOAD  R1, 0(R20)
        IADD  R3, R3, R1
        NOP
        NOP
        STORE R3, 0(R21)
        ADDI  R10, R10, 1
        BNE   R10, R11, loop
last:   HALT
";

fn long() -> Debuggable {
    let input = Input::from_text(SourceFile::new("long.flux", LONG), None).unwrap();
    Debuggable::new(&input, &Settings::default()).unwrap()
}

#[test]
fn snapshots_are_bounded_and_lead_everywhere() {
    let instructions = 8 * (4 + 7 * 6000 + 1);
    for max_bytes in [1 << 30, 400 << 10] {
        let (ready, fresh) = (long(), long());
        let mut session = ready.debug(History { max_bytes });
        let stopped = session.resume().unwrap();
        assert_eq!(
            (stopped.reasons, stopped.time),
            (vec![StopReason::End], instructions)
        );
        let (count, bytes) = session.timeline().unwrap().history();
        assert!(
            bytes <= max_bytes && count >= 2,
            "{count} snapshots, {bytes} bytes"
        );
        let mut random = Random::new(5);
        let mut times: Vec<u64> = (0..6).map(|_| random.below(instructions)).collect();
        times.sort_unstable();
        // Forwards on a run without a past, backwards on this one.
        let mut forward = fresh.debug(History { max_bytes: 1 << 30 });
        let expected: Vec<String> = (times.iter())
            .map(|&time| {
                forward.seek(time).unwrap();
                state(&forward)
            })
            .collect();
        for (time, expected) in times.iter().zip(&expected).rev() {
            session.seek(*time).unwrap();
            assert!(state(&session) == *expected, "another state at {time}");
        }
    }
}

#[test]
fn running_backwards_meets_every_breakpoint_that_was_met_forwards() {
    let ready = long();
    let mut session = ready.debug(History::default());
    let insts = session.locate("last").unwrap();
    session.add_breakpoint("last", insts, |_| ()).unwrap();
    let mut forwards = Vec::new();
    loop {
        let stopped = session.resume().unwrap();
        if is_over(&stopped.reasons) {
            break;
        }
        forwards.push((stopped.time, session.selected_wave()));
    }
    assert_eq!(forwards.len(), 8);
    for expected in forwards.iter().rev() {
        let stopped = session.resume_back().unwrap();
        assert_eq!((stopped.time, session.selected_wave()), *expected);
    }
    assert_eq!(session.resume_back().unwrap().reasons, [StopReason::Start]);
}

#[test]
fn what_looks_back_is_interrupted_where_it_stands() {
    let mut session = long().debug(History { max_bytes: 1 << 20 });
    session.seek(300_000).unwrap();
    let before = (session.time(), digest(&session));
    let ask = |session: &Session| {
        let interrupt = session.interrupt().expect("a live session");
        interrupt.store(true, std::sync::atomic::Ordering::Relaxed);
    };
    ask(&session);
    let stopped = session.resume_back().unwrap();
    assert_eq!(stopped.reasons, [StopReason::Interrupt]);
    assert_eq!((session.time(), digest(&session)), before);
    // It is said once.
    let stopped = session.resume_back().unwrap();
    assert_eq!(stopped.reasons, [StopReason::Start]);
}

#[test]
fn a_core_shows_what_the_session_showed() {
    for path in kernels() {
        let input = compile::open_plain(&path, None).unwrap();
        let ready = Debuggable::new(&input, &Settings::default()).unwrap();
        let mut session = ready.debug(History::default());
        session.seek(2).unwrap();
        let text = state(&session);
        let (subject, core) = wavetank::debug::read_core(&text).unwrap();
        let again = Session::from_core(subject, core);
        let waves = |session: &Session| -> String {
            let core: serde_json::Value = serde_json::from_str(&state(session)).unwrap();
            core["waves"].to_string()
        };
        assert_eq!(waves(&again), waves(&session), "{}", path.display());
        for (name, array) in ready.report(Default::default()).outputs {
            let expr = wavetank::debug::parse_expr(&name).unwrap();
            let there = session.look(|scope| scope.answer(&expr));
            assert_eq!(again.look(|scope| scope.answer(&expr)), there, "{name}");
            assert!(there.is_ok(), "{name}: {}", array.len());
        }
        // Damaged files are errors, not panics.
        for cut in [1, text.len() / 3, text.len() - 1] {
            let mut cut = cut;
            while !text.is_char_boundary(cut) {
                cut -= 1;
            }
            assert!(wavetank::debug::read_core(&text[..cut]).is_err());
        }
        for (from, to) in [
            ("\"lanes\":32", "\"lanes\":3"),
            ("\"number\":4", "\"number\":70000"),
        ] {
            let damaged = text.replace(from, to);
            assert!(
                damaged == text || wavetank::debug::read_core(&damaged).is_err(),
                "{to}"
            );
        }
    }
}

/// A page, a Python object and a driver keep sessions: they need nothing but themselves, and may
/// go on in another thread than the one that made them.
#[test]
fn a_session_outlives_what_it_was_made_of() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for kernel in [
        "examples/flux/vector-add.flux",
        "examples/tile/softmax.tile",
    ] {
        let input = compile::open_plain(&root.join(kernel), None).unwrap();
        let ready = Debuggable::new(&input, &Settings::default()).unwrap();
        let mut console = Console::new(ready.debug(History::default()));
        drop((ready, input));
        let console = std::thread::spawn(move || {
            console.session_mut().step().unwrap();
            console
        });
        let mut console = console.join().unwrap();
        assert_eq!(console.session().time(), 1);
        let stopped = console.session_mut().resume().unwrap();
        assert_eq!(stopped.reasons, [StopReason::End], "{kernel}");
    }
}
