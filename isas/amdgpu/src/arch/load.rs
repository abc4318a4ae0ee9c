//! Code on its way to a program that runs, and what keeps it from becoming one.

use crate::abi::raw::{self, RawLaunch};
use crate::abi::{Plan, apertures, pair};
use crate::code_object::descriptor::Missing;
use crate::hostcall::HostCalls;
use crate::lower::{self, Lowered, Unmodelled, lower, registers};
use crate::target::{Chip, Target};
use arch::{Code, Loaded};
use source::Diagnostic;
use std::sync::Arc;
use uop::Program;

pub(crate) fn lower_for(
    (target, chip): (Target, &'static Chip),
    bytes: &[u8],
    base: u64,
    plan: &Plan,
    vgprs: u16,
    host: Option<Arc<HostCalls>>,
) -> Result<Lowered, Vec<Unmodelled>> {
    let options = lower::LowerOptions {
        target,
        chip,
        wave: target.wave(plan.lanes),
        entry: plan.entry,
        vgprs: vgprs.max(3),
        mode: plan.mode,
        cu_mode: plan.cu_mode,
        apertures: apertures(),
        host,
    };
    lower(bytes, base, &options)
}

/// `data_share` says where the global data share is, for programs that use it.
pub(crate) fn finish(mut plan: Plan, program: Arc<Program>, data_share: Option<u64>) -> Loaded {
    let share = data_share.map(|address| pair(registers::GDS, address));
    plan.start.scalars.extend(share.into_iter().flatten());
    Loaded {
        program,
        entry: Arc::new(plan.start),
        lanes: plan.lanes,
        local_bytes: plan.local_bytes,
        private_bytes: plan.scratch_bytes,
        constant: Arc::default(),
        flat: apertures(),
        quiet: plan.host.map_or(Vec::new(), |host| host.quiet()),
    }
}

/// What lies beyond the registers that a kernel asks for belongs to other waves.
pub(crate) fn check_registers(
    plan: &Plan,
    lowered: &Lowered,
    code: &Code,
) -> Result<(), Diagnostic> {
    let Some(granted) = plan.granted else {
        return Ok(());
    };
    let mut highest = lowered.highest.into_iter().flatten();
    let missing = highest.find_map(|(reg, address)| Some((granted.lacks(reg)?, address)));
    let Some((
        Missing {
            name,
            there,
            needed,
        },
        address,
    )) = missing
    else {
        return Ok(());
    };
    let message = format!("{name} is used, but the kernel asks for {there}");
    let diagnostic = Diagnostic::error("register-grant", message).fact("pc", address);
    let diagnostic = match code.span_at(address) {
        Some(span) => diagnostic.label(span, "here"),
        None => diagnostic.help(format!("at {address:#x}")),
    };
    Err(diagnostic.help(format!("`.amdhsa_next_free_vgpr {needed}`")))
}

/// Prepares machine code that lies in memory already.
pub fn load_raw(launch: &RawLaunch<'_>) -> Result<Loaded, Diagnostic> {
    let plan = raw::plan(launch).map_err(|why| Diagnostic::error("bad-launch", why))?;
    let lowered = lower_for(
        (launch.target, launch.target.chip(None)),
        launch.code,
        launch.base,
        &plan,
        0,
        None,
    );
    let code = Code {
        base: launch.base,
        ..Code::default()
    };
    let lowered = lowered.map_err(|refused| refusal(&refused, &code))?;
    let data_share = lowered.data_share.then_some(launch.data_share);
    Ok(finish(plan, lowered.program.into(), data_share))
}

/// What cannot be run, with every line that uses it.
pub(crate) fn refusal(refused: &[Unmodelled], code: &Code) -> Diagnostic {
    /// A person reads so many; the rest are more of the same.
    const SHOWN: usize = 32;
    let message = match refused {
        [one] => format!("`{}` is not modelled: {}", one.text, one.why),
        all => format!("{} instructions are not modelled", all.len()),
    };
    let mut diagnostic = Diagnostic::error("unmodelled", message);
    for each in refused.iter().take(SHOWN) {
        diagnostic = match code.span_at(each.address) {
            Some(span) => diagnostic.label(span, each.why.clone()),
            None => diagnostic.help(format!(
                "{:#x}: `{}`: {}",
                each.address, each.text, each.why
            )),
        };
    }
    match refused.len().saturating_sub(SHOWN) {
        0 => diagnostic,
        more => diagnostic.help(format!("and {more} more")),
    }
}

/// Code that was lowered, and for which start.
pub struct Kept {
    entry: u64,
    lanes: u32,
    mode: u32,
    host: Option<Arc<HostCalls>>,
    pub program: Arc<Program>,
    pub data_share: bool,
}

impl Kept {
    pub fn of(lowered: Lowered, plan: &Plan) -> Kept {
        Kept {
            entry: plan.entry,
            lanes: plan.lanes,
            mode: plan.mode,
            host: plan.host.clone(),
            program: lowered.program.into(),
            data_share: lowered.data_share,
        }
    }

    /// Whether it serves a launch as well.
    pub fn is_for(&self, plan: &Plan) -> bool {
        let same_host = match (&self.host, &plan.host) {
            (None, None) => true,
            (Some(own), Some(its)) => own.is_like(its),
            _ => false,
        };
        same_host && (self.entry, self.lanes, self.mode) == (plan.entry, plan.lanes, plan.mode)
    }
}
