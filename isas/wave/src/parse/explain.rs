//! What is wrong with an instruction, and how it is written.

use isa::{Context, Statement};
use source::{Diagnostic, Span};

use crate::encoding::{NoForm, Wanted, immediate_of};
use crate::row::{Form, Guarding, Immediate, Operand, Slot, WaveRow};
use crate::table::INDEX;

pub(super) fn no_form(
    why: NoForm,
    row: &WaveRow,
    wanted: Wanted,
    statement: &Statement<'_>,
) -> Diagnostic {
    let span = statement.span();
    if why == NoForm::HighRegister {
        return Diagnostic::error("high-register", "this instruction reaches r0 to r31 only")
            .label(span, "a register is above r31");
    }
    let message = match wanted {
        _ if !row.forms.has(Form::Constant) && !row.forms.has(Form::Literal) => {
            "this instruction takes no immediate".to_string()
        }
        Wanted::LiteralOnly(_) => {
            "constants for both take a literal, which leaves room for r0 to r31 only".to_string()
        }
        Wanted::Literal(literal) if immediate_of(row) == Immediate::Int => format!(
            "{} does not fit in 16 bits, which is all that these registers or suffixes leave",
            literal as i32
        ),
        _ => "the immediate does not fit beside these registers or suffixes".to_string(),
    };
    Diagnostic::error("immediate-range", message)
        .label(span, "no form of the instruction can hold it")
        .help("put the constant into a register first: `mov.b32 rd, constant`")
}

pub(super) fn unknown(name: &str, span: Span, cx: &mut Context<'_>) -> Diagnostic {
    let error = Diagnostic::error(
        "unknown-mnemonic",
        format!("there is no instruction `{name}`"),
    )
    .label(span, "unknown instruction");
    let lower = name.to_ascii_lowercase();
    if lower.starts_with("st.const") {
        return error.help("constant memory is read-only");
    }
    if !cx.may_suggest() {
        return error;
    }
    // A name that only lacks its type is common enough for an answer of its own.
    let mut completions: Vec<&str> = (INDEX.names())
        .filter(|known| {
            known
                .strip_prefix(lower.as_str())
                .is_some_and(|s| s.starts_with('.'))
        })
        .collect();
    completions.sort_unstable_by_key(|known| (known.len(), *known));
    if !completions.is_empty() {
        completions.truncate(4);
        return error.help(format!("it needs a suffix: `{}`", completions.join("`, `")));
    }
    let mut names: Vec<&str> = INDEX.names().collect();
    names.sort_unstable();
    error.maybe_help(source::did_you_mean(&lower, names))
}

/// The line in general terms: `add.s32 rd, ra, rb`.
pub fn usage(row: &WaveRow, name: &str) -> String {
    let slot = |slot: Slot| match slot {
        Slot::D => "rd",
        Slot::A => "ra",
        Slot::B => "rb",
        _ => "rc",
    };
    let mut operands: Vec<String> = Vec::new();
    if row.guarding == Guarding::Condition {
        operands.push("ps".into());
    }
    for operand in row.operands {
        operands.push(match *operand {
            Operand::Reg(s) => slot(s).into(),
            Operand::Pair(s) => format!("{0}:{0}+1", slot(s)),
            Operand::List(s, 1) => format!("{{{}}}", slot(s)),
            Operand::List(s, n) => {
                let more = (1..n).map(|i| format!(", {}+{i}", slot(s)));
                format!("{{{}{}}}", slot(s), more.collect::<String>())
            }
            Operand::Predicate => "pd".into(),
            Operand::Condition(_) => "ps".into(),
            Operand::HalfOut(_) => "rd[.lo|.hi]".into(),
            Operand::HalfIn(s, _) => format!("{}[.hi]", slot(s)),
            Operand::PartOut(16) => "rd[.lo|.hi]".into(),
            Operand::PartIn(16) => "rb.lo|.hi".into(),
            Operand::PartOut(_) => "rd[.b0-.b3]".into(),
            Operand::PartIn(_) => "rb.b0-.b3".into(),
            Operand::Source(_) => "rb or immediate".into(),
            Operand::SourcePair => "rb:rb+1 or immediate".into(),
            Operand::SourceHalf(_) => "rb[.hi] or immediate".into(),
            Operand::MoveSource => "rb, immediate or %special".into(),
            Operand::Address { offset: true } => "[ra+offset]".into(),
            Operand::Address { offset: false } => "[ra]".into(),
            Operand::Field { .. } => "rb or position, rc or length".into(),
            Operand::Into => "re".into(),
            Operand::Labels(_) => continue,
        });
    }
    format!("{name} {}", operands.join(", "))
        .trim_end()
        .to_string()
}
