//! Kernels in the assembly language of another machine, and what it takes to launch them there.

use crate::prepare::prepare;
use crate::ready::{DeviceMemory, place_arguments, with_request};
use crate::{Array, Error, Input, Settings, archs};
use arch::Translation;
use serde_json::{Value, json};
use sim::Memory;

/// A kernel file in another assembly language, with its launch.
#[derive(Clone, Debug)]
pub struct Translated {
    /// The text, and what a launch takes that depends on it.
    pub translation: Translation,
    /// Workgroups.
    pub grid: [u32; 3],
    /// Arguments that lie in device memory, with what they hold at the start.
    pub arrays: Vec<Placed>,
    /// How far results may be from what is expected; without it, not at all.
    pub tol: Option<f64>,
}

/// An array in device memory.
#[derive(Clone, Debug)]
pub struct Placed {
    /// As in the header.
    pub name: String,
    /// Of its first byte; the arguments of the translation hold it.
    pub address: u64,
    /// Its first value.
    pub array: Array,
    /// Its last value is to be shown.
    pub is_output: bool,
    /// What the header expects of it.
    pub expected: Option<Array>,
}

impl Translated {
    /// The text and what a launch takes, as one object.
    pub fn to_json(&self) -> Value {
        let translation = &self.translation;
        let arrays = self.arrays.iter().map(|placed| {
            json!({
                "name": placed.name,
                "address": placed.address,
                "bytes": placed.array.data.len(),
            })
        });
        let args = translation.args.iter().map(|byte| format!("{byte:02x}"));
        json!({
            "schema": "wavetank.translate/1",
            "entry": translation.entry,
            "grid": self.grid,
            "block": translation.block,
            "dynamic_shared": translation.dynamic_shared,
            "cluster": translation.cluster,
            "args": args.collect::<String>(),
            "arrays": arrays.collect::<Vec<_>>(),
            "text": translation.text,
        })
    }
}

/// Translates a kernel file or a binary to `target`. `fast` prefers the target's approximations.
pub fn translate(
    input: &Input,
    settings: &Settings,
    target: &str,
    fast: bool,
) -> Result<Translated, Error> {
    let (name, targets) = (input.arch.name(), input.arch.targets());
    if !targets.contains(&target) {
        return Err(Error::Plain(match targets {
            [] => {
                let others = archs()
                    .iter()
                    .filter(|arch| arch.targets().contains(&target));
                let others: Vec<&str> = others.map(|arch| arch.name()).collect();
                match others.is_empty() {
                    true => format!("nothing is translated to `{target}`"),
                    false => format!(
                        "{name} is not translated to anything; {} is, to {target}",
                        others.join(", ")
                    ),
                }
            }
            _ => format!(
                "{name} is not translated to `{target}`; it is to {}",
                targets.join(", ")
            ),
        }));
    }
    let prepared = prepare(input, settings)?;
    let mut memory = DeviceMemory(Memory::new(settings.memory_bytes));
    let addresses = place_arguments(&mut memory, &prepared.kernel, &[])?;
    let translation = with_request(input, &prepared, settings, &addresses, |request| {
        (input.arch).translate(target, &prepared.code, request, fast)
    })?;
    let kernel = prepared.kernel;
    let arrays = kernel.args.into_iter().zip(addresses).enumerate();
    let arrays = arrays.map(|(index, (arg, address))| {
        let expect = kernel.expects.iter().find(|expect| expect.arg == index);
        Placed {
            name: arg.name,
            address,
            array: arg.array,
            is_output: arg.is_output,
            expected: expect.map(|expect| expect.expected.clone()),
        }
    });
    Ok(Translated {
        translation,
        grid: kernel.launch.global,
        arrays: arrays.collect(),
        tol: kernel.tol,
    })
}
