//! Launches of kernels, by the function of the host that stands for one or by its handle.

use crate::error::{
    COOPERATIVE_TOO_LARGE, INVALID_CONFIGURATION, INVALID_VALUE, LAUNCH_FAILURE,
    MISSING_CONFIGURATION, OUT_OF_RESOURCES, Outcome, api, ensure, fail,
};
use crate::event;
use crate::graph::NodeKind;
use crate::module::{function, handle_of};
use crate::pointer::{Dim3, give, put};
use crate::{device, occupancy, register, stream};
use std::cell::RefCell;
use std::ffi::{c_int, c_void};
use wavetank::amd_host::{Grid, Kernel, Value};

/// Threads that a workgroup can have.
pub(crate) const MOST_THREADS: u64 = 1024;

/// What `<<<grid, block, shared, stream>>>` says, until the call behind it takes it.
#[derive(Clone, Copy)]
struct Configuration {
    grid: Dim3,
    block: Dim3,
    local: usize,
    stream: *mut c_void,
}

thread_local! {
    static PUSHED: RefCell<Vec<Configuration>> = const { RefCell::new(Vec::new()) };
}

/// Where a program has the arguments of a launch.
#[derive(Clone, Copy)]
struct Arguments {
    /// A pointer to each.
    each: *mut *mut c_void,
    /// Or all together, as they lie in memory.
    packed: *mut *mut c_void,
}

impl Arguments {
    /// Copies them, each with as many bytes as the kernel wants.
    ///
    /// # Safety
    /// They must be what the kernel wants.
    unsafe fn read(&self, kernel: &Kernel) -> Outcome<Vec<Value>> {
        let own: Vec<_> = kernel.own_args().collect();
        let packed = match self.each.is_null() && !own.is_empty() {
            // SAFETY: by the contract.
            true => Some(unsafe { packed(self.packed)? }),
            false => None,
        };
        let mut values = Vec::with_capacity(own.len());
        for (number, arg) in own.iter().enumerate() {
            let len = arg.size as usize;
            let bytes = match &packed {
                // SAFETY: by the contract, there is a pointer for every argument.
                None => unsafe {
                    let pointer = self.each.add(number).read();
                    let why = "the pointer to an argument is NULL";
                    ensure(!pointer.is_null(), INVALID_VALUE, why)?;
                    std::slice::from_raw_parts(pointer.cast::<u8>(), len)
                },
                Some(all) => match all.get(arg.offset as usize..arg.offset as usize + len) {
                    Some(bytes) => bytes,
                    None => {
                        return fail(
                            INVALID_VALUE,
                            "there are fewer arguments than the kernel wants",
                        );
                    }
                },
            };
            values.push(match (arg.kind.as_str(), <[u8; 8]>::try_from(bytes)) {
                ("global_buffer", Ok(word)) => Value::Address(u64::from_le_bytes(word)),
                _ => Value::Bytes(bytes.to_vec()),
            });
        }
        Ok(values)
    }
}

/// # Safety
/// The list must be null or end as HIP's do.
unsafe fn packed<'a>(list: *mut *mut c_void) -> Outcome<&'a [u8]> {
    const POINTER: usize = 1;
    const SIZE: usize = 2;
    const END: usize = 3;
    ensure(!list.is_null(), INVALID_VALUE, "there are no arguments")?;
    let (mut pointer, mut size) = (std::ptr::null::<u8>(), 0);
    let mut at = list;
    loop {
        // SAFETY: by the contract, the list goes on until its end.
        let (key, value) = unsafe {
            let key = at.read().addr();
            (
                key,
                if key == END {
                    std::ptr::null_mut()
                } else {
                    at.add(1).read()
                },
            )
        };
        match key {
            POINTER => pointer = value.cast(),
            // SAFETY: by the contract.
            SIZE if !value.is_null() => size = unsafe { value.cast::<usize>().read() },
            END => break,
            _ => return fail(INVALID_VALUE, "the list of arguments is none of HIP's"),
        }
        // SAFETY: something follows every value.
        at = unsafe { at.add(2) };
    }
    match pointer.is_null() {
        true => fail(INVALID_VALUE, "there are no arguments"),
        // SAFETY: by the contract.
        false => Ok(unsafe { std::slice::from_raw_parts(pointer, size) }),
    }
}

fn grid(kernel: &Kernel, groups: [u32; 3], block: [u32; 3], local: usize) -> Outcome<Grid> {
    let bad = INVALID_CONFIGURATION;
    ensure(
        !groups.contains(&0) && !block.contains(&0),
        bad,
        "a dimension is zero",
    )?;
    let threads = block.iter().map(|&n| u64::from(n)).product::<u64>();
    ensure(
        threads <= MOST_THREADS,
        bad,
        "a workgroup has at most 1024 threads",
    )?;
    let threads = [0, 1, 2].map(|i| u64::from(groups[i]) * u64::from(block[i]));
    let fits = threads.iter().all(|&n| n <= u64::from(u32::MAX));
    ensure(fits, bad, "the grid has more threads than can be counted")?;
    let info = kernel.info();
    let per_group = block.iter().product::<u32>();
    if let Some(most) = info.most_threads.filter(|&most| per_group > most) {
        let why = format!(
            "workgroups of {per_group} threads; {} was compiled for at most {most}: \
             __launch_bounds__ says for how many",
            info.name
        );
        eprintln!("wavetank: {why}");
        return fail(LAUNCH_FAILURE, why);
    }
    let all = info.local_bytes as usize + local.min(1 << 30);
    let most = occupancy::most_local(kernel);
    if all > most as usize {
        let why = format!("a workgroup has at most {most} bytes of local memory");
        return fail(OUT_OF_RESOURCES, why);
    }
    let dims = if block[2] * groups[2] > 1 {
        3
    } else if block[1] * groups[1] > 1 {
        2
    } else {
        1
    };
    Ok(Grid {
        dims,
        threads,
        local: block,
        offset: [0; 3],
        local_bytes: local as u32,
    })
}

/// # Safety
/// The arguments must be what the kernel wants.
unsafe fn launch(
    kernel: &Kernel,
    (groups, block, local): ([u32; 3], [u32; 3], usize),
    arguments: Arguments,
    to: *mut c_void,
    cooperative: bool,
) -> Outcome {
    let to = stream::get(to)?;
    let grid = grid(kernel, groups, block, local)?;
    if cooperative {
        let all = groups.iter().map(|&n| u64::from(n)).product::<u64>();
        let why = "not all workgroups fit on the device at once";
        let room = kernel.room(block, grid.local_bytes);
        ensure(all <= room, COOPERATIVE_TOO_LARGE, why)?;
    }
    // SAFETY: by the contract.
    let values = unsafe { arguments.read(kernel)? };
    let kernel = kernel.clone();
    to.push(NodeKind::Kernel, move |worker| {
        let slot = worker.slot()?;
        driver::launch(slot, &kernel, &grid, &values).map_err(stream::launched)
    });
    Ok(())
}

/// A launch with arguments that lie side by side.
///
/// # Safety
/// As for [`launch`].
pub(crate) unsafe fn launch_packed(
    symbol: *const c_void,
    (grid, block, local): (Dim3, Dim3, usize),
    packed: *mut *mut c_void,
    to: *mut c_void,
) -> Outcome {
    let arguments = Arguments {
        each: std::ptr::null_mut(),
        packed,
    };
    let kernel = named(symbol, to)?;
    let size = (grid.sizes, block.sizes, local);
    // SAFETY: by the contract.
    unsafe { launch(&kernel, size, arguments, to, false) }
}

/// The kernel of a function of the host, or of a handle that is taken for one.
fn named(symbol: *const c_void, to: *mut c_void) -> Outcome<Kernel> {
    match register::is_kernel(symbol) {
        true => register::kernel(symbol, stream::get(to)?.device),
        false => match function(symbol) {
            Ok(kernel) => Ok((*kernel).clone()),
            Err(_) => register::kernel(symbol, stream::get(to)?.device),
        },
    }
}

/// # Safety
/// As for [`launch`].
pub(crate) unsafe fn launch_symbol(
    symbol: *const c_void,
    (grid, block, local): (Dim3, Dim3, usize),
    args: *mut *mut c_void,
    to: *mut c_void,
    cooperative: bool,
) -> Outcome {
    let kernel = named(symbol, to)?;
    let arguments = Arguments {
        each: args,
        packed: std::ptr::null_mut(),
    };
    // SAFETY: by the contract.
    unsafe {
        launch(
            &kernel,
            (grid.sizes, block.sizes, local),
            arguments,
            to,
            cooperative,
        )
    }
}

api! {
    fn __hipPushCallConfiguration(grid: Dim3, block: Dim3, local: usize, stream: *mut c_void) {
        PUSHED.with_borrow_mut(|pushed| pushed.push(Configuration { grid, block, local, stream }));
        Ok(())
    }

    fn __hipPopCallConfiguration(grid: *mut Dim3, block: *mut Dim3, local: *mut usize, stream: *mut *mut c_void) {
        let Some(popped) = PUSHED.with_borrow_mut(Vec::pop) else {
            return fail(MISSING_CONFIGURATION, "nothing says how large the launch is");
        };
        put(grid, popped.grid);
        put(block, popped.block);
        put(local, popped.local);
        put(stream, popped.stream);
        Ok(())
    }

    fn hipLaunchKernel(function: *const c_void, grid: Dim3, block: Dim3, args: *mut *mut c_void, local: usize, stream: *mut c_void) {
        launch_symbol(function, (grid, block, local), args, stream, false)
    }

    fn hipLaunchKernel_spt(function: *const c_void, grid: Dim3, block: Dim3, args: *mut *mut c_void, local: usize, stream: *mut c_void) {
        let own = if stream.is_null() { std::ptr::without_provenance_mut(2) } else { stream };
        launch_symbol(function, (grid, block, local), args, own, false)
    }

    fn hipExtLaunchKernel(
        function: *const c_void, grid: Dim3, block: Dim3, args: *mut *mut c_void, local: usize, stream: *mut c_void,
        start: *mut c_void, stop: *mut c_void, _flags: c_int,
    ) {
        if !start.is_null() {
            event::record(start, stream)?;
        }
        launch_symbol(function, (grid, block, local), args, stream, false)?;
        if !stop.is_null() {
            event::record(stop, stream)?;
        }
        Ok(())
    }

    fn hipLaunchCooperativeKernel(function: *const c_void, grid: Dim3, block: Dim3, args: *mut *mut c_void, local: u32, stream: *mut c_void) {
        launch_symbol(function, (grid, block, local as usize), args, stream, true)
    }

    fn hipModuleLaunchKernel(
        function: *mut c_void, grid_x: u32, grid_y: u32, grid_z: u32, block_x: u32, block_y: u32, block_z: u32,
        local: u32, stream: *mut c_void, params: *mut *mut c_void, extra: *mut *mut c_void,
    ) {
        let kernel = self::function(function)?;
        let size = ([grid_x, grid_y, grid_z], [block_x, block_y, block_z], local as usize);
        launch(&kernel, size, Arguments { each: params, packed: extra }, stream, false)
    }

    fn hipModuleLaunchCooperativeKernel(
        function: *mut c_void, grid_x: u32, grid_y: u32, grid_z: u32, block_x: u32, block_y: u32, block_z: u32,
        local: u32, stream: *mut c_void, params: *mut *mut c_void,
    ) {
        let kernel = self::function(function)?;
        let size = ([grid_x, grid_y, grid_z], [block_x, block_y, block_z], local as usize);
        let arguments = Arguments { each: params, packed: std::ptr::null_mut() };
        launch(&kernel, size, arguments, stream, true)
    }

    fn hipGetFuncBySymbol(function: *mut *mut c_void, symbol: *const c_void) {
        let kernel = register::kernel(symbol, device::current())?;
        give(function, handle_of(kernel))
    }
}
