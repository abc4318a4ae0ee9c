//! WAVE kernels as PTX: the text of some against recorded ones, all of them through NVIDIA's
//! assembler where it is installed.

use crate::root;
use std::path::{Path, PathBuf};
use std::process::Command;

use wavetank::{Error, Settings, translate};

const FOLDERS: [&str; 2] = ["examples/wave", "corpus/wave/conformance"];

fn ptx(path: &Path, fast: bool, wave: u32) -> Result<String, Error> {
    let settings = Settings {
        wave: Some(wave),
        ..Settings::default()
    };
    let translated = compile::open_plain(path, Some("wave"))
        .and_then(|input| translate(&input, &settings, "ptx", fast))?;
    Ok(translated.translation.text)
}

/// `corpus/wave/ptx/NAME.ptx` is the translation of the example or conformance kernel with this
/// name, `NAME.fast.ptx` the fast one, `NAME.wave16.ptx` that for waves of 16 threads. `UPDATE=1` records them again; an empty file is a new one.
#[test]
fn texts_are_as_recorded() {
    let mut count = 0;
    for recorded in files(&root().join("corpus/wave/ptx"), "ptx") {
        let name = recorded.file_stem().unwrap().to_string_lossy().into_owned();
        let (name, style) = name.split_once('.').unwrap_or((&name, ""));
        let sources = FOLDERS.map(|folder| root().join(folder).join(format!("{name}.wave")));
        let source = sources.iter().find(|path| path.exists());
        let source = source.unwrap_or_else(|| panic!("no kernel {name}"));
        let text = ptx(
            source,
            style == "fast",
            if style == "wave16" { 16 } else { 32 },
        );
        let text = text.unwrap_or_else(|error| panic!("{name}: {error}"));
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&recorded, &text).unwrap();
        }
        let expected = std::fs::read_to_string(&recorded).unwrap();
        assert!(
            text == expected,
            "{} has changed: {}\nIf it is meant to, `UPDATE=1` records it again.",
            recorded.display(),
            first_difference(&text, &expected)
        );
        count += 1;
    }
    assert!(count >= 8, "only {count} texts are recorded");
}

fn first_difference(text: &str, expected: &str) -> String {
    let mut lines = text.lines().zip(expected.lines()).enumerate();
    match lines.find(|(_, (new, old))| new != old) {
        Some((n, (new, old))) => format!("line {} is `{new}`, was `{old}`", n + 1),
        None => "one is longer".into(),
    }
}

/// Every kernel that may be launched, both ways.
#[test]
fn ptxas_accepts_every_kernel() {
    let ptxas = std::env::var("PTXAS").unwrap_or("ptxas".into());
    if Command::new(&ptxas).arg("--version").output().is_err() {
        println!("no ptxas on the PATH or in $PTXAS: translations are not assembled");
        return;
    }
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("ptx");
    std::fs::create_dir_all(&folder).unwrap();
    let mut jobs = Vec::new();
    for path in FOLDERS.map(|f| files(&root().join(f), "wave")).concat() {
        let text = std::fs::read_to_string(&path).unwrap();
        if text.contains("# outcome: refuse") {
            continue;
        }
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        for (fast, wave) in [(false, 32), (true, 32), (false, 16)] {
            let file = folder.join(format!("{name}-{wave}-{fast}.ptx"));
            let text = match ptx(&path, fast, wave) {
                Ok(text) => text,
                // Some kernels say how wide their waves are, or need 32 threads.
                Err(_) if wave == 16 => continue,
                Err(error) => panic!("{name}: {error}"),
            };
            std::fs::write(&file, text).unwrap();
            jobs.push(file);
        }
    }
    assert!(jobs.len() > 250, "only {} kernels", jobs.len());
    let threads = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| {
        for share in jobs.chunks(jobs.len().div_ceil(threads)) {
            scope.spawn(|| share.iter().for_each(|file| assemble(&ptxas, file)));
        }
    });
}

fn assemble(ptxas: &str, file: &Path) {
    let object = file.with_extension("cubin");
    // Not optimising is quicker and finds the same errors.
    let arguments = ["-O0", "-arch=sm_90", "-o"];
    let output = Command::new(ptxas)
        .args(arguments)
        .args([&object, file])
        .output()
        .unwrap();
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {message}", file.display());
}

/// Files of a folder with this extension, sorted.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == extension))
        .collect();
    files.sort();
    files
}
