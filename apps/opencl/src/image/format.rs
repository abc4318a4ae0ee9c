//! Formats of images: channels and their types, and what the machine has for them.

#![allow(non_upper_case_globals)] // The names of the specification.

use opencl_sys::*;
use wavetank::amd_host::image;

/// A format that there is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Format {
    pub channels: cl_image_format,
    /// The machine's code.
    pub code: u32,
    /// Where a result's components are stored.
    pub select: [u8; 4],
    /// Bytes of a texel.
    pub bytes: usize,
}

/// Zero, one, and the components that are stored.
const ZERO: u8 = 0;
const ONE: u8 = 1;
const X: u8 = 4;
const Y: u8 = 5;
const Z: u8 = 6;
const W: u8 = 7;

/// Orders, how many components they store, and where results have them from.
const ORDERS: [(cl_channel_order, usize, [u8; 4]); 14] = [
    (CL_R, 1, [X, ZERO, ZERO, ONE]),
    (CL_Rx, 1, [X, ZERO, ZERO, ONE]),
    (CL_A, 1, [ZERO, ZERO, ZERO, X]),
    (CL_INTENSITY, 1, [X, X, X, X]),
    (CL_LUMINANCE, 1, [X, X, X, ONE]),
    (CL_DEPTH, 1, [X, ZERO, ZERO, ONE]),
    (CL_RG, 2, [X, Y, ZERO, ONE]),
    (CL_RGx, 2, [X, Y, ZERO, ONE]),
    (CL_RA, 2, [X, ZERO, ZERO, Y]),
    (CL_RGBA, 4, [X, Y, Z, W]),
    (CL_BGRA, 4, [Z, Y, X, W]),
    (CL_ARGB, 4, [Y, Z, W, X]),
    (CL_sRGBA, 4, [X, Y, Z, W]),
    (CL_sBGRA, 4, [Z, Y, X, W]),
];

/// Types of one component: bits, and how the machine calls its numbers.
const TYPES: [(cl_channel_type, usize, &str); 12] = [
    (CL_SNORM_INT8, 8, "SNORM"),
    (CL_SNORM_INT16, 16, "SNORM"),
    (CL_UNORM_INT8, 8, "UNORM"),
    (CL_UNORM_INT16, 16, "UNORM"),
    (CL_SIGNED_INT8, 8, "SINT"),
    (CL_SIGNED_INT16, 16, "SINT"),
    (CL_SIGNED_INT32, 32, "SINT"),
    (CL_UNSIGNED_INT8, 8, "UINT"),
    (CL_UNSIGNED_INT16, 16, "UINT"),
    (CL_UNSIGNED_INT32, 32, "UINT"),
    (CL_HALF_FLOAT, 16, "FLOAT"),
    (CL_FLOAT, 32, "FLOAT"),
];

/// Types of three components in one word, the last in the lowest bits.
const PACKED: [(cl_channel_type, &str, usize); 3] = [
    (CL_UNORM_SHORT_565, "5_6_5_UNORM", 2),
    (CL_UNORM_SHORT_555, "1_5_5_5_UNORM", 2),
    (CL_UNORM_INT_101010, "2_10_10_10_UNORM", 4),
];

impl Format {
    /// All that there are.
    pub fn all() -> impl Iterator<Item = Format> {
        let made = |order: cl_channel_order, ty: cl_channel_type, name: &str, bytes, select| {
            let code = image::format_code(name)?;
            Some(Format {
                channels: cl_image_format {
                    image_channel_order: order,
                    image_channel_data_type: ty,
                },
                code: code.into(),
                select,
                bytes,
            })
        };
        let plain = ORDERS.into_iter().flat_map(move |(order, count, select)| {
            let good = TYPES
                .into_iter()
                .filter(move |(ty, bits, number)| suits(order, *ty, *bits, number));
            good.filter_map(move |(ty, bits, number)| {
                let number = match order {
                    CL_sRGBA | CL_sBGRA => "SRGB",
                    _ => number,
                };
                let widths = vec![bits.to_string(); count].join("_");
                made(
                    order,
                    ty,
                    &format!("{widths}_{number}"),
                    bits / 8 * count,
                    select,
                )
            })
        });
        let packed = [CL_RGB, CL_RGBx].into_iter().flat_map(move |order| {
            let all = PACKED.into_iter();
            all.filter_map(move |(ty, name, bytes)| made(order, ty, name, bytes, [Z, Y, X, ONE]))
        });
        plain.chain(packed)
    }

    /// Whether it is the format of these channels.
    pub fn is(&self, channels: &cl_image_format) -> bool {
        let own = &self.channels;
        own.image_channel_order == channels.image_channel_order
            && own.image_channel_data_type == channels.image_channel_data_type
    }

    /// Whether images of a kind, for these uses, have it.
    pub fn serves(&self, kind: cl_mem_object_type, flags: cl_mem_flags) -> bool {
        let order = self.channels.image_channel_order;
        let curve = matches!(order, CL_sRGBA | CL_sBGRA);
        let written = CL_MEM_WRITE_ONLY | CL_MEM_READ_WRITE | CL_MEM_KERNEL_READ_AND_WRITE;
        match kind {
            // Kernels store no curves.
            _ if curve && flags & written != 0 => false,
            CL_MEM_OBJECT_IMAGE1D_BUFFER => self.code < 64 && order != CL_DEPTH,
            CL_MEM_OBJECT_IMAGE2D | CL_MEM_OBJECT_IMAGE2D_ARRAY => true,
            _ => order != CL_DEPTH,
        }
    }
}

/// Which types go with which order, as the specification says.
fn suits(order: cl_channel_order, ty: cl_channel_type, bits: usize, number: &str) -> bool {
    match order {
        CL_INTENSITY | CL_LUMINANCE => matches!(number, "SNORM" | "UNORM" | "FLOAT"),
        CL_DEPTH => matches!(ty, CL_UNORM_INT16 | CL_FLOAT),
        CL_BGRA | CL_ARGB => bits == 8,
        CL_sRGBA | CL_sBGRA => ty == CL_UNORM_INT8,
        _ => true,
    }
}

/// Whether order and type go together at all, if not on this machine.
pub(crate) fn is_known(format: &cl_image_format) -> bool {
    let (order, ty) = (format.image_channel_order, format.image_channel_data_type);
    let packed = PACKED.iter().any(|(packed, ..)| *packed == ty);
    match order {
        CL_RGB | CL_RGBx => packed,
        _ => {
            let known = ORDERS.iter().any(|(known, ..)| *known == order);
            let ty = TYPES.iter().find(|(known, ..)| *known == ty);
            known && ty.is_some_and(|(ty, bits, number)| suits(order, *ty, *bits, number))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_has_a_code_and_is_known() {
        let all: Vec<Format> = Format::all().collect();
        assert_eq!(all.len(), 7 * 12 + 2 * 6 + 2 + 2 * 4 + 2 + 2 * 3);
        assert!(all.iter().all(|format| is_known(&format.channels)));
        assert!(
            all.iter()
                .all(|format| [1, 2, 4, 8, 16].contains(&format.bytes))
        );
    }
}
