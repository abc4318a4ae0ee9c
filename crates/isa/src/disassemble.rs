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
    let mut found = Vec::with_capacity(bytes.len() / disassembler.unit().max(1));
    let mut targets = std::collections::BTreeSet::new();
    let end = start.wrapping_add(bytes.len() as u64);
    let mut at = 0;
    while at < bytes.len() {
        let address = start.wrapping_add(at as u64);
        let decoded = disassembler.decode(&bytes[at..], address, &|_| None);
        at += match &decoded {
            Ok(decoded) => decoded.len,
            Err(_) => disassembler.unit(),
        }
        .max(1);
        targets.extend(decoded.iter().flat_map(|decoded| &decoded.targets));
        found.push((address, decoded));
    }
    let begins = |address: u64| {
        let offset = address.wrapping_sub(start);
        let search =
            found.binary_search_by_key(&offset, |(address, _)| address.wrapping_sub(start));
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
    for (address, decoded) in found {
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
                let len = disassembler.unit().min(bytes.len() - at).max(1);
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

/// A directive for bytes that are no instruction.
fn data(bytes: &[u8], word: &str) -> String {
    match *bytes {
        [a, b, c, d] => format!("{word} {:#010x}", u32::from_le_bytes([a, b, c, d])),
        _ => {
            let list: Vec<String> = bytes.iter().map(|b| format!("{b:#04x}")).collect();
            format!(".byte {}", list.join(", "))
        }
    }
}
