//! What waves touch, and where they go.

use super::*;
use random::Random;
use sim::{CarriedOut, Guard, RegionLabel, Spot, Touches, Touching, Where};
use uop::{Apertures, Places};

/// Flat addresses of local memory, and of that of lanes.
const WINDOWS: [u64; 2] = [1 << 40, 1 << 41];

/// A memory of 64 words that hold their numbers, and its shadow for workgroups of two waves of whose lanes
/// each has 64 bytes.
fn shadow(local_bytes: u32) -> (Arc<Memory>, u64, Shadow) {
    let mut memory = Memory::new(1 << 20);
    let base = memory.allocate(256, RegionLabel::default()).unwrap();
    let words: Vec<u8> = (0..64_u32).flat_map(u32::to_le_bytes).collect();
    memory.write(base, &words).unwrap();
    let (memory, mut program) = (Arc::new(memory), program(vec![Uop::End]));
    program.unset.local = true;
    program.unset.private = true;
    let shadow = Shadow::new(&program, &memory, &launch(local_bytes));
    (memory, base, shadow)
}

fn launch(local_bytes: u32) -> Launch {
    let window = |start: u64| start..start + (1 << 20);
    Launch {
        grid: [8, 1, 1],
        block: [64, 1, 1],
        lanes: 32,
        local_bytes,
        private_bytes: 64,
        constant: Arc::new([]),
        flat: Apertures {
            local: window(WINDOWS[0]),
            private: window(WINDOWS[1]),
        },
        entry: Arc::new(()),
    }
}

fn touching(space: Space, wave: u32, how: Touches, lanes: Where<'_>) -> Touching<'_> {
    Touching {
        inst: 0,
        wave,
        barriers: 0,
        space,
        how,
        bytes: 4,
        lanes,
    }
}

fn at(addresses: &[u64; 64]) -> Where<'_> {
    let mask = 1;
    Where::Lanes { addresses, mask }
}

fn places(all: &[(u32, u64)]) -> Places {
    let (lanes, addresses) = all.iter().copied().unzip();
    Places { lanes, addresses }
}

#[test]
fn no_two_accesses_that_need_an_order_pass() {
    let mut random = Random::new(1);
    let hows = [Touches::Load, Touches::Store, Touches::Atomic];
    let (mut passed, mut refused) = (0, 0);
    for _ in 0..2000 {
        let (_, base, mut shadow) = shadow(0);
        shadow.enter(3);
        let mut before: Vec<(u32, Touches, u64)> = Vec::new();
        for _ in 0..4 {
            let (wave, how) = (random.below(3) as u32, hows[random.below(3)]);
            let address = base + random.below(16) as u64;
            // What custom operations do to many places at once is loads and stores.
            let (places, addresses) = (places(&[(0, address)]), [address; 64]);
            let lanes = match how != Touches::Atomic && random.chance(50) {
                true => Where::Places(&places),
                false => at(&addresses),
            };
            shadow.touches(&touching(Space::Global, wave, how, lanes));
            before.push((wave, how, address));
        }
        let conflict = |a: &(u32, Touches, u64), b: &(u32, Touches, u64)| {
            let meet = a.2.abs_diff(b.2) < 4;
            a.0 != b.0 && meet && (a.1 != b.1 || a.1 == Touches::Store)
        };
        let pairs = before
            .iter()
            .flat_map(|a| before.iter().map(move |b| (a, b)));
        let races = pairs.into_iter().any(|(a, b)| conflict(a, b));
        assert!(shadow.gives_up() || !races, "{before:?}");
        passed += u32::from(!shadow.gives_up());
        refused += u32::from(shadow.gives_up());
    }
    assert!(passed > 100 && refused > 100, "{passed} {refused}");
}

#[test]
fn lanes_that_went_different_ways_have_no_order() {
    let mut random = Random::new(2);
    let (mut passed, mut refused) = (0, 0);
    for _ in 0..4000 {
        let (memory, base, _) = shadow(0);
        let mut program = program(vec![Uop::End]);
        program.order.unordered_branches = true;
        let mut shadow = Shadow::new(&program, &memory, &launch(0));
        shadow.enter(0);
        // By wave: one of its lanes, or the last of all that go together.
        let mut before: Vec<(u32, Option<usize>, Touches)> = Vec::new();
        for _ in 0..3 {
            let how = [Touches::Load, Touches::Store, Touches::Atomic][random.below(3)];
            let lane = (random.below(2) == 0).then(|| 30 + random.below(2));
            let wave = u32::from(random.below(4) == 0);
            let mut addresses = [0; 64];
            let own = |lane: usize| base + 128 + 4 * lane as u64;
            (0..32).for_each(|lane| addresses[lane] = own(lane));
            addresses[lane.unwrap_or(31)] = base;
            let mask = lane.map_or(u32::MAX.into(), |lane| 1 << lane);
            let active = (0..32).filter(|lane| mask >> lane & 1 != 0);
            let all: Vec<(u32, u64)> = active.map(|it| (it as u32, addresses[it])).collect();
            let (all, addresses) = (places(&all), &addresses);
            // Those of custom operations are taken one by one, whether all lanes are there or not.
            let lanes = match how != Touches::Atomic && lane.is_some() && random.chance(50) {
                true => Where::Places(&all),
                false => Where::Lanes { addresses, mask },
            };
            shadow.touches(&touching(Space::Global, wave, how, lanes));
            before.push((wave, lane, how));
        }
        let ordered = |a: &(u32, Option<usize>, Touches), b: &(u32, Option<usize>, Touches)| {
            let same = a.1 == b.1 || a.1.is_none() || b.1.is_none();
            a.2 == b.2 && a.2 != Touches::Store || a.0 == b.0 && same
        };
        let races = (0..3).any(|last| {
            (0..last).any(|first| {
                let (a, b) = (&before[first], &before[last]);
                // All of the wave went together in between.
                let together = |it: &(u32, Option<usize>, Touches)| it.0 == a.0 && it.1.is_none();
                let met = a.0 == b.0 && before[first..last].iter().any(together);
                !ordered(a, b) && !met
            })
        });
        assert!(shadow.gives_up() || !races, "{before:?}");
        passed += u32::from(!shadow.gives_up());
        refused += u32::from(shadow.gives_up());
    }
    assert!(passed > 500 && refused > 500, "{passed} {refused}");
}

#[test]
fn broken_promises_and_barriers_that_lanes_pass_by_are_for_the_checkers() {
    let (memory, _, _) = shadow(0);
    let new = |parts: bool| {
        let mut program = program(vec![Uop::Nop, Uop::Nop, Uop::End]);
        program.order.unordered_branches = parts;
        program.uniform = vec![1];
        let mut shadow = Shadow::new(&program, &memory, &launch(0));
        shadow.enter(0);
        shadow
    };
    let mut kept = new(true);
    kept.diverges(0);
    assert!(!kept.gives_up());
    kept.diverges(1);
    assert!(kept.gives_up());
    for parts in [false, true] {
        let mut passed_by = new(parts);
        passed_by.arrives_apart();
        assert_eq!(passed_by.gives_up(), parts);
    }
}

#[test]
fn lanes_of_one_store_are_apart() {
    let stores = |addresses: &[u64; 64], mask: u64| {
        let (memory, base, _) = shadow(0);
        let addresses = addresses.map(|address| base + address);
        let all = (0..64).filter(|lane| mask >> lane & 1 != 0);
        let all: Vec<(u32, u64)> = all.map(|it| (it as u32, addresses[it])).collect();
        let (all, addresses) = (places(&all), &addresses);
        let passes = [Where::Lanes { addresses, mask }, Where::Places(&all)].map(|lanes| {
            let mut shadow = Shadow::new(&program(vec![Uop::End]), &memory, &launch(0));
            shadow.enter(0);
            shadow.touches(&touching(Space::Global, 0, Touches::Store, lanes));
            !shadow.gives_up()
        });
        assert_eq!(passes[0], passes[1]);
        passes[0]
    };
    let of = |f: fn(u64) -> u64| std::array::from_fn(|lane| f(lane as u64 % 32));
    assert!(stores(&of(|lane| 4 * lane), 0xffff));
    assert!(stores(&of(|lane| 8 * lane), 0xffff));
    assert!(stores(&of(|lane| 124 - 4 * lane), 0xffff));
    assert!(!stores(&of(|lane| 4 * (lane / 2)), 0xffff));
    assert!(!stores(&of(|lane| 4 * (lane % 8)), 0xffff));
    assert!(stores(&of(|lane| 4 * (lane % 8)), 0xff));
}

#[test]
fn local_memory_is_stored_to_before_it_is_loaded_and_shared_behind_barriers() {
    let run = |accesses: &[(u32, Touches, u64)]| {
        let (_, _, mut shadow) = shadow(64);
        shadow.enter(0);
        for &(wave, how, barriers) in accesses {
            let touching = touching(Space::Local, wave, how, at(&[8; 64]));
            shadow.touches(&Touching {
                barriers,
                ..touching
            });
        }
        // Another workgroup has a memory of its own.
        shadow.enter(1);
        let passed = !shadow.gives_up();
        shadow.touches(&touching(Space::Local, 0, Touches::Load, at(&[8; 64])));
        assert!(shadow.gives_up());
        passed
    };
    use Touches::{Load, Store};
    assert!(!run(&[(0, Load, 0)]));
    assert!(run(&[(0, Store, 0), (0, Load, 0)]));
    assert!(!run(&[(0, Store, 0), (1, Load, 0)]));
    assert!(run(&[
        (0, Store, 0),
        (1, Load, 1),
        (0, Load, 1),
        (0, Store, 2)
    ]));
    assert!(!run(&[(0, Store, 0), (1, Load, 1), (0, Store, 1)]));
}

#[test]
fn memory_is_put_back_also_what_was_stored_after_giving_up() {
    let (memory, base, mut shadow) = shadow(0);
    shadow.enter(0);
    for (wave, word) in [(0, 3), (1, 3), (0, 5), (1, 7)] {
        let address = base + 4 * word;
        shadow.touches(&touching(
            Space::Global,
            wave,
            Touches::Store,
            at(&[address; 64]),
        ));
        memory.write(address, &[0xff; 4]).unwrap();
    }
    assert!(shadow.gives_up());
    // What another launch stores meanwhile stays.
    memory.write(base + 4 * 9, &[0xee; 4]).unwrap();
    shadow.restore();
    let word = |n: u64| {
        let mut bytes = [0; 4];
        memory.read(base + 4 * n, &mut bytes).unwrap();
        u32::from_le_bytes(bytes)
    };
    assert_eq!([3, 5, 7, 9].map(word), [3, 5, 7, 0xeeee_eeee]);
}

#[test]
fn lanes_store_to_their_own_memory_before_they_load() {
    use Touches::{Load, Store};
    let run = |space: Space, base: u64, accesses: &[(u32, Touches, u64, u32, u64)]| {
        let (_, _, mut shadow) = shadow(0);
        shadow.enter(0);
        for &(wave, how, address, bytes, mask) in accesses {
            let addresses = &[base + address; 64];
            let lanes = Where::Lanes { addresses, mask };
            let touching = touching(space, wave, how, lanes);
            shadow.touches(&Touching { bytes, ..touching });
        }
        !shadow.gives_up()
    };
    for (space, base) in [(Space::Private, 0), (Space::Flat, WINDOWS[1])] {
        let run = |accesses: &[(u32, Touches, u64, u32, u64)]| run(space, base, accesses);
        assert!(!run(&[(0, Load, 8, 4, 1)]));
        assert!(run(&[(0, Store, 8, 4, 3), (0, Load, 8, 4, 3)]));
        // In another lane, another wave, and besides it nothing was stored.
        assert!(!run(&[(0, Store, 8, 4, 1), (0, Load, 8, 4, 3)]));
        assert!(!run(&[(0, Store, 8, 4, 1), (1, Load, 8, 4, 1)]));
        assert!(!run(&[(0, Store, 8, 2, 1), (0, Load, 8, 4, 1)]));
        assert!(run(&[
            (0, Store, 8, 2, 1),
            (0, Store, 10, 2, 1),
            (0, Load, 8, 4, 1)
        ]));
        // Where there is no memory, it traps.
        assert!(!run(&[(0, Store, 62, 4, 1)]));
    }
    // The next workgroup begins without.
    let (_, _, mut shadow) = shadow(0);
    shadow.enter(0);
    shadow.touches(&touching(Space::Private, 0, Store, at(&[8; 64])));
    shadow.enter(1);
    assert!(!shadow.gives_up());
    shadow.touches(&touching(Space::Private, 0, Load, at(&[8; 64])));
    assert!(shadow.gives_up());
}

#[test]
fn flat_addresses_are_what_is_behind_them() {
    use Touches::{Load, Store};
    let run = |accesses: &[(Space, u32, Touches, u64)]| {
        let (_, base, mut shadow) = shadow(64);
        shadow.enter(0);
        for &(space, wave, how, address) in accesses {
            let global = matches!(
                (space, address),
                (Space::Global, _) | (Space::Flat, ..0x10_0000)
            );
            let address = if global { base + address } else { address };
            shadow.touches(&touching(space, wave, how, at(&[address; 64])));
        }
        !shadow.gives_up()
    };
    let local = WINDOWS[0] + 8;
    assert!(run(&[
        (Space::Local, 0, Store, 8),
        (Space::Flat, 0, Load, local)
    ]));
    assert!(!run(&[
        (Space::Local, 0, Store, 8),
        (Space::Flat, 1, Load, local)
    ]));
    assert!(!run(&[(Space::Flat, 0, Load, local)]));
    assert!(run(&[
        (Space::Flat, 0, Store, 8),
        (Space::Global, 0, Load, 8)
    ]));
    assert!(!run(&[
        (Space::Flat, 0, Store, 8),
        (Space::Global, 1, Load, 8)
    ]));
}

#[test]
fn custom_operations_touch_what_they_say_and_store_apart() {
    // Lane, what it does, from which address on, bytes.
    type Touched = (u32, Touches, u64, u64);
    let run = |ops: &[(u32, &[Touched])]| {
        let (memory, base, mut shadow) = shadow(0);
        shadow.enter(0);
        for &(wave, spots) in ops {
            let spots = spots.iter().map(|&(lane, how, address, bytes)| Spot {
                lane,
                space: Space::Global,
                how,
                address: base + address,
                bytes,
            });
            let spots: Vec<Spot> = spots.collect();
            for spot in spots.iter().filter(|spot| spot.how != Touches::Load) {
                shadow.changes(spot.space, spot.address, spot.bytes);
                let ones = vec![0xff; spot.bytes as usize];
                memory.write(spot.address, &ones).unwrap();
            }
            shadow.carried_out(&CarriedOut {
                inst: 0,
                wave,
                barriers: 0,
                channel: None,
                spots: &spots,
            });
        }
        shadow.restore();
        let mut words = [0; 256];
        memory.read(base, &mut words).unwrap();
        let numbers: Vec<u8> = (0..64_u32).flat_map(u32::to_le_bytes).collect();
        assert_eq!(words[..], numbers, "all is put back");
        !shadow.gives_up()
    };
    use Touches::{Atomic, Load, Store};
    assert!(run(&[
        (0, &[(0, Load, 0, 16), (1, Load, 8, 16)]),
        (1, &[(0, Load, 0, 4)])
    ]));
    assert!(run(&[(0, &[(0, Store, 8, 8), (1, Store, 0, 8)])]));
    assert!(!run(&[(0, &[(0, Store, 8, 8), (1, Store, 4, 8)])]));
    assert!(!run(&[(0, &[(0, Store, 8, 8)]), (1, &[(0, Load, 12, 4)])]));
    assert!(!run(&[(0, &[(0, Load, 8, 8)]), (1, &[(0, Store, 12, 1)])]));
    assert!(run(&[(0, &[(0, Atomic, 8, 4)]), (1, &[(0, Atomic, 8, 4)])]));
    // In whatever order and how many rows a wave loads, no word of it is forgotten, and no other remembered.
    let mut random = random::Random::new(1);
    for _ in 0..300 {
        let mut spot = |_| (0, Load, random.below(240u64), 1 + random.below(16u64));
        let loads: Vec<Touched> = (0..20).map(&mut spot).collect();
        let mut word = random.below(64u64);
        let is_loaded = |word: u64| {
            let touches = |it: &Touched| it.2 / 4 <= word && word <= (it.2 + it.3 - 1) / 4;
            loads.iter().any(touches)
        };
        if random.chance(50) {
            word = (0..64).find(|word| !is_loaded(*word)).unwrap_or(word);
        }
        let store = (0, Store, 4 * word + random.below(4u64), 1);
        assert_eq!(run(&[(0, &loads), (1, &[store])]), !is_loaded(word));
    }
}

#[test]
fn calls_come_back_to_where_they_were() {
    // Two calls of a function which loads what the first one waits for, and the second one may not.
    let jump = Uop::JumpScalar { address: SReg(2) };
    let code = |waits: bool, back: &[UopIdx]| {
        let behind = match waits {
            true => wait(0, 0),
            false => Uop::Nop,
        };
        let mut program = program(vec![
            jump.clone(),
            wait(0, 0),
            mov(2, 1),
            jump.clone(),
            behind,
            mov(2, 1),
            Uop::End,
            load(1),
            jump.clone(),
        ]);
        program.calls = vec![0, 3];
        let mut shadow = Shadow::new(&program, &shadow(0).0, &launch(0));
        shadow.enter(0);
        for (call, to) in [0, 3].into_iter().zip(back) {
            shadow.jumps(0, call, 7);
            shadow.jumps(0, 8, *to);
        }
        assert!(!shadow.gives_up());
        let ways = shadow.ways();
        flow::holds(&program, ways, InFlight::at_start(&program, 1))
    };
    assert!(code(true, &[1, 4]));
    assert!(!code(false, &[1, 4]));
    // Only what was gone counts.
    assert!(code(false, &[1]));
    // One that goes elsewhere is followed as well.
    assert!(!code(true, &[2, 4]));
}
