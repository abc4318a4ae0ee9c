//! What kernels take of a core, and how many of their waves it holds (section 3.6).

use crate::arch::{Wave, device, override_resources};
use crate::device::{DeviceProperties, Footprint};
use crate::load::{WaveKernel, read};
use arch::info::{Bound, OccupancyInfo, Resource};
use arch::{Code, DisStyle, KernelInfo, LaunchRequest, Parameter};
use source::Diagnostic;

/// Every kernel of the code, or the one that is asked for.
pub(crate) fn of(
    wave: &Wave,
    code: &Code,
    request: &LaunchRequest<'_>,
) -> Result<Vec<KernelInfo>, Diagnostic> {
    let device = device(request)?;
    let kernels = code.symbols.iter().filter(|symbol| symbol.is_kernel);
    let mut names: Vec<Option<&str>> = match request.kernel {
        Some(name) => vec![Some(name)],
        None => kernels.map(|symbol| Some(symbol.name.as_str())).collect(),
    };
    if names.is_empty() {
        names.push(None);
    }
    let info = |name: Option<&str>| {
        let mut kernel = read(code, name, &device)?;
        override_resources(&mut kernel, code, request)?;
        let style = DisStyle {
            wave: device.wave_width,
            extensions: Vec::new(),
        };
        let first = kernel.insts.first().map_or(kernel.entry, |(at, _)| *at);
        let last = kernel.insts.last();
        let end = last.map_or(first, |(at, inst)| at + inst.len() as u64);
        Ok(KernelInfo {
            name: name.unwrap_or_default().into(),
            arguments: Vec::new(),
            wave: device.wave_width,
            required_workgroup: None,
            max_workgroup: Some(device.max_workgroup_size),
            code_bytes: end - first,
            resources: vec![
                Resource::new(
                    "registers",
                    "registers",
                    kernel.registers.into(),
                    "a thread",
                ),
                Resource::new("local", "local memory", kernel.local_bytes.into(), "bytes"),
                Resource::new(
                    "private",
                    "private memory",
                    kernel.private_bytes.into(),
                    "bytes",
                ),
            ],
            mix: arch::info::mix(wave, code, first..end, &style),
            occupancy: Some(occupancy(&kernel, &device, request)),
        })
    };
    names.into_iter().map(info).collect()
}

fn occupancy(
    kernel: &WaveKernel,
    device: &DeviceProperties,
    request: &LaunchRequest<'_>,
) -> OccupancyInfo {
    let (threads, threads_from) = match request.launched {
        true => (arch::info::launched_threads(request), "as launched"),
        false => (device.wave_width, "one wave, since nothing says"),
    };
    let fit = |registers: u32, local_bytes: u32| {
        device.occupancy(Footprint {
            registers,
            local_bytes,
            threads,
        })
    };
    let whole = fit(kernel.registers, kernel.local_bytes);
    let each = device.waves_per_workgroup(threads).max(1);
    let floor = |waves: u32| waves / each * each;
    let per_wave = kernel.registers.max(1) * device.wave_width * 4;
    let mut limits = vec![
        ("MAX_WAVES_PER_CORE", device.max_waves_per_core),
        ("the register file", device.register_file_size / per_wave),
    ];
    if let Some(groups) = device.local_memory_size.checked_div(kernel.local_bytes) {
        limits.push(("local memory", groups.saturating_mul(each)));
    }
    let mut info = OccupancyInfo {
        chip: "wave".into(),
        part: "core",
        simds: 1,
        threads,
        threads_from,
        workgroups: whole.workgroups,
        waves: whole.waves,
        most: device.max_waves_per_core,
        limits: (limits.into_iter())
            .map(|(what, waves)| Bound {
                what,
                waves: floor(waves),
            })
            .collect(),
        steps: Vec::new(),
    };
    let most = device.max_registers + 1;
    let local = kernel.local_bytes;
    info.look_around("registers", 1..most, kernel.registers, |n| {
        fit(n, local).waves
    });
    let most = device.local_memory_size + 1;
    info.look_around("bytes of local memory", 0..most, local, |n| {
        fit(kernel.registers, n).waves
    });
    info
}

/// The constants of the usual device.
pub(crate) fn parameters() -> Vec<Parameter> {
    let device = DeviceProperties::default();
    let own = "chosen here: every legal workgroup fits";
    let all: [(&str, u32, &str, &str, &str); 6] = [
        (
            "max_workgroup",
            device.max_workgroup_size,
            "",
            "MAX_WORKGROUP_SIZE: threads of a workgroup",
            "section 7.1 asks for 256 at least",
        ),
        (
            "max_registers",
            device.max_registers,
            "",
            "MAX_REGISTERS of a thread",
            "section 7.1 asks for 64 at least",
        ),
        (
            "register_file",
            device.register_file_size,
            "bytes",
            "registers of a core, F in section 2",
            own,
        ),
        (
            "local_memory",
            device.local_memory_size,
            "bytes",
            "LOCAL_MEMORY_SIZE of a core",
            "section 7.1 asks for 16384 at least",
        ),
        (
            "max_waves",
            device.max_waves_per_core,
            "",
            "MAX_WAVES_PER_CORE",
            "section 7.1 asks for 16 at least",
        ),
        (
            "cluster",
            device.cluster_size,
            "",
            "CLUSTER_SIZE: workgroups that reach each other's local memory",
            own,
        ),
    ];
    let parameter = |(key, value, unit, doc, source)| Parameter {
        key,
        value: i64::from(value),
        unit,
        doc,
        source,
    };
    all.map(parameter).into()
}
