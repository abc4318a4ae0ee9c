//! What a run produced.

use crate::render;
use kernel::{Array, Mismatch, Style};
use serde_json::{Map, Value, json};
use sim::Stats;
use source::{Diagnostic, SourceFile, Span};

#[derive(Clone, Debug)]
pub struct Report {
    pub file: SourceFile,
    /// Every argument whose name begins with `out_`.
    pub outputs: Vec<(String, Array)>,
    pub expectations: Vec<Expectation>,
    pub stats: Stats,
    pub warnings: Vec<Diagnostic>,
}

/// An `expect` line and whether it holds.
#[derive(Clone, Debug)]
pub struct Expectation {
    pub name: String,
    pub span: Span,
    pub mismatch: Option<Mismatch>,
}

impl Report {
    /// Every expectation holds.
    pub fn passed(&self) -> bool {
        self.expectations
            .iter()
            .all(|expectation| expectation.mismatch.is_none())
    }

    /// Warnings and failed expectations.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let failed = self.expectations.iter().filter_map(|expectation| {
            let mismatch = expectation.mismatch.as_ref()?;
            let message = format!("{} is not as expected", expectation.name);
            Some(
                Diagnostic::error("expectation", message)
                    .label(expectation.span, mismatch.to_string()),
            )
        });
        self.warnings.iter().cloned().chain(failed).collect()
    }

    /// The outputs as text, one array after the other.
    pub fn to_text(&self, style: Style) -> String {
        self.outputs
            .iter()
            .map(|(name, array)| kernel::to_text(name, array, style))
            .collect()
    }

    /// The whole report as one object.
    pub fn to_json(&self) -> Value {
        let arrays: Map<String, Value> = (self.outputs.iter())
            .map(|(name, array)| (name.clone(), kernel::to_json(array)))
            .collect();
        let diagnostics: Vec<Value> = self
            .diagnostics()
            .iter()
            .map(|d| render::to_json(d, &self.file))
            .collect();
        json!({
            "schema": "wavetank.run/1",
            "arrays": arrays,
            "passed": self.passed(),
            "stats": stats_to_json(&self.stats),
            "diagnostics": diagnostics,
        })
    }
}

fn stats_to_json(stats: &Stats) -> Value {
    let mut object = Map::new();
    for (name, value) in stats.entries() {
        object.insert(name.into(), value.into());
    }
    object.insert("lane_utilisation".into(), stats.lane_utilisation().into());
    Value::Object(object)
}
