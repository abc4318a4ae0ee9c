//! Requests about a kernel that is loaded, and the events that answer them.

use super::variables::Variables;
use super::wire::{Sender, base64};
use super::{Incoming, accept};
use serde_json::{Value, json};
use std::io;
use std::sync::atomic::Ordering;
use std::sync::mpsc::Receiver;
use wavetank::debug::{
    Breakpoint, Condition, Console, Reason, Session, Status, Stopped, WatchKind, WaveId, parse_expr,
};

/// A request is refused with a reason.
type Answer = Result<Value, String>;

pub struct Server<'s, W> {
    console: Console,
    sender: &'s mut Sender<W>,
    /// The kernel file.
    path: String,
    variables: Variables,
    /// Numbers of the points that the editor set, by the request that sets them.
    lines: Vec<u32>,
    functions: Vec<u32>,
    instructions: Vec<u32>,
    data: Vec<u32>,
    stop_on_entry: bool,
    stop_at_end: bool,
}

impl<'s, W: io::Write> Server<'s, W> {
    pub fn new(console: Console, sender: &'s mut Sender<W>, path: String) -> Self {
        Server {
            console,
            sender,
            path,
            variables: Variables::default(),
            lines: Vec::new(),
            functions: Vec::new(),
            instructions: Vec::new(),
            data: Vec::new(),
            stop_on_entry: false,
            stop_at_end: false,
        }
    }

    pub fn options(&mut self, arguments: &Value) {
        self.stop_on_entry = arguments["stopOnEntry"].as_bool().unwrap_or(false);
        self.stop_at_end = arguments["stopAtEnd"].as_bool().unwrap_or(false);
    }

    pub fn serve(&mut self, requests: &Receiver<Incoming>) -> io::Result<()> {
        for request in requests {
            let Some(request) = accept(request, self.sender)? else {
                continue;
            };
            let command = request["command"].as_str().unwrap_or("").to_string();
            if let Some(step) = motion(&command) {
                self.sender
                    .respond(&request, Ok(json!({ "allThreadsContinued": true })))?;
                self.go(&request["arguments"], step)?;
                continue;
            }
            let before = self.session().time();
            let answer = self.answer(&command, &request["arguments"]);
            self.sender.respond(&request, answer)?;
            match command.as_str() {
                "disconnect" => return Ok(()),
                "terminate" => self.sender.event("terminated", json!({}))?,
                "configurationDone" if self.stop_on_entry => {
                    self.tell_stopped("entry", json!({}))?
                }
                "configurationDone" => self.go(&json!({}), Session::resume)?,
                "restart" => self.tell_stopped("entry", json!({}))?,
                // Pausing a run that stands changes nothing, but the editor waits for word of it.
                "pause" => self.tell_stopped("pause", json!({}))?,
                "evaluate" if self.session().time() != before => {
                    self.tell_stopped("step", json!({}))?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn session(&self) -> &Session {
        self.console.session()
    }

    /// Moves the run and tells where it stopped.
    fn go(&mut self, arguments: &Value, step: Motion) -> io::Result<()> {
        self.variables.forget();
        if let Some(wave) = self.wave_of(&arguments["threadId"]) {
            // A thread that is gone by now cannot be stepped; the selected one is instead.
            let _ = self.console.session_mut().select(wave);
        }
        match step(self.console.session_mut()) {
            Ok(stopped) => self.tell(&stopped),
            Err(why) => {
                self.output(&format!("{why}\n"))?;
                self.tell_stopped("step", json!({ "text": why }))
            }
        }
    }

    fn tell(&mut self, stopped: &Stopped) -> io::Result<()> {
        let ended = |reason: &Reason| matches!(reason, Reason::End);
        if stopped.reasons.iter().any(ended) {
            self.output(&format!(
                "the kernel has ended after {} instructions\n",
                stopped.time
            ))?;
            if self.stop_at_end {
                // Back on the last instruction, where there still is something to look at.
                let _ = self.console.session_mut().step_back();
                return self.tell_stopped("pause", json!({ "description": "at the end" }));
            }
            self.sender.event("exited", json!({ "exitCode": 0 }))?;
            return self.sender.event("terminated", json!({}));
        }
        let mut body = json!({});
        let mut kind = "step";
        for reason in &stopped.reasons {
            match reason {
                Reason::Breakpoint(id) => {
                    kind = match self.instructions.contains(id) {
                        true => "instruction breakpoint",
                        false => "breakpoint",
                    };
                    body["hitBreakpointIds"] = json!([id]);
                }
                Reason::BadCondition { message, .. } => {
                    kind = "breakpoint";
                    body["text"] = message.as_str().into();
                }
                Reason::Watchpoint { id, text, .. } => {
                    kind = "data breakpoint";
                    body["hitBreakpointIds"] = json!([id]);
                    body["text"] = text.as_str().into();
                }
                Reason::Fault(fault) => {
                    kind = "exception";
                    body["description"] = fault.trap.code().into();
                    body["text"] = fault.to_string().into();
                    self.output(&format!("{fault}\n"))?;
                }
                Reason::Interrupt => kind = "pause",
                Reason::Start => body["description"] = "the start".into(),
                Reason::Waits(_) => body["description"] = "at a barrier".into(),
                Reason::WaveEnded(_) => body["description"] = "a wave has ended".into(),
                Reason::Step | Reason::End => {}
            }
        }
        self.tell_stopped(kind, body)
    }

    fn tell_stopped(&mut self, reason: &str, mut body: Value) -> io::Result<()> {
        self.variables.forget();
        body["reason"] = reason.into();
        body["threadId"] = self.thread_number().into();
        body["allThreadsStopped"] = true.into();
        self.sender.event("stopped", body)
    }

    fn output(&mut self, text: &str) -> io::Result<()> {
        let body = json!({ "category": "console", "output": text });
        self.sender.event("output", body)
    }

    fn answer(&mut self, command: &str, arguments: &Value) -> Answer {
        match command {
            "pause" => {
                // The run stands already: nothing is left to be stopped.
                if let Some(interrupt) = self.session().interrupt() {
                    interrupt.store(false, Ordering::Relaxed);
                }
                Ok(json!({}))
            }
            "configurationDone" | "setExceptionBreakpoints" | "terminate" | "disconnect" => {
                Ok(json!({}))
            }
            "restart" => {
                self.console.session_mut().seek(0)?;
                Ok(json!({}))
            }
            "threads" => Ok(self.threads()),
            "stackTrace" => self.stack_trace(arguments),
            "scopes" => {
                let wave = self.wave_of(&arguments["frameId"]).ok_or("no such frame")?;
                Ok(self.variables.scopes(self.console.session(), wave))
            }
            "variables" => self.variables.children(self.console.session(), arguments),
            "setVariable" => self.set_variable(arguments),
            "evaluate" => self.evaluate(arguments),
            "setBreakpoints" => self.set_breakpoints(arguments),
            "setFunctionBreakpoints" => self.set_function_breakpoints(arguments),
            "setInstructionBreakpoints" => self.set_instruction_breakpoints(arguments),
            "dataBreakpointInfo" => self.data_breakpoint_info(arguments),
            "setDataBreakpoints" => self.set_data_breakpoints(arguments),
            "disassemble" => self.disassemble(arguments),
            "readMemory" => self.read_memory(arguments),
            "completions" => Ok(self.completions(arguments)),
            "source" => Ok(json!({ "content": self.session().subject().file.text() })),
            other => Err(format!("`{other}` is not known here")),
        }
    }

    /// Threads and frames are numbered from one, over all waves that are under way.
    fn wave_of(&self, number: &Value) -> Option<WaveId> {
        let index = usize::try_from(number.as_u64()?.checked_sub(1)?).ok()?;
        let waves = self.session().all_waves();
        Some(waves.get(index)?.id())
    }

    /// The number of the selected wave.
    fn thread_number(&self) -> usize {
        let selected = self.session().selected_wave();
        let waves = self.session().all_waves();
        let index = waves.iter().position(|wave| Some(wave.id()) == selected);
        index.unwrap_or(0) + 1
    }

    fn threads(&self) -> Value {
        let kind = &self.session().subject().registers.wave;
        let waves = self.session().all_waves();
        let threads = waves.iter().enumerate().map(|(i, wave)| {
            let [x, y, z] = wave.group();
            let state = match wave.status() {
                Status::Running => String::new(),
                status => format!(", {}", status.name()),
            };
            let name = format!("{kind} {} of ({x},{y},{z}){state}", wave.number());
            json!({ "id": i + 1, "name": name })
        });
        json!({ "threads": threads.collect::<Vec<_>>() })
    }

    fn stack_trace(&self, arguments: &Value) -> Answer {
        let wave = self
            .wave_of(&arguments["threadId"])
            .ok_or("no such thread")?;
        let subject = self.session().subject();
        let looked = self.session().wave(wave).ok_or("no such thread")?;
        let inst = subject.inst_of(looked.step());
        let Some(inst) = inst.filter(|_| looked.status() != Status::Ended) else {
            return Ok(json!({ "stackFrames": [], "totalFrames": 0 }));
        };
        let name = match subject.label_before(inst.address) {
            Some((label, 0)) => label.to_string(),
            Some((label, offset)) => format!("{label}+{offset}"),
            None => format!("{:#x}", inst.address),
        };
        let frame = json!({
            "id": arguments["threadId"],
            "name": name,
            "source": { "name": subject.file.name(), "path": self.path },
            "line": inst.line.unwrap_or(0),
            "column": if inst.line.is_some() { 1 } else { 0 },
            "instructionPointerReference": format!("{:#x}", inst.address),
        });
        Ok(json!({ "stackFrames": [frame], "totalFrames": 1 }))
    }

    fn set_variable(&mut self, arguments: &Value) -> Answer {
        let (wave, place) = self.variables.place(self.console.session(), arguments)?;
        let value = arguments["value"].as_str().unwrap_or("");
        self.console.session_mut().select(wave)?;
        let reply = self.console.execute(&format!("set var {place} = {value}"));
        if reply.failed {
            return Err(reply.text().trim().to_string());
        }
        let text = reply.text();
        let shown = text
            .split_once(" = ")
            .map_or(text.as_str(), |(_, value)| value);
        Ok(json!({ "value": shown.trim() }))
    }

    fn evaluate(&mut self, arguments: &Value) -> Answer {
        let text = arguments["expression"].as_str().unwrap_or("");
        if let Some(wave) = self.wave_of(&arguments["frameId"]) {
            let _ = self.console.session_mut().select(wave);
        }
        if arguments["context"] == "repl" {
            let reply = self.console.execute(text);
            return Ok(json!({ "result": reply.text().trim_end(), "variablesReference": 0 }));
        }
        let expr = parse_expr(text).map_err(|error| error.to_string())?;
        let wave = self.session().selected_wave().ok_or("nothing runs")?;
        self.variables
            .evaluated(self.console.session(), wave, text, &expr)
    }

    fn replace(&mut self, old: Vec<u32>) {
        for id in old {
            // The user may have deleted it in the console.
            let _ = self.console.session_mut().delete(id);
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
            let ignore = hit_count(&wanted["hitCondition"])?;
            let change = |point: &mut Breakpoint| {
                point.condition = condition;
                point.ignore = ignore;
            };
            let session = self.console.session_mut();
            let id = session.add_breakpoint(spec, insts, change)?;
            Ok((id, session.subject().insts[first as usize].clone()))
        });
        match added {
            Ok((id, inst)) => {
                let mut body = json!({
                    "id": id,
                    "verified": true,
                    "instructionReference": format!("{:#x}", inst.address),
                });
                if let Some(line) = inst.line {
                    body["line"] = line.into();
                }
                (Some(id), body)
            }
            Err(why) => (None, json!({ "verified": false, "message": why })),
        }
    }

    fn set_breakpoints(&mut self, arguments: &Value) -> Answer {
        let old = std::mem::take(&mut self.lines);
        self.replace(old);
        let mut answers = Vec::new();
        for wanted in list(arguments) {
            let line = wanted["line"].as_u64().unwrap_or(0) as u32;
            let insts = self.session().subject().insts_of_line(line);
            let (id, answer) = self.add(&line.to_string(), insts, wanted);
            self.lines.extend(id);
            answers.push(answer);
        }
        Ok(json!({ "breakpoints": answers }))
    }

    fn set_function_breakpoints(&mut self, arguments: &Value) -> Answer {
        let old = std::mem::take(&mut self.functions);
        self.replace(old);
        let mut answers = Vec::new();
        for wanted in list(arguments) {
            let name = wanted["name"].as_str().unwrap_or("").to_string();
            let subject = self.session().subject();
            let symbol = subject
                .code
                .symbols
                .iter()
                .find(|symbol| symbol.name == name);
            let inst = symbol.and_then(|symbol| subject.inst_at(symbol.address));
            let insts = inst.map(|inst| vec![inst as u32]);
            let insts = insts.ok_or_else(|| format!("there is no label `{name}`"));
            let (id, answer) = self.add(&name, insts, wanted);
            self.functions.extend(id);
            answers.push(answer);
        }
        Ok(json!({ "breakpoints": answers }))
    }

    fn set_instruction_breakpoints(&mut self, arguments: &Value) -> Answer {
        let old = std::mem::take(&mut self.instructions);
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
            self.instructions.extend(id);
            answers.push(answer);
        }
        Ok(json!({ "breakpoints": answers }))
    }

    fn data_breakpoint_info(&mut self, arguments: &Value) -> Answer {
        let name = arguments["name"].as_str().unwrap_or("");
        let place = match arguments["variablesReference"].as_u64() {
            Some(_) => self.variables.place(self.console.session(), arguments),
            None => match self.session().selected_wave() {
                Some(wave) => Ok((wave, name.to_string())),
                None => Err("nothing runs".to_string()),
            },
        };
        let thing = place.and_then(|(wave, place)| {
            let expr = parse_expr(&place).map_err(|error| error.to_string())?;
            let thing = self
                .session()
                .look_from(Some(wave), 0, |scope| scope.thing(&expr))?;
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

    fn set_data_breakpoints(&mut self, arguments: &Value) -> Answer {
        let old = std::mem::take(&mut self.data);
        self.replace(old);
        let mut answers = Vec::new();
        for wanted in list(arguments) {
            let answer = match self.add_data(wanted) {
                Ok(id) => {
                    self.data.push(id);
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
        let session = self.console.session_mut();
        let thing = session.look_from(Some(wave), 0, |scope| scope.thing(&expr))?;
        session.select(wave)?;
        let id = session.add_watchpoint(place, thing.ok_or("not a place")?, kind)?;
        session.change_watchpoint(id, |point| {
            point.condition = condition;
            point.ignore = ignore;
        });
        Ok(id)
    }

    fn disassemble(&self, arguments: &Value) -> Answer {
        let reference = arguments["memoryReference"].as_str().unwrap_or("");
        let at = address(reference)?;
        let at = at.wrapping_add_signed(arguments["offset"].as_i64().unwrap_or(0));
        let subject = self.session().subject();
        let first = subject.insts.partition_point(|inst| inst.address < at) as i64;
        let first = first.saturating_add(arguments["instructionOffset"].as_i64().unwrap_or(0));
        let count = arguments["instructionCount"]
            .as_i64()
            .unwrap_or(0)
            .clamp(0, 1 << 16);
        // As many as were asked for: those outside of the code are said to be none.
        let shown = (first..first.saturating_add(count)).map(|index| {
            let inst = usize::try_from(index).ok().and_then(|i| subject.insts.get(i));
            let Some(inst) = inst.filter(|inst| inst.len > 0) else {
                return json!({ "address": "0x0", "instruction": "(no code)", "presentationHint": "invalid" });
            };
            let mut body = json!({
                "address": format!("{:#x}", inst.address),
                "instruction": inst.text,
            });
            let bytes = subject.code.at(inst.address).unwrap_or(&[]);
            let bytes = bytes.iter().take(inst.len.into());
            let bytes: Vec<String> = bytes.map(|byte| format!("{byte:02x}")).collect();
            body["instructionBytes"] = bytes.join(" ").into();
            if let Some(line) = inst.line {
                body["line"] = line.into();
                body["location"] = json!({ "name": subject.file.name(), "path": self.path });
            }
            let mut labels = subject.code.symbols.iter();
            if let Some(symbol) = labels.find(|symbol| symbol.address == inst.address) {
                body["symbol"] = symbol.name.as_str().into();
            }
            body
        });
        Ok(json!({ "instructions": shown.collect::<Vec<_>>() }))
    }

    fn read_memory(&self, arguments: &Value) -> Answer {
        let start = address(arguments["memoryReference"].as_str().unwrap_or(""))?;
        let start = start.wrapping_add_signed(arguments["offset"].as_i64().unwrap_or(0));
        let count = arguments["count"].as_u64().unwrap_or(0).min(1 << 24);
        let mut bytes = Vec::new();
        self.session().look(|scope| {
            for i in 0..count {
                let mut byte = [0];
                if scope
                    .memory
                    .global(start.wrapping_add(i), &mut byte)
                    .is_err()
                {
                    break;
                }
                bytes.push(byte[0]);
            }
        });
        Ok(json!({
            "address": format!("{start:#x}"),
            "data": base64(&bytes),
            "unreadableBytes": count - bytes.len() as u64,
        }))
    }

    fn completions(&self, arguments: &Value) -> Value {
        let text = arguments["text"].as_str().unwrap_or("");
        let column = arguments["column"].as_u64().unwrap_or(1).saturating_sub(1) as usize;
        let typed: String = text.chars().take(column).collect();
        let (start, words) = self.console.complete(&typed);
        let length = typed[start..].chars().count();
        let start = typed[..start].chars().count();
        let targets = words
            .into_iter()
            .map(|word| json!({ "label": word, "start": start, "length": length }));
        json!({ "targets": targets.collect::<Vec<_>>() })
    }
}

/// Moves the run.
type Motion = fn(&mut Session) -> Result<Stopped, String>;

/// The requests that move the run.
fn motion(command: &str) -> Option<Motion> {
    Some(match command {
        "continue" => Session::resume,
        "next" => Session::step_over,
        "stepIn" => Session::step,
        "stepOut" => Session::finish,
        "stepBack" => Session::step_back,
        "reverseContinue" => Session::resume_back,
        _ => return None,
    })
}

fn list(arguments: &Value) -> &[Value] {
    arguments["breakpoints"].as_array().map_or(&[], |list| list)
}

fn address(text: &str) -> Result<u64, String> {
    let parsed = match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16),
        None => text.parse(),
    };
    parsed.map_err(|_| format!("`{text}` is not an address"))
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
