//! Directives, macros and conditions beside LLVM's: every snippet comes to the same bytes, or is
//! refused. `verify oracle` records the answers.

use std::collections::BTreeMap;
use std::path::Path;

use amdgpu::Target;
use arch::{Arch, AsmSource};
use source::SourceFile;

#[test]
fn snippets_come_out_as_llvm_has_them() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/rdna/directives");
    let archs = [
        &amdgpu::RDNA3,
        &amdgpu::RDNA35,
        &amdgpu::RDNA4,
        &amdgpu::CDNA3,
        &amdgpu::CDNA4,
    ];
    let entries = std::fs::read_dir(&directory).expect("the corpus").flatten();
    let files: BTreeMap<String, Vec<u8>> = entries
        .map(|entry| {
            let name = entry.file_name().display().to_string();
            (name, std::fs::read(entry.path()).expect("a file"))
        })
        .collect();
    let mut wrong = vec![];
    let mut count = 0;
    for (target, arch) in Target::ALL.into_iter().zip(archs) {
        let path = directory.join(format!("{target}.txt"));
        let Ok(text) = std::fs::read_to_string(path) else {
            continue;
        };
        for entry in text.split_terminator("\n\n") {
            let (snippet, expected) = entry.rsplit_once("\n=> ").expect("an answer");
            let file = SourceFile::new("snippet.s", snippet);
            let source = AsmSource {
                files: &files,
                ..AsmSource::whole(&file, target.default_wave().lanes())
            };
            let assembly = arch.assemble(&source).assembly;
            let found = match assembly.has_errors() {
                true => "error".to_string(),
                false => assembly
                    .text()
                    .iter()
                    .map(|it| format!("{it:02x}"))
                    .collect(),
            };
            if found != expected {
                let why = assembly.diagnostics.first().map(|it| it.message.clone());
                wrong.push(format!(
                    "{target}\n{snippet}\n=> {expected}\nfound {found} {why:?}\n"
                ));
            }
            count += 1;
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {count}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(count > 200, "{count}");
}
