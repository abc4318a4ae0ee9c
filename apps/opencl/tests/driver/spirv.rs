//! Programs in SPIR-V. The module is recorded; without a translator devices say that they take none.

use crate::host::{Host, cl, enqueue, good, made, refused, set};
use crate::images::{desc, format};
use opencl_sys::*;
use std::ffi::c_void;
use std::ptr::{null, null_mut};

const MODULE: &[u8] = include_bytes!("spirv/kernels.spv");

/// The program of the module, not built; nothing where there is no translator, and devices say so.
fn program(host: &Host) -> Option<cl_program> {
    let mut text = [0u8; 64];
    let room = text.as_mut_ptr().cast();
    good!(clGetDeviceInfo(
        host.device,
        CL_DEVICE_IL_VERSION,
        64,
        room,
        null_mut()
    ));
    if text[0] == 0 {
        let code = refused!(clCreateProgramWithIL(
            host.context,
            MODULE.as_ptr().cast(),
            MODULE.len()
        ));
        assert_eq!(code, CL_INVALID_OPERATION);
        eprintln!("skipped: there is no translator of SPIR-V");
        return None;
    }
    assert!(text.starts_with(b"SPIR-V_1.0 SPIR-V_1.1 SPIR-V_1.2\0"));
    Some(made!(clCreateProgramWithIL(
        host.context,
        MODULE.as_ptr().cast(),
        MODULE.len()
    )))
}

fn build(host: &Host, program: cl_program) {
    let code = cl!(clBuildProgram(
        program,
        1,
        &host.device,
        null(),
        None,
        null_mut()
    ));
    assert_eq!(code, CL_SUCCESS, "{}", host.log(program));
}

/// Launches a kernel and waits.
fn run(host: &Host, kernel: cl_kernel, threads: usize, local: usize) {
    assert_eq!(host.launch(kernel, threads, local), CL_SUCCESS);
    assert_eq!(host.finish(), CL_SUCCESS);
}

fn set_local(kernel: cl_kernel, index: u32, bytes: usize) {
    good!(clSetKernelArg(kernel, index, bytes, null()));
}

#[repr(C)]
#[derive(Clone, Copy)]
struct Plan {
    scale: f32,
    shift: i32,
    more: [i32; 3],
}

#[test]
fn kernels_in_spirv_do_what_their_text_says() {
    let host = Host::new();
    let Some(program) = program(&host) else {
        return;
    };
    build(&host, program);
    let kernel = host.kernel(program, "add");
    let a: Vec<f32> = (0..64).map(|i| i as f32).collect();
    let out = host.buffer(256);
    set(kernel, 0, host.buffer_of(&a));
    set(kernel, 1, host.buffer_of(&[10.0f32; 64]));
    set(kernel, 2, out);
    set(kernel, 3, 64i32);
    run(&host, kernel, 64, 0);
    let expected = |i: usize| i as f32 + 10.0 * [1.0, 2.0, 3.0, 4.0][i % 4];
    assert_eq!(
        host.read::<f32>(out, 64),
        (0..64).map(expected).collect::<Vec<_>>()
    );

    let kernel = host.kernel(program, "sum");
    let total = host.buffer_of(&[5i32]);
    set(kernel, 0, host.buffer_of(&(0..256).collect::<Vec<i32>>()));
    set(kernel, 1, total);
    set_local(kernel, 2, 64 * 4);
    run(&host, kernel, 256, 64);
    assert_eq!(host.read::<i32>(total, 1), [5 + 255 * 128]);

    let kernel = host.kernel(program, "mixed");
    let (out, count) = (host.buffer_of(&[100.0f32; 8]), host.buffer_of(&[0i32]));
    let plan = Plan {
        scale: 0.25,
        shift: 7,
        more: [1000, 2000, 3000],
    };
    set(kernel, 0, plan);
    set(kernel, 1, out);
    set(kernel, 2, count);
    run(&host, kernel, 8, 0);
    let expected = |i: usize| {
        let mut own = [1, 2, 3, 4];
        own[i % 4] += plan.shift;
        // `advance` leaves the floor of 1.25 in `x`, of which 0.25 is the fraction.
        let any = if i % 2 == 1 { 100.0 } else { 1.25 };
        let first = 100.0 + (own[(i + 1) % 4] + plan.more[i % 3]) as f32 + any + 0.25;
        // 1 + 3 is a half times two to the third.
        first + 0.5 + 3.0
    };
    assert_eq!(
        host.read::<f32>(out, 8),
        (0..8).map(expected).collect::<Vec<_>>()
    );
    assert_eq!(host.read::<i32>(count, 1), [2 * (8 + 9 + 10 + 11)]);

    let kernel = host.kernel(program, "fetch");
    let from: Vec<[f32; 4]> = (0..16).map(|i| [i as f32; 4]).collect();
    let to = host.buffer(256);
    set(kernel, 0, host.buffer_of(&from));
    set(kernel, 1, to);
    set_local(kernel, 2, 256);
    run(&host, kernel, 16, 16);
    assert_eq!(
        host.read::<[f32; 4]>(to, 16),
        from.into_iter().rev().collect::<Vec<_>>()
    );
}

#[test]
fn kernels_in_spirv_have_images_and_sizes() {
    let host = Host::new();
    let Some(program) = program(&host) else {
        return;
    };
    build(&host, program);
    let kernel = host.kernel(program, "picture");
    let mut sizes = [0usize; 3];
    let got = cl!(clGetKernelWorkGroupInfo(
        kernel,
        host.device,
        CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
        24,
        sizes.as_mut_ptr().cast(),
        null_mut()
    ));
    assert_eq!((got, sizes), (CL_SUCCESS, [8, 1, 1]));
    let (rgba, plane) = (
        format(CL_RGBA, CL_FLOAT),
        desc(CL_MEM_OBJECT_IMAGE2D, [8, 4, 0]),
    );
    let mut texels: Vec<[f32; 4]> = (0..32).map(|i| [i as f32, 1.0, 2.0, 3.0]).collect();
    let copy = CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR;
    let from = made!(clCreateImage(
        host.context,
        copy,
        &rgba,
        &plane,
        texels.as_mut_ptr().cast()
    ));
    let to = made!(clCreateImage(
        host.context,
        CL_MEM_WRITE_ONLY,
        &rgba,
        &plane,
        null_mut()
    ));
    let sampler = made!(clCreateSampler(
        host.context,
        CL_FALSE,
        CL_ADDRESS_CLAMP,
        CL_FILTER_NEAREST
    ));
    let width = host.buffer(4);
    set(kernel, 0, from);
    set(kernel, 1, to);
    set(kernel, 2, sampler);
    set(kernel, 3, width);
    let threads = [8usize, 4];
    enqueue!(clEnqueueNDRangeKernel(
        host.queue,
        kernel,
        2,
        null(),
        threads.as_ptr(),
        null()
    ));
    let (origin, region) = ([0usize; 3], [8usize, 4, 1]);
    let mut found = vec![[0f32; 4]; 32];
    enqueue!(clEnqueueReadImage(
        host.queue,
        to,
        CL_TRUE,
        origin.as_ptr(),
        region.as_ptr(),
        0,
        0,
        found.as_mut_ptr().cast()
    ));
    for texel in &mut texels {
        texel.reverse();
    }
    assert_eq!(found, texels);
    assert_eq!(host.read::<i32>(width, 1), [8]);
}

#[test]
fn constants_are_given_values_before_the_program_is_built() {
    let host = Host::new();
    let Some(program) = program(&host) else {
        return;
    };
    let value = |id: u32, bytes: usize, value: &i32| {
        cl!(clSetProgramSpecializationConstant(
            program,
            id,
            bytes,
            (&raw const *value).cast::<c_void>()
        ))
    };
    assert_eq!(value(7, 4, &1000), CL_SUCCESS);
    assert_eq!(value(8, 4, &1), CL_INVALID_SPEC_ID);
    assert_eq!(value(7, 2, &1), CL_INVALID_VALUE);
    assert_eq!(value(7, 0, &1), CL_INVALID_VALUE);
    assert_eq!(
        cl!(clSetProgramSpecializationConstant(program, 7, 4, null())),
        CL_INVALID_VALUE
    );
    let text = host.source("kernel void k() {}");
    let other = cl!(clSetProgramSpecializationConstant(
        text,
        7,
        4,
        (&raw const host).cast()
    ));
    assert_eq!(other, CL_INVALID_PROGRAM);
    // Compiled and linked apart, as text may be.
    let code = cl!(clCompileProgram(
        program,
        1,
        &host.device,
        null(),
        0,
        null(),
        null_mut(),
        None,
        null_mut()
    ));
    assert_eq!(code, CL_SUCCESS, "{}", host.log(program));
    let linked = made!(clLinkProgram(
        host.context,
        1,
        &host.device,
        null(),
        1,
        &program,
        None,
        null_mut()
    ));
    let kernel = host.kernel(linked, "special");
    let out = host.buffer(16);
    set(kernel, 0, out);
    run(&host, kernel, 4, 0);
    assert_eq!(host.read::<i32>(out, 4), [1000, 1001, 1002, 1003]);
    // What was given is what is given back.
    let mut bytes = vec![0u8; MODULE.len()];
    let mut len = 0;
    let got = cl!(clGetProgramInfo(
        program,
        CL_PROGRAM_IL,
        bytes.len(),
        bytes.as_mut_ptr().cast(),
        &mut len
    ));
    assert_eq!((got, len), (CL_SUCCESS, MODULE.len()));
    assert_eq!(bytes, MODULE);
}

#[test]
fn what_is_no_module_is_refused() {
    let host = Host::new();
    if program(&host).is_none() {
        return;
    }
    for bytes in [&MODULE[..MODULE.len() - 2], &MODULE[4..], b"text", &[0; 64]] {
        let code = refused!(clCreateProgramWithIL(
            host.context,
            bytes.as_ptr().cast(),
            bytes.len()
        ));
        assert_eq!(code, CL_INVALID_VALUE);
    }
    // A module whose words are in order and that makes no sense: building it fails, and says why.
    let mut damaged = MODULE.to_vec();
    damaged[12..16].copy_from_slice(&1u32.to_le_bytes());
    let half = damaged.len() / 4 / 2 * 4;
    damaged.truncate(half);
    while refused_length(&damaged) {
        damaged.truncate(damaged.len() - 4);
    }
    let program = made!(clCreateProgramWithIL(
        host.context,
        damaged.as_ptr().cast(),
        damaged.len()
    ));
    let code = cl!(clBuildProgram(
        program,
        1,
        &host.device,
        null(),
        None,
        null_mut()
    ));
    assert_eq!(code, CL_BUILD_PROGRAM_FAILURE);
    assert!(
        host.log(program).contains("translator"),
        "{}",
        host.log(program)
    );
}

/// Whether the last instruction of a module is cut.
fn refused_length(bytes: &[u8]) -> bool {
    compile::SpirV::parse(bytes).is_err()
}
