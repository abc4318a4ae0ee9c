//! Integer arithmetic, and branches on which lanes do not agree.

use super::{Arg::*, Case, case, each, out};
use crate::opencl::data::{Data::*, floats, noise};

const N: usize = 128;

pub fn arithmetic() -> Vec<Case> {
    let file = "arithmetic";
    let (a, b) = (noise(N, 1), noise(N, 2));
    let (x, y) = (floats(N, 3, -10.0, 10.0), floats(N, 4, -10.0, 10.0));
    let signed = |values: &[u32]| values.iter().map(|&v| v as i32).collect::<Vec<i32>>();
    let (i, j) = (
        signed(&a),
        signed(&b)
            .iter()
            .map(|v| (v % 1000) | 1)
            .collect::<Vec<_>>(),
    );
    let long = |seed| -> Vec<u64> {
        let (high, low) = (noise(N, seed), noise(N, seed + 1));
        high.iter()
            .zip(low)
            .map(|(&h, l)| u64::from(h) << 32 | u64::from(l))
            .collect()
    };
    let (p, q) = (
        long(5),
        long(7).iter().map(|v| v >> (v & 63)).collect::<Vec<_>>(),
    );
    let bytes: Vec<u8> = a.iter().map(|&v| v as u8).collect();
    let shorts: Vec<i16> = b.iter().map(|&v| v as i16).collect();
    let sums = (0..N)
        .map(|k| if k < 100 { x[k] + y[k] } else { 0.0 })
        .collect();
    let hashed = |k: usize| {
        let mut x = k as u32 + 1;
        for i in 0..20 {
            x ^= x << 13;
            x ^= x >> 17;
            x ^= x << 5;
            x = x.wrapping_mul(0x9e37_79b1).wrapping_add(i);
        }
        x
    };
    let ids = (0..4 * 4 * 8usize).map(|k| {
        let (x, y, z) = (k as u32 % 8, k as u32 / 8 % 4, k as u32 / 32);
        x / 4 + 10 * (y / 2) + 100 * (z / 2) + 1000 * (x % 4) + 10000 * (y % 2) + 100_000 * (z % 2)
    });
    vec![
        case(
            file,
            "vector_add",
            2,
            vec![
                In(F32(x.clone())),
                In(F32(y.clone())),
                out(F32(sums)),
                Value(U32(vec![100])),
            ],
        ),
        case(
            file,
            "saxpy",
            2,
            vec![
                Value(F32(vec![1.25])),
                In(F32(x.clone())),
                In(F32(y.clone())),
                out(F32((0..N).map(|k| 1.25f32.mul_add(x[k], y[k])).collect())),
            ],
        ),
        case(
            file,
            "bits",
            2,
            vec![
                In(U32(a.clone())),
                In(U32(b.clone())),
                out(U32(each(N, |k| {
                    let (x, y) = (a[k], b[k]);
                    let s = y & 31;
                    [
                        (x & y) ^ (x | !y),
                        x.count_ones() + y.leading_zeros(),
                        x.rotate_left(s),
                        (x << s) ^ (x >> s) ^ (x as i32 >> s) as u32,
                    ]
                }))),
            ],
        ),
        case(
            file,
            "divide",
            2,
            vec![
                In(I32(i.clone())),
                In(I32(j.clone())),
                out(I32(each(N, |k| {
                    [i[k].wrapping_div(j[k]), i[k].wrapping_rem(j[k])]
                }))),
            ],
        ),
        case(
            file,
            "wide",
            2,
            vec![
                In(U64(p.clone())),
                In(U64(q.clone())),
                out(U64(each(N, |k| {
                    let (x, y) = (p[k], q[k]);
                    let high = (u128::from(x) * u128::from(y)) >> 64;
                    [
                        x.wrapping_mul(y).wrapping_add(x >> 17),
                        x / (y | 1),
                        x % (y | 1),
                        high as u64,
                    ]
                }))),
            ],
        ),
        case(
            file,
            "narrow",
            2,
            vec![
                In(U8(bytes.clone())),
                In(I16(shorts.clone())),
                out(I16(each(N, |k| {
                    let x = (i32::from(bytes[k]) * 3 - i32::from(shorts[k])) as i16;
                    let saturated = x.clamp(-128, 127);
                    [x, (i32::from(saturated) + i32::from(x as u8)) as i16]
                }))),
            ],
        ),
        case(
            file,
            "saturate",
            2,
            vec![
                In(I32(i.clone())),
                In(I32(signed(&b))),
                out(I32(each(N, |k| {
                    let (x, y) = (i[k], b[k] as i32);
                    let high = (i64::from(x) * i64::from(y)) >> 32;
                    [x.saturating_add(y), x.saturating_sub(y), high as i32]
                }))),
            ],
        ),
        case(
            file,
            "hash",
            2,
            vec![out(U32((0..N).map(hashed).collect())), Value(U32(vec![20]))],
        ),
        case(file, "ids", 2, vec![out(U32(ids.collect()))]).over(&[2, 2, 2], &[4, 2, 2]),
    ]
}

pub fn control() -> Vec<Case> {
    let file = "control";
    let a: Vec<u32> = noise(N, 11).iter().map(|v| v % 1000 + 1).collect();
    let b: Vec<u32> = noise(N, 12).iter().map(|v| v % 5000).collect();
    let collatz = |mut n: u32| {
        let mut steps = 0;
        while n > 1 {
            n = if n & 1 == 1 { 3 * n + 1 } else { n / 2 };
            steps += 1;
        }
        steps
    };
    let gcd = |mut x: u32, mut y: u32| {
        while y != 0 {
            (x, y) = (y, x % y);
        }
        x
    };
    let mandelbrot = |k: usize| {
        let (px, py) = ((k % 32) as f32, (k / 32) as f32);
        let (cx, cy) = (px.mul_add(3.0 / 32.0, -2.0), py.mul_add(2.0 / 16.0, -1.0));
        let (mut x, mut y, mut n) = (0f32, 0f32, 0);
        while n < 50 && x.mul_add(x, y * y) < 4.0 {
            let t = x.mul_add(x, -(y * y)) + cx;
            y = (2.0 * x).mul_add(y, cy);
            x = t;
            n += 1;
        }
        n
    };
    let choose = |x: u32| match x % 7 {
        0 => x.wrapping_mul(x),
        1 => (x + 17) ^ 0xff,
        2 => x ^ 0xff,
        3 if x & 8 != 0 => x >> 3,
        3 => x << 2,
        4 => {
            let (mut x, mut k) = (x, 0);
            while k < x & 15 {
                x += k;
                k += 1;
            }
            x
        }
        5 => !x,
        _ => 99,
    };
    let mut sorted: Vec<u32> = b.clone();
    sorted.sort_unstable();
    let leave = |x: u32| match x & 1 {
        1 => 0,
        _ => (0..100)
            .take_while(|k| k * k <= x)
            .filter(|k| k % 3 != 0)
            .sum(),
    };
    let map = |f: &dyn Fn(u32) -> u32| out(U32(a.iter().map(|&x| f(x)).collect()));
    vec![
        case(file, "collatz", 2, vec![In(U32(a.clone())), map(&collatz)]),
        case(
            file,
            "gcd",
            2,
            vec![
                In(U32(a.clone())),
                In(U32(b.clone())),
                out(U32((0..N).map(|k| gcd(a[k], b[k])).collect())),
            ],
        ),
        // Points near the edge of the set depend on how the compiler contracts products and sums;
        // the recording and the reference agree on all points of this grid.
        case(
            file,
            "mandelbrot",
            1,
            vec![
                out(U32((0..32 * 16).map(mandelbrot).collect())),
                Value(U32(vec![32])),
                Value(U32(vec![50])),
            ],
        )
        .over(&[4, 4], &[8, 4]),
        case(file, "choose", 2, vec![In(U32(a.clone())), map(&choose)]),
        case(
            file,
            "search",
            2,
            vec![
                In(U32(sorted.clone())),
                Value(U32(vec![N as u32])),
                In(U32(a.clone())),
                map(&|x| sorted.partition_point(|&v| v < x) as u32),
            ],
        ),
        case(
            file,
            "leave_early",
            2,
            vec![In(U32(a.clone())), map(&leave)],
        ),
    ]
}

/// Workgroups and threads of three dimensions, and what code object version 6 passes along.
pub fn builtins() -> Vec<Case> {
    let file = "builtins";
    let place = |k: u32| k % 8 + 100 * (k / 8 % 4) + 10000 * (k / 32);
    let hidden = vec![2, 2, 3, 4, 2, 1, 0, 0, 0, 0, 0, 0, 3];
    vec![
        case(
            file,
            "where",
            1,
            vec![out(U32((0..128).map(place).collect()))],
        )
        .over(&[2, 2, 2], &[4, 2, 2]),
        case(file, "hidden", 1, vec![out(U32(hidden))]).over(&[2, 2, 3], &[4, 2, 1]),
    ]
}
