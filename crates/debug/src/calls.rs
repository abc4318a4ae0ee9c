//! Who called whom: the calls that every wave has made and not come back from.
//!
//! Compilers for these machines say nothing about how to unwind a stack, so that calls are followed while
//! they happen. An instruction that keeps the address behind it is a call; a jump through a register to
//! that address is the return. Between the two only marked instructions are looked at, so that a run
//! without calls costs nothing, and one with calls little.

use std::collections::BTreeMap;
use std::sync::Arc;
use uop::{Facts, LookWave, SReg, Site, WaveId};

/// Calls within calls that are remembered; of more, the oldest are forgotten.
const DEEPEST: usize = 4096;

const CALL: u8 = 1;
/// A jump to where a register says.
const JUMP: u8 = 2;
/// Stands behind a call.
const BEHIND: u8 = 4;

/// A call that has not come back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Call {
    /// The instruction that called.
    pub inst: u32,
    /// What it had in the registers of [`Calls::new`].
    pub kept: Arc<[u32]>,
}

/// The calls of every wave at one moment of a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Calls {
    /// What each instruction has to do with calls; empty where there are none.
    kinds: Arc<[u8]>,
    registers: Arc<[SReg]>,
    /// A call is of the active lanes alone.
    lanes_part: bool,
    waves: BTreeMap<WaveId, Stacks>,
}

/// The calls of a wave, whose lanes may have gone different ways.
#[derive(Clone, Debug)]
struct Stacks {
    /// Lanes, and what they called, the innermost last.
    all: Vec<(u64, Arc<Vec<Call>>)>,
    /// A call or a jump that was announced and not known to be issued: by whom.
    last: Option<(u64, Call)>,
}

impl Calls {
    /// At the start of a run. Of callers, `registers` are kept: what callees may change, and what their
    /// variables are found by.
    pub fn new(facts: &Facts, registers: Vec<SReg>) -> Calls {
        let mut kinds = vec![0; facts.insts.len()];
        let mut add = |inst: u32, kind: u8| {
            if let Some(own) = kinds.get_mut(inst as usize) {
                *own |= kind;
            }
        };
        for &call in &facts.calls {
            add(call, CALL);
            add(call + 1, BEHIND);
        }
        facts.returns.iter().for_each(|&inst| add(inst, JUMP));
        if facts.calls.is_empty() {
            kinds.clear();
        }
        Calls {
            kinds: kinds.into(),
            registers: registers.into(),
            lanes_part: facts.lanes_part,
            waves: BTreeMap::new(),
        }
    }

    /// Whether an instruction must be announced for this to be right.
    pub fn marks(&self, inst: u32) -> bool {
        self.kind(inst) != 0
    }

    fn kind(&self, inst: u32) -> u8 {
        self.kinds.get(inst as usize).copied().unwrap_or(0)
    }

    /// The registers that are kept.
    pub fn registers(&self) -> &[SReg] {
        &self.registers
    }

    /// An instruction is announced; the one that was announced before it has been issued.
    pub fn announce(&mut self, at: &Site, wave: &dyn LookWave) {
        let kind = self.kind(at.inst);
        if kind == 0 {
            return;
        }
        let id = WaveId {
            group: at.group,
            wave: at.wave,
        };
        let lanes = if self.lanes_part { wave.exec() } else { !0 };
        let kinds = self.kinds.clone();
        let stacks = self.waves.entry(id).or_default();
        stacks.settle(&kinds, at.inst);
        if kind & (CALL | JUMP) != 0 {
            let kept = match kind & CALL {
                0 => Arc::default(),
                _ => self.registers.iter().map(|&reg| wave.scalar(reg)).collect(),
            };
            let inst = at.inst;
            stacks.last = Some((lanes, Call { inst, kept }));
        }
    }

    /// The instruction that was announced will be announced again: another wave has its turn.
    pub fn retract(&mut self, at: &Site) {
        let id = WaveId {
            group: at.group,
            wave: at.wave,
        };
        if let Some(stacks) = self.waves.get_mut(&id) {
            stacks.last.take_if(|(_, call)| call.inst == at.inst);
        }
    }

    /// The calls that the active lanes of a wave are in, the innermost last. `inst` is what it issues
    /// next, which `announced` says whether it was told of already.
    pub fn of(&self, wave: &dyn LookWave, inst: u32, announced: bool) -> Vec<Call> {
        let Some(stacks) = self.waves.get(&wave.id()) else {
            return Vec::new();
        };
        let mut stacks = stacks.clone();
        let waits = |last: &(u64, Call)| announced && last.1.inst == inst;
        if !stacks.last.as_ref().is_some_and(waits) {
            stacks.settle(&self.kinds, inst);
        }
        let lane = match wave.exec() {
            0 => 0,
            exec => exec.trailing_zeros(),
        };
        let own = stacks.all.iter().find(|(lanes, _)| lanes >> lane & 1 == 1);
        own.map_or(Vec::new(), |(_, calls)| calls.to_vec())
    }

    /// Keeps only what belongs to workgroups that are under way.
    pub fn prune(&mut self, groups: &[[u32; 3]]) {
        self.waves.retain(|id, _| groups.contains(&id.group));
    }
}

impl Default for Stacks {
    fn default() -> Stacks {
        Stacks {
            all: vec![(!0, Arc::default())],
            last: None,
        }
    }
}

impl Stacks {
    /// What was announced last has been issued, and `next` is what comes after it.
    fn settle(&mut self, kinds: &[u8], next: u32) {
        let Some((lanes, call)) = self.last.take() else {
            return;
        };
        let kind = |inst: u32| kinds.get(inst as usize).copied().unwrap_or(0);
        if kind(call.inst) & CALL != 0 {
            self.change(lanes, |calls| {
                if calls.len() >= DEEPEST {
                    calls.drain(..DEEPEST / 2);
                }
                calls.push(call.clone());
            });
        } else if kind(next) & BEHIND != 0 {
            self.change(lanes, |calls| {
                let back = calls.iter().rposition(|call| call.inst + 1 == next);
                calls.truncate(back.unwrap_or(calls.len()));
            });
        }
    }

    /// Changes the calls of some lanes. Lanes with the same calls stay together.
    fn change(&mut self, lanes: u64, change: impl Fn(&mut Vec<Call>)) {
        let mut all: Vec<(u64, Arc<Vec<Call>>)> = Vec::with_capacity(self.all.len());
        let mut add = |lanes: u64, calls: Arc<Vec<Call>>| match all
            .iter_mut()
            .find(|(_, own)| **own == *calls)
        {
            Some((own, _)) => *own |= lanes,
            None => all.push((lanes, calls)),
        };
        for (own, mut calls) in std::mem::take(&mut self.all) {
            if own & !lanes != 0 {
                add(own & !lanes, calls.clone());
            }
            if own & lanes != 0 {
                change(Arc::make_mut(&mut calls));
                add(own & lanes, calls);
            }
        }
        self.all = all;
    }
}
