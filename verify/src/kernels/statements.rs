//! Random statements.

use super::Random;
use super::expr::{Array, Expr, Expressions, Node, Scope, Var, variable};
use super::program::Stmt;
use super::types::{Base, INT, Ty, UINT, ULONG};

/// Where a statement stands.
#[derive(Clone, Copy)]
pub struct Nesting {
    /// All items of the workgroup come here together.
    pub together: bool,
    pub in_loop: bool,
    pub depth: u32,
    /// In a function; it has no memory but what it is given.
    pub function: bool,
}

pub struct Writer<'a> {
    pub random: &'a mut Random,
    pub scope: Scope,
    pub locals: Vec<Ty>,
    pub items: u32,
    pub lanes: bool,
    pub alone: bool,
    pub size: u32,
}

impl Writer<'_> {
    pub fn value(&mut self, ty: Ty, depth: u32, uniform: bool) -> Expr {
        let mut expressions = Expressions {
            random: self.random,
            scope: &self.scope,
            uniform,
        };
        expressions.any(ty, depth)
    }

    fn condition(&mut self, uniform: bool) -> Expr {
        let mut expressions = Expressions {
            random: self.random,
            scope: &self.scope,
            uniform,
        };
        expressions.condition(2)
    }

    pub fn block(&mut self, place: Nesting) -> Vec<Stmt> {
        let count = match self.size {
            0 => 1,
            _ => 1 + self.random.below(3),
        };
        (0..count).flat_map(|_| self.statement(place)).collect()
    }

    fn statement(&mut self, place: Nesting) -> Vec<Stmt> {
        self.size = self.size.saturating_sub(1);
        let deeper = Nesting {
            depth: place.depth + 1,
            ..place
        };
        if place.depth < 4 && self.size > 0 {
            match self.random.below(14) {
                0 | 1 => {
                    let uniform = place.together && self.random.below(2) == 0;
                    // What ends a loop for all is not for some to decide.
                    let inner = Nesting {
                        together: uniform,
                        in_loop: place.in_loop && uniform == place.together,
                        ..deeper
                    };
                    let condition = self.condition(uniform);
                    let yes = self.block(inner);
                    let no = match self.random.below(2) {
                        0 => self.block(inner),
                        _ => Vec::new(),
                    };
                    return vec![Stmt::If(Node::new("$", vec![condition]), yes, no)];
                }
                2 | 3 => return self.repeat(place, deeper),
                4 => {
                    let on = self.value(UINT, 2, false);
                    let inner = Nesting {
                        together: false,
                        in_loop: false,
                        ..deeper
                    };
                    let cases = (0..4).map(|_| (self.block(inner), self.random.below(4) > 0));
                    let cases = cases.collect();
                    return vec![Stmt::Switch(Node::new("$", vec![on]), cases)];
                }
                _ => {}
            }
        }
        let line = match self.random.below(16) {
            0 | 1 if place.together && !self.locals.is_empty() => self.exchange(),
            2 if place.together && !place.function && !self.alone => self.local_atomic(),
            3 if self.alone => {
                let condition = self.condition(false);
                Node::new("if ($) return;", vec![condition])
            }
            3 | 4 if place.together && self.lanes => self.lanes(),
            5 if !place.function => self.shared_atomic(),
            6 | 7 if !place.function => self.own(),
            8 if place.in_loop => {
                let condition = self.condition(place.together);
                let word = self.random.pick(&["break", "continue"]);
                Node::new(&format!("if ($) {word};"), vec![condition])
            }
            9 if !place.function => match self.random.below(3) {
                0 => Node::new("s1 = s0;", Vec::new()),
                1 => Node::new("{ struct Mixed t = s0; s0 = s1; s1 = t; }", Vec::new()),
                _ => Node::new("s0 = s1;", Vec::new()),
            },
            10 | 11 => match self.array_store() {
                Some(line) => line,
                None => self.assign(place),
            },
            _ => self.assign(place),
        };
        vec![Stmt::Line(line)]
    }

    /// A loop whose trips depend on data, and end.
    fn repeat(&mut self, place: Nesting, deeper: Nesting) -> Vec<Stmt> {
        let uniform = place.together && self.random.below(2) == 0;
        let n = place.depth;
        let most = self.value(UINT, 2, uniform);
        let head = match self.random.below(3) {
            0 => Node::new(
                &format!("for (i{n} = 0; i{n} < (int)($ & 7u); i{n}++)"),
                vec![most],
            ),
            1 => Node::new(
                &format!("for (n{n} = (int)($ & 7u), i{n} = 0; i{n} < n{n}; i{n}++)"),
                vec![most],
            ),
            _ => {
                let condition = self.condition(uniform);
                Node::new(
                    &format!("for (i{n} = (int)($ & 7u); i{n} > 0 && $; i{n}--)"),
                    vec![most, condition],
                )
            }
        };
        self.scope.vars.push(Var {
            name: format!("i{n}"),
            ty: INT,
            uniform,
            writable: false,
        });
        let body = self.block(Nesting {
            together: uniform,
            in_loop: true,
            ..deeper
        });
        self.scope.vars.pop();
        vec![Stmt::Loop(head, body)]
    }

    fn target(&mut self, uniform: bool, wanted: impl Fn(&Var) -> bool) -> Option<Var> {
        let vars = self.scope.vars.iter();
        let fit: Vec<&Var> = vars
            .filter(|v| v.writable && v.uniform == uniform && wanted(v))
            .collect();
        match fit.is_empty() {
            true => None,
            false => Some(fit[self.random.below(fit.len())].clone()),
        }
    }

    fn assign(&mut self, place: Nesting) -> Node {
        let uniform = place.together && self.random.below(4) == 0;
        let target = self
            .target(uniform, |_| true)
            .or_else(|| self.target(false, |_| true));
        let target = target.expect("there are variables");
        let depth = 2 + self.random.below(3) as u32;
        let value = self.value(target.ty, depth, target.uniform);
        Node::new(&format!("{} = $;", target.name), vec![value])
    }

    fn array_store(&mut self) -> Option<Node> {
        let arrays: Vec<&Array> = self.scope.arrays.iter().filter(|a| a.writable).collect();
        if arrays.is_empty() {
            return None;
        }
        let array = arrays[self.random.below(arrays.len())].clone();
        let (at, value) = (self.value(UINT, 2, false), self.value(array.ty, 3, false));
        let template = format!("{}[$ & {}u] = $;", array.name, array.len - 1);
        Some(Node::new(&template, vec![at, value]))
    }

    /// Every item puts something into local memory and takes something that another put there.
    fn exchange(&mut self) -> Node {
        let number = self.random.below(self.locals.len());
        let ty = self.locals[number];
        let items = self.items;
        let value = self.value(ty, 3, false);
        let at = self.value(UINT, 2, false);
        let assigned = self.target(false, |var| var.ty == ty);
        let fence = "barrier(CLK_LOCAL_MEM_FENCE);";
        match assigned {
            Some(var) => Node::new(
                &format!(
                    "{fence} l{number}[lid] = $; {fence} {} = l{number}[$ % {items}u];",
                    var.name
                ),
                vec![value, at],
            ),
            None => {
                let taken = Var {
                    name: "t".into(),
                    ty,
                    uniform: false,
                    writable: false,
                };
                let found = Expr {
                    ty: UINT,
                    node: Node::new("$", vec![variable(&taken)]),
                };
                let digest = match (ty.base, ty.width) {
                    (Base::Float(_), 1) => "(uint)bits($)".to_string(),
                    (Base::Float(_), width) => format!("(uint)bits($).s{}", width - 1),
                    (_, 1) => "(uint)$".to_string(),
                    (_, width) => format!("(uint)($).s{}", width - 1),
                };
                Node::new(
                    &format!(
                        "{fence} l{number}[lid] = $; {fence} {{ {} t = l{number}[$ % {items}u]; w += {digest}; }}",
                        ty.name()
                    ),
                    vec![value, at, found],
                )
            }
        }
    }

    /// Counters in local memory, which all items of the group change in the same way.
    fn local_atomic(&mut self) -> Node {
        let (ty, op) = self.commutative();
        let name = ty.name();
        let fence = "barrier(CLK_LOCAL_MEM_FENCE);";
        let (at, from) = (self.value(UINT, 2, false), self.value(UINT, 1, false));
        let (condition, value) = (self.condition(false), self.value(ty, 3, false));
        let size = self.random.pick(&[1u32, 2, 8]);
        Node::new(
            &format!(
                "{{ local {name} *c = (local {name} *)counters; {fence} if (lid < 8u) c[lid] = ({name})(lid * 0x1234567u); {fence} if ($) ATOMIC({op}, &c[$ & {}u], $, __MEMORY_SCOPE_WRKGRP); {fence} x ^= (ulong)c[$ & 7u]; {fence} }}",
                size - 1
            ),
            vec![condition, at, value, from],
        )
    }

    fn commutative(&mut self) -> (Ty, &'static str) {
        let ty = Ty::scalar(self.random.pick(&[
            Base::Signed(32),
            Base::Unsigned(32),
            Base::Signed(64),
            Base::Unsigned(64),
        ]));
        (
            ty,
            self.random
                .pick(&["add", "sub", "and", "or", "xor", "min", "max"]),
        )
    }

    /// Counters in global memory, which are looked at when all is over.
    fn shared_atomic(&mut self) -> Node {
        let (ty, op) = self.commutative();
        // Every counter knows one operation only.
        let number = match (op, ty.base.is_signed()) {
            ("add" | "sub", _) => 0,
            ("and", _) => 4,
            ("or", _) => 8,
            ("xor", _) => 12,
            ("min", true) => 16,
            ("max", true) => 20,
            ("min", false) => 24,
            _ => 28,
        };
        let array = if ty.base.bits() == 64 {
            "shared64"
        } else {
            "shared"
        };
        let (at, value) = (self.value(UINT, 2, false), self.value(ty, 3, false));
        let scope = self.random.pick(&["DEVICE", "SYSTEM"]);
        Node::new(
            &format!(
                "ATOMIC({op}, (global {} *)&{array}[{number}u + ($ & 3u)], $, __MEMORY_SCOPE_{scope});",
                ty.name()
            ),
            vec![at, value],
        )
    }

    /// Memory that no other item touches, in every address space.
    fn own(&mut self) -> Node {
        let (at, value) = (self.value(UINT, 1, false), self.value(UINT, 3, false));
        let op = self
            .random
            .pick(&["add", "sub", "and", "or", "xor", "min", "max", "nand"]);
        match self.random.below(12) {
            0 => Node::new("((global uint *)own)[$ & 7u] = $;", vec![at, value]),
            1 => Node::new("own[$ & 31u] = (uchar)$;", vec![at, value]),
            2 => Node::new(
                "*(global ushort_loose *)(own + ($ & 15u)) = (ushort)$;",
                vec![at, value],
            ),
            3 => Node::new(
                "*(global uint_loose *)(own + ($ & 15u)) = $;",
                vec![at, value],
            ),
            4 => {
                let value = self.value(ULONG, 2, false);
                Node::new(
                    "*(global ulong_loose *)(own + ($ & 15u)) = $;",
                    vec![at, value],
                )
            }
            5 => Node::new(
                &format!(
                    "w = ATOMIC({op}, (global uint *)own + ($ & 7u), $, __MEMORY_SCOPE_DEVICE);"
                ),
                vec![at, value],
            ),
            6 => {
                let value = self.value(ULONG, 2, false);
                Node::new(
                    &format!(
                        "x = ATOMIC({op}, (global ulong *)own + ($ & 3u), $, __MEMORY_SCOPE_DEVICE);"
                    ),
                    vec![at, value],
                )
            }
            7 => Node::new(
                "w = EXCHANGE((global uint *)own + ($ & 7u), $, __MEMORY_SCOPE_DEVICE);",
                vec![at, value],
            ),
            8 => {
                let old = self.value(UINT, 1, false);
                Node::new(
                    "w = swap_if((global uint *)own + ($ & 7u), $, $);",
                    vec![at, old, value],
                )
            }
            9 => {
                let again = self.value(UINT, 1, false);
                Node::new(
                    "w += lown[4 * lid + ($ & 3u)]; lown[4 * lid + ($ & 3u)] = $;",
                    vec![at, again, value],
                )
            }
            10 => {
                let (old, again) = (self.value(ULONG, 1, false), self.value(ULONG, 2, false));
                Node::new(
                    "x = swap_if((global ulong *)own + ($ & 3u), $, $);",
                    vec![at, old, again],
                )
            }
            _ => {
                // One pointer, which may lead anywhere.
                let (condition, other) = (self.condition(false), self.condition(false));
                let from = self.value(UINT, 1, false);
                Node::new(
                    "{ uint *p = $ ? (uint *)own : $ ? (uint *)pu : (uint *)&lown[4 * lid]; p[$ & 3u] = $; w ^= p[$ & 3u]; }",
                    vec![condition, other, at, value, from],
                )
            }
        }
    }

    /// Lanes of a wave tell each other something.
    fn lanes(&mut self) -> Node {
        let value = self.value(UINT, 3, false);
        let number = self.random.bits() as u32;
        match self.random.below(9) {
            0 => Node::new(&format!("w = lane_read($, {}u);", number % 32), vec![value]),
            1 => {
                let condition = self.condition(false);
                Node::new("x = lane_ballot($);", vec![condition])
            }
            2 => {
                let at = self.value(UINT, 2, false);
                Node::new("w = lane_permute($, $);", vec![value, at])
            }
            3 => {
                let condition = self.condition(false);
                Node::new(
                    "{ ulong m = lane_ballot($); w += lane_prefix(m); }",
                    vec![condition],
                )
            }
            4 => {
                let other = self.random.bits() as u32;
                let cross = self.random.below(2);
                Node::new(
                    &format!("w = lane_row($, {number:#x}u, {other:#x}u, {cross});"),
                    vec![value],
                )
            }
            5 => Node::new(
                &format!("w = lane_eight($, {:#x}u);", number & 0xff_ffff),
                vec![value],
            ),
            6 => {
                let pattern = number & 0x7fff;
                let pattern = match self.random.below(3) {
                    0 => 0x8000 | number & 0xff,
                    _ => pattern,
                };
                Node::new(&format!("w = lane_swizzle($, {pattern:#x});"), vec![value])
            }
            7 => {
                // Every lane sends to one, no two to the same.
                let turn = number | 1;
                Node::new(
                    &format!(
                        "w = lane_scatter($, (lid * {turn}u + {}u) * 4u);",
                        number >> 8
                    ),
                    vec![value],
                )
            }
            _ => {
                let old = self.value(UINT, 1, false);
                let n = 1 + self.random.below(15);
                let controls = [
                    self.random.below(256),
                    0x100 + n,
                    0x110 + n,
                    0x120 + n,
                    0x140,
                    0x141,
                    0x150 + n,
                    0x160 + n,
                ];
                let control = self.random.pick(&controls);
                let mask = |random: &mut Random| match random.below(2) {
                    0 => 15,
                    _ => random.below(16),
                };
                let (rows, banks) = (mask(self.random), mask(self.random));
                let bound = self.random.below(2) == 0;
                Node::new(
                    &format!("w = lane_dpp($, $, {control:#x}, {rows}, {banks}, {bound});"),
                    vec![old, value],
                )
            }
        }
    }
}
