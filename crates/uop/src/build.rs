//! Building a program instruction by instruction.

mod postdominator;

pub use postdominator::immediate_postdominators;

use crate::{
    ChannelRule, Fence, InstInfo, JoinId, MaskOp, MemoryOrder, Program, Resources, SReg, Step,
    Unset, Uop, UopIdx, VReg,
};
use std::collections::HashMap;

/// A place in the program that may not exist yet. Until [`Builder::finish`], every [`UopIdx`] in a
/// pushed step is the number of a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LabelId(pub UopIdx);

/// Collects steps, interns constants, resolves labels and finds reconvergence points.
#[derive(Debug)]
pub struct Builder {
    program: Program,
    /// The step that each label stands for, once bound.
    labels: Vec<Option<UopIdx>>,
    by_address: HashMap<u64, LabelId>,
    constants: HashMap<Vec<u32>, VReg>,
    scalar_constants: HashMap<Vec<u32>, SReg>,
    /// Where indirect jumps may lead, as far as the instruction set can tell.
    indirect: Vec<LabelId>,
    started: bool,
}

impl Builder {
    /// An empty program for a machine with these registers and channels.
    pub fn new(resources: Resources, channels: Vec<ChannelRule>) -> Builder {
        Builder {
            program: Program {
                resources,
                channels,
                ..Program::default()
            },
            labels: Vec::new(),
            by_address: HashMap::new(),
            constants: HashMap::new(),
            scalar_constants: HashMap::new(),
            indirect: Vec::new(),
            started: false,
        }
    }

    /// Begins the instruction at `address`; the steps pushed from now on are its own.
    pub fn begin(&mut self, address: u64, len: u8) {
        self.program.insts.push(InstInfo { address, len });
        self.started = false;
        let label = self.label_at(address);
        self.bind(label);
    }

    /// Adds a step to the instruction that was begun last.
    pub fn push(&mut self, uop: Uop) {
        let inst = self.program.insts.len() as u32 - 1;
        self.program.steps.push(Step {
            uop,
            inst,
            first: !self.started,
        });
        self.started = true;
    }

    /// What waves start without a defined value.
    pub fn starts_without(&mut self, unset: Unset) {
        self.program.unset = unset;
    }

    /// The branch of the current instruction is promised to be uniform.
    pub fn promise_uniform(&mut self) {
        let inst = self.program.insts.len() as u32 - 1;
        self.program.uniform.push(inst);
    }

    /// The current instruction calls: it keeps the address behind it, to be come back to.
    pub fn call(&mut self) {
        let inst = self.program.insts.len() as u32 - 1;
        self.program.calls.push(inst);
    }

    /// How accesses to memory are ordered.
    pub fn order(&mut self, order: MemoryOrder) {
        self.program.order = order;
    }

    /// The current instruction orders accesses.
    pub fn fence(&mut self, fence: Fence) {
        let inst = self.program.insts.len() as u32 - 1;
        self.program.fences.push((inst, fence));
    }

    /// No cache stands between the access of the current instruction and other waves.
    pub fn coherent(&mut self) {
        let inst = self.program.insts.len() as u32 - 1;
        self.program.coherent.push(inst);
    }

    /// A new label, to be bound later.
    pub fn label(&mut self) -> LabelId {
        self.labels.push(None);
        LabelId(self.labels.len() as UopIdx - 1)
    }

    /// The label of the instruction at a code address, present or future.
    pub fn label_at(&mut self, address: u64) -> LabelId {
        if let Some(&label) = self.by_address.get(&address) {
            return label;
        }
        let label = self.label();
        self.by_address.insert(address, label);
        label
    }

    /// `label` stands for the next step.
    pub fn bind(&mut self, label: LabelId) {
        self.labels[label.0 as usize] = Some(self.program.steps.len() as UopIdx);
    }

    /// Indirect jumps may lead to `label`. Missing ones cost reconvergence, not correctness.
    pub fn indirect_target(&mut self, label: LabelId) {
        self.indirect.push(label);
    }

    /// A vector register that holds `value` in every lane.
    pub fn constant(&mut self, value: u32) -> VReg {
        self.constants(&[value])
    }

    /// Two consecutive vector registers that hold a 64-bit value in every lane.
    pub fn constant64(&mut self, value: u64) -> VReg {
        self.constants(&[value as u32, (value >> 32) as u32])
    }

    fn constants(&mut self, words: &[u32]) -> VReg {
        let Program {
            resources,
            constants,
            ..
        } = &mut self.program;
        *self.constants.entry(words.to_vec()).or_insert_with(|| {
            let reg = VReg(resources.vectors + constants.len() as u16);
            constants.extend_from_slice(words);
            reg
        })
    }

    /// A scalar register that holds `value`.
    pub fn scalar_constant(&mut self, value: u32) -> SReg {
        self.scalar_constants(&[value])
    }

    /// The first of two scalar registers that hold `value`, the low word first.
    pub fn scalar_constant64(&mut self, value: u64) -> SReg {
        self.scalar_constants(&[value as u32, (value >> 32) as u32])
    }

    fn scalar_constants(&mut self, words: &[u32]) -> SReg {
        let Program {
            resources,
            scalar_constants,
            ..
        } = &mut self.program;
        *self
            .scalar_constants
            .entry(words.to_vec())
            .or_insert_with(|| {
                let reg = SReg(resources.scalars + scalar_constants.len() as u16);
                scalar_constants.extend_from_slice(words);
                reg
            })
    }

    /// Resolves labels and places reconvergence points. `entry` is where waves start.
    pub fn finish(mut self, entry: LabelId) -> Program {
        // Code that runs off its end, and jumps to what is no instruction, end in a trap.
        let addresses: Vec<(u64, LabelId)> = (self.by_address.iter())
            .filter(|(_, label)| self.labels[label.0 as usize].is_some())
            .map(|(&address, &label)| (address, label))
            .collect();
        let past_end = self.program.steps.len() as UopIdx;
        self.trap_past_end();
        let unbound = |label: &LabelId| self.labels[label.0 as usize].is_none();
        let strays: HashMap<UopIdx, u64> = (self.by_address.iter())
            .filter(|(_, label)| unbound(label))
            .map(|(&address, label)| (label.0, address))
            .collect();
        self.trap_strays(&strays);
        let resolve = |label: UopIdx| self.labels[label as usize].unwrap_or(past_end);
        for step in &mut self.program.steps {
            for_each_target(&mut step.uop, |to| *to = resolve(*to));
        }
        self.program.entry = resolve(entry.0);
        self.program.at = addresses
            .into_iter()
            .map(|(address, label)| (address, resolve(label.0)))
            .collect();
        let indirect: Vec<UopIdx> = self.indirect.iter().map(|label| resolve(label.0)).collect();
        postdominator::place_joins(&mut self.program, &indirect);
        let program = &mut self.program;
        program.vector_file = program.resources.vectors + program.constants.len() as u16;
        program.scalar_file = program.resources.scalars + program.scalar_constants.len() as u16;
        self.program
    }
}

impl Builder {
    /// Running on after the last instruction is a further step of it.
    fn trap_past_end(&mut self) {
        if self.program.insts.is_empty() {
            self.program.insts.push(InstInfo { address: 0, len: 0 });
        }
        self.program.steps.push(Step {
            uop: Uop::Trap("execution ran past the end of the code".into()),
            inst: self.program.insts.len() as u32 - 1,
            first: !self.started,
        });
    }

    /// Every jump to a label that is none gets a trap of its own, which is a further step of the
    /// jump: what is reported is where the jump stands.
    fn trap_strays(&mut self, strays: &HashMap<UopIdx, u64>) {
        for index in 0..self.program.steps.len() {
            let inst = self.program.steps[index].inst;
            let mut lost = Vec::new();
            for_each_target(&mut self.program.steps[index].uop, |to| {
                lost.extend(strays.get(to).map(|&address| (*to, address)));
            });
            for (stray, address) in lost {
                let label = self.label();
                self.bind(label);
                let message =
                    format!("jump to {address:#x}, which is not the address of an instruction");
                self.program.steps.push(Step {
                    uop: Uop::Trap(message.into()),
                    inst,
                    first: false,
                });
                for_each_target(&mut self.program.steps[index].uop, |to| {
                    if *to == stray {
                        *to = label.0;
                    }
                });
            }
        }
    }
}

/// Every place that `uop` names in the program.
pub(crate) fn for_each_target(uop: &mut Uop, mut f: impl FnMut(&mut UopIdx)) {
    match uop {
        Uop::Jump { to } | Uop::Branch { to, .. } | Uop::Diverge { to, .. } => f(to),
        Uop::Mask(mask) => match mask {
            MaskOp::If { skip, .. }
            | MaskOp::Guard { skip, .. }
            | MaskOp::Else { skip }
            | MaskOp::Break { skip, .. }
            | MaskOp::Continue { skip, .. }
            | MaskOp::Return { skip } => f(skip),
            MaskOp::EndLoop { back } => f(back),
            MaskOp::Set(_) | MaskOp::EndIf | MaskOp::Loop => {}
        },
        _ => {}
    }
}

/// The join of a diverging step, to be filled in.
pub(crate) fn join_mut(uop: &mut Uop) -> Option<&mut JoinId> {
    match uop {
        Uop::Diverge { join, .. } | Uop::DivergeIndirect { join, .. } => Some(join),
        _ => None,
    }
}
