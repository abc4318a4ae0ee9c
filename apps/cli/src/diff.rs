//! `wavetank diff`.

use crate::args::DiffArgs;
use crate::out::{self, Exit, Outcome};
use crate::run;
use std::fmt::Write;
use std::path::Path;
use wavetank::{Difference, Error, Failure, ResultDifference, Settings, Side};

pub fn diff(args: &DiffArgs) -> Outcome {
    run::one_thread(&args.running.how, "figures are counted on one thread")?;
    let difference = wavetank::diff(&side(&args.a, args)?, &side(&args.b, args)?)?;
    match args.json {
        true => out::data(&format!("{}\n", difference.to_json()))?,
        false => out::data(&to_text(&difference, args.all))?,
    }
    Ok(match difference.is_equal() {
        true => Exit::DONE,
        false => Exit::of(Failure::Expectation),
    })
}

/// A file that was written before, or a kernel to run now.
fn side(path: &Path, args: &DiffArgs) -> Result<Side, Error> {
    if path
        .extension()
        .is_some_and(|extension| extension == "json")
    {
        let text = compile::read_text(path)?;
        return Side::of_json(&path.display().to_string(), &text);
    }
    let input = args.running.open(path)?;
    let settings = Settings {
        timed: args.cycles,
        ..args.running.settings()?
    };
    Side::of_kernel(&input, &settings)
}

fn to_text(difference: &Difference, all: bool) -> String {
    let [a, b] = &difference.names;
    let mut text = format!("A  {a}\nB  {b}\n");
    if !difference.results.is_empty() {
        text += "\nresults\n";
    }
    for result in &difference.results {
        let _ = writeln!(text, "  {:<24} {}", result.name, result_text(result));
    }
    let mut section = None;
    let mut same = 0;
    for (of, name, [one, other]) in &difference.rows {
        if one == other && !all {
            same += 1;
            continue;
        }
        if section != Some(*of) {
            section = Some(*of);
            let _ = writeln!(text, "\n{:<26} {:>14} {:>14}", of.name(), "A", "B");
        }
        let number = |value: &Option<u64>| value.map_or("-".to_string(), |it| it.to_string());
        let change = match (one, other) {
            (Some(one), Some(other)) if one != other && *one > 0 => {
                let change = 100.0 * (*other as f64 - *one as f64) / *one as f64;
                format!("  {change:+.1} %")
            }
            _ => String::new(),
        };
        let _ = writeln!(
            text,
            "  {:<24} {:>14} {:>14}{change}",
            name.replace('_', " "),
            number(one),
            number(other)
        );
    }
    if same > 0 {
        let _ = writeln!(
            text,
            "\n{same} more figures are the same (--all shows them)"
        );
    }
    text
}

fn result_text(result: &ResultDifference) -> String {
    match (&result.first, result.elements) {
        (_, [None, _]) => "only in B".into(),
        (_, [_, None]) => "only in A".into(),
        (_, [Some(a), Some(b)]) if a != b => format!("{a} elements in A, {b} in B"),
        (None, [Some(n), _]) => format!("the same ({n} elements)"),
        (Some((at, [a, b])), [Some(n), _]) => {
            let count = result.differing;
            format!("{count} of {n} elements differ, the first at {at}: {a} in A, {b} in B")
        }
    }
}
