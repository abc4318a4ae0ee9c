//! Moves, selection, and integer arithmetic where PTX leaves results open.

use super::emit::Emitter;
use super::float::pair;
use super::template::{plain, register, source};
use crate::encoding::WaveInst;
use crate::operand::Condition;
use crate::row::{Bits, Slot};
use crate::table::special::Special;
use op::Op;

/// Arithmetic whose operation the flags choose.
pub fn arithmetic(inst: &WaveInst, e: &mut Emitter, op: Op) {
    let text = match op {
        Op::AddU32 => "@add{int} {d}, {a}, {b};",
        Op::AddSatI32 => "@add.sat.s32 {d}, {a}, {b};",
        // Not more than what is missing to the greatest.
        Op::AddSatU32 => "not.b32 %t0, {a};\nmin.u32 %t0, %t0, {b};\n@add.u32 {d}, {a}, %t0;",
        Op::SubU32 => "@sub{int} {d}, {a}, {b};",
        Op::SubSatI32 => "@sub.sat.s32 {d}, {a}, {b};",
        Op::SubSatU32 => "min.u32 %t0, {a}, {b};\n@sub.u32 {d}, {a}, %t0;",
        // All ones where the divisor is 0; the least number divided by -1 is itself.
        Op::DivI32 => {
            "mov.b32 %t0, {b};
             setp.eq.u32 %q0, %t0, 0;
             setp.eq.u32 %q1, %t0, -1;
             div.s32 %t1, {a}, %t0;
             neg.s32 %t2, {a};
             selp.b32 %t1, %t2, %t1, %q1;
             @selp.b32 {d}, -1, %t1, %q0;"
        }
        Op::DivU32 => {
            "mov.b32 %t0, {b};
             setp.eq.u32 %q0, %t0, 0;
             div.u32 %t1, {a}, %t0;
             @selp.b32 {d}, -1, %t1, %q0;"
        }
        // The dividend where the divisor is 0; nothing is left of a division by -1.
        Op::RemI32 => {
            "mov.b32 %t0, {b};
             setp.eq.u32 %q0, %t0, 0;
             setp.eq.u32 %q1, %t0, -1;
             rem.s32 %t1, {a}, %t0;
             selp.b32 %t1, 0, %t1, %q1;
             @selp.b32 {d}, {a}, %t1, %q0;"
        }
        Op::RemU32 => {
            "mov.b32 %t0, {b};
             setp.eq.u32 %q0, %t0, 0;
             rem.u32 %t1, {a}, %t0;
             @selp.b32 {d}, {a}, %t1, %q0;"
        }
        other => panic!("{other:?} alone does not say what {} is", inst.row.name),
    };
    plain(inst, e, text);
}

pub fn wide(inst: &WaveInst, e: &mut Emitter) {
    plain(inst, e, "mul.wide{int} %w0, {a}, {b};");
    e.commit(&format!("mov.b64 {}, %w0;", pair(inst.fields.d)));
}

pub fn mov(inst: &WaveInst, e: &mut Emitter) {
    let d = register(inst.fields.d);
    let Some(register) = inst.special() else {
        let b = source(inst, e);
        return e.commit(&format!("mov.b32 {d}, {b};"));
    };
    let value = match register.holds {
        Special::Wave => {
            let shift = e.shape.width.ilog2();
            e.line(&format!("shr.u32 %t0, %linear, {shift};"));
            "%t0".into()
        }
        Special::Lane => "%lane".into(),
        which if e.shape.is_narrow() && own_id(which, e) => "%t0".into(),
        Special::Waves => {
            e.lines([
                "mov.u32 %t0, %ntid.x;",
                "mov.u32 %t1, %ntid.y;",
                "mul.lo.u32 %t0, %t0, %t1;",
                "mov.u32 %t1, %ntid.z;",
                "mad.lo.u32 %t0, %t0, %t1, 31;",
                "shr.u32 %t0, %t0, 5;",
            ]);
            "%t0".into()
        }
        Special::WaveWidth => e.shape.width.to_string(),
        Special::ClusterSize => e.shape.cluster.to_string(),
        Special::Cluster => {
            e.lines([
                "mov.u32 %t0, %ctaid.z;",
                "mov.u32 %t1, %nctaid.y;",
                "mov.u32 %t2, %ctaid.y;",
                "mad.lo.u32 %t0, %t0, %t1, %t2;",
                "mov.u32 %t1, %nctaid.x;",
                "mov.u32 %t2, %ctaid.x;",
                "mad.lo.u32 %t0, %t0, %t1, %t2;",
            ]);
            let cluster = e.shape.cluster;
            e.line(&format!("div.u32 %t0, %t0, {cluster};"));
            "%t0".into()
        }
        // The others have the same name and the same meaning.
        _ => register.name.to_string(),
    };
    e.commit(&format!("mov.u32 {d}, {value};"));
}

/// `%t0` = an id or a size of the workgroup, where the thread block has others because waves are
/// narrower than warps. False for what does not depend on that.
fn own_id(which: Special, e: &mut Emitter) -> bool {
    let [x, y, z] = e.shape.local;
    let waves = e.shape.threads().div_ceil(e.shape.width);
    match which {
        Special::ThreadX => e.line(&format!("rem.u32 %t0, %linear, {x};")),
        Special::ThreadY => {
            e.line(&format!("div.u32 %t0, %linear, {x};"));
            e.line(&format!("rem.u32 %t0, %t0, {y};"));
        }
        Special::ThreadZ => e.line(&format!("div.u32 %t0, %linear, {};", x * y)),
        Special::GroupSizeX => e.line(&format!("mov.u32 %t0, {x};")),
        Special::GroupSizeY => e.line(&format!("mov.u32 %t0, {y};")),
        Special::GroupSizeZ => e.line(&format!("mov.u32 %t0, {z};")),
        Special::Waves => e.line(&format!("mov.u32 %t0, {waves};")),
        _ => return false,
    }
    true
}

pub fn selp(inst: &WaveInst, e: &mut Emitter) {
    let code = inst.fields.bits(Bits::new(Slot::Flags, 4, 0));
    let Some(Condition { predicate, negated }) = Condition::from_code(code) else {
        return;
    };
    let (d, a) = (register(inst.fields.d), register(inst.fields.a));
    let b = source(inst, e);
    let (yes, no) = if negated { (b, a) } else { (a, b) };
    e.commit(&format!("selp.b32 {d}, {yes}, {no}, %p{predicate};"));
}
