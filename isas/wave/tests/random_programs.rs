//! Random programs against a second evaluator that shares nothing with the engine: it walks the
//! program as a tree, with a set of threads in hand, and computes one thread at a time.
//!
//! `WAVE_PROGRAMS=100000 cargo test -p wave --test random_programs --release` runs that many, and
//! with `WAVE_PROGRAMS_OUT=DIR` every program is also written there as a kernel file.

mod common;

use std::fmt::Write as _;

const REGISTERS: usize = 10;
const PREDICATES: usize = 4;
const THREADS: u32 = 70;

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// Words that are likely to go wrong, and any.
    fn word(&mut self) -> u32 {
        const EDGES: [u32; 16] = [
            0,
            1,
            2,
            31,
            32,
            33,
            0x7fff_ffff,
            0x8000_0000,
            0xffff_ffff,
            0x3f80_0000,
            0xbf80_0000,
            0x7f80_0000,
            0xff80_0000,
            0x7fc0_0000,
            0x0000_0001,
            0x8000_0001,
        ];
        match self.below(4) {
            0 => EDGES[self.below(EDGES.len())],
            1 => self.below(100) as u32,
            2 => (self.below(2000) as f32 / 16.0 - 50.0).to_bits(),
            _ => self.next() as u32,
        }
    }
}

type Function = fn(u32, u32, u32) -> u32;
type Test = fn(u32, u32) -> bool;
type Combine = fn(u32, u32) -> u32;

fn f(bits: u32) -> f32 {
    f32::from_bits(bits)
}

fn bits(value: f32) -> u32 {
    if value.is_nan() {
        0x7fc0_0000
    } else {
        value.to_bits()
    }
}

fn least(a: f32, b: f32) -> f32 {
    match (a.is_nan(), b.is_nan()) {
        (true, _) => b,
        (_, true) => a,
        _ if a == b => {
            if a.is_sign_negative() {
                a
            } else {
                b
            }
        }
        _ => {
            if a < b {
                a
            } else {
                b
            }
        }
    }
}

fn mask(length: u32) -> u32 {
    if length >= 32 {
        u32::MAX
    } else {
        (1 << length) - 1
    }
}

/// Mnemonic, sources, whether the second may be an immediate, meaning.
#[rustfmt::skip]
const FUNCTIONS: &[(&str, usize, bool, Function)] = &[
    ("add.s32", 2, true, |a, b, _| a.wrapping_add(b)),
    ("sub.u32", 2, true, |a, b, _| a.wrapping_sub(b)),
    ("add.sat.s32", 2, true, |a, b, _| (a as i32).saturating_add(b as i32) as u32),
    ("add.sat.u32", 2, true, |a, b, _| a.saturating_add(b)),
    ("sub.sat.s32", 2, true, |a, b, _| (a as i32).saturating_sub(b as i32) as u32),
    ("sub.sat.u32", 2, true, |a, b, _| a.saturating_sub(b)),
    ("mul.lo.s32", 2, true, |a, b, _| a.wrapping_mul(b)),
    ("mul.hi.s32", 2, true, |a, b, _| ((a as i32 as i64 * b as i32 as i64) >> 32) as u32),
    ("mul.hi.u32", 2, true, |a, b, _| ((a as u64 * b as u64) >> 32) as u32),
    ("div.s32", 2, true, |a, b, _| if b == 0 { u32::MAX } else { (a as i32).wrapping_div(b as i32) as u32 }),
    ("div.u32", 2, true, |a, b, _| a.checked_div(b).unwrap_or(u32::MAX)),
    ("rem.s32", 2, true, |a, b, _| if b == 0 { a } else { (a as i32).wrapping_rem(b as i32) as u32 }),
    ("rem.u32", 2, true, |a, b, _| a.checked_rem(b).unwrap_or(a)),
    ("min.s32", 2, true, |a, b, _| (a as i32).min(b as i32) as u32),
    ("max.s32", 2, true, |a, b, _| (a as i32).max(b as i32) as u32),
    ("min.u32", 2, true, |a, b, _| a.min(b)),
    ("max.u32", 2, true, |a, b, _| a.max(b)),
    ("neg.s32", 1, false, |a, _, _| (a as i32).wrapping_neg() as u32),
    ("abs.s32", 1, false, |a, _, _| (a as i32).wrapping_abs() as u32),
    ("mad.lo.s32", 3, true, |a, b, c| a.wrapping_mul(b).wrapping_add(c)),
    ("and.b32", 2, true, |a, b, _| a & b),
    ("or.b32", 2, true, |a, b, _| a | b),
    ("xor.b32", 2, true, |a, b, _| a ^ b),
    ("not.b32", 1, false, |a, _, _| !a),
    ("shl.b32", 2, true, |a, b, _| if b < 32 { a << b } else { 0 }),
    ("shr.u32", 2, true, |a, b, _| if b < 32 { a >> b } else { 0 }),
    ("shr.s32", 2, true, |a, b, _| ((a as i32) >> b.min(31)) as u32),
    ("popc.b32", 1, false, |a, _, _| a.count_ones()),
    ("clz.b32", 1, false, |a, _, _| a.leading_zeros()),
    ("brev.b32", 1, false, |a, _, _| a.reverse_bits()),
    ("bfe.u32", 3, false, |a, b, c| if b > 31 { 0 } else { (a >> b) & mask(c) }),
    ("bfe.s32", 3, false, |a, b, c| {
        if c == 0 { return 0; }
        let top = (u64::from(b) + u64::from(c) - 1).min(31) as u32;
        let field = ((a as i32) >> b.min(31)) as u32;
        let length = if b > 31 { 1 } else { top - b + 1 };
        let unused = 32 - length;
        ((field << unused) as i32 >> unused) as u32
    }),
    ("slct.s32.f32", 3, true, |a, b, c| if f(c) >= 0.0 { a } else { b }),
    ("slct.s32.s32", 3, true, |a, b, c| if c as i32 >= 0 { a } else { b }),
    ("dp4a.s32.u32", 3, false, |a, b, c| (0..4).fold(c, |sum, i| {
        let (x, y) = ((a >> (8 * i)) as u8 as i8 as i32, (b >> (8 * i)) as u8 as i32);
        sum.wrapping_add((x * y) as u32)
    })),
    ("add.f32", 2, false, |a, b, _| bits(f(a) + f(b))),
    ("sub.f32", 2, false, |a, b, _| bits(f(a) - f(b))),
    ("mul.f32", 2, false, |a, b, _| bits(f(a) * f(b))),
    ("div.f32", 2, false, |a, b, _| bits(f(a) / f(b))),
    ("fma.f32", 3, false, |a, b, c| bits(f(a).mul_add(f(b), f(c)))),
    ("add.sat.f32", 2, false, |a, b, _| bits(((f(a) + f(b)).max(0.0) + 0.0).min(1.0))),
    ("sqrt.f32", 1, false, |a, _, _| bits(f(a).sqrt())),
    ("rcp.f32", 1, false, |a, _, _| bits(1.0 / f(a))),
    ("min.f32", 2, false, |a, b, _| bits(least(f(a), f(b)))),
    ("max.f32", 2, false, |a, b, _| bits(-least(-f(a), -f(b)))),
    ("neg.f32", 1, false, |a, _, _| a ^ 0x8000_0000),
    ("abs.f32", 1, false, |a, _, _| a & 0x7fff_ffff),
    ("cvt.f32.s32", 1, false, |a, _, _| bits(a as i32 as f32)),
    ("cvt.f32.u32", 1, false, |a, _, _| bits(a as f32)),
    ("cvt.s32.f32", 1, false, |a, _, _| f(a) as i32 as u32),
    ("cvt.u32.f32", 1, false, |a, _, _| f(a) as u32),
    ("cvt.rni.s32.f32", 1, false, |a, _, _| f(a).round_ties_even() as i32 as u32),
    ("cvt.rmi.s32.f32", 1, false, |a, _, _| f(a).floor() as i32 as u32),
    ("cvt.u32.s32", 1, false, |a, _, _| (a as i32).max(0) as u32),
    ("mov.b32", 1, false, |a, _, _| a),
];

#[rustfmt::skip]
const TESTS: &[(&str, Test)] = &[
    ("setp.eq.s32", |a, b| a == b),
    ("setp.ne.s32", |a, b| a != b),
    ("setp.lt.s32", |a, b| (a as i32) < b as i32),
    ("setp.ge.s32", |a, b| a as i32 >= b as i32),
    ("setp.le.u32", |a, b| a <= b),
    ("setp.gt.u32", |a, b| a > b),
    ("setp.eq.f32", |a, b| f(a) == f(b)),
    ("setp.ne.f32", |a, b| f(a) < f(b) || f(a) > f(b)),
    ("setp.lt.f32", |a, b| f(a) < f(b)),
    ("setp.neu.f32", |a, b| f(a) != f(b)),
    ("setp.geu.f32", |a, b| f(a) >= f(b) || f(a).is_nan() || f(b).is_nan()),
    ("setp.nan.f32", |a, b| f(a).is_nan() || f(b).is_nan()),
];

/// Combination, identity.
#[rustfmt::skip]
const COMBINATIONS: &[(&str, u32, Combine)] = &[
    ("add.u32", 0, |a, b| a.wrapping_add(b)),
    ("min.s32", 0x7fff_ffff, |a, b| (a as i32).min(b as i32) as u32),
    ("max.s32", 0x8000_0000, |a, b| (a as i32).max(b as i32) as u32),
    ("max.u32", 0, |a, b| a.max(b)),
    ("and.b32", 0xffff_ffff, |a, b| a & b),
    ("or.b32", 0, |a, b| a | b),
    ("xor.b32", 0, |a, b| a ^ b),
];

#[derive(Clone, Copy, Debug)]
enum Source {
    Register(usize),
    Immediate(i32),
}

#[derive(Clone, Copy, Debug)]
struct Cond {
    predicate: usize,
    negated: bool,
}

#[derive(Clone, Debug)]
enum Node {
    Compute {
        op: usize,
        d: usize,
        a: usize,
        b: Source,
        c: usize,
        guard: Option<Cond>,
    },
    Insert {
        d: usize,
        s: [usize; 4],
    },
    Compare {
        op: usize,
        d: usize,
        a: usize,
        b: Source,
        guard: Option<Cond>,
    },
    Select {
        d: usize,
        a: usize,
        b: usize,
        on: Cond,
    },
    Wide {
        d: usize,
        a: usize,
        b: usize,
        signed: bool,
    },
    Reduce {
        op: usize,
        d: usize,
        a: usize,
        prefix: bool,
        group: usize,
        guard: Option<Cond>,
    },
    Shuffle {
        mode: usize,
        d: usize,
        a: usize,
        b: Source,
        group: usize,
    },
    Ballot {
        d: usize,
        on: Cond,
    },
    Vote {
        all: bool,
        d: usize,
        on: Cond,
        group: usize,
    },
    If {
        on: Cond,
        then: Vec<Node>,
        other: Option<Vec<Node>>,
    },
    Loop {
        counter: usize,
        times: u32,
        body: Vec<Node>,
    },
    Break(Option<Cond>),
    Continue(Option<Cond>),
    Return(Option<Cond>),
}

struct Generator<'r> {
    random: &'r mut Random,
    budget: usize,
}

impl Generator<'_> {
    fn register(&mut self) -> usize {
        self.random.below(REGISTERS)
    }

    fn condition(&mut self) -> Cond {
        Cond {
            predicate: self.random.below(PREDICATES),
            negated: self.random.chance(40),
        }
    }

    fn guard(&mut self) -> Option<Cond> {
        if self.random.chance(15) {
            Some(self.condition())
        } else {
            None
        }
    }

    fn source(&mut self, immediate: bool) -> Source {
        if immediate && self.random.chance(25) {
            return Source::Immediate(self.random.next() as i16 as i32 >> self.random.below(16));
        }
        Source::Register(self.register())
    }

    fn block(&mut self, depth: usize, in_loop: bool) -> Vec<Node> {
        let mut nodes = Vec::new();
        for _ in 0..1 + self.random.below(6) {
            if self.budget == 0 {
                break;
            }
            self.budget -= 1;
            nodes.push(self.node(depth, in_loop));
        }
        nodes
    }

    fn node(&mut self, depth: usize, in_loop: bool) -> Node {
        let (d, a, c) = (self.register(), self.register(), self.register());
        match self.random.below(100) {
            0..12 if depth < 5 => Node::If {
                on: self.condition(),
                then: self.block(depth + 1, in_loop),
                other: if self.random.chance(50) {
                    Some(self.block(depth + 1, in_loop))
                } else {
                    None
                },
            },
            12..18 if depth < 4 => Node::Loop {
                counter: depth,
                times: 1 + self.random.below(4) as u32,
                body: self.block(depth + 1, true),
            },
            18..22 if in_loop => Node::Break(self.some_condition()),
            22..26 if in_loop => Node::Continue(self.some_condition()),
            26..28 if depth > 0 => Node::Return(Some(self.condition())),
            28..40 => Node::Compare {
                op: self.random.below(TESTS.len()),
                d: self.random.below(PREDICATES),
                a,
                b: Source::Register(c),
                guard: self.guard(),
            },
            40..45 => Node::Select {
                d,
                a,
                b: c,
                on: self.condition(),
            },
            45..48 => Node::Wide {
                d: d & !1,
                a,
                b: c,
                signed: self.random.chance(50),
            },
            48..54 => Node::Reduce {
                op: self.random.below(COMBINATIONS.len()),
                d,
                a,
                prefix: self.random.chance(50),
                group: self.group(),
                guard: self.guard(),
            },
            54..59 => Node::Shuffle {
                mode: self.random.below(5),
                d,
                a,
                b: if self.random.chance(70) {
                    Source::Immediate(self.random.below(20) as i32)
                } else {
                    Source::Register(c)
                },
                group: self.group(),
            },
            59..61 => Node::Ballot {
                d: d & !1,
                on: self.condition(),
            },
            61..64 => Node::Vote {
                all: self.random.chance(50),
                d: self.random.below(PREDICATES),
                on: self.condition(),
                group: self.group(),
            },
            64..66 => Node::Insert {
                d,
                s: [a, c, self.register(), self.register()],
            },
            _ => {
                let op = self.random.below(FUNCTIONS.len());
                Node::Compute {
                    op,
                    d,
                    a,
                    b: self.source(FUNCTIONS[op].2),
                    c,
                    guard: self.guard(),
                }
            }
        }
    }

    fn some_condition(&mut self) -> Option<Cond> {
        if self.random.chance(85) {
            Some(self.condition())
        } else {
            None
        }
    }

    /// log2 of the sub-group, 0 for the whole wave.
    fn group(&mut self) -> usize {
        if self.random.chance(30) {
            1 + self.random.below(4)
        } else {
            0
        }
    }
}

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
fn text(program: &[Node], base: usize) -> String {
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

/// One wave of the second evaluator.
struct Threads {
    /// By thread.
    registers: Vec<[u32; REGISTERS]>,
    predicates: Vec<[bool; PREDICATES]>,
}

/// What became of threads in a block.
#[derive(Default)]
struct Gone {
    broke: Vec<usize>,
    continued: Vec<usize>,
}

impl Threads {
    fn holds(&self, thread: usize, on: Cond) -> bool {
        self.predicates[thread][on.predicate] != on.negated
    }

    fn chosen(&self, threads: &[usize], on: Option<Cond>) -> Vec<usize> {
        threads
            .iter()
            .copied()
            .filter(|&t| on.is_none_or(|on| self.holds(t, on)))
            .collect()
    }

    fn value(&self, thread: usize, source: Source) -> u32 {
        match source {
            Source::Register(n) => self.registers[thread][n],
            Source::Immediate(value) => value as u32,
        }
    }

    /// Runs a block for some threads; those that reach its end come back.
    fn block(&mut self, nodes: &[Node], mut threads: Vec<usize>, gone: &mut Gone) -> Vec<usize> {
        for node in nodes {
            threads = self.node(node, threads, gone);
        }
        threads
    }

    fn node(&mut self, node: &Node, threads: Vec<usize>, gone: &mut Gone) -> Vec<usize> {
        match node {
            Node::Compute {
                op,
                d,
                a,
                b,
                c,
                guard,
            } => {
                for t in self.chosen(&threads, *guard) {
                    let r = self.registers[t];
                    self.registers[t][*d] = FUNCTIONS[*op].3(r[*a], self.value(t, *b), r[*c]);
                }
            }
            Node::Insert {
                d,
                s: [a, position, length, into],
            } => {
                for &t in &threads {
                    let r = self.registers[t];
                    let (position, into) = (r[*position], r[*into]);
                    let field = if position > 31 {
                        0
                    } else {
                        mask(r[*length]) << position
                    };
                    let moved = if position > 31 { 0 } else { r[*a] << position };
                    self.registers[t][*d] = moved & field | into & !field;
                }
            }
            Node::Compare { op, d, a, b, guard } => {
                for t in self.chosen(&threads, *guard) {
                    let result = TESTS[*op].1(self.registers[t][*a], self.value(t, *b));
                    self.predicates[t][*d] = result;
                }
            }
            Node::Select { d, a, b, on } => {
                for &t in &threads {
                    let from = if self.holds(t, *on) { *a } else { *b };
                    self.registers[t][*d] = self.registers[t][from];
                }
            }
            Node::Wide { d, a, b, signed } => {
                for &t in &threads {
                    let (a, b) = (self.registers[t][*a], self.registers[t][*b]);
                    let product = match signed {
                        true => (a as i32 as i64 * b as i32 as i64) as u64,
                        false => a as u64 * b as u64,
                    };
                    self.registers[t][*d] = product as u32;
                    self.registers[t][*d + 1] = (product >> 32) as u32;
                }
            }
            Node::Reduce {
                op,
                d,
                a,
                prefix,
                group,
                guard,
            } => {
                let (_, identity, combine) = COMBINATIONS[*op];
                let active = self.chosen(&threads, *guard);
                for &t in &active {
                    let peers = active.iter().filter(|&&p| same_part(p, t, *group));
                    let counted = peers.filter(|&&p| !prefix || p < t);
                    let values = counted.map(|&p| self.registers[p][*a]);
                    let result = values.fold(identity, combine);
                    self.later(t, *d, result);
                }
                self.commit();
            }
            Node::Shuffle {
                mode,
                d,
                a,
                b,
                group,
            } => {
                for &t in &threads {
                    let first = part(t, *group).0;
                    let lowest = *threads.iter().find(|&&p| same_part(p, t, *group)).unwrap();
                    let here = (t - first) as i64;
                    let asked = |t: usize| i64::from(self.value(t, *b));
                    let (from, otherwise) = match mode {
                        0 => (asked(t), t),
                        1 => (here ^ asked(t), t),
                        2 => (here - asked(t), t),
                        3 => (here + asked(t), t),
                        _ => (asked(lowest), lowest),
                    };
                    let from = from + first as i64;
                    let found = threads
                        .iter()
                        .find(|&&p| p as i64 == from && same_part(p, t, *group));
                    let result = self.registers[*found.unwrap_or(&otherwise)][*a];
                    self.later(t, *d, result);
                }
                self.commit();
            }
            Node::Ballot { d, on } => {
                let bits = self
                    .chosen(&threads, Some(*on))
                    .iter()
                    .fold(0u64, |b, t| b | 1 << t);
                for &t in &threads {
                    self.registers[t][*d] = bits as u32;
                    self.registers[t][*d + 1] = (bits >> 32) as u32;
                }
            }
            Node::Vote { all, d, on, group } => {
                let holding = self.chosen(&threads, Some(*on));
                for &t in &threads {
                    let peers = threads.iter().filter(|&&p| same_part(p, t, *group));
                    let holds = |p: &&usize| holding.contains(p);
                    let count = (peers.clone().count(), peers.filter(holds).count());
                    self.predicates[t][*d] = if *all {
                        count.0 == count.1
                    } else {
                        count.1 > 0
                    };
                }
            }
            Node::If { on, then, other } => {
                let yes = self.chosen(&threads, Some(*on));
                let no: Vec<usize> = threads
                    .iter()
                    .copied()
                    .filter(|t| !yes.contains(t))
                    .collect();
                let mut left = self.block(then, yes, gone);
                left.extend(match other {
                    Some(other) => self.block(other, no, gone),
                    None => no,
                });
                left.sort_unstable();
                return left;
            }
            Node::Loop { times, body, .. } => {
                let mut out = Vec::new();
                let mut inside = threads;
                for _ in 0..*times {
                    let mut gone = Gone::default();
                    inside = self.block(body, inside, &mut gone);
                    inside.extend(gone.continued);
                    inside.sort_unstable();
                    out.extend(gone.broke);
                }
                out.extend(inside);
                out.sort_unstable();
                return out;
            }
            Node::Break(on) => {
                let leaving = self.chosen(&threads, *on);
                gone.broke.extend(&leaving);
                return threads
                    .into_iter()
                    .filter(|t| !leaving.contains(t))
                    .collect();
            }
            Node::Continue(on) => {
                let leaving = self.chosen(&threads, *on);
                gone.continued.extend(&leaving);
                return threads
                    .into_iter()
                    .filter(|t| !leaving.contains(t))
                    .collect();
            }
            Node::Return(on) => {
                let leaving = self.chosen(&threads, *on);
                return threads
                    .into_iter()
                    .filter(|t| !leaving.contains(t))
                    .collect();
            }
        }
        threads
    }

    /// Results that must not be seen before every thread has read.
    fn later(&mut self, thread: usize, register: usize, value: u32) {
        PENDING.with_borrow_mut(|pending| pending.push((thread, register, value)));
    }

    fn commit(&mut self) {
        for (thread, register, value) in PENDING.take() {
            self.registers[thread][register] = value;
        }
    }
}

thread_local! {
    static PENDING: std::cell::RefCell<Vec<(usize, usize, u32)>> = const { std::cell::RefCell::new(Vec::new()) };
}

/// First thread and size of the part of the wave that `thread` is in.
fn part(thread: usize, group: usize) -> (usize, usize) {
    let size = if group == 0 { 64 } else { 1 << group };
    (thread / size * size, size)
}

fn same_part(a: usize, b: usize, group: usize) -> bool {
    part(a, group) == part(b, group)
}

/// What every thread leaves behind: registers, and predicates below a bit that says it got there.
fn evaluate(program: &[Node], width: usize, input: &[u32]) -> Vec<u32> {
    let words = REGISTERS + 1;
    let mut out = vec![0; THREADS as usize * words];
    let all: Vec<usize> = (0..THREADS as usize).collect();
    for wave in all.chunks(width) {
        let own = |&t: &usize| std::array::from_fn(|n| input[t * words + n]);
        let mut threads = Threads {
            registers: wave.iter().map(own).collect(),
            predicates: vec![[false; PREDICATES]; wave.len()],
        };
        let lanes = (0..wave.len()).collect();
        for lane in threads.block(program, lanes, &mut Gone::default()) {
            let at = wave[lane] * words;
            out[at..at + REGISTERS].copy_from_slice(&threads.registers[lane]);
            let flags = threads.predicates[lane].iter().enumerate();
            out[at + REGISTERS] = flags.fold(16, |bits, (p, &on)| bits | u32::from(on) << p);
        }
    }
    out
}

/// The program with its input and what it must leave at a width of 32.
fn kernel_file(text: &str, input: &[u32], expected: &[u32]) -> String {
    let list = |words: &[u32]| {
        let words: Vec<String> = words.iter().map(|word| format!("{word:#x}")).collect();
        words.join(", ")
    };
    format!(
        "---\nin: u32[{n}] = {}\nout_x: u32[{n}]\nlocal = {THREADS}\nexpect out_x = {}\n---\n{text}",
        list(input),
        list(expected),
        n = input.len(),
    )
}

#[test]
fn the_engine_agrees_with_every_thread_alone() {
    let count = std::env::var("WAVE_PROGRAMS")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(600);
    for seed in 0..count {
        let mut random = Random(seed);
        let mut generator = Generator {
            random: &mut random,
            budget: 60,
        };
        let mut program = Vec::new();
        while generator.budget > 0 {
            program.extend(generator.block(0, false));
        }
        let base = [0, 20, 30, 100][random.below(4)];
        let words = THREADS as usize * (REGISTERS + 1);
        let input: Vec<u32> = (0..words).map(|_| random.word()).collect();
        let text = text(&program, base);
        if let Some(folder) = std::env::var_os("WAVE_PROGRAMS_OUT") {
            let path = std::path::Path::new(&folder).join(format!("random-{seed:05}.wave"));
            let expected = evaluate(&program, 32, &input);
            std::fs::write(path, kernel_file(&text, &input, &expected)).unwrap();
        }
        for width in [16, 32, 64] {
            let result = common::run(&text, width, THREADS, &[input.clone(), vec![0; words]])
                .unwrap_or_else(|error| panic!("seed {seed}, width {width}: {error}\n{text}"));
            let expected = evaluate(&program, width as usize, &input);
            let differs = (0..words).find(|&i| result[1][i] != expected[i]);
            if let Some(i) = differs {
                let (thread, register) = (i / (REGISTERS + 1), i % (REGISTERS + 1));
                panic!(
                    "seed {seed}, width {width}: register {register} of thread {thread} is {:#x}, \
                     expected {:#x}\n{text}",
                    result[1][i], expected[i]
                );
            }
        }
    }
}
