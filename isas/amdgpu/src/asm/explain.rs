//! Says why a line fits none of its mnemonic's encodings.

use super::Error;
use crate::encoding::{Encoding, From, Param, ParamKind};
use crate::inst::Mod;
use crate::memory::{modifier_range, smem_offset_range};
use crate::names;
use crate::row::{AmdFormat, Imm, OperandType};

/// Where and why an encoding did not fit. Words are made of it only if no other fits either.
pub(super) struct Failure {
    pub at: usize,
    pub end: Option<usize>,
    pub why: Why,
    pub encoding: &'static Encoding,
}

#[derive(Clone, Copy)]
pub(super) enum Why {
    /// Something else is expected here.
    Unfit(Param),
    /// The line ends before this.
    Missing(Param),
    /// The modifier's value does not fit its field.
    OutOfRange(Param),
    /// The encoding has no such modifier.
    NoSuchModifier,
    TooMany,
    Because(&'static str),
}

impl Failure {
    /// `all` are the encodings that the mnemonic has.
    pub fn into_error(
        self,
        text: &str,
        text_end: usize,
        all: impl Iterator<Item = &'static Encoding>,
    ) -> Error {
        let end = self.end.unwrap_or(text_end).max(self.at);
        let found = text.get(self.at..end).unwrap_or("").trim();
        let mut words: Vec<_> = all.flat_map(words).collect();
        words.sort_unstable();
        words.dedup();
        let mut help = None;
        let message = match self.why {
            Why::Unfit(param) => {
                help = match found.strip_prefix("--") {
                    Some(rest) => Some(format!("two minus signs are written `neg(-{rest})`")),
                    None => misspelt(found, &words),
                };
                format!("expected {}, found `{found}`", self.wanted(&param))
            }
            Why::Missing(param) => {
                format!(
                    "expected {}, found the end of the line",
                    self.wanted(&param)
                )
            }
            Why::OutOfRange(param) => self.out_of_range(&param, found),
            Why::NoSuchModifier => {
                let name = found.split(':').next().unwrap_or(found);
                if words.contains(&name) {
                    let alone = "an offset without a register before it is a number alone: `0x10`";
                    let scalar = self.encoding.row.format == AmdFormat::Smem;
                    help = scalar.then(|| alone.to_string());
                    format!("`{found}` does not go with these operands")
                } else {
                    help = modifiers(&words);
                    format!("`{found}` is no modifier of this instruction")
                }
            }
            Why::TooMany => {
                help = misspelt(found, &words).or_else(|| self.operand_count());
                format!("expected the end of the line, found `{found}`")
            }
            Why::Because(message) => message.into(),
        };
        Error {
            help,
            ..Error::new(self.at.min(end), end, "bad-operand", message)
        }
    }

    /// How many operands there should be, where that does not depend on what they are.
    fn operand_count(&self) -> Option<String> {
        let lists = |kind: ParamKind| {
            matches!(
                kind,
                ParamKind::Open | ParamKind::Close | ParamKind::Pair(_)
            )
        };
        let params = &self.encoding.params;
        if params.iter().any(|param| lists(param.kind)) {
            return None;
        }
        let name = self.encoding.row.name;
        Some(match self.encoding.positional().count() {
            0 => format!("`{name}` takes no operands"),
            1 => format!("`{name}` takes one operand"),
            n => format!("`{name}` takes {n} operands"),
        })
    }

    fn out_of_range(&self, param: &Param, found: &str) -> String {
        let ParamKind::Mod(which) = param.kind else {
            return format!("`{found}` is out of range");
        };
        match modifier_range(self.encoding, param, which) {
            Some(range) => format!(
                "`{}` takes a number from {} to {} here, found `{found}`",
                which.name(),
                range.start(),
                range.end()
            ),
            None => format!("`{found}` does not fit this instruction"),
        }
    }

    fn wanted(&self, param: &Param) -> String {
        match param.kind {
            ParamKind::SmemOffset => {
                let range = smem_offset_range(self.encoding);
                format!("an offset from {} to {}", range.start(), range.end())
            }
            _ => describe(param),
        }
    }
}

/// A word that is nearly a modifier.
fn misspelt(found: &str, words: &[&str]) -> Option<String> {
    let word = found.split(':').next().unwrap_or(found);
    let is_word = word.len() > 2 && word.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    is_word
        .then(|| ::source::did_you_mean(word, words.iter().copied()))
        .flatten()
}

fn modifiers(words: &[&str]) -> Option<String> {
    let names: Vec<_> = words.iter().map(|name| format!("`{name}`")).collect();
    (!names.is_empty()).then(|| format!("it can have {}", names.join(", ")))
}

/// The modifiers of an encoding as they are written.
fn words(encoding: &'static Encoding) -> Vec<&'static str> {
    let params = encoding.params.iter();
    params
        .flat_map(|param| match param.kind {
            ParamKind::Mod(Mod::ExtraLiteral) => vec![],
            ParamKind::Mod(Mod::Omod) => vec!["mul", "div"],
            ParamKind::Mod(Mod::DppCtrl) => lane_patterns(),
            ParamKind::Mod(Mod::Cpol) if encoding.target.generation().temporal_hints() => {
                vec!["th", "scope"]
            }
            ParamKind::Mod(Mod::Cpol) => vec!["glc", "slc", "dlc"],
            ParamKind::Mod(which) => vec![which.name()],
            _ => param.word().map(|(_, word)| word).into_iter().collect(),
        })
        .collect()
}

fn lane_patterns() -> Vec<&'static str> {
    let rows = names::ROW_PATTERNS.iter().map(|pattern| pattern.name);
    let mirrors = names::MIRRORS.iter().map(|(name, _)| *name);
    ["quad_perm"]
        .into_iter()
        .chain(rows)
        .chain(mirrors)
        .collect()
}

/// What a parameter takes, in words.
pub(crate) fn describe(param: &Param) -> String {
    let run = |n: u8, what: &str, example: &str| match n {
        1 => format!("a {what} register"),
        n => format!("{n} {what} registers such as {example}[0:{}]", n - 1),
    };
    match param.kind {
        ParamKind::Vgpr(n) => run(n, "vector", "v"),
        ParamKind::Agpr => "an accumulation register".into(),
        ParamKind::VgprLow => "one of v0 to v127".into(),
        ParamKind::Half => "half a vector register such as v0.l".into(),
        ParamKind::HalfLow => "half of one of v0 to v127 such as v0.l".into(),
        ParamKind::Sgpr(n, _) => run(n, "scalar", "s"),
        ParamKind::Src(ty, from) => source(ty, from),
        ParamKind::Part(_) => "a vector or scalar register or an inline constant".into(),
        ParamKind::PartMask => run(2, "scalar", "s"),
        ParamKind::Acc(n, _) => run(n, "vector", "v") + " or an inline constant",
        ParamKind::Vcc => "vcc (wave64) or vcc_lo (wave32)".into(),
        ParamKind::M0 => "m0".into(),
        ParamKind::Pair(row) => format!("`:: {}`", row.name),
        ParamKind::VdstY => "a vector register".into(),
        ParamKind::Off => "`off`".into(),
        ParamKind::K(ty) => format!("a {}-bit literal", bits(ty)),
        ParamKind::Imm(Imm::Version) => "a version such as UC_VERSION_GFX11".into(),
        ParamKind::Imm(_) | ParamKind::SmemOffset | ParamKind::Number => "an immediate".into(),
        ParamKind::ExportTarget => "an export target".into(),
        ParamKind::ExportData => "a vector register or `off`".into(),
        ParamKind::Attribute => "an attribute such as attr0.x".into(),
        ParamKind::ImageData | ParamKind::ImageAddr => "vector registers".into(),
        ParamKind::Open | ParamKind::Close => "a list of registers".into(),
        ParamKind::Gds
        | ParamKind::Idxen
        | ParamKind::Offen
        | ParamKind::Tfe
        | ParamKind::Lds
        | ParamKind::A16 => param
            .word()
            .map_or(String::new(), |(_, word)| format!("`{word}`")),
        ParamKind::Mod(Mod::DppCtrl) => {
            "a lane pattern such as quad_perm:[0,1,2,3] or row_shl:1".into()
        }
        ParamKind::Mod(Mod::Dpp8) => "dpp8:[0,1,2,3,4,5,6,7] or another order".into(),
        ParamKind::Mod(which) => format!("`{}`", which.name()),
    }
}

/// What a source takes. Sources of more than a word are runs of registers.
fn source(ty: OperandType, from: From) -> String {
    let words = ty.dwords();
    let registers = |what: &str, letter: &str| match words {
        0 | 1 => format!("a {what} register"),
        n => format!("{n} {what} registers ({letter}[0:{}])", n - 1),
    };
    let mut list = vec![];
    if from.has(From::VGPR) {
        list.push(registers("vector", "v"));
    }
    if from.has(From::SGPR) {
        list.push(registers("scalar", "s"));
    }
    if from.has(From::LITERAL) {
        list.push(match bits(ty) {
            64 => "a number of 32 bits".into(),
            bits => format!("a number of {bits} bits"),
        });
    } else if from.has(From::INLINE) {
        list.push("an inline constant (-16 to 64, ±0.5, ±1.0, ±2.0, ±4.0)".into());
    }
    match list.pop() {
        Some(last) if !list.is_empty() => format!("{} or {last}", list.join(", ")),
        Some(only) => only,
        None => "a source".into(),
    }
}

fn bits(ty: OperandType) -> u32 {
    if ty.is_half() {
        16
    } else {
        ty.dwords() as u32 * 32
    }
}
