//! Barriers with two halves: who signals goes on, who waits goes on when all members have signalled.
//!
//! A barrier counts how often it has opened. A wave remembers the count it last waited for, so the
//! barrier is open to it when the counts differ.

use crate::wave::{Wave, WaveState};
use uop::{BarrierName, OrderEvent, Rendezvous, RendezvousKind, SReg, SplitOp};

/// Numbers that a barrier can have, 0 included, which is none.
const NUMBERS: usize = 32;

/// The barriers of one workgroup.
#[derive(Clone, Debug, Default, Hash)]
pub(crate) struct Barriers {
    /// Waves that wait.
    waiting: u32,
    workgroup: Barrier,
    numbered: [Barrier; NUMBERS],
}

#[derive(Clone, Copy, Debug, Default, Hash)]
struct Barrier {
    /// Signals since it last opened.
    signals: u32,
    members: u32,
    opened: u32,
    exists: bool,
}

/// What a wave has to do with the barriers of its workgroup.
#[derive(Clone, Copy, Debug, Default, Hash)]
pub(crate) struct Member {
    /// How often the workgroup's barrier had opened when this wave last waited.
    seen: u32,
    /// One more than it had opened when this wave last signalled.
    signalled: u32,
    /// The barrier that it has joined, and how often that had opened.
    joined: Option<(u8, u32)>,
    waits: Option<Wait>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Wait {
    Workgroup,
    Joined,
}

/// Carries out a step of waves that all take it, if none has to wait and it does not matter which is
/// first. False if not; nothing has happened then.
pub(crate) fn split_together(waves: &mut [Wave], barriers: &mut Barriers, op: SplitOp) -> bool {
    let suits = match op {
        SplitOp::Signal { barrier, first } => barrier == BarrierName::Workgroup && first.is_none(),
        SplitOp::Wait { workgroup } => {
            let opened = barriers.workgroup.opened;
            workgroup && waves.iter().all(|wave| wave.member.seen != opened)
        }
        _ => false,
    };
    if suits {
        for wave in waves {
            split(wave, barriers, op, &mut |_| {});
        }
    }
    suits
}

/// Carries out a step; true if the wave has to wait. What it orders is told.
pub(crate) fn split(
    wave: &mut Wave,
    barriers: &mut Barriers,
    op: SplitOp,
    tell: &mut dyn FnMut(OrderEvent),
) -> bool {
    let set = |wave: &mut Wave, reg: Option<SReg>, value: bool| {
        reg.into_iter()
            .for_each(|reg| wave.set_scalar(reg, value.into()));
    };
    match op {
        SplitOp::Signal { barrier, first } => {
            let waves = wave.place().waves;
            let number = number(wave, barrier);
            if number != Some(0) {
                let state = match number {
                    None => &barriers.workgroup,
                    Some(n) => &barriers.numbered[n],
                };
                tell(OrderEvent::Leaves {
                    at: meeting(wave, number.unwrap_or(0), state.opened),
                    operation: None,
                    anew: state.signals == 0,
                    units: 0,
                });
            }
            let is_first = match number {
                None => {
                    let barrier = &mut barriers.workgroup;
                    wave.member.signalled = barrier.opened + 1;
                    barrier.signal(waves)
                }
                Some(0) => false,
                Some(n) => {
                    let barrier = &mut barriers.numbered[n];
                    barrier.signal(barrier.members)
                }
            };
            set(wave, first, is_first);
        }
        SplitOp::Wait { workgroup } => {
            let wait = match workgroup {
                true => Wait::Workgroup,
                false => Wait::Joined,
            };
            if !pass(wave, barriers, wait, tell) {
                wave.member.waits = Some(wait);
                barriers.waiting += 1;
                return true;
            }
        }
        SplitOp::Init { barrier, members } => {
            let members = wave.scalar(members) >> 16 & 63;
            if let Some(n @ 1..) = number(wave, barrier) {
                let barrier = &mut barriers.numbered[n];
                (barrier.members, barrier.signals) = (members, 0);
                barrier.exists = true;
            }
        }
        SplitOp::Join { barrier } => {
            wave.member.joined = match number(wave, barrier) {
                Some(n @ 1..) => Some((n as u8, barriers.numbered[n].opened)),
                _ => None,
            };
        }
        SplitOp::Leave { left } => {
            let joined = wave.member.joined.take();
            if let Some((n, _)) = joined {
                let barrier = &mut barriers.numbered[usize::from(n)];
                barrier.members = barrier.members.saturating_sub(1);
                barrier.open_if(barrier.members);
            }
            set(wave, left, joined.is_some());
        }
        SplitOp::State { barrier, dst } => {
            let state = match number(wave, barrier) {
                None => Barrier {
                    members: wave.place().waves,
                    exists: true,
                    ..barriers.workgroup
                },
                Some(n) => barriers.numbered[n],
            };
            let bits =
                (state.signals & 127) << 16 | (state.members & 127) << 4 | u32::from(state.exists);
            wave.set_scalar(dst, bits);
        }
    }
    false
}

impl Barrier {
    /// One signal more; says whether it is the first.
    fn signal(&mut self, members: u32) -> bool {
        let first = self.signals == 0;
        self.signals += 1;
        self.open_if(members);
        first
    }

    fn open_if(&mut self, members: u32) {
        if self.signals > 0 && self.signals >= members {
            self.signals = 0;
            self.opened = self.opened.wrapping_add(1);
        }
    }
}

impl Barriers {
    /// How often the workgroup's barrier has opened.
    pub fn opened(&self) -> u32 {
        self.workgroup.opened
    }

    /// Lets the waves go on that wait at a barrier that has opened. Waves that ended have nothing more to
    /// signal. Says whether the workgroup's barrier opened for that reason. What that orders is told.
    pub fn settle(&mut self, waves: &mut [Wave], tell: &mut dyn FnMut(&Wave, OrderEvent)) -> bool {
        if self.waiting == 0 {
            return false;
        }
        let before = self.workgroup.opened;
        let phase = self.workgroup.opened + 1;
        let arrived =
            |wave: &Wave| wave.member.signalled == phase || wave.state() == WaveState::Ended;
        if self.workgroup.signals > 0 && waves.iter().all(arrived) {
            for wave in waves.iter().filter(|it| it.state() == WaveState::Ended) {
                let leaves = OrderEvent::Leaves {
                    at: meeting(wave, 0, before),
                    operation: None,
                    anew: false,
                    units: 0,
                };
                tell(wave, leaves);
            }
            self.workgroup.open_if(0);
        }
        for wave in waves {
            let Some(wait) = wave.member.waits else {
                continue;
            };
            let mut taken = Vec::new();
            if pass(wave, self, wait, &mut |event| taken.push(event)) {
                taken.into_iter().for_each(|event| tell(wave, event));
                wave.member.waits = None;
                self.waiting -= 1;
                wave.state = WaveState::Running;
            }
        }
        self.workgroup.opened != before
    }
}

/// Whether the barrier has opened since the wave last waited there. A wave that has joined none
/// has nothing to wait for.
fn pass(
    wave: &mut Wave,
    barriers: &Barriers,
    wait: Wait,
    tell: &mut dyn FnMut(OrderEvent),
) -> bool {
    let member = &mut wave.member;
    let (number, opened, seen) = match (wait, &mut member.joined) {
        (Wait::Workgroup, _) => (0, barriers.workgroup.opened, &mut member.seen),
        (Wait::Joined, Some((n, seen))) => {
            let n = usize::from(*n);
            (n, barriers.numbered[n].opened, seen)
        }
        (Wait::Joined, None) => return true,
    };
    let before = std::mem::replace(seen, opened);
    // A wave that waits seldom has missed openings, and comes after all of them.
    for phase in before.max(opened.saturating_sub(MISSED))..opened {
        let at = meeting(wave, number, phase);
        tell(OrderEvent::Takes { at, units: None });
    }
    opened != before
}

/// So many openings that a wave has missed are looked at.
const MISSED: u32 = 8;

/// Where waves of the wave's workgroup meet: at its own barrier, which is number 0, or another.
fn meeting(wave: &Wave, number: usize, phase: u32) -> Rendezvous {
    Rendezvous {
        kind: RendezvousKind::Barrier,
        group: wave.place().group,
        number: number as u64,
        phase,
    }
}

/// The barrier's number; nothing for the workgroup's.
fn number(wave: &Wave, barrier: BarrierName) -> Option<usize> {
    let number = match barrier {
        BarrierName::Workgroup => return None,
        BarrierName::Number(n) => n.into(),
        BarrierName::Register(reg) => wave.scalar(reg),
    };
    Some(number as usize % NUMBERS)
}
