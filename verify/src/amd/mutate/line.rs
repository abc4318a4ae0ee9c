//! A line of assembly, taken apart and put together again.

/// An instruction in pieces.
#[derive(Clone)]
pub struct SplitLine {
    pub name: String,
    pub operands: Vec<String>,
    pub modifiers: Vec<String>,
}

/// Splits at a separator that is not inside brackets.
fn split(text: &str, separator: char) -> Vec<String> {
    let (mut parts, mut depth, mut start) = (vec![], 0, 0);
    for (at, letter) in text.char_indices() {
        match letter {
            '[' | '(' | '{' => depth += 1,
            ']' | ')' | '}' => depth -= 1,
            letter if letter == separator && depth == 0 => {
                parts.push(text[start..at].trim().to_string());
                start = at + letter.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(text[start..].trim().to_string());
    parts.retain(|part| !part.is_empty());
    parts
}

impl SplitLine {
    pub fn parse(text: &str) -> SplitLine {
        let (name, rest) = text.split_once(' ').unwrap_or((text, ""));
        let mut operands = split(rest, ',');
        let mut modifiers = vec![];
        // What follows the last operand after a blank are modifiers.
        if let Some(last) = operands.pop() {
            let mut words = split(&last, ' ').into_iter();
            operands.extend(words.next());
            modifiers.extend(words);
        }
        SplitLine {
            name: name.to_string(),
            operands,
            modifiers,
        }
    }

    pub fn text(&self) -> String {
        let mut text = format!("{} {}", self.name, self.operands.join(", "));
        for modifier in &self.modifiers {
            text.push(' ');
            text.push_str(modifier);
        }
        text
    }

    pub fn base_name(&self) -> &str {
        ["_e64_dpp", "_e64", "_e32", "_dpp"]
            .iter()
            .find_map(|suffix| self.name.strip_suffix(suffix))
            .unwrap_or(&self.name)
    }
}
