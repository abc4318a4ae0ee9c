//! Devices of CDNA: waves of 64 lanes, local memory of their own size, no images.

use crate::host::{Host, cl, good, made, refused, set};
use opencl_sys::*;
use std::ffi::c_void;
use std::ptr::{null, null_mut};

/// Numbers of devices where the environment names none, their names and their local memory.
const DEVICES: [(usize, &str, u64); 2] = [
    (3, "Wavetank gfx942", 64 << 10),
    (4, "Wavetank gfx950", 160 << 10),
];

fn told<T: Copy + Default>(host: &Host, what: cl_device_info) -> T {
    let mut value = T::default();
    let code = cl!(clGetDeviceInfo(
        host.device,
        what,
        size_of::<T>(),
        (&raw mut value).cast::<c_void>(),
        null_mut()
    ));
    assert_eq!(code, CL_SUCCESS, "{what:#x}");
    value
}

#[test]
fn devices_say_what_they_have() {
    for (number, name, local) in DEVICES {
        let host = Host::on(number, 0);
        let bytes: [u8; 32] = told(&host, CL_DEVICE_NAME);
        assert!(bytes.starts_with(name.as_bytes()), "{name}");
        assert_eq!(told::<u64>(&host, CL_DEVICE_LOCAL_MEM_SIZE), local);
        let lanes = CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE;
        assert_eq!(told::<usize>(&host, lanes), 64);
        assert_eq!(told::<cl_bool>(&host, CL_DEVICE_IMAGE_SUPPORT), CL_FALSE);
        assert_eq!(told::<usize>(&host, CL_DEVICE_IMAGE2D_MAX_WIDTH), 0);
    }
}

#[test]
fn there_are_no_images() {
    let host = Host::on(DEVICES[0].0, 0);
    let mut formats = 1;
    let code = cl!(clGetSupportedImageFormats(
        host.context,
        0,
        CL_MEM_OBJECT_IMAGE2D,
        0,
        null_mut(),
        &mut formats
    ));
    assert_eq!((code, formats), (CL_SUCCESS, 0));
    let (edges, filter) = (CL_ADDRESS_CLAMP, CL_FILTER_NEAREST);
    let code = refused!(clCreateSampler(host.context, CL_FALSE, edges, filter));
    assert_eq!(code, CL_INVALID_OPERATION);
}

#[test]
fn a_sub_group_has_64_lanes() {
    for (number, name, _) in DEVICES {
        let host = Host::on(number, 0);
        let source = "
#ifdef __IMAGE_SUPPORT__
#error there are no images
#endif
kernel void k(global int *out, local int *turned) {
    int i = get_local_id(0);
    turned[i] = get_global_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = turned[127 - i] + 1000 * sub_group_reduce_add(1);
}";
        let Some(program) = host.build(source, "-cl-std=CL3.0") else {
            return;
        };
        let kernel = host.kernel(program, "k");
        let out = host.buffer(4 * 256);
        set(kernel, 0, out);
        good!(clSetKernelArg(kernel, 1, 512, null_mut()));
        assert_eq!(host.launch(kernel, 256, 128), CL_SUCCESS);
        let found: Vec<i32> = host.read(out, 256);
        let expected = (0..256).map(|i| 64_000 + i / 128 * 128 + 127 - i % 128);
        assert_eq!(found, expected.collect::<Vec<i32>>(), "{name}");
    }
}

/// What is made for a family runs on every device of it, and on no other.
#[test]
fn code_for_a_family_runs_on_its_devices() {
    let object = include_bytes!("../../../../corpus/rdna/kernels/arithmetic.gfx942.o");
    let mut code = object.to_vec();
    (code[48], code[51]) = (0x5f, 1);
    let (len, mut given) = (code.len(), [code.as_ptr()]);
    for (number, name, _) in DEVICES {
        let host = Host::on(number, 0);
        let program = made!(clCreateProgramWithBinary(
            host.context,
            1,
            &host.device,
            &len,
            given.as_mut_ptr(),
            null_mut()
        ));
        good!(clBuildProgram(program, 0, null(), null(), None, null_mut()));
        let kernel = host.kernel(program, "vector_add");
        let (a, b) = (host.buffer_of(&[1f32; 64]), host.buffer_of(&[2f32; 64]));
        let sum = host.buffer(4 * 64);
        for (index, buffer) in [a, b, sum].into_iter().enumerate() {
            set(kernel, index as u32, buffer);
        }
        set(kernel, 3, 64u32);
        assert_eq!(host.launch(kernel, 64, 64), CL_SUCCESS);
        assert_eq!(host.read::<f32>(sum, 64), [3.0; 64], "{name}");
    }
    let other = Host::on(0, 0);
    let code = refused!(clCreateProgramWithBinary(
        other.context,
        1,
        &other.device,
        &len,
        given.as_mut_ptr(),
        null_mut()
    ));
    assert_eq!(code, CL_INVALID_BINARY);
}
