//! Random conversions, quantisations, matrix multiplies and functions of one source against an
//! evaluator that follows the specification element by element.

mod types;

use crate::common::numbers::float2;
use crate::common::{Bench, EAGER, STRICT, assemble};
use random::Random;
use types::*;

/// Registers side by side: element `column` of row `row` of elements of `bits` bits.
fn position(bits: u32, row: usize, column: usize) -> usize {
    let per_row = 256 / bits as usize;
    (column / per_row) * 8192 + row * 256 + column % per_row * bits as usize
}

fn get(bytes: &[u8], bits: u32, row: usize, column: usize) -> u32 {
    let at = position(bits, row, column);
    (0..bits as usize).fold(0, |word, bit| {
        word | u32::from(bytes[(at + bit) / 8] >> ((at + bit) % 8) & 1) << bit
    })
}

fn put(bytes: &mut [u8], bits: u32, row: usize, column: usize, value: u32) {
    let at = position(bits, row, column);
    for bit in 0..bits as usize {
        let byte = &mut bytes[(at + bit) / 8];
        *byte &= !(1 << ((at + bit) % 8));
        *byte |= ((value >> bit & 1) as u8) << ((at + bit) % 8);
    }
}

/// Random elements of a type: mostly small numbers, sometimes any bits.
fn fill(random: &mut Random, ty: Type, registers: usize) -> Vec<u8> {
    let mut bytes = vec![0; 1024 * registers];
    for row in 0..32 {
        for column in 0..registers * 256 / ty.bits as usize {
            let bits = match random.below(8) {
                0 => random.bits() as u32,
                _ => ty.round(random.below(4000) as f64 / 16.0 - 125.0, 0),
            };
            put(&mut bytes, ty.bits, row, column, bits);
        }
    }
    bytes
}

/// Runs `text` on memory that begins as `memory`, and compares with `expected`.
fn check(name: &str, text: &str, memory: &[u8], expected: &[u8]) {
    let code = assemble(&format!("{text}\n twait.all\n ret"));
    for options in [EAGER, STRICT] {
        let mut bench = Bench::new();
        let address = bench.place(memory);
        if let Err(fault) = bench.run(&code, &options) {
            panic!("{name}: {} at {:#x}\n{text}", fault.trap, fault.address);
        }
        let result = bench.read(address, expected.len());
        if let Some(at) = result.iter().zip(expected).position(|(a, b)| a != b) {
            let word = |bytes: &[u8]| bytes[at / 4 * 4..at / 4 * 4 + 4].to_vec();
            panic!(
                "{name}: byte {at:#x}: {:02x?}, not {:02x?}\n{text}",
                word(&result),
                word(expected)
            );
        }
    }
}

#[test]
fn conversions_round_once() {
    let mut random = Random::new(1);
    for from in TYPES {
        for to in TYPES {
            // To nearest even, and one of the others.
            for mode in [0, 1 + random.below(4) as u32] {
                let (wide, narrow) = (from.bits.max(to.bits), from.bits.min(to.bits));
                let ratio = (wide / narrow) as usize;
                let (sources, targets) = match from.bits > to.bits {
                    true => (ratio, 1),
                    false => (1, ratio),
                };
                let source = fill(&mut random, from, sources);
                let mask = random.bits() as u32;
                let mut result = vec![0; 1024 * targets];
                for row in (0..32).filter(|row| mask >> row & 1 == 1) {
                    for column in 0..256 / narrow as usize {
                        let value = from.value(get(&source, from.bits, row, column));
                        put(&mut result, to.bits, row, column, to.round(value, mode));
                    }
                }
                let text = format!(
                    "li t0, {mode}\n tcsrw trm, t0\n li t0, {mask}\n tcsrw tmask, t0\n \
                     tld.global.u.x8 tr8, 0(a0)\n tcvt.{}.{} tr0, tr8, tm\n tst.global.u.x8 tr0, 0(a0)",
                    to.name, from.name
                );
                let mut memory = source;
                memory.resize(8192, 0);
                let name = format!("tcvt.{}.{} mode {mode}", to.name, from.name);
                check(&name, &text, &memory, &result);
            }
        }
    }
}

/// The types of a multiply: names, A, B.
const PRODUCTS: [(&str, Type, Type); 16] = [
    ("f32", F32, F32),
    ("tf32", TF32, TF32),
    ("f16", F16, F16),
    ("bf16", BF16, BF16),
    ("e4m3", E4M3, E4M3),
    ("e5m2", E5M2, E5M2),
    ("e4m3_e5m2", E4M3, E5M2),
    ("e5m2_e4m3", E5M2, E4M3),
    ("s8", S8, S8),
    ("u8", U8, U8),
    ("s8_u8", S8, U8),
    ("u8_s8", U8, S8),
    ("s4", S4, S4),
    ("u4", U4, U4),
    ("s4_u4", S4, U4),
    ("u4_s4", U4, S4),
];

fn transposed(block: &[u8]) -> Vec<u8> {
    (0..1024).map(|at| block[at % 32 * 32 + at / 32]).collect()
}

/// One multiply: blocks of K inside a row in order, one rounding for each step.
#[test]
fn multiplies_agree_with_the_definition() {
    let mut random = Random::new(77);
    for (name, a_type, b_type) in PRODUCTS {
        for round in 0..12 {
            let blocks = [1, 2, 4, 8][random.below(4) as usize];
            let deep = random.below(2) == 1;
            let [transa, transb, nega, negd] = [0; 4].map(|_| random.below(3) == 0);
            let a_blocks = if deep { blocks } else { 1 };
            let d_registers = if deep { 4 } else { 4 * blocks };
            let a = fill(&mut random, a_type, a_blocks);
            let b = fill(&mut random, b_type, blocks);
            let accumulator = if a_type.is_float() { F32 } else { S32 };
            let mut d = fill(&mut random, accumulator, d_registers);
            let initial = [&d[..], &a[..], &b[..]].concat();
            for i in 0..blocks {
                let block = |bytes: &[u8], index: usize, transpose: bool| {
                    let block = &bytes[1024 * index..1024 * index + 1024];
                    if transpose {
                        transposed(block)
                    } else {
                        block.to_vec()
                    }
                };
                let a = block(&a, if deep { i } else { 0 }, transa);
                let b = block(&b, i, transb);
                let first = if deep { 0 } else { 4096 * i };
                let d = &mut d[first..first + 4096];
                for m in 0..32 {
                    for n in 0..32 {
                        let old = get(d, 32, m, n);
                        let flip = negd && (i == 0 || !deep);
                        let steps = (0..256 / a_type.bits as usize).map(|k| {
                            let x = a_type.value(get(&a, a_type.bits, m, k));
                            let y = b_type.value(get(&b, b_type.bits, n, k));
                            (if nega { -x } else { x }, y)
                        });
                        let new = if accumulator == F32 {
                            let old = f32::from_bits(old);
                            let start = if flip { -old } else { old };
                            let sum =
                                steps.fold(start, |sum, (x, y)| (x as f32).mul_add(y as f32, sum));
                            if sum.is_nan() {
                                0x7fc0_0000
                            } else {
                                sum.to_bits()
                            }
                        } else {
                            let start = if flip {
                                (old as i32).wrapping_neg()
                            } else {
                                old as i32
                            };
                            steps.fold(start, |sum, (x, y)| sum.wrapping_add((x * y) as i32)) as u32
                        };
                        put(d, 32, m, n, new);
                    }
                }
            }
            let size = match (deep, blocks) {
                (false, 1) => String::new(),
                (false, n) => format!(".x{n}"),
                (true, n) => format!(".k{n}"),
            };
            let flags: String = [
                ("transa", transa),
                ("transb", transb),
                ("nega", nega),
                ("negd", negd),
            ]
            .iter()
            .filter(|flag| flag.1)
            .map(|flag| format!(", {}", flag.0))
            .collect();
            // Both in registers, or either in shared memory, described by a number or a vector.
            let (form, a_text, b_text) = [
                ("", "tr64", "tr96"),
                (".async", "tr64", "(s1)"),
                (".async", "(s0)", "tr96"),
                (".async", "(s0)", "(s1)"),
                (".async", "(v4)", "(v4)"),
                (".async", "tr64", "(v4)"),
            ][round % 6];
            let mut text = String::new();
            let mut load = |first: usize, count: usize, offset: usize| {
                for register in 0..count {
                    let at = offset + 1024 * register;
                    text += &format!(
                        " li t0, {at}\n add t0, t0, a0\n tld.global.u tr{}, 0(t0)\n",
                        first + register
                    );
                }
            };
            load(0, d_registers, 0);
            load(64, a_blocks, 1024 * d_registers);
            load(96, blocks, 1024 * (d_registers + a_blocks));
            // Row 0 of A at 0 and of B at 65536; rows and blocks follow each other.
            for register in 0..a_blocks {
                text += &format!(
                    " li t0, {}\n tst.shared.u tr{}, 0(t0)\n",
                    1024 * register,
                    64 + register
                );
            }
            for register in 0..blocks {
                text += &format!(
                    " li t0, {}\n tst.shared.u tr{}, 0(t0)\n",
                    65536 + 1024 * register,
                    96 + register
                );
            }
            text += " twait.all\n li s0, 0\n li s1, 65536\n vsetivli t0, 2, e64, m1, ta, ma\n";
            text += " vmv.v.x v4, s1\n vmv.s.x v4, s0\n";
            text +=
                &format!(" tmma{form}.{name}{size} tr0, {a_text}, {b_text}{flags}\n twait.mma\n");
            for register in 0..d_registers {
                let at = 1024 * register;
                text +=
                    &format!(" li t0, {at}\n add t0, t0, a0\n tst.global.u tr{register}, 0(t0)\n");
            }
            check(&format!("tmma.{name}"), &text, &initial, &d);
        }
    }
}

#[test]
fn quantisation_follows_its_formula() {
    let mut random = Random::new(5);
    for (format, ty) in [("f32", F32), ("f16", F16), ("bf16", BF16), ("i32", S32)] {
        for mode in 0..5 {
            let scale_type = if ty == S32 { F32 } else { ty };
            let count = ty.bits as usize / 8;
            let small = |random: &mut Random, ty: Type| {
                let mut bytes = vec![0; 1024 * count];
                for row in 0..32 {
                    for column in 0..32 {
                        let number = random.below(800) as f64 / 64.0 - 6.0;
                        put(&mut bytes, ty.bits, row, column, ty.round(number, 0));
                    }
                }
                bytes
            };
            let a = fill(&mut random, ty, count);
            let (b, z) = (
                small(&mut random, scale_type),
                small(&mut random, scale_type),
            );
            let q = fill(&mut random, S8, 1);
            let (mut s8, mut e4m3) = (vec![0; 1024], vec![0; 1024]);
            let mut back = vec![0; 1024 * count];
            for row in 0..32 {
                for column in 0..32 {
                    let x = ty.value(get(&a, ty.bits, row, column)) as f32;
                    let [y, w] = [&b, &z].map(|bytes| {
                        scale_type.value(get(bytes, scale_type.bits, row, column)) as f32
                    });
                    let scaled = f64::from(x.mul_add(y, w));
                    put(&mut s8, 8, row, column, S8.round(scaled, mode));
                    put(&mut e4m3, 8, row, column, E4M3.round(scaled, mode));
                    if ty != S32 {
                        let q = S8.value(get(&q, 8, row, column)) as f32;
                        let value = f64::from((q - w) * y);
                        put(&mut back, ty.bits, row, column, ty.round(value, 0));
                    }
                }
            }
            let mut memory = Vec::new();
            for part in [&a, &b, &z] {
                memory.extend_from_slice(part);
                memory.resize(memory.len().next_multiple_of(4096), 0);
            }
            memory.extend_from_slice(&q);
            memory.resize(16 * 1024, 0);
            let mut expected = [&s8[..], &e4m3[..]].concat();
            let mut text = format!(
                "li t0, {mode}\n tcsrw trm, t0\n tld.global.u.x8 tr8, 0(a0)\n li t0, 8192\n add t1, a0, t0\n \
                 tld.global.u.x8 tr16, 0(t1)\n tquant.s8.{format} tr0, tr8, tr12, tr16\n \
                 tquant.e4m3.{format} tr1, tr8, tr12, tr16\n"
            );
            if ty != S32 {
                text += &format!(" tdequant.s8.{format} tr2, tr20, tr12, tr16\n");
                expected.extend_from_slice(&back);
            }
            text += " tst.global.u.x8 tr0, 0(a0)";
            check(
                &format!("quantisation of {format}, mode {mode}"),
                &text,
                &memory,
                &expected,
            );
        }
    }
}

/// Functions that are exact, and reductions over columns.
#[test]
fn functions_of_one_source() {
    let mut random = Random::new(11);
    let names = [
        "mov", "abs", "not", "relu", "sqrt", "floor", "ceil", "rint", "trunc", "colsum", "colmax",
        "colmin",
    ];
    for (format, ty) in [("f32", F32), ("f16", F16), ("bf16", BF16), ("i32", S32)] {
        for name in names {
            if ty == S32 && matches!(name, "sqrt" | "floor" | "ceil" | "rint" | "trunc") {
                continue;
            }
            for mode in 0..5 {
                let source = fill(&mut random, ty, 1);
                let mask = random.bits() as u32 | 1;
                let negate = name != "not" && random.below(2) == 1;
                let sign = if negate { "-" } else { "" };
                let active: Vec<usize> = (0..32).filter(|row| mask >> row & 1 == 1).collect();
                let mut result = vec![0; 1024];
                let columns = 256 / ty.bits as usize;
                let width = 1u32.checked_shl(ty.bits).map_or(!0, |n| n - 1);
                let operand = |row: usize, column: usize| {
                    let bits = get(&source, ty.bits, row, column);
                    match (negate, ty == S32) {
                        (false, _) => bits,
                        (true, true) => bits.wrapping_neg(),
                        (true, false) => bits ^ 1 << (ty.bits - 1),
                    }
                };
                for column in 0..columns {
                    let total = active[1..].iter().fold(None, |total: Option<u32>, &row| {
                        let start = || operand(active[0], column);
                        let (x, y) = (total.unwrap_or_else(start), operand(row, column));
                        Some(match (name, ty == S32) {
                            ("colsum", true) => x.wrapping_add(y),
                            ("colmax", true) => (x as i32).max(y as i32) as u32,
                            (_, true) => (x as i32).min(y as i32) as u32,
                            _ => 0,
                        })
                    });
                    let real = |row: usize| ty.value(operand(row, column)) as f32;
                    let reduction = match name.strip_prefix("col") {
                        Some("sum") => "add",
                        Some(op) => op,
                        None => "max",
                    };
                    let float_total = active[1..]
                        .iter()
                        .fold(real(active[0]), |x, &row| float2(reduction, x, real(row)));
                    for &row in &active {
                        let bits = operand(row, column);
                        let value = ty.value(bits);
                        let to_integral = |mode| {
                            let whole = TYPES[3].round(value, mode);
                            let signed = f64::from(whole as i32).copysign(value);
                            // Numbers without a fraction are what they are.
                            let large = value.abs() >= 1e9 || !value.is_finite();
                            ty.round(if large { value } else { signed }, 0)
                        };
                        let new = match name {
                            "mov" => bits,
                            "not" => !bits & width,
                            "abs" if ty == S32 => (bits as i32).wrapping_abs() as u32,
                            "abs" if value.is_nan() => ty.round(value, 0),
                            "abs" => bits & !(1 << (ty.bits - 1)),
                            "relu" if ty == S32 => (bits as i32).max(0) as u32,
                            "relu" => ty.round(f64::from(float2("max", value as f32, 0.0)), 0),
                            "sqrt" => ty.round(f64::from((value as f32).sqrt()), 0),
                            "floor" => to_integral(2),
                            "ceil" => to_integral(3),
                            "rint" => to_integral(mode),
                            "trunc" => to_integral(1),
                            _ if ty == S32 => total.unwrap_or(bits),
                            _ => ty.round(f64::from(float_total), 0),
                        };
                        put(&mut result, ty.bits, row, column, new);
                    }
                }
                let text = format!(
                    "li t0, {mode}\n tcsrw trm, t0\n li t0, {mask}\n tcsrw tmask, t0\n \
                     tld.global.u tr1, 0(a0)\n t{name}.{format} tr0, {sign}tr1, tm\n tst.global.u tr0, 0(a0)"
                );
                check(&format!("t{name}.{format}"), &text, &source, &result);
            }
        }
    }
}

/// The rest is within two units in the last place of the exact result, one for 16-bit formats.
#[test]
fn transcendental_functions_are_close() {
    type Function = fn(f64) -> f64;
    let functions: [(&str, Function); 8] = [
        ("rcp", |x| 1.0 / x),
        ("rsqrt", |x| 1.0 / x.sqrt()),
        ("exp2", f64::exp2),
        ("log2", f64::log2),
        ("sin", f64::sin),
        ("cos", f64::cos),
        ("tanh", f64::tanh),
        ("sigmoid", |x| 1.0 / (1.0 + (-x).exp())),
    ];
    let mut random = Random::new(3);
    for (name, function) in functions {
        for (format, ty, limit) in [("f32", F32, 2), ("f16", F16, 1), ("bf16", BF16, 1)] {
            let source = fill(&mut random, ty, 1);
            let mut bench = Bench::new();
            let address = bench.place(&source);
            let code = assemble(&format!(
                "tld.global.u tr1, 0(a0)\n t{name}.{format} tr0, tr1\n tst.global.u tr0, 0(a0)\n twait.all\n ret"
            ));
            bench.run(&code, &EAGER).expect("no trap");
            let result = bench.read(address, 1024);
            for row in 0..32 {
                for column in 0..256 / ty.bits as usize {
                    let value = ty.value(get(&source, ty.bits, row, column));
                    let ours = get(&result, ty.bits, row, column);
                    let exact = function(value);
                    let theirs = ty.round(exact, 0);
                    let fine = match exact.is_nan() {
                        true => ty.value(ours).is_nan(),
                        false => ours.abs_diff(theirs) <= limit,
                    };
                    assert!(
                        fine,
                        "{name}.{format} of {value}: {ours:#x}, not {theirs:#x}"
                    );
                }
            }
        }
    }
}

/// Infinity times zero has no value, and a NaN that was there before is no news.
#[test]
fn quantising_what_has_no_value_is_invalid() {
    const INFINITY: u32 = 0x7f80_0000;
    const NAN: u32 = 0x7fc0_0000;
    for (op, number, flags) in [
        ("e4m3", INFINITY, 2),
        ("e4m3", NAN, 0),
        // An integer cannot hold a NaN at all.
        ("s8", INFINITY, 2),
        ("s8", NAN, 2),
    ] {
        let text = format!(
            "li t0, {number}\n tmv.t.x.wu tr4, t0, bc\n tquant.{op}.f32 tr0, tr4, tr8, tr12\n \
             tcsrr t1, tflags\n sw t1, 0(a0)\n ret"
        );
        let mut bench = Bench::new();
        let out = bench.place(&[0; 4]);
        bench.run(&assemble(&text), &EAGER).expect("it runs");
        assert_eq!(bench.read(out, 4), [flags, 0, 0, 0], "{op} of {number:#x}");
    }
}
