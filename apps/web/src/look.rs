//! What a run that stands still looks like, for a page to draw.

use crate::{Reply, Request};
use serde_json::{Value, json};
use uop::{LaneWait, RegisterPlace, Space};
use wavetank::debug::{ExprValue as Element, Session, StopReason, WaveId};

/// Waves that are listed; a launch may have more under way than can be looked at.
const MOST_WAVES: usize = 512;

/// Elements of memory that are shown at a time.
const MOST_ELEMENTS: u64 = 4096;

/// What is known before the run begins.
pub(crate) fn subject(session: &Session) -> Value {
    let subject = session.subject();
    let insts = subject.insts.iter();
    let insts = insts.map(|inst| json!([inst.address, inst.line, inst.text.trim()]));
    let groups = subject.registers.groups.iter().map(|group| {
        let registers = group.registers.iter().map(|register| {
            let (kind, bytes) = match register.place {
                RegisterPlace::Vector(_) => ("vector", 0),
                RegisterPlace::Scalar(_) => ("scalar", 0),
                RegisterPlace::Mask(_) => ("mask", 0),
                RegisterPlace::Block(block) => ("block", block.bytes),
            };
            json!({
                "name": register.name,
                "kind": kind,
                "words": register.words,
                "parts": register.parts,
                "format": format!("{:?}", register.format),
                "bytes": bytes,
            })
        });
        json!({ "name": group.name, "registers": registers.collect::<Vec<_>>() })
    });
    let arguments = subject.arguments.iter().map(|arg| {
        json!({
            "name": arg.name,
            "type": arg.ty.name(),
            "shape": arg.shape.to_string(),
            "count": arg.shape.count().unwrap_or(0),
        })
    });
    json!({
        "isa": subject.isa,
        "lanes": subject.lanes,
        "grid": subject.grid,
        "block": subject.block,
        "wave": subject.registers.wave,
        "exec": subject.registers.exec,
        "insts": insts.collect::<Vec<_>>(),
        "groups": groups.collect::<Vec<_>>(),
        "arguments": arguments.collect::<Vec<_>>(),
    })
}

/// Why a run stands where it does, in a few words.
pub(crate) fn reason(reason: &StopReason) -> String {
    match reason {
        StopReason::Step => "step".into(),
        StopReason::Breakpoint(_) => "breakpoint".into(),
        StopReason::BadCondition { message, .. } => message.clone(),
        StopReason::Watchpoint { text, .. } => format!("{text} changed"),
        StopReason::Waits(_) => "waits".into(),
        StopReason::WaveEnded(_) => "this wave has ended".into(),
        StopReason::Fault(_) => "fault".into(),
        StopReason::End => "end".into(),
        StopReason::Start => "start".into(),
        StopReason::Interrupt => "stopped".into(),
    }
}

/// The moment, every wave, and what of registers and memory is asked for; the words of registers are
/// bytes behind the answer.
pub(crate) fn state(session: &Session, request: &Request<'_>) -> Result<Reply, String> {
    let subject = session.subject();
    let id = |id: WaveId| json!({ "group": id.group, "wave": id.wave });
    let mut listed = 0;
    let mut waves = Vec::new();
    for wave in session.all_waves() {
        listed += 1;
        if waves.len() == MOST_WAVES {
            continue;
        }
        let inst = subject.steps.get(wave.step() as usize).copied();
        let line = inst.and_then(|inst| subject.insts.get(inst as usize)?.line);
        waves.push(json!({
            "group": wave.group(),
            "wave": wave.number(),
            "status": wave.status().name(),
            "inst": inst,
            "line": line,
            "exec": format!("{:x}", wave.exec()),
            "alive": format!("{:x}", wave.alive()),
            "issued": wave.issued(),
        }));
    }
    let mut bytes = Vec::new();
    let mut json = json!({
        "time": session.time(),
        "turn": session.turn().map(id),
        "selected": session.selected_wave().map(id),
        "lane": session.selected_lane(),
        "waves": waves,
        "under_way": listed,
    });
    if let Some(wave) = session.selected() {
        let inst_line = |step: u32| subject.inst_of(step).and_then(|inst| inst.line);
        let waits = (0..wave.lanes()).map(|lane| match wave.waits(lane)? {
            LaneWait::Turn(step) => Some(json!(["its turn", inst_line(step)])),
            LaneWait::Join(step) => Some(json!(["others to join", inst_line(step)])),
            LaneWait::Barrier(step) => Some(json!(["the barrier", inst_line(step)])),
            LaneWait::Branch(step) => Some(json!(["the other branch", inst_line(step)])),
        });
        json["waits"] = waits.collect::<Vec<_>>().into();
        json["outstanding"] = wave
            .outstanding()
            .iter()
            .map(|one| {
                let inst = subject.insts.get(one.inst as usize);
                json!([inst.and_then(|inst| inst.line), one.what])
            })
            .collect::<Vec<_>>()
            .into();
        if let Some(group) = request.maybe("registers") {
            registers(session, group as usize, &mut bytes);
        }
    }
    if let Some(memory) = request.json.get("memory") {
        json["memory"] = self::memory(session, memory)?;
    }
    Ok(Reply { json, bytes })
}

/// The words of every register of a group, lane by lane, each register whole.
fn registers(session: &Session, group: usize, out: &mut Vec<u8>) {
    let Some(wave) = session.selected() else {
        return;
    };
    let Some(group) = session.subject().registers.groups.get(group) else {
        return;
    };
    for register in &group.registers {
        let words = register.words * register.parts.len().max(1) as u16;
        match register.place {
            RegisterPlace::Vector(reg) => {
                for n in 0..words {
                    let lanes = wave.vector(reg.plus(n)).iter().take(wave.lanes());
                    out.extend(lanes.flat_map(|word| word.to_le_bytes()));
                }
            }
            RegisterPlace::Scalar(reg) => {
                let all = (0..words).map(|n| wave.scalar(reg.plus(n)));
                out.extend(all.flat_map(u32::to_le_bytes));
            }
            RegisterPlace::Mask(reg) => out.extend(wave.mask(reg).to_le_bytes()),
            RegisterPlace::Block(block) => {
                let bytes = wave.block(block.number);
                let shown = bytes.len().min(block.bytes as usize);
                out.extend(&bytes[..shown]);
                out.resize(out.len() + block.bytes as usize - shown, 0);
            }
        }
    }
}

/// The elements of an argument, or the words of local memory, that a page shows.
pub(crate) struct Shown<'a> {
    pub name: &'a str,
    pub space: Space,
    pub ty: kernel::Type,
    base: u64,
    /// All of them, the first that is shown, and how many are at most.
    count: u64,
    pub from: u64,
    most: u64,
}

impl<'a> Shown<'a> {
    pub fn new(session: &Session, asked: &'a Value) -> Result<Shown<'a>, String> {
        let name = asked.get("of").and_then(Value::as_str).unwrap_or_default();
        let number = |key: &str| asked.get(key).and_then(Value::as_u64).unwrap_or(0);
        let (space, ty, base, count) = match session.subject().argument(name) {
            Some(arg) => {
                let count = arg.shape.count().unwrap_or(0);
                (Space::Global, arg.ty, arg.address, count)
            }
            None => {
                let group = session.group().unwrap_or_default();
                let timeline = session.timeline().ok_or("no run is open")?;
                let bytes = timeline.machine().local_bytes(group) as u64;
                (Space::Local, kernel::Type::U32, 0, bytes / 4)
            }
        };
        Ok(Shown {
            name,
            space,
            ty,
            base,
            count,
            from: number("from").min(count),
            most: number("count").min(MOST_ELEMENTS),
        })
    }

    pub fn address(&self, index: u64) -> u64 {
        self.base + index * self.ty.size() as u64
    }

    pub fn indices(&self) -> std::ops::Range<u64> {
        self.from..self.from.saturating_add(self.most).min(self.count)
    }
}

/// What elements are, as text and as numbers.
fn memory(session: &Session, asked: &Value) -> Result<Value, String> {
    let shown = Shown::new(session, asked)?;
    let mut texts = Vec::new();
    let mut numbers = Vec::new();
    for index in shown.indices() {
        let address = shown.address(index);
        let value = session.look(|scope| scope.element(shown.space, shown.ty, address));
        // Nothing says what the words of local memory are: they are shown as what they look like.
        let value = value.map(|value| match (shown.space, value) {
            (Space::Local, Element::Element { bits, .. }) => Element::word(bits as u32),
            (_, value) => value,
        });
        let text = value.map_or_else(|_| "?".to_string(), |value| value.show(None));
        numbers.push(text.parse::<f64>().ok());
        texts.push(text);
    }
    let Shown {
        name, from, count, ..
    } = shown;
    Ok(json!({ "of": name, "from": from, "count": count, "texts": texts, "numbers": numbers }))
}
