//! Assembly on the common statement driver: instructions, what AMD's directives add, `print` lines,
//! and the image that comes of it all.

mod amdhsa;
mod image;

use super::watch;
use crate::asm;
use crate::code_object::metadata::Metadata;
use crate::code_object::{IMAGE_BASE, METADATA};
use crate::codec::Codec;
use crate::target::{Target, Wave};
use amdhsa::KernelBlock;
use arch::{AsmSource, Assembled, Code};
use image::Image;
use isa::{
    Context, Cursor, Decoded, Dialect, Disassembler, Illegal, ListingLine, Statement, Syntax,
};
use source::{Diagnostic, Span};
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

/// Where the metadata of compilers begins and ends. Its lines are no assembly.
const METADATA_BEGIN: &str = ".amdgpu_metadata";
const METADATA_END: &str = ".end_amdgpu_metadata";

const SYNTAX: Syntax = Syntax {
    line_comments: &[";", "//", "#"],
    block_comments: true,
    separator: None,
    name_prefixes: b"@",
    reserved: |_| false,
};

pub(super) fn assemble(target: Target, source: &AsmSource<'_>) -> Assembled {
    let wave = Wave::from_lanes(source.wave).unwrap_or_default();
    let (body, yaml) = split_metadata(source);
    let options = isa::Options {
        constants: (source.constants.iter())
            .map(|(name, &value)| (name.clone(), constant(value)))
            .collect(),
        ..isa::Options::default()
    };
    let mut dialect = Rdna {
        codec: Codec::of(target, wave),
        constants: source.constants,
        image: Image::default(),
        next_image: Image::default(),
        kernel: None,
        prints: Vec::new(),
    };
    let mut assembly = isa::assemble(source.file, body, &mut dialect, &options);
    let metadata = yaml.and_then(|span| {
        let parsed = Metadata::from_yaml(source.file.slice(span));
        parsed
            .map_err(|why| {
                let diagnostic = Diagnostic::error("bad-metadata", why);
                assembly.diagnostics.push(diagnostic.label(span, "here"));
            })
            .ok()
    });
    let mut attributes = BTreeMap::new();
    if let Some(metadata) = metadata {
        attributes.insert(METADATA.to_string(), metadata.to_json());
    }
    if !dialect.prints.is_empty() {
        let lines = dialect
            .prints
            .iter()
            .map(|(at, text)| format!("{at:x}\t{text}\n"));
        attributes.insert(watch::ATTRIBUTE.to_string(), lines.collect());
    }
    let mut code = Assembled::new(assembly, IMAGE_BASE, attributes);
    dialect.image.add_sections(&mut code);
    code
}

/// The assembly without the metadata that compilers put at its end, and the metadata.
fn split_metadata(source: &AsmSource<'_>) -> (Span, Option<Span>) {
    let text = source.file.slice(source.body);
    let line_start = |word: &str, from: usize| {
        let at = from + text.get(from..)?.find(word)?;
        let start = text[..at].rfind('\n').map_or(0, |i| i + 1);
        text[start..at]
            .trim()
            .is_empty()
            .then_some((start, at + word.len()))
    };
    let Some((start, after)) = line_start(METADATA_BEGIN, 0) else {
        return (source.body, None);
    };
    let end = line_start(METADATA_END, after).map_or(text.len(), |(start, _)| start);
    let base = source.body.start as usize;
    (
        Span::new(base, base + start),
        Some(Span::new(base + after, base + end.max(after))),
    )
}

fn constant(value: kernel::Value) -> isa::Value {
    match value {
        kernel::Value::Int(value) => isa::Value::Int(value),
        kernel::Value::Float(value) => isa::Value::Float(value),
    }
}

struct Rdna<'a> {
    codec: &'static Codec,
    constants: &'a BTreeMap<String, kernel::Value>,
    /// Where the pass before put everything, and where this one does.
    image: Image,
    next_image: Image,
    /// An `.amdhsa_kernel` that is open.
    kernel: Option<KernelBlock>,
    /// Offset in `.text` and what follows the word.
    prints: Vec<(u64, String)>,
}

impl Dialect for Rdna<'_> {
    fn syntax(&self) -> Syntax {
        SYNTAX
    }

    fn begin(&mut self) {
        self.prints.clear();
        self.kernel = None;
        self.image = std::mem::take(&mut self.next_image);
    }

    fn instruction(
        &mut self,
        statement: &Statement<'_>,
        cx: &mut Context<'_>,
    ) -> Result<(), Diagnostic> {
        let raw = statement.raw();
        if let Some(rest) = raw.strip_prefix(watch::WORD)
            && !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_')
        {
            return self.print(rest, statement, cx);
        }
        let text = self.with_constants(raw, statement)?;
        let assembled = asm::assemble(self.codec, &text, 0, &Known(cx));
        let mut assembled = assembled.map_err(|mut diagnostic| {
            // It takes up room nevertheless, so that what is said about distances is true.
            cx.fill(4, 0);
            for label in &mut diagnostic.labels {
                let range = label.span.range();
                label.span = match range.end <= raw.len() && text == raw {
                    true => statement.span_at(range.start, range.len()),
                    false => statement.span(),
                };
            }
            diagnostic
        })?;
        let mut resolved = Ok(());
        for fixup in &assembled.fixups {
            let place = Place {
                offset: cx.here(),
                address: self.image.address(cx.section_name()) + cx.here(),
            };
            let result = self.resolve(fixup, &mut assembled.bytes, place, cx);
            resolved = resolved.and(result.map_err(|error| error.label(statement.span(), "here")));
        }
        cx.emit(&assembled.bytes);
        resolved
    }

    fn directive(
        &mut self,
        name: &str,
        cursor: &mut Cursor<'_>,
        cx: &mut Context<'_>,
    ) -> Option<Result<(), Diagnostic>> {
        amdhsa::directive(self, name, cursor, cx)
    }

    fn directives(&self) -> &'static [&'static str] {
        amdhsa::DIRECTIVES
    }

    /// Compilers compute what a kernel and all that it calls need.
    fn functions(&self) -> fn(&str, &[i128]) -> Option<i128> {
        |name, args| match name {
            "or" => Some(args.iter().fold(0, |all, arg| all | arg)),
            "and" => Some(args.iter().fold(-1, |all, arg| all & arg)),
            _ => None,
        }
    }

    fn end(&mut self, cx: &mut Context<'_>) {
        if let Some(block) = &self.kernel {
            cx.report(
                Diagnostic::error("unclosed", "`.amdhsa_kernel` without `.end_amdhsa_kernel`")
                    .label(block.span, "opened here"),
            );
        }
        self.next_image.lay_out(cx.sections());
    }
}

impl Rdna<'_> {
    /// A `print` line takes no room: it belongs to the instruction that follows.
    fn print(
        &mut self,
        rest: &str,
        statement: &Statement<'_>,
        cx: &mut Context<'_>,
    ) -> Result<(), Diagnostic> {
        let at = cx.here();
        watch::parse(rest, at).map_err(|wrong| {
            let span = statement.span_at(watch::WORD.len() + wrong.start, wrong.len);
            Diagnostic::error("print", wrong.message).label(span, "")
        })?;
        self.prints.push((at, rest.trim().to_string()));
        Ok(())
    }

    /// Fills in what depends on a symbol.
    fn resolve(
        &mut self,
        fixup: &asm::Fixup,
        bytes: &mut [u8],
        place: Place,
        cx: &mut Context<'_>,
    ) -> Result<(), Diagnostic> {
        let literal = place.address + fixup.offset as u64;
        let mut missing = None;
        let mut high = false;
        let mut wanted = Vec::new();
        collect(&fixup.expr, &mut wanted);
        let mut values: HashMap<String, i64> = HashMap::new();
        for name in wanted {
            let (symbol, how) = name.split_once('@').unwrap_or((&name, ""));
            high |= how.ends_with("@hi");
            let address = self.image.symbol(symbol, cx);
            let value = match how.split('@').next() {
                Some("rel32") => address.map(|address| address.wrapping_sub(literal) as i64),
                Some("gotpcrel32") => {
                    self.next_image.want_slot(symbol);
                    let slot = self.image.slot(symbol).filter(|_| address.is_some());
                    slot.map(|slot| slot.wrapping_sub(literal) as i64)
                }
                Some("abs32") => address.map(|address| address as i64),
                _ => image::offset(symbol, place.offset, cx),
            };
            match value {
                Some(value) => {
                    values.insert(name.clone(), value);
                }
                None => missing = Some(symbol.to_string()),
            }
        }
        if let Some(name) = missing {
            if cx.pass() == 0 {
                cx.ask_again();
                return Ok(());
            }
            let message = format!("`{name}` is not defined");
            return Err(Diagnostic::error("undefined-symbol", message));
        }
        let value = fixup.expr.eval(&|name| values.get(name).copied());
        let Some(mut value) = value else {
            return Err(Diagnostic::error(
                "not-constant",
                "the expression has no value",
            ));
        };
        if high {
            value >>= 32;
        }
        let (value, len) = match fixup.kind {
            asm::FixupKind::Branch => {
                let words = value.wrapping_sub(place.offset as i64 + 4) / 4;
                if i16::try_from(words).is_err() {
                    let message = format!("the target is {words} words away; 32767 are possible");
                    return Err(Diagnostic::error("branch-range", message));
                }
                (words, 2)
            }
            asm::FixupKind::Literal => (value, 4),
        };
        let at = fixup.offset;
        bytes[at..at + len].copy_from_slice(&value.to_le_bytes()[..len]);
        Ok(())
    }

    /// The line with `$NAME` replaced by what the header says.
    fn with_constants<'t>(
        &self,
        raw: &'t str,
        statement: &Statement<'_>,
    ) -> Result<Cow<'t, str>, Diagnostic> {
        if !raw.contains('$') {
            return Ok(Cow::Borrowed(raw));
        }
        let mut text = String::new();
        let mut rest = raw;
        while let Some(at) = rest.find('$') {
            text += &rest[..at];
            let after = &rest[at + 1..];
            let is_name = |c: char| c.is_alphanumeric() || c == '_';
            let len = after.find(|c| !is_name(c)).unwrap_or(after.len());
            let name = &after[..len];
            let Some(value) = self.constants.get(name) else {
                let start = raw.len() - rest.len() + at;
                let names = self.constants.keys().map(String::as_str);
                return Err(Diagnostic::error(
                    "undefined-constant",
                    format!("the header has no constant `{name}`"),
                )
                .label(statement.span_at(start, len + 1), "not defined")
                .maybe_help(source::did_you_mean(name, names)));
            };
            text += &match *value {
                kernel::Value::Int(value) => value.to_string(),
                kernel::Value::Float(value) => format!("{value:?}"),
            };
            rest = &after[len..];
        }
        text += rest;
        Ok(Cow::Owned(text))
    }
}

/// Where an instruction is going to be.
#[derive(Clone, Copy)]
struct Place {
    /// In its section.
    offset: u64,
    address: u64,
}

/// The symbols of an expression.
fn collect(expr: &asm::Expr, names: &mut Vec<String>) {
    match expr {
        asm::Expr::Number(_) => {}
        asm::Expr::Symbol(name) => names.push(name.clone()),
        asm::Expr::Unary(_, inner) => collect(inner, names),
        asm::Expr::Binary(_, a, b) => {
            collect(a, names);
            collect(b, names);
        }
    }
}

/// Symbols that are plain numbers.
struct Known<'c, 'a>(&'c Context<'a>);

impl asm::Symbols for Known<'_, '_> {
    fn absolute(&self, name: &str) -> Option<i64> {
        match self.0.lookup(name)? {
            isa::Value::Int(value) => i64::try_from(value).ok(),
            _ => None,
        }
    }
}

/// Code as text that assembles again.
pub(super) fn listing(target: Target, wave: Wave, code: &Code) -> Vec<ListingLine> {
    let text = crate::code_object::text_of(code);
    let start = (text.start - code.base) as usize;
    let bytes = &code.bytes[start..start + (text.end - text.start) as usize];
    let symbols = code
        .symbols
        .iter()
        .filter(|symbol| text.contains(&symbol.address));
    let symbols = symbols.map(|symbol| (symbol.address, symbol.name.clone()));
    isa::listing(
        &Lister { target, wave },
        bytes,
        text.start,
        &symbols.collect(),
    )
}

struct Lister {
    target: Target,
    wave: Wave,
}

impl Disassembler for Lister {
    fn decode(
        &self,
        bytes: &[u8],
        address: u64,
        name: &dyn Fn(u64) -> Option<String>,
    ) -> Result<Decoded, Illegal> {
        let inst = crate::decode(bytes, self.target, self.wave)
            .map_err(|illegal| unknown(illegal, bytes, address))?;
        let mut text = String::new();
        crate::print(&inst, &mut text);
        let target = branch_target(&inst, address);
        if let Some(label) = target.and_then(name)
            && let Some((mnemonic, _)) = text.rsplit_once(' ')
        {
            text = format!("{mnemonic} {label}");
        }
        Ok(Decoded {
            len: inst.size(),
            target,
            text,
        })
    }

    fn unit(&self) -> usize {
        4
    }
}

fn branch_target(inst: &crate::Inst, address: u64) -> Option<u64> {
    let name = inst.row().name;
    let branches = name == "s_branch" || name.starts_with("s_cbranch_");
    match inst.operands() {
        [operand] if branches => match operand.value {
            crate::Value::Imm(words) => {
                let distance = i64::from(words as i16) * 4 + 4;
                Some(address.wrapping_add_signed(distance))
            }
            _ => None,
        },
        _ => None,
    }
}

fn unknown(illegal: crate::Illegal, bytes: &[u8], address: u64) -> Illegal {
    let len = bytes.len().min(4);
    let word = bytes[..len].iter().rev();
    Illegal {
        address,
        word: word.fold(0, |word, &byte| word << 8 | u128::from(byte)),
        len,
        reason: match illegal {
            crate::Illegal::Unknown => isa::Reason::Unknown,
            crate::Illegal::Truncated => isa::Reason::Truncated {
                mnemonic: "instruction",
                needed: len + 4,
            },
        },
    }
}
