//! What an instruction or a directive can ask and do: the state of one pass.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

use source::{Diagnostic, Span};

use super::sections::Common;
use super::{AsmSymbol, Line, Options, Section};
use crate::expr::{self, Arithmetic, Scope};
use crate::{Cursor, Syntax, TokenKind};
use crate::{Dialect, Value};

/// How many "did you mean" searches one pass makes: enough for a person, and a bound on the time
/// that a file full of garbage takes.
const SUGGESTIONS: u32 = 64;

/// Symbols as one pass finds them. Two passes agree when these are equal.
#[derive(Default)]
pub(super) struct Symbols {
    pub list: Vec<AsmSymbol>,
    pub index: HashMap<Box<str>, usize>,
    /// Those of the list whose value is settled: labels, and what `.equiv` says.
    pub settled: HashSet<usize>,
    /// Every definition of every local label, as section and offset.
    pub locals: HashMap<u32, Vec<(usize, u64)>>,
}

impl Symbols {
    pub fn get(&self, name: &str) -> Option<&AsmSymbol> {
        self.index.get(name).map(|&index| &self.list[index])
    }

    /// Whether both say the same about every symbol.
    pub fn agrees(&self, other: &Symbols) -> bool {
        self.locals == other.locals
            && self.list.len() == other.list.len()
            && self
                .list
                .iter()
                .zip(&other.list)
                .all(|(a, b)| a.name == b.name && same(a.value, b.value) && a.global == b.global)
    }
}

/// Equality under which NaN equals itself, or passes that define one would never agree.
fn same(a: Value, b: Value) -> bool {
    match (a, b) {
        (Value::Float(a), Value::Float(b)) => a.to_bits() == b.to_bits(),
        _ => a == b,
    }
}

/// What passes hand on.
pub(super) struct Kept<'a> {
    /// The symbols of the pass before.
    pub known: &'a Symbols,
    /// Of each instruction statement a byte.
    pub sticky: &'a mut Vec<u8>,
    /// Files that were read, by their names: the same in every pass.
    pub files: &'a mut Vec<(String, Rc<[u8]>)>,
}

/// The state of one pass, open to dialects.
pub struct Context<'a> {
    pub(super) options: &'a Options<'a>,
    pub(super) syntax: Syntax,
    /// What the dialect offers as functions and section bases, as plain function pointers so
    /// that the dialect itself can be borrowed while the context is.
    pub(super) functions: fn(&str, &[i128]) -> Option<i128>,
    pub(super) bases: fn(&str) -> Option<u64>,
    arithmetic: Arithmetic,

    pub(super) pass: u32,
    pub(super) kept: Kept<'a>,
    pub(super) symbols: Symbols,
    pub(super) sections: Vec<Section>,
    pub(super) current: usize,
    /// The section before the current one.
    pub(super) previous: Option<usize>,
    /// What `.pushsection` keeps: the current section and the one before.
    pub(super) stack: Vec<(usize, Option<usize>)>,
    pub(super) commons: Vec<Common>,
    /// What fills gaps between instructions.
    pub(super) gap: &'static [u8],
    pub(super) lines: Vec<Line>,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// Those that came out late.
    late: Vec<usize>,
    /// Diagnostics about undefined symbols, which get their suggestions once all names are known.
    pub(super) undefined: Vec<(usize, Box<str>)>,
    /// Whether a symbol was missing in the first pass, where that is no error yet.
    pub(super) missing: bool,
    /// A limit was reached: nothing more is assembled.
    pub(super) stopped: bool,
    pub(super) statements: u64,
    pub(super) expansion: u64,
    /// Bytes in all sections.
    total: u64,
    pub(super) globals: Vec<Box<str>>,
    suggestions: u32,
    /// The statement at work.
    pub(super) at: Span,
}

impl<'a> Context<'a> {
    pub(super) fn new(
        dialect: &dyn Dialect,
        options: &'a Options<'a>,
        kept: Kept<'a>,
        sections: Vec<Section>,
        pass: u32,
    ) -> Context<'a> {
        Context {
            options,
            syntax: dialect.syntax(),
            functions: dialect.functions(),
            bases: dialect.bases(),
            arithmetic: dialect.arithmetic(),
            pass,
            kept,
            symbols: Symbols::default(),
            sections,
            current: 0,
            previous: None,
            stack: vec![],
            commons: vec![],
            gap: dialect.gap(),
            lines: vec![],
            diagnostics: vec![],
            late: vec![],
            undefined: vec![],
            missing: false,
            stopped: false,
            statements: 0,
            expansion: 0,
            total: 0,
            globals: vec![],
            suggestions: 0,
            at: Span::default(),
        }
    }

    /// Reads an expression.
    pub fn expr(&mut self, cursor: &mut Cursor<'_>) -> Result<Value, Diagnostic> {
        expr::evaluate(self, cursor)
    }

    /// Reads what a symbol is set to.
    pub(super) fn value_of_symbol(&mut self, cursor: &mut Cursor<'_>) -> Result<Value, Diagnostic> {
        let mark = self.mark();
        let value = self.expr(cursor)?;
        if value == Value::Unknown && self.pass > 0 && self.arithmetic.unset_symbols {
            self.rewind(mark);
        }
        Ok(value)
    }

    /// Reads an expression that must be an integer; `None` where it is not known yet.
    pub fn integer(&mut self, cursor: &mut Cursor<'_>) -> Result<Option<i128>, Diagnostic> {
        let from = cursor.position();
        match self.expr(cursor)? {
            Value::Unknown => Ok(None),
            value => self
                .constant_integer(value, cursor.span_since(from))
                .map(Some),
        }
    }

    /// Reads an expression whose value the layout depends on, so that it must be known by now.
    pub fn integer_now(&mut self, cursor: &mut Cursor<'_>) -> Result<i128, Diagnostic> {
        let from = cursor.position();
        let before = self.diagnostics.len();
        if let Some(value) = self.integer(cursor)? {
            return Ok(value);
        }
        // The undefined symbol itself is the better message where it was reported just now.
        if self.diagnostics.len() == before + 1
            && let Some(undefined) = self.diagnostics.pop()
        {
            return Err(undefined);
        }
        Err(
            Diagnostic::error("not-known-yet", "the value is not known here").label(
                cursor.span_since(from),
                "expected something defined above this line",
            ),
        )
    }

    /// A value as an integer; addresses count where the section's place is settled.
    pub fn constant_integer(&self, value: Value, span: Span) -> Result<i128, Diagnostic> {
        match value {
            Value::Int(value) => Ok(value),
            Value::Unknown => Ok(0),
            Value::Float(value) => Err(Diagnostic::error(
                "needs-integer",
                format!("expected an integer, found {value:?}"),
            )
            .label(span, "this is a floating-point value")),
            Value::Address { section, offset } => {
                self.base(section).map(|base| base + offset).ok_or_else(|| {
                    Diagnostic::error("not-constant", "expected a constant, found an address")
                        .label(
                            span,
                            format!("a place in `{}`", self.sections[section].name),
                        )
                })
            }
        }
    }

    /// The offset of an address that must lie in the current section.
    pub fn offset_here(&self, value: Value, span: Span) -> Result<i128, Diagnostic> {
        match value {
            Value::Address { section, offset } if section == self.current => Ok(offset),
            Value::Address { section, .. } => Err(Diagnostic::error(
                "other-section",
                format!(
                    "the target lies in section `{}`",
                    self.sections[section].name
                ),
            )
            .label(
                span,
                format!("expected a place in `{}`", self.sections[self.current].name),
            )),
            value => self.constant_integer(value, span),
        }
    }

    /// The offset in the current section at which the next byte goes.
    pub fn here(&self) -> u64 {
        self.sections[self.current].bytes.len() as u64
    }

    /// Appends bytes to the current section.
    pub fn emit(&mut self, bytes: &[u8]) {
        if self.room_for(bytes.len() as u64) {
            self.sections[self.current].bytes.extend_from_slice(bytes);
        }
    }

    /// Appends `count` bytes of value `byte`.
    pub fn fill(&mut self, count: u64, byte: u8) {
        if self.room_for(count) {
            let bytes = &mut self.sections[self.current].bytes;
            bytes.resize(bytes.len() + count as usize, byte);
        }
    }

    /// The bytes of the current section so far, to patch what was emitted earlier in this pass.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.sections[self.current].bytes
    }

    fn room_for(&mut self, count: u64) -> bool {
        self.total = self.total.saturating_add(count);
        if self.total <= self.options.limits.bytes {
            return !self.stopped;
        }
        let limit = self.options.limits.bytes;
        self.stop(format!("the program is larger than {limit} bytes"));
        false
    }

    /// Reports that a limit is reached and ends the assembly.
    pub(super) fn stop(&mut self, message: String) {
        if !self.stopped {
            self.report(Diagnostic::error("limit", message).label(self.at, "reached here"));
        }
        self.stopped = true;
    }

    /// Keeps a diagnostic; assembling goes on.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// The same for an error of a statement that has been assembled by then, such as a label whose place
    /// turned out to be another: it is that statement's, as if it had been found there.
    pub fn report_late(&mut self, error: Diagnostic) {
        self.late.push(self.diagnostics.len());
        self.report(error);
    }

    /// Gives the errors that came out late to the lines that they point at.
    pub(super) fn blame_lines(&mut self) {
        let late = std::mem::take(&mut self.late);
        let place = |&index: &usize| {
            let label = self.diagnostics[index].labels.first()?;
            Some((label.span.start, index as u32))
        };
        let places: BTreeMap<u32, u32> = late.iter().filter_map(place).collect();
        if places.is_empty() {
            return;
        }
        for line in &mut self.lines {
            if let Some((_, &index)) = places.range(line.span.start..line.span.end).next() {
                line.error.get_or_insert(index);
            }
        }
    }

    /// The help line for an unknown word.
    pub fn suggest<'n>(
        &mut self,
        word: &str,
        names: impl IntoIterator<Item = &'n str>,
    ) -> Option<String> {
        if !self.may_suggest() || word.is_empty() || word.len() > 64 {
            return None;
        }
        source::did_you_mean(word, names)
    }

    /// Whether one more search for what was meant is made; it counts as one.
    pub fn may_suggest(&mut self) -> bool {
        self.suggestions += 1;
        self.suggestions <= SUGGESTIONS
    }

    /// Whether the instruction set has taken this name (for a register).
    pub fn is_reserved(&self, name: &str) -> bool {
        (self.syntax.reserved)(name)
    }

    /// Whether what comes can begin an expression. An operand that cannot is the wrong kind of
    /// operand, which says more than what the expression parser would say about it.
    pub fn starts_expression(&self, cursor: &Cursor<'_>) -> bool {
        cursor.peek().is_some_and(|token| match token.kind {
            TokenKind::Name => !self.is_reserved(cursor.peek_text()),
            TokenKind::Int(_)
            | TokenKind::Float(_)
            | TokenKind::Constant
            | TokenKind::Local { .. } => true,
            TokenKind::Punct(b) => matches!(b, b'(' | b'-' | b'+' | b'~' | b'!'),
            _ => false,
        })
    }

    /// The number of this pass, from zero.
    pub fn pass(&self) -> u32 {
        self.pass
    }

    /// A byte that belongs to the current instruction statement and keeps its value from pass to
    /// pass, zero at first. Dialects that choose between lengths note there that they chose the
    /// longer one, and never go back: so that the passes come to an end.
    pub fn sticky(&mut self) -> &mut u8 {
        let index = self.lines.len();
        if self.kept.sticky.len() <= index {
            self.kept.sticky.resize(index + 1, 0);
        }
        &mut self.kept.sticky[index]
    }

    /// The number of a file that the text names, which is read once.
    pub(super) fn file(&mut self, name: &str, span: Span) -> Result<usize, Diagnostic> {
        let files = &mut self.kept.files;
        if let Some(known) = files.iter().position(|(other, _)| other == name) {
            return Ok(known);
        }
        let read = match self.options.include {
            Some(include) => include(name),
            None => Err("files cannot be read here".to_string()),
        };
        let bytes = read.map_err(|why| {
            Diagnostic::error("bad-file", format!("cannot read `{name}`: {why}"))
                .label(span, "named here")
        })?;
        files.push((name.to_string(), bytes.into()));
        Ok(files.len() - 1)
    }

    /// The section that bytes go to now.
    pub fn section_name(&self) -> &str {
        &self.sections[self.current].name
    }

    /// Raises the alignment of the current section.
    pub fn require_alignment(&mut self, align: u32) {
        let section = &mut self.sections[self.current];
        section.align = section.align.max(align);
    }

    /// Defines a label at the current place.
    pub fn define_label(&mut self, name: &str, span: Span) -> Result<(), Diagnostic> {
        let value = Value::Address {
            section: self.current,
            offset: self.here().into(),
        };
        self.define_once(name, value, span)
    }

    /// Gives a new symbol the only value that it will have.
    pub(super) fn define_once(
        &mut self,
        name: &str,
        value: Value,
        span: Span,
    ) -> Result<(), Diagnostic> {
        if let Some(earlier) = self.symbols.get(name) {
            return Err(defined_twice(name, span, earlier.span));
        }
        self.define(name, value, span)?;
        self.symbols.settled.extend(self.symbols.index.get(name));
        Ok(())
    }

    /// Gives a symbol a value; unlike a label it may be given another one later.
    pub fn define(&mut self, name: &str, value: Value, span: Span) -> Result<(), Diagnostic> {
        if self.is_reserved(name) {
            return Err(Diagnostic::error(
                "reserved-name",
                format!("`{name}` is a register and cannot be a symbol"),
            )
            .label(span, "expected another name"));
        }
        match self.symbols.index.get(name) {
            Some(index) if self.symbols.settled.contains(index) => {
                return Err(defined_twice(name, span, self.symbols.list[*index].span));
            }
            Some(&index) => self.symbols.list[index].value = value,
            None => {
                self.symbols
                    .index
                    .insert(name.into(), self.symbols.list.len());
                self.symbols.list.push(AsmSymbol {
                    name: name.into(),
                    value,
                    global: false,
                    span,
                });
            }
        }
        Ok(())
    }

    pub(super) fn define_local(&mut self, number: u32) {
        let place = (self.current, self.here());
        self.symbols.locals.entry(number).or_default().push(place);
    }

    /// The symbol's value as far as it is known: from this pass, or from the one before.
    pub fn lookup(&self, name: &str) -> Option<Value> {
        self.symbols
            .get(name)
            .or_else(|| self.kept.known.get(name))
            .map(|symbol| symbol.value)
    }

    /// How many diagnostics and undefined symbols there are, to return to.
    pub(crate) fn mark(&self) -> (usize, usize, bool) {
        (self.diagnostics.len(), self.undefined.len(), self.missing)
    }

    /// Forgets everything reported since `mark`: an alternative did not work out.
    pub(crate) fn rewind(&mut self, (diagnostics, undefined, missing): (usize, usize, bool)) {
        self.diagnostics.truncate(diagnostics);
        self.undefined.truncate(undefined);
        self.missing = missing;
    }

    fn undefined(&mut self, name: &str, message: String, span: Span) -> Value {
        // Forward references are no news in the first pass, and spelling them out would cost
        // more than the pass.
        if self.pass == 0 {
            self.missing = true;
            return Value::Unknown;
        }
        self.undefined.push((self.diagnostics.len(), name.into()));
        self.report(Diagnostic::error("undefined-symbol", message).label(span, "not defined"));
        Value::Unknown
    }
}

pub(super) fn defined_twice(name: &str, again: Span, first: Span) -> Diagnostic {
    Diagnostic::error("duplicate-label", format!("`{name}` is defined twice"))
        .label(again, "defined again here")
        .label(first, "first defined here")
}

impl Scope for Context<'_> {
    fn arithmetic(&self) -> Arithmetic {
        self.arithmetic
    }

    fn symbol(&mut self, name: &str, span: Span) -> Result<Value, Diagnostic> {
        if name == "." {
            return Ok(Value::Address {
                section: self.current,
                offset: self.here().into(),
            });
        }
        if self.is_reserved(name) {
            return Err(Diagnostic::error(
                "syntax",
                format!("expected a number or a label, found the register `{name}`"),
            )
            .label(span, "a register cannot be part of an expression"));
        }
        Ok(match self.lookup(name) {
            Some(Value::Unknown) if self.pass > 0 => {
                self.undefined("", format!("`{name}` has no value"), span)
            }
            Some(value) => value,
            None => self.undefined(name, format!("`{name}` is not defined"), span),
        })
    }

    fn local(&mut self, number: u32, forward: bool, span: Span) -> Result<Value, Diagnostic> {
        let so_far = self.symbols.locals.get(&number);
        let count = so_far.map_or(0, Vec::len);
        let found = if forward {
            self.kept
                .known
                .locals
                .get(&number)
                .and_then(|all| all.get(count))
                .copied()
        } else {
            so_far.and_then(|all| all.last()).copied()
        };
        Ok(match found {
            Some((section, offset)) => Value::Address {
                section,
                offset: offset.into(),
            },
            None => {
                let side = if forward { "below" } else { "above" };
                self.undefined(
                    "",
                    format!("there is no local label `{number}:` {side}"),
                    span,
                )
            }
        })
    }

    fn constant(&mut self, name: &str, span: Span) -> Result<Value, Diagnostic> {
        if let Some(&value) = self.options.constants.get(name) {
            return Ok(value);
        }
        let options = self.options;
        let help = self.suggest(name, options.constants.keys().map(String::as_str));
        Err(Diagnostic::error(
            "undefined-constant",
            format!("there is no constant `${name}`"),
        )
        .label(span, "expected a constant of the header (`let NAME = ...`)")
        .maybe_help(help))
    }

    fn function(&mut self, name: &str, arguments: &[i128]) -> Option<i128> {
        (self.functions)(name, arguments)
    }

    fn base(&self, section: usize) -> Option<i128> {
        (self.bases)(&self.sections[section].name).map(i128::from)
    }
}
