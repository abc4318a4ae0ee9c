//! The same work as plain Rust: what a person would write who has no GPU.
//!
//! `black_box` stands where an interpreter has to look: the compiler may not know which registers
//! an instruction names, nor fuse one instruction with the next.

use crate::workload::{BODY, LANES, MASK, Shape, TABLE, Workload, initial, registers, scattered};
use std::hint::black_box;
use std::time::{Duration, Instant};

type Register = [f32; LANES];

pub fn time(workload: &Workload, rounds: u32) -> Duration {
    let mut file: [Register; 16] =
        std::array::from_fn(|reg| std::array::from_fn(|lane| initial(reg, lane)));
    let table: Vec<f32> = (0..TABLE).map(|i| i as f32).collect();
    let consecutive: [usize; LANES] = std::array::from_fn(|lane| lane);
    let spread: [usize; LANES] = std::array::from_fn(scattered);
    let active: [bool; LANES] = std::array::from_fn(|lane| MASK >> lane & 1 != 0);
    let mut scalars = [1u32; 16];
    let start = Instant::now();
    for _ in 0..rounds {
        if workload.shape == Shape::DivergentLoop {
            divergent(&mut file);
            continue;
        }
        for i in 0..BODY {
            let [dst, a, b, c] = black_box(registers(i));
            match workload.shape {
                Shape::Add | Shape::Hints => {
                    file[dst] = std::array::from_fn(|lane| file[a][lane] + file[b][lane]);
                }
                Shape::Fma => {
                    file[dst] = std::array::from_fn(|lane| {
                        file[a][lane].mul_add(file[b][lane], file[c][lane])
                    });
                }
                Shape::MaskedAdd => {
                    for lane in 0..LANES {
                        if active[lane] {
                            file[dst][lane] = file[a][lane] + file[b][lane];
                        }
                    }
                }
                Shape::Load | Shape::Gather => {
                    let from = if workload.shape == Shape::Load {
                        &consecutive
                    } else {
                        &spread
                    };
                    file[dst] = std::array::from_fn(|lane| table[from[lane]]);
                }
                Shape::Scalar => scalars[dst] = scalars[a].wrapping_add(scalars[b]),
                Shape::DivergentLoop => {}
            }
        }
    }
    let time = start.elapsed();
    black_box((&file, &scalars));
    time
}

fn divergent(file: &mut [Register; 16]) {
    let (a, b) = (file[8], file[9]);
    for (lane, sum) in file[0].iter_mut().enumerate() {
        let mut left = lane + 1;
        while left != 0 {
            *sum = black_box(a[lane]) + black_box(b[lane]);
            left -= 1;
        }
    }
}
