//! Every function, called in ways that the specification forbids, and the code that it wants.

use crate::host::{Host, cl, good, made, refused, set, table};
use crate::images::{desc, format};
use opencl_sys::*;
use std::collections::BTreeSet;
use std::ffi::c_void;
use std::ptr::{null, null_mut};

/// Stands where a function is wanted.
unsafe extern "C" fn released(_: cl_program, _: *mut c_void) {}

/// What was called, and what came of it.
struct Checked(BTreeSet<&'static str>);

/// Calls a function and compares its code.
macro_rules! code {
    ($checked:ident, $expected:ident, $name:ident($($arg:expr),* $(,)?)) => {{
        $checked.0.insert(stringify!($name));
        let got = cl!($name($($arg),*));
        assert_eq!(got, $expected, "{}{}", stringify!($name), stringify!(($($arg),*)));
    }};
}

/// The same for a function with a place for its code.
macro_rules! none {
    ($checked:ident, $expected:ident, $name:ident($($arg:expr),* $(,)?)) => {{
        $checked.0.insert(stringify!($name));
        let got = refused!($name($($arg),*));
        assert_eq!(got, $expected, "{}{}", stringify!($name), stringify!(($($arg),*)));
    }};
}

const SOURCE: &str =
    "kernel void k(global int *a, int b, local int *c) { a[get_global_id(0)] = b; }
kernel __attribute__((reqd_work_group_size(8, 1, 1))) void eight(global int *a) { a[0] = 1; }";

#[test]
#[rustfmt::skip]
fn every_misuse_has_its_code() {
    let host = Host::with(0);
    let other = Host::new();
    let mut checked = Checked(BTreeSet::new());
    let c = &mut checked;
    let no: *mut c_void = null_mut();
    // Something that is no object, and one that is of another kind.
    let mut garbage = [0u64; 8];
    let bad: *mut c_void = garbage.as_mut_ptr().cast();
    let (context, queue, device) = (host.context, host.queue, host.device);
    let mut words = [0u64; 64];
    let room: *mut c_void = words.as_mut_ptr().cast();
    let mut count: cl_uint = 0;
    let mut handle = null_mut();
    let one = 1usize;

    // Platform and devices.
    code!(c, CL_INVALID_VALUE, clGetPlatformIDs(0, &mut handle, null_mut()));
    code!(c, CL_INVALID_VALUE, clGetPlatformIDs(1, null_mut(), null_mut()));
    code!(c, CL_INVALID_PLATFORM, clGetPlatformInfo(bad, CL_PLATFORM_NAME, 512, room, null_mut()));
    code!(c, CL_INVALID_VALUE, clGetPlatformInfo(host.platform, CL_PLATFORM_NAME, 1, room, null_mut()));
    code!(c, CL_INVALID_VALUE, clGetPlatformInfo(host.platform, 7, 512, room, null_mut()));
    code!(c, CL_INVALID_PLATFORM, clUnloadPlatformCompiler(bad));
    code!(c, CL_SUCCESS, clUnloadCompiler());
    code!(c, CL_INVALID_PLATFORM, clGetDeviceIDs(bad, CL_DEVICE_TYPE_ALL, 1, &mut handle, null_mut()));
    code!(c, CL_INVALID_DEVICE_TYPE, clGetDeviceIDs(host.platform, 1 << 20, 1, &mut handle, null_mut()));
    code!(c, CL_DEVICE_NOT_FOUND, clGetDeviceIDs(host.platform, CL_DEVICE_TYPE_CPU, 1, &mut handle, null_mut()));
    code!(c, CL_INVALID_VALUE, clGetDeviceIDs(host.platform, CL_DEVICE_TYPE_ALL, 0, &mut handle, null_mut()));
    code!(c, CL_INVALID_VALUE, clGetDeviceIDs(host.platform, CL_DEVICE_TYPE_ALL, 1, null_mut(), null_mut()));
    code!(c, CL_INVALID_DEVICE, clGetDeviceInfo(bad, CL_DEVICE_NAME, 512, room, null_mut()));
    code!(c, CL_INVALID_DEVICE, clGetDeviceInfo(no, CL_DEVICE_NAME, 512, room, null_mut()));
    code!(c, CL_INVALID_DEVICE, clGetDeviceInfo(context, CL_DEVICE_NAME, 512, room, null_mut()));
    code!(c, CL_INVALID_VALUE, clGetDeviceInfo(device, CL_DEVICE_NAME, 2, room, null_mut()));
    code!(c, CL_INVALID_VALUE, clGetDeviceInfo(device, 7, 512, room, null_mut()));
    code!(c, CL_INVALID_DEVICE, clRetainDevice(bad));
    code!(c, CL_INVALID_DEVICE, clReleaseDevice(bad));
    code!(c, CL_INVALID_DEVICE, clRetainDeviceEXT(bad));
    code!(c, CL_INVALID_DEVICE, clReleaseDeviceEXT(bad));
    code!(c, CL_INVALID_DEVICE, clCreateSubDevices(bad, null(), 0, null_mut(), null_mut()));
    code!(c, CL_INVALID_VALUE, clCreateSubDevices(device, null(), 0, null_mut(), &mut count));
    code!(c, CL_INVALID_DEVICE, clGetHostTimer(bad, &mut words[0]));
    code!(c, CL_INVALID_VALUE, clGetHostTimer(device, null_mut()));
    code!(c, CL_INVALID_DEVICE, clGetDeviceAndHostTimer(bad, &mut words[0], &mut words[1]));
    code!(c, CL_INVALID_VALUE, clGetDeviceAndHostTimer(device, null_mut(), &mut words[1]));
    code!(c, CL_INVALID_CONTEXT, clSetDefaultDeviceCommandQueue(bad, device, queue));
    code!(c, CL_INVALID_OPERATION, clSetDefaultDeviceCommandQueue(context, device, queue));

    // Contexts.
    none!(c, CL_INVALID_VALUE, clCreateContext(null(), 0, null(), None, null_mut()));
    none!(c, CL_INVALID_DEVICE, clCreateContext(null(), 1, &bad, None, null_mut()));
    none!(c, CL_INVALID_VALUE, clCreateContext(null(), 1, &device, None, room));
    none!(c, CL_INVALID_PROPERTY, clCreateContext([7isize, 7, 0].as_ptr(), 1, &device, None, null_mut()));
    none!(c, CL_INVALID_PROPERTY, clCreateContext([CL_CONTEXT_INTEROP_USER_SYNC, -1, 0].as_ptr(), 1, &device, None, null_mut()));
    none!(c, CL_INVALID_PLATFORM, clCreateContext([CL_CONTEXT_PLATFORM, 7, 0].as_ptr(), 1, &device, None, null_mut()));
    none!(c, CL_DEVICE_NOT_FOUND, clCreateContextFromType(null(), CL_DEVICE_TYPE_CPU, None, null_mut()));
    none!(c, CL_INVALID_DEVICE_TYPE, clCreateContextFromType(null(), 0, None, null_mut()));
    code!(c, CL_INVALID_CONTEXT, clRetainContext(bad));
    code!(c, CL_INVALID_CONTEXT, clReleaseContext(queue));
    code!(c, CL_INVALID_CONTEXT, clGetContextInfo(bad, CL_CONTEXT_DEVICES, 512, room, null_mut()));
    code!(c, CL_INVALID_VALUE, clGetContextInfo(context, 7, 512, room, null_mut()));
    code!(c, CL_INVALID_CONTEXT, clSetContextDestructorCallback(bad, None, null_mut()));
    code!(c, CL_INVALID_VALUE, clSetContextDestructorCallback(context, None, null_mut()));
    code!(c, CL_INVALID_CONTEXT, clGetSupportedImageFormats(bad, 0, CL_MEM_OBJECT_IMAGE2D, 0, null_mut(), &mut count));

    // Queues.
    none!(c, CL_INVALID_CONTEXT, clCreateCommandQueue(bad, device, 0));
    none!(c, CL_INVALID_DEVICE, clCreateCommandQueue(context, bad, 0));
    none!(c, CL_INVALID_VALUE, clCreateCommandQueue(context, device, 1 << 30));
    none!(c, CL_INVALID_CONTEXT, clCreateCommandQueueWithProperties(bad, device, null()));
    none!(c, CL_INVALID_VALUE, clCreateCommandQueueWithProperties(context, device, [7u64, 7, 0].as_ptr()));
    let on_device = CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
    none!(c, CL_INVALID_QUEUE_PROPERTIES, clCreateCommandQueueWithProperties(context, device, [CL_QUEUE_PROPERTIES as u64, on_device, 0].as_ptr()));
    code!(c, CL_INVALID_COMMAND_QUEUE, clRetainCommandQueue(bad));
    code!(c, CL_INVALID_COMMAND_QUEUE, clReleaseCommandQueue(no));
    code!(c, CL_INVALID_COMMAND_QUEUE, clGetCommandQueueInfo(bad, CL_QUEUE_DEVICE, 512, room, null_mut()));
    code!(c, CL_INVALID_COMMAND_QUEUE, clGetCommandQueueInfo(queue, CL_QUEUE_SIZE, 512, room, null_mut()));
    code!(c, CL_INVALID_VALUE, clGetCommandQueueInfo(queue, 7, 512, room, null_mut()));
    code!(c, CL_INVALID_OPERATION, clSetCommandQueueProperty(queue, 0, CL_TRUE, null_mut()));
    code!(c, CL_INVALID_COMMAND_QUEUE, clFlush(bad));
    code!(c, CL_INVALID_COMMAND_QUEUE, clFinish(bad));

    // Buffers.
    none!(c, CL_INVALID_CONTEXT, clCreateBuffer(bad, 0, 4, null_mut()));
    none!(c, CL_INVALID_VALUE, clCreateBuffer(context, 1 << 40, 4, null_mut()));
    none!(c, CL_INVALID_VALUE, clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 4, null_mut()));
    none!(c, CL_INVALID_BUFFER_SIZE, clCreateBuffer(context, 0, 0, null_mut()));
    none!(c, CL_INVALID_BUFFER_SIZE, clCreateBuffer(context, 0, usize::MAX, null_mut()));
    none!(c, CL_INVALID_HOST_PTR, clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, 4, null_mut()));
    none!(c, CL_INVALID_HOST_PTR, clCreateBuffer(context, 0, 4, room));
    none!(c, CL_INVALID_PROPERTY, clCreateBufferWithProperties(context, [7u64, 7, 0].as_ptr(), 0, 4, null_mut()));
    let buffer = host.buffer(1024);
    let foreign = other.buffer(1024);
    let region = |origin, size| cl_buffer_region { origin, size };
    let kind = CL_BUFFER_CREATE_TYPE_REGION;
    let info = |region: &cl_buffer_region| std::ptr::from_ref(region).cast::<c_void>();
    none!(c, CL_INVALID_MEM_OBJECT, clCreateSubBuffer(bad, 0, kind, info(&region(0, 4))));
    none!(c, CL_INVALID_VALUE, clCreateSubBuffer(buffer, 0, 7, info(&region(0, 4))));
    none!(c, CL_INVALID_VALUE, clCreateSubBuffer(buffer, 0, kind, null()));
    none!(c, CL_INVALID_VALUE, clCreateSubBuffer(buffer, 0, kind, info(&region(1000, 100))));
    none!(c, CL_INVALID_BUFFER_SIZE, clCreateSubBuffer(buffer, 0, kind, info(&region(0, 0))));
    none!(c, CL_MISALIGNED_SUB_BUFFER_OFFSET, clCreateSubBuffer(buffer, 0, kind, info(&region(4, 4))));
    let part = made!(clCreateSubBuffer(buffer, 0, kind, info(&region(128, 128))));
    none!(c, CL_INVALID_MEM_OBJECT, clCreateSubBuffer(part, 0, kind, info(&region(0, 4))));
    code!(c, CL_INVALID_MEM_OBJECT, clRetainMemObject(bad));
    code!(c, CL_INVALID_MEM_OBJECT, clReleaseMemObject(bad));
    code!(c, CL_INVALID_MEM_OBJECT, clGetMemObjectInfo(bad, CL_MEM_SIZE, 512, room, null_mut()));
    code!(c, CL_INVALID_VALUE, clGetMemObjectInfo(buffer, 7, 512, room, null_mut()));
    code!(c, CL_INVALID_MEM_OBJECT, clSetMemObjectDestructorCallback(bad, None, null_mut()));
    code!(c, CL_INVALID_VALUE, clSetMemObjectDestructorCallback(buffer, None, null_mut()));

    // Transfers.
    code!(c, CL_INVALID_COMMAND_QUEUE, clEnqueueReadBuffer(bad, buffer, CL_TRUE, 0, 4, room, 0, null(), null_mut()));
    code!(c, CL_INVALID_MEM_OBJECT, clEnqueueReadBuffer(queue, bad, CL_TRUE, 0, 4, room, 0, null(), null_mut()));
    code!(c, CL_INVALID_CONTEXT, clEnqueueReadBuffer(queue, foreign, CL_TRUE, 0, 4, room, 0, null(), null_mut()));
    code!(c, CL_INVALID_VALUE, clEnqueueReadBuffer(queue, buffer, CL_TRUE, 1024, 4, room, 0, null(), null_mut()));
    code!(c, CL_INVALID_VALUE, clEnqueueReadBuffer(queue, buffer, CL_TRUE, usize::MAX, 4, room, 0, null(), null_mut()));
    code!(c, CL_INVALID_VALUE, clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 4, null_mut(), 0, null(), null_mut()));
    code!(c, CL_INVALID_EVENT_WAIT_LIST, clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 4, room, 1, null(), null_mut()));
    code!(c, CL_INVALID_EVENT_WAIT_LIST, clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 4, room, 0, &bad, null_mut()));
    code!(c, CL_INVALID_EVENT_WAIT_LIST, clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 4, room, 1, &bad, null_mut()));
    code!(c, CL_INVALID_MEM_OBJECT, clEnqueueWriteBuffer(queue, bad, CL_TRUE, 0, 4, room, 0, null(), null_mut()));
    code!(c, CL_INVALID_VALUE, clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 1022, 4, room, 0, null(), null_mut()));
    let written = made!(clCreateBuffer(context, CL_MEM_HOST_WRITE_ONLY, 64, null_mut()));
    let hidden = made!(clCreateBuffer(context, CL_MEM_HOST_NO_ACCESS, 64, null_mut()));
    code!(c, CL_INVALID_OPERATION, clEnqueueReadBuffer(queue, written, CL_TRUE, 0, 4, room, 0, null(), null_mut()));
    code!(c, CL_INVALID_OPERATION, clEnqueueWriteBuffer(queue, hidden, CL_TRUE, 0, 4, room, 0, null(), null_mut()));
    none!(c, CL_INVALID_OPERATION, clEnqueueMapBuffer(queue, hidden, CL_TRUE, CL_MAP_READ, 0, 4, 0, null(), null_mut()));
    code!(c, CL_MEM_COPY_OVERLAP, clEnqueueCopyBuffer(queue, buffer, buffer, 0, 4, 8, 0, null(), null_mut()));
    code!(c, CL_MEM_COPY_OVERLAP, clEnqueueCopyBuffer(queue, buffer, part, 130, 4, 8, 0, null(), null_mut()));
    code!(c, CL_INVALID_VALUE, clEnqueueCopyBuffer(queue, buffer, buffer, 0, 1020, 8, 0, null(), null_mut()));
    code!(c, CL_INVALID_VALUE, clEnqueueFillBuffer(queue, buffer, room, 3, 0, 9, 0, null(), null_mut()));
    code!(c, CL_INVALID_VALUE, clEnqueueFillBuffer(queue, buffer, room, 4, 2, 8, 0, null(), null_mut()));
    code!(c, CL_INVALID_VALUE, clEnqueueFillBuffer(queue, buffer, null(), 4, 0, 8, 0, null(), null_mut()));
    let (zero, box3, empty) = ([0usize; 3], [4usize, 2, 1], [4usize, 0, 1]);
    let (z, b3, e3) = (zero.as_ptr(), box3.as_ptr(), empty.as_ptr());
    code!(c, CL_INVALID_VALUE, clEnqueueReadBufferRect(queue, buffer, CL_TRUE, z, z, e3, 0, 0, 0, 0, room, 0, null(), null_mut()));
    code!(c, CL_INVALID_VALUE, clEnqueueReadBufferRect(queue, buffer, CL_TRUE, z, z, b3, 3, 0, 0, 0, room, 0, null(), null_mut()));
    code!(c, CL_INVALID_VALUE, clEnqueueReadBufferRect(queue, buffer, CL_TRUE, z, null(), b3, 0, 0, 0, 0, room, 0, null(), null_mut()));
    code!(c, CL_INVALID_VALUE, clEnqueueWriteBufferRect(queue, buffer, CL_TRUE, z, z, b3, 1024, 0, 0, 0, room, 0, null(), null_mut()));
    code!(c, CL_INVALID_VALUE, clEnqueueWriteBufferRect(queue, buffer, CL_TRUE, z, z, b3, 0, 0, 0, 0, null(), 0, null(), null_mut()));
    code!(c, CL_MEM_COPY_OVERLAP, clEnqueueCopyBufferRect(queue, buffer, buffer, z, z, b3, 0, 0, 0, 0, 0, null(), null_mut()));
    code!(c, CL_INVALID_VALUE, clEnqueueCopyBufferRect(queue, buffer, buffer, z, [64usize, 0, 0].as_ptr(), b3, 8, 0, 4, 0, 0, null(), null_mut()));
    none!(c, CL_INVALID_MEM_OBJECT, clEnqueueMapBuffer(queue, bad, CL_TRUE, CL_MAP_READ, 0, 4, 0, null(), null_mut()));
    none!(c, CL_INVALID_VALUE, clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION, 0, 4, 0, null(), null_mut()));
    none!(c, CL_INVALID_VALUE, clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 1024, 4, 0, null(), null_mut()));
    code!(c, CL_INVALID_VALUE, clEnqueueUnmapMemObject(queue, buffer, room, 0, null(), null_mut()));
    code!(c, CL_INVALID_VALUE, clEnqueueMigrateMemObjects(queue, 0, null(), 0, 0, null(), null_mut()));
    code!(c, CL_INVALID_MEM_OBJECT, clEnqueueMigrateMemObjects(queue, 1, &bad, 0, 0, null(), null_mut()));
    code!(c, CL_INVALID_VALUE, clEnqueueMigrateMemObjects(queue, 1, &buffer, 1 << 20, 0, null(), null_mut()));
    code!(c, CL_INVALID_VALUE, clEnqueueNativeKernel(queue, None, null_mut(), 0, 0, null(), null_mut(), 0, null(), null_mut()));
    unsafe extern "C" fn native(_: *mut c_void) {}
    code!(c, CL_INVALID_OPERATION, clEnqueueNativeKernel(queue, Some(native), null_mut(), 0, 0, null(), null_mut(), 0, null(), null_mut()));

    // Events.
    none!(c, CL_INVALID_CONTEXT, clCreateUserEvent(bad));
    let user = made!(clCreateUserEvent(context));
    code!(c, CL_INVALID_EVENT, clSetUserEventStatus(bad, CL_COMPLETE));
    code!(c, CL_INVALID_VALUE, clSetUserEventStatus(user, CL_RUNNING));
    code!(c, CL_INVALID_EVENT, clRetainEvent(bad));
    code!(c, CL_INVALID_EVENT, clReleaseEvent(bad));
    code!(c, CL_INVALID_VALUE, clWaitForEvents(0, null()));
    code!(c, CL_INVALID_EVENT, clWaitForEvents(1, &bad));
    code!(c, CL_INVALID_EVENT, clGetEventInfo(bad, CL_EVENT_CONTEXT, 512, room, null_mut()));
    code!(c, CL_INVALID_VALUE, clGetEventInfo(user, 7, 512, room, null_mut()));
    code!(c, CL_PROFILING_INFO_NOT_AVAILABLE, clGetEventProfilingInfo(user, CL_PROFILING_COMMAND_END, 512, room, null_mut()));
    code!(c, CL_INVALID_VALUE, clGetEventProfilingInfo(user, 7, 512, room, null_mut()));
    code!(c, CL_INVALID_VALUE, clSetEventCallback(user, CL_COMPLETE, None, null_mut()));
    unsafe extern "C" fn seen(_: cl_event, _: cl_int, _: *mut c_void) {}
    code!(c, CL_INVALID_VALUE, clSetEventCallback(user, CL_QUEUED, Some(seen), null_mut()));
    code!(c, CL_INVALID_CONTEXT, clEnqueueMarkerWithWaitList(other.queue, 1, &user, null_mut()));
    code!(c, CL_INVALID_COMMAND_QUEUE, clEnqueueBarrierWithWaitList(bad, 0, null(), null_mut()));
    code!(c, CL_INVALID_VALUE, clEnqueueMarker(queue, null_mut()));
    code!(c, CL_INVALID_COMMAND_QUEUE, clEnqueueBarrier(bad));
    code!(c, CL_INVALID_VALUE, clEnqueueWaitForEvents(queue, 0, null()));
    code!(c, CL_INVALID_EVENT, clEnqueueWaitForEvents(queue, 1, &bad));

    // Programs.
    let mut strings = [null()];
    none!(c, CL_INVALID_CONTEXT, clCreateProgramWithSource(bad, 1, strings.as_mut_ptr(), null()));
    none!(c, CL_INVALID_VALUE, clCreateProgramWithSource(context, 0, null_mut(), null()));
    none!(c, CL_INVALID_VALUE, clCreateProgramWithSource(context, 1, strings.as_mut_ptr(), null()));
    let (mut binaries, mut status) = ([garbage.as_ptr().cast::<u8>()], 0);
    none!(c, CL_INVALID_VALUE, clCreateProgramWithBinary(context, 0, null(), null(), null_mut(), null_mut()));
    none!(c, CL_INVALID_DEVICE, clCreateProgramWithBinary(context, 1, &bad, &one, binaries.as_mut_ptr(), &mut status));
    none!(c, CL_INVALID_BINARY, clCreateProgramWithBinary(context, 1, &device, &one, binaries.as_mut_ptr(), &mut status));
    assert_eq!(status, CL_INVALID_BINARY);
    none!(c, CL_INVALID_VALUE, clCreateProgramWithBinary(context, 1, &device, &0usize, binaries.as_mut_ptr(), &mut status));
    none!(c, CL_INVALID_VALUE, clCreateProgramWithBuiltInKernels(context, 1, &device, c"x".as_ptr()));
    // What a translator changes is in `spirv`.
    none!(c, CL_INVALID_CONTEXT, clCreateProgramWithIL(bad, room, 8));
    none!(c, CL_INVALID_VALUE, clCreateProgramWithIL(context, null(), 8));
    let program = host.source(SOURCE);
    code!(c, CL_INVALID_PROGRAM, clRetainProgram(bad));
    code!(c, CL_INVALID_PROGRAM, clReleaseProgram(bad));
    code!(c, CL_INVALID_PROGRAM, clBuildProgram(bad, 0, null(), null(), None, null_mut()));
    code!(c, CL_INVALID_VALUE, clBuildProgram(program, 1, null(), null(), None, null_mut()));
    code!(c, CL_INVALID_VALUE, clBuildProgram(program, 0, null(), null(), None, room));
    code!(c, CL_INVALID_DEVICE, clBuildProgram(program, 1, &bad, null(), None, null_mut()));
    code!(c, CL_INVALID_BUILD_OPTIONS, clBuildProgram(program, 0, null(), c"-nonsense".as_ptr(), None, null_mut()));
    code!(c, CL_INVALID_COMPILER_OPTIONS, clCompileProgram(program, 0, null(), c"-nonsense".as_ptr(), 0, null(), null_mut(), None, null_mut()));
    code!(c, CL_INVALID_VALUE, clCompileProgram(program, 0, null(), null(), 1, null(), null_mut(), None, null_mut()));
    none!(c, CL_INVALID_LINKER_OPTIONS, clLinkProgram(context, 0, null(), c"-nonsense".as_ptr(), 1, &program, None, null_mut()));
    none!(c, CL_INVALID_VALUE, clLinkProgram(context, 0, null(), null(), 0, null(), None, null_mut()));
    none!(c, CL_INVALID_PROGRAM, clLinkProgram(context, 0, null(), null(), 1, &bad, None, null_mut()));
    none!(c, CL_INVALID_OPERATION, clLinkProgram(context, 0, null(), null(), 1, &program, None, null_mut()));
    code!(c, CL_INVALID_PROGRAM, clGetProgramInfo(bad, CL_PROGRAM_SOURCE, 512, room, null_mut()));
    code!(c, CL_INVALID_VALUE, clGetProgramInfo(program, 7, 512, room, null_mut()));
    code!(c, CL_INVALID_PROGRAM_EXECUTABLE, clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, 512, room, null_mut()));
    code!(c, CL_INVALID_DEVICE, clGetProgramBuildInfo(program, bad, CL_PROGRAM_BUILD_LOG, 512, room, null_mut()));
    code!(c, CL_INVALID_VALUE, clGetProgramBuildInfo(program, device, 7, 512, room, null_mut()));
    code!(c, CL_INVALID_VALUE, clSetProgramReleaseCallback(program, None, null_mut()));
    code!(c, CL_INVALID_OPERATION, clSetProgramReleaseCallback(program, Some(released), null_mut()));
    code!(c, CL_INVALID_PROGRAM, clSetProgramSpecializationConstant(bad, 0, 4, room));
    none!(c, CL_INVALID_PROGRAM, clCreateKernel(bad, c"k".as_ptr()));
    none!(c, CL_INVALID_PROGRAM_EXECUTABLE, clCreateKernel(program, c"k".as_ptr()));
    code!(c, CL_INVALID_PROGRAM_EXECUTABLE, clCreateKernelsInProgram(program, 0, null_mut(), &mut count));

    images(c, &host, buffer);

    // What there is not.
    none!(c, CL_INVALID_OPERATION, clCreatePipe(context, 0, 4, 4, null()));
    none!(c, CL_INVALID_OPERATION, clCreateFromGLBuffer(context, 0, 1));
    none!(c, CL_INVALID_OPERATION, clCreateFromGLTexture(context, 0, 0, 0, 1));
    none!(c, CL_INVALID_OPERATION, clCreateFromGLTexture2D(context, 0, 0, 0, 1));
    none!(c, CL_INVALID_OPERATION, clCreateFromGLTexture3D(context, 0, 0, 0, 1));
    none!(c, CL_INVALID_OPERATION, clCreateFromGLRenderbuffer(context, 0, 1));
    none!(c, CL_INVALID_OPERATION, clCreateEventFromGLsyncKHR(context, null_mut()));
    none!(c, CL_INVALID_OPERATION, clCreateFromEGLImageKHR(context, null_mut(), null_mut(), 0, null()));
    none!(c, CL_INVALID_OPERATION, clCreateEventFromEGLSyncKHR(context, null_mut(), null_mut()));
    code!(c, CL_INVALID_GL_OBJECT, clGetGLObjectInfo(buffer, null_mut(), null_mut()));
    code!(c, CL_INVALID_GL_OBJECT, clGetGLTextureInfo(buffer, 0, 0, null_mut(), null_mut()));
    code!(c, CL_INVALID_OPERATION, clGetGLContextInfoKHR(null(), 0, 0, null_mut(), null_mut()));
    code!(c, CL_INVALID_GL_OBJECT, clEnqueueAcquireGLObjects(queue, 0, null(), 0, null(), null_mut()));
    code!(c, CL_INVALID_GL_OBJECT, clEnqueueReleaseGLObjects(queue, 0, null(), 0, null(), null_mut()));
    code!(c, CL_INVALID_GL_OBJECT, clEnqueueAcquireEGLObjectsKHR(queue, 0, null(), 0, null(), null_mut()));
    code!(c, CL_INVALID_GL_OBJECT, clEnqueueReleaseEGLObjectsKHR(queue, 0, null(), 0, null(), null_mut()));
    code!(c, CL_INVALID_MEM_OBJECT, clGetPipeInfo(buffer, 0, 0, null_mut(), null_mut()));
    code!(c, CL_INVALID_OPERATION, clEnqueueSVMFree(queue, 0, null_mut(), None, null_mut(), 0, null(), null_mut()));
    code!(c, CL_INVALID_OPERATION, clEnqueueSVMMemcpy(queue, CL_TRUE, room, room, 4, 0, null(), null_mut()));
    code!(c, CL_INVALID_OPERATION, clEnqueueSVMMemFill(queue, room, room, 4, 4, 0, null(), null_mut()));
    code!(c, CL_INVALID_OPERATION, clEnqueueSVMMap(queue, CL_TRUE, 0, room, 4, 0, null(), null_mut()));
    code!(c, CL_INVALID_OPERATION, clEnqueueSVMUnmap(queue, room, 0, null(), null_mut()));
    code!(c, CL_INVALID_OPERATION, clEnqueueSVMMigrateMem(queue, 1, null_mut(), null(), 0, 0, null(), null_mut()));
    assert!(cl!(clSVMAlloc(context, 0, 64, 0)).is_null());
    cl!(clSVMFree(context, null_mut()));
    assert!(cl!(clGetExtensionFunctionAddress(c"clNone".as_ptr())).is_null());
    assert!(cl!(clGetExtensionFunctionAddressForPlatform(bad, c"clGetPlatformInfo".as_ptr())).is_null());
    assert!(!cl!(clGetExtensionFunctionAddressForPlatform(host.platform, c"clGetPlatformInfo".as_ptr())).is_null());
    c.0.extend(["clSVMAlloc", "clSVMFree", "clGetExtensionFunctionAddress", "clGetExtensionFunctionAddressForPlatform"]);

    // Kernels.
    code!(c, CL_INVALID_KERNEL, clRetainKernel(bad));
    code!(c, CL_INVALID_KERNEL, clReleaseKernel(bad));
    code!(c, CL_INVALID_KERNEL, clSetKernelArg(bad, 0, 4, room));
    code!(c, CL_INVALID_KERNEL, clSetKernelArgSVMPointer(bad, 0, null()));
    code!(c, CL_INVALID_KERNEL, clSetKernelExecInfo(bad, 0, 0, null()));
    code!(c, CL_INVALID_KERNEL, clGetKernelInfo(bad, CL_KERNEL_NUM_ARGS, 512, room, null_mut()));
    code!(c, CL_INVALID_KERNEL, clGetKernelArgInfo(bad, 0, CL_KERNEL_ARG_NAME, 512, room, null_mut()));
    code!(c, CL_INVALID_KERNEL, clGetKernelWorkGroupInfo(bad, device, CL_KERNEL_WORK_GROUP_SIZE, 512, room, null_mut()));
    code!(c, CL_INVALID_KERNEL, clGetKernelSubGroupInfo(bad, device, 0, 0, null(), 0, null_mut(), null_mut()));
    code!(c, CL_INVALID_KERNEL, clGetKernelSubGroupInfoKHR(bad, device, 0, 0, null(), 0, null_mut(), null_mut()));
    none!(c, CL_INVALID_KERNEL, clCloneKernel(bad));
    code!(c, CL_INVALID_KERNEL, clEnqueueNDRangeKernel(queue, bad, 1, null(), &one, null(), 0, null(), null_mut()));
    code!(c, CL_INVALID_KERNEL, clEnqueueTask(queue, bad, 0, null(), null_mut()));
    let missing: Vec<String> = names().into_iter().filter(|name| !c.0.contains(name.as_str())).collect();
    assert!(missing.is_empty(), "not called: {missing:?}");

    // A stale handle is no handle.
    let gone = host.buffer(16);
    code!(c, CL_SUCCESS, clReleaseMemObject(gone));
    code!(c, CL_INVALID_MEM_OBJECT, clReleaseMemObject(gone));
    code!(c, CL_SUCCESS, clReleaseEvent(user));
    code!(c, CL_INVALID_EVENT, clSetUserEventStatus(user, CL_COMPLETE));

    // What needs a program that is built.
    let Some(program) = host.build(SOURCE, "") else { return };
    none!(c, CL_INVALID_KERNEL_NAME, clCreateKernel(program, c"nothing".as_ptr()));
    none!(c, CL_INVALID_VALUE, clCreateKernel(program, null()));
    code!(c, CL_INVALID_VALUE, clCreateKernelsInProgram(program, 1, &mut handle, null_mut()));
    let kernel = host.kernel(program, "k");
    code!(c, CL_INVALID_OPERATION, clBuildProgram(program, 0, null(), null(), None, null_mut()));
    code!(c, CL_INVALID_ARG_INDEX, clSetKernelArg(kernel, 3, 4, room));
    code!(c, CL_INVALID_ARG_SIZE, clSetKernelArg(kernel, 0, 4, room));
    code!(c, CL_INVALID_MEM_OBJECT, clSetKernelArg(kernel, 0, 8, (&raw const bad).cast()));
    code!(c, CL_INVALID_ARG_SIZE, clSetKernelArg(kernel, 1, 8, room));
    code!(c, CL_INVALID_ARG_VALUE, clSetKernelArg(kernel, 1, 4, null()));
    code!(c, CL_INVALID_ARG_VALUE, clSetKernelArg(kernel, 2, 4, room));
    code!(c, CL_INVALID_ARG_SIZE, clSetKernelArg(kernel, 2, 0, null()));
    code!(c, CL_INVALID_OPERATION, clSetKernelArgSVMPointer(kernel, 0, null()));
    code!(c, CL_INVALID_VALUE, clGetKernelInfo(kernel, 7, 512, room, null_mut()));
    code!(c, CL_INVALID_ARG_INDEX, clGetKernelArgInfo(kernel, 9, CL_KERNEL_ARG_NAME, 512, room, null_mut()));
    code!(c, CL_INVALID_VALUE, clGetKernelArgInfo(kernel, 0, 7, 512, room, null_mut()));
    code!(c, CL_INVALID_DEVICE, clGetKernelWorkGroupInfo(kernel, bad, CL_KERNEL_WORK_GROUP_SIZE, 512, room, null_mut()));
    code!(c, CL_INVALID_VALUE, clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_GLOBAL_WORK_SIZE, 512, room, null_mut()));
    code!(c, CL_INVALID_VALUE, clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, 0, null(), 512, room, null_mut()));
    code!(c, CL_INVALID_VALUE, clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, 0, null(), 512, room, null_mut()));
    code!(c, CL_INVALID_VALUE, clGetKernelSubGroupInfo(kernel, device, 7, 0, null(), 512, room, null_mut()));
    code!(c, CL_INVALID_KERNEL_ARGS, clEnqueueNDRangeKernel(queue, kernel, 1, null(), &one, null(), 0, null(), null_mut()));
    set(kernel, 0, buffer);
    set(kernel, 1, 5i32);
    code!(c, CL_SUCCESS, clSetKernelArg(kernel, 2, 64, null()));
    code!(c, CL_INVALID_WORK_DIMENSION, clEnqueueNDRangeKernel(queue, kernel, 0, null(), &one, null(), 0, null(), null_mut()));
    code!(c, CL_INVALID_WORK_DIMENSION, clEnqueueNDRangeKernel(queue, kernel, 4, null(), &one, null(), 0, null(), null_mut()));
    code!(c, CL_INVALID_WORK_GROUP_SIZE, clEnqueueNDRangeKernel(queue, kernel, 1, null(), &one, &0usize, 0, null(), null_mut()));
    code!(c, CL_INVALID_WORK_GROUP_SIZE, clEnqueueNDRangeKernel(queue, kernel, 1, null(), &1024usize, &512usize, 0, null(), null_mut()));
    code!(c, CL_INVALID_WORK_GROUP_SIZE, clEnqueueNDRangeKernel(queue, kernel, 1, null(), &10usize, &4usize, 0, null(), null_mut()));
    code!(c, CL_INVALID_WORK_ITEM_SIZE, clEnqueueNDRangeKernel(queue, kernel, 1, null(), &4096usize, &2048usize, 0, null(), null_mut()));
    code!(c, CL_INVALID_GLOBAL_OFFSET, clEnqueueNDRangeKernel(queue, kernel, 1, &usize::MAX, &64usize, null(), 0, null(), null_mut()));
    code!(c, CL_INVALID_GLOBAL_WORK_SIZE, clEnqueueNDRangeKernel(queue, kernel, 1, null(), &(1usize << 40), null(), 0, null(), null_mut()));
    code!(c, CL_INVALID_CONTEXT, clEnqueueNDRangeKernel(other.queue, kernel, 1, null(), &one, null(), 0, null(), null_mut()));
    code!(c, CL_SUCCESS, clEnqueueNDRangeKernel(queue, kernel, 1, null(), &0usize, null(), 0, null(), null_mut()));
    let eight = host.kernel(program, "eight");
    set(eight, 0, buffer);
    code!(c, CL_INVALID_WORK_GROUP_SIZE, clEnqueueNDRangeKernel(queue, eight, 1, null(), &16usize, &4usize, 0, null(), null_mut()));
    code!(c, CL_INVALID_WORK_GROUP_SIZE, clEnqueueTask(queue, eight, 0, null(), null_mut()));
    // The buffer of an argument may be gone when the kernel is launched.
    let gone = host.buffer(16);
    set(kernel, 0, gone);
    code!(c, CL_SUCCESS, clReleaseMemObject(gone));
    code!(c, CL_INVALID_KERNEL_ARGS, clEnqueueNDRangeKernel(queue, kernel, 1, null(), &one, null(), 0, null(), null_mut()));
    let broken = host.source("kernel void k() { nonsense }");
    code!(c, CL_BUILD_PROGRAM_FAILURE, clBuildProgram(broken, 1, &device, null(), None, null_mut()));
    assert!(host.log(broken).starts_with("program.cl:1:19: error:"), "{}", host.log(broken));
    let undefined = host.source("int elsewhere(int); kernel void k(global int *a) { a[0] = elsewhere(1); }");
    code!(c, CL_BUILD_PROGRAM_FAILURE, clBuildProgram(undefined, 1, &device, null(), None, null_mut()));
    assert!(host.log(undefined).contains("`elsewhere` is used but not defined"), "{}", host.log(undefined));
    assert_eq!(host.finish(), CL_SUCCESS);
}

/// Every function that the table has.
/// Images and samplers.
#[rustfmt::skip]
fn images(c: &mut Checked, host: &Host, buffer: cl_mem) {
    let (context, queue, none) = (host.context, host.queue, null_mut());
    let mut room = [0u64; 64];
    let room: *mut c_void = room.as_mut_ptr().cast();
    let rgba = format(CL_RGBA, CL_UNORM_INT8);
    let plane = desc(CL_MEM_OBJECT_IMAGE2D, [4, 4, 1]);
    none!(c, CL_INVALID_CONTEXT, clCreateImage(none, 0, &rgba, &plane, none));
    none!(c, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, clCreateImage(context, 0, null(), &plane, none));
    none!(c, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, clCreateImage(context, 0, &format(7, 7), &plane, none));
    none!(c, CL_INVALID_IMAGE_DESCRIPTOR, clCreateImage(context, 0, &rgba, null(), none));
    none!(c, CL_INVALID_IMAGE_DESCRIPTOR, clCreateImage(context, 0, &rgba, &desc(CL_MEM_OBJECT_BUFFER, [1; 3]), none));
    none!(c, CL_INVALID_IMAGE_DESCRIPTOR, clCreateImage(context, 0, &rgba, &desc(CL_MEM_OBJECT_IMAGE1D_BUFFER, [1; 3]), none));
    none!(c, CL_INVALID_IMAGE_SIZE, clCreateImage(context, 0, &rgba, &desc(CL_MEM_OBJECT_IMAGE2D, [0, 4, 1]), none));
    none!(c, CL_INVALID_IMAGE_SIZE, clCreateImage(context, 0, &rgba, &desc(CL_MEM_OBJECT_IMAGE2D, [4, 20000, 1]), none));
    none!(c, CL_INVALID_HOST_PTR, clCreateImage(context, 0, &rgba, &plane, room));
    none!(c, CL_INVALID_HOST_PTR, clCreateImage(context, CL_MEM_COPY_HOST_PTR, &rgba, &plane, none));
    none!(c, CL_INVALID_VALUE, clCreateImage(context, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, &rgba, &plane, none));
    none!(c, CL_IMAGE_FORMAT_NOT_SUPPORTED, clCreateImage(context, CL_MEM_WRITE_ONLY, &format(CL_sRGBA, CL_UNORM_INT8), &plane, none));
    // Pitches that are no pitches.
    let mut wide = plane;
    (wide.buffer, wide.image_row_pitch) = (buffer, usize::MAX & !255);
    none!(c, CL_INVALID_IMAGE_DESCRIPTOR, clCreateImage(context, 0, &rgba, &wide, none));
    wide.image_row_pitch = 17;
    none!(c, CL_INVALID_IMAGE_DESCRIPTOR, clCreateImage(context, 0, &rgba, &wide, none));
    none!(c, CL_INVALID_PROPERTY, clCreateImageWithProperties(context, [1, 1, 0].as_ptr(), 0, &rgba, &plane, none));
    none!(c, CL_INVALID_IMAGE_SIZE, clCreateImage2D(context, 0, &rgba, 0, 1, 0, none));
    none!(c, CL_INVALID_IMAGE_SIZE, clCreateImage3D(context, 0, &rgba, 1, 1, 0, 0, 0, none));
    let mut count = 0;
    code!(c, CL_INVALID_VALUE, clGetSupportedImageFormats(context, 0, CL_MEM_OBJECT_BUFFER, 0, null_mut(), &mut count));
    let image = made!(clCreateImage(context, 0, &rgba, &plane, none));
    let (zero, whole, large) = ([0usize; 3].as_ptr(), [4usize, 4, 1].as_ptr(), [5usize, 4, 1].as_ptr());
    code!(c, CL_INVALID_MEM_OBJECT, clGetImageInfo(buffer, CL_IMAGE_WIDTH, 8, room, null_mut()));
    code!(c, CL_INVALID_VALUE, clGetImageInfo(image, 7, 8, room, null_mut()));
    code!(c, CL_INVALID_MEM_OBJECT, clEnqueueReadImage(queue, buffer, CL_TRUE, zero, whole, 0, 0, room, 0, null(), null_mut()));
    code!(c, CL_INVALID_VALUE, clEnqueueReadImage(queue, image, CL_TRUE, zero, large, 0, 0, room, 0, null(), null_mut()));
    code!(c, CL_INVALID_VALUE, clEnqueueReadImage(queue, image, CL_TRUE, zero, whole, 3, 0, room, 0, null(), null_mut()));
    code!(c, CL_INVALID_VALUE, clEnqueueReadImage(queue, image, CL_TRUE, zero, whole, 0, 0, none, 0, null(), null_mut()));
    code!(c, CL_INVALID_MEM_OBJECT, clEnqueueWriteImage(queue, buffer, CL_TRUE, zero, whole, 0, 0, room, 0, null(), null_mut()));
    code!(c, CL_INVALID_VALUE, clEnqueueWriteImage(queue, image, CL_TRUE, null(), whole, 0, 0, room, 0, null(), null_mut()));
    code!(c, CL_INVALID_MEM_OBJECT, clEnqueueCopyImage(queue, image, buffer, zero, zero, whole, 0, null(), null_mut()));
    code!(c, CL_MEM_COPY_OVERLAP, clEnqueueCopyImage(queue, image, image, zero, zero, whole, 0, null(), null_mut()));
    let other = made!(clCreateImage(context, 0, &format(CL_BGRA, CL_UNORM_INT8), &plane, none));
    code!(c, CL_IMAGE_FORMAT_MISMATCH, clEnqueueCopyImage(queue, image, other, zero, zero, whole, 0, null(), null_mut()));
    code!(c, CL_INVALID_MEM_OBJECT, clEnqueueCopyImageToBuffer(queue, image, image, zero, whole, 0, 0, null(), null_mut()));
    code!(c, CL_INVALID_VALUE, clEnqueueCopyImageToBuffer(queue, image, buffer, zero, whole, 1 << 20, 0, null(), null_mut()));
    code!(c, CL_INVALID_MEM_OBJECT, clEnqueueCopyBufferToImage(queue, buffer, buffer, 0, zero, whole, 0, null(), null_mut()));
    code!(c, CL_INVALID_VALUE, clEnqueueFillImage(queue, image, null(), zero, whole, 0, null(), null_mut()));
    none!(c, CL_INVALID_MEM_OBJECT, clEnqueueMapImage(queue, buffer, CL_TRUE, CL_MAP_READ, zero, whole, &mut 0, null_mut(), 0, null(), null_mut()));
    none!(c, CL_INVALID_VALUE, clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_READ, zero, whole, null_mut(), null_mut(), 0, null(), null_mut()));
    // An image is no buffer.
    code!(c, CL_INVALID_MEM_OBJECT, clEnqueueReadBuffer(queue, image, CL_TRUE, 0, 4, room, 0, null(), null_mut()));
    none!(c, CL_INVALID_CONTEXT, clCreateSampler(none, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_LINEAR));
    none!(c, CL_INVALID_VALUE, clCreateSampler(context, CL_TRUE, 7, CL_FILTER_LINEAR));
    none!(c, CL_INVALID_VALUE, clCreateSampler(context, CL_TRUE, CL_ADDRESS_CLAMP, 7));
    none!(c, CL_INVALID_VALUE, clCreateSamplerWithProperties(context, [7, 7, 0].as_ptr()));
    code!(c, CL_INVALID_SAMPLER, clRetainSampler(image));
    code!(c, CL_INVALID_SAMPLER, clReleaseSampler(image));
    code!(c, CL_INVALID_SAMPLER, clGetSamplerInfo(image, 0, 0, null_mut(), null_mut()));
    for object in [image, other] {
        good!(clReleaseMemObject(object));
    }
}

fn names() -> Vec<String> {
    let text = format!("{:?}", table());
    let fields = text
        .split([',', '{'])
        .filter_map(|field| field.split_once(": Some"));
    fields.map(|(name, _)| name.trim().to_string()).collect()
}
