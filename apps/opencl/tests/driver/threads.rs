//! Threads call anything at any time.

use crate::host::{Host, good, made, set};
use opencl_sys::*;
use std::ptr::{null, null_mut};

#[test]
fn threads_share_everything() {
    let host = Host::with(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    let source =
        "kernel void bump(global int *a, int by) { atomic_add(a + get_global_id(0), by); }";
    let Some(program) = host.build(source, "") else {
        return;
    };
    let shared = host.buffer_of(&[0i32; 64]);
    let (context, device, common) = (
        host.context.expose_provenance(),
        host.device.expose_provenance(),
        host.queue.expose_provenance(),
    );
    let (program, shared) = (program.expose_provenance(), shared.expose_provenance());
    const ROUNDS: i32 = 20;
    std::thread::scope(|scope| {
        for thread in 0..4 {
            scope.spawn(move || {
                let handle = |address: usize| -> *mut std::ffi::c_void {
                    std::ptr::with_exposed_provenance_mut(address)
                };
                let own = made!(clCreateCommandQueue(handle(context), handle(device), 0));
                for round in 0..ROUNDS {
                    let queue = if round % 2 == 0 { own } else { handle(common) };
                    let kernel = made!(clCreateKernel(handle(program), c"bump".as_ptr()));
                    set(kernel, 0, handle(shared));
                    set(kernel, 1, 1i32);
                    let (threads, mut event) = (64usize, null_mut());
                    good!(clEnqueueNDRangeKernel(
                        queue,
                        kernel,
                        1,
                        null(),
                        &threads,
                        null(),
                        0,
                        null(),
                        &mut event
                    ));
                    good!(clReleaseKernel(kernel));
                    let buffer = made!(clCreateBuffer(
                        handle(context),
                        CL_MEM_READ_WRITE,
                        4096,
                        null_mut()
                    ));
                    good!(clEnqueueFillBuffer(
                        queue,
                        buffer,
                        [thread as u8].as_ptr().cast(),
                        1,
                        0,
                        4096,
                        1,
                        &event,
                        null_mut()
                    ));
                    // Released while the command still uses it.
                    good!(clReleaseMemObject(buffer));
                    good!(clRetainContext(handle(context)));
                    good!(clReleaseContext(handle(context)));
                    good!(clWaitForEvents(1, &event));
                    good!(clReleaseEvent(event));
                }
                good!(clFinish(own));
                good!(clReleaseCommandQueue(own));
            });
        }
    });
    assert_eq!(host.finish(), CL_SUCCESS);
    assert_eq!(
        host.read::<i32>(std::ptr::with_exposed_provenance_mut(shared), 64),
        [4 * ROUNDS; 64]
    );
}
