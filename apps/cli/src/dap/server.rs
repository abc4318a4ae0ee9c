//! Requests about a kernel that is loaded, and the events that answer them.

use super::points::Points;
use super::variables::Variables;
use super::wire::Sender;
use super::{Client, Incoming, accept};
use crate::out::Exit;
use serde_json::{Value, json};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::mpsc::Receiver;
use std::time::SystemTime;
use wavetank::debug::{Console, Edit, Session, StopReason, Stopped, WaveId, parse_expr};
use wavetank::{Blame, Debuggable, Failure, Report, Style, render};

/// A request is refused with a reason.
pub(super) type Answer = Result<Value, String>;

pub struct Server<'s, W> {
    pub(super) console: Console,
    ready: Debuggable,
    pub(super) sender: &'s mut Sender<W>,
    pub(super) client: Client,
    /// Where the source and what it includes are, as far as they are files.
    pub(super) paths: Vec<Option<PathBuf>>,
    /// When each was last written before it was launched.
    written: Vec<Option<SystemTime>>,
    pub(super) variables: Variables,
    pub(super) points: Points,
    /// Faults stop the run where they happen.
    stop_at_traps: bool,
    stop_on_entry: bool,
    stop_at_end: bool,
    /// Nothing stops the run but its end.
    no_debug: bool,
    /// The editor was told that it is over.
    over: bool,
}

impl<'s, W: io::Write> Server<'s, W> {
    pub fn new(
        console: Console,
        ready: Debuggable,
        sender: &'s mut Sender<W>,
        client: Client,
        arguments: &Value,
    ) -> Self {
        let yes = |name: &str| arguments[name] == true;
        let subject = console.session().subject();
        let files = (0..subject.source_count()).map(|file| subject.source(file).name());
        let paths = files.map(|name| super::place::path_of(name, arguments));
        let paths: Vec<Option<PathBuf>> = paths.collect();
        Server {
            console,
            ready,
            sender,
            client,
            written: paths.iter().map(|path| written(path.as_deref())).collect(),
            paths,
            variables: Variables::default(),
            points: Points::default(),
            stop_at_traps: true,
            stop_on_entry: yes("stopOnEntry"),
            stop_at_end: yes("stopAtEnd"),
            no_debug: yes("noDebug"),
            over: false,
        }
    }

    pub fn serve(&mut self, requests: &Receiver<Incoming>) -> io::Result<()> {
        for request in requests {
            let Some(request) = accept(request, self.sender)? else {
                continue;
            };
            let command = request["command"].as_str().unwrap_or("").to_string();
            let arguments = &request["arguments"];
            if let Some(step) = motion(&command, arguments) {
                if self.over {
                    let message = "the run is over: `restart` starts it again";
                    self.sender.respond(&request, Err(message.into()))?;
                    continue;
                }
                self.sender
                    .respond(&request, Ok(json!({ "allThreadsContinued": true })))?;
                self.go(arguments, step, command == "continue")?;
                continue;
            }
            let before = self.session().time();
            let answer = self.answer(&command, arguments);
            let done = answer.is_ok();
            self.sender.respond(&request, answer)?;
            if command == "disconnect" {
                return Ok(());
            }
            if !done {
                continue;
            }
            match command.as_str() {
                "terminate" => self.terminate()?,
                "configurationDone" if self.over => {}
                "configurationDone" if self.stop_on_entry && !self.no_debug => {
                    self.tell_stopped("entry", json!({}))?
                }
                "configurationDone" => self.go(&json!({}), Session::resume, true)?,
                "restart" => {
                    let now = self.paths.iter().map(|path| written(path.as_deref()));
                    if !now.eq(self.written.iter().copied()) {
                        let text = "the file has changed since it was launched: what runs is what it was\n";
                        self.sender.output("important", text)?;
                    }
                    self.tell_stopped("entry", json!({}))?;
                }
                "goto" => self.tell_stopped("goto", json!({}))?,
                // Pausing a run that stands changes nothing, but the editor waits for word of it.
                "pause" if !self.over => self.tell_stopped("pause", json!({}))?,
                "evaluate" if self.session().time() != before => {
                    self.tell_stopped("step", json!({}))?;
                }
                "evaluate" if arguments["context"] != "repl" => {}
                "setVariable" | "setExpression" | "writeMemory" | "evaluate" => {
                    self.tell_changed(&command, arguments)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    pub(super) fn session(&self) -> &Session {
        self.console.session()
    }

    /// Moves the run and tells where it stopped.
    fn go(&mut self, arguments: &Value, step: Motion, resumes: bool) -> io::Result<()> {
        self.variables.forget();
        if let Some(wave) = self.wave_of(&arguments["threadId"]) {
            // A thread that is gone by now cannot be stepped; the selected one is instead.
            let _ = self.console.select(wave);
        }
        // Beyond a trap there is nothing: who goes on from there is done.
        if let Some(fault) = self.session().fault().filter(|_| resumes) {
            let failure = match fault.trap.blame() {
                Blame::Unmodelled => Failure::Unmodelled,
                _ => Failure::Trap,
            };
            return self.exited(Exit::of(failure));
        }
        let mut step = step;
        loop {
            match step(self.console.session_mut()) {
                Ok(mut stopped) => {
                    let printed = self.console.session_mut().printed();
                    self.sender.output("stdout", &printed)?;
                    let logged = self.log(&mut stopped)?;
                    let goes_on = logged && resumes && stopped.reasons.is_empty();
                    if goes_on || self.no_debug && is_passing(&stopped) {
                        step = Session::resume;
                        continue;
                    }
                    return self.tell(&stopped);
                }
                Err(why) => {
                    self.sender.output("console", &format!("{why}\n"))?;
                    return self.tell_stopped("step", json!({ "text": why }));
                }
            }
        }
    }

    /// Says what logpoints have to say. They are no reason to stop.
    fn log(&mut self, stopped: &mut Stopped) -> io::Result<bool> {
        let mut logged = false;
        let turn = self.session().turn();
        for reason in std::mem::take(&mut stopped.reasons) {
            let text = match &reason {
                StopReason::Breakpoint(id) => self.points.message(*id),
                _ => None,
            };
            match text {
                None => stopped.reasons.push(reason),
                Some(text) => {
                    logged = true;
                    let text = self.interpolate(&text, turn);
                    self.sender.output("console", &format!("{text}\n"))?;
                }
            }
        }
        Ok(logged)
    }

    /// A message with what stands in braces as values.
    fn interpolate(&mut self, text: &str, wave: Option<WaveId>) -> String {
        let mut shown = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            shown += before;
            let Some((inside, after)) = after.split_once('}') else {
                shown.push('{');
                rest = after;
                continue;
            };
            let value = parse_expr(inside).map_err(|error| error.to_string());
            let session = self.console.session();
            let value = value.and_then(|expr| {
                let wave = wave.ok_or("nothing runs")?;
                let at = (wave, 0);
                self.variables.evaluated(session, at, inside, &expr, None)
            });
            shown += &match value {
                Ok(value) => value["result"].as_str().unwrap_or("").to_string(),
                Err(why) => format!("({inside}: {why})"),
            };
            rest = after;
        }
        shown + rest
    }

    fn tell(&mut self, stopped: &Stopped) -> io::Result<()> {
        if stopped.reasons.contains(&StopReason::End) {
            return self.tell_end(stopped.time);
        }
        let mut body = json!({});
        let mut kind = "step";
        let mut hit = Vec::new();
        for reason in &stopped.reasons {
            match reason {
                StopReason::Breakpoint(id) => {
                    kind = self.points.kind(*id);
                    hit.push(*id);
                }
                StopReason::BadCondition { id, message } => {
                    kind = "breakpoint";
                    hit.push(*id);
                    body["text"] = message.as_str().into();
                }
                StopReason::Watchpoint { id, text, .. } => {
                    kind = "data breakpoint";
                    hit.push(*id);
                    body["text"] = text.as_str().into();
                }
                StopReason::Fault(fault) => {
                    self.sender.output("stderr", &format!("{fault}\n"))?;
                    if !self.stop_at_traps || self.no_debug {
                        let failure = match fault.trap.blame() {
                            Blame::Unmodelled => Failure::Unmodelled,
                            _ => Failure::Trap,
                        };
                        return self.exited(Exit::of(failure));
                    }
                    kind = "exception";
                    body["description"] = fault.trap.code().into();
                    body["text"] = fault.to_string().into();
                }
                StopReason::Interrupt => kind = "pause",
                StopReason::Start => body["description"] = "the start".into(),
                StopReason::Waits(_) => body["description"] = "at a barrier".into(),
                StopReason::WaveEnded(_) => body["description"] = "a wave has ended".into(),
                StopReason::Step | StopReason::End => {}
            }
        }
        if !hit.is_empty() {
            body["hitBreakpointIds"] = hit.into();
        }
        self.tell_stopped(kind, body)
    }

    /// What the kernel left behind, as `wavetank run` shows it, and how that ends.
    fn tell_end(&mut self, time: u64) -> io::Result<()> {
        let ran = self.session().timeline().map(|timeline| timeline.report());
        let ran = ran.unwrap_or_default();
        // What went through memory was shown as it came.
        let text = ran.output.clone();
        let report = Report {
            text,
            ..self.ready.report(ran)
        };
        self.sender
            .output("stdout", &report.to_text(Style::Abridged))?;
        for diagnostic in report.diagnostics() {
            let text = render::diagnostic(&diagnostic, &report.file, false);
            self.sender.output("stderr", &format!("{text}\n"))?;
        }
        let text = format!("the kernel has ended after {time} instructions\n");
        self.sender.output("console", &text)?;
        if self.stop_at_end && !self.no_debug {
            // Back on the last instruction, where there still is something to look at.
            let _ = self.console.session_mut().step_back();
            return self.tell_stopped("pause", json!({ "description": "at the end" }));
        }
        self.exited(Exit::of_report(&report))
    }

    fn exited(&mut self, exit: Exit) -> io::Result<()> {
        self.sender
            .event("exited", json!({ "exitCode": exit.code() }))?;
        self.terminate()
    }

    fn terminate(&mut self) -> io::Result<()> {
        match std::mem::replace(&mut self.over, true) {
            true => Ok(()),
            false => self.sender.event("terminated", json!({})),
        }
    }

    fn tell_stopped(&mut self, reason: &str, mut body: Value) -> io::Result<()> {
        self.variables.forget();
        body["reason"] = reason.into();
        body["threadId"] = self.thread_number().into();
        body["allThreadsStopped"] = true.into();
        self.sender.event("stopped", body)
    }

    /// What is shown elsewhere may be another by now.
    fn tell_changed(&mut self, command: &str, arguments: &Value) -> io::Result<()> {
        if self.client.hears_invalidated {
            let body = json!({ "areas": ["variables"] });
            self.sender.event("invalidated", body)?;
        }
        if self.client.hears_memory && command == "writeMemory" {
            let body = json!({
                "memoryReference": arguments["memoryReference"],
                "offset": arguments["offset"].as_i64().unwrap_or(0),
                "count": super::wire::unbase64(arguments["data"].as_str().unwrap_or(""))
                    .map_or(0, |bytes| bytes.len()),
            });
            self.sender.event("memory", body)?;
        }
        Ok(())
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
            "configurationDone" | "terminate" | "disconnect" => Ok(json!({})),
            "setExceptionBreakpoints" => {
                let filters = arguments["filters"].as_array();
                let filters = filters.ok_or("`filters` is missing")?;
                self.stop_at_traps = filters.contains(&json!("traps"));
                Ok(json!({}))
            }
            "exceptionInfo" => self.exception_info(),
            "restart" => {
                self.console.session_mut().seek(0)?;
                self.over = false;
                Ok(json!({}))
            }
            "threads" => Ok(self.threads()),
            "stackTrace" => self.stack_trace(arguments),
            "scopes" => {
                let frame = self.frame_of(&arguments["frameId"]);
                let (wave, frame) = frame.ok_or("no such frame")?;
                Ok(self.variables.scopes(self.console.session(), wave, frame))
            }
            "variables" => self.variables.children(self.console.session(), arguments),
            "setVariable" => self.set_variable(arguments),
            "setExpression" => self.set_expression(arguments),
            "evaluate" => self.evaluate(arguments),
            "setBreakpoints" => self.set_breakpoints(arguments),
            "breakpointLocations" => self.breakpoint_locations(arguments),
            "setFunctionBreakpoints" => self.set_function_breakpoints(arguments),
            "setInstructionBreakpoints" => self.set_instruction_breakpoints(arguments),
            "dataBreakpointInfo" => self.data_breakpoint_info(arguments),
            "setDataBreakpoints" => self.set_data_breakpoints(arguments),
            "gotoTargets" => self.goto_targets(arguments),
            "goto" => self.go_to(arguments),
            "disassemble" => self.disassemble(arguments),
            "readMemory" => self.read_memory(arguments),
            "writeMemory" => self.write_memory(arguments),
            "completions" => Ok(self.completions(arguments)),
            "source" => self.source_text(arguments),
            "loadedSources" => Ok(self.sources()),
            "lanes" => Ok(self.lanes()),
            "initialize" | "launch" | "attach" => Err("something is being debugged already".into()),
            other => Err(format!("`{other}` is not known here")),
        }
    }

    fn exception_info(&self) -> Answer {
        let fault = self.session().fault().ok_or("no trap was met")?;
        let place = self.session().subject().place_name(fault.address);
        Ok(json!({
            "exceptionId": fault.trap.code(),
            "description": fault.to_string(),
            "breakMode": if self.stop_at_traps { "always" } else { "never" },
            "details": {
                "message": fault.trap.to_string(),
                "typeName": fault.trap.code(),
                "stackTrace": format!("{:#x}{place}", fault.address),
            },
        }))
    }

    /// Changes a place and shows what it holds then.
    fn set(&mut self, (wave, frame): (WaveId, usize), place: &str, value: &str) -> Answer {
        self.console.select(wave)?;
        self.console.session_mut().select_frame(frame)?;
        let value = value.trim().trim_end_matches(super::variables::INACTIVE);
        let reply = self.console.execute(&format!("set var {place} = {value}"));
        if reply.failed {
            return Err(reply.text().trim().to_string());
        }
        let expr = parse_expr(place).map_err(|error| error.to_string())?;
        let session = self.console.session();
        let mut shown = self
            .variables
            .evaluated(session, (wave, frame), place, &expr, None)?;
        shown["value"] = shown["result"].take();
        if let Some(fields) = shown.as_object_mut() {
            fields.remove("result");
        }
        Ok(shown)
    }

    fn set_variable(&mut self, arguments: &Value) -> Answer {
        let (wave, place) = self.variables.place(arguments)?;
        let value = arguments["value"].as_str().ok_or("`value` is missing")?;
        self.set(wave, &place, value)
    }

    fn set_expression(&mut self, arguments: &Value) -> Answer {
        let wave = match &arguments["frameId"] {
            Value::Null => self.session().selected_wave().map(|wave| (wave, 0)),
            frame => self.frame_of(frame),
        };
        let place = arguments["expression"].as_str().unwrap_or("").trim();
        let value = arguments["value"].as_str().ok_or("`value` is missing")?;
        self.set(wave.ok_or("no such frame")?, place, value)
    }

    fn evaluate(&mut self, arguments: &Value) -> Answer {
        let text = arguments["expression"].as_str().unwrap_or("");
        if let Some((wave, frame)) = self.frame_of(&arguments["frameId"]) {
            let _ = self.console.select(wave);
            let _ = self.console.session_mut().select_frame(frame);
        }
        if arguments["context"] == "repl" {
            let reply = self.console.execute(text);
            let mut said = reply.text();
            if let Some((path, text)) = &reply.file {
                said += &match crate::out::file(path.as_ref(), text.as_bytes()) {
                    Ok(()) => format!("written to {path}"),
                    Err(error) => error.to_string(),
                };
            }
            if reply.quit {
                said += "the editor ends the session";
            }
            return Ok(json!({ "result": said.trim_end(), "variablesReference": 0 }));
        }
        let expr = parse_expr(text).map_err(|error| error.to_string())?;
        let wave = self.session().selected_wave().ok_or("nothing runs")?;
        let format = super::variables::format_of(arguments);
        let at = (wave, self.session().selected_frame());
        self.variables
            .evaluated(self.console.session(), at, text, &expr, format)
    }

    fn goto_targets(&self, arguments: &Value) -> Answer {
        let file = self.source_of(&arguments["source"])?;
        let line = self.client.own_line(&arguments["line"]);
        let subject = self.session().subject();
        let insts = subject.insts_of_line(file, line.ok_or("`line` is missing")?)?;
        let targets = insts.iter().map(|&inst| {
            let found = &subject.insts[inst as usize];
            json!({
                "id": inst,
                "label": format!("{:#x}: {}", found.address, found.text),
                "line": self.client.line(found.line.unwrap_or(1)),
                "instructionPointerReference": format!("{:#x}", found.address),
            })
        });
        Ok(json!({ "targets": targets.collect::<Vec<_>>() }))
    }

    fn go_to(&mut self, arguments: &Value) -> Answer {
        let wave = self.wave_of(&arguments["threadId"]);
        let wave = wave.ok_or("no such thread")?;
        let inst = arguments["targetId"].as_u64().ok_or("no such target")?;
        let inst = u32::try_from(inst).map_err(|_| "no such target")?;
        if inst as usize >= self.session().subject().insts.len() {
            return Err("no such target".into());
        }
        self.console.select(wave)?;
        let session = self.console.session_mut();
        session.edit(Edit::Jump { wave, inst })?;
        Ok(json!({}))
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

fn written(path: Option<&Path>) -> Option<SystemTime> {
    path?.metadata().ok()?.modified().ok()
}

/// Whether a run that nothing stops goes on from here.
fn is_passing(stopped: &Stopped) -> bool {
    let passing = |reason: &StopReason| {
        matches!(
            reason,
            StopReason::Breakpoint(_)
                | StopReason::BadCondition { .. }
                | StopReason::Watchpoint { .. }
        )
    };
    stopped.reasons.iter().all(passing)
}

/// Moves the run.
type Motion = fn(&mut Session) -> Result<Stopped, String>;

/// The requests that move the run.
fn motion(command: &str, arguments: &Value) -> Option<Motion> {
    let by_instruction = arguments["granularity"] == "instruction";
    Some(match (command, by_instruction) {
        ("continue", _) => Session::resume,
        ("next", true) => Session::step_over,
        ("next", false) => Session::next_line,
        ("stepIn", true) => Session::step,
        ("stepIn", false) => Session::step_line,
        ("stepOut", _) => Session::leave_function,
        ("stepBack", true) => Session::step_back,
        ("stepBack", false) => Session::back_line,
        ("reverseContinue", _) => Session::resume_back,
        _ => return None,
    })
}
