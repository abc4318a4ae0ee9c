//! numpy's `.npy` files, read and written.
//!
//! numpy has no `bf16`: it is written as `<u2`, its bits in 16-bit integers, and read from that
//! or from the two-byte void (`V2`) that other tools write.

use crate::{Array, Shape, Type};

const MAGIC: &[u8] = b"\x93NUMPY";

/// How long everything before the data may be: all of version 1, and more than any array needs.
pub(crate) const MAX_HEADER: u64 = 1 << 16;

/// A `.npy` file whose header has been read.
#[derive(Clone, Debug)]
pub struct Npy<'a> {
    /// numpy's spelling of the element type: `<f4`.
    pub descr: String,
    /// The first dimension varies fastest, instead of the last.
    pub fortran_order: bool,
    /// No dimensions for a scalar.
    pub shape: Shape,
    /// Everything after the header, which may be more or less than the shape asks for.
    pub data: &'a [u8],
}

/// Reads the header. The error completes the sentence "`x.npy`: ...".
pub fn read(bytes: &[u8]) -> Result<Npy<'_>, String> {
    let rest = bytes
        .strip_prefix(MAGIC)
        .ok_or("it does not begin as a .npy file does")?;
    let (length, rest) = match rest {
        [1, _, a, b, rest @ ..] => (usize::from(u16::from_le_bytes([*a, *b])), rest),
        [2 | 3, _, a, b, c, d, rest @ ..] => {
            let length = u32::from_le_bytes([*a, *b, *c, *d]);
            (usize::try_from(length).unwrap_or(usize::MAX), rest)
        }
        [version, ..] => return Err(format!("its version {version} is not known")),
        [] => return Err("it ends inside its header".to_string()),
    };
    let (header, data) = rest
        .split_at_checked(length)
        .ok_or("it ends inside its header")?;
    let header = std::str::from_utf8(header).map_err(|_| "its header is not text")?;
    let field = |name: &str| {
        let quoted = [format!("'{name}':"), format!("\"{name}\":")];
        let after = quoted
            .iter()
            .find_map(|key| header.split_once(key.as_str()));
        after
            .map(|(_, value)| value.trim_start())
            .ok_or(format!("its header has no `{name}`"))
    };
    let descr = field("descr")?;
    let descr = match descr.chars().next() {
        Some(quote @ ('\'' | '"')) => descr[1..].split(quote).next().unwrap_or_default(),
        _ => return Err("its elements are records, not numbers".to_string()),
    };
    Ok(Npy {
        descr: descr.to_string(),
        fortran_order: field("fortran_order")?.starts_with("True"),
        shape: shape(field("shape")?).ok_or("its shape cannot be read")?,
        data,
    })
}

/// `(3, 4), ...`
fn shape(text: &str) -> Option<Shape> {
    let (inside, _) = text.strip_prefix('(')?.split_once(')')?;
    let dims = inside
        .split(',')
        .map(str::trim)
        .filter(|dim| !dim.is_empty());
    let dims: Option<Vec<u64>> = dims
        .map(|dim| dim.trim_end_matches('L').parse().ok())
        .collect();
    dims.map(Shape::new)
}

impl Npy<'_> {
    /// Whether an element of this file can be read as `ty` without conversion.
    pub fn holds(&self, ty: Type) -> bool {
        let code = self.descr.trim_start_matches(['<', '>', '=', '|']);
        match ty {
            Type::Bf16 => matches!(code, "u2" | "V2"),
            Type::U8 => matches!(code, "u1" | "b1"),
            _ => code == &descr(ty)[1..],
        }
    }

    /// The elements as little-endian `ty`, row-major.
    pub fn to_array(&self, ty: Type) -> Result<Array, String> {
        if !self.holds(ty) {
            return Err(format!("its elements are `{}`, not {ty}", self.descr));
        }
        let size = ty.size();
        let needed = self.shape.count().and_then(|n| n.checked_mul(size as u64));
        let data = needed.and_then(|n| self.data.get(..usize::try_from(n).ok()?));
        let Some(data) = data else {
            let needed = needed.map_or("more than 2^64".to_string(), |n| n.to_string());
            let found = self.data.len();
            return Err(format!(
                "its shape asks for {needed} bytes of data, but it has {found}"
            ));
        };
        let mut data = data.to_vec();
        if self.descr.starts_with('>') {
            data.chunks_exact_mut(size).for_each(<[u8]>::reverse);
        }
        if self.fortran_order && self.shape.dims().len() > 1 {
            data = row_major(&data, size, &self.shape);
        }
        Ok(Array {
            ty,
            shape: self.shape.clone(),
            data,
        })
    }
}

/// Column-major elements in row-major order.
fn row_major(data: &[u8], size: usize, shape: &Shape) -> Vec<u8> {
    let mut rows = Vec::with_capacity(data.len());
    for flat in 0..data.len() / size {
        let index = shape.index_of(flat as u64);
        let from = index
            .iter()
            .zip(shape.dims())
            .rev()
            .fold(0, |at, (i, dim)| at * dim + i);
        rows.extend_from_slice(&data[from as usize * size..][..size]);
    }
    rows
}

/// A version 1.0 file.
pub fn write(array: &Array) -> Vec<u8> {
    let dims: Vec<String> = array
        .shape
        .dims()
        .iter()
        .map(|dim| format!("{dim},"))
        .collect();
    let descr = descr(array.ty);
    // Python writes no trailing comma but in a tuple of one; both read the same.
    let shape = dims.join(" ");
    let mut header =
        format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({shape}), }}");
    // Magic, version and length take ten bytes; the data begins at a multiple of 64.
    let padded = (10 + header.len() + 1).next_multiple_of(64) - 10;
    header = format!("{header:<0$}\n", padded - 1);
    let mut bytes = MAGIC.to_vec();
    bytes.extend_from_slice(&[1, 0]);
    bytes.extend_from_slice(&(header.len() as u16).to_le_bytes());
    bytes.extend_from_slice(header.as_bytes());
    bytes.extend_from_slice(&array.data);
    bytes
}

fn descr(ty: Type) -> &'static str {
    match ty {
        Type::U8 => "|u1",
        Type::U16 | Type::Bf16 => "<u2",
        Type::U32 => "<u4",
        Type::U64 => "<u8",
        Type::I8 => "|i1",
        Type::I16 => "<i2",
        Type::I32 => "<i4",
        Type::I64 => "<i8",
        Type::F16 => "<f2",
        Type::F32 => "<f4",
        Type::F64 => "<f8",
    }
}
