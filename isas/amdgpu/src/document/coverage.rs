//! What is assembled, disassembled and executed.

use super::example;
use crate::codec::{Codec, rows};
use crate::encoding::Encoding;
use crate::lower;
use crate::row::{Format, Row};
use crate::target::{Target, Wave};
use arch::{Coverage, Missing};

/// Every family of a target.
pub fn coverage(target: Target) -> Vec<Coverage> {
    let families = Format::ALL.into_iter().map(|format| {
        let mut names: Vec<&str> = vec![];
        for row in rows(target).filter(|row| row.format == format) {
            if !names.contains(&row.name) {
                names.push(row.name);
            }
        }
        let mut family = Coverage {
            family: format.name(target).into(),
            instructions: names.len(),
            assembled: 0,
            disassembled: 0,
            executed: 0,
            missing: vec![],
        };
        for name in names {
            let uses = || uses(name, target);
            family.assembled += usize::from(uses().any(|e| e.assembles));
            family.disassembled += usize::from(uses().any(|e| e.decodes));
            match runs(name, target) {
                Ok(()) => family.executed += 1,
                Err(why) => family.missing.push(Missing {
                    name: name.into(),
                    why,
                }),
            }
        }
        family
    });
    families.filter(|family| family.instructions > 0).collect()
}

/// Encodings with an instruction in them, alone or as half of a pair.
fn uses(name: &str, target: Target) -> impl Iterator<Item = &'static Encoding> {
    let named = move |row: &Row| row.name == name;
    [Wave::W32, Wave::W64].into_iter().flat_map(move |wave| {
        let all = Codec::of(target, wave).encodings.iter();
        all.filter(move |e| named(e.row) || e.second.is_some_and(named))
    })
}

/// Whether an instruction runs: in each wave size that has it, some legal use of it does.
fn runs(name: &str, target: Target) -> Result<(), String> {
    let mut outcomes = [None, None];
    for encoding in uses(name, target) {
        let outcome = &mut outcomes[usize::from(encoding.wave == Wave::W64)];
        if *outcome != Some(Ok(()))
            && let Some(inst) = example(encoding)
        {
            *outcome = Some(lower::models(&inst));
        }
    }
    match outcomes {
        [None, None] => Err("no use of it is known".into()),
        [a, b] => a.unwrap_or(Ok(())).and(b.unwrap_or(Ok(()))),
    }
}
