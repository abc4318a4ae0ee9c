//! What this driver does not offer: pipes, shared virtual memory, objects of other
//! libraries. Every function says so with the error that the specification has for it.

use crate::context::Context;
use crate::error::{api, api_create, fail};
use crate::memory::Buffer;
use crate::object::get;
use crate::queue::Enqueue;
use opencl_sys::cl_egl::*;
use opencl_sys::*;
use std::ffi::c_void;
use std::ptr::null_mut;

const NO_SHARED_MEMORY: &str = "no device shares virtual memory";
const NO_SHARING: &str = "objects of other libraries cannot be shared";

api_create! {
    fn clCreatePipe(
        context: cl_context, _flags: cl_mem_flags, _packet_size: cl_uint, _max_packets: cl_uint,
        _properties: *const cl_pipe_properties,
    ) {
        get::<Context>(context)?;
        fail(CL_INVALID_OPERATION, "no device has pipes")
    }

    fn clCreateFromGLBuffer(context: cl_context, _flags: cl_mem_flags, _bufobj: cl_GLuint) {
        get::<Context>(context)?;
        fail(CL_INVALID_OPERATION, NO_SHARING)
    }

    fn clCreateFromGLTexture(context: cl_context, _flags: cl_mem_flags, _target: cl_GLenum, _miplevel: cl_GLint, _texture: cl_GLuint) {
        get::<Context>(context)?;
        fail(CL_INVALID_OPERATION, NO_SHARING)
    }

    fn clCreateFromGLRenderbuffer(context: cl_context, _flags: cl_mem_flags, _renderbuffer: cl_GLuint) {
        get::<Context>(context)?;
        fail(CL_INVALID_OPERATION, NO_SHARING)
    }

    fn clCreateEventFromGLsyncKHR(context: cl_context, _sync: cl_GLsync) {
        get::<Context>(context)?;
        fail(CL_INVALID_OPERATION, NO_SHARING)
    }

    fn clCreateFromEGLImageKHR(
        context: cl_context, _display: CLeglDisplayKHR, _image: CLeglImageKHR, _flags: cl_mem_flags,
        _properties: *const cl_egl_image_properties_khr,
    ) {
        get::<Context>(context)?;
        fail(CL_INVALID_OPERATION, NO_SHARING)
    }

    fn clCreateEventFromEGLSyncKHR(context: cl_context, _sync: CLeglSyncKHR, _display: CLeglDisplayKHR) {
        get::<Context>(context)?;
        fail(CL_INVALID_OPERATION, NO_SHARING)
    }
}

api! {
    fn clGetPipeInfo(pipe: cl_mem, _param_name: cl_pipe_info, _param_value_size: usize, _param_value: *mut c_void, _param_value_size_ret: *mut usize) {
        get::<Buffer>(pipe)?;
        fail(CL_INVALID_MEM_OBJECT, "a buffer is no pipe")
    }

    fn clEnqueueSVMFree(
        command_queue: cl_command_queue, _num_svm_pointers: cl_uint, _svm_pointers: *mut *mut c_void,
        _pfn_free_func: Option<unsafe extern "C" fn(queue: cl_command_queue, num_svm_pointers: cl_uint, svm_pointers: *mut *mut c_void, user_data: *mut c_void)>,
        _user_data: *mut c_void, count: cl_uint, list: *const cl_event, event: *mut cl_event,
    ) {
        Enqueue::new(command_queue, count, list, event)?;
        fail(CL_INVALID_OPERATION, NO_SHARED_MEMORY)
    }

    fn clEnqueueSVMMemcpy(
        command_queue: cl_command_queue, _blocking_copy: cl_bool, _dst_ptr: *mut c_void, _src_ptr: *const c_void, _size: usize,
        count: cl_uint, list: *const cl_event, event: *mut cl_event,
    ) {
        Enqueue::new(command_queue, count, list, event)?;
        fail(CL_INVALID_OPERATION, NO_SHARED_MEMORY)
    }

    fn clEnqueueSVMMemFill(
        command_queue: cl_command_queue, _svm_ptr: *mut c_void, _pattern: *const c_void, _pattern_size: usize, _size: usize,
        count: cl_uint, list: *const cl_event, event: *mut cl_event,
    ) {
        Enqueue::new(command_queue, count, list, event)?;
        fail(CL_INVALID_OPERATION, NO_SHARED_MEMORY)
    }

    fn clEnqueueSVMMap(
        command_queue: cl_command_queue, _blocking_map: cl_bool, _flags: cl_map_flags, _svm_ptr: *mut c_void, _size: usize,
        count: cl_uint, list: *const cl_event, event: *mut cl_event,
    ) {
        Enqueue::new(command_queue, count, list, event)?;
        fail(CL_INVALID_OPERATION, NO_SHARED_MEMORY)
    }

    fn clEnqueueSVMUnmap(command_queue: cl_command_queue, _svm_ptr: *mut c_void, count: cl_uint, list: *const cl_event, event: *mut cl_event) {
        Enqueue::new(command_queue, count, list, event)?;
        fail(CL_INVALID_OPERATION, NO_SHARED_MEMORY)
    }

    fn clEnqueueSVMMigrateMem(
        command_queue: cl_command_queue, _num_svm_pointers: cl_uint, _svm_pointers: *mut *const c_void, _sizes: *const usize,
        _flags: cl_mem_migration_flags, count: cl_uint, list: *const cl_event, event: *mut cl_event,
    ) {
        Enqueue::new(command_queue, count, list, event)?;
        fail(CL_INVALID_OPERATION, NO_SHARED_MEMORY)
    }

    fn clGetGLObjectInfo(memobj: cl_mem, _gl_object_type: *mut cl_gl_object_type, _gl_object_name: *mut cl_GLuint) {
        get::<Buffer>(memobj)?;
        fail(CL_INVALID_GL_OBJECT, NO_SHARING)
    }

    fn clGetGLTextureInfo(memobj: cl_mem, _param_name: cl_gl_texture_info, _param_value_size: usize, _param_value: *mut c_void, _param_value_size_ret: *mut usize) {
        get::<Buffer>(memobj)?;
        fail(CL_INVALID_GL_OBJECT, NO_SHARING)
    }

    fn clGetGLContextInfoKHR(
        _properties: *const cl_context_properties, _param_name: cl_gl_context_info, _param_value_size: usize,
        _param_value: *mut c_void, _param_value_size_ret: *mut usize,
    ) {
        fail(CL_INVALID_OPERATION, NO_SHARING)
    }

    // Acquiring and releasing, of GL and of EGL alike.
    fn exchange(
        command_queue: cl_command_queue, _num_objects: cl_uint, _mem_objects: *const cl_mem,
        count: cl_uint, list: *const cl_event, event: *mut cl_event,
    ) {
        Enqueue::new(command_queue, count, list, event)?;
        fail(CL_INVALID_GL_OBJECT, NO_SHARING)
    }
}

/// There is no memory of this kind.
#[allow(non_snake_case)]
pub(crate) unsafe extern "C" fn clSVMAlloc(
    _context: cl_context,
    _flags: cl_svm_mem_flags,
    _size: usize,
    _alignment: cl_uint,
) -> *mut c_void {
    null_mut()
}

/// So there is none to free.
#[allow(non_snake_case)]
pub(crate) unsafe extern "C" fn clSVMFree(_context: cl_context, _svm_pointer: *mut c_void) {}
