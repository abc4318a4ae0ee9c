//! Descriptors: what eight words say about an image, and four about a sampler.
//!
//! Where the fields are is data, one table for each layout, which reading and writing both follow.

use crate::format::Layout;
pub use crate::names::format_code;
use crate::target::Target;

/// A field: word, lowest bit, bits.
type Field = (usize, u32, u32);

fn read(words: &[u32], (word, low, bits): Field) -> u32 {
    words[word] >> low & ((1 << bits) - 1)
}

fn write(words: &mut [u32], field: Field, value: u32) {
    let (word, low, bits) = field;
    debug_assert!(value >> bits == 0, "{value} in {bits} bits");
    words[word] |= value << low;
}

/// What memory an image is, and how it is asked: the type field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // The names say it.
pub enum ImageKind {
    D1,
    D2,
    D3,
    Cube,
    D1Array,
    D2Array,
    Msaa,
    MsaaArray,
}

impl ImageKind {
    const ALL: [ImageKind; 8] = [
        ImageKind::D1,
        ImageKind::D2,
        ImageKind::D3,
        ImageKind::Cube,
        ImageKind::D1Array,
        ImageKind::D2Array,
        ImageKind::Msaa,
        ImageKind::MsaaArray,
    ];

    /// As the dimension of an instruction has it.
    pub(crate) fn of_dimension(dim: u32) -> ImageKind {
        ImageKind::ALL[dim as usize & 7]
    }

    /// The first dimension counts, but not the second.
    pub(crate) fn is_line(self) -> bool {
        matches!(self, ImageKind::D1 | ImageKind::D1Array)
    }

    /// A third number says which slice.
    pub(crate) fn has_slices(self) -> bool {
        matches!(
            self,
            ImageKind::Cube | ImageKind::D1Array | ImageKind::D2Array | ImageKind::MsaaArray
        )
    }

    pub(crate) fn has_samples(self) -> bool {
        matches!(self, ImageKind::Msaa | ImageKind::MsaaArray)
    }
}

/// What a descriptor says about an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Image {
    /// Of the first byte, a multiple of 256.
    pub base: u64,
    /// The dimensions that it has.
    pub kind: ImageKind,
    /// How texels are stored: a code of [`crate::names::format_code`].
    pub format: u32,
    /// Texels in each row of the largest level.
    pub width: u32,
    /// Rows of the largest level.
    pub height: u32,
    /// Slices of an image in three dimensions.
    pub depth: u32,
    /// The first slice that is seen, and the last.
    pub slices: (u32, u32),
    /// Texels from row to row, where they are more than the width needs; images of one or two
    /// dimensions without slices have that.
    pub pitch: u32,
    /// For each component of a result: 0, 1, or 4 to 7 for what is stored.
    pub select: [u8; 4],
    /// The levels that are seen: the first, and the last. Of an image with samples, 0 and how many
    /// there are as a power of two.
    pub levels: (u32, u32),
    /// The last level that there is.
    pub max_level: u32,
    /// The level of detail is at least so much, in 256ths.
    pub min_lod: u32,
    /// How texels are arranged: 0 is row by row.
    pub swizzle_mode: u32,
    /// Where the components of border colours are stored.
    pub border_order: u32,
    /// Of an image in three dimensions, slices count from the first that is seen.
    pub is_view: bool,
}

/// Where the fields of images are.
struct ImageFields {
    base_high: Field,
    max_level: Field,
    format: Field,
    width_low: Field,
    width_high: Field,
    height: Field,
    first_level: Field,
    last_level: Field,
    swizzle_mode: Field,
    border_order: Field,
    kind: Field,
    depth: Field,
    pitch_high: Field,
    first_slice: Field,
    is_view: Field,
    min_lod_low: Field,
    min_lod_high: Field,
}

const GFX11: ImageFields = ImageFields {
    base_high: (1, 0, 8),
    max_level: (1, 16, 4),
    format: (1, 20, 8),
    width_low: (1, 30, 2),
    width_high: (2, 0, 12),
    height: (2, 14, 14),
    first_level: (3, 12, 4),
    last_level: (3, 16, 4),
    swizzle_mode: (3, 20, 5),
    border_order: (3, 25, 3),
    kind: (3, 28, 4),
    depth: (4, 0, 13),
    pitch_high: (4, 13, 1),
    first_slice: (4, 16, 13),
    is_view: (5, 0, 4),
    min_lod_low: (5, 27, 5),
    min_lod_high: (6, 0, 7),
};

const GFX12: ImageFields = ImageFields {
    base_high: (1, 0, 8),
    max_level: (1, 12, 5),
    format: (1, 17, 8),
    width_low: (1, 30, 2),
    width_high: (2, 0, 14),
    height: (2, 14, 16),
    first_level: (1, 25, 5),
    last_level: (3, 15, 5),
    swizzle_mode: (3, 20, 5),
    border_order: (3, 25, 3),
    kind: (3, 28, 4),
    depth: (4, 0, 14),
    pitch_high: (4, 14, 2),
    first_slice: (4, 16, 14),
    is_view: (5, 4, 1),
    min_lod_low: (5, 26, 6),
    min_lod_high: (6, 0, 7),
};

fn image_fields(target: Target) -> &'static ImageFields {
    match target.generation().wide_descriptors {
        false => &GFX11,
        true => &GFX12,
    }
}

/// Selectors of components, wherever there are descriptors.
const SELECT: [Field; 4] = [(3, 0, 3), (3, 3, 3), (3, 6, 3), (3, 9, 3)];

impl Image {
    /// What the words say to chips of this generation; nothing where they describe no image.
    pub(crate) fn read(words: &[u32; 8], target: Target) -> Option<Image> {
        let fields = image_fields(target);
        let get = |field: Field| read(words, field);
        let kind = *ImageKind::ALL.get(get(fields.kind).checked_sub(8)? as usize)?;
        let depth = get(fields.depth);
        let pitch = depth | get(fields.pitch_high) << fields.depth.2;
        let alone = matches!(kind, ImageKind::D1 | ImageKind::D2 | ImageKind::Msaa);
        let first_slice = get(fields.first_slice);
        Some(Image {
            base: u64::from(words[0]) << 8 | u64::from(get(fields.base_high)) << 40,
            kind,
            format: get(fields.format),
            width: (get(fields.width_low) | get(fields.width_high) << 2) + 1,
            height: match kind.is_line() {
                true => 1,
                false => get(fields.height) + 1,
            },
            depth: if kind == ImageKind::D3 { depth + 1 } else { 1 },
            slices: match kind {
                _ if kind.has_slices() => (first_slice, depth),
                ImageKind::D3 if get(fields.is_view) != 0 => (first_slice, depth),
                _ => (0, 0),
            },
            pitch: if alone && pitch != 0 { pitch + 1 } else { 0 },
            select: SELECT.map(|field| get(field) as u8),
            levels: (get(fields.first_level), get(fields.last_level)),
            max_level: get(fields.max_level),
            min_lod: get(fields.min_lod_low) | get(fields.min_lod_high) << fields.min_lod_low.2,
            swizzle_mode: get(fields.swizzle_mode),
            border_order: get(fields.border_order),
            is_view: get(fields.is_view) != 0,
        })
    }

    /// The bytes of a texel with these components, floats or integers as its format has them; none
    /// if the format is not known.
    pub fn texel(&self, components: [u32; 4]) -> Vec<u8> {
        let Some(layout) = Layout::of(self.format) else {
            return Vec::new();
        };
        let mut bytes = vec![0; layout.bytes()];
        layout.write(&layout.place(self.select, &components), &mut bytes);
        bytes
    }

    /// The words that say it to chips of this generation.
    pub fn words(&self, target: Target) -> [u32; 8] {
        let fields = image_fields(target);
        let mut words = [0; 8];
        words[0] = (self.base >> 8) as u32;
        let (low, high) = (fields.min_lod_low.2, self.min_lod);
        let width = self.width - 1;
        let depth = match self.kind {
            ImageKind::D3 if self.is_view => self.slices.1,
            ImageKind::D3 => self.depth - 1,
            kind if kind.has_slices() => self.slices.1,
            _ => self.pitch.saturating_sub(1),
        };
        let low_bits = |value: u32, bits: u32| value & ((1 << bits) - 1);
        for (field, value) in [
            (fields.base_high, (self.base >> 40) as u32),
            (fields.max_level, self.max_level),
            (fields.format, self.format),
            (fields.width_low, width & 3),
            (fields.width_high, width >> 2),
            (fields.height, self.height - 1),
            (fields.first_level, self.levels.0),
            (fields.last_level, self.levels.1),
            (fields.swizzle_mode, self.swizzle_mode),
            (fields.border_order, self.border_order),
            (fields.kind, 8 + self.kind as u32),
            (fields.depth, low_bits(depth, fields.depth.2)),
            (fields.pitch_high, depth >> fields.depth.2),
            (fields.first_slice, self.slices.0),
            (fields.is_view, self.is_view.into()),
            (fields.min_lod_low, low_bits(high, low)),
            (fields.min_lod_high, high >> low),
        ] {
            write(&mut words, field, value);
        }
        for (field, select) in SELECT.into_iter().zip(self.select) {
            write(&mut words, field, select.into());
        }
        words
    }
}

/// What becomes of coordinates outside an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// It repeats.
    Wrap,
    /// It repeats, every other time mirrored.
    Mirror,
    /// The last texel goes on.
    Clamp,
    /// Mirrored once, then the last texel goes on.
    MirrorOnce,
    /// Half way to the border, and no further.
    ClampHalfBorder,
    /// The same, mirrored once.
    MirrorOnceHalfBorder,
    /// The border.
    Border,
    /// The border, mirrored once.
    MirrorOnceBorder,
}

impl Edge {
    const ALL: [Edge; 8] = [
        Edge::Wrap,
        Edge::Mirror,
        Edge::Clamp,
        Edge::MirrorOnce,
        Edge::ClampHalfBorder,
        Edge::MirrorOnceHalfBorder,
        Edge::Border,
        Edge::MirrorOnceBorder,
    ];
}

/// What is made of the texels that a filter takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blend {
    /// Their sum, by their weights.
    Sum,
    /// The least of each component.
    Least,
    /// The greatest of each.
    Greatest,
}

/// How a filter goes from level to level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Levels {
    /// The first level, always.
    First,
    /// The nearest one.
    Nearest,
    /// Between two.
    Linear,
}

/// What a descriptor says about a sampler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sampler {
    /// For each dimension.
    pub edges: [Edge; 3],
    /// Coordinates count texels.
    pub unnormalized: bool,
    /// Texels are weighed where the image is seen larger than it is.
    pub magnify_linear: bool,
    /// Texels are weighed where it is seen smaller.
    pub minify_linear: bool,
    /// Between levels.
    pub levels: Levels,
    /// The least level of detail, in 256ths.
    pub min_lod: u32,
    /// The greatest.
    pub max_lod: u32,
    /// Added to the level of detail, in 256ths.
    pub lod_bias: i32,
    /// How many samples are taken along the longer side, as a power of two, where a filter asks.
    pub anisotropy: u32,
    /// How a texel is compared with the reference: never, less, equal, less or equal, greater,
    /// different, greater or equal, always.
    pub compare: u32,
    /// Transparent black, opaque black, white, or one from a table.
    pub border: u32,
    /// Of the third dimension: as the others, nearest, or linear.
    pub third: u32,
    /// What is made of the texels.
    pub blend: Blend,
    /// What is stored by the curve of sRGB is taken as it is.
    pub skips_curve: bool,
    /// What is stored as it is, is taken by the curve of sRGB.
    pub forces_curve: bool,
    /// Filters do not cross the edges of a cube.
    pub single_faces: bool,
}

const EDGES: [Field; 3] = [(0, 0, 3), (0, 3, 3), (0, 6, 3)];
const ANISOTROPY: Field = (0, 9, 3);
const COMPARE: Field = (0, 12, 3);
const UNNORMALIZED: Field = (0, 15, 1);
const FORCE_CURVE: Field = (0, 20, 1);
const SINGLE_FACES: Field = (0, 28, 1);
const BLEND: Field = (0, 29, 2);
const SKIP_CURVE: Field = (0, 31, 1);
const LOD_BIAS: Field = (2, 0, 14);
const MAGNIFY: Field = (2, 20, 2);
const MINIFY: Field = (2, 22, 2);
const THIRD: Field = (2, 24, 2);
const MIP_FILTER: Field = (2, 26, 2);
const BORDER: Field = (3, 30, 2);

/// The least and the greatest level of detail.
fn lod_fields(target: Target) -> (Field, Field) {
    match target.generation().wide_descriptors {
        false => ((1, 0, 12), (1, 12, 12)),
        true => ((1, 0, 13), (1, 13, 13)),
    }
}

/// A filter that takes several samples along the longer side.
const ANISOTROPIC: u32 = 2;

impl Sampler {
    /// The nearest texel by coordinates from 0 to 1, of the first level, the last texel at the edges.
    pub const NEAREST: Sampler = Sampler {
        edges: [Edge::Clamp; 3],
        unnormalized: false,
        magnify_linear: false,
        minify_linear: false,
        levels: Levels::First,
        min_lod: 0,
        max_lod: 0,
        lod_bias: 0,
        anisotropy: 0,
        compare: 0,
        border: 0,
        third: 0,
        blend: Blend::Sum,
        skips_curve: false,
        forces_curve: false,
        single_faces: false,
    };

    /// What the words say to chips of this generation.
    pub(crate) fn read(words: &[u32; 4], target: Target) -> Sampler {
        let get = |field: Field| read(words, field);
        let (min_lod, max_lod) = lod_fields(target);
        let (magnify, minify) = (get(MAGNIFY), get(MINIFY));
        let anisotropic = (magnify | minify) & ANISOTROPIC != 0;
        Sampler {
            edges: EDGES.map(|field| Edge::ALL[get(field) as usize]),
            unnormalized: get(UNNORMALIZED) != 0,
            magnify_linear: magnify & 1 != 0,
            minify_linear: minify & 1 != 0,
            levels: match get(MIP_FILTER) {
                0 => Levels::First,
                1 => Levels::Nearest,
                _ => Levels::Linear,
            },
            min_lod: get(min_lod),
            max_lod: get(max_lod),
            lod_bias: (get(LOD_BIAS) << 18) as i32 >> 18,
            anisotropy: if anisotropic {
                get(ANISOTROPY).min(4)
            } else {
                0
            },
            compare: get(COMPARE),
            border: get(BORDER),
            third: get(THIRD),
            blend: match get(BLEND) {
                1 => Blend::Least,
                2 => Blend::Greatest,
                _ => Blend::Sum,
            },
            skips_curve: get(SKIP_CURVE) != 0,
            forces_curve: get(FORCE_CURVE) != 0,
            single_faces: get(SINGLE_FACES) != 0,
        }
    }

    /// The words that say it to chips of this generation.
    pub fn words(&self, target: Target) -> [u32; 4] {
        let mut words = [0; 4];
        let (min_lod, max_lod) = lod_fields(target);
        let filter = |linear: bool| {
            let anisotropic = if self.anisotropy > 0 { ANISOTROPIC } else { 0 };
            u32::from(linear) | anisotropic
        };
        for (field, value) in [
            (UNNORMALIZED, self.unnormalized.into()),
            (MAGNIFY, filter(self.magnify_linear)),
            (MINIFY, filter(self.minify_linear)),
            (MIP_FILTER, self.levels as u32),
            (min_lod, self.min_lod),
            (max_lod, self.max_lod),
            (LOD_BIAS, self.lod_bias as u32 & 0x3fff),
            (ANISOTROPY, self.anisotropy),
            (COMPARE, self.compare),
            (BORDER, self.border),
            (THIRD, self.third),
            (BLEND, self.blend as u32),
            (SKIP_CURVE, self.skips_curve.into()),
            (FORCE_CURVE, self.forces_curve.into()),
            (SINGLE_FACES, self.single_faces.into()),
        ] {
            write(&mut words, field, value);
        }
        for (field, edge) in EDGES.into_iter().zip(self.edges) {
            write(&mut words, field, edge as u32);
        }
        words
    }
}
