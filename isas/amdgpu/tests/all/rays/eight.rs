//! Nodes of eight boxes: on a grid, two nodes of floats, boxes with common exponents; and pairs of nodes of four.

use super::*;

/// Where the hierarchy is in memory, in units of eight bytes, and where a node is in it.
const BASE: u64 = 0x20;
const NODE: u32 = 0x10;

/// Tests a node whose words lie at its pointer.
pub fn test(hierarchy: &Hierarchy, node: u32, mask: u32, words: &[u32], ray: &Ray) -> Answer {
    test_with(hierarchy, BASE, node, mask, words, ray)
}

pub fn test_with(
    hierarchy: &Hierarchy,
    base: u64,
    node: u32,
    mask: u32,
    words: &[u32],
    ray: &Ray,
) -> Answer {
    let all = placed(words);
    let mut load = memory(hierarchy, &all);
    let query = Query { base, mask };
    hierarchy.test_eight(&query, node, ray, &mut load).unwrap()
}

/// Words with others before them.
pub fn placed(words: &[u32]) -> Vec<u32> {
    let before = 2 * (BASE as usize + NODE as usize);
    [&vec![0xdead_beef; before][..], words].concat()
}

fn packed() -> Hierarchy {
    Hierarchy {
        packed: true,
        instances: true,
        ..Hierarchy::at(1 << 12)
    }
}

/// A child as it was meant.
#[derive(Clone, Copy, Debug)]
struct Meant {
    pointer: u32,
    bounds: Bounds,
    flags: u32,
    mask: u32,
}

/// A node of so many children on a grid, and what they are. All its planes are floats without rounding.
fn node(random: &mut Random, count: usize) -> (Vec<u32>, Vec<Meant>) {
    let origin = [0; 3].map(|_| random.below(1024) as f32 / 64.0 - 8.0);
    let sizes = [0; 3].map(|_| 128 + random.below(4) as u32);
    let first = [0x400, 0x8000];
    let mut words = vec![first[0], first[1], INVALID];
    words.extend(origin.map(f32::to_bits));
    words.push(sizes[0] | sizes[1] << 8 | sizes[2] << 16 | (count as u32 - 1) << 28);
    words.push(0x7f);
    let mut next = first;
    let mut meant = Vec::new();
    for _ in 0..count {
        let low = [0; 3].map(|_| random.below(1500) as u32);
        let high = low.map(|low| low + random.below(2500) as u32);
        let kind = [5, 5, 0, 1, 2, 3, 6, 8, 11][random.below(9) as usize];
        let nodes = 1 + random.below(15) as u32;
        let (flags, mask) = (random.below(16) as u32, random.below(256) as u32);
        words.push(low[0] | low[1] << 12 | flags << 24);
        words.push(low[2] | high[0] << 12 | mask << 24);
        words.push(high[1] | high[2] << 12 | kind << 24 | nodes << 28);
        let at = |planes: [u32; 3], more: u32| {
            [0, 1, 2].map(|i| {
                let step = 2f32.powi(sizes[i] as i32 - 127 - 12);
                origin[i] + (planes[i] + more) as f32 * step
            })
        };
        let class = usize::from(kind != 5);
        meant.push(Meant {
            pointer: next[class] | kind,
            bounds: (at(low, 0), at(high, 1)),
            flags,
            mask,
        });
        next[class] += nodes * 16;
    }
    for _ in count..8 {
        words.extend([INVALID, 0xfff, 0]);
    }
    (words, meant)
}

/// A ray that is likely to enter some of the children.
fn at_one(random: &mut Random, meant: &[Meant]) -> Ray {
    let (low, high) = meant[random.below(meant.len())].bounds;
    let middle = [0, 1, 2].map(|i| (low[i] + high[i]) / 2.0);
    towards(random, middle, 1.0)
}

/// What a child is ordered by, before how near it is.
fn rank(pointer: u32) -> u32 {
    u32::from(pointer & 7 > 3) * 2 + u32::from(pointer & 7 != 1)
}

#[test]
fn boxes_on_a_grid_are_hit_where_naive_ones_are() {
    let mut random = Random::new(11);
    let (mut hits, mut misses, mut masked) = (0, 0, 0);
    for round in 0..6000 {
        let hierarchy = Hierarchy {
            sorts: round % 3 != 0,
            sorts_eight: round % 2 == 0,
            triangles_first: round % 5 < 3,
            ..packed()
        };
        let (words, meant) = node(&mut random, 1 + round % 8);
        let (ray, mask) = (at_one(&mut random, &meant), 1 << random.below(8));
        let answer = test(&hierarchy, NODE | 5, mask, &words, &ray);
        assert_eq!(answer.origin, ray.origin.map(f32::to_bits));
        assert_eq!(answer.direction, ray.direction.map(f32::to_bits));
        assert_eq!(answer.words[8..], [INVALID; 2]);
        let found = &answer.words[..8];
        let mut known = true;
        for child in &meant {
            let (near, far) = naive_box(&ray, &child.bounds);
            let is_near = (near - far).abs() < TOLERANCE * near.abs().max(1.0);
            let hit = near < far && child.mask & mask != 0;
            masked += u32::from(near < far && !hit);
            if is_near {
                known = false;
                continue;
            }
            assert_eq!(found.contains(&child.pointer), hit, "{ray:?} {child:?}");
            *if hit { &mut hits } else { &mut misses } += 1;
        }
        if !known {
            continue;
        }
        let key = |pointer: &u32| {
            let child = meant.iter().position(|it| it.pointer == *pointer);
            child.map(|at| naive_box(&ray, &meant[at].bounds).0)
        };
        match (hierarchy.sorts, hierarchy.sorts_eight) {
            (true, true) => in_order(found, key, hierarchy.triangles_first),
            (true, false) => {
                for half in found.chunks(4) {
                    in_order(half, key, hierarchy.triangles_first);
                }
            }
            (false, _) => {
                // All where they are.
                for (found, child) in found.iter().zip(&meant) {
                    assert!([child.pointer, INVALID].contains(found));
                }
            }
        }
    }
    assert!(
        hits > 1000 && misses > 3000 && masked > 500,
        "{hits} {misses} {masked}"
    );
}

fn in_order(found: &[u32], key: impl Fn(&u32) -> Option<f64>, leaves_first: bool) {
    let hits: Vec<u32> = (found.iter().copied())
        .take_while(|it| *it != INVALID)
        .collect();
    assert!(found[hits.len()..].iter().all(|it| *it == INVALID));
    for pair in hits.windows(2) {
        let ranks = match leaves_first {
            true => [rank(pair[0]), rank(pair[1])],
            false => [0, 0],
        };
        assert!(ranks[0] <= ranks[1], "{pair:x?}");
        if ranks[0] == ranks[1] {
            let keys = [0, 1].map(|i| key(&pair[i]).unwrap());
            assert!(keys[0] <= keys[1] + TOLERANCE * 40.0, "{keys:?}");
        }
    }
}

/// Boxes that are entered at the same time come in the order that the chip's comparisons leave them in.
#[test]
fn ties_come_as_comparisons_leave_them() {
    let network: [&[(usize, usize)]; 6] = [
        &[(0, 2), (1, 3), (4, 6), (5, 7)],
        &[(0, 1), (2, 3), (4, 5), (6, 7)],
        &[(1, 2), (5, 6)],
        &[(0, 4), (1, 5), (2, 6), (3, 7)],
        &[(2, 4), (3, 5)],
        &[(1, 2), (3, 4), (5, 6)],
    ];
    let mut random = Random::new(12);
    let hierarchy = Hierarchy {
        sorts: true,
        sorts_eight: true,
        triangles_first: true,
        ..packed()
    };
    let ray = Ray {
        extent: 100.0,
        origin: [0.0, 0.0, -9.0],
        direction: [0.0, 0.0, 1.0],
        inverse: [0.0; 3],
    }
    .with_inverse();
    for _ in 0..500 {
        let (mut words, meant) = node(&mut random, 8);
        // The whole node across the ray, from one of two distances on; the size is 32.
        words[3..6].copy_from_slice(&[-16f32, -16.0, -8.0].map(f32::to_bits));
        words[6] = 132 | 132 << 8 | 132 << 16 | 7 << 28;
        let mut expected: Vec<(u32, u32, u32)> = Vec::new();
        for (child, meant) in meant.iter().enumerate() {
            let at = random.below(2) as u32 * 100;
            let words = &mut words[8 + 3 * child..];
            words[0] = 0;
            words[1] = at | 0xfff << 12 | 0xff << 24;
            words[2] |= 0xff_ffff;
            expected.push((rank(meant.pointer), at, meant.pointer));
        }
        for (a, b) in network.into_iter().flatten() {
            if expected[*b].0 < expected[*a].0
                || expected[*b].0 == expected[*a].0 && expected[*b].1 < expected[*a].1
            {
                expected.swap(*a, *b);
            }
        }
        let answer = test(&hierarchy, NODE | 5, 1, &words, &ray);
        let pointers: Vec<u32> = expected.iter().map(|it| it.2).collect();
        assert_eq!(answer.words[..8], pointers[..]);
        // A node may say that it is not to be sorted.
        words[6] |= 1 << 24;
        let answer = test(&hierarchy, NODE | 5, 1, &words, &ray);
        let pointers: Vec<u32> = meant.iter().map(|it| it.pointer).collect();
        assert_eq!(answer.words[..8], pointers[..]);
    }
}

#[test]
fn boxes_about_one_node_give_it_once() {
    let ray = Ray {
        extent: 100.0,
        origin: [0.5, 0.5, -9.0],
        direction: [0.0, 0.0, 1.0],
        inverse: [0.0; 3],
    }
    .with_inverse();
    let all = [0, 0xfff << 12 | 0xff << 24, 0xff_ffff];
    let mut words = vec![0x400, 0x8000, INVALID, 0, 0, 0];
    words.extend([127 | 127 << 8 | 127 << 16 | 3 << 28, 0x7f]);
    // Three boxes about one node, and another one.
    for (kind, nodes) in [(5, 0), (5, 0), (5, 2), (5, 1)] {
        words.extend([all[0], all[1], all[2] | kind << 24 | nodes << 28]);
    }
    words.resize(32, 0);
    let answer = test(&packed(), NODE | 5, 0xff, &words, &ray);
    assert_eq!(answer.words[..4], [0x405, INVALID, INVALID, 0x425]);
}

#[test]
fn flags_of_the_base_leave_children_out() {
    let hierarchy = Hierarchy {
        pointer_flags: true,
        ..packed()
    };
    let mut random = Random::new(13);
    let mut left_out = 0;
    for _ in 0..1000 {
        let (words, meant) = node(&mut random, 8);
        let (ray, flags) = (at_one(&mut random, &meant), random.below(1024));
        let base = BASE | flags << 54;
        let without = test(&packed(), NODE | 5, 0xff, &words, &ray);
        let with = test_with(&hierarchy, base, NODE | 5, 0xff, &words, &ray);
        let has = |flag: u32| flags >> (flag - 54) & 1 != 0;
        for (child, pointer) in meant.iter().zip(without.words) {
            let only = |bit: u32| child.flags >> bit & 1 != 0;
            let opaque = (only(0) || has(54)) && !has(55);
            let not = (only(1) || has(55)) && !has(54);
            let culled =
                opaque && has(60) || not && has(61) || only(2) && has(62) || only(3) && has(63);
            if pointer != INVALID {
                assert_eq!(
                    with.words.contains(&pointer),
                    !culled,
                    "{child:?} {flags:x}"
                );
                left_out += u32::from(culled);
            }
        }
    }
    assert!(left_out > 100, "{left_out}");
}

/// Boxes that are turned are boxes along the axes for a ray that is turned the other way.
#[test]
fn boxes_may_be_turned() {
    let mut random = Random::new(14);
    let axes: [[f64; 3]; 13] = [
        [1.0, 0.0, 0.0],
        [0.0, 1.0, 0.0],
        [0.0, 0.0, 1.0],
        [0.0, 1.0, 1.0],
        [0.0, -1.0, 1.0],
        [1.0, 0.0, 1.0],
        [1.0, 0.0, -1.0],
        [1.0, 1.0, 0.0],
        [-1.0, 1.0, 0.0],
        [1.0, 1.0, 1.0],
        [-1.0, 1.0, 1.0],
        [1.0, -1.0, 1.0],
        [-1.0, -1.0, 1.0],
    ];
    let (mut hits, mut misses) = (0, 0);
    for round in 0..4000u32 {
        let number = round % 104;
        let (mut words, meant) = node(&mut random, 8);
        words[7] = number;
        let ray = towards(&mut random, [0.0; 3], 4.0);
        let axis = axes[number as usize / 8];
        let length = dot(axis, axis).sqrt();
        let axis = axis.map(|it| it / length);
        let sign = if number % 2 == 1 { -1.0 } else { 1.0 };
        let angle = sign * f64::from(number % 8 / 2 + 1) * std::f64::consts::FRAC_PI_8;
        // A vector that is turned: along the axis, across it, and across both.
        let turn = |vector: [f32; 3]| {
            let vector = vector.map(f64::from);
            let along = dot(axis, vector);
            let across = cross(axis, vector);
            [0, 1, 2].map(|i| {
                let part = axis[i] * along;
                (part + (vector[i] - part) * angle.cos() + across[i] * angle.sin()) as f32
            })
        };
        let turned = Ray {
            origin: turn(ray.origin),
            direction: turn(ray.direction),
            ..ray
        };
        let answer = test(&packed(), NODE | 5, 0xff, &words, &ray);
        for child in meant.iter().filter(|it| it.mask != 0) {
            let (near, far) = naive_box(&turned, &child.bounds);
            if (near - far).abs() < 1e-4 * near.abs().max(1.0) {
                continue;
            }
            let found = answer.words.contains(&child.pointer);
            assert_eq!(found, near < far, "{number} {ray:?} {child:?}");
            *if found { &mut hits } else { &mut misses } += 1;
        }
        assert_eq!(answer.direction, ray.direction.map(f32::to_bits));
    }
    assert!(hits > 300 && misses > 300, "{hits} {misses}");
}

#[test]
fn two_nodes_of_floats_are_one_of_eight() {
    let mut random = Random::new(15);
    for round in 0..2000 {
        let hierarchy = Hierarchy {
            sorts: true,
            sorts_eight: round % 2 == 0,
            ..Hierarchy::at(1 << 12)
        };
        let ray = ray(&mut random);
        let halves = [boxes(&mut random), boxes(&mut random)];
        let pointers = [[8, 16, 24, 32], [40, 48, 56, 64]];
        let nodes = [0, 1].map(|i| node_of_floats(pointers[i], &halves[i]));
        let words = nodes.concat();
        let answer = test(&hierarchy, NODE | 2, 0, &words, &ray);
        // The same as a pair of nodes.
        let all = placed(&words);
        let mut load = memory(&hierarchy, &all);
        let query = Query {
            base: BASE,
            mask: 0,
        };
        let pair = [NODE | 5, (NODE + 0x10) | 5];
        let two = hierarchy.test_two(&query, pair, &ray, &mut load).unwrap();
        assert_eq!(answer, two);
        let key = |pointer: &u32| {
            let child = *pointer as usize / 8 - 1;
            Some(naive_box(&ray, &halves[child / 4][child % 4]).0)
        };
        match hierarchy.sorts_eight {
            true => in_order(&answer.words[..8], key, false),
            false => {
                // Each as it is alone.
                for (half, node) in nodes.iter().enumerate() {
                    let mut load = memory(&hierarchy, node);
                    let one = hierarchy.test(5, &ray, &mut load).unwrap();
                    assert_eq!(answer.words[4 * half..4 * half + 4], one);
                }
            }
        }
    }
}

/// A sign and 17 bits of a float, under an exponent that is as large as its own at least.
fn block(value: f32, exponent: u32) -> u32 {
    let magnitude = f64::from(value).abs() / 2f64.powi(exponent as i32 - 127 - 16);
    (magnitude as u32) | u32::from(value < 0.0) << 17
}

#[test]
fn boxes_with_common_exponents_contain_those_that_they_stand_for() {
    let mut random = Random::new(16);
    let hierarchy = Hierarchy {
        common_exponents: true,
        ..Hierarchy::at(0)
    };
    let mut hits = 0;
    for _ in 0..3000 {
        let boxes = boxes(&mut random);
        let ray = towards(&mut random, boxes[0].0, 4.0);
        let exponents = [0, 1, 2].map(|i| {
            let sides = boxes.iter().flat_map(|it| [it.0[i], it.1[i]]);
            sides.map(|it| it.to_bits() >> 23 & 0xff).max().unwrap()
        });
        let mut bits = [0u32; 16];
        let mut put = |at: usize, count: usize, value: u32| {
            for i in (0..count).filter(|i| value >> i & 1 != 0) {
                bits[(at + i) / 32] |= 1 << ((at + i) % 32);
            }
        };
        // The second child is two nodes long, the third one is not there.
        let kinds = [5, 6, 2, 0];
        put(0, 29, 0x100);
        for (child, kind) in kinds.into_iter().enumerate() {
            put(29 + 3 * child, 3, kind);
        }
        for (axis, exponent) in exponents.into_iter().enumerate() {
            put(56 + 8 * axis, 8, exponent);
        }
        for (child, (low, high)) in boxes.iter().enumerate() {
            for (i, side) in low.iter().chain(high).enumerate() {
                put(
                    80 + 18 * (6 * child + i),
                    18,
                    block(*side, exponents[i % 3]),
                );
            }
        }
        let mut load = memory(&hierarchy, &bits);
        let found = hierarchy.test(4, &ray, &mut load).unwrap();
        let pointers = [0x805, 0x80e, INVALID, 0x820];
        for child in [0, 1, 3] {
            let (near, far) = naive_box(&ray, &boxes[child]);
            if near < far * (1.0 - TOLERANCE) {
                assert_eq!(found[child], pointers[child], "{ray:?} {:?}", boxes[child]);
                hits += 1;
            }
            // Not much larger.
            let more = 3e-4;
            let grown = (
                boxes[child].0.map(|it| it - more),
                boxes[child].1.map(|it| it + more),
            );
            let (near, far) = naive_box(&ray, &grown);
            assert!(near < far * (1.0 + TOLERANCE) || found[child] == INVALID);
        }
        assert_eq!(found[2], INVALID);
    }
    assert!(hits > 500, "{hits}");
}

#[test]
fn what_is_no_node_gives_nothing() {
    let ray = Ray {
        extent: 1.0,
        origin: [0.0; 3],
        direction: [1.0; 3],
        inverse: [1.0; 3],
    };
    let words = vec![0; 64];
    let none = [INVALID; 10];
    for kind in [4, 7] {
        assert_eq!(test(&packed(), NODE | kind, 0xff, &words, &ray).words, none);
    }
    let plain = Hierarchy::at(1 << 12);
    for kind in [6, 7] {
        assert_eq!(test(&plain, NODE | kind, 0xff, &words, &ray).words, none);
    }
    // Past the end.
    let short = Hierarchy {
        last: 5,
        ..packed()
    };
    for kind in [0, 5, 6] {
        assert_eq!(test(&short, NODE | kind, 0xff, &words, &ray).words, none);
    }
    let mut load = memory(&packed(), &words);
    let query = Query { base: 0, mask: 0 };
    let two = packed().test_two(&query, [5, 5], &ray, &mut load);
    assert!(matches!(two, Err(Trap::Unmodelled(_))));
}
