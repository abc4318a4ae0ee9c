//! [`Op`]: every lane function as plain data, with its scalar form.

use crate::kernel::{LaneOp, apply_baseline};
use crate::nan::{self, Nans};
use crate::value::{Args, Ty, Value};

collect_ops! {
    [int bits wide narrow compare sign float double half ieee atomic math rounded convert small dot dot_unit divide graphics] []
}

/// The scalar form of an op, on raw bits; arguments that the op doesn't have are ignored.
pub type ScalarFn = fn(u64, u64, u64) -> u64;

/// Argument types and result type of an op.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature {
    /// One to three types, in the order of the function's arguments.
    pub args: &'static [Ty],
    /// The type of what it returns.
    pub result: Ty,
}

impl Op {
    /// The name of the lane function: `add_f32`.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The name of the variant: `AddF32`.
    pub fn variant(self) -> &'static str {
        self.row().variant
    }

    /// What the op does, in words for users, where `a` is its first argument, `b` the second and
    /// so on.
    pub fn doc(self) -> &'static str {
        self.row().doc.trim()
    }

    /// What the op does, in words for users, with the names that its arguments have on their page.
    pub fn says(self, arguments: &[&str]) -> String {
        in_words(self.doc(), arguments)
    }

    /// The types of its arguments and of its result.
    pub fn signature(self) -> Signature {
        self.row().signature
    }

    /// Whether machines only estimate it. Here it is the nearest number; elsewhere it may be a
    /// neighbour of that. Square roots are not among them: most machines round them correctly.
    #[rustfmt::skip]
    pub const fn is_estimate(self) -> bool {
        use Op::*;
        matches!(
            self,
            SinF32 | CosF32 | SinTurnsF32 | CosTurnsF32 | ExpF32 | Exp2F32 | LogF32 | Log2F32
                | TanhF32 | SigmoidF32 | RcpF32 | RsqrtF32 | SinF16 | CosF16 | SinTurnsF16
                | CosTurnsF16 | Exp2F16 | Log2F16 | TanhF16 | SigmoidF16 | RcpF16 | RsqrtF16
                | RcpF64 | RsqrtF64
        )
    }

    /// Whether the function itself says which NaN comes out. Of the others all but a few that choose
    /// among their arguments give the canonical one.
    pub fn keeps_nans(self) -> bool {
        self.row().keeps_nans
    }

    /// The op with this function name (`add_f32`).
    pub fn from_name(name: &str) -> Option<Op> {
        Op::ALL.iter().copied().find(|op| op.name() == name)
    }

    /// The op with this discriminant.
    pub fn from_index(index: usize) -> Option<Op> {
        Op::ALL.get(index).copied()
    }

    /// The position of this op in [`Op::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The op on raw bits: a narrow argument is read from the low bits, a narrow result is
    /// zero-extended.
    pub fn eval(self, args: [u64; 3]) -> u64 {
        (self.row().scalar)(args[0], args[1], args[2])
    }

    /// The function behind [`eval`](Op::eval), for callers that look it up once.
    pub fn scalar(self) -> ScalarFn {
        self.row().scalar
    }

    /// The scalar form for a machine with this rule for NaNs.
    pub fn scalar_for(self, nans: Nans) -> ScalarFn {
        match nans {
            Nans::Canonical => self.row().scalar,
            Nans::First => self.row().passing,
        }
    }

    fn row(self) -> &'static Row {
        &ROWS[self.index()]
    }
}

/// What the table holds for one op.
pub(crate) struct Row {
    variant: &'static str,
    name: &'static str,
    doc: &'static str,
    signature: Signature,
    scalar: ScalarFn,
    passing: ScalarFn,
    keeps_nans: bool,
}

impl Row {
    const fn of<O: LaneOp>(variant: &'static str, name: &'static str, doc: &'static str) -> Row {
        let signature = Signature {
            args: O::Args::TYS,
            result: O::Result::TY,
        };
        Row {
            variant,
            name,
            doc,
            signature,
            scalar: scalar::<O>,
            passing: if nan::passes::<O>() {
                passing::<O>
            } else {
                scalar::<O>
            },
            keeps_nans: matches!(O::NANS, nan::Rule::Own),
        }
    }
}

fn scalar<O: LaneOp>(a: u64, b: u64, c: u64) -> u64 {
    apply_baseline::<O>(O::Args::from_bits([a, b, c])).to_bits()
}

fn passing<O: LaneOp>(a: u64, b: u64, c: u64) -> u64 {
    nan::passed_on::<O>([a, b, c], scalar::<O>(a, b, c))
}

/// A text in which `a`, `b`, `c` and `d` stand for arguments, with the names of these, on one line.
pub fn in_words(doc: &str, arguments: &[&str]) -> String {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let mut out = String::new();
    for (index, part) in doc.replace('\n', "").split('`').enumerate() {
        let is_code = index % 2 == 1;
        if index > 0 {
            out.push('`');
        }
        let mut rest = part;
        while let Some(first) = rest.chars().next() {
            let end = rest.find(|c| is_name(c) != is_name(first));
            let (word, behind) = rest.split_at(end.unwrap_or(rest.len()));
            let argument = match word.as_bytes() {
                [letter @ b'a'..=b'd'] if is_code => arguments.get(usize::from(letter - b'a')),
                _ => None,
            };
            out.push_str(argument.unwrap_or(&word));
            rest = behind;
        }
    }
    out
}
