//! What a run produced.

use crate::trace::Trace;
use crate::{Printed, render};
use kernel::{Array, Mismatch, Style};
use serde_json::{Map, Value, json};
use sim::{Cycles, Stats};
use source::{Diagnostic, SourceFile, Span};

#[derive(Clone, Debug)]
pub struct Report {
    pub file: SourceFile,
    /// Every argument whose name begins with `out_`.
    pub outputs: Vec<(String, Array)>,
    pub expectations: Vec<Expectation>,
    pub stats: Stats,
    /// Instructions by family, if that was asked for.
    pub families: Vec<(&'static str, u64)>,
    /// What the kernel printed, in order.
    pub prints: Vec<Printed>,
    /// What a timed run counted besides.
    pub cycles: Option<Cycles>,
    /// When it happened, if that was asked for.
    pub trace: Option<Trace>,
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
    /// Nothing was run and nothing came of it.
    pub(crate) fn empty() -> Report {
        Report {
            file: SourceFile::new("", ""),
            outputs: Vec::new(),
            expectations: Vec::new(),
            stats: Stats::default(),
            cycles: None,
            trace: None,
            families: Vec::new(),
            prints: Vec::new(),
            warnings: Vec::new(),
        }
    }

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

    /// What was printed and the outputs as text, one after the other.
    pub fn to_text(&self, style: Style) -> String {
        let prints = self.prints.iter().map(|print| print.to_text() + "\n");
        let outputs = self
            .outputs
            .iter()
            .map(|(name, array)| kernel::to_text(name, array, style));
        prints.chain(outputs).collect()
    }

    fn stats_to_json(&self) -> Value {
        let mut stats = stats_to_json(&self.stats, self.cycles.as_ref());
        if !self.families.is_empty() {
            let families = self.families.iter();
            let families = families.map(|&(name, count)| (name.to_string(), count.into()));
            stats.insert("families".into(), Value::Object(families.collect()));
        }
        Value::Object(stats)
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
            "prints": self.prints.iter().map(Printed::to_json).collect::<Vec<_>>(),
            "stats": self.stats_to_json(),
            "diagnostics": diagnostics,
        })
    }
}

fn stats_to_json(stats: &Stats, cycles: Option<&Cycles>) -> Map<String, Value> {
    let mut object = Map::new();
    for (name, value) in stats.entries() {
        object.insert(name.into(), value.into());
    }
    object.insert("lane_utilisation".into(), stats.lane_utilisation().into());
    if let Some(cycles) = cycles {
        for (name, value) in cycles.entries() {
            object.insert(name, value.into());
        }
        object.insert("cus".into(), cycles.units.into());
        object.insert("cu_utilisation".into(), cycles.utilisation().into());
        let busy: Vec<f64> = cycles.occupancy.units().collect();
        object.insert(
            "occupancy".into(),
            json!({ "cycles_per_part": cycles.occupancy.width(), "busy_cus": busy }),
        );
    }
    object
}
