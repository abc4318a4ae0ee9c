//! Every instruction of a run, wave by wave, with the registers and the memory that it changed.

use crate::ready::{Engine, Ready};
use crate::{Error, Input, Settings};
use serde_json::{Value, json};
use sim::{Access, Observer, Site, Stats, Stop, Wave, Workgroup};
use std::fmt::Write;
use std::ops::ControlFlow;
use uop::{Operand, Program, RegisterPlace, Space, Use};

/// An instruction that a wave issued.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedStep {
    /// Its number in the run, from 0.
    pub number: u64,
    /// The workgroup.
    pub group: [u32; 3],
    /// The wave of the workgroup.
    pub wave: u32,
    /// Where the instruction is.
    pub address: u64,
    /// The line it came from.
    pub line: Option<u32>,
    /// As it was written.
    pub text: String,
    /// The lanes that were active.
    pub exec: u64,
    /// Registers that have other values afterwards.
    pub registers: Vec<Changed>,
    /// What it loaded and stored, lane by lane.
    pub memory: Vec<Touch>,
}

/// A register that changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed {
    /// What it is called.
    pub name: String,
    /// The new value of each lane that has another; one for the wave is of no lane.
    pub values: Vec<(Option<u32>, u32)>,
}

/// An access of one lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Touch {
    /// `global`, `local`, `private` or `constant`.
    pub space: &'static str,
    /// The lane, and the address in that memory.
    pub lane: u32,
    /// The address.
    pub address: u64,
    /// How many bytes.
    pub bytes: u32,
    /// What is stored there, where it is a store; of more than eight bytes, a digest.
    pub stored: Option<u64>,
}

/// Runs a kernel once more, watched, and hands every instruction to `sink`, in the order of issue. False
/// ends the run. Results of this run are not looked at: watching changes none.
pub fn log(
    input: &Input,
    settings: &Settings,
    sink: &mut dyn FnMut(&LoggedStep) -> bool,
) -> Result<(), Error> {
    let plain = Settings {
        threads: 1,
        ..settings.clone()
    };
    let (ready, engine) = Ready::new(input, &plain)?;
    let Engine::Waves(loaded, timing) = engine else {
        return Err(Error::Plain(format!(
            "--trace: {} programs are not made of waves, whose instructions are traced",
            input.arch.name()
        )));
    };
    let mut logger = Logger::new(&ready, &loaded.program, sink);
    let ran = ready.watch(&loaded, timing.as_ref(), &mut logger);
    match ran {
        Ok(_) => Ok(()),
        Err(fault) => {
            logger.finish(None);
            Err(ready.trap_error(&fault))
        }
    }
}

struct Logger<'a> {
    /// By instruction: address, line, text.
    places: Vec<(u64, Option<u32>, String)>,
    /// By instruction: registers that it may write, with their names.
    writes: Vec<Vec<(Operand, String)>>,
    sink: &'a mut dyn FnMut(&LoggedStep) -> bool,
    /// What the mask of active lanes is called.
    exec: String,
    issued: u64,
    pending: Option<Pending>,
    stopped: bool,
}

/// An instruction that has been issued, and is not known to be carried out.
struct Pending {
    inst: u32,
    step: LoggedStep,
    /// Values of the registers that it may write, lane by lane.
    before: Vec<Vec<u32>>,
}

impl<'a> Logger<'a> {
    fn new(
        ready: &Ready,
        program: &Program,
        sink: &'a mut dyn FnMut(&LoggedStep) -> bool,
    ) -> Logger<'a> {
        let (code, source) = (&ready.prepared.code, &ready.prepared.source);
        let place = |inst: &uop::InstInfo| {
            let line = code.span_at(inst.address);
            let line = line.map(|span| source.line_of(span.start));
            (
                inst.address,
                line,
                ready.text_at(inst.address).unwrap_or_default(),
            )
        };
        let mut writes: Vec<Vec<(Operand, String)>> = vec![Vec::new(); program.insts.len()];
        let mask_words = ready.lanes.div_ceil(32) as u16;
        let groups = ready.registers.groups.iter();
        let names: Vec<(RegisterPlace, &str)> = groups
            .flat_map(|group| &group.registers)
            .map(|register| (register.place, register.name.as_str()))
            .collect();
        for step in &program.steps {
            let own = &mut writes[step.inst as usize];
            step.uop.for_each_operand(mask_words, &mut |how, operand| {
                let (Operand::Vector(_, count) | Operand::Scalar(_, count)) = operand;
                for n in (0..count).filter(|_| how == Use::Write) {
                    let (one, place) = match operand {
                        Operand::Vector(reg, _) => {
                            let reg = reg.plus(n);
                            (Operand::Vector(reg, 1), RegisterPlace::Vector(reg))
                        }
                        Operand::Scalar(reg, _) => {
                            let reg = reg.plus(n);
                            (Operand::Scalar(reg, 1), RegisterPlace::Scalar(reg))
                        }
                    };
                    // Those without a name are for the engine alone.
                    let name = names.iter().find(|(known, _)| *known == place);
                    let new = own.iter().all(|(known, _)| *known != one);
                    if let Some((_, name)) = name.filter(|_| new) {
                        own.push((one, name.to_string()));
                    }
                }
            });
        }
        Logger {
            places: program.insts.iter().map(place).collect(),
            writes,
            sink,
            exec: ready.registers.exec.clone(),
            issued: 0,
            pending: None,
            stopped: false,
        }
    }

    /// The instruction before has been carried out, by this wave.
    fn finish(&mut self, wave: Option<&Wave>) {
        let Some(Pending {
            inst,
            mut step,
            before,
        }) = self.pending.take()
        else {
            return;
        };
        if let Some(wave) = wave {
            for ((register, name), before) in self.writes[inst as usize].iter().zip(before) {
                let after = values(wave, *register);
                let lane = |lane: usize| match register {
                    Operand::Vector(..) => Some(lane as u32),
                    Operand::Scalar(..) => None,
                };
                let pairs = before.iter().zip(&after).enumerate();
                let changed = pairs.filter(|(_, (before, after))| before != after);
                let values: Vec<_> = changed.map(|(n, (_, after))| (lane(n), *after)).collect();
                if !values.is_empty() {
                    let name = name.clone();
                    step.registers.push(Changed { name, values });
                }
            }
        }
        if let Some(exec) = wave.map(Wave::exec).filter(|&exec| exec != step.exec) {
            // The engine keeps the mask; where it is a register too, that has a name of its own.
            let halves = [("", exec as u32, step.exec as u32)];
            let high = [("_hi", (exec >> 32) as u32, (step.exec >> 32) as u32)];
            for (half, after, before) in halves.into_iter().chain(high) {
                let name = format!("{}{half}", self.exec);
                let known = |it: &Changed| it.name.starts_with(&self.exec);
                if after != before && !step.registers.iter().any(known) {
                    let values = vec![(None, after)];
                    step.registers.push(Changed { name, values });
                }
            }
        }
        self.stopped |= !(self.sink)(&step);
    }
}

fn values(wave: &Wave, register: Operand) -> Vec<u32> {
    match register {
        Operand::Vector(reg, _) => wave.vector(reg)[..wave.lanes()].to_vec(),
        Operand::Scalar(reg, _) => vec![wave.scalar(reg)],
    }
}

impl Observer for Logger<'_> {
    fn issue(&mut self, at: &Site, wave: &Wave) -> ControlFlow<Stop> {
        self.finish(Some(wave));
        if self.stopped {
            return ControlFlow::Break(Stop);
        }
        let (address, line, text) = self.places[at.inst as usize].clone();
        let registers = self.writes[at.inst as usize].iter();
        self.pending = Some(Pending {
            inst: at.inst,
            before: registers
                .map(|(register, _)| values(wave, *register))
                .collect(),
            step: LoggedStep {
                number: self.issued,
                group: at.group,
                wave: at.wave,
                address,
                line,
                text,
                exec: wave.exec(),
                registers: Vec::new(),
                memory: Vec::new(),
            },
        });
        self.issued += 1;
        ControlFlow::Continue(())
    }

    fn access(&mut self, _: &Site, access: &Access) {
        if let Some(pending) = &mut self.pending {
            pending.step.memory.push(Touch {
                space: match access.space {
                    Space::Global | Space::Flat => "global",
                    Space::Local | Space::Cluster => "local",
                    Space::Private => "private",
                    Space::Constant => "constant",
                },
                lane: access.lane,
                address: access.address,
                bytes: access.bytes,
                stored: (access.store && !access.atomic).then_some(access.value),
            });
        }
    }

    fn turn(&mut self, group: &Workgroup, wave: usize, _: &Stats) -> ControlFlow<Stop> {
        self.finish(group.waves().get(wave));
        match self.stopped {
            true => ControlFlow::Break(Stop),
            false => ControlFlow::Continue(()),
        }
    }
}

impl LoggedStep {
    /// One line, its fields apart by tabs: number, workgroup, wave, address, source line, active lanes,
    /// instruction, and changes.
    pub fn to_text(&self) -> String {
        let [x, y, z] = self.group;
        let line = self.line.map_or("-".to_string(), |line| line.to_string());
        let mut text = format!(
            "{}\t{x},{y},{z}\t{}\t{:#x}\t{line}\t{:x}\t{}\t",
            self.number,
            self.wave,
            self.address,
            self.exec,
            self.text.replace(['\t', '\n'], " ")
        );
        let registers = self.registers.iter().map(register_text);
        let memory = self.memory.iter().map(touch_text);
        let changes: Vec<String> = registers.chain(memory).collect();
        text += &changes.join(" ");
        text
    }

    /// The same as an object.
    pub fn to_json(&self) -> Value {
        let registers = self.registers.iter().map(|it| {
            let values = it.values.iter();
            let value = match it.values[..] {
                [(None, value)] => json!(value),
                _ => values.map(|(lane, value)| json!([lane, value])).collect(),
            };
            json!({ "name": it.name, "value": value })
        });
        let memory = self.memory.iter().map(|it| {
            json!({
                "space": it.space,
                "lane": it.lane,
                "address": it.address,
                "bytes": it.bytes,
                "stored": it.stored,
            })
        });
        json!({
            "number": self.number,
            "group": self.group,
            "wave": self.wave,
            "address": self.address,
            "line": self.line,
            "exec": self.exec,
            "text": self.text,
            "registers": registers.collect::<Vec<_>>(),
            "memory": memory.collect::<Vec<_>>(),
        })
    }
}

/// `s4=1f`, `v1[3]=3f800000,[4]=40000000`, or `v1[0-31]=0` for lanes that follow each other and are alike.
fn register_text(changed: &Changed) -> String {
    let mut text = changed.name.clone();
    let mut rest = &changed.values[..];
    let mut first = true;
    while let [(lane, value), ..] = *rest {
        let Some(lane) = lane else {
            let _ = write!(text, "={value:x}");
            return text;
        };
        let follows = |(n, &(other, same)): (usize, &(Option<u32>, u32))| {
            other == Some(lane + n as u32) && same == value
        };
        let run = rest
            .iter()
            .enumerate()
            .take_while(|it| follows(*it))
            .count();
        let comma = if first { "" } else { "," };
        let _ = match run {
            1 => write!(text, "{comma}[{lane}]={value:x}"),
            _ => write!(text, "{comma}[{lane}-{}]={value:x}", lane + run as u32 - 1),
        };
        first = false;
        rest = &rest[run..];
    }
    text
}

/// `global:1000+4@3=2a` for a store by lane 3, without a value for what is read or changed.
fn touch_text(touch: &Touch) -> String {
    let Touch {
        space,
        lane,
        address,
        bytes,
        stored,
    } = touch;
    let place = format!("{space}:{address:x}+{bytes}@{lane}");
    stored.map_or(place.clone(), |value| format!("{place}={value:x}"))
}
