//! What devices say about themselves.

use super::Device;
use crate::error::{Outcome, api};
use crate::image::{MOST, MOST_IN_BUFFER, MOST_SLICES, ROW_BYTES};
use crate::info::{Query, query};
use crate::object::Object;
use crate::platform::{self, EXTENSIONS, VERSION, name_version, version};
use crate::program::{IL_VERSIONS, il_available};
use driver::settings;
use opencl_sys::*;
use std::ffi::c_void;
use std::ptr::null_mut;
use wavetank::amd_host::TEXT_BYTES;

/// Threads of a workgroup, where the kernel does not say how many it has.
const MAX_GROUP: usize = 256;
/// Threads of a workgroup along each dimension.
pub(crate) const MAX_SIZES: [usize; 3] = [1024; 3];
/// Bytes of all arguments.
const MAX_PARAMETER: usize = 1024;
/// Compute units. Programs launch more work the more there are, and it is all done here.
const UNITS: u32 = 2;

/// `CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR`.
const C_NUMERIC_VERSION: cl_device_info = 0x105f;

/// Versions of OpenCL C.
const LANGUAGES: [(u32, u32); 5] = [(1, 0), (1, 1), (1, 2), (2, 0), (3, 0)];

/// What OpenCL C 3.0 leaves open and is there.
const FEATURES: &[&str] = &[
    "__opencl_c_atomic_order_acq_rel",
    "__opencl_c_atomic_order_seq_cst",
    "__opencl_c_atomic_scope_device",
    "__opencl_c_atomic_scope_all_devices",
    "__opencl_c_generic_address_space",
    "__opencl_c_images",
    "__opencl_c_3d_image_writes",
    "__opencl_c_read_write_images",
    "__opencl_c_program_scope_global_variables",
    "__opencl_c_fp64",
    "__opencl_c_int64",
];

const FLOATS: u64 = CL_FP_DENORM
    | CL_FP_INF_NAN
    | CL_FP_ROUND_TO_NEAREST
    | CL_FP_ROUND_TO_ZERO
    | CL_FP_ROUND_TO_INF
    | CL_FP_FMA;

const ATOMICS: u64 = CL_DEVICE_ATOMIC_ORDER_RELAXED
    | CL_DEVICE_ATOMIC_ORDER_ACQ_REL
    | CL_DEVICE_ATOMIC_ORDER_SEQ_CST
    | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP
    | CL_DEVICE_ATOMIC_SCOPE_DEVICE
    | CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES;

/// The intermediate language.
const IL: &str = "SPIR-V";

/// Versions of the intermediate language, if it is taken.
fn languages() -> impl Iterator<Item = &'static (u32, u32)> {
    IL_VERSIONS.iter().filter(|_| il_available())
}

/// The number under which the vendor of the modelled chips is listed.
const VENDOR_ID: u32 = 0x1002;

api! {
    fn clGetDeviceInfo(device: cl_device_id, param_name: cl_device_info, param_value_size: usize, param_value: *mut c_void, param_value_size_ret: *mut usize) {
        let device = super::get(device)?;
        answer(&device, param_name, &query!(param_value_size, param_value, param_value_size_ret))
    }
}

/// # Safety
/// As for [`Query::bytes`].
unsafe fn answer(device: &Object<Device>, name: cl_device_info, query: &Query) -> Outcome {
    let memory = settings::memory_bytes();
    let chip = device.amd.chip().name;
    let lanes = device.amd.target().default_wave().lanes() as usize;
    let local = device.amd.target().generation().workgroup_bytes();
    let images = device.has_images();
    let if_images = |value: usize| if images { value } else { 0 };
    let there = |name: &&&str| images || !name.contains("image");
    let (yes, no) = (CL_TRUE, CL_FALSE);
    // SAFETY: the places that the caller gave are passed on.
    unsafe {
        match name {
            CL_DEVICE_TYPE => query.put(CL_DEVICE_TYPE_GPU),
            CL_DEVICE_VENDOR_ID => query.put(VENDOR_ID),
            CL_DEVICE_MAX_COMPUTE_UNITS => query.put(UNITS),
            CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS => query.put(3u32),
            CL_DEVICE_MAX_WORK_GROUP_SIZE => query.put(MAX_GROUP),
            CL_DEVICE_MAX_WORK_ITEM_SIZES => query.slice(&MAX_SIZES),
            CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR | CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR => {
                query.put(4u32)
            }
            CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT
            | CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT
            | CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF
            | CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF => query.put(2u32),
            CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT
            | CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG
            | CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT
            | CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE
            | CL_DEVICE_NATIVE_VECTOR_WIDTH_INT
            | CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG
            | CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT
            | CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE => query.put(1u32),
            // What is simulated has no clock of its own.
            CL_DEVICE_MAX_CLOCK_FREQUENCY => query.put(1000u32),
            CL_DEVICE_ADDRESS_BITS => query.put(64u32),
            CL_DEVICE_MAX_MEM_ALLOC_SIZE => query.put(memory / 4),
            CL_DEVICE_IMAGE_SUPPORT => query.put(if images { yes } else { no }),
            CL_DEVICE_MAX_READ_IMAGE_ARGS => query.put(if_images(128) as u32),
            CL_DEVICE_MAX_WRITE_IMAGE_ARGS | CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS => {
                query.put(if_images(64) as u32)
            }
            CL_DEVICE_MAX_SAMPLERS => query.put(if_images(16) as u32),
            // In texels, of which the smallest have a byte.
            CL_DEVICE_IMAGE_PITCH_ALIGNMENT | CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT => {
                query.put(if_images(ROW_BYTES) as u32)
            }
            CL_DEVICE_IMAGE2D_MAX_WIDTH
            | CL_DEVICE_IMAGE2D_MAX_HEIGHT
            | CL_DEVICE_IMAGE3D_MAX_WIDTH
            | CL_DEVICE_IMAGE3D_MAX_HEIGHT => query.put(if_images(MOST)),
            CL_DEVICE_IMAGE3D_MAX_DEPTH | CL_DEVICE_IMAGE_MAX_ARRAY_SIZE => {
                query.put(if_images(MOST_SLICES))
            }
            CL_DEVICE_IMAGE_MAX_BUFFER_SIZE => query.put(if_images(MOST_IN_BUFFER)),
            CL_DEVICE_MAX_PARAMETER_SIZE => query.put(MAX_PARAMETER),
            CL_DEVICE_MEM_BASE_ADDR_ALIGN => query.put(1024u32),
            CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE => query.put(128u32),
            CL_DEVICE_SINGLE_FP_CONFIG => query.put(FLOATS | CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT),
            CL_DEVICE_DOUBLE_FP_CONFIG | CL_DEVICE_HALF_FP_CONFIG => query.put(FLOATS),
            CL_DEVICE_GLOBAL_MEM_CACHE_TYPE => query.put(CL_READ_WRITE_CACHE),
            CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE => query.put(128u32),
            CL_DEVICE_GLOBAL_MEM_CACHE_SIZE => query.put(32u64 << 10),
            CL_DEVICE_GLOBAL_MEM_SIZE => query.put(memory),
            CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE => query.put(memory / 4),
            CL_DEVICE_MAX_CONSTANT_ARGS => query.put(8u32),
            CL_DEVICE_LOCAL_MEM_TYPE => query.put(CL_LOCAL),
            CL_DEVICE_LOCAL_MEM_SIZE => query.put(u64::from(local)),
            CL_DEVICE_ERROR_CORRECTION_SUPPORT => query.put(no),
            CL_DEVICE_HOST_UNIFIED_MEMORY => query.put(yes),
            CL_DEVICE_PROFILING_TIMER_RESOLUTION => query.put(1usize),
            CL_DEVICE_ENDIAN_LITTLE
            | CL_DEVICE_AVAILABLE
            | CL_DEVICE_COMPILER_AVAILABLE
            | CL_DEVICE_LINKER_AVAILABLE
            | CL_DEVICE_PREFERRED_INTEROP_USER_SYNC
            | CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT
            | CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS
            | CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT => query.put(yes),
            CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT | CL_DEVICE_PIPE_SUPPORT => {
                query.put(no)
            }
            CL_DEVICE_EXECUTION_CAPABILITIES => query.put(CL_EXEC_KERNEL),
            CL_DEVICE_QUEUE_ON_HOST_PROPERTIES => {
                query.put(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE)
            }
            CL_DEVICE_NAME => query.text(&format!("Wavetank {chip}")),
            CL_DEVICE_VENDOR => query.text("Wavetank"),
            CL_DRIVER_VERSION => query.text(env!("CARGO_PKG_VERSION")),
            CL_DEVICE_PROFILE => query.text("FULL_PROFILE"),
            CL_DEVICE_VERSION => query.text(VERSION),
            CL_DEVICE_OPENCL_C_VERSION => query.text("OpenCL C 1.2 clang"),
            CL_DEVICE_EXTENSIONS => query.text(
                &EXTENSIONS
                    .iter()
                    .filter(there)
                    .copied()
                    .collect::<Vec<_>>()
                    .join(" "),
            ),
            CL_DEVICE_PLATFORM => query.put(platform::handle()),
            CL_DEVICE_BUILT_IN_KERNELS => query.text(""),
            CL_DEVICE_IL_VERSION => {
                let named = |(major, minor): &(u32, u32)| format!("{IL}_{major}.{minor}");
                query.text(&languages().map(named).collect::<Vec<_>>().join(" "))
            }
            // The form is given; none was submitted.
            CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED => query.text("v0000-01-01-00"),
            CL_DEVICE_PARENT_DEVICE => query.put(null_mut::<c_void>()),
            CL_DEVICE_PARTITION_MAX_SUB_DEVICES => query.put(0u32),
            CL_DEVICE_PARTITION_PROPERTIES => query.put(0isize),
            CL_DEVICE_PARTITION_AFFINITY_DOMAIN => query.put(0u64),
            CL_DEVICE_PARTITION_TYPE => query.bytes(&[]),
            CL_DEVICE_REFERENCE_COUNT => query.put(1u32),
            CL_DEVICE_PRINTF_BUFFER_SIZE => query.put(TEXT_BYTES),
            CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE | CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE => {
                query.put(1usize << 20)
            }
            CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES
            | CL_DEVICE_SVM_CAPABILITIES
            | CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES => query.put(0u64),
            CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE
            | CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE
            | CL_DEVICE_MAX_ON_DEVICE_QUEUES
            | CL_DEVICE_MAX_ON_DEVICE_EVENTS
            | CL_DEVICE_MAX_PIPE_ARGS
            | CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS
            | CL_DEVICE_PIPE_MAX_PACKET_SIZE
            | CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT
            | CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT
            | CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT => query.put(0u32),
            CL_DEVICE_MAX_NUM_SUB_GROUPS => query.put((MAX_GROUP / lanes) as u32),
            CL_DEVICE_NUMERIC_VERSION => query.put(version(3, 0)),
            C_NUMERIC_VERSION => query.put(version(1, 2)),
            CL_DEVICE_EXTENSIONS_WITH_VERSION => {
                let named = |name: &&str| name_version(name, version(1, 0));
                query.slice(
                    &EXTENSIONS
                        .iter()
                        .filter(there)
                        .map(named)
                        .collect::<Vec<_>>(),
                )
            }
            CL_DEVICE_ILS_WITH_VERSION => {
                let named = |&(major, minor): &(u32, u32)| name_version(IL, version(major, minor));
                query.slice(&languages().map(named).collect::<Vec<_>>())
            }
            CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION => query.bytes(&[]),
            CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES => query.put(ATOMICS),
            CL_DEVICE_ATOMIC_FENCE_CAPABILITIES => {
                query.put(ATOMICS | CL_DEVICE_ATOMIC_SCOPE_WORK_ITEM)
            }
            CL_DEVICE_OPENCL_C_ALL_VERSIONS => {
                let named = |&(major, minor)| name_version("OpenCL C", version(major, minor));
                query.slice(&LANGUAGES.iter().map(named).collect::<Vec<_>>())
            }
            CL_DEVICE_OPENCL_C_FEATURES => {
                let named = |name: &&str| name_version(name, version(3, 0));
                query.slice(&FEATURES.iter().filter(there).map(named).collect::<Vec<_>>())
            }
            CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE => query.put(lanes),
            other => query.unknown(other),
        }
    }
}
