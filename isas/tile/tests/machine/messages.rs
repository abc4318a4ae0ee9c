//! What the assembler says about wrong lines: each line of the corpus, what is wrong, and where.

use crate::common::corpus;
use isa::checks::assemble_text;
use tile::TileDialect;

#[test]
fn errors_say_what_and_where() {
    let mut actual = String::new();
    for line in corpus("fail/lines.txt")
        .lines()
        .filter(|line| !line.is_empty())
    {
        let text = line.split('\t').next().unwrap_or("");
        let assembly = assemble_text(text, &mut TileDialect);
        let Some(error) = assembly.diagnostics.first() else {
            panic!("`{text}` assembles");
        };
        let place = error
            .span()
            .map_or(String::new(), |span| text[span.range()].to_string());
        let help = error
            .help
            .iter()
            .find(|help| help.starts_with("did you mean"));
        let help = help.map_or(String::new(), |help| format!(" ({help})"));
        actual += &format!(
            "{text}\t{}: {} at `{place}`{help}\n",
            error.code, error.message
        );
    }
    if std::env::var_os("RECORD").is_some() {
        let path = format!(
            "{}/../../corpus/tile/fail/lines.txt",
            env!("CARGO_MANIFEST_DIR")
        );
        std::fs::write(path, &actual).expect("writable");
    }
    for (actual, expected) in actual.lines().zip(corpus("fail/lines.txt").lines()) {
        assert_eq!(actual, expected);
    }
}

#[test]
fn every_instruction_has_a_page_with_an_example() {
    use arch::Arch;
    let pages = tile::TileExtension.pages();
    assert!(pages.len() > 350, "{} pages", pages.len());
    let syntax = |name: &str| {
        pages
            .iter()
            .find(|page| page.mnemonic == name)
            .map(|page| page.syntax.as_str())
    };
    assert_eq!(
        syntax("tld"),
        Some("tld.global|.shared.u[.x2|.x4|.x8] td, offset(rs1)[, tm]")
    );
    assert_eq!(
        syntax("tmma.async"),
        Some("tmma.async.TYPE[.SIZE] td, ts1, (rs2)[, flags]")
    );
    assert_eq!(syntax("beqz"), Some("beqz rs1, target"));
    for page in &pages {
        assert!(!page.doc.is_empty(), "{} is not explained", page.mnemonic);
        assert!(!page.example.is_empty(), "{} has no example", page.mnemonic);
    }
}
