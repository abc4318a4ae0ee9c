//! The second evaluator.

use super::functions::{COMBINATIONS, FUNCTIONS, TESTS, mask};
use super::tree::{Cond, Node, Source};
use super::{PREDICATES, REGISTERS, THREADS};

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
pub fn evaluate(program: &[Node], width: usize, input: &[u32]) -> Vec<u32> {
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
