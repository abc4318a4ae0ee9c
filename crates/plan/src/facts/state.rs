//! What is known before a step: of every register, and of which lanes are active.
//!
//! A vector's value is that of the active lanes. Lanes that are away come back where the program says,
//! and do not hold what was written meanwhile: so for every set of lanes that can come back there is a
//! frame, with the registers that have been written since.

use crate::value::Value;
use uop::{Channel, SReg, UopIdx, VReg};

/// What is known before a step, of active lanes.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    pub(super) vectors: Vec<Vector>,
    pub(super) scalars: Vec<Scalar>,
    /// The outermost first.
    pub(super) frames: Vec<Frame>,
    /// Where lanes that parted by themselves will meet, and what was written since.
    pub(super) meetings: Vec<(Option<UopIdx>, Registers)>,
    /// Results that may have arrived or not, oldest first.
    pub(super) pending: Vec<(Channel, Vec<Arrival>)>,
    /// Perhaps no lane is active.
    pub(super) none: bool,
    /// Lanes may have left for longer than the innermost frame lasts; for good.
    pub(super) left: bool,
    pub(super) returned: bool,
    /// Lanes have parted by themselves, and may not all have met again.
    pub(super) apart: bool,
}

/// A vector register: what active lanes hold, and what lane 0 holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Vector {
    pub lanes: Value,
    pub first: Value,
}

/// A scalar register: its number, and as the first word of a lane mask what the bits of active lanes are
/// and how it compares with sets of lanes that can come back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scalar {
    pub word: Value,
    pub bits: Value,
    pub mask: Mask,
}

/// A lane mask among the masks of frames, which are known by their steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mask {
    Unknown,
    /// Exactly the lanes of the frame.
    Is(UopIdx),
    /// Some of them.
    Within(UopIdx),
}

/// In a [`Mask`]: all lanes.
pub(super) const ALL: UopIdx = UopIdx::MAX;
/// The lanes that a wave starts with, if these are not all.
pub(super) const START: UopIdx = UopIdx::MAX - 1;

/// Lanes that go on while others wait.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Frame {
    pub kind: FrameKind,
    /// The step that began it.
    pub at: UopIdx,
    pub written: Registers,
    /// As in [`State`], where it began.
    pub none: bool,
    pub left: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FrameKind {
    If,
    Loop,
    /// The program wrote the mask; or ways met on which it did.
    Mask,
}

/// A result on its way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Arrival {
    /// Among all registers, vectors first.
    pub register: usize,
    pub value: Value,
}

/// A set of registers: vectors, then scalars.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Registers(Vec<u64>);

impl Registers {
    pub fn none(count: usize) -> Registers {
        Registers(vec![0; count.div_ceil(64)])
    }

    pub fn add(&mut self, register: usize) {
        self.0[register / 64] |= 1 << (register % 64);
    }

    pub fn has(&self, register: usize) -> bool {
        self.0[register / 64] >> (register % 64) & 1 != 0
    }

    pub fn join(&mut self, other: &Registers) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }

    pub fn iter(&self) -> impl Iterator<Item = usize> {
        let words = self.0.iter().enumerate();
        words.flat_map(|(i, word)| {
            (0..64)
                .filter(move |bit| word >> bit & 1 != 0)
                .map(move |bit| 64 * i + bit)
        })
    }
}

impl State {
    /// What active lanes hold in a vector register.
    pub fn vector(&self, reg: VReg) -> Value {
        self.vectors[usize::from(reg.0)].lanes
    }

    /// What lane 0 holds there, whether or not it is active.
    pub fn first_lane(&self, reg: VReg) -> Value {
        self.vectors[usize::from(reg.0)].first
    }

    /// What a wave holds in a scalar register.
    pub fn scalar(&self, reg: SReg) -> Value {
        self.scalars[usize::from(reg.0)].word
    }

    /// The bits of active lanes in a lane mask.
    pub fn bits(&self, reg: SReg) -> Value {
        self.scalars[usize::from(reg.0)].bits
    }

    pub(super) fn registers(&self) -> usize {
        self.vectors.len() + self.scalars.len()
    }

    /// Lanes that wait do not get what is written now.
    pub(super) fn note_written(&mut self, register: usize) {
        if let Some(frame) = self.frames.last_mut() {
            frame.written.add(register);
        }
        for (_, written) in &mut self.meetings {
            written.add(register);
        }
    }

    /// The frame whose lanes are active now.
    pub(super) fn top(&self) -> UopIdx {
        self.frames.last().map_or(ALL, |frame| frame.at)
    }

    /// How many frames there are up to this one; 0 for all lanes.
    pub(super) fn depth(&self, at: UopIdx) -> Option<usize> {
        if at == ALL {
            return Some(0);
        }
        let place = self.frames.iter().rposition(|frame| frame.at == at)?;
        Some(place + 1)
    }

    /// Lanes with a thread that were active at the start are so now, among them lane 0.
    pub(super) fn is_whole(&self) -> bool {
        let whole = self.frames.iter().all(|frame| frame.at == START);
        whole && self.meetings.is_empty() && !self.none && !self.apart
    }

    pub(super) fn push(&mut self, kind: FrameKind, at: UopIdx) {
        let written = Registers::none(self.registers());
        let (none, left) = (self.none, self.left);
        self.frames.push(Frame {
            kind,
            at,
            written,
            none,
            left,
        });
    }

    /// Leaves all frames but so many, and gives what was written in them.
    pub(super) fn pop_to(&mut self, depth: usize) -> Registers {
        let mut written = Registers::none(self.registers());
        let gone: Vec<Frame> = self.frames.drain(depth..).collect();
        gone.iter().for_each(|frame| written.join(&frame.written));
        if let Some(frame) = self.frames.last_mut() {
            frame.written.join(&written);
        }
        let below = self.top();
        let is_gone = |at: UopIdx| gone.iter().any(|frame| frame.at == at);
        for scalar in &mut self.scalars {
            if let Mask::Is(at) | Mask::Within(at) = scalar.mask
                && is_gone(at)
            {
                scalar.mask = Mask::Within(below);
            }
        }
        written
    }

    /// Lanes come back that do not hold what was written meanwhile, or hold it from another time. With
    /// `followed` the state is one of all ways by which lanes may have come.
    pub(super) fn lanes_meet(&mut self, written: &Registers, followed: bool) {
        let apart = |value: &mut Value| {
            *value = match followed {
                true => value.of_lanes_apart(),
                false => Value::Any,
            }
        };
        let vectors = self.vectors.len();
        for register in written.iter() {
            match register.checked_sub(vectors) {
                None => apart(&mut self.vectors[register].lanes),
                Some(scalar) => apart(&mut self.scalars[scalar].bits),
            }
        }
        for arrival in self.arrivals(written) {
            arrival.value = Value::Any;
        }
    }

    /// Waves meet that may have written these at different times.
    pub(super) fn waves_meet(&mut self, written: &Registers) {
        let vectors = self.vectors.len();
        for register in written.iter() {
            let values: [&mut Value; 2] = match register.checked_sub(vectors) {
                None => {
                    let Vector { lanes, first } = &mut self.vectors[register];
                    [lanes, first]
                }
                Some(scalar) => {
                    let Scalar { word, bits, .. } = &mut self.scalars[scalar];
                    [word, bits]
                }
            };
            values
                .into_iter()
                .for_each(|value| *value = value.of_waves_apart());
        }
        for arrival in self.arrivals(written) {
            arrival.value = arrival.value.of_waves_apart();
        }
    }

    /// What is on its way to these.
    fn arrivals(&mut self, to: &Registers) -> impl Iterator<Item = &mut Arrival> {
        let all = self.pending.iter_mut().flat_map(|(_, arrivals)| arrivals);
        all.filter(|arrival| to.has(arrival.register))
    }

    /// Another way leads to step `at`. Nothing if the two have different structures.
    pub(super) fn meet(&mut self, mut other: State, at: UopIdx) -> Option<()> {
        self.meet_frames(&mut other, at)?;
        for (own, other) in self.vectors.iter_mut().zip(&other.vectors) {
            own.lanes = own.lanes.or(other.lanes);
            own.first = own.first.or(other.first);
        }
        for (own, other) in self.scalars.iter_mut().zip(&other.scalars) {
            own.word = own.word.or(other.word);
            own.bits = own.bits.or(other.bits);
            if own.mask != other.mask {
                own.mask = Mask::Unknown;
            }
        }
        for (join, written) in other.meetings {
            match self.meetings.iter_mut().find(|it| it.0 == join) {
                Some((_, own)) => own.join(&written),
                None => self.meetings.push((join, written)),
            }
        }
        self.meetings.sort_by_key(|(join, _)| *join);
        // The registers hold either by now.
        if self.pending != other.pending {
            self.pending.clear();
        }
        self.none |= other.none;
        self.left |= other.left;
        self.returned |= other.returned;
        self.apart |= other.apart;
        Some(())
    }

    /// Frames that are not the same on both ways become one.
    fn meet_frames(&mut self, other: &mut State, at: UopIdx) -> Option<()> {
        let met = |state: &State| {
            state
                .frames
                .iter()
                .position(|it| (it.kind, it.at) == (FrameKind::Mask, at))
        };
        let pairs = self.frames.iter().zip(&other.frames);
        let common = pairs
            .take_while(|(a, b)| (a.kind, a.at) == (b.kind, b.at))
            .count();
        let again = [met(self), met(other)].into_iter().flatten().min();
        let common = common.min(again.unwrap_or(common));
        let more = |state: &State| state.frames.len() > common;
        let structured = |state: &State| {
            let mut rest = state.frames[common..].iter();
            rest.any(|frame| frame.kind != FrameKind::Mask)
        };
        if structured(self) || structured(other) {
            return None;
        }
        if more(self) || more(other) {
            for state in [&mut *self, other] {
                let written = state.pop_to(common);
                state.push(FrameKind::Mask, at);
                state.frames[common].written = written;
                state.none |= state.frames[common].none;
            }
        }
        for (own, other) in self.frames.iter_mut().zip(&other.frames) {
            own.written.join(&other.written);
            own.none |= other.none;
            own.left |= other.left;
        }
        Some(())
    }
}
