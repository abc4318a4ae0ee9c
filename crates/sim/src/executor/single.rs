//! One instruction of one wave at a time, for machines with a clock.
//!
//! The loop could take it, and does where anything is unusual. But to enter and to leave it costs more
//! than most instructions do: without the short way beside it (`usual_step`), a launch by the clock takes
//! 6 % more instructions of the host with arithmetic, and 23 % more with local memory. Both call the same
//! functions; what is written twice is which kind of step calls which.

use super::lockstep::Lockstep;
use super::way::{Careful, Counted, Plain, Strict};
use super::{Context, Turn, turn};
use crate::access;
use crate::code::Kind;
use crate::fault::Fault;
use crate::observe::Observer;
use crate::wave::Wave;
use crate::waves::Waves;
use uop::{SReg, Uop, UopIdx};

/// One wave whose instructions are asked for one by one.
pub(crate) struct Single<'a>(Lockstep<'a>);

impl<'a> Single<'a> {
    /// All waves of its workgroup run like this, from the first instruction on.
    pub fn new(waves: &'a mut Waves, wave: usize, cx: &Context<'a>) -> Single<'a> {
        Single(Lockstep::alone(waves, wave, cx))
    }

    pub fn wave(&mut self) -> &mut Wave {
        self.0.wave()
    }

    /// Runs up to step `stop`, to which the wave goes without a branch, with nothing in between that it
    /// could have to wait for.
    pub fn run(&mut self, cx: &mut Context<'_>, stop: UopIdx) -> Result<Turn, Box<Fault>> {
        let (lock, fuel) = (&mut self.0, &mut i64::MAX.clone());
        match cx.counts {
            None => turn::<Plain, ()>(lock, cx, fuel, stop, &mut ()),
            Some(_) => turn::<Counted, ()>(lock, cx, fuel, stop, &mut ()),
        }
    }

    /// Runs one instruction.
    #[inline]
    pub fn step(&mut self, cx: &mut Context<'_>) -> Result<Turn, Box<Fault>> {
        if self.usual_step(cx) {
            return Ok(Turn::Over);
        }
        turn::<Careful, ()>(&mut self.0, cx, &mut 1, UopIdx::MAX, &mut ())
    }

    /// The same with an observer, which may stop it before it happens.
    pub fn step_watched<O: Observer>(
        &mut self,
        cx: &mut Context<'_>,
        observer: &mut O,
    ) -> Result<Turn, Box<Fault>> {
        let entry = cx.code.entries.get(self.0.waves[0].at as usize);
        if observer.marked_only() && entry.is_some_and(|code| !code.marked) {
            return self.step(cx);
        }
        let (lock, fuel) = (&mut self.0, &mut 1);
        match cx.strict {
            true => turn::<Strict, O>(lock, cx, fuel, UopIdx::MAX, observer),
            false => turn::<Careful, O>(lock, cx, fuel, UopIdx::MAX, observer),
        }
    }

    /// The same for an instruction that is one step of a kind that most are of; false if it is not,
    /// and nothing has happened then.
    #[inline]
    fn usual_step(&mut self, cx: &mut Context<'_>) -> bool {
        let lock = &mut self.0;
        let at = lock.waves[0].at as usize;
        let Some([code, after]) = cx.code.entries.get(at..at + 2) else {
            return false;
        };
        if !code.first || !after.first || code.fused {
            return false;
        }
        let (active, prepared) = (lock.active, cx.code);
        let mut next = at as UopIdx + 1;
        // Where ways meet again, a step that is no instruction is done with the jump that leads there.
        let leads_to_first = || {
            let to = prepared.entries.get(code.dst as usize);
            to.is_some_and(|to| to.first)
        };
        // SAFETY: as in the loop.
        unsafe {
            match code.kind {
                Kind::Vectors | Kind::VectorRun => code.call(lock.file, lock.live(), lock.span),
                Kind::LocalWords if access::local_words(lock.wave(), code, cx) => {}
                Kind::FirstLane => lock.first_lane::<Plain>(code),
                Kind::Mixed => lock.mixed::<Plain>(code, prepared),
                Kind::Compare | Kind::Predicate => lock.compare::<Plain>(code, prepared),
                Kind::Words | Kind::WordsFlag | Kind::Wide | Kind::WideFlag => {
                    lock.scalar::<Plain>(code);
                }
                Kind::SetExec => lock.set_exec::<Plain>(SReg(code.src[0] as u16)),
                Kind::Jump if leads_to_first() => next = code.dst,
                Kind::BranchZero
                | Kind::BranchNonZero
                | Kind::BranchMaskZero
                | Kind::BranchMaskNonZero
                | Kind::BranchNoneActive
                | Kind::BranchAnyActive
                    if leads_to_first() =>
                {
                    cx.stats.divergent_branches += lock.split_by(code);
                    if lock.all_take::<Plain>(code) == Some(true) {
                        next = code.dst;
                    }
                }
                Kind::Memory => {
                    let shape = &prepared.shapes[code.dst as usize];
                    if !access::whole_words(lock.wave(), shape, cx) {
                        return false;
                    }
                }
                Kind::ScalarLoad => {
                    let shape = &prepared.shapes[code.dst as usize];
                    let step = &cx.program.steps[at];
                    let Uop::ScalarLoad(load) = &step.uop else {
                        return false;
                    };
                    let wave = lock.wave();
                    if access::scalar_load(wave, load, shape, cx, &mut (), step.inst).is_err() {
                        return false;
                    }
                }
                _ => return false,
            }
        }
        cx.stats.instructions += 1;
        cx.stats.active_lanes += active;
        cx.stats.lane_slots += lock.lanes as u64;
        let wave = lock.wave();
        wave.issued += 1;
        wave.at = next;
        true
    }
}
