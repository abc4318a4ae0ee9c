//! Graphs: commands that are written down once, node by node or while a stream is given them, and
//! launched many times.
//!
//! A launch gives its stream the nodes one after the other, in an order that their dependencies
//! allow. Nodes are made by the functions that would run the command, with a stream that records.

mod capture;
mod nodes;

use crate::error::{
    GRAPH_UPDATE_FAILURE, INVALID_HANDLE, INVALID_VALUE, Outcome, api, ensure, fail,
};
use crate::event;
use crate::pointer::{give, handle, number, put};
use crate::stream::{self, Action, Stream};
use host::Handles;
use std::collections::BTreeSet;
use std::ffi::{c_char, c_void};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

pub(crate) use capture::Capture;

/// What a node does, as programs are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(crate) enum NodeKind {
    Kernel = 0,
    Copy = 1,
    Fill = 2,
    Host = 3,
    Graph = 4,
    Empty = 5,
    WaitEvent = 6,
    RecordEvent = 7,
}

/// What a node does.
#[derive(Clone)]
pub(crate) enum Work {
    Action(Action),
    /// Events by their handles.
    Record(u64),
    Wait(u64),
    /// The nodes of another graph as it was, in their order.
    Graph(Vec<Step>),
    Nothing,
}

/// A node of a graph.
#[derive(Clone)]
struct Node {
    step: Step,
    /// Nodes that come before it.
    after: BTreeSet<usize>,
    handle: u64,
}

/// What a node is when it is run.
#[derive(Clone)]
pub(crate) struct Step {
    /// Where it is in its graph.
    place: usize,
    kind: NodeKind,
    work: Work,
}

/// A graph. Nodes that were destroyed leave their places empty.
#[derive(Default)]
pub(crate) struct Graph {
    nodes: Mutex<Vec<Option<Node>>>,
    /// Streams that are captured into it besides the first.
    joined: Mutex<Vec<Weak<Stream>>>,
    /// It is being captured.
    open: AtomicBool,
    /// Something was asked of a captured stream that it could not do.
    invalid: AtomicBool,
}

/// A graph that can be launched.
struct Executable {
    steps: Mutex<Vec<(Step, BTreeSet<usize>)>>,
    flags: u64,
}

static GRAPHS: Handles<Arc<Graph>> = Handles::new();
static NODES: Handles<(Weak<Graph>, usize)> = Handles::new();
static EXECUTABLES: Handles<Executable> = Handles::new();

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Graph {
    /// What is captured into it is not whole.
    pub fn invalidate(&self) {
        self.invalid.store(true, Ordering::Relaxed);
    }

    /// Adds a node behind others.
    fn add(self: &Arc<Self>, kind: NodeKind, work: Work, after: BTreeSet<usize>) -> usize {
        let mut nodes = locked(&self.nodes);
        let place = nodes.len();
        let handle = NODES.insert((Arc::downgrade(self), place));
        let step = Step { place, kind, work };
        nodes.push(Some(Node {
            step,
            after,
            handle,
        }));
        place
    }

    /// All nodes, those that others wait for before these.
    fn order(&self) -> Outcome<Vec<(Step, BTreeSet<usize>)>> {
        let nodes = locked(&self.nodes);
        let mut done = BTreeSet::new();
        let mut order = Vec::new();
        let all: Vec<(usize, &Node)> = places(&nodes).collect();
        while order.len() < all.len() {
            let next = all
                .iter()
                .find(|(place, node)| !done.contains(place) && node.after.is_subset(&done));
            let Some(&(place, node)) = next else {
                return fail(INVALID_VALUE, "nodes of the graph wait for each other");
            };
            done.insert(place);
            order.push((node.step.clone(), node.after.clone()));
        }
        Ok(order)
    }
}

/// The nodes that there are, with their places.
fn places(nodes: &[Option<Node>]) -> impl Iterator<Item = (usize, &Node)> {
    let all = nodes.iter().enumerate();
    all.filter_map(|(place, node)| Some((place, node.as_ref()?)))
}

impl Drop for Graph {
    fn drop(&mut self) {
        let nodes = self.nodes.get_mut().unwrap_or_else(PoisonError::into_inner);
        for node in nodes.iter().flatten() {
            NODES.remove(node.handle);
        }
    }
}

/// The graph of a handle.
fn graph(at: *mut c_void) -> Outcome<Arc<Graph>> {
    match GRAPHS.get(number(at)) {
        Some(graph) => Ok((*graph).clone()),
        None => fail(INVALID_VALUE, "there is no such graph"),
    }
}

/// The graph and the place of a node.
fn node(at: *mut c_void) -> Outcome<(Arc<Graph>, usize)> {
    let known = NODES.get(number(at));
    let found = known.and_then(|node| Some((node.0.upgrade()?, node.1)));
    found.map_or_else(|| fail(INVALID_VALUE, "there is no such node"), Ok)
}

fn executable(at: *mut c_void) -> Outcome<Arc<Executable>> {
    match EXECUTABLES.get(number(at)) {
        Some(executable) => Ok(executable),
        None => fail(INVALID_HANDLE, "there is no such graph to launch"),
    }
}

/// The places of nodes of a graph.
///
/// # Safety
/// The list must have so many.
unsafe fn places_of(
    graph: &Arc<Graph>,
    list: *const *mut c_void,
    count: usize,
) -> Outcome<BTreeSet<usize>> {
    ensure(
        count == 0 || !list.is_null(),
        INVALID_VALUE,
        "there is no list of nodes",
    )?;
    let mut found = BTreeSet::new();
    for i in 0..count {
        // SAFETY: by the contract.
        let (own, place) = node(unsafe { list.add(i).read() })?;
        ensure(
            Arc::ptr_eq(&own, graph),
            INVALID_VALUE,
            "a node is one of another graph",
        )?;
        found.insert(place);
    }
    Ok(found)
}

/// Gives a stream what a node does.
fn run(step: &Step, to: *mut c_void, own: &Arc<Stream>) -> Outcome {
    match &step.work {
        Work::Action(action) => {
            let action = action.clone();
            own.push(step.kind, move |worker| action(worker));
            Ok(())
        }
        Work::Record(event) => event::record(handle(*event), to),
        Work::Wait(event) => event::wait(own, handle(*event)),
        Work::Graph(steps) => steps.iter().try_for_each(|step| run(step, to, own)),
        Work::Nothing => Ok(()),
    }
}

/// # Safety
/// The place must be null or writable.
unsafe fn instantiate(to: *mut *mut c_void, from: *mut c_void, flags: u64) -> Outcome {
    ensure(
        !to.is_null(),
        INVALID_VALUE,
        "there is no place for the graph",
    )?;
    let steps = Mutex::new(graph(from)?.order()?);
    let made = EXECUTABLES.insert(Executable { steps, flags });
    // SAFETY: by the contract.
    unsafe { give(to, handle(made)) }
}

/// Hands out handles: as many as there is room for, or how many there are.
///
/// # Safety
/// The list must be null or have as much room as the count says.
unsafe fn hand_out(all: &[u64], to: *mut *mut c_void, count: *mut usize) -> Outcome {
    ensure(
        !count.is_null(),
        INVALID_VALUE,
        "there is no place for the number",
    )?;
    if !to.is_null() {
        // SAFETY: by the contract.
        let room = unsafe { count.read() };
        for i in 0..room {
            let value = all.get(i).map_or(std::ptr::null_mut(), |&one| handle(one));
            // SAFETY: by the contract.
            unsafe { to.add(i).write(value) };
        }
    }
    // SAFETY: by the contract.
    unsafe { give(count, all.len()) }
}

api! {
    fn hipGraphCreate(to: *mut *mut c_void, flags: u32) {
        ensure(flags == 0, INVALID_VALUE, "there are no flags")?;
        ensure(!to.is_null(), INVALID_VALUE, "there is no place for the graph")?;
        give(to, handle(GRAPHS.insert(Arc::default())))
    }

    fn hipGraphDestroy(at: *mut c_void) {
        graph(at)?;
        GRAPHS.remove(number(at));
        Ok(())
    }

    fn hipGraphClone(to: *mut *mut c_void, from: *mut c_void) {
        ensure(!to.is_null(), INVALID_VALUE, "there is no place for the graph")?;
        let from = graph(from)?;
        let made = Arc::new(Graph::default());
        let nodes = locked(&from.nodes).clone();
        let copied = nodes.into_iter().enumerate().map(|(place, node)| {
            let handle = NODES.insert((Arc::downgrade(&made), place));
            node.map(|node| Node { handle, ..node })
        });
        *locked(&made.nodes) = copied.collect();
        give(to, handle(GRAPHS.insert(made)))
    }

    fn hipGraphNodeFindInClone(to: *mut *mut c_void, original: *mut c_void, clone: *mut c_void) {
        let ((_, place), clone) = (node(original)?, graph(clone)?);
        let found = locked(&clone.nodes).get(place).and_then(|node| Some(node.as_ref()?.handle));
        found.map_or_else(|| fail(INVALID_VALUE, "the clone has no such node"), |found| give(to, handle(found)))
    }

    fn hipGraphGetNodes(at: *mut c_void, to: *mut *mut c_void, count: *mut usize) {
        let graph = graph(at)?;
        let all: Vec<u64> = places(&locked(&graph.nodes)).map(|(_, node)| node.handle).collect();
        hand_out(&all, to, count)
    }

    fn hipGraphGetRootNodes(at: *mut c_void, to: *mut *mut c_void, count: *mut usize) {
        let graph = graph(at)?;
        let nodes = locked(&graph.nodes);
        let roots = places(&nodes).filter(|(_, node)| node.after.is_empty());
        hand_out(&roots.map(|(_, node)| node.handle).collect::<Vec<_>>(), to, count)
    }

    fn hipGraphGetEdges(at: *mut c_void, from: *mut *mut c_void, to: *mut *mut c_void, count: *mut usize) {
        let graph = graph(at)?;
        ensure(!count.is_null() && from.is_null() == to.is_null(), INVALID_VALUE, "there is no place for the edges")?;
        let nodes = locked(&graph.nodes);
        let (mut begins, mut ends) = (Vec::new(), Vec::new());
        for (_, node) in places(&nodes) {
            for before in node.after.iter().filter_map(|&place| nodes[place].as_ref()) {
                begins.push(before.handle);
                ends.push(node.handle);
            }
        }
        let mut room = count.read();
        hand_out(&begins, from, &mut room)?;
        hand_out(&ends, to, count)
    }

    fn hipGraphNodeGetType(at: *mut c_void, kind: *mut u32) {
        let (graph, place) = node(at)?;
        let found = locked(&graph.nodes)[place].as_ref().map(|node| node.step.kind as u32);
        found.map_or_else(|| fail(INVALID_VALUE, "there is no such node"), |found| give(kind, found))
    }

    fn hipGraphNodeGetDependencies(at: *mut c_void, to: *mut *mut c_void, count: *mut usize) {
        let (graph, place) = node(at)?;
        let nodes = locked(&graph.nodes);
        let before = nodes[place].iter().flat_map(|node| &node.after).filter_map(|&place| nodes[place].as_ref());
        hand_out(&before.map(|node| node.handle).collect::<Vec<_>>(), to, count)
    }

    fn hipGraphNodeGetDependentNodes(at: *mut c_void, to: *mut *mut c_void, count: *mut usize) {
        let (graph, place) = node(at)?;
        let nodes = locked(&graph.nodes);
        let behind = places(&nodes).filter(|(_, node)| node.after.contains(&place));
        hand_out(&behind.map(|(_, node)| node.handle).collect::<Vec<_>>(), to, count)
    }

    fn hipGraphAddDependencies(at: *mut c_void, from: *const *mut c_void, to: *const *mut c_void, count: usize) {
        let graph = graph(at)?;
        for i in 0..count {
            let before = places_of(&graph, from.wrapping_add(i), 1)?;
            let behind = places_of(&graph, to.wrapping_add(i), 1)?;
            ensure(before != behind, INVALID_VALUE, "a node cannot wait for itself")?;
            let mut nodes = locked(&graph.nodes);
            for node in behind.iter().filter_map(|&place| nodes[place].as_ref()) {
                ensure(node.after.is_disjoint(&before), INVALID_VALUE, "the nodes wait for each other already")?;
            }
            behind.into_iter().for_each(|place| if let Some(node) = &mut nodes[place] { node.after.extend(&before) });
        }
        Ok(())
    }

    fn hipGraphRemoveDependencies(at: *mut c_void, from: *const *mut c_void, to: *const *mut c_void, count: usize) {
        let graph = graph(at)?;
        for i in 0..count {
            let before = places_of(&graph, from.wrapping_add(i), 1)?;
            let behind = places_of(&graph, to.wrapping_add(i), 1)?;
            let mut nodes = locked(&graph.nodes);
            for place in behind {
                let Some(node) = &mut nodes[place] else { continue };
                ensure(before.is_subset(&node.after), INVALID_VALUE, "the nodes do not wait for each other")?;
                node.after = &node.after - &before;
            }
        }
        Ok(())
    }

    fn hipGraphDestroyNode(at: *mut c_void) {
        let (graph, place) = node(at)?;
        let mut nodes = locked(&graph.nodes);
        nodes[place] = None;
        for other in nodes.iter_mut().flatten() {
            other.after.remove(&place);
        }
        NODES.remove(number(at));
        Ok(())
    }

    fn hipGraphInstantiate(to: *mut *mut c_void, at: *mut c_void, _bad: *mut *mut c_void, log: *mut c_char, room: usize) {
        if room > 0 {
            put(log, 0);
        }
        instantiate(to, at, 0)
    }

    fn hipGraphInstantiateWithFlags(to: *mut *mut c_void, at: *mut c_void, flags: u64) {
        // How memory of the graph is freed, where it is uploaded, launches by kernels, priorities.
        ensure(flags & !0xf == 0, INVALID_VALUE, "there are no such flags")?;
        instantiate(to, at, flags)
    }

    fn hipGraphExecGetFlags(at: *mut c_void, flags: *mut u64) {
        give(flags, executable(at)?.flags)
    }

    fn hipGraphExecDestroy(at: *mut c_void) {
        executable(at)?;
        EXECUTABLES.remove(number(at));
        Ok(())
    }

    fn hipGraphUpload(at: *mut c_void, stream: *mut c_void) {
        executable(at)?;
        stream::get(stream).map(|_| ())
    }

    fn hipGraphLaunch(at: *mut c_void, stream: *mut c_void) {
        let steps = locked(&executable(at)?.steps).clone();
        let own = stream::get(stream)?;
        steps.iter().try_for_each(|(step, _)| run(step, stream, &own))
    }

    fn hipGraphExecUpdate(at: *mut c_void, from: *mut c_void, bad: *mut *mut c_void, result: *mut u32) {
        const TOPOLOGY: u32 = 2;
        const KIND: u32 = 3;
        let (executable, graph) = (executable(at)?, graph(from)?);
        let new = graph.order()?;
        let mut steps = locked(&executable.steps);
        let shape = |steps: &[(Step, BTreeSet<usize>)]| -> Vec<_> {
            steps.iter().map(|(step, after)| (step.place, after.clone())).collect()
        };
        let kinds = |steps: &[(Step, BTreeSet<usize>)]| -> Vec<_> { steps.iter().map(|(step, _)| step.kind).collect() };
        let why = match () {
            () if shape(&steps) != shape(&new) => TOPOLOGY,
            () if kinds(&steps) != kinds(&new) => KIND,
            () => 0,
        };
        put(bad, std::ptr::null_mut());
        put(result, why);
        ensure(why == 0, GRAPH_UPDATE_FAILURE, "the graph has another shape")?;
        *steps = new;
        Ok(())
    }
}
