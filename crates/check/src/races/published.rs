//! What words of memory tell who reads them.
//!
//! To join clocks is what costs, and behind relaxed atomics nothing is ever acquired. So a word keeps
//! what the waves of a workgroup published there as it is, a wave that reads it keeps that too, and
//! clocks are joined when it acquires.

use super::known::{Part, Parts};
use crate::spread::Spreads;
use smallvec::{SmallVec, smallvec};
use std::collections::HashMap;
use std::sync::Arc;

/// What a wave had completed when it published. A later one of the same wave in the same kind of memory
/// has all that an earlier one has.
#[derive(Debug)]
pub(super) struct Release {
    pub group: [u32; 3],
    /// The number of the wave, and the kind of memory.
    pub by: (u32, usize),
    pub time: u32,
    /// By part.
    pub parts: Parts,
}

impl Release {
    /// A wave of this workgroup takes in what it is told. What others publish to their workgroup is
    /// not for it.
    pub fn tell(&self, group: [u32; 3], pending: &mut Parts) {
        if self.group == group {
            let parts = pending.iter_mut().zip(&self.parts);
            return parts.for_each(|(mine, theirs)| mine.join(theirs));
        }
        let device = Part::Device as usize;
        pending[device].join(&self.parts[device]);
    }
}

/// Words that tell something.
pub(super) type Words = HashMap<u64, Published, Spreads>;

/// What a word tells.
#[derive(Clone, Debug)]
pub(super) struct Published {
    /// Of the workgroup that published last, the last release of every wave, by wave.
    near: SmallVec<[Arc<Release>; 2]>,
    /// The wave that published last, where it has read what was there before.
    last: Option<u32>,
    /// What the workgroups before it published.
    far: Option<Arc<Release>>,
}

/// What a wave and the workgroups before it told, and what is left of that for other workgroups.
#[derive(Debug)]
pub(super) struct Left {
    near: Arc<Release>,
    far: Option<Arc<Release>>,
    left: Arc<Release>,
}

impl Published {
    /// By a store, which begins anew.
    pub fn new(release: Arc<Release>) -> Published {
        Published {
            last: Some(release.by.0),
            near: smallvec![release],
            far: None,
        }
    }

    /// By atomics of waves of one workgroup, in whatever order.
    pub fn of_all(mut releases: Vec<Arc<Release>>) -> Published {
        releases.sort_unstable_by_key(|it| it.by);
        Published {
            near: releases.into(),
            last: None,
            far: None,
        }
    }

    /// An atomic goes on with what it finds, of which its wave learns or not. Words of which other
    /// workgroups told the same as of the last one share what is left of it.
    pub fn go_on(&mut self, release: Arc<Release>, learns: bool, last: &mut Option<Left>) {
        self.last = learns.then_some(release.by.0);
        if self
            .near
            .first()
            .is_some_and(|it| it.group != release.group)
        {
            self.leave(last);
        }
        match self.near.binary_search_by_key(&release.by, |it| it.by) {
            Ok(own) if Arc::ptr_eq(&self.near[own], &release) => {}
            Ok(own) => self.near[own] = release,
            Err(place) => self.near.insert(place, release),
        }
    }

    /// What a workgroup published to itself is not for another to pass on.
    fn leave(&mut self, last: &mut Option<Left>) {
        if let Some(last) = last
            && let [one] = &self.near[..]
            && Arc::ptr_eq(one, &last.near)
            && self.far.as_ref().map(Arc::as_ptr) == last.far.as_ref().map(Arc::as_ptr)
        {
            self.far = Some(last.left.clone());
            self.near.clear();
            return;
        }
        let device = Part::Device as usize;
        let mut parts = Parts::default();
        for release in self.far.iter().chain(&self.near) {
            parts[device].join(&release.parts[device]);
        }
        let Some(first) = self.far.as_ref().or(self.near.first()) else {
            return;
        };
        let left = Arc::new(Release {
            group: first.group,
            by: first.by,
            time: self.far.as_ref().map_or(0, |far| far.time + 1),
            parts,
        });
        let far = self.far.replace(left.clone());
        if let [near] = &self.near[..] {
            *last = Some(Left {
                near: near.clone(),
                far,
                left,
            });
        }
        self.near.clear();
    }

    /// This wave published last, and knows what others published before.
    pub fn is_known_to(&self, wave: u32) -> bool {
        self.last == Some(wave)
    }

    /// Both tell the same.
    pub fn is_same(&self, other: &Published) -> bool {
        let same = |(a, b): (&Arc<Release>, &Arc<Release>)| Arc::ptr_eq(a, b);
        self.near.len() == other.near.len()
            && self.near.iter().zip(&other.near).all(same)
            && self.far.iter().zip(&other.far).all(same)
            && self.far.is_some() == other.far.is_some()
    }
}

/// What a wave has read in words, not yet joined.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// By wave: the last of each.
    near: Vec<Arc<Release>>,
    /// By word, the last few.
    far: Vec<(u64, Arc<Release>)>,
}

/// So many are kept apart.
const MOST: usize = 64;

impl Found {
    /// A word tells something to the wave of this number. Calls `tell` with what is not kept apart.
    pub fn add(
        &mut self,
        word: u64,
        published: &Published,
        me: u32,
        mut tell: impl FnMut(&Release),
    ) {
        if self.near.len() + published.near.len() > MOST || self.far.len() == MOST {
            self.drain(&mut tell);
        }
        let mut at = 0;
        for release in published.near.iter().filter(|it| it.by.0 != me) {
            at += self.near[at..].partition_point(|it| it.by < release.by);
            match self.near.get_mut(at) {
                Some(known) if known.by == release.by => {
                    if known.time < release.time {
                        *known = release.clone();
                    } else if known.time == release.time && !Arc::ptr_eq(known, release) {
                        tell(release);
                    }
                }
                _ => self.near.insert(at, release.clone()),
            }
        }
        if let Some(far) = &published.far {
            match self.far.iter_mut().find(|(other, _)| *other == word) {
                Some((_, known)) if Arc::ptr_eq(known, far) => {}
                Some((_, known)) => {
                    // A store may have begun anew.
                    tell(known);
                    *known = far.clone();
                }
                None => self.far.push((word, far.clone())),
            }
        }
    }

    /// A wave has told something by itself.
    pub fn add_one(&mut self, release: Arc<Release>, mut tell: impl FnMut(&Release)) {
        if self.near.len() == MOST {
            self.drain(&mut tell);
        }
        let at = self.near.partition_point(|it| it.by < release.by);
        match self.near.get_mut(at) {
            Some(known) if known.by == release.by && known.time < release.time => *known = release,
            Some(known) if known.by == release.by => tell(&release),
            _ => self.near.insert(at, release),
        }
    }

    /// Calls `tell` with everything, which is not kept any longer.
    pub fn drain(&mut self, mut tell: impl FnMut(&Release)) {
        self.near.drain(..).for_each(|release| tell(&release));
        self.far.drain(..).for_each(|(_, release)| tell(&release));
    }
}
