//! The formats that results are rounded to.

/// A format to round to.
pub struct FloatFormat {
    pub(super) width: u32,
    pub(super) fraction: u32,
    pub(super) bias: i32,
    /// The bits of the greatest finite number, and of what lies beyond.
    pub(super) greatest: u64,
    pub(super) beyond: u64,
    pub(super) nan: u64,
}

impl FloatFormat {
    const fn new(
        width: u32,
        fraction: u32,
        bias: i32,
        greatest: u64,
        beyond: u64,
        nan: u64,
    ) -> Self {
        FloatFormat {
            width,
            fraction,
            bias,
            greatest,
            beyond,
            nan,
        }
    }
}

#[rustfmt::skip]
mod table {
    use super::FloatFormat;
    //                                        width fraction bias greatest           beyond          NaN
    /// Double precision.
    pub static F64: FloatFormat =    FloatFormat::new(64, 52, 1023, 0x7fef_ffff_ffff_ffff, 0x7ff0 << 48, 0x7ff8 << 48);
    /// Single precision.
    pub static F32: FloatFormat =    FloatFormat::new(32, 23, 127,  0x7f7f_ffff,           0x7f80_0000,  0x7fc0_0000);
    /// Half precision.
    pub static HALF: FloatFormat =   FloatFormat::new(16, 10, 15,   0x7bff,                0x7c00,       0x7e00);
    /// The upper half of single precision.
    pub static BFLOAT: FloatFormat = FloatFormat::new(16, 7,  127,  0x7f7f,                0x7f80,       0x7fc0);
    /// Single precision with a fraction of 10 bits, in 19 bits.
    pub static TF32: FloatFormat =   FloatFormat::new(19, 10, 127,  0x3fbff,               0x3fc00,      0x3fe00);
    /// Eight bits, 4 of them the exponent; it saturates.
    pub static E4M3: FloatFormat =   FloatFormat::new(8,  3,  7,    0x7e,                  0x7e,         0x7f);
    /// Eight bits, 5 of them the exponent; it saturates.
    pub static E5M2: FloatFormat =   FloatFormat::new(8,  2,  15,   0x7b,                  0x7b,         0x7f);
}
pub use table::{BFLOAT, E4M3, E5M2, F32, F64, HALF, TF32};
