//! MIMG on RDNA 3, VIMAGE and VSAMPLE on RDNA 4.

use super::memory::{cpol3, cpol4};
use super::{Builder, Machine};
use crate::encoding::{Encoding, Form, Param, ParamKind, Without};
use crate::image;
use crate::inst::Mod;
use crate::row::*;

pub(super) fn expand(row: &'static InstRow, on: Machine, out: &mut Vec<Encoding>) {
    if row.has(BVH) {
        return ray(row, on, out);
    }
    if on.target.generation().long_memory() {
        return long(row, on, out);
    }
    for separate in [false, true] {
        short(row, on, separate, out);
    }
}

fn sampler(row: &InstRow) -> bool {
    row.format == AmdFormat::Vsample && !row.has(NO_SAMPLER)
}

/// RDNA 3: addresses are one run of registers, or up to five separate ones in a third word.
fn short(row: &'static InstRow, on: Machine, separate: bool, out: &mut Vec<Encoding>) {
    let mut b = Builder::new(row, on, Form::Base, if separate { 12 } else { 8 });
    b.fix(26, 6, 0b111100)
        .fix(18, 8, row.code as u128)
        .fix(0, 1, separate as u128);
    b.kind(ParamKind::ImageData, 40, 8);
    if separate {
        b.kind(ParamKind::Open, 0, 0);
        let slots = image::slots(row, 5).into();
        for (index, lo) in [32, 64, 72, 80, 88].into_iter().enumerate() {
            match index < slots {
                true => b.kind(ParamKind::ImageAddr, lo, 8),
                false => b.ignore(lo, 8),
            };
        }
        b.kind(ParamKind::Close, 0, 0);
        if row.format == AmdFormat::Vsample {
            // The reference prints two blanks after these.
            b.suffix(if sampler(row) { " " } else { "" });
        }
    } else {
        b.kind(ParamKind::ImageAddr, 32, 8);
    }
    b.param(Param::new(ParamKind::Sgpr(8, Without::NULL), 48, 5).shifted(2));
    if sampler(row) {
        b.param(Param::new(ParamKind::Sgpr(4, Without::NULL), 58, 5).shifted(2));
    }
    b.modifier(Mod::Dmask, 8, 4)
        .modifier(Mod::Dim, 2, 3)
        .modifier(Mod::Unorm, 7, 1)
        .param(cpol3(14, 12, 13))
        .modifier(Mod::R128, 15, 1)
        .modifier(Mod::A16, 16, 1)
        .modifier(Mod::Tfe, 53, 1)
        .modifier(Mod::Lwe, 54, 1);
    if row.has(D16) {
        b.modifier(Mod::D16, 17, 1);
    }
    if row.has(ATOMIC) {
        b.image_atomic();
    }
    b.ignore(1, 1).ignore(5, 2).ignore(55, 3).ignore(63, 1);
    b.finish(out);
}

/// RDNA 4: addresses are always separate, as many as there is room for; the last may be a run.
fn long(row: &'static InstRow, on: Machine, out: &mut Vec<Encoding>) {
    let samples = row.format == AmdFormat::Vsample;
    let mut b = Builder::new(row, on, Form::Base, 12);
    b.fix(26, 6, if samples { 0b111001 } else { 0b110100 })
        .fix(14, 8, row.code as u128);
    b.kind(ParamKind::ImageData, 32, 8)
        .kind(ParamKind::Open, 0, 0);
    let slots = image::slots(row, 4);
    for lo in [64, 72, 80, 88].into_iter().take(slots.into()) {
        b.kind(ParamKind::ImageAddr, lo, 8);
    }
    b.kind(ParamKind::Close, 0, 0);
    b.kind(ParamKind::Sgpr(8, Without::NULL), 41, 9);
    if sampler(row) {
        b.kind(ParamKind::Sgpr(4, Without::NULL), 55, 9);
    }
    b.modifier(Mod::Dmask, 22, 4).modifier(Mod::Dim, 0, 3);
    if samples {
        b.modifier(Mod::Unorm, 13, 1);
    }
    b.param(cpol4())
        .modifier(Mod::R128, 4, 1)
        .modifier(Mod::A16, 6, 1);
    b.modifier(Mod::Tfe, if samples { 3 } else { 55 }, 1);
    if samples {
        b.modifier(Mod::Lwe, 40, 1).ignore(8, 5);
    } else {
        b.ignore(3, 1).ignore(8, 6).ignore(40, 1);
    }
    if row.has(D16) {
        b.modifier(Mod::D16, 5, 1);
    }
    if row.has(ATOMIC) {
        b.image_atomic();
    }
    b.finish(out);
}

/// Ray tracing: the parts of the address have fixed sizes, and most modifiers fixed values.
fn ray(row: &'static InstRow, on: Machine, out: &mut Vec<Encoding>) {
    let (OperandSlot::VDst(data), OperandSlot::Ray(parts, parts16)) =
        (row.operands[0], row.operands[1])
    else {
        return;
    };
    for a16 in [false, true] {
        let parts = if a16 { parts16 } else { parts };
        if parts.is_empty() {
            continue;
        }
        let has_a16 = !parts16.is_empty();
        if on.target.generation().long_memory() {
            let mut b = Builder::new(row, on, Form::Base, 12);
            b.fix(26, 6, 0b110100).fix(14, 8, row.code as u128);
            b.fix(22, 4, 15).fix(4, 1, 1).fix(6, 1, a16 as u128);
            b.ignore(3, 1).ignore(8, 6).ignore(40, 1);
            b.kind(ParamKind::Vgpr(data), 32, 8)
                .kind(ParamKind::Open, 0, 0);
            for (&n, lo) in parts.iter().zip([64, 72, 80, 88, 56]) {
                b.kind(ParamKind::Vgpr(n), lo, 8);
            }
            b.kind(ParamKind::Close, 0, 0)
                .kind(ParamKind::Sgpr(4, Without::NULL), 41, 9);
            if has_a16 && a16 {
                b.kind(ParamKind::A16, 0, 0);
            }
            b.finish(out);
            continue;
        }
        for separate in [false, true] {
            let mut b = Builder::new(row, on, Form::Base, if separate { 12 } else { 8 });
            b.fix(26, 6, 0b111100)
                .fix(18, 8, row.code as u128)
                .fix(0, 1, separate as u128);
            b.fix(7, 1, 1)
                .fix(8, 4, 15)
                .fix(15, 1, 1)
                .fix(16, 1, a16 as u128);
            b.ignore(1, 1).ignore(5, 2).ignore(55, 3).ignore(63, 1);
            if separate && a16 {
                b.ignore(88, 8);
            }
            b.kind(ParamKind::Vgpr(data), 40, 8);
            if separate {
                b.kind(ParamKind::Open, 0, 0);
                for (&n, lo) in parts.iter().zip([32, 64, 72, 80, 88]) {
                    b.kind(ParamKind::Vgpr(n), lo, 8);
                }
                b.kind(ParamKind::Close, 0, 0);
            } else {
                b.kind(ParamKind::Vgpr(parts.iter().sum()), 32, 8);
            }
            b.param(Param::new(ParamKind::Sgpr(4, Without::NULL), 48, 5).shifted(2));
            if a16 {
                b.kind(ParamKind::A16, 0, 0);
            }
            b.finish(out);
        }
    }
}
