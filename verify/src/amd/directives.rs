//! What LLVM makes of directives, macros and conditions: whole snippets, as one object each.

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use amdgpu::Target;
use object::{Object, ObjectSection};

use super::compare::hex;
use super::llvm::PROGRAM;

/// Asks again about every snippet of a folder's files, each of which is for the target that its name
/// says. What snippets include lies beside them.
pub fn record(directory: &Path) -> Result<(), String> {
    for target in Target::ALL {
        let path = directory.join(format!("{target}.txt"));
        let Ok(text) = std::fs::read_to_string(&path) else {
            continue;
        };
        let mut recorded = String::new();
        for entry in text.split_terminator("\n\n") {
            let (snippet, _) = entry
                .rsplit_once("\n=> ")
                .ok_or("a snippet has no answer")?;
            let answer = code(snippet, target, directory)?;
            let answer = answer.map_or("error".to_string(), |bytes| hex(&bytes));
            let _ = write!(recorded, "{snippet}\n=> {answer}\n\n");
        }
        std::fs::write(&path, recorded).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}

/// The bytes of `.text`; nothing where the snippet is refused.
fn code(snippet: &str, target: Target, directory: &Path) -> Result<Option<Vec<u8>>, String> {
    let fail = |error: std::io::Error| format!("{PROGRAM}: {error}");
    let stem = std::env::temp_dir().join(format!("directives-{}", std::process::id()));
    let (source, output) = (stem.with_extension("s"), stem.with_extension("o"));
    std::fs::write(&source, format!("{snippet}\n")).map_err(fail)?;
    let mut command = Command::new(PROGRAM);
    command
        .args(["-triple=amdgcn-amd-amdhsa", "-filetype=obj"])
        .arg(format!("-mcpu={target}"))
        .args([&source, Path::new("-o"), &output])
        .current_dir(directory);
    let accepted = command.output().map_err(fail)?.status.success();
    let bytes = accepted.then(|| std::fs::read(&output)).transpose();
    for path in [source, output] {
        // An object that was refused is not there.
        let _ = std::fs::remove_file(path);
    }
    let Some(bytes) = bytes.map_err(fail)? else {
        return Ok(None);
    };
    let file = object::File::parse(&*bytes).map_err(|error| error.to_string())?;
    let text = file.section_by_name(".text").ok_or("no .text")?;
    let data = text.data().map_err(|error| error.to_string())?;
    Ok(Some(data.to_vec()))
}
