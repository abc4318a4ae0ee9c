//! Answers to queries.

use crate::error::{Outcome, fail};
use opencl_sys::*;
use std::ffi::c_void;

/// Where an answer goes.
pub(crate) struct Query {
    pub size: usize,
    pub value: *mut c_void,
    pub size_ret: *mut usize,
}

impl Query {
    /// Answers with bytes.
    ///
    /// # Safety
    /// The value must be null or writable for its size; the place for the size null or writable.
    pub unsafe fn bytes(&self, bytes: &[u8]) -> Outcome {
        if !self.value.is_null() {
            if self.size < bytes.len() {
                let why = format!("{} bytes for an answer of {}", self.size, bytes.len());
                return fail(CL_INVALID_VALUE, why);
            }
            // SAFETY: by the contract, and there is room as was just checked.
            unsafe {
                std::ptr::copy_nonoverlapping(bytes.as_ptr(), self.value.cast(), bytes.len())
            };
        }
        if !self.size_ret.is_null() {
            // SAFETY: by the contract.
            unsafe { self.size_ret.write(bytes.len()) };
        }
        Ok(())
    }

    /// Answers with a value that has no padding.
    ///
    /// # Safety
    /// As for [`Query::bytes`].
    pub unsafe fn put<T: Plain>(&self, value: T) -> Outcome {
        // SAFETY: passed on.
        unsafe { self.slice(&[value]) }
    }

    /// Answers with values that have no padding.
    ///
    /// # Safety
    /// As for [`Query::bytes`].
    pub unsafe fn slice<T: Plain>(&self, values: &[T]) -> Outcome {
        // SAFETY: plain values are their bytes.
        let bytes = unsafe {
            std::slice::from_raw_parts(values.as_ptr().cast::<u8>(), size_of_val(values))
        };
        // SAFETY: passed on.
        unsafe { self.bytes(bytes) }
    }

    /// Answers with a text and the zero that ends it.
    ///
    /// # Safety
    /// As for [`Query::bytes`].
    pub unsafe fn text(&self, text: &str) -> Outcome {
        let mut bytes = text.replace('\0', " ").into_bytes();
        bytes.push(0);
        // SAFETY: passed on.
        unsafe { self.bytes(&bytes) }
    }

    /// There is no such question.
    pub fn unknown(&self, name: cl_uint) -> Outcome {
        fail(CL_INVALID_VALUE, format!("there is no parameter {name:#x}"))
    }
}

/// Values that are nothing but their bytes.
///
/// # Safety
/// The type must have no padding.
pub(crate) unsafe trait Plain: Copy {}

// SAFETY: integers and pointers have no padding.
unsafe impl Plain for u8 {}
// SAFETY: as above.
unsafe impl Plain for u32 {}
// SAFETY: as above.
unsafe impl Plain for i32 {}
// SAFETY: as above.
unsafe impl Plain for u64 {}
// SAFETY: as above.
unsafe impl Plain for usize {}
// SAFETY: as above.
unsafe impl Plain for isize {}
// SAFETY: as above.
unsafe impl Plain for *mut c_void {}
// SAFETY: a number of four bytes and 64 characters.
unsafe impl Plain for cl_name_version {}

/// Answers a query.
macro_rules! query {
    ($size:expr, $value:expr, $size_ret:expr) => {
        $crate::info::Query {
            size: $size,
            value: $value,
            size_ret: $size_ret,
        }
    };
}

pub(crate) use query;
