//! What a kernel prints while it runs, collected as data.

use crate::ready::Ready;
use arch::{Half, Print, PrintItem, PrintSource};
use kernel::{Array, Shape, Type};
use serde_json::{Value, json};
use sim::{Observer, Site, Stop, Wave};
use source::Diagnostic;
use std::collections::HashMap;
use std::ops::ControlFlow;
use uop::{Program, VReg};

/// More lines than are of use; a kernel that prints in a loop must not use up all memory.
const MOST: usize = 100_000;

/// One printed value, or one value for every lane.
#[derive(Clone, Debug, PartialEq)]
pub struct Printed {
    /// The workgroup's position in the grid.
    pub group: [u32; 3],
    /// The wave's number in its workgroup.
    pub wave: u32,
    /// The register as the source names it.
    pub name: String,
    /// How the bits were read; as plain hex words where the source does not say.
    pub ty: Option<Type>,
    /// Text of each value; none for lanes that are not active.
    pub values: Vec<Option<String>>,
}

impl Printed {
    /// One line, without its break.
    pub fn to_text(&self) -> String {
        let [x, y, z] = self.group;
        let ty = self.ty.map_or(String::new(), |ty| format!(" as {ty}"));
        let values: Vec<&str> = self
            .values
            .iter()
            .map(|value| value.as_deref().unwrap_or("-"))
            .collect();
        format!(
            "[{x},{y},{z} wave {}] {}{ty} = {}",
            self.wave,
            self.name,
            values.join(" ")
        )
    }

    /// The same for scripts.
    pub fn to_json(&self) -> Value {
        json!({
            "group": self.group,
            "wave": self.wave,
            "name": self.name,
            "type": self.ty.map(Type::name),
            "values": self.values,
        })
    }
}

/// Watches for the places at which something is to be printed.
pub(crate) struct Printer {
    /// By instruction.
    at: HashMap<u32, Vec<Print>>,
    pub printed: Vec<Printed>,
    /// Lines beyond the limit.
    pub dropped: u64,
    /// Warnings of what no wave of the launch can print.
    pub out_of_reach: Vec<Diagnostic>,
}

impl Printer {
    pub fn new(prints: Vec<Print>, program: &Program, ready: &Ready) -> Printer {
        let out_of_reach = prints
            .iter()
            .filter_map(|print| never(print, ready))
            .collect();
        let insts: HashMap<u64, u32> = (program.insts.iter().enumerate())
            .map(|(index, inst)| (inst.address, index as u32))
            .collect();
        let mut at: HashMap<u32, Vec<Print>> = HashMap::new();
        for print in prints {
            if let Some(&inst) = insts.get(&print.address) {
                at.entry(inst).or_default().push(print);
            }
        }
        Printer {
            at,
            printed: Vec::new(),
            dropped: 0,
            out_of_reach,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.at.is_empty()
    }
}

/// Says so where no wave of the launch is one that is to print.
fn never(print: &Print, ready: &Ready) -> Option<Diagnostic> {
    let launch = &ready.prepared.kernel.launch;
    let groups: u64 = launch.global.iter().map(|&n| u64::from(n)).product();
    let threads = launch.threads_per_workgroup();
    let waves = threads.div_ceil(ready.lanes.into());
    let beyond = |what: &str, asked: Option<u64>, count: u64| {
        let asked = asked.filter(|&asked| asked >= count)?;
        Some(match count {
            1 => format!("there is one {what}, number 0, and no {what} {asked}"),
            _ => format!("there are {count} {what}s, and no {what} {asked}"),
        })
    };
    let why = beyond("workgroup", print.group, groups)
        .or_else(|| beyond("wave", print.wave.map(u64::from), waves))
        .or_else(|| beyond("thread", print.thread.map(u64::from), threads))?;
    let warning = Diagnostic::warning("never-printed", format!("this prints nothing: {why}"));
    let span = ready.prepared.code.span_at(print.address);
    Some(match span.filter(|_| !ready.prepared.compiled) {
        Some(span) => warning.label(span, "it stands before this instruction"),
        None => warning,
    })
}

impl Observer for Printer {
    fn issue(&mut self, at: &Site, wave: &Wave) -> ControlFlow<Stop> {
        for print in self.at.get(&at.inst).into_iter().flatten() {
            let place = wave.place();
            let lane = print
                .thread
                .map(|thread| thread.wrapping_sub(place.thread(0)));
            let wanted = print.group.is_none_or(|group| group == place.group_index())
                && print.wave.is_none_or(|number| number == place.wave)
                && lane.is_none_or(|lane| lane < place.lanes);
            if !wanted {
                continue;
            }
            for item in &print.items {
                if self.printed.len() == MOST {
                    self.dropped += 1;
                    continue;
                }
                self.printed.push(Printed {
                    group: place.group,
                    wave: place.wave,
                    name: item.name.clone(),
                    ty: item.ty,
                    values: values(item, lane, wave),
                });
            }
        }
        ControlFlow::Continue(())
    }
}

/// The value of an item, or its values in the lanes that were asked for.
fn values(item: &PrintItem, lane: Option<u32>, wave: &Wave) -> Vec<Option<String>> {
    let in_lanes = |digits: usize, bits: &dyn Fn(usize) -> u64| {
        let lanes = match lane {
            Some(lane) => lane as usize..lane as usize + 1,
            None => 0..wave.lanes(),
        };
        let shown = lanes.map(|lane| {
            let active = wave.exec() >> lane & 1 != 0;
            active.then(|| value(item.ty, bits(lane), digits))
        });
        shown.collect()
    };
    let alone = |digits: usize, bits: u64| vec![Some(value(item.ty, bits, digits))];
    match item.source {
        PrintSource::Vectors(reg, words) => in_lanes(8, &|lane| {
            joined(words, |word| wave.vector(VReg(reg.0 + word))[lane])
        }),
        PrintSource::Half(reg, half) => in_lanes(4, &|lane| {
            let word = wave.vector(reg)[lane];
            match half {
                Half::Low => u64::from(word & 0xffff),
                Half::High => u64::from(word >> 16),
            }
        }),
        PrintSource::Scalars(reg, words) => {
            alone(8, joined(words, |word| wave.scalar(reg.plus(word))))
        }
        PrintSource::Mask(reg) => {
            let digits = wave.lanes() / 4;
            vec![Some(value(None, wave.mask(reg), digits))]
        }
        PrintSource::NoLane(reg) => alone(8, u64::from(wave.mask(reg) == 0)),
        PrintSource::Constant(bits, words) => alone(8 * usize::from(words), bits),
    }
}

/// Two words, or one, as one number.
fn joined(words: u16, word: impl Fn(u16) -> u32) -> u64 {
    (0..words).fold(0, |bits, n| bits | u64::from(word(n)) << (32 * n))
}

/// Hex digits, where nothing says how the bits are to be read.
fn value(ty: Option<Type>, bits: u64, digits: usize) -> String {
    let Some(ty) = ty else {
        return format!("{bits:#0width$x}", width = digits + 2);
    };
    let array = Array {
        ty,
        shape: Shape::new(vec![1]),
        data: bits.to_le_bytes()[..ty.size()].to_vec(),
    };
    match &kernel::to_json(&array)["data"][0] {
        Value::String(text) => text.clone(),
        number => number.to_string(),
    }
}
