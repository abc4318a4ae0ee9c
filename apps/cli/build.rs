//! Puts the workbench into the program itself, where WAVETANK_SITE names the folder that
//! `scripts/build-web` built it into. Without it the program looks for the folder when it is asked.

use std::path::{Path, PathBuf};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=WAVETANK_SITE");
    let mut files = Vec::new();
    if let Some(site) = std::env::var_os("WAVETANK_SITE").filter(|site| !site.is_empty()) {
        let site = std::path::absolute(&site).expect("a path");
        assert!(
            site.join("engine.wasm").is_file(),
            "WAVETANK_SITE: {} is not the workbench; scripts/build-web builds it",
            site.display()
        );
        println!("cargo::rerun-if-changed={}", site.display());
        collect(&site, "", &mut files);
    }
    let entries = files.iter().map(|(name, path)| {
        let path = path.display().to_string();
        format!("({name:?}, include_bytes!({path:?}) as &[u8]),\n")
    });
    let list = format!("&[{}]", entries.collect::<String>());
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo says where"));
    std::fs::write(out.join("site.rs"), list).expect("a folder of cargo's");
}

/// Every file below a folder, by its name from there.
fn collect(folder: &Path, prefix: &str, files: &mut Vec<(String, PathBuf)>) {
    let entries = std::fs::read_dir(folder).expect("a folder that can be read");
    for entry in entries {
        let path = entry.expect("a folder that can be read").path();
        let own = path.file_name().expect("a name").to_string_lossy();
        let name = format!("{prefix}{own}");
        match path.is_dir() {
            true => collect(&path, &format!("{name}/"), files),
            false => files.push((name, path)),
        }
    }
    files.sort();
}
