//! `wavetank plan`.

use crate::args::{MemoryMode, PlanArgs};
use crate::out::{self, Exit, Outcome};
use crate::run::launch;
use serde_json::{Value, json};
use std::fmt::Write;
use wavetank::{PlanReport, Settings};

pub fn plan(args: &PlanArgs) -> Outcome {
    let input = args
        .language
        .open(&args.file, &args.reading, &args.launch.compile)?;
    let settings = Settings {
        delivery: args.memory.map(MemoryMode::delivery),
        ..args.language.settings(&args.set, &args.reading)?
    };
    let report = wavetank::plan(&input, &launch(&args.launch, settings))?;
    match args.json {
        true => out::data(&format!("{}\n", to_json(&report)))?,
        false => out::page(&to_text(&report))?,
    }
    Ok(Exit::DONE)
}

fn to_text(report: &PlanReport) -> String {
    let mut text = String::new();
    let waves = match report.waves {
        1 => "one wave".to_string(),
        n => format!("{n} waves"),
    };
    let order = match report.ordered {
        true => ", which is first matters",
        false => "",
    };
    let lanes = report.lanes;
    let _ = writeln!(text, "{waves} of {lanes} lanes in a workgroup{order}");
    let width = report.lines.iter().map(|line| line.text.len()).max();
    let width = width.unwrap_or(0).min(48);
    let digits = report.lines.len().to_string().len();
    for (i, line) in report.lines.iter().enumerate() {
        let (what, class, notes) = (&line.text, line.class, line.notes.join("; "));
        let row = format!("{i:>digits$}  {what:<width$}  {class:<8} {notes}");
        let _ = writeln!(text, "{}", row.trim_end());
    }
    text
}

fn to_json(report: &PlanReport) -> Value {
    let lines = report.lines.iter().map(|line| {
        json!({
            "address": line.address,
            "text": line.text,
            "class": line.class,
            "notes": line.notes,
        })
    });
    json!({
        "schema": "wavetank.plan/1",
        "lanes": report.lanes,
        "waves": report.waves,
        "ordered": report.ordered,
        "instructions": lines.collect::<Vec<_>>(),
    })
}
