//! The machines: generations as data, the chips of each, two wave sizes.

mod generation;
mod generations;

pub use generation::*;

use generations::GENERATIONS;
use std::fmt;

/// One of the supported instruction sets, by the processor that stands for its generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Target {
    /// RDNA 3.
    Gfx1100,
    /// RDNA 3.5.
    Gfx1150,
    /// RDNA 4.
    Gfx1200,
    /// CDNA 3.
    Gfx942,
    /// CDNA 4.
    Gfx950,
}

impl Target {
    /// Those with images and rays, exports and pairs of instructions.
    pub const RDNA: [Target; 3] = [Target::Gfx1100, Target::Gfx1150, Target::Gfx1200];

    /// All of them: those of RDNA, then those of CDNA, the oldest first.
    pub const ALL: [Target; 5] = [
        Target::Gfx1100,
        Target::Gfx1150,
        Target::Gfx1200,
        Target::Gfx942,
        Target::Gfx950,
    ];

    /// What is true of its chips.
    pub const fn generation(self) -> &'static Generation {
        &GENERATIONS[self as usize]
    }

    /// How wide waves are where nothing says so.
    pub const fn default_wave(self) -> Wave {
        self.generation().wave_sizes[0]
    }

    /// Waves of so many lanes, or those that are where it has none.
    pub fn wave(self, lanes: u32) -> Wave {
        let mut sizes = self.generation().wave_sizes.iter();
        let fits = sizes.find(|wave| wave.lanes() == lanes);
        fits.copied().unwrap_or(self.default_wave())
    }

    /// The name that compilers use: `gfx1100`.
    pub const fn name(self) -> &'static str {
        self.generation().chips[0].name
    }

    /// Every name of its chips and of the generation.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        let generation = self.generation();
        let chips = generation.chips.iter().map(|chip| chip.name);
        chips.chain(generation.names.iter().copied())
    }

    /// The target of a name of a generation or of one of its chips.
    pub fn from_name(name: &str) -> Option<Target> {
        let called = |target: &Target| target.names().any(|n| n.eq_ignore_ascii_case(name));
        Target::ALL.into_iter().find(called)
    }

    /// The target that a triple names: `amdgcn-amd-amdhsa--gfx1100:xnack-`.
    pub fn of_triple(text: &str) -> Option<Target> {
        Target::from_name(processor_of_triple(text)?)
    }

    /// The target of the processor number in the flags of an ELF header.
    pub fn from_machine(machine: u32) -> Option<Target> {
        let has = |target: &Target| {
            let mut chips = target.generation().chips.iter();
            chips.any(|chip| chip.machine == machine)
        };
        Target::ALL.into_iter().find(has)
    }

    /// The processor of this name, or the one that stands for all of the target.
    pub fn chip(self, name: Option<&str>) -> &'static Chip {
        let chips = self.generation().chips;
        let named = chips.iter().find(|chip| Some(chip.name) == name);
        named.unwrap_or(&chips[0])
    }

    /// All processors whose code runs.
    pub fn chips() -> impl Iterator<Item = &'static Chip> {
        let all = Target::ALL.into_iter();
        all.flat_map(|target| target.generation().chips)
    }
}

/// The processor that a triple names.
pub(crate) fn processor_of_triple(text: &str) -> Option<&str> {
    text.rsplit("--").next()?.split(':').next()
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

/// Every generation.
pub const EVERY: Gens = Gens(31);
pub const RDNA3: Gens = Gens(1);
pub const RDNA3_5: Gens = Gens(2);
pub const RDNA4: Gens = Gens(4);
/// RDNA 3 and 3.5, which share nearly everything.
pub const RDNA3X: Gens = Gens(3);
/// What RDNA 3.5 added and RDNA 4 kept.
pub const RDNA3_5_UP: Gens = Gens(6);
/// All of RDNA.
pub const RDNA: Gens = Gens(7);
pub const CDNA3: Gens = Gens(8);
pub const CDNA4: Gens = Gens(16);
/// CDNA 3 and 4, which share nearly everything.
pub const CDNA: Gens = Gens(24);

impl Gens {
    /// Whether a target is among them.
    pub const fn has(self, target: Target) -> bool {
        self.0 & target.generation().rows.0 != 0
    }

    /// The targets among them.
    pub fn targets(self) -> impl Iterator<Item = Target> {
        Target::ALL.into_iter().filter(move |t| self.has(*t))
    }
}
