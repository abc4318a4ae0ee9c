//! Files that mean harm: every file in `corpus/hostile` is an attack with the files it consists of,
//! and what must become of it within a bounded time and memory.
//!
//! ```text
//! # What is attacked.
//! $ wavetank run launch.rdna3
//! exit 2
//! seconds 5            processor time; 10 if not given
//! megabytes 512        address space; 1024 if not given
//! says WORDS           in what it prints
//! silent WORDS         nowhere in what it prints
//! input NAME           one of its files as standard input
//! env NAME=VALUE
//! needs clang          or it is skipped
//! --- NAME             the lines of a file, up to the next such line
//! --- NAME repeat N    the lines N times, `@@` being the number; added to what the file has
//! --- NAME row N       the same on one line, without a break at its end
//! --- NAME begin       a line without its break
//! --- NAME fifo
//! --- NAME link TARGET
//! --- NAME copy FILE   of corpus/hostile
//! ```

use std::fs::{self, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/hostile")
}

#[test]
fn attacks_end_as_they_should() {
    let entries = fs::read_dir(corpus()).expect("the corpus");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    files.sort();
    assert!(files.len() >= 10);
    let only = std::env::var("ATTACK").ok();
    let mut wrong = Vec::new();
    for path in files {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        if only.as_ref().is_some_and(|only| !name.contains(only)) {
            continue;
        }
        let case = Case::parse(&fs::read_to_string(&path).unwrap());
        for why in case.check() {
            wrong.push(format!("{name}: {why}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// The bounds hold: more time or memory than a case has ends the program.
#[test]
fn bounds_are_enforced() {
    let spin = "--- it.flux\nagain:\nADDI R1, R1, 1\nJAL R0, again\n";
    let large = "--- it.flux\n---\na: u32[64 * 1048576]\n---\nHALT\n";
    let case = |bounds: &str, files: &str| {
        let run = "$ wavetank run it.flux --global-memsize 512 --max-instructions 1000000000000";
        Case::parse(&format!("{run}\nexit 0\n{bounds}\n{files}"))
    };
    let enough = case("megabytes 1024", large).check();
    assert!(enough.is_empty(), "{enough:?}");
    assert!(!case("megabytes 128", large).check().is_empty());
    let killed = case("seconds 1", spin).check();
    assert!(killed[0].contains("signal"), "{killed:?}");
}

#[derive(Default)]
struct Case {
    command: String,
    exit: i32,
    seconds: u64,
    megabytes: u64,
    says: Vec<String>,
    silent: Vec<String>,
    env: Vec<(String, String)>,
    needs: Vec<String>,
    input: Option<String>,
    /// The line that describes a file, and its content.
    files: Vec<(String, String)>,
}

impl Case {
    fn parse(text: &str) -> Case {
        let mut case = Case {
            exit: -1,
            seconds: 10,
            megabytes: 1024,
            ..Case::default()
        };
        for line in text.split_inclusive('\n') {
            if let Some(file) = line.strip_prefix("--- ") {
                case.files.push((file.trim().into(), String::new()));
                continue;
            }
            if let Some((_, content)) = case.files.last_mut() {
                content.push_str(line);
                continue;
            }
            let line = line.trim_end();
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            match word {
                "#" | "" => {}
                "$" => case.command = rest.strip_prefix("wavetank ").expect("wavetank").into(),
                "exit" => case.exit = rest.parse().expect("an exit code"),
                "seconds" => case.seconds = rest.parse().expect("seconds"),
                "megabytes" => case.megabytes = rest.parse().expect("megabytes"),
                "says" => case.says.push(rest.into()),
                "silent" => case.silent.push(rest.into()),
                "input" => case.input = Some(rest.into()),
                "needs" => case.needs.push(rest.into()),
                "env" => {
                    let (name, value) = rest.split_once('=').expect("NAME=VALUE");
                    case.env.push((name.into(), value.into()));
                }
                other => panic!("no such line: {other}"),
            }
        }
        assert!(case.exit >= 0 && !case.command.is_empty());
        case
    }

    /// What is not as it should be.
    fn check(&self) -> Vec<String> {
        if self.needs.iter().any(|program| !is_there(program)) {
            return Vec::new();
        }
        let folder = tempfile::tempdir().unwrap();
        let inside = folder.path().join("inside");
        fs::create_dir_all(&inside).unwrap();
        fs::create_dir_all(folder.path().join("outside")).unwrap();
        for (description, content) in &self.files {
            place(&inside, description, content);
        }
        // The shell sets the limits, which then hold for whatever is started.
        let limits = format!(
            "ulimit -c 0; ulimit -t {}; ulimit -v {}; exec \"$0\" \"$@\"",
            self.seconds,
            self.megabytes << 10
        );
        let begun = Instant::now();
        let mut child = Command::new("sh")
            .args(["-c", &limits, env!("CARGO_BIN_EXE_wavetank")])
            .args(self.command.split_whitespace())
            .current_dir(&inside)
            .env("NO_COLOR", "1")
            .envs(self.env.iter().cloned())
            .stdin(match &self.input {
                Some(name) => fs::File::open(inside.join(name)).unwrap().into(),
                None => Stdio::null(),
            })
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("a shell");
        let said = [
            read(child.stdout.take().unwrap()),
            read(child.stderr.take().unwrap()),
        ];
        // Waiting takes no processor time, so there is a clock besides.
        let wall = Duration::from_secs(60 + 10 * self.seconds);
        let status = loop {
            match child.try_wait().unwrap() {
                Some(status) => break Some(status),
                None if begun.elapsed() > wall => break None,
                None => std::thread::sleep(Duration::from_millis(5)),
            }
        };
        if status.is_none() {
            child.kill().unwrap();
            child.wait().unwrap();
        }
        let said: String = said.into_iter().map(|text| text.join().unwrap()).collect();
        let start: String = said.chars().take(2000).collect();
        let mut wrong = Vec::new();
        match status {
            None => wrong.push(format!("it did not end within {wall:?}\n{start}")),
            Some(status) if status.code() != Some(self.exit) => {
                wrong.push(format!(
                    "expected exit {}, found {status}\n{start}",
                    self.exit
                ));
            }
            Some(_) => {}
        }
        for words in self.says.iter().filter(|words| !said.contains(*words)) {
            wrong.push(format!("it does not say `{words}`:\n{start}"));
        }
        for words in self.silent.iter().filter(|words| said.contains(*words)) {
            wrong.push(format!("it says `{words}`:\n{start}"));
        }
        wrong
    }
}

fn read(mut pipe: impl Read + Send + 'static) -> std::thread::JoinHandle<String> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        pipe.read_to_end(&mut bytes).unwrap();
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

fn is_there(program: &str) -> bool {
    let names = match program {
        "clang" => vec!["clang-22", "clang", "clang-21", "clang-20", "clang-19"],
        other => vec![other],
    };
    names.iter().any(|name| {
        let run = Command::new(name).arg("--version").output();
        run.is_ok_and(|output| output.status.success())
    })
}

fn place(folder: &Path, description: &str, content: &str) {
    let words: Vec<&str> = description.split_whitespace().collect();
    let path = folder.join(words[0]);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let add = |content: &str| {
        let file = OpenOptions::new().append(true).create(true).open(&path);
        file.unwrap().write_all(content.as_bytes()).unwrap();
    };
    match words[1..] {
        [] => add(content),
        ["repeat", times] => {
            let times: usize = times.parse().expect("a number");
            let all = (0..times).map(|i| content.replace("@@", &i.to_string()));
            add(&all.collect::<String>());
        }
        // A line that goes on in the next part.
        ["begin"] => add(content.trim_end_matches('\n')),
        // On one line, without breaks.
        ["row", times] => {
            let times: usize = times.parse().expect("a number");
            add(&content.trim_end_matches('\n').repeat(times));
        }
        ["fifo"] => {
            let made = Command::new("mkfifo").arg(&path).status().unwrap();
            assert!(made.success());
        }
        ["link", target] => std::os::unix::fs::symlink(target, &path).unwrap(),
        ["copy", file] => {
            fs::copy(corpus().join(file), &path).unwrap();
        }
        _ => panic!("no such file: {description}"),
    }
}
