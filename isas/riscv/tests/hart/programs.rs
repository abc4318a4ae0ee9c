//! Random programs against recorded runs of an emulator.

use crate::machine::output;

/// Random programs leave the same registers and memory as on the emulator.
#[test]
fn random_programs_agree_with_the_recorded_runs() {
    let folder = format!("{}/../../corpus/riscv/run", env!("CARGO_MANIFEST_DIR"));
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
