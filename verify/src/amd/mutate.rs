//! Lines that are nearly right: legal ones with an operand, a modifier, a number or the mnemonic
//! changed. Most are refused, and by the same rules they must be refused here.

mod compose;
mod line;
pub mod words;

pub use line::SplitLine;

use amdgpu::Target;
use compose::pick;
use words::SUFFIXES;

use super::generate::Random;

/// What lines are made from.
struct Stock<'a> {
    seeds: &'a [String],
    names: Vec<String>,
}

impl Stock<'_> {
    /// Some legal line; those that are neighbours are often relatives.
    fn line(&self, near: usize, random: &mut Random) -> SplitLine {
        let count = self.seeds.len() as u64;
        let at = match random.below(2) {
            0 => near as u64 + random.below(40),
            _ => random.below(count),
        };
        SplitLine::parse(&self.seeds[(at % count) as usize])
    }
}

fn index<T>(list: &[T], random: &mut Random) -> Option<usize> {
    match list.len() {
        0 => None,
        count => Some(random.below(count as u64) as usize),
    }
}

/// Changes one thing.
fn change(line: &mut SplitLine, near: usize, stock: &Stock, random: &mut Random) {
    match random.below(32) {
        0..=8 => {
            if let Some(at) = index(&line.operands, random) {
                line.operands[at] = compose::operand(random);
            }
        }
        9..=11 => {
            if let Some(at) = index(&line.operands, random) {
                line.operands[at] = like(&line.operands[at], random);
            }
        }
        12 => {
            // An operand of another instruction.
            let other = stock.line(near, random);
            if let (Some(at), Some(from)) = (
                index(&line.operands, random),
                index(&other.operands, random),
            ) {
                line.operands[at] = other.operands[from].clone();
            }
        }
        13 => {
            let at = random.below(line.operands.len() as u64 + 1) as usize;
            line.operands.insert(at, compose::operand(random));
        }
        14 => {
            if let Some(at) = index(&line.operands, random) {
                line.operands.remove(at);
            }
        }
        15..=17 => {
            let at = random.below(line.modifiers.len() as u64 + 1) as usize;
            line.modifiers.insert(at, compose::modifier(random));
        }
        18 => {
            let other = stock.line(near, random);
            if let Some(from) = index(&other.modifiers, random) {
                let at = random.below(line.modifiers.len() as u64 + 1) as usize;
                line.modifiers.insert(at, other.modifiers[from].clone());
            }
        }
        19 => {
            if let Some(at) = index(&line.modifiers, random) {
                line.modifiers.remove(at);
            }
        }
        20 => {
            if let Some(at) = index(&line.modifiers, random) {
                line.modifiers[at] = compose::modifier(random);
            }
        }
        21 => {
            if let Some(at) = index(&line.modifiers, random) {
                let twice = line.modifiers[at].clone();
                line.modifiers.push(twice);
            }
        }
        22 => line.name = format!("{}{}", line.base_name(), pick(SUFFIXES, random)),
        23 => line.name = stock.names[random.below(stock.names.len() as u64) as usize].clone(),
        24 => {
            // The operands of a relative.
            let other = stock.line(near, random);
            line.operands = other.operands;
        }
        25 | 26 => {
            if let Some(at) = index(&line.operands, random) {
                line.operands[at] = compose::signs(&line.operands[at], random);
            }
        }
        27 => {
            if let (Some(a), Some(b)) =
                (index(&line.operands, random), index(&line.operands, random))
            {
                line.operands.swap(a, b);
            }
        }
        28 => {
            if let (Some(a), Some(b)) = (
                index(&line.modifiers, random),
                index(&line.modifiers, random),
            ) {
                line.modifiers.swap(a, b);
            }
        }
        _ => number(line, random),
    }
}

/// An operand of the same kind, a little different.
fn like(operand: &str, random: &mut Random) -> String {
    let half = operand.ends_with(".l") || operand.ends_with(".h");
    if half && random.below(2) == 0 {
        return operand[..operand.len() - 2].to_string();
    }
    let numbered = |letter: char| {
        operand.starts_with(letter) && operand[1..].starts_with(|c: char| "[0123456789".contains(c))
    };
    if numbered('v') || numbered('s') || operand.starts_with("ttmp") {
        return match random.below(6) {
            0 if !operand.contains('[') => format!("{operand}.l"),
            1 if !operand.contains('[') => format!("{operand}.h"),
            2 => operand.replace('v', "s"),
            3 => operand.replace('s', "v"),
            _ => compose::register(random),
        };
    }
    if operand.starts_with(|c: char| c == '-' || c.is_ascii_digit()) {
        return compose::number(random);
    }
    match operand.contains('(') {
        true => compose::immediate(random),
        false => pick(words::REGISTERS, random).into(),
    }
}

/// Moves a number in an operand or a modifier a little, or a lot.
fn number(line: &mut SplitLine, random: &mut Random) {
    let count = (line.operands.len() + line.modifiers.len()) as u64;
    if count == 0 {
        return;
    }
    let at = random.below(count) as usize;
    let operands = line.operands.len();
    let text = match at < operands {
        true => &mut line.operands[at],
        false => &mut line.modifiers[at - operands],
    };
    // Any of the numbers in it.
    let starts: Vec<usize> = text
        .char_indices()
        .filter(|(at, letter)| {
            let before = text[..*at].chars().next_back();
            letter.is_ascii_digit()
                && !before.is_some_and(|c| c.is_ascii_alphanumeric() && c != 'v' && c != 's')
        })
        .map(|(at, _)| at)
        .collect();
    let Some(start) = index(&starts, random).map(|at| starts[at]) else {
        return;
    };
    let end = text[start..]
        .find(|c: char| !c.is_ascii_digit())
        .map_or(text.len(), |length| start + length);
    let Ok(old) = text[start..end].parse::<i64>() else {
        return;
    };
    let new = match random.below(7) {
        0 => old + 1,
        1 => old - 1,
        2 => old * 2,
        3 => 0,
        4 => -old,
        5 => (1 << random.below(33)) - 1,
        _ => 1 << random.below(33),
    };
    text.replace_range(start..end, &new.to_string());
}

/// Changes how a line is written rather than what it says.
fn respell(text: &str, random: &mut Random) -> String {
    match random.below(8) {
        0 => text.to_uppercase(),
        1 => text.replace(", ", ","),
        2 => text.replace(", ", " , "),
        3 => text.replacen(", ", " ", 1),
        4 => text.replacen(", ", ",, ", 1),
        5 => format!("{text},"),
        6 => text.replacen(' ', ", ", 1),
        // Modifiers may have commas between them.
        _ => match text.rfind(' ') {
            Some(at) => format!("{},{}", &text[..at], &text[at..]),
            None => text.to_string(),
        },
    }
}

/// One line made from a legal one: changed once or twice.
fn spoil(seed: &str, near: usize, stock: &Stock, random: &mut Random) -> String {
    let mut halves: Vec<SplitLine> = seed.split(" :: ").map(SplitLine::parse).collect();
    let changes = match random.below(6) {
        0..=3 => 1,
        4 => 2,
        _ => 3,
    };
    for _ in 0..changes {
        let at = random.below(halves.len() as u64) as usize;
        if halves.len() > 1 && random.below(12) == 0 {
            halves.swap(0, 1);
            continue;
        }
        change(&mut halves[at], near, stock, random);
    }
    let texts: Vec<String> = halves.iter().map(SplitLine::text).collect();
    let text = texts.join(" :: ");
    match random.below(40) {
        0 => respell(&text, random),
        _ => text,
    }
}

/// Lines made from `seeds`.
pub fn lines(seeds: &[String], count: usize, seed: u64) -> Vec<String> {
    let mut random = Random::new(seed);
    let mut names: Vec<String> = seeds
        .iter()
        .map(|seed| SplitLine::parse(seed).name)
        .collect();
    for target in Target::ALL {
        names.extend(amdgpu::rows(target).map(|row| row.name.to_string()));
    }
    names.sort();
    names.dedup();
    let stock = Stock { seeds, names };
    (0..count)
        .map(|index| {
            let at = index % seeds.len();
            spoil(&seeds[at], at, &stock, &mut random)
        })
        // Half a comment would swallow the lines that follow, and so would half a string.
        .filter(|line| !line.contains("/*") && line.matches('"').count() % 2 == 0)
        .collect()
}
