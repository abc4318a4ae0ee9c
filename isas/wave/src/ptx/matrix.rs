//! Matrix multiply-accumulate.
//!
//! Fragments lie in registers as PTX has them, but its matrix units add up a sum in an order and a
//! precision of their own. The chain of fused operations that WAVE asks for takes the values out
//! of the threads that hold them, one step of k after the other.

use super::emit::Emitter;
use super::template::{list, register};
use crate::encoding::WaveInst;

pub fn mma(inst: &WaveInst, e: &mut Emitter) {
    let f = &inst.fields;
    let mask = e.mask();
    let after = e.label();
    // Without threads it does nothing, without some it must not run.
    e.line(&format!("setp.eq.b32 %q0, {mask}, 0;"));
    e.line(&format!("@%q0 bra.uni {after};"));
    e.line(&format!("setp.ne.b32 %q0, {mask}, -1;"));
    e.line("@%q0 trap;");
    if e.style.fast {
        e.line(&format!(
            "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {}, {}, {}, {};",
            list(f.d, 4),
            list(f.a, 2),
            list(f.b, 1),
            list(f.c, 4)
        ));
        return e.bind(&after);
    }
    // The thread's rows of A are with its four neighbours, its columns of B with eight threads.
    e.lines([
        "and.b32 %t0, %lane, -4;",
        "and.b32 %t1, %lane, 3;",
        "shl.b32 %t1, %t1, 3;",
        "add.u32 %t2, %t1, 4;",
    ]);
    for n in 0..4 {
        e.line(&format!("mov.b32 %t{}, {};", 8 + n, register(f.c + n)));
    }
    for _ in 0..4 {
        for (value, from, lane) in [
            ("%t3", f.a, "%t0"),
            ("%t4", f.a + 1, "%t0"),
            ("%t5", f.b, "%t1"),
            ("%t6", f.b, "%t2"),
        ] {
            let from = register(from);
            e.line(&format!(
                "shfl.sync.idx.b32 {value}, {from}, {lane}, 31, %wave;"
            ));
        }
        for halves in ["{%h0, %h4}", "{%h4, %h0}"] {
            for (value, to) in [("%t3", 12), ("%t4", 13), ("%t5", 14), ("%t6", 15)] {
                e.line(&format!("mov.b32 {halves}, {value};"));
                e.line(&format!("cvt.f32.f16 %t{to}, %h0;"));
            }
            for (sum, a, b) in [(8, 12, 14), (9, 12, 15), (10, 13, 14), (11, 13, 15)] {
                e.line(&format!("fma.rn.f32 %t{sum}, %t{a}, %t{b}, %t{sum};"));
            }
        }
        e.lines([
            "add.u32 %t0, %t0, 1;",
            "add.u32 %t1, %t1, 1;",
            "add.u32 %t2, %t2, 1;",
        ]);
    }
    for n in 0..4 {
        let (sum, d) = (8 + n, register(f.d + n));
        e.line(&format!("setp.nan.f32 %q0, %t{sum}, %t{sum};"));
        e.line(&format!("selp.b32 {d}, 0x7FC00000, %t{sum}, %q0;"));
    }
    e.bind(&after);
}
