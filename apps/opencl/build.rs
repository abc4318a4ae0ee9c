//! The crate with OpenCL's types asks for the loader's library to be linked. A driver is loaded by
//! that library and must not need it, so an archive with nothing in it stands in.

use std::path::Path;

fn main() {
    let out = std::env::var_os("OUT_DIR").expect("cargo sets it");
    let archive = Path::new(&out).join("libOpenCL.a");
    std::fs::write(&archive, b"!<arch>\n").expect("the folder for output can be written");
    println!(
        "cargo::rustc-link-search=native={}",
        Path::new(&out).display()
    );
    println!("cargo::rerun-if-changed=build.rs");
}
