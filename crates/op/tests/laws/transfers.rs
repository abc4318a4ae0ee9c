//! Transfers do lane by lane what they say, at every level: what is allowed, what arrives, and how
//! many blocks were touched.

use crate::samples::Random;
use op::{Interleave, Level, Transfer, Words, kernels_at};

const LANES: usize = 32;
const BYTES: u32 = 8192;

#[repr(align(64))]
#[derive(Clone, PartialEq, Debug)]
struct Registers([[u32; LANES]; 4]);

/// Addresses of the shapes that programs have.
fn addresses(random: &mut Random) -> [u32; LANES] {
    let (start, any) = (random.bits() as u32 % (BYTES - 512), random.bits());
    let shape = any % 6;
    std::array::from_fn(|lane| {
        let i = lane as u32;
        match shape {
            0 => start + 4 * i,
            1 => start,
            2 => start / 2 + 4 * (i % 16) + i / 16 * (any >> 32) as u32 % 4096,
            3 => start + 4 * (31 - i),
            4 => start + 16 * i,
            // Some of these are outside.
            _ => random.bits() as u32 % (BYTES + 64),
        }
    })
}

#[test]
fn transfers_equal_lane_by_lane_copies() {
    let mut random = Random::new(3);
    let mut runs = [0; Level::ALL.len()];
    let memory: Vec<u8> = (0..BYTES).map(|_| random.bits() as u8).collect();
    for round in 0..6000 {
        let low = Registers([addresses(&mut random), [0; LANES], [0; LANES], [0; LANES]]);
        let mask = match round % 3 {
            0 => 0xffff_ffff,
            1 => (1u64 << (1 + random.bits() % 31)) - 1,
            _ => random.bits() & 0xffff_ffff | 1 << (random.bits() % 32),
        };
        let is_live = |lane: usize| mask >> lane & 1 != 0;
        let live: [u32; LANES] = std::array::from_fn(|lane| if is_live(lane) { !0 } else { 0 });
        let live = Registers([live; 4]);
        let words = 1 + random.bits() as usize % 4;
        let least = random.bits() as u32 % 64;
        let align = [0, 3][random.bits() as usize % 2];
        let old = Registers(std::array::from_fn(|_| {
            std::array::from_fn(|_| random.bits() as u32)
        }));
        for kernels in Level::ALL.into_iter().filter_map(kernels_at) {
            let mut bytes = memory.clone();
            let transfer = Transfer {
                low: low.0[0].as_ptr(),
                high: std::ptr::null(),
                high_is: 0,
                live: live.0[0].as_ptr(),
                mask,
                first: mask.trailing_zeros() as usize % LANES,
                lanes: LANES,
                pitch: LANES,
                base: bytes.as_mut_ptr(),
                least,
                most: BYTES - 4 * words as u32,
                align,
                words,
            };
            let lanes = || (0..LANES).filter(|&lane| is_live(lane));
            let at = |lane: usize| low.0[0][lane];
            let fine =
                |lane| at(lane) >= least && at(lane) <= transfer.most && at(lane) & align == 0;
            // SAFETY: registers have 32 words, and allowed addresses lie in `bytes`.
            let allowed = unsafe { kernels.allowed(&transfer) };
            assert_eq!(allowed, lanes().all(fine));
            if !allowed {
                let (mut kept, src) = (old.clone(), old.0[0].as_ptr());
                // SAFETY: as above.
                unsafe {
                    assert!(!kernels.load(&transfer, kept.0[0].as_mut_ptr()));
                    assert!(!kernels.store(&transfer, src));
                }
                assert!(kept == old && bytes == memory);
                continue;
            }
            let bias = random.bits() as u32 % 128;
            let touched: std::collections::BTreeSet<u32> = lanes()
                .flat_map(|lane| {
                    (0..4 * words as u32).map(move |byte| (at(lane) + bias + byte) / 128)
                })
                .collect();
            // SAFETY: as above.
            if let Some(blocks) = unsafe { kernels.blocks(&transfer, bias, 7) } {
                assert_eq!(blocks as usize, touched.len());
            }
            let mut loaded = old.clone();
            // SAFETY: as above.
            assert!(unsafe { kernels.load(&transfer, loaded.0[0].as_mut_ptr()) });
            for (r, lane) in (0..4).flat_map(|r| (0..LANES).map(move |lane| (r, lane))) {
                let from = at(lane) as usize + 4 * r;
                let expected = match r < words && is_live(lane) {
                    true => u32::from_le_bytes(memory[from..from + 4].try_into().unwrap()),
                    false => old.0[r][lane],
                };
                assert_eq!(loaded.0[r][lane], expected);
            }
            let full = (0..LANES).all(is_live);
            // SAFETY: as above.
            let run = full && unsafe { kernels.is_run(&transfer) };
            let side_by_side = |lane: usize| at(lane) == at(0).wrapping_add(4 * lane as u32);
            assert_eq!(run, full && words == 1 && (0..LANES).all(side_by_side));
            if run {
                runs[kernels.level() as usize] += 1;
                let mut again = old.clone();
                // SAFETY: as above; the transfer is a run.
                unsafe { kernels.load_run(&transfer, again.0[0].as_mut_ptr()) };
                assert_eq!(again.0, loaded.0);
            }
            let mut expected = memory.clone();
            for (lane, r) in lanes().flat_map(|lane| (0..words).map(move |r| (lane, r))) {
                let to = at(lane) as usize + 4 * r;
                expected[to..to + 4].copy_from_slice(&old.0[r][lane].to_le_bytes());
            }
            if run {
                // SAFETY: as above; the transfer is a run.
                unsafe { kernels.store_run(&transfer, old.0[0].as_ptr()) };
                assert!(bytes == expected);
                bytes.copy_from_slice(&memory);
            }
            // SAFETY: as above.
            assert!(unsafe { kernels.store(&transfer, old.0[0].as_ptr()) });
            assert!(bytes == expected);
        }
    }
    for kernels in Level::ALL.into_iter().filter_map(kernels_at) {
        let level = kernels.level();
        let runs = runs[level as usize];
        assert!(runs > 30, "{runs} at {level:?}");
    }
}

/// The kernels for memory that is not shared do what those for any memory do.
#[test]
fn words_equal_transfers() {
    let mut random = Random::new(4);
    let memory: Vec<u8> = (0..BYTES).map(|_| random.bits() as u8).collect();
    for round in 0..6000 {
        let mask = match round % 3 {
            0 => 0xffff_ffff,
            1 => random.bits() & random.bits() & 0xffff_ffff,
            _ => random.bits() & 0xffff_ffff,
        };
        let live = std::array::from_fn(|lane| if mask >> lane & 1 != 0 { !0 } else { 0 });
        let live = Registers([live; 4]);
        let mut file = Registers(std::array::from_fn(|_| {
            std::array::from_fn(|_| random.bits() as u32)
        }));
        // Words may replace the addresses that they are behind.
        let (low, data) = (random.bits() as usize % 4, random.bits() as usize % 3);
        let wide = round % 5 == 0;
        file.0[low] = addresses(&mut random).map(|address| {
            if round % 4 == 0 {
                address
            } else {
                address & !3
            }
        });
        let words = Words {
            low: (4 * LANES * low) as u32,
            data: (4 * LANES * data) as u32,
            bias: [0, 16, 4096][random.bits() as usize % 3],
            align: [0, 3][random.bits() as usize % 2],
            count: if wide { 2 } else { 1 },
            pitch: LANES as u32,
        };
        let bytes = [BYTES as usize, 4100, 100, 2][random.bits() as usize % 4];
        for kernels in Level::ALL.into_iter().filter_map(kernels_at) {
            let general = |memory: &mut Vec<u8>| Transfer {
                low: file.0[low].as_ptr(),
                high: std::ptr::null(),
                high_is: 0,
                live: live.0[0].as_ptr(),
                mask,
                first: mask.trailing_zeros() as usize % LANES,
                lanes: LANES,
                pitch: LANES,
                base: memory.as_mut_ptr().wrapping_add(words.bias as usize),
                least: 0,
                most: (bytes as u32).wrapping_sub(words.bias + 4 * words.count),
                align: words.align,
                words: words.count as usize,
            };
            let room = bytes as u32 >= words.bias + 4 * words.count;
            for store in [false, true] {
                let (mut expected, mut found) = (file.clone(), file.clone());
                let (mut memory_expected, mut memory_found) = (memory.clone(), memory.clone());
                let kernel = match store {
                    true => kernels.store_words(LANES),
                    false => kernels.load_words(LANES),
                };
                let kernel = kernel.expect("a kernel for 32 lanes");
                let transfer = general(&mut memory_expected);
                let to = expected.0[data].as_mut_ptr();
                // SAFETY: registers are in the file, and allowed addresses in `memory`.
                let (expected_done, found_done) = unsafe {
                    let done = room
                        && match store {
                            true => kernels.store(&transfer, to),
                            false => kernels.load(&transfer, to),
                        };
                    let (registers, own) = (found.0[0].as_mut_ptr(), memory_found.as_mut_ptr());
                    let live = live.0[0].as_ptr();
                    (done, kernel(&words, registers, live, mask, own, bytes))
                };
                assert_eq!(found_done, expected_done);
                assert_eq!(found, expected);
                assert!(memory_found == memory_expected);
            }
        }
    }
}

#[test]
fn lanes_are_apart_if_no_two_are_in_one_bank() {
    let mut random = Random::new(5);
    for _ in 0..6000 {
        let low = Registers([addresses(&mut random); 4]);
        let mask = if random.bits().is_multiple_of(2) {
            0xffff_ffff
        } else {
            random.bits() & 0xffff_ffff
        };
        let is_live = |lane: &usize| mask >> lane & 1 != 0;
        let words = std::array::from_fn(|lane| if is_live(&lane) { !0 } else { 0 });
        let live = Registers([words; 4]);
        let by = Interleave {
            bias: 4 * (random.bits() as u32 % 3),
            shift: 2,
            last: [0, 15, 31, 63][random.bits() as usize % 4],
        };
        let mut expected = Some(0u64);
        for lane in (0..LANES).filter(is_live) {
            let bit = 1u64 << ((low.0[0][lane] + by.bias) >> by.shift & by.last);
            expected = expected
                .filter(|banks| banks & bit == 0)
                .map(|banks| banks | bit);
        }
        for kernels in Level::ALL.into_iter().filter_map(kernels_at) {
            let (low, live) = (low.0[0].as_ptr(), live.0[0].as_ptr());
            // SAFETY: registers have 32 words.
            let apart = unsafe { kernels.apart(by, low, live, LANES, mask.count_ones()) };
            assert_eq!(apart, expected);
        }
    }
}

#[test]
fn odd_lanes_are_those_with_bit_0() {
    let mut random = Random::new(6);
    for _ in 0..500 {
        let src = Registers([std::array::from_fn(|_| random.bits() as u32); 4]);
        let live: [u32; LANES] = std::array::from_fn(|_| (random.bits() as u32 & 1).wrapping_neg());
        let live = Registers([live; 4]);
        for kernels in Level::ALL.into_iter().filter_map(kernels_at) {
            let mut dst = Registers([[7; LANES]; 4]);
            let (to, from, on) = (dst.0[0].as_mut_ptr(), src.0[0].as_ptr(), live.0[0].as_ptr());
            // SAFETY: registers have 32 words.
            let bits = unsafe { kernels.odd_lanes(to, from, on, LANES) };
            for lane in 0..LANES {
                let odd = src.0[0][lane] & 1 != 0 && live.0[0][lane] != 0;
                assert_eq!(
                    (bits >> lane & 1 != 0, dst.0[0][lane]),
                    (odd, if odd { !0 } else { 0 })
                );
            }
        }
    }
}
