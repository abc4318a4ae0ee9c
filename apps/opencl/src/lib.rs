//! An OpenCL driver for simulated GPUs, behind the loader that systems have.
//!
//! The loader asks for the platform ([`clIcdGetPlatformIDsKHR`]); from then on every object that it
//! sees begins with the address of the table of functions, through which it calls. A handle is looked
//! up before it is used, so one that was released, or never made, gives the error that the
//! specification has for it. Commands run on a thread for each queue; a kernel that traps makes its
//! event fail, and the process lives. `docs/opencl.md` says what there is.

mod callback;
mod context;
mod device;
mod error;
mod event;
mod icd;
mod image;
mod info;
mod kernel;
mod launch;
mod map;
mod memory;
mod object;
mod platform;
mod pointer;
mod program;
mod queue;
mod rect;
mod sampler;
mod transfer;
mod unsupported;

pub use icd::{
    clGetExtensionFunctionAddress, clGetPlatformInfo, clIcdGetPlatformIDsKHR, dispatch_table,
};
