//! Asking the host for memory before it is needed.

/// Bytes of a line of the host's caches.
#[cfg(target_arch = "x86_64")]
const LINE: usize = 64;

/// These are going to be read: the host may bring them near. Nothing else comes of it.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(crate) fn prefetch<T>(values: &[T]) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    let first = values.as_ptr().cast::<i8>();
    for at in (0..size_of_val(values)).step_by(LINE) {
        // SAFETY: the address is within the values, and nothing is read.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(first.add(at)) };
    }
}

/// The same, where the host is left to itself.
#[cfg(not(target_arch = "x86_64"))]
#[inline]
pub(crate) fn prefetch<T>(_: &[T]) {}
