//! What the checker for races keeps, and the time that it takes, grow with what a kernel does, not with
//! the square of its waves.

use check::Races;
use rustix::time::{ClockId, clock_gettime};
use sim::{Access, Observer, Site};
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use uop::{MemoryOrder, Program, Space};

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

/// Tests that measure take turns.
static ALONE: Mutex<()> = Mutex::new(());

fn load(address: u64) -> Access {
    Access {
        store: false,
        ..access(address, false)
    }
}

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
    let races = run(Races::default(), waves, ends, each);
    assert!(races.races().is_empty());
    (PEAK.load(Relaxed) - before) / waves as usize
}

/// Each of so many waves does something, workgroup after workgroup.
fn run(mut races: Races, waves: u32, ends: bool, each: impl Fn(&mut Races, &Site)) -> Races {
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
    races
}

#[test]
fn a_wave_costs_the_same_however_many_there_are() {
    let _alone = ALONE.lock();
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

/// Loads by all waves of what all of them load, in bytes for each.
#[test]
fn waves_that_have_ended_share_what_is_kept_of_their_loads() {
    let _alone = ALONE.lock();
    let loads = |races: &mut Races, site: &Site| {
        (0..64).for_each(|word| races.access(site, &load(0x1000 + 4 * word)));
    };
    let (few, many) = (
        bytes_for_each(4096, true, loads),
        bytes_for_each(32768, true, loads),
    );
    assert!(many <= few && many < 600, "{few} and {many} bytes");
}

#[test]
fn time_is_in_proportion_to_waves() {
    let _alone = ALONE.lock();
    // Every wave touches one word, or one of a few; then races are found, but each once.
    let store_one = |races: &mut Races, site: &Site| races.access(site, &access(0x1000, false));
    let all_lanes = |races: &mut Races, site: &Site| {
        (0..32).for_each(|lane| {
            let word = access(0x1000, false);
            races.access(site, &Access { lane, ..word });
        });
    };
    let count_then_store = |races: &mut Races, site: &Site| {
        races.access(site, &access(0x2000, true));
        races.access(&Site { inst: 1, ..*site }, &access(0x1000, false));
    };
    let load_then_store = |races: &mut Races, site: &Site| {
        let next = Site { inst: 1, ..*site };
        races.access(site, &load(0x1000));
        if site.group[0] % 2 == 1 {
            races.access(&next, &access(0x1000, false));
        }
    };
    let histogram = |races: &mut Races, site: &Site| {
        let update = |word: u64| access(0x1000 + 4 * word, true);
        let first = u64::from(site.group[0].wrapping_mul(0x9e37_79b9) >> 24);
        (0..8).for_each(|lane| races.access(site, &update((first + 31 * lane) % 256)));
    };
    let in_step = |races: &mut Races, site: &Site| {
        (0..16).for_each(|lane| races.access(site, &access(0x1000 + 4 * lane, true)));
    };
    type Each<'e> = &'e dyn Fn(&mut Races, &Site);
    let kinds: [(&str, Each); 6] = [
        ("stores to a word", &store_one),
        ("stores of all lanes to a word", &all_lanes),
        (
            "stores to a word by waves that synchronise",
            &count_then_store,
        ),
        ("loads and stores of a word", &load_then_store),
        ("a histogram", &histogram),
        ("sixteen counters", &in_step),
    ];
    // Machines whose atomics order what comes before and after have to join all that they saw.
    let relaxed = MemoryOrder {
        relaxed_atomics: true,
        ..MemoryOrder::default()
    };
    let program = Program {
        order: relaxed,
        ..Program::default()
    };
    for (what, each) in kinds {
        let measure = |waves: u32| {
            let times = (0..3).map(|_| {
                let begun = clock_gettime(ClockId::ThreadCPUTime);
                run(Races::new(&program), waves, true, each);
                let ended = clock_gettime(ClockId::ThreadCPUTime);
                (ended.tv_sec - begun.tv_sec) as f64 + (ended.tv_nsec - begun.tv_nsec) as f64 / 1e9
            });
            times.fold(f64::INFINITY, f64::min)
        };
        let (few, many) = (measure(4096), measure(16384));
        let ratio = many / few.max(1e-3);
        assert!(ratio < 9.0, "{what}: {few:.4} s, then {many:.4} s");
    }
}
