//! Pointers that C gave, as Rust may use them.

use std::ffi::{CStr, c_char};

/// # Safety
/// The pointer must be null or point to a text that ends.
pub(crate) unsafe fn text<'a>(pointer: *const c_char, name: &str) -> Result<&'a str, String> {
    if pointer.is_null() {
        return Err(format!("{name} is NULL"));
    }
    // SAFETY: the caller's promise.
    let text = unsafe { CStr::from_ptr(pointer) };
    text.to_str().map_err(|_| format!("{name} is not UTF-8"))
}

/// # Safety
/// The pointer must be null or valid for `len` elements.
pub(crate) unsafe fn slice<'a, T>(
    pointer: *const T,
    len: u64,
    name: &str,
) -> Result<&'a [T], String> {
    match count(pointer, len, name)? {
        0 => Ok(&[]),
        // SAFETY: the caller's promise; there can be so many, at an address that is not null.
        count => Ok(unsafe { std::slice::from_raw_parts(pointer, count) }),
    }
}

/// # Safety
/// The pointer must be null or valid for `len` elements, which nothing else uses meanwhile.
pub(crate) unsafe fn slice_mut<'a, T>(
    pointer: *mut T,
    len: u64,
    name: &str,
) -> Result<&'a mut [T], String> {
    match count(pointer, len, name)? {
        0 => Ok(&mut []),
        // SAFETY: as in `slice`.
        count => Ok(unsafe { std::slice::from_raw_parts_mut(pointer, count) }),
    }
}

/// How many elements a slice can have; a reason if there can be no such slice.
fn count<T>(pointer: *const T, len: u64, name: &str) -> Result<usize, String> {
    let most = isize::MAX as usize / size_of::<T>().max(1);
    let count = usize::try_from(len).ok().filter(|&count| count <= most);
    // It must not go past the end of the address space either.
    let count = count.filter(|&count| {
        let bytes = count * size_of::<T>();
        pointer.addr().checked_add(bytes).is_some()
    });
    let Some(count) = count else {
        return Err(format!(
            "{name} has {len} elements, which no memory can hold"
        ));
    };
    if count > 0 && pointer.is_null() {
        return Err(format!("{name} is NULL, but has {len} elements"));
    }
    if count > 0 && !pointer.is_aligned() {
        return Err(format!("{name} is not aligned"));
    }
    Ok(count)
}
