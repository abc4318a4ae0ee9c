//! Running, checking, counting and disassembling whole kernels.

use crate::diagnostics::{of_error, to_json};
use crate::{Reply, Request, Workbench};
use serde_json::{Value, json};
use wavetank::{DisStyle, Error, Input, Report, Style, find_arch};

/// Bytes of code that are written as text.
const MAX_CODE: usize = 8 << 20;

impl Workbench {
    /// Runs to the end. The arrays stand behind the answer, as files for NumPy; with `json` the answer is what the
    /// command line prints with `--json`.
    pub(crate) fn run(&mut self, request: &Request<'_>) -> Result<Reply, String> {
        let name = request.text("name")?;
        let report = (self.input(request))
            .and_then(|input| wavetank::run(&input, &request.settings()?))
            .map_err(|error| of_error(&error, name));
        Ok(match report {
            Err(error) => error.into(),
            Ok(report) if request.flag("json") => report.to_json().into(),
            Ok(report) => reported(&report, name),
        })
    }

    /// Runs with every checker on.
    pub(crate) fn check(&mut self, request: &Request<'_>) -> Result<Value, String> {
        let name = request.text("name")?;
        let found = (self.input(request))
            .and_then(|input| wavetank::check(&input, &request.settings()?))
            .map_err(|error| of_error(&error, name));
        Ok(match found {
            Err(error) => error,
            Ok(found) => {
                let all = found.diagnostics.iter();
                let all = all.map(|it| to_json(it, &found.file, name));
                json!({
                    "diagnostics": all.collect::<Vec<_>>(),
                    "checked": found.checked.to_text(),
                    "intended_races": found.intended_races,
                })
            }
        })
    }

    /// What every line costs, as `wavetank profile --json` has it.
    pub(crate) fn profile(&mut self, request: &Request<'_>) -> Result<Value, String> {
        let name = request.text("name")?;
        let profile = (self.input(request))
            .and_then(|input| wavetank::profile(&input, &request.settings()?))
            .map_err(|error| of_error(&error, name));
        Ok(match profile {
            Err(error) => error,
            Ok(profile) => {
                let report = &profile.report;
                let found = report.diagnostics();
                let found = found.iter().map(|it| to_json(it, &report.file, name));
                let mut json = profile.to_json();
                json["diagnostics"] = found.collect::<Vec<_>>().into();
                json
            }
        })
    }

    /// A binary as text: an ELF file, or raw code with its instruction set.
    pub(crate) fn disassemble(&self, request: &Request<'_>) -> Result<Value, String> {
        let name = request.text("name")?;
        if request.bytes.len() > MAX_CODE {
            return Err(format!("{name} is longer than {} MB", MAX_CODE >> 20));
        }
        let isa = request.json.get("isa").and_then(Value::as_str);
        let (arch, code, extensions) = match isa {
            Some(isa) if !request.bytes.starts_with(b"\x7fELF") => {
                let code = wavetank::Code {
                    bytes: request.bytes.to_vec(),
                    ..Default::default()
                };
                (find_arch(isa)?, code, Vec::new())
            }
            _ => {
                let opened = Input::new(name, request.bytes.to_vec(), self.files.clone(), isa);
                let input = match opened {
                    Ok(input) => input,
                    Err(error @ Error::Plain(_)) => return Err(error.to_string()),
                    Err(error) => return Ok(of_error(&error, name)),
                };
                let code = input.code.ok_or("this is text, not a binary")?;
                (input.arch, code, input.extensions)
            }
        };
        let style = DisStyle {
            wave: arch.schema().default_wave,
            extensions,
        };
        let lines = arch.listing(&code, &style);
        let lines = lines.iter().map(|line| {
            let start = line.address.saturating_sub(code.base) as usize;
            let end = start + line.len.min(16);
            let bytes = code.bytes.get(start..end).unwrap_or_default();
            let bytes: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            json!([
                line.address,
                line.label,
                line.text,
                bytes,
                line.illegal.is_some()
            ])
        });
        Ok(json!({ "isa": arch.name(), "lines": lines.collect::<Vec<_>>() }))
    }
}

/// What a run produced, with its arrays one after the other, as files for NumPy.
fn reported(report: &Report, name: &str) -> Reply {
    let mut bytes = Vec::new();
    let outputs = report.outputs.iter().map(|(name, array)| {
        let from = bytes.len();
        bytes.extend(wavetank::npy_bytes(array));
        json!({
            "name": name,
            "type": array.ty.name(),
            "shape": array.shape.to_string(),
            "count": array.len(),
            "from": from,
            "bytes": bytes.len() - from,
        })
    });
    let outputs: Vec<Value> = outputs.collect();
    let found = report.diagnostics();
    let found = found.iter().map(|it| to_json(it, &report.file, name));
    let json = json!({
        "passed": report.passed(),
        "expected": report.expectations.len(),
        "text": report.to_text(Style::Within(100)),
        "outputs": outputs,
        "stats": report.stats_to_json(),
        "diagnostics": found.collect::<Vec<_>>(),
    });
    Reply { json, bytes }
}
