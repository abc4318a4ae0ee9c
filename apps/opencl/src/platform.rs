//! The platform.

use crate::device;
use crate::error::{api, ensure};
use crate::icd::TABLE;
use crate::info::query;
use crate::pointer::put;
use opencl_sys::cl_icd::cl_icd_dispatch;
use opencl_sys::*;
use std::ffi::c_void;

/// There is one, and it never ends.
#[repr(C)]
pub(crate) struct Platform {
    table: &'static cl_icd_dispatch,
}

static PLATFORM: Platform = Platform { table: &TABLE };

pub(crate) const VERSION: &str = concat!("OpenCL 3.0 Wavetank ", env!("CARGO_PKG_VERSION"));
/// What devices can do beyond the version.
pub(crate) const EXTENSIONS: &[&str] = &[
    "cl_khr_icd",
    "cl_khr_byte_addressable_store",
    "cl_khr_global_int32_base_atomics",
    "cl_khr_global_int32_extended_atomics",
    "cl_khr_local_int32_base_atomics",
    "cl_khr_local_int32_extended_atomics",
    "cl_khr_int64_base_atomics",
    "cl_khr_int64_extended_atomics",
    "cl_khr_fp16",
    "cl_khr_fp64",
    "cl_khr_3d_image_writes",
    "cl_khr_image2d_from_buffer",
    "cl_khr_depth_images",
    "cl_khr_extended_versioning",
    "cl_khr_subgroups",
];

pub(crate) fn handle() -> cl_platform_id {
    debug_assert!(std::ptr::eq(PLATFORM.table, &TABLE));
    (&raw const PLATFORM).cast_mut().cast()
}

/// A version as a number.
pub(crate) const fn version(major: u32, minor: u32) -> cl_version {
    major << 22 | minor << 12
}

pub(crate) fn name_version(name: &str, version: cl_version) -> cl_name_version {
    let mut characters = [0; CL_NAME_VERSION_MAX_NAME_SIZE];
    let room = characters.len() - 1;
    for (to, from) in characters.iter_mut().zip(name.bytes().take(room)) {
        *to = from;
    }
    cl_name_version {
        version,
        name: characters,
    }
}

api! {
    fn clGetPlatformIDs(num_entries: cl_uint, platforms: *mut cl_platform_id, num_platforms: *mut cl_uint) {
        let wanted = !platforms.is_null();
        ensure(wanted || !num_platforms.is_null(), CL_INVALID_VALUE, "nothing is asked for")?;
        ensure(!wanted || num_entries > 0, CL_INVALID_VALUE, "there is room for no platform")?;
        put(platforms, handle());
        put(num_platforms, 1);
        Ok(())
    }

    fn clGetPlatformInfo(platform: cl_platform_id, param_name: cl_platform_info, param_value_size: usize, param_value: *mut c_void, param_value_size_ret: *mut usize) {
        // The loader may ask before it knows the platform.
        ensure(platform.is_null() || platform == handle(), CL_INVALID_PLATFORM, "there is no such platform")?;
        let query = query!(param_value_size, param_value, param_value_size_ret);
        match param_name {
            CL_PLATFORM_PROFILE => query.text("FULL_PROFILE"),
            CL_PLATFORM_VERSION => query.text(VERSION),
            CL_PLATFORM_NAME => query.text("Wavetank"),
            CL_PLATFORM_VENDOR => query.text("Wavetank"),
            CL_PLATFORM_EXTENSIONS => query.text(&EXTENSIONS.join(" ")),
            CL_PLATFORM_ICD_SUFFIX_KHR => query.text("WAVETANK"),
            CL_PLATFORM_HOST_TIMER_RESOLUTION => query.put(1u64),
            CL_PLATFORM_NUMERIC_VERSION => query.put(version(3, 0)),
            CL_PLATFORM_EXTENSIONS_WITH_VERSION => {
                let all: Vec<_> = EXTENSIONS.iter().map(|name| name_version(name, version(1, 0))).collect();
                query.slice(&all)
            }
            other => query.unknown(other),
        }
    }

    fn clUnloadPlatformCompiler(platform: cl_platform_id) {
        ensure(platform == handle(), CL_INVALID_PLATFORM, "there is no such platform")
    }

    fn clUnloadCompiler() {
        Ok(())
    }

    fn clGetHostTimer(device: cl_device_id, host_timestamp: *mut cl_ulong) {
        device::get(device)?;
        ensure(!host_timestamp.is_null(), CL_INVALID_VALUE, "the place for the time is NULL")?;
        put(host_timestamp, crate::event::now());
        Ok(())
    }

    fn clGetDeviceAndHostTimer(device: cl_device_id, device_timestamp: *mut cl_ulong, host_timestamp: *mut cl_ulong) {
        device::get(device)?;
        let both = !device_timestamp.is_null() && !host_timestamp.is_null();
        ensure(both, CL_INVALID_VALUE, "a place for the time is NULL")?;
        let now = crate::event::now();
        put(device_timestamp, now);
        put(host_timestamp, now);
        Ok(())
    }
}
