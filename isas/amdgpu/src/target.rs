//! The machines: three generations, two wave sizes.

use std::fmt;

/// One of the supported processors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Target {
    /// RDNA 3.
    Gfx1100,
    /// RDNA 3.5.
    Gfx1150,
    /// RDNA 4.
    Gfx1200,
}

impl Target {
    /// All of them, the oldest first.
    pub const ALL: [Target; 3] = [Target::Gfx1100, Target::Gfx1150, Target::Gfx1200];

    /// Every spelling that names this target, the official one first.
    pub const fn names(self) -> &'static [&'static str] {
        match self {
            Target::Gfx1100 => &["gfx1100", "rdna3"],
            Target::Gfx1150 => &["gfx1150", "rdna3.5", "rdna35"],
            Target::Gfx1200 => &["gfx1200", "rdna4"],
        }
    }

    /// The name that compilers use: `gfx1100`.
    pub const fn name(self) -> &'static str {
        self.names()[0]
    }

    /// The target of a name, in any of its spellings.
    pub fn from_name(name: &str) -> Option<Target> {
        Target::ALL
            .into_iter()
            .find(|t| t.names().iter().any(|n| n.eq_ignore_ascii_case(name)))
    }

    /// The bit of this target in a row's generations column.
    pub const fn generation(self) -> Gens {
        match self {
            Target::Gfx1100 => RDNA3,
            Target::Gfx1150 => RDNA3_5,
            Target::Gfx1200 => RDNA4,
        }
    }

    /// Whether its encodings are those of RDNA 4.
    pub const fn is_rdna4(self) -> bool {
        matches!(self, Target::Gfx1200)
    }

    /// 16-bit operands name half registers (`v0.l`, `v0.h`) on RDNA 3 and 3.5.
    pub const fn true16(self) -> bool {
        !self.is_rdna4()
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How many lanes a wave has; it decides the width of lane masks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Wave {
    /// Masks are one scalar register.
    #[default]
    W32,
    /// Masks are a pair of scalar registers.
    W64,
}

impl Wave {
    /// How many lanes.
    pub const fn lanes(self) -> u32 {
        match self {
            Wave::W32 => 32,
            Wave::W64 => 64,
        }
    }

    /// The size of so many lanes, if there is one.
    pub const fn from_lanes(lanes: u32) -> Option<Wave> {
        match lanes {
            32 => Some(Wave::W32),
            64 => Some(Wave::W64),
            _ => None,
        }
    }

    /// Registers that hold one bit per lane.
    pub const fn mask_dwords(self) -> u8 {
        match self {
            Wave::W32 => 1,
            Wave::W64 => 2,
        }
    }
}

/// A set of generations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gens(pub u8);

pub const RDNA3: Gens = Gens(1);
pub const RDNA3_5: Gens = Gens(2);
pub const RDNA4: Gens = Gens(4);
/// RDNA 3 and 3.5, which share nearly everything.
pub const RDNA3X: Gens = Gens(3);
/// What RDNA 3.5 added and RDNA 4 kept.
pub const RDNA3_5_UP: Gens = Gens(6);
pub const ALL: Gens = Gens(7);

impl Gens {
    /// Whether a target is among them.
    pub const fn has(self, target: Target) -> bool {
        self.0 & target.generation().0 != 0
    }

    /// The targets among them.
    pub fn targets(self) -> impl Iterator<Item = Target> {
        Target::ALL.into_iter().filter(move |t| self.has(*t))
    }
}
