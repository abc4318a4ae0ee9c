//! Threads that stay between launches: to start and end one takes longer than a small launch.

use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Pools that no launch uses now. Each launch has one to itself, so that none waits for another.
static IDLE: Mutex<Vec<Pool>> = Mutex::new(Vec::new());

struct Pool {
    threads: ThreadPool,
    /// A process that forked has the pool of its parent, but not the threads in it.
    process: u32,
}

/// Runs `work` on so many threads at once, this one among them. Where there can be no more
/// threads, this one does it all.
pub(crate) fn run(threads: usize, work: impl Fn() + Sync) {
    let Some(pool) = take(threads.saturating_sub(1)) else {
        return work();
    };
    pool.threads.in_place_scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|_| work());
        }
        work();
    });
    idle().push(pool);
}

/// A pool of so many threads, or of more.
fn take(threads: usize) -> Option<Pool> {
    if threads == 0 {
        return None;
    }
    let process = std::process::id();
    let enough =
        |pool: &Pool| pool.process == process && pool.threads.current_num_threads() >= threads;
    let mut idle = idle();
    if let Some(at) = idle.iter().position(enough) {
        return Some(idle.swap_remove(at));
    }
    drop(idle);
    let builder = ThreadPoolBuilder::new().num_threads(threads);
    let threads = builder.thread_name(|_| "wavetank".into()).build().ok()?;
    Some(Pool { threads, process })
}

fn idle() -> MutexGuard<'static, Vec<Pool>> {
    IDLE.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::run;
    use std::collections::HashSet;
    use std::sync::{Barrier, Mutex};
    use std::thread::{current, scope};

    #[test]
    fn all_work_at_once() {
        // Who comes to the barrier waits for the others: fewer threads would hang.
        for threads in [1, 2, 5, 3] {
            let (barrier, seen) = (Barrier::new(threads), Mutex::new(HashSet::new()));
            run(threads, || {
                barrier.wait();
                seen.lock().unwrap().insert(current().id());
            });
            assert_eq!(seen.into_inner().unwrap().len(), threads);
        }
    }

    #[test]
    fn launches_do_not_wait_for_each_other() {
        let both = Barrier::new(4);
        scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| run(2, || _ = both.wait()));
            }
        });
    }

    #[test]
    fn a_panic_is_passed_on() {
        let caught = std::panic::catch_unwind(|| run(2, || panic!("as it should")));
        assert!(caught.is_err());
        run(2, || ());
    }
}
