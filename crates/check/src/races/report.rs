//! Races as diagnostics.

use super::{Race, RaceKind, Races, Toucher};
use crate::Names;
use source::Diagnostic;
use uop::{InstInfo, Space};

impl Races {
    /// One diagnostic for each pair of instructions, with both lines, in the order of
    /// [`Races::races`].
    pub fn diagnostics(&self, insts: &[InstInfo], names: &Names<'_>) -> Vec<Diagnostic> {
        let advice = match self.order.advice {
            "" => "a barrier, or an atomic that both waves use, would order them",
            advice => advice,
        };
        let races = self.races.iter();
        races
            .map(|race| diagnostic(race, insts, names, advice))
            .collect()
    }
}

fn diagnostic(race: &Race, insts: &[InstInfo], names: &Names<'_>, advice: &str) -> Diagnostic {
    let at = race.address;
    let message = match race.space {
        Space::Local => format!("data race on local memory at {at:#x}"),
        _ => format!(
            "data race on `{}`, device memory at {at:#x}",
            (names.place)(at)
        ),
    };
    let who = |by: &Toucher| {
        let [x, y, z] = by.site.group;
        format!(
            "workgroup ({x},{y},{z}), wave {}, lane {}",
            by.site.wave, by.lane
        )
    };
    let what = |by: &Toucher| match (by.atomic, by.store) {
        (true, _) => "atomic",
        (_, true) => "store",
        _ => "load",
    };
    let both = || {
        let sides = [(race.later, "this"), (race.earlier, "and this")];
        let side =
            |(by, which): (Toucher, &str)| (by, format!("{which} {} by {}", what(&by), who(&by)));
        sides.map(side).to_vec()
    };
    let lanes = format!("{} and {}", race.earlier.lane, race.later.lane);
    let one = |text: &str| {
        let [x, y, z] = race.later.site.group;
        let place = format!("workgroup ({x},{y},{z}), wave {}", race.later.site.wave);
        vec![(race.later, format!("lanes {lanes} of {place} {text}"))]
    };
    let (sides, help) = match race.how {
        RaceKind::Unordered => (both(), advice),
        RaceKind::Outdated => (
            both(),
            "the load may give what a cache held before: empty the caches after the load or atomic \
             that says the store is done",
        ),
        RaceKind::Branches => (
            both(),
            "lanes in different branches of one wave have no order: the accesses belong behind the \
             branch, or in front of it",
        ),
        RaceKind::Values => (
            one("store different values"),
            "which of the values stays is not defined",
        ),
        RaceKind::Changes => (
            one("load, change and store the same bytes"),
            "all but one of the changes are lost: an atomic would keep them",
        ),
    };
    let mut diagnostic = Diagnostic::error("race", message);
    for (by, text) in sides {
        let Some(inst) = insts.get(by.site.inst as usize) else {
            continue;
        };
        let code = match (names.text)(inst.address) {
            Some(code) => format!(" (pc {:#x}: `{code}`)", inst.address),
            None => format!(" (pc {:#x})", inst.address),
        };
        diagnostic = match (names.span)(inst.address) {
            Some(span) => diagnostic.label(span, text + &code),
            None => diagnostic.help(text + &code),
        };
    }
    if race.count > 1 {
        diagnostic = diagnostic.help(format!("{} times", race.count));
    }
    diagnostic.help(help)
}
