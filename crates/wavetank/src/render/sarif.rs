//! SARIF 2.1.0, the format in which code hosting sites take findings.

use crate::{Error, Findings};
use serde_json::{Map, Value, json};
use source::{Diagnostic, Severity, SourceFile, Span};
use std::collections::BTreeSet;

/// What was found in files, or what is wrong with them, as one log. `command` is what looked.
pub fn sarif(command: &str, looked: &[(String, Result<Findings, Error>)]) -> Value {
    let mut results = Vec::new();
    for (name, result) in looked {
        match result {
            Ok(findings) => {
                let of = findings.diagnostics.iter().map(|it| (it, &findings.file));
                results.extend(of.map(|(it, file)| diagnostic(it, file, name)));
            }
            Err(error) => results.extend(of_error(error, name)),
        }
    }
    let ids = results
        .iter()
        .filter_map(|result| result["ruleId"].as_str());
    let ids: BTreeSet<String> = ids.map(str::to_string).collect();
    for result in &mut results {
        let index = ids
            .iter()
            .position(|id| Some(id.as_str()) == result["ruleId"].as_str());
        result["ruleIndex"] = index.into();
    }
    let rules = ids
        .iter()
        .map(|id| json!({ "id": id, "shortDescription": { "text": id.replace('-', " ") } }));
    let failed = looked.iter().any(|(_, result)| result.is_err());
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "wavetank",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules.collect::<Vec<_>>(),
            } },
            "invocations": [{
                "commandLine": format!("wavetank {command}"),
                "executionSuccessful": !failed,
            }],
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

fn of_error(error: &Error, name: &str) -> Vec<Value> {
    match error {
        Error::Stopped { error, .. } => of_error(error, name),
        Error::Plain(message) | Error::Placeless { message, .. } => vec![json!({
            "ruleId": "error",
            "level": "error",
            "message": { "text": message },
            "locations": [{ "physicalLocation": { "artifactLocation": { "uri": uri(name) } } }],
        })],
        Error::Diagnostics {
            file, diagnostics, ..
        } => (diagnostics.iter())
            .map(|it| diagnostic(it, file, name))
            .collect(),
    }
}

fn diagnostic(diagnostic: &Diagnostic, file: &SourceFile, name: &str) -> Value {
    let level = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    let text = std::iter::once(&diagnostic.message).chain(&diagnostic.help);
    let text: Vec<&str> = text.map(String::as_str).collect();
    let pc = diagnostic.facts().iter().find(|(fact, _)| *fact == "pc");
    let first = match (diagnostic.labels.first(), pc) {
        (Some(label), _) => place(file, label.span),
        (None, Some((_, pc))) => json!({
            "artifactLocation": { "uri": uri(name) },
            "address": { "absoluteAddress": pc },
        }),
        (None, None) => json!({ "artifactLocation": { "uri": uri(name) } }),
    };
    let related = diagnostic.labels.iter().enumerate().skip(1);
    let related = related.map(|(i, label)| {
        json!({
            "id": i,
            "message": { "text": label.text },
            "physicalLocation": place(file, label.span),
        })
    });
    let mut object = json!({
        "ruleId": diagnostic.code,
        "level": level,
        "message": { "text": text.join("\n") },
        "locations": [{ "physicalLocation": first }],
    });
    let related: Vec<Value> = related.collect();
    if !related.is_empty() {
        object["relatedLocations"] = related.into();
    }
    let facts = diagnostic.facts().iter();
    let facts: Map<String, Value> = facts.map(|(k, v)| (k.to_string(), (*v).into())).collect();
    if !facts.is_empty() {
        object["properties"] = facts.into();
    }
    object
}

fn place(file: &SourceFile, span: Span) -> Value {
    let (start, end) = (file.place(span.start), file.place(span.end.max(span.start)));
    json!({
        "artifactLocation": { "uri": uri(file.name()) },
        "region": {
            "startLine": start.line.max(1),
            "startColumn": start.column.max(1),
            "endLine": end.line.max(1),
            "endColumn": end.column.max(1),
        },
    })
}

/// A path as a reference: what may not stand in one is written in hexadecimal.
fn uri(path: &str) -> String {
    let mut text = String::new();
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                text.push(byte.into());
            }
            _ => text += &format!("%{byte:02X}"),
        }
    }
    text
}
