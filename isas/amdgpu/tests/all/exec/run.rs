//! Running a case.

use super::case::{Case, Location, Setting};
use super::step;
use amdgpu::lower::{DEFAULT_MODE, LowerOptions, lower, registers};
use amdgpu::{Target, Wave};
use sim::{Config, Dispatch, Launch, Memory, Observer, RegionLabel, Site, Stop};
use std::ops::ControlFlow;
use std::sync::Arc;
use uop::{Apertures, Entry, Program, Registers, SReg, VReg};

const BASE: u64 = 0x1000;
/// Where cases find the address of memory.
pub const MEMORY: u16 = 96;
/// Bytes of memory for a case.
pub const MEMORY_BYTES: u64 = 4096;
/// The same with room for what a wave stores at its end.
pub const PER_WAVE: u64 = 32768;
const APERTURES: Apertures = Apertures {
    local: 0x1_0000_0000_0000..0x1_0001_0000_0000,
    private: 0x2_0000_0000_0000..0x2_0001_0000_0000,
};

pub fn check(case: &Case, target: Target, wave: Wave) -> Result<(), String> {
    watched(case, target, wave)?;
    if let Some(case) = case.on_global_share(target) {
        watched(&case, target, wave).map_err(|why| format!("with gds: {why}"))?;
    }
    match step::suits(case) {
        true => step::check(case, target, wave).map_err(|why| format!("in step: {why}")),
        false => Ok(()),
    }
}

/// One wave, whose registers are looked at when it ends.
fn watched(case: &Case, target: Target, wave: Wave) -> Result<(), String> {
    let machine = Machine::new(case, &assemble(case, target, wave, &[])?, target, wave, 1)?;
    let mut end = End {
        last: (machine.program.insts.len() - 1) as u32,
        scalar: Vec::new(),
        vector: Vec::new(),
    };
    machine.run(&mut end)?;
    if end.scalar.is_empty() {
        return Err("the end was not reached".into());
    }
    for setting in &case.outputs {
        compare(setting, &end, &machine.memory, machine.address, wave)?;
    }
    Ok(())
}

/// A case ready to run: its code, its memory, its first registers. Every wave has its own memory.
pub struct Machine<'a> {
    case: &'a Case,
    wave: Wave,
    waves: u32,
    pub program: Arc<Program>,
    pub memory: Arc<Memory>,
    pub address: u64,
    data_share: u64,
}

impl<'a> Machine<'a> {
    pub fn new(
        case: &'a Case,
        code: &[u8],
        target: Target,
        wave: Wave,
        waves: u32,
    ) -> Result<Machine<'a>, String> {
        let options = LowerOptions {
            target,
            chip: target.chip(None),
            wave,
            entry: BASE,
            vgprs: 64,
            mode: DEFAULT_MODE,
            cu_mode: false,
            apertures: APERTURES,
            host: None,
        };
        let lowered = lower(code, BASE, &options)
            .map_err(|list| format!("not modelled: {}: {}", list[0].text, list[0].why))?;
        let mut memory = Memory::new(1 << 20);
        let address = memory
            .allocate(u64::from(waves) * PER_WAVE, RegionLabel::default())
            .map_err(|error| error.0)?;
        let data_share = memory.allocate(amdgpu::GDS_BYTES as u64, RegionLabel::default());
        let data_share = data_share.map_err(|error| error.0)?;
        for setting in &case.inputs {
            if setting.place == Location::Memory {
                let bytes: Vec<u8> = (setting.values.iter())
                    .flat_map(|word| (*word as u32).to_le_bytes())
                    .collect();
                for n in 0..u64::from(waves) {
                    let written = memory.write(address + n * PER_WAVE, &bytes);
                    written.map_err(|error| error.0)?;
                }
            }
        }
        Ok(Machine {
            case,
            wave,
            waves,
            program: lowered.program.into(),
            memory: memory.into(),
            address,
            data_share,
        })
    }

    pub fn run<O: Observer>(&self, observer: &mut O) -> Result<(), String> {
        let start = Start {
            case: self.case.clone(),
            address: self.address,
            data_share: self.data_share,
        };
        let launch = Launch {
            grid: [1; 3],
            block: [self.waves * self.wave.lanes(), 1, 1],
            lanes: self.wave.lanes(),
            local_bytes: 65536,
            private_bytes: 256,
            constant: Arc::default(),
            flat: sim::Apertures {
                local: APERTURES.local,
                private: APERTURES.private,
            },
            entry: Arc::new(start),
        };
        let mut dispatch = Dispatch::new(&self.program, launch, &self.memory, Config::default());
        let ran = dispatch.resume(observer);
        ran.map_err(|fault| fault.trap.to_string())?;
        Ok(())
    }
}

/// The instructions of a case, and `more` after them.
pub fn assemble(
    case: &Case,
    target: Target,
    wave: Wave,
    more: &[String],
) -> Result<Vec<u8>, String> {
    let mut lines = Vec::new();
    for setting in &case.inputs {
        if let Location::Scalar(126, _) = setting.place {
            lines.push(format!(
                "s_mov_b32 exec_lo, {:#x}",
                setting.values[0] as u32
            ));
            if wave == Wave::W64 {
                lines.push(format!("s_mov_b32 exec_hi, {:#x}", setting.values[0] >> 32));
            }
        }
    }
    lines.extend(case.instructions.iter().cloned());
    lines.extend_from_slice(more);
    lines.push("s_endpgm".into());
    let mut bytes = Vec::new();
    for line in &lines {
        if let Some(digits) = line.strip_prefix("bytes ") {
            for at in (0..digits.len()).step_by(2) {
                let byte = digits.get(at..at + 2).unwrap_or_default();
                bytes.push(u8::from_str_radix(byte, 16).map_err(|error| error.to_string())?);
            }
            continue;
        }
        let more = amdgpu::assemble_line(line, target, wave)
            .map_err(|error| format!("{line}: {}", error.message))?;
        bytes.extend(more);
    }
    Ok(bytes)
}

struct Start {
    case: Case,
    address: u64,
    data_share: u64,
}

impl Entry for Start {
    fn enter(&self, place: &uop::WavePlace, registers: &mut dyn Registers) {
        let address = self.address + u64::from(place.wave) * PER_WAVE;
        registers.set_scalar(SReg(MEMORY), address as u32);
        registers.set_scalar(SReg(MEMORY + 1), (address >> 32) as u32);
        registers.set_scalar(registers::MODE, DEFAULT_MODE);
        registers.set_scalar(registers::GDS, self.data_share as u32);
        registers.set_scalar(registers::GDS.plus(1), (self.data_share >> 32) as u32);
        for setting in &self.case.inputs {
            let value = |lane: u32| setting.values[lane as usize % setting.values.len()];
            match setting.place {
                Location::Vector(first, count) => {
                    for lane in 0..place.lanes {
                        for n in 0..count {
                            let word = word(setting, value(lane), n, lane);
                            registers.set_vector(VReg(first + n), lane, word);
                        }
                    }
                }
                Location::Scalar(126, _) | Location::Memory => {}
                Location::Scalar(first, count) => {
                    for n in 0..count {
                        registers.set_scalar(SReg(first + n), word(setting, value(0), n, 0));
                    }
                }
            }
        }
    }
}

/// Word `n` of a value; a range wider than a value takes one value per word.
fn word(setting: &Setting, value: u64, n: u16, _lane: u32) -> u32 {
    let count = match setting.place {
        Location::Vector(_, count) | Location::Scalar(_, count) => count,
        Location::Memory => 1,
    };
    if count > 2 {
        return setting.values[n as usize % setting.values.len()] as u32;
    }
    (value >> (32 * n)) as u32
}

/// Keeps the registers as they are when the last instruction is about to run.
pub struct End {
    pub last: u32,
    pub scalar: Vec<u32>,
    pub vector: Vec<Vec<u32>>,
}

impl Observer for End {
    fn issue(&mut self, at: &Site, wave: &sim::Wave) -> ControlFlow<Stop> {
        if at.inst == self.last {
            self.scalar = (0..140).map(|n| wave.scalar(SReg(n))).collect();
            self.vector = (0..64).map(|n| wave.vector(VReg(n)).to_vec()).collect();
        }
        ControlFlow::Continue(())
    }
}

pub fn compare(
    setting: &Setting,
    end: &End,
    memory: &Memory,
    address: u64,
    wave: Wave,
) -> Result<(), String> {
    let lanes = wave.lanes();
    let values = &setting.values;
    let wrong = |what: String, found: u64, expected: u64| {
        Err(format!(
            "{}: {what} is {found:#x}, not {expected:#x}",
            setting.text
        ))
    };
    match setting.place {
        Location::Vector(first, count) => {
            for lane in 0..lanes {
                for n in 0..count {
                    let value = values[lane as usize % values.len()];
                    let expected = word(setting, value, n, lane);
                    let found = end.vector[(first + n) as usize][lane as usize];
                    if found != expected {
                        let what = format!("v{} lane {lane}", first + n);
                        return wrong(what, found.into(), expected.into());
                    }
                }
            }
        }
        Location::Scalar(first, count) => {
            // A lane mask has no second word in a wave of 32.
            let count = if matches!(first, 106 | 126) {
                count.min(lanes as u16 / 32)
            } else {
                count
            };
            for n in 0..count {
                let expected = word(setting, values[0], n, 0);
                let found = end.scalar[(first + n) as usize];
                if found != expected {
                    return wrong(
                        format!("scalar {}", first + n),
                        found.into(),
                        expected.into(),
                    );
                }
            }
        }
        Location::Memory => {
            for (i, &expected) in values.iter().enumerate() {
                let mut bytes = [0; 4];
                memory
                    .read(address + 4 * i as u64, &mut bytes)
                    .map_err(|error| error.0)?;
                let found = u32::from_le_bytes(bytes);
                if found != expected as u32 {
                    return wrong(format!("word {i}"), found.into(), expected);
                }
            }
        }
    }
    Ok(())
}
