//! Threads call anything at any time: streams of their own and one in common, modules, memory, events,
//! functions of the host. `scripts/sanitize` runs this under ThreadSanitizer.

use crate::{Handle, TO_DEVICE, TO_HOST, hip};
use amdhip64::{
    hipDeviceSynchronize, hipEventCreate, hipEventDestroy, hipEventRecord, hipEventSynchronize,
    hipFree, hipFreeAsync, hipGetLastError, hipHostFree, hipHostMalloc, hipLaunchHostFunc,
    hipMalloc, hipMallocAsync, hipMemcpy, hipMemcpyAsync, hipMemsetAsync, hipModuleUnload,
    hipSetDevice, hipStreamCreate, hipStreamDestroy, hipStreamQuery, hipStreamSynchronize,
    hipStreamWaitEvent,
};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicU32, Ordering};

/// `hipErrorNotReady`.
const NOT_READY: u32 = 600;

/// One addition for each element, compiled for the first of the devices.
static CODE: &[u8] = include_bytes!("../../../../benches/kernels/vector-add.gfx1100.o");

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
    crate::load(CODE)
}

fn launch(function: Handle, stream: Handle, mut buffers: [Handle; 3]) {
    let params = buffers.each_mut().map(|it| (&raw mut *it).cast());
    crate::launch(function, N, stream, params);
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
        assert_eq!(hipGetLastError(), 0);
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
