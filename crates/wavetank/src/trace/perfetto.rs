//! Perfetto's native format: protocol buffers, written field by field. Field numbers are those of
//! `perfetto/trace/*.proto`, which never change.

use super::Trace;
use sim::{Slice, Track};
use std::collections::BTreeMap;
use std::io;

/// A message under construction.
#[derive(Default)]
struct Message(Vec<u8>);

impl Message {
    fn varint(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
    }

    fn number(mut self, field: u32, value: u64) -> Message {
        self.varint(u64::from(field) << 3);
        self.varint(value);
        self
    }

    fn bytes(mut self, field: u32, bytes: &[u8]) -> Message {
        self.varint(u64::from(field) << 3 | 2);
        self.varint(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
        self
    }

    fn text(self, field: u32, text: &str) -> Message {
        self.bytes(field, text.as_bytes())
    }

    fn message(self, field: u32, message: &Message) -> Message {
        self.bytes(field, &message.0)
    }
}

// Fields of TracePacket.
const TIMESTAMP: u32 = 8;
const SEQUENCE: u32 = 10;
const TRACK_EVENT: u32 = 11;
const INTERNED: u32 = 12;
const SEQUENCE_FLAGS: u32 = 13;
const TRACK_DESCRIPTOR: u32 = 60;

/// All packets belong to one sequence, whose names are numbered once.
const ONE: u64 = 1;
const STATE_CLEARED: u64 = 1;
const NEEDS_STATE: u64 = 2;

// Fields of TrackEvent, and its types.
const ANNOTATIONS: u32 = 4;
const TYPE: u32 = 9;
const NAME: u32 = 10;
const OF_TRACK: u32 = 11;
const COUNTER_VALUE: u32 = 30;
const BEGIN: u64 = 1;
const END: u64 = 2;
const COUNTER: u64 = 4;

/// Names of arguments, numbered from 1.
const ARGUMENTS: [&str; 4] = ["pc", "line", "lanes", "bank conflicts"];

/// The number of a unit's track; those of its waves follow.
fn unit_track(unit: u32) -> u64 {
    1 + (u64::from(unit) << 24)
}

fn track_number(unit: u32, track: Track) -> u64 {
    let own = match track {
        Track::Groups(place) => 1 + u64::from(place),
        Track::Wave(wave) => 1 << 16 | u64::from(wave) << 8,
        Track::Flight { wave, channel } => {
            1 << 16 | u64::from(wave) << 8 | (1 + u64::from(channel))
        }
    };
    unit_track(unit) + own
}

/// Counters have numbers that no track of a unit has.
const COUNTERS: u64 = 1 << 60;

/// Numbers for names.
#[derive(Default)]
struct Names(BTreeMap<String, u64>);

impl Names {
    fn number(&mut self, name: String) -> u64 {
        let next = self.0.len() as u64 + 1;
        *self.0.entry(name).or_insert(next)
    }
}

/// Something that happens at a time.
struct Moment {
    time: u64,
    /// What ends comes before what begins in the same cycle.
    begins: bool,
    packet: Message,
}

pub(super) fn write(trace: &Trace, out: &mut dyn io::Write) -> io::Result<()> {
    let mut names = Names::default();
    let moments = moments(trace, &mut names);
    let mut packet = |packet: Message| {
        let whole = Message::default().message(1, &packet.number(SEQUENCE, ONE));
        out.write_all(&whole.0)
    };
    packet(interned(&names))?;
    for descriptor in descriptors(trace) {
        packet(Message::default().message(TRACK_DESCRIPTOR, &descriptor))?;
    }
    for moment in moments {
        packet(moment.packet.number(TIMESTAMP, moment.time))?;
    }
    Ok(())
}

/// What numbers stand for.
fn interned(names: &Names) -> Message {
    let named = |number: u64, name: &str| Message::default().number(1, number).text(2, name);
    let mut data = Message::default();
    for (name, &number) in &names.0 {
        data = data.message(2, &named(number, name));
    }
    for (number, name) in ARGUMENTS.iter().enumerate() {
        data = data.message(3, &named(number as u64 + 1, name));
    }
    Message::default()
        .number(SEQUENCE_FLAGS, STATE_CLEARED)
        .message(INTERNED, &data)
}

/// Tracks: a process for every unit, in it a track for every place of a workgroup and for every wave, and
/// the counters.
fn descriptors(trace: &Trace) -> Vec<Message> {
    let timeline = &trace.timeline;
    let mut all = Vec::new();
    let mut unit = None;
    for (of, track) in timeline.tracks() {
        if unit != Some(of) {
            unit = Some(of);
            let process = Message::default().number(1, u64::from(of) + 1);
            let process = process.text(6, &format!("CU {of}"));
            all.push(
                Message::default()
                    .number(1, unit_track(of))
                    .message(3, &process),
            );
        }
        let name = match track {
            Track::Groups(0) => "workgroups".to_string(),
            Track::Groups(place) => format!("workgroups {place}"),
            Track::Wave(wave) => format!("wave {wave}"),
            Track::Flight { wave, channel } => {
                format!("wave {wave} {}", named(&trace.channels, channel.into()))
            }
        };
        let descriptor = Message::default().number(1, track_number(of, track));
        all.push(descriptor.text(2, &name).number(5, unit_track(of)));
    }
    for (number, (name, _)) in counters(trace).iter().enumerate() {
        let descriptor = Message::default().number(1, COUNTERS + number as u64);
        let descriptor = descriptor.text(2, name);
        all.push(descriptor.message(8, &Message::default()));
    }
    all
}

fn named(names: &[String], index: usize) -> String {
    names.get(index).cloned().unwrap_or_default()
}

/// Counters by name: what they are from a time on.
fn counters(trace: &Trace) -> Vec<(String, Vec<(u64, u64)>)> {
    let timeline = &trace.timeline;
    let busy = timeline
        .busy()
        .into_iter()
        .map(|(time, units)| (time, units as u64));
    let mut all = vec![("busy CUs".to_string(), busy.collect::<Vec<_>>())];
    for (name, series) in timeline.series() {
        let parts = series.parts().iter().enumerate();
        let mut steps: Vec<(u64, u64)> = parts
            .map(|(part, &count)| (part as u64 * series.width(), count))
            .collect();
        steps.push((series.parts().len() as u64 * series.width(), 0));
        // Nothing is still nothing.
        steps.dedup_by(|next, before| next.1 == 0 && before.1 == 0);
        let name = match series.width() {
            1 => format!("{name} in a cycle"),
            width => format!("{name} in {width} cycles"),
        };
        all.push((name, steps));
    }
    all
}

fn moments(trace: &Trace, names: &mut Names) -> Vec<Moment> {
    let mut all = Vec::new();
    for (number, (_, steps)) in counters(trace).into_iter().enumerate() {
        for (time, value) in steps {
            let event = Message::default()
                .number(TYPE, COUNTER)
                .number(OF_TRACK, COUNTERS + number as u64)
                .number(COUNTER_VALUE, value);
            all.push(Moment {
                time,
                begins: true,
                packet: Message::default().message(TRACK_EVENT, &event),
            });
        }
    }
    for slice in trace.timeline.slices() {
        let track = track_number(slice.unit, slice.track);
        let inst = |inst: u32| named(&trace.instructions, inst as usize);
        let (name, of, lanes, conflicts) = match slice.what {
            Slice::Instruction {
                inst: number,
                lanes,
                conflicts,
            } => (inst(number), Some(number), Some(lanes), conflicts),
            Slice::Access(number) => (inst(number), Some(number), None, 0),
            Slice::Wait(cause, number) => {
                let cause = cause.name().replace('_', " ");
                (format!("wait: {cause}"), Some(number), None, 0)
            }
            Slice::Group(group) => (format!("workgroup {group}"), None, None, 0),
        };
        let mut event = Message::default()
            .number(TYPE, BEGIN)
            .number(OF_TRACK, track)
            .number(NAME, names.number(name));
        let place = of.and_then(|inst| trace.places.get(inst as usize));
        let arguments = [
            place.map(|place| place.0),
            place.and_then(|place| place.1).map(u64::from),
            lanes.map(u64::from),
            (conflicts > 0).then_some(conflicts.into()),
        ];
        for (number, argument) in arguments.into_iter().enumerate() {
            if let Some(value) = argument {
                let annotation = Message::default().number(1, number as u64 + 1);
                // Addresses are shown in hex.
                let field = if number == 0 { 7 } else { 3 };
                event = event.message(ANNOTATIONS, &annotation.number(field, value));
            }
        }
        let begin = Message::default().number(SEQUENCE_FLAGS, NEEDS_STATE);
        all.push(Moment {
            time: slice.start,
            begins: true,
            packet: begin.message(TRACK_EVENT, &event),
        });
        let end = Message::default().number(TYPE, END).number(OF_TRACK, track);
        all.push(Moment {
            time: slice.start + slice.cycles,
            begins: false,
            packet: Message::default().message(TRACK_EVENT, &end),
        });
    }
    all.sort_by_key(|moment| (moment.time, moment.begins));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_written_as_protocol_buffers_have_them() {
        // The examples of the encoding's own documentation.
        assert_eq!(Message::default().number(1, 150).0, [0x08, 0x96, 0x01]);
        let text = Message::default().text(2, "testing");
        assert_eq!(text.0, *b"\x12\x07testing");
        let inner = Message::default().number(1, 150);
        let outer = Message::default().message(3, &inner);
        assert_eq!(outer.0, [0x1a, 0x03, 0x08, 0x96, 0x01]);
        assert_eq!(Message::default().number(60, 1).0, [0xe0, 0x03, 0x01]);
    }
}
