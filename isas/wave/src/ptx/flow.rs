//! Structured control flow, as the specification's sets of threads: one predicate for each level.
//!
//! Where no thread is left the warp goes to the next instruction that may bring some back, so a
//! barrier is never reached by a wave without active threads.

use super::emit::{EXIT, Emitter};
use crate::encoding::WaveInst;
use crate::meaning::{Scope, Structure};

pub struct Open {
    /// The label of the instruction that divides or closes the construct next.
    next: String,
    /// The label of a loop's first instruction.
    back: Option<String>,
    /// Whether threads may have gone for good, so that no thread may be left at its end.
    loses: bool,
}

pub fn structure(inst: &WaveInst, e: &mut Emitter, what: Structure) {
    match what {
        Structure::If => begin_if(inst, e),
        Structure::Else => begin_else(e),
        Structure::EndIf => end_if(e),
        Structure::Loop => begin_loop(e),
        Structure::EndLoop => end_loop(e),
        Structure::Break => exit_loop(inst, e, false),
        Structure::Continue => exit_loop(inst, e, true),
        Structure::Return => ret(inst, e),
    }
}

fn begin_if(inst: &WaveInst, e: &mut Emitter) {
    let outer = e.level();
    let next = e.label();
    let n = open(e, next.clone(), None);
    match (inst.condition(), outer) {
        (None, outer) => {
            let outer = outer.unwrap_or("-1".into());
            e.line(&format!("mov.pred %a{n}, {outer};"));
            e.line(&format!("mov.pred %o{n}, 0;"));
        }
        (Some(condition), outer) => {
            let (yes, no) = match condition.negated {
                false => ('a', 'o'),
                true => ('o', 'a'),
            };
            let p = condition.predicate;
            match outer {
                None => {
                    e.line(&format!("mov.pred %{yes}{n}, %p{p};"));
                    e.line(&format!("not.pred %{no}{n}, %p{p};"));
                }
                Some(outer) => {
                    e.line(&format!("and.pred %{yes}{n}, {outer}, %p{p};"));
                    e.line(&format!("xor.pred %{no}{n}, {outer}, %{yes}{n};"));
                }
            }
        }
    }
    e.branch_if_none(&format!("%a{n}"), &next);
}

fn begin_else(e: &mut Emitter) {
    let label = e.label();
    let n = e.open.len();
    let Some(open) = e.open.last_mut() else {
        return;
    };
    let reached = std::mem::replace(&mut open.next, label.clone());
    e.bind(&reached);
    e.line(&format!("mov.pred %a{n}, %o{n};"));
    e.branch_if_none(&format!("%a{n}"), &label);
}

fn end_if(e: &mut Emitter) {
    let Some(open) = e.open.pop() else {
        return;
    };
    e.bind(&open.next);
    if open.loses {
        leave_if_empty(e);
    }
}

fn begin_loop(e: &mut Emitter) {
    let outer = e.level().unwrap_or("-1".into());
    let (next, back) = (e.label(), e.label());
    let n = open(e, next, Some(back.clone()));
    e.line(&format!("mov.pred %a{n}, {outer};"));
    e.line(&format!("mov.pred %c{n}, 0;"));
    e.bind(&back);
}

fn end_loop(e: &mut Emitter) {
    let n = e.open.len();
    let Some(open) = e.open.pop() else {
        return;
    };
    e.bind(&open.next);
    e.line(&format!("or.pred %a{n}, %a{n}, %c{n};"));
    e.line(&format!("mov.pred %c{n}, 0;"));
    e.line(&format!("vote.sync.any.pred %q0, %a{n}, %wave;"));
    e.line(&format!("@%q0 bra.uni {};", open.back.unwrap_or_default()));
    if open.loses {
        leave_if_empty(e);
    }
}

/// Threads leave the innermost loop, or this iteration of it.
fn exit_loop(inst: &WaveInst, e: &mut Emitter, again: bool) {
    let current = e.open.len();
    let is_loop = |open: &Open| open.back.is_some();
    let Some(at) = e.open.iter().rposition(is_loop) else {
        return;
    };
    let level = at + 1;
    let leaving = match inst.condition() {
        None => format!("%a{current}"),
        Some(condition) => {
            let p = condition.predicate;
            match condition.negated {
                false => e.line(&format!("and.pred %q1, %a{current}, %p{p};")),
                true => {
                    e.line(&format!("not.pred %q1, %p{p};"));
                    e.line(&format!("and.pred %q1, %a{current}, %q1;"));
                }
            }
            "%q1".into()
        }
    };
    if again {
        e.line(&format!("or.pred %c{level}, %c{level}, {leaving};"));
    }
    remove(e, &leaving, level);
    e.open[level..]
        .iter_mut()
        .for_each(|open| open.loses = true);
    skip(e, inst.condition().is_none());
}

fn ret(inst: &WaveInst, e: &mut Emitter) {
    let Some(leaving) = e.active.clone() else {
        return e.line(&format!("bra.uni {EXIT};"));
    };
    remove(e, &leaving, 0);
    e.returned = true;
    e.open.iter_mut().for_each(|open| open.loses = true);
    skip(e, inst.condition().is_none());
}

/// Opens a construct and gives its level.
fn open(e: &mut Emitter, next: String, back: Option<String>) -> usize {
    e.open.push(Open {
        next,
        back,
        loses: false,
    });
    e.deepest = e.deepest.max(e.open.len());
    e.open.len()
}

/// The threads of `leaving` are no longer active from `level` on.
fn remove(e: &mut Emitter, leaving: &str, level: usize) {
    e.line(&format!("not.pred %q2, {leaving};"));
    for n in level..=e.open.len() {
        e.line(&format!("and.pred %a{n}, %a{n}, %q2;"));
    }
}

/// Goes on to where threads may come back: in any case, or if no thread is left.
fn skip(e: &mut Emitter, in_any_case: bool) {
    if in_any_case {
        let close = next_close(e);
        return e.line(&format!("bra.uni {close};"));
    }
    leave_if_empty(e);
}

fn leave_if_empty(e: &mut Emitter) {
    let close = next_close(e);
    if let Some(level) = e.level() {
        e.branch_if_none(&level, &close);
    }
}

fn next_close(e: &Emitter) -> String {
    (e.open.last()).map_or(EXIT.into(), |open| open.next.clone())
}

pub fn barrier(inst: &WaveInst, e: &mut Emitter) {
    match inst.scope() {
        Scope::Cluster if e.shape.cluster > 1 => wait(inst, e, &CLUSTER_BARRIER),
        _ => wait(inst, e, &["bar.sync 0;"]),
    }
}

/// Every thread of the cluster that has not ended.
pub const CLUSTER_BARRIER: [&str; 2] = [
    "barrier.cluster.arrive.aligned;",
    "barrier.cluster.wait.aligned;",
];

/// It must find every thread of the wave that has not returned.
fn wait(inst: &WaveInst, e: &mut Emitter, lines: &[&str]) {
    if e.active.is_none() {
        return e.lines(lines.iter().copied());
    }
    let mask = e.mask();
    let after = inst.condition().map(|_| e.label());
    if let Some(after) = &after {
        e.line(&format!("setp.eq.b32 %q0, {mask}, 0;"));
        e.line(&format!("@%q0 bra.uni {after};"));
    }
    e.line("vote.sync.ballot.b32 %t0, %a0, %wave;");
    e.line(&format!("setp.ne.b32 %q0, {mask}, %t0;"));
    e.line("@%q0 trap;");
    e.lines(lines.iter().copied());
    if let Some(after) = &after {
        e.bind(after);
    }
}

pub fn fence(inst: &WaveInst, e: &mut Emitter) {
    e.line(match inst.scope() {
        Scope::Wave => "bar.warp.sync %wave;",
        Scope::Cluster if e.shape.cluster > 1 => "fence.sc.cluster;",
        Scope::Workgroup | Scope::Cluster => "fence.sc.cta;",
        Scope::Device => "fence.sc.gpu;",
    });
}
