//! A second opinion: what one lane does when it runs all alone.
//!
//! Nothing here knows waves, masks that nest, joins or queues. A structured mask operation is read
//! as what it means for one thread: a branch.

use std::collections::HashMap;
use uop::{MaskOp, MemKind, MemOp, Program, SReg, Src, Test, Uop, UopIdx, VReg};

/// One thread's registers, and the memory that all threads share.
pub struct Lane<'a> {
    program: &'a Program,
    pub vector: Vec<u32>,
    /// Lane masks as this lane sees them: its own bit.
    masks: HashMap<SReg, bool>,
}

impl<'a> Lane<'a> {
    pub fn new(program: &'a Program, ids: [u32; 3]) -> Lane<'a> {
        let mut vector = vec![0; program.vector_file as usize];
        vector[..3].copy_from_slice(&ids);
        let constants = program.resources.vectors as usize;
        vector[constants..].copy_from_slice(&program.constants);
        Lane {
            program,
            vector,
            masks: HashMap::new(),
        }
    }

    /// Runs to the end; `memory` maps word addresses to words.
    pub fn run(&mut self, memory: &mut HashMap<u32, u32>) {
        let mut at = self.program.entry;
        for _ in 0..1_000_000 {
            match self.step(at, memory) {
                Some(next) => at = next,
                None => return,
            }
        }
        panic!("the program does not end");
    }

    fn get(&self, reg: VReg) -> u32 {
        self.vector[reg.0 as usize]
    }

    fn source(&self, src: Src) -> u64 {
        match src {
            Src::Vector(reg) => self.get(reg).into(),
            Src::None => 0,
            other => panic!("{other:?} is no source of these programs"),
        }
    }

    fn chosen(&self, mask: Option<SReg>, invert: bool) -> bool {
        mask.is_none_or(|reg| self.masks[&reg] != invert)
    }

    fn step(&mut self, at: UopIdx, memory: &mut HashMap<u32, u32>) -> Option<UopIdx> {
        let next = at + 1;
        Some(match &self.program.steps[at as usize].uop {
            Uop::PerLane { op, dst, src } => {
                let result = op.eval(src.map(|src| self.source(src)));
                self.vector[dst.0 as usize] = result as u32;
                next
            }
            Uop::Compare { op, dst, src } => {
                let result = op.eval(src.map(|src| self.source(src))) != 0;
                self.masks.insert(*dst, result);
                next
            }
            Uop::Memory(op) => {
                self.memory(op, memory);
                next
            }
            Uop::Jump { to } => *to,
            Uop::Diverge { test, a, b, to, .. } => {
                let equal = self.get(*a) == self.get(*b);
                if equal == (*test == Test::Equal) {
                    *to
                } else {
                    next
                }
            }
            Uop::DivergeIndirect {
                address, offset, ..
            } => {
                let address = self.get(*address).wrapping_add_signed(*offset) & !1;
                self.program.at[&u64::from(address)]
            }
            Uop::Mask(op) => match *op {
                MaskOp::If { mask, invert, .. } | MaskOp::Guard { mask, invert, .. } => {
                    if self.chosen(Some(mask), invert) {
                        next
                    } else {
                        self.after_matching(at, true)
                    }
                }
                // Only a lane that took the `if` comes here; the other enters behind.
                MaskOp::Else { .. } => self.after_matching(at, false),
                MaskOp::EndIf | MaskOp::Loop => next,
                MaskOp::Break { mask, invert, .. } => {
                    if self.chosen(mask, invert) {
                        self.end_of_loop(at) + 1
                    } else {
                        next
                    }
                }
                MaskOp::Continue { mask, invert, .. } => {
                    if self.chosen(mask, invert) {
                        self.end_of_loop(at)
                    } else {
                        next
                    }
                }
                MaskOp::EndLoop { back } => back,
                MaskOp::Return { .. } => return None,
                MaskOp::Set(_) => panic!("no step of these programs"),
            },
            Uop::Join(_) | Uop::Nop => next,
            Uop::Exit | Uop::End => return None,
            other => panic!("{other:?} is no step of these programs"),
        })
    }

    /// Behind the `EndIf` of this `If` or `Else`, or with `or_else` behind its `Else` if it has one.
    fn after_matching(&self, at: UopIdx, or_else: bool) -> UopIdx {
        let mut depth = 0;
        for i in at + 1.. {
            match &self.program.steps[i as usize].uop {
                Uop::Mask(MaskOp::If { .. }) => depth += 1,
                Uop::Mask(MaskOp::Else { .. }) if depth == 0 && or_else => return i + 1,
                Uop::Mask(MaskOp::EndIf) if depth == 0 => return i + 1,
                Uop::Mask(MaskOp::EndIf) => depth -= 1,
                _ => {}
            }
        }
        unreachable!()
    }

    fn end_of_loop(&self, at: UopIdx) -> UopIdx {
        let mut depth = 0;
        for i in at + 1.. {
            match &self.program.steps[i as usize].uop {
                Uop::Mask(MaskOp::Loop) => depth += 1,
                Uop::Mask(MaskOp::EndLoop { .. }) if depth == 0 => return i,
                Uop::Mask(MaskOp::EndLoop { .. }) => depth -= 1,
                _ => {}
            }
        }
        unreachable!()
    }

    fn memory(&mut self, op: &MemOp, memory: &mut HashMap<u32, u32>) {
        let address = (self.source(op.addr.base) as u32).wrapping_add(op.addr.offset as u32);
        match op.kind {
            MemKind::Load(_) => {
                self.vector[op.dst.0 as usize] = memory.get(&address).copied().unwrap_or(0);
            }
            MemKind::Store { .. } => {
                memory.insert(address, self.get(op.data));
            }
            MemKind::Atomic { .. } => panic!("no step of these programs"),
        }
    }
}

/// Runs every thread of a launch alone and returns `count` words from `base` on.
pub fn every_lane(
    program: &Program,
    groups: u32,
    threads: u32,
    lanes: u32,
    base: u32,
    count: usize,
) -> Vec<u32> {
    let mut memory = HashMap::new();
    for thread in 0..groups * threads {
        let local = thread % threads;
        Lane::new(program, [thread, local, local % lanes]).run(&mut memory);
    }
    (0..count)
        .map(|i| {
            let word = memory.get(&(base + 4 * i as u32));
            word.copied().unwrap_or(0)
        })
        .collect()
}
