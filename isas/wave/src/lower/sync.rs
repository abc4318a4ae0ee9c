//! Barriers and fences. The engine carries out memory accesses in program order and shows each to
//! all waves at once, so a fence has nothing left to do; checkers hold programs to it.

use uop::{Fence, Scope, Uop};

use super::Lowering;
use crate::encoding::Inst;

pub fn nop(_: &Inst, lower: &mut Lowering) {
    lower.push(Uop::Nop);
}

pub fn fence(inst: &Inst, lower: &mut Lowering) {
    let scope = match inst.fields.flags >> 3 & 3 {
        0 => Scope::Wave,
        1 => Scope::Workgroup,
        2 if !lower.clustered => Scope::Workgroup,
        _ => Scope::Device,
    };
    lower.builder.fence(Fence::Full(scope));
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
