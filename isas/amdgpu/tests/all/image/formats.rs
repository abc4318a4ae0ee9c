//! Formats: every texel of few bits, random ones of many, read and written, against what the names
//! of formats say.

use super::described;
use super::machine::{Before, LANES};
use amdgpu::Target;
use amdgpu::image::descriptor::{Edge, ImageKind, Sampler};
use amdgpu::names::format_name;
use random::Random;

/// Components of a format, the lowest first, and the kind of its numbers.
fn parts(name: &str) -> (Vec<u32>, &str) {
    let (widths, number) = name.rsplit_once('_').expect("a number format");
    let widths = widths
        .split('_')
        .map(|width| width.parse().expect("a width"));
    let mut widths: Vec<u32> = widths.collect();
    widths.reverse();
    (widths, number)
}

/// What is stored, from the text of a binary number.
fn field(bits: &str, at: u32, width: u32) -> u64 {
    let end = bits.len() - at as usize;
    u64::from_str_radix(&bits[end - width as usize..end], 2).expect("bits")
}

/// A float of some exponent and mantissa bits.
fn small_float(raw: u64, exponent_bits: u32, mantissa_bits: u32) -> f64 {
    let mantissa = (raw & ((1 << mantissa_bits) - 1)) as f64 / 2f64.powi(mantissa_bits as i32);
    let exponent = (raw >> mantissa_bits & ((1 << exponent_bits) - 1)) as i32;
    let bias = (1 << (exponent_bits - 1)) - 1;
    let sign = if raw >> (mantissa_bits + exponent_bits) & 1 != 0 {
        -1.0
    } else {
        1.0
    };
    let all = (1 << exponent_bits) - 1;
    sign * match exponent {
        0 => mantissa * 2f64.powi(1 - bias),
        e if e == all && mantissa == 0.0 => f64::INFINITY,
        e if e == all => f64::NAN,
        e => (1.0 + mantissa) * 2f64.powi(e - bias),
    }
}

/// The four components that a texel stands for: bits of integers, or of floats.
fn decode(name: &str, bytes: &[u8]) -> [u32; 4] {
    let (widths, number) = parts(name);
    let bits: String = bytes
        .iter()
        .rev()
        .map(|byte| format!("{byte:08b}"))
        .collect();
    let one = if number.ends_with("INT") {
        1
    } else {
        1f32.to_bits()
    };
    let mut all = [0, 0, 0, one];
    if name == "5_9_9_9_FLOAT" {
        let exponent = field(&bits, 27, 5) as i32;
        for (n, component) in all.iter_mut().take(3).enumerate() {
            let value = field(&bits, 9 * n as u32, 9) as f64 * 2f64.powi(exponent - 24);
            *component = (value as f32).to_bits();
        }
        return all;
    }
    let mut at = 0;
    for (n, width) in widths.into_iter().enumerate() {
        let raw = field(&bits, at, width);
        at += width;
        let signed = raw as i64
            - if raw >> (width - 1) & 1 != 0 {
                1 << width
            } else {
                0
            };
        let most = 2f64.powi(width as i32) - 1.0;
        let value = match number {
            "UINT" => {
                all[n] = raw as u32;
                continue;
            }
            "SINT" => {
                all[n] = signed as u32;
                continue;
            }
            "UNORM" => raw as f64 / most,
            "SRGB" if n == 3 => raw as f64 / most,
            "SRGB" => {
                let stored = raw as f64 / most;
                if stored <= 0.04045 {
                    stored / 12.92
                } else {
                    ((stored + 0.055) / 1.055).powf(2.4)
                }
            }
            "SNORM" => (signed as f64 / (2f64.powi(width as i32 - 1) - 1.0)).max(-1.0),
            "USCALED" => raw as f64,
            "SSCALED" => signed as f64,
            _ => match width {
                32 => f32::from_bits(raw as u32).into(),
                16 => small_float(raw, 5, 10),
                11 => small_float(raw, 5, 6),
                _ => small_float(raw, 5, 5),
            },
        };
        all[n] = (value as f32).to_bits();
    }
    all
}

fn names() -> impl Iterator<Item = &'static str> {
    let codes = 1..128;
    let known = codes.filter_map(format_name);
    // Three words are for buffers alone.
    known.filter(|name| !name.starts_with("32_32_32_") || name.matches('_').count() == 4)
}

fn bytes(name: &str) -> usize {
    (parts(name).0.iter().sum::<u32>() / 8) as usize
}

/// A row of texels.
fn row(name: &str, target: Target, width: u32) -> [u32; 8] {
    described(ImageKind::D1, name, [width, 1]).words(target)
}

fn load(name: &str, target: Target, memory: &[u8]) -> Vec<Vec<u32>> {
    let before = Before {
        target,
        name: "image_load",
        modifiers: "dmask:0xf dim:SQ_RSRC_IMG_1D".into(),
        data: 4,
        image: row(name, target, LANES as u32),
        sampler: None,
        addresses: (0..LANES as u32).map(|lane| vec![lane]).collect(),
        stores: Vec::new(),
        memory: memory.to_vec(),
    };
    before.run().expect("it runs").data
}

/// Whether two components are the same, or as near as two ways to a power are.
fn alike(name: &str, found: u32, expected: u32) -> bool {
    let [a, b] = [found, expected].map(f32::from_bits);
    found == expected || a.is_nan() && b.is_nan() || name.ends_with("SRGB") && (a - b).abs() < 1e-6
}

#[test]
fn texels_are_what_names_of_formats_say() {
    for target in Target::RDNA {
        let mut random = Random::new(8);
        for name in names() {
            let size = bytes(name);
            for _ in 0..if size == 1 { 8 } else { 16 } {
                let memory: Vec<u8> = (0..size * LANES)
                    .map(|_| random.below(256u32) as u8)
                    .collect();
                for (lane, found) in load(name, target, &memory).iter().enumerate() {
                    let texel = &memory[lane * size..][..size];
                    let expected = decode(name, texel);
                    let good = (0..4).all(|n| alike(name, found[n], expected[n]));
                    assert!(
                        good,
                        "{target} {name} {texel:02x?}: {found:x?}, not {expected:x?}"
                    );
                }
            }
        }
    }
}

/// A filter takes what texels stand for: what lies between two is the mean of both, of roots too.
#[test]
fn texels_are_what_they_stand_for_before_they_are_filtered() {
    for target in Target::RDNA {
        let mut random = Random::new(10);
        // Integers are not filtered.
        for name in names().filter(|name| !name.ends_with("INT")) {
            let size = bytes(name);
            let memory: Vec<u8> = (0..size * (LANES + 1))
                .map(|_| random.below(256u32) as u8)
                .collect();
            let sampler = Sampler {
                edges: [Edge::Clamp; 3],
                unnormalized: true,
                magnify_linear: true,
                minify_linear: true,
                ..Sampler::NEAREST
            };
            let before = Before {
                target,
                name: "image_sample_lz",
                modifiers: "dmask:0xf dim:SQ_RSRC_IMG_1D".into(),
                data: 4,
                image: row(name, target, LANES as u32 + 1),
                sampler: Some(sampler.words(target)),
                addresses: (1..=LANES)
                    .map(|lane| vec![(lane as f32).to_bits()])
                    .collect(),
                stores: Vec::new(),
                memory: memory.clone(),
            };
            let after = before.run().expect("it runs");
            for (lane, found) in after.data.iter().enumerate() {
                let two = [lane, lane + 1].map(|n| decode(name, &memory[n * size..][..size]));
                for (n, found) in found.iter().enumerate() {
                    let [a, b] = two.map(|it| f64::from(f32::from_bits(it[n])));
                    let mean = ((a + b) / 2.0) as f32;
                    let found = f32::from_bits(*found);
                    let near = (f64::from(found) - f64::from(mean)).abs()
                        <= 1e-6 * mean.abs().max(1e-30) as f64;
                    let good = near
                        || found.to_bits() == mean.to_bits()
                        || mean.is_nan() && found.is_nan();
                    assert!(good, "{target} {name} {two:x?}: {found}, not {mean}");
                }
            }
        }
    }
}

/// What is stored is a texel that no other is nearer to; what is loaded and stored again is as it was.
#[test]
fn texels_are_stored_as_they_are_read() {
    for target in Target::RDNA {
        let mut random = Random::new(9);
        for name in names() {
            let size = bytes(name);
            let memory: Vec<u8> = (0..size * LANES)
                .map(|_| random.below(256u32) as u8)
                .collect();
            let loaded = load(name, target, &memory);
            let before = Before {
                target,
                name: "image_store",
                modifiers: "dmask:0xf dim:SQ_RSRC_IMG_1D".into(),
                data: 4,
                image: row(name, target, LANES as u32),
                sampler: None,
                addresses: (0..LANES as u32).map(|lane| vec![lane]).collect(),
                stores: loaded.clone(),
                memory: vec![0; memory.len()],
            };
            let after = before.run().expect("it runs");
            for (lane, loaded) in loaded.iter().enumerate() {
                let stored = decode(name, &after.memory[lane * size..][..size]);
                let good = (0..4).all(|n| alike(name, stored[n], loaded[n]));
                assert!(
                    good,
                    "{target} {name} lane {lane}: {stored:x?}, not {loaded:x?}"
                );
            }
        }
    }
}

/// Every second texel's components go elsewhere, absent ones are 0 or 1, and what is outside is zero.
#[test]
fn selectors_masks_halves_and_the_outside() {
    for target in Target::RDNA {
        let mut image = row("8_8_8_8_UINT", target, 4);
        // Blue, green, red, one.
        image[3] = image[3] & !0xfff | 6 | 5 << 3 | 4 << 6 | 1 << 9;
        let memory: Vec<u8> = (1..=16).collect();
        let mut before = Before {
            target,
            name: "image_load",
            modifiers: "dmask:0xd dim:SQ_RSRC_IMG_1D d16".into(),
            data: 2,
            image,
            sampler: None,
            addresses: (0..LANES as u32).map(|lane| vec![lane % 8]).collect(),
            stores: Vec::new(),
            memory,
        };
        let after = before.run().expect("it runs");
        assert_eq!(after.data[1], [7 | 5 << 16, 1], "{target}");
        assert_eq!(after.data[4], [0, 1], "{target}: outside");
        // What is stored goes where it would be taken from.
        before.name = "image_store";
        before.modifiers = "dmask:0xf dim:SQ_RSRC_IMG_1D".into();
        before.data = 4;
        before.stores = vec![vec![21, 22, 23, 24]; LANES];
        let after = before.run().expect("it runs");
        assert_eq!(after.memory[..4], [23, 22, 21, 0], "{target}");
    }
}
