//! Control flow, waits, messages and hardware registers: SOPP and what is like it; and which
//! instructions can be reached, with which MODE.

use super::clock::Clock;
use super::float::MODE_BITS;
use super::registers::{EXEC, M0, MODE, SCC, STATUS, VCC};
use super::{Lowering, MISPLACED, Outcome, channel};
use crate::inst::{AmdInst, OperandValue};
use crate::listing::branch_target;
use crate::meaning::{Meaning, Split, WaitNames, When};
use crate::names;
use crate::row;
use crate::row::OperandSlot;
use op::Op::*;
use std::collections::HashMap;
use std::sync::Arc;
use uop::{BarrierName, Channel, Cond, SReg, SplitOp, Uop};

impl Lowering<'_> {
    pub fn control(&mut self, inst: &AmdInst, meaning: Meaning) -> Outcome {
        let next = self.address + inst.size() as u64;
        let operands = inst.operands();
        let leads_elsewhere = branch_target(inst, self.address).is_some() || flow(inst).indirect;
        if self.indexed != 0 && leads_elsewhere {
            return Err(super::indexed::LEFT.into());
        }
        match meaning {
            Meaning::End => self.b.push(Uop::End),
            Meaning::Jump => {
                let to = self.target(inst)?;
                let to = self.b.label_at(to).0;
                self.b.push(Uop::Jump { to });
            }
            Meaning::Branch(when) => {
                let to = self.target(inst)?;
                let when = match when {
                    When::Scc0 => Cond::Zero(SCC),
                    When::Scc1 => Cond::NonZero(SCC),
                    When::VccZero if !self.wide_masks() => Cond::Zero(VCC),
                    When::VccNonZero if !self.wide_masks() => Cond::NonZero(VCC),
                    When::VccZero => Cond::MaskZero(VCC),
                    When::VccNonZero => Cond::MaskNonZero(VCC),
                    When::ExecZero => Cond::NoneActive,
                    When::ExecNonZero => Cond::AnyActive,
                    When::Debugged(_) => {
                        self.b.push(Uop::Nop);
                        return Ok(());
                    }
                };
                self.branch(when, to);
            }
            Meaning::GetPc => {
                let dst = self.scalar_destination(&operands[0])?;
                let pc = self.b.scalar_constant64(next);
                self.scalar(MovB64, dst, &[pc]);
            }
            Meaning::SetPc => {
                let address = self.scalar_sources(inst, 0)?[0];
                self.b.push(Uop::JumpScalar { address });
            }
            Meaning::SwapPc => {
                let to = self.scalar_sources(inst, 1)?[0];
                let address = self.scalar_temporary(2);
                self.scalar(MovB64, address, &[to]);
                self.link(inst, next)?;
                self.b.push(Uop::JumpScalar { address });
            }
            Meaning::Call => {
                self.link(inst, next)?;
                let to = self.target(inst)?;
                let to = self.b.label_at(to).0;
                self.b.push(Uop::Jump { to });
            }
            Meaning::Wait(waits) => self.wait(inst, waits)?,
            Meaning::Barrier => self.b.push(Uop::Barrier),
            Meaning::SplitBarrier(split) => self.split_barrier(inst, split)?,
            Meaning::SubvectorBegin => self.subvector_begin(inst)?,
            Meaning::SubvectorEnd => self.subvector_end(inst)?,
            Meaning::AllocateVectors => {
                let one = self.b.scalar_constant(1);
                self.scalar(MovB32, SCC, &[one]);
            }
            Meaning::Kill => self.b.push(match immediate(inst, 0)? & 1 {
                0 => Uop::Nop,
                _ => Uop::End,
            }),
            Meaning::GetRegister => self.get_register(inst)?,
            Meaning::SetRegister => self.set_register(inst)?,
            Meaning::ModeBits(offset) => {
                let value = self
                    .b
                    .scalar_constant((immediate(inst, 0)? & 0xf) << offset);
                let mask = self.b.scalar_constant(0xf << offset);
                self.scalar(BfiB32, MODE, &[mask, value, MODE]);
            }
            Meaning::Message { halts } => match immediate(inst, 0)? & 0xff {
                // An interrupt has no host to reach, and registers are not given back.
                0 | 1 | 3 if !halts => self.b.push(Uop::Nop),
                0 | 1 => self.halt(inst),
                _ => return Err("the messages of a kernel are interrupts alone".into()),
            },
            Meaning::MessageReturn => {
                let dst = self.scalar_destination(&operands[0])?;
                let wide = inst.row().operands[0] == row::SD64;
                self.message_return(immediate(inst, 1)? & 0xff, dst, wide)?;
            }
            Meaning::Halt => self.halt(inst),
            Meaning::Trap => {
                let number = immediate(inst, 0)? & 0xff;
                self.b.push(Uop::Trap(format!("s_trap {number}").into()));
            }
            _ => return Err(MISPLACED.into()),
        }
        Ok(())
    }

    fn message_return(&mut self, message: u32, dst: SReg, wide: bool) -> Outcome {
        match message {
            REALTIME => {
                let clock = self.clock();
                self.scalar(if wide { MovB64 } else { MovB32 }, dst, &[clock]);
            }
            // What a trap handler would ask for, when there is none.
            128..=130 | 133 => {
                let zero = self.b.scalar_constant64(0);
                self.scalar(if wide { MovB64 } else { MovB32 }, dst, &[zero]);
            }
            _ => return Err("a message for trap handlers".into()),
        }
        Ok(())
    }

    fn halt(&mut self, inst: &AmdInst) {
        let name = inst.row().name;
        let why = format!("{name}: the wave waits for a debugger that is not there");
        self.b.push(Uop::Trap(why.into()));
    }

    fn target(&self, inst: &AmdInst) -> Result<u64, String> {
        branch_target(inst, self.address).ok_or_else(|| "a branch without a target".into())
    }

    /// The destination gets the address of the next instruction, where some jump may return to.
    fn link(&mut self, inst: &AmdInst, next: u64) -> Outcome {
        let dst = self.scalar_destination(&inst.operands()[0])?;
        let pc = self.b.scalar_constant64(next);
        self.scalar(MovB64, dst, &[pc]);
        let label = self.b.label_at(next);
        self.b.indirect_target(label);
        self.b.call();
        Ok(())
    }

    fn wait(&mut self, inst: &AmdInst, waits: WaitNames) -> Outcome {
        let counters = self.options.target.generation().counters;
        let mut any = false;
        let mut wait = |channel: Channel, at_most: u32, limit: u32| {
            if at_most < limit {
                any = true;
                self.b.push(Uop::Wait {
                    channel,
                    at_most: at_most as u16,
                });
            }
        };
        match waits {
            WaitNames::Packed => {
                let packed = immediate(inst, 0)?;
                let [loads, exports, others] = names::waitcnt(inst.encoding.target);
                wait(channel::LOAD, loads.of(packed), loads.max());
                wait(channel::EXPORT, exports.of(packed), exports.max());
                for channel in [channel::LDS, channel::SCALAR, channel::GDS] {
                    wait(channel, others.of(packed), others.max());
                }
            }
            WaitNames::One(counters) => {
                // RDNA 3 adds a scalar register, in practice always null: to wait for nothing
                // outstanding is safe whatever it holds.
                let (at_most, null) = match inst.operands() {
                    [register, imm] => {
                        let null = matches!(register.value,
                            OperandValue::Reg(reg) if reg.code == crate::inst::NULL);
                        (imm.value, null)
                    }
                    [imm] => (imm.value, true),
                    _ => return Err("operands of a wait".into()),
                };
                let OperandValue::Imm(at_most) = at_most else {
                    return Err("operands of a wait".into());
                };
                for &counter in counters {
                    let at_most = if null { at_most as u32 & 63 } else { 0 };
                    wait(channel::of(counter), at_most, 64);
                }
            }
            WaitNames::WithLds(other) => {
                let packed = immediate(inst, 0)?;
                wait(channel::of(other), packed >> 8 & 63, 64);
                wait(channel::LDS, packed & 63, 64);
            }
            WaitNames::Everything => {
                for rule in counters {
                    wait(channel::of(rule.counter), 0, 1);
                }
            }
        }
        if !any {
            self.b.push(Uop::Nop);
        }
        Ok(())
    }

    fn split_barrier(&mut self, inst: &AmdInst, split: Split) -> Outcome {
        let operand = inst.operands().last().map(|operand| operand.value);
        // Waiting knows barriers by the sign of their number alone.
        if let Split::Wait = split {
            let workgroup = match immediate(inst, 0)? as i16 {
                -1 => true,
                0.. => false,
                _ => return Err("the barrier of trap handlers".into()),
            };
            self.b.push(Uop::Split(SplitOp::Wait { workgroup }));
            return Ok(());
        }
        if let Split::Leave = split {
            let left = Some(SCC);
            self.b.push(Uop::Split(SplitOp::Leave { left }));
            return Ok(());
        }
        let barrier = match operand {
            Some(OperandValue::Imm(-1)) => BarrierName::Workgroup,
            Some(OperandValue::Imm(number @ 0..=31)) => BarrierName::Number(number as u8),
            Some(OperandValue::Imm(_)) => return Err("the barrier of trap handlers".into()),
            _ => BarrierName::Register(M0),
        };
        let op = match split {
            Split::Signal => SplitOp::Signal {
                barrier,
                first: None,
            },
            Split::SignalIsFirst => SplitOp::Signal {
                barrier,
                first: Some(SCC),
            },
            Split::Init => SplitOp::Init {
                barrier,
                members: M0,
            },
            Split::Join => SplitOp::Join { barrier },
            _ => SplitOp::State {
                barrier,
                dst: self.scalar_destination(&inst.operands()[0])?,
            },
        };
        self.b.push(Uop::Split(op));
        Ok(())
    }

    /// Without active lanes, to the end of the loop. Otherwise the half with active lanes goes
    /// first, the low one where both have some, and the register keeps the other half.
    fn subvector_begin(&mut self, inst: &AmdInst) -> Outcome {
        let kept = SReg(register_of(inst, 0)?);
        let to = self.target(inst)?;
        if !self.wide_masks() {
            let zero = self.b.scalar_constant(0);
            self.scalar(MovB32, kept, &[zero]);
            self.branch(Cond::NoneActive, to);
            return Ok(());
        }
        self.branch(Cond::NoneActive, to);
        let zero = self.b.scalar_constant(0);
        let low_is_zero = self.scalar_temporary(1);
        let (low, high) = (EXEC, EXEC.plus(1));
        self.scalar(EqU32, low_is_zero, &[low, zero]);
        self.scalar(SelectB32, kept, &[low_is_zero, low, high]);
        self.scalar(SelectB32, high, &[low_is_zero, high, zero]);
        self.wrote(high, 1);
        Ok(())
    }

    /// After the low half the high one, if it has active lanes; after that everything is as it was.
    fn subvector_end(&mut self, inst: &AmdInst) -> Outcome {
        let kept = SReg(register_of(inst, 0)?);
        let to = self.target(inst)?;
        if !self.wide_masks() {
            self.b.push(Uop::Nop);
            return Ok(());
        }
        let zero = self.b.scalar_constant(0);
        let (low, high) = (EXEC, EXEC.plus(1));
        let [was_high, nothing_left, again, saved] = [(); 4].map(|()| self.scalar_temporary(1));
        self.scalar(NeU32, was_high, &[high, zero]);
        self.scalar(EqU32, nothing_left, &[kept, zero]);
        self.scalar(OrB32, again, &[was_high, nothing_left]);
        let one = self.b.scalar_constant(1);
        self.scalar(XorB32, again, &[again, one]);
        self.scalar(MovB32, saved, &[low]);
        // Done with the high half: the low one is back. Not yet: the halves change places.
        self.scalar(SelectB32, low, &[was_high, kept, low]);
        self.scalar(SelectB32, low, &[again, zero, low]);
        self.scalar(SelectB32, high, &[was_high, high, kept]);
        self.scalar(SelectB32, kept, &[again, saved, kept]);
        self.wrote(low, 2);
        self.branch(Cond::NonZero(again), to);
        Ok(())
    }

    fn get_register(&mut self, inst: &AmdInst) -> Outcome {
        let (id, mask, offset) = field(immediate(inst, 1)?);
        let dst = self.scalar_destination(&inst.operands()[0])?;
        let value = match id {
            MODE_ID => MODE,
            STATUS_ID => self.status(),
            SHADER_CYCLES => self.clock(),
            SHADER_CYCLES_HI => self.clock().plus(1),
            SH_MEM_BASES => {
                let apertures = &self.options.apertures;
                let (local, private) = (apertures.local.start, apertures.private.start);
                let bases = private >> 48 | (local >> 48) << 16;
                self.b.scalar_constant(bases as u32)
            }
            STATE_PRIV if self.options.target.generation().scc_in_state => {
                let to = self.scalar_temporary(1);
                let by = self.b.scalar_constant(9);
                self.scalar(ShlB32, to, &[SCC, by]);
                to
            }
            // Where on the chip a wave runs and where its registers are: always at the same place,
            // the first. No exceptions have happened, no traps are asked for.
            id if is_hardware_register(id) => self.b.scalar_constant(0),
            _ => return Err(NO_HARDWARE_REGISTER.into()),
        };
        let packed = self.b.scalar_constant(offset | mask.count_ones() << 16);
        self.scalar(BfePackedU32, dst, &[value, packed]);
        self.wrote(dst, 1);
        Ok(())
    }

    fn set_register(&mut self, inst: &AmdInst) -> Outcome {
        let (id, mask, offset) = field(immediate(inst, 0)?);
        let register: SReg = match id {
            MODE_ID => MODE,
            // Where scratch memory is, is not for a kernel to say.
            FLAT_SCR_LO | FLAT_SCR_HI => return Err("the address of scratch memory".into()),
            // The others belong to the hardware, and writing them does nothing. Exceptions and traps
            // there are none.
            id if is_hardware_register(id) => {
                self.b.push(Uop::Nop);
                return Ok(());
            }
            _ => return Err(NO_HARDWARE_REGISTER.into()),
        };
        let by_register = inst.row().operands[1] == row::S32;
        let mask = self.b.scalar_constant(mask);
        let value = if by_register {
            let source = self.scalar_source(inst, &inst.operands()[1], row::OperandType::I32)?;
            let shifted = self.scalar_temporary(1);
            let by = self.b.scalar_constant(offset);
            self.scalar(ShlB32, shifted, &[source, by]);
            shifted
        } else {
            let value = inst.literal.unwrap_or(0).wrapping_shl(offset);
            self.b.scalar_constant(value)
        };
        self.scalar(BfiB32, register, &[mask, value, register]);
        Ok(())
    }

    /// STATUS with the bits that code changes: SCC, EXECZ and VCCZ.
    fn status(&mut self) -> SReg {
        let (to, bit) = (self.scalar_temporary(1), self.scalar_temporary(1));
        self.scalar(OrB32, to, &[STATUS, SCC]);
        for (mask, at) in [(EXEC, 9), (VCC, 10)] {
            let (equal, zero) = self.mask_zero_test();
            self.scalar(equal, bit, &[mask, zero]);
            let by = self.b.scalar_constant(at);
            self.scalar(ShlB32, bit, &[bit, by]);
            self.scalar(OrB32, to, &[to, bit]);
        }
        to
    }

    /// Two temporaries that hold what the wave has issued so far.
    pub(super) fn clock(&mut self) -> SReg {
        let to = self.scalar_temporary(2);
        self.b.push(Uop::Custom(Arc::new(Clock { to })));
        to
    }
}

const REALTIME: u32 = 131;

// Numbers of hardware registers.
const STATUS_ID: u32 = 2;
const STATE_PRIV: u32 = 4;
const SH_MEM_BASES: u32 = 15;
const FLAT_SCR_LO: u32 = 20;
const FLAT_SCR_HI: u32 = 21;
const SHADER_CYCLES: u32 = 29;
const SHADER_CYCLES_HI: u32 = 30;

const NO_HARDWARE_REGISTER: &str = "there is no such hardware register";

fn is_hardware_register(id: u32) -> bool {
    matches!(id, 1..=7 | 10..=15 | 17..=24 | 26 | 28..=30)
}

fn register_of(inst: &AmdInst, operand: usize) -> Result<u16, String> {
    match inst.operands().get(operand).map(|operand| operand.value) {
        Some(OperandValue::Reg(reg)) if !reg.is_vgpr() => Ok(reg.code),
        _ => Err("a scalar register was expected".into()),
    }
}

fn immediate(inst: &AmdInst, operand: usize) -> Result<u32, String> {
    match inst.operands().get(operand).map(|operand| operand.value) {
        Some(OperandValue::Imm(value)) => Ok(value as u32),
        _ => Err("an immediate was expected".into()),
    }
}

/// The bits of MODE that matter, if they are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Known(u32),
    Mixed,
}

/// An instruction in the code, or bytes that are none.
pub(super) struct Found {
    pub address: u64,
    pub len: u8,
    pub inst: Result<AmdInst, crate::bytes::IllegalBytes>,
}

/// The mode in which each instruction runs; nothing where it cannot be reached.
pub(super) fn reach(code: &[Found], entry: u64, mode: u32) -> Vec<Option<Mode>> {
    let start = Mode::Known(mode & MODE_BITS);
    let modes = reach_with(code, entry, start, start);
    // A call is taken to lead to code in the kernel's mode, and to come back in it. If some jump
    // through a register happens in another mode, nothing is known behind any of them.
    let elsewhere = code.iter().zip(&modes).any(|(found, mode)| {
        let indirect = found.inst.as_ref().is_ok_and(|inst| flow(inst).indirect);
        indirect && mode.is_some_and(|mode| mode != start)
    });
    match elsewhere {
        true => reach_with(code, entry, start, Mode::Mixed),
        false => modes,
    }
}

/// `called`: the mode behind jumps through registers.
fn reach_with(code: &[Found], entry: u64, start: Mode, called: Mode) -> Vec<Option<Mode>> {
    let at: HashMap<u64, usize> = code
        .iter()
        .enumerate()
        .map(|(i, f)| (f.address, i))
        .collect();
    let mut modes: Vec<Option<Mode>> = vec![None; code.len()];
    let mut work = Vec::new();
    let mut indirect = false;
    let visit = |i: usize, mode: Mode, modes: &mut Vec<Option<Mode>>, work: &mut Vec<usize>| {
        let merged = match modes[i] {
            None => mode,
            Some(old) if old == mode => return,
            Some(Mode::Mixed) => return,
            Some(_) => Mode::Mixed,
        };
        modes[i] = Some(merged);
        work.push(i);
    };
    if let Some(&i) = at.get(&entry) {
        visit(i, start, &mut modes, &mut work);
    }
    loop {
        while let Some(i) = work.pop() {
            let Ok(inst) = &code[i].inst else { continue };
            let Some(mode) = modes[i] else { continue };
            let after = after(inst, mode);
            let next = code[i].address + u64::from(code[i].len);
            let flow = flow(inst);
            let target = branch_target(inst, code[i].address).filter(|_| flow.branches);
            indirect |= flow.indirect;
            let successors = [target, flow.falls_through.then_some(next)];
            let after = if flow.indirect { called } else { after };
            for &to in successors.iter().flatten().filter_map(|to| at.get(to)) {
                visit(to, after, &mut modes, &mut work);
            }
        }
        // A jump through a register may lead anywhere.
        let Some(i) = modes.iter().position(Option::is_none).filter(|_| indirect) else {
            return modes;
        };
        visit(i, called, &mut modes, &mut work);
    }
}

struct Flow {
    branches: bool,
    falls_through: bool,
    indirect: bool,
}

fn flow(inst: &AmdInst) -> Flow {
    use Meaning::*;
    let (branches, falls_through, indirect) = match inst.row().meaning {
        Jump => (true, false, false),
        Call => (true, true, true),
        SetPc => (false, false, true),
        SwapPc => (false, true, true),
        End | Illegal => (false, false, false),
        _ => (true, true, false),
    };
    Flow {
        branches,
        falls_through,
        indirect,
    }
}

/// The mode after an instruction.
fn after(inst: &AmdInst, mode: Mode) -> Mode {
    let imm = |n: usize| match inst.operands().get(n).map(|operand| operand.value) {
        Some(OperandValue::Imm(value)) => value as u32,
        _ => 0,
    };
    let set = |mask: u32, value: u32| match mode {
        _ if mask & MODE_BITS == 0 => mode,
        Mode::Known(bits) => Mode::Known((bits & !mask | value & mask) & MODE_BITS),
        Mode::Mixed if mask & MODE_BITS == MODE_BITS => Mode::Known(value & MODE_BITS),
        Mode::Mixed => Mode::Mixed,
    };
    match inst.row().meaning {
        Meaning::ModeBits(at) => set(0xf << at, imm(0) << at),
        Meaning::SetRegister => {
            let (register, mask, offset) = field(imm(0));
            match (register, inst.row().operands[1]) {
                (MODE_ID, OperandSlot::Imm(_)) => {
                    set(mask, inst.literal.unwrap_or(0).wrapping_shl(offset))
                }
                (MODE_ID, _) if mask & MODE_BITS != 0 => Mode::Mixed,
                _ => mode,
            }
        }
        _ => mode,
    }
}

/// The number of MODE among the hardware registers.
pub(super) const MODE_ID: u32 = 1;

/// Register number, mask of the bits and their position, from the operand of `s_setreg`.
pub(super) fn field(simm16: u32) -> (u32, u32, u32) {
    let (id, offset, size) = (simm16 & 63, simm16 >> 6 & 31, (simm16 >> 11 & 31) + 1);
    let mask = ((1u64 << size) - 1) << offset;
    (id, mask as u32, offset)
}
