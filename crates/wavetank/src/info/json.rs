//! What kernels take and what chips have, as JSON.

use arch::info::OccupancyInfo;
use arch::{KernelInfo, Parameter};
use serde_json::{Map, Value, json};

/// Every number of a chip, as `info --chip --json` prints it.
pub fn chip_json(chip: &str, parameters: &[Parameter]) -> Value {
    let all = parameters.iter().map(|it| {
        json!({
            "key": it.key,
            "value": it.value,
            "unit": it.unit,
            "meaning": it.doc,
            "source": it.source,
        })
    });
    json!({
        "schema": "wavetank.info/1",
        "chip": chip.to_ascii_lowercase(),
        "parameters": all.collect::<Vec<_>>(),
    })
}

/// What kernels of an instruction set take, as `info --json` prints it.
pub fn info_json(isa: &str, kernels: &[KernelInfo]) -> Value {
    json!({
        "schema": "wavetank.info/1",
        "isa": isa,
        "kernels": kernels.iter().map(kernel_json).collect::<Vec<_>>(),
    })
}

fn kernel_json(kernel: &KernelInfo) -> Value {
    let arguments = kernel.arguments.iter().map(|arg| {
        json!({
            "name": arg.name,
            "type": arg.ty,
            "offset": arg.offset,
            "size": arg.size,
            "kind": arg.kind,
        })
    });
    let resources = (kernel.resources.iter()).map(|it| (it.key.to_string(), json!(it.value)));
    let mix = (kernel.mix.iter()).map(|(class, count)| (class.to_string(), json!(count)));
    json!({
        "name": kernel.name,
        "arguments": arguments.collect::<Vec<_>>(),
        "wave": kernel.wave,
        "required_workgroup": kernel.required_workgroup,
        "max_workgroup": kernel.max_workgroup,
        "code_bytes": kernel.code_bytes,
        "resources": resources.collect::<Map<_, _>>(),
        "mix": mix.collect::<Map<_, _>>(),
        "occupancy": kernel.occupancy.as_ref().map(occupancy_json),
    })
}

fn occupancy_json(it: &OccupancyInfo) -> Value {
    let per_simd = |waves: u32| f64::from(waves) / f64::from(it.simds);
    let limits = it
        .limits
        .iter()
        .map(|bound| (bound.what.to_string(), json!(bound.waves)));
    let steps = it.steps.iter().map(|step| {
        json!({
            "what": step.what,
            "up": step.up,
            "amount": step.amount,
            "waves": step.waves,
            "waves_per_simd": per_simd(step.waves),
        })
    });
    json!({
        "chip": it.chip,
        "per": it.part,
        "simds": it.simds,
        "threads": it.threads,
        "threads_from": it.threads_from,
        "workgroups": it.workgroups,
        "waves": it.waves,
        "waves_per_simd": per_simd(it.waves),
        "most_waves": it.most,
        "limits": limits.collect::<Map<_, _>>(),
        "limited_by": it.limited_by(),
        "steps": steps.collect::<Vec<_>>(),
    })
}
