//! Where the texels of an image lie: row by row, level after level with the smallest first, slice
//! after slice; or in [blocks](super::tiles).
//!
//! Each slice has all levels. Samples of a texel lie in planes, one after the other: no chip has images
//! with samples that lie row by row, so there is nothing to follow.

use super::LANES;
use super::descriptor::{Image, ImageKind};
use super::tiles::Tiles;
use crate::format::Layout;
use crate::target::Target;
use std::rc::Rc;
use uop::Trap;

/// As many levels as descriptors can name.
const LEVELS: usize = 32;

/// One level.
#[derive(Clone, Copy, Debug, Default)]
struct Level {
    /// From the start of a slice.
    offset: u64,
    /// Bytes from row to row.
    pitch: u64,
}

/// An image in memory.
#[derive(Clone, Debug)]
pub(crate) struct Surface {
    pub image: Image,
    pub layout: Layout,
    levels: [Level; LEVELS],
    /// Bytes from slice to slice.
    slice: u64,
    /// Bytes from sample to sample.
    sample: u64,
    /// Where texels are that do not lie row by row.
    tiles: Option<Rc<Tiles>>,
}

/// A texel: across, down, and the slice or what is behind; which sample.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Texel {
    pub level: u32,
    pub at: [u32; 3],
    pub sample: u32,
}

impl Surface {
    /// The image that a descriptor describes to chips of this generation; nothing where it describes
    /// none, and loads find zeros.
    pub fn of(words: &[u32; 8], target: Target) -> Result<Option<Surface>, Trap> {
        let Some(image) = Image::read(words, target).filter(|image| image.format != 0) else {
            return Ok(None);
        };
        let Some(layout) = Layout::of(image.format).filter(|layout| layout.bytes() != 12) else {
            return Err(Trap::Illegal(format!(
                "the image has format {}, which is not known",
                image.format
            )));
        };
        let tiles = match image.swizzle_mode {
            0 => None,
            _ => Some(Rc::new(tiles(&image, layout, target)?)),
        };
        Ok(Some(Surface {
            tiles,
            ..Surface::new(image, layout, target)
        }))
    }

    fn new(image: Image, layout: Layout, target: Target) -> Surface {
        let bytes = layout.bytes() as u64;
        let rows_at = u64::from(target.generation().image_row_bytes);
        let mut levels = [Level::default(); LEVELS];
        let mut slice = 0;
        let last = match image.kind.has_samples() {
            true => 0,
            false => image.max_level.min(LEVELS as u32 - 1),
        };
        for level in (0..=last).rev() {
            // Rounded up here, though a level has the fewer texels.
            let size = |n: u32| u64::from(n.div_ceil(1 << level).max(1));
            let own = image.pitch.max(image.width);
            let width = if last == 0 { own } else { image.width };
            let pitch = (size(width) * bytes).next_multiple_of(rows_at);
            levels[level as usize] = Level {
                offset: slice,
                pitch,
            };
            // Slices are as long as if rows began at multiples of 256 bytes everywhere.
            let height = if image.kind.is_line() {
                1
            } else {
                size(image.height)
            };
            slice += pitch.next_multiple_of(256) * height;
        }
        let samples = if image.kind.has_samples() {
            1 << image.levels.1.min(4)
        } else {
            1
        };
        Surface {
            image,
            layout,
            levels,
            slice: slice * samples,
            sample: slice,
            tiles: None,
        }
    }

    /// The dimensions of a level: across, down, behind.
    pub fn size(&self, level: u32) -> [u32; 3] {
        let image = &self.image;
        let smaller = |n: u32| (n >> level.min(31)).max(1);
        let behind = match image.kind {
            ImageKind::D3 if !image.is_view => smaller(image.depth),
            ImageKind::D3 => self.slices(),
            kind if kind.has_slices() => self.slices(),
            _ => 1,
        };
        [smaller(image.width), smaller(image.height), behind]
    }

    /// How many slices are seen.
    pub fn slices(&self) -> u32 {
        let (first, last) = self.image.slices;
        (last + 1).saturating_sub(first)
    }

    /// How many samples a texel has.
    pub fn samples(&self) -> u32 {
        match self.image.kind.has_samples() {
            true => 1 << self.image.levels.1.min(4),
            false => 1,
        }
    }

    /// A level, counted from the first that is seen; nothing where it is not seen.
    pub fn plane(&self, level: u32) -> Option<Plane> {
        let image = &self.image;
        let level = match image.kind.has_samples() {
            true => 0,
            false => level.checked_add(image.levels.0)?,
        };
        if !image.kind.has_samples() && level > image.levels.1.min(image.max_level) {
            return None;
        }
        let own = &self.levels[level as usize];
        let first_slice = u64::from(image.slices.0) * self.slice;
        Some(Plane {
            level,
            size: self.size(level),
            samples: self.samples(),
            first: image.base + own.offset + first_slice,
            pitch: own.pitch,
            bytes: self.layout.bytes() as u64,
            slice: self.slice,
            sample: self.sample,
            first_slice: image.slices.0,
            tiles: self.tiles.clone(),
        })
    }
}

/// The address of a texel that there is none of.
pub(crate) const NOWHERE: u64 = u64::MAX;

/// A level of an image that is seen.
#[derive(Clone, Debug)]
pub(crate) struct Plane {
    level: u32,
    /// As of [`Surface::size`].
    size: [u32; 3],
    samples: u32,
    /// The address of the first texel of all, where they lie row by row.
    first: u64,
    /// Bytes from row to row.
    pitch: u64,
    /// Bytes of a texel.
    bytes: u64,
    /// Bytes from slice to slice, and from sample to sample.
    slice: u64,
    sample: u64,
    /// The first that is seen.
    first_slice: u32,
    tiles: Option<Rc<Tiles>>,
}

impl Plane {
    /// The address of a texel, or [`NOWHERE`].
    #[inline]
    pub fn address(&self, [x, y, z]: [u32; 3], sample: u32) -> u64 {
        let row = match sample < self.samples {
            true => self.row(y, z),
            false => NOWHERE,
        };
        match &self.tiles {
            _ if row == NOWHERE || x >= self.size[0] => NOWHERE,
            None => row + u64::from(sample) * self.sample + u64::from(x) * self.bytes,
            Some(tiles) => tiles.address(self.level, [x, y, z + self.first_slice], sample),
        }
    }

    /// The address of the first texel of a row, where rows are what texels lie in.
    #[inline(always)]
    fn row(&self, y: u32, z: u32) -> u64 {
        let [_, down, behind] = self.size;
        match y < down && z < behind {
            true => self.first + u64::from(z) * self.slice + u64::from(y) * self.pitch,
            false => NOWHERE,
        }
    }

    /// The addresses of the first samples of texels, of which some are in the same rows: `across` has the numbers
    /// of several in each, `down` and `behind` say which row. Calls `f` with each number of `across` and all addresses.
    pub fn addresses(
        &self,
        across: &[&[u32]],
        [down, behind]: [&[u32]; 2],
        mut f: impl FnMut(usize, &[u64]),
    ) {
        let (mut rows, mut all) = ([0; LANES], [0; LANES]);
        let count = down.len();
        for ((row, y), z) in rows.iter_mut().zip(down).zip(behind) {
            *row = self.row(*y, *z);
        }
        for (n, across) in across.iter().enumerate() {
            match &self.tiles {
                None => {
                    for ((to, row), x) in all.iter_mut().zip(&rows).zip(*across) {
                        let outside = (*row == NOWHERE) | (*x >= self.size[0]);
                        let address = row.wrapping_add(u64::from(*x) * self.bytes);
                        *to = if outside { NOWHERE } else { address };
                    }
                }
                Some(_) => {
                    for (lane, to) in all[..count].iter_mut().enumerate() {
                        *to = self.address([across[lane], down[lane], behind[lane]], 0);
                    }
                }
            }
            f(n, &all[..count]);
        }
    }
}

/// Where texels are that lie in blocks, if it is known.
fn tiles(image: &Image, layout: Layout, target: Target) -> Result<Tiles, Trap> {
    let mode = image.swizzle_mode;
    let why = match target.generation().wide_descriptors {
        true => "which is none",
        false => {
            "and texels of this generation are known only where they lie row by row (mode 0): where else depends on \
             how many channels of memory the chip has"
        }
    };
    let tiles = Tiles::of(image, layout.bytes() as u64);
    tiles
        .filter(|_| target.generation().wide_descriptors)
        .ok_or_else(|| Trap::Illegal(format!("the image has swizzle mode {mode}, {why}")))
}
