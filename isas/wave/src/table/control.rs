//! Sections 6.12 and 6.13.

use super::modifiers::flags;
use crate::device::Capability::Cluster;
use crate::lower::{flow, sync};
use crate::meaning::Meaning::Lower;
use crate::ptx;
use crate::ptx::Ptx::{Emit, Lines};
use crate::row::Guarding::{Condition, Forbidden};
use crate::row::Operand::Labels;
use crate::row::{Modifier, Row, S, SL};

static SCOPE: Modifier = flags(
    "scope",
    0x18,
    &[(".wave", 0), (".workgroup", 0x08), (".device", 0x18)],
    "who sees the order",
);

#[rustfmt::skip]
pub static SYNCHRONISATION: &[Row] = &[
    Row::new("nop",             47, S, &[], &[], Lower(sync::nop), Lines(""), "does nothing").fix(0x3f, 0).completion(),
    Row::new("barrier",         47, S, &[], &[], Lower(sync::barrier), Emit(ptx::flow::barrier), "waits until every wave of the workgroup is here; orders memory").fix(0x3f, 0x09),
    Row::new("barrier.cluster", 47, S, &[], &[], Lower(sync::cluster_barrier), Emit(ptx::flow::cluster_barrier), "waits until every wave of the cluster is here; orders memory").fix(0x3f, 0x11).needs(&[Cluster]).completion(),
    Row::new("fence{scope}",    47, S, &[&SCOPE], &[], Lower(sync::fence), Emit(ptx::flow::fence), "orders memory accesses before it against those after it").fix(0x27, 0x02),
    Row::new("fence.cluster",   47, S, &[], &[], Lower(sync::fence), Emit(ptx::flow::fence), "orders memory accesses as seen by the cluster").fix(0x3f, 0x12).needs(&[Cluster]).completion(),
];

#[rustfmt::skip]
pub static FLOW: &[Row] = &[
    Row::new("if",       48, SL, &[], &[Labels(2)], Lower(flow::if_), Emit(ptx::flow::if_), "threads whose condition holds run the block, the others the `else` block").guarding(Condition),
    Row::new("else",     49, SL, &[], &[], Lower(flow::else_), Emit(ptx::flow::else_), "begins the block of the other threads").guarding(Forbidden),
    Row::new("endif",    50, S,  &[], &[], Lower(flow::endif), Emit(ptx::flow::endif), "both blocks meet").guarding(Forbidden),
    Row::new("loop",     51, SL, &[], &[Labels(1)], Lower(flow::loop_), Emit(ptx::flow::loop_), "begins a loop, which ends when no thread is left in it").guarding(Forbidden),
    Row::new("endloop",  52, SL, &[], &[], Lower(flow::endloop), Emit(ptx::flow::endloop), "the next iteration").guarding(Forbidden),
    Row::new("break",    53, SL, &[], &[], Lower(flow::break_), Emit(ptx::flow::break_), "threads whose condition holds leave the innermost loop").guarding(Condition),
    Row::new("continue", 54, SL, &[], &[], Lower(flow::continue_), Emit(ptx::flow::continue_), "threads whose condition holds go to the next iteration").guarding(Condition),
    Row::new("ret",      55, S,  &[], &[], Lower(flow::ret), Emit(ptx::flow::ret), "ends the thread"),
];
