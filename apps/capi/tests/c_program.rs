//! A C program that uses the library, built with the C compiler of the system.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

const PROGRAMS: [&str; 2] = ["launch.c", "wave.c"];

/// Builds the libraries, which tests do not link, and says where they are. Libraries of the whole workspace, with
/// what its tests ask of dependencies: `cargo test --workspace` has compiled all that they consist of.
fn library_folder() -> PathBuf {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    let build = || {
        let own = std::env::current_exe().expect("a test has a path");
        let profile = own
            .ancestors()
            .nth(2)
            .expect("target, profile, deps")
            .to_path_buf();
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["build", "--quiet", "--workspace", "--lib"]);
        cargo.args(["--test", "c_program"]);
        cargo
            .arg("--manifest-path")
            .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml"));
        cargo
            .arg("--target-dir")
            .arg(profile.parent().expect("a target folder"));
        if profile.ends_with("release") {
            cargo.arg("--release");
        }
        let status = cargo.status().expect("cargo runs");
        assert!(status.success(), "the libraries cannot be built");
        profile
    };
    BUILT.get_or_init(build).clone()
}

fn build_and_run(source: &str, link: &[String], library_path: &Path) {
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
        .arg(here.join("tests").join(source))
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
        .env("WAVETANK_PATIENCE", "3")
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
    for source in PROGRAMS {
        build_and_run(source, &link, &folder);
    }
}

#[test]
fn the_shared_library_serves_a_c_program() {
    let folder = library_folder();
    let link = [
        format!("-L{}", folder.display()),
        "-l:libwavetank.so".into(),
        "-lpthread".into(),
    ];
    for source in PROGRAMS {
        build_and_run(source, &link, &folder);
    }
}
