//! What of a wave takes long and is not arithmetic: waits whose length is a number of the chip, each measured
//! and predicted.

use amdgpu::meaning::{Counter, Meaning, WaitNames};
use amdgpu::{AmdInst, Class, OperandValue, names};

/// What a wave waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Its first instruction.
    Start,
    /// Arguments, which scalars are loaded from.
    Arguments,
    /// The first vector load.
    FirstLoad,
    /// Later ones.
    Load,
    /// A store that no load came before.
    FirstStore,
    /// One after loads.
    Store,
}

/// How long that took, in cycles.
#[derive(Clone, Copy, Debug)]
pub struct Event {
    pub kind: Kind,
    pub measured: f64,
    pub predicted: f64,
}

/// An instruction of a wave: its offset, and when it was issued, measured and predicted.
pub type Issued = (u64, u64, u64);

/// Loads that were issued since the last wait for some, and what waits for them took so far.
#[derive(Default)]
struct Round {
    loads: bool,
    waited: bool,
    took: [f64; 2],
}

/// Those of a wave that ended so long after its start; `inst` is the instruction at an offset.
pub fn events_of(
    issued: &[Issued],
    ends: [u64; 2],
    inst: impl Fn(u64) -> Option<AmdInst>,
) -> Vec<Event> {
    let mut events = Vec::new();
    let Some(&(_, measured, predicted)) = issued.first() else {
        return events;
    };
    let mut add = |kind, [measured, predicted]: [f64; 2]| {
        events.push(Event {
            kind,
            measured,
            predicted,
        });
    };
    add(Kind::Start, [measured as f64, predicted as f64]);
    let (mut arguments, mut round, mut rounds, mut stores) = (None, Round::default(), 0, false);
    let mut before = [measured, predicted];
    for &(pc, measured, predicted) in issued {
        let now = [measured, predicted];
        let since = |then: [u64; 2]| [0, 1].map(|side| (now[side] - then[side]) as f64);
        if let Some(inst) = inst(pc) {
            match (Class::of(&inst), inst.row().meaning) {
                // Local memory is waited for in the same way.
                (Class::Local, _) => arguments = None,
                (Class::ScalarMemory, Meaning::Load(..)) => arguments = Some(now),
                (Class::Global | Class::Scratch, meaning) if is_load(meaning) => {
                    if round.waited {
                        add(kind_of(rounds, Kind::FirstLoad, Kind::Load), round.took);
                        (round, rounds) = (Round::default(), rounds + 1);
                    }
                    round.loads = true;
                }
                (Class::Global | Class::Scratch, meaning) => stores |= is_store(meaning),
                (_, Meaning::Wait(waits)) => match waited_for(&inst, waits) {
                    [_, true] => arguments.take().into_iter().for_each(|then| {
                        add(Kind::Arguments, since(then));
                    }),
                    [true, _] if round.loads => round.wait(since(before)),
                    _ => {}
                },
                _ => {}
            }
        }
        before = now;
    }
    if round.waited {
        add(kind_of(rounds, Kind::FirstLoad, Kind::Load), round.took);
        rounds += 1;
    }
    if stores {
        let took = [0, 1].map(|side| ends[side].saturating_sub(before[side]) as f64);
        add(kind_of(rounds, Kind::FirstStore, Kind::Store), took);
    }
    events
}

fn is_load(meaning: Meaning) -> bool {
    use Meaning::{Load, LoadBlock, LoadByLane, LoadToShare, LoadTransposed, LoadTyped};
    matches!(
        meaning,
        Load(..) | LoadTyped(..) | LoadBlock | LoadTransposed { .. } | LoadByLane | LoadToShare(..)
    )
}

fn is_store(meaning: Meaning) -> bool {
    use Meaning::{Store, StoreBlock, StoreByLane, StoreHigh, StoreTyped};
    matches!(
        meaning,
        Store(_) | StoreHigh(_) | StoreTyped(..) | StoreBlock | StoreByLane
    )
}

/// Whether loads of the lanes are waited for, and whether those of scalars are.
fn waited_for(inst: &AmdInst, waits: WaitNames) -> [bool; 2] {
    let counters = [Counter::Load, Counter::Scalar];
    match waits {
        WaitNames::Packed => match inst.operands()[0].value {
            OperandValue::Imm(packed) => {
                let [loads, _, others] = names::waitcnt(inst.encoding.target);
                [loads, others].map(|part| part.of(packed as u32) < part.max())
            }
            _ => [false; 2],
        },
        WaitNames::One(some) => counters.map(|counter| some.contains(&counter)),
        WaitNames::WithLds(other) => counters.map(|counter| counter == other),
        WaitNames::Everything => [true; 2],
    }
}

fn kind_of(rounds: u32, first: Kind, later: Kind) -> Kind {
    match rounds {
        0 => first,
        _ => later,
    }
}

impl Round {
    fn wait(&mut self, took: [f64; 2]) {
        self.waited = true;
        self.took = [0, 1].map(|side| self.took[side] + took[side]);
    }
}
