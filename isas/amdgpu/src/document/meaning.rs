//! What an instruction does, in words, from the meaning in its row.

mod memory;

use super::{matrix, mfma};
use crate::inst::RegisterHalf;
use crate::meaning::{
    Corner, Counter, Element, Indexing, Meaning, Nodes, Relative, Scaling, Scc, ShareOp, Split,
    WaitNames, Way, When,
};
use crate::row::{AmdFormat, CMPX, InstRow, OperandSlot};
use crate::target::Target;
use memory::{amount, atomic, atomic_effect, bits, space, twice, typed};
use op::Op;
use op::small::Small;
use uop::Extend;

/// A few sentences on what a row does, with the names that its page gives to the sources.
pub(super) fn of(row: &InstRow, target: Target, sources: &[&str]) -> String {
    use Meaning::*;
    let swapped: Vec<&str> = match sources {
        [a, b, rest @ ..] => [&[*b, *a], rest].concat(),
        _ => sources.to_vec(),
    };
    let and = |more: &[&'static str]| [sources, more].concat();
    let lanes = |how: &str, op| lanes(how, op, sources);
    let once = |op| once(op, sources);
    match row.meaning {
        Lane(op) => lanes("", op),
        Swapped(op) => in_lanes(op, &swapped),
        Saturating(op, clamped) => clamping(lanes("", op), clamped, sources),
        SwappedSaturating(op, clamped) => clamping(in_lanes(op, &swapped), clamped, &swapped),
        Accumulate(op) => in_lanes(op, &and(&["vdst"])),
        AccumulateSaturating(op, clamped) => {
            let sources = and(&["vdst"]);
            clamping(in_lanes(op, &sources), clamped, &sources)
        }
        Table => "In every active lane, for every bit: the bit of `bitop3` whose number the bits of src0, src1 and \
             src2 make, that of src0 the highest."
            .into(),
        ToHalf(op) => lanes(", into a half register", op),
        FromByte(op) => lanes(", of the byte that `byte_sel` names", op),
        FromTwoBytes(op) => lanes(
            ", of two bytes of the half that `op_sel` names, each to a register",
            op,
        ),
        IntoByte(op) => lanes(
            ", into the byte of the destination that `byte_sel` names",
            op,
        ),
        PackHalves => "In every active lane: two halves side by side, the first source below.".into(),
        Packed(op) => lanes(HALVES, op),
        PackedSaturating(op, clamped) => clamping(lanes(HALVES, op), clamped, sources),
        PackedSwapped(op) => self::lanes(HALVES, op, &swapped),
        PackedWords(op) => lanes(
            ", on both words of register pairs, which `op_sel` and `op_sel_hi` choose",
            op,
        ),
        PackWords => "In every active lane: a word of each source, which `op_sel` chooses, side by side, that of \
             src0 below."
            .into(),
        Scaled(scaling) => scaled(&scaling),
        Mix(half) => op::in_words(mix(half), sources),
        DotPairs(op) | DotHalves(op) | DotBytes(op) => lanes("", op),
        DotIntegers(ops) => clamping(
            lanes(
                ", where `neg_lo` says which of the first two sources are signed",
                ops[0][0],
            ),
            ops[1][0],
            sources,
        ),
        Select(_) => "In every active lane: src1 where the lane's bit of the mask is set, src0 where it \
             is clear."
            .into(),
        Carry(op, clamped, flag) => carrying("", op, clamped, flag, sources),
        CarrySwapped(op, clamped, flag) => carrying("", op, clamped, flag, &swapped),
        CarryIn(op, clamped, flag) => carrying(CARRY_IN, op, clamped, flag, &carried(sources)),
        CarryInSwapped(op, clamped, flag) => {
            carrying(CARRY_IN, op, clamped, flag, &carried(&swapped))
        }
        DivScale(op, flag) => {
            format!("{}\nA bit per lane: {}", lanes("", op), flag.says(sources))
        }
        DivFmas(fma, scaling) => format!(
            "{}\nIn lanes whose bit of VCC is set: {}",
            lanes("", fma),
            scaling.says(sources)
        ),
        Distances(op, _) => lanes(", four times, beginning at each of the first four bytes of src0", op),
        Compare(op) if row.is_scalar() => format!("Into SCC: {}", op.says(sources)),
        Compare(op) if row.has(CMPX) && row.operands.contains(&OperandSlot::MaskDst) => format!(
            "A bit per active lane, 0 for the others; EXEC becomes the same: {}",
            op.says(sources)
        ),
        Compare(op) if row.has(CMPX) => {
            format!("A bit per active lane, which becomes EXEC: {}", op.says(sources))
        }
        Compare(op) => {
            format!("A bit per active lane, 0 for the others: {}", op.says(sources))
        }
        Always => "A bit per active lane that is always set.".into(),
        Never => "A bit per lane that is never set.".into(),
        CompareNot(op) => format!("Into SCC, inverted: {}", op.says(sources)),
        OnScalar(op) => once(op),
        Swap => "Two registers, or two halves, change places.".into(),
        Dual(alone) => format!(
            "Half of a pair that runs at once, both reading before either writes. {}",
            of(alone, target, sources)
        ),
        Matrix(matrix) => matrix::products(&matrix, target),
        Mfma(product) => mfma::products(product),
        ReadFirstLane => {
            "Copies the first active lane of a vector register, or lane 0 if none is active, to a \
             scalar register."
                .into()
        }
        ReadLane => "Copies the lane of a vector register that src1 names to a scalar register, \
             active or not."
            .into(),
        WriteLane => "Writes a scalar to the lane of the destination that src1 names, active or not; \
             other lanes stay."
            .into(),
        Interpolate(corner, op) => interpolate(corner, op),
        PermuteRow { across } => permute_row(row, across),
        SwapHalfWaves => "Lanes 0 to 31 and 32 to 63 change places, active or not; in a wave of 32 \
             nothing happens."
            .into(),
        SwapRows(lanes) => format!(
            "Rows of {lanes} lanes change places: of every two the second one of vdst with the first one of src0. \
             Lanes that are not active are neither read nor written, unless `fi` is set; with `bound_ctrl` they \
             give 0."
        ),
        LanesBelow { upper } => format!(
            "In every active lane: src1 plus the number of bits of src0 that belong to {} below this \
             lane.",
            if upper { "lanes from 32 on" } else { "lanes up to 31" }
        ),
        MoveRelative(relative) => move_relative(relative).into(),
        Index(indexing) => index(indexing).into(),
        Swizzle => "Exchanges values between lanes by the pattern in the offset; local memory is not \
             touched."
            .into(),
        SendToLane => {
            "Sends each lane's value to the lane that its address names, in bytes; local memory is not \
             touched."
                .into()
        }
        FetchFromLane { inactive } => format!(
            "Fetches the value of the lane that each lane's address names, in bytes, {}; local memory \
             is not touched.",
            if inactive { "active or not" } else { "0 where that is not active" }
        ),
        Scalar(op, scc) => once(op) + &scc_becomes(scc, sources),
        ScalarAccumulate(op) => self::once(op, &and(&["sdst"])),
        ScalarCarry(op, out) => {
            let sources = and(&["SCC"]);
            format!("{} SCC becomes: {}", self::once(op, &sources), out.says(&sources))
        }
        ScalarSelect(_) => "Once for the wave: the first source if SCC is 1, otherwise the second, or \
             the destination as it was."
            .into(),
        ScalarAfter(first, op, scc) => {
            let first = first.says(sources);
            let then = op.says(&["that"]);
            format!("Once for the wave: {first} Of that: {then}") + &scc_becomes(scc, sources)
        }
        SaveExec(op) => format!(
            "The destination becomes EXEC, and EXEC this: {} SCC says whether a lane is left.",
            op.says(&and(&["EXEC"]))
        ),
        WriteExec(op, source_first) => format!(
            "EXEC and the destination become this: {} SCC says whether a lane is left.",
            match source_first {
                true => op.says(&and(&["EXEC"])),
                false => op.says(&[&["EXEC"], sources].concat()),
            }
        ),
        ScalarConstant(op, scc) => {
            let both = [&["sdst"], sources].concat();
            self::once(op, &both) + &scc_becomes(scc, &both)
        }
        ShiftAdd(by) => format!(
            "Once for the wave: the first source times {} plus the second. SCC is the carry.",
            1 << by
        ),
        Load(bytes, extend) if row.format == AmdFormat::Smem => format!(
            "Loads {} into scalar registers, once for the wave.",
            amount(bytes, extend)
        ),
        Load(bytes, extend) => {
            let place = match extend {
                Extend::Zero | Extend::Sign => "",
                Extend::LowZero | Extend::LowSign => ", to the lower half of the register",
                Extend::HighZero | Extend::HighSign => ", to the upper half of the register",
            };
            let what = amount(bytes, extend);
            format!("Loads {what} from {} in every active lane{place}.", space(row))
        }
        Store(bytes) => format!("Stores {} to {} in every active lane.", bits(bytes), space(row)),
        StoreHigh(bytes) => format!(
            "Stores {} of the upper half of the register to {} in every active lane.",
            bits(bytes),
            space(row)
        ),
        Atomic(_, op) => atomic(row, target, &atomic_effect(op)),
        ShareAtomic(_, op) => atomic(
            row,
            target,
            match op {
                ShareOp::MaskedOr => {
                    "loses the bits of the first data value and gains those of the second"
                }
                ShareOp::Wrap => {
                    "becomes itself minus the first data value, or where that is more, plus the second"
                }
                ShareOp::ConditionalExchange => {
                    "takes over each word of the data whose highest bit is set, without that bit"
                }
            },
        ),
        LoadTwo(bytes, by) => twice("Loads", bytes, by, "from"),
        StoreTwo(bytes, by) => twice("Stores", bytes, by, "to"),
        ExchangeTwo(bytes, by) => twice("Exchanges", bytes, by, "with"),
        LoadByLane => format!("Loads 32 bits from {} in every active lane{BY_LANE}.", space(row)),
        StoreByLane => format!("Stores 32 bits to {} in every active lane{BY_LANE}.", space(row)),
        LoadTyped(count, components) => typed(row, "Loads", count, components),
        StoreTyped(count, components) => typed(row, "Stores", count, components),
        LoadBlock => "Loads up to 32 registers in every active lane, those whose bit of M0 is set.".into(),
        StoreBlock => {
            "Stores up to 32 registers in every active lane, those whose bit of M0 is set.".into()
        }
        LoadTransposed { bits, lanes } => format!(
            "Loads matrices of elements of {bits} bits from {}: {lanes} lanes in a row load one with {lanes} elements in a \
             row, each lane a part of a row, and the first of them gets the first column, the next one the next, as \
             matrix instructions want them.",
            space(row)
        ),
        LoadToShare(bytes, extend) => format!(
            "Copies {} from {} to local memory in every active lane: to the address in M0, plus the offset, plus \
             the lane's number times {}.",
            amount(bytes, extend),
            space(row),
            bytes.max(4)
        ),
        ReadClock => "A clock that counts up, in two registers.".into(),
        OrderedAdd => "Where the first word in memory equals the first data word, it counts up and the \
             second data word is added to the second, in one piece."
            .into(),
        CountLanes { up } => format!(
            "{} the number of active lanes {} a counter and gives all of them the old value.",
            if up { "Adds" } else { "Subtracts" },
            if up { "to" } else { "from" }
        ),
        DirectLoad => "Gives every lane the value of local memory whose address and type are in M0.".into(),
        Nothing(what) | Sleep(what) | Empties(_, what) | WritesBack(what) => what.into(),
        Idle => "Does nothing for as many cycles as the number says, plus one.".into(),
        Clause => "Says that the next memory instructions belong together; a hint.".into(),
        WaitAlu => {
            "Waits for results that the next instructions depend on; a hint of timing.".into()
        }
        DelayAlu => "Says how far away the instructions are whose results come next; a hint of timing.".into(),
        End => "The wave is done.".into(),
        Jump => "Goes on at the label.".into(),
        Branch(when) => format!("Goes on at the label if {}.", condition(when)),
        GetPc => "The address of the next instruction.".into(),
        SetPc => "Goes on at the address in a register pair.".into(),
        SwapPc => {
            "Goes on at the address in a register pair and keeps the address of the next instruction: a \
             call."
                .into()
        }
        Call => "Keeps the address of the next instruction and goes on at the label: a call.".into(),
        OfImage(image) => image.sentences(),
        TestRay(nodes) => test_ray(nodes).into(),
        RayStack(pops) => format!(
            "Pushes nodes on a stack in local memory, of which each lane has one, from the last to the first, and \
             pops {}. Of the nodes those that come up to the one that was visited last are left out. The stack's \
             register says where it is then. A stack that is full loses its oldest nodes.",
            match pops {
                1 => "the one on top",
                _ => "the two on top, if both are of one hierarchy; the second of two triangles stands for both",
            }
        ),
        Wait(waits) => wait(waits),
        Barrier => "Waits until every wave of the workgroup is here.".into(),
        SplitBarrier(split) => split_barrier(split).into(),
        SubvectorBegin => "Begins a loop over the two halves of a wide wave: keeps one half of EXEC and \
             goes to the label if it is empty."
            .into(),
        SubvectorEnd => {
            "Goes back to the label for the other half of a wide wave, or restores EXEC.".into()
        }
        AllocateVectors => {
            "Asks for another number of vector registers; SCC says whether it was granted.".into()
        }
        Kill => "Ends the wave if the number is odd.".into(),
        GetRegister => "Reads bits of a hardware register.".into(),
        SetRegister => "Writes bits of a hardware register.".into(),
        ModeBits(0) => "Sets how floating-point results are rounded.".into(),
        ModeBits(_) => "Sets whether denormal numbers are kept or flushed.".into(),
        Message { halts: false } => "Sends a message to the fixed-function hardware or the host.".into(),
        Message { halts: true } => "Sends a message and stops.".into(),
        MessageReturn => "Asks the system for a value.".into(),
        Trap => "Enters the trap handler.".into(),
        Halt => "Stops the wave, or lets it go on.".into(),
        Illegal => "No instruction: reaching it is an error.".into(),
        NotModelled { does, why } => format!("{does}\n\nIt is not run here: {why}."),
    }
}

/// What a conversion with a scale does.
fn scaled(scaling: &Scaling) -> String {
    let small = match scaling.small {
        Small::Fp8 => "fp8 (E4M3)",
        Small::Bf8 => "bf8 (E5M2)",
        Small::Fp6 => "fp6 (E2M3)",
        Small::Bf6 => "bf6 (E3M2)",
        Small::Fp4 => "fp4 (E2M1)",
    };
    let large = match scaling.large {
        Element::F16 => "f16",
        Element::Bf16 => "bf16",
        _ => "f32",
    };
    let count = scaling.count;
    let (from, to, how) = match scaling.way {
        Way::Widen => (small, large, "times"),
        _ => (large, small, "divided by"),
    };
    let noise = match scaling.way {
        Way::NarrowNoisily => {
            " Noise from the source before the last decides how they are rounded."
        }
        _ => "",
    };
    format!(
        "In every active lane: {count} of {from}, {how} the power of two that the exponent of the last source is, \
         as {to}.{noise}"
    )
}

const CARRY_IN: &str = ", where `carry` is the lane's bit of the mask";
const HALVES: &str = ", on the halves that `op_sel` and `op_sel_hi` choose";
const BY_LANE: &str = "; the lane's number times four is added to the address";

/// The sources of an addition with carry: the mask stands for its bit of the lane.
fn carried<'a>(sources: &[&'a str]) -> Vec<&'a str> {
    [&sources[..sources.len().min(2)], &["carry"]].concat()
}

fn lanes(how: &str, op: Op, sources: &[&str]) -> String {
    format!("In every active lane{how}: {}", op.says(sources))
}

fn in_lanes(op: Op, sources: &[&str]) -> String {
    lanes("", op, sources)
}

fn once(op: Op, sources: &[&str]) -> String {
    format!("Once for the wave: {}", op.says(sources))
}

fn clamping(text: String, clamped: Op, sources: &[&str]) -> String {
    format!("{text}\nWith `clamp`: {}", clamped.says(sources))
}

fn carrying(how: &str, op: Op, clamped: Op, flag: Op, sources: &[&str]) -> String {
    let text = clamping(lanes(how, op, sources), clamped, sources);
    format!("{text}\nA bit per lane: {}", flag.says(sources))
}

fn scc_becomes(scc: Scc, sources: &[&str]) -> String {
    match scc {
        Scc::Keep => String::new(),
        Scc::NonZero => " SCC says whether the result is not 0.".into(),
        Scc::Of(op) => format!("\nSCC: {}", op.says(sources)),
    }
}

fn interpolate(corner: Corner, op: Op) -> String {
    let (from, added) = match corner {
        Corner::P10 => (1, "what lane 0 of the quad has in src2"),
        Corner::P2 => (2, "src2"),
    };
    let rounded = match op {
        Op::FmaF32 => "rounded once",
        Op::FmaRzF32 => "rounded once, toward zero",
        Op::FmaMixRzF16 => "rounded once to a half, toward zero",
        _ => "rounded once to a half",
    };
    format!(
        "In every active lane: what lane {from} of its quad (four lanes) has in src0, active or not, times \
         src1, plus {added}, {rounded}."
    )
}

fn mix(half: RegisterHalf) -> &'static str {
    match half {
        RegisterHalf::Whole => {
            "In every active lane: `a * b + c`, rounded once. Each source is a float, or where its bit \
             of `op_sel_hi` is set the half that `op_sel` names."
        }
        RegisterHalf::Low => {
            "In every active lane: `a * b + c`, rounded once to a half, into the low half of the \
             destination. Each source is a float, or where its bit of `op_sel_hi` is set the half that \
             `op_sel` names."
        }
        RegisterHalf::High => {
            "In every active lane: `a * b + c`, rounded once to a half, into the high half of the \
             destination. Each source is a float, or where its bit of `op_sel_hi` is set the half that \
             `op_sel` names."
        }
    }
}

fn permute_row(row: &InstRow, across: bool) -> String {
    let from = if across {
        "the neighbouring row of 16 (lanes 0 to 15 and 16 to 31, 32 to 47 and 48 to 63, are neighbours)"
    } else {
        "its own row of 16"
    };
    let number = match row.operands.len() {
        4 => {
            "four bits for each place in a row, lowest first: src1 has them for the first eight lanes, \
             src2 for the others"
        }
        _ => "the low four bits of src1 in each lane",
    };
    format!(
        "Every active lane gets src0 of a lane of {from}, whose place in its row is given by {number}. \
         Where that lane is not active the destination stays, or becomes 0 with `op_sel:[0,1]` (BC); \
         with `op_sel:[1,0]` (FI) lanes that are not active are read too."
    )
}

fn index(indexing: Indexing) -> &'static str {
    match indexing {
        Indexing::On => {
            "From here on bits 7:0 of M0 are added to the numbers of vector registers that vector \
             instructions name, in the operands that are listed. Sets these bits to the source, and bits \
             15:12 to the operands."
        }
        Indexing::Off => "Ends the adding of M0 to the numbers of vector registers.",
        Indexing::Operands => {
            "Sets the operands in which M0 is added to the numbers of vector registers: bits 15:12 of M0."
        }
        Indexing::Amount => {
            "Sets what is added to the numbers of vector registers: bits 7:0 of M0."
        }
    }
}

fn move_relative(relative: Relative) -> &'static str {
    match relative {
        Relative::Source => "Moves a register; M0 is added to the number of the source.",
        Relative::Destination => "Moves a register; M0 is added to the number of the destination.",
        Relative::Both => "Moves a register; M0 is added to the numbers of source and destination.",
        Relative::Split => {
            "Moves a register; bits 9:0 of M0 are added to the number of the source, bits 25:16 to that \
             of the destination."
        }
        Relative::Swap => {
            "Two registers change places; bits 9:0 of M0 are added to the number of the source, bits \
             25:16 to that of the destination."
        }
    }
}

fn condition(when: When) -> String {
    match when {
        When::Scc0 => "SCC is 0".into(),
        When::Scc1 => "SCC is 1".into(),
        When::VccZero => "no bit of VCC is set".into(),
        When::VccNonZero => "a bit of VCC is set".into(),
        When::ExecZero => "no lane is active".into(),
        When::ExecNonZero => "a lane is active".into(),
        When::Debugged(what) => format!("{what} set, which never is so here"),
    }
}

fn counted(counter: Counter) -> &'static str {
    match counter {
        Counter::Load => "vector loads and atomics that return",
        Counter::Store => "vector stores and atomics that return nothing",
        Counter::Lds => "local memory operations",
        Counter::Scalar => "scalar loads and messages",
        Counter::Export => "exports",
        Counter::Sample => "image samples",
        Counter::Ray => "ray tests",
        Counter::Gds => "operations on the global data share",
    }
}

fn wait(waits: WaitNames) -> String {
    match waits {
        WaitNames::Packed => format!(
            "Waits until each counter is at most its number: vmcnt (bits 15:10) counts {}, lgkmcnt \
             (bits 9:4) {}, {} and {}, expcnt (bits 2:0) {}. A field with all bits set does not wait. \
             Scalar loads may finish in any order: only lgkmcnt(0) says that one is done.",
            counted(Counter::Load),
            counted(Counter::Lds),
            counted(Counter::Scalar),
            counted(Counter::Gds),
            counted(Counter::Export),
        ),
        WaitNames::One(counters) => {
            let all: Vec<&str> = counters.iter().map(|&counter| counted(counter)).collect();
            format!(
                "Waits until at most so many {} are outstanding.",
                all.join(", ")
            )
        }
        WaitNames::WithLds(other) => format!(
            "Waits until at most so many {} (bits 13:8) and so many {} (bits 5:0) are outstanding.",
            counted(other),
            counted(Counter::Lds)
        ),
        WaitNames::Everything => "Waits until nothing is outstanding.".into(),
    }
}

fn split_barrier(split: Split) -> &'static str {
    match split {
        Split::Signal => "Says that this wave has come to a barrier.",
        Split::SignalIsFirst => {
            "Says that this wave has come to a barrier; SCC says whether it was the first."
        }
        Split::Wait => "Waits until every wave has signalled the barrier.",
        Split::Init => "Sets up a named barrier for a number of waves.",
        Split::Join => "Makes this wave a member of a named barrier.",
        Split::Leave => "Leaves a barrier that others go on to use.",
        Split::State => "Reads how many waves a barrier has and how many have come.",
    }
}

fn test_ray(nodes: Nodes) -> &'static str {
    match nodes {
        Nodes::One => {
            "Tests a ray against a node of a bounding volume hierarchy. Four boxes give the \
             pointers of those that it hits, in order where the descriptor says so. A triangle gives \
             how far away it is and either where it is hit or its number, all but the number to be \
             divided by the second word."
        }
        Nodes::Two => {
            "Tests a ray against two nodes of a bounding volume hierarchy: four words for each, as a test of one \
             gives them, and the numbers of the geometries of two triangles. If the first node is an instance, the \
             ray is taken to it: its origin and direction are written back, and the answer has the base of its \
             hierarchy, 24 bits for programs and the node that comes next."
        }
        Nodes::Eight => {
            "Tests a ray against a node of a bounding volume hierarchy. Eight boxes give the pointers of those that \
             it hits, in order where the descriptor says so. A pair of triangles gives for each how far away it is, \
             where it is hit and its number; then the numbers of their geometries. An instance takes the ray to it: \
             its origin and direction are written back, and the answer has the base of its hierarchy, 24 bits for \
             programs and the nodes that come next."
        }
    }
}
