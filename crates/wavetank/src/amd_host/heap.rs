//! Memory of a device that its kernels allocate from.

use super::HostError;
use amdgpu::hostcall::{self, CONTROL_BYTES};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How much there is where the host does not say. It is not touched before kernels do.
const USUAL_BYTES: u64 = 256 << 20;

/// A heap that is mapped when a kernel is launched that allocates, and stays.
#[derive(Default)]
pub(super) struct Heap {
    /// What modules of the device give memory of to their kernels.
    pub parts: Arc<hostcall::Heap>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Where what kernels count in lies, once it is mapped.
    control: Option<u64>,
    bytes: Option<u64>,
}

impl Heap {
    pub fn bytes(&self) -> u64 {
        self.state().bytes.unwrap_or(USUAL_BYTES)
    }

    pub fn set_bytes(&self, bytes: u64) {
        let mut state = self.state();
        if state.control.is_none() {
            state.bytes = Some(bytes);
        }
    }

    /// Where kernels find it.
    pub fn control(&self, device: &host::Device) -> Result<u64, HostError> {
        let mut state = self.state();
        if let Some(known) = state.control {
            return Ok(known);
        }
        let bytes = state.bytes.unwrap_or(USUAL_BYTES).max(1);
        let control = device.allocate("heap control", CONTROL_BYTES)?;
        let stretch = device.allocate("heap", bytes);
        let stretch = stretch.inspect_err(|_| _ = device.free(control.address))?;
        self.parts
            .extend(stretch.address..stretch.address + stretch.len);
        state.bytes = Some(bytes);
        Ok(*state.control.insert(control.address))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
