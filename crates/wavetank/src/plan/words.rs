//! Facts in words.

use arch::RegisterView;
use plan::{Agreement, Linear, StepFacts, Value, WaveShape};
use uop::{MaskOp, MemKind, MemOp, RegisterPlace, SReg, Src, Uop, VReg};

/// What registers are called; those that people do not name have no name here either.
pub(super) struct Names<'a>(pub &'a RegisterView);

impl Names<'_> {
    pub fn vector(&self, reg: VReg) -> Option<String> {
        self.find(|place, words| match place {
            RegisterPlace::Vector(first) => (first.0..first.0 + words).contains(&reg.0),
            _ => false,
        })
    }

    pub fn scalar(&self, reg: SReg) -> Option<String> {
        self.find(|place, words| match place {
            RegisterPlace::Scalar(first) => (first.0..first.0 + words).contains(&reg.0),
            RegisterPlace::Mask(first) => first == reg,
            _ => false,
        })
    }

    /// So many vector registers from this one on.
    fn vectors(&self, first: VReg, count: u16) -> Option<String> {
        Some(range(
            self.vector(first)?,
            self.vector(first.plus(count - 1))?,
        ))
    }

    fn scalars(&self, first: SReg, count: u16) -> Option<String> {
        Some(range(
            self.scalar(first)?,
            self.scalar(first.plus(count - 1))?,
        ))
    }

    fn source(&self, src: Src, count: u16) -> Option<String> {
        match src {
            Src::Vector(reg) => self.vectors(reg, count),
            Src::Scalar(reg) => self.scalars(reg, count),
            Src::ScalarPair(reg) => self.scalars(reg, 2),
            Src::None => None,
        }
    }

    fn find(&self, is: impl Fn(RegisterPlace, u16) -> bool) -> Option<String> {
        let mut all = self.0.groups.iter().flat_map(|group| &group.registers);
        let words = |parts: usize, words: u16| words * parts.max(1) as u16;
        let found = all.find(|it| is(it.place, words(it.parts.len(), it.words)));
        found.map(|it| it.name.clone())
    }
}

/// Registers from one to another, as people write them.
fn range(first: String, last: String) -> String {
    let digits = |name: &str| name.find(|c: char| c.is_ascii_digit());
    let (Some(a), Some(b)) = (digits(&first), digits(&last)) else {
        return first;
    };
    let numbers = |name: &str, at: usize| name[at..].bytes().all(|byte| byte.is_ascii_digit());
    let fits = first[..a] == last[..b] && numbers(&first, a) && numbers(&last, b);
    match fits && first != last {
        true => format!("{}[{}:{}]", &first[..a], &first[a..], &last[b..]),
        false => first,
    }
}

/// What is known of one word of a wave, by the name of its register.
pub(super) fn word(name: &str, value: Value, shape: WaveShape) -> Option<String> {
    let common = value.is_same() && shape.waves > 1;
    match value.number() {
        Some(number) => Some(format!("{name} = {}", signed(number))),
        None => common.then(|| format!("{name}: the same in all waves")),
    }
}

/// What is known of a result in all lanes, by the name of its register.
pub(super) fn result(name: &str, value: Value, shape: WaveShape) -> Option<String> {
    let Value::Linear(it) = value else {
        return None;
    };
    Some(match value.number() {
        Some(number) => format!("{name} = {}", signed(number)),
        None if value.is_same() => format!("{name}: the same in all lanes"),
        None if value.is_same_in_wave() => format!("{name}: the same in all lanes of a wave"),
        None => match formula(it, shape) {
            Some(formula) => format!("{name} = {formula}"),
            None => format!("{name}: counts from lane to lane"),
        },
    })
}

/// In terms of lanes and waves; what is not known is left open.
fn formula(it: Linear, shape: WaveShape) -> Option<String> {
    let mut terms = Vec::new();
    let mut add = |number: u32, what: &str| match number {
        0 => {}
        1 => terms.push(what.to_string()),
        number => terms.push(format!("{}*{what}", signed(number))),
    };
    add(it.lane?, "lane");
    match it.wave {
        Some(number) if shape.waves > 1 => add(number, "wave"),
        _ => {}
    }
    match it.first {
        Some(0) => {}
        Some(first) => terms.push(signed(first)),
        None => terms.push("...".into()),
    }
    Some(terms.join(" + ").replace("+ -", "- "))
}

/// Addresses and bits are read more easily in hexadecimal.
fn signed(number: u32) -> String {
    match number as i32 {
        small @ -0xffff..=0xffff => small.to_string(),
        _ => format!("{number:#x}"),
    }
}

/// The accesses of lanes are one run of bytes, or all of the same ones.
pub(super) fn is_run(op: &MemOp, address: Value) -> bool {
    match address {
        Value::Linear(it) => matches!(it.lane, Some(by) if by == 0 || by == u32::from(op.bytes)),
        Value::Any => false,
    }
}

/// Which bytes lanes go to.
pub(super) fn access(names: &Names<'_>, op: &MemOp, address: Value, lanes: u32) -> Option<String> {
    let Value::Linear(Linear { lane: Some(by), .. }) = address else {
        return None;
    };
    let mut place = Vec::new();
    place.extend(op.addr.scalar.and_then(|reg| names.scalars(reg, 2)));
    place.extend(names.source(op.addr.base, if op.addr.wide { 2 } else { 1 }));
    if op.addr.offset != 0 || place.is_empty() {
        place.push(op.addr.offset.to_string());
    }
    let place = place.join(" + ").replace("+ -", "- ");
    let unit = match op.bytes {
        4 => "word".to_string(),
        bytes => format!("piece of {bytes} bytes"),
    };
    let units = unit
        .replacen("word", "words", 1)
        .replacen("piece", "pieces", 1);
    let bytes = u32::from(op.bytes);
    let what = match by {
        0 => format!("one {unit} at {place} for all lanes"),
        by if by == bytes => format!("{lanes} {units} at {place}"),
        by => format!("{lanes} {units} at {place}, {} bytes apart", signed(by)),
    };
    let words = u16::from(op.bytes.div_ceil(4));
    let data = match op.kind {
        MemKind::Load(_) => names
            .vectors(op.dst, words)
            .map(|name| format!("{name} = {what}")),
        MemKind::Store { .. } => names
            .vectors(op.data, words)
            .map(|name| format!("{what} = {name}")),
        MemKind::Atomic { .. } => None,
    };
    Some(data.unwrap_or(what))
}

/// Who goes which way from here.
pub(super) fn way(uop: &Uop, facts: &StepFacts, shape: WaveShape) -> Option<&'static str> {
    let parts = !matches!(uop, Uop::Mask(MaskOp::Else { .. } | MaskOp::EndLoop { .. }));
    Some(match facts.way? {
        Agreement::OfLane if parts => "lanes may part",
        Agreement::OfLane | Agreement::OfWave if shape.waves > 1 => "waves may part",
        Agreement::Common if parts => "all go the same way",
        _ => return None,
    })
}
