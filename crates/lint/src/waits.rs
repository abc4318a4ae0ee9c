//! Uses of what may not have arrived, on any path.
//!
//! For every register that an operation in flight will write, or has still to read, the least number
//! of operations is followed that were issued behind it on its channel: a wait for at most so many
//! has seen it arrive. Where paths meet, the one with fewer behind it counts.

mod sorted;
mod state;

use crate::graph::successors;
use crate::{Finding, Weight};
use state::{Flight, Look, Register, State, begins, registers};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use uop::{
    Channel, MemKind, Operand, Program, SReg, Space, SplitOp, StandIn, Uop, UopIdx, Use, VReg,
};

/// Scalar registers below are arguments and variables.
const FIRST_SPECIAL: u16 = 32;
/// No count of outstanding operations is followed further.
const MANY: u16 = 64;

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
    let mut issues = vec![false; program.insts.len()];
    for step in program.steps.iter().filter(|it| it.uop.channel().is_some()) {
        issues[step.inst as usize] = true;
    }
    let mut leads = vec![false; program.steps.len()];
    let roots_at = roots.iter().map(|root| root.at as usize);
    for at in plan::targets(program).into_iter().chain(roots_at) {
        leads.get_mut(at).into_iter().for_each(|it| *it = true);
    }
    let mut lint = Lint {
        program,
        issues,
        leads,
        named,
        mask_words,
        early: BTreeMap::new(),
        waits: BTreeMap::new(),
    };
    let mut states = lint.states(roots);
    lint.follow_landed(&mut states);
    for (at, state) in states {
        lint.walk(at, state, Look::Tell);
    }
    // A function that is called waits for what it needs.
    (lint.early).retain(|(inst, _), early| early.what != What::Return || !calls(*inst));
    lint.findings(name)
}

struct Lint<'a> {
    program: &'a Program,
    named: u16,
    mask_words: u16,
    /// By instruction: it begins an operation.
    issues: Vec<bool>,
    /// By step: others lead there.
    leads: Vec<bool>,
    /// By the instruction that comes too early and that which issued the operation.
    early: BTreeMap<(u32, u32), Early>,
    /// What becomes of an instruction that waits, by channel.
    waits: BTreeMap<u32, BTreeMap<u8, Wait>>,
}

/// What is known of one wait on one channel.
#[derive(Clone, Copy, Debug, Default)]
struct Wait {
    at_most: u16,
    /// It may have to wait.
    has_to: bool,
    /// It may let something into a register.
    lands: bool,
    /// How many could be let through so that all that needs the rest is right, and the first
    /// instruction that does.
    needed: Option<(i32, u32)>,
    /// Others may need that it waits.
    orders: bool,
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
    /// What may be in flight before each step that others lead to, with nothing that has landed.
    fn states(&mut self, roots: &[Root]) -> HashMap<UopIdx, State> {
        let mut leaders: HashMap<UopIdx, State> = HashMap::new();
        for target in plan::targets(self.program) {
            leaders.insert(target as UopIdx, State::default());
        }
        let mut work: Vec<UopIdx> = roots.iter().map(|root| root.at).collect();
        let functions = roots.iter().any(|root| root.function);
        let unknown = functions.then(|| self.left_by_caller());
        for root in roots {
            let state = leaders.entry(root.at).or_default();
            if let Some(unknown) = unknown.as_ref().filter(|_| root.function) {
                state.join(unknown);
            }
        }
        let mut visited = BTreeSet::new();
        while let Some(at) = work.pop() {
            let state = leaders[&at].clone();
            visited.insert(at);
            for (to, state) in self.walk(at, state, Look::Flights) {
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

    /// What waits have let in, on the same paths. There is far more of it, and so steps are gone through in
    /// their order, where most are come to once all that leads there is known.
    fn follow_landed(&mut self, leaders: &mut HashMap<UopIdx, State>) {
        let mut work: BTreeSet<UopIdx> = leaders.keys().copied().collect();
        while let Some(at) = work.pop_first() {
            let state = leaders[&at].clone();
            for (to, state) in self.walk(at, state, Look::Landed) {
                let known = leaders.get_mut(&to);
                if known.is_some_and(|known| known.join_landed(&state)) {
                    work.insert(to);
                }
            }
        }
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
                        way: Some(0),
                        before: false,
                    };
                    state.flights.insert((register, channel), flight);
                }
            }
        }
        state
    }

    /// Follows steps from one that others lead to up to the next such, and returns where it leads.
    fn walk(&mut self, from: UopIdx, mut state: State, look: Look) -> Vec<(UopIdx, State)> {
        let tell = look == Look::Tell;
        let mut ends = Vec::new();
        let mut at = from;
        while let Some(step) = self.program.steps.get(at as usize) {
            if step.first && self.issues[step.inst as usize] {
                let own = (state.flights.values_mut()).filter(|flight| flight.inst == step.inst);
                own.for_each(|flight| flight.before = true);
            }
            if tell {
                self.uses(&step.uop, step.inst, &state);
            }
            self.needs(&step.uop, step.inst, &mut state, tell);
            self.carry_out(&step.uop, step.inst, &mut state);
            if look == Look::Flights {
                state.landed.clear();
            }
            let mut on = false;
            for to in successors(&step.uop, at) {
                if to == at + 1 && self.leads.get(to as usize) != Some(&true) {
                    on = true;
                } else if !tell {
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

    /// Accesses to local memory are outstanding there, and not what comes from elsewhere.
    fn is_local(&self, channel: u8) -> bool {
        let on = |channels: u64| channels >> (channel % 64) & 1 != 0;
        let order = &self.program.order;
        on(order.local) || !on(order.global)
    }

    fn uses(&mut self, uop: &Uop, inst: u32, state: &State) {
        if let Uop::Wait { channel, at_most } = uop {
            let most = state.most.get(&channel.0).copied().unwrap_or(0);
            let waits = self.waits.entry(inst).or_default();
            let wait = waits.entry(channel.0).or_default();
            wait.at_most = *at_most;
            wait.has_to |= most > *at_most;
            wait.lands |= state
                .flights
                .iter()
                .any(|&((_, on), flight)| on == channel.0 && flight.behind >= i32::from(*at_most));
        }
        let waits_for = match uop {
            Uop::Barrier | Uop::Split(SplitOp::Signal { .. }) => Some(What::Barrier),
            Uop::JumpScalar { .. } => Some(What::Return),
            _ => None,
        };
        if let Some(what) = waits_for {
            for &((register, channel), ref flight) in state.flights.iter() {
                let counts = match what {
                    // Loads to local memory may go on beyond barriers: which one has to hold them off, only a run
                    // shows.
                    What::Barrier => register == Register::Local && self.is_local(channel),
                    _ => register != Register::Local && !flight.reads,
                };
                if counts && flight.inst != CALLER {
                    self.tell(inst, register, channel, *flight, what);
                }
            }
        }
        let follows = self.follows(uop);
        let mut early = Vec::new();
        uop.for_each_operand(self.mask_words, &mut |how, operand| {
            for register in registers(operand) {
                let own = (register, 0)..=(register, u8::MAX);
                for ((_, channel), flight) in state.flights.range(own) {
                    let what = match how {
                        _ if flight.inst == inst && !flight.before => continue,
                        Use::Read if flight.reads => continue,
                        Use::Read => What::Read,
                        Use::Write if flight.reads => What::Source,
                        Use::Write if flight.comes_before(follows, *channel) => continue,
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

    /// The channel whose operations complete before this one does, if they come the same way: what they
    /// write is replaced by it, and not the other way round.
    fn follows(&self, uop: &Uop) -> Option<(u8, u8)> {
        let channel = uop.channel();
        let channel = channel.filter(|channel| self.program.writes_in_order(*channel));
        let channel = channel.map(|channel| self.resolve(channel).0[0]);
        channel.zip(uop.way())
    }

    /// What a step needs of what waits have let in. Others may see what comes before a barrier, a call
    /// or a store to memory that they share, so that all of it is needed there.
    fn needs(&mut self, uop: &Uop, inst: u32, state: &mut State, tell: bool) {
        if state.landed.is_empty() {
            return;
        }
        let orders = match uop {
            Uop::Barrier | Uop::ClusterBarrier | Uop::Split(_) | Uop::JumpScalar { .. } => true,
            Uop::Memory(op) => {
                !matches!(op.kind, MemKind::Load(_))
                    && !matches!(op.space, Space::Local | Space::Private)
            }
            _ => false,
        };
        let follows = self.follows(uop);
        let mut needed: Vec<(u8, u32, i32)> = Vec::new();
        uop.for_each_operand(self.mask_words, &mut |how, operand| {
            for register in registers(operand) {
                for ((channel, wait), landed) in state.take_landed(register, how) {
                    if how == Use::Read || !landed.comes_before(follows, channel) {
                        needed.push((channel, wait, landed.behind));
                    }
                }
            }
        });
        for (channel, wait, behind) in needed.into_iter().filter(|_| tell) {
            let waits = self.waits.entry(wait).or_default();
            let wait = waits.entry(channel).or_default();
            let (least, first) = wait.needed.unwrap_or((behind, inst));
            wait.needed = Some((least.min(behind), first.min(inst)));
        }
        if orders {
            for (channel, wait) in state.take_all_landed() {
                let waits = self.waits.entry(wait).or_default();
                waits.entry(channel).or_default().orders |= tell;
            }
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
                state.land(channel.0, inst, |flight| {
                    flight.behind >= i32::from(*at_most)
                });
                let most = state.most.get(&channel.0).copied().unwrap_or(0);
                if most > *at_most {
                    state.most.insert(channel.0, *at_most);
                }
            }
            return;
        }
        if let Some((channel, writes)) = begins(uop, self.mask_words) {
            self.issue(state, channel, (inst, uop.way()), &writes, false);
        }
        if let Uop::Custom(op) = uop
            && let Some((channel, held)) = op.held()
        {
            let held: Vec<Register> = held.iter().map(|reg| Register::Vector(reg.0)).collect();
            self.issue(state, channel, (inst, None), &held, true);
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
        (inst, way): (u32, Option<u8>),
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
                let most = state.most.get_or_insert(channel, 0);
                *most = (*most + 1).min(MANY);
            }
            for register in registers {
                let behind = if part { -1 } else { 0 };
                let flight = Flight {
                    inst,
                    behind,
                    reads,
                    way,
                    before: false,
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
            let counter = self.counter(early.channel);
            let at_most = match self.in_order(early.channel) {
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
        let needless = self
            .waits
            .iter()
            .flat_map(|(&inst, waits)| self.needless(inst, waits));
        early.chain(needless).collect()
    }

    fn counter(&self, channel: u8) -> &str {
        let rule = self.program.channels.get(usize::from(channel));
        rule.map_or("its channel", |rule| &rule.name)
    }

    /// What an instruction waits for without need. Several channels can have one counter, which lets
    /// some through only if they are all of one channel.
    fn needless(&self, inst: u32, waits: &BTreeMap<u8, Wait>) -> Vec<Finding> {
        let finding = |code, message, other, help: String| Finding {
            code,
            weight: Weight::Needless,
            inst,
            message,
            other,
            help,
        };
        if waits.values().all(|wait| !wait.has_to) {
            return vec![finding(
                "idle-wait",
                "waits for nothing: so much is never outstanding here".into(),
                None,
                "leave it out, unless it orders memory for other waves".into(),
            )];
        }
        let counters: BTreeSet<&str> = waits.keys().map(|&channel| self.counter(channel)).collect();
        let mut findings = Vec::new();
        for counter in counters {
            let own = || {
                let own = waits
                    .iter()
                    .filter(|(channel, _)| self.counter(**channel) == counter);
                own.filter(|(_, wait)| wait.has_to)
            };
            if own().next().is_none() {
                continue;
            }
            // Whether stores have to be waited for, only those can tell who see them.
            let orders = own().any(|(_, wait)| wait.orders || !wait.lands);
            let at_most = own().map(|(_, wait)| wait.at_most).min().unwrap_or(0);
            let needed: Vec<_> = own().filter_map(|(_, wait)| wait.needed).collect();
            let first = needed.iter().map(|(_, first)| *first).min();
            let Some(first) = first.filter(|_| !orders) else {
                let alone = first.is_none();
                findings.extend((alone && orders).then(|| {
                    let message = format!("waits for {counter} for the sake of other waves alone");
                    let help = "leave it out if none of them looks".to_string();
                    finding("order-wait", message, None, help)
                }));
                findings.extend((alone && !orders).then(|| {
                    let message =
                        format!("waits for {counter}, though nothing needs what it waits for");
                    finding("early-wait", message, None, "leave it out".to_string())
                }));
                continue;
            };
            let let_through = match (&needed[..], own().count()) {
                (&[(behind, _)], 1) if own().all(|(channel, _)| self.in_order(*channel)) => behind,
                _ => 0,
            };
            let idle = (inst + 1..first).count();
            if let_through > i32::from(at_most) {
                findings.push(finding(
                    "early-wait",
                    format!("waits until {counter} is {at_most}: {let_through} would do"),
                    Some((first, "the first that needs it".into())),
                    format!("{let_through} could be let through"),
                ));
            } else if idle > 0 && self.is_block(inst, first) && at_most == 0 {
                findings.push(finding(
                    "early-wait",
                    format!(
                        "waits for {counter} {} before anything needs it",
                        if idle == 1 {
                            "an instruction".into()
                        } else {
                            format!("{idle} instructions")
                        }
                    ),
                    Some((first, "the first that needs it".into())),
                    "put it right before that".into(),
                ));
            }
        }
        findings
    }

    /// Whether what lies between two instructions is one short block that waits for nothing and says
    /// nothing about timing.
    fn is_block(&self, first: u32, last: u32) -> bool {
        const LONG: u32 = 64;
        let at = |inst: u32| {
            let inst = self.program.insts.get(inst as usize)?;
            self.program.at.get(&inst.address).copied()
        };
        let (Some(from), Some(to)) = (at(first + 1), at(last)) else {
            return false;
        };
        let is_plain = |at: UopIdx| {
            let uop = &self.program.steps[at as usize].uop;
            plan::successors(uop, at).eq([at + 1]) && !matches!(uop, Uop::Nop | Uop::Wait { .. })
        };
        last - first < LONG && (from..to).all(is_plain)
    }
}

/// `v1, v2 and v3`.
fn list(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}
