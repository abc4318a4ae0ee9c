//! Loads, stores and atomics.
//!
//! Addresses have 32 bits and wrap, so they are added up in 32 bits before a space's base joins.

use super::emit::Emitter;
use super::float::pair;
use super::template::{integer, list, register};
use crate::encoding::Inst;
use crate::table::PEER;

/// Registers and type of an access by its code.
fn access(inst: &Inst) -> (u8, &'static str) {
    match inst.fields.flags >> 2 & 7 {
        0 => (1, "b32"),
        1 | 2 => (2, "v2.b32"),
        3 => (4, "v4.b32"),
        4 => (1, "u8"),
        5 => (1, "s8"),
        6 => (1, "u16"),
        _ => (1, "s16"),
    }
}

fn registers(first: u8, count: u8) -> String {
    match count {
        1 => register(first),
        _ => list(first, count),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Space {
    Local,
    /// The local memory of a workgroup of the cluster.
    Peer,
    Global,
    Constant,
    Private,
}

impl Space {
    fn of(code: u8, is_peer: bool) -> Space {
        match code {
            0 if is_peer => Space::Peer,
            0 => Space::Local,
            1 => Space::Global,
            2 => Space::Constant,
            _ => Space::Private,
        }
    }

    fn name(self, e: &Emitter) -> &'static str {
        match self {
            Space::Peer if e.shape.cluster > 1 => "shared::cluster",
            Space::Local | Space::Peer => "shared",
            Space::Global => "global",
            Space::Constant => "param",
            Space::Private => "local",
        }
    }
}

/// `ra` plus the offset, in a register.
fn offset_address(inst: &Inst, e: &mut Emitter) -> String {
    let a = register(inst.fields.a);
    match inst.immediate() {
        None | Some(0) => a,
        Some(offset) => {
            e.line(&format!("add.u32 %t0, {a}, {};", integer(offset)));
            "%t0".into()
        }
    }
}

/// The address in its space, in a register.
fn address(e: &mut Emitter, at: &str, space: Space) -> &'static str {
    match space {
        Space::Local => e.line(&format!("add.u32 %t1, %local, {at};")),
        Space::Peer => peer(e, at),
        Space::Global => e.line(&format!("mad.wide.u32 %w0, {at}, 1, %memory;")),
        Space::Constant => e.line(&format!("mad.wide.u32 %w0, {at}, 1, %args;")),
        Space::Private => e.line(&format!("mad.wide.u32 %w0, {at}, 1, %private;")),
    }
    match space {
        Space::Local | Space::Peer => "%t1",
        _ => "%w0",
    }
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

pub fn load(inst: &Inst, e: &mut Emitter) {
    let flags = inst.fields.flags;
    let space = Space::of(flags & 3, flags & PEER != 0);
    let (count, ty) = access(inst);
    let d = registers(inst.fields.d, count);
    if space == Space::Constant {
        return constant(inst, e, count, ty);
    }
    let at = offset_address(inst, e);
    let at = address(e, &at, space);
    let space = space.name(e);
    e.commit(&format!("ld.{space}.{ty} {d}, [{at}];"));
}

/// Constant memory holds the arguments, and zeros behind them.
fn constant(inst: &Inst, e: &mut Emitter, count: u8, ty: &str) {
    let at = offset_address(inst, e);
    let bytes = e.shape.args_bytes;
    e.line(&format!("setp.lt.u32 %q0, {at}, {bytes};"));
    let at = address(e, &at, Space::Constant);
    if let Some(active) = e.active.clone() {
        e.line(&format!("and.pred %q0, {active}, %q0;"));
    }
    for n in 0..count {
        e.commit(&format!("mov.b32 {}, 0;", register(inst.fields.d + n)));
    }
    let d = registers(inst.fields.d, count);
    e.line(&format!("@%q0 ld.param.{ty} {d}, [{at}];"));
}

pub fn store(inst: &Inst, e: &mut Emitter) {
    let flags = inst.fields.flags;
    let space = Space::of(flags & 3, flags & PEER != 0);
    let (count, ty) = access(inst);
    let b = registers(inst.fields.b, count);
    let at = offset_address(inst, e);
    let at = address(e, &at, space);
    let space = space.name(e);
    e.commit(&format!("st.{space}.{ty} [{at}], {b};"));
}

/// Operation by code, and the letter of its type.
const ATOMICS: [(&str, char); 10] = [
    ("add", 'u'),
    ("add", 'u'),
    ("min", 's'),
    ("max", 's'),
    ("min", 'u'),
    ("max", 'u'),
    ("and", 'b'),
    ("or", 'b'),
    ("xor", 'b'),
    ("exch", 'b'),
];
const SUB: usize = 1;

/// The instruction up to its operation, and the address.
fn atom(inst: &Inst, e: &mut Emitter) -> (String, &'static str) {
    let flags = inst.fields.flags;
    let space = Space::of(flags >> 4 & 1, flags & PEER != 0);
    let scope = match space {
        Space::Global => "gpu",
        _ if e.shape.cluster > 1 => "cluster",
        _ => "cta",
    };
    let at = offset_address(inst, e);
    let at = address(e, &at, space);
    (format!("atom.relaxed.{scope}.{}", space.name(e)), at)
}

pub fn atomic(inst: &Inst, e: &mut Emitter) {
    let code = usize::from(inst.fields.flags & 15);
    let (op, ty) = ATOMICS[code];
    let (d, b) = (inst.fields.d, inst.fields.b);
    let (name, at) = atom(inst, e);
    if inst.row.number == 43 {
        let mut value = register(b);
        if code == SUB {
            e.line(&format!("neg.s32 %t3, {value};"));
            value = "%t3".into();
        }
        let d = register(d);
        return e.commit(&format!("{name}.{op}.{ty}32 {d}, [{at}], {value};"));
    }
    e.line(&format!("mov.b64 %w1, {};", pair(b)));
    if code == SUB {
        e.line("neg.s64 %w1, %w1;");
    }
    e.commit(&format!("{name}.{op}.{ty}64 %w2, [{at}], %w1;"));
    e.commit(&format!("mov.b64 {}, %w2;", pair(d)));
}

pub fn compare_swap(inst: &Inst, e: &mut Emitter) {
    let f = &inst.fields;
    let (name, at) = atom(inst, e);
    if inst.row.number == 128 {
        let [d, b, c] = [f.d, f.b, f.c].map(register);
        return e.commit(&format!("{name}.cas.b32 {d}, [{at}], {b}, {c};"));
    }
    e.line(&format!("mov.b64 %w1, {};", pair(f.b)));
    e.line(&format!("mov.b64 %w3, {};", pair(f.c)));
    e.commit(&format!("{name}.cas.b64 %w2, [{at}], %w1, %w3;"));
    e.commit(&format!("mov.b64 {}, %w2;", pair(f.d)));
}
