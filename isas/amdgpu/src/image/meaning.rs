//! What image instructions mean.

use uop::AtomicOp;

/// What is done to an image. Its address names a level of its own where the row's operands say so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Image {
    /// A texel, by whole coordinates.
    Load(Texels),
    /// A texel, by whole coordinates.
    Store(Texels),
    /// A texel of 32 bits changes in one piece, or of 64 if the mask of components has two.
    Atomic(AtomicOp, Option<AtomicOp>),
    /// Its dimensions and levels.
    Size,
    /// One component of four samples of a texel.
    Samples,
    /// Texels around a place, weighed by the sampler's filter.
    Sample(Asks),
    /// One component of the four texels around a place, or of four in a row.
    Gather {
        /// What is asked.
        asks: Asks,
        /// In a row.
        row: bool,
    },
    /// The level of detail that a sample would have.
    Lod,
}

impl Image {
    /// What it does, in a few sentences.
    pub(crate) fn sentences(self) -> String {
        let mut text: String = match self {
            Image::Load(Texels::Converted) => "Reads a texel, converted from the image's format.",
            Image::Load(_) => "Reads the bits of a texel as they are.",
            Image::Store(Texels::Converted) => "Writes a texel, converted to the image's format.",
            Image::Store(_) => "Writes the bits of a texel as they are.",
            Image::Atomic(..) => {
                "Changes a texel of 32 bits, or of 64 where `dmask` has two, in one piece."
            }
            Image::Size => "Width, height, depth or slices, and levels of an image.",
            Image::Samples => "Reads one component of four samples of a texel.",
            Image::Sample(_) => "Samples an image: looks texels up and filters them.",
            Image::Gather { row: false, .. } => {
                "Fetches one component of the four texels around a point."
            }
            Image::Gather { row: true, .. } => "Fetches one component of four texels in a row.",
            Image::Lod => "The level of detail that a sample would have, within bounds and not.",
        }
        .into();
        if let Image::Sample(asks) | Image::Gather { asks, .. } = self {
            text += match asks.level {
                Detail::Square => " The level of detail follows from the four lanes of a square",
                Detail::Biased => {
                    " The level of detail follows from the four lanes of a square and a bias"
                }
                Detail::Gradients => " The level of detail follows from gradients",
                Detail::Given => " The level of detail is given",
                Detail::Zero => " It is the first level that is sampled",
            };
            text += if asks.clamps {
                ", at least what is given."
            } else {
                "."
            };
            if asks.compares {
                text += " Texels are compared with a reference, and the results filtered.";
            }
            if asks.moves {
                text += " Offsets move the texels.";
            }
        }
        text
    }
}

/// What becomes of the bits of texels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Texels {
    /// Numbers, by the image's format.
    Converted,
    /// As they are; those with fewer than 32 bits get zeros.
    Raw,
    /// As they are; those with fewer than 32 bits get copies of the highest bit.
    RawSigned,
}

/// What is asked of a sampler besides the coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asks {
    /// Where the level of detail comes from.
    pub level: Detail,
    /// Texels are compared with a reference.
    pub compares: bool,
    /// Indices of texels are moved.
    pub moves: bool,
    /// The level of detail is at least what the address says.
    pub clamps: bool,
}

/// Where the level of detail comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// How coordinates differ in the four lanes that are a square.
    Square,
    /// The same, and something is added.
    Biased,
    /// How the address says that coordinates change.
    Gradients,
    /// The address.
    Given,
    /// It is the first level.
    Zero,
}

/// The level of detail of the square, and nothing else.
pub const PLAIN: Asks = Asks {
    level: Detail::Square,
    compares: false,
    moves: false,
    clamps: false,
};

impl Asks {
    /// With a level of detail from elsewhere.
    pub const fn level(self, level: Detail) -> Asks {
        Asks { level, ..self }
    }

    /// With a reference.
    pub const fn compares(self) -> Asks {
        Asks {
            compares: true,
            ..self
        }
    }

    /// With offsets.
    pub const fn moves(self) -> Asks {
        Asks {
            moves: true,
            ..self
        }
    }

    /// With a least level of detail.
    pub const fn clamps(self) -> Asks {
        Asks {
            clamps: true,
            ..self
        }
    }

    /// Where the sampler filters nothing, this is no more than a load.
    pub const fn may_filter_nothing(self) -> bool {
        let level = matches!(self.level, Detail::Square | Detail::Given | Detail::Zero);
        level && !self.compares && !self.moves && !self.clamps
    }

    /// Registers of the address that come before gradients and coordinates: offset, bias, reference.
    pub fn leading(self) -> u8 {
        let biased = self.level == Detail::Biased;
        u8::from(self.moves) + u8::from(biased) + u8::from(self.compares)
    }
}
