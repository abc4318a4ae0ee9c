//! The interpreter: runs one wave until it has to wait, ends, or has had its turn.

use crate::access::{self, Touched};
use crate::barrier::{self, Barriers};
use crate::cluster::Peers;
use crate::code::{Code, Kind, MAX_ADVANCE, Operands, Prepared};
use crate::cross::cross;
use crate::custom;
use crate::fault::{Fault, Site};
use crate::hazard;
use crate::memory::{Memory, Window};
use crate::observe::Observer;
use crate::stats::Stats;
use crate::wave::{Lanes, Wave, WaveState, lanes_of};
use op::{Kernels, Op};
use std::ops::ControlFlow;
use uop::{Apertures, JoinId, Program, SReg, Src, Test, Trap, Uop, UopIdx, VReg};

/// What a wave runs against besides its own state.
pub(crate) struct Context<'a> {
    pub program: &'a Program,
    pub code: &'a Prepared,
    pub kernels: &'static Kernels,
    pub memory: &'a Memory,
    pub local: &'a mut [u8],
    pub barriers: &'a mut Barriers,
    /// Local memories of the other workgroups of the cluster.
    pub peers: Peers<'a>,
    pub constant: &'a [u8],
    pub flat: &'a Apertures,
    pub stats: &'a mut Stats,
    /// Results of outstanding operations arrive only when waited for.
    pub strict: bool,
    /// Whoever runs the wave knows when outstanding operations complete, and delivers them.
    pub clocked: bool,
    /// Where the lanes of the last access went, for whoever wants to know.
    pub touched: Option<&'a mut Touched>,
    /// Registers for broadcast scalars and modified sources.
    pub scratch: &'a mut Lanes,
}

/// Where a result is before it goes to its place.
const RESULT: VReg = VReg(6);

/// Why a wave's turn ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// It has run for its quantum and can go on.
    Over,
    Barrier,
    Ended,
    /// An observer asked to stop; the wave is before the step it was told of.
    Stopped,
}

/// An instruction may take this many steps beyond its wave's quantum. Loops among the steps of one
/// instruction end sooner, unless whoever built the program made a mistake.
const OVERTIME: i64 = 1 << 20;

/// Runs for about `fuel` steps, always to the end of an instruction, and leaves there what is left
/// of it.
pub(crate) fn run<O: Observer>(
    wave: &mut Wave,
    cx: &mut Context<'_>,
    fuel: &mut i64,
    observer: &mut O,
) -> Result<Turn, Box<Fault>> {
    // Hazards are for observers: without one, early uses just see the old value.
    if cx.strict && observer.active() {
        return turn::<true, true, false, O>(wave, cx, fuel, observer);
    }
    let marked_only = observer.active() && observer.marked_only();
    if marked_only || !observer.active() {
        let turn = match marked_only {
            true => turn::<false, false, true, O>(wave, cx, fuel, observer)?,
            false => turn::<false, false, false, O>(wave, cx, fuel, observer)?,
        };
        if turn != Turn::Over {
            return Ok(turn);
        }
    }
    turn::<false, true, false, O>(wave, cx, fuel, observer)
}

/// Runs one instruction.
pub(crate) fn step(wave: &mut Wave, cx: &mut Context<'_>) -> Result<Turn, Box<Fault>> {
    turn::<false, true, false, ()>(wave, cx, &mut 1, &mut ())
}

/// The loop. `STRICT` looks for uses of what is in flight, `CAREFUL` takes every step by itself
/// and tells the observer, `MARKED` of marked instructions only. The other way some steps are taken together; it leaves the end of the
/// quantum to the careful way, so that a turn is as long whether somebody watches or not.
fn turn<const STRICT: bool, const CAREFUL: bool, const MARKED: bool, O: Observer>(
    wave: &mut Wave,
    cx: &mut Context<'_>,
    fuel: &mut i64,
    observer: &mut O,
) -> Result<Turn, Box<Fault>> {
    let program = cx.program;
    let prepared = cx.code;
    let all = &prepared.entries[..];
    let stride = wave.stride();
    let mut issued = 0;
    let mut active = 0;
    let mut active_now = u64::from(wave.active());
    let reserve = if CAREFUL { 0 } else { i64::from(MAX_ADVANCE) };
    let mut left = *fuel;
    let mut at = wave.at;
    // The step of which the observer was told before it stopped the run.
    let told = if MARKED && left > reserve && std::mem::take(&mut wave.told) {
        at
    } else {
        UopIdx::MAX
    };
    // SAFETY of what follows: registers are in range (checked before the launch) and hold `stride`
    // words; kernels are for this CPU; an entry is handled as its kind says.
    let outcome = loop {
        let Some(code) = all.get(at as usize) else {
            let why = "execution ran past the end of the code".into();
            break Err((Trap::Illegal(why), Site::of(wave, 0)));
        };
        let code = if CAREFUL && code.joined {
            prepared.alone(at)
        } else {
            code
        };
        if left <= reserve && (code.first || left < -OVERTIME) {
            if code.first {
                break Ok(Turn::Over);
            }
            let limit = OVERTIME as u64;
            let waits = Vec::new();
            let trap = Trap::Limit { limit, waits };
            break Err((trap, Site::of(wave, inst_at(program, at))));
        }
        if CAREFUL {
            wave.at = at;
            if announce::<STRICT, O>(wave, program, code.first, observer).is_break() {
                wave.told = true;
                break Ok(Turn::Stopped);
            }
            issued += u64::from(code.first);
            active += u64::from(code.first) * active_now;
        } else {
            if MARKED && code.marked && !(issued == 0 && at == told) {
                wave.at = at;
                let site = Site::of(wave, inst_at(program, at));
                if observer.issue(&site, wave).is_break() {
                    wave.told = true;
                    break Ok(Turn::Stopped);
                }
            }
            issued += u64::from(code.count);
            active += u64::from(code.count) * active_now;
        }
        let advance = if CAREFUL { 1 } else { code.advance };
        left -= i64::from(advance);
        let next = at + u32::from(advance);
        match code.kind {
            Kind::VectorRun if !CAREFUL => {
                let file = wave.vector.ptr_mut(VReg(0));
                // SAFETY: see above.
                let run = unsafe { vector_run(code, file, wave.live_for_kernels(), stride, left) };
                left = run.left;
                issued += run.issued;
                active += run.issued * active_now;
                at += run.advanced;
            }
            Kind::Vectors | Kind::VectorRun => {
                let file = wave.vector.ptr_mut(VReg(0));
                // SAFETY: see above.
                unsafe { code.call(file, wave.live_for_kernels(), stride) };
                at = next;
            }
            Kind::Mixed => {
                // SAFETY: see above.
                unsafe { code.call_mixed(&operands(wave, cx)) };
                at = next;
            }
            Kind::Modified => {
                // SAFETY: see above.
                unsafe { prepared.modified(code.dst, &operands(wave, cx)) };
                at = next;
            }
            Kind::Compare => {
                // SAFETY: see above.
                let bits = unsafe { code.call_mask(&operands(wave, cx)) };
                wave.set_mask(SReg(code.dst as u16), bits & wave.exec());
                at = next;
            }
            Kind::Predicate => {
                let (dst, exec) = (SReg(code.dst as u16), wave.exec());
                // SAFETY: see above.
                let bits = unsafe { code.call_mask(&operands(wave, cx)) };
                wave.set_mask(dst, wave.mask(dst) & !exec | bits & exec);
                at = next;
            }
            Kind::LanesFromMask => {
                let bits = wave.mask(SReg(code.src[0] as u16));
                let file = wave.vector.ptr_mut(VReg(0));
                // SAFETY: see above.
                unsafe {
                    let dst = file.byte_add(code.dst as usize);
                    cx.kernels.expand_mask(dst, bits, 1, stride);
                }
                at = next;
            }
            Kind::ReadLane => {
                let lane = wave.scalar[code.src[1] as usize] as usize % wave.lanes();
                wave.scalar[code.dst as usize] = wave.vector.get(VReg(code.src[0] as u16))[lane];
                at = next;
            }
            Kind::ReadFirst => {
                // Lane 0 if none is active.
                let lane = wave.exec().trailing_zeros() as usize % 64;
                wave.scalar[code.dst as usize] = wave.vector.get(VReg(code.src[0] as u16))[lane];
                at = next;
            }
            Kind::Shuffle => {
                // SAFETY: see above.
                unsafe { prepared.shuffles[code.dst as usize].run(wave, cx.kernels) };
                at = next;
            }
            Kind::Words => {
                // SAFETY: see above.
                let result = unsafe { code.call_words(&wave.scalar) };
                wave.scalar[code.dst as usize] = result;
                at = next;
            }
            Kind::WordsFlag => {
                // SAFETY: see above.
                let result = unsafe { code.call_words(&wave.scalar) };
                wave.scalar[(code.dst & 0xffff) as usize] = result;
                wave.scalar[(code.dst >> 16) as usize] = (result != 0).into();
                at = next;
            }
            Kind::FirstLane => {
                // SAFETY: see above.
                unsafe { code.call_first_lane(wave.vector.ptr_mut(VReg(0))) };
                at = next;
            }
            Kind::Wide => {
                // SAFETY: see above.
                unsafe { code.call_wide(&mut wave.scalar) };
                at = next;
            }
            Kind::WideFlag => {
                // SAFETY: see above.
                let result = unsafe { code.call_wide(&mut wave.scalar) };
                wave.scalar[(code.dst >> 16) as usize] = (result != 0).into();
                at = next;
            }
            Kind::SetExec => {
                wave.set_exec(wave.mask(SReg(code.src[0] as u16)));
                active_now = u64::from(wave.active());
                at = next;
            }
            Kind::Jump => at = code.dst,
            Kind::BranchZero | Kind::BranchNonZero => {
                let zero = wave.scalar[code.src[0] as usize] == 0;
                let taken = zero == (code.kind == Kind::BranchZero);
                at = if taken { code.dst } else { next };
            }
            Kind::BranchMaskZero | Kind::BranchMaskNonZero => {
                let zero = wave.mask(SReg(code.src[0] as u16)) == 0;
                let taken = zero == (code.kind == Kind::BranchMaskZero);
                at = if taken { code.dst } else { next };
            }
            Kind::BranchNoneActive | Kind::BranchAnyActive => {
                let none = wave.exec() == 0;
                let taken = none == (code.kind == Kind::BranchNoneActive);
                at = if taken { code.dst } else { next };
            }
            Kind::Nop => at = next,
            Kind::LocalWords
                if !observer.sees_memory()
                    // SAFETY: see above.
                    && unsafe { access::local_words(wave, code, cx) } =>
            {
                at = next;
            }
            Kind::Memory | Kind::LocalWords => {
                let shape = &prepared.shapes[code.dst as usize];
                if observer.sees_memory() || !access::whole_words(wave, shape, cx) {
                    let step = &program.steps[at as usize];
                    let site = Site::of(wave, step.inst);
                    if let Uop::Memory(op) = &step.uop
                        && let Err(trap) = access::memory(wave, op, cx, observer, &site)
                    {
                        break Err((trap, site));
                    }
                }
                at = next;
            }
            Kind::ScalarLoad => {
                let shape = &prepared.shapes[code.dst as usize];
                let step = &program.steps[at as usize];
                if let Uop::ScalarLoad(load) = &step.uop
                    && let Err(trap) =
                        access::scalar_load(wave, load, shape, cx, observer, step.inst)
                {
                    break Err((trap, Site::of(wave, step.inst)));
                }
                at = next;
            }
            Kind::Bounded
                if !observer.sees_memory()
                    && let Uop::Custom(op) = &program.steps[at as usize].uop
                    && access::bounded(wave, &**op, &prepared.shapes[code.dst as usize], cx) =>
            {
                at = next;
            }
            // Ramps are for waves in step.
            Kind::Other | Kind::Ramp | Kind::Bounded => {
                let site = Site::of(wave, inst_at(program, at));
                wave.clock = wave.issued + issued;
                match rare(
                    wave,
                    cx,
                    &program.steps[at as usize].uop,
                    at,
                    observer,
                    site,
                ) {
                    Ok(None) => at = wave.at,
                    Ok(Some(turn)) => {
                        at = wave.at;
                        break Ok(turn);
                    }
                    Err(trap) => break Err((trap, site)),
                }
                active_now = u64::from(wave.active());
            }
        }
    };
    wave.at = at;
    wave.issued += issued;
    cx.stats.instructions += issued;
    cx.stats.active_lanes += active;
    cx.stats.lane_slots += issued * wave.lanes() as u64;
    *fuel = left;
    outcome.map_err(|(trap, site)| {
        let inst = program.insts.get(site.inst as usize);
        Box::new(Fault {
            trap,
            site,
            address: inst.map_or(0, |inst| inst.address),
            related: None,
        })
    })
}

fn inst_address(program: &Program, at: UopIdx) -> u64 {
    program.insts[inst_at(program, at) as usize].address
}

fn inst_at(program: &Program, at: UopIdx) -> u32 {
    program.steps[at as usize].inst
}

/// What a run of kernels used up, apart from its first.
pub(crate) struct VectorRun {
    pub left: i64,
    pub issued: u64,
    pub advanced: u32,
}

/// Calls the kernel of an entry, which the caller has counted, and of those after it as long as
/// they are on vector registers and enough is left of the quantum. A function of its own, so that
/// all it needs stays in registers.
///
/// # Safety
/// `first` is of kind `VectorRun` and lies in the program's code; for the rest see [`Code::call`].
#[inline(never)]
pub(crate) unsafe fn vector_run(
    first: *const Code,
    file: *mut u32,
    live: *const u32,
    stride: usize,
    mut left: i64,
) -> VectorRun {
    let mut issued = 0;
    let mut entry = first;
    // SAFETY: behind an entry of kind `VectorRun` there is another, of that kind or `Vectors`.
    unsafe {
        loop {
            (*entry).call(file, live, stride);
            let more = (*entry).kind == Kind::VectorRun;
            entry = entry.add((*entry).advance.into());
            if !more || left <= i64::from(MAX_ADVANCE) {
                let advanced = entry.offset_from(first) as u32;
                return VectorRun {
                    left,
                    issued,
                    advanced,
                };
            }
            issued += u64::from((*entry).count);
            left -= i64::from((*entry).advance);
        }
    }
}

/// Tells the observer of the step at `wave.at`, all of it before any stop, unless it has been told
/// before it stopped the run.
fn announce<const STRICT: bool, O: Observer>(
    wave: &mut Wave,
    program: &Program,
    first: bool,
    observer: &mut O,
) -> ControlFlow<crate::Stop> {
    if std::mem::take(&mut wave.told) {
        return ControlFlow::Continue(());
    }
    let step = &program.steps[wave.at as usize];
    let site = Site::of(wave, step.inst);
    let mut flow = ControlFlow::Continue(());
    if first && observer.active() {
        flow = observer.issue(&site, wave);
    }
    if STRICT
        && !wave.pending.is_empty()
        && let ControlFlow::Break(stop) = hazard::check(wave, program, &step.uop, observer, &site)
    {
        flow = ControlFlow::Break(stop);
    }
    flow
}

/// The operands of kernels.
#[inline(always)]
fn operands<'w>(wave: &'w mut Wave, cx: &mut Context<'_>) -> Operands<&'w [u32]> {
    Operands {
        file: wave.vector.ptr_mut(VReg(0)),
        scratch: cx.scratch.ptr_mut(VReg(0)),
        live: wave.live_for_kernels(),
        stride: wave.stride(),
        kernels: cx.kernels,
        scalars: &wave.scalar,
    }
}

/// Every step but the frequent ones. `Some` ends the turn.
#[inline(never)]
fn rare<O: Observer>(
    wave: &mut Wave,
    cx: &mut Context<'_>,
    uop: &Uop,
    at: UopIdx,
    observer: &mut O,
    site: Site,
) -> Result<Option<Turn>, Trap> {
    let next = at + 1;
    wave.at = next;
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
        Uop::Wait { channel, at_most } => wave.wait_for(*channel, *at_most, cx.program),
        Uop::JumpScalar { address } => {
            let address = wave.scalar_pair(*address);
            wave.at = target(cx.program, address, 0)?;
        }
        Uop::Diverge {
            test,
            a,
            b,
            to,
            join,
        } => {
            let taken = lanes_where(wave, cx, *test, *a, *b);
            cx.stats.divergent_branches += u64::from(wave.diverge(taken, *to, next, *join));
        }
        Uop::DivergeIndirect {
            address,
            offset,
            join,
        } => {
            scatter(wave, cx, *address, *offset, *join)?;
        }
        Uop::Join(_) => wave.join(at),
        Uop::Exit => {
            if !wave.exit_lanes() {
                return Ok(Some(finish_or_wait(wave)));
            }
        }
        Uop::Mask(op) => {
            if wave.mask_op(*op, next) {
                cx.stats.divergent_branches += 1;
                observer.diverge(&site);
            }
        }
        Uop::Cross(op) => cross(wave, op, cx, site.inst),
        Uop::Barrier | Uop::ClusterBarrier => {
            if cx.program.resources.uniform_barriers && wave.exec() != wave.alive() {
                let split = wave.masks.split_at(wave.exec());
                return Err(Trap::DivergentBarrier {
                    inactive: wave.alive() & !wave.exec(),
                    split_at: split.map(|at| inst_address(cx.program, at)),
                });
            }
            if wave.arrive(next) {
                wave.state = WaveState::AtBarrier;
                return Ok(Some(Turn::Barrier));
            }
        }
        Uop::Split(op) => {
            let before = cx.barriers.opened();
            let waits = barrier::split(wave, cx.barriers, *op);
            if cx.barriers.opened() != before {
                cx.stats.barriers += 1;
                observer.barrier(&[wave.place().group]);
            }
            if waits {
                wave.state = WaveState::AtBarrier;
                return Ok(Some(Turn::Barrier));
            }
        }
        Uop::End => {
            wave.deliver_all();
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

/// No split can go on: the wave has ended, or what is left of it waits at the barrier.
fn finish_or_wait(wave: &mut Wave) -> Turn {
    if wave.splits.waiting() {
        wave.state = WaveState::AtBarrier;
        return Turn::Barrier;
    }
    wave.deliver_all();
    wave.state = WaveState::Ended;
    Turn::Ended
}

impl Context<'_> {
    #[inline(always)]
    pub fn fetch_all(&mut self, wave: &Wave, src: &[Src; 3]) -> [*const u32; 3] {
        [
            self.fetch(wave, src[0], 0),
            self.fetch(wave, src[1], 1),
            self.fetch(wave, src[2], 2),
        ]
    }

    /// A pointer to the words of a source: its register, or scratch with a scalar in every lane.
    #[inline(always)]
    pub fn fetch(&mut self, wave: &Wave, src: Src, slot: u16) -> *const u32 {
        match src {
            Src::Vector(reg) => wave.vector.ptr(reg),
            Src::None => wave.live(),
            Src::Scalar(reg) => {
                let to = self.scratch.ptr_mut(VReg(2 * slot));
                // SAFETY: scratch has `lanes` words per register.
                unsafe { self.kernels.broadcast(to, wave.scalar(reg), wave.stride()) };
                to
            }
            Src::ScalarPair(reg) => {
                let to = self.scratch.ptr_mut(VReg(2 * slot));
                let lanes = wave.stride();
                // SAFETY: as above, two registers.
                unsafe {
                    self.kernels.broadcast(to, wave.scalar(reg), lanes);
                    self.kernels
                        .broadcast(to.add(lanes), wave.scalar(reg.plus(1)), lanes);
                }
                to
            }
        }
    }

    pub fn constant_window(&self) -> Window {
        let ptr = self.constant.as_ptr().cast_mut();
        Window {
            base: 0,
            len: self.constant.len() as u64,
            ptr,
        }
    }
}

/// A comparison whose op gives words: those that are not zero count.
fn compare(wave: &mut Wave, cx: &mut Context<'_>, op: Op, src: &[Src; 3]) -> u64 {
    let [a, b, c] = cx.fetch_all(wave, src);
    let lanes = wave.stride();
    let result = cx.scratch.ptr_mut(RESULT);
    // SAFETY: registers are in range (checked before the launch), as is scratch, of which any
    // lane may be written; the table is for this CPU.
    let bits = unsafe {
        cx.kernels.get(op)(result, a, b, c, std::ptr::null(), lanes);
        cx.kernels.pack_mask(result, lanes)
    };
    bits & wave.exec()
}

fn lanes_where(wave: &Wave, cx: &Context<'_>, test: Test, a: VReg, b: VReg) -> u64 {
    let op = match test {
        Test::Equal => Op::EqU32,
        Test::NotEqual => Op::NeU32,
    };
    let kernel = cx.kernels.mask(op).expect("a comparison");
    let (a, b) = (wave.vector.ptr(a), wave.vector.ptr(b));
    // SAFETY: as in `rare`; a comparison has no third source.
    unsafe { kernel(a, b, a, wave.stride(), wave.stride()) & wave.exec() }
}

fn scatter(
    wave: &mut Wave,
    cx: &mut Context<'_>,
    address: VReg,
    offset: i32,
    join: JoinId,
) -> Result<(), Trap> {
    let mut groups: Vec<(UopIdx, u64)> = Vec::new();
    for lane in lanes_of(wave.exec()) {
        let address = wave.vector.get(address)[lane].wrapping_add_signed(offset) & !1;
        let to = target(cx.program, address.into(), lane as u32)?;
        match groups.iter_mut().find(|group| group.0 == to) {
            Some(group) => group.1 |= 1 << lane,
            None => groups.push((to, 1 << lane)),
        }
    }
    cx.stats.divergent_branches += u64::from(wave.scatter(&groups, join));
    Ok(())
}

fn target(program: &Program, address: u64, lane: u32) -> Result<UopIdx, Trap> {
    program
        .at
        .get(&address)
        .copied()
        .ok_or(Trap::BadTarget { address, lane })
}
