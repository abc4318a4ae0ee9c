//! Mistakes that hardware does not forgive and the assembler cannot see, found on every path without
//! running anything.
//!
//! Missing waits are found for any instruction set; here is what only these processors have. What is a
//! hazard of which generation is a fact of [`crate::target::Generation`]; LLVM's recogniser of hazards,
//! which puts waits and `v_nop` between such instructions, is where the facts come from, and beside which
//! they are held (`verify lint`).
//!
//! [`pairs`] has instructions that must not follow each other closely, [`scalars`] scalars that are read
//! too early, [`delay`] hints that are not so, [`flow`] clauses, masks and dead code.

mod delay;
mod flow;
mod pairs;
mod scalars;
mod unit;

use crate::code_object::descriptor::Descriptor;
use crate::inst::Inst;
use crate::lower::{self, DEFAULT_MODE, Unmodelled, lower};
use crate::meaning::Meaning;
use crate::target::{Target, Wave};
use arch::Linted;
use lint::{Finding, Graph, Root, Weight};
use std::cell::Cell;
use unit::{Results, Unit, waits_for};
use uop::{Program, Uop, UopIdx};

/// A kernel or function to look at.
pub(crate) struct Start {
    pub address: u64,
    /// What the kernel asks for, where it has a descriptor.
    pub descriptor: Option<Descriptor>,
    /// What it is.
    pub begin: Begin,
}

/// What begins at an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Begin {
    Kernel,
    /// Others call it.
    Function,
    /// It has a name, and is come to only if something computes its address.
    Label,
}

/// Looks at code with waves of one size.
pub(crate) fn lint(
    target: Target,
    wave: Wave,
    (bytes, base): (&[u8], u64),
    starts: &[Start],
    name: &dyn Fn(uop::Operand) -> String,
) -> Result<Linted, Vec<Unmodelled>> {
    let options = lower::Options {
        target,
        wave,
        entry: starts.first().map_or(base, |start| start.address),
        vgprs: 3,
        mode: DEFAULT_MODE,
        cu_mode: false,
        apertures: crate::abi::apertures(),
        host: None,
    };
    let lowered = lower(bytes, base, &options)?;
    let (program, named) = (lowered.program, lowered.layout.vgprs);
    let insts: Vec<Option<Inst>> = (program.insts.iter())
        .map(|inst| {
            let at = usize::try_from(inst.address.checked_sub(base)?).ok()?;
            crate::decode(bytes.get(at..)?, target, wave).ok()
        })
        .collect();
    let mask_words = if wave == Wave::W64 { 2 } else { 1 };
    let mut roots: Vec<Root> = Vec::new();
    let mut kernels: Vec<u32> = Vec::new();
    let computes_addresses = insts
        .iter()
        .flatten()
        .any(|inst| matches!(inst.row().meaning, Meaning::SetPc | Meaning::SwapPc));
    for start in starts {
        if start.begin == Begin::Label && !computes_addresses {
            continue;
        }
        if let Some(&at) = program.at.get(&start.address) {
            let function = start.begin == Begin::Function && !is_target(&program, at);
            roots.push(Root { at, function });
            if start.begin == Begin::Kernel {
                kernels.push(program.steps[at as usize].inst);
            }
        }
    }
    // Functions wait for everything before they return.
    let returns = after_calls(&program, &insts);
    roots.extend(returns.into_iter().map(|at| Root {
        at,
        function: false,
    }));
    let calls = |inst: u32| insts.get(inst as usize).is_some_and(is_call);
    let mut findings = lint::waits(&program, &roots, (named, mask_words), &calls, name);
    let roots: Vec<UopIdx> = roots.iter().map(|root| root.at).collect();
    let hazards = Hazards {
        graph: Graph::new(&program, &roots, named, mask_words),
        units: insts.iter().map(|inst| Unit::of(inst.as_ref())).collect(),
        insts: &insts,
        target,
        wave,
        name,
        starts: &kernels,
        ignored: Cell::new(None),
    };
    for inst in hazards.graph.insts() {
        findings.extend(hazards.pairs(inst));
        findings.extend(hazards.idle_vectors(inst));
        findings.extend(hazards.clause(inst));
        findings.extend(hazards.delay(inst));
        findings.extend(hazards.exec(inst));
    }
    findings.extend(hazards.scalars(&|inst| !kernels.contains(&inst)));
    findings.extend(hazards.dead_code());
    for start in starts {
        findings.extend(start.beyond_grant(&hazards, mask_words));
    }
    findings.sort_by_key(|finding| (finding.inst, finding.code));
    findings.dedup_by_key(|finding| (finding.inst, finding.code, finding.other.clone()));
    Ok(Linted { program, findings })
}

/// A label that branches name, or that is come to from above, is not the beginning of a function.
fn is_target(program: &Program, at: UopIdx) -> bool {
    let falls = at > 0
        && !matches!(
            program.steps[at as usize - 1].uop,
            Uop::End | Uop::JumpScalar { .. } | Uop::Jump { .. } | Uop::Trap(_) | Uop::Nop
        );
    falls || lint::targets(program).contains(&(at as usize))
}

/// The steps that calls return to.
fn after_calls(program: &Program, insts: &[Option<Inst>]) -> Vec<UopIdx> {
    let calls = program.insts.iter().zip(insts);
    let calls = calls.filter(|(_, inst)| is_call(inst));
    let after = calls.filter_map(|(at, _)| program.at.get(&(at.address + u64::from(at.len))));
    after.copied().collect()
}

fn is_call(inst: &Option<Inst>) -> bool {
    let meaning = inst.as_ref().map(|inst| inst.row().meaning);
    matches!(meaning, Some(Meaning::SwapPc | Meaning::Call))
}

struct Hazards<'a> {
    graph: Graph<'a>,
    insts: &'a [Option<Inst>],
    units: Vec<Unit>,
    target: Target,
    wave: Wave,
    name: &'a dyn Fn(uop::Operand) -> String,
    /// The first instructions of kernels.
    starts: &'a [u32],
    /// A wait that is taken for one that is not there.
    ignored: Cell<Option<u32>>,
}

impl Hazards<'_> {
    fn inst(&self, index: u32) -> Option<&Inst> {
        self.insts.get(index as usize)?.as_ref()
    }

    fn unit(&self, index: u32) -> Unit {
        self.units
            .get(index as usize)
            .copied()
            .unwrap_or(Unit::None)
    }

    fn address(&self, index: u32) -> u64 {
        self.graph.program.insts[index as usize].address
    }

    /// A wait for vector registers that nothing needs.
    fn idle_vectors(&self, index: u32) -> Option<Finding> {
        let inst = self.inst(index)?;
        let scalars = [
            Results::ScalarScalars,
            Results::VectorScalars,
            Results::VectorVcc,
        ];
        let others = scalars.iter().any(|results| waits_for(inst, *results));
        if !waits_for(inst, Results::Vectors) || others || !self.waits_for_vectors_in_vain(index) {
            return None;
        }
        let message = "waits for vector registers that nothing reads too early without it";
        Some(needless("idle-wait", index, message, "leave it out"))
    }
}

/// Something that makes results wrong.
fn wrong(
    code: &'static str,
    inst: u32,
    message: String,
    other: Option<(u32, String)>,
    help: &str,
) -> Finding {
    Finding {
        code,
        weight: Weight::Wrong,
        inst,
        message,
        other,
        help: help.into(),
    }
}

/// Something that does no harm and cannot be meant.
fn odd(
    code: &'static str,
    inst: u32,
    message: &str,
    other: Option<(u32, String)>,
    help: &str,
) -> Finding {
    Finding {
        weight: Weight::Odd,
        ..wrong(code, inst, message.into(), other, help)
    }
}

/// Something that could be left out.
fn needless(code: &'static str, inst: u32, message: &str, help: &str) -> Finding {
    Finding {
        weight: Weight::Needless,
        ..wrong(code, inst, message.into(), None, help)
    }
}
