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
    // Floats of eight bits come as integers, and have NaNs all the same.
    let mut any = starts_with(O::NAME, "cvt_f32_e");
    let mut i = 0;
    while i < O::Args::TYS.len() {
        any |= floats(O::Args::TYS[i]).is_some();
        i += 1;
    }
    any && !O::OWN_NANS && floats(O::Result::TY).is_some()
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
            let tys = if fuses(O::NAME) && invalid_product(O::Args::TYS, args, to, place) {
                &O::Args::TYS[..2]
            } else {
                O::Args::TYS
            };
            let nan = first(tys, negated(O::NAME, tys, args), to, place).unwrap_or(own);
            let shift = place * to.width;
            bits = bits & !(to.all() << shift) | nan << shift;
        }
    }
    bits
}

/// Whether an op adds its last argument to the product of the others. Where nothing times anything is
/// nothing, no product is invalid.
const fn fuses(name: &str) -> bool {
    starts_with(name, "fma_") && !starts_with(name, "fma_zero") || starts_with(name, "div_fmas_")
}

/// The arguments of what they are added up as: a difference is the sum with the second one negated,
/// and so its sign is if it is NaN.
fn negated(name: &str, tys: &[Ty], mut args: [u64; 3]) -> [u64; 3] {
    if starts_with(name, "sub_")
        && let Some(floats) = floats(tys[1])
    {
        args[1] ^= 1 << (floats.width - 1);
    }
    args
}

const fn starts_with(name: &str, beginning: &str) -> bool {
    let (name, beginning) = (name.as_bytes(), beginning.as_bytes());
    let mut i = 0;
    while i < beginning.len() {
        if i >= name.len() || name[i] != beginning[i] {
            return false;
        }
        i += 1;
    }
    true
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
