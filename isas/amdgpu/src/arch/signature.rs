//! What kernels say about what they take.

use super::kernel_names;
use crate::code_object::METADATA;
use crate::code_object::metadata::{KernelArg, Metadata};
use arch::{Code, FormalParameter, ParameterKind, Signature};

/// The kernels of the code, with their parameters where a compiler listed them.
pub fn of_code(code: &Code) -> Vec<Signature> {
    let metadata = code.attributes.get(METADATA);
    let metadata = metadata.map_or(Metadata::default(), |text| Metadata::from_json(text));
    let parameters = |name: &str| {
        let kernel = metadata.kernels.iter().find(|kernel| kernel.name == name)?;
        let own = kernel.args.iter().filter(|arg| !arg.is_hidden());
        Some(own.map(formal).collect())
    };
    let names = kernel_names(code, &metadata).into_iter();
    names
        .map(|name| Signature {
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
