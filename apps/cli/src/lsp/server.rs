//! The life of a server: who may say what when, and which texts are open.

use super::Event;
use super::answer::{Answer, answer, capabilities};
use super::command;
use super::convert::Columns;
use super::open::Open;
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types as lsp;
use lsp_types::notification::{self, Notification as _};
use lsp_types::request::{self, Request as _};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::{BTreeMap, VecDeque};
use std::io::{self, Write};
use std::sync::mpsc::{Receiver, Sender};

/// The editor said that the answer is not wanted any more.
const CANCELLED: i32 = -32800;

#[derive(PartialEq)]
enum State {
    /// The editor has not said what it is.
    New,
    Running,
    /// The editor wants nothing any more.
    ShutDown,
}

pub struct Server<W> {
    out: W,
    sender: Sender<Event>,
    state: State,
    columns: Columns,
    /// The editor asks for hints again when it is told to.
    refreshes_hints: bool,
    open: BTreeMap<String, Open>,
    /// What has come and was not looked at.
    waiting: VecDeque<Event>,
}

impl<W: Write> Server<W> {
    pub fn new(out: W, sender: Sender<Event>) -> Server<W> {
        Server {
            out,
            sender,
            state: State::New,
            columns: Columns::Utf16,
            refreshes_hints: false,
            open: BTreeMap::new(),
            waiting: VecDeque::new(),
        }
    }

    /// Answers until the editor leaves. True if it said so before.
    pub fn serve(&mut self, events: &Receiver<Event>) -> io::Result<bool> {
        loop {
            self.waiting.extend(events.try_iter());
            let event = match self.waiting.pop_front() {
                Some(event) => event,
                None => {
                    self.look()?;
                    // This side holds a sender too, so there is always one.
                    match events.recv() {
                        Ok(event) => event,
                        Err(_) => return Ok(false),
                    }
                }
            };
            match event {
                Event::Closed => return Ok(self.state == State::ShutDown),
                Event::Malformed(malformed) => {
                    let why = format!("a message cannot be read: {}", malformed.why);
                    self.refuse(ErrorCode::ParseError, why)?;
                    if malformed.lost {
                        return Ok(false);
                    }
                }
                Event::Done(id, done) => self.done(id, done)?,
                Event::Message(message) => {
                    if let Some(clean) = self.message(message)? {
                        return Ok(clean);
                    }
                }
            }
        }
    }

    fn send(&mut self, message: impl Into<Message>) -> io::Result<()> {
        message.into().write(&mut self.out)
    }

    /// An answer to what has no number.
    fn refuse(&mut self, code: ErrorCode, message: String) -> io::Result<()> {
        let error = json!({ "code": code as i32, "message": message });
        let text = json!({ "jsonrpc": "2.0", "id": null, "error": error }).to_string();
        write!(self.out, "Content-Length: {}\r\n\r\n{text}", text.len())?;
        self.out.flush()
    }

    fn respond(&mut self, id: RequestId, result: Result<Value, (i32, String)>) -> io::Result<()> {
        self.send(match result {
            Ok(value) => Response::new_ok(id, value),
            Err((code, message)) => Response::new_err(id, code, message),
        })
    }

    fn notify<N: notification::Notification>(&mut self, params: N::Params) -> io::Result<()> {
        self.send(Notification::new(N::METHOD.into(), params))
    }

    /// Looks at every text that changed, and says what is wrong with it.
    fn look(&mut self) -> io::Result<()> {
        let columns = self.columns;
        let mut said = Vec::new();
        for open in self.open.values_mut().filter(|open| !open.is_fresh()) {
            said.push(lsp::PublishDiagnosticsParams {
                uri: open.uri.clone(),
                diagnostics: open.diagnostics(columns),
                version: Some(open.version),
            });
        }
        for params in said {
            self.notify::<notification::PublishDiagnostics>(params)?;
        }
        Ok(())
    }

    /// Reacts to one message; whether it was the last, and if so whether the editor had said so.
    fn message(&mut self, message: Value) -> io::Result<Option<bool>> {
        let method = message["method"].as_str().map(str::to_string);
        let id = match &message["id"] {
            Value::Null => None,
            id => match serde_json::from_value::<RequestId>(id.clone()) {
                Ok(id) => Some(id),
                Err(_) => {
                    let why = format!("{id} is not the number of a request");
                    self.refuse(ErrorCode::InvalidRequest, why)?;
                    return Ok(None);
                }
            },
        };
        let params = message["params"].clone();
        match (method, id) {
            (None, None) => {
                self.refuse(
                    ErrorCode::InvalidRequest,
                    "a message without a method".into(),
                )?;
            }
            // Nothing was asked of the editor, so that an answer is about nothing.
            (None, Some(_)) => {}
            (Some(method), None) if method == notification::Exit::METHOD => {
                return Ok(Some(self.state == State::ShutDown));
            }
            (Some(method), None) => self.notification(&method, params)?,
            (Some(method), Some(id)) => {
                let result = self.request(&id, &method, params);
                match result {
                    Some(result) => self.respond(id, result)?,
                    None => return Ok(None),
                }
            }
        }
        Ok(None)
    }

    /// The answer; `None` where it comes later.
    fn request(
        &mut self,
        id: &RequestId,
        method: &str,
        params: Value,
    ) -> Option<Result<Value, (i32, String)>> {
        let fail = |code: ErrorCode, why: String| Some(Err((code as i32, why)));
        match (&self.state, method) {
            (State::New, request::Initialize::METHOD) => {}
            (State::New, _) => {
                let why = format!("`{method}` before `initialize`");
                return fail(ErrorCode::ServerNotInitialized, why);
            }
            (State::ShutDown, _) => {
                let why = format!("`{method}` after `shutdown`");
                return fail(ErrorCode::InvalidRequest, why);
            }
            (State::Running, request::Initialize::METHOD) => {
                let why = "`initialize` a second time".into();
                return fail(ErrorCode::InvalidRequest, why);
            }
            (State::Running, _) => {}
        }
        if self.is_cancelled(id) {
            return Some(Err((CANCELLED, "cancelled".into())));
        }
        match method {
            request::Initialize::METHOD => {
                let params: lsp::InitializeParams = match read(method, params) {
                    Ok(params) => params,
                    Err(why) => return fail(ErrorCode::InvalidParams, why),
                };
                self.state = State::Running;
                let workspace = params.capabilities.workspace;
                let hints = workspace.and_then(|it| it.inlay_hint?.refresh_support);
                self.refreshes_hints = hints == Some(true);
                let general = params.capabilities.general;
                let encodings = general.and_then(|it| it.position_encodings);
                // UTF-16 is what every client understands, bytes are what the texts here are.
                let bytes = encodings
                    .is_some_and(|all| all.first() == Some(&lsp::PositionEncodingKind::UTF8));
                self.columns = match bytes {
                    true => Columns::Utf8,
                    false => Columns::Utf16,
                };
                let options = params.initialization_options.unwrap_or_default();
                let own = options["clientCommands"].as_array();
                let own = own.map_or(&[][..], |own| own);
                Some(Ok(capabilities(self.columns, own)))
            }
            request::Shutdown::METHOD => {
                self.state = State::ShutDown;
                Some(Ok(Value::Null))
            }
            request::ExecuteCommand::METHOD => self.command(id, params),
            _ => match answer(method, params, &mut self.open, self.columns) {
                Answer::Ready(value) => Some(Ok(value)),
                Answer::Refused(why) => fail(ErrorCode::RequestFailed, why),
                Answer::Unreadable(why) => fail(ErrorCode::InvalidParams, why),
                Answer::Unknown => {
                    let why = format!("there is no method `{method}`");
                    fail(ErrorCode::MethodNotFound, why)
                }
            },
        }
    }

    /// Whether the editor has taken a request back that still waits.
    fn is_cancelled(&self, id: &RequestId) -> bool {
        let wanted = serde_json::to_value(id).unwrap_or_default();
        self.waiting.iter().any(|event| match event {
            Event::Message(message) => {
                message["method"] == notification::Cancel::METHOD
                    && message["params"]["id"] == wanted
            }
            _ => false,
        })
    }

    /// Starts a command on a thread; its answer comes when it is done.
    fn command(&mut self, id: &RequestId, params: Value) -> Option<Result<Value, (i32, String)>> {
        let fail = |code: ErrorCode, why: String| Some(Err((code as i32, why)));
        let read = read::<lsp::ExecuteCommandParams>(request::ExecuteCommand::METHOD, params);
        let params = match read {
            Ok(params) => params,
            Err(why) => return fail(ErrorCode::InvalidParams, why),
        };
        let name = params.command.as_str();
        if ![command::RUN, command::CHECK, command::DEBUG].contains(&name) {
            return fail(
                ErrorCode::InvalidParams,
                format!("there is no command `{name}`"),
            );
        }
        let uri = params.arguments.first().and_then(Value::as_str);
        let Some(open) = uri.and_then(|uri| self.open.get(uri)) else {
            let why = format!("`{name}` wants the URI of a text that is open");
            return fail(ErrorCode::InvalidParams, why);
        };
        let kernel = params.arguments.get(1).and_then(Value::as_str);
        if name == command::DEBUG {
            let path = open.path().display().to_string();
            let why = format!("in a terminal: wavetank debug {path}");
            return fail(ErrorCode::RequestFailed, why);
        }
        let work = command::carry_out(name, kernel.map(str::to_string), open);
        let (sender, id) = (self.sender.clone(), id.clone());
        std::thread::spawn(move || {
            // The server may be gone by then.
            let _ = sender.send(Event::Done(id, work()));
        });
        None
    }

    fn done(&mut self, id: RequestId, done: command::Done) -> io::Result<()> {
        self.respond(id, Ok(done.result()))?;
        let message = lsp::ShowMessageParams {
            typ: done.kind,
            message: done.text,
        };
        self.notify::<notification::ShowMessage>(message)?;
        let columns = self.columns;
        let Some(open) = self.open.get_mut(&done.uri) else {
            return Ok(());
        };
        let same = open.version == done.version;
        if let Some(ran) = done.ran.filter(|_| same) {
            open.ran = ran;
            if self.refreshes_hints {
                let method = request::InlayHintRefreshRequest::METHOD;
                // What the editor answers says nothing.
                let id = RequestId::from(format!("hints {}", done.version));
                self.send(Request::new(id, method.into(), Value::Null))?;
            }
            return Ok(());
        }
        let Some(found) = done.found.filter(|_| same) else {
            return Ok(());
        };
        open.checked = found;
        let params = lsp::PublishDiagnosticsParams {
            uri: open.uri.clone(),
            diagnostics: open.diagnostics(columns),
            version: Some(open.version),
        };
        self.notify::<notification::PublishDiagnostics>(params)
    }

    /// What the editor tells; there is no answer, not even to what makes no sense.
    fn notification(&mut self, method: &str, params: Value) -> io::Result<()> {
        if self.state != State::Running {
            return Ok(());
        }
        match self.told(method, params) {
            Ok(Some(closed)) => {
                let params = lsp::PublishDiagnosticsParams {
                    uri: closed,
                    diagnostics: Vec::new(),
                    version: None,
                };
                self.notify::<notification::PublishDiagnostics>(params)
            }
            Ok(None) => Ok(()),
            Err(why) => self.notify::<notification::LogMessage>(lsp::LogMessageParams {
                typ: lsp::MessageType::ERROR,
                message: why,
            }),
        }
    }

    fn told(&mut self, method: &str, params: Value) -> Result<Option<lsp::Uri>, String> {
        match method {
            notification::DidOpenTextDocument::METHOD => {
                let params: lsp::DidOpenTextDocumentParams = read(method, params)?;
                let it = params.text_document;
                let key = it.uri.to_string();
                let open = Open::new(it.uri, it.version, it.text, it.language_id);
                self.open.insert(key, open);
            }
            notification::DidChangeTextDocument::METHOD => {
                let params: lsp::DidChangeTextDocumentParams = read(method, params)?;
                let columns = self.columns;
                let open = self.open_text(&params.text_document.uri, method)?;
                for change in &params.content_changes {
                    open.change(change.range, &change.text, columns);
                }
                open.version = params.text_document.version;
            }
            notification::DidSaveTextDocument::METHOD => {
                let params: lsp::DidSaveTextDocumentParams = read(method, params)?;
                self.open_text(&params.text_document.uri, method)?
                    .forget_header();
            }
            notification::DidCloseTextDocument::METHOD => {
                let params: lsp::DidCloseTextDocumentParams = read(method, params)?;
                let uri = params.text_document.uri;
                self.open_text(&uri, method)?;
                self.open.remove(uri.as_str());
                return Ok(Some(uri));
            }
            // Everything else is for servers that want to know more.
            _ => {}
        }
        Ok(None)
    }

    fn open_text(&mut self, uri: &lsp::Uri, method: &str) -> Result<&mut Open, String> {
        let found = self.open.get_mut(uri.as_str());
        found.ok_or_else(|| format!("`{method}` of a text that is not open: {}", uri.as_str()))
    }
}

/// The parameters of a method, or why they are none.
pub fn read<T: DeserializeOwned>(method: &str, params: Value) -> Result<T, String> {
    serde_json::from_value(params).map_err(|error| format!("`{method}`: {error}"))
}
