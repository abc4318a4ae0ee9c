//! Smaller kernels that still do what a large one did.

use super::expr::{Expr, Node};
use super::program::{Program, Stmt};
use super::types::Base;

/// The smallest program found for which `still` holds, by leaving out statements and then putting
/// parts of expressions in place of the whole.
pub fn reduce(program: &Program, mut still: impl FnMut(&Program) -> bool) -> Program {
    let mut best = program.clone();
    loop {
        let before = size(&best);
        statements(&mut best, &mut still);
        expressions(&mut best, &mut still);
        if size(&best) == before {
            return best;
        }
    }
}

fn size(program: &Program) -> usize {
    program.kernel().len()
}

fn statements(best: &mut Program, still: &mut impl FnMut(&Program) -> bool) {
    // Many at once, then fewer, from the end: what comes later depends on what came before.
    let mut chunk = count(best).next_power_of_two();
    while chunk > 1 {
        chunk /= 2;
        let mut end = count(best);
        while end > 0 {
            let start = end.saturating_sub(chunk);
            let mut smaller = best.clone();
            // The last first, so that numbers stay what they are.
            for at in (start..end).rev() {
                cut(&mut smaller, at, Cut::Remove);
            }
            if still(&smaller) {
                *best = smaller;
            }
            end = start.min(count(best));
        }
    }
    let mut at = count(best);
    while at > 0 {
        at -= 1;
        for how in [Cut::Remove, Cut::Inside, Cut::Else] {
            let mut smaller = best.clone();
            if cut(&mut smaller, at, how) && still(&smaller) {
                *best = smaller;
                at = at.min(count(best));
                break;
            }
        }
    }
}

#[derive(Clone, Copy)]
enum Cut {
    Remove,
    /// The statements within it in its place.
    Inside,
    Else,
}

fn blocks(program: &mut Program) -> Vec<&mut Vec<Stmt>> {
    let functions = program
        .functions
        .iter_mut()
        .map(|function| &mut function.body);
    functions.chain([&mut program.body]).collect()
}

fn count(program: &mut Program) -> usize {
    fn of(block: &[Stmt]) -> usize {
        let inside = |stmt: &Stmt| match stmt {
            Stmt::Line(_) => 0,
            Stmt::If(_, yes, no) => of(yes) + of(no),
            Stmt::Loop(_, body) => of(body),
            Stmt::Switch(_, cases) => cases.iter().map(|(case, _)| of(case)).sum(),
        };
        block.iter().map(|stmt| 1 + inside(stmt)).sum()
    }
    blocks(program).into_iter().map(|block| of(block)).sum()
}

/// Changes the statement with this number; false where there is nothing to change.
fn cut(program: &mut Program, number: usize, how: Cut) -> bool {
    fn of(block: &mut Vec<Stmt>, left: &mut usize, how: Cut) -> Option<bool> {
        for at in 0..block.len() {
            if *left == 0 {
                let stmt = block.remove(at);
                let instead = match (how, stmt) {
                    (Cut::Remove, _) => Vec::new(),
                    (Cut::Inside, Stmt::If(_, yes, _)) => yes,
                    (Cut::Inside, Stmt::Loop(_, body)) => body,
                    (Cut::Inside, Stmt::Switch(_, cases)) => {
                        cases.into_iter().flat_map(|(case, _)| case).collect()
                    }
                    (Cut::Else, Stmt::If(_, _, no)) if !no.is_empty() => no,
                    _ => return Some(false),
                };
                block.splice(at..at, instead);
                return Some(true);
            }
            *left -= 1;
            let inside: Vec<&mut Vec<Stmt>> = match &mut block[at] {
                Stmt::Line(_) => Vec::new(),
                Stmt::If(_, yes, no) => vec![yes, no],
                Stmt::Loop(_, body) => vec![body],
                Stmt::Switch(_, cases) => cases.iter_mut().map(|(case, _)| case).collect(),
            };
            for block in inside {
                if let Some(done) = of(block, left, how) {
                    return Some(done);
                }
            }
        }
        None
    }
    let mut left = number;
    let mut all = blocks(program).into_iter();
    all.find_map(|block| of(block, &mut left, how))
        .unwrap_or(false)
}

/// Every node of every statement, outermost first.
fn nodes(program: &mut Program) -> Vec<&mut Node> {
    fn of<'a>(block: &'a mut [Stmt], all: &mut Vec<&'a mut Node>) {
        for stmt in block {
            match stmt {
                Stmt::Line(node) => all.push(node),
                Stmt::If(node, yes, no) => {
                    all.push(node);
                    of(yes, all);
                    of(no, all);
                }
                Stmt::Loop(node, body) => {
                    all.push(node);
                    of(body, all);
                }
                Stmt::Switch(node, cases) => {
                    all.push(node);
                    cases.iter_mut().for_each(|(case, _)| of(case, all));
                }
            }
        }
    }
    let mut all = Vec::new();
    for function in &mut program.functions {
        of(&mut function.body, &mut all);
        all.push(&mut function.result);
    }
    of(&mut program.body, &mut all);
    all
}

fn expressions(best: &mut Program, still: &mut impl FnMut(&Program) -> bool) {
    let mut node = 0;
    while node < nodes(best).len() {
        let mut place = 0;
        while let Some(expr) = find(nodes(best)[node], &mut place.clone()) {
            let choices = smaller(expr);
            let better = choices.into_iter().find_map(|choice| {
                let mut smaller = best.clone();
                *find(nodes(&mut smaller)[node], &mut place.clone())? = choice;
                still(&smaller).then_some(smaller)
            });
            match better {
                Some(smaller) => *best = smaller,
                None => place += 1,
            }
        }
        node += 1;
    }
}

/// The expression with this number in a node, outermost first.
fn find<'a>(node: &'a mut Node, left: &mut usize) -> Option<&'a mut Expr> {
    for expr in node.subs_mut() {
        if *left == 0 {
            return Some(expr);
        }
        *left -= 1;
        if let Some(found) = find(&mut expr.node, left) {
            return Some(found);
        }
    }
    None
}

/// What may stand in the place of an expression.
fn smaller(expr: &Expr) -> Vec<Expr> {
    let mut choices = Vec::new();
    if expr.node.subs().next().is_none() {
        return choices;
    }
    let zero = match expr.ty.base {
        Base::Float(_) => format!("real(({})1)", expr.ty.unsigned().name()),
        _ => format!("(({})1)", expr.ty.name()),
    };
    choices.push(Expr {
        ty: expr.ty,
        node: Node::new(&zero, Vec::new()),
    });
    fn within(node: &Node, like: &Expr, choices: &mut Vec<Expr>) {
        for sub in node.subs() {
            if sub.ty == like.ty {
                choices.push(sub.clone());
            } else {
                within(&sub.node, like, choices);
            }
        }
    }
    within(&expr.node, expr, &mut choices);
    choices
}
