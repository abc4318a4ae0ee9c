//! `wavetank dap`: the Debug Adapter Protocol over stdio, one thread for every wave.

mod server;
mod variables;
pub(crate) mod wire;

use crate::out::{Exit, Outcome};
use compile::Confinement;
use serde_json::{Value, json};
use server::Server;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use wavetank::debug::{Console, History};
use wavetank::{Debuggable, Delivery, Error, LaunchOptions, Settings};
use wire::{Malformed, Sender};

/// What the editor sends.
type Incoming = Result<Value, Malformed>;

/// What stops the run while it goes on: set once there is one.
type Interrupt = Arc<Mutex<Option<Arc<AtomicBool>>>>;

pub fn dap() -> Outcome {
    let interrupt = Interrupt::default();
    let requests = listen(interrupt.clone());
    let mut sender = Sender::new(io::stdout());
    let fail = |error: io::Error| {
        Error::Plain(match error.kind() {
            io::ErrorKind::InvalidData => format!("a message cannot be read: {error}"),
            _ => format!("cannot write to the editor: {error}"),
        })
    };
    converse(&requests, &mut sender, &interrupt).map_err(fail)?;
    Ok(Exit::DONE)
}

/// Reads on another thread, so that a request to pause is heard while the kernel runs.
fn listen(interrupt: Interrupt) -> Receiver<Incoming> {
    let (send, requests) = channel();
    std::thread::spawn(move || {
        let mut input = io::stdin().lock();
        while let Some(request) = wire::read(&mut input) {
            let command = request.as_ref().ok().and_then(|r| r["command"].as_str());
            if matches!(command, Some("pause" | "disconnect" | "terminate"))
                && let Some(flag) = &*interrupt.lock().unwrap_or_else(PoisonError::into_inner)
            {
                flag.store(true, Ordering::Relaxed);
            }
            let lost = request.as_ref().is_err_and(|malformed| malformed.lost);
            if send.send(request).is_err() || lost {
                return;
            }
        }
    });
    requests
}

/// What is said before there is something to debug.
fn converse(
    requests: &Receiver<Incoming>,
    sender: &mut Sender<impl io::Write>,
    interrupt: &Interrupt,
) -> io::Result<()> {
    for request in requests {
        let Some(request) = accept(request, sender)? else {
            continue;
        };
        match request["command"].as_str().unwrap_or("") {
            "initialize" => sender.respond(&request, Ok(capabilities()))?,
            "launch" => match prepare(&request["arguments"]) {
                Err(error) => {
                    let message = wavetank::render::error(&error, false);
                    sender.respond(&request, Err(message))?;
                }
                Ok(ready) => {
                    let session = ready.debug(History::default());
                    *interrupt.lock().unwrap_or_else(PoisonError::into_inner) = session.interrupt();
                    sender.respond(&request, Ok(json!({})))?;
                    sender.event("initialized", json!({}))?;
                    let path = path_of(&request["arguments"]);
                    let mut server = Server::new(Console::new(session), sender, path);
                    server.options(&request["arguments"]);
                    return server.serve(requests);
                }
            },
            "disconnect" | "terminate" => {
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
fn accept(incoming: Incoming, sender: &mut Sender<impl io::Write>) -> io::Result<Option<Value>> {
    match incoming {
        Ok(request) => Ok(Some(request)),
        Err(malformed) => {
            sender.refuse(&malformed)?;
            match malformed.lost {
                true => Err(io::Error::new(io::ErrorKind::InvalidData, malformed.why)),
                false => Ok(None),
            }
        }
    }
}

fn path_of(arguments: &Value) -> String {
    let program = arguments["program"].as_str().unwrap_or("");
    let path = std::path::absolute(program);
    path.map_or(program.into(), |path| path.display().to_string())
}

/// The kernel that a launch configuration describes; its keys are the flags of `wavetank run`.
fn prepare(arguments: &Value) -> Result<Debuggable, Error> {
    let Some(program) = arguments["program"].as_str() else {
        return Err(Error::Plain(
            "the launch configuration has no `program`".into(),
        ));
    };
    let strings = |name: &str| {
        let text = |value: &Value| Some(value.as_str()?.to_string());
        list_of(arguments, name, "texts", text)
    };
    let paths = strings("allowPaths")?.into_iter().map(PathBuf::from);
    let confinement = match arguments["noSandbox"] == true {
        true => Confinement::None,
        false => Confinement::Sandbox,
    };
    let input = compile::open(
        Path::new(program),
        arguments["isa"].as_str(),
        &paths.collect::<Vec<_>>(),
        confinement,
    )?;
    let numbers = |name: &str| {
        let number = |value: &Value| u32::try_from(value.as_u64()?).ok();
        list_of(arguments, name, "numbers", number)
    };
    let mut settings = Settings {
        seed: arguments["seed"].as_u64(),
        wave: match &arguments["wave"] {
            Value::Null => None,
            // A number that is too large, or none, is as wrong as any other.
            wave => Some(wave.as_u64().map_or(0, |n| n.min(u32::MAX.into()) as u32)),
        },
        extensions: strings("ext")?,
        kernel: arguments["kernel"].as_str().map(str::to_string),
        launch: LaunchOptions {
            args: strings("args")?,
            global: numbers("global")?,
            local: numbers("local")?,
        },
        ..Settings::default()
    };
    settings.delivery = match arguments["memory"].as_str() {
        Some("strict") => Some(Delivery::Strict),
        Some("eager") => Some(Delivery::Eager),
        None if arguments["memory"].is_null() => None,
        _ => {
            let message = "`memory` in the launch configuration: expected `eager` or `strict`";
            return Err(Error::Plain(message.into()));
        }
    };
    if let Some(limit) = arguments["maxInstructions"].as_u64() {
        settings.max_instructions = limit;
    }
    for text in strings("set")? {
        settings.set.push(crate::run::constant(&text)?);
    }
    Debuggable::new(&input, &settings)
}

/// A list in the launch configuration; nothing where there is none.
fn list_of<T>(
    arguments: &Value,
    name: &str,
    what: &str,
    read: impl Fn(&Value) -> Option<T>,
) -> Result<Vec<T>, Error> {
    let items = match &arguments[name] {
        Value::Null => Some(Vec::new()),
        Value::Array(items) => items.iter().map(read).collect(),
        _ => None,
    };
    items.ok_or_else(|| {
        let message = format!("`{name}` in the launch configuration: expected a list of {what}");
        Error::Plain(message)
    })
}

fn capabilities() -> Value {
    json!({
        "supportsConfigurationDoneRequest": true,
        "supportsConditionalBreakpoints": true,
        "supportsHitConditionalBreakpoints": true,
        "supportsFunctionBreakpoints": true,
        "supportsInstructionBreakpoints": true,
        "supportsDataBreakpoints": true,
        "supportsEvaluateForHovers": true,
        "supportsStepBack": true,
        "supportsSetVariable": true,
        "supportsReadMemoryRequest": true,
        "supportsDisassembleRequest": true,
        "supportsSteppingGranularity": true,
        "supportsRestartRequest": true,
        "supportsTerminateRequest": true,
        "supportsCompletionsRequest": true,
    })
}
