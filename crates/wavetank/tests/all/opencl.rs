//! Kernels in OpenCL C, compiled by clang, against references in Rust.
//!
//! The sources are in `corpus/rdna/kernels`, and with them what clang made of them for two targets
//! at -O3, so that the test needs no compiler. `cargo test --test all opencl:: -- --ignored` compiles
//! them anew for every target at -O0, -O1 and -O3; `scripts/record-kernels` renews the recording.

mod cases;
mod data;

use cases::{Arg, Case, cases};
use compile::Folder;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use wavetank::{Input, LaunchOptions, Settings};

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/rdna/kernels")
}

/// One kernel of a code object, and how it is launched.
fn launched(
    case: &Case,
    object: &[u8],
    name: &str,
    settings: &Settings,
) -> Result<(Input, Settings), String> {
    let fail = |error: wavetank::Error| wavetank::render::error(&error, false);
    let input =
        Input::new(name, object.to_vec(), Arc::new(Folder::new(corpus())), None).map_err(fail)?;
    let args = case.args.iter().enumerate().map(|(i, arg)| match arg {
        Arg::In(data) => format!(
            "a{i}={}[{}]:{}",
            data.type_name(),
            data.len(),
            data.literals()
        ),
        Arg::Value(data) => format!("a{i}={}:{}", data.type_name(), data.literals()),
        Arg::Local(bytes) => format!("a{i}=u32:{bytes}"),
        Arg::Out { before, .. } => {
            let (ty, len) = (before.type_name(), before.len());
            format!("out_{i}={ty}[{len}]:{}", before.literals())
        }
    });
    let settings = Settings {
        kernel: Some(case.kernel.into()),
        launch: LaunchOptions {
            args: args.collect(),
            global: case.global.clone(),
            local: case.local.clone(),
        },
        ..settings.clone()
    };
    Ok((input, settings))
}

/// Runs one kernel of a code object; what is wrong, if something is.
fn check(case: &Case, object: &[u8], name: &str, settings: &Settings) -> Result<(), String> {
    let fail = |error: wavetank::Error| wavetank::render::error(&error, false);
    let (input, settings) = launched(case, object, name, settings)?;
    let report = wavetank::run(&input, &settings).map_err(fail)?;
    for (i, arg) in case.args.iter().enumerate() {
        let Arg::Out { after, .. } = arg else {
            continue;
        };
        let name = format!("out_{i}");
        let found = report.outputs.iter().find(|(own, _)| *own == name);
        let found = after.read(&found.ok_or("an output is missing")?.1.data);
        if let Some(at) = found.first_difference(after, case.tolerance) {
            let (found, expected) = (found.literal(at), after.literal(at));
            return Err(format!("{name}[{at}] is {found}, expected {expected}"));
        }
    }
    Ok(())
}

/// Runs every case of every file that `object` has, and lists what failed.
fn check_all(what: &str, settings: &Settings, object: impl Fn(&str) -> Option<Vec<u8>>) {
    let mut failed = Vec::new();
    let mut run = 0;
    let mut last = (String::new(), None);
    for case in cases() {
        if last.0 != case.file {
            last = (case.file.to_string(), object(case.file));
        }
        let Some(object) = &last.1 else { continue };
        run += 1;
        if let Err(why) = check(&case, object, case.file, settings) {
            failed.push(format!("{what} {}.{}: {why}", case.file, case.kernel));
        }
    }
    assert!(run > 0, "{what}: nothing was run");
    assert!(
        failed.is_empty(),
        "{} of {run} failed:\n{}",
        failed.len(),
        failed.join("\n")
    );
}

fn recorded(target: &str) -> impl Fn(&str) -> Option<Vec<u8>> {
    move |file| std::fs::read(corpus().join(format!("{file}.{target}.o"))).ok()
}

#[test]
fn gfx1100_as_recorded() {
    check_all("gfx1100", &Settings::default(), recorded("gfx1100"));
}

#[test]
fn gfx1200_as_recorded() {
    check_all("gfx1200", &Settings::default(), recorded("gfx1200"));
}

#[test]
fn gfx942_as_recorded() {
    check_all("gfx942", &Settings::default(), recorded("gfx942"));
}

/// Compilers put every wait where it belongs, so late results change nothing.
#[test]
fn late_results_change_nothing() {
    let settings = Settings {
        delivery: Some(wavetank::Delivery::Strict),
        ..Settings::default()
    };
    check_all("strict gfx1100", &settings, recorded("gfx1100"));
    check_all("strict gfx942", &settings, recorded("gfx942"));
}

/// What compilers make of barriers, atomics and flags orders what it should, and what they leave
/// undefined decides nothing.
#[test]
fn nothing_is_found() {
    for target in ["gfx1100", "gfx1200", "gfx942"] {
        expect_silence(target, recorded(target));
    }
}

/// Runs the checkers on every case of every file that `object` has.
fn expect_silence(what: &str, object: impl Fn(&str) -> Option<Vec<u8>>) {
    let settings = Settings {
        checkers: wavetank::Checkers::named(|name| matches!(name, "races" | "undefined")),
        ..Settings::default()
    };
    let mut found = Vec::new();
    let mut last = (String::new(), None);
    for case in cases() {
        if last.0 != case.file {
            last = (case.file.to_string(), object(case.file));
        }
        let Some(object) = &last.1 else { continue };
        let (input, mut settings) = launched(&case, object, case.file, &settings).unwrap();
        if case.kernel == "hidden" {
            // Workgroups above each other store the same to the same place.
            settings.intended_races.push("out_0".into());
        }
        let findings = match wavetank::check(&input, &settings) {
            Ok(findings) => findings,
            Err(error) => {
                found.push(wavetank::render::error(&error, false));
                continue;
            }
        };
        for diagnostic in &findings.diagnostics {
            let text = wavetank::render::diagnostic(diagnostic, &findings.file, false);
            found.push(format!("{what} {}.{}: {text}", case.file, case.kernel));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn any_schedule_will_do() {
    let settings = Settings {
        order: wavetank::Order::Random(7),
        ..Settings::default()
    };
    check_all("random gfx1100", &settings, recorded("gfx1100"));
}

/// Compiles with an installed clang.
fn compile(file: &str, target: &str, level: &str, flags: &[&str]) -> Vec<u8> {
    compile_file(&corpus().join(format!("{file}.cl")), target, level, flags)
}

fn compile_file(file: &Path, target: &str, level: &str, flags: &[&str]) -> Vec<u8> {
    let script = corpus().join("../../../scripts/compile-kernel");
    let output = Command::new(script)
        .arg(file)
        .args([target, level, "-"])
        .args(flags)
        .output()
        .expect("the script runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {said}", file.display());
    output.stdout
}

const TARGETS: [&str; 5] = ["gfx1100", "gfx1150", "gfx1200", "gfx942", "gfx950"];

/// Files that are written for waves of 32.
const NARROW: [&str; 2] = ["lanes", "matrices"];

/// A file compiled anew, if the target has waves that it is written for.
fn fresh(file: &str, target: &str, level: &str) -> Option<Vec<u8>> {
    let wide = target.starts_with("gfx9");
    (!wide || !NARROW.contains(&file)).then(|| compile(file, target, level, &[]))
}

/// The launch file of the example has a recorded object; its source gives the same.
#[test]
#[ignore = "compiles the example, with an installed clang"]
fn the_example_from_its_source() {
    let folder = corpus().join("../../../examples/opencl");
    let launch = std::fs::read_to_string(folder.join("dot.rdna3")).unwrap();
    assert!(launch.contains("code = \"dot.hsaco\""));
    let out = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("opencl-example");
    std::fs::create_dir_all(&out).unwrap();
    for level in ["-O0", "-O2"] {
        let object = compile_file(&folder.join("dot.cl"), "gfx1100", level, &[]);
        std::fs::write(out.join("dot.hsaco"), object).unwrap();
        std::fs::write(out.join("dot.rdna3"), &launch).unwrap();
        let report = compile::open_plain(&out.join("dot.rdna3"), None)
            .and_then(|input| wavetank::run(&input, &Settings::default()))
            .unwrap_or_else(|error| panic!("{error}"));
        assert!(
            report.passed() && !report.expectations.is_empty(),
            "{level}"
        );
    }
}

#[test]
#[ignore = "compiles everything fifteen times, with an installed clang"]
fn every_target_and_optimisation() {
    for target in TARGETS {
        for level in ["-O0", "-O1", "-O3"] {
            let object = |file: &str| fresh(file, target, level);
            check_all(&format!("{target} {level}"), &Settings::default(), object);
        }
    }
}

#[test]
#[ignore = "compiles everything twenty times, with an installed clang"]
fn nothing_is_found_at_any_optimisation() {
    for target in TARGETS {
        for level in ["-O0", "-O1", "-O2", "-O3"] {
            let object = |file: &str| fresh(file, target, level);
            expect_silence(&format!("{target} {level}"), object);
        }
    }
}

#[test]
#[ignore = "compiles everything anew, with an installed clang"]
fn waves_of_64_lanes() {
    for target in ["gfx1100", "gfx1200"] {
        for level in ["-O0", "-O3"] {
            let object = |file: &str| {
                let plain = !NARROW.contains(&file);
                plain.then(|| compile(file, target, level, &["-mwavefrontsize64"]))
            };
            check_all(
                &format!("{target} {level} wave64"),
                &Settings::default(),
                object,
            );
        }
    }
}
