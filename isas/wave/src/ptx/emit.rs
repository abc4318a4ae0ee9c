//! Lines of PTX, and which threads they are for.

use std::fmt::Write as _;

use super::Style;
use super::flow::Open;
use crate::encoding::WaveInst;
use crate::operand::Condition;
use crate::row::Guarding;

/// Where a kernel runs and with what.
#[derive(Clone, Debug, Default)]
pub struct EntryShape {
    pub name: String,
    pub local_bytes: u32,
    pub private_bytes: u32,
    pub args_bytes: u32,
    /// Workgroups of a cluster.
    pub cluster: u32,
    /// The same along each axis of the grid.
    pub cluster_shape: [u32; 3],
    /// Threads of a wave.
    pub width: u32,
    /// Threads of a workgroup along each axis.
    pub local: [u32; 3],
    /// The same of the thread block, which has more where waves are narrower than warps.
    pub block: [u32; 3],
}

impl EntryShape {
    /// Threads of a workgroup.
    pub fn threads(&self) -> u32 {
        self.local.iter().product()
    }

    /// Whether a wave has fewer threads than a warp, so that the GPU's own ids are not WAVE's.
    pub fn is_narrow(&self) -> bool {
        self.width < super::WARP
    }
}

/// Writes a kernel. Registers by name: `%r` and `%p` are WAVE's; `%t`, `%w`, `%h` and `%q` are
/// temporaries of 32, 64, 16 bits and of one, free at the start of every instruction; `%a` says
/// for each level of nesting whether the thread is active there, `%o` whether it waits for the
/// `else`, `%c` whether it went on to the next iteration; `%wave` has a bit for every thread that
/// the warp has.
pub struct Emitter {
    out: String,
    pub shape: EntryShape,
    pub style: Style,
    /// Constructs that are open.
    pub open: Vec<Open>,
    /// Whether threads may have returned, so that not every thread is active outside constructs.
    pub returned: bool,
    /// Whether the local memory of other workgroups is read or written.
    pub reaches_peers: bool,
    /// The deepest nesting so far.
    pub deepest: usize,
    /// The predicate of the threads that carry out the current instruction, if not all do.
    pub active: Option<String>,
    labels: usize,
}

pub const EXIT: &str = "EXIT";

impl Emitter {
    pub fn new(shape: EntryShape, style: Style) -> Emitter {
        Emitter {
            out: String::new(),
            shape,
            style,
            open: Vec::new(),
            returned: false,
            reaches_peers: false,
            deepest: 0,
            active: None,
            labels: 0,
        }
    }

    pub fn instruction(&mut self, inst: &WaveInst) {
        let _ = writeln!(self.out, "    // {inst}");
        self.active = self.level();
        if inst.row.guarding == Guarding::Allowed
            && let Some(guard) = inst.condition()
        {
            self.guard(guard);
        }
        inst.row.ptx.emit(inst, self);
    }

    /// The text, with its end.
    pub fn finish(&mut self) -> String {
        self.bind(EXIT);
        if self.reaches_peers {
            // The local memory of a workgroup goes when it ends, so none ends before the others.
            self.lines(super::flow::CLUSTER_BARRIER);
        }
        self.line("ret;");
        std::mem::take(&mut self.out)
    }

    /// The predicate of the threads that are active here, guards aside.
    pub fn level(&self) -> Option<String> {
        match self.open.len() {
            0 if !self.returned => None,
            depth => Some(format!("%a{depth}")),
        }
    }

    /// Those of the active threads for which the guard holds.
    fn guard(&mut self, guard: Condition) {
        let predicate = format!("%p{}", guard.predicate);
        let level = self.active.take();
        self.active = Some(match (guard.negated, level) {
            (false, None) => predicate,
            (true, None) => {
                self.line(&format!("not.pred %g, {predicate};"));
                "%g".into()
            }
            (false, Some(level)) => {
                self.line(&format!("and.pred %g, {level}, {predicate};"));
                "%g".into()
            }
            (true, Some(level)) => {
                self.line(&format!("not.pred %g, {predicate};"));
                self.line(&format!("and.pred %g, {level}, %g;"));
                "%g".into()
            }
        });
    }

    /// A line that every thread carries out.
    pub fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "    {text}");
    }

    pub fn lines<'a>(&mut self, lines: impl IntoIterator<Item = &'a str>) {
        lines.into_iter().for_each(|text| self.line(text));
    }

    /// A line for the threads that carry out the instruction.
    pub fn commit(&mut self, text: &str) {
        match &self.active {
            None => self.line(text),
            Some(active) => {
                let _ = writeln!(self.out, "    @{active} {text}");
            }
        }
    }

    pub fn label(&mut self) -> String {
        self.labels += 1;
        format!("L{}", self.labels)
    }

    pub fn bind(&mut self, label: &str) {
        let _ = writeln!(self.out, "{label}:");
    }

    /// A bit for every active thread of the warp.
    pub fn mask(&mut self) -> &'static str {
        let Some(active) = self.active.clone() else {
            return "%wave";
        };
        self.line(&format!("vote.sync.ballot.b32 %m, {active}, %wave;"));
        "%m"
    }

    /// The whole warp goes to `label` if no thread has the predicate.
    pub fn branch_if_none(&mut self, predicate: &str, label: &str) {
        self.line(&format!("vote.sync.any.pred %q0, {predicate}, %wave;"));
        self.line(&format!("@!%q0 bra.uni {label};"));
    }
}
