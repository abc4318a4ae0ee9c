//! Immediates and operands with names of their own.

use amdgpu::names::{
    DELAY_ALU, DELAY_INST, DELAY_SKIP, DEPCTR, EXPORTS, HWREGS, MESSAGES, Name, OPERATIONS, Part,
    SYSTEM_MESSAGE, SYSTEM_OPERATIONS, VERSION_FLAGS, VERSIONS, WAITCNT,
};
use amdgpu::{Imm, ParamKind};

use super::{all_near, near};
use crate::amd::mutate::words;

/// All that belongs where an operand of this kind stands.
pub fn of(kind: &ParamKind) -> Vec<String> {
    match kind {
        ParamKind::ExportTarget => exports(),
        ParamKind::Attribute => attributes(),
        ParamKind::Imm(Imm::Hwreg) => hwregs(),
        ParamKind::Imm(Imm::SendMsg) => messages(),
        ParamKind::Imm(Imm::Waitcnt) => counters(&WAITCNT),
        ParamKind::Imm(Imm::Depctr) => counters(DEPCTR),
        ParamKind::Imm(Imm::DelayAlu) => delays(),
        ParamKind::Imm(Imm::Version) => versions(),
        ParamKind::Imm(Imm::Barrier) => (-8..=20).map(|number: i32| number.to_string()).collect(),
        _ => vec![],
    }
}

/// Some of everything, for where it does not belong.
pub fn some() -> Vec<String> {
    let numbers = [
        "-65536", "-32769", "-32768", "-1", "0", "1", "7", "8", "63", "64", "255", "256", "32767",
        "32768", "65535", "65536", "0x10000", "1.0", "symbol", "symbol+1", "-symbol", "1+1", "[1]",
        "-[1]", "([1]+1)", "[symbol]", "[65536]", "[1",
    ];
    let named = [
        "hwreg(HW_REG_MODE)",
        "hwreg(HW_REG_IB_STS, 0, 4)",
        "{id: 1, offset: 0, size: 4}",
        "sendmsg(MSG_INTERRUPT)",
        "sendmsg(MSG_SYSMSG, SYSMSG_OP_REG_RD)",
        "sendmsg(MSG_RTN_GET_TMA)",
        "vmcnt(0)",
        "expcnt(0) & lgkmcnt(0)",
        "depctr_sa_sdst(0)",
        "instid0(VALU_DEP_1)",
        "UC_VERSION_GFX11",
        "UC_VERSION_GFX12 | UC_VERSION_W32_BIT",
        "HW_REG_MODE",
        "MSG_INTERRUPT",
        "VALU_DEP_1",
        "mrt0",
        "attr0.x",
        "s0",
        "v0",
        "m0",
        "null",
        "vcc",
        "off",
    ];
    numbers.into_iter().chain(named).map(String::from).collect()
}

fn names_of(list: &'static [Name]) -> impl Iterator<Item = &'static str> {
    list.iter().map(|name| name.name)
}

fn numbers(range: std::ops::RangeInclusive<i32>) -> impl Iterator<Item = String> {
    range.map(|number| number.to_string())
}

fn hwregs() -> Vec<String> {
    let named = all_near(names_of(HWREGS).chain(words::HWREGS.iter().copied()));
    let mut all = vec![];
    for id in named.into_iter().chain(numbers(-1..=65)) {
        all.push(format!("hwreg({id})"));
        all.push(format!("hwreg({id}, 4, 8)"));
        all.push(format!("{{id: {id}}}"));
    }
    for (offset, size) in [-1, 0, 1, 30, 31, 32]
        .iter()
        .flat_map(|offset| [-1, 0, 1, 31, 32, 33].map(|size| (offset, size)))
    {
        all.push(format!("hwreg(HW_REG_IB_STS, {offset}, {size})"));
        all.push(format!("{{id: 7, offset: {offset}, size: {size}}}"));
        all.push(format!("{{size: {size}, offset: {offset}}}"));
    }
    for field in all_near(["id", "offset", "size"]) {
        all.push(format!("{{{field}: 1}}"));
        all.push(format!("{{id: 1, {field}: 2}}"));
    }
    for odd in [
        "{}",
        "{id: 1,}",
        "{id 1}",
        "hwreg()",
        "hwreg(1,)",
        "hwreg(1, 2)",
        "hwreg(1, 2, 3, 4)",
        "hwreg 1",
        "hwreg(1",
    ] {
        all.push(odd.into());
    }
    all
}

fn messages() -> Vec<String> {
    let known = names_of(MESSAGES).chain([SYSTEM_MESSAGE]);
    let messages = all_near(known.chain(words::MESSAGES.iter().copied()));
    let operations = names_of(SYSTEM_OPERATIONS).chain(names_of(OPERATIONS));
    let operations = all_near(operations.chain(words::OPERATIONS.iter().copied()));
    let mut all: Vec<String> = numbers(-1..=257)
        .map(|id| format!("sendmsg({id})"))
        .collect();
    for id in &messages {
        all.push(format!("sendmsg({id})"));
        all.push(format!("sendmsg({id}, 0)"));
        all.push(format!("sendmsg({id}, 1, 0)"));
        all.push(id.clone());
    }
    // Messages that have operations, had them once, and never had any.
    let with = [
        "MSG_SYSMSG",
        "MSG_GS",
        "MSG_GS_DONE",
        "MSG_INTERRUPT",
        "1",
        "2",
        "3",
        "15",
        "128",
    ];
    for id in with {
        for operation in operations.iter().cloned().chain(numbers(-1..=9)) {
            all.push(format!("sendmsg({id}, {operation})"));
            for stream in -1..=4 {
                all.push(format!("sendmsg({id}, {operation}, {stream})"));
            }
        }
    }
    for odd in [
        "sendmsg()",
        "sendmsg(1,)",
        "sendmsg(1, 0, 0, 0)",
        "sendmsg(1",
        "sendmsg 1",
    ] {
        all.push(odd.into());
    }
    all
}

/// `vmcnt(0) & expcnt(1)`: counters alone with every number around their limits, pairs and threes.
fn counters(parts: &'static [Part]) -> Vec<String> {
    let names = || WAITCNT.iter().chain(DEPCTR).map(|part| part.name);
    let known = all_near(names().chain(words::COUNTERS.iter().copied()));
    let saturated = names().map(|name| format!("{name}_sat"));
    let mut all = vec![];
    for name in known.iter().cloned().chain(saturated) {
        for number in [-1, 0, 1, 2, 7, 8, 15, 16, 62, 63, 64, 65536] {
            all.push(format!("{name}({number})"));
        }
        all.push(format!("{name}()"));
        all.push(format!("{name}(symbol)"));
        all.push(name);
    }
    let numbered = |part: &Part, number: u32| format!("{}({number})", part.name);
    for one in parts {
        for other in parts {
            for between in [" ", ", ", " & ", "&", " | ", ",", ", & "] {
                let (first, second) = (numbered(one, 0), numbered(other, 1));
                all.push(format!("{first}{between}{second}"));
            }
            let (first, second) = (numbered(one, one.max()), numbered(other, 0));
            all.push(format!("{first} {second} {first}"));
            all.push(format!("{first} & {second} &"));
        }
    }
    all
}

/// Every field with every value, and fields together.
fn delays() -> Vec<String> {
    let fields: Vec<&str> = DELAY_ALU.iter().map(|part| part.name).collect();
    let codes = DELAY_INST.iter().map(|(name, _)| *name);
    let others = DELAY_SKIP.iter().chain(words::DELAYS);
    let values = all_near(codes.chain(others.copied()));
    let mut all = vec![];
    for field in all_near(fields.iter().copied()) {
        all.extend(values.iter().map(|value| format!("{field}({value})")));
        all.extend(numbers(-1..=16).map(|value| format!("{field}({value})")));
        all.push(format!("{field}()"));
        all.push(field);
    }
    let value = |field: &str| match field {
        "instskip" => format!("{field}(NEXT)"),
        _ => format!("{field}(VALU_DEP_2)"),
    };
    for one in &fields {
        for other in &fields {
            for between in [" | ", "|", " & ", ", ", " "] {
                all.push(format!("{}{between}{}", value(one), value(other)));
            }
            for last in &fields {
                let list = [one, other, last].map(|field| value(field));
                all.push(list.join(" | "));
            }
        }
    }
    all
}

fn versions() -> Vec<String> {
    let known = names_of(VERSIONS).chain(VERSION_FLAGS.iter().map(|(name, _)| *name));
    let known: Vec<&str> = known.collect();
    let mut all = all_near(known.iter().copied());
    for one in &known {
        for other in &known {
            all.push(format!("{one} | {other}"));
            all.push(format!("{one}+{other}"));
        }
    }
    all
}

fn exports() -> Vec<String> {
    let foreign = [
        "null", "param0", "param31", "param32", "mrt8", "mrt00", "pos5", "pos05",
    ];
    let invalid = (0..=64).map(|code| format!("invalid_target_{code}"));
    let named = all_near(names_of(EXPORTS).chain(foreign));
    named
        .into_iter()
        .chain(invalid)
        .chain(numbers(-1..=64))
        .collect()
}

fn attributes() -> Vec<String> {
    let mut all = vec![];
    for number in [0, 1, 9, 10, 31, 32, 33, 63, 64, 255] {
        for channel in ["x", "y", "z", "w", "a", "X", "xy", ""] {
            all.push(format!("attr{number}.{channel}"));
        }
        all.push(format!("attr{number}"));
    }
    all.extend(near("attr0.x"));
    all.extend(["attr.x", "attr00.x", "attr-1.x", "attr0 .x", "p10", "p0"].map(String::from));
    all
}
