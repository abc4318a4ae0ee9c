//! What is known of a kernel before it runs, instruction by instruction.

#[cfg(test)]
mod tests;
mod words;

use crate::ready::{Engine, Ready};
use crate::{Error, Input, Settings};
use plan::{Agreement, Plan, RegisterFacts, StepFacts, Value, WaveShape};
use std::collections::HashSet;
use std::ops::Range;
use uop::{CrossOp, MemOp, Operand, Program, Uop, Use};
use words::Names;

/// A plan, with the instructions that it is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanReport {
    /// Lanes of a wave.
    pub lanes: u32,
    /// Waves of a workgroup.
    pub waves: u32,
    /// Results depend on which wave comes first.
    pub ordered: bool,
    /// By ascending address.
    pub lines: Vec<PlannedLine>,
}

/// An instruction and what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedLine {
    /// Where it is.
    pub address: u64,
    /// As it was written.
    pub text: String,
    /// What it works on: `uniform`, `affine`, `run`, `vector`, `scalar`, `memory`, `control`, ...
    pub class: &'static str,
    /// What else is known, in words.
    pub notes: Vec<String>,
}

/// Assembles if need be, and plans the launch without running it; arguments may be left out.
pub fn plan(input: &Input, settings: &Settings) -> Result<PlanReport, Error> {
    let settings = Settings {
        only_planned: true,
        ..settings.clone()
    };
    let (ready, engine) = Ready::new(input, &settings)?;
    let Engine::Waves(loaded, _) = engine else {
        let name = input.arch.name();
        let why = format!("{name} programs are not made of waves, and nothing is planned for them");
        return Err(Error::Plain(why));
    };
    let program = &loaded.program;
    let dispatch = ready.dispatch(&loaded);
    let plan = dispatch.plan();
    let threads = ready.prepared.kernel.launch.local.iter().product::<u32>();
    let shape = WaveShape {
        lanes: ready.lanes,
        waves: threads.div_ceil(ready.lanes),
    };
    let describe = Describe {
        ready: &ready,
        program,
        plan,
        facts: dispatch.facts(),
        shape,
    };
    Ok(PlanReport {
        lanes: shape.lanes,
        waves: shape.waves,
        ordered: plan.ordered,
        lines: describe.lines(),
    })
}

/// The class of what no way leads to.
const NEVER: &str = "never";

struct Describe<'a> {
    ready: &'a Ready,
    program: &'a Program,
    plan: &'a Plan,
    facts: Option<RegisterFacts>,
    shape: WaveShape,
}

impl Describe<'_> {
    fn lines(&self) -> Vec<PlannedLine> {
        let steps = &self.program.steps;
        let mut lines = Vec::new();
        let mut at = 0;
        while at < steps.len() {
            let inst = steps[at].inst;
            let len = steps[at..].iter().take_while(|step| step.inst == inst);
            let range = at..at + len.count();
            at = range.end;
            // What stands behind the last instruction is not in the file.
            if self.program.insts[inst as usize].len > 0 {
                lines.push(self.line(inst, range));
            }
        }
        if self.ready.prepared.compiled {
            // What lies around the kernel are others.
            let reached = |line: &PlannedLine| line.class != NEVER;
            lines.truncate(lines.iter().rposition(reached).map_or(0, |last| last + 1));
            lines.drain(..lines.iter().position(reached).unwrap_or(0));
        }
        lines
    }

    fn line(&self, inst: u32, range: Range<usize>) -> PlannedLine {
        let address = self.program.insts[inst as usize].address;
        let reached = (self.plan.reached.as_ref()).is_none_or(|it| range.clone().any(|at| it[at]));
        let (class, notes) = match reached {
            true => (self.class(range.clone()), self.notes(range)),
            false => (NEVER, vec!["cannot be reached".into()]),
        };
        PlannedLine {
            address,
            text: self.text(inst),
            class,
            notes,
        }
    }

    fn text(&self, inst: u32) -> String {
        let address = self.program.insts[inst as usize].address;
        (self.ready.text_at(address)).unwrap_or_else(|| format!("{address:#x}"))
    }

    fn facts(&self, at: usize) -> StepFacts {
        let facts = self.facts.as_ref();
        facts.map_or_else(StepFacts::default, |facts| facts.steps[at])
    }

    /// What is known of an access, if it is one of vectors.
    fn address(&self, at: usize) -> Option<(&MemOp, Value)> {
        match &self.program.steps[at].uop {
            Uop::Memory(op) => Some((op, self.facts(at).address?)),
            _ => None,
        }
    }

    fn class(&self, range: Range<usize>) -> &'static str {
        let planned = &self.plan.steps[range.clone()];
        let is_run = |at: usize| {
            self.address(at)
                .is_some_and(|(op, to)| words::is_run(op, to))
        };
        if planned.iter().any(|it| it.affine_address) || range.clone().any(is_run) {
            return "run";
        }
        let classes = self.program.steps[range.clone()]
            .iter()
            .map(|step| class(&step.uop));
        let rank = |class: &&str| CLASSES.iter().position(|it| it == class);
        let class = classes.min_by_key(rank).unwrap_or("hint");
        if planned.iter().all(|it| it.uniform) {
            return "uniform";
        }
        let results = || range.clone().filter_map(|at| self.result(at));
        let steps = &self.program.steps[range.clone()];
        let of_wave = steps.iter().all(|step| is_scalar(&step.uop));
        match class {
            "vector" if results().count() == 0 => class,
            "vector" if results().all(|(_, value)| value.is_same_in_wave()) => "uniform",
            "vector" if results().all(|(_, value)| value != Value::Any) => "affine",
            "vector" if planned.iter().any(|it| it.affine.is_some()) => "affine",
            "scalar" if results().all(|(_, value)| value.is_same()) => "uniform",
            "memory" if of_wave && results().all(|(_, value)| value.is_same()) => "uniform",
            "control" => match range.clone().find_map(|at| self.facts(at).way) {
                Some(Agreement::Common) => "uniform",
                _ => class,
            },
            class => class,
        }
    }

    /// What a step leaves in a register that has a name.
    fn result(&self, at: usize) -> Option<(String, Value)> {
        let value = self.facts(at).result?;
        let mut first = None;
        let uop = &self.program.steps[at].uop;
        uop.for_each_operand(1, &mut |how, operand| {
            if how == Use::Write && first.is_none() {
                first = Some(operand);
            }
        });
        let names = Names(&self.ready.registers);
        let name = match first? {
            // Temporaries stand behind what waves start without.
            Operand::Vector(reg, _) => {
                let named = self.program.unset.vectors;
                names.vector(reg).filter(|_| named == 0 || reg.0 < named)
            }
            Operand::Scalar(reg, _) => names.scalar(reg),
        };
        Some((name?, value))
    }

    fn notes(&self, range: Range<usize>) -> Vec<String> {
        let mut notes = Vec::new();
        let names = Names(&self.ready.registers);
        for at in range.clone() {
            let (planned, facts) = (&self.plan.steps[at], self.facts(at));
            if let Some((op, to)) = self.address(at) {
                notes.extend(words::access(&names, op, to, self.shape.lanes));
            }
            if let Some((name, value)) = self.result(at) {
                notes.extend(match &self.program.steps[at].uop {
                    Uop::FirstLane { .. } => {
                        words::word(&format!("lane 0 of {name}"), value, self.shape)
                    }
                    uop if is_scalar(uop) => words::word(&name, value, self.shape),
                    _ => words::result(&name, value, self.shape),
                });
            }
            if let Some(number) = planned.affine {
                let step = &self.plan.affine[number as usize];
                notes.push(match step.needed {
                    true => "written: read as a vector".into(),
                    false => "never written: used as an address only".into(),
                });
            }
            if planned.affine_address {
                notes.push("one access for all waves".into());
            }
            if planned.fused.is_some() {
                notes.push("one addition of 64 bits with what follows".into());
            }
            if planned.dead {
                notes.push("not carried out: nothing reads the result".into());
            }
            if plan::is_ordered(&self.program.steps[at].uop) {
                notes.push("waves go one by one".into());
            } else if self.facts.is_some() {
                let uop = &self.program.steps[at].uop;
                notes.extend(words::way(uop, &facts, self.shape).map(String::from));
            } else if plan::can_part(&self.program.steps[at].uop) && !planned.uniform {
                notes.push("waves may part".into());
            }
            if let Some(wait) = self.plan.waits.iter().find(|wait| wait.at as usize == at) {
                notes.push(match wait.most {
                    _ if wait.is_idle() => "never waits".into(),
                    None => "any number outstanding".into(),
                    Some(most) => format!("at most {most} outstanding"),
                });
            }
        }
        let mut told = HashSet::new();
        notes.retain(|note| told.insert(note.clone()));
        let last = range.end - 1;
        let folded = last + 1..last + usize::from(self.plan.steps[last].advance);
        let hints = folded.filter(|&at| self.plan.steps[at].first);
        let hints: Vec<String> = hints
            .map(|at| self.text(self.program.steps[at].inst))
            .collect();
        if !hints.is_empty() {
            notes.push(format!("folded: {}", hints.join("; ")));
        }
        notes
    }
}

/// It leaves a word for the wave.
fn is_scalar(uop: &Uop) -> bool {
    let Uop::Cross(cross) = uop else {
        return matches!(
            uop,
            Uop::Scalar { .. } | Uop::ScalarFlag { .. } | Uop::ScalarLoad(_)
        );
    };
    matches!(
        **cross,
        CrossOp::ReadFirst { .. } | CrossOp::ReadLane { .. }
    )
}

/// The classes of steps, the most telling first.
const CLASSES: [&str; 8] = [
    "memory", "control", "barrier", "vector", "scalar", "wait", "special", "hint",
];

fn class(uop: &Uop) -> &'static str {
    match uop {
        Uop::Memory(_) | Uop::ScalarLoad(_) => "memory",
        Uop::PerLane { .. }
        | Uop::Modified(_)
        | Uop::Compare { .. }
        | Uop::Predicate { .. }
        | Uop::LanesFromMask { .. }
        | Uop::Cross(_)
        | Uop::FirstLane { .. } => "vector",
        Uop::Scalar { .. } | Uop::ScalarFlag { .. } => "scalar",
        Uop::Wait { .. } => "wait",
        Uop::Nop => "hint",
        Uop::Barrier | Uop::ClusterBarrier | Uop::Split(_) => "barrier",
        Uop::Custom(_) => "special",
        Uop::Jump { .. }
        | Uop::Branch { .. }
        | Uop::JumpScalar { .. }
        | Uop::Diverge { .. }
        | Uop::DivergeIndirect { .. }
        | Uop::Join(_)
        | Uop::Exit
        | Uop::Mask(_)
        | Uop::End
        | Uop::Trap(_) => "control",
    }
}
