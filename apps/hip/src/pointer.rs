//! Pointers that a program gave, as Rust may use them, and types of the interface.

use crate::error::{INVALID_VALUE, Outcome, fail};
use std::ffi::{CStr, c_char, c_void};

/// A size in three dimensions.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dim3 {
    /// Along each of them.
    pub sizes: [u32; 3],
}

/// Writes where the caller wants something, if it does.
///
/// # Safety
/// The pointer must be null or writable.
pub(crate) unsafe fn put<T>(pointer: *mut T, value: T) {
    if !pointer.is_null() {
        // SAFETY: by the contract.
        unsafe { pointer.write(value) };
    }
}

/// Writes where the caller has to want something.
///
/// # Safety
/// The pointer must be null or writable.
pub(crate) unsafe fn give<T>(pointer: *mut T, value: T) -> Outcome {
    if pointer.is_null() {
        return fail(INVALID_VALUE, "there is no place for the answer");
    }
    // SAFETY: by the contract.
    unsafe { pointer.write(value) };
    Ok(())
}

/// A text.
///
/// # Safety
/// The pointer must be null or point to a text that ends.
pub(crate) unsafe fn text<'a>(pointer: *const c_char) -> Outcome<&'a str> {
    if pointer.is_null() {
        return fail(INVALID_VALUE, "a text is NULL");
    }
    // SAFETY: by the contract.
    let text = unsafe { CStr::from_ptr(pointer) }.to_str();
    text.or_else(|_| fail(INVALID_VALUE, "a text is not UTF-8"))
}

/// Memory of the program that a command uses later, on another thread.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HostPointer(pub *mut c_void);

// SAFETY: it is used by one command at a time, and the program promises that what it points to is
// there until the command has ended.
unsafe impl Send for HostPointer {}
// SAFETY: as above.
unsafe impl Sync for HostPointer {}

/// A number that stands for an object, in the guise of a pointer.
pub(crate) fn handle(number: u64) -> *mut c_void {
    std::ptr::without_provenance_mut(number as usize)
}

/// The number of a handle.
pub(crate) fn number(handle: *const c_void) -> u64 {
    handle.addr() as u64
}
