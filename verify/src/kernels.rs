//! Random kernels in OpenCL C, compiled by clang for a GPU and for this computer: what the
//! simulator makes of the one must be what the other leaves, byte for byte.

mod bench;
mod bugs;
mod expr;
mod print;
mod program;
mod reduce;
mod statements;
mod types;
mod written;

use crate::lint::has_waves;
use ::random::Random;
use bench::{Bench, Build, Failure};
pub use bugs::CompilerBugs;
use clap::{Args, Subcommand};
use program::Program;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Which kernels.
#[derive(Subcommand)]
pub enum Kernels {
    /// Random ones: nothing undefined, nothing rounded in more than one allowed way
    #[command(after_help = "Examples:
  verify kernels random --seed 7 --seconds 60
  verify kernels random --seed 1234 --count 1 --keep differs")]
    Random {
        /// The seed of the first kernel; the others follow
        #[arg(long, value_name = "N", default_value_t = 1)]
        seed: u64,
        /// How many kernels
        #[arg(long, value_name = "N", default_value_t = 100)]
        count: u64,
        /// Stop after so long; 0 for as long as it takes
        #[arg(long, value_name = "N", default_value_t = 0)]
        seconds: u64,
        /// Where to leave the reduced sources of kernels that differ
        #[arg(long, value_name = "DIR")]
        keep: Option<PathBuf>,
        /// Compilations of each kernel
        #[arg(long, value_name = "N", default_value_t = 1)]
        builds: u64,
        #[command(flatten)]
        only: Only,
    },
    /// Those of corpus/rdna/programs, of the sort that people write
    #[command(after_help = "Examples:
  verify kernels written --builds 1 --seed 7
  verify kernels written --name sha256 --target gfx1200 --level O3")]
    Written {
        /// One kernel
        #[arg(long, value_name = "KERNEL")]
        name: Option<String>,
        /// Compilations of each file, drawn from all; 0 for all
        #[arg(long, value_name = "N", default_value_t = 0)]
        builds: u64,
        /// Which ones are drawn
        #[arg(long, value_name = "N", default_value_t = 1)]
        seed: u64,
        #[command(flatten)]
        only: Only,
    },
    /// Record those of corpus/rdna/programs, compiled, in corpus/rdna/run/programs
    #[command(after_help = "Example:\n  verify kernels record")]
    Record,
}

/// How kernels are compiled, where it is not left to chance.
#[derive(Args)]
pub struct Only {
    /// A target such as gfx1100
    #[arg(long, value_name = "TARGET")]
    target: Option<String>,
    /// A level of optimisation such as O3
    #[arg(long, value_name = "LEVEL")]
    level: Option<String>,
    /// Lanes of a wave
    #[arg(long, value_name = "32|64", value_parser = ["32", "64"])]
    wave: Option<String>,
}

impl Only {
    fn lanes(&self) -> Option<u32> {
        self.wave.as_ref().and_then(|lanes| lanes.parse().ok())
    }
}

impl Kernels {
    /// True if all agree.
    pub fn run(&self) -> Result<bool, String> {
        match self {
            Kernels::Random {
                seed,
                count,
                seconds,
                keep,
                builds,
                only,
            } => {
                let limit = match seconds {
                    0 => Duration::MAX,
                    _ => Duration::from_secs(*seconds),
                };
                let seeds = *seed..seed.saturating_add(*count);
                compare(seeds, limit, *builds, only, keep.as_deref())
            }
            Kernels::Written {
                name,
                builds,
                seed,
                only,
            } => written::compare(only, *builds, *seed, name.as_deref()),
            Kernels::Record => written::record("corpus/rdna/run/programs").map(|()| true),
        }
    }
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
    ALIGNED,
    WHOLE,
    &["-Xclang", "-target-feature", "-Xclang", "+real-true16"],
    &["-mllvm", "-amdgpu-use-divergent-register-indexing"],
    &["-mllvm", "-stress-regalloc=16"],
    &["-mllvm", "-amdgpu-scalar-ir-passes=0"],
    &["-mllvm", "-structurizecfg-skip-uniform-regions=1"],
    &["-mllvm", "-amdgpu-atomic-optimizer-strategy=DPP"],
    UNMOVED,
    &["-mllvm", "-amdgpu-early-ifcvt=1"],
    &["-mllvm", "-amdgpu-load-store-vectorizer=0"],
    &["-fno-inline"],
];
/// The same for CDNA, whose compute units have no modes and whose registers are whole.
const CDNA_FLAVOURS: &[&[&str]] = &[
    &[],
    &[],
    &[],
    &["-mllvm", "-amdgpu-kernarg-preload-count=16"],
    &["-mllvm", "-amdgpu-kernarg-preload-count=3"],
    &["-mllvm", "-amdgpu-atomic-optimizer-strategy=DPP"],
    &["-munsafe-fp-atomics"],
    &["-Xclang", "-target-feature", "-Xclang", "+precise-memory"],
    ALIGNED,
    &["-mllvm", "-amdgpu-use-divergent-register-indexing"],
    &["-mllvm", "-amdgpu-sdwa-peephole=0"],
    &["-mllvm", "-stress-regalloc=16"],
    &["-mllvm", "-amdgpu-scalar-ir-passes=0"],
    &["-mllvm", "-structurizecfg-skip-uniform-regions=1"],
    UNMOVED,
    &["-mllvm", "-amdgpu-early-ifcvt=1"],
    &["-mllvm", "-amdgpu-load-store-vectorizer=0"],
    &["-fno-inline"],
];
/// Those that go with every level of optimisation.
const PLAIN_FLAVOURS: usize = 10;
const PLAIN_CDNA_FLAVOURS: usize = 9;
/// Accesses are no wider than what is known of their addresses.
#[rustfmt::skip]
const ALIGNED: &[&str] = &["-Xclang", "-target-feature", "-Xclang", "-unaligned-access-mode"];
/// Arrays stay in memory, instructions where they were.
#[rustfmt::skip]
const UNMOVED: &[&str] = &["-mllvm", "-disable-promote-alloca-to-vector", "-mllvm", "-enable-misched=0"];
/// Registers are not split in halves.
const WHOLE: &[&str] = &["-Xclang", "-target-feature", "-Xclang", "-real-true16"];

/// Compares kernels until there have been enough or time is over. True if all agree, but for those
/// that meet a mistake of clang's that is known.
fn compare(
    seeds: std::ops::Range<u64>,
    limit: Duration,
    builds: u64,
    only: &Only,
    keep: Option<&Path>,
) -> Result<bool, String> {
    let folder = std::env::temp_dir().join(format!("wavetank-kernels-{}", std::process::id()));
    let bench = Bench::new(&folder)?;
    let start = Instant::now();
    let (mut kernels, mut runs, mut wrong) = (0, 0, 0);
    let mut known: BTreeMap<&str, u64> = BTreeMap::new();
    for seed in seeds {
        if start.elapsed() > limit {
            break;
        }
        kernels += 1;
        let program = Program::random(seed);
        for number in 0..builds {
            let build = Build::random(only, seed, number);
            let why = match bench.compare(&program.job(seed), &build) {
                Ok(own) => {
                    runs += own;
                    continue;
                }
                Err(why) => why,
            };
            if let Some(sentence) = bugs::explain(&bench, &program.job(seed), &build, &why) {
                *known.entry(sentence).or_default() += 1;
                continue;
            }
            wrong += 1;
            println!("seed {seed}, {build}: {}{why}", place(&program, &why));
            if matches!(why, Failure::Differs(..)) {
                report(&bench, &program, &build, seed, keep);
            }
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
    for (sentence, count) in &known {
        println!("{count:6}  known: {sentence}");
    }
    println!("{kernels} kernels, {runs} runs, {wrong} differ");
    Ok(wrong == 0)
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
        // What is left must not become a mistake of clang's that is known.
        let job = smaller.job(seed);
        match bench.compare(&job, build) {
            Err(why @ Failure::Differs(..)) => bugs::explain(bench, &job, build, &why).is_none(),
            _ => false,
        }
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
    fn random(only: &Only, seed: u64, number: u64) -> Build {
        let mut random = Random::new(seed.wrapping_mul(31) + number + 7);
        random.bits();
        let target = random.pick(&[
            "gfx1100", "gfx1150", "gfx1200", "gfx1200", "gfx942", "gfx950",
        ]);
        let target = only.target.clone().unwrap_or(target.into());
        let level = random.pick(&["-O0", "-O1", "-O2", "-O3", "-O3"]);
        let wave = random.pick(&[32, 64]);
        let cdna = !has_waves(&target, 32);
        let wave = if cdna { 64 } else { wave };
        let level = only
            .level
            .clone()
            .map_or(level.into(), |level| format!("-{level}"));
        // Without optimisation clang comes to no end with some of them, and takes the wrong half
        // of registers that it splits (`bugs::ALL`).
        let flags = match level.as_str() {
            "-O0" if cdna => random.pick(&CDNA_FLAVOURS[..PLAIN_CDNA_FLAVOURS]).to_vec(),
            _ if cdna => random.pick(CDNA_FLAVOURS).to_vec(),
            "-O0" => [random.pick(&FLAVOURS[..PLAIN_FLAVOURS]), WHOLE].concat(),
            _ => random.pick(FLAVOURS).to_vec(),
        };
        let flags = flags.into_iter().map(String::from).collect();
        Build {
            target,
            level,
            wave: only.lanes().unwrap_or(wave),
            flags,
        }
    }
}
