//! Global memory: who touched every word, and what it held before.

use super::owners::{Owner, SEVERAL, STORED, touch_all};
use sim::{Memory, Touches};
use std::ops::Range;
use std::sync::Arc;

/// Bytes that are remembered together, and put back together.
const PAGE: u64 = 4096;

/// All regions of a memory.
pub(super) struct Regions {
    memory: Arc<Memory>,
    all: Vec<Region>,
    /// The region that was touched last.
    last: usize,
}

#[derive(Default)]
struct Region {
    base: u64,
    len: u64,
    /// By page, once it was touched: the owner of every word, and what the page held before anything
    /// was stored to it.
    pages: Vec<Option<Box<[Owner]>>>,
    before: Vec<Option<Box<[u8]>>>,
}

impl Regions {
    pub fn new(memory: &Arc<Memory>) -> Regions {
        let all = memory.regions().map(|region| Region {
            base: region.base(),
            len: region.len(),
            ..Region::default()
        });
        Regions {
            all: all.collect(),
            memory: memory.clone(),
            last: 0,
        }
    }

    /// Memory becomes what it was before the run.
    pub fn restore(&self) {
        for region in &self.all {
            let pages = region.before.iter().zip(&region.pages).enumerate();
            for (page, pair) in pages {
                let (Some(before), Some(owners)) = pair else {
                    continue;
                };
                // Only what was stored: another launch may be at work beside it.
                let base = region.base + page as u64 * PAGE;
                let skew = (region.base % 4) as usize;
                for (word, owner) in owners.iter().enumerate() {
                    let bytes =
                        (4 * word).saturating_sub(skew)..(4 * word + 4 - skew).min(before.len());
                    if owner & STORED != 0 && !bytes.is_empty() {
                        let address = base + bytes.start as u64;
                        let restored = self.memory.write(address, &before[bytes]);
                        restored.expect("what was stored to is there");
                    }
                }
            }
        }
    }

    /// Bytes are about to change, by a store or by anything else: they will be put back.
    pub fn change(&mut self, bytes: Range<u64>) {
        self.each_page(bytes, true, |owners| {
            owners.fill(SEVERAL << 2 | STORED);
            true
        });
    }

    /// What bytes hold is kept. Only those that are touched as well are put back.
    pub fn keep(&mut self, bytes: Range<u64>) {
        self.each_page(bytes, true, |_| true);
    }

    /// A wave touches bytes that follow each other. False if an order may matter.
    pub fn touch(&mut self, wave: u32, how: Touches, bytes: Range<u64>) -> bool {
        self.each_page(bytes, how != Touches::Load, |owners| {
            touch_all(owners, wave, how)
        })
    }

    /// Calls `f` with the owners of words, page by page, until it says no; `keeps` what they held before.
    #[inline(always)]
    fn each_page(
        &mut self,
        bytes: Range<u64>,
        keeps: bool,
        mut f: impl FnMut(&mut [Owner]) -> bool,
    ) -> bool {
        let within =
            |region: &Region| bytes.start >= region.base && bytes.end - region.base <= region.len;
        if !self.all.get(self.last).is_some_and(within) {
            let after = self.all.partition_point(|it| it.base <= bytes.start);
            self.last = after.wrapping_sub(1);
        }
        let Some(region) = self.all.get_mut(self.last).filter(|it| within(it)) else {
            return false;
        };
        if region.pages.is_empty() {
            let pages = region.len.div_ceil(PAGE) as usize;
            region.pages.resize_with(pages, || None);
            region.before.resize_with(pages, || None);
        }
        // Words of a region are counted from the one that its base is in.
        let skew = region.base % 4;
        let mut from = bytes.start - region.base;
        let end = bytes.end - region.base;
        while from < end {
            let page = from / PAGE;
            let to = end.min((page + 1) * PAGE);
            if keeps && region.before[page as usize].is_none() {
                let (start, len) = (page * PAGE, PAGE.min(region.len - page * PAGE));
                let mut before = vec![0; len as usize];
                if self.memory.read(region.base + start, &mut before).is_err() {
                    return false;
                }
                region.before[page as usize] = Some(before.into());
            }
            let owners = region.pages[page as usize]
                .get_or_insert_with(|| vec![0; PAGE as usize / 4 + 1].into());
            let words = (from % PAGE + skew) / 4..(to - page * PAGE + skew).div_ceil(4);
            let owners = &mut owners[words.start as usize..words.end as usize];
            if !f(owners) {
                return false;
            }
            from = to;
        }
        true
    }
}
