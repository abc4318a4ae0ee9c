//! Functions of the program that are called back. They run on a thread of their own, one after the
//! other, so that no queue waits for them and they may call anything.

use crate::error::{Outcome, fail};
use crate::pointer::HostPointer;
use opencl_sys::CL_INVALID_VALUE;
use std::ffi::c_void;
use std::sync::mpsc::{Sender, channel};
use std::sync::{LazyLock, Mutex, PoisonError};

/// Functions that are to be called when an object ends.
#[derive(Default)]
pub(crate) struct Destructors(Mutex<Vec<(Destructor, HostPointer)>>);

/// A function that is told of the end of an object, and given what the program gave for it.
pub(crate) type Destructor = unsafe extern "C" fn(object: *mut c_void, user_data: *mut c_void);

impl Destructors {
    /// Adds a function.
    pub fn add(&self, call: Option<Destructor>, data: *mut c_void) -> Outcome {
        let Some(call) = call else {
            return fail(CL_INVALID_VALUE, "the function is NULL");
        };
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.push((call, HostPointer(data)));
        Ok(())
    }

    /// Calls them, the last first.
    pub fn call(&mut self, handle: *mut c_void) {
        let all = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        for (call, data) in all.drain(..).rev() {
            // SAFETY: the program gave the function for this.
            unsafe { call(handle, data.0) };
        }
    }
}

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
