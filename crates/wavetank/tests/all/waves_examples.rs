//! The Waves examples: right under every schedule and delivery, and as fast as the documents say.

use crate::root;
use std::path::{Path, PathBuf};
use wavetank::{Constant, Delivery, Input, Order, Report, Settings, SourceFile};

fn run(path: &Path, settings: &Settings) -> Report {
    let input =
        compile::open_plain(path, None).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    wavetank::run(&input, settings).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

#[test]
fn examples_pass_however_they_run() {
    let folders = ["examples/waves", "examples/waves/tutorial"];
    let files = folders.iter().flat_map(|folder| {
        let entries = std::fs::read_dir(root().join(folder)).expect("the examples are there");
        entries.map(|entry| entry.expect("readable").path())
    });
    let kernels: Vec<PathBuf> = files
        .filter(|path| path.extension().is_some_and(|e| e == "waves"))
        .collect();
    assert!(kernels.len() >= 11);
    for path in kernels {
        for settings in [
            Settings::default(),
            Settings {
                timed: true,
                ..Settings::default()
            },
            Settings {
                delivery: Some(Delivery::Eager),
                ..Settings::default()
            },
            Settings {
                delivery: Some(Delivery::Eager),
                timed: true,
                ..Settings::default()
            },
            Settings {
                order: Order::Random(3),
                ..Settings::default()
            },
        ] {
            let report = run(&path, &settings);
            assert!(
                !report.expectations.is_empty(),
                "{} checks nothing",
                path.display()
            );
            assert!(
                report.passed(),
                "{}: {:?}",
                path.display(),
                report.diagnostics()
            );
        }
    }
}

/// `wavetank run FILE FLAGS # N cycles` in the tutorial, and the table of the reference.
#[test]
fn documents_say_how_long_it_takes() {
    let mut checked = 0;
    let tutorial = read("docs/waves-tutorial.md");
    for line in tutorial
        .lines()
        .filter(|line| line.starts_with("wavetank run "))
    {
        let Some((command, comment)) = line.split_once('#') else {
            continue;
        };
        let Some((cycles, _)) = comment.trim().split_once(" cycles") else {
            continue;
        };
        let words: Vec<&str> = command.split_whitespace().skip(2).collect();
        let mut settings = Settings {
            timed: true,
            ..Settings::default()
        };
        for pair in words[1..].windows(2) {
            match pair[0] {
                "--cus" => settings
                    .keys
                    .push(("cus".into(), pair[1].parse().expect("a number"))),
                "--key" => {
                    let (name, value) = pair[1].split_once('=').expect("`NAME=VALUE`");
                    let value = value.parse().expect("a number");
                    settings.keys.push((name.into(), value));
                }
                "--set" => settings
                    .set
                    .push(wavetank::parse_set(pair[1]).expect("a constant")),
                _ => {}
            }
        }
        check_cycles(words[0], &settings, cycles);
        checked += 1;
    }
    let reference = read("docs/waves.md");
    for line in reference
        .lines()
        .filter(|line| line.starts_with("| `") && line.contains(".waves`"))
    {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let name = cells[1].split('`').nth(1).expect("a file");
        for (cus, cycles) in [1, 8, 256].into_iter().zip(&cells[2..]) {
            let keys = vec![("cus".to_string(), cus)];
            let settings = Settings {
                timed: true,
                keys,
                ..Settings::default()
            };
            check_cycles(&format!("examples/waves/{name}"), &settings, cycles);
            checked += 1;
        }
    }
    assert!(checked >= 20, "only {checked} numbers found");
}

fn check_cycles(file: &str, settings: &Settings, expected: &str) {
    let report = run(&root().join(file), settings);
    let cycles = report.cycles.expect("a timed run").cycles;
    assert_eq!(
        cycles.to_string(),
        expected,
        "{file} {:?} {:?}",
        settings.keys,
        settings.set
    );
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).expect("the document is there")
}

/// An example with another first value and without its expectation: what its output is then.
fn output(file: &str, from: &str, to: &str) -> Vec<u32> {
    let text = read(&format!("examples/waves/{file}"));
    assert!(text.contains(from), "{file} has changed");
    let lines = text.lines().filter(|line| !line.starts_with("expect"));
    let text = lines.collect::<Vec<_>>().join("\n").replace(from, to);
    let file = SourceFile::new(file, text);
    let input = Input::from_text(file, None).expect("a kernel file");
    let settings = Settings {
        timed: true,
        ..Settings::default()
    };
    let report = wavetank::run(&input, &settings).expect("runs");
    let word = |bytes: &[u8]| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    report.outputs[0].1.data.chunks_exact(4).map(word).collect()
}

/// The headers can only expect simple results; here are others.
#[test]
fn other_inputs_give_the_plain_result() {
    let values: Vec<u32> = (0..1024_u32)
        .map(|i| i.wrapping_mul(2_654_435_761) >> 20)
        .collect();
    let list: Vec<String> = values.iter().map(u32::to_string).collect();
    let sums = output("prefix-sum.waves", "repeat(3)", &list.join(", "));
    let mut sum = 0;
    let expected: Vec<u32> = values
        .iter()
        .map(|x| {
            sum += x;
            sum
        })
        .collect();
    assert_eq!(sums, expected);

    let image = |x: usize, y: usize| ((x * 7 + y * 13) % 31 * (x ^ y)) as u32;
    let list: Vec<String> = (0..64 * 64)
        .map(|i| image(i % 64, i / 64).to_string())
        .collect();
    for file in ["blur.waves", "blur-naive.waves"] {
        let blurred = output(file, "arange(W * H)", &list.join(", "));
        for (i, &found) in blurred.iter().enumerate() {
            let (x, y) = (i % 64, i / 64);
            let inside = (1..63).contains(&x) && (1..63).contains(&y);
            let weights = [1, 2, 1];
            let expected = match inside {
                false => 16 * image(x, y),
                true => (0..9)
                    .map(|k| weights[k % 3] * weights[k / 3] * image(x + k % 3 - 1, y + k / 3 - 1))
                    .sum(),
            };
            assert_eq!(found, expected, "{file} at {x}, {y}");
        }
    }
}

#[test]
fn keys_from_outside_are_checked() {
    let path = root().join("examples/waves/blur.waves");
    let input = compile::open_plain(&path, None).expect("an example");
    let error = |name: &str, value| {
        let keys = vec![(name.to_string(), value)];
        let settings = Settings {
            timed: true,
            keys,
            ..Settings::default()
        };
        wavetank::run(&input, &settings)
            .expect_err("a bad key")
            .to_string()
    };
    assert_eq!(
        error("cuss", 1),
        "waves has no key `cuss`; did you mean `cus`?"
    );
    assert_eq!(
        error("cus", 0),
        "`cus` cannot be 0: expected a number from 1 to 4096"
    );
    let set = vec![("W".to_string(), Constant::Int(96))];
    let settings = Settings {
        set,
        ..Settings::default()
    };
    assert!(run(&path, &settings).passed());
}
