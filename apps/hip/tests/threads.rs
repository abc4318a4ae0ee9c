//! Threads call anything at any time: streams of their own and one in common, modules, memory, events,
//! functions of the host. `scripts/sanitize` runs this under ThreadSanitizer.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicU32, Ordering};

// The library is named so that it is linked.
use amdhip64 as _;

type Handle = *mut c_void;

unsafe extern "C" {
    fn hipSetDevice(device: c_int) -> c_int;
    fn hipStreamCreate(stream: *mut Handle) -> c_int;
    fn hipStreamDestroy(stream: Handle) -> c_int;
    fn hipStreamSynchronize(stream: Handle) -> c_int;
    fn hipStreamQuery(stream: Handle) -> c_int;
    fn hipStreamWaitEvent(stream: Handle, event: Handle, flags: u32) -> c_int;
    fn hipLaunchHostFunc(
        stream: Handle,
        function: Option<unsafe extern "C" fn(Handle)>,
        data: Handle,
    ) -> c_int;
    fn hipEventCreate(event: *mut Handle) -> c_int;
    fn hipEventRecord(event: Handle, stream: Handle) -> c_int;
    fn hipEventSynchronize(event: Handle) -> c_int;
    fn hipEventDestroy(event: Handle) -> c_int;
    fn hipMalloc(pointer: *mut Handle, size: usize) -> c_int;
    fn hipMallocAsync(pointer: *mut Handle, size: usize, stream: Handle) -> c_int;
    fn hipFree(pointer: Handle) -> c_int;
    fn hipFreeAsync(pointer: Handle, stream: Handle) -> c_int;
    fn hipHostMalloc(pointer: *mut Handle, size: usize, flags: u32) -> c_int;
    fn hipHostFree(pointer: Handle) -> c_int;
    fn hipMemcpy(to: Handle, from: *const c_void, size: usize, kind: u32) -> c_int;
    fn hipMemcpyAsync(
        to: Handle,
        from: *const c_void,
        size: usize,
        kind: u32,
        stream: Handle,
    ) -> c_int;
    fn hipMemsetAsync(to: Handle, value: c_int, size: usize, stream: Handle) -> c_int;
    fn hipModuleLoadData(module: *mut Handle, code: *const c_void) -> c_int;
    fn hipModuleUnload(module: Handle) -> c_int;
    fn hipModuleGetFunction(function: *mut Handle, module: Handle, name: *const c_char) -> c_int;
    fn hipModuleLaunchKernel(
        function: Handle,
        grid_x: u32,
        grid_y: u32,
        grid_z: u32,
        block_x: u32,
        block_y: u32,
        block_z: u32,
        local: u32,
        stream: Handle,
        params: *mut Handle,
        extra: *mut Handle,
    ) -> c_int;
    fn hipDeviceSynchronize() -> c_int;
    fn hipGetLastError() -> c_int;
}

/// A function of the library. What it is called with is what its documentation wants.
macro_rules! hip {
    ($name:ident($($arg:expr),* $(,)?)) => {{
        // SAFETY: pointers point to as much as is said of them, and handles are live.
        let code = unsafe { $name($($arg),*) };
        assert_eq!(code, 0, stringify!($name));
    }};
}

const TO_DEVICE: u32 = 1;
const TO_HOST: u32 = 2;
/// `hipErrorNotReady`.
const NOT_READY: c_int = 600;

/// One addition for each element, compiled for the first of the devices.
static CODE: &[u8] = include_bytes!("../../../benches/kernels/vector-add.gfx1100.o");
const NAME: &CStr = c"vector_add";

const N: usize = 256;
const BYTES: usize = N * size_of::<f32>();
const THREADS: u32 = 4;
const ROUNDS: u32 = 12;

static CALLED: AtomicU32 = AtomicU32::new(0);

unsafe extern "C" fn count(data: Handle) {
    CALLED.fetch_add(data.addr() as u32, Ordering::Relaxed);
}

/// A handle that several threads use.
#[derive(Clone, Copy)]
struct Shared(Handle);
// SAFETY: handles are numbers that the library knows.
unsafe impl Send for Shared {}

fn load() -> (Handle, Handle) {
    let (mut module, mut function) = (null_mut(), null_mut());
    hip!(hipModuleLoadData(&mut module, CODE.as_ptr().cast()));
    hip!(hipModuleGetFunction(&mut function, module, NAME.as_ptr()));
    (module, function)
}

fn launch(function: Handle, stream: Handle, mut buffers: [Handle; 3]) {
    let mut params = buffers.each_mut().map(|it| (&raw mut *it).cast::<c_void>());
    let params = params.as_mut_ptr();
    hip!(hipModuleLaunchKernel(
        function,
        (N / 64) as u32,
        1,
        1,
        64,
        1,
        1,
        0,
        stream,
        params,
        null_mut()
    ));
}

/// Everything that a thread does with a kernel and a stream that others use too.
fn work(thread: u32, kernel: Handle, common: Handle) {
    hip!(hipSetDevice(0));
    let (mut own, mut event, mut pinned) = (null_mut(), null_mut(), null_mut());
    hip!(hipStreamCreate(&mut own));
    hip!(hipEventCreate(&mut event));
    hip!(hipHostMalloc(&mut pinned, BYTES, 0));
    for round in 0..ROUNDS {
        let stream = [own, common, null_mut()][round as usize % 3];
        // Some rounds have a module of their own, which goes while others are used.
        let (module, function) = match round % 4 {
            0 => load(),
            _ => (null_mut(), kernel),
        };
        let mut buffers = [null_mut(); 3];
        hip!(hipMalloc(&mut buffers[0], BYTES));
        hip!(hipMallocAsync(&mut buffers[1], BYTES, stream));
        hip!(hipMalloc(&mut buffers[2], BYTES));
        let value = (thread * 100 + round) as f32;
        let ones = [value; N];
        let from = ones.as_ptr().cast();
        hip!(hipMemcpyAsync(buffers[0], from, BYTES, TO_DEVICE, stream));
        hip!(hipMemsetAsync(buffers[1], 0, BYTES, stream));
        launch(function, stream, buffers);
        hip!(hipEventRecord(event, stream));
        // Added again in another stream, which waits for the first.
        let other = if stream == own { common } else { own };
        hip!(hipStreamWaitEvent(other, event, 0));
        launch(function, other, [buffers[0], buffers[2], buffers[1]]);
        hip!(hipMemcpyAsync(pinned, buffers[1], BYTES, TO_HOST, other));
        let one = std::ptr::without_provenance_mut(1);
        hip!(hipLaunchHostFunc(other, Some(count), one));
        // SAFETY: the stream is live.
        let asked = unsafe { hipStreamQuery(other) };
        assert!(asked == 0 || asked == NOT_READY, "{asked}");
        hip!(hipStreamSynchronize(other));
        hip!(hipEventSynchronize(event));
        // SAFETY: the copy to it is over, and no other thread knows it.
        let found = unsafe { std::slice::from_raw_parts(pinned.cast::<f32>(), N) };
        assert!(found.iter().all(|&it| it == 2.0 * value), "{found:?}");
        let mut once = [0f32; N];
        hip!(hipMemcpy(
            once.as_mut_ptr().cast(),
            buffers[2],
            BYTES,
            TO_HOST
        ));
        assert!(once.iter().all(|&it| it == value));
        hip!(hipFree(buffers[0]));
        hip!(hipFreeAsync(buffers[1], own));
        hip!(hipFree(buffers[2]));
        if !module.is_null() {
            hip!(hipModuleUnload(module));
        }
        // SAFETY: it asks for nothing.
        assert_eq!(unsafe { hipGetLastError() }, 0);
    }
    hip!(hipStreamSynchronize(own));
    hip!(hipHostFree(pinned));
    hip!(hipEventDestroy(event));
    hip!(hipStreamDestroy(own));
}

#[test]
fn threads_share_everything() {
    let (module, kernel) = load();
    let mut common = null_mut();
    hip!(hipStreamCreate(&mut common));
    let (kernel, stream) = (Shared(kernel), Shared(common));
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            scope.spawn(move || {
                let (kernel, stream) = (kernel, stream);
                work(thread, kernel.0, stream.0);
            });
        }
    });
    hip!(hipDeviceSynchronize());
    assert_eq!(CALLED.load(Ordering::Relaxed), THREADS * ROUNDS);
    hip!(hipStreamDestroy(common));
    hip!(hipModuleUnload(module));
}
