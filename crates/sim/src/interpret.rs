//! The interpreter: runs one wave until it has to wait, ends, or has had its turn.

use crate::access;
use crate::cross::cross;
use crate::fault::{Fault, Site};
use crate::memory::{Memory, Window};
use crate::observe::Observer;
use crate::pending::{HazardKind, Register};
use crate::stats::Stats;
use crate::wave::{Lanes, MAX_LANES, Wave, WaveState, lanes_of};
use op::{Kernels, Op, Ty};
use std::ops::{ControlFlow, Range};
use uop::{
    Cond, JoinId, Machine, Modified, Operand, Place, Program, SReg, Space, Src, Test, Trap, Uop,
    UopIdx, Use, VReg,
};

/// Windows of the flat address space into other memories.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Apertures {
    pub local: Range<u64>,
    pub private: Range<u64>,
}

/// What a wave runs against besides its own state.
pub(crate) struct Context<'a> {
    pub program: &'a Program,
    pub kernels: &'static Kernels,
    pub memory: &'a Memory,
    pub local: &'a mut [u8],
    pub constant: &'a [u8],
    pub flat: &'a Apertures,
    pub stats: &'a mut Stats,
    /// Results of outstanding operations arrive only when waited for.
    pub strict: bool,
    /// Registers for broadcast scalars and modified sources: two for each source, two for a result.
    pub scratch: &'a mut Lanes,
}

/// Registers of scratch that a step may need.
pub(crate) const SCRATCH: usize = 8;
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

/// Runs at most about `quantum` steps.
pub(crate) fn run<O: Observer>(
    wave: &mut Wave,
    cx: &mut Context<'_>,
    quantum: u32,
    observer: &mut O,
) -> Result<Turn, Box<Fault>> {
    if cx.strict {
        turn::<true, O>(wave, cx, quantum, observer)
    } else {
        turn::<false, O>(wave, cx, quantum, observer)
    }
}

fn turn<const STRICT: bool, O: Observer>(
    wave: &mut Wave,
    cx: &mut Context<'_>,
    quantum: u32,
    observer: &mut O,
) -> Result<Turn, Box<Fault>> {
    let program = cx.program;
    let lanes = wave.lanes();
    let mut issued = 0;
    let mut active = 0;
    let mut fuel = quantum;
    let outcome = loop {
        let at = wave.at;
        let step = &program.steps[at as usize];
        let site = Site {
            inst: step.inst,
            group: wave.place.group,
            wave: wave.place.wave,
        };
        if step.first {
            if fuel == 0 {
                wave.rotate_splits();
                break Ok(Turn::Over);
            }
            if observer.active() && observer.issue(&site, wave).is_break() {
                break Ok(Turn::Stopped);
            }
            issued += 1;
            active += u64::from(wave.active());
        }
        // Steps that start no instruction count as well: a program may loop over joins alone.
        fuel = fuel.saturating_sub(1);
        if STRICT && !wave.pending.is_empty() {
            match check_in_flight(wave, &step.uop, step.inst, observer, &site) {
                ControlFlow::Continue(()) => {}
                ControlFlow::Break(_) => break Ok(Turn::Stopped),
            }
        }
        match &step.uop {
            Uop::PerLane { op, dst, src } => {
                wave.at = at + 1;
                per_lane(wave, cx, *op, *dst, src);
            }
            uop => match rare(wave, cx, uop, at, observer, site) {
                Ok(None) => {}
                Ok(Some(turn)) => break Ok(turn),
                Err(trap) => {
                    wave.at = at;
                    let address = program.insts[step.inst as usize].address;
                    break Err(Box::new(Fault {
                        trap,
                        site,
                        address,
                    }));
                }
            },
        }
    };
    wave.issued += issued;
    cx.stats.instructions += issued;
    cx.stats.active_lanes += active;
    cx.stats.lane_slots += issued * lanes as u64;
    outcome
}

/// `dst = op(src...)` in every active lane: fetch, call, commit.
#[inline(always)]
fn per_lane(wave: &mut Wave, cx: &mut Context<'_>, op: Op, dst: VReg, src: &[Src; 3]) {
    let kernel = cx.kernels.get(op);
    let [a, b, c] = [0, 1, 2].map(|i| cx.fetch(wave, src[i], i as u16));
    let lanes = wave.lanes();
    // SAFETY: registers are in range (checked when the wave was made) and hold `lanes` words; the
    // table is for this CPU.
    unsafe { kernel(wave.vector.ptr_mut(dst), a, b, c, wave.live(), lanes) }
}

/// Every step but the most frequent one. `Some` ends the turn.
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
        Uop::PerLane { op, dst, src } => per_lane(wave, cx, *op, *dst, src),
        Uop::Modified(modified) => self::modified(wave, cx, modified),
        Uop::Compare { op, dst, src } => {
            let mask = compare(wave, cx, *op, src);
            wave.set_mask(*dst, mask);
        }
        Uop::LanesFromMask { dst, mask } => {
            let bits = wave.mask(*mask);
            for (lane, word) in wave.vector.get_mut(*dst).iter_mut().enumerate() {
                *word = (bits >> lane) as u32 & 1;
            }
        }
        Uop::Scalar { op, dst, src } => scalar(wave, *op, *dst, src),
        Uop::Memory(op) => access::memory(wave, op, cx, observer, &site)?,
        Uop::ScalarLoad(load) => access::scalar_load(wave, load, cx, site.inst)?,
        Uop::Wait { channel, at_most } => wave.wait_for(*channel, *at_most, cx.program),
        Uop::Jump { to } => wave.at = *to,
        Uop::Branch { when, to } => {
            if holds(wave, *when) {
                wave.at = *to;
            }
        }
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
            let taken = lanes_where(wave, *test, *a, *b);
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
            cx.stats.divergent_branches += u64::from(wave.mask_op(*op, next));
        }
        Uop::Cross(op) => cross(wave, op, cx),
        Uop::Barrier => {
            let alive = wave.place.occupied() & !wave.masks.returned();
            if cx.program.resources.uniform_barriers && wave.exec() != alive {
                return Err(Trap::DivergentBarrier);
            }
            if wave.arrive(next) {
                wave.state = WaveState::AtBarrier;
                return Ok(Some(Turn::Barrier));
            }
        }
        Uop::End => {
            wave.deliver_all();
            wave.state = WaveState::Ended;
            return Ok(Some(Turn::Ended));
        }
        Uop::Nop => {}
        Uop::Trap(why) => return Err(Trap::Illegal(why.to_string())),
        Uop::Custom(custom) => custom.run(&mut CustomView { wave, cx })?,
    }
    Ok(None)
}

/// No split can go on: the wave has ended, or what is left of it waits at the barrier.
fn finish_or_wait(wave: &mut Wave) -> Turn {
    if wave.splits.diverged() {
        wave.state = WaveState::AtBarrier;
        return Turn::Barrier;
    }
    wave.deliver_all();
    wave.state = WaveState::Ended;
    Turn::Ended
}

impl Context<'_> {
    /// A pointer to the words of a source: its register, or scratch with a scalar in every lane.
    #[inline(always)]
    pub fn fetch(&mut self, wave: &Wave, src: Src, slot: u16) -> *const u32 {
        match src {
            Src::Vector(reg) => wave.vector.ptr(reg),
            Src::None => wave.live(),
            Src::Scalar(reg) => {
                let to = self.scratch.ptr_mut(VReg(2 * slot));
                // SAFETY: scratch has `lanes` words per register.
                unsafe { self.kernels.broadcast(to, wave.scalar(reg), wave.lanes()) };
                to
            }
            Src::ScalarPair(reg) => {
                let to = self.scratch.ptr_mut(VReg(2 * slot));
                let lanes = wave.lanes();
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

fn modified(wave: &mut Wave, cx: &mut Context<'_>, m: &Modified) {
    let lanes = wave.lanes();
    let src = [0, 1, 2].map(|i| {
        let mut src = cx.fetch(wave, m.src[i], i as u16);
        for op in [m.mods[i].first, m.mods[i].second].into_iter().flatten() {
            let to = cx.scratch.ptr_mut(VReg(2 * i as u16));
            // SAFETY: a modifier takes one argument as wide as its result, and scratch holds two
            // registers for each source.
            unsafe { cx.kernels.get(op)(to, src, src, src, all_live(), lanes) };
            src = to;
        }
        src
    });
    let wide = m.op.signature().result.registers();
    let result = cx.scratch.ptr_mut(RESULT);
    // SAFETY: as in `per_lane`; the result goes to scratch, then under the mask to its register.
    unsafe {
        cx.kernels.get(m.op)(result, src[0], src[1], src[2], all_live(), lanes);
        for op in [m.out.first, m.out.second].into_iter().flatten() {
            cx.kernels.get(op)(result, result, result, result, all_live(), lanes);
        }
        for r in 0..wide {
            let dst = wave.vector.ptr_mut(m.dst.plus(r as u16));
            cx.kernels
                .blend(dst, result.add(r * lanes), wave.live(), lanes);
        }
    }
}

/// A mask under which every lane is active.
fn all_live() -> *const u32 {
    #[repr(align(64))]
    struct Block([u32; MAX_LANES]);
    static ALL: Block = Block([!0; MAX_LANES]);
    ALL.0.as_ptr()
}

fn compare(wave: &mut Wave, cx: &mut Context<'_>, op: Op, src: &[Src; 3]) -> u64 {
    let [a, b, c] = [0, 1, 2].map(|i| cx.fetch(wave, src[i], i as u16));
    let lanes = wave.lanes();
    // SAFETY: as in `per_lane`.
    let bits = unsafe {
        match cx.kernels.mask(op) {
            Some(kernel) => kernel(a, b, c, lanes),
            None => {
                let result = cx.scratch.ptr_mut(RESULT);
                cx.kernels.get(op)(result, a, b, c, all_live(), lanes);
                cx.kernels.pack_mask(result, lanes)
            }
        }
    };
    bits & wave.exec()
}

fn scalar(wave: &mut Wave, op: Op, dst: SReg, src: &[SReg; 3]) {
    let signature = op.signature();
    let mut args = [0; 3];
    for (i, ty) in signature.args.iter().enumerate() {
        args[i] = match ty.registers() {
            2 => wave.scalar_pair(src[i]),
            _ => wave.scalar(src[i]).into(),
        };
    }
    let result = op.eval(args);
    wave.set_scalar(dst, result as u32);
    if wide(signature.result) {
        wave.set_scalar(dst.plus(1), (result >> 32) as u32);
    }
}

fn wide(ty: Ty) -> bool {
    ty.registers() == 2
}

fn holds(wave: &Wave, cond: Cond) -> bool {
    match cond {
        Cond::Zero(reg) => wave.scalar(reg) == 0,
        Cond::NonZero(reg) => wave.scalar(reg) != 0,
        Cond::MaskZero(reg) => wave.mask(reg) == 0,
        Cond::MaskNonZero(reg) => wave.mask(reg) != 0,
        Cond::NoneActive => wave.exec() == 0,
        Cond::AnyActive => wave.exec() != 0,
    }
}

fn lanes_where(wave: &Wave, test: Test, a: VReg, b: VReg) -> u64 {
    let (a, b) = (wave.vector.get(a), wave.vector.get(b));
    let equal = (a.iter().zip(b).enumerate())
        .fold(0, |mask, (lane, (a, b))| mask | u64::from(a == b) << lane);
    let chosen: u64 = match test {
        Test::Equal => equal,
        Test::NotEqual => !equal,
    };
    chosen & wave.exec()
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

/// Reports registers that the step uses while an operation that writes them is in flight.
fn check_in_flight<O: Observer>(
    wave: &Wave,
    uop: &Uop,
    inst: u32,
    observer: &mut O,
    site: &Site,
) -> ControlFlow<crate::Stop> {
    let lanes = wave.lanes();
    let mut flow = ControlFlow::Continue(());
    uop.for_each_operand(if lanes == 64 { 2 } else { 1 }, &mut |how, operand| {
        let kind = match how {
            Use::Read => HazardKind::Read,
            Use::Write => HazardKind::Overwrite,
        };
        let (first, count, of): (u16, u16, fn(u16) -> Register) = match operand {
            Operand::Vector(reg, count) => (reg.0, count, |n| Register::Vector(VReg(n))),
            Operand::Scalar(reg, count) => (reg.0, count, |n| Register::Scalar(SReg(n))),
        };
        for n in first..first + count {
            if let Some(hazard) = wave.pending.hazard(of(n), kind, inst, lanes)
                && flow.is_continue()
            {
                flow = observer.hazard(site, &hazard);
            }
        }
    });
    flow
}

/// What a custom operation sees.
struct CustomView<'w, 'c, 'a> {
    wave: &'w mut Wave,
    cx: &'c mut Context<'a>,
}

impl Machine for CustomView<'_, '_, '_> {
    fn place(&self) -> &Place {
        &self.wave.place
    }

    fn lanes(&self) -> usize {
        self.wave.lanes()
    }

    fn exec(&self) -> u64 {
        self.wave.exec()
    }

    fn vector(&self, reg: VReg) -> &[u32] {
        self.wave.vector.get(reg)
    }

    fn vector_mut(&mut self, reg: VReg) -> &mut [u32] {
        self.wave.vector.get_mut(reg)
    }

    fn scalar(&self, reg: SReg) -> u32 {
        self.wave.scalar(reg)
    }

    fn set_scalar(&mut self, reg: SReg, value: u32) {
        self.wave.set_scalar(reg, value);
    }

    fn load(
        &mut self,
        space: Space,
        lane: u32,
        address: u64,
        bytes: &mut [u8],
    ) -> Result<(), Trap> {
        access::read(self.wave, self.cx, space, lane, address, bytes)
    }

    fn store(&mut self, space: Space, lane: u32, address: u64, bytes: &[u8]) -> Result<(), Trap> {
        access::write(self.wave, self.cx, space, lane, address, bytes)
    }
}
