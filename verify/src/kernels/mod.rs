//! Random kernels in OpenCL C, compiled by clang for a GPU and for this computer: what the
//! simulator makes of the one must be what the other leaves, byte for byte.

mod bench;
mod expr;
mod print;
mod program;
mod reduce;
mod statements;
mod types;
mod written;

use ::random::Random;
use bench::{Bench, Build, Failure};
use program::Program;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
pub use written::{compare as compare_written, record as record_written};

pub struct Options {
    pub seed: u64,
    pub count: u64,
    /// How many may differ.
    pub allow: u64,
    /// Zero for as long as it takes.
    pub seconds: u64,
    pub target: Option<String>,
    pub level: Option<String>,
    pub wave: Option<u64>,
    /// Compilations of each kernel for the device.
    pub builds: u64,
    /// Where to leave the sources of kernels that differ.
    pub keep: Option<PathBuf>,
}

/// What compilers are told besides, which leads them to other instructions.
const FLAVOURS: &[&[&str]] = &[
    &[],
    &[],
    &[],
    &["-mcumode"],
    &["-mllvm", "-amdgpu-enable-vopd=0"],
    &["-mllvm", "-amdgpu-atomic-optimizer-strategy=DPP"],
    &["-munsafe-fp-atomics"],
    &["-Xclang", "-target-feature", "-Xclang", "+precise-memory"],
    &[
        "-Xclang",
        "-target-feature",
        "-Xclang",
        "-unaligned-access-mode",
    ],
    WHOLE,
    &["-Xclang", "-target-feature", "-Xclang", "+real-true16"],
    &["-mllvm", "-amdgpu-use-divergent-register-indexing"],
    &["-mllvm", "-stress-regalloc=16"],
    &["-mllvm", "-amdgpu-scalar-ir-passes=0"],
    &["-mllvm", "-structurizecfg-skip-uniform-regions=1"],
    &["-mllvm", "-amdgpu-atomic-optimizer-strategy=DPP"],
    &[
        "-mllvm",
        "-disable-promote-alloca-to-vector",
        "-mllvm",
        "-enable-misched=0",
    ],
    &["-mllvm", "-amdgpu-early-ifcvt=1"],
    &["-mllvm", "-amdgpu-load-store-vectorizer=0"],
    &["-fno-inline"],
];
/// Those that go with every level of optimisation.
const PLAIN_FLAVOURS: usize = 10;
/// Registers are not split in halves.
const WHOLE: &[&str] = &["-Xclang", "-target-feature", "-Xclang", "-real-true16"];

/// Compares kernels until there have been enough or time is over. True if all agree.
pub fn compare(options: &Options) -> Result<bool, String> {
    let folder = std::env::temp_dir().join(format!("wavetank-kernels-{}", std::process::id()));
    let bench = Bench::new(&folder)?;
    let start = Instant::now();
    let limit = Duration::from_secs(options.seconds);
    let (mut kernels, mut runs, mut skipped, mut wrong) = (0, 0, 0, 0);
    for seed in options.seed..options.seed + options.count {
        if !limit.is_zero() && start.elapsed() > limit {
            break;
        }
        kernels += 1;
        let program = Program::random(seed);
        let builds: Vec<Build> = (0..options.builds)
            .map(|number| Build::random(options, seed, number))
            .collect();
        for build in &builds {
            match bench.compare(&program.job(seed), build) {
                Ok(own) => runs += own,
                // Some flags are too much for clang.
                Err(Failure::NotCompiled(_)) if !build.flags.is_empty() => skipped += 1,
                Err(why) => {
                    wrong += 1;
                    println!("seed {seed}, {build}: {}{why}", place(&program, &why));
                    if matches!(why, Failure::Differs(..)) {
                        report(&bench, &program, build, seed, options.keep.as_deref());
                    }
                }
            }
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
    println!("{kernels} kernels, {runs} runs, {skipped} not compiled, {wrong} differ");
    Ok(wrong <= options.allow)
}

/// What of a kernel's output differs.
fn place(program: &Program, why: &Failure) -> String {
    match why {
        Failure::Differs(_, Some(at)) => format!("{}: ", program.output_at(*at)),
        _ => String::new(),
    }
}

/// How long a kernel is made smaller.
const PATIENCE: Duration = Duration::from_secs(60);

/// Makes a kernel that differs as small as it gets and shows it.
fn report(bench: &Bench, program: &Program, build: &Build, seed: u64, keep: Option<&Path>) {
    let start = Instant::now();
    let least = reduce::reduce(program, |smaller| {
        if start.elapsed() > PATIENCE {
            return false;
        }
        let answer = bench.compare(&smaller.job(seed), build);
        matches!(answer, Err(Failure::Differs(..)))
    });
    if let Err(why) = bench.compare(&least.job(seed), build) {
        println!("  reduced: {}{why}", place(&least, &why));
    }
    match keep {
        Some(folder) => {
            let _ = std::fs::create_dir_all(folder);
            for (name, text) in [("cl", least.device()), ("host.cl", least.host())] {
                let path = folder.join(format!("{seed}.{name}"));
                if let Err(error) = std::fs::write(&path, text) {
                    println!("  {}: {error}", path.display());
                }
            }
        }
        None => println!("{}", least.kernel()),
    }
}

impl Build {
    fn random(options: &Options, seed: u64, number: u64) -> Build {
        let mut random = Random::new(seed.wrapping_mul(31) + number + 7);
        random.bits();
        let target = random.pick(&["gfx1100", "gfx1100", "gfx1150", "gfx1200"]);
        let level = random.pick(&["-O0", "-O1", "-O2", "-O3", "-O3"]);
        let wave = random.pick(&[32, 64]);
        let level = options
            .level
            .clone()
            .map_or(level.into(), |level| format!("-{level}"));
        // Without optimisation clang comes to no end with some of them, and takes the wrong half
        // of registers that it splits.
        let flags = match level.as_str() {
            "-O0" => [random.pick(&FLAVOURS[..PLAIN_FLAVOURS]), WHOLE].concat(),
            _ => random.pick(FLAVOURS).to_vec(),
        };
        Build {
            target: options.target.clone().unwrap_or(target.into()),
            level,
            wave: options.wave.unwrap_or(wave) as u32,
            flags,
        }
    }
}
