//! Transfers do lane by lane what they say, at every level: what is allowed, what arrives, and how
//! many blocks were touched.

use crate::samples::Rng;
use op::{Level, Transfer, kernels_at};

const LANES: usize = 32;
const BYTES: u32 = 8192;

#[repr(align(64))]
#[derive(Clone, PartialEq, Debug)]
struct Registers([[u32; LANES]; 4]);

/// Addresses of the shapes that programs have.
fn addresses(rng: &mut Rng) -> [u32; LANES] {
    let (start, random) = (rng.next() as u32 % (BYTES - 512), rng.next());
    let shape = random % 6;
    std::array::from_fn(|lane| {
        let i = lane as u32;
        match shape {
            0 => start + 4 * i,
            1 => start,
            2 => start / 2 + 4 * (i % 16) + i / 16 * (random >> 32) as u32 % 4096,
            3 => start + 4 * (31 - i),
            4 => start + 16 * i,
            // Some of these are outside.
            _ => rng.next() as u32 % (BYTES + 64),
        }
    })
}

#[test]
fn transfers_equal_lane_by_lane_copies() {
    let mut rng = Rng::new(3);
    let mut runs = 0;
    let memory: Vec<u8> = (0..BYTES).map(|_| rng.next() as u8).collect();
    for round in 0..6000 {
        let low = Registers([addresses(&mut rng), [0; LANES], [0; LANES], [0; LANES]]);
        let mask = match round % 3 {
            0 => 0xffff_ffff,
            1 => (1u64 << (1 + rng.next() % 31)) - 1,
            _ => rng.next() & 0xffff_ffff | 1 << (rng.next() % 32),
        };
        let is_live = |lane: usize| mask >> lane & 1 != 0;
        let live: [u32; LANES] = std::array::from_fn(|lane| if is_live(lane) { !0 } else { 0 });
        let live = Registers([live; 4]);
        let words = 1 + rng.next() as usize % 4;
        let least = rng.next() as u32 % 64;
        let align = [0, 3][rng.next() as usize % 2];
        let old = Registers(std::array::from_fn(|_| {
            std::array::from_fn(|_| rng.next() as u32)
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
                continue;
            }
            let bias = rng.next() as u32 % 128;
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
            // SAFETY: as above; the transfer is allowed.
            unsafe { kernels.load(&transfer, loaded.0[0].as_mut_ptr()) };
            for (r, lane) in (0..4).flat_map(|r| (0..LANES).map(move |lane| (r, lane))) {
                let from = at(lane) as usize + 4 * r;
                let expected = match r < words && is_live(lane) {
                    true => u32::from_le_bytes(memory[from..from + 4].try_into().unwrap()),
                    false => old.0[r][lane],
                };
                assert_eq!(loaded.0[r][lane], expected);
            }
            // SAFETY: as above.
            let run = unsafe { kernels.is_run(&transfer) };
            let side_by_side = |lane: usize| at(lane) == at(0).wrapping_add(4 * lane as u32);
            let all = (0..LANES).all(|lane| is_live(lane) && side_by_side(lane));
            assert_eq!(run, words == 1 && all);
            if run {
                runs += 1;
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
            unsafe { kernels.store(&transfer, old.0[0].as_ptr()) };
            assert!(bytes == expected);
        }
    }
    assert!(runs > 100, "{runs}");
}
