//! How fast the debugger is on kernels of ten million wave-instructions: a run with a breakpoint that
//! is never hit beside a plain run, single steps back, and `reverse-continue`.

use crate::{Options, best, fail, milliseconds, timed};
use std::path::Path;
use std::time::Duration;
use wavetank::debug::{Breakpoint, Condition, History, Session, StopReason, parse_expr};
use wavetank::{Constant, Debuggable, Settings};

const REPEATS: u32 = 3;
const FILES: [&str; 4] = ["long.flux", "long.rdna3", "long.wave", "long.tile"];

pub fn table(options: &Options) {
    println!(
        "{:<12} {:>11} {:>8} {:>12} {:>7} {:>13} {:>11} {:>11} {:>9}",
        "file",
        "wave-insts",
        "run ms",
        "debugged ms",
        "ratio",
        "step back ms",
        "to last ms",
        "to first ms",
        "MB kept"
    );
    for name in FILES.into_iter().filter(|name| options.wants_row(name)) {
        row(name, options.quick);
    }
}

fn row(name: &str, quick: bool) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("kernels")
        .join(name);
    let input = compile::open_plain(&path, None).unwrap_or_else(|error| fail(&error));
    let settings = Settings {
        set: quick
            .then(|| ("ROUNDS".into(), Constant::Int(100)))
            .into_iter()
            .collect(),
        max_instructions: u64::MAX,
        ..Settings::default()
    };
    let repeats = if quick { 1 } else { REPEATS };
    let prepare = || Debuggable::new(&input, &settings).unwrap_or_else(|error| fail(&error));
    let alone = best(repeats, || {
        let ready = prepare();
        timed(|| {
            ready.run().unwrap_or_else(|error| fail(&error));
        })
    });
    let debugged = best(repeats, || {
        let ready = prepare();
        let mut session = ready.debug(History::default());
        stop_at(&mut session, "last", Some("wave == 99"));
        timed(|| assert_eq!(resume(&mut session), [StopReason::End], "{name}"))
    });

    let ready = prepare();
    let mut session = ready.debug(History::default());
    resume(&mut session);
    let instructions = session.time();
    let kept = session
        .timeline()
        .map_or(0, |timeline| timeline.history().1);
    let slowest = slowest_step_back(&mut session, instructions);
    // From the end to where the last wave ends, and to the very first instruction.
    let to_last = back_to(&mut session, "last", None);
    let to_first = back_to(&mut session, "first", Some("wave == 0 && wg == (0,0,0)"));
    assert_eq!(session.time(), 0, "{name}");
    println!(
        "{name:<12} {instructions:>11} {:>8.1} {:>12.1} {:>7.2} {:>13.1} {:>11.1} {:>11.1} {:>9.1}",
        milliseconds(alone),
        milliseconds(debugged),
        debugged.as_secs_f64() / alone.as_secs_f64(),
        milliseconds(slowest),
        milliseconds(to_last),
        milliseconds(to_first),
        kept as f64 / 1e6,
    );
}

fn stop_at(session: &mut Session, label: &str, condition: Option<&str>) -> u32 {
    let condition = condition.map(|text| Condition {
        text: text.into(),
        expr: parse_expr(text).expect("a condition"),
    });
    let insts = session.locate(label).expect("a label of the kernel");
    let change = |point: &mut Breakpoint| point.condition = condition;
    let id = session.add_breakpoint(label, insts, change);
    id.expect("a live session")
}

fn resume(session: &mut Session) -> Vec<StopReason> {
    session.resume().expect("a kernel that runs").reasons
}

/// The slowest of some steps back: the last ones of the run, and a few from the middle of it.
fn slowest_step_back(session: &mut Session, instructions: u64) -> Duration {
    let near_the_end = (1..=10).map(|back| instructions - back);
    let between = [3, 5, 7, 9].map(|share| instructions * share / 10);
    let mut slowest = Duration::ZERO;
    for time in near_the_end.chain(between) {
        session.seek(time).expect("a moment of the run");
        let turn = session.turn().expect("a wave under way");
        session.select(turn).expect("that wave");
        // A wave that has not begun has no step to take back; finding that out takes time too.
        slowest = slowest.max(timed(|| drop(session.step_back())));
    }
    slowest
}

/// From the end of the run back to a breakpoint.
fn back_to(session: &mut Session, label: &str, condition: Option<&str>) -> Duration {
    let id = stop_at(session, label, condition);
    session.seek(u64::MAX).expect("the end of the run");
    let time = timed(|| {
        let stopped = session.resume_back().expect("a live session");
        let there = [StopReason::Breakpoint(id)];
        assert!(stopped.reasons == there || session.time() == 0);
    });
    session.delete(id).expect("the breakpoint");
    time
}
