//! Element-wise operations on tile registers.

use super::mma::{Block, transpose_bytes};
use super::number::{DIVIDED_BY_ZERO, INVALID, NEAREST, SATURATED, Type};
use crate::meaning::{One, Quant, Two};
use op::float::{max_num_f32, min_num_f32};
use op::formats::{Bf16, F16, bf16_to_f32, canonical, f16_to_f32, f32_to_bf16, f32_to_f16};
use op::rounded::rint_round_f64;

/// The type of the elements of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    F32,
    F16,
    Bf16,
    I32,
}

impl Element {
    pub fn from_code(code: u8) -> Element {
        [Element::F32, Element::F16, Element::Bf16, Element::I32][usize::from(code & 3)]
    }

    pub fn bytes(self) -> usize {
        match self {
            Element::F32 | Element::I32 => 4,
            Element::F16 | Element::Bf16 => 2,
        }
    }

    /// Elements in a row of a register.
    pub fn columns(self) -> usize {
        32 / self.bytes()
    }

    fn ty(self) -> Type {
        match self {
            Element::F32 => Type::F32,
            Element::F16 => Type::F16,
            Element::Bf16 => Type::Bf16,
            Element::I32 => Type::S32,
        }
    }

    pub fn widen(self, bits: u32) -> f32 {
        match self {
            Element::F32 | Element::I32 => f32::from_bits(bits),
            Element::F16 => f16_to_f32(F16(bits as u16)),
            Element::Bf16 => bf16_to_f32(Bf16(bits as u16)),
        }
    }

    /// The bits of a single-precision result, to nearest even, NaN in its canonical form.
    pub fn narrow(self, value: f32) -> u32 {
        match self {
            Element::F32 | Element::I32 => canonical(value).to_bits(),
            Element::F16 => f32_to_f16(value).0.into(),
            Element::Bf16 => f32_to_bf16(value).0.into(),
        }
    }

    /// The bits as they are, or with the other sign.
    fn signed(self, bits: u32, negate: bool) -> u32 {
        match self {
            _ if !negate => bits,
            Element::F32 => bits ^ 0x8000_0000,
            Element::F16 | Element::Bf16 => bits ^ 0x8000,
            Element::I32 => bits.wrapping_neg(),
        }
    }

    fn mask(self) -> u32 {
        if self.bytes() == 2 { 0xffff } else { !0 }
    }
}

/// Element `index` of a register, counting along rows.
pub fn get(block: &Block, bytes: usize, index: usize) -> u32 {
    match bytes {
        1 => block[index].into(),
        2 => u16::from_le_bytes([block[2 * index], block[2 * index + 1]]).into(),
        _ => {
            let at = 4 * index;
            u32::from_le_bytes([block[at], block[at + 1], block[at + 2], block[at + 3]])
        }
    }
}

pub fn put(block: &mut Block, bytes: usize, index: usize, value: u32) {
    block[bytes * index..bytes * (index + 1)].copy_from_slice(&value.to_le_bytes()[..bytes]);
}

/// What an operation needs to know beside its sources.
#[derive(Clone, Copy, Debug)]
pub struct Mode {
    /// Rows that take part.
    pub rows: u32,
    /// `trm`.
    pub rounding: u32,
}

impl Mode {
    fn active(self) -> impl Iterator<Item = usize> {
        (0..32).filter(move |row| self.rows >> row & 1 == 1)
    }
}

/// The second source of an operation.
#[derive(Clone, Debug)]
pub enum Source<'a> {
    Tiles(&'a [Block]),
    /// An element for each row.
    Rows(&'a [u8]),
    /// An element for each column of the logical row.
    Columns(&'a [u8]),
    /// The same everywhere.
    Scalar(u32),
}

impl Source<'_> {
    /// The element for row `row` and column `column` of the logical row.
    fn element(&self, bytes: usize, row: usize, column: usize) -> u32 {
        let vector = |data: &[u8], index: usize| {
            let mut word = [0; 4];
            if let Some(element) = data.get(bytes * index..bytes * (index + 1)) {
                word[..bytes].copy_from_slice(element);
            }
            u32::from_le_bytes(word)
        };
        match self {
            Source::Tiles(tiles) => {
                let columns = 32 / bytes;
                get(
                    &tiles[column / columns],
                    bytes,
                    row * columns + column % columns,
                )
            }
            Source::Rows(data) => vector(data, row),
            Source::Columns(data) => vector(data, column),
            Source::Scalar(value) => *value,
        }
    }
}

/// One source. Returns what became sticky.
pub fn one(d: &mut Block, a: &Block, op: One, element: Element, negate: bool, mode: Mode) -> u32 {
    let (bytes, columns) = (element.bytes(), element.columns());
    let source =
        |row: usize, column: usize| element.signed(get(a, bytes, row * columns + column), negate);
    let mut flags = 0;
    match op {
        One::RowSum | One::RowMax | One::RowMin => {
            for row in mode.active() {
                let values = (0..columns).map(|column| source(row, column));
                let (result, sticky) = reduce(values, op, element);
                flags |= sticky;
                (0..columns).for_each(|column| put(d, bytes, row * columns + column, result));
            }
        }
        One::ColSum | One::ColMax | One::ColMin => {
            for column in 0..columns {
                let values = mode.active().map(|row| source(row, column));
                let (result, sticky) = reduce(values, op, element);
                flags |= sticky;
                mode.active()
                    .for_each(|row| put(d, bytes, row * columns + column, result));
            }
        }
        _ => {
            return each(d, element, mode, |row, column, _| {
                let bits = source(row, column);
                match element {
                    Element::I32 => (one_integer(op, bits), 0),
                    _ => one_float(op, bits, element, mode.rounding),
                }
            });
        }
    }
    flags
}

/// Combines elements in order, starting with the first.
fn reduce(mut values: impl Iterator<Item = u32>, op: One, element: Element) -> (u32, u32) {
    let Some(first) = values.next() else {
        return (0, 0);
    };
    if element == Element::I32 {
        let combine = |a: u32, b: u32| match op {
            One::RowSum | One::ColSum => a.wrapping_add(b),
            One::RowMax | One::ColMax => (a as i32).max(b as i32) as u32,
            _ => (a as i32).min(b as i32) as u32,
        };
        return (values.fold(first, combine), 0);
    }
    let mut any_nan = element.widen(first).is_nan();
    let result = values
        .map(|bits| element.widen(bits))
        .fold(element.widen(first), |a, b| {
            any_nan |= b.is_nan();
            match op {
                One::RowSum | One::ColSum => a + b,
                One::RowMax | One::ColMax => max_num_f32(a, b),
                _ => min_num_f32(a, b),
            }
        });
    let invalid = result.is_nan() && !any_nan;
    (element.narrow(result), if invalid { INVALID } else { 0 })
}

fn one_integer(op: One, x: u32) -> u32 {
    match op {
        One::Abs => (x as i32).wrapping_abs() as u32,
        One::Not => !x,
        One::Relu => (x as i32).max(0) as u32,
        _ => x,
    }
}

fn one_float(op: One, bits: u32, element: Element, rounding: u32) -> (u32, u32) {
    let x = element.widen(bits);
    let wide = f64::from(x);
    // Computed in double precision and rounded once to the format.
    let result = match op {
        One::Mov => return (bits, 0),
        One::Not => return (!bits & element.mask(), 0),
        One::Abs => {
            let bits = if element.bytes() == 2 {
                bits & 0x7fff
            } else {
                bits & 0x7fff_ffff
            };
            let quiet = if x.is_nan() { element.narrow(x) } else { bits };
            return (quiet, 0);
        }
        One::Relu => return (element.narrow(max_num_f32(x, 0.0)), 0),
        One::Rcp => 1.0 / wide,
        One::Sqrt => wide.sqrt(),
        One::Rsqrt if x == 0.0 => f64::INFINITY.copysign(wide),
        One::Rsqrt => 1.0 / wide.sqrt(),
        One::Exp2 => libm::exp2(wide),
        One::Log2 => libm::log2(wide),
        One::Sin => libm::sin(wide),
        One::Cos => libm::cos(wide),
        One::Tanh => libm::tanh(wide),
        One::Sigmoid => 1.0 / (1.0 + libm::exp(-wide)),
        One::Floor => wide.floor(),
        One::Ceil => wide.ceil(),
        One::Trunc => wide.trunc(),
        One::Rint => rint_round_f64(wide, rounding),
        _ => wide,
    };
    let mut flags = 0;
    if result.is_nan() && !x.is_nan() {
        flags |= INVALID;
    }
    if matches!(op, One::Rcp | One::Rsqrt | One::Log2) && result.is_infinite() && x.is_finite() {
        flags |= DIVIDED_BY_ZERO;
    }
    (element.ty().round(result, NEAREST).0, flags)
}

/// Two sources.
pub fn two(
    d: &mut Block,
    a: &Block,
    b: &Source<'_>,
    op: Two,
    element: Element,
    negate: (bool, bool),
    mode: Mode,
) -> u32 {
    let bytes = element.bytes();
    each(d, element, mode, |row, column, index| {
        let x = element.signed(get(a, bytes, index), negate.0);
        let y = element.signed(b.element(bytes, row, column), negate.1);
        let (result, sticky) = match element {
            Element::I32 => (two_integer(op, x, y), 0),
            _ => two_float(op, x, y, element),
        };
        (result & element.mask(), sticky)
    })
}

/// Every element of the rows that take part becomes what `f` makes of its row, its column and its
/// index in the register. Returns what became sticky in any of them.
#[inline]
fn each(
    d: &mut Block,
    element: Element,
    mode: Mode,
    f: impl Fn(usize, usize, usize) -> (u32, u32),
) -> u32 {
    let (bytes, columns) = (element.bytes(), element.columns());
    let mut flags = 0;
    for row in mode.active() {
        for column in 0..columns {
            let index = row * columns + column;
            let (result, sticky) = f(row, column, index);
            flags |= sticky;
            put(d, bytes, index, result);
        }
    }
    flags
}

fn all_ones(condition: bool) -> u32 {
    if condition { !0 } else { 0 }
}

fn two_integer(op: Two, x: u32, y: u32) -> u32 {
    let (a, b) = (x as i32, y as i32);
    match op {
        Two::Add => x.wrapping_add(y),
        Two::Sub => x.wrapping_sub(y),
        Two::Mul => x.wrapping_mul(y),
        Two::Div if b == 0 => !0,
        Two::Div => a.wrapping_div(b) as u32,
        Two::Min => a.min(b) as u32,
        Two::Max => a.max(b) as u32,
        Two::MinU => x.min(y),
        Two::MaxU => x.max(y),
        Two::And => x & y,
        Two::Or => x | y,
        Two::Xor => x ^ y,
        Two::Shl => x << (y & 31),
        Two::Shr => x >> (y & 31),
        Two::Sra => (a >> (y & 31)) as u32,
        Two::CmpEq => all_ones(x == y),
        Two::CmpNe => all_ones(x != y),
        Two::CmpLt => all_ones(a < b),
        Two::CmpLe => all_ones(a <= b),
        Two::CmpGt => all_ones(a > b),
        Two::CmpGe => all_ones(a >= b),
        Two::CmpLtU => all_ones(x < y),
        Two::CmpGeU => all_ones(x >= y),
    }
}

fn two_float(op: Two, x: u32, y: u32, element: Element) -> (u32, u32) {
    let narrow = element.bytes() == 2;
    let count = if narrow { y & 15 } else { y & 31 };
    match op {
        Two::And => return (x & y, 0),
        Two::Or => return (x | y, 0),
        Two::Xor => return (x ^ y, 0),
        Two::Shl => return (x << count, 0),
        Two::Shr => return (x >> count, 0),
        Two::Sra if narrow => return (((x as i16) >> count) as u32, 0),
        Two::Sra => return ((x as i32 >> count) as u32, 0),
        _ => {}
    }
    let (a, b) = (element.widen(x), element.widen(y));
    let result = match op {
        Two::Add => a + b,
        Two::Sub => a - b,
        Two::Mul => a * b,
        Two::Div => a / b,
        Two::Min => min_num_f32(a, b),
        Two::Max => max_num_f32(a, b),
        Two::CmpEq => return (all_ones(a == b), 0),
        Two::CmpNe => return (all_ones(a != b), 0),
        Two::CmpLt => return (all_ones(a < b), 0),
        Two::CmpLe => return (all_ones(a <= b), 0),
        Two::CmpGt => return (all_ones(a > b), 0),
        Two::CmpGe => return (all_ones(a >= b), 0),
        // The unsigned operations exist for integers only.
        _ => a,
    };
    let mut flags = 0;
    if result.is_nan() && !a.is_nan() && !b.is_nan() {
        flags |= INVALID;
    }
    if op == Two::Div && b == 0.0 && a.is_finite() && result.is_infinite() {
        flags |= DIVIDED_BY_ZERO;
    }
    (element.narrow(result), flags)
}

/// `a * b + c`, fused.
pub fn mad(
    d: &mut Block,
    a: &Block,
    b: &Source<'_>,
    c: &Block,
    element: Element,
    negate: (bool, bool),
    mode: Mode,
) -> u32 {
    let bytes = element.bytes();
    each(d, element, mode, |row, column, index| {
        let x = element.signed(get(a, bytes, index), negate.0);
        let y = b.element(bytes, row, column);
        let z = element.signed(get(c, bytes, index), negate.1);
        if element == Element::I32 {
            return (x.wrapping_mul(y).wrapping_add(z), 0);
        }
        let (x, y, z) = (element.widen(x), element.widen(y), element.widen(z));
        let result = x.mul_add(y, z);
        let invalid = result.is_nan() && !x.is_nan() && !y.is_nan() && !z.is_nan();
        (element.narrow(result), if invalid { INVALID } else { 0 })
    })
}

/// The lane of the second source where the first is not zero, else of the third.
pub fn select(d: &mut Block, a: &Block, b: &Source<'_>, c: &Block, element: Element, mode: Mode) {
    let bytes = element.bytes();
    each(d, element, mode, |row, column, index| {
        let value = match get(a, bytes, index) {
            0 => get(c, bytes, index),
            _ => b.element(bytes, row, column),
        };
        (value, 0)
    });
}

/// Quantisation: wide registers `a` and zero points `z` to one register of bytes.
pub fn quantise(
    d: &mut Block,
    a: &[Block],
    b: &Source<'_>,
    z: &[Block],
    op: Quant,
    element: Element,
    mode: Mode,
) -> u32 {
    let (bytes, columns) = (element.bytes(), element.columns());
    let mut flags = 0;
    for row in mode.active() {
        for column in 0..32 {
            let index = row * columns + column % columns;
            let wide = |tiles: &[Block]| get(&tiles[column / columns], bytes, index);
            let x = match element {
                Element::I32 => wide(a) as i32 as f32,
                _ => element.widen(wide(a)),
            };
            let scale = element.widen(b.element(bytes, row, column));
            let zero = element.widen(wide(z));
            let scaled = x.mul_add(scale, zero);
            if scaled.is_nan() && !x.is_nan() && !scale.is_nan() && !zero.is_nan() {
                flags |= INVALID;
            }
            let ty = if op == Quant::ToS8 {
                Type::S8
            } else {
                Type::E4m3
            };
            let (code, sticky) = ty.round(scaled.into(), mode.rounding);
            flags |= sticky;
            put(d, 1, 32 * row + column, code);
        }
    }
    flags
}

/// Dequantisation: one register of bytes to wide registers.
pub fn dequantise(
    d: &mut [Block],
    q: &Block,
    b: &Source<'_>,
    z: &[Block],
    element: Element,
    mode: Mode,
) -> u32 {
    let (bytes, columns) = (element.bytes(), element.columns());
    let mut flags = 0;
    for row in mode.active() {
        for column in 0..32 {
            let index = row * columns + column % columns;
            let zero = element.widen(get(&z[column / columns], bytes, index));
            let scale = element.widen(b.element(bytes, row, column));
            let result = (f32::from(q[32 * row + column] as i8) - zero) * scale;
            if result.is_nan() && !zero.is_nan() && !scale.is_nan() {
                flags |= INVALID;
            }
            put(
                &mut d[column / columns],
                bytes,
                index,
                element.narrow(result),
            );
        }
    }
    flags
}

/// Transposes blocks of elements of `bytes` bytes.
pub fn transpose(a: &Block, bytes: usize) -> Block {
    let mut out = *a;
    if bytes == 1 {
        transpose_bytes(&mut out);
        return out;
    }
    let size = 32 / bytes;
    for first in (0..32).step_by(size) {
        for row in 0..size {
            for column in 0..size {
                let value = get(a, bytes, (first + row) * size + column);
                put(&mut out, bytes, (first + column) * size + row, value);
            }
        }
    }
    out
}

/// Converts between types; wider sources and destinations take several registers.
pub fn convert(d: &mut [Block], a: &[Block], to: Type, from: Type, mode: Mode) -> u32 {
    let columns = 256 / to.bits().min(from.bits());
    let mut flags = 0;
    for row in mode.active() {
        for column in 0..columns {
            let value = from.value(element(a, from.bits(), row, column));
            let (value, sticky) = to.round(value, mode.rounding);
            flags |= sticky;
            set_element(d, to.bits(), row, column, value);
        }
    }
    flags & (SATURATED | INVALID)
}

/// Element `column` of the logical row `row`, which runs through the registers.
fn element(tiles: &[Block], bits: usize, row: usize, column: usize) -> u32 {
    let columns = 256 / bits;
    let tile = &tiles[column / columns];
    let column = column % columns;
    match bits {
        4 => u32::from(tile[32 * row + column / 2] >> (4 * (column % 2)) & 15),
        _ => get(tile, bits / 8, row * columns + column),
    }
}

fn set_element(tiles: &mut [Block], bits: usize, row: usize, column: usize, value: u32) {
    let columns = 256 / bits;
    let tile = &mut tiles[column / columns];
    let column = column % columns;
    match bits {
        4 => {
            let byte = &mut tile[32 * row + column / 2];
            let shift = 4 * (column % 2);
            *byte = *byte & !(15 << shift) | (value as u8 & 15) << shift;
        }
        _ => put(tile, bits / 8, row * columns + column, value),
    }
}
