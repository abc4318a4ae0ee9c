//! How the hart of a thread reaches memory.

use super::env::Env;
use super::op::Memory;
use super::thread::{Thread, ThreadPlace, Windows};
use riscv::{Bus, Hart, HartOp, Next, Result};

/// Carries out an instruction of the hart.
pub fn run(thread: &mut Thread, env: &mut Env<'_>, op: &HartOp) -> Result<Next> {
    let (hart, mut port) = Port::new(thread, env);
    riscv::run(hart, &mut port, op)
}

/// Memory and output as the hart of one thread sees them.
struct Port<'p, 'e> {
    env: &'p mut Env<'e>,
    place: ThreadPlace,
    pc: u64,
    windows: &'p mut Windows,
}

impl<'p, 'e> Port<'p, 'e> {
    fn new(thread: &'p mut Thread, env: &'p mut Env<'e>) -> (&'p mut Hart, Port<'p, 'e>) {
        let port = Port {
            env,
            place: thread.place,
            pc: thread.hart.pc,
            windows: &mut thread.windows,
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
        // SAFETY: as many bytes lie there, which no reference covers.
        unsafe { op::shared::read(from, out) };
        Ok(())
    }

    fn write(&mut self, address: u64, bytes: &[u8]) -> Result<()> {
        let to = self.bytes(address, bytes.len() as u64, true)?;
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
