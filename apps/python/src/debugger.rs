//! A debugging session as an object.

use crate::argument::Held;
use crate::diagnostic::{Stage, raised};
use crate::run::{Run, ndarray};
use crate::signals::interruptible;
use crate::value::{array, bits, number};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyDict, PyList};
use std::sync::atomic::Ordering;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tank::Debuggable;
use tank::debug::{
    Answer, Condition, Console, History, Session, StopReason, Stopped, WatchKind, WaveId,
    parse_expr,
};

/// A launch that can be stopped, gone back over and looked at.
#[pyclass(frozen, module = "wavetank")]
pub struct Debugger {
    /// Nothing once it is closed. Goes before the arrays that it uses.
    open: Mutex<Option<Open>>,
    held: Mutex<Vec<Held>>,
}

struct Open {
    console: Console,
    ready: Debuggable,
}

impl Debugger {
    pub fn of(
        py: Python<'_>,
        ready: Debuggable,
        bytes: Option<usize>,
        held: Vec<Held>,
    ) -> Debugger {
        let usual = History::default();
        let history = History {
            max_bytes: bytes.unwrap_or(usual.max_bytes),
        };
        let console = py.detach(|| Console::new(ready.debug(history)));
        Debugger {
            open: Mutex::new(Some(Open { console, ready })),
            held: Mutex::new(held),
        }
    }

    fn lock(&self, py: Python<'_>) -> PyResult<MutexGuard<'_, Option<Open>>> {
        // Another thread may move it while it needs the interpreter's lock.
        let open = self
            .open
            .lock_py_attached(py)
            .unwrap_or_else(PoisonError::into_inner);
        match open.is_some() {
            true => Ok(open),
            false => Err(fail(py, "the debugger is closed".into())),
        }
    }

    fn with<T: Send>(
        &self,
        py: Python<'_>,
        look: impl FnOnce(&mut Open) -> Result<T, String> + Send,
    ) -> PyResult<T> {
        let mut open = self.lock(py)?;
        let Some(open) = open.as_mut() else {
            return Err(fail(py, "the debugger is closed".into()));
        };
        look(open).map_err(|why| fail(py, why))
    }

    /// Moves the run, which Ctrl-C stops where it is.
    fn go(
        &self,
        py: Python<'_>,
        go: impl FnOnce(&mut Session) -> Result<Stopped, String> + Send,
    ) -> PyResult<Py<PyAny>> {
        let mut guard = self.lock(py)?;
        let Some(open) = guard.as_mut() else {
            return Err(fail(py, "the debugger is closed".into()));
        };
        let flag = open.console.session().interrupt();
        let session = open.console.session_mut();
        let stopped = interruptible(
            py,
            || go(session),
            || {
                if let Some(flag) = &flag {
                    flag.store(true, Ordering::Relaxed);
                }
            },
        )?;
        let stopped = stopped.map_err(|why| fail(py, why))?;
        stop(py, open, &stopped)
    }
}

fn fail(py: Python<'_>, why: String) -> PyErr {
    let class = py
        .import("wavetank._results")
        .and_then(|it| it.getattr("DebugError"));
    let made = class.and_then(|class| class.call1((&why,)));
    made.map_or_else(|_| PyRuntimeError::new_err(why), PyErr::from_value)
}

/// A stop as the package's class has it.
fn stop(py: Python<'_>, open: &Open, stopped: &Stopped) -> PyResult<Py<PyAny>> {
    let mut kinds: Vec<(&str, Option<u32>, String)> = Vec::new();
    let mut fault = None;
    for reason in &stopped.reasons {
        kinds.push(match reason {
            StopReason::Step => ("step", None, String::new()),
            StopReason::Breakpoint(id) => ("breakpoint", Some(*id), String::new()),
            StopReason::BadCondition { id, message } => ("condition", Some(*id), message.clone()),
            StopReason::Watchpoint { id, text, .. } => ("watchpoint", Some(*id), text.clone()),
            StopReason::Waits(_) => ("waits", None, String::new()),
            StopReason::WaveEnded(_) => ("wave ended", None, String::new()),
            StopReason::Fault(trap) => {
                let error = open.ready.trap_error(trap);
                fault = Some(raised(py, &error, Stage::Launch).into_value(py));
                ("trap", None, trap.to_string())
            }
            StopReason::End => ("end", None, String::new()),
            StopReason::Start => ("start", None, String::new()),
            StopReason::Interrupt => ("interrupt", None, String::new()),
        });
    }
    let class = py.import("wavetank._results")?.getattr("Stop")?;
    let place = place(py, open.console.session())?;
    Ok(class.call1((kinds, stopped.time, place, fault))?.unbind())
}

/// Where the selected wave stands.
fn place<'py>(py: Python<'py>, session: &Session) -> PyResult<Bound<'py, PyAny>> {
    let Some(wave) = session.selected() else {
        return Ok(py.None().into_bound(py));
    };
    let inst = session.subject().inst_of(wave.step());
    let class = py.import("wavetank._results")?.getattr("Place")?;
    class.call1((
        wave.group(),
        wave.number(),
        inst.map(|inst| inst.address),
        inst.map_or("", |inst| inst.text.as_str()),
        inst.and_then(|inst| inst.line),
        wave.status().name(),
    ))
}

fn condition(session: &Session, text: Option<&str>) -> Result<Option<Condition>, String> {
    let Some(text) = text else { return Ok(None) };
    let expr = parse_expr(text).map_err(|error| format!("in the condition: {error}"))?;
    let checked = session.look(|scope| scope.check_names(&expr));
    checked.map_err(|error| format!("in the condition: {error}"))?;
    Ok(Some(Condition {
        text: text.into(),
        expr,
    }))
}

#[pymethods]
impl Debugger {
    /// Stops the run at a line, a label or `*address`, where the condition holds.
    #[pyo3(signature = (place, when = None, *, temporary = false, ignore = 0))]
    fn break_at(
        &self,
        py: Python<'_>,
        place: &Bound<'_, PyAny>,
        when: Option<&str>,
        temporary: bool,
        ignore: u64,
    ) -> PyResult<u32> {
        let place = place.str()?.extract::<String>()?;
        self.with(py, |open| {
            let session = open.console.session_mut();
            let condition = condition(session, when)?;
            let insts = session.locate(&place)?;
            session.add_breakpoint(&place, insts, |point| {
                point.condition = condition;
                point.temporary = temporary;
                point.ignore = ignore;
            })
        })
    }

    /// Stops the run when a register or memory changes, or is read.
    #[pyo3(signature = (what, when = None, *, on = "change", ignore = 0))]
    fn watch(
        &self,
        py: Python<'_>,
        what: &str,
        when: Option<&str>,
        on: &str,
        ignore: u64,
    ) -> PyResult<u32> {
        self.with(py, |open| {
            let session = open.console.session_mut();
            let kind = match on {
                "change" => WatchKind::Change,
                "read" => WatchKind::Read,
                "access" => WatchKind::Access,
                _ => return Err("on is \"change\", \"read\" or \"access\"".to_string()),
            };
            let condition = condition(session, when)?;
            let expr = parse_expr(what).map_err(|error| error.to_string())?;
            let thing = session.look(|scope| scope.thing(&expr))?;
            let thing =
                thing.ok_or_else(|| format!("`{what}` is neither a register nor memory"))?;
            let id = session.add_watchpoint(what, thing, kind)?;
            session.change_watchpoint(id, |point| {
                point.condition = condition;
                point.ignore = ignore;
            });
            Ok(id)
        })
    }

    /// Removes a breakpoint or watchpoint.
    fn delete(&self, py: Python<'_>, id: u32) -> PyResult<()> {
        self.with(py, |open| open.console.session_mut().delete(id))
    }

    /// Runs until something stops it.
    fn continue_(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.go(py, Session::resume)
    }

    /// The selected wave issues so many instructions.
    #[pyo3(signature = (count = 1))]
    fn step(&self, py: Python<'_>, count: u64) -> PyResult<Py<PyAny>> {
        self.go(py, move |session| repeated(count, session, Session::step))
    }

    /// The same, past barriers and calls.
    #[pyo3(signature = (count = 1))]
    fn next(&self, py: Python<'_>, count: u64) -> PyResult<Py<PyAny>> {
        self.go(py, move |session| {
            repeated(count, session, Session::step_over)
        })
    }

    /// Every wave of the workgroup that can run issues one instruction.
    fn step_all(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.go(py, Session::step_all)
    }

    /// Until the selected wave comes to a place; without one, until it has left the loop that it is in.
    #[pyo3(signature = (place = None))]
    fn until(&self, py: Python<'_>, place: Option<String>) -> PyResult<Py<PyAny>> {
        self.go(py, move |session| match place {
            None => session.leave_loop(),
            Some(place) => {
                let insts = session.locate(&place)?;
                session.run_to(insts)
            }
        })
    }

    /// Until the selected wave has ended.
    fn finish(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.go(py, Session::finish)
    }

    /// The selected wave takes so many instructions back.
    #[pyo3(signature = (count = 1))]
    fn back(&self, py: Python<'_>, count: u64) -> PyResult<Py<PyAny>> {
        self.go(py, move |session| {
            repeated(count, session, Session::step_back)
        })
    }

    /// Backwards, until something stops it.
    fn continue_back(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.go(py, Session::resume_back)
    }

    /// To the moment before instruction number `time` of the run was issued.
    fn goto(&self, py: Python<'_>, time: u64) -> PyResult<Py<PyAny>> {
        self.go(py, move |session| session.seek(time))
    }

    /// A register in all lanes, or elements of an array.
    #[pyo3(signature = (what, dtype = None))]
    fn lanes<'py>(
        &self,
        py: Python<'py>,
        what: &str,
        dtype: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (rows, lanes) = self.with(py, |open| {
            let session = open.console.session();
            let expr = parse_expr(what).map_err(|error| error.to_string())?;
            let rows = match session.look(|scope| scope.answer(&expr))? {
                Answer::One(value) => vec![vec![value]],
                Answer::Tuple(values) | Answer::Array { values, .. } => vec![values],
                Answer::Registers(rows) => rows.into_iter().map(|row| row.values).collect(),
            };
            Ok((rows, session.subject().lanes))
        })?;
        let mask = what.eq_ignore_ascii_case("exec") || what.eq_ignore_ascii_case("vcc");
        if let ([one], true) = (&rows[..], mask)
            && let [value] = one[..]
        {
            let mask = bits(value).0;
            let lanes: Vec<u8> = (0..lanes).map(|lane| (mask >> lane & 1) as u8).collect();
            return ndarray(py, "bool", &[lanes.len() as u64], &lanes);
        }
        array(py, &rows, dtype)
    }

    /// One value: of a register in the selected lane, of an element, of any expression.
    fn value<'py>(&self, py: Python<'py>, what: &str) -> PyResult<Bound<'py, PyAny>> {
        let value = self.with(py, |open| {
            let expr = parse_expr(what).map_err(|error| error.to_string())?;
            open.console.session().look(|scope| scope.number(&expr))
        })?;
        number(py, value)
    }

    /// An argument as it is in memory now, as an array of its type and shape.
    fn array<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let (ty, dims, bytes) = self.with(py, |open| {
            let session = open.console.session();
            let argument = session.subject().argument(name);
            let argument = argument.ok_or_else(|| format!("there is no argument `{name}`"))?;
            let timeline = session.timeline().ok_or("there is no run")?;
            let mut bytes = vec![0; argument.bytes() as usize];
            let read = timeline.memory().read(argument.address, &mut bytes);
            read.map_err(|error| error.0)?;
            Ok((argument.ty, argument.shape.dims().to_vec(), bytes))
        })?;
        ndarray(py, crate::argument::dtype(ty), &dims, &bytes)
    }

    /// The instruction that wrote a register or memory; nothing where it is as it was at the start.
    fn origin(&self, py: Python<'_>, what: &str) -> PyResult<Option<Py<PyAny>>> {
        let found = self.with(py, |open| {
            let session = open.console.session_mut();
            let expr = parse_expr(what).map_err(|error| error.to_string())?;
            let thing = session.look(|scope| scope.thing(&expr))?;
            let thing =
                thing.ok_or_else(|| format!("`{what}` is neither a register nor memory"))?;
            let origin = session.last_write(&thing)?;
            Ok(origin.map(|origin| {
                let inst = session.subject().insts.get(origin.inst as usize).cloned();
                (origin, inst)
            }))
        })?;
        let Some((origin, inst)) = found else {
            return Ok(None);
        };
        let class = py.import("wavetank._results")?.getattr("Origin")?;
        let made = class.call1((
            origin.time,
            origin.group,
            origin.wave,
            origin.lane,
            inst.as_ref().map(|inst| inst.address),
            inst.as_ref().map_or("", |inst| inst.text.as_str()),
            inst.as_ref().and_then(|inst| inst.line),
        ))?;
        Ok(Some(made.unbind()))
    }

    /// Chooses the wave, and the lane, whose registers are meant.
    #[pyo3(signature = (wave = None, group = None, lane = None))]
    fn select(
        &self,
        py: Python<'_>,
        wave: Option<u32>,
        group: Option<[u32; 3]>,
        lane: Option<usize>,
    ) -> PyResult<()> {
        self.with(py, |open| {
            let session = open.console.session_mut();
            if let Some(lane) = lane {
                session.select_lane(lane)?;
            }
            let at = session.selected_wave();
            let group = group.or(at.map(|at| at.group)).unwrap_or_default();
            match (wave, at) {
                (Some(wave), _) => session.select(WaveId { group, wave }),
                (None, Some(at)) if at.group != group => session.select(WaveId { group, wave: 0 }),
                _ => Ok(()),
            }
        })
    }

    /// Changes a register, an element or the mask of active lanes.
    fn set(&self, py: Python<'_>, what: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let value = value.str()?.extract::<String>()?;
        let said = self.execute(py, &format!("set {what} = {value}"));
        said.map(|_| ())
    }

    /// Carries out a command as the console takes it, and gives what it says.
    fn execute(&self, py: Python<'_>, command: &str) -> PyResult<String> {
        let mut guard = self.lock(py)?;
        let Some(open) = guard.as_mut() else {
            return Err(fail(py, "the debugger is closed".into()));
        };
        let flag = open.console.session().interrupt();
        let console = &mut open.console;
        let reply = interruptible(
            py,
            || console.execute(command),
            || {
                if let Some(flag) = &flag {
                    flag.store(true, Ordering::Relaxed);
                }
            },
        )?;
        match reply.failed {
            true => Err(fail(py, reply.text().trim_end().into())),
            false => Ok(reply.text()),
        }
    }

    /// What the kernel has printed since this was asked for: after each step, what is new. What was taken back
    /// by going back comes again. A command that `execute` carries out has it in its answer.
    fn printed(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |open| Ok(open.console.session_mut().printed()))
    }

    /// The workgroups that are under way with their waves: where each stands.
    fn waves(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let all = self.with(py, |open| {
            let session = open.console.session();
            let waves = session.all_waves();
            let each = waves.iter().map(|wave| {
                let inst = session.subject().inst_of(wave.step());
                (
                    wave.group(),
                    wave.number(),
                    inst.map(|inst| inst.address),
                    inst.map_or(String::new(), |inst| inst.text.clone()),
                    inst.and_then(|inst| inst.line),
                    wave.status().name(),
                )
            });
            Ok(each.collect::<Vec<_>>())
        })?;
        let class = py.import("wavetank._results")?.getattr("Place")?;
        let list = PyList::empty(py);
        for each in all {
            list.append(class.call1(each)?)?;
        }
        Ok(list.into_any().unbind())
    }

    /// The last instructions of the selected wave, oldest first: when, where, what, which lanes.
    #[pyo3(signature = (count = 16))]
    fn trail(&self, py: Python<'_>, count: usize) -> PyResult<Py<PyAny>> {
        let all = self.with(py, |open| {
            let session = open.console.session_mut();
            let trail = session.trail(count)?;
            let insts = &session.subject().insts;
            let each = trail.iter().map(|issued| {
                let inst = insts.get(issued.inst as usize);
                let (address, text) =
                    inst.map_or((0, String::new()), |it| (it.address, it.text.clone()));
                (issued.time, address, text, issued.exec)
            });
            Ok(each.collect::<Vec<_>>())
        })?;
        let list = PyList::empty(py);
        for (time, address, text, exec) in all {
            let entry = PyDict::new(py);
            entry.set_item("time", time)?;
            entry.set_item("address", address)?;
            entry.set_item("text", text)?;
            entry.set_item("exec", exec)?;
            list.append(entry)?;
        }
        Ok(list.into_any().unbind())
    }

    /// Where the selected wave stands.
    #[getter]
    fn place(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let guard = self.lock(py)?;
        let open = guard
            .as_ref()
            .ok_or_else(|| fail(py, "the debugger is closed".into()))?;
        Ok(place(py, open.console.session())?.unbind())
    }

    /// Instructions issued so far, by all waves.
    #[getter]
    fn time(&self, py: Python<'_>) -> PyResult<u64> {
        self.with(py, |open| Ok(open.console.session().time()))
    }

    /// What came of the run so far.
    #[getter]
    fn run(&self, py: Python<'_>) -> PyResult<Run> {
        self.with(py, |open| {
            let timeline = open.console.session().timeline();
            let report = timeline.map(|it| it.report()).unwrap_or_default();
            Ok(Run::of(open.ready.report(report)))
        })
    }

    /// Ends the session: the run stays where it is, and the arrays are free again.
    fn close(&self, py: Python<'_>) {
        let open = self.lock(py).ok().and_then(|mut open| open.take());
        drop(open);
        self.held
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clear();
    }

    fn __enter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    #[pyo3(signature = (*_args))]
    fn __exit__(&self, py: Python<'_>, _args: &Bound<'_, pyo3::types::PyTuple>) {
        self.close(py);
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let Ok(guard) = self.lock(py) else {
            return Ok("<Debugger, closed>".into());
        };
        let time = guard
            .as_ref()
            .map_or(0, |open| open.console.session().time());
        Ok(format!("<Debugger after {time} instructions>"))
    }

    fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<String> {
        let display = slf.py().import("wavetank.display")?;
        display.call_method1("debugger", (slf,))?.extract()
    }
}

/// Steps until the count is reached or something else stops the run.
fn repeated(
    count: u64,
    session: &mut Session,
    step: fn(&mut Session) -> Result<Stopped, String>,
) -> Result<Stopped, String> {
    if count == 0 {
        return Err("count is at least 1".into());
    }
    let mut stopped = step(session)?;
    for _ in 1..count {
        if !matches!(
            stopped.reasons[..],
            [StopReason::Step | StopReason::Waits(_)]
        ) {
            break;
        }
        stopped = step(session)?;
    }
    Ok(stopped)
}
