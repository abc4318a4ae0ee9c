//! A C program that uses the library, built with the C compiler of the system.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder into which cargo puts the libraries: that of the test's own executable, or the one
/// above.
fn library_folder() -> PathBuf {
    let own = std::env::current_exe().expect("a test has a path");
    let own = own.parent().expect("a folder");
    let candidates = [own.parent().unwrap_or(own), own];
    let found = (candidates.into_iter()).find(|folder| folder.join("libwavetank.a").is_file());
    found
        .expect("cargo builds libwavetank.a for the test")
        .into()
}

fn build_and_run(link: &[String], library_path: &Path) {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = folder.path().join("launch");
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".into());
    let compiled = Command::new(&compiler)
        .args([
            "-std=c11",
            "-D_DEFAULT_SOURCE",
            "-Wall",
            "-Wextra",
            "-Werror",
        ])
        .arg("-I")
        .arg(here.join("include"))
        .arg(here.join("tests/launch.c"))
        .args(link)
        .arg("-o")
        .arg(&program)
        .status();
    let Ok(status) = compiled else {
        eprintln!("skipped: there is no C compiler `{compiler}`");
        return;
    };
    assert!(status.success(), "the C program does not compile");
    let output = Command::new(&program)
        .env("LD_LIBRARY_PATH", library_path)
        .output()
        .expect("the program runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", output.status);
}

#[test]
fn the_static_library_serves_a_c_program() {
    let folder = library_folder();
    let library = folder.join("libwavetank.a").display().to_string();
    let link = [library, "-lm".into(), "-lpthread".into(), "-ldl".into()];
    build_and_run(&link, &folder);
}

#[test]
fn the_shared_library_serves_a_c_program() {
    let folder = library_folder();
    let link = [
        format!("-L{}", folder.display()),
        "-l:libwavetank.so".into(),
    ];
    build_and_run(&link, &folder);
}
