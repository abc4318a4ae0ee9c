//! Streams whose commands become the nodes of a graph.

use super::{GRAPHS, Graph, NodeKind, Work, locked, places};
use crate::error::{
    CAPTURE_INVALIDATED, CAPTURE_MERGE, CAPTURE_UNJOINED, CAPTURE_UNMATCHED, CAPTURE_UNSUPPORTED,
    CAPTURED_EVENT, ILLEGAL_STATE, INVALID_VALUE, Outcome, api, ensure, fail,
};
use crate::pointer::{give, handle, put};
use crate::stream::{self, Stream};
use std::cell::Cell;
use std::collections::BTreeSet;
use std::ffi::c_void;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// What a captured stream has come to.
#[derive(Clone)]
pub(crate) struct Capture {
    pub graph: Arc<Graph>,
    /// Nodes that the next one waits for.
    last: BTreeSet<usize>,
    /// It began with this stream.
    first: bool,
    id: u64,
}

impl Capture {
    /// The beginning of one.
    pub fn new() -> Capture {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let graph = Arc::new(Graph::default());
        graph.open.store(true, Ordering::Relaxed);
        Capture {
            graph,
            last: BTreeSet::new(),
            first: true,
            id: NEXT.fetch_add(1, Ordering::Relaxed),
        }
    }

    /// Adds a command.
    pub fn add(&mut self, kind: NodeKind, work: Work) {
        let after = std::mem::take(&mut self.last);
        self.last = BTreeSet::from([self.graph.add(kind, work, after)]);
    }

    /// Has a stream wait for the nodes that this one had come to.
    pub fn join(self, stream: &Arc<Stream>, own: Option<Capture>) -> Outcome {
        if !self.graph.open.load(Ordering::Relaxed) {
            let why = "the event was recorded in a stream that is no longer captured";
            return fail(CAPTURED_EVENT, why);
        }
        let joined = match own {
            Some(mut own) => {
                if !Arc::ptr_eq(&own.graph, &self.graph) {
                    own.graph.invalidate();
                    self.graph.invalidate();
                    return fail(CAPTURE_MERGE, "the event is part of another graph");
                }
                own.last.extend(self.last);
                own
            }
            None => {
                locked(&self.graph.joined).push(Arc::downgrade(stream));
                Capture {
                    first: false,
                    ..self
                }
            }
        };
        stream.set_capture(Some(joined));
        Ok(())
    }

    /// Whether all nodes come before those that the first stream has come to.
    fn is_whole(&self) -> bool {
        let nodes = locked(&self.graph.nodes);
        let mut reached = BTreeSet::new();
        let mut left: Vec<usize> = self.last.iter().copied().collect();
        while let Some(place) = left.pop() {
            if reached.insert(place) {
                left.extend(nodes[place].iter().flat_map(|node| &node.after));
            }
        }
        places(&nodes).all(|(place, _)| reached.contains(&place))
    }
}

/// How far a capture reaches, as a thread has said: it is kept, and makes no difference.
const MOST_MODE: u32 = 2;

thread_local! {
    static MODE: Cell<u32> = const { Cell::new(0) };
}

fn status(capture: Option<&Capture>) -> u32 {
    capture.map_or(0, |capture| {
        match capture.graph.invalid.load(Ordering::Relaxed) {
            true => 2,
            false => 1,
        }
    })
}

api! {
    fn hipStreamBeginCapture(stream: *mut c_void, mode: u32) {
        ensure(mode <= MOST_MODE, INVALID_VALUE, "there is no such mode")?;
        ensure(stream.addr() > 1, CAPTURE_UNSUPPORTED, "the legacy stream cannot be captured")?;
        let stream = stream::get(stream)?;
        ensure(stream.capture().is_none(), ILLEGAL_STATE, "the stream is captured already")?;
        stream.set_capture(Some(Capture::new()));
        Ok(())
    }

    fn hipStreamEndCapture(stream: *mut c_void, to: *mut *mut c_void) {
        ensure(!to.is_null(), INVALID_VALUE, "there is no place for the graph")?;
        let stream = stream::get(stream)?;
        let Some(capture) = stream.capture() else {
            return fail(ILLEGAL_STATE, "the stream is not captured");
        };
        ensure(capture.first, CAPTURE_UNMATCHED, "the capture began with another stream")?;
        put(to, std::ptr::null_mut());
        stream.set_capture(None);
        let joined = std::mem::take(&mut *locked(&capture.graph.joined));
        joined.iter().filter_map(|stream| stream.upgrade()).for_each(|stream| stream.set_capture(None));
        capture.graph.open.store(false, Ordering::Relaxed);
        let valid = !capture.graph.invalid.load(Ordering::Relaxed);
        ensure(valid, CAPTURE_INVALIDATED, "something was asked of the stream that a graph cannot do")?;
        ensure(capture.is_whole(), CAPTURE_UNJOINED, "a stream that joined has work that the first does not wait for")?;
        give(to, handle(GRAPHS.insert(capture.graph)))
    }

    fn hipStreamIsCapturing(stream: *mut c_void, to: *mut u32) {
        give(to, status(stream::get(stream)?.capture().as_ref()))
    }

    fn hipStreamGetCaptureInfo(stream: *mut c_void, to: *mut u32, id: *mut u64) {
        let capture = stream::get(stream)?.capture();
        put(id, capture.as_ref().map_or(0, |capture| capture.id));
        give(to, status(capture.as_ref()))
    }

    fn hipThreadExchangeStreamCaptureMode(mode: *mut u32) {
        ensure(!mode.is_null(), INVALID_VALUE, "there is no mode")?;
        ensure(mode.read() <= MOST_MODE, INVALID_VALUE, "there is no such mode")?;
        give(mode, MODE.replace(mode.read()))
    }
}
