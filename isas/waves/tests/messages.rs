//! `corpus/waves/fail`: programs that are wrong, and what is said about them.

use isa::{Options, assemble};
use source::{SourceFile, Span};
use std::fmt::Write as _;
use std::path::Path;

#[test]
fn messages() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/waves/fail");
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(&folder);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    for name in ["branches", "memory", "mnemonics", "operands"] {
        let path = folder.join(format!("{name}.waves"));
        let text = std::fs::read_to_string(path).expect("the corpus is there");
        settings.bind(|| insta::assert_snapshot!(name, report(name, &text)));
    }
}

/// Everything the assembler says about a program that it must refuse, after the line itself.
fn report(name: &str, text: &str) -> String {
    let file = SourceFile::new(name, text);
    let body = Span::new(0, text.len());
    let assembly = assemble(&file, body, &mut waves::dialect(), &Options::default());
    assert!(assembly.has_errors(), "{name} should not assemble");
    let mut out = String::new();
    for diagnostic in &assembly.diagnostics {
        let span = diagnostic.span().expect("a place");
        let line = file.line_of(span.start);
        let source = text.lines().nth(line as usize - 1).unwrap_or("");
        writeln!(out, "{line}: {source}").unwrap();
        writeln!(out, "    {} [{}]", diagnostic.message, diagnostic.code).unwrap();
        for label in &diagnostic.labels {
            writeln!(out, "    `{}`: {}", file.slice(label.span), label.text).unwrap();
        }
        for help in &diagnostic.help {
            writeln!(out, "    help: {help}").unwrap();
        }
    }
    out
}
