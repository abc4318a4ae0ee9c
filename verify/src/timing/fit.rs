//! Numbers of chips that no single event of a trace shows, found from the kernels of a chip; and how well
//! numbers that were found from half of them do on the other half.

use super::capture::Capture;
use super::replay::replay;
use super::{median, print_errors};
use std::collections::{BTreeMap, BTreeSet};

/// What is looked for, where the search begins, and where it ends. Nothing of the numbers that chips
/// have is in it, so that what is held out has had no say.
const NUMBERS: [(&str, i64, i64, i64); 7] = [
    ("start", 250, 100, 1000),
    ("fetch_first", 400, 100, 2000),
    ("fetch_miss", 400, 100, 2000),
    ("scalar_miss", 1500, 200, 20000),
    ("memory_latency", 500, 200, 2000),
    ("page_miss", 500, 0, 2000),
    ("store", 400, 100, 2000),
];

/// Values of numbers, by their keys.
type Keys = Vec<(String, i64)>;

/// Prints what is predicted of every kernel with numbers from half of the kernels of its chip, every other
/// one by name, that it is not among; and these numbers.
pub fn fit(captures: &[Capture], keys: &[(String, i64)]) -> Result<(), String> {
    let mut chips: BTreeMap<&str, Vec<&Capture>> = BTreeMap::new();
    for capture in captures.iter().filter(|it| replay(it, keys).is_ok()) {
        chips.entry(&capture.chip).or_default().push(capture);
    }
    println!("| chip | kernel, held out | measured | predicted | error |");
    println!("|---|---|---:|---:|---:|");
    let (mut errors, mut found) = (Vec::new(), Vec::new());
    for (chip, captures) in &chips {
        let kernels: BTreeSet<&str> = captures.iter().map(|it| &*it.kernel).collect();
        let half = |kernel: &str| kernels.iter().take_while(|&&it| it < kernel).count() % 2;
        for own in 0..2 {
            let (seen, held_out): (Vec<&Capture>, Vec<&Capture>) =
                captures.iter().partition(|it| half(&it.kernel) == own);
            if seen.is_empty() {
                continue;
            }
            let (best, off) = search(&seen, keys)?;
            found.push((chip, own, best.clone(), off));
            for kernel in kernels.iter().filter(|kernel| half(kernel) != own) {
                let all = held_out.iter().filter(|it| it.kernel == **kernel);
                let (mut measured, mut predicted) = (Vec::new(), Vec::new());
                for capture in all {
                    let replay = replay(capture, &best)?;
                    measured.push(replay.measured);
                    predicted.push(replay.predicted);
                }
                let (measured, predicted) = (median(&mut measured), median(&mut predicted));
                let error = (predicted - measured) / measured;
                errors.push(error.abs());
                println!(
                    "| {chip} | {kernel} | {measured:.0} | {predicted:.0} | {:+.0} % |",
                    100.0 * error
                );
            }
        }
    }
    println!();
    print_errors("held out", errors);
    for (chip, half, best, off) in found {
        let which = ["odd", "even"][half];
        println!(
            "\nfrom the {which} kernels of {chip}, {:.0} % off:",
            100.0 * off
        );
        for (name, value) in best {
            println!("    {name} = {value}");
        }
    }
    Ok(())
}

/// The numbers with which these captures are least off, and how far that is.
fn search(captures: &[&Capture], keys: &[(String, i64)]) -> Result<(Keys, f64), String> {
    let start = NUMBERS.map(|(name, start, ..)| (name.to_string(), start));
    let mut best: Keys = start.into_iter().chain(keys.iter().cloned()).collect();
    let mut least = distance(captures, &best)?;
    // Ever smaller changes, until none makes it better.
    for step in [100, 50, 25, 12, 6, 3] {
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for (number, &(_, _, low, high)) in NUMBERS.iter().enumerate() {
                for percent in [-step, step] {
                    let now = best[number].1;
                    let by = (now * percent / 100).abs().max(4) * percent.signum();
                    let mut next = best.clone();
                    next[number].1 = (now + by).clamp(low, high);
                    let off = distance(captures, &next)?;
                    if off < least - 1e-6 {
                        (best, least, changed) = (next, off, true);
                    }
                }
            }
        }
    }
    Ok((best, least))
}

/// How far the replays are off, each kernel counting as much as another.
fn distance(captures: &[&Capture], keys: &[(String, i64)]) -> Result<f64, String> {
    let mut kernels: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for capture in captures {
        let off = replay(capture, keys)?.distance();
        kernels.entry(&capture.kernel).or_default().push(off);
    }
    let mean = |all: &Vec<f64>| all.iter().sum::<f64>() / all.len() as f64;
    Ok(kernels.values().map(mean).sum::<f64>() / kernels.len().max(1) as f64)
}
