//! What kernels ask of the host while they run, as HIP's device libraries have it: `printf`, and memory
//! for `malloc`.
//!
//! A wave takes a packet from a stack of free ones, fills in a slot of eight words for each of its
//! lanes, puts it on a stack of ready ones, and sleeps until the host says in the packet that it is
//! done. The host here is the sleeping itself: the wave that sleeps looks after all packets that are ready,
//! so that a wave is answered before it looks again, and text comes in the order in which it was asked
//! for. Text longer than a slot comes in several packets, which a number holds together.

mod desk;
mod heap;

pub use desk::{Desk, LOG_BYTES, TAKEN_BYTES, text};
pub use heap::{CONTROL_BYTES, Heap};

use crate::printf;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use uop::{Custom, Machine, Reach, Space, Trap};

/// As many as waves can be asking at once. Where there are fewer, waves wait for a free one, and look after
/// those that are ready meanwhile.
const MANY_PACKETS: u64 = 4096;
/// Enough for a run from the command line.
const FEW_PACKETS: u64 = 256;
const HEAD_BYTES: u64 = 128;
const HEADER_BYTES: u64 = 24;
const PAYLOAD_BYTES: u64 = 64 * SLOT_BYTES;
const SLOT_BYTES: u64 = 64;
/// Device memory that all of it takes, for [`HostCalls::new`] and for [`HostCalls::in_memory`].
pub const BYTES: u64 = bytes(MANY_PACKETS);
/// See [`BYTES`].
pub const FEW_BYTES: u64 = bytes(FEW_PACKETS);

/// Where the payloads begin.
const fn payloads(packets: u64) -> u64 {
    (HEAD_BYTES + packets * HEADER_BYTES).next_multiple_of(4096)
}

const fn bytes(packets: u64) -> u64 {
    payloads(packets) + packets * PAYLOAD_BYTES
}

/// What the head has where.
const READY: u64 = 32;
/// A signal that nothing listens to.
const DOORBELL: u64 = 64;

/// The service that prints.
const PRINTF: u32 = 2;
/// The service that gives memory and takes it back.
const MEMORY: u32 = 3;
/// Text that a kernel asks for and never ends is not kept beyond this.
const MOST_WORDS: usize = 1 << 16;

/// A part of a message is its first.
const BEGIN: u64 = 1;
/// A part of a message is its last.
const END: u64 = 2;

/// The host's side of a buffer.
#[derive(Debug)]
pub struct HostCalls {
    buffer: u64,
    packets: u64,
    keeps: Keeps,
}

/// Where the host writes down what it was asked for.
#[derive(Debug)]
enum Keeps {
    /// It lives longer than a launch, and remembers.
    Itself {
        heap: Arc<Heap>,
        state: Mutex<State>,
    },
    /// In device memory.
    Memory(Desk),
}

#[derive(Debug, Default)]
struct State {
    next: u64,
    /// Messages that have begun.
    messages: HashMap<u64, Vec<u64>>,
    text: Vec<u8>,
}

impl HostCalls {
    /// For a buffer at an address, which begins with [`HostCalls::start`], and memory to give.
    pub fn new(buffer: u64, heap: Arc<Heap>) -> HostCalls {
        let state = Mutex::default();
        HostCalls {
            buffer,
            packets: MANY_PACKETS,
            keeps: Keeps::Itself { heap, state },
        }
    }

    /// The same for a run that can be stepped back and made again: everything is kept in device memory.
    pub fn in_memory(buffer: u64, desk: Desk) -> HostCalls {
        HostCalls {
            buffer,
            packets: FEW_PACKETS,
            keeps: Keeps::Memory(desk),
        }
    }

    /// Memory to give, for one that keeps everything in memory.
    pub(crate) fn give_heap(&mut self, heap: Range<u64>) {
        if let Keeps::Memory(desk) = &mut self.keeps {
            desk.heap = heap;
        }
    }

    /// Where libraries race by design, in memory that this alone knows of.
    pub(crate) fn quiet(&self) -> Vec<Range<u64>> {
        match &self.keeps {
            Keeps::Itself { .. } => Vec::new(),
            Keeps::Memory(desk) => heap::heads(&desk.heap).collect(),
        }
    }

    /// Both are the same places in memory.
    pub(crate) fn is_like(&self, other: &HostCalls) -> bool {
        match (&self.keeps, &other.keeps) {
            (Keeps::Memory(own), Keeps::Memory(its)) => self.buffer == other.buffer && own == its,
            _ => false,
        }
    }

    /// Where the buffer is.
    pub fn buffer(&self) -> u64 {
        self.buffer
    }

    /// What a buffer begins with; the rest is zero.
    pub fn start(&self) -> Vec<u8> {
        let mask = self.packets - 1;
        let headers = self.buffer + HEAD_BYTES;
        let mut bytes = vec![0; (HEAD_BYTES + self.packets * HEADER_BYTES) as usize];
        let mut put = |at: u64, word: u64| {
            bytes[at as usize..at as usize + 8].copy_from_slice(&word.to_le_bytes());
        };
        put(0, headers);
        put(8, self.buffer + payloads(self.packets));
        put(16, self.buffer + DOORBELL);
        put(40, mask);
        // Each free packet leads to the one before it. The first has a mark beside its number, because
        // zero is none.
        for packet in 1..self.packets {
            let before = if packet == 1 { mask + 1 } else { packet - 1 };
            put(HEAD_BYTES + packet * HEADER_BYTES, before);
        }
        put(24, mask);
        bytes
    }

    /// The text since the last time, unless it is in memory: see [`text`].
    pub fn take_text(&self) -> Vec<u8> {
        match &self.keeps {
            Keeps::Itself { state, .. } => std::mem::take(&mut lock(state).text),
            Keeps::Memory(_) => Vec::new(),
        }
    }

    fn serve(&self, machine: &mut dyn Machine) -> Result<(), Trap> {
        // Most that sleep wait for each other, and nothing is ready.
        if word(machine, self.buffer + READY)? == 0 {
            return Ok(());
        }
        let mut top = machine.update(Space::Global, 0, self.buffer + READY, 8, &|_| 0)?;
        let mut packets = Vec::new();
        while top != 0 && (packets.len() as u64) < self.packets {
            let packet = top & (self.packets - 1);
            packets.push(packet);
            top = word(machine, self.header(packet))?;
        }
        // The last to come is the first on the stack.
        for packet in packets.into_iter().rev() {
            self.answer(packet, machine)?;
        }
        Ok(())
    }

    fn header(&self, packet: u64) -> u64 {
        self.buffer + HEAD_BYTES + packet * HEADER_BYTES
    }

    fn answer(&self, packet: u64, machine: &mut dyn Machine) -> Result<(), Trap> {
        let header = self.header(packet);
        let lanes = word(machine, header + 8)?;
        let service = word(machine, header + 16)? as u32;
        for lane in (0..64).filter(|lane| lanes >> lane & 1 != 0) {
            let payload = self.buffer + payloads(self.packets) + packet * PAYLOAD_BYTES;
            let slot = payload + lane * SLOT_BYTES;
            let mut words = [0; 8];
            for (i, to) in words.iter_mut().enumerate() {
                *to = word(machine, slot + 8 * i as u64)?;
            }
            let answer = match (service, &self.keeps) {
                (PRINTF, Keeps::Itself { state, .. }) => lock(state).message(words),
                (PRINTF, Keeps::Memory(desk)) => desk.message(words, machine)?,
                (MEMORY, Keeps::Itself { heap, .. }) => heap.request(words[0], words[1]),
                (MEMORY, Keeps::Memory(desk)) => desk.request((words[0], words[1]), machine)?,
                // What is not there gives nothing.
                _ => 0,
            };
            machine.store(Space::Global, 0, slot, &answer.to_le_bytes())?;
            machine.store(Space::Global, 0, slot + 8, &[0; 8])?;
        }
        // The wave that waits reads on when the lowest bit is gone.
        machine.update(Space::Global, 0, header + 20, 4, &|control| control & !1)?;
        Ok(())
    }
}

impl State {
    /// A part of a message. The first word says whether it is the first or the last, how many words of
    /// it follow, and the number of the message.
    fn message(&mut self, words: [u64; 8]) -> u64 {
        let mut head = words[0];
        if head & BEGIN != 0 {
            self.next += 1;
            head = head & 0xfe | self.next << 8;
        }
        let number = head >> 8;
        let message = self.messages.entry(number).or_default();
        let count = (head >> 5 & 7) as usize;
        if message.len() < MOST_WORDS {
            message.extend(&words[1..1 + count]);
        }
        if head & END == 0 {
            return head;
        }
        let message = self.messages.remove(&number).unwrap_or_default();
        let before = self.text.len();
        render(&message, &mut self.text);
        (self.text.len() - before) as u64
    }
}

/// The text of a message.
fn render(message: &[u64], text: &mut Vec<u8>) {
    // The first word says where to: what goes to stderr on hardware goes with the rest here.
    let words = message.iter().skip(1);
    let bytes: Vec<u8> = words.flat_map(|word| word.to_le_bytes()).collect();
    if !message.is_empty() {
        printf::print_words(&bytes, text);
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

fn word(machine: &mut dyn Machine, address: u64) -> Result<u64, Trap> {
    let mut bytes = [0; 8];
    machine.load(Space::Global, 0, address, &mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}

/// A wave sleeps, and the host looks after what waves ask for.
#[derive(Debug)]
pub(crate) struct Serve(pub Arc<HostCalls>);

impl Custom for Serve {
    fn run(&self, machine: &mut dyn Machine) -> Result<(), Trap> {
        self.0.serve(machine)
    }

    fn reach(&self) -> Reach {
        Reach::Memory
    }

    fn order_matters(&self) -> bool {
        true
    }

    fn is_host(&self) -> bool {
        true
    }
}
