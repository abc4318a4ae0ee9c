//! The tensor copy engine.

mod map;

use super::clock::{Landing, Moved};
use super::env::{Env, aligned};
use super::flight::{Action, Extent, Flight};
use super::hazard::Unit;
use super::op::{CopyOp, Memory};
use super::order::{Class, at_semaphore};
use super::sync::{complete_bytes, mbarrier_place};
use super::thread::{Thread, ThreadPlace};
use crate::meaning::Completion;
use map::{Layout, Map, RANK, bad_map, layout, read_map};
use riscv::{Result, access_fault};
use uop::Space;

/// A copy that has been checked and only has to be done.
#[derive(Clone, Debug)]
pub struct CopyJob {
    pieces: Vec<Piece>,
    pub done: Done,
    /// Its number and instruction, for who watches.
    operation: u64,
    pc: u64,
    /// When it is done, where cycles are counted.
    landing: Landing,
    /// The whole box, whatever of it was masked or out of range, for one processing element.
    bytes: u64,
}

/// Bytes that move together. They were found mapped when the copy issued, and stay so.
#[derive(Clone, Copy, Debug)]
struct Piece {
    /// Nothing for parts of the box outside the source: they read as zero.
    from: Option<(Memory, u64)>,
    to: Spot,
    len: u64,
}

/// Where bytes go.
#[derive(Clone, Copy, Debug)]
enum Spot {
    Global(u64),
    Shared { pe: u8, offset: u64 },
}

/// What happens when the copy is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Done {
    /// It leaves its group; `None` until it is committed to one.
    Bulk(Option<u8>),
    /// The mbarrier at `offset` of these processing elements gets the bytes.
    Mbarrier {
        pes: Vec<u8>,
        offset: u64,
    },
    Semaphore(u8),
}

/// One side of a copy.
enum Side {
    Address { memory: Memory, base: u64 },
    Map(Map),
}

/// The largest copy: shared memory is far smaller, so more than this cannot be meant.
const MOST_BYTES: u64 = 64 << 20;

fn too_large() -> String {
    format!("a copy moves at most {MOST_BYTES} bytes")
}

/// Checks a copy and starts it.
pub fn issue(thread: &mut Thread, env: &mut Env<'_>, op: &CopyOp) -> Result<()> {
    let plan = Plan::new(thread, env, op)?;
    let mut job = CopyJob {
        pieces: Vec::new(),
        done: completion(thread, env, op, &plan)?,
        operation: 0,
        pc: thread.hart.pc,
        landing: Landing::default(),
        bytes: plan.bytes,
    };
    let (mut reads, mut writes) = (Vec::new(), Vec::new());
    let mut moved = Moved::default();
    plan.for_each_run(thread.tmask, op.masked, |run| {
        if let Some((memory, address)) = run.from {
            env.resolve(thread, memory, address, run.len, false)?;
            reads.push(env.extent(thread.place, memory, address, run.len));
        }
        let Some(to) = run.to else { return Ok(()) };
        let targets: Vec<Spot> = match to {
            (Memory::Global, address) => {
                env.resolve(thread, Memory::Global, address, run.len, true)?;
                writes.push(env.extent(thread.place, Memory::Global, address, run.len));
                vec![Spot::Global(address)]
            }
            (Memory::Shared, offset) => {
                let mut spots = Vec::new();
                for &pe in &plan.pes {
                    env.resolve_shared(pe, offset, run.len, true)?;
                    spots.push(Spot::Shared { pe, offset });
                    writes.push(Extent {
                        shared_of: Some(pe),
                        start: offset,
                        len: run.len,
                    });
                }
                spots
            }
        };
        for to in targets {
            job.pieces.push(Piece {
                from: run.from,
                to,
                len: run.len,
            });
        }
        // Parts of the box that read as zero count as read from where the rest is.
        let from = run.from.map_or(Memory::Global, |(memory, _)| memory);
        env.counters.moved(from, run.len, 0);
        env.counters.moved(to.0, 0, run.len);
        moved.add(run.len, run.from.map(|(memory, _)| memory), to.0);
        Ok(())
    })?;
    if let Some(clock) = &mut env.clock {
        job.landing = clock.copies(thread.place, moved, &job.done);
    }
    if env.order.is_some() {
        let class = Class::Copy(job.done.clone());
        let touched = (&reads[..], &writes[..]);
        job.operation = env.begins(thread.place, thread.hart.pc, class, touched, false);
    }
    if !env.options.strict {
        for (extents, store) in [(&reads, false), (&writes, true)] {
            for &extent in extents {
                env.saw(thread.place, thread.hart.pc, extent, store, false);
            }
        }
        return perform(thread.place, env, &job);
    }
    for (extents, store) in [(&reads, false), (&writes, true)] {
        for extent in extents {
            env.check_extent(thread.place, Unit::Copy, extent, store)?;
        }
    }
    env.cluster.flights.push(Flight {
        owner: thread.place,
        pc: thread.hart.pc,
        name: "ttma",
        action: Action::Copy(Box::new(job)),
        reads,
        writes,
        tiles_read: vec![],
        tiles_written: vec![],
    });
    Ok(())
}

/// Moves the bytes of a copy that `owner` started, and says so.
pub fn perform(owner: ThreadPlace, env: &mut Env<'_>, job: &CopyJob) -> Result<()> {
    for piece in &job.pieces {
        let to = match piece.to {
            Spot::Global(address) => {
                env.resolve_at(owner, Memory::Global, address, piece.len, true)?
            }
            Spot::Shared { pe, offset } => env.resolve_shared(pe, offset, piece.len, true)?,
        };
        let from = match piece.from {
            Some((memory, address)) => {
                Some(env.resolve_at(owner, memory, address, piece.len, false)?)
            }
            None => None,
        };
        // SAFETY: both places hold `len` bytes; they may overlap.
        unsafe {
            match from {
                Some(from) => op::shared::copy(to, from, piece.len as usize),
                None => op::shared::clear(to, piece.len as usize),
            }
        }
    }
    match &job.done {
        Done::Bulk(_) => {}
        Done::Mbarrier { pes, offset } => {
            for &pe in pes {
                complete_bytes(
                    env,
                    (owner, job.pc),
                    (pe, *offset),
                    job.bytes,
                    (job.operation, job.landing),
                )?;
            }
        }
        Done::Semaphore(id) => {
            let semaphore = &mut env.semaphores[usize::from(id & 31)];
            *semaphore = semaphore.wrapping_add(1);
            let at = at_semaphore(id & 31);
            env.copy_leaves((owner, job.pc), at, (job.operation, job.landing), false);
        }
    }
    Ok(())
}

fn completion(thread: &Thread, env: &Env<'_>, op: &CopyOp, plan: &Plan) -> Result<Done> {
    Ok(match op.completion {
        Completion::Bulk => Done::Bulk(None),
        Completion::Semaphore => Done::Semaphore(op.object),
        Completion::Mbarrier => {
            // The object has the same offset in every processing element that is written.
            let offset = match op.to {
                2 => thread.hart.get_x(op.object) & 0xff_ffff,
                _ => thread.hart.get_x(op.object),
            };
            let pes = match op.to {
                0 => vec![thread.place.pe],
                _ => plan.pes.clone(),
            };
            for &pe in &pes {
                mbarrier_place(env, pe, offset)?;
            }
            Done::Mbarrier { pes, offset }
        }
    })
}

/// A run of bytes that lie together on both sides.
struct Run {
    from: Option<(Memory, u64)>,
    to: Option<(Memory, u64)>,
    len: u64,
}

/// What a copy copies, in numbers.
struct Plan {
    from: Side,
    to: Side,
    element: u64,
    extent: [u64; RANK],
    /// Byte strides of rows, where the copy is linear and has two dimensions.
    pitches: Option<(u64, u64)>,
    bytes: u64,
    pes: Vec<u8>,
}

impl Plan {
    fn new(thread: &Thread, env: &Env<'_>, op: &CopyOp) -> Result<Plan> {
        let word = |index| u64::from(thread.hart.vector_word(op.vector, index));
        let from_memory = if op.from_shared {
            Memory::Shared
        } else {
            Memory::Global
        };
        let (src, dst) = (thread.hart.get_x(op.src), thread.hart.get_x(op.dst));
        let mut pes = vec![thread.place.pe];
        let (mut to_memory, mut to_address) = (Memory::Global, dst);
        match op.to {
            1 => {
                to_memory = Memory::Shared;
                if op.multicast {
                    pes = (0..env.cluster.shared.len() as u8).collect();
                }
            }
            2 => {
                let pe = (dst >> 24 & 3) as u8;
                if dst >> 26 != 0 || usize::from(pe) >= env.cluster.shared.len() {
                    let why = format!("no processing element {} in this cluster", dst >> 24);
                    return Err(access_fault(Space::Local, dst, 32, true, why));
                }
                (to_memory, to_address, pes) = (Memory::Shared, dst & 0xff_ffff, vec![pe]);
            }
            _ => {}
        }
        let coordinate = |index| i64::from(thread.hart.vector_word(op.vector, index) as i32);
        let map = |pointer: u64, place: fn(Layout) -> usize| -> Result<Map> {
            let mut map = read_map(thread, env, pointer, op.dims)?;
            for dimension in 0..usize::from(op.dims) {
                map.at[dimension] = coordinate(place(layout(dimension)));
            }
            Ok(map)
        };
        let from = match op.src_map {
            true => Side::Map(map(src, |at| at.source)?),
            false => Side::Address {
                memory: from_memory,
                base: src,
            },
        };
        let to = match op.dst_map {
            true => Side::Map(map(dst, |at| at.destination)?),
            false => Side::Address {
                memory: to_memory,
                base: to_address,
            },
        };
        for (side, store) in [(&from, false), (&to, true)] {
            if let Side::Address { memory, base, .. } = side {
                aligned(*memory, *base, 32, 32, store)?;
            }
        }
        if op.linear {
            let (bytes, rows) = (word(8), if op.dims == 2 { word(9) } else { 1 });
            multiple_of_32(bytes, src)?;
            if bytes * rows > MOST_BYTES {
                return Err(access_fault(Space::Global, src, bytes, false, too_large()));
            }
            return Ok(Plan {
                from,
                to,
                element: 1,
                extent: [bytes, rows, 1, 1, 1],
                pitches: (op.dims == 2).then(|| (word(0), word(4))),
                bytes: bytes * rows,
                pes,
            });
        }
        let (map, pointer) = match (&from, &to) {
            (Side::Map(map), _) => (*map, src),
            (_, Side::Map(map)) => (*map, dst),
            _ => return Err(bad_map(src, "a tiled copy needs a tensor map")),
        };
        if let (Side::Map(a), Side::Map(b)) = (&from, &to)
            && a.element != b.element
        {
            return Err(bad_map(dst, "the element sizes of both maps must be equal"));
        }
        let mut extent = [1; RANK];
        for (dimension, extent) in extent.iter_mut().enumerate().take(op.dims.into()) {
            *extent = match word(layout(dimension).given_extent) {
                0 => map.boxes[dimension],
                given => given,
            };
            if *extent == 0 {
                return Err(bad_map(pointer, "the box has an extent of 0"));
            }
        }
        multiple_of_32(extent[0] * map.element, pointer)?;
        let elements = extent
            .iter()
            .try_fold(1u64, |product, &n| product.checked_mul(n));
        let bytes = elements
            .and_then(|n| n.checked_mul(map.element))
            .filter(|&n| n <= MOST_BYTES);
        let Some(bytes) = bytes else {
            return Err(bad_map(pointer, &too_large()));
        };
        Ok(Plan {
            from,
            to,
            element: map.element,
            extent,
            pitches: None,
            bytes,
            pes,
        })
    }

    /// Visits every run of bytes, in the order of the packed side.
    fn for_each_run(
        &self,
        tmask: u32,
        masked: bool,
        mut visit: impl FnMut(Run) -> Result<()>,
    ) -> Result<()> {
        let row_bytes = self.extent[0] * self.element;
        if row_bytes == 0 {
            return Ok(());
        }
        // The rows of the box are counted through, the first outer dimension fastest.
        let rows = self.extent[1..].iter().product();
        for number in 0..rows {
            let mut rest = number;
            let row = std::array::from_fn(|outer| {
                let extent = self.extent[outer + 1];
                let index = rest % extent;
                rest /= extent;
                index
            });
            let packed = row_bytes * number;
            let mut at = 0;
            while at < row_bytes {
                // Without a mask a row goes at once, else in units of 32 bytes.
                let len = if masked {
                    32 - (packed + at) % 32
                } else {
                    row_bytes - at
                };
                let len = len.min(row_bytes - at);
                let chunk = (packed + at) / 32;
                if !masked || tmask >> (chunk % 32) & 1 == 1 {
                    self.visit_run(row, packed, at, len, &mut visit)?;
                }
                at += len;
            }
        }
        Ok(())
    }

    /// Splits bytes `at .. at + len` of a row where either side's tensor ends.
    fn visit_run(
        &self,
        row: [u64; RANK - 1],
        packed: u64,
        at: u64,
        len: u64,
        visit: &mut impl FnMut(Run) -> Result<()>,
    ) -> Result<()> {
        let mut cuts = vec![at, at + len];
        for side in [&self.from, &self.to] {
            if let Side::Map(map) = side {
                for edge in map.edges() {
                    if edge > at as i64 && edge < (at + len) as i64 {
                        cuts.push(edge as u64);
                    }
                }
            }
        }
        cuts.sort_unstable();
        for pair in cuts.windows(2) {
            let (start, len) = (pair[0], pair[1] - pair[0]);
            if len == 0 {
                continue;
            }
            let pitch = |which: fn(&(u64, u64)) -> u64| {
                self.pitches
                    .as_ref()
                    .map_or(packed, |pitches| row[0] * which(pitches))
            };
            let place = |side: &Side, line: u64| match side {
                Side::Address { memory, base, .. } => {
                    Some((*memory, base.wrapping_add(line).wrapping_add(start)))
                }
                Side::Map(map) => map
                    .address(row, start)
                    .map(|address| (Memory::Global, address)),
            };
            visit(Run {
                from: place(&self.from, pitch(|pitches| pitches.0)),
                to: place(&self.to, pitch(|pitches| pitches.1)),
                len,
            })?;
        }
        Ok(())
    }
}

fn multiple_of_32(bytes: u64, pointer: u64) -> Result<()> {
    if bytes.is_multiple_of(32) {
        return Ok(());
    }
    Err(access_fault(
        Space::Global,
        pointer,
        bytes,
        false,
        format!("a copy moves multiples of 32 bytes, not {bytes}"),
    ))
}
