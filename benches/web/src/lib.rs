//! The kernels of the benchmarks as a WebAssembly module, for browsers and Node to measure;
//! `benches/web/measure.mjs` does.

#[path = "../../src/cases.rs"]
pub mod cases;
#[cfg(target_family = "wasm")]
#[path = "../../../apps/web/src/fused.rs"]
mod fused;
#[path = "../../src/prepared.rs"]
pub mod prepared;

use prepared::Prepared;
use std::cell::RefCell;

thread_local! {
    static READY: RefCell<Option<Prepared>> = const { RefCell::new(None) };
}

/// Makes a kernel ready, by its place in the list of cases, runs it once and looks at its results; gives
/// the instructions of a launch, or nothing if there is no such kernel.
#[unsafe(no_mangle)]
pub extern "C" fn prepare(index: usize, quick: bool) -> f64 {
    let Some((_, make)) = cases::ALL.get(index) else {
        return 0.0;
    };
    let case = make(quick);
    let prepared = Prepared::new(&case);
    let stats = prepared.check(&case);
    READY.set(Some(prepared));
    stats.instructions as f64
}

/// Runs it once more.
#[unsafe(no_mangle)]
pub extern "C" fn launch() {
    READY.with_borrow(|ready| {
        let ready = ready.as_ref().expect("a kernel that is ready");
        ready.dispatch(1).run().expect("a kernel that runs");
    });
}
