//! What programs ask seldom: texels as bits, samples of a texel, texels in a row, the least or the
//! greatest of texels, and several samples along a line.

use super::machine::{Before, LANES};
use super::naive::{self, Place};
use super::{Drawn, KINDS, check, described, each, float, same, sampler, size};
use amdgpu::Target;
use amdgpu::image::descriptor::{Blend, ImageKind, Levels, Sampler};
use random::Random;

/// A texel is words as they lie in memory; what is left of the last word is zeros or the sign.
#[test]
fn texels_as_bits() {
    let formats = [
        "8_UNORM",
        "8_8_SNORM",
        "16_FLOAT",
        "8_8_8_8_UNORM",
        "32_32_UINT",
        "32_32_32_32_FLOAT",
    ];
    each(11, 4, |random, target| {
        for (format, bytes) in formats.into_iter().zip([1, 2, 2, 4, 8, 16]) {
            let memory: Vec<u8> = (0..bytes * LANES)
                .map(|_| random.below(256u32) as u8)
                .collect();
            let words = bytes.div_ceil(4);
            let mut before = Before {
                target,
                name: "image_load_pck",
                modifiers: format!("dmask:{:#x} dim:SQ_RSRC_IMG_1D", (1 << words) - 1),
                data: words as u16,
                image: described(ImageKind::D1, format, [LANES as u32, 1]).words(target),
                sampler: None,
                addresses: (0..LANES as u32).map(|lane| vec![lane]).collect(),
                stores: Vec::new(),
                memory: memory.clone(),
            };
            for (name, signed) in [("image_load_pck", false), ("image_load_pck_sgn", true)] {
                before.name = name;
                let after = before.run().expect("it runs");
                for lane in 0..LANES {
                    let texel = &memory[lane * bytes..][..bytes];
                    let negative = signed && texel[bytes - 1] >= 0x80;
                    let mut padded = texel.to_vec();
                    padded.resize(words * 4, if negative { 0xff } else { 0 });
                    let expected: Vec<u32> = padded
                        .chunks(4)
                        .map(|word| u32::from_le_bytes(word.try_into().expect("four")))
                        .collect();
                    assert_eq!(
                        after.data[lane], expected,
                        "{target} {name} {format} {texel:02x?}"
                    );
                }
            }
            // Stored as they are, into an image that has none.
            let loaded = {
                before.name = "image_load_pck";
                before.run().expect("it runs").data
            };
            before.name = "image_store_pck";
            before.stores = loaded;
            before.memory = vec![0; memory.len()];
            assert_eq!(
                before.run().expect("it runs").memory,
                memory,
                "{target} {format}"
            );
        }
    });
}

/// Samples lie in planes, one after the other; slices as well, each with all its planes.
#[test]
fn samples_of_a_texel() {
    each(12, 16, |random, target| {
        let [width, height] = [1 + random.below(5u32), 1 + random.below(5u32)];
        let slices = random.chance(50).then(|| 1 + random.below(3u32));
        // Some slices may come before those that are seen.
        let first = slices.map_or(0, |_| random.below(3u32));
        let bits = 1 + random.below(3u32);
        let samples = 1u32 << bits;
        let rows_at = if target == Target::Gfx1200 { 128 } else { 256 };
        let pitch = (8 * width).next_multiple_of(rows_at);
        let plane = pitch.next_multiple_of(256) * height;
        let value =
            |[x, y, z, sample]: [u32; 4]| [x + 16 * y + 256 * sample + (z << 16), 7 * x + sample];
        let planes = (first + slices.unwrap_or(1)) * samples;
        let mut memory = vec![0; (plane * planes) as usize];
        for n in first * samples..planes {
            for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
                let at = (n * plane + y * pitch + 8 * x) as usize;
                let texel = value([x, y, n / samples - first, n % samples]);
                for (n, word) in texel.into_iter().enumerate() {
                    memory[at + 4 * n..][..4].copy_from_slice(&word.to_le_bytes());
                }
            }
        }
        let (kind, dim) = match slices {
            Some(_) => (ImageKind::MsaaArray, "SQ_RSRC_IMG_2D_MSAA_ARRAY"),
            None => (ImageKind::Msaa, "SQ_RSRC_IMG_2D_MSAA"),
        };
        let mut image = described(kind, "32_32_UINT", [width, height]);
        image.slices = slices.map_or((0, 0), |slices| (first, first + slices - 1));
        image.levels = (0, bits);
        image.max_level = bits;
        let asked: Vec<[u32; 4]> = (0..LANES)
            .map(|_| {
                [
                    random.below(width + 1),
                    random.below(height),
                    random.below(slices.unwrap_or(1)),
                    random.below(samples),
                ]
            })
            .collect();
        let address = |[x, y, z, sample]: &[u32; 4]| match slices {
            Some(_) => vec![*x, *y, *z, *sample],
            None => vec![*x, *y, *sample],
        };
        let mut before = Before {
            target,
            name: "image_load",
            modifiers: format!("dmask:0x3 dim:{dim}"),
            data: 2,
            image: image.words(target),
            sampler: None,
            addresses: asked.iter().map(address).collect(),
            stores: Vec::new(),
            memory,
        };
        let after = before.run().expect("it runs");
        let expected = |at: [u32; 4]| match at[0] < width && at[3] < samples {
            true => value(at),
            false => [0; 2],
        };
        for (at, found) in asked.iter().zip(&after.data) {
            assert_eq!(found[..], expected(*at), "{target} {at:?} of {samples}");
        }
        // One component of a sample and of the three after it.
        before.name = "image_msaa_load";
        before.modifiers = format!("dmask:0x2 dim:{dim}");
        before.data = 4;
        let after = before.run().expect("it runs");
        for (&[x, y, z, sample], found) in asked.iter().zip(&after.data) {
            let four = [0, 1, 2, 3].map(|n| expected([x, y, z, sample + n])[1]);
            let place = [x, y, z, sample];
            assert_eq!(found[..], four, "{target} {place:?} of {samples}");
        }
    });
}

#[test]
fn texels_in_a_row() {
    each(13, 40, |random, target| {
        let size = size(random, ImageKind::D2);
        let drawn = Drawn::new(random, target, ImageKind::D2, size, 1);
        let (ours, naive) = sampler(random, false);
        let component = random.below(4usize);
        let places: Vec<Place> = (0..LANES).map(|_| drawn.place(random, false)).collect();
        let addresses = places
            .iter()
            .map(|place| drawn.coordinates(place))
            .collect();
        let mut before = drawn.before("image_gather4h", &ours, addresses);
        before.modifiers = format!("dmask:{:#x} dim:{}", 1 << component, drawn.dim);
        check(&before, &places, &component, |place| {
            naive::gather_row(&drawn.picture, &naive, place, component)
        });
    });
}

#[test]
fn the_least_and_the_greatest() {
    each(14, 30, |random, target| {
        let kind = random.pick(&KINDS).0;
        let size = size(random, kind);
        let levels = 1 + random.below(3u32);
        let drawn = Drawn::new(random, target, kind, size, levels);
        let (mut ours, naive) = sampler(random, false);
        let greatest = random.chance(50);
        ours.blend = if greatest {
            Blend::Greatest
        } else {
            Blend::Least
        };
        let places: Vec<Place> = (0..LANES).map(|_| drawn.place(random, false)).collect();
        let lod = i64::from(random.below(640u32));
        let addresses = places.iter().map(|place| {
            let mut address = drawn.coordinates(place);
            address.push(float(lod, 256));
            address
        });
        let before = drawn.before("image_sample_l", &ours, addresses.collect());
        check(&before, &places, &(lod, &naive), |place| {
            naive::extremes(&drawn.picture, &naive, place, lod, greatest)
        });
    });
}

/// A thread that sees several texels across and one down takes as many samples, side by side.
#[test]
fn several_samples_along_a_line() {
    each(15, 20, |random, target| {
        let drawn = Drawn::new(random, target, ImageKind::D2, [8, 8, 1], 1);
        let (mut ours, naive) = sampler(random, false);
        (ours.levels, ours.anisotropy) = (Levels::First, 1 + random.below(3u32));
        let naive = naive::Sampler { levels: 0, ..naive };
        let most = 1i64 << ours.anisotropy;
        // A texel is eight 64ths wide.
        let places: Vec<(Place, i64)> = (0..LANES)
            .map(|_| {
                let mut place = drawn.place(random, false);
                place.at[0] = place.at[0] / 8 * 8;
                place.at[1] = place.at[1] / 8 * 8;
                (place, 1 << random.below(4u32))
            })
            .collect();
        let addresses = places.iter().map(|(place, wide)| {
            let (long, short) = (float(8 * wide, 64), float(8, 64));
            let mut address = vec![long, 0, 0, short];
            address.extend(drawn.coordinates(place));
            address
        });
        let before = drawn.before("image_sample_d", &ours, addresses.collect());
        check(&before, &places, &naive, |(place, wide)| {
            let samples = (*wide).min(most);
            let mut sum = [0.0; 4];
            for n in 0..samples {
                let mut moved = *place;
                // In 128ths of the line, of which each sample has the middle of its part.
                moved.at[0] += 8 * wide * (2 * n + 1 - samples) / (2 * samples);
                let one = naive::sample(&drawn.picture, &naive, &moved, 0);
                (0..4).for_each(|i| sum[i] += f64::from(one[i]));
            }
            sum.map(|sum| (sum / samples as f64) as f32)
        });
    });
}

/// Nothing is sampled where nothing is asked: a sampler's other filters leave single texels alone.
#[test]
fn one_texel_is_its_own_least() {
    for target in Target::RDNA {
        let mut random = Random::new(16);
        let drawn = Drawn::new(&mut random, target, ImageKind::D2, [1, 1, 1], 1);
        let ours = Sampler {
            blend: Blend::Least,
            magnify_linear: true,
            minify_linear: true,
            ..Sampler::NEAREST
        };
        let before = drawn.before("image_sample_lz", &ours, vec![vec![float(1, 2); 2]; LANES]);
        let after = before.run().expect("it runs");
        let texel = drawn.picture.levels[0].texels[0].map(|eighths| eighths as f32 / 8.0);
        same(&before, 0, &after.data[0], texel, &"one texel");
    }
}

/// Between the centres of two texels there are 256 places: what is nearer to a centre than half of
/// such a step takes nothing of the other texel, however great it is.
#[test]
fn places_between_texels_have_eight_bits() {
    const GREAT: f32 = 1.0e30;
    // In 2048ths of a texel beyond the centre of the first one, and the share of the second in 256ths.
    let cases = [
        (0, 0.0),
        (1, 0.0),
        (3, 0.0),
        (5, 1.0),
        (8, 1.0),
        (1024, 128.0),
        (1027, 128.0),
        (1029, 129.0),
        (2043, 255.0),
        (2045, 256.0),
        (2047, 256.0),
    ];
    for target in Target::RDNA {
        let memory = [0.0, GREAT].map(f32::to_le_bytes).concat();
        let sampler = Sampler {
            magnify_linear: true,
            minify_linear: true,
            unnormalized: true,
            ..Sampler::NEAREST
        };
        let places = cases.iter().cycle().take(LANES);
        let before = Before {
            target,
            name: "image_sample_lz",
            modifiers: "dmask:0x1 dim:SQ_RSRC_IMG_1D".into(),
            data: 1,
            image: described(ImageKind::D1, "32_FLOAT", [2, 1]).words(target),
            sampler: Some(sampler.words(target)),
            addresses: places
                .map(|(place, _)| vec![float(1024 + place, 2048)])
                .collect(),
            stores: Vec::new(),
            memory,
        };
        let after = before.run().expect("it runs");
        for (lane, (place, share)) in cases.iter().enumerate() {
            let found = f32::from_bits(after.data[lane][0]);
            let expected = (f64::from(GREAT) * share / 256.0) as f32;
            assert_eq!(found, expected, "{target} at {place} 2048ths");
        }
    }
}

/// A view of an image in three dimensions may have its last slice before the first: then there is the border alone.
#[test]
fn images_without_slices() {
    each(17, 8, |random, target| {
        let mut drawn = Drawn::new(random, target, ImageKind::D3, [4, 4, 4], 1);
        (drawn.image.is_view, drawn.image.slices) = (true, (3, 1));
        let (mut sampler, _) = sampler(random, false);
        sampler.border = 0;
        let address = || [0; 3].map(|_| random.below(100u32) as f32 / 50.0 - 0.5);
        let addresses = std::iter::repeat_with(address).take(LANES);
        let addresses = addresses.map(|it| it.map(f32::to_bits).to_vec()).collect();
        let before = drawn.before("image_sample_lz", &sampler, addresses);
        let after = before.run().expect("it runs");
        assert!(after.data.iter().flatten().all(|word| *word == 0));
    });
}
