//! Variables of the source: where the compiler says that they are.

use super::place::{Elements, RegisterSlice, Store, Thing};
use super::{Viewpoint, row};
use crate::expr::Subscript;
use crate::value::ExprValue;
use arch::{RegisterFormat, RegisterName, Variable, VariableKind, VariablePlace, VariableType};
use kernel::Type;
use std::ops::RangeInclusive;
use uop::{RegisterPlace, SReg, Space};

impl Viewpoint<'_> {
    /// The variable that a name means where the wave is.
    fn variable(&self, name: &str) -> Option<(&Variable, u64)> {
        let subject = self.subject;
        let here = || Some(subject.inst_of(self.wave?.step())?.address);
        let address = self.view.address.or_else(here)?;
        let found = subject.variables_at(address, self.view.within).into_iter();
        let mut found = found.filter(|(_, variable)| variable.name == name);
        found.next().map(|(_, variable)| (variable, address))
    }

    /// The value of a variable that is nowhere, but known.
    pub(super) fn constant(&self, name: &str) -> Option<ExprValue> {
        let (variable, address) = self.variable(name)?;
        let Some(VariablePlace::Value(value)) = variable.place(address) else {
            return None;
        };
        Some(match type_of(&variable.ty) {
            Some(ty) => {
                let bits = *value as u64 & (u64::MAX >> (64 - 8 * ty.size()));
                ExprValue::Element { ty, bits }
            }
            None => ExprValue::Int(*value),
        })
    }

    /// Where a variable is that has a place; an error where it has none.
    pub(super) fn variable_thing(
        &self,
        name: &str,
        subscripts: Option<&[Subscript]>,
    ) -> Result<Option<Thing>, String> {
        let Some((variable, address)) = self.variable(name) else {
            return Ok(None);
        };
        let ty = &variable.ty;
        match variable.place(address) {
            None => Err(format!("`{name}` is optimised out here")),
            Some(VariablePlace::Unknown) => {
                let message = format!("where `{name}` is, is said in a way that is not understood");
                Err(message)
            }
            Some(VariablePlace::Value(_)) => Ok(None),
            Some(VariablePlace::Registers(parts)) if self.view.caller.is_some() => {
                let names = parts.iter().map(|(register, _)| register.as_str());
                let names = names.collect::<Vec<_>>().join(", ");
                let what = format!("`{name}` was in {names} at the call, and is not known since");
                Err(what)
            }
            Some(VariablePlace::Registers(parts)) => {
                let slices = self.variable_slices(name, ty, parts, subscripts)?;
                Ok(Some(Thing::Registers(slices)))
            }
            Some(VariablePlace::Private { base, offset }) => {
                let start = self.base(base.as_deref())?.wrapping_add_signed(*offset);
                let elements =
                    self.variable_elements(name, ty, Space::Private, start, subscripts)?;
                Ok(Some(Thing::Elements(elements)))
            }
            Some(VariablePlace::Memory { base, offset }) => {
                let start = self.base(base.as_deref())?.wrapping_add_signed(*offset);
                let elements =
                    self.variable_elements(name, ty, Space::Global, start, subscripts)?;
                Ok(Some(Thing::Elements(elements)))
            }
        }
    }

    fn known_register(&self, name: &str) -> Result<&RegisterName, String> {
        let register = self.subject.register(name);
        register.ok_or_else(|| format!("it is in {name}, which this kernel does not have"))
    }

    /// What a register holds that something lies behind.
    fn base(&self, name: Option<&str>) -> Result<u64, String> {
        let Some(name) = name else {
            return Ok(0);
        };
        let register = self.known_register(name)?;
        if let Some(caller) = &self.view.caller {
            let unknown = || format!("{name} at the call is not known");
            return caller_value(caller, register).ok_or_else(unknown);
        }
        let slice = RegisterSlice {
            name: name.into(),
            place: register.place,
            words: register.words,
            format: register.format,
            ty: None,
            lanes: None,
        };
        let values = row(self.wave()?, &slice).values;
        let value = values.get(self.lane).or(values.first());
        let value = value.and_then(|value| value.integer());
        value
            .map(|value| value as u64)
            .ok_or_else(|| format!("{name} holds no address"))
    }

    fn variable_slices(
        &self,
        name: &str,
        ty: &VariableType,
        parts: &[(String, u32)],
        subscripts: Option<&[Subscript]>,
    ) -> Result<Vec<RegisterSlice>, String> {
        let (first, _) = parts.first().ok_or("it is in no register")?;
        let register = self.known_register(first)?;
        let lanes: Option<RangeInclusive<usize>> =
            subscripts.map(|s| self.lanes(register, s)).transpose()?;
        let (known, format) = (type_of(ty), format_of(ty));
        let slice = |name: String, place, words, ty| RegisterSlice {
            name,
            place,
            words,
            format,
            ty,
            lanes: lanes.clone(),
        };
        let follows = |(at, (part, _)): (usize, &(String, u32))| {
            let own = self.subject.register(part).map(|register| register.place);
            own == Some(plus(register.place, at as u16))
        };
        let together = parts.iter().enumerate().all(follows);
        // A number in one register, or in two side by side.
        if ty.bytes <= 8 && ty.kind != VariableKind::Other && together {
            let words = (ty.bytes.div_ceil(4).max(1) as u16).max(register.words.min(2));
            let known = known.filter(|ty| ty.size() == usize::from(words) * 4);
            return Ok(vec![slice(name.to_string(), register.place, words, known)]);
        }
        let each = parts.iter().enumerate().map(|(at, (part, _))| {
            let register = self.known_register(part)?;
            let ty = known.filter(|ty| ty.size() == 4);
            Ok(slice(format!("{name}.{at}"), register.place, 1, ty))
        });
        each.collect()
    }

    fn variable_elements(
        &self,
        name: &str,
        ty: &VariableType,
        space: Space,
        start: u64,
        subscripts: Option<&[Subscript]>,
    ) -> Result<Elements, String> {
        let known = type_of(ty);
        let (element, dims) = match (known, ty.bytes) {
            (Some(element), _) => (element, ty.dims.clone()),
            (None, 8) if ty.kind == VariableKind::Pointer => (Type::U64, ty.dims.clone()),
            // What is not understood is shown as words.
            (None, 0) => (Type::U32, Vec::new()),
            (None, bytes) => {
                let count = ty.dims.iter().fold(1u64, |n, dim| n.saturating_mul(*dim));
                let bytes = count.saturating_mul(bytes.into());
                (Type::U32, vec![bytes.div_ceil(4).clamp(1, 1 << 16)])
            }
        };
        if dims.is_empty() && subscripts.is_some() && space == Space::Private {
            return Err(format!(
                "`{name}` is in memory that each lane has of its own: choose the lane first, as in `lane 5`"
            ));
        }
        let [indices, dims, first] = self.indices(name, &dims, subscripts)?;
        let size = element.size() as u64;
        Ok(Elements {
            name: name.into(),
            ty: element,
            untyped: known.is_none(),
            of: Store::Memory(space),
            addresses: indices
                .iter()
                .map(|i| start.wrapping_add(i * size))
                .collect(),
            dims,
            first,
            step: 1,
        })
    }
}

/// What a register held in a frame that called.
fn caller_value(caller: &[(SReg, u32)], register: &RegisterName) -> Option<u64> {
    let RegisterPlace::Scalar(first) = register.place else {
        return None;
    };
    let word = |n: u16| {
        let kept = caller.iter().find(|(reg, _)| *reg == first.plus(n));
        Some(u64::from(kept?.1))
    };
    Some(
        word(0)?
            | if register.words > 1 {
                word(1)? << 32
            } else {
                0
            },
    )
}

fn plus(place: RegisterPlace, n: u16) -> RegisterPlace {
    match place {
        RegisterPlace::Vector(reg) => RegisterPlace::Vector(reg.plus(n)),
        RegisterPlace::Scalar(reg) => RegisterPlace::Scalar(reg.plus(n)),
        other => other,
    }
}

/// The type of elements that a type of the source is.
fn type_of(ty: &VariableType) -> Option<Type> {
    let letter = match ty.kind {
        VariableKind::Signed => 'i',
        VariableKind::Unsigned => 'u',
        VariableKind::Float => 'f',
        VariableKind::Pointer | VariableKind::Other => return None,
    };
    Type::from_name(&format!("{letter}{}", 8 * ty.bytes))
}

fn format_of(ty: &VariableType) -> RegisterFormat {
    match ty.kind {
        VariableKind::Signed => RegisterFormat::Signed,
        VariableKind::Unsigned => RegisterFormat::Unsigned,
        VariableKind::Float => RegisterFormat::Float,
        VariableKind::Pointer => RegisterFormat::Hex,
        VariableKind::Other => RegisterFormat::Guess,
    }
}
