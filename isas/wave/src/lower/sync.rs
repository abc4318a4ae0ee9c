//! Barriers and fences. The engine carries out memory accesses in program order and shows each to
//! everyone at once, so a fence has nothing left to do.

use uop::Uop;

use super::Lowering;
use crate::encoding::Inst;

pub fn nop(_: &Inst, lower: &mut Lowering) {
    lower.push(Uop::Nop);
}

pub fn barrier(_: &Inst, lower: &mut Lowering) {
    lower.push(Uop::Barrier);
}

pub fn cluster_barrier(_: &Inst, lower: &mut Lowering) {
    lower.push(match lower.clustered {
        true => Uop::ClusterBarrier,
        false => Uop::Barrier,
    });
}
