//! Kernels that are right: every example and every kernel of the corpus that runs, those that a compiler
//! made among them. No checker has anything to say about them.

use std::path::{Path, PathBuf};
use wavetank::{Settings, render};

/// Kernel files under a folder.
fn kernels(folder: &Path, to: &mut Vec<PathBuf>) {
    let known = ["rdna3", "rdna3.5", "rdna4", "wave", "waves", "flux", "tile"];
    for file in std::fs::read_dir(folder).expect("a folder of the repository") {
        let path = file.expect("a file").path();
        if path.is_dir() {
            kernels(&path, to);
        } else if path
            .extension()
            .is_some_and(|it| known.iter().any(|name| *name == it))
        {
            to.push(path);
        }
    }
}

#[test]
fn nothing_is_found_in_kernels_that_are_right() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    kernels(&root.join("examples"), &mut files);
    for isa in ["flux", "rdna", "tile", "wave", "waves"] {
        kernels(&root.join("corpus").join(isa).join("run"), &mut files);
    }
    files.sort();
    assert!(files.len() > 120, "{} kernels", files.len());
    let mut told = Vec::new();
    for path in &files {
        let checked = compile::open_plain(path, None).and_then(|input| {
            let found = wavetank::check(&input, &Settings::default())?;
            let all = found.diagnostics.iter();
            told.extend(all.map(|it| render::diagnostic(it, &found.file, false)));
            Ok(())
        });
        if let Err(error) = checked {
            told.push(format!(
                "{}: {}",
                path.display(),
                render::error(&error, false)
            ));
        }
    }
    assert!(told.is_empty(), "{}", told.join("\n"));
}
