//! Which token a thread trace has for an instruction of the lanes or of the scalar unit, as captures of nearly all
//! of them tell. `corpus/rdna/rgp/tokens.tsv` is what this prints.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Prints a line for every instruction of a chip: chip, mnemonic, and the token's number or `vector` for the usual
/// one of the lanes.
pub fn print(folder: &Path) -> Result<(), String> {
    let fail = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut tokens = BTreeMap::new();
    for entry in fs::read_dir(folder).map_err(fail)? {
        let path = entry.map_err(fail)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        // Captures of instructions in a row, one of each kind.
        let Some((chip, rest)) = name.split_once("-ops-") else {
            continue;
        };
        if !rest.ends_with(".tsv") || rest.ends_with(".launch.tsv") {
            continue;
        }
        for line in fs::read_to_string(&path).map_err(fail)?.lines() {
            let mut columns = line.split('\t').skip(8);
            let (mnemonic, _time) = (columns.next(), columns.next());
            let (kind, operation) = (columns.next(), columns.next());
            let (Some(mnemonic), Some("issue"), Some(operation)) = (mnemonic, kind, operation)
            else {
                continue;
            };
            if let Some(token) = token(operation).filter(|_| !mnemonic.starts_with('.')) {
                let plain = mnemonic.trim_end_matches("_e32").trim_end_matches("_e64");
                tokens.insert((chip.to_string(), plain.to_string()), token.to_string());
            }
        }
    }
    if tokens.is_empty() {
        return Err(format!(
            "no captures of single instructions in {}",
            folder.display()
        ));
    }
    for ((chip, mnemonic), token) in &tokens {
        println!("{chip}\t{mnemonic}\t{token}");
    }
    Ok(())
}

/// Of an operation's name in a capture, if it is one of the lanes or of the scalar unit: those of accesses depend on
/// registers too.
fn token(operation: &str) -> Option<&str> {
    let (unit, number) = operation.split_once('/').unwrap_or((operation, "vector"));
    let unit = unit.split(['.', '-']).next()?;
    ["valu", "salu", "trans", "matrix", "vinterp"]
        .contains(&unit)
        .then_some(number)
}
