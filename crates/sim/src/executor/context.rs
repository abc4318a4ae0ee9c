//! What waves run against.

use crate::access::Touched;
use crate::barrier::Barriers;
use crate::cluster::Peers;
use crate::code::Prepared;
use crate::counts::Tallies;
use crate::guard::Guard;
use crate::memory::{Memory, Window};
use crate::stats::Stats;
use crate::trace::Recorder;
use crate::wave::Wave;
use op::Kernels;
use uop::{Apertures, Program, SReg, Src};

/// What a wave runs against besides its own state.
pub(crate) struct Context<'a> {
    pub program: &'a Program,
    pub code: &'a Prepared,
    pub kernels: &'static Kernels,
    pub memory: &'a Memory,
    pub local: &'a mut [u8],
    pub barriers: &'a mut Barriers,
    /// Local memories of the other workgroups of the cluster.
    pub peers: Peers<'a>,
    pub constant: &'a [u8],
    pub flat: &'a Apertures,
    pub stats: &'a mut Stats,
    /// Results of outstanding operations arrive only when waited for.
    pub strict: bool,
    /// The caller knows when outstanding operations complete, and delivers them.
    pub clocked: bool,
    /// Stores take place when they are waited for.
    pub holds_stores: bool,
    /// Where the lanes of the last access went, for engines that count cycles.
    pub touched: Option<&'a mut Touched>,
    /// What every instruction counts, where that is asked for.
    pub counts: Option<&'a mut Tallies>,
    /// Who is told of accesses in a run that nothing else watches.
    pub guard: Option<&'a mut (dyn Guard + 'static)>,
    /// What waves do is written down there, for a clock that follows later.
    pub recorder: Option<&'a mut Recorder>,
}

impl Context<'_> {
    /// Where to note where the lanes of an access go, if that is asked for.
    #[inline]
    pub fn touched(&mut self) -> Option<&mut Touched> {
        let recorded = self.recorder.as_deref_mut().map(|it| &mut it.touched);
        self.touched.as_deref_mut().or(recorded)
    }

    /// Something is about to be stored at an address of global memory, perhaps in vain.
    #[inline]
    pub fn keep(&mut self, address: u64) {
        if let Some(recorder) = self.recorder.as_deref_mut() {
            recorder.undo.keep(self.memory, address);
        }
    }

    /// Something is noted of every step.
    pub fn notes(&self) -> bool {
        self.counts.is_some() || self.recorder.is_some()
    }

    /// A pointer to the words of a source: its register, or scratch with a scalar in every lane.
    #[inline(always)]
    pub fn fetch(&mut self, wave: &Wave, src: Src, slot: usize) -> *const u32 {
        let spread = |to: *mut u32, reg: SReg| {
            // SAFETY: scratch has as many words per register as the wave has lanes.
            unsafe { (self.kernels).broadcast(to, wave.scalar(reg), wave.width()) };
        };
        match src {
            Src::Vector(reg) => wave.vector.ptr(reg),
            Src::None => wave.live(),
            Src::Scalar(reg) => {
                let to = wave.vector.scratch(2 * slot);
                spread(to, reg);
                to
            }
            Src::ScalarPair(reg) => {
                let to = wave.vector.scratch(2 * slot);
                spread(to, reg);
                spread(wave.vector.scratch(2 * slot + 1), reg.plus(1));
                to
            }
        }
    }

    pub fn constant_window(&self) -> Window {
        let ptr = self.constant.as_ptr().cast_mut();
        Window {
            base: 0,
            len: self.constant.len() as u64,
            ptr,
        }
    }
}
