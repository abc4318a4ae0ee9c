//! What a thread reaches beyond its registers: memories, barriers, the copy engine.

use super::bytes::Bytes;
use super::circle::{Circle, Trial};
use super::clock::Clock;
use super::flight::{Extent, Flight};
use super::op::{MachineOp, Memory, decode};
use super::order::Order;
use super::thread::{Thread, ThreadPlace};
use random::Random;
use riscv::{Result, access_fault};
use std::ops::Range;
use uop::{GlobalMemory, MemoryWindow, RunOptions, Space};

/// Where the hart sees the shared memory of its processing element.
pub const SHARED_BASE: u64 = 0x4000_0000;
/// Addresses from there on that can only be meant for it: the most that a cluster can have.
const SHARED_SPACE: u64 = PES << 24;
/// Stacks lie here, one after another with gaps.
const STACK_BASE: u64 = 0x70_0000_0000;
const STACK_STRIDE: u64 = 0x100_0000;
/// Processing elements of a cluster.
pub const PES: u64 = 4;

/// Where the stack of a thread begins.
pub fn stack_base(place: ThreadPlace, threads_per_pe: u8) -> u64 {
    let pe = u64::from(place.cluster) * PES + u64::from(place.pe);
    let slot = pe * u64::from(threads_per_pe) + u64::from(place.thread);
    STACK_BASE + slot * STACK_STRIDE
}

/// All addresses that are kept free for it.
pub fn own_stack(place: ThreadPlace, threads_per_pe: u8) -> Range<u64> {
    let base = stack_base(place, threads_per_pe);
    base..base + STACK_STRIDE
}

/// Code and data of the program, at their addresses.
#[derive(Debug)]
pub struct Segment {
    pub base: u64,
    pub bytes: Bytes,
    pub writable: bool,
    pub name: &'static str,
}

/// The program: its memory image and its instructions, decoded when first reached.
#[derive(Debug)]
pub struct Image {
    pub segments: Vec<Segment>,
    code_base: u64,
    /// By half the distance from `code_base`, in pages: of a large image, little is code.
    decoded: Vec<Option<Box<[Slot; SLOTS]>>>,
}

type Slot = Option<Box<Decoded>>;

/// Instructions of a page.
const SLOTS: usize = 256;

/// The longest instruction in units of 16 bits.
const MOST_HALVES: usize = 6;

pub type Decoded = std::result::Result<(MachineOp, u8), String>;

impl Image {
    /// The first segment holds the code.
    pub fn new(segments: Vec<Segment>) -> Image {
        let (code_base, len) = segments
            .first()
            .map_or((0, 0), |code| (code.base, code.bytes.len()));
        Image {
            segments,
            code_base,
            decoded: (0..len.div_ceil(2 * SLOTS)).map(|_| None).collect(),
        }
    }

    /// The instruction at `pc`, or `None` where there is no code.
    pub fn fetch(&mut self, pc: u64) -> Option<&Decoded> {
        let offset = pc
            .checked_sub(self.code_base)
            .filter(|offset| offset % 2 == 0)?;
        let at = usize::try_from(offset / 2).ok()?;
        let page = self.decoded.get_mut(at / SLOTS)?;
        let page = page.get_or_insert_with(|| Box::new([const { None }; SLOTS]));
        let slot = &mut page[at % SLOTS];
        if slot.is_none() {
            let code = &self.segments[0].bytes;
            if offset >= code.len() as u64 {
                return None;
            }
            let mut bytes = [0; 12];
            let len = (code.len() - offset as usize).min(12);
            code.read(offset as usize, &mut bytes[..len]);
            *slot = Some(Box::new(decode(&bytes[..len], pc)));
        }
        slot.as_deref()
    }

    /// The bits of the instruction at `pc`: its first word, or a half where it is no longer.
    pub fn first_word(&self, pc: u64) -> u64 {
        let Some(code) = self.segments.first().map(|code| &code.bytes) else {
            return 0;
        };
        let offset = pc.wrapping_sub(self.code_base) as usize;
        if offset >= code.len() {
            return 0;
        }
        let mut word = [0; 4];
        let len = (code.len() - offset).min(4);
        code.read(offset, &mut word[..len]);
        match u32::from_le_bytes(word) {
            word if word & 3 == 3 => word.into(),
            half => (half & 0xffff).into(),
        }
    }

    /// The last instruction of the code, if it ends at `pc` and goes on there.
    pub fn before(&self, pc: u64) -> Option<u64> {
        let end = usize::try_from(pc.checked_sub(self.code_base)? / 2).ok()?;
        let mut starts =
            (1..=MOST_HALVES).filter_map(|halves| Some((end.checked_sub(halves)?, halves)));
        let slot = |at: usize| self.decoded.get(at / SLOTS)?.as_ref()?[at % SLOTS].as_deref();
        starts.find_map(|(at, halves)| match slot(at)? {
            Ok((op, len)) if usize::from(*len) == 2 * halves && op.goes_on() => {
                Some(self.code_base + 2 * at as u64)
            }
            _ => None,
        })
    }

    fn window(
        &self,
        address: u64,
        bytes: u64,
        store: bool,
    ) -> Option<std::result::Result<MemoryWindow, String>> {
        let segment = self.segments.iter().find(|segment| {
            address >= segment.base && address - segment.base < segment.bytes.len() as u64
        })?;
        let len = segment.bytes.len() as u64;
        if bytes > len - (address - segment.base) {
            return Some(Err(format!("past the end of {}", segment.name)));
        }
        if store && !segment.writable {
            return Some(Err(format!("{} is read-only", segment.name)));
        }
        Some(Ok(MemoryWindow {
            base: segment.base,
            len,
            bytes: segment.bytes.place(store),
            writable: store,
        }))
    }
}

/// A barrier of threads.
#[derive(Clone, Copy, Debug, Default)]
pub struct Barrier {
    pub mask: u32,
    pub arrived: u32,
    pub phase: bool,
}

/// What the threads of a cluster share, and their stacks, since copies reach those as well.
#[derive(Debug)]
pub struct Cluster {
    /// Shared memory of each processing element that takes part.
    pub shared: Vec<Bytes>,
    /// By the thread's number in the cluster.
    pub stacks: Vec<Bytes>,
    pub cta_barriers: Vec<[Barrier; 32]>,
    pub barriers: [Barrier; 32],
    pub threads_per_pe: u8,
    /// Everything in flight, oldest first.
    pub flights: Vec<Flight>,
    /// Processing element and offset of every mbarrier that was set up.
    pub mbarriers: Vec<(u8, u64)>,
    /// Rounds in which none of its threads ran to the end of its turn.
    pub rounds: u64,
    /// What they have done in this round.
    pub round: Round,
    /// After so many rounds it is tried.
    pub next_trial: u64,
    /// Whether it comes back to where it was is being looked at.
    pub trial: Option<Box<Trial>>,
    /// All of its threads go round in this circle, and have no turns until that changes.
    pub circle: Option<Box<Circle>>,
}

/// What the threads of a cluster have done in a round so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Round {
    pub moved: bool,
    pub ran_on: bool,
}

impl Cluster {
    pub fn all_barriers(&self) -> impl Iterator<Item = &Barrier> {
        self.cta_barriers.iter().flatten().chain(&self.barriers)
    }

    /// Something was done to it from outside.
    pub fn stir(&mut self) {
        (self.trial, self.circle) = (None, None);
    }
}

/// An access to memory that took place, for the watcher.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// Whose it is, and the address of its instruction.
    pub owner: ThreadPlace,
    pub pc: u64,
    pub extent: Extent,
    pub store: bool,
    pub atomic: bool,
}

/// Numbers that CSRs show.
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    pub size: [u32; 3],
    pub clusters: u32,
    pub threads: u8,
}

/// Counted over the whole run.
#[derive(Clone, Debug, Default)]
pub struct Counters {
    pub instructions: u64,
    pub bytes_loaded: u64,
    pub bytes_stored: u64,
    /// Those of shared memory among them.
    pub shared_loaded: u64,
    pub shared_stored: u64,
    pub barriers: u64,
    pub output: Vec<u8>,
    pub exit_code: i64,
}

impl Counters {
    /// Bytes that an instruction moves.
    pub fn moved(&mut self, memory: Memory, loaded: u64, stored: u64) {
        self.bytes_loaded += loaded;
        self.bytes_stored += stored;
        if memory == Memory::Shared {
            self.shared_loaded += loaded;
            self.shared_stored += stored;
        }
    }
}

/// Everything around one thread.
pub struct Env<'a> {
    pub memory: &'a dyn GlobalMemory,
    pub image: &'a mut Image,
    pub cluster: &'a mut Cluster,
    pub semaphores: &'a mut [u32; 32],
    pub grid: Grid,
    pub options: &'a RunOptions,
    pub counters: &'a mut Counters,
    pub random: &'a mut Random,
    /// Accesses of the instruction that runs, if a watcher wants to know.
    pub seen: Option<&'a mut Vec<Seen>>,
    /// What there is to be told of the order of accesses, if a watcher wants to know.
    pub order: Option<&'a mut Order>,
    /// Counts cycles, if they are to be counted.
    pub clock: Option<&'a mut Clock>,
}

impl Env<'_> {
    /// Notes an access of the instruction at `pc`.
    pub fn saw(&mut self, owner: ThreadPlace, pc: u64, extent: Extent, store: bool, atomic: bool) {
        if let Some(seen) = &mut self.seen {
            seen.push(Seen {
                owner,
                pc,
                extent,
                store,
                atomic,
            });
        }
    }

    /// Notes what an operation that was in flight has read and written.
    pub fn saw_flight(&mut self, flight: &Flight) {
        if self.seen.is_some() {
            for (extents, store) in [(&flight.reads, false), (&flight.writes, true)] {
                for &extent in extents {
                    self.saw(flight.owner, flight.pc, extent, store, false);
                }
            }
        }
    }

    pub fn shared(&self, pe: u8) -> &Bytes {
        &self.cluster.shared[usize::from(pe)]
    }

    /// The mapped bytes around an address of the hart.
    pub fn window(
        &self,
        place: ThreadPlace,
        address: u64,
        bytes: u64,
        store: bool,
    ) -> std::result::Result<MemoryWindow, String> {
        let part = |base: u64, block: &Bytes, name: &str| {
            let inside = address.wrapping_sub(base);
            let len = block.len() as u64;
            match inside < len && bytes <= len - inside {
                true => Ok(MemoryWindow {
                    base,
                    len,
                    bytes: block.place(store),
                    writable: true,
                }),
                false => Err(format!("past the end of {name}")),
            }
        };
        let shared = self.shared(place.pe);
        if address >= SHARED_BASE && address < SHARED_BASE + shared.len() as u64 {
            return part(SHARED_BASE, shared, "shared memory");
        }
        if address >= STACK_BASE {
            let threads = self.cluster.threads_per_pe;
            let own = own_stack(place, threads);
            return match own.contains(&address) {
                true => part(
                    own.start,
                    &self.cluster.stacks[place.slot(threads)],
                    "the stack",
                ),
                false => Err("not the thread's own stack".into()),
            };
        }
        if let Some(window) = self.image.window(address, bytes, store) {
            return window;
        }
        let window = self.memory.window(address, bytes, store);
        match address.checked_sub(SHARED_BASE) {
            Some(offset) if offset < SHARED_SPACE && window.is_err() => {
                let len = shared.len();
                Err(format!(
                    "past the end of shared memory, which has {len} bytes from {SHARED_BASE:#x} on"
                ))
            }
            _ => window,
        }
    }

    /// The place of `bytes` bytes of a space, checked.
    pub fn resolve(
        &self,
        thread: &Thread,
        memory: Memory,
        address: u64,
        bytes: u64,
        store: bool,
    ) -> Result<*mut u8> {
        self.resolve_at(thread.place, memory, address, bytes, store)
    }

    /// The same as the thread at `place` sees it.
    pub fn resolve_at(
        &self,
        place: ThreadPlace,
        memory: Memory,
        address: u64,
        bytes: u64,
        store: bool,
    ) -> Result<*mut u8> {
        if memory == Memory::Shared {
            return self.resolve_shared(place.pe, address, bytes, store);
        }
        match self.window(place, address, bytes, store) {
            // SAFETY: the window holds the whole range.
            Ok(window) => Ok(unsafe { window.bytes.add((address - window.base) as usize) }),
            Err(why) => Err(access_fault(Space::Global, address, bytes, store, why)),
        }
    }

    pub fn resolve_shared(&self, pe: u8, address: u64, bytes: u64, store: bool) -> Result<*mut u8> {
        let shared = self.shared(pe);
        let len = shared.len() as u64;
        if address < len && bytes <= len - address {
            // SAFETY: the range was just checked.
            return Ok(unsafe { shared.place(store).add(address as usize) });
        }
        let why = format!("shared memory has {len} bytes");
        Err(access_fault(Space::Local, address, bytes, store, why))
    }

    /// The same through a window that is kept from one row to the next.
    pub fn resolve_near(
        &self,
        thread: &Thread,
        memory: Memory,
        address: u64,
        bytes: u64,
        store: bool,
        near: &mut MemoryWindow,
    ) -> Result<*mut u8> {
        let inside = address.wrapping_sub(near.base);
        if inside < near.len && bytes <= near.len - inside {
            // SAFETY: the window holds the whole range.
            return Ok(unsafe { near.bytes.add(inside as usize) });
        }
        let place = self.resolve(thread, memory, address, bytes, store)?;
        if memory == Memory::Global {
            *near = self
                .window(thread.place, address, bytes, store)
                .unwrap_or(*near);
        } else {
            let shared = self.shared(thread.place.pe);
            *near = MemoryWindow {
                base: 0,
                len: shared.len() as u64,
                bytes: shared.place(store),
                writable: true,
            };
        }
        Ok(place)
    }

    /// How a space's bytes are called when looking for overlaps: shared memory that the hart sees
    /// through its window is shared memory.
    pub fn extent(&self, place: ThreadPlace, memory: Memory, address: u64, len: u64) -> Extent {
        let offset = address.wrapping_sub(SHARED_BASE);
        match memory {
            Memory::Shared => Extent {
                shared_of: Some(place.pe),
                start: address,
                len,
            },
            Memory::Global if offset < self.shared(place.pe).len() as u64 => Extent {
                shared_of: Some(place.pe),
                start: offset,
                len,
            },
            Memory::Global => Extent {
                shared_of: None,
                start: address,
                len,
            },
        }
    }
}

/// An address that must be a multiple of `align`.
pub fn aligned(memory: Memory, address: u64, align: u64, bytes: u64, store: bool) -> Result<()> {
    let space = match memory {
        Memory::Global => Space::Global,
        Memory::Shared => Space::Local,
    };
    riscv::misaligned(space, address, align, bytes, store)
}
