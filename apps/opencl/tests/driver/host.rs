//! What host programs begin with: a device, a context, a queue.

use opencl_sys::cl_icd::cl_icd_dispatch;
use opencl_sys::*;
use std::ffi::{CString, c_void};
use std::ptr::{null, null_mut};

/// A function of the table.
macro_rules! cl {
    ($name:ident($($arg:expr),* $(,)?)) => {
        // SAFETY: the arguments are what the specification wants, or wrong in a way that it names.
        unsafe { (crate::host::table().$name.expect(stringify!($name)))($($arg),*) }
    };
}

/// The same for functions with a place for the error; the handle has to be good.
macro_rules! made {
    ($name:ident($($arg:expr),* $(,)?)) => {{
        let mut code = 1;
        let handle = $crate::host::cl!($name($($arg,)* &mut code));
        assert_eq!(code, CL_SUCCESS, stringify!($name));
        assert!(!handle.is_null());
        handle
    }};
}

/// The same where it has to fail: the code.
macro_rules! refused {
    ($name:ident($($arg:expr),* $(,)?)) => {{
        let mut code = 1;
        let handle = $crate::host::cl!($name($($arg,)* &mut code));
        assert!(handle.is_null(), stringify!($name));
        code
    }};
}

/// The same where it has to succeed.
macro_rules! good {
    ($name:ident($($arg:expr),* $(,)?)) => {
        assert_eq!($crate::host::cl!($name($($arg),*)), CL_SUCCESS, stringify!($name))
    };
}

/// The same for a command that waits for no event and has none.
macro_rules! enqueue {
    ($name:ident($($arg:expr),* $(,)?)) => {
        $crate::host::good!($name($($arg,)* 0, std::ptr::null(), std::ptr::null_mut()))
    };
}

pub(crate) use {cl, enqueue, good, made, refused};

pub fn table() -> &'static cl_icd_dispatch {
    wavetank_opencl::dispatch_table()
}

pub struct Host {
    pub platform: cl_platform_id,
    pub device: cl_device_id,
    pub context: cl_context,
    pub queue: cl_command_queue,
}

impl Host {
    pub fn new() -> Host {
        Host::with(CL_QUEUE_PROFILING_ENABLE)
    }

    pub fn with(properties: cl_command_queue_properties) -> Host {
        Host::on(0, properties)
    }

    /// On one of the devices that there are.
    pub fn on(number: usize, properties: cl_command_queue_properties) -> Host {
        let mut platform = null_mut();
        // SAFETY: there is room for one.
        let found =
            unsafe { wavetank_opencl::clIcdGetPlatformIDsKHR(1, &mut platform, null_mut()) };
        assert_eq!(found, CL_SUCCESS);
        let mut devices = [null_mut(); 8];
        good!(clGetDeviceIDs(
            platform,
            CL_DEVICE_TYPE_GPU,
            devices.len() as u32,
            devices.as_mut_ptr(),
            null_mut()
        ));
        let device = devices[number];
        let context = made!(clCreateContext(null(), 1, &device, None, null_mut()));
        let queue = made!(clCreateCommandQueue(context, device, properties));
        Host {
            platform,
            device,
            context,
            queue,
        }
    }

    pub fn buffer(&self, bytes: usize) -> cl_mem {
        made!(clCreateBuffer(
            self.context,
            CL_MEM_READ_WRITE,
            bytes,
            null_mut()
        ))
    }

    pub fn buffer_of<T: Copy>(&self, values: &[T]) -> cl_mem {
        let flags = CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR;
        let data = values.as_ptr().cast_mut().cast();
        made!(clCreateBuffer(
            self.context,
            flags,
            size_of_val(values),
            data
        ))
    }

    pub fn read<T: Copy + Default>(&self, buffer: cl_mem, count: usize) -> Vec<T> {
        let mut values = vec![T::default(); count];
        let bytes = count * size_of::<T>();
        let to = values.as_mut_ptr().cast();
        enqueue!(clEnqueueReadBuffer(
            self.queue, buffer, CL_TRUE, 0, bytes, to
        ));
        values
    }

    pub fn source(&self, text: &str) -> cl_program {
        let text = CString::new(text).unwrap();
        let mut strings = [text.as_ptr()];
        made!(clCreateProgramWithSource(
            self.context,
            1,
            strings.as_mut_ptr(),
            null()
        ))
    }

    /// A program that is built; nothing where there is no compiler.
    pub fn build(&self, text: &str, options: &str) -> Option<cl_program> {
        let program = self.source(text);
        let options = CString::new(options).unwrap();
        match cl!(clBuildProgram(
            program,
            1,
            &self.device,
            options.as_ptr(),
            None,
            null_mut()
        )) {
            CL_SUCCESS => Some(program),
            CL_COMPILER_NOT_AVAILABLE => {
                eprintln!("skipped: there is no compiler for OpenCL C");
                None
            }
            code => panic!("error {code}: {}", self.log(program)),
        }
    }

    pub fn log(&self, program: cl_program) -> String {
        let mut bytes = vec![0u8; 1 << 16];
        let mut len = 0;
        good!(clGetProgramBuildInfo(
            program,
            self.device,
            CL_PROGRAM_BUILD_LOG,
            bytes.len(),
            bytes.as_mut_ptr().cast(),
            &mut len
        ));
        String::from_utf8_lossy(&bytes[..len.saturating_sub(1)]).into_owned()
    }

    pub fn kernel(&self, program: cl_program, name: &str) -> cl_kernel {
        let name = CString::new(name).unwrap();
        made!(clCreateKernel(program, name.as_ptr()))
    }

    /// Launches with one dimension; the code of the call.
    pub fn launch(&self, kernel: cl_kernel, threads: usize, local: usize) -> cl_int {
        Host::launch_on(self.queue, kernel, threads, local)
    }

    /// The same on a queue of the caller's.
    pub fn launch_on(
        queue: cl_command_queue,
        kernel: cl_kernel,
        threads: usize,
        local: usize,
    ) -> cl_int {
        let local = if local == 0 { null() } else { &raw const local };
        cl!(clEnqueueNDRangeKernel(
            queue,
            kernel,
            1,
            null(),
            &threads,
            local,
            0,
            null(),
            null_mut()
        ))
    }

    pub fn finish(&self) -> cl_int {
        cl!(clFinish(self.queue))
    }
}

pub fn set<T: Copy>(kernel: cl_kernel, index: u32, value: T) {
    let code = cl!(clSetKernelArg(
        kernel,
        index,
        size_of::<T>(),
        (&raw const value).cast::<c_void>()
    ));
    assert_eq!(code, CL_SUCCESS, "argument {index}");
}

impl Drop for Host {
    fn drop(&mut self) {
        good!(clReleaseCommandQueue(self.queue));
        good!(clReleaseContext(self.context));
    }
}
