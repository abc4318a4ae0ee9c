//! A tree as program text.

use super::functions::{COMBINATIONS, FUNCTIONS, TESTS};
use super::tree::{Cond, Node, Source};
use super::{PREDICATES, REGISTERS};
use std::fmt::Write as _;

/// Program text. Registers lie from `base` on, so that all forms are met.
struct Writer {
    out: String,
    base: usize,
}

impl Writer {
    fn line(&mut self, guard: Option<Cond>, text: String) {
        if let Some(guard) = guard {
            let _ = write!(self.out, "@{} ", condition(guard));
        }
        self.out += &text;
        self.out.push('\n');
    }

    fn r(&self, n: usize) -> String {
        format!("r{}", n + self.base)
    }

    fn source(&self, source: Source) -> String {
        match source {
            Source::Register(n) => self.r(n),
            Source::Immediate(value) => value.to_string(),
        }
    }

    fn block(&mut self, nodes: &[Node]) {
        for node in nodes {
            self.node(node);
        }
    }

    fn node(&mut self, node: &Node) {
        let suffix = |group: usize| match group {
            0 => String::new(),
            n => format!(".g{}", 1 << n),
        };
        match node {
            Node::Compute {
                op,
                d,
                a,
                b,
                c,
                guard,
            } => {
                let (name, arity, _, _) = FUNCTIONS[*op];
                let all = [self.r(*a), self.source(*b), self.r(*c)];
                self.line(
                    *guard,
                    format!("{name} {}, {}", self.r(*d), all[..arity].join(", ")),
                );
            }
            Node::Insert { d, s } => {
                let s: Vec<String> = s.iter().map(|&n| self.r(n)).collect();
                self.line(None, format!("bfi.b32 {}, {}", self.r(*d), s.join(", ")));
            }
            Node::Compare { op, d, a, b, guard } => {
                let text = format!("{} p{d}, {}, {}", TESTS[*op].0, self.r(*a), self.source(*b));
                self.line(*guard, text);
            }
            Node::Select { d, a, b, on } => {
                let on = condition(*on);
                self.line(
                    None,
                    format!(
                        "selp.s32 {}, {}, {}, {on}",
                        self.r(*d),
                        self.r(*a),
                        self.r(*b)
                    ),
                );
            }
            Node::Wide { d, a, b, signed } => {
                let ty = if *signed { "s32" } else { "u32" };
                let pair = format!("{}:{}", self.r(*d), self.r(*d + 1));
                self.line(
                    None,
                    format!("mul.wide.{ty} {pair}, {}, {}", self.r(*a), self.r(*b)),
                );
            }
            Node::Reduce {
                op,
                d,
                a,
                prefix,
                group,
                guard,
            } => {
                let kind = if *prefix { "prefix" } else { "reduce" };
                let (name, ty) = COMBINATIONS[*op].0.split_once('.').unwrap();
                let text = format!(
                    "wave.{kind}.{name}{}.{ty} {}, {}",
                    suffix(*group),
                    self.r(*d),
                    self.r(*a)
                );
                self.line(*guard, text);
            }
            Node::Shuffle {
                mode,
                d,
                a,
                b,
                group,
            } => {
                let name = [
                    "shuffle",
                    "shuffle.xor",
                    "shuffle.up",
                    "shuffle.down",
                    "broadcast",
                ][*mode];
                let text = format!(
                    "wave.{name}{}.b32 {}, {}, {}",
                    suffix(*group),
                    self.r(*d),
                    self.r(*a),
                    self.source(*b)
                );
                self.line(None, text);
            }
            Node::Ballot { d, on } => {
                let pair = format!("{}:{}", self.r(*d), self.r(*d + 1));
                self.line(None, format!("wave.ballot.b64 {pair}, {}", condition(*on)));
            }
            Node::Vote { all, d, on, group } => {
                let name = if *all { "all" } else { "any" };
                self.line(
                    None,
                    format!("wave.{name}{} p{d}, {}", suffix(*group), condition(*on)),
                );
            }
            Node::If { on, then, other } => {
                self.line(None, format!("if {}", condition(*on)));
                self.block(then);
                if let Some(other) = other {
                    self.line(None, "else".into());
                    self.block(other);
                }
                self.line(None, "endif".into());
            }
            Node::Loop {
                counter,
                times,
                body,
            } => {
                let counter = self.r(REGISTERS + counter);
                self.line(None, format!("mov.b32 {counter}, 0"));
                self.line(None, "loop".into());
                self.line(None, format!("setp.ge.u32 p7, {counter}, {times}"));
                self.line(None, "break p7".into());
                self.line(None, format!("add.u32 {counter}, {counter}, 1"));
                self.block(body);
                self.line(None, "endloop".into());
            }
            Node::Break(on) => self.line(None, format!("break {}", optional(*on))),
            Node::Continue(on) => self.line(None, format!("continue {}", optional(*on))),
            Node::Return(on) => self.line(*on, "ret".into()),
        }
    }
}

fn condition(Cond { predicate, negated }: Cond) -> String {
    format!("{}p{predicate}", if negated { "!" } else { "" })
}

fn optional(on: Option<Cond>) -> String {
    on.map_or(String::new(), condition)
}

/// Input words to registers, the program, registers and predicates to the output.
pub fn text(program: &[Node], base: usize) -> String {
    let words = REGISTERS + 1;
    let mut w = Writer {
        out: String::new(),
        base,
    };
    w.out += "mov.b32 r250, 0\nld.const.b32 r251, [r250]\nld.const.b32 r252, [r250+4]\nmov.b32 r253, %tid.x\n";
    let _ = writeln!(w.out, "mul.lo.u32 r254, r253, {}", 4 * words);
    w.out += "add.u32 r251, r251, r254\nadd.u32 r252, r252, r254\n";
    for n in 0..REGISTERS {
        let _ = writeln!(w.out, "ld.global.b32 {}, [r251+{}]", w.r(n), 4 * n);
    }
    w.block(program);
    for n in 0..REGISTERS {
        let _ = writeln!(w.out, "st.global.b32 [r252+{}], {}", 4 * n, w.r(n));
    }
    w.out += "mov.b32 r255, 16\n";
    for p in 0..PREDICATES {
        let _ = writeln!(w.out, "@p{p} or.b32 r255, r255, {}", 1 << p);
    }
    let _ = writeln!(w.out, "st.global.b32 [r252+{}], r255\nret", 4 * REGISTERS);
    w.out
}
