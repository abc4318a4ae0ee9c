//! Streams: a thread each, on which commands run one after the other.
//!
//! The stream without a number (the legacy one) waits for all that blocking streams of its device
//! were given before, and they wait for it. A command that fails makes those behind it fail too,
//! until a call has told the program.

use crate::device;
use crate::error::{
    CAPTURE_UNSUPPORTED, Fail, ILLEGAL_ADDRESS, INVALID_HANDLE, INVALID_VALUE, LAUNCH_FAILURE,
    NOT_READY, Outcome, UNKNOWN, api, ensure, fail,
};
use crate::event;
use crate::graph::{Capture, NodeKind, Work};
use crate::pointer::{HostPointer, give, handle, number};
use host::Handles;
use std::cell::OnceCell;
use std::collections::VecDeque;
use std::ffi::{c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, LazyLock, Mutex, MutexGuard, PoisonError, Weak};
use wavetank::amd_host::Slot;

/// It does not wait for the legacy stream, nor that for it.
const NON_BLOCKING: u32 = 1;
const LEGACY: usize = 1;
const PER_THREAD: usize = 2;

/// What a command does; one that a graph has is done again with each of its launches.
pub(crate) type Action = Arc<dyn Fn(&mut Worker) -> Outcome + Send + Sync>;

/// A stream.
pub(crate) struct Stream {
    pub device: usize,
    flags: u32,
    priority: c_int,
    line: Mutex<Line>,
    changed: Condvar,
}

#[derive(Default)]
struct Line {
    commands: VecDeque<(Vec<Ticket>, Action)>,
    /// Commands that were added, and those that are over.
    added: u64,
    over: u64,
    /// There is a thread.
    started: bool,
    /// Nothing will be added.
    closed: bool,
    failed: Option<Fail>,
    /// Commands become nodes of a graph instead of being run.
    capture: Option<Capture>,
}

/// A point in a stream.
#[derive(Clone)]
pub(crate) struct Ticket {
    stream: Arc<Stream>,
    number: u64,
}

impl Ticket {
    /// Whether all up to there is over.
    pub fn is_over(&self) -> bool {
        self.stream.line().over >= self.number
    }

    /// Waits until it is.
    pub fn wait(&self) {
        let mut line = self.stream.line();
        while line.over < self.number {
            let woken = self.stream.changed.wait(line);
            line = woken.unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The failure that the program has not been told of.
    pub fn outcome(&self) -> Outcome {
        self.stream.take_failure()
    }
}

/// What commands have while they run.
pub(crate) struct Worker {
    device: usize,
    slot: Option<Slot>,
}

impl Worker {
    /// Where launches have their arguments.
    pub fn slot(&mut self) -> Outcome<&mut Slot> {
        if self.slot.is_none() {
            self.slot = Some(Slot::new(device::get(self.device)?)?);
        }
        Ok(self.slot.as_mut().expect("there is one now"))
    }
}

static STREAMS: Handles<Stream> = Handles::new();
/// The legacy stream of each device.
static DEFAULTS: LazyLock<Vec<Arc<Stream>>> = LazyLock::new(|| {
    let all = 0..device::all().len();
    all.map(|device| Stream::new(device, 0, 0).into()).collect()
});
/// All that live, so that the legacy stream can wait for them.
static ALL: Mutex<Vec<Weak<Stream>>> = Mutex::new(Vec::new());

thread_local! {
    static OWN: OnceCell<Arc<Stream>> = const { OnceCell::new() };
}

impl Stream {
    fn new(device: usize, flags: u32, priority: c_int) -> Stream {
        Stream {
            device,
            flags,
            priority,
            line: Mutex::default(),
            changed: Condvar::new(),
        }
    }

    fn line(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_legacy(self: &Arc<Self>) -> bool {
        let default = DEFAULTS.get(self.device);
        default.is_some_and(|it| Arc::ptr_eq(it, self))
    }

    /// What a command that is added now has to wait for in other streams.
    fn others(self: &Arc<Self>) -> Vec<Ticket> {
        if self.is_legacy() {
            let blocking = |stream: &Arc<Stream>| {
                stream.device == self.device && stream.flags & NON_BLOCKING == 0
            };
            let others = living().into_iter().filter(blocking);
            return others.map(|stream| stream.now()).collect();
        }
        match self.flags & NON_BLOCKING {
            0 => vec![DEFAULTS[self.device].now()],
            _ => Vec::new(),
        }
    }

    /// Where the stream has come to when all is over that was added.
    pub fn now(self: &Arc<Self>) -> Ticket {
        let number = self.line().added;
        Ticket {
            stream: self.clone(),
            number,
        }
    }

    /// A stream that only records what is given to it, for a graph.
    pub fn recording(capture: Capture) -> (u64, Arc<Stream>) {
        let stream = Stream::new(device::current(), NON_BLOCKING, 0);
        stream.line().capture = Some(capture);
        let number = STREAMS.insert(stream);
        (number, STREAMS.get(number).expect("it was just made"))
    }

    /// Forgets a stream.
    pub fn forget(number: u64) {
        STREAMS.remove(number);
    }

    /// What commands become part of, if they are not run.
    pub fn capture(&self) -> Option<Capture> {
        self.line().capture.clone()
    }

    /// Begins or ends that.
    pub fn set_capture(&self, capture: Option<Capture>) {
        self.line().capture = capture;
    }

    /// Refuses what a stream whose commands are not run cannot do.
    pub fn check_running(&self) -> Outcome {
        match self.capture() {
            None => Ok(()),
            Some(capture) => {
                capture.graph.invalidate();
                fail(
                    CAPTURE_UNSUPPORTED,
                    "the commands of the stream are captured and do not run",
                )
            }
        }
    }

    /// Adds a command, or a node of the graph that is being captured.
    pub fn push(
        self: &Arc<Self>,
        kind: NodeKind,
        action: impl Fn(&mut Worker) -> Outcome + Send + Sync + 'static,
    ) {
        let action: Action = Arc::new(action);
        if let Some(capture) = &mut self.line().capture {
            capture.add(kind, Work::Action(action));
            return;
        }
        self.push_after(Vec::new(), action);
    }

    /// Adds a command that waits for points in other streams, and is run in any case.
    pub fn push_after(self: &Arc<Self>, mut waits: Vec<Ticket>, action: Action) -> Ticket {
        waits.extend(self.others());
        waits.retain(|wait| !wait.is_over());
        let mut line = self.line();
        line.commands.push_back((waits, action));
        line.added += 1;
        let number = line.added;
        if !std::mem::replace(&mut line.started, true) {
            let stream = self.clone();
            let run = move || stream.work();
            let thread = std::thread::Builder::new().name("stream".into()).spawn(run);
            // Without a thread nothing would ever end.
            thread.expect("a stream has a thread");
        }
        drop(line);
        self.changed.notify_all();
        Ticket {
            stream: self.clone(),
            number,
        }
    }

    /// Waits for all that was added, and says what went wrong.
    pub fn finish(self: &Arc<Self>) -> Outcome {
        self.check_running()?;
        let others = self.others();
        others.iter().chain([&self.now()]).for_each(Ticket::wait);
        self.take_failure()
    }

    fn is_idle(self: &Arc<Self>) -> bool {
        self.others().iter().all(Ticket::is_over) && self.now().is_over()
    }

    fn take_failure(&self) -> Outcome {
        self.line().failed.take().map_or(Ok(()), Err)
    }

    fn work(self: Arc<Self>) {
        let mut worker = Worker {
            device: self.device,
            slot: None,
        };
        while let Some((waits, action)) = self.next() {
            waits.iter().for_each(Ticket::wait);
            drop(waits);
            // The line is free while the command runs.
            let failed = self.line().failed.is_some();
            let ran = match failed {
                // What comes after a failure was meant to see what it left.
                true => Ok(()),
                false => {
                    let ran = catch_unwind(AssertUnwindSafe(|| action(&mut worker)));
                    ran.unwrap_or_else(|_| fail(UNKNOWN, "internal error"))
                }
            };
            let mut line = self.line();
            line.over += 1;
            if let Err(failed) = ran {
                line.failed.get_or_insert(failed);
            }
            drop(line);
            self.changed.notify_all();
        }
    }

    /// The next command; nothing where none will come.
    fn next(&self) -> Option<(Vec<Ticket>, Action)> {
        let mut line = self.line();
        loop {
            if let Some(command) = line.commands.pop_front() {
                return Some(command);
            }
            if line.closed {
                return None;
            }
            let woken = self.changed.wait(line);
            line = woken.unwrap_or_else(PoisonError::into_inner);
        }
    }
}

fn living() -> Vec<Arc<Stream>> {
    let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
    all.retain(|stream| stream.strong_count() > 0);
    all.iter().filter_map(Weak::upgrade).collect()
}

fn remember(stream: &Arc<Stream>) {
    let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
    all.push(Arc::downgrade(stream));
}

/// The stream of a handle.
pub(crate) fn get(stream: *mut c_void) -> Outcome<Arc<Stream>> {
    match stream.addr() {
        0 | LEGACY => {
            device::own()?;
            Ok(DEFAULTS[device::current()].clone())
        }
        PER_THREAD => {
            let device = device::current();
            device::own()?;
            OWN.with(|own| {
                let new = || {
                    let stream = Arc::new(Stream::new(device, 0, 0));
                    remember(&stream);
                    stream
                };
                Ok(own.get_or_init(new).clone())
            })
        }
        _ => match STREAMS.get(number(stream)) {
            Some(stream) => Ok(stream),
            None => fail(
                INVALID_HANDLE,
                "there is no such stream: it was destroyed, or never made",
            ),
        },
    }
}

/// Waits for all streams of a device, and says what went wrong.
pub(crate) fn finish_device(number: usize) -> Outcome {
    device::get(number)?;
    let all = living().into_iter().chain([DEFAULTS[number].clone()]);
    let all: Vec<Arc<Stream>> = all.filter(|stream| stream.device == number).collect();
    all.iter().for_each(|stream| stream.now().wait());
    all.iter().try_for_each(|stream| stream.take_failure())
}

/// Does something now, when all that a stream was given is over.
pub(crate) fn at_once(stream: &Arc<Stream>, action: impl FnOnce() -> Outcome) -> Outcome {
    stream.finish()?;
    action()
}

/// What a launch that failed makes of its stream.
pub(crate) fn launched(failed: driver::Failed) -> Fail {
    match failed {
        driver::Failed::Host(error) => error.into(),
        driver::Failed::Trapped { code, report } => Fail {
            code: match code {
                "memory-fault" => ILLEGAL_ADDRESS,
                _ => LAUNCH_FAILURE,
            },
            why: report.into(),
        },
    }
}

/// # Safety
/// The place must be null or writable.
unsafe fn create(to: *mut *mut c_void, flags: u32, priority: c_int) -> Outcome {
    device::own()?;
    ensure(
        !to.is_null(),
        INVALID_VALUE,
        "there is no place for the stream",
    )?;
    ensure(
        flags <= NON_BLOCKING,
        INVALID_VALUE,
        "there are no such flags",
    )?;
    let made = STREAMS.insert(Stream::new(device::current(), flags, priority.clamp(-1, 1)));
    remember(&STREAMS.get(made).expect("it was just made"));
    // SAFETY: by the contract.
    unsafe { give(to, handle(made)) }
}

/// What a program wants to be told when a stream has come so far.
type Callback = unsafe extern "C" fn(stream: *mut c_void, status: u32, data: *mut c_void);
/// The same, without being told what became of it.
pub type HostFunction = unsafe extern "C" fn(data: *mut c_void);

/// Has a function of the host called when a stream has come so far.
pub(crate) fn host_function(
    stream: *mut c_void,
    function: Option<HostFunction>,
    data: *mut c_void,
) -> Outcome {
    let Some(function) = function else {
        return fail(INVALID_VALUE, "the function is NULL");
    };
    let data = HostPointer(data);
    get(stream)?.push(NodeKind::Host, move |_| {
        let data = data;
        // SAFETY: the program gave the function for this.
        unsafe { function(data.0) };
        Ok(())
    });
    Ok(())
}

api! {
    fn hipStreamCreate(stream: *mut *mut c_void) {
        create(stream, 0, 0)
    }

    fn hipStreamCreateWithFlags(stream: *mut *mut c_void, flags: u32) {
        create(stream, flags, 0)
    }

    fn hipStreamCreateWithPriority(stream: *mut *mut c_void, flags: u32, priority: c_int) {
        create(stream, flags, priority)
    }

    fn hipStreamDestroy(stream: *mut c_void) {
        ensure(stream.addr() > PER_THREAD, INVALID_HANDLE, "this stream is always there")?;
        let gone = get(stream)?;
        STREAMS.remove(number(stream));
        // What it was given still runs.
        gone.line().closed = true;
        gone.changed.notify_all();
        Ok(())
    }

    fn hipStreamSynchronize(stream: *mut c_void) {
        get(stream)?.finish()
    }

    fn hipStreamQuery(stream: *mut c_void) {
        let stream = get(stream)?;
        stream.check_running()?;
        match stream.is_idle() {
            true => stream.take_failure(),
            false => fail(NOT_READY, "the stream is not done"),
        }
    }

    fn hipStreamWaitEvent(stream: *mut c_void, event: *mut c_void, flags: u32) {
        ensure(flags <= 1, INVALID_VALUE, "there are no such flags")?;
        event::wait(&get(stream)?, event)
    }

    fn hipStreamGetFlags(stream: *mut c_void, flags: *mut u32) {
        give(flags, get(stream)?.flags)
    }

    fn hipStreamGetPriority(stream: *mut c_void, priority: *mut c_int) {
        give(priority, get(stream)?.priority)
    }

    fn hipStreamGetDevice(stream: *mut c_void, device: *mut c_int) {
        give(device, get(stream)?.device as c_int)
    }

    fn hipStreamGetId(stream: *mut c_void, id: *mut u64) {
        get(stream)?;
        give(id, number(stream))
    }

    fn hipStreamAddCallback(stream: *mut c_void, callback: Option<Callback>, data: *mut c_void, flags: u32) {
        ensure(flags == 0, INVALID_VALUE, "there are no flags")?;
        let Some(callback) = callback else {
            return fail(INVALID_VALUE, "the function is NULL");
        };
        let (own, data) = (HostPointer(stream), HostPointer(data));
        get(stream)?.push(NodeKind::Host, move |_| {
            let (own, data) = (own, data);
            // SAFETY: the program gave the function for this.
            unsafe { callback(own.0, 0, data.0) };
            Ok(())
        });
        Ok(())
    }

    fn hipLaunchHostFunc(stream: *mut c_void, function: Option<HostFunction>, data: *mut c_void) {
        host_function(stream, function, data)
    }

    fn hipStreamAttachMemAsync(stream: *mut c_void, _pointer: *mut c_void, _len: usize, _flags: u32) {
        get(stream).map(|_| ())
    }
}

/// The number of the device that a stream is on; -1 for what is no stream.
#[allow(non_snake_case)]
#[unsafe(no_mangle)]
pub extern "C" fn hipGetStreamDeviceId(stream: *mut c_void) -> c_int {
    get(stream).map_or(-1, |stream| stream.device as c_int)
}
