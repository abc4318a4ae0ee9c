//! What carries an instruction out, and what it says.

use crate::class::is_transcendental;
use crate::inst::{
    AGPR0, AmdInst, AmdOperand, OperandValue, RegisterHalf, TTMP_LAST, VCC_LO, VGPR0,
};
use crate::meaning::{Matrix, Meaning, When};
use crate::names::Results;
use crate::row::{AmdFormat, InstRow, OperandSlot, READS_DST, READS_VCC};

/// What carries an instruction out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    Vector,
    /// Of the vector instructions, those with a unit of their own.
    Transcendental,
    Scalar,
    ScalarMemory,
    /// Buffers and images.
    Buffer,
    /// Global, flat and scratch memory.
    Flat,
    Local,
    /// Single values from local memory.
    Direct,
    Export,
    /// No instruction.
    None,
}

impl Unit {
    pub fn of(inst: Option<&AmdInst>) -> Unit {
        let Some(inst) = inst else {
            return Unit::None;
        };
        match inst.row().format {
            AmdFormat::Vop1 | AmdFormat::Vop2 | AmdFormat::Vop3
                if is_transcendental(inst.row().meaning) =>
            {
                Unit::Transcendental
            }
            AmdFormat::Vop1
            | AmdFormat::Vop2
            | AmdFormat::Vopc
            | AmdFormat::Vop3
            | AmdFormat::Vop3sd
            | AmdFormat::Vop3p
            | AmdFormat::Mai
            | AmdFormat::Vopd
            | AmdFormat::Vinterp => Unit::Vector,
            AmdFormat::Sop1
            | AmdFormat::Sop2
            | AmdFormat::Sopc
            | AmdFormat::Sopk
            | AmdFormat::Sopp => Unit::Scalar,
            AmdFormat::Smem => Unit::ScalarMemory,
            AmdFormat::Mubuf | AmdFormat::Mtbuf | AmdFormat::Mimg | AmdFormat::Vsample => {
                Unit::Buffer
            }
            AmdFormat::Flat | AmdFormat::Global | AmdFormat::Scratch => Unit::Flat,
            AmdFormat::Ds => Unit::Local,
            AmdFormat::Ldsdir => Unit::Direct,
            AmdFormat::Exp => Unit::Export,
        }
    }

    pub fn is_vector(self) -> bool {
        matches!(self, Unit::Vector | Unit::Transcendental)
    }

    /// Memory of lanes, and exports: they wait by themselves until vector registers are written.
    pub fn waits_for_vectors(self) -> bool {
        matches!(self, Unit::Buffer | Unit::Flat | Unit::Local | Unit::Export)
    }
}

pub(super) fn is_matrix(inst: &AmdInst) -> Option<Matrix> {
    match inst.row().meaning {
        Meaning::Matrix(matrix) => Some(matrix),
        _ => None,
    }
}

/// The number of an instruction that is all there is to it.
pub(super) fn immediate(inst: &AmdInst) -> Option<u32> {
    match inst.operands().first()?.value {
        OperandValue::Imm(bits) => Some(bits as u32 & 0xffff),
        _ => None,
    }
}

/// Whether an instruction waits until all such results are there.
pub(super) fn waits_for(inst: &AmdInst, results: Results) -> bool {
    inst.row().meaning == Meaning::WaitAlu
        && immediate(inst).is_some_and(|bits| results.part().of(bits) == 0)
}

/// What is written of an instruction, with what may stand there; of a pair, both.
pub(super) fn operands(inst: &AmdInst) -> impl Iterator<Item = (OperandSlot, &AmdOperand)> {
    let own = inst.row().operands;
    let second = inst.encoding.second.map_or(&[][..], |row| row.operands);
    // The second one's name stands between them.
    let (first, rest) = inst
        .operands()
        .split_at(own.len().min(inst.operands().len()));
    let rest = rest.iter().skip(1);
    let pairs = own.iter().zip(first).chain(second.iter().zip(rest));
    pairs.map(|(slot, operand)| (*slot, operand))
}

/// Scalar registers that an instruction names, first and count: those that it reads, and those that it
/// writes. VCC is among them where the instruction implies it; EXEC, M0 and SCC never are.
pub(super) fn scalars(inst: &AmdInst) -> impl Iterator<Item = (Access, u16, u16)> + '_ {
    let row = inst.row();
    let words = u16::from(inst.encoding.wave.mask_dwords());
    let named = operands(inst).filter_map(move |(slot, operand)| {
        let (first, count) = match operand.value {
            OperandValue::Reg(reg) if reg.code <= TTMP_LAST => {
                (reg.code, u16::from(reg.dwords.max(1)))
            }
            OperandValue::None if matches!(slot, OperandSlot::Mask | OperandSlot::MaskDst) => {
                (VCC_LO, words)
            }
            _ => return None,
        };
        let access = match slot {
            OperandSlot::SDst(_) if reads_destination(row) => Access::Both,
            OperandSlot::SDst(_) | OperandSlot::MaskDst => Access::Write,
            _ => Access::Read,
        };
        Some((access, first, count))
    });
    let on_vcc = matches!(
        row.meaning,
        Meaning::Branch(When::VccZero | When::VccNonZero)
    );
    let second = inst.encoding.second.is_some_and(|row| row.has(READS_VCC));
    let implied = row.has(READS_VCC) || second || on_vcc;
    named.chain(implied.then_some((Access::Read, VCC_LO, words)))
}

/// Vector registers, of which only one half may be meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Vectors {
    pub first: u16,
    count: u16,
    half: RegisterHalf,
}

impl Vectors {
    pub fn of(operand: &AmdOperand) -> Option<Vectors> {
        match operand.value {
            OperandValue::Reg(reg) if reg.is_vgpr() => Some(Vectors {
                first: reg.vgpr_index(),
                count: u16::from(reg.dwords.max(1)),
                half: reg.half,
            }),
            _ => None,
        }
    }

    pub fn overlaps(self, other: Vectors) -> bool {
        let (a, b) = (
            self.first..self.first + self.count,
            other.first..other.first + other.count,
        );
        let halves =
            self.half == other.half || [self.half, other.half].contains(&RegisterHalf::Whole);
        a.start < b.end && b.start < a.end && halves
    }

    /// The name of the first register that both have, if they do.
    pub fn shared(self, other: Vectors) -> String {
        const ACCUMULATION: u16 = AGPR0 - VGPR0;
        match self.first.max(other.first) {
            first @ ACCUMULATION.. => format!("a{}", first - ACCUMULATION),
            first => format!("v{first}"),
        }
    }

    /// Whether it is more than 64 bits.
    pub fn is_wide(self) -> bool {
        self.count > 2
    }
}

/// The vector registers that an arithmetic instruction names as results.
pub(super) fn results(inst: &AmdInst) -> impl Iterator<Item = Vectors> + '_ {
    let results = operands(inst).filter(|(slot, _)| matches!(slot, OperandSlot::VDst(_)));
    results.filter_map(|(_, operand)| Vectors::of(operand))
}

/// The vector registers that an arithmetic instruction names as sources, each once.
pub(super) fn sources(inst: &AmdInst) -> Vec<Vectors> {
    let row = inst.row();
    let accumulates = |row: &InstRow| {
        let meaning = row.meaning.alone();
        row.has(READS_DST) || matches!(meaning, Meaning::Accumulate(_) | Meaning::Swap)
    };
    let second = inst.encoding.second.is_some_and(accumulates);
    let counts = accumulates(row) || second;
    let mut found: Vec<Vectors> = Vec::new();
    for (slot, operand) in operands(inst) {
        if let Some(own) = Vectors::of(operand)
            && (counts || !matches!(slot, OperandSlot::VDst(_)))
            && !found.contains(&own)
        {
            found.push(own);
        }
    }
    found
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    Read,
    Write,
    Both,
}

impl Access {
    pub fn reads(self) -> bool {
        self != Access::Write
    }

    pub fn writes(self) -> bool {
        self != Access::Read
    }
}

fn reads_destination(row: &InstRow) -> bool {
    match row.meaning {
        Meaning::ScalarConstant(..) | Meaning::ScalarAccumulate(_) => true,
        // One that selects between two sources has them both.
        Meaning::ScalarSelect(_) => row.operands.len() == 2,
        _ => false,
    }
}

/// The register of which an instruction takes one bit for every lane.
pub(super) fn mask(inst: &AmdInst) -> Option<(u16, u16)> {
    use Meaning::{CarryIn, CarryInSwapped, DivFmas, Select};
    let words = u16::from(inst.encoding.wave.mask_dwords());
    match inst.row().meaning {
        Select(_) | CarryIn(..) | CarryInSwapped(..) => {
            let (_, operand) = operands(inst).find(|(slot, _)| *slot == OperandSlot::Mask)?;
            match operand.value {
                OperandValue::Reg(reg) => Some((reg.code, words)),
                OperandValue::None => Some((VCC_LO, words)),
                _ => None,
            }
        }
        DivFmas(..) => Some((VCC_LO, words)),
        _ => None,
    }
}

/// The vector registers of an operand.
pub(super) fn vectors(operand: &AmdOperand) -> std::ops::Range<u16> {
    match operand.value {
        OperandValue::Reg(reg) if reg.is_vgpr() => {
            let first = reg.vgpr_index();
            first..first + u16::from(reg.dwords.max(1))
        }
        _ => 0..0,
    }
}
