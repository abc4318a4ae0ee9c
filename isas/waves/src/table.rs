//! The table: one line per instruction, from which all its encodings are derived.
//!
//! A [`Spec`] says how an instruction is spelled, its opcode, what operands it has and what it
//! means. Its rows follow: one for each type, the same again with an immediate in place of every
//! operand that may be one, and all of that again for the scalar unit where it can run there.

mod compute;
mod control;
mod memory;
mod movement;

use crate::formats::*;
use crate::meaning::{Does, LatencyClass, Meaning};
use crate::operands::{
    Immediate, ImmediateKind, Mask, MaskKind, OutKind, SignalKind, Source, SourceKind, Takes,
};
use isa::{Field, Format, Kind, Operand, OperandKind, Origin, Row, Table, TableDefinition};
use op::Op;
use std::sync::LazyLock;

/// The instruction set as a table.
pub static TABLE: LazyLock<Table<Meaning>> = LazyLock::new(|| {
    Table::new(TableDefinition {
        name: "waves",
        rows: families_rows(),
        aliases: &[],
        sets: &[],
    })
});

/// Groups of instructions, as the manual has them.
pub static FAMILIES: [(&str, &[Spec]); 4] = [
    ("data movement", movement::SPECS),
    ("mathematics", compute::SPECS),
    ("memory and signals", memory::SPECS),
    ("control flow", control::SPECS),
];

/// One instruction in all its forms.
pub struct Spec {
    /// The name without the suffix of its form.
    pub mnemonic: &'static str,
    opcode: u8,
    shape: Shape,
    doc: &'static str,
}

/// Operands, types and meanings.
enum Shape {
    /// Element-wise, and with an `.s` destination on the scalar unit.
    Elementwise {
        args: &'static [Arg],
        types: &'static [Typed],
    },
    /// `out, args...` with one of several types.
    Reduction {
        out: Out,
        types: &'static [Typed],
        does: fn(Op) -> Does,
    },
    /// `out, [mask], args...`, in this order.
    Plain {
        out: Out,
        masked: bool,
        args: &'static [Arg],
        does: Does,
    },
    /// `mov`, whose scalar form has no mask.
    Mov,
    Memory {
        signal: bool,
        store: bool,
        does: Does,
    },
    Signals {
        count: usize,
        does: Does,
    },
    /// `sig, dest` for each signal.
    AnySignal {
        count: usize,
    },
    Branch {
        on: Condition,
        does: Does,
    },
    Bare {
        does: Does,
        cost: LatencyClass,
    },
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Out {
    Vector,
    Scalar,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Condition {
    None,
    Scalar,
    Mask,
}

/// A source operand: its name, the register bits it lies in, and what it takes.
struct Arg {
    name: &'static str,
    slot: Slot,
    takes: Takes,
}

#[derive(Clone, Copy)]
enum Slot {
    A,
    B,
    FmaA,
    FmaB,
    FmaC,
}

/// A type suffix, its number in the encoding, and what the instruction does for it.
struct Typed {
    suffix: &'static str,
    code: u64,
    op: Op,
    cost: LatencyClass,
}

const U32: u64 = 0;
const I32: u64 = 1;
const F32: u64 = 2;

const fn arg(name: &'static str, slot: Slot, takes: Takes) -> Arg {
    Arg { name, slot, takes }
}

const fn typed(suffix: &'static str, code: u64, op: Op, cost: LatencyClass) -> Typed {
    Typed {
        suffix,
        code,
        op,
        cost,
    }
}

const fn spec(mnemonic: &'static str, opcode: u8, shape: Shape, doc: &'static str) -> Spec {
    Spec {
        mnemonic,
        opcode,
        shape,
        doc,
    }
}

impl Slot {
    /// The six bits of a register, the field with kind and second term, and the number by which
    /// flags name the operand.
    fn fields(self) -> (&'static Field, &'static Field, u64) {
        match self {
            Slot::A => (&A, &VALUE_A, 0),
            Slot::B => (&B, &VALUE_B, 1),
            Slot::FmaA => (&A, &FMA_A, 0),
            Slot::FmaB => (&B, &FMA_B, 1),
            Slot::FmaC => (&C, &FMA_C, 2),
        }
    }
}

impl Arg {
    fn operand(&self) -> &'static Operand {
        let (plain, value, _) = self.slot.fields();
        let field = match self.takes {
            Takes::Vector | Takes::Scalar => plain,
            Takes::Any | Takes::Dist => value,
        };
        operand(self.name, field, SourceKind(self.takes))
    }

    fn immediate(&self, takes: Immediate) -> &'static Operand {
        operand(self.name, &IMMEDIATE, ImmediateKind(takes))
    }

    /// The same operand on the scalar unit.
    fn scalar(&self) -> Arg {
        arg(self.name, self.slot, Takes::Scalar)
    }

    fn takes_immediate(&self) -> bool {
        matches!(self.takes, Takes::Dist | Takes::Scalar)
    }
}

impl Spec {
    /// Every row of this instruction.
    pub fn rows(&self) -> Vec<Row<Meaning>> {
        let mut rows = Rows {
            spec: self,
            rows: Vec::new(),
        };
        match &self.shape {
            Shape::Elementwise { args, types } => {
                let scalar: Vec<Arg> = args.iter().map(Arg::scalar).collect();
                for typed in *types {
                    let does = Does::Elementwise(typed.op);
                    rows.with_args(Some(typed), Out::Vector, false, args, does, false);
                    rows.with_args(Some(typed), Out::Scalar, false, &scalar, does, true);
                }
            }
            Shape::Reduction { out, types, does } => {
                let args = [arg("val", Slot::A, Takes::Any)];
                for typed in *types {
                    rows.with_args(Some(typed), *out, false, &args, does(typed.op), false);
                }
            }
            Shape::Plain {
                out,
                masked,
                args,
                does,
            } => {
                rows.with_args(None, *out, *masked, args, *does, false);
            }
            Shape::Mov => {
                let dist = [arg("val", Slot::A, Takes::Dist)];
                rows.with_args(None, Out::Vector, true, &dist, Does::Mov, false);
                rows.with_args(
                    None,
                    Out::Scalar,
                    false,
                    &[dist[0].scalar()],
                    Does::Mov,
                    true,
                );
            }
            Shape::Memory {
                signal,
                store,
                does,
            } => rows.memory(*signal, *store, *does),
            Shape::Signals { count, does } => {
                let mut operands = vec![out_operand(Out::Scalar)];
                operands.extend(signals(*count));
                rows.push("", &SHORT, operands, *does, LatencyClass::Alu);
            }
            Shape::AnySignal { count } => {
                let dests = [&DEST0, &DEST1, &DEST2, &DEST3];
                let names = ["dest0", "dest1", "dest2", "dest3"];
                let pairs = signals(*count)
                    .into_iter()
                    .zip(names.into_iter().zip(dests));
                let operands = pairs.flat_map(|(sig, (name, dest))| [sig, target(name, dest)]);
                rows.push(
                    "",
                    &LONG_FORM,
                    operands.collect(),
                    Does::SigAny,
                    LatencyClass::Alu,
                );
                rows.fix(&LONG, 1).fix(&WHICH, WHICH_DEST);
            }
            Shape::Branch { on, does } => rows.branch(*on, *does),
            Shape::Bare { does, cost } => {
                rows.push("", &SHORT, vec![], *does, *cost);
            }
        }
        rows.rows
    }
}

/// The rows of one instruction under way.
struct Rows<'s> {
    spec: &'s Spec,
    rows: Vec<Row<Meaning>>,
}

impl Rows<'_> {
    /// `out, [mask], args...`, then the same with an immediate for each operand that may be one.
    fn with_args(
        &mut self,
        typed: Option<&Typed>,
        out: Out,
        masked: bool,
        args: &[Arg],
        does: Does,
        scalar_form: bool,
    ) {
        let (suffix, code, cost) = match typed {
            Some(typed) => (typed.suffix, typed.code, typed.cost),
            None => ("", 0, LatencyClass::Alu),
        };
        let number = number_of(does);
        let immediates = (0..args.len())
            .filter(|&i| args[i].takes_immediate())
            .map(Some);
        for immediate in [None].into_iter().chain(immediates) {
            let mut operands = vec![out_operand(out)];
            operands.extend(masked.then(mask_operand));
            operands.extend(
                args.iter()
                    .enumerate()
                    .map(|(i, arg)| match immediate == Some(i) {
                        true => arg.immediate(number),
                        false => arg.operand(),
                    }),
            );
            let format = if immediate.is_some() {
                &LONG_FORM
            } else {
                &SHORT
            };
            self.push(suffix, format, operands, does, cost);
            self.fix(&TYPE, code).fix(&SCALAR, scalar_form.into());
            if let Some(i) = immediate {
                self.fix(&LONG, 1).fix(&WHICH, args[i].slot.fields().2);
            }
        }
    }

    fn memory(&mut self, signal: bool, store: bool, does: Does) {
        let address = arg("addr", Slot::A, Takes::Vector).operand();
        let mut operands = Vec::new();
        operands.extend(signal.then(|| operand("sig", &SIG0, SignalKind)));
        match store {
            true => operands.extend([
                address,
                mask_operand(),
                arg("val", Slot::B, Takes::Any).operand(),
            ]),
            false => operands.extend([out_operand(Out::Vector), mask_operand(), address]),
        }
        let cost = if signal {
            LatencyClass::Global
        } else {
            LatencyClass::Local
        };
        self.push("", &SHORT, operands, does, cost);
    }

    fn branch(&mut self, on: Condition, does: Does) {
        let dest = target("dest", &IMMEDIATE);
        let value = arg("val", Slot::A, Takes::Scalar);
        let operands = match on {
            Condition::None => vec![dest],
            Condition::Scalar => vec![dest, value.operand()],
            Condition::Mask => vec![dest, mask("cond")],
        };
        self.push("", &LONG_FORM, operands, does, LatencyClass::Alu);
        self.fix(&LONG, 1).fix(&WHICH, WHICH_DEST);
        if on == Condition::Scalar {
            let value = operand("val", &IMMEDIATE2, ImmediateKind(Immediate::Bits));
            self.push("", &LONG_FORM, vec![dest, value], does, LatencyClass::Alu);
            self.fix(&LONG, 1).fix(&WHICH, WHICH_DEST_AND_A);
        }
    }

    fn push(
        &mut self,
        suffix: &str,
        format: &'static Format,
        operands: Vec<&'static Operand>,
        does: Does,
        cost: LatencyClass,
    ) -> &mut Self {
        let mnemonic = match suffix {
            "" => self.spec.mnemonic,
            _ => leak(format!("{}.{suffix}", self.spec.mnemonic)),
        };
        let holes: Vec<String> = operands.iter().map(|o| format!("{{{}}}", o.name)).collect();
        let doc = match does {
            Does::Elementwise(op) => {
                let sources: Vec<&str> = operands.iter().skip(1).map(|o| o.name).collect();
                leak(op.says(&sources))
            }
            _ => self.spec.doc,
        };
        let operands = Vec::leak(operands);
        let meaning = Meaning { does, cost };
        let row = Row::new(mnemonic, format, leak(holes.join(", ")), operands, meaning);
        self.rows
            .push(row.fix(&OPCODE, self.spec.opcode.into()).doc(doc));
        self
    }

    /// Fixes a field of the row pushed last.
    fn fix(&mut self, field: &'static Field, value: u64) -> &mut Self {
        if let Some(row) = self.rows.pop() {
            self.rows.push(row.fix(field, value));
        }
        self
    }
}

/// What a number is where an instruction takes one.
fn number_of(does: Does) -> Immediate {
    match does {
        Does::Elementwise(op) if op.signature().args.iter().any(|ty| ty.is_float()) => {
            Immediate::Float
        }
        Does::Mov | Does::Select => Immediate::Bits,
        _ => Immediate::Integer,
    }
}

fn families_rows() -> &'static [&'static [Row<Meaning>]] {
    let families = FAMILIES.iter().map(|(_, specs)| {
        let rows: Vec<Row<Meaning>> = specs.iter().flat_map(Spec::rows).collect();
        &*Vec::leak(rows)
    });
    Vec::leak(families.collect())
}

fn out_operand(out: Out) -> &'static Operand {
    operand(
        "out",
        &OUT,
        OutKind {
            scalar: out == Out::Scalar,
        },
    )
}

fn mask_operand() -> &'static Operand {
    mask("mask")
}

/// A mask; pages show it with all lanes.
fn mask(name: &'static str) -> &'static Operand {
    let all = Source::Mask(Mask::ALL).value();
    let operand = Operand::new(name, &MASK, Kind::Custom(&MaskKind)).default(all);
    Box::leak(Box::new(operand))
}

fn signals(count: usize) -> Vec<&'static Operand> {
    let all = [
        ("sig0", &SIG0),
        ("sig1", &SIG1),
        ("sig2", &SIG2),
        ("sig3", &SIG3),
    ];
    all[..count]
        .iter()
        .map(|(name, field)| operand(name, field, SignalKind))
        .collect()
}

/// A place in the program, counted in words from its start.
fn target(name: &'static str, field: &'static Field) -> &'static Operand {
    let kind = Kind::Target {
        signed: false,
        scale: 8,
        align: 8,
        origin: Origin::Start,
    };
    Box::leak(Box::new(Operand::new(name, field, kind)))
}

/// The table lives as long as the program does, so what it is made of may be leaked.
fn operand(
    name: &'static str,
    field: &'static Field,
    kind: impl OperandKind + 'static,
) -> &'static Operand {
    let kind: &'static dyn OperandKind = Box::leak(Box::new(kind));
    Box::leak(Box::new(Operand::new(name, field, Kind::Custom(kind))))
}

fn leak(text: String) -> &'static str {
    String::leak(text)
}
