//! A typed instruction: what stands between text and bytes, and what execution starts from.

use crate::encoding::Encoding;
use crate::operand::Reg;
use crate::row::Row;

/// An instruction with its operands; made by the assembler from text and by the decoder from
/// bytes. Positional operands are in the order they are written, modifiers are in [`Mods`].
#[derive(Clone, Debug)]
pub struct Inst {
    /// How it is written and encoded; it names the row.
    pub encoding: &'static Encoding,
    operands: [Operand; Inst::MAX_OPERANDS],
    count: u8,
    /// All modifiers.
    pub mods: Mods,
    /// The 32 bits that follow the instruction, if there are any.
    pub literal: Option<u32>,
    /// Who asked for the literal first.
    claim: Claim,
    /// Decoded from bytes that no text assembles to: an operand of a kind that does not belong
    /// there. It prints with a remark and does not run.
    pub(crate) odd: bool,
}

/// What a text says of the literal it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Claim {
    /// A number that needs a literal.
    Number(i64),
    /// `lit(...)` of a number that needs none: it gives way to any other.
    Forced,
    /// A symbol, which shares with no other literal.
    Symbol,
}

impl Inst {
    /// The paired instructions of VOPD and image instructions with separate addresses need most.
    pub const MAX_OPERANDS: usize = 12;

    pub(crate) fn new(encoding: &'static Encoding) -> Inst {
        Inst {
            encoding,
            operands: [Operand::NONE; Inst::MAX_OPERANDS],
            count: 0,
            mods: Mods::default(),
            literal: None,
            claim: Claim::Forced,
            odd: false,
        }
    }

    /// Asks for the literal; false if an operand has another one.
    pub(crate) fn claim_literal(&mut self, bits: u32, claim: Claim) -> bool {
        self.literal.get_or_insert(bits);
        let agree = match (self.claim, claim) {
            (_, Claim::Forced) => return true,
            (Claim::Forced, _) => true,
            (Claim::Number(a), Claim::Number(b)) => a == b,
            (Claim::Symbol, _) | (_, Claim::Symbol) => false,
        };
        self.claim = claim;
        agree
    }

    /// Starts over with another encoding.
    pub(crate) fn reset(&mut self, encoding: &'static Encoding) {
        self.encoding = encoding;
        self.count = 0;
        self.mods = Mods::default();
        self.literal = None;
        self.odd = false;
    }

    /// Which instruction.
    pub fn row(&self) -> &'static Row {
        self.encoding.row
    }

    /// Those that are written one after the other.
    pub fn operands(&self) -> &[Operand] {
        &self.operands[..self.count as usize]
    }

    pub(crate) fn operands_mut(&mut self) -> &mut [Operand] {
        &mut self.operands[..self.count as usize]
    }

    /// Adds an operand; more than fit are a bug in the formats, which a test rules out.
    pub(crate) fn push(&mut self, operand: Operand) {
        if let Some(slot) = self.operands.get_mut(self.count as usize) {
            *slot = operand;
            self.count += 1;
        }
    }

    /// Length in bytes.
    pub fn size(&self) -> usize {
        self.encoding.size as usize + if self.literal.is_some() { 4 } else { 0 }
    }
}

/// A value with the sign modifiers written on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operand {
    /// The register or the constant.
    pub value: Value,
    /// The sign is flipped, after `abs`.
    pub neg: bool,
    /// The sign is cleared.
    pub abs: bool,
}

impl Operand {
    /// An operand that is not there.
    pub const NONE: Operand = Operand::plain(Value::None);

    /// A value without modifiers.
    pub const fn plain(value: Value) -> Operand {
        Operand {
            value,
            neg: false,
            abs: false,
        }
    }
}

/// What an operand names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Nothing.
    None,
    /// Registers.
    Reg(Reg),
    /// An inline constant by its code: 128 to 208 are integers, 240 to 248 floats.
    Inline(u8),
    /// The 32 bits after the instruction; the operand's type says how they are read.
    Literal,
    /// A number that is part of the instruction.
    Imm(i32),
    /// Written `off`: an address or export register that is not there.
    Off,
}

macro_rules! mods {
    ($($(#[$doc:meta])* $variant:ident $field:ident;)*) => {
        /// The names of modifiers, for tables.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)] // Most are the word that is written.
        pub enum Mod { $($(#[$doc])* $variant,)* }

        impl Mod {
            /// Its name; that of lane patterns, cache policies and output scales is not written.
            pub fn name(self) -> &'static str {
                match self { $(Mod::$variant => stringify!($field),)* }
            }
        }

        /// Every modifier of an instruction; 0 is "not written" except where a format says
        /// otherwise.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
        #[allow(missing_docs)] // Most are the word that is written.
        pub struct Mods { $($(#[$doc])* pub $field: i32,)* }

        impl Mods {
            /// What a modifier is.
            pub fn get(&self, which: Mod) -> i32 {
                match which { $(Mod::$variant => self.$field,)* }
            }

            /// Makes a modifier something.
            pub fn set(&mut self, which: Mod, value: i32) {
                match which { $(Mod::$variant => self.$field = value,)* }
            }
        }
    };
}

mods! {
    Clamp clamp;
    /// 1 is `mul:2`, 2 is `mul:4`, 3 is `div:2`.
    Omod omod;
    /// A bit per source, then one for the destination.
    OpSel op_sel;
    OpSelHi op_sel_hi;
    NegLo neg_lo;
    NegHi neg_hi;
    ByteSel byte_sel;
    IndexKey index_key;
    WaitExp wait_exp;
    /// Lane pattern of DPP16.
    DppCtrl dpp_ctrl;
    RowMask row_mask;
    BankMask bank_mask;
    BoundCtrl bound_ctrl;
    /// Fetch from inactive lanes.
    Fi fi;
    /// Eight lane numbers of three bits.
    Dpp8 dpp8;
    Offset offset;
    Offset0 offset0;
    Offset1 offset1;
    Gds gds;
    /// Cache policy: `glc slc dlc` on RDNA 3; temporal hint, scope and `nv` on RDNA 4.
    Cpol cpol;
    Offen offen;
    Idxen idxen;
    Tfe tfe;
    Lwe lwe;
    D16 d16;
    Dmask dmask;
    Dim dim;
    Unorm unorm;
    R128 r128;
    A16 a16;
    Format format;
    Done done;
    RowEn row_en;
    WaitVdst wait_vdst;
    WaitVaVdst wait_va_vdst;
    WaitVmVsrc wait_vm_vsrc;
    /// `lds` on buffer loads.
    Lds lds;
    /// Not a modifier: the text named two different literals.
    ExtraLiteral extra_literal;
}
