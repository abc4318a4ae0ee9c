//! How to run.

use crate::{Error, Input, LaunchOptions};
use arch::Arch;
use kernel::{Constant, KernelFile, KeyEntry, KeyKind, KeyValue};
use sim::{Config, Delivery, Order};
use std::ops::Range;
use std::time::Duration;
use uop::Meter;

/// How to run; the defaults are those of the command line.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Constants of the header to override.
    pub set: Vec<(String, Constant)>,
    /// Symbols that assembly finds defined.
    pub symbols: Vec<(String, i128)>,
    /// Of `rand`, in place of the header's.
    pub seed: Option<u64>,
    /// Lanes per wave, in place of the header's.
    pub wave: Option<u32>,
    /// Threads of this process that run workgroups; what observes a run takes one.
    pub threads: usize,
    /// Threads share the workgroups even of kernels whose results depend on which comes first.
    pub unordered: bool,
    /// Workgroups that the device has room for at a time, in place of the header's.
    pub resident: Option<u32>,
    /// How long a launch whose workgroups all wait is given where the host, or other launches, can still
    /// change what they wait for. Without it nothing can.
    pub patience: Option<Duration>,
    /// When results of outstanding operations arrive, where not as the instruction set has it.
    pub delivery: Option<Delivery>,
    /// In which order waves have their turns.
    pub order: Order,
    /// The run traps when all waves together have issued so many.
    pub max_instructions: u64,
    /// Device memory, in bytes.
    pub memory_bytes: u64,
    /// Extensions of the instruction set to switch on.
    pub extensions: Vec<String>,
    /// What the command line says about the launch.
    pub launch: LaunchOptions,
    /// Which kernel to start, where there are several.
    pub kernel: Option<String>,
    /// Keys of the header to override.
    pub keys: Vec<(String, i64)>,
    /// Count cycles, where the instruction set has a cycle model. No result depends on it: machines
    /// whose programs can tell the time always run on their clock.
    pub timed: bool,
    /// Count instructions by family, which takes one thread.
    pub families: bool,
    /// Say which of the instructions that ran are exact.
    pub fidelity: bool,
    /// Take it for a failure if some were not.
    pub require_exact: bool,
    /// Keep a timeline of what happens when, which counts cycles too.
    pub timeline: bool,
    /// Write what happened when in the format of the vendor's profiler, which counts cycles too.
    pub rgp: bool,
    /// The cycles that these are of, where not all.
    pub timeline_window: Option<Range<u64>>,
    /// Whose findings `check` reports.
    pub checkers: Checkers,
    /// Counts how far the run has come, for a thread that looks on.
    pub meter: Meter,
    /// Races that are meant: by the name of an argument, a line of source or `0x` and a pc.
    pub intended_races: Vec<String>,
    /// Addresses on which races are the business of a library and not told.
    pub quiet_addresses: Vec<Range<u64>>,
    /// Nothing is run, so that kernels need not be given their arguments.
    pub only_planned: bool,
}

/// Which checkers are listened to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checkers {
    /// Results that are used before they were waited for.
    pub waits: bool,
    /// What is wrong on paths that were not taken.
    pub lint: bool,
    /// Accesses to the same bytes that nothing orders.
    pub races: bool,
    /// Promises of uniformity that are broken.
    pub uniform: bool,
    /// Reads of what was never written.
    pub undefined: bool,
}

impl Checkers {
    /// All of them.
    pub const ALL: Checkers = Checkers {
        waits: true,
        lint: true,
        races: true,
        uniform: true,
        undefined: true,
    };

    /// Those of [`crate::CHECKERS`] whose names are wanted.
    pub fn named(is_wanted: impl Fn(&str) -> bool) -> Checkers {
        let [waits, lint, races, uniform, undefined] = crate::CHECKERS.map(is_wanted);
        Checkers {
            waits,
            lint,
            races,
            uniform,
            undefined,
        }
    }
}

impl Default for Settings {
    fn default() -> Settings {
        let config = Config::default();
        Settings {
            symbols: Vec::new(),
            set: Vec::new(),
            seed: None,
            wave: None,
            threads: 1,
            unordered: false,
            resident: None,
            patience: None,
            delivery: None,
            order: config.order,
            max_instructions: config.max_instructions,
            memory_bytes: 32 << 20,
            extensions: Vec::new(),
            launch: LaunchOptions::default(),
            kernel: None,
            keys: Vec::new(),
            timed: false,
            timeline: false,
            rgp: false,
            timeline_window: None,
            families: false,
            fidelity: false,
            require_exact: false,
            checkers: Checkers::ALL,
            meter: Meter::OFF,
            intended_races: Vec::new(),
            quiet_addresses: Vec::new(),
            only_planned: false,
        }
    }
}

/// Lanes per wave that the user asks for, if the instruction set has such waves.
pub fn check_wave(arch: &dyn Arch, wave: Option<u32>) -> Result<(), Error> {
    let sizes = arch.schema().wave_sizes;
    let Some(wave) = wave.filter(|wave| !sizes.contains(wave)) else {
        return Ok(());
    };
    let name = arch.name();
    let possible = match sizes {
        [1] => format!("{name} has threads and no waves"),
        _ => {
            let sizes: Vec<String> = sizes.iter().map(u32::to_string).collect();
            format!("waves of {name} have {} lanes", sizes.join(" or "))
        }
    };
    Err(Error::Plain(format!("--wave {wave}: {possible}")))
}

impl Settings {
    /// Whether a run is on the clock of its machine, because programs can tell the time there. An order
    /// of turns that was asked for is another one.
    pub(crate) fn on_clock(&self, arch: &dyn Arch) -> bool {
        arch.clocked() && self.order == Order::RoundRobin
    }

    /// How the engine is to run what `input` is.
    pub(crate) fn config(&self, input: &Input, kernel: &KernelFile) -> Config {
        let usual = match input.arch.strict() {
            true => Delivery::Strict,
            false => Delivery::Eager,
        };
        let config = Config::default();
        let resident = self.resident.or(kernel.resident);
        Config {
            delivery: self.delivery.unwrap_or(usual),
            // Where it is asked for: waves whose stores are held do not run in lockstep.
            holds_stores: self.delivery == Some(Delivery::Strict),
            order: self.order,
            max_instructions: self.max_instructions,
            threads: self.threads,
            unordered: self.unordered,
            resident: resident.map(|n| n as usize),
            patience: self.patience,
            meter: self.meter.clone(),
            ..config
        }
    }
}

/// The keys of the header, with those that the settings override.
pub(crate) fn keys(
    input: &Input,
    kernel: &KernelFile,
    settings: &Settings,
) -> Result<Vec<KeyEntry>, Error> {
    let mut keys = kernel.keys.clone();
    for (name, value) in &settings.keys {
        let known = input.arch.schema().keys;
        let Some(key) = known.iter().find(|key| key.name == name) else {
            let hint = source::did_you_mean(name, known.iter().map(|key| key.name));
            let hint = hint.unwrap_or_else(|| match known {
                [] => "it has none".to_string(),
                _ => format!("there are {}", input.arch.schema().listed([])),
            });
            let isa = input.arch.name();
            return Err(Error::Plain(format!("{isa} has no key `{name}`; {hint}")));
        };
        let fits = match key.kind {
            KeyKind::Integer { min, max } => (min..=max).contains(value),
            KeyKind::OneOf(choices) => choices.contains(value),
            _ => false,
        };
        if !fits {
            let expected = match key.kind {
                KeyKind::Integer { min, max } => format!("a number from {min} to {max}"),
                KeyKind::OneOf(choices) => format!("one of {choices:?}"),
                _ => "not a number".to_string(),
            };
            return Err(Error::Plain(format!(
                "`{name}` cannot be {value}: expected {expected}"
            )));
        }
        keys.retain(|entry| entry.name != name);
        keys.push(KeyEntry {
            name: key.name,
            value: KeyValue::Integer(*value),
            span: kernel.body,
        });
    }
    Ok(keys)
}
