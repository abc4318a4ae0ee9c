//! Accesses to the memory that all units share, until it is known what came before them.
//!
//! Memory serves accesses in the order of the cycles in which they were issued, those of one cycle by
//! the number of the unit, and then by how long their waves have waited. A unit whose workgroups are
//! carried out before their time goes on after an access until it needs to know when that is done, which
//! is some time later; when all other units have come as far, what they have asked for meanwhile is
//! served in its order.

use super::hierarchy::Hierarchy;

/// What has been asked for and not been served.
#[derive(Clone)]
pub(super) struct Requests {
    /// By cycle, counted round.
    cycles: Vec<Cycle>,
    /// Everything before this cycle has been served.
    served: u64,
    waiting: usize,
}

/// Accesses of one cycle.
#[derive(Clone, Default)]
struct Cycle {
    requests: Vec<Request>,
    /// Those of requests that touch several.
    lines: Vec<u64>,
}

/// Cycles that a unit may be ahead of the others.
pub(super) const REACH: u64 = 1024;

/// An access to memory.
#[derive(Clone, Copy)]
pub(super) struct Request {
    pub kind: Kind,
    /// The wave, by its number in the unit.
    pub wave: u8,
    pub unit: u32,
    /// When its wave issued the instruction before: waves that waited longer come first.
    pub since: u64,
    /// The group of SIMDs whose caches it goes through.
    pub group: u32,
    /// How many lines it touches; and the line, if it is one, or where they begin in those of its cycle.
    pub lines: u32,
    pub line: u64,
    /// When it comes to memory.
    pub at: u64,
    pub bytes: u64,
    /// Something may wait for it.
    pub awaited: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Load,
    Store,
    Scalar,
}

impl Requests {
    pub fn new() -> Requests {
        Requests {
            cycles: vec![Cycle::default(); REACH as usize],
            served: 0,
            waiting: 0,
        }
    }

    /// An access is issued in a cycle, less than [`REACH`] after the first that has not been served.
    pub fn ask(&mut self, cycle: u64, mut request: Request, lines: &[u64]) {
        debug_assert!((self.served..self.served + REACH).contains(&cycle));
        let own = &mut self.cycles[(cycle % REACH) as usize];
        request.line = match *lines {
            [line] => line,
            _ => {
                let first = own.lines.len() as u64;
                own.lines.extend_from_slice(lines);
                first
            }
        };
        own.requests.push(request);
        self.waiting += 1;
    }

    /// Serves what was asked for before this cycle, and tells when each access is done that something may
    /// wait for.
    pub fn serve(&mut self, now: u64, memory: &mut Hierarchy, mut tell: impl FnMut(&Request, u64)) {
        while self.served < now && self.waiting > 0 {
            let Cycle { requests, lines } = &mut self.cycles[(self.served % REACH) as usize];
            self.served += 1;
            if requests.is_empty() {
                continue;
            }
            if requests.len() > 1 {
                requests.sort_unstable_by_key(|it| (it.unit, it.since, it.wave));
            }
            for request in requests.iter() {
                let lines = match request.lines {
                    1 => std::slice::from_ref(&request.line),
                    count => &lines[request.line as usize..][..count as usize],
                };
                let done = memory.serve(request, lines);
                if request.awaited {
                    tell(request, done);
                }
            }
            self.waiting -= requests.len();
            requests.clear();
            lines.clear();
        }
        self.served = self.served.max(now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::timed::hierarchy::tests::timing;

    #[test]
    fn what_is_asked_for_is_served_by_cycle_and_then_by_unit() {
        let mut memory = Hierarchy::new(&timing(), 4);
        let mut requests = Requests::new();
        let asked = [(7, 3, 0), (7, 1, 0), (2000, 0, 0), (5, 3, 0), (7, 1, 1)];
        let ask = |requests: &mut Requests, (cycle, unit, wave)| {
            let request = Request {
                kind: Kind::Load,
                wave,
                unit,
                since: 0,
                group: unit,
                lines: 1,
                line: 0,
                at: cycle,
                bytes: 4,
                awaited: true,
            };
            requests.ask(cycle, request, &[u64::from(unit)]);
        };
        let mut order = Vec::new();
        for own in asked.into_iter().filter(|own| own.0 < REACH) {
            ask(&mut requests, own);
        }
        let mut served = |requests: &mut Requests, now| {
            let told = |request: &Request, _| order.push((request.at, request.unit, request.wave));
            requests.serve(now, &mut memory, told);
            std::mem::take(&mut order)
        };
        assert_eq!(served(&mut requests, 5), []);
        assert_eq!(served(&mut requests, 7), [(5, 3, 0)]);
        assert_eq!(
            served(&mut requests, 1500),
            [(7, 1, 0), (7, 1, 1), (7, 3, 0)]
        );
        ask(&mut requests, asked[2]);
        assert_eq!(served(&mut requests, 2001), [(2000, 0, 0)]);
    }
}
