//! Kernels whose workgroups wait for each other end, or are a deadlock with a name, however they are
//! run: on one thread and on several, under the checkers and in the debugger.

use std::path::Path;
use wavetank::debug::{History, StopReason};
use wavetank::{Debuggable, Error, Input, Order, Settings};

fn open(path: &str) -> Input {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    compile::open_plain(&root.join(path), None).unwrap()
}

/// Whatever decides whose turn it is.
fn ways() -> [Settings; 4] {
    let orders = [Order::RoundRobin; 3].into_iter().chain([Order::Random(3)]);
    let mut ways = orders.zip([1, 2, 5, 1]).map(|(order, threads)| Settings {
        order,
        threads,
        ..Settings::default()
    });
    std::array::from_fn(|_| ways.next().unwrap())
}

#[test]
fn workgroups_that_wait_for_later_ones_end() {
    for path in [
        "flux/run/consumer-first.flux",
        "tile/run/clock.tile",
        "tile/run/consumer-first.tile",
        "tile/run/counting.tile",
        "tile/run/grid-barrier.tile",
        "tile/run/leader.tile",
        "tile/run/locked.tile",
        "rdna/run/consumer-first.rdna3",
        "rdna/run/grid-barrier.rdna3",
        "wave/run/persistent.wave",
        "waves/run/consumer-first.waves",
    ] {
        let input = open(path);
        for settings in ways() {
            let report = wavetank::run(&input, &settings).unwrap();
            let (order, threads) = (settings.order, settings.threads);
            assert!(report.passed(), "{path}: {order:?}, {threads} threads");
        }
        let findings = wavetank::check(&input, &Settings::default()).unwrap();
        // Loads of Waves are not seen to repeat what they look at, so its flags are races.
        let found = &findings.diagnostics;
        let known = path.starts_with("waves") && found.iter().all(|it| it.code == "race");
        assert!(known || found.is_empty(), "{path}: {found:?}");
        let ready = Debuggable::new(&input, &Settings::default()).unwrap();
        let mut session = ready.debug(History::default());
        let stopped = session.resume().unwrap();
        assert_eq!(stopped.reasons, [StopReason::End], "{path}");
        let ran = session.timeline().unwrap().report();
        assert!(ready.report(ran).passed(), "{path}");
    }
}

#[test]
fn waiting_without_hope_has_a_name() {
    for path in [
        "cli/kernels/grid-deadlock.wave",
        "cli/kernels/no-room.flux",
        "cli/kernels/clusters.tile",
    ] {
        let input = open(path);
        for settings in ways() {
            // Waves that are chosen by chance never come back to a state: at the limit they are asked.
            let settings = Settings {
                max_instructions: 5_000_000,
                ..settings
            };
            is_a_deadlock(wavetank::run(&input, &settings).unwrap_err());
        }
        is_a_deadlock(wavetank::check(&input, &Settings::default()).unwrap_err());
        let ready = Debuggable::new(&input, &Settings::default()).unwrap();
        let mut session = ready.debug(History::default());
        let stopped = session.resume().unwrap();
        let [StopReason::Fault(fault)] = &stopped.reasons[..] else {
            panic!("{path}: {:?}", stopped.reasons);
        };
        is_a_deadlock(ready.trap_error(fault));
    }
}

fn is_a_deadlock(error: Error) {
    let error = match error {
        Error::Stopped { error, .. } => *error,
        error => error,
    };
    let Error::Diagnostics { diagnostics, .. } = &error else {
        panic!("{error}");
    };
    let deadlock = diagnostics.last().unwrap();
    assert_eq!(deadlock.code, "deadlock");
    let says_who =
        |help: &String| help.contains("goes round between") && help.contains("waiting for");
    assert!(deadlock.help.iter().any(says_who), "{deadlock:?}");
}
