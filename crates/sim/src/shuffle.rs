//! Movement between lanes by a pattern that is known before the launch.

use op::{Kernels, Pattern};
use uop::{SReg, Shuffle, VReg};

/// A shuffle as engines carry it out.
pub(crate) struct Shuffling {
    pattern: Pattern,
    dst: VReg,
    src: VReg,
    words: u16,
    inactive: bool,
    /// Where to say which lanes found another, and which do if all are active.
    found: Option<(SReg, u64)>,
    of: u64,
}

/// The registers of a wave, among those of several.
#[derive(Clone, Copy)]
pub(crate) struct Part {
    /// Its first lane of register 0.
    pub file: *mut u32,
    /// Words from one register to the next, and those that are the wave's.
    pub pitch: usize,
    pub width: usize,
    /// Active lanes, as words and as bits; null if all are.
    pub live: *const u32,
    pub exec: u64,
}

impl Shuffling {
    pub fn new(shuffle: &Shuffle, lanes: usize) -> Shuffling {
        // No wave has as many lanes as `NOWHERE`.
        let pattern = Pattern::new(lanes, |lane| Some(shuffle.from[lane].into()));
        let by_all = pattern.lanes_from(!0);
        Shuffling {
            dst: shuffle.dst,
            src: shuffle.src,
            words: shuffle.words,
            inactive: shuffle.inactive,
            found: shuffle.found.map(|(reg, of)| (reg, of & by_all)),
            of: shuffle.found.map_or(0, |(_, of)| of),
            pattern,
        }
    }

    /// Moves the words of one wave, and says which of its lanes found another, if that was asked.
    ///
    /// # Safety
    /// The registers are the part's, whose wave has the lanes that the shuffle is for.
    pub unsafe fn carry_out(&self, kernels: &Kernels, on: &Part) -> Option<(SReg, u64)> {
        let sources = if self.inactive {
            std::ptr::null()
        } else {
            on.live
        };
        for word in 0..self.words {
            let at = |reg: VReg| {
                let register = usize::from(reg.plus(word).0);
                on.file.wrapping_add(register * on.pitch)
            };
            let (dst, src) = (at(self.dst), at(self.src));
            // SAFETY: by this function's contract.
            unsafe { kernels.shuffle(&self.pattern, dst, src, sources, on.live, on.width) };
        }
        self.found.map(|(reg, by_all)| {
            let found = match sources.is_null() {
                true => by_all,
                false => self.pattern.lanes_from(on.exec) & self.of,
            };
            (reg, found & on.exec)
        })
    }
}
