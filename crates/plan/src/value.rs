//! What is known of a value: the same everywhere, counting from lane to lane, or nothing.
//!
//! This is the lattice that all passes share, and how operations go through it. The less is known,
//! the lower a value stands: a number that is known, one that counts by known steps from a start that
//! is not, one that counts somehow, any.

use op::{Op, ScalarFn};

/// What lane `l` of wave `w` of a workgroup holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Nothing is known.
    Any,
    /// It counts.
    Linear(Linear),
}

/// `first + wave * w + lane * l`, wrapping.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Linear {
    /// What lane 0 of wave 0 holds, if it is known before the launch and in every workgroup the same.
    pub first: Option<u32>,
    /// How much more the first lane of each wave holds than that of the wave before it. If this is not
    /// known, nothing is said of waves together.
    pub wave: Option<u32>,
    /// How much more each lane holds than the one before it. If this is not known, it is some number.
    pub lane: Option<u32>,
}

/// Waves of a workgroup and their lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WaveShape {
    /// Lanes of a wave.
    pub lanes: u32,
    /// Waves of a workgroup.
    pub waves: u32,
}

impl Value {
    /// A number that is the same everywhere, and not known.
    pub const COMMON: Value = Value::linear(None, Some(0), Some(0));
    /// One number for each wave.
    pub const OF_WAVE: Value = Value::linear(None, None, Some(0));

    /// It counts from lane to lane, by some step from some start.
    pub const COUNTS: Value = Value::linear(None, None, None);

    const fn linear(first: Option<u32>, wave: Option<u32>, lane: Option<u32>) -> Value {
        Value::Linear(Linear { first, wave, lane })
    }

    /// It counts from a number on that is not known.
    pub const fn counting(wave: u32, lane: u32) -> Value {
        Value::linear(None, Some(wave), Some(lane))
    }

    /// This number everywhere.
    pub const fn constant(number: u32) -> Value {
        Value::linear(Some(number), Some(0), Some(0))
    }

    /// The number, if it is the same everywhere and known.
    pub fn number(self) -> Option<u32> {
        self.filter(|it| it.wave == Some(0) && it.lane == Some(0))?
            .first
    }

    /// All lanes of a wave hold the same.
    pub fn is_same_in_wave(self) -> bool {
        self.filter(|it| it.lane == Some(0)).is_some()
    }

    /// All lanes of all waves of a workgroup hold the same.
    pub fn is_same(self) -> bool {
        let same = |it: &Linear| it.lane == Some(0) && it.wave == Some(0);
        self.filter(same).is_some()
    }

    /// What each lane holds follows from its number and that of its wave alone.
    pub fn is_known(self) -> bool {
        let known = |it: &Linear| it.first.is_some() && it.lane.is_some();
        self.filter(known).is_some()
    }

    /// What is known, where this is and something is.
    fn filter(self, is: impl Fn(&Linear) -> bool) -> Option<Linear> {
        match self {
            Value::Any => None,
            Value::Linear(it) => Some(it).filter(is),
        }
    }

    /// What a lane holds, if that is known.
    fn at(self, wave: u32, lane: u32) -> Option<u32> {
        let it = self.filter(|_| true)?;
        let more = it.wave?.wrapping_mul(wave);
        let more = more.wrapping_add(it.lane?.wrapping_mul(lane));
        Some(it.first?.wrapping_add(more))
    }

    /// The value that lanes hold, wave by wave, so many of each.
    pub fn of(lanes: &[u32], each: usize) -> Value {
        let of_wave = |words: &[u32]| crate::Affine::of(words);
        let waves: Option<Vec<_>> = lanes.chunks(each.max(1)).map(of_wave).collect();
        let Some(waves) = waves.filter(|waves| !waves.is_empty()) else {
            return Value::Any;
        };
        // A single lane counts by any step.
        let several = lanes.chunks(each.max(1)).map(|words| words.len() > 1);
        let steps = waves.iter().zip(several).filter(|(_, several)| *several);
        let mut steps = steps.map(|(wave, _)| wave.step);
        let step = steps.next().unwrap_or(0);
        let lane = steps.all(|other| other == step).then_some(step);
        let firsts: Vec<u32> = waves.iter().map(|wave| wave.first).collect();
        match crate::Affine::of(&firsts) {
            Some(by) => Value::linear(Some(by.first), Some(by.step), lane),
            None => Value::linear(None, None, lane),
        }
    }

    /// What lane 0 holds, as a number of the wave.
    pub fn in_first_lane(self) -> Value {
        match self {
            Value::Any => Value::OF_WAVE,
            Value::Linear(it) => Value::Linear(Linear {
                lane: Some(0),
                ..it
            }),
        }
    }

    /// The one or the other, in all lanes of all waves.
    pub fn or(self, other: Value) -> Value {
        let (Value::Linear(a), Value::Linear(b)) = (self, other) else {
            return Value::Any;
        };
        let both = |a: Option<u32>, b| a.filter(|_| a == b);
        let wave = both(a.wave, b.wave);
        let first = wave.and_then(|_| both(a.first, b.first));
        Value::linear(first, wave, both(a.lane, b.lane))
    }

    /// Some lanes hold what others held at another time.
    pub fn of_lanes_apart(self) -> Value {
        if self.is_known() { self } else { Value::Any }
    }

    /// Some waves hold what others held at another time.
    pub fn of_waves_apart(self) -> Value {
        match self {
            Value::Linear(it) if !self.is_known() => Value::linear(None, None, it.lane),
            known => known,
        }
    }

    /// What is said of waves together is true where there is only one.
    pub fn within(self, shape: WaveShape) -> Value {
        match self {
            Value::Linear(it) if shape.waves == 1 => Value::linear(it.first, Some(0), it.lane),
            other => other,
        }
    }

    /// A number that lanes do not agree about makes any of what it is used for; others keep what `f`
    /// finds, for the same waves.
    fn each(self, other: Value, f: impl Fn(u32, u32) -> u32) -> Value {
        let (Value::Linear(a), Value::Linear(b)) = (self, other) else {
            return Value::Any;
        };
        let both = |a: Option<u32>, b: Option<u32>| Some(f(a?, b?));
        let wave = both(a.wave, b.wave);
        let first = wave.and_then(|_| both(a.first, b.first));
        Value::linear(first, wave, both(a.lane, b.lane))
    }

    fn plus(self, other: Value) -> Value {
        self.each(other, u32::wrapping_add)
    }

    fn minus(self, other: Value) -> Value {
        self.each(other, u32::wrapping_sub)
    }

    fn times(self, other: Value) -> Value {
        let rank = |it: Value| (it.number().is_some(), it.is_same_in_wave());
        let (counts, by) = match rank(other) >= rank(self) {
            true => (self, other),
            false => (other, self),
        };
        let (Value::Linear(it), true) = (counts, by.is_same_in_wave()) else {
            return Value::Any;
        };
        if let Some(number) = by.number() {
            let scaled = |part: Option<u32>| Some(part?.wrapping_mul(number));
            return Value::linear(scaled(it.first), scaled(it.wave), scaled(it.lane));
        }
        let lane = it.lane.filter(|step| *step == 0);
        let wave = it.wave.filter(|step| *step == 0 && by.is_same());
        Value::linear(None, wave, lane)
    }

    /// `self << by`, as `op` shifts.
    fn shifted(self, op: Op, by: Value) -> Value {
        let factor = match by.number() {
            Some(by) => Value::constant(op.eval([1, by.into(), 0]) as u32),
            None => by.somehow(),
        };
        self.times(factor)
    }

    /// A number made of it in some way.
    fn somehow(self) -> Value {
        match self {
            same if same.is_same() => Value::COMMON,
            same if same.is_same_in_wave() => Value::OF_WAVE,
            _ => Value::Any,
        }
    }
}

/// What the low word of a result is where the operation keeps values that count, of low words alone.
pub(crate) fn linear(op: Op, [a, b, c]: [Value; 3]) -> Value {
    use Op::*;
    match op {
        MovB32 => a,
        AddU32 | AddU64 | AddU64U32 | AddWideU32 => a.plus(b),
        Add3U32 => a.plus(b).plus(c),
        SubU32 => a.minus(b),
        RsubU32 => b.minus(a),
        MulU32 | MulWideU32 => a.times(b),
        MadU32 | MadWideU32 => a.times(b).plus(c),
        ShlB32 | ShlFullB32 | ShlB64 => a.shifted(op, b),
        ShlAddU32 | ShlAddU64 => a.shifted(op, b).plus(c),
        AddShlU32 => a.plus(b).shifted(ShlB32, c),
        _ => Value::Any,
    }
}

/// One of two values, as a third one says.
fn chosen(by: Value, yes: Value, no: Value) -> Value {
    let either = yes.or(no);
    match by {
        by if by.is_same() => either,
        by if by.is_same_in_wave() => either.of_waves_apart(),
        _ => either.of_lanes_apart(),
    }
}

/// The low and the high word of what an operation makes of these words.
pub(crate) fn apply(op: Op, args: [[Value; 2]; 3], call: ScalarFn, shape: WaveShape) -> [Value; 2] {
    let signature = op.signature();
    let sources = signature.args.iter().zip(&args);
    let words = sources.flat_map(|(ty, arg)| &arg[..ty.registers()]);
    let words: Vec<Value> = words.copied().collect();
    if words.iter().all(|word| word.is_known()) {
        return evaluate(&args, call, shape);
    }
    let all = words.iter().fold(Value::constant(0), |all, word| {
        match (all.somehow(), word.somehow()) {
            (Value::Any, _) | (_, Value::Any) => Value::Any,
            (a, b) if a.is_same() && b.is_same() => Value::COMMON,
            _ => Value::OF_WAVE,
        }
    });
    let low = args.map(|[low, _]| low);
    let counts = match op {
        Op::SelectB32 => chosen(low[0], low[1], low[2]),
        Op::MovB64 => low[0],
        _ => linear(op, low),
    };
    let low = match counts {
        Value::Any => all,
        counts => counts,
    };
    [low, all]
}

/// The same where every word is known, lane by lane.
fn evaluate(args: &[[Value; 2]; 3], call: ScalarFn, shape: WaveShape) -> [Value; 2] {
    let at = |wave: u32, lane: u32| {
        let word = |value: Value| u64::from(value.at(wave, lane).unwrap_or(0));
        let [a, b, c] = args.map(|[low, high]| word(high) << 32 | word(low));
        call(a, b, c)
    };
    let mut each = args.iter().flatten();
    if each.all(|value| !value.is_known() || value.is_same()) {
        let result = at(0, 0);
        return [result as u32, (result >> 32) as u32].map(Value::constant);
    }
    let lanes = (0..shape.waves).flat_map(|w| (0..shape.lanes).map(move |l| (w, l)));
    let results: Vec<u64> = lanes.map(|(w, l)| at(w, l)).collect();
    [0, 32].map(|shift| {
        let words: Vec<u32> = results.iter().map(|it| (it >> shift) as u32).collect();
        Value::of(&words, shape.lanes as usize)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHAPE: WaveShape = WaveShape { lanes: 4, waves: 2 };
    const THREAD: Value = Value::linear(Some(0), Some(4), Some(1));

    fn result(op: Op, args: &[Value]) -> Value {
        let mut all = [[Value::constant(0); 2]; 3];
        for (to, &value) in all.iter_mut().zip(args) {
            to[0] = value;
        }
        apply(op, all, op.scalar(), SHAPE)[0]
    }

    #[test]
    fn sums_and_products_with_numbers_keep_counting() {
        let four = Value::constant(4);
        let scaled = result(Op::MulU32, &[THREAD, four]);
        assert_eq!(scaled, Value::linear(Some(0), Some(16), Some(4)));
        let moved = result(Op::AddU32, &[scaled, Value::COMMON]);
        assert_eq!(moved, Value::linear(None, Some(16), Some(4)));
        let of_wave = result(Op::AddU32, &[moved, Value::OF_WAVE]);
        assert_eq!(of_wave, Value::linear(None, None, Some(4)));
        let by_some = result(Op::ShlB32, &[THREAD, Value::COMMON]);
        assert_eq!(by_some, Value::linear(None, None, None));
        assert_eq!(result(Op::MulU32, &[moved, moved]), Value::Any);
    }

    #[test]
    fn what_is_known_is_computed_in_every_lane() {
        let half = result(Op::ShrU32, &[THREAD, Value::constant(2)]);
        assert_eq!(half, Value::linear(Some(0), Some(1), Some(0)));
        let lane = result(Op::AndB32, &[THREAD, Value::constant(3)]);
        assert_eq!(lane, Value::linear(Some(0), Some(0), Some(1)));
        assert_eq!(result(Op::XorB32, &[THREAD, THREAD]).number(), Some(0));
        let squares = result(Op::MulU32, &[THREAD, THREAD]);
        assert_eq!(squares, Value::Any);
    }

    #[test]
    fn any_function_of_common_numbers_is_common() {
        let product = result(Op::MulF32, &[Value::COMMON, Value::constant(7)]);
        assert_eq!(product, Value::COMMON);
        let product = result(Op::MulF32, &[Value::COMMON, Value::OF_WAVE]);
        assert_eq!(product, Value::OF_WAVE);
        assert_eq!(result(Op::MulF32, &[Value::COMMON, THREAD]), Value::Any);
    }

    #[test]
    fn ways_that_meet_leave_what_both_say() {
        let (a, b) = (THREAD, result(Op::AddU32, &[THREAD, Value::constant(1)]));
        assert_eq!(a.or(b), Value::linear(None, Some(4), Some(1)));
        assert_eq!(a.or(Value::Any), Value::Any);
        assert_eq!(a.or(b).of_lanes_apart(), Value::Any);
        assert_eq!(a.or(b).of_waves_apart(), Value::linear(None, None, Some(1)));
        assert_eq!(a.of_lanes_apart(), a);
    }
}
