//! A profile for programs that read it.

use super::{Figures, Profile, ProfileRow};
use crate::render;
use serde_json::{Map, Value, json};
use sim::{InstCycles, Stall};

impl Profile {
    /// The whole profile as one object.
    pub fn to_json(&self) -> Value {
        let rows = match self.has_lines() {
            true => self.by_line(),
            false => self.by_instruction(),
        };
        let remarks = self.remarks(&rows).into_iter().map(|remark| {
            let row = &rows[remark.row];
            json!({
                "kind": remark.kind,
                "line": row.line,
                "address": row.address,
                "text": remark.text,
            })
        });
        let all =
            |rows: &[ProfileRow]| -> Vec<Value> { rows.iter().map(|row| self.row(row)).collect() };
        let mut object = json!({
            "schema": "wavetank.profile/1",
            "isa": self.isa,
            "file": self.source.name(),
            "lanes": self.lanes,
            "passed": self.report.passed(),
            "exit_code": self.report.exit_status(),
            "stats": self.report.stats_to_json(),
            "instructions": all(&self.by_instruction()),
            "remarks": remarks.collect::<Vec<_>>(),
            "cycles_left_out": self.cycles_left_out,
            "diagnostics": (self.report.diagnostics().iter())
                .map(|diagnostic| render::to_json(diagnostic, &self.report.file))
                .collect::<Vec<_>>(),
        });
        if self.has_lines() {
            object["lines"] = all(&rows).into();
        }
        if let Some(roofline) = &self.roofline {
            object["roofline"] = json!({
                "lane_operations": roofline.lane_operations,
                "bytes": roofline.bytes,
                "cycles": roofline.cycles,
                "peak_operations_per_cycle": roofline.peak_operations,
                "peak_bytes_per_cycle": roofline.peak_bytes,
                "intensity": roofline.intensity(),
                "achieved_operations_per_cycle": roofline.achieved(),
                "bound_operations_per_cycle": roofline.bound(),
            });
        }
        object
    }

    fn row(&self, row: &ProfileRow) -> Value {
        let mut object = Map::new();
        if let Some(address) = row.address {
            object.insert("address".into(), address.into());
        }
        object.insert("line".into(), row.line.into());
        object.insert("text".into(), row.text.clone().into());
        object.extend(figures(&row.figures));
        let waits = row.figures.waits_for.iter().map(|&(of, cycles)| {
            let of = &self.instructions[of];
            json!({ "address": of.address, "line": of.line, "text": of.text, "cycles": cycles })
        });
        if row.figures.cycles.is_some() {
            object.insert("waits_for".into(), waits.collect::<Vec<_>>().into());
        }
        Value::Object(object)
    }
}

fn figures(figures: &Figures) -> Map<String, Value> {
    let counts = &figures.counts;
    let mut object = Map::new();
    // Waves and workgroups begin at no instruction, and barriers open at none.
    let own = counts.entries().into_iter();
    let own = own.filter(|(name, _)| !matches!(*name, "barriers" | "waves" | "workgroups"));
    object.extend(own.map(|(name, value)| (name.to_string(), value.into())));
    object.insert("active_lanes".into(), counts.active_lanes.into());
    object.insert("lane_slots".into(), counts.lane_slots.into());
    if let Some(cycles) = &figures.cycles {
        object.insert("wave_cycles".into(), cycles.cycles().into());
        object.insert("bank_conflicts".into(), cycles.bank_conflicts.into());
        object.insert("stalls".into(), Value::Object(stalls(cycles)));
    }
    object
}

/// The causes that occurred.
fn stalls(cycles: &InstCycles) -> Map<String, Value> {
    let causes = Stall::EVERY.into_iter();
    let spent = causes.map(|cause| (cause.name().to_string(), cycles.stalls(cause)));
    let spent = spent.filter(|&(_, cycles)| cycles > 0);
    spent.map(|(name, cycles)| (name, cycles.into())).collect()
}
