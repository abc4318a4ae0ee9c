//! The assembly language: directives, structure, and what can be known before a program runs.
//!
//! Branch targets follow from the nesting alone, so that no pass has to guess: each closing
//! instruction patches those that lead to it. Only a distance of more than 32767 words needs
//! another pass, in which the branch is long.

use std::collections::{BTreeMap, HashMap, HashSet};

use isa::{Context, Cursor, Dialect, Statement, Syntax, Value};
use source::{Diagnostic, Span};

use crate::encoding::WaveInst;
use crate::meaning::{Meaning, Structure};
use crate::nesting::{Misplaced, Nesting};
use crate::parse::{Parsed, is_reserved, parse};
use crate::row::Form;

/// The longest distance that a short branch holds, in words.
const SHORT_DISTANCE: u64 = 0x7fff;
/// Defined while branches have to be widened, so that one more pass is made.
const WIDENED: &str = ".widened";
const WIDTH: &str = "WAVE_WIDTH";

/// What differs from the common syntax.
pub const SYNTAX: Syntax = Syntax {
    line_comments: &["#", ";"],
    block_comments: false,
    separator: None,
    name_prefixes: b"%",
    reserved: is_reserved,
    ..Syntax::PLAIN
};

/// A branch that was emitted and where.
#[derive(Clone, Copy, Debug)]
struct Site {
    at: u64,
    inst: WaveInst,
    span: Span,
    /// Which branch of the program it is, in order.
    ordinal: usize,
    /// Whether it has bytes to patch: a line with an error keeps its place in the structure only.
    emitted: bool,
}

/// A label that must mark the instruction at `at` or the one after it.
#[derive(Clone, Debug)]
struct Expectation {
    label: String,
    used: Span,
    at: u64,
    len: u64,
    what: &'static str,
    marked: Span,
}

/// What directives said about one kernel.
#[derive(Clone, Debug, Default)]
struct Resources {
    /// Empty for what stands before the first `.kernel`.
    name: String,
    limits: BTreeMap<&'static str, (i64, Span)>,
    has_code: bool,
}

/// The assembler's state beside the common one: the kernel being read, its limits, and branches
/// that turned out long.
#[derive(Default)]
pub struct WaveDialect {
    /// Lanes per wave, where the target is known.
    width: Option<u32>,
    nesting: Nesting<Site>,
    branches: usize,
    /// Branches that turned out to be too far for the short form; they stay long.
    wide: HashSet<usize>,
    labels_of: HashMap<usize, Vec<(String, Span)>>,
    expectations: Vec<Expectation>,
    kernels: Vec<Resources>,
    labels: Vec<String>,
    mentioned: HashSet<String>,
    uses_width: bool,
    last: Option<Span>,
}

impl WaveDialect {
    /// For waves of so many lanes.
    pub fn new(width: u32) -> WaveDialect {
        WaveDialect {
            width: Some(width),
            ..WaveDialect::default()
        }
    }

    /// What the source said beyond instructions.
    pub fn attributes(&self) -> BTreeMap<String, String> {
        let mut all = BTreeMap::new();
        for kernel in &self.kernels {
            for (key, (value, _)) in &kernel.limits {
                let key = match kernel.name.as_str() {
                    "" => key.to_string(),
                    name => format!("{name}.{key}"),
                };
                all.insert(key, value.to_string());
            }
        }
        if let Some(width) = self.width.filter(|_| self.uses_width) {
            all.insert("wave".into(), width.to_string());
        }
        all
    }

    /// The kernels that `.kernel` names.
    pub fn kernels(&self) -> impl Iterator<Item = &str> {
        let names = self.kernels.iter().map(|kernel| kernel.name.as_str());
        names.filter(|name| !name.is_empty())
    }

    /// Marks kernels as entry points and warns of labels that nothing mentions.
    pub fn finish(&self, assembly: &mut isa::Assembly) {
        assembly
            .symbols
            .retain(|symbol| symbol.name != WIDENED && symbol.name != WIDTH);
        let kernels: HashSet<&str> = self.kernels().collect();
        for symbol in &mut assembly.symbols {
            symbol.global |= kernels.contains(symbol.name.as_str());
        }
        let labels: HashSet<&String> = self.labels.iter().collect();
        let is_label = |symbol: &&isa::AsmSymbol| labels.contains(&symbol.name);
        let unused = (assembly.symbols.iter().filter(is_label))
            .filter(|symbol| !symbol.global && !self.mentioned.contains(&symbol.name))
            .map(|symbol| {
                let message = format!("the label `{}` is never used", symbol.name);
                Diagnostic::warning("unused-label", message).label(symbol.span, "defined here")
            });
        let unused: Vec<Diagnostic> = unused.collect();
        assembly.diagnostics.extend(unused);
    }

    fn kernel(&mut self) -> &mut Resources {
        if self.kernels.is_empty() {
            self.kernels.push(Resources::default());
        }
        self.kernels.last_mut().expect("just made")
    }

    fn register_limit(&self) -> Option<(i64, Span)> {
        self.kernels.last()?.limits.get("registers").copied()
    }

    fn check_registers(&self, parsed: &Parsed, span: Span) -> Result<(), Diagnostic> {
        let (Some((limit, declared)), Some(highest)) =
            (self.register_limit(), parsed.inst.highest_register())
        else {
            return Ok(());
        };
        if i64::from(highest) < limit {
            return Ok(());
        }
        Err(Diagnostic::error(
            "register-count",
            format!("r{highest} is beyond the {limit} registers that the kernel declares"),
        )
        .label(span, format!("uses r{highest}"))
        .label(declared, "declared here")
        .help(format!(
            "`.registers {}` would be enough",
            u32::from(highest) + 1
        )))
    }

    /// Follows the structure through one instruction; branches get the form they need.
    fn structure(&mut self, parsed: Parsed, cx: &mut Context<'_>) -> Result<WaveInst, Diagnostic> {
        let mut inst = parsed.inst;
        let Some(what) = inst.row.structure() else {
            return Ok(inst);
        };
        let ordinal = self.branches;
        self.branches += 1;
        if self.wide.contains(&ordinal) {
            inst.form = Form::Literal;
        }
        let site = Site {
            at: cx.here(),
            inst,
            span: parsed.span,
            ordinal,
            emitted: true,
        };
        if !parsed.labels.is_empty() {
            self.labels_of.insert(ordinal, parsed.labels);
        }
        let closed = self.nesting.follow(what, site, inst.condition().is_none());
        let closed = closed.map_err(|why| misplaced(&why, inst.row.name, parsed.span))?;
        for &from in &closed.from {
            self.patch(from, site.at, cx);
        }
        if let Some(opener) = closed.from.last() {
            self.check_labels(opener.ordinal, what, site);
        }
        if let Some(opener) = closed.back {
            let begins = match opener.emitted {
                true => opener.at + opener.inst.len() as u64,
                false => opener.at,
            };
            let next = site.at + inst.len() as u64;
            self.lead(&mut inst, ordinal, next - begins);
        }
        Ok(inst)
    }

    /// Puts into a branch how far it goes; one that goes too far for its form is long in the next pass.
    fn lead(&mut self, inst: &mut WaveInst, ordinal: usize, bytes: u64) {
        let words = bytes / 4;
        if words > SHORT_DISTANCE && inst.form == Form::Short {
            self.wide.insert(ordinal);
        }
        inst.set_distance(words as u32);
    }

    /// Writes into the branch at `from` how far it is to `to`.
    fn patch(&mut self, from: Site, to: u64, cx: &mut Context<'_>) {
        if !from.emitted {
            return;
        }
        let mut inst = from.inst;
        let next = from.at + inst.len() as u64;
        self.lead(&mut inst, from.ordinal, to - next);
        let bytes = inst.encode().to_bytes();
        let at = from.at as usize;
        if let Some(place) = cx.bytes_mut().get_mut(at..at + bytes.len()) {
            place.copy_from_slice(&bytes);
        }
    }

    /// The labels of what opened a construct belong to what closes it; but the first label of an
    /// `if` belongs to its `else`, which keeps the second for the `endif`.
    fn check_labels(&mut self, opener: usize, what: Structure, site: Site) {
        let mut labels = self.labels_of.remove(&opener).unwrap_or_default();
        if what == Structure::Else && labels.len() > 1 {
            self.labels_of.insert(site.ordinal, labels.split_off(1));
        }
        let expectations = labels.into_iter().map(|(label, used)| Expectation {
            label,
            used,
            at: site.at,
            len: site.inst.len() as u64,
            what: site.inst.row.name,
            marked: site.span,
        });
        self.expectations.extend(expectations);
    }

    /// Reports what is still open and begins anew.
    fn close(&mut self, cx: &mut Context<'_>) {
        let nesting = std::mem::take(&mut self.nesting);
        for block in nesting.open_blocks() {
            let (name, closer) = (block.kind.name(), block.kind.end());
            cx.report(
                Diagnostic::error("unclosed", format!("`{name}` without `{closer}`"))
                    .label(block.opener.span, "opened here"),
            );
        }
        if let (true, true, Some(last)) = (
            nesting.reachable(),
            nesting.open_blocks().is_empty(),
            self.last.take(),
        ) {
            cx.report(
                Diagnostic::warning("no-ret", "control can run past the end of the kernel")
                    .label(last, "the last instruction")
                    .help("end the kernel with `ret`"),
            );
        }
    }

    fn check_expectations(&mut self, cx: &mut Context<'_>) {
        for e in std::mem::take(&mut self.expectations) {
            let Some(Value::Address { offset, .. }) = cx.lookup(&e.label) else {
                let help = cx.suggest(&e.label, self.labels.iter().map(String::as_str));
                cx.report_late(
                    Diagnostic::error(
                        "undefined-symbol",
                        format!("there is no label `{}`", e.label),
                    )
                    .label(e.used, "not defined")
                    .maybe_help(help),
                );
                continue;
            };
            let places = [i128::from(e.at), i128::from(e.at + e.len)];
            if !places.contains(&offset) {
                let what = e.what;
                cx.report_late(
                    Diagnostic::error(
                        "label-mismatch",
                        format!("`{}` does not mark the matching `{what}`", e.label),
                    )
                    .label(e.used, format!("named here as the place of the `{what}`"))
                    .label(e.marked, format!("the matching `{what}` is here"))
                    .help("labels of `if` and `loop` may be left out"),
                );
            }
        }
    }

    /// Mnemonics that keep the structure intact even where the rest of the line is wrong.
    fn recover(&mut self, statement: &Statement<'_>, cx: &Context<'_>) {
        let words = (statement.tokens.iter()).map(|&token| statement.text_of(token));
        let structure = |word| {
            let row = crate::table::INDEX.find(word)?.row;
            Some((row, row.structure()?)).filter(|(_, what)| *what != Structure::Return)
        };
        let Some((row, what)) = words.filter_map(structure).next() else {
            return;
        };
        let site = Site {
            at: cx.here(),
            inst: WaveInst {
                row,
                form: Form::Short,
                fields: Default::default(),
                literal: 0,
            },
            span: statement.span(),
            ordinal: self.branches,
            emitted: false,
        };
        self.branches += 1;
        let _ = self.nesting.follow(what, site, false);
    }

    fn limit(
        &mut self,
        key: &'static str,
        low: i64,
        high: i64,
        cursor: &mut Cursor<'_>,
        cx: &mut Context<'_>,
    ) -> Result<(), Diagnostic> {
        let from = cursor.position();
        let value = cx.integer_now(cursor)?;
        let span = cursor.span_since(from);
        let Some(value) = i64::try_from(value)
            .ok()
            .filter(|v| (low..=high).contains(v))
        else {
            return Err(Diagnostic::error(
                "directive-range",
                format!("`.{key} {value}` is out of range"),
            )
            .label(span, format!("expected {low} to {high}")));
        };
        let kernel = self.kernel();
        if kernel.has_code {
            return Err(Diagnostic::error(
                "directive-place",
                format!("`.{key}` must stand before the first instruction of the kernel"),
            )
            .label(span, "too late"));
        }
        match kernel.limits.insert(key, (value, span)) {
            None => Ok(()),
            Some((_, earlier)) => Err(Diagnostic::error(
                "directive-twice",
                format!("`.{key}` is given twice"),
            )
            .label(span, "given again here")
            .label(earlier, "first given here")),
        }
    }
}

fn misplaced(why: &Misplaced<Site>, name: &str, span: Span) -> Diagnostic {
    let error = Diagnostic::error("structure", why.message(name)).label(span, "does not fit here");
    match why {
        Misplaced::Inside { kind, opener } => {
            error.label(opener.span, format!("this `{}` is open", kind.name()))
        }
        _ => error,
    }
}

impl Dialect for WaveDialect {
    fn syntax(&self) -> Syntax {
        SYNTAX
    }

    fn begin(&mut self, _: &mut Context<'_>) {
        // What had to be long stays long; everything else is found out again.
        *self = WaveDialect {
            width: self.width,
            wide: std::mem::take(&mut self.wide),
            ..WaveDialect::default()
        };
    }

    fn instruction(
        &mut self,
        statement: &Statement<'_>,
        cx: &mut Context<'_>,
    ) -> Result<(), Diagnostic> {
        if cx.section_name() != ".text" {
            let section = cx.section_name().to_string();
            return Err(Diagnostic::error(
                "section",
                format!("instructions belong in `.text`, not in `{section}`"),
            )
            .label(statement.span(), "not code here"));
        }
        for &token in statement.tokens {
            let text = statement.text_of(token);
            if text == WIDTH
                && let Some(width) = self.width
            {
                self.uses_width = true;
                cx.define(WIDTH, Value::Int(width.into()), statement.span_of(token))?;
            }
            if self.labels.len() < 1 << 16 && token.kind == isa::TokenKind::Name {
                self.mentioned.insert(text.to_string());
            }
        }
        self.kernel().has_code = true;
        let parsed = match parse(statement, cx) {
            Ok(parsed) => parsed,
            Err(error) => {
                self.recover(statement, cx);
                return Err(error);
            }
        };
        // No branch names a register, so that the structure does not depend on this.
        self.check_registers(&parsed, statement.span())?;
        self.last = Some(parsed.span);
        let WaveInst { row, .. } = parsed.inst;
        if let (Some(64), Meaning::Ballot(1), 0) = (self.width, row.meaning, parsed.inst.group()) {
            cx.report(
                Diagnostic::warning("narrow-ballot", "a wave has 64 lanes, but this gives 32")
                    .label(parsed.span, "lanes 32 to 63 are left out")
                    .help("`wave.ballot.b64` gives all of them in a register pair"),
            );
        }
        let inst = self.structure(parsed, cx)?;
        cx.emit(&inst.encode().to_bytes());
        Ok(())
    }

    fn directive(
        &mut self,
        name: &str,
        cursor: &mut Cursor<'_>,
        cx: &mut Context<'_>,
    ) -> Option<Result<(), Diagnostic>> {
        Some(match name {
            ".kernel" => self.begin_kernel(cursor, cx),
            ".registers" => self.limit("registers", 1, 256, cursor, cx),
            ".local" => self.limit("local", 0, 1 << 24, cursor, cx),
            ".private" => self.limit("private", 0, 1 << 20, cursor, cx),
            _ => return None,
        })
    }

    fn directives(&self) -> &'static [&'static str] {
        &[".kernel", ".registers", ".local", ".private"]
    }

    fn label(&mut self, name: &str, _: &mut Context<'_>) {
        self.labels.push(name.to_string());
    }

    fn end(&mut self, cx: &mut Context<'_>) {
        self.close(cx);
        self.check_expectations(cx);
        if !self.wide.is_empty() {
            let count = Value::Int(self.wide.len() as i128);
            // The name begins with a dot and cannot clash with a register.
            let _ = cx.define(WIDENED, count, Span { start: 0, end: 0 });
        }
    }
}

impl WaveDialect {
    fn begin_kernel(
        &mut self,
        cursor: &mut Cursor<'_>,
        cx: &mut Context<'_>,
    ) -> Result<(), Diagnostic> {
        let Some((name, span)) = cursor.name() else {
            return Err(Diagnostic::error("syntax", "expected the kernel's name")
                .label(cursor.span(), "expected a name"));
        };
        self.close(cx);
        cx.define_label(name, span)?;
        self.kernels.push(Resources {
            name: name.to_string(),
            ..Resources::default()
        });
        Ok(())
    }
}
