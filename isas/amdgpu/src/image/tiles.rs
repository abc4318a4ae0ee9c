//! Texels in blocks, as RDNA 4 arranges them by its swizzle modes 1 to 7.
//!
//! Within a block, bits of the coordinates take turns in the address. Blocks lie row by row, slices of blocks one after
//! the other, each with all levels, the smallest first. Levels that are small enough share one block at the beginning.
//!
//! RDNA 3 has such modes too, but mixes in which of its memory channels a block belongs to: how many there are differs
//! from chip to chip, and no descriptor says it.

use super::descriptor::Image;

/// As many levels as descriptors can name.
const LEVELS: u32 = 16;

/// Which coordinate has the next bit of an address within 256 bytes, lowest first: x, y and z. One row for each size of
/// texels, from one byte to sixteen.
const PLANE: [&str; 5] = ["xxyxyyxy", "xyxyxyx", "xyxyxy", "xyxxy", "xyxy"];
const VOLUME: [&str; 5] = ["xxzyyzxz", "xzyxzyz", "xyxzyz", "xyzxz", "xzyz"];
/// The same above 256 bytes.
const PLANE_ABOVE: &str = "yxyxyxyxyx";
const VOLUME_ABOVE: &str = "yxzyxzyxzy";

/// Where the texels of an image are.
#[derive(Clone, Debug)]
pub(crate) struct Tiles {
    base: u64,
    /// Bytes of a block, as a power of two.
    block: u32,
    /// Bytes of a texel, as a power of two.
    texel: u32,
    /// Samples of a texel, as a power of two.
    samples: u32,
    /// Which coordinate has which bit of an address in a block, behind texel and samples.
    turns: Vec<u8>,
    /// Texels of a block in each direction, as powers of two.
    extent: [u32; 3],
    levels: Vec<Level>,
    /// Bytes of the slices that a block has.
    slices: u64,
}

#[derive(Clone, Copy, Debug, Default)]
struct Level {
    /// From the beginning of the slices.
    offset: u64,
    /// Blocks in a row.
    pitch: u64,
    /// Where it begins in the block that it shares.
    shifted: [u32; 2],
}

/// Bytes of a block as a power of two, and whether it is a volume.
fn mode(number: u32) -> Option<(u32, bool)> {
    match number {
        1 => Some((8, false)),
        2 => Some((12, false)),
        3 => Some((16, false)),
        4 => Some((18, false)),
        5 => Some((12, true)),
        6 => Some((16, true)),
        7 => Some((18, true)),
        _ => None,
    }
}

impl Tiles {
    /// Those of an image with texels of so many bytes; nothing for modes that are none.
    pub fn of(image: &Image, bytes: u64) -> Option<Tiles> {
        let (block, volume) = mode(image.swizzle_mode)?;
        let texel = bytes.ilog2();
        let samples = match image.kind.has_samples() {
            true => image.levels.1.min(4),
            false => 0,
        };
        let turns = turns(volume, texel, samples, block);
        let extent = [b'x', b'y', b'z']
            .map(|axis| turns.iter().filter(|turn| **turn == axis).count() as u32);
        let mut tiles = Tiles {
            base: image.base,
            block,
            texel,
            samples,
            turns,
            extent,
            levels: Vec::new(),
            slices: 0,
        };
        tiles.arrange(image, volume);
        Some(tiles)
    }

    /// Puts levels one after the other.
    fn arrange(&mut self, image: &Image, volume: bool) {
        let count = match image.kind.has_samples() {
            true => 1,
            false => image.max_level.min(LEVELS - 1) + 1,
        };
        // Rounded up here, though a level has the fewer texels.
        let size = |level: u32| {
            let height = if image.kind.is_line() {
                1
            } else {
                image.height
            };
            [image.width, height].map(|n| n.max(1).div_ceil(1 << level))
        };
        let shared = self.shared(volume);
        let is_small = |level: u32| {
            let fits = size(level)
                .into_iter()
                .zip(shared)
                .all(|(n, most)| n <= most);
            self.block > 8 && count > 1 && fits && count - level <= self.most_shared(volume)
        };
        let first = (0..count).find(|level| is_small(*level)).unwrap_or(count);
        let block = 1u64 << self.block;
        let mut offset = if first < count { block } else { 0 };
        let mut levels = vec![Level::default(); count as usize];
        for (level, place) in (0..first).zip(&mut levels).rev() {
            let [x, y] = [0, 1].map(|axis| {
                let blocks = size(level)[axis].div_ceil(1 << self.extent[axis]);
                u64::from(blocks)
            });
            (place.offset, place.pitch) = (offset, x);
            offset += x * y * block;
        }
        for (level, place) in (0..count).zip(&mut levels).skip(first as usize) {
            place.pitch = 1;
            place.shifted = self.shifted(level - first, volume);
        }
        (self.levels, self.slices) = (levels, offset);
    }

    /// The largest level that shares a block: half a block.
    fn shared(&self, volume: bool) -> [u32; 2] {
        let [x, y, _] = self.extent;
        // Volumes of 4 and of 256 KiB are halved downwards.
        match volume && self.block.is_multiple_of(3) {
            true => [1 << x, 1 << y.saturating_sub(1)],
            false => [1 << x.saturating_sub(1), 1 << y],
        }
    }

    /// How many levels share a block at most.
    fn most_shared(&self, volume: bool) -> u32 {
        let size = match volume {
            true => self.block - (self.block - 8) / 3,
            false => self.block,
        };
        match size {
            0..=8 => 1,
            9..=11 => 1 + (1 << (size - 9)),
            _ => size - 4,
        }
    }

    /// Where the levels of a block begin, by their number in it: the last ones 256 bytes apart, those before them twice as
    /// much each time.
    fn shifted(&self, number: u32, volume: bool) -> [u32; 2] {
        let left = self.most_shared(volume).saturating_sub(1 + number);
        let offset = match left {
            0..=6 => left << 8,
            _ => 16 << left,
        };
        // Parts of 256 bytes are numbered by bits in turns, down and across.
        let every_second =
            |from: u32| (0..6).fold(0, |all, bit| all | (offset >> (from + 2 * bit) & 1) << bit);
        let bits = 8 - self.texel;
        let [x, y] = match volume {
            true => [bits / 3 + u32::from(bits % 3 > 1), bits / 3],
            false => [bits.div_ceil(2), bits / 2],
        };
        [every_second(9) << x, every_second(8) << y]
    }

    /// The address of a texel that is in the image.
    pub fn address(&self, level: u32, [x, y, z]: [u32; 3], sample: u32) -> u64 {
        let Some(own) = self.levels.get(level as usize) else {
            return self.base;
        };
        let within = self.within([x + own.shifted[0], y + own.shifted[1], z], sample);
        let [bx, by, bz] =
            [(x, 0), (y, 1), (z, 2)].map(|(n, axis)| u64::from(n >> self.extent[axis]));
        let block = (by * own.pitch + bx) << self.block;
        // What the base has below a block turns blocks, so that neighbours are in other channels.
        let low = (1u64 << self.block) - 1;
        let turned = within ^ self.base & low;
        (self.base & !low) + bz * self.slices + own.offset + block + turned
    }

    fn within(&self, at: [u32; 3], sample: u32) -> u64 {
        let mut next = [0; 3];
        let first = self.texel + self.samples;
        let mut offset = u64::from(sample & ((1 << self.samples) - 1)) << self.texel;
        for (bit, turn) in (first..).zip(&self.turns) {
            let axis = usize::from(turn - b'x');
            offset |= u64::from(at[axis] >> next[axis] & 1) << bit;
            next[axis] += 1;
        }
        offset
    }
}

/// Which coordinates take turns in a block.
fn turns(volume: bool, texel: u32, samples: u32, block: u32) -> Vec<u8> {
    let (below, above) = match volume {
        true => (VOLUME, VOLUME_ABOVE),
        false => (PLANE, PLANE_ABOVE),
    };
    // Samples make texels larger, and then turns are always strict.
    let strict = "xyxyxyxy";
    let taken = (texel + samples).min(8) as usize;
    let below = match samples {
        0 => below[texel.min(4) as usize],
        _ => &strict[..8 - taken],
    };
    let all = below.bytes().chain(above.bytes());
    all.take((block - texel - samples) as usize).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::image::descriptor::ImageKind;
    use std::path::Path;

    /// Addresses that AMD's library gives: `scripts/tile-oracle` records them.
    #[test]
    fn texels_are_where_the_library_of_drivers_has_them() {
        let default = "../../corpus/rdna/tiles/recorded.txt";
        let default = Path::new(env!("CARGO_MANIFEST_DIR")).join(default);
        let path = std::env::var_os("TILE_CASES").map_or(default, Into::into);
        let text = std::fs::read_to_string(path).expect("recorded cases");
        let mut modes = [0; 8];
        for line in text.lines() {
            let words: Vec<u64> = (line.split_whitespace())
                .map(|word| u64::from_str_radix(word, 16).expect("hexadecimal"))
                .collect();
            let [
                mode,
                deep,
                texel,
                samples,
                width,
                height,
                depth,
                levels,
                level,
                x,
                y,
                z,
                sample,
                address,
            ] = words[..]
            else {
                panic!("another number of words: {line}");
            };
            let kind = match (deep, samples) {
                (1, _) => ImageKind::D3,
                (_, 0) => ImageKind::D2Array,
                _ => ImageKind::MsaaArray,
            };
            let last = if samples > 0 { samples } else { levels - 1 } as u32;
            let image = Image {
                base: 1 << 20,
                kind,
                format: 1,
                width: width as u32,
                height: height as u32,
                depth: depth as u32,
                slices: (0, depth as u32 - 1),
                pitch: 0,
                select: [4, 5, 6, 7],
                levels: (0, last),
                max_level: last,
                min_lod: 0,
                swizzle_mode: mode as u32,
                border_order: 0,
                is_view: false,
            };
            let tiles = Tiles::of(&image, 1 << texel).expect("a mode");
            let at = [x, y, z].map(|n| n as u32);
            let found = tiles.address(level as u32, at, sample as u32);
            assert_eq!(found, image.base + address, "{line}");
            modes[mode as usize] += 1;
        }
        assert!(modes[1..].iter().all(|it| *it > 20), "{modes:?}");
    }

    /// Whatever a descriptor says, there is an address.
    #[test]
    fn every_image_has_addresses() {
        let mut random = random::Random::new(1);
        for _ in 0..20_000 {
            let words = [0; 8].map(|_| random.bits() as u32);
            let Some(image) = Image::read(&words, crate::Target::Gfx1200) else {
                continue;
            };
            if let Some(tiles) = Tiles::of(&image, 1 << random.below(5u32)) {
                let at = [0; 3].map(|_| random.below(1u32 << 16));
                tiles.address(random.below(16u32), at, random.below(16u32));
            }
        }
    }
}
