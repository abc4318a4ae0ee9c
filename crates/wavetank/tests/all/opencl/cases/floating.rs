//! Floating point of every size, library functions, matrices.

use super::{Arg::*, Case, case, each, out};
use crate::opencl::data::{Data::*, floats as random, noise};

const N: usize = 64;

pub fn floats() -> Vec<Case> {
    let file = "floats";
    let (x, y) = (random(N, 51, -50.0, 50.0), random(N, 52, -50.0, 50.0));
    let double = |values: &[f32]| {
        values
            .iter()
            .map(|&v| f64::from(v) * 1.000_000_001)
            .collect::<Vec<_>>()
    };
    let (p, q) = (double(&x), double(&y));
    // Quarters: sums and products fit in a half.
    let quarters = |seed| {
        noise(2 * N, seed)
            .iter()
            .map(|v| (v % 64) as f32 / 4.0 - 8.0)
            .collect::<Vec<_>>()
    };
    let (g, h) = (quarters(53), quarters(54));
    vec![
        case(
            file,
            "doubles",
            1,
            vec![
                In(F64(p.clone())),
                In(F64(q.clone())),
                out(F64(each(N, |i| {
                    let (x, y) = (p[i], q[i]);
                    [
                        x.mul_add(y, x - y),
                        x / y,
                        x.abs().sqrt(),
                        x.min(y) + y.floor(),
                    ]
                }))),
            ],
        )
        .within(1e-15),
        case(
            file,
            "halves",
            1,
            vec![
                In(F16(g[..N].to_vec())),
                In(F16(h[..N].to_vec())),
                out(F16(each(N, |i| {
                    [g[i] + h[i], g[i] * h[i], g[i].max(h[i]), g[i] * h[i] + g[i]]
                }))),
            ],
        ),
        case(
            file,
            "half_pairs",
            1,
            vec![
                In(F16(g.clone())),
                In(F16(h.clone())),
                out(F16(each(2 * N, |i| [g[i] * h[i] + g[i ^ 1] - h[i]]))),
            ],
        ),
        case(
            file,
            "convert",
            1,
            vec![
                In(F32(x.clone())),
                out(I32(each(N, |i| {
                    [
                        x[i].round_ties_even() as i32,
                        x[i] as i32,
                        (x[i] * 1e9) as i32,
                    ]
                }))),
                out(U32(each(N, |i| [(x[i] * 1e9) as u32]))),
                out(F32(each(N, |i| [x[i].trunc(), x[i].to_bits() as f32]))),
            ],
        ),
        case(
            file,
            "round_all",
            1,
            vec![
                In(F32(x.clone())),
                out(F32(each(N, |i| {
                    let x = x[i];
                    [
                        x.floor(),
                        x.ceil(),
                        x.trunc(),
                        x.round_ties_even(),
                        x.abs() - 0.5f32.copysign(x),
                    ]
                }))),
            ],
        ),
        case(
            file,
            "quotient",
            1,
            vec![
                In(F32(x.clone())),
                In(F32(y.clone())),
                out(F32(each(N, |i| [x[i] / y[i], x[i].abs().sqrt()]))),
            ],
        )
        .within(4e-7),
        case(
            file,
            "pick",
            1,
            vec![
                In(F32(x.clone())),
                In(F32(y.clone())),
                out(F32(each(N, |i| {
                    let (x, y) = (x[i], y[i]);
                    [
                        x.min(y),
                        x.max(y),
                        x.clamp(-1.0, 1.0),
                        if x > y { x } else { -y },
                    ]
                }))),
            ],
        ),
    ]
}

pub fn functions() -> Vec<Case> {
    let file = "functions";
    let x = random(N, 61, 0.1, 9.0);
    let all = |f: &dyn Fn(f64) -> Vec<f64>| {
        let values = x.iter().flat_map(|&x| f(f64::from(x)));
        out(F32(values.map(|v| v as f32).collect()))
    };
    let given = || In(F32(x.clone()));
    vec![
        case(
            file,
            "exponentials",
            1,
            vec![
                given(),
                all(&|x| vec![x.exp(), x.ln(), x.exp2(), x.powf(1.5)]),
            ],
        ),
        case(
            file,
            "angles",
            1,
            vec![
                given(),
                all(&|x| vec![x.sin(), x.cos(), x.atan(), x.tanh()]),
            ],
        ),
        case(
            file,
            "roots",
            1,
            vec![
                given(),
                all(&|x| vec![1.0 / x.sqrt(), x.cbrt(), x.hypot(2.0)]),
            ],
        ),
    ]
    .into_iter()
    .map(|case| case.within(3e-6))
    .collect()
}

pub fn matrices() -> Vec<Case> {
    // Of one sign, or RDNA 3 would lose a little of each difference.
    let whole = |seed| {
        noise(256, seed)
            .iter()
            .map(|v| (v % 9) as f32 + 1.0)
            .collect::<Vec<_>>()
    };
    let (a, b) = (whole(71), whole(72));
    let product = (0..256).map(|k| {
        let (row, column) = (k / 16, k % 16);
        (0..16).map(|i| a[row * 16 + i] * b[column * 16 + i]).sum()
    });
    let product = product.collect();
    vec![
        case(
            "matrices",
            "product",
            1,
            vec![In(F16(a.clone())), In(F16(b.clone())), out(F32(product))],
        )
        .over(&[1], &[32]),
    ]
}
