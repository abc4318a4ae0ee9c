//! `wavetank info`.

use crate::args::InfoArgs;
use crate::out::{self, Exit, Outcome};
use crate::run::key;
use serde_json::Value;
use std::fmt::Write;
use wavetank::{
    KernelInfo, LaunchOptions, OccupancyInfo, OccupancyStep, Parameter, Resource, Settings,
};

pub fn info(args: &InfoArgs) -> Outcome {
    let Some(file) = &args.file else {
        let chip = args.chip.as_deref().unwrap_or_default();
        let parameters = wavetank::chip(chip)?;
        return show(
            args.json,
            || wavetank::chip_json(chip, &parameters),
            || chip_text(&parameters),
        );
    };
    let input = args.language.open(file, &args.reading, &args.compile)?;
    let keys = args.key.iter().map(|text| key(text));
    let settings = Settings {
        keys: keys.collect::<Result<_, _>>()?,
        kernel: args.kernel.clone(),
        launch: LaunchOptions {
            local: args.local.clone(),
            ..LaunchOptions::default()
        },
        ..args.language.settings(&args.set, &args.reading)?
    };
    let kernels = wavetank::info(&input, &settings, args.chip.as_deref())?;
    let isa = input.arch.name();
    show(
        args.json,
        || wavetank::info_json(isa, &kernels),
        || to_text(&kernels),
    )
}

fn show(json: bool, value: impl Fn() -> Value, text: impl Fn() -> String) -> Outcome {
    match json {
        true => out::data(&format!("{}\n", value()))?,
        false => out::page(&text())?,
    }
    Ok(Exit::DONE)
}

fn chip_text(parameters: &[Parameter]) -> String {
    let mut text = String::new();
    let width = |of: &dyn Fn(&Parameter) -> usize| parameters.iter().map(of).max().unwrap_or(0);
    let amount = |it: &Parameter| format!("{} {}", it.value, it.unit).trim_end().to_string();
    let (keys, amounts) = (width(&|it| it.key.len()), width(&|it| amount(it).len()));
    for it in parameters {
        let (key, amount) = (it.key, amount(it));
        let _ = writeln!(
            text,
            "{key:<keys$}  {amount:>amounts$}  {} [{}]",
            it.doc, it.source
        );
    }
    text
}

fn to_text(kernels: &[KernelInfo]) -> String {
    let texts: Vec<String> = kernels.iter().map(kernel_text).collect();
    texts.join("\n")
}

fn kernel_text(kernel: &KernelInfo) -> String {
    let mut text = String::new();
    let mut row = |name: &str, what: &str| {
        let _ = writeln!(text, "{name:<18} {what}");
    };
    if !kernel.name.is_empty() {
        row("kernel", &kernel.name);
    }
    for (i, arg) in kernel.arguments.iter().enumerate() {
        let name = match arg.name.is_empty() {
            true => format!("#{i}"),
            false => arg.name.clone(),
        };
        let offset = arg.offset.map_or(String::new(), |at| format!(" at {at}"));
        let ty = match arg.ty.is_empty() {
            true => String::new(),
            false => format!(": {}", arg.ty),
        };
        let line = format!("{name}{ty}, {}, {} bytes{offset}", arg.kind, arg.size);
        row(if i == 0 { "arguments" } else { "" }, &line);
    }
    match kernel.wave {
        1 => {}
        lanes => row("wave", &format!("{lanes} lanes")),
    }
    if let Some([x, y, z]) = kernel.required_workgroup {
        row("workgroup", &format!("must be {x} x {y} x {z} threads"));
    } else if let Some(most) = kernel.max_workgroup {
        row("workgroup", &format!("at most {most} threads"));
    }
    for resource in &kernel.resources {
        row(resource.label, &resource_text(resource));
    }
    row("code", &format!("{} bytes", kernel.code_bytes));
    let total: u64 = kernel.mix.iter().map(|(_, count)| count).sum();
    row("instructions", &total.to_string());
    for (class, count) in &kernel.mix {
        let share = 100.0 * *count as f64 / total.max(1) as f64;
        row("", &format!("{count:>6}  {share:>3.0} %  {class}"));
    }
    if let Some(occupancy) = &kernel.occupancy {
        text += &occupancy_text(occupancy);
    }
    text
}

fn resource_text(resource: &Resource) -> String {
    let amount = format!("{} {}", resource.value, resource.unit);
    match resource.note.is_empty() {
        true => amount.trim_end().into(),
        false => format!("{} ({})", amount.trim_end(), resource.note),
    }
}

/// A number of waves in terms of the SIMDs that share them.
fn waves(count: u32, simds: u32) -> String {
    let each = f64::from(count) / f64::from(simds);
    let text = format!("{each:.2}");
    text.trim_end_matches('0').trim_end_matches('.').into()
}

fn occupancy_text(it: &OccupancyInfo) -> String {
    let mut text = String::new();
    let mut row = |name: &str, what: String| {
        let _ = writeln!(text, "{name:<18} {what}");
    };
    let per = if it.simds > 1 { "SIMD" } else { it.part };
    let (now, most) = (waves(it.waves, it.simds), waves(it.most, it.simds));
    let limits = match it.waves == it.most {
        true => "the most that there can be".to_string(),
        false => format!("limited by {}", it.limited_by().join(" and ")),
    };
    row(
        "occupancy",
        format!("{now} of {most} waves per {per} on {}, {limits}", it.chip),
    );
    let (groups, threads) = (it.workgroups, it.threads);
    let kind = if groups == 1 {
        "workgroup"
    } else {
        "workgroups"
    };
    row(
        "",
        format!(
            "{groups} {kind} of {threads} threads ({}) per {}",
            it.threads_from, it.part
        ),
    );
    for bound in &it.limits {
        let allows = waves(bound.waves, it.simds);
        row("", format!("{}: room for {allows}", bound.what));
    }
    for step in &it.steps {
        row("", step_text(step, it.simds));
    }
    text
}

fn step_text(step: &OccupancyStep, simds: u32) -> String {
    let (amount, what, waves) = (step.amount, step.what, waves(step.waves, simds));
    match step.up {
        true => format!("{waves} with {amount} {what} or fewer"),
        false => format!("{waves} from {amount} {what} on"),
    }
}
