//! Bytes to instructions.
//!
//! The rows form a tree: at each node the decoder looks at the bits of the first word that all
//! remaining rows fix, and goes to the child for what it finds there. Decoding is strict: a bit
//! that no operand uses must be what the row says, or the word is illegal.

use std::collections::HashMap;
use std::fmt;

use super::{Entry, Table};
use crate::{Inst, MAX_OPERANDS, Set};

/// A word that is no instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Illegal {
    /// Of its first byte.
    pub address: u64,
    /// The bytes that were looked at, lowest first.
    /// The bytes that were looked at, lowest first, and how many.
    pub word: u128,
    /// How many bytes those are.
    pub len: usize,
    /// Why it is none.
    pub reason: Reason,
}

/// Why bytes are no instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // `mnemonic` is the instruction that comes nearest.
pub enum Reason {
    /// No row has these fixed bits.
    Unknown,
    /// An instruction that needs more bytes than there are.
    Truncated {
        mnemonic: &'static str,
        needed: usize,
    },
    /// An instruction but for some bits that must be zero.
    Reserved { mnemonic: &'static str, bits: u128 },
    /// An instruction but for an operand with no such value.
    Operand {
        mnemonic: &'static str,
        operand: &'static str,
    },
    /// An instruction but for a rule of the instruction set's own, in words.
    Rule {
        mnemonic: &'static str,
        rule: String,
    },
    /// An instruction of a generation or extension that is switched off.
    Disabled {
        mnemonic: &'static str,
        needs: String,
    },
}

impl Illegal {
    /// What is wrong with the first `len` of some bytes, or with all where there are fewer.
    pub fn new(bytes: &[u8], len: usize, address: u64, reason: Reason) -> Illegal {
        let len = len.min(bytes.len());
        let shown = bytes[..len].iter().rev();
        Illegal {
            address,
            word: shown.fold(0, |word, &byte| word << 8 | u128::from(byte)),
            len,
            reason,
        }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.len * 2;
        write!(
            f,
            "illegal instruction 0x{:0digits$x} at {:#x}: ",
            self.word, self.address
        )?;
        self.reason.fmt(f)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Unknown => f.write_str("no instruction has this encoding"),
            Reason::Truncated { mnemonic, needed } => {
                write!(f, "{mnemonic} needs {needed} bytes")
            }
            Reason::Reserved { mnemonic, bits } => {
                write!(
                    f,
                    "{mnemonic} has unused bits that are not zero ({bits:#x})"
                )
            }
            Reason::Operand { mnemonic, operand } => {
                write!(f, "{mnemonic} has no such value for `{operand}`")
            }
            Reason::Rule { mnemonic: "", rule } => f.write_str(rule),
            Reason::Rule { mnemonic, rule } => write!(f, "{mnemonic}: {rule}"),
            Reason::Disabled { mnemonic, needs } => write!(f, "{mnemonic} needs {needs}"),
        }
    }
}

impl std::error::Error for Illegal {}

pub(super) struct Tree {
    /// The bits of the first word that tell the children apart; zero in a leaf.
    mask: u32,
    children: HashMap<u32, Tree>,
    rows: Vec<u32>,
}

impl Tree {
    pub fn new<M>(entries: &[Entry<M>]) -> Tree {
        Tree::split(entries, (0..entries.len() as u32).collect(), 0)
    }

    fn split<M>(entries: &[Entry<M>], rows: Vec<u32>, used: u32) -> Tree {
        let lead = |row: u32| {
            let entry = &entries[row as usize];
            (
                entry.row.format.lead(entry.mask),
                entry.row.format.lead(entry.pattern),
            )
        };
        let mask = rows.iter().fold(!used, |mask, &row| mask & lead(row).0);
        if mask == 0 || rows.len() < 2 {
            return Tree {
                mask: 0,
                children: HashMap::new(),
                rows,
            };
        }
        let mut groups: HashMap<u32, Vec<u32>> = HashMap::new();
        for row in rows {
            groups.entry(lead(row).1 & mask).or_default().push(row);
        }
        let children = groups
            .into_iter()
            .map(|(key, rows)| (key, Tree::split(entries, rows, used | mask)))
            .collect();
        Tree {
            mask,
            children,
            rows: vec![],
        }
    }

    fn candidates(&self, lead: u32) -> &[u32] {
        let mut node = self;
        while node.mask != 0 {
            match node.children.get(&(lead & node.mask)) {
                Some(child) => node = child,
                None => return &[],
            }
        }
        &node.rows
    }
}

impl<M: Copy + Sync + 'static> Table<M> {
    /// Decodes the instruction at the start of `bytes`, which lie at `address`.
    pub fn decode(&self, bytes: &[u8], address: u64, enabled: Set) -> Result<Inst<M>, Illegal> {
        let lead = bytes
            .iter()
            .take(4)
            .rev()
            .fold(0, |word, &b| word << 8 | u32::from(b));
        for &index in self.tree.candidates(lead) {
            let entry = &self.rows[index as usize];
            if entry.row.sets.has(enabled)
                && let Some(word) = entry.row.format.from_bytes(bytes)
                && let Ok(inst) = entry.decode(word)
            {
                return Ok(inst);
            }
        }
        Err(self.explain(bytes, address, enabled))
    }

    /// Why nothing decodes: the reason of the row that comes closest.
    fn explain(&self, bytes: &[u8], address: u64, enabled: Set) -> Illegal {
        let mut best = (0, Reason::Unknown, self.shortest().min(bytes.len()));
        for entry in &self.rows {
            let (row, len) = (entry.row, entry.row.format.len());
            let mnemonic = row.mnemonic;
            // Truncated instructions are judged by the bytes that are there.
            let mut padded = [0; 16];
            let have = bytes.len().min(len);
            padded[..have].copy_from_slice(&bytes[..have]);
            let Some(word) = row.format.from_bytes(&padded) else {
                continue;
            };
            let fixed = row.fixed().fold(0, |mask, fixed| mask | fixed.field.mask());
            if fixed == 0 || (word ^ entry.pattern) & fixed != 0 {
                continue;
            }
            let (rank, reason) = match entry.decode(word) {
                _ if have < len => (
                    2,
                    Reason::Truncated {
                        mnemonic,
                        needed: len,
                    },
                ),
                Ok(_) if !row.sets.has(enabled) => (
                    4,
                    Reason::Disabled {
                        mnemonic,
                        needs: self.needs(row.sets),
                    },
                ),
                Ok(_) => continue,
                Err(_) if !row.sets.has(enabled) => continue,
                Err(reason @ Reason::Operand { .. }) => (3, reason),
                Err(reason) => (1, reason),
            };
            if rank > best.0 {
                best = (rank, reason, have);
            }
        }
        let (_, reason, len) = best;
        Illegal::new(bytes, len, address, reason)
    }
}

impl<M: Copy> Entry<M> {
    fn decode(&self, word: u128) -> Result<Inst<M>, Reason> {
        let mnemonic = self.row.mnemonic;
        let wrong = (word ^ self.pattern) & self.mask;
        if wrong != 0 {
            return Err(Reason::Reserved {
                mnemonic,
                bits: wrong,
            });
        }
        let mut values = [0; MAX_OPERANDS];
        for (value, operand) in values.iter_mut().zip(self.row.operands) {
            *value = operand
                .decode(operand.field.extract(word))
                .ok_or(Reason::Operand {
                    mnemonic,
                    operand: operand.name,
                })?;
        }
        Ok(Inst {
            row: self.row,
            values,
        })
    }
}
