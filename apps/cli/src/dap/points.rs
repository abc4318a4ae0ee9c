//! Breakpoints of every kind, by the request that sets them.

use super::place::address;
use super::server::{Answer, Server};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io;
use wavetank::debug::{Breakpoint, Condition, WatchKind, WaveId, parse_expr};

/// Numbers of the points that the editor set.
#[derive(Default)]
pub(super) struct Points {
    /// With the file that each is in.
    lines: Vec<(u32, u32)>,
    functions: Vec<u32>,
    instructions: Vec<u32>,
    data: Vec<u32>,
    /// What is said instead of stopping.
    messages: HashMap<u32, String>,
}

impl Points {
    /// What a point says instead of stopping, if it is one of that kind.
    pub fn message(&self, id: u32) -> Option<String> {
        self.messages.get(&id).cloned()
    }

    /// What the protocol calls a stop at a point.
    pub fn kind(&self, id: u32) -> &'static str {
        match () {
            _ if self.instructions.contains(&id) => "instruction breakpoint",
            _ if self.functions.contains(&id) => "function breakpoint",
            _ => "breakpoint",
        }
    }
}

impl<W: io::Write> Server<'_, W> {
    /// New points take the place of all that were set by the same request before.
    fn replace(&mut self, old: Vec<u32>) {
        for id in old {
            // The user may have deleted it in the console.
            let _ = self.console.session_mut().delete(id);
            self.points.messages.remove(&id);
        }
    }

    /// Sets one breakpoint and describes it.
    fn add(
        &mut self,
        spec: &str,
        insts: Result<Vec<u32>, String>,
        wanted: &Value,
    ) -> (Option<u32>, Value) {
        let added = insts.and_then(|insts| {
            let first = insts.first().copied().ok_or("there is no instruction")?;
            let condition = condition(&wanted["condition"])?;
            let session = self.console.session_mut();
            if let Some(condition) = &condition {
                session.look(|scope| scope.check_names(&condition.expr))?;
            }
            let ignore = hit_count(&wanted["hitCondition"])?;
            let change = |point: &mut Breakpoint| {
                point.condition = condition;
                point.ignore = ignore;
            };
            let id = session.add_breakpoint(spec, insts, change)?;
            Ok((id, session.subject().insts[first as usize].clone()))
        });
        match added {
            Ok((id, inst)) => {
                if let Some(message) = wanted["logMessage"].as_str().filter(|m| !m.is_empty()) {
                    self.points.messages.insert(id, message.to_string());
                }
                let mut body = json!({
                    "id": id,
                    "verified": true,
                    "instructionReference": format!("{:#x}", inst.address),
                });
                if let Some(line) = inst.line {
                    body["line"] = self.client.line(line).into();
                    body["source"] = self.source(inst.file);
                }
                (Some(id), body)
            }
            Err(why) => (None, json!({ "verified": false, "message": why })),
        }
    }

    pub(super) fn set_breakpoints(&mut self, arguments: &Value) -> Answer {
        let file = self.source_of(&arguments["source"]);
        if let Ok(file) = file {
            let lines = std::mem::take(&mut self.points.lines);
            let (old, others) = lines.into_iter().partition(|(own, _)| *own == file);
            self.points.lines = others;
            let old: Vec<(u32, u32)> = old;
            self.replace(old.into_iter().map(|(_, id)| id).collect());
        }
        let mut answers = Vec::new();
        for wanted in list(arguments) {
            let line = self.client.own_line(&wanted["line"]).unwrap_or(0);
            let subject = self.session().subject();
            let insts = file.clone();
            let insts = insts.and_then(|file| subject.insts_of_line(file, line));
            let spec = match file {
                Ok(file) if file > 0 => format!("{}:{line}", subject.file_name(file)),
                _ => line.to_string(),
            };
            let (id, answer) = self.add(&spec, insts, wanted);
            self.points.lines.extend(file.clone().ok().zip(id));
            answers.push(answer);
        }
        Ok(json!({ "breakpoints": answers }))
    }

    pub(super) fn breakpoint_locations(&self, arguments: &Value) -> Answer {
        let file = self.source_of(&arguments["source"])?;
        let first = self.client.own_line(&arguments["line"]);
        let first = first.ok_or("`line` is missing")?;
        let last = self.client.own_line(&arguments["endLine"]).unwrap_or(first);
        let insts = self.session().subject().insts.iter();
        let lines = insts.filter(|inst| inst.file == file);
        let lines = lines.filter_map(|inst| inst.line);
        let mut lines: Vec<u32> = lines.filter(|l| (first..=last).contains(l)).collect();
        lines.sort_unstable();
        lines.dedup();
        let places = lines
            .iter()
            .map(|&line| json!({ "line": self.client.line(line) }));
        Ok(json!({ "breakpoints": places.collect::<Vec<_>>() }))
    }

    pub(super) fn set_function_breakpoints(&mut self, arguments: &Value) -> Answer {
        let old = std::mem::take(&mut self.points.functions);
        self.replace(old);
        let mut answers = Vec::new();
        for wanted in list(arguments) {
            let name = wanted["name"].as_str().unwrap_or("").to_string();
            let insts = self.session().locate_function(&name);
            let (id, answer) = self.add(&name, insts, wanted);
            self.points.functions.extend(id);
            answers.push(answer);
        }
        Ok(json!({ "breakpoints": answers }))
    }

    pub(super) fn set_instruction_breakpoints(&mut self, arguments: &Value) -> Answer {
        let old = std::mem::take(&mut self.points.instructions);
        self.replace(old);
        let mut answers = Vec::new();
        for wanted in list(arguments) {
            let reference = wanted["instructionReference"].as_str().unwrap_or("");
            let offset = wanted["offset"].as_i64().unwrap_or(0);
            let address = address(reference).map(|at| at.wrapping_add_signed(offset));
            let insts = address.and_then(|at| {
                let inst = self.session().subject().inst_at(at);
                let inst = inst.ok_or_else(|| format!("no instruction begins at {at:#x}"));
                inst.map(|inst| vec![inst as u32])
            });
            let (id, answer) = self.add(&format!("*{reference}"), insts, wanted);
            self.points.instructions.extend(id);
            answers.push(answer);
        }
        Ok(json!({ "breakpoints": answers }))
    }

    pub(super) fn data_breakpoint_info(&mut self, arguments: &Value) -> Answer {
        let name = arguments["name"].as_str().unwrap_or("");
        let place = match arguments["variablesReference"].as_u64() {
            Some(_) => self.variables.place(arguments),
            None => match self.session().selected_wave() {
                Some(wave) => Ok(((wave, 0), name.to_string())),
                None => Err("nothing runs".to_string()),
            },
        };
        let thing = place.and_then(|((wave, frame), place)| {
            let expr = parse_expr(&place).map_err(|error| error.to_string())?;
            let session = self.session();
            let thing = session.look_from_frame(wave, frame, |scope| scope.thing(&expr))?;
            Ok((wave, place, thing.ok_or("not a place")?))
        });
        Ok(match thing {
            Err(why) => json!({ "dataId": null, "description": why }),
            Ok((wave, place, thing)) => {
                let kinds = match self.session().can_watch_reads(&thing) {
                    true => json!(["write", "read", "readWrite"]),
                    false => json!(["write"]),
                };
                let [x, y, z] = wave.group;
                json!({
                    "dataId": format!("{x} {y} {z} {} {place}", wave.wave),
                    "description": place,
                    "accessTypes": kinds,
                })
            }
        })
    }

    pub(super) fn set_data_breakpoints(&mut self, arguments: &Value) -> Answer {
        let old = std::mem::take(&mut self.points.data);
        self.replace(old);
        let mut answers = Vec::new();
        for wanted in list(arguments) {
            let answer = match self.add_data(wanted) {
                Ok(id) => {
                    self.points.data.push(id);
                    json!({ "id": id, "verified": true })
                }
                Err(why) => json!({ "verified": false, "message": why }),
            };
            answers.push(answer);
        }
        Ok(json!({ "breakpoints": answers }))
    }

    fn add_data(&mut self, wanted: &Value) -> Result<u32, String> {
        let id = wanted["dataId"].as_str().unwrap_or("");
        let mut words = id.splitn(5, ' ');
        let mut number = || -> Option<u32> { words.next()?.parse().ok() };
        let numbers = (number(), number(), number(), number());
        let (Some(x), Some(y), Some(z), Some(number)) = numbers else {
            return Err("no such place".into());
        };
        let place = words.next().ok_or("no such place")?;
        let wave = WaveId {
            group: [x, y, z],
            wave: number,
        };
        let kind = match wanted["accessType"].as_str() {
            Some("read") => WatchKind::Read,
            Some("readWrite") => WatchKind::Access,
            _ => WatchKind::Change,
        };
        let expr = parse_expr(place).map_err(|error| error.to_string())?;
        let condition = condition(&wanted["condition"])?;
        let ignore = hit_count(&wanted["hitCondition"])?;
        self.console.select(wave)?;
        let session = self.console.session_mut();
        let thing = session.look(|scope| scope.thing(&expr))?;
        let id = session.add_watchpoint(place, thing.ok_or("not a place")?, kind)?;
        session.change_watchpoint(id, |point| {
            point.condition = condition;
            point.ignore = ignore;
        });
        Ok(id)
    }
}

fn list(arguments: &Value) -> &[Value] {
    arguments["breakpoints"].as_array().map_or(&[], |list| list)
}

fn condition(text: &Value) -> Result<Option<Condition>, String> {
    match text.as_str().map(str::trim).filter(|text| !text.is_empty()) {
        None => Ok(None),
        Some(text) => Ok(Some(Condition {
            text: text.into(),
            expr: parse_expr(text).map_err(|error| error.to_string())?,
        })),
    }
}

/// `5` stops at the fifth time.
fn hit_count(text: &Value) -> Result<u64, String> {
    let text = text.as_str().map(str::trim).filter(|text| !text.is_empty());
    let Some(text) = text else {
        return Ok(0);
    };
    let count: Option<u64> = text.parse().ok().filter(|count| *count > 0);
    count
        .map(|count| count - 1)
        .ok_or_else(|| format!("expected how many hits it takes, found `{text}`"))
}
