//! What has to hold for every text: columns change no byte, names can be given again, words stand in
//! order, and no question about any place of any text is too much.

use compile::Folder;
use language::{Document, Role};
use random::Random;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wavetank::{Input, Span};

fn files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut all = Vec::new();
    for folder in ["examples", "corpus"] {
        collect(&root.join(folder), &mut all);
    }
    all.sort();
    assert!(all.len() > 100);
    all
}

fn collect(folder: &Path, all: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        let name = path.extension().and_then(|it| it.to_str()).unwrap_or("");
        let known = name == "s" || wavetank::find_arch(name).is_ok();
        if path.is_dir() && !path.ends_with("hostile") {
            collect(&path, all);
        } else if known && std::fs::metadata(&path).is_ok_and(|it| it.len() < 100_000) {
            all.push(path);
        }
    }
}

fn document(path: &Path, text: String) -> Option<Document> {
    let folder = Arc::new(Folder::of_file(path));
    let name = path.display().to_string();
    let input = Input::new(&name, text.into_bytes(), folder, None);
    Some(Document::new(input.ok()?, None))
}

fn documents() -> impl Iterator<Item = (PathBuf, Document)> {
    files().into_iter().filter_map(|path| {
        let text = std::fs::read_to_string(&path).ok()?;
        let document = document(&path, text)?;
        Some((path, document))
    })
}

fn apply(text: &str, edits: &[(Span, String)]) -> String {
    let mut text = text.to_string();
    for (span, new) in edits.iter().rev() {
        text.replace_range(span.range(), new);
    }
    text
}

fn code(document: &Document) -> Vec<Vec<u8>> {
    let sections = &document.analysis().assembled.assembly.sections;
    sections
        .iter()
        .map(|section| section.bytes.clone())
        .collect()
}

#[test]
fn columns_change_no_byte_and_stay() {
    let mut changed = 0;
    for (path, before) in documents() {
        let text = before.file().text();
        let whole = Span::new(0, text.len());
        let after = apply(text, &before.format(whole));
        changed += usize::from(after != text);
        let squeeze = |text: &str| text.split_whitespace().collect::<String>();
        assert_eq!(squeeze(text), squeeze(&after), "{}", path.display());
        let after = document(&path, after).unwrap();
        assert_eq!(code(&before), code(&after), "{}", path.display());
        let whole = Span::new(0, after.file().text().len());
        let again = after.format(whole);
        assert!(again.is_empty(), "{}: {:?}", path.display(), &again[..1]);
    }
    assert!(changed > 20, "only {changed} files have other columns");
}

#[test]
fn words_stand_in_order() {
    for (path, document) in documents() {
        let marks = document.marks();
        for pair in marks.windows(2) {
            let apart = pair[0].span.end <= pair[1].span.start;
            assert!(apart, "{}: {pair:?}", path.display());
        }
        for mark in marks {
            assert!(
                mark.span.start < mark.span.end,
                "{}: {mark:?}",
                path.display()
            );
            assert!(
                !document.file().slice(mark.span).is_empty(),
                "{}: {mark:?}",
                path.display()
            );
        }
    }
}

/// Every instruction that assembles is marked as one, as the call of a macro, or stands in a file that is
/// included.
#[test]
fn instructions_are_marked() {
    for (path, document) in documents() {
        let assembly = &document.analysis().assembled.assembly;
        for line in assembly.lines.iter().filter(|line| line.error.is_none()) {
            let within = |mark: &&language::Mark| {
                mark.span.start >= line.span.start && mark.span.end <= line.span.end
            };
            let mut own = document.marks().iter().filter(within);
            let fine = own.any(|mark| matches!(mark.role, Role::Mnemonic | Role::Macro));
            let text = document.file().slice(line.span);
            let fine = fine || text.starts_with(".include ");
            assert!(fine, "{}: {text}", path.display());
        }
    }
}

#[test]
fn names_can_be_given_again() {
    let mut renamed = 0;
    for (path, before) in documents() {
        if before
            .analysis()
            .diagnostics
            .iter()
            .any(|it| it.severity == wavetank::Severity::Error)
        {
            continue;
        }
        let roles = [
            Role::Label,
            Role::Symbol,
            Role::Macro,
            Role::Constant,
            Role::Argument,
        ];
        let names = before.marks().iter().filter(|mark| mark.defines);
        for mark in names.filter(|mark| roles.contains(&mark.role)).take(6) {
            let new = match mark.role {
                // The name says what is printed and where random numbers begin.
                Role::Argument => continue,
                _ => "quite_fresh_name",
            };
            let name = before.file().slice(mark.span);
            // Names that directives of the assembler give a meaning are not just names.
            let text = before.file().text();
            if text.contains(".amdhsa_kernel") || text.contains(&format!("{name}@")) {
                continue;
            }
            let spans = before.rename(mark.span.start, new).unwrap();
            let edits: Vec<_> = spans.iter().map(|span| (*span, new.to_string())).collect();
            let after = document(&path, apply(text, &edits)).unwrap();
            assert_eq!(code(&before), code(&after), "{}: {name}", path.display());
            let wrong = after.analysis().diagnostics.iter();
            let wrong = wrong.filter(|it| it.severity == wavetank::Severity::Error);
            assert_eq!(wrong.count(), 0, "{}: {name}", path.display());
            renamed += 1;
        }
    }
    assert!(renamed > 100, "only {renamed} names");
}

/// Texts that are cut off, mixed up or have strange letters in them.
#[test]
fn any_place_can_be_asked_about() {
    let mut random = Random::new(7);
    let files = files();
    for round in 0..150 {
        let path = &files[random.below(files.len())];
        let Ok(mut text) = std::fs::read_to_string(path) else {
            continue;
        };
        for _ in 0..random.below(6u32) {
            let mut at = random.below(text.len() + 1);
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            match random.below(6u32) {
                0 => text.truncate(at),
                1 => text.insert(at, '€'),
                2 => text.insert_str(at, "\n---\n"),
                3 => text.insert_str(at, "/*"),
                4 => text.insert_str(at, "\n.macro m a, b\n\\a \\b\n"),
                _ => text.insert(at, '"'),
            }
        }
        let Some(document) = document(path, text.clone()) else {
            continue;
        };
        let whole = Span::new(0, text.len());
        document.symbols();
        document.lenses();
        document.hints(whole);
        let _ = apply(&text, &document.format(whole));
        for _ in 0..40 {
            let offset = random.below(text.len() + 2) as u32;
            document.hover(offset);
            document.completions(offset);
            document.signatures(offset);
            document.definitions(offset);
            let _ = document.rename(offset, "fresh");
        }
        let _ = round;
    }
}

#[test]
fn places_in_lines_offer_what_fits() {
    let offered = |name: &str, text: &str| {
        let at = text.find('|').unwrap();
        let text = text.replace('|', "");
        let document = document(Path::new(name), text).unwrap();
        let (all, _) = document.completions(at as u32);
        all.into_iter().map(|it| it.text).collect::<Vec<_>>()
    };
    assert!(offered("a.flux", "AD|").contains(&"ADDI".to_string()));
    assert!(offered("a.flux", "x: ADD R1, |").contains(&"R1".to_string()));
    assert!(offered("a.flux", "---\nlet N = 1\nlo|\n---\n").contains(&"local".to_string()));
    assert!(offered("a.flux", "---\nlet N = 1\na: f32[|\n---\n").contains(&"N".to_string()));
    assert!(offered("a.flux", "---\nlet N = 1\n---\nADDI R1, R0, $|").contains(&"$N".to_string()));
    assert!(offered("a.rdna3", "---\nabi = |\n---\n").contains(&"hsa".to_string()));
    assert!(offered("a.rdna3", "global_load_b32 v1, v[2:3], o|").contains(&"off".to_string()));
    assert!(offered("a.rdna3", "global_load_b32 v1, v[2:3], off |").contains(&"glc".to_string()));
    assert!(offered("a.rdna3", "s_branch |\nend: s_endpgm").contains(&"end".to_string()));
    assert!(offered("a.rdna3", ".p2|").contains(&".p2align".to_string()));
    assert!(offered("a.flux", "# AD|").is_empty());
}
