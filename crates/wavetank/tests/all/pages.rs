//! Pages of the documentation: kernels that stand in them run, and what they list is what there is.
//! `UPDATE=1` writes the lists anew.

use crate::root;
use kernel::{COMMON_KEYS, INITIALIZERS, KeyKind, Type};
use source::SourceFile;
use std::path::PathBuf;
use wavetank::{Arch, Input, Settings, arch, archs, run};

/// Code blocks that name an instruction set are kernel files of it, which pass.
#[test]
fn kernels_in_pages_run() {
    let mut count = 0;
    for page in pages() {
        let text = std::fs::read_to_string(&page).unwrap();
        // Every other fence opens a block.
        for block in text.split("\n```").skip(1).step_by(2) {
            let (language, body) = block.split_once('\n').unwrap_or((block, ""));
            let Some(arch) = arch(language) else {
                continue;
            };
            let name = format!("{}.{}", page.display(), arch.name());
            let input = Input::from_text(SourceFile::new(name, body), None);
            let report = input.and_then(|input| run(&input, &Settings::default()));
            let report = report.unwrap_or_else(|error| panic!("{}: {error}", page.display()));
            assert!(report.passed(), "{}:\n{body}", page.display());
            assert!(
                !report.expectations.is_empty(),
                "{}:\n{body}",
                page.display()
            );
            count += 1;
        }
    }
    assert!(count >= 4, "only {count} kernels are in pages");
}

#[test]
fn lists_are_what_there_is() {
    let types: Vec<String> = Type::ALL.iter().map(|ty| format!("`{ty}`")).collect();
    let functions = INITIALIZERS.iter();
    let functions = functions.map(|(_, usage, doc)| format!("| {usage} | {doc} |"));
    let keys = COMMON_KEYS.iter();
    let keys = keys.map(|(name, value, doc)| format!("| `{name} = {value}` | {doc} |"));
    let directives = isa::directives();
    let directives = directives.map(|(name, doc)| format!("| `{name}` | {doc} |"));
    list(
        "docs/kernel-file.md",
        &[
            ("types", types.join(" ")),
            ("initializers", table(["written", "gives"], functions)),
            ("keys", table(["key", "means"], keys)),
            ("own keys", own_keys()),
            ("directives", table(["directive", "does"], directives)),
        ],
    );
    let flux = arch("flux").unwrap();
    list("docs/flux.md", &[("instructions", instructions(flux))]);
}

/// The keys of every instruction set; those of one schema under all of its names.
fn own_keys() -> String {
    let mut schemas: Vec<(Vec<&str>, &kernel::Schema)> = Vec::new();
    for arch in archs() {
        let schema = arch.schema();
        let same =
            |other: &&mut (Vec<&str>, &kernel::Schema)| std::ptr::eq(other.1.keys, schema.keys);
        match schemas.iter_mut().find(same) {
            Some((names, _)) => names.push(arch.name()),
            None => schemas.push((vec![arch.name()], schema)),
        }
    }
    let lines = schemas.iter().flat_map(|(names, schema)| {
        let isa = names.join("`, `");
        let bindings = schema.bindings.map(|rules| {
            format!(
                "| `{isa}` | `{}N = EXPRESSION` | register {0}{} to {0}{} at thread start, from \
                 constants, `&NAME`, {} |",
                rules.prefix,
                rules.first,
                rules.last,
                rules.variables.join(", ")
            )
        });
        let wave = format!(
            "| `{isa}` | `wave = {}` | lanes per wave; {} without it |",
            schema
                .wave_sizes
                .iter()
                .map(u32::to_string)
                .collect::<Vec<_>>()
                .join("\\|"),
            schema.default_wave
        );
        let keys = schema.keys.iter().map(move |key| {
            format!(
                "| `{isa}` | `{} = {}` | {} |",
                key.name,
                value(&key.kind),
                key.doc
            )
        });
        std::iter::once(wave)
            .chain(keys)
            .chain(bindings)
            .collect::<Vec<_>>()
    });
    table(["instruction set", "key", "means"], lines)
}

fn value(kind: &KeyKind) -> String {
    match kind {
        KeyKind::Integer { min, max } => format!("{min} ... {max}"),
        KeyKind::OneOf(values) => {
            let values: Vec<String> = values.iter().map(i64::to_string).collect();
            values.join("\\|")
        }
        KeyKind::Boolean => "true\\|false".into(),
        KeyKind::Word(words) => words.join("\\|"),
        KeyKind::Text => "\"TEXT\"".into(),
    }
}

/// A line for every mnemonic, as its first page has it.
fn instructions(arch: &dyn Arch) -> String {
    let mut pages = arch.pages();
    pages.dedup_by(|next, page| next.mnemonic == page.mnemonic);
    let lines = pages.iter().map(|page| {
        let doc = match &page.stands_for {
            Some(other) => format!("Another spelling of `{other}`."),
            None => page.doc.lines().next().unwrap_or("").to_string(),
        };
        format!("| `{}` | {} |", page.syntax, doc.replace('|', "\\|"))
    });
    table(["written", "means"], lines)
}

fn table<const N: usize>(head: [&str; N], lines: impl IntoIterator<Item = String>) -> String {
    let mut all = vec![format!("| {} |", head.join(" | ")), "|---".repeat(N) + "|"];
    all.extend(lines);
    all.join("\n")
}

/// What stands between `<!-- NAME -->` and `<!-- end -->` is this.
fn list(page: &str, lists: &[(&str, String)]) {
    let path = root().join(page);
    let old = std::fs::read_to_string(&path).unwrap();
    let mut new = old.clone();
    for (name, list) in lists {
        let mark = format!("<!-- {name} -->\n");
        let start = new
            .find(&mark)
            .unwrap_or_else(|| panic!("{page} has no {mark}"))
            + mark.len();
        let end = start + new[start..].find("<!-- end -->").expect("an end");
        new.replace_range(start..end, &format!("{list}\n"));
    }
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &new).unwrap();
    }
    assert!(
        std::fs::read_to_string(&path).unwrap() == new,
        "{page} lists something else; `UPDATE=1` writes it anew"
    );
}

fn pages() -> Vec<PathBuf> {
    let docs = std::fs::read_dir(root().join("docs")).unwrap();
    let mut pages: Vec<PathBuf> = docs.map(|entry| entry.unwrap().path()).collect();
    pages.push(root().join("README.md"));
    pages.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    pages.sort();
    pages
}

/// Every name that a page says an instruction has is known to the assembler.
#[test]
fn names_of_instructions_can_be_written() {
    for arch in archs() {
        let mut names = Vec::new();
        for page in arch.pages() {
            // A name that a syntax goes on after is only the beginning of one.
            let whole = page.syntax.split(' ').next() == Some(&page.mnemonic);
            let written = |name: &String| whole || *name != page.mnemonic;
            names.extend(page.spellings().into_iter().filter(written));
        }
        names.sort();
        names.dedup();
        assert!(names.len() > 50, "{}", arch.name());
        for chunk in names.chunks(500) {
            let text = chunk.join("\n");
            let file = SourceFile::new(format!("it.{}", arch.name()), text);
            let settings = Settings {
                extensions: arch.extensions().iter().map(ToString::to_string).collect(),
                ..Settings::default()
            };
            let input = Input::from_text(file.clone(), None).unwrap();
            let problems = match wavetank::assemble(&input, &settings) {
                Ok(assembled) => assembled.assembly.diagnostics,
                Err(wavetank::Error::Diagnostics { diagnostics, .. }) => diagnostics,
                Err(error) => panic!("{error}"),
            };
            for problem in problems {
                // Half of a pair is known, and refused for standing alone.
                if problem.message.contains("second of a pair") {
                    continue;
                }
                assert_ne!(
                    problem.code,
                    "unknown-mnemonic",
                    "{}: {problem:?}",
                    arch.name()
                );
            }
        }
    }
}

/// The examples on a page, of each form, are lines of the instruction set, written with the name that
/// the page is about, and as long as the page says.
#[test]
fn examples_of_instructions_assemble() {
    let mut wrong = Vec::new();
    for arch in archs() {
        let extensions: Vec<String> = arch.extensions().iter().map(ToString::to_string).collect();
        for page in arch.pages() {
            let examples = page
                .forms
                .iter()
                .map(|form| (&form.example, Some(form.bytes)));
            for (example, bytes) in examples.chain([(&page.example, None)]) {
                let name = example.split(' ').next().unwrap_or("");
                if !page
                    .spellings()
                    .iter()
                    .any(|it| it.eq_ignore_ascii_case(name))
                {
                    wrong.push(format!("`{}`: `{example}` has another name", page.syntax));
                }
                let settings = Settings {
                    extensions: extensions.clone(),
                    wave: page
                        .forms
                        .iter()
                        .any(|form| form.form == "wave64")
                        .then_some(64),
                    ..Settings::default()
                };
                let result = assembled(*arch, example, &settings);
                match (result, bytes) {
                    (Ok(length), Some(bytes)) if length != bytes as usize => {
                        wrong.push(format!("`{example}` has {length} bytes, not {bytes}"));
                    }
                    (Ok(_), _) => {}
                    // Half of what stands around others.
                    (Err(why), _) if why.contains("` without `") => {}
                    (Err(why), _) => wrong.push(format!("`{example}`: {why}")),
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
}

/// How many bytes a line assembles to.
fn assembled(arch: &dyn Arch, line: &str, settings: &Settings) -> Result<usize, String> {
    let file = SourceFile::new(format!("it.{}", arch.name()), format!("{line}\n"));
    let input = Input::from_text(file, None).map_err(|error| error.to_string())?;
    let assembled = wavetank::assemble(&input, settings).map_err(|error| error.to_string())?;
    let errors = assembled.assembly.diagnostics.iter();
    match errors.map(|error| error.message.clone()).next() {
        Some(message) if assembled.assembly.has_errors() => Err(message),
        _ => Ok(assembled
            .assembly
            .lines
            .iter()
            .map(|line| line.len as usize)
            .sum()),
    }
}
