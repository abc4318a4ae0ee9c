//! `wavetank lsp`: the language server.
//!
//! One thread reads messages, one answers them in their order. Texts are looked at when the editor has
//! nothing more to say, so that typing fast costs one look. What takes long (running and checking a
//! kernel) has a thread of its own. What there is to say comes from `language`; here it is only
//! counted in the editor's way.

mod answer;
mod command;
mod convert;
mod open;
mod server;

use crate::dap::wire;
use crate::out::{Exit, Outcome};
use lsp_server::RequestId;
use serde_json::Value;
use server::Server;
use std::io::{self, BufReader};
use std::sync::mpsc;
use wavetank::Failure;

/// What the server reacts to.
pub enum Event {
    /// Something that the editor said.
    Message(Value),
    /// Something that is no message; whether the next one can be found.
    Malformed(wire::Malformed),
    /// A command came to its end.
    Done(RequestId, command::Done),
    /// The editor is gone.
    Closed,
}

pub fn lsp() -> Outcome {
    let (sender, events) = mpsc::channel();
    let reader = sender.clone();
    // It ends with the process: reading cannot be interrupted.
    std::thread::spawn(move || {
        let mut input = BufReader::new(io::stdin().lock());
        loop {
            let event = match wire::read(&mut input) {
                None => Event::Closed,
                Some(Ok(message)) => Event::Message(message),
                Some(Err(malformed)) => Event::Malformed(malformed),
            };
            let last = match &event {
                Event::Closed => true,
                Event::Malformed(malformed) => malformed.lost,
                _ => false,
            };
            if reader.send(event).is_err() || last {
                break;
            }
        }
    });
    let mut server = Server::new(io::stdout().lock(), sender);
    // An editor that is gone cannot be told anything.
    match server.serve(&events) {
        Ok(true) => Ok(Exit::DONE),
        Ok(false) | Err(_) => Ok(Exit::of(Failure::Expectation)),
    }
}
