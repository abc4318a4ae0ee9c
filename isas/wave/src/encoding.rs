//! Where the slots of an instruction lie in each form, and which form a line of source gets.
//!
//! The word that holds bits 63:32 of a long instruction comes first in memory, so that a decoder
//! sees its marker `111` before it knows the length.

use crate::row::{Form, Forms, Immediate, Operand, Slot, WaveRow};

/// The contents of all slots. Registers have eight bits here whatever the form.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)] // They are named as the specification draws them.
pub struct Fields {
    pub d: u8,
    pub a: u8,
    pub b: u8,
    pub c: u8,
    pub low: u8,
    pub flags: u8,
    pub guard: u8,
}

impl Fields {
    /// What a slot holds.
    pub fn get(&self, slot: Slot) -> u8 {
        match slot {
            Slot::D => self.d,
            Slot::A => self.a,
            Slot::B => self.b,
            Slot::C => self.c,
            Slot::Low => self.low,
            Slot::Flags => self.flags,
        }
    }

    /// The same for writing.
    pub fn slot(&mut self, slot: Slot) -> &mut u8 {
        match slot {
            Slot::D => &mut self.d,
            Slot::A => &mut self.a,
            Slot::B => &mut self.b,
            Slot::C => &mut self.c,
            Slot::Low => &mut self.low,
            Slot::Flags => &mut self.flags,
        }
    }
}

/// The typed instruction between text and bytes.
#[derive(Clone, Copy, Debug)]
pub struct WaveInst {
    /// Which instruction.
    pub row: &'static WaveRow,
    /// How long it is, and what follows the first word.
    pub form: Form,
    /// Registers and modifiers.
    pub fields: Fields,
    /// Form K: the 16-bit constant. Form L: the 32-bit literal. Otherwise 0.
    pub literal: u32,
}

impl PartialEq for WaveInst {
    fn eq(&self, other: &WaveInst) -> bool {
        std::ptr::eq(self.row, other.row)
            && (self.form, self.fields, self.literal) == (other.form, other.fields, other.literal)
    }
}

/// The words of an instruction and how many there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InstWords {
    words: [u32; 2],
    count: usize,
}

impl InstWords {
    /// One word or two.
    pub fn as_slice(&self) -> &[u32] {
        &self.words[..self.count]
    }

    /// The same as they lie in memory.
    pub fn to_bytes(self) -> Vec<u8> {
        self.as_slice()
            .iter()
            .flat_map(|word| word.to_le_bytes())
            .collect()
    }
}

impl WaveInst {
    /// Bytes.
    pub fn len(&self) -> usize {
        if self.form == Form::Short { 4 } else { 8 }
    }

    /// Never: an instruction has bytes.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The immediate as the 32-bit literal it stands for.
    pub fn immediate(&self) -> Option<u32> {
        match self.form {
            Form::Short | Form::Register => None,
            Form::Constant => Some(widen(immediate_of(self.row), self.literal as u16)),
            Form::Literal => Some(self.literal),
        }
    }

    /// The words that say this.
    pub fn encode(&self) -> InstWords {
        let f = &self.fields;
        let number = u32::from(self.row.number);
        let [mut d, mut a, mut b, mut c] = [f.d, f.a, f.b, f.c].map(u32::from);
        let (guard, flags) = (u32::from(f.guard), u32::from(f.flags));
        if self.form == Form::Short {
            let word = number << 26 | d << 21 | a << 16 | b << 11 | guard << 6 | flags;
            return InstWords {
                words: [word, 0],
                count: 1,
            };
        }
        let low = match self.form {
            Form::Literal => {
                match self.row.free_slot() {
                    Slot::D => d = guard,
                    _ => b = guard,
                }
                if !self.row.keeps_c() {
                    c = flags & 31;
                }
                if self.row.is_mov() {
                    a = d >> 5;
                }
                self.literal
            }
            _ => {
                let mut low = u32::from(f.low);
                let mut constant = 0;
                if self.form == Form::Constant {
                    let field = self.literal & 255;
                    match self.row.free_slot() {
                        Slot::D => d = field,
                        Slot::C => c = field,
                        _ => b = field,
                    }
                    low = self.literal >> 8;
                    constant = 1;
                }
                let high = [d, a, b, c].map(|x| x >> 5);
                guard << 27
                    | flags << 21
                    | high[0] << 18
                    | high[1] << 15
                    | high[2] << 12
                    | high[3] << 9
                    | constant << 8
                    | low
            }
        };
        let [d, a, b, c] = [d, a, b, c].map(|x| x & 31);
        let literal = u32::from(self.form == Form::Literal);
        let first = 7 << 29 | number << 21 | d << 16 | a << 11 | b << 6 | c << 1 | literal;
        InstWords {
            words: [first, low],
            count: 2,
        }
    }
}

/// The number of the operation and the form of the instruction that starts with these words.
pub fn split(first: u32, second: u32) -> (u8, Form) {
    if first >> 29 != 7 {
        return ((first >> 26) as u8, Form::Short);
    }
    let form = match (first & 1, second >> 8 & 1) {
        (1, _) => Form::Literal,
        (_, 1) => Form::Constant,
        _ => Form::Register,
    };
    ((first >> 21 & 255) as u8, form)
}

/// Whether the first word begins a long instruction.
pub fn is_long(first: u32) -> bool {
    first >> 29 == 7
}

/// The slots and the literal of an instruction of `row` in `form`; `None` where bits are set that
/// the form does not use.
pub fn unpack(row: &WaveRow, form: Form, first: u32, second: u32) -> Option<(Fields, u32)> {
    let five = |word: u32, at: u32| (word >> at & 31) as u8;
    if form == Form::Short {
        let fields = Fields {
            d: five(first, 21),
            a: five(first, 16),
            b: five(first, 11),
            guard: five(first, 6),
            flags: (first & 63) as u8,
            ..Fields::default()
        };
        return Some((fields, 0));
    }
    let mut f = Fields {
        d: five(first, 16),
        a: five(first, 11),
        b: five(first, 6),
        c: five(first, 1),
        ..Fields::default()
    };
    if form == Form::Literal {
        f.guard = std::mem::take(match row.free_slot() {
            Slot::D => &mut f.d,
            _ => &mut f.b,
        });
        if !row.keeps_c() {
            f.flags = std::mem::take(&mut f.c);
        }
        if row.is_mov() {
            if f.a > 7 {
                return None;
            }
            f.d |= std::mem::take(&mut f.a) << 5;
        }
        return Some((f, second));
    }
    let three = |at: u32| ((second >> at & 7) as u8) << 5;
    f.d |= three(18);
    f.a |= three(15);
    f.b |= three(12);
    f.c |= three(9);
    f.guard = five(second, 27);
    f.flags = (second >> 21 & 63) as u8;
    f.low = second as u8;
    let mut literal = 0;
    if form == Form::Constant {
        let field = std::mem::take(f.slot(row.free_slot()));
        literal = u32::from(std::mem::take(&mut f.low)) << 8 | u32::from(field);
    }
    Some((f, literal))
}

/// What the immediate of a row means.
pub fn immediate_of(row: &WaveRow) -> Immediate {
    let kinds = row.operands.iter().filter_map(|operand| match operand {
        Operand::Source(kind) => Some(*kind),
        Operand::SourcePair => Some(Immediate::F64),
        Operand::SourceHalf(_) => Some(Immediate::F16),
        Operand::MoveSource => Some(Immediate::Bits),
        _ => None,
    });
    kinds.into_iter().next().unwrap_or(Immediate::Int)
}

/// A 16-bit constant as the literal it stands for.
pub fn widen(kind: Immediate, constant: u16) -> u32 {
    let bits = u32::from(constant);
    match kind {
        Immediate::Int | Immediate::Bits => constant as i16 as u32,
        Immediate::F32 | Immediate::F64 => bits << 16,
        Immediate::F16 => bits,
        Immediate::F16x2 => bits << 16 | bits,
    }
}

/// The 16-bit constant that stands for a literal, if there is one.
pub fn narrow(kind: Immediate, literal: u32) -> Option<u16> {
    let constant = match kind {
        Immediate::F32 | Immediate::F64 => (literal >> 16) as u16,
        _ => literal as u16,
    };
    (widen(kind, constant) == literal).then_some(constant)
}

/// What a line says about its immediate, before a form is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    Nothing,
    /// A literal, in whichever form expresses it.
    Literal(u32),
    /// Only form K or only form L will do.
    Constant(u16),
    LiteralOnly(u32),
}

/// Why no form fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoForm {
    /// A register above r31 in an instruction that has room for five bits only.
    HighRegister,
    /// The immediate needs form L, which these registers or flags rule out.
    Immediate,
}

/// The one form of a source line.
pub fn choose(row: &'static WaveRow, fields: Fields, wanted: Wanted) -> Result<WaveInst, NoForm> {
    let inst = |form, literal| WaveInst {
        row,
        form,
        fields,
        literal,
    };
    let forms: Forms = row.forms;
    let is_low = |registers: [u8; 4]| registers.iter().all(|&register| register < 32);
    let literal_fits = |fields: Fields| {
        let flags_fit = fields.flags < 32 && !(row.keeps_c() && fields.flags != 0);
        let d = if row.is_mov() { 0 } else { fields.d };
        forms.has(Form::Literal) && flags_fit && is_low([d, fields.a, fields.b, fields.c])
    };
    match wanted {
        Wanted::Nothing => {
            let short = forms.has(Form::Short)
                && fields.low == 0
                && fields.c == 0
                && is_low([fields.d, fields.a, fields.b, 0]);
            if short {
                Ok(inst(Form::Short, 0))
            } else if forms.has(Form::Register) {
                Ok(inst(Form::Register, 0))
            } else {
                Err(NoForm::HighRegister)
            }
        }
        Wanted::Literal(literal) if literal_fits(fields) => Ok(inst(Form::Literal, literal)),
        Wanted::Literal(literal) => match narrow(immediate_of(row), literal) {
            Some(constant) if forms.has(Form::Constant) => {
                Ok(inst(Form::Constant, constant.into()))
            }
            _ => Err(NoForm::Immediate),
        },
        Wanted::Constant(constant) if forms.has(Form::Constant) => {
            Ok(inst(Form::Constant, constant.into()))
        }
        Wanted::LiteralOnly(literal) if literal_fits(fields) => Ok(inst(Form::Literal, literal)),
        Wanted::Constant(_) | Wanted::LiteralOnly(_) => Err(NoForm::Immediate),
    }
}
