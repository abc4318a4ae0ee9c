//! What can be typed.

mod compile;
mod dap;
mod exec;
mod isa;
mod profile;
mod run;
mod sweep;
mod workbench;

pub use compile::{CompileArgs, ReadArgs};
pub use dap::DapArgs;
pub use exec::ExecArgs;
pub use isa::{IsaArgs, IsaCommand};
pub use profile::{DiffArgs, ProfileArgs, RowOrder};
pub use run::RunArgs;
pub use sweep::SweepArgs;
pub use workbench::WorkbenchArgs;

use crate::names;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

#[derive(Parser)]
#[command(
    name = "wavetank",
    version,
    about = "A laboratory for GPU machine code: assemble, disassemble, run and check kernels",
    after_help = "Examples:\n  \
        wavetank run examples/flux/vector-add.flux\n  \
        wavetank test examples\n  \
        wavetank asm kernel.flux -o kernel.elf && wavetank run kernel.elf\n  \
        wavetank isa show flux ADD\n\n\
        Exit codes: 0 done; 1 an expectation failed; 2 bad input or usage; 3 the kernel trapped; \
        4 it uses something not modelled, or not exact where it has to be."
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

/// The definitions. What watches a run takes one thread, so what is about several is not offered there.
pub fn command() -> clap::Command {
    let alone = |command: clap::Command| {
        let hidden = |arg: clap::Arg| arg.hide(true);
        command
            .mut_arg("threads", hidden)
            .mut_arg("unordered", hidden)
    };
    let watching = ["check", "debug", "diff", "profile"].into_iter();
    watching.fold(Cli::command(), |all, name| all.mut_subcommand(name, alone))
}

#[derive(Subcommand)]
pub enum Command {
    /// Run a kernel file or an assembled binary and print its results
    Run(RunArgs),
    /// Run with every checker on and report what they find
    Check(CheckArgs),
    /// Look for mistakes on every path without running anything
    Lint(LintArgs),
    /// Run a program that uses OpenCL or HIP on simulated GPUs, and report its launches
    Exec(ExecArgs),
    /// Run every kernel file that has an `expect`, and count
    Test(TestArgs),
    /// Run kernel files for many values, seeds and schedules, on many processes or machines
    Sweep(SweepArgs),
    /// Debug a kernel: break, watch, step, step back
    Debug(DebugArgs),
    /// Serve the workbench, a page in which kernels are run and looked at, to a browser
    Workbench(WorkbenchArgs),
    /// Speak the Debug Adapter Protocol, for editors
    Dap(DapArgs),
    /// Speak the Language Server Protocol on stdin and stdout, for editors
    #[command(after_help = "Neovim starts it with\n\n  \
        vim.lsp.config('wavetank', { cmd = { 'wavetank', 'lsp' }, filetypes = { 'wavetank' } })\n\n\
        docs/editors.md has this and the settings for other editors.")]
    Lsp,
    /// Run the conformance suite of a specification and print the table by section
    Conformance(ConformanceArgs),
    /// Assemble to a binary, or show the encoding of every line
    Asm(AsmArgs),
    /// Translate to the assembly language of another machine
    Translate(TranslateArgs),
    /// Disassemble a binary, or instructions given in hex
    Dis(DisArgs),
    /// Show what is known of a kernel before it runs
    Plan(PlanArgs),
    /// Show what kernels take of a chip, or the numbers of a chip
    Info(InfoArgs),
    /// Run a kernel and show what every line or instruction costs
    Profile(ProfileArgs),
    /// Put two kernels, runs or profiles side by side
    Diff(DiffArgs),
    /// The instruction reference
    Isa(IsaArgs),
    /// Print a completion script for a shell
    #[command(after_help = "Example:\n  wavetank completions bash > wavetank.bash")]
    Completions { shell: clap_complete::Shell },
    /// Print the manual page, or write the pages of all commands to a folder
    #[command(after_help = "Examples:\n  wavetank man | man -l -\n  wavetank man --dir man/")]
    Man {
        /// Write wavetank.1, wavetank-run.1, ... here
        #[arg(long)]
        dir: Option<PathBuf>,
    },
}

impl Command {
    /// What the command is called in JSON, where that is asked for.
    pub fn json(&self) -> Option<&'static str> {
        let (wanted, name) = match self {
            Command::Run(args) => (args.json, "run"),
            Command::Check(args) => (args.json, "check"),
            Command::Lint(args) => (args.json, "lint"),
            Command::Exec(args) => (args.json, "exec"),
            Command::Test(args) => (args.json, "test"),
            Command::Conformance(args) => (args.json, "conformance"),
            Command::Plan(args) => (args.json, "plan"),
            Command::Info(args) => (args.json, "info"),
            Command::Profile(args) => (args.json, "profile"),
            Command::Diff(args) => (args.json, "diff"),
            Command::Asm(args) => (args.json, "asm"),
            Command::Translate(args) => (args.json, "translate"),
            Command::Dis(args) => (args.json, "dis"),
            Command::Isa(args) => match args.what {
                IsaCommand::List { json, .. }
                | IsaCommand::Show { json, .. }
                | IsaCommand::Coverage { json, .. } => (json, "isa"),
            },
            Command::Debug(_) | Command::Workbench(_) | Command::Dap(_) | Command::Lsp => {
                return None;
            }
            Command::Sweep(_) => return None,
            Command::Completions { .. } | Command::Man { .. } => return None,
        };
        wanted.then_some(name)
    }
}

/// Which instruction set, where the file does not say.
#[derive(Args, Clone)]
pub struct Language {
    /// Instruction set, where neither header nor extension says
    #[arg(long, visible_alias = "target", value_name = "NAME", value_parser = names::isas(), ignore_case = true)]
    pub isa: Option<String>,
    #[arg(long, value_name = "NAME", help = names::extensions())]
    pub ext: Vec<String>,
    /// Lanes per wave
    #[arg(long, value_name = "N")]
    pub wave: Option<u32>,
}

/// What to launch, beside what a header says.
#[derive(Args, Clone)]
pub struct LaunchArgs {
    /// Start this kernel, where the file has several
    #[arg(long, value_name = "NAME")]
    pub kernel: Option<String>,
    /// An argument, in the order of the kernel's: a=f32[1024]:arange(1024)
    #[arg(long = "arg", value_name = "NAME=TYPE[SHAPE]:INIT")]
    pub args: Vec<String>,
    /// Workgroups
    #[arg(long, value_name = "X[,Y[,Z]]", value_delimiter = ',')]
    pub global: Vec<u32>,
    /// Threads per workgroup
    #[arg(long, value_name = "X[,Y[,Z]]", value_delimiter = ',')]
    pub local: Vec<u32>,
    #[command(flatten)]
    pub compile: CompileArgs,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    wavetank check kernel.rdna3\n  \
    wavetank check kernel.rdna3 --only waits,races\n  \
    wavetank check kernel.wave --sarif findings.sarif --junit checks.xml\n  \
    wavetank check k.hsaco --kernel hash --arg 'out_a=u32[64]' --arg rounds=u32:3 --local 64")]
pub struct CheckArgs {
    /// Kernel files, binaries or code objects
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub running: Running,
    /// Show no progress, where stderr is a terminal
    #[arg(short, long)]
    pub quiet: bool,
    /// Report only what these checkers find
    #[arg(long, value_parser = wavetank::CHECKERS, value_name = "CHECKER,...", value_delimiter = ',')]
    pub only: Vec<String>,
    /// Report nothing that these checkers find
    #[arg(long, value_parser = wavetank::CHECKERS, value_name = "CHECKER,...", value_delimiter = ',')]
    pub skip: Vec<String>,
    /// Races that are meant, counted and not reported: the name of an argument, a line of source, or
    /// 0x and a pc; a line with `wavetank: race ok` in a comment says so itself
    #[arg(long, value_name = "WHERE,...", value_delimiter = ',')]
    pub race_ok: Vec<String>,
    #[command(flatten)]
    pub reports: Reports,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Files that other programs read.
#[derive(Args)]
pub struct Reports {
    /// Write findings as SARIF 2.1.0, for code hosting sites; - is stdout
    #[arg(long, value_name = "FILE")]
    pub sarif: Option<PathBuf>,
    /// Write a test for every file and checker as JUnit XML, for continuous integration; - is stdout
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    wavetank plan examples/rdna/vector-add.rdna3\n  \
    wavetank plan examples/waves/blur.waves --json")]
pub struct PlanArgs {
    /// A kernel file, an assembled binary, a code object, or a .s, .cl or .hip file
    pub file: PathBuf,
    #[command(flatten)]
    pub language: Language,
    #[command(flatten)]
    pub launch: LaunchArgs,
    /// Give a constant of the header another value
    #[arg(long, value_name = "NAME=VALUE")]
    pub set: Vec<String>,
    /// When results of outstanding operations arrive (waves: strict, all others: eager)
    #[arg(long, value_enum, value_name = "MODE")]
    pub memory: Option<MemoryMode>,
    #[command(flatten)]
    pub reading: ReadArgs,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    wavetank info examples/opencl/dot.cl --local 256\n  \
    wavetank info examples/rdna/vector-add.rdna3 --chip gfx1102\n  \
    wavetank info --chip gfx1201\n\n\
    docs/timing.md says what the numbers mean and where they are from.")]
pub struct InfoArgs {
    /// A kernel file, an assembled binary, a code object, or a .s, .cl or .hip file; without one, the
    /// numbers of the chip are shown
    #[arg(required_unless_present = "chip")]
    pub file: Option<PathBuf>,
    #[command(flatten)]
    pub language: Language,
    /// The chip whose occupancy is computed, or whose numbers are shown
    #[arg(long, value_name = "NAME")]
    pub chip: Option<String>,
    /// Show only this kernel, where the file has several
    #[arg(long, value_name = "NAME")]
    pub kernel: Option<String>,
    /// Threads per workgroup
    #[arg(long, value_name = "X[,Y[,Z]]", value_delimiter = ',')]
    pub local: Vec<u32>,
    /// Give a constant of the header another value
    #[arg(long, value_name = "NAME=VALUE")]
    pub set: Vec<String>,
    /// Give a key of the header another value, such as the numbers of the chip
    #[arg(long, value_name = "NAME=VALUE")]
    pub key: Vec<String>,
    #[command(flatten)]
    pub reading: ReadArgs,
    #[command(flatten)]
    pub compile: CompileArgs,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    wavetank lint examples/rdna/vector-add.rdna3\n  \
    wavetank lint examples/opencl/dot.cl --target gfx1200 --needless\n  \
    wavetank lint kernel.rdna3 --sarif -\n\n\
    Exit codes: 0 nothing wrong; 1 findings; 2 bad input; 4 something that is not modelled.")]
pub struct LintArgs {
    /// Kernel files, assembled binaries, code objects, .s, .cl or .hip files
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub language: Language,
    /// Give a constant of the header another value
    #[arg(long, value_name = "NAME=VALUE")]
    pub set: Vec<String>,
    #[command(flatten)]
    pub reading: ReadArgs,
    #[command(flatten)]
    pub compile: CompileArgs,
    /// Also tell of what could be left out: waits that wait for nothing, too early, or for too much
    #[arg(long)]
    pub needless: bool,
    #[command(flatten)]
    pub reports: Reports,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// What every command takes that runs a kernel.
#[derive(Args)]
pub struct Running {
    #[command(flatten)]
    pub language: Language,
    #[command(flatten)]
    pub how: How,
    #[command(flatten)]
    pub launch: LaunchArgs,
}

/// How to run.
#[derive(Args, Clone)]
pub struct How {
    /// Give a constant of the header another value
    #[arg(long, value_name = "NAME=VALUE")]
    pub set: Vec<String>,
    /// Seed of `rand` and `randn`, and of random scheduling where that has none of its own
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Run workgroups on this many threads (tile: always on one, in a fixed order)
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
    /// Let threads share workgroups even where it matters which comes first (sums of floats)
    #[arg(long)]
    pub unordered: bool,
    /// Workgroups that the device has room for at a time: one may wait for another of them
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub resident: Option<u32>,
    #[arg(long, value_enum, value_name = "MODE", help = names::memory_modes())]
    pub memory: Option<MemoryMode>,
    /// Which wave of a workgroup runs next
    #[arg(long, value_enum, default_value_t = ScheduleMode::Fair, value_name = "ORDER")]
    pub schedule: ScheduleMode,
    /// Seed of random scheduling: another order of the same work on the same data
    #[arg(long, value_name = "N")]
    pub schedule_seed: Option<u64>,
    /// Stop after this many wave-instructions
    #[arg(long, value_name = "N", default_value_t = 1_000_000_000)]
    pub max_instructions: u64,
    /// Device memory in MB
    #[arg(long, value_name = "MB", default_value_t = 32, value_parser = clap::value_parser!(u64).range(1..=65536))]
    pub global_memsize: u64,
    /// Compute units of a machine with a cycle model: short for --key cus=N
    #[arg(long, value_name = "N")]
    pub cus: Option<i64>,
    /// Give a key of the header another value, such as the numbers of a cycle model
    #[arg(long, value_name = "NAME=VALUE")]
    pub key: Vec<String>,
    #[command(flatten)]
    pub reading: ReadArgs,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq)]
pub enum MemoryMode {
    /// At once
    Eager,
    /// Only when a wait demands it
    Strict,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq)]
pub enum ScheduleMode {
    /// In turn
    Fair,
    /// Any, from the seed
    Random,
}

#[derive(Args)]
#[command(
    after_help = "Examples:\n  wavetank test examples\n  wavetank test corpus/flux/run --schedule random --schedule-seed 3\n  wavetank test examples --junit tests.xml"
)]
pub struct TestArgs {
    /// Kernel files, or folders to search for them
    #[arg(required = true)]
    pub paths: Vec<PathBuf>,
    #[command(flatten)]
    pub how: How,
    /// Show no progress, where stderr is a terminal
    #[arg(short, long)]
    pub quiet: bool,
    /// Write a test for every file as JUnit XML, for continuous integration; - is stdout
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    wavetank debug examples/flux/loop.flux\n  \
    wavetank debug --tui examples/flux/loop.flux\n  \
    wavetank debug kernel.flux -x commands.txt --batch\n  \
    wavetank debug kernel.flux -e 'break loop' -e continue -e 'print R1'\n  \
    wavetank run trap.flux --dump-on-trap --dump-to state.json; wavetank debug --core state.json\n\n\
    `help` in the debugger lists its commands; docs/debugger.md is a tour.")]
pub struct DebugArgs {
    /// A kernel file or an assembled binary
    #[arg(required_unless_present = "core", conflicts_with = "core")]
    pub file: Option<PathBuf>,
    #[command(flatten)]
    pub running: Running,
    /// Carry out the commands of this file first
    #[arg(short = 'x', long = "command", value_name = "FILE")]
    pub scripts: Vec<PathBuf>,
    /// Carry out this command, after those of files
    #[arg(short = 'e', long = "eval", value_name = "COMMAND")]
    pub eval: Vec<String>,
    /// Leave when all commands have been carried out
    #[arg(long)]
    pub batch: bool,
    /// Show source, code, lanes, registers, memory and time on the whole screen
    #[arg(long, conflicts_with = "batch")]
    pub tui: bool,
    /// Go by the clock of the chip's cycle model (Waves always does)
    #[arg(long, conflicts_with = "core")]
    pub cycles: bool,
    /// Look at the state that a run wrote
    #[arg(long, value_name = "FILE")]
    pub core: Option<PathBuf>,
    /// Memory for going backwards, in MB
    #[arg(long, value_name = "MB", default_value_t = 512, value_parser = clap::value_parser!(u32).range(1..=65536))]
    pub snapshots: u32,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    wavetank asm kernel.flux -o kernel.elf\n  \
    echo 'ADD R3, R1, R2' | wavetank asm - --isa flux --encoding")]
pub struct AsmArgs {
    /// A kernel file, or - for stdin
    pub file: PathBuf,
    #[command(flatten)]
    pub language: Language,
    /// Write the binary here; without it to FILE with the extension .elf, in the folder of FILE
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub reading: ReadArgs,
    /// Look in this folder too for what `.include` and `.incbin` name
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<String>,
    /// Print `LINE<TAB>HEX` or `LINE<TAB>error: MESSAGE` for every instruction
    #[arg(long)]
    pub encoding: bool,
    /// Give a constant of the header another value
    #[arg(long, value_name = "NAME=VALUE")]
    pub set: Vec<String>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    wavetank translate --to ptx examples/wave/saxpy.wave\n  \
    wavetank translate --to ptx kernel.wave -o kernel.ptx && ptxas -arch=sm_90 kernel.ptx\n  \
    wavetank translate --to ptx --fast examples/wave/mma-gemm.wave -o gemm.ptx\n\n\
    docs/ptx.md says how to launch the result.")]
pub struct TranslateArgs {
    /// A kernel file, an assembled binary, or - for stdin
    pub file: PathBuf,
    /// The assembly language
    #[arg(long, value_name = "NAME", value_parser = names::languages())]
    pub to: String,
    #[command(flatten)]
    pub language: Language,
    /// Write it here and not to stdout
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Use the target's approximations, matrix units and NaNs, which differ in the last bits
    #[arg(long)]
    pub fast: bool,
    #[command(flatten)]
    pub launch: LaunchArgs,
    #[command(flatten)]
    pub reading: ReadArgs,
    /// Give a constant of the header another value
    #[arg(long, value_name = "NAME=VALUE")]
    pub set: Vec<String>,
    /// Print one JSON object: the text and what a launch takes
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    wavetank dis kernel.elf\n  \
    echo b3812000 | wavetank dis - --isa flux --hex")]
pub struct DisArgs {
    /// A binary; with --hex a text file; or - for stdin
    pub file: PathBuf,
    #[command(flatten)]
    pub language: Language,
    /// Every line of the file is one instruction's bytes in hex, in memory order
    #[arg(long)]
    pub hex: bool,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
#[command(
    after_help = "Examples:\n  wavetank conformance wave\n  wavetank conformance wave --json"
)]
pub struct ConformanceArgs {
    /// The specification
    #[arg(value_parser = names::suites())]
    pub isa: String,
    /// Run the suite in this folder, not the one that this program carries
    #[arg(long, value_name = "DIR")]
    pub suite: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}
