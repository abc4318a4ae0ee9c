//! Workgroups that run together: where each finds its own local memory and the others'.

use crate::executor::Context;
use std::cmp::Ordering;

/// The local memories of the workgroups of a cluster before and after one of them.
#[derive(Default)]
pub(crate) struct Peers<'a> {
    before: &'a mut [u8],
    after: &'a mut [u8],
}

/// The local memory of the workgroup with this rank, and the others.
pub(crate) fn split(all: &mut [u8], bytes: usize, rank: usize) -> (&mut [u8], Peers<'_>) {
    let (before, rest) = all.split_at_mut(bytes * rank);
    let (own, after) = rest.split_at_mut(bytes);
    (own, Peers { before, after })
}

impl Context<'_> {
    /// The local memory of the workgroup with rank `rank`, as the one with rank `own` finds it.
    pub fn local_of(&mut self, own: u32, rank: u32) -> Option<&mut [u8]> {
        let bytes = self.local.len();
        let (all, number) = match rank.cmp(&own) {
            Ordering::Less => (&mut *self.peers.before, rank),
            Ordering::Equal => return Some(self.local),
            Ordering::Greater => (&mut *self.peers.after, rank - own - 1),
        };
        all.get_mut(bytes * number as usize..)?.get_mut(..bytes)
    }
}
