//! One entry for every row: what its instructions are in PTX.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::emit::Emitter;
use super::{float, flow, lanes, matrix, memory, select};
use crate::encoding::Inst;
use crate::row::Row;

#[derive(Clone, Copy)]
pub enum Ptx {
    /// Lines; those with `@` write what is seen.
    Plain(&'static str),
    /// A line that computes `{v}` in single precision, to be saturated or made canonical.
    F32(&'static str),
    /// The same on one half of each register: `%h0` from `{x}`, `{y}`, `{z}`.
    Half(&'static str),
    /// The same on both halves.
    Packed(&'static str),
    /// The same on register pairs: `%w0` from `{x}`, `{y}`, `{z}`.
    F64(&'static str),
    /// Something of its own.
    Emit(fn(&Inst, &mut Emitter)),
}

use Ptx::{Emit, F32, F64, Half, Packed, Plain};

/// By name and number, since 32-bit and 64-bit atomics share their name.
#[rustfmt::skip]
static ENTRIES: &[(&str, u8, Ptx)] = &[
    ("add{sat}{int}", 2, Emit(select::add)),
    ("sub{sat}{int}", 3, Emit(select::sub)),
    ("mul.lo{int}",   4, Plain("@mul.lo{int} {d}, {a}, {b};")),
    ("mul.hi{int}",   5, Plain("@mul.hi{int} {d}, {a}, {b};")),
    ("mul.wide{int}", 6, Emit(select::wide)),
    ("div{int}",      7, Emit(select::div)),
    ("rem{int}",      8, Emit(select::rem)),
    ("min{int}",      9, Plain("@min{int} {d}, {a}, {b};")),
    ("max{int}",     10, Plain("@max{int} {d}, {a}, {b};")),
    ("neg.s32",      11, Plain("@neg.s32 {d}, {a};")),
    ("abs.s32",      12, Plain("neg.s32 %t0, {a};\n@max.s32 {d}, {a}, %t0;")),
    ("mad.lo.s32",   56, Plain("@mad.lo.s32 {d}, {a}, {b}, {c};")),
    ("mad.lo.u32",   57, Plain("@mad.lo.u32 {d}, {a}, {b}, {c};")),

    ("and.b32",  13, Plain("@and.b32 {d}, {a}, {b};")),
    ("or.b32",   14, Plain("@or.b32 {d}, {a}, {b};")),
    ("xor.b32",  15, Plain("@xor.b32 {d}, {a}, {b};")),
    ("not.b32",  16, Plain("@not.b32 {d}, {a};")),
    ("shl.b32",  17, Plain("@shl.b32 {d}, {a}, {b};")),
    ("shr{int}", 18, Plain("@shr{int} {d}, {a}, {b};")),
    ("popc.b32", 19, Plain("@popc.b32 {d}, {a};")),
    ("clz.b32",  20, Plain("@clz.b32 {d}, {a};")),
    ("brev.b32", 21, Plain("@brev.b32 {d}, {a};")),
    ("bfe.u32",  58, Emit(select::extract)),
    ("bfe.s32",  59, Emit(select::extract)),
    ("bfi.b32",  60, Emit(select::insert)),
    ("mov.b16",  63, Emit(float::part)),
    ("mov.b8",   63, Emit(float::part)),

    ("add{round}{sat}.f32",  22, F32("add{rnd}.f32 {v}, {a}, {b};")),
    ("sub{round}{sat}.f32",  23, F32("sub{rnd}.f32 {v}, {a}, {b};")),
    ("mul{round}{sat}.f32",  24, F32("mul{rnd}.f32 {v}, {a}, {b};")),
    ("div{round}{sat}.f32",  25, F32("div{rnd}.f32 {v}, {a}, {b};")),
    ("min.f32",              26, F32("min.f32 {v}, {a}, {b};")),
    ("max.f32",              27, F32("max.f32 {v}, {a}, {b};")),
    // The sign alone: PTX's own change NaNs.
    ("neg.f32",              28, Plain("@xor.b32 {d}, {a}, 0x80000000;")),
    ("abs.f32",              29, Plain("@and.b32 {d}, {a}, 0x7fffffff;")),
    ("sqrt{round}{sat}.f32", 30, F32("sqrt{rnd}.f32 {v}, {a};")),
    ("rcp{sat}.f32",         31, F32("rcp.rn.f32 {v}, {a};")),
    ("rsqrt{sat}.f32",       32, Emit(float::rsqrt)),
    ("sin{sat}.f32",         33, Emit(float::sin)),
    ("cos{sat}.f32",         34, Emit(float::cos)),
    ("exp2{sat}.f32",        35, Emit(float::exp2)),
    ("log2{sat}.f32",        36, Emit(float::log2)),
    ("fma{round}{sat}.f32",  64, F32("fma{rnd}.f32 {v}, {a}, {b}, {c};")),

    ("add{sat}.f16x2", 72, Packed("add.rn.f16x2 {v}, {a}, {b};")),
    ("sub{sat}.f16x2", 73, Packed("sub.rn.f16x2 {v}, {a}, {b};")),
    ("mul{sat}.f16x2", 74, Packed("mul.rn.f16x2 {v}, {a}, {b};")),
    ("fma{sat}.f16x2", 75, Packed("fma.rn.f16x2 {v}, {a}, {b}, {c};")),
    ("add{sat}.f16",   80, Half("add.rn.f16 %h0, {x}, {y};")),
    ("sub{sat}.f16",   81, Half("sub.rn.f16 %h0, {x}, {y};")),
    ("mul{sat}.f16",   82, Half("mul.rn.f16 %h0, {x}, {y};")),
    ("fma{sat}.f16",   83, Half("fma.rn.f16 %h0, {x}, {y}, {z};")),

    ("add{round}.f64", 96,  F64("add{rnd}.f64 %w0, {x}, {y};")),
    ("sub{round}.f64", 97,  F64("sub{rnd}.f64 %w0, {x}, {y};")),
    ("mul{round}.f64", 98,  F64("mul{rnd}.f64 %w0, {x}, {y};")),
    ("fma{round}.f64", 99,  F64("fma{rnd}.f64 %w0, {x}, {y}, {z};")),
    ("div{round}.f64", 100, F64("div{rnd}.f64 %w0, {x}, {y};")),
    ("setp{cmp}.f64",  101, Emit(float::compare_double)),

    ("cvt{round}{to}.f32",   37, Emit(float::cvt)),
    ("cvt{round}{to}.f16",   37, Emit(float::cvt)),
    ("cvt{round}{to}.f64",   37, Emit(float::cvt)),
    ("cvt{round}.f32{from}", 37, Emit(float::cvt)),
    ("cvt{round}.f16{from}", 37, Emit(float::cvt)),
    ("cvt{round}.f64{from}", 37, Emit(float::cvt)),
    ("cvt{round}.f32.f16",   37, Emit(float::cvt)),
    ("cvt{round}.f32.f64",   37, Emit(float::cvt)),
    ("cvt{round}.f16.f32",   37, Emit(float::cvt)),
    ("cvt{round}.f16.f64",   37, Emit(float::cvt)),
    ("cvt{round}.f64.f32",   37, Emit(float::cvt)),
    ("cvt{round}.f64.f16",   37, Emit(float::cvt)),
    ("cvt{round}.f32.f32",   37, Emit(float::cvt)),
    ("cvt{round}.f16.f16",   37, Emit(float::cvt)),
    ("cvt{round}.f64.f64",   37, Emit(float::cvt)),
    ("cvt.s32.u32",          37, Plain("@min.u32 {d}, {a}, 0x7fffffff;")),
    ("cvt.u32.s32",          37, Plain("@max.s32 {d}, {a}, 0;")),

    ("mov.b32",         1, Emit(select::mov)),
    ("setp{cmp}{int}", 38, Plain("@setp{cmp}{int} {p}, {a}, {b};")),
    ("setp{cmp}.f32",  39, Plain("@setp{cmp}.f32 {p}, {a}, {b};")),
    ("selp{data}",     40, Emit(select::selp)),
    ("slct.s32.f32",   61, Plain("@slct.b32.f32 {d}, {a}, {b}, {c};")),
    ("slct.s32.s32",   62, Plain("@slct.b32.s32 {d}, {a}, {b}, {c};")),

    ("ld{space}.b32",    41, Emit(memory::load)),
    ("ld{space}.b64",    41, Emit(memory::load)),
    ("ld{space}.v2.b32", 41, Emit(memory::load)),
    ("ld{space}.v4.b32", 41, Emit(memory::load)),
    ("ld{space}.u8",     41, Emit(memory::load)),
    ("ld{space}.s8",     41, Emit(memory::load)),
    ("ld{space}.u16",    41, Emit(memory::load)),
    ("ld{space}.s16",    41, Emit(memory::load)),
    ("st{space}.b32",    42, Emit(memory::store)),
    ("st{space}.b64",    42, Emit(memory::store)),
    ("st{space}.v2.b32", 42, Emit(memory::store)),
    ("st{space}.v4.b32", 42, Emit(memory::store)),
    ("st{space}.b8",     42, Emit(memory::store)),
    ("st{space}.b16",    42, Emit(memory::store)),
    ("atom{space}{op}",      43, Emit(memory::atomic)),
    ("atom{space}.cas.b32", 128, Emit(memory::compare_swap)),
    ("atom{space}{op}",     129, Emit(memory::atomic)),
    ("atom{space}.cas.b64", 130, Emit(memory::compare_swap)),

    ("wave{kind}.add{group}{type}", 44, Emit(lanes::combine)),
    ("wave{kind}.min{group}.s32",   44, Emit(lanes::combine)),
    ("wave{kind}.max{group}.s32",   44, Emit(lanes::combine)),
    ("wave{kind}.min{group}.u32",   44, Emit(lanes::combine)),
    ("wave{kind}.max{group}.u32",   44, Emit(lanes::combine)),
    ("wave{kind}.and{group}.b32",   44, Emit(lanes::combine)),
    ("wave{kind}.or{group}.b32",    44, Emit(lanes::combine)),
    ("wave{kind}.xor{group}.b32",   44, Emit(lanes::combine)),
    ("wave{kind}.add{group}.f32",   44, Emit(lanes::combine)),
    ("wave{kind}.min{group}.f32",   44, Emit(lanes::combine)),
    ("wave{kind}.max{group}.f32",   44, Emit(lanes::combine)),
    ("wave.shuffle{from}{group}.b32", 45, Emit(lanes::shuffle)),
    ("wave.broadcast{group}.b32",     45, Emit(lanes::shuffle)),
    ("wave.ballot{group}.b32", 46, Emit(lanes::ballot)),
    ("wave.any{group}",        46, Emit(lanes::vote)),
    ("wave.all{group}",        46, Emit(lanes::vote)),
    ("wave.ballot{group}.b64", 46, Emit(lanes::ballot)),

    ("nop",             47, Plain("")),
    ("barrier",         47, Emit(flow::barrier)),
    ("barrier.cluster", 47, Emit(flow::cluster_barrier)),
    ("fence{scope}",    47, Emit(flow::fence)),
    ("fence.cluster",   47, Emit(flow::fence)),

    ("if",       48, Emit(flow::if_)),
    ("else",     49, Emit(flow::else_)),
    ("endif",    50, Emit(flow::endif)),
    ("loop",     51, Emit(flow::loop_)),
    ("endloop",  52, Emit(flow::endloop)),
    ("break",    53, Emit(flow::break_)),
    ("continue", 54, Emit(flow::continue_)),
    ("ret",      55, Emit(flow::ret)),

    ("dp4a.s32.s32", 65, Plain("@dp4a.s32.s32 {d}, {a}, {b}, {c};")),
    ("dp4a.u32.u32", 66, Plain("@dp4a.u32.u32 {d}, {a}, {b}, {c};")),
    ("dp4a.s32.u32", 67, Plain("@dp4a.s32.u32 {d}, {a}, {b}, {c};")),
    ("dp4a.u32.s32", 68, Plain("@dp4a.u32.s32 {d}, {a}, {b}, {c};")),

    ("mma.m16n8k8.f32.f16", 192, Emit(matrix::mma)),
];

static INDEX: LazyLock<HashMap<(&str, u8), Ptx>> = LazyLock::new(|| {
    let all = ENTRIES.iter();
    all.map(|&(name, number, ptx)| ((name, number), ptx))
        .collect()
});

/// What the instructions of a row are in PTX.
pub fn find(row: &Row) -> Ptx {
    let found = INDEX.get(&(row.name, row.number)).copied();
    found.unwrap_or_else(|| panic!("{} has no translation", row.name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_has_one_entry_and_every_entry_a_row() {
        let rows: Vec<(&str, u8)> = crate::rows().map(|row| (row.name, row.number)).collect();
        for row in &rows {
            assert!(INDEX.contains_key(row), "{row:?} has no translation");
        }
        assert_eq!(INDEX.len(), ENTRIES.len(), "an entry stands twice");
        for (name, number, _) in ENTRIES {
            assert!(rows.contains(&(*name, *number)), "{name} is no row");
        }
    }
}
