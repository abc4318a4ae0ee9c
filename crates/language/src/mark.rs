//! What each word of a text is, told from its tokens: also where a line is wrong or unfinished.

use crate::Reference;
use isa::{Dialect, Lexer, Token, TokenKind};
use kernel::HeaderRole;
use source::Span;
use std::collections::HashMap;
use wavetank::Input;

/// What a word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// The name of an instruction.
    Mnemonic,
    /// A word with a dot that speaks to the assembler.
    Directive,
    /// A register.
    Register,
    /// A place in the code with a name.
    Label,
    /// A place whose name is a number: `1:`, `1b`, `1f`.
    Local,
    /// A name with a value.
    Symbol,
    /// The name of a macro.
    Macro,
    /// What a macro calls what it is given.
    Parameter,
    /// A constant of the header.
    Constant,
    /// An argument of the kernel.
    Argument,
    /// A word after the operands.
    Modifier,
    /// A number.
    Number,
    /// A text in quotes.
    Text,
    /// What is written for people.
    Comment,
    /// What the header sets.
    Key,
    /// `let`, `expect`.
    Keyword,
    /// The type of an argument.
    Type,
    /// A function of the header that makes values.
    Function,
    /// Any other name.
    Word,
}

/// A word and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Where.
    pub span: Span,
    /// What it is.
    pub role: Role,
    /// Whether the name is given here.
    pub defines: bool,
}

pub(crate) fn marks(input: &Input, body: Span, reference: &Reference) -> Vec<Mark> {
    let mut marks = match input.headerless {
        true => Vec::new(),
        false => header(input),
    };
    let dialect = input.arch.dialect();
    let text = input.file.slice(body);
    let mut reader = Reader {
        input,
        base: body.range().start,
        text,
        dialect: &*dialect,
        marks: Vec::new(),
        commented: 0,
    };
    reader.read();
    let first_of_body = marks.len();
    marks.extend(reader.marks);
    resolve(&mut marks, first_of_body, input, reference);
    marks
}

fn header(input: &Input) -> Vec<Mark> {
    let words = kernel::header_marks(&input.file, input.arch.schema());
    let mark = |word: &kernel::HeaderMark| Mark {
        span: word.span,
        role: match word.role {
            HeaderRole::Keyword => Role::Keyword,
            HeaderRole::Constant => Role::Constant,
            HeaderRole::Argument => Role::Argument,
            HeaderRole::Key => Role::Key,
            HeaderRole::Register => Role::Register,
            HeaderRole::Type => Role::Type,
            HeaderRole::Initializer => Role::Function,
            HeaderRole::Number => Role::Number,
            HeaderRole::Text => Role::Text,
            HeaderRole::Word => Role::Word,
        },
        defines: word.defines,
    };
    words.iter().map(mark).collect()
}

/// Names that are given somewhere are what they are given as: a label is one even where an argument
/// in the header has the same name.
fn resolve(marks: &mut [Mark], first_of_body: usize, input: &Input, reference: &Reference) {
    let text = |mark: &Mark| input.file.slice(mark.span);
    let mut given: HashMap<&str, Role> = HashMap::new();
    let (header, body) = marks.split_at(first_of_body);
    for mark in body.iter().chain(header).filter(|mark| mark.defines) {
        given.entry(text(mark)).or_insert(mark.role);
    }
    for mark in marks.iter_mut() {
        let word = text(mark);
        match mark.role {
            Role::Word => match given.get(word) {
                Some(&role) => mark.role = role,
                None if input.arch.is_register(word) => mark.role = Role::Register,
                None if reference.is_modifier(word) => mark.role = Role::Modifier,
                None => {}
            },
            Role::Mnemonic if given.get(word) == Some(&Role::Macro) => mark.role = Role::Macro,
            _ => {}
        }
    }
}

/// How many tokens say for whom an instruction is before it comes: `@p0`, `@!p0`.
pub(crate) fn guard(tokens: &[Token]) -> usize {
    match tokens {
        [at, not, name, ..] if at.is(b'@') && not.is(b'!') && name.kind == TokenKind::Name => 3,
        [at, name, ..] if at.is(b'@') && name.kind == TokenKind::Name => 2,
        _ => 0,
    }
}

struct Reader<'a> {
    input: &'a Input,
    base: usize,
    text: &'a str,
    dialect: &'a dyn Dialect,
    marks: Vec<Mark>,
    /// Up to here the text has been looked through for comments.
    commented: usize,
}

impl Reader<'_> {
    fn read(&mut self) {
        let mut lexer = Lexer::new(self.text, self.dialect.syntax());
        let mut tokens = Vec::new();
        while lexer.statement(&mut tokens) {
            if let Some(end) = self.statement(&tokens) {
                let rest = &self.text[lexer.position()..];
                let lines = rest.split_inclusive('\n');
                let inside = lines.take_while(|line| !line.trim_start().starts_with(end));
                let at = lexer.position() + inside.map(str::len).sum::<usize>();
                self.commented = at;
                lexer.seek(at);
            }
        }
        self.comments(self.text.len());
    }

    fn push(&mut self, range: std::ops::Range<usize>, role: Role, defines: bool) {
        let span = Span::new(self.base + range.start, self.base + range.end);
        self.marks.push(Mark {
            span,
            role,
            defines,
        });
    }

    /// What stands between tokens and is no blank is a comment.
    fn comments(&mut self, until: usize) {
        let Some(gap) = self.text.get(self.commented..until) else {
            return;
        };
        let mut at = self.commented;
        if !gap.trim().is_empty() {
            for line in gap.split_inclusive('\n') {
                let trimmed = line.trim();
                if !trimmed.is_empty() {
                    let start = at + (line.len() - line.trim_start().len());
                    self.push(start..start + trimmed.len(), Role::Comment, false);
                }
                at += line.len();
            }
        }
        self.commented = until;
    }

    /// Marks one statement; gives the end of the block without statements that it opens.
    fn statement(&mut self, tokens: &[Token]) -> Option<&'static str> {
        let mut rest = tokens;
        while let [name, colon, ..] = rest
            && colon.is(b':')
            && !rest.get(2).is_some_and(|next| next.is(b':'))
        {
            let role = match name.kind {
                TokenKind::Name => Role::Label,
                TokenKind::Int(_) => Role::Local,
                _ => break,
            };
            self.comments(name.range().start);
            self.push(name.range(), role, true);
            self.commented = colon.range().end;
            rest = &rest[2..];
        }
        for index in 0..guard(rest) {
            self.operand(rest, index, None);
        }
        let (first, operands) = rest[guard(rest)..].split_first()?;
        self.comments(first.range().start);
        self.commented = first.range().end;
        let word = &self.text[first.range()];
        let mut opens = None;
        let defining = match first.kind {
            TokenKind::Name if operands.first().is_some_and(|it| it.is(b'=')) => {
                self.push(first.range(), Role::Symbol, true);
                None
            }
            TokenKind::Name if word.starts_with('.') => {
                self.push(first.range(), Role::Directive, false);
                opens = self.dialect.raw_block(word);
                match word {
                    ".set" | ".equ" => Some(Role::Symbol),
                    ".macro" => Some(Role::Macro),
                    _ => None,
                }
            }
            TokenKind::Name => {
                self.push(first.range(), Role::Mnemonic, false);
                None
            }
            _ => {
                self.operand(rest, 0, None);
                None
            }
        };
        for index in 0..operands.len() {
            let role = defining.filter(|_| index == 0);
            let role = match defining {
                Some(Role::Macro) if index > 0 => Some(Role::Parameter),
                _ => role,
            };
            self.operand(operands, index, role);
        }
        opens
    }

    fn operand(&mut self, tokens: &[Token], index: usize, defined: Option<Role>) {
        let token = tokens[index];
        let range = token.range();
        self.comments(range.start);
        self.commented = range.end;
        let (role, range) = match token.kind {
            TokenKind::Name => {
                let after = |punct: u8| {
                    let next = tokens.get(index + 1);
                    next.is_some_and(|next| next.is(punct) && next.start == token.end)
                };
                let before = index.checked_sub(1).map(|before| tokens[before]);
                if let Some(role) = defined {
                    self.push(range, role, true);
                    return;
                }
                match before.is_some_and(|it| it.is(b'\\')) {
                    true => (Role::Parameter, range),
                    false
                        if after(b':')
                            && !self.input.arch.is_register(&self.text[range.clone()]) =>
                    {
                        (Role::Modifier, range)
                    }
                    false => (Role::Word, range),
                }
            }
            TokenKind::Constant => (Role::Constant, range.start + 1..range.end),
            TokenKind::Int(_) | TokenKind::Float(_) => (Role::Number, range),
            TokenKind::Local { .. } => (Role::Local, range),
            TokenKind::Str => (Role::Text, range),
            _ => return,
        };
        self.push(range, role, false);
    }
}
