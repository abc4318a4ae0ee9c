//! Random tile programs against an evaluator that follows the specification element by element.
//!
//! The evaluator shares no code with the tile core: it finds the nearest number of a format by
//! searching among all of them.

mod common;

use common::{Bench, EAGER, STRICT, assemble};

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, n: u64) -> u64 {
        (self.next() >> 11) % n
    }
}

const REGISTERS: usize = 8;

#[derive(Clone, Copy, PartialEq)]
enum Format {
    F32,
    F16,
    Bf16,
    I32,
}

impl Format {
    fn bytes(self) -> usize {
        if matches!(self, Format::F16 | Format::Bf16) {
            2
        } else {
            4
        }
    }

    fn name(self) -> &'static str {
        match self {
            Format::F32 => "f32",
            Format::F16 => "f16",
            Format::Bf16 => "bf16",
            Format::I32 => "i32",
        }
    }

    /// The real number that bits stand for.
    fn value(self, bits: u32) -> f32 {
        match self {
            Format::F32 | Format::I32 => f32::from_bits(bits),
            Format::Bf16 => f32::from_bits(bits << 16),
            Format::F16 => {
                let (sign, exponent, fraction) = (bits >> 15 & 1, bits >> 10 & 31, bits & 1023);
                let magnitude = match exponent {
                    31 if fraction == 0 => f32::INFINITY,
                    31 => f32::NAN,
                    0 => fraction as f32 * 2f32.powi(-24),
                    e => (1024 + fraction) as f32 * 2f32.powi(e as i32 - 25),
                };
                if sign == 1 { -magnitude } else { magnitude }
            }
        }
    }

    /// The bits of the nearest number, the even one of two.
    fn nearest(self, value: f32) -> u32 {
        if self == Format::F32 {
            return if value.is_nan() {
                0x7fc0_0000
            } else {
                value.to_bits()
            };
        }
        let (infinity, nan, sign) = match self {
            Format::F16 => (0x7c00, 0x7e00, 0x8000),
            _ => (0x7f80, 0x7fc0, 0x8000),
        };
        if value.is_nan() {
            return nan;
        }
        let magnitude = f64::from(value.abs());
        // Codes of positive numbers are in the order of the numbers; the code of infinity stands
        // for the number that would come next.
        let number = |code: u32| match code == infinity {
            true => 2.0 * f64::from(self.value(infinity - 1)) - f64::from(self.value(infinity - 2)),
            false => f64::from(self.value(code)),
        };
        let (mut low, mut high) = (0, infinity);
        while high - low > 1 {
            let middle = (low + high) / 2;
            if number(middle) <= magnitude {
                low = middle
            } else {
                high = middle
            }
        }
        let (below, above) = (magnitude - number(low), number(high) - magnitude);
        let code = if below < above || below == above && low % 2 == 0 {
            low
        } else {
            high
        };
        code | if value.is_sign_negative() { sign } else { 0 }
    }
}

type Tiles = Vec<Vec<u8>>;

fn get(tile: &[u8], bytes: usize, index: usize) -> u32 {
    (0..bytes).fold(0, |word, i| {
        word | u32::from(tile[bytes * index + i]) << (8 * i)
    })
}

fn put(tile: &mut [u8], bytes: usize, index: usize, value: u32) {
    (0..bytes).for_each(|i| tile[bytes * index + i] = (value >> (8 * i)) as u8);
}

fn float2(op: &str, a: f32, b: f32) -> f32 {
    let lesser = |a: f32, b: f32| match (a.is_nan(), b.is_nan()) {
        (true, _) => b,
        (_, true) => a,
        _ if a == b => {
            if a.is_sign_negative() {
                a
            } else {
                b
            }
        }
        _ => {
            if a < b {
                a
            } else {
                b
            }
        }
    };
    match op {
        "add" => a + b,
        "sub" => a - b,
        "mul" => a * b,
        "div" => a / b,
        "min" => lesser(a, b),
        "max" => -lesser(-a, -b),
        _ => unreachable!("{op}"),
    }
}

fn two(op: &str, format: Format, x: u32, y: u32) -> u32 {
    let ones = |holds: bool| if holds { !0 } else { 0 };
    let compare = |ordering: Option<std::cmp::Ordering>| match op {
        "cmpeq" => ordering.is_some_and(|o| o.is_eq()),
        "cmpne" => ordering.is_none_or(|o| o.is_ne()),
        "cmplt" => ordering.is_some_and(|o| o.is_lt()),
        "cmple" => ordering.is_some_and(|o| o.is_le()),
        "cmpgt" => ordering.is_some_and(|o| o.is_gt()),
        _ => ordering.is_some_and(|o| o.is_ge()),
    };
    let count = if format.bytes() == 2 { y & 15 } else { y & 31 };
    match op {
        "and" => x & y,
        "or" => x | y,
        "xor" => x ^ y,
        "shl" => x << count,
        "shr" => x >> count,
        "sra" if format.bytes() == 2 => (i32::from(x as i16) >> count) as u32,
        "sra" => (x as i32 >> count) as u32,
        _ if format == Format::I32 => {
            let (a, b) = (x as i32, y as i32);
            match op {
                "add" => a.wrapping_add(b) as u32,
                "sub" => a.wrapping_sub(b) as u32,
                "mul" => a.wrapping_mul(b) as u32,
                "div" if b == 0 => !0,
                "div" => a.wrapping_div(b) as u32,
                "min" => a.min(b) as u32,
                "max" => a.max(b) as u32,
                _ => ones(compare(a.partial_cmp(&b))),
            }
        }
        _ if op.starts_with("cmp") => ones(compare(format.value(x).partial_cmp(&format.value(y)))),
        _ => format.nearest(float2(op, format.value(x), format.value(y))),
    }
}

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
            *mask = random.next() as u32;
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
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut tiles: Tiles = Vec::new();
        for _ in 0..REGISTERS {
            // Small numbers of some format, so that chains of operations stay interesting.
            let format =
                [Format::F32, Format::F16, Format::Bf16, Format::I32][random.below(4) as usize];
            let mut tile = vec![0; 1024];
            for index in 0..1024 / format.bytes() {
                let number = random.below(2000) as f32 / 64.0 - 15.0;
                let value = match random.below(20) {
                    0 => random.next() as u32,
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
