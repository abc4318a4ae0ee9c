//! Every example of every `--help` and of every page is a command that works, and so is every command
//! that a sentence names.

use crate::common::root;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A command line and where it stands.
struct Example {
    place: String,
    line: String,
}

#[test]
fn examples_work() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    furnish(folder);
    let mut examples = of_help();
    let pages = fs::read_dir(root().join("docs")).unwrap();
    let mut pages: Vec<PathBuf> = pages.map(|page| page.unwrap().path()).collect();
    pages.push(root().join("README.md"));
    pages.sort();
    for page in pages
        .iter()
        .filter(|page| page.extension().is_some_and(|e| e == "md"))
    {
        examples.extend(of_page(page));
        examples.extend(of_sentences(page));
    }
    assert!(
        examples.len() > 40,
        "only {} examples were found",
        examples.len()
    );
    let wrong: Vec<String> = examples
        .iter()
        .filter_map(|example| run(example, folder))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// The files that examples speak of, and stand-ins for programs that may not be installed.
fn furnish(folder: &Path) {
    for name in ["examples", "corpus"] {
        symlink(root().join(name).canonicalize().unwrap(), folder.join(name)).unwrap();
    }
    let copy = |from: &str, to: &str| {
        fs::copy(root().join(from), folder.join(to)).unwrap_or_else(|e| panic!("{from}: {e}"));
    };
    copy("examples/flux/loop.flux", "kernel.flux");
    copy("examples/rdna/vector-add.rdna3", "kernel.rdna3");
    copy("examples/wave/reduce-shuffle.wave", "kernel.wave");
    fs::write(folder.join("trap.flux"), "JALR R0, R0, 64\n").unwrap();
    fs::write(
        folder.join("commands.txt"),
        "break loop\ncontinue\ninfo waves\n",
    )
    .unwrap();
    copy("corpus/rdna/kernels/arithmetic.gfx1100.o", "vadd.hsaco");
    copy("corpus/rdna/kernels/arithmetic.gfx1100.o", "k.hsaco");
    copy("corpus/tile/elf/host.elf", "program.elf");
    fs::write(folder.join("vadd.cl"), "kernel void vadd(void) {}\n").unwrap();
    let assembled = Command::new(env!("CARGO_BIN_EXE_wavetank"))
        .args(["asm", "kernel.flux", "-o", "kernel.elf"])
        .current_dir(folder)
        .status()
        .unwrap();
    assert!(assembled.success());
    let dumped = Command::new(env!("CARGO_BIN_EXE_wavetank"))
        .args(["run", "kernel.flux", "--dump", "@2"])
        .current_dir(folder)
        .output()
        .unwrap();
    assert!(dumped.status.success());
    fs::create_dir(folder.join("bin")).unwrap();
    symlink(env!("CARGO_BIN_EXE_wavetank"), folder.join("bin/wavetank")).unwrap();
    fs::create_dir(folder.join("scripts")).unwrap();
    let programs = [
        "bin/man",
        "bin/ptxas",
        "bin/clinfo",
        "bin/python3",
        "app",
        "driver.so",
    ];
    for name in programs.into_iter().chain(["scripts/build-web"]) {
        let path = folder.join(name);
        fs::write(&path, "#!/bin/sh\ncat > /dev/null\n").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }
}

/// The lines under `Examples:` of every command's help.
fn of_help() -> Vec<Example> {
    let help = |command: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_wavetank"))
            .args(command)
            .arg("--help")
            .env("COLUMNS", "400")
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    // Commands, and commands of commands.
    let mut names = vec![String::new()];
    let mut at = 0;
    while at < names.len() {
        let command: Vec<&str> = names[at].split_whitespace().collect();
        let text = help(&command);
        let listed = text.lines().skip_while(|line| *line != "Commands:").skip(1);
        let listed = listed.map_while(|line| {
            let name = line.strip_prefix("  ")?.split_whitespace().next()?;
            Some(format!("{} {name}", names[at]).trim_start().to_string())
        });
        let listed: Vec<String> = listed.filter(|name| !name.ends_with("help")).collect();
        names.extend(listed);
        at += 1;
    }
    assert!(
        names.iter().any(|name| name == "isa show") && names.len() > 12,
        "{names:?}"
    );
    let mut all = Vec::new();
    for name in &names {
        let command: Vec<&str> = name.split_whitespace().collect();
        let text = help(&command);
        let examples = text.lines().skip_while(|line| !line.starts_with("Example"));
        let examples = examples.skip(1).map_while(|line| line.strip_prefix("  "));
        let mut count = 0;
        for line in examples.filter(|line| !line.starts_with('{')) {
            count += 1;
            all.push(Example {
                place: format!("wavetank {name} --help"),
                line: line.to_string(),
            });
        }
        // Servers are started by editors.
        assert!(
            count > 0 || matches!(name.as_str(), "dap" | "lsp"),
            "`wavetank {name} --help` has no example"
        );
    }
    all
}

/// The lines of code blocks that begin with the command's name, with those that they go on in.
fn of_page(page: &Path) -> Vec<Example> {
    let text = fs::read_to_string(page).unwrap();
    let mut all: Vec<Example> = Vec::new();
    let (mut fenced, mut open) = (false, false);
    for (number, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            (fenced, open) = (!fenced, false);
            continue;
        }
        let line = line.trim();
        let command = line.strip_prefix("$ ").unwrap_or(line);
        if open {
            let last = &mut all.last_mut().unwrap().line;
            last.push(' ');
            last.push_str(line.trim_end_matches('\\'));
        } else if fenced && command.starts_with("wavetank ") {
            let place = page.file_name().unwrap().to_string_lossy();
            all.push(Example {
                place: format!("{place}:{}", number + 1),
                line: command.trim_end_matches('\\').to_string(),
            });
        } else {
            continue;
        }
        open = line.ends_with('\\');
    }
    // A synopsis has words to be replaced.
    let is_synopsis = |word: &str| {
        let stem = word
            .trim_matches(['[', ']'])
            .split('.')
            .next()
            .unwrap_or("");
        word.starts_with('[') || stem.len() > 1 && stem.chars().all(|c| c.is_ascii_uppercase())
    };
    all.retain(|example| !example.line.split_whitespace().any(is_synopsis));
    all
}

/// Commands that sentences and tables name, with files in the place of words that stand for some. Of
/// a command by its name alone, `--help` is asked.
fn of_sentences(page: &Path) -> Vec<Example> {
    let text = fs::read_to_string(page).unwrap();
    // Every other fence opens a block, which keeps its lines and nothing else.
    let blocks = text.split("```").enumerate();
    let prose = blocks.map(|(i, block)| match i % 2 {
        0 => block.to_string(),
        _ => "\n".repeat(block.matches('\n').count()),
    });
    let prose: String = prose.collect();
    let place = page.file_name().unwrap().to_string_lossy().into_owned();
    let mut all = Vec::new();
    for (at, _) in prose.match_indices("`wavetank ") {
        let number = prose[..at].matches('\n').count() + 1;
        let code = prose[at + 1..].split('`').next().unwrap_or("");
        // In a table a bar is not the end of a column.
        let code = code.split("\\|").next().unwrap_or("");
        let words: Vec<&str> = code.split_whitespace().collect();
        let file = match words[1] {
            "dis" => "kernel.elf",
            "lint" => "kernel.rdna3",
            "translate" => "kernel.wave",
            "debug" if words.contains(&"--core") => "wavetank-state.json",
            _ => "kernel.flux",
        };
        let said = |word: &&str| match word.trim_end_matches("...").trim_matches(['[', ']']) {
            "FILE" => file.to_string(),
            "DIR" | "PATH" => "examples/flux".into(),
            "NAME" => "ADD".into(),
            "SHELL" => "bash".into(),
            "OUT" => "out.elf".into(),
            "COMMAND" => "run".into(),
            "PROGRAM" => "./app".into(),
            _ => word.to_string(),
        };
        if code.ends_with(".cl") && !has_clang() {
            continue;
        }
        let mut line = words.iter().map(said).collect::<Vec<_>>().join(" ");
        if words.len() == 2 {
            line += " --help";
        }
        all.push(Example {
            place: format!("{place}:{number}"),
            line,
        });
    }
    all
}

pub(crate) fn has_clang() -> bool {
    ["clang-22", "clang"].iter().any(|name| {
        let run = Command::new(name).arg("--version").output();
        run.is_ok_and(|output| output.status.success())
    })
}

/// Runs it; what is wrong with what came of it.
fn run(example: &Example, folder: &Path) -> Option<String> {
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", folder.join("bin").display());
    // What serves until it is interrupted is, after a moment.
    let serves = example.line.contains("wavetank workbench");
    let mut command = match serves {
        true => Command::new("timeout"),
        false => Command::new("sh"),
    };
    if serves {
        command.args(["2", "sh"]);
    }
    let output = command
        .args(["-c", &example.line])
        .current_dir(folder)
        .env("PATH", path)
        .env("NO_COLOR", "1")
        // Programs here launch nothing, so any file will do.
        .env("WAVETANK_DRIVER", folder.join("driver.so"))
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let stdout = String::from_utf8_lossy(&output.stdout);
    let stderr = String::from_utf8_lossy(&output.stderr);
    let comment = example
        .line
        .split_once(" # ")
        .map_or("", |(_, comment)| comment);
    let numbers = comment.split(|c: char| !c.is_ascii_digit());
    let missing = numbers
        .filter(|number| number.len() > 2)
        .find(|number| !stdout.contains(number));
    let Example { place, line } = example;
    // What needs a terminal gets one in another test; here it says that it has none.
    if line.contains(" --tui ") && stderr.contains("needs a terminal") {
        return None;
    }
    let interrupted = output.status.code() == Some(124);
    if serves && (interrupted || stderr.contains("the workbench is not")) {
        return None;
    }
    if !output.status.success() {
        let status = output.status;
        return Some(format!("{place}: {line}\n{status}\n{stdout}\n{stderr}"));
    }
    missing.map(|number| format!("{place}: {line}\nno {number} in\n{stdout}"))
}
