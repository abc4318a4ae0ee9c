//! The WAVE conformance suite: kernel files and encodings, each with the items of the checklist
//! that it tests, run at every wave width.
//!
//! The suite is data: another implementation can run the same folder. A copy is part of this
//! library, so that the suite also runs where there is no source tree. Comments at the head of a
//! kernel file say what it is for:
//!
//! ```text
//! # item: 24 47                         which items
//! # outcome: trap memory-fault          what happens in place of passing: `trap [CODE]`,
//!                                       `refuse CODE [TEXT]`, or `check CODE`, a finding
//! # widths: 32 64                       where it makes sense, if not everywhere
//! ```

use std::collections::BTreeMap;

use arch::Arch;
use serde_json::{Value, json};
use source::SourceFile;
use wave::device::WAVE_WIDTHS;
use wave::{Capability, DeviceProperties, Footprint, Query};

use crate::wave_host;
use crate::{Error, Failure, Input, Settings, check, run};

/// What the tests say about an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All of its tests did what the item says.
    Passed,
    /// One of them at least did not.
    Failed,
    /// There is nothing to test, or nothing here tests it.
    NotApplicable,
}

/// One item of the checklist.
#[derive(Clone, Debug)]
pub struct Item {
    /// As the checklist numbers it.
    pub number: u32,
    /// As the checklist grades it, by a letter: `M` is what a device must do.
    pub strength: String,
    /// The section of the specification that it belongs to.
    pub section: String,
    /// What came of its tests.
    pub verdict: Verdict,
    /// How many tests ran.
    pub tests: usize,
    /// What went wrong, with the file and the width.
    pub problems: Vec<String>,
}

/// The whole checklist with its verdicts.
#[derive(Clone, Debug, Default)]
pub struct Conformance {
    /// In the order of the checklist.
    pub items: Vec<Item>,
}

/// Passed, failed, not applicable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Items whose tests all passed.
    pub passed: usize,
    /// Items with a test that did not.
    pub failed: usize,
    /// Items without a test.
    pub not_applicable: usize,
}

impl Counts {
    fn add(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Passed => self.passed += 1,
            Verdict::Failed => self.failed += 1,
            Verdict::NotApplicable => self.not_applicable += 1,
        }
    }
}

impl Conformance {
    /// How many items have which verdict.
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        self.items.iter().for_each(|item| counts.add(item.verdict));
        counts
    }

    /// The counts of each section, in the order of the checklist.
    pub fn sections(&self) -> Vec<(String, Counts)> {
        let mut all: Vec<(String, Counts)> = Vec::new();
        for item in &self.items {
            if all
                .last()
                .is_none_or(|(section, _)| *section != item.section)
            {
                all.push((item.section.clone(), Counts::default()));
            }
            all.last_mut().expect("just pushed").1.add(item.verdict);
        }
        all
    }

    /// The table by section, and what failed.
    pub fn to_text(&self) -> String {
        let line = |name: &str, c: Counts| {
            format!(
                "{name:<10} {:>7} {:>7} {:>8}\n",
                c.passed, c.failed, c.not_applicable
            )
        };
        let mut out = format!(
            "{:<10} {:>7} {:>7} {:>8}\n",
            "section", "passed", "failed", "n/a"
        );
        for (section, counts) in self.sections() {
            out += &line(&section, counts);
        }
        out += &line("all", self.counts());
        for item in &self.items {
            for problem in &item.problems {
                out += &format!("item {}: {problem}\n", item.number);
            }
        }
        out
    }

    /// The counts and every item, for scripts.
    pub fn to_json(&self) -> Value {
        let counts = self.counts();
        let items = self.items.iter().map(|item| {
            json!({
                "item": item.number,
                "section": item.section,
                "strength": item.strength,
                "verdict": match item.verdict {
                    Verdict::Passed => "passed",
                    Verdict::Failed => "failed",
                    Verdict::NotApplicable => "not applicable",
                },
                "tests": item.tests,
                "problems": item.problems,
            })
        });
        json!({
            "schema": "wavetank.conformance/1",
            "isa": ::wave::Wave.name(),
            "passed": counts.passed,
            "failed": counts.failed,
            "not_applicable": counts.not_applicable,
            "items": items.collect::<Vec<_>>(),
        })
    }
}

/// The specifications that have a suite here.
pub fn suites() -> [&'static str; 1] {
    [::wave::Wave.name()]
}

/// Runs WAVE's suite: these files, or those that this build carries.
pub fn wave(files: Option<Vec<SourceFile>>) -> Result<Conformance, Error> {
    let own = || {
        WAVE_SUITE
            .iter()
            .map(|&(name, text)| SourceFile::new(name, text))
    };
    let files = files.unwrap_or_else(|| own().collect());
    let table = |name: &str| match files.iter().find(|file| file.name() == name) {
        Some(file) => Ok(file.text()),
        None => Err(Error::Plain(format!("the suite has no {name}"))),
    };
    let mut suite = Suite::new(table("items.tsv")?)?;
    let kernel = format!(".{}", ::wave::Wave.name());
    for file in files.iter().filter(|file| file.name().ends_with(&kernel)) {
        suite.kernel_file(file)?;
    }
    suite.encodings(table("encoding.tsv")?)?;
    suite.queries();
    suite.host();
    Ok(suite.finish())
}

/// File names and texts of `corpus/wave/conformance`.
static WAVE_SUITE: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/wave_suite.rs"));

struct Suite {
    items: BTreeMap<u32, Item>,
    /// What tests the item besides kernel files.
    kinds: BTreeMap<u32, String>,
}

impl Suite {
    fn new(table: &str) -> Result<Suite, Error> {
        let (mut items, mut kinds) = (BTreeMap::new(), BTreeMap::new());
        for line in data_lines(table) {
            let fields: Vec<&str> = line.split('\t').collect();
            let (Some(Ok(number)), [_, strength, section, kind]) =
                (fields.first().map(|n| n.parse::<u32>()), &fields[..])
            else {
                return Err(Error::Plain(format!("items.tsv: cannot read `{line}`")));
            };
            kinds.insert(number, kind.to_string());
            let item = Item {
                number,
                strength: strength.to_string(),
                section: section.to_string(),
                verdict: Verdict::NotApplicable,
                tests: 0,
                problems: Vec::new(),
            };
            items.insert(number, item);
        }
        Ok(Suite { items, kinds })
    }

    fn finish(mut self) -> Conformance {
        for item in self.items.values_mut() {
            item.verdict = match (item.tests, item.problems.is_empty()) {
                (0, _) => Verdict::NotApplicable,
                (_, true) => Verdict::Passed,
                (_, false) => Verdict::Failed,
            };
        }
        Conformance {
            items: self.items.into_values().collect(),
        }
    }

    fn record(&mut self, number: u32, outcome: Result<(), String>) {
        if let Some(item) = self.items.get_mut(&number) {
            item.tests += 1;
            item.problems.extend(outcome.err());
        }
    }

    fn of_kind(&self, kind: &str) -> Vec<u32> {
        let chosen = self.kinds.iter().filter(|(_, k)| *k == kind);
        chosen.map(|(&number, _)| number).collect()
    }

    fn kernel_file(&mut self, file: &SourceFile) -> Result<(), Error> {
        let (name, text) = (file.name(), file.text());
        let directive = |key: &str| {
            let lines = text.lines().take_while(|line| line.starts_with('#'));
            let mut values = lines.filter_map(|l| l.strip_prefix("# ")?.strip_prefix(key));
            values
                .next()
                .map(|value| value.trim_start_matches(':').trim())
        };
        let numbers = |list: &str| -> Vec<u32> {
            list.split_whitespace()
                .filter_map(|n| n.parse().ok())
                .collect()
        };
        let items = directive("item").map(numbers).unwrap_or_default();
        if items.is_empty() {
            return Err(Error::Plain(format!(
                "{name} does not say which items it tests"
            )));
        }
        let outcome = directive("outcome").unwrap_or("pass");
        let widths = directive("widths").map_or(WAVE_WIDTHS.to_vec(), numbers);
        for width in widths {
            let check = outcome.strip_prefix("check ");
            let result = match run_at(file, width) {
                Ok(_) if check.is_some() => found(file, width, check.unwrap_or_default()),
                Ok(report) if outcome == "pass" => match report.passed() {
                    true if report.expectations.is_empty() => Err("it expects nothing".into()),
                    true => Ok(()),
                    false => Err("the result is not as expected".into()),
                },
                Ok(_) => Err(format!("it ran, but should {outcome}")),
                Err(error) => as_asked(&error, outcome),
            };
            for &item in &items {
                let place = |problem: &String| format!("{name} at width {width}: {problem}");
                self.record(item, result.as_ref().map(|&()| ()).map_err(place));
            }
        }
        Ok(())
    }

    /// `item TAB line TAB words`, where `!` stands for a line that must not exist.
    fn encodings(&mut self, table: &str) -> Result<(), Error> {
        for line in data_lines(table) {
            let fields: Vec<&str> = line.split('\t').collect();
            let bad = || Error::Plain(format!("encoding.tsv: cannot read `{line}`"));
            let [item, text, words] = fields[..] else {
                return Err(bad());
            };
            let item = item.parse().map_err(|_| bad())?;
            let words: Result<Vec<u32>, _> = words
                .split(' ')
                .map(|word| u32::from_str_radix(word, 16))
                .collect();
            let words = words.map_err(|_| bad())?;
            let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            let decoded = wave::decode(&bytes, 0);
            let result = match (text, decoded) {
                ("!", Err(_)) => Ok(()),
                ("!", Ok(inst)) => Err(format!("{words:08x?} decodes as `{inst}`")),
                (_, Err(illegal)) => Err(format!("`{text}`: {illegal}")),
                (_, Ok(inst)) if inst.encode().as_slice() != words => Err(format!(
                    "`{text}` decodes as `{inst}`, which has other words"
                )),
                (_, Ok(_)) => match assembled(text) {
                    Some(own) if own == bytes => Ok(()),
                    _ => Err(format!("`{text}` does not assemble to {words:08x?}")),
                },
            };
            self.record(item, result);
        }
        Ok(())
    }

    fn queries(&mut self) {
        for width in WAVE_WIDTHS {
            let device = DeviceProperties {
                wave_width: width,
                ..DeviceProperties::default()
            };
            for item in self.of_kind("query") {
                let result = query(item, &device);
                self.record(
                    item,
                    result.map_err(|problem| format!("width {width}: {problem}")),
                );
            }
        }
    }

    /// Device memory keeps its contents from launch to launch.
    fn host(&mut self) {
        for item in self.of_kind("host") {
            let result = persistence().map_err(|error| error.to_string());
            let result = result.and_then(|sum| match sum {
                3 => Ok(()),
                other => Err(format!("three launches left {other}")),
            });
            self.record(item, result);
        }
    }
}

fn persistence() -> Result<u32, wave_host::HostError> {
    let device = wave_host::Device::open(DeviceProperties::default())?;
    let module = device.assemble(
        "mov.b32 r0, 0\nld.const.b32 r1, [r0]\nld.global.b32 r2, [r1]\nadd.u32 r2, r2, 1\n\
         st.global.b32 [r1], r2\nret",
    )?;
    let buffer = device.allocate(4)?;
    for _ in 0..3 {
        let args = [wave_host::Arg::Buffer(buffer)];
        device.launch(&module, None, [1; 3], [1; 3], &args)?;
    }
    let mut bytes = [0; 4];
    device.read(buffer, 0, &mut bytes)?;
    Ok(u32::from_le_bytes(bytes))
}

/// What a device answers, against what the specification says of it.
fn query(item: u32, device: &DeviceProperties) -> Result<(), String> {
    let ask = |query: Query| device.query(query).unwrap_or(0);
    let at_least = |query: Query, least: u32| match ask(query) >= least {
        true => Ok(()),
        false => Err(format!("{} is {}, below {least}", query.name(), ask(query))),
    };
    let equal = |what: &str, found: u32, expected: u32| match found == expected {
        true => Ok(()),
        false => Err(format!("{what} is {found}, not {expected}")),
    };
    match item {
        5 => device.check().map_err(|error| error.to_string()),
        26 => {
            let registers = 32;
            let occupancy = device.occupancy(Footprint {
                registers,
                local_bytes: 0,
                threads: device.wave_width,
            });
            let bound = ask(Query::RegisterFileSize) / (registers * device.wave_width * 4);
            let bound = bound.min(device.max_waves_per_core);
            equal("the occupancy", occupancy.waves, bound)
        }
        50 => {
            let occupancy = device.occupancy(Footprint {
                registers: 16,
                local_bytes: device.local_memory_size / 2,
                threads: 2 * device.wave_width,
            });
            equal("the occupancy", occupancy.waves, 4)
        }
        157 => at_least(Query::MaxWavesPerCore, 16),
        159 => {
            at_least(Query::ClusterSize, 1)?;
            // Clusters of one workgroup are none.
            equal(
                "WAVE_CAP_CLUSTER",
                ask(Query::Cluster),
                u32::from(ask(Query::ClusterSize) > 1),
            )
        }
        160 => {
            let lacking = DeviceProperties {
                capabilities: device.capabilities.without(Capability::F16),
                ..device.clone()
            };
            equal("WAVE_CAP_F16", lacking.query(Query::F16).unwrap_or(9), 0)?;
            equal("WAVE_CAP_F64", lacking.query(Query::F64).unwrap_or(9), 1)
        }
        161 if !device.offers(Capability::Mma) => {
            equal("WAVE_CAP_MMA", ask(Query::Mma), 0)?;
            match device.query(Query::MmaM) {
                None => Ok(()),
                Some(_) => Err("MMA_M is answered without CAP_MMA".into()),
            }
        }
        161 => {
            equal("WAVE_CAP_MMA", ask(Query::Mma), 1)?;
            equal("MMA_M", ask(Query::MmaM), 16)?;
            equal("MMA_N", ask(Query::MmaN), 8)?;
            equal("MMA_K", ask(Query::MmaK), 8)?;
            equal("MMA_INPUT_TYPES", ask(Query::MmaInputTypes) & 1, 1)?;
            equal("MMA_OUTPUT_TYPES", ask(Query::MmaOutputTypes) & 4, 4)?;
            let lacking = DeviceProperties {
                capabilities: device.capabilities.without(Capability::Mma),
                ..device.clone()
            };
            match lacking.query(Query::MmaM) {
                None => Ok(()),
                Some(_) => Err("MMA_M is answered without CAP_MMA".into()),
            }
        }
        162 => {
            for (number, query) in (0..).zip(Query::ALL) {
                equal(query.name(), query as u32, number)?;
            }
            match Query::from_number(Query::ALL.len() as u32) {
                None => Ok(()),
                Some(query) => Err(format!("{} is beyond the last query", query.name())),
            }
        }
        163 => {
            equal("WAVE_CAP_WAVE_WIDTH", Query::WaveWidth as u32, 0)?;
            match Query::WaveWidth.name() {
                "WAVE_CAP_WAVE_WIDTH" => {
                    equal("the wave width", ask(Query::WaveWidth), device.wave_width)
                }
                name => Err(format!("the first enumerator is {name}")),
            }
        }
        _ => Err("nothing here can ask that".into()),
    }
}

fn settings(width: u32) -> Settings {
    Settings {
        wave: Some(width),
        max_instructions: 100_000_000,
        ..Settings::default()
    }
}

fn open(file: &SourceFile) -> Result<Input, Error> {
    Input::from_text(file.clone(), Some(::wave::Wave.name()))
}

fn run_at(file: &SourceFile, width: u32) -> Result<crate::Report, Error> {
    run(&open(file)?, &settings(width))
}

/// Whether the checkers report what a file asks for.
fn found(file: &SourceFile, width: u32, code: &str) -> Result<(), String> {
    let findings = open(file).and_then(|input| check(&input, &settings(width)));
    let findings = findings.map_err(|error| error.to_string())?;
    match findings.diagnostics.iter().any(|d| d.code == code) {
        true => Ok(()),
        false => Err(format!("the checkers do not report `{code}`")),
    }
}

/// Whether an error is the one that the file asks for: `refuse CODE TEXT` or `trap CODE`.
fn as_asked(error: &Error, outcome: &str) -> Result<(), String> {
    let mut words = outcome.split_whitespace();
    let kind = match error.failure() {
        Failure::Trap => "trap",
        _ => "refuse",
    };
    if words.next() != Some(kind) {
        return Err(error.to_string());
    }
    let Error::Diagnostics { diagnostics, .. } = error else {
        return Ok(());
    };
    let code = words.next();
    let fits = |d: &source::Diagnostic| code.is_none_or(|code| d.code == code);
    let Some(found) = diagnostics.iter().find(|d| fits(d)) else {
        return Err(format!("`{outcome}` is asked for, but: {error}"));
    };
    match words.find(|word| !found.message.contains(word)) {
        None => Ok(()),
        Some(word) => Err(format!(
            "the message does not name {word}: {}",
            found.message
        )),
    }
}

/// The bytes of one line.
fn assembled(line: &str) -> Option<Vec<u8>> {
    let file = SourceFile::new("line", line);
    let source = arch::AsmSource::whole(&file, 32);
    let assembled = ::wave::Wave.assemble(&source);
    (!assembled.assembly.has_errors()).then_some(assembled.code.bytes)
}

fn data_lines(table: &str) -> impl Iterator<Item = &str> {
    table
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
}
