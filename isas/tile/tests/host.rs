//! The host core against recorded runs of an emulator.

mod common;

use arch::{Arch, LaunchRequest};
use common::{EAGER, assemble};
use sim::Memory;
use tile::TileExtension;

/// A program without arguments; its output.
fn output(text: &str) -> Result<Vec<u8>, String> {
    let code = assemble(text);
    let request = LaunchRequest {
        args: &[],
        textures: &[],
        bindings: &[],
        keys: &[],
        launch: kernel::Launch::default(),
        wave: 1,
        kernel: None,
        extensions: &[],
    };
    let machine = match TileExtension.machine(&code, &request) {
        Some(Ok(machine)) => machine,
        Some(Err(diagnostic)) => return Err(diagnostic.message),
        None => return Err("the tile extension has a machine of its own".into()),
    };
    let report = machine
        .run(&Memory::new(0), &EAGER)
        .map_err(|fault| fault.trap.to_string())?;
    Ok(report.output)
}

/// Random programs leave the same registers and memory as on the emulator.
#[test]
fn random_programs_agree_with_the_recorded_runs() {
    let folder = format!("{}/../../corpus/tile/host", env!("CARGO_MANIFEST_DIR"));
    let mut wrong = Vec::new();
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("the corpus") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "s") {
            continue;
        }
        count += 1;
        let name = path
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let text = std::fs::read_to_string(&path).expect("a program");
        let expected: Vec<u8> = std::fs::read_to_string(path.with_extension("txt"))
            .expect("a record")
            .lines()
            .flat_map(|line| {
                (0..line.len() / 2)
                    .map(|at| u8::from_str_radix(&line[2 * at..2 * at + 2], 16).expect("hex"))
                    .collect::<Vec<_>>()
            })
            .collect();
        match output(&text) {
            Ok(bytes) if bytes == expected => {}
            Ok(bytes) => {
                let at = bytes.iter().zip(&expected).position(|(a, b)| a != b);
                let at = at.unwrap_or(bytes.len().min(expected.len()));
                let word = 8 * (at / 8);
                let show = |bytes: &[u8]| {
                    bytes
                        .get(word..word + 8)
                        .map(|b| u64::from_le_bytes(b.try_into().expect("eight")))
                };
                wrong.push(format!(
                    "{name}: double word {} is {:x?}, recorded {:x?}",
                    at / 8,
                    show(&bytes),
                    show(&expected)
                ));
            }
            Err(error) => wrong.push(format!("{name}: {error}")),
        }
    }
    assert!(count >= 20, "the corpus has {count} programs");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
