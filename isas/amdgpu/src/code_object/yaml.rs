//! The part of YAML that compilers and people write metadata in: mappings and sequences by
//! indentation or in brackets, plain and quoted scalars. Time and depth are bounded, whatever the
//! text is: every character is looked at a fixed number of times, and nesting ends at
//! [`MAX_DEPTH`].

use serde_json::{Map, Value};

/// Metadata of kernels nests five deep.
const MAX_DEPTH: u32 = 32;

/// A text as data. What is wrong comes with its line.
pub(crate) fn parse(text: &str) -> Result<Value, String> {
    let mut lines = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let content = line.trim_start_matches(' ');
        let indent = line.len() - content.len();
        let content = content.trim_end();
        let is_marker = indent == 0 && matches!(content, "---" | "...");
        if content.is_empty() || content.starts_with('#') || is_marker {
            continue;
        }
        if content.starts_with('\t') {
            return Err(at(number + 1, "a tab cannot indent"));
        }
        lines.push(YamlLine {
            indent,
            content,
            number: number + 1,
        });
    }
    let mut reader = Reader {
        lines: &mut lines,
        at: 0,
    };
    let Some(first) = reader.peek() else {
        return Ok(Value::Null);
    };
    let value = reader.block(first.indent, 0)?;
    match reader.peek() {
        None => Ok(value),
        Some(line) => Err(line.wrong("it is not indented as what is above it")),
    }
}

fn at(number: usize, why: &str) -> String {
    format!("line {number} of it: {why}")
}

#[derive(Clone, Copy)]
struct YamlLine<'a> {
    indent: usize,
    content: &'a str,
    number: usize,
}

impl YamlLine<'_> {
    fn wrong(&self, why: &str) -> String {
        at(self.number, why)
    }

    fn is_item(&self) -> bool {
        self.content == "-" || self.content.starts_with("- ")
    }
}

struct Reader<'l, 'a> {
    lines: &'l mut [YamlLine<'a>],
    at: usize,
}

impl<'a> Reader<'_, 'a> {
    fn peek(&self) -> Option<YamlLine<'a>> {
        self.lines.get(self.at).copied()
    }

    /// What stands at this indentation.
    fn block(&mut self, indent: usize, depth: u32) -> Result<Value, String> {
        let Some(line) = self.peek() else {
            return Ok(Value::Null);
        };
        if depth > MAX_DEPTH {
            return Err(line.wrong("it is nested too deep"));
        }
        if line.is_item() {
            self.sequence(indent, depth)
        } else if split_key(line.content).is_some() {
            self.mapping(indent, depth)
        } else {
            self.at += 1;
            self.inline(line, line.content, indent, depth)
        }
    }

    fn sequence(&mut self, indent: usize, depth: u32) -> Result<Value, String> {
        let mut items = Vec::new();
        while let Some(line) = self
            .peek()
            .filter(|line| line.indent == indent && line.is_item())
        {
            let rest = line.content[1..].trim_start();
            if rest.is_empty() || rest.starts_with('#') {
                self.at += 1;
                items.push(self.nested(indent + 1, depth)?);
                continue;
            }
            // What follows the dash is as if it stood alone, so far to the right.
            let column = indent + line.content.len() - rest.len();
            self.lines[self.at] = YamlLine {
                indent: column,
                content: rest,
                number: line.number,
            };
            items.push(self.block(column, depth + 1)?);
        }
        Ok(Value::Array(items))
    }

    fn mapping(&mut self, indent: usize, depth: u32) -> Result<Value, String> {
        let mut map = Map::new();
        while let Some(line) = self
            .peek()
            .filter(|line| line.indent == indent && !line.is_item())
        {
            let Some((key, rest)) = split_key(line.content) else {
                return Err(line.wrong("expected `key: value`"));
            };
            self.at += 1;
            let key = match scalar(key).map_err(|why| line.wrong(&why))? {
                Value::String(key) => key,
                other => other.to_string(),
            };
            let value = match rest.is_empty() || rest.starts_with('#') {
                false => self.inline(line, rest, indent, depth)?,
                // The items of a sequence may stand under its key.
                true => match self.peek() {
                    Some(next) if next.indent == indent && next.is_item() => {
                        self.sequence(indent, depth + 1)?
                    }
                    _ => self.nested(indent + 1, depth)?,
                },
            };
            if map.insert(key.clone(), value).is_some() {
                return Err(line.wrong(&format!("`{key}` is there twice")));
            }
        }
        Ok(Value::Object(map))
    }

    /// What is indented by at least so much, if anything is.
    fn nested(&mut self, least: usize, depth: u32) -> Result<Value, String> {
        match self.peek() {
            Some(line) if line.indent >= least => self.block(line.indent, depth + 1),
            _ => Ok(Value::Null),
        }
    }

    /// A value that begins on the line of its key.
    fn inline(
        &mut self,
        line: YamlLine<'a>,
        text: &str,
        indent: usize,
        depth: u32,
    ) -> Result<Value, String> {
        let wrong = |why: String| line.wrong(&why);
        if text.starts_with(['|', '>']) {
            let mut parts = Vec::new();
            while let Some(next) = self.peek().filter(|next| next.indent > indent) {
                parts.push(next.content);
                self.at += 1;
            }
            return Ok(Value::String(parts.join("\n")));
        }
        if !text.starts_with(['[', '{']) {
            return scalar(text).map_err(wrong);
        }
        // Brackets may close on a later line.
        let mut all = text.to_string();
        let mut open = Brackets::default();
        open.count(text).map_err(wrong)?;
        while open.depth > 0 {
            let Some(next) = self.peek() else {
                return Err(line.wrong("a bracket is not closed"));
            };
            open.count(next.content).map_err(wrong)?;
            all.push(' ');
            all.push_str(next.content);
            self.at += 1;
        }
        let mut flow = Flow { rest: &all };
        let value = flow.value(depth).map_err(wrong)?;
        match flow.rest.trim_start() {
            rest if rest.is_empty() || rest.starts_with('#') => Ok(value),
            rest => Err(wrong(format!("`{rest}` follows the closing bracket"))),
        }
    }
}

/// How many brackets are open, outside quotes.
#[derive(Default)]
struct Brackets {
    depth: u32,
    quote: Option<char>,
}

impl Brackets {
    fn count(&mut self, text: &str) -> Result<(), String> {
        for c in text.chars() {
            match (self.quote, c) {
                (Some(quote), c) if c == quote => self.quote = None,
                (None, '\'' | '"') => self.quote = Some(c),
                (None, '[' | '{') => self.depth += 1,
                (None, ']' | '}') => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
            if self.depth > MAX_DEPTH {
                return Err("it is nested too deep".into());
            }
        }
        Ok(())
    }
}

/// What stands in brackets.
struct Flow<'a> {
    rest: &'a str,
}

impl Flow<'_> {
    fn eat(&mut self, c: char) -> bool {
        self.rest = self.rest.trim_start();
        let rest = self.rest.strip_prefix(c);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn value(&mut self, depth: u32) -> Result<Value, String> {
        if depth > MAX_DEPTH {
            return Err("it is nested too deep".into());
        }
        if self.eat('[') {
            let mut items = Vec::new();
            while !self.eat(']') {
                items.push(self.value(depth + 1)?);
                self.separator(']')?;
            }
            return Ok(Value::Array(items));
        }
        if self.eat('{') {
            let mut map = Map::new();
            while !self.eat('}') {
                let key = match self.scalar(true)? {
                    Value::String(key) => key,
                    other => other.to_string(),
                };
                if !self.eat(':') {
                    return Err(format!("expected `:` after `{key}`"));
                }
                map.insert(key, self.value(depth + 1)?);
                self.separator('}')?;
            }
            return Ok(Value::Object(map));
        }
        self.scalar(false)
    }

    fn separator(&mut self, close: char) -> Result<(), String> {
        let more = self.eat(',');
        match more || self.rest.trim_start().starts_with(close) {
            true => Ok(()),
            false => Err(format!("expected `,` or `{close}`")),
        }
    }

    fn scalar(&mut self, is_key: bool) -> Result<Value, String> {
        self.rest = self.rest.trim_start();
        let end = match self.rest.chars().next() {
            Some('\'' | '"') => quoted_end(self.rest)?,
            _ => {
                let ends = |c: char| ",[]{}".contains(c) || is_key && c == ':';
                self.rest.find(ends).unwrap_or(self.rest.len())
            }
        };
        let (text, rest) = self.rest.split_at(end);
        if text.trim().is_empty() {
            return Err("a value is missing".into());
        }
        self.rest = rest;
        scalar(text)
    }
}

/// Where a quoted text at the start ends, behind its quote.
fn quoted_end(text: &str) -> Result<usize, String> {
    let bytes = text.as_bytes();
    let quote = bytes[0];
    let mut at = 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if quote == b'"' => at += 1,
            byte if byte == quote && quote == b'\'' && bytes.get(at + 1) == Some(&quote) => at += 1,
            byte if byte == quote => return Ok(at + 1),
            _ => {}
        }
        at += 1;
    }
    Err("a quoted text does not end on its line".into())
}

/// `key: value`, or `key:`; the colon of a key has a space or nothing behind it.
fn split_key(content: &str) -> Option<(&str, &str)> {
    let from = match content.chars().next()? {
        '\'' | '"' => quoted_end(content).ok()?,
        '[' | '{' | '#' => return None,
        _ => 0,
    };
    let colons = content[from..].match_indices(':').map(|(at, _)| from + at);
    let mut ends = colons.filter(|&at| {
        let next = content.as_bytes().get(at + 1);
        next.is_none_or(|&next| next == b' ' || next == b'\t')
    });
    let at = ends.next()?;
    Some((content[..at].trim_end(), content[at + 1..].trim_start()))
}

/// One value on one line, perhaps with a comment behind it.
fn scalar(text: &str) -> Result<Value, String> {
    let text = text.trim();
    if text.starts_with(['\'', '"']) {
        let end = quoted_end(text)?;
        let rest = text[end..].trim_start();
        if !rest.is_empty() && !rest.starts_with('#') {
            return Err(format!("`{rest}` follows a quoted text"));
        }
        let inside = &text[1..end - 1];
        return Ok(Value::String(match text.starts_with('\'') {
            true => inside.replace("''", "'"),
            false => unescape(inside),
        }));
    }
    let text = text.split(" #").next().unwrap_or("").trim_end();
    let hex = text.strip_prefix("0x");
    let number = match hex {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    };
    Ok(match (number, text.parse::<i64>()) {
        (Some(number), _) => number.into(),
        (None, Ok(number)) => number.into(),
        _ => match text {
            "true" => true.into(),
            "false" => false.into(),
            "" | "~" | "null" => Value::Null,
            _ => text.into(),
        },
    })
}

/// The escapes of double quotes that occur in names; others stay as they are.
fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        match chars.next() {
            Some('n') => out.push('\n'),
            Some('t') => out.push('\t'),
            Some('0') => out.push('\0'),
            Some(other @ ('"' | '\\' | '/')) => out.push(other),
            Some(other) => out.extend(['\\', other]),
            None => out.push('\\'),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_compilers_and_people_write() {
        for (text, expected) in [
            ("", Value::Null),
            (
                "a: 1\nb: 0x10\nc: -3\n",
                json!({ "a": 1, "b": 16, "c": -3 }),
            ),
            ("k:\n- 1\n- 2\n", json!({ "k": [1, 2] })),
            (
                "k:\n  - .x: 1\n    .y: z\n  - .x: 2\n",
                json!({ "k": [{ ".x": 1, ".y": "z" }, { ".x": 2 }] }),
            ),
            ("- - 1\n  - 2\n- 3", json!([[1, 2], 3])),
            (
                "k: []\nl: {}\nm: [1, 'a, b', {x: 2}]",
                json!({ "k": [], "l": {}, "m": [1, "a, b", { "x": 2 }] }),
            ),
            ("k: [1,\n  2]\nl: 3", json!({ "k": [1, 2], "l": 3 })),
            (
                "n: 'it''s' # a comment\nm: \"a\\\"b\\n\"",
                json!({ "n": "it's", "m": "a\"b\n" }),
            ),
            (
                "t: 'float*'\nu: float*\nv: a:b",
                json!({ "t": "float*", "u": "float*", "v": "a:b" }),
            ),
            (
                "---\nt: amdgcn-amd-amdhsa--gfx1100\n...\n",
                json!({ "t": "amdgcn-amd-amdhsa--gfx1100" }),
            ),
            (
                "p: |\n  one\n  two\nq:",
                json!({ "p": "one\ntwo", "q": null }),
            ),
        ] {
            assert_eq!(parse(text).as_ref(), Ok(&expected), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_has_its_line() {
        for (text, expected) in [
            (
                "a: 1\n  b: 2",
                "line 2 of it: it is not indented as what is above it",
            ),
            ("a: 1\na: 2", "line 2 of it: `a` is there twice"),
            ("a: [1", "line 1 of it: a bracket is not closed"),
            (
                "a: 'x",
                "line 1 of it: a quoted text does not end on its line",
            ),
            ("a:\n\tb: 1", "line 2 of it: a tab cannot indent"),
            ("a: 1\nb", "line 2 of it: expected `key: value`"),
            ("a: [1 2]b", "line 1 of it: `b` follows the closing bracket"),
        ] {
            assert_eq!(parse(text).unwrap_err(), expected, "{text}");
        }
    }

    #[test]
    fn depth_is_bounded() {
        for deep in ["[", "- ", "{a: "] {
            let text = deep.repeat(40_000);
            assert!(
                parse(&text).unwrap_err().contains("nested too deep"),
                "{deep}"
            );
        }
        let stairs: String = (0..1000).map(|i| " ".repeat(i) + "a:\n").collect();
        assert!(parse(&stairs).unwrap_err().contains("nested too deep"));
    }
}
