//! Events: what became of commands.

use crate::callback;
use crate::context::Context;
use crate::error::{Outcome, api, api_create, ensure, fail};
use crate::info::query;
use crate::object::{self, Kind, Object, get, get_all};
use crate::pointer::{HostPointer, slice};
use crate::queue::{Core, Queue};
use opencl_sys::*;
use std::ffi::c_void;
use std::sync::{Arc, Condvar, LazyLock, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Instant;

type Callback = unsafe extern "C" fn(event: cl_event, status: cl_int, user_data: *mut c_void);

/// An event.
pub(crate) struct Event {
    pub context: Arc<Object<Context>>,
    /// None for an event that the program completes.
    pub queue: Option<Arc<Object<Queue>>>,
    command: cl_command_type,
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    /// One of the four states of a command, or an error.
    status: cl_int,
    /// When it was queued, submitted, started and ended, in nanoseconds.
    times: [u64; 4],
    callbacks: Vec<(cl_int, Callback, HostPointer)>,
    /// Queues with commands that wait for it.
    waiting: Vec<Weak<Core>>,
}

impl Kind for Event {
    const INVALID: cl_int = CL_INVALID_EVENT;
    const NAME: &'static str = "event";
}

/// Nanoseconds since the process asked first.
pub(crate) fn now() -> u64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    // Zero would look like a time that is missing.
    START.elapsed().as_nanos() as u64 + 1
}

/// The objects of a wait list, all of the same context.
///
/// # Safety
/// The list must be null or valid for its length.
pub(crate) unsafe fn wait_list(
    count: cl_uint,
    list: *const cl_event,
    context: &Arc<Object<Context>>,
) -> Outcome<Vec<Arc<Object<Event>>>> {
    let together = list.is_null() == (count == 0);
    ensure(
        together,
        CL_INVALID_EVENT_WAIT_LIST,
        "a wait list and its length do not go together",
    )?;
    // SAFETY: by the contract.
    let handles = unsafe { slice(list, count as usize) };
    let events = get_all::<Event>(handles);
    let Ok(events) = events else {
        return fail(
            CL_INVALID_EVENT_WAIT_LIST,
            "there is no event in the wait list",
        );
    };
    let same = events
        .iter()
        .all(|event| Arc::ptr_eq(&event.context, context));
    ensure(same, CL_INVALID_CONTEXT, "an event is of another context")?;
    Ok(events)
}

impl Event {
    /// An event of a command, or one that the program completes.
    pub fn new(
        context: &Arc<Object<Context>>,
        queue: Option<&Arc<Object<Queue>>>,
        command: cl_command_type,
    ) -> Event {
        let status = match queue {
            Some(_) => CL_QUEUED,
            None => CL_SUBMITTED,
        };
        Event {
            context: context.clone(),
            queue: queue.cloned(),
            command,
            state: Mutex::new(State {
                status,
                times: [now(), 0, 0, 0],
                callbacks: Vec::new(),
                waiting: Vec::new(),
            }),
            changed: Condvar::new(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One of the four states, or an error.
    pub fn status(&self) -> cl_int {
        self.state().status
    }

    /// Whether it will not change any more.
    pub fn is_over(&self) -> bool {
        self.status() <= CL_COMPLETE
    }

    /// Has a queue woken when it is over; false if it is already.
    pub fn wake(&self, queue: &Arc<Core>) -> bool {
        let mut state = self.state();
        let open = state.status > CL_COMPLETE;
        if open {
            state.waiting.push(Arc::downgrade(queue));
        }
        open
    }

    /// Waits until it is over.
    pub fn wait(&self) -> cl_int {
        let mut state = self.state();
        while state.status > CL_COMPLETE {
            state = self
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
        state.status
    }
}

impl Object<Event> {
    /// Moves it on, and tells those who want to know; false if it was over already.
    pub fn advance(self: &Arc<Self>, status: cl_int) -> bool {
        let (due, waiting) = {
            let mut state = self.state();
            if state.status <= CL_COMPLETE {
                return false;
            }
            state.status = status;
            let at = now();
            match status {
                CL_SUBMITTED => state.times[1] = at,
                CL_RUNNING => state.times[2] = at,
                _ => {
                    let begun = state.times.map(|time| if time == 0 { at } else { time });
                    state.times = [begun[0], begun[1], begun[2], at];
                }
            }
            let waiting = match status <= CL_COMPLETE {
                true => std::mem::take(&mut state.waiting),
                false => Vec::new(),
            };
            let all = std::mem::take(&mut state.callbacks);
            let (due, later) = all
                .into_iter()
                .partition::<Vec<_>, _>(|&(at, ..)| status <= at);
            state.callbacks = later;
            (due, waiting)
        };
        // Nothing waits for less than the end.
        if status <= CL_COMPLETE {
            self.changed.notify_all();
        }
        for queue in waiting.iter().filter_map(Weak::upgrade) {
            queue.wake();
        }
        for (at, call, data) in due {
            self.call_back(at, status, call, data);
        }
        true
    }

    fn call_back(self: &Arc<Self>, at: cl_int, status: cl_int, call: Callback, data: HostPointer) {
        let event = self.clone();
        let told = if status < 0 { status } else { at };
        callback::post(move || {
            let data = data;
            // SAFETY: the program gave the function for this.
            unsafe { call(event.handle(), told, data.0) };
        });
    }
}

api_create! {
    fn clCreateUserEvent(context: cl_context) {
        let context = get::<Context>(context)?;
        Ok(Object::new(Event::new(&context, None, CL_COMMAND_USER)).handle())
    }
}

api! {
    fn clSetUserEventStatus(event: cl_event, execution_status: cl_int) {
        let event = get::<Event>(event)?;
        ensure(event.queue.is_none(), CL_INVALID_EVENT, "it is no event of the program's own")?;
        ensure(execution_status <= CL_COMPLETE, CL_INVALID_VALUE, "a program can complete an event, or make it fail")?;
        ensure(event.advance(execution_status), CL_INVALID_OPERATION, "it is over already")
    }

    fn clRetainEvent(event: cl_event) {
        object::retain::<Event>(event)
    }

    fn clReleaseEvent(event: cl_event) {
        object::release::<Event>(event)
    }

    fn clWaitForEvents(num_events: cl_uint, event_list: *const cl_event) {
        ensure(num_events > 0 && !event_list.is_null(), CL_INVALID_VALUE, "there is nothing to wait for")?;
        let events = get_all::<Event>(slice(event_list, num_events as usize))?;
        let same = events.iter().all(|event| Arc::ptr_eq(&event.context, &events[0].context));
        ensure(same, CL_INVALID_CONTEXT, "the events are of different contexts")?;
        for queue in events.iter().filter_map(|event| event.queue.as_ref()) {
            queue.flush();
        }
        let failed = events.iter().filter(|event| event.wait() < 0).count();
        ensure(failed == 0, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, "a command failed")
    }

    fn clGetEventInfo(event: cl_event, param_name: cl_event_info, param_value_size: usize, param_value: *mut c_void, param_value_size_ret: *mut usize) {
        let event = get::<Event>(event)?;
        let query = query!(param_value_size, param_value, param_value_size_ret);
        match param_name {
            CL_EVENT_COMMAND_QUEUE => query.put(event.queue.as_ref().map_or(std::ptr::null_mut(), |queue| queue.handle())),
            CL_EVENT_CONTEXT => query.put(event.context.handle()),
            CL_EVENT_COMMAND_TYPE => query.put(event.command),
            CL_EVENT_COMMAND_EXECUTION_STATUS => query.put(event.status()),
            CL_EVENT_REFERENCE_COUNT => query.put(event.count()),
            other => query.unknown(other),
        }
    }

    fn clGetEventProfilingInfo(event: cl_event, param_name: cl_profiling_info, param_value_size: usize, param_value: *mut c_void, param_value_size_ret: *mut usize) {
        let event = get::<Event>(event)?;
        let query = query!(param_value_size, param_value, param_value_size_ret);
        let which = match param_name {
            CL_PROFILING_COMMAND_QUEUED => 0,
            CL_PROFILING_COMMAND_SUBMIT => 1,
            CL_PROFILING_COMMAND_START => 2,
            // Nothing here starts commands of its own.
            CL_PROFILING_COMMAND_END | CL_PROFILING_COMMAND_COMPLETE => 3,
            other => return query.unknown(other),
        };
        let profiled = event.queue.as_ref().is_some_and(|queue| queue.is_profiled());
        let (status, times) = {
            let state = event.state();
            (state.status, state.times)
        };
        ensure(profiled && status == CL_COMPLETE, CL_PROFILING_INFO_NOT_AVAILABLE, "there are no times of it")?;
        query.put(times[which])
    }

    fn clSetEventCallback(
        event: cl_event, command_exec_callback_type: cl_int,
        pfn_notify: Option<unsafe extern "C" fn(event: cl_event, event_command_status: cl_int, user_data: *mut c_void)>,
        user_data: *mut c_void,
    ) {
        let event = get::<Event>(event)?;
        let Some(call) = pfn_notify else {
            return fail(CL_INVALID_VALUE, "the function is NULL");
        };
        let at = command_exec_callback_type;
        let known = [CL_SUBMITTED, CL_RUNNING, CL_COMPLETE].contains(&at);
        ensure(known, CL_INVALID_VALUE, "there is no such state to wait for")?;
        let data = HostPointer(user_data);
        let status = {
            let mut state = event.state();
            if state.status > at {
                state.callbacks.push((at, call, data));
                return Ok(());
            }
            state.status
        };
        event.call_back(at, status, call, data);
        Ok(())
    }
}
