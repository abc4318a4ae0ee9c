//! The OpenCL driver, called through its table of functions as a loader calls it.

use super::{Measured, THREADS, launches};
use opencl_sys::*;
use std::ffi::CString;
use std::ptr::{null, null_mut};
use std::time::Instant;

const SOURCE: &str = "kernel void empty(void) {}";

/// A function of the table. They are called as the specification has it.
macro_rules! cl {
    ($name:ident($($arg:expr),* $(,)?)) => {
        // SAFETY: handles are live, and pointers point to as much as the specification wants.
        unsafe { (wavetank_opencl::dispatch_table().$name.expect("a whole table"))($($arg),*) }
    };
}

pub fn measure(count: u32) -> Result<Measured, String> {
    let good = |code: cl_int| match code {
        CL_SUCCESS => Ok(()),
        code => Err(format!("OpenCL's error {code}")),
    };
    let (mut platform, mut device, mut code) = (null_mut(), null_mut(), 0);
    // SAFETY: there is room for one.
    good(unsafe { wavetank_opencl::clIcdGetPlatformIDsKHR(1, &mut platform, null_mut()) })?;
    let kind = CL_DEVICE_TYPE_GPU;
    good(cl!(clGetDeviceIDs(
        platform,
        kind,
        1,
        &mut device,
        null_mut()
    )))?;
    let context = cl!(clCreateContext(
        null(),
        1,
        &device,
        None,
        null_mut(),
        &mut code
    ));
    good(code)?;
    let queue = cl!(clCreateCommandQueue(context, device, 0, &mut code));
    good(code)?;

    let began = Instant::now();
    let source = CString::new(SOURCE).expect("no zeroes");
    let mut strings = [source.as_ptr()];
    let program = cl!(clCreateProgramWithSource(
        context,
        1,
        strings.as_mut_ptr(),
        null(),
        &mut code
    ));
    good(code)?;
    match cl!(clBuildProgram(
        program,
        1,
        &device,
        c"".as_ptr(),
        None,
        null_mut()
    )) {
        CL_COMPILER_NOT_AVAILABLE => return Err("there is no clang".into()),
        other => good(other)?,
    }
    let build = began.elapsed();
    let began = Instant::now();
    let kernel = cl!(clCreateKernel(program, c"empty".as_ptr(), &mut code));
    good(code)?;
    let launch = || {
        let threads = THREADS;
        let done = cl!(clEnqueueNDRangeKernel(
            queue,
            kernel,
            1,
            null(),
            &threads,
            &threads,
            0,
            null(),
            null_mut()
        ));
        assert_eq!(done, CL_SUCCESS);
    };
    let wait = || assert_eq!(cl!(clFinish(queue)), CL_SUCCESS);
    launch();
    wait();
    let first = began.elapsed();
    let (waited, queued) = launches(count, launch, wait);

    let mut len = 0usize;
    let sizes = CL_PROGRAM_BINARY_SIZES;
    good(cl!(clGetProgramInfo(
        program,
        sizes,
        8,
        (&raw mut len).cast(),
        null_mut()
    )))?;
    let mut bytes = vec![0u8; len];
    let mut place = bytes.as_mut_ptr();
    let all = CL_PROGRAM_BINARIES;
    good(cl!(clGetProgramInfo(
        program,
        all,
        8,
        (&raw mut place).cast(),
        null_mut()
    )))?;
    Ok(Measured {
        build,
        first,
        waited,
        queued,
        code: bytes,
    })
}
