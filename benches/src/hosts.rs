//! What host programs wait for in the drivers: a program that was compiled before, in a process that
//! has just begun, and launches of a kernel that does nothing, beside the engine's own time for them.
//!
//! Each row is measured by processes of its own, which this program starts with a name in the
//! environment. What a compiler needs (for HIP: `ROCM_PATH`) has to be there; else the row says what
//! is missing.

use crate::cases::Case;
use crate::prepared::Prepared;
use crate::{Options, best, timed};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

mod hip;
mod opencl;

/// The environment variable that tells a process which driver it is to measure.
const CHILD: &str = "WAVETANK_BENCH_HOST";
/// The folder for compiled programs, which every table has for itself.
const CACHE: &str = "WAVETANK_CACHE";

/// The kernel's name in both languages.
const KERNEL: &str = "empty";
/// Threads of its only workgroup: two waves.
const THREADS: usize = 64;

/// What a process measured.
struct Measured {
    /// From the text to something that has kernels.
    build: Duration,
    /// From there to the end of a first launch.
    first: Duration,
    /// A launch that is waited for.
    waited: Duration,
    /// One of many that follow each other.
    queued: Duration,
    /// The code object.
    code: Vec<u8>,
}

/// How to measure a driver, with so many launches; or why it cannot be done.
type Driver = (&'static str, fn(u32) -> Result<Measured, String>);

const DRIVERS: &[Driver] = &[("OpenCL", opencl::measure), ("HIP", hip::measure)];

pub fn table(options: &Options) {
    println!(
        "{:<8} {:>15} {:>9} {:>11} {:>10} {:>11} {:>11} {:>10}",
        "driver",
        "cached build ms",
        "median ms",
        "+ launch ms",
        "engine µs",
        "waited µs",
        "in a row µs",
        "beyond µs"
    );
    let folder = std::env::temp_dir().join(format!("wavetank-benches-{}", std::process::id()));
    for (name, _) in DRIVERS.iter().filter(|(name, _)| options.wants_row(name)) {
        let processes = if options.quick { 1 } else { 21 };
        match rows(name, &folder, processes) {
            Ok(rows) => print(name, &rows),
            Err(why) => println!("{name:<8} left out: {why}"),
        }
    }
    let _ = std::fs::remove_dir_all(folder);
}

/// Seconds that processes measured: build, first launch, engine, waited, queued.
type Row = [f64; 5];

fn print(name: &str, rows: &[Row]) {
    let best = |i: usize| rows.iter().map(|row| row[i]).fold(f64::INFINITY, f64::min);
    let mut builds: Vec<f64> = rows.iter().map(|row| row[0]).collect();
    builds.sort_by(f64::total_cmp);
    println!(
        "{name:<8} {:>15.2} {:>9.2} {:>11.2} {:>10.1} {:>11.1} {:>11.1} {:>10.1}",
        1e3 * best(0),
        1e3 * builds[builds.len() / 2],
        1e3 * best(1),
        1e6 * best(2),
        1e6 * best(3),
        1e6 * best(4),
        1e6 * (best(3) - best(2)),
    );
}

/// Starts processes one after the other, after one that fills the cache.
fn rows(name: &str, cache: &Path, processes: usize) -> Result<Vec<Row>, String> {
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut rows = Vec::new();
    for _ in 0..=processes {
        let mut child = Command::new(&own);
        child.env(CHILD, name).env(CACHE, cache);
        child.env("WAVETANK_DEVICE", "gfx1100");
        let ended = child.output().map_err(|error| error.to_string())?;
        let said = String::from_utf8_lossy(&ended.stdout);
        if !ended.status.success() {
            return Err(said.trim().to_string());
        }
        let numbers: Vec<f64> = said.split_whitespace().flat_map(str::parse).collect();
        rows.push(<Row>::try_from(numbers).map_err(|_| format!("a process says `{said}`"))?);
    }
    rows.remove(0);
    Ok(rows)
}

/// Measures a driver and ends, where this process was started for that.
pub fn measure_as_child() {
    let Ok(name) = std::env::var(CHILD) else {
        return;
    };
    let driver = DRIVERS.iter().find(|(known, _)| *known == name);
    let measured = driver.ok_or("no such driver".to_string());
    match measured.and_then(|(_, measure)| measure(500)) {
        Ok(measured) => {
            let engine = engine(&measured.code);
            let Measured {
                build,
                first,
                waited,
                queued,
                ..
            } = measured;
            let all = [build, first, engine, waited, queued];
            let all = all.map(|time| format!("{:.9}", time.as_secs_f64()));
            println!("{}", all.join(" "));
            std::process::exit(0);
        }
        Err(why) => {
            println!("{}", why.lines().next().unwrap_or_default());
            std::process::exit(1);
        }
    }
}

/// What the engine needs for a launch of the same code.
fn engine(code: &[u8]) -> Duration {
    let case = Case {
        name: KERNEL,
        kernel: KERNEL,
        source: "",
        object: code.to_vec().leak(),
        groups: [1; 3],
        items: [THREADS as u32, 1, 1],
        args: Vec::new(),
        expected: Vec::new(),
        strays: 0,
    };
    let prepared = Prepared::new(&case);
    best(500, || {
        timed(|| {
            prepared.dispatch(1).run().expect("a kernel that runs");
        })
    })
}

/// The best of launches that are waited for, and the share of one among many that are not.
fn launches(count: u32, mut launch: impl FnMut(), mut wait: impl FnMut()) -> (Duration, Duration) {
    let waited = best(count, || {
        timed(|| {
            launch();
            wait();
        })
    });
    let queued = best(8, || {
        timed(|| {
            (0..count).for_each(|_| launch());
            wait();
        })
    });
    (waited, queued / count)
}
