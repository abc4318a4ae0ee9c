//! A profile as one page that needs nothing else: figures, a roofline, the source with bars.

use super::{most_waited, share};
use std::fmt::Write;
use wavetank::{Figures, Profile, ProfileRow, Roofline, Stall};

const STYLE: &str = "
:root { color-scheme: light dark; --bar: #e2703a; --line: #8884; --text: #1c1e21; --paper: #fff; --soft: #6b7280; }
@media (prefers-color-scheme: dark) { :root { --text: #e6e6e6; --paper: #17191c; --soft: #9aa0a6; } }
body { font: 14px/1.45 system-ui, sans-serif; margin: 2rem; color: var(--text); background: var(--paper); }
h1 { font-size: 1.4rem; margin: 0 0 .2rem; overflow-wrap: anywhere; } h2 { font-size: 1.05rem; margin: 1.8rem 0 .5rem; }
.soft { color: var(--soft); } .top { display: flex; flex-wrap: wrap; gap: 2.5rem; align-items: flex-start; }
table { border-collapse: collapse; } th { font-weight: 600; text-align: right; padding: .15rem .4rem; color: var(--soft); }
td { padding: .05rem .4rem; text-align: right; white-space: nowrap; } th { white-space: nowrap; } th.l, td.l { text-align: left; }
td.code { font: 12.5px/1.5 ui-monospace, monospace; text-align: left; white-space: pre; }
tr.hot td { border-top: 1px solid var(--line); } tr.never td { color: var(--soft); }
.bar { display: inline-block; height: .8em; background: var(--bar); border-radius: 2px; vertical-align: -1px; }
.cell { display: inline-block; width: 80px; text-align: left; } ul { margin: .3rem 0; padding-left: 1.2rem; }
tr.inst td { font-size: 12px; color: var(--soft); } summary { cursor: pointer; } svg { max-width: 100%; height: auto; }
svg text { fill: var(--text); font: 11px system-ui, sans-serif; paint-order: stroke; stroke: var(--paper); stroke-width: 4px; }
";

pub fn page(profile: &Profile) -> String {
    let total = profile.total();
    let name = escape(profile.source.name());
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>Profile of {name}</title>\n\
         <style>{STYLE}</style>\n<h1>{name}</h1>\n<p class=\"soft\">{}, waves of {} lanes{}</p>\n\
         <div class=\"top\">\n",
        escape(profile.isa),
        profile.lanes,
        match profile.report.cycles {
            Some(_) => "; cycles are those of a model, not of a measurement",
            None => "",
        }
    );
    page += &figures(profile);
    if let Some(roofline) = &profile.roofline {
        page += &picture(roofline);
    }
    page += &stalls(&total);
    page += "</div>\n";
    let rows = super::rows(profile, false);
    page += &remarks(profile, &rows);
    page += &source(profile, &rows, &total);
    page
}

fn figures(profile: &Profile) -> String {
    let stats = &profile.report.stats;
    let mut table = String::from("<table>");
    let mut row = |name: &str, value: String| {
        let _ = write!(
            table,
            "<tr><td class=\"l\">{}</td><td>{value}</td></tr>",
            name.replace('_', " ")
        );
    };
    for (name, value) in stats.entries() {
        row(name, grouped(value));
    }
    row(
        "lane utilisation",
        format!("{:.1} %", 100.0 * stats.lane_utilisation()),
    );
    if let Some(cycles) = &profile.report.cycles {
        row("cycles", grouped(cycles.cycles));
        row("bank conflicts", grouped(cycles.bank_conflicts));
    }
    table + "</table>\n"
}

/// Where waves spent their cycles, by cause.
fn stalls(total: &Figures) -> String {
    let Some(cycles) = total.cycles else {
        return String::new();
    };
    let all = cycles.cycles().max(1);
    let issues = ("issued".to_string(), cycles.issued);
    let causes = Stall::EVERY.map(|cause| (cause.name().replace('_', " "), cycles.stalls(cause)));
    let mut table = String::from(
        "<table><tr><th class=\"l\">what waves did</th><th>wave-cycles</th><th class=\"l\"></th></tr>",
    );
    for (name, spent) in std::iter::once(issues)
        .chain(causes)
        .filter(|(_, spent)| *spent > 0)
    {
        let part = 100.0 * spent as f64 / all as f64;
        let _ = write!(
            table,
            "<tr><td class=\"l\">{name}</td><td>{}</td><td class=\"l\"><span class=\"cell\">{}</span> {part:.1} %</td></tr>",
            grouped(spent),
            bar(part)
        );
    }
    table + "</table>\n"
}

fn remarks(profile: &Profile, rows: &[ProfileRow]) -> String {
    let remarks = profile.remarks(rows);
    if remarks.is_empty() {
        return String::new();
    }
    let items = remarks
        .iter()
        .map(|it| format!("<li>{}</li>", escape(&it.text)));
    format!("<h2>Remarks</h2>\n<ul>{}</ul>\n", items.collect::<String>())
}

/// Columns that have something to show in some row: room for the source is worth more than empty ones.
struct Columns {
    divergent: bool,
    memory: bool,
    cycles: bool,
    waits: bool,
    conflicts: bool,
}

impl Columns {
    fn of(total: &Figures) -> Columns {
        Columns {
            divergent: total.counts.divergent_branches > 0,
            memory: total.counts.transactions > 0,
            cycles: total.cycles.is_some(),
            waits: !most_waited(total).is_empty(),
            conflicts: total.cycles.is_some_and(|cycles| cycles.bank_conflicts > 0),
        }
    }

    fn heads(&self) -> Vec<&'static str> {
        let mut heads = vec![
            "<th class=\"l\">share</th>",
            "<th>issued</th>",
            "<th>lanes</th>",
        ];
        let mut more =
            |shown: bool, head: &[&'static str]| heads.extend(head.iter().filter(|_| shown));
        more(self.divergent, &["<th>divergent</th>"]);
        more(self.memory, &["<th>transactions</th>", "<th>ideal</th>"]);
        more(self.cycles, &["<th>wave-cycles</th>"]);
        more(self.waits, &["<th class=\"l\">mostly waiting for</th>"]);
        more(self.conflicts, &["<th>conflicts</th>"]);
        heads
    }
}

/// The source with a bar beside every line, and its instructions below it.
fn source(profile: &Profile, rows: &[ProfileRow], total: &Figures) -> String {
    let heads = Columns::of(total).heads().concat();
    let mut table =
        format!("<h2>Source</h2>\n<table><tr>{heads}<th></th><th class=\"l\"></th></tr>\n");
    let by_line = profile.has_lines();
    let last = profile.source.line_count() as u32;
    if by_line {
        for number in 1..=last {
            let text = profile.source.line(number);
            match rows.iter().find(|row| row.line == Some(number)) {
                Some(row) => table += &row_of(profile, row, total, &number.to_string(), text),
                None => table += &plain(number, text, total),
            }
        }
    }
    for row in rows.iter().filter(|row| !by_line || row.line.is_none()) {
        let place = row
            .address
            .map_or(String::new(), |address| format!("{address:#x}"));
        table += &row_of(profile, row, total, &place, &row.text);
    }
    table + "</table>\n"
}

/// A line without instructions.
fn plain(number: u32, text: &str, total: &Figures) -> String {
    let columns = Columns::of(total).heads().len();
    format!(
        "<tr><td colspan=\"{columns}\"></td><td class=\"soft\">{number}</td><td class=\"code\">{}</td></tr>\n",
        escape(text)
    )
}

fn row_of(profile: &Profile, row: &ProfileRow, total: &Figures, place: &str, text: &str) -> String {
    let class = if row.figures.counts.instructions == 0 {
        "never"
    } else {
        "hot"
    };
    let mut out = format!(
        "<tr class=\"{class}\">{}<td class=\"soft\">{place}</td><td class=\"code\">{}</td></tr>\n",
        cells(&row.figures, total),
        escape(text)
    );
    let compiled = row.instructions.len() > 1;
    for &index in row.instructions.iter().filter(|_| compiled) {
        let inst = &profile.instructions[index];
        let _ = writeln!(
            out,
            "<tr class=\"inst\">{}<td>{:#x}</td><td class=\"code\">    {}</td></tr>",
            cells(&inst.figures, total),
            inst.address,
            escape(&inst.text)
        );
    }
    out
}

fn cells(own: &Figures, total: &Figures) -> String {
    let counts = &own.counts;
    let part = share(own, total);
    let some = |count: u64| {
        if count == 0 {
            String::new()
        } else {
            grouped(count)
        }
    };
    let lanes = match counts.lane_slots {
        0 => String::new(),
        _ => format!("{:.0} %", 100.0 * counts.lane_utilisation()),
    };
    let shown = Columns::of(total);
    let mut cells = format!(
        "<td class=\"l\"><span class=\"cell\">{}</span> {part:.1} %</td><td>{}</td><td>{lanes}</td>",
        bar(part),
        some(counts.instructions)
    );
    let mut more = |shown: bool, class: &str, text: String| {
        if shown {
            let _ = write!(cells, "<td{class}>{text}</td>");
        }
    };
    more(shown.divergent, "", some(counts.divergent_branches));
    more(shown.memory, "", some(counts.transactions));
    more(shown.memory, "", some(counts.ideal_transactions));
    let (spent, conflicts) = own
        .cycles
        .map_or((0, 0), |it| (it.cycles(), it.bank_conflicts));
    more(shown.cycles, "", some(spent));
    more(shown.waits, " class=\"l\"", most_waited(own));
    more(shown.conflicts, "", some(conflicts));
    cells
}

fn bar(percent: f64) -> String {
    format!(
        "<span class=\"bar\" style=\"width:{:.1}px\"></span>",
        0.8 * percent.min(100.0)
    )
}

/// Lane operations per cycle over lane operations per byte, both on scales of powers of two.
fn picture(roofline: &Roofline) -> String {
    const WIDTH: f64 = 360.0;
    const HEIGHT: f64 = 210.0;
    let (peak, bytes) = (
        roofline.peak_operations.max(1) as f64,
        roofline.peak_bytes.max(1) as f64,
    );
    let ridge = peak / bytes;
    let at = roofline.intensity().max(1.0 / 1024.0);
    let (low, high) = (
        at.min(ridge).log2().floor() - 2.0,
        at.max(ridge).log2().ceil() + 2.0,
    );
    let achieved = roofline.achieved().max(1.0 / 1024.0);
    let bottom = achieved.min(bytes * low.exp2()).log2().floor() - 1.0;
    let top = peak.log2().ceil() + 1.0;
    let x = |intensity: f64| 40.0 + WIDTH * (intensity.log2() - low) / (high - low);
    let y = |rate: f64| 10.0 + HEIGHT * (top - rate.log2()) / (top - bottom);
    let (left, right) = (low.exp2(), high.exp2());
    let mut svg = format!(
        "<svg width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" role=\"img\" aria-label=\"roofline\">\
         <path d=\"M{2:.1} {3:.1} L{4:.1} {5:.1} L{6:.1} {5:.1}\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"2\"/>",
        WIDTH + 60.0,
        HEIGHT + 50.0,
        x(left),
        y(bytes * left),
        x(ridge),
        y(peak),
        x(right)
    );
    let (axis, end) = (y(bottom.exp2()), x(right));
    let _ = write!(
        svg,
        "<path d=\"M40 10 V{axis:.1} H{end:.1}\" fill=\"none\" stroke=\"#8888\"/>"
    );
    let bound = roofline.bound().max(1.0 / 1024.0);
    // Words stand where there is more room for them.
    let (side, anchor) = match x(at) < 40.0 + WIDTH / 2.0 {
        true => (9.0, "start"),
        false => (-9.0, "end"),
    };
    let _ = write!(
        svg,
        "<line x1=\"{0:.1}\" x2=\"{0:.1}\" y1=\"{1:.1}\" y2=\"{2:.1}\" stroke=\"#8888\" stroke-dasharray=\"4 3\"/>\
         <circle cx=\"{0:.1}\" cy=\"{2:.1}\" r=\"5\" fill=\"#e2703a\"/>\
         <text x=\"{3:.1}\" y=\"{4:.1}\" text-anchor=\"{7}\">{5:.2} a cycle,\
         <tspan x=\"{3:.1}\" dy=\"1.2em\">{6:.1} % of what is possible here</tspan></text>",
        x(at),
        y(bound),
        y(achieved),
        x(at) + side,
        y(achieved) - 4.0,
        roofline.achieved(),
        100.0 * roofline.achieved() / roofline.bound().max(1e-9),
        anchor
    );
    let _ = writeln!(
        svg,
        "<text x=\"{:.1}\" y=\"{:.1}\">{} lane operations a cycle</text><text x=\"40\" y=\"{:.1}\">{} bytes a cycle</text>\
         <text x=\"40\" y=\"{:.1}\">lane operations a byte: {:.2}, from {left} to {right}</text></svg>",
        x(ridge).min(WIDTH - 110.0),
        y(peak) - 6.0,
        grouped(roofline.peak_operations),
        y(bytes * left) + 16.0,
        grouped(roofline.peak_bytes),
        HEIGHT + 38.0,
        roofline.intensity()
    );
    svg
}

/// `1234567` as `1,234,567`.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_text_and_numbers_are_grouped() {
        assert_eq!(escape("a<b & \"c\">"), "a&lt;b &amp; &quot;c&quot;&gt;");
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(
            (grouped(12), grouped(123), grouped(1234)),
            ("12".into(), "123".into(), "1,234".into())
        );
    }
}
