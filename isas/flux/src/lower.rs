//! From flux instructions to steps.
//!
//! A flux register of `simd` components is that many vector registers side by side, so one
//! instruction becomes a step per component. R0's are never written and therefore stay zero.

use crate::texture::{Sample, Texture};
use crate::{Identity, Meaning, MemorySpace, table};
use arch::{Code, LaunchRequest};
use isa::{Inst, Set};
use op::Op;
use std::sync::Arc;
use uop::{
    Addr, AtomicOp, Builder, CrossOp, Extend, JoinId, MemKind, MemOp, MemoryOrder, Program,
    Resources, Src, Test, Unset, Uop, VReg,
};

const REGISTERS: u16 = 32;
/// Registers after the named ones: four to work in, then what a thread knows about itself.
const TEMPORARIES: u16 = 4;
const IDENTITIES: u16 = 4;

/// Where everything is in the vector file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    /// Components of a register.
    pub simd: u16,
}

impl Layout {
    /// The header says how many components there are.
    pub fn of(request: &LaunchRequest<'_>) -> Layout {
        Layout {
            simd: request.integer("simd", 4) as u16,
        }
    }

    /// Component `c` of register `r`.
    pub fn register(self, r: i64, c: u16) -> VReg {
        VReg(r as u16 * self.simd + c)
    }

    fn temporary(self, n: u16) -> VReg {
        VReg(REGISTERS * self.simd + n)
    }

    pub fn identity(self, which: Identity) -> VReg {
        VReg(REGISTERS * self.simd + TEMPORARIES + which as u16)
    }

    fn resources(self) -> Resources {
        Resources {
            vectors: REGISTERS * self.simd + TEMPORARIES + IDENTITIES,
            ..Resources::default()
        }
    }
}

/// Lowers all of `code`. Words that are no instruction become traps, met only if reached.
pub(crate) fn lower(
    code: &Code,
    enabled: Set,
    layout: Layout,
    entry: u64,
    textures: &Arc<[Texture]>,
) -> Program {
    let mut lowering = Lowering {
        builder: Builder::new(layout.resources(), Vec::new()),
        layout,
        textures,
    };
    lowering.builder.order(MemoryOrder {
        unordered_branches: true,
        ..MemoryOrder::default()
    });
    // Registers start at zero; of shared memory nothing is said.
    lowering.builder.starts_without(Unset {
        local: true,
        ..Unset::default()
    });
    for (i, word) in code.bytes.chunks(4).enumerate() {
        let address = code.base + 4 * i as u64;
        lowering.builder.begin(address, word.len() as u8);
        match table().decode(word, address, enabled) {
            Ok(inst) => lowering.instruction(&inst, address),
            Err(illegal) => lowering.builder.push(Uop::Trap(illegal.to_string().into())),
        }
    }
    // A thread that comes to the end of the code has ended, as by HALT: the assembler warns.
    if !code.bytes.is_empty() {
        lowering
            .builder
            .begin(code.base + code.bytes.len() as u64, 0);
        lowering.builder.push(Uop::Exit);
    }
    let entry = lowering.builder.label_at(entry);
    lowering.builder.finish(entry)
}

/// The instruction after which control can run past the end of the code, if there is one.
pub(crate) fn runs_off(code: &Code, enabled: Set) -> Option<u64> {
    let end = code.base + code.bytes.len() as u64;
    let mut seen = vec![false; code.bytes.len().div_ceil(4)];
    let mut ahead = vec![code.entry];
    while let Some(address) = ahead.pop() {
        let at = address.wrapping_sub(code.base) as usize;
        let inside = address >= code.base && address < end && at.is_multiple_of(4);
        if !inside || std::mem::replace(&mut seen[at / 4], true) {
            continue;
        }
        let Ok(inst) = table().decode(&code.bytes[at..], address, enabled) else {
            continue;
        };
        let operand = |name: &str| inst.find(name).unwrap_or(0);
        let returns = operand("rd") != 0;
        let (jumps, goes_on) = match inst.row.meaning {
            Meaning::Branch { .. } => (true, true),
            Meaning::Jump => (true, returns),
            Meaning::JumpRegister => (false, returns),
            Meaning::Halt => (false, false),
            _ => (false, true),
        };
        let next = address + 4;
        if goes_on && next >= end {
            return Some(address);
        }
        ahead.extend(jumps.then(|| target(address, operand("target"))));
        ahead.extend(goes_on.then_some(next));
    }
    None
}

struct Lowering<'a> {
    builder: Builder,
    layout: Layout,
    textures: &'a Arc<[Texture]>,
}

impl Lowering<'_> {
    fn instruction(&mut self, inst: &Inst<Meaning>, address: u64) {
        let operand = |name: &str| inst.find(name).unwrap_or(0);
        let (rd, rs1, rs2) = (operand("rd"), operand("rs1"), operand("rs2"));
        let reg = |r: i64, c: u16| self.layout.register(r, c);
        let x = |r: i64| reg(r, 0);
        let components = 0..self.layout.simd;
        match inst.row.meaning {
            Meaning::PerComponent(op) => {
                let sources = [reg(rs1, 0), reg(rs2, 0)];
                for c in components {
                    let src = sources.map(|first| Src::Vector(first.plus(c)));
                    self.write(rd, c, op, [src[0], src[1], Src::None]);
                }
            }
            Meaning::Accumulate(op) => {
                for c in components {
                    let src = [rs1, rs2, rd].map(|r| Src::Vector(self.layout.register(r, c)));
                    self.write(rd, c, op, src);
                }
            }
            Meaning::AddImmediate => {
                let imm = self.builder.constant(operand("imm") as u32);
                for c in components {
                    let src = [self.layout.register(rs1, c).into(), imm.into(), Src::None];
                    self.write(rd, c, Op::AddU32, src);
                }
            }
            Meaning::Load(space) => {
                // A load into R0 still accesses memory; what it reads goes nowhere.
                let dst = if rd == 0 {
                    self.layout.temporary(0)
                } else {
                    x(rd)
                };
                let (base, offset) = (x(rs1), operand("offset"));
                self.memory(space, MemKind::Load(Extend::Zero), base, offset, dst, dst);
            }
            Meaning::Store(space) => {
                let (base, data, offset) = (x(rs1), x(rs2), operand("offset"));
                let kind = MemKind::Store { high: false };
                self.memory(space, kind, base, offset, data, data);
            }
            Meaning::Branch { equal } => {
                let test = if equal { Test::Equal } else { Test::NotEqual };
                let (a, b) = (x(rs1), x(rs2));
                let to = self.builder.label_at(target(address, operand("target"))).0;
                self.builder.push(Uop::Diverge {
                    test,
                    a,
                    b,
                    to,
                    join: JoinId(None),
                });
            }
            Meaning::Jump => {
                self.link(rd, address);
                let to = self.builder.label_at(target(address, operand("target"))).0;
                self.builder.push(Uop::Jump { to });
            }
            Meaning::JumpRegister => {
                // The link may be written to the register that holds the target.
                let target = self.layout.temporary(0);
                self.move_to(target, x(rs1));
                self.link(rd, address);
                let offset = operand("imm") as i32;
                self.builder.push(Uop::DivergeIndirect {
                    address: target,
                    offset,
                    join: JoinId(None),
                });
            }
            Meaning::Halt => self.builder.push(Uop::Exit),
            Meaning::Shuffle => {
                // The index may be in the register that is written, so all components are read first.
                let index = x(rs2).into();
                self.through_temporaries(rd, |lowering, c, dst| {
                    let src = lowering.layout.register(rs1, c);
                    lowering.builder.push(Uop::Cross(Box::new(CrossOp::Permute {
                        dst,
                        src,
                        index,
                    })));
                });
            }
            Meaning::HorizontalSum => {
                let sum = self.layout.temporary(0);
                self.move_to(sum, x(rs1));
                for c in components.clone().skip(1) {
                    let src = [sum.into(), self.layout.register(rs1, c).into(), Src::None];
                    self.builder.push(Uop::PerLane {
                        op: Op::AddF32,
                        dst: sum,
                        src,
                    });
                }
                self.write_all(rd, sum);
            }
            Meaning::Swizzle => {
                let order = operand("order");
                self.through_temporaries(rd, |lowering, c, dst| {
                    // With a single component there is nothing else to choose.
                    let from = (order >> (2 * c) & 3) as u16 % lowering.layout.simd;
                    lowering.move_to(dst, lowering.layout.register(rs1, from));
                });
            }
            Meaning::AtomicAdd => {
                let (address, data) = (x(rs1), x(rs2));
                self.atomic(AtomicOp::Apply(Op::AddU32), address, data, rd);
            }
            Meaning::AtomicCompareSwap => {
                let (new, compare) = (self.layout.temporary(0), self.layout.temporary(1));
                let (address, data, old) = (x(rs1), x(rs2), x(rd));
                self.move_to(new, data);
                self.move_to(compare, old);
                self.atomic(AtomicOp::CompareSwap, address, new, rd);
            }
            Meaning::Barrier => self.builder.push(Uop::Barrier),
            Meaning::Identity(which) => self.write_all(rd, self.layout.identity(which)),
            Meaning::Texture => self.texture(rd, x(rs1), x(rs2)),
        }
    }

    /// `rd.c = op(src...)`; nothing happens to R0, but the instruction still issues.
    fn write(&mut self, rd: i64, c: u16, op: Op, src: [Src; 3]) {
        let dst = self.layout.register(rd, c);
        match rd {
            0 => self.builder.push(Uop::Nop),
            _ => self.builder.push(Uop::PerLane { op, dst, src }),
        }
    }

    /// Every component of `rd` gets the value of `from`.
    fn write_all(&mut self, rd: i64, from: VReg) {
        for c in 0..self.layout.simd {
            self.write(rd, c, Op::MovB32, [from.into(), Src::None, Src::None]);
        }
    }

    fn move_to(&mut self, dst: VReg, from: VReg) {
        let src = [from.into(), Src::None, Src::None];
        self.builder.push(Uop::PerLane {
            op: Op::MovB32,
            dst,
            src,
        });
    }

    /// Computes every component into a temporary, then writes them all.
    fn through_temporaries(&mut self, rd: i64, mut each: impl FnMut(&mut Self, u16, VReg)) {
        for c in 0..self.layout.simd {
            let temporary = self.layout.temporary(c);
            each(self, c, temporary);
        }
        for c in 0..self.layout.simd {
            let from = self.layout.temporary(c).into();
            self.write(rd, c, Op::MovB32, [from, Src::None, Src::None]);
        }
    }

    /// `rd` gets the address of the next instruction, to which some jump may then return.
    fn link(&mut self, rd: i64, address: u64) {
        let next = target(address, 4);
        if rd != 0 {
            let value = self.builder.constant(next as u32);
            self.write_all(rd, value);
            let label = self.builder.label_at(next);
            self.builder.indirect_target(label);
            self.builder.call();
        }
    }

    fn memory(
        &mut self,
        space: MemorySpace,
        kind: MemKind,
        base: VReg,
        offset: i64,
        dst: VReg,
        data: VReg,
    ) {
        let bytes = 4 * self.layout.simd as u8;
        let space = match space {
            MemorySpace::Global => uop::Space::Global,
            MemorySpace::Shared => uop::Space::Local,
        };
        self.access(space, kind, bytes, base, offset, dst, data);
    }

    #[allow(clippy::too_many_arguments)]
    fn access(
        &mut self,
        space: uop::Space,
        kind: MemKind,
        bytes: u8,
        base: VReg,
        offset: i64,
        dst: VReg,
        data: VReg,
    ) {
        let addr = Addr {
            base: base.into(),
            wide: false,
            scalar: None,
            offset,
            wrap32: true,
        };
        self.builder.push(Uop::Memory(Box::new(MemOp {
            space,
            kind,
            bytes,
            align: 4,
            addr,
            dst,
            data,
            lanes: None,
            channel: None,
        })));
    }

    /// An atomic on component x of global memory; `rd.x` gets what was there.
    fn atomic(&mut self, op: AtomicOp, address: VReg, data: VReg, rd: i64) {
        let dst = match rd {
            0 => self.layout.temporary(2),
            _ => self.layout.register(rd, 0),
        };
        let kind = MemKind::Atomic { op, returns: true };
        self.access(uop::Space::Global, kind, 4, address, 0, dst, data);
    }

    fn texture(&mut self, rd: i64, at: VReg, which: VReg) {
        if self.layout.simd != 4 {
            let why = "TEX takes two coordinates and gives four components: it needs simd = 4";
            return self.builder.push(Uop::Trap(why.into()));
        }
        let dst = if rd == 0 {
            self.layout.temporary(0)
        } else {
            self.layout.register(rd, 0)
        };
        let textures = self.textures.clone();
        self.builder.push(Uop::Custom(Arc::new(Sample {
            dst,
            at,
            which,
            textures,
        })));
    }
}

/// Addresses are 32 bits and wrap.
fn target(address: u64, distance: i64) -> u64 {
    u64::from((address as i64).wrapping_add(distance) as u32)
}
