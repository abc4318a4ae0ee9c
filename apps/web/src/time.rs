//! A run that the page moves along: the slider, steps both ways, breakpoints, where values come from.

use crate::diagnostics::of_error;
use crate::look;
use crate::{Reply, Request, Workbench};
use serde_json::{Value, json};
use wavetank::debug::{
    History, LastAccess, Position, Session, StopReason, Stretch, WatchKind, WaveId, WrittenBy,
    parse_expr,
};
use wavetank::{Debuggable, Settings};

/// Bytes that the past of a run may take.
const HISTORY: usize = 192 << 20;

/// Instructions back to which it is looked for who accessed memory last.
const LOOKED_BACK: u64 = 200_000;

/// A run that is open.
pub(crate) struct Time {
    kernel: Debuggable,
    session: Session,
    name: String,
    /// The last moment that was reached, and whether the run ends there.
    furthest: u64,
    over: bool,
}

impl Workbench {
    /// Opens a run at its start.
    pub(crate) fn open(&mut self, request: &Request<'_>) -> Result<Value, String> {
        self.time = None;
        let name = request.text("name")?;
        let opened = self.input(request).and_then(|input| {
            let settings = request.settings()?;
            let kernel = Debuggable::new(&input, &settings)?;
            // The run itself is timed only where a clock is part of the machine; whether there is a cycle
            // model, and which banks local memory has, is told anyway.
            let timed = Settings {
                timed: true,
                ..settings
            };
            let model = Debuggable::new(&input, &timed).ok();
            let banks = kernel.banks();
            let banks = banks.or_else(|| model.as_ref()?.banks());
            Ok((kernel, banks, model.is_some()))
        });
        let (kernel, banks, clock) = match opened {
            Ok(opened) => opened,
            Err(error) => return Ok(of_error(&error, name)),
        };
        let session = kernel.debug(History { max_bytes: HISTORY });
        let mut answer = look::subject(&session);
        answer["banks"] = banks.map(|local| local.banks).into();
        answer["clock"] = clock.into();
        self.time = Some(Time {
            kernel,
            session,
            name: name.into(),
            furthest: 0,
            over: false,
        });
        Ok(answer)
    }
}

impl Time {
    pub fn answer(&mut self, request: &Request<'_>) -> Result<Reply, String> {
        match request.text("op")? {
            "advance" => Ok(self.advance(request.number("by")?)?.into()),
            "seek" => {
                // What was not recorded yet is gone to in slices, by `advance`.
                let to = request.number("time")?.min(self.furthest);
                self.session.seek(to)?;
                self.state(request)
            }
            "state" => self.state(request),
            "select" => {
                self.select(request)?;
                self.state(request)
            }
            "breakpoints" => Ok(self.breakpoints(request)?.into()),
            "move" => {
                let reasons = self.motion(request)?;
                self.furthest = self.furthest.max(self.session.time());
                let mut reply = self.state(request)?;
                reply.json["reasons"] = reasons;
                Ok(reply)
            }
            "path" => Ok(self.path(request)?.into()),
            "touches" => Ok(self.touches(request)?.into()),
            _ => Ok(self.origin(request)?.into()),
        }
    }

    /// Goes on recording from the last moment that was reached.
    fn advance(&mut self, by: u64) -> Result<Value, String> {
        if !self.over {
            let to = self.furthest.saturating_add(by.clamp(1, 1 << 26));
            let stopped = self.session.seek(to)?;
            self.furthest = self.furthest.max(stopped.time);
            self.over = stopped.reasons != [StopReason::Step];
        }
        let mut answer = json!({ "time": self.furthest, "over": self.over });
        if let Some(fault) = self.session.fault() {
            let error = self.kernel.trap_error(fault);
            answer["trap"] = of_error(&error, &self.name)["diagnostics"].take();
        }
        Ok(answer)
    }

    fn select(&mut self, request: &Request<'_>) -> Result<(), String> {
        if let Some(id) = wave_of(&request.json) {
            self.session.select(id)?;
        }
        match request.maybe("lane") {
            Some(lane) => self.session.select_lane(lane as usize),
            None => Ok(()),
        }
    }

    /// The breakpoints are these, and no others. Gives the lines at which they stop.
    fn breakpoints(&mut self, request: &Request<'_>) -> Result<Value, String> {
        let old: Vec<u32> = (self.session.breakpoints().iter())
            .map(|point| point.id)
            .collect();
        for id in old {
            self.session.delete(id)?;
        }
        let lines = request.json.get("lines").and_then(Value::as_array);
        let mut set = Vec::new();
        for line in lines.into_iter().flatten().filter_map(Value::as_u64) {
            let spec = line.to_string();
            let Ok(insts) = self.session.locate(&spec) else {
                continue;
            };
            let first = insts
                .first()
                .and_then(|&it| self.session.subject().insts.get(it as usize));
            set.push(json!([line, first.and_then(|inst| inst.line)]));
            self.session.add_breakpoint(&spec, insts, |_| {})?;
        }
        Ok(json!({ "set": set }))
    }

    fn motion(&mut self, request: &Request<'_>) -> Result<Value, String> {
        let how = request.text("how")?;
        if request.json.get("group").is_some() {
            self.select(request)?;
        }
        let session = &mut self.session;
        let stopped = match how {
            "step" => session.step()?,
            "over" => session.step_over()?,
            "all" => session.step_all()?,
            "back" => session.step_back()?,
            "resume" => session.resume()?,
            "resume-back" => session.resume_back()?,
            "to" | "back-to" => {
                let line = request.number("line")?.to_string();
                let insts = session.locate(&line)?;
                match how {
                    "to" => session.run_to(insts)?,
                    _ => {
                        let id = session.add_breakpoint(&line, insts, |_| {})?;
                        let stopped = session.resume_back();
                        session.delete(id)?;
                        stopped?
                    }
                }
            }
            // Until a value changes, forwards or backwards.
            "changes" | "changed" => {
                let name = request.text("of")?;
                let expr = parse_expr(name).map_err(|error| error.to_string())?;
                let thing = session.look(|scope| scope.thing(&expr))?;
                let thing = thing.ok_or_else(|| format!("`{name}` is not kept anywhere"))?;
                let id = session.add_watchpoint(name, thing, WatchKind::Change)?;
                let stopped = match how {
                    "changes" => session.resume(),
                    _ => session.resume_back(),
                };
                session.delete(id)?;
                stopped?
            }
            other => return Err(format!("there is no motion `{other}`")),
        };
        let reasons = stopped.reasons.iter().map(|reason| match reason {
            StopReason::Fault(fault) => {
                let error = self.kernel.trap_error(fault);
                json!({ "what": "fault", "trap": of_error(&error, &self.name)["diagnostics"] })
            }
            other => json!({ "what": look::reason(other) }),
        });
        Ok(reasons.collect::<Vec<_>>().into())
    }

    fn state(&self, request: &Request<'_>) -> Result<Reply, String> {
        let mut reply = look::state(&self.session, request)?;
        let ended = self
            .session
            .timeline()
            .map(|timeline| timeline.position() == &Position::Ended);
        reply.json["ended"] = ended.unwrap_or(false).into();
        reply.json["furthest"] = self.furthest.into();
        Ok(reply)
    }

    /// What the selected wave issued around this moment, with the lanes that were active.
    fn path(&mut self, request: &Request<'_>) -> Result<Value, String> {
        let here = self.session.time();
        let (before, after) = (request.number("before")?, request.number("after")?);
        let most = before.saturating_add(after).min(4096) as usize;
        let Some(selected) = self.session.selected_wave() else {
            return Ok(json!({ "now": 0, "steps": [] }));
        };
        // The waves of a workgroup take turns, so that a stretch of one is longer for all.
        let waves = self.session.waves().len().max(1) as u64;
        let later = here.saturating_add(after.saturating_mul(waves));
        self.session.seek(later.min(self.furthest))?;
        let mut trail = self.session.trail_of(selected, most)?;
        let next = trail.partition_point(|one| one.time < here);
        trail.truncate(next + after.min(4096) as usize);
        let cut = next.saturating_sub(before as usize);
        let subject = self.session.subject();
        let steps = trail.iter().skip(cut).map(|one| {
            let inst = subject.insts.get(one.inst as usize);
            let line = inst.and_then(|inst| inst.line);
            json!([one.time, one.inst, line, format!("{:x}", one.exec)])
        });
        let steps: Vec<Value> = steps.collect();
        self.session.seek(here)?;
        self.session.select(selected)?;
        Ok(json!({ "now": next - cut, "steps": steps }))
    }

    /// Who accessed elements of memory last: index, line, moment, workgroup, wave, lane, whether it was a
    /// store, and how many accesses its bank had to serve.
    fn touches(&mut self, request: &Request<'_>) -> Result<Value, String> {
        let asked = request.json.get("memory").unwrap_or(&Value::Null);
        let shown = look::Shown::new(&self.session, asked)?;
        let stretch = Stretch {
            space: shown.space,
            start: shown.address(shown.from),
            bytes: shown.ty.size() as u64,
            count: shown.indices().count(),
        };
        let banks = self.kernel.banks();
        let found = self.session.last_accesses(&stretch, banks, LOOKED_BACK)?;
        let subject = self.session.subject();
        let touches = found.iter().enumerate().filter_map(|(index, last)| {
            let LastAccess {
                origin,
                store,
                ways,
            } = (*last)?;
            let inst = subject.insts.get(origin.inst as usize);
            let line = inst.and_then(|inst| inst.line);
            let WrittenBy {
                time,
                group,
                wave,
                lane,
                ..
            } = origin;
            Some(json!([index, line, time, group, wave, lane, store, ways]))
        });
        Ok(json!({ "of": shown.name, "from": shown.from, "touches": touches.collect::<Vec<_>>() }))
    }

    /// Who wrote a value, and what it was made of.
    fn origin(&mut self, request: &Request<'_>) -> Result<Value, String> {
        let (here, selected) = (self.session.time(), self.session.selected_wave());
        let lane = self.session.selected_lane();
        let answer = self.origin_at(request);
        self.session.seek(here)?;
        if let Some(id) = selected {
            let _ = self.session.select(id);
        }
        self.session.select_lane(lane)?;
        answer
    }

    fn origin_at(&mut self, request: &Request<'_>) -> Result<Value, String> {
        if let Some(time) = request.maybe("time") {
            self.session.seek(time.min(self.furthest))?;
        }
        // Memory can be asked about also after the last wave has ended.
        let _ = self.select(request);
        let name = request.text("of")?;
        let expr = parse_expr(name).map_err(|error| error.to_string())?;
        let thing = self.session.look(|scope| scope.thing(&expr))?;
        let thing = thing.ok_or_else(|| format!("`{name}` is not kept anywhere"))?;
        let value = self.session.look(|scope| scope.number(&expr).ok());
        let value = value.map(|value| value.show(None));
        let Some(origin) = self.session.last_write(&thing)? else {
            return Ok(json!({ "of": name, "value": value, "origin": null }));
        };
        let sources = self.session.sources(&origin)?;
        let sources = sources.into_iter().map(|source| {
            let value = source.value.map(|value| value.show(None));
            json!({ "of": source.name, "value": value })
        });
        Ok(json!({
            "of": name,
            "value": value,
            "origin": self.origin_json(&origin),
            "sources": sources.collect::<Vec<_>>(),
        }))
    }

    fn origin_json(&self, origin: &WrittenBy) -> Value {
        let inst = self.session.subject().insts.get(origin.inst as usize);
        json!({
            "time": origin.time,
            "line": inst.and_then(|inst| inst.line),
            "text": inst.map(|inst| inst.text.trim()),
            "group": origin.group,
            "wave": origin.wave,
            "lane": origin.lane,
        })
    }
}

/// The wave that a request names.
fn wave_of(json: &Value) -> Option<WaveId> {
    let group = json.get("group")?.as_array()?;
    let part = |n: usize| Some(group.get(n)?.as_u64()? as u32);
    Some(WaveId {
        group: [part(0)?, part(1)?, part(2)?],
        wave: json.get("wave")?.as_u64()? as u32,
    })
}
