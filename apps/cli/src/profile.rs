//! `wavetank profile`.

mod html;

use crate::args::{ProfileArgs, RowOrder};
use crate::out::{self, Exit, Outcome};
use crate::progress::{self, Progress};
use crate::run;
use std::cmp::Reverse;
use std::fmt::Write;
use wavetank::{Figures, Profile, ProfileRow, Settings, Stall, render};

pub fn profile(args: &ProfileArgs) -> Outcome {
    let profile = match of(args) {
        Ok(profile) => profile,
        Err(error) => {
            if !args.json {
                let (prints, text) = error.so_far();
                out::data(&run::written(text, prints))?;
            }
            return Err(error);
        }
    };
    for diagnostic in profile.report.diagnostics() {
        let file = &profile.report.file;
        out::note(&render::diagnostic(&diagnostic, file, out::colour()));
    }
    if let Some(path) = &args.html {
        out::file(path, html::page(&profile).as_bytes())?;
    }
    if args.json {
        out::data(&format!("{}\n", profile.to_json()))?;
    } else if args.html.is_none() {
        out::data(&String::from_utf8_lossy(&profile.report.text))?;
        out::data(&to_text(&profile, args.asm, args.sort))?;
        if profile.cycles_left_out {
            out::note("cycles are left out of so long a launch; --cycles counts them");
        }
    }
    Ok(Exit::of_report(&profile.report))
}

fn of(args: &ProfileArgs) -> Result<Profile, wavetank::Error> {
    run::one_thread(&args.running.how, "a profile is counted on one thread")?;
    let input = args.running.open(&args.file)?;
    let settings = Settings {
        timed: args.cycles,
        meter: progress::meter(args.quiet),
        ..args.running.settings()?
    };
    let _shown = Progress::show(&settings.meter, settings.max_instructions);
    wavetank::profile(&input, &settings)
}

/// Lines if they are known, unless instructions are asked for.
pub fn rows(profile: &Profile, asm: bool) -> Vec<ProfileRow> {
    match asm || !profile.has_lines() {
        true => profile.by_instruction(),
        false => profile.by_line(),
    }
}

fn to_text(profile: &Profile, asm: bool, order: RowOrder) -> String {
    let rows = rows(profile, asm);
    let total = profile.total();
    let mut text = heading(
        &total,
        rows.first().is_some_and(|row| row.address.is_some()),
    );
    for row in ordered(&rows, order) {
        text += &line(&rows[row], &total);
    }
    let remarks = profile.remarks(&rows);
    if !remarks.is_empty() {
        text += "\n";
    }
    for remark in remarks {
        let _ = writeln!(text, "{}", remark.text);
    }
    text += &bound(profile);
    text
}

/// The rows to show, in their order; those that never ran only where the source is shown.
fn ordered(rows: &[ProfileRow], order: RowOrder) -> Vec<usize> {
    let mut shown: Vec<usize> = (0..rows.len()).collect();
    if order == RowOrder::Source {
        return shown;
    }
    shown.retain(|&row| rows[row].figures.counts.instructions > 0);
    let lanes = |it: &Figures| (1e6 * it.counts.lane_utilisation()) as u64;
    shown.sort_by_key(|&row| {
        let it = &rows[row].figures;
        match order {
            RowOrder::Share | RowOrder::Source => Reverse(it.weight()),
            RowOrder::Issued => Reverse(it.counts.instructions),
            RowOrder::Cycles => Reverse(it.cycles.map_or(0, |cycles| cycles.cycles())),
            RowOrder::Lanes => Reverse(u64::MAX - lanes(it)),
            RowOrder::Transactions => Reverse(it.counts.transactions),
        }
    });
    shown
}

fn heading(total: &Figures, asm: bool) -> String {
    let cycles = match total.cycles {
        Some(_) => format!(
            "{:>12} {:<20} {:>9} ",
            "wave-cycles", "mostly waiting for", "conflicts"
        ),
        None => String::new(),
    };
    let place = if asm { "address" } else { "line" };
    format!(
        "{:>7} {:>12} {:>6} {:>9} {:>12} {:>8} {cycles}{place:>8}  source\n",
        "share", "issued", "lanes", "divergent", "transactions", "ideal"
    )
}

fn line(row: &ProfileRow, total: &Figures) -> String {
    let counts = &row.figures.counts;
    let share = share(&row.figures, total);
    let lanes = match counts.lane_slots {
        0 => String::new(),
        _ => format!("{:.0}%", 100.0 * counts.lane_utilisation()),
    };
    let some = |count: u64| {
        if count == 0 {
            String::new()
        } else {
            count.to_string()
        }
    };
    let cycles = match row.figures.cycles {
        Some(cycles) => format!(
            "{:>12} {:<20} {:>9} ",
            some(cycles.cycles()),
            most_waited(&row.figures),
            some(cycles.bank_conflicts)
        ),
        None => String::new(),
    };
    let place = match (row.address, row.line) {
        (Some(address), _) => format!("{address:#x}"),
        (None, Some(line)) => line.to_string(),
        (None, None) => String::new(),
    };
    format!(
        "{share:>6.1}% {:>12} {lanes:>6} {:>9} {:>12} {:>8} {cycles}{place:>8}  {}\n",
        some(counts.instructions),
        some(counts.divergent_branches),
        some(counts.transactions),
        some(counts.ideal_transactions),
        row.text
    )
}

/// Percent of the whole.
fn share(own: &Figures, total: &Figures) -> f64 {
    100.0 * own.weight() as f64 / total.weight().max(1) as f64
}

/// The cause of most stalls, and its part of all cycles of the row.
fn most_waited(figures: &Figures) -> String {
    let Some(cycles) = figures.cycles else {
        return String::new();
    };
    let most = Stall::EVERY
        .into_iter()
        .max_by_key(|&cause| cycles.stalls(cause));
    let Some(cause) = most.filter(|&cause| cycles.stalls(cause) > 0) else {
        return String::new();
    };
    let part = 100.0 * cycles.stalls(cause) as f64 / cycles.cycles().max(1) as f64;
    format!("{} {part:.0}%", cause.name().replace('_', " "))
}

/// What the launch could reach at best.
fn bound(profile: &Profile) -> String {
    let Some(roofline) = &profile.roofline else {
        return String::new();
    };
    let by = match roofline.bound() < roofline.peak_operations as f64 {
        true => "bandwidth",
        false => "lanes",
    };
    format!(
        "\n{} cycles; {:.2} lane operations a cycle of at most {:.0}, which {by} allows at {:.2} a byte\n",
        roofline.cycles,
        roofline.achieved(),
        roofline.bound(),
        roofline.intensity()
    )
}
