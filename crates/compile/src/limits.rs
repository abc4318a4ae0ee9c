//! What a compiler may take: time, memory, output.

use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// What a compiler may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CompilerLimits {
    /// From its start to its end, as a clock on the wall counts.
    pub time: Duration,
    /// Addresses that it may use, where the system can bound them.
    pub memory: u64,
    /// The longest code object.
    pub output: u64,
}

/// The environment variable that gives compilers more or fewer seconds.
pub const SECONDS: &str = "WAVETANK_COMPILE_SECONDS";

/// What is kept of a compiler's messages.
const MOST_SAID: u64 = 256 << 10;

impl Default for CompilerLimits {
    fn default() -> CompilerLimits {
        CompilerLimits::of(60)
    }
}

impl CompilerLimits {
    /// What a program's own kernels may take: there are some that compile for minutes.
    pub(crate) fn of_programs() -> CompilerLimits {
        CompilerLimits::of(600)
    }

    /// So many seconds, where the environment does not say how many.
    fn of(usual: u64) -> CompilerLimits {
        let named = std::env::var(SECONDS).ok();
        let seconds = named.and_then(|text| text.parse().ok()).unwrap_or(usual);
        CompilerLimits {
            time: Duration::from_secs(seconds),
            memory: 8 << 30,
            output: 256 << 20,
        }
    }
}

/// What became of a compiler within its limits.
pub(crate) struct Ended {
    pub success: bool,
    pub output: Vec<u8>,
    pub said: Vec<u8>,
}

/// Runs a command to its end. What goes wrong completes the sentence "the compiler ...".
pub(crate) fn run(mut command: Command, limits: CompilerLimits) -> Result<Ended, String> {
    let child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = child.map_err(|error| format!("cannot be started: {error}"))?;
    bound_memory(&child, limits.memory);
    // Both pipes are read all the time, so that neither can fill up and stop the compiler.
    let output = collect(child.stdout.take(), limits.output + 1);
    let said = collect(child.stderr.take(), MOST_SAID);
    let until = Instant::now() + limits.time;
    let ended = wait(&mut child, until);
    if ended.is_err() {
        let _ = child.kill();
        let _ = child.wait();
    }
    let success = ended?;
    // A process that it left behind could hold the pipes open for ever.
    let finish = |bytes: Receiver<Vec<u8>>| {
        let left = until.saturating_duration_since(Instant::now());
        match bytes.recv_timeout(left.max(Duration::from_secs(1))) {
            Ok(bytes) => Ok(bytes),
            Err(RecvTimeoutError::Timeout) => Err("left its output open".to_string()),
            Err(RecvTimeoutError::Disconnected) => Ok(Vec::new()),
        }
    };
    let output = finish(output)?;
    if output.len() as u64 > limits.output {
        let most = limits.output >> 20;
        return Err(format!("wrote more than {most} MB"));
    }
    Ok(Ended {
        success,
        output,
        said: finish(said)?,
    })
}

/// Waits for the end, which is a success or not.
fn wait(child: &mut Child, until: Instant) -> Result<bool, String> {
    let begun = Instant::now();
    let mut pause = Duration::from_millis(1);
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Ok(status.success()),
            Ok(None) if Instant::now() < until => {
                std::thread::sleep(pause);
                pause = (pause * 2).min(Duration::from_millis(20));
            }
            Ok(None) => {
                let seconds = begun.elapsed().as_secs();
                return Err(format!(
                    "was stopped after {seconds} seconds; the environment variable {SECONDS} \
                     gives it more"
                ));
            }
            Err(error) => return Err(format!("cannot be waited for: {error}")),
        }
    }
}

/// Reads a pipe to its end on a thread of its own, and keeps its first `limit` bytes.
fn collect(pipe: Option<impl Read + Send + 'static>, limit: u64) -> Receiver<Vec<u8>> {
    let (send, receive) = channel();
    std::thread::spawn(move || {
        let Some(mut pipe) = pipe else { return };
        let mut bytes = Vec::new();
        let _ = pipe.by_ref().take(limit).read_to_end(&mut bytes);
        let _ = send.send(bytes);
        let _ = std::io::copy(&mut pipe, &mut std::io::sink());
    });
    receive
}

#[cfg(target_os = "linux")]
fn bound_memory(child: &Child, bytes: u64) {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};
    let limit = |most: u64| Rlimit {
        current: Some(most),
        maximum: Some(most),
    };
    let pid = Pid::from_child(child);
    // A process that has ended already needs no bounds.
    let _ = prlimit(Some(pid), Resource::As, limit(bytes));
    let _ = prlimit(Some(pid), Resource::Core, limit(0));
}

#[cfg(not(target_os = "linux"))]
fn bound_memory(_: &Child, _: u64) {}
