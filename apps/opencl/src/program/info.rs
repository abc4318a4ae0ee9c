//! What programs say about themselves.

use super::{Origin, Program};
use crate::device;
use crate::error::{api, ensure, fail};
use crate::info::query;
use crate::object::get;
use opencl_sys::*;
use std::ffi::c_void;

api! {
    fn clGetProgramInfo(program: cl_program, param_name: cl_program_info, param_value_size: usize, param_value: *mut c_void, param_value_size_ret: *mut usize) {
        let program = get::<Program>(program)?;
        let query = query!(param_value_size, param_value, param_value_size_ret);
        let binaries = || -> Vec<_> { program.builds().iter().map(|build| build.binary.clone()).collect() };
        let kernels = || {
            let built = program.executables();
            let Some((_, module)) = built.first() else {
                return fail(CL_INVALID_PROGRAM_EXECUTABLE, "the program was not built");
            };
            Ok(module.kernels().iter().map(|kernel| kernel.name.clone()).collect::<Vec<_>>())
        };
        match param_name {
            CL_PROGRAM_REFERENCE_COUNT => query.put(program.count()),
            CL_PROGRAM_CONTEXT => query.put(program.context.handle()),
            CL_PROGRAM_NUM_DEVICES => query.put(program.devices.len() as cl_uint),
            CL_PROGRAM_DEVICES => {
                let handles: Vec<_> = program.devices.iter().map(|device| device.handle()).collect();
                query.slice(&handles)
            }
            CL_PROGRAM_SOURCE => query.text(program.origin.text().map_or("", String::as_str)),
            CL_PROGRAM_BINARY_SIZES => {
                let size = |binary: Option<std::sync::Arc<[u8]>>| binary.map_or(0, |bytes| bytes.len());
                query.slice(&binaries().into_iter().map(size).collect::<Vec<usize>>())
            }
            CL_PROGRAM_BINARIES => {
                let all = binaries();
                let bytes = size_of::<*mut u8>() * all.len();
                if !param_value.is_null() {
                    ensure(param_value_size >= bytes, CL_INVALID_VALUE, "there is no room for all pointers")?;
                    for (i, binary) in all.iter().enumerate() {
                        let to = param_value.cast::<*mut u8>().add(i).read();
                        if let Some(binary) = binary.as_ref().filter(|_| !to.is_null()) {
                            std::ptr::copy_nonoverlapping(binary.as_ptr(), to, binary.len());
                        }
                    }
                }
                crate::pointer::put(param_value_size_ret, bytes);
                Ok(())
            }
            CL_PROGRAM_NUM_KERNELS => query.put(kernels()?.len()),
            CL_PROGRAM_KERNEL_NAMES => query.text(&kernels()?.join(";")),
            CL_PROGRAM_IL => match &program.origin {
                Origin::Il(il) => query.bytes(il.bytes()),
                _ => query.bytes(&[]),
            },
            CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT | CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT => query.put(CL_FALSE),
            other => query.unknown(other),
        }
    }

    fn clGetProgramBuildInfo(program: cl_program, device: cl_device_id, param_name: cl_program_build_info, param_value_size: usize, param_value: *mut c_void, param_value_size_ret: *mut usize) {
        let program = get::<Program>(program)?;
        let device = device::get(device)?;
        let Some(build) = program.build_for(&device) else {
            return fail(CL_INVALID_DEVICE, "the device is not one of the program's");
        };
        let query = query!(param_value_size, param_value, param_value_size_ret);
        match param_name {
            CL_PROGRAM_BUILD_STATUS => query.put(build.status),
            CL_PROGRAM_BUILD_OPTIONS => query.text(&build.options),
            CL_PROGRAM_BUILD_LOG => query.text(&build.log),
            CL_PROGRAM_BINARY_TYPE => query.put(build.binary_type),
            CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE => query.put(0usize),
            other => query.unknown(other),
        }
    }
}
