//! `corpus/wave/fail`: programs that are wrong, and what is said about them.

use std::fmt::Write as _;
use std::path::Path;

use arch::{Arch, AsmSource};
use source::{SourceFile, Span};
use std::collections::BTreeMap;
use wave::Wave;

#[test]
fn messages() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/wave/fail");
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(&folder);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let mut count = 0;
    for entry in std::fs::read_dir(&folder).expect("the corpus is there") {
        let path = entry.expect("readable").path();
        if path
            .extension()
            .is_some_and(|extension| extension == "wave")
        {
            let name = path
                .file_stem()
                .expect("a file")
                .to_string_lossy()
                .into_owned();
            let text = std::fs::read_to_string(&path).expect("readable");
            settings.bind(|| insta::assert_snapshot!(name.as_str(), report(&name, &text)));
            count += 1;
        }
    }
    assert!(count >= 2);
}

/// Everything the assembler says about a program that it must refuse.
fn report(name: &str, text: &str) -> String {
    let file = SourceFile::new(name, text);
    let body = Span::new(0, text.len());
    let source = AsmSource {
        file: &file,
        body,
        constants: &BTreeMap::new(),
        wave: 32,
        extensions: &[],
    };
    let assembly = Wave.assemble(&source).assembly;
    assert!(assembly.has_errors(), "{name} should not assemble");
    let mut out = String::new();
    for diagnostic in &assembly.diagnostics {
        let place = |span: Span| {
            let place = file.place(span.start);
            format!("{}:{}", place.line, place.column)
        };
        let at = diagnostic.span().map_or("-".to_string(), place);
        writeln!(out, "{at}: {} [{}]", diagnostic.message, diagnostic.code).unwrap();
        for label in &diagnostic.labels {
            let (at, marked) = (place(label.span), file.slice(label.span));
            writeln!(out, "    {at} `{marked}`: {}", label.text).unwrap();
        }
        for help in &diagnostic.help {
            writeln!(out, "    help: {help}").unwrap();
        }
    }
    out
}
