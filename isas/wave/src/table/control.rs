//! Sections 6.12 and 6.13.

use super::modifiers::flags;
use crate::device::Capability::Cluster;
use crate::meaning::Meaning::{self, Barrier, Fence, Nop};
use crate::meaning::Structure::{Break, Continue, Else, EndIf, EndLoop, If, Loop, Return};
use crate::ptx::Ptx::{ByMeaning, Lines};
use crate::row::Guarding::{Condition, Forbidden};
use crate::row::Operand::Labels;
use crate::row::{Modifier, S, SL, WaveRow};

static SCOPE: Modifier = flags(
    "scope",
    0x18,
    &[(".wave", 0), (".workgroup", 0x08), (".device", 0x18)],
    "who sees the order",
);

#[rustfmt::skip]
pub static SYNCHRONISATION: &[WaveRow] = &[
    WaveRow::new("nop",             47, S, &[], &[], Nop, Lines(""), "does nothing").fix(0x3f, 0).completion(),
    WaveRow::new("barrier",         47, S, &[], &[], Barrier, ByMeaning, "waits until every wave of the workgroup is here; orders memory").fix(0x3f, 0x09),
    WaveRow::new("barrier.cluster", 47, S, &[], &[], Barrier, ByMeaning, "waits until every wave of the cluster is here; orders memory").fix(0x3f, 0x11).needs(&[Cluster]).completion(),
    WaveRow::new("fence{scope}",    47, S, &[&SCOPE], &[], Fence, ByMeaning, "orders memory accesses before it against those after it").fix(0x27, 0x02),
    WaveRow::new("fence.cluster",   47, S, &[], &[], Fence, ByMeaning, "orders memory accesses as seen by the cluster").fix(0x3f, 0x12).needs(&[Cluster]).completion(),
];

#[rustfmt::skip]
pub static FLOW: &[WaveRow] = &[
    WaveRow::new("if",       48, SL, &[], &[Labels(2)], Meaning::Structure(If), ByMeaning, "threads whose condition holds run the block, the others the `else` block").guarding(Condition),
    WaveRow::new("else",     49, SL, &[], &[], Meaning::Structure(Else), ByMeaning, "begins the block of the other threads").guarding(Forbidden),
    WaveRow::new("endif",    50, S,  &[], &[], Meaning::Structure(EndIf), ByMeaning, "both blocks meet").guarding(Forbidden),
    WaveRow::new("loop",     51, SL, &[], &[Labels(1)], Meaning::Structure(Loop), ByMeaning, "begins a loop, which ends when no thread is left in it").guarding(Forbidden),
    WaveRow::new("endloop",  52, SL, &[], &[], Meaning::Structure(EndLoop), ByMeaning, "the next iteration").guarding(Forbidden),
    WaveRow::new("break",    53, SL, &[], &[], Meaning::Structure(Break), ByMeaning, "threads whose condition holds leave the innermost loop").guarding(Condition),
    WaveRow::new("continue", 54, SL, &[], &[], Meaning::Structure(Continue), ByMeaning, "threads whose condition holds go to the next iteration").guarding(Condition),
    WaveRow::new("ret",      55, S,  &[], &[], Meaning::Structure(Return), ByMeaning, "ends the thread"),
];
