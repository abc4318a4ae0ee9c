//! Programs that do something, and whether it is right.

use crate::host::{Host, cl, enqueue, good, made, set};
use opencl_sys::*;
use std::ffi::c_void;
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicI32, Ordering};
use std::time::Duration;

const ADD: &str = "
kernel void add(global const float *a, global const float *b, global float *c, float k) {
    size_t i = get_global_id(0);
    c[i] = a[i] + k * b[i];
}
kernel void reverse(global int *a, local int *l) {
    int i = get_local_id(0), n = get_local_size(0);
    l[i] = a[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    a[get_global_id(0)] = l[n - 1 - i];
}
kernel void shape(global int *out) {
    size_t i = get_global_id(1) * get_global_size(0) + get_global_id(0) - get_global_offset(0);
    out[i] = get_local_size(0) + 100 * get_local_size(1) + 10000 * get_num_groups(0) + 1000000 * get_work_dim();
}
kernel void wild(global int *a) { a[get_global_id(0) * 100000] = 1; }
";

#[test]
fn a_vector_is_added() {
    let host = Host::new();
    let Some(program) = host.build(ADD, "") else {
        return;
    };
    let kernel = host.kernel(program, "add");
    let a: Vec<f32> = (0..1000).map(|i| i as f32).collect();
    let b: Vec<f32> = (0..1000).map(|i| (1000 - i) as f32).collect();
    let (a, b, c) = (host.buffer_of(&a), host.buffer_of(&b), host.buffer(4000));
    set(kernel, 0, a);
    set(kernel, 1, b);
    set(kernel, 2, c);
    set(kernel, 3, 2.0f32);
    assert_eq!(host.launch(kernel, 1000, 0), CL_SUCCESS);
    let sums: Vec<f32> = host.read(c, 1000);
    assert!(
        sums.iter()
            .enumerate()
            .all(|(i, &sum)| sum == 2000.0 - i as f32)
    );
    for buffer in [a, b, c] {
        good!(clReleaseMemObject(buffer));
    }
    good!(clReleaseKernel(kernel));
    good!(clReleaseProgram(program));
}

#[test]
fn local_memory_and_sub_buffers() {
    let host = Host::new();
    let Some(program) = host.build(ADD, "-cl-std=CL1.2") else {
        return;
    };
    let kernel = host.kernel(program, "reverse");
    let all: Vec<i32> = (0..96).collect();
    let buffer = host.buffer_of(&all);
    let region = cl_buffer_region {
        origin: 128,
        size: 256,
    };
    let part = made!(clCreateSubBuffer(
        buffer,
        0,
        CL_BUFFER_CREATE_TYPE_REGION,
        (&raw const region).cast()
    ));
    set(kernel, 0, part);
    good!(clSetKernelArg(kernel, 1, 32 * 4, null()));
    assert_eq!(host.launch(kernel, 64, 32), CL_SUCCESS);
    let got: Vec<i32> = host.read(buffer, 96);
    let expected = (0..32).chain((32..64).rev()).chain((64..96).rev());
    assert_eq!(got, expected.collect::<Vec<i32>>());
}

#[test]
fn a_kernel_may_wait_for_another_queue() {
    let host = Host::new();
    let text = "
kernel void waits(volatile global int *flag, global int *out) {
    while (*flag == 0);
    *out = 7;
}
kernel void sets(global int *flag) { *flag = 1; }
";
    let Some(program) = host.build(text, "") else {
        return;
    };
    let other = made!(clCreateCommandQueue(host.context, host.device, 0));
    let (waits, sets) = (host.kernel(program, "waits"), host.kernel(program, "sets"));
    let one = 1i32;
    for by_kernel in [true, false] {
        let (flag, out) = (host.buffer_of(&[0i32]), host.buffer_of(&[0i32]));
        set(waits, 0, flag);
        set(waits, 1, out);
        set(sets, 0, flag);
        let launch = |kernel, queue| {
            assert_eq!(Host::launch_on(queue, kernel, 1, 1), CL_SUCCESS);
            good!(clFlush(queue));
        };
        launch(waits, host.queue);
        // Long enough to be found waiting.
        std::thread::sleep(Duration::from_millis(500));
        match by_kernel {
            true => launch(sets, other),
            false => {
                let from = (&raw const one).cast();
                enqueue!(clEnqueueWriteBuffer(other, flag, CL_TRUE, 0, 4, from));
            }
        }
        assert_eq!(host.finish(), CL_SUCCESS, "by kernel: {by_kernel}");
        assert_eq!(host.read::<i32>(out, 1), [7]);
    }
    good!(clReleaseCommandQueue(other));
}

#[test]
fn workgroups_at_the_end_may_be_smaller() {
    let host = Host::new();
    let Some(program) = host.build(ADD, "-cl-std=CL2.0") else {
        return;
    };
    let kernel = host.kernel(program, "shape");
    let out = host.buffer(7 * 5 * 4);
    set(kernel, 0, out);
    let (offset, threads, local) = ([3usize, 0], [7usize, 5], [4usize, 2]);
    enqueue!(clEnqueueNDRangeKernel(
        host.queue,
        kernel,
        2,
        offset.as_ptr(),
        threads.as_ptr(),
        local.as_ptr()
    ));
    let got: Vec<i32> = host.read(out, 35);
    for (i, value) in got.into_iter().enumerate() {
        let x = if i % 7 < 4 { 4 } else { 3 };
        let y = if i / 7 < 4 { 2 } else { 1 };
        assert_eq!(value, x + 100 * y + 20000 + 2_000_000, "{i}");
    }
    // Older programs count on workgroups of the same size.
    let old = host.build(ADD, "").unwrap();
    let kernel = host.kernel(old, "shape");
    set(kernel, 0, out);
    assert_eq!(host.launch(kernel, 7, 4), CL_INVALID_WORK_GROUP_SIZE);
}

#[test]
fn a_trap_makes_the_event_and_the_next_call_fail() {
    let host = Host::new();
    let Some(program) = host.build(ADD, "") else {
        return;
    };
    let kernel = host.kernel(program, "wild");
    let buffer = host.buffer(64);
    set(kernel, 0, buffer);
    let (threads, mut event) = (64usize, null_mut());
    good!(clEnqueueNDRangeKernel(
        host.queue,
        kernel,
        1,
        null(),
        &threads,
        null(),
        0,
        null(),
        &mut event
    ));
    let failed = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
    assert_eq!(cl!(clWaitForEvents(1, &event)), failed);
    let mut status: cl_int = 0;
    let asked = cl!(clGetEventInfo(
        event,
        CL_EVENT_COMMAND_EXECUTION_STATUS,
        4,
        (&raw mut status).cast(),
        null_mut()
    ));
    assert_eq!((asked, status), (CL_SUCCESS, CL_OUT_OF_RESOURCES));
    assert_eq!(host.finish(), CL_OUT_OF_RESOURCES);
    // And then it goes on.
    assert_eq!(host.finish(), CL_SUCCESS);
    assert_eq!(host.read::<i32>(buffer, 1).len(), 1);
    good!(clReleaseEvent(event));
}

#[test]
fn copies_fills_and_boxes() {
    let host = Host::new();
    let (a, b) = (host.buffer(64), host.buffer(64));
    let pattern = 0x0102_0304u32.to_le_bytes();
    enqueue!(clEnqueueFillBuffer(
        host.queue,
        a,
        pattern.as_ptr().cast(),
        4,
        8,
        16
    ));
    enqueue!(clEnqueueCopyBuffer(host.queue, a, b, 8, 0, 8));
    let got: Vec<u32> = host.read(b, 4);
    assert_eq!(got, [0x0102_0304, 0x0102_0304, 0, 0]);
    let bytes: Vec<u8> = (0..64).collect();
    enqueue!(clEnqueueWriteBuffer(
        host.queue,
        a,
        CL_FALSE,
        0,
        64,
        bytes.as_ptr().cast()
    ));
    // Two rows of three bytes, from rows of eight.
    let (origin, zero, region) = ([1usize, 2, 0], [0usize; 3], [3usize, 2, 1]);
    let mut rows = [0u8; 6];
    let read = cl!(clEnqueueReadBufferRect(
        host.queue,
        a,
        CL_TRUE,
        origin.as_ptr(),
        zero.as_ptr(),
        region.as_ptr(),
        8,
        0,
        0,
        0,
        rows.as_mut_ptr().cast(),
        0,
        null(),
        null_mut()
    ));
    assert_eq!((read, rows), (CL_SUCCESS, [17, 18, 19, 25, 26, 27]));
    enqueue!(clEnqueueCopyBufferRect(
        host.queue,
        a,
        b,
        origin.as_ptr(),
        zero.as_ptr(),
        region.as_ptr(),
        8,
        0,
        4,
        0
    ));
    enqueue!(clEnqueueWriteBufferRect(
        host.queue,
        b,
        CL_TRUE,
        [0usize, 3, 0].as_ptr(),
        zero.as_ptr(),
        region.as_ptr(),
        4,
        0,
        0,
        0,
        rows.as_ptr().cast()
    ));
    let got: Vec<u8> = host.read(b, 20);
    assert_eq!(
        got,
        [
            17, 18, 19, 1, 25, 26, 27, 1, 0, 0, 0, 0, 17, 18, 19, 0, 25, 26, 27, 0
        ]
    );
}

#[test]
fn maps_show_and_take() {
    let host = Host::new();
    let mut own = [7i32; 16];
    let flags = CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR;
    let used = made!(clCreateBuffer(
        host.context,
        flags,
        64,
        own.as_mut_ptr().cast()
    ));
    for buffer in [host.buffer_of(&[7i32; 16]), used] {
        let map = made!(clEnqueueMapBuffer(
            host.queue,
            buffer,
            CL_TRUE,
            CL_MAP_READ | CL_MAP_WRITE,
            8,
            16,
            0,
            null(),
            null_mut()
        ));
        // SAFETY: 16 bytes are mapped.
        let values = unsafe { std::slice::from_raw_parts_mut(map.cast::<i32>(), 4) };
        assert_eq!(values, [7; 4]);
        values.copy_from_slice(&[1, 2, 3, 4]);
        let mut count: cl_uint = 0;
        good!(clGetMemObjectInfo(
            buffer,
            CL_MEM_MAP_COUNT,
            4,
            (&raw mut count).cast(),
            null_mut()
        ));
        assert_eq!(count, 1);
        enqueue!(clEnqueueUnmapMemObject(host.queue, buffer, map));
        let got: Vec<i32> = host.read(buffer, 7);
        assert_eq!(got, [7, 7, 1, 2, 3, 4, 7]);
        assert_eq!(
            cl!(clEnqueueUnmapMemObject(
                host.queue,
                buffer,
                map,
                0,
                null(),
                null_mut()
            )),
            CL_INVALID_VALUE
        );
        good!(clReleaseMemObject(buffer));
    }
}

#[test]
fn commands_wait_for_events() {
    for order in [0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE] {
        let host = Host::with(order);
        let buffer = host.buffer_of(&[1i32]);
        let user = made!(clCreateUserEvent(host.context));
        let (value, mut written) = (5i32, null_mut());
        let from = (&raw const value).cast();
        good!(clEnqueueWriteBuffer(
            host.queue,
            buffer,
            CL_FALSE,
            0,
            4,
            from,
            1,
            &user,
            &mut written
        ));
        if order != 0 {
            // What waits for nothing overtakes.
            assert_eq!(host.read::<i32>(buffer, 1), [1]);
        }
        static SEEN: AtomicI32 = AtomicI32::new(77);
        unsafe extern "C" fn seen(_: cl_event, status: cl_int, _: *mut c_void) {
            SEEN.store(status, Ordering::SeqCst);
        }
        SEEN.store(77, Ordering::SeqCst);
        good!(clSetEventCallback(
            written,
            CL_COMPLETE,
            Some(seen),
            null_mut()
        ));
        good!(clSetUserEventStatus(user, CL_COMPLETE));
        assert_eq!(
            cl!(clSetUserEventStatus(user, CL_COMPLETE)),
            CL_INVALID_OPERATION
        );
        good!(clWaitForEvents(1, &written));
        assert_eq!(host.read::<i32>(buffer, 1), [5]);
        while SEEN.load(Ordering::SeqCst) == 77 {
            std::thread::yield_now();
        }
        assert_eq!(SEEN.load(Ordering::SeqCst), CL_COMPLETE);
        // A failure is passed on.
        let broken = made!(clCreateUserEvent(host.context));
        let mut marker = null_mut();
        good!(clEnqueueMarkerWithWaitList(
            host.queue,
            1,
            &broken,
            &mut marker
        ));
        good!(clSetUserEventStatus(broken, -7));
        let failed = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
        assert_eq!(cl!(clWaitForEvents(1, &marker)), failed);
        // Nothing trapped: the queue has nothing to tell.
        assert_eq!(host.finish(), CL_SUCCESS);
    }
}

#[test]
fn times_are_in_order() {
    let host = Host::new();
    let buffer = host.buffer(1 << 16);
    let mut event = null_mut();
    good!(clEnqueueFillBuffer(
        host.queue,
        buffer,
        [0u8].as_ptr().cast(),
        1,
        0,
        1 << 16,
        0,
        null(),
        &mut event
    ));
    assert_eq!(host.finish(), CL_SUCCESS);
    let names = [
        CL_PROFILING_COMMAND_QUEUED,
        CL_PROFILING_COMMAND_SUBMIT,
        CL_PROFILING_COMMAND_START,
        CL_PROFILING_COMMAND_END,
    ];
    let times = names.map(|name| {
        let mut time: cl_ulong = 0;
        good!(clGetEventProfilingInfo(
            event,
            name,
            8,
            (&raw mut time).cast(),
            null_mut()
        ));
        time
    });
    assert!(times.is_sorted() && times[0] > 0, "{times:?}");
}

#[test]
fn programs_are_compiled_linked_and_given_back() {
    let host = Host::new();
    let Some(_) = host.build(ADD, "") else { return };
    let header = host.source("int twice(int x);\n#define MORE 1\n");
    let user = host.source(
        "#include <own/twice.h>\nkernel void k(global int *a) { a[0] = twice(a[0]) + MORE + N; }",
    );
    let library = host.source("int twice(int x) { return 2 * x; }");
    let mut names = [c"own/twice.h".as_ptr()];
    assert_eq!(
        cl!(clCompileProgram(
            user,
            0,
            null(),
            c"-DN=5".as_ptr(),
            1,
            &header,
            names.as_mut_ptr(),
            None,
            null_mut()
        )),
        CL_SUCCESS,
        "{}",
        host.log(user)
    );
    good!(clCompileProgram(
        library,
        0,
        null(),
        null(),
        0,
        null(),
        null_mut(),
        None,
        null_mut()
    ));
    let both = [user, library];
    let program = made!(clLinkProgram(
        host.context,
        0,
        null(),
        null(),
        2,
        both.as_ptr(),
        None,
        null_mut()
    ));
    let run = |program: cl_program| {
        let kernel = host.kernel(program, "k");
        let buffer = host.buffer_of(&[20i32]);
        set(kernel, 0, buffer);
        assert_eq!(host.launch(kernel, 1, 1), CL_SUCCESS);
        assert_eq!(host.read::<i32>(buffer, 1), [46]);
    };
    run(program);
    let mut size = 0usize;
    good!(clGetProgramInfo(
        program,
        CL_PROGRAM_BINARY_SIZES,
        size_of::<usize>(),
        (&raw mut size).cast(),
        null_mut()
    ));
    let mut binary = vec![0u8; size];
    let mut place = [binary.as_mut_ptr()];
    good!(clGetProgramInfo(
        program,
        CL_PROGRAM_BINARIES,
        size_of::<usize>(),
        place.as_mut_ptr().cast(),
        null_mut()
    ));
    assert!(binary.starts_with(b"\x7fELF"));
    let (mut given, mut status) = ([binary.as_ptr()], 1);
    let again = made!(clCreateProgramWithBinary(
        host.context,
        1,
        &host.device,
        &size,
        given.as_mut_ptr(),
        &mut status
    ));
    assert_eq!(status, CL_SUCCESS);
    assert_eq!(
        cl!(clBuildProgram(again, 0, null(), null(), None, null_mut())),
        CL_SUCCESS,
        "{}",
        host.log(again)
    );
    run(again);
}
