//! Undefined values on machines that tell what they issue and access, and no more.
//!
//! The run is made a second time, with the opposite of every bit that starts without a value. As long
//! as no such bit decides anything, both issue the same instructions, access the same addresses and
//! leave the same behind. Where they first part, or in what they leave, is the finding.

use crate::Names;
use crate::spread::Spreads;
use source::Diagnostic;
use std::collections::HashMap;
use std::ops::Range;
use uop::{Access, InstInfo, LookWave, Site, Space, Watcher};

/// Instructions that are remembered of the first run; later ones are not compared.
const LONGEST: usize = 1 << 22;
/// Loads that are remembered as where a value may have come from.
const SUSPECTS: usize = 256;
/// Bytes of a page.
const PAGE: u64 = 4096;

/// Whose shared memory it is, if it is, and which page of it.
type Page = (Option<[u32; 3]>, u64);

/// What a run issued, and where it accessed memory.
#[derive(Debug, Default)]
pub struct Twin {
    /// For each instruction which it is, and a digest of who issued it and where it went.
    trace: Vec<(u32, u32)>,
    issued: usize,
    /// Device memory, which starts defined.
    device: Vec<Range<u64>>,
    /// Bytes that were written, of everything else.
    written: HashMap<Page, Box<[u64; PAGE as usize / 64]>>,
    suspects: Vec<Suspect>,
    /// The run that this one is compared with.
    other: Option<Vec<(u32, u32)>>,
    last: HashMap<([u32; 3], u32), u32, Spreads>,
    /// The last access since an instruction was issued.
    accessed: Option<Site>,
    parted: Option<Parted>,
    /// The byte whose last store is looked for, and that store.
    wanted: Option<u64>,
    stored: Option<Site>,
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
        Twin {
            other: Some(std::mem::take(&mut self.trace)),
            ..Twin::default()
        }
    }

    /// A run that looks for the last store to a byte.
    pub fn looking_for(address: u64) -> Twin {
        Twin {
            wanted: Some(address),
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
        let address = found.wanted?;
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

    /// The instruction that has been carried out went where it did in the other run.
    fn compare(&mut self) {
        let Some((other, when)) = self.other.as_ref().zip(self.issued.checked_sub(1)) else {
            return;
        };
        let differs = other
            .get(when)
            .zip(self.trace.last())
            .is_some_and(|(a, b)| a != b);
        if let Some(site) = self.accessed.take().filter(|_| differs) {
            self.parted = Some(Parted {
                site,
                when,
                how: How::Address,
            });
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

impl Watcher for Twin {
    fn marked_only(&self) -> bool {
        false
    }

    fn sees_memory(&self) -> bool {
        true
    }

    fn issue(&mut self, at: &Site, _: &dyn LookWave) -> bool {
        if self.wanted.is_some() {
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
        let event = (at.inst, who);
        match &self.other {
            None if self.trace.len() < LONGEST => self.trace.push(event),
            None => {}
            Some(other) => {
                self.trace.clear();
                self.trace.push(event);
                let before = self.last.insert((at.group, at.wave), at.inst);
                if let Some(theirs) = other.get(self.issued - 1)
                    && theirs.0 != at.inst
                {
                    let how = if before.is_some() {
                        How::Branch
                    } else {
                        How::Turn
                    };
                    self.parted = Some(Parted {
                        site: Site {
                            inst: before.unwrap_or(at.inst),
                            ..*at
                        },
                        when: self.issued - 1,
                        how,
                    });
                }
            }
        }
        self.parted.is_some()
    }

    fn access(&mut self, at: &Site, access: &Access) {
        if let Some(wanted) = self.wanted {
            let bytes = access.address..access.address.saturating_add(access.bytes.into());
            if access.store && access.space == Space::Global && bytes.contains(&wanted) {
                self.stored = Some(*at);
            }
            return;
        }
        if self.other.is_none() {
            self.note(at, access);
        }
        let kept = self.trace.len() == self.issued || self.other.is_some();
        if let Some(last) = self.trace.last_mut().filter(|_| kept) {
            let size = u64::from(access.bytes) << 1 | u64::from(access.store);
            last.1 = digest(digest(last.1, access.address), size);
        }
        self.accessed = Some(*at);
    }

    fn turn(&mut self, _: &dyn LookWave, _: u64) -> bool {
        self.parted.is_some()
    }
}
