//! The library as programs call it. One program, so that it is linked once.

mod cdna;
mod threads;

use amdhip64::{hipModuleGetFunction, hipModuleLaunchKernel, hipModuleLoadData};
use std::ffi::{CStr, c_void};
use std::ptr::null_mut;

/// A function of the library. What it is called with is what its documentation wants.
macro_rules! hip {
    ($name:ident($($arg:expr),* $(,)?)) => {{
        // SAFETY: pointers point to as much as is said of them, and handles are live.
        let code = unsafe { $name($($arg),*) };
        assert_eq!(code, 0, stringify!($name));
    }};
}

pub(crate) use hip;

type Handle = *mut c_void;

const TO_DEVICE: u32 = 1;
const TO_HOST: u32 = 2;

/// A module with a kernel that adds, and the kernel.
fn load(code: &[u8]) -> (Handle, Handle) {
    const NAME: &CStr = c"vector_add";
    let (mut module, mut function) = (null_mut(), null_mut());
    hip!(hipModuleLoadData(&mut module, code.as_ptr().cast()));
    hip!(hipModuleGetFunction(&mut function, module, NAME.as_ptr()));
    (module, function)
}

/// Launches it over so many elements, with the addresses of its arguments.
fn launch<const N: usize>(
    function: Handle,
    count: usize,
    stream: Handle,
    mut params: [*mut c_void; N],
) {
    let (groups, params) = ((count / 64) as u32, params.as_mut_ptr());
    let extra = null_mut();
    hip!(hipModuleLaunchKernel(
        function, groups, 1, 1, 64, 1, 1, 0, stream, params, extra
    ));
}
