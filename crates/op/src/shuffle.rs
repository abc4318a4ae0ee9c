//! Movement between the lanes of a wave by a fixed pattern.

use crate::host::{Host, ROW};
use crate::kernel::{CHUNK, commit};
use crate::transfer::{Chunk, chunk};

/// Lanes of the widest wave.
const MOST: usize = 64;

/// The lane that each lane of a wave fetches from.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// Padded with what is not known, so that it is a matter of whole chunks.
    from: [Chunk; MOST / CHUNK],
    /// `!0` where there is such a lane, else 0: what comes from nowhere is 0.
    known: [Chunk; MOST / CHUNK],
}

impl Pattern {
    /// Of a wave with so many lanes, at most 64.
    pub fn new(lanes: usize, from: impl Fn(usize) -> Option<usize>) -> Pattern {
        let from = |lane: usize| from(lane).filter(|from| lane < lanes && *from < lanes);
        let chunks = |word: &dyn Fn(usize) -> u32| {
            std::array::from_fn(|n| std::array::from_fn(|i| word(n * CHUNK + i)))
        };
        Pattern {
            from: chunks(&|lane| from(lane).unwrap_or(0) as u32),
            known: chunks(&|lane| from(lane).map_or(0, |_| !0)),
        }
    }

    /// The lanes that fetch from one of `sources`.
    pub fn lanes_from(&self, sources: u64) -> u64 {
        let known = self.known.iter().flatten();
        let known = known.zip(self.from.iter().flatten()).enumerate();
        known.fold(0, |all, (lane, (&known, &from))| {
            all | (u64::from(known & 1) & sources >> from) << lane
        })
    }

    /// See [`Kernels::shuffle`](crate::Kernels::shuffle).
    ///
    /// # Safety
    /// As there.
    #[inline(always)]
    pub(crate) unsafe fn shuffle(
        &self,
        dst: *mut u32,
        src: *const u32,
        sources: *const u32,
        live: *const u32,
        lanes: usize,
        host: &impl Host,
    ) {
        let mut rows = [[0; ROW]; MOST / ROW];
        for at in (0..lanes).step_by(CHUNK) {
            // SAFETY: the chunk is within the registers.
            let mut words = unsafe { chunk(src.add(at)) };
            if !sources.is_null() {
                // SAFETY: as above.
                let sources = unsafe { chunk(sources.add(at)) };
                for i in 0..CHUNK {
                    words[i] &= sources[i];
                }
            }
            rows[at / ROW][at % ROW..][..CHUNK].copy_from_slice(&words);
        }
        for at in (0..lanes).step_by(CHUNK) {
            let (from, known) = (&self.from[at / CHUNK], &self.known[at / CHUNK]);
            let mut words = host.look_up(&rows[0], from);
            if lanes > ROW {
                let others = host.look_up(&rows[1], from);
                for i in 0..CHUNK {
                    let first = u32::from(from[i] < ROW as u32).wrapping_neg();
                    words[i] = words[i] & first | others[i] & !first;
                }
            }
            for (word, known) in words.iter_mut().zip(known) {
                *word &= known;
            }
            // SAFETY: as above.
            unsafe {
                match live.is_null() {
                    true => commit::<true>(dst.add(at), &words, live),
                    false => commit::<false>(dst.add(at), &words, live.add(at)),
                }
            }
        }
    }
}
