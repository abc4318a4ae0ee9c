//! Reads of what was never written: registers and local memory.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use op::Op;
use sim::{Access, Observer, Site, Stop, Wave};
use source::Diagnostic;
use uop::{MaskOp, Operand, Program, Space, Src, Uop, Use, VReg};

use crate::Names;
use crate::bytes::words;

/// Finds instructions that read a register or local memory before anything was written there, in
/// programs that start with neither defined.
#[derive(Debug)]
pub struct Undefined {
    program: Arc<Program>,
    /// Registers below this number start undefined.
    tracked: u16,
    /// For each wave and register, the lanes that have written it.
    written: HashMap<([u32; 3], u32), Vec<u64>>,
    /// For each workgroup and word of its local memory, the bytes that were written.
    local: HashMap<([u32; 3], u64), u8>,
    findings: Vec<Finding>,
}

#[derive(Clone, Copy, Debug)]
struct Finding {
    site: Site,
    what: What,
    count: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Register(VReg),
    Local(u64),
}

impl Undefined {
    /// Watches for uses of what `program` starts without.
    pub fn new(program: &Arc<Program>) -> Undefined {
        Undefined {
            program: program.clone(),
            tracked: program.undefined.unwrap_or(0),
            written: HashMap::new(),
            local: HashMap::new(),
            findings: Vec::new(),
        }
    }

    /// One diagnostic for each instruction and what it reads.
    pub fn diagnostics(&self, names: &Names<'_>) -> Vec<Diagnostic> {
        let diagnostic = |finding: &Finding| {
            let (code, what) = match finding.what {
                What::Register(reg) => {
                    let name = (names.register)(sim::Register::Vector(reg));
                    ("undefined-register", format!("`{name}`"))
                }
                What::Local(address) => {
                    ("undefined-local", format!("local memory at {address:#x}"))
                }
            };
            let message = format!("{what} is read before it was written");
            let mut diagnostic = Diagnostic::error(code, message);
            let inst = self.program.insts.get(finding.site.inst as usize);
            if let Some(span) = inst.and_then(|inst| (names.span)(inst.address)) {
                diagnostic = diagnostic.label(span, "its value here is undefined");
            }
            let [x, y, z] = finding.site.group;
            diagnostic.help(format!(
                "{} times, first in workgroup ({x},{y},{z}), wave {}",
                finding.count, finding.site.wave
            ))
        };
        self.findings.iter().map(diagnostic).collect()
    }

    fn record(&mut self, site: &Site, what: What) {
        let same = |finding: &&mut Finding| {
            finding.site.inst == site.inst
                && match (finding.what, what) {
                    (What::Local(_), What::Local(_)) => true,
                    (a, b) => a == b,
                }
        };
        match self.findings.iter_mut().find(same) {
            Some(finding) => finding.count += 1,
            None => self.findings.push(Finding {
                site: *site,
                what,
                count: 1,
            }),
        }
    }
}

/// Whether a step only reads `reg` to keep the part of it that it does not write.
fn keeps(uop: &Uop, reg: VReg, tracked: u16) -> bool {
    let Uop::PerLane { op, dst, src } = uop else {
        return false;
    };
    let is_temporary = |src: Src| matches!(src, Src::Vector(other) if other.0 >= tracked);
    *dst == reg
        && match op {
            Op::PackLowHighB16 => src[1] == Src::Vector(reg) && is_temporary(src[0]),
            Op::PackLowLowB16 => src[0] == Src::Vector(reg) && is_temporary(src[1]),
            Op::BfiB32 => src[2] == Src::Vector(reg) && is_temporary(src[0]),
            _ => false,
        }
}

impl Observer for Undefined {
    fn issue(&mut self, site: &Site, wave: &Wave) -> ControlFlow<Stop> {
        if self.tracked == 0 {
            return ControlFlow::Continue(());
        }
        let tracked = self.tracked;
        let mut lanes = wave.exec();
        let mut read = Vec::new();
        let written = self.written.entry((site.group, site.wave)).or_default();
        written.resize(tracked.into(), 0);
        let steps = self.program.steps.get(wave.at() as usize..).unwrap_or(&[]);
        for step in steps.iter().take_while(|step| step.inst == site.inst) {
            if let Uop::Mask(MaskOp::Guard { mask, invert, .. }) = step.uop {
                let chosen = wave.mask(mask);
                lanes &= if invert { !chosen } else { chosen };
            }
            let words = if wave.lanes() == 64 { 2 } else { 1 };
            step.uop.for_each_operand(words, &mut |how, operand| {
                let Operand::Vector(first, count) = operand else {
                    return;
                };
                for reg in (first.0..first.0 + count).filter(|&reg| reg < tracked) {
                    let known = &mut written[usize::from(reg)];
                    match how {
                        Use::Write => *known |= lanes,
                        Use::Read if lanes & !*known == 0 => {}
                        Use::Read if keeps(&step.uop, VReg(reg), tracked) => {}
                        Use::Read => read.push(VReg(reg)),
                    }
                }
            });
        }
        for reg in read {
            self.record(site, What::Register(reg));
        }
        ControlFlow::Continue(())
    }

    fn access(&mut self, at: &Site, access: &Access) {
        if self.program.undefined.is_none() || access.space != Space::Local {
            return;
        }
        for (word, bytes) in words(access) {
            let known = self.local.entry((access.group, word)).or_default();
            let unknown = bytes & !*known;
            if access.store {
                *known |= bytes;
            }
            if (!access.store || access.atomic) && unknown != 0 {
                self.record(at, What::Local(access.address));
                return;
            }
        }
    }

    fn ended(&mut self, groups: &[[u32; 3]]) {
        self.written.retain(|(group, _), _| !groups.contains(group));
        self.local.retain(|(group, _), _| !groups.contains(group));
    }
}
