//! Launches of kernels.

use crate::device::MAX_SIZES;
use crate::error::{Outcome, api, ensure, fail};
use crate::kernel::Kernel;
use crate::object::{Object, get};
use crate::pointer::slice;
use crate::queue::{Enqueue, Order, Worker};
use crate::transfer::device_error;
use driver::Failed;
use opencl_sys::*;
use wavetank::amd_host::{self, Grid, Value};

/// The grid of a launch; nothing where it has no threads.
///
/// # Safety
/// The pointers must be null or valid for `dims` sizes.
unsafe fn grid(
    kernel: &Kernel,
    uniform: bool,
    dims: cl_uint,
    offset: *const usize,
    global: *const usize,
    local: *const usize,
) -> Outcome<Option<Grid>> {
    ensure(
        (1..=3).contains(&dims),
        CL_INVALID_WORK_DIMENSION,
        "a grid has one to three dimensions",
    )?;
    // SAFETY: by the contract.
    let sizes = |pointer: *const usize| unsafe { slice(pointer, dims as usize) };
    let mut threads = [1u64; 3];
    for (to, &from) in threads.iter_mut().zip(sizes(global)) {
        *to = from as u64;
    }
    let mut start = [0u64; 3];
    for (to, &from) in start.iter_mut().zip(sizes(offset)) {
        *to = from as u64;
    }
    let most = kernel.info.most_threads.unwrap_or(256) as usize;
    let required = match kernel.info.required[..] {
        [x, y, z] => Some([x, y, z].map(|size| size as usize)),
        _ => None,
    };
    let mut group = [1usize; 3];
    group[..sizes(local).len()].copy_from_slice(sizes(local));
    if !local.is_null() {
        let code = CL_INVALID_WORK_GROUP_SIZE;
        ensure(!group.contains(&0), code, "a workgroup has threads")?;
        let fits = group
            .iter()
            .zip(MAX_SIZES)
            .all(|(&size, most)| size <= most);
        ensure(
            fits,
            CL_INVALID_WORK_ITEM_SIZE,
            "a dimension of the workgroup is too large",
        )?;
        let total: usize = group.iter().product();
        let why = format!("workgroups of {total} threads; the kernel has room for {most}");
        ensure(total <= most, code, why)?;
        let right = required.is_none_or(|required| required == group);
        ensure(
            right,
            code,
            "the kernel was compiled for workgroups of another size",
        )?;
        let divides = |(&threads, &size): (&u64, &usize)| threads.is_multiple_of(size as u64);
        let whole = threads.iter().zip(&group).all(divides);
        ensure(
            whole || !uniform,
            code,
            "the grid is not made of whole workgroups",
        )?;
    }
    if global.is_null() || threads.contains(&0) {
        return Ok(None);
    }
    let beyond = threads
        .iter()
        .zip(&start)
        .any(|(size, at)| size.checked_add(*at).is_none());
    ensure(
        !beyond,
        CL_INVALID_GLOBAL_OFFSET,
        "the grid goes past the last id",
    )?;
    let fits = threads.iter().all(|&size| size <= u64::from(u32::MAX));
    ensure(
        fits,
        CL_INVALID_GLOBAL_WORK_SIZE,
        "the grid is larger than any device's",
    )?;
    if local.is_null() {
        group = required.unwrap_or_else(|| chosen(threads, most, uniform));
        let whole = threads
            .iter()
            .zip(&group)
            .all(|(&threads, &size)| threads.is_multiple_of(size as u64));
        ensure(
            whole || !uniform,
            CL_INVALID_WORK_GROUP_SIZE,
            "the grid is not made of whole workgroups",
        )?;
    }
    Ok(Some(Grid {
        dims,
        threads,
        local: group.map(|size| size as u32),
        offset: start,
        local_bytes: 0,
    }))
}

/// Workgroups of a size that suits the grid, where the program leaves it open.
fn chosen(threads: [u64; 3], most: usize, uniform: bool) -> [usize; 3] {
    /// Smaller ones waste most of a wave.
    const SMALL: usize = 16;
    let mut left = most.min(256);
    let mut group = [1; 3];
    for (size, &threads) in group.iter_mut().zip(&threads) {
        let largest = (1..=left.min(threads as usize)).rev();
        let mut divisors = largest.filter(|&size| threads.is_multiple_of(size as u64));
        let divisor = divisors.next().unwrap_or(1);
        let poor = divisor < SMALL.min(threads as usize);
        *size = if poor && !uniform {
            left.min(64)
        } else {
            divisor
        };
        left /= *size;
    }
    group
}

/// Runs a kernel on the thread of its queue.
fn run(
    worker: &mut Worker,
    kernel: &Object<Kernel>,
    code: &amd_host::Kernel,
    grid: &Grid,
    values: &[Value],
) -> Outcome {
    let slot = worker.slot().map_err(device_error)?;
    match driver::launch(slot, code, grid, values) {
        Ok(()) => Ok(()),
        Err(Failed::Host(error)) => Err(device_error(error)),
        Err(Failed::Trapped { report, .. }) => {
            kernel.program.context.tell(&report);
            fail(CL_OUT_OF_RESOURCES, report)
        }
    }
}

/// # Safety
/// As the specification demands of the caller.
unsafe fn enqueue(
    enqueue: Enqueue,
    kernel: cl_kernel,
    dims: cl_uint,
    sizes: [*const usize; 3],
    command: cl_command_type,
) -> Outcome {
    let kernel = get::<Kernel>(kernel)?;
    enqueue.same(&kernel.program.context)?;
    let device = &enqueue.queue.device;
    let build = kernel.program.build_for(device);
    let Some(build) = build.filter(|build| build.module.is_some()) else {
        return fail(
            CL_INVALID_PROGRAM_EXECUTABLE,
            "the program was not built for the device",
        );
    };
    let (values, kept) = kernel.values(device)?;
    let [offset, global, local] = sizes;
    // SAFETY: by the contract.
    let grid = unsafe { grid(&kernel, build.uniform, dims, offset, global, local)? };
    let code = kernel.code(device)?;
    let action = move |worker: &mut Worker| {
        let ran = match &grid {
            Some(grid) => run(worker, &kernel, &code, grid, &values),
            None => Ok(()),
        };
        drop(kept);
        ran
    };
    // SAFETY: by the contract.
    unsafe { enqueue.submit(command, false, Order::default(), action) }
}

api! {
    fn clEnqueueNDRangeKernel(
        command_queue: cl_command_queue, kernel: cl_kernel, work_dim: cl_uint, global_work_offset: *const usize,
        global_work_size: *const usize, local_work_size: *const usize,
        count: cl_uint, list: *const cl_event, event: *mut cl_event,
    ) {
        let common = Enqueue::new(command_queue, count, list, event)?;
        let sizes = [global_work_offset, global_work_size, local_work_size];
        enqueue(common, kernel, work_dim, sizes, CL_COMMAND_NDRANGE_KERNEL)
    }

    fn clEnqueueTask(command_queue: cl_command_queue, kernel: cl_kernel, count: cl_uint, list: *const cl_event, event: *mut cl_event) {
        let common = Enqueue::new(command_queue, count, list, event)?;
        let one = 1usize;
        enqueue(common, kernel, 1, [std::ptr::null(), &one, &one], CL_COMMAND_TASK)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_chosen_that_divide() {
        for (threads, uniform, expected) in [
            ([1024, 1, 1], true, [256, 1, 1]),
            ([100, 1, 1], true, [100, 1, 1]),
            ([1000, 1, 1], true, [250, 1, 1]),
            ([16, 16, 1], true, [16, 16, 1]),
            ([1009, 1, 1], true, [1, 1, 1]),
            ([1009, 1, 1], false, [64, 1, 1]),
            ([7, 3, 2], true, [7, 3, 2]),
            ([64, 64, 64], true, [64, 4, 1]),
        ] {
            assert_eq!(chosen(threads, 256, uniform), expected, "{threads:?}");
        }
        assert_eq!(chosen([1024, 1, 1], 64, true), [64, 1, 1]);
    }
}
