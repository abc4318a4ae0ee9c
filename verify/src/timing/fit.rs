//! Numbers of chips from what captured waves waited for, and how well numbers that were found from all other
//! kernels predict one.
//!
//! Nothing is searched for: every kernel is run once with numbers that know nothing of chips, and how much
//! longer or shorter a wave really waited says what a number should have been. The middle of what kernels say
//! is taken, because a few of them found memory in another state.

use super::capture::Capture;
use super::events::Kind;
use super::replay::{Replay, replay};
use super::{Kernel, median, print_errors};
use std::collections::BTreeMap;

/// What is found out, and the values that every kernel is run with.
const NUMBERS: [(&str, i64); 5] = [
    ("fetch_first", 400),
    ("scalar_miss", 1500),
    ("memory_latency", 600),
    ("store", 400),
    ("page_miss", 600),
];

/// Values of numbers, by their keys.
type Keys = Vec<(String, i64)>;

/// What a kernel says.
struct Voice<'a> {
    chip: &'a str,
    name: &'a str,
    /// By number, in the chip's own clock. The last one is there twice: for loads and for stores.
    values: [Option<f64>; 6],
}

/// Prints what is predicted of every kernel with numbers from all others, and the numbers of each chip from
/// all of its kernels.
pub fn fit(captures: &[Capture], keys: &[(String, i64)]) -> Result<(), String> {
    let start = NUMBERS.map(|(name, value)| (name.to_string(), value));
    let start: Keys = start.into_iter().chain(keys.iter().cloned()).collect();
    let mut kernels: BTreeMap<Kernel, Vec<(&Capture, Replay)>> = BTreeMap::new();
    for capture in captures {
        if let Ok(replay) = replay(capture, &start) {
            let kernel = Kernel::of(capture, captures);
            kernels.entry(kernel).or_default().push((capture, replay));
        }
    }
    let voices: Result<Vec<Voice<'_>>, String> = kernels.values().map(|all| voice(all)).collect();
    let voices = voices?;
    println!("| chip | kernel, held out | measured | predicted | error |");
    println!("|---|---|---:|---:|---:|");
    let mut errors = Vec::new();
    for (kernel, all) in &kernels {
        let found = numbers(&voices, &kernel.chip, Some(&all[0].0.kernel));
        let found: Keys = found.into_iter().chain(keys.iter().cloned()).collect();
        let (mut measured, mut predicted) = (Vec::new(), Vec::new());
        for (capture, _) in all {
            let replay = replay(capture, &found)?;
            measured.push(replay.measured);
            predicted.push(replay.predicted);
        }
        let (measured, predicted) = (median(&mut measured), median(&mut predicted));
        let error = (predicted - measured) / measured;
        errors.push(error.abs());
        println!(
            "| {} | {} | {measured:.0} | {predicted:.0} | {:+.0} % |",
            kernel.chip,
            kernel.name,
            100.0 * error
        );
    }
    println!();
    print_errors("held out", errors);
    let mut chips: Vec<&str> = kernels.keys().map(|kernel| &*kernel.chip).collect();
    chips.dedup();
    for chip in chips {
        println!("\nfrom all kernels of {chip}:");
        for (name, value) in numbers(&voices, chip, None) {
            println!("    {name} = {value}");
        }
    }
    Ok(())
}

/// What the captures of a kernel say of every number.
fn voice<'a>(all: &[(&'a Capture, Replay)]) -> Result<Voice<'a>, String> {
    let (chip, name) = (&*all[0].0.chip, &*all[0].0.kernel);
    let mut values = [None; 6];
    // What events show, which of the numbers that is, and whether memory's clock decides it.
    let shown = [
        (Kind::Start, 0, true),
        (Kind::Arguments, 1, true),
        (Kind::Load, 2, true),
        (Kind::Store, 3, false),
        (Kind::FirstLoad, 4, true),
        (Kind::FirstStore, 4, true),
    ];
    for (at, (kind, number, scaled)) in shown.into_iter().enumerate() {
        let mut said = Vec::new();
        for (capture, replay) in all {
            let own = replay.events.iter().filter(|event| event.kind == kind);
            let mut late: Vec<f64> = own.map(|it| it.measured - it.predicted).collect();
            if late.is_empty() {
                continue;
            }
            let scale = match scaled {
                true => scale(capture)?,
                false => 1.0,
            };
            said.push(NUMBERS[number].1 as f64 + median(&mut late) / scale);
        }
        values[at] = (!said.is_empty()).then(|| median(&mut said));
    }
    Ok(Voice { chip, name, values })
}

/// What memory takes at the clock of a capture, over what it takes at that of its chip.
fn scale(capture: &Capture) -> Result<f64, String> {
    let all = wavetank::chip(&capture.chip).map_err(|why| why.to_string())?;
    let get = |name: &str| {
        let own = all.iter().find(|parameter| parameter.key == name);
        own.map_or(1.0, |parameter| parameter.value as f64)
    };
    let (clock, fabric) = (get("clock"), get("fabric") / 100.0);
    let own = capture.clock.map_or(clock, |clock| clock as f64);
    Ok(1.0 - fabric + fabric * own / clock)
}

/// The numbers of a chip, from all kernels but one.
fn numbers(voices: &[Voice<'_>], chip: &str, but: Option<&str>) -> Keys {
    let generation = |chip: &str| chip[..chip.len().min(5)].to_string();
    let others = || {
        let held_out = |voice: &Voice<'_>| voice.chip == chip && Some(voice.name) == but;
        voices.iter().filter(move |voice| !held_out(voice))
    };
    let said = |at: usize| -> Vec<f64> {
        let own = others().filter(|voice| voice.chip == chip);
        let own: Vec<f64> = own.filter_map(|voice| voice.values[at]).collect();
        match own.is_empty() {
            false => own,
            true => {
                let near = others().filter(|voice| generation(voice.chip) == generation(chip));
                near.filter_map(|voice| voice.values[at]).collect()
            }
        }
    };
    let value = |at: usize, said: Vec<f64>| match said.is_empty() {
        true => NUMBERS[at].1,
        false => middle(said).round() as i64,
    };
    let [first, scalar, memory, store] = [0, 1, 2, 3].map(|at| value(at, said(at)));
    // What was wrong of the load or the store itself is not the page's doing.
    let less = |all: Vec<f64>, found: i64, at: usize| {
        let wrong = (found - NUMBERS[at].1) as f64;
        all.into_iter().map(move |it| it - wrong)
    };
    let pages = less(said(4), memory, 2).chain(less(said(5), store, 3));
    let mut pages: Vec<f64> = pages.collect();
    let page = match pages.is_empty() {
        true => NUMBERS[4].1,
        false => median(&mut pages).max(0.0).round() as i64,
    };
    let found = [first, scalar, memory, store, page];
    let named = NUMBERS.iter().zip(found);
    named
        .map(|(&(name, _), value)| (name.to_string(), value))
        .collect()
}

/// The one in the middle; of two, as many times as large as the one as the other is as large as it.
fn middle(mut values: Vec<f64>) -> f64 {
    values
        .iter_mut()
        .for_each(|value| *value = value.max(1.0).ln());
    median(&mut values).exp()
}
