//! A line on the terminal that says how far a long run has come. It is shown on stderr and only
//! where that is a terminal, and it is gone when the run has ended.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use wavetank::Meter;

/// A run that is over sooner needs no such line.
const PATIENCE: Duration = Duration::from_secs(2);
/// Between two looks at the meter.
const REFRESH: Duration = Duration::from_millis(250);

/// The line that is on the screen now. What else is written goes above it.
static LINE: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// Shows how far a run has come, until it is dropped.
pub struct Progress(Option<(Sender<()>, JoinHandle<()>)>);

impl Progress {
    /// Of the run that `meter` measures and `limit` ends.
    pub fn show(meter: &Meter, limit: u64) -> Progress {
        if !meter.is_on() {
            return Progress(None);
        }
        let meter = meter.clone();
        let (stop, stopped) = channel();
        let watcher = std::thread::spawn(move || {
            let begun = Instant::now();
            let mut wait = PATIENCE;
            while stopped.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                draw(text(&meter, begun.elapsed(), limit));
                wait = REFRESH;
            }
            erase();
        });
        Progress(Some((stop, watcher)))
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((stop, watcher)) = self.0.take() {
            drop(stop);
            // A thread that panicked has said so.
            let _ = watcher.join();
        }
    }
}

/// A meter that counts where a line can be shown.
pub fn meter(quiet: bool) -> Meter {
    let dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb");
    match quiet || dumb || !io::stderr().is_terminal() {
        true => Meter::OFF,
        false => Meter::new(),
    }
}

/// Does something that writes to the terminal, above the line.
pub fn aside<T>(write: impl FnOnce() -> T) -> T {
    match line().as_ref() {
        Some(bar) => bar.suspend(write),
        None => write(),
    }
}

fn draw(text: String) {
    let new = || {
        let style = ProgressStyle::with_template("{msg}").expect("a valid template");
        ProgressBar::new_spinner().with_style(style)
    };
    line().get_or_insert_with(new).set_message(text);
}

fn erase() {
    if let Some(bar) = line().take() {
        bar.finish_and_clear();
    }
}

fn line() -> std::sync::MutexGuard<'static, Option<ProgressBar>> {
    LINE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn text(meter: &Meter, elapsed: Duration, limit: u64) -> String {
    let now = meter.read();
    let (seconds, instructions) = (elapsed.as_secs(), count(now.instructions));
    let done = match now.workgroups {
        0 => return format!("{seconds} s: getting ready"),
        all => format!("{} of {} workgroups done", count(now.ended), count(all)),
    };
    format!(
        "{seconds} s: {done}, {instructions} instructions of at most {}",
        count(limit)
    )
}

/// A number in at most four digits.
pub fn count(number: u64) -> String {
    let units = ["", " k", " M", " G", " T", " P", " E"];
    let (mut rest, mut unit) = (number, 0);
    while rest >= 10_000 {
        (rest, unit) = (rest / 1000, unit + 1);
    }
    format!("{rest}{}", units[unit])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_short() {
        let cases = [
            (0, "0"),
            (9_999, "9999"),
            (10_000, "10 k"),
            (1_000_000_000, "1000 M"),
            (u64::MAX, "18 E"),
        ];
        for (number, expected) in cases {
            assert_eq!(count(number), expected);
        }
    }

    #[test]
    fn the_line_says_what_is_known() {
        let meter = Meter::new();
        let say = |meter: &Meter| text(meter, Duration::from_millis(3900), 1_000_000_000);
        assert_eq!(say(&meter), "3 s: getting ready");
        meter.begin(40);
        meter.turn(123_456_789, 2);
        let expected = "3 s: 2 of 40 workgroups done, 123 M instructions of at most 1000 M";
        assert_eq!(say(&meter), expected);
    }
}
