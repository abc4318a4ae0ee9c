//! Plans that were bound for earlier launches of a program, and serve again.

use super::{Prepared, check};
use crate::dispatch::{Config, Delivery, Launch};
use crate::registers::Layout;
use op::Kernels;
use plan::{Plan, Purpose, RegisterFacts, Start};
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};
use uop::{Program, WavePlace};

/// Launches of so many shapes are kept. Hosts seldom launch a kernel in more, and a plan takes some
/// hundred bytes for each step.
const SHAPES: usize = 8;

/// All that a bound plan depends on, besides its program.
pub(crate) struct LaunchShape {
    how: Purpose,
    start: Option<Start>,
    layout: Layout,
    kernels: &'static Kernels,
}

impl LaunchShape {
    /// What a launch asks for.
    pub fn of(program: &Program, launch: &Launch, config: &Config, exact: bool) -> LaunchShape {
        let first = first_place(program, launch);
        // What is uniform or affine helps waves that go together.
        let start = (first.waves > 1 && !exact).then(|| Start::of(program, &*launch.entry, first));
        LaunchShape {
            how: purpose(launch, config, exact),
            start,
            layout: Layout::new(launch.lanes as usize, first.waves as usize),
            kernels: config.kernels,
        }
    }

    /// Plans and binds a program, with these instructions marked.
    pub fn bind(&self, program: &Program, marked: impl Fn(u32) -> bool) -> Arc<Prepared> {
        let plan = Plan::new(program, self.how, self.start.as_ref(), marked);
        Prepared::new(program, plan, self.kernels, self.layout, self.how.eager).into()
    }
}

impl PartialEq for LaunchShape {
    fn eq(&self, other: &LaunchShape) -> bool {
        std::ptr::eq(self.kernels, other.kernels)
            && (self.how, self.layout) == (other.how, other.layout)
            && self.start == other.start
    }
}

fn purpose(launch: &Launch, config: &Config, exact: bool) -> Purpose {
    Purpose {
        lanes: launch.lanes,
        eager: config.delivery == Delivery::Eager,
        exact,
    }
}

/// The first wave of the first workgroup.
fn first_place(program: &Program, launch: &Launch) -> WavePlace {
    let threads = launch.block.iter().product::<u32>();
    WavePlace {
        group: [0; 3],
        grid: launch.grid,
        block: launch.block,
        cluster: program.resources.cluster.max(1),
        wave: 0,
        waves: threads.div_ceil(launch.lanes),
        lanes: launch.lanes,
    }
}

/// What registers hold on all ways through a program.
pub(crate) fn facts(program: &Program, launch: &Launch, config: &Config) -> Option<RegisterFacts> {
    let how = purpose(launch, config, true);
    RegisterFacts::of(program, how, &*launch.entry, first_place(program, launch))
}

/// What is kept of a program.
#[derive(Default)]
struct Kept(Mutex<Vec<(LaunchShape, Arc<Prepared>)>>);

/// A program, checked and bound for a launch that nothing watches; what an earlier launch of the same
/// shape had, if there was one.
pub(crate) fn bound(program: &Program, launch: &Launch, config: &Config) -> Arc<Prepared> {
    let new = || Ok::<_, Infallible>(Kept::default());
    let Ok(kept) = program.memo.get(|_: &Kept| true, new);
    let shape = LaunchShape::of(program, launch, config, false);
    let known = |all: &[(LaunchShape, Arc<Prepared>)]| {
        let found = all.iter().find(|(known, _)| *known == shape);
        found.map(|(_, bound)| bound.clone())
    };
    let lock = || kept.0.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(bound) = known(&lock()) {
        return bound;
    }
    check(program, launch.lanes);
    let bound = shape.bind(program, |_| false);
    let mut all = lock();
    if all.len() == SHAPES {
        all.remove(0);
    }
    all.push((shape, bound.clone()));
    bound
}
