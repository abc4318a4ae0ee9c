//! Random tile programs against an evaluator that follows the specification element by element.
//!
//! The evaluator shares no code with the tile core: it finds the nearest number of a format by
//! searching among all of them.

use crate::common::numbers::{Format, float2, get, put, two};
use crate::common::{Bench, EAGER, STRICT, assemble};
use random::Random;

const REGISTERS: usize = 8;

type Tiles = Vec<Vec<u8>>;

const OPERATIONS: [&str; 18] = [
    "add", "sub", "mul", "div", "min", "max", "and", "or", "xor", "shl", "shr", "sra", "cmpeq",
    "cmpne", "cmplt", "cmple", "cmpgt", "cmpge",
];

/// One random instruction: its text, and what it does to the registers.
fn instruction(random: &mut Random, tiles: &mut Tiles, mask: &mut u32) -> String {
    let format = [Format::F32, Format::F16, Format::Bf16, Format::I32][random.below(4) as usize];
    let (bytes, columns) = (format.bytes(), 32 / format.bytes());
    let [d, a, b, c] = [0; 4].map(|_| random.below(REGISTERS as u64) as usize);
    let masked = random.below(3) == 0;
    let tm = if masked { ", tm" } else { "" };
    let rows: Vec<usize> = (0..32)
        .filter(|row| !masked || *mask >> row & 1 == 1)
        .collect();
    let name = format.name();
    let mut result = tiles[d].clone();
    let text = match random.below(8) {
        0 => {
            *mask = random.bits() as u32;
            return format!("li t0, {mask}\n tcsrw tmask, t0");
        }
        1 => {
            // Reductions, in order of columns.
            let op = ["sum", "max", "min"][random.below(3) as usize];
            for &row in &rows {
                let elements: Vec<u32> = (0..columns)
                    .map(|column| get(&tiles[a], bytes, row * columns + column))
                    .collect();
                let total = match format {
                    Format::I32 => elements[1..].iter().fold(elements[0], |x, &y| {
                        two(if op == "sum" { "add" } else { op }, format, x, y)
                    }),
                    _ => {
                        let first = format.value(elements[0]);
                        let fold = elements[1..].iter().fold(first, |x, &y| {
                            float2(if op == "sum" { "add" } else { op }, x, format.value(y))
                        });
                        format.nearest(fold)
                    }
                };
                (0..columns)
                    .for_each(|column| put(&mut result, bytes, row * columns + column, total));
            }
            format!("trow{op}.{name} tr{d}, tr{a}{tm}")
        }
        2 => {
            let size = [1, 2, 4][random.below(3) as usize];
            let side = 32 / size;
            for &row in &rows {
                for column in 0..side {
                    let block = row / side * side;
                    let value = get(&tiles[a], size, (block + column) * side + row % side);
                    put(&mut result, size, row * side + column, value);
                }
            }
            format!("ttrans.b{} tr{d}, tr{a}{tm}", 8 * size)
        }
        3 => {
            let negate = random.below(2) == 1;
            let sign = if negate { "-" } else { "" };
            for &row in &rows {
                for column in 0..columns {
                    let at = row * columns + column;
                    let (x, y, z) = (
                        get(&tiles[a], bytes, at),
                        get(&tiles[b], bytes, at),
                        get(&tiles[c], bytes, at),
                    );
                    let value = match format {
                        Format::I32 => {
                            let x = if negate { x.wrapping_neg() } else { x };
                            x.wrapping_mul(y).wrapping_add(z)
                        }
                        _ => {
                            let x = if negate {
                                -format.value(x)
                            } else {
                                format.value(x)
                            };
                            format.nearest(x.mul_add(format.value(y), format.value(z)))
                        }
                    };
                    put(&mut result, bytes, at, value);
                }
            }
            format!("tmad.{name} tr{d}, {sign}tr{a}, tr{b}, tr{c}{tm}")
        }
        4 => {
            for &row in &rows {
                for column in 0..columns {
                    let at = row * columns + column;
                    let chosen = if get(&tiles[a], bytes, at) != 0 { b } else { c };
                    put(&mut result, bytes, at, get(&tiles[chosen], bytes, at));
                }
            }
            format!("tsel.{name} tr{d}, tr{a}, tr{b}, tr{c}{tm}")
        }
        5 => {
            // The second source is a row or a column of numbers in a vector register.
            let op = OPERATIONS[random.below(18) as usize];
            let by_column = random.below(2) == 1;
            for &row in &rows {
                for column in 0..columns {
                    let at = row * columns + column;
                    let y = if by_column { column } else { row } as u32;
                    put(
                        &mut result,
                        bytes,
                        at,
                        two(op, format, get(&tiles[a], bytes, at), y),
                    );
                }
            }
            let col = if by_column { ".col" } else { "" };
            let width = 8 * bytes;
            format!(
                "vsetvli t0, zero, e{width}, m1, ta, ma\n vid.v v4\n t{op}.{name} tr{d}, tr{a}, v4{col}{tm}"
            )
        }
        _ => {
            let op = OPERATIONS[random.below(18) as usize];
            for &row in &rows {
                for column in 0..columns {
                    let at = row * columns + column;
                    let (x, y) = (get(&tiles[a], bytes, at), get(&tiles[b], bytes, at));
                    put(&mut result, bytes, at, two(op, format, x, y));
                }
            }
            format!("t{op}.{name} tr{d}, tr{a}, tr{b}{tm}")
        }
    };
    tiles[d] = result;
    text
}

#[test]
fn random_programs_agree_with_the_naive_evaluator() {
    for seed in 1..=24u64 {
        let mut random = Random::new(seed);
        let mut tiles: Tiles = Vec::new();
        for _ in 0..REGISTERS {
            // Small numbers of some format, so that chains of operations stay interesting.
            let format =
                [Format::F32, Format::F16, Format::Bf16, Format::I32][random.below(4) as usize];
            let mut tile = vec![0; 1024];
            for index in 0..1024 / format.bytes() {
                let number = random.below(2000) as f32 / 64.0 - 15.0;
                let value = match random.below(20) {
                    0 => random.bits() as u32,
                    _ if format == Format::I32 => number as i32 as u32,
                    _ => format.nearest(number),
                };
                put(&mut tile, format.bytes(), index, value);
            }
            tiles.push(tile);
        }
        let initial: Vec<u8> = tiles.concat();
        let mut mask = !0;
        let mut text = "tld.global.u.x8 tr0, 0(a0)\n".to_string();
        for _ in 0..30 {
            text += &format!(" {}\n", instruction(&mut random, &mut tiles, &mut mask));
        }
        text += " tst.global.u.x8 tr0, 0(a0)\n twait.all\n ret\n";
        let code = assemble(&text);
        for options in [EAGER, STRICT] {
            let mut bench = Bench::new();
            let address = bench.place(&initial);
            bench.run(&code, &options).expect("no trap");
            let result = bench.read(address, initial.len());
            let expected = tiles.concat();
            if let Some(at) = result.iter().zip(&expected).position(|(a, b)| a != b) {
                panic!(
                    "seed {seed}: byte {} of tr{} is {:#04x}, not {:#04x}\n{text}",
                    at % 1024,
                    at / 1024,
                    result[at],
                    expected[at]
                );
            }
        }
    }
}
