//! Compiling and linking.

use super::{Build, Notify, Origin, Program};
use crate::callback;
use crate::context::Context;
use crate::device::{self, Device};
use crate::error::{Outcome, api, api_create, ensure, fail};
use crate::object::{Object, get, get_all};
use crate::pointer::{HostPointer, list, slice, text};
use compile::{
    Compiled, CompilerOptions, NAME, Output, ProgramSource, Refused, SpirV, compile_program,
    link_programs,
};
use opencl_sys::*;
use std::collections::BTreeMap;
use std::ffi::{c_char, c_void};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use wavetank::amd_host::Module;

/// What is made of a program.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Build,
    Compile,
    Link,
}

impl Stage {
    fn failure(self) -> cl_int {
        match self {
            Stage::Build => CL_BUILD_PROGRAM_FAILURE,
            Stage::Compile => CL_COMPILE_PROGRAM_FAILURE,
            Stage::Link => CL_LINK_PROGRAM_FAILURE,
        }
    }

    fn bad_options(self) -> cl_int {
        match self {
            Stage::Build => CL_INVALID_BUILD_OPTIONS,
            Stage::Compile => CL_INVALID_COMPILER_OPTIONS,
            Stage::Link => CL_INVALID_LINKER_OPTIONS,
        }
    }
}

/// What a device's part of a program is made of.
enum Material<'a> {
    Text(ProgramSource<'a>),
    Il(SpirV),
    Units(Vec<Arc<[u8]>>),
    /// A code object that is whole.
    Object(Arc<[u8]>),
}

struct Job<'a> {
    stage: Stage,
    written: String,
    options: &'a CompilerOptions,
    material: Material<'a>,
}

impl Job<'_> {
    /// Makes the part of a program for a device.
    fn run(&self, device: &Device) -> (Build, cl_int) {
        let processor = device.amd.chip().name;
        let output = match self.stage == Stage::Compile || self.options.creates_library() {
            true => Output::Bitcode,
            false => Output::Object,
        };
        let made = match &self.material {
            Material::Text(source) => compile_program(source, self.options, processor, output),
            Material::Il(module) => module
                .translate()
                .and_then(|unit| link_programs(&[&unit.bytes], self.options, processor, output)),
            Material::Units(units) => {
                let units: Vec<&[u8]> = units.iter().map(|unit| &unit[..]).collect();
                link_programs(&units, self.options, processor, output)
            }
            Material::Object(bytes) => Ok(Compiled {
                bytes: bytes.to_vec(),
                log: String::new(),
            }),
        };
        let mut build = Build {
            options: self.written.clone(),
            status: CL_BUILD_ERROR,
            ..Build::default()
        };
        let compiled = match made {
            Ok(compiled) => compiled,
            Err(Refused::Source(said)) => {
                build.log = said;
                return (build, self.stage.failure());
            }
            Err(Refused::Unavailable(why)) => {
                build.log = why;
                return (build, CL_COMPILER_NOT_AVAILABLE);
            }
        };
        build.log = compiled.log;
        let binary: Arc<[u8]> = compiled.bytes.into();
        if output == Output::Object {
            match Module::load(&device.amd, NAME, binary.clone(), self.sources()) {
                Ok(module) => build.module = Some(module.into()),
                Err(error) => {
                    build.log = format!("{}\n{error}", build.log).trim_start().into();
                    return (build, self.stage.failure());
                }
            }
        }
        build.binary_type = match (output, self.stage) {
            (Output::Object, _) => CL_PROGRAM_BINARY_TYPE_EXECUTABLE,
            (_, Stage::Compile) => CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT,
            _ => CL_PROGRAM_BINARY_TYPE_LIBRARY,
        };
        build.uniform = match self.material {
            Material::Text(_) => self.options.is_uniform(),
            _ => false,
        };
        build.binary = Some(binary);
        build.status = CL_BUILD_SUCCESS;
        (build, CL_SUCCESS)
    }

    /// What lines of the code may be places in.
    fn sources(&self) -> BTreeMap<String, Vec<u8>> {
        match &self.material {
            Material::Text(source) => [(NAME.to_string(), source.text.into())].into(),
            _ => BTreeMap::new(),
        }
    }
}

/// Runs a job for every device, at the same time.
fn run_all(jobs: &[(Arc<Object<Device>>, Job<'_>)]) -> Vec<(Build, cl_int)> {
    if let [(device, job)] = jobs {
        return vec![job.run(device)];
    }
    std::thread::scope(|scope| {
        let started = jobs
            .iter()
            .map(|(device, job)| scope.spawn(|| job.run(device)));
        let started: Vec<_> = started.collect();
        let ended = started.into_iter().map(|thread| {
            let joined = thread.join();
            joined.unwrap_or_else(|_| (Build::default(), CL_OUT_OF_HOST_MEMORY))
        });
        ended.collect()
    })
}

impl Object<Program> {
    /// Replaces what there is for some devices.
    fn replace(&self, devices: &[Arc<Object<Device>>], made: Vec<(Build, cl_int)>) -> Outcome {
        let mut worst = None;
        let mut builds = self.builds();
        for (device, (build, code)) in devices.iter().zip(made) {
            if code != CL_SUCCESS {
                let log = build.log.clone();
                worst.get_or_insert((code, log));
            }
            if let Some(at) = self.position(device) {
                builds[at] = build;
            }
        }
        match worst {
            Some((code, log)) => fail(code, log),
            None => Ok(()),
        }
    }

    fn check_kernels(&self) -> Outcome {
        let none = self.kernels.load(Ordering::Relaxed) == 0;
        ensure(none, CL_INVALID_OPERATION, "the program has kernels")
    }
}

/// A function to be called when it is done, and what it is called with.
fn notified(notify: Option<Notify>, user_data: *mut c_void) -> Outcome {
    let good = notify.is_some() || user_data.is_null();
    ensure(
        good,
        CL_INVALID_VALUE,
        "there is data for a function, but no function",
    )
}

fn call_back(notify: Option<Notify>, program: &Arc<Object<Program>>, user_data: *mut c_void) {
    if let Some(call) = notify {
        let (data, program) = (HostPointer(user_data), program.clone());
        callback::post(move || {
            let data = data;
            // SAFETY: the program gave the function for this.
            unsafe { call(program.handle(), data.0) };
        });
    }
}

fn parsed(stage: Stage, written: &str) -> Outcome<CompilerOptions> {
    CompilerOptions::parse(written).or_else(|why| fail(stage.bad_options(), why))
}

api! {
    fn clBuildProgram(
        program: cl_program, num_devices: cl_uint, device_list: *const cl_device_id, options: *const c_char,
        pfn_notify: Option<unsafe extern "C" fn(program: cl_program, user_data: *mut c_void)>, user_data: *mut c_void,
    ) {
        let program = get::<Program>(program)?;
        notified(pfn_notify, user_data)?;
        let devices = device::chosen(num_devices, device_list, &program.devices)?;
        program.check_kernels()?;
        let written = text(options);
        let parsed = parsed(Stage::Build, &written)?;
        let mut jobs = Vec::new();
        for device in &devices {
            let known = program.build_for(device).unwrap_or_default();
            let material = match (&program.origin, known.binary, known.binary_type) {
                (Origin::Text(text), ..) => Material::Text(ProgramSource { text, headers: &[] }),
                (Origin::Il(il), ..) => Material::Il(il.specialized()),
                (Origin::Code, Some(binary), CL_PROGRAM_BINARY_TYPE_EXECUTABLE) => Material::Object(binary),
                (Origin::Code, Some(binary), _) => Material::Units(vec![binary]),
                (Origin::Code, None, _) => return fail(CL_INVALID_BINARY, "there is no code for the device"),
            };
            let job = Job { stage: Stage::Build, written: written.clone(), options: &parsed, material };
            jobs.push((device.clone(), job));
        }
        let done = program.replace(&devices, run_all(&jobs));
        call_back(pfn_notify, &program, user_data);
        done
    }

    fn clCompileProgram(
        program: cl_program, num_devices: cl_uint, device_list: *const cl_device_id, options: *const c_char,
        num_input_headers: cl_uint, input_headers: *const cl_program, header_include_names: *mut *const c_char,
        pfn_notify: Option<unsafe extern "C" fn(program: cl_program, user_data: *mut c_void)>, user_data: *mut c_void,
    ) {
        let program = get::<Program>(program)?;
        notified(pfn_notify, user_data)?;
        let devices = device::chosen(num_devices, device_list, &program.devices)?;
        let given = list(input_headers, num_input_headers, CL_INVALID_VALUE)?;
        let names = list(header_include_names.cast_const(), num_input_headers, CL_INVALID_VALUE)?;
        ensure(!matches!(program.origin, Origin::Code), CL_INVALID_OPERATION, "the program has no text")?;
        program.check_kernels()?;
        let mut headers = Vec::new();
        for (header, &name) in get_all::<Program>(given)?.iter().zip(names) {
            let Some(source) = header.origin.text() else {
                return fail(CL_INVALID_OPERATION, "a header has no text");
            };
            headers.push((text(name), source.clone()));
        }
        let written = text(options);
        let parsed = parsed(Stage::Compile, &written)?;
        let job = |device: &Arc<Object<Device>>| {
            let material = match &program.origin {
                Origin::Il(il) => Material::Il(il.specialized()),
                other => Material::Text(ProgramSource { text: other.text().map_or("", String::as_str), headers: &headers }),
            };
            (device.clone(), Job { stage: Stage::Compile, written: written.clone(), options: &parsed, material })
        };
        let jobs: Vec<_> = devices.iter().map(job).collect();
        let done = program.replace(&devices, run_all(&jobs));
        call_back(pfn_notify, &program, user_data);
        done
    }
}

api_create! {
    fn clLinkProgram(
        context: cl_context, num_devices: cl_uint, device_list: *const cl_device_id, options: *const c_char,
        num_input_programs: cl_uint, input_programs: *const cl_program,
        pfn_notify: Option<unsafe extern "C" fn(program: cl_program, user_data: *mut c_void)>, user_data: *mut c_void,
    ) {
        let context = get::<Context>(context)?;
        notified(pfn_notify, user_data)?;
        let devices = device::chosen(num_devices, device_list, &context.devices)?;
        let some = num_input_programs > 0 && !input_programs.is_null();
        ensure(some, CL_INVALID_VALUE, "there is nothing to link")?;
        let inputs = get_all::<Program>(slice(input_programs, num_input_programs as usize))?;
        let written = text(options);
        let parsed = parsed(Stage::Link, &written)?;
        let mut jobs = Vec::new();
        for device in &devices {
            let mut units = Vec::new();
            for input in &inputs {
                let build = input.build_for(device).unwrap_or_default();
                let linkable = [CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT, CL_PROGRAM_BINARY_TYPE_LIBRARY];
                match build.binary.filter(|_| linkable.contains(&build.binary_type)) {
                    Some(unit) => units.push(unit),
                    None => return fail(CL_INVALID_OPERATION, "a program was not compiled for the device"),
                }
            }
            let material = Material::Units(units);
            jobs.push((device.clone(), Job { stage: Stage::Link, written: written.clone(), options: &parsed, material }));
        }
        let made = run_all(&jobs);
        let builds = vec![Build::default(); devices.len()];
        let program = Program::new(get::<Context>(context.handle())?, devices.clone(), Origin::Code, builds);
        if let Err(failed) = program.replace(&devices, made) {
            crate::object::release::<Program>(program.handle())?;
            context.tell(&failed.why);
            return Err(failed);
        }
        call_back(pfn_notify, &program, user_data);
        Ok(program.handle())
    }
}
