//! What an editor sees of the language server: every file in `corpus/lsp` is a list of messages and,
//! after a line of dashes, everything the server says to them. `UPDATE=1 cargo test` records them
//! anew.
//!
//! A line is `METHOD`, then `LINE:COLUMN` (from zero) where it is about a place, `doc` where it is
//! about the text that was opened last, and JSON with what else it says. `open FILE` opens a text,
//! `change JSON` changes it, `tell METHOD JSON` wants no answer, `raw TEXT` is sent as it is.

use crate::wire;
use serde_json::{Value, json};
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

#[test]
fn conversations() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/lsp");
    let folder = folder.canonicalize().expect("corpus/lsp");
    crate::common::check_sessions(&[folder], converse);
}

/// The server as a process, and what it says.
struct Server {
    child: Child,
    input: Option<ChildStdin>,
    said: Receiver<Value>,
    last: i64,
}

impl Server {
    fn start(folder: &Path) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_wavetank"))
            .arg("lsp")
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary runs");
        let input = child.stdin.take();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let (sender, said) = mpsc::channel();
        std::thread::spawn(move || {
            while let Some(message) = wire::receive(&mut output) {
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        Server {
            child,
            input,
            said,
            last: 0,
        }
    }

    /// What cannot be sent was said to a server that is gone, which the answers show.
    fn raw(&mut self, text: &str) {
        if let Some(input) = &mut self.input {
            let _ = write!(input, "{text}");
            let _ = input.flush();
        }
    }

    fn send(&mut self, message: Value) {
        if let Some(input) = &mut self.input {
            let _ = wire::send(input, &message.to_string());
        }
    }

    fn notify(&mut self, method: &str, params: Value) {
        self.send(json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    fn request(&mut self, method: &str, params: Value) -> i64 {
        self.last += 1;
        let id = self.last;
        self.send(json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        id
    }

    /// The next message; `None` when the server is gone or says nothing for long.
    fn next(&mut self) -> Option<Value> {
        self.said.recv_timeout(Duration::from_secs(60)).ok()
    }

    /// Messages up to the one that `last` is true of.
    fn until(&mut self, last: impl Fn(&Value) -> bool) -> (Vec<Value>, bool) {
        let mut all = Vec::new();
        while let Some(message) = self.next() {
            let done = last(&message);
            all.push(message);
            if done {
                return (all, true);
            }
        }
        (all, false)
    }

    fn end(mut self) -> String {
        self.input = None;
        while self.said.recv().is_ok() {}
        let status = self.child.wait().unwrap();
        format!("exit {}\n", status.code().unwrap_or(-1))
    }
}

fn converse(session: &str, folder: &Path) -> String {
    let mut server = Server::start(folder);
    let mut said = String::new();
    let mut uri = String::new();
    let mut version = 1;
    for line in session.lines().filter(|line| !line.is_empty()) {
        said += &format!("> {line}\n");
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let published = |message: &Value| message["method"] == "textDocument/publishDiagnostics";
        let (messages, there) = match word {
            "raw" => {
                server.raw(&rest.replace("\\r\\n", "\r\n"));
                server.until(|message| message["id"].is_null() && message["error"].is_object())
            }
            "tell" => {
                let (method, params) = rest.split_once(' ').unwrap_or((rest, "null"));
                server.notify(method, serde_json::from_str(params).expect(line));
                (vec![], true)
            }
            "open" => {
                let (name, language) = rest.split_once(' ').unwrap_or((rest, "wavetank"));
                let path = folder.join(name);
                let text = std::fs::read_to_string(&path).expect(name);
                uri = format!("file://{}", path.display());
                let item =
                    json!({ "uri": uri, "languageId": language, "version": 1, "text": text });
                version = 1;
                server.notify("textDocument/didOpen", json!({ "textDocument": item }));
                server.until(published)
            }
            "change" => {
                version += 1;
                let document = json!({ "uri": uri, "version": version });
                let changes: Value = serde_json::from_str(rest).expect(line);
                let params = json!({ "textDocument": document, "contentChanges": changes });
                server.notify("textDocument/didChange", params);
                server.until(published)
            }
            method => {
                let (place, extra) = match rest.split_once(' ') {
                    Some((place, extra)) if !place.starts_with(['{', '[']) => (place, extra),
                    _ if rest.starts_with(['{', '[']) => ("", rest),
                    _ => (rest, ""),
                };
                let mut params = match extra {
                    "" => json!({}),
                    extra => serde_json::from_str(&extra.replace("$URI", &uri)).expect(line),
                };
                if !place.is_empty() {
                    params["textDocument"] = json!({ "uri": uri });
                }
                if let Some((line, column)) = place.split_once(':') {
                    let number = |text: &str| text.parse::<u32>().expect("a number");
                    let position = json!({ "line": number(line), "character": number(column) });
                    params["position"] = position;
                }
                let id = server.request(method, params);
                server.until(|message| message["id"] == json!(id))
            }
        };
        for message in &messages {
            said += &show(message, folder);
        }
        if !there {
            said += "(the server says nothing)\n";
            break;
        }
        // Answers to commands are followed by a word to the user.
        if word == "workspace/executeCommand" && messages.last().unwrap()["error"].is_null() {
            let (more, _) = server.until(|message| message["method"] == "window/showMessage");
            more.iter()
                .for_each(|message| said += &show(message, folder));
        }
    }
    said + &server.end()
}

/// What is said, without what differs from checkout to checkout. Markdown is shown as it is.
fn show(message: &Value, folder: &Path) -> String {
    let (head, mut body) = match message["method"].as_str() {
        Some(method) => (format!("tells {method}"), message["params"].clone()),
        None if message["error"].is_null() => ("ok".to_string(), message["result"].clone()),
        None => ("failed".to_string(), message["error"].clone()),
    };
    let mut text = String::new();
    if let Some(markdown) = body.pointer_mut("/contents/value") {
        text = format!("{}\n", markdown.take().as_str().unwrap_or_default());
    }
    if let Some(markdown) = body.pointer_mut("/documentation/value") {
        text = format!("{}\n", markdown.take().as_str().unwrap_or_default());
    }
    let lines = match &body {
        // One line for each of many.
        Value::Array(items) if items.len() > 1 => {
            let items = items.iter().map(|item| format!("  {item}\n"));
            format!("\n{}", items.collect::<String>())
        }
        body => format!(" {body}\n"),
    };
    let folder = folder.display().to_string();
    format!("{head}{lines}{text}").replace(&folder, "FOLDER")
}

/// A number from a seed.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % n as u64) as usize
    }

    fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}

const METHODS: &[&str] = &[
    "textDocument/hover",
    "textDocument/completion",
    "textDocument/signatureHelp",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/prepareRename",
    "textDocument/rename",
    "textDocument/documentSymbol",
    "textDocument/semanticTokens/full",
    "textDocument/semanticTokens/range",
    "textDocument/formatting",
    "textDocument/rangeFormatting",
    "textDocument/codeLens",
    "textDocument/inlayHint",
    "textDocument/codeAction",
    "completionItem/resolve",
    "workspace/executeCommand",
    "textDocument/nonsense",
    "initialize",
];

/// Legal and illegal messages in any order: every request has an answer, and the server ends when it
/// is told to and not before.
#[test]
fn random_conversations_are_answered() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let files: Vec<PathBuf> = [
        "examples/flux/loop.flux",
        "examples/wave/saxpy.wave",
        "examples/waves/reduction.waves",
        "examples/tile/softmax.tile",
        "examples/rdna/vector-add.rdna4",
        "README.md",
    ]
    .iter()
    .map(|name| root.join(name))
    .collect();
    for seed in 0..6 {
        let mut random = Random(seed);
        let mut server = Server::start(&root);
        let id = server.request("initialize", json!({ "capabilities": {} }));
        assert!(server.until(|it| it["id"] == json!(id)).1);
        let mut waiting = Vec::new();
        for step in 0..150 {
            let path = random.of(&files).clone();
            let uri = format!("file://{}", path.display());
            let document = json!({ "uri": uri, "version": step });
            let place = |random: &mut Random| json!({ "line": random.below(60), "character": random.below(50) });
            match random.below(10) {
                0 => {
                    let text = std::fs::read_to_string(&path).unwrap();
                    let item =
                        json!({ "uri": uri, "languageId": "x", "version": step, "text": text });
                    server.notify("textDocument/didOpen", json!({ "textDocument": item }));
                }
                1 | 2 => {
                    let text = *random.of(&[
                        "",
                        "\n",
                        "v_add_f32 ",
                        "€𝄞",
                        "---\n",
                        "\"",
                        "/*",
                        ".macro m x\n\\x\n",
                    ]);
                    let range = json!({ "start": place(&mut random), "end": place(&mut random) });
                    let change = json!({ "range": range, "text": text });
                    let params = json!({ "textDocument": document, "contentChanges": [change] });
                    server.notify("textDocument/didChange", params);
                }
                3 => match random.below(5) {
                    0 => {
                        server.notify("textDocument/didClose", json!({ "textDocument": document }))
                    }
                    1 => server.notify("textDocument/didSave", json!({ "textDocument": document })),
                    2 => server.notify("textDocument/didChange", json!(7)),
                    3 => server.notify("$/cancelRequest", json!({ "id": server.last })),
                    _ => server.raw("Content-Length: 5\r\n\r\n{]}{}"),
                },
                _ => {
                    let method = *random.of(METHODS);
                    let range = json!({ "start": place(&mut random), "end": place(&mut random) });
                    let params = match random.below(8) {
                        0 => json!([1, "two", null]),
                        1 => json!({ "textDocument": 5, "position": { "line": -1 } }),
                        _ => json!({
                            "textDocument": document,
                            "position": place(&mut random),
                            "range": range,
                            "newName": *random.of(&["fresh", "1x", "", "v0", "a b"]),
                            "options": { "tabSize": 4, "insertSpaces": true },
                            "context": { "includeDeclaration": true, "diagnostics": [] },
                            "command": *random.of(&["wavetank.run", "wavetank.check", "no"]),
                            "arguments": [uri],
                            "label": "v_add_f32",
                            "data": { "isa": "rdna3" },
                        }),
                    };
                    waiting.push(server.request(method, params));
                }
            }
        }
        while !waiting.is_empty() {
            let Some(message) = server.next() else {
                let alive = server.child.try_wait().unwrap();
                panic!("seed {seed}: no answer to {waiting:?}; ended: {alive:?}");
            };
            // Answers to commands come when they are done.
            waiting.retain(|id| message["method"].is_string() || message["id"] != json!(id));
        }
        let id = server.request("shutdown", Value::Null);
        assert!(server.until(|it| it["id"] == json!(id)).1, "seed {seed}");
        server.notify("exit", Value::Null);
        assert_eq!(server.end(), "exit 0\n", "seed {seed}");
    }
}
