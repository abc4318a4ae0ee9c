//! Where bits go: turns a row into its encodings.
//!
//! Each function below is one chapter of the manual's "microcode formats". The bit positions are
//! written as the manual gives them, low bit first.

mod image;
mod memory;
mod scalar;
mod vector;
mod vopd;

use crate::encoding::{Encoding, Form, Halves, Kind, Param, Returning};
use crate::inst::Mod;
use crate::row::{Format, Row, WAVE32, WAVE64};
use crate::target::{Target, Wave};

/// What encodings depend on besides their row.
#[derive(Clone, Copy)]
pub(crate) struct Machine {
    pub target: Target,
    pub wave: Wave,
    pub reading: Reading,
}

/// Whose view of an encoding is meant.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reading {
    /// The assembler's and disassembler's, which follow LLVM's: fields are as strict as its are.
    Text,
    /// The chip's. It has 16-bit registers on every target, signs on every source of a long vector
    /// instruction, and looks at nothing that an instruction does not use.
    Chip,
}

impl Machine {
    pub fn is_chip(self) -> bool {
        self.reading == Reading::Chip
    }

    /// 16-bit operands are halves of registers.
    pub fn true16(self) -> bool {
        self.is_chip() || self.target.generation().half_registers
    }
}

/// Appends all encodings of a row on a machine.
pub(crate) fn expand(row: &'static Row, on: Machine, out: &mut Vec<Encoding>) {
    if row.has(WAVE32) && on.wave == Wave::W64 || row.has(WAVE64) && on.wave == Wave::W32 {
        return;
    }
    match row.format {
        Format::Sop1 | Format::Sop2 | Format::Sopc | Format::Sopk | Format::Sopp | Format::Smem => {
            scalar::expand(row, on, out)
        }
        Format::Vop1
        | Format::Vop2
        | Format::Vopc
        | Format::Vop3
        | Format::Vop3sd
        | Format::Vop3p
        | Format::Vinterp
        | Format::Ldsdir => vector::expand(row, on, out),
        Format::Vopd => vopd::expand(row, on, out),
        _ => memory::expand(row, on, out),
    }
}

/// Collects an encoding's fixed bits and parameters.
pub(crate) struct Builder {
    encoding: Encoding,
    free: u128,
}

impl Builder {
    pub fn new(row: &'static Row, on: Machine, form: Form, size: u8) -> Builder {
        Builder {
            encoding: Encoding {
                row,
                target: on.target,
                wave: on.wave,
                form,
                halves: Halves::None,
                text: row.name.to_string(),
                size,
                mask: 0,
                bits: 0,
                params: Vec::with_capacity(8),
                second: None,
                returning: Returning::Either,
                assembles: true,
                decodes: true,
            },
            free: 0,
        }
    }

    /// Fixed bits.
    pub fn fix(&mut self, lo: u8, len: u8, value: u128) -> &mut Builder {
        debug_assert!(value < 1 << len);
        self.encoding.bits |= value << lo;
        self
    }

    /// Bits that mean nothing: the decoder does not look at them.
    pub fn ignore(&mut self, lo: u8, len: u8) -> &mut Builder {
        self.free |= ((1u128 << len) - 1) << lo;
        self
    }

    pub fn param(&mut self, param: Param) -> &mut Builder {
        self.encoding.params.push(param);
        self
    }

    pub fn kind(&mut self, kind: Kind, lo: u8, len: u8) -> &mut Builder {
        self.param(Param::new(kind, lo, len))
    }

    pub fn modifier(&mut self, which: Mod, lo: u8, len: u8) -> &mut Builder {
        self.param(Param::new(Kind::Mod(which), lo, len))
    }

    pub fn has_params(&self) -> bool {
        !self.encoding.params.is_empty()
    }

    pub fn halves(&mut self, halves: Halves) -> &mut Builder {
        self.encoding.halves = halves;
        self
    }

    pub fn suffix(&mut self, suffix: &str) -> &mut Builder {
        self.encoding.text.push_str(suffix);
        self
    }

    /// The second instruction of a pair.
    pub fn second(&mut self, row: &'static Row) -> &mut Builder {
        self.encoding.second = Some(row);
        self
    }

    /// An atomic that returns the old value.
    pub fn returns(&mut self) -> &mut Builder {
        self.encoding.returning = Returning::Yes;
        self
    }

    pub fn no_return(&mut self) -> &mut Builder {
        self.encoding.returning = Returning::No;
        self
    }

    /// An atomic whose policy says whether it returns.
    pub fn image_atomic(&mut self) -> &mut Builder {
        self.encoding.returning = Returning::Either;
        self
    }

    pub fn assemble_only(&mut self) -> &mut Builder {
        self.encoding.decodes = false;
        self
    }

    /// Bytes that assemble from nothing.
    pub fn decode_only(&mut self) -> &mut Builder {
        self.encoding.assembles = false;
        self
    }

    pub fn finish(mut self, out: &mut Vec<Encoding>) {
        let all = (1u128 << (self.encoding.size as u32 * 8)) - 1;
        let owned = self
            .encoding
            .params
            .iter()
            .fold(0, |mask, p| mask | p.mask());
        // A literal that is always there lies beyond the instruction proper.
        self.encoding.mask = all & !owned & !self.free;
        // Ignored bits are still written as the manual gives them.
        out.push(self.encoding);
    }
}
