//! Reconvergence points: the immediate post-dominator of every divergent branch.
//!
//! The algorithm is Cooper, Harvey and Kennedy's, on the reversed flow graph whose root is a
//! virtual exit. Steps that cannot reach the exit (an endless loop) have no post-dominator, and
//! their lanes meet again only at their end.

use super::{for_each_target, join_mut};
use crate::{JoinId, Program, Step, Uop, UopIdx};

/// Puts a `Join` before every reconvergence point and tells each divergent branch its own.
/// `indirect` lists where an indirect jump may lead.
pub(super) fn place_joins(program: &mut Program, indirect: &[UopIdx]) {
    let diverging: Vec<usize> = (0..program.steps.len())
        .filter(|&i| join_mut(&mut program.steps[i].uop).is_some())
        .collect();
    if diverging.is_empty() {
        return;
    }
    let exit = program.steps.len();
    let successors: Vec<Vec<usize>> = (0..exit)
        .map(|i| successors(&mut program.steps[i].uop, i, exit, indirect))
        .collect();
    let ipdom = immediate_postdominators(&successors);
    let join_of = |i: usize| ipdom[i].filter(|&j| j != exit);

    let mut is_join = vec![false; program.steps.len()];
    for &i in &diverging {
        if let Some(j) = join_of(i) {
            is_join[j] = true;
        }
    }
    // `landing[i]`: where a jump to step i goes afterwards, that is to its join if it has one.
    let mut landing = Vec::with_capacity(exit);
    let mut inserted = 0;
    for (i, &join) in is_join.iter().enumerate() {
        landing.push((i + inserted) as UopIdx);
        inserted += usize::from(join);
    }
    for &i in &diverging {
        let join = JoinId(join_of(i).map(|j| landing[j]));
        *join_mut(&mut program.steps[i].uop).expect("a diverging step") = join;
    }
    let mut steps = Vec::with_capacity(exit + inserted);
    for (i, mut step) in std::mem::take(&mut program.steps).into_iter().enumerate() {
        if is_join[i] {
            let join = Uop::Join(JoinId(Some(steps.len() as UopIdx)));
            steps.push(Step {
                uop: join,
                inst: step.inst,
                first: false,
            });
        }
        for_each_target(&mut step.uop, |to| *to = landing[*to as usize]);
        steps.push(step);
    }
    program.steps = steps;
    program.entry = landing[program.entry as usize];
    program
        .at
        .values_mut()
        .for_each(|at| *at = landing[*at as usize]);
}

/// For every node of a graph its immediate post-dominator: the first that every way to the exit comes
/// by. The exit is the node behind the last.
pub fn immediate_postdominators(successors: &[Vec<usize>]) -> Vec<Option<usize>> {
    let exit = successors.len();
    let mut predecessors = vec![Vec::new(); exit + 1];
    for (i, next) in successors.iter().enumerate() {
        for &j in next {
            predecessors[j].push(i);
        }
    }
    let order = postorder(exit, &predecessors);
    let mut rank = vec![usize::MAX; exit + 1];
    for (r, &node) in order.iter().enumerate() {
        rank[node] = r;
    }
    let mut ipdom: Vec<Option<usize>> = vec![None; exit + 1];
    ipdom[exit] = Some(exit);
    let mut changed = true;
    while changed {
        changed = false;
        for &node in order.iter().rev().filter(|&&node| node != exit) {
            let meet = (successors[node].iter().copied())
                .filter(|&next| ipdom[next].is_some())
                .reduce(|a, b| intersect(a, b, &ipdom, &rank));
            if ipdom[node] != meet {
                ipdom[node] = meet;
                changed = true;
            }
        }
    }
    ipdom
}

fn intersect(mut a: usize, mut b: usize, ipdom: &[Option<usize>], rank: &[usize]) -> usize {
    while a != b {
        while rank[a] < rank[b] {
            a = ipdom[a].expect("processed before");
        }
        while rank[b] < rank[a] {
            b = ipdom[b].expect("processed before");
        }
    }
    a
}

/// Nodes reachable from `root` in postorder, so that the root comes last. Written with an explicit
/// stack: programs are as long as users make them.
fn postorder(root: usize, edges: &[Vec<usize>]) -> Vec<usize> {
    let mut seen = vec![false; edges.len()];
    let mut order = Vec::new();
    let mut stack = vec![(root, 0)];
    seen[root] = true;
    while let Some((node, edge)) = stack.pop() {
        match edges[node].get(edge) {
            Some(&next) => {
                stack.push((node, edge + 1));
                if !std::mem::replace(&mut seen[next], true) {
                    stack.push((next, 0));
                }
            }
            None => order.push(node),
        }
    }
    order
}

fn successors(uop: &mut Uop, at: usize, exit: usize, indirect: &[UopIdx]) -> Vec<usize> {
    let mut next = Vec::new();
    for_each_target(uop, |to| next.push(*to as usize));
    match uop {
        Uop::Jump { .. } => {}
        Uop::End | Uop::Exit | Uop::Trap(_) => next.push(exit),
        Uop::DivergeIndirect { .. } | Uop::JumpScalar { .. } => {
            next.extend(indirect.iter().map(|&to| to as usize));
            if next.is_empty() {
                next.push(exit);
            }
        }
        _ => next.push(at + 1),
    }
    next
}
