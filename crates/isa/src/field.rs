//! Fields and formats: where the bits of an instruction lie.

/// A run of bits in the instruction word that holds a run of bits of a field's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Lowest bit in the instruction word.
    pub at: u8,
    /// How many bits.
    pub width: u8,
    /// Lowest bit of the value that these bits hold.
    pub of: u8,
}

/// A named part of a format. Most fields are one piece; RISC-V's branch immediates are four.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// As the manual calls it.
    pub name: &'static str,
    pieces: [Piece; 8],
    count: u8,
}

impl Field {
    /// The field in bits `high` to `low`, both included, as manuals write them.
    pub const fn bits(name: &'static str, high: u8, low: u8) -> Field {
        let none = Piece {
            at: 0,
            width: 0,
            of: 0,
        };
        assert!(high >= low && high < 128);
        let piece = Piece {
            at: low,
            width: high - low + 1,
            of: 0,
        };
        Field {
            name,
            pieces: [piece, none, none, none, none, none, none, none],
            count: 1,
        }
    }

    /// A field in several pieces, each `(high, low, lowest value bit)`.
    pub const fn split(name: &'static str, parts: &[(u8, u8, u8)]) -> Field {
        let mut pieces = [Piece {
            at: 0,
            width: 0,
            of: 0,
        }; 8];
        assert!(parts.len() <= 8);
        let mut i = 0;
        while i < parts.len() {
            let (high, low, of) = parts[i];
            assert!(high >= low && high < 128);
            pieces[i] = Piece {
                at: low,
                width: high - low + 1,
                of,
            };
            i += 1;
        }
        Field {
            name,
            pieces,
            count: parts.len() as u8,
        }
    }

    /// The runs of bits that it consists of.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces[..self.count as usize]
    }

    /// How many bits a value has, counting low bits that are not stored (and so always zero).
    pub fn width(&self) -> u32 {
        self.pieces()
            .iter()
            .map(|piece| u32::from(piece.of + piece.width))
            .max()
            .unwrap_or(0)
    }

    /// The value bits that are stored; a value with any other bit set does not fit.
    pub fn stored(&self) -> u64 {
        self.pieces().iter().fold(0, |mask, piece| {
            mask | (ones(piece.width) as u64) << piece.of
        })
    }

    /// The bits of the instruction word that belong to the field.
    pub fn mask(&self) -> u128 {
        self.pieces()
            .iter()
            .fold(0, |mask, piece| mask | ones(piece.width) << piece.at)
    }

    /// The value that the field has in `word`.
    pub fn extract(&self, word: u128) -> u64 {
        self.pieces().iter().fold(0, |value, piece| {
            value | ((word >> piece.at & ones(piece.width)) as u64) << piece.of
        })
    }

    /// `word` with the field holding the bits of `value` (those that are stored).
    pub fn insert(&self, word: u128, value: u64) -> u128 {
        self.pieces()
            .iter()
            .fold(word & !self.mask(), |word, piece| {
                word | (u128::from(value >> piece.of) & ones(piece.width)) << piece.at
            })
    }
}

fn ones(width: u8) -> u128 {
    if width >= 128 {
        u128::MAX
    } else {
        (1 << width) - 1
    }
}

/// How the bits of a word lie in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Lowest byte first throughout.
    Little,
    /// 32-bit words, each lowest byte first, but the word with the highest bits comes first.
    HighWordFirst,
}

/// One instruction layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// As the manual calls it.
    pub name: &'static str,
    /// Length in bits: a multiple of 8, at most 128.
    pub bits: u8,
    /// How its words lie in memory.
    pub order: Order,
    /// All fields, for the encoding diagram and for checking that rows stay inside them.
    pub fields: &'static [&'static Field],
    /// Bits that decoding ignores. All others that no operand and no fixed value covers must
    /// be zero.
    pub ignored: u128,
    /// One line for people: what is encoded this way.
    pub doc: &'static str,
}

impl Format {
    /// A format with its lowest byte first that ignores no bits.
    pub const fn new(
        name: &'static str,
        bits: u8,
        fields: &'static [&'static Field],
        doc: &'static str,
    ) -> Format {
        assert!(bits.is_multiple_of(8) && bits > 0 && bits <= 128);
        Format {
            name,
            bits,
            order: Order::Little,
            fields,
            ignored: 0,
            doc,
        }
    }

    /// The same format with its bytes in another order.
    pub const fn order(mut self, order: Order) -> Format {
        self.order = order;
        self
    }

    /// The same format where decoding does not look at `bits`.
    pub const fn ignoring(mut self, bits: u128) -> Format {
        self.ignored = bits;
        self
    }

    /// Length in bytes.
    pub fn len(&self) -> usize {
        self.bits as usize / 8
    }

    /// Never: an instruction has at least one byte.
    pub fn is_empty(&self) -> bool {
        self.bits == 0
    }

    /// All bits of the format.
    pub fn mask(&self) -> u128 {
        ones(self.bits)
    }

    /// The bytes of `word` in memory order; only the first [`Format::len`] are meaningful.
    pub fn to_bytes(&self, word: u128) -> [u8; 16] {
        match self.order {
            Order::Little => word.to_le_bytes(),
            Order::HighWordFirst => {
                let mut bytes = [0; 16];
                let words = self.len() / 4;
                for i in 0..words {
                    let part = (word >> (32 * (words - 1 - i))) as u32;
                    bytes[4 * i..4 * i + 4].copy_from_slice(&part.to_le_bytes());
                }
                bytes
            }
        }
    }

    /// The word at the start of `bytes`, or `None` where there are too few.
    pub fn from_bytes(&self, bytes: &[u8]) -> Option<u128> {
        let bytes = bytes.get(..self.len())?;
        Some(match self.order {
            Order::Little => bytes
                .iter()
                .rev()
                .fold(0, |word, &b| word << 8 | u128::from(b)),
            Order::HighWordFirst => bytes.chunks(4).fold(0, |word, chunk| {
                chunk
                    .iter()
                    .rev()
                    .fold(0, |part, &b| part << 8 | u128::from(b))
                    | word << 32
            }),
        })
    }

    /// The bits that come first in memory (up to 32 of them) as they appear in `word`: what a
    /// decoder can look at before it knows the length.
    pub(crate) fn lead(&self, word: u128) -> u32 {
        match self.order {
            Order::Little => word as u32,
            Order::HighWordFirst => (word >> (u32::from(self.bits).saturating_sub(32))) as u32,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn split_fields_scatter_and_gather() {
        let b = Field::split("imm", &[(31, 31, 12), (7, 7, 11), (30, 25, 5), (11, 8, 1)]);
        assert_eq!(b.width(), 13);
        assert_eq!(b.stored(), 0x1ffe);
        assert_eq!(b.mask(), 0xfe00_0f80);
        for value in [0, 2, 0x1ffe, 0x800, 0x1000, 0x7e0, 0xaaa] {
            assert_eq!(b.extract(b.insert(u128::MAX, value)), value, "{value:#x}");
        }
    }

    #[test]
    fn byte_orders() {
        static NONE: &[&Field] = &[];
        let little = Format::new("little", 64, NONE, "");
        let high = Format::new("high", 64, NONE, "").order(Order::HighWordFirst);
        let word = 0xE027_0001_3F80_0000;
        assert_eq!(
            little.to_bytes(word)[..8],
            [0, 0, 0x80, 0x3f, 1, 0, 0x27, 0xe0]
        );
        assert_eq!(
            high.to_bytes(word)[..8],
            [1, 0, 0x27, 0xe0, 0, 0, 0x80, 0x3f]
        );
        for format in [little, high] {
            assert_eq!(format.from_bytes(&format.to_bytes(word)), Some(word));
            assert_eq!(format.from_bytes(&[1, 2, 3]), None);
        }
        assert_eq!(high.lead(word), 0xE027_0001);
    }
}
