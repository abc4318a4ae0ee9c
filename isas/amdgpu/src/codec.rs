//! All encodings of one machine, indexed for both directions.
//!
//! Built once per target and wave size, on first use, and never freed.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::OnceLock;

use crate::asm::Hints;
use crate::encoding::{self, Machine, Reading};
use crate::encoding::{Encoding, Halves, Returning};
use crate::row::{InstRow, TRUE16_ONLY};
use crate::table;
use crate::target::{Target, Wave, Words};

/// All that can be written and read on one target, prepared for both directions.
pub struct Codec {
    /// The generation.
    pub target: Target,
    /// Lanes per wave, which decides how wide masks are.
    pub wave: Wave,
    /// Every encoding of every row that the target has.
    pub encodings: Vec<Encoding>,
    /// Mnemonic without suffix to the encodings that share it, in the order they are tried.
    names: HashMap<&'static str, Group, BuildHasherDefault<NameHasher>>,
    /// Names that can only be the second of a pair.
    pub(crate) seconds: Vec<&'static str>,
    /// The class of every value of an instruction's top nine bits; 255 where there is none.
    class_of: Box<[u8; 512]>,
    classes: Vec<ClassIndex>,
}

/// The encodings that share a mnemonic.
pub(crate) struct Group {
    pub encodings: Vec<u16>,
    pub hints: Hints,
}

/// Mnemonics are short and come from a fixed list, so a multiplicative hash will do.
#[derive(Default)]
pub(crate) struct NameHasher(u64);

impl Hasher for NameHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            let mixed = (self.0 ^ u64::from_le_bytes(word)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            self.0 = mixed ^ mixed >> 29;
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// Instructions that share a place for their opcode.
struct Class {
    mask: u32,
    value: u32,
    lo: u8,
    len: u8,
}

struct ClassIndex {
    lo: u8,
    mask: u32,
    /// First candidate and number of candidates, by opcode.
    ranges: Vec<(u32, u16)>,
    candidates: Vec<u16>,
}

const fn class(mask: u32, value: u32, lo: u8, len: u8) -> Class {
    Class {
        mask,
        value,
        lo,
        len,
    }
}

/// In this order: the first class that matches counts, as some lie within others.
#[rustfmt::skip]
const COMMON: &[Class] = &[
    class(0xFE00_0000, 0x7C00_0000, 17, 8),  // VOPC
    class(0xFE00_0000, 0x7E00_0000,  9, 8),  // VOP1
    class(0x8000_0000, 0x0000_0000, 25, 6),  // VOP2
    class(0xFF80_0000, 0xBE80_0000,  8, 8),  // SOP1
    class(0xFF80_0000, 0xBF00_0000, 16, 7),  // SOPC
    class(0xFF80_0000, 0xBF80_0000, 16, 7),  // SOPP
    class(0xF000_0000, 0xB000_0000, 23, 5),  // SOPK
    class(0xC000_0000, 0x8000_0000, 23, 7),  // SOP2
];

#[rustfmt::skip]
const RDNA: &[Class] = &[
    class(0xFC00_0000, 0xD400_0000, 16, 10), // VOP3
    class(0xFF00_0000, 0xCC00_0000, 16, 7),  // VOP3P
    class(0xFF00_0000, 0xCD00_0000, 16, 7),  // VINTERP
    class(0xFF00_0000, 0xCE00_0000, 20, 2),  // LDSDIR
    class(0xFC00_0000, 0xC800_0000, 22, 4),  // VOPD, by its X opcode
    class(0xFC00_0000, 0xD800_0000, 18, 8),  // DS
    class(0xFC00_0000, 0xF800_0000, 31, 1),  // EXP
];

#[rustfmt::skip]
const GCN: &[Class] = &[
    class(0xFF80_0000, 0xD380_0000, 16, 7),  // VOP3P, with products of matrices
    class(0xFC00_0000, 0xD000_0000, 16, 10), // VOP3
    class(0xFC00_0000, 0xC000_0000, 18, 8),  // SMEM
    class(0xFC00_0000, 0xD800_0000, 17, 8),  // DS
    class(0xFC00_0000, 0xDC00_0000, 14, 11), // FLAT, with its segment
    class(0xFC00_0000, 0xE000_0000, 18, 7),  // MUBUF
    class(0xFC00_0000, 0xE800_0000, 15, 4),  // MTBUF
];

#[rustfmt::skip]
const SHORT_MEMORY: &[Class] = &[
    class(0xFC00_0000, 0xF400_0000, 18, 8),  // SMEM
    class(0xFC00_0000, 0xDC00_0000, 16, 9),  // FLAT, with its segment
    class(0xFC00_0000, 0xE000_0000, 18, 8),  // MUBUF
    class(0xFC00_0000, 0xE800_0000, 15, 4),  // MTBUF
    class(0xFC00_0000, 0xF000_0000, 18, 8),  // MIMG
    class(0xFF80_0000, 0xD380_0000, 16, 7),  // VOP3P of earlier machines
];

#[rustfmt::skip]
const LONG_MEMORY: &[Class] = &[
    class(0xFC00_0000, 0xF400_0000, 13, 6),  // SMEM
    class(0xFC00_0000, 0xEC00_0000, 14, 12), // VFLAT, VSCRATCH, VGLOBAL, with the segment
    class(0xFC00_0000, 0xC400_0000, 14, 8),  // VBUFFER
    class(0xFC00_0000, 0xD000_0000, 14, 8),  // VIMAGE
    class(0xFC00_0000, 0xE400_0000, 14, 8),  // VSAMPLE
];

impl Codec {
    /// The codec of a target and a wave size, made at its first use.
    pub fn of(target: Target, wave: Wave) -> &'static Codec {
        Codec::get(target, wave, Reading::Text)
    }

    /// What the chip makes of bytes, as against how they are written: for decoding only.
    pub(crate) fn chip(target: Target, wave: Wave) -> &'static Codec {
        Codec::get(target, wave, Reading::Chip)
    }

    fn get(target: Target, wave: Wave, reading: Reading) -> &'static Codec {
        const COUNT: usize = 4 * Target::ALL.len();
        static ALL: [OnceLock<Codec>; COUNT] = [const { OnceLock::new() }; COUNT];
        let index = 4 * target as usize;
        let wide = usize::from(wave == Wave::W64);
        let slot = &ALL[index + 2 * wide + usize::from(reading == Reading::Chip)];
        slot.get_or_init(|| {
            Codec::build(Machine {
                target,
                wave,
                reading,
            })
        })
    }

    fn build(on: Machine) -> Codec {
        let Machine { target, wave, .. } = on;
        let mut encodings = vec![];
        let all = table::rows();
        let halves = |row: &InstRow| on.is_chip() && row.has(TRUE16_ONLY);
        for row in all.filter(|row| row.is_on(target) || halves(row)) {
            encoding::expand(row, on, &mut encodings);
        }
        let mut names: HashMap<&'static str, Vec<u16>> = HashMap::new();
        for (index, encoding) in encodings.iter().enumerate() {
            if encoding.assembles && !on.is_chip() {
                names
                    .entry(encoding.row.name)
                    .or_default()
                    .push(index as u16);
            }
        }
        // The short encoding is tried first, then the long one, then those with DPP.
        let names = names
            .into_iter()
            .map(|(name, mut list)| {
                list.sort_by_key(|&index| (encodings[index as usize].form, index));
                let hints = Hints::new(list.iter().map(|&index| &encodings[index as usize]));
                (
                    name,
                    Group {
                        encodings: list,
                        hints,
                    },
                )
            })
            .collect();
        let own: [&[Class]; 2] = match target.generation().words {
            Words::Gcn => [GCN, &[]],
            Words::Rdna3 => [RDNA, SHORT_MEMORY],
            Words::Rdna4 => [RDNA, LONG_MEMORY],
        };
        let classes: Vec<&Class> = COMMON.iter().chain(own.into_iter().flatten()).collect();
        let mut class_of = Box::new([255u8; 512]);
        for (prefix, slot) in class_of.iter_mut().enumerate() {
            let word = (prefix as u32) << 23;
            if let Some(found) = classes.iter().position(|c| word & c.mask == c.value) {
                *slot = found as u8;
            }
        }
        let mut buckets: Vec<Vec<Vec<u16>>> =
            classes.iter().map(|c| vec![vec![]; 1 << c.len]).collect();
        for (index, encoding) in encodings.iter().enumerate() {
            if !encoding.decodes {
                continue;
            }
            let (bits, mask) = (encoding.bits as u32, encoding.mask as u32);
            let class_index = class_of[(bits >> 23) as usize] as usize;
            let Some(class) = classes.get(class_index) else {
                continue;
            };
            // An opcode bit that the encoding leaves free puts it in several buckets.
            let field = ((1u32 << class.len) - 1) << class.lo;
            for (op, bucket) in buckets[class_index].iter_mut().enumerate() {
                if ((op as u32) << class.lo ^ bits) & mask & field == 0 {
                    bucket.push(index as u16);
                }
            }
        }
        let classes = classes
            .iter()
            .zip(buckets)
            .map(|(class, buckets)| {
                let mut index = ClassIndex {
                    lo: class.lo,
                    mask: (1 << class.len) - 1,
                    ranges: vec![],
                    candidates: vec![],
                };
                for mut bucket in buckets {
                    // A DPP word is told by the first source's code, so those go first.
                    // An atomic that returns is told by its cache policy.
                    bucket.sort_by_key(|&i| {
                        let encoding = &encodings[i as usize];
                        let fixed = Reverse(encoding.mask.count_ones());
                        (
                            !encoding.form.is_dpp(),
                            encoding.halves == Halves::Whole,
                            encoding.returning != Returning::Yes,
                            fixed,
                        )
                    });
                    index
                        .ranges
                        .push((index.candidates.len() as u32, bucket.len() as u16));
                    index.candidates.extend(bucket);
                }
                index
            })
            .collect();
        Codec {
            target,
            wave,
            encodings,
            names,
            seconds: (rows(target).filter(|row| row.second_only()))
                .map(|row| row.name)
                .collect(),
            class_of,
            classes,
        }
    }

    /// Some encoding, to start an instruction with.
    pub(crate) fn any(&'static self) -> &'static Encoding {
        &self.encodings[0]
    }

    /// Encodings whose opcode is that of this first word.
    pub(crate) fn candidates(&'static self, word: u32) -> impl Iterator<Item = &'static Encoding> {
        let class = self.class_of[(word >> 23) as usize] as usize;
        let list: &'static [u16] = match self.classes.get(class) {
            Some(class) => {
                let (start, count) = class.ranges[(word >> class.lo & class.mask) as usize];
                &class.candidates[start as usize..start as usize + count as usize]
            }
            None => &[],
        };
        list.iter().map(|&index| &self.encodings[index as usize])
    }

    /// Encodings of a mnemonic without suffix, in the order they are tried.
    pub(crate) fn named(&'static self, name: &str) -> Option<&'static Group> {
        self.names.get(name)
    }

    /// Every mnemonic, without suffixes.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.names.keys().copied()
    }
}

/// The rows of a target.
pub fn rows(target: Target) -> impl Iterator<Item = &'static InstRow> {
    table::rows().filter(move |row| row.is_on(target))
}
