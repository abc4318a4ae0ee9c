//! Programs that are linked with the library ask for it by this name when they start.

fn main() {
    println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libamdhip64.so");
    println!("cargo::rerun-if-changed=build.rs");
}
