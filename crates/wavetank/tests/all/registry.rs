//! One list of instruction sets: what can be typed, written in a header or used as an extension.

use source::SourceFile;
use std::path::Path;
use wavetank::amd_host::{Target, chips};
use wavetank::{Input, arch, archs, render};

fn input(name: &str, text: &str) -> Result<Input, wavetank::Error> {
    Input::from_text(SourceFile::new(name, text), None)
}

#[test]
fn every_name_is_an_extension_and_a_word_of_the_header() {
    for one in archs() {
        let names = [&[one.name()], one.aliases()].concat();
        for name in names {
            let named = arch(name).unwrap();
            assert_eq!(named.name(), one.name());
            // An extension is what follows the last point.
            if name.contains('.') {
                continue;
            }
            let by_extension = input(&format!("dir.x/a.{}", name.to_uppercase()), "").unwrap();
            assert_eq!(by_extension.arch.name(), one.name());
            // What the header says counts more, if its grammar has such a word.
            if name.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
                let text = format!("---\nisa = {name}\n---\n");
                assert_eq!(input("a.flux", &text).unwrap().arch.name(), one.name());
            }
        }
    }
}

#[test]
fn an_unknown_name_in_a_header_is_pointed_at() {
    let error = input("a.flux", "---\nisa = rdna5\n---\n").err().unwrap();
    insta::assert_snapshot!(render::error(&error, false), @r"
    error[unknown-isa]: there is no instruction set called `rdna5`
     --> a.flux:2:7
      |
    2 | isa = rdna5
      |       ^^^^^ not an instruction set
      |
      = help: did you mean `rdna3`?
      = help: the instruction sets are rdna3, rdna35, rdna4, cdna3, cdna4, flux, wave, waves, tile
    ");
    assert!(input("rdna3", "").is_err());
    assert!(input("a.s", "").is_err());
}

/// A name that clashes would hide an instruction set without a word.
#[test]
fn names_and_aliases_are_unique() {
    let mut names: Vec<&str> = archs().iter().map(|arch| arch.name()).collect();
    names.extend(archs().iter().flat_map(|arch| arch.aliases()));
    let all = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), all);
}

/// Chips are named by the version of their generation, and what stands for a family is one of them.
#[test]
fn chips_have_the_version_of_their_generation() {
    for target in Target::ALL {
        let own = target.generation();
        let [major, minor] = own.version;
        let family = format!("gfx{major}{minor}");
        for chip in own
            .chips
            .iter()
            .filter(|chip| chip.name != own.generic.name)
        {
            assert!(
                chip.name.starts_with(&family),
                "{} is no {family}",
                chip.name
            );
        }
        assert!(chips().any(|chip| chip.name == own.generic.name));
    }
}

fn read(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    std::fs::read_to_string(root.join(path)).unwrap()
}

/// Editors are told by hand which files are kernels: lists from `flux` to `tile`, in whatever language their
/// settings are in.
#[test]
fn settings_of_editors_list_every_instruction_set() {
    let mut names: Vec<&str> = archs().iter().map(|arch| arch.name()).collect();
    names.sort_unstable();
    for (path, lists) in [
        ("editors/vscode/package.json", 2),
        ("editors/vscode/README.md", 1),
        ("docs/editors.md", 4),
    ] {
        let text = read(path);
        let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let ends = (0..words.len()).filter(|&at| words[at] == "tile");
        let found = ends.map(|end| {
            let start = words[..end].iter().rposition(|word| *word == "flux");
            let mut list = words[start.expect("a list")..=end].to_vec();
            // What Neovim calls all of them.
            list.retain(|word| *word != "wavetank");
            list.sort_unstable();
            assert_eq!(list, names, "{path}");
        });
        assert_eq!(found.count(), lists, "{path}");
    }
}

/// README names what can be run.
#[test]
fn the_readme_names_every_instruction_set() {
    let readme = read("README.md");
    for arch in archs() {
        let name = format!("`{}`", arch.name());
        let extension = format!("`.{}`", arch.name());
        assert!(
            readme.contains(&name) || readme.contains(&extension),
            "README does not name {}",
            arch.name()
        );
    }
}
