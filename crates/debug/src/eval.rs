//! What expressions mean at one moment of a run.

use crate::expr::{Binary, Expr, Subscript, Unary};
use crate::look::{self, LookMemory};
use crate::points::block_bits;
use crate::subject::{Argument, Subject};
use crate::value::Value;
use arch::{RegisterFormat, RegisterName};
use kernel::Type;
use std::ops::RangeInclusive;
use uop::{Block, LookWave, RegisterPlace, Space};

/// Names that mean something on every machine.
pub const BUILT_IN: &[&str] = &["pc", "wave", "lane", "wg", "time", "local", "private"];

/// Slices of more elements than this are asked for by mistake.
const MAX_ELEMENTS: u64 = 1 << 20;

/// The moment and the point of view.
#[derive(Clone, Copy)]
pub struct Scope<'s> {
    pub subject: &'s Subject,
    pub wave: Option<&'s dyn LookWave>,
    pub lane: usize,
    pub memory: &'s dyn LookMemory,
    /// Instructions issued so far.
    pub time: u64,
}

/// Something that has a place, so that it can be shown whole, set and watched.
#[derive(Clone, Debug, PartialEq)]
pub enum Thing {
    Registers(Vec<RegisterSlice>),
    Exec,
    Elements(Elements),
}

/// One register, or one part of it, in some lanes.
#[derive(Clone, Debug, PartialEq)]
pub struct RegisterSlice {
    pub name: String,
    pub place: RegisterPlace,
    pub words: u16,
    pub format: RegisterFormat,
    /// All lanes where nobody says.
    pub lanes: Option<RangeInclusive<usize>>,
}

/// Where an array lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Store {
    Memory(Space),
    Register(Block),
}

/// Elements of an array in memory, or of a register that is one.
#[derive(Clone, Debug, PartialEq)]
pub struct Elements {
    pub name: String,
    pub ty: Type,
    /// Nobody said what the bits mean: they are shown as what they look like.
    pub untyped: bool,
    pub of: Store,
    pub addresses: Vec<u64>,
    /// Dimensions of what was asked for; none for a single element.
    pub dims: Vec<u64>,
}

/// What `print` shows.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    One(Value),
    Tuple(Vec<Value>),
    Registers(Vec<Row>),
    Array {
        elements: Box<Elements>,
        values: Vec<Value>,
    },
}

/// A register, in one or more lanes.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub name: String,
    /// The lane of the first value; none for a scalar.
    pub first: Option<usize>,
    pub values: Vec<Value>,
}

impl<'s> Scope<'s> {
    fn wave(&self) -> Result<&'s dyn LookWave, String> {
        let name = &self.subject.registers.wave;
        self.wave.ok_or_else(|| format!("no {name} is under way"))
    }

    /// The value of an expression as `print` shows it.
    pub fn answer(&self, expr: &Expr) -> Result<Answer, String> {
        if let Some(thing) = self.thing(expr)? {
            return self.whole(&thing);
        }
        self.eval(expr)
    }

    /// Everything that a thing holds.
    pub fn whole(&self, thing: &Thing) -> Result<Answer, String> {
        match thing {
            Thing::Exec => Ok(Answer::One(mask_value(self.wave()?.exec(), self.wave()?))),
            Thing::Registers(slices) => {
                let wave = self.wave()?;
                let rows = slices.iter().map(|slice| row(wave, slice));
                Ok(Answer::Registers(rows.collect()))
            }
            Thing::Elements(elements) => {
                let values = elements.addresses.iter();
                let values = values.map(|&at| self.element_of(elements, at));
                Ok(Answer::Array {
                    values: values.collect::<Result<_, _>>()?,
                    elements: Box::new(elements.clone()),
                })
            }
        }
    }

    fn element_of(&self, elements: &Elements, at: u64) -> Result<Value, String> {
        let ty = elements.ty;
        let value = match elements.of {
            Store::Memory(space) => self.element(space, ty, at)?,
            Store::Register(_) => {
                let bits = block_bits(elements, self.wave()?, at);
                let bits = bits.ok_or_else(|| format!("{} is not known", elements.name))?;
                Value::Element { ty, bits }
            }
        };
        Ok(match value {
            Value::Element { ty, bits } if elements.untyped => Value::Bits {
                bits,
                bytes: ty.size() as u8,
                format: RegisterFormat::Guess,
            },
            typed => typed,
        })
    }

    /// An element of memory.
    pub fn element(&self, space: Space, ty: Type, address: u64) -> Result<Value, String> {
        let mut bytes = [0; 8];
        let wave = self.wave.map(|wave| (wave, self.lane));
        look::read(self.memory, wave, space, address, &mut bytes[..ty.size()])?;
        let bits = u64::from_le_bytes(bytes);
        Ok(Value::Element { ty, bits })
    }

    /// The place that an expression names, if it names one.
    pub fn thing(&self, expr: &Expr) -> Result<Option<Thing>, String> {
        match expr {
            Expr::Name(name) => self.named(name, None),
            Expr::Index(name, subscripts) => {
                let thing = self.named(name, Some(subscripts))?;
                thing.map(Some).ok_or_else(|| self.unknown(name))
            }
            Expr::Unary(Unary::Load, address) => {
                let address = self.number(address)?.integer();
                let address = address.ok_or("an address is an integer")? as u64;
                let name = format!("*{address:#x}");
                Ok(Some(Thing::Elements(Elements {
                    name,
                    ty: Type::U32,
                    untyped: true,
                    of: Store::Memory(Space::Global),
                    addresses: vec![address],
                    dims: Vec::new(),
                })))
            }
            _ => Ok(None),
        }
    }

    fn named(&self, name: &str, subscripts: Option<&[Subscript]>) -> Result<Option<Thing>, String> {
        let subject = self.subject;
        let (base, part) = match name.rsplit_once('.') {
            Some((base, part)) if subject.register(name).is_none() => (base, Some(part)),
            _ => (name, None),
        };
        if let Some(register) = subject.register(base) {
            if let RegisterPlace::Block(block) = register.place {
                let elements = self.block(register, block, part, subscripts)?;
                return Ok(Some(Thing::Elements(elements)));
            }
            let lanes = subscripts.map(|s| self.lanes(register, s)).transpose()?;
            return Ok(Some(Thing::Registers(slices(register, part, lanes)?)));
        }
        if name.eq_ignore_ascii_case(&subject.registers.exec) && subscripts.is_none() {
            return Ok(Some(Thing::Exec));
        }
        if let Some(argument) = subject.argument(name) {
            let elements = self.elements(argument, subscripts)?;
            return Ok(Some(Thing::Elements(elements)));
        }
        if let Some(space) = space_named(name)
            && let Some(subscripts) = subscripts
        {
            return self.bytes_of(name, space, subscripts).map(Some);
        }
        let family = subject
            .registers
            .groups
            .iter()
            .find(|group| group.prefix.as_deref() == Some(base));
        if let (Some(group), Some([subscript])) = (family, subscripts) {
            let range = self.range(subscript, group.registers.len() as u64)?;
            let registers: Vec<&RegisterName> =
                range.map(|n| &group.registers[n as usize]).collect();
            if let [register] = registers[..]
                && let RegisterPlace::Block(block) = register.place
            {
                let elements = self.block(register, block, part, None)?;
                return Ok(Some(Thing::Elements(elements)));
            }
            let is_array = |r: &&RegisterName| matches!(r.place, RegisterPlace::Block(_));
            if let Some(array) = registers.iter().find(|register| is_array(register)) {
                return Err(format!(
                    "{base} registers are arrays: choose one, as in `{}[0:7]`",
                    array.name
                ));
            }
            let registers = registers.into_iter();
            let slices = registers.map(|register| slices(register, part, None));
            let slices: Result<Vec<_>, String> = slices.collect();
            return Ok(Some(Thing::Registers(slices?.concat())));
        }
        Ok(None)
    }

    fn lanes(
        &self,
        register: &RegisterName,
        subscripts: &[Subscript],
    ) -> Result<RangeInclusive<usize>, String> {
        let name = &register.name;
        if matches!(register.place, RegisterPlace::Scalar(_)) {
            return Err(format!(
                "{name} is one value for the whole wave: it has no lanes"
            ));
        }
        let [subscript] = subscripts else {
            return Err(format!("{name} takes one index, the lane"));
        };
        let range = self.range(subscript, self.subject.lanes.into());
        let range = range.map_err(|error| format!("{name}: {error}"))?;
        Ok(*range.start() as usize..=*range.end() as usize)
    }

    /// The indices that a subscript means, all below `count`.
    fn range(&self, subscript: &Subscript, count: u64) -> Result<RangeInclusive<u64>, String> {
        let index = |expr: &Expr| {
            let value = self.number(expr)?.integer();
            value.ok_or_else(|| "an index is an integer".to_string())
        };
        let last = i128::from(count) - 1;
        let (from, to) = match subscript {
            Subscript::One(expr) => {
                let index = index(expr)?;
                (index, index)
            }
            Subscript::Range(from, to) => (
                from.as_ref().map_or(Ok(0), index)?,
                to.as_ref().map_or(Ok(last), index)?,
            ),
        };
        match (0..=last).contains(&from) && (0..=last).contains(&to) && from <= to {
            true => Ok(from as u64..=to as u64),
            false if from > to => Err(format!("the range {from}:{to} is empty")),
            false => {
                let bad = if (0..=last).contains(&from) { to } else { from };
                Err(format!("index {bad} is not between 0 and {last}"))
            }
        }
    }

    fn elements(
        &self,
        argument: &Argument,
        subscripts: Option<&[Subscript]>,
    ) -> Result<Elements, String> {
        let name = &argument.name;
        let (indices, dims) = self.indices(name, argument.shape.dims(), subscripts)?;
        let size = argument.ty.size() as u64;
        Ok(Elements {
            name: name.clone(),
            ty: argument.ty,
            untyped: false,
            of: Store::Memory(Space::Global),
            addresses: (indices.iter())
                .map(|i| argument.address + i * size)
                .collect(),
            dims,
        })
    }

    /// Elements of a register that is an array; its part says their type: `tr3.f16[2,:]`.
    fn block(
        &self,
        register: &RegisterName,
        block: Block,
        part: Option<&str>,
        subscripts: Option<&[Subscript]>,
    ) -> Result<Elements, String> {
        let name = &register.name;
        let ty = match part {
            None => None,
            Some(part) => Some(Type::from_name(part).ok_or_else(|| {
                format!("{name} has no part `{part}`; a type says how to look at it: `{name}.f32`")
            })?),
        };
        let untyped = ty.is_none();
        let ty = ty.unwrap_or(Type::U32);
        let size = ty.size() as u64;
        let per_row = u64::from(block.row) / size;
        let all = match u64::from(block.bytes / block.row) {
            1 => vec![per_row],
            rows => vec![rows, per_row],
        };
        let (indices, dims) = self.indices(name, &all, subscripts)?;
        Ok(Elements {
            name: match part {
                Some(part) => format!("{name}.{part}"),
                None => name.clone(),
            },
            ty,
            untyped,
            of: Store::Register(block),
            addresses: indices.iter().map(|i| i * size).collect(),
            dims,
        })
    }

    /// The elements that subscripts choose of an array of these dimensions, counted from its
    /// start, and the dimensions of what is chosen.
    fn indices(
        &self,
        name: &str,
        all: &[u64],
        subscripts: Option<&[Subscript]>,
    ) -> Result<(Vec<u64>, Vec<u64>), String> {
        let given = subscripts.unwrap_or(&[]);
        // One index into an array of several dimensions counts its elements.
        let flat = given.len() == 1 && all.len() > 1;
        let dims = match flat {
            true => vec![all.iter().product()],
            false => all.to_vec(),
        };
        if given.len() > dims.len() {
            let (given, has) = (given.len(), dims.len());
            return Err(format!("{name} has {has} dimensions, not {given}"));
        }
        let mut ranges = Vec::new();
        let mut result = Vec::new();
        for (i, &dim) in dims.iter().enumerate() {
            let range = match given.get(i) {
                Some(subscript) => self
                    .range(subscript, dim)
                    .map_err(|error| format!("{name}: {error}"))?,
                None => 0..=dim.saturating_sub(1),
            };
            if !matches!(given.get(i), Some(Subscript::One(_))) {
                result.push(range.end() - range.start() + 1);
            }
            ranges.push(range);
        }
        let count: u64 = ranges.iter().map(|r| r.end() - r.start() + 1).product();
        if count > MAX_ELEMENTS {
            return Err(format!(
                "{count} elements are too many to show: give a range"
            ));
        }
        let mut indices = vec![0u64];
        for (range, dim) in ranges.iter().zip(&dims) {
            let each = |&at: &u64| range.clone().map(move |i| at * dim + i);
            indices = indices.iter().flat_map(each).collect();
        }
        Ok((indices, result))
    }

    /// `local[16]`: the word at a byte offset of a memory that starts at zero.
    fn bytes_of(
        &self,
        name: &str,
        space: Space,
        subscripts: &[Subscript],
    ) -> Result<Thing, String> {
        let [subscript] = subscripts else {
            return Err(format!("{name} takes one index, a byte offset"));
        };
        let range = self.range(subscript, 1 << 32)?;
        let count = (range.end() - range.start()) / 4 + 1;
        if count > MAX_ELEMENTS {
            return Err(format!("{count} words are too many to show"));
        }
        Ok(Thing::Elements(Elements {
            name: name.into(),
            ty: Type::U32,
            untyped: true,
            of: Store::Memory(space),
            addresses: range.clone().step_by(4).collect(),
            dims: match subscript {
                Subscript::One(_) => Vec::new(),
                Subscript::Range(..) => vec![count],
            },
        }))
    }

    /// The value of an expression, one number or a tuple of them.
    fn eval(&self, expr: &Expr) -> Result<Answer, String> {
        let one = |value| Ok(Answer::One(value));
        let int = |n: i128| one(Value::Int(n));
        match expr {
            Expr::Number(value) => one(*value),
            Expr::Tuple(items) => {
                let items = items.iter().map(|item| self.number(item));
                items.collect::<Result<_, _>>().map(Answer::Tuple)
            }
            Expr::Address(name) => int(self.address(name)?.into()),
            Expr::Call(name, argument) => self.call(name, argument),
            Expr::Unary(Unary::Load, _) | Expr::Index(..) => {
                let thing = self.thing(expr)?.ok_or("nothing to load")?;
                one(self.single(&thing)?)
            }
            Expr::Unary(operator, of) => {
                let value = self.number(of)?;
                match (operator, value.number(Value::Int(0))) {
                    (Unary::Not, _) => int((!value.truth()).into()),
                    (Unary::Minus, Value::Float(x)) => one(Value::Float(-x)),
                    (Unary::Minus, Value::Int(n)) => int(-n),
                    (_, Value::Int(n)) => int(!n),
                    _ => Err("`~` takes an integer".into()),
                }
            }
            Expr::Binary(operator, left, right) => self.binary(*operator, left, right),
            Expr::Name(name) => match name.as_str() {
                "pc" => {
                    let inst = self.subject.inst_of(self.wave()?.step());
                    let address = inst.map_or(0, |inst| inst.address);
                    one(Value::Bits {
                        bits: address,
                        bytes: if address > u32::MAX.into() { 8 } else { 4 },
                        format: RegisterFormat::Hex,
                    })
                }
                "wave" => int(self.wave()?.number().into()),
                "lane" => int(self.lane as i128),
                "time" => int(self.time.into()),
                "wg" => {
                    let group = self.wave()?.group();
                    let group = group.iter().map(|&n| Value::Int(n.into()));
                    Ok(Answer::Tuple(group.collect()))
                }
                _ => match self.named(name, None)? {
                    Some(thing) => one(self.single(&thing)?),
                    None => match self.label(name) {
                        Some(address) => int(address.into()),
                        None => Err(self.unknown(name)),
                    },
                },
            },
        }
    }

    /// One number: a register of lanes stands for its value in the selected lane.
    pub fn number(&self, expr: &Expr) -> Result<Value, String> {
        match self.eval(expr)? {
            Answer::One(value) => Ok(value),
            _ => Err("expected one number, found several".into()),
        }
    }

    pub fn truth(&self, expr: &Expr) -> Result<bool, String> {
        self.number(expr).map(Value::truth)
    }

    fn single(&self, thing: &Thing) -> Result<Value, String> {
        if let Thing::Registers(slices) = thing
            && let [slice] = &slices[..]
            && slice.lanes.is_none()
            && !matches!(slice.place, RegisterPlace::Scalar(_))
        {
            let wave = self.wave()?;
            if let RegisterPlace::Mask(reg) = slice.place {
                return Ok(mask_value(wave.mask(reg), wave));
            }
            return Ok(lane_value(wave, slice, self.lane));
        }
        let several = |what: &str, example: &str| {
            let message = format!("{what} is several values: choose one, as in `{example}`");
            Err(message)
        };
        match self.whole(thing)? {
            Answer::One(value) => Ok(value),
            Answer::Registers(rows) => match &rows[..] {
                [row] if row.values.len() == 1 => Ok(row.values[0]),
                [row, ..] => several("this", &row.name),
                [] => Err("nothing is selected".into()),
            },
            Answer::Array { values, .. } if values.len() == 1 => Ok(values[0]),
            _ => several("an array", "name[0]"),
        }
    }

    fn binary(&self, operator: Binary, left: &Expr, right: &Expr) -> Result<Answer, String> {
        let int = |n: i128| Ok(Answer::One(Value::Int(n)));
        let bool = |b: bool| int(b.into());
        match operator {
            Binary::And => {
                return bool(self.truth(left)? && self.truth(right)?);
            }
            Binary::Or => return bool(self.truth(left)? || self.truth(right)?),
            _ => {}
        }
        let (a, b) = match (self.eval(left)?, self.eval(right)?) {
            (Answer::One(a), Answer::One(b)) => (a, b),
            (Answer::Tuple(a), Answer::Tuple(b)) => {
                let numbers = |all: Vec<Value>| -> Vec<Option<i128>> {
                    all.into_iter().map(Value::integer).collect()
                };
                let same = numbers(a) == numbers(b);
                return match operator {
                    Binary::Equal => bool(same),
                    Binary::NotEqual => bool(!same),
                    _ => Err("places can be compared with `==` and `!=` only".into()),
                };
            }
            _ => return Err("a place such as (1,0,0) compares with a place only".into()),
        };
        match (a.number(b), b.number(a)) {
            (Value::Int(a), Value::Int(b)) => {
                let nonzero = |b: i128| match b {
                    0 => Err("division by zero".to_string()),
                    b => Ok(b),
                };
                let result = match operator {
                    Binary::Equal => return bool(a == b),
                    Binary::NotEqual => return bool(a != b),
                    Binary::Less => return bool(a < b),
                    Binary::LessEqual => return bool(a <= b),
                    Binary::Greater => return bool(a > b),
                    Binary::GreaterEqual => return bool(a >= b),
                    Binary::BitOr => Some(a | b),
                    Binary::BitXor => Some(a ^ b),
                    Binary::BitAnd => Some(a & b),
                    Binary::ShiftLeft => u32::try_from(b).ok().filter(|&b| b < 64).map(|b| a << b),
                    Binary::ShiftRight => u32::try_from(b).ok().filter(|&b| b < 64).map(|b| a >> b),
                    Binary::Add => a.checked_add(b),
                    Binary::Sub => a.checked_sub(b),
                    Binary::Mul => a.checked_mul(b),
                    Binary::Div => a.checked_div(nonzero(b)?),
                    Binary::Rem => a.checked_rem(nonzero(b)?),
                    Binary::And | Binary::Or => None,
                };
                let in_range = |n: &i128| n.unsigned_abs() < 1 << 96;
                int(result.filter(in_range).ok_or("the result is too large")?)
            }
            (a, b) => {
                let float = |value: Value| match value {
                    Value::Int(n) => n as f64,
                    Value::Float(x) => x,
                    _ => f64::NAN,
                };
                let (a, b) = (float(a), float(b));
                let result = match operator {
                    Binary::Equal => return bool(a == b),
                    Binary::NotEqual => return bool(a != b),
                    Binary::Less => return bool(a < b),
                    Binary::LessEqual => return bool(a <= b),
                    Binary::Greater => return bool(a > b),
                    Binary::GreaterEqual => return bool(a >= b),
                    Binary::Add => a + b,
                    Binary::Sub => a - b,
                    Binary::Mul => a * b,
                    Binary::Div => a / b,
                    Binary::Rem => a % b,
                    _ => return Err("bits are taken of integers, not of floats".into()),
                };
                Ok(Answer::One(Value::Float(result)))
            }
        }
    }

    /// `f32(x)` reads bits as a type; `any` and `all` ask every active lane.
    fn call(&self, name: &str, argument: &Expr) -> Result<Answer, String> {
        let wave_active = || -> Result<Vec<usize>, String> {
            let exec = self.wave()?.exec();
            Ok((0..64).filter(|lane| exec >> lane & 1 != 0).collect())
        };
        let at = |lane: usize| Scope { lane, ..*self }.truth(argument);
        let holds = match name {
            "any" => {
                let mut found = false;
                for lane in wave_active()? {
                    found |= at(lane)?;
                }
                found
            }
            "all" => {
                let mut found = true;
                for lane in wave_active()? {
                    found &= at(lane)?;
                }
                found
            }
            _ => {
                let Some(ty) = Type::from_name(name) else {
                    let types = Type::ALL.map(Type::name);
                    let hint = source::did_you_mean(name, types.into_iter().chain(["any", "all"]));
                    let hint = hint.map_or(String::new(), |hint| format!("; {hint}"));
                    return Err(format!("there is no function `{name}`{hint}"));
                };
                return Ok(Answer::One(match self.number(argument)? {
                    Value::Bits { bits, .. } | Value::Element { bits, .. } => {
                        let bits = bits & (u64::MAX >> (64 - 8 * ty.size()));
                        Value::Element { ty, bits }
                    }
                    Value::Int(n) if ty.is_float() => Value::Float(n as f64),
                    other => other,
                }));
            }
        };
        Ok(Answer::One(Value::Int(holds.into())))
    }

    fn address(&self, name: &str) -> Result<u64, String> {
        let argument = self.subject.argument(name).map(|arg| arg.address);
        argument
            .or_else(|| self.label(name))
            .ok_or_else(|| format!("`{name}` is neither an argument nor a label"))
    }

    fn label(&self, name: &str) -> Option<u64> {
        let symbols = &self.subject.code.symbols;
        let symbol = symbols.iter().find(|symbol| symbol.name == name)?;
        Some(symbol.address)
    }

    fn unknown(&self, name: &str) -> String {
        let names = self.subject.names();
        let hint = source::did_you_mean(name, names.iter().map(String::as_str));
        let hint = hint.map_or(String::new(), |hint| format!("; {hint}"));
        format!("there is nothing called `{name}`{hint}")
    }
}

pub(crate) fn space_named(name: &str) -> Option<Space> {
    match name {
        "local" | "shared" | "lds" => Some(Space::Local),
        "private" | "scratch" => Some(Space::Private),
        "global" => Some(Space::Global),
        _ => None,
    }
}

/// A register or its parts, in the lanes asked for.
fn slices(
    register: &RegisterName,
    part: Option<&str>,
    lanes: Option<RangeInclusive<usize>>,
) -> Result<Vec<RegisterSlice>, String> {
    let slice = |name: String, n: u16| RegisterSlice {
        name,
        place: match register.place {
            // Arrays are elements, not slices.
            RegisterPlace::Block(block) => RegisterPlace::Block(block),
            RegisterPlace::Vector(reg) => RegisterPlace::Vector(reg.plus(n * register.words)),
            RegisterPlace::Scalar(reg) => RegisterPlace::Scalar(reg.plus(n * register.words)),
            mask => mask,
        },
        words: register.words,
        format: register.format,
        lanes: lanes.clone(),
    };
    let name = &register.name;
    let parts = register.parts.iter().enumerate();
    let mut parts = parts.map(|(n, own)| (own, slice(format!("{name}.{own}"), n as u16)));
    match part {
        None if register.parts.is_empty() => Ok(vec![slice(name.clone(), 0)]),
        None => Ok(parts.map(|(_, slice)| slice).collect()),
        Some(wanted) => match parts.find(|(own, _)| *own == wanted) {
            Some((_, slice)) => Ok(vec![slice]),
            None => Err(format!("{name} has no part `{wanted}`")),
        },
    }
}

fn row(wave: &dyn LookWave, slice: &RegisterSlice) -> Row {
    let all = 0..=wave.lanes() - 1;
    let lanes = slice.lanes.clone();
    let (first, values) = match slice.place {
        RegisterPlace::Block(_) => (None, Vec::new()),
        RegisterPlace::Scalar(reg) => {
            let word = |n: u16| u64::from(wave.scalar(reg.plus(n)));
            let bits = match slice.words {
                1 => word(0),
                _ => word(0) | word(1) << 32,
            };
            (None, vec![bits_value(slice, bits)])
        }
        RegisterPlace::Mask(reg) => match lanes {
            None => (None, vec![mask_value(wave.mask(reg), wave)]),
            Some(lanes) => {
                let mask = wave.mask(reg);
                let bits = lanes
                    .clone()
                    .map(|lane| Value::Int((mask >> lane & 1).into()));
                (Some(*lanes.start()), bits.collect())
            }
        },
        RegisterPlace::Vector(_) => {
            let lanes = lanes.unwrap_or(all);
            let values = lanes.clone().map(|lane| lane_value(wave, slice, lane));
            (Some(*lanes.start()), values.collect())
        }
    };
    Row {
        name: slice.name.clone(),
        first,
        values,
    }
}

fn lane_value(wave: &dyn LookWave, slice: &RegisterSlice, lane: usize) -> Value {
    let RegisterPlace::Vector(reg) = slice.place else {
        return Value::Int(0);
    };
    let word = |n: u16| u64::from(wave.vector(reg.plus(n))[lane]);
    let bits = match slice.words {
        1 => word(0),
        _ => word(0) | word(1) << 32,
    };
    bits_value(slice, bits)
}

fn bits_value(slice: &RegisterSlice, bits: u64) -> Value {
    Value::Bits {
        bits,
        bytes: 4 * slice.words.min(2) as u8,
        format: slice.format,
    }
}

fn mask_value(bits: u64, wave: &dyn LookWave) -> Value {
    Value::Bits {
        bits,
        bytes: wave.lanes().next_multiple_of(32) as u8 / 8,
        format: RegisterFormat::Hex,
    }
}
