//! Loads, stores and atomics.
//!
//! Addresses have 32 bits and wrap, so they are added up in 32 bits before a space's base joins.

use super::emit::Emitter;
use super::float::pair;
use super::rule::combination;
use super::template::{integer, list, register};
use crate::encoding::WaveInst;
use op::Op;
use uop::{AtomicOp, Extend, Space};

/// Registers and type of an access to so many bytes.
fn access(bytes: u8, extend: Extend) -> (u8, &'static str) {
    match (bytes, extend) {
        (1, Extend::Sign) => (1, "s8"),
        (1, _) => (1, "u8"),
        (2, Extend::Sign) => (1, "s16"),
        (2, _) => (1, "u16"),
        (4, _) => (1, "b32"),
        (8, _) => (2, "v2.b32"),
        _ => (4, "v4.b32"),
    }
}

fn registers(first: u8, count: u8) -> String {
    match count {
        1 => register(first),
        _ => list(first, count),
    }
}

fn name(space: Space, e: &Emitter) -> &'static str {
    match space {
        Space::Cluster if e.shape.cluster > 1 => "shared::cluster",
        Space::Local | Space::Cluster => "shared",
        Space::Global | Space::Flat => "global",
        Space::Constant => "param",
        Space::Private => "local",
    }
}

/// `ra` plus the offset, in a register.
fn offset_address(inst: &WaveInst, e: &mut Emitter) -> String {
    let a = register(inst.fields.a);
    match inst.immediate() {
        None | Some(0) => a,
        Some(offset) => {
            e.line(&format!("add.u32 %t0, {a}, {};", integer(offset)));
            "%t0".into()
        }
    }
}

/// The space, and the address in it, in a register. `%q0` = whether an address of constant memory is
/// among the arguments.
fn address(inst: &WaveInst, e: &mut Emitter) -> (Space, &'static str) {
    let space = inst.space().unwrap_or(Space::Global);
    let at = offset_address(inst, e);
    let base = match space {
        Space::Local => {
            e.line(&format!("add.u32 %t1, %local, {at};"));
            return (space, "%t1");
        }
        Space::Cluster => {
            peer(e, &at);
            return (space, "%t1");
        }
        Space::Global | Space::Flat => "%memory",
        Space::Constant => {
            let bytes = e.shape.args_bytes;
            e.line(&format!("setp.lt.u32 %q0, {at}, {bytes};"));
            "%args"
        }
        Space::Private => "%private",
    };
    e.line(&format!("mad.wide.u32 %w0, {at}, 1, {base};"));
    (space, "%w0")
}

/// `%t1` = the address in the local memory of the workgroup that the top byte names. Outside of
/// what the workgroups have, the mapping would not be defined.
fn peer(e: &mut Emitter, at: &str) {
    let (cluster, bytes) = (e.shape.cluster, e.shape.local_bytes);
    e.line(&format!("and.b32 %t1, {at}, 0xffffff;"));
    e.line(&format!("shr.u32 %t2, {at}, 24;"));
    e.line(&format!("setp.ge.u32 %q0, %t1, {bytes};"));
    e.line(&format!("setp.ge.or.u32 %q0, %t2, {cluster}, %q0;"));
    if let Some(active) = e.active.clone() {
        e.line(&format!("and.pred %q0, {active}, %q0;"));
    }
    e.line("@%q0 trap;");
    e.line("add.u32 %t1, %local, %t1;");
    if cluster > 1 {
        e.reaches_peers = true;
        e.commit("mapa.shared::cluster.u32 %t1, %t1, %t2;");
    }
}

pub fn load(inst: &WaveInst, e: &mut Emitter, bytes: u8, extend: Extend) {
    let (count, ty) = access(bytes, extend);
    let d = registers(inst.fields.d, count);
    let (space, at) = address(inst, e);
    let name = name(space, e);
    if space != Space::Constant {
        return e.commit(&format!("ld.{name}.{ty} {d}, [{at}];"));
    }
    // Constant memory holds the arguments, and zeros behind them.
    if let Some(active) = e.active.clone() {
        e.line(&format!("and.pred %q0, {active}, %q0;"));
    }
    for n in 0..count {
        e.commit(&format!("mov.b32 {}, 0;", register(inst.fields.d + n)));
    }
    e.line(&format!("@%q0 ld.{name}.{ty} {d}, [{at}];"));
}

pub fn store(inst: &WaveInst, e: &mut Emitter, bytes: u8) {
    let (count, ty) = access(bytes, Extend::Zero);
    let b = registers(inst.fields.b, count);
    let (space, at) = address(inst, e);
    let name = name(space, e);
    e.commit(&format!("st.{name}.{ty} [{at}], {b};"));
}

/// The instruction up to its operation, and the address.
fn atom(inst: &WaveInst, e: &mut Emitter) -> (String, &'static str) {
    let (space, at) = address(inst, e);
    let scope = match space {
        Space::Global => "gpu",
        _ if e.shape.cluster > 1 => "cluster",
        _ => "cta",
    };
    (format!("atom.relaxed.{scope}.{}", name(space, e)), at)
}

pub fn atomic(inst: &WaveInst, e: &mut Emitter, op: AtomicOp, bytes: u8) {
    let (name, at) = atom(inst, e);
    let bits = 8 * bytes;
    // There is no subtraction: what is taken away is added negated.
    let (op, negates) = match op {
        AtomicOp::Apply(Op::SubU32 | Op::SubU64) => (format!("add.u{bits}"), true),
        AtomicOp::Apply(op) => (combination(op).into(), false),
        _ => (format!("exch.b{bits}"), false),
    };
    let (d, mut value) = (inst.fields.d, register(inst.fields.b));
    if bytes == 4 {
        if negates {
            e.line(&format!("neg.s32 %t3, {value};"));
            value = "%t3".into();
        }
        return e.commit(&format!("{name}.{op} {}, [{at}], {value};", register(d)));
    }
    e.line(&format!("mov.b64 %w1, {};", pair(inst.fields.b)));
    if negates {
        e.line("neg.s64 %w1, %w1;");
    }
    e.commit(&format!("{name}.{op} %w2, [{at}], %w1;"));
    e.commit(&format!("mov.b64 {}, %w2;", pair(d)));
}

pub fn compare_swap(inst: &WaveInst, e: &mut Emitter, bytes: u8) {
    let f = &inst.fields;
    let (name, at) = atom(inst, e);
    if bytes == 4 {
        let [d, b, c] = [f.d, f.b, f.c].map(register);
        return e.commit(&format!("{name}.cas.b32 {d}, [{at}], {b}, {c};"));
    }
    e.line(&format!("mov.b64 %w1, {};", pair(f.b)));
    e.line(&format!("mov.b64 %w3, {};", pair(f.c)));
    e.commit(&format!("{name}.cas.b64 %w2, [{at}], %w1, %w3;"));
    e.commit(&format!("mov.b64 {}, %w2;", pair(f.d)));
}
