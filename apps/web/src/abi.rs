//! What a page calls: put a request somewhere, have it answered, fetch the answer. Requests and
//! answers are framed alike: the length of a JSON text in four bytes, the text, then bytes.

use crate::Workbench;
use std::cell::RefCell;

#[derive(Default)]
struct Exchange {
    bench: Workbench,
    request: Vec<u8>,
    answer: Vec<u8>,
}

thread_local! {
    static EXCHANGE: RefCell<Exchange> = RefCell::default();
}

/// Room for a request of so many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn wt_request(len: usize) -> *mut u8 {
    EXCHANGE.with_borrow_mut(|exchange| {
        exchange.request = vec![0; len];
        exchange.request.as_mut_ptr()
    })
}

/// Answers the request; gives the length of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn wt_call() -> usize {
    EXCHANGE.with_borrow_mut(|exchange| {
        let request = std::mem::take(&mut exchange.request);
        exchange.answer = exchange.bench.call(&request);
        exchange.answer.len()
    })
}

/// Where the answer is, until the next request.
#[unsafe(no_mangle)]
pub extern "C" fn wt_answer() -> *const u8 {
    EXCHANGE.with_borrow(|exchange| exchange.answer.as_ptr())
}

#[cfg(target_family = "wasm")]
mod page {
    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        fn panicked(text: *const u8, len: usize);
        fn progress(instructions: f64);
    }

    /// A mistake of ours ends the module; what it was is told before.
    pub fn report_panics() {
        std::panic::set_hook(Box::new(|info| {
            let text = info.to_string();
            // SAFETY: the page copies the text before it returns.
            unsafe { panicked(text.as_ptr(), text.len()) };
        }));
    }

    /// Tells the page how far a run has come.
    pub fn tell(instructions: u64) {
        // SAFETY: the page posts a message, and nothing else.
        unsafe { progress(instructions as f64) };
    }
}

#[cfg(not(target_family = "wasm"))]
mod page {
    pub fn report_panics() {}
    pub fn tell(_: u64) {}
}

pub(crate) use page::{report_panics, tell};
