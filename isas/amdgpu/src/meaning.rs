//! What instructions can mean: the column of the tables that lowering, reference pages, coverage and
//! the assembler's rules read.
//!
//! A meaning is data: an operation, a width, a shape. Registers and modifiers are the row's operands;
//! where an instruction differs between generations, it has a row for each.

pub use crate::image::meaning::{Asks, Detail, Image, Texels};
use crate::inst::RegisterHalf;
pub use crate::matrix::{Element, Matrix, swmmac, wmma};
pub use crate::mfma::{Mfma, MfmaKind, mfma, mfma_mixed, smfmac};
use crate::row::InstRow;
use op::Op;
use op::small::Small;
use uop::{AtomicOp, Extend};

/// Which cache is emptied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cache {
    /// The one next to the lanes.
    Inner,
    /// The one behind it, which the shader array shares.
    Outer,
    /// All up to the scope that the instruction names.
    ToScope,
}

/// The meaning column of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    // Vector arithmetic, in every active lane.
    /// `dst = op(sources)`.
    Lane(Op),
    /// The first two sources in the other order.
    Swapped(Op),
    /// The second operation with `clamp`.
    Saturating(Op, Op),
    /// As `Saturating`, the first two sources in the other order.
    SwappedSaturating(Op, Op),
    /// `dst = op(sources, dst)`.
    Accumulate(Op),
    /// `dst = op(sources, dst)`, the second operation with `clamp`.
    AccumulateSaturating(Op, Op),
    /// A boolean function of the bits of three sources, whose table the instruction holds.
    Table,
    /// The low half of a 32-bit result goes to a half register.
    ToHalf(Op),
    /// One byte of the source, which `byte_sel` names.
    FromByte(Op),
    /// Two bytes of one half of the source, each to a register.
    FromTwoBytes(Op),
    /// Into one byte of the destination, which `byte_sel` names.
    IntoByte(Op),
    /// Two halves side by side.
    PackHalves,
    /// On both halves, which `op_sel` and `op_sel_hi` choose.
    Packed(Op),
    /// The second operation with `clamp`.
    PackedSaturating(Op, Op),
    /// The first two sources in the other order.
    PackedSwapped(Op),
    /// On both words of register pairs, which `op_sel` and `op_sel_hi` choose.
    PackedWords(Op),
    /// A word of each of two register pairs, which `op_sel` chooses, side by side.
    PackWords,
    /// Conversions between small floats, which an exponent scales, and larger ones.
    Scaled(Scaling),
    /// `a * b + c`, each source a float or a half as `op_sel_hi` says; the result is a float, or goes
    /// to a half register.
    Mix(RegisterHalf),
    /// Pairs of 16-bit numbers are multiplied and added to a whole word.
    DotPairs(Op),
    /// Pairs of 16-bit numbers are multiplied and added to a 16-bit number.
    DotHalves(Op),
    /// Four products of 8-bit floats are added to a float.
    DotBytes(Op),
    /// Products of 8-bit or 4-bit integers. By the sources that `neg_lo` calls signed: without `clamp`,
    /// and with it.
    DotIntegers(&'static [[Op; 4]; 2]),
    /// `op(mask, second, first)`: the second source where the lane's bit is set.
    Select(Op),
    /// The second operation with `clamp`; the third gives one bit per lane.
    Carry(Op, Op, Op),
    /// As `Carry`, the first two sources in the other order.
    CarrySwapped(Op, Op, Op),
    /// As `Carry`, with one bit per lane as the last source.
    CarryIn(Op, Op, Op),
    /// As `CarryIn`, the first two sources in the other order.
    CarryInSwapped(Op, Op, Op),
    /// Scales a dividend or divisor; the second operation gives one bit per lane.
    DivScale(Op, Op),
    /// The first operation, or where the lane's bit of VCC is set the second.
    DivFmas(Op, Op),
    /// Four sums of distances, from each of the first four bytes of the first source on; the second
    /// operation with `clamp`.
    Distances(Op, Op),
    /// One bit per lane, or SCC, from a boolean operation.
    Compare(Op),
    /// The bit of every active lane is set.
    Always,
    /// No lane's bit is set.
    Never,
    /// A vector function of a scalar, once for the wave.
    OnScalar(Op),
    /// Two registers, or two halves, change places.
    Swap,
    /// One half of a dual instruction: what the other instruction does alone.
    Dual(&'static InstRow),
    /// A product of matrices that lie across the wave.
    Matrix(Matrix),
    /// The same on CDNA.
    Mfma(Mfma),

    // Between lanes.
    /// The first active lane to a scalar.
    ReadFirstLane,
    /// One lane to a scalar.
    ReadLane,
    /// A scalar to one lane.
    WriteLane,
    /// Lanes of a row of 16 fetch from lanes of the same row, or of the neighbouring one.
    PermuteRow {
        /// From the neighbouring row.
        across: bool,
    },
    /// `a * b + c` with what other lanes of a quad hold: so pixels weigh the corners of their triangle.
    Interpolate(Corner, Op),
    /// The halves of a wave of 64 change places.
    SwapHalfWaves,
    /// Of every two rows of so many lanes, the second one of the first register and the first one of the second
    /// change places.
    SwapRows(u8),
    /// Bits of the first source that belong to lanes below, counted and added to the second.
    LanesBelow {
        /// Of lanes 32 to 63.
        upper: bool,
    },
    /// A move between registers whose numbers M0 adds to.
    MoveRelative(Relative),
    /// M0 is added to the numbers of vector registers from here on, or no longer.
    Index(Indexing),
    /// By the pattern in the offset.
    Swizzle,
    /// Lanes send to the lane that their address names.
    SendToLane,
    /// Lanes fetch from the lane that their address names.
    FetchFromLane {
        /// From lanes that are not active, too.
        inactive: bool,
    },

    // Scalar arithmetic, once for the wave.
    /// `dst = op(sources)`.
    Scalar(Op, Scc),
    /// `dst = op(sources, dst)`.
    ScalarAccumulate(Op),
    /// `dst = op(sources, SCC)`, and SCC becomes the second one's result.
    ScalarCarry(Op, Op),
    /// `dst = SCC ? first : second`, the second being the destination where there is only one.
    ScalarSelect(Op),
    /// `SCC = !op(sources)`.
    CompareNot(Op),
    /// `dst = second(first(source))`.
    ScalarAfter(Op, Op, Scc),
    /// `dst = EXEC; EXEC = op(source, EXEC)`.
    SaveExec(Op),
    /// `dst = EXEC = op(EXEC, source)`; `true` is with the source first.
    WriteExec(Op, bool),
    /// `dst = op(dst, immediate)`.
    ScalarConstant(Op, Scc),
    /// `(a << n) + b` with the carry in SCC.
    ShiftAdd(u8),

    // Memory. The format says which one, and whether lanes or the wave access it.
    /// So many bytes, which fill their registers so.
    Load(u8, Extend),
    /// So many bytes.
    Store(u8),
    /// So many bytes of the upper half of the register.
    StoreHigh(u8),
    /// A word of so many bytes changes in one piece.
    Atomic(u8, AtomicOp),
    /// The same for the atomics that only data shares have.
    ShareAtomic(u8, ShareOp),
    /// So many bytes from each of two addresses, whose offsets count so many of them.
    LoadTwo(u8, u8),
    /// So many bytes to each of two addresses, whose offsets count so many of them.
    StoreTwo(u8, u8),
    /// An exchange at each of two addresses, whose offsets count so many words.
    ExchangeTwo(u8, u8),
    /// A word at four times the lane's number.
    LoadByLane,
    /// A word at four times the lane's number.
    StoreByLane,
    /// So many components, converted by the buffer's format.
    LoadTyped(u8, Components),
    /// So many components, converted by the buffer's format.
    StoreTyped(u8, Components),
    /// Up to 32 registers, those whose bit of M0 is set.
    LoadBlock,
    /// Up to 32 registers, those whose bit of M0 is set.
    StoreBlock,
    /// A matrix for so many lanes at a time, of elements of so many bits: each lane gets a column.
    LoadTransposed {
        /// Of an element.
        bits: u8,
        /// As many as a row has elements.
        lanes: u8,
    },
    /// So many bytes from memory to local memory, where the lanes' words lie side by side from M0 on.
    LoadToShare(u8, Extend),
    /// A clock.
    ReadClock,
    /// Adds where the number in memory says that it is this one's turn.
    OrderedAdd,
    /// The number of active lanes is added to a counter or subtracted from it, once for all.
    CountLanes {
        /// Added.
        up: bool,
    },
    /// One word of local memory for every lane, by M0.
    DirectLoad,
    /// Something is done to an image.
    OfImage(Image),
    /// Rays are tested against nodes of a bounding volume hierarchy.
    TestRay(Nodes),
    /// Nodes of such a hierarchy are pushed on stacks in local memory, and so many are popped.
    RayStack(u8),

    // Control.
    /// Nothing that a program could see here: a hint, or a cache where memory is coherent. The sentence
    /// says what the hardware makes of it.
    Nothing(&'static str),
    /// Nothing, for as many cycles as the number says and one more.
    Idle,
    /// Lets other waves run, and the host. The sentence says what the hardware makes of it.
    Sleep(&'static str),
    /// Empties a cache, which says something to others about the order of accesses alone: memory is
    /// always coherent here. The sentence says what the hardware makes of it.
    Empties(Cache, &'static str),
    /// Writes caches back up to a scope; the same goes for it.
    WritesBack(&'static str),
    /// The memory instructions that follow belong together.
    Clause,
    /// Until results that the next instructions depend on are there.
    WaitAlu,
    /// Says how far away the instructions are whose results come next.
    DelayAlu,
    /// The wave is done.
    End,
    /// Goes on at the label.
    Jump,
    /// Goes on at the label if something is so.
    Branch(When),
    /// The address of the next instruction.
    GetPc,
    /// Goes on at the address in a register pair.
    SetPc,
    /// `SetPc`, keeping the address of the next instruction.
    SwapPc,
    /// `Jump`, keeping the address of the next instruction.
    Call,
    /// Until enough of what is outstanding is done.
    Wait(WaitNames),
    /// Waits until every wave of the workgroup is here.
    Barrier,
    /// Barriers whose signals and waits are separate.
    SplitBarrier(Split),
    /// Begins one pass of a wave of 64 for each half that has active lanes.
    SubvectorBegin,
    /// Ends it.
    SubvectorEnd,
    /// As many vector registers as are asked for are always there.
    AllocateVectors,
    /// Ends the wave if the number is odd.
    Kill,
    /// Bits of a hardware register.
    GetRegister,
    /// Bits of a hardware register, from a scalar or a literal.
    SetRegister,
    /// Four bits of MODE from this one on.
    ModeBits(u8),
    /// A message to the host.
    Message {
        /// After which the wave stops.
        halts: bool,
    },
    /// A message that is answered.
    MessageReturn,
    /// Into the trap handler, which there is none of.
    Trap,
    /// Waits for a debugger.
    Halt,
    /// Not to be reached.
    Illegal,

    /// Cannot be run.
    NotModelled {
        /// What the hardware does.
        does: &'static str,
        /// What a model would need.
        why: &'static str,
    },
}

impl Meaning {
    /// What an instruction does by itself: that of the instruction that half of a pair stands for.
    pub const fn alone(self) -> Meaning {
        match self {
            Meaning::Dual(row) => row.meaning,
            meaning => meaning,
        }
    }

    /// The operation that it carries out: without `clamp`, and the last where it is one after another.
    #[rustfmt::skip]
    pub const fn operation(self) -> Option<Op> {
        use Meaning::*;
        match self.alone() {
            Lane(op) | Swapped(op) | Saturating(op, _) | SwappedSaturating(op, _) | Accumulate(op)
            | AccumulateSaturating(op, _) | PackedWords(op)
            | ToHalf(op) | FromByte(op) | FromTwoBytes(op) | IntoByte(op)
            | Packed(op) | PackedSaturating(op, _) | PackedSwapped(op)
            | DotPairs(op) | DotHalves(op) | DotBytes(op) | Distances(op, _) | Interpolate(_, op)
            | Carry(op, ..) | CarrySwapped(op, ..) | CarryIn(op, ..) | CarryInSwapped(op, ..)
            | DivScale(op, _) | DivFmas(op, _) | Select(op) | Compare(op) | CompareNot(op) | OnScalar(op)
            | Scalar(op, _) | ScalarAccumulate(op) | ScalarCarry(op, _) | ScalarSelect(op)
            | ScalarAfter(_, op, _) | ScalarConstant(op, _) | SaveExec(op) | WriteExec(op, _) => Some(op),
            _ => None,
        }
    }
}

/// What becomes of SCC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scc {
    /// It stays.
    Keep,
    /// Whether the result is not zero.
    NonZero,
    /// The result of this operation on the same sources.
    Of(Op),
}

/// Which register numbers M0 adds to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relative {
    /// That of the source.
    Source,
    /// That of the destination.
    Destination,
    /// Both.
    Both,
    /// The source by bits 9:0 and the destination by bits 25:16.
    Split,
    /// As `Split`, and the registers change places.
    Swap,
}

impl Relative {
    /// What this M0 adds to the number of the source, and to that of the destination.
    pub const fn distances(self, m0: u32) -> (Option<u32>, Option<u32>) {
        match self {
            Relative::Source => (Some(m0), None),
            Relative::Destination => (None, Some(m0)),
            Relative::Both => (Some(m0), Some(m0)),
            Relative::Split | Relative::Swap => (Some(m0 & 0x3ff), Some(m0 >> 16 & 0x3ff)),
        }
    }
}

/// What a scalar instruction does to the adding of M0 to the numbers of vector registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Indexing {
    /// Begins it, and says what is added and to which operands.
    On,
    /// Ends it.
    Off,
    /// Says to which operands.
    Operands,
    /// Says what is added.
    Amount,
}

/// Atomics that only data shares have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShareOp {
    /// Bits of the first operand are cleared, those of the second set.
    MaskedOr,
    /// Minus the first operand where that is not more, otherwise plus the second.
    Wrap,
    /// Each word whose new value has its highest bit set is replaced, without that bit.
    ConditionalExchange,
}

/// How the components of a typed element lie in registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Components {
    /// A register each.
    Words,
    /// 16 bits each, two in a register.
    Halves,
    /// 16 bits in the upper half of the register.
    High,
}

/// When a branch is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // The names say it.
pub enum When {
    Scc0,
    Scc1,
    VccZero,
    VccNonZero,
    ExecZero,
    ExecNonZero,
    /// If the debugger has set this flag, and there is no debugger.
    Debugged(&'static str),
}

/// A step of a barrier whose signals and waits are separate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // The names say it.
pub enum Split {
    Signal,
    SignalIsFirst,
    Wait,
    Init,
    Join,
    Leave,
    State,
}

/// What a ray is tested against at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nodes {
    /// A node of four boxes, or a triangle.
    One,
    /// Two of them, or an instance.
    Two,
    /// A node of eight boxes, a pair of triangles, or an instance.
    Eight,
}

/// What is counted while it is outstanding; the number is that of its channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counter {
    /// Loads of vector memory, and its atomics that return.
    Load = 0,
    /// Stores, and atomics that return nothing.
    Store = 1,
    /// Local memory.
    Lds = 2,
    /// Scalar memory and messages.
    Scalar = 3,
    /// Exports, and what is sent like them.
    Export = 4,
    /// Samples of images, where they do not count as loads.
    Sample = 5,
    /// Ray tests, where they do not count as loads.
    Ray = 6,
    /// The global data share.
    Gds = 7,
}

/// How the operand of a wait names counters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitNames {
    /// `s_waitcnt`: three counters in one number.
    Packed,
    /// At most so many of each.
    One(&'static [Counter]),
    /// The first six bits are for LDS, the ones from bit 8 on for this one.
    WithLds(Counter),
    /// All counters are zero.
    Everything,
}

/// Which lanes of a quad an interpolation takes from: the manual's names of the terms that it adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corner {
    /// Lane 1 has the factor, lane 0 what is added.
    P10,
    /// Lane 2 has the factor, each lane what is added.
    P2,
}

/// A conversion between small floats, which an exponent scales, and larger ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scaling {
    /// How many.
    pub count: u8,
    /// What is scaled.
    pub small: Small,
    /// What is not.
    pub large: Element,
    /// What the small ones are.
    pub way: Way,
}

impl Scaling {
    /// How many bits of registers its results fill.
    pub fn fills(self) -> u32 {
        let bits = match self.way {
            Way::Widen => self.large.bits(),
            _ => self.small.bits(),
        };
        u32::from(self.count) * bits
    }
}

/// The direction of a conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// The source.
    Widen,
    /// The result, rounded to nearest.
    Narrow,
    /// The result, rounded by noise that the second source holds.
    NarrowNoisily,
}

/// So many small floats become larger ones.
pub const fn widened(count: u8, small: Small, large: Element) -> Meaning {
    scaled(count, small, large, Way::Widen)
}

/// So many floats become small ones.
pub const fn narrowed(count: u8, large: Element, small: Small) -> Meaning {
    scaled(count, small, large, Way::Narrow)
}

/// The same, rounded by noise.
pub const fn narrowed_noisily(count: u8, large: Element, small: Small) -> Meaning {
    scaled(count, small, large, Way::NarrowNoisily)
}

const fn scaled(count: u8, small: Small, large: Element, way: Way) -> Meaning {
    Meaning::Scaled(Scaling {
        count,
        small,
        large,
        way,
    })
}

/// Elements of so many bits, for so many lanes at a time.
pub const fn transposed(bits: u8, lanes: u8) -> Meaning {
    Meaning::LoadTransposed { bits, lanes }
}

/// An instruction that cannot be run: what the hardware does, and what a model would need.
pub const fn not_modelled(does: &'static str, why: &'static str) -> Meaning {
    Meaning::NotModelled { does, why }
}
