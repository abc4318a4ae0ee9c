//! Barriers and fences. The engine carries out memory accesses in program order and shows each to
//! all waves at once, so a fence has nothing left to do; checkers hold programs to it.

use uop::{Fence, Uop};

use super::Lowering;
use crate::encoding::WaveInst;
use crate::meaning::Scope;

pub fn fence(inst: &WaveInst, lower: &mut Lowering) {
    let scope = match inst.scope() {
        Scope::Wave => uop::Scope::Wave,
        Scope::Workgroup => uop::Scope::Workgroup,
        Scope::Cluster if !lower.clustered => uop::Scope::Workgroup,
        Scope::Cluster | Scope::Device => uop::Scope::Device,
    };
    lower.builder.fence(Fence::Full(scope));
    lower.push(Uop::Nop);
}

pub fn barrier(inst: &WaveInst, lower: &mut Lowering) {
    lower.push(match inst.scope() {
        Scope::Cluster if lower.clustered => Uop::ClusterBarrier,
        _ => Uop::Barrier,
    });
}
