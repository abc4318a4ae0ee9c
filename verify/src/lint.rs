//! The linter beside LLVM, which puts waits, `v_nop` and `s_nop` into what it compiles: as it is, nothing is
//! found, and without any one of them something is.

mod pairs;

use crate::process::{call, files};
use amdgpu::meaning::Meaning;
use amdgpu::{AmdFormat, InstRow, Target, Wave};
use clap::Args;
use random::Random;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use wavetank::{Code, DisStyle, Findings, Input, Settings, Severity, lint};

const EXAMPLES: &str = "\
Examples:
  verify lint                                             all kernels of the corpus, some waits of each
  verify lint --target gfx1200 --level O3 --each 0        every wait of one build of each file
  verify lint --each 0 --target gfx1100,gfx1150,gfx1153,gfx1200,gfx1201 --write
                                                          every wait of every build, for the page
  verify lint --file corpus/rdna/kernels/lanes.cl
  verify lint --pairs --record                            wait states between two instructions of CDNA";

/// Compare what the linter finds with what LLVM put into compiled kernels against hazards
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Lint {
    /// Only this file of OpenCL C
    #[arg(long, value_name = "FILE.cl")]
    file: Option<PathBuf>,
    /// Targets such as gfx1100
    #[arg(long, value_name = "TARGET,...", value_delimiter = ',',
          default_values = ["gfx1100", "gfx1150", "gfx1200", "gfx942:xnack-", "gfx950:xnack-"])]
    target: Vec<String>,
    /// A level of optimisation such as O3
    #[arg(long, value_name = "LEVEL")]
    level: Option<String>,
    /// Lanes of a wave
    #[arg(long, value_name = "32|64", value_parser = ["32", "64"])]
    wave: Option<String>,
    /// How many instructions of each build are taken out in turn; 0 for all
    #[arg(long, value_name = "N", default_value_t = 40)]
    each: usize,
    /// Which ones
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print every one that is explained
    #[arg(long)]
    verbose: bool,
    /// Put the table into docs/checkers.md
    #[arg(long)]
    write: bool,
    /// Ask LLVM instead how many wait states it wants between the instructions of corpus/cdna/lint
    #[arg(long)]
    pairs: bool,
    /// Record what it answers
    #[arg(long, requires = "pairs")]
    record: bool,
}

const TABLE: (&str, &str) = ("<!-- taken out -->\n", "<!-- end of taken out -->\n");
const PAGE: &str = "docs/checkers.md";

const FOLDERS: [&str; 2] = ["corpus/rdna/kernels", "corpus/rdna/programs"];

/// What clang 22 itself gets wrong: there is no wait between the stores of one round of `fft` and the
/// barrier of the next (docs/compiler-bugs.md), and empty assembly counts as an instruction where
/// `s_delay_alu` skips some.
const MISTAKEN: [(&str, &str); 3] = [
    ("numbers", "barrier-store"),
    ("lanes", "delay"),
    ("machine", "delay"),
];

/// What the notes on needless things say of an instruction that nothing misses.
const EXPLANATIONS: [&str; 3] = ["idle-wait", "early-wait", "order-wait"];

#[derive(Default)]
struct Count {
    builds: u32,
    accused: u32,
    taken: u32,
    found: u32,
    explained: BTreeMap<&'static str, u32>,
    missed: u32,
}

impl Lint {
    /// True if nothing is found in what LLVM wrote and everything that is taken out of it is.
    pub fn run(&self) -> Result<bool, String> {
        if self.pairs {
            return pairs::run(self.record);
        }
        let folder = std::env::temp_dir().join(format!("wavetank-lint-{}", std::process::id()));
        std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        let object = folder.join("device.o");
        let mut random = Random::new(self.seed);
        let mut all: BTreeMap<String, Count> = BTreeMap::new();
        for path in self.sources()? {
            let mut why = None;
            for target in &self.target {
                for level in ["O0", "O1", "O2", "O3"] {
                    for wave in [32, 64] {
                        let is =
                            |own: &Option<String>, name| own.as_ref().is_none_or(|own| own == name);
                        let skipped = !is(&self.level, level) || !is(&self.wave, &wave.to_string());
                        if skipped || !has_waves(target, wave) {
                            continue;
                        }
                        let name = format!("{target}, waves of {wave}, -{level}");
                        let count = all.entry(name).or_default();
                        let build = format!("{} {target} -{level} wave{wave}", path.display());
                        // Some are written for one target, or one size of waves.
                        match compile(&path, target, level, wave, &object) {
                            Ok(()) => {
                                why = Some(String::new());
                                self.build((&build, target), &object, &path, count, &mut random)?;
                            }
                            Err(error) => _ = why.get_or_insert(error),
                        }
                    }
                }
            }
            if let Some(why) = why.filter(|why| !why.is_empty())
                && self.target.len() > 1
                && self.wave.is_none()
            {
                return Err(format!("{} does not compile: {why}", path.display()));
            }
        }
        let _ = std::fs::remove_dir_all(&folder);
        let table = table(&all);
        print!("{table}");
        if self.write {
            write(&table)?;
        }
        let right = all.values().all(|count| count.accused + count.missed == 0);
        match all.values().any(|count| count.taken > 0) {
            true => Ok(right),
            false => Err("nothing was compiled: nothing compared".into()),
        }
    }

    fn sources(&self) -> Result<Vec<PathBuf>, String> {
        if let Some(file) = &self.file {
            return Ok(vec![file.clone()]);
        }
        let mut all = Vec::new();
        for folder in FOLDERS {
            all.extend(files(Path::new(folder), "cl")?);
        }
        Ok(all)
    }

    fn build(
        &self,
        (build, build_target): (&str, &str),
        object: &Path,
        source: &Path,
        count: &mut Count,
        random: &mut Random,
    ) -> Result<(), String> {
        let input = compile::open_plain(object, None).map_err(|error| error.to_string())?;
        let code = input.code.clone().ok_or("clang wrote no code")?;
        let before = found(&input)?;
        count.builds += 1;
        let stem = source.file_stem().unwrap_or_default().to_string_lossy();
        for diagnostic in errors(&before) {
            if !MISTAKEN.contains(&(&stem, diagnostic.code)) {
                count.accused += 1;
                println!(
                    "{build}: accused falsely: {} {:?}",
                    diagnostic.message, diagnostic.help
                );
            }
        }
        let style = DisStyle {
            wave: 32,
            extensions: Vec::new(),
        };
        let lines = input.arch.listing(&code, &style);
        let target = of(build_target).ok_or_else(|| format!("{build_target} is not modelled"))?;
        let by_hand = target.generation().wait_states;
        let is_guard = |row: &InstRow| match row.meaning {
            Meaning::Wait(_) | Meaning::WaitAlu => true,
            Meaning::Idle => by_hand,
            Meaning::Nothing(_) => !by_hand && row.format == AmdFormat::Vop1,
            _ => false,
        };
        let rows: Vec<_> = (lines.iter())
            .map(|line| row_at(&code, line.address, target))
            .collect();
        // Between functions they only fill the space.
        let mut padding = false;
        let is_guard = |row: &Option<&InstRow>| {
            let meaning = row.map(|row| row.meaning);
            let ends = matches!(meaning, Some(Meaning::End | Meaning::SetPc | Meaning::Jump));
            padding = ends || padding && meaning == Some(Meaning::Idle);
            !padding && row.is_some_and(is_guard)
        };
        let guards = rows.iter().map(is_guard).enumerate();
        let mut guards: Vec<usize> = guards.filter(|it| it.1).map(|it| it.0).collect();
        while self.each > 0 && guards.len() > self.each {
            guards.swap_remove(random.below(guards.len()));
        }
        let addresses: Vec<u64> = guards.iter().map(|&at| lines[at].address).collect();
        let without = input.arch.lint_without(&code, &style, &addresses);
        let without = without.ok_or("nothing is linted")?;
        let without = without.map_err(|diagnostic| diagnostic.message)?;
        for (at, wrong) in guards.into_iter().zip(without) {
            let guard = &lines[at];
            count.taken += 1;
            let explanation = before.diagnostics.iter().find(|note| {
                let here = note.facts().contains(&("pc", guard.address));
                here && EXPLANATIONS.contains(&note.code)
            });
            match (wrong.is_empty(), explanation) {
                (false, _) => count.found += 1,
                (true, _) if is_needless_nop(&rows, at) => {
                    *count.explained.entry(EXPLANATIONS[0]).or_default() += 1;
                }
                (true, Some(note)) => {
                    *count.explained.entry(note.code).or_default() += 1;
                    if self.verbose {
                        println!("{build}: {:#x}: {}", guard.address, note.message);
                    }
                }
                (true, None) => {
                    count.missed += 1;
                    println!(
                        "{build}: {:#x} `{}` is not missed",
                        guard.address, guard.text
                    );
                }
            }
        }
        Ok(())
    }
}

/// Where LLVM puts a pair of scalars into lanes, it takes the first move for one that writes both, and waits
/// for it before the second reads. And it waits behind packed instructions, because it takes the bit that chooses the
/// upper half of a source for one that does so for the result.
fn is_needless_nop(rows: &[Option<&InstRow>], at: usize) -> bool {
    use Meaning::{
        DotHalves, DotPairs, Idle, PackWords, Packed, PackedSaturating, PackedSwapped, PackedWords,
        WriteLane,
    };
    let meaning = |at: Option<usize>| Some((*rows.get(at?)?)?.meaning);
    let around = (meaning(at.checked_sub(1)), meaning(Some(at + 1)));
    let packed = |before: Meaning| {
        matches!(
            before,
            Packed(_)
                | PackedSaturating(..)
                | PackedSwapped(_)
                | PackedWords(_)
                | PackWords
                | DotPairs(_)
                | DotHalves(_)
        )
    };
    let between_spills = around == (Some(WriteLane), Some(WriteLane));
    meaning(Some(at)) == Some(Idle) && (between_spills || around.0.is_some_and(packed))
}

/// What the instruction at an address is.
pub fn row_at(code: &Code, address: u64, target: Target) -> Option<&'static InstRow> {
    let inst = amdgpu::decode(code.at(address)?, target, Wave::default());
    inst.ok().map(|inst| inst.row())
}

/// The generation of a processor that may have settings behind its name.
fn of(target: &str) -> Option<Target> {
    Target::from_name(target.split(':').next()?)
}

/// Whether waves have so many lanes there.
pub fn has_waves(target: &str, lanes: u32) -> bool {
    let sizes = of(target).map(|target| target.generation().wave_sizes);
    sizes.is_none_or(|sizes| sizes.iter().any(|size| size.lanes() == lanes))
}

fn found(input: &Input) -> Result<Findings, String> {
    lint(input, &Settings::default(), true).map_err(|error| error.to_string())
}

fn errors(findings: &Findings) -> impl Iterator<Item = &wavetank::Diagnostic> {
    let diagnostics = findings.diagnostics.iter();
    diagnostics.filter(|diagnostic| diagnostic.severity > Severity::Note)
}

fn compile(
    source: &Path,
    target: &str,
    level: &str,
    wave: u32,
    object: &Path,
) -> Result<(), String> {
    let (source, object) = (source.to_string_lossy(), object.to_string_lossy());
    let level = format!("-{level}");
    let mut arguments = vec![&*source, target, &level, &*object];
    // What programs call the exchanges between lanes.
    if source.contains("programs") {
        arguments.extend(["-include", "verify/src/kernels/device.h"]);
    }
    if wave == 64 {
        arguments.push("-DWAVE64");
        // Where there is a choice.
        if has_waves(target, 32) {
            arguments.push("-mwavefrontsize64");
        }
    }
    call("scripts/compile-kernel", &arguments, &[]).map(|_| ())
}

/// As the page has it.
fn table(all: &BTreeMap<String, Count>) -> String {
    let mut text = String::from(
        "| `verify lint` | builds | accused falsely | taken out | found | idle | early | for others | missed |\n\
         |---|---:|---:|---:|---:|---:|---:|---:|---:|\n",
    );
    let mut sum = Count::default();
    for (name, count) in all {
        row(name, count, &mut text);
        sum.builds += count.builds;
        sum.accused += count.accused;
        sum.taken += count.taken;
        sum.found += count.found;
        sum.missed += count.missed;
        for (code, explained) in &count.explained {
            *sum.explained.entry(code).or_default() += explained;
        }
    }
    row("all", &sum, &mut text);
    text
}

fn row(name: &str, count: &Count, text: &mut String) {
    let explained = |code| count.explained.get(code).copied().unwrap_or(0);
    let [idle, early, order] = EXPLANATIONS.map(explained);
    let Count {
        builds,
        accused,
        taken,
        found,
        missed,
        ..
    } = count;
    let _ = writeln!(
        text,
        "| {name} | {builds} | {accused} | {taken} | {found} | {idle} | {early} | {order} | {missed} |"
    );
}

fn write(table: &str) -> Result<(), String> {
    let page = std::fs::read_to_string(PAGE).map_err(|error| format!("{PAGE}: {error}"))?;
    let (start, end) = TABLE;
    let marks = page.find(start).zip(page.find(end));
    let (from, to) = marks.ok_or_else(|| format!("{PAGE} has no place for the table"))?;
    let page = format!("{}{table}{}", &page[..from + start.len()], &page[to..]);
    std::fs::write(PAGE, page).map_err(|error| format!("{PAGE}: {error}"))
}
