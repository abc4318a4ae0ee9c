//! What kernels take of a chip, and how many of their waves it holds.

use super::{Amd, RawLaunch, descriptor, kernel_name, kernel_names, symbol};
use crate::abi::{Uses, WGP_MODE};
use crate::bytes::decode_with;
use crate::chip::{self, N, Numbers};
use crate::code_object::descriptor::{Descriptor, Rsrc2, vectors};
use crate::code_object::metadata::{KernelArg, KernelMetadata, Metadata};
use crate::code_object::{METADATA, PROCESSOR, text_of};
use crate::codec::Codec;
use crate::inst::{LAST_SGPR, OperandValue};
use crate::target::{Target, Wave};
use arch::info::{ArgumentInfo, Bound, OccupancyInfo, Resource};
use arch::{Code, DisStyle, KernelInfo, LaunchRequest};
use kernel::{KeyEntry, KeyValue};
use source::Diagnostic;
use std::ops::Range;

/// The most registers of one kind that a lane can name.
const MOST_VGPRS: u32 = 256;

/// What every kernel of the code takes, or the one that is asked for.
pub(super) fn of(
    amd: &Amd,
    code: &Code,
    request: &LaunchRequest<'_>,
    chip: Option<&str>,
) -> Result<Vec<KernelInfo>, Diagnostic> {
    let numbers = numbers(amd.target, code, request, chip);
    let unknown = || arch::info::unknown_chip(amd, chip.unwrap_or_default());
    let numbers = numbers.ok_or_else(unknown)?;
    let metadata = code.attributes.get(METADATA);
    let metadata = metadata.map_or(Metadata::default(), |text| Metadata::from_json(text));
    let names = match request.kernel {
        None => kernel_names(code, &metadata),
        Some(_) => Vec::new(),
    };
    let asked;
    let names = match &names[..] {
        [] => {
            // No name at all is that of code without kernels, which begins at its first byte.
            asked = kernel_name(code, &metadata, request)?.unwrap_or_default();
            vec![asked.as_str()]
        }
        _ => names,
    };
    let kernels = names.into_iter().map(|name| {
        let (known, range) = Known::of(amd, code, &metadata, name, request);
        let info = known.info(amd, code, range, &numbers, request);
        KernelInfo {
            name: name.into(),
            ..info
        }
    });
    Ok(kernels.collect())
}

/// The numbers of the chip that is asked for, that the header names, or that the code is for.
pub(crate) fn numbers(
    target: Target,
    code: &Code,
    request: &LaunchRequest<'_>,
    chip: Option<&str>,
) -> Option<Numbers> {
    if let Some(chip) = chip {
        return Numbers::of(target, Some(chip), request);
    }
    let in_header = match request.key("chip") {
        Some(KeyValue::Word(name)) => Some(*name),
        _ => None,
    };
    // Code for a whole generation is for none of its chips.
    let own = code.attributes.get(PROCESSOR).map(String::as_str);
    let known = own.filter(|name| chip::names(target).contains(name));
    Numbers::of(target, in_header.or(known), request)
}

/// What the cycle model needs to know of the kernel that a launch starts.
pub(super) struct ResidentOn {
    pub numbers: Numbers,
    pub wave: Wave,
    /// Workgroups have a whole workgroup processor, not half of it.
    pub whole: bool,
    /// Workgroups that fit there.
    pub groups: u32,
}

impl ResidentOn {
    /// Workgroups that fit on the whole chip.
    pub fn groups_of_chip(&self) -> u64 {
        u64::from(self.groups) * u64::from(crate::timing::units(&self.numbers, self.whole))
    }
}

pub(super) fn resident(amd: &Amd, code: &Code, request: &LaunchRequest<'_>) -> Option<ResidentOn> {
    let numbers = numbers(amd.target, code, request, None)?;
    let metadata = code.attributes.get(METADATA);
    let metadata = metadata.map_or(Metadata::default(), |text| Metadata::from_json(text));
    let name = kernel_name(code, &metadata, request)
        .ok()?
        .unwrap_or_default();
    let (mut known, range) = Known::of(amd, code, &metadata, &name, request);
    known.launched = true;
    let named = named(code, range, amd.target, known.wave);
    let (_, takes) = resources(&known, named, &numbers, request);
    Some(ResidentOn {
        groups: occupancy(&takes, known.wave, &numbers).workgroups.max(1),
        wave: known.wave,
        whole: takes.whole,
        numbers,
    })
}

/// The machine that a raw launch of so many threads in a workgroup runs on, with other values of the
/// numbers of a chip.
pub fn time_raw(
    launch: &RawLaunch<'_>,
    chip: &str,
    threads: u32,
    keys: &[KeyEntry],
) -> Option<uop::timing::Timing> {
    let request = LaunchRequest {
        keys,
        ..LaunchRequest::default()
    };
    let numbers = Numbers::of(launch.target, Some(chip), &request)?;
    let whole = is_whole(launch.rsrc1, launch.target);
    let groups = raw_groups(launch, threads, whole, &numbers);
    let code = (launch.code, launch.target, launch.wave);
    Some(crate::timing::timing(code, &numbers, whole, groups))
}

/// Whether a workgroup has all there is of a workgroup processor, or a compute unit that is no part of one.
fn is_whole(rsrc1: u32, target: Target) -> bool {
    rsrc1 >> WGP_MODE & 1 != 0 || !target.generation().paired_units
}

/// Workgroups of a raw launch that fit on a workgroup processor or half of it.
fn raw_groups(launch: &RawLaunch<'_>, threads: u32, whole: bool, numbers: &Numbers) -> u32 {
    let takes = Takes {
        target: launch.target,
        vgprs: vectors(launch.rsrc1, launch.wave, launch.target).into(),
        lds: Rsrc2(launch.rsrc2).lds_bytes(),
        whole,
        threads,
        threads_from: "",
    };
    occupancy(&takes, launch.wave, numbers).workgroups.max(1)
}

/// Where the instructions of a kernel end: at the next kernel or function, or with the code; what
/// compilers put behind the last instruction is not among them.
fn end_of(code: &Code, entry: u64) -> u64 {
    let text = text_of(code);
    // Without metadata, symbols are labels.
    let compiled = code.attributes.contains_key(METADATA);
    let starts = (code.symbols.iter()).filter(|symbol| compiled && symbol.address > entry);
    let next = starts.map(|symbol| symbol.address).min();
    let end = next.map_or(text.end, |next| next.min(text.end)).max(entry);
    let padding = |word: &[u8]| word == S_CODE_END || word == [0; 4];
    let bytes = code.at(entry).unwrap_or(&[]);
    let bytes = &bytes[..bytes.len().min((end - entry) as usize)];
    let words = bytes.chunks_exact(4).rev().take_while(|word| padding(word));
    entry + (bytes.len() - 4 * words.count()) as u64
}

/// What compilers put behind kernels, for the hardware to fetch.
const S_CODE_END: [u8; 4] = [0, 0, 0x9f, 0xbf];

/// What is known of a kernel beside its instructions.
struct Known<'a> {
    pub target: Target,
    pub descriptor: Option<Descriptor>,
    pub listed: Option<&'a KernelMetadata>,
    pub uses: Uses,
    pub wave: Wave,
    /// The header or the command line says how large workgroups are.
    pub launched: bool,
}

impl<'a> Known<'a> {
    /// A kernel by its name, and where its instructions are.
    fn of(
        amd: &Amd,
        code: &Code,
        metadata: &'a Metadata,
        name: &str,
        request: &LaunchRequest<'_>,
    ) -> (Known<'a>, Range<u64>) {
        let found = descriptor(code, metadata, name);
        let entry = found.as_ref().map(|(_, entry)| *entry);
        let entry = entry.or_else(|| symbol(code, name)).unwrap_or(code.entry);
        let descriptor = found.map(|(descriptor, _)| descriptor);
        let lanes = descriptor.map_or(request.wave, |it| it.lanes());
        let known = Known {
            target: amd.target,
            descriptor,
            listed: metadata.kernels.iter().find(|kernel| kernel.name == name),
            uses: amd.uses(code, lanes),
            wave: amd.target.wave(lanes),
            launched: request.launched,
        };
        (known, entry..end_of(code, entry))
    }

    fn info(
        &self,
        amd: &Amd,
        code: &Code,
        range: Range<u64>,
        numbers: &Numbers,
        request: &LaunchRequest<'_>,
    ) -> KernelInfo {
        let named = named(code, range.clone(), amd.target, self.wave);
        let (resources, takes) = resources(self, named, numbers, request);
        let style = DisStyle {
            wave: self.wave.lanes(),
            extensions: Vec::new(),
        };
        let listed = self.listed;
        KernelInfo {
            name: String::new(),
            arguments: listed.map_or(Vec::new(), arguments),
            wave: self.wave.lanes(),
            required_workgroup: listed.and_then(|it| it.required[..].try_into().ok()),
            max_workgroup: listed.and_then(|it| it.most_threads),
            code_bytes: range.end - range.start,
            resources,
            mix: arch::info::mix(amd, code, range, &style),
            occupancy: Some(occupancy(&takes, self.wave, numbers)),
        }
    }
}

/// Registers that code names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Named {
    /// Those of lanes, but for the next.
    pub vgprs: u32,
    pub accumulators: u32,
    pub sgprs: u32,
}

impl Named {
    /// Registers that a lane takes: accumulation registers lie behind the others, from a multiple of four on.
    fn of_lane(self) -> u32 {
        match self.accumulators {
            0 => self.vgprs,
            more => self.vgprs.next_multiple_of(4) + more,
        }
    }
}

/// The registers that the instructions of a part of the code name.
fn named(code: &Code, range: Range<u64>, target: Target, wave: Wave) -> Named {
    let codec = Codec::chip(target, wave);
    let mut named = Named::default();
    let mut at = range.start;
    while at < range.end {
        let Some(Ok(inst)) = code.at(at).map(|bytes| decode_with(codec, bytes)) else {
            at += 4;
            continue;
        };
        at += inst.size() as u64;
        if inst.row().names_registers_late() {
            named.vgprs = MOST_VGPRS;
        }
        for operand in inst.operands() {
            let OperandValue::Reg(reg) = operand.value else {
                continue;
            };
            let end = |first: u16| u32::from(first) + u32::from(reg.dwords.max(1));
            if reg.is_agpr() {
                named.accumulators = named.accumulators.max(end(reg.vgpr_index()) - MOST_VGPRS);
            } else if reg.is_vgpr() {
                named.vgprs = named.vgprs.max(end(reg.vgpr_index()));
            } else if reg.code <= LAST_SGPR {
                named.sgprs = named.sgprs.max(end(reg.code));
            }
        }
    }
    named
}

/// The arguments that a compiler listed, without those that the launch fills in.
fn arguments(listed: &KernelMetadata) -> Vec<ArgumentInfo> {
    let shown = listed.args.iter().filter(|arg| !arg.is_hidden());
    let argument = |arg: &KernelArg| ArgumentInfo {
        name: arg.name.clone().unwrap_or_default(),
        ty: arg.type_name.clone().unwrap_or_default(),
        offset: Some(arg.offset),
        size: arg.size,
        kind: arg.kind.clone(),
    };
    shown.map(argument).collect()
}

/// What a kernel takes, whichever way it was said.
struct Takes {
    target: Target,
    vgprs: u32,
    lds: u32,
    /// All SIMDs of a workgroup processor share its workgroups; otherwise half of them.
    whole: bool,
    threads: u32,
    threads_from: &'static str,
}

/// Registers and memory of a kernel, and what of it decides its occupancy.
fn resources(
    known: &Known<'_>,
    named: Named,
    numbers: &Numbers,
    request: &LaunchRequest<'_>,
) -> (Vec<Resource>, Takes) {
    let Known {
        descriptor, listed, ..
    } = known;
    let granted = descriptor.map(|it| it.granted(known.target).all().into());
    let vgprs = listed.and_then(|it| it.vgprs).or(granted);
    let vgprs = vgprs.unwrap_or(named.of_lane().max(1));
    let sgprs = listed.and_then(|it| it.sgprs).unwrap_or(named.sgprs);
    let (own_lds, own_scratch) = match descriptor {
        Some(it) => (
            it.group_bytes.max(Rsrc2(it.rsrc2).lds_bytes()),
            it.private_bytes,
        ),
        None => {
            let used = |uses: bool, bytes: i64| if uses { bytes as u32 } else { 0 };
            (
                used(known.uses.local, crate::abi::sim::LDS_BYTES),
                used(known.uses.scratch, crate::abi::sim::SCRATCH_BYTES),
            )
        }
    };
    let lds = match descriptor {
        Some(_) => own_lds.max(request.integer("lds", 0) as u32),
        None => request.integer("lds", own_lds.into()) as u32,
    };
    let lds = lds.min(known.target.generation().local_bytes);
    let scratch = match descriptor {
        Some(_) => own_scratch.max(request.integer("scratch", 0) as u32),
        None => request.integer("scratch", own_scratch.into()) as u32,
    };
    let allocated = numbers.vgprs_allocated(vgprs, known.wave);
    let accumulators = match named.accumulators {
        0 => String::new(),
        more => format!(", and {more} for accumulation"),
    };
    let note = format!("{allocated} allocated, {} named{accumulators}", named.vgprs);
    let mut all = vec![
        Resource::new("vgprs", "VGPRs", vgprs.into(), "").note(note),
        Resource::new("sgprs", "SGPRs", sgprs.into(), "").note(format!(
            "every wave has {}",
            known.target.generation().scalars
        )),
        Resource::new("lds", "LDS", lds.into(), "bytes"),
        Resource::new("scratch", "scratch", scratch.into(), "bytes a lane"),
    ];
    if let Some(spills) = listed.map(|it| (it.vgpr_spills, it.sgpr_spills)) {
        let spilled = |count: Option<u32>| u64::from(count.unwrap_or(0));
        all.push(Resource::new(
            "vgpr_spills",
            "spilled VGPRs",
            spilled(spills.0),
            "",
        ));
        all.push(Resource::new(
            "sgpr_spills",
            "spilled SGPRs",
            spilled(spills.1),
            "",
        ));
    }
    let (threads, threads_from) = threads(known, request);
    let takes = Takes {
        target: known.target,
        vgprs,
        lds,
        // WGP_MODE, which only a descriptor can clear.
        whole: descriptor.is_none_or(|it| is_whole(it.rsrc1, known.target)),
        threads,
        threads_from,
    };
    (all, takes)
}

/// The threads of a workgroup: what is launched, else what the kernel demands or was made for.
fn threads(known: &Known<'_>, request: &LaunchRequest<'_>) -> (u32, &'static str) {
    if known.launched {
        return (arch::info::launched_threads(request), "as launched");
    }
    let listed = known.listed;
    if let Some(&[x, y, z]) = listed.map(|it| &it.required[..]) {
        let threads = x.saturating_mul(y).saturating_mul(z);
        return (threads, "as the kernel requires");
    }
    match listed.and_then(|it| it.most_threads) {
        Some(most) => (most, "the most that it was compiled for"),
        None => (known.wave.lanes(), "one wave, since nothing says"),
    }
}

/// Waves of a workgroup processor, or of one half of it in CU mode.
fn occupancy(takes: &Takes, wave: Wave, numbers: &Numbers) -> OccupancyInfo {
    let each = takes.threads.max(1).div_ceil(wave.lanes());
    let share = |number| numbers.share(takes.whole, number);
    let simds = share(N::Simds).max(1);
    let whole = |slots: u32| slots / each * each;
    let by_vgprs = |vgprs: u32| {
        // A wave64 has two rows of 32 lanes for each of its registers.
        let rows = numbers.vgprs_allocated(vgprs, wave) * wave.lanes() / 32;
        whole((numbers.get(N::Vgprs) / rows.max(1)).min(numbers.get(N::Waves)) * simds)
    };
    let by_lds = |bytes: u32| {
        let step = numbers.get(N::LdsStep).max(1);
        let groups = share(N::Lds).checked_div(bytes.next_multiple_of(step));
        groups.map_or(u32::MAX, |groups| groups.saturating_mul(each))
    };
    let by_slots = whole(numbers.get(N::Waves) * simds);
    // Waves that are alone need no barrier.
    let by_groups = match each {
        1 => u32::MAX,
        _ => share(N::Groups) * each,
    };
    let fit = |vgprs: u32, lds: u32| {
        let bounds = [by_slots, by_vgprs(vgprs), by_lds(lds), by_groups];
        bounds.into_iter().min().unwrap_or(0)
    };
    let mut limits = vec![
        ("wave slots", by_slots),
        ("VGPRs", by_vgprs(takes.vgprs)),
        ("LDS", by_lds(takes.lds)),
        ("workgroups", by_groups),
    ];
    limits.retain(|&(_, waves)| waves != u32::MAX);
    let waves = fit(takes.vgprs, takes.lds);
    let mut info = OccupancyInfo {
        chip: numbers.chip.into(),
        part: if takes.whole && takes.target.generation().paired_units {
            "WGP"
        } else {
            "CU"
        },
        simds,
        threads: takes.threads,
        threads_from: takes.threads_from,
        workgroups: waves / each,
        waves,
        most: numbers.get(N::Waves) * simds,
        limits: (limits.into_iter())
            .map(|(what, waves)| Bound { what, waves })
            .collect(),
        steps: Vec::new(),
    };
    let generation = takes.target.generation();
    let most_vgprs = u32::from(generation.vgprs);
    info.look_around("VGPRs", 1..most_vgprs + 1, takes.vgprs, |n| {
        fit(n, takes.lds)
    });
    info.look_around(
        "bytes of LDS",
        0..generation.local_bytes + 1,
        takes.lds,
        |n| fit(takes.vgprs, n),
    );
    info
}
