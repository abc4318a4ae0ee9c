//! Which NaN comes out where one goes in.
//!
//! Lane functions make every NaN canonical, so that hosts agree. Some machines pass on the first NaN
//! among their arguments instead. For them a result that is the canonical NaN is looked at once
//! more: lanes without one, which is nearly all, cost a comparison.

use crate::kernel::{CHUNK, LaneOp};
use crate::value::{Args, Ty, Value};

/// What a machine makes of NaNs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Nans {
    /// A result that is NaN is the canonical one.
    #[default]
    Canonical,
    /// A result that is NaN is the first argument that is, made quiet, with its sign and as much of
    /// its fraction as fits. Where no argument is NaN it is the canonical one with its sign set, and
    /// also where a product is invalid, whatever is added to it.
    First,
}

/// What an op makes of NaNs among its arguments where [`Nans::First`] holds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rule {
    /// The first of them comes out.
    First,
    /// The same of floats of eight bits, which come as integers.
    Byte,
    /// The same, but the last argument is added to the product of the others, which may be invalid. Where
    /// nothing times anything is nothing, no product is.
    Product,
    /// The same, but a difference is the sum with the second argument negated, and so its sign is if
    /// it is NaN.
    Difference,
    /// What the function itself says.
    Own,
    /// None of them: a NaN is the canonical one, whatever the machine's rule is.
    Canonical,
}

/// The floats in a value: how many, how wide, and the bits of their fractions.
#[derive(Clone, Copy)]
struct Floats {
    count: u32,
    width: u32,
    fraction: u32,
}

const fn floats(ty: Ty) -> Option<Floats> {
    let (count, width, fraction) = match ty {
        Ty::F16 => (1, 16, 10),
        Ty::Bf16 => (1, 16, 7),
        Ty::F32 => (1, 32, 23),
        Ty::F64 => (1, 64, 52),
        Ty::F16x2 => (2, 16, 10),
        Ty::Bf16x2 => (2, 16, 7),
        _ => return None,
    };
    Some(Floats {
        count,
        width,
        fraction,
    })
}

impl Floats {
    fn at(self, bits: u64, place: u32) -> u64 {
        bits >> (place * self.width) & self.all()
    }

    const fn all(self) -> u64 {
        !0 >> (64 - self.width)
    }

    const fn infinity(self) -> u64 {
        self.all() >> 1 & !((1 << self.fraction) - 1)
    }

    const fn canonical(self) -> u64 {
        self.infinity() | 1 << (self.fraction - 1)
    }
}

/// Whether the op's result can be a NaN that an argument was.
pub(crate) const fn passes<O: LaneOp>() -> bool {
    let mut any = matches!(O::NANS, Rule::Byte);
    let mut i = 0;
    while i < O::Args::TYS.len() {
        any |= floats(O::Args::TYS[i]).is_some();
        i += 1;
    }
    any && !matches!(O::NANS, Rule::Own | Rule::Canonical) && floats(O::Result::TY).is_some()
}

/// Whether a lane of the chunk may hold the canonical NaN.
#[inline(always)]
pub(crate) fn any_canonical<O: LaneOp>(low: &[u32; CHUNK], high: &[u32; CHUNK]) -> bool {
    let Some(form) = floats(O::Result::TY) else {
        return false;
    };
    let nan = form.canonical();
    let mut any = false;
    for i in 0..CHUNK {
        any |= match (form.width, form.count) {
            (64, _) => high[i] == (nan >> 32) as u32,
            (16, 2) => (low[i] & 0xffff == nan as u32) | (low[i] >> 16 == nan as u32),
            // A comparison that the function itself has made already.
            (32, _) => f32::from_bits(low[i]).is_nan(),
            _ => low[i] == nan as u32,
        };
    }
    any
}

/// The results of a chunk that begins at lane `at`, with the arguments' NaNs. They come and go by
/// value, so that they need not be in memory where there are none.
///
/// # Safety
/// As for [`crate::Kernel`].
#[cold]
#[inline(never)]
pub(crate) unsafe fn pass_on<O: LaneOp>(
    mut low: [u32; CHUNK],
    mut high: [u32; CHUNK],
    src: [*const u32; 3],
    at: usize,
    lanes: usize,
) -> ([u32; CHUNK], [u32; CHUNK]) {
    for i in 0..CHUNK {
        // SAFETY: by this function's contract.
        let args = unsafe { O::Args::load(src, at + i, lanes) }.to_bits();
        let result = u64::from(low[i]) | u64::from(high[i]) << 32;
        let result = passed_on::<O>(args, result);
        low[i] = result as u32;
        high[i] = (result >> 32) as u32;
    }
    (low, high)
}

/// The result with its canonical NaNs replaced by those of the arguments.
pub(crate) fn passed_on<O: LaneOp>(args: [u64; 3], result: u64) -> u64 {
    let Some(to) = floats(O::Result::TY) else {
        return result;
    };
    let mut bits = result;
    for place in 0..to.count {
        if to.at(result, place) == to.canonical() {
            let own = to.canonical() | 1 << (to.width - 1);
            let (mut tys, mut args) = (O::Args::TYS, args);
            match O::NANS {
                Rule::Product if invalid_product(tys, args, to, place) => tys = &tys[..2],
                Rule::Difference => args[1] ^= sign(tys[1]),
                _ => {}
            }
            let nan = first(tys, args, to, place).unwrap_or(own);
            let shift = place * to.width;
            bits = bits & !(to.all() << shift) | nan << shift;
        }
    }
    bits
}

/// The bit that negates a float.
fn sign(ty: Ty) -> u64 {
    floats(ty).map_or(0, |floats| 1 << (floats.width - 1))
}

/// Whether one factor is an infinity and the other zero.
fn invalid_product(tys: &[Ty], args: [u64; 3], to: Floats, place: u32) -> bool {
    let factor = |i: usize| {
        let from = floats(tys[i])?;
        let place = if from.count == to.count { place } else { 0 };
        Some((from, from.at(args[i], place) & (from.all() >> 1)))
    };
    let (Some((a_form, a)), Some((b_form, b))) = (factor(0), factor(1)) else {
        return false;
    };
    a == a_form.infinity() && b == 0 || b == b_form.infinity() && a == 0
}

/// The first NaN among the arguments, in the form of the result. Of pairs the half counts that the
/// result is in; a pair made of single numbers has them in order.
fn first(tys: &[Ty], args: [u64; 3], to: Floats, place: u32) -> Option<u64> {
    let in_form = |from: Floats, value: u64| {
        let sign = value >> (from.width - 1) & 1;
        let fraction = value & ((1 << from.fraction) - 1);
        let fraction = match to.fraction.checked_sub(from.fraction) {
            Some(more) => fraction << more,
            None => fraction >> (from.fraction - to.fraction),
        };
        sign << (to.width - 1) | to.canonical() | fraction
    };
    for (i, (&ty, bits)) in tys.iter().zip(args).enumerate() {
        let Some(from) = floats(ty) else { continue };
        let places = match (to.count, from.count) {
            (2, 2) => place..place + 1,
            (2, _) if i as u32 != place => continue,
            _ => 0..from.count,
        };
        for place in places {
            let value = from.at(bits, place);
            if value & (from.all() >> 1) > from.infinity() {
                return Some(in_form(from, value));
            }
        }
    }
    None
}
