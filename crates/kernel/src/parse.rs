//! The header as a whole: which statements there are, and what they mean together.
//!
//! Statements may stand in any order, but for `let`, which sees the constants above it. Every
//! statement is read even when others are wrong, so that all errors come out at once.

use std::collections::BTreeMap;
use std::ops::Range;

use source::{Diagnostic, Diagnostics, SourceFile, Span};

use crate::argument::{self, DEFAULT_SEED, Declared, Room, note};
use crate::expr::{self, Expr, Leaf};
use crate::keys::Settings;
use crate::model::Bound;
use crate::scope::{Failure, NUMBER_NAMES, Scope};
use crate::statement::{self, Cursor, Init, Statement, TypeRef, Word};
use crate::{
    Binding, BindingSymbol, Bindings, Constant, Expect, Files, KernelFile, Options, Schema,
    Texture, lex,
};

/// The assembly below the header, where a header can be told apart from it.
pub fn body_span(file: &SourceFile) -> Option<Span> {
    find_header(file).ok().map(|header| header.body)
}

/// Reads the header of `file`. The assembly below it is left alone; [`KernelFile::body`] says
/// where it is.
pub fn parse(
    file: &SourceFile,
    schema: &Schema,
    options: &Options,
    files: &dyn Files,
) -> Result<KernelFile, Vec<Diagnostic>> {
    let header = find_header(file).map_err(|problem| vec![problem])?;
    let mut problems = Diagnostics::new();
    let statements = Statements::collect(file, header.statements, &mut problems);

    let arguments = statements
        .arguments
        .iter()
        .map(|(name, ..)| name.text)
        .collect();
    let mut scope = Scope {
        arguments,
        ..Scope::default()
    };
    statements.constants(&mut scope, options, &mut problems);
    statements.unique_names(&mut problems);

    let settings = Settings::read(&statements.settings, schema, &scope, &mut problems);
    let seed = options.seed.or(settings.seed).unwrap_or(DEFAULT_SEED);

    // All sizes are known before the first byte is allocated.
    let mut room = Room::new(&scope, schema.textures, options);
    let declared: Vec<Option<Declared>> = statements
        .arguments
        .iter()
        .map(|(name, ty, _)| room.declare(*name, ty, &mut problems))
        .collect();

    let mut args = vec![];
    let mut textures = vec![];
    for (declared, (_, _, init)) in declared.iter().zip(&statements.arguments) {
        let Some(declared) = declared else { continue };
        let Some(arg) = argument::fill(declared, init.as_ref(), &scope, seed, files, &mut problems)
        else {
            continue;
        };
        if declared.is_texture {
            let args_before = args.len();
            textures.push(Texture {
                name: arg.name,
                span: arg.span,
                array: arg.array,
                args_before,
            });
        } else {
            args.push(arg);
        }
    }

    let declared = Names {
        all: &statements.arguments,
        declared: &declared,
    };
    let expects = declared.expects(&statements.expects, &scope, seed, files, &mut problems);
    let bindings = settings
        .bindings
        .iter()
        .filter_map(|(register, name, value)| {
            let rules = schema.bindings.as_ref()?;
            let expr = declared.binding(value.clone(), rules, &scope);
            Some(Binding {
                register: *register,
                span: name.span,
                expr: note(expr, &mut problems)?,
            })
        });
    let bindings = bindings.collect();

    if problems.has_errors() {
        return Err(problems.into_sorted());
    }
    Ok(KernelFile {
        args,
        textures,
        bindings,
        keys: settings.keys,
        launch: settings.launch,
        wave: settings.wave,
        wave_span: settings.wave_span,
        resident: settings.resident,
        seed,
        tol: settings.tol,
        expects,
        constants: scope.known(),
        body: header.body,
    })
}

/// The constants of a header that may be wrong elsewhere: those whose `let` can be understood. What
/// is wrong is left for [`parse`].
pub fn constants(file: &SourceFile, options: &Options) -> BTreeMap<String, Constant> {
    let Ok(header) = find_header(file) else {
        return BTreeMap::new();
    };
    let mut ignored = Diagnostics::new();
    let statements = Statements::collect(file, header.statements, &mut ignored);
    let mut scope = Scope::default();
    statements.constants(&mut scope, options, &mut ignored);
    scope.known()
}

/// Where the header and the assembly are.
pub(crate) struct Header {
    /// The lines between the two `---`, numbered from one; `None` where there is no header.
    pub statements: Option<Range<u32>>,
    pub body: Span,
}

pub(crate) fn find_header(file: &SourceFile) -> Result<Header, Diagnostic> {
    let lines = 1..=file.line_count() as u32;
    let content = |number: u32| {
        let line = file.line(number).trim_start_matches('\u{feff}').trim();
        let end = line.find(['#', ';']).unwrap_or(line.len());
        line[..end].trim_end()
    };
    let is_comment = |line: &str| line.is_empty() || line.starts_with("//");
    let is_fence = |&number: &u32| content(number) == "---";
    let all = Span::new(0, file.text().len());

    let mut fences = lines.clone().filter(is_fence);
    let Some(open) = fences.next() else {
        return Ok(Header {
            statements: None,
            body: all,
        });
    };
    if let Some(before) = lines.clone().find(|&number| !is_comment(content(number)))
        && before < open
    {
        return Err(
            Diagnostic::error("misplaced-header", "there is text above the header")
                .label(file.line_span(before), "the header must come first")
                .label(file.line_span(open), "the header begins here"),
        );
    }
    let Some(close) = fences.next() else {
        return Err(
            Diagnostic::error("unclosed-header", "the header has no end")
                .label(file.line_span(open), "begins here")
                .help("a line `---` ends the header; the assembly follows below it"),
        );
    };
    let body = file.line_span(close).end as usize;
    Ok(Header {
        statements: Some(open + 1..close),
        body: Span::new(body, file.text().len()),
    })
}

/// More than any kernel has. Names are looked up in lists, which must stay short.
const MAX_STATEMENTS: usize = 2048;

/// The statements of a header by kind, each in header order.
#[derive(Default)]
struct Statements<'a> {
    lets: Vec<(Word<'a>, Expr<Leaf<'a>>)>,
    arguments: Vec<(Word<'a>, TypeRef<'a>, Option<Init<'a>>)>,
    expects: Vec<(Word<'a>, Init<'a>)>,
    settings: Vec<(Word<'a>, Cursor<'a>)>,
}

impl<'a> Statements<'a> {
    fn collect(
        file: &'a SourceFile,
        lines: Option<Range<u32>>,
        problems: &mut Diagnostics,
    ) -> Statements<'a> {
        let mut all = Statements::default();
        let lines = lines.unwrap_or(0..0);
        let first = lines.start;
        for (count, line) in lex::lines(file, lines, problems).into_iter().enumerate() {
            if count == MAX_STATEMENTS {
                let message = format!("the header has more than {MAX_STATEMENTS} statements");
                let begin = file.line_span(first);
                problems.push(Diagnostic::error("limit", message).label(begin, "it begins here"));
                break;
            }
            match problems.take(statement::statement(line)) {
                Some(Statement::Let { name, value }) => all.lets.push((name, value)),
                Some(Statement::Argument { name, ty, init }) => {
                    all.arguments.push((name, ty, init));
                }
                Some(Statement::Expect { name, init }) => all.expects.push((name, init)),
                Some(Statement::Assign { name, value }) => all.settings.push((name, value)),
                None => {}
            }
        }
        all
    }

    /// Defines every constant, with what the command line says instead.
    fn constants(&self, scope: &mut Scope<'a>, options: &Options, problems: &mut Diagnostics) {
        for (name, value) in &self.lets {
            if NUMBER_NAMES.contains(&name.text) {
                let message = format!("`{}` is a number already", name.text);
                problems.push(
                    Diagnostic::error("duplicate-name", message).label(name.span, "reserved"),
                );
                continue;
            }
            if scope.constants.contains_key(name.text) {
                continue;
            }
            let given = options.set.iter().rev().find(|(set, _)| set == name.text);
            let value = match given {
                // What the header has as a float stays one, so that `S / 2` stays a half of it.
                Some((_, given)) => Some(match scope.eval(value) {
                    Ok(Constant::Float(_)) => Constant::Float(given.as_f64()),
                    _ => *given,
                }),
                None => {
                    let result = scope.eval(value).map_err(|failure| {
                        self.defined_later(value, scope)
                            .map_or(failure, Failure::from)
                    });
                    note(result, problems)
                }
            };
            scope.constants.insert(name.text, value);
        }
        for (name, _) in &options.set {
            if !scope.constants.contains_key(name.as_str()) {
                problems.push(unknown_set(name, scope));
            }
        }
    }

    /// The error for a `let` that uses a constant which is defined only below it.
    fn defined_later(&self, value: &Expr<Leaf<'a>>, scope: &Scope<'a>) -> Option<Diagnostic> {
        let mut found = None;
        let _ = value.eval(|leaf, span| {
            if let Leaf::Name(used) = leaf
                && !scope.constants.contains_key(used)
                && let Some((word, _)) = self.lets.iter().find(|(word, _)| word.text == used)
                && found.is_none()
            {
                let message = format!("`{used}` is used before it is defined");
                found = Some(
                    Diagnostic::error("unknown-constant", message)
                        .label(span, "not defined yet")
                        .label(word.span, "defined here")
                        .help("a constant can use those above it"),
                );
            }
            Ok::<_, expr::EvalError>(Constant::Float(1.0))
        });
        found
    }

    /// Constants and arguments share their names: `N` must mean one thing.
    fn unique_names(&self, problems: &mut Diagnostics) {
        let lets = self.lets.iter().map(|(name, _)| name);
        let arguments = self.arguments.iter().map(|(name, ..)| name);
        let mut names: Vec<Word> = lets.chain(arguments).copied().collect();
        names.sort_by_key(|name| name.span.start);
        report_duplicates(names, "duplicate-name", "is defined twice", problems);
        let expects = self.expects.iter().map(|(name, _)| *name).collect();
        report_duplicates(
            expects,
            "duplicate-expect",
            "has two expectations",
            problems,
        );
    }
}

/// One error for every word that stood before; the words come in header order.
pub(crate) fn report_duplicates(
    words: Vec<Word>,
    code: &'static str,
    what: &str,
    problems: &mut Diagnostics,
) {
    let mut seen = BTreeMap::new();
    for word in words {
        match seen.get(word.text) {
            None => {
                seen.insert(word.text, word.span);
            }
            Some(&first) => problems.push(
                Diagnostic::error(code, format!("`{}` {what}", word.text))
                    .label(word.span, "the second time")
                    .label(first, "the first time"),
            ),
        }
    }
}

/// Names in a sentence, unless there are more than it can hold.
fn a_few(names: &[&str]) -> String {
    const FEW: usize = 16;
    let list = names[..names.len().min(FEW)].join(", ");
    match names.len().saturating_sub(FEW) {
        0 => list,
        more => format!("{list} and {more} more"),
    }
}

fn unknown_set(name: &str, scope: &Scope) -> Diagnostic {
    let known: Vec<&str> = scope.constants.keys().copied().collect();
    let list = match known[..] {
        [] => "the header defines none; `let N = ...` would".to_string(),
        _ => format!("the constants are {}", a_few(&known)),
    };
    Diagnostic::error(
        "unknown-constant",
        format!("`--set {name}`: there is no such constant"),
    )
    .maybe_help(source::did_you_mean(name, known))
    .help(list)
}

/// Arguments and textures by name.
struct Names<'n, 'a> {
    all: &'n [(Word<'a>, TypeRef<'a>, Option<Init<'a>>)],
    /// `None` where the declaration has an error of its own.
    declared: &'n [Option<Declared<'a>>],
}

impl<'a> Names<'_, 'a> {
    fn position(&self, name: &str) -> Option<usize> {
        self.all.iter().position(|(word, ..)| word.text == name)
    }

    /// What `name` stands for, counted among its kind.
    fn find(&self, name: Word) -> Result<(BindingSymbol, &Declared<'a>), Failure> {
        let Some(at) = self.position(name.text) else {
            let known: Vec<&str> = self.all.iter().map(|(word, ..)| word.text).collect();
            let list = match known[..] {
                [] => "the header declares no arguments".to_string(),
                _ => format!("the arguments are {}", a_few(&known)),
            };
            let message = format!("there is no argument `{}`", name.text);
            return Err(Diagnostic::error("unknown-argument", message)
                .label(name.span, "not declared")
                .maybe_help(source::did_you_mean(name.text, known))
                .help(list)
                .into());
        };
        let declared = self.declared[at].as_ref().ok_or(Failure::REPORTED)?;
        let before = self.declared[..at].iter().flatten();
        let index = before
            .filter(|it| it.is_texture == declared.is_texture)
            .count();
        let symbol = if declared.is_texture {
            BindingSymbol::Texture(index)
        } else {
            BindingSymbol::Arg(index)
        };
        Ok((symbol, declared))
    }

    fn expects(
        &self,
        expects: &[(Word<'a>, Init<'a>)],
        scope: &Scope<'a>,
        seed: u64,
        files: &dyn Files,
        problems: &mut Diagnostics,
    ) -> Vec<Expect> {
        let mut found = vec![];
        for (i, (name, init)) in expects.iter().enumerate() {
            // A second expectation for the same name has been reported, and takes no memory.
            if expects[..i]
                .iter()
                .any(|(other, _)| other.text == name.text)
            {
                continue;
            }
            match self.find(*name) {
                Ok((BindingSymbol::Arg(arg), declared)) => {
                    let expected =
                        argument::array(declared, Some(init), scope, seed, files, problems);
                    let span = name.span.to(init.span);
                    found.extend(expected.map(|expected| Expect {
                        arg,
                        expected,
                        span,
                    }));
                }
                Ok(_) => problems.push(
                    Diagnostic::error("unknown-argument", "a texture never changes")
                        .label(name.span, "expected the name of an array"),
                ),
                Err(failure) => failure.report(problems),
            }
        }
        found
    }

    /// The expression of a register, with everything in it looked up.
    fn binding(
        &self,
        mut value: Cursor<'a>,
        rules: &Bindings,
        scope: &Scope<'a>,
    ) -> Result<Expr<Bound>, Failure> {
        let expr = expr::parse(&mut value)?;
        value.done()?;
        expr.map(|leaf, span| match leaf {
            Leaf::Address(text) => Ok(Bound::Symbol(self.find(Word { text, span })?.0)),
            Leaf::Name(name) if !scope.constants.contains_key(name) => {
                if let Some(index) = rules.variables.iter().position(|known| *known == name) {
                    return Ok(Bound::Symbol(BindingSymbol::Variable(index)));
                }
                if NUMBER_NAMES.contains(&name) {
                    return Ok(Bound::Value(scope.leaf(leaf, span)?));
                }
                let known = rules
                    .variables
                    .iter()
                    .copied()
                    .chain(scope.constants.keys().copied());
                let address = self
                    .position(name)
                    .map(|_| format!("the address of an argument is written `&{name}`"));
                let message = format!("there is no variable or constant `{name}`");
                Err(Diagnostic::error("unknown-constant", message)
                    .label(span, "not defined")
                    .maybe_help(address.or(source::did_you_mean(name, known)))
                    .help(format!("the variables are {}", rules.variables.join(", ")))
                    .into())
            }
            _ => Ok(Bound::Value(scope.leaf(leaf, span)?)),
        })
    }
}
