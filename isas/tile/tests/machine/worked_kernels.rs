//! The worked kernels of the specification: their words, their results, their instruction counts.

use crate::common::{Bench, EAGER, STRICT, assemble, corpus, crc32, policies};
use uop::RunOptions;

#[test]
fn listings_assemble_to_their_words() {
    for name in ["tile_copy", "gemm32", "softmax32", "copy_tma"] {
        let code = assemble(&corpus(&format!("asm/{name}.s")));
        let expected: Vec<u8> = corpus(&format!("asm/{name}.hex"))
            .split_whitespace()
            .map(|word| u32::from_str_radix(word, 16).expect("hex"))
            .flat_map(u32::to_le_bytes)
            .collect();
        assert!(code.bytes == expected, "{name}");
    }
}

#[test]
fn tile_copy_copies_every_row_and_nothing_more() {
    let code = assemble(&corpus("asm/tile_copy.s"));
    for options in policies() {
        let mut bench = Bench::new();
        let source: Vec<u8> = (0..9600u32)
            .map(|i| (7 * i + 13 * (i >> 8) + 5) as u8)
            .collect();
        let to = bench.place(&[0xa5; 9664]);
        bench.place(&source);
        bench.arguments.push(300);
        let report = bench.run(&code, &options).expect("no trap");
        let copied = bench.read(to, 9664);
        assert_eq!(crc32(&copied[..9600]), 0x955d_18e4);
        assert!(copied[9600..].iter().all(|&byte| byte == 0xa5));
        assert_eq!(report.stats.instructions, 37);
    }
}

fn f16(value: i32) -> [u8; 2] {
    // Small integers: sign, exponent and fraction by hand.
    let magnitude = value.unsigned_abs();
    if magnitude == 0 {
        return [0, 0];
    }
    let exponent = 31 - magnitude.leading_zeros();
    let fraction = (magnitude << (10 - exponent)) & 0x3ff;
    let bits = (u32::from(value < 0) << 15 | (exponent + 15) << 10 | fraction) as u16;
    bits.to_le_bytes()
}

#[test]
fn gemm_of_32_by_32() {
    let code = assemble(&corpus("asm/gemm32.s"));
    let checks = [
        (64, [3.0, -8.0, -7.0, 9.0], 0x9faa_d8cb, 25),
        (128, [13.0, -4.0, -1.0, 15.0], 0x0c1b_77fd, 38),
        (256, [12.0, 1.0, 4.0, 8.0], 0xf50f_5984, 64),
    ];
    for (k, samples, crc, instructions) in checks {
        for options in policies() {
            let mut bench = Bench::new();
            let a: Vec<u8> = (0..32)
                .flat_map(|i| (0..k).flat_map(move |j| f16((3 * i + 5 * j) % 7 - 3)))
                .collect();
            let b: Vec<u8> = (0..32)
                .flat_map(|n| (0..k).flat_map(move |j| f16((2 * n + 3 * j) % 5 - 2)))
                .collect();
            let c = bench.place(&[0; 4096]);
            bench.place(&a);
            bench.place(&b);
            bench.arguments.push(k as u64);
            let report = bench.run(&code, &options).expect("no trap");
            let result = bench.read(c, 4096);
            let at = |i: usize, j: usize| {
                let at = 4 * (32 * i + j);
                f32::from_le_bytes(result[at..at + 4].try_into().expect("four bytes"))
            };
            assert_eq!([at(0, 0), at(0, 1), at(5, 7), at(31, 31)], samples);
            assert_eq!(crc32(&result), crc);
            assert_eq!(report.stats.instructions, instructions);
        }
    }
}

#[test]
fn softmax_over_rows() {
    let code = assemble(&corpus("asm/softmax32.s"));
    for options in policies() {
        let mut bench = Bench::new();
        let x = |i: usize, j: usize| ((7 * i + 11 * j) % 32) as f32 / 8.0 - 2.0;
        let input: Vec<u8> = (0..1024)
            .flat_map(|at| x(at / 32, at % 32).to_le_bytes())
            .collect();
        let y = bench.place(&[0; 4096]);
        bench.place(&input);
        let report = bench.run(&code, &options).expect("no trap");
        let result: Vec<f32> = bench
            .read(y, 4096)
            .chunks(4)
            .map(|word| f32::from_le_bytes(word.try_into().expect("four bytes")))
            .collect();
        for i in 0..32 {
            let sum: f64 = (0..32).map(|j| f64::from(x(i, j)).exp()).sum();
            for j in 0..32 {
                let exact = f64::from(x(i, j)).exp() / sum;
                let error = (f64::from(result[32 * i + j]) - exact).abs() / exact;
                assert!(
                    error < 1e-6,
                    "({i},{j}): {} is not {exact}",
                    result[32 * i + j]
                );
            }
        }
        assert!((result[0] - 0.0024841987).abs() < 1e-9);
        assert!((result[1023] - 0.014295575).abs() < 1e-9);
        assert_eq!(report.stats.instructions, 39);
    }
}

const COPIES: [(u64, u32, u64); 3] = [
    (2, 0xc5a3_8ad1, 26),
    (4, 0xd3c8_98d5, 45),
    (10, 0x607f_44e6, 102),
];

fn copy_with_tma(text: &str, chunks: u64, options: &RunOptions) -> Result<(u32, u64), String> {
    let code = assemble(text);
    let mut bench = Bench::new();
    let source: Vec<u8> = (0..4096 * chunks)
        .map(|i| (3 * i + 29 * (i >> 9) + 1) as u8)
        .collect();
    let to = bench.place(&vec![0; source.len()]);
    bench.place(&source);
    bench.arguments.push(chunks);
    let report = bench.run(&code, options).map_err(|fault| {
        format!(
            "{} at {:#x}, related {:?}",
            fault.trap, fault.address, fault.related
        )
    })?;
    Ok((
        crc32(&bench.read(to, source.len())),
        report.stats.instructions,
    ))
}

#[test]
fn double_buffered_copies() {
    let text = corpus("asm/copy_tma.s");
    for (chunks, crc, instructions) in COPIES {
        for options in policies() {
            assert_eq!(
                copy_with_tma(&text, chunks, &options),
                Ok((crc, instructions))
            );
        }
    }
}

/// Without its wait the kernel is right only as long as copies are done at once; under strict
/// delivery the load is reported, with the copy.
#[test]
fn a_missing_wait_is_found() {
    let text = corpus("asm/copy_tma.s");
    let broken: String = text
        .lines()
        .map(|line| {
            if line.contains("twait.tma 0") {
                "        nop\n".to_string()
            } else {
                format!("{line}\n")
            }
        })
        .collect();
    assert_eq!(
        copy_with_tma(&broken, 2, &EAGER),
        Ok((COPIES[0].1, COPIES[0].2))
    );
    let error = copy_with_tma(&broken, 2, &STRICT).expect_err("the load comes too early");
    assert!(
        error.contains("shared memory at 0x0 is read before the ttma at 0x10014"),
        "{error}"
    );
    assert!(error.contains("at 0x10040, related Some((65556"), "{error}");
}
