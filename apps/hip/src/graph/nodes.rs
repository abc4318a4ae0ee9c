//! Nodes that a program makes one by one, and changes afterwards.

use super::capture::Capture;
use super::{Graph, NodeKind, Step, Work, executable, graph, locked, node, places_of};
use crate::copy::{self, BoxCopy, fill_plane};
use crate::error::{INVALID_VALUE, Outcome, api, ensure, fail};
use crate::event;
use crate::launch::{launch_packed, launch_symbol};
use crate::pointer::{Dim3, give, handle, number};
use crate::stream::{HostFunction, Stream, host_function};
use std::ffi::c_void;
use std::sync::Arc;

/// What a kernel is launched with.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct KernelParams {
    block: Dim3,
    extra: *mut *mut c_void,
    function: *mut c_void,
    grid: Dim3,
    params: *mut *mut c_void,
    local: u32,
}

/// What memory is filled with.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct FillParams {
    to: *mut c_void,
    element: u32,
    height: usize,
    pitch: usize,
    value: u32,
    width: usize,
}

/// A function of the host, and what it is called with.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HostParams {
    function: Option<HostFunction>,
    data: *mut c_void,
}

/// What commands do that are given to a stream, without doing it.
fn recorded(give: impl FnOnce(*mut c_void) -> Outcome) -> Outcome<Work> {
    let (number, stream) = Stream::recording(Capture::new());
    let given = give(handle(number));
    Stream::forget(number);
    given?;
    let capture = stream.capture();
    let steps = capture.map_or(Ok(Vec::new()), |capture| capture.graph.order())?;
    let mut works = steps.into_iter().map(|(step, _)| step.work);
    // A command that has nothing to do is none.
    Ok(works.next().unwrap_or(Work::Nothing))
}

/// # Safety
/// The description must be null or one of a kernel with its arguments.
unsafe fn kernel(params: *const KernelParams) -> Outcome<Work> {
    ensure(!params.is_null(), INVALID_VALUE, "there is no kernel")?;
    // SAFETY: by the contract.
    let it = unsafe { params.read() };
    ensure(!it.function.is_null(), INVALID_VALUE, "the kernel is NULL")?;
    let size = (it.grid, it.block, it.local as usize);
    recorded(|stream| {
        // SAFETY: by the contract.
        unsafe {
            match it.params.is_null() && !it.extra.is_null() {
                true => launch_packed(it.function, size, it.extra, stream),
                false => launch_symbol(it.function, size, it.params, stream, false),
            }
        }
    })
}

/// # Safety
/// The description must be null or one of a fill.
unsafe fn fill(params: *const FillParams) -> Outcome<Work> {
    ensure(!params.is_null(), INVALID_VALUE, "there is nothing to fill")?;
    // SAFETY: by the contract.
    let it = unsafe { params.read() };
    let value = it.value.to_le_bytes();
    ensure(
        matches!(it.element, 1 | 2 | 4),
        INVALID_VALUE,
        "elements have one, two or four bytes",
    )?;
    let pitch = match it.height {
        // A single row lies apart from nothing.
        0 | 1 => it.width.saturating_mul(it.element as usize),
        _ => it.pitch,
    };
    let pattern = &value[..it.element as usize];
    recorded(|stream| {
        fill_plane(
            (it.to, pitch),
            (it.width, it.height),
            pattern,
            stream,
            false,
        )
    })
}

/// # Safety
/// The description must be null or one of a function.
unsafe fn host(params: *const HostParams) -> Outcome<Work> {
    ensure(!params.is_null(), INVALID_VALUE, "there is no function")?;
    // SAFETY: by the contract.
    let it = unsafe { params.read() };
    recorded(|stream| host_function(stream, it.function, it.data))
}

/// # Safety
/// The description must be null or one of a copy.
unsafe fn copy_box(params: *const BoxCopy) -> Outcome<Work> {
    // SAFETY: by the contract.
    recorded(|stream| unsafe { copy::later(BoxCopy::read(params)?, stream) })
}

/// # Safety
/// What is copied must be there whenever the graph is launched.
unsafe fn copy_line(to: *mut c_void, from: *const c_void, len: usize, kind: u32) -> Outcome<Work> {
    // SAFETY: by the contract.
    recorded(|stream| unsafe { copy::bytes(to, from, len, kind, stream, false) })
}

/// Where a node is to be: the graph, and the nodes that come before it.
struct Place {
    to: *mut *mut c_void,
    graph: *mut c_void,
    after: *const *mut c_void,
    count: usize,
}

impl Place {
    /// # Safety
    /// There must be as many nodes as it says.
    unsafe fn put(self, kind: NodeKind, work: impl FnOnce() -> Outcome<Work>) -> Outcome {
        ensure(
            !self.to.is_null(),
            INVALID_VALUE,
            "there is no place for the node",
        )?;
        let graph = graph(self.graph)?;
        // SAFETY: by the contract.
        let after = unsafe { places_of(&graph, self.after, self.count)? };
        let place = graph.add(kind, work()?, after);
        let made = locked(&graph.nodes)[place]
            .as_ref()
            .map_or(0, |node| node.handle);
        // SAFETY: by the contract.
        unsafe { give(self.to, handle(made)) }
    }
}

/// Gives a node something else to do, of the same kind.
fn change(at: *mut c_void, kind: NodeKind, work: Outcome<Work>) -> Outcome {
    let (graph, place) = node(at)?;
    let work = work?;
    let mut nodes = locked(&graph.nodes);
    let step = nodes[place].as_mut().map(|node| &mut node.step);
    replace(step, kind, work)
}

/// The same in a graph that can be launched, whose nodes have the places that they had in theirs.
fn change_executable(
    to: *mut c_void,
    at: *mut c_void,
    kind: NodeKind,
    work: Outcome<Work>,
) -> Outcome {
    let (executable, (_, place)): (_, (Arc<Graph>, usize)) = (executable(to)?, node(at)?);
    let work = work?;
    let mut steps = locked(&executable.steps);
    let step = steps
        .iter_mut()
        .map(|(step, _)| step)
        .find(|step| step.place == place);
    replace(step, kind, work)
}

fn replace(step: Option<&mut Step>, kind: NodeKind, work: Work) -> Outcome {
    match step {
        Some(step) if step.kind == kind => {
            step.work = work;
            Ok(())
        }
        Some(_) => fail(INVALID_VALUE, "the node is of another kind"),
        None => fail(INVALID_VALUE, "the graph has no such node"),
    }
}

api! {
    fn hipGraphAddKernelNode(to: *mut *mut c_void, graph: *mut c_void, after: *const *mut c_void, count: usize, params: *const KernelParams) {
        Place { to, graph, after, count }.put(NodeKind::Kernel, || kernel(params))
    }

    fn hipGraphKernelNodeSetParams(node: *mut c_void, params: *const KernelParams) {
        change(node, NodeKind::Kernel, kernel(params))
    }

    fn hipGraphExecKernelNodeSetParams(graph: *mut c_void, node: *mut c_void, params: *const KernelParams) {
        change_executable(graph, node, NodeKind::Kernel, kernel(params))
    }

    fn hipGraphAddMemcpyNode(to: *mut *mut c_void, graph: *mut c_void, after: *const *mut c_void, count: usize, params: *const BoxCopy) {
        Place { to, graph, after, count }.put(NodeKind::Copy, || copy_box(params))
    }

    fn hipGraphMemcpyNodeSetParams(node: *mut c_void, params: *const BoxCopy) {
        change(node, NodeKind::Copy, copy_box(params))
    }

    fn hipGraphExecMemcpyNodeSetParams(graph: *mut c_void, node: *mut c_void, params: *const BoxCopy) {
        change_executable(graph, node, NodeKind::Copy, copy_box(params))
    }

    fn hipGraphAddMemcpyNode1D(
        to: *mut *mut c_void, graph: *mut c_void, after: *const *mut c_void, count: usize,
        target: *mut c_void, from: *const c_void, len: usize, kind: u32,
    ) {
        Place { to, graph, after, count }.put(NodeKind::Copy, || copy_line(target, from, len, kind))
    }

    fn hipGraphMemcpyNodeSetParams1D(node: *mut c_void, target: *mut c_void, from: *const c_void, len: usize, kind: u32) {
        change(node, NodeKind::Copy, copy_line(target, from, len, kind))
    }

    fn hipGraphExecMemcpyNodeSetParams1D(
        graph: *mut c_void, node: *mut c_void, target: *mut c_void, from: *const c_void, len: usize, kind: u32,
    ) {
        change_executable(graph, node, NodeKind::Copy, copy_line(target, from, len, kind))
    }

    fn hipGraphAddMemsetNode(to: *mut *mut c_void, graph: *mut c_void, after: *const *mut c_void, count: usize, params: *const FillParams) {
        Place { to, graph, after, count }.put(NodeKind::Fill, || fill(params))
    }

    fn hipGraphMemsetNodeSetParams(node: *mut c_void, params: *const FillParams) {
        change(node, NodeKind::Fill, fill(params))
    }

    fn hipGraphExecMemsetNodeSetParams(graph: *mut c_void, node: *mut c_void, params: *const FillParams) {
        change_executable(graph, node, NodeKind::Fill, fill(params))
    }

    fn hipGraphAddHostNode(to: *mut *mut c_void, graph: *mut c_void, after: *const *mut c_void, count: usize, params: *const HostParams) {
        Place { to, graph, after, count }.put(NodeKind::Host, || host(params))
    }

    fn hipGraphHostNodeSetParams(node: *mut c_void, params: *const HostParams) {
        change(node, NodeKind::Host, host(params))
    }

    fn hipGraphExecHostNodeSetParams(graph: *mut c_void, node: *mut c_void, params: *const HostParams) {
        change_executable(graph, node, NodeKind::Host, host(params))
    }

    fn hipGraphAddEmptyNode(to: *mut *mut c_void, graph: *mut c_void, after: *const *mut c_void, count: usize) {
        Place { to, graph, after, count }.put(NodeKind::Empty, || Ok(Work::Nothing))
    }

    fn hipGraphAddChildGraphNode(to: *mut *mut c_void, graph: *mut c_void, after: *const *mut c_void, count: usize, child: *mut c_void) {
        let child = super::graph(child)?;
        let steps = || Ok(Work::Graph(child.order()?.into_iter().map(|(step, _)| step).collect()));
        Place { to, graph, after, count }.put(NodeKind::Graph, steps)
    }

    fn hipGraphAddEventRecordNode(to: *mut *mut c_void, graph: *mut c_void, after: *const *mut c_void, count: usize, event: *mut c_void) {
        event::get(event)?;
        Place { to, graph, after, count }.put(NodeKind::RecordEvent, || Ok(Work::Record(number(event))))
    }

    fn hipGraphAddEventWaitNode(to: *mut *mut c_void, graph: *mut c_void, after: *const *mut c_void, count: usize, event: *mut c_void) {
        event::get(event)?;
        Place { to, graph, after, count }.put(NodeKind::WaitEvent, || Ok(Work::Wait(number(event))))
    }
}
