//! Images and samplers: what kernels see of what the program put there.

use crate::host::{Host, cl, enqueue, good, made, refused, set};
use opencl_sys::*;
use std::ptr::{null, null_mut};

pub fn format(order: cl_channel_order, ty: cl_channel_type) -> cl_image_format {
    cl_image_format {
        image_channel_order: order,
        image_channel_data_type: ty,
    }
}

pub fn desc(kind: cl_mem_object_type, [width, height, behind]: [usize; 3]) -> cl_image_desc {
    cl_image_desc {
        image_type: kind,
        image_width: width,
        image_height: height,
        image_depth: behind,
        image_array_size: match kind {
            CL_MEM_OBJECT_IMAGE1D_ARRAY => height,
            _ => behind,
        },
        image_row_pitch: 0,
        image_slice_pitch: 0,
        num_mip_levels: 0,
        num_samples: 0,
        buffer: null_mut(),
    }
}

impl Host {
    fn image<T: Copy>(&self, format: cl_image_format, desc: cl_image_desc, texels: &[T]) -> cl_mem {
        let flags = CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR;
        let data = texels.as_ptr().cast_mut().cast();
        made!(clCreateImage(self.context, flags, &format, &desc, data))
    }

    fn read_image<T: Copy + Default>(
        &self,
        image: cl_mem,
        region: [usize; 3],
        count: usize,
    ) -> Vec<T> {
        let mut texels = vec![T::default(); count];
        let (zero, to) = ([0usize; 3], texels.as_mut_ptr().cast());
        enqueue!(clEnqueueReadImage(
            self.queue,
            image,
            CL_TRUE,
            zero.as_ptr(),
            region.as_ptr(),
            0,
            0,
            to
        ));
        texels
    }
}

const KERNELS: &str = "
constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;

kernel void shift(read_only image2d_t from, write_only image2d_t to) {
    int2 at = (int2)(get_global_id(0) % 5, get_global_id(0) / 5);
    write_imagef(to, at, read_imagef(from, nearest, at + (int2)(1, 0)));
}
kernel void look(read_only image2d_t image, sampler_t sampler, global const float2 *at, global float4 *out) {
    size_t i = get_global_id(0);
    out[i] = read_imagef(image, sampler, at[i]);
}
kernel void ask(read_only image2d_t a, write_only image3d_t b, read_only image1d_array_t c,
                read_only image1d_buffer_t d, read_only image2d_array_t e, global int *out) {
    out[0] = get_image_width(a);
    out[1] = get_image_height(a);
    out[2] = get_image_channel_order(a);
    out[3] = get_image_channel_data_type(a);
    int4 dim = get_image_dim(b);
    out[4] = dim.x;
    out[5] = dim.y;
    out[6] = dim.z;
    out[7] = get_image_array_size(c);
    out[8] = get_image_width(d);
    out[9] = get_image_array_size(e);
}
kernel void all(read_only image1d_t a, read_only image1d_array_t b, read_only image2d_array_t c,
                read_only image3d_t d, read_only image1d_buffer_t e, global uint *out) {
    int i = get_global_id(0);
    out[5 * i] = read_imageui(a, i).x;
    out[5 * i + 1] = read_imageui(b, nearest, (int2)(i, 1)).x;
    out[5 * i + 2] = read_imageui(c, (int4)(i, 1, 1, 0)).x;
    out[5 * i + 3] = read_imageui(d, nearest, (int4)(i, 1, 2, 0)).x;
    out[5 * i + 4] = read_imageui(e, i).x;
}
kernel void volume(write_only image3d_t to) {
    int4 at = (int4)(get_global_id(0) % 3, get_global_id(0) / 3 % 2, get_global_id(0) / 6, 0);
    write_imagei(to, at, (int4)(at.x - 100, at.y, at.z, -1));
}
";

#[test]
fn texels_are_read_and_written() {
    let host = Host::new();
    let Some(program) = host.build(KERNELS, "") else {
        return;
    };
    let kernel = host.kernel(program, "shift");
    let texels: Vec<[u8; 4]> = (0..20u8).map(|n| [n, 2 * n, 3 * n, 200]).collect();
    for order in [CL_RGBA, CL_BGRA, CL_ARGB] {
        let rgba = format(order, CL_UNORM_INT8);
        let plane = desc(CL_MEM_OBJECT_IMAGE2D, [5, 4, 1]);
        let (from, to) = (
            host.image(rgba, plane, &texels),
            host.image(rgba, plane, &[[9u8; 4]; 20]),
        );
        set(kernel, 0, from);
        set(kernel, 1, to);
        assert_eq!(host.launch(kernel, 20, 0), CL_SUCCESS);
        let found: Vec<[u8; 4]> = host.read_image(to, [5, 4, 1], 20);
        for (n, texel) in found.iter().enumerate() {
            // Beyond the last column is the border.
            let expected = if n % 5 == 4 { [0; 4] } else { texels[n + 1] };
            assert_eq!(*texel, expected, "order {order:#x}, texel {n}");
        }
        for image in [from, to] {
            good!(clReleaseMemObject(image));
        }
    }
}

#[test]
fn samplers_filter() {
    let host = Host::new();
    let Some(program) = host.build(KERNELS, "") else {
        return;
    };
    let kernel = host.kernel(program, "look");
    let plane = desc(CL_MEM_OBJECT_IMAGE2D, [2, 2, 1]);
    let image = host.image(format(CL_R, CL_FLOAT), plane, &[0f32, 1.0, 2.0, 3.0]);
    let at: [[f32; 2]; 4] = [[0.5, 0.5], [0.25, 0.25], [1.25, 0.25], [-0.25, 0.75]];
    let (at, out) = (host.buffer_of(&at), host.buffer(64));
    for (addressing, filter, expected) in [
        (
            CL_ADDRESS_CLAMP_TO_EDGE,
            CL_FILTER_LINEAR,
            [1.5, 0.0, 1.0, 2.0],
        ),
        (
            CL_ADDRESS_CLAMP_TO_EDGE,
            CL_FILTER_NEAREST,
            [3.0, 0.0, 1.0, 2.0],
        ),
        (CL_ADDRESS_REPEAT, CL_FILTER_NEAREST, [3.0, 0.0, 0.0, 3.0]),
        (
            CL_ADDRESS_MIRRORED_REPEAT,
            CL_FILTER_NEAREST,
            [3.0, 0.0, 1.0, 2.0],
        ),
        (CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, [3.0, 0.0, 0.0, 0.0]),
    ] {
        let sampler = made!(clCreateSampler(host.context, CL_TRUE, addressing, filter));
        set(kernel, 0, image);
        set(kernel, 1, sampler);
        set(kernel, 2, at);
        set(kernel, 3, out);
        assert_eq!(host.launch(kernel, 4, 0), CL_SUCCESS);
        let found: Vec<[f32; 4]> = host.read(out, 4);
        let expected = expected.map(|value: f32| [value, 0.0, 0.0, 1.0]);
        assert_eq!(found, expected, "{addressing:#x} {filter:#x}");
        good!(clReleaseSampler(sampler));
    }
}

/// Pitches are the least ones where the program gave none, however rows lie.
#[test]
fn pitches_are_those_of_the_program() {
    let host = Host::new();
    for (kind, expected) in [
        (CL_MEM_OBJECT_IMAGE1D, [20, 0]),
        (CL_MEM_OBJECT_IMAGE2D, [20, 0]),
        (CL_MEM_OBJECT_IMAGE3D, [20, 60]),
        (CL_MEM_OBJECT_IMAGE1D_ARRAY, [20, 20]),
        (CL_MEM_OBJECT_IMAGE2D_ARRAY, [20, 60]),
    ] {
        let image = host.image(
            format(CL_RGBA, CL_UNORM_INT8),
            desc(kind, [5, 3, 2]),
            &[0u32; 30],
        );
        let asked = [CL_IMAGE_ROW_PITCH, CL_IMAGE_SLICE_PITCH].map(|what| {
            let mut found = 0usize;
            let to = (&raw mut found).cast();
            good!(clGetImageInfo(image, what, 8, to, null_mut()));
            found
        });
        assert_eq!(asked, expected, "kind {kind:#x}");
    }
}

/// What is not stored is zero, or one where it is alpha.
#[test]
fn orders_say_where_components_are() {
    let host = Host::new();
    let Some(program) = host.build(KERNELS, "") else {
        return;
    };
    let kernel = host.kernel(program, "look");
    let at = host.buffer_of(&[[0.5f32, 0.5]]);
    let out = host.buffer(16);
    let (edge, filter) = (CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST);
    let sampler = made!(clCreateSampler(host.context, CL_FALSE, edge, filter));
    for (order, expected) in [
        (CL_R, [0.2, 0.0, 0.0, 1.0]),
        (CL_Rx, [0.2, 0.0, 0.0, 1.0]),
        (CL_A, [0.0, 0.0, 0.0, 0.2]),
        (CL_INTENSITY, [0.2; 4]),
        (CL_LUMINANCE, [0.2, 0.2, 0.2, 1.0]),
        (CL_RG, [0.2, 0.4, 0.0, 1.0]),
        (CL_RGx, [0.2, 0.4, 0.0, 1.0]),
        (CL_RA, [0.2, 0.0, 0.0, 0.4]),
        (CL_RGBA, [0.2, 0.4, 0.6, 0.8]),
        (CL_BGRA, [0.6, 0.4, 0.2, 0.8]),
        (CL_ARGB, [0.4, 0.6, 0.8, 0.2]),
    ] {
        let plane = desc(CL_MEM_OBJECT_IMAGE2D, [1, 1, 1]);
        let texel = [51u8, 102, 153, 204];
        let image = host.image(format(order, CL_UNORM_INT8), plane, &[texel]);
        set(kernel, 0, image);
        set(kernel, 1, sampler);
        set(kernel, 2, at);
        set(kernel, 3, out);
        assert_eq!(host.launch(kernel, 1, 0), CL_SUCCESS);
        let found: Vec<[f32; 4]> = host.read(out, 1);
        assert_eq!(found, [expected], "order {order:#x}");
    }
}

#[test]
fn every_dimension_is_reached_and_known() {
    let host = Host::new();
    let Some(program) = host.build(KERNELS, "-cl-std=CL2.0") else {
        return;
    };
    let r32 = format(CL_R, CL_UNSIGNED_INT32);
    let numbers: Vec<u32> = (0..1000).collect();
    let line = host.image(r32, desc(CL_MEM_OBJECT_IMAGE1D, [10, 1, 1]), &numbers);
    let lines = host.image(r32, desc(CL_MEM_OBJECT_IMAGE1D_ARRAY, [10, 3, 1]), &numbers);
    let planes = host.image(r32, desc(CL_MEM_OBJECT_IMAGE2D_ARRAY, [10, 4, 3]), &numbers);
    let volume = host.image(r32, desc(CL_MEM_OBJECT_IMAGE3D, [10, 4, 3]), &numbers);
    let (store, mut row) = (
        host.buffer_of(&numbers),
        desc(CL_MEM_OBJECT_IMAGE1D_BUFFER, [10, 1, 1]),
    );
    row.buffer = store;
    let row = made!(clCreateImage(host.context, 0, &r32, &row, null_mut()));
    let (kernel, out) = (host.kernel(program, "all"), host.buffer(200));
    for (n, image) in [line, lines, planes, volume, row, out]
        .into_iter()
        .enumerate()
    {
        set(kernel, n as u32, image);
    }
    assert_eq!(host.launch(kernel, 10, 0), CL_SUCCESS);
    let found: Vec<[u32; 5]> = host.read(out, 10);
    for (i, found) in (0..10).zip(found) {
        assert_eq!(found, [i, 10 + i, 50 + i, 90 + i, i]);
    }
    let plane = host.image(
        format(CL_RG, CL_HALF_FLOAT),
        desc(CL_MEM_OBJECT_IMAGE2D, [7, 5, 1]),
        &[0u32; 35],
    );
    let kernel = host.kernel(program, "ask");
    for (n, image) in [plane, volume, lines, row, planes, out]
        .into_iter()
        .enumerate()
    {
        set(kernel, n as u32, image);
    }
    assert_eq!(host.launch(kernel, 1, 0), CL_SUCCESS);
    let found: Vec<u32> = host.read(out, 10);
    assert_eq!(found, [7, 5, CL_RG, CL_HALF_FLOAT, 10, 4, 3, 3, 10, 3]);
    // A plane is no line.
    let wrong = cl!(clSetKernelArg(kernel, 2, 8, (&raw const plane).cast()));
    assert_eq!(wrong, CL_INVALID_ARG_VALUE);
}

/// Flags of an image and qualifiers of an argument go together, and a depth is one float.
#[test]
fn images_are_used_as_they_were_made() {
    let host = Host::new();
    let text = "kernel void reads(read_only image2d_depth_t i, sampler_t s, global float *o) {
                    *o = read_imagef(i, s, (int2)(1, 0));
                }
                kernel __attribute__((vec_type_hint(uchar4))) void writes(write_only image2d_t i) {
                    write_imagef(i, (int2)(0), (float4)(1));
                }";
    let Some(program) = host.build(text, "") else {
        return;
    };
    let (reads, writes) = (
        host.kernel(program, "reads"),
        host.kernel(program, "writes"),
    );
    let plane = desc(CL_MEM_OBJECT_IMAGE2D, [2, 1, 1]);
    let mut depths = [0.25f32, 0.75];
    let depth = format(CL_DEPTH, CL_FLOAT);
    let flags = CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR;
    let from = depths.as_mut_ptr().cast();
    let seen = made!(clCreateImage(host.context, flags, &depth, &plane, from));
    let unseen = made!(clCreateImage(
        host.context,
        CL_MEM_WRITE_ONLY,
        &depth,
        &plane,
        null_mut()
    ));
    let rgba = format(CL_RGBA, CL_UNORM_INT8);
    let kept = made!(clCreateImage(
        host.context,
        CL_MEM_READ_ONLY,
        &rgba,
        &plane,
        null_mut()
    ));
    let give =
        |kernel, image: &cl_mem| cl!(clSetKernelArg(kernel, 0, 8, (&raw const *image).cast()));
    assert_eq!(give(reads, &unseen), CL_INVALID_ARG_VALUE);
    assert_eq!(give(writes, &kept), CL_INVALID_ARG_VALUE);
    assert_eq!(cl!(clSetKernelArg(reads, 1, 8, null())), CL_INVALID_SAMPLER);
    assert_eq!(give(reads, &seen), CL_SUCCESS);
    let sampler = made!(clCreateSampler(
        host.context,
        CL_FALSE,
        CL_ADDRESS_CLAMP,
        CL_FILTER_NEAREST
    ));
    // What is asked of them: images are global, and attributes come as they were written.
    let (mut space, mut hint) = (0u32, [0u8; 22]);
    let to = (&raw mut space).cast();
    let asked = CL_KERNEL_ARG_ADDRESS_QUALIFIER;
    good!(clGetKernelArgInfo(writes, 0, asked, 4, to, null_mut()));
    assert_eq!(space, CL_KERNEL_ARG_ADDRESS_GLOBAL);
    let (size, to) = (hint.len(), hint.as_mut_ptr().cast());
    good!(clGetKernelInfo(
        writes,
        CL_KERNEL_ATTRIBUTES,
        size,
        to,
        null_mut()
    ));
    assert_eq!(&hint, b"vec_type_hint(uchar4)\0");
    let out = host.buffer(4);
    set(reads, 1, sampler);
    set(reads, 2, out);
    assert_eq!(host.launch(reads, 1, 0), CL_SUCCESS);
    assert_eq!(host.read::<f32>(out, 1), [0.75]);
}

#[test]
fn volumes_are_written() {
    let host = Host::new();
    let Some(program) = host.build(KERNELS, "-cl-std=CL2.0") else {
        return;
    };
    let kernel = host.kernel(program, "volume");
    let volume = desc(CL_MEM_OBJECT_IMAGE3D, [3, 2, 2]);
    let image = host.image(format(CL_RGBA, CL_SIGNED_INT8), volume, &[[0i8; 4]; 12]);
    set(kernel, 0, image);
    assert_eq!(host.launch(kernel, 12, 0), CL_SUCCESS);
    let found: Vec<[i8; 4]> = host.read_image(image, [3, 2, 2], 12);
    let expected = (0..12i8).map(|n| [n % 3 - 100, n / 3 % 2, n / 6, -1]);
    assert_eq!(found, expected.collect::<Vec<_>>());
}

#[test]
fn boxes_are_filled_copied_and_mapped() {
    let host = Host::new();
    let rgba = format(CL_RGBA, CL_UNORM_INT8);
    let plane = desc(CL_MEM_OBJECT_IMAGE2D, [8, 4, 1]);
    let (a, b) = (
        host.image(rgba, plane, &[0u32; 32]),
        host.image(rgba, plane, &[1u32; 32]),
    );
    let (origin, region) = ([2usize, 1, 0], [3usize, 2, 1]);
    let colour = [1f32, 0.0, 0.5, 2.0];
    let events = (0, null(), null_mut());
    good!(clEnqueueFillImage(
        host.queue,
        a,
        colour.as_ptr().cast(),
        origin.as_ptr(),
        region.as_ptr(),
        events.0,
        events.1,
        events.2
    ));
    let copied = cl!(clEnqueueCopyImage(
        host.queue,
        a,
        b,
        origin.as_ptr(),
        [0usize; 3].as_ptr(),
        region.as_ptr(),
        0,
        null(),
        null_mut()
    ));
    assert_eq!(copied, CL_SUCCESS);
    const FILLED: u32 = 0xff80_00ff;
    let found: Vec<u32> = host.read_image(b, [8, 4, 1], 32);
    let expected = |n: usize| if n % 8 < 3 && n / 8 < 2 { FILLED } else { 1 };
    assert_eq!(found, (0..32).map(expected).collect::<Vec<_>>());
    // To a buffer, and back to somewhere else.
    let buffer = host.buffer(64);
    enqueue!(clEnqueueCopyImageToBuffer(
        host.queue,
        a,
        buffer,
        origin.as_ptr(),
        region.as_ptr(),
        8
    ));
    let words: Vec<u32> = host.read(buffer, 8);
    assert_eq!(words[2..], [FILLED; 6]);
    enqueue!(clEnqueueCopyBufferToImage(
        host.queue,
        buffer,
        b,
        8,
        [5usize, 2, 0].as_ptr(),
        region.as_ptr()
    ));
    // A map is the image itself, with its pitch.
    let (mut row, mut slice) = (0usize, 0usize);
    let origin = [5usize, 2, 0];
    let pointer = made!(clEnqueueMapImage(
        host.queue,
        b,
        CL_TRUE,
        CL_MAP_READ | CL_MAP_WRITE,
        origin.as_ptr(),
        region.as_ptr(),
        &mut row,
        &mut slice,
        0,
        null(),
        null_mut()
    ));
    assert!(row >= 32 && slice == 0);
    // SAFETY: it is mapped, and rows are so far apart.
    unsafe {
        let second = pointer.cast::<u8>().add(row).cast::<u32>();
        assert_eq!(second.read(), FILLED);
        second.write(77);
    }
    enqueue!(clEnqueueUnmapMemObject(host.queue, b, pointer));
    let found: Vec<u32> = host.read_image(b, [8, 4, 1], 32);
    assert_eq!((found[2 * 8 + 5], found[3 * 8 + 5]), (FILLED, 77));
}

/// An image that uses memory of the program, with a pitch of its own.
#[test]
fn memory_of_the_program_is_used() {
    let host = Host::new();
    let mut texels: Vec<u8> = (0..40).collect();
    let mut plane = desc(CL_MEM_OBJECT_IMAGE2D, [5, 4, 1]);
    plane.image_row_pitch = 10;
    let r8 = format(CL_R, CL_UNSIGNED_INT8);
    let pointer = texels.as_mut_ptr().cast();
    let image = made!(clCreateImage(
        host.context,
        CL_MEM_USE_HOST_PTR,
        &r8,
        &plane,
        pointer
    ));
    let found: Vec<u8> = host.read_image(image, [5, 4, 1], 20);
    assert_eq!(
        found,
        (0..20).map(|n| n / 5 * 10 + n % 5).collect::<Vec<u8>>()
    );
    let (mut row, region) = (0usize, [5usize, 4, 1]);
    let mapped = made!(clEnqueueMapImage(
        host.queue,
        image,
        CL_TRUE,
        CL_MAP_WRITE,
        [0usize; 3].as_ptr(),
        region.as_ptr(),
        &mut row,
        null_mut(),
        0,
        null(),
        null_mut()
    ));
    assert_eq!((mapped, row), (pointer, 10));
    // SAFETY: it is mapped.
    unsafe { mapped.cast::<u8>().add(31).write(99) };
    enqueue!(clEnqueueUnmapMemObject(host.queue, image, mapped));
    let found: Vec<u8> = host.read_image(image, [5, 4, 1], 20);
    assert_eq!(found[16], 99);
    good!(clReleaseMemObject(image));
}

#[test]
fn formats_are_listed_and_can_be_made() {
    let host = Host::new();
    for (kind, least) in [
        (CL_MEM_OBJECT_IMAGE2D, 100),
        (CL_MEM_OBJECT_IMAGE3D, 100),
        (CL_MEM_OBJECT_IMAGE1D_ARRAY, 100),
    ] {
        let mut count = 0;
        let flags = CL_MEM_READ_WRITE;
        good!(clGetSupportedImageFormats(
            host.context,
            flags,
            kind,
            0,
            null_mut(),
            &mut count
        ));
        assert!(count > least, "{count}");
        let mut formats = vec![format(0, 0); count as usize];
        good!(clGetSupportedImageFormats(
            host.context,
            flags,
            kind,
            count,
            formats.as_mut_ptr(),
            null_mut()
        ));
        for format in formats {
            let desc = desc(kind, [3, 3, 3]);
            let image = made!(clCreateImage(
                host.context,
                flags,
                &format,
                &desc,
                null_mut()
            ));
            good!(clReleaseMemObject(image));
        }
    }
    let plane = desc(CL_MEM_OBJECT_IMAGE2D, [3, 3, 1]);
    let wrong = format(CL_RGB, CL_FLOAT);
    let code = refused!(clCreateImage(host.context, 0, &wrong, &plane, null_mut()));
    assert_eq!(code, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
}
