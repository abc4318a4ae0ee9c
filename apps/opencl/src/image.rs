//! Images: memory whose texels kernels reach through descriptors.
//!
//! An image is a memory object with a [`Picture`]: its texels lie row by row, and for every kind of
//! device of its context there is a descriptor in device memory, whose address kernels get.

mod format;
mod transfer;

pub(crate) use transfer::{
    clEnqueueCopyBufferToImage, clEnqueueCopyImage, clEnqueueCopyImageToBuffer, clEnqueueFillImage,
    clEnqueueMapImage, clEnqueueReadImage, clEnqueueWriteImage, unmap,
};

use crate::context::{Context, NO_IMAGES};
use crate::error::{Outcome, api, api_create, ensure, fail};
use crate::info::query;
use crate::memory::{self, ACCESS, Buffer, HOST_MEMORY, check_flags, wants_pointer};
use crate::object::{Object, get};
use crate::pointer::{HostPointer, properties, put};
use crate::rect::Layout;
use format::Format;
use opencl_sys::*;
use std::ffi::c_void;
use std::ptr::null_mut;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use wavetank::amd_host::{Device, Target, image};

/// The most texels across and down.
pub(crate) const MOST: usize = 16384;
/// The most slices, of arrays and of images in three dimensions.
pub(crate) const MOST_SLICES: usize = 8192;
/// The most texels of an image that is a buffer.
pub(crate) const MOST_IN_BUFFER: usize = 1 << 27;
/// Rows of buffers that become images begin at multiples of so many bytes.
pub(crate) const ROW_BYTES: usize = 256;

/// What makes an image of a memory object.
pub(crate) struct Picture {
    pub format: Format,
    pub kind: cl_mem_object_type,
    /// Across, down, behind; slices of arrays are where the next dimension would be.
    pub size: [usize; 3],
    /// Bytes from row to row and from slice to slice, as the machine has them.
    pub pitches: [usize; 2],
    /// The same in memory of the program that the image uses.
    pub host_pitches: [usize; 2],
    /// The descriptor for each generation.
    descriptors: Vec<(Target, u64)>,
}

impl Picture {
    /// Where a box of texels lies, in bytes.
    pub fn layout(&self, origin: [usize; 3], [row, slice]: [usize; 2]) -> Layout {
        let [x, y, z] = origin;
        // Rows of an array of lines are its slices.
        let row = match self.kind {
            CL_MEM_OBJECT_IMAGE1D_ARRAY => slice,
            _ => row,
        };
        Layout {
            start: z * slice + y * row + x * self.format.bytes,
            row,
            slice,
        }
    }

    /// The address of the descriptor for a device.
    pub fn descriptor(&self, target: Target) -> Option<u64> {
        let own = self.descriptors.iter().find(|(own, _)| *own == target);
        own.map(|(_, address)| *address)
    }

    /// Gives up what the image has besides its texels.
    pub fn end(&self, device: &Device) {
        for (_, address) in &self.descriptors {
            let freed = device.free(*address);
            debug_assert!(freed.is_ok(), "a descriptor is allocated until here");
        }
    }

    /// For the machine: how the image at an address is described.
    fn described(&self, address: u64) -> image::Image {
        let [width, height, behind] = self.size.map(|n| n as u32);
        let (kind, slices) = match self.kind {
            CL_MEM_OBJECT_IMAGE1D => (image::ImageKind::D1, 1),
            CL_MEM_OBJECT_IMAGE1D_ARRAY => (image::ImageKind::D1Array, height),
            CL_MEM_OBJECT_IMAGE2D_ARRAY => (image::ImageKind::D2Array, behind),
            CL_MEM_OBJECT_IMAGE3D => (image::ImageKind::D3, 1),
            _ => (image::ImageKind::D2, 1),
        };
        image::Image {
            base: address,
            kind,
            format: self.format.code,
            width,
            height: if kind == image::ImageKind::D1Array {
                1
            } else {
                height
            },
            depth: if kind == image::ImageKind::D3 {
                behind
            } else {
                1
            },
            slices: (0, slices - 1),
            pitch: match kind {
                image::ImageKind::D2 => (self.pitches[0] / self.format.bytes) as u32,
                _ => 0,
            },
            select: self.format.select,
            levels: (0, 0),
            max_level: 0,
            min_lod: 0,
            swizzle_mode: 0,
            border_order: match self.format.channels.image_channel_order {
                // Alpha is stored first.
                CL_ARGB | CL_A => 3,
                CL_RA => 1,
                _ => 0,
            },
            is_view: false,
        }
    }

    /// The words that kernels find: those of the machine, then what they ask.
    fn words(&self, address: u64, target: Target) -> Vec<u32> {
        let mut words = match self.kind {
            CL_MEM_OBJECT_IMAGE1D_BUFFER => {
                let stride = (self.format.bytes as u32) << 16;
                let select = (0..4).map(|n| u32::from(self.format.select[n]) << (3 * n));
                // An index that is not below the number of texels is outside.
                let last = select.sum::<u32>() | self.format.code << 12 | 1 << 28;
                let high = (address >> 32) as u32 & 0xffff;
                vec![
                    address as u32,
                    high | stride,
                    self.size[0] as u32,
                    last,
                    0,
                    0,
                    0,
                    0,
                ]
            }
            _ => self.described(address).words(target).to_vec(),
        };
        let channels = self.format.channels;
        let [width, height, behind] = self.size.map(|n| n as u32);
        let (depth, slices) = match self.kind {
            CL_MEM_OBJECT_IMAGE1D_ARRAY => (1, height),
            CL_MEM_OBJECT_IMAGE2D_ARRAY => (1, behind),
            _ => (behind, 1),
        };
        let (ty, order) = (
            channels.image_channel_data_type,
            channels.image_channel_order,
        );
        words.extend([ty, order, width, height, depth, slices]);
        words
    }

    /// Describes the image to every kind of device of a context.
    fn describe(&mut self, context: &Context, address: u64, name: &str) -> Outcome {
        for device in &context.devices {
            let target = device.amd.target();
            if self.descriptor(target).is_some() {
                continue;
            }
            let words = self.words(address, target);
            let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            let name = format!("descriptor of {name}");
            let made = device.amd.allocate(&name, bytes.len() as u64);
            let made = made.and_then(|made| device.amd.write(made.address, &bytes).map(|()| made));
            let made =
                made.or_else(|error| fail(CL_MEM_OBJECT_ALLOCATION_FAILURE, error.to_string()))?;
            self.descriptors.push((target, made.address));
        }
        Ok(())
    }
}

/// An image that a call is about.
pub(crate) fn image(handle: cl_mem) -> Outcome<Arc<Object<Buffer>>> {
    let found = get::<Buffer>(handle)?;
    ensure(
        found.picture.is_some(),
        CL_INVALID_MEM_OBJECT,
        "a buffer is no image",
    )?;
    Ok(found)
}

/// The size that a description gives, and slices behind it where the next dimension would be.
fn size(desc: &cl_image_desc) -> Outcome<[usize; 3]> {
    let (w, h, d) = (desc.image_width, desc.image_height, desc.image_depth);
    let n = desc.image_array_size;
    let (size, most) = match desc.image_type {
        CL_MEM_OBJECT_IMAGE1D => ([w, 1, 1], [MOST, 1, 1]),
        CL_MEM_OBJECT_IMAGE1D_BUFFER => ([w, 1, 1], [MOST_IN_BUFFER, 1, 1]),
        CL_MEM_OBJECT_IMAGE1D_ARRAY => ([w, n, 1], [MOST, MOST_SLICES, 1]),
        CL_MEM_OBJECT_IMAGE2D => ([w, h, 1], [MOST, MOST, 1]),
        CL_MEM_OBJECT_IMAGE2D_ARRAY => ([w, h, n], [MOST, MOST, MOST_SLICES]),
        CL_MEM_OBJECT_IMAGE3D => ([w, h, d], [MOST, MOST, MOST_SLICES]),
        _ => {
            return fail(
                CL_INVALID_IMAGE_DESCRIPTOR,
                "there is no such kind of image",
            );
        }
    };
    let good = size
        .iter()
        .zip(most)
        .all(|(n, most)| (1..=most).contains(n));
    ensure(
        good,
        CL_INVALID_IMAGE_SIZE,
        "the image is empty, or larger than any can be",
    )?;
    Ok(size)
}

/// Pitches of the machine for images of this size: all devices of the context have to agree.
fn pitches(
    context: &Context,
    kind: cl_mem_object_type,
    size: [usize; 3],
    bytes: usize,
) -> Outcome<[usize; 2]> {
    let row = size[0] * bytes;
    let alone = matches!(kind, CL_MEM_OBJECT_IMAGE1D | CL_MEM_OBJECT_IMAGE2D);
    let at = |device: &Device| match alone {
        true => ROW_BYTES,
        false => device.target().generation().image_row_bytes as usize,
    };
    let mut rows = context
        .devices
        .iter()
        .filter(|device| device.has_images())
        .map(|device| row.next_multiple_of(at(&device.amd)));
    let first = rows.next().unwrap_or(row);
    ensure(
        rows.all(|row| row == first),
        CL_MEM_OBJECT_ALLOCATION_FAILURE,
        "the devices of the context lay out images of this width differently: use a context for each",
    )?;
    let height = if kind == CL_MEM_OBJECT_IMAGE1D_ARRAY {
        1
    } else {
        size[1]
    };
    Ok([first, first.next_multiple_of(ROW_BYTES) * height])
}

/// Pitches of memory of the program.
fn host_pitches(
    desc: &cl_image_desc,
    size: [usize; 3],
    bytes: usize,
    host: bool,
) -> Outcome<[usize; 2]> {
    let code = CL_INVALID_IMAGE_DESCRIPTOR;
    let (row, slice) = (desc.image_row_pitch, desc.image_slice_pitch);
    let from_buffer = !desc.buffer.is_null();
    ensure(
        host || from_buffer || row == 0 && slice == 0,
        code,
        "there is nothing that has pitches",
    )?;
    let tight = size[0] * bytes;
    let row = if row == 0 { tight } else { row };
    ensure(
        row >= tight && row.is_multiple_of(bytes),
        code,
        "rows are longer than their pitch",
    )?;
    let rows = if desc.image_type == CL_MEM_OBJECT_IMAGE1D_ARRAY {
        1
    } else {
        size[1]
    };
    let slice = if slice == 0 {
        row.saturating_mul(rows)
    } else {
        slice
    };
    ensure(
        slice >= row.saturating_mul(rows) && slice.is_multiple_of(row),
        code,
        "slices are longer than their pitch",
    )?;
    Ok([row, slice])
}

/// # Safety
/// The pointers must be null or valid, as the specification demands.
unsafe fn new(
    context: cl_context,
    listed: Vec<cl_mem_properties>,
    flags: cl_mem_flags,
    format: *const cl_image_format,
    desc: *const cl_image_desc,
    host_ptr: *mut c_void,
) -> Outcome<cl_mem> {
    let context = get::<Context>(context)?;
    ensure(context.has_images(), CL_INVALID_OPERATION, NO_IMAGES)?;
    check_flags(flags & !CL_MEM_KERNEL_READ_AND_WRITE)?;
    ensure(
        !format.is_null(),
        CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
        "the format is NULL",
    )?;
    ensure(
        !desc.is_null(),
        CL_INVALID_IMAGE_DESCRIPTOR,
        "the description is NULL",
    )?;
    // SAFETY: by the contract.
    let (channels, desc) = unsafe { (format.read(), desc.read()) };
    ensure(
        format::is_known(&channels),
        CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
        "there is no such format",
    )?;
    let kind = desc.image_type;
    let size = size(&desc)?;
    let found =
        Format::all().find(|format| format.is(&channels) && format.serves(kind, flags & ACCESS));
    let Some(format) = found else {
        return fail(
            CL_IMAGE_FORMAT_NOT_SUPPORTED,
            "no device has images of this format",
        );
    };
    let levels = desc.num_mip_levels == 0 && desc.num_samples == 0;
    ensure(
        levels,
        CL_INVALID_IMAGE_DESCRIPTOR,
        "images have one level and one sample",
    )?;
    let wants = wants_pointer(flags, host_ptr)?;
    let host_pitches = host_pitches(&desc, size, format.bytes, wants)?;
    static NUMBER: AtomicU64 = AtomicU64::new(1);
    let name = format!("image {}", NUMBER.fetch_add(1, Ordering::Relaxed));
    let mut picture = Picture {
        format,
        kind,
        size,
        pitches: [0; 2],
        host_pitches,
        descriptors: Vec::new(),
    };
    if !desc.buffer.is_null() {
        return of_buffer(&context, listed, flags, &desc, picture, &name);
    }
    ensure(
        kind != CL_MEM_OBJECT_IMAGE1D_BUFFER,
        CL_INVALID_IMAGE_DESCRIPTOR,
        "there is no buffer",
    )?;
    picture.pitches = pitches(&context, kind, size, format.bytes)?;
    let slices = if kind == CL_MEM_OBJECT_IMAGE1D_ARRAY {
        size[1]
    } else {
        size[2]
    };
    let bytes = picture.pitches[1].checked_mul(slices);
    let most = driver::settings::memory_bytes() / 4;
    let Some(bytes) = bytes.filter(|bytes| *bytes as u64 <= most) else {
        return fail(
            CL_INVALID_IMAGE_SIZE,
            "an image has at most a quarter of memory",
        );
    };
    let amd = &context.devices[0].amd;
    let allocated = amd.allocate(&name, bytes as u64);
    let allocated =
        allocated.or_else(|error| fail(CL_MEM_OBJECT_ALLOCATION_FAILURE, error.to_string()))?;
    picture
        .describe(&context, allocated.address, &name)
        .inspect_err(|_| _ = amd.free(allocated.address))?;
    let used = flags & CL_MEM_USE_HOST_PTR != 0;
    let host = HostPointer(if used { host_ptr } else { null_mut() });
    let made = Buffer::of_picture(
        context.clone(),
        flags,
        bytes,
        host,
        None,
        allocated.address,
        listed,
        picture,
    );
    if wants {
        // SAFETY: by the contract, the pointer is valid for all rows with their pitches.
        unsafe { transfer::fill_from(&made, HostPointer(host_ptr))? };
    }
    Ok(Object::new(made).handle())
}

/// An image whose texels are those of a buffer.
fn of_buffer(
    context: &Arc<Object<Context>>,
    listed: Vec<cl_mem_properties>,
    flags: cl_mem_flags,
    desc: &cl_image_desc,
    mut picture: Picture,
    name: &str,
) -> Outcome<cl_mem> {
    let code = CL_INVALID_IMAGE_DESCRIPTOR;
    let parent = memory::buffer(desc.buffer).or_else(|_| {
        fail(
            code,
            "the image is to be made of something that is no buffer",
        )
    })?;
    ensure(
        Arc::ptr_eq(&parent.context, context),
        CL_INVALID_CONTEXT,
        "the buffer is of another context",
    )?;
    ensure(
        flags & HOST_MEMORY == 0,
        CL_INVALID_VALUE,
        "an image of a buffer has its memory",
    )?;
    let bytes = match picture.kind {
        CL_MEM_OBJECT_IMAGE1D_BUFFER => {
            picture.pitches = [picture.size[0] * picture.format.bytes; 2];
            picture.pitches[0]
        }
        CL_MEM_OBJECT_IMAGE2D => {
            let row = picture.host_pitches[0];
            let aligned = row.is_multiple_of(ROW_BYTES) && parent.address.is_multiple_of(256);
            let fits = row / picture.format.bytes <= MOST;
            ensure(
                aligned && fits,
                code,
                "rows of the buffer do not begin where those of images do",
            )?;
            picture.pitches = [row, row * picture.size[1]];
            picture.pitches[1]
        }
        _ => return fail(code, "only lines and planes can be made of buffers"),
    };
    ensure(
        bytes <= parent.size,
        CL_INVALID_IMAGE_SIZE,
        "the buffer is smaller than the image",
    )?;
    picture.describe(context, parent.address, name)?;
    let flags = match flags & ACCESS {
        0 => flags | parent.flags & ACCESS,
        _ => flags,
    } | parent.flags & HOST_MEMORY;
    let address = parent.address;
    let host = parent.host;
    let made = Buffer::of_picture(
        context.clone(),
        flags,
        bytes,
        host,
        Some((parent, 0)),
        address,
        listed,
        picture,
    );
    Ok(Object::new(made).handle())
}

fn desc(kind: cl_mem_object_type, size: [usize; 3], pitches: [usize; 2]) -> cl_image_desc {
    cl_image_desc {
        image_type: kind,
        image_width: size[0],
        image_height: size[1],
        image_depth: size[2],
        image_array_size: 0,
        image_row_pitch: pitches[0],
        image_slice_pitch: pitches[1],
        num_mip_levels: 0,
        num_samples: 0,
        buffer: null_mut(),
    }
}

api_create! {
    fn clCreateImage(
        context: cl_context, flags: cl_mem_flags, image_format: *const cl_image_format, image_desc: *const cl_image_desc,
        host_ptr: *mut c_void,
    ) {
        new(context, Vec::new(), flags, image_format, image_desc, host_ptr)
    }

    fn clCreateImageWithProperties(
        context: cl_context, list: *const cl_mem_properties, flags: cl_mem_flags,
        image_format: *const cl_image_format, image_desc: *const cl_image_desc, host_ptr: *mut c_void,
    ) {
        get::<Context>(context)?;
        let (pairs, listed) = properties(list);
        ensure(pairs.is_empty(), CL_INVALID_PROPERTY, "images have no properties")?;
        new(context, listed, flags, image_format, image_desc, host_ptr)
    }

    fn clCreateImage2D(
        context: cl_context, flags: cl_mem_flags, image_format: *const cl_image_format, width: usize, height: usize,
        row_pitch: usize, host_ptr: *mut c_void,
    ) {
        let desc = desc(CL_MEM_OBJECT_IMAGE2D, [width, height, 1], [row_pitch, 0]);
        new(context, Vec::new(), flags, image_format, &desc, host_ptr)
    }

    fn clCreateImage3D(
        context: cl_context, flags: cl_mem_flags, image_format: *const cl_image_format, width: usize, height: usize,
        depth: usize, row_pitch: usize, slice_pitch: usize, host_ptr: *mut c_void,
    ) {
        let desc = desc(CL_MEM_OBJECT_IMAGE3D, [width, height, depth], [row_pitch, slice_pitch]);
        new(context, Vec::new(), flags, image_format, &desc, host_ptr)
    }
}

api! {
    fn clGetSupportedImageFormats(
        context: cl_context, flags: cl_mem_flags, image_type: cl_mem_object_type, num_entries: cl_uint,
        image_formats: *mut cl_image_format, num_image_formats: *mut cl_uint,
    ) {
        let images = get::<Context>(context)?.has_images();
        check_flags(flags & !CL_MEM_KERNEL_READ_AND_WRITE)?;
        let kinds = CL_MEM_OBJECT_IMAGE2D..=CL_MEM_OBJECT_IMAGE1D_BUFFER;
        ensure(kinds.contains(&image_type), CL_INVALID_VALUE, "there is no such kind of image")?;
        ensure(num_entries > 0 || image_formats.is_null(), CL_INVALID_VALUE, "there is room for no format")?;
        let all: Vec<Format> = Format::all().filter(|format| images && format.serves(image_type, flags)).collect();
        if !image_formats.is_null() {
            for (n, format) in all.iter().take(num_entries as usize).enumerate() {
                put(image_formats.add(n), format.channels);
            }
        }
        put(num_image_formats, all.len() as cl_uint);
        Ok(())
    }

    fn clGetImageInfo(handle: cl_mem, param_name: cl_image_info, param_value_size: usize, param_value: *mut c_void, param_value_size_ret: *mut usize) {
        let found = image(handle)?;
        let Some(picture) = &found.picture else {
            return fail(CL_INVALID_MEM_OBJECT, "a buffer is no image");
        };
        let query = query!(param_value_size, param_value, param_value_size_ret);
        let kind = picture.kind;
        let line = matches!(kind, CL_MEM_OBJECT_IMAGE1D | CL_MEM_OBJECT_IMAGE1D_BUFFER | CL_MEM_OBJECT_IMAGE1D_ARRAY);
        let flat = matches!(kind, CL_MEM_OBJECT_IMAGE1D | CL_MEM_OBJECT_IMAGE1D_BUFFER | CL_MEM_OBJECT_IMAGE2D);
        // Those that the program gave, or the least that there can be: how texels lie otherwise is
        // seen where they are mapped alone.
        let pitches = picture.host_pitches;
        match param_name {
            CL_IMAGE_FORMAT => {
                let channels = picture.format.channels;
                query.slice(&[channels.image_channel_order, channels.image_channel_data_type])
            }
            CL_IMAGE_ELEMENT_SIZE => query.put(picture.format.bytes),
            CL_IMAGE_ROW_PITCH => query.put(pitches[0]),
            CL_IMAGE_SLICE_PITCH => query.put(if flat { 0 } else { pitches[1] }),
            CL_IMAGE_WIDTH => query.put(picture.size[0]),
            CL_IMAGE_HEIGHT => query.put(if line { 0 } else { picture.size[1] }),
            CL_IMAGE_DEPTH => query.put(if kind == CL_MEM_OBJECT_IMAGE3D { picture.size[2] } else { 0 }),
            CL_IMAGE_ARRAY_SIZE => query.put(match kind {
                CL_MEM_OBJECT_IMAGE1D_ARRAY => picture.size[1],
                CL_MEM_OBJECT_IMAGE2D_ARRAY => picture.size[2],
                _ => 0,
            }),
            CL_IMAGE_BUFFER => query.put(found.parent.as_ref().map_or(null_mut(), |(parent, _)| parent.handle())),
            CL_IMAGE_NUM_MIP_LEVELS | CL_IMAGE_NUM_SAMPLES => query.put(0u32),
            other => query.unknown(other),
        }
    }
}
