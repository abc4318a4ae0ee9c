//! What a compiler says about its kernels: their names and their arguments.
//!
//! Binaries hold it as MessagePack, assembly as YAML; between the two it travels as JSON.

use super::yaml;
use serde::{Deserialize, Serialize};
use source::Diagnostic;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Metadata {
    #[serde(rename = "amdhsa.kernels", default)]
    pub kernels: Vec<KernelMetadata>,
    /// The texts that kernels print with: a number, sizes of arguments, the format.
    #[serde(
        rename = "amdhsa.printf",
        default,
        skip_serializing_if = "Vec::is_empty"
    )]
    pub formats: Vec<String>,
}

/// A kernel, as its compiler describes it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct KernelMetadata {
    /// As in the source.
    #[serde(rename = ".name")]
    pub name: String,
    /// The descriptor's symbol.
    #[serde(rename = ".symbol")]
    pub symbol: String,
    /// Its own arguments, and hidden ones.
    #[serde(rename = ".args", default)]
    pub args: Vec<KernelArg>,
    /// Bytes that its arguments take.
    #[serde(rename = ".kernarg_segment_size", default)]
    pub kernarg_bytes: u32,
    /// The only size of workgroups that it works with, if it says so.
    #[serde(
        rename = ".reqd_workgroup_size",
        default,
        skip_serializing_if = "Vec::is_empty"
    )]
    pub required: Vec<u32>,
    /// The most threads that a workgroup may have.
    #[serde(
        rename = ".max_flat_workgroup_size",
        skip_serializing_if = "Option::is_none"
    )]
    pub most_threads: Option<u32>,
    /// The size of workgroups that it is likely to be launched with.
    #[serde(
        rename = ".workgroup_size_hint",
        default,
        skip_serializing_if = "Vec::is_empty"
    )]
    pub hinted: Vec<u32>,
    /// The type that it is written in terms of, for compilers that turn threads into vectors.
    #[serde(rename = ".vec_type_hint", skip_serializing_if = "Option::is_none")]
    pub vector: Option<String>,
    /// Local memory of a workgroup, but for what arguments ask for.
    #[serde(rename = ".group_segment_fixed_size", default)]
    pub local_bytes: u32,
    /// Private memory of a thread.
    #[serde(rename = ".private_segment_fixed_size", default)]
    pub private_bytes: u32,
    /// Lanes per wave.
    #[serde(rename = ".wavefront_size", skip_serializing_if = "Option::is_none")]
    pub lanes: Option<u32>,
    /// Vector registers.
    #[serde(rename = ".vgpr_count", skip_serializing_if = "Option::is_none")]
    pub vgprs: Option<u32>,
    /// Scalar registers.
    #[serde(rename = ".sgpr_count", skip_serializing_if = "Option::is_none")]
    pub sgprs: Option<u32>,
    /// Vector registers that did not fit.
    #[serde(rename = ".vgpr_spill_count", skip_serializing_if = "Option::is_none")]
    pub vgpr_spills: Option<u32>,
    /// Scalar registers that did not fit.
    #[serde(rename = ".sgpr_spill_count", skip_serializing_if = "Option::is_none")]
    pub sgpr_spills: Option<u32>,
}

impl KernelMetadata {
    /// Whether a launch has workgroups of a size that the kernel was compiled for.
    pub(crate) fn check_workgroup(&self, launch: &kernel::Launch) -> Result<(), Diagnostic> {
        let threads = launch.threads_per_workgroup();
        let sizes = |sizes: &[u32]| {
            let used = sizes.iter().rposition(|&size| size != 1).unwrap_or(0) + 1;
            let texts: Vec<String> = sizes.iter().take(used).map(u32::to_string).collect();
            texts.join(",")
        };
        let (message, fix) = match (&self.required[..], self.most_threads) {
            (&[x, y, z], _) if [x, y, z] != launch.local => {
                let (wanted, given) = (sizes(&self.required), sizes(&launch.local));
                let message = format!(
                    "`{}` requires workgroups of {wanted} threads, but {given} are launched",
                    self.name
                );
                (message, format!("--local {wanted}"))
            }
            (_, Some(most)) if threads > u64::from(most) => {
                let message = format!(
                    "`{}` was compiled for workgroups of at most {most} threads, but {threads} \
                     are launched",
                    self.name
                );
                (message, format!("--local {most}"))
            }
            _ => return Ok(()),
        };
        Err(Diagnostic::error("workgroup-size", message)
            .help(format!("{fix} or a `local` key in the header sets it")))
    }
}

/// An argument of a kernel.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct KernelArg {
    /// Compilers leave it out unless asked for it.
    #[serde(rename = ".name", skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The same.
    #[serde(rename = ".type_name", skip_serializing_if = "Option::is_none")]
    pub type_name: Option<String>,
    /// Where it lies among the arguments.
    #[serde(rename = ".offset")]
    pub offset: u32,
    /// Bytes.
    #[serde(rename = ".size")]
    pub size: u32,
    /// `by_value`, `global_buffer`, `hidden_block_count_x`.
    #[serde(rename = ".value_kind")]
    pub kind: String,
    /// What a pointer points into: `global`, `local`, `constant`.
    #[serde(rename = ".address_space", skip_serializing_if = "Option::is_none")]
    pub space: Option<String>,
    /// `read_only`, `write_only` or `read_write`, for images and pipes.
    #[serde(rename = ".access", skip_serializing_if = "Option::is_none")]
    pub access: Option<String>,
    /// It points to what is not changed.
    #[serde(rename = ".is_const", default, skip_serializing_if = "is_false")]
    pub is_const: bool,
    /// It points to what no other argument points to.
    #[serde(rename = ".is_restrict", default, skip_serializing_if = "is_false")]
    pub is_restrict: bool,
    /// It points to what others may change meanwhile.
    #[serde(rename = ".is_volatile", default, skip_serializing_if = "is_false")]
    pub is_volatile: bool,
    /// It is a pipe.
    #[serde(rename = ".is_pipe", default, skip_serializing_if = "is_false")]
    pub is_pipe: bool,
    /// How what a pointer to local memory points to is aligned.
    #[serde(rename = ".pointee_align", skip_serializing_if = "Option::is_none")]
    pub align: Option<u32>,
}

fn is_false(value: &bool) -> bool {
    !value
}

impl KernelArg {
    /// The launch fills it in; the user does not.
    pub fn is_hidden(&self) -> bool {
        self.kind.starts_with("hidden_")
    }
}

impl Metadata {
    pub fn from_msgpack(bytes: &[u8]) -> Result<Metadata, String> {
        let parsed = rmp_serde::from_slice(bytes);
        parsed.map_err(|error| format!("the metadata in it is damaged: {error}"))
    }

    pub fn from_yaml(text: &str) -> Result<Metadata, String> {
        let fail = |why: String| format!("the metadata cannot be read: {why}");
        let value = yaml::parse(text).map_err(fail)?;
        serde_json::from_value(value).map_err(|error| fail(error.to_string()))
    }

    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("plain data")
    }

    /// What [`Metadata::to_json`] wrote; nothing where it did not.
    pub fn from_json(text: &str) -> Metadata {
        serde_json::from_str(text).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assembly_and_binaries_say_the_same() {
        let yaml = "---
amdhsa.kernels:
  - .args:
      - .address_space:  global
        .offset:         0
        .size:           8
        .type_name:      'float*'
        .value_kind:     global_buffer
      - .offset:         8
        .size:           4
        .value_kind:     hidden_block_count_x
    .kernarg_segment_size: 264
    .name:           two
    .symbol:         two.kd
    .wavefront_size: 32
amdhsa.target:   amdgcn-amd-amdhsa--gfx1100
amdhsa.version:
  - 1
  - 2
...
";
        let metadata = Metadata::from_yaml(yaml).unwrap();
        let [kernel] = &metadata.kernels[..] else {
            panic!("one kernel")
        };
        assert_eq!((kernel.name.as_str(), kernel.kernarg_bytes), ("two", 264));
        assert_eq!(kernel.args[0].type_name.as_deref(), Some("float*"));
        assert!(kernel.args[1].is_hidden() && !kernel.args[0].is_hidden());
        assert_eq!(Metadata::from_json(&metadata.to_json()), metadata);
        let packed = rmp_serde::to_vec_named(&metadata).unwrap();
        assert_eq!(Metadata::from_msgpack(&packed).unwrap(), metadata);
        assert!(Metadata::from_msgpack(b"\xc1").is_err());
        assert!(Metadata::from_yaml("- [").is_err());
    }
}
