//! Element types, shapes, and the arrays made of them.

use std::fmt::{self, Write as _};

use crate::Constant;
use crate::float::{self, BF16, F16};

/// The type of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // The names say it: unsigned, signed or floating, and how many bits.
pub enum Type {
    U8,
    U16,
    U32,
    U64,
    I8,
    I16,
    I32,
    I64,
    F16,
    Bf16,
    F32,
    F64,
}

/// Why a number cannot be stored in a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// A float where an integer is stored.
    NotAnInteger,
    /// Beyond the type's smallest or largest value.
    OutOfRange,
}

impl Type {
    /// Every type.
    pub const ALL: [Type; 12] = [
        Type::U8,
        Type::U16,
        Type::U32,
        Type::U64,
        Type::I8,
        Type::I16,
        Type::I32,
        Type::I64,
        Type::F16,
        Type::Bf16,
        Type::F32,
        Type::F64,
    ];

    /// The name that headers use: `f32`.
    pub fn name(self) -> &'static str {
        match self {
            Type::U8 => "u8",
            Type::U16 => "u16",
            Type::U32 => "u32",
            Type::U64 => "u64",
            Type::I8 => "i8",
            Type::I16 => "i16",
            Type::I32 => "i32",
            Type::I64 => "i64",
            Type::F16 => "f16",
            Type::Bf16 => "bf16",
            Type::F32 => "f32",
            Type::F64 => "f64",
        }
    }

    /// The type of this name.
    pub fn from_name(name: &str) -> Option<Type> {
        Type::ALL.into_iter().find(|ty| ty.name() == name)
    }

    /// The type that other languages and numpy call `name`.
    pub fn from_foreign_name(name: &str) -> Option<Type> {
        Some(match name {
            "uint8" | "uint8_t" | "uchar" | "byte" | "bool" => Type::U8,
            "uint16" | "uint16_t" | "ushort" => Type::U16,
            "uint32" | "uint32_t" | "uint" | "unsigned" => Type::U32,
            "uint64" | "uint64_t" | "ulong" | "usize" => Type::U64,
            "int8" | "int8_t" | "char" => Type::I8,
            "int16" | "int16_t" | "short" => Type::I16,
            "int32" | "int32_t" | "int" => Type::I32,
            "int64" | "int64_t" | "long" | "isize" => Type::I64,
            "float16" | "half" => Type::F16,
            "bfloat16" | "bfloat" => Type::Bf16,
            "float32" | "float" | "single" => Type::F32,
            "float64" | "double" => Type::F64,
            _ => return None,
        })
    }

    /// Bytes of one element.
    pub fn size(self) -> usize {
        match self {
            Type::U8 | Type::I8 => 1,
            Type::U16 | Type::I16 | Type::F16 | Type::Bf16 => 2,
            Type::U32 | Type::I32 | Type::F32 => 4,
            Type::U64 | Type::I64 | Type::F64 => 8,
        }
    }

    /// Whether elements are floats.
    pub fn is_float(self) -> bool {
        matches!(self, Type::F16 | Type::Bf16 | Type::F32 | Type::F64)
    }

    /// Whether elements can be negative.
    pub fn is_signed(self) -> bool {
        !matches!(self, Type::U8 | Type::U16 | Type::U32 | Type::U64)
    }

    /// The smallest and the largest integer, for integer types.
    pub fn integer_range(self) -> Option<(i128, i128)> {
        let bits = 8 * self.size();
        match self {
            _ if self.is_float() => None,
            _ if self.is_signed() => Some((-1 << (bits - 1), (1 << (bits - 1)) - 1)),
            _ => Some((0, (1 << bits) - 1)),
        }
    }

    /// The largest finite value as text, for float types. The shortest text that reads back as
    /// it would be 65500 for `f16`, which is not what people know.
    pub(crate) fn largest(self) -> Option<String> {
        match self {
            Type::F16 => Some(Constant::Float((F16.decode)(0x7bff)).to_string()),
            Type::Bf16 => Some(self.show(&0x7f7f_u16.to_le_bytes())),
            Type::F32 => Some(self.show(&f32::MAX.to_le_bytes())),
            Type::F64 => Some(self.show(&f64::MAX.to_le_bytes())),
            _ => None,
        }
    }

    /// Appends `value` in little-endian order. Floats round to nearest, ties to even; a finite
    /// number that would become infinite is out of range.
    pub fn push(self, value: Constant, bytes: &mut Vec<u8>) -> Result<(), Unfit> {
        if let Some((low, high)) = self.integer_range() {
            let n = value.as_int().ok_or(Unfit::NotAnInteger)?;
            if !(low..=high).contains(&n) {
                return Err(Unfit::OutOfRange);
            }
            bytes.extend_from_slice(&n.to_le_bytes()[..self.size()]);
            return Ok(());
        }
        // Integers go to `f32` directly: by way of `f64` they could round twice.
        let single = |value| match value {
            Constant::Int(n) => n as f32,
            Constant::Float(x) => x as f32,
        };
        let x = value.as_f64();
        let infinite = match self {
            Type::F16 => (F16.decode)((F16.encode)(x)).is_infinite(),
            Type::Bf16 => (BF16.decode)((BF16.encode)(x)).is_infinite(),
            Type::F32 => single(value).is_infinite(),
            _ => x.is_infinite(),
        };
        if infinite && x.is_finite() {
            return Err(Unfit::OutOfRange);
        }
        match self {
            Type::F16 => bytes.extend_from_slice(&(F16.encode)(x).to_le_bytes()),
            Type::Bf16 => bytes.extend_from_slice(&(BF16.encode)(x).to_le_bytes()),
            // NaN has many encodings and conversions may pick any: always store the plain one.
            Type::F32 if x.is_nan() => bytes.extend_from_slice(&0x7fc0_0000u32.to_le_bytes()),
            Type::F32 => bytes.extend_from_slice(&single(value).to_le_bytes()),
            _ if x.is_nan() => bytes.extend_from_slice(&0x7ff8_0000_0000_0000u64.to_le_bytes()),
            _ => bytes.extend_from_slice(&x.to_le_bytes()),
        }
        Ok(())
    }

    /// The number in the first bytes of `bytes`; missing bytes read as zero.
    pub fn read(self, bytes: &[u8]) -> Constant {
        let mut word = [0; 8];
        for (to, from) in word.iter_mut().zip(bytes.iter().take(self.size())) {
            *to = *from;
        }
        let bits = u64::from_le_bytes(word);
        match self {
            Type::F16 => Constant::Float((F16.decode)(bits as u16)),
            Type::Bf16 => Constant::Float((BF16.decode)(bits as u16)),
            Type::F32 => Constant::Float(f32::from_bits(bits as u32).into()),
            Type::F64 => Constant::Float(f64::from_bits(bits)),
            _ if self.is_signed() => {
                let unused = 64 - 8 * self.size() as u32;
                Constant::Int(((bits << unused) as i64 >> unused).into())
            }
            _ => Constant::Int(bits.into()),
        }
    }

    /// The element as text, in the shortest form that reads back exactly.
    pub fn show(self, bytes: &[u8]) -> String {
        let mut text = String::new();
        self.show_into(bytes, &mut text);
        text
    }

    /// The same, behind what is there already.
    pub(crate) fn show_into(self, bytes: &[u8], out: &mut String) {
        let _ = match (self, self.read(bytes)) {
            (Type::F16, Constant::Float(x)) => return F16.shortest((F16.encode)(x), out),
            (Type::Bf16, Constant::Float(x)) => return BF16.shortest((BF16.encode)(x), out),
            (Type::F32, Constant::Float(x)) => return float::shortest_f32(x as f32, out),
            // Numbers of 128 bits take long.
            (_, Constant::Int(n)) => match i64::try_from(n) {
                Ok(n) => write!(out, "{n}"),
                Err(_) => write!(out, "{n}"),
            },
            (_, value) => write!(out, "{value}"),
        };
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Row-major dimensions; none at all for a scalar.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Shape(Vec<u64>);

impl Shape {
    /// One element without dimensions.
    pub fn scalar() -> Shape {
        Shape::default()
    }

    /// A shape of these dimensions, the slowest first.
    pub fn new(dims: impl Into<Vec<u64>>) -> Shape {
        Shape(dims.into())
    }

    /// The dimensions, the slowest first.
    pub fn dims(&self) -> &[u64] {
        &self.0
    }

    /// Whether there are no dimensions.
    pub fn is_scalar(&self) -> bool {
        self.0.is_empty()
    }

    /// How many elements; `None` when that does not fit in 64 bits.
    pub fn count(&self) -> Option<u64> {
        self.0
            .iter()
            .try_fold(1u64, |product, &dim| product.checked_mul(dim))
    }

    /// The position along every dimension of element `flat`.
    pub fn index_of(&self, flat: u64) -> Vec<u64> {
        let mut rest = flat;
        let mut index = vec![0; self.0.len()];
        for (place, &dim) in index.iter_mut().zip(&self.0).rev() {
            *place = rest % dim.max(1);
            rest /= dim.max(1);
        }
        index
    }
}

/// `[4,4]`; nothing for a scalar.
impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_scalar() {
            return Ok(());
        }
        let dims: Vec<String> = self.0.iter().map(u64::to_string).collect();
        write!(f, "[{}]", dims.join(","))
    }
}

/// A typed, shaped, little-endian block of memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Array {
    /// Of every element.
    pub ty: Type,
    /// No dimensions for a scalar.
    pub shape: Shape,
    /// The elements in row order, each little-endian: as many bytes as type and shape ask for.
    pub data: Vec<u8>,
}

impl Array {
    /// How many whole elements `data` holds.
    pub fn len(&self) -> usize {
        self.data.len() / self.ty.size()
    }

    /// Whether there is no whole element.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bytes of every element in row-major order.
    pub fn elements(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        self.data.chunks_exact(self.ty.size())
    }

    /// The bytes of one element; `None` past the end.
    pub fn element(&self, flat: usize) -> Option<&[u8]> {
        let start = flat.checked_mul(self.ty.size())?;
        self.data.get(start..start.checked_add(self.ty.size())?)
    }
}
