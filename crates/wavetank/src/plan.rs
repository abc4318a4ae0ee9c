//! What is known of a kernel before it runs, instruction by instruction.

use crate::ready::{Engine, Ready};
use crate::{Error, Input, Settings};
use plan::{Affine, AffineSource, AffineStep, Plan};
use std::collections::HashMap;
use std::ops::Range;
use uop::{Operand, Program, Uop, Use, VReg};

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
    let describe = Describe {
        ready: &ready,
        program,
        plan,
        values: values(plan, program),
    };
    Ok(PlanReport {
        lanes: ready.lanes,
        waves: threads.div_ceil(ready.lanes),
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
    values: HashMap<usize, Affine>,
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

    fn class(&self, range: Range<usize>) -> &'static str {
        let planned = &self.plan.steps[range.clone()];
        if planned.iter().any(|it| it.affine_address) {
            return "run";
        }
        if planned.iter().any(|it| it.affine.is_some()) {
            return "affine";
        }
        if planned.iter().all(|it| it.uniform) {
            return "uniform";
        }
        let classes = self.program.steps[range]
            .iter()
            .map(|step| class(&step.uop));
        let rank = |class: &&str| CLASSES.iter().position(|it| it == class);
        classes.min_by_key(rank).unwrap_or("hint")
    }

    fn notes(&self, range: Range<usize>) -> Vec<String> {
        let mut notes = Vec::new();
        for at in range.clone() {
            let planned = &self.plan.steps[at];
            if let Some(number) = planned.affine {
                let step = &self.plan.affine[number as usize];
                if let Some(value) = self.values.get(&at) {
                    notes.push(format!("= {}", formula(*value)));
                }
                notes.push(match step.needed {
                    true => "written: read as a vector".into(),
                    false => "never written: used as an address only".into(),
                });
            }
            if planned.affine_address {
                notes.push("one access for all waves".into());
            }
            if planned.loads_constant {
                notes.push("the same in all lanes".into());
            }
            if planned.fused.is_some() {
                notes.push("one addition of 64 bits with what follows".into());
            }
            if planned.dead {
                notes.push("not carried out: nothing reads the result".into());
            }
            if plan::is_ordered(&self.program.steps[at].uop) {
                notes.push("waves go one by one".into());
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
        notes.dedup();
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

/// The affine values that are known before the launch: those that no scalar goes into.
fn values(plan: &Plan, program: &Program) -> HashMap<usize, Affine> {
    let mut known: HashMap<VReg, Affine> = plan.starts.iter().copied().collect();
    let mut values = HashMap::new();
    let mut loads = (0..program.steps.len())
        .filter(|&at| plan.steps[at].loads_constant)
        .peekable();
    for step in &plan.affine {
        while let Some(at) = loads.next_if(|&at| at < step.at) {
            program.steps[at]
                .uop
                .for_each_operand(1, &mut |how, operand| {
                    if let (Use::Write, Operand::Vector(first, count)) = (how, operand) {
                        (0..count).for_each(|i| _ = known.remove(&first.plus(i)));
                    }
                });
        }
        let value = value(step, &known).filter(|_| !step.wide);
        step.results().for_each(|reg| _ = known.remove(&reg));
        if let Some(value) = value {
            known.insert(step.dst, value);
            values.insert(step.at, value);
        }
    }
    debug_assert!(plan.affine.iter().all(|step| step.at < program.steps.len()));
    values
}

fn value(step: &AffineStep, known: &HashMap<VReg, Affine>) -> Option<Affine> {
    let mut args = [Affine::default(); 3];
    for (arg, src) in args.iter_mut().zip(step.src) {
        *arg = match src {
            AffineSource::None => continue,
            AffineSource::Constant(low, 0) => Affine::constant(low),
            AffineSource::Affine(reg, false) => *known.get(&reg)?,
            _ => return None,
        };
    }
    let at = |lane: u32| step.op.eval(args.map(|arg| arg.at(lane).into())) as u32;
    let first = at(0);
    Some(Affine {
        first,
        step: at(1).wrapping_sub(first),
    })
}

/// In terms of the number of the thread in its workgroup.
fn formula(value: Affine) -> String {
    let step = match value.step {
        0 => return value.first.to_string(),
        1 => "thread".to_string(),
        step => format!("{} * thread", step as i32),
    };
    match value.first {
        0 => step,
        first => format!("{step} + {first}"),
    }
}
