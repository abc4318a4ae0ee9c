//! What an editor sees: every file in `corpus/dap` is a list of requests and, after a line of
//! dashes, everything the adapter says to them. `UPDATE=1 cargo test` records them anew.

use crate::wire;
use serde_json::{Value, json};
use std::io::{BufReader, Write};
use std::path::Path;
use std::process::{ChildStdin, ChildStdout, Command, Stdio};

#[test]
fn conversations() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/dap");
    let folder = folder.canonicalize().expect("corpus/dap");
    crate::common::check_sessions(&[folder], converse);
}

/// Sends one request after the other (`COMMAND ARGUMENTS` on a line) and collects the answers.
fn converse(requests: &str, folder: &Path) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_wavetank"))
        .arg("dap")
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut said = String::new();
    for (i, line) in requests.lines().filter(|line| !line.is_empty()).enumerate() {
        let (command, arguments) = line.split_once(' ').unwrap_or((line, "{}"));
        let arguments: Value = serde_json::from_str(arguments).expect(line);
        send(&mut input, i as u64 + 1, command, arguments);
        said += &format!("> {line}\n");
        let moves = matches!(
            command,
            "configurationDone"
                | "continue"
                | "next"
                | "stepIn"
                | "stepOut"
                | "stepBack"
                | "reverseContinue"
                | "restart"
                | "pause"
                | "goto"
                | "terminate"
        );
        let (mut answered, mut stopped, mut failed) = (false, !moves, false);
        while !(answered && stopped) {
            let Some(message) = receive(&mut output) else {
                let _ = child.wait();
                return said + "(the adapter is gone)\n";
            };
            answered |= message["request_seq"] == json!(i + 1);
            // What cannot be started does not stop either.
            failed |= message["success"] == json!(false);
            stopped |= failed;
            let event = message["event"].as_str();
            stopped |= matches!(event, Some("stopped" | "terminated"));
            said += &show(message, folder);
        }
        if command == "launch" && !failed {
            while let Some(message) = receive(&mut output) {
                let done = message["event"] == "initialized";
                said += &show(message, folder);
                if done {
                    break;
                }
            }
        }
    }
    drop(input);
    let status = child.wait().unwrap();
    said + &format!("exit {}\n", status.code().unwrap_or(-1))
}

fn send(input: &mut ChildStdin, seq: u64, command: &str, arguments: Value) {
    let message =
        json!({ "seq": seq, "type": "request", "command": command, "arguments": arguments });
    wire::send(input, &message.to_string()).unwrap();
}

/// The next message. With `DAP_MESSAGES` set, it is also appended to that file, for what checks
/// messages against the protocol's schema.
fn receive(output: &mut BufReader<ChildStdout>) -> Option<Value> {
    let message = wire::receive(output)?;
    if let Some(path) = std::env::var_os("DAP_MESSAGES") {
        let file = std::fs::OpenOptions::new()
            .create(true)
            .append(true)
            .open(path);
        writeln!(file.unwrap(), "{message}").unwrap();
    }
    Some(message)
}

/// One line, without numbers that count messages and without the folder of this checkout.
fn show(message: Value, folder: &Path) -> String {
    let body = match &message["body"] {
        Value::Null => json!({}),
        body => body.clone(),
    };
    let head = match message["event"].as_str() {
        Some(event) => format!("event {event}"),
        None if message["success"] == json!(true) => "ok".into(),
        None => format!("failed: {}", message["message"].as_str().unwrap_or("")),
    };
    let above = folder.parent().unwrap_or(folder).display().to_string();
    let folder = folder.display().to_string();
    let text = format!("{head} {body}\n").replace(&folder, "FOLDER");
    text.replace(&above, "FOLDER/..")
}
