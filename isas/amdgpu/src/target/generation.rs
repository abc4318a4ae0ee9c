//! What can be true of a generation, fact by fact.

use super::{Gens, Wave};
use crate::inst::{FLAT_SCRATCH, FLAT_SCRATCH_BASE_LO, M0, NULL, XNACK_MASK};
use crate::meaning::Counter;
use crate::names::Part;

/// What is true of all chips of a generation. Behaviour asks for a fact, never for a name.
#[derive(Debug)]
pub struct Generation {
    /// As people call it.
    pub title: &'static str,
    /// Its own spellings, the one that is an extension of file names first.
    pub names: &'static [&'static str],
    /// Its processors, the one that stands for all of them first.
    pub chips: &'static [Chip],
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
}

pub(super) const fn chip(name: &'static str, machine: u32) -> Chip {
    Chip {
        name,
        machine,
        samples_go_as_loads: false,
    }
}

impl Chip {
    pub(super) const fn loads_for_samples(self) -> Chip {
        Chip {
            samples_go_as_loads: true,
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

pub(super) const fn counts(
    counter: Counter,
    name: &'static str,
    in_order: bool,
    limit: u16,
) -> CounterRule {
    CounterRule {
        counter,
        name,
        in_order,
        writes_in_order: in_order,
        limit,
    }
}

impl CounterRule {
    pub(super) const fn written_in_any_order(self) -> CounterRule {
        CounterRule {
            writes_in_order: false,
            ..self
        }
    }
}
