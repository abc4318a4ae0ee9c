//! Local memory, global memory and the signals of what is in flight.

use super::{Shape, Spec, spec};
use crate::meaning::Does::{self, *};

const fn memory(signal: bool, store: bool, does: Does) -> Shape {
    Shape::Memory {
        signal,
        store,
        does,
    }
}

const fn signals(count: usize, does: Does) -> Shape {
    Shape::Signals { count, does }
}

const ANY: &str = "Waits until one of the signals is done and goes to its target; of several that are done, the \
                   one written first counts.";

#[rustfmt::skip]
pub(super) static SPECS: &[Spec] = &[
    spec("local_load32",   0x50, memory(false, false, LocalLoad),
        "Loads a 32-bit value from local memory in each lane where the mask is true."),
    spec("local_store32",  0x51, memory(false, true, LocalStore),
        "Stores a 32-bit value to local memory in each lane where the mask is true; of lanes that store to the \
         same address, the highest wins."),
    spec("global_load32",  0x52, memory(true, false, GlobalLoad),
        "Starts a load of a 32-bit value from global memory in each lane where the mask is true. `out` holds the \
         values once the signal is done."),
    spec("global_store32", 0x53, memory(true, true, GlobalStore),
        "Starts a store of a 32-bit value to global memory in each lane where the mask is true, with the values \
         and addresses of now."),
    spec("sig_done1",    0x58, signals(1, SigDone), "1 if the signal is done, 0 if not; does not wait."),
    spec("sig_done2",    0x59, signals(2, SigDone), "1 if both signals are done, 0 if not; does not wait."),
    spec("sig_wait",     0x5a, signals(1, SigWait), "Waits until the signal is done; `out` becomes 1."),
    spec("sig_waitall2", 0x5b, signals(2, SigWait), "Waits until both signals are done; `out` becomes 1."),
    spec("sig_waitall3", 0x5c, signals(3, SigWait), "Waits until all three signals are done; `out` becomes 1."),
    spec("sig_waitall4", 0x5d, signals(4, SigWait), "Waits until all four signals are done; `out` becomes 1."),
    spec("sig_any2",     0x60, Shape::AnySignal { count: 2 }, ANY),
    spec("sig_any3",     0x61, Shape::AnySignal { count: 3 }, ANY),
    spec("sig_any4",     0x62, Shape::AnySignal { count: 4 }, ANY),
];
