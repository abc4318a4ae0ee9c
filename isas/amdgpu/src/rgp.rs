//! The file that Radeon GPU Profiler opens: a header and chunks, with a thread trace of every shader
//! engine. As on hardware, every wave has its begin and its end there, and those of one SIMD of each
//! engine their instructions.

mod board;
mod mark;
mod object;
mod stream;

use crate::bytes::decode_with;
use crate::chip::{N, Numbers};
use crate::codec::Codec;
use crate::meaning::Meaning;
use crate::target::{Target, Wave};
use arch::{IssueRecord, WaveRecord};
use board::Board;
use mark::{Mark, NOT_TAKEN, TAKEN, Token, Unit};
use std::collections::HashMap;
use std::ops::Range;
use stream::{Layout, Place, Stream};

/// A launch and what became of its waves.
pub(crate) struct Capture<'a> {
    pub target: Target,
    pub wave: Wave,
    pub numbers: &'a Numbers,
    /// Units of the cycle model are whole workgroup processors.
    pub whole: bool,
    /// The processor in the flags of ELF headers.
    pub machine: u32,
    /// Where the image lies, and which addresses of it are instructions.
    pub base: u64,
    pub text: Range<u64>,
    /// Those instructions.
    pub bytes: &'a [u8],
    pub entry: u64,
    pub name: &'a str,
    pub grid: [u32; 3],
    pub block: [u32; 3],
    pub waves: &'a [WaveRecord],
}

/// Types of chunks.
#[derive(Clone, Copy)]
enum Chunk {
    Asic = 0,
    Description = 1,
    Data = 2,
    Api = 3,
    Queues = 5,
    Clock = 6,
    Cpu = 7,
    Objects = 9,
    Loads = 10,
    Pipelines = 11,
}

/// Ticks of the clock that times of queues are in.
const TICKS_PER_SECOND: u64 = 100_000_000;
/// When the trace begins, in ticks: any but zero.
const FIRST_TICK: u64 = 1000;
/// The first instructions of a kernel that begins at zero are loaded here, because nothing is loaded at
/// zero.
const LOADED_AT: u64 = 0x0400_0000;

/// Little-endian numbers, one after the other.
#[derive(Default)]
struct Bytes(Vec<u8>);

impl Bytes {
    fn u8(&mut self, value: u8) -> &mut Bytes {
        self.bytes(&[value])
    }

    fn u16(&mut self, value: u16) -> &mut Bytes {
        self.bytes(&value.to_le_bytes())
    }

    fn u32(&mut self, value: u32) -> &mut Bytes {
        self.bytes(&value.to_le_bytes())
    }

    fn u64(&mut self, value: u64) -> &mut Bytes {
        self.bytes(&value.to_le_bytes())
    }

    fn bytes(&mut self, bytes: &[u8]) -> &mut Bytes {
        self.0.extend_from_slice(bytes);
        self
    }

    /// Zeros up to a length.
    fn fill(&mut self, len: usize) -> &mut Bytes {
        self.0.resize(len.max(self.0.len()), 0);
        self
    }

    /// Text in a field of so many bytes, one of which stays zero.
    fn text(&mut self, text: &str, len: usize) -> &mut Bytes {
        let end = self.0.len() + len;
        let text = &text.as_bytes()[..text.len().min(len - 1)];
        self.bytes(text).fill(end)
    }

    /// A chunk with what `fill` puts into it; offsets of a file count from its first byte.
    fn chunk(
        &mut self,
        kind: Chunk,
        index: u32,
        version: (u16, u16),
        fill: impl FnOnce(&mut Bytes),
    ) {
        let start = self.0.len();
        self.u32(kind as u32 | index << 8);
        self.u16(version.1).u16(version.0).u64(0);
        fill(self);
        self.fill(self.0.len().next_multiple_of(4));
        let size = (self.0.len() - start) as u32;
        self.0[start + 8..start + 12].copy_from_slice(&size.to_le_bytes());
    }
}

/// The file.
pub(crate) fn write(capture: &Capture<'_>) -> Vec<u8> {
    let board = Board::of(capture.numbers.chip);
    let engines = engines(capture, board);
    let clock = Clock::new(board, capture.waves);
    let object = object::write(capture);
    let hash = [hash(&object, 0), hash(&object, 1)];
    let loaded = if capture.base == 0 {
        LOADED_AT
    } else {
        capture.base
    };
    let entry = loaded + (capture.entry - capture.base);

    let mut file = Bytes::default();
    // The magic number, version 1.6, how queues are timed, and where chunks begin. It has no date: the
    // same run gives the same file.
    file.u32(0x5030_3042).u32(1).u32(6).u32(1).u32(56).fill(56);
    file.chunk(Chunk::Cpu, 0, (0, 0), |chunk| {
        chunk.text("wavetank", 16).text("a model of the chip", 48);
        chunk.u64(0).u64(1_000_000_000).fill(56 + 112);
    });
    file.chunk(Chunk::Asic, 0, (0, 5), |chunk| {
        board.describe(capture, engines.len(), chunk)
    });
    file.chunk(Chunk::Api, 0, (0, 2), |chunk| {
        // HIP; a whole frame with instructions, of these engines.
        let start = chunk.0.len() - 16;
        chunk.u32(5).u16(12).u16(0).fill(start + 544);
        chunk.u32(1).u32(0).u64((1 << engines.len()) - 1);
    });
    file.chunk(Chunk::Objects, 0, (0, 0), |chunk| {
        let start = chunk.0.len() as u32 - 16;
        let padded = object.len().next_multiple_of(4);
        chunk.u32(start).u32(0).u32(36 + padded as u32).u32(1);
        chunk.u32(padded as u32).bytes(&object);
    });
    file.chunk(Chunk::Loads, 0, (1, 0), |chunk| {
        let start = chunk.0.len() as u32 - 16;
        chunk.u32(start).u32(0).u32(40).u32(1);
        chunk.u64(0).u64(loaded).u64(hash[0]).u64(hash[1]).u64(0);
    });
    file.chunk(Chunk::Pipelines, 0, (0, 0), |chunk| {
        let start = chunk.0.len() as u32 - 16;
        chunk.u32(start).u32(0).u32(88).u32(1);
        chunk
            .u64(hash[0])
            .u64(hash[0])
            .u64(hash[1])
            .text(capture.name, 64);
    });
    file.chunk(Chunk::Queues, 0, (1, 1), |chunk| {
        chunk.u32(1).u32(24).u32(1).u32(56);
        // A queue for compute, and what was submitted to it.
        chunk.u64(1).u64(1).u32(2 | 2 << 8).u32(0);
        chunk.u64(0).u64(0).u64(0).u64(0).u64(0);
        chunk.u64(FIRST_TICK).u64(FIRST_TICK + clock.ticks);
    });
    file.chunk(Chunk::Clock, 0, (0, 0), |chunk| {
        chunk.u64(0).u64(FIRST_TICK).u64(0);
    });
    let marks = marks(capture, hash[0], entry);
    for (number, waves) in engines.iter().enumerate() {
        let data = trace(capture, waves, &marks, &clock);
        let number = number as u32;
        file.chunk(Chunk::Description, number, (0, 2), |chunk| {
            let version = match layout(capture.target) {
                Layout::Three => 0xb,
                Layout::Four => 0xc,
            };
            chunk.u32(number).u32(version).u16(1).u16(5).u32(0);
        });
        file.chunk(Chunk::Data, number, (0, 0), |chunk| {
            chunk.u32(chunk.0.len() as u32 + 8).u32(data.len() as u32);
            chunk.bytes(&data);
        });
    }
    file.0
}

/// Units of the cycle model that a shader engine has: whole workgroup processors, or halves.
pub(crate) fn units(chip: &str, whole: bool) -> u32 {
    let wgps = 2 * Board::of(chip).array_wgps;
    if whole { wgps } else { 2 * wgps }
}

fn layout(target: Target) -> Layout {
    match target.generation().trace_layout {
        4 => Layout::Four,
        _ => Layout::Three,
    }
}

/// FNV-1a, which names a code object well enough where there is one.
fn hash(bytes: &[u8], seed: u64) -> u64 {
    (bytes.iter()).fold(0xcbf2_9ce4_8422_2325 ^ seed, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// How long the trace is.
struct Clock {
    /// Its last cycle, a whole number of ticks.
    end: u64,
    ticks: u64,
}

impl Clock {
    fn new(board: &Board, waves: &[WaveRecord]) -> Clock {
        let each = u64::from(board.megahertz) * 1_000_000 / TICKS_PER_SECOND;
        let last = waves.iter().map(|wave| wave.end).max().unwrap_or(0);
        let ticks = (last + 64).div_ceil(each);
        Clock {
            end: ticks * each,
            ticks,
        }
    }
}

/// A wave with its place.
struct Placed<'a> {
    place: Place,
    wave: &'a WaveRecord,
}

/// The waves of every shader engine. A wave has the first slot of its SIMD that is free when it begins.
fn engines<'a>(capture: &Capture<'a>, board: &Board) -> Vec<Vec<Placed<'a>>> {
    let each = 2 * board.array_wgps;
    let wgps = capture.numbers.get(N::Wgps);
    let mut engines: Vec<Vec<Placed<'_>>> = Vec::new();
    engines.resize_with(wgps.div_ceil(each).clamp(1, 32) as usize, Vec::new);
    let mut taken: HashMap<(u32, u32), Vec<u64>> = HashMap::new();
    let mut waves: Vec<&WaveRecord> = capture.waves.iter().collect();
    waves.sort_by_key(|wave| (wave.start, wave.unit, wave.simd));
    for wave in waves {
        let (wgp, simd) = match capture.whole {
            true => (wave.unit, wave.simd),
            false => (wave.unit / 2, wave.simd % 2 + 2 * (wave.unit % 2)),
        };
        let slots = taken.entry((wgp, simd)).or_default();
        let slot = slots.iter().position(|&until| until <= wave.start);
        let slot = slot.unwrap_or_else(|| {
            slots.push(0);
            slots.len() - 1
        });
        slots[slot] = wave.end;
        let place = Place {
            array: wgp % each / board.array_wgps,
            wgp: wgp % board.array_wgps,
            simd: simd % 4,
            slot: slot as u32 % 32,
        };
        if let Some(engine) = engines.get_mut((wgp / each) as usize) {
            engine.push(Placed { place, wave });
        }
    }
    engines
}

/// What a driver and the program leave in a trace before the waves: registers that are written.
fn marks(capture: &Capture<'_>, pipeline: u64, entry: u64) -> Vec<(bool, u32, u32)> {
    let [low, high] = [pipeline as u32, (pipeline >> 32) as u32];
    let [x, y, z] = capture.grid;
    // A command buffer begins; a pipeline for compute is bound; workgroups are dispatched.
    let words = [1, 0, 0, 0, 0xc | 1 << 7, low, high, 1 << 31, 0, 0, x, y, z];
    let marks = words.iter().enumerate();
    let marks = marks.map(|(number, &word)| (true, 0xc342 + number as u32 % 2, word));
    let [first, second] = [(entry >> 8) as u32, (entry >> 40) as u32];
    let [a, b, c] = capture.block;
    let registers = [(12, first), (13, second), (7, a), (8, b), (9, c)];
    marks
        .chain(registers.map(|(number, value)| (false, number, value)))
        .collect()
}

/// Something to be told at a cycle; what ends comes before what begins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    End(Place),
    Begin(Place, u32),
    Vector(u32),
    Immediate(u32),
    Other(u32, u8),
    CarriedOut(u8),
}

const UNITS: [Unit; 4] = [Unit::Scalar, Unit::Vector, Unit::Local, Unit::Memory];

fn trace(
    capture: &Capture<'_>,
    waves: &[Placed<'_>],
    marks: &[(bool, u32, u32)],
    clock: &Clock,
) -> Vec<u8> {
    let mut events: Vec<(u64, Event)> = Vec::new();
    let mut known: HashMap<u64, Option<(Mark, bool, u64)>> = HashMap::new();
    for Placed { place, wave } in waves {
        events.push((wave.start, Event::Begin(*place, wave.threads)));
        events.push((wave.end, Event::End(*place)));
        let traced = (place.array, place.wgp, place.simd) == (0, 0, 0);
        if !traced || !is_whole(capture, wave, &mut known) {
            continue;
        }
        let mut issues = wave.issues.iter().peekable();
        while let Some(issue) = issues.next() {
            let Some((mark, _, len)) = look(capture, issue.address, &mut known) else {
                continue;
            };
            let next = issues.peek().map(|next| next.address);
            let slot = place.slot;
            let event = match mark.token {
                Token::Nothing => continue,
                Token::Vector => Event::Vector(slot),
                Token::Immediate => Event::Immediate(slot),
                Token::Branch if next == Some(issue.address + len) => Event::Other(slot, NOT_TAKEN),
                Token::Branch => Event::Other(slot, TAKEN),
                Token::Other(number) => Event::Other(slot, number),
            };
            let late = match event {
                Event::Immediate(_) => issue.cycles.max(1) - 1,
                _ => 0,
            };
            events.push((issue.cycle + late, event));
            if let Some(unit) = mark.unit {
                let number = UNITS.iter().position(|&it| it == unit).unwrap_or(0);
                // The last of its passes, on the lanes.
                let passes = if unit == Unit::Vector {
                    mark.passes - 1
                } else {
                    0
                };
                let cycle = issue.cycle + unit.delay() + passes;
                events.push((cycle, Event::CarriedOut(number as u8)));
            }
        }
    }
    events.sort_unstable();
    let mut stream = Stream::new(layout(capture.target));
    stream.clock(0, FIRST_TICK);
    for &(is_mark, number, value) in marks {
        stream.register(0, is_mark, number, value);
    }
    for (cycle, event) in events {
        match event {
            Event::End(place) => stream.end(cycle, place),
            Event::Begin(place, threads) => stream.begin(cycle, place, threads),
            Event::Vector(slot) => stream.vector(cycle, slot),
            Event::Immediate(slot) => stream.immediate(cycle, slot),
            Event::Other(slot, number) => stream.other(cycle, slot, number),
            Event::CarriedOut(unit) => stream.carried_out(cycle, UNITS[usize::from(unit)]),
        }
    }
    // The command buffer ends.
    for (number, word) in [2, 0, 0].into_iter().enumerate() {
        stream.register(clock.end, true, 0xc342 + number as u32 % 2, word);
    }
    stream.clock(clock.end, FIRST_TICK + clock.ticks);
    stream.finish()
}

/// The mark of an instruction, whether it ends the wave, and its length.
fn look(
    capture: &Capture<'_>,
    address: u64,
    known: &mut HashMap<u64, Option<(Mark, bool, u64)>>,
) -> Option<(Mark, bool, u64)> {
    *known.entry(address).or_insert_with(|| {
        let at = address.checked_sub(capture.text.start)? as usize;
        let codec = Codec::chip(capture.target, capture.wave);
        let inst = decode_with(codec, capture.bytes.get(at..)?).ok()?;
        let ends = inst.row().meaning == Meaning::End;
        Some((Mark::of(&inst, capture.target), ends, inst.size() as u64))
    })
}

/// Whether all instructions of a wave are there: a reader follows them from the first one on.
fn is_whole(
    capture: &Capture<'_>,
    wave: &WaveRecord,
    known: &mut HashMap<u64, Option<(Mark, bool, u64)>>,
) -> bool {
    let first = wave.issues.first().map(|issue| issue.address);
    let mut ends = |issue: &IssueRecord| look(capture, issue.address, known).is_some_and(|it| it.1);
    first == Some(capture.entry) && wave.issues.last().is_some_and(&mut ends)
}
