//! A launch as files: its code, its arguments, its memory, and a kernel file that brings them
//! together, so that it can be run, checked and debugged again.
//!
//! Where all that a kernel reaches are its arguments, each is a file, and they may lie anywhere when it
//! runs again. Where memory holds addresses of other memory (descriptors of images, lists, arrays of
//! pointers), all of it is saved with its addresses.

mod reach;

use super::{Grid, Kernel, Value};
use crate::memory_file::Writer;
use reach::Reach;
use sim::Memory;
use std::fmt::Write as _;
use std::io::{self, Write};

/// Makes a file of a launch by its name.
pub type MakeFile<'a> = dyn FnMut(&str) -> io::Result<Box<dyn Write>> + 'a;

impl Kernel {
    /// Writes the launch to files before it runs. The name of each begins with `name`; the last is the
    /// kernel file.
    pub fn record(
        &self,
        make: &mut MakeFile<'_>,
        name: &str,
        grid: &Grid,
        values: &[Value],
    ) -> io::Result<()> {
        if self.own.allocates() {
            // What the heap is made of is known to the host alone.
            let why = "launches of kernels that allocate memory are not saved";
            return Err(io::Error::other(why));
        }
        let isa = self.module.device().arch.name();
        let mut text = format!(
            "# A launch of {}, as it was before it ran.\n---\n",
            self.info().name
        );
        let code = format!("{name}.hsaco");
        write_file(make, &code, self.module.elf())?;
        let groups = grid.groups();
        let three = |sizes: [u64; 3]| sizes.map(|size| size.to_string()).join(", ");
        let _ = writeln!(
            text,
            "isa = {isa}\ncode = \"{code}\"\nkernel = \"{}\"",
            self.info().name
        );
        let _ = writeln!(text, "global = {}", three(groups));
        let _ = writeln!(text, "local = {}", three(grid.local.map(u64::from)));
        if grid.offset != [0; 3] {
            let _ = writeln!(text, "offset = \"{}\"", three(grid.offset));
        }
        if grid.local_bytes > 0 {
            let own = self.info().local_bytes.next_multiple_of(16);
            let _ = writeln!(text, "lds = {}", own + grid.local_bytes);
        }
        if grid.parts().len() > 1 {
            let threads = three(grid.threads);
            let _ = writeln!(
                text,
                "# The grid had {threads} threads: its last workgroups were smaller."
            );
        }
        let memory = self.module.device().memory();
        let variables = self.changed_variables(&memory);
        let reach = Reach::of(self, values, &variables, &memory);
        match reach.has_addresses || !variables.is_empty() {
            true => {
                let file = format!("{name}.mem");
                self.save_memory(make(&file)?, &memory, &reach, &variables)?;
                let _ = writeln!(text, "memory = \"{file}\"");
                self.addresses(&mut text, values);
            }
            false => self.arrays(&mut text, make, name, values, &memory)?,
        }
        text += "---\n";
        write_file(make, &format!("{name}.{isa}"), text.as_bytes())
    }

    /// Arguments as values, pointers among them.
    fn addresses(&self, text: &mut String, values: &[Value]) {
        for (number, (arg, value)) in self.own.own_args().zip(values).enumerate() {
            let called = arg.name.clone().unwrap_or_else(|| format!("arg{number}"));
            let written = match value {
                Value::Local(bytes) => format!("u32 = {bytes}"),
                Value::Bytes(bytes) => by_value(arg.type_name.as_deref(), bytes),
                Value::Address(address) => format!("u64 = {address:#x}"),
            };
            let _ = writeln!(text, "{called}: {written}");
        }
    }

    /// Memory that the kernel can reach, and variables.
    fn save_memory(
        &self,
        to: Box<dyn Write>,
        memory: &Memory,
        reach: &Reach,
        variables: &[(String, u64, u64)],
    ) -> io::Result<()> {
        let mut writer = Writer::new(to)?;
        let regions = memory.regions();
        for region in regions.filter(|region| reach.regions.contains(&region.base())) {
            writer.region(memory, region)?;
        }
        for (name, address, len) in variables {
            writer.variable(memory, name, *address, *len)?;
        }
        writer.finish()
    }

    /// Variables that hold something else than when the code was loaded: name, address and bytes.
    fn changed_variables(&self, memory: &Memory) -> Vec<(String, u64, u64)> {
        let code = self.module.object.code();
        let changed = |(_, address, len): &&(String, u64, u64)| {
            let mut now = vec![0; *len as usize];
            let at = (address - code.base) as usize;
            let first = code.bytes.get(at..at + now.len());
            memory.read(*address, &mut now).is_ok() && first != Some(&now[..])
        };
        let all = self.module.object.variables().iter();
        all.filter(changed).cloned().collect()
    }

    /// Arguments as values and arrays, each with what is behind it.
    fn arrays(
        &self,
        text: &mut String,
        make: &mut MakeFile<'_>,
        name: &str,
        values: &[Value],
        memory: &Memory,
    ) -> io::Result<()> {
        for (number, (arg, value)) in self.own.own_args().zip(values).enumerate() {
            let called = arg.name.clone().unwrap_or_else(|| format!("arg{number}"));
            match value {
                Value::Local(bytes) => _ = writeln!(text, "{called}: u32 = {bytes}"),
                Value::Bytes(bytes) => {
                    let written = by_value(arg.type_name.as_deref(), bytes);
                    let _ = writeln!(text, "{called}: {written}");
                }
                Value::Address(address) => {
                    let Some(region) = memory.region_of(*address) else {
                        let was = match address {
                            0 => String::new(),
                            _ => format!("  # It was {address:#x}, where nothing lay."),
                        };
                        let _ = writeln!(text, "{called}: u64 = 0{was}");
                        continue;
                    };
                    let len = region.base() + region.len() - address;
                    let mut bytes = vec![0; len as usize];
                    memory
                        .read(*address, &mut bytes)
                        .map_err(|error| io::Error::other(error.0))?;
                    let file = format!("{name}-{called}.bin");
                    write_file(make, &file, &bytes)?;
                    let (ty, size) = element(arg.type_name.as_deref(), len);
                    let _ = writeln!(text, "{called}: {ty}[{}] = file(\"{file}\")", len / size);
                    if *address != region.base() {
                        let _ = writeln!(text, "# {called} was a part of a buffer, up to its end.");
                    }
                }
            }
        }
        Ok(())
    }
}

fn write_file(make: &mut MakeFile<'_>, name: &str, bytes: &[u8]) -> io::Result<()> {
    let mut file = make(name)?;
    file.write_all(bytes)?;
    file.flush()
}

/// What a pointer points to, as a header names it, if so many bytes are whole elements.
fn element(pointer: Option<&str>, len: u64) -> (&'static str, u64) {
    let pointee = pointer.and_then(|ty| ty.strip_suffix('*')).unwrap_or("");
    let scalar = pointee.trim_end_matches(|c: char| c.is_ascii_digit());
    let known = scalar_type(scalar).filter(|(_, size)| len.is_multiple_of(*size));
    known.unwrap_or(("u8", 1))
}

fn scalar_type(name: &str) -> Option<(&'static str, u64)> {
    Some(match name {
        "char" => ("i8", 1),
        "uchar" => ("u8", 1),
        "short" => ("i16", 2),
        "ushort" => ("u16", 2),
        "half" => ("f16", 2),
        "int" => ("i32", 4),
        "uint" => ("u32", 4),
        "float" => ("f32", 4),
        "long" => ("i64", 8),
        "ulong" => ("u64", 8),
        "double" => ("f64", 8),
        _ => return None,
    })
}

/// A value as a header writes it: a number, or its bytes.
fn by_value(type_name: Option<&str>, bytes: &[u8]) -> String {
    let list = || {
        let all: Vec<String> = bytes.iter().map(u8::to_string).collect();
        format!("u8[{}] = {}", bytes.len(), all.join(", "))
    };
    let Some((ty, size)) = type_name.and_then(scalar_type) else {
        return list();
    };
    let mut word = [0; 8];
    if bytes.len() as u64 != size {
        return list();
    }
    word[..bytes.len()].copy_from_slice(bytes);
    let raw = u64::from_le_bytes(word);
    match ty {
        "f32" => format!("f32 = {:?}", f32::from_bits(raw as u32)).replace("NaN", "nan"),
        "f64" => format!("f64 = {:?}", f64::from_bits(raw)).replace("NaN", "nan"),
        "f16" => list(),
        _ => format!("{ty} = {raw:#x}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_as_headers_read_them() {
        for (name, bytes, expected) in [
            (Some("float"), 1.5f32.to_le_bytes().to_vec(), "f32 = 1.5"),
            (Some("float"), f32::NAN.to_le_bytes().to_vec(), "f32 = nan"),
            (
                Some("int"),
                (-1i32).to_le_bytes().to_vec(),
                "i32 = 0xffffffff",
            ),
            (Some("ulong"), 7u64.to_le_bytes().to_vec(), "u64 = 0x7"),
            (Some("char2"), vec![1, 2], "u8[2] = 1, 2"),
            (None, vec![9], "u8[1] = 9"),
        ] {
            assert_eq!(by_value(name, &bytes), expected);
        }
        assert_eq!(element(Some("float4*"), 64), ("f32", 4));
        assert_eq!(element(Some("float*"), 63), ("u8", 1));
        assert_eq!(element(Some("struct thing*"), 64), ("u8", 1));
    }
}
