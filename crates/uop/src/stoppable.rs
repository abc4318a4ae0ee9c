//! A run that can be stopped before any instruction, put back to where it was, and looked at: what
//! a debugger asks of an engine, whatever it is that the engine runs.

use crate::{
    Access, Fault, InstInfo, LookWave, Meeting, OrderEvent, RegisterPlace, RunReport, SReg, Site,
    Space, VReg, WaveId,
};

/// How far a run got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// The launch has ended.
    Done,
    /// The observer stopped it; it can be resumed.
    Stopped,
}

/// Sees what happens and may stop it.
pub trait Watcher {
    /// Only instructions that [`Stoppable::mark`] marked need to be announced. More may be.
    fn marked_only(&self) -> bool;

    /// Wants to hear of [`Watcher::access`].
    fn sees_memory(&self) -> bool;

    /// Before an instruction is issued. True stops the run there.
    fn issue(&mut self, at: &Site, wave: &dyn LookWave) -> bool;

    /// An access to memory, by the instruction that asked for it. It takes place before the next
    /// announcement.
    fn access(&mut self, at: &Site, access: &Access);

    /// Wants to hear of [`Watcher::order`].
    fn sees_order(&self) -> bool {
        false
    }

    /// Something that orders accesses, or an access that is to be ordered: told when it begins, also
    /// where memory changes later.
    fn order(&mut self, _at: &Site, _event: &OrderEvent) {}

    /// The turn of a wave is over and the next has not begun; `issued` instructions have been
    /// issued so far. True stops the run between the two.
    fn turn(&mut self, wave: &dyn LookWave, issued: u64) -> bool;
}

/// Both see the same.
impl<A: Watcher, B: Watcher> Watcher for (A, B) {
    fn marked_only(&self) -> bool {
        self.0.marked_only() && self.1.marked_only()
    }

    fn sees_memory(&self) -> bool {
        self.0.sees_memory() || self.1.sees_memory()
    }

    fn issue(&mut self, at: &Site, wave: &dyn LookWave) -> bool {
        let stop = self.0.issue(at, wave);
        self.1.issue(at, wave) || stop
    }

    fn access(&mut self, at: &Site, access: &Access) {
        self.0.access(at, access);
        self.1.access(at, access);
    }

    fn sees_order(&self) -> bool {
        self.0.sees_order() || self.1.sees_order()
    }

    fn order(&mut self, at: &Site, event: &OrderEvent) {
        self.0.order(at, event);
        self.1.order(at, event);
    }

    fn turn(&mut self, wave: &dyn LookWave, issued: u64) -> bool {
        let stop = self.0.turn(wave, issued);
        self.1.turn(wave, issued) || stop
    }
}

/// A change that a user makes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // The sentence over a variant speaks of its fields.
pub enum Edit {
    /// A word of a vector register, in one lane.
    Vector {
        wave: WaveId,
        reg: VReg,
        lane: usize,
        value: u32,
    },
    /// A word of a scalar register.
    Scalar { wave: WaveId, reg: SReg, value: u32 },
    /// Bytes of a [`crate::Block`], from a byte of it on.
    Block {
        wave: WaveId,
        number: u16,
        offset: usize,
        bytes: Vec<u8>,
    },
    /// Which lanes are active.
    Exec { wave: WaveId, mask: u64 },
    /// The instruction that is issued next, by the lanes that are active.
    Jump { wave: WaveId, inst: u32 },
    /// Bytes of memory as a lane of the wave sees them.
    Bytes {
        space: Space,
        wave: WaveId,
        lane: usize,
        address: u64,
        bytes: Vec<u8>,
    },
}

/// What is known about the code before it runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Instructions by ascending address: what [`Site::inst`] counts.
    pub insts: Vec<InstInfo>,
    /// The instruction of every step that [`LookWave::step`] may name.
    pub steps: Vec<u32>,
    /// Branches from an instruction to another.
    pub branches: Vec<(u32, u32)>,
    /// Instructions that call a function, which comes back to the one behind them.
    pub calls: Vec<u32>,
    /// Instructions that jump to where a register says and are no calls: returns among them.
    pub returns: Vec<u32>,
    /// Lanes go ways of their own: a jump is of the active lanes alone.
    pub lanes_part: bool,
    /// Names of the counters of outstanding operations.
    pub channels: Vec<String>,
    /// Lanes of a wave.
    pub lanes: u32,
    /// Where the flat address space shows other memories.
    pub flat: crate::Apertures,
}

/// A launch under way.
///
/// Every instruction is announced once, before it is issued, and counted when it is; one that has
/// to wait was issued when it began to. An observer does not change what happens.
pub trait Stoppable: Send {
    /// What is known about the code.
    fn facts(&self) -> Facts;

    /// Instructions issued so far, by all waves together.
    fn issued(&self) -> u64;

    /// The cycle in which the next instruction is issued, on a machine with a clock. Such a machine gives
    /// no wave its turn before its time.
    fn cycle(&self) -> Option<u64> {
        None
    }

    /// What cycles were spent on so far, by plain names.
    fn cycle_counts(&self) -> Vec<(String, u64)> {
        Vec::new()
    }

    /// Workgroups that are under way.
    fn groups(&self) -> Vec<[u32; 3]>;

    /// The waves of a workgroup that is under way, by their numbers.
    fn waves(&self, group: [u32; 3]) -> Vec<Box<dyn LookWave + '_>>;

    /// The wave that issues the next instruction.
    fn turn(&self) -> Option<WaveId>;

    /// Runs until the end or until the watcher stops it. An instruction that was announced before
    /// the watcher stopped the run is not announced again: resuming always makes progress.
    fn resume(&mut self, watcher: &mut dyn Watcher) -> Result<Progress, Box<Fault>>;

    /// Says which instructions watchers that look at marked ones will be told of.
    fn mark(&mut self, marked: &dyn Fn(u32) -> bool);

    /// A wave has its turn now, instead of the one that would be next. It is announced again with its
    /// next instruction. False if it cannot run.
    fn give_turn(&mut self, wave: WaveId) -> bool;

    /// Keeps the present state, except for global memory, under a number.
    fn save(&mut self) -> u32;

    /// Goes back to a state that was kept. Marks stay as they are.
    fn restore(&mut self, saved: u32);

    /// Bytes that a kept state takes beyond those that it shares with another.
    fn saved_bytes(&self, saved: u32, beside: Option<u32>) -> usize;

    /// Drops a state that was kept.
    fn forget(&mut self, saved: u32);

    /// Makes a change. False if it concerns global memory, which is not this machine's.
    fn edit(&mut self, edit: &Edit) -> Result<bool, String>;

    /// Bytes of the local memory of a workgroup that is under way.
    fn local_bytes(&self, group: [u32; 3]) -> usize;

    /// Fills `out` from local memory; the caller stays within its bounds.
    fn read_local(&self, group: [u32; 3], offset: usize, out: &mut [u8]);

    /// Fills `out` from memory at global addresses that only this machine knows: its code, its
    /// stacks. False where the address is none of those.
    fn read_own(&self, _address: u64, _out: &mut [u8]) -> Result<bool, String> {
        Ok(false)
    }

    /// Memory at such addresses: what it is called, where it begins, how long it is.
    fn own_memory(&self) -> Vec<(String, u64, u64)> {
        Vec::new()
    }

    /// Barriers and the like at which waves have arrived, or on which they count.
    fn meetings(&self, group: [u32; 3]) -> Vec<Meeting>;

    /// By instruction: whether it names the register as a result.
    fn writers(&self, place: RegisterPlace, words: u16) -> Vec<bool>;

    /// By instruction: whether it names the register as a source. Nothing where this machine does
    /// not know.
    fn readers(&self, _place: RegisterPlace, _words: u16) -> Option<Vec<bool>> {
        None
    }

    /// What was counted so far, and what the program wrote.
    fn report(&self) -> RunReport;
}
