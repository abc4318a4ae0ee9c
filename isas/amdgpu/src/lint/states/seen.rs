//! What the rules about wait states look at of an instruction.

use super::super::unit::{Unit, Vectors, immediate, operands};
use crate::class::is_transcendental;
use crate::encoding::{Form, ParamKind, Returning};
use crate::inst::{
    AmdInst, EXEC_HI, EXEC_LO, LDS_DIRECT, M0, OperandValue, Reg, RegisterHalf, VCC_HI, VCC_LO,
};
use crate::meaning::{Element, Indexing, Meaning, Way};
use crate::row::{
    ATOMIC, AmdFormat, CMPX, GDS_ONLY, InstRow, MIX, OPSEL, OperandSlot, OperandType, READS_DST,
    READS_M0, READS_VCC, STORE,
};
use op::Op;
use op::small::Small;

/// One instruction.
pub(in crate::lint) struct Seen {
    /// How many wait states it is.
    pub states: u8,
    /// It is one of lanes, those included that load to local memory.
    pub vector: bool,
    /// It accesses memory for lanes: `Some(true)` is local memory.
    pub memory: Option<bool>,
    pub product: Option<Product>,
    pub transcendental: bool,
    pub dot: bool,
    /// Its result is shifted to its place in the register after it is computed.
    pub shifts_result: bool,
    pub dpp: bool,
    /// It multiplies doubles and adds one, without rounding in between.
    pub fuses_doubles: bool,
    /// Vector registers that it reads.
    pub read: Vec<Read>,
    /// Vector registers that it writes.
    pub written: Vec<Vectors>,
    /// Vector registers that it stores late.
    pub stored: Option<Vectors>,
    /// Scalars that it writes.
    pub scalars: Vec<Scalars>,
    /// Scalars that a vector instruction must have written so many wait states before.
    pub awaited: Vec<(Scalars, u8)>,
    /// It takes M0 without waiting for a scalar instruction that writes it.
    pub takes_m0: bool,
    /// The hardware register that it reads or writes.
    pub hardware: Option<Hardware>,
    /// It moves values between lanes by numbers: so many wait states behind what wrote them.
    pub moves: u8,
    row: &'static InstRow,
    form: Form,
}

/// Scalar registers, first and count.
pub(in crate::lint) type Scalars = (u16, u16);

pub(super) const EXEC: Scalars = (EXEC_LO, 2);
const VCC: Scalars = (VCC_LO, 2);

/// A run of vector registers that is read.
#[derive(Clone, Copy)]
pub(in crate::lint) struct Read {
    pub registers: Vectors,
    /// Products are added to it.
    pub sum: bool,
}

/// A register of the hardware.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::lint) struct Hardware {
    pub number: u32,
    pub set: bool,
}

/// A product of matrices.
#[derive(Clone, Copy)]
pub(in crate::lint) struct Product {
    pub core: Core,
    /// Passes through the matrix core.
    pub passes: u8,
}

/// What multiplies matrices, by what they are made of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::lint) enum Core {
    /// Doubles.
    Double,
    /// Floats, exactly.
    Single,
    /// Everything that is smaller, or rounded to less.
    Small,
}

impl Product {
    fn of(inst: &AmdInst) -> Option<Product> {
        let Meaning::Mfma(product) = inst.row().meaning else {
            return None;
        };
        let core = match product.a {
            Element::F64 => Core::Double,
            Element::F32 => Core::Single,
            _ => Core::Small,
        };
        let passes = product.passes(&inst.mods) as u8;
        Some(Product { core, passes })
    }
}

impl Seen {
    pub fn of(inst: &AmdInst) -> Seen {
        let row = inst.row();
        let (meaning, form) = (row.meaning, inst.encoding.form);
        let unit = Unit::of(Some(inst));
        let memory = match unit {
            Unit::Local => Some(true),
            Unit::Buffer | Unit::Flat => Some(false),
            _ => None,
        };
        let to_share = loads_to_share(inst);
        let product = Product::of(inst);
        let mut seen = Seen {
            states: states(inst),
            vector: unit.is_vector() || to_share,
            memory,
            product,
            transcendental: unit.is_vector() && is_transcendental(meaning),
            dot: is_dot(meaning),
            shifts_result: unit.is_vector() && shifts_result(inst),
            dpp: form.is_dpp(),
            fuses_doubles: matches!(
                meaning,
                Meaning::Lane(Op::FmaF64) | Meaning::Accumulate(Op::FmaF64)
            ),
            read: Vec::new(),
            written: Vec::new(),
            stored: None,
            scalars: Vec::new(),
            awaited: Vec::new(),
            takes_m0: takes_m0(inst) || to_share,
            hardware: hardware(inst),
            moves: match meaning {
                Meaning::ReadLane | Meaning::ReadFirstLane => 1,
                Meaning::SwapRows(_) => 2,
                _ => 0,
            },
            row,
            form,
        };
        match memory {
            Some(_) => seen.access(inst, to_share),
            None if unit.is_vector() => seen.compute(inst),
            None => seen.scalar(inst),
        }
        seen
    }

    /// It is an access to a buffer.
    pub fn is_buffer(&self) -> bool {
        self.row.format == AmdFormat::Mubuf
    }

    /// It is carried out as the other one is.
    pub fn is_like(&self, other: &Seen) -> bool {
        std::ptr::eq(self.row, other.row) && self.form == other.form
    }

    /// The registers of an arithmetic instruction of lanes.
    fn compute(&mut self, inst: &AmdInst) {
        /// Until a vector instruction can read a scalar that another wrote.
        const CONSTANT: u8 = 2;
        /// Until one can choose a lane by it, or by VCC what becomes of a quotient.
        const CHOICE: u8 = 4;
        let row = inst.row();
        let keeps = reads_result(inst);
        let sparse = matches!(row.meaning, Meaning::Mfma(product) if product.is_sparse());
        let sums = matches!(row.meaning, Meaning::Mfma(_)) || self.dot;
        for (at, (slot, operand)) in operands(inst).enumerate() {
            let result = matches!(slot, OperandSlot::VDst(_) | OperandSlot::ADst);
            if let Some(registers) = Vectors::of(operand) {
                if result {
                    self.written.push(registers);
                }
                // The third source is added to; where there is none, the result is.
                let sum = sums && !sparse && at == 3 || sums && result;
                if !result || keeps {
                    self.read.push(Read { registers, sum });
                }
                continue;
            }
            let named = match operand.value {
                OperandValue::Reg(reg) if reg.code <= EXEC_HI => words(reg),
                OperandValue::None if matches!(slot, OperandSlot::Mask | OperandSlot::MaskDst) => {
                    VCC
                }
                _ => continue,
            };
            match slot {
                OperandSlot::SDst(_) | OperandSlot::MaskDst => self.scalars.push(named),
                OperandSlot::Lane => self.awaited.push((named, CHOICE)),
                // A half of VCC is as good as all of it.
                _ if named.0 == VCC_HI => self.awaited.push((VCC, CONSTANT)),
                _ => self.awaited.push((named, CONSTANT)),
            }
        }
        if row.has(CMPX) {
            self.scalars.push(EXEC);
        }
        if row.has(READS_VCC) {
            self.awaited.push((VCC, CHOICE));
        }
        let by_lanes = match row.meaning {
            _ if self.dpp => Some(5),
            Meaning::ReadLane | Meaning::ReadFirstLane | Meaning::WriteLane => Some(4),
            Meaning::SwapRows(_) | Meaning::Mfma(_) => Some(4),
            _ => None,
        };
        self.awaited.extend(by_lanes.map(|states| (EXEC, states)));
    }

    /// The registers of an access to memory.
    fn access(&mut self, inst: &AmdInst, to_share: bool) {
        /// Until an access can read a scalar that a vector instruction wrote.
        const SCALAR: u8 = 5;
        let row = inst.row();
        let returns = row.has(ATOMIC) && inst.encoding.returning == Returning::Yes;
        let loads = matches!(row.operands.first(), Some(OperandSlot::VDst(_))) && !to_share;
        // Atomics of local memory name a result only where there is one.
        let first_is_result = match row.has(ATOMIC) {
            true => returns,
            false => loads,
        };
        let in_place = matches!(row.format, AmdFormat::Mubuf | AmdFormat::Mtbuf) && returns;
        for (at, operand) in inst.operands().iter().enumerate() {
            if let Some(registers) = Vectors::of(operand) {
                let result = at == 0 && first_is_result;
                if result {
                    self.written.push(registers);
                }
                if !result || in_place {
                    self.read.push(Read {
                        registers,
                        sum: false,
                    });
                    if row.has(STORE | ATOMIC) && registers.is_wide() {
                        self.stored = Some(registers);
                    }
                }
            } else if let (OperandValue::Reg(reg), Some(false)) = (operand.value, self.memory) {
                self.awaited.push((words(reg), SCALAR));
            }
        }
        // Buffers whose offset is in a register are stored in time, and so is local memory.
        let in_register =
            inst.encoding
                .positional()
                .zip(inst.operands())
                .any(|(param, operand)| {
                    matches!(param.kind, ParamKind::Src(..))
                        && matches!(operand.value, OperandValue::Reg(_))
                });
        if in_register || self.memory == Some(true) {
            self.stored = None;
        }
        if self.memory == Some(false) {
            self.awaited.push((EXEC, SCALAR));
        }
        if to_share {
            self.awaited.push(((M0, 1), SCALAR));
        }
    }

    /// The scalars that a scalar instruction writes and that matter: M0.
    fn scalar(&mut self, inst: &AmdInst) {
        let index = matches!(
            inst.row().meaning,
            Meaning::Index(Indexing::On | Indexing::Amount | Indexing::Operands)
        );
        let named = operands(inst).any(|(slot, operand)| {
            let reg = matches!(operand.value, OperandValue::Reg(reg) if reg.code == M0);
            matches!(slot, OperandSlot::SDst(_)) && reg
        });
        if index || named && inst.row().format != AmdFormat::Smem {
            self.scalars.push((M0, 1));
        }
    }

    /// Whether a scalar instruction writes M0.
    pub fn sets_m0(&self) -> bool {
        !self.vector && self.memory.is_none() && !self.scalars.is_empty()
    }
}

fn words(reg: Reg) -> Scalars {
    (reg.code, u16::from(reg.dwords.max(1)))
}

/// Wait states are counted in instructions; `s_nop` is as many as it says and one.
fn states(inst: &AmdInst) -> u8 {
    match inst.row().meaning {
        Meaning::Idle => (immediate(inst).unwrap_or(0) & 0xf) as u8 + 1,
        _ => 1,
    }
}

fn loads_to_share(inst: &AmdInst) -> bool {
    let mut params = inst.encoding.params.iter();
    matches!(inst.row().meaning, Meaning::LoadToShare(..))
        || params.any(|param| matches!(param.kind, ParamKind::Lds))
}

/// The register of its result is a source as well.
fn reads_result(inst: &AmdInst) -> bool {
    let row = inst.row();
    let into_part = match row.meaning {
        Meaning::Accumulate(_)
        | Meaning::AccumulateSaturating(..)
        | Meaning::Swap
        | Meaning::SwapRows(_)
        | Meaning::WriteLane
        | Meaning::IntoByte(_)
        | Meaning::Mix(RegisterHalf::Low | RegisterHalf::High) => true,
        Meaning::Scaled(scaling) => scaling.fills() < 32,
        Meaning::Mfma(product) => product.is_sparse(),
        _ => false,
    };
    // Floats that become one half of it.
    let halved = matches!(
        row.operands,
        [OperandSlot::VDst(0), OperandSlot::Src(OperandType::F32), ..]
    ) && row.has(OPSEL);
    into_part || halved || row.has(READS_DST) || inst.encoding.form.is_dpp()
}

fn is_dot(meaning: Meaning) -> bool {
    use Op::{Dot2ChainF32Bf16, Dot2ChainF32F16, Dot2I16, Dot2SumF32Bf16, Dot2U16, Dot4I8, Dot8I4};
    let sums = matches!(
        meaning.operation(),
        Some(
            Dot2ChainF32F16
                | Dot2ChainF32Bf16
                | Dot2SumF32Bf16
                | Dot2I16
                | Dot2U16
                | Dot4I8
                | Dot8I4
        )
    );
    sums || matches!(meaning, Meaning::DotIntegers(_))
}

/// Its result goes to a part of the register that is not the lowest, or to any eighth.
fn shifts_result(inst: &AmdInst) -> bool {
    const WHOLE: i32 = 6;
    const UPPER: i32 = 0b1000;
    const NOT_FIRST_BYTE: i32 = 0b1100;
    let row = inst.row();
    let result = matches!(row.operands.first(), Some(OperandSlot::VDst(_)));
    if !result {
        return false;
    }
    if inst.encoding.form == Form::Sdwa {
        return inst.mods.dst_sel != WHOLE;
    }
    let eighths = matches!(row.meaning, Meaning::Scaled(scaling)
        if scaling.small == Small::Fp4 && scaling.way == Way::NarrowNoisily);
    let chosen = match row.selects_byte() {
        true => NOT_FIRST_BYTE,
        false => UPPER,
    };
    let mixed = row.has(MIX) && inst.mods.op_sel_hi & 1 != 0;
    mixed || eighths || row.has(OPSEL) && inst.mods.op_sel & chosen != 0
}

fn takes_m0(inst: &AmdInst) -> bool {
    let row = inst.row();
    let relative = matches!(row.meaning, Meaning::MoveRelative(_)) && row.is_scalar();
    let others = matches!(
        row.meaning,
        Meaning::Message { .. } | Meaning::LoadByLane | Meaning::StoreByLane
    );
    let direct = inst
        .operands()
        .iter()
        .any(|operand| matches!(operand.value, OperandValue::Reg(reg) if reg.code == LDS_DIRECT));
    relative || others || direct || row.has(GDS_ONLY | READS_M0)
}

fn hardware(inst: &AmdInst) -> Option<Hardware> {
    const NUMBER: u32 = 0x3f;
    let (at, set) = match inst.row().meaning {
        Meaning::GetRegister => (1, false),
        Meaning::SetRegister => (0, true),
        _ => return None,
    };
    match inst.operands().get(at)?.value {
        OperandValue::Imm(bits) => Some(Hardware {
            number: bits as u32 & NUMBER,
            set,
        }),
        _ => None,
    }
}
