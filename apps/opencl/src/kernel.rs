//! Kernels and their arguments.

mod info;

use crate::device::Device;
use crate::error::{Fail, Outcome, api, api_create, ensure, fail};
use crate::image::{Picture, image};
use crate::memory::{self, Buffer};
use crate::object::{self, Kind, Object, get};
use crate::pointer::{put, text};
use crate::program::Program;
use crate::sampler::Sampler;
use opencl_sys::*;
use std::ffi::{c_char, c_void};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use wavetank::amd_host::{self, KernelArg, KernelInfo, Value};

pub(crate) use info::{
    clGetKernelArgInfo, clGetKernelInfo, clGetKernelSubGroupInfo, clGetKernelWorkGroupInfo,
};

/// A kernel.
pub(crate) struct Kernel {
    pub program: Arc<Object<Program>>,
    pub info: KernelInfo,
    /// Values of its own arguments, as far as they are set.
    args: Mutex<Vec<Option<Arg>>>,
}

/// What a launch uses, kept until it has ended.
#[derive(Default)]
pub(crate) struct Kept {
    _buffers: Vec<Arc<Object<Buffer>>>,
    _samplers: Vec<Arc<Object<Sampler>>>,
}

/// What an argument was set to.
#[derive(Clone)]
enum Arg {
    Bytes(Vec<u8>),
    /// A buffer that a program may release before the kernel is launched, or none.
    Buffer(Option<Weak<Object<Buffer>>>),
    Image(Weak<Object<Buffer>>),
    Sampler(Weak<Object<Sampler>>),
    Local(usize),
}

impl Kind for Kernel {
    const INVALID: cl_int = CL_INVALID_KERNEL;
    const NAME: &'static str = "kernel";

    fn end(&mut self, _: *mut c_void) {
        self.program.count_kernel(false);
    }
}

impl Kernel {
    fn new(program: &Arc<Object<Program>>, info: KernelInfo) -> Arc<Object<Kernel>> {
        program.count_kernel(true);
        let count = info.args.iter().filter(|arg| !arg.is_hidden()).count();
        Object::new(Kernel {
            program: program.clone(),
            info,
            args: Mutex::new(vec![None; count]),
        })
    }

    fn args(&self) -> MutexGuard<'_, Vec<Option<Arg>>> {
        self.args.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Its own arguments.
    pub fn own(&self) -> impl Iterator<Item = &KernelArg> {
        self.info.args.iter().filter(|arg| !arg.is_hidden())
    }

    /// Its code for a device.
    pub fn code(&self, device: &Arc<Object<Device>>) -> Outcome<amd_host::Kernel> {
        let build = self.program.build_for(device);
        let Some(module) = build.and_then(|build| build.module) else {
            return fail(
                CL_INVALID_PROGRAM_EXECUTABLE,
                "the program was not built for the device",
            );
        };
        module.kernel(&self.info.name).or_else(|diagnostic| {
            let help = diagnostic.help.join("\n");
            let why = format!("{}: {}\n{help}", self.info.name, diagnostic.message);
            eprintln!("wavetank: {}", why.trim_end());
            fail(CL_OUT_OF_RESOURCES, why)
        })
    }

    /// What the arguments are now for a device, and the objects among them.
    pub fn values(&self, device: &Device) -> Outcome<(Vec<Value>, Kept)> {
        let args = self.args();
        let (mut values, mut kept) = (Vec::with_capacity(args.len()), Kept::default());
        let released = |i: usize| {
            let why = format!("argument {i} is an object that was released");
            Fail::new(CL_INVALID_KERNEL_ARGS, why)
        };
        for (i, arg) in args.iter().enumerate() {
            values.push(match arg {
                None => return fail(CL_INVALID_KERNEL_ARGS, format!("argument {i} is not set")),
                Some(Arg::Bytes(bytes)) => Value::Bytes(bytes.clone()),
                Some(Arg::Local(bytes)) => Value::Local(u32::try_from(*bytes).unwrap_or(u32::MAX)),
                Some(Arg::Buffer(None)) => Value::Address(0),
                Some(Arg::Buffer(Some(buffer))) => {
                    let buffer = buffer.upgrade().ok_or_else(|| released(i))?;
                    let address = buffer.address;
                    kept._buffers.push(buffer);
                    Value::Address(address)
                }
                Some(Arg::Image(image)) => {
                    let image = image.upgrade().ok_or_else(|| released(i))?;
                    let own = |picture: &Picture| picture.descriptor(device.amd.target());
                    let Some(address) = image.picture.as_ref().and_then(own) else {
                        return fail(CL_INVALID_KERNEL_ARGS, "the image is of another context");
                    };
                    kept._buffers.push(image);
                    Value::Address(address)
                }
                Some(Arg::Sampler(sampler)) => {
                    let sampler = sampler.upgrade().ok_or_else(|| released(i))?;
                    let address = sampler.address;
                    kept._samplers.push(sampler);
                    Value::Address(address)
                }
            });
        }
        Ok((values, kept))
    }

    /// Local memory that arguments ask for.
    fn local_bytes(&self) -> u64 {
        let of = |arg: &Option<Arg>| match arg {
            Some(Arg::Local(bytes)) => *bytes as u64,
            _ => 0,
        };
        self.args().iter().map(of).sum()
    }
}

/// Refuses an image of another kind than the kernel declares.
fn suits(arg: &KernelArg, image: &Buffer) -> Outcome {
    let kind = image.picture.as_ref().map(|picture| picture.kind);
    let declared = arg.type_name.as_deref().unwrap_or_default();
    let right = match declared {
        "image1d_t" => CL_MEM_OBJECT_IMAGE1D,
        "image1d_array_t" => CL_MEM_OBJECT_IMAGE1D_ARRAY,
        "image1d_buffer_t" => CL_MEM_OBJECT_IMAGE1D_BUFFER,
        "image2d_t" | "image2d_depth_t" => CL_MEM_OBJECT_IMAGE2D,
        "image2d_array_t" | "image2d_array_depth_t" => CL_MEM_OBJECT_IMAGE2D_ARRAY,
        "image3d_t" => CL_MEM_OBJECT_IMAGE3D,
        _ => return Ok(()),
    };
    let why = format!("the kernel wants an {declared}, and the image is of another kind");
    ensure(kind == Some(right), CL_INVALID_ARG_VALUE, why)
}

/// An image that kernels may only read is not written, and the other way round.
fn permits(arg: &KernelArg, image: &Buffer) -> Outcome {
    let refused = match arg.access.as_deref() {
        Some("read_only") => CL_MEM_WRITE_ONLY,
        Some("write_only") => CL_MEM_READ_ONLY,
        Some("read_write") => CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY,
        _ => 0,
    };
    let why = "the flags of the image do not allow what the kernel says that it does";
    ensure(image.flags & refused == 0, CL_INVALID_ARG_VALUE, why)
}

/// # Safety
/// The value must be null or valid for its size.
unsafe fn argument(arg: &KernelArg, size: usize, value: *const c_void) -> Outcome<Arg> {
    let sized = |right: usize| {
        let why = format!("the argument has {right} bytes, not {size}");
        ensure(size == right, CL_INVALID_ARG_SIZE, why)
    };
    let handle = || {
        // SAFETY: by the contract; what it points to has the size of a handle.
        unsafe { value.cast::<*mut c_void>().read_unaligned() }
    };
    match arg.kind.as_str() {
        "dynamic_shared_pointer" => {
            ensure(
                value.is_null(),
                CL_INVALID_ARG_VALUE,
                "local memory has no value",
            )?;
            ensure(size > 0, CL_INVALID_ARG_SIZE, "local memory has a size")?;
            Ok(Arg::Local(size))
        }
        "global_buffer" => {
            sized(size_of::<cl_mem>())?;
            if value.is_null() || handle().is_null() {
                return Ok(Arg::Buffer(None));
            }
            let buffer = memory::buffer(handle())?;
            Ok(Arg::Buffer(Some(Arc::downgrade(&buffer))))
        }
        "by_value" => {
            sized(arg.size as usize)?;
            ensure(!value.is_null(), CL_INVALID_ARG_VALUE, "the value is NULL")?;
            // SAFETY: by the contract.
            let bytes = unsafe { std::slice::from_raw_parts(value.cast::<u8>(), size) };
            Ok(Arg::Bytes(bytes.to_vec()))
        }
        "sampler" => {
            sized(size_of::<cl_sampler>())?;
            ensure(!value.is_null(), CL_INVALID_SAMPLER, "there is no sampler")?;
            Ok(Arg::Sampler(Arc::downgrade(&get::<Sampler>(handle())?)))
        }
        "image" => {
            sized(size_of::<cl_mem>())?;
            ensure(!value.is_null(), CL_INVALID_ARG_VALUE, "there is no image")?;
            let image = image(handle())?;
            suits(arg, &image)?;
            permits(arg, &image)?;
            Ok(Arg::Image(Arc::downgrade(&image)))
        }
        "queue" => fail(
            CL_INVALID_DEVICE_QUEUE,
            "devices have no queues of their own",
        ),
        _ => fail(CL_INVALID_MEM_OBJECT, "there are no pipes"),
    }
}

api_create! {
    fn clCreateKernel(program: cl_program, kernel_name: *const c_char) {
        let program = get::<Program>(program)?;
        let built = program.executables();
        ensure(!built.is_empty(), CL_INVALID_PROGRAM_EXECUTABLE, "the program was not built")?;
        ensure(!kernel_name.is_null(), CL_INVALID_VALUE, "the name is NULL")?;
        let name = text(kernel_name);
        let found: Vec<&KernelInfo> = built
            .iter()
            .filter_map(|(_, module)| module.kernels().iter().find(|kernel| kernel.name == name))
            .collect();
        let Some(&first) = found.first() else {
            return fail(CL_INVALID_KERNEL_NAME, format!("there is no kernel `{name}`"));
        };
        let shape = |kernel: &KernelInfo| -> Vec<(u32, String)> {
            let own = kernel.args.iter().filter(|arg| !arg.is_hidden());
            own.map(|arg| (arg.size, arg.kind.clone())).collect()
        };
        let alike = found.iter().all(|other| shape(other) == shape(first));
        ensure(alike, CL_INVALID_KERNEL_DEFINITION, "the kernel is not the same for all devices")?;
        Ok(Kernel::new(&program, first.clone()).handle())
    }

    fn clCloneKernel(source_kernel: cl_kernel) {
        let source = get::<Kernel>(source_kernel)?;
        let copy = Kernel::new(&source.program, source.info.clone());
        *copy.args() = source.args().clone();
        Ok(copy.handle())
    }
}

api! {
    fn clCreateKernelsInProgram(program: cl_program, num_kernels: cl_uint, kernels: *mut cl_kernel, num_kernels_ret: *mut cl_uint) {
        let program = get::<Program>(program)?;
        let built = program.executables();
        let Some((_, module)) = built.first() else {
            return fail(CL_INVALID_PROGRAM_EXECUTABLE, "the program was not built");
        };
        let all = module.kernels();
        if !kernels.is_null() {
            ensure(num_kernels as usize >= all.len(), CL_INVALID_VALUE, "there is no room for all kernels")?;
            for (i, info) in all.iter().enumerate() {
                put(kernels.add(i), Kernel::new(&program, info.clone()).handle());
            }
        }
        put(num_kernels_ret, all.len() as cl_uint);
        Ok(())
    }

    fn clRetainKernel(kernel: cl_kernel) {
        object::retain::<Kernel>(kernel)
    }

    fn clReleaseKernel(kernel: cl_kernel) {
        object::release::<Kernel>(kernel)
    }

    fn clSetKernelArg(kernel: cl_kernel, arg_index: cl_uint, arg_size: usize, arg_value: *const c_void) {
        let kernel = get::<Kernel>(kernel)?;
        let index = arg_index as usize;
        let Some(arg) = kernel.own().nth(index) else {
            return fail(CL_INVALID_ARG_INDEX, format!("there is no argument {index}"));
        };
        let value = argument(arg, arg_size, arg_value)?;
        kernel.args()[index] = Some(value);
        Ok(())
    }

    fn clSetKernelArgSVMPointer(kernel: cl_kernel, _arg_index: cl_uint, _arg_value: *const c_void) {
        get::<Kernel>(kernel)?;
        fail(CL_INVALID_OPERATION, "no device shares virtual memory")
    }

    fn clSetKernelExecInfo(kernel: cl_kernel, _param_name: cl_kernel_exec_info, _param_value_size: usize, _param_value: *const c_void) {
        get::<Kernel>(kernel)?;
        fail(CL_INVALID_OPERATION, "no device shares virtual memory")
    }
}
