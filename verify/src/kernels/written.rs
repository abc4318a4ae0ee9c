//! Kernels that people wrote, of the sort that people write, in `corpus/rdna/programs`.
//!
//! A line such as `// kernel sha256: groups 2, block 64, in u32 4096, out 512` says how one is
//! launched: what its input is made of and how many words it leaves. `floats 1e-5` allows results
//! an error, `wave 32`, `only gfx1200` and `not gfx9` say what it is written for.

use super::bench::{Bench, Buffer, Build, Close, Job};
use super::{Only, Random, types};
use crate::lint::has_waves;
use crate::process::files;
use std::fmt::Write as _;
use std::path::Path;

const FOLDER: &str = "corpus/rdna/programs";

struct Written {
    name: String,
    groups: u32,
    block: u32,
    /// Its type and how many words there are.
    input: (String, usize),
    output: u32,
    close: Close,
    wave: Option<u32>,
    /// What the names of its targets begin with, or of those it is not for.
    only: Option<String>,
    not: Option<String>,
}

/// Compares every kernel for every target, level and wave size, or for as many builds of each file
/// as were asked for. True if all agree.
pub fn compare(only: &Only, per_file: u64, seed: u64, name: Option<&str>) -> Result<bool, String> {
    let folder = std::env::temp_dir().join(format!("wavetank-written-{}", std::process::id()));
    let bench = Bench::new(&folder)?;
    let (mut builds, mut runs, mut wrong) = (0, 0, 0);
    let mut random = Random::new(seed);
    for path in files(Path::new(FOLDER), "cl")? {
        let source = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
        let written = kernels(&path, &source)?;
        let host = host(&source, &written);
        for build in chosen(only, per_file, &mut random) {
            for (number, one) in written.iter().enumerate() {
                let wanted = name.is_none_or(|name| name == one.name)
                    && one.is_for(&build.target)
                    && one.wave.is_none_or(|own| own == build.wave);
                if !wanted {
                    continue;
                }
                builds += 1;
                match bench.compare(&one.job(&source, &host, number), &build) {
                    Ok(own) => runs += own,
                    Err(why) => {
                        wrong += 1;
                        println!("{} {build}: {why}", one.name);
                    }
                }
            }
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
    if builds == 0 {
        return Err(format!(
            "no kernel of {FOLDER} is asked for: nothing compared"
        ));
    }
    println!("{builds} builds, {runs} runs, {wrong} differ");
    Ok(wrong == 0)
}

/// Writes launch files for all kernels, the code that they name, and what the host leaves.
pub fn record(to: &str) -> Result<(), String> {
    let folder = std::env::temp_dir().join(format!("wavetank-written-{}", std::process::id()));
    let bench = Bench::new(&folder)?;
    let write = |name: &str, data: &[u8]| {
        let path = format!("{to}/{name}");
        std::fs::write(&path, data).map_err(|error| format!("{path}: {error}"))
    };
    std::fs::create_dir_all(to).map_err(|error| format!("{to}: {error}"))?;
    write("words.bin", &input("u32", MOST_INPUT))?;
    write("floats.bin", &input("f32", MOST_INPUT / 2))?;
    let build = Build {
        target: "gfx1100".into(),
        level: "-O3".into(),
        wave: 32,
        flags: Vec::new(),
    };
    for path in files(Path::new(FOLDER), "cl")? {
        let file = path.file_stem().unwrap_or_default().to_string_lossy();
        let source = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
        let written = kernels(&path, &source)?;
        let host = host(&source, &written);
        for (number, one) in written.iter().enumerate() {
            if one.wave.is_some_and(|own| own != build.wave) || !one.is_for(&build.target) {
                continue;
            }
            let job = one.job(&source, &host, number);
            write(&format!("{file}.o"), &bench.compile(&job, &build)?)?;
            write(
                &format!("{}.bin", one.name),
                &bench.reference(&job, &build)?,
            )?;
            write(&format!("{}.rdna3", one.name), one.launch(&file).as_bytes())?;
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
    Ok(())
}

/// Every build that was asked for, or some of them.
fn chosen(only: &Only, count: u64, random: &mut Random) -> Vec<Build> {
    let mut builds = Vec::new();
    let own = |given: &Option<String>, name: &str| given.as_ref().is_none_or(|own| own == name);
    for target in ["gfx1100", "gfx1150", "gfx1200", "gfx942", "gfx950"] {
        for level in ["-O0", "-O1", "-O3"] {
            for wave in [32, 64] {
                let wanted = own(&only.target, target)
                    && has_waves(target, wave)
                    && own(&only.level, &level[1..])
                    && only.lanes().is_none_or(|given| given == wave);
                if wanted {
                    builds.push(Build {
                        target: target.into(),
                        level: level.into(),
                        wave,
                        flags: Vec::new(),
                    });
                }
            }
        }
    }
    match count {
        0 => builds,
        _ if builds.is_empty() => builds,
        _ => (0..count)
            .map(|_| builds[random.below(builds.len())].clone())
            .collect(),
    }
}

fn kernels(path: &Path, source: &str) -> Result<Vec<Written>, String> {
    let lines = source
        .lines()
        .filter_map(|line| line.strip_prefix("// kernel "));
    let one = |line: &str| -> Option<Written> {
        let (name, rest) = line.split_once(": ")?;
        let mut written = Written {
            name: name.into(),
            groups: 1,
            block: 64,
            input: Default::default(),
            output: 0,
            close: Close::Bytes,
            wave: None,
            only: None,
            not: None,
        };
        for word in rest.split(", ") {
            let (key, value) = word.split_once(' ')?;
            match key {
                "groups" => written.groups = value.parse().ok()?,
                "block" => written.block = value.parse().ok()?,
                "in" => {
                    let (ty, count) = value.split_once(' ')?;
                    written.input = (ty.into(), count.parse().ok()?);
                }
                "out" => written.output = value.parse().ok()?,
                "floats" => written.close = Close::Floats(value.parse().ok()?),
                "wave" => written.wave = Some(value.parse().ok()?),
                "only" => written.only = Some(value.into()),
                "not" => written.not = Some(value.into()),
                _ => return None,
            }
        }
        Some(written)
    };
    let all: Option<Vec<Written>> = lines.map(one).collect();
    all.ok_or_else(|| {
        format!(
            "{}: a line about a kernel that says nothing",
            path.display()
        )
    })
}

/// Words that the largest input has.
const MOST_INPUT: usize = 4096;

/// Random words, or floats of ordinary size.
fn input(ty: &str, count: usize) -> Vec<u8> {
    let mut random = Random::new(1);
    let words = std::iter::repeat_with(|| random.bits()).take(count);
    let float = |word: u64| (word >> 40) as f32 / (1 << 21) as f32 - 4.0;
    match ty {
        "f32" => words.flat_map(|word| float(word).to_le_bytes()).collect(),
        _ => words
            .flat_map(|word| ((word >> 16) as u32).to_le_bytes())
            .collect(),
    }
}

/// A file for the host: its kernels, and which of them to call.
fn host(source: &str, written: &[Written]) -> String {
    let mut text = include_str!("host.h").to_string();
    text += include_str!("math.h");
    text += &types::host_conversions();
    text += source;
    text += "
void *argument(size_t);
void result(const void *, size_t);
static global void *in, *out;
static uint *choice;
void read_arguments(void) {
    in = (global void *)argument(0);
    out = (global void *)argument(0);
    choice = (uint *)argument(8);
}
void write_results(void) { result(out, choice[1]); }
void run_item(void) {
    switch (choice[0]) {
";
    for (number, one) in written.iter().enumerate() {
        let _ = writeln!(text, "    case {number}: {}(in, out); break;", one.name);
    }
    text + "    }\n}\n"
}

impl Written {
    fn is_for(&self, target: &str) -> bool {
        let begins = |name: &String| target.starts_with(name.as_str());
        self.only.as_ref().is_none_or(begins) && !self.not.as_ref().is_some_and(begins)
    }

    /// A launch file, with the code and the data in files beside it.
    fn launch(&self, file: &str) -> String {
        let Written {
            name,
            groups,
            block,
            output,
            ..
        } = self;
        let (ty, count) = &self.input;
        let data = if ty == "f32" { "floats" } else { "words" };
        let (result, tolerance) = match self.close {
            Close::Bytes => ("u32", String::new()),
            Close::Floats(tolerance) => ("f32", format!("tol = {tolerance}\n")),
        };
        format!(
            "---
code = \"{file}.o\"
kernel = \"{name}\"
in: {ty}[{count}] = file(\"{data}.bin\", {ty}, 0)
out_words: {result}[{output}]
global = {groups}
local = {block}
expect out_words = file(\"{name}.bin\", {result})
{tolerance}---
"
        )
        .replace("\nout:", "\nout_out:")
        .replace("expect out ", "expect out_out ")
    }

    fn job(&self, source: &str, host: &str, number: usize) -> Job {
        Job {
            kernel: self.name.clone(),
            device: format!("{}{source}", include_str!("device.h")),
            host: host.into(),
            groups: [self.groups, 1, 1],
            block: [self.block, 1, 1],
            buffers: vec![
                Buffer {
                    data: input(&self.input.0, self.input.1),
                    is_output: false,
                },
                Buffer {
                    data: vec![0; 4 * self.output as usize],
                    is_output: true,
                },
            ],
            values: Vec::new(),
            floats: Vec::new(),
            choice: [number as u32, 4 * self.output],
            close: self.close,
        }
    }
}
