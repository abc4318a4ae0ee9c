//! Ctrl-C while a kernel runs.

use pyo3::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tank::Meter;

/// Signals are looked for so often.
const EVERY: Duration = Duration::from_millis(50);

/// What a signal handler raised while a run was under way.
#[derive(Clone, Default)]
pub struct Raised(Arc<Mutex<Option<PyErr>>>);

impl Raised {
    pub fn take(&self) -> Option<PyErr> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Lets handlers of signals run; true if one raised something.
    pub fn look(&self) -> bool {
        let Err(error) = Python::attach(|py| py.check_signals()) else {
            return false;
        };
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
        true
    }
}

/// A meter that stops the run when a handler raises something. Python runs handlers on the thread
/// that calls them, so the other threads of a launch do not look.
pub fn meter() -> (Meter, Raised) {
    let raised = Raised::default();
    let (own, thread) = (raised.clone(), std::thread::current().id());
    let (began, looked) = (Instant::now(), AtomicU64::new(0));
    let ask = move || {
        if std::thread::current().id() != thread {
            return false;
        }
        let now = began.elapsed().as_millis() as u64;
        if now < looked.load(Ordering::Relaxed) + EVERY.as_millis() as u64 {
            return false;
        }
        looked.store(now, Ordering::Relaxed);
        own.look()
    };
    (Meter::asking(ask), raised)
}

/// Runs `work` on a thread of its own while this one looks for signals; `stop` is called once if
/// there is one. For work that has a way of its own to be stopped.
pub fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send,
    stop: impl Fn() + Sync + Send,
) -> PyResult<T> {
    let raised = Raised::default();
    let result = py.detach(|| {
        std::thread::scope(|scope| {
            let worker = scope.spawn(work);
            let mut pause = Duration::from_micros(20);
            let mut looked = Instant::now();
            while !worker.is_finished() {
                std::thread::park_timeout(pause);
                pause = (2 * pause).min(Duration::from_millis(5));
                if looked.elapsed() >= EVERY {
                    looked = Instant::now();
                    if raised.look() {
                        stop();
                    }
                }
            }
            worker.join()
        })
    });
    let result = result.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    match raised.take() {
        Some(error) => Err(error),
        None => Ok(result),
    }
}
