//! What of a wave takes long and is not arithmetic: waits whose length is a number of the chip, each measured
//! and predicted.

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

/// Those of a wave that ended so long after its start; `text` is that of an instruction.
pub fn events_of(issued: &[Issued], ends: [u64; 2], text: impl Fn(u64) -> String) -> Vec<Event> {
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
        let text = text(pc);
        let name = text.split_whitespace().next().unwrap_or_default();
        let is_access = |what: &str| {
            let spaces = ["global_", "buffer_", "flat_", "scratch_"];
            let rest = spaces.iter().find_map(|space| name.strip_prefix(space));
            rest.is_some_and(|rest| rest.starts_with(what))
        };
        if is_access("load") {
            if round.waited {
                add(kind_of(rounds, Kind::FirstLoad, Kind::Load), round.took);
                (round, rounds) = (Round::default(), rounds + 1);
            }
            round.loads = true;
        }
        stores |= is_access("store");
        match name {
            // Local memory is waited for in the same way.
            name if name.starts_with("ds_") => arguments = None,
            name if name.starts_with("s_load_") || name.starts_with("s_buffer_load_") => {
                arguments = Some(now);
            }
            "s_wait_kmcnt" => arguments.take().into_iter().for_each(|then| {
                add(Kind::Arguments, since(then));
            }),
            "s_waitcnt" if text.contains("lgkmcnt") => {
                arguments.take().into_iter().for_each(|then| {
                    add(Kind::Arguments, since(then));
                });
            }
            "s_wait_loadcnt" if round.loads => round.wait(since(before)),
            "s_waitcnt" if round.loads && text.contains("vmcnt") => round.wait(since(before)),
            _ => {}
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
