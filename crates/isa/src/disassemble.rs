//! Bytes to a listing that assembles again.

use std::collections::BTreeMap;

use crate::{Illegal, Set, Table};

/// One decoded instruction, as far as a listing needs to know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// Bytes.
    pub len: usize,
    /// Where it can branch to.
    pub targets: Vec<u64>,
    /// As the assembler reads it.
    pub text: String,
}

/// Anything that turns bytes into text, one instruction at a time.
pub trait Disassembler {
    /// Decodes the instruction at the start of `bytes`, which lie at `address`; `name` gives
    /// places their labels.
    fn decode(
        &self,
        bytes: &[u8],
        address: u64,
        name: &dyn Fn(u64) -> Option<String>,
    ) -> Result<Decoded, Illegal>;

    /// How many bytes to skip where nothing decodes.
    fn unit(&self) -> usize;

    /// The directive for four bytes of data.
    fn word(&self) -> &'static str {
        ".word"
    }
}

/// A table with the rows of `enabled` switched on.
impl<M: Copy + Sync + 'static> Disassembler for (&Table<M>, Set) {
    fn decode(
        &self,
        bytes: &[u8],
        address: u64,
        name: &dyn Fn(u64) -> Option<String>,
    ) -> Result<Decoded, Illegal> {
        let (table, enabled) = self;
        let inst = table.decode(bytes, address, *enabled)?;
        Ok(Decoded {
            len: inst.len(),
            targets: table.targets(&inst, address),
            text: table.print_at(&inst, address, name),
        })
    }

    fn unit(&self) -> usize {
        self.0.shortest()
    }
}

/// One line of a listing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListingLine {
    /// Of its first byte.
    pub address: u64,
    /// Bytes.
    pub len: usize,
    /// The label that stands before this line.
    pub label: Option<String>,
    /// The instruction; for what is none, a data directive with the same bytes.
    pub text: String,
    /// Why it is no instruction, where it is none.
    pub illegal: Option<Illegal>,
}

/// Lists `bytes`, which lie at `start`. Branch targets get labels: those of `symbols` where it
/// has one, made-up ones otherwise.
pub fn listing(
    disassembler: &dyn Disassembler,
    bytes: &[u8],
    start: u64,
    symbols: &BTreeMap<u64, String>,
) -> Vec<ListingLine> {
    // Where branches lead is known only at the end; those few instructions are printed again.
    let mut found = Vec::new();
    let mut targets = std::collections::BTreeSet::new();
    let end = start.wrapping_add(bytes.len() as u64);
    let mut at = 0;
    while at < bytes.len() {
        let address = start.wrapping_add(at as u64);
        let decoded = disassembler.decode(&bytes[at..], address, &|_| None);
        let len = match &decoded {
            Ok(decoded) => decoded.len.max(1),
            Err(_) => {
                let next = symbols.range(address.saturating_add(1)..).next();
                let room = next.map_or(u64::MAX, |(next, _)| next - address);
                let end = bytes.len().min(at.saturating_add(room as usize));
                data_len(&bytes[at..end], disassembler.unit().max(1))
            }
        };
        at += len;
        targets.extend(decoded.iter().flat_map(|decoded| &decoded.targets));
        found.push((address, len, decoded));
    }
    let begins = |address: u64| {
        let offset = address.wrapping_sub(start);
        let search =
            found.binary_search_by_key(&offset, |(address, ..)| address.wrapping_sub(start));
        search.is_ok()
    };
    let made_up: std::collections::BTreeSet<u64> = targets
        .iter()
        .copied()
        .filter(|&target| target == end || begins(target))
        .collect();
    let name = |address: u64| match symbols.get(&address) {
        Some(name) => Some(name.clone()),
        None => made_up.contains(&address).then(|| format!("L{address:x}")),
    };
    let mut lines = Vec::with_capacity(found.len());
    for (address, len, decoded) in found {
        let at = address.wrapping_sub(start) as usize;
        let decoded = match decoded {
            Ok(Decoded { targets, .. }) if targets.iter().any(|&to| name(to).is_some()) => {
                disassembler.decode(&bytes[at..], address, &name)
            }
            decoded => decoded,
        };
        let label = name(address);
        lines.push(match decoded {
            Ok(Decoded { len, text, .. }) => ListingLine {
                address,
                len,
                label,
                text,
                illegal: None,
            },
            Err(illegal) => {
                let text = data(&bytes[at..at + len], disassembler.word());
                ListingLine {
                    address,
                    len,
                    label,
                    text,
                    illegal: Some(illegal),
                }
            }
        });
    }
    if let Some(label) = name(end).filter(|_| targets.contains(&end)) {
        let line = ListingLine {
            address: end,
            len: 0,
            label: Some(label),
            text: String::new(),
            illegal: None,
        };
        lines.push(line);
    }
    lines
}

/// From so many bytes on zeros that are no instructions become one line: memory that a program asks
/// for can be much larger than the file.
const MANY_ZEROS: usize = 64;

/// How many of these bytes, which are no instruction at their start, one directive stands for.
fn data_len(bytes: &[u8], unit: usize) -> usize {
    let zeros = bytes.iter().take_while(|&&byte| byte == 0).count();
    match zeros - zeros % unit {
        many if many >= MANY_ZEROS => many,
        _ => unit.min(bytes.len()),
    }
}

/// A directive for bytes that are no instruction.
fn data(bytes: &[u8], word: &str) -> String {
    match *bytes {
        _ if bytes.len() >= MANY_ZEROS => format!(".zero {}", bytes.len()),
        [a, b, c, d] => format!("{word} {:#010x}", u32::from_le_bytes([a, b, c, d])),
        _ => {
            let list: Vec<String> = bytes.iter().map(|b| format!("{b:#04x}")).collect();
            format!(".byte {}", list.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where bytes are 1 is an instruction.
    struct Ones;

    impl Disassembler for Ones {
        fn decode(
            &self,
            bytes: &[u8],
            address: u64,
            _: &dyn Fn(u64) -> Option<String>,
        ) -> Result<Decoded, Illegal> {
            match bytes {
                [1, 1, 1, 1, ..] => Ok(Decoded {
                    len: 4,
                    targets: Vec::new(),
                    text: "one".into(),
                }),
                _ => Err(Illegal {
                    address,
                    word: 0,
                    len: 4,
                    reason: crate::Reason::Unknown,
                }),
            }
        }

        fn unit(&self) -> usize {
            4
        }
    }

    #[test]
    fn a_listing_is_as_long_as_what_there_is_to_see() {
        let mut bytes = vec![1; 8];
        bytes.resize(1 << 24, 0);
        bytes.extend([1, 1, 1, 1, 0, 0, 0, 0, 9]);
        let named = 8 + (1 << 20);
        let symbols = BTreeMap::from([(0x1000 + named, "table".to_string())]);
        let lines = listing(&Ones, &bytes, 0x1000, &symbols);
        let seen: Vec<_> = lines.iter().map(|line| (line.len, &*line.text)).collect();
        let rest = (1 << 24) - named as usize;
        let zeros = [1 << 20, rest].map(|len| (len, format!(".zero {len}")));
        let expected = [
            (4, "one"),
            (4, "one"),
            (zeros[0].0, &zeros[0].1),
            (zeros[1].0, &zeros[1].1),
            (4, "one"),
            (4, ".word 0x00000000"),
            (1, ".byte 0x09"),
        ];
        assert_eq!(seen, expected);
        assert_eq!(lines[3].label.as_deref(), Some("table"));
    }
}
