//! Constants by name, and what expressions come to with them.

use std::collections::BTreeMap;

use source::{Diagnostic, Diagnostics, Span};

use crate::Constant;
use crate::expr::{EvalError, Expr, Leaf};

/// Names that mean numbers everywhere.
pub(crate) const NUMBER_NAMES: [&str; 2] = ["inf", "nan"];

/// What went wrong; nothing to say where the cause has been reported already.
pub(crate) struct Failure(Option<Diagnostic>);

impl Failure {
    pub(crate) const REPORTED: Failure = Failure(None);

    pub(crate) fn report(self, problems: &mut Diagnostics) {
        problems.extend(self.0);
    }
}

impl From<Diagnostic> for Failure {
    fn from(problem: Diagnostic) -> Failure {
        Failure(Some(problem))
    }
}

impl From<EvalError> for Failure {
    fn from(error: EvalError) -> Failure {
        error.diagnostic().into()
    }
}

#[derive(Default)]
pub(crate) struct Scope<'a> {
    /// `None`: the definition has an error of its own.
    pub constants: BTreeMap<&'a str, Option<Constant>>,
    /// Names that are taken by arguments.
    pub arguments: Vec<&'a str>,
    /// There is no header around, so that nothing can be defined.
    pub is_command_line: bool,
}

impl<'a> Scope<'a> {
    /// The constants that have a value.
    pub(crate) fn known(&self) -> BTreeMap<String, Constant> {
        let all = self.constants.iter();
        all.filter_map(|(name, value)| Some((name.to_string(), (*value)?)))
            .collect()
    }

    pub(crate) fn eval(&self, expr: &Expr<Leaf<'a>>) -> Result<Constant, Failure> {
        expr.eval(|leaf, span| self.leaf(leaf, span))
    }

    /// An integer; `what` says of what in the error.
    pub(crate) fn integer(&self, expr: &Expr<Leaf<'a>>, what: &str) -> Result<i128, Failure> {
        match self.eval(expr)? {
            Constant::Int(n) => Ok(n),
            value => Err(Diagnostic::error(
                "type-mismatch",
                format!("{what} must be an integer, found {}", value.with_point()),
            )
            .label(expr.span(), "not an integer")
            .into()),
        }
    }

    pub(crate) fn leaf(&self, leaf: Leaf<'a>, span: Span) -> Result<Constant, Failure> {
        match leaf {
            Leaf::Int { value, .. } => Ok(Constant::Int(value)),
            Leaf::Float { value, .. } => Ok(Constant::Float(value)),
            Leaf::Name("inf") => Ok(Constant::Float(f64::INFINITY)),
            Leaf::Name("nan") => Ok(Constant::Float(f64::NAN)),
            Leaf::Name(name) => match self.constants.get(name) {
                Some(Some(value)) => Ok(*value),
                Some(None) => Err(Failure::REPORTED),
                None => Err(self.unknown(name, span).into()),
            },
            Leaf::Address(_) => Err(Diagnostic::error(
                "address",
                "an address is not known before the kernel is loaded",
            )
            .label(span, "only a register binding can use an address")
            .into()),
        }
    }

    fn unknown(&self, name: &str, span: Span) -> Diagnostic {
        let problem =
            Diagnostic::error("unknown-constant", format!("there is no constant `{name}`"))
                .label(span, "not defined");
        if self.arguments.contains(&name) {
            return problem.help(format!(
                "`{name}` is an argument; only numbers and constants can be used here"
            ));
        }
        if self.is_command_line {
            return problem.help("only numbers can be used here");
        }
        let known = self.constants.keys().copied();
        problem
            .maybe_help(source::did_you_mean(name, known.chain(NUMBER_NAMES)))
            .help(format!("a constant is defined with `let {name} = ...`"))
    }
}
