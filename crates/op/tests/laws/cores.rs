//! Sums as matrix cores form them, against what a model says that was held to a chip.

use op::dot_core::Core;
use op::dot_rows::{Factor, Factors};
use op::{Bf16, CHUNK, F16, Level, formats};

/// The value of a factor, and the exponent of the least number of its type that is not subnormal.
fn factor(ty: &str, raw: u32) -> Factor {
    let (value, least) = match ty {
        "f16" => (formats::f16_to_f32(F16(raw as u16)), -14),
        "bf16" => (formats::bf16_to_f32(Bf16(raw as u16)), -126),
        "xf32" => (f32::from_bits(raw & !0x1fff), -126),
        "fp8" => (formats::e4m3_to_f32(raw), -6),
        "bf8" => (formats::e5m2_to_f32(raw), -14),
        "fp8_fnuz" => (formats::e4m3_fnuz_to_f32(raw), -7),
        "bf8_fnuz" => (formats::e5m2_fnuz_to_f32(raw), -15),
        _ => panic!("`{ty}`"),
    };
    Factor::of(value.into(), least)
}

#[test]
fn groups_are_added_up_as_a_chip_does_it() {
    let text = include_str!("../../../../corpus/cdna/matrix/sums.txt");
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(lines.len() > 400);
    for kernels in Level::ALL.into_iter().filter_map(op::kernels_at) {
        for line in &lines {
            let (ty, rest) = line.split_once(' ').expect("a type");
            let core = match ty.contains('8') {
                true => Core::Apart,
                false => Core::Together,
            };
            let numbers = |part: &str| -> Vec<u32> {
                let words = part.split_whitespace();
                let number = |word| u32::from_str_radix(word, 16).expect("a number");
                words.map(number).collect()
            };
            let parts: Vec<Vec<u32>> = rest.split(';').map(numbers).collect();
            let a: Vec<Factor> = parts[0].iter().map(|&raw| factor(ty, raw)).collect();
            // The other results of the row must not matter.
            let other = |n| {
                factor(
                    ty,
                    if ty == "xf32" {
                        0x3f80_0000
                    } else {
                        n as u32 + 1
                    },
                )
            };
            for at in [0, 5, CHUNK - 1] {
                let b = parts[1]
                    .iter()
                    .map(|&raw| Factors::new(|n| if n == at { factor(ty, raw) } else { other(n) }));
                let b: Vec<Factors> = b.collect();
                let b: Vec<&Factors> = b.iter().collect();
                let mut sums = [0x3f80_0000; CHUNK];
                sums[at] = parts[2][0];
                kernels.group(core, &a, &b, &mut sums);
                let (found, wanted) = (sums[at], parts[3][0]);
                assert_eq!(found, wanted, "{line}: {found:x}, {kernels:?}");
            }
        }
    }
}

/// Chains of fused multiply-adds are rounded at every step.
#[test]
fn fused_rows() {
    for kernels in Level::ALL.into_iter().filter_map(op::kernels_at) {
        let b: [f32; CHUNK] = std::array::from_fn(|n| 1.0 + n as f32 * f32::EPSILON);
        let mut sums = [-1.0; CHUNK];
        kernels.fused(b[3], &b, &mut sums);
        let wide: [f64; CHUNK] = std::array::from_fn(|n| 1.0 + n as f64 * f64::EPSILON);
        let mut sums64 = [-1.0; CHUNK];
        kernels.fused64(wide[3], &wide, &mut sums64);
        for n in 0..CHUNK {
            assert_eq!(sums[n], b[3].mul_add(b[n], -1.0));
            assert_eq!(sums64[n], wide[3].mul_add(wide[n], -1.0));
        }
        let mut nan = [f32::from_bits(0xffc1_2345); CHUNK];
        kernels.fused(1.0, &b, &mut nan);
        assert!(nan.iter().all(|sum| sum.to_bits() == 0x7fc0_0000));
    }
}
