//! Which of the instructions that ran are exact.

use crate::ready::{Engine, Ready};
use crate::repeat::{Lent, Repeatable};
use crate::{Error, Settings, machine};
use arch::{Arch, AsmSource, DisStyle};
use isa::{Fidelity, Page};
use serde_json::{Value, json};
use sim::{Observer, Site, Stop, Wave};
use source::{Diagnostic, SourceFile, Span};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use uop::{Access, InstInfo, LookWave, Watcher};

/// What a run used that is not exact.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    /// Wave-instructions that are exact.
    pub exact: u64,
    /// The others, by name.
    pub others: Vec<Used>,
}

/// An instruction that is not exact and ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Used {
    /// As it is written, without operands.
    pub mnemonic: String,
    /// In which way.
    pub fidelity: Fidelity,
    /// How often it was issued.
    pub count: u64,
    /// Where the first of them in the code is.
    pub pc: u64,
    /// The line of that one, where the source is known.
    pub span: Option<Span>,
}

impl Ledger {
    /// As text, the most frequent first.
    pub fn to_text(&self, file: &SourceFile) -> String {
        let other: u64 = self.others.iter().map(|used| used.count).sum();
        let all = self.exact + other;
        let mut text = match self.others.is_empty() {
            true => format!("fidelity: all {all} instructions are exact\n"),
            false => format!("fidelity: {} of {all} instructions are exact\n", self.exact),
        };
        for used in &self.others {
            let place = used.place(file);
            let reason = used.fidelity.reason().unwrap_or_default();
            text += &format!(
                "{:>12}  {:<20} {:<11} first at {place}: {reason}\n",
                used.count,
                used.mnemonic,
                used.fidelity.name(),
            );
        }
        text
    }

    /// As JSON.
    pub fn to_json(&self, file: &SourceFile) -> Value {
        let others = self.others.iter().map(|used| {
            let line = used.span.map(|span| file.place(span.start).line);
            json!({
                "mnemonic": used.mnemonic,
                "fidelity": used.fidelity.name(),
                "reason": used.fidelity.reason(),
                "count": used.count,
                "pc": used.pc,
                "line": line,
            })
        });
        json!({ "exact": self.exact, "inexact": others.collect::<Vec<_>>() })
    }

    /// An error for each instruction that is not exact.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let each = self.others.iter().map(|used| {
            let (name, kind) = (&used.mnemonic, used.fidelity.name());
            let message = format!("`{name}` is {kind}, and everything has to be exact");
            let diagnostic = Diagnostic::error("inexact", message).fact("pc", used.pc);
            let diagnostic = match used.span {
                Some(span) => diagnostic.label(span, "runs here"),
                None => diagnostic.help(format!("at {:#x}", used.pc)),
            };
            diagnostic.help(used.fidelity.reason().unwrap_or_default())
        });
        each.collect()
    }
}

impl Used {
    fn place(&self, file: &SourceFile) -> String {
        match self.span {
            Some(span) => format!("{}:{}", file.name(), file.place(span.start).line),
            None => format!("{:#x}", self.pc),
        }
    }
}

/// Counts the instructions that are not exact; the others run as if nothing looked on.
pub(crate) struct Counter {
    marked: Vec<bool>,
    counts: Vec<u64>,
}

impl Counter {
    pub fn new(ready: &Ready, insts: &[InstInfo]) -> Counter {
        let marked = insts
            .iter()
            .map(|inst| of(ready, inst.address) != Fidelity::Exact);
        Counter {
            marked: marked.collect(),
            counts: vec![0; insts.len()],
        }
    }

    pub fn marked(&self, inst: u32) -> bool {
        self.marked.get(inst as usize) == Some(&true)
    }

    fn count(&mut self, at: &Site) {
        if self.marked(at.inst) {
            self.counts[at.inst as usize] += 1;
        }
    }

    /// What was counted, of so many instructions.
    pub fn ledger(&self, ready: &Ready, insts: &[InstInfo], issued: u64) -> Ledger {
        let mut by_name: BTreeMap<(String, Fidelity), Used> = BTreeMap::new();
        for (inst, &count) in insts
            .iter()
            .zip(&self.counts)
            .filter(|(_, count)| **count > 0)
        {
            let text = ready.text_at(inst.address).unwrap_or_default();
            let mnemonic = text
                .split_whitespace()
                .next()
                .unwrap_or_default()
                .to_string();
            let fidelity = of(ready, inst.address);
            let used = by_name.entry((mnemonic.clone(), fidelity)).or_insert(Used {
                mnemonic,
                fidelity,
                count: 0,
                pc: inst.address,
                span: ready.prepared.code.span_at(inst.address),
            });
            used.count += count;
        }
        let mut others: Vec<Used> = by_name.into_values().collect();
        others.sort_by_key(|used| std::cmp::Reverse(used.count));
        Ledger {
            exact: issued - self.counts.iter().sum::<u64>().min(issued),
            others,
        }
    }
}

impl Observer for Counter {
    fn marked_only(&self) -> bool {
        true
    }

    fn issue(&mut self, at: &Site, _: &Wave) -> ControlFlow<Stop> {
        self.count(at);
        ControlFlow::Continue(())
    }
}

impl Watcher for Counter {
    fn marked_only(&self) -> bool {
        true
    }

    fn sees_memory(&self) -> bool {
        false
    }

    fn issue(&mut self, at: &Site, _: &dyn LookWave) -> bool {
        self.count(at);
        false
    }

    fn access(&mut self, _: &Site, _: &Access) {}

    fn turn(&mut self, _: &dyn LookWave, _: u64) -> bool {
        false
    }
}

/// The ledger of a run that was not watched itself: it is run once more.
pub(crate) fn of_another_run(
    launch: &dyn Repeatable,
    settings: &Settings,
    before: &Lent,
) -> Result<Ledger, Error> {
    let settings = Settings {
        timed: false,
        timeline: false,
        threads: 1,
        ..settings.clone()
    };
    let (ready, engine) = launch.ready(&settings)?;
    ready.again(before, || counted(&ready, engine)).0
}

/// Runs to the end and counts.
fn counted(ready: &Ready, engine: Engine) -> Result<Ledger, Error> {
    match engine {
        Engine::Waves(loaded, timing) => {
            let insts = &loaded.program.insts;
            let mut counter = Counter::new(ready, insts);
            let mut machine = ready.stoppable(&loaded, timing.as_ref());
            machine.mark(&|inst| counter.marked(inst));
            let ended = machine.resume(&mut counter);
            ended.map_err(|fault| ready.trap_error(&fault))?;
            Ok(counter.ledger(ready, insts, machine.issued()))
        }
        Engine::Own(own) => {
            let memory = ready.memory.clone();
            let mut run = own.stoppable(memory, &machine::run_options(ready));
            let insts = run.facts().insts;
            let mut counter = Counter::new(ready, &insts);
            run.mark(&|inst| counter.marked(inst));
            let ended = run.resume(&mut counter);
            ended.map_err(|fault| ready.trap_error(&fault))?;
            Ok(counter.ledger(ready, &insts, run.issued()))
        }
    }
}

fn of(ready: &Ready, address: u64) -> Fidelity {
    let style = DisStyle {
        wave: ready.lanes,
        extensions: ready.prepared.extensions.clone(),
    };
    let bytes = ready.prepared.code.at(address);
    bytes.map_or(Fidelity::Exact, |bytes| ready.arch.fidelity(bytes, &style))
}

/// How sure the instruction of a reference page is, by the line that it has as an example.
pub fn fidelity_of(arch: &dyn Arch, page: &Page) -> Fidelity {
    let schema = arch.schema();
    let names = arch.extensions().iter().map(|name| name.to_string());
    let extensions: Vec<String> = names.collect();
    let file = SourceFile::new("example", page.example.as_str());
    let assembled = arch.assemble(&AsmSource {
        extensions: &extensions,
        ..AsmSource::whole(&file, schema.default_wave)
    });
    let style = DisStyle {
        wave: schema.default_wave,
        extensions,
    };
    let code = &assembled.code;
    let bytes = code.at(code.base).unwrap_or_default();
    arch.fidelity(bytes, &style)
}
