//! Where waves are: threads, frames, sources, instructions.

use super::server::{Answer, Server};
use serde_json::{Value, json};
use std::io;
use std::path::{Path, PathBuf};
use wavetank::debug::{LaneWait, LookWave, Status, WaveId};

/// The number of a frame is that of its thread, and how deep it lies, up to here.
const DEPTH: u64 = 1 << 10;

/// The file that the source came from, as the editor wrote its path if that is the one it launched.
pub(super) fn path_of(name: &str, arguments: &Value) -> Option<PathBuf> {
    let file = Path::new(name).canonicalize().ok()?;
    let program = Path::new(arguments["program"].as_str()?);
    match program.canonicalize().is_ok_and(|program| program == file) {
        true => std::path::absolute(program).ok(),
        false => Some(file),
    }
}

impl<W: io::Write> Server<'_, W> {
    /// A file that code came from, as the protocol describes it. One that is no file of the editor has a
    /// number, from one.
    pub(super) fn source(&self, file: u32) -> Value {
        let name = self.session().subject().file_name(file);
        match &self.paths[file as usize] {
            Some(path) => json!({ "name": name, "path": path.display().to_string() }),
            None => json!({ "name": name, "sourceReference": file + 1 }),
        }
    }

    /// All of them.
    pub(super) fn sources(&self) -> Value {
        let files = 0..self.session().subject().source_count();
        json!({ "sources": files.map(|file| self.source(file)).collect::<Vec<_>>() })
    }

    /// The file that the editor means, if code came from it.
    pub(super) fn source_of(&self, source: &Value) -> Result<u32, String> {
        let subject = self.session().subject();
        let files = 0..subject.source_count();
        let path = source["path"].as_str().map(Path::new);
        let same = |own: &Path| {
            let path = path?;
            let same = path == own || path.canonicalize().ok() == own.canonicalize().ok();
            same.then_some(())
        };
        let reference = source["sourceReference"].as_u64();
        let is_meant = |&file: &u32| match &self.paths[file as usize] {
            Some(own) => same(own).is_some(),
            None => reference == Some(u64::from(file) + 1),
        };
        files.clone().find(is_meant).ok_or_else(|| {
            let names = files.map(|file| subject.source(file).name());
            let names = names.collect::<Vec<_>>().join(", ");
            format!("no code of this kernel came from here: it came from {names}")
        })
    }

    pub(super) fn source_text(&self, arguments: &Value) -> Answer {
        // The number beside the source is from before editors sent the source itself.
        let old = json!({ "sourceReference": arguments["sourceReference"] });
        let source = match &arguments["source"] {
            Value::Null => &old,
            source => source,
        };
        let file = self.source_of(source)?;
        Ok(json!({ "content": self.session().subject().source(file).text() }))
    }

    /// Threads are numbered from one, over all waves that are under way.
    pub(super) fn wave_of(&self, number: &Value) -> Option<WaveId> {
        let index = usize::try_from(number.as_u64()?.checked_sub(1)?).ok()?;
        let waves = self.session().all_waves();
        Some(waves.get(index)?.id())
    }

    /// The wave of a frame, and how deep it lies.
    pub(super) fn frame_of(&self, number: &Value) -> Option<(WaveId, usize)> {
        let number = number.as_u64()?;
        let wave = self.wave_of(&(number / DEPTH).into())?;
        Some((wave, (number % DEPTH) as usize))
    }

    /// The number of the selected wave.
    pub(super) fn thread_number(&self) -> usize {
        let selected = self.session().selected_wave();
        let waves = self.session().all_waves();
        let index = waves.iter().position(|wave| Some(wave.id()) == selected);
        index.unwrap_or(0) + 1
    }

    pub(super) fn threads(&self) -> Value {
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
        let mut threads: Vec<Value> = threads.collect();
        if threads.is_empty() {
            // Editors want one thread at least, also where all waves have ended.
            threads.push(json!({ "id": 1, "name": format!("no {kind} is under way") }));
        }
        json!({ "threads": threads })
    }

    pub(super) fn stack_trace(&self, arguments: &Value) -> Answer {
        let none = json!({ "stackFrames": [], "totalFrames": 0 });
        if self.session().all_waves().is_empty() {
            return Ok(none);
        }
        let thread = &arguments["threadId"];
        let wave = self.wave_of(thread).ok_or("no such thread")?;
        let thread = thread.as_u64().unwrap_or(1);
        let frames = self.session().frames(wave);
        let shown = frames.iter().enumerate().take(DEPTH as usize);
        let shown = shown.map(|(depth, frame)| {
            let mut body = json!({
                "id": thread * DEPTH + depth as u64,
                "name": frame.name,
                "line": frame.line.map_or(0, |line| self.client.line(line)),
                "column": if frame.line.is_some() { 1 } else { 0 },
                "instructionPointerReference": format!("{:#x}", frame.address),
            });
            match frame.line {
                Some(_) => body["source"] = self.source(frame.file),
                None => body["presentationHint"] = "subtle".into(),
            }
            body
        });
        let start = arguments["startFrame"].as_u64().unwrap_or(0) as usize;
        let levels = arguments["levels"].as_u64().filter(|levels| *levels > 0);
        let levels = levels.map_or(usize::MAX, |levels| levels as usize);
        let shown: Vec<Value> = shown.skip(start).take(levels).collect();
        Ok(json!({ "stackFrames": shown, "totalFrames": frames.len().min(DEPTH as usize) }))
    }

    /// Every lane of every wave: whether it is active, and where it is otherwise. This request is our
    /// own, for views that show lanes beside the source.
    pub(super) fn lanes(&self) -> Value {
        let subject = self.session().subject();
        let waves = self.session().all_waves();
        let waves = waves.iter().enumerate().map(|(i, wave)| {
            let lanes = (0..wave.lanes()).map(|lane| lane_state(subject, &**wave, lane));
            let inst = subject.inst_of(wave.step());
            json!({
                "threadId": i + 1,
                "workgroup": wave.group(),
                "wave": wave.number(),
                "status": wave.status().name(),
                "line": inst.and_then(|inst| inst.line).map(|line| self.client.line(line)),
                "source": inst.map(|inst| self.source(inst.file)),
                "instruction": inst.map(|inst| inst.text.as_str()),
                "exec": format!("{:#x}", wave.exec()),
                "lanes": lanes.collect::<Vec<_>>(),
            })
        });
        json!({ "time": self.session().time(), "waves": waves.collect::<Vec<_>>() })
    }

    pub(super) fn disassemble(&self, arguments: &Value) -> Answer {
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
                body["line"] = self.client.line(line).into();
                body["location"] = self.source(inst.file);
            }
            let mut labels = subject.code.symbols.iter();
            if let Some(symbol) = labels.find(|symbol| symbol.address == inst.address) {
                body["symbol"] = symbol.name.as_str().into();
            }
            body
        });
        Ok(json!({ "instructions": shown.collect::<Vec<_>>() }))
    }
}

/// What a lane does, in a word or two.
pub(super) fn lane_state(
    subject: &wavetank::debug::Subject,
    wave: &dyn LookWave,
    lane: usize,
) -> String {
    let bit = |mask: u64| mask >> lane & 1 == 1;
    if bit(wave.exec()) {
        return "active".into();
    }
    if !bit(wave.alive()) {
        return "ended".into();
    }
    let (what, step) = match wave.waits(lane) {
        Some(LaneWait::Turn(step)) => ("has its turn later", step),
        Some(LaneWait::Join(step)) => ("waits for others", step),
        Some(LaneWait::Barrier(step)) => ("waits at a barrier", step),
        Some(LaneWait::Branch(step)) => ("goes another way", step),
        None => return "not active".into(),
    };
    match subject
        .inst_of(step)
        .and_then(|inst| subject.line_name(inst))
    {
        Some(line) => format!("{what}, {line}"),
        None => what.to_string(),
    }
}

pub(super) fn address(text: &str) -> Result<u64, String> {
    let parsed = match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16),
        None => text.parse(),
    };
    parsed.map_err(|_| format!("`{text}` is not an address"))
}
