//! What the checker for races keeps grows with what a kernel does, not with the square of its waves.

use check::Races;
use sim::{Access, Observer, Site};
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use uop::Space;

/// The system's allocator, remembering how much was in use at most.
struct Watched;

static NOW: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Watched {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = NOW.fetch_add(layout.size(), Relaxed) + layout.size();
        PEAK.fetch_max(now, Relaxed);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Watched = Watched;

/// Waves of a workgroup.
const WAVES: u32 = 8;

fn access(address: u64, atomic: bool) -> Access {
    Access {
        space: Space::Global,
        group: [0; 3],
        lane: 0,
        address,
        bytes: 4,
        store: true,
        atomic,
        value: 1,
    }
}

/// The most that was in use while each of so many waves did something, in bytes for each.
fn bytes_for_each(waves: u32, ends: bool, each: impl Fn(&mut Races, &Site)) -> usize {
    let before = NOW.load(Relaxed);
    PEAK.store(before, Relaxed);
    let mut races = Races::default();
    for wave in 0..waves {
        let site = Site {
            inst: 0,
            group: [wave / WAVES, 0, 0],
            wave: wave % WAVES,
        };
        each(&mut races, &site);
        if site.wave == WAVES - 1 {
            races.barrier(&[site.group]);
            if ends {
                races.ended(&[site.group]);
            }
        }
    }
    assert!(races.races().is_empty());
    (PEAK.load(Relaxed) - before) / waves as usize
}

#[test]
fn a_wave_costs_the_same_however_many_there_are() {
    let number = |site: &Site| u64::from(site.group[0] * WAVES + site.wave);
    let stores = |races: &mut Races, site: &Site| {
        (0..32).for_each(|lane| {
            races.access(
                site,
                &access(0x1000 + 4 * (32 * number(site) + lane), false),
            )
        });
    };
    let counts = |races: &mut Races, site: &Site| races.access(site, &access(0x1000, true));
    for ends in [false, true] {
        // 32 words are 128 bytes, and what is kept of each is four times that.
        let (few, many) = (
            bytes_for_each(4096, ends, stores),
            bytes_for_each(32768, ends, stores),
        );
        assert!(
            many < 2 * few && many < 3000,
            "{few} and {many} bytes for stores"
        );
        let (few, many) = (
            bytes_for_each(4096, ends, counts),
            bytes_for_each(32768, ends, counts),
        );
        assert!(
            many < 2 * few && many < 3000,
            "{few} and {many} bytes for a counter"
        );
    }
}
