use super::*;

fn at(group: u32, wave: u32, inst: u32) -> Site {
    Site {
        inst,
        group: [group, 0, 0],
        wave,
    }
}

fn access(address: u64, bytes: u32, store: bool, atomic: bool) -> Access {
    Access {
        space: Space::Global,
        group: [0; 3],
        lane: 0,
        address,
        bytes,
        store,
        atomic,
        value: 0,
    }
}

fn load(address: u64) -> Access {
    access(address, 4, false, false)
}

fn store(address: u64) -> Access {
    access(address, 4, true, false)
}

fn atomic(address: u64) -> Access {
    access(address, 4, true, true)
}

/// The pairs of instructions that race.
fn found(steps: &[(Site, Access)], barriers_after: &[usize]) -> Vec<(u32, u32)> {
    let mut races = Races::default();
    steps.iter().for_each(|(site, _)| _ = races.wave(site));
    for (i, (site, access)) in steps.iter().enumerate() {
        races.stored.clear();
        races.access(site, access);
        if barriers_after.contains(&i) {
            races.barrier(&[[0; 3]]);
        }
    }
    let sides = races.races().iter();
    sides
        .map(|race| (race.earlier.site.inst, race.later.site.inst))
        .collect()
}

#[test]
fn order_comes_from_barriers_and_atomics_alone() {
    let (one, two) = (at(0, 0, 1), at(0, 1, 2));
    assert_eq!(found(&[(one, store(64)), (two, load(64))], &[]), [(1, 2)]);
    assert_eq!(found(&[(one, load(64)), (two, store(64))], &[]), [(1, 2)]);
    assert_eq!(found(&[(one, load(64)), (two, load(64))], &[]), []);
    assert_eq!(found(&[(one, store(64)), (two, store(68))], &[]), []);
    assert_eq!(found(&[(one, store(64)), (two, load(64))], &[0]), []);
    // A flag: what came before one atomic is seen after the other.
    let flag = [
        (one, store(64)),
        (one, atomic(0)),
        (two, atomic(0)),
        (two, load(64)),
    ];
    assert_eq!(found(&flag, &[]), []);
    // What comes after it is not.
    let late = [
        (one, atomic(0)),
        (two, atomic(0)),
        (one, store(64)),
        (two, load(64)),
    ];
    assert_eq!(found(&late, &[]), [(1, 2)]);
    // A barrier of one workgroup says nothing about another.
    let other = [(one, store(64)), (at(1, 0, 3), load(64))];
    assert_eq!(found(&other, &[0]), [(1, 3)]);
}

#[test]
fn bytes_of_a_word_are_told_apart() {
    let (one, two) = (at(0, 0, 1), at(0, 1, 2));
    let byte = |address, store| access(address, 1, store, false);
    assert_eq!(
        found(&[(one, byte(64, true)), (two, byte(65, true))], &[]),
        []
    );
    let both = [
        (one, byte(64, true)),
        (one, byte(65, true)),
        (two, access(64, 2, false, false)),
    ];
    assert_eq!(found(&both, &[]), [(1, 2)]);
}

#[test]
fn a_store_that_follows_many_loads_finds_the_one_that_is_not_ordered() {
    let mut steps: Vec<_> = (0..40)
        .rev()
        .map(|wave| (at(0, wave, wave), load(64)))
        .collect();
    steps.push((at(1, 0, 100), load(64)));
    steps.push((at(0, 3, 101), store(64)));
    assert_eq!(found(&steps, &[40]), [(100, 101)]);
    assert_eq!(found(&steps[..40], &[]), []);
}

#[test]
fn the_last_bytes_of_all_addresses_are_words_as_well() {
    let (one, two) = (at(0, 0, 1), at(0, 1, 2));
    for bytes in [1, 4, 16] {
        let end = |store| access(u64::MAX, bytes, store, false);
        assert_eq!(found(&[(one, end(true)), (two, end(false))], &[]), [(1, 2)]);
    }
}

#[test]
fn local_memory_of_a_workgroup_that_ended_is_forgotten() {
    let mut races = Races::default();
    let local = Access {
        space: Space::Local,
        ..store(0)
    };
    races.access(&at(0, 0, 1), &local);
    races.access(&at(0, 0, 1), &store(0));
    races.ended(&[[0; 3]]);
    assert!(races.local.is_empty() && races.near.is_none());
    let other = Access {
        value: 1,
        ..store(0)
    };
    races.access(&at(1, 0, 2), &other);
    assert_eq!(races.races().len(), 1, "device memory is not");
}
