//! What is done to a row of lanes at once is what is done to each.

use crate::samples::Random;
use op::dot_rows::{Factor, Factors};
use op::dot_unit::{DotFormat, DotUnit, Total, dot};
use op::{CHUNK, Level, Pattern, kernels_at};

/// Numbers of one size or of any, with zeros, subnormals, infinities and NaNs among them.
fn raw(random: &mut Random, format: DotFormat, close: bool) -> u32 {
    let word = random.bits() as u32;
    let (mantissa, exponents) = match format {
        DotFormat::Half => (10, 31),
        _ => (7, 255),
    };
    let exponent = match close {
        true => exponents / 2 + word % 4,
        false => (word >> 4) % (exponents + 1),
    };
    let bits = random.bits() as u32;
    match word >> 28 {
        0 => bits & 0x8000,
        _ => bits & 0x8000 | exponent << mantissa | bits >> 16 & ((1 << mantissa) - 1),
    }
}

fn start(random: &mut Random, close: bool) -> u32 {
    let bits = random.bits() as u32;
    match (random.below(16), close) {
        (0, _) => bits & 0x8000_0000,
        (1, _) => bits & 0x807f_ffff,
        (_, true) => bits & 0x83ff_ffff | 0x3c00_0000,
        _ => bits,
    }
}

fn check<const N: usize>(random: &mut Random, unit: DotUnit, format: DotFormat) {
    let close = random.chance(50);
    let a: [u32; N] = std::array::from_fn(|_| raw(random, format, close));
    let b: [[u32; CHUNK]; N] =
        std::array::from_fn(|_| std::array::from_fn(|_| raw(random, format, close)));
    let c: [u32; CHUNK] = std::array::from_fn(|_| start(random, close));
    let factor = |raw: u32| Factor::new(raw, format, unit);
    if a.iter()
        .chain(b.iter().flatten())
        .any(|raw| factor(*raw).is_none())
    {
        return;
    }
    let row = a.map(|raw| factor(raw).unwrap());
    let columns = b.map(|raws| Factors::new(|i| factor(raws[i]).unwrap()));
    for kernels in Level::ALL.into_iter().filter_map(kernels_at) {
        let mut sums = c;
        let others = kernels.dots(unit, &row, &columns, &mut sums);
        for i in 0..CHUNK {
            let own = b.map(|raws| raws[i]);
            let expected = match others >> i & 1 {
                0 => dot(unit, a, own, [format; 2], c[i], Total::Single),
                _ => c[i],
            };
            let what = format!("{unit:?} {format:?} {a:x?} {own:x?} {:x}", c[i]);
            assert_eq!(sums[i], expected, "{what}");
            // Ordinary numbers take the short way.
            assert!(others >> i & 1 == 0 || !close, "{what}");
        }
    }
}

#[test]
fn rows_of_dot_products() {
    let mut random = Random::new(11);
    for _ in 0..4000 {
        for format in [DotFormat::Half, DotFormat::Bfloat] {
            check::<2>(&mut random, DotUnit::Framed, format);
            check::<4>(&mut random, DotUnit::Floored, format);
        }
    }
}

#[test]
fn shuffles_fetch_as_their_pattern_says() {
    #[repr(align(64))]
    struct Lanes([u32; 64]);
    let mut random = Random::new(12);
    for _ in 0..500 {
        let lanes = [8usize, 16, 32, 64][random.below(4)];
        let width = lanes.next_multiple_of(CHUNK);
        let from: [usize; 64] = std::array::from_fn(|_| random.below(80));
        let pattern = Pattern::new(lanes, |lane| Some(from[lane]).filter(|from| *from != 3));
        let src = Lanes(std::array::from_fn(|_| random.bits() as u32));
        let old = std::array::from_fn(|_| random.bits() as u32);
        let mask = |word: u64, lane: usize| (word >> lane & 1) as u32;
        let (live_bits, source_bits) = (random.bits(), random.bits());
        let live = Lanes(std::array::from_fn(|lane| {
            mask(live_bits, lane).wrapping_neg()
        }));
        let sources = Lanes(std::array::from_fn(|lane| {
            mask(source_bits, lane).wrapping_neg()
        }));
        let all = random.chance(50);
        let (on, of) = match all {
            true => (std::ptr::null(), std::ptr::null()),
            false => (live.0.as_ptr(), sources.0.as_ptr()),
        };
        let fetched = |lane: usize| {
            let from = Some(from[lane]).filter(|from| *from != 3 && *from < lanes);
            from.filter(|from| all || mask(source_bits, *from) != 0)
        };
        for kernels in Level::ALL.into_iter().filter_map(kernels_at) {
            let mut dst = Lanes(old);
            // SAFETY: registers have 64 words.
            unsafe { kernels.shuffle(&pattern, dst.0.as_mut_ptr(), src.0.as_ptr(), of, on, width) };
            for (lane, &old) in old[..lanes].iter().enumerate() {
                let expected = match all || mask(live_bits, lane) != 0 {
                    true => fetched(lane).map_or(0, |from| src.0[from]),
                    false => old,
                };
                assert_eq!(dst.0[lane], expected, "lane {lane} of {lanes}");
            }
        }
        let found = pattern.lanes_from(if all { !0 } else { source_bits });
        let expected = (0..lanes).filter(|lane| fetched(*lane).is_some());
        assert_eq!(found, expected.fold(0, |all, lane| all | 1 << lane));
    }
}
