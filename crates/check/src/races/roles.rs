//! What every instruction of a program is to the order of accesses, found once before the run: which
//! stores publish, which loads look at what others publish, and which loads and stores change a word
//! together.
//!
//! Machine code has few atomic loads and stores of its own. What compilers make of them is known by
//! the sequence around it: a store right behind the wait or the fence of a release, a load right before
//! the cache instruction or the fence of an acquire, a load that a loop does nothing but repeat.

use uop::{
    Addr, AtomicOp, Fence, MaskOp, MemKind, MemOp, Operand, Program, Reach, Space, Src, Step, Uop,
    UopIdx, Use, VReg,
};

/// A load or store that other waves may rely on: a release or an acquire.
pub const STRONG: u8 = 1;
/// No cache stands between the access and other waves.
pub const COHERENT: u8 = 2;
/// A load whose value goes to a compare-and-swap, which finds out if it was outdated.
pub const BEFORE_SWAP: u8 = 4;
/// A load that a loop repeats at the same address, and does nothing else.
pub const SPINS: u8 = 8;
/// Something may be complete after it.
pub const WAITS: u8 = 16;
/// It orders accesses.
pub const FENCES: u8 = 32;
/// A load whose value a store changes and puts back.
pub const CHANGED: u8 = 64;
/// A store of a wave that has used an atomic on the same word: it gives back what the atomic took.
pub const GIVES_BACK: u8 = 128;

/// The roles of all instructions.
#[derive(Debug, Default)]
pub struct Roles {
    of: Vec<u8>,
    pub fences: Vec<(u32, Fence)>,
    /// Stores, and the loads that what they store comes from.
    changes: Vec<(u32, u32)>,
    /// Instructions with more than one step that accesses memory, in ascending order.
    repeats: Vec<u32>,
    /// Atomics that do not return what was there.
    mute: Vec<u32>,
    /// Stores with nothing but barriers between them and the wait of a release.
    late: Vec<u32>,
    /// Some loads look at what others leave, whatever kind of store does.
    pub looks: bool,
    /// The bytes of the smallest compare-and-swap there is.
    least_swap: Option<u8>,
}

/// So far a sequence is followed.
const REACH: usize = 256;
const SLICE: usize = 160;

impl Roles {
    pub fn of(program: &Program) -> Roles {
        let mut roles = Roles {
            of: vec![0; program.insts.len()],
            fences: program.fences.clone(),
            least_swap: (program.steps.iter())
                .filter_map(|step| match &step.uop {
                    Uop::Memory(op) if swaps(op) => Some(op.bytes),
                    _ => None,
                })
                .min(),
            ..Roles::default()
        };
        for &inst in &program.coherent {
            roles.add(inst, COHERENT);
        }
        for &(inst, _) in &program.fences {
            roles.add(inst, FENCES);
        }
        for (at, step) in program.steps.iter().enumerate() {
            let at = at as UopIdx;
            match &step.uop {
                Uop::Wait { channel, at_most } => {
                    roles.add(step.inst, WAITS);
                    let stores = program.order.stores >> (channel.0 % 64) & 1 != 0;
                    if stores && *at_most == 0 {
                        roles.release(program, at);
                    }
                }
                Uop::Nop if roles.fence_at(step.inst).is_some_and(releases) => {
                    roles.release(program, at);
                }
                Uop::Memory(op) if is_shared(op.space) => match op.kind {
                    MemKind::Load(_) => roles.load(program, at, op),
                    MemKind::Store { .. } => roles.store(program, at, op),
                    MemKind::Atomic { returns, .. } => {
                        roles.spins(program, at, op);
                        if !returns {
                            roles.mute.push(step.inst);
                        }
                    }
                },
                // It may be how this machine waits.
                Uop::Custom(_) if program.order.global != 0 => roles.add(step.inst, WAITS),
                Uop::ScalarLoad(load) => roles.before_swap(program, at, load.bytes),
                _ => {}
            }
        }
        let accesses = |step: &&Step| matches!(step.uop, Uop::Memory(_) | Uop::Custom(_));
        let accesses: Vec<u32> = program
            .steps
            .iter()
            .filter(accesses)
            .map(|it| it.inst)
            .collect();
        let again = accesses.windows(2).filter(|pair| pair[0] == pair[1]);
        roles.repeats = again.map(|pair| pair[0]).collect();
        roles.repeats.sort_unstable();
        roles.find_late(program);
        roles.mute.sort_unstable();
        roles.changes.sort_unstable();
        roles.changes.dedup();
        roles
    }

    pub fn get(&self, inst: u32) -> u8 {
        self.of.get(inst as usize).copied().unwrap_or(0)
    }

    /// The instruction accesses memory in one step.
    pub fn stores_once(&self, inst: u32) -> bool {
        self.repeats.binary_search(&inst).is_err()
    }

    /// The wave learns what was there: an atomic may not tell it, and then nothing depends on which of
    /// two came first.
    pub fn learns(&self, inst: u32) -> bool {
        self.mute.binary_search(&inst).is_err()
    }

    /// What an instruction with [`FENCES`] orders.
    pub fn fence_at(&self, inst: u32) -> Option<Fence> {
        find(&self.fences, inst)
    }

    /// Loads whose value this store changes and puts back.
    pub fn changed_by(&self, store: u32) -> impl Iterator<Item = u32> {
        let start = self.changes.partition_point(|&(inst, _)| inst < store);
        let changes = self.changes[start..].iter();
        changes
            .take_while(move |&&(inst, _)| inst == store)
            .map(|&(_, load)| load)
    }

    fn add(&mut self, inst: u32, role: u8) {
        if let Some(roles) = self.of.get_mut(inst as usize) {
            *roles |= role;
        }
    }

    /// A store publishes what is complete before it.
    pub fn publishes(&self, inst: u32) -> bool {
        self.get(inst) & (STRONG | COHERENT) != 0 || self.late.binary_search(&inst).is_ok()
    }

    /// Compilers leave the wait of a release out where there is one before a barrier already. Such a store
    /// is not told from any other behind a barrier: it is the load that makes it one to rely on.
    fn find_late(&mut self, program: &Program) {
        self.looks = self.of.iter().any(|roles| roles & (SPINS | COHERENT) != 0);
        if !self.looks {
            return;
        }
        let mut found = Vec::new();
        for (at, step) in program.steps.iter().enumerate() {
            let Uop::Wait {
                channel,
                at_most: 0,
            } = step.uop
            else {
                continue;
            };
            if program.order.stores >> (channel.0 % 64) & 1 == 0 {
                continue;
            }
            let visit = |_, uop: &Uop| match uop {
                Uop::Memory(op) if is_shared(op.space) => match op.kind {
                    MemKind::Store { .. } => Go::Found,
                    _ => Go::Stop,
                },
                Uop::Barrier => Go::On,
                uop => beyond(uop),
            };
            walk(program, at as UopIdx, visit, &mut found);
        }
        let insts = found.iter().map(|step| program.steps[*step as usize].inst);
        self.late = insts.collect();
        self.late.sort_unstable();
        self.late.dedup();
    }

    /// The first store behind a release publishes.
    fn release(&mut self, program: &Program, at: UopIdx) {
        let mut found = Vec::new();
        walk(
            program,
            at,
            |_, uop| match uop {
                Uop::Memory(op) if is_shared(op.space) => {
                    if let MemKind::Store { .. } = op.kind {
                        return Go::Found;
                    }
                    Go::Stop
                }
                uop => beyond(uop),
            },
            &mut found,
        );
        for step in found {
            self.add(program.steps[step as usize].inst, STRONG);
        }
    }

    fn load(&mut self, program: &Program, at: UopIdx, load: &MemOp) {
        let inst = program.steps[at as usize].inst;
        let mut found = Vec::new();
        walk(
            program,
            at,
            |step, uop| match uop {
                Uop::Nop if self.fence_at(program.steps[step as usize].inst).is_some() => Go::Found,
                Uop::Memory(op) if is_shared(op.space) => Go::Stop,
                uop => beyond(uop),
            },
            &mut found,
        );
        if !found.is_empty() {
            self.add(inst, STRONG);
        }
        self.spins(program, at, load);
        self.before_swap(program, at, load.bytes);
    }

    /// A load or an atomic that a loop does nothing but repeat looks at what others leave there.
    fn spins(&mut self, program: &Program, at: UopIdx, op: &MemOp) {
        let mut found = Vec::new();
        walk(
            program,
            at,
            |step, uop| match uop {
                _ if step == at => Go::Found,
                Uop::Memory(op) if is_shared(op.space) => Go::Stop,
                uop if moves(uop, op) => Go::Stop,
                uop => beyond(uop),
            },
            &mut found,
        );
        if !found.is_empty() {
            self.add(program.steps[at as usize].inst, STRONG | SPINS);
        }
    }

    /// Code that was not optimised calls a function that swaps; where a call leads is not known here,
    /// so any swap of the program may be meant.
    fn before_swap(&mut self, program: &Program, at: UopIdx, bytes: u8) {
        let mut found = Vec::new();
        let least_swap = self.least_swap;
        walk(
            program,
            at,
            |_, uop| match uop {
                Uop::Memory(op) if is_shared(op.space) => match op.kind {
                    MemKind::Load(_) => Go::On,
                    _ if swaps(op) && op.bytes <= bytes => Go::Found,
                    _ => Go::Stop,
                },
                Uop::JumpScalar { .. } if least_swap.is_some_and(|least| least <= bytes) => {
                    Go::Found
                }
                uop => beyond(uop),
            },
            &mut found,
        );
        if !found.is_empty() {
            self.add(program.steps[at as usize].inst, BEFORE_SWAP);
        }
    }

    /// Follows what is stored back to where it was loaded, as long as code runs straight, and through
    /// private memory, where code that was not optimised keeps everything.
    fn store(&mut self, program: &Program, at: UopIdx, store: &MemOp) {
        let registers = |op: &MemOp, first: VReg| {
            (0..u16::from(op.bytes.div_ceil(4))).map(move |n| first.plus(n))
        };
        let mut wanted: Vec<VReg> = registers(store, store.data).collect();
        // Places in private memory that hold what is wanted.
        let mut kept: Vec<Addr> = Vec::new();
        let inst = program.steps[at as usize].inst;
        for step in program.steps[..at as usize].iter().rev().take(SLICE) {
            let straight = !matches!(
                step.uop,
                Uop::Jump { .. } | Uop::JumpScalar { .. } | Uop::End | Uop::Barrier | Uop::Split(_)
            );
            if wanted.is_empty() && kept.is_empty() || !straight {
                return;
            }
            if let Uop::Memory(op) = &step.uop
                && op.space == Space::Private
                && let MemKind::Store { .. } = op.kind
                && let Some(place) = kept.iter().position(|place| *place == op.addr)
            {
                kept.swap_remove(place);
                wanted.extend(registers(op, op.data));
                continue;
            }
            let (mut writes, mut reads) = (false, Vec::new());
            let before = wanted.clone();
            step.uop.for_each_operand(2, &mut |how, operand| {
                if let Operand::Vector(first, count) = operand {
                    let registers = (0..count).map(|n| first.plus(n));
                    match how {
                        Use::Read => reads.extend(registers),
                        Use::Write => registers.for_each(|reg| {
                            writes |= before.contains(&reg);
                            wanted.retain(|wanted| *wanted != reg);
                        }),
                    }
                }
            });
            match &step.uop {
                _ if !writes => wanted = before,
                Uop::Memory(op) if is_shared(op.space) => {
                    if let MemKind::Load(_) = op.kind {
                        self.changes.push((inst, step.inst));
                        self.add(step.inst, CHANGED);
                    }
                }
                Uop::Memory(op) => {
                    if op.space == Space::Private && matches!(op.kind, MemKind::Load(_)) {
                        kept.push(op.addr);
                    }
                }
                _ => wanted.extend(reads),
            }
        }
    }
}

fn releases(fence: Fence) -> bool {
    matches!(fence, Fence::Full(_))
}

fn find<T: Copy>(all: &[(u32, T)], inst: u32) -> Option<T> {
    let at = all.partition_point(|&(other, _)| other < inst);
    let found = all.get(at).filter(|&&(other, _)| other == inst);
    found.map(|&(_, what)| what)
}

fn swaps(op: &MemOp) -> bool {
    let MemKind::Atomic { op, .. } = op.kind else {
        return false;
    };
    matches!(op, AtomicOp::CompareSwap | AtomicOp::CompareSwapFloat)
}

/// Several waves may be at the same bytes.
fn is_shared(space: Space) -> bool {
    !matches!(space, Space::Private | Space::Constant)
}

/// The step changes where a load looks.
fn moves(uop: &Uop, load: &MemOp) -> bool {
    let mut moves = false;
    let among = |first: u16, count: u16, reg: u16| (first..first + count).contains(&reg);
    uop.for_each_operand(2, &mut |how, operand| {
        if how == Use::Write {
            moves |= match (operand, load.addr.base) {
                (Operand::Vector(first, count), Src::Vector(base)) => {
                    among(first.0, count, base.0)
                        || load.addr.wide && among(first.0, count, base.0 + 1)
                }
                (Operand::Scalar(first, count), Src::Scalar(base) | Src::ScalarPair(base)) => {
                    among(first.0, count, base.0) || among(first.0, count, base.0 + 1)
                }
                _ => false,
            };
            if let (Operand::Scalar(first, count), Some(base)) = (operand, load.addr.scalar) {
                moves |= among(first.0, count, base.0) || among(first.0, count, base.0 + 1);
            }
        }
    });
    moves
}

enum Go {
    On,
    Stop,
    Found,
}

/// Whether a sequence goes on behind a step that is no access of its own.
fn beyond(uop: &Uop) -> Go {
    match uop {
        Uop::Barrier | Uop::ClusterBarrier | Uop::Split(_) => Go::Stop,
        Uop::Custom(custom) if custom.reach() != Reach::Registers => Go::Stop,
        _ => Go::On,
    }
}

/// Follows every way from behind a step, until `visit` has seen enough.
fn walk(
    program: &Program,
    from: UopIdx,
    mut visit: impl FnMut(UopIdx, &Uop) -> Go,
    found: &mut Vec<UopIdx>,
) {
    let mut seen: Vec<UopIdx> = Vec::new();
    let mut next = Vec::new();
    successors(program, from, &mut next);
    while let Some(at) = next.pop() {
        let Some(step) = program.steps.get(at as usize) else {
            continue;
        };
        if seen.contains(&at) || seen.len() >= REACH {
            continue;
        }
        seen.push(at);
        match visit(at, &step.uop) {
            Go::On => successors(program, at, &mut next),
            Go::Stop => {}
            Go::Found => found.push(at),
        }
    }
}

fn successors(program: &Program, at: UopIdx, to: &mut Vec<UopIdx>) {
    let Some(step) = program.steps.get(at as usize) else {
        return;
    };
    let other = match step.uop {
        Uop::Jump { to: only } => return to.push(only),
        Uop::JumpScalar { .. } | Uop::DivergeIndirect { .. } | Uop::End | Uop::Trap(_) => return,
        Uop::Branch { to, .. } | Uop::Diverge { to, .. } => Some(to),
        Uop::Mask(
            MaskOp::If { skip, .. }
            | MaskOp::Guard { skip, .. }
            | MaskOp::Else { skip }
            | MaskOp::Break { skip, .. }
            | MaskOp::Continue { skip, .. }
            | MaskOp::Return { skip },
        ) => Some(skip),
        Uop::Mask(MaskOp::EndLoop { back }) => Some(back),
        _ => None,
    };
    to.extend(other);
    to.push(at + 1);
}
