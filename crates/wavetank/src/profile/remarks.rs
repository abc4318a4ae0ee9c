//! What is wrong with a row, in words.

use super::{Figures, Profile, ProfileRow};
use sim::Stall;

/// Something about a row that costs time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The row that it is about, by its index.
    pub row: usize,
    /// What it is: `divergence`, `lanes`, `transactions`, `bank-conflicts`, `memory`, `dependency`, ...
    pub kind: &'static str,
    /// A sentence.
    pub text: String,
}

/// Rows below this share of the whole are not worth a remark.
const WORTH: f64 = 0.01;

pub(super) fn of(profile: &Profile, rows: &[ProfileRow]) -> Vec<Remark> {
    let total = profile.total();
    let weight = |row: &ProfileRow| row.figures.weight() as f64 / total.weight().max(1) as f64;
    let mut ranked: Vec<usize> = (0..rows.len()).collect();
    ranked.sort_by(|&a, &b| weight(&rows[b]).total_cmp(&weight(&rows[a])));
    let mut remarks = Vec::new();
    for index in ranked {
        let row = &rows[index];
        let share = weight(row);
        let mut add = |kind: &'static str, text: String| {
            remarks.push(Remark {
                row: index,
                kind,
                text: format!("{} {text}", row.name()),
            });
        };
        if let Some(text) = divergence(&row.figures) {
            add("divergence", text);
        }
        if share >= WORTH {
            lanes(&row.figures)
                .into_iter()
                .for_each(|it| add("lanes", it));
            let it = transactions(&row.figures, &total);
            it.into_iter().for_each(|it| add("transactions", it));
            let it = conflicts(&row.figures);
            it.into_iter().for_each(|it| add("bank-conflicts", it));
        }
        for (cause, kind) in STALLS {
            if let Some(text) = stall(profile, row, &total, cause) {
                add(kind, text);
            }
        }
    }
    remarks
}

const STALLS: [(Stall, &str); 7] = [
    (Stall::Memory, "memory"),
    (Stall::Signal, "memory"),
    (Stall::Dependency, "dependency"),
    (Stall::Pipe, "pipe"),
    (Stall::Barrier, "barrier"),
    (Stall::Fetch, "fetch"),
    (Stall::Issue, "issue"),
];

fn percent(part: u64, whole: u64) -> String {
    format!("{:.0} %", 100.0 * part as f64 / whole.max(1) as f64)
}

fn divergence(figures: &Figures) -> Option<String> {
    let counts = &figures.counts;
    let parted = counts.divergent_branches;
    (parted > 0).then(|| {
        format!(
            "diverges: lanes part in {parted} of {} visits",
            counts.instructions
        )
    })
}

fn lanes(figures: &Figures) -> Option<String> {
    let counts = &figures.counts;
    let few = 2 * counts.active_lanes < counts.lane_slots;
    few.then(|| {
        format!(
            "runs with {} of its lanes",
            percent(counts.active_lanes, counts.lane_slots)
        )
    })
}

fn transactions(figures: &Figures, total: &Figures) -> Option<String> {
    let (own, ideal) = (
        figures.counts.transactions,
        figures.counts.ideal_transactions,
    );
    let matters = 20 * own >= total.counts.transactions && own >= 2 * ideal && ideal > 0;
    matters.then(|| {
        format!(
            "takes {own} memory transactions where {ideal} would carry as many bytes side by side"
        )
    })
}

fn conflicts(figures: &Figures) -> Option<String> {
    let (conflicts, issued) = figures.cycles.map(|it| (it.bank_conflicts, it.issued))?;
    (2 * conflicts >= issued && conflicts > 0).then(|| {
        let each = conflicts as f64 / issued.max(1) as f64;
        format!("meets bank conflicts: {each:.1} further accesses each time")
    })
}

fn stall(profile: &Profile, row: &ProfileRow, total: &Figures, cause: Stall) -> Option<String> {
    let (own, all) = (row.figures.cycles?, total.cycles?);
    let spent = own.stalls(cause);
    if 10 * spent < all.cycles() || spent == 0 {
        return None;
    }
    let share = percent(spent, all.cycles());
    let of = row.figures.waits_for.first().map(|&(of, _)| {
        let of = &profile.instructions[of];
        match of.line.filter(|_| row.address.is_none()) {
            Some(line) => format!(" for line {line}, `{}`", of.text.trim()),
            None => format!(" for {:#x}, `{}`", of.address, of.text.trim()),
        }
    });
    Some(match cause {
        Stall::Memory | Stall::Signal | Stall::Dependency => {
            let what = match cause {
                Stall::Dependency => "a result",
                _ => "memory",
            };
            let of = of.unwrap_or_default();
            format!(
                "waits {share} of all wave-cycles for {what}{}",
                of.replacen(" for ", " of ", 1)
            )
        }
        Stall::Barrier => format!("waits {share} of all wave-cycles at the barrier"),
        Stall::Pipe => format!("waits {share} of all wave-cycles for its unit, which is busy"),
        Stall::Fetch => format!("waits {share} of all wave-cycles for code to be fetched"),
        _ => format!("waits {share} of all wave-cycles while other waves issue"),
    })
}
