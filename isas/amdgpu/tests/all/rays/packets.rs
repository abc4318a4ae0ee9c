//! Packets of triangles: written bit by bit, with as many bits shared as corners have in common, and tested pair by
//! pair.

use super::eight::{placed, test_with};
use super::*;

const BASE: u64 = 0x20;
const NODE: u32 = 0x10;

/// A triangle, or a primitive that is none.
#[derive(Clone, Debug)]
struct Primitive {
    corners: Option<[usize; 3]>,
    opaque: bool,
    both_sides: bool,
    number: u32,
    geometry: u32,
}

#[derive(Debug)]
struct Packet {
    corners: Vec<[f32; 3]>,
    /// A range of children ends with this pair.
    pairs: Vec<(Primitive, Option<Primitive>, bool)>,
}

#[derive(Default)]
struct Bits(Vec<bool>);

impl Bits {
    fn put(&mut self, value: u32, bits: u32) {
        self.0.extend((0..bits).map(|i| value >> i & 1 != 0));
    }

    fn words(&self) -> Vec<u32> {
        let word = |bits: &[bool]| {
            bits.iter()
                .rev()
                .fold(0, |word, bit| word << 1 | u32::from(*bit))
        };
        self.0.chunks(32).map(word).collect()
    }
}

/// How many leading bits numbers have in common.
fn shared(numbers: impl Iterator<Item = u32> + Clone) -> u32 {
    let first = numbers.clone().next().unwrap();
    numbers
        .map(|it| (it ^ first).leading_zeros())
        .min()
        .unwrap()
}

fn bits_of(number: u32) -> u32 {
    32 - number.leading_zeros()
}

/// The words of a packet, or nothing where it does not fit.
fn encode(packet: &Packet) -> Option<Vec<u32>> {
    let axis = |i: usize| packet.corners.iter().map(move |corner| corner[i].to_bits());
    let all = (0..3).flat_map(axis).fold(0, |all, it| all | it);
    let zeros = all.trailing_zeros().min(31);
    let prefix = [0, 1, 2].map(|i| shared(axis(i)).min(31 - zeros));
    let own = prefix.map(|prefix| 32 - zeros - prefix);
    // Both of a pair have numbers, whether the second one is there or not.
    let primitives: Vec<&Primitive> = (packet.pairs.iter())
        .flat_map(|(first, second, _)| [first, second.as_ref().unwrap_or(first)])
        .collect();
    let numbers = || primitives.iter().map(|it| it.number);
    let geometries = || primitives.iter().map(|it| it.geometry);
    let even = |bits: u32| bits.next_multiple_of(2);
    let [whole, part] = [bits_of(numbers().next().unwrap()), 32 - shared(numbers())];
    let [geo_whole, geo_part] = [
        even(bits_of(geometries().next().unwrap())),
        even(32 - shared(geometries())),
    ];
    if [whole, part].iter().any(|it| *it > 31) || [geo_whole, geo_part].iter().any(|it| *it > 30) {
        return None;
    }
    let mut above = Bits::default();
    above.put(primitives[0].number, whole);
    for number in numbers().skip(1) {
        above.put(number, part);
    }
    for (first, second, stops) in packet.pairs.iter().rev() {
        above.put(u32::from(*stops), 1);
        for primitive in [second.as_ref(), Some(first)] {
            let Some(it) = primitive else {
                above.put(0, 14);
                continue;
            };
            above.put(u32::from(it.both_sides), 1);
            above.put(u32::from(it.opaque), 1);
            let corners = it.corners.unwrap_or([15; 3]);
            corners.iter().for_each(|at| above.put(*at as u32, 4));
        }
    }
    let middle = 1024 - above.0.len();
    let mut below = Bits::default();
    for geometry in geometries().skip(1).collect::<Vec<_>>().into_iter().rev() {
        below.put(geometry, geo_part);
    }
    below.put(primitives[0].geometry, geo_whole);
    let mut bits = Bits::default();
    own.iter().for_each(|own| bits.put(own - 1, 5));
    bits.put(zeros, 5);
    bits.put(geo_whole / 2, 4);
    bits.put(geo_part / 2, 4);
    bits.put(packet.pairs.len() as u32 - 1, 3);
    bits.put(0, 1);
    bits.put(whole, 5);
    bits.put(part, 5);
    bits.put(middle as u32, 10);
    for (i, &bits_shared) in prefix.iter().enumerate() {
        let first = u64::from(axis(i).next().unwrap());
        bits.put((first >> (32 - bits_shared)) as u32, bits_shared);
    }
    for corner in &packet.corners {
        for i in 0..3 {
            bits.put(corner[i].to_bits() >> zeros, own[i]);
        }
    }
    let start = middle.checked_sub(below.0.len())?;
    let fill = start.checked_sub(bits.0.len())?;
    bits.0.extend(vec![false; fill]);
    bits.0.extend(below.0);
    bits.0.extend(above.0);
    Some(bits.words())
}

fn packet(random: &mut Random) -> Packet {
    // Some bits less at the end, so that there is something to leave out.
    let keep = !0u32 << random.below(20);
    let size = [1.0, 8.0, 100.0][random.below(3) as usize];
    let count = 3 + random.below(10) as usize;
    let corners = (0..count)
        .map(|_| three(random, size).map(|it| f32::from_bits(it.to_bits() & keep)))
        .collect();
    let (first, geometry) = (random.below(1 << 20) as u32, random.below(1 << 8) as u32);
    let mut primitive = || Primitive {
        corners: (random.below(8) > 0).then(|| [0; 3].map(|_| random.below(count as u64) as usize)),
        opaque: random.below(2) == 0,
        both_sides: random.below(4) == 0,
        number: first ^ random.below(16) as u32,
        geometry: geometry ^ random.below(4) as u32,
    };
    let mut pairs = Vec::new();
    let mut pair = || {
        let (first, second) = (primitive(), primitive());
        // Three times the first corner means that there is none.
        let second = Some(second).filter(|it| it.corners != Some([0; 3]) && it.number % 4 != 0);
        let stops = first.number % 3 == 0;
        (first, second, stops)
    };
    for _ in 0..8 {
        pairs.push(pair());
    }
    pairs.truncate(1 + random.below(8) as usize);
    Packet { corners, pairs }
}

fn packed() -> Hierarchy {
    Hierarchy {
        packed: true,
        pointer_flags: true,
        ..Hierarchy::at(1 << 12)
    }
}

fn has(flags: u64, flag: u32) -> bool {
    flags >> (flag - 54) & 1 != 0
}

/// Checks what was found of a primitive. Nothing, where the two cannot agree.
fn check(found: [u32; 4], it: &Primitive, packet: &Packet, ray: &Ray, flags: u64) -> Option<bool> {
    let opaque = has(flags, 54) || !has(flags, 55) && it.opaque;
    let culled = match opaque {
        true => has(flags, 60),
        false => has(flags, 61),
    };
    assert_eq!(found[3] >> 1, it.number);
    assert_eq!(found[2] >> 31 == 0, opaque, "{it:?} {flags:x}");
    assert_eq!(found[1] >> 31 == 1, it.corners.is_none());
    let Some(corners) = it.corners else {
        let t = match culled || has(flags, 63) {
            true => f32::INFINITY,
            false => 0.0,
        };
        assert_eq!(found[0], t.to_bits());
        return Some(t == 0.0);
    };
    let corners = corners.map(|at| packet.corners[at]);
    let (t, u, v) = naive_triangle(ray, corners);
    let edge = u.abs().min(v.abs()).min((1.0 - u - v).abs()).min(t.abs());
    if edge < TOLERANCE {
        return None;
    }
    let [a, b, c] = corners.map(|corner| corner.map(f64::from));
    let minus = |x: [f64; 3], y: [f64; 3]| [0, 1, 2].map(|i| x[i] - y[i]);
    let normal = cross(minus(b, a), minus(c, a));
    let front = (dot(normal, ray.direction.map(f64::from)) < 0.0) != has(flags, 57);
    let face = if front {
        has(flags, 59)
    } else {
        has(flags, 58)
    };
    let culled = culled || has(flags, 62) || face && !has(flags, 56) && !it.both_sides;
    let met = u >= 0.0 && v >= 0.0 && u + v <= 1.0 && t >= 0.0;
    // A triangle without an area has no numbers at all.
    if !met || culled {
        assert_eq!(found[0], f32::INFINITY.to_bits(), "{it:?} {flags:x}");
        return Some(false);
    }
    assert_eq!(found[3] & 1 == 0, front);
    let words = [found[0], found[1], found[2] & !(1 << 31)].map(f32::from_bits);
    for (found, expected) in words.into_iter().zip([t, u, v]) {
        let apart = (f64::from(found) - expected).abs();
        assert!(
            apart <= TOLERANCE * expected.abs().max(1.0),
            "{found} {expected} {ray:?}"
        );
    }
    Some(true)
}

#[test]
fn pairs_are_hit_where_naive_triangles_are() {
    let mut random = Random::new(21);
    let (mut hits, mut misses, mut large) = (0, 0, 0);
    for round in 0..6000 {
        let packet = packet(&mut random);
        let Some(words) = encode(&packet) else {
            continue;
        };
        assert_eq!(words.len(), 32);
        let flags = match round % 2 {
            0 => 0,
            _ => random.below(1024),
        };
        let base = BASE | flags << 54;
        for (number, (first, second, stops)) in packet.pairs.iter().enumerate() {
            let ray = match packet.corners.first() {
                // Towards a corner, so that something is hit.
                Some(corner) if random.below(2) == 0 => {
                    let from = three(&mut random, 20.0);
                    let aim = three(&mut random, 2.0);
                    let direction = [0, 1, 2].map(|i| corner[i] + aim[i] - from[i]);
                    Ray {
                        extent: 1.0,
                        origin: from,
                        direction,
                        inverse: [0.0; 3],
                    }
                }
                _ => ray(&mut random),
            };
            let kind = (number & 3 | (number & 4) << 1) as u32;
            let answer = test_with(&packed(), base, NODE | kind, 0, &words, &ray);
            let found = answer.words;
            assert_eq!(answer.origin, ray.origin.map(f32::to_bits));
            let ends = match (*stops, number + 1 == packet.pairs.len()) {
                (true, _) => 3,
                (false, true) => 1,
                (false, false) => 0,
            };
            assert_eq!(found[8], first.geometry << 2 | ends);
            let other = second.as_ref().unwrap_or(first);
            assert_eq!(found[9], other.geometry << 2 | ends);
            let words = [0, 1, 2, 3].map(|i| found[i]);
            let told = check(words, first, &packet, &ray, flags);
            let words = [0, 1, 2, 3].map(|i| found[4 + i]);
            let also = match second {
                Some(second) => check(words, second, &packet, &ray, flags),
                None => {
                    let none = [f32::INFINITY, 1.0, 1.0, 0.0].map(f32::to_bits);
                    assert_eq!(words, none);
                    None
                }
            };
            for told in [told, also].into_iter().flatten() {
                *if told { &mut hits } else { &mut misses } += 1;
            }
            large += u32::from(number >= 4);
        }
    }
    assert!(
        hits > 1000 && misses > 1000 && large > 500,
        "{hits} {misses} {large}"
    );
}

/// Whatever is in a node, there is an answer or a trap.
#[test]
fn nonsense_has_an_answer() {
    let mut random = Random::new(22);
    for round in 0..3000u32 {
        // Half a node more: pointers need not be multiples of one.
        let words: Vec<u32> = (0..48)
            .map(|_| match random.below(4) {
                0 => [0, !0, 1 << 31, 0x7fc0_0000][random.below(4) as usize],
                _ => random.bits() as u32,
            })
            .collect();
        let all = placed(&words);
        let ray = ray(&mut random);
        let query = Query {
            base: BASE | random.bits() << 54,
            mask: 0xff,
        };
        for hierarchy in [
            packed(),
            Hierarchy {
                sorts: true,
                instances: true,
                ..packed()
            },
        ] {
            let mut load = memory(&hierarchy, &all);
            let node = NODE | (round & 15);
            let told = hierarchy.test_eight(&query, node, &ray, &mut load);
            assert!(matches!(told, Ok(_) | Err(Trap::Unmodelled(_))));
        }
    }
}

#[test]
fn triangles_without_an_area_are_not_hit() {
    let ray = Ray {
        extent: 10.0,
        origin: [0.0, 0.0, -1.0],
        direction: [0.0, 0.0, 1.0],
        inverse: [0.0; 3],
    };
    let triangle = |corners: [usize; 3]| Primitive {
        corners: Some(corners),
        opaque: true,
        both_sides: false,
        number: 1,
        geometry: 0,
    };
    let corners = vec![[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, f32::NAN]];
    for wrong in [[0, 1, 1], [0, 1, 0], [1, 1, 1], [0, 1, 2]] {
        let packet = Packet {
            corners: corners.clone(),
            pairs: vec![(triangle(wrong), None, true)],
        };
        let words = encode(&packet).unwrap();
        let found = test_with(&packed(), BASE, NODE, 0, &words, &ray).words;
        assert_eq!(found[0], f32::INFINITY.to_bits(), "{wrong:?}");
    }
}
