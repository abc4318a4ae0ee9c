//! Which bits of a result depend on bits that have no defined value.
//!
//! A bit is undefined if it comes out differently with other values in place of the undefined bits
//! of the arguments. Trying all of them is too much, so a few are tried, and what kind of function it
//! is says what may be concluded. Nothing is taken for undefined that never differs.

use op::{Op, Ty};

/// The undefined bits of `op` on values of which some bits are undefined.
pub(super) fn result(op: Op, values: [u64; 3], unknown: [u64; 3]) -> u64 {
    let [a, b, _] = values;
    let [x, y, _] = unknown;
    match op {
        Op::MovB32 | Op::MovB64 | Op::NotB32 | Op::NotB64 => x,
        Op::XorB32 | Op::XorB64 | Op::XnorB32 | Op::XnorB64 => x | y,
        Op::AndB32 | Op::AndB64 | Op::NandB32 | Op::NandB64 => (x | y) & (x | a) & (y | b),
        Op::OrB32 | Op::OrB64 | Op::NorB32 | Op::NorB64 => (x | y) & (x | !a) & (y | !b),
        _ => match kind(op) {
            Kind::Bits { steered_by } => bits(op, values, unknown, steered_by),
            Kind::Sum => sum(op, values, unknown, [false; 3]),
            Kind::Difference => sum(op, values, unknown, [false, true, true]),
            Kind::Equal => equal(op, values, unknown),
            Kind::Less => less(op, values, unknown),
            Kind::Test => test(op, unknown),
            Kind::Upwards => match samples(op, values, unknown) {
                0 => 0,
                found => all(op) & !(lowest(found) - 1),
            },
            Kind::Whole => whole(op, samples(op, values, unknown)),
        },
    }
}

/// No bit of the result depends on higher ones of the arguments.
pub(crate) fn goes_upwards(op: Op) -> bool {
    matches!(kind(op), Kind::Sum | Kind::Difference | Kind::Upwards)
}

/// How results depend on arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Each bit comes from few bits of the arguments, which ones may be up to some arguments (a bit
    /// for each).
    Bits {
        steered_by: u8,
    },
    /// What is undefined carries as far as it can make a difference.
    Sum,
    Difference,
    /// Whether integers are the same.
    Equal,
    /// Which of two integers is greater.
    Less,
    /// Any other question.
    Test,
    /// From the lowest bit that may differ upwards, everything may.
    Upwards,
    /// All or nothing, each half by itself where there are two.
    Whole,
}

fn kind(op: Op) -> Kind {
    use Op::*;
    const fn bits(steered_by: u8) -> Kind {
        Kind::Bits { steered_by }
    }
    match op {
        SelectB32 | SelectB64 | SelectB16 | SelectNotNegF32 | SelectNotNegI32 | MaskTermsB32
        | AndNotB32 | NotAndB32 | NotOrB32 | NotAndB64 | NotOrB64 | OrNotB32 | Or3B32 | Xor3B32
        | AndOrB32 | AndNotB64 | OrNotB64 | AndB16 | OrB16 | XorB16 | NotB16 | BfiB32 | BrevB32
        | BrevB64 | QuadMaskB32 | QuadMaskB64 | WholeQuadB32 | WholeQuadB64 | BitReplicateB64
        | PackLowLowB16 | PackLowHighB16 | PackHighLowB16 | PackHighHighB16 | PackB64 | MovB16
        | BroadcastLowB16 | BroadcastHighB16 | SwapB16 | HighB16 | SextI8 | SextI16 | ZextU8
        | ZextU16 | SextI32 | ZextU32 | NegF32 | AbsF32 | NegAbsF32 | CopySignF32 | XorSignF32
        | NegF16 | AbsF16 | NegAbsF16 | NegLowF16x2 | NegHighF16x2 | NegBothF16x2
        | AbsBothF16x2 | NegF64 | AbsF64 | NegAbsF64 | CvtF32Bf16 => bits(0),
        ShlB32 | ShrU32 | ShrI32 | ShlFullB32 | ShrFullU32 | ShrFullI32 | ShlB64 | ShrU64
        | ShrI64 | RotlB32 | RotrB32 | ShlB16 | ShrU16 | ShrI16 | ShlB16x2 | ShrU16x2
        | ShrI16x2 | BfePackedU32 | BfePackedI32 | BfePackedU64 | BfePackedI64 | BitTestB32
        | BitTestB64 | ShlOrB32 => bits(0b010),
        AlignBitB32 | AlignByteB32 | PermB32 => bits(0b100),
        BfeU32 | BfeI32 | ExtractU32 | ExtractI32 => bits(0b110),
        BitClearB32 | BitSetB32 | BitClearB64 | BitSetB64 => bits(0b001),
        AddU32 | AddU64 | AddU64U32 | AddWideU32 | AddU16 | AddU16x2 | Add3U32 | AddCarryU32
        | AddCarryOutU32 | AddOverflowU32 | ShlAddU32 | AddShlU32 | ShlAddU64 | XorAddU32
        | ShlAddCarryOutU32 => Kind::Sum,
        SubU32 | SubU64 | SubU16 | SubU16x2 | SubBorrowU32 | SubBorrowOutU32 => Kind::Difference,
        EqU32 | NeU32 | EqU64 | NeU64 | EqU16 | NeU16 => Kind::Equal,
        LtU32 | LeU32 | GtU32 | GeU32 | LtI32 | LeI32 | GtI32 | GeI32 | LtU64 | LeU64 | GtU64
        | GeU64 | LtI64 | LeI64 | GtI64 | GeI64 | LtU16 | LeU16 | GtU16 | GeU16 | LtI16 | LeI16
        | GtI16 | GeI16 => Kind::Less,
        MulU32 | MulU64 | MadU32 | MadU64 | MulWideU32 | MulWideI32 | MadWideU32 | MadWideI32
        | RsubU32 | RsubU64 | NegI32 | NegI64 | MulU16 | MadU16 | MulU24 | MulI24 | MadU24
        | MadI24 | MadU32U16 | MadI32I16 => Kind::Upwards,
        _ if op.signature().result == Ty::Bool => Kind::Test,
        _ => Kind::Whole,
    }
}

fn all(op: Op) -> u64 {
    width(op.signature().result)
}

fn width(ty: Ty) -> u64 {
    match ty {
        // Any bit of the word that is set makes it true.
        Ty::Bool => 1,
        ty => u64::MAX >> (64 - ty.bits()),
    }
}

fn lowest(bits: u64) -> u64 {
    bits & bits.wrapping_neg()
}

/// All undefined bits at their least, or at their most.
fn least(values: [u64; 3], unknown: [u64; 3]) -> [u64; 3] {
    std::array::from_fn(|i| values[i] & !unknown[i])
}

fn most(values: [u64; 3], unknown: [u64; 3]) -> [u64; 3] {
    std::array::from_fn(|i| values[i] | unknown[i])
}

/// Bits that differ when one undefined bit does, the others being all 0 or all 1.
fn flipped(op: Op, values: [u64; 3], unknown: [u64; 3], enough: u64) -> u64 {
    let eval = op.scalar();
    let eval = |[a, b, c]: [u64; 3]| eval(a, b, c);
    let mut found = 0;
    for base in [least(values, unknown), most(values, unknown), values] {
        let result = eval(base);
        for (i, &bits) in unknown.iter().enumerate() {
            let mut rest = bits;
            while rest != 0 {
                let mut other = base;
                other[i] ^= lowest(rest);
                found |= eval(other) ^ result;
                if found & enough == enough {
                    return found;
                }
                rest &= rest - 1;
            }
        }
    }
    found
}

fn bits(op: Op, values: [u64; 3], unknown: [u64; 3], steered_by: u8) -> u64 {
    let found = flipped(op, values, unknown, u64::MAX);
    let steered = (0..3).any(|i| steered_by >> i & 1 != 0 && unknown[i] != 0);
    if steered && found != 0 {
        all(op)
    } else {
        found
    }
}

/// Least and most together are as far apart as a carry can make them. Arguments that are `taken` away
/// are at their most where the others are at their least.
fn sum(op: Op, values: [u64; 3], unknown: [u64; 3], taken: [bool; 3]) -> u64 {
    let (low, high) = (least(values, unknown), most(values, unknown));
    let one = std::array::from_fn(|i| if taken[i] { high[i] } else { low[i] });
    let other = std::array::from_fn(|i| if taken[i] { low[i] } else { high[i] });
    let apart = op.eval(one) ^ op.eval(other);
    (apart | flipped(op, values, unknown, u64::MAX)) & all(op)
}

fn equal(op: Op, [a, b, _]: [u64; 3], [x, y, _]: [u64; 3]) -> u64 {
    let width = width(op.signature().args[0]);
    let differs = (a ^ b) & !(x | y) & width != 0;
    u64::from(!differs && (x | y) & width != 0)
}

fn less(op: Op, values: [u64; 3], unknown: [u64; 3]) -> u64 {
    let ty = op.signature().args[0];
    let sign = match ty.is_signed() {
        true => 1 << (ty.bits() - 1),
        false => 0,
    };
    let shifted = values.map(|value| value ^ sign);
    let (low, high) = (least(shifted, unknown), most(shifted, unknown));
    let at = |a: u64, b: u64| op.eval([a ^ sign, b ^ sign, 0]);
    u64::from(at(low[0], high[1]) != at(high[0], low[1]))
}

fn test(op: Op, unknown: [u64; 3]) -> u64 {
    let args = op.signature().args.iter();
    let asked = |(ty, bits): (&Ty, u64)| match ty {
        Ty::Bool => bits != 0,
        ty => bits & width(*ty) != 0,
    };
    u64::from(args.zip(unknown).any(asked))
}

/// Bits that differ in any of a few tries.
fn samples(op: Op, values: [u64; 3], unknown: [u64; 3]) -> u64 {
    let apart = op.eval(least(values, unknown)) ^ op.eval(most(values, unknown));
    apart | flipped(op, values, unknown, 1)
}

fn whole(op: Op, found: u64) -> u64 {
    match op.signature().result {
        Ty::U16x2 | Ty::I16x2 | Ty::F16x2 | Ty::Bf16x2 => {
            let half = |mask: u64| if found & mask != 0 { mask } else { 0 };
            half(0xffff) | half(0xffff_0000)
        }
        _ if found == 0 => 0,
        _ => all(op),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(op: Op, values: [u64; 3], unknown: [u64; 3], expected: u64) {
        let found = result(op, values, unknown);
        assert_eq!(
            found, expected,
            "{op:?} {values:x?} {unknown:x?}: {found:x}"
        );
    }

    #[test]
    fn what_cannot_differ_is_defined() {
        check(Op::AndB32, [0xff00, 0x0ff0, 0], [0xffff, 0, 0], 0x0ff0);
        check(Op::OrB32, [0, 0x0ff0, 0], [0xffff, 0, 0], 0xf00f);
        check(Op::XorB32, [0, 0, 0], [0xf0, 0x0f, 0], 0xff);
        check(Op::ShlB32, [0, 8, 0], [0xff, 0, 0], 0xff00);
        check(Op::ShlB32, [1, 8, 0], [0, 0x1f, 0], 0xffff_ffff);
        check(Op::ShlB32, [0, 8, 0], [0, 0x1f, 0], 0);
        check(Op::SelectB32, [1, 5, 7], [1, 0, 0], 2);
        check(Op::SelectB32, [1, 5, 7], [0, 0, !0], 0);
        check(Op::AddU32, [0x100, 0, 0], [0xff, 0, 0], 0xff);
        check(Op::AddU32, [0x100, 1, 0], [0xff, 0, 0], 0x1ff | 0x300);
        check(Op::SubU32, [0x100, 0, 0], [0xff, 0, 0], 0xff);
        check(Op::MulU32, [3, 0, 0], [!0, 0, 0], 0);
        check(Op::MulU32, [3, 4, 0], [0xffff_ffff, 0, 0], 0xffff_fffc);
        check(Op::EqU32, [0x10, 0x20, 0], [0xf, 0, 0], 0);
        check(Op::EqU32, [0x10, 0x15, 0], [0xf, 0, 0], 1);
        check(Op::LtU32, [0x10, 0x20, 0], [0xf, 0, 0], 0);
        check(Op::LtU32, [0x10, 0x18, 0], [0xf, 0, 0], 1);
        check(Op::LtI32, [5, 0, 0], [0x8000_0000, 0, 0], 1);
        check(Op::LtI32, [5, 0, 0], [0x7, 0, 0], 0);
        check(Op::LtF32, [0, 0, 0], [1, 0, 0], 1);
        check(Op::AddU16, [0, 1, 0], [0xffff_0000, 0, 0], 0);
        check(Op::AddF32, [0, 0, 0], [1, 0, 0], 0xffff_ffff);
        check(Op::AddF16x2, [0x3c00_3c00, 0, 0], [0xffff, 0, 0], 0xffff);
        check(Op::MaxU32, [5, 0xffff_ffff, 0], [0xff, 0, 0], 0);
        check(Op::CtzB32, [4, 0, 0], [0xff00_0000, 0, 0], 0);
        check(Op::PermB32, [0, 0, 0x0403_0201], [0, 0xff00, 0], 0xff);
    }

    /// The most there is to learn by trying values at random: what differs must have been found.
    #[test]
    fn what_differs_is_found() {
        let mut random = random::Random::new(17);
        let mut missed = 0;
        for &op in Op::ALL {
            for _ in 0..40 {
                let signature = op.signature();
                let mut values = [0; 3];
                let mut unknown = [0; 3];
                for (i, ty) in signature.args.iter().enumerate() {
                    let width = if ty.registers() == 2 { !0 } else { 0xffff_ffff };
                    values[i] = random.bits() & width;
                    unknown[i] = random.bits() & random.bits() & random.bits() & width;
                }
                let found = result(op, values, unknown);
                assert_eq!(found & !all(op), 0, "{op:?} has no such bits");
                let other = std::array::from_fn(|i| values[i] ^ (random.bits() & unknown[i]));
                let differs = op.eval(values) ^ op.eval(other);
                missed += u32::from(differs & !found != 0);
            }
        }
        // One in a thousand may need more tries than are made.
        assert!(missed * 1000 <= 40 * Op::ALL.len() as u32, "{missed}");
    }
}
