//! What can be looked at now, written down.

use super::{FORMATS, SCHEMA, named_words};
use crate::session::Session;
use crate::subject::Subject;
use arch::RegisterFormat;
use serde_json::{Map, Value, json};
use uop::{LookWave, RegisterPlace, WaveId};

impl Session {
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
        if let Some(cycle) = self.cycle() {
            object["cycle"] = cycle.into();
        }
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
            "local": bytes_to_json(&local),
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
            Some(json!({ "name": name, "base": base, "bytes": bytes_to_json(&bytes) }))
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
            RegisterPlace::Block(block) => bytes_to_json(wave.block(block.number)),
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
        json!({ "address": inst.address, "len": inst.len, "text": inst.text, "line": inst.line,
                "file": inst.file })
    });
    let includes = subject.code.includes.iter();
    let includes = includes.map(|file| json!({ "file": file.name(), "source": file.text() }));
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
        "includes": includes.collect::<Vec<_>>(),
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

/// Bytes in hex; of nothing but zeros, how many there are.
fn bytes_to_json(bytes: &[u8]) -> Value {
    match bytes.iter().all(|byte| *byte == 0) {
        true => bytes.len().into(),
        false => hex(bytes).into(),
    }
}
