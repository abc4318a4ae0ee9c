//! What kernels ask of the host while they run, as HIP's device libraries have it: `printf`, and memory
//! for `malloc`.
//!
//! A wave takes a packet from a stack of free ones, fills in a slot of eight words for each of its
//! lanes, puts it on a stack of ready ones, and sleeps until the host says in the packet that it is
//! done. The host here is the sleeping itself: whoever sleeps looks after all packets that are ready,
//! so that a wave is answered before it looks again, and text comes in the order in which it was asked
//! for. Text longer than a slot comes in several packets, which a number holds together.

mod heap;

pub use heap::{CONTROL_BYTES, Heap};

use crate::printf;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use uop::{Custom, Machine, Reach, Space, Trap};

/// As many as waves can be asking at once.
const PACKETS: u64 = 4096;
const HEAD_BYTES: u64 = 128;
const HEADER_BYTES: u64 = 24;
const PAYLOAD_BYTES: u64 = 64 * SLOT_BYTES;
const SLOT_BYTES: u64 = 64;
/// Where the payloads begin.
const PAYLOADS: u64 = (HEAD_BYTES + PACKETS * HEADER_BYTES).next_multiple_of(4096);
/// Device memory that all of it takes.
pub const BYTES: u64 = PAYLOADS + PACKETS * PAYLOAD_BYTES;

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

/// The host's side of a buffer.
#[derive(Debug)]
pub struct HostCalls {
    buffer: u64,
    heap: Arc<Heap>,
    state: Mutex<State>,
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
        HostCalls {
            buffer,
            heap,
            state: Mutex::default(),
        }
    }

    /// Where the buffer is.
    pub fn buffer(&self) -> u64 {
        self.buffer
    }

    /// What a buffer begins with; the rest is zero.
    pub fn start(&self) -> Vec<u8> {
        let mask = PACKETS - 1;
        let headers = self.buffer + HEAD_BYTES;
        let mut bytes = vec![0; (HEAD_BYTES + PACKETS * HEADER_BYTES) as usize];
        let mut put = |at: u64, word: u64| {
            bytes[at as usize..at as usize + 8].copy_from_slice(&word.to_le_bytes());
        };
        put(0, headers);
        put(8, self.buffer + PAYLOADS);
        put(16, self.buffer + DOORBELL);
        put(40, mask);
        // Each free packet leads to the one before it. The first has a mark beside its number, because
        // zero is none.
        for packet in 1..PACKETS {
            let before = if packet == 1 { mask + 1 } else { packet - 1 };
            put(HEAD_BYTES + packet * HEADER_BYTES, before);
        }
        put(24, mask);
        bytes
    }

    /// The text since the last time.
    pub fn take_text(&self) -> Vec<u8> {
        std::mem::take(&mut self.state().text)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn serve(&self, machine: &mut dyn Machine) -> Result<(), Trap> {
        // Most that sleep wait for each other, and nothing is ready.
        if word(machine, self.buffer + READY)? == 0 {
            return Ok(());
        }
        let mut state = self.state();
        let mut top = machine.update(Space::Global, 0, self.buffer + READY, 8, &|_| 0)?;
        let mut packets = Vec::new();
        while top != 0 && (packets.len() as u64) < PACKETS {
            let packet = top & (PACKETS - 1);
            packets.push(packet);
            top = word(machine, self.header(packet))?;
        }
        // The last to come is the first on the stack.
        for packet in packets.into_iter().rev() {
            self.answer(packet, &mut state, machine)?;
        }
        Ok(())
    }

    fn header(&self, packet: u64) -> u64 {
        self.buffer + HEAD_BYTES + packet * HEADER_BYTES
    }

    fn answer(
        &self,
        packet: u64,
        state: &mut State,
        machine: &mut dyn Machine,
    ) -> Result<(), Trap> {
        let header = self.header(packet);
        let lanes = word(machine, header + 8)?;
        let service = word(machine, header + 16)? as u32;
        for lane in (0..64).filter(|lane| lanes >> lane & 1 != 0) {
            let slot = self.buffer + PAYLOADS + packet * PAYLOAD_BYTES + lane * SLOT_BYTES;
            let mut words = [0; 8];
            for (i, to) in words.iter_mut().enumerate() {
                *to = word(machine, slot + 8 * i as u64)?;
            }
            let answer = match service {
                PRINTF => state.message(words),
                MEMORY => self.heap.request(words[0], words[1]),
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
        const BEGIN: u64 = 1;
        const END: u64 = 2;
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
        let bytes: Vec<u8> = message.iter().flat_map(|word| word.to_le_bytes()).collect();
        // The first word says where to: what goes to stderr on hardware goes with the rest here.
        if let Some(bytes) = bytes.get(8..) {
            printf::print_words(bytes, &mut self.text);
        }
        (self.text.len() - before) as u64
    }
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
