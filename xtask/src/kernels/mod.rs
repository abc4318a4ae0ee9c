//! Random kernels in OpenCL C, compiled by clang for a GPU and for this computer: what the
//! simulator makes of the one must be what the other leaves, byte for byte.

mod expr;
mod program;
mod reduce;
mod types;

use crate::random::Random;
use program::{INPUT, Program, SHARED};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use types::Base;
use wavetank::{Delivery, Input, LaunchOptions, Order, Settings};

pub struct Options {
    pub seed: u64,
    pub count: u64,
    pub seconds: u64,
    pub target: Option<String>,
    pub level: Option<String>,
    pub wave: Option<u64>,
    /// Compilations of each kernel for the device.
    pub builds: u64,
    /// Where to leave the sources of kernels that differ.
    pub keep: Option<PathBuf>,
}

/// How a kernel is compiled for the device.
#[derive(Clone, Debug)]
struct Build {
    target: String,
    level: String,
    wave: u32,
    flags: Vec<&'static str>,
}

/// What compilers are told besides, which leads them to other instructions.
const FLAVOURS: &[&[&str]] = &[
    &[],
    &[],
    &[],
    &["-mcumode"],
    &["-mllvm", "-amdgpu-enable-vopd=0"],
    &["-Xclang", "-target-feature", "-Xclang", "+precise-memory"],
    &[
        "-Xclang",
        "-target-feature",
        "-Xclang",
        "-unaligned-access-mode",
    ],
    &["-Xclang", "-target-feature", "-Xclang", "+real-true16"],
    &["-Xclang", "-target-feature", "-Xclang", "-real-true16"],
    &["-mllvm", "-global-isel=1", "-mllvm", "-global-isel-abort=2"],
    &["-mllvm", "-amdgpu-use-divergent-register-indexing"],
    &["-mllvm", "-stress-regalloc=16"],
    &["-mllvm", "-amdgpu-scalar-ir-passes=0"],
    &["-mllvm", "-structurizecfg-skip-uniform-regions=1"],
];
/// Those that go with every level of optimisation.
const PLAIN_FLAVOURS: usize = 9;

/// Compares kernels until there have been enough or time is over. True if all agree.
pub fn compare(options: &Options) -> Result<bool, String> {
    let folder = std::env::temp_dir().join(format!("wavetank-kernels-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let bench = Bench::new(&folder)?;
    let start = Instant::now();
    let limit = Duration::from_secs(options.seconds);
    let (mut kernels, mut runs, mut wrong) = (0, 0, 0);
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
            match bench.compare(&program, build, seed) {
                Ok(own) => runs += own,
                Err(why) => {
                    wrong += 1;
                    println!("seed {seed}, {build}: {why}");
                    if matches!(why, Failure::Differs(_)) {
                        report(&bench, &program, build, seed, options.keep.as_deref());
                    }
                }
            }
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
    println!("{kernels} kernels, {runs} runs, {wrong} differ");
    Ok(wrong == 0)
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
        let answer = bench.compare(smaller, build, seed);
        matches!(answer, Err(Failure::Differs(_)))
    });
    if let Err(why) = bench.compare(&least, build, seed) {
        println!("  reduced: {why}");
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

enum Failure {
    /// A compiler or the reference gave up.
    Other(String),
    Differs(String),
}

impl From<String> for Failure {
    fn from(message: String) -> Failure {
        Failure::Other(message)
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let (Failure::Other(message) | Failure::Differs(message)) = self;
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

impl Build {
    fn random(options: &Options, seed: u64, number: u64) -> Build {
        let mut random = Random::new(seed.wrapping_mul(31) + number + 7);
        random.next();
        let target = random.pick(&["gfx1100", "gfx1100", "gfx1150", "gfx1200"]);
        let level = random.pick(&["-O0", "-O1", "-O2", "-O3", "-O3"]);
        let wave = random.pick(&[32, 64]);
        let level = options
            .level
            .clone()
            .map_or(level.into(), |level| format!("-{level}"));
        // Without optimisation clang comes to no end with some of them.
        let flags = match level.as_str() {
            "-O0" => random.pick(&FLAVOURS[..PLAIN_FLAVOURS]),
            _ => random.pick(FLAVOURS),
        };
        Build {
            target: options.target.clone().unwrap_or(target.into()),
            level,
            wave: options.wave.unwrap_or(wave) as u32,
            flags: flags.to_vec(),
        }
    }
}

/// Where kernels are compiled and run.
struct Bench {
    folder: PathBuf,
}

/// A value for each argument, by its bytes.
struct Arguments {
    input: Vec<u8>,
    output: Vec<u8>,
    shared: Vec<u8>,
    shared64: Vec<u8>,
    params: Vec<Vec<u8>>,
}

impl Bench {
    fn new(folder: &Path) -> Result<Bench, String> {
        let bench = Bench {
            folder: folder.to_path_buf(),
        };
        let source = bench.write("harness.c", include_str!("host.c"))?;
        let object = bench.path("harness.o");
        run("clang-22", &["-O2", "-c", &source, "-o", &object], &[])?;
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
    fn compare(&self, program: &Program, build: &Build, seed: u64) -> Result<u64, Failure> {
        let arguments = Arguments::random(program, seed);
        let expected = self.reference(program, &arguments, build)?;
        let object = self.compile(program, build)?;
        let modes = modes(seed);
        let count = modes.len() as u64;
        for (name, settings) in modes {
            let found = simulate(program, &arguments, &object, settings)
                .map_err(|why| Failure::Differs(format!("{name}: {why}")))?;
            if found != expected {
                let at = (0..expected.len()).find(|&at| found.get(at) != expected.get(at));
                let what = describe(program, &found, &expected, at.unwrap_or(0));
                return Err(Failure::Differs(format!("{name}: {what}")));
            }
        }
        Ok(count)
    }

    /// What the host leaves in memory.
    fn reference(
        &self,
        program: &Program,
        arguments: &Arguments,
        build: &Build,
    ) -> Result<Vec<u8>, String> {
        let source = self.write("host.cl", &program.host())?;
        let (object, executable) = (self.path("host.o"), self.path("host"));
        let harness = self.path("harness.o");
        let flags = "-x cl -cl-std=CL2.0 -cl-no-stdinc -w -fwrapv -ffp-contract=off -O1 -mavx2 -mfma -mf16c -target x86_64-linux-gnu -c";
        let mut all: Vec<&str> = flags.split(' ').collect();
        all.extend([source.as_str(), "-o", object.as_str()]);
        run("clang-22", &all, &[])?;
        run(
            "clang-22",
            &["-fuse-ld=lld", &harness, &object, "-lm", "-o", &executable],
            &[],
        )?;
        let mut bytes = Vec::new();
        // RDNA 3 permutes each half of a wave on its own.
        let reach = match build.target.as_str() {
            "gfx1200" => build.wave,
            _ => 32,
        };
        let lanes = [build.wave, reach];
        for word in program.groups.iter().chain(&program.block).chain(&lanes) {
            bytes.extend(word.to_le_bytes());
        }
        let Arguments {
            input,
            output,
            shared,
            shared64,
            params,
        } = arguments;
        for data in [input, output, shared, shared64].into_iter().chain(params) {
            bytes.extend((data.len() as u64).to_le_bytes());
            bytes.extend(data);
        }
        run(&executable, &[], &bytes)
    }

    fn compile(&self, program: &Program, build: &Build) -> Result<Vec<u8>, String> {
        let source = self.write("device.cl", &program.device())?;
        let object = self.path("device.o");
        let mut flags = vec![
            source.as_str(),
            &build.target,
            &build.level,
            object.as_str(),
        ];
        flags.extend("-fwrapv -ffp-contract=off -cl-fp32-correctly-rounded-divide-sqrt".split(' '));
        if build.wave == 64 {
            flags.extend(["-mwavefrontsize64", "-DWAVE64"]);
        }
        flags.extend(&build.flags);
        run("scripts/compile-kernel", &flags, &[])?;
        std::fs::read(&object).map_err(|error| format!("{object}: {error}"))
    }
}

impl Arguments {
    fn random(program: &Program, seed: u64) -> Arguments {
        let mut random = Random::new(seed ^ 0xa5a5);
        let mut bytes = |count: u32| -> Vec<u8> {
            let mut words = Vec::new();
            while words.len() < count as usize {
                let word = word(&mut random);
                words.extend(word.to_le_bytes());
            }
            words.truncate(count as usize);
            words
        };
        let mut params = Vec::new();
        for param in &program.params {
            // The unused fourth component is whatever it is.
            let mut value = bytes(param.ty.bytes());
            if let Base::Float(bits) = param.ty.base {
                let size = bits as usize / 8;
                // No NaNs, whose bits would be seen.
                let top = (size - 1..value.len()).step_by(size);
                top.for_each(|at| value[at] &= 0xbf);
            }
            params.push(value);
        }
        Arguments {
            input: bytes(INPUT),
            output: bytes(program.stride() * program.items()),
            shared: bytes(4 * SHARED),
            shared64: bytes(8 * SHARED),
            params,
        }
    }
}

/// Eight bytes with something to them: numbers and floats of ordinary size, extremes, noise.
fn word(random: &mut Random) -> u64 {
    let noise = random.next();
    let twice = |word: u64| word << 32 | word;
    match random.below(8) {
        0 => noise & 0x0000_00ff_0000_00ff,
        1 => (noise >> 40) as i64 as u64,
        2 => ((noise as i16) as f64 / 64.0).to_bits(),
        3 => twice(u64::from(((noise as i16) as f32 / 64.0).to_bits())),
        4 => (noise & 0x8fff_8fff_8fff_8fff) + 0x3000_3000_3000_3000,
        5 => random.pick(&[
            0,
            u64::MAX,
            0x8000_0000_8000_0000,
            0x7fff_ffff_7fff_ffff,
            0x7ff0_0000_0000_0000,
            0x7f80_0000_ff80_0000,
            0x7c00_fc00_0001_8000,
            0x0010_0000_0000_0000,
            0x0000_0001_8000_0001,
        ]),
        _ => noise,
    }
}

fn modes(seed: u64) -> Vec<(&'static str, Settings)> {
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
                order: Order::Random(seed),
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
fn simulate(
    program: &Program,
    arguments: &Arguments,
    object: &[u8],
    settings: Settings,
) -> Result<Vec<u8>, String> {
    let fail = |error: wavetank::Error| wavetank::render::error(&error, false);
    let input =
        Input::from_bytes("device.o", object.to_vec(), PathBuf::new(), None).map_err(fail)?;
    let list = |name: &str, data: &[u8]| {
        let words: Vec<String> = data
            .chunks(8)
            .map(|word| {
                let mut whole = [0; 8];
                whole[..word.len()].copy_from_slice(word);
                u64::from_le_bytes(whole).to_string()
            })
            .collect();
        format!("{name}=u64[{}]:{}", words.len(), words.join(","))
    };
    let value = |number: usize, data: &[u8]| {
        let bytes: Vec<String> = data.iter().map(u8::to_string).collect();
        format!("p{number}=u8[{}]:{}", bytes.len(), bytes.join(","))
    };
    let mut args = vec![
        list("in", &arguments.input),
        list("out_own", &arguments.output),
        list("out_shared", &arguments.shared),
        list("out_shared64", &arguments.shared64),
    ];
    let params = arguments.params.iter().enumerate();
    args.extend(params.map(|(number, data)| value(number, data)));
    let settings = Settings {
        launch: LaunchOptions {
            args,
            global: program.groups.to_vec(),
            local: program.block.to_vec(),
        },
        ..settings
    };
    let report = wavetank::run(&input, &settings).map_err(fail)?;
    Ok(report
        .outputs
        .into_iter()
        .flat_map(|(_, array)| array.data)
        .collect())
}

fn describe(program: &Program, found: &[u8], expected: &[u8], at: usize) -> String {
    let total = (program.stride() * program.items()) as usize;
    let place = match at < total {
        true => program.output_at(at),
        false => format!("shared, byte {}", at - total),
    };
    let word = at & !7;
    let show = |bytes: &[u8]| {
        let bytes = bytes.get(word..word + 8).unwrap_or_default();
        bytes
            .iter()
            .rev()
            .map(|byte| format!("{byte:02x}"))
            .collect::<String>()
    };
    format!("{place} is {}, expected {}", show(found), show(expected))
}

/// Runs a program with `input` and gives its output.
fn run(program: &str, arguments: &[&str], input: &[u8]) -> Result<Vec<u8>, String> {
    let fail = |error: std::io::Error| format!("{program}: {error}");
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(fail)?;
    let mut stdin = child.stdin.take().ok_or("no standard input")?;
    let bytes = input.to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&bytes));
    let output = child.wait_with_output().map_err(fail)?;
    let _ = writer.join();
    match output.status.success() {
        true => Ok(output.stdout),
        false => {
            let said = String::from_utf8_lossy(&output.stderr);
            let said: Vec<&str> = said.lines().take(4).collect();
            Err(format!("{program}: {}\n{}", output.status, said.join("\n")))
        }
    }
}
