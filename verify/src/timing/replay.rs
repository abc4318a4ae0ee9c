//! Running a captured kernel in the model.

use super::capture::{Capture, MeasuredWave};
use super::events::{Event, events_of};
use super::median;
use amdgpu::{Class, RawLaunch, Target, Wave};
use kernel::{KeyEntry, KeyValue};
use sim::{Config, Dispatch, Memory, RegionLabel, Timeline};
use source::Span;
use std::collections::HashMap;
use std::sync::Arc;

/// Where the code is said to be.
const CODE: u64 = 0x1000_0000;
/// Buffers that kernel arguments point to: what was in them is not known, so they are zero.
/// Real ones are small and lie side by side.
const BUFFERS: usize = 8;
const BUFFER_BYTES: u64 = 128 << 10;
/// Where kernels write to local memory that they did not ask for, hardware lets them.
const LOCAL_BYTES: u32 = 64 << 10;

/// What came of it.
pub struct Replay {
    name: String,
    /// Median cycles of a wave, of those that were traced.
    pub measured: f64,
    /// Median cycles of the waves in the model, of the first SIMDs.
    pub predicted: f64,
    pub gaps: Vec<Gap>,
    pub events: Vec<Event>,
    /// By instruction of a wave: text, measured and predicted time since the wave's start.
    lines: Vec<(String, f64, f64)>,
}

/// From an instruction to the next of its wave.
pub struct Gap {
    pub class: &'static str,
    pub measured: f64,
    pub predicted: f64,
}

/// A wave in the model.
struct Predicted {
    start: u64,
    end: u64,
    issued: Vec<(u64, u64)>,
}

pub fn replay(capture: &Capture, keys: &[(String, i64)]) -> Result<Replay, String> {
    let target = Target::from_name(&capture.chip).ok_or("an unknown chip")?;
    let mut memory = Memory::new(BUFFERS as u64 * (BUFFER_BYTES + 4096) + (1 << 20));
    let mut place = |name: &str, bytes: u64| {
        let label = RegionLabel {
            name: name.into(),
            ty: format!("u8[{bytes}]"),
            element_bytes: 1,
        };
        memory.allocate(bytes, label).map_err(|error| error.0)
    };
    let arguments = place("arguments", 4096)?;
    let buffers: Result<Vec<u64>, String> = (0..BUFFERS)
        .map(|n| place(&format!("buffer {n}"), BUFFER_BYTES))
        .collect();
    // Pointers go to the middle, because addresses may be computed downwards.
    let pointers = buffers?.into_iter().map(|base| base + BUFFER_BYTES / 4);
    let bytes: Vec<u8> = pointers.flat_map(u64::to_le_bytes).collect();
    memory.write(arguments, &bytes).map_err(|error| error.0)?;
    let user = [arguments as u32, (arguments >> 32) as u32];
    let launch = RawLaunch {
        target,
        wave: Wave::from_lanes(capture.lanes).ok_or("an unknown wave size")?,
        code: &capture.code,
        base: CODE,
        user_sgprs: &user,
        rsrc1: capture.rsrc1,
        rsrc2: capture.rsrc2,
        scratch_bytes: 0,
        data_share: 0,
    };
    let loaded = amdgpu::load_raw(&launch).map_err(|error| error.message)?;
    let threads = capture.block.iter().product();
    // Memory has a clock of its own, so it matters how fast that of the lanes was.
    let clock = capture.clock.map(|clock| ("clock".to_string(), clock));
    let keys: Vec<(String, i64)> = clock.into_iter().chain(keys.iter().cloned()).collect();
    let keys: Vec<KeyEntry> = known_keys(&keys)?;
    let timing = amdgpu::time_raw(&launch, &capture.chip, threads, &keys);
    let mut timing =
        timing.ok_or_else(|| format!("the numbers of {} are not known", capture.chip))?;
    // The launches were confined to part of the chip.
    let whole = capture.rsrc1 >> 29 & 1 != 0;
    timing.units = if whole {
        capture.wholes
    } else {
        capture.halves
    }
    .max(1) as u32;
    let config = Config {
        max_instructions: 50_000_000,
        ..Config::default()
    };
    let memory = Arc::new(memory);
    let mut launch = wavetank::launch_of(&loaded, capture.grid, capture.block);
    // How many fit is decided by what the launch asked for.
    launch.local_bytes = LOCAL_BYTES;
    timing.local_bytes = 64 * LOCAL_BYTES;
    let dispatch = Dispatch::new(&loaded.program, launch, &memory, config);
    let mut timeline = Timeline::new(20_000_000);
    let ended = dispatch.run_timed(&timing, Some(&mut timeline));
    ended.map_err(|fault| format!("{} at {:#x}", fault.trap, fault.address - CODE))?;
    let waves = waves(&timeline, &loaded.program);
    compare(capture, target, &waves)
}

fn known_keys(keys: &[(String, i64)]) -> Result<Vec<KeyEntry>, String> {
    let schema = wavetank::find_arch("gfx1100")
        .map_err(|why| why.to_string())?
        .schema();
    let entry = |(name, value): &(String, i64)| {
        let key = schema.keys.iter().find(|key| key.name == name);
        let key = key.ok_or_else(|| format!("there is no number `{name}`"))?;
        Ok(KeyEntry {
            name: key.name,
            value: KeyValue::Integer(*value),
            span: Span::new(0, 0),
        })
    };
    keys.iter().map(entry).collect()
}

/// The waves of a run with their instructions.
fn waves(timeline: &Timeline, program: &uop::Program) -> Vec<Predicted> {
    let mut by_place: HashMap<(u32, u32), Vec<(u64, u64)>> = HashMap::new();
    for (unit, wave, time, inst) in timeline.issued() {
        let pc = program.insts[inst as usize].address - CODE;
        by_place.entry((unit, wave)).or_default().push((pc, time));
    }
    let wave = |span: &sim::WaveSpan| {
        let there = by_place
            .get(&(span.unit, span.wave))
            .map_or(&[][..], |all| all);
        let own = |&&(_, time): &&(u64, u64)| (span.start..=span.end).contains(&time);
        Predicted {
            start: span.start,
            end: span.end,
            issued: there.iter().filter(own).copied().collect(),
        }
    };
    // Captures have the first SIMD of a workgroup processor.
    let traced = timeline.waves().iter().filter(|span| span.simd == 0);
    traced.map(wave).collect()
}

fn compare(capture: &Capture, target: Target, waves: &[Predicted]) -> Result<Replay, String> {
    let mut measured: Vec<f64> = capture
        .waves
        .iter()
        .map(|wave| (wave.end - wave.start) as f64)
        .collect();
    let mut predicted: Vec<f64> = waves
        .iter()
        .map(|wave| (wave.end - wave.start) as f64)
        .collect();
    let wave_size = Wave::from_lanes(capture.lanes).unwrap_or_default();
    let inst = |pc: u64| amdgpu::decode(&capture.code[pc as usize..], target, wave_size);
    let mut gaps = Vec::new();
    let (mut lines, mut events) = (Vec::new(), Vec::new());
    for (number, (own, model)) in capture.waves.iter().zip(waves).enumerate() {
        let pairs = pairs(own, model);
        let ends = [own.end - own.start, model.end - model.start];
        events.extend(events_of(&pairs, ends, |pc| inst(pc).ok()));
        if let (Some(first), Some(last)) = (pairs.first(), pairs.last()) {
            gaps.push(Gap {
                class: "(start)",
                measured: first.1 as f64,
                predicted: first.2 as f64,
            });
            gaps.push(Gap {
                class: "(end)",
                measured: (own.end - own.start - last.1) as f64,
                predicted: (model.end - model.start - last.2) as f64,
            });
        }
        for two in pairs.windows(2) {
            let [
                (pc, measured, predicted),
                (_, measured_next, predicted_next),
            ] = two
            else {
                continue;
            };
            if let Ok(inst) = inst(*pc) {
                gaps.push(Gap {
                    class: Class::of(&inst).name(),
                    measured: (measured_next - measured) as f64,
                    predicted: (predicted_next - predicted) as f64,
                });
            }
        }
        if number == 0 {
            lines.extend(pairs.iter().map(|&(pc, measured, predicted)| {
                let text = amdgpu::disassemble(&capture.code[pc as usize..], target, wave_size);
                let text = text.map_or(String::new(), |(text, _)| text);
                (
                    format!("{pc:#06x} {text}"),
                    measured as f64,
                    predicted as f64,
                )
            }));
        }
    }
    if predicted.is_empty() {
        return Err("no wave ended".into());
    }
    Ok(Replay {
        name: capture.name.clone(),
        measured: median(&mut measured),
        predicted: median(&mut predicted),
        gaps,
        events,
        lines,
    })
}

/// Instructions that both have, in order: offset, measured and predicted time since the start. Some
/// leave no mark in a trace.
fn pairs(measured: &MeasuredWave, predicted: &Predicted) -> Vec<(u64, u64, u64)> {
    let mut model = predicted.issued.iter();
    let mut pairs = Vec::new();
    for &(pc, time) in &measured.issued {
        let Some(&(_, at)) = model.by_ref().find(|(own, _)| *own == pc) else {
            break;
        };
        pairs.push((pc, time - measured.start, at - predicted.start));
    }
    pairs
}

impl Replay {
    pub fn print_instructions(&self) {
        println!("{}", self.name);
        let (mut before, mut predicted_before) = (0.0, 0.0);
        for (text, measured, predicted) in &self.lines {
            println!(
                "{measured:>8.0} {:>+7.0} {predicted:>8.0} {:>+7.0}  {text}",
                measured - before,
                predicted - predicted_before
            );
            (before, predicted_before) = (*measured, *predicted);
        }
        println!();
    }
}
