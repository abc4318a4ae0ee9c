//! Mistakes that hardware does not forgive and the assembler cannot see, found on every path without
//! running anything.
//!
//! Missing waits are found for any instruction set; here is what only these processors have: pairs of
//! instructions that must not follow each other closely, clauses of unlike instructions, and
//! registers beyond what the descriptor asks for.

use crate::class::is_transcendental;
use crate::code_object::descriptor::Descriptor;
use crate::inst::{Inst, Operand, OperandValue};
use crate::lower::{self, DEFAULT_MODE, Unmodelled, lower};
use crate::meaning::Meaning;
use crate::row::Format;
use crate::target::{Target, Wave};
use arch::Linted;
use lint::{Finding, Graph, Root, Step, Weight};
use std::collections::BTreeSet;
use uop::{Program, Uop, UopIdx};

/// A kernel or function to look at.
pub(crate) struct Start {
    pub address: u64,
    /// What the kernel asks for, where it has a descriptor.
    pub descriptor: Option<Descriptor>,
    /// Others call it.
    pub function: bool,
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
        apertures: crate::abi::apertures(),
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
    for start in starts {
        if let Some(&at) = program.at.get(&start.address) {
            let function = start.function && !is_target(&program, at);
            roots.push(Root { at, function });
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
        insts: &insts,
        target,
    };
    for inst in hazards.graph.insts() {
        findings.extend(hazards.transcendental(inst));
        findings.extend(hazards.matrix(inst));
        findings.extend(hazards.clause(inst));
    }
    for start in starts {
        findings.extend(start.beyond_grant(&program, &insts, mask_words, wave));
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
    target: Target,
}

impl Hazards<'_> {
    fn inst(&self, index: u32) -> Option<&Inst> {
        self.insts.get(index as usize)?.as_ref()
    }

    /// A vector instruction reads what a transcendental has not written yet. Five vector instructions
    /// or two transcendentals in between are time enough; memory instructions wait by themselves.
    fn transcendental(&self, index: u32) -> Option<Finding> {
        let inst = self.inst(index)?;
        if !self.target.generation().trans_hazard || !is_vector(inst) {
            return None;
        }
        let reads = self.graph.reads(index);
        if reads.vectors.is_empty() {
            return None;
        }
        let found = self
            .graph
            .search(index, (0u8, 0u8), |before, &(vector, trans)| {
                let Some(other) = self.inst(before) else {
                    return Step::Stop;
                };
                if waits_for_results(other) || is_memory(other) {
                    return Step::Stop;
                }
                let own = is_transcendental(other.row().meaning);
                if own && reads.shared_vector(self.graph.writes(before)).is_some() {
                    return Step::Found;
                }
                let state = (vector + u8::from(is_vector(other)), trans + u8::from(own));
                match state.0 > 5 || state.1 > 1 {
                    true => Step::Stop,
                    false => Step::On(state),
                }
            })?;
        let reg = reads.shared_vector(self.graph.writes(found))?;
        Some(Finding {
            code: "trans-use",
            weight: Weight::Wrong,
            inst: index,
            message: format!("reads v{reg}, which a transcendental may not have written yet"),
            other: Some((found, "this one".into())),
            help: "put `s_waitcnt_depctr depctr_va_vdst(0)` between them".into(),
        })
    }

    /// The result of one product of matrices is A or B of the next.
    fn matrix(&self, index: u32) -> Option<Finding> {
        let inst = self.inst(index)?;
        if !is_matrix(inst) {
            return None;
        }
        let [_, a, b, ..] = inst.operands() else {
            return None;
        };
        let factors: BTreeSet<u16> = [a, b].into_iter().flat_map(vectors).collect();
        let result = |inst: &Inst| -> Option<u16> {
            let written = inst.operands().first().into_iter().flat_map(vectors);
            written.into_iter().find(|reg| factors.contains(reg))
        };
        let found = self
            .graph
            .search(index, (), |before, ()| match self.inst(before) {
                Some(other) if is_matrix(other) && result(other).is_some() => Step::Found,
                Some(other) if !is_vector(other) => Step::On(()),
                _ => Step::Stop,
            })?;
        let reg = self.inst(found).and_then(result)?;
        Some(Finding {
            code: "matrix-use",
            weight: Weight::Wrong,
            inst: index,
            message: format!("takes the product in v{reg} for a factor right after it was made"),
            other: Some((found, "made here".into())),
            help: "put `v_nop`, or another vector instruction, between them".into(),
        })
    }

    /// Instructions of a clause are of one kind.
    fn clause(&self, index: u32) -> Option<Finding> {
        let inst = self.inst(index)?;
        if inst.row().meaning != Meaning::Clause {
            return None;
        }
        let Some(OperandValue::Imm(length)) = inst.operands().first().map(|operand| operand.value)
        else {
            return None;
        };
        let members = index + 1..index + 2 + (length as u32 & 63);
        let kind = |index: u32| self.inst(index).and_then(clause_kind);
        let first = kind(index + 1);
        let odd = members
            .clone()
            .find(|&member| kind(member).is_none() || kind(member) != first)?;
        let message = match odd == index + 1 {
            true => "the instruction after it cannot begin a clause".to_string(),
            false => {
                let nth = odd - index;
                format!("instruction {nth} of the clause is of another kind than the first")
            }
        };
        Some(Finding {
            code: "clause",
            weight: Weight::Wrong,
            inst: index,
            message,
            other: Some((odd.min(self.insts.len() as u32 - 1), "this one".into())),
            help: "a clause holds loads, stores or scalar loads of one kind, and nothing else"
                .into(),
        })
    }
}

impl Start {
    /// Registers that the kernel names and its descriptor does not ask for.
    fn beyond_grant(
        &self,
        program: &Program,
        insts: &[Option<Inst>],
        mask_words: u16,
        wave: Wave,
    ) -> Option<Finding> {
        let blocks = (self.descriptor?.rsrc1 & 0x3f) as u16 + 1;
        let granted = blocks * if wave == Wave::W64 { 4 } else { 8 };
        let root = *program.at.get(&self.address)?;
        let graph = Graph::new(program, &[root], 0, mask_words);
        let names = |index: u32| {
            let operands = insts[index as usize].iter().flat_map(Inst::operands);
            operands.flat_map(vectors).max()
        };
        let (inst, reg) = (graph.insts())
            .filter_map(|inst| Some((inst, names(inst).filter(|reg| *reg >= granted)?)))
            .next()?;
        Some(Finding {
            code: "register-grant",
            weight: Weight::Wrong,
            inst,
            message: format!(
                "names v{reg}, but the descriptor asks for {granted} vector registers"
            ),
            other: None,
            help: format!("`.amdhsa_next_free_vgpr {}`", reg + 1),
        })
    }
}

/// The vector registers of an operand.
fn vectors(operand: &Operand) -> std::ops::Range<u16> {
    match operand.value {
        OperandValue::Reg(reg) if reg.is_vgpr() => {
            let first = reg.vgpr_index();
            first..first + u16::from(reg.dwords.max(1))
        }
        _ => 0..0,
    }
}

fn is_vector(inst: &Inst) -> bool {
    use Format::{Vinterp, Vop1, Vop2, Vop3, Vop3p, Vop3sd, Vopc, Vopd};
    matches!(
        inst.row().format,
        Vop1 | Vop2 | Vopc | Vop3 | Vop3sd | Vop3p | Vopd | Vinterp
    )
}

fn is_memory(inst: &Inst) -> bool {
    matches!(clause_kind(inst), Some(Kind::Lanes | Kind::Local)) || inst.row().format == Format::Exp
}

fn is_matrix(inst: &Inst) -> bool {
    matches!(inst.row().meaning, Meaning::Matrix(_))
}

/// `depctr_va_vdst(0)`: results in vector registers are there.
fn waits_for_results(inst: &Inst) -> bool {
    let field = inst.operands().first().map(|operand| operand.value);
    inst.row().meaning == Meaning::WaitAlu
        && matches!(field, Some(OperandValue::Imm(bits)) if bits >> 12 & 15 == 0)
}

/// What a clause can consist of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Scalar,
    Lanes,
    Local,
    Vector,
}

fn clause_kind(inst: &Inst) -> Option<Kind> {
    use Format::{Ds, Flat, Global, Mimg, Mtbuf, Mubuf, Scratch, Smem, Vsample};
    match inst.row().format {
        Smem => Some(Kind::Scalar),
        Ds => Some(Kind::Local),
        Flat | Global | Scratch | Mubuf | Mtbuf | Mimg | Vsample => Some(Kind::Lanes),
        _ if is_vector(inst) => Some(Kind::Vector),
        _ => None,
    }
}
