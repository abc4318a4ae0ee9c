//! Names and subscripts: which registers and which memory an expression means.

use super::{BUILT_IN, Viewpoint};
use crate::expr::{Expr, Subscript, Unary};
use crate::subject::ArrayArgument;
use arch::{RegisterFormat, RegisterName};
use kernel::Type;
use std::ops::RangeInclusive;
use uop::{Block, RegisterPlace, Space};

/// Slices of more elements than this are asked for by mistake.
const MAX_ELEMENTS: u64 = 1 << 20;

/// Something that has a place, so that it can be shown whole, set and watched.
#[derive(Clone, Debug, PartialEq)]
pub enum Thing {
    /// Registers of the selected wave.
    Registers(Vec<RegisterSlice>),
    /// The mask of active lanes.
    Exec,
    /// An array, or some of it.
    Elements(Elements),
}

/// One register, or one part of it, in some lanes.
#[derive(Clone, Debug, PartialEq)]
pub struct RegisterSlice {
    /// As the user would write it.
    pub name: String,
    /// Where its first word is.
    pub place: RegisterPlace,
    /// Words of a value.
    pub words: u16,
    /// How it is shown where the user does not say.
    pub format: RegisterFormat,
    /// What it holds, where that is known; as long as its words.
    pub ty: Option<Type>,
    /// All lanes where the user does not say.
    pub lanes: Option<RangeInclusive<usize>>,
}

/// Where an array lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Store {
    /// An address space, as the selected lane sees it.
    Memory(Space),
    /// A register that is an array.
    Register(Block),
}

/// Elements of an array in memory, or of a register that is one.
#[derive(Clone, Debug, PartialEq)]
pub struct Elements {
    /// As the user would write it.
    pub name: String,
    /// Of each element.
    pub ty: Type,
    /// It is not known what the bits mean: they are shown as what they look like.
    pub untyped: bool,
    /// Where they lie.
    pub of: Store,
    /// Of every element, or offsets into the register.
    pub addresses: Vec<u64>,
    /// Dimensions of what was asked for; none for a single element.
    pub dims: Vec<u64>,
    /// The index of its first element in each of them.
    pub first: Vec<u64>,
    /// What the last index grows by from one element to the next: where it counts bytes, their size.
    pub step: u64,
}

impl Viewpoint<'_> {
    /// The place that an expression names, if it names one.
    pub fn thing(&self, expr: &Expr) -> Result<Option<Thing>, String> {
        match expr {
            // What every machine has comes first, whatever an instruction set calls a register.
            Expr::Name(name) if BUILT_IN.contains(&name.as_str()) => Ok(None),
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
                    first: Vec::new(),
                    step: 1,
                })))
            }
            _ => Ok(None),
        }
    }

    pub(super) fn named(
        &self,
        name: &str,
        subscripts: Option<&[Subscript]>,
    ) -> Result<Option<Thing>, String> {
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
        self.variable_thing(name, subscripts)
    }

    pub(super) fn lanes(
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
        argument: &ArrayArgument,
        subscripts: Option<&[Subscript]>,
    ) -> Result<Elements, String> {
        let name = &argument.name;
        let [indices, dims, first] = self.indices(name, argument.shape.dims(), subscripts)?;
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
            first,
            step: 1,
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
        let [indices, dims, first] = self.indices(name, &all, subscripts)?;
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
            first,
            step: 1,
        })
    }

    /// The elements that subscripts choose of an array of these dimensions, counted from its
    /// start, the dimensions of what is chosen, and where each begins.
    pub(super) fn indices(
        &self,
        name: &str,
        all: &[u64],
        subscripts: Option<&[Subscript]>,
    ) -> Result<[Vec<u64>; 3], String> {
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
        let (mut result, mut first) = (Vec::new(), Vec::new());
        for (i, &dim) in dims.iter().enumerate() {
            let range = match given.get(i) {
                Some(subscript) => self
                    .range(subscript, dim)
                    .map_err(|error| format!("{name}: {error}"))?,
                None => 0..=dim.saturating_sub(1),
            };
            if !matches!(given.get(i), Some(Subscript::One(_))) {
                result.push(range.end() - range.start() + 1);
                first.push(*range.start());
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
        Ok([indices, result, first])
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
            first: vec![*range.start()],
            step: 4,
        }))
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
        ty: None,
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
