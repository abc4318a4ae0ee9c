//! Initializers: the first bytes of an array, or what it should hold in the end.

use source::{Diagnostic, Diagnostics, Span};

use crate::argument::note;
use crate::expr::{Expr, Leaf};
use crate::random::Stream;
use crate::scope::{Failure, Scope};
use crate::statement::{CallArg, Init, InitKind, Word};
use crate::types::Unfit;
use crate::{Constant, Files, Shape, Type};

/// What is to be filled. Its size has been checked against the limit.
pub(crate) struct Target<'t> {
    pub name: &'t str,
    pub ty: Type,
    pub shape: &'t Shape,
    pub count: usize,
    pub is_texture: bool,
    pub seed: u64,
}

/// After so many bad values in one list, the rest are very likely the same mistake.
const MAX_BAD_VALUES: usize = 8;

/// Functions that make the values of an array: the name, how it is written, and what it gives.
pub const INITIALIZERS: [(&str, &str, &str); 6] = [
    (
        "repeat",
        "`repeat(value)`",
        "the same value in every element",
    ),
    (
        "arange",
        "`arange()`, `arange(n)` or `arange(start, end[, step])`",
        "numbers in steps, from 0 in steps of 1 and as many as elements where nothing else is said; the end is not among them, and there must be as many as elements",
    ),
    (
        "rand",
        "`rand()` or `rand(low, high)`",
        "random numbers from low on and below high: 0 and 1 for floats, 0 and 100 for integers where nothing is said",
    ),
    (
        "randn",
        "`randn()`",
        "random floats of mean 0 and deviation 1",
    ),
    ("zeros", "`zeros()`", "zeros, as without an initializer"),
    (
        "file",
        "`file(\"path\")` or `file(\"path\", dtype[, start])`",
        "what the file holds: raw little-endian elements, a `.npy` file of the same shape, or for a texture a `.pgm` file. With a dtype its elements are of that type and converted by value. With a start, raw elements from that one on, and the rest of the file is not meant; without it the file has as many as the array",
    ),
];

/// How a function is written.
pub(crate) fn usage(name: &str) -> &'static str {
    let known = INITIALIZERS.iter().find(|(known, ..)| *known == name);
    known.map_or("", |(_, usage, _)| usage)
}

pub(crate) fn bytes<'a>(
    init: &Init<'a>,
    target: &Target,
    scope: &Scope<'a>,
    files: &dyn Files,
    problems: &mut Diagnostics,
) -> Option<Vec<u8>> {
    match &init.kind {
        InitKind::Values(values) => target.values(values, init.span, scope, problems),
        InitKind::Call { function, args } => {
            let call = Call {
                function: *function,
                args,
                span: init.span,
                scope,
            };
            note(target.call(&call, files), problems)
        }
    }
}

/// `function(args)` where it stands.
pub(crate) struct Call<'c, 'a> {
    function: Word<'a>,
    pub args: &'c [CallArg<'a>],
    span: Span,
    scope: &'c Scope<'a>,
}

impl<'a> Call<'_, 'a> {
    pub(crate) fn value(&self, index: usize) -> Result<Constant, Failure> {
        self.scope.eval(self.expr(index)?)
    }

    pub(crate) fn expr(&self, index: usize) -> Result<&Expr<Leaf<'a>>, Failure> {
        match self.args.get(index) {
            Some(CallArg::Expr(expr)) => Ok(expr),
            other => {
                let span = other.map_or(self.span, CallArg::span);
                Err(Diagnostic::error("type-mismatch", "expected a number")
                    .label(span, "not a number")
                    .into())
            }
        }
    }

    /// Checks how many arguments there are.
    pub(crate) fn takes(&self, counts: &[usize]) -> Result<(), Failure> {
        if counts.contains(&self.args.len()) {
            return Ok(());
        }
        let found = match self.args.len() {
            0 => "none".to_string(),
            n => n.to_string(),
        };
        let counts = match counts {
            [0] => "no arguments".to_string(),
            [1] => "1 argument".to_string(),
            [first, last] => format!("{first} or {last} arguments"),
            _ => format!("{} to {} arguments", counts[0], counts[counts.len() - 1]),
        };
        let name = self.function.text;
        Err(Diagnostic::error(
            "bad-call",
            format!("`{name}` takes {counts}, found {found}"),
        )
        .label(self.span, "wrong number of arguments")
        .help(format!("it is written {}", usage(name)))
        .into())
    }
}

impl Target<'_> {
    fn values<'a>(
        &self,
        values: &[Expr<Leaf<'a>>],
        span: Span,
        scope: &Scope<'a>,
        problems: &mut Diagnostics,
    ) -> Option<Vec<u8>> {
        if values.len() != self.count {
            let all = (values.len() == 1).then(|| "`repeat(v)` fills with one value".to_string());
            problems.push(
                self.wrong_count(values.len() as i128, "here", span)
                    .maybe_help(all),
            );
            return None;
        }
        let mut bytes = Vec::with_capacity(self.count * self.ty.size());
        let mut bad = 0;
        for value in values {
            if let Err(failure) = self.literal(value, scope, &mut bytes) {
                failure.report(problems);
                bad += 1;
                if bad == MAX_BAD_VALUES {
                    break;
                }
            }
        }
        (bad == 0).then_some(bytes)
    }

    /// One value of a list. Two things are special about a number that stands alone: in hex or
    /// binary it may be the bits of a negative integer (`0xff` is -1 as `i8`), and a decimal
    /// fraction is rounded straight to `f32`. A hex number for a float type is that number, not
    /// the bits of a float.
    fn literal<'a>(
        &self,
        expr: &Expr<Leaf<'a>>,
        scope: &Scope<'a>,
        bytes: &mut Vec<u8>,
    ) -> Result<(), Failure> {
        let mut value = scope.eval(expr)?;
        match (expr.signed_leaf(), self.ty.integer_range()) {
            (
                Some((
                    false,
                    Leaf::Int {
                        value: n,
                        bits: true,
                    },
                    _,
                )),
                Some((low, high)),
            ) if self.ty.is_signed() && n > high && n <= 2 * high + 1 => {
                value = Constant::Int(n - high + low - 1);
            }
            (Some((negative, Leaf::Float { text, .. }, _)), None) if self.ty == Type::F32 => {
                let x: f32 = text.replace('_', "").parse().unwrap_or(f32::NAN);
                if x.is_finite() {
                    value = Constant::Float(if negative { -x } else { x }.into());
                }
            }
            _ => {}
        }
        self.push(value, bytes, expr.span())
    }

    fn push(&self, value: Constant, bytes: &mut Vec<u8>, span: Span) -> Result<(), Failure> {
        self.ty
            .push(value, bytes)
            .map_err(|why| self.unfit(why, value, span).into())
    }

    fn unfit(&self, why: Unfit, value: Constant, span: Span) -> Diagnostic {
        let ty = self.ty;
        match why {
            Unfit::NotAnInteger => Diagnostic::error(
                "type-mismatch",
                format!(
                    "`{}` holds {ty}, but {} is a float",
                    self.name,
                    value.with_point()
                ),
            )
            .label(span, "expected an integer"),
            Unfit::OutOfRange => {
                let range = match ty.integer_range() {
                    Some((low, high)) => format!("{ty} goes from {low} to {high}"),
                    None => format!(
                        "the largest {ty} is {}; an infinity is written `inf`",
                        ty.largest().unwrap_or_default()
                    ),
                };
                Diagnostic::error("out-of-range", format!("{value} does not fit in {ty}"))
                    .label(span, "out of range")
                    .help(range)
            }
        }
    }

    fn wrong_count(&self, found: i128, what: &str, span: Span) -> Diagnostic {
        let plural = |n: i128| if n == 1 { "value" } else { "values" };
        let expected = self.count as i128;
        let shape = match self.shape.is_scalar() {
            true => format!("`{}` is a scalar and takes 1 value", self.name),
            false => format!(
                "`{}` has shape {} and takes {expected} {}",
                self.name,
                self.shape,
                plural(expected)
            ),
        };
        Diagnostic::error(
            "count-mismatch",
            format!("{found} {} {what}, but {shape}", plural(found)),
        )
        .label(span, format!("{found} {}", plural(found)))
    }

    fn call(&self, call: &Call, files: &dyn Files) -> Result<Vec<u8>, Failure> {
        match call.function.text {
            "repeat" => self.repeat(call),
            "arange" => self.arange(call),
            "rand" => self.rand(call),
            "randn" => self.randn(call),
            "zeros" => {
                call.takes(&[0])?;
                Ok(vec![0; self.count * self.ty.size()])
            }
            "file" => self.file(call, files),
            name => Err(Diagnostic::error(
                "unknown-function",
                format!("there is no function `{name}`"),
            )
            .label(call.function.span, "not a function")
            .maybe_help(source::did_you_mean(
                name,
                INITIALIZERS.map(|(known, ..)| known),
            ))
            .help(format!(
                "the functions are {}",
                INITIALIZERS.map(|(known, ..)| known).join(", ")
            ))
            .into()),
        }
    }

    fn repeat(&self, call: &Call) -> Result<Vec<u8>, Failure> {
        call.takes(&[1])?;
        let mut one = vec![];
        self.literal(call.expr(0)?, call.scope, &mut one)?;
        Ok(one.repeat(self.count))
    }

    fn arange(&self, call: &Call) -> Result<Vec<u8>, Failure> {
        call.takes(&[0, 1, 2, 3])?;
        let (start, end) = match call.args.len() {
            0 => (Constant::Int(0), Constant::Int(self.count as i128)),
            1 => (Constant::Int(0), call.value(0)?),
            _ => (call.value(0)?, call.value(1)?),
        };
        let step = if call.args.len() == 3 {
            call.value(2)?
        } else {
            Constant::Int(1)
        };
        if step.as_f64() == 0.0 {
            return Err(
                Diagnostic::error("bad-call", "the step of `arange` is zero")
                    .label(call.args[2].span(), "must not be zero")
                    .into(),
            );
        }
        let bounds = [start, end, step];
        if bounds.iter().any(|value| !value.as_f64().is_finite()) {
            return Err(
                Diagnostic::error("bad-call", "`arange` needs finite numbers")
                    .label(call.span, "not finite")
                    .into(),
            );
        }
        let count = match bounds {
            [
                Constant::Int(start),
                Constant::Int(end),
                Constant::Int(step),
            ] => {
                // Rounded up: the end is not part of the range.
                let away = step.signum() * (step.abs() - 1);
                ((end - start + away) / step).max(0)
            }
            _ => steps(start.as_f64(), end.as_f64(), step.as_f64()),
        };
        if count != self.count as i128 {
            return Err(self.wrong_count(count, "from `arange`", call.span).into());
        }
        let mut bytes = Vec::with_capacity(self.count * self.ty.size());
        for i in 0..count {
            let value = match bounds {
                [Constant::Int(start), _, Constant::Int(step)] => Constant::Int(start + i * step),
                _ => Constant::Float(start.as_f64() + i as f64 * step.as_f64()),
            };
            self.push(value, &mut bytes, call.span)?;
        }
        Ok(bytes)
    }

    fn rand(&self, call: &Call) -> Result<Vec<u8>, Failure> {
        call.takes(&[0, 2])?;
        let bounds = match call.args.len() {
            0 if self.ty.is_float() => [Constant::Float(0.0), Constant::Float(1.0)],
            0 => [Constant::Int(0), Constant::Int(100)],
            _ => [call.value(0)?, call.value(1)?],
        };
        let [low, high] = bounds;
        let ascending = match bounds {
            [Constant::Int(low), Constant::Int(high)] => low < high,
            _ => low.as_f64() < high.as_f64(),
        };
        if !ascending {
            return Err(Diagnostic::error(
                "bad-call",
                format!("`rand` needs a low end below its high end, found {low} and {high}"),
            )
            .label(call.span, "an empty range")
            .into());
        }
        for (index, value) in bounds.iter().enumerate().take(call.args.len()) {
            self.check_bound(*value, index == 1, call.args[index].span())?;
        }
        let stream = Stream::new(self.seed, self.name);
        let mut bytes = Vec::with_capacity(self.count * self.ty.size());
        for i in 0..self.count as u64 {
            let value = match bounds {
                [Constant::Int(low), Constant::Int(high)] if !self.ty.is_float() => {
                    Constant::Int(stream.integer(i, low, high))
                }
                _ => Constant::Float(stream.float(i, self.ty, low.as_f64(), high.as_f64())),
            };
            self.push(value, &mut bytes, call.span)?;
        }
        Ok(bytes)
    }

    /// A bound of `rand` must be a finite value of the type; the high end of an integer range,
    /// which is never drawn, may be one more.
    fn check_bound(&self, value: Constant, is_high: bool, span: Span) -> Result<(), Failure> {
        let drawn = match value {
            Constant::Int(n) if is_high && !self.ty.is_float() => Constant::Int(n - 1),
            _ => value,
        };
        if self.ty.is_float() && !drawn.as_f64().is_finite() {
            return Err(self.unfit(Unfit::OutOfRange, value, span).into());
        }
        self.ty
            .push(drawn, &mut vec![])
            .map_err(|why| self.unfit(why, value, span).into())
    }

    fn randn(&self, call: &Call) -> Result<Vec<u8>, Failure> {
        call.takes(&[0])?;
        if !self.ty.is_float() {
            return Err(Diagnostic::error(
                "type-mismatch",
                format!(
                    "`randn` makes floats, but `{}` holds {}",
                    self.name, self.ty
                ),
            )
            .label(call.span, "needs a float type")
            .help("`rand(low, high)` makes integers")
            .into());
        }
        let stream = Stream::new(self.seed, self.name);
        let mut bytes = Vec::with_capacity(self.count * self.ty.size());
        for i in 0..self.count as u64 {
            self.push(Constant::Float(stream.normal(i)), &mut bytes, call.span)?;
        }
        Ok(bytes)
    }
}

/// How many steps lead from `start` to before `end`. A quotient within rounding of a whole number
/// is that number: ten steps of 0.1 make one.
fn steps(start: f64, end: f64, step: f64) -> i128 {
    let exact = (end - start) / step;
    let whole = exact.round();
    let count = if (exact - whole).abs() <= 1e-9 * whole.abs() {
        whole
    } else {
        exact.ceil()
    };
    if count > 0.0 {
        count.min(u64::MAX as f64) as i128
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn float_ranges_have_the_length_that_was_meant() {
        let check = |start, end, step, count| assert_eq!(steps(start, end, step), count);
        check(0.0, 1.0, 0.1, 10);
        check(1.0, 1.3, 0.1, 3);
        check(0.0, 1.0, 0.3, 4);
        check(1.0, 0.0, -0.25, 4);
        check(0.0, 1.0, -1.0, 0);
        check(0.0, 1e300, 1e-300, 1 << 64);
    }
}
