//! Local memory, atomics, private arrays, structs, calls and tables.

use super::{Arg::*, Case, case, each, out};
use crate::opencl::data::{Data::*, floats, noise};

const N: usize = 128;

pub fn shared() -> Vec<Case> {
    let file = "shared";
    // Small integers, so that sums are exact in any order.
    let a: Vec<f32> = noise(1024, 21).iter().map(|v| (v % 17) as f32).collect();
    let u: Vec<u32> = noise(N, 22).iter().map(|v| v % 100).collect();
    let bytes: Vec<u8> = noise(N * 4, 23).iter().map(|&v| v as u8).collect();
    let sums = a[..N].chunks(64).map(|part| part.iter().sum()).collect();
    let prefix = u.chunks(64).flat_map(|part| {
        part.iter().scan(0, |sum, v| {
            *sum += v;
            Some(*sum)
        })
    });
    let (width, height) = (32, 16);
    let transposed = (0..width * height).map(|k| a[k % height * width + k / height]);
    let n = 16;
    let product = (0..n * n).map(|k| {
        let (row, column) = (k / n, k % n);
        (0..n)
            .map(|i| a[row * n + i] * a[256 + i * n + column])
            .sum()
    });
    let mut bins = vec![0u32; 16];
    bytes.iter().for_each(|v| bins[usize::from(v >> 4)] += 1);
    let at = |y: usize, x: isize| match x {
        0..128 => a[y * 128 + x as usize],
        _ => 0.0,
    };
    let stencil = (0..4 * 128).map(|k| {
        let (y, x) = (k / 128, (k % 128) as isize);
        at(y, x - 1) - 2.0 * at(y, x) + at(y, x + 1)
    });
    vec![
        case(
            file,
            "reduce",
            2,
            vec![In(F32(a[..N].to_vec())), out(F32(sums))],
        ),
        case(
            file,
            "prefix_sum",
            2,
            vec![In(U32(u.clone())), out(U32(prefix.collect())), Local(256)],
        ),
        case(
            file,
            "transpose",
            1,
            vec![
                In(F32(a[..width * height].to_vec())),
                out(F32(transposed.collect())),
                Value(U32(vec![width as u32])),
                Value(U32(vec![height as u32])),
            ],
        )
        .over(&[4, 2], &[8, 8]),
        case(
            file,
            "matrix_product",
            1,
            vec![
                In(F32(a[..256].to_vec())),
                In(F32(a[256..512].to_vec())),
                out(F32(product.collect())),
                Value(U32(vec![n as u32])),
            ],
        )
        .over(&[2, 2], &[8, 8]),
        case(
            file,
            "histogram",
            2,
            vec![In(U8(bytes)), out(U32(bins)), Value(U32(vec![4]))],
        ),
        case(
            file,
            "stencil",
            1,
            vec![
                In(F32(a[..512].to_vec())),
                out(F32(stencil.collect())),
                Value(U32(vec![128])),
            ],
        )
        .over(&[2, 4], &[64, 1]),
    ]
}

pub fn atomics() -> Vec<Case> {
    let file = "atomics";
    let a = noise(N, 31);
    let signed: Vec<i32> = a.iter().map(|&v| v as i32).collect();
    let long: Vec<u64> = a.iter().map(|&v| u64::from(v) * 0x1_0000_0001).collect();
    let quarters: Vec<f32> = a.iter().map(|v| (v % 64) as f32 / 4.0).collect();
    let total = |values: &[u32]| values.iter().fold(0u32, |sum, &v| sum.wrapping_add(v));
    let combine = |values: &[u32]| -> [u32; 7] {
        [
            total(values),
            0u32.wrapping_sub(total(values)),
            values.iter().copied().min().unwrap(),
            values.iter().copied().max().unwrap(),
            values.iter().fold(!0, |all, v| all & (v | 0xff)),
            values.iter().fold(0, |all, v| all | v & 0xff00),
            values.iter().fold(0, |all, v| all ^ v),
        ]
    };
    let mut before = vec![0; 9];
    (before[2], before[4], before[8]) = (!0, !0, 1000);
    let after = [&combine(&a)[..], &[N as u32, 1000 - N as u32]].concat();
    let local = a
        .chunks(64)
        .flat_map(|part| [&combine(part)[..], &[64]].concat());
    let sum = |values: &[u64]| values.iter().fold(0u64, |sum, &v| sum.wrapping_add(v));
    vec![
        case(
            file,
            "combine",
            2,
            vec![
                In(U32(a.clone())),
                Out {
                    before: U32(before),
                    after: U32(after),
                },
            ],
        ),
        case(
            file,
            "combine_signed",
            2,
            vec![
                In(I32(signed.clone())),
                Out {
                    before: I32(vec![i32::MAX, i32::MIN, 5]),
                    after: I32(vec![
                        signed.iter().copied().min().unwrap(),
                        signed.iter().copied().max().unwrap(),
                        signed.iter().fold(5i32, |sum, &v| sum.wrapping_add(v)),
                    ]),
                },
            ],
        ),
        case(
            file,
            "combine_local",
            2,
            vec![In(U32(a.clone())), out(U32(local.collect()))],
        ),
        case(
            file,
            "combine_wide",
            2,
            vec![
                In(U64(long.clone())),
                Out {
                    before: U64(vec![0, u64::MAX, 0, 0, 0]),
                    after: U64(vec![
                        sum(&long),
                        long.iter().copied().min().unwrap(),
                        long.iter().copied().max().unwrap(),
                        long.iter().fold(0, |all, v| all ^ v),
                        long.iter().fold(0, |all, v| all | v & 0xff_0000_0000),
                    ]),
                },
            ],
        ),
        case(
            file,
            "tickets",
            2,
            vec![out(U32(vec![N as u32])), out(U32(vec![1; N]))],
        ),
        case(
            file,
            "exchange",
            2,
            vec![
                Out {
                    before: U32(a.clone()),
                    after: U32((1..=N as u32).collect()),
                },
                out(U32(a.clone())),
            ],
        ),
        case(
            file,
            "add_floats",
            2,
            vec![
                In(F32(quarters.clone())),
                out(U32(vec![quarters.iter().sum::<f32>().to_bits()])),
            ],
        ),
    ]
}

pub fn memory() -> Vec<Case> {
    const PRIMES: [u32; 16] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53];
    const WEIGHTS: [f32; 5] = [0.0625, 0.25, 0.375, 0.25, 0.0625];
    let file = "memory";
    let a = noise(N, 41);
    let x = floats(4 * N, 42, -8.0, 8.0);
    let map = |f: &dyn Fn(usize) -> u32| out(U32((0..N).map(f).collect()));
    let convolved = (0..N as isize).map(|i| {
        let at = |k: isize| x[(i + k).clamp(0, N as isize - 1) as usize];
        (-2..=2).fold(0f32, |sum, k| WEIGHTS[(k + 2) as usize].mul_add(at(k), sum))
    });
    let many = noise(8 * N, 43);
    let sorted = many.chunks(8).flat_map(|part| {
        let mut part = part.to_vec();
        part.sort_unstable();
        part
    });
    let looked_up = |i: usize| {
        let mut seen: Vec<u32> = (0..16).map(|k| k * k).collect();
        (0..16).for_each(|k| seen[(a[i] >> k & 15) as usize] += k);
        seen.iter()
            .fold(0u32, |sum, v| sum.wrapping_mul(31).wrapping_add(*v))
    };
    let mix = |a: u32, b: u32| (a ^ b << 7).wrapping_mul(0x85eb_ca6b).wrapping_add(b >> 3);

    // struct particle: four floats, a float, an int, a short, six bytes.
    let (mass, cell, flags) = (
        |i: usize| i as f32 / 8.0,
        |i: usize| a[i] as i32 % 1000,
        |i: usize| i as i16,
    );
    let particles: Vec<u8> = (0..N)
        .flat_map(|i| {
            let position = x[4 * i..4 * i + 4].iter().flat_map(|v| v.to_le_bytes());
            position
                .chain(mass(i).to_le_bytes())
                .chain(cell(i).to_le_bytes())
                .chain(flags(i).to_le_bytes())
                .chain([0; 6])
                .collect::<Vec<u8>>()
        })
        .collect();
    let drift = [1f32, -2.0, 0.5, 4.0];
    let step = [&1.5f32.to_le_bytes()[..], &(-7i32).to_le_bytes(), &[0; 8]].concat();
    let step = [step, drift.iter().flat_map(|v| v.to_le_bytes()).collect()].concat();
    let moved = each(4 * N, |k| [x[k].mul_add(1.5, drift[k % 4] * mass(k / 4))]);
    let places = (0..N).map(|i| (cell(i) - 7 + i32::from(flags(i))) as f32);
    let moved = moved.into_iter().chain(places).collect();
    let bytes: Vec<u8> = noise(16 * N, 44).iter().map(|&v| v as u8).collect();
    const SHUFFLE: [usize; 16] = [0, 15, 1, 14, 2, 13, 3, 12, 4, 11, 5, 10, 6, 9, 7, 8];
    vec![
        case(
            file,
            "table",
            2,
            vec![
                In(U32(a.clone())),
                map(&|i| PRIMES[(a[i] & 15) as usize] * PRIMES[(a[i] >> 4 & 15) as usize]),
            ],
        ),
        case(
            file,
            "convolve",
            2,
            vec![
                In(F32(x[..N].to_vec())),
                out(F32(convolved.collect())),
                Value(U32(vec![N as u32])),
            ],
        ),
        case(
            file,
            "sort_private",
            2,
            vec![In(U32(many.clone())), out(U32(sorted.collect()))],
        ),
        case(
            file,
            "lookup_private",
            2,
            vec![In(U32(a.clone())), map(&looked_up)],
        ),
        case(
            file,
            "move_particles",
            2,
            vec![In(U8(particles)), In(U8(step)), out(F32(moved))],
        )
        .within(1e-6),
        case(
            file,
            "call",
            2,
            vec![
                In(U32(a.clone())),
                map(&|i| mix(mix(a[i], i as u32), a[i].wrapping_add(1))),
            ],
        ),
        case(
            file,
            "call_indirect",
            2,
            vec![
                In(U32(a.clone())),
                Value(U32(vec![1])),
                map(&|i| a[i].wrapping_mul(a[i])),
            ],
        ),
        case(
            file,
            "copy_vectors",
            2,
            vec![
                In(F32(x.clone())),
                In(U8(bytes.clone())),
                out(F32(each(4 * N, |k| {
                    [x[k / 4 * 4 + 3 - k % 4] + (k % 4) as f32 + 1.0]
                }))),
                out(U8(each(16 * N, |k| [bytes[k / 16 * 16 + SHUFFLE[k % 16]]]))),
            ],
        ),
    ]
}
