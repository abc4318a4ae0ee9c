//! VOP1, VOP2, VOPC, VOP3, VOP3SD, VOP3P and VINTERP.
//!
//! Most vector instructions have up to six encodings. The short ones have one full source and one
//! vector register; the long one has three full sources and modifiers; each can have a DPP word,
//! which takes the place of the first source.

mod packed;
mod part;

use super::{Builder, Machine};
use crate::encoding::{Encoding, Form, From, Halves, Param, ParamKind, Without};
use crate::inst::Mod;
use crate::meaning::Meaning;
use crate::row::*;
use crate::target::Words;

pub(super) fn expand(row: &'static InstRow, on: Machine, out: &mut Vec<Encoding>) {
    let low_halves = on.target.generation().low_halves;
    let halves: &[Halves] = if !has_halves(row) {
        &[Halves::None]
    } else if !low_halves {
        &[Halves::Whole]
    } else if on.is_chip() || on.target.generation().half_registers && row.has(TRUE16_ONLY) {
        &[Halves::True16]
    } else if on.target.generation().half_registers {
        &[Halves::True16, Halves::Whole]
    } else {
        &[Halves::Whole]
    };
    let forms = forms(row, on);
    for &form in &forms {
        // RDNA 4 reads halves in short compares only.
        let halves: &[Halves] = match (row.format, form) {
            (AmdFormat::Vopc, Form::Base) if halves == [Halves::Whole] && low_halves => {
                &[Halves::True16, Halves::Whole]
            }
            _ => halves,
        };
        for &halves in halves {
            let mut shape = Shape::new(row, on, form, halves);
            shape.build();
            let suffix = suffix(row, form, &forms);
            shape.b.suffix(suffix).halves(halves);
            // Halves are decoded where the machine has them, whole registers everywhere.
            if halves == Halves::True16 && !on.true16() {
                shape.b.assemble_only();
            }
            shape.b.finish(out);
        }
    }
    // The reference still decodes what mixed precision looked like on earlier machines.
    if row.has(MIX) && on.target.generation().words != Words::Gcn {
        let mut shape = Shape::new(row, on, Form::Long, Halves::None);
        shape.earlier = true;
        shape.build();
        shape.b.decode_only();
        shape.b.finish(out);
    }
}

/// The forms that a row has, the shortest first.
fn forms(row: &InstRow, on: Machine) -> Vec<Form> {
    let mut forms = vec![];
    let generation = on.target.generation();
    let short = matches!(
        row.format,
        AmdFormat::Vop1 | AmdFormat::Vop2 | AmdFormat::Vopc
    );
    let only_long = matches!(row.format, AmdFormat::Vop3p | AmdFormat::Vinterp);
    // The chip has a long form of this one that no assembler writes.
    let long = !row.has(NO_E64) || on.is_chip() && row.meaning == Meaning::ReadFirstLane;
    if short && !row.has(NO_E32) {
        forms.push(Form::Base);
    }
    if long {
        forms.push(Form::Long);
    }
    if short && row.exchanges_lanes(generation) && !row.has(NO_E32) {
        forms.push(Form::Dpp16);
        if !row.has(NO_DPP8) && !generation.wave_patterns {
            forms.push(Form::Dpp8);
        }
    }
    // Of pairs of registers no parts can be named, but where the source is a byte.
    let parts = !row.has(NO_SDWA) && (!row.is_wide() || row.takes_bytes());
    if short && generation.parts && parts && !row.has(NO_E32) {
        forms.push(Form::Sdwa);
    }
    let dpp = row.has(DPP) || !only_long && !row.has(NO_E64_DPP) && !row.is_wide();
    if long && !generation.wave_patterns && dpp {
        forms.push(Form::LongDpp16);
        if !row.has(NO_DPP8) {
            forms.push(Form::LongDpp8);
        }
    }
    forms
}

/// What a mnemonic ends with in a form.
fn suffix(row: &InstRow, form: Form, forms: &[Form]) -> &'static str {
    match form {
        _ if row.operands.is_empty() => "",
        // Compares print without it.
        Form::Dpp16 | Form::Dpp8 if row.format == AmdFormat::Vopc => "",
        Form::Base if forms.contains(&Form::Long) => "_e32",
        Form::Long if forms.contains(&Form::Base) => "_e64",
        Form::Base | Form::Long => "",
        Form::Dpp16 | Form::Dpp8 => "_dpp",
        Form::Sdwa => "_sdwa",
        Form::LongDpp16 | Form::LongDpp8 => "_e64_dpp",
    }
}

/// Whether any operand is half a register.
fn has_halves(row: &InstRow) -> bool {
    row.format != AmdFormat::Vop3p
        && row.operands.iter().any(|op| match op {
            OperandSlot::VDst(n) | OperandSlot::V(n) | OperandSlot::VNeg(n) => *n == 0,
            OperandSlot::Src(ty) | OperandSlot::SrcMods(ty) | OperandSlot::SrcQuiet(ty) => {
                ty.is_half()
            }
            _ => false,
        })
}

/// Code of the first source that says a DPP16 word follows.
const DPP16: u128 = 250;
/// Code of the first source that says an SDWA word follows.
const SDWA: u128 = 249;
/// The part of a destination that is all of it.
const WHOLE_PART: u128 = 6;

struct Shape {
    row: &'static InstRow,
    on: Machine,
    form: Form,
    halves: Halves,
    b: Builder,
    sources: u8,
    /// With the prefix of earlier machines.
    earlier: bool,
}

impl Shape {
    fn new(row: &'static InstRow, on: Machine, form: Form, halves: Halves) -> Shape {
        let size = match form {
            Form::Base => 4,
            Form::Long | Form::Dpp16 | Form::Dpp8 | Form::Sdwa => 8,
            Form::LongDpp16 | Form::LongDpp8 => 12,
        };
        Shape {
            row,
            on,
            form,
            halves,
            b: Builder::new(row, on, form, size),
            sources: 0,
            earlier: false,
        }
    }

    fn build(&mut self) {
        self.opcode();
        for i in 0..self.row.operands.len() {
            self.operand(self.row.operands[i]);
        }
        if self.form.is_long() {
            self.unused_sources();
            self.long_modifiers();
        }
        match self.form {
            Form::Sdwa => self.part_modifiers(),
            _ => self.dpp_modifiers(),
        }
    }

    fn opcode(&mut self) {
        let (row, b) = (self.row, &mut self.b);
        let code = row.code as u128;
        if self.form.is_long() {
            // The short opcodes are numbered within VOP3 too.
            let gcn = self.on.target.generation().words == Words::Gcn;
            let prefix = if gcn { 0b110100 } else { 0b110101 };
            let (base, len) = match row.format {
                AmdFormat::Vop1 if gcn => (0x140, 10),
                AmdFormat::Vop1 => (0x180, 10),
                AmdFormat::Vop2 => (0x100, 10),
                AmdFormat::Vop3p | AmdFormat::Vinterp => (0, 7),
                _ => (0, 10),
            };
            b.fix(16, len, code + base);
            match row.format {
                AmdFormat::Vop3p if self.earlier || gcn => b.fix(24, 8, 0xD3).fix(23, 1, 1),
                AmdFormat::Vop3p => b.fix(24, 8, 0xCC),
                AmdFormat::Vinterp => {
                    let bits = self.on.target.generation().interpolation_opcode_bits;
                    b.fix(24, 8, 0xCD).ignore(16 + bits, 8 - bits)
                }
                _ => b.fix(26, 6, prefix),
            };
        } else {
            match row.format {
                AmdFormat::Vop1 => b.fix(25, 7, 0b0111111).fix(9, 8, code),
                AmdFormat::Vopc => b.fix(25, 7, 0b0111110).fix(17, 8, code),
                _ => b.fix(25, 6, code),
            };
        }
        // What `v_illegal` has there must be zero.
        if self.form == Form::Base && row.operands.is_empty() && row.format == AmdFormat::Vop1 {
            b.ignore(0, 9);
        }
        match self.form {
            Form::Dpp16 => {
                b.fix(0, 9, DPP16);
            }
            Form::LongDpp16 => {
                b.fix(32, 9, DPP16);
            }
            Form::Sdwa => {
                b.fix(0, 9, SDWA);
            }
            _ => {}
        }
        // What GCN compares it writes to a mask besides.
        if row.has(CMPX) && self.form.is_long() && !row.operands.contains(&OperandSlot::MaskDst) {
            b.fix(0, 8, 126).ignore(0, 8);
        }
    }

    fn operand(&mut self, op: OperandSlot) {
        let long = self.form.is_long();
        let mask = self.on.wave.mask_dwords();
        match op {
            OperandSlot::VDst(n) => {
                // `v_swap_b32` has two destinations; the second is where a source would be.
                if self.row.operands.iter().position(|o| *o == op) != Some(0) || self.dst_done() {
                    return self.source(OperandSlot::V(n));
                }
                let lo = if long { 0 } else { 17 };
                let param = Param::new(self.vgpr_kind(n), lo, 8);
                let half = long && self.halves == Halves::True16 && n == 0;
                self.b.param(if half { param.select(14) } else { param });
            }
            OperandSlot::ADst => {
                self.b.kind(ParamKind::Agpr, 17, 8);
            }
            OperandSlot::SDst(n) => {
                let lo = if long { 0 } else { 17 };
                let without = if self.row.has(SALU_DST) {
                    Without::EXEC
                } else {
                    Without::M0
                };
                self.b.kind(ParamKind::Sgpr(n, without), lo, 8);
            }
            OperandSlot::MaskDst
                if self.form == Form::Sdwa && self.row.format == AmdFormat::Vopc =>
            {
                self.b
                    .param(Param::new(ParamKind::PartMask, 40, 7).select(47));
            }
            OperandSlot::MaskDst if !long => {
                self.b.kind(ParamKind::Vcc, 0, 0);
            }
            OperandSlot::MaskDst => {
                let (lo, len) = if self.row.format == AmdFormat::Vopc {
                    (0, 8)
                } else {
                    (8, 7)
                };
                self.b.kind(
                    ParamKind::Sgpr(mask, Without::NOTHING_AND_APERTURES),
                    lo,
                    len,
                );
            }
            OperandSlot::Mask if !long => {
                self.b.kind(ParamKind::Vcc, 0, 0);
            }
            OperandSlot::Mask => {
                let lo = 32 + 9 * self.sources;
                self.b
                    .kind(ParamKind::Sgpr(mask, Without::NOTHING_AND_APERTURES), lo, 9);
                self.sources += 1;
            }
            OperandSlot::K(ty) => {
                self.b.kind(ParamKind::K(ty), 0, 0);
            }
            _ => self.source(op),
        }
    }

    fn dst_done(&self) -> bool {
        self.b.has_params()
    }

    fn vgpr_kind(&self, n: u8) -> ParamKind {
        match (n, self.halves, self.form.is_long()) {
            (0, Halves::True16, true) => ParamKind::Half,
            (0, Halves::True16, false) => ParamKind::HalfLow,
            (0, _, false) if self.on.target.generation().low_halves => ParamKind::VgprLow,
            (0, ..) => ParamKind::Vgpr(1),
            (n, ..) => ParamKind::Vgpr(n),
        }
    }

    /// The next source operand: its field follows from the form and how many came before.
    fn source(&mut self, op: OperandSlot) {
        let index = self.sources;
        self.sources += 1;
        if self.form == Form::Sdwa {
            return self.part(op, index);
        }
        let dpp = self.form.is_dpp() && index == 0;
        let param = if self.form.is_long() {
            let lo = if dpp { 64 } else { 32 + 9 * index };
            // Mixed instructions with DPP take a vector register second, dot products throughout.
            let mixes =
                self.form.is_dpp() && (self.row.has(MIX) && index == 1 || self.row.has(NEG_THIRD));
            let kind = self.source_kind(op, dpp || mixes);
            let len = if dpp { 8 } else { 9 };
            // Where only vector registers fit, their bit is there by default.
            if len == 9 && matches!(kind, ParamKind::Vgpr(_) | ParamKind::Half) {
                self.b.fix(lo + 8, 1, 1);
            }
            let mut param = Param::new(kind, lo, len);
            let (neg, abs) = (61 + index, 8 + index);
            match self.signs(op) {
                Signs::Both if self.has_sdst() => param = param.signs(neg, crate::encoding::NO_BIT),
                Signs::Both => param = param.signs(neg, abs),
                Signs::Neg => param = param.signs(neg, crate::encoding::NO_BIT),
                Signs::Quiet => {
                    self.b.ignore(neg, 1);
                    if !self.has_sdst() {
                        self.b.ignore(abs, 1);
                    }
                }
                Signs::None => {}
            }
            if self.halves == Halves::True16 && is_half(op) {
                param = param.select(11 + index);
            }
            param
        } else {
            let (lo, len) = match (self.form, index) {
                (Form::Base, 0) => (0, 9),
                (_, 0) => (32, 8),
                _ => (9, 8),
            };
            let kind = self.source_kind(op, dpp || index > 0);
            let len = if matches!(kind, ParamKind::Src(..)) {
                9
            } else {
                len
            };
            let mut param = Param::new(kind, lo, len.min(if lo == 9 || lo == 32 { 8 } else { 9 }));
            if self.form == Form::Base && index == 0 && !matches!(kind, ParamKind::Src(..)) {
                self.b.fix(8, 1, 1);
            }
            if self.form == Form::Dpp16 {
                let (neg, abs) = (52 + 2 * index, 53 + 2 * index);
                match self.signs(op) {
                    Signs::Both => param = param.signs(neg, abs),
                    Signs::Neg => param = param.signs(neg, crate::encoding::NO_BIT),
                    Signs::Quiet => {
                        self.b.ignore(neg, 2);
                    }
                    Signs::None => {}
                }
            }
            param
        };
        self.b.param(param);
    }

    fn has_sdst(&self) -> bool {
        self.row.format == AmdFormat::Vop3sd
            || self.row.format != AmdFormat::Vopc
                && self.row.operands.contains(&OperandSlot::MaskDst)
    }

    fn source_kind(&self, op: OperandSlot, vgpr_only: bool) -> ParamKind {
        let long = self.form.is_long();
        let generation = self.on.target.generation();
        let literal = if self.form.is_dpp() || long && !generation.long_literals {
            From::NO_LITERAL
        } else {
            From::ANY
        };
        match op {
            OperandSlot::V(n) | OperandSlot::VNeg(n) => self.vgpr_kind(n),
            // A pair of floats is converted from vector registers alone.
            OperandSlot::Src(OperandType::V2F32) if self.row.format == AmdFormat::Vop3 => {
                self.vgpr_kind(2)
            }
            OperandSlot::Src(ty) | OperandSlot::SrcMods(ty) | OperandSlot::SrcQuiet(ty) => {
                let half = ty.is_half() && self.row.format != AmdFormat::Vop3p;
                if vgpr_only {
                    return self.vgpr_kind(if half { 0 } else { ty.dwords() });
                }
                let mut from = literal;
                if half && self.halves == Halves::True16 {
                    from = from.and(From::HALF);
                }
                if half && !long && generation.low_halves {
                    from = from.and(From::LOW);
                }
                ParamKind::Src(ty, from)
            }
            OperandSlot::Acc(n, ty) => ParamKind::Acc(n, ty),
            OperandSlot::A => ParamKind::Agpr,
            OperandSlot::SSrc(ty) | OperandSlot::SSrcMods(ty) => ParamKind::Src(ty, From::SCALAR),
            // Lanes are read and written by long instructions.
            OperandSlot::LaneValue if !generation.long_literals => {
                ParamKind::Src(OperandType::I32, From::SGPR.and(From::INLINE))
            }
            OperandSlot::Lane => ParamKind::Src(OperandType::I32, From::SGPR.and(From::INLINE)),
            OperandSlot::LaneData => ParamKind::Src(OperandType::I32, From::VGPR.and(From::LDS)),
            OperandSlot::LaneValue => ParamKind::Src(OperandType::I32, From::SCALAR.and(From::LDS)),
            _ => ParamKind::Number,
        }
    }

    fn signs(&self, op: OperandSlot) -> Signs {
        let packed_signs = self.on.target.generation().packed_signs;
        match op {
            _ if self.row.format == AmdFormat::Vop3p && !self.row.has(MIX) => Signs::None,
            OperandSlot::Src(_) | OperandSlot::SrcMods(_) | OperandSlot::SrcQuiet(_)
                if self.on.is_chip() =>
            {
                Signs::Both
            }
            OperandSlot::Src(OperandType::V2I16) => Signs::None,
            OperandSlot::Src(ty) if ty.is_packed() && self.form == Form::Dpp16 => Signs::Both,
            OperandSlot::Src(ty) if ty.is_packed() && self.form != Form::Base && packed_signs => {
                Signs::Both
            }
            OperandSlot::Src(ty) if ty.is_packed() && self.row.format == AmdFormat::Vop3 => {
                Signs::Both
            }
            OperandSlot::Src(ty) if ty.is_float() => Signs::Both,
            OperandSlot::Src(ty) if ty.is_half() && self.halves == Halves::True16 => Signs::Quiet,
            OperandSlot::SrcMods(_) | OperandSlot::SSrcMods(_) => Signs::Both,
            OperandSlot::SrcQuiet(_) => Signs::Quiet,
            OperandSlot::VNeg(_) => Signs::Neg,
            _ => Signs::None,
        }
    }

    fn long_modifiers(&mut self) {
        let has_sdst = self.has_sdst();
        let count = self.sources;
        let (row, b) = (self.row, &mut self.b);
        if row.format == AmdFormat::Vop3p {
            return self.packed_modifiers();
        }
        // Halves can be selected by name only where a lane mask is the third source.
        let op_sel = (self.halves == Halves::True16 || row.has(OPSEL))
            && !(row.format == AmdFormat::Vop3 && row.operands.contains(&OperandSlot::Mask));
        let interpolates = row.format == AmdFormat::Vinterp;
        // A bit for every source, and the fourth for the destination.
        let selected = match () {
            _ if row.is_permlane() => 2,
            // The byte that is written has the last two.
            _ if row.selects_byte() => 3,
            _ => count,
        };
        // A third source that is not there has bits for signs all the same.
        if row.selects_byte() && count == 2 {
            b.ignore(10, 1).ignore(63, 1);
        }
        if row.is_permlane() {
            b.ignore(14, 1);
            // A third source has a bit that means nothing, too.
            if count == 3 || self.on.is_chip() {
                b.ignore(13, 1);
            }
        }
        let mut select = Param::new(ParamKind::Mod(Mod::OpSel), 11, selected);
        if matches!(row.operands.first(), Some(OperandSlot::VDst(_))) && !row.is_permlane() {
            select = select.select(14);
        }
        if row.has(TABLE) {
            b.modifier(Mod::Bitop3, 8, 3).ignore(59, 5);
        }
        if row.has(BOUNDED) {
            b.modifier(Mod::BoundCtrl, 12, 1).modifier(Mod::Fi, 11, 1);
        }
        if op_sel && !interpolates {
            b.param(select);
        }
        if row.has(CLAMP) {
            b.modifier(Mod::Clamp, 15, 1);
        } else {
            b.unused(15, 1);
        }
        if op_sel && interpolates {
            b.param(select);
        }
        // Nothing selects by these bits. The mask's must be clear beside named halves, and no bit is
        // looked at beside the byte that is selected with DPP.
        let strict = match row.has(BYTE_SEL) {
            true => !self.form.is_dpp(),
            false => self.halves == Halves::True16 || row.has(TABLE),
        };
        if !op_sel && !has_sdst && (!strict || self.on.is_chip()) {
            let first = if row.has(BOUNDED) { 13 } else { 11 };
            b.ignore(first, 15 - first);
        }
        if interpolates {
            b.ignore(59, 2);
        }
        if row.has(OMOD) {
            b.modifier(Mod::Omod, 59, 2);
        } else {
            b.unused(59, 2);
        }
        if row.format == AmdFormat::Vinterp {
            b.modifier(Mod::WaitExp, 8, 3);
        }
        match row.format {
            // One-source conversions have the two bits the other way round.
            AmdFormat::Vop1 if row.has(BYTE_SEL) => {
                b.param(Param::new(ParamKind::Mod(Mod::ByteSel), 12, 1).select(11));
            }
            _ if row.has(BYTE_SEL) => {
                b.modifier(Mod::ByteSel, 13, 2);
            }
            _ => {}
        }
    }

    /// Fields of sources that are not there are not looked at.
    fn unused_sources(&mut self) {
        for index in self.sources..3 {
            self.b.ignore(32 + 9 * index, 9);
        }
    }

    fn dpp_modifiers(&mut self) {
        let whole_wave = self.on.target.generation().wave_patterns;
        let b = &mut self.b;
        // The DPP word follows the 32 or 64 bits of the instruction.
        let (word, src0) = if self.form.is_long() {
            (64, 32)
        } else {
            (32, 0)
        };
        match self.form {
            Form::Dpp16 | Form::LongDpp16 => {
                // The long form has its sign bits elsewhere.
                if word == 64 {
                    b.ignore(word + 20, 4);
                }
                // What has no source has a field for one all the same.
                if self.row.operands.is_empty() {
                    b.ignore(word, 8);
                }
                b.ignore(word + 17, 1)
                    .modifier(Mod::DppCtrl, word + 8, 9)
                    .modifier(Mod::RowMask, word + 28, 4)
                    .modifier(Mod::BankMask, word + 24, 4)
                    .modifier(Mod::BoundCtrl, word + 19, 1);
                if whole_wave {
                    b.ignore(word + 18, 1);
                } else {
                    b.modifier(Mod::Fi, word + 18, 1);
                }
            }
            Form::Dpp8 | Form::LongDpp8 => {
                b.modifier(Mod::Dpp8, word + 8, 24)
                    .modifier(Mod::Fi, src0, 9);
            }
            _ => {}
        }
    }
}

enum Signs {
    None,
    /// There are bits for signs, and nothing to write them with.
    Quiet,
    Neg,
    Both,
}

fn is_half(op: OperandSlot) -> bool {
    match op {
        OperandSlot::V(n) | OperandSlot::VNeg(n) => n == 0,
        OperandSlot::Src(ty) | OperandSlot::SrcMods(ty) | OperandSlot::SrcQuiet(ty) => ty.is_half(),
        _ => false,
    }
}
