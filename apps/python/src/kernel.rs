//! Kernels that can be called.

use crate::argument::{Held, Slot, argument};
use crate::debugger::Debugger;
use crate::diagnostic::{Stage, findings, found, raised, refused};
use crate::json::to_python;
use crate::options::{LAUNCH, checkers, launch, sizes};
use crate::profile::Profile;
use crate::run::Run;
use crate::signals::meter;
use crate::trace::Trace;
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyTuple};
use serde_json::json;
use std::sync::Arc;
use tank::{Call, KernelSignature, Module, ParameterKind, Settings, Side};

/// Assembled code with a kernel chosen, or its only one. Threads may share it.
///
/// A call launches it: ``kernel(*arguments, grid=, block=, **options)``. Arrays (anything with a
/// buffer that can be written and lies in one piece) are used where they lie, numbers become what the
/// parameter is, ``wavetank.local(bytes)`` stands for local memory. Arguments can be given by name.
/// What a header declares and the call does not give is as the header says.
///
/// ``grid`` is how many workgroups, ``block`` how many threads each has: a number or up to three.
/// Options: ``threads`` of this computer, ``unordered``, ``resident``, ``memory`` (``"eager"`` or
/// ``"strict"``), ``schedule`` (``"fair"`` or a seed), ``max_instructions``, ``memory_bytes``, ``keys``
/// of the header to override, ``cycles`` to count them, ``families`` to count instructions by family,
/// ``fidelity`` to tell which are exact, ``timeline`` to keep one.
///
/// >>> import numpy as np, wavetank as wt
/// >>> code = wt.assemble('''
/// ... first:  LOAD  R1, 0(R10)
/// ...         ADD   R1, R1, R1
/// ...         STORE R1, 0(R10)
/// ...         HALT
/// ... ''', isa="flux")
/// >>> x = np.ones(4, np.float32)
/// >>> code["first"](x, grid=1, block=1).stats["bytes_stored"]
/// 16
/// >>> x
/// array([2., 2., 2., 2.], dtype=float32)
#[pyclass(frozen, module = "wavetank")]
pub struct Kernel {
    module: Arc<Module>,
    settings: Settings,
}

/// A launch, and what keeps its arrays in place.
pub struct Prepared {
    pub call: Call,
    pub settings: Settings,
    pub held: Vec<Held>,
}

impl Kernel {
    pub fn of(module: Module, settings: Settings) -> Kernel {
        Kernel {
            module: Arc::new(module),
            settings,
        }
    }

    /// What the code says about the chosen kernel.
    fn signature(&self) -> Option<&KernelSignature> {
        let kernels = self.module.kernels();
        match &self.settings.kernel {
            Some(name) => kernels.iter().find(|kernel| kernel.name == *name),
            None => (kernels.len() == 1).then(|| &kernels[0]),
        }
    }

    fn prepare(
        &self,
        py: Python<'_>,
        args: &Bound<'_, PyTuple>,
        kwargs: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Prepared> {
        let mut prepared = Prepared {
            call: Call::default(),
            settings: self.settings.clone(),
            held: Vec::new(),
        };
        let Prepared {
            call,
            settings,
            held,
        } = &mut prepared;
        let parameters = self.signature().and_then(|info| info.parameters.as_deref());
        let declared = self.module.arguments();
        let slot = |index: usize| {
            let parameter = parameters.and_then(|all| all.get(index));
            let argument = declared.get(index);
            let named = parameter.and_then(|it| it.name.clone());
            let named = named.or_else(|| argument.map(|it| it.name.clone()));
            Slot {
                name: named.unwrap_or_else(|| format!("arg{index}")),
                parameter,
                declared: argument.map(|it| &it.array),
            }
        };
        for (index, value) in args.iter_borrowed().enumerate() {
            call.args.push(argument(&slot(index), &value, held)?);
        }
        let positional = call.args.len();
        for (name, value) in kwargs.into_iter().flatten() {
            let name: String = name.extract()?;
            match name.as_str() {
                "grid" => call.grid = sizes("grid", &value)?,
                "block" => call.block = sizes("block", &value)?,
                option if LAUNCH.contains(&option) => launch(settings, option, &value)?,
                _ => {
                    let known = parameters.map_or(declared.len(), <[_]>::len);
                    let known: Vec<Slot<'_>> = (0..known).map(slot).collect();
                    let index = known.iter().position(|slot| slot.name == name);
                    let unknown = Slot {
                        name: name.clone(),
                        parameter: None,
                        declared: None,
                    };
                    if call.args.iter().any(|given| given.name == name) {
                        return Err(refused(py, format!("{name} is given twice")));
                    }
                    if index.is_none() && !known.is_empty() {
                        let names: Vec<&str> = known.iter().map(|it| it.name.as_str()).collect();
                        let options = names.iter().chain(LAUNCH).copied();
                        let hint = tank::nearest(&name, options);
                        let hint =
                            hint.map_or(String::new(), |it| format!("; did you mean `{it}`?"));
                        let message = format!(
                            "there is no parameter or option `{name}`{hint}; the parameters are {}",
                            names.join(", ")
                        );
                        return Err(refused(py, message));
                    }
                    let slot = index.map_or(&unknown, |index| &known[index]);
                    call.args.push(argument(slot, &value, held)?);
                }
            }
        }
        // Those given by name go where the kernel wants them.
        if let Some(parameters) = parameters.filter(|_| call.args.len() > positional) {
            let place = |name: &str| {
                let named = |it: &tank::FormalParameter| it.name.as_deref() == Some(name);
                parameters.iter().position(named)
            };
            call.args
                .sort_by_key(|given| place(&given.name).unwrap_or(usize::MAX));
        }
        Ok(prepared)
    }

    fn launched<T: Send>(
        &self,
        py: Python<'_>,
        prepared: &mut Prepared,
        work: impl FnOnce(&Module, &Call, &Settings) -> Result<T, tank::Error> + Send,
    ) -> PyResult<T> {
        let (meter, interrupted) = meter();
        prepared.settings.meter = meter;
        let (module, call, settings) = (&*self.module, &prepared.call, &prepared.settings);
        let ended = py.detach(|| work(module, call, settings));
        if let Some(error) = interrupted.take() {
            return Err(error);
        }
        ended.map_err(|error| raised(py, &error, Stage::Launch))
    }
}

#[pymethods]
impl Kernel {
    /// Runs the kernel to its end.
    #[pyo3(signature = (*args, **kwargs))]
    fn __call__(
        &self,
        py: Python<'_>,
        args: &Bound<'_, PyTuple>,
        kwargs: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Run> {
        let mut prepared = self.prepare(py, args, kwargs)?;
        let report = self.launched(py, &mut prepared, Module::run)?;
        Ok(Run::of(report))
    }

    /// Runs the kernel with every checker on, and gives what they find.
    ///
    /// ``only`` and ``skip`` choose among ``waits``, ``races``, ``uniform`` and ``undefined``; ``race_ok``
    /// names races that are meant by an argument, a line or ``0x`` and a pc.
    ///
    /// >>> import numpy as np, wavetank as wt
    /// >>> code = wt.assemble('''
    /// ...     v_mov_b32 v1, 0
    /// ...     v_mov_b32 v2, s0
    /// ...     s_mov_b32 s6, s3
    /// ...     s_mov_b32 s7, s4
    /// ...     s_load_b64 s[8:9], s[6:7], 0
    /// ...     s_waitcnt lgkmcnt(0)
    /// ...     global_store_b32 v1, v2, s[8:9]
    /// ...     s_endpgm
    /// ... ''', isa="rdna3")
    /// >>> found = code.check(np.zeros(1, np.uint32), grid=2, block=1)
    /// >>> found[0].line
    /// 8
    #[pyo3(signature = (*args, only = None, skip = Vec::new(), race_ok = Vec::new(), **kwargs))]
    fn check<'py>(
        &self,
        py: Python<'py>,
        args: &Bound<'py, PyTuple>,
        only: Option<Vec<String>>,
        skip: Vec<String>,
        race_ok: Vec<String>,
        kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut prepared = self.prepare(py, args, kwargs)?;
        prepared.settings.checkers = checkers(py, only, skip)?;
        prepared.settings.intended_races = race_ok;
        if prepared.settings.threads > 1 {
            return Err(refused(py, "threads: checkers watch one thread"));
        }
        let all = self.launched(py, &mut prepared, Module::check)?;
        found(py, &all)
    }

    /// Runs the kernel and counts what every line and every instruction costs.
    ///
    /// It takes what a call takes, and arrays hold afterwards what one run leaves in them. Cycles are those
    /// of a model; ``cycles=True`` counts them however long the launch is.
    #[pyo3(signature = (*args, **kwargs))]
    fn profile(
        &self,
        py: Python<'_>,
        args: &Bound<'_, PyTuple>,
        kwargs: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Profile> {
        let mut prepared = self.prepare(py, args, kwargs)?;
        if prepared.settings.threads > 1 {
            return Err(refused(
                py,
                "threads: a profile is counted on one thread; leave `threads` out",
            ));
        }
        let made = self.launched(py, &mut prepared, |module, call, settings| {
            let profile = module.profile(call, settings)?;
            let mut settings = settings.clone();
            settings.launch.local.clone_from(&call.block);
            let side = Side::of_profile(&profile, module.input(), &settings)?;
            Ok((profile, side))
        });
        made.map(|(profile, side)| Profile::of(profile, side))
    }

    /// The launch, at its start, to be stopped and looked at: a debugger.
    ///
    /// It takes what a call takes. The arrays are the debugger's until it is closed; going back puts
    /// their elements back.
    ///
    /// >>> import numpy as np, wavetank as wt
    /// >>> code = wt.assemble('''
    /// ...     LOAD  R1, 0(R10)
    /// ... sum: ADD   R1, R1, R1
    /// ...     STORE R1, 0(R10)
    /// ...     HALT
    /// ... ''', isa="flux")
    /// >>> with code.debug(np.ones(4, np.float32), grid=1, block=1) as d:
    /// ...     number = d.break_at("sum")
    /// ...     print(d.continue_())
    /// ...     d.step().place.text
    /// breakpoint 1 after 1 instructions, line 3: ADD R1, R1, R1
    /// 'STORE R1, 0(R10)'
    #[pyo3(signature = (*args, history_bytes = None, **kwargs))]
    fn debug(
        &self,
        py: Python<'_>,
        args: &Bound<'_, PyTuple>,
        history_bytes: Option<usize>,
        kwargs: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Debugger> {
        let mut prepared = self.prepare(py, args, kwargs)?;
        let ready = self.launched(py, &mut prepared, Module::debug)?;
        Ok(Debugger::of(py, ready, history_bytes, prepared.held))
    }

    /// Every instruction of a run, in batches of arrays, for analyses of your own.
    ///
    /// It takes what a call takes, ``registers`` to keep with every instruction, and ``accesses`` to
    /// keep those to memory.
    ///
    /// >>> import numpy as np, wavetank as wt
    /// >>> code = wt.assemble("LOAD R1, 0(R10)\nHALT", isa="flux")
    /// >>> trace = code.trace(np.ones(4, np.float32), grid=1, block=1)
    /// >>> for batch in trace:
    /// ...     [trace.instructions[inst][1] for inst in batch.inst]
    /// ['LOAD R1, 0(R10)', 'HALT']
    #[pyo3(signature = (*args, batch = 65536, registers = Vec::new(), accesses = false, **kwargs))]
    fn trace(
        &self,
        py: Python<'_>,
        args: &Bound<'_, PyTuple>,
        batch: usize,
        registers: Vec<String>,
        accesses: bool,
        kwargs: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Trace> {
        let mut prepared = self.prepare(py, args, kwargs)?;
        let ready = self.launched(py, &mut prepared, Module::debug)?;
        Trace::of(py, ready, batch, &registers, accesses, prepared.held)
    }

    /// Looks for mistakes on every path, without running anything.
    ///
    /// >>> import wavetank as wt
    /// >>> late = wt.assemble("s_load_b32 s0, s[2:3], 0\ns_mov_b32 s1, s0\ns_endpgm", isa="rdna3")
    /// >>> [found.line for found in late.lint()]
    /// [2]
    #[pyo3(signature = (*, needless = false))]
    fn lint<'py>(&self, py: Python<'py>, needless: bool) -> PyResult<Bound<'py, PyAny>> {
        let (module, settings) = (&*self.module, &self.settings);
        let all = py.detach(|| tank::lint(module.input(), settings, needless));
        found(
            py,
            &all.map_err(|error| raised(py, &error, Stage::Assembly))?,
        )
    }

    /// What each kernel takes of a chip, without running it: registers, memory, the instruction mix,
    /// and how many waves fit.
    ///
    /// >>> import wavetank as wt
    /// >>> code = wt.assemble("v_mov_b32 v99, 1\ns_endpgm", isa="rdna3")
    /// >>> code.info(block=64, chip="gfx1100")[0]["occupancy"]["waves_per_simd"]
    /// 12.0
    #[pyo3(signature = (*, block = None, chip = None))]
    fn info<'py>(
        &self,
        py: Python<'py>,
        block: Option<&Bound<'py, PyAny>>,
        chip: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut settings = self.settings.clone();
        if let Some(block) = block {
            settings.launch.local = sizes("block", block)?;
        }
        let input = self.module.input();
        let kernels = tank::info(input, &settings, chip);
        let kernels = kernels.map_err(|error| raised(py, &error, Stage::Launch))?;
        let all = tank::info_json(input.arch.name(), &kernels);
        to_python(py, &all["kernels"])
    }

    /// What is known of the launch before it runs.
    fn plan<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (module, settings) = (&*self.module, &self.settings);
        let plan = py.detach(|| tank::plan(module.input(), settings));
        let plan = plan.map_err(|error| raised(py, &error, Stage::Launch))?;
        let lines = plan.lines.iter().map(|line| {
            json!({
                "address": line.address, "text": line.text, "class": line.class,
                "notes": line.notes,
            })
        });
        let lines: Vec<_> = lines.collect();
        let all = json!({
            "lanes": plan.lanes, "waves": plan.waves, "ordered": plan.ordered, "lines": lines,
        });
        to_python(py, &all)
    }

    /// The code as text, line by line.
    ///
    /// >>> import wavetank as wt
    /// >>> wt.assemble("HALT", isa="flux").disassemble()[0].text
    /// 'HALT'
    fn disassemble<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let code = self.module.code();
        let source = self.module.source();
        let list = PyList::empty(py);
        for line in self.module.listing(&self.settings) {
            let start = line.address.wrapping_sub(code.base) as usize;
            let bytes = code.bytes.get(start..start + line.len).unwrap_or(&[]);
            let from = code
                .span_at(line.address)
                .map(|span| source.line_of(span.start));
            let illegal = line.illegal.map(|illegal| illegal.to_string());
            list.append((
                line.address,
                PyBytes::new(py, bytes),
                line.label,
                line.text,
                from,
                illegal,
            ))?;
        }
        let class = py.import("wavetank._results")?.getattr("Listing")?;
        class.call1((list, self.isa(), source.name(), source.text()))
    }

    /// The kernel in the assembly language of another machine (``ptx``), and what a launch there takes:
    /// as the header says.
    ///
    /// ``fast`` prefers the target's approximations, which differ in the last bits.
    #[pyo3(signature = (to = "ptx", *, fast = false))]
    fn translate<'py>(&self, py: Python<'py>, to: &str, fast: bool) -> PyResult<Bound<'py, PyAny>> {
        let (module, settings) = (&*self.module, &self.settings);
        let made = py.detach(|| tank::translate(module.input(), settings, to, fast));
        let made = made.map_err(|error| raised(py, &error, Stage::Assembly))?;
        to_python(py, &made.to_json())
    }

    /// The ELF file of assembled text: what ``wavetank.load`` takes.
    ///
    /// >>> import wavetank as wt
    /// >>> wt.load(wt.assemble("HALT", isa="flux").elf()).isa
    /// 'flux'
    fn elf<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let (module, settings) = (&*self.module, &self.settings);
        let elf = py.detach(|| tank::assemble_to_elf(module.input(), settings));
        let elf = elf.map_err(|error| raised(py, &error, Stage::Assembly))?;
        Ok(PyBytes::new(py, &elf))
    }

    fn __getitem__(&self, py: Python<'_>, name: &str) -> PyResult<Kernel> {
        let known = self
            .module
            .kernels()
            .iter()
            .map(|kernel| kernel.name.as_str());
        let symbol = || {
            self.module
                .code()
                .symbols
                .iter()
                .any(|symbol| symbol.name == name)
        };
        if !known.clone().any(|it| it == name) && !symbol() {
            let hint = tank::nearest(name, known.clone());
            let hint = hint.map_or(String::new(), |it| format!("; did you mean `{it}`?"));
            let all = known.collect::<Vec<_>>().join(", ");
            let message = format!("there is no kernel `{name}`{hint}; there are: {all}");
            let error = PyKeyError::new_err(message.clone());
            error.set_cause(py, Some(refused(py, message)));
            return Err(error);
        }
        Ok(Kernel {
            module: self.module.clone(),
            settings: Settings {
                kernel: Some(name.into()),
                ..self.settings.clone()
            },
        })
    }

    /// The kernels that the code has, by name.
    #[getter]
    fn kernels(&self) -> Vec<String> {
        let kernels = self.module.kernels().iter();
        kernels.map(|kernel| kernel.name.clone()).collect()
    }

    /// The chosen kernel, or the only one; nothing where there are several or none has a name.
    #[getter]
    fn name(&self) -> Option<String> {
        let chosen = self.settings.kernel.clone();
        chosen.or_else(|| self.signature().map(|info| info.name.clone()))
    }

    /// What users call the instruction set.
    #[getter]
    fn isa(&self) -> &'static str {
        self.module.input().arch.name()
    }

    /// The machine code.
    #[getter]
    fn code<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.module.code().bytes)
    }

    /// What the assembler warned of.
    #[getter]
    fn warnings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        findings(py, self.module.warnings(), self.module.source(), 0)
    }

    /// What the kernel takes: names, types and kinds, as far as the code or the header says.
    #[getter]
    fn parameters<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let info = self.signature().and_then(|info| info.parameters.as_deref());
        let list = PyList::empty(py);
        let class = py.import("wavetank._results")?.getattr("Parameter")?;
        if let Some(parameters) = info {
            for it in parameters {
                let kind = match it.kind {
                    ParameterKind::Value => "value",
                    ParameterKind::Array => "array",
                    ParameterKind::Local => "local",
                    ParameterKind::Other => "other",
                };
                list.append(class.call1((&it.name, &it.type_name, it.bytes, kind))?)?;
            }
            return Ok(Some(list.into_any()));
        }
        let declared = self.module.arguments();
        if declared.is_empty() {
            return Ok(None);
        }
        for it in declared {
            let (kind, bytes) = match it.array.shape.is_scalar() {
                true => ("value", it.array.ty.size()),
                false => ("array", it.array.data.len()),
            };
            let ty = format!("{}{}", it.array.ty, it.array.shape);
            list.append(class.call1((&it.name, ty, bytes, kind))?)?;
        }
        Ok(Some(list.into_any()))
    }

    fn __repr__(&self) -> String {
        let file = self.module.input().file.name();
        let name = self.name().map_or(String::new(), |name| format!(" {name}"));
        format!("<Kernel{name} of {file} for {}>", self.isa())
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        let listing = self.disassemble(py)?;
        listing.call_method0("_repr_html_")?.extract()
    }
}
