//! Devices.

mod info;

use crate::error::{Outcome, api, ensure, fail};
use crate::object::{self, Kind, Object};
use crate::platform;
use crate::pointer::{put, slice};
use opencl_sys::*;
use std::sync::{Arc, LazyLock};
use wavetank::amd_host;

pub(crate) use info::{MAX_SIZES, clGetDeviceInfo};

/// A device, from the start of the process to its end.
pub(crate) struct Device {
    pub amd: Arc<amd_host::Device>,
}

impl Device {
    /// It has images, and samplers for them.
    pub fn has_images(&self) -> bool {
        self.amd.target().generation().images
    }
}

impl Kind for Device {
    const INVALID: cl_int = CL_INVALID_DEVICE;
    const NAME: &'static str = "device";
}

static ALL: LazyLock<Vec<Arc<Object<Device>>>> = LazyLock::new(|| {
    let open = |amd: &Arc<amd_host::Device>| Object::new(Device { amd: amd.clone() });
    driver::devices().iter().map(open).collect()
});

/// Those that there are.
pub(crate) fn all() -> &'static [Arc<Object<Device>>] {
    &ALL
}

/// The device of a handle.
pub(crate) fn get(handle: cl_device_id) -> Outcome<Arc<Object<Device>>> {
    object::get(handle)
}

/// Those of a type.
pub(crate) fn of_type(kind: cl_device_type) -> Outcome<Vec<Arc<Object<Device>>>> {
    const KNOWN: cl_device_type = CL_DEVICE_TYPE_DEFAULT
        | CL_DEVICE_TYPE_CPU
        | CL_DEVICE_TYPE_GPU
        | CL_DEVICE_TYPE_ACCELERATOR
        | CL_DEVICE_TYPE_CUSTOM;
    let known = kind == CL_DEVICE_TYPE_ALL || kind != 0 && kind & !KNOWN == 0;
    ensure(
        known,
        CL_INVALID_DEVICE_TYPE,
        "there is no such type of device",
    )?;
    let found = match kind {
        kind if kind & CL_DEVICE_TYPE_GPU != 0 => all().to_vec(),
        kind if kind & CL_DEVICE_TYPE_DEFAULT != 0 => all().iter().take(1).cloned().collect(),
        _ => Vec::new(),
    };
    match found.is_empty() {
        true => fail(CL_DEVICE_NOT_FOUND, "there is no device of this type"),
        false => Ok(found),
    }
}

/// The devices of a list that has some, or all that there are to choose from.
///
/// # Safety
/// As for [`slice`].
pub(crate) unsafe fn chosen(
    count: cl_uint,
    list: *const cl_device_id,
    among: &[Arc<Object<Device>>],
) -> Outcome<Vec<Arc<Object<Device>>>> {
    let together = list.is_null() == (count == 0);
    ensure(
        together,
        CL_INVALID_VALUE,
        "a list of devices and its length do not go together",
    )?;
    if list.is_null() {
        return Ok(among.to_vec());
    }
    // SAFETY: by the contract.
    let devices: Vec<Arc<Object<Device>>> =
        object::get_all(unsafe { slice(list, count as usize) })?;
    let known = devices
        .iter()
        .all(|device| among.iter().any(|other| Arc::ptr_eq(device, other)));
    ensure(
        known,
        CL_INVALID_DEVICE,
        "a device is not one of those of the object",
    )?;
    Ok(devices)
}

api! {
    fn clGetDeviceIDs(
        platform: cl_platform_id, device_type: cl_device_type, num_entries: cl_uint,
        devices: *mut cl_device_id, num_devices: *mut cl_uint,
    ) {
        ensure(platform.is_null() || platform == platform::handle(), CL_INVALID_PLATFORM, "there is no such platform")?;
        let wanted = !devices.is_null();
        let found = of_type(device_type)?;
        ensure(wanted || !num_devices.is_null(), CL_INVALID_VALUE, "nothing is asked for")?;
        ensure(!wanted || num_entries > 0, CL_INVALID_VALUE, "there is room for no device")?;
        if wanted {
            for (i, device) in found.iter().take(num_entries as usize).enumerate() {
                put(devices.add(i), device.handle());
            }
        }
        put(num_devices, found.len() as cl_uint);
        Ok(())
    }

    // Devices are there as long as the process is; only what is no device is refused.
    fn clRetainDevice(device: cl_device_id) {
        get(device).map(|_| ())
    }

    fn clReleaseDevice(device: cl_device_id) {
        get(device).map(|_| ())
    }

    fn clCreateSubDevices(
        in_device: cl_device_id, _properties: *const cl_device_partition_property, _num_devices: cl_uint,
        _out_devices: *mut cl_device_id, _num_devices_ret: *mut cl_uint,
    ) {
        get(in_device)?;
        fail(CL_INVALID_VALUE, "devices cannot be partitioned")
    }

    fn clSetDefaultDeviceCommandQueue(context: cl_context, device: cl_device_id, _command_queue: cl_command_queue) {
        object::get::<crate::context::Context>(context)?;
        get(device)?;
        fail(CL_INVALID_OPERATION, "devices have no queues of their own")
    }
}
