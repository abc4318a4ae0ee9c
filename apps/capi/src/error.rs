//! Errors on their way to C: a code, and a text that is kept for the thread.

use std::cell::RefCell;
use std::ffi::{CString, c_char, c_int};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The exit codes of the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Code {
    BadArguments = 2,
    Trapped = 3,
    Unmodelled = 4,
}

#[derive(Debug)]
pub(crate) struct Failed {
    pub code: Code,
    pub message: String,
}

impl Failed {
    pub fn new(code: Code, message: impl Into<String>) -> Failed {
        Failed {
            code,
            message: message.into(),
        }
    }
}

thread_local! {
    static LAST: RefCell<CString> = RefCell::default();
}

/// Runs `f` and keeps what it says about a failure. A panic is a bug of ours, and a failure too.
pub(crate) fn guarded(f: impl FnOnce() -> Result<(), Failed>) -> c_int {
    let result = catch_unwind(AssertUnwindSafe(f)).unwrap_or_else(|panic| {
        let text = panic
            .downcast_ref::<&str>()
            .map(|text| text.to_string())
            .or_else(|| panic.downcast_ref::<String>().cloned());
        let text = text.unwrap_or_default();
        Err(Failed::new(
            Code::Trapped,
            format!("internal error: {text}"),
        ))
    });
    let (code, message) = match result {
        Ok(()) => (0, String::new()),
        Err(failed) => (failed.code as c_int, failed.message),
    };
    // A text cannot hold the byte that ends it.
    let message = CString::new(message.replace('\0', " ")).unwrap_or_default();
    LAST.with(|last| *last.borrow_mut() = message);
    code
}

/// Empty where nothing has failed.
pub(crate) fn last() -> *const c_char {
    LAST.with(|last| last.borrow().as_ptr())
}
