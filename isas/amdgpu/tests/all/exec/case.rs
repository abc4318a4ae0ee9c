//! One line of the corpus.

use amdgpu::{Target, Wave};

#[derive(Clone)]
pub struct Case {
    pub instructions: Vec<String>,
    pub inputs: Vec<Setting>,
    pub outputs: Vec<Setting>,
    targets: Vec<Target>,
    wave: Option<Wave>,
}

/// A register, or memory, and its values lane by lane or word by word.
#[derive(Clone)]
pub struct Setting {
    pub place: Location,
    pub values: Vec<u64>,
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Location {
    /// First register and how many.
    Vector(u16, u16),
    Scalar(u16, u16),
    Memory,
}

impl Case {
    pub fn parse(line: &str) -> Result<Case, String> {
        let mut targets = Vec::new();
        let mut wave = None;
        let mut rest = line;
        while let Some(tagged) = rest.strip_prefix('@') {
            let (tag, after) = tagged.split_once(' ').ok_or("nothing after a tag")?;
            match tag {
                "wave32" => wave = Some(Wave::W32),
                "wave64" => wave = Some(Wave::W64),
                _ => targets.push(Target::from_name(tag).ok_or(format!("unknown tag {tag}"))?),
            }
            rest = after.trim_start();
        }
        let spaced = rest.replace(" | | ", " |  | ");
        let parts: Vec<&str> = spaced.split(" | ").map(str::trim).collect();
        let [text, inputs, outputs] = parts[..] else {
            return Err("three parts were expected".into());
        };
        Ok(Case {
            instructions: text
                .split(';')
                .map(|line| line.trim().to_string())
                .collect(),
            inputs: settings(inputs)?,
            outputs: settings(outputs)?,
            targets,
            wave,
        })
    }

    /// The same on the global data share, where all of it goes through memory that both shares have.
    pub fn on_global_share(&self, target: Target) -> Option<Case> {
        // RDNA 4 has no such share. M0 says which part of it a wave has.
        let elsewhere = [
            "m0", "flat_", "swizzle", "permute", "addtid", "append", "consume",
        ];
        let is_share = |line: &String| line.starts_with("ds_");
        let lines = &self.instructions;
        if !target.generation().global_share
            || !lines.iter().any(is_share)
            || lines
                .iter()
                .any(|line| elsewhere.iter().any(|word| line.contains(word)))
        {
            return None;
        }
        let share = |line: &String| match is_share(line) {
            true => format!("{line} gds"),
            false => line.clone(),
        };
        let all = std::iter::once("s_mov_b32 m0, 0x1000".into());
        Some(Case {
            instructions: all.chain(lines.iter().map(share)).collect(),
            ..self.clone()
        })
    }

    pub fn runs_on(&self, target: Target) -> bool {
        self.targets.is_empty() && Target::RDNA.contains(&target) || self.targets.contains(&target)
    }

    pub fn runs_in(&self, wave: Wave) -> bool {
        self.wave.is_none_or(|only| only == wave)
    }
}

fn settings(text: &str) -> Result<Vec<Setting>, String> {
    text.split_whitespace().map(setting).collect()
}

fn setting(text: &str) -> Result<Setting, String> {
    let (name, values) = text.split_once('=').ok_or(format!("no `=` in {text}"))?;
    let values: Result<Vec<u64>, String> = values.split(',').map(value).collect();
    Ok(Setting {
        place: place(name)?,
        values: values?,
        text: text.into(),
    })
}

fn place(name: &str) -> Result<Location, String> {
    let special = match name {
        "mem" => Some(Location::Memory),
        "vcc" => Some(Location::Scalar(106, 2)),
        "vcc_lo" => Some(Location::Scalar(106, 1)),
        "vcc_hi" => Some(Location::Scalar(107, 1)),
        "exec" => Some(Location::Scalar(126, 2)),
        "exec_lo" => Some(Location::Scalar(126, 1)),
        "m0" => Some(Location::Scalar(125, 1)),
        "scc" => Some(Location::Scalar(128, 1)),
        _ => None,
    };
    if let Some(place) = special {
        return Ok(place);
    }
    let bad = || format!("no register is called {name}");
    let number = |text: &str| text.parse::<u16>().map_err(|_| bad());
    let (vector, rest) = match name.split_at_checked(1) {
        Some(("v", rest)) => (true, rest),
        Some(("s", rest)) => (false, rest),
        _ => return Err(bad()),
    };
    let range = rest
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    let (first, count) = match range.and_then(|range| range.split_once(':')) {
        Some((first, last)) => (number(first)?, number(last)? - number(first)? + 1),
        None => (number(rest)?, 1),
    };
    Ok(if vector {
        Location::Vector(first, count)
    } else {
        Location::Scalar(first, count)
    })
}

fn value(text: &str) -> Result<u64, String> {
    let bad = || format!("{text} is no value");
    if let Some(hex) = text.strip_prefix("0x") {
        return u64::from_str_radix(&hex.replace('_', ""), 16).map_err(|_| bad());
    }
    let (number, kind) = match text.as_bytes().last() {
        Some(b'h') => (&text[..text.len() - 1], 'h'),
        Some(b'd') => (&text[..text.len() - 1], 'd'),
        _ => (text, 'f'),
    };
    let float = match number {
        "inf" => Some(f64::INFINITY),
        "-inf" => Some(f64::NEG_INFINITY),
        "nan" => Some(f64::NAN),
        _ if number.contains('.') => Some(number.parse().map_err(|_| bad())?),
        _ => None,
    };
    match (float, kind) {
        (Some(value), 'd') => Ok(value.to_bits()),
        (Some(value), 'h') => Ok(op::Op::CvtF16F64.eval([value.to_bits(), 0, 0])),
        (Some(value), _) => Ok((value as f32).to_bits().into()),
        (None, _) => text
            .parse::<i64>()
            .map(|value| value as u64)
            .map_err(|_| bad()),
    }
}
