//! `--dump` and `--dump-on-trap`: the state of a run as a file.

use crate::args::RunArgs;
use crate::out;
use wavetank::debug::{History, Session, StopReason, Stopped};
use wavetank::{Debuggable, Error, Failure, Input, Report, Settings};

/// Where state is written if nothing else is said.
const USUAL: &str = "wavetank-state.json";

/// Runs, and besides writes the state where it was asked for. Runs are deterministic, so the state
/// is that of a second run under the debugger, which can stop where it is told.
pub fn run(args: &RunArgs, input: &Input, settings: &Settings) -> Result<Report, Error> {
    if let Some(when) = &args.dump {
        let ready = Debuggable::new(input, settings)?;
        dump_when(args, &mut ready.debug(History::default()), when)?;
    }
    let ended = wavetank::run(input, settings);
    let trapped = |error: &Error| matches!(error.failure(), Failure::Trap | Failure::Unmodelled);
    if args.dump_on_trap && ended.as_ref().is_err_and(trapped) {
        let ready = Debuggable::new(input, settings)?;
        let mut session = ready.debug(History::default());
        let stopped = session.resume().map_err(Error::Plain)?;
        match stopped.reasons.last() {
            // The trap is told, and is how the run ends, also where its state cannot be written.
            Some(StopReason::Fault(fault)) => {
                if let Err(why) = write(args, &session, &fault.to_string()) {
                    out::note(&format!("--dump-on-trap: {why}"));
                }
            }
            _ => out::note("--dump-on-trap: on one thread, under the debugger, it does not trap"),
        }
    }
    ended
}

fn dump_when(args: &RunArgs, session: &mut Session, when: &str) -> Result<(), Error> {
    let plain = |why: String| Error::Plain(format!("--dump {when}: {why}"));
    let stopped: Stopped = match when.strip_prefix('@') {
        Some(moment) => {
            let moment = moment.parse();
            let moment =
                moment.map_err(|_| plain("expected a number of instructions after @".into()))?;
            session.seek(moment).map_err(plain)?
        }
        None => {
            let insts = session.locate(when).map_err(plain)?;
            let once = session.add_breakpoint(when, insts.clone(), |point| point.temporary = true);
            let id = once.map_err(plain)?;
            // The first instruction of all is stood at already.
            let at_start = session.selected().and_then(|wave| {
                let step = session.subject().steps.get(wave.step() as usize)?;
                Some(insts.contains(step))
            });
            if at_start == Some(true) {
                session.delete(id).map_err(plain)?;
                return write(args, session, &format!("reached {when}"));
            }
            session.resume().map_err(plain)?
        }
    };
    match stopped.reasons.first() {
        Some(StopReason::Step | StopReason::Breakpoint(_)) => {
            write(args, session, &format!("reached {when}"))
        }
        _ => {
            out::note(&format!("--dump {when}: the run did not get there"));
            Ok(())
        }
    }
}

fn write(args: &RunArgs, session: &Session, reason: &str) -> Result<(), Error> {
    let text = session.to_core(reason).to_string();
    let path = args.dump_to.as_deref().unwrap_or(USUAL.as_ref());
    out::file(path, text.as_bytes())?;
    out::note(&format!("state written to {}", path.display()));
    Ok(())
}
