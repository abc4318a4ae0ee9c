//! A HIP runtime for simulated GPUs: the library that programs compiled by clang for AMD's machines
//! are linked with.
//!
//! The compiler puts calls into a program that hand over its fat binary before `main` begins
//! ([`register`]); a launch names a function of the host, behind which a kernel of the fat binary is
//! found. Every stream has a thread. Handles are numbers that know when they are stale. What memory
//! of a device is has addresses of its own; what the host can use too (pinned, managed) has the same
//! address on both sides. `docs/hip.md` says what there is.

mod attribute;
mod copy;
mod device;
mod error;
mod event;
mod graph;
mod launch;
mod memory;
mod module;
mod names;
mod occupancy;
mod pointer;
mod properties;
mod register;
mod rtc;
mod stream;
mod symbol;
mod texture;
mod unsupported;

// What tests and measurements in Rust call, as programs do.
#[doc(hidden)]
pub use {
    attribute::hipDeviceGetAttribute,
    copy::{hipMemcpy, hipMemcpyAsync, hipMemsetAsync},
    device::{hipDeviceComputeCapability, hipDeviceSynchronize, hipGetDeviceCount, hipSetDevice},
    event::{hipEventCreate, hipEventDestroy, hipEventRecord, hipEventSynchronize},
    launch::hipModuleLaunchKernel,
    memory::{hipFree, hipFreeAsync, hipHostFree, hipHostMalloc, hipMalloc, hipMallocAsync},
    module::{hipModuleGetFunction, hipModuleLoadData, hipModuleUnload},
    names::hipGetLastError,
    rtc::{
        hiprtcCompileProgram, hiprtcCreateProgram, hiprtcGetCode, hiprtcGetCodeSize,
        hiprtcGetProgramLog, hiprtcGetProgramLogSize,
    },
    stream::{
        hipLaunchHostFunc, hipStreamCreate, hipStreamDestroy, hipStreamQuery, hipStreamSynchronize,
        hipStreamWaitEvent,
    },
};
