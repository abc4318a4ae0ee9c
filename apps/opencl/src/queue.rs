//! Command queues.

mod line;

use crate::context::Context;
use crate::device::Device;
use crate::error::{Outcome, api, api_create, ensure, fail};
use crate::event::{Event, wait_list};
use crate::info::query;
use crate::object::{self, Kind, Object, get};
use crate::pointer::{properties, put};
use opencl_sys::*;
use std::ffi::c_void;
use std::sync::Arc;

pub(crate) use line::{Action, Core, Order, Worker};

/// What queues can do.
const KNOWN: cl_command_queue_properties =
    CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;
/// What there are queues for that are not the host's.
const ON_DEVICE: cl_command_queue_properties = CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT;

/// A queue. Its commands run on a thread of their own.
pub(crate) struct Queue {
    pub context: Arc<Object<Context>>,
    pub device: Arc<Object<Device>>,
    flags: cl_command_queue_properties,
    /// As it was made, where it was made with a list.
    listed: Vec<cl_queue_properties>,
    core: Arc<Core>,
}

impl Kind for Queue {
    const INVALID: cl_int = CL_INVALID_COMMAND_QUEUE;
    const NAME: &'static str = "command queue";

    fn end(&mut self, _: *mut c_void) {
        self.core.close();
    }
}

/// What a call says about the command that it enqueues.
pub(crate) struct Enqueue {
    pub queue: Arc<Object<Queue>>,
    pub waits: Vec<Arc<Object<Event>>>,
    /// Where the event goes, if the program wants it.
    event: *mut cl_event,
}

impl Enqueue {
    /// Looks at what all calls have in common.
    ///
    /// # Safety
    /// The list must be null or valid for its length, the place for the event null or writable.
    pub unsafe fn new(
        queue: cl_command_queue,
        count: cl_uint,
        list: *const cl_event,
        event: *mut cl_event,
    ) -> Outcome<Enqueue> {
        let queue = get::<Queue>(queue)?;
        // SAFETY: by the contract.
        let waits = unsafe { wait_list(count, list, &queue.context)? };
        queue.core.take_failure()?;
        Ok(Enqueue {
            queue,
            waits,
            event,
        })
    }

    /// An object that has to be of the queue's context.
    pub fn same(&self, context: &Arc<Object<Context>>) -> Outcome {
        let same = Arc::ptr_eq(&self.queue.context, context);
        ensure(same, CL_INVALID_CONTEXT, "the queue is of another context")
    }

    /// Puts a command into the queue, and waits for it where the call blocks.
    ///
    /// # Safety
    /// As for [`Enqueue::new`].
    pub unsafe fn submit(
        self,
        kind: cl_command_type,
        blocking: bool,
        order: Order,
        action: impl FnOnce(&mut Worker) -> Outcome + Send + 'static,
    ) -> Outcome {
        if blocking {
            let failed = self
                .waits
                .iter()
                .any(|event| event.is_over() && event.status() < 0);
            let code = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
            ensure(!failed, code, "a command that is waited for failed")?;
        }
        let own = Event::new(&self.queue.context, Some(&self.queue), kind);
        let event = match self.event.is_null() {
            true => Object::hidden(own),
            false => Object::new(own),
        };
        let (core, device) = (&self.queue.core, &self.queue.device);
        let left = match blocking {
            true => core
                .run_here(device, &event, &self.waits, Box::new(action))
                .err(),
            false => Some(Box::new(action) as Action),
        };
        if let Some(action) = left {
            core.push(device, &event, self.waits, order, action);
        }
        // SAFETY: by the contract.
        unsafe { put(self.event, event.handle()) };
        if !blocking {
            return Ok(());
        }
        match event.wait() {
            CL_COMPLETE => Ok(()),
            code => {
                let _ = self.queue.core.take_failure();
                fail(code, "the command failed")
            }
        }
    }
}

impl Object<Queue> {
    /// Commands are submitted as they come, so there is nothing to do.
    pub fn flush(&self) {}

    /// Whether times of its commands are kept.
    pub fn is_profiled(&self) -> bool {
        self.flags & CL_QUEUE_PROFILING_ENABLE != 0
    }
}

fn new(
    context: cl_context,
    device: cl_device_id,
    flags: cl_command_queue_properties,
    listed: Vec<cl_queue_properties>,
) -> Outcome<cl_command_queue> {
    let context = get::<Context>(context)?;
    let device = get::<Device>(device)?;
    ensure(
        context.has(&device),
        CL_INVALID_DEVICE,
        "the device is not one of the context's",
    )?;
    ensure(
        flags & !(KNOWN | ON_DEVICE) == 0,
        CL_INVALID_VALUE,
        "there is no such property",
    )?;
    ensure(
        flags & ON_DEVICE == 0,
        CL_INVALID_QUEUE_PROPERTIES,
        "devices have no queues of their own",
    )?;
    let ordered = flags & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE == 0;
    let made = Object::new(Queue {
        context,
        device,
        flags,
        listed,
        core: Core::new(ordered),
    });
    Ok(made.handle())
}

api_create! {
    fn clCreateCommandQueue(context: cl_context, device: cl_device_id, properties: cl_command_queue_properties) {
        new(context, device, properties, Vec::new())
    }

    fn clCreateCommandQueueWithProperties(context: cl_context, device: cl_device_id, list: *const cl_queue_properties) {
        get::<Context>(context)?;
        get::<Device>(device)?;
        let (pairs, listed) = properties(list);
        let mut flags = 0;
        for (name, value) in pairs {
            match name as cl_uint {
                CL_QUEUE_PROPERTIES => flags = value,
                CL_QUEUE_SIZE => return fail(CL_INVALID_QUEUE_PROPERTIES, "devices have no queues of their own"),
                other => return fail(CL_INVALID_VALUE, format!("there is no property {other:#x}")),
            }
        }
        new(context, device, flags, listed)
    }
}

api! {
    fn clRetainCommandQueue(command_queue: cl_command_queue) {
        object::retain::<Queue>(command_queue)
    }

    fn clReleaseCommandQueue(command_queue: cl_command_queue) {
        object::release::<Queue>(command_queue)
    }

    fn clGetCommandQueueInfo(command_queue: cl_command_queue, param_name: cl_command_queue_info, param_value_size: usize, param_value: *mut c_void, param_value_size_ret: *mut usize) {
        let queue = get::<Queue>(command_queue)?;
        let query = query!(param_value_size, param_value, param_value_size_ret);
        match param_name {
            CL_QUEUE_CONTEXT => query.put(queue.context.handle()),
            CL_QUEUE_DEVICE => query.put(queue.device.handle()),
            CL_QUEUE_REFERENCE_COUNT => query.put(queue.count()),
            CL_QUEUE_PROPERTIES => query.put(queue.flags),
            CL_QUEUE_PROPERTIES_ARRAY => query.slice(&queue.listed),
            CL_QUEUE_DEVICE_DEFAULT => query.put(std::ptr::null_mut::<c_void>()),
            CL_QUEUE_SIZE => fail(CL_INVALID_COMMAND_QUEUE, "it is no queue of a device"),
            other => query.unknown(other),
        }
    }

    fn clSetCommandQueueProperty(
        command_queue: cl_command_queue, _properties: cl_command_queue_properties, _enable: cl_bool,
        _old_properties: *mut cl_command_queue_properties,
    ) {
        get::<Queue>(command_queue)?;
        fail(CL_INVALID_OPERATION, "queues stay as they were made")
    }

    fn clFlush(command_queue: cl_command_queue) {
        let queue = get::<Queue>(command_queue)?;
        queue.flush();
        queue.core.take_failure()
    }

    fn clFinish(command_queue: cl_command_queue) {
        let queue = get::<Queue>(command_queue)?;
        queue.core.finish();
        queue.core.take_failure()
    }

    fn clEnqueueMarkerWithWaitList(command_queue: cl_command_queue, count: cl_uint, list: *const cl_event, event: *mut cl_event) {
        let enqueue = Enqueue::new(command_queue, count, list, event)?;
        let order = Order { all_before: count == 0, barrier: false };
        enqueue.submit(CL_COMMAND_MARKER, false, order, |_| Ok(()))
    }

    fn clEnqueueBarrierWithWaitList(command_queue: cl_command_queue, count: cl_uint, list: *const cl_event, event: *mut cl_event) {
        let enqueue = Enqueue::new(command_queue, count, list, event)?;
        let order = Order { all_before: count == 0, barrier: true };
        enqueue.submit(CL_COMMAND_BARRIER, false, order, |_| Ok(()))
    }

    fn clEnqueueMarker(command_queue: cl_command_queue, event: *mut cl_event) {
        get::<Queue>(command_queue)?;
        ensure(!event.is_null(), CL_INVALID_VALUE, "the place for the event is NULL")?;
        let enqueue = Enqueue::new(command_queue, 0, std::ptr::null(), event)?;
        let order = Order { all_before: true, barrier: false };
        enqueue.submit(CL_COMMAND_MARKER, false, order, |_| Ok(()))
    }

    fn clEnqueueBarrier(command_queue: cl_command_queue) {
        let enqueue = Enqueue::new(command_queue, 0, std::ptr::null(), std::ptr::null_mut())?;
        let order = Order { all_before: true, barrier: true };
        enqueue.submit(CL_COMMAND_BARRIER, false, order, |_| Ok(()))
    }

    fn clEnqueueWaitForEvents(command_queue: cl_command_queue, num_events: cl_uint, event_list: *const cl_event) {
        get::<Queue>(command_queue)?;
        ensure(num_events > 0 && !event_list.is_null(), CL_INVALID_VALUE, "there is nothing to wait for")?;
        let enqueue = Enqueue::new(command_queue, num_events, event_list, std::ptr::null_mut());
        let enqueue = enqueue.map_err(|failed| match failed.code {
            CL_INVALID_EVENT_WAIT_LIST => crate::error::Fail { code: CL_INVALID_EVENT, ..failed },
            _ => failed,
        })?;
        let order = Order { all_before: false, barrier: true };
        enqueue.submit(CL_COMMAND_BARRIER, false, order, |_| Ok(()))
    }
}
