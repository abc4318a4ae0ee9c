//! The ports of global memory.

use uop::timing::GlobalTiming;

/// The ports take lanes first come, first served, a number of them in every cycle. Time is
/// counted in lanes: cycle times ports, plus the place in that cycle.
#[derive(Clone)]
pub(super) struct Ports {
    latency: u64,
    ports: u64,
    /// The first place that is still free.
    free: u64,
}

/// What became of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Admission {
    pub done: u64,
    /// Cycles that its last lane waited for a port.
    pub waited: u64,
    /// Lanes, its own among them, that this cycle has no port for.
    pub queued: u64,
}

impl Ports {
    pub fn new(timing: &GlobalTiming) -> Ports {
        Ports {
            latency: timing.latency.into(),
            ports: timing.ports.max(1).into(),
            free: 0,
        }
    }

    pub fn admit(&mut self, now: u64, lanes: u64) -> Admission {
        // An access by no lane needs no port and is over at once.
        if lanes == 0 {
            return Admission {
                done: now + 1,
                waited: 0,
                queued: 0,
            };
        }
        let here = now * self.ports;
        let first = self.free.max(here);
        self.free = first + lanes;
        let waited = (first + lanes - 1) / self.ports - now;
        Admission {
            done: now + self.latency + waited,
            waited,
            queued: self.free.saturating_sub(here + self.ports),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_128_lanes_queued_cost_a_cycle() {
        let mut ports = Ports::new(&GlobalTiming {
            latency: 200,
            ports: 128,
            coalesced: false,
        });
        let seven: Vec<Admission> = (0..10).map(|_| ports.admit(7, 32)).collect();
        let waits: Vec<u64> = seven.iter().map(|admission| admission.waited).collect();
        assert_eq!(waits, [0, 0, 0, 0, 1, 1, 1, 1, 2, 2]);
        // Nothing queues as long as there are ports in the same cycle.
        let queued: Vec<u64> = seven.iter().map(|admission| admission.queued).collect();
        assert_eq!(queued, [0, 0, 0, 0, 32, 64, 96, 128, 160, 192]);
        // A cycle later, 128 of the 320 lanes have been taken.
        let next = ports.admit(8, 32);
        assert_eq!(
            next,
            Admission {
                done: 8 + 200 + 1,
                waited: 1,
                queued: 96
            }
        );
        assert_eq!(ports.admit(100, 1).done, 300);
        assert_eq!(ports.admit(100, 0).done, 101);
    }
}
