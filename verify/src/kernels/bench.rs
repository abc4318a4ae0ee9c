//! Where kernels are compiled and run: by the simulator, and on the host.

use crate::process::call;
use op::convert::cvt_f32_f16;
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use wavetank::{Delivery, Input, LaunchOptions, Order, Settings};

/// A kernel and everything it takes to launch it.
pub struct Job {
    pub kernel: String,
    /// Sources for the two compilers.
    pub device: String,
    pub host: String,
    pub groups: [u32; 3],
    pub block: [u32; 3],
    pub buffers: Vec<Buffer>,
    /// Values after the buffers, by their bytes.
    pub values: Vec<Vec<u8>>,
    /// Of which floats each of them is made, by their bits; zero for integers.
    pub floats: Vec<u32>,
    /// Words that the host reads after them.
    pub choice: [u32; 2],
    /// What of the results is equal.
    pub close: Close,
}

pub struct Buffer {
    pub data: Vec<u8>,
    pub is_output: bool,
}

/// When two results are the same.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Close {
    Bytes,
    /// Floats, within a relative error.
    Floats(f32),
}

/// How a kernel is compiled for the device.
#[derive(Clone, Debug)]
pub struct Build {
    pub target: String,
    pub level: String,
    pub wave: u32,
    pub flags: Vec<String>,
}

pub enum Failure {
    /// The compiler for the device gave up.
    NotCompiled(String),
    /// The reference did.
    Other(String),
    /// Where, if it came to an end.
    Differs(String, Option<usize>),
}

impl From<String> for Failure {
    fn from(message: String) -> Failure {
        Failure::Other(message)
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let (Failure::NotCompiled(message)
        | Failure::Other(message)
        | Failure::Differs(message, _)) = self;
        f.write_str(message)
    }
}

impl std::fmt::Display for Build {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let flags = self.flags.join(" ");
        write!(
            f,
            "{} {} wave{} {flags}",
            self.target, self.level, self.wave
        )
    }
}

pub struct Bench {
    folder: PathBuf,
    /// What was compiled last, so that kernels of one file are compiled once.
    last_host: RefCell<String>,
    last_device: RefCell<String>,
}

impl Bench {
    pub fn new(folder: &Path) -> Result<Bench, String> {
        std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
        let bench = Bench {
            folder: folder.to_path_buf(),
            last_host: RefCell::default(),
            last_device: RefCell::default(),
        };
        let source = bench.write("harness.c", include_str!("host.c"))?;
        let object = bench.path("harness.o");
        call("clang-22", &["-O2", "-c", &source, "-o", &object], &[])?;
        Ok(bench)
    }

    fn path(&self, name: &str) -> String {
        self.folder.join(name).to_string_lossy().into_owned()
    }

    fn write(&self, name: &str, text: &str) -> Result<String, String> {
        let path = self.path(name);
        std::fs::write(&path, text).map_err(|error| format!("{path}: {error}"))?;
        Ok(path)
    }

    /// Runs a kernel in every way; how many there were.
    pub fn compare(&self, job: &Job, build: &Build) -> Result<u64, Failure> {
        let expected = self.reference(job, build)?;
        let object = self.compile(job, build).map_err(Failure::NotCompiled)?;
        let modes = modes();
        let count = modes.len() as u64;
        for (name, settings) in modes {
            let found = simulate(job, &object, settings)
                .map_err(|why| Failure::Differs(format!("{name}: {why}"), None))?;
            if let Some(at) = job.close.difference(&found, &expected) {
                let what = show(&found, &expected, at);
                return Err(Failure::Differs(format!("{name}: {what}"), Some(at)));
            }
        }
        Ok(count)
    }

    /// What a kernel leaves in memory when nothing is done about its order.
    pub fn run(&self, job: &Job, build: &Build) -> Result<Vec<u8>, String> {
        let (_, settings) = modes().swap_remove(0);
        simulate(job, &self.compile(job, build)?, settings)
    }

    /// What the host leaves in memory.
    pub fn reference(&self, job: &Job, build: &Build) -> Result<Vec<u8>, String> {
        let executable = self.path("host");
        if *self.last_host.borrow() != job.host {
            self.link(job, &executable)?;
            self.last_host.replace(job.host.clone());
        }
        // RDNA 3 permutes each half of a wave on its own.
        let reach = match build.target.starts_with("gfx11") {
            true => 32,
            false => build.wave,
        };
        let lanes = [build.wave, reach];
        let words = job.groups.iter().chain(&job.block).chain(&lanes);
        let mut bytes: Vec<u8> = words.flat_map(|word| word.to_le_bytes()).collect();
        let buffers = job.buffers.iter().map(|buffer| &buffer.data);
        for data in buffers.chain(&job.values) {
            bytes.extend((data.len() as u64).to_le_bytes());
            bytes.extend(data);
        }
        bytes.extend(8u64.to_le_bytes());
        bytes.extend(job.choice.iter().flat_map(|word| word.to_le_bytes()));
        call(&executable, &[], &bytes)
    }

    fn link(&self, job: &Job, executable: &str) -> Result<(), String> {
        self.last_host.replace(String::new());
        let source = self.write("host.cl", &job.host)?;
        let object = self.path("host.o");
        let harness = self.path("harness.o");
        let flags = "-x cl -cl-std=CL2.0 -cl-no-stdinc -w -fwrapv -fno-strict-aliasing -ffp-contract=off -O1 -mavx2 -mfma -mf16c -target x86_64-linux-gnu -DHOST -c";
        let mut all: Vec<&str> = flags.split(' ').collect();
        all.extend([source.as_str(), "-o", object.as_str()]);
        call("clang-22", &all, &[])?;
        let link = ["-fuse-ld=lld", &harness, &object, "-lm", "-o", executable];
        call("clang-22", &link, &[]).map(|_| ())
    }

    pub fn compile(&self, job: &Job, build: &Build) -> Result<Vec<u8>, String> {
        let object = self.path("device.o");
        let read = || std::fs::read(&object).map_err(|error| format!("{object}: {error}"));
        let key = format!("{build}{}", job.device);
        if *self.last_device.borrow() == key {
            return read();
        }
        self.last_device.replace(String::new());
        let source = self.write("device.cl", &job.device)?;
        let mut flags = vec![
            source.as_str(),
            &build.target,
            &build.level,
            object.as_str(),
        ];
        flags.extend(
            "-fwrapv -fno-strict-aliasing -ffp-contract=off -cl-fp32-correctly-rounded-divide-sqrt"
                .split(' '),
        );
        if build.wave == 64 {
            flags.extend(["-mwavefrontsize64", "-DWAVE64"]);
        }
        flags.extend(build.flags.iter().map(String::as_str));
        call("scripts/compile-kernel", &flags, &[])?;
        self.last_device.replace(key);
        read()
    }
}

impl Close {
    /// The first byte that is not as it should be.
    fn difference(self, found: &[u8], expected: &[u8]) -> Option<usize> {
        if found.len() != expected.len() {
            return Some(found.len().min(expected.len()));
        }
        let Close::Floats(tolerance) = self else {
            return (0..expected.len()).find(|&at| found[at] != expected[at]);
        };
        let float = |bytes: &[u8]| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        let words = found.chunks_exact(4).zip(expected.chunks_exact(4));
        let mut words = words.map(|(found, expected)| (float(found), float(expected)));
        let at = words.position(|(found, expected)| {
            let near = (found - expected).abs() <= tolerance * expected.abs().max(1e-3);
            !(near || found == expected || found.is_nan() && expected.is_nan())
        })?;
        Some(4 * at)
    }
}

fn show(found: &[u8], expected: &[u8], at: usize) -> String {
    let word = at & !7;
    let show = |bytes: &[u8]| -> String {
        let bytes = bytes.get(word..word + 8).unwrap_or_default();
        bytes
            .iter()
            .rev()
            .map(|byte| format!("{byte:02x}"))
            .collect()
    };
    format!(
        "byte {at} is in {}, expected {}",
        show(found),
        show(expected)
    )
}

fn modes() -> Vec<(&'static str, Settings)> {
    let usual = Settings {
        max_instructions: 200_000_000,
        delivery: Some(Delivery::Eager),
        ..Settings::default()
    };
    vec![
        ("eager", usual.clone()),
        (
            "strict",
            Settings {
                delivery: Some(Delivery::Strict),
                ..usual.clone()
            },
        ),
        (
            "random order",
            Settings {
                order: Order::Random(7),
                ..usual.clone()
            },
        ),
        (
            "two threads",
            Settings {
                threads: 2,
                ..usual
            },
        ),
    ]
}

/// What the simulator leaves in memory.
fn simulate(job: &Job, object: &[u8], settings: Settings) -> Result<Vec<u8>, String> {
    let fail = |error: wavetank::Error| wavetank::render::error(&error, false);
    let input = Input::from_bytes("device.o", object.to_vec(), None).map_err(fail)?;
    let whole = |word: &[u8]| {
        let mut whole = [0; 8];
        whole[..word.len()].copy_from_slice(word);
        u64::from_le_bytes(whole).to_string()
    };
    let mut args = Vec::new();
    for (number, buffer) in job.buffers.iter().enumerate() {
        let words: Vec<String> = buffer.data.chunks(8).map(whole).collect();
        let prefix = if buffer.is_output { "out_" } else { "a" };
        let (count, list) = (words.len(), words.join(","));
        args.push(format!("{prefix}{number}=u64[{count}]:{list}"));
    }
    for (number, (value, &bits)) in job.values.iter().zip(&job.floats).enumerate() {
        let (ty, parts) = parts(value, bits);
        args.push(format!(
            "v{number}={ty}[{}]:{}",
            parts.len(),
            parts.join(",")
        ));
    }
    let settings = Settings {
        kernel: Some(job.kernel.clone()),
        launch: LaunchOptions {
            args,
            global: job.groups.to_vec(),
            local: job.block.to_vec(),
        },
        ..settings
    };
    let report = wavetank::run(&input, &settings).map_err(fail)?;
    let outputs = report.outputs.into_iter();
    Ok(outputs.flat_map(|(_, array)| array.data).collect())
}

/// A value as numbers of the kind that the kernel wants.
fn parts(value: &[u8], bits: u32) -> (&'static str, Vec<String>) {
    let word = |bytes: &[u8]| {
        let mut whole = [0; 8];
        whole[..bytes.len()].copy_from_slice(bytes);
        u64::from_le_bytes(whole)
    };
    let each = |size: usize, show: fn(u64) -> String| {
        let words = value.chunks(size).map(word);
        words.map(show).collect()
    };
    match bits {
        64 => ("f64", each(8, |word| format!("{:?}", f64::from_bits(word)))),
        32 => (
            "f32",
            each(4, |word| format!("{:?}", f32::from_bits(word as u32))),
        ),
        16 => (
            "f16",
            each(2, |word| format!("{:?}", cvt_f32_f16(op::F16(word as u16)))),
        ),
        _ => ("u8", each(1, |word| word.to_string())),
    }
}
