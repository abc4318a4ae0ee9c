//! What a step makes of what is known before it, as far as registers go.

use super::Known;
use super::state::{Arrival, Mask, Scalar, State};
use crate::value::{self, Value};
use op::Op;
use uop::{
    Channel, CrossOp, Extend, MemKind, MemOp, Modified, Operand, Program, SReg, ScalarLoad, Space,
    Src, Uop, UopIdx, Use, VReg,
};

/// A program and a state on its way through it.
pub(super) struct Taking<'a> {
    pub program: &'a Program,
    pub known: &'a Known,
    pub state: &'a mut State,
}

impl Taking<'_> {
    /// Takes a step that goes on to the next one. `inst` is its instruction.
    pub fn take(&mut self, uop: &Uop, inst: u32) {
        match uop {
            Uop::PerLane { op, dst, src } => {
                let result = self.per_lane(*op, src);
                self.write_lanes(*dst, &result[..op.signature().result.registers()]);
            }
            Uop::Modified(modified) => self.modified(modified),
            Uop::Compare { op, dst, src } => {
                let bits = self.per_lane(*op, src)[0];
                let within = Mask::Within(self.state.top());
                self.write_mask(*dst, bits, within);
            }
            Uop::Predicate { op, dst, src } => {
                let bits = self.per_lane(*op, src)[0];
                let mask = match self.state.scalars[usize::from(dst.0)].mask {
                    Mask::Is(at) | Mask::Within(at) => Mask::Within(at),
                    Mask::Unknown => Mask::Unknown,
                };
                self.write_mask(*dst, bits, mask);
            }
            Uop::LanesFromMask { dst, mask } => {
                let bits = self.state.bits(*mask);
                self.write_lanes(*dst, &[bits]);
                // Lanes that are not active get theirs too.
                if !self.state.is_whole() {
                    self.state.vectors[usize::from(dst.0)].first = Value::OF_WAVE;
                }
            }
            Uop::Scalar { op, dst, src } => _ = self.scalar(*op, *dst, src),
            Uop::ScalarFlag { op, dst, src, flag } => {
                let results = self.scalar(*op, *dst, src);
                let zero = results
                    .map(Value::number)
                    .into_iter()
                    .try_fold(true, |all, word| Some(all && word? == 0));
                self.write_word(
                    *flag,
                    match zero {
                        Some(zero) => Value::constant(u32::from(!zero)),
                        None if results.iter().all(|it| it.is_same()) => Value::COMMON,
                        None => Value::OF_WAVE,
                    },
                );
            }
            Uop::FirstLane { op, dst, src } => {
                let mut args = [[Value::Any; 2]; 3];
                for (arg, reg) in args.iter_mut().zip(src) {
                    *arg = [0, 1].map(|word| self.first_lane(reg.plus(word)));
                }
                let results = self.apply(*op, args);
                for (word, value) in (0..op.signature().result.registers()).zip(results) {
                    self.write_one_lane(dst.plus(word as u16), Some(value.in_first_lane()));
                }
            }
            Uop::Memory(op) => self.memory(op),
            Uop::ScalarLoad(load) => self.scalar_load(load, inst),
            Uop::Wait { channel, at_most } => self.wait(*channel, *at_most),
            Uop::Cross(cross) => self.cross(cross, uop),
            other => self.write_anything(other),
        }
    }

    fn apply(&self, op: Op, args: [[Value; 2]; 3]) -> [Value; 2] {
        let call = op.scalar_for(self.program.resources.nans);
        let results = value::apply(op, args, call, self.known.shape);
        results.map(|value| value.within(self.known.shape))
    }

    /// What lane 0 holds; of lanes that part by themselves nobody knows when each of them writes.
    fn first_lane(&self, reg: VReg) -> Value {
        if self.known.diverges {
            return Value::OF_WAVE;
        }
        let known = usize::from(reg.0) < self.state.vectors.len();
        if known {
            self.state.first_lane(reg)
        } else {
            Value::OF_WAVE
        }
    }

    fn source(&self, src: Src, wide: bool) -> [Value; 2] {
        let zero = Value::constant(0);
        let vector = |reg: VReg| match usize::from(reg.0) < self.state.vectors.len() {
            true => self.state.vector(reg),
            false => Value::Any,
        };
        match src {
            Src::None => [zero; 2],
            Src::Vector(reg) if wide => [vector(reg), vector(reg.plus(1))],
            Src::Vector(reg) => [vector(reg), zero],
            Src::Scalar(reg) if !wide => [self.word(reg), zero],
            Src::Scalar(reg) | Src::ScalarPair(reg) => [self.word(reg), self.word(reg.plus(1))],
        }
    }

    fn word(&self, reg: SReg) -> Value {
        let known = usize::from(reg.0) < self.state.scalars.len() && !self.known.diverges;
        let value = if known {
            self.state.scalar(reg)
        } else {
            Value::OF_WAVE
        };
        value.within(self.known.shape)
    }

    fn per_lane(&self, op: Op, src: &[Src; 3]) -> [Value; 2] {
        let mut args = [[Value::constant(0); 2]; 3];
        for ((arg, ty), src) in args.iter_mut().zip(op.signature().args).zip(src) {
            *arg = self.source(*src, ty.registers() == 2);
        }
        self.apply(op, args)
    }

    fn modified(&mut self, modified: &Modified) {
        let mut args = [[Value::constant(0); 2]; 3];
        let types = modified.op.signature().args;
        for (i, (arg, ty)) in args.iter_mut().zip(types).enumerate() {
            *arg = self.source(modified.src[i], ty.registers() == 2);
            for op in [modified.mods[i].first, modified.mods[i].second]
                .into_iter()
                .flatten()
            {
                *arg = self.one(op, *arg);
            }
        }
        let mut result = self.apply(modified.op, args);
        for op in [modified.out.first, modified.out.second]
            .into_iter()
            .flatten()
        {
            result = self.one(op, result);
        }
        let registers = modified.op.signature().result.registers();
        self.write_lanes(modified.dst, &result[..registers]);
    }

    /// An operation of one argument.
    fn one(&self, op: Op, arg: [Value; 2]) -> [Value; 2] {
        self.apply(op, [arg, [Value::constant(0); 2], [Value::constant(0); 2]])
    }

    /// All active lanes get these.
    fn write_lanes(&mut self, dst: VReg, values: &[Value]) {
        let whole = self.state.is_whole();
        for (word, value) in values.iter().enumerate() {
            let register = usize::from(dst.0) + word;
            self.state.note_written(register);
            let in_first = value.in_first_lane();
            let value = self.overtaken(register, *value);
            let vector = &mut self.state.vectors[register];
            vector.lanes = value;
            vector.first = match whole {
                true => in_first,
                false => vector.first.or(in_first),
            };
        }
    }

    /// One lane gets something; lane 0, if it is known what.
    fn write_one_lane(&mut self, dst: VReg, first: Option<Value>) {
        let register = usize::from(dst.0);
        self.state.note_written(register);
        self.overtaken(register, Value::Any);
        let vector = &mut self.state.vectors[register];
        vector.lanes = Value::Any;
        vector.first = first.unwrap_or(Value::OF_WAVE).within(self.known.shape);
    }

    /// What a register holds that is written while results are on their way there: one or the other.
    fn overtaken(&mut self, register: usize, mut value: Value) -> Value {
        let all = self
            .state
            .pending
            .iter_mut()
            .flat_map(|(_, arrivals)| arrivals);
        for arrival in all.filter(|arrival| arrival.register == register) {
            value = value.or(arrival.value);
            arrival.value = value;
        }
        value
    }

    /// A scalar register gets a number, of which nothing is known as a mask.
    fn write_word(&mut self, dst: SReg, value: Value) {
        let at = usize::from(dst.0);
        let register = self.state.vectors.len() + at;
        self.state.note_written(register);
        let value = self.overtaken(register, value).within(self.known.shape);
        self.state.scalars[at] = Scalar {
            word: value,
            bits: Value::Any,
            mask: Mask::Unknown,
        };
        if self.known.mask_words == 2 && at > 0 {
            let pair = &mut self.state.scalars[at - 1];
            (pair.bits, pair.mask) = (Value::Any, Mask::Unknown);
        }
    }

    fn write_mask(&mut self, dst: SReg, bits: Value, mask: Mask) {
        let none =
            bits.number() == Some(0) && matches!(mask, Mask::Within(at) if at == self.state.top());
        let word = if none {
            Value::constant(0)
        } else {
            Value::OF_WAVE
        };
        for word_of in 0..self.known.mask_words {
            self.write_word(dst.plus(word_of), word);
        }
        let scalar = &mut self.state.scalars[usize::from(dst.0)];
        (scalar.bits, scalar.mask) = (bits, mask);
    }

    fn scalar(&mut self, op: Op, dst: SReg, src: &[SReg; 3]) -> [Value; 2] {
        let mut args = [[Value::constant(0); 2]; 3];
        for ((arg, ty), reg) in args.iter_mut().zip(op.signature().args).zip(src) {
            arg[0] = self.word(*reg);
            if ty.registers() == 2 {
                arg[1] = self.word(reg.plus(1));
            }
        }
        let results = self.apply(op, args);
        let registers = op.signature().result.registers();
        let as_mask =
            (registers == usize::from(self.known.mask_words)).then(|| self.as_mask(op, src));
        for (word, value) in (0..registers).zip(results) {
            self.write_word(dst.plus(word as u16), value);
        }
        if let Some((bits, mask)) = as_mask {
            let scalar = &mut self.state.scalars[usize::from(dst.0)];
            (scalar.bits, scalar.mask) = (bits.within(self.known.shape), mask);
        }
        match registers {
            1 => [results[0]; 2],
            _ => results,
        }
    }

    /// What an operation on lane masks makes of them.
    fn as_mask(&self, op: Op, src: &[SReg; 3]) -> (Value, Mask) {
        use Op::*;
        let [a, b] = [src[0], src[1]].map(|reg| self.state.scalars.get(usize::from(reg.0)));
        let (Some(a), Some(b), false) = (a, b, self.known.diverges) else {
            return (Value::Any, Mask::Unknown);
        };
        let depth = |mask: Mask| match mask {
            Mask::Is(at) | Mask::Within(at) => self.state.depth(at).map(|depth| (depth, at)),
            Mask::Unknown => None,
        };
        let within =
            |of: Option<(usize, UopIdx)>| of.map_or(Mask::Unknown, |(_, at)| Mask::Within(at));
        let bit = |value: Value| value.number().map(|bit| bit & 1);
        let same = || match (a.bits, b.bits) {
            (a, b) if a.is_same() && b.is_same() => Value::COMMON,
            (a, b) if a.is_same_in_wave() && b.is_same_in_wave() => Value::OF_WAVE,
            _ => Value::Any,
        };
        let (da, db) = (depth(a.mask), depth(b.mask));
        match op {
            MovB32 | MovB64 => (a.bits, a.mask),
            AndB32 | AndB64 => {
                let bits = match (bit(a.bits), bit(b.bits)) {
                    (Some(0), _) | (_, Some(0)) => Value::constant(0),
                    (Some(1), _) => b.bits,
                    (_, Some(1)) => a.bits,
                    _ => same(),
                };
                (bits, within(da.max(db)))
            }
            OrB32 | OrB64 => {
                let bits = match (bit(a.bits), bit(b.bits)) {
                    (Some(1), _) | (_, Some(1)) => Value::constant(1),
                    (Some(0), _) => b.bits,
                    (_, Some(0)) => a.bits,
                    _ => same(),
                };
                let outer = da.zip(db).map(|(a, b)| a.min(b));
                let all_of = |mask: Mask| matches!((mask, outer), (Mask::Is(at), Some((_, outer))) if at == outer);
                let mask = match all_of(a.mask) || all_of(b.mask) {
                    true => outer.map_or(Mask::Unknown, |(_, at)| Mask::Is(at)),
                    false => within(outer),
                };
                (bits, mask)
            }
            XorB32 | XorB64 => (same(), within(da.zip(db).map(|(a, b)| a.min(b)))),
            AndNotB32 | AndNotB64 => (same(), within(da)),
            NotAndB32 | NotAndB64 => (same(), within(db)),
            _ => (Value::Any, Mask::Unknown),
        }
    }

    /// Where lanes go: the low word of their addresses, if they agree about a high one.
    pub fn address(&self, op: &MemOp) -> Value {
        let mut parts = [[Value::constant(0); 2]; 3];
        let [low, high] = self.source(op.addr.base, op.addr.wide);
        if !high.is_same_in_wave() {
            return Value::Any;
        }
        parts[0][0] = low;
        if let Some(base) = op.addr.scalar {
            parts[1][0] = self.word(base);
        }
        parts[2][0] = Value::constant(op.addr.offset as u32);
        self.apply(Op::Add3U32, parts)[0]
    }

    fn memory(&mut self, op: &MemOp) {
        let words = usize::from(op.bytes.div_ceil(4));
        let extend = match op.kind {
            MemKind::Load(extend) => extend,
            MemKind::Atomic { returns: true, .. } => {
                return self.arrive(op.channel, op.dst, &vec![Value::Any; words]);
            }
            _ => return,
        };
        let base = self.source(op.addr.base, op.addr.wide);
        let everywhere = |is: fn(Value) -> bool| base.into_iter().all(is);
        let loaded = match op.space {
            Space::Private | Space::Flat => Value::Any,
            _ if self.lanes_come_late() => Value::Any,
            Space::Constant if everywhere(Value::is_same) && op.addr.scalar.is_none() => {
                Value::COMMON
            }
            _ if everywhere(Value::is_same_in_wave) => Value::OF_WAVE,
            _ => Value::Any,
        };
        let takes_part = op.lanes.map(|reg| self.state.vector(reg));
        let results: Vec<Value> = (0..words)
            .map(|word| {
                let old = self.state.vectors[usize::from(op.dst.0) + word].lanes;
                let whole = matches!(extend, Extend::Zero | Extend::Sign);
                let new = match whole || old.is_same_in_wave() {
                    true => loaded,
                    false => Value::Any,
                };
                let new = if whole || new == Value::Any {
                    new
                } else {
                    Value::OF_WAVE
                };
                match takes_part {
                    None => new,
                    Some(lanes) if lanes.number().is_some_and(|bits| bits & 1 == 1) => new,
                    Some(lanes) if lanes.is_same() => new.or(old),
                    Some(lanes) if lanes.is_same_in_wave() => new.or(old).of_waves_apart(),
                    Some(_) => Value::Any,
                }
                .within(self.known.shape)
            })
            .collect();
        self.arrive(op.channel, op.dst, &results);
    }

    /// Lanes that should be here may come later, and find something else in memory.
    fn lanes_come_late(&self) -> bool {
        self.state.apart && self.known.barriers
    }

    /// Results of an operation that may be outstanding.
    fn arrive(&mut self, channel: Option<Channel>, dst: VReg, values: &[Value]) {
        let registers = usize::from(dst.0)..usize::from(dst.0) + values.len();
        let before: Vec<_> = self.state.vectors[registers.clone()].to_vec();
        self.write_lanes(dst, values);
        let Some(channel) = channel.filter(|_| !self.known.eager) else {
            return;
        };
        for (register, before) in registers.clone().zip(before) {
            let vector = &mut self.state.vectors[register];
            vector.lanes = vector.lanes.or(before.lanes);
            vector.first = vector.first.or(before.first);
        }
        let arrivals = registers
            .zip(values)
            .map(|(register, &value)| Arrival { register, value });
        self.state.pending.push((channel, arrivals.collect()));
    }

    fn scalar_load(&mut self, load: &ScalarLoad, inst: u32) {
        let index = load.index.map(|reg| self.word(reg));
        let base = [self.word(load.base), self.word(load.base.plus(1))];
        let common = base.into_iter().chain(index).all(Value::is_same);
        let own = self.program.coherent.binary_search(&inst).is_ok();
        let words = usize::from(load.bytes.div_ceil(4));
        let whole = matches!(load.extend, Extend::Zero | Extend::Sign);
        for word in 0..words {
            let dst = load.dst.plus(word as u16);
            let before = self.word(dst);
            let kept = whole || load.bytes >= 4 || before.is_same();
            let loaded = match common && !own && kept {
                true => Value::COMMON,
                false => Value::OF_WAVE,
            };
            self.write_word(dst, loaded);
            if let Some(channel) = load.channel.filter(|_| !self.known.eager) {
                let at = usize::from(dst.0);
                let scalar = &mut self.state.scalars[at];
                scalar.word = scalar.word.or(before);
                let register = self.state.vectors.len() + at;
                let arrival = Arrival {
                    register,
                    value: loaded,
                };
                match self.state.pending.last_mut() {
                    Some((on, arrivals)) if word > 0 && *on == channel => arrivals.push(arrival),
                    _ => self.state.pending.push((channel, vec![arrival])),
                }
            }
        }
    }

    /// What has been waited for is there.
    fn wait(&mut self, channel: Channel, at_most: u16) {
        let program = self.program;
        let in_order =
            (program.channels.get(usize::from(channel.0))).is_none_or(|rule| rule.in_order);
        if at_most > 0 && !in_order {
            return;
        }
        let vectors = self.state.vectors.len();
        let of = |it: &(Channel, Vec<Arrival>)| it.0 == channel;
        let outstanding = self.state.pending.iter().filter(|it| of(it)).count();
        let mut left = outstanding.saturating_sub(at_most.into());
        let mut arrived = Vec::new();
        self.state.pending.retain_mut(|it| {
            let now = of(it) && left > 0;
            if now {
                left -= 1;
                arrived.append(&mut it.1);
            }
            !now
        });
        for Arrival { register, value } in arrived {
            let value = self.overtaken(register, value);
            match register.checked_sub(vectors) {
                None => self.state.vectors[register].lanes = value,
                Some(scalar) => self.state.scalars[scalar].word = value,
            }
        }
    }

    fn cross(&mut self, cross: &CrossOp, uop: &Uop) {
        let whole = self.state.is_whole();
        let late = self.lanes_come_late();
        match *cross {
            CrossOp::ReadFirst { dst, src } => {
                let lanes = self.state.vector(src);
                let word = match whole {
                    true if lanes.is_same_in_wave() => lanes,
                    true => self.first_lane(src),
                    false => Value::OF_WAVE,
                };
                self.write_word(dst, word);
            }
            CrossOp::ReadLane { dst, src, .. } => {
                let lanes = self.state.vector(src);
                let same = whole && lanes.is_same_in_wave();
                self.write_word(dst, if same { lanes } else { Value::OF_WAVE });
            }
            CrossOp::WriteLane { dst, src, lane } => {
                let first = match self.word(lane).number() {
                    Some(0) => self.word(src),
                    Some(lane) if lane < self.known.shape.lanes => self.first_lane(dst),
                    _ => Value::OF_WAVE,
                };
                self.write_one_lane(dst, Some(first));
            }
            CrossOp::Permute { dst, src, index } => {
                let [index, _] = self.source(index, false);
                let lanes = self.state.vector(src);
                let value = match () {
                    () if late => Value::Any,
                    () if whole && lanes.is_same_in_wave() => lanes,
                    () if index.number() == Some(0) => self.first_lane(src),
                    () if index.is_same_in_wave() => Value::OF_WAVE,
                    () => Value::Any,
                };
                self.write_lanes(dst, &[value.within(self.known.shape)]);
            }
            CrossOp::Reduce { dst, .. } => {
                let value = if late { Value::Any } else { Value::OF_WAVE };
                self.write_lanes(dst, &[value.within(self.known.shape)]);
            }
            CrossOp::Scan { .. } | CrossOp::Shuffle(_) => self.write_anything(uop),
        }
    }

    /// Nothing is known of the results.
    fn write_anything(&mut self, uop: &Uop) {
        let mut written = Vec::new();
        uop.for_each_operand(self.known.mask_words, &mut |how, operand| {
            if how == Use::Write {
                written.push(operand);
            }
        });
        for operand in written {
            match operand {
                Operand::Vector(first, count) => {
                    self.arrive(uop.channel(), first, &vec![Value::Any; count.into()]);
                    for register in usize::from(first.0)..usize::from(first.0 + count) {
                        self.state.vectors[register].first =
                            Value::OF_WAVE.within(self.known.shape);
                    }
                }
                Operand::Scalar(first, count) => {
                    (0..count).for_each(|word| self.write_word(first.plus(word), Value::OF_WAVE));
                }
            }
        }
    }
}
