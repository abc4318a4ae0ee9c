//! What expressions mean at one moment of a run.

mod arithmetic;
mod place;
mod variable;

pub(crate) use place::space_named;
pub use place::{Elements, RegisterSlice, Store, Thing};

use crate::expr::{Expr, Subscript, Unary};
use crate::look::{self, LookMemory};
use crate::points::block_bits;
use crate::subject::Subject;
use crate::value::ExprValue;
use arch::RegisterFormat;
use kernel::Type;
use syntax::Operator;
use uop::{LookWave, RegisterPlace, SReg, Space};

/// Names that mean something on every machine.
pub const BUILT_IN: &[&str] = &["pc", "wave", "lane", "wg", "time", "local", "private"];

/// The moment and the point of view.
#[derive(Clone, Copy)]
pub struct Viewpoint<'s> {
    /// What names mean.
    pub subject: &'s Subject,
    /// Whose registers are meant; none where no wave is under way.
    pub wave: Option<&'s dyn LookWave>,
    /// The lane in which a vector register is one number.
    pub lane: usize,
    /// The frame whose variables are meant.
    pub view: &'s View,
    /// What memory holds at the moment.
    pub memory: &'s dyn LookMemory,
    /// Instructions issued so far.
    pub time: u64,
}

/// What is seen from a frame; by default from the innermost.
#[derive(Clone, Debug, Default)]
pub struct View {
    /// The instruction that the frame is at, where that is not the next one.
    pub(crate) address: Option<u64>,
    /// Functions at the address whose copies lie within the frame.
    pub(crate) within: usize,
    /// What the frame had in registers when it called, if it did: those that are known.
    pub(crate) caller: Option<Vec<(SReg, u32)>>,
}

/// What `print` shows.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)] // The sentence over a variant speaks of its fields.
pub enum Answer {
    /// A number.
    One(ExprValue),
    /// Several numbers that belong together, such as the position of a workgroup.
    Tuple(Vec<ExprValue>),
    /// Registers, lane by lane.
    Registers(Vec<RegisterRow>),
    /// Elements of an array, in the order of their addresses, and which ones they are.
    Array {
        elements: Box<Elements>,
        values: Vec<ExprValue>,
    },
}

/// A register, in one or more lanes.
#[derive(Clone, Debug, PartialEq)]
pub struct RegisterRow {
    /// As the user would write it.
    pub name: String,
    /// The lane of the first value; none for a scalar.
    pub first: Option<usize>,
    /// Of as many lanes as were asked for.
    pub values: Vec<ExprValue>,
}

impl<'s> Viewpoint<'s> {
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

    fn element_of(&self, elements: &Elements, at: u64) -> Result<ExprValue, String> {
        let ty = elements.ty;
        let value = match elements.of {
            Store::Memory(space) => self.element(space, ty, at)?,
            Store::Register(_) => {
                let bits = block_bits(elements, self.wave()?, at);
                let bits = bits.ok_or_else(|| format!("{} is not known", elements.name))?;
                ExprValue::Element { ty, bits }
            }
        };
        Ok(match value {
            ExprValue::Element { ty, bits } if elements.untyped => ExprValue::Bits {
                bits,
                bytes: ty.size() as u8,
                format: RegisterFormat::Guess,
            },
            typed => typed,
        })
    }

    /// An element of memory.
    pub fn element(&self, space: Space, ty: Type, address: u64) -> Result<ExprValue, String> {
        let mut bytes = [0; 8];
        let wave = self.wave.map(|wave| (wave, self.lane));
        look::read(self.memory, wave, space, address, &mut bytes[..ty.size()])?;
        let bits = u64::from_le_bytes(bytes);
        Ok(ExprValue::Element { ty, bits })
    }

    /// The value of an expression, one number or a tuple of them.
    fn eval(&self, expr: &Expr) -> Result<Answer, String> {
        let one = |value| Ok(Answer::One(value));
        let int = |n: i128| one(ExprValue::Int(n));
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
            Expr::Unary(operator, of) => one(arithmetic::unary(*operator, self.number(of)?)?),
            Expr::Binary(operator, left, right) => self.binary(*operator, left, right),
            Expr::Name(name) => match name.as_str() {
                "pc" => {
                    let inst = self.subject.inst_of(self.wave()?.step());
                    let address = inst.map_or(0, |inst| inst.address);
                    one(ExprValue::Bits {
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
                    let group = group.iter().map(|&n| ExprValue::Int(n.into()));
                    Ok(Answer::Tuple(group.collect()))
                }
                _ => match self.named(name, None)? {
                    Some(thing) => one(self.single(&thing)?),
                    None => match (self.constant(name), self.label(name)) {
                        (Some(value), _) => one(value),
                        (None, Some(address)) => int(address.into()),
                        (None, None) => Err(self.unknown(name)),
                    },
                },
            },
        }
    }

    /// Looks for names that mean nothing, before an expression is ever asked for its value.
    pub fn check_names(&self, expr: &Expr) -> Result<(), String> {
        let known = |name: &str| {
            let base = name.rsplit_once('.').map_or(name, |(base, _)| base);
            let subject = self.subject;
            let mut groups = subject.registers.groups.iter();
            BUILT_IN.contains(&name)
                || name.eq_ignore_ascii_case(&subject.registers.exec)
                || subject.register(name).is_some()
                || subject.register(base).is_some()
                || subject.argument(name).is_some()
                || space_named(name).is_some()
                || self.label(name).is_some()
                || (subject.code.functions.iter())
                    .any(|function| function.variables.iter().any(|v| v.name == name))
                || groups.any(|group| group.prefix.as_deref() == Some(base))
        };
        match expr {
            Expr::Number(_) => Ok(()),
            Expr::Name(name) | Expr::Address(name) if known(name) => Ok(()),
            Expr::Name(name) | Expr::Address(name) => Err(self.unknown(name)),
            Expr::Index(name, _) if !known(name) => Err(self.unknown(name)),
            Expr::Index(_, subscripts) => {
                let ends = subscripts.iter().flat_map(|subscript| match subscript {
                    Subscript::One(one) => vec![one],
                    Subscript::Range(from, to) => from.iter().chain(to).collect(),
                });
                ends.into_iter().try_for_each(|end| self.check_names(end))
            }
            Expr::Unary(_, of) | Expr::Call(_, of) => self.check_names(of),
            Expr::Binary(_, left, right) => {
                self.check_names(left)?;
                self.check_names(right)
            }
            Expr::Tuple(items) => items.iter().try_for_each(|item| self.check_names(item)),
        }
    }

    /// One number: a register of lanes stands for its value in the selected lane.
    pub fn number(&self, expr: &Expr) -> Result<ExprValue, String> {
        match self.eval(expr)? {
            Answer::One(value) => Ok(value),
            _ => Err("expected one number, found several".into()),
        }
    }

    /// Whether a condition holds: its number is not zero.
    pub fn truth(&self, expr: &Expr) -> Result<bool, String> {
        self.number(expr).map(ExprValue::truth)
    }

    fn single(&self, thing: &Thing) -> Result<ExprValue, String> {
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

    fn binary(&self, operator: Operator, left: &Expr, right: &Expr) -> Result<Answer, String> {
        let value = match operator {
            Operator::And => ExprValue::Int((self.truth(left)? && self.truth(right)?).into()),
            Operator::Or => ExprValue::Int((self.truth(left)? || self.truth(right)?).into()),
            _ => match (self.eval(left)?, self.eval(right)?) {
                (Answer::One(a), Answer::One(b)) => arithmetic::binary(operator, a, b)?,
                (Answer::Tuple(a), Answer::Tuple(b)) => arithmetic::tuples(operator, a, b)?,
                _ => return Err("a place such as (1,0,0) compares with a place only".into()),
            },
        };
        Ok(Answer::One(value))
    }

    /// `f32(x)` reads bits as a type; `any` and `all` ask every active lane.
    fn call(&self, name: &str, argument: &Expr) -> Result<Answer, String> {
        let value = match name {
            "any" => ExprValue::Int(self.in_active_lanes(argument)?.contains(&true).into()),
            "all" => ExprValue::Int((!self.in_active_lanes(argument)?.contains(&false)).into()),
            _ => {
                let Some(ty) = Type::from_name(name) else {
                    let types = Type::ALL.map(Type::name);
                    let hint = source::did_you_mean(name, types.into_iter().chain(["any", "all"]));
                    let hint = hint.map_or(String::new(), |hint| format!("; {hint}"));
                    return Err(format!("there is no function `{name}`{hint}"));
                };
                match self.number(argument)? {
                    ExprValue::Bits { bits, .. } | ExprValue::Element { bits, .. } => {
                        let bits = bits & (u64::MAX >> (64 - 8 * ty.size()));
                        ExprValue::Element { ty, bits }
                    }
                    ExprValue::Int(n) if ty.is_float() => ExprValue::Float(n as f64),
                    other => other,
                }
            }
        };
        Ok(Answer::One(value))
    }

    /// Whether something holds, in each active lane.
    fn in_active_lanes(&self, expr: &Expr) -> Result<Vec<bool>, String> {
        let exec = self.wave()?.exec();
        let active = (0..64).filter(|lane| exec >> lane & 1 != 0);
        let holds = |lane| Viewpoint { lane, ..*self }.truth(expr);
        active.map(holds).collect()
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
        let mut functions = self.subject.code.functions.iter();
        if functions.any(|function| function.variables.iter().any(|v| v.name == name)) {
            return format!("there is no `{name}` here: its function or block is elsewhere");
        }
        let names = self.subject.names();
        let hint = source::did_you_mean(name, names.iter().map(String::as_str));
        let hint = hint.map_or(String::new(), |hint| format!("; {hint}"));
        format!("there is nothing called `{name}`{hint}")
    }
}

fn row(wave: &dyn LookWave, slice: &RegisterSlice) -> RegisterRow {
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
                    .map(|lane| ExprValue::Int((mask >> lane & 1).into()));
                (Some(*lanes.start()), bits.collect())
            }
        },
        RegisterPlace::Vector(_) => {
            let lanes = lanes.unwrap_or(all);
            let values = lanes.clone().map(|lane| lane_value(wave, slice, lane));
            (Some(*lanes.start()), values.collect())
        }
    };
    RegisterRow {
        name: slice.name.clone(),
        first,
        values,
    }
}

fn lane_value(wave: &dyn LookWave, slice: &RegisterSlice, lane: usize) -> ExprValue {
    let RegisterPlace::Vector(reg) = slice.place else {
        return ExprValue::Int(0);
    };
    let word = |n: u16| u64::from(wave.vector(reg.plus(n))[lane]);
    let bits = match slice.words {
        1 => word(0),
        _ => word(0) | word(1) << 32,
    };
    bits_value(slice, bits)
}

fn bits_value(slice: &RegisterSlice, bits: u64) -> ExprValue {
    if let Some(ty) = slice.ty {
        return ExprValue::Element { ty, bits };
    }
    ExprValue::Bits {
        bits,
        bytes: 4 * slice.words.min(2) as u8,
        format: slice.format,
    }
}

fn mask_value(bits: u64, wave: &dyn LookWave) -> ExprValue {
    ExprValue::Bits {
        bits,
        bytes: wave.lanes().next_multiple_of(32) as u8 / 8,
        format: RegisterFormat::Hex,
    }
}
