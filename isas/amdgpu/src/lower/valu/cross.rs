//! Movement between lanes, and between lanes and scalars.

use super::super::registers::M0;
use super::super::shuffle;
use super::super::{Lowering, Outcome};
use super::{Arg, Operands, source_type, vector_of};
use crate::inst::AmdInst;
use crate::meaning::{Corner, Relative};
use crate::row::{self, OperandType};
use op::Op;
use std::sync::Arc;
use uop::{Breadth, CrossOp, Custom, Machine, Reach, SReg, Src, Trap, Uop, VReg};

pub(super) fn read_first(l: &mut Lowering, inst: &AmdInst, operands: &Operands) -> Outcome {
    let dst = operands.mask_dst.ok_or("no destination")?;
    let src = l.vgpr(vector_of(&inst.operands()[1])?);
    l.b.push(Uop::Cross(Box::new(CrossOp::ReadFirst { dst, src })));
    l.wrote(dst, 1);
    Ok(())
}

pub(super) fn read_lane(l: &mut Lowering, inst: &AmdInst, operands: &Operands) -> Outcome {
    let dst = operands.mask_dst.ok_or("no destination")?;
    let src = l.vgpr(vector_of(&inst.operands()[1])?);
    let lane = l.scalar_source(inst, &inst.operands()[2], OperandType::I32)?;
    l.b.push(Uop::Cross(Box::new(CrossOp::ReadLane { dst, src, lane })));
    l.wrote(dst, 1);
    Ok(())
}

pub(super) fn write_lane(l: &mut Lowering, inst: &AmdInst, operands: &Operands) -> Outcome {
    let dst = l.vgpr(operands.dst.ok_or("no destination")?);
    let src = l.scalar_source(inst, &inst.operands()[1], OperandType::I32)?;
    let lane = l.scalar_source(inst, &inst.operands()[2], OperandType::I32)?;
    l.b.push(Uop::Cross(Box::new(CrossOp::WriteLane { dst, src, lane })));
    Ok(())
}

/// Exchanges the halves of a wave of 64; in a wave of 32 there is nothing to exchange.
pub(super) fn swap_half_waves(l: &mut Lowering, inst: &AmdInst, operands: &Operands) -> Outcome {
    let dst = l.vgpr(operands.dst.ok_or("no destination")?);
    let src = l.vgpr(vector_of(&inst.operands()[1])?);
    if !l.wide_masks() {
        l.b.push(Uop::Nop);
        return Ok(());
    }
    let mut halves = shuffle::shuffle(dst, src, |lane| Some(lane ^ 32));
    halves.inactive = true;
    l.b.push(shuffle::step(halves));
    Ok(())
}

/// Of every two rows of so many lanes, the second one of the first register and the first one of the second
/// change places.
pub(super) fn swap_rows(
    l: &mut Lowering,
    inst: &AmdInst,
    lanes: u8,
    operands: &Operands,
) -> Outcome {
    let first = l.vgpr(operands.dst.ok_or("no destination")?);
    let second = l.vgpr(vector_of(&inst.operands()[1])?);
    l.b.push(Uop::Custom(Arc::new(RowSwap {
        first,
        second,
        lanes: lanes.into(),
        fetch_inactive: inst.mods.fi != 0,
        zero: inst.mods.bound_ctrl != 0,
    })));
    Ok(())
}

#[derive(Debug)]
struct RowSwap {
    first: VReg,
    second: VReg,
    lanes: usize,
    fetch_inactive: bool,
    /// Lanes whose partner is not active get 0 instead of keeping their value.
    zero: bool,
}

impl Custom for RowSwap {
    fn run(&self, machine: &mut dyn Machine) -> Result<(), Trap> {
        let (exec, count) = (machine.exec(), machine.lanes());
        let readable = if self.fetch_inactive { !0 } else { exec };
        let old = [self.first, self.second].map(|reg| {
            let mut lanes = [0; 64];
            lanes[..count].copy_from_slice(machine.vector(reg));
            lanes
        });
        for lane in (0..count).filter(|lane| exec >> lane & 1 != 0) {
            let from = lane ^ self.lanes;
            // The second row of a pair is the first register's.
            let (to, source) = match lane & self.lanes {
                0 => (self.second, &old[0]),
                _ => (self.first, &old[1]),
            };
            let word = &mut machine.vector_mut(to)[lane];
            if readable >> from & 1 != 0 {
                *word = source[from];
            } else if self.zero {
                *word = 0;
            }
        }
        Ok(())
    }

    fn reach(&self) -> Reach {
        Reach::Registers
    }

    fn vectors(&self) -> (Vec<VReg>, Vec<VReg>) {
        let both = vec![self.first, self.second];
        (both.clone(), both)
    }
}

/// `v_interp_p10_f32` and its relatives: factors of the first source, and what is added, come from other
/// lanes of the quad, active or not.
pub(super) fn interpolate(
    l: &mut Lowering,
    inst: &AmdInst,
    corner: Corner,
    op: Op,
    operands: &Operands,
) -> Outcome {
    let dst = operands.dst.ok_or("no destination")?;
    let lanes = match corner {
        Corner::P10 => [Some(1), None, Some(0)],
        Corner::P2 => [Some(2), None, None],
    };
    let mut args = Vec::with_capacity(lanes.len());
    let kinds = inst.row().operands.iter().skip(1);
    for ((source, kind), lane) in operands.sources.iter().zip(kinds).zip(lanes) {
        let mut src = source.src;
        if let (Some(lane), Src::Vector(from)) = (lane, src) {
            let to = l.temporary(1);
            let mut quads = shuffle::shuffle(to, from, |n| Some(n & !3 | lane));
            quads.inactive = true;
            l.b.push(shuffle::step(quads));
            src = to.into();
        }
        let mut before = Vec::new();
        if source_type(*kind).is_half() {
            before.extend(source.high.then_some(Op::HighB16));
            before.push(Op::CvtF32F16);
        }
        before.extend(super::sign_op(op::Ty::F32, source.neg, source.abs));
        args.push(Arg {
            src,
            constant: source.constant,
            before,
        });
    }
    let clamp = inst.mods.clamp != 0;
    if op.signature().result == op::Ty::F32 {
        let to = l.vgpr(dst);
        l.emit(op, to, args, 0, clamp);
    } else {
        let to = l.temporary(1);
        l.emit(op, to, args, 0, clamp);
        l.write_half(dst, to);
    }
    Ok(())
}

/// `v_permlane16_b32` and its relatives.
pub(super) fn permute_row(
    l: &mut Lowering,
    inst: &AmdInst,
    across: bool,
    operands: &Operands,
) -> Outcome {
    let dst = l.vgpr(operands.dst.ok_or("no destination")?);
    let src = l.vgpr(vector_of(&inst.operands()[1])?);
    let select = if let row::OperandSlot::V(_) = inst.row().operands[2] {
        Select::Vector(l.vgpr(vector_of(&inst.operands()[2])?))
    } else {
        let low = l.scalar_source(inst, &inst.operands()[2], OperandType::I32)?;
        let high = l.scalar_source(inst, &inst.operands()[3], OperandType::I32)?;
        Select::Scalars(low, high)
    };
    l.b.push(Uop::Custom(Arc::new(PermLane {
        dst,
        src,
        select,
        other_row: across,
        fetch_inactive: inst.mods.op_sel & 1 != 0,
        zero: inst.mods.op_sel & 2 != 0,
    })));
    Ok(())
}

#[derive(Debug)]
enum Select {
    Scalars(SReg, SReg),
    Vector(VReg),
}

/// Each lane of a row takes the value of a lane of the same or the neighbouring row.
#[derive(Debug)]
struct PermLane {
    dst: VReg,
    src: VReg,
    select: Select,
    other_row: bool,
    fetch_inactive: bool,
    /// Lanes without a source get 0 instead of keeping their value.
    zero: bool,
}

impl Custom for PermLane {
    fn run(&self, machine: &mut dyn Machine) -> Result<(), Trap> {
        let (exec, lanes) = (machine.exec(), machine.lanes());
        let mut selected = [0; 64];
        match self.select {
            Select::Vector(reg) => selected[..lanes].copy_from_slice(machine.vector(reg)),
            Select::Scalars(low, high) => {
                let all = [low, high].map(|reg| u64::from(machine.scalar(reg)));
                let all = all[0] | all[1] << 32;
                for (lane, select) in selected.iter_mut().enumerate() {
                    *select = (all >> (4 * (lane & 15))) as u32;
                }
            }
        }
        let mut source = [0; 64];
        source[..lanes].copy_from_slice(machine.vector(self.src));
        let readable = if self.fetch_inactive { !0 } else { exec };
        let across = if self.other_row { 16 } else { 0 };
        let target = machine.vector_mut(self.dst);
        for (lane, word) in target.iter_mut().enumerate() {
            if exec >> lane & 1 == 0 {
                continue;
            }
            let from = (lane & !15) ^ across | (selected[lane & 63] & 15) as usize;
            if from < lanes && readable >> from & 1 != 0 {
                *word = source[from & 63];
            } else if self.zero {
                *word = 0;
            }
        }
        Ok(())
    }

    fn reach(&self) -> Reach {
        Reach::Registers
    }

    fn breadth(&self) -> Breadth {
        match self.zero && !self.fetch_inactive {
            true => Breadth::Active,
            false => Breadth::Unknown,
        }
    }

    fn vectors(&self) -> (Vec<VReg>, Vec<VReg>) {
        let mut reads = vec![self.src];
        if let Select::Vector(reg) = self.select {
            reads.push(reg);
        }
        (reads, vec![self.dst])
    }

    fn scalars(&self) -> (Vec<SReg>, Vec<SReg>) {
        match self.select {
            Select::Scalars(low, high) => (vec![low, high], Vec::new()),
            Select::Vector(_) => (Vec::new(), Vec::new()),
        }
    }
}

/// `v_mbcnt_lo` and `v_mbcnt_hi`: bits of the source that belong to lanes below this one.
pub(super) fn lanes_below(l: &mut Lowering, upper: bool, operands: &Operands) -> Outcome {
    let dst = l.vgpr(operands.dst.ok_or("no destination")?);
    let below = l.temporary(1);
    let word: fn(u32) -> u32 = match upper {
        false => |lane| ((1u64 << lane) - 1) as u32,
        true => |lane| (((1u64 << lane) - 1) >> 32) as u32,
    };
    l.b.push(Uop::Custom(Arc::new(ByLane { dst: below, word })));
    let [mask, base] = operands.sources[..] else {
        return Err("operands of a bit count".into());
    };
    l.lane(Op::AndB32, below, &[mask.src, below.into()]);
    l.lane(Op::PopCountAddU32, dst, &[below.into(), base.src]);
    Ok(())
}

/// Every lane gets what follows from its number.
#[derive(Debug)]
pub(in crate::lower) struct ByLane {
    pub dst: VReg,
    pub word: fn(u32) -> u32,
}

impl Custom for ByLane {
    fn run(&self, machine: &mut dyn Machine) -> Result<(), Trap> {
        for (lane, word) in machine.vector_mut(self.dst).iter_mut().enumerate() {
            *word = (self.word)(lane as u32);
        }
        Ok(())
    }

    fn reach(&self) -> Reach {
        Reach::Registers
    }

    fn breadth(&self) -> Breadth {
        Breadth::Active
    }

    fn vectors(&self) -> (Vec<VReg>, Vec<VReg>) {
        (Vec::new(), vec![self.dst])
    }
}

/// Moves whose register numbers M0 adds to.
pub(super) fn move_relative(l: &mut Lowering, relative: Relative, operands: &Operands) -> Outcome {
    let dst = l.vgpr(operands.dst.ok_or("no destination")?);
    let source = operands.sources[0].src;
    let src = match source {
        Src::Vector(reg) if reg.0 < l.layout.vgprs => reg,
        // A scalar or constant: every lane has it.
        other => {
            let to = l.temporary(1);
            l.lane(Op::MovB32, to, &[other]);
            to
        }
    };
    l.b.push(Uop::Custom(Arc::new(VectorRelative {
        dst,
        src,
        relative,
        vgprs: l.layout.vgprs,
    })));
    Ok(())
}

#[derive(Debug)]
struct VectorRelative {
    dst: VReg,
    src: VReg,
    relative: Relative,
    vgprs: u16,
}

impl Custom for VectorRelative {
    fn run(&self, machine: &mut dyn Machine) -> Result<(), Trap> {
        let (from, to) = self.relative.distances(machine.scalar(M0));
        let shifted = |reg: VReg, by: Option<u32>| {
            let number = u32::from(reg.0).wrapping_add(by.unwrap_or(0));
            if by.is_some() && number >= u32::from(self.vgprs) {
                let what = format!("M0 leads to vector register {number}, which does not exist");
                return Err(Trap::Illegal(what));
            }
            Ok(VReg(number as u16))
        };
        let src = shifted(self.src, from)?;
        let dst = shifted(self.dst, to)?;
        let exec = machine.exec();
        for lane in (0..machine.lanes()).filter(|lane| exec >> lane & 1 != 0) {
            let value = machine.vector(src)[lane];
            let old = std::mem::replace(&mut machine.vector_mut(dst)[lane], value);
            if self.relative == Relative::Swap {
                machine.vector_mut(src)[lane] = old;
            }
        }
        Ok(())
    }

    fn vectors(&self) -> (Vec<VReg>, Vec<VReg>) {
        (vec![self.src], vec![self.dst])
    }

    fn scalars(&self) -> (Vec<SReg>, Vec<SReg>) {
        (vec![M0], Vec::new())
    }
}
