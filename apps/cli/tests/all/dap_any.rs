//! What no recorded conversation shows: clients that say anything in any order, that go away in the
//! middle of a run, that come through a port, and that launch what has to be compiled first.

use crate::wire;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// Longer than anything here takes on a machine that does other things too.
const PATIENCE: Duration = Duration::from_secs(120);

fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().unwrap()
}

fn adapter(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_wavetank"))
        .arg("dap")
        .args(arguments)
        .current_dir(root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Reads on another thread, so that a server that says nothing is noticed.
fn messages(output: impl Read + Send + 'static) -> Receiver<Value> {
    let (send, messages) = channel();
    std::thread::spawn(move || {
        let mut output = BufReader::new(output);
        while let Some(message) = wire::receive(&mut output) {
            if send.send(message).is_err() {
                return;
            }
        }
    });
    messages
}

struct Client<W> {
    input: W,
    messages: Receiver<Value>,
    seq: u64,
}

impl<W: Write> Client<W> {
    fn send(&mut self, command: &str, arguments: Value) -> u64 {
        self.seq += 1;
        let message = json!({
            "seq": self.seq, "type": "request", "command": command, "arguments": arguments,
        });
        self.raw(&message.to_string());
        self.seq
    }

    fn raw(&mut self, text: &str) {
        wire::send(&mut self.input, text).unwrap();
    }

    /// Waits for a message that is the right one.
    fn wait(&mut self, what: &str, right: impl Fn(&Value) -> bool) -> Value {
        loop {
            match self.messages.recv_timeout(PATIENCE) {
                Ok(message) if right(&message) => return message,
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => panic!("no answer to {what}"),
                Err(RecvTimeoutError::Disconnected) => panic!("the adapter is gone: {what}"),
            }
        }
    }

    fn ask(&mut self, command: &str, arguments: Value) -> Value {
        let seq = self.send(command, arguments.clone());
        let what = format!("{command} {arguments}");
        self.wait(&what, |message| message["request_seq"] == json!(seq))
    }

    fn event(&mut self, name: &str) -> Value {
        self.wait(name, |message| message["event"] == name)
    }
}

fn client(child: &mut Child) -> Client<impl Write + use<>> {
    Client {
        input: child.stdin.take().unwrap(),
        messages: messages(child.stdout.take().unwrap()),
        seq: 0,
    }
}

struct Any(u64);

impl Any {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }

    fn of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len() as u64) as usize]
    }

    /// Something that may stand where a number, a name or a place is expected.
    fn value(&mut self) -> Value {
        match self.below(12) {
            0 => Value::Null,
            1 => json!(self.below(6)),
            2 => json!(1024 * (1 + self.below(3))),
            3 => json!(-1),
            4 => json!(u64::MAX),
            5 => json!("\u{20ac}{"),
            6 => json!([1, "x", {}]),
            7 => json!({ "path": "examples/flux/loop.flux" }),
            8 => json!("0x10000000"),
            9 => json!("AAAA"),
            10 => json!(true),
            _ => json!(self.of(&[
                "R1",
                "a",
                "local[4]",
                "R1[3]",
                "info waves",
                "goto 3",
                "loop",
                "exec",
                "s"
            ])),
        }
    }
}

const COMMANDS: &[&str] = &[
    "initialize",
    "launch",
    "attach",
    "configurationDone",
    "threads",
    "stackTrace",
    "scopes",
    "variables",
    "setVariable",
    "setExpression",
    "evaluate",
    "setBreakpoints",
    "setFunctionBreakpoints",
    "setInstructionBreakpoints",
    "setDataBreakpoints",
    "dataBreakpointInfo",
    "breakpointLocations",
    "setExceptionBreakpoints",
    "exceptionInfo",
    "gotoTargets",
    "goto",
    "disassemble",
    "readMemory",
    "writeMemory",
    "completions",
    "source",
    "loadedSources",
    "lanes",
    "continue",
    "next",
    "stepIn",
    "stepOut",
    "stepBack",
    "reverseContinue",
    "pause",
    "restart",
    "terminate",
    "",
    "frobnicate",
];

const KEYS: &[&str] = &[
    "threadId",
    "frameId",
    "variablesReference",
    "name",
    "value",
    "expression",
    "context",
    "source",
    "line",
    "endLine",
    "start",
    "count",
    "memoryReference",
    "offset",
    "data",
    "instructionCount",
    "instructionOffset",
    "instructionReference",
    "granularity",
    "targetId",
    "text",
    "column",
    "filters",
    "format",
    "levels",
    "condition",
    "hitCondition",
    "logMessage",
    "dataId",
    "accessType",
];

#[test]
fn anything_in_any_order_is_answered() {
    for seed in 0..6 {
        let mut any = Any(seed);
        let mut child = adapter(&[]);
        let mut client = client(&mut child);
        let file = any.of(&[
            "examples/flux/divergence.flux",
            "examples/rdna/vector-add.rdna3",
            "examples/tile/softmax.tile",
        ]);
        for round in 0..150 {
            match any.below(20) {
                0 => client.raw(any.of(&[
                    "{}",
                    "[]",
                    "7",
                    "{\"type\":\"request\"}",
                    "{\"seq\":1,\"type\":\"event\"}",
                    "nonsense",
                ])),
                // Sooner or later there is something to debug.
                1 | 2 if round > 5 => {
                    client.ask("launch", json!({ "program": file, "stopOnEntry": true }));
                }
                _ => {
                    let command = any.of(COMMANDS);
                    let mut arguments = json!({});
                    for _ in 0..any.below(6) {
                        let value = any.value();
                        arguments[any.of(KEYS)] = value;
                    }
                    if any.below(3) == 0 {
                        let one = arguments.clone();
                        arguments["breakpoints"] = json!([one, { "line": any.below(40) }]);
                        arguments["source"] = json!({ "path": file });
                    }
                    client.ask(command, arguments);
                }
            }
        }
        client.ask("disconnect", json!({}));
        assert_eq!(child.wait().unwrap().code(), Some(0), "seed {seed}");
    }
}

fn endless(folder: &Path) -> PathBuf {
    let file = folder.join("long.flux");
    std::fs::write(&file, "loop: ADDI R2, R2, 1\nBEQ R0, R0, loop\nHALT\n").unwrap();
    file
}

#[test]
fn a_client_that_goes_away_in_the_middle_of_a_run_ends_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = adapter(&[]);
    let mut client = client(&mut child);
    client.ask("initialize", json!({}));
    client.ask(
        "launch",
        json!({ "program": endless(folder.path()), "maxInstructions": u64::MAX }),
    );
    client.ask("configurationDone", json!({}));
    // Runs that were asked for before are not waited for either.
    client.send("continue", json!({ "threadId": 1 }));
    client.send("continue", json!({ "threadId": 1 }));
    drop(client);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn a_file_that_changes_while_it_is_debugged_is_told_of() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("short.flux");
    std::fs::write(&file, "ADDI R2, R2, 1\nHALT\n").unwrap();
    let mut child = adapter(&[]);
    let mut client = client(&mut child);
    client.ask("initialize", json!({}));
    client.ask("launch", json!({ "program": file, "stopOnEntry": true }));
    client.ask("configurationDone", json!({}));
    std::fs::write(&file, "HALT\n").unwrap();
    let later = std::time::SystemTime::now() + Duration::from_secs(5);
    let changed = std::fs::File::options().write(true).open(&file).unwrap();
    changed.set_modified(later).unwrap();
    client.send("restart", json!({}));
    let said = client.event("output")["body"]["output"].to_string();
    assert!(said.contains("the file has changed"), "{said}");
    client.ask("disconnect", json!({}));
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn a_port_serves_one_conversation_after_the_other() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = adapter(&["--port", "0"]);
    let mut said = String::new();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    output.read_line(&mut said).unwrap();
    let address = said
        .trim()
        .strip_prefix("listening on ")
        .unwrap()
        .to_string();
    for _ in 0..2 {
        let connection = TcpStream::connect(&address).unwrap();
        let mut client = Client {
            input: connection.try_clone().unwrap(),
            messages: messages(connection),
            seq: 0,
        };
        client.ask("initialize", json!({}));
        client.ask("launch", json!({ "program": endless(folder.path()) }));
        client.ask("configurationDone", json!({}));
        client.send("pause", json!({ "threadId": 1 }));
        assert_eq!(client.event("stopped")["body"]["reason"], "pause");
        client.ask("disconnect", json!({}));
    }
    child.kill().unwrap();
    child.wait().unwrap();
}

/// OpenCL C with arguments and a grid, as `wavetank debug` takes them.
#[test]
fn programs_are_compiled() {
    let has_clang = ["clang-22", "clang"].iter().any(|name| {
        let run = Command::new(name).arg("--version").output();
        run.is_ok_and(|output| output.status.success())
    });
    if !has_clang {
        return;
    }
    let mut child = adapter(&[]);
    let mut client = client(&mut child);
    client.ask("initialize", json!({}));
    let mut wanted = json!({ "program": "corpus/rdna/debug/sums.cl", "options": ["-O1"] });
    let refused = client.ask("launch", wanted.clone());
    assert_eq!(refused["success"], false, "{refused}");
    wanted["args"] = json!([
        "in=f32[68]:arange(68)",
        "out=f32[64]",
        "scale=f32:0.5",
        "n=i32:4"
    ]);
    wanted["global"] = json!([2]);
    wanted["local"] = json!([32]);
    let ready = client.ask("launch", wanted);
    assert_eq!(ready["success"], true, "{ready}");
    let source = json!({ "path": root().join("corpus/rdna/debug/sums.cl") });
    let set = client.ask(
        "setBreakpoints",
        json!({ "source": source, "breakpoints": [{ "line": 18 }] }),
    );
    assert_eq!(set["body"]["breakpoints"][0]["verified"], true, "{set}");
    client.ask("configurationDone", json!({}));
    assert_eq!(client.event("stopped")["body"]["reason"], "breakpoint");
    let frames = client.ask("stackTrace", json!({ "threadId": 1 }));
    assert_eq!(frames["body"]["stackFrames"][0]["line"], 18, "{frames}");
    client.ask("disconnect", json!({}));
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
