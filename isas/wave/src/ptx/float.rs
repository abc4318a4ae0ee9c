//! Floating point: saturation, canonical NaNs, halves of registers and register pairs around the
//! instruction itself, and conversions.

use super::emit::Emitter;
use super::template::{ROUNDING, fill, register, source, suffix};
use crate::encoding::WaveInst;
use crate::meaning::Type;
use crate::row::{Bits, Operand, Slot};

fn is_saturating(inst: &WaveInst) -> bool {
    let has = inst.row.modifiers.iter().any(|m| m.name == "sat");
    has && !suffix(inst, "sat").is_empty()
}

/// Single precision: `text` computes `{v}`.
pub fn single(inst: &WaveInst, e: &mut Emitter, text: &str) {
    let in_place = e.style.fast && !is_saturating(inst);
    let value = if in_place { "{d}" } else { "%t0" };
    let text = fill(inst, e, &text.replace("{v}", value));
    match in_place {
        true => e.commit(&text),
        false => {
            e.line(&text);
            finish_single(inst, e);
        }
    }
}

/// What is in `%t0`, held between 0 and 1 or with its NaN made canonical, to the destination.
fn finish_single(inst: &WaveInst, e: &mut Emitter) {
    let d = register(inst.fields.d);
    if is_saturating(inst) {
        // The greater of NaN and a number is the number, and -0 is less than +0.
        e.line("max.f32 %t0, %t0, 0f00000000;");
        return e.commit(&format!("min.f32 {d}, %t0, 0f3F800000;"));
    }
    if e.style.fast {
        return e.commit(&format!("mov.b32 {d}, %t0;"));
    }
    e.line("setp.nan.f32 %q0, %t0, %t0;");
    e.commit(&format!("selp.b32 {d}, 0x7FC00000, %t0, %q0;"));
}

/// A function that PTX has an approximation of, and this module a better one.
fn function(inst: &WaveInst, e: &mut Emitter, call: &str, approximation: &str) {
    let a = register(inst.fields.a);
    match e.style.fast {
        true => e.line(&format!("{approximation} %t0, {a};")),
        false => e.line(&call.replace("{a}", &a)),
    }
    finish_single(inst, e);
}

pub fn sin(inst: &WaveInst, e: &mut Emitter) {
    circular(inst, e, 0, "sin.approx.f32");
}

pub fn cos(inst: &WaveInst, e: &mut Emitter) {
    circular(inst, e, 1, "cos.approx.f32");
}

/// Sine or cosine, so many quarter turns ahead of the sine. The GPU's are good within a turn, so
/// whole turns are taken off before, in three parts: exact up to 2^16, as far as WAVE asks.
fn circular(inst: &WaveInst, e: &mut Emitter, quarters: u32, approximation: &str) {
    let a = register(inst.fields.a);
    if !e.style.fast {
        e.line(&format!(
            "call.uni (%t0), wave_sine, ({a}, {quarters}, %wave);"
        ));
        return finish_single(inst, e);
    }
    e.line(&format!("mov.b32 %t0, {a};"));
    e.lines([
        "mul.rn.f32 %t1, %t0, 0f3E22F983;",
        "cvt.rni.f32.f32 %t1, %t1;",
        // Within half a turn nothing is added, because that would lose the sign of -0.
        "setp.neu.f32 %q0, %t1, 0f00000000;",
        "@%q0 fma.rn.f32 %t0, %t1, 0fC0C90FDB, %t0;",
        "@%q0 fma.rn.f32 %t0, %t1, 0f343BBD2E, %t0;",
        "@%q0 fma.rn.f32 %t0, %t1, 0f27F72CED, %t0;",
    ]);
    e.line(&format!("{approximation} %t0, %t0;"));
    finish_single(inst, e);
}

pub fn exp2(inst: &WaveInst, e: &mut Emitter) {
    function(
        inst,
        e,
        "call.uni (%t0), wave_exp2, ({a});",
        "ex2.approx.f32",
    );
}

pub fn log2(inst: &WaveInst, e: &mut Emitter) {
    function(
        inst,
        e,
        "call.uni (%t0), wave_log2, ({a});",
        "lg2.approx.f32",
    );
}

pub fn rsqrt(inst: &WaveInst, e: &mut Emitter) {
    let a = register(inst.fields.a);
    if e.style.fast {
        e.line(&format!("rsqrt.approx.f32 %t0, {a};"));
    } else {
        e.line(&format!("cvt.f64.f32 %w0, {a};"));
        e.lines([
            "sqrt.rn.f64 %w0, %w0;",
            "rcp.rn.f64 %w0, %w0;",
            "cvt.rn.f32.f64 %t0, %w0;",
        ]);
    }
    finish_single(inst, e);
}

/// Two halves at once.
pub fn packed(inst: &WaveInst, e: &mut Emitter, text: &str) {
    let d = register(inst.fields.d);
    let saturates = is_saturating(inst);
    if e.style.fast && !saturates {
        let text = fill(inst, e, &text.replace("{v}", &d));
        return e.commit(&text);
    }
    let text = fill(inst, e, &text.replace("{v}", "%t0"));
    e.line(&text);
    if saturates {
        e.line("mov.b32 %t1, 0;");
        e.line("max.f16x2 %t0, %t0, %t1;");
        e.line("mov.b32 %t1, 0x3C003C00;");
        return e.commit(&format!("min.f16x2 {d}, %t0, %t1;"));
    }
    e.lines([
        "setp.nan.f16x2 %q0|%q1, %t0, %t0;",
        "mov.b32 %t1, 0x7E00;",
        "@%q0 bfi.b32 %t0, %t1, %t0, 0, 16;",
        "@%q1 bfi.b32 %t0, %t1, %t0, 16, 16;",
    ]);
    e.commit(&format!("mov.b32 {d}, %t0;"));
}

/// One half of each register: `text` computes `%h0` from `{x}`, `{y}` and `{z}`.
pub fn half(inst: &WaveInst, e: &mut Emitter, text: &str) {
    let mut text = text.to_string();
    for (operand, (name, half)) in
        (inst.row.operands[1..].iter()).zip([("{x}", "%h1"), ("{y}", "%h2"), ("{z}", "%h3")])
    {
        half_in(inst, e, *operand, half);
        text = text.replace(name, half);
    }
    e.line(&text);
    if is_saturating(inst) {
        e.lines([
            "mov.b16 %h1, 0;",
            "max.f16 %h0, %h0, %h1;",
            "mov.b16 %h1, 0x3C00;",
            "min.f16 %h0, %h0, %h1;",
        ]);
    } else {
        canonical_half(e);
    }
    half_out(inst, e);
}

fn canonical_half(e: &mut Emitter) {
    if !e.style.fast {
        e.line("setp.nan.f16 %q0, %h0, %h0;");
        e.line("selp.b16 %h0, 0x7E00, %h0, %q0;");
    }
}

/// The half that an operand selects, to `half`.
fn half_in(inst: &WaveInst, e: &mut Emitter, operand: Operand, half: &str) {
    let (slot, bits) = match operand {
        Operand::HalfIn(slot, bits) => (slot, bits),
        Operand::SourceHalf(bits) if inst.immediate().is_none() => (Slot::B, bits),
        _ => {
            let bits = inst.immediate().unwrap_or(0);
            return e.line(&format!("mov.b16 {half}, {bits:#x};"));
        }
    };
    let from = register(inst.fields.get(slot));
    match inst.fields.bits(bits) {
        0 => e.line(&format!("cvt.u16.u32 {half}, {from};")),
        _ => {
            e.line(&format!("shr.u32 %t1, {from}, 16;"));
            e.line(&format!("cvt.u16.u32 {half}, %t1;"));
        }
    }
}

/// `%h0` to the whole destination or the half that is selected.
fn half_out(inst: &WaveInst, e: &mut Emitter) {
    let d = register(inst.fields.d);
    let part = match inst.row.operands[0] {
        Operand::HalfOut(bits) => inst.fields.bits(bits),
        _ => 0,
    };
    e.line("cvt.u32.u16 %t0, %h0;");
    match part {
        0 => e.commit(&format!("mov.b32 {d}, %t0;")),
        1 => e.commit(&format!("bfi.b32 {d}, %t0, {d}, 0, 16;")),
        _ => e.commit(&format!("bfi.b32 {d}, %t0, {d}, 16, 16;")),
    }
}

/// A pair of registers as one of 64 bits.
pub fn pair(first: u8) -> String {
    format!("{{%r{first}, %r{}}}", u16::from(first) + 1)
}

/// Register pairs: `text` computes `%w0` from `{x}`, `{y}` and `{z}`.
pub fn double(inst: &WaveInst, e: &mut Emitter, text: &str) {
    let text = doubles(inst, e, text);
    e.line(&text);
    double_out(inst, e);
}

/// `text` with the sources in place, which are read first.
fn doubles(inst: &WaveInst, e: &mut Emitter, text: &str) -> String {
    let f = &inst.fields;
    e.line(&format!("mov.b64 %w1, {};", pair(f.a)));
    let y = match inst.immediate() {
        Some(_) => source(inst, e),
        None => {
            e.line(&format!("mov.b64 %w2, {};", pair(f.b)));
            "%w2".into()
        }
    };
    if text.contains("{z}") {
        e.line(&format!("mov.b64 %w3, {};", pair(f.c)));
    }
    let text = text.replace("{x}", "%w1").replace("{y}", &y);
    fill(inst, e, &text.replace("{z}", "%w3"))
}

fn double_out(inst: &WaveInst, e: &mut Emitter) {
    if !e.style.fast {
        e.line("setp.nan.f64 %q0, %w0, %w0;");
        e.line("selp.b64 %w0, 0x7FF8000000000000, %w0, %q0;");
    }
    e.commit(&format!("mov.b64 {}, %w0;", pair(inst.fields.d)));
}

pub fn compare_double(inst: &WaveInst, e: &mut Emitter) {
    let text = doubles(inst, e, "setp{cmp}.f64 {p}, {x}, {y};");
    e.commit(&text);
}

fn type_name(ty: Type) -> &'static str {
    match ty {
        Type::S32 => "s32",
        Type::U32 => "u32",
        Type::F32 => "f32",
        Type::F16 => "f16",
        Type::F64 => "f64",
    }
}

pub fn cvt(inst: &WaveInst, e: &mut Emitter) {
    use Type::{F16, F32, F64, S32, U32};
    let [to, from] = inst.types();
    let mode = usize::from(inst.fields.b & 3);
    let is_int = |ty| matches!(ty, S32 | U32);
    // f16 is wider than no float, f64 wider than all.
    let narrows = to == F16 || from == F64;
    let rounding = match (to, from) {
        _ if is_int(to) || to == from => [".rni", ".rzi", ".rmi", ".rpi"][mode],
        _ if is_int(from) || narrows => ROUNDING[mode],
        _ => "",
    };
    let source = match from {
        F16 => {
            half_in(inst, e, inst.row.operands[1], "%h1");
            "%h1".into()
        }
        F64 => {
            e.line(&format!("mov.b64 %w1, {};", pair(inst.fields.a)));
            "%w1".into()
        }
        _ => register(inst.fields.a),
    };
    let value = match to {
        F16 => "%h0",
        F64 => "%w0",
        _ => "%t0",
    };
    let [to_name, from_name] = inst.types().map(type_name);
    e.line(&format!(
        "cvt{rounding}.{to_name}.{from_name} {value}, {source};"
    ));
    let d = register(inst.fields.d);
    match (to, is_int(from)) {
        (F16, from_int) => {
            if !from_int {
                canonical_half(e);
            }
            half_out(inst, e);
        }
        (F64, _) => double_out(inst, e),
        (F32, false) => finish_single(inst, e),
        (F32, true) => e.commit(&format!("mov.b32 {d}, %t0;")),
        _ if from == F64 => {
            // Unlike the others, this conversion does not make NaN 0.
            e.line("setp.nan.f64 %q0, %w1, %w1;");
            e.commit(&format!("selp.b32 {d}, 0, %t0, %q0;"));
        }
        _ => e.commit(&format!("mov.b32 {d}, %t0;")),
    }
}

/// `mov.b16` and `mov.b8`.
pub fn part(inst: &WaveInst, e: &mut Emitter) {
    use crate::operand::{PART_IN, PART_OUT, WHOLE, part_place};
    let [d, b] = [inst.fields.d, inst.fields.b].map(register);
    let place = |bits: Bits| part_place(inst.fields.bits(bits));
    let (start, length) = place(PART_IN);
    e.line(&format!("bfe.u32 %t0, {b}, {start}, {length};"));
    if inst.fields.bits(PART_OUT) == WHOLE {
        return e.commit(&format!("mov.b32 {d}, %t0;"));
    }
    let (start, length) = place(PART_OUT);
    e.commit(&format!("bfi.b32 {d}, %t0, {d}, {start}, {length};"));
}
