//! Named immediates: hardware registers, messages, counters, formats.
//!
//! Every list is used both ways, to read a name and to print one.

mod waits;

use crate::target::{CDNA, EVERY, Gens, RDNA, RDNA3X, RDNA4, Target};

pub use waits::*;

/// A name for a number on some generations. Where a number has several names the first is printed.
pub struct Name {
    /// As written.
    pub name: &'static str,
    /// What it stands for.
    pub code: u16,
    /// The generations that know it.
    pub on: Gens,
}

const fn n(name: &'static str, code: u16, on: Gens) -> Name {
    Name { name, code, on }
}

/// The name that is printed for a number.
pub fn name_of(list: &'static [Name], code: u16, target: Target) -> Option<&'static str> {
    list.iter()
        .find(|n| n.code == code && n.on.has(target))
        .map(|n| n.name)
}

/// The number that a name stands for.
pub fn code_of(list: &[Name], name: &str, target: Target) -> Option<u16> {
    list.iter()
        .find(|n| n.name == name && n.on.has(target))
        .map(|n| n.code)
}

/// Hardware registers, of `hwreg(...)`.
#[rustfmt::skip]
pub static HWREGS: &[Name] = &[
    n("HW_REG_MODE",                 1, RDNA3X),
    n("HW_REG_STATUS",               2, RDNA3X),
    n("HW_REG_TRAPSTS",              3, RDNA3X),
    n("HW_REG_GPR_ALLOC",            5, RDNA3X),
    n("HW_REG_LDS_ALLOC",            6, RDNA3X),
    n("HW_REG_IB_STS",               7, RDNA),
    n("HW_REG_SH_MEM_BASES",        15, RDNA3X),
    n("HW_REG_PERF_SNAPSHOT_PC_LO", 18, RDNA3X),
    n("HW_REG_PERF_SNAPSHOT_PC_HI", 19, RDNA3X),
    n("HW_REG_FLAT_SCR_LO",         20, RDNA3X),
    n("HW_REG_FLAT_SCR_HI",         21, RDNA3X),
    n("HW_REG_HW_ID1",              23, RDNA3X),
    n("HW_REG_HW_ID2",              24, RDNA3X),
    n("HW_REG_PERF_SNAPSHOT_DATA",  27, RDNA3X),
    n("HW_REG_SHADER_CYCLES",       29, RDNA3X),
    n("HW_REG_WAVE_MODE",            1, RDNA4),
    n("HW_REG_WAVE_STATUS",          2, RDNA4),
    n("HW_REG_WAVE_STATE_PRIV",      4, RDNA4),
    n("HW_REG_WAVE_GPR_ALLOC",       5, RDNA4),
    n("HW_REG_WAVE_LDS_ALLOC",       6, RDNA4),
    n("HW_REG_PERF_SNAPSHOT_DATA",  10, RDNA4),
    n("HW_REG_PERF_SNAPSHOT_PC_LO", 11, RDNA4),
    n("HW_REG_PERF_SNAPSHOT_PC_HI", 12, RDNA4),
    n("HW_REG_PERF_SNAPSHOT_DATA1", 15, RDNA4),
    n("HW_REG_PERF_SNAPSHOT_DATA2", 16, RDNA4),
    n("HW_REG_WAVE_EXCP_FLAG_PRIV", 17, RDNA4),
    n("HW_REG_WAVE_EXCP_FLAG_USER", 18, RDNA4),
    n("HW_REG_WAVE_TRAP_CTRL",      19, RDNA4),
    n("HW_REG_WAVE_SCRATCH_BASE_LO", 20, RDNA4),
    n("HW_REG_WAVE_SCRATCH_BASE_HI", 21, RDNA4),
    n("HW_REG_WAVE_HW_ID1",         23, RDNA4),
    n("HW_REG_WAVE_HW_ID2",         24, RDNA4),
    n("HW_REG_WAVE_SCHED_MODE",     26, RDNA4),
    n("HW_REG_SHADER_CYCLES_LO",    29, RDNA4),
    n("HW_REG_SHADER_CYCLES_HI",    30, RDNA4),
    n("HW_REG_WAVE_DVGPR_ALLOC_LO", 31, RDNA4),
    n("HW_REG_WAVE_DVGPR_ALLOC_HI", 32, RDNA4),
    // The names without "WAVE" are read too.
    n("HW_REG_MODE",                 1, RDNA4),
    n("HW_REG_STATUS",               2, RDNA4),
    n("HW_REG_STATE_PRIV",           4, RDNA4),
    n("HW_REG_GPR_ALLOC",            5, RDNA4),
    n("HW_REG_LDS_ALLOC",            6, RDNA4),
    n("HW_REG_EXCP_FLAG_PRIV",      17, RDNA4),
    n("HW_REG_EXCP_FLAG_USER",      18, RDNA4),
    n("HW_REG_TRAP_CTRL",           19, RDNA4),
    n("HW_REG_SCRATCH_BASE_LO",     20, RDNA4),
    n("HW_REG_SCRATCH_BASE_HI",     21, RDNA4),
    n("HW_REG_HW_ID1",              23, RDNA4),
    n("HW_REG_HW_ID2",              24, RDNA4),
    n("HW_REG_DVGPR_ALLOC_LO",      31, RDNA4),
    n("HW_REG_DVGPR_ALLOC_HI",      32, RDNA4),
    n("HW_REG_MODE",                 1, CDNA),
    n("HW_REG_STATUS",               2, CDNA),
    n("HW_REG_TRAPSTS",              3, CDNA),
    n("HW_REG_HW_ID",                4, CDNA),
    n("HW_REG_GPR_ALLOC",            5, CDNA),
    n("HW_REG_LDS_ALLOC",            6, CDNA),
    n("HW_REG_IB_STS",               7, CDNA),
    n("HW_REG_SH_MEM_BASES",        15, CDNA),
    n("HW_REG_TBA_LO",              16, CDNA),
    n("HW_REG_TBA_HI",              17, CDNA),
    n("HW_REG_TMA_LO",              18, CDNA),
    n("HW_REG_TMA_HI",              19, CDNA),
    n("HW_REG_XCC_ID",              20, CDNA),
    n("HW_REG_SQ_PERF_SNAPSHOT_DATA", 21, CDNA),
    n("HW_REG_SQ_PERF_SNAPSHOT_DATA1", 22, CDNA),
    n("HW_REG_SQ_PERF_SNAPSHOT_PC_LO", 23, CDNA),
    n("HW_REG_SQ_PERF_SNAPSHOT_PC_HI", 24, CDNA),
];

/// Messages, of `sendmsg(...)`.
#[rustfmt::skip]
pub static MESSAGES: &[Name] = &[
    n("MSG_INTERRUPT",           1, RDNA),
    n("MSG_HS_TESSFACTOR",       2, RDNA),
    n("MSG_DEALLOC_VGPRS",       3, RDNA),
    n("MSG_STALL_WAVE_GEN",      5, RDNA3X),
    n("MSG_HALT_WAVES",          6, RDNA3X),
    n("MSG_GS_ALLOC_REQ",        9, RDNA),
    n("MSG_RTN_GET_DOORBELL",  128, RDNA),
    n("MSG_RTN_GET_DDID",      129, RDNA),
    n("MSG_RTN_GET_TMA",       130, RDNA),
    n("MSG_RTN_GET_REALTIME",  131, RDNA),
    n("MSG_RTN_SAVE_WAVE",     132, RDNA),
    n("MSG_RTN_GET_TBA",       133, RDNA),
    n("MSG_RTN_GET_TBA_TO_PC", 134, RDNA),
    n("MSG_RTN_GET_SE_AID_ID", 135, RDNA4),
    n("MSG_INTERRUPT",            1, CDNA),
    n("MSG_GS",                   2, CDNA),
    n("MSG_GS_DONE",              3, CDNA),
    n("MSG_SAVEWAVE",             4, CDNA),
    n("MSG_STALL_WAVE_GEN",       5, CDNA),
    n("MSG_HALT_WAVES",           6, CDNA),
    n("MSG_ORDERED_PS_DONE",      7, CDNA),
    n("MSG_EARLY_PRIM_DEALLOC",   8, CDNA),
    n("MSG_GS_ALLOC_REQ",         9, CDNA),
    n("MSG_GET_DOORBELL",        10, CDNA),
];

/// The message that has operations.
pub const SYSTEM_MESSAGE: &str = "MSG_SYSMSG";
/// The number of that message.
pub const SYSTEM_MESSAGE_CODE: i64 = 15;

/// The operations of [`SYSTEM_MESSAGE`].
#[rustfmt::skip]
pub static SYSTEM_OPERATIONS: &[Name] = &[
    n("SYSMSG_OP_ECC_ERR_INTERRUPT", 1, EVERY),
    n("SYSMSG_OP_REG_RD",            2, EVERY),
    n("SYSMSG_OP_TTRACE_PC",         4, EVERY),
];

/// Operations that a message by number can have, and on CDNA two of those with names; on RDNA none of those
/// takes them.
#[rustfmt::skip]
pub static OPERATIONS: &[Name] = &[
    n("GS_OP_NOP",      0, EVERY),
    n("GS_OP_CUT",      1, EVERY),
    n("GS_OP_EMIT",     2, EVERY),
    n("GS_OP_EMIT_CUT", 3, EVERY),
];

/// Operands of vector instructions, of `gpr_idx(...)`, a bit each.
pub static INDEXED: &[&str] = &["SRC0", "SRC1", "SRC2", "DST"];

/// Versions of the instruction set, of `s_version`.
#[rustfmt::skip]
pub static VERSIONS: &[Name] = &[
    n("UC_VERSION_GFX7",  0, RDNA),
    n("UC_VERSION_GFX10", 4, RDNA),
    n("UC_VERSION_GFX11", 6, RDNA),
    n("UC_VERSION_GFX12", 9, RDNA),
];

/// Flags that are added to a version.
pub static VERSION_FLAGS: &[(&str, u32)] = &[
    ("UC_VERSION_W64_BIT", 0x2000),
    ("UC_VERSION_W32_BIT", 0x4000),
    ("UC_VERSION_MDP_BIT", 0x8000),
];

/// The bits of a version that are its number.
pub const VERSION_NUMBER: u32 = 0xFF;

/// Symbols that are there without a definition: versions and their flags.
pub fn predefined(symbol: &str) -> Option<i64> {
    // Most symbols are not of this kind.
    if !symbol.starts_with("UC_VERSION_") {
        return None;
    }
    let version = VERSIONS.iter().find(|version| version.name == symbol);
    let flag = VERSION_FLAGS.iter().find(|flag| flag.0 == symbol);
    version
        .map(|version| version.code.into())
        .or(flag.map(|flag| flag.1.into()))
}

/// Each row of sixteen lanes the other way round.
pub const ROW_MIRROR: i32 = 0x140;
/// Each half of a row of sixteen lanes the other way round.
pub const ROW_HALF_MIRROR: i32 = 0x141;

/// The lane patterns that are one word.
pub static MIRRORS: &[(&str, i32)] = &[
    ("row_mirror", ROW_MIRROR),
    ("row_half_mirror", ROW_HALF_MIRROR),
];

/// A lane pattern with a number: how many lanes a row of sixteen moves, or which one it takes.
pub struct RowPattern {
    /// As written before the colon.
    pub name: &'static str,
    /// The least number.
    pub least: i32,
    /// The greatest.
    pub most: i32,
    /// The code of the least number.
    pub code: i32,
    /// The generations that have it.
    pub on: Gens,
    /// Which lane is read, for people.
    pub what: &'static str,
}

impl RowPattern {
    /// Those of a generation.
    pub fn all(target: Target) -> impl Iterator<Item = &'static RowPattern> + Clone {
        ROW_PATTERNS
            .iter()
            .filter(move |pattern| pattern.on.has(target))
    }

    /// The pattern and the number that a code stands for.
    pub fn of(code: i32, target: Target) -> Option<(&'static RowPattern, i32)> {
        RowPattern::all(target).find_map(|pattern| {
            let number = code - pattern.code + pattern.least;
            let takes = (pattern.least..=pattern.most).contains(&number);
            takes.then_some((pattern, number))
        })
    }
}

const fn row(
    name: &'static str,
    numbers: (i32, i32),
    code: i32,
    on: Gens,
    what: &'static str,
) -> RowPattern {
    RowPattern {
        name,
        least: numbers.0,
        most: numbers.1,
        code,
        on,
        what,
    }
}

/// The pattern that gives all lanes of a row the same one, as CDNA calls it.
pub const ROW_BROADCAST: &str = "row_newbcast";

/// The lane patterns with a number.
#[rustfmt::skip]
pub static ROW_PATTERNS: &[RowPattern] = &[
    row("row_shl",      (1, 15),  0x101, EVERY, "the lane n above, within the row of 16"),
    row("row_shr",      (1, 15),  0x111, EVERY, "the lane n below, within the row of 16"),
    row("row_ror",      (1, 15),  0x121, EVERY, "the lane n below, around the row of 16"),
    row("wave_shl",     (1, 1),   0x130, CDNA,  "the next lane of the wave"),
    row("wave_rol",     (1, 1),   0x134, CDNA,  "the next lane, around the wave"),
    row("wave_shr",     (1, 1),   0x138, CDNA,  "the lane before, of the wave"),
    row("wave_ror",     (1, 1),   0x13c, CDNA,  "the lane before, around the wave"),
    row("row_bcast",    (15, 15), 0x142, CDNA,  "the last lane of the row before"),
    row("row_bcast",    (31, 31), 0x143, CDNA,  "lane 31, in the upper half of the wave"),
    row(ROW_BROADCAST,  (0, 15),  0x150, CDNA,  "lane n of the row of 16"),
    row("row_share",    (0, 15),  0x150, RDNA,  "lane n of the row of 16"),
    row("row_xmask",    (0, 15),  0x160, RDNA,  "the lane whose number in the row differs in the bits of n"),
];

/// Modes of `swizzle(...)`, the offset of `ds_swizzle_b32`.
pub static SWIZZLES: &[&str] = &[
    "QUAD_PERM",
    "BROADCAST",
    "SWAP",
    "REVERSE",
    "BITMASK_PERM",
    "FFT",
    "ROTATE",
];

/// Where exports go.
#[rustfmt::skip]
pub static EXPORTS: &[Name] = &[
    n("mrt0",  0, RDNA), n("mrt1",  1, RDNA), n("mrt2",  2, RDNA), n("mrt3",  3, RDNA),
    n("mrt4",  4, RDNA), n("mrt5",  5, RDNA), n("mrt6",  6, RDNA), n("mrt7",  7, RDNA),
    n("mrtz",  8, RDNA),
    n("pos0", 12, RDNA), n("pos1", 13, RDNA), n("pos2", 14, RDNA), n("pos3", 15, RDNA),
    n("pos4", 16, RDNA),
    n("prim", 20, RDNA),
    n("dual_src_blend0", 21, RDNA),
    n("dual_src_blend1", 22, RDNA),
];

/// Image dimensions, by code.
pub static DIMS: &[&str] = &[
    "1D",
    "2D",
    "3D",
    "CUBE",
    "1D_ARRAY",
    "2D_ARRAY",
    "2D_MSAA",
    "2D_MSAA_ARRAY",
];

/// Buffer formats, by code; what is written starts with `BUF_FMT_`.
#[rustfmt::skip]
pub static BUFFER_FORMATS: &[&str] = &[
    "INVALID",
    "8_UNORM", "8_SNORM", "8_USCALED", "8_SSCALED", "8_UINT", "8_SINT",
    "16_UNORM", "16_SNORM", "16_USCALED", "16_SSCALED", "16_UINT", "16_SINT", "16_FLOAT",
    "8_8_UNORM", "8_8_SNORM", "8_8_USCALED", "8_8_SSCALED", "8_8_UINT", "8_8_SINT",
    "32_UINT", "32_SINT", "32_FLOAT",
    "16_16_UNORM", "16_16_SNORM", "16_16_USCALED", "16_16_SSCALED", "16_16_UINT", "16_16_SINT",
    "16_16_FLOAT",
    "10_11_11_FLOAT",
    "11_11_10_FLOAT",
    "10_10_10_2_UNORM", "10_10_10_2_SNORM", "10_10_10_2_UINT", "10_10_10_2_SINT",
    "2_10_10_10_UNORM", "2_10_10_10_SNORM", "2_10_10_10_USCALED", "2_10_10_10_SSCALED",
    "2_10_10_10_UINT", "2_10_10_10_SINT",
    "8_8_8_8_UNORM", "8_8_8_8_SNORM", "8_8_8_8_USCALED", "8_8_8_8_SSCALED", "8_8_8_8_UINT",
    "8_8_8_8_SINT",
    "32_32_UINT", "32_32_SINT", "32_32_FLOAT",
    "16_16_16_16_UNORM", "16_16_16_16_SNORM", "16_16_16_16_USCALED", "16_16_16_16_SSCALED",
    "16_16_16_16_UINT", "16_16_16_16_SINT", "16_16_16_16_FLOAT",
    "32_32_32_UINT", "32_32_32_SINT", "32_32_32_FLOAT",
    "32_32_32_32_UINT", "32_32_32_32_SINT", "32_32_32_32_FLOAT",
];

/// Formats that only images have, from the code after the last of buffers on.
static IMAGE_FORMATS: &[&str] = &[
    "8_SRGB",
    "8_8_SRGB",
    "8_8_8_8_SRGB",
    "5_9_9_9_FLOAT",
    "5_6_5_UNORM",
    "1_5_5_5_UNORM",
    "5_5_5_1_UNORM",
    "4_4_4_4_UNORM",
    "4_4_UNORM",
];

/// The name of a format of buffers or images, without its prefix.
pub fn format_name(code: u16) -> Option<&'static str> {
    let both = || BUFFER_FORMATS.iter().chain(IMAGE_FORMATS);
    both().nth(code.into()).copied()
}

/// The code of a format of buffers or images.
pub fn format_code(name: &str) -> Option<u16> {
    let mut both = BUFFER_FORMATS.iter().chain(IMAGE_FORMATS);
    Some(both.position(|format| *format == name)? as u16)
}

/// The name of a buffer format, without its prefix.
pub fn buffer_format_name(code: u16) -> Option<&'static str> {
    BUFFER_FORMATS.get(code as usize).copied()
}

/// The code of a buffer format by its whole name.
pub fn buffer_format_code(name: &str) -> Option<u16> {
    let name = name.strip_prefix("BUF_FMT_")?;
    BUFFER_FORMATS
        .iter()
        .position(|format| *format == name)
        .map(|code| code as u16)
}

/// A format given as data and number format, in either order, either one alone.
pub fn buffer_format_of_parts(first: &str, second: Option<&str>) -> Option<u16> {
    let (mut data, mut number) = (None, None);
    for part in [Some(first), second].into_iter().flatten() {
        if let Some(name) = part.strip_prefix("BUF_DATA_FORMAT_") {
            (data.is_none()).then(|| data = Some(name))?;
        } else {
            let name = part.strip_prefix("BUF_NUM_FORMAT_")?;
            (number.is_none()).then(|| number = Some(name))?;
        }
    }
    let name = match (data.unwrap_or("8"), number.unwrap_or("UNORM")) {
        ("INVALID", "UNORM") => "INVALID".to_string(),
        (data, number) => format!("{data}_{number}"),
    };
    BUFFER_FORMATS
        .iter()
        .position(|format| *format == name)
        .map(|code| code as u16)
}

/// The data formats of buffers of CDNA, by number; what is written starts with `BUF_DATA_FORMAT_`.
#[rustfmt::skip]
pub static DATA_FORMATS: &[&str] = &[
    "INVALID", "8", "16", "8_8", "32", "16_16", "10_11_11", "11_11_10", "10_10_10_2", "2_10_10_10", "8_8_8_8",
    "32_32", "16_16_16_16", "32_32_32", "32_32_32_32", "RESERVED_15",
];

/// The number formats of the same; what is written starts with `BUF_NUM_FORMAT_`.
#[rustfmt::skip]
pub static NUMBER_FORMATS: &[&str] = &[
    "UNORM", "SNORM", "USCALED", "SSCALED", "UINT", "SINT", "RESERVED_6", "FLOAT",
];

/// The data format that is meant where none is written.
pub const DEFAULT_DATA_FORMAT: usize = 1;
/// The number format that is.
pub const DEFAULT_NUMBER_FORMAT: usize = 0;

/// A format of CDNA given by its two parts, in either order, either one alone.
pub fn split_format(first: &str, second: Option<&str>) -> Option<u16> {
    let (mut data, mut number) = (None, None);
    for part in [Some(first), second].into_iter().flatten() {
        let (prefix, list, found) = match part.starts_with("BUF_DATA") {
            true => ("BUF_DATA_FORMAT_", DATA_FORMATS, &mut data),
            false => ("BUF_NUM_FORMAT_", NUMBER_FORMATS, &mut number),
        };
        let name = part.strip_prefix(prefix)?;
        let code = list.iter().position(|format| *format == name)?;
        if found.replace(code).is_some() {
            return None;
        }
    }
    let (data, number) = (
        data.unwrap_or(DEFAULT_DATA_FORMAT),
        number.unwrap_or(DEFAULT_NUMBER_FORMAT),
    );
    Some((data | number << 4) as u16)
}

/// The format that GCN's two numbers stand for.
pub fn buffer_format_of_numbers(data: u32, number: u32) -> Option<u16> {
    let name = format!(
        "{}_{}",
        DATA_FORMATS.get(data as usize)?,
        NUMBER_FORMATS.get(number as usize)?
    );
    let code = BUFFER_FORMATS.iter().position(|format| *format == name)?;
    Some(code as u16)
}

/// What becomes of the rest of a destination with SDWA, by number.
pub static UNUSED_PARTS: &[&str] = &["UNUSED_PAD", "UNUSED_SEXT", "UNUSED_PRESERVE"];

/// Parts of registers with SDWA, by number.
pub static PARTS: &[&str] = &[
    "BYTE_0", "BYTE_1", "BYTE_2", "BYTE_3", "WORD_0", "WORD_1", "DWORD",
];
