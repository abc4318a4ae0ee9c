//! Which kernels a piece of code has, where they begin and what they take.

use crate::code_object::METADATA;
use crate::code_object::descriptor::Descriptor;
use crate::code_object::metadata::{KernelArg, Metadata};
use arch::{Code, FormalParameter, KernelSignature, LaunchRequest, ParameterKind};
use kernel::KeyValue;
use source::Diagnostic;

pub(super) fn symbol(code: &Code, name: &str) -> Option<u64> {
    let symbol = code.symbols.iter().find(|symbol| symbol.name == name)?;
    Some(symbol.address)
}

/// The kernel to start: the one that was asked for, or the only one there is.
pub(super) fn kernel_name(
    code: &Code,
    metadata: &Metadata,
    request: &LaunchRequest<'_>,
) -> Result<Option<String>, Diagnostic> {
    let in_header = match request.key("kernel") {
        Some(KeyValue::Text(name)) => Some(name.as_str()),
        _ => None,
    };
    let names = kernel_names(code, metadata);
    let Some(name) = request.kernel.or(in_header) else {
        return match names[..] {
            [] => Ok(None),
            [name] => Ok(Some(name.into())),
            _ => {
                let message = format!("there are {} kernels; which one?", names.len());
                Err(Diagnostic::error("several-kernels", message).help(format!(
                    "`--kernel NAME`, or `kernel = \"NAME\"` in a header: {}",
                    names.join(", ")
                )))
            }
        };
    };
    if names.contains(&name) || symbol(code, name).is_some() {
        return Ok(Some(name.into()));
    }
    let labels = code.symbols.iter().map(|symbol| symbol.name.as_str());
    let known: Vec<&str> = match names.is_empty() {
        true => labels.collect(),
        false => names,
    };
    let message = format!("there is no kernel called `{name}`");
    let diagnostic = Diagnostic::error("unknown-kernel", message)
        .maybe_help(source::did_you_mean(name, known.iter().copied()));
    let diagnostic = match known.is_empty() {
        true => diagnostic,
        false => diagnostic.help(format!("there are: {}", known.join(", "))),
    };
    Err(match request.kernel {
        Some(_) => diagnostic,
        None => request.point_at(&["kernel"], "named here", diagnostic),
    })
}

/// The kernels of the code.
pub(super) fn kernel_names<'a>(code: &'a Code, metadata: &'a Metadata) -> Vec<&'a str> {
    match metadata.kernels.is_empty() {
        true => (code.symbols.iter())
            .filter_map(|symbol| symbol.name.strip_suffix(".kd"))
            .collect(),
        false => (metadata.kernels.iter())
            .map(|kernel| kernel.name.as_str())
            .collect(),
    }
}

/// The kernel's descriptor, and the address of its first instruction.
pub(crate) fn descriptor(
    code: &Code,
    metadata: &Metadata,
    name: &str,
) -> Option<(Descriptor, u64)> {
    let listed = metadata.kernels.iter().find(|kernel| kernel.name == name);
    let own = format!("{name}.kd");
    let address = symbol(code, listed.map_or(&own, |kernel| &kernel.symbol))?;
    let descriptor = Descriptor::read(code.at(address)?)?;
    Some((
        descriptor,
        address.wrapping_add_signed(descriptor.entry_offset),
    ))
}

/// The kernels of the code, with their parameters where a compiler listed them.
pub(super) fn signatures(code: &Code) -> Vec<KernelSignature> {
    let metadata = code.attributes.get(METADATA);
    let metadata = metadata.map_or(Metadata::default(), |text| Metadata::from_json(text));
    let parameters = |name: &str| {
        let kernel = metadata.kernels.iter().find(|kernel| kernel.name == name)?;
        let own = kernel.args.iter().filter(|arg| !arg.is_hidden());
        Some(own.map(formal).collect())
    };
    let names = kernel_names(code, &metadata).into_iter();
    names
        .map(|name| KernelSignature {
            name: name.into(),
            parameters: parameters(name),
        })
        .collect()
}

fn formal(arg: &KernelArg) -> FormalParameter {
    FormalParameter {
        name: arg.name.clone(),
        type_name: arg.type_name.clone(),
        bytes: arg.size,
        kind: match arg.kind.as_str() {
            "by_value" => ParameterKind::Value,
            "global_buffer" => ParameterKind::Array,
            "dynamic_shared_pointer" => ParameterKind::Local,
            _ => ParameterKind::Other,
        },
    }
}
