//! Every instruction of a run, in batches, for analyses that others write.

use crate::argument::Held;
use crate::diagnostic::{Stage, raised, refused};
use crate::run::ndarray;
use crate::signals::Raised;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyDict, PyList};
use std::sync::{Mutex, PoisonError};
use tank::Debuggable;
use tank::debug::{RegisterSlice, Thing, Viewpoint, parse_expr};
use uop::{Access, LookWave, Progress, RegisterPlace, Site, Stoppable, Watcher};

/// The instructions of a run, as they are issued: an iterator over batches.
#[pyclass(frozen, module = "wavetank")]
pub struct Trace {
    /// Goes before the arrays that it uses.
    run: Mutex<State>,
    held: Mutex<Vec<Held>>,
    /// What instructions are, by their number.
    instructions: Vec<(u64, String, Option<u32>)>,
}

struct State {
    /// Nothing once the run has ended.
    machine: Option<Box<dyn Stoppable>>,
    ready: Debuggable,
    batch: Batch,
}

/// What is collected of so many instructions.
struct Batch {
    size: usize,
    accesses: bool,
    columns: Vec<Column>,
    lanes: usize,
    insts: Vec<u32>,
    groups: Vec<[u32; 3]>,
    waves: Vec<u32>,
    exec: Vec<u64>,
    /// Row, lane, bytes, whether it is a store; and the address.
    access: Vec<([u32; 4], u64)>,
}

/// A register that is wanted with every instruction.
struct Column {
    name: String,
    place: RegisterPlace,
    words: Vec<u32>,
}

impl Watcher for Batch {
    fn marked_only(&self) -> bool {
        false
    }

    fn sees_memory(&self) -> bool {
        self.accesses
    }

    fn issue(&mut self, at: &Site, wave: &dyn LookWave) -> bool {
        self.insts.push(at.inst);
        self.groups.push(at.group);
        self.waves.push(at.wave);
        self.exec.push(wave.exec());
        for column in &mut self.columns {
            match column.place {
                RegisterPlace::Vector(reg) => column.words.extend(wave.vector(reg)),
                RegisterPlace::Scalar(reg) => column.words.push(wave.scalar(reg)),
                RegisterPlace::Mask(reg) => {
                    let mask = wave.mask(reg);
                    let lanes = 0..self.lanes;
                    column
                        .words
                        .extend(lanes.map(|lane| (mask >> lane & 1) as u32));
                }
                RegisterPlace::Block(_) => {}
            }
        }
        self.insts.len() == self.size
    }

    fn access(&mut self, _: &Site, access: &Access) {
        let row = self.insts.len().saturating_sub(1) as u32;
        let words = [row, access.lane, access.bytes, u32::from(access.store)];
        self.access.push((words, access.address));
    }

    fn turn(&mut self, _: &dyn LookWave, _: u64) -> bool {
        false
    }
}

impl Trace {
    pub fn of(
        py: Python<'_>,
        ready: Debuggable,
        size: usize,
        registers: &[String],
        accesses: bool,
        held: Vec<Held>,
    ) -> PyResult<Trace> {
        if size == 0 {
            return Err(refused(
                py,
                "batch is how many instructions come at a time: at least 1",
            ));
        }
        let machine = ready.machine();
        let facts = machine.facts();
        let lanes = facts.lanes as usize;
        let subject = ready.subject(facts);
        let session = ready.debug(Default::default());
        let mut columns = Vec::new();
        for name in registers {
            let place = session.look(|scope: Viewpoint<'_>| {
                let expr = parse_expr(name).map_err(|error| error.to_string())?;
                match scope.thing(&expr)? {
                    Some(Thing::Registers(slices)) => Ok(slices),
                    _ => Err(format!("`{name}` is no register")),
                }
            });
            let slices: Vec<RegisterSlice> = place.map_err(|why| refused(py, why))?;
            for slice in slices {
                let wide = slice.words.max(1);
                if wide > 1 || matches!(slice.place, RegisterPlace::Block(_)) {
                    let message = format!("`{name}` is not one word wide: name its words");
                    return Err(refused(py, message));
                }
                columns.push(Column {
                    name: slice.name,
                    place: slice.place,
                    words: Vec::new(),
                });
            }
        }
        let instructions = subject.insts.into_iter();
        let instructions = instructions.map(|inst| (inst.address, inst.text, inst.line));
        Ok(Trace {
            instructions: instructions.collect(),
            held: Mutex::new(held),
            run: Mutex::new(State {
                machine: Some(machine),
                ready,
                batch: Batch {
                    size,
                    accesses,
                    columns,
                    lanes,
                    insts: Vec::new(),
                    groups: Vec::new(),
                    waves: Vec::new(),
                    exec: Vec::new(),
                    access: Vec::new(),
                },
            }),
        })
    }
}

impl State {
    /// What was collected, as arrays.
    fn take<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let batch = &mut self.batch;
        let count = batch.insts.len() as u64;
        let words = |words: &[u32], dims: &[u64]| {
            let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            ndarray(py, "uint32", dims, &bytes)
        };
        let longs = |longs: &[u64]| {
            let bytes: Vec<u8> = longs.iter().flat_map(|long| long.to_le_bytes()).collect();
            ndarray(py, "uint64", &[longs.len() as u64], &bytes)
        };
        let registers = PyDict::new(py);
        for column in &mut batch.columns {
            let wide = column.words.len() as u64 / count.max(1);
            let dims: &[u64] = match column.place {
                RegisterPlace::Scalar(_) => &[count],
                _ => &[count, wide],
            };
            registers.set_item(&column.name, words(&column.words, dims)?)?;
            column.words.clear();
        }
        let accesses = match batch.accesses {
            false => py.None().into_bound(py),
            true => {
                let dict = PyDict::new(py);
                let total = batch.access.len() as u64;
                for (at, name) in ["row", "lane", "bytes", "store"].into_iter().enumerate() {
                    let column: Vec<u32> = batch.access.iter().map(|(it, _)| it[at]).collect();
                    dict.set_item(name, words(&column, &[total])?)?;
                }
                let addresses: Vec<u64> = batch.access.iter().map(|(_, it)| *it).collect();
                dict.set_item("address", longs(&addresses)?)?;
                batch.access.clear();
                dict.into_any()
            }
        };
        let groups = words(batch.groups.as_flattened(), &[count, 3])?;
        let class = py.import("wavetank._results")?.getattr("Batch")?;
        let made = class.call1((
            words(&batch.insts, &[count])?,
            groups,
            words(&batch.waves, &[count])?,
            longs(&batch.exec)?,
            registers,
            accesses,
        ));
        batch.insts.clear();
        batch.groups.clear();
        batch.waves.clear();
        batch.exec.clear();
        made
    }
}

#[pymethods]
impl Trace {
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let mut state = self
            .run
            .lock_py_attached(py)
            .unwrap_or_else(PoisonError::into_inner);
        let State { machine, batch, .. } = &mut *state;
        let Some(running) = machine else {
            return Ok(None);
        };
        // A batch takes moments, so signals are looked for between two.
        let raised_by = Raised::default();
        if raised_by.look() {
            return Err(raised_by
                .take()
                .unwrap_or_else(|| refused(py, "interrupted")));
        }
        let progress = py.detach(|| running.resume(batch));
        match progress {
            Ok(Progress::Stopped) => {}
            Ok(Progress::Done) => *machine = None,
            Err(fault) => {
                *machine = None;
                // What came before the trap is not lost: it comes with it.
                let error = state.ready.trap_error(&fault);
                let error = raised(py, &error, Stage::Launch);
                let rest = state.take(py)?;
                error.value(py).setattr("batch", rest)?;
                self.release();
                return Err(error);
            }
        }
        if state.machine.is_none() {
            self.release();
            if state.batch.insts.is_empty() {
                return Ok(None);
            }
        }
        Ok(Some(state.take(py)?.unbind()))
    }

    /// Address, text and source line of each instruction, by the numbers that batches have.
    #[getter]
    fn instructions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.instructions.iter().cloned())
    }

    /// Ends the run where it is.
    fn close(&self, py: Python<'_>) {
        let state = self.run.lock_py_attached(py);
        state.unwrap_or_else(PoisonError::into_inner).machine = None;
        self.release();
    }
}

impl Trace {
    fn release(&self) {
        self.held
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clear();
    }
}
