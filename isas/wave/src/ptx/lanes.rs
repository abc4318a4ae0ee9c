//! Operations across the wave. Threads that are not active take part with what changes nothing.

use super::emit::Emitter;
use super::template::{integer, register, source};
use crate::encoding::Inst;
use crate::operand::Condition;

const WARP: u32 = super::WARP;

/// Threads of the parts that work on their own, from the exponent in the encoding.
fn size(e: &Emitter, group: u8) -> u32 {
    match group {
        0 => e.shape.width,
        group => (1 << group).min(e.shape.width),
    }
}

/// `register` = the first lane of the thread's part.
fn first_lane(e: &mut Emitter, register: &str, size: u32) {
    e.line(&format!("and.b32 {register}, %lane, -{size};"));
}

/// `register` = the bits of `mask` that belong to the thread's part, moved down to bit 0.
fn own_part(e: &mut Emitter, register: &str, mask: &str, first: &str, size: u32) {
    e.line(&format!("bfe.u32 {register}, {mask}, {first}, {size};"));
}

/// Operation and identity by code.
fn combination(code: u8) -> (&'static str, u32) {
    match code {
        0 => ("add.u32", 0),
        2 => ("min.s32", i32::MAX as u32),
        3 => ("max.s32", i32::MIN as u32),
        4 => ("min.u32", u32::MAX),
        5 => ("max.u32", 0),
        6 => ("and.b32", u32::MAX),
        7 => ("or.b32", 0),
        8 => ("xor.b32", 0),
        12 => ("add.rn.f32", 0),
        13 => ("min.f32", f32::INFINITY.to_bits()),
        _ => ("max.f32", f32::NEG_INFINITY.to_bits()),
    }
}

/// The first code whose operation is on floats, where the order counts.
const FLOATS: u8 = 12;

pub fn combine(inst: &Inst, e: &mut Emitter) {
    let flags = inst.fields.flags;
    let (prefix, inclusive) = (flags & 0x10 != 0, flags & 0x20 != 0);
    let size = size(e, inst.fields.b);
    let (op, identity) = combination(flags & 15);
    if flags & 15 >= FLOATS {
        return in_order(inst, e, op, identity, size);
    }
    let (d, a) = (register(inst.fields.d), register(inst.fields.a));
    let neutral = integer(identity);
    match e.active.clone() {
        None => e.line(&format!("mov.b32 %t0, {a};")),
        Some(active) => e.line(&format!("selp.b32 %t0, {a}, {neutral}, {active};")),
    }
    if prefix {
        scan(e, op, size);
        if !inclusive {
            let clamp = (WARP - size) << 8;
            e.line(&format!(
                "shfl.sync.up.b32 %t0|%q0, %t0, 1, {clamp}, %wave;"
            ));
            e.line(&format!("selp.b32 %t0, %t0, {neutral}, %q0;"));
        }
    } else if size == e.shape.width {
        e.line(&format!("redux.sync.{op} %t0, %t0, %wave;"));
    } else {
        total(e, op, size);
    }
    e.commit(&format!("mov.b32 {d}, %t0;"));
}

/// `%t0` = its combination with those of the lanes before it in the part.
fn scan(e: &mut Emitter, op: &str, size: u32) {
    let clamp = (WARP - size) << 8;
    let mut distance = 1;
    while distance < size {
        e.line(&format!(
            "shfl.sync.up.b32 %t1|%q0, %t0, {distance}, {clamp}, %wave;"
        ));
        e.line(&format!("@%q0 {op} %t0, %t0, %t1;"));
        distance *= 2;
    }
}

/// `%t0` = the combination over the part: what the last lane has of those before it. The last
/// part may end early, with the workgroup, so partners by xor would be missing there.
fn total(e: &mut Emitter, op: &str, size: u32) {
    scan(e, op, size);
    e.line(&format!("or.b32 %t1, %lane, {};", size - 1));
    e.lines([
        "popc.b32 %t2, %wave;",
        "sub.u32 %t2, %t2, 1;",
        "min.u32 %t1, %t1, %t2;",
        "shfl.sync.idx.b32 %t0, %t0, %t1, 31, %wave;",
    ]);
}

/// Floats are combined lane after lane, because the order shows in the result.
fn in_order(inst: &Inst, e: &mut Emitter, op: &str, identity: u32, size: u32) {
    let flags = inst.fields.flags;
    let (prefix, inclusive) = (flags & 0x10 != 0, flags & 0x20 != 0);
    let (d, a) = (register(inst.fields.d), register(inst.fields.a));
    let mask = e.mask();
    let again = e.label();
    let neutral = integer(identity);
    first_lane(e, "%t2", size);
    e.line("sub.u32 %t3, %lane, %t2;");
    e.lines(["mov.b32 %t4, 0;", "mov.pred %q1, 0;"]);
    e.line(&format!("mov.b32 %t0, {neutral};"));
    e.line(&format!("mov.b32 %t5, {neutral};"));
    e.bind(&again);
    e.lines(["add.u32 %t6, %t2, %t4;", "setp.eq.u32 %q2, %t3, %t4;"]);
    if !inclusive {
        e.line("@%q2 mov.b32 %t5, %t0;");
    }
    e.line(&format!("shfl.sync.idx.b32 %t7, {a}, %t6, 31, %wave;"));
    e.line(&format!("{op} %t8, %t0, %t7;"));
    if !e.style.fast {
        e.line("setp.nan.f32 %q0, %t8, %t8;");
        e.line("selp.b32 %t8, 0x7FC00000, %t8, %q0;");
    }
    // The first value is taken as it is, so that a sum of -0 alone is -0.
    e.line("selp.b32 %t8, %t8, %t7, %q1;");
    e.line(&format!("bfe.u32 %t6, {mask}, %t6, 1;"));
    e.lines([
        "setp.ne.u32 %q0, %t6, 0;",
        "@%q0 mov.b32 %t0, %t8;",
        "or.pred %q1, %q1, %q0;",
    ]);
    if inclusive {
        e.line("@%q2 mov.b32 %t5, %t0;");
    }
    e.line("add.u32 %t4, %t4, 1;");
    e.line(&format!("setp.lt.u32 %q0, %t4, {size};"));
    e.line(&format!("@%q0 bra.uni {again};"));
    let result = if prefix { "%t5" } else { "%t0" };
    e.commit(&format!("mov.b32 {d}, {result};"));
}

const XOR: u8 = 1;
const UP: u8 = 2;
const DOWN: u8 = 3;
const BROADCAST: u8 = 4;

pub fn shuffle(inst: &Inst, e: &mut Emitter) {
    let size = size(e, inst.fields.flags >> 3);
    let (d, a) = (register(inst.fields.d), register(inst.fields.a));
    let b = source(inst, e);
    let mask = e.mask();
    first_lane(e, "%t0", size);
    let mode = inst.fields.flags & 7;
    if mode == BROADCAST {
        own_part(e, "%t1", mask, "%t0", size);
        e.lines([
            "brev.b32 %t2, %t1;",
            "clz.b32 %t2, %t2;",
            "add.u32 %t3, %t0, %t2;",
        ]);
        e.line(&format!("mov.b32 %t4, {b};"));
        e.line("shfl.sync.idx.b32 %t4, %t4, %t3, 31, %wave;");
        in_part(e, "%t4", size);
        e.lines(["add.u32 %t4, %t0, %t4;", "selp.b32 %t4, %t4, %t3, %q0;"]);
        e.line(&format!("shfl.sync.idx.b32 %t5, {a}, %t4, 31, %wave;"));
        return e.commit(&format!("mov.b32 {d}, %t5;"));
    }
    own_part(e, "%t1", mask, "%t0", size);
    e.line("sub.u32 %t3, %lane, %t0;");
    match mode {
        XOR => e.line(&format!("xor.b32 %t4, %t3, {b};")),
        UP | DOWN => {
            // Held below what would wrap around.
            let op = if mode == UP { "sub" } else { "add" };
            e.line(&format!("mov.b32 %t4, {b};"));
            e.line("min.u32 %t4, %t4, 64;");
            e.line(&format!("{op}.u32 %t4, %t3, %t4;"));
        }
        _ => e.line(&format!("mov.b32 %t4, {b};")),
    }
    in_part(e, "%t4", size);
    e.line("add.u32 %t4, %t0, %t4;");
    e.line(&format!("shfl.sync.idx.b32 %t5, {a}, %t4, 31, %wave;"));
    e.commit(&format!("selp.b32 {d}, %t5, {a}, %q0;"));
}

/// `%q0` = whether `lane` of the part, whose active lanes are in `%t1`, is there and active.
fn in_part(e: &mut Emitter, lane: &str, size: u32) {
    debug_assert!(size <= WARP);
    // Shifts do not wrap, and bits from the size on are clear.
    e.line(&format!("shr.u32 %t6, %t1, {lane};"));
    e.line("and.b32 %t6, %t6, 1;");
    e.line("setp.ne.u32 %q0, %t6, 0;");
}

/// `%t0` = the active lanes of the warp in which the condition holds.
fn holding(inst: &Inst, e: &mut Emitter) {
    let Some(Condition { predicate, negated }) = Condition::from_code(inst.fields.a) else {
        return;
    };
    let not = if negated { "!" } else { "" };
    let mut holds = format!("{not}%p{predicate}");
    if let Some(active) = e.active.clone() {
        match negated {
            true => e.line(&format!("not.pred %q0, %p{predicate};")),
            false => e.line(&format!("mov.pred %q0, %p{predicate};")),
        }
        e.line(&format!("and.pred %q0, {active}, %q0;"));
        holds = "%q0".into();
    }
    e.line(&format!("vote.sync.ballot.b32 %t0, {holds}, %wave;"));
}

pub fn ballot(inst: &Inst, e: &mut Emitter) {
    holding(inst, e);
    let size = size(e, inst.fields.b);
    if size < e.shape.width {
        first_lane(e, "%t1", size);
        own_part(e, "%t0", "%t0", "%t1", size);
    }
    e.commit(&format!("mov.b32 {}, %t0;", register(inst.fields.d)));
    if inst.fields.flags & 3 == 3 {
        e.commit(&format!("mov.b32 {}, 0;", register(inst.fields.d + 1)));
    }
}

pub fn vote(inst: &Inst, e: &mut Emitter) {
    holding(inst, e);
    let (size, p) = (size(e, inst.fields.b), inst.fields.d);
    let is_all = inst.fields.flags & 3 == 2;
    let mut all = String::from("0");
    if is_all {
        all = e.mask().into();
    }
    if size < e.shape.width {
        first_lane(e, "%t1", size);
        own_part(e, "%t0", "%t0", "%t1", size);
        if is_all {
            own_part(e, "%t2", &all, "%t1", size);
            all = "%t2".into();
        }
    }
    let test = if is_all { "eq" } else { "ne" };
    e.commit(&format!("setp.{test}.u32 %p{p}, %t0, {all};"));
}
