//! What LLVM's recogniser of hazards wants between two instructions of CDNA, asked for many pairs at once.
//!
//! `corpus/cdna/lint/pairs.txt` has the questions, and the answers lie beside it, a file for each target: how
//! many wait states, and the two instructions in assembly as LLVM writes them. The tests of `wavetank` hold the
//! linter to them.

use crate::process::call;
use std::fmt::Write as _;

const FOLDER: &str = "corpus/cdna/lint";
const TARGETS: [&str; 2] = ["gfx942", "gfx950"];
const PROGRAM: &str = "llc-22";

/// Asks again, and says whether the answers are those that are recorded; or records them.
pub fn run(record: bool) -> Result<bool, String> {
    let questions = read(&format!("{FOLDER}/pairs.txt"))?;
    let mut same = true;
    for target in TARGETS {
        let path = format!("{FOLDER}/{target}.tsv");
        let answers = ask(&questions, target)?;
        let differs = |known: String| known != answers;
        let count = answers.lines().count();
        if record {
            std::fs::write(&path, &answers).map_err(|error| format!("{path}: {error}"))?;
            println!("{target}: {count} pairs recorded");
        } else if differs(read(&path)?) {
            same = false;
            println!("{target}: {path} is not what {PROGRAM} says now");
        } else {
            println!("{target}: {count} pairs as recorded");
        }
    }
    Ok(same)
}

fn read(path: &str) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))
}

/// A line for each pair: the number of wait states, and both instructions.
fn ask(questions: &str, target: &str) -> Result<String, String> {
    let mut functions = String::new();
    let mut count = 0;
    for (first, second) in pairs(questions, target) {
        let _ = write!(
            functions,
            "---\nname: pair{count}\nbody: |\n  bb.0:\n    successors: %bb.1\n    {}\n    {}\n  \
             bb.1:\n    S_ENDPGM 0\n...\n",
            expanded(first),
            expanded(second)
        );
        count += 1;
    }
    let cpu = format!("-mcpu={target}");
    // What is done for memory that may have to be asked again has nothing to do with wait states.
    let arguments = [
        "-x=mir",
        "-mtriple=amdgcn",
        &cpu,
        "-mattr=-xnack",
        "-start-before=post-RA-hazard-rec",
    ];
    let output = call(PROGRAM, &arguments, functions.as_bytes())?;
    let output = String::from_utf8_lossy(&output);
    let mut answers = String::new();
    for function in output.split("\npair").skip(1) {
        let code = function.lines().skip(1).map(instruction);
        let code: Vec<String> = code.take_while(|it| it != "s_endpgm").collect();
        let mut code = code.into_iter().filter(|it| !it.is_empty());
        let (first, last) = (code.next(), code.next_back());
        let (Some(first), Some(second)) = (first, last) else {
            return Err(format!("{PROGRAM} wrote {function}"));
        };
        let states: Option<u32> = code.map(|nop| states(&nop)).sum();
        let states = states.ok_or("something other than s_nop is between two instructions")?;
        let _ = writeln!(answers, "{states}\t{first}\t{second}");
        count -= 1;
    }
    match count {
        0 => Ok(answers),
        missing => Err(format!("{PROGRAM} has not answered {missing} questions")),
    }
}

/// The wait states of `s_nop`.
fn states(nop: &str) -> Option<u32> {
    let number: u32 = nop.strip_prefix("s_nop ")?.parse().ok()?;
    Some(number + 1)
}

/// What is an instruction in a line that LLVM wrote; empty if nothing is.
fn instruction(line: &str) -> String {
    let text = line.split(';').next().unwrap_or_default();
    match text.strip_prefix('\t') {
        Some(text) if !text.starts_with('.') => text.trim().replace('\t', " "),
        _ => String::new(),
    }
}

/// Both instructions of every pair that is asked for a target.
fn pairs<'a>(questions: &'a str, target: &str) -> Vec<(&'a str, &'a str)> {
    let own = |line: &'a str| match TARGETS.iter().find(|it| line.starts_with(**it)) {
        Some(other) => (*other == target).then(|| line[other.len()..].trim()),
        None => Some(line),
    };
    let mut all = Vec::new();
    for block in questions.split("\nfirst\n").skip(1) {
        let block = block.split("\n\n").next().unwrap_or_default();
        let (first, second) = block.split_once("\nsecond\n").unwrap_or((block, ""));
        for first in first.lines().filter_map(own) {
            all.extend(second.lines().filter_map(own).map(|second| (first, second)));
        }
    }
    all
}

/// In LLVM's own words: `$vgpr0_vgpr1` for `v[0:1]`, `implicit $exec` for `x`.
fn expanded(line: &str) -> String {
    let mut text = String::new();
    for word in line.split_inclusive([' ', ',']) {
        let (word, rest) = word.split_at(word.trim_end_matches([' ', ',']).len());
        match (word, word.split_once('(')) {
            ("x", _) => text.push_str("implicit $exec"),
            ("m", _) => text.push_str("implicit $mode, implicit $exec"),
            (_, Some((register, tied))) if run_of(register).is_some() => {
                let _ = write!(text, "{}({tied}", run_of(register).unwrap_or_default());
            }
            _ => text.push_str(&run_of(word).unwrap_or_else(|| word.to_string())),
        }
        text.push_str(rest);
    }
    text
}

/// A register or a run of them.
fn run_of(word: &str) -> Option<String> {
    let (file, numbers) = word.split_at_checked(1)?;
    let name = match file {
        "v" => "vgpr",
        "a" => "agpr",
        "s" => "sgpr",
        _ => return None,
    };
    let run = numbers
        .strip_prefix('[')
        .and_then(|it| it.strip_suffix(']'));
    let (first, last) = match run {
        Some(run) => run.split_once(':')?,
        None => (numbers, numbers),
    };
    let numbers = first.parse::<u16>().ok()?..=last.parse().ok()?;
    let names: Vec<String> = numbers.map(|number| format!("{name}{number}")).collect();
    Some(format!("${}", names.join("_")))
}
