//! Barriers, mbarriers, semaphores and the control registers of the tile core.

use super::access::amount;
use super::bytes::Bytes;
use super::clock::Landing;
use super::complete::{complete, drain};
use super::copy::Done;
use super::env::{Env, aligned};
use super::flight::Extent;
use super::op::{Amount, Memory, TileOp};
use super::order::{Class, at_semaphore};
use super::thread::{Thread, ThreadPlace, Waiting};
use super::view::View;
use crate::meaning::{MbarrierOp, SemaphoreOp};
use crate::registers::{CSR_SEMAPHORES, CsrAccess, csr_access};
use riscv::{CsrAction, Result, access_fault, illegal};
use uop::Space;

/// Whether an instruction is done, or what its thread has to wait for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    Done,
    Blocked,
}

/// Arrives at a barrier, and waits there.
pub fn sync(thread: &mut Thread, env: &mut Env<'_>, op: &TileOp) -> Result<Progress> {
    let &TileOp::Sync {
        cluster,
        wait,
        id,
        mask,
    } = op
    else {
        return Ok(Progress::Done);
    };
    if let Some(Waiting::Barrier { cluster, id, phase }) = thread.waiting {
        if barrier(env, thread, cluster, id).phase == phase {
            return Ok(Progress::Blocked);
        }
        thread.waiting = None;
        let at = env.at_barrier(thread.place, cluster, id, phase);
        env.takes(thread.place, thread.hart.pc, at, None);
        return Ok(Progress::Done);
    }
    let id = (amount(thread, id) & 31) as u8;
    let threads_per_pe = env.cluster.threads_per_pe;
    let of_one: u32 = (1 << threads_per_pe) - 1;
    let given = amount(thread, mask) as u32;
    let (own, everyone, given) = if cluster {
        let everyone = (0..env.cluster.shared.len()).fold(0, |all, pe| all | of_one << (8 * pe));
        let given = match mask {
            Amount::Number(_) => (given & 0xff).wrapping_mul(0x0101_0101),
            Amount::Register(_) => given,
        };
        (1 << thread.place.bit(), everyone, given)
    } else {
        (1 << thread.place.thread, of_one, given & 0xff)
    };
    let members = given & everyone | own;
    let state = barrier(env, thread, cluster, id);
    if state.arrived & own != 0 {
        return Ok(Progress::Blocked);
    }
    if state.arrived == 0 {
        state.mask = members;
    } else if state.mask != members {
        let expected = state.mask;
        return illegal(format!(
            "barrier {id}: the thread mask is {members:#x}, others arrived with {expected:#x}"
        ));
    }
    let (first, phase) = (state.arrived == 0, state.phase);
    state.arrived |= own;
    let last = state.arrived == state.mask;
    if last {
        state.arrived = 0;
        state.phase = !state.phase;
        env.counters.barriers += 1;
    }
    let at = env.at_barrier(thread.place, cluster, id, phase);
    env.leaves(thread.place, thread.hart.pc, at, first);
    if last && wait {
        env.takes(thread.place, thread.hart.pc, at, None);
    }
    if last || !wait {
        return Ok(Progress::Done);
    }
    thread.waiting = Some(Waiting::Barrier { cluster, id, phase });
    Ok(Progress::Blocked)
}

fn barrier<'e>(
    env: &'e mut Env<'_>,
    thread: &Thread,
    cluster: bool,
    id: u8,
) -> &'e mut super::env::Barrier {
    let id = usize::from(id);
    match cluster {
        true => &mut env.cluster.barriers[id],
        false => &mut env.cluster.cta_barriers[usize::from(thread.place.pe)][id],
    }
}

/// The waits for loads, stores, copies and multiplies.
pub fn wait(thread: &mut Thread, env: &mut Env<'_>, op: &TileOp) -> Result<()> {
    if env.order.is_some() {
        waited(thread, env, op);
    }
    match *op {
        TileOp::WaitMemory {
            memory,
            loads,
            stores,
        } => {
            if let Some(at_most) = loads {
                drain(thread, env, memory, true, at_most.into())?;
            }
            if let Some(at_most) = stores {
                drain(thread, env, memory, false, at_most.into())?;
            }
            Ok(())
        }
        TileOp::Commit(group) => {
            for flight in env
                .cluster
                .flights
                .iter_mut()
                .filter(|f| f.owner == thread.place)
            {
                if let super::flight::Action::Copy(job) = &mut flight.action
                    && job.done == Done::Bulk(None)
                {
                    job.done = Done::Bulk(Some(group));
                }
            }
            Ok(())
        }
        TileOp::WaitCopies(group) => complete(thread, env, |flight, owner| {
            flight.owner == owner
                && flight
                    .copy()
                    .is_some_and(|job| job.done == Done::Bulk(Some(group)))
        }),
        TileOp::WaitMma => complete(thread, env, |flight, owner| {
            flight.owner == owner && flight.is_mma()
        }),
        TileOp::WaitAll => complete(thread, env, |flight, owner| flight.owner == owner),
        // Element-wise operations are done when they issue.
        _ => Ok(()),
    }
}

/// What the thread knows to be done behind a wait.
fn waited(thread: &Thread, env: &mut Env<'_>, op: &TileOp) {
    let (own, pc) = (thread.place, thread.hart.pc);
    match *op {
        TileOp::WaitMemory {
            memory,
            loads,
            stores,
        } => {
            for (load, at_most) in [(true, loads), (false, stores)] {
                if let Some(at_most) = at_most {
                    let class = Class::Access { memory, load };
                    env.waited(own, pc, at_most.into(), |it| *it == class);
                }
            }
        }
        TileOp::Commit(group) => env.commits(own, group),
        TileOp::WaitCopies(group) => {
            let class = Class::Copy(Done::Bulk(Some(group)));
            env.waited(own, pc, 0, |it| *it == class);
        }
        TileOp::WaitMma => env.waited(own, pc, 0, |it| *it == Class::Mma),
        TileOp::WaitAll => env.waited(own, pc, 0, |_| true),
        _ => {}
    }
}

/// The object at `offset` of a processing element's shared memory.
pub fn mbarrier_place(env: &Env<'_>, pe: u8, offset: u64) -> Result<()> {
    aligned(Memory::Shared, offset, 8, 8, true)?;
    env.resolve_shared(pe, offset, 8, true)?;
    Ok(())
}

/// An mbarrier, as it lies in shared memory.
#[derive(Clone, Copy, Debug)]
pub struct Mbarrier {
    pub pending: u32,
    pub parity: bool,
    pub arrivals: u32,
    /// Bytes that copies have still to bring.
    pub bytes: i32,
}

impl Mbarrier {
    fn read(env: &Env<'_>, pe: u8, offset: u64) -> Mbarrier {
        Mbarrier::at(env.shared(pe), offset)
    }

    pub fn at(shared: &Bytes, offset: u64) -> Mbarrier {
        let mut bytes = [0; 8];
        shared.read(offset as usize, &mut bytes);
        let word = u64::from_le_bytes(bytes);
        Mbarrier {
            pending: (word & 0x7fff) as u32,
            parity: word >> 15 & 1 == 1,
            arrivals: (word >> 16 & 0x7fff) as u32,
            bytes: (word >> 32) as i32,
        }
    }

    fn write(self, env: &mut Env<'_>, pe: u8, offset: u64) {
        let word = u64::from(self.pending)
            | u64::from(self.parity) << 15
            | u64::from(self.arrivals) << 16
            | u64::from(self.bytes as u32) << 32;
        env.shared(pe).write(offset as usize, &word.to_le_bytes());
    }

    /// Nothing has happened in its phase.
    fn is_new(&self) -> bool {
        self.pending == self.arrivals && self.bytes == 0
    }

    /// Ends the phase where nothing is pending any more.
    fn settle(mut self) -> Mbarrier {
        if self.pending == 0 && self.bytes == 0 {
            self.parity = !self.parity;
            self.pending = self.arrivals;
        }
        self
    }
}

/// A copy is done: its bytes are no longer pending.
pub fn complete_bytes(
    env: &mut Env<'_>,
    (owner, pc): (ThreadPlace, u64),
    (pe, offset): (u8, u64),
    bytes: u64,
    operation: (u64, Landing),
) -> Result<()> {
    mbarrier_place(env, pe, offset)?;
    let mut object = Mbarrier::read(env, pe, offset);
    let at = env.at_mbarrier(owner, pe, offset, object.parity);
    env.copy_leaves((owner, pc), at, operation, object.is_new());
    object.bytes = object.bytes.wrapping_sub(bytes as i32);
    object.settle().write(env, pe, offset);
    Ok(())
}

/// The processing element and the offset of the object that an instruction names.
pub fn mbarrier_at(thread: &Thread, env: &Env<'_>, cluster: bool, base: u8) -> Result<(u8, u64)> {
    let address = thread.hart.get_x(base);
    if !cluster {
        return Ok((thread.place.pe, address));
    }
    let pe = (address >> 24 & 3) as u8;
    if address >> 26 != 0 || usize::from(pe) >= env.cluster.shared.len() {
        let why = "no address of this cluster".to_string();
        return Err(access_fault(Space::Local, address, 8, true, why));
    }
    Ok((pe, address & 0xff_ffff))
}

pub fn mbarrier(
    thread: &mut Thread,
    env: &mut Env<'_>,
    op: MbarrierOp,
    cluster: bool,
    base: u8,
    arg: Amount,
) -> Result<Progress> {
    let (pe, offset) = mbarrier_at(thread, env, cluster, base)?;
    mbarrier_place(env, pe, offset)?;
    let value = amount(thread, arg);
    let mut object = Mbarrier::read(env, pe, offset);
    let (own, pc) = (thread.place, thread.hart.pc);
    env.uses_mbarrier(own, pc, (pe, offset), op == MbarrierOp::Init);
    match op {
        MbarrierOp::Init => {
            if !(1..=32767).contains(&value) {
                return illegal(format!(
                    "an mbarrier takes 1 to 32767 arrivals, not {value}"
                ));
            }
            if !env.cluster.mbarriers.contains(&(pe, offset)) {
                env.cluster.mbarriers.push((pe, offset));
            }
            object = Mbarrier {
                pending: value as u32,
                parity: false,
                arrivals: value as u32,
                bytes: 0,
            };
        }
        MbarrierOp::Arrive | MbarrierOp::ArriveExpect => {
            let count = match op {
                MbarrierOp::Arrive => value,
                _ => {
                    object.bytes = object.bytes.wrapping_add(value as i32);
                    1
                }
            };
            if count > object.pending.into() {
                let pending = object.pending;
                return illegal(format!(
                    "{count} arrivals at an mbarrier that expects {pending} more"
                ));
            }
            let at = env.at_mbarrier(own, pe, offset, object.parity);
            let unexpected = Mbarrier { bytes: 0, ..object };
            env.leaves(own, pc, at, unexpected.is_new());
            object.pending -= count as u32;
            object = object.settle();
        }
        MbarrierOp::Expect => object.bytes = object.bytes.wrapping_add(value as i32),
        MbarrierOp::Wait => {
            let parity = value & 1 == 1;
            let at = env.at_mbarrier(own, pe, offset, parity);
            if object.parity != parity {
                env.takes(own, pc, at, None);
                return Ok(Progress::Done);
            }
            // Copies that were put off complete now, since this thread waits for them.
            complete(thread, env, |flight, _| {
                flight.copy().is_some_and(|job| match &job.done {
                    Done::Mbarrier { pes, offset: at } => *at == offset && pes.contains(&pe),
                    _ => false,
                })
            })?;
            let still = Mbarrier::read(env, pe, offset).parity == parity;
            if !still {
                env.takes(own, pc, at, None);
            }
            return Ok(if still {
                Progress::Blocked
            } else {
                Progress::Done
            });
        }
    }
    object.write(env, pe, offset);
    if env.seen.is_some() {
        let extent = Extent {
            shared_of: Some(pe),
            start: offset,
            len: 8,
        };
        env.saw(thread.place, thread.hart.pc, extent, true, true);
    }
    Ok(Progress::Done)
}

pub fn semaphore(
    thread: &mut Thread,
    env: &mut Env<'_>,
    op: SemaphoreOp,
    id: Amount,
    count: Amount,
) -> Result<Progress> {
    let id = (amount(thread, id) & 31) as u8;
    let count = amount(thread, count) as u32;
    let index = usize::from(id);
    match op {
        SemaphoreOp::Post => {
            env.semaphores[index] = env.semaphores[index].wrapping_add(count);
            env.raises(thread.place, thread.hart.pc, at_semaphore(id), false, count);
            Ok(Progress::Done)
        }
        SemaphoreOp::Wait => {
            if env.semaphores[index] < count {
                complete(thread, env, |flight, _| {
                    flight
                        .copy()
                        .is_some_and(|job| job.done == Done::Semaphore(id))
                })?;
            }
            if env.semaphores[index] < count {
                return Ok(Progress::Blocked);
            }
            env.semaphores[index] -= count;
            env.takes(thread.place, thread.hart.pc, at_semaphore(id), Some(count));
            Ok(Progress::Done)
        }
    }
}

pub fn csr(
    thread: &mut Thread,
    env: &mut Env<'_>,
    action: CsrAction,
    number: u8,
    rd: u8,
    source: Amount,
    (reads, writes): (bool, bool),
) -> Result<()> {
    let Some(rights) = csr_access(number) else {
        return illegal(format!("field csr_idx: there is no tile CSR {number:#x}"));
    };
    if writes && rights == CsrAccess::ReadOnly {
        return illegal(format!("field csr_idx: tile CSR {number:#x} is read-only"));
    }
    let old = View::of(thread, env).tile_csr(number);
    let operand = amount(thread, source) as u32;
    let semaphore = number.checked_sub(CSR_SEMAPHORES).filter(|id| *id < 32);
    let at = semaphore.map(at_semaphore);
    if let Some(at) = at.filter(|_| reads) {
        env.takes(thread.place, thread.hart.pc, at, None);
    }
    if writes {
        let new = match action {
            CsrAction::Set => old | operand,
            CsrAction::Clear => old & !operand,
            _ => operand,
        };
        match number {
            0x00 => thread.tmask = new,
            0x01 => thread.trm = if new & 7 <= 4 { new & 7 } else { 0 },
            0x02 => thread.tflags = new & 7,
            _ => env.semaphores[usize::from(number - CSR_SEMAPHORES) & 31] = new,
        }
        if let Some(at) = at {
            env.raises(thread.place, thread.hart.pc, at, true, new);
        }
    }
    if reads {
        thread.hart.set_x(rd, old.into());
    }
    Ok(())
}
