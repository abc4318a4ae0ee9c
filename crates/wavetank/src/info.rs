//! What kernels take of a machine, without running them.

mod json;

pub use json::{chip_json, info_json};

use crate::prepare::prepare;
use crate::ready::with_request;
use crate::registry::archs;
use crate::{Error, Input, Settings};
use arch::info::{ArgumentInfo, unknown_chip};
use arch::{Arch, KernelInfo, Parameter};
use kernel::Arg;

/// Every kernel of a file, or the one that the settings ask for. `chip` is the one whose occupancy
/// is computed, where the instruction set knows several.
pub fn info(
    input: &Input,
    settings: &Settings,
    chip: Option<&str>,
) -> Result<Vec<KernelInfo>, Error> {
    if let Some(name) = chip.filter(|name| !is_chip(input.arch, name)) {
        return Err(Error::Plain(sentence(unknown_chip(input.arch, name))));
    }
    let prepared = prepare(input, settings)?;
    // Nothing looks at the arguments themselves.
    let nowhere = vec![0; prepared.kernel.args.len()];
    let mut kernels = with_request(input, &prepared, settings, &nowhere, |request| {
        input.arch.info(&prepared.code, request, chip)
    })?;
    let args = &prepared.kernel.args;
    for kernel in kernels.iter_mut().filter(|it| it.arguments.is_empty()) {
        kernel.arguments = args.iter().map(argument).collect();
    }
    Ok(kernels)
}

fn argument(arg: &Arg) -> ArgumentInfo {
    let array = &arg.array;
    ArgumentInfo {
        name: arg.name.clone(),
        ty: format!("{}{}", array.ty, array.shape),
        offset: None,
        size: u32::try_from(array.data.len()).unwrap_or(u32::MAX),
        kind: match (arg.is_output, array.shape.is_scalar()) {
            (true, _) => "output",
            (false, true) => "by_value",
            (false, false) => "input",
        }
        .into(),
    }
}

/// Every number of a chip, whichever instruction set has it.
pub fn chip(name: &str) -> Result<Vec<Parameter>, Error> {
    let arch = archs().iter().find(|arch| is_chip(**arch, name));
    let Some(arch) = arch else {
        let all: Vec<&str> = archs()
            .iter()
            .flat_map(|arch| arch.chips())
            .copied()
            .collect();
        let hint = source::did_you_mean(name, all.iter().copied());
        let hint = hint.map_or(String::new(), |hint| {
            format!("; {}", hint.trim_end_matches('?'))
        });
        let known = all.join(", ");
        return Err(Error::Plain(format!(
            "there is no chip `{name}`{hint}; there are {known}"
        )));
    };
    Ok(arch.parameters(&name.to_ascii_lowercase()))
}

fn is_chip(arch: &dyn Arch, name: &str) -> bool {
    let mut chips = arch.chips().iter();
    chips.any(|chip| chip.eq_ignore_ascii_case(name))
}

fn sentence(diagnostic: source::Diagnostic) -> String {
    let helps = diagnostic
        .help
        .iter()
        .map(|help| help.trim_end_matches('?'));
    let parts: Vec<&str> = std::iter::once(diagnostic.message.as_str())
        .chain(helps)
        .collect();
    parts.join("; ")
}
