//! The HIP runtime and its compiler, called as programs call them.

use super::{Measured, THREADS, launches};
use amdhip64::{
    hipGetDeviceCount, hipModuleGetFunction, hipModuleLaunchKernel, hipModuleLoadData,
    hipStreamSynchronize, hiprtcCompileProgram, hiprtcCreateProgram, hiprtcGetCode,
    hiprtcGetCodeSize, hiprtcGetProgramLog, hiprtcGetProgramLogSize,
};
use std::ffi::CStr;
use std::ptr::{null, null_mut};
use std::time::Instant;

const SOURCE: &CStr = c"extern \"C\" __global__ void empty() {}";

fn good(code: u32) -> Result<(), String> {
    match code {
        0 => Ok(()),
        code => Err(format!("HIP's error {code}")),
    }
}

pub fn measure(count: u32) -> Result<Measured, String> {
    let (mut program, mut module, mut function) = (null_mut(), null_mut(), null_mut());
    let (mut len, mut devices) = (0usize, 0);
    let options = [c"--offload-arch=gfx1100".as_ptr()];
    // SAFETY: all pointers point to what they are for, texts end, handles are live.
    unsafe {
        good(hipGetDeviceCount(&mut devices))?;
        let began = Instant::now();
        let (text, name) = (SOURCE.as_ptr(), c"empty.hip".as_ptr());
        good(hiprtcCreateProgram(
            &mut program,
            text,
            name,
            0,
            null(),
            null(),
        ))?;
        if hiprtcCompileProgram(program, 1, options.as_ptr()) != 0 {
            good(hiprtcGetProgramLogSize(program, &mut len))?;
            let mut log = vec![0u8; len];
            good(hiprtcGetProgramLog(program, log.as_mut_ptr().cast()))?;
            let log = String::from_utf8_lossy(&log);
            return Err(log.trim_end_matches('\0').to_string());
        }
        good(hiprtcGetCodeSize(program, &mut len))?;
        let mut code = vec![0u8; len];
        good(hiprtcGetCode(program, code.as_mut_ptr().cast()))?;
        good(hipModuleLoadData(&mut module, code.as_ptr().cast()))?;
        let build = began.elapsed();
        let began = Instant::now();
        good(hipModuleGetFunction(
            &mut function,
            module,
            c"empty".as_ptr(),
        ))?;
        let launch = || {
            let threads = THREADS as u32;
            let (stream, params, extra) = (null_mut(), null_mut(), null_mut());
            let done =
                hipModuleLaunchKernel(function, 1, 1, 1, threads, 1, 1, 0, stream, params, extra);
            assert_eq!(done, 0);
        };
        let wait = || assert_eq!(hipStreamSynchronize(null_mut()), 0);
        launch();
        wait();
        let first = began.elapsed();
        let (waited, queued) = launches(count, launch, wait);
        Ok(Measured {
            build,
            first,
            waited,
            queued,
            code,
        })
    }
}
