//! The machines: what can be true of a generation, fact by fact; the chips of each, two wave sizes.

mod generations;

use crate::chip;
use crate::inst::{FLAT_SCRATCH, FLAT_SCRATCH_BASE_LO, M0, NULL, XNACK_MASK};
use crate::meaning::Counter;
use crate::names::Part;
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

    /// The target of the processor number in the flags of an ELF header.
    pub fn from_machine(machine: u32) -> Option<Target> {
        let has = |target: &Target| {
            let mut chips = target.generation().chips.iter();
            chips.any(|chip| chip.machine == machine)
        };
        Target::ALL.into_iter().find(has)
    }

    /// Whether its chips run what was compiled for a processor: one of them, or what stands for a family to which
    /// they belong.
    pub fn runs(self, made_for: &Chip) -> bool {
        let own = self.generation();
        own.generic.name == made_for.name || own.chips.iter().any(|chip| chip.name == made_for.name)
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

/// What is true of all chips of a generation. Behaviour asks for a fact, never for a name.
#[derive(Debug)]
pub struct Generation {
    /// As people call it.
    pub title: &'static str,
    /// Its own spellings, the one that is an extension of file names first.
    pub names: &'static [&'static str],
    /// Its processors, the one that stands for all of them first.
    pub chips: &'static [Chip],
    /// The family, which may have several generations.
    pub generic: Generic,
    /// The major and minor number of its version.
    pub version: [u8; 2],
    /// Its bit in the rows' column of generations.
    pub rows: Gens,

    /// How many lanes a wave can have, the default first.
    pub wave_sizes: &'static [Wave],
    /// Vector registers that a lane can name.
    pub vgprs: u16,
    /// What counts operations that are outstanding, by the number of the counter.
    pub counters: &'static [CounterRule],
    /// Two compute units are a workgroup processor, whose workgroups run on both or on one of them.
    pub paired_units: bool,
    /// Descriptors choose whether workgroups share a workgroup processor, memory returns in order and
    /// waves make progress beside each other, which all are usual.
    pub launch_modes: bool,
    /// Bytes of local memory that a workgroup can have.
    pub local_bytes: u32,
    /// There are images, and what samples them.
    pub images: bool,
    /// There is a global data share.
    pub global_share: bool,
    /// MODE has DX10_CLAMP and IEEE; without them NaN is always clamped to 0, and results are scaled
    /// whatever becomes of denormals.
    pub ieee_mode: bool,
    /// SCC is bit 9 of the hardware register STATE_PRIV.
    pub scc_in_state: bool,
    /// Workgroup ids are in trap registers, not after the user's scalars.
    pub ids_in_ttmp: bool,
    /// `ds_permute_b32` reaches all lanes of a wave of 64, not those of one half.
    pub permutes_whole_wave: bool,
    /// Results of transcendentals have to be waited for before other vector instructions read them.
    pub trans_hazard: bool,
    /// In waves of 64, two registers of which one was written before EXEC changed and one after have to
    /// be waited for.
    pub partial_forward_hazard: bool,
    /// In waves of 64, scalars that vector instructions have read as masks have to be waited for when
    /// they are written again.
    pub mask_write_hazard: bool,
    /// Scalars that vector instructions have read have to be waited for when they are written again.
    pub scalar_read_hazard: bool,
    /// Some instructions that depend on each other have to be kept apart by the program.
    pub wait_states: bool,
    /// Results of products of matrices of small numbers are there a wait state later.
    pub late_products: bool,
    /// Loads of buffers to local memory take M0 as the instruction before them left it.
    pub buffers_take_m0: bool,
    /// Stacks of ray walks are rings, and their registers say so.
    pub rings_of_nodes: bool,
    /// Fields of image descriptors are wider and elsewhere.
    pub wide_descriptors: bool,
    /// Rows of images whose texels lie row by row begin at multiples of so many bytes.
    pub image_row_bytes: u32,
    /// Matrix operands have K and the rows of C divided between groups of 16 lanes, not repeated.
    pub divides_matrices: bool,

    /// 16-bit operands are written as half registers: `v0.l`, `v0.h`.
    pub half_registers: bool,
    /// How instruction words are laid out.
    pub words: Words,
    /// Short instructions of 16 bits name one of the first 128 vector registers: the bit behind tells halves.
    pub low_halves: bool,
    /// Vector instructions can read and write bytes and halves of registers (SDWA).
    pub parts: bool,
    /// Lane patterns can reach over the wave. Then there are none of eight lanes and none behind compares and long
    /// instructions, pairs of registers can have one, and lanes that are not active cannot be read.
    pub wave_patterns: bool,
    /// A literal can follow a long instruction.
    pub long_literals: bool,
    /// Packed sources have signs wherever there are bits for them.
    pub packed_signs: bool,
    /// What sums products of pairs takes them as they are: no halves are chosen.
    pub whole_pairs: bool,
    /// The base of private memory can be read like a scalar.
    pub private_base: bool,
    /// Runs of vector registers begin at even ones.
    pub even_runs: bool,
    /// Vector registers from 256 on are accumulation registers, which have names of their own.
    pub accumulators: bool,
    /// General scalar registers.
    pub scalars: u16,
    /// Different scalars that a vector instruction can read.
    pub scalars_read: u8,
    /// Results of 16 bits clear the upper half of their register.
    pub zeroes_high_halves: bool,
    /// Stores stay in a cache that not all workgroups share until it is written back.
    pub writes_back: bool,
    /// Stores are counted with loads.
    pub stores_count_as_loads: bool,
    /// Bits of the number that scalar loads add.
    pub scalar_offset_bits: u8,
    /// What cache policies are made of.
    pub policy: CachePolicy,
    /// Buffers count records where there is an index, and bytes elsewhere; descriptors do not say which.
    pub records_by_index: bool,
    /// Formats of typed buffers are a format of bits and one of numbers.
    pub split_formats: bool,
    /// Messages name a stage of the pipeline and a stream.
    pub staged_messages: bool,
    /// The parts of `s_waitcnt`.
    pub waits: &'static [Part; 3],
    /// The reference reads operands by its rules for machines before RDNA.
    pub earlier_operands: bool,
    /// Loads of single values from LDS have two fields of waits.
    pub direct_load_waits: bool,
    /// Bits of an interpolation's opcode that are looked at.
    pub interpolation_opcode_bits: u8,
    /// Fields that matrix instructions do not use must have their usual values.
    pub strict_matrix_fields: bool,
    /// The second source of a long instruction with DPP may be a scalar.
    pub dpp_scalar_source: bool,
    /// Two moves in one dual instruction may read the same bank.
    pub moves_share_banks: bool,
    /// The reference closes an absolute value in a selection with DPP after the condition.
    pub closes_late: bool,

    /// How tokens of thread traces are laid out, by the number in the header of the trace; 0 where none are
    /// written.
    pub trace_layout: u8,
    /// What profiles call the generation.
    pub profiled_as: u32,
    /// The numbers of its chips, the more general first.
    pub(crate) numbers: &'static [Numbers],
}

/// No register has this number.
const NOTHING: u16 = FLAT_SCRATCH - 1;

impl Generation {
    /// Memory, image and export instructions have encodings of three words, and names to match.
    pub const fn long_memory(&self) -> bool {
        matches!(self.words, Words::Rdna4)
    }

    /// Compares that write EXEC write a mask besides.
    pub const fn compares_to_mask(&self) -> bool {
        matches!(self.words, Words::Gcn)
    }

    /// Cache policies are temporal hints and scopes, not flags.
    pub const fn temporal_hints(&self) -> bool {
        matches!(self.policy, CachePolicy::Hints)
    }

    /// Local memory that drivers give a workgroup: that of one compute unit.
    pub const fn workgroup_bytes(&self) -> u32 {
        self.local_bytes >> self.paired_units as u32
    }

    /// The register that a field of a scalar or a source names by this number.
    pub const fn code_of(&self, field: u16) -> u16 {
        match field {
            FLAT_SCRATCH..FLAT_SCRATCH_BASE_LO => NOTHING,
            _ if !matches!(self.words, Words::Gcn) => field,
            102..=103 => field - 102 + FLAT_SCRATCH,
            104..=105 => field - 104 + XNACK_MASK,
            NULL => M0,
            M0 => NULL,
            _ => field,
        }
    }

    /// What a field has to hold to name this register.
    pub const fn field_of(&self, code: u16) -> u16 {
        match code {
            _ if !matches!(self.words, Words::Gcn) => code,
            M0 => NULL,
            NULL => M0,
            FLAT_SCRATCH..XNACK_MASK => code - FLAT_SCRATCH + 102,
            XNACK_MASK..FLAT_SCRATCH_BASE_LO => code - XNACK_MASK + 104,
            _ => code,
        }
    }
}

/// What code is compiled for that is to run on all chips of a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Generic {
    /// The name of the processor that stands for the family.
    pub name: &'static str,
    /// The version of such code that came with the chips of the generation: older code does not run on them.
    pub since: u8,
}

/// What cache policies are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CachePolicy {
    /// `glc`, `slc` and `dlc`.
    Flags,
    /// `sc0` and `sc1`, which are the scope, and `nt`.
    ScopeFlags,
    /// A temporal hint and a scope.
    Hints,
}

/// The layouts of instruction words: which bits are what, and how opcodes are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Words {
    /// Of GCN, which CDNA kept: no literals in long instructions, SDWA, no `null`.
    Gcn,
    /// Of RDNA 3.
    Rdna3,
    /// Of RDNA 4.
    Rdna4,
}

/// A processor.
#[derive(Debug)]
pub struct Chip {
    /// As compilers call it.
    pub name: &'static str,
    /// In the flags of ELF headers.
    pub machine: u32,
    /// A sample that filters nothing may be carried out as a load, so that it is written neither in the order
    /// of samples nor in that of loads.
    pub samples_go_as_loads: bool,
    /// What of its numbers differs from those of the generation; nothing where they are not known.
    pub(crate) numbers: Option<Numbers>,
}

/// Some of the numbers that the cycle model and occupancy have.
pub(crate) type Numbers = &'static [chip::Value];

const fn chip(name: &'static str, machine: u32) -> Chip {
    Chip {
        name,
        machine,
        samples_go_as_loads: false,
        numbers: None,
    }
}

impl Chip {
    /// The processor of this name.
    pub fn named(name: &str) -> Option<&'static Chip> {
        Target::chips().find(|chip| chip.name == name)
    }

    /// The processor that a triple names: `amdgcn-amd-amdhsa--gfx1100:xnack-`.
    pub fn of_triple(text: &str) -> Option<&'static Chip> {
        Chip::named(processor_of_triple(text)?)
    }

    /// Whether it stands for a family.
    pub fn is_generic(&self) -> bool {
        let is_own = |target: Target| target.generation().generic.name == self.name;
        Target::ALL.into_iter().any(is_own)
    }

    /// The numbers in its name: 11, 5 and 0 of gfx1150. The last two are hexadecimal digits.
    pub(crate) fn version(&self) -> [u8; 3] {
        let digits = self.name.trim_start_matches("gfx");
        let (major, rest) = digits.split_at(digits.len().saturating_sub(2));
        let digit = |at: usize| {
            let digit = rest.chars().nth(at).and_then(|c| c.to_digit(16));
            digit.unwrap_or(0) as u8
        };
        [major.parse().unwrap_or(0), digit(0), digit(1)]
    }

    const fn loads_for_samples(self) -> Chip {
        Chip {
            samples_go_as_loads: true,
            ..self
        }
    }

    const fn with(self, numbers: Numbers) -> Chip {
        Chip {
            numbers: Some(numbers),
            ..self
        }
    }
}

/// How operations that a counter counts complete.
#[derive(Clone, Copy, Debug)]
pub struct CounterRule {
    /// What is counted.
    pub counter: Counter,
    /// The counter's name in waits.
    pub name: &'static str,
    /// Waiting for at most n tells which are done.
    pub in_order: bool,
    /// Results of one kind are written in the order of issue, so that an operation may write a register which
    /// one before it has still to write.
    pub writes_in_order: bool,
    /// How many it can count.
    pub limit: u16,
}

const fn counts(counter: Counter, name: &'static str, in_order: bool, limit: u16) -> CounterRule {
    CounterRule {
        counter,
        name,
        in_order,
        writes_in_order: in_order,
        limit,
    }
}

impl CounterRule {
    const fn written_in_any_order(self) -> CounterRule {
        CounterRule {
            writes_in_order: false,
            ..self
        }
    }
}
