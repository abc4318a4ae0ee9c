//! Contexts.

use crate::callback::{Destructor, Destructors};
use crate::device::{self, Device};
use crate::error::{Outcome, api, api_create, ensure, fail};
use crate::info::query;
use crate::object::{self, Kind, Object, get};
use crate::platform;
use crate::pointer::{HostPointer, properties, slice};
use opencl_sys::*;
use std::ffi::{CString, c_char, c_void};
use std::sync::Arc;

/// A function that is told of errors.
type Notify = Option<
    unsafe extern "C" fn(
        errinfo: *const c_char,
        private_info: *const c_void,
        cb: usize,
        user_data: *mut c_void,
    ),
>;

/// A context.
pub(crate) struct Context {
    pub devices: Vec<Arc<Object<Device>>>,
    properties: Vec<cl_context_properties>,
    notify: Notify,
    user_data: HostPointer,
    destructors: Destructors,
}

/// Why there are none in a context of such devices.
pub(crate) const NO_IMAGES: &str = "no device of the context has images";

impl Context {
    pub fn has_images(&self) -> bool {
        self.devices.iter().any(|device| device.has_images())
    }
}

impl Kind for Context {
    const INVALID: cl_int = CL_INVALID_CONTEXT;
    const NAME: &'static str = "context";

    fn end(&mut self, handle: *mut c_void) {
        self.destructors.call(handle);
    }
}

impl Context {
    /// Whether a device is one of its own.
    pub fn has(&self, device: &Arc<Object<Device>>) -> bool {
        self.devices.iter().any(|own| Arc::ptr_eq(own, device))
    }

    /// Tells the program of an error that belongs to no call.
    pub fn tell(&self, message: &str) {
        if let Some(notify) = self.notify {
            let text = CString::new(message.replace('\0', " ")).unwrap_or_default();
            // SAFETY: the program gave the function for this; the text outlives the call.
            unsafe { notify(text.as_ptr(), std::ptr::null(), 0, self.user_data.0) };
        }
    }
}

/// # Safety
/// The list must be null or end with zero.
unsafe fn checked(list: *const cl_context_properties) -> Outcome<Vec<cl_context_properties>> {
    // SAFETY: by the contract.
    let (pairs, all) = unsafe { properties(list) };
    let mut seen = Vec::new();
    for (name, value) in pairs {
        ensure(
            !seen.contains(&name),
            CL_INVALID_PROPERTY,
            "a property is given twice",
        )?;
        seen.push(name);
        match name {
            CL_CONTEXT_PLATFORM => {
                let known = value == platform::handle().addr() as isize;
                ensure(known, CL_INVALID_PLATFORM, "there is no such platform")?;
            }
            CL_CONTEXT_INTEROP_USER_SYNC => {
                let known = [CL_FALSE, CL_TRUE]
                    .map(|value| value as isize)
                    .contains(&value);
                ensure(known, CL_INVALID_PROPERTY, "it is CL_TRUE or CL_FALSE")?;
            }
            _ => {
                return fail(
                    CL_INVALID_PROPERTY,
                    format!("there is no property {name:#x}"),
                );
            }
        }
    }
    Ok(all)
}

fn new(
    devices: Vec<Arc<Object<Device>>>,
    properties: Vec<cl_context_properties>,
    notify: Notify,
    user_data: *mut c_void,
) -> Outcome<cl_context> {
    let silent = notify.is_none() && !user_data.is_null();
    ensure(
        !silent,
        CL_INVALID_VALUE,
        "there is data for a function, but no function",
    )?;
    let made = Object::new(Context {
        devices,
        properties,
        notify,
        user_data: HostPointer(user_data),
        destructors: Destructors::default(),
    });
    Ok(made.handle())
}

api_create! {
    fn clCreateContext(
        properties: *const cl_context_properties, num_devices: cl_uint, devices: *const cl_device_id,
        pfn_notify: Notify, user_data: *mut c_void,
    ) {
        let properties = checked(properties)?;
        let some = !devices.is_null() && num_devices > 0;
        ensure(some, CL_INVALID_VALUE, "a context needs devices")?;
        let mut all: Vec<Arc<Object<Device>>> = Vec::new();
        for &handle in slice(devices, num_devices as usize) {
            let device = device::get(handle)?;
            // The same device twice is one.
            if !all.iter().any(|known| Arc::ptr_eq(known, &device)) {
                all.push(device);
            }
        }
        new(all, properties, pfn_notify, user_data)
    }

    fn clCreateContextFromType(
        properties: *const cl_context_properties, device_type: cl_device_type,
        pfn_notify: Notify, user_data: *mut c_void,
    ) {
        let properties = checked(properties)?;
        new(device::of_type(device_type)?, properties, pfn_notify, user_data)
    }
}

api! {
    fn clRetainContext(context: cl_context) {
        object::retain::<Context>(context)
    }

    fn clReleaseContext(context: cl_context) {
        object::release::<Context>(context)
    }

    fn clGetContextInfo(context: cl_context, param_name: cl_context_info, param_value_size: usize, param_value: *mut c_void, param_value_size_ret: *mut usize) {
        let context = get::<Context>(context)?;
        let query = query!(param_value_size, param_value, param_value_size_ret);
        match param_name {
            CL_CONTEXT_REFERENCE_COUNT => query.put(context.count()),
            CL_CONTEXT_NUM_DEVICES => query.put(context.devices.len() as cl_uint),
            CL_CONTEXT_DEVICES => {
                let handles: Vec<_> = context.devices.iter().map(|device| device.handle()).collect();
                query.slice(&handles)
            }
            CL_CONTEXT_PROPERTIES => query.slice(&context.properties),
            other => query.unknown(other),
        }
    }

    fn clSetContextDestructorCallback(
        context: cl_context,
        pfn_notify: Option<Destructor>,
        user_data: *mut c_void,
    ) {
        get::<Context>(context)?.destructors.add(pfn_notify, user_data)
    }
}
