//! Every form of every instruction that has forms: samples and gathers by what their names say, atomics by what their
//! names say, loads and stores in all dimensions and of all levels.

use super::machine::{Before, LANES};
use super::naive::{self, Place};
use super::{Drawn, KINDS, described, draw, each, float, half, same, sampler, size};
use amdgpu::Target;
use amdgpu::image::descriptor::{ImageKind, Levels};
use random::Random;
use std::collections::BTreeSet;

/// Names of a target that begin so, without those that are something else.
fn names(target: Target, begin: &str, but: &[&str]) -> BTreeSet<&'static str> {
    amdgpu::rows(target)
        .map(|row| row.name)
        .filter(|name| name.starts_with(begin) && !but.contains(name))
        .collect()
}

/// Four lanes are a square of so many 64ths.
fn squares(random: &mut Random, step: i64) -> Vec<Place> {
    (0..LANES as i64)
        .map(|lane| {
            let at = [lane % 2 * step + lane / 4, lane % 4 / 2 * step, 32];
            let offset = [0; 2].map(|_| i64::from(random.below(16u32)) - 8);
            Place {
                at,
                counts_texels: false,
                offset: [offset[0], offset[1], 0],
            }
        })
        .collect()
}

/// A float that is a half as well.
fn narrowed(bits: u32) -> u32 {
    op::Op::CvtF16F32.eval([bits.into(), 0, 0]) as u32
}

/// What is in the name says what the address has, in this order: offsets, a bias, what is compared with, gradients,
/// coordinates, a level or the least one.
#[test]
fn samples_and_gathers_of_every_name() {
    let mut count = 0;
    each(31, 6, |random, target| {
        let samples = names(target, "image_sample", &[]);
        let gathers = names(target, "image_gather4", &["image_gather4h"]);
        for name in samples.union(&gathers).copied() {
            let gathers = name.starts_with("image_gather4");
            let has = |word: &str| name.split('_').skip(2).any(|it| it == word);
            let drawn = Drawn::new(random, target, ImageKind::D2, [16, 16, 1], 4);
            let (mut ours, mut naive) = sampler(random, false);
            (ours.levels, naive.levels) = match gathers {
                true => (Levels::First, 0),
                false => (Levels::Linear, 2),
            };
            ours.compare = 3;
            let reference = i64::from(random.below(33u32)) - 16;
            let mut picture = drawn.picture.clone();
            if has("c") {
                let of = |texel: [i64; 4]| [8 * i64::from(reference <= texel[0]); 4];
                for level in &mut picture.levels {
                    level.texels.iter_mut().for_each(|it| *it = of(*it));
                }
                naive.border = of(naive.border);
            }
            let power = i64::from(random.below(3u32));
            let mut places = squares(random, 4 << power);
            if !has("o") {
                places.iter_mut().for_each(|place| place.offset = [0; 3]);
            }
            let bias = i64::from(random.below(512u32)) - 128;
            let asked: Vec<i64> = (0..LANES)
                .map(|_| i64::from(random.below(768u32)))
                .collect();
            let short = random.chance(40);
            let addresses = (0..LANES).map(|lane| {
                let mut address = Vec::new();
                if has("o") {
                    let [x, y, _] = places[lane].offset.map(|n| n as u32 & 0x3f);
                    address.push(x | y << 8);
                }
                if has("b") {
                    // A half has a register of its own.
                    let bias = float(bias, 256);
                    address.push(if short { narrowed(bias) } else { bias });
                }
                if has("c") {
                    address.push(float(reference, 8));
                }
                let step = 2f32.powi(power as i32 - 4);
                match (has("d"), has("g16")) {
                    (false, _) => {}
                    (true, true) => address.extend([half(step), 0]),
                    (true, false) => address.extend([step.to_bits(), 0, 0, (step / 2.0).to_bits()]),
                }
                let mut behind = drawn.coordinates(&places[lane]);
                if has("l") || has("cl") {
                    behind.push(float(asked[lane], 256));
                }
                match short {
                    true => address.extend(behind.chunks(2).map(|pair| {
                        let high = pair.get(1).map_or(0, |it| narrowed(*it));
                        narrowed(pair[0]) | high << 16
                    })),
                    false => address.extend(behind),
                }
                address
            });
            let mut before = drawn.before(name, &ours, addresses.collect());
            let component = random.below(4usize);
            if gathers {
                before.modifiers = format!("dmask:{:#x} dim:{}", 1 << component, drawn.dim);
            }
            if short {
                before.modifiers += " a16";
            }
            let after = before.run().expect("it runs");
            for (lane, place) in places.iter().enumerate() {
                let level = match () {
                    () if has("lz") => 0,
                    () if has("l") => asked[lane],
                    () => 256 * power + if has("b") { bias } else { 0 },
                };
                let level = level.max(if has("cl") { asked[lane] } else { 0 });
                let expected = match gathers {
                    true => naive::gather(&picture, &naive, place, component),
                    false => naive::sample(&picture, &naive, place, level),
                };
                same(&before, lane, &after.data[lane], expected, &(place, level));
            }
            count += 1;
        }
    });
    assert!(count > 6 * 3 * 50, "{count}");
}

/// The coordinates that an image of this kind has, and then a level.
fn address(kind: ImageKind, at: [u32; 3], level: Option<u32>) -> Vec<u32> {
    let chosen: &[usize] = match kind {
        ImageKind::D1 => &[0],
        ImageKind::D2 => &[0, 1],
        ImageKind::D1Array => &[0, 2],
        _ => &[0, 1, 2],
    };
    let mut address: Vec<u32> = chosen.iter().map(|n| at[*n]).collect();
    address.extend(level);
    address
}

#[test]
fn loads_and_stores_in_every_dimension() {
    each(32, 60, |random, target| {
        let cube = random.chance(15);
        let kind = if cube {
            ImageKind::D2Array
        } else {
            random.pick(&KINDS).0
        };
        let mut size = size(random, kind);
        if cube {
            size = [size[0], size[0], 6];
        }
        let levels = 1 + random.below(3u32);
        let mut drawn = Drawn::new(random, target, kind, size, levels);
        if cube {
            (drawn.image.kind, drawn.dim) = (ImageKind::Cube, "SQ_RSRC_IMG_CUBE");
        }
        let by_level = random.chance(50);
        let level = if by_level { random.below(levels) } else { 0 };
        let own = drawn.picture.levels[level as usize].size.map(|n| n as u32);
        // Every texel once at most, and some that are outside. A dimension that is not there is not asked.
        let mut all: Vec<[u32; 3]> = Vec::new();
        for z in 0..own[2] + u32::from(kind == ImageKind::D3) {
            for y in 0..own[1] + u32::from(!matches!(kind, ImageKind::D1 | ImageKind::D1Array)) {
                all.extend((0..own[0] + 1).map(|x| [x, y, z]));
            }
        }
        for n in (1..all.len()).rev() {
            all.swap(n, random.below(n + 1));
        }
        all.resize(LANES, [own[0], 0, 0]);
        let inside = |at: &[u32; 3]| (0..3).all(|n| at[n] < own[n]);
        let index = |at: &[u32; 3]| ((at[2] * own[1] + at[1]) * own[0] + at[0]) as usize;
        let kind = drawn.image.kind;
        let mip = by_level.then_some(level);
        let mut before = Before {
            target,
            name: if by_level {
                "image_load_mip"
            } else {
                "image_load"
            },
            modifiers: format!("dmask:0xf dim:{}", drawn.dim),
            data: 4,
            image: drawn.image.words(target),
            sampler: None,
            addresses: all.iter().map(|at| address(kind, *at, mip)).collect(),
            stores: Vec::new(),
            memory: drawn.memory.clone(),
        };
        let after = before.run().expect("it runs");
        for (lane, at) in all.iter().enumerate() {
            let expected = match inside(at) {
                true => drawn.picture.levels[level as usize].texels[index(at)],
                false => [0; 4],
            };
            let expected = expected.map(|eighths| eighths as f32 / 8.0);
            same(
                &before,
                lane,
                &after.data[lane],
                expected,
                &(at, level, size),
            );
        }
        before.name = if by_level {
            "image_store_mip"
        } else {
            "image_store"
        };
        let stored: Vec<[i64; 4]> = (0..LANES)
            .map(|_| [0; 4].map(|_: i32| i64::from(random.below(100u32))))
            .collect();
        before.stores = (stored.iter())
            .map(|texel| texel.map(|eighths| float(eighths, 8)).to_vec())
            .collect();
        let after = before.run().expect("it runs");
        for (texel, at) in stored.iter().zip(&all).filter(|(_, at)| inside(at)) {
            drawn.picture.levels[level as usize].texels[index(at)] = *texel;
        }
        let expected = draw(&drawn.picture, target, size);
        assert!(
            after.memory == expected,
            "{target} {} {size:?}",
            before.text()
        );
    });
}

/// What an atomic leaves, by what its name says.
fn left(what: &str, old: u64, new: u64, compared: u64, bits: u32) -> u64 {
    let mask = u64::MAX >> (64 - bits);
    let signed = |it: u64| ((it << (64 - bits)) as i64) >> (64 - bits);
    let floats = || [old, new].map(|it| f32::from_bits(it as u32));
    let halves = |add: fn(u32, u32) -> u32| {
        let half = |at: u32| add((old >> at) as u32 & 0xffff, (new >> at) as u32 & 0xffff);
        u64::from(half(0)) | u64::from(half(16)) << 16
    };
    let pick = |yes: bool| if yes { new } else { old };
    let all = match what {
        "swap" => new,
        "cmpswap" => pick(old == compared),
        "add" | "add_uint" => old.wrapping_add(new),
        "sub" | "sub_uint" => old.wrapping_sub(new),
        "smin" | "min_int" => pick(signed(new) < signed(old)),
        "umin" | "min_uint" => pick(new < old),
        "smax" | "max_int" => pick(signed(new) > signed(old)),
        "umax" | "max_uint" => pick(new > old),
        "and" => old & new,
        "or" => old | new,
        "xor" => old ^ new,
        // Up to the operand, and then from zero on.
        "inc" | "inc_uint" => {
            if old >= new {
                0
            } else {
                old + 1
            }
        }
        "dec" | "dec_uint" => {
            if old == 0 || old > new {
                new
            } else {
                old - 1
            }
        }
        "add_flt" => (floats()[0] + floats()[1]).to_bits().into(),
        "min_flt" => pick(floats()[1] < floats()[0]),
        "max_flt" => pick(floats()[1] > floats()[0]),
        // Numbers that are whole and small are whole in every format.
        "pk_add_f16" => halves(|a, b| f16(whole_f16(a) + whole_f16(b))),
        "pk_add_bf16" => halves(|a, b| {
            let wide = |it: u32| f32::from_bits(it << 16);
            (wide(a) + wide(b)).to_bits() >> 16
        }),
        _ => panic!("{what} is an atomic that this does not know"),
    };
    all & mask
}

fn f16(number: i32) -> u32 {
    match number {
        0 => 0,
        _ => {
            let magnitude = number.unsigned_abs();
            let power = magnitude.ilog2();
            u32::from(number < 0) << 15 | (power + 15) << 10 | (magnitude << (10 - power)) & 0x3ff
        }
    }
}

fn whole_f16(bits: u32) -> i32 {
    (-300..300)
        .find(|it| f16(*it) == bits)
        .expect("a small number")
}

/// An operand that an atomic of this name can have, in so many bits.
fn operand(random: &mut Random, what: &str, bits: u32) -> u64 {
    let small = |random: &mut Random| random.below(200u32) as i32 - 100;
    let number = match what {
        _ if what.ends_with("_flt") => (small(random) as f32 / 4.0).to_bits().into(),
        "pk_add_f16" => u64::from(f16(small(random)) | f16(small(random)) << 16),
        "pk_add_bf16" => {
            let one = |it: i32| (it as f32).to_bits() >> 16;
            u64::from(one(small(random)) | one(small(random)) << 16)
        }
        _ if random.chance(30) => u64::from(random.below(4u32)),
        _ => random.bits(),
    };
    number & (u64::MAX >> (64 - bits))
}

#[test]
fn atomics_of_every_name() {
    let mut count = 0;
    each(33, 4, |random, target| {
        for name in names(target, "image_atomic_", &[]) {
            let what = &name["image_atomic_".len()..];
            let narrow = what.ends_with("_flt") || what.starts_with("pk_");
            for bits in if narrow { &[32][..] } else { &[32, 64] } {
                let words = *bits as usize / 32;
                let format = match (words, what.ends_with("_flt")) {
                    (1, true) => "32_FLOAT",
                    (1, false) => "32_UINT",
                    _ => "32_32_UINT",
                };
                let image = described(ImageKind::D1, format, [LANES as u32, 1]);
                let mut numbers = |_| operand(random, what, *bits);
                let old: Vec<u64> = (0..LANES).map(&mut numbers).collect();
                let new: Vec<u64> = (0..LANES).map(&mut numbers).collect();
                let compares = what == "cmpswap";
                let compared: Vec<u64> = (0..LANES)
                    .map(|lane| {
                        if lane % 2 == 0 {
                            old[(lane + 1) % LANES]
                        } else {
                            7
                        }
                    })
                    .collect();
                let split = |it: u64| [it as u32, (it >> 32) as u32];
                let data = words * if compares { 2 } else { 1 };
                let returns = match target {
                    Target::Gfx1200 => "th:TH_ATOMIC_RETURN",
                    _ => "glc",
                };
                let mask = (1 << data) - 1;
                let before = Before {
                    target,
                    name,
                    modifiers: format!("dmask:{mask:#x} dim:SQ_RSRC_IMG_1D {returns}"),
                    data: data as u16,
                    image: image.words(target),
                    sampler: None,
                    // The last lane is outside.
                    addresses: (1..=LANES as u32).map(|lane| vec![lane]).collect(),
                    stores: (0..LANES)
                        .map(|lane| {
                            let mut words: Vec<u32> = split(new[lane])[..words].to_vec();
                            if compares {
                                words.extend(&split(compared[lane])[..data / 2]);
                            }
                            words
                        })
                        .collect(),
                    memory: old
                        .iter()
                        .flat_map(|it| it.to_le_bytes()[..4 * words].to_vec())
                        .collect(),
                };
                let after = before.run().expect("it runs");
                for lane in 0..LANES {
                    // A lane has the texel of the next one.
                    let was = old.get(lane + 1).copied();
                    let told = &after.data[lane][..words];
                    assert_eq!(told, &split(was.unwrap_or(0))[..words], "{target} {name}");
                    let Some(was) = was else { continue };
                    let compared = compared[lane];
                    let expected = left(what, was, new[lane], compared, *bits);
                    let bytes = &after.memory[4 * words * (lane + 1)..][..4 * words];
                    assert_eq!(
                        bytes,
                        &expected.to_le_bytes()[..4 * words],
                        "{target} {}: {was:x} {:x} {compared:x}",
                        before.text(),
                        new[lane]
                    );
                }
                count += 1;
            }
        }
    });
    assert!(count > 4 * 3 * 20, "{count}");
}

/// How large a level is, how many slices or how deep, and how many levels are seen.
#[test]
fn sizes_in_every_dimension() {
    each(34, 40, |random, target| {
        let (kind, dim) = random.pick(&[
            (ImageKind::D1, "SQ_RSRC_IMG_1D"),
            (ImageKind::D2, "SQ_RSRC_IMG_2D"),
            (ImageKind::D3, "SQ_RSRC_IMG_3D"),
            (ImageKind::D1Array, "SQ_RSRC_IMG_1D_ARRAY"),
            (ImageKind::D2Array, "SQ_RSRC_IMG_2D_ARRAY"),
        ]);
        let size = size(random, kind).map(|n| 8 * n);
        let flat = matches!(kind, ImageKind::D1 | ImageKind::D1Array);
        let size = [size[0], if flat { 1 } else { size[1] }, size[2]];
        let levels = 1 + random.below(3u32);
        let mut drawn = Drawn::new(random, target, kind, [4, 1, 1], 1);
        (drawn.image.width, drawn.image.height) = (size[0], size[1]);
        (drawn.image.levels, drawn.image.max_level) = ((0, levels - 1), levels - 1);
        let array = matches!(kind, ImageKind::D1Array | ImageKind::D2Array);
        match kind {
            ImageKind::D3 => drawn.image.depth = size[2],
            _ if array => drawn.image.slices = (3, 2 + size[2]),
            _ => {}
        }
        let before = Before {
            target,
            name: "image_get_resinfo",
            modifiers: format!("dmask:0xf dim:{dim}"),
            data: 4,
            image: drawn.image.words(target),
            sampler: None,
            addresses: (0..LANES as u32).map(|lane| vec![lane % levels]).collect(),
            stores: Vec::new(),
            memory: drawn.memory.clone(),
        };
        let after = before.run().expect("it runs");
        for (lane, found) in after.data.iter().enumerate() {
            let smaller = |n: u32| (n >> (lane as u32 % levels)).max(1);
            let behind = match kind {
                ImageKind::D3 => smaller(size[2]),
                _ if array => size[2],
                _ => 1,
            };
            let expected = [smaller(size[0]), smaller(size[1]), behind, levels];
            assert_eq!(
                found[..],
                expected,
                "{target} {} lane {lane}",
                before.text()
            );
        }
    });
}

/// The level that a sample would have, within the levels that there are, and as gradients say it.
#[test]
fn levels_of_detail_are_told() {
    each(35, 20, |random, target| {
        let drawn = Drawn::new(random, target, ImageKind::D2, [16, 16, 1], 3);
        let (mut ours, _) = sampler(random, false);
        ours.levels = Levels::Linear;
        let power = random.below(6u32) as i64 - 2;
        // Texels are four 64ths wide, and steps a multiple or a part of that.
        let step = if power < 0 { 4 >> -power } else { 4 << power };
        let places = squares(random, step);
        let addresses = places.iter().map(|place| drawn.coordinates(place));
        let mut before = drawn.before("image_get_lod", &ours, addresses.collect());
        before.modifiers = format!("dmask:0x3 dim:{}", drawn.dim);
        before.data = 2;
        let after = before.run().expect("it runs");
        let expected = [power.clamp(0, 2), power].map(|it| (it as f32).to_bits());
        for found in &after.data {
            assert_eq!(found[..], expected, "{target} {power}");
        }
    });
}

/// Where texels lie in blocks, those that are stored are found again by loads and samples, and by no two places.
#[test]
fn texels_in_blocks() {
    let target = Target::Gfx1200;
    let mut random = Random::new(36);
    for round in 0..60 {
        let kind = [ImageKind::D2, ImageKind::D2Array, ImageKind::D3][round % 3];
        let [x, y, z] = size(&mut random, kind).map(|n| 4 * n);
        let size = [x, y, if kind == ImageKind::D2 { 1 } else { z }];
        let levels = 1 + random.below(4u32);
        let mut drawn = Drawn::new(&mut random, target, kind, [4, 4, 1], 1);
        (drawn.image.width, drawn.image.height) = (size[0], size[1]);
        match kind {
            ImageKind::D3 => drawn.image.depth = size[2],
            ImageKind::D2Array => drawn.image.slices = (1, size[2]),
            _ => {}
        }
        (drawn.image.levels, drawn.image.max_level) = ((0, levels - 1), levels - 1);
        drawn.image.swizzle_mode = match kind {
            ImageKind::D3 => random.pick(&[2, 5]),
            _ => random.pick(&[1, 2]),
        };
        let level = random.below(levels);
        let own = match kind {
            ImageKind::D3 => size.map(|n| (n >> level).max(1)),
            _ => [size[0] >> level, size[1] >> level, size[2]].map(|n| n.max(1)),
        };
        let texel = |lane: u32| {
            let at = (lane * 7) % own.iter().product::<u32>();
            [at % own[0], at / own[0] % own[1], at / own[0] / own[1]]
        };
        let places: BTreeSet<[u32; 3]> = (0..LANES as u32).map(texel).collect();
        let mut before = Before {
            target,
            name: "image_store_mip",
            modifiers: format!("dmask:0xf dim:{}", drawn.dim),
            data: 4,
            image: drawn.image.words(target),
            sampler: None,
            addresses: (0..LANES as u32)
                .map(|lane| address(kind, texel(lane), Some(level)))
                .collect(),
            // The same where the place is.
            stores: (0..LANES as u32)
                .map(|lane| texel(lane).iter().chain(&[9]).map(|n| n + 1).collect())
                .collect(),
            memory: vec![0; 4 << 20],
        };
        let after = before.run().expect("it runs");
        let words = after.memory.chunks_exact(4).filter(|word| word != &[0; 4]);
        assert_eq!(words.count(), 4 * places.len(), "{}", before.text());
        (before.name, before.memory) = ("image_load_mip", after.memory);
        let loaded = before.run().expect("it runs").data;
        assert_eq!(loaded, before.stores, "{} {size:?}", before.text());
    }
}
