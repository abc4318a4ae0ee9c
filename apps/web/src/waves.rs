//! Waves and workgroups over time: cycles and stalls where there is a cycle model, and otherwise moments,
//! which wave issued in each, and what the others waited for.

use crate::diagnostics::of_error;
use crate::{Reply, Request, Workbench};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use uop::{Access, LookWave, Progress, Site, Status, Watcher};
use wavetank::{Debuggable, Settings, Slice, Stall, Trace, Track};

/// Instructions that are drawn of a run that is watched.
const DRAWN: u64 = 2_000_000;

/// Slices of such a run.
const MOST_SLICES: usize = 300_000;

/// Something that took a while, as the page reads it: row, start, length, kind, instruction or
/// workgroup, active lanes.
type Drawn = [u32; 6];

/// Kinds of slices: an instruction, a workgroup, and from here on what a wave waits for.
const ISSUES: u32 = 0;
const GROUP: u32 = 1;
const WAITS: u32 = 2;

impl Workbench {
    /// What waves did when; slices are bytes behind the answer.
    pub(crate) fn timeline(&mut self, request: &Request<'_>) -> Result<Reply, String> {
        let name = request.text("name")?;
        let drawn = (self.input(request)).and_then(|input| {
            let settings = request.settings()?;
            if request.json.get("by").and_then(Value::as_str) == Some("cycles") {
                let settings = Settings {
                    timeline: true,
                    ..settings
                };
                let report = wavetank::run(&input, &settings)?;
                return Ok(report.trace.map(|trace| cycles(&trace)).unwrap_or_default());
            }
            Ok(moments(&Debuggable::new(&input, &settings)?))
        });
        Ok(drawn.unwrap_or_else(|error| of_error(&error, name).into()))
    }
}

fn reply(mut json: Value, mut slices: Vec<Drawn>) -> Reply {
    slices.sort_unstable();
    let end = slices.iter().map(|slice| slice[1] + slice[2]).max();
    json["end"] = end.unwrap_or(0).into();
    let words = slices.iter().flatten();
    Reply {
        json,
        bytes: words.flat_map(|word| word.to_le_bytes()).collect(),
    }
}

/// From the cycle model.
fn cycles(trace: &Trace) -> Reply {
    let timeline = trace.timeline();
    let tracks = timeline.tracks().into_iter();
    // What is in flight is seen in what waits for it.
    let tracks = tracks.filter(|(_, track)| !matches!(track, Track::Flight { .. }));
    let rows: BTreeMap<(u32, Track), u32> = tracks.zip(0..).collect();
    let names = rows.keys().map(|&(unit, track)| match track {
        Track::Groups(0) => json!([unit, "workgroups"]),
        Track::Groups(place) => json!([unit, format!("workgroups {place}")]),
        Track::Wave(wave) | Track::Flight { wave, .. } => json!([unit, format!("wave {wave}")]),
    });
    let slices = timeline.slices().iter().filter_map(|slice| {
        let row = *rows.get(&(slice.unit, slice.track))?;
        let (kind, what, lanes) = match slice.what {
            Slice::Instruction { inst, lanes, .. } => (ISSUES, inst, lanes.into()),
            Slice::Group(group) => (GROUP, group as u32, 0),
            Slice::Wait(cause, inst) => {
                let cause = Stall::EVERY.iter().position(|&it| it == cause)?;
                (WAITS + cause as u32, inst, 0)
            }
            Slice::Access(_) => return None,
        };
        let [start, cycles] = [slice.start, slice.cycles].map(|it| it.min(1 << 31) as u32);
        Some([row, start, cycles, kind, what, lanes])
    });
    let causes = Stall::EVERY
        .iter()
        .map(|cause| cause.name().replace('_', " "));
    let insts = trace.instructions().map(|(line, text)| json!([line, text]));
    let json = json!({
        "by": "cycles",
        "rows": names.collect::<Vec<_>>(),
        "waits": causes.collect::<Vec<_>>(),
        "insts": insts.collect::<Vec<_>>(),
        "left_out": trace.left_out(),
    });
    reply(json, slices.collect())
}

/// From a run that is watched: a moment for every instruction, as the slider has them.
fn moments(kernel: &Debuggable) -> Reply {
    let mut machine = kernel.machine();
    let subject = kernel.subject(machine.facts());
    let mut turns = Turns::default();
    // A trap is told by the run; what came before it is drawn.
    while let Ok(Progress::Stopped) = machine.resume(&mut turns) {
        if turns.full() {
            break;
        }
    }
    let several = subject.grid.iter().any(|&n| n > 1);
    let word = &subject.registers.wave;
    let mut rows: Vec<(u32, Value)> = (turns.rows.iter())
        .map(|(&(group, wave), row)| {
            let [x, y, z] = group;
            let name = match several {
                true => format!("({x},{y},{z}) {word} {wave}"),
                false => format!("{word} {wave}"),
            };
            (row.number, json!([null, name]))
        })
        .collect();
    rows.sort_by_key(|&(number, _)| number);
    let insts = subject.insts.iter();
    let insts = insts.map(|inst| json!([inst.line, inst.text.trim()]));
    let json = json!({
        "by": "moments",
        "rows": rows.into_iter().map(|(_, name)| name).collect::<Vec<_>>(),
        "waits": WAITING,
        "insts": insts.collect::<Vec<_>>(),
        "left_out": u64::from(turns.full()),
    });
    reply(json, turns.slices)
}

/// What waves wait for in such a run.
const WAITING: [&str; 3] = ["turn", "barrier", "others"];

/// Notes whose turn it is.
#[derive(Default)]
struct Turns {
    rows: BTreeMap<([u32; 3], u32), Row>,
    slices: Vec<Drawn>,
    now: u32,
}

struct Row {
    number: u32,
    /// Its last slice, and what it waits for since.
    last: usize,
    waits: u32,
}

impl Turns {
    fn full(&self) -> bool {
        u64::from(self.now) >= DRAWN || self.slices.len() >= MOST_SLICES
    }
}

impl Watcher for Turns {
    fn marked_only(&self) -> bool {
        false
    }

    fn sees_memory(&self) -> bool {
        false
    }

    fn issue(&mut self, at: &Site, wave: &dyn LookWave) -> bool {
        if self.full() {
            return true;
        }
        let (now, lanes) = (self.now, wave.exec().count_ones());
        self.now += 1;
        let number = self.rows.len() as u32;
        let new = Row {
            number,
            last: usize::MAX,
            waits: 0,
        };
        let row = self.rows.entry((at.group, at.wave)).or_insert(new);
        let last = self.slices.get_mut(row.last);
        let ended = last.as_ref().map(|slice| slice[1] + slice[2]);
        match (last, ended) {
            (Some(slice), Some(ended)) if ended == now && slice[5] == lanes => {
                slice[2] += 1;
                return false;
            }
            (Some(_), Some(ended)) if ended < now => {
                let waits = WAITS + row.waits;
                let waited = [row.number, ended, now - ended, waits, at.inst, 0];
                self.slices.push(waited);
            }
            _ => {}
        }
        row.last = self.slices.len();
        self.slices
            .push([row.number, now, 1, ISSUES, at.inst, lanes]);
        false
    }

    fn access(&mut self, _: &Site, _: &Access) {}

    fn turn(&mut self, wave: &dyn LookWave, _: u64) -> bool {
        if let Some(row) = self.rows.get_mut(&(wave.group(), wave.number())) {
            row.waits = match wave.status() {
                Status::AtBarrier => 1,
                Status::Waiting => 2,
                Status::Running | Status::Ended => 0,
            };
        }
        false
    }
}
