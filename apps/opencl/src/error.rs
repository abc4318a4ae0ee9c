//! Errors on their way to C.

use driver::settings;
use opencl_sys::*;
use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::null_mut;

/// An error code, and what is said about it where the user asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fail {
    pub code: cl_int,
    pub why: Cow<'static, str>,
}

pub(crate) type Outcome<T = ()> = Result<T, Fail>;

/// A failure with this code.
pub(crate) fn fail<T>(code: cl_int, why: impl Into<Cow<'static, str>>) -> Outcome<T> {
    Err(Fail::new(code, why))
}

/// A failure unless this holds.
pub(crate) fn ensure(holds: bool, code: cl_int, why: impl Into<Cow<'static, str>>) -> Outcome {
    match holds {
        true => Ok(()),
        false => fail(code, why),
    }
}

impl Fail {
    pub fn new(code: cl_int, why: impl Into<Cow<'static, str>>) -> Fail {
        Fail {
            code,
            why: why.into(),
        }
    }
}

/// Runs the body of a function that returns an error code. No panic crosses the boundary.
pub(crate) fn call(name: &str, body: impl FnOnce() -> Outcome) -> cl_int {
    match guarded(body) {
        Ok(()) => CL_SUCCESS,
        Err(failed) => told(name, &failed),
    }
}

/// Runs the body of a function that returns something, and writes its error code where the caller
/// wants it.
///
/// # Safety
/// `code` must be null or writable.
pub(crate) unsafe fn create<T>(
    name: &str,
    code: *mut cl_int,
    body: impl FnOnce() -> Outcome<*mut T>,
) -> *mut T {
    let (made, error) = match guarded(body) {
        Ok(made) => (made, CL_SUCCESS),
        Err(failed) => (null_mut(), told(name, &failed)),
    };
    if !code.is_null() {
        // SAFETY: by the contract.
        unsafe { code.write(error) };
    }
    made
}

fn guarded<T>(body: impl FnOnce() -> Outcome<T>) -> Outcome<T> {
    let ended = catch_unwind(AssertUnwindSafe(body));
    ended.unwrap_or_else(|_| fail(CL_OUT_OF_HOST_MEMORY, "internal error"))
}

/// Logs a failure, if the user wants to know.
fn told(name: &str, failed: &Fail) -> cl_int {
    if settings::log() {
        eprintln!("wavetank: {name}: error {}: {}", failed.code, failed.why);
    }
    failed.code
}

/// Functions that return an error code. Their bodies may use the caller's pointers, for which the
/// specification says what they must be.
macro_rules! api {
    ($($(#[$meta:meta])* fn $name:ident($($arg:ident: $ty:ty),* $(,)?) $body:block)*) => {$(
        $(#[$meta])*
        #[allow(non_snake_case, unused_unsafe, clippy::too_many_arguments)]
        pub(crate) unsafe extern "C" fn $name($($arg: $ty),*) -> opencl_sys::cl_int {
            // SAFETY: what the specification demands of the caller.
            $crate::error::call(stringify!($name), || unsafe { $body })
        }
    )*};
}

/// Functions that return a handle, and an error code through their last argument.
macro_rules! api_create {
    ($($(#[$meta:meta])* fn $name:ident($($arg:ident: $ty:ty),* $(,)?) $body:block)*) => {$(
        $(#[$meta])*
        #[allow(non_snake_case, unused_unsafe, clippy::too_many_arguments)]
        pub(crate) unsafe extern "C" fn $name(
            $($arg: $ty,)* errcode_ret: *mut opencl_sys::cl_int,
        ) -> *mut std::ffi::c_void {
            // SAFETY: what the specification demands of the caller.
            unsafe { $crate::error::create(stringify!($name), errcode_ret, || $body) }
        }
    )*};
}

pub(crate) use {api, api_create};
