//! How messages travel: a header with their length, then JSON.

use serde_json::{Value, json};
use std::io::{self, BufRead, Write};

/// No message of the protocol is longer than this.
const MAX_LENGTH: usize = 64 << 20;

/// No line of a header is longer than this.
const MAX_LINE: u64 = 4096;

/// What came in place of a message.
#[derive(Debug, PartialEq, Eq)]
pub struct Malformed {
    pub why: String,
    /// Where the next message begins is not known.
    pub lost: bool,
}

/// The next message; `None` at the end of the input.
pub fn read(input: &mut impl BufRead) -> Option<Result<Value, Malformed>> {
    let body = match body(input) {
        Ok(None) => return None,
        Ok(Some(body)) => body,
        Err(error) => {
            return Some(Err(Malformed {
                why: match error.kind() {
                    io::ErrorKind::UnexpectedEof => "it ends in the middle".into(),
                    _ => error.to_string(),
                },
                lost: true,
            }));
        }
    };
    let value = serde_json::from_slice(&body);
    Some(value.map_err(|error| Malformed {
        why: error.to_string(),
        lost: false,
    }))
}

fn body(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let bad = |why: &str| io::Error::new(io::ErrorKind::InvalidData, why);
    let mut length = None;
    let mut lines = 0;
    loop {
        let mut line = Vec::new();
        io::Read::take(&mut *input, MAX_LINE).read_until(b'\n', &mut line)?;
        match (line.last(), lines) {
            (None, 0) => return Ok(None),
            (Some(b'\n'), _) => lines += 1,
            (Some(_), _) if line.len() as u64 == MAX_LINE => {
                return Err(bad("a line of its header is too long"));
            }
            _ => return Err(io::ErrorKind::UnexpectedEof.into()),
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim();
        if line.is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().ok();
        }
    }
    let length: usize = length.ok_or_else(|| bad("it has no Content-Length"))?;
    if length > MAX_LENGTH {
        return Err(bad("it is too long"));
    }
    let mut body = vec![0; length];
    input.read_exact(&mut body)?;
    Ok(Some(body))
}

/// Sends messages, each with the next number.
pub struct Sender<W> {
    output: W,
    last: u64,
}

impl<W: Write> Sender<W> {
    pub fn new(output: W) -> Sender<W> {
        Sender { output, last: 0 }
    }

    fn send(&mut self, mut message: Value) -> io::Result<()> {
        self.last += 1;
        message["seq"] = self.last.into();
        let text = message.to_string();
        write!(self.output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
        self.output.flush()
    }

    pub fn event(&mut self, name: &str, body: Value) -> io::Result<()> {
        self.send(json!({ "type": "event", "event": name, "body": body }))
    }

    /// Text for the editor's console, of one of the protocol's kinds.
    pub fn output(&mut self, category: &str, text: &str) -> io::Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        self.event("output", json!({ "category": category, "output": text }))
    }

    /// Says that a message was none. Nothing can be an answer to it.
    pub fn refuse(&mut self, why: &str) -> io::Result<()> {
        let text = format!("wavetank: a message cannot be read: {why}\n");
        self.output("important", &text)
    }

    pub fn respond(&mut self, request: &Value, result: Result<Value, String>) -> io::Result<()> {
        let mut message = json!({
            "type": "response",
            "request_seq": request["seq"],
            "command": request["command"],
            "success": result.is_ok(),
        });
        match result {
            Ok(body) => message["body"] = body,
            Err(why) => {
                message["body"] = json!({ "error": { "id": 1, "format": why } });
                message["message"] = why.into();
            }
        }
        self.send(message)
    }
}

/// Bytes as the protocol writes them.
pub fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let byte = |i: usize| u32::from(chunk.get(i).copied().unwrap_or(0));
        let word = byte(0) << 16 | byte(1) << 8 | byte(2);
        for i in 0..4 {
            let digit = DIGITS[(word >> (18 - 6 * i) & 63) as usize];
            text.push(if i <= chunk.len() { digit.into() } else { '=' });
        }
    }
    text
}

/// The bytes that such a text stands for.
pub fn unbase64(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| {
        Some(match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        })
    };
    if !text.len().is_multiple_of(4) {
        return None;
    }
    let digits = text.trim_end_matches('=');
    if text.len() - digits.len() > 2 {
        return None;
    }
    let mut bytes = Vec::new();
    for chunk in digits.as_bytes().chunks(4) {
        let mut word = 0u32;
        for i in 0..4 {
            let value = chunk.get(i).map_or(Some(0), |&byte| digit(byte))?;
            word = word << 6 | u32::from(value);
        }
        let whole = word.to_be_bytes();
        bytes.extend(&whole[1..chunk.len().max(1)]);
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_padded_to_groups_of_four() {
        for (bytes, text) in [
            (&b""[..], ""),
            (b"M", "TQ=="),
            (b"Ma", "TWE="),
            (b"Man", "TWFu"),
            (b"\xff\xfe\xfd\xfc", "//79/A=="),
        ] {
            assert_eq!(base64(bytes), text);
            assert_eq!(unbase64(text).as_deref(), Some(bytes));
        }
    }

    #[test]
    fn what_is_no_base64_is_refused() {
        for text in [
            "A", "AA", "AAA", "A===", "====", "A-==", "AAAA=", "\u{e9}AA",
        ] {
            assert_eq!(unbase64(text), None, "{text}");
        }
    }

    #[test]
    fn messages_are_read_one_by_one_and_bad_ones_are_errors() {
        let mut input =
            &b"Content-Length: 7\r\nX: y\r\n\r\n{\"a\":1}content-length:2\r\n\r\n{}"[..];
        assert_eq!(read(&mut input), Some(Ok(json!({ "a": 1 }))));
        assert_eq!(read(&mut input), Some(Ok(json!({}))));
        assert_eq!(read(&mut input), None);
        let endless = "x".repeat(10_000);
        for (bad, lost, why) in [
            ("\r\n", true, "no Content-Length"),
            ("Content-Length: 99999999999\r\n\r\n", true, "too long"),
            ("Content-Length: 9\r\n\r\n{", true, "ends in the middle"),
            ("Content-Le", true, "ends in the middle"),
            (endless.as_str(), true, "too long"),
            ("Content-Length: 2\r\n\r\n{]", false, "key must be a string"),
        ] {
            let said = read(&mut bad.as_bytes()).expect("something").unwrap_err();
            assert_eq!(said.lost, lost, "{bad:?}");
            assert!(said.why.contains(why), "{bad:?}: {}", said.why);
        }
    }
}
