//! Bytes to a listing that assembles again.

use std::collections::BTreeMap;

use crate::{Illegal, Set, Table};

/// One decoded instruction, as far as a listing needs to know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded {
    pub len: usize,
    /// Where it can branch to.
    pub target: Option<u64>,
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
            target: table.target(&inst, address),
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
    pub address: u64,
    pub len: usize,
    /// The label that stands before this line.
    pub label: Option<String>,
    /// The instruction; for what is none, a data directive with the same bytes.
    pub text: String,
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
    // The first walk finds where instructions begin and where they lead, the second prints.
    let mut targets = std::collections::BTreeSet::new();
    let mut starts = std::collections::HashSet::new();
    let end = start.wrapping_add(bytes.len() as u64);
    walk(disassembler, bytes, start, &|_| None, |address, decoded| {
        starts.insert(address);
        targets.extend(decoded.ok().and_then(|decoded| decoded.target));
    });
    let name = |address: u64| {
        if let Some(name) = symbols.get(&address) {
            return Some(name.clone());
        }
        let inside = starts.contains(&address) || address == end;
        (inside && targets.contains(&address)).then(|| format!("L{address:x}"))
    };
    let mut lines = Vec::new();
    walk(disassembler, bytes, start, &name, |address, decoded| {
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
                let at = address.wrapping_sub(start) as usize;
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
    });
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

fn walk(
    disassembler: &dyn Disassembler,
    bytes: &[u8],
    start: u64,
    name: &dyn Fn(u64) -> Option<String>,
    mut visit: impl FnMut(u64, Result<Decoded, Illegal>),
) {
    let mut at = 0;
    while at < bytes.len() {
        let address = start.wrapping_add(at as u64);
        let decoded = disassembler.decode(&bytes[at..], address, name);
        at += decoded
            .as_ref()
            .map_or(disassembler.unit(), |decoded| decoded.len)
            .max(1);
        visit(address, decoded);
    }
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
