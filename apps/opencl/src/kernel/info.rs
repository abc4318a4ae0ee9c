//! What kernels say about themselves.

use super::Kernel;
use crate::device::{self, Device};
use crate::error::{Outcome, api, fail};
use crate::info::query;
use crate::object::{Object, get};
use crate::pointer;
use opencl_sys::*;
use std::ffi::c_void;
use std::sync::Arc;

/// The device that is asked about, or the only one that there is.
fn device_of(kernel: &Kernel, device: cl_device_id) -> Outcome<Arc<Object<Device>>> {
    let built = kernel.program.executables();
    if device.is_null() {
        return match &built[..] {
            [(device, _)] => Ok(device.clone()),
            _ => fail(CL_INVALID_DEVICE, "the kernel is there for several devices"),
        };
    }
    let device = device::get(device)?;
    match built.iter().any(|(own, _)| Arc::ptr_eq(own, &device)) {
        true => Ok(device),
        false => fail(CL_INVALID_DEVICE, "the kernel is not there for the device"),
    }
}

api! {
    fn clGetKernelInfo(kernel: cl_kernel, param_name: cl_kernel_info, param_value_size: usize, param_value: *mut c_void, param_value_size_ret: *mut usize) {
        let kernel = get::<Kernel>(kernel)?;
        let query = query!(param_value_size, param_value, param_value_size_ret);
        match param_name {
            CL_KERNEL_FUNCTION_NAME => query.text(&kernel.info.name),
            CL_KERNEL_NUM_ARGS => query.put(kernel.own().count() as cl_uint),
            CL_KERNEL_REFERENCE_COUNT => query.put(kernel.count()),
            CL_KERNEL_CONTEXT => query.put(kernel.program.context.handle()),
            CL_KERNEL_PROGRAM => query.put(kernel.program.handle()),
            CL_KERNEL_ATTRIBUTES => {
                let sizes = |sizes: &[u32]| sizes.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
                let named = [("reqd_work_group_size", &kernel.info.required), ("work_group_size_hint", &kernel.info.hinted)];
                let given = named.iter().filter(|(_, of)| !of.is_empty());
                let vector = kernel.info.vector.iter().map(|of| format!("vec_type_hint({of})"));
                let all: Vec<String> = given.map(|(name, of)| format!("{name}({})", sizes(of))).chain(vector).collect();
                query.text(&all.join(" "))
            }
            other => query.unknown(other),
        }
    }

    fn clGetKernelArgInfo(kernel: cl_kernel, arg_index: cl_uint, param_name: cl_kernel_arg_info, param_value_size: usize, param_value: *mut c_void, param_value_size_ret: *mut usize) {
        let kernel = get::<Kernel>(kernel)?;
        let Some(arg) = kernel.own().nth(arg_index as usize) else {
            return fail(CL_INVALID_ARG_INDEX, format!("there is no argument {arg_index}"));
        };
        let query = query!(param_value_size, param_value, param_value_size_ret);
        // Compilers leave names out unless they are asked for them.
        let missing = || fail(CL_KERNEL_ARG_INFO_NOT_AVAILABLE, "the code does not say");
        match param_name {
            CL_KERNEL_ARG_ADDRESS_QUALIFIER => query.put(match arg.space.as_deref() {
                Some("global" | "generic") => CL_KERNEL_ARG_ADDRESS_GLOBAL,
                Some("constant") => CL_KERNEL_ARG_ADDRESS_CONSTANT,
                Some("local") => CL_KERNEL_ARG_ADDRESS_LOCAL,
                _ if arg.kind == "image" => CL_KERNEL_ARG_ADDRESS_GLOBAL,
                _ => CL_KERNEL_ARG_ADDRESS_PRIVATE,
            }),
            CL_KERNEL_ARG_ACCESS_QUALIFIER => query.put(match arg.access.as_deref() {
                Some("read_only") => CL_KERNEL_ARG_ACCESS_READ_ONLY,
                Some("write_only") => CL_KERNEL_ARG_ACCESS_WRITE_ONLY,
                Some("read_write") => CL_KERNEL_ARG_ACCESS_READ_WRITE,
                _ => CL_KERNEL_ARG_ACCESS_NONE,
            }),
            CL_KERNEL_ARG_TYPE_NAME => match &arg.type_name {
                Some(name) => query.text(name),
                None => missing(),
            },
            CL_KERNEL_ARG_NAME => match &arg.name {
                Some(name) => query.text(name),
                None => missing(),
            },
            CL_KERNEL_ARG_TYPE_QUALIFIER => {
                let flag = |is: bool, flag: cl_bitfield| if is { flag } else { 0 };
                query.put(
                    flag(arg.is_const || arg.space.as_deref() == Some("constant"), CL_KERNEL_ARG_TYPE_CONST as u64)
                        | flag(arg.is_restrict, CL_KERNEL_ARG_TYPE_RESTRICT as u64)
                        | flag(arg.is_volatile, CL_KERNEL_ARG_TYPE_VOLATILE as u64)
                        | flag(arg.is_pipe, CL_KERNEL_ARG_TYPE_PIPE as u64),
                )
            }
            other => query.unknown(other),
        }
    }

    fn clGetKernelWorkGroupInfo(kernel: cl_kernel, device: cl_device_id, param_name: cl_kernel_work_group_info, param_value_size: usize, param_value: *mut c_void, param_value_size_ret: *mut usize) {
        let kernel = get::<Kernel>(kernel)?;
        device_of(&kernel, device)?;
        let query = query!(param_value_size, param_value, param_value_size_ret);
        let info = &kernel.info;
        match param_name {
            CL_KERNEL_WORK_GROUP_SIZE => query.put(info.most_threads.unwrap_or(256) as usize),
            CL_KERNEL_COMPILE_WORK_GROUP_SIZE => query.slice(&match info.required[..] {
                [x, y, z] => [x, y, z].map(|size| size as usize),
                _ => [0; 3],
            }),
            CL_KERNEL_LOCAL_MEM_SIZE => query.put(u64::from(info.local_bytes) + kernel.local_bytes()),
            CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE => query.put(info.lanes.unwrap_or(32) as usize),
            CL_KERNEL_PRIVATE_MEM_SIZE => query.put(u64::from(info.private_bytes)),
            CL_KERNEL_GLOBAL_WORK_SIZE => fail(CL_INVALID_VALUE, "it is no kernel of a device's own"),
            other => query.unknown(other),
        }
    }

    fn clGetKernelSubGroupInfo(
        kernel: cl_kernel, device: cl_device_id, param_name: cl_kernel_sub_group_info, input_value_size: usize,
        input_value: *const c_void, param_value_size: usize, param_value: *mut c_void, param_value_size_ret: *mut usize,
    ) {
        let kernel = get::<Kernel>(kernel)?;
        device_of(&kernel, device)?;
        let query = query!(param_value_size, param_value, param_value_size_ret);
        let lanes = kernel.info.lanes.unwrap_or(32) as usize;
        let most = kernel.info.most_threads.unwrap_or(256) as usize;
        // Sizes of a workgroup, or a number of sub-groups.
        let given = pointer::slice(input_value.cast::<usize>(), input_value_size / size_of::<usize>());
        let threads = || match given {
            [_, ..] if given.len() <= 3 => Ok(given.iter().fold(1, |all: usize, it| all.saturating_mul(*it))),
            _ => fail(CL_INVALID_VALUE, "sizes of one to three dimensions are asked for"),
        };
        match param_name {
            CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE => query.put(lanes.min(threads()?)),
            CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE => query.put(threads()?.div_ceil(lanes)),
            CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT => {
                let &[count] = given else {
                    return fail(CL_INVALID_VALUE, "one number of sub-groups is asked for");
                };
                let threads = count.saturating_mul(lanes);
                let sizes = if threads <= most { [threads, 1, 1] } else { [0; 3] };
                let dimensions = (param_value_size / size_of::<usize>()).clamp(1, 3);
                query.slice(&sizes[..dimensions])
            }
            CL_KERNEL_MAX_NUM_SUB_GROUPS => query.put(most.div_ceil(lanes)),
            CL_KERNEL_COMPILE_NUM_SUB_GROUPS => query.put(0usize),
            other => query.unknown(other),
        }
    }
}
