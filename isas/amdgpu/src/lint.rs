//! Mistakes that hardware does not forgive and the assembler cannot see, found on every path without
//! running anything.
//!
//! Missing waits are found for any instruction set; here is what only these processors have. What is a
//! hazard of which generation is a fact of [`crate::target::Generation`]; LLVM's recogniser of hazards,
//! which puts waits and `v_nop` between such instructions, is where the facts come from, and beside which
//! they are held (`verify lint`).
//!
//! [`pairs`] has instructions that must not follow each other closely, [`scalars`] scalars that are read
//! too early, [`states`] what has to be kept apart by hand, [`delay`] hints that are not so, [`flow`] clauses,
//! masks and dead code.

mod delay;
mod flow;
mod pairs;
mod scalars;
mod states;
mod unit;

use crate::code_object::descriptor::Descriptor;
use crate::inst::{AmdInst, OperandValue};
use crate::lower::{self, DEFAULT_MODE, Unmodelled, lower};
use crate::meaning::Meaning;
use crate::names::Results;
use crate::target::{Chip, Target, Wave};
use arch::Linted;
use lint::{Finding, Graph, Root, Weight};
use states::Seen;
use std::cell::Cell;
use std::collections::HashMap;
use unit::{Unit, waits_for};
use uop::{Program, Uop, UopIdx};

/// A kernel or function to look at.
pub(crate) struct Start {
    pub address: u64,
    /// What the kernel asks for, where it has a descriptor.
    pub descriptor: Option<Descriptor>,
    /// What it is.
    pub begin: Begin,
}

/// `s_nop 0`: takes the place of what is taken out.
const NOP: [u8; 4] = [0, 0, 0x80, 0xbf];

/// What begins at an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Begin {
    Kernel,
    /// Others call it.
    Function,
    /// It has a name, and is come to only if something computes its address.
    Label,
}

/// Code with waves of one size, ready to be looked at.
pub(crate) struct Linter {
    target: Target,
    wave: Wave,
    program: Program,
    insts: Vec<Option<AmdInst>>,
    units: Vec<Unit>,
    /// Where wait states are the program's business.
    seen: Vec<Option<Seen>>,
    /// Vector registers that instructions can name.
    named: u16,
    roots: Vec<Root>,
    /// The first instructions of kernels.
    kernels: Vec<u32>,
    starts: Vec<Start>,
}

impl Linter {
    pub fn new(
        (target, chip): (Target, &'static Chip),
        wave: Wave,
        (bytes, base): (&[u8], u64),
        starts: Vec<Start>,
    ) -> Result<Linter, Vec<Unmodelled>> {
        let options = lower::LowerOptions {
            target,
            chip,
            wave,
            entry: starts.first().map_or(base, |start| start.address),
            vgprs: 3,
            mode: DEFAULT_MODE,
            cu_mode: false,
            apertures: crate::abi::apertures(),
            host: None,
        };
        let lowered = lower(bytes, base, &options)?;
        let (mut program, named) = (lowered.program, lowered.layout.vectors());
        let insts: Vec<Option<AmdInst>> = (program.insts.iter())
            .map(|inst| {
                let at = usize::try_from(inst.address.checked_sub(base)?).ok()?;
                crate::decode(bytes.get(at..)?, target, wave).ok()
            })
            .collect();
        let mut roots: Vec<Root> = Vec::new();
        let mut kernels: Vec<u32> = Vec::new();
        let computes_addresses = insts
            .iter()
            .flatten()
            .any(|inst| matches!(inst.row().meaning, Meaning::SetPc | Meaning::SwapPc));
        let targets = lint::targets(&program);
        // What does not come back may end in a trap, with nothing but padding behind it.
        for start in starts.iter().filter(|start| start.begin != Begin::Label) {
            let above = program
                .at
                .get(&start.address)
                .and_then(|at| at.checked_sub(1));
            let above = above.and_then(|at| program.steps.get_mut(at as usize));
            if let Some(step) = above.filter(|step| matches!(step.uop, Uop::Nop)) {
                step.uop = Uop::End;
            }
        }
        for start in &starts {
            if start.begin == Begin::Label && !computes_addresses {
                continue;
            }
            if let Some(&at) = program.at.get(&start.address) {
                let inside = targets.contains(&(at as usize)) || falls_to(&program, at);
                let function = start.begin == Begin::Function && !inside;
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
        Ok(Linter {
            target,
            wave,
            units: insts.iter().map(|inst| Unit::of(inst.as_ref())).collect(),
            seen: match target.generation().wait_states {
                true => (insts.iter())
                    .map(|inst| inst.as_ref().map(Seen::of))
                    .collect(),
                false => Vec::new(),
            },
            program,
            insts,
            named,
            roots,
            kernels,
            starts,
        })
    }

    /// Everything that is found.
    pub fn lint(self, name: &dyn Fn(uop::Operand) -> String) -> Linted {
        let mut findings = self.findings(&self.roots, name, true);
        findings.sort_by_key(|finding| (finding.inst, finding.code));
        findings.dedup_by_key(|finding| (finding.inst, finding.code, finding.other.clone()));
        Linted {
            program: self.program,
            findings,
        }
    }

    /// What is wrong without an instruction, for each of these, and is not with all of them. The instruction
    /// is one that only waits: where others lead does not change.
    pub fn without(
        &mut self,
        addresses: &[u64],
        name: &dyn Fn(uop::Operand) -> String,
    ) -> Vec<Vec<Finding>> {
        let parts = self.parts();
        let mut known: HashMap<u32, Vec<Finding>> = HashMap::new();
        let mut all = Vec::new();
        for address in addresses {
            let Some(&at) = self.program.at.get(address) else {
                all.push(Vec::new());
                continue;
            };
            let part = parts[at as usize];
            let roots = self.roots.iter().copied();
            let roots: Vec<Root> = roots.filter(|it| parts[it.at as usize] == part).collect();
            known
                .entry(part)
                .or_insert_with(|| self.findings(&roots, name, false));
            let index = self.program.steps[at as usize].inst;
            let own = |step: &uop::Step| step.inst == index;
            let steps: Vec<usize> = (at as usize..self.program.steps.len())
                .take_while(|&at| own(&self.program.steps[at]))
                .collect();
            let mut kept = Vec::new();
            for &step in &steps {
                kept.push(std::mem::replace(
                    &mut self.program.steps[step].uop,
                    Uop::Nop,
                ));
            }
            let nop = crate::decode(&NOP, self.target, self.wave).ok();
            let inst = std::mem::replace(&mut self.insts[index as usize], nop);
            let unit = std::mem::replace(&mut self.units[index as usize], Unit::Scalar);
            let states = self.set_states(index, 0);
            let mut after = self.findings(&roots, name, false);
            after.retain(|it| it.weight == Weight::Wrong && !known[&part].contains(it));
            all.push(after);
            self.insts[index as usize] = inst;
            self.units[index as usize] = unit;
            self.set_states(index, states);
            for (step, uop) in steps.into_iter().zip(kept) {
                self.program.steps[step].uop = uop;
            }
        }
        all
    }

    /// Makes an instruction as many wait states; returns how many it was.
    fn set_states(&mut self, index: u32, states: u8) -> u8 {
        match self.seen.get_mut(index as usize) {
            Some(Some(seen)) => std::mem::replace(&mut seen.states, states),
            _ => 0,
        }
    }

    /// For each step, the number of the part of the program that it is in: no step leads from one part to
    /// another.
    fn parts(&self) -> Vec<u32> {
        fn of(parts: &mut [u32], at: u32) -> u32 {
            let mut at = at;
            while parts[at as usize] != at {
                parts[at as usize] = parts[parts[at as usize] as usize];
                at = parts[at as usize];
            }
            at
        }
        let count = self.program.steps.len() as u32;
        let mut parts: Vec<u32> = (0..count).collect();
        for (at, step) in (0..).zip(&self.program.steps) {
            for to in lint::successors(&step.uop, at).filter(|to| *to < count) {
                let (a, b) = (of(&mut parts, at), of(&mut parts, to));
                parts[a as usize] = b;
            }
        }
        (0..count).map(|at| of(&mut parts, at)).collect()
    }

    /// What is found from these roots; of all of them, also what none leads to.
    fn findings(
        &self,
        roots: &[Root],
        name: &dyn Fn(uop::Operand) -> String,
        all: bool,
    ) -> Vec<Finding> {
        let program = &self.program;
        let mask_words = if self.wave == Wave::W64 { 2 } else { 1 };
        let calls = |inst: u32| {
            let inst = self.insts.get(inst as usize);
            inst.is_some_and(|inst| is_call(inst) || is_tail_call(inst))
        };
        let mut findings = lint::waits(program, roots, (self.named, mask_words), &calls, name);
        let steps: Vec<UopIdx> = roots.iter().map(|root| root.at).collect();
        let hazards = Hazards {
            graph: Graph::new(program, &steps, self.named, mask_words),
            units: &self.units,
            seen: &self.seen,
            reach: states::reach(&self.seen),
            insts: &self.insts,
            target: self.target,
            wave: self.wave,
            name,
            starts: &self.kernels,
            ignored: Cell::new(None),
        };
        for inst in hazards.graph.insts() {
            findings.extend(hazards.pairs(inst));
            findings.extend(hazards.idle_vectors(inst));
            findings.extend(hazards.clause(inst));
            findings.extend(hazards.delay(inst));
            findings.extend(hazards.exec(inst));
            findings.extend(hazards.states(inst));
        }
        findings.extend(hazards.scalars(&|inst| !self.kernels.contains(&inst)));
        if all {
            findings.extend(hazards.dead_code());
            for start in &self.starts {
                findings.extend(start.beyond_grant(&hazards));
            }
        }
        findings
    }
}

/// A label that is come to from above is not the beginning of a function, nor is one that branches name.
fn falls_to(program: &Program, at: UopIdx) -> bool {
    at > 0
        && !matches!(
            program.steps[at as usize - 1].uop,
            Uop::End | Uop::JumpScalar { .. } | Uop::Jump { .. } | Uop::Trap(_) | Uop::Nop
        )
}

/// The steps that calls return to.
fn after_calls(program: &Program, insts: &[Option<AmdInst>]) -> Vec<UopIdx> {
    let calls = program.insts.iter().zip(insts);
    let calls = calls.filter(|(_, inst)| is_call(inst));
    let after = calls.filter_map(|(at, _)| program.at.get(&(at.address + u64::from(at.len))));
    after.copied().collect()
}

fn is_call(inst: &Option<AmdInst>) -> bool {
    let meaning = inst.as_ref().map(|inst| inst.row().meaning);
    matches!(meaning, Some(Meaning::SwapPc | Meaning::Call))
}

/// A jump to what was called with another place to return to: it waits for itself, as if it had been called.
fn is_tail_call(inst: &Option<AmdInst>) -> bool {
    const RETURN_ADDRESS: u16 = 30;
    let Some(inst) = inst
        .as_ref()
        .filter(|it| it.row().meaning == Meaning::SetPc)
    else {
        return false;
    };
    let to = inst.operands().first().map(|operand| operand.value);
    !matches!(to, Some(OperandValue::Reg(reg)) if reg.code == RETURN_ADDRESS)
}

struct Hazards<'a> {
    graph: Graph<'a>,
    insts: &'a [Option<AmdInst>],
    units: &'a [Unit],
    seen: &'a [Option<Seen>],
    /// How far back an instruction can matter by what is seen of it.
    reach: u8,
    target: Target,
    wave: Wave,
    name: &'a dyn Fn(uop::Operand) -> String,
    /// The first instructions of kernels.
    starts: &'a [u32],
    /// A wait that is taken for one that is not there.
    ignored: Cell<Option<u32>>,
}

impl Hazards<'_> {
    fn inst(&self, index: u32) -> Option<&AmdInst> {
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
