//! A device of CDNA: what it says about itself, and a kernel on it.

use crate::{Handle, TO_DEVICE, TO_HOST, hip, launch, load};
use amdhip64::{
    hipDeviceComputeCapability, hipDeviceGetAttribute, hipMalloc, hipMemcpy, hipModuleLoadData,
    hipSetDevice,
};
use std::ffi::c_int;
use std::ptr::null_mut;

const WARP_SIZE: u32 = 87;
const LOCAL_BYTES: u32 = 74;

/// Where the environment names none, this many devices come before those of CDNA.
const FIRST: c_int = 3;

static CODE: &[u8] = include_bytes!("../../../../corpus/rdna/kernels/arithmetic.gfx942.o");

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
    add(FIRST, CODE);
}

/// What is made for a family runs on every device of it.
#[test]
fn a_vector_is_added_by_code_for_a_family() {
    let mut code = CODE.to_vec();
    (code[48], code[51]) = (0x5f, 1);
    for device in [FIRST, FIRST + 1] {
        add(device, &code);
    }
    hip!(hipSetDevice(0));
    let mut module = null_mut();
    // SAFETY: the code is whole.
    let refused = unsafe { hipModuleLoadData(&mut module, code.as_ptr().cast()) };
    assert_ne!(refused, 0);
}

fn add(device: c_int, code: &[u8]) {
    hip!(hipSetDevice(device));
    let (_, function) = load(code);
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
    let [a, b, sum] = buffers.each_mut().map(|it| (&raw mut *it).cast());
    let params: [Handle; 4] = [a, b, sum, (&raw mut count).cast()];
    launch(function, numbers.len(), null_mut(), params);
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
