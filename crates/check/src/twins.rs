//! Undefined values on machines that tell what they issue and access, and no more.
//!
//! The run is made a second time, with the opposite of every bit that starts without a value. As long
//! as no such bit decides anything, both issue the same instructions, access the same addresses and
//! leave the same behind. Where they first part, or in what they leave, is the finding.
//!
//! Of the first run a number is kept for some thousands of instructions at a time. Where the second has
//! another one there, both are made once more and compared one by one, in that part alone.

use crate::Names;
use crate::spread::Spreads;
use source::Diagnostic;
use std::collections::HashMap;
use std::ops::Range;
use uop::{Access, InstInfo, LookWave, Site, Space, Watcher};

/// Instructions of the first run that are compared; later ones are not.
const LONGEST: usize = 1 << 22;
/// Instructions that one number is kept for.
const PART: usize = 1 << 12;
/// Loads that are remembered as where a value may have come from.
const SUSPECTS: usize = 256;
/// Bytes of a page.
const PAGE: u64 = 4096;

/// Whose shared memory it is, if it is, and which page of it.
type Page = (Option<[u32; 3]>, u64);

/// What a run issued, and where it accessed memory.
#[derive(Debug, Default)]
pub struct Twin {
    role: Role,
    issued: usize,
    /// Device memory, which starts defined.
    device: Vec<Range<u64>>,
    /// Bytes that were written, of everything else.
    written: HashMap<Page, Box<[u64; PAGE as usize / 64]>>,
    suspects: Vec<Suspect>,
    /// A number for each part of the run that has come to its end, and for the one that has not.
    parts: Vec<u64>,
    part: u64,
    /// For each instruction of a part which it is, and a digest of who issued it and where it went; while two
    /// runs are compared, of the last one alone.
    trace: Vec<(u32, u32)>,
    last: HashMap<([u32; 3], u32), u32, Spreads>,
    /// The last access since an instruction was issued.
    accessed: Option<Site>,
    parted: Option<Parted>,
    stored: Option<Site>,
}

/// What a run is made for.
#[derive(Debug, Default)]
enum Role {
    /// To be compared with others.
    #[default]
    First,
    /// To be compared with the first, of which these are the numbers.
    Second(Vec<u64>),
    /// To write down these instructions.
    Trace(Range<usize>),
    /// To be compared with such a trace, of instructions from this one on.
    Compare(usize, Vec<(u32, u32)>),
    /// To find the last store to a byte.
    Find(u64),
}

/// A load of bytes that nothing had written.
#[derive(Clone, Copy, Debug)]
struct Suspect {
    site: Site,
    when: usize,
    space: Space,
    address: u64,
}

/// Where two runs part.
#[derive(Clone, Copy, Debug)]
struct Parted {
    site: Site,
    when: usize,
    how: How,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum How {
    Branch,
    Address,
    /// Another thread has its turn.
    Turn,
}

impl Twin {
    /// The first run. Device memory is at these addresses.
    pub fn first(device: Vec<Range<u64>>) -> Twin {
        Twin {
            device,
            ..Twin::default()
        }
    }

    /// The second run, to be compared with this one.
    pub fn second(&mut self) -> Twin {
        let mut parts = std::mem::take(&mut self.parts);
        parts.push(self.part);
        Twin::with(Role::Second(parts))
    }

    /// A run that writes down what it issues, in the part in which the second was different, or from there on.
    pub fn trace(second: &Twin, one_part: bool) -> Option<Twin> {
        let Role::Second(parts) = &second.role else {
            return None;
        };
        let own = second.parts.iter().chain(Some(&second.part));
        let differs = own.zip(parts).position(|(own, other)| own != other)?;
        let end = match one_part {
            true => (differs + 1) * PART,
            false => LONGEST,
        };
        Some(Twin::with(Role::Trace(differs * PART..end)))
    }

    /// A run that is to be compared with this one, instruction by instruction.
    pub fn compared(self) -> Twin {
        let start = match self.role {
            Role::Trace(instructions) => instructions.start,
            _ => 0,
        };
        Twin::with(Role::Compare(start, self.trace))
    }

    /// A run that looks for the last store to a byte.
    pub fn looking_for(address: u64) -> Twin {
        Twin::with(Role::Find(address))
    }

    fn with(role: Role) -> Twin {
        Twin {
            role,
            ..Twin::default()
        }
    }

    /// The runs have parted, and nothing that comes later can be compared.
    pub fn has_parted(&self) -> bool {
        self.parted.is_some()
    }

    /// What made the second run part from this one.
    pub fn parting(
        &self,
        second: &Twin,
        insts: &[InstInfo],
        names: &Names<'_>,
    ) -> Option<Diagnostic> {
        let Parted { site, when, how } = second.parted?;
        let (what, here) = match how {
            How::Branch => ("a branch depends on", "branches by it"),
            How::Address => ("an address depends on", "accesses memory there"),
            How::Turn => ("how threads wait depends on", "waits by it"),
        };
        Some(self.diagnostic(what, here, site, when, insts, names))
    }

    /// A byte of device memory is different behind the second run; `found` looked for its store.
    pub fn result(
        &self,
        found: &Twin,
        insts: &[InstInfo],
        names: &Names<'_>,
    ) -> Option<Diagnostic> {
        let Role::Find(address) = found.role else {
            return None;
        };
        let place = (names.place)(address);
        let what = format!("`{place}` is read back and depends on");
        let site = found.stored?;
        Some(self.diagnostic(&what, "stores it", site, usize::MAX, insts, names))
    }

    fn diagnostic(
        &self,
        what: &str,
        here: &str,
        site: Site,
        when: usize,
        insts: &[InstInfo],
        names: &Names<'_>,
    ) -> Diagnostic {
        let before = || self.suspects.iter().rev().filter(|it| it.when <= when);
        let own = |it: &&Suspect| (it.site.group, it.site.wave) == (site.group, site.wave);
        let suspect = before().find(own).or_else(|| before().next());
        let (code, origin) = match suspect {
            Some(Suspect {
                space: Space::Local,
                address,
                ..
            }) => ("undefined-local", format!("shared memory at {address:#x}")),
            Some(Suspect { address, .. }) => {
                ("undefined-private", format!("the stack at {address:#x}"))
            }
            None => ("undefined-local", "memory".to_string()),
        };
        let message = format!("{what} {origin}, which nothing has written");
        let mut places = vec![(site.inst, here)];
        if let Some(suspect) = suspect.filter(|it| it.site.inst != site.inst) {
            places.push((suspect.site.inst, "reads it"));
        }
        let diagnostic = names.point(Diagnostic::error(code, message), insts, &places);
        let [x, y, z] = site.group;
        diagnostic.help(format!(
            "in workgroup ({x},{y},{z}), thread {}; found by a second run with other values there",
            site.wave
        ))
    }

    /// An instruction is issued, and belongs to a part. True where one has come to its end that is not what it
    /// was in the other run.
    fn count(&mut self, inst: u32, who: u32) -> bool {
        let index = self.issued - 1;
        if index >= LONGEST {
            return false;
        }
        let begins = index > 0 && index.is_multiple_of(PART);
        if begins {
            self.parts.push(std::mem::take(&mut self.part));
        }
        self.part = mix(mix(self.part, inst.into()), who.into());
        match &self.role {
            Role::Second(other) if begins => {
                let last = self.parts.len() - 1;
                other.get(last) != Some(&self.parts[last])
            }
            _ => false,
        }
    }

    /// The instruction that has been carried out went where it did in the other run.
    fn compare(&mut self) {
        let Some(when) = self.issued.checked_sub(1) else {
            return;
        };
        let differs = self.other_at(when).zip(self.trace.last());
        let differs = differs.is_some_and(|(a, b)| a != *b);
        if let Some(site) = self.accessed.take().filter(|_| differs) {
            self.parted = Some(Parted {
                site,
                when,
                how: How::Address,
            });
        }
    }

    /// What the other run did at a time, as far as it was written down.
    fn other_at(&self, when: usize) -> Option<(u32, u32)> {
        match &self.role {
            Role::Compare(start, other) => other.get(when.checked_sub(*start)?).copied(),
            _ => None,
        }
    }

    fn note(&mut self, at: &Site, access: &Access) {
        let device = |range: &Range<u64>| range.contains(&access.address);
        let local = access.space == Space::Local;
        if !local && self.device.iter().any(device) {
            return;
        }
        let group = local.then_some(access.group);
        let mut unwritten = false;
        let end = access.address.saturating_add(access.bytes.into());
        for byte in access.address..end {
            let page = self.written.entry((group, byte / PAGE));
            let page = page.or_insert_with(|| Box::new([0; PAGE as usize / 64]));
            let (word, bit) = ((byte % PAGE / 64) as usize, byte % 64);
            unwritten |= page[word] >> bit & 1 == 0;
            if access.store {
                page[word] |= 1 << bit;
            }
        }
        if unwritten && (!access.store || access.atomic) && self.suspects.len() < SUSPECTS {
            self.suspects.push(Suspect {
                site: *at,
                when: self.issued.saturating_sub(1),
                space: access.space,
                address: access.address,
            });
        }
    }
}

fn digest(so_far: u32, number: u64) -> u32 {
    let mixed = (number ^ u64::from(so_far)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 32) as u32
}

fn mix(so_far: u64, number: u64) -> u64 {
    let mixed = (so_far.rotate_left(25) ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ mixed >> 32
}

impl Watcher for Twin {
    fn marked_only(&self) -> bool {
        false
    }

    fn sees_memory(&self) -> bool {
        true
    }

    fn issue(&mut self, at: &Site, _: &dyn LookWave) -> bool {
        if let Role::Find(_) = self.role {
            return false;
        }
        self.compare();
        if self.parted.is_some() {
            return true;
        }
        self.issued += 1;
        let who = at
            .group
            .iter()
            .fold(at.wave, |sum, &n| digest(sum, n.into()));
        match &self.role {
            Role::First | Role::Second(_) => return self.count(at.inst, who),
            Role::Trace(wanted) => {
                if wanted.contains(&(self.issued - 1)) {
                    self.trace.push((at.inst, who));
                }
                return self.issued > wanted.end;
            }
            Role::Compare(..) | Role::Find(_) => {}
        }
        self.trace.clear();
        self.trace.push((at.inst, who));
        let before = self.last.insert((at.group, at.wave), at.inst);
        let when = self.issued - 1;
        if self
            .other_at(when)
            .is_some_and(|theirs| theirs.0 != at.inst)
        {
            let how = if before.is_some() {
                How::Branch
            } else {
                How::Turn
            };
            let inst = before.unwrap_or(at.inst);
            let site = Site { inst, ..*at };
            self.parted = Some(Parted { site, when, how });
        }
        self.parted.is_some()
    }

    fn access(&mut self, at: &Site, access: &Access) {
        if let Role::Find(wanted) = self.role {
            let bytes = access.address..access.address.saturating_add(access.bytes.into());
            if access.store && access.space == Space::Global && bytes.contains(&wanted) {
                self.stored = Some(*at);
            }
            return;
        }
        let size = u64::from(access.bytes) << 1 | u64::from(access.store);
        match &self.role {
            Role::First | Role::Second(_) if self.issued <= LONGEST => {
                self.part = mix(mix(self.part, access.address), size);
            }
            Role::Trace(wanted) if !wanted.contains(&self.issued.wrapping_sub(1)) => {}
            Role::Trace(_) | Role::Compare(..) => {
                if let Some(last) = self.trace.last_mut() {
                    last.1 = digest(digest(last.1, access.address), size);
                }
            }
            _ => {}
        }
        if let Role::First = self.role {
            self.note(at, access);
        }
        self.accessed = Some(*at);
    }

    fn turn(&mut self, _: &dyn LookWave, _: u64) -> bool {
        self.parted.is_some()
    }
}
