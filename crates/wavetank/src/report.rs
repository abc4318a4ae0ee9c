//! What a run produced.

use crate::trace::Trace;
use crate::{Failure, Ledger, Printed, render};
use kernel::{Array, Mismatch, Style};
use serde_json::{Map, Value, json};
use sim::{Cycles, Stats};
use source::{Diagnostic, SourceFile, Span};
use std::io::{self, Write};

/// What came of a run.
#[derive(Clone, Debug)]
pub struct Report {
    /// What spans refer to.
    pub file: SourceFile,
    /// Every argument whose name begins with `out_`.
    pub outputs: Vec<(String, Array)>,
    /// Arguments that are not shown, as their names do not begin so.
    pub hidden: Vec<String>,
    /// In the order of the header.
    pub expectations: Vec<Expectation>,
    /// What was counted.
    pub stats: Stats,
    /// Instructions by family, if that was asked for.
    pub families: Vec<(&'static str, u64)>,
    /// Which of them are exact, if that was asked for.
    pub fidelity: Option<Ledger>,
    /// All of them have to be.
    pub require_exact: bool,
    /// What the kernel printed, in order.
    pub prints: Vec<Printed>,
    /// What a timed run counted besides.
    pub cycles: Option<Cycles>,
    /// When it happened, if that was asked for.
    pub trace: Option<Trace>,
    /// The same as Radeon GPU Profiler reads it, if that was asked for.
    pub rgp: Option<Vec<u8>>,
    /// What the program itself wrote, where it can.
    pub text: Vec<u8>,
    /// With what the program ended; zero is success.
    pub exit_code: i64,
    /// What was odd about the input, though it ran.
    pub warnings: Vec<Diagnostic>,
}

/// An `expect` line and whether it holds.
#[derive(Clone, Debug)]
pub struct Expectation {
    /// The array.
    pub name: String,
    /// The line in the header.
    pub span: Span,
    /// How it does not hold, where it does not.
    pub mismatch: Option<Mismatch>,
}

impl Report {
    /// Nothing was run and nothing came of it.
    pub(crate) fn empty() -> Report {
        Report {
            file: SourceFile::new("", ""),
            outputs: Vec::new(),
            hidden: Vec::new(),
            expectations: Vec::new(),
            stats: Stats::default(),
            cycles: None,
            trace: None,
            rgp: None,
            families: Vec::new(),
            fidelity: None,
            require_exact: false,
            prints: Vec::new(),
            warnings: Vec::new(),
            text: Vec::new(),
            exit_code: 0,
        }
    }

    /// Every expectation holds.
    pub fn passed(&self) -> bool {
        let holds = |expectation: &Expectation| expectation.mismatch.is_none();
        self.exit_code == 0 && self.expectations.iter().all(holds)
    }

    /// How a process that ran it ends. A program that ends itself says it, as it would on its own
    /// machine, where the system keeps the low byte; else the expectations do.
    pub fn exit_status(&self) -> u8 {
        match self.exit_code {
            0 => self.failure().map_or(0, Failure::exit_code),
            code => (code as u8).max(1),
        }
    }

    /// What is wrong with the run, as an exit code says it.
    pub fn failure(&self) -> Option<Failure> {
        match self.passed() {
            _ if !self.inexact().is_empty() => Some(Failure::Unmodelled),
            true => None,
            false => Some(Failure::Expectation),
        }
    }

    /// Instructions that are not exact, where they have to be.
    fn inexact(&self) -> Vec<Diagnostic> {
        let ledger = self.fidelity.as_ref().filter(|_| self.require_exact);
        ledger.map_or(Vec::new(), Ledger::diagnostics)
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
        let ended = (self.exit_code != 0).then(|| {
            let code = self.exit_code;
            Diagnostic::error("exit-code", format!("the program ended with {code}"))
        });
        (self.warnings.iter().cloned())
            .chain(failed)
            .chain(ended)
            .chain(self.inexact())
            .collect()
    }

    /// What the program wrote and printed, then the outputs, one array after the other.
    pub fn to_text(&self, style: Style) -> String {
        let written = String::from_utf8_lossy(&self.text).into_owned();
        let prints = self.prints.iter().map(|print| print.to_text() + "\n");
        let outputs = self
            .outputs
            .iter()
            .map(|(name, array)| kernel::to_text(name, array, style));
        std::iter::once(written)
            .chain(prints)
            .chain(outputs)
            .collect()
    }

    /// What was counted, by name.
    pub fn stats_to_json(&self) -> Value {
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
        self.around(arrays.into())
    }

    /// The same object as text. Arrays are written as they are, whatever their size.
    pub fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        const ARRAYS: &str = "\"arrays\":";
        let object = self.around(Value::Null).to_string();
        // The first of this name: what comes before is the name of the schema.
        let (before, after) = object
            .split_once(&format!("{ARRAYS}null"))
            .unwrap_or_default();
        write!(out, "{before}{ARRAYS}{{")?;
        for (i, (name, array)) in self.outputs.iter().enumerate() {
            let comma = if i > 0 { "," } else { "" };
            write!(out, "{comma}{}:", Value::from(name.as_str()))?;
            kernel::write_json(out, array)?;
        }
        write!(out, "}}{after}")
    }

    /// The object with its arrays in some form.
    fn around(&self, arrays: Value) -> Value {
        let diagnostics: Vec<Value> = self
            .diagnostics()
            .iter()
            .map(|d| render::to_json(d, &self.file))
            .collect();
        let mut object = json!({
            "schema": "wavetank.run/1",
            "arrays": arrays,
            "passed": self.passed(),
            "prints": self.prints.iter().map(Printed::to_json).collect::<Vec<_>>(),
            "text": String::from_utf8_lossy(&self.text),
            "exit_code": self.exit_status(),
            "program_exit_code": self.exit_code,
            "stats": self.stats_to_json(),
            "diagnostics": diagnostics,
        });
        if let Some(ledger) = &self.fidelity {
            object["fidelity"] = ledger.to_json(&self.file);
        }
        object
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
