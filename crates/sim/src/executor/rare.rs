//! Steps that are not frequent, taken by one wave.

use super::Context;
use crate::access;
use crate::barrier;
use crate::cross::cross;
use crate::custom;
use crate::fault::Site;
use crate::observe::Observer;
use crate::wave::{Wave, WaveState, lanes_of};
use op::{Op, Span};
use uop::{JoinId, Program, Src, Test, Trap, Uop, UopIdx, VReg};

use super::Turn;

/// Where a result is before it goes to its place.
const RESULT: usize = 6;

/// Every step but the frequent ones, by a wave whose next step is the one to go on with. `Some` ends
/// the turn.
#[inline(never)]
pub(super) fn rare<O: Observer>(
    wave: &mut Wave,
    cx: &mut Context<'_>,
    uop: &Uop,
    at: UopIdx,
    observer: &mut O,
    site: Site,
) -> Result<Option<Turn>, Trap> {
    let next = wave.at;
    match uop {
        Uop::Compare { op, dst, src } => {
            let mask = compare(wave, cx, *op, src);
            wave.set_mask(*dst, mask);
        }
        Uop::Predicate { op, dst, src } => {
            let mask = compare(wave, cx, *op, src);
            let kept = wave.mask(*dst) & !wave.exec();
            wave.set_mask(*dst, kept | mask);
        }
        Uop::Wait { channel, at_most } => {
            wave.wait_for(*channel, *at_most, cx.program);
            access::land_due(wave, cx);
        }
        Uop::JumpScalar { address } => {
            let address = wave.scalar_pair(*address);
            wave.at = target(cx.program, address, 0)?;
            if let Some(guard) = &mut cx.guard {
                guard.jumps(wave.place.wave, at, wave.at);
            }
        }
        Uop::Diverge {
            test,
            a,
            b,
            to,
            join,
        } => {
            let taken = lanes_where(wave, cx, *test, *a, *b);
            let parts = wave.diverge(taken, *to, next, *join);
            note_parting(parts, at, cx);
        }
        Uop::DivergeIndirect {
            address,
            offset,
            join,
        } => {
            let parts = scatter(wave, cx, *address, *offset, *join)?;
            note_parting(parts, at, cx);
        }
        Uop::Join(_) => wave.join(at),
        Uop::Exit => {
            if !wave.exit_lanes() {
                return Ok(Some(finish_or_wait(wave, cx)));
            }
        }
        Uop::Mask(op) => {
            let parts = wave.mask_op(*op, next);
            note_parting(parts, at, cx);
            if parts {
                observer.diverge(&site);
            }
        }
        Uop::Cross(op) => cross(wave, op, cx, site.inst),
        Uop::Barrier | Uop::ClusterBarrier => {
            if cx.program.resources.uniform_barriers && wave.exec() != wave.alive() {
                let split = wave.masks.split_at(wave.exec());
                return Err(Trap::DivergentBarrier {
                    inactive: wave.alive() & !wave.exec(),
                    split_at: split.map(|at| {
                        cx.program.insts[cx.program.steps[at as usize].inst as usize].address
                    }),
                });
            }
            if let Some(guard) = &mut cx.guard
                && !wave.is_whole()
            {
                guard.arrives_apart();
            }
            if cx.program.order.stores_await_fences {
                access::land_all(wave, cx);
            }
            if wave.arrive(next) {
                wave.state = WaveState::AtBarrier;
                return Ok(Some(Turn::Barrier));
            }
        }
        Uop::Split(op) => {
            let before = cx.barriers.opened();
            let mut tell = |event| observer.order(&site, &event);
            let waits = barrier::split(wave, cx.barriers, *op, &mut tell);
            cx.stats.barriers += u64::from(cx.barriers.opened() != before);
            if waits {
                wave.state = WaveState::AtBarrier;
                return Ok(Some(Turn::Barrier));
            }
        }
        Uop::End => {
            wave.deliver_all();
            access::land_all(wave, cx);
            wave.state = WaveState::Ended;
            return Ok(Some(Turn::Ended));
        }
        Uop::Trap(why) => return Err(Trap::Illegal(why.to_string())),
        Uop::Custom(op) => match op.channel().filter(|_| cx.strict) {
            None => custom::run(&**op, wave, cx, observer, &site)?,
            Some(channel) => custom::run_deferred(&**op, wave, cx, observer, &site, channel)?,
        },
        Uop::PerLane { .. }
        | Uop::Modified(_)
        | Uop::LanesFromMask { .. }
        | Uop::Scalar { .. }
        | Uop::ScalarFlag { .. }
        | Uop::FirstLane { .. }
        | Uop::Memory(_)
        | Uop::ScalarLoad(_)
        | Uop::Jump { .. }
        | Uop::Branch { .. }
        | Uop::Nop => unreachable!("{uop:?} has a kind of its own"),
    }
    Ok(None)
}

/// Counts a branch on which lanes of a wave disagree.
fn note_parting(parts: bool, at: UopIdx, cx: &mut Context<'_>) {
    cx.stats.divergent_branches += u64::from(parts);
    if parts && let Some(guard) = &mut cx.guard {
        guard.diverges(at);
    }
}

/// No split can go on: the wave has ended, or what is left of it waits at the barrier.
fn finish_or_wait(wave: &mut Wave, cx: &mut Context<'_>) -> Turn {
    if wave.splits.waiting() {
        wave.state = WaveState::AtBarrier;
        return Turn::Barrier;
    }
    wave.deliver_all();
    access::land_all(wave, cx);
    wave.state = WaveState::Ended;
    Turn::Ended
}

/// A comparison whose op gives words: those that are not zero count.
fn compare(wave: &mut Wave, cx: &mut Context<'_>, op: Op, src: &[Src; 3]) -> u64 {
    let [a, b, c] = [0, 1, 2].map(|i| cx.fetch(wave, src[i], i));
    let lanes = wave.width();
    let result = wave.vector.scratch(RESULT);
    // SAFETY: registers are in range (checked before the launch), as is scratch, of which any
    // lane may be written; the table is for this CPU.
    let bits = unsafe {
        cx.kernels.get(op)(
            result,
            a,
            b,
            c,
            std::ptr::null(),
            Span::new(lanes, wave.pitch()),
        );
        cx.kernels.pack_mask(result, lanes)
    };
    bits & wave.exec()
}

pub(super) fn lanes_where(wave: &Wave, cx: &Context<'_>, test: Test, a: VReg, b: VReg) -> u64 {
    let op = match test {
        Test::Equal => Op::EqU32,
        Test::NotEqual => Op::NeU32,
    };
    let kernel = cx.kernels.mask(op).expect("a comparison");
    let (a, b) = (wave.vector.ptr(a), wave.vector.ptr(b));
    // SAFETY: as in `rare`; a comparison has no third source.
    unsafe { kernel(a, b, a, wave.width(), wave.pitch()) & wave.exec() }
}

fn scatter(
    wave: &mut Wave,
    cx: &mut Context<'_>,
    address: VReg,
    offset: i32,
    join: JoinId,
) -> Result<bool, Trap> {
    let mut groups: Vec<(UopIdx, u64)> = Vec::new();
    for lane in lanes_of(wave.exec()) {
        let address = wave.vector.get(address)[lane].wrapping_add_signed(offset) & !1;
        let to = target(cx.program, address.into(), lane as u32)?;
        match groups.iter_mut().find(|group| group.0 == to) {
            Some(group) => group.1 |= 1 << lane,
            None => groups.push((to, 1 << lane)),
        }
    }
    Ok(wave.scatter(&groups, join))
}

fn target(program: &Program, address: u64, lane: u32) -> Result<UopIdx, Trap> {
    program
        .at
        .get(&address)
        .copied()
        .ok_or(Trap::BadTarget { address, lane })
}
