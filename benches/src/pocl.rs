//! PoCL, where it is installed: the same kernels compiled for this CPU, on one thread.

use crate::cases::{Arg, Case};
use crate::{best, timed};
use opencl3::command_queue::CommandQueue;
use opencl3::context::Context;
use opencl3::device::{CL_DEVICE_TYPE_CPU, Device};
use opencl3::kernel::{ExecuteKernel, Kernel};
use opencl3::memory::{Buffer, CL_MEM_COPY_HOST_PTR, CL_MEM_READ_WRITE};
use opencl3::platform::get_platforms;
use opencl3::program::Program;
use opencl3::types::CL_BLOCKING;
use std::time::Duration;

pub struct Pocl {
    context: Context,
    queue: CommandQueue,
}

impl Pocl {
    /// `None` where there is no PoCL, or none for this CPU.
    pub fn open() -> Option<Pocl> {
        // One thread that stays where it is. Different versions listen to different names.
        for (name, value) in [
            ("POCL_MAX_PTHREAD_COUNT", "1"),
            ("POCL_CPU_MAX_CU_COUNT", "1"),
            ("POCL_AFFINITY", "1"),
        ] {
            // SAFETY: no other thread runs yet that could look at the environment.
            unsafe { std::env::set_var(name, value) };
        }
        let platforms = get_platforms().ok()?;
        let pocl = (platforms.into_iter()).find(|platform| {
            let name = platform.name().unwrap_or_default();
            name.contains("Portable Computing Language")
        })?;
        let device = *pocl.get_devices(CL_DEVICE_TYPE_CPU).ok()?.first()?;
        let context = Context::from_device(&Device::new(device)).ok()?;
        // SAFETY: the device is the context's own; without properties there is nothing else to
        // hold.
        let queue = unsafe { CommandQueue::create(&context, device, 0) }.ok()?;
        // A CPU that is newer than PoCL's compiler is one that it compiles nothing for.
        Program::create_and_build_from_source(&context, "kernel void nothing() {}", "").ok()?;
        Some(Pocl { context, queue })
    }

    /// The best time of a launch, after one whose result is checked.
    pub fn time(&self, case: &Case, repeats: u32) -> Duration {
        let program = Program::create_and_build_from_source(&self.context, case.source, "");
        let program = program.unwrap_or_else(|log| panic!("{}: {log}", case.name));
        let kernel = Kernel::create(&program, case.kernel).expect("the kernel is there");
        let buffers: Vec<Option<Buffer<u32>>> = (case.args.iter())
            .map(|arg| match arg {
                Arg::Words(words) => Some(self.buffer(words)),
                Arg::Value(_) | Arg::Float(_) => None,
            })
            .collect();
        let launch = || {
            let mut call = ExecuteKernel::new(&kernel);
            for (arg, buffer) in case.args.iter().zip(&buffers) {
                // SAFETY: arguments are of the types that the source declares: pointers where
                // there are buffers, values of four bytes elsewhere.
                unsafe {
                    match (arg, buffer) {
                        (Arg::Value(word), _) => call.set_arg(word),
                        (Arg::Float(value), _) => call.set_arg(value),
                        (Arg::Words(_), Some(buffer)) => call.set_arg(buffer),
                        (Arg::Words(_), None) => unreachable!("every array has a buffer"),
                    }
                };
            }
            let items = case.items.map(|n| n as usize);
            let all = [0, 1, 2].map(|i| items[i] * case.groups[i] as usize);
            call.set_global_work_sizes(&all)
                .set_local_work_sizes(&items);
            // SAFETY: the kernel stays within the arrays that the case gives it.
            unsafe { call.enqueue_nd_range(&self.queue) }.expect("the launch is accepted");
            self.queue.finish().expect("the launch ends");
        };
        launch();
        let output = buffers.iter().flatten().last().expect("an output");
        let mut words = vec![0u32; case.expected.len()];
        // SAFETY: the read is over when the call returns.
        let read =
            unsafe { (self.queue).enqueue_read_buffer(output, CL_BLOCKING, 0, &mut words, &[]) };
        read.expect("the output can be read");
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        case.check("PoCL", &bytes);
        best(repeats, || timed(launch))
    }

    fn buffer(&self, words: &[u32]) -> Buffer<u32> {
        let flags = CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR;
        let host = words.as_ptr().cast_mut().cast();
        // SAFETY: the words are copied, as many as there are.
        let buffer = unsafe { Buffer::create(&self.context, flags, words.len(), host) };
        buffer.expect("room for an array")
    }
}
