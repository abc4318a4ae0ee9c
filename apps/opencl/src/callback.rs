//! Functions of the program that are called back. They run on a thread of their own, one after the
//! other, so that no queue waits for them and they may call anything.

use std::sync::mpsc::{Sender, channel};
use std::sync::{LazyLock, Mutex, PoisonError};

type Job = Box<dyn FnOnce() + Send>;

static SENDER: LazyLock<Mutex<Sender<Job>>> = LazyLock::new(|| {
    let (send, receive) = channel::<Job>();
    let run = move || receive.into_iter().for_each(|job| job());
    // Without a thread the channel is closed, and callbacks run where they are asked for.
    let _ = std::thread::Builder::new()
        .name("callbacks".into())
        .spawn(run);
    Mutex::new(send)
});

/// Has a function called soon.
pub(crate) fn post(job: impl FnOnce() + Send + 'static) {
    let sent = SENDER
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .send(Box::new(job));
    if let Err(refused) = sent {
        (refused.0)();
    }
}
