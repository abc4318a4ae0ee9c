//! `--dump` and `--dump-on-trap`: the state of a run as a file.

use crate::args::RunArgs;
use crate::out;
use wavetank::debug::{History, Reason, Session, Stopped};
use wavetank::{Debuggable, Error, Input, Report, Settings};

/// Runs under the debugger, which can stop where it is told and look at everything.
pub fn run(args: &RunArgs, input: &Input, settings: &Settings) -> Result<Report, Error> {
    let ready = Debuggable::new(input, settings)?;
    let mut session = ready.debug(History::default());
    if let Some(when) = &args.dump {
        dump_when(args, &mut session, when)?;
    }
    let stopped = session.resume().map_err(Error::Plain)?;
    if let Some(Reason::Fault(fault)) = stopped.reasons.last() {
        if args.dump_on_trap {
            write(args, &session, &fault.to_string())?;
        }
        return Err(ready.trap_error(fault));
    }
    let ran = session.timeline().map(|timeline| timeline.report());
    Ok(ready.report(ran.unwrap_or_default()))
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
        Some(Reason::Step | Reason::Breakpoint(_)) => {
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
    out::file(&args.dump_to, text.as_bytes())?;
    out::note(&format!("state written to {}", args.dump_to.display()));
    Ok(())
}
