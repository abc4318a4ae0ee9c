//! Device memory as a file: what a launch found where, for kernels that reach memory by addresses that
//! are not arguments. Descriptors of images hold such addresses, and so do lists and trees.
//!
//! After a first line, each part has a line that says what it is, and bytes: `region ADDRESS LENGTH
//! ELEMENT TYPE NAME` maps memory there, `variable LENGTH NAME` means one of the program, and
//! `bytes OFFSET LENGTH` is followed by what the last of these holds there. What is not said is zero in
//! a region, and as the program has it in a variable.

use sim::{Memory, RegionLabel};
use std::io::{self, Write};

/// The key of a header that names such a file.
pub(crate) const MEMORY_KEY: &str = "memory";

const MAGIC: &str = "wavetank memory 1";
/// Bytes that are left out where all of them are zero.
const BLOCK: usize = 4096;
/// All regions together, where the user does not allow more: a file of a few bytes can ask for any number.
const USUAL_MOST: u64 = 512 << 20;

/// What a file says.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct MemoryFile {
    pub regions: Vec<Stretch>,
    pub variables: Vec<Stretch>,
}

/// Bytes of a region or of a variable.
#[derive(Debug, PartialEq)]
pub(crate) struct Stretch {
    /// None of a variable.
    pub address: u64,
    pub len: u64,
    pub label: RegionLabel,
    /// Where they begin, and what they are.
    pub bytes: Vec<(u64, Vec<u8>)>,
}

impl MemoryFile {
    /// Reads a file.
    pub fn parse(mut rest: &[u8]) -> Result<MemoryFile, String> {
        if line(&mut rest) != Some(MAGIC) {
            return Err(format!("its first line is not `{MAGIC}`"));
        }
        let mut file = MemoryFile::default();
        let mut in_variable = false;
        while !rest.is_empty() {
            let text = line(&mut rest).ok_or("a line of it has no end")?;
            let bad = || format!("it has the line `{text}`, which means nothing there");
            let (word, after) = text.split_once(' ').ok_or_else(bad)?;
            let mut stretch = Stretch {
                address: 0,
                len: 0,
                label: RegionLabel::bytes("", 0),
                bytes: Vec::new(),
            };
            match word {
                "region" => {
                    let parts: Vec<&str> = after.splitn(5, ' ').collect();
                    let [address, len, element, ty, name] = parts[..] else {
                        return Err(bad());
                    };
                    let number = |text: &str, radix| u64::from_str_radix(text, radix);
                    stretch.address = number(address, 16).map_err(|_| bad())?;
                    stretch.len = number(len, 10).map_err(|_| bad())?;
                    let element_bytes = element.parse::<u32>().ok().filter(|&it| it > 0);
                    stretch.label = RegionLabel {
                        name: name.into(),
                        ty: ty.into(),
                        element_bytes: element_bytes.ok_or_else(bad)?,
                    };
                    file.regions.push(stretch);
                    in_variable = false;
                }
                "variable" => {
                    let (len, name) = after.split_once(' ').ok_or_else(bad)?;
                    stretch.len = len.parse().map_err(|_| bad())?;
                    stretch.label.name = name.into();
                    file.variables.push(stretch);
                    in_variable = true;
                }
                "bytes" => {
                    let (offset, len) = after.split_once(' ').ok_or_else(bad)?;
                    let offset: u64 = offset.parse().map_err(|_| bad())?;
                    let len: u64 = len.parse().map_err(|_| bad())?;
                    let of = match in_variable {
                        true => file.variables.last_mut(),
                        false => file.regions.last_mut(),
                    };
                    let of = of.ok_or_else(bad)?;
                    if offset.checked_add(len).is_none_or(|end| end > of.len) {
                        return Err(bad());
                    }
                    let bytes = usize::try_from(len).ok();
                    let (bytes, after) = bytes
                        .and_then(|len| rest.split_at_checked(len))
                        .ok_or("it ends too early")?;
                    of.bytes.push((offset, bytes.to_vec()));
                    rest = after;
                }
                _ => return Err(bad()),
            }
        }
        Ok(file)
    }

    /// Maps all regions, with what they hold. The user allows so many bytes of memory.
    pub fn map(&self, memory: &mut Memory, allowed: u64) -> Result<(), String> {
        let lens = self.regions.iter().map(|region| region.len);
        let all = lens.fold(0, u64::saturating_add);
        let most = allowed.max(USUAL_MOST);
        if all > most {
            return Err(format!(
                "the memory that was saved has {all} bytes, and {most} are allowed: \
                 `--global-memsize` says how many megabytes there are"
            ));
        }
        for region in &self.regions {
            let mapped = memory.allocate_exactly(region.address, region.len, region.label.clone());
            mapped.map_err(|error| error.0)?;
            for (offset, bytes) in &region.bytes {
                let written = memory.write(region.address + offset, bytes);
                written.map_err(|error| error.0)?;
            }
        }
        Ok(())
    }
}

/// The text up to the end of a line.
fn line<'a>(rest: &mut &'a [u8]) -> Option<&'a str> {
    let end = rest.iter().position(|&byte| byte == b'\n')?;
    let text = std::str::from_utf8(&rest[..end]).ok()?;
    *rest = &rest[end + 1..];
    Some(text)
}

/// Writes a file, part by part.
pub(crate) struct Writer<W> {
    to: W,
}

impl<W: Write> Writer<W> {
    pub fn new(mut to: W) -> io::Result<Writer<W>> {
        writeln!(to, "{MAGIC}")?;
        Ok(Writer { to })
    }

    /// A region as it is mapped now.
    pub fn region(&mut self, memory: &Memory, region: &sim::Region) -> io::Result<()> {
        let RegionLabel {
            name,
            ty,
            element_bytes,
        } = region.label();
        let plain = |text: &str| text.replace(['\n', ' '], "_");
        let (ty, name) = (plain(ty), name.replace('\n', " "));
        let (base, len) = (region.base(), region.len());
        writeln!(self.to, "region {base:x} {len} {element_bytes} {ty} {name}")?;
        self.bytes(memory, base, len, true)
    }

    /// What a variable of the program holds now.
    pub fn variable(&mut self, memory: &Memory, name: &str, at: u64, len: u64) -> io::Result<()> {
        writeln!(self.to, "variable {len} {name}")?;
        self.bytes(memory, at, len, false)
    }

    /// Everything is written.
    pub fn finish(mut self) -> io::Result<()> {
        self.to.flush()
    }

    fn bytes(&mut self, memory: &Memory, at: u64, len: u64, sparse: bool) -> io::Result<()> {
        let mut block = vec![0; BLOCK];
        let mut run: (u64, Vec<u8>) = (0, Vec::new());
        let mut done = 0;
        while done < len {
            let part = &mut block[..(len - done).min(BLOCK as u64) as usize];
            let read = memory.read(at + done, part);
            read.map_err(|error| io::Error::other(error.0))?;
            if !sparse || part.iter().any(|&byte| byte != 0) {
                if run.1.is_empty() {
                    run.0 = done;
                }
                run.1.extend(&*part);
            } else {
                self.put(&mut run)?;
            }
            done += part.len() as u64;
        }
        self.put(&mut run)
    }

    fn put(&mut self, (offset, bytes): &mut (u64, Vec<u8>)) -> io::Result<()> {
        if !bytes.is_empty() {
            writeln!(self.to, "bytes {offset} {}", bytes.len())?;
            self.to.write_all(bytes)?;
            bytes.clear();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_comes_back_where_it_was() {
        let mut memory = Memory::new(1 << 20);
        let label = |name: &str| RegionLabel::bytes(name, 10_000);
        let first = memory.allocate(10_000, label("the first")).unwrap();
        let second = memory.allocate(10_000, label("second")).unwrap();
        memory.write(first + 4090, b"across\na block").unwrap();
        memory.write(second + 9_999, &[7]).unwrap();
        let mut file = Vec::new();
        let mut writer = Writer::new(&mut file).unwrap();
        for region in memory.regions() {
            writer.region(&memory, region).unwrap();
        }
        writer.variable(&memory, "x", first + 4090, 6).unwrap();
        assert!(file.len() < 20_000, "zeroes are left out");
        let read = MemoryFile::parse(&file).unwrap();
        assert_eq!(read.variables[0].bytes, [(0, b"across".to_vec())]);
        let mut other = Memory::new(1 << 20);
        read.map(&mut other, 0).unwrap();
        for region in memory.regions() {
            let mut bytes = [vec![0; 10_000], vec![1; 10_000]];
            memory.read(region.base(), &mut bytes[0]).unwrap();
            other.read(region.base(), &mut bytes[1]).unwrap();
            assert!(bytes[0] == bytes[1]);
            assert_eq!(
                other.region_of(region.base()).unwrap().label(),
                region.label()
            );
        }
        // What is allocated afterwards lies elsewhere.
        let third = other.allocate(64, label("third")).unwrap();
        assert!(third >= second + 10_000);
        assert!(read.map(&mut other, 0).is_err(), "mapped already");
        let huge = format!("{MAGIC}\nregion 1000 999999999999 1 u8[9] a\n");
        let huge = MemoryFile::parse(huge.as_bytes()).unwrap();
        let refused = huge.map(&mut Memory::new(1), 0).unwrap_err();
        assert!(refused.contains("--global-memsize"), "{refused}");
    }

    #[test]
    fn what_is_no_such_file_is_refused() {
        let good = format!("{MAGIC}\nregion 10000000 8 4 u32[2] a\nbytes 0 8\n12345678");
        assert!(MemoryFile::parse(good.as_bytes()).is_ok());
        for end in 0..good.len() {
            let whole = good.len() - "bytes 0 8\n12345678".len();
            let parsed = MemoryFile::parse(&good.as_bytes()[..end]);
            assert_eq!(
                parsed.is_ok(),
                end == whole || end == MAGIC.len() + 1,
                "{end}"
            );
        }
        for bad in [
            "bytes 0 1\nx",
            "region 10 8 0 u8[8] a\n",
            "region x 8 1 u8[8] a\n",
            "region 10 8 1 u8[8] a\nbytes 7 2\nxy",
            "region 10 8 1 u8[8]\n",
            "variable x\n",
            "something else\n",
        ] {
            let text = format!("{MAGIC}\n{bad}");
            assert!(MemoryFile::parse(text.as_bytes()).is_err(), "{bad}");
        }
    }
}
