//! Modifiers: every name with nothing, numbers and lists after it, and the names that some of them
//! take.

use amdgpu::names::{BUFFER_FORMATS, DIMS, MIRRORS, ROW_PATTERNS, SWIZZLES};

use super::{all_near, near};
use crate::amd::mutate::words;

/// Numbers around the limits of fields.
const NUMBERS: &[i64] = &[
    -8388609, -8388608, -4097, -4096, -1, 0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 31, 32, 127, 128, 255,
    256, 2047, 2048, 4095, 4096, 65535, 65536, 1048575, 1048576, 8388607, 8388608, 4294967295,
    4294967296,
];

const LISTS: &[&str] = &[
    "[]",
    "[0]",
    "[1]",
    "[0,1]",
    "[1,0]",
    "[1,1,1]",
    "[0,1,0]",
    "[0,0,0,1]",
    "[1,1,1,1]",
    "[0,0,0,0,0]",
    "[2,0]",
    "[-1,0]",
    "[3,2,1,0]",
    "[0,1,2,4]",
    "[7,6,5,4,3,2,1,0]",
    "[0,1,2,3,4,5,6,8]",
    "[0,1,2,3,4,5,6]",
    "[0 1]",
    "1,1]",
];

/// Every modifier in every way to write one, and names of all kinds.
pub fn any() -> Vec<String> {
    let mut all: Vec<String> = words::MODIFIERS
        .iter()
        .map(|word| word.to_string())
        .collect();
    for name in amdgpu::modifier_names() {
        all.extend(near(name));
        all.push(format!("no{name}"));
        all.extend(near(name).iter().skip(1).map(|name| format!("{name}:1")));
        all.extend(written(name));
    }
    for names in [policies(), dimensions(), formats(), swizzles()] {
        let few = names.len().div_ceil(4);
        all.extend(names.into_iter().step_by(few));
    }
    all.sort();
    all.dedup();
    all
}

/// A modifier with everything that can follow its name, and more.
fn written(name: &str) -> Vec<String> {
    let numbers = NUMBERS.iter().map(|number| format!("{name}:{number}"));
    let lists = LISTS.iter().map(|list| format!("{name}:{list}"));
    let others = [":", ":symbol", ":1.0", ": 1", " :1", ":FOO"];
    let others = others.iter().map(|end| format!("{name}{end}"));
    numbers.chain(lists).chain(others).collect()
}

/// What lanes exchange: every pattern of a row with every number.
pub fn lane_patterns() -> Vec<String> {
    let rows = ROW_PATTERNS.iter().map(|row| row.name);
    let foreign = [
        "row_newbcast",
        "row_bcast",
        "wave_shl",
        "wave_shr",
        "wave_rol",
        "wave_ror",
    ];
    let mut all = vec![];
    for name in rows.chain(foreign) {
        all.extend((-1..=16).map(|number| format!("{name}:{number}")));
    }
    all.extend(all_near(MIRRORS.iter().map(|(name, _)| *name)));
    all
}

/// Cache policies: every part, its neighbours, and pairs of parts in both orders.
pub fn policies() -> Vec<String> {
    let parts = amdgpu::cache_policies();
    let mut all = all_near(parts.iter().map(String::as_str));
    for used in ["LOAD", "STORE", "ATOMIC"] {
        all.extend(
            words::HINTS
                .iter()
                .map(|hint| format!("th:TH_{used}_{hint}")),
        );
    }
    for number in -1..=9 {
        all.push(format!("th:{number}"));
        all.push(format!("scope:{number}"));
    }
    // Hints with scopes and flags with flags: those of two machines never stand together.
    let is_of_two = |one: &str, other: &str| {
        let (one, other) = (one.split_once(':'), other.split_once(':'));
        match (one, other) {
            (Some((one, _)), Some((other, _))) => one != other,
            (one, other) => one.is_none() && other.is_none(),
        }
    };
    for one in &parts {
        let others = parts.iter().filter(|other| is_of_two(one, other));
        all.extend(others.map(|other| format!("{one} {other}")));
        all.push(format!("{one} {one}"));
    }
    all
}

pub fn dimensions() -> Vec<String> {
    let names = all_near(DIMS.iter().chain(words::DIMENSIONS).copied());
    let long = names.iter().map(|name| format!("dim:SQ_RSRC_IMG_{name}"));
    let short = names.iter().map(|name| format!("dim:{name}"));
    let numbers = (-1..=9).map(|number| format!("dim:{number}"));
    long.chain(short).chain(numbers).collect()
}

pub fn formats() -> Vec<String> {
    let whole = BUFFER_FORMATS.iter().map(|name| format!("BUF_FMT_{name}"));
    let whole: Vec<String> = whole.collect();
    let known = whole.iter().map(String::as_str);
    let mut names = all_near(known.chain(words::BUFFER_FORMATS.iter().copied()));
    // Data and number formats by themselves: those that the whole names are made of.
    let split = |name: &'static str| name.rsplit_once('_');
    let parts: Vec<(&str, &str)> = BUFFER_FORMATS
        .iter()
        .filter_map(|name| split(name))
        .collect();
    let mut data: Vec<&str> = parts.iter().map(|(data, _)| *data).collect();
    let mut number: Vec<&str> = parts.iter().map(|(_, number)| *number).collect();
    data.extend(["INVALID", "RESERVED_15", "64", ""]);
    number.extend(["SNORM_OGL", "RESERVED_6", "SRGB", ""]);
    for list in [&mut data, &mut number] {
        list.sort();
        list.dedup();
    }
    for data in &data {
        names.push(format!("BUF_DATA_FORMAT_{data}"));
        for number in &number {
            names.push(format!("BUF_DATA_FORMAT_{data},BUF_NUM_FORMAT_{number}"));
            names.push(format!("BUF_NUM_FORMAT_{number}, BUF_DATA_FORMAT_{data}"));
        }
    }
    names.extend(
        number
            .iter()
            .map(|number| format!("BUF_NUM_FORMAT_{number}")),
    );
    let named = names.iter().map(|name| format!("format:[{name}]"));
    let bare = names.iter().take(4).map(|name| format!("format:{name}"));
    let numbers = (-1..=130).map(|number| format!("format:{number}"));
    named.chain(bare).chain(numbers).collect()
}

/// Modes of swizzles with as many numbers as they take, more and fewer, around every limit.
pub fn swizzles() -> Vec<String> {
    let mut all = vec![];
    let numbers = [-1, 0, 1, 2, 3, 4, 8, 15, 16, 17, 31, 32, 33];
    for mode in all_near(SWIZZLES.iter().copied()) {
        all.push(mode.clone());
        for one in numbers {
            all.push(format!("{mode},{one}"));
            all.extend(numbers.map(|other| format!("{mode},{one},{other}")));
        }
        for list in [
            "0,1,2,3",
            "3,2,1,0",
            "0,1,2,4",
            "0,1,2",
            "0,1,2,3,0",
            "-1,0,0,0",
        ] {
            all.push(format!("{mode},{list}"));
        }
        for mask in [
            "00000", "11111", "ppppp", "iiiii", "01pip", "0000", "000000", "0000x", "",
        ] {
            all.push(format!("{mode},\"{mask}\""));
        }
    }
    all.extend(["", "1"].map(String::from));
    let written = all
        .into_iter()
        .map(|inner| format!("offset:swizzle({inner})"));
    written.collect()
}
