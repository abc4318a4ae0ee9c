//! Instances, packed and not: how a ray is seen from there, whose flags count, and which nodes come next.

use super::eight::{placed, test_with};
use super::*;

const BASE: u64 = 0x20;
const NODE: u32 = 0x10;
const USER: u32 = 0x12_3456;

struct Instance {
    matrix: [[f32; 4]; 3],
    base: u64,
    root: u32,
    mask: u32,
}

impl Instance {
    fn random(random: &mut Random) -> Instance {
        Instance {
            matrix: [0; 3].map(|_| [0; 4].map(|_| uniform(random, -2.0, 2.0))),
            base: (random.bits() & 0x1fff_ffff_fff8) | random.bits() << 54,
            root: 5,
            mask: random.below(256) as u32,
        }
    }

    fn words(&self) -> Vec<u32> {
        let mut words: Vec<u32> = (self.matrix.iter().flatten())
            .map(|it| it.to_bits())
            .collect();
        words.extend([self.base as u32, (self.base >> 32) as u32, self.root]);
        words.push(USER | self.mask << 24);
        words
    }

    /// Where a point is, or where a direction goes.
    fn sees(&self, vector: [f32; 3], point: bool) -> [f64; 3] {
        self.matrix.map(|row| {
            let sum: f64 = (0..3)
                .map(|i| f64::from(row[i]) * f64::from(vector[i]))
                .sum();
            sum + if point { f64::from(row[3]) } else { 0.0 }
        })
    }
}

/// Both bits about being opaque are the ray's, if it has any.
fn joined(ray: u64, instance: u64) -> u64 {
    let address = instance & ((1 << 54) - 1);
    let [ray, mut instance] = [ray, instance].map(|it| it >> 54);
    if ray & 3 != 0 {
        instance &= !3;
    }
    address | (instance | ray) << 54
}

fn near(found: [u32; 3], expected: [f64; 3]) {
    for (found, expected) in found.into_iter().zip(expected) {
        let found = f64::from(f32::from_bits(found));
        assert!((found - expected).abs() <= TOLERANCE * expected.abs().max(1.0));
    }
}

/// Whether a ray is taken to an instance.
fn enters(instance: &Instance, mask: u32, flags: u64) -> bool {
    let procedural = instance.base >> 62 & 1 != 0;
    let skipped = flags >> if procedural { 9 } else { 8 } & 1 != 0;
    instance.mask & mask != 0 && !skipped
}

#[test]
fn rays_are_taken_to_instances() {
    let mut random = Random::new(31);
    let hierarchy = Hierarchy {
        instances: true,
        pointer_flags: true,
        ..Hierarchy::at(1 << 12)
    };
    let (mut entered, mut left_out) = (0, 0);
    for _ in 0..3000 {
        let (instance, ray) = (Instance::random(&mut random), ray(&mut random));
        let (flags, mask) = (random.below(1024), 1 << random.below(8));
        let base = BASE | flags << 54;
        let words = placed(&instance.words());
        let mut load = memory(&hierarchy, &words);
        let query = Query { base, mask };
        let nodes = [NODE | 6, INVALID];
        let answer = hierarchy.test_two(&query, nodes, &ray, &mut load).unwrap();
        let joined = joined(base, instance.base);
        assert_eq!(answer.words[2..4], [joined as u32, (joined >> 32) as u32]);
        assert_eq!(answer.words[6], USER);
        match enters(&instance, mask, flags) {
            true => {
                assert_eq!(answer.words[7], 5);
                near(answer.origin, instance.sees(ray.origin, true));
                near(answer.direction, instance.sees(ray.direction, false));
                entered += 1;
            }
            false => {
                assert_eq!(answer.words[7], INVALID);
                assert_eq!(answer.origin, ray.origin.map(f32::to_bits));
                left_out += 1;
            }
        }
        // A test of one node of eight is the same here; two instances are none.
        let mut load = memory(&hierarchy, &words);
        let eight = hierarchy.test_eight(&query, nodes[0], &ray, &mut load);
        assert_eq!(eight.unwrap(), answer);
        let two = [nodes[0]; 2];
        let none = hierarchy.test_two(&query, two, &ray, &mut memory(&hierarchy, &words));
        assert_eq!(none.unwrap().words, [INVALID; 10]);
    }
    assert!(entered > 500 && left_out > 500, "{entered} {left_out}");
}

/// Boxes of the instance are tested with the ray as it is there.
#[test]
fn packed_instances_say_which_of_their_nodes_come_next() {
    let mut random = Random::new(32);
    let hierarchy = Hierarchy {
        packed: true,
        instances: true,
        sorts: true,
        ..Hierarchy::at(1 << 12)
    };
    let mut counts = [0; 5];
    for round in 0..4000 {
        let count = 1 + round % 4;
        let mut instance = Instance::random(&mut random);
        // No flags, and in sight.
        (instance.base, instance.mask) = (instance.base & 0x1fff_ffff_fff8, 0xff);
        let ray = ray(&mut random);
        let mut words = instance.words();
        words.extend([-16f32; 3].map(f32::to_bits));
        words.push(132 | 132 << 8 | 132 << 16 | (count as u32 - 1) << 28);
        let mut bounds = Vec::new();
        for child in 0..4u32 {
            let low = [0; 3].map(|_| random.below(2000) as u32);
            let high = low.map(|low| low + 1200 + random.below(800) as u32);
            words.push(low[0] | low[1] << 12);
            words.push(low[2] | high[0] << 12 | 0xff << 24);
            words.push(high[1] | high[2] << 12 | 5 << 24 | 1 << 28);
            let at = |planes: [u32; 3], more: u32| {
                planes.map(|plane| (plane + more) as f32 * (32.0 / 4096.0) - 16.0)
            };
            if child < count as u32 {
                bounds.push((at(low, 0), at(high, 1)));
            }
        }
        let answer = test_with(&hierarchy, BASE, NODE | 6, 1, &words, &ray);
        let seen = Ray {
            origin: answer.origin.map(f32::from_bits),
            direction: answer.direction.map(f32::from_bits),
            ..ray
        };
        near(answer.origin, instance.sees(ray.origin, true));
        near(answer.direction, instance.sees(ray.direction, false));
        let spans: Vec<(f64, f64)> = bounds.iter().map(|it| naive_box(&seen, it)).collect();
        if spans
            .iter()
            .any(|(near, far)| (near - far).abs() < 1e-4 * near.max(1.0))
        {
            continue;
        }
        let mut expected: Vec<(f64, u32)> = (spans.iter().zip(0u32..))
            .filter(|((near, far), _)| near < far)
            .map(|((near, _), child)| (*near, child << 4 | 5))
            .collect();
        let found: Vec<u32> = (answer.words[7].to_le_bytes().into_iter().map(u32::from))
            .filter(|it| *it != 0xff)
            .collect();
        assert_eq!(found.len(), expected.len());
        counts[found.len()] += 1;
        expected.sort_by(|a, b| a.0.total_cmp(&b.0));
        if expected.windows(2).all(|it| it[0].0 + 1e-3 < it[1].0) {
            let order: Vec<u32> = expected.iter().map(|it| it.1).collect();
            assert_eq!(found, order);
        }
    }
    assert!(counts.iter().all(|it| *it > 20), "{counts:?}");
}

/// A pair of triangles, or one of them beside a node of boxes, as nodes of four have them.
#[test]
fn triangles_of_a_pair_are_those_of_a_node() {
    let mut random = Random::new(33);
    let mut hits = 0;
    for _ in 0..6000 {
        let ray = ray(&mut random);
        let corners = [0; 4].map(|_| three(&mut random, 8.0));
        let mut node: Vec<u32> = corners.iter().flatten().map(|it| it.to_bits()).collect();
        // The second is a primitive that is no triangle now and then; neither is always opaque.
        let procedural = random.below(4) == 0;
        let opaque = [0; 2].map(|_| random.below(2) as u32);
        let kinds = 9 | opaque[0] << 7 | (9 | u32::from(procedural) << 6 | opaque[1] << 7) << 8;
        node.extend([77, 78, 79, kinds]);
        let hierarchy = Hierarchy::at(1 << 12);
        let answer = test_with(&hierarchy, BASE, NODE | 1, 0, &node, &ray);
        assert_eq!(answer.words[8..], [79, 79]);
        let one = test_with(&hierarchy, BASE, NODE, 0, &node, &ray);
        assert_eq!(one.words[..4], answer.words[..4]);
        assert_eq!(
            one.words[4..],
            [INVALID, INVALID, INVALID, INVALID, 79, INVALID]
        );
        for (at, corners) in [[0, 1, 2], [1, 3, 2]].into_iter().enumerate() {
            let found = &answer.words[4 * at..4 * at + 4];
            assert_eq!(found[3] >> 31 == 0, opaque[at] == 1);
            if at == 1 && procedural {
                let one = 1f32.to_bits();
                assert_eq!(found[..3], [0, one, 1 << 31 | one]);
                continue;
            }
            let (t, u, v) = naive_triangle(&ray, corners.map(|n| super::as_corner(&node, n)));
            let edge = u.abs().min(v.abs()).min((1.0 - u - v).abs()).min(t.abs());
            if edge < TOLERANCE {
                continue;
            }
            let float = |n: usize| f64::from(f32::from_bits(found[n] & !(1 << 31)));
            if u < 0.0 || v < 0.0 || u + v > 1.0 || t < 0.0 {
                assert_eq!(found[0], f32::INFINITY.to_bits());
                continue;
            }
            for (n, expected) in [(0, t), (2, u), (3, v)] {
                let apart = (float(n) / float(1) - expected).abs();
                assert!(apart <= TOLERANCE * expected.abs().max(1.0), "{ray:?}");
            }
            hits += 1;
        }
    }
    assert!(hits > 200, "{hits}");
}
