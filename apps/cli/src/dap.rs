//! `wavetank dap`: the Debug Adapter Protocol over stdio or a port, one thread for every wave.

mod launch;
mod memory;
mod place;
mod points;
mod server;
mod variables;
pub(crate) mod wire;

use crate::args::DapArgs;
use crate::out::{self, Exit, Outcome};
use serde_json::{Value, json};
use server::Server;
use std::io::{self, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;
use wavetank::Error;
use wavetank::debug::{Console, History};
use wire::{Malformed, Sender};

/// What the editor sends.
type Incoming = Result<Value, Malformed>;

/// What stops the run while it goes on: set once there is one.
type Interrupt = Arc<Mutex<Option<Arc<AtomicBool>>>>;

pub fn dap(args: &DapArgs) -> Outcome {
    match args.port {
        Some(port) => serve_port(port),
        None => {
            talk(io::stdin(), io::stdout()).map_err(unheard)?;
            Ok(Exit::DONE)
        }
    }
}

/// One conversation for every connection, until the process is ended.
fn serve_port(port: u16) -> Outcome {
    let cannot = |error| Error::Plain(format!("cannot listen on port {port}: {error}"));
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(cannot)?;
    let at = listener.local_addr().map_err(cannot)?;
    out::data(&format!("listening on {at}\n"))?;
    for connection in listener.incoming() {
        let Ok(connection) = connection else {
            continue;
        };
        std::thread::spawn(move || {
            if let Err(error) = converse_over(&connection) {
                out::note(&unheard(error).to_string());
            }
            let _ = connection.shutdown(std::net::Shutdown::Both);
        });
    }
    Ok(Exit::DONE)
}

fn converse_over(connection: &TcpStream) -> io::Result<()> {
    // Messages are short and waited for.
    connection.set_nodelay(true)?;
    talk(connection.try_clone()?, connection.try_clone()?)
}

fn unheard(error: io::Error) -> Error {
    Error::Plain(match error.kind() {
        io::ErrorKind::InvalidData => format!("a message cannot be read: {error}"),
        _ => format!("cannot write to the editor: {error}"),
    })
}

fn talk(input: impl Read + Send + 'static, output: impl Write) -> io::Result<()> {
    let interrupt = Interrupt::default();
    let requests = listen(input, &interrupt);
    match converse(&requests, &mut Sender::new(output), &interrupt) {
        // An editor that is gone has ended the conversation.
        Err(error) if is_gone(&error) => Ok(()),
        ended => ended,
    }
}

fn is_gone(error: &io::Error) -> bool {
    use io::ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset, NotConnected};
    matches!(
        error.kind(),
        BrokenPipe | ConnectionAborted | ConnectionReset | NotConnected
    )
}

/// Reads on another thread, so that a request to pause is heard while the kernel runs.
fn listen(input: impl Read + Send + 'static, interrupt: &Interrupt) -> Receiver<Incoming> {
    let (send, requests) = channel();
    let interrupt = Arc::downgrade(interrupt);
    std::thread::spawn(move || {
        let mut input = BufReader::new(input);
        while let Some(request) = wire::read(&mut input) {
            let command = request.as_ref().ok().and_then(|r| r["command"].as_str());
            if matches!(command, Some("pause" | "disconnect" | "terminate")) {
                stop(&interrupt);
            }
            let lost = request.as_ref().is_err_and(|malformed| malformed.lost);
            if send.send(request).is_err() {
                return;
            }
            if lost {
                break;
            }
        }
        drop(send);
        // The editor is gone. What it asked for before is not waited for, however much there is.
        while stop(&interrupt) {
            std::thread::sleep(Duration::from_millis(20));
        }
    });
    requests
}

/// Stops the run that is under way, if there is one. False when the conversation is over.
fn stop(interrupt: &Weak<Mutex<Option<Arc<AtomicBool>>>>) -> bool {
    let Some(interrupt) = interrupt.upgrade() else {
        return false;
    };
    if let Some(flag) = &*interrupt.lock().unwrap_or_else(PoisonError::into_inner) {
        flag.store(true, Ordering::Relaxed);
    }
    true
}

/// How the editor counts and what it understands, as it said at the start.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Client {
    /// The number of the first line.
    first_line: i64,
    hears_invalidated: bool,
    hears_memory: bool,
}

impl Client {
    fn of(arguments: &Value) -> Client {
        let yes = |name: &str| arguments[name] == true;
        Client {
            first_line: i64::from(arguments["linesStartAt1"] != false),
            hears_invalidated: yes("supportsInvalidatedEvent"),
            hears_memory: yes("supportsMemoryEvent"),
        }
    }

    /// A line as the editor counts it.
    fn line(&self, line: u32) -> i64 {
        i64::from(line) - 1 + self.first_line
    }

    /// A line of the editor, counted from one.
    fn own_line(&self, line: &Value) -> Option<u32> {
        let line = line.as_i64()?.checked_sub(self.first_line)?;
        u32::try_from(line.checked_add(1)?).ok()
    }
}

/// What is said before there is something to debug.
fn converse(
    requests: &Receiver<Incoming>,
    sender: &mut Sender<impl Write>,
    interrupt: &Interrupt,
) -> io::Result<()> {
    let mut client = Client::of(&Value::Null);
    for request in requests {
        let Some(request) = accept(request, sender)? else {
            continue;
        };
        let arguments = &request["arguments"];
        match request["command"].as_str().unwrap_or("") {
            "initialize" if arguments["pathFormat"] == "uri" => {
                let message = "paths are written as paths here, not as URIs";
                sender.respond(&request, Err(message.into()))?;
            }
            "initialize" => {
                client = Client::of(arguments);
                sender.respond(&request, Ok(capabilities()))?;
            }
            "launch" => match launch::prepare(arguments) {
                Err(error) => {
                    let message = wavetank::render::error(&error, false);
                    sender.respond(&request, Err(message))?;
                }
                Ok(ready) => {
                    let session = ready.debug(History::default());
                    *interrupt.lock().unwrap_or_else(PoisonError::into_inner) = session.interrupt();
                    sender.respond(&request, Ok(json!({})))?;
                    for name in launch::unknown(arguments) {
                        let text = format!("`{name}` in the launch configuration is not known\n");
                        sender.output("important", &text)?;
                    }
                    sender.event("initialized", json!({}))?;
                    let console = Console::new(session);
                    let mut server = Server::new(console, ready, sender, client, arguments);
                    return server.serve(requests);
                }
            },
            "terminate" => sender.respond(&request, Ok(json!({})))?,
            "disconnect" => {
                sender.respond(&request, Ok(json!({})))?;
                return Ok(());
            }
            other => {
                let message = format!("`{other}` before `launch`");
                sender.respond(&request, Err(message))?;
            }
        }
    }
    Ok(())
}

/// A message, if it is one; that it is none is said. Where the next one begins may not be known
/// then, which is the end.
fn accept(incoming: Incoming, sender: &mut Sender<impl Write>) -> io::Result<Option<Value>> {
    match incoming {
        Ok(request) if request["type"] == "request" && request["seq"].is_u64() => Ok(Some(request)),
        // Answers to requests of ours are not waited for: there are none.
        Ok(_) => {
            sender.refuse("it is no request with a number")?;
            Ok(None)
        }
        Err(malformed) => {
            sender.refuse(&malformed.why)?;
            match malformed.lost {
                true => Err(io::Error::new(io::ErrorKind::InvalidData, malformed.why)),
                false => Ok(None),
            }
        }
    }
}

fn capabilities() -> Value {
    json!({
        "supportsConfigurationDoneRequest": true,
        "supportsConditionalBreakpoints": true,
        "supportsHitConditionalBreakpoints": true,
        "supportsLogPoints": true,
        "supportsFunctionBreakpoints": true,
        "supportsInstructionBreakpoints": true,
        "supportsDataBreakpoints": true,
        "supportsBreakpointLocationsRequest": true,
        "supportsEvaluateForHovers": true,
        "supportsStepBack": true,
        "supportsSetVariable": true,
        "supportsSetExpression": true,
        "supportsGotoTargetsRequest": true,
        "supportsReadMemoryRequest": true,
        "supportsWriteMemoryRequest": true,
        "supportsDisassembleRequest": true,
        "supportsSteppingGranularity": true,
        "supportsLoadedSourcesRequest": true,
        "supportsValueFormattingOptions": true,
        "supportsDelayedStackTraceLoading": true,
        "supportsExceptionInfoRequest": true,
        "supportsExceptionOptions": false,
        "exceptionBreakpointFilters": [{
            "filter": "traps",
            "label": "Traps",
            "description": "Stop before an instruction that faults, instead of ending the run",
            "default": true,
        }],
        "supportsRestartRequest": true,
        "supportsTerminateRequest": true,
        "supportsCompletionsRequest": true,
    })
}
