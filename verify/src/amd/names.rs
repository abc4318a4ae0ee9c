//! Every name that the assembler knows, where it belongs and where it does not, beside names that
//! are nearly right and numbers around every limit.
//!
//! Nothing is drawn at random but registers: the lines are our own tables of names, those of other
//! machines, and the neighbours of both, put into one instruction of every kind.

mod immediates;
mod modifiers;

use std::collections::HashSet;

use amdgpu::meaning::Meaning;
use amdgpu::{AmdFormat, Codec, Encoding, Form, Imm, Mod, ParamKind, Target, Wave, assemble_line};

use super::generate::{self, Random};
use super::mutate::SplitLine;

/// Lines for a machine: all names where they belong, and `count` lines with names elsewhere. Another
/// seed chooses others of these.
pub fn lines(target: Target, wave: Wave, count: usize, seed: u64) -> Vec<String> {
    let mut random = Random::new(seed);
    let codec = Codec::of(target, wave);
    let assembles = |encoding: &&Encoding| encoding.assembles && encoding.decodes;
    let mut all: Vec<&Encoding> = codec.encodings.iter().filter(assembles).collect();
    // Which instruction stands for its group is another one with another seed.
    let first = random.below(all.len() as u64) as usize;
    all.rotate_left(first);
    let (mut lines, mut others) = (vec![], vec![]);
    let mut seen = HashSet::new();
    for encoding in all {
        let (special, group) = (special_operand(encoding), Group::of(encoding));
        if special.is_none() && seen.contains(&group) {
            continue;
        }
        let Some(base) = plain_line(encoding, target, wave, &mut random) else {
            continue;
        };
        if let Some((index, kind)) = special {
            lines.extend(with_operand(&base, index, immediates::of(&kind)));
            others.extend(with_operand(&base, index, immediates::some()));
        }
        if seen.insert(group) {
            lines.extend(with_modifier(&base, own_modifiers(encoding)));
            others.extend(with_modifier(&base, modifiers::any()));
        }
    }
    let stride = others.len() / count.max(1) + 1;
    let start = seed as usize % stride;
    lines.extend(others.into_iter().skip(start).step_by(stride));
    // A string that is left open would swallow the lines that follow.
    lines.retain(|line| line.matches('"').count() % 2 == 0);
    lines
}

/// Instructions that take the same modifiers.
#[derive(PartialEq, Eq, Hash)]
struct Group {
    format: AmdFormat,
    form: Form,
    modifiers: Vec<&'static str>,
}

impl Group {
    fn of(encoding: &Encoding) -> Group {
        let mut modifiers: Vec<&str> = encoding
            .params
            .iter()
            .filter_map(|param| match param.kind {
                ParamKind::Mod(which) => Some(which.name()),
                _ => param.word().map(|(_, word)| word),
            })
            .collect();
        modifiers.sort();
        Group {
            format: encoding.row.format,
            form: encoding.form,
            modifiers,
        }
    }
}

/// An instruction of this encoding with as few modifiers as it can have.
fn plain_line(
    encoding: &Encoding,
    target: Target,
    wave: Wave,
    random: &mut Random,
) -> Option<SplitLine> {
    let is_legal = |line: &SplitLine| assemble_line(&line.text(), target, wave).is_ok();
    let mut drawn = (0..200).filter_map(|_| {
        let bytes = generate::one(encoding, target, wave, random)?;
        let (text, _) = amdgpu::disassemble(&bytes, target, wave).ok()?;
        let line = SplitLine::parse(&text);
        (line.name == encoding.text && is_legal(&line)).then_some(line)
    });
    let mut line = drawn.next()?;
    let mut at = 0;
    while at < line.modifiers.len() {
        let mut shorter = line.clone();
        shorter.modifiers.remove(at);
        match is_legal(&shorter) {
            true => line = shorter,
            false => at += 1,
        }
    }
    Some(line)
}

/// The operand that has names of its own, by where it stands among the operands.
fn special_operand(encoding: &Encoding) -> Option<(usize, ParamKind)> {
    let special = |kind: &ParamKind| {
        matches!(kind, ParamKind::ExportTarget | ParamKind::Attribute)
            || matches!(kind, ParamKind::Imm(imm) if *imm != Imm::Simm32)
    };
    let mut kinds = encoding.positional().map(|param| param.kind).enumerate();
    kinds.find(|(_, kind)| special(kind))
}

/// A line with each of some words in the place of an operand.
fn with_operand(base: &SplitLine, index: usize, words: Vec<String>) -> Vec<String> {
    let put = |word: String| {
        let mut line = base.clone();
        line.modifiers.clear();
        match line.operands.get_mut(index) {
            // An export's first register follows its target without a comma.
            Some(operand) => match operand.split_once(' ') {
                Some((_, rest)) => *operand = format!("{word} {rest}"),
                None => *operand = word,
            },
            // It may be left out, and was.
            None => line.operands.push(word),
        }
        line.text()
    };
    words.into_iter().map(put).collect()
}

/// The names that the modifiers of an encoding take.
fn own_modifiers(encoding: &Encoding) -> Vec<String> {
    let modifiers = encoding.params.iter().flat_map(|param| match param.kind {
        ParamKind::Mod(Mod::Cpol) => modifiers::policies(),
        ParamKind::Mod(Mod::Dim) => modifiers::dimensions(),
        ParamKind::Mod(Mod::Format) => modifiers::formats(),
        ParamKind::Mod(Mod::DppCtrl | Mod::Dpp8) => modifiers::lane_patterns(),
        ParamKind::Mod(Mod::Offset) if encoding.row.meaning == Meaning::Swizzle => {
            modifiers::swizzles()
        }
        _ => vec![],
    });
    modifiers.collect()
}

/// A line with each of some modifiers, beside those that it must have and in the place of each.
fn with_modifier(base: &SplitLine, words: Vec<String>) -> Vec<String> {
    let mut lines = vec![];
    for word in words {
        for at in 0..base.modifiers.len() {
            let mut line = base.clone();
            line.modifiers[at].clone_from(&word);
            lines.push(line.text());
        }
        let mut line = base.clone();
        line.modifiers.push(word);
        lines.push(line.text());
    }
    lines
}

/// A name and some that it might be taken for.
fn near(name: &str) -> Vec<String> {
    let other_case = match name.bytes().any(|byte| byte.is_ascii_lowercase()) {
        true => name.to_uppercase(),
        false => name.to_lowercase(),
    };
    let mut shorter = name.to_string();
    shorter.pop();
    let mut names = vec![name.into(), other_case, shorter, format!("{name}1")];
    names.retain(|name| !name.is_empty());
    names
}

/// All names of lists, each once, with their neighbours.
fn all_near<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut all: Vec<String> = names.into_iter().flat_map(near).collect();
    all.sort();
    all.dedup();
    all
}
