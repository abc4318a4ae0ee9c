//! What lanes of a wave say to each other; waves have 32.

use super::{Arg::*, Case, case, each, out};
use crate::opencl::data::{Data::*, noise};

const N: usize = 64;

pub fn lanes() -> Vec<Case> {
    let file = "lanes";
    let a = noise(N, 81);
    let from: Vec<u32> = noise(N, 82).iter().map(|v| v % 32).collect();
    let wave = |i: usize| &a[i / 32 * 32..][..32];
    let mask = |i: usize| {
        wave(i)
            .iter()
            .enumerate()
            .map(|(k, v)| (v & 1) << k)
            .sum::<u32>()
    };
    let sum = |i: usize| wave(i).iter().fold(0u32, |sum, &v| sum.wrapping_add(v));
    let given = || In(U32(a.clone()));
    vec![
        case(
            file,
            "broadcast",
            1,
            vec![given(), out(U32(each(N, |i| [wave(i)[0], wave(i)[5]])))],
        ),
        case(
            file,
            "vote",
            1,
            vec![
                given(),
                out(U32(each(N, |i| {
                    let below = (1u32 << (i % 32)) - 1;
                    [mask(i), (mask(i) & below).count_ones()]
                }))),
            ],
        ),
        case(
            file,
            "shuffle",
            1,
            vec![
                given(),
                In(U32(from.clone())),
                out(U32(each(N, |i| [wave(i)[from[i] as usize]]))),
            ],
        ),
        case(
            file,
            "wave_sum",
            1,
            vec![given(), out(U32(each(N, |i| [sum(i)])))],
        ),
        // Bit mode: each lane reads the one whose number differs in bit 0.
        case(
            file,
            "swizzle",
            1,
            vec![given(), out(U32(each(N, |i| [a[i ^ 1]])))],
        ),
    ]
}
