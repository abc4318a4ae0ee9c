//! The C interface.
//!
//! Every function can be called with bad arguments: it returns an error code, and
//! `wt_last_error` explains. No panic crosses the boundary. The header `include/wavetank.h`
//! describes the same types; a test keeps the two in step.

mod amdgpu;
mod error;
mod pointer;
mod wave;

pub use amdgpu::{WtAmdgpuLaunch, WtRange};

use std::ffi::{c_char, c_int};

/// Runs raw AMD machine code that lies in this process: 0, or one of the exit codes of the command
/// line (2 bad arguments, 3 the kernel trapped, 4 it uses something that is not modelled).
///
/// # Safety
/// `launch` must be null or point to a launch whose pointers are null or valid for their lengths.
/// The memory that the kernel may touch must be valid, and not in use by others, during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wt_amdgpu_run(launch: *const WtAmdgpuLaunch) -> c_int {
    error::guarded(|| {
        // SAFETY: passed on to the caller.
        unsafe { amdgpu::run(launch) }
    })
}

/// What the last failed call of this thread was about. Valid until the next call of this thread.
#[unsafe(no_mangle)]
pub extern "C" fn wt_last_error() -> *const c_char {
    error::last()
}

/// The version of the library, as in `0.1.0`.
#[unsafe(no_mangle)]
pub extern "C" fn wt_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}
