//! Where undefined values came from, and through which instructions.

use std::collections::HashMap;
use uop::{SReg, Space, VReg};

/// Names a way from an origin to where a value is now; 0 is none.
pub(super) type Tag = u32;

/// What had no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Source {
    /// A vector register; `written` is an instruction that wrote it in other lanes.
    Vector {
        reg: VReg,
        written: Option<u32>,
    },
    Scalar(SReg),
    /// Bytes of local memory or of a lane's own, from an address on.
    Memory(Space, u64),
}

#[derive(Clone, Copy, Debug)]
struct Way {
    source: Source,
    /// The instruction that the value came through last, and where it was before.
    last: Option<(u32, Tag)>,
    length: u8,
}

/// Instructions of a way that are remembered, at most.
const LONGEST: u8 = 8;
/// Ways that are told apart. More than that are told as others of the same origin.
const MOST: usize = 1 << 16;

/// All ways so far.
#[derive(Debug, Default)]
pub(super) struct Origins {
    ways: Vec<Way>,
    starts: HashMap<Source, Tag>,
    next: HashMap<(Tag, u32), Tag>,
}

impl Origins {
    pub fn start(&mut self, source: Source) -> Tag {
        if let Some(&tag) = self.starts.get(&source) {
            return tag;
        }
        if self.ways.len() >= MOST {
            return MOST as Tag;
        }
        self.ways.push(Way {
            source,
            last: None,
            length: 0,
        });
        let tag = self.ways.len() as Tag;
        self.starts.insert(source, tag);
        tag
    }

    /// The value goes through an instruction.
    pub fn through(&mut self, tag: Tag, inst: u32) -> Tag {
        if tag == 0 {
            return 0;
        }
        if let Some(&next) = self.next.get(&(tag, inst)) {
            return next;
        }
        let Way { source, length, .. } = self.ways[tag as usize - 1];
        let next = match length >= LONGEST || self.passes(tag, inst) || self.ways.len() >= MOST {
            true => tag,
            false => {
                self.ways.push(Way {
                    source,
                    last: Some((inst, tag)),
                    length: length + 1,
                });
                self.ways.len() as Tag
            }
        };
        self.next.insert((tag, inst), next);
        next
    }

    pub fn source(&self, tag: Tag) -> Option<Source> {
        Some(self.ways.get((tag as usize).checked_sub(1)?)?.source)
    }

    /// Instructions that it came through, the last one first.
    pub fn way(&self, tag: Tag) -> impl Iterator<Item = u32> {
        let mut at = tag;
        std::iter::from_fn(move || {
            let way = self.ways.get((at as usize).checked_sub(1)?)?;
            let (inst, before) = way.last?;
            at = before;
            Some(inst)
        })
    }

    fn passes(&self, tag: Tag, inst: u32) -> bool {
        self.way(tag).any(|other| other == inst)
    }
}
