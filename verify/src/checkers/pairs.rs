//! Kernels in pairs, right and wrong by one change. A line that a finding has to name ends with `<-` and
//! the code of the finding, or the beginning of it; there may be a choice, with `|` between.

use super::{read, root, write};
use source::{Diagnostic, SourceFile};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use wavetank::{Checkers, Error, Settings};

const TABLE: (&str, &str) = ("<!-- pairs -->\n", "<!-- end of pairs -->\n");

/// What became of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// It is right, and nothing was said.
    Silent,
    /// It is wrong, and all lines were named and no others.
    Found,
    /// It is wrong, and some line was not named.
    Missed,
    /// Something was said that is not so.
    Accused,
}

pub fn run(write_it: bool) -> Result<bool, String> {
    let judged = judge_all()?;
    for (kind, name, verdict, told) in &judged {
        if matches!(verdict, Verdict::Missed | Verdict::Accused) {
            println!("{kind}/{name}: {verdict:?}: {told:?}");
        }
    }
    let table = table(&judged);
    print!("{table}");
    if write_it {
        let path = root().join("docs/checkers.md");
        let text = read(&path)?;
        let (before, _, after) = around(&text)?;
        write(
            &path,
            &format!("{before}{}{table}{}{after}", TABLE.0, TABLE.1),
        )?;
    }
    let wrong = |it: &&Judged| matches!(it.2, Verdict::Missed | Verdict::Accused);
    Ok(judged.iter().filter(wrong).count() == 0)
}

/// Kind, name, verdict, and what was said.
type Judged = (String, String, Verdict, Vec<String>);

fn judge_all() -> Result<Vec<Judged>, String> {
    let folder = root().join("corpus/check");
    let mut files = Vec::new();
    let fail = |error: std::io::Error| format!("{}: {error}", folder.display());
    for kind in std::fs::read_dir(&folder).map_err(fail)? {
        let kind = kind.map_err(fail)?.path();
        if kind.is_dir() {
            for file in std::fs::read_dir(&kind).map_err(fail)? {
                files.push(file.map_err(fail)?.path());
            }
        }
    }
    files.sort();
    let name =
        |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    let judged = files.iter().filter_map(|path| {
        let kind = name(path.parent().and_then(Path::file_name));
        let file = name(path.file_name());
        let in_pairs = [".right", ".wrong"].iter().any(|it| file.contains(it));
        in_pairs.then(|| {
            let (verdict, told) = judge(path, &kind, file.contains(".wrong"));
            (kind, file, verdict, told)
        })
    });
    Ok(judged.collect())
}

fn judge(path: &Path, kind: &str, wrong: bool) -> (Verdict, Vec<String>) {
    let (file, found) = match findings(path, kind) {
        Ok(found) => found,
        Err(why) => return (Verdict::Missed, vec![why]),
    };
    let told = found
        .iter()
        .map(|it| format!("{}: {}", it.code, it.message))
        .collect();
    let lines = file.text().lines().enumerate();
    let marks: BTreeMap<u32, &str> = lines
        .filter_map(|(line, text)| Some((line as u32 + 1, text.rsplit_once("<- ")?.1.trim())))
        .collect();
    let mut named = BTreeSet::new();
    let mut accused = false;
    for finding in &found {
        let labels = finding.labels.iter();
        let lines = labels.map(|label| file.line_of(label.span.start));
        let meant = |line: &u32| {
            let mark = marks.get(line);
            mark.is_some_and(|mark| mark.split('|').any(|it| finding.code.starts_with(it)))
        };
        let mut meant: Vec<u32> = lines.filter(meant).collect();
        // What is wrong with a launch has no line of its own.
        if kind == "launch" {
            meant = marks
                .iter()
                .filter(|it| *it.1 == finding.code)
                .map(|it| *it.0)
                .collect();
        }
        accused |= meant.is_empty();
        named.extend(meant);
    }
    let verdict = match (wrong, accused) {
        (_, true) => Verdict::Accused,
        (true, _) if marks.is_empty() || named.len() < marks.len() => Verdict::Missed,
        (true, _) => Verdict::Found,
        (false, _) => Verdict::Silent,
    };
    (verdict, told)
}

/// What is said about a kernel by the checker that its folder is for, or by all.
fn findings(path: &Path, kind: &str) -> Result<(SourceFile, Vec<Diagnostic>), String> {
    let fail = |error: &Error| error.to_string();
    let input = compile::open_plain(path, None).map_err(|error| fail(&error))?;
    let checkers = Checkers::named(|name| match kind {
        "races" | "undefined" => name == kind,
        "launch" => false,
        _ => name != "undefined",
    });
    let settings = Settings {
        checkers,
        ..Settings::default()
    };
    let found = match kind {
        "lint" => wavetank::lint(&input, &settings, false),
        _ => wavetank::check(&input, &settings),
    };
    match found {
        Err(Error::Diagnostics { diagnostics, .. }) if kind == "launch" => {
            Ok((input.file, diagnostics))
        }
        Ok(found) => Ok((found.file, found.diagnostics)),
        Err(Error::Diagnostics {
            file, diagnostics, ..
        }) => {
            // What traps is the end of the story, which comes out where that is what is looked for.
            let traps = |it: &Diagnostic| {
                matches!(
                    (kind, it.code),
                    ("races", "hazard") | ("undefined", "memory-fault")
                )
            };
            Ok((
                *file,
                diagnostics.into_iter().filter(|it| !traps(it)).collect(),
            ))
        }
        Err(error) => Err(fail(&error)),
    }
}

fn table(judged: &[Judged]) -> String {
    let mut kinds: BTreeMap<&str, [usize; 4]> = BTreeMap::new();
    let verdicts = [
        Verdict::Silent,
        Verdict::Found,
        Verdict::Missed,
        Verdict::Accused,
    ];
    for (kind, _, verdict, _) in judged {
        let at = verdicts.iter().position(|it| it == verdict).unwrap_or(0);
        kinds.entry(kind).or_default()[at] += 1;
    }
    let mut table = String::from(
        "| kind | kernels | right, silent | wrong, found | wrong, missed | accused falsely |\n\
         |---|---|---|---|---|---|\n",
    );
    let mut sum = [0; 4];
    let mut row = |kind: &str, counts: &[usize; 4]| {
        let all: usize = counts.iter().sum();
        let [silent, found, missed, accused] = counts;
        let _ = writeln!(
            table,
            "| {kind} | {all} | {silent} | {found} | {missed} | {accused} |"
        );
    };
    for (kind, counts) in &kinds {
        row(kind, counts);
        sum.iter_mut()
            .zip(counts)
            .for_each(|(sum, count)| *sum += count);
    }
    row("all", &sum);
    table
}

/// The text before the table, the table, and the text behind it.
fn around(text: &str) -> Result<(&str, &str, &str), String> {
    let (before, rest) = text
        .split_once(TABLE.0)
        .ok_or("docs/checkers.md has no table of pairs")?;
    let (table, after) = rest
        .split_once(TABLE.1)
        .ok_or("the table of pairs has no end")?;
    Ok((before, table, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_right_kernel_is_silent_and_every_wrong_one_found_and_the_table_says_so() {
        let judged = judge_all().unwrap();
        let bad: Vec<String> = judged
            .iter()
            .filter(|it| matches!(it.2, Verdict::Missed | Verdict::Accused))
            .map(|(kind, name, verdict, told)| format!("{kind}/{name}: {verdict:?}: {told:?}"))
            .collect();
        assert!(bad.is_empty(), "{}", bad.join("\n"));
        let text = read(&root().join("docs/checkers.md")).unwrap();
        let (_, written, _) = around(&text).unwrap();
        let now = table(&judged);
        assert_eq!(
            written, now,
            "`verify checkers pairs --write` writes it anew"
        );
    }
}
