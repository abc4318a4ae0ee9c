//! Programs: text or code, and what was built of it for each device.

mod build;
mod il;
mod info;

use crate::context::Context;
use crate::device::{self, Device};
use crate::error::{api, api_create, ensure, fail};
use crate::object::{self, Kind, Object, get};
use crate::pointer::{put, slice};
use opencl_sys::*;
use std::ffi::{CStr, c_char, c_uchar, c_void};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use wavetank::amd_host::Module;

use il::Il;

pub(crate) use build::{clBuildProgram, clCompileProgram, clLinkProgram};
pub(crate) use il::{
    VERSIONS as IL_VERSIONS, available as il_available, clCreateProgramWithIL,
    clSetProgramSpecializationConstant,
};
pub(crate) use info::{clGetProgramBuildInfo, clGetProgramInfo};

type Notify = unsafe extern "C" fn(program: cl_program, user_data: *mut c_void);

/// A program.
pub(crate) struct Program {
    pub context: Arc<Object<Context>>,
    pub devices: Vec<Arc<Object<Device>>>,
    pub origin: Origin,
    /// In the order of the devices.
    builds: Mutex<Vec<Build>>,
    /// Kernels that programs hold.
    kernels: AtomicUsize,
}

/// What a program was made from.
pub(crate) enum Origin {
    /// OpenCL C.
    Text(String),
    /// An intermediate language.
    Il(Il),
    /// Code for devices, or programs that were linked.
    Code,
}

impl Origin {
    /// OpenCL C, if it is that.
    pub fn text(&self) -> Option<&String> {
        match self {
            Origin::Text(text) => Some(text),
            _ => None,
        }
    }
}

/// What there is of a program for a device.
#[derive(Clone)]
pub(crate) struct Build {
    status: cl_build_status,
    options: String,
    log: String,
    binary_type: cl_program_binary_type,
    /// A code object, or bitcode.
    binary: Option<Arc<[u8]>>,
    pub module: Option<Arc<Module>>,
    /// Workgroups all have the same size, as older programs may count on.
    pub uniform: bool,
}

impl Default for Build {
    fn default() -> Build {
        Build {
            status: CL_BUILD_NONE,
            options: String::new(),
            log: String::new(),
            binary_type: CL_PROGRAM_BINARY_TYPE_NONE,
            binary: None,
            module: None,
            uniform: false,
        }
    }
}

impl Kind for Program {
    const INVALID: cl_int = CL_INVALID_PROGRAM;
    const NAME: &'static str = "program";
}

impl Program {
    fn new(
        context: Arc<Object<Context>>,
        devices: Vec<Arc<Object<Device>>>,
        origin: Origin,
        builds: Vec<Build>,
    ) -> Arc<Object<Program>> {
        Object::new(Program {
            context,
            devices,
            origin,
            builds: Mutex::new(builds),
            kernels: AtomicUsize::new(0),
        })
    }

    fn builds(&self) -> MutexGuard<'_, Vec<Build>> {
        self.builds.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What there is for a device, if it is one of the program's.
    pub fn build_for(&self, device: &Arc<Object<Device>>) -> Option<Build> {
        let at = self.position(device)?;
        self.builds().get(at).cloned()
    }

    fn position(&self, device: &Arc<Object<Device>>) -> Option<usize> {
        self.devices.iter().position(|own| Arc::ptr_eq(own, device))
    }

    /// The executables that there are, with their devices.
    pub fn executables(&self) -> Vec<(Arc<Object<Device>>, Arc<Module>)> {
        let builds = self.builds();
        let all = self.devices.iter().zip(builds.iter());
        all.filter_map(|(device, build)| Some((device.clone(), build.module.clone()?)))
            .collect()
    }

    /// A program holds a kernel of it, or does so no longer.
    pub fn count_kernel(&self, more: bool) {
        match more {
            true => self.kernels.fetch_add(1, Ordering::Relaxed),
            false => self.kernels.fetch_sub(1, Ordering::Relaxed),
        };
    }
}

/// The first bytes of an ELF file, and of bitcode.
const ELF: &[u8] = b"\x7fELF";
const BITCODE: &[u8] = b"BC\xc0\xde";

/// A program that was compiled before; nothing where it is not one for this device.
fn from_binary(device: &Device, bytes: &[u8]) -> Option<Build> {
    let binary_type = match bytes {
        bytes if bytes.starts_with(ELF) => {
            device.amd.check(bytes).ok()?;
            CL_PROGRAM_BINARY_TYPE_EXECUTABLE
        }
        bytes if bytes.starts_with(BITCODE) => CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT,
        _ => return None,
    };
    Some(Build {
        binary_type,
        binary: Some(bytes.into()),
        ..Build::default()
    })
}

api_create! {
    fn clCreateProgramWithSource(context: cl_context, count: cl_uint, strings: *mut *const c_char, lengths: *const usize) {
        let context = get::<Context>(context)?;
        ensure(count > 0 && !strings.is_null(), CL_INVALID_VALUE, "there is no text")?;
        let mut text = Vec::new();
        for (i, &part) in slice(strings.cast_const(), count as usize).iter().enumerate() {
            ensure(!part.is_null(), CL_INVALID_VALUE, "a part of the text is NULL")?;
            let len = match lengths.is_null() {
                true => 0,
                false => lengths.add(i).read(),
            };
            text.extend(match len {
                0 => CStr::from_ptr(part).to_bytes(),
                len => slice(part.cast::<u8>(), len),
            });
        }
        // Some programs count the zero that ends the text.
        while text.last() == Some(&0) {
            text.pop();
        }
        let text = String::from_utf8_lossy(&text).into_owned();
        let devices = context.devices.clone();
        let builds = vec![Build::default(); devices.len()];
        Ok(Program::new(context, devices, Origin::Text(text), builds).handle())
    }

    fn clCreateProgramWithBinary(
        context: cl_context, num_devices: cl_uint, device_list: *const cl_device_id, lengths: *const usize,
        binaries: *mut *const c_uchar, binary_status: *mut cl_int,
    ) {
        let context = get::<Context>(context)?;
        let some = num_devices > 0 && !device_list.is_null();
        ensure(some, CL_INVALID_VALUE, "there are no devices")?;
        let devices = device::chosen(num_devices, device_list, &context.devices)?;
        ensure(!lengths.is_null() && !binaries.is_null(), CL_INVALID_VALUE, "there is no code")?;
        let mut builds = Vec::new();
        let mut bad = false;
        for (i, device) in devices.iter().enumerate() {
            let (len, bytes) = (lengths.add(i).read(), binaries.add(i).read());
            let empty = len == 0 || bytes.is_null();
            let build = (!empty).then(|| from_binary(device, slice(bytes, len))).flatten();
            let status = match (&build, empty) {
                (Some(_), _) => CL_SUCCESS,
                (None, true) => CL_INVALID_VALUE,
                (None, false) => CL_INVALID_BINARY,
            };
            if !binary_status.is_null() {
                put(binary_status.add(i), status);
            }
            ensure(status != CL_INVALID_VALUE, CL_INVALID_VALUE, "the code for a device is empty")?;
            bad |= build.is_none();
            builds.extend(build);
        }
        ensure(!bad, CL_INVALID_BINARY, "expected a code object for the device, or bitcode")?;
        Ok(Program::new(context, devices, Origin::Code, builds).handle())
    }

    fn clCreateProgramWithBuiltInKernels(
        context: cl_context, num_devices: cl_uint, device_list: *const cl_device_id, kernel_names: *const c_char,
    ) {
        let context = get::<Context>(context)?;
        let some = num_devices > 0 && !device_list.is_null() && !kernel_names.is_null();
        ensure(some, CL_INVALID_VALUE, "there are no devices, or no names")?;
        device::chosen(num_devices, device_list, &context.devices)?;
        fail(CL_INVALID_VALUE, "no device has kernels of its own")
    }
}

api! {
    fn clRetainProgram(program: cl_program) {
        object::retain::<Program>(program)
    }

    fn clReleaseProgram(program: cl_program) {
        object::release::<Program>(program)
    }

    fn clSetProgramReleaseCallback(
        program: cl_program,
        pfn_notify: Option<Notify>,
        _user_data: *mut c_void,
    ) {
        get::<Program>(program)?;
        ensure(pfn_notify.is_some(), CL_INVALID_VALUE, "the function is NULL")?;
        fail(CL_INVALID_OPERATION, "no device has destructors for what programs keep")
    }
}
