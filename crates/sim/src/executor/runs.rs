//! Kernels on vector registers that follow each other.

use crate::code::{Code, Kind};
use op::Span;

/// What a run of kernels used up, apart from its first.
pub(super) struct VectorRun {
    pub left: i64,
    pub issued: u64,
    pub advanced: u32,
}

/// Calls the kernel of an entry, which the caller has counted, and of those after it as long as
/// they are on vector registers, up to so many steps and a few more. A function of its own, so that
/// all it needs stays in registers.
///
/// # Safety
/// `first` is of kind `VectorRun` and lies in the program's code; for the rest see [`Code::call`].
#[inline(never)]
pub(super) unsafe fn vector_run(
    first: *const Code,
    file: *mut u32,
    live: *const u32,
    span: Span,
    mut left: i64,
) -> VectorRun {
    let mut issued = 0;
    let mut entry = first;
    // SAFETY: behind an entry of kind `VectorRun` there is another, of that kind or `Vectors`.
    unsafe {
        loop {
            (*entry).call(file, live, span);
            let more = (*entry).kind == Kind::VectorRun;
            entry = entry.add((*entry).advance.into());
            if !more || left <= 0 {
                let advanced = entry.offset_from(first) as u32;
                return VectorRun {
                    left,
                    issued,
                    advanced,
                };
            }
            issued += u64::from((*entry).count);
            left -= i64::from((*entry).advance);
        }
    }
}
