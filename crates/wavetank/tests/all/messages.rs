//! `corpus/*/fail`: programs that are wrong, and what people read about them.

use std::path::{Path, PathBuf};

use arch::AsmSource;
use source::SourceFile;
use wavetank::{arch, render};

#[test]
fn messages() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let mut isas = 0;
    for folder in files(&corpus).into_iter().map(|isa| isa.join("fail")) {
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(&folder);
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        let wrong = files(&folder).into_iter().filter_map(|path| {
            let extension = path.extension()?.to_str()?;
            Some((arch(extension)?, path))
        });
        let mut count = 0;
        for (arch, path) in wrong {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            let text = std::fs::read_to_string(&path).unwrap();
            settings.bind(|| insta::assert_snapshot!(name.as_str(), report(arch, &path, &text)));
            count += 1;
        }
        isas += u32::from(count > 0);
    }
    assert!(
        isas >= 4,
        "only {isas} instruction sets have wrong programs"
    );
}

/// What is in a folder, sorted; nothing if there is no such folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

/// Everything the assembler says about a program that it must refuse.
fn report(arch: &dyn wavetank::Arch, path: &Path, text: &str) -> String {
    let name = path.file_name().unwrap().to_string_lossy();
    let file = SourceFile::new(name.as_ref(), text);
    let source = AsmSource::whole(&file, 32);
    let assembly = arch.assemble(&source).assembly;
    assert!(assembly.has_errors(), "{name} should not assemble");
    let shown = assembly.diagnostics.iter();
    let shown: Vec<_> = shown.map(|d| render::diagnostic(d, &file, false)).collect();
    shown.join("\n\n")
}
