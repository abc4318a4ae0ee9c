//! Programs as trees, and how random ones grow.

use super::functions::{COMBINATIONS, FUNCTIONS, TESTS};
use super::random::Random;
use super::{PREDICATES, REGISTERS};

#[derive(Clone, Copy, Debug)]
pub enum Source {
    Register(usize),
    Immediate(i32),
}

#[derive(Clone, Copy, Debug)]
pub struct Cond {
    pub predicate: usize,
    pub negated: bool,
}

#[derive(Clone, Debug)]
pub enum Node {
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

pub struct Generator<'r> {
    pub random: &'r mut Random,
    pub budget: usize,
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
            return Source::Immediate(self.random.bits() as i16 as i32 >> self.random.below(16));
        }
        Source::Register(self.register())
    }

    pub fn block(&mut self, depth: usize, in_loop: bool) -> Vec<Node> {
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
                    Source::Immediate(self.random.below(20))
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
