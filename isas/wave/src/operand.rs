//! What the slots of an instruction hold: which bits an operand claims, which values are legal,
//! which registers it names. Decoder, printer and static checks all ask here.

use crate::device::Capability;
use crate::encoding::{Fields, WaveInst};
use crate::meaning::Structure;
use crate::row::{Bits, Form, Guarding, Operand, Slot};
use crate::table::special::SpecialRegister;

/// Condition codes: 0 is "always", 1 to 7 are p1 to p7, 8 to 15 are !p0 to !p7, 16 is p0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Condition {
    /// The number of the predicate register.
    pub predicate: u8,
    /// Lanes in which it is false take part.
    pub negated: bool,
}

impl Condition {
    /// The predicate behind a code; `None` for "always" and for codes without a meaning.
    pub fn from_code(code: u8) -> Option<Condition> {
        let (predicate, negated) = match code {
            1..=7 => (code, false),
            8..=15 => (code - 8, true),
            16 => (0, false),
            _ => return None,
        };
        Some(Condition { predicate, negated })
    }

    /// The code in the instruction word.
    pub fn code(self) -> u8 {
        match (self.negated, self.predicate) {
            (true, predicate) => 8 + predicate,
            (false, 0) => 16,
            (false, predicate) => predicate,
        }
    }
}

/// Parts of a register by selector: `.b0` to `.b3`, `.lo`, `.hi`.
pub const PARTS: [&str; 6] = [".b0", ".b1", ".b2", ".b3", ".lo", ".hi"];
/// The selector of a whole register.
pub const WHOLE: u8 = 6;
pub const PART_IN: Bits = Bits::new(Slot::Low, 2, 0);
pub const PART_OUT: Bits = Bits::new(Slot::Low, 5, 3);

/// Whether selector `part` names `width` bits.
pub fn is_part(part: u8, width: u8) -> bool {
    match width {
        8 => part < 4,
        _ => part == 4 || part == 5,
    }
}

/// Where a part lies: first bit and length.
pub fn part_place(part: u8) -> (u32, u32) {
    match part {
        0..=3 => (8 * u32::from(part), 8),
        4 => (0, 16),
        _ => (16, 16),
    }
}

impl Fields {
    /// A part of a slot.
    pub fn bits(&self, bits: Bits) -> u8 {
        (self.get(bits.slot) & bits.mask()) >> bits.at
    }

    /// Gives a part of a slot a value that fits it.
    pub fn set_bits(&mut self, bits: Bits, value: u8) {
        let slot = self.slot(bits.slot);
        *slot = *slot & !bits.mask() | value << bits.at;
    }

    /// Makes a special register the source of a move.
    pub fn set_special(&mut self, register: &SpecialRegister) {
        self.b = register.number;
        self.flags |= 1;
    }
}

impl WaveInst {
    /// Which bits of each slot mean something in this form: d, a, b, c, low, flags.
    fn claimed(&self) -> Fields {
        let mut all = Fields::default();
        let mut claim = |slot: Slot, mask: u8| *all.slot(slot) |= mask;
        claim(Slot::Flags, self.row.fixed.0);
        for modifier in self.row.modifiers {
            claim(modifier.slot, modifier.mask);
        }
        if self.row.guarding == Guarding::Condition {
            claim(Slot::Flags, 1);
        }
        if self.row.is_branch() && self.form == Form::Short {
            for slot in [Slot::D, Slot::A, Slot::B] {
                claim(slot, 31);
            }
        }
        let immediate = matches!(self.form, Form::Constant | Form::Literal);
        for operand in self.row.operands {
            match *operand {
                Operand::Reg(slot) | Operand::Pair(slot) | Operand::List(slot, _) => {
                    claim(slot, 255);
                }
                Operand::Predicate => claim(Slot::D, 7),
                Operand::Condition(bits) => claim(bits.slot, bits.mask()),
                Operand::HalfOut(bits) => {
                    claim(Slot::D, 255);
                    claim(bits.slot, bits.mask());
                }
                Operand::HalfIn(slot, bits) => {
                    claim(slot, 255);
                    claim(bits.slot, bits.mask());
                }
                Operand::PartOut(_) => {
                    claim(Slot::D, 255);
                    claim(Slot::Low, PART_OUT.mask());
                }
                Operand::PartIn(_) => {
                    claim(Slot::B, 255);
                    claim(Slot::Low, PART_IN.mask());
                }
                Operand::Source(_) | Operand::SourcePair if !immediate => claim(Slot::B, 255),
                Operand::SourceHalf(bits) if !immediate => {
                    claim(Slot::B, 255);
                    claim(bits.slot, bits.mask());
                }
                Operand::MoveSource if !immediate => {
                    claim(Slot::B, 255);
                    claim(Slot::Flags, 1);
                }
                Operand::Address { .. } => claim(Slot::A, 255),
                Operand::Field { .. } => {
                    if !immediate {
                        claim(Slot::B, 255);
                    }
                    if self.form != Form::Literal {
                        claim(Slot::C, 255);
                    }
                }
                Operand::Into => claim(self.into_slot(), 255),
                Operand::Source(_)
                | Operand::SourcePair
                | Operand::SourceHalf(_)
                | Operand::MoveSource
                | Operand::Labels(_) => {}
            }
        }
        all
    }

    /// Whether the source of a move is a special register.
    fn names_special(&self) -> bool {
        self.immediate().is_none() && self.fields.flags & 1 == 1
    }

    /// The special register that a move reads.
    pub fn special(&self) -> Option<&'static SpecialRegister> {
        let number = self.names_special().then_some(self.fields.b)?;
        SpecialRegister::numbered(number)
    }

    /// Where `bfi` has the register it inserts into: a fifth register fits the low byte only, but
    /// with constants for position and length slot c is free.
    pub fn into_slot(&self) -> Slot {
        match self.form {
            Form::Literal => Slot::C,
            _ => Slot::Low,
        }
    }

    /// Bits set that mean nothing, if there are any.
    pub(crate) fn unclaimed(&self) -> u64 {
        let claimed = self.claimed();
        let slots = [Slot::D, Slot::A, Slot::B, Slot::C, Slot::Low, Slot::Flags];
        slots.iter().fold(0, |bits, &slot| {
            bits << 8 | u64::from(self.fields.get(slot) & !claimed.get(slot))
        })
    }

    /// The first operand or suffix whose bits are illegal.
    pub(crate) fn illegal_operand(&self) -> Option<&'static str> {
        let f = &self.fields;
        if f.guard > 16 {
            return Some("predicate");
        }
        if self.row.guarding == Guarding::Forbidden && f.guard != 0 {
            return Some("predicate");
        }
        for modifier in self.row.modifiers {
            let value = f.get(modifier.slot) & modifier.mask;
            if crate::table::spelled(modifier, value).is_none() {
                return Some(modifier.name);
            }
        }
        if self.row.is_branch() && self.form == Form::Literal && self.literal >> 30 != 0 {
            return Some("offset");
        }
        let is_pair = |slot| f.get(slot).is_multiple_of(2);
        let immediate = matches!(self.form, Form::Constant | Form::Literal);
        for operand in self.row.operands {
            let (legal, what) = match *operand {
                Operand::Pair(slot) => (is_pair(slot), "register pair"),
                Operand::List(slot, n) => (f.get(slot) <= 255 - (n - 1), "register list"),
                Operand::Predicate => (f.d < 8, "predicate"),
                Operand::Condition(bits) => {
                    (Condition::from_code(f.bits(bits)).is_some(), "predicate")
                }
                Operand::HalfOut(bits) => (f.bits(bits) <= 2, "half"),
                Operand::PartOut(width) => {
                    let part = f.bits(PART_OUT);
                    (part == WHOLE || is_part(part, width), "part")
                }
                Operand::PartIn(width) => (is_part(f.bits(PART_IN), width), "part"),
                Operand::SourcePair => (immediate || is_pair(Slot::B), "register pair"),
                Operand::SourceHalf(_) => {
                    let fits = self.form != Form::Literal || self.literal >> 16 == 0;
                    (fits, "immediate")
                }
                Operand::MoveSource => {
                    let known = SpecialRegister::numbered(f.b).is_some();
                    (!self.names_special() || known, "special register")
                }
                Operand::Field { .. } => {
                    let fits = self.form != Form::Literal || self.literal >> 16 == 0;
                    (fits, "bit field")
                }
                _ => (true, ""),
            };
            if !legal {
                return Some(what);
            }
        }
        None
    }

    /// Every register that the instruction names, as first register and count.
    pub fn registers(&self) -> Vec<(u8, u8)> {
        let f = &self.fields;
        let immediate = matches!(self.form, Form::Constant | Form::Literal);
        let mut all = Vec::new();
        for operand in self.row.operands {
            match *operand {
                Operand::Reg(slot) | Operand::HalfIn(slot, _) => all.push((f.get(slot), 1)),
                Operand::Pair(slot) => all.push((f.get(slot), 2)),
                Operand::List(slot, n) => all.push((f.get(slot), n)),
                Operand::HalfOut(_) | Operand::PartOut(_) => all.push((f.d, 1)),
                Operand::PartIn(_) => all.push((f.b, 1)),
                Operand::Source(_) | Operand::SourceHalf(_) if !immediate => all.push((f.b, 1)),
                Operand::SourcePair if !immediate => all.push((f.b, 2)),
                Operand::MoveSource if !immediate && !self.names_special() => all.push((f.b, 1)),
                Operand::Address { .. } => all.push((f.a, 1)),
                Operand::Field { .. } => {
                    if !immediate {
                        all.push((f.b, 1));
                    }
                    if self.form != Form::Literal {
                        all.push((f.c, 1));
                    }
                }
                Operand::Into => all.push((f.get(self.into_slot()), 1)),
                _ => {}
            }
        }
        all
    }

    /// The highest register that the instruction names.
    pub fn highest_register(&self) -> Option<u8> {
        (self.registers().iter())
            .map(|&(first, count)| first + (count - 1))
            .max()
    }

    /// What a device must have to run it.
    pub fn capabilities(&self) -> Vec<Capability> {
        let mut all = self.row.capabilities.to_vec();
        for modifier in self.row.modifiers {
            if let Some((bits, capability)) = modifier.needs
                && self.fields.get(modifier.slot) & modifier.mask & bits != 0
            {
                all.push(capability);
            }
        }
        all
    }

    /// The distance that a branch holds, in words.
    pub fn distance(&self) -> u32 {
        let f = &self.fields;
        match self.form {
            Form::Literal => self.literal,
            _ => u32::from(f.d) << 10 | u32::from(f.a) << 5 | u32::from(f.b),
        }
    }

    /// Puts a distance where the form has it; the short form has room for 15 bits.
    pub fn set_distance(&mut self, words: u32) {
        if self.form == Form::Literal {
            self.literal = words;
        } else {
            self.fields.d = (words >> 10 & 31) as u8;
            self.fields.a = (words >> 5 & 31) as u8;
            self.fields.b = (words & 31) as u8;
        }
    }

    /// The condition of a branch or the guard of anything else.
    pub fn condition(&self) -> Option<Condition> {
        Condition::from_code(self.fields.guard)
    }

    /// Written with `@uniform`.
    pub fn is_uniform(&self) -> bool {
        self.row.guarding == Guarding::Condition && self.fields.flags & 1 == 1
    }

    /// The byte distance from the following instruction to the target, backwards for `endloop`.
    pub fn target(&self, address: u64) -> Option<u64> {
        if !self.row.is_branch() {
            return None;
        }
        let next = address.wrapping_add(self.len() as u64);
        let bytes = u64::from(self.distance()) * 4;
        Some(match self.row.structure() {
            Some(Structure::EndLoop) => next.wrapping_sub(bytes),
            _ => next.wrapping_add(bytes),
        })
    }
}
