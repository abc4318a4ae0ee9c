//! The names that an instruction can be written with, from the pattern on its page.

use crate::Page;

/// No page has so many; a pattern that has is left as it is.
const MOST: usize = 4096;

impl Page {
    /// Its name as the page has it, with everything that may stand in it, and its other names.
    ///
    /// In a syntax `[.a|.b]` may be left out, one of `.a|.b` or `(a|b)` may not, and what is in capitals
    /// after a dot is listed among the operands.
    pub fn spellings(&self) -> Vec<String> {
        let pattern = self.syntax.split(' ').next().unwrap_or("");
        let mut names = vec![String::new()];
        for part in self.parts(pattern) {
            if names.len() * part.len() > MOST {
                names.clear();
                break;
            }
            let join = |name: &String| {
                let name = name.clone();
                part.iter().map(move |piece| format!("{name}{piece}"))
            };
            names = names.iter().flat_map(join).collect();
        }
        let own = std::iter::once(&self.mnemonic).chain(&self.also).cloned();
        let mut all: Vec<String> = own.chain(names).collect();
        all.sort();
        all.dedup();
        all
    }

    /// What may stand in each part of a pattern.
    fn parts(&self, pattern: &str) -> Vec<Vec<String>> {
        let mut parts = Vec::new();
        let mut rest = pattern;
        while !rest.is_empty() {
            let mut part = Vec::new();
            if let Some((inside, after)) = rest.strip_prefix('[').and_then(|r| r.split_once(']')) {
                part.push(String::new());
                inside
                    .split('|')
                    .for_each(|piece| self.add(piece, &mut part));
                rest = after;
            } else if let Some((inside, after)) =
                rest.strip_prefix('(').and_then(|r| r.split_once(')'))
            {
                part.extend(inside.split('|').map(str::to_string));
                rest = after;
            } else {
                loop {
                    let end = rest
                        .char_indices()
                        .skip(1)
                        .find(|(_, c)| ".[(|".contains(*c));
                    let (piece, after) = rest.split_at(end.map_or(rest.len(), |(at, _)| at));
                    self.add(piece, &mut part);
                    rest = after;
                    let Some(after) = rest.strip_prefix('|') else {
                        break;
                    };
                    rest = after;
                }
            }
            part.sort();
            part.dedup();
            parts.push(part);
        }
        parts
    }

    /// A piece, or what it stands for.
    fn add(&self, piece: &str, part: &mut Vec<String>) {
        let name = piece.strip_prefix('.').unwrap_or("");
        let stands = !name.is_empty() && name.chars().all(|c| c.is_ascii_uppercase());
        let operand = self
            .operands
            .iter()
            .find(|(operand, ..)| stands && operand.eq_ignore_ascii_case(name));
        match operand {
            // What may stand there is said in quotes: one of `.f32`, `.f16`.
            Some((_, what, _)) => {
                let quoted = what.split('`').skip(1).step_by(2);
                part.extend(quoted.map(str::to_string));
            }
            None => part.push(piece.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spellings(syntax: &str, operands: &[(&str, &str)]) -> Vec<String> {
        let page = Page {
            mnemonic: "add".into(),
            syntax: syntax.into(),
            operands: (operands.iter())
                .map(|(name, what)| (name.to_string(), what.to_string(), String::new()))
                .collect(),
            format: "",
            format_doc: "",
            diagram: String::new(),
            doc: String::new(),
            example: String::new(),
            stands_for: None,
            also: vec!["plus".into()],
            forms: Vec::new(),
        };
        page.spellings()
    }

    #[test]
    fn patterns_stand_for_all_their_spellings() {
        assert_eq!(spellings("ADD rd, [rs1]", &[]), ["ADD", "add", "plus"]);
        assert_eq!(
            spellings("add[.sat].s32 rd", &[]),
            ["add", "add.s32", "add.sat.s32", "plus"]
        );
        assert_eq!(
            spellings("add(2|3)e(8|16).v vd", &[]),
            [
                "add",
                "add2e16.v",
                "add2e8.v",
                "add3e16.v",
                "add3e8.v",
                "plus"
            ]
        );
        assert_eq!(
            spellings("add.a|.b[.x|.y].c", &[]),
            [
                "add",
                "add.a.c",
                "add.a.x.c",
                "add.a.y.c",
                "add.b.c",
                "add.b.x.c",
                "add.b.y.c",
                "plus"
            ]
        );
        assert_eq!(
            spellings(
                "add.TYPE[.SIZE] td",
                &[
                    ("type", "one of `.f32`, `.s8`"),
                    ("size", "one of ``, `.x2`")
                ]
            ),
            [
                "add",
                "add.f32",
                "add.f32.x2",
                "add.s8",
                "add.s8.x2",
                "plus"
            ]
        );
    }
}
