//! The kernarg segment: the memory in which a kernel of AMD's runtime finds its arguments.

use super::grid::Grid;
use crate::arch::MEMORY;
use crate::code_object::metadata::KernelArg;
use arch::{Argument, LaunchRequest};
use source::Diagnostic;

/// Longer segments are not possible.
pub(crate) const MAX_BYTES: u32 = 64 << 10;
/// What follows a kernel's own arguments since code object version 5.
pub(crate) const HIDDEN_BYTES: u32 = 256;

/// The hidden arguments of code object versions 5 and 6: offset from the first, size, kind.
#[rustfmt::skip]
const HIDDEN: &[(u32, u32, &str)] = &[
    (0,   4, "hidden_block_count_x"),   (4,   4, "hidden_block_count_y"),   (8,   4, "hidden_block_count_z"),
    (12,  2, "hidden_group_size_x"),    (14,  2, "hidden_group_size_y"),    (16,  2, "hidden_group_size_z"),
    (18,  2, "hidden_remainder_x"),     (20,  2, "hidden_remainder_y"),     (22,  2, "hidden_remainder_z"),
    (40,  8, "hidden_global_offset_x"), (48,  8, "hidden_global_offset_y"), (56,  8, "hidden_global_offset_z"),
    (64,  2, "hidden_grid_dims"),
    (120, 4, "hidden_dynamic_lds_size"),
    (192, 4, "hidden_private_base"),    (196, 4, "hidden_shared_base"),
];

/// The bytes of the segment, and what they ask for besides.
pub(crate) struct Segment {
    pub bytes: Vec<u8>,
    /// Local memory behind that of the kernel itself.
    pub dynamic_local: u32,
}

/// Where arguments lie when no compiler says so: each at the next multiple of its size, pointers
/// for arrays, hidden ones after them.
pub(crate) fn natural_layout(args: &[Argument<'_>]) -> Vec<KernelArg> {
    let mut offset = 0u32;
    let mut layout: Vec<KernelArg> = Vec::new();
    for arg in args {
        let by_value = arg.array.shape.is_scalar() && !arg.is_output;
        let (size, kind) = match by_value {
            true => (arg.array.ty.size() as u32, "by_value"),
            false => (8, "global_buffer"),
        };
        offset = offset.next_multiple_of(size);
        layout.push(KernelArg {
            name: Some(arg.name.into()),
            offset,
            size,
            kind: kind.into(),
            ..KernelArg::default()
        });
        offset += size;
    }
    let first = offset.next_multiple_of(8);
    layout.extend(HIDDEN.iter().map(|&(offset, size, kind)| KernelArg {
        offset: first + offset,
        size,
        kind: kind.into(),
        ..KernelArg::default()
    }));
    layout
}

/// Lays out the arguments of a launch. `bytes` is how long the segment is at least.
pub(crate) fn segment(
    layout: &[KernelArg],
    bytes: u32,
    static_local: u32,
    request: &LaunchRequest<'_>,
) -> Result<Segment, Diagnostic> {
    let end = |arg: &KernelArg| arg.offset.saturating_add(arg.size);
    let needed = layout.iter().map(end).max().unwrap_or(0).max(bytes);
    if needed > MAX_BYTES {
        let message =
            format!("the kernel's arguments take {needed} bytes; {MAX_BYTES} are possible");
        return Err(Diagnostic::error("too-many-arguments", message));
    }
    // Code may read hidden arguments that its metadata does not list.
    let mut segment = Segment {
        bytes: vec![0; needed as usize + HIDDEN_BYTES as usize],
        dynamic_local: 0,
    };
    let mut own: Vec<&KernelArg> = layout.iter().filter(|arg| !arg.is_hidden()).collect();
    if request.only_planned && request.args.is_empty() {
        own.clear();
    }
    for (arg, given) in own.iter().zip(matched(&own, request.args)?) {
        match is_address(arg, given, request) {
            true => segment.put(arg, &given.array.data),
            false => segment.put_own(arg, given, static_local)?,
        }
    }
    let grid = Grid::of_request(request)?;
    for arg in layout.iter().filter(|arg| arg.is_hidden()) {
        let value = grid.hidden(&arg.kind, segment.dynamic_local);
        segment.put(arg, &value.to_le_bytes());
    }
    Ok(segment)
}

/// Whether a pointer is given as an address: of memory that is there besides the arguments, or 0, which is
/// nowhere.
fn is_address(arg: &KernelArg, given: &Argument<'_>, request: &LaunchRequest<'_>) -> bool {
    let array = given.array;
    matches!(arg.kind.as_str(), "global_buffer" | "image" | "sampler")
        && array.shape.is_scalar()
        && array.ty.to_string() == "u64"
        && (request.key(MEMORY).is_some() || array.data.iter().all(|&byte| byte == 0))
}

impl Segment {
    pub fn put(&mut self, arg: &KernelArg, value: &[u8]) {
        let at = arg.offset as usize;
        let len = value.len().min(arg.size as usize);
        self.bytes[at..at + len].copy_from_slice(&value[..len]);
    }

    fn put_own(
        &mut self,
        arg: &KernelArg,
        given: &Argument<'_>,
        static_local: u32,
    ) -> Result<(), Diagnostic> {
        let data = &given.array.data;
        match arg.kind.as_str() {
            "global_buffer" if given.array.shape.is_scalar() && !given.is_output => {
                return Err(not_a_pointer(arg, given));
            }
            "global_buffer" => {
                check_kind(arg, given)?;
                self.put(arg, &given.address.to_le_bytes());
            }
            "by_value" if data.len() == arg.size as usize => {
                check_kind(arg, given)?;
                self.put(arg, data);
            }
            "by_value" => return Err(wrong_size(arg, given)),
            "dynamic_shared_pointer" => {
                let start = (static_local + self.dynamic_local).next_multiple_of(16);
                let bytes = local_size(given)?;
                self.dynamic_local = (start - static_local).saturating_add(bytes);
                self.put(arg, &u64::from(start).to_le_bytes());
            }
            other => {
                let message = format!("`{}` would have to be a {other}", given.name);
                let error = Diagnostic::error("unmodelled", message)
                    .help("arguments can be values, pointers to global and to local memory");
                return Err(given.point_at(other, error));
            }
        }
        Ok(())
    }
}

/// The argument that belongs to each of the kernel's own: by name where names fit, else by
/// position.
fn matched<'a>(
    own: &[&KernelArg],
    given: &'a [Argument<'a>],
) -> Result<Vec<&'a Argument<'a>>, Diagnostic> {
    let called = |arg: &KernelArg| {
        let name = arg.name.as_deref()?;
        (given.iter())
            .find(|given| given.name == name || given.name.strip_prefix("out_") == Some(name))
    };
    let named: Option<Vec<_>> = own.iter().map(|arg| called(arg)).collect();
    if let Some(named) = named.filter(|named| named.len() == given.len()) {
        return Ok(named);
    }
    if own.len() == given.len() {
        return Ok(given.iter().collect());
    }
    let takes = match own.len() {
        0 => "no arguments".to_string(),
        1 => "1 argument".to_string(),
        n => format!("{n} arguments"),
    };
    let message = format!("the kernel takes {takes}, but {} are given", given.len());
    let mut diagnostic = Diagnostic::error("argument-count", message);
    if !own.is_empty() {
        let list: Vec<String> = own.iter().map(|arg| describe(arg)).collect();
        diagnostic = diagnostic.help(format!("in this order: {}", list.join(", ")));
    }
    Err(match given.get(own.len()).or(given.last()) {
        Some(arg) if given.len() > own.len() => arg.point_at("one too many", diagnostic),
        Some(arg) => arg.point_at("the last one", diagnostic),
        None => diagnostic,
    })
}

fn describe(arg: &KernelArg) -> String {
    let name = arg
        .name
        .as_ref()
        .map_or(String::new(), |name| format!("{name}: "));
    match (&arg.type_name, arg.kind.as_str()) {
        (Some(ty), _) => format!("{name}{ty}"),
        (None, "by_value") => format!("{name}a value of {} bytes", arg.size),
        (None, kind) => format!("{name}{kind}"),
    }
}

/// Numbers of another kind are not converted, so their bits would mean something else.
fn check_kind(arg: &KernelArg, given: &Argument<'_>) -> Result<(), Diagnostic> {
    let Some((wants_float, bytes)) = arg.type_name.as_deref().and_then(element) else {
        return Ok(());
    };
    let (name, ty) = (given.name, given.array.ty);
    let by_value = arg.kind == "by_value";
    // C has no name for bytes and for floats of 16 bits that is not used for numbers as well, and
    // unsigned words are how arrays are given of which each bit counts.
    let raw = ty.size() == 1
        || bytes == 1
        || bytes == 2 && ty.size() == 2 && !wants_float
        || !by_value && !ty.is_signed();
    if raw || ty.is_float() == wants_float && ty.size() == bytes {
        return Ok(());
    }
    let message = format!("`{name}` is {ty}, but the kernel wants {}", describe(arg));
    let help = match by_value {
        true => "its bits would be taken as they are: give a value of the other kind".to_string(),
        false => format!(
            "its bits would be taken as they are; if that is meant, give it as u{}",
            8 * ty.size()
        ),
    };
    let error = Diagnostic::error("argument-type", message).help(help);
    Err(given.point_at("of another kind", error))
}

/// Whether what OpenCL C calls so consists of floats, and how many bytes each of them has: `float4*`.
fn element(name: &str) -> Option<(bool, usize)> {
    let name = name.trim_end_matches('*');
    let scalar = name.trim_end_matches(|c: char| c.is_ascii_digit());
    Some(match scalar {
        "float" => (true, 4),
        "double" => (true, 8),
        "half" => (true, 2),
        "char" | "uchar" | "bool" => (false, 1),
        "short" | "ushort" => (false, 2),
        "int" | "uint" => (false, 4),
        "long" | "ulong" | "size_t" => (false, 8),
        _ => return None,
    })
}

/// A single value where the kernel goes through a pointer: how many there are is not said.
fn not_a_pointer(arg: &KernelArg, given: &Argument<'_>) -> Diagnostic {
    let (name, ty) = (given.name, given.array.ty);
    let message = format!(
        "`{name}` is one {ty}, but the kernel wants {}",
        describe(arg)
    );
    let error = Diagnostic::error("argument-kind", message).help(format!(
        "`{name}: {ty}[1]` is an array of one, which it can point to, and `{name}: u64 = 0` a null pointer"
    ));
    given.point_at("a value", error)
}

fn wrong_size(arg: &KernelArg, given: &Argument<'_>) -> Diagnostic {
    let array = given.array;
    let count = array.shape.count().unwrap_or(u64::MAX);
    let bytes = count.saturating_mul(array.ty.size() as u64);
    let message = format!(
        "`{}` is {}{} and takes {bytes} bytes, but the kernel wants {}",
        given.name,
        array.ty,
        array.shape,
        describe(arg),
    );
    let error = Diagnostic::error("argument-size", message);
    given.point_at(format!("{bytes} bytes"), error)
}

/// A pointer to local memory is given as what it points to, or as a number of bytes.
fn local_size(given: &Argument<'_>) -> Result<u32, Diagnostic> {
    let array = given.array;
    let bytes = match array.shape.is_scalar() && !array.ty.is_float() {
        true => {
            let mut word = [0; 8];
            let len = array.data.len().min(8);
            word[..len].copy_from_slice(&array.data[..len]);
            u64::from_le_bytes(word)
        }
        false => array.data.len() as u64,
    };
    let fits = u32::try_from(bytes)
        .ok()
        .filter(|&bytes| bytes <= super::MAX_LOCAL);
    fits.ok_or_else(|| {
        let message = format!(
            "`{}` asks for {bytes} bytes of local memory; there are {}",
            given.name,
            super::MAX_LOCAL
        );
        Diagnostic::error("too-large", message)
    })
}
