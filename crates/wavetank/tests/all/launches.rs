//! Launches in pairs, right and wrong by one change: what is wrong is refused before anything runs, with
//! the reason that its first lines name as `<- CODE`.

use std::path::Path;
use wavetank::{Error, Failure, Settings};

#[test]
fn a_launch_is_what_the_code_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/check/launch");
    let files = std::fs::read_dir(folder).expect("a folder of the repository");
    let (mut pairs, mut failures) = (0, Vec::new());
    for file in files {
        let path = file.expect("a file").path();
        if path.extension().is_none_or(|it| it != "rdna3") {
            continue;
        }
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let input = compile::open_plain(&path, None).expect("a kernel file");
        let expected = input
            .file
            .text()
            .lines()
            .find_map(|line| Some(line.split_once("<- ")?.1));
        pairs += u32::from(expected.is_some());
        let result = wavetank::run(&input, &Settings::default());
        let found = match &result {
            Ok(_) => None,
            Err(Error::Diagnostics {
                failure,
                diagnostics,
                ..
            }) if *failure == Failure::Input => diagnostics.first().map(|it| it.code),
            Err(_) => Some("another error"),
        };
        if found != expected || name.contains(".wrong.") != expected.is_some() {
            failures.push(format!("{name}: {found:?}, not {expected:?}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(pairs >= 10, "{pairs} pairs");
}
