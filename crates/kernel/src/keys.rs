//! `key = value`: the launch, the keys of every header, and those of one ISA.

use source::{Diagnostic, Diagnostics, Span};

use crate::argument::note;
use crate::expr::{self, Expr, Leaf};
use crate::isa::read_isa;
use crate::lex::{Kind, Token};
use crate::parse::report_duplicates;
use crate::scope::{Failure, Scope};
use crate::statement::{Cursor, Word, list};
use crate::{Constant, Key, KeyEntry, KeyKind, KeyValue, Launch, Schema};

/// What every header may set: the key, how its value is written, and what it means.
pub const COMMON_KEYS: [(&str, &str, &str); 7] = [
    (
        "isa",
        "NAME",
        "the instruction set, where it is not the file's extension",
    ),
    (
        "local",
        "X[, Y[, Z]]",
        "threads per workgroup; 1 without it",
    ),
    ("global", "X[, Y[, Z]]", "workgroups; 1 without it"),
    (
        "wave",
        "N",
        "lanes per wave: one of the sizes that the instruction set has",
    ),
    (
        "resident",
        "N",
        "workgroups that the device has room for at a time, so that one may wait for another; without it 256, or as many as the modelled chip holds if that is more, or the compute units of a run that counts cycles. `--resident` counts more",
    ),
    (
        "seed",
        "N",
        "of `rand` and `randn`; 1 without it. `--seed` counts more",
    ),
    (
        "tol",
        "NUMBER",
        "how far results may be from what is expected: this much, plus this much of the expected value. Without it, not at all",
    ),
];

/// Their names.
pub(crate) fn common_names() -> impl Iterator<Item = &'static str> {
    COMMON_KEYS.iter().map(|(name, ..)| *name)
}

/// Everything that is set with an equals sign.
pub(crate) struct Settings<'a> {
    pub launch: Launch,
    pub wave: u32,
    pub wave_span: Option<Span>,
    pub resident: Option<u32>,
    pub seed: Option<u64>,
    pub tol: Option<f64>,
    pub keys: Vec<KeyEntry>,
    /// Register, its name, and its expression still to be read: it may use any argument.
    pub bindings: Vec<(u32, Word<'a>, Cursor<'a>)>,
}

impl<'a> Settings<'a> {
    pub(crate) fn read(
        settings: &[(Word<'a>, Cursor<'a>)],
        schema: &Schema,
        scope: &Scope<'a>,
        problems: &mut Diagnostics,
    ) -> Settings<'a> {
        let words = settings.iter().map(|(name, _)| *name).collect();
        report_duplicates(words, "duplicate-key", "is set twice", problems);
        let mut all = Settings {
            launch: Launch::default(),
            wave: schema.default_wave,
            wave_span: None,
            resident: None,
            seed: None,
            tol: None,
            keys: vec![],
            bindings: vec![],
        };
        for (name, value) in settings {
            note(all.set(*name, value.clone(), schema, scope), problems);
        }
        all
    }

    fn set(
        &mut self,
        name: Word<'a>,
        mut value: Cursor<'a>,
        schema: &Schema,
        scope: &Scope<'a>,
    ) -> Result<(), Failure> {
        match name.text {
            "isa" => {
                read_isa(value)?;
            }
            "local" => {
                let (sizes, dims, span) =
                    sizes(value, "a workgroup size", schema.max_workgroup, scope)?;
                check_product(sizes, schema.max_workgroup, "threads per workgroup", span)?;
                (self.launch.local, self.launch.local_dims) = (sizes, dims);
            }
            "global" => {
                let (sizes, dims, span) =
                    sizes(value, "a number of workgroups", u32::MAX.into(), scope)?;
                check_product(sizes, u32::MAX.into(), "workgroups", span)?;
                (self.launch.global, self.launch.global_dims) = (sizes, dims);
            }
            "wave" => {
                let (n, span) = integer(&mut value, "the wave size", scope)?;
                let size = schema
                    .wave_sizes
                    .iter()
                    .find(|&&size| i128::from(size) == n);
                self.wave = *size.ok_or_else(|| {
                    let sizes: Vec<String> = schema.wave_sizes.iter().map(u32::to_string).collect();
                    let sizes = sizes.join(" or ");
                    Diagnostic::error("out-of-range", format!("{n} is not a wave size"))
                        .label(span, format!("expected {sizes}"))
                })?;
                self.wave_span = Some(span);
            }
            "resident" => {
                let (n, span) = integer(&mut value, "a number of workgroups", scope)?;
                let resident = u32::try_from(n).ok().filter(|&n| n > 0);
                self.resident = Some(resident.ok_or_else(|| {
                    let message = format!("{n} workgroups cannot be resident");
                    Diagnostic::error("out-of-range", message)
                        .label(span, format!("expected a number from 1 to {}", u32::MAX))
                })?);
            }
            "seed" => {
                let (n, span) = integer(&mut value, "the seed", scope)?;
                self.seed = Some(u64::try_from(n).map_err(|_| {
                    Diagnostic::error("out-of-range", format!("the seed is {n}"))
                        .label(span, "must not be negative")
                })?);
            }
            "tol" => {
                let expr = only_expr(&mut value)?;
                let tol = scope.eval(&expr)?.as_f64();
                if !(0.0..f64::INFINITY).contains(&tol) {
                    let tol = Constant::Float(tol);
                    return Err(Diagnostic::error(
                        "out-of-range",
                        format!("the tolerance is {tol}"),
                    )
                    .label(expr.span(), "must be finite and not negative")
                    .into());
                }
                self.tol = Some(tol);
            }
            _ => return self.set_special(name, value, schema, scope),
        }
        Ok(())
    }

    fn set_special(
        &mut self,
        name: Word<'a>,
        mut value: Cursor<'a>,
        schema: &Schema,
        scope: &Scope<'a>,
    ) -> Result<(), Failure> {
        if let Some(key) = schema.keys.iter().find(|key| key.name == name.text) {
            let (value, span) = key_value(key, &mut value, scope)?;
            self.keys.push(KeyEntry {
                name: key.name,
                value,
                span,
            });
            return Ok(());
        }
        match schema
            .bindings
            .and_then(|rules| Some((rules, rules.register(name.text)?)))
        {
            Some((_, Ok(register))) => {
                self.bindings.push((register, name, value));
                Ok(())
            }
            Some((rules, Err(()))) => Err(Diagnostic::error(
                "unknown-register",
                format!("there is no register `{}`", name.text),
            )
            .label(name.span, "not a register")
            .help(format!(
                "the registers are {0}{1} to {0}{2}",
                rules.prefix, rules.first, rules.last
            ))
            .into()),
            None => Err(unknown_key(name, &value, schema).into()),
        }
    }
}

fn unknown_key(name: Word, value: &Cursor, schema: &Schema) -> Diagnostic {
    let keys = common_names().chain(schema.keys.iter().map(|key| key.name));
    let word = name.text;
    let upper = word.to_uppercase();
    let register = schema
        .bindings
        .and_then(|rules| rules.register(&upper)?.ok());
    let near = match register {
        Some(_) => Some(format!("did you mean `{upper}`?")),
        None => source::did_you_mean(word, keys),
    };
    // Without something similar, it is most likely a constant whose `let` was forgotten.
    let constant = near.is_none()
        && matches!(
            value.peek(),
            Some(Token {
                kind: Kind::Int { .. },
                ..
            })
        );
    Diagnostic::error("unknown-key", format!("there is no key `{word}`"))
        .label(name.span, "not a key")
        .maybe_help(near)
        .maybe_help(constant.then(|| format!("a constant is defined with `let {word} = ...`")))
        .help(format!("the keys are {}", schema.listed(common_names())))
}

fn key_value<'a>(
    key: &Key,
    value: &mut Cursor<'a>,
    scope: &Scope<'a>,
) -> Result<(KeyValue, Span), Failure> {
    let name = key.name;
    match key.kind {
        KeyKind::Integer { min, max } => {
            let (n, span) = integer(value, &format!("`{name}`"), scope)?;
            let fits = i64::try_from(n).ok().filter(|n| (min..=max).contains(n));
            fits.map(|n| (KeyValue::Integer(n), span)).ok_or_else(|| {
                Diagnostic::error("out-of-range", format!("`{name}` is {n}"))
                    .label(span, format!("expected {min} to {max}"))
                    .into()
            })
        }
        KeyKind::OneOf(choices) => {
            let (n, span) = integer(value, &format!("`{name}`"), scope)?;
            let fits = choices.iter().find(|&&choice| i128::from(choice) == n);
            fits.map(|&n| (KeyValue::Integer(n), span)).ok_or_else(|| {
                let choices: Vec<String> = choices.iter().map(i64::to_string).collect();
                Diagnostic::error("out-of-range", format!("`{name}` is {n}"))
                    .label(span, format!("expected {}", choices.join(" or ")))
                    .into()
            })
        }
        KeyKind::Boolean => {
            let (word, span) = one_word(value, name, &["false", "true"])?;
            Ok((KeyValue::Boolean(word == "true"), span))
        }
        KeyKind::Word(words) => {
            let (word, span) = one_word(value, name, words)?;
            Ok((KeyValue::Word(word), span))
        }
        KeyKind::Text => match value.peek() {
            Some(Token {
                kind: Kind::Text(text),
                span,
            }) => {
                value.next();
                value.done()?;
                Ok((KeyValue::Text(text.to_string()), span))
            }
            _ => Err(value.unexpected("text in double quotes").into()),
        },
    }
}

fn one_word(
    value: &mut Cursor,
    key: &str,
    words: &'static [&'static str],
) -> Result<(&'static str, Span), Failure> {
    let expected = words.join(" or ");
    let word = value.name(&expected)?;
    value.done()?;
    let known = words.iter().find(|known| **known == word.text);
    known.map(|known| (*known, word.span)).ok_or_else(|| {
        Diagnostic::error("bad-value", format!("`{key}` cannot be `{}`", word.text))
            .label(word.span, format!("expected {expected}"))
            .maybe_help(source::did_you_mean(word.text, words.iter().copied()))
            .into()
    })
}

fn integer<'a>(
    value: &mut Cursor<'a>,
    what: &str,
    scope: &Scope<'a>,
) -> Result<(i128, Span), Failure> {
    let expr = only_expr(value)?;
    Ok((scope.integer(&expr, what)?, expr.span()))
}

fn only_expr<'a>(value: &mut Cursor<'a>) -> Result<Expr<Leaf<'a>>, Diagnostic> {
    let expr = expr::parse(value)?;
    value.done()?;
    Ok(expr)
}

/// One to three sizes, with or without parentheses around them; how many, and where.
fn sizes<'a>(
    mut value: Cursor<'a>,
    what: &str,
    max: u64,
    scope: &Scope<'a>,
) -> Result<([u32; 3], usize, Span), Failure> {
    value.strip_parentheses();
    let exprs = list(&mut value)?;
    let span = exprs
        .iter()
        .map(Expr::span)
        .reduce(Span::to)
        .unwrap_or(value.end);
    if exprs.len() > 3 {
        return Err(Diagnostic::error(
            "count-mismatch",
            format!("{} dimensions; a launch has at most 3", exprs.len()),
        )
        .label(exprs[3].span(), "one too many")
        .into());
    }
    let mut sizes = [1; 3];
    for (size, expr) in sizes.iter_mut().zip(&exprs) {
        let n = scope.integer(expr, what)?;
        *size = u32::try_from(n)
            .ok()
            .filter(|&n| (1..=max).contains(&n.into()))
            .ok_or_else(|| {
                Diagnostic::error("out-of-range", format!("{what} is {n}"))
                    .label(expr.span(), format!("expected 1 to {max}"))
            })?;
    }
    Ok((sizes, exprs.len(), span))
}

fn check_product(sizes: [u32; 3], max: u64, what: &str, span: Span) -> Result<(), Failure> {
    // Three factors below 2^32 fit in 128 bits.
    let product: u128 = sizes.iter().map(|&n| u128::from(n)).product();
    if product <= u128::from(max) {
        return Ok(());
    }
    Err(Diagnostic::error(
        "out-of-range",
        format!("{product} {what}; at most {max} are possible"),
    )
    .label(span, "too many")
    .into())
}
