//! Functions and variables of the source, from DWARF.

use super::{Reader, Sources};
use arch::{Arch, Function, SourcePlace, Variable, VariableKind, VariablePlace, VariableType};
use gimli::{AttributeValue, Expression, Operation, UnitOffset, constants as dw};
use std::collections::BTreeSet;
use std::ops::Range;

type Dwarf<'a> = gimli::Dwarf<Reader<'a>>;
type Unit<'a> = gimli::Unit<Reader<'a>>;
type Entry<'a> = gimli::DebuggingInformationEntry<Reader<'a>>;

/// Types refer to types; damaged ones to themselves.
const DEEPEST: u32 = 16;

/// Every function that has code, with the copies that stand in others.
pub(super) fn read(
    dwarf: &Dwarf<'_>,
    arch: &dyn Arch,
    offset: u64,
    (sources, bodies): (&Sources, &BTreeSet<u64>),
) -> gimli::Result<Vec<Function>> {
    let mut all = Vec::new();
    let mut units = dwarf.units();
    while let Some(header) = units.next()? {
        let unit = dwarf.unit(header)?;
        let from = From {
            dwarf,
            unit: &unit,
            arch,
            offset,
            sources,
            bodies,
        };
        from.functions(&mut all)?;
    }
    Ok(all)
}

struct From<'d, 'a> {
    dwarf: &'d Dwarf<'a>,
    unit: &'d Unit<'a>,
    arch: &'d dyn Arch,
    /// How far the code lies from where its file has it.
    offset: u64,
    sources: &'d Sources,
    bodies: &'d BTreeSet<u64>,
}

/// What is open around an entry.
struct Open {
    depth: isize,
    function: Option<usize>,
    /// Where names of variables mean them: the innermost block.
    scope: Vec<Range<u64>>,
    /// What the frame of the function begins at.
    base: Option<VariablePlace>,
}

impl<'a> From<'_, 'a> {
    fn functions(&self, all: &mut Vec<Function>) -> gimli::Result<()> {
        let mut entries = self.unit.entries();
        let mut open: Vec<Open> = Vec::new();
        // What functions and variables are copies of.
        let mut copied: Vec<(usize, UnitOffset)> = Vec::new();
        let mut seen: BTreeSet<(usize, UnitOffset)> = BTreeSet::new();
        while let Some(entry) = entries.next_dfs()? {
            let depth = entry.depth();
            open.retain(|outer| outer.depth < depth);
            let outer = open.last();
            match entry.tag() {
                dw::DW_TAG_subprogram | dw::DW_TAG_inlined_subroutine => {
                    let ranges = self.ranges(entry)?;
                    let inlined = entry.tag() == dw::DW_TAG_inlined_subroutine;
                    let base = match inlined {
                        true => outer.and_then(|outer| outer.base.clone()),
                        false => self.frame_base(entry),
                    };
                    let within = outer.and_then(|outer| outer.function).filter(|_| inlined);
                    // What has no code was written for the copies of it.
                    let function = (!ranges.is_empty()).then(|| {
                        let body = ranges.first().filter(|_| !inlined);
                        let body = body.and_then(|range| self.body(range));
                        all.push(Function {
                            name: self.name(entry).unwrap_or_default(),
                            ranges,
                            body,
                            within,
                            called_from: self.called_from(entry),
                            variables: Vec::new(),
                        });
                        all.len() - 1
                    });
                    copied.extend(function.zip(origin(entry)));
                    open.push(Open {
                        depth,
                        function,
                        scope: Vec::new(),
                        base,
                    });
                }
                dw::DW_TAG_lexical_block => {
                    let ranges = self.ranges(entry)?;
                    let function = outer.and_then(|outer| outer.function);
                    let base = outer.and_then(|outer| outer.base.clone());
                    open.push(Open {
                        depth,
                        function,
                        scope: ranges,
                        base,
                    });
                }
                tag @ (dw::DW_TAG_variable | dw::DW_TAG_formal_parameter) => {
                    let Some(outer) = outer else { continue };
                    let Some(function) = outer.function else {
                        continue;
                    };
                    let Some(name) = self.name(entry) else {
                        continue;
                    };
                    // What cannot be read of one says nothing about others.
                    let places = self.places(entry, outer.base.as_ref());
                    let places = places.unwrap_or_default();
                    seen.extend(origin(entry).map(|origin| (function, origin)));
                    all[function].variables.push(Variable {
                        name,
                        ty: self.type_of(entry),
                        is_argument: tag == dw::DW_TAG_formal_parameter,
                        scope: outer.scope.clone(),
                        places,
                    });
                }
                _ => {}
            }
        }
        for (function, origin) in copied {
            self.gone(function, origin, &seen, all)?;
        }
        Ok(())
    }

    /// Where a function begins behind its prologue.
    fn body(&self, range: &Range<u64>) -> Option<u64> {
        let own = |address: u64| address.wrapping_sub(self.offset);
        let inside = own(range.start)..own(range.end);
        if inside.is_empty() {
            return None;
        }
        let body = self.bodies.range(inside).next()?;
        Some(body.wrapping_add(self.offset))
    }

    /// Where a copy of a function was called.
    fn called_from(&self, entry: &Entry<'a>) -> Option<SourcePlace> {
        let line = entry.attr_value(dw::DW_AT_call_line)?.udata_value()?;
        let file = match entry.attr_value(dw::DW_AT_call_file)? {
            AttributeValue::FileIndex(number) => number,
            other => other.udata_value()?,
        };
        let path = super::file_of(self.dwarf, self.unit, file)?;
        Some(SourcePlace {
            file: self.sources.number(&path)?,
            line: u32::try_from(line).ok()?,
        })
    }

    /// Variables of which nothing is left in a copy of a function are known from the original.
    fn gone(
        &self,
        function: usize,
        original: UnitOffset,
        seen: &BTreeSet<(usize, UnitOffset)>,
        all: &mut [Function],
    ) -> gimli::Result<()> {
        let mut entries = self.unit.entries_at_offset(original)?;
        entries.next_dfs()?;
        while let Some(entry) = entries.next_dfs()? {
            if entry.depth() <= 0 {
                break;
            }
            let is_argument = entry.tag() == dw::DW_TAG_formal_parameter;
            if !is_argument && entry.tag() != dw::DW_TAG_variable {
                continue;
            }
            if seen.contains(&(function, entry.offset())) {
                continue;
            }
            if let Some(name) = self.name(entry) {
                all[function].variables.push(Variable {
                    name,
                    ty: self.type_of(entry),
                    is_argument,
                    scope: Vec::new(),
                    places: Vec::new(),
                });
            }
        }
        Ok(())
    }

    fn ranges(&self, entry: &Entry<'a>) -> gimli::Result<Vec<Range<u64>>> {
        let mut ranges = Vec::new();
        let mut found = self.dwarf.die_ranges(self.unit, entry)?;
        while let Some(range) = found.next()? {
            if range.begin < range.end {
                ranges.push(self.moved(range.begin..range.end));
            }
        }
        Ok(ranges)
    }

    fn moved(&self, range: Range<u64>) -> Range<u64> {
        range.start.wrapping_add(self.offset)..range.end.wrapping_add(self.offset)
    }

    /// An attribute of an entry, or of what it is a copy of.
    fn inherited(&self, entry: &Entry<'a>, name: dw::DwAt) -> Option<AttributeValue<Reader<'a>>> {
        let mut value = entry.attr_value(name);
        let mut entry = entry.clone();
        for _ in 0..DEEPEST {
            if value.is_some() {
                break;
            }
            let origin = entry.attr_value(dw::DW_AT_abstract_origin);
            let origin = origin.or_else(|| entry.attr_value(dw::DW_AT_specification));
            entry = self.entry(origin?)?;
            value = entry.attr_value(name);
        }
        value
    }

    fn entry(&self, at: AttributeValue<Reader<'a>>) -> Option<Entry<'a>> {
        let offset: UnitOffset = match at {
            AttributeValue::UnitRef(offset) => offset,
            AttributeValue::DebugInfoRef(offset) => offset.to_unit_offset(&self.unit.header)?,
            _ => return None,
        };
        self.unit.entry(offset).ok()
    }

    fn name(&self, entry: &Entry<'a>) -> Option<String> {
        let name = self.inherited(entry, dw::DW_AT_name)?;
        let name = self.dwarf.attr_string(self.unit, name).ok()?;
        Some(name.to_string_lossy().into_owned())
    }

    fn type_of(&self, entry: &Entry<'a>) -> VariableType {
        let unknown = VariableType {
            name: String::new(),
            bytes: 0,
            kind: VariableKind::Other,
            dims: Vec::new(),
        };
        let at = self.inherited(entry, dw::DW_AT_type);
        let found = at.and_then(|at| self.type_at(self.entry(at)?, 0));
        found.unwrap_or(unknown)
    }

    fn type_at(&self, entry: Entry<'a>, depth: u32) -> Option<VariableType> {
        if depth > DEEPEST {
            return None;
        }
        let inner = || self.type_at(self.entry(entry.attr_value(dw::DW_AT_type)?)?, depth + 1);
        let bytes = entry.attr_value(dw::DW_AT_byte_size);
        let bytes = bytes.and_then(|bytes| u32::try_from(bytes.udata_value()?).ok());
        let name = self.name(&entry);
        let plain = |kind| {
            Some(VariableType {
                name: name.clone().unwrap_or_default(),
                bytes: bytes.unwrap_or(0),
                kind,
                dims: Vec::new(),
            })
        };
        match entry.tag() {
            dw::DW_TAG_base_type => {
                let encoding = entry.attr_value(dw::DW_AT_encoding);
                plain(match encoding {
                    Some(AttributeValue::Encoding(dw::DW_ATE_float)) => VariableKind::Float,
                    Some(AttributeValue::Encoding(dw::DW_ATE_signed | dw::DW_ATE_signed_char)) => {
                        VariableKind::Signed
                    }
                    Some(AttributeValue::Encoding(_)) => VariableKind::Unsigned,
                    _ => VariableKind::Other,
                })
            }
            dw::DW_TAG_enumeration_type => plain(VariableKind::Signed),
            dw::DW_TAG_pointer_type => {
                let to = inner().map_or("void".to_string(), |to| to.name);
                Some(VariableType {
                    name: format!("{to} *"),
                    // Where nothing is said, an address is as long as those of the code.
                    bytes: bytes.unwrap_or(self.unit.encoding().address_size.into()),
                    kind: VariableKind::Pointer,
                    dims: Vec::new(),
                })
            }
            dw::DW_TAG_array_type => {
                let of = inner()?;
                let mut dims = Vec::new();
                let mut children = self.unit.entries_at_offset(entry.offset()).ok()?;
                children.next_dfs().ok()?;
                while let Some(child) = children.next_dfs().ok()? {
                    if child.depth() <= 0 {
                        break;
                    }
                    let count = child.attr_value(dw::DW_AT_count);
                    let last = child.attr_value(dw::DW_AT_upper_bound);
                    let count = count.and_then(|count| count.udata_value());
                    let last = last.and_then(|last| last.udata_value()?.checked_add(1));
                    dims.extend(count.or(last));
                }
                dims.extend(&of.dims);
                Some(VariableType { dims, ..of })
            }
            dw::DW_TAG_typedef => {
                let mut of = inner()?;
                of.name = name.unwrap_or(of.name);
                Some(of)
            }
            dw::DW_TAG_const_type => {
                let mut of = inner()?;
                of.name = format!("const {}", of.name);
                Some(of)
            }
            dw::DW_TAG_volatile_type | dw::DW_TAG_restrict_type | dw::DW_TAG_atomic_type => inner(),
            _ => plain(VariableKind::Other),
        }
    }

    fn frame_base(&self, entry: &Entry<'a>) -> Option<VariablePlace> {
        let AttributeValue::Exprloc(expression) = entry.attr_value(dw::DW_AT_frame_base)? else {
            return None;
        };
        self.place(expression, None)
    }

    fn places(
        &self,
        entry: &Entry<'a>,
        base: Option<&VariablePlace>,
    ) -> gimli::Result<Vec<(Range<u64>, VariablePlace)>> {
        if let Some(value) = entry.attr_value(dw::DW_AT_const_value) {
            let value = value
                .sdata_value()
                .map(i128::from)
                .or(value.udata_value().map(i128::from));
            return Ok(value
                .map(|value| (0..u64::MAX, VariablePlace::Value(value)))
                .into_iter()
                .collect());
        }
        let Some(location) = entry.attr_value(dw::DW_AT_location) else {
            return Ok(Vec::new());
        };
        if let AttributeValue::Exprloc(expression) = location {
            let place = self
                .place(expression, base)
                .unwrap_or(VariablePlace::Unknown);
            return Ok(vec![(0..u64::MAX, place)]);
        }
        let mut places = Vec::new();
        if let Some(mut list) = self.dwarf.attr_locations(self.unit, location)? {
            while let Some(found) = list.next()? {
                let range = self.moved(found.range.begin..found.range.end);
                let place = self.place(found.data, base);
                places.push((range, place.unwrap_or(VariablePlace::Unknown)));
            }
        }
        Ok(places)
    }

    /// Where an expression says that something is. What it computes beyond sums is not followed.
    fn place(
        &self,
        expression: Expression<Reader<'a>>,
        frame: Option<&VariablePlace>,
    ) -> Option<VariablePlace> {
        let mut operations = expression.operations(self.unit.encoding());
        let mut all = Vec::new();
        while let Some(operation) = operations.next().ok()? {
            all.push(operation);
        }
        let name = |register: gimli::Register| self.arch.dwarf_register(register.0);
        // `lit5, swap, xderef` says that an address is one of private memory. Compilers say it of
        // registers too, and of values, where it means nothing.
        let mut private = false;
        let says_so = |three: &[Operation<Reader<'a>>]| {
            matches!(
                three,
                [
                    Operation::UnsignedConstant { value: 5 },
                    Operation::Swap,
                    Operation::Deref { space: true, .. }
                ]
            )
        };
        while let Some(at) = all.windows(3).position(says_so) {
            private = true;
            all.drain(at..at + 3);
        }
        let whole = |parts: &[Operation<Reader<'a>>]| -> Option<VariablePlace> {
            let value = matches!(parts.last(), Some(Operation::StackValue));
            let parts = if value {
                &parts[..parts.len() - 1]
            } else {
                parts
            };
            match parts {
                [Operation::Register { register }] => {
                    Some(VariablePlace::Registers(vec![(name(*register)?, 0)]))
                }
                [
                    Operation::RegisterOffset {
                        register,
                        offset: 0,
                        ..
                    },
                ] if value || private => {
                    Some(VariablePlace::Registers(vec![(name(*register)?, 0)]))
                }
                [
                    Operation::RegisterOffset {
                        register, offset, ..
                    },
                ] => Some(VariablePlace::Memory {
                    base: Some(name(*register)?),
                    offset: *offset,
                }),
                [Operation::FrameOffset { offset }] => {
                    let (base, start) = match frame? {
                        VariablePlace::Registers(parts) => (Some(parts.first()?.0.clone()), 0),
                        VariablePlace::Memory { base, offset }
                        | VariablePlace::Private { base, offset } => (base.clone(), *offset),
                        VariablePlace::Value(_) | VariablePlace::Unknown => return None,
                    };
                    let offset = start.checked_add(*offset)?;
                    Some(match private {
                        true => VariablePlace::Private { base, offset },
                        false => VariablePlace::Memory { base, offset },
                    })
                }
                [Operation::UnsignedConstant { value: n }] if value => {
                    Some(VariablePlace::Value((*n).into()))
                }
                [Operation::SignedConstant { value: n }] if value => {
                    Some(VariablePlace::Value((*n).into()))
                }
                [Operation::Address { address }] => Some(VariablePlace::Memory {
                    base: None,
                    offset: address.wrapping_add(self.offset) as i64,
                }),
                [Operation::UnsignedConstant { value: n }] if private => {
                    Some(VariablePlace::Private {
                        base: None,
                        offset: i64::try_from(*n).ok()?,
                    })
                }
                _ => None,
            }
        };
        if !all.iter().any(|one| matches!(one, Operation::Piece { .. })) {
            return whole(&all);
        }
        // Several registers, a piece in each.
        let mut registers = Vec::new();
        let mut start = 0;
        for (at, operation) in all.iter().enumerate() {
            let Operation::Piece { size_in_bits, .. } = operation else {
                continue;
            };
            let VariablePlace::Registers(one) = whole(&all[start..at])? else {
                return None;
            };
            let bytes = u32::try_from(size_in_bits / 8).ok()?;
            registers.extend(one.into_iter().map(|(name, _)| (name, bytes)));
            start = at + 1;
        }
        Some(VariablePlace::Registers(registers))
    }
}

/// What an entry is a copy of.
fn origin(entry: &Entry<'_>) -> Option<UnitOffset> {
    match entry.attr_value(dw::DW_AT_abstract_origin)? {
        AttributeValue::UnitRef(offset) => Some(offset),
        _ => None,
    }
}
