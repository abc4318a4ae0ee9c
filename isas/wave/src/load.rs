//! Code to a program that can run: everything the loader must refuse is refused here, with the
//! address of the instruction and, where the code has lines, its place in the source.

use arch::{Code, LaunchRequest};
use source::Diagnostic;
use std::sync::Arc;
use uop::{Entry, Program, Space};

use crate::arch::Start;
use crate::decode::decode;
use crate::device::{Capability, DeviceProperties, Footprint};
use crate::encoding::WaveInst;
use crate::lower::Lowering;
use crate::nesting::Nesting;

/// A kernel that has been checked.
#[derive(Clone, Debug)]
pub struct WaveKernel {
    /// Instructions by ascending address.
    pub insts: Vec<(u64, WaveInst)>,
    /// The address at which waves start.
    pub entry: u64,
    /// Per thread: what the kernel declares, or what it uses.
    pub registers: u32,
    /// Per workgroup.
    pub local_bytes: u32,
    /// Per thread.
    pub private_bytes: u32,
}

/// Local memory of kernels that use it and declare nothing: what every device has.
const UNDECLARED_LOCAL: u32 = 16384;

/// Reads and checks the kernel called `name`, or the first one, for a device.
pub fn read(
    code: &Code,
    name: Option<&str>,
    device: &DeviceProperties,
) -> Result<WaveKernel, Diagnostic> {
    let (entry, end, name) = extent(code, name)?;
    let insts = instructions(code, entry, end)?;
    check_structure(code, &insts)?;
    let width = attribute(code, "", "wave");
    if let Some(width) = width.filter(|&width| width != device.wave_width) {
        return Err(Diagnostic::error(
            "wave-width",
            format!(
                "the program is built for waves of {width} threads, the device has waves of {}",
                device.wave_width
            ),
        )
        .help("read %wavewidth in place of WAVE_WIDTH to run on both"));
    }
    let declared = attribute(code, &name, "registers");
    check_instructions(code, &insts, declared, device)?;
    let used = insts.iter().filter_map(|(_, inst)| inst.highest_register());
    let used = used.max().map_or(1, |highest| u32::from(highest) + 1);
    let is_local = |inst: &WaveInst| matches!(inst.space(), Some(Space::Local | Space::Cluster));
    let uses_local = insts.iter().any(|(_, inst)| is_local(inst));
    let default_local = if uses_local { UNDECLARED_LOCAL } else { 0 };
    Ok(WaveKernel {
        entry,
        registers: declared.unwrap_or(used),
        local_bytes: attribute(code, &name, "local").unwrap_or(default_local),
        private_bytes: attribute(code, &name, "private").unwrap_or(0),
        insts,
    })
}

impl WaveKernel {
    /// Steps for the engine, on a device that the kernel was checked for.
    pub fn lower(&self, device: &DeviceProperties) -> Program {
        let mut lowering = Lowering::new(self.registers as u16, device.cluster_size);
        for (address, inst) in &self.insts {
            lowering.instruction(inst, *address);
        }
        lowering.finish(self.entry)
    }

    /// Whether a thread can do with so many registers.
    pub(crate) fn check_registers(&self, code: &Code, count: u32) -> Result<(), Diagnostic> {
        for &(address, inst) in &self.insts {
            let highest = inst.highest_register();
            if let Some(highest) = highest.filter(|&highest| u32::from(highest) >= count) {
                let message = format!(
                    "r{highest} is beyond the {count} registers that the kernel declares (`{inst}` \
                     at {address:#x})"
                );
                return Err(at(
                    code,
                    address,
                    Diagnostic::error("register-count", message),
                ));
            }
        }
        Ok(())
    }

    /// What fills the registers of a new wave.
    pub fn entry(&self, device: &DeviceProperties) -> Arc<dyn Entry> {
        Arc::new(Start {
            registers: self.registers as u16,
            cluster_size: device.cluster_size,
        })
    }

    /// Whether the device has room for a workgroup of the kernel, and the grid consists of whole
    /// clusters.
    pub fn fits(
        &self,
        device: &DeviceProperties,
        grid: [u32; 3],
        block: [u32; 3],
    ) -> Result<(), Misfit> {
        let refuse = |code, keys, text: String| Misfit {
            error: Diagnostic::error(code, text),
            keys,
        };
        let product = |sizes: [u32; 3]| {
            let sizes = sizes.into_iter().map(u64::from);
            sizes.fold(1, u64::saturating_mul)
        };
        let (workgroups, cluster) = (product(grid), device.cluster_size);
        if !workgroups.is_multiple_of(cluster.into()) {
            let text = format!(
                "the grid has {workgroups} workgroups, but a cluster has {cluster} (CLUSTER_SIZE)"
            );
            let mut misfit = refuse("cluster-size", &["cluster"], text);
            misfit.error = misfit.error.help("launch a multiple of the cluster's size");
            return Err(misfit);
        }
        let (threads, most) = (product(block), device.max_workgroup_size);
        if threads == 0 || threads > most.into() {
            let text =
                format!("a workgroup has 1 to {most} threads (MAX_WORKGROUP_SIZE), not {threads}");
            return Err(refuse("workgroup-size", &["max_workgroup"], text));
        }
        let limits: [(u32, u32, &str, &str, &'static [&'static str]); 2] = [
            (
                self.registers,
                device.max_registers,
                "registers per thread",
                "MAX_REGISTERS",
                &["registers", "max_registers"],
            ),
            (
                self.local_bytes,
                device.local_memory_size,
                "bytes of local memory",
                "LOCAL_MEMORY_SIZE",
                &["lds", "shared", "local_memory"],
            ),
        ];
        for (asked, most, what, name, keys) in limits {
            if asked > most {
                let text =
                    format!("the kernel asks for {asked} {what}, the device has {most} ({name})");
                return Err(refuse("resources", keys, text));
            }
        }
        let occupancy = device.occupancy(Footprint {
            registers: self.registers,
            local_bytes: self.local_bytes,
            threads: threads as u32,
        });
        if occupancy.workgroups == 0 {
            let text = format!(
                "a workgroup of {threads} threads with {} registers each does not fit on a core: \
                 limited by {}",
                self.registers, occupancy.limited_by
            );
            return Err(refuse("resources", &["register_file", "max_waves"], text));
        }
        Ok(())
    }
}

/// Why a launch does not fit a device.
#[derive(Clone, Debug)]
pub struct Misfit {
    pub error: Diagnostic,
    /// Keys of a kernel file's header that may have asked for it.
    pub keys: &'static [&'static str],
}

impl Misfit {
    /// The same with the place in the header, or else where the kernel begins.
    pub fn at(self, code: &Code, entry: u64, request: &LaunchRequest<'_>) -> Diagnostic {
        let asked = |key: &&str| request.key(key).is_some();
        match (self.keys.iter().any(asked), code.span_at(entry)) {
            (false, Some(span)) => self.error.label(span, "the kernel begins here"),
            _ => request.point_at(self.keys, "asked for here", self.error),
        }
    }
}

/// Where a kernel begins and ends, and its name.
fn extent(code: &Code, name: Option<&str>) -> Result<(u64, u64, String), Diagnostic> {
    let mut kernels: Vec<_> = code.symbols.iter().filter(|s| s.is_kernel).collect();
    kernels.sort_by_key(|symbol| symbol.address);
    let end_of_code = code.base + code.bytes.len() as u64;
    let chosen = match name {
        None => kernels.iter().position(|k| k.address == code.entry),
        Some(name) => Some(kernels.iter().position(|k| k.name == name).ok_or_else(|| {
            let names = kernels.iter().map(|kernel| kernel.name.as_str());
            Diagnostic::error("unknown-kernel", format!("there is no kernel `{name}`"))
                .maybe_help(source::did_you_mean(name, names))
        })?),
    };
    let (start, name) = match chosen {
        Some(index) => (kernels[index].address, kernels[index].name.clone()),
        None => (code.entry, String::new()),
    };
    let next = kernels.iter().map(|kernel| kernel.address);
    let end = next.filter(|&address| address > start).min();
    Ok((start, end.unwrap_or(end_of_code), name))
}

/// What a directive said about kernel `name`, or about all of them.
fn attribute(code: &Code, name: &str, key: &str) -> Option<u32> {
    let own = code.attributes.get(&format!("{name}.{key}"));
    own.or_else(|| code.attributes.get(key))?.parse().ok()
}

fn instructions(code: &Code, from: u64, to: u64) -> Result<Vec<(u64, WaveInst)>, Diagnostic> {
    let mut insts = Vec::new();
    let mut address = from;
    while address < to {
        let bytes = code.at(address).unwrap_or(&[]);
        let bytes = &bytes[..bytes.len().min((to - address) as usize)];
        let inst = decode(bytes, address).map_err(|illegal| {
            at(
                code,
                address,
                Diagnostic::error("illegal-instruction", illegal.to_string()),
            )
        })?;
        insts.push((address, inst));
        address += inst.len() as u64;
    }
    if insts.is_empty() {
        return Err(Diagnostic::error(
            "no-code",
            "the kernel has no instructions",
        ));
    }
    Ok(insts)
}

/// The nesting, and that every offset agrees with it.
fn check_structure(code: &Code, insts: &[(u64, WaveInst)]) -> Result<(), Diagnostic> {
    let mut nesting: Nesting<(u64, WaveInst)> = Nesting::default();
    let expect = |from: (u64, WaveInst), to: u64| match from.1.target(from.0) {
        Some(target) if target != to => Err(at(
            code,
            from.0,
            Diagnostic::error(
                "bad-offset",
                format!(
                    "the `{}` at {:#x} leads to {target:#x}, but its structure ends at {to:#x}",
                    from.1.row.name, from.0
                ),
            ),
        )),
        _ => Ok(()),
    };
    for &(address, inst) in insts {
        let here = (address, inst);
        let Some(what) = inst.row.structure() else {
            continue;
        };
        let closed = nesting.follow(what, here, inst.condition().is_none());
        let closed = closed.map_err(|why| {
            let message = format!("{} at {address:#x}", why.message(inst.row.name));
            at(code, address, Diagnostic::error("structure", message))
        })?;
        if let Some((start, opener)) = closed.back {
            expect(here, start + opener.len() as u64)?;
        }
        for from in closed.from {
            expect(from, address)?;
        }
    }
    if let Some(block) = nesting.open_blocks().last() {
        let (address, _) = block.opener;
        let message = format!(
            "the `{}` at {address:#x} is never closed",
            block.kind.name()
        );
        return Err(at(code, address, Diagnostic::error("unclosed", message)));
    }
    if nesting.reachable() {
        let (address, _) = insts[insts.len() - 1];
        return Err(at(
            code,
            address,
            Diagnostic::error("no-ret", "control can run past the end of the kernel")
                .help("end the kernel with `ret`"),
        ));
    }
    Ok(())
}

fn check_instructions(
    code: &Code,
    insts: &[(u64, WaveInst)],
    declared: Option<u32>,
    device: &DeviceProperties,
) -> Result<(), Diagnostic> {
    let limit = declared.unwrap_or(device.max_registers);
    for &(address, inst) in insts {
        let refuse = |name: &'static str, message: String| {
            let message = format!("{message} (`{inst}` at {address:#x})");
            Err(at(code, address, Diagnostic::error(name, message)))
        };
        if let Some(highest) = inst.highest_register()
            && u32::from(highest) >= limit
        {
            let whose = if declared.is_some() {
                "kernel declares"
            } else {
                "device has"
            };
            return refuse(
                "register-count",
                format!("r{highest} is beyond the {limit} registers that the {whose}"),
            );
        }
        for capability in inst.capabilities() {
            if !device.capabilities.has(capability) {
                return refuse(
                    "missing-capability",
                    format!("the device does not have {capability}, which the kernel needs"),
                );
            }
        }
        let is_matrix = inst.row.capabilities.contains(&Capability::Mma);
        if is_matrix && !device.offers(Capability::Mma) {
            let width = device.wave_width;
            return refuse(
                "wave-width",
                format!(
                    "matrix instructions (CAP_MMA) need waves of 32 or 64 threads, not {width}"
                ),
            );
        }
        let (lanes, width) = (1 << inst.group(), device.wave_width);
        if lanes > width {
            return refuse(
                "wave-width",
                format!("a sub-group of {lanes} does not fit a wave of {width} threads"),
            );
        }
    }
    Ok(())
}

/// Adds the line of source behind an address.
fn at(code: &Code, address: u64, diagnostic: Diagnostic) -> Diagnostic {
    match code.span_at(address) {
        Some(span) => diagnostic.label(span, "here"),
        None => diagnostic,
    }
}
