//! Loads that transpose between lanes.

// Lanes are the second index of registers.
#![allow(clippy::needless_range_loop)]

use crate::matrix::{MEMORY, Start, encode, number, range, run};
use amdgpu::{Target, Wave};
use random::Random;

/// A stored column by column and B row by row, which is not how products take them: transposed loads
/// bring both into place, in either size of wave.
#[test]
fn transposed_loads_prepare_products() {
    for (wave, ty, product, output) in [
        (
            Wave::W32,
            "f16",
            "f32_16x16x16_f16 v[48:55], v[0:3], v[16:19], 0",
            "f32",
        ),
        (
            Wave::W64,
            "f16",
            "f32_16x16x16_f16 v[48:51], v[0:1], v[16:17], 0",
            "f32",
        ),
        (
            Wave::W32,
            "iu8",
            "i32_16x16x16_iu8 v[48:55], v[0:1], v[16:17], 0 neg_lo:[1,1,0]",
            "i32",
        ),
        (
            Wave::W64,
            "iu8",
            "i32_16x16x16_iu8 v[48:51], v0, v16, 0 neg_lo:[1,1,0]",
            "i32",
        ),
    ] {
        let mut random = Random::new(3);
        let mut matrix = || -> Vec<Vec<i32>> {
            let row = |random: &mut Random| (0..16).map(|_| number(random, -9, 9)).collect();
            (0..16).map(|_| row(&mut random)).collect()
        };
        // Both with K as the first index.
        let (a, b) = (matrix(), matrix());
        let element = if ty == "f16" { 2 } else { 1 };
        let bytes: Vec<u8> = a
            .iter()
            .chain(&b)
            .flatten()
            .flat_map(|&value| encode(ty, value).to_le_bytes()[..element].to_vec())
            .collect();
        let lanes = wave.lanes() as usize;
        let groups = lanes / 16;
        let side = 16 / groups;
        let mut registers = vec![vec![0; lanes]; 64];
        for lane in 0..lanes {
            // Squares lie side by side along M, a group of 16 lanes for each part of K.
            let (k, m) = (lane / 16 * side + lane % side, lane % 16 / side * side);
            registers[60][lane] = MEMORY as u32 + ((k * 16 + m) * element) as u32;
        }
        let words = side * element / 4;
        let load = if element == 2 { "b128" } else { "b64" };
        let text = format!(
            "global_load_tr_{load} {}, v[60:61], off; global_load_tr_{load} {}, v[60:61], off offset:{}; \
             s_wait_loadcnt 0x0; v_wmma_{product}",
            range(0, words),
            range(16, words),
            256 * element,
        );
        let end = run(&text, Target::Gfx1200, wave, Start(registers), &bytes);
        for lane in 0..lanes {
            for e in 0..16 / groups {
                let (m, n) = (lane / 16 % 2 * 8 + lane / 32 * 4 + e, lane % 16);
                let sum = (0..16).map(|k| a[k][m] * b[k][n]).sum::<i32>();
                let found = end[48 + e][lane];
                assert_eq!(found, encode(output, sum), "{text}: row {m}, lane {lane}");
            }
        }
    }
}

/// Which lane's access, and which element of it, every element of a lane comes from.
///
/// Bits of the number of the source lane, the lowest first, and then those of the element within its access:
/// `l` is a bit of the lane that gets it, `r` one of the place it gets in that lane. This is how compilers that were
/// tried on chips write these loads down.
const SOURCES: [(&str, usize, &str, &str); 4] = [
    (
        "ds_read_b64_tr_b16 v[0:1]",
        16,
        "l2 l3 r0 r1 l4 l5",
        "l0 l1",
    ),
    (
        "ds_read_b64_tr_b8 v[0:1]",
        8,
        "l3 r0 r1 r2 l4 l5",
        "l0 l1 l2",
    ),
    (
        "ds_read_b64_tr_b4 v[0:1]",
        4,
        "r0 r1 r2 r3 l4 l5",
        "l0 l1 l2 l3",
    ),
    (
        "ds_read_b96_tr_b6 v[0:2]",
        6,
        "r0 r1 r2 r3 l4 l5",
        "l0 l1 l2 l3",
    ),
];

#[test]
fn loads_of_local_memory_give_lanes_columns() {
    let mut random = Random::new(7);
    for (load, bits, source, within) in SOURCES {
        let words = if bits == 6 { 3 } else { 2 };
        let bytes: Vec<u8> = (0..64 * 16).map(|_| random.below(256) as u8).collect();
        let mut registers = vec![vec![0; 64]; 64];
        for lane in 0..64 {
            registers[60][lane] = MEMORY as u32 + lane as u32 * 16;
            // Accesses of lanes need not lie in the order of lanes.
            registers[62][lane] = (lane as u32 ^ 5) * 16;
        }
        let text = format!(
            "global_load_dwordx4 v[20:23], v[60:61], off; s_waitcnt vmcnt(0); ds_write_b128 v62, v[20:23]; \
             s_waitcnt lgkmcnt(0); {load}, v62; s_waitcnt lgkmcnt(0)"
        );
        let end = run(&text, Target::Gfx950, Wave::W64, Start(registers), &bytes);
        let element = |of: &dyn Fn(usize) -> u8, at: usize| -> u32 {
            let bit = |bit: usize| u32::from(of(bit / 8)) >> (bit % 8) & 1;
            (0..bits).map(|n| bit(at * bits + n) << n).sum()
        };
        for lane in 0..64 {
            let got = |byte: usize| end[byte / 4][lane].to_le_bytes()[byte % 4];
            for place in 0..words * 32 / bits {
                let number = |names: &str| -> usize {
                    let bit = |name: &str| {
                        let of = if name.starts_with('l') { lane } else { place };
                        of >> name[1..].parse::<usize>().expect("a bit") & 1
                    };
                    names
                        .split(' ')
                        .enumerate()
                        .map(|(n, name)| bit(name) << n)
                        .sum()
                };
                let loaded = |byte: usize| bytes[number(source) * 16 + byte];
                let (found, expected) = (element(&got, place), element(&loaded, number(within)));
                assert_eq!(found, expected, "{load}: lane {lane}, element {place}");
            }
        }
    }
}

/// A stored column by column and B row by row in local memory: two loads bring each into place.
#[test]
fn loads_of_local_memory_prepare_products() {
    let mut random = Random::new(5);
    let mut matrix = || -> Vec<Vec<i32>> {
        let row = |random: &mut Random| (0..32).map(|_| number(random, -9, 9)).collect();
        (0..16).map(|_| row(&mut random)).collect()
    };
    // Both with K as the first index.
    let (a, b) = (matrix(), matrix());
    let numbers = a.iter().chain(&b).flatten();
    let bytes: Vec<u8> = numbers
        .flat_map(|&value| (encode("f16", value) as u16).to_le_bytes())
        .collect();
    let mut registers = vec![vec![0; 64]; 64];
    for lane in 0..64 {
        registers[60][lane] = MEMORY as u32 + lane as u32 * 16;
        registers[62][lane] = lane as u32 * 16;
        // A quarter of the wave for each half of M and of K, four lanes with four elements for each row.
        let (k, m) = (
            lane / 32 * 8 + lane % 16 / 4,
            lane / 16 % 2 * 16 + lane % 4 * 4,
        );
        registers[63][lane] = ((k * 32 + m) * 2) as u32;
    }
    let copy = |at: usize| {
        format!(
            "global_load_dwordx4 v[0:3], v[60:61], off offset:{at}; s_waitcnt vmcnt(0); \
             ds_write_b128 v62, v[0:3] offset:{at}; s_waitcnt lgkmcnt(0); "
        )
    };
    let loads: String = [(0, 0), (2, 256), (4, 1024), (6, 1280)]
        .map(|(to, at)| format!("ds_read_b64_tr_b16 v[{to}:{}], v63 offset:{at}; ", to + 1))
        .concat();
    let text = copy(0)
        + &copy(1024)
        + &loads
        + "s_waitcnt lgkmcnt(0); v_mfma_f32_32x32x16_f16 v[16:31], v[0:3], v[4:7], 0";
    let end = run(&text, Target::Gfx950, Wave::W64, Start(registers), &bytes);
    for lane in 0..64 {
        for e in 0..16 {
            let (m, n) = (e / 4 * 8 + lane / 32 * 4 + e % 4, lane % 32);
            let sum: i32 = (0..16).map(|k| a[k][m] * b[k][n]).sum();
            assert_eq!(end[16 + e][lane], encode("f32", sum), "row {m}, column {n}");
        }
    }
}
