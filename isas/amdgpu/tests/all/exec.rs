//! Instructions run one by one: text is assembled, lowered and run, and registers are compared.
//!
//! The cases are in `corpus/rdna/exec`. A line is `instructions | inputs | outputs`, with
//! instructions separated by `;` (`bytes 7e000281` is one in hex), and registers as `v0=1.5,-0.0` (one value per lane, repeated),
//! `s[2:3]=0x1_0000_0000`, `vcc=5`, `scc=1`, `exec=3`, `mem=...` (words at the address in s[96:97]).
//! `@gfx1200` and `@wave64` before the text limit where it runs. A value is an integer, a float with
//! a point, `inf`, `nan`, or either with a type: `1.0h` is a half, `1.0d` a double.
//!
//! Every case runs twice: alone and watched, and as waves in step, which store their registers. Cases
//! of local memory run on the global data share as well.

mod case;
mod run;
mod step;

use amdgpu::Target;
use case::Case;
use std::path::{Path, PathBuf};

#[test]
fn corpus() {
    // Somewhere else for a soak: more cases than a repository should hold.
    let folder = std::env::var_os("EXEC_CASES").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/rdna/exec"),
        PathBuf::from,
    );
    let mut failures = Vec::new();
    let mut count = 0;
    let mut files: Vec<_> = std::fs::read_dir(&folder)
        .expect("the corpus is there")
        .map(|entry| entry.expect("a readable folder").path())
        .collect();
    files.sort();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a readable file");
        let name = file
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let case =
                Case::parse(line).unwrap_or_else(|why| panic!("{name}:{}: {why}", number + 1));
            for target in Target::ALL.into_iter().filter(|t| case.runs_on(*t)) {
                let sizes = target.generation().wave_sizes.iter().copied();
                for wave in sizes.filter(|w| case.runs_in(*w)) {
                    count += 1;
                    if let Err(why) = run::check(&case, target, wave) {
                        failures.push(format!(
                            "{name}:{}: {target} wave{}: {line}\n    {why}",
                            number + 1,
                            wave.lanes()
                        ));
                    }
                }
            }
        }
    }
    assert!(count > 0);
    assert!(
        failures.is_empty(),
        "{} of {count} failed:\n{}",
        failures.len(),
        failures.join("\n")
    );
}
