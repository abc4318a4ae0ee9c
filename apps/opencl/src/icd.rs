//! What the loader sees: the table of functions, and three functions by name.

use crate::pointer::text;
use crate::{
    context, device, event, image, kernel, launch, map, memory, platform, program, queue, rect,
    sampler, transfer, unsupported,
};
use opencl_sys::cl_icd::cl_icd_dispatch;
use opencl_sys::*;
use std::ffi::{c_char, c_void};
use std::ptr::null_mut;

/// The functions, in the order that all loaders and drivers have agreed on.
pub(crate) static TABLE: cl_icd_dispatch = cl_icd_dispatch {
    clGetPlatformIDs: Some(platform::clGetPlatformIDs),
    clGetPlatformInfo: Some(platform::clGetPlatformInfo),
    clGetDeviceIDs: Some(device::clGetDeviceIDs),
    clGetDeviceInfo: Some(device::clGetDeviceInfo),
    clCreateContext: Some(context::clCreateContext),
    clCreateContextFromType: Some(context::clCreateContextFromType),
    clRetainContext: Some(context::clRetainContext),
    clReleaseContext: Some(context::clReleaseContext),
    clGetContextInfo: Some(context::clGetContextInfo),
    clCreateCommandQueue: Some(queue::clCreateCommandQueue),
    clRetainCommandQueue: Some(queue::clRetainCommandQueue),
    clReleaseCommandQueue: Some(queue::clReleaseCommandQueue),
    clGetCommandQueueInfo: Some(queue::clGetCommandQueueInfo),
    clSetCommandQueueProperty: Some(queue::clSetCommandQueueProperty),
    clCreateBuffer: Some(memory::clCreateBuffer),
    clCreateImage2D: Some(image::clCreateImage2D),
    clCreateImage3D: Some(image::clCreateImage3D),
    clRetainMemObject: Some(memory::clRetainMemObject),
    clReleaseMemObject: Some(memory::clReleaseMemObject),
    clGetSupportedImageFormats: Some(image::clGetSupportedImageFormats),
    clGetMemObjectInfo: Some(memory::clGetMemObjectInfo),
    clGetImageInfo: Some(image::clGetImageInfo),
    clCreateSampler: Some(sampler::clCreateSampler),
    clRetainSampler: Some(sampler::clRetainSampler),
    clReleaseSampler: Some(sampler::clReleaseSampler),
    clGetSamplerInfo: Some(sampler::clGetSamplerInfo),
    clCreateProgramWithSource: Some(program::clCreateProgramWithSource),
    clCreateProgramWithBinary: Some(program::clCreateProgramWithBinary),
    clRetainProgram: Some(program::clRetainProgram),
    clReleaseProgram: Some(program::clReleaseProgram),
    clBuildProgram: Some(program::clBuildProgram),
    clUnloadCompiler: Some(platform::clUnloadCompiler),
    clGetProgramInfo: Some(program::clGetProgramInfo),
    clGetProgramBuildInfo: Some(program::clGetProgramBuildInfo),
    clCreateKernel: Some(kernel::clCreateKernel),
    clCreateKernelsInProgram: Some(kernel::clCreateKernelsInProgram),
    clRetainKernel: Some(kernel::clRetainKernel),
    clReleaseKernel: Some(kernel::clReleaseKernel),
    clSetKernelArg: Some(kernel::clSetKernelArg),
    clGetKernelInfo: Some(kernel::clGetKernelInfo),
    clGetKernelWorkGroupInfo: Some(kernel::clGetKernelWorkGroupInfo),
    clWaitForEvents: Some(event::clWaitForEvents),
    clGetEventInfo: Some(event::clGetEventInfo),
    clRetainEvent: Some(event::clRetainEvent),
    clReleaseEvent: Some(event::clReleaseEvent),
    clGetEventProfilingInfo: Some(event::clGetEventProfilingInfo),
    clFlush: Some(queue::clFlush),
    clFinish: Some(queue::clFinish),
    clEnqueueReadBuffer: Some(transfer::clEnqueueReadBuffer),
    clEnqueueWriteBuffer: Some(transfer::clEnqueueWriteBuffer),
    clEnqueueCopyBuffer: Some(transfer::clEnqueueCopyBuffer),
    clEnqueueReadImage: Some(image::clEnqueueReadImage),
    clEnqueueWriteImage: Some(image::clEnqueueWriteImage),
    clEnqueueCopyImage: Some(image::clEnqueueCopyImage),
    clEnqueueCopyImageToBuffer: Some(image::clEnqueueCopyImageToBuffer),
    clEnqueueCopyBufferToImage: Some(image::clEnqueueCopyBufferToImage),
    clEnqueueMapBuffer: Some(map::clEnqueueMapBuffer),
    clEnqueueMapImage: Some(image::clEnqueueMapImage),
    clEnqueueUnmapMemObject: Some(map::clEnqueueUnmapMemObject),
    clEnqueueNDRangeKernel: Some(launch::clEnqueueNDRangeKernel),
    clEnqueueTask: Some(launch::clEnqueueTask),
    clEnqueueNativeKernel: Some(transfer::clEnqueueNativeKernel),
    clEnqueueMarker: Some(queue::clEnqueueMarker),
    clEnqueueWaitForEvents: Some(queue::clEnqueueWaitForEvents),
    clEnqueueBarrier: Some(queue::clEnqueueBarrier),
    clGetExtensionFunctionAddress: Some(clGetExtensionFunctionAddress),
    clCreateFromGLBuffer: Some(unsupported::clCreateFromGLBuffer),
    clCreateFromGLTexture2D: Some(unsupported::clCreateFromGLTexture),
    clCreateFromGLTexture3D: Some(unsupported::clCreateFromGLTexture),
    clCreateFromGLRenderbuffer: Some(unsupported::clCreateFromGLRenderbuffer),
    clGetGLObjectInfo: Some(unsupported::clGetGLObjectInfo),
    clGetGLTextureInfo: Some(unsupported::clGetGLTextureInfo),
    clEnqueueAcquireGLObjects: Some(unsupported::exchange),
    clEnqueueReleaseGLObjects: Some(unsupported::exchange),
    clGetGLContextInfoKHR: Some(unsupported::clGetGLContextInfoKHR),
    clGetDeviceIDsFromD3D10KHR: None,
    clCreateFromD3D10BufferKHR: None,
    clCreateFromD3D10Texture2DKHR: None,
    clCreateFromD3D10Texture3DKHR: None,
    clEnqueueAcquireD3D10ObjectsKHR: None,
    clEnqueueReleaseD3D10ObjectsKHR: None,
    clSetEventCallback: Some(event::clSetEventCallback),
    clCreateSubBuffer: Some(memory::clCreateSubBuffer),
    clSetMemObjectDestructorCallback: Some(memory::clSetMemObjectDestructorCallback),
    clCreateUserEvent: Some(event::clCreateUserEvent),
    clSetUserEventStatus: Some(event::clSetUserEventStatus),
    clEnqueueReadBufferRect: Some(rect::clEnqueueReadBufferRect),
    clEnqueueWriteBufferRect: Some(rect::clEnqueueWriteBufferRect),
    clEnqueueCopyBufferRect: Some(rect::clEnqueueCopyBufferRect),
    clCreateSubDevicesEXT: None,
    clRetainDeviceEXT: Some(device::clRetainDevice),
    clReleaseDeviceEXT: Some(device::clReleaseDevice),
    clCreateEventFromGLsyncKHR: Some(unsupported::clCreateEventFromGLsyncKHR),
    clCreateSubDevices: Some(device::clCreateSubDevices),
    clRetainDevice: Some(device::clRetainDevice),
    clReleaseDevice: Some(device::clReleaseDevice),
    clCreateImage: Some(image::clCreateImage),
    clCreateProgramWithBuiltInKernels: Some(program::clCreateProgramWithBuiltInKernels),
    clCompileProgram: Some(program::clCompileProgram),
    clLinkProgram: Some(program::clLinkProgram),
    clUnloadPlatformCompiler: Some(platform::clUnloadPlatformCompiler),
    clGetKernelArgInfo: Some(kernel::clGetKernelArgInfo),
    clEnqueueFillBuffer: Some(transfer::clEnqueueFillBuffer),
    clEnqueueFillImage: Some(image::clEnqueueFillImage),
    clEnqueueMigrateMemObjects: Some(transfer::clEnqueueMigrateMemObjects),
    clEnqueueMarkerWithWaitList: Some(queue::clEnqueueMarkerWithWaitList),
    clEnqueueBarrierWithWaitList: Some(queue::clEnqueueBarrierWithWaitList),
    clGetExtensionFunctionAddressForPlatform: Some(clGetExtensionFunctionAddressForPlatform),
    clCreateFromGLTexture: Some(unsupported::clCreateFromGLTexture),
    clGetDeviceIDsFromD3D11KHR: None,
    clCreateFromD3D11BufferKHR: None,
    clCreateFromD3D11Texture2DKHR: None,
    clCreateFromD3D11Texture3DKHR: None,
    clCreateFromDX9MediaSurfaceKHR: None,
    clEnqueueAcquireD3D11ObjectsKHR: None,
    clEnqueueReleaseD3D11ObjectsKHR: None,
    clGetDeviceIDsFromDX9MediaAdapterKHR: None,
    clEnqueueAcquireDX9MediaSurfacesKHR: None,
    clEnqueueReleaseDX9MediaSurfacesKHR: None,
    clCreateFromEGLImageKHR: Some(unsupported::clCreateFromEGLImageKHR),
    clEnqueueAcquireEGLObjectsKHR: Some(unsupported::exchange),
    clEnqueueReleaseEGLObjectsKHR: Some(unsupported::exchange),
    clCreateEventFromEGLSyncKHR: Some(unsupported::clCreateEventFromEGLSyncKHR),
    clCreateCommandQueueWithProperties: Some(queue::clCreateCommandQueueWithProperties),
    clCreatePipe: Some(unsupported::clCreatePipe),
    clGetPipeInfo: Some(unsupported::clGetPipeInfo),
    clSVMAlloc: Some(unsupported::clSVMAlloc),
    clSVMFree: Some(unsupported::clSVMFree),
    clEnqueueSVMFree: Some(unsupported::clEnqueueSVMFree),
    clEnqueueSVMMemcpy: Some(unsupported::clEnqueueSVMMemcpy),
    clEnqueueSVMMemFill: Some(unsupported::clEnqueueSVMMemFill),
    clEnqueueSVMMap: Some(unsupported::clEnqueueSVMMap),
    clEnqueueSVMUnmap: Some(unsupported::clEnqueueSVMUnmap),
    clCreateSamplerWithProperties: Some(sampler::clCreateSamplerWithProperties),
    clSetKernelArgSVMPointer: Some(kernel::clSetKernelArgSVMPointer),
    clSetKernelExecInfo: Some(kernel::clSetKernelExecInfo),
    clGetKernelSubGroupInfoKHR: Some(kernel::clGetKernelSubGroupInfo),
    clCloneKernel: Some(kernel::clCloneKernel),
    clCreateProgramWithIL: Some(program::clCreateProgramWithIL),
    clEnqueueSVMMigrateMem: Some(unsupported::clEnqueueSVMMigrateMem),
    clGetDeviceAndHostTimer: Some(platform::clGetDeviceAndHostTimer),
    clGetHostTimer: Some(platform::clGetHostTimer),
    clGetKernelSubGroupInfo: Some(kernel::clGetKernelSubGroupInfo),
    clSetDefaultDeviceCommandQueue: Some(device::clSetDefaultDeviceCommandQueue),
    clSetProgramReleaseCallback: Some(program::clSetProgramReleaseCallback),
    clSetProgramSpecializationConstant: Some(program::clSetProgramSpecializationConstant),
    clCreateBufferWithProperties: Some(memory::clCreateBufferWithProperties),
    clCreateImageWithProperties: Some(image::clCreateImageWithProperties),
    clSetContextDestructorCallback: Some(context::clSetContextDestructorCallback),
    clGetKernelSuggestedLocalWorkSize: 0,
};

/// The table that every object begins with the address of.
pub fn dispatch_table() -> &'static cl_icd_dispatch {
    &TABLE
}

/// The platforms of this driver.
///
/// # Safety
/// The list must be null or writable for so many handles, the count null or writable.
#[unsafe(no_mangle)]
#[allow(non_snake_case)]
pub unsafe extern "C" fn clIcdGetPlatformIDsKHR(
    num_entries: cl_uint,
    platforms: *mut cl_platform_id,
    num_platforms: *mut cl_uint,
) -> cl_int {
    // SAFETY: passed on.
    unsafe { platform::clGetPlatformIDs(num_entries, platforms, num_platforms) }
}

/// What the platform says about itself, for loaders that ask before they know it.
///
/// # Safety
/// The value must be null or writable for its size, the place for the size null or writable.
#[unsafe(no_mangle)]
#[allow(non_snake_case)]
pub unsafe extern "C" fn clGetPlatformInfo(
    platform: cl_platform_id,
    param_name: cl_platform_info,
    param_value_size: usize,
    param_value: *mut c_void,
    param_value_size_ret: *mut usize,
) -> cl_int {
    // SAFETY: passed on.
    unsafe {
        platform::clGetPlatformInfo(
            platform,
            param_name,
            param_value_size,
            param_value,
            param_value_size_ret,
        )
    }
}

/// Functions that the loader does not know by itself.
///
/// # Safety
/// The name must be null or a text that ends.
#[unsafe(no_mangle)]
#[allow(non_snake_case)]
pub unsafe extern "C" fn clGetExtensionFunctionAddress(func_name: *const c_char) -> *mut c_void {
    // SAFETY: passed on.
    let name = unsafe { text(func_name) };
    match name.as_str() {
        "clIcdGetPlatformIDsKHR" => clIcdGetPlatformIDsKHR as *const () as *mut c_void,
        "clGetPlatformInfo" => clGetPlatformInfo as *const () as *mut c_void,
        _ => null_mut(),
    }
}

#[allow(non_snake_case)]
unsafe extern "C" fn clGetExtensionFunctionAddressForPlatform(
    platform: cl_platform_id,
    func_name: *const c_char,
) -> *mut c_void {
    match platform == platform::handle() {
        // SAFETY: passed on.
        true => unsafe { clGetExtensionFunctionAddress(func_name) },
        false => null_mut(),
    }
}
