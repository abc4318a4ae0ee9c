//! Events: points in streams that programs ask about, with times.

use crate::error::{
    CAPTURE_ISOLATION, CAPTURED_EVENT, INVALID_HANDLE, INVALID_VALUE, NOT_READY, Outcome, api,
    ensure, fail,
};
use crate::graph::Capture;
use crate::pointer::{give, handle, number};
use crate::stream::{self, Stream, Ticket, Worker};
use host::Handles;
use std::ffi::c_void;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// No time is kept.
const DISABLE_TIMING: u32 = 2;
/// Flags that mean nothing here: how the host waits, and what is flushed.
const KNOWN: u32 = 1 | DISABLE_TIMING | 4 | 0x2000_0000 | 0x4000_0000 | 0x8000_0000;

/// An event.
pub(crate) struct Event {
    flags: u32,
    state: Mutex<State>,
}

#[derive(Clone, Default)]
struct State {
    /// Where it was recorded last.
    recorded: Option<Ticket>,
    /// When it happened; set by the stream.
    time: Arc<Mutex<Option<Instant>>>,
    /// The nodes that it stands for, where the stream was captured.
    captured: Option<Capture>,
}

static EVENTS: Handles<Event> = Handles::new();

/// The event of a handle.
pub(crate) fn get(event: *mut c_void) -> Outcome<Arc<Event>> {
    match EVENTS.get(number(event)) {
        Some(event) => Ok(event),
        None => fail(
            INVALID_HANDLE,
            "there is no such event: it was destroyed, or never made",
        ),
    }
}

impl Event {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Where it was recorded last, which must not be in a graph.
    fn ticket(&self) -> Outcome<Option<Ticket>> {
        let state = self.state();
        let why = "the event was recorded in a stream that was captured";
        ensure(state.captured.is_none(), CAPTURED_EVENT, why)?;
        Ok(state.recorded.clone())
    }

    fn time(&self) -> Outcome<Instant> {
        let state = self.state().clone();
        let timed = self.flags & DISABLE_TIMING == 0 && state.recorded.is_some();
        ensure(
            timed,
            INVALID_HANDLE,
            "the event has no time: it was not recorded, or is not to have one",
        )?;
        let time = *state.time.lock().unwrap_or_else(PoisonError::into_inner);
        time.map_or_else(|| fail(NOT_READY, "the event has not happened"), Ok)
    }
}

/// Has an event happen when a stream has come so far.
pub(crate) fn record(event: *mut c_void, stream: *mut c_void) -> Outcome {
    let event = get(event)?;
    let stream = stream::get(stream)?;
    if let Some(captured) = stream.capture() {
        *event.state() = State {
            captured: Some(captured),
            ..State::default()
        };
        return Ok(());
    }
    let time = Arc::new(Mutex::new(None));
    let happened = time.clone();
    let note = move |_: &mut Worker| {
        let mut time = happened.lock().unwrap_or_else(PoisonError::into_inner);
        *time = Some(Instant::now());
        Ok(())
    };
    let ticket = stream.push_after(Vec::new(), Arc::new(note));
    *event.state() = State {
        recorded: Some(ticket),
        time,
        captured: None,
    };
    Ok(())
}

/// Has a stream wait for an event; where either is part of a graph, both are.
pub(crate) fn wait(stream: &Arc<Stream>, event: *mut c_void) -> Outcome {
    let event = get(event)?;
    let captured = event.state().captured.clone();
    match (captured, stream.capture()) {
        (Some(other), own) => other.join(stream, own),
        (None, Some(own)) => {
            own.graph.invalidate();
            fail(
                CAPTURE_ISOLATION,
                "the stream is captured, and the event was not recorded in what is",
            )
        }
        (None, None) => {
            if let Some(ticket) = event.ticket()? {
                stream.push_after(vec![ticket], Arc::new(|_| Ok(())));
            }
            Ok(())
        }
    }
}

/// # Safety
/// The place must be null or writable.
unsafe fn create(to: *mut *mut c_void, flags: u32) -> Outcome {
    ensure(
        !to.is_null(),
        INVALID_VALUE,
        "there is no place for the event",
    )?;
    ensure(
        flags & !KNOWN == 0,
        INVALID_VALUE,
        "there are no such flags",
    )?;
    let made = EVENTS.insert(Event {
        flags,
        state: Mutex::default(),
    });
    // SAFETY: by the contract.
    unsafe { give(to, handle(made)) }
}

api! {
    fn hipEventCreate(event: *mut *mut c_void) {
        create(event, 0)
    }

    fn hipEventCreateWithFlags(event: *mut *mut c_void, flags: u32) {
        create(event, flags)
    }

    fn hipEventDestroy(event: *mut c_void) {
        get(event)?;
        EVENTS.remove(number(event));
        Ok(())
    }

    fn hipEventRecord(event: *mut c_void, stream: *mut c_void) {
        record(event, stream)
    }

    fn hipEventRecordWithFlags(event: *mut c_void, stream: *mut c_void, flags: u32) {
        ensure(flags <= 1, INVALID_VALUE, "there are no such flags")?;
        record(event, stream)
    }

    fn hipEventSynchronize(event: *mut c_void) {
        match get(event)?.ticket()? {
            Some(ticket) => {
                ticket.wait();
                ticket.outcome()
            }
            None => Ok(()),
        }
    }

    fn hipEventQuery(event: *mut c_void) {
        match get(event)?.ticket()? {
            Some(ticket) if !ticket.is_over() => fail(NOT_READY, "the event has not happened"),
            Some(ticket) => ticket.outcome(),
            None => Ok(()),
        }
    }

    fn hipEventElapsedTime(milliseconds: *mut f32, start: *mut c_void, stop: *mut c_void) {
        ensure(!milliseconds.is_null(), INVALID_VALUE, "there is no place for the time")?;
        let (start, stop) = (get(start)?.time()?, get(stop)?.time()?);
        let seconds = match stop.checked_duration_since(start) {
            Some(time) => time.as_secs_f64(),
            None => -start.duration_since(stop).as_secs_f64(),
        };
        give(milliseconds, (seconds * 1e3) as f32)
    }
}
