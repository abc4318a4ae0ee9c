//! How the module is linked.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_FAMILY").as_deref() != Ok("wasm") {
        return;
    }
    // Names and line tables are three quarters of the file, and a page has no use for them. A kernel
    // may ask for as much memory as it likes: it gets a sentence, and the tab lives on.
    // Another module may put functions into the table.
    for arg in [
        "--strip-all",
        "--max-memory=1073741824",
        "--export-table",
        "--growable-table",
    ] {
        println!("cargo::rustc-link-arg-cdylib={arg}");
    }
}
