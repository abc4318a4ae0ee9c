//! How the module is linked.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_FAMILY").as_deref() == Ok("wasm") {
        // As the workbench is: another module may put functions into the table.
        for arg in ["--export-table", "--growable-table"] {
            println!("cargo::rustc-link-arg-cdylib={arg}");
        }
    }
}
