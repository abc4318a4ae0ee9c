//! What ARCHITECTURE.md says of the source tree, read off the tree.

use crate::root;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// Every Rust file below a folder, with its path from the root of the tree.
fn sources(folder: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_string()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(root().join(&folder)).expect("a folder") {
            let entry = entry.expect("an entry");
            let path = format!("{folder}/{}", entry.file_name().display());
            if entry.file_type().expect("a type").is_dir() {
                // A module may be called like the folder that cargo builds in.
                let built = path.ends_with("/target") && !path.contains("/src/");
                if !built && !path.ends_with("/node_modules") {
                    folders.push(path);
                }
            } else if path.ends_with(".rs") {
                let text = fs::read_to_string(root().join(&path)).expect("a text");
                found.push((path, text));
            }
        }
    }
    assert!(!found.is_empty(), "no sources below {folder}");
    found
}

fn everything() -> Vec<(String, String)> {
    let folders = ["crates", "isas", "apps", "benches", "fuzz", "verify"];
    folders.iter().flat_map(|folder| sources(folder)).collect()
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !c.is_alphanumeric() && c != '_')
}

#[test]
fn no_file_is_long() {
    for (path, text) in everything() {
        let lines = text.lines().count();
        assert!(lines <= 600, "{path} has {lines} lines");
    }
}

/// `wave` and `tile` are words of the field, so the others have to do.
#[test]
fn engines_name_no_instruction_set() {
    let names = [
        "rdna", "rdna3", "rdna35", "rdna4", "cdna", "cdna3", "cdna4", "amdgpu", "riscv", "flux",
    ];
    for folder in ["sim", "plan", "uop"] {
        for (path, text) in sources(&format!("crates/{folder}/src")) {
            for (number, line) in text.lines().enumerate() {
                let lower = line.to_lowercase();
                let named = words(&lower).find(|word| names.contains(word));
                assert_eq!(named, None, "{path}:{}", number + 1);
            }
        }
    }
}

#[test]
fn only_apps_print() {
    let prints = ["println!", "eprintln!", "print!", "eprint!", "dbg!"];
    for (path, text) in sources("crates").into_iter().chain(sources("isas")) {
        if !path.contains("/src/") {
            continue;
        }
        for (number, line) in text.lines().enumerate() {
            let code = line.trim_start();
            let printed = prints.iter().find(|print| code.contains(*print));
            let said = code.starts_with("//");
            assert!(said || printed.is_none(), "{path}:{}: {code}", number + 1);
        }
    }
}

/// What needs files and processes has left the façade and what it is built on.
#[test]
fn the_facade_opens_no_file() {
    let engine = ["std::fs", "std::net", "std::process::Command"];
    let facade = [
        "std::fs",
        "std::net",
        "std::process",
        "std::env",
        "std::thread",
    ];
    let all = sources("crates").into_iter().chain(sources("isas"));
    for (path, text) in all.filter(|(path, _)| !path.starts_with("crates/compile/")) {
        // Tests read what they compare with.
        if !path.contains("/src/") || path.contains("/tests") {
            continue;
        }
        let words: &[&str] = match path.starts_with("crates/wavetank/src/") {
            true => &facade,
            false => &engine,
        };
        let own = text.split("#[cfg(test)]").next().unwrap_or_default();
        let found = words.iter().find(|word| own.contains(*word));
        assert_eq!(found, None, "{path}");
    }
}

/// What a host program opens, loads and launches is called so in each of its modules: `amd_host::Device`
/// is what `host::Device` is to the driver, with AMD's chips behind it.
const SAME_NAMES: [&str; 4] = [
    "Arg: crates/wavetank and crates/kernel",
    "Buffer: crates/wavetank and crates/host",
    "Device: crates/wavetank and crates/host",
    "Kernel: crates/wavetank and crates/op",
];

/// The folders of crates, by the names that others know them by.
fn crates() -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    for folder in ["crates", "isas", "apps"] {
        for entry in fs::read_dir(root().join(folder)).expect("a folder") {
            let folder = format!(
                "{folder}/{}",
                entry.expect("an entry").file_name().display()
            );
            let manifest = fs::read_to_string(root().join(&folder).join("Cargo.toml"));
            let name = manifest.map(|text| text.split('"').nth(1).unwrap_or_default().to_string());
            all.extend(name.map(|name| (name, folder)));
        }
    }
    all
}

/// The folders of all crates that a crate is built on.
fn below(folder: &str, crates: &BTreeMap<String, String>) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    let mut next = vec![folder.to_string()];
    while let Some(folder) = next.pop() {
        let manifest = fs::read_to_string(root().join(&folder).join("Cargo.toml"));
        let manifest = manifest.expect("a manifest");
        let needs = manifest
            .split("\n[dependencies]")
            .nth(1)
            .unwrap_or_default();
        let needs = needs.split("\n[").next().unwrap_or_default();
        for line in needs.lines() {
            // Where its own name is taken, a crate is called differently.
            let named = line.split("package = \"").nth(1).unwrap_or(line);
            let name = named.split(['.', ' ', '=', '"']).next().unwrap_or_default();
            if let Some(folder) = crates.get(name)
                && all.insert(folder.clone())
            {
                next.push(folder.clone());
            }
        }
    }
    all
}

/// The name of the public type that a line declares.
fn public_type(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("pub ")?;
    let kinds = ["struct ", "enum ", "trait ", "type ", "union "];
    let name = kinds.iter().find_map(|kind| rest.strip_prefix(kind))?;
    words(name).next()
}

/// What can be reached from a file of a crate: what its public modules declare, and what is shown of
/// its others.
fn reachable(file: &str, modules: &str, found: &mut BTreeSet<String>) {
    let Ok(text) = fs::read_to_string(root().join(file)) else {
        return;
    };
    found.extend(text.lines().filter_map(public_type).map(String::from));
    let declared =
        |line: &str, start| Some(line.strip_prefix(start)?.strip_suffix(';')?.to_string());
    let public: Vec<String> = text
        .lines()
        .filter_map(|line| declared(line, "pub mod "))
        .collect();
    let own = text.lines().filter_map(|line| declared(line, "mod "));
    let own: BTreeSet<String> = own.chain(public.iter().cloned()).collect();
    let of = |name: &str, found: &mut BTreeSet<String>| {
        reachable(
            &format!("{modules}/{name}.rs"),
            &format!("{modules}/{name}"),
            found,
        );
    };
    for name in &public {
        of(name, found);
    }
    for shown in text.split("\npub use ").skip(1) {
        let shown = shown.split(';').next().unwrap_or_default();
        let mut path = words(shown).filter(|word| !matches!(*word, "" | "self" | "crate"));
        if let Some(module) = path.next().filter(|module| own.contains(*module)) {
            if shown.ends_with("::*") {
                of(module, found);
            }
            found.extend(path.map(String::from));
        }
    }
}

/// A crate that is built on another has other names for its types: both are seen in one file.
#[test]
fn types_of_crates_that_meet_have_names_of_their_own() {
    let crates = crates();
    let mut offered = BTreeMap::new();
    for folder in crates.values() {
        let mut found = BTreeSet::new();
        reachable(
            &format!("{folder}/src/lib.rs"),
            &format!("{folder}/src"),
            &mut found,
        );
        // What is shown of other crates is still theirs.
        let sources = sources(&format!("{folder}/src"));
        let lines = sources.iter().flat_map(|(_, text)| text.lines());
        let declared: BTreeSet<&str> = lines
            .filter_map(|it| public_type(it.trim_start()))
            .collect();
        found.retain(|name| declared.contains(name.as_str()));
        offered.insert(folder.clone(), found);
    }
    let mut twice = Vec::new();
    for (folder, own) in &offered {
        for other in below(folder, &crates) {
            let same = own.intersection(&offered[&other]);
            twice.extend(same.map(|name| format!("{name}: {folder} and {other}")));
        }
    }
    twice.sort();
    assert!(offered["crates/uop"].len() > 40, "types are found");
    assert_eq!(twice, SAME_NAMES, "types with one name");
}

/// A crate forbids unsafe code, or is one of those that cannot do without.
#[test]
fn unsafe_code_is_where_it_must_be() {
    let allowed: BTreeSet<&str> = [
        "crates/op",
        "crates/sim",
        "isas/tile",
        "apps/capi",
        "apps/hip",
        "apps/opencl",
        "apps/python",
        "apps/web",
        "benches/web",
        "benches",
    ]
    .into();
    let mut unsafely = BTreeSet::new();
    for (path, text) in everything() {
        let Some((krate, "lib.rs" | "main.rs")) = path.split_once("/src/") else {
            continue;
        };
        if !text.contains("#![forbid(unsafe_code)]") {
            unsafely.insert(krate.to_string());
        }
    }
    let unsafely: BTreeSet<&str> = unsafely.iter().map(String::as_str).collect();
    assert_eq!(unsafely, allowed);
}

/// A crate that others can have from a registry needs no crate that they cannot.
#[test]
fn what_is_published_needs_only_what_is_published() {
    let manifests: Vec<(String, String)> = ["crates", "isas", "apps"]
        .iter()
        .flat_map(|folder| std::fs::read_dir(root().join(folder)).unwrap())
        .filter_map(|entry| std::fs::read_to_string(entry.unwrap().path().join("Cargo.toml")).ok())
        .map(|text| {
            let name = text.split('"').nth(1).unwrap_or_default();
            (name.to_string(), text)
        })
        .collect();
    let kept = |text: &str| text.contains("publish = false");
    for (name, text) in manifests.iter().filter(|(_, text)| !kept(text)) {
        assert!(text.contains("rust-version.workspace = true"), "{name}");
        let needs = text.split("[dev-dependencies]").next().unwrap_or_default();
        for (other, _) in manifests.iter().filter(|(_, text)| kept(text)) {
            let needed = format!("\n{other}.workspace = true");
            assert!(
                !needs.contains(&needed),
                "{name} needs {other}, which is not published: {text}"
            );
        }
    }
}

/// Instruction sets know neither each other nor the engine; the tile extension alone is RISC-V too.
#[test]
fn instruction_sets_stand_alone() {
    let folder = root().join("isas");
    let isas: Vec<String> = (fs::read_dir(folder).expect("a folder"))
        .map(|entry| entry.expect("an entry").file_name().display().to_string())
        .collect();
    for isa in &isas {
        let manifest = root().join(format!("isas/{isa}/Cargo.toml"));
        let text = fs::read_to_string(&manifest).expect("a manifest");
        let tests = text.find("[dev-dependencies]").unwrap_or(text.len());
        for line in text[..tests].lines() {
            let name = line.split(['.', ' ', '=']).next().unwrap_or("");
            let known = isas.iter().any(|other| other == name) || name == "sim";
            let fine = !known || (isa, name) == (&"tile".to_string(), "riscv");
            assert!(fine, "isas/{isa} depends on {name}");
        }
    }
}

/// Files that the tables of ARCHITECTURE.md lead through are there.
#[test]
fn journeys_pass_files_that_exist() {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("a text");
    let known: Vec<String> = everything().into_iter().map(|(path, _)| path).collect();
    let mut seen = 0;
    for name in text.split('`').skip(1).step_by(2) {
        if name.ends_with(".rs") && !name.contains(' ') {
            let ending = format!("/{name}");
            let found = known
                .iter()
                .any(|path| path == name || path.ends_with(&ending));
            assert!(found, "ARCHITECTURE.md speaks of {name}");
            seen += 1;
        }
    }
    assert!(seen > 40, "{seen} files");
}
