//! Fused multiply-adds that another module does: WebAssembly has an instruction for them that may or may not
//! be fused, and that not every engine knows. The page tries it, and brings it along where it is.

use op::{Kernel, Kernels, Nans, Op};

/// Where our own kernel of fused multiply-adds is in the table of functions: for canonical NaNs, or for those
/// that are passed on. What is brought along asks it about chunks with a NaN.
#[unsafe(no_mangle)]
pub extern "C" fn wt_fma(passing: bool) -> usize {
    let nans = match passing {
        true => Nans::First,
        false => Nans::Canonical,
    };
    op::kernels().get_for(Op::FmaF32, nans) as usize
}

/// Takes other kernels, by their places in the table of functions.
///
/// # Safety
/// They give the same bits. That they are kernels is checked at every call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wt_bring(canonical: usize, passing: usize) -> bool {
    // SAFETY: a place in the table is what a pointer to a function is here.
    let kernel = |at: usize| unsafe { std::mem::transmute::<usize, Kernel>(at) };
    // SAFETY: by this function's contract.
    unsafe { Kernels::bring(Op::FmaF32, kernel(canonical), kernel(passing)) }
}
