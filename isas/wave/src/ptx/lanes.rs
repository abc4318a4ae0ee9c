//! Operations across the wave. Threads that are not active take part with what changes nothing.

use super::emit::Emitter;
use super::rule::combination;
use super::template::{integer, register, source};
use crate::encoding::WaveInst;
use crate::meaning::{From, Over, Quantity};
use crate::operand::Condition;
use op::{Op, Ty};

const WARP: u32 = super::WARP;

/// Threads of the parts that work on their own, from the exponent in the encoding.
fn size(inst: &WaveInst, e: &Emitter) -> u32 {
    match inst.group() {
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

pub fn combine(inst: &WaveInst, e: &mut Emitter, op: Op, identity: u32) {
    let (size, over) = (size(inst, e), inst.over());
    let is_float = op.signature().result == Ty::F32;
    let op = combination(op);
    if is_float {
        return in_order(inst, e, op, identity, size);
    }
    let (d, a) = (register(inst.fields.d), register(inst.fields.a));
    let neutral = integer(identity);
    match e.active.clone() {
        None => e.line(&format!("mov.b32 %t0, {a};")),
        Some(active) => e.line(&format!("selp.b32 %t0, {a}, {neutral}, {active};")),
    }
    if over != Over::All {
        scan(e, op, size);
        if over == Over::Before {
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
fn in_order(inst: &WaveInst, e: &mut Emitter, op: &str, identity: u32, size: u32) {
    let over = inst.over();
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
    if over != Over::UpTo {
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
    if over == Over::UpTo {
        e.line("@%q2 mov.b32 %t5, %t0;");
    }
    e.line("add.u32 %t4, %t4, 1;");
    e.line(&format!("setp.lt.u32 %q0, %t4, {size};"));
    e.line(&format!("@%q0 bra.uni {again};"));
    let result = if over == Over::All { "%t0" } else { "%t5" };
    e.commit(&format!("mov.b32 {d}, {result};"));
}

pub fn shuffle(inst: &WaveInst, e: &mut Emitter, from: From) {
    let size = size(inst, e);
    let (d, a) = (register(inst.fields.d), register(inst.fields.a));
    let b = source(inst, e);
    let mask = e.mask();
    first_lane(e, "%t0", size);
    own_part(e, "%t1", mask, "%t0", size);
    if from == From::Broadcast {
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
    e.line("sub.u32 %t3, %lane, %t0;");
    match from {
        From::Xor => e.line(&format!("xor.b32 %t4, %t3, {b};")),
        From::Up | From::Down => {
            // Held below what would wrap around.
            let op = if from == From::Up { "sub" } else { "add" };
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
fn holding(inst: &WaveInst, e: &mut Emitter) {
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

pub fn ballot(inst: &WaveInst, e: &mut Emitter, words: u8) {
    holding(inst, e);
    let size = size(inst, e);
    if size < e.shape.width {
        first_lane(e, "%t1", size);
        own_part(e, "%t0", "%t0", "%t1", size);
    }
    e.commit(&format!("mov.b32 {}, %t0;", register(inst.fields.d)));
    if words == 2 {
        e.commit(&format!("mov.b32 {}, 0;", register(inst.fields.d + 1)));
    }
}

pub fn vote(inst: &WaveInst, e: &mut Emitter, quantity: Quantity) {
    holding(inst, e);
    let (size, p) = (size(inst, e), inst.fields.d);
    let is_all = quantity == Quantity::All;
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
