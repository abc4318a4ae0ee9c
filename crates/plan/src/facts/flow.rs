//! Where control goes from a step, which lanes go there, and where waves meet again.

use super::state::{ALL, FrameKind, Mask, Registers, START, Scalar, State, Vector};
use super::step::Taking;
use super::{Agreement, Known};
use crate::flow::successors;
use crate::start::Begin;
use crate::value::Value;
use std::collections::BTreeMap;
use uop::{
    Cond, MaskOp, Operand, Program, SReg, SplitOp, Uop, UopIdx, Use, immediate_postdominators,
};

/// Follows single steps.
pub(super) struct Flow<'a> {
    program: &'a Program,
    pub known: Known,
    /// Someone may part who was not thought to.
    pub more: bool,
}

impl State {
    /// What waves start with; `partly` if that is not with all of their lanes.
    pub(super) fn start(begin: &Begin, program: &Program, known: &Known, partly: bool) -> State {
        let vectors = begin.vectors.iter().map(|&lanes| Vector {
            lanes,
            first: lanes.in_first_lane(),
        });
        let words = &begin.scalars;
        let named = usize::from(program.resources.scalars);
        let scalars = words.iter().enumerate().map(|(at, &word)| {
            let parts = &words[at..words.len().min(at + usize::from(known.mask_words))];
            let fits = parts.len() == usize::from(known.mask_words);
            let all = |bits: u32| fits && parts.iter().all(|word| word.number() == Some(bits));
            let (bits, mask) = match () {
                () if all(!0) && at >= named => (Value::constant(1), Mask::Is(ALL)),
                () if all(0) => (Value::constant(0), Mask::Within(ALL)),
                () => (Value::Any, Mask::Unknown),
            };
            Scalar { word, bits, mask }
        });
        let mut state = State {
            vectors: vectors.collect(),
            scalars: scalars.collect(),
            frames: Vec::new(),
            meetings: Vec::new(),
            pending: Vec::new(),
            none: false,
            left: false,
            returned: false,
            apart: false,
        };
        if partly {
            state.push(FrameKind::Mask, START);
        }
        state.show_active(program, known);
        state
    }

    /// The mask of active lanes can be read as a scalar.
    pub(super) fn show_active(&mut self, program: &Program, known: &Known) {
        let Some(exec) = program.resources.exec else {
            return;
        };
        let mask = Mask::Is(self.top());
        for word in 0..known.mask_words {
            self.scalars[usize::from(exec.plus(word).0)] = Scalar {
                word: Value::OF_WAVE.within(known.shape),
                bits: Value::Any,
                mask: Mask::Unknown,
            };
        }
        let exec = usize::from(exec.0);
        let pair = exec.checked_sub(1).filter(|_| known.mask_words == 2);
        if let Some(scalar) = pair.map(|pair| &mut self.scalars[pair]) {
            (scalar.bits, scalar.mask) = (Value::Any, Mask::Unknown);
        }
        let scalar = &mut self.scalars[exec];
        (scalar.bits, scalar.mask) = (Value::constant(1), mask);
    }
}

impl<'a> Flow<'a> {
    pub fn new(program: &'a Program, known: Known) -> Flow<'a> {
        Flow {
            program,
            known,
            more: false,
        }
    }

    fn part(&mut self, at: UopIdx, way: Agreement) {
        let known = &mut self.known.ways[at as usize];
        if way > *known {
            *known = way;
            self.more = true;
        }
    }

    fn way(&self, at: UopIdx) -> Agreement {
        self.known
            .ways
            .get(at as usize)
            .copied()
            .unwrap_or(Agreement::OfLane)
    }

    /// Where the lanes of an access go.
    pub fn address(&self, uop: &Uop, state: &mut State) -> Option<Value> {
        let Uop::Memory(op) = uop else {
            return None;
        };
        Some(self.taking(state).address(op))
    }

    fn taking<'t>(&'t self, state: &'t mut State) -> Taking<'t> {
        Taking {
            program: self.program,
            known: &self.known,
            state,
        }
    }

    /// Takes a step, and gives where it leads besides the next one, to which it does if that is what is
    /// returned. Nothing where masks do not nest.
    pub fn take(
        &mut self,
        at: UopIdx,
        state: &mut State,
        leads: &mut Vec<(UopIdx, State)>,
    ) -> Option<bool> {
        let Some(step) = self.program.steps.get(at as usize) else {
            return Some(false);
        };
        match &step.uop {
            Uop::Jump { to } => leads.push((*to, state.clone())),
            Uop::Branch { when, to } => {
                if !self.is_common(when, state) {
                    self.part(at, Agreement::OfWave);
                }
                let mut taken = state.clone();
                match when {
                    Cond::NoneActive => (taken.none, state.none) = (true, false),
                    Cond::AnyActive => (taken.none, state.none) = (false, true),
                    _ => {}
                }
                leads.push((*to, taken));
                return Some(true);
            }
            Uop::Diverge { a, b, to, join, .. } => {
                let sources = [*a, *b].map(|reg| state.vector(reg));
                self.part(at, agreement(&sources));
                if self.way(at) == Agreement::OfLane {
                    let written = Registers::none(state.registers());
                    if !state.meetings.iter().any(|it| it.0 == join.0) {
                        state.meetings.push((join.0, written));
                        state.meetings.sort_by_key(|it| it.0);
                    }
                    state.apart = true;
                }
                leads.push((*to, state.clone()));
                return Some(true);
            }
            Uop::Join(_) => {
                let here = state.meetings.iter().position(|it| it.0 == Some(at));
                if let Some(here) = here {
                    let (_, written) = state.meetings.remove(here);
                    state.lanes_meet(&written, true);
                }
                return Some(true);
            }
            Uop::Exit | Uop::End | Uop::Trap(_) => {}
            Uop::JumpScalar { .. } | Uop::DivergeIndirect { .. } => return None,
            Uop::Mask(mask) => {
                let on = self.mask(at, *mask, state, leads)?;
                state.show_active(self.program, &self.known);
                for (_, state) in leads {
                    state.show_active(self.program, &self.known);
                }
                return Some(on);
            }
            uop => {
                if matches!(
                    uop,
                    Uop::Barrier | Uop::ClusterBarrier | Uop::Split(SplitOp::Wait { .. })
                ) {
                    self.barrier(state);
                }
                self.taking(state).take(uop, step.inst);
                return Some(true);
            }
        }
        Some(false)
    }

    /// Lanes that parted by themselves and come to the same barrier go on together.
    fn barrier(&mut self, state: &mut State) {
        if !state.meetings.is_empty() && !self.known.torn {
            (self.known.torn, self.more) = (true, true);
        }
        if self.known.torn && state.apart {
            let mut all = Registers::none(state.registers());
            (0..state.registers()).for_each(|register| all.add(register));
            state.lanes_meet(&all, true);
        }
    }

    /// All waves of a workgroup find the same.
    fn is_common(&self, when: &Cond, state: &State) -> bool {
        if self.known.shape.waves == 1 {
            return true;
        }
        if self.known.diverges {
            return false;
        }
        let words =
            |reg: SReg, count: u16| (0..count).all(|word| state.scalar(reg.plus(word)).is_same());
        // Bits of lanes that are not active are 0.
        let bits = |reg: SReg| {
            let mask = state.scalars[usize::from(reg.0)].mask;
            let own = matches!(mask, Mask::Is(of) | Mask::Within(of) if of == state.top());
            own && !state.none && state.bits(reg).is_same()
        };
        let masks = self.known.mask_words;
        match *when {
            Cond::Zero(reg) | Cond::NonZero(reg) => words(reg, 1) || masks == 1 && bits(reg),
            Cond::MaskZero(reg) | Cond::MaskNonZero(reg) => words(reg, masks) || bits(reg),
            Cond::NoneActive | Cond::AnyActive => !state.none,
        }
    }

    /// Who agrees about a choice by the bits of a mask, all lanes choosing the same without one.
    fn choice(&self, mask: Option<SReg>, state: &State) -> Agreement {
        let bits = mask.map_or(Value::constant(1), |reg| state.bits(reg));
        match agreement(&[bits]) {
            Agreement::Common if state.none && self.known.shape.waves > 1 => Agreement::OfWave,
            way => way,
        }
    }

    fn mask(
        &mut self,
        at: UopIdx,
        mask: MaskOp,
        state: &mut State,
        leads: &mut Vec<(UopIdx, State)>,
    ) -> Option<bool> {
        match mask {
            MaskOp::Set(reg) => {
                self.set(at, reg, state)?;
                Some(true)
            }
            MaskOp::If { mask, skip, .. } | MaskOp::Guard { mask, skip, .. } => {
                self.part(at, self.choice(Some(mask), state));
                state.push(FrameKind::If, at);
                let mut skipped = state.clone();
                skipped.none = true;
                leads.push((skip, skipped));
                state.none = false;
                Some(true)
            }
            MaskOp::Else { skip } => {
                let frame = state.frames.last().filter(|it| it.kind == FrameKind::If)?;
                self.part(at, self.way(frame.at).min(Agreement::OfWave));
                let mut skipped = state.clone();
                skipped.none = true;
                leads.push((skip, skipped));
                state.none = false;
                Some(true)
            }
            MaskOp::EndIf => {
                let frame = state
                    .frames
                    .last()
                    .filter(|it| it.kind == FrameKind::If)?
                    .clone();
                let written = state.pop_to(state.frames.len() - 1);
                if self.way(frame.at) == Agreement::OfLane {
                    state.lanes_meet(&written, true);
                }
                state.none = frame.none || state.left;
                Some(true)
            }
            MaskOp::Loop => {
                state.push(FrameKind::Loop, at);
                Some(true)
            }
            MaskOp::Break { mask, skip, .. } | MaskOp::Continue { mask, skip, .. } => {
                let own = self.choice(mask, state);
                self.part(at, own);
                if let Some(place) = state
                    .frames
                    .iter()
                    .rposition(|it| it.kind == FrameKind::Loop)
                {
                    let inside = state.frames[place + 1..].iter().map(|it| self.way(it.at));
                    let way = inside.fold(own, Agreement::max);
                    self.part(state.frames[place].at, way);
                }
                state.left = true;
                let mut gone = state.clone();
                gone.none = true;
                leads.push((skip, gone));
                // Who goes on has not left. Without a mask all go.
                state.none = false;
                Some(mask.is_some())
            }
            MaskOp::EndLoop { back } => {
                let frame = state
                    .frames
                    .last()
                    .filter(|it| it.kind == FrameKind::Loop)?
                    .clone();
                let way = self.way(frame.at);
                self.part(at, way.min(Agreement::OfWave));
                let mut again = state.clone();
                if way == Agreement::OfLane {
                    again.lanes_meet(&frame.written, false);
                }
                (again.none, again.left) = (false, again.returned);
                leads.push((back, again));
                let written = state.pop_to(state.frames.len() - 1);
                if way == Agreement::OfLane {
                    state.lanes_meet(&written, false);
                }
                state.none = frame.none || state.returned;
                state.left = frame.left || state.returned;
                Some(true)
            }
            MaskOp::Return { skip } => {
                (state.left, state.returned, state.none) = (true, true, true);
                leads.push((skip, state.clone()));
                Some(false)
            }
        }
    }

    /// The program writes the mask of active lanes.
    fn set(&mut self, at: UopIdx, reg: SReg, state: &mut State) -> Option<()> {
        if state
            .frames
            .iter()
            .any(|frame| frame.kind != FrameKind::Mask)
        {
            return None;
        }
        let Scalar { bits, mask, .. } = state.scalars[usize::from(reg.0)];
        let place = |of: UopIdx| state.depth(of);
        let (depth, exactly) = match mask {
            Mask::Is(of) => (place(of), true),
            Mask::Within(of) => (place(of), false),
            Mask::Unknown => (None, false),
        };
        let depth = depth.unwrap_or(0);
        let narrows = depth == state.frames.len();
        let written = state.pop_to(depth);
        if !narrows {
            state.lanes_meet(&written, false);
        }
        if exactly {
            let own = state
                .frames
                .get(depth.wrapping_sub(1))
                .map(|frame| (frame.at, frame.none));
            state.none = match own {
                None | Some((START, _)) => false,
                Some((_, none)) => none,
            };
            return Some(());
        }
        // In a loop it may be here already, with other lanes.
        let again = state.frames.iter().position(|frame| frame.at == at);
        if let Some(again) = again {
            let written = state.pop_to(again);
            state.lanes_meet(&written, false);
        }
        let was = state.none;
        state.push(FrameKind::Mask, at);
        let all = narrows && again.is_none() && bits.number() == Some(1);
        state.none = was || !all;
        if let Some(frame) = state.frames.last_mut() {
            frame.none = state.none;
        }
        Some(())
    }
}

/// Who finds the same in all of these.
fn agreement(values: &[Value]) -> Agreement {
    let all = |is: fn(Value) -> bool| values.iter().all(|value| is(*value));
    match () {
        () if all(Value::is_same) => Agreement::Common,
        () if all(Value::is_same_in_wave) => Agreement::OfWave,
        () => Agreement::OfLane,
    }
}

/// The step leads to several, as lanes or waves choose.
pub(super) fn chooses(uop: &Uop) -> bool {
    match uop {
        Uop::Branch { .. } | Uop::Diverge { .. } => true,
        Uop::Mask(MaskOp::Break { mask, .. } | MaskOp::Continue { mask, .. }) => mask.is_some(),
        Uop::Mask(mask) => matches!(
            mask,
            MaskOp::If { .. } | MaskOp::Guard { .. } | MaskOp::Else { .. } | MaskOp::EndLoop { .. }
        ),
        _ => false,
    }
}

/// Where waves may have gone different ways without having met again, and what they may have written
/// apart where they meet.
pub(super) fn regions(
    program: &Program,
    reached: &[bool],
    known: &Known,
) -> (Vec<bool>, BTreeMap<UopIdx, Registers>) {
    let steps = program.steps.len();
    let ways = |at: usize| -> Vec<usize> {
        let uop = &program.steps[at].uop;
        let to = successors(uop, at as UopIdx).map(|to| to as usize);
        let to = to.filter(|&to| to < steps && !matches!(uop, Uop::Exit));
        to.collect()
    };
    let all: Vec<Vec<usize>> = (0..steps).map(ways).collect();
    let mut comes = vec![Vec::new(); steps];
    for (at, ways) in all.iter().enumerate().filter(|(at, _)| reached[*at]) {
        ways.iter().for_each(|&to| comes[to].push(at));
    }
    let or_exit = |ways: &Vec<usize>| {
        if ways.is_empty() {
            vec![steps]
        } else {
            ways.clone()
        }
    };
    let ends: Vec<Vec<usize>> = all.iter().map(or_exit).collect();
    let together = immediate_postdominators(&ends);
    let registers = usize::from(program.vector_file) + usize::from(program.scalar_file);
    let mut apart = vec![false; steps];
    let mut meets: BTreeMap<UopIdx, Registers> = BTreeMap::new();
    let parts = (0..steps).filter(|&at| reached[at] && known.ways[at] != Agreement::Common);
    for branch in parts.filter(|&at| chooses(&program.steps[at].uop)) {
        let join = together[branch].filter(|&join| join < steps);
        let from = |starts: &[usize], edges: &[Vec<usize>]| {
            let mut seen = vec![false; steps];
            let mut work = starts.to_vec();
            while let Some(at) = work.pop() {
                if Some(at) != join && !std::mem::replace(&mut seen[at], true) {
                    work.extend(&edges[at]);
                }
            }
            seen
        };
        let region = from(&all[branch], &all);
        // Waves that never meet again for certain do where two ways lead, or in the next round.
        let own: Vec<bool> = match join {
            Some(_) => region.clone(),
            None => {
                let sides: Vec<Vec<bool>> =
                    all[branch].iter().map(|&to| from(&[to], &all)).collect();
                let round = from(&[branch], &comes);
                let both = |at: usize| sides.len() > 1 && sides.iter().all(|side| side[at]);
                (0..steps)
                    .map(|at| region[at] && (both(at) || round[at] && region[branch]))
                    .collect()
            }
        };
        let mut written = Registers::none(registers);
        for at in (0..steps).filter(|&at| region[at] && reached[at]) {
            let uop = &program.steps[at].uop;
            uop.for_each_operand(known.mask_words, &mut |how, operand| {
                let (first, count) = match operand {
                    Operand::Vector(first, count) => (first.0.into(), count),
                    Operand::Scalar(first, count) => (
                        usize::from(program.vector_file) + usize::from(first.0),
                        count,
                    ),
                };
                if how == Use::Write {
                    (first..first + usize::from(count)).for_each(|register| written.add(register));
                }
            });
        }
        let entry = program.entry as usize;
        let meet = |at: usize| comes[at].len() + usize::from(at == entry) > 1;
        let inside = (0..steps).filter(|&at| own[at] && meet(at));
        for at in inside.chain(join) {
            let none = || Registers::none(registers);
            meets
                .entry(at as UopIdx)
                .or_insert_with(none)
                .join(&written);
        }
        own.iter()
            .zip(&mut apart)
            .for_each(|(own, apart)| *apart |= own);
    }
    (apart, meets)
}
