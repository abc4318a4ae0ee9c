//! What was written down, read again. The file may come from anywhere.

use super::{CoreFile, CoreGroup, CoreWave, FORMATS, SCHEMA, named_words};
use crate::subject::{ArrayArgument, ListedInst, Subject};
use arch::{Code, RegisterFormat, RegisterGroup, RegisterName, RegisterView, Symbol};
use kernel::{Shape, Type};
use serde_json::Value;
use source::SourceFile;
use uop::{Block, Channel, Meeting, Outstanding, RegisterPlace, SReg, Status, VReg, WaveId};

/// A register file larger than this is not one of ours.
const MAX_REGISTERS: u16 = 1 << 14;
/// And so is a longer array.
const MAX_BLOCK: u32 = 1 << 20;
/// Memory that is all zeros says how long it is; no launch has more than this.
const MAX_ZEROS: u64 = 1 << 32;

/// Reads what [`crate::Session::to_core`] wrote.
pub fn read(text: &str) -> Result<(Subject, CoreFile), String> {
    let value: Value = serde_json::from_str(text).map_err(|error| format!("not JSON: {error}"))?;
    if value["schema"] != SCHEMA {
        return Err(format!(
            "this is no state dump: its schema is not `{SCHEMA}`"
        ));
    }
    parse(&value).map_err(|what| format!("the state dump is damaged: {what}"))
}

fn parse(value: &Value) -> Result<(Subject, CoreFile), String> {
    let subject = parse_subject(value)?;
    let waves = list(value, "waves")?.iter();
    let waves = waves.map(|wave| parse_wave(&subject, wave));
    let regions = list(value, "memory")?.iter().map(|region| {
        let bytes = field(region, "bytes", bytes_from_json)?;
        Ok((number(region, "base")?, bytes))
    });
    let waves: Vec<CoreWave> = waves.collect::<Result<_, String>>()?;
    let groups = list(value, "workgroups")?.iter().map(parse_workgroup);
    let core = CoreFile {
        time: number(value, "time")?,
        cycle: match value.get("cycle") {
            Some(_) => Some(number(value, "cycle")?),
            None => None,
        },
        turn: id(&value["turn"]),
        waves,
        reason: text(value, "reason")?,
        groups: groups.collect::<Result<_, String>>()?,
        regions: regions.collect::<Result<_, String>>()?,
    };
    Ok((subject, core))
}

fn parse_workgroup(value: &Value) -> Result<CoreGroup, String> {
    let meetings = list(value, "barriers")?.iter().map(|meeting| {
        let ids = |name: &str| -> Result<Vec<WaveId>, String> {
            let ids: Option<Vec<WaveId>> = list(meeting, name)?.iter().map(id).collect();
            ids.ok_or_else(|| format!("`{name}` is wrong"))
        };
        Ok(Meeting {
            name: text(meeting, "name")?,
            arrived: ids("arrived")?,
            missing: ids("missing")?,
            note: text(meeting, "note")?,
        })
    });
    Ok(CoreGroup {
        group: field(value, "workgroup", triple)?,
        local: field(value, "local", bytes_from_json)?,
        meetings: meetings.collect::<Result<_, String>>()?,
    })
}

fn parse_subject(value: &Value) -> Result<Subject, String> {
    let insts = list(value, "instructions")?.iter().map(|inst| {
        Ok(ListedInst {
            address: number(inst, "address")?,
            len: number(inst, "len")? as u8,
            text: text(inst, "text")?,
            file: inst["file"].as_u64().unwrap_or(0) as u32,
            line: inst["line"].as_u64().map(|line| line as u32),
        })
    });
    let insts: Vec<ListedInst> = insts.collect::<Result<_, String>>()?;
    let symbols = list(value, "symbols")?.iter().map(|symbol| {
        Ok(Symbol {
            name: text(symbol, "name")?,
            address: number(symbol, "address")?,
            is_kernel: field(symbol, "kernel", Value::as_bool)?,
        })
    });
    let arguments = list(value, "arguments")?.iter().map(|arg| {
        let dims = list(arg, "shape")?.iter().map(Value::as_u64);
        let dims: Option<Vec<u64>> = dims.collect();
        let shape = Shape::new(dims.ok_or("`shape` is wrong")?);
        shape.count().ok_or("`shape` is too large")?;
        Ok(ArrayArgument {
            name: text(arg, "name")?,
            ty: field(arg, "type", |v| Type::from_name(v.as_str()?))?,
            shape,
            address: number(arg, "address")?,
        })
    });
    let groups = list(value, "register_groups")?.iter().map(parse_group);
    // Dumps of older versions have none.
    let includes = value["includes"].as_array().into_iter().flatten();
    let includes =
        includes.map(|file| Ok(SourceFile::new(text(file, "file")?, text(file, "source")?)));
    let channels = list(value, "channels")?.iter();
    let lanes = number(value, "lanes")?;
    if !(1..=64).contains(&lanes) {
        return Err("`lanes` is not between 1 and 64".into());
    }
    Ok(Subject {
        isa: text(value, "isa")?,
        file: SourceFile::new(text(value, "file")?, text(value, "source")?),
        code: Code {
            includes: includes.collect::<Result<_, String>>()?,
            symbols: symbols.collect::<Result<_, String>>()?,
            ..Code::default()
        },
        // The step that a wave of a dump stands at is the instruction itself.
        steps: (0..insts.len() as u32).collect(),
        insts,
        registers: RegisterView {
            groups: groups.collect::<Result<_, String>>()?,
            exec: text(value, "exec")?,
            wave: text(value, "wave_name")?,
        },
        branches: Vec::new(),
        calls: Vec::new(),
        arguments: arguments.collect::<Result<_, String>>()?,
        channels: channels
            .filter_map(|v| Some(v.as_str()?.to_string()))
            .collect(),
        lanes: lanes as u32,
        grid: field(value, "grid", triple)?,
        block: field(value, "block", triple)?,
    })
}

fn parse_group(value: &Value) -> Result<RegisterGroup, String> {
    let registers = list(value, "registers")?.iter().map(|register| {
        let words = number(register, "words")?.clamp(1, 64) as u16;
        let parts = list(register, "parts")?.iter();
        let parts: Vec<String> = parts
            .filter_map(|v| Some(v.as_str()?.to_string()))
            .collect();
        let first = number(register, "number")?;
        let end = first.saturating_add(u64::from(words) * parts.len().max(1) as u64 + 1);
        if end > u64::from(MAX_REGISTERS) {
            return Err(format!("there is no register {first}"));
        }
        let first = first as u16;
        let place = match register["kind"].as_str() {
            Some("vector") => RegisterPlace::Vector(VReg(first)),
            Some("scalar") => RegisterPlace::Scalar(SReg(first)),
            Some("mask") => RegisterPlace::Mask(SReg(first)),
            Some("array") => {
                let size = |name| field(register, name, |v| u32::try_from(v.as_u64()?).ok());
                let (bytes, row) = (size("bytes")?, size("row")?);
                if bytes > MAX_BLOCK || row == 0 || !bytes.is_multiple_of(row) {
                    return Err(format!("an array of {bytes} bytes in rows of {row}"));
                }
                RegisterPlace::Block(Block {
                    number: first,
                    bytes,
                    row,
                })
            }
            _ => return Err("`kind` is wrong".into()),
        };
        let format = register["format"].as_str();
        let format = FORMATS.iter().find(|(name, _)| Some(*name) == format);
        Ok(RegisterName {
            name: text(register, "name")?,
            alias: text(register, "alias")?,
            place,
            words,
            parts,
            format: format.map_or(RegisterFormat::Guess, |(_, format)| *format),
        })
    });
    Ok(RegisterGroup {
        name: text(value, "name")?,
        prefix: value["prefix"].as_str().map(str::to_string),
        registers: registers.collect::<Result<_, String>>()?,
    })
}

fn parse_wave(subject: &Subject, value: &Value) -> Result<CoreWave, String> {
    let lanes = subject.lanes as usize;
    let places: Vec<(String, RegisterPlace)> = named_words(&subject.registers).collect();
    let vectors = places.iter().map(|(_, place)| match place {
        RegisterPlace::Vector(reg) => reg.0 as usize + 1,
        _ => 0,
    });
    let mut vectors = vec![vec![0; lanes]; vectors.max().unwrap_or(0)];
    let mut scalars = vec![0; MAX_REGISTERS as usize + 1];
    let mut blocks = Vec::new();
    for (name, place) in &places {
        let stored = &value["registers"][name.as_str()];
        let wrong = || format!("register {name} is missing or wrong");
        match place {
            RegisterPlace::Vector(reg) => {
                let words = stored.as_array().ok_or_else(wrong)?;
                if words.len() != lanes {
                    return Err(wrong());
                }
                for (to, word) in vectors[reg.0 as usize].iter_mut().zip(words) {
                    *to = word.as_u64().ok_or_else(wrong)? as u32;
                }
            }
            RegisterPlace::Scalar(reg) => {
                scalars[reg.0 as usize] = stored.as_u64().ok_or_else(wrong)? as u32;
            }
            RegisterPlace::Mask(reg) => {
                let bits = mask(stored).ok_or_else(wrong)?;
                scalars[reg.0 as usize] = bits as u32;
                if lanes == 64 {
                    scalars[reg.0 as usize + 1] = (bits >> 32) as u32;
                }
            }
            RegisterPlace::Block(block) => {
                let bytes = bytes_from_json(stored).ok_or_else(wrong)?;
                if bytes.len() != block.bytes as usize {
                    return Err(wrong());
                }
                let number = block.number as usize;
                if blocks.len() <= number {
                    blocks.resize(number + 1, Vec::new());
                }
                blocks[number] = bytes;
            }
        }
    }
    let pc = value["pc"].as_u64();
    let inst = pc.and_then(|pc| subject.inst_at(pc));
    let pending = list(value, "pending")?.iter().map(|one| {
        let channel = one["channel"].as_str().unwrap_or("");
        let mut channels = subject.channels.iter();
        let inst = one["pc"].as_u64().and_then(|pc| subject.inst_at(pc));
        Outstanding {
            channel: Channel(channels.position(|name| name == channel).unwrap_or(0) as u8),
            inst: inst.map_or(u32::MAX, |inst| inst as u32),
            what: one["what"].as_str().unwrap_or("").to_string(),
        }
    });
    let private = list(value, "private")?.iter();
    Ok(CoreWave {
        number: number(value, "wave")? as u32,
        group: field(value, "workgroup", triple)?,
        lanes,
        exec: field(value, "exec", mask)?,
        alive: field(value, "alive", mask)?,
        status: field(value, "status", |v| Status::from_name(v.as_str()?))?,
        inst: inst.map_or(u32::MAX, |inst| inst as u32),
        issued: number(value, "issued")?,
        vectors,
        scalars,
        blocks,
        outstanding: pending.collect(),
        private: private.filter_map(|v| unhex(v.as_str()?)).collect(),
    })
}

fn id(value: &Value) -> Option<WaveId> {
    Some(WaveId {
        group: triple(&value["workgroup"])?,
        wave: u32::try_from(value["wave"].as_u64()?).ok()?,
    })
}

fn triple(value: &Value) -> Option<[u32; 3]> {
    let all = value.as_array()?.iter();
    let all: Option<Vec<u32>> = all.map(|v| u32::try_from(v.as_u64()?).ok()).collect();
    all?.try_into().ok()
}

fn mask(value: &Value) -> Option<u64> {
    u64::from_str_radix(value.as_str()?.strip_prefix("0x")?, 16).ok()
}

/// A field, with its name where it is missing or wrong.
fn field<'v, T>(
    value: &'v Value,
    name: &str,
    get: impl FnOnce(&'v Value) -> Option<T>,
) -> Result<T, String> {
    get(&value[name]).ok_or_else(|| format!("`{name}` is missing or wrong"))
}

fn text(value: &Value, name: &str) -> Result<String, String> {
    field(value, name, |v| v.as_str().map(str::to_string))
}

fn number(value: &Value, name: &str) -> Result<u64, String> {
    field(value, name, Value::as_u64)
}

fn list<'v>(value: &'v Value, name: &str) -> Result<&'v Vec<Value>, String> {
    field(value, name, Value::as_array)
}

fn bytes_from_json(value: &Value) -> Option<Vec<u8>> {
    if let Some(zeros) = value.as_u64() {
        return (zeros <= MAX_ZEROS).then(|| vec![0; zeros as usize]);
    }
    unhex(value.as_str()?)
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let pairs = text.as_bytes().chunks(2);
    let byte = |pair: &[u8]| match pair {
        [a, b] => Some((digit(*a)? << 4 | digit(*b)?) as u8),
        _ => None,
    };
    pairs.map(byte).collect()
}
