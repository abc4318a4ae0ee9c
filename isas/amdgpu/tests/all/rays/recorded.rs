//! What AMD's own implementation makes of stacks, nodes and rays: `scripts/ray-oracle` records it.
//!
//! Stacks, boxes and instances agree to the bit. That implementation tests triangles in single precision, so that what
//! it finds of them agrees as far as that goes, and not where a ray comes near an edge; of a triangle that is not hit it
//! leaves shares that are none.

use super::*;
use amdgpu::ray_stack::{self, StackKind, StackMemory};
use std::collections::{BTreeMap, HashMap};
use std::path::Path;

/// Where nodes lie, in bytes.
const AT: u64 = 0x180;

#[derive(Default)]
struct Local(HashMap<u32, u32>);

impl StackMemory for Local {
    fn load(&mut self, address: u32) -> Result<u32, Trap> {
        Ok(self.0.get(&address).copied().unwrap_or(INVALID))
    }

    fn store(&mut self, address: u32, word: u32) -> Result<(), Trap> {
        self.0.insert(address, word);
        Ok(())
    }
}

/// A line: what is asked, words of what is given, and words of what comes back.
struct Case<'a> {
    name: &'a str,
    parts: Vec<Vec<u32>>,
}

impl Case<'_> {
    fn of(line: &str) -> Case<'_> {
        let (name, rest) = line.split_once(' ').expect("a name");
        let words = |part: &str| {
            let words = part.split_whitespace();
            words
                .map(|word| u32::from_str_radix(word, 16).expect("hexadecimal"))
                .collect()
        };
        Case {
            name,
            parts: rest.split('|').map(words).collect(),
        }
    }

    /// A step of a stack, whose memory a walk goes on with.
    fn step(&self, memory: &mut Local) -> Vec<u32> {
        let given = &self.parts[0];
        if given[0] == 1 {
            *memory = Local::default();
        }
        let (kind, pops, rest) = match self.name {
            "ring" => {
                let kind = StackKind::Ring {
                    size: given[1],
                    pairs: false,
                    ranges: given[3] != 0,
                };
                (kind, given[2] as u16, &given[4..])
            }
            _ => (StackKind::Counted { size: 16 }, 1, &given[1..]),
        };
        let told = ray_stack::step(kind, pops, rest[0], rest[1], &rest[2..], memory);
        let (register, next) = told.expect("it is known");
        match self.name {
            "ring" => vec![register, next[0], next[1]],
            _ => vec![register, next[0]],
        }
    }

    fn node(&self) -> [u32; 2] {
        [self.parts[0][5], self.parts[0][6]]
    }

    fn test(&self) -> Answer {
        let given = &self.parts[0];
        let packed = ["eight", "packed-instance", "packet"].contains(&self.name);
        let hierarchy = Hierarchy {
            packed,
            instances: true,
            pointer_flags: true,
            triangles_first: packed,
            sorts: given[4] != 3,
            // Two nodes are in an order each there.
            sorts_eight: self.name != "two",
            heuristic: given[4] & 3,
            grow: 6,
            common_exponents: given[0] != 0,
            ..Hierarchy::at(0)
        };
        let three = |from: usize| [0, 1, 2].map(|i| f32::from_bits(given[from + i]));
        let ray = Ray {
            extent: f32::from_bits(given[7]),
            origin: three(8),
            direction: three(11),
            inverse: [0.0; 3],
        }
        .with_inverse();
        let mut load = |address: u64, to: &mut [u32]| {
            let from = (address - AT) as usize / 4;
            let words = &self.parts[1][from..];
            to.copy_from_slice(&words[..to.len()]);
            Ok(())
        };
        let query = Query {
            base: u64::from(given[1]) | u64::from(given[2]) << 32,
            mask: given[3],
        };
        let told = match self.name {
            "two" => hierarchy.test_two(&query, self.node(), &ray, &mut load),
            _ => hierarchy.test_eight(&query, self.node()[0], &ray, &mut load),
        };
        told.expect("it is known")
    }

    /// Whether four words are about a triangle.
    fn is_triangle(&self, half: usize) -> bool {
        let [first, second] = self.node().map(|node| node & 7 <= 1);
        match (self.name, half) {
            ("packet", _) => true,
            ("two", 0) | ("plain-eight", 0) => first,
            ("two", _) => second,
            ("plain-eight", _) => self.node()[0] & 7 == 1,
            _ => false,
        }
    }
}

/// Whether four words about a triangle are as alike as two precisions allow: or nothing, where one says that it is hit.
fn alike(packet: bool, found: &[u32], expected: &[u32]) -> Option<bool> {
    let missed = f32::INFINITY.to_bits();
    let shares = if packet { 1 } else { 2 };
    let signs = |words: &[u32]| [words[shares] >> 31, words[shares + 1] >> 31];
    // What a program has to look at is known even so; a packet has numbers behind its shares.
    let known = signs(found) == signs(expected) && (!packet || found[3] >> 1 == expected[3] >> 1);
    match (found[0] == missed, expected[0] == missed) {
        (true, true) => Some(known),
        (false, false) => {
            let floats = found.iter().zip(expected).take(if packet { 3 } else { 4 });
            let near = floats.map(|(found, expected)| [*found, *expected].map(f32::from_bits));
            let near = near.into_iter().all(|[found, expected]| {
                let size = expected.abs().max(if packet { 1.0 } else { 20.0 });
                (found - expected).abs() <= 1e-4 * size
            });
            Some(known && near && (!packet || found[3] == expected[3]))
        }
        _ => None,
    }
}

#[test]
fn recorded_answers_are_ours() {
    let default = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/rdna/rays/recorded.txt");
    let path = std::env::var_os("RAY_CASES").map_or(default, Into::into);
    let text = std::fs::read_to_string(path).expect("recorded cases");
    let mut memory = Local::default();
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    let (mut triangles, mut edges) = (0u32, 0u32);
    for line in text.lines() {
        let case = Case::of(line);
        *counts.entry(case.name).or_default() += 1;
        if case.parts.len() == 2 {
            assert_eq!(case.step(&mut memory), case.parts[1], "{line}");
            continue;
        }
        let (answer, expected) = (case.test(), &case.parts[2]);
        assert_eq!(answer.origin, expected[10..13], "{line}");
        assert_eq!(answer.direction, expected[13..16], "{line}");
        assert_eq!(answer.words[8..], expected[8..10], "{line}");
        for half in [0, 1] {
            let words = 4 * half..4 * half + 4;
            let (found, expected) = (&answer.words[words.clone()], &expected[words]);
            if !case.is_triangle(half) {
                assert_eq!(found, expected, "{line}");
                continue;
            }
            triangles += 1;
            match alike(case.name == "packet", found, expected) {
                Some(alike) => assert!(alike, "{found:x?} {expected:x?} {line}"),
                None => edges += 1,
            }
        }
    }
    assert!(
        counts.len() == 8 && counts.values().all(|it| *it > 20),
        "{counts:?}"
    );
    assert!(
        edges * 200 <= triangles,
        "{edges} of {triangles} are near an edge"
    );
}
