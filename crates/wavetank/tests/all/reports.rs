//! Reports that other programs read: SARIF and JUnit.

use crate::root;
use serde_json::Value;
use wavetank::{Error, Findings, Input, Settings, SourceFile, check, lint, render};

/// Something found in a source and in a binary, something wrong with an input, and something in order.
fn looked() -> Vec<(String, Result<Findings, Error>)> {
    let settings = Settings::default();
    let file = |name: &str| {
        let input = compile::open_plain(&root().join(name), None);
        (
            name.to_string(),
            input.and_then(|input| lint(&input, &settings, true)),
        )
    };
    let text = |name: &str, text: &str| {
        let input = Input::from_text(SourceFile::new(name, text), Some("flux"));
        (
            name.to_string(),
            input.and_then(|input| check(&input, &settings)),
        )
    };
    vec![
        file("corpus/check/lint/rcp-use.wrong.rdna3"),
        file("corpus/rdna/run/programs/numbers.o"),
        file("no such <file>.rdna3"),
        text("a & b.flux", "---\n---\nADDQ R1, R2\n"),
        text("trap.flux", "---\n---\nLOAD R1, 0(R0)\nHALT\n"),
        text("right.flux", "---\n---\nHALT\n"),
    ]
}

fn texts<'a>(value: &'a Value, path: &str) -> Vec<&'a str> {
    value
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|it| it.pointer(path)?.as_str())
        .collect()
}

/// What the schema of SARIF 2.1.0 requires of the parts that are written.
#[test]
fn sarif_is_as_its_schema_wants_it() {
    let log = render::sarif("check", &looked());
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    let driver = &run["tool"]["driver"];
    assert_eq!(driver["name"], "wavetank");
    let rules = texts(&driver["rules"], "/id");
    let mut unique = rules.clone();
    unique.dedup();
    assert_eq!(rules, unique, "each rule is there once");
    assert_eq!(run["invocations"][0]["executionSuccessful"], false);
    let results = run["results"].as_array().expect("results");
    assert!(results.len() >= 5, "{results:#?}");
    let mut addresses = 0;
    for result in results {
        assert!(
            result["message"]["text"]
                .as_str()
                .is_some_and(|it| !it.is_empty())
        );
        assert!(
            ["none", "note", "warning", "error"].contains(&result["level"].as_str().unwrap_or(""))
        );
        let rule = result["ruleIndex"].as_u64().expect("the index of its rule") as usize;
        assert_eq!(Some(rules[rule]), result["ruleId"].as_str());
        let related = result["relatedLocations"].as_array();
        let locations = result["locations"].as_array().expect("a place");
        for location in locations.iter().chain(related.into_iter().flatten()) {
            let place = &location["physicalLocation"];
            let uri = place["artifactLocation"]["uri"].as_str().expect("a file");
            assert!(!uri.contains([' ', '<', '>', '&']), "{uri}");
            if let Some(region) = place["region"].as_object() {
                let number = |key: &str| region[key].as_u64().expect("a number from 1 on");
                assert!(number("startLine") >= 1 && number("startColumn") >= 1);
                assert!(
                    (number("startLine"), number("startColumn"))
                        <= (number("endLine"), number("endColumn"))
                );
            }
            addresses += u32::from(place["address"]["absoluteAddress"].is_u64());
        }
    }
    assert!(addresses > 0, "findings in binaries have their address");
}

#[test]
fn junit_has_a_case_for_every_file_and_checker() {
    let looked = looked();
    let text = render::junit("wavetank check", &render::cases(&looked));
    assert!(text.starts_with("<?xml version=\"1.0\""));
    let count = |what: &str| text.matches(what).count();
    assert_eq!(
        count("<testcase "),
        count("</testcase>") + count("\"/>\n"),
        "{text}"
    );
    assert!(
        count("<failure ") >= 1 && count("<error ") >= 3 && count("<skipped ") >= 1,
        "{text}"
    );
    assert!(text.contains("no such &lt;file&gt;.rdna3"), "{text}");
    assert!(text.contains("a &amp; b.flux"), "{text}");
    for (name, result) in &looked {
        if let Ok(findings) = result {
            let checked = &findings.checked;
            let all = checked.ran.len() + checked.idle.len() + checked.skipped.len();
            assert!(all > 0, "{name} was looked at");
        }
    }
}
