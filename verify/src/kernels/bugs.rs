//! Mistakes of clang and its library: the cases in `corpus/compiler-bugs`, and what random kernels do
//! about them.
//!
//! A case is a few lines of OpenCL C under comments that say how it is compiled and launched, what is
//! right and what clang 22 makes of it. `verify compiler-bugs` tries all of them again;
//! `docs/compiler-bugs.md` is the page about them.

use super::bench::{Bench, Buffer, Build, Close, Failure, Job};
use crate::lint::has_waves;
use crate::process::files;
use clap::Args;
use std::path::{Path, PathBuf};

const FOLDER: &str = "corpus/compiler-bugs";

/// A reason why compiled kernels do not do what their text says.
pub struct Bug {
    /// The case in `corpus/compiler-bugs`, where there is one.
    pub case: Option<&'static str>,
    /// What goes wrong.
    pub reason: &'static str,
    pub how: How,
}

/// What random kernels do about it.
pub enum How {
    /// They never have it: how that comes.
    Avoided(&'static str),
    /// One that differs is compiled again with this macro, which keeps the mistake from happening.
    /// If nothing differs then, the mistake is the reason.
    AskedAgain(&'static str),
    /// One that is not compiled is compiled again without the options that lead the compiler to
    /// other instructions. If it is compiled then, and nothing differs, they are the reason.
    WithoutOptions,
}

impl std::fmt::Display for How {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            How::Avoided(how) => f.write_str(how),
            How::AskedAgain(name) => write!(f, "asked again with {name} where one differs"),
            How::WithoutOptions => f.write_str("asked again without options"),
        }
    }
}

/// All of them.
pub const ALL: &[Bug] = &[
    Bug {
        case: Some("zero-minus"),
        reason: "clang takes 0 - x for -x in operands that can be negated",
        how: How::AskedAgain("AVOID_ZERO_MINUS"),
    },
    Bug {
        case: Some("bpermute-halves"),
        reason: "clang folds ds_bpermute by a uniform index into a readlane, across the halves of a \
                 wave of 64 lanes",
        how: How::Avoided("lane_permute of device.h hides that the index is uniform"),
    },
    Bug {
        case: Some("dpp8-sunk"),
        reason: "clang moves mov_dpp8 to where fewer lanes are on",
        how: How::Avoided("lane_eight of device.h pins the result"),
    },
    Bug {
        case: Some("mad-sat-long"),
        reason: "the library's mad_sat of long saturates where it must not",
        how: How::Avoided("expr/arithmetic.rs has mad_sat of narrower numbers only"),
    },
    Bug {
        case: None,
        reason: "the library's fma and fmod lose denormals, which OpenCL allows",
        how: How::Avoided("device.h takes the compiler's own"),
    },
    Bug {
        case: Some("wrong-half"),
        reason: "clang takes the wrong half of registers that it splits, without optimisation",
        how: How::Avoided("kernels.rs compiles with whole registers at -O0"),
    },
    Bug {
        case: Some("lost-halves"),
        reason: "clang overwrites halves of a vector that are kept behind a condition in two parts",
        how: How::AskedAgain("AVOID_LAZY_CONDITIONS"),
    },
    Bug {
        case: Some("emptied"),
        reason: "clang leaves nothing of a kernel that converts a number to a type without room for it",
        how: How::Avoided("expr/convert.rs converts floats to integers with saturation only"),
    },
    Bug {
        case: None,
        reason: "clang stops at an option for its developers, and does without it what it should",
        how: How::WithoutOptions,
    },
];

/// Why a kernel that differs, or does not compile, is clang's mistake, if it is one that is known.
pub fn explain(bench: &Bench, job: &Job, build: &Build, why: &Failure) -> Option<&'static str> {
    let known = |bug: &&Bug| match (&bug.how, why) {
        (How::AskedAgain(name), Failure::Differs(..)) => {
            let mut again = build.clone();
            again.flags.push(format!("-D{name}"));
            bench.compare(job, &again).is_ok()
        }
        (How::WithoutOptions, Failure::NotCompiled(_)) => {
            let mut again = build.clone();
            again.flags.truncate(0);
            if again.level == "-O0" && has_waves(&again.target, 32) {
                again
                    .flags
                    .extend(super::WHOLE.iter().map(ToString::to_string));
            }
            bench.compare(job, &again).is_ok()
        }
        _ => false,
    };
    ALL.iter().find(known).map(|bug| bug.reason)
}

/// Compiles every case of corpus/compiler-bugs and says whether clang still gets it wrong.
#[derive(Args)]
#[command(after_help = "\
Examples:
  verify compiler-bugs
  verify compiler-bugs zero-minus")]
pub struct CompilerBugs {
    /// Cases by the names of their files; all if not given
    #[arg(value_name = "NAME")]
    names: Vec<String>,
}

impl CompilerBugs {
    /// True if every case does what is right or what its file says that clang makes of it.
    pub fn run(&self) -> Result<bool, String> {
        let folder = std::env::temp_dir().join(format!("wavetank-bugs-{}", std::process::id()));
        let bench = Bench::new(&folder)?;
        let (mut wrong, mut mended, mut strange) = (0, 0, 0);
        let cases = cases()?;
        if let Some(name) = self
            .names
            .iter()
            .find(|name| !cases.iter().any(|c| c.name == **name))
        {
            return Err(format!("{FOLDER} has no case `{name}`"));
        }
        for case in cases {
            if !self.names.is_empty() && !self.names.contains(&case.name) {
                continue;
            }
            let found = case.result(&bench)?;
            let verdict = if found == case.wrong {
                wrong += 1;
                "still wrong".to_string()
            } else if found == case.right {
                mended += 1;
                "right now: its entry in verify/src/kernels/bugs.rs can go".to_string()
            } else {
                strange += 1;
                format!("neither right nor as recorded: {found:08x?}")
            };
            println!("{:20} {verdict}", case.name);
            for bug in ALL
                .iter()
                .filter(|bug| bug.case == Some(case.name.as_str()))
            {
                println!("{:20} {}; random kernels: {}", "", bug.reason, bug.how);
            }
        }
        let _ = std::fs::remove_dir_all(&folder);
        println!("{wrong} still wrong, {mended} right now, {strange} otherwise");
        Ok(strange == 0)
    }
}

struct Case {
    name: String,
    source: String,
    build: Build,
    items: u32,
    input: Vec<u32>,
    right: Vec<u32>,
    wrong: Vec<u32>,
}

fn cases() -> Result<Vec<Case>, String> {
    let paths = files(Path::new(FOLDER), "cl")?;
    let read = |path: &PathBuf| {
        let source = std::fs::read_to_string(path).map_err(|error| error.to_string());
        let case = source.and_then(|source| Case::parse(path, source));
        case.map_err(|why| format!("{}: {why}", path.display()))
    };
    paths.iter().map(read).collect()
}

impl Case {
    fn parse(path: &Path, source: String) -> Result<Case, String> {
        let line = |key: &str| {
            let start = format!("// {key}: ");
            let found = source.lines().find_map(|line| line.strip_prefix(&start));
            found.ok_or(format!("no line `// {key}: ...`"))
        };
        let mut words = line("build")?.split_whitespace().map(str::to_string);
        let mut build = Build {
            target: words.next().ok_or("`build` names a target first")?,
            level: words.next().ok_or("`build` names a level second")?,
            wave: 32,
            flags: Vec::new(),
        };
        for word in words {
            match word.as_str() {
                "wave64" => build.wave = 64,
                // Linked by every build; the word is for the reader.
                "library" => {}
                _ => build.flags.push(word),
            }
        }
        let case = Case {
            name: path
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into(),
            items: line("items")?.parse().map_err(|_| "`items` is a number")?,
            input: numbers(line("in")?)?,
            right: numbers(line("out right")?)?,
            wrong: numbers(line("out clang")?)?,
            build,
            source: source.clone(),
        };
        match case.right.len() == case.wrong.len() && case.right != case.wrong {
            true => Ok(case),
            false => Err("what is right and what clang makes have one length, and differ".into()),
        }
    }

    /// What the kernel leaves, of as many words as the case lists.
    fn result(&self, bench: &Bench) -> Result<Vec<u32>, String> {
        let bytes = |words: &[u32]| words.iter().flat_map(|word| word.to_le_bytes()).collect();
        // Whole double words are passed.
        let room = vec![0; self.right.len().next_multiple_of(2)];
        let buffer = |data: &[u32], is_output| Buffer {
            data: bytes(data),
            is_output,
        };
        let job = Job {
            kernel: "k".into(),
            device: self.source.clone(),
            host: String::new(),
            groups: [1; 3],
            block: [self.items, 1, 1],
            buffers: vec![buffer(&self.input, false), buffer(&room, true)],
            values: Vec::new(),
            floats: Vec::new(),
            choice: [0; 2],
            close: Close::Bytes,
        };
        let found = bench.run(&job, &self.build)?;
        let words = found.chunks_exact(4);
        let words = words.map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]));
        Ok(words.take(self.right.len()).collect())
    }
}

/// Words such as `7`, `0x1f`, `3*32` for one that is repeated, and `0..64` for those that follow.
fn numbers(text: &str) -> Result<Vec<u32>, String> {
    let number = |text: &str| {
        let parsed = match text.strip_prefix("0x") {
            Some(digits) => u32::from_str_radix(digits, 16),
            None => text.parse(),
        };
        parsed.map_err(|_| format!("`{text}` is no word"))
    };
    let mut all = Vec::new();
    for word in text.split_whitespace() {
        match (word.split_once('*'), word.split_once("..")) {
            (Some((value, count)), _) => {
                all.extend(std::iter::repeat_n(number(value)?, number(count)? as usize));
            }
            (_, Some((from, to))) => all.extend(number(from)?..number(to)?),
            _ => all.push(number(word)?),
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_repeated_and_counted() {
        assert_eq!(numbers("7 0x10 3*2 0..3"), Ok(vec![7, 16, 3, 3, 0, 1, 2]));
        assert!(numbers("7, 8").is_err());
    }

    /// Every case has an entry and a section of the page, and the other way round.
    #[test]
    fn cases_entries_and_page_agree() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let page = std::fs::read_to_string(root.join("docs/compiler-bugs.md")).expect("the page");
        let folder = std::fs::read_dir(root.join(FOLDER)).expect("the cases");
        let mut names: Vec<String> = folder
            .map(|entry| entry.expect("a readable folder").path())
            .map(|path| {
                let source = std::fs::read_to_string(&path).expect("a case");
                Case::parse(&path, source).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
            })
            .map(|case| case.name)
            .collect();
        let mut entries: Vec<&str> = ALL.iter().filter_map(|bug| bug.case).collect();
        names.sort();
        entries.sort();
        assert_eq!(names, entries);
        for name in names {
            assert!(
                page.contains(&format!("corpus/compiler-bugs/{name}.cl")),
                "{name}"
            );
        }
        for word in ALL.iter().map(|bug| &bug.how) {
            if let How::AskedAgain(name) = word {
                assert!(include_str!("both.h").contains(name), "{name}");
            }
        }
    }
}
