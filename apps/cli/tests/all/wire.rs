//! Messages as editors send and get them: how long it is, an empty line, and JSON.

use serde_json::Value;
use std::io::{BufRead, Result, Write};

pub fn send(to: &mut impl Write, text: &str) -> Result<()> {
    write!(to, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    to.flush()
}

/// The next message, or nothing where no more come.
pub fn receive(from: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if from.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim().strip_prefix("Content-Length: ") {
            Some(number) => length = number.parse().expect("a length"),
            None if line.trim().is_empty() => break,
            None => panic!("unexpected header {line:?}"),
        }
    }
    let mut body = vec![0; length];
    from.read_exact(&mut body).ok()?;
    Some(serde_json::from_slice(&body).expect("JSON"))
}
