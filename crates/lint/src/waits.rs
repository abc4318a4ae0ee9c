//! Uses of what may not have arrived, on any path.
//!
//! For every register that an operation in flight will write, or has still to read, the least number
//! of operations is followed that were issued behind it on its channel: a wait for at most so many
//! has seen it arrive. Where paths meet, the one with fewer behind it counts.

use crate::graph::successors;
use crate::{Finding, Weight};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use uop::{
    Channel, CrossOp, MemKind, Operand, Program, SReg, Space, SplitOp, StandIn, Uop, UopIdx, Use,
    VReg,
};

/// What can be on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Register {
    Vector(u16),
    Scalar(u16),
    /// A word in local memory.
    Local,
}

/// An operation that has to do with a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Flight {
    /// The instruction that issued it.
    inst: u32,
    /// Operations behind it on its channel; -1 for the first part of one.
    behind: i32,
    /// It has still to read the register, and does not write it.
    reads: bool,
}

/// What may be in flight before a step, by register and channel, and the most that can be
/// outstanding on each channel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct State {
    flights: BTreeMap<(Register, u8), Flight>,
    most: BTreeMap<u8, u16>,
}

/// Scalar registers below are arguments and variables.
const FIRST_SPECIAL: u16 = 32;
/// No count of outstanding operations is followed further.
const MANY: u16 = 64;

impl State {
    /// Another path leads here. True if that adds something.
    fn join(&mut self, other: &State) -> bool {
        let mut more = false;
        for (key, flight) in &other.flights {
            let known = self.flights.get(key);
            if known
                .is_none_or(|known| flight.behind < known.behind || known.reads && !flight.reads)
            {
                let reads = flight.reads && known.is_none_or(|known| known.reads);
                let behind = known.map_or(flight.behind, |known| known.behind.min(flight.behind));
                self.flights.insert(
                    *key,
                    Flight {
                        behind,
                        reads,
                        ..*flight
                    },
                );
                more = true;
            }
        }
        for (channel, most) in &other.most {
            let known = self.most.entry(*channel).or_default();
            more |= most > known;
            *known = (*known).max(*most);
        }
        more
    }
}

/// Where to begin: nothing is outstanding there, or where a function begins, whatever its caller left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Root {
    /// The first step.
    pub at: UopIdx,
    /// Anything may be outstanding.
    pub function: bool,
}

/// The instruction of what a caller left.
const CALLER: u32 = u32::MAX;

/// Finds uses that come too early, and waits for nothing. `name` is what a register is called; vector
/// registers from `named` on are temporaries. `calls` says which instructions come back.
pub fn waits(
    program: &Program,
    roots: &[Root],
    (named, mask_words): (u16, u16),
    calls: &dyn Fn(u32) -> bool,
    name: &dyn Fn(Operand) -> String,
) -> Vec<Finding> {
    let mut lint = Lint {
        program,
        named,
        mask_words,
        early: BTreeMap::new(),
        waits: BTreeMap::new(),
    };
    let states = lint.states(roots);
    for (at, state) in &states {
        lint.walk(*at, state.clone(), &states, true);
    }
    // A function that is called waits for what it needs.
    (lint.early).retain(|(inst, _), early| early.what != What::Return || !calls(*inst));
    lint.findings(name)
}

struct Lint<'a> {
    program: &'a Program,
    named: u16,
    mask_words: u16,
    /// By the instruction that comes too early and that which issued the operation.
    early: BTreeMap<(u32, u32), Early>,
    /// Whether an instruction that waits may ever have to.
    waits: BTreeMap<u32, bool>,
}

struct Early {
    registers: BTreeSet<Register>,
    channel: u8,
    behind: i32,
    what: What,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    Read,
    Overwrite,
    Source,
    Barrier,
    Return,
}

impl Lint<'_> {
    /// What may be in flight before each step that others lead to.
    fn states(&mut self, roots: &[Root]) -> HashMap<UopIdx, State> {
        let mut leaders: HashMap<UopIdx, State> = HashMap::new();
        for target in plan::targets(self.program) {
            leaders.insert(target as UopIdx, State::default());
        }
        let mut work: Vec<UopIdx> = roots.iter().map(|root| root.at).collect();
        let unknown = self.left_by_caller();
        for root in roots {
            let state = leaders.entry(root.at).or_default();
            if root.function {
                state.join(&unknown);
            }
        }
        let mut visited = BTreeSet::new();
        while let Some(at) = work.pop() {
            let state = leaders[&at].clone();
            visited.insert(at);
            for (to, state) in self.walk(at, state, &leaders, false) {
                let known = leaders.entry(to).or_default();
                if known.join(&state) || !visited.contains(&to) {
                    visited.insert(to);
                    work.push(to);
                }
            }
        }
        leaders.retain(|at, _| visited.contains(at));
        leaders
    }

    /// Every register may be on its way on every channel that any result comes on.
    fn left_by_caller(&self) -> State {
        let mut state = State::default();
        let begun = self.program.steps.iter();
        let begun = begun.filter_map(|step| begins(&step.uop, self.mask_words));
        for (channel, registers) in begun {
            for channel in self.resolve(channel).0 {
                state.most.insert(channel, MANY);
                let is_vector = registers
                    .iter()
                    .any(|register| matches!(register, Register::Vector(_)));
                let is_scalar = registers
                    .iter()
                    .any(|register| matches!(register, Register::Scalar(_)));
                let vectors = (0..self.named).filter(|_| is_vector).map(Register::Vector);
                let scalars = (0..FIRST_SPECIAL)
                    .filter(|_| is_scalar)
                    .map(Register::Scalar);
                for register in vectors.chain(scalars) {
                    let flight = Flight {
                        inst: CALLER,
                        behind: 0,
                        reads: false,
                    };
                    state.flights.insert((register, channel), flight);
                }
            }
        }
        state
    }

    /// Follows steps from one that others lead to up to the next such, and returns where it leads. Says
    /// what it finds if it is to `tell`.
    fn walk(
        &mut self,
        from: UopIdx,
        mut state: State,
        leaders: &HashMap<UopIdx, State>,
        tell: bool,
    ) -> Vec<(UopIdx, State)> {
        let mut ends = Vec::new();
        let mut at = from;
        while let Some(step) = self.program.steps.get(at as usize) {
            if tell {
                self.uses(&step.uop, step.inst, &state);
            }
            self.carry_out(&step.uop, step.inst, &mut state);
            let mut on = false;
            for to in successors(&step.uop, at) {
                if to == at + 1 && !leaders.contains_key(&to) {
                    on = true;
                } else {
                    ends.push((to, state.clone()));
                }
            }
            if !on {
                break;
            }
            at += 1;
        }
        ends
    }

    fn in_order(&self, channel: u8) -> bool {
        let rule = self.program.channels.get(usize::from(channel));
        rule.is_none_or(|rule| rule.in_order)
    }

    fn uses(&mut self, uop: &Uop, inst: u32, state: &State) {
        if let Uop::Wait { channel, at_most } = uop {
            let most = state.most.get(&channel.0).copied().unwrap_or(0);
            *self.waits.entry(inst).or_default() |= most > *at_most;
        }
        let waits_for = match uop {
            Uop::Barrier | Uop::Split(SplitOp::Signal { .. }) => Some(What::Barrier),
            Uop::JumpScalar { .. } => Some(What::Return),
            _ => None,
        };
        if let Some(what) = waits_for {
            for (&(register, channel), flight) in &state.flights {
                let counts = match what {
                    What::Barrier => register == Register::Local,
                    _ => register != Register::Local && !flight.reads,
                };
                if counts && flight.inst != CALLER {
                    self.tell(inst, register, channel, *flight, what);
                }
            }
        }
        // What completes behind the other overwrites nothing too early.
        let follows = match uop {
            Uop::Memory(op) => op.channel,
            Uop::ScalarLoad(load) => load.channel,
            _ => None,
        };
        let follows = follows.map(|channel| self.resolve(channel).0[0]);
        let follows = follows.filter(|channel| self.in_order(*channel));
        let mut early = Vec::new();
        uop.for_each_operand(self.mask_words, &mut |how, operand| {
            for register in registers(operand) {
                for ((_, channel), flight) in
                    state.flights.range((register, 0)..=(register, u8::MAX))
                {
                    let what = match how {
                        _ if flight.inst == inst => continue,
                        Use::Read if flight.reads => continue,
                        Use::Read => What::Read,
                        Use::Write if flight.reads => What::Source,
                        Use::Write if follows == Some(*channel) => continue,
                        Use::Write => What::Overwrite,
                    };
                    early.push((register, *channel, *flight, what));
                }
            }
        });
        for (register, channel, flight, what) in early {
            self.tell(inst, register, channel, flight, what);
        }
    }

    fn tell(&mut self, inst: u32, register: Register, channel: u8, flight: Flight, what: What) {
        let known = self.early.entry((inst, flight.inst)).or_insert(Early {
            registers: BTreeSet::new(),
            channel,
            behind: flight.behind,
            what,
        });
        known.registers.insert(register);
        known.behind = known.behind.min(flight.behind);
        if what == What::Read {
            known.what = what;
        }
    }

    fn carry_out(&self, uop: &Uop, inst: u32, state: &mut State) {
        if let Uop::Wait { channel, at_most } = uop {
            if *at_most == 0 || self.in_order(channel.0) {
                let done = |flight: &Flight| flight.behind >= i32::from(*at_most);
                state
                    .flights
                    .retain(|(_, on), flight| *on != channel.0 || !done(flight));
                if let Some(most) = state.most.get_mut(&channel.0) {
                    *most = (*most).min(*at_most);
                }
            }
            return;
        }
        if let Some((channel, writes)) = begins(uop, self.mask_words) {
            self.issue(state, channel, inst, &writes, false);
        }
        if let Uop::Custom(op) = uop
            && let Some((channel, held)) = op.held()
        {
            let held: Vec<Register> = held.iter().map(|reg| Register::Vector(reg.0)).collect();
            self.issue(state, channel, inst, &held, true);
        }
    }

    /// The channels that count an operation, and whether it is only the first part of one.
    fn resolve(&self, channel: Channel) -> (Vec<u8>, bool) {
        let mut stand_ins = self.program.resources.stand_ins.iter();
        match stand_ins.find(|(own, _)| *own == channel) {
            None => (vec![channel.0], false),
            Some((_, StandIn::Both(a, b))) => (vec![a.0, b.0], false),
            Some((_, StandIn::Part(of))) => (vec![of.0], true),
        }
    }

    fn issue(
        &self,
        state: &mut State,
        on: Channel,
        inst: u32,
        registers: &[Register],
        reads: bool,
    ) {
        let (channels, part) = self.resolve(on);
        for channel in channels {
            if !part {
                let limit = self.program.channels.get(usize::from(channel));
                let limit = limit.map_or(i32::MAX, |rule| i32::from(rule.limit.max(1)));
                let in_order = self.in_order(channel);
                state.flights.retain(|(_, other), flight| {
                    if *other != channel {
                        return true;
                    }
                    flight.behind += 1;
                    !in_order || flight.behind < limit
                });
                let most = state.most.entry(channel).or_default();
                *most = (*most + 1).min(MANY);
            }
            for register in registers {
                let behind = if part { -1 } else { 0 };
                let flight = Flight {
                    inst,
                    behind,
                    reads,
                };
                state.flights.insert((*register, channel), flight);
            }
        }
    }

    fn findings(&self, name: &dyn Fn(Operand) -> String) -> Vec<Finding> {
        let early = self.early.iter().map(|(&(inst, issued_by), early)| {
            let names = early.registers.iter().map(|register| match *register {
                Register::Vector(reg) => name(Operand::Vector(VReg(reg), 1)),
                Register::Scalar(reg) => name(Operand::Scalar(SReg(reg), 1)),
                Register::Local => "local memory".into(),
            });
            let names: Vec<String> = names.collect();
            let names = list(&names);
            let (message, other) = match early.what {
                What::Read => (
                    format!("reads {names} before it has arrived"),
                    "is on its way from here",
                ),
                What::Overwrite => (
                    format!("writes {names}, which a result that is on its way will replace"),
                    "that result comes from here",
                ),
                What::Source => (
                    format!("writes {names} before the operation that needs it has read it"),
                    "which is this one",
                ),
                What::Barrier => (
                    "lets others go on before a store to local memory has arrived".into(),
                    "this store",
                ),
                What::Return => (
                    format!("returns while {names} is on its way, and callers do not wait for it"),
                    "comes from here",
                ),
            };
            let rule = self.program.channels.get(usize::from(early.channel));
            let counter = rule.map_or("its channel", |rule| &rule.name);
            let at_most = match rule.is_none_or(|rule| rule.in_order) {
                true => early.behind.max(0),
                false => 0,
            };
            Finding {
                code: match early.what {
                    What::Barrier => "barrier-store",
                    _ => "missing-wait",
                },
                weight: Weight::Wrong,
                inst,
                message: match issued_by {
                    CALLER => format!("{message}: a caller may have left it outstanding"),
                    _ => message,
                },
                other: (issued_by != CALLER).then(|| (issued_by, other.into())),
                help: format!("wait before it until {counter} is {at_most}"),
            }
        });
        let idle = self.waits.iter().filter(|(_, waits)| !**waits);
        let idle = idle.map(|(&inst, _)| Finding {
            code: "idle-wait",
            weight: Weight::Needless,
            inst,
            message: "waits for nothing: so much is never outstanding here".into(),
            other: None,
            help: "leave it out, unless it orders memory for other waves".into(),
        });
        early.chain(idle).collect()
    }
}

/// The channel on which a step's results are outstanding, and the registers that they go to.
fn begins(uop: &Uop, mask_words: u16) -> Option<(Channel, Vec<Register>)> {
    let channel = match uop {
        Uop::Memory(op) => op.channel,
        Uop::ScalarLoad(load) => load.channel,
        Uop::Custom(op) => op.channel(),
        Uop::Cross(op) => match &**op {
            CrossOp::Shuffle(shuffle) => shuffle.channel,
            _ => None,
        },
        _ => None,
    }?;
    let stores = matches!(uop, Uop::Memory(op) if matches!(op.kind, MemKind::Store { .. }));
    let mut writes = Vec::new();
    if let Uop::Memory(op) = uop
        && op.space == Space::Local
        && !matches!(op.kind, MemKind::Load(_))
    {
        writes.push(Register::Local);
    }
    if !stores {
        uop.for_each_operand(mask_words, &mut |how, operand| {
            if how == Use::Write {
                writes.extend(registers(operand));
            }
        });
    }
    Some((channel, writes))
}

fn registers(operand: Operand) -> impl Iterator<Item = Register> {
    let (first, count, of): (u16, u16, fn(u16) -> Register) = match operand {
        Operand::Vector(reg, count) => (reg.0, count, Register::Vector),
        Operand::Scalar(reg, count) => (reg.0, count, Register::Scalar),
    };
    (first..first + count).map(of)
}

/// `v1, v2 and v3`.
fn list(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}
