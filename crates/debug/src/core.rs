//! The state of a run as a file, to be looked at later.

use crate::look::{LookMemory, within};
use crate::session::Session;
use crate::subject::{Argument, Inst, Subject};
use arch::{Code, RegisterFormat, RegisterGroup, RegisterName, RegisterView, Symbol};
use kernel::{Shape, Type};
use serde_json::{Map, Value, json};
use source::SourceFile;
use uop::{
    Block, Channel, LookWave, Meeting, Outstanding, RegisterPlace, SReg, Status, VReg, WaveId,
};

const SCHEMA: &str = "wavetank.core/1";
/// A register file larger than this is not one of ours.
const MAX_REGISTERS: u16 = 1 << 14;
/// And so is a longer array.
const MAX_BLOCK: u32 = 1 << 20;

/// The waves and the memory that a run left behind.
#[derive(Clone, Debug, Default)]
pub struct Core {
    pub time: u64,
    pub turn: Option<WaveId>,
    /// The waves of all workgroups that were under way, workgroup by workgroup.
    pub waves: Vec<CoreWave>,
    /// Why the state was written.
    pub reason: String,
    groups: Vec<CoreGroup>,
    regions: Vec<(u64, Vec<u8>)>,
}

/// What the waves of a workgroup share.
#[derive(Clone, Debug)]
struct CoreGroup {
    group: [u32; 3],
    local: Vec<u8>,
    meetings: Vec<Meeting>,
}

#[derive(Clone, Debug)]
pub struct CoreWave {
    number: u32,
    group: [u32; 3],
    lanes: usize,
    exec: u64,
    alive: u64,
    status: Status,
    inst: u32,
    issued: u64,
    vectors: Vec<Vec<u32>>,
    scalars: Vec<u32>,
    blocks: Vec<Vec<u8>>,
    outstanding: Vec<Outstanding>,
    private: Vec<Vec<u8>>,
}

impl LookWave for &CoreWave {
    fn number(&self) -> u32 {
        self.number
    }

    fn group(&self) -> [u32; 3] {
        self.group
    }

    fn lanes(&self) -> usize {
        self.lanes
    }

    fn exec(&self) -> u64 {
        self.exec
    }

    fn alive(&self) -> u64 {
        self.alive
    }

    fn status(&self) -> Status {
        self.status
    }

    fn step(&self) -> u32 {
        self.inst
    }

    fn issued(&self) -> u64 {
        self.issued
    }

    fn vector(&self, reg: VReg) -> &[u32] {
        &self.vectors[reg.0 as usize]
    }

    fn scalar(&self, reg: SReg) -> u32 {
        self.scalars.get(reg.0 as usize).copied().unwrap_or(0)
    }

    fn block(&self, number: u16) -> &[u8] {
        self.blocks.get(number as usize).map_or(&[], |bytes| bytes)
    }

    fn outstanding(&self) -> Vec<Outstanding> {
        self.outstanding.clone()
    }

    fn private(&self, lane: usize) -> &[u8] {
        self.private.get(lane).map_or(&[], |bytes| bytes)
    }
}

impl Core {
    pub(crate) fn groups(&self) -> Vec<[u32; 3]> {
        self.groups.iter().map(|group| group.group).collect()
    }

    pub(crate) fn waves_of(&self, group: [u32; 3]) -> Vec<Box<dyn LookWave + '_>> {
        let waves = self.waves.iter().filter(|wave| wave.group == group);
        waves.map(|wave| Box::new(wave) as _).collect()
    }

    pub(crate) fn meetings(&self, group: [u32; 3]) -> Vec<Meeting> {
        let found = self.groups.iter().find(|found| found.group == group);
        found.map_or(Vec::new(), |found| found.meetings.clone())
    }
}

impl LookMemory for Core {
    fn global(&self, address: u64, out: &mut [u8]) -> Result<(), String> {
        let found = self.regions.iter().find_map(|(base, bytes)| {
            let start = usize::try_from(address.checked_sub(*base)?).ok()?;
            bytes.get(start..start.checked_add(out.len())?)
        });
        let bytes = found.ok_or_else(|| format!("nothing is mapped at {address:#x}"))?;
        out.copy_from_slice(bytes);
        Ok(())
    }

    fn local(&self, group: [u32; 3], address: u64, out: &mut [u8]) -> Result<(), String> {
        let found = self.groups.iter().find(|found| found.group == group);
        let local = found.map_or(&[][..], |found| &found.local);
        let start = within("local", local.len(), address, out.len())?;
        out.copy_from_slice(&local[start..start + out.len()]);
        Ok(())
    }
}

/// Words of every register that has a name, with the names of its parts.
fn named_words(view: &RegisterView) -> impl Iterator<Item = (String, RegisterPlace)> {
    let registers = view.groups.iter().flat_map(|group| &group.registers);
    registers.flat_map(|register| {
        let words = register.words.max(1);
        let parts = register.parts.len().max(1) as u16;
        let count = match register.place {
            // An array is one piece.
            RegisterPlace::Block(_) => 1,
            _ => parts * words,
        };
        (0..count).map(move |n| {
            let mut name = register.name.clone();
            if let Some(part) = register.parts.get((n / words) as usize) {
                name += &format!(".{part}");
            }
            if n % words > 0 {
                name += &format!("+{}", n % words);
            }
            let place = match register.place {
                RegisterPlace::Vector(reg) => RegisterPlace::Vector(reg.plus(n)),
                RegisterPlace::Scalar(reg) => RegisterPlace::Scalar(reg.plus(n)),
                mask => mask,
            };
            (name, place)
        })
    })
}

impl Session<'_> {
    /// Everything that can be looked at now. `reason` says why it is written.
    pub fn to_core(&self, reason: &str) -> Value {
        let subject = self.subject();
        let waves: Vec<Value> = (self.all_waves().iter())
            .map(|wave| wave_to_json(subject, &**wave))
            .collect();
        let groups: Vec<Value> = (self.groups().into_iter())
            .map(|group| self.group_to_json(group))
            .collect();
        let mut object = subject_to_json(subject);
        object["reason"] = reason.into();
        object["time"] = self.time().into();
        object["turn"] = self.turn().map_or(Value::Null, id_to_json);
        object["workgroups"] = groups.into();
        object["waves"] = waves.into();
        object["memory"] = self.regions_to_json().into();
        object
    }

    fn group_to_json(&self, group: [u32; 3]) -> Value {
        let local = self.timeline().map_or(Vec::new(), |timeline| {
            let machine = timeline.machine();
            let mut local = vec![0; machine.local_bytes(group)];
            machine.read_local(group, 0, &mut local);
            local
        });
        let meetings = self.meetings(group).into_iter().map(|meeting| {
            let ids = |ids: Vec<WaveId>| ids.into_iter().map(id_to_json).collect::<Vec<_>>();
            json!({
                "name": meeting.name,
                "arrived": ids(meeting.arrived),
                "missing": ids(meeting.missing),
                "note": meeting.note,
            })
        });
        json!({
            "workgroup": group,
            "local": hex(&local),
            "barriers": meetings.collect::<Vec<_>>(),
        })
    }

    fn regions_to_json(&self) -> Vec<Value> {
        let Some(timeline) = self.timeline() else {
            return Vec::new();
        };
        let own = timeline.machine().own_memory();
        let regions = timeline.memory().regions();
        let regions = regions.map(|r| (r.label().name.clone(), r.base(), r.len()));
        let all = regions.chain(own).filter_map(|(name, base, len)| {
            let mut bytes = vec![0; usize::try_from(len).ok()?];
            self.look(|scope| scope.memory.global(base, &mut bytes))
                .ok()?;
            Some(json!({ "name": name, "base": base, "bytes": hex(&bytes) }))
        });
        all.collect()
    }
}

fn id_to_json(id: WaveId) -> Value {
    json!({ "workgroup": id.group, "wave": id.wave })
}

fn wave_to_json(subject: &Subject, wave: &dyn LookWave) -> Value {
    let mut registers = Map::new();
    for (name, place) in named_words(&subject.registers) {
        let value = match place {
            RegisterPlace::Vector(reg) => json!(wave.vector(reg)),
            RegisterPlace::Scalar(reg) => json!(wave.scalar(reg)),
            RegisterPlace::Mask(reg) => json!(format!("{:#x}", wave.mask(reg))),
            RegisterPlace::Block(block) => json!(hex(wave.block(block.number))),
        };
        registers.insert(name, value);
    }
    let pending = wave.outstanding().into_iter().map(|one| {
        let inst = subject.insts.get(one.inst as usize);
        json!({
            "channel": subject.channels.get(one.channel.0 as usize),
            "pc": inst.map(|inst| inst.address),
            "what": one.what,
        })
    });
    let private: Vec<String> = (0..wave.lanes())
        .map(|lane| hex(wave.private(lane)))
        .collect();
    let has_private = private.iter().any(|bytes| !bytes.is_empty());
    json!({
        "wave": wave.number(),
        "workgroup": wave.group(),
        "status": wave.status().name(),
        "pc": subject.inst_of(wave.step()).map(|inst| inst.address),
        "exec": format!("{:#x}", wave.exec()),
        "alive": format!("{:#x}", wave.alive()),
        "issued": wave.issued(),
        "registers": registers,
        "pending": pending.collect::<Vec<_>>(),
        "private": if has_private { json!(private) } else { json!([]) },
    })
}

fn subject_to_json(subject: &Subject) -> Value {
    let insts = subject.insts.iter().map(|inst| {
        json!({ "address": inst.address, "len": inst.len, "text": inst.text, "line": inst.line })
    });
    let symbols = subject.code.symbols.iter().map(|symbol| {
        json!({ "name": symbol.name, "address": symbol.address, "kernel": symbol.is_kernel })
    });
    let arguments = subject.arguments.iter().map(|arg| {
        json!({
            "name": arg.name,
            "type": arg.ty.name(),
            "shape": arg.shape.dims(),
            "address": arg.address,
        })
    });
    let groups = subject.registers.groups.iter().map(|group| {
        let registers = group.registers.iter().map(|register| {
            let (kind, number) = match register.place {
                RegisterPlace::Vector(reg) => ("vector", reg.0),
                RegisterPlace::Scalar(reg) => ("scalar", reg.0),
                RegisterPlace::Mask(reg) => ("mask", reg.0),
                RegisterPlace::Block(block) => ("array", block.number),
            };
            let (bytes, row) = match register.place {
                RegisterPlace::Block(block) => (block.bytes, block.row),
                _ => (0, 0),
            };
            json!({
                "name": register.name,
                "alias": register.alias,
                "bytes": bytes,
                "row": row,
                "kind": kind,
                "number": number,
                "words": register.words,
                "parts": register.parts,
                "format": format_name(register.format),
            })
        });
        json!({
            "name": group.name,
            "prefix": group.prefix,
            "registers": registers.collect::<Vec<_>>(),
        })
    });
    json!({
        "schema": SCHEMA,
        "isa": subject.isa,
        "file": subject.file.name(),
        "source": subject.file.text(),
        "lanes": subject.lanes,
        "grid": subject.grid,
        "block": subject.block,
        "channels": subject.channels,
        "instructions": insts.collect::<Vec<_>>(),
        "symbols": symbols.collect::<Vec<_>>(),
        "arguments": arguments.collect::<Vec<_>>(),
        "exec": subject.registers.exec,
        "wave_name": subject.registers.wave,
        "register_groups": groups.collect::<Vec<_>>(),
    })
}

const FORMATS: [(&str, RegisterFormat); 8] = [
    ("guess", RegisterFormat::Guess),
    ("signed", RegisterFormat::Signed),
    ("unsigned", RegisterFormat::Unsigned),
    ("hex", RegisterFormat::Hex),
    ("float", RegisterFormat::Float),
    ("half", RegisterFormat::Half),
    ("integer", RegisterFormat::Integer),
    ("boxed", RegisterFormat::Boxed),
];

fn format_name(format: RegisterFormat) -> &'static str {
    let found = FORMATS.iter().find(|(_, other)| *other == format);
    found.map_or("guess", |(name, _)| name)
}

fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits
        .map(|digit| char::from(DIGITS[digit as usize]))
        .collect()
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

/// Reads what [`Session::to_core`] wrote.
pub fn read(text: &str) -> Result<(Subject, Core), String> {
    let value: Value = serde_json::from_str(text).map_err(|error| format!("not JSON: {error}"))?;
    if value["schema"] != SCHEMA {
        return Err(format!(
            "this is no state dump: its schema is not `{SCHEMA}`"
        ));
    }
    parse(&value).map_err(|what| format!("the state dump is damaged: {what}"))
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

fn triple(value: &Value) -> Option<[u32; 3]> {
    let all = value.as_array()?.iter();
    let all: Option<Vec<u32>> = all.map(|v| u32::try_from(v.as_u64()?).ok()).collect();
    all?.try_into().ok()
}

fn mask(value: &Value) -> Option<u64> {
    u64::from_str_radix(value.as_str()?.strip_prefix("0x")?, 16).ok()
}

fn parse(value: &Value) -> Result<(Subject, Core), String> {
    let subject = parse_subject(value)?;
    let waves = list(value, "waves")?.iter();
    let waves = waves.map(|wave| parse_wave(&subject, wave));
    let regions = list(value, "memory")?.iter().map(|region| {
        let bytes = field(region, "bytes", |v| unhex(v.as_str()?))?;
        Ok((number(region, "base")?, bytes))
    });
    let waves: Vec<CoreWave> = waves.collect::<Result<_, String>>()?;
    let groups = list(value, "workgroups")?.iter().map(parse_workgroup);
    let core = Core {
        time: number(value, "time")?,
        turn: id(&value["turn"]),
        waves,
        reason: text(value, "reason")?,
        groups: groups.collect::<Result<_, String>>()?,
        regions: regions.collect::<Result<_, String>>()?,
    };
    Ok((subject, core))
}

fn id(value: &Value) -> Option<WaveId> {
    Some(WaveId {
        group: triple(&value["workgroup"])?,
        wave: u32::try_from(value["wave"].as_u64()?).ok()?,
    })
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
        local: field(value, "local", |v| unhex(v.as_str()?))?,
        meetings: meetings.collect::<Result<_, String>>()?,
    })
}

fn parse_subject(value: &Value) -> Result<Subject, String> {
    let insts = list(value, "instructions")?.iter().map(|inst| {
        Ok(Inst {
            address: number(inst, "address")?,
            len: number(inst, "len")? as u8,
            text: text(inst, "text")?,
            line: inst["line"].as_u64().map(|line| line as u32),
        })
    });
    let insts: Vec<Inst> = insts.collect::<Result<_, String>>()?;
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
        Ok(Argument {
            name: text(arg, "name")?,
            ty: field(arg, "type", |v| Type::from_name(v.as_str()?))?,
            shape,
            address: number(arg, "address")?,
        })
    });
    let groups = list(value, "register_groups")?.iter().map(parse_group);
    let channels = list(value, "channels")?.iter();
    let lanes = number(value, "lanes")?;
    if !(1..=64).contains(&lanes) {
        return Err("`lanes` is not between 1 and 64".into());
    }
    Ok(Subject {
        isa: text(value, "isa")?,
        file: SourceFile::new(text(value, "file")?, text(value, "source")?),
        code: Code {
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
                let bytes = stored.as_str().and_then(unhex).ok_or_else(wrong)?;
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
