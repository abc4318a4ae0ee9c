//! Image instructions against a sampler that was written by itself: `naive` has whole numbers and no
//! rounding, so results must be the nearest `f32`, to the bit. Its places are 64ths, so
//! that the eight bits which a filter has between texels are enough.

mod every;
mod formats;
mod machine;
mod naive;
mod special;

use amdgpu::Target;
use amdgpu::image::descriptor::{Edge, Image, ImageKind, Levels, Sampler};
use amdgpu::names::format_code;
use machine::{Before, LANES};
use naive::{Level, Picture, Place};
use random::Random;

const EDGES: [Edge; 8] = [
    Edge::Wrap,
    Edge::Mirror,
    Edge::Clamp,
    Edge::MirrorOnce,
    Edge::ClampHalfBorder,
    Edge::MirrorOnceHalfBorder,
    Edge::Border,
    Edge::MirrorOnceBorder,
];

/// The dimensions that are sampled, and how instructions call them.
const KINDS: [(ImageKind, &str); 5] = [
    (ImageKind::D1, "SQ_RSRC_IMG_1D"),
    (ImageKind::D2, "SQ_RSRC_IMG_2D"),
    (ImageKind::D3, "SQ_RSRC_IMG_3D"),
    (ImageKind::D1Array, "SQ_RSRC_IMG_1D_ARRAY"),
    (ImageKind::D2Array, "SQ_RSRC_IMG_2D_ARRAY"),
];

/// A picture, what describes it, and where its texels are.
struct Drawn {
    target: Target,
    picture: Picture,
    image: Image,
    dim: &'static str,
    memory: Vec<u8>,
}

impl Drawn {
    fn new(
        random: &mut Random,
        target: Target,
        kind: ImageKind,
        size: [u32; 3],
        levels: u32,
    ) -> Drawn {
        let dim = KINDS
            .iter()
            .find(|(k, _)| *k == kind)
            .expect("a dimension")
            .1;
        let slices = matches!(kind, ImageKind::D1Array | ImageKind::D2Array);
        let smaller = |n: u32, level: u32| i64::from((n >> level).max(1));
        let of = |level: u32, random: &mut Random| {
            let deep = if slices {
                i64::from(size[2])
            } else {
                smaller(size[2], level)
            };
            let size = [smaller(size[0], level), smaller(size[1], level), deep];
            let count = size.iter().product::<i64>();
            let texel =
                |random: &mut Random| [0; 4].map(|_: i32| i64::from(random.below(65u32)) - 32);
            Level {
                size,
                texels: (0..count).map(|_| texel(random)).collect(),
            }
        };
        let picture = Picture {
            levels: (0..levels).map(|level| of(level, random)).collect(),
            slices,
        };
        let image = Image {
            base: 0,
            kind,
            format: format_code("32_32_32_32_FLOAT").expect("a format").into(),
            width: size[0],
            height: size[1],
            depth: if slices { 1 } else { size[2] },
            slices: if slices { (0, size[2] - 1) } else { (0, 0) },
            pitch: 0,
            select: [4, 5, 6, 7],
            levels: (0, levels - 1),
            max_level: levels - 1,
            min_lod: 0,
            swizzle_mode: 0,
            border_order: 0,
            is_view: false,
        };
        let memory = draw(&picture, target, size);
        Drawn {
            target,
            picture,
            image,
            dim,
            memory,
        }
    }

    fn before(&self, name: &'static str, sampler: &Sampler, addresses: Vec<Vec<u32>>) -> Before {
        Before {
            target: self.target,
            name,
            modifiers: format!("dmask:0xf dim:{}", self.dim),
            data: 4,
            image: self.image.words(self.target),
            sampler: Some(sampler.words(self.target)),
            addresses,
            stores: Vec::new(),
            memory: self.memory.clone(),
        }
    }

    /// The coordinates that there are, as registers have them.
    fn coordinates(&self, place: &Place) -> Vec<u32> {
        let chosen: &[usize] = match self.image.kind {
            ImageKind::D1 => &[0],
            ImageKind::D2 => &[0, 1],
            ImageKind::D1Array => &[0, 2],
            _ => &[0, 1, 2],
        };
        chosen.iter().map(|n| float(place.at[*n], 64)).collect()
    }

    fn place(&self, random: &mut Random, counts_texels: bool) -> Place {
        let mut at = [0; 3].map(|_: i32| {
            let reach = if counts_texels { 12 * 64 } else { 3 * 64 };
            i64::from(random.below(2 * reach as u32)) - reach
        });
        if self.picture.slices {
            at[2] = i64::from(random.below(64 * 8u32)) - 64;
        }
        // A dimension that is not there is not asked.
        if matches!(self.image.kind, ImageKind::D1 | ImageKind::D1Array) {
            at[1] = 32;
        }
        if matches!(self.image.kind, ImageKind::D1 | ImageKind::D2) {
            at[2] = 32;
        }
        Place {
            at,
            counts_texels,
            offset: [0; 3],
        }
    }
}

/// Texels in memory: levels with the smallest first, rows at multiples of some bytes, slice after
/// slice.
fn draw(picture: &Picture, target: Target, size: [u32; 3]) -> Vec<u8> {
    let rows_at = if target == Target::Gfx1200 { 128 } else { 256 };
    let up = |n: u64, to: u64| n.div_ceil(to) * to;
    let halves = |n: u32, level: usize| u64::from(n).div_ceil(1 << level);
    let pitch = |level: usize| up(16 * halves(size[0], level), rows_at);
    let bytes = |level: usize| up(pitch(level), 256) * halves(size[1], level);
    let count = picture.levels.len();
    let slice: u64 = (0..count).map(bytes).sum();
    let mut memory = vec![0; (slice * u64::from(size[2])) as usize];
    for (n, level) in picture.levels.iter().enumerate() {
        let start: u64 = (n + 1..count).map(bytes).sum();
        let mut texels = level.texels.iter();
        for z in 0..level.size[2] as u64 {
            for y in 0..level.size[1] as u64 {
                for x in 0..level.size[0] as u64 {
                    let at = (z * slice + start + y * pitch(n) + 16 * x) as usize;
                    let texel = texels.next().expect("as many texels as the size says");
                    for (i, component) in texel.iter().enumerate() {
                        let bits = float(*component, 8).to_le_bytes();
                        memory[at + 4 * i..][..4].copy_from_slice(&bits);
                    }
                }
            }
        }
    }
    memory
}

fn float(numerator: i64, denominator: i64) -> u32 {
    (numerator as f32 / denominator as f32).to_bits()
}

fn same(before: &Before, lane: usize, found: &[u32], expected: [f32; 4], of: &dyn std::fmt::Debug) {
    let found: Vec<f32> = found.iter().map(|bits| f32::from_bits(*bits)).collect();
    assert_eq!(
        found,
        expected,
        "{} {}, lane {lane}, {:?}, {of:?}",
        before.target,
        before.text(),
        before.addresses[lane]
    );
}

/// Runs it and compares what every lane has with what it should have for its place.
fn check<P: std::fmt::Debug>(
    before: &Before,
    places: &[P],
    of: &dyn std::fmt::Debug,
    expected: impl Fn(&P) -> [f32; 4],
) {
    let after = before.run().expect("it runs");
    for (lane, place) in places.iter().enumerate() {
        same(
            before,
            lane,
            &after.data[lane],
            expected(place),
            &(place, of),
        );
    }
}

/// A sampler, and the same for the naive one.
fn sampler(random: &mut Random, counts_texels: bool) -> (Sampler, naive::Sampler) {
    let edge = |random: &mut Random| random.below(8usize);
    let edges = [edge(random), edge(random), edge(random)];
    let linear = random.chance(60);
    let levels = random.pick(&[Levels::First, Levels::Nearest, Levels::Linear]);
    let border = random.below(3u32);
    let ours = Sampler {
        edges: edges.map(|n| EDGES[n]),
        unnormalized: counts_texels,
        magnify_linear: linear,
        minify_linear: linear,
        levels,
        max_lod: 0xfff,
        border,
        ..Sampler::NEAREST
    };
    let naive = naive::Sampler {
        edges: edges.map(|n| n as u32),
        linear,
        levels: levels as u32,
        border: [[0; 4], [0, 0, 0, 8], [8; 4]][border as usize],
    };
    (ours, naive)
}

fn each(seed: u64, count: usize, mut check: impl FnMut(&mut Random, Target)) {
    for target in Target::RDNA {
        let mut random = Random::new(seed);
        (0..count).for_each(|_| check(&mut random, target));
    }
}

/// An image as plain as can be.
fn described(kind: ImageKind, format: &str, [width, height]: [u32; 2]) -> Image {
    Image {
        base: 0,
        kind,
        format: format_code(format).expect("a format").into(),
        width,
        height,
        depth: 1,
        slices: (0, 0),
        pitch: 0,
        select: [4, 5, 6, 7],
        levels: (0, 0),
        max_level: 0,
        min_lod: 0,
        swizzle_mode: 0,
        border_order: 0,
        is_view: false,
    }
}

fn size(random: &mut Random, kind: ImageKind) -> [u32; 3] {
    let mut n = || 1 + random.below(9u32);
    match kind {
        ImageKind::D1 => [n(), 1, 1],
        ImageKind::D2 => [n(), n(), 1],
        ImageKind::D1Array => [n(), 1, n()],
        _ => [n(), n(), n()],
    }
}

#[test]
fn filters_edges_and_levels() {
    each(1, 120, |random, target| {
        let kind = random.pick(&KINDS).0;
        let size = size(random, kind);
        let levels = 1 + random.below(3u32);
        let drawn = Drawn::new(random, target, kind, size, levels);
        let counts_texels = random.chance(30);
        let (ours, naive) = sampler(random, counts_texels);
        let places: Vec<Place> = (0..LANES)
            .map(|_| drawn.place(random, counts_texels))
            .collect();
        let lods = std::iter::repeat_with(|| i64::from(random.below(1024u32)) - 256);
        let asked: Vec<(Place, i64)> = places.into_iter().zip(lods).collect();
        let addresses = asked.iter().map(|(place, lod)| {
            let mut address = drawn.coordinates(place);
            address.push(float(*lod, 256));
            address
        });
        let before = drawn.before("image_sample_l", &ours, addresses.collect());
        check(&before, &asked, &naive, |(place, lod)| {
            naive::sample(&drawn.picture, &naive, place, *lod)
        });
    });
}

#[test]
fn gathers_with_offsets() {
    each(2, 60, |random, target| {
        let size = size(random, ImageKind::D2);
        let drawn = Drawn::new(random, target, ImageKind::D2, size, 1);
        let (ours, naive) = sampler(random, false);
        let component = random.below(4usize);
        let places: Vec<Place> = (0..LANES)
            .map(|_| {
                let mut place = drawn.place(random, false);
                place.offset =
                    [random.below(16u32), random.below(16u32), 0].map(|n| i64::from(n) - 8);
                place.offset[2] = 0;
                place
            })
            .collect();
        let addresses = places.iter().map(|place| {
            let [x, y, _] = place.offset.map(|n| n as u32 & 0x3f);
            let mut address = vec![x | y << 8];
            address.extend(drawn.coordinates(place));
            address
        });
        let mut before = drawn.before("image_gather4_lz_o", &ours, addresses.collect());
        before.modifiers = format!("dmask:{:#x} dim:{}", 1 << component, drawn.dim);
        check(&before, &places, &component, |place| {
            naive::gather(&drawn.picture, &naive, place, component)
        });
    });
}

/// A comparison is a sample of an image of ones and zeros.
#[test]
fn comparisons_come_before_filters() {
    let passes: [fn(i64, i64) -> bool; 8] = [
        |_, _| false,
        |a, b| a < b,
        |a, b| a == b,
        |a, b| a <= b,
        |a, b| a > b,
        |a, b| a != b,
        |a, b| a >= b,
        |_, _| true,
    ];
    each(3, 60, |random, target| {
        let kind = random.pick(&KINDS).0;
        let size = size(random, kind);
        let drawn = Drawn::new(random, target, kind, size, 1);
        let (mut ours, naive) = sampler(random, false);
        ours.compare = random.below(8u32);
        let compare = passes[ours.compare as usize];
        let reference = i64::from(random.below(33u32)) - 16;
        let of = |texel: [i64; 4]| [8 * i64::from(compare(reference, texel[0])); 4];
        let mut compared = drawn.picture.clone();
        for texel in &mut compared.levels[0].texels {
            *texel = of(*texel);
        }
        let border = of(naive.border);
        let naive = naive::Sampler { border, ..naive };
        let places: Vec<Place> = (0..LANES).map(|_| drawn.place(random, false)).collect();
        let addresses = places.iter().map(|place| {
            let mut address = vec![float(reference, 8)];
            address.extend(drawn.coordinates(place));
            address
        });
        let before = drawn.before("image_sample_c_lz", &ours, addresses.collect());
        check(&before, &places, &naive, |place| {
            naive::sample(&compared, &naive, place, 0)
        });
    });
}

/// Gradients of powers of two over sizes that are powers of two have levels of detail that are whole.
#[test]
fn levels_of_detail_from_gradients() {
    each(4, 40, |random, target| {
        let drawn = Drawn::new(random, target, ImageKind::D2, [16, 16, 1], 4);
        let (mut ours, mut naive) = sampler(random, false);
        (ours.levels, naive.levels) = (Levels::Linear, 2);
        ours.lod_bias = random.pick(&[0, 128, -64]);
        let halves = random.chance(50);
        let places: Vec<Place> = (0..LANES).map(|_| drawn.place(random, false)).collect();
        let powers: Vec<i64> = (0..LANES)
            .map(|_| i64::from(random.below(5u32)) - 1)
            .collect();
        let clamps: Vec<i64> = (0..LANES)
            .map(|_| i64::from(random.below(3u32)) * 128)
            .collect();
        let addresses = (0..LANES).map(|lane| {
            let step = 2f32.powi(powers[lane] as i32 - 4);
            let mut address = match halves {
                // One half of each direction in each register.
                true => vec![half(step), 0],
                false => vec![step.to_bits(), 0, 0, (step / 2.0).to_bits()],
            };
            address.extend(drawn.coordinates(&places[lane]));
            address.push(float(clamps[lane], 256));
            address
        });
        let name = match halves {
            true => "image_sample_d_cl_g16",
            false => "image_sample_d_cl",
        };
        let before = drawn.before(name, &ours, addresses.collect());
        let after = before.run().expect("it runs");
        for lane in 0..LANES {
            let lod = (256 * powers[lane] + i64::from(ours.lod_bias)).max(clamps[lane]);
            let expected = naive::sample(&drawn.picture, &naive, &places[lane], lod);
            same(&before, lane, &after.data[lane], expected, &(lod, halves));
        }
    });
}

/// The bits of a power of two as a half.
fn half(value: f32) -> u32 {
    ((value.to_bits() >> 23) as i32 - 127 + 15) as u32 * 1024
}

/// Four lanes are a square: what they differ in is the gradient, and a bias is added.
#[test]
fn levels_of_detail_from_squares() {
    each(5, 20, |random, target| {
        let drawn = Drawn::new(random, target, ImageKind::D2, [16, 16, 1], 4);
        let (mut ours, mut naive) = sampler(random, false);
        (ours.levels, naive.levels) = (Levels::Linear, 2);
        let bias = i64::from(random.below(512u32)) - 128;
        let power = random.below(3u32);
        let places: Vec<Place> = (0..LANES as i64)
            .map(|lane| {
                // Texels are four 64ths wide.
                let step = 4 << power;
                let at = [lane % 2 * step + lane / 4, lane % 4 / 2 * step, 32];
                Place {
                    at,
                    counts_texels: false,
                    offset: [0; 3],
                }
            })
            .collect();
        let addresses = places.iter().map(|place| {
            let mut address = vec![float(bias, 256)];
            address.extend(drawn.coordinates(place));
            address
        });
        let before = drawn.before("image_sample_b", &ours, addresses.collect());
        let lod = 256 * i64::from(power) + bias;
        check(&before, &places, &(bias, power), |place| {
            naive::sample(&drawn.picture, &naive, place, lod)
        });
    });
}

/// Faces of one colour each: inside it is the face's, at an edge the mean of two, at a corner of three.
#[test]
fn cubes_go_on_over_their_edges() {
    for target in Target::RDNA {
        let mut random = Random::new(6);
        let mut drawn = Drawn::new(&mut random, target, ImageKind::D2Array, [4, 4, 6], 1);
        for (face, texels) in drawn.picture.levels[0].texels.chunks_mut(16).enumerate() {
            texels.fill([8 << face, 0, 0, 0]);
        }
        drawn.memory = draw(&drawn.picture, target, [4, 4, 6]);
        drawn.image.kind = ImageKind::Cube;
        drawn.dim = "SQ_RSRC_IMG_CUBE";
        let sampler = Sampler {
            magnify_linear: true,
            ..Sampler::NEAREST
        };
        // Middle, right edge of +X (which is -Z), upper edge of +Z (+Y), a corner of +X, +Y and +Z.
        let asked: [([f32; 3], f32); 4] = [
            ([1.5, 1.5, 3.0], 8.0),
            ([2.0, 1.5, 0.0], (1.0 + 32.0) / 2.0),
            ([1.5, 1.0, 4.0], (16.0 + 4.0) / 2.0),
            ([1.0, 1.0, 0.0], (1.0 + 4.0 + 16.0) / 3.0),
        ];
        let lane = |n: usize| asked[n % 4];
        let addresses = (0..LANES).map(|n| lane(n).0.map(f32::to_bits).to_vec());
        let before = drawn.before("image_sample_lz", &sampler, addresses.collect());
        let after = before.run().expect("it runs");
        for n in 0..LANES {
            let found = f32::from_bits(after.data[n][0]);
            assert_eq!(found, lane(n).1, "{target} lane {n}: {:?}", lane(n));
        }
    }
}

/// What a model does not know is refused in so many words.
#[test]
fn unknown_blocks_and_formats_trap() {
    for target in Target::RDNA {
        let mut random = Random::new(7);
        let mut drawn = Drawn::new(&mut random, target, ImageKind::D2, [4, 4, 1], 1);
        let address = vec![vec![0, 0]; LANES];
        // Blocks of RDNA 3 depend on the chip; RDNA 4 has seven kinds.
        drawn.image.swizzle_mode = 9;
        let before = drawn.before("image_sample_lz", &Sampler::NEAREST, address.clone());
        let why = before.run().err().expect("a trap");
        assert!(why.contains("swizzle mode 9"), "{why}");
        drawn.image.swizzle_mode = 0;
        drawn.image.format = 109;
        let before = drawn.before("image_sample_lz", &Sampler::NEAREST, address);
        let why = before.run().err().expect("a trap");
        assert!(why.contains("format 109"), "{why}");
    }
}
