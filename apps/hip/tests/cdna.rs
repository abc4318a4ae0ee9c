//! A device of CDNA: what it says about itself, and a kernel on it.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr::null_mut;

// What the library exports; the build puts it beside this test.
use amdhip64 as _;

type Handle = *mut c_void;

unsafe extern "C" {
    fn hipSetDevice(device: c_int) -> c_int;
    fn hipDeviceComputeCapability(major: *mut c_int, minor: *mut c_int, device: c_int) -> c_int;
    fn hipDeviceGetAttribute(value: *mut c_int, attribute: u32, device: c_int) -> c_int;
    fn hipMalloc(pointer: *mut Handle, size: usize) -> c_int;
    fn hipMemcpy(to: Handle, from: *const c_void, size: usize, kind: u32) -> c_int;
    fn hipModuleLoadData(module: *mut Handle, code: *const c_void) -> c_int;
    fn hipModuleGetFunction(function: *mut Handle, module: Handle, name: *const c_char) -> c_int;
    fn hipModuleLaunchKernel(
        function: Handle,
        grid_x: u32,
        grid_y: u32,
        grid_z: u32,
        block_x: u32,
        block_y: u32,
        block_z: u32,
        local: u32,
        stream: Handle,
        params: *mut Handle,
        extra: *mut Handle,
    ) -> c_int;
}

macro_rules! hip {
    ($name:ident($($arg:expr),* $(,)?)) => {{
        // SAFETY: pointers point to as much as is said of them, and handles are live.
        let code = unsafe { $name($($arg),*) };
        assert_eq!(code, 0, stringify!($name));
    }};
}

const TO_DEVICE: u32 = 1;
const TO_HOST: u32 = 2;
const WARP_SIZE: u32 = 87;
const LOCAL_BYTES: u32 = 74;

/// Where the environment names none, this many devices come before those of CDNA.
const FIRST: c_int = 3;

static CODE: &[u8] = include_bytes!("../../../corpus/rdna/kernels/arithmetic.gfx942.o");
const NAME: &CStr = c"vector_add";

fn attribute(which: u32, device: c_int) -> c_int {
    let mut value = 0;
    hip!(hipDeviceGetAttribute(&mut value, which, device));
    value
}

#[test]
fn devices_say_what_they_are() {
    for (device, minor, local) in [(FIRST, 4, 64 << 10), (FIRST + 1, 5, 160 << 10)] {
        let mut found = (0, 0);
        let (major, second) = (&raw mut found.0, &raw mut found.1);
        hip!(hipDeviceComputeCapability(major, second, device));
        assert_eq!(found, (9, minor));
        assert_eq!(attribute(WARP_SIZE, device), 64);
        assert_eq!(attribute(LOCAL_BYTES, device), local);
    }
}

#[test]
fn a_vector_is_added() {
    hip!(hipSetDevice(FIRST));
    let (mut module, mut function) = (null_mut(), null_mut());
    hip!(hipModuleLoadData(&mut module, CODE.as_ptr().cast()));
    hip!(hipModuleGetFunction(&mut function, module, NAME.as_ptr()));
    let numbers: Vec<f32> = (0..256).map(|i| i as f32).collect();
    let bytes = size_of_val(&numbers[..]);
    let mut buffers = [null_mut(); 3];
    for buffer in &mut buffers {
        hip!(hipMalloc(buffer, bytes));
        hip!(hipMemcpy(
            *buffer,
            numbers.as_ptr().cast(),
            bytes,
            TO_DEVICE
        ));
    }
    let mut count = 256u32;
    let mut params = [null_mut(); 4];
    for (param, buffer) in params.iter_mut().zip(&mut buffers) {
        *param = (&raw mut *buffer).cast();
    }
    params[3] = (&raw mut count).cast();
    hip!(hipModuleLaunchKernel(
        function,
        4,
        1,
        1,
        64,
        1,
        1,
        0,
        null_mut(),
        params.as_mut_ptr(),
        null_mut()
    ));
    let mut sums = vec![0f32; 256];
    hip!(hipMemcpy(
        sums.as_mut_ptr().cast(),
        buffers[2],
        bytes,
        TO_HOST
    ));
    assert!(
        sums.iter()
            .enumerate()
            .all(|(i, &sum)| sum == 2.0 * i as f32)
    );
}
