//! Arrays and textures: memory that kernels sample through descriptors.
//!
//! An array is memory whose rows begin where the machine wants them; its handle is its address. A texture
//! is the address of a descriptor, eight words of an image (four of a buffer) and from the twelfth on four
//! of a sampler, which is where HIP's device library looks for them.

use crate::copy::{NULL, later, now, plane};
use crate::device;
use crate::error::{INVALID_HANDLE, INVALID_VALUE, NOT_SUPPORTED, Outcome, api, ensure, fail};
use crate::memory::{self, Extent, PITCH};
use crate::pointer::{give, handle, number, put};
use std::collections::BTreeMap;
use std::ffi::{c_int, c_void};
use std::sync::{Mutex, MutexGuard, PoisonError};
use wavetank::amd_host::image::{self, Edge, Image, Sampler, format_code};

/// Bits of each component, and the kind of its numbers.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChannelDesc {
    bits: [c_int; 4],
    kind: u32,
}

const SIGNED: u32 = 0;
const UNSIGNED: u32 = 1;
const FLOAT: u32 = 2;

/// What a texture is made of: an array, a row of memory or a plane of it.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct ResourceDesc {
    kind: u32,
    pointer: *mut c_void,
    channels: ChannelDesc,
    /// Bytes of a row; otherwise the width.
    width: usize,
    height: usize,
    pitch: usize,
}

/// The most elements across and down, and slices.
const MOST: usize = 16384;
const MOST_SLICES: usize = 8192;

/// Flags of arrays.
const LAYERED: u32 = 1;
const CUBE: u32 = 4;

const ARRAY: u32 = 0;
const LINEAR: u32 = 2;
const PLANE: u32 = 3;

/// How a texture is sampled.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TextureDesc {
    edges: [u32; 3],
    filter: u32,
    normalized_float: u32,
    srgb: c_int,
    border: [f32; 4],
    normalized: c_int,
    anisotropy: u32,
    level_filter: u32,
    level_bias: f32,
    levels: [f32; 2],
}

/// An array: its size in elements, its channels.
#[derive(Clone, Copy, Debug)]
struct Array {
    channels: ChannelDesc,
    width: usize,
    /// None in an array of one dimension.
    height: usize,
    /// None in an array of fewer than three dimensions; or how many layers there are.
    depth: usize,
    layered: bool,
    /// Bytes from row to row, and from slice to slice.
    pitch: usize,
    slice: usize,
}

static ARRAYS: Mutex<BTreeMap<u64, Array>> = Mutex::new(BTreeMap::new());
/// What textures were made of.
static TEXTURES: Mutex<BTreeMap<u64, (Resource, Texture)>> = Mutex::new(BTreeMap::new());

/// Descriptions as they can be kept: pointers in them are used by the program alone.
#[derive(Clone, Copy)]
struct Resource(ResourceDesc);
#[derive(Clone, Copy)]
struct Texture(TextureDesc);

// SAFETY: the pointer is given back to the program and not used otherwise.
unsafe impl Send for Resource {}

fn locked<T>(mutex: &'static Mutex<T>) -> MutexGuard<'static, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn array(at: *const c_void) -> Outcome<Array> {
    match locked(&ARRAYS).get(&number(at)) {
        Some(array) => Ok(*array),
        None => fail(INVALID_HANDLE, "there is no such array"),
    }
}

impl ChannelDesc {
    /// How many components there are; they come first and have the same width.
    fn count(&self) -> usize {
        self.bits.iter().take_while(|bits| **bits > 0).count()
    }

    fn bytes(&self) -> usize {
        self.count() * self.bits[0].max(0) as usize / 8
    }

    /// The machine's format, with integers as numbers from 0 or -1 to 1 or not.
    fn format(&self, normalized: bool, srgb: bool) -> Outcome<u32> {
        let count = self.count();
        let same = self.bits[..count].iter().all(|bits| *bits == self.bits[0]);
        let number = match (self.kind, normalized) {
            (FLOAT, _) => "FLOAT",
            (UNSIGNED, true) if srgb => "SRGB",
            (UNSIGNED, true) => "UNORM",
            (UNSIGNED, false) => "UINT",
            (SIGNED, true) => "SNORM",
            _ => "SINT",
        };
        let widths = vec![self.bits[0].to_string(); count].join("_");
        let code = format_code(&format!("{widths}_{number}")).filter(|_| same && count != 3);
        let why = "there is no format with such components";
        code.map_or_else(|| fail(INVALID_VALUE, why), |code| Ok(code.into()))
    }

    /// The type of the channels and their order, as HSA counts these.
    fn for_library(&self) -> [u32; 2] {
        let kind = match (self.kind, self.bits[0]) {
            (FLOAT, 16) => 14,
            (FLOAT, _) => 15,
            (SIGNED, bits) => 8 + bits.max(8).ilog2() - 3,
            (_, bits) => 11 + bits.max(8).ilog2() - 3,
        };
        let order = match self.count() {
            1 => 1,
            2 => 3,
            _ => 8,
        };
        [kind, order]
    }

    fn select(&self) -> [u8; 4] {
        let count = self.count();
        let stored = |n: usize| if n < count { 4 + n as u8 } else { 0 };
        [
            stored(0),
            stored(1),
            stored(2),
            if count > 3 { 7 } else { 1 },
        ]
    }
}

impl TextureDesc {
    /// Texels as they are, by their numbers.
    const NONE: TextureDesc = TextureDesc {
        edges: [1; 3],
        filter: 0,
        normalized_float: 0,
        srgb: 0,
        border: [0.0; 4],
        normalized: 0,
        anisotropy: 0,
        level_filter: 0,
        level_bias: 0.0,
        levels: [0.0; 2],
    };

    fn sampler(&self) -> Outcome<Sampler> {
        let normalized = self.normalized != 0;
        let edge = |mode: u32| match mode {
            0 if normalized => Ok(Edge::Wrap),
            2 if normalized => Ok(Edge::Mirror),
            // Texels that are counted do not repeat.
            0..=2 => Ok(Edge::Clamp),
            3 => Ok(Edge::Border),
            _ => fail(INVALID_VALUE, "there is no such mode at edges"),
        };
        let [x, y, z] = self.edges;
        let linear = self.filter == 1;
        Ok(Sampler {
            edges: [edge(x)?, edge(y)?, edge(z)?],
            unnormalized: !normalized,
            magnify_linear: linear,
            minify_linear: linear,
            border: match self.border {
                [0.0, 0.0, 0.0, 0.0] => 0,
                [0.0, 0.0, 0.0, 1.0] => 1,
                [1.0, 1.0, 1.0, 1.0] => 2,
                _ => {
                    return fail(
                        NOT_SUPPORTED,
                        "border colours are black, transparent or white",
                    );
                }
            },
            ..Sampler::NEAREST
        })
    }
}

/// The words of a texture.
fn describe(resource: &ResourceDesc, texture: &TextureDesc) -> Outcome<[u32; 16]> {
    let (normalized, srgb) = (texture.normalized_float != 0, texture.srgb != 0);
    let address = number(resource.pointer);
    let own = match resource.kind {
        ARRAY => array(resource.pointer)?,
        LINEAR | PLANE => Array {
            channels: resource.channels,
            width: resource.width,
            height: resource.height,
            depth: 0,
            layered: false,
            pitch: resource.pitch,
            slice: 0,
        },
        _ => return fail(NOT_SUPPORTED, "textures have no levels"),
    };
    let channels = own.channels;
    let format = channels.format(normalized, srgb)?;
    let bytes = channels.bytes();
    let target = device::own()?.target();
    let mut words = [0; 16];
    // The device library wants to know the channels and the width for itself.
    [words[8], words[9]] = channels.for_library();
    words[10] = own.width as u32;
    words[12..].copy_from_slice(&texture.sampler()?.words(target));
    if resource.kind == LINEAR {
        let select = (0..4).map(|n| u32::from(channels.select()[n]) << (3 * n));
        let high = (address >> 32) as u32 & 0xffff;
        // An index that is not below the number of elements is outside.
        let last = select.sum::<u32>() | format << 12 | 1 << 28;
        let elements = (own.width / bytes) as u32;
        words[..4].copy_from_slice(&[address as u32, high | (bytes as u32) << 16, elements, last]);
        return Ok(words);
    }
    let (kind, slices) = match (own.height, own.depth, own.layered) {
        (0, layers, true) => (image::ImageKind::D1Array, layers),
        (_, layers, true) => (image::ImageKind::D2Array, layers),
        (0, ..) => (image::ImageKind::D1, 1),
        (_, 0, _) => (image::ImageKind::D2, 1),
        _ => (image::ImageKind::D3, 1),
    };
    let plane = kind == image::ImageKind::D2;
    let rows = !plane || own.pitch.is_multiple_of(PITCH) && own.pitch / bytes <= MOST;
    let good = address.is_multiple_of(256) && rows && own.width > 0;
    let why = "rows of a texture begin at multiples of 256 bytes";
    ensure(
        good && own.width <= MOST && own.height <= MOST,
        INVALID_VALUE,
        why,
    )?;
    let described = Image {
        base: address,
        kind,
        format,
        width: own.width as u32,
        height: own.height.max(1) as u32,
        depth: match kind {
            image::ImageKind::D3 => own.depth as u32,
            _ => 1,
        },
        slices: (0, slices as u32 - 1),
        pitch: match plane {
            true => (own.pitch / bytes) as u32,
            false => 0,
        },
        select: channels.select(),
        levels: (0, 0),
        max_level: 0,
        min_lod: 0,
        swizzle_mode: 0,
        border_order: 0,
        is_view: false,
    };
    words[..8].copy_from_slice(&described.words(target));
    Ok(words)
}

/// A place in an array, in bytes and rows, if a box of that size fits.
fn inside(
    at: *const c_void,
    (x, y): (usize, usize),
    (width, height): (usize, usize),
) -> Outcome<(*mut c_void, usize)> {
    let array = array(at)?;
    let row = array.width * array.channels.bytes();
    let fits = x.checked_add(width).is_some_and(|end| end <= row)
        && y.checked_add(height)
            .is_some_and(|end| end <= array.height.max(1));
    ensure(fits, INVALID_VALUE, "the box is not inside of the array")?;
    Ok((
        handle(number(at) + (y * array.pitch + x) as u64),
        array.pitch,
    ))
}

/// Where a box of an array begins, how rows and slices of it lie apart, and how large it is, if it
/// fits. Positions and widths are in elements.
pub(crate) fn inside_box(
    at: *mut c_void,
    position: [usize; 3],
    extent: [usize; 3],
) -> Outcome<(*mut c_void, [usize; 2], usize)> {
    let array = array(at)?;
    let own = [array.width, array.height.max(1), array.depth.max(1)];
    let fits = (0..3).all(|i| {
        let end = position[i].checked_add(extent[i]);
        end.is_some_and(|end| end <= own[i])
    });
    ensure(fits, INVALID_VALUE, "the box is not inside of the array")?;
    let [x, y, z] = position;
    let bytes = array.channels.bytes();
    let offset = z * array.slice + y * array.pitch + x * bytes;
    let start = handle(number(at) + offset as u64);
    Ok((start, [array.pitch, array.slice], bytes))
}

/// Devices of CDNA have none, nor arrays for them.
fn has_images() -> Outcome {
    let images = device::own()?.target().generation().images;
    ensure(images, NOT_SUPPORTED, "the device has no textures")
}

/// An array of some dimensions: of those that it does not have, the size is zero.
fn allocate(channels: ChannelDesc, size: [usize; 3], layered: bool) -> Outcome<u64> {
    has_images()?;
    channels.format(false, false)?;
    let [width, height, depth] = size;
    let fits = size.iter().all(|&n| n <= MOST) && (depth <= MOST_SLICES) && width > 0;
    ensure(
        fits,
        INVALID_VALUE,
        "the array is empty, or larger than any can be",
    )?;
    ensure(
        layered || depth == 0 || height > 0,
        INVALID_VALUE,
        "what has depth has height",
    )?;
    ensure(!layered || depth > 0, INVALID_VALUE, "there are no layers")?;
    let rows_at = match depth {
        0 => PITCH,
        _ => device::own()?.target().generation().image_row_bytes as usize,
    };
    let pitch = (width * channels.bytes()).next_multiple_of(rows_at);
    let slice = pitch.next_multiple_of(PITCH).checked_mul(height.max(1));
    let bytes = slice.and_then(|slice| slice.checked_mul(depth.max(1)));
    let Some((slice, bytes)) = slice.zip(bytes) else {
        return fail(INVALID_VALUE, "the array is larger than all memory");
    };
    let base = memory::allocate(bytes, 0)?;
    let array = Array {
        channels,
        width,
        height,
        depth,
        layered,
        pitch,
        slice,
    };
    locked(&ARRAYS).insert(base, array);
    Ok(base)
}

/// # Safety
/// The place must be null or writable.
unsafe fn create(to: *mut *mut c_void, resource: ResourceDesc, texture: TextureDesc) -> Outcome {
    has_images()?;
    let words = describe(&resource, &texture)?;
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let made = memory::allocate(bytes.len(), 0)?;
    device::own()?.write(made, &bytes)?;
    locked(&TEXTURES).insert(made, (Resource(resource), Texture(texture)));
    // SAFETY: by the contract.
    unsafe { give(to, handle(made)) }
}

fn destroy(texture: *mut c_void) -> Outcome {
    if texture.is_null() {
        return Ok(());
    }
    let known = locked(&TEXTURES).remove(&number(texture)).is_some();
    ensure(known, INVALID_VALUE, "there is no such texture or surface")?;
    // SAFETY: it was allocated for this.
    match unsafe { memory::hipFree(texture) } {
        0 => Ok(()),
        code => fail(code, "the texture cannot be freed"),
    }
}

/// A description of components.
#[allow(non_snake_case)]
#[unsafe(no_mangle)]
pub extern "C" fn hipCreateChannelDesc(
    x: c_int,
    y: c_int,
    z: c_int,
    w: c_int,
    kind: u32,
) -> ChannelDesc {
    ChannelDesc {
        bits: [x, y, z, w],
        kind,
    }
}

api! {
    fn hipMallocArray(to: *mut *mut c_void, channels: *const ChannelDesc, width: usize, height: usize, _flags: u32) {
        ensure(!to.is_null() && !channels.is_null() && width > 0, INVALID_VALUE, "there is no array to make, or no place for it")?;
        give(to, handle(allocate(channels.read(), [width, height, 0], false)?))
    }

    fn hipMalloc3DArray(to: *mut *mut c_void, channels: *const ChannelDesc, size: Extent, flags: u32) {
        ensure(!to.is_null() && !channels.is_null(), INVALID_VALUE, "there is no array to make, or no place for it")?;
        ensure(flags & CUBE == 0, NOT_SUPPORTED, "arrays are no cubes")?;
        let size = [size.width, size.height, size.depth];
        give(to, handle(allocate(channels.read(), size, flags & LAYERED != 0)?))
    }

    fn hipFreeArray(at: *mut c_void) {
        if at.is_null() {
            return Ok(());
        }
        array(at)?;
        locked(&ARRAYS).remove(&number(at));
        match memory::hipFree(at) {
            0 => Ok(()),
            code => fail(code, "the array cannot be freed"),
        }
    }

    fn hipArrayGetInfo(channels: *mut ChannelDesc, extent: *mut [usize; 3], flags: *mut u32, at: *mut c_void) {
        let array = array(at)?;
        put(channels, array.channels);
        put(extent, [array.width, array.height, array.depth]);
        put(flags, if array.layered { LAYERED } else { 0 });
        Ok(())
    }

    fn hipGetChannelDesc(channels: *mut ChannelDesc, at: *const c_void) {
        give(channels, array(at)?.channels)
    }

    fn hipMemcpy2DToArray(
        to: *mut c_void, x: usize, y: usize, from: *const c_void, pitch: usize, width: usize, height: usize, kind: u32,
    ) {
        now(plane(inside(to, (x, y), (width, height))?, (from, pitch), (width, height), kind)?, NULL)
    }

    fn hipMemcpy2DToArrayAsync(
        to: *mut c_void, x: usize, y: usize, from: *const c_void, pitch: usize, width: usize, height: usize, kind: u32,
        stream: *mut c_void,
    ) {
        later(plane(inside(to, (x, y), (width, height))?, (from, pitch), (width, height), kind)?, stream)
    }

    fn hipMemcpy2DFromArray(
        to: *mut c_void, pitch: usize, from: *const c_void, x: usize, y: usize, width: usize, height: usize, kind: u32,
    ) {
        let (from, own) = inside(from, (x, y), (width, height))?;
        now(plane((to, pitch), (from.cast_const(), own), (width, height), kind)?, NULL)
    }

    fn hipMemcpy2DFromArrayAsync(
        to: *mut c_void, pitch: usize, from: *const c_void, x: usize, y: usize, width: usize, height: usize, kind: u32,
        stream: *mut c_void,
    ) {
        let (from, own) = inside(from, (x, y), (width, height))?;
        later(plane((to, pitch), (from.cast_const(), own), (width, height), kind)?, stream)
    }

    fn hipCreateTextureObject(to: *mut *mut c_void, resource: *const ResourceDesc, texture: *const TextureDesc, view: *const c_void) {
        ensure(!to.is_null() && !resource.is_null() && !texture.is_null(), INVALID_VALUE, "a description is NULL")?;
        ensure(view.is_null(), NOT_SUPPORTED, "textures have no views")?;
        create(to, resource.read(), texture.read())
    }

    // A surface is a texture that nothing filters.
    fn hipCreateSurfaceObject(to: *mut *mut c_void, resource: *const ResourceDesc) {
        ensure(!to.is_null() && !resource.is_null(), INVALID_VALUE, "a description is NULL")?;
        ensure((*resource).kind == ARRAY, INVALID_VALUE, "a surface is one of an array")?;
        create(to, resource.read(), TextureDesc::NONE)
    }

    fn hipDestroySurfaceObject(surface: *mut c_void) {
        destroy(surface)
    }

    fn hipDestroyTextureObject(texture: *mut c_void) {
        destroy(texture)
    }

    fn hipGetTextureObjectResourceDesc(to: *mut ResourceDesc, texture: *mut c_void) {
        let found = locked(&TEXTURES).get(&number(texture)).copied();
        found.map_or_else(|| fail(INVALID_VALUE, "there is no such texture"), |(resource, _)| give(to, resource.0))
    }

    fn hipGetTextureObjectTextureDesc(to: *mut TextureDesc, texture: *mut c_void) {
        let found = locked(&TEXTURES).get(&number(texture)).copied();
        found.map_or_else(|| fail(INVALID_VALUE, "there is no such texture"), |(_, texture)| give(to, texture.0))
    }
}
