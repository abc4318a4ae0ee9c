//! Matrix products of CDNA against plain loops, with elements where AMD says they are.
//!
//! Of CDNA 3 that is the matrix instruction calculator. It does not know CDNA 4, whose additions are tested
//! with rules of their own: those of dense products from AMD's article on matrix cores, those of sparse ones
//! from its floating point sanitizer, where a chip showed them.

// Lanes are the second index of registers.
#![allow(clippy::needless_range_loop)]

use crate::matrix::{Layout, Start, encode, number, range, run};
use amdgpu::meaning::Meaning;
use amdgpu::{Target, Wave, document, rows};
use random::Random;

/// Where the matrices are: D with C, A, B, indices, scales.
const D: usize = 0;
const A: usize = 32;
const B: usize = 40;
const INDEX: usize = 48;
const SCALES: [usize; 2] = [49, 50];

const LAYOUTS: &str = include_str!("../../../../corpus/cdna/matrix/layouts.txt");

/// Where an element of a matrix is: its lane, register and lowest bit.
type At<'a> = &'a dyn Fn(usize, usize, usize) -> [usize; 3];

/// A product as its name and the calculator say it.
struct Shape<'a> {
    name: &'a str,
    side: usize,
    depth: usize,
    blocks: usize,
    /// Of D, A and B.
    types: [&'a str; 3],
}

impl Shape<'_> {
    /// `v_mfma_f32_16x16x4_4b_f16`, `v_smfmac_f32_16x16x64_bf8_fp8`.
    fn of(name: &str) -> Shape<'_> {
        let parts: Vec<&str> = name.split('_').skip(2).collect();
        let mut sizes = parts[1].split('x').map(|size| size.parse().unwrap());
        let (side, _, depth) = (sizes.next().unwrap(), sizes.next(), sizes.next().unwrap());
        let blocks = parts[2].strip_suffix('b').and_then(|it| it.parse().ok());
        let types = if blocks.is_some() {
            &parts[3..]
        } else {
            &parts[2..]
        };
        Shape {
            name,
            side,
            depth,
            blocks: blocks.unwrap_or(1),
            types: [parts[0], types[0], types.last().unwrap()],
        }
    }

    fn is_sparse(&self) -> bool {
        self.name.contains("smfmac")
    }
}

/// What a test changes.
#[derive(Default)]
struct Changes<'a> {
    modifiers: &'a str,
    /// By block, that of A which is taken.
    blocks_of_a: Option<Vec<usize>>,
    /// By lane, that of B which is taken.
    lanes_of_b: Option<Vec<usize>>,
    /// Bits by which indices are moved.
    index_shift: usize,
    /// A, B and C.
    negated: [bool; 3],
}

fn bits(ty: &str) -> usize {
    match ty {
        "f64" => 64,
        "f32" | "xf32" | "i32" => 32,
        "f16" | "bf16" => 16,
        "fp6" | "bf6" => 6,
        "fp4" => 4,
        _ => 8,
    }
}

/// A number in a type of this name on a target.
fn encode_for(target: Target, ty: &str, value: i32) -> u64 {
    let single = (value as f32).to_bits();
    // Exponents of these begin one lower.
    let fnuz = target == Target::Gfx942;
    match ty {
        "f64" => f64::from(value).to_bits(),
        "xf32" => single.into(),
        "i8" => value as u8 as u64,
        "bf8" | "fp8" if value == 0 => 0,
        "bf8" if fnuz => u64::from(encode(ty, value)) + 4,
        "fp8" if fnuz => u64::from(encode(ty, value)) + 8,
        // Sign, exponent and fraction.
        "fp6" => {
            u64::from([0_u8, 8, 16, 20][value.unsigned_abs() as usize]) | u64::from(value < 0) << 5
        }
        "bf6" => {
            u64::from([0_u8, 12, 16, 18][value.unsigned_abs() as usize]) | u64::from(value < 0) << 5
        }
        "fp4" => {
            u64::from([0_u8, 2, 4, 5][value.unsigned_abs() as usize]) | u64::from(value < 0) << 3
        }
        _ => encode(ty, value).into(),
    }
}

fn put(registers: &mut [Vec<u32>], first: usize, width: usize, at: [usize; 3], value: u64) {
    let [lane, register, low] = at;
    for bit in 0..width {
        let place = low + bit;
        let word = &mut registers[first + register + place / 32][lane];
        *word = *word & !(1 << (place % 32)) | ((value >> bit & 1) as u32) << (place % 32);
    }
}

fn get(registers: &[Vec<u32>], first: usize, width: usize, at: [usize; 3]) -> u64 {
    let [lane, register, low] = at;
    (0..width).fold(0, |value, bit| {
        let place = low + bit;
        let word = registers[first + register + place / 32][lane];
        value | u64::from(word >> (place % 32) & 1) << bit
    })
}

/// Runs a product and compares it with a plain triple loop. `index` is where the indices of four values of a
/// sparse A are.
fn check(target: Target, shape: &Shape, [a, b, d, index]: [At; 4], changes: &Changes) {
    let &Shape {
        name,
        side,
        depth,
        blocks,
        types: [of_d, of_a, of_b],
    } = shape;
    let mut random = Random::new(7 + depth as u64);
    let mut registers: Vec<Vec<u32>> = (0..64)
        .map(|_| (0..64).map(|_| random.below(u32::MAX)).collect())
        .collect();
    let mut full = |rows: usize, columns: usize| -> Vec<Vec<Vec<i32>>> {
        let mut row = |_| (0..columns).map(|_| number(&mut random, -3, 3)).collect();
        (0..blocks)
            .map(|_| (0..rows).map(&mut row).collect())
            .collect()
    };
    let (mut full_a, full_b, full_c) = (full(side, depth), full(depth, side), full(side, side));
    for block in 0..blocks {
        for m in 0..side {
            if !shape.is_sparse() {
                for k in 0..depth {
                    let value = encode_for(target, of_a, full_a[block][m][k]);
                    put(&mut registers, A, bits(of_a), a(block, m, k), value);
                }
                continue;
            }
            for first in (0..depth).step_by(4) {
                let low = random.below(3) as usize;
                let places = [low, low + 1 + random.below(3 - low as u32) as usize];
                let (mut pair, mut which) = (0, 0);
                for place in 0..4 {
                    match places.iter().position(|&it| it == place) {
                        None => full_a[block][m][first + place] = 0,
                        Some(n) => {
                            let value = encode_for(target, of_a, full_a[block][m][first + place]);
                            pair |= value << (bits(of_a) * n);
                            which |= (place as u64) << (2 * n);
                        }
                    }
                }
                put(&mut registers, A, 2 * bits(of_a), a(block, m, first), pair);
                let mut at = index(block, m, first);
                at[2] += changes.index_shift;
                put(&mut registers, INDEX, 4, at, which);
            }
        }
        for n in 0..side {
            for k in 0..depth {
                let value = encode_for(target, of_b, full_b[block][k][n]);
                put(&mut registers, B, bits(of_b), b(block, k, n), value);
            }
            for m in 0..side {
                let value = encode_for(target, of_d, full_c[block][m][n]);
                put(&mut registers, D, bits(of_d), d(block, m, n), value);
            }
        }
    }
    // Which element of B a lane has, to find what another lane has instead.
    let same_lane = |at: [usize; 3], lane: usize| -> i32 {
        let mut all = (0..blocks)
            .flat_map(|block| (0..depth).flat_map(move |k| (0..side).map(move |n| (block, k, n))));
        let found = all.find(|&(block, k, n)| b(block, k, n) == [lane, at[1], at[2]]);
        let (block, k, n) = found.expect("an element");
        full_b[block][k][n]
    };
    let registers_of = |ty: &str, values: usize| (values * bits(ty)).div_ceil(32);
    let values = |lines: usize| lines * depth * blocks / 64;
    let sums = range(D, registers_of(of_d, side * side * blocks / 64));
    let stored = if shape.is_sparse() {
        values(side) / 2
    } else {
        values(side)
    };
    let last = match shape.is_sparse() {
        true => range(INDEX, 1),
        false => sums.clone(),
    };
    let text = format!(
        "{name} {sums}, {}, {}, {last}{}",
        range(A, registers_of(of_a, stored)),
        range(B, registers_of(of_b, values(side))),
        changes.modifiers
    );
    let end = run(&text, target, Wave::W64, Start(registers), &[]);
    let sign = |which: usize| if changes.negated[which] { -1 } else { 1 };
    for block in 0..blocks {
        let of_a = changes
            .blocks_of_a
            .as_ref()
            .map_or(block, |from| from[block]);
        for m in 0..side {
            for n in 0..side {
                let b = |k: usize| match &changes.lanes_of_b {
                    None => full_b[block][k][n],
                    Some(from) => {
                        let at = b(block, k, n);
                        same_lane(at, from[at[0]])
                    }
                };
                let product = |k: usize| full_a[of_a][m][k] * b(k) * sign(0) * sign(1);
                let sum = full_c[block][m][n] * sign(2) + (0..depth).map(product).sum::<i32>();
                let found = get(&end, D, bits(of_d), d(block, m, n));
                assert!(
                    found == encode_for(target, of_d, sum),
                    "{text} on {target}: block {block}, row {m}, column {n}: {found:#x}, not {sum}"
                );
            }
        }
    }
}

/// The lines of the calculator for an instruction.
fn layouts(name: &str) -> Vec<(&'static str, Layout)> {
    let lines = LAYOUTS.lines().filter_map(|line| {
        let mut words = line.splitn(4, ' ');
        let (_, of) = (words.next()?, words.next()?);
        let (matrix, rest) = (words.next()?, words.next()?);
        (of == name && matrix != "passes").then(|| (matrix, Layout::parse(rest)))
    });
    lines.collect()
}

/// All names of the calculator.
fn names() -> Vec<&'static str> {
    let mut names: Vec<&str> = (LAYOUTS.lines())
        .filter_map(|line| line.split(' ').nth(1))
        .filter(|word| word.starts_with("v_"))
        .collect();
    names.dedup();
    names
}

/// With elements where the calculator has them.
fn check_recorded(target: Target, name: &str, changes: &Changes) {
    let all = layouts(name);
    let layout = |wanted: &str| {
        all.iter()
            .find(|(matrix, _)| *matrix == wanted)
            .map(|it| &it.1)
    };
    let at = |wanted: &str| {
        let layout = layout(wanted);
        move |block: usize, row: usize, column: usize| {
            layout.map_or([0; 3], |layout| layout.in_block(block, row, column))
        }
    };
    let (a, b, d, k) = (at("A"), at("B"), at("D"), at("K"));
    check(target, &Shape::of(name), [&a, &b, &d, &k], changes);
}

/// What else a line of the record says.
fn listed(key: &str) -> Vec<&'static str> {
    let start = format!("gfx942 {key} ");
    let line = LAYOUTS.lines().find_map(|line| line.strip_prefix(&start));
    line.expect("a line").split(' ').collect()
}

fn numbers(key: &str) -> Vec<usize> {
    let number = |word: &str| word.parse().expect("a number");
    listed(key).into_iter().map(number).collect()
}

#[test]
fn elements_are_where_amd_says() {
    assert_eq!(names().len(), 46);
    for name in names() {
        let sparse = name.contains("smfmac");
        let targets: &[Target] = match name.contains("xf32") {
            true => &[Target::Gfx942],
            false => &[Target::Gfx942, Target::Gfx950],
        };
        for &target in targets {
            check_recorded(target, name, &Changes::default());
            // A lane has the indices of several products of two bytes, or of one.
            let shape = Shape::of(name);
            let step = shape.depth * shape.side / 64;
            let sets = if sparse { 32 / step } else { 1 };
            for set in 1..sets {
                let changes = Changes {
                    modifiers: &format!(" abid:{set}"),
                    index_shift: step * set,
                    ..Changes::default()
                };
                check_recorded(target, name, &changes);
            }
        }
    }
}

#[test]
fn blocks_and_lanes_are_taken_from_others() {
    let taken = listed("blgp");
    for name in &taken {
        for pattern in 1..8 {
            let changes = Changes {
                modifiers: &format!(" blgp:{pattern}"),
                lanes_of_b: Some(numbers(&format!("blgp:{pattern}"))),
                ..Changes::default()
            };
            check_recorded(Target::Gfx942, name, &changes);
        }
    }
    for name in listed("cbsz") {
        let blocks = Shape::of(name).blocks;
        for size in 1..=blocks.ilog2() {
            for which in 0..1 << size {
                let key = format!("blocks:{blocks} cbsz:{size} abid:{which}");
                let changes = Changes {
                    modifiers: &format!(" cbsz:{size} abid:{which}"),
                    blocks_of_a: Some(numbers(&key)),
                    ..Changes::default()
                };
                check_recorded(Target::Gfx942, name, &changes);
            }
        }
    }
    // The others do not look at it.
    for name in names() {
        let other = !taken.contains(&name) && !name.contains("smfmac") && !name.contains("f64");
        if other {
            let changes = Changes {
                modifiers: " cbsz:1 abid:1 blgp:3",
                ..Changes::default()
            };
            check_recorded(Target::Gfx942, name, &changes);
        }
    }
}

#[test]
fn doubles_are_negated() {
    for name in ["v_mfma_f64_16x16x4_f64", "v_mfma_f64_4x4x4_4b_f64"] {
        for bits in 1..8 {
            let negated = [0, 1, 2].map(|n| bits >> n & 1 != 0);
            let [a, b, c] = negated.map(u8::from);
            let changes = Changes {
                modifiers: &format!(" neg:[{a},{b},{c}]"),
                negated,
                ..Changes::default()
            };
            check_recorded(Target::Gfx950, name, &changes);
        }
    }
}

/// Where CDNA 4 has the values of a line: `held` by each lane, in runs of 128 bits if there are two.
fn line(shape: &Shape, ty: &str, depth: usize, line: usize, k: usize) -> [usize; 3] {
    let groups = 64 / shape.side;
    let held = depth / groups;
    let (group, n) = match held * bits(ty) {
        256 => {
            let run = held / 2;
            (k / run % groups, k / (depth / 2) * run + k % run)
        }
        _ => (k / held, k % held),
    };
    [group * shape.side + line, 0, n * bits(ty)]
}

fn sum(shape: &Shape, m: usize, n: usize) -> [usize; 3] {
    match shape.side {
        16 => [m / 4 * 16 + n, m % 4, 0],
        _ => [m / 4 % 2 * 32 + n, m / 8 * 4 + m % 4, 0],
    }
}

/// The instructions that CDNA 4 added.
fn added() -> Vec<&'static str> {
    let products = rows(Target::Gfx950).filter(|row| matches!(row.meaning, Meaning::Mfma(_)));
    let mut names: Vec<&str> = products.map(|row| row.name).collect();
    names.retain(|name| !rows(Target::Gfx942).any(|row| row.name == *name));
    names
}

#[test]
fn cdna4_holds_more_values() {
    let added = added();
    assert_eq!(added.len(), 6 + 14 + 4);
    for name in added.into_iter().filter(|name| !name.contains("f8f6f4")) {
        let shape = Shape::of(name);
        let [_, of_a, of_b] = shape.types;
        let depth = shape.depth;
        let stored = if shape.is_sparse() { depth / 2 } else { depth };
        let a = |_, m: usize, k: usize| match shape.is_sparse() {
            true => line(&shape, of_a, stored, m, k / 2),
            false => line(&shape, of_a, stored, m, k),
        };
        let b = |_, k: usize, n: usize| line(&shape, of_b, depth, n, k);
        let d = |_, m: usize, n: usize| sum(&shape, m, n);
        // Two bits for each stored value, in its order.
        let index = |_, m: usize, k: usize| {
            let [lane, _, bit] = line(&shape, of_a, stored, m, k / 2);
            [lane, 0, 2 * bit / bits(of_a)]
        };
        check(
            Target::Gfx950,
            &shape,
            [&a, &b, &d, &index],
            &Changes::default(),
        );
        if shape.is_sparse() && bits(of_a) == 16 {
            let changes = Changes {
                modifiers: " abid:1",
                index_shift: 16,
                ..Changes::default()
            };
            check(Target::Gfx950, &shape, [&a, &b, &d, &index], &changes);
        }
    }
}

const FORMATS: [&str; 5] = ["fp8", "bf8", "fp6", "bf6", "fp4"];

#[test]
fn formats_are_mixed() {
    for (name, side, depth) in [
        ("v_mfma_f32_16x16x128_f8f6f4", 16, 128),
        ("v_mfma_f32_32x32x64_f8f6f4", 32, 64),
    ] {
        for (cbsz, of_a) in FORMATS.into_iter().enumerate() {
            for (blgp, of_b) in FORMATS.into_iter().enumerate() {
                let shape = Shape {
                    name,
                    side,
                    depth,
                    blocks: 1,
                    types: ["f32", of_a, of_b],
                };
                let a = |_, m: usize, k: usize| line(&shape, of_a, depth, m, k);
                let b = |_, k: usize, n: usize| line(&shape, of_b, depth, n, k);
                let d = |_, m: usize, n: usize| sum(&shape, m, n);
                let changes = Changes {
                    modifiers: &format!(" cbsz:{cbsz} blgp:{blgp}"),
                    ..Changes::default()
                };
                check(Target::Gfx950, &shape, [&a, &b, &d, &d], &changes);
            }
        }
    }
}

/// Each 32 values of a line have a scale: in the lanes of that run, in a byte that modifiers name.
#[test]
fn scales() {
    let [bytes_a, bytes_b] = SCALES;
    for (side, depth) in [(16, 128), (32, 64)] {
        for byte_a in 0..4 {
            let byte_b = 3 - byte_a;
            let mut random = Random::new(5 + byte_a as u64);
            let mut registers: Vec<Vec<u32>> = (0..64)
                .map(|_| (0..64).map(|_| random.below(u32::MAX)).collect())
                .collect();
            let mut exponents = [vec![vec![0; 4]; side], vec![vec![0; 4]; side]];
            for (which, (first, byte)) in [(bytes_a, byte_a), (bytes_b, byte_b)].iter().enumerate()
            {
                for line in 0..side {
                    for run in 0..depth / 32 {
                        let scale = number(&mut random, -2, 2);
                        exponents[which][line][run] = scale;
                        let at = [run * side + line, 0, 8 * byte];
                        put(&mut registers, *first, 8, at, (127 + scale) as u64);
                    }
                }
            }
            // All factors are ones.
            for register in A..A + 4 {
                registers[register] = vec![0x2222_2222; 64];
            }
            for register in B..B + 8 {
                registers[register] = vec![0x3838_3838; 64];
            }
            let bit = |byte: usize, n: usize| byte >> n & 1;
            let text = format!(
                "v_mfma_scale_f32_{side}x{side}x{depth}_f8f6f4 {}, {}, {}, 0, v{bytes_a}, v{bytes_b} \
                 op_sel:[{},{},0] op_sel_hi:[{},{},0] cbsz:4 blgp:0",
                range(D, side * side / 64),
                range(A, 4),
                range(B, 8),
                bit(byte_a, 0),
                bit(byte_b, 0),
                bit(byte_a, 1),
                bit(byte_b, 1),
            );
            let end = run(&text, Target::Gfx950, Wave::W64, Start(registers), &[]);
            let shape = Shape {
                name: "",
                side,
                depth,
                blocks: 1,
                types: [""; 3],
            };
            for m in 0..side {
                for n in 0..side {
                    let runs = (0..depth / 32).map(|run| {
                        32.0 * f32::powi(2.0, exponents[0][m][run] + exponents[1][n][run])
                    });
                    let found = get(&end, D, 32, sum(&shape, m, n)) as u32;
                    assert_eq!(f32::from_bits(found), runs.sum::<f32>(), "{text}: {m}, {n}");
                }
            }
        }
    }
}

/// Matrices may be in accumulation registers, and move there and back.
#[test]
fn accumulation_registers() {
    for target in [Target::Gfx942, Target::Gfx950] {
        let mut registers = vec![vec![0; 64]; 64];
        registers[4] = (0..64).collect();
        registers[8] = vec![1.0_f32.to_bits(); 64];
        let text = "v_accvgpr_write_b32 a255, v4; v_accvgpr_mov_b32 a7, a255; v_accvgpr_write_b32 a6, 1.0; \
                    s_nop 7; v_mfma_f32_16x16x4_f32 a[0:3], a6, v8, 2.0; s_nop 7; s_nop 7; \
                    v_accvgpr_read_b32 v0, a7; v_accvgpr_read_b32 v1, a3";
        let end = run(text, target, Wave::W64, Start(registers), &[]);
        assert_eq!(end[0], (0..64).collect::<Vec<u32>>());
        assert_eq!(end[1], vec![6.0_f32.to_bits(); 64]);
    }
}

#[test]
fn passes() {
    for row in rows(Target::Gfx942) {
        let Meaning::Mfma(product) = row.meaning else {
            continue;
        };
        let recorded = numbers(&format!("{} passes", row.name))[0];
        assert_eq!(
            product.passes(&Default::default()),
            recorded as u32,
            "{}",
            row.name
        );
    }
}

/// What pages say of where values lie is where they do.
#[test]
fn pages_say_where_values_lie() {
    for (name, says) in [
        (
            "v_mfma_f32_32x32x8_f16",
            "row l%32 of A, value n being number 4*(l/32)+n",
        ),
        (
            "v_mfma_f32_16x16x4_4b_f16",
            "row l%16 of block l/16%4 of A, value n being number n",
        ),
        (
            "v_smfmac_f32_16x16x64_f16",
            "column l%16 of B, value n being number 32*(n/8)+8*(l/16)+n%8",
        ),
        (
            "v_mfma_f32_32x32x1_2b_f32",
            "row 8*(n%16/4)+4*(l/32)+n%4, column l%32 of block n/16",
        ),
        ("v_mfma_f64_16x16x4_f64", "row 4*n+l/16, column l%16"),
    ] {
        let row = rows(Target::Gfx950)
            .find(|row| row.name == name)
            .expect(name);
        let text = document::page(row, Target::Gfx950).meaning;
        assert!(text.contains(says), "{text}");
    }
}
