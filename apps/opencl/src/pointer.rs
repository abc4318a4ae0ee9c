//! Pointers that a program gave, as Rust may use them.

use crate::error::{Outcome, fail};
use opencl_sys::*;
use std::ffi::{CStr, c_char, c_void};

/// So many elements; none where there is nothing to point to.
///
/// # Safety
/// The pointer must be null or valid for `len` elements for as long as the slice is used.
pub(crate) unsafe fn slice<'a, T>(pointer: *const T, len: usize) -> &'a [T] {
    match pointer.is_null() || len == 0 {
        true => &[],
        // SAFETY: by the contract.
        false => unsafe { std::slice::from_raw_parts(pointer, len) },
    }
}

/// A list of which the specification says that it has elements exactly if its length says so.
///
/// # Safety
/// As for [`slice`].
pub(crate) unsafe fn list<'a, T>(
    pointer: *const T,
    len: cl_uint,
    code: cl_int,
) -> Outcome<&'a [T]> {
    if pointer.is_null() != (len == 0) {
        return fail(code, "a list and its length do not go together");
    }
    // SAFETY: by the contract.
    Ok(unsafe { slice(pointer, len as usize) })
}

/// Three sizes.
///
/// # Safety
/// The pointer must be null or valid for three elements.
pub(crate) unsafe fn three(pointer: *const usize) -> Outcome<[usize; 3]> {
    if pointer.is_null() {
        return fail(CL_INVALID_VALUE, "an origin or a region is NULL");
    }
    // SAFETY: by the contract.
    Ok(unsafe { pointer.cast::<[usize; 3]>().read() })
}

/// A text; empty where there is none.
///
/// # Safety
/// The pointer must be null or point to a text that ends.
pub(crate) unsafe fn text(pointer: *const c_char) -> String {
    match pointer.is_null() {
        true => String::new(),
        // SAFETY: by the contract.
        false => unsafe { CStr::from_ptr(pointer) }
            .to_string_lossy()
            .into_owned(),
    }
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

/// A property list that ends with zero: its pairs, and all of it.
///
/// # Safety
/// The pointer must be null or point to such a list.
pub(crate) unsafe fn properties<T: Copy + PartialEq + Default>(
    pointer: *const T,
) -> (Vec<(T, T)>, Vec<T>) {
    let (mut pairs, mut all) = (Vec::new(), Vec::new());
    if pointer.is_null() {
        return (pairs, all);
    }
    let mut at = pointer;
    loop {
        // SAFETY: by the contract, the list goes on until a zero in the place of a name.
        let name = unsafe { at.read() };
        all.push(name);
        if name == T::default() {
            return (pairs, all);
        }
        // SAFETY: a value follows every name, and something follows every value.
        let value = unsafe { at.add(1).read() };
        all.push(value);
        pairs.push((name, value));
        // SAFETY: as above.
        at = unsafe { at.add(2) };
    }
}

/// Memory of the program that a command uses later, on another thread.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HostPointer(pub *mut c_void);

// SAFETY: it is used by one command at a time, and the program promises that what it points to is
// there until the command has ended.
unsafe impl Send for HostPointer {}
// SAFETY: as above.
unsafe impl Sync for HostPointer {}

impl HostPointer {
    /// The address some bytes further on.
    pub fn plus(self, bytes: usize) -> *mut u8 {
        self.0.cast::<u8>().wrapping_add(bytes)
    }
}
