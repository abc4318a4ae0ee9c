//! Launches that run more than once: for results, and then for cycles or counts.

use crate::ready::{Engine, Ready};
use crate::{Error, Input, Settings};

/// A launch that can be put at its start as often as it is to run.
pub(crate) trait Repeatable {
    /// What is launched.
    fn input(&self) -> &Input;

    /// The launch at its start. Arrays that the caller has lent hold what they hold now.
    fn ready(&self, settings: &Settings) -> Result<(Ready, Engine), Error>;

    /// Whether the caller has lent arrays, which a run changes for good.
    fn lends(&self) -> bool;
}

impl Repeatable for Input {
    fn input(&self) -> &Input {
        self
    }

    fn ready(&self, settings: &Settings) -> Result<(Ready, Engine), Error> {
        Ready::new(self, settings)
    }

    fn lends(&self) -> bool {
        false
    }
}

/// What the arrays of the caller hold, in the order of the arguments.
pub(crate) struct Lent(Vec<Vec<u8>>);

impl Ready {
    /// A copy of the arrays that the caller has lent.
    pub(crate) fn lent_bytes(&self) -> Lent {
        let copy = |(&address, lent): (&u64, &Option<sim::HostBytes>)| {
            let mut bytes = vec![0; lent.map_or(0, |lent| lent.len())];
            if !bytes.is_empty() {
                let read = self.memory.read(address, &mut bytes);
                read.expect("an argument is mapped");
            }
            bytes
        };
        Lent(self.addresses.iter().zip(&self.lent).map(copy).collect())
    }

    /// Does `work`, which runs a launch that has run already. Arrays of the caller are for it as they were
    /// before the first run, and afterwards as that one left them; the flag says whether `work` left
    /// the same in them.
    pub(crate) fn again<T>(&self, before: &Lent, work: impl FnOnce() -> T) -> (T, bool) {
        let after = self.lent_bytes();
        self.put(before);
        let done = work();
        let same = self.lent_bytes().0 == after.0;
        self.put(&after);
        (done, same)
    }

    fn put(&self, bytes: &Lent) {
        let all = self.addresses.iter().zip(&bytes.0);
        for (&address, bytes) in all.filter(|(_, bytes)| !bytes.is_empty()) {
            let written = self.memory.write(address, bytes);
            written.expect("an argument is mapped");
        }
    }
}
