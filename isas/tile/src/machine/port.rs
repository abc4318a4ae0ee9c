//! How the hart of a thread reaches memory.

use super::env::Env;
use super::op::{MachineOp, Memory};
use super::thread::{Thread, ThreadPlace, Windows};
use riscv::{Bus, Effect, Hart, HartOp, Next, Result};
use uop::Access;

/// Carries out an instruction of the hart.
pub fn run(thread: &mut Thread, env: &mut Env<'_>, op: &HartOp) -> Result<Next> {
    let mut how = How::Plain;
    if env.order.is_some() {
        how = match op.what {
            Effect::Amo { .. } | Effect::LoadReserved { .. } | Effect::StoreConditional { .. } => {
                How::Atomic
            }
            Effect::Fence => {
                thread.fenced = true;
                How::Plain
            }
            Effect::Load { .. } if is_before_fence(env, thread.hart.pc) => How::Strong,
            Effect::Store { .. } if std::mem::take(&mut thread.fenced) => How::Strong,
            _ => How::Plain,
        };
    }
    let (hart, mut port) = Port::new(thread, env, how);
    riscv::run(hart, &mut port, op)
}

/// What an access is to the order of accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum How {
    Plain,
    Atomic,
    /// A store right behind a fence, or a load right before one: compilers make releases and acquires
    /// of them.
    Strong,
}

/// Whether a fence follows before anything else than arithmetic and branches.
fn is_before_fence(env: &mut Env<'_>, mut pc: u64) -> bool {
    for step in 0..8 {
        let Some(Ok((op, len))) = env.image.fetch(pc) else {
            return false;
        };
        match op {
            MachineOp::Hart(op) => match op.what {
                Effect::Fence => return true,
                Effect::Load { .. } if step == 0 => {}
                Effect::Load { .. } | Effect::Store { .. } | Effect::Amo { .. } => return false,
                Effect::Jal | Effect::Jalr => return false,
                _ => {}
            },
            MachineOp::Tile(_) => return false,
        }
        pc += u64::from(*len);
    }
    false
}

/// Memory and output as the hart of one thread sees them.
struct Port<'p, 'e> {
    env: &'p mut Env<'e>,
    place: ThreadPlace,
    pc: u64,
    windows: &'p mut Windows,
    how: How,
}

impl<'p, 'e> Port<'p, 'e> {
    fn new(thread: &'p mut Thread, env: &'p mut Env<'e>, how: How) -> (&'p mut Hart, Port<'p, 'e>) {
        let port = Port {
            env,
            place: thread.place,
            pc: thread.hart.pc,
            windows: &mut thread.windows,
            how,
        };
        (&mut thread.hart, port)
    }

    /// Where so many bytes lie, checked, counted and told to the watcher.
    fn bytes(&mut self, address: u64, len: u64, store: bool) -> Result<*mut u8> {
        let (env, place) = (&mut *self.env, self.place);
        if env.options.strict {
            env.check_memory(place, Memory::Global, address, len, store)?;
        }
        let window = match store {
            true => &mut self.windows.store,
            false => &mut self.windows.load,
        };
        let inside = address.wrapping_sub(window.base);
        let bytes = if inside < window.len && len <= window.len - inside {
            // SAFETY: the window holds the whole range.
            unsafe { window.bytes.add(inside as usize) }
        } else {
            let bytes = env.resolve_at(place, Memory::Global, address, len, store)?;
            *window = env.window(place, address, len, store).unwrap_or(*window);
            bytes
        };
        match store {
            true => env.counters.bytes_stored += len,
            false => env.counters.bytes_loaded += len,
        }
        if env.seen.is_some() {
            let extent = env.extent(place, Memory::Global, address, len);
            env.saw(place, self.pc, extent, store, false);
        }
        Ok(bytes)
    }
}

impl Port<'_, '_> {
    fn touches(&mut self, address: u64, len: u64, stored: Option<&[u8]>) {
        let atomic = self.how == How::Atomic;
        let extent = self.env.extent(self.place, Memory::Global, address, len);
        let stored_bytes = stored.unwrap_or_default().iter().rev();
        let access = Access {
            value: stored_bytes.fold(0, |all, byte| all.rotate_left(8) ^ u64::from(*byte)),
            ..(self.env).access(self.place, &extent, stored.is_some(), atomic)
        };
        let strong = self.how == How::Strong;
        (self.env).hart_touches(self.place, self.pc, access, strong);
    }
}

impl Bus for Port<'_, '_> {
    fn load(&mut self, address: u64, bytes: u8) -> Result<u64> {
        let mut buffer = [0; 8];
        self.read(address, &mut buffer[..usize::from(bytes)])?;
        Ok(u64::from_le_bytes(buffer))
    }

    fn store(&mut self, address: u64, bytes: u8, value: u64) -> Result<()> {
        self.write(address, &value.to_le_bytes()[..usize::from(bytes)])
    }

    fn read(&mut self, address: u64, out: &mut [u8]) -> Result<()> {
        let from = self.bytes(address, out.len() as u64, false)?;
        if self.env.order.is_some() {
            self.touches(address, out.len() as u64, None);
        }
        // SAFETY: as many bytes lie there, which no reference covers.
        unsafe { op::shared::read(from, out) };
        Ok(())
    }

    fn write(&mut self, address: u64, bytes: &[u8]) -> Result<()> {
        let to = self.bytes(address, bytes.len() as u64, true)?;
        if self.env.order.is_some() {
            self.touches(address, bytes.len() as u64, Some(bytes));
        }
        // SAFETY: as many bytes lie there, which no reference covers.
        unsafe { op::shared::write(to, bytes) };
        Ok(())
    }

    fn is_readable(&self, address: u64, bytes: u64) -> bool {
        self.env.window(self.place, address, bytes, false).is_ok()
    }

    fn output(&mut self) -> &mut Vec<u8> {
        &mut self.env.counters.output
    }

    fn exit(&mut self, code: i64) {
        if self.env.counters.exit_code == 0 {
            self.env.counters.exit_code = code;
        }
    }
}
