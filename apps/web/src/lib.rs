//! The engine of the workbench: what the page asks of Wavetank, answered in JSON and bytes. It runs
//! in a Worker and knows no browser: the same functions are called from Node and from tests.

mod abi;
mod diagnostics;
#[cfg(target_family = "wasm")]
mod fused;
mod look;
mod request;
mod run;
mod text;
mod time;
mod waves;

use request::Request;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;
use wavetank::{Error, Input};

/// What one page has open.
#[derive(Default)]
pub struct Workbench {
    /// Files that kernels may name.
    files: Arc<BTreeMap<String, Vec<u8>>>,
    document: Option<text::Open>,
    time: Option<time::Time>,
}

/// What a request is answered with.
#[derive(Default)]
pub(crate) struct Reply {
    json: Value,
    bytes: Vec<u8>,
}

impl From<Value> for Reply {
    fn from(json: Value) -> Reply {
        Reply {
            json,
            bytes: Vec::new(),
        }
    }
}

/// Files that a page may hand over, in bytes all together.
const MAX_FILES: usize = 64 << 20;

impl Workbench {
    /// Answers a request. Anything may be asked: what cannot be done is an answer with an `error`.
    pub fn call(&mut self, request: &[u8]) -> Vec<u8> {
        let reply = match Request::parse(request) {
            Ok(request) => self.answer(&request),
            Err(why) => Err(why),
        };
        let reply = reply.unwrap_or_else(|why| json!({ "error": why }).into());
        let text = reply.json.to_string();
        let mut frame = (text.len() as u32).to_le_bytes().to_vec();
        frame.extend(text.as_bytes());
        frame.extend(&reply.bytes);
        frame
    }

    fn answer(&mut self, request: &Request<'_>) -> Result<Reply, String> {
        Ok(match request.text("op")? {
            "hello" => {
                abi::report_panics();
                hello().into()
            }
            "file" => self.file(request)?.into(),
            "forget" => {
                self.files = Arc::default();
                Value::Null.into()
            }
            "analyze" => self.analyze(request)?.into(),
            "complete" => self.complete(request)?.into(),
            "hover" => self.hover(request)?.into(),
            "format" => self.format()?.into(),
            "run" => self.run(request)?,
            "check" => self.check(request)?.into(),
            "profile" => self.profile(request)?.into(),
            "timeline" => self.timeline(request)?,
            "dis" => self.disassemble(request)?.into(),
            "open" => self.open(request)?.into(),
            "close" => {
                self.time = None;
                Value::Null.into()
            }
            "advance" | "seek" | "move" | "breakpoints" | "select" | "state" | "path"
            | "origin" | "touches" => {
                let time = self.time.as_mut().ok_or("no run is open")?;
                time.answer(request)?
            }
            other => return Err(format!("there is no request `{other}`")),
        })
    }

    fn file(&mut self, request: &Request<'_>) -> Result<Value, String> {
        let name = request.text("name")?;
        let others = self.files.iter().filter(|(own, _)| *own != name);
        let taken: usize = others.map(|(_, bytes)| bytes.len()).sum();
        if taken + request.bytes.len() > MAX_FILES {
            let most = MAX_FILES >> 20;
            return Err(format!("{name}: files take {most} MB together at most"));
        }
        let files = Arc::make_mut(&mut self.files);
        files.insert(name.into(), request.bytes.to_vec());
        Ok(Value::Null)
    }

    /// The kernel that a request is about: a text, or bytes that were dropped.
    fn input(&self, request: &Request<'_>) -> Result<Input, Error> {
        let plain = Error::Plain;
        let name = request.text("name").map_err(plain)?;
        let bytes = match request.json.get("text") {
            Some(text) => text.as_str().unwrap_or_default().as_bytes().to_vec(),
            None => request.bytes.to_vec(),
        };
        let isa = request.json.get("isa").and_then(Value::as_str);
        Input::new(name, bytes, self.files.clone(), isa)
    }
}

fn hello() -> Value {
    let isas = wavetank::archs().iter().map(|arch| {
        json!({
            "name": arch.name(),
            "aliases": arch.aliases(),
            "title": arch.title(),
        })
    });
    json!({ "version": wavetank::VERSION, "isas": isas.collect::<Vec<_>>() })
}
