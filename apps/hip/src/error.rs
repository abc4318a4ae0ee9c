//! Error codes on their way to the program, and the last one of each thread.

use driver::settings;
use std::borrow::Cow;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use wavetank::amd_host::HostError;

/// An error code of HIP, or of its compiler.
pub(crate) type Code = u32;

pub(crate) const SUCCESS: Code = 0;
pub(crate) const INVALID_VALUE: Code = 1;
pub(crate) const OUT_OF_MEMORY: Code = 2;
pub(crate) const INVALID_CONFIGURATION: Code = 9;
pub(crate) const INVALID_PITCH: Code = 12;
pub(crate) const INVALID_SYMBOL: Code = 13;
pub(crate) const INVALID_DEVICE_POINTER: Code = 17;
pub(crate) const INVALID_DIRECTION: Code = 21;
pub(crate) const MISSING_CONFIGURATION: Code = 52;
pub(crate) const INVALID_DEVICE_FUNCTION: Code = 98;
pub(crate) const NO_DEVICE: Code = 100;
pub(crate) const INVALID_DEVICE: Code = 101;
pub(crate) const INVALID_IMAGE: Code = 200;
pub(crate) const NO_BINARY: Code = 209;
pub(crate) const UNSUPPORTED_LIMIT: Code = 215;
pub(crate) const FILE_NOT_FOUND: Code = 301;
pub(crate) const INVALID_HANDLE: Code = 400;
pub(crate) const ILLEGAL_STATE: Code = 401;
pub(crate) const NOT_FOUND: Code = 500;
pub(crate) const NOT_READY: Code = 600;
pub(crate) const ILLEGAL_ADDRESS: Code = 700;
pub(crate) const OUT_OF_RESOURCES: Code = 701;
pub(crate) const HOST_ALREADY_REGISTERED: Code = 712;
pub(crate) const HOST_NOT_REGISTERED: Code = 713;
pub(crate) const LAUNCH_FAILURE: Code = 719;
pub(crate) const COOPERATIVE_TOO_LARGE: Code = 720;
pub(crate) const NOT_SUPPORTED: Code = 801;
pub(crate) const CAPTURE_UNSUPPORTED: Code = 900;
pub(crate) const CAPTURE_INVALIDATED: Code = 901;
pub(crate) const CAPTURE_MERGE: Code = 902;
pub(crate) const CAPTURE_UNMATCHED: Code = 903;
pub(crate) const CAPTURE_UNJOINED: Code = 904;
pub(crate) const CAPTURE_ISOLATION: Code = 905;
pub(crate) const CAPTURED_EVENT: Code = 907;
pub(crate) const GRAPH_UPDATE_FAILURE: Code = 910;
pub(crate) const UNKNOWN: Code = 999;

/// An error code, and what is said about it where the user asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fail {
    pub code: Code,
    pub why: Cow<'static, str>,
}

pub(crate) type Outcome<T = ()> = Result<T, Fail>;

/// A failure with this code.
pub(crate) fn fail<T>(code: Code, why: impl Into<Cow<'static, str>>) -> Outcome<T> {
    let why = why.into();
    Err(Fail { code, why })
}

/// A failure unless this holds.
pub(crate) fn ensure(holds: bool, code: Code, why: &'static str) -> Outcome {
    match holds {
        true => Ok(()),
        false => fail(code, why),
    }
}

impl From<HostError> for Fail {
    fn from(error: HostError) -> Fail {
        let code = match error {
            HostError::Device(_) => INVALID_DEVICE,
            HostError::OutOfMemory(_) => OUT_OF_MEMORY,
            HostError::Memory(_) => INVALID_VALUE,
            HostError::Module(_) => INVALID_IMAGE,
            HostError::Launch(_) => INVALID_CONFIGURATION,
            HostError::Trap(_) => LAUNCH_FAILURE,
        };
        Fail {
            code,
            why: error.to_string().into(),
        }
    }
}

thread_local! {
    static LAST: Cell<Code> = const { Cell::new(SUCCESS) };
}

/// The last error of this thread.
pub(crate) fn last() -> Code {
    LAST.get()
}

/// The same, which is then forgotten.
pub(crate) fn take_last() -> Code {
    LAST.replace(SUCCESS)
}

/// Runs the body of a function of the interface. No panic crosses the boundary.
pub(crate) fn call(name: &str, body: impl FnOnce() -> Outcome) -> Code {
    let ended = catch_unwind(AssertUnwindSafe(body));
    let ended = ended.unwrap_or_else(|_| fail(UNKNOWN, "internal error"));
    let Err(Fail { code, why }) = ended else {
        return SUCCESS;
    };
    // What is not done yet is no mistake.
    if code != NOT_READY {
        LAST.set(code);
        if settings::log() {
            eprintln!("wavetank: {name}: error {code}: {why}");
        }
    }
    code
}

/// Functions that return an error code. Their bodies may use the caller's pointers, for which HIP's
/// documentation says what they must be.
macro_rules! api {
    ($($(#[$meta:meta])* fn $name:ident($($arg:ident: $ty:ty),* $(,)?) $body:block)*) => {$(
        $(#[$meta])*
        #[allow(non_snake_case, missing_docs, unused_unsafe, clippy::missing_safety_doc, clippy::too_many_arguments)]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name($($arg: $ty),*) -> $crate::error::Code {
            // SAFETY: what the documentation demands of the caller.
            $crate::error::call(stringify!($name), || unsafe { $body })
        }
    )*};
}

pub(crate) use api;
