//! Commands in line, and the thread that runs them.

use crate::device::Device;
use crate::error::{Fail, Outcome, fail};
use crate::event::Event;
use crate::object::Object;
use opencl_sys::*;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use wavetank::amd_host::{HostError, Slot};

/// What a command does.
pub(crate) type Action = Box<dyn FnOnce(&mut Worker) -> Outcome + Send>;

/// What a command has to do with others of its queue, where these may be out of order.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Order {
    /// It waits for all commands before it.
    pub all_before: bool,
    /// All commands behind it wait for it.
    pub barrier: bool,
}

/// The part of a queue that its thread has as well.
pub(crate) struct Core {
    line: Mutex<Line>,
    changed: Condvar,
    /// Commands run in the order in which they came.
    ordered: bool,
}

#[derive(Default)]
struct Line {
    commands: VecDeque<Command>,
    /// One has been taken out and has not ended.
    running: bool,
    /// There is a thread.
    started: bool,
    /// How many calls wait until there are no commands.
    finishing: usize,
    /// Nothing will be added.
    closed: bool,
    /// A command failed, and no call has said so yet.
    failed: Option<Fail>,
}

struct Command {
    event: Arc<Object<Event>>,
    waits: Vec<Arc<Object<Event>>>,
    order: Order,
    action: Action,
}

/// What commands have while they run.
pub(crate) struct Worker {
    pub device: Arc<Object<Device>>,
    slot: Option<Slot>,
}

impl Worker {
    /// Where launches have their arguments.
    pub fn slot(&mut self) -> Result<&mut Slot, HostError> {
        if self.slot.is_none() {
            self.slot = Some(Slot::new(&self.device.amd)?);
        }
        Ok(self.slot.as_mut().expect("there is one now"))
    }
}

impl Core {
    pub fn new(ordered: bool) -> Arc<Core> {
        Arc::new(Core {
            line: Mutex::default(),
            changed: Condvar::new(),
            ordered,
        })
    }

    fn line(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a command.
    pub fn push(
        self: &Arc<Self>,
        device: &Arc<Object<Device>>,
        event: &Arc<Object<Event>>,
        waits: Vec<Arc<Object<Event>>>,
        order: Order,
        action: Action,
    ) {
        // Those that are over are not waited for; if one failed, so will the command.
        for wait in &waits {
            wait.wake(self);
        }
        let mut line = self.line();
        line.commands.push_back(Command {
            event: event.clone(),
            waits,
            order,
            action,
        });
        if !std::mem::replace(&mut line.started, true) {
            let (core, device) = (self.clone(), device.clone());
            let run = move || core.work(device);
            let thread = std::thread::Builder::new().name("queue".into()).spawn(run);
            // Without a thread nothing would ever end.
            thread.expect("a queue has a thread");
        }
        drop(line);
        self.changed.notify_all();
    }

    /// Runs a command on the thread that calls, where it would be the next at once: handing it over and
    /// waiting takes longer than most copies. Otherwise it is given back.
    pub fn run_here(
        &self,
        device: &Arc<Object<Device>>,
        event: &Arc<Object<Event>>,
        waits: &[Arc<Object<Event>>],
        action: Action,
    ) -> Result<(), Action> {
        let mut line = self.line();
        let idle = !line.running && line.commands.is_empty();
        if !idle || !waits.iter().all(|wait| wait.is_over()) {
            return Err(action);
        }
        line.running = true;
        drop(line);
        let command = Command {
            event: event.clone(),
            waits: waits.to_vec(),
            order: Order::default(),
            action,
        };
        let device = device.clone();
        self.run(command, &mut Worker { device, slot: None });
        let mut line = self.line();
        line.running = false;
        // The queue's own thread need not know where nothing came meanwhile.
        if !line.commands.is_empty() || line.finishing > 0 {
            drop(line);
            self.changed.notify_all();
        }
        Ok(())
    }

    /// Something that a command waits for may have happened.
    pub fn wake(&self) {
        // Who looks at the line now would otherwise miss it.
        drop(self.line());
        self.changed.notify_all();
    }

    /// Waits until there are no commands.
    pub fn finish(&self) {
        let mut line = self.line();
        line.finishing += 1;
        while line.running || !line.commands.is_empty() {
            line = self
                .changed
                .wait(line)
                .unwrap_or_else(PoisonError::into_inner);
        }
        line.finishing -= 1;
    }

    /// The failure that no call has reported yet.
    pub fn take_failure(&self) -> Outcome {
        self.line().failed.take().map_or(Ok(()), Err)
    }

    /// No more commands will come.
    pub fn close(&self) {
        self.line().closed = true;
        self.changed.notify_all();
    }

    fn work(self: Arc<Self>, device: Arc<Object<Device>>) {
        let mut worker = Worker { device, slot: None };
        while let Some(command) = self.next() {
            self.run(command, &mut worker);
            let mut line = self.line();
            line.running = false;
            if line.finishing > 0 {
                drop(line);
                self.changed.notify_all();
            }
        }
    }

    /// The next command that can run; nothing where none will come.
    fn next(&self) -> Option<Command> {
        let mut line = self.line();
        loop {
            let next = match line.running {
                true => None,
                false => line.ready(self.ordered),
            };
            if let Some(at) = next {
                line.running = true;
                return line.commands.remove(at);
            }
            if line.closed && line.commands.is_empty() {
                return None;
            }
            line = self
                .changed
                .wait(line)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn run(&self, command: Command, worker: &mut Worker) {
        let Command {
            event,
            waits,
            action,
            ..
        } = command;
        event.advance(CL_SUBMITTED);
        // The program that set the event, or a call on the queue that it comes from, is told of the failure.
        if waits.iter().any(|wait| wait.status() < 0) {
            event.advance(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
            return;
        }
        let outcome = match self.ordered && self.line().failed.is_some() {
            // What comes after a failure in order was meant to see what it left.
            true => fail(CL_OUT_OF_RESOURCES, "a command before it failed"),
            false => {
                event.advance(CL_RUNNING);
                let ran = catch_unwind(AssertUnwindSafe(|| action(worker)));
                ran.unwrap_or_else(|_| fail(CL_OUT_OF_RESOURCES, "internal error"))
            }
        };
        drop(waits);
        let status = match outcome {
            Ok(()) => CL_COMPLETE,
            Err(failed) => {
                let code = failed.code;
                self.line().failed.get_or_insert(failed);
                code
            }
        };
        event.advance(status);
    }
}

impl Line {
    /// The position of a command that can run.
    fn ready(&self, ordered: bool) -> Option<usize> {
        for (at, command) in self.commands.iter().enumerate() {
            let first = at == 0;
            let free = command.waits.iter().all(|wait| wait.is_over());
            if free && (first || !command.order.all_before) {
                return Some(at);
            }
            if ordered || command.order.barrier {
                return None;
            }
        }
        None
    }
}
