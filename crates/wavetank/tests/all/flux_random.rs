//! Random flux programs, branches anywhere to anywhere, against an evaluator that runs one thread
//! at a time from the words alone.

use random::Random;
use std::fmt::Write as _;
use wavetank::{Input, Order, Settings, SourceFile};

const THREADS: usize = 40;
/// Words of memory that each thread has to itself.
const WORDS: usize = 32;
/// Programs in which a thread takes longer than this are left out: they may never end.
const MAX_STEPS: u32 = 1500;
const BASE: u32 = 0x1000_0000;

#[test]
fn random_programs_agree_with_one_thread_at_a_time() {
    let mut random = Random::new(1);
    let mut compared = 0;
    let mut diverged = 0;
    for round in 0..3000 {
        let simd = if round % 3 == 0 { 4 } else { 1 };
        let program = random_program(&mut random);
        let memory: Vec<u32> = (0..THREADS * WORDS).map(|_| value(&mut random)).collect();
        let Some(expected) = evaluate(&program, &memory, simd) else {
            continue;
        };
        let text = kernel_file(&program, &memory, simd);
        for settings in [
            Settings::default(),
            Settings {
                order: Order::Random(round),
                ..Settings::default()
            },
        ] {
            let file = SourceFile::new("random.flux", text.clone());
            let input = Input::from_text(file, None).expect("a flux file");
            let report = wavetank::run(&input, &settings)
                .unwrap_or_else(|error| panic!("round {round}: {error}\n{text}"));
            let found: Vec<u32> = report.outputs[0].1.data.chunks_exact(4).map(word).collect();
            assert_eq!(found, expected, "round {round}\n{text}");
            diverged += report.stats.divergent_branches;
        }
        compared += 1;
    }
    // The comparison must not be empty, and programs must really diverge.
    assert!(compared > 500, "only {compared} programs ended");
    assert!(
        diverged > 2 * compared,
        "only {diverged} divergent branches"
    );
}

fn word(bytes: &[u8]) -> u32 {
    u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
}

fn kernel_file(program: &[u32], memory: &[u32], simd: usize) -> String {
    let mut text = String::from("---\n");
    let values: Vec<String> = memory.iter().map(u32::to_string).collect();
    let _ = writeln!(text, "out_m: u32[{}] = {}", memory.len(), values.join(", "));
    let _ = writeln!(text, "local = {THREADS}\nsimd = {simd}");
    let _ = writeln!(
        text,
        "R10 = &out_m + {} * tid\nR9 = tid\nR8 = tid % 3",
        4 * WORDS
    );
    text.push_str("---\n");
    for word in program {
        let _ = writeln!(text, ".word {word:#x}");
    }
    text
}

/// Arithmetic on R1-R7, memory through R10, branches and calls to any instruction.
fn random_program(random: &mut Random) -> Vec<u32> {
    let len = 8 + random.below(24);
    let mut words: Vec<u32> = (0..len)
        .map(|at| {
            let [rd, rs1, rs2] = [0; 3].map(|_: u32| random.below(10));
            let rd = rd % 8;
            let r = |f7: u32, f3: u32| f7 << 25 | rs2 << 20 | rs1 << 15 | f3 << 12 | rd << 7 | 0x33;
            let i = |imm: i32, rs1: u32, f3: u32, op: u32| {
                (imm as u32) << 20 | rs1 << 15 | f3 << 12 | rd << 7 | op
            };
            let to = 4 * (random.below(len) as i32 - at as i32);
            match random.below(16) {
                0 => r(0x00, 0),
                1 => r(0x20, 0),
                2 => r(0x01, 0),
                3 => r(0x01, 4),
                4 => r(0x02, 0),
                5..=7 => i(random.below(7) - 3, rs1, 0, 0x13),
                8 => i(random.below(5), 0, 0, 0x13),
                9 => i(4 * random.below(28), 10, 2, 0x03),
                10 | 11 => i(4 * random.below(28), 10, 2, 0x23),
                // One side is R8 or R9, which differ from thread to thread from the start.
                12..=14 => branch(to as u32, 8 + random.below(2), rs2, random.below(2)),
                _ => match random.below(3) {
                    0 => jal(to as u32, 31 * random.below(2)),
                    // Return to wherever R31 says, or to an absolute address.
                    1 => 31 << 15 | 0x67,
                    _ => (4 * random.below(len)) << 20 | (31 * random.below(2)) << 7 | 0x67,
                },
            }
        })
        .collect();
    words.push(0x7f);
    words
}

fn branch(to: u32, rs1: u32, rs2: u32, f3: u32) -> u32 {
    (to >> 12 & 1) << 31
        | (to >> 5 & 0x3f) << 25
        | rs2 << 20
        | rs1 << 15
        | f3 << 12
        | (to >> 1 & 0xf) << 8
        | (to >> 11 & 1) << 7
        | 0x63
}

fn jal(to: u32, rd: u32) -> u32 {
    (to >> 20 & 1) << 31
        | (to >> 1 & 0x3ff) << 21
        | (to >> 11 & 1) << 20
        | (to >> 12 & 0xff) << 12
        | rd << 7
        | 0x6f
}

/// The memory after every thread has run alone; `None` if one does not end.
fn evaluate(program: &[u32], memory: &[u32], simd: usize) -> Option<Vec<u32>> {
    let mut memory = memory.to_vec();
    for thread in 0..THREADS {
        let mut regs = [[0u32; 4]; 32];
        regs[10] = [BASE + 4 * (thread * WORDS) as u32; 4];
        regs[9] = [thread as u32; 4];
        regs[8] = [thread as u32 % 3; 4];
        let mut pc = 0u32;
        let mut steps = 0;
        loop {
            steps += 1;
            if steps > MAX_STEPS {
                return None;
            }
            let word = *program.get(pc as usize / 4)?;
            if word == 0x7f {
                break;
            }
            pc = step(word, pc, &mut regs, &mut memory, simd);
        }
    }
    Some(memory)
}

fn step(word: u32, pc: u32, regs: &mut [[u32; 4]; 32], memory: &mut [u32], simd: usize) -> u32 {
    let field = |lo: u32, bits: u32| word >> lo & ((1 << bits) - 1);
    let (rd, rs1, rs2) = (
        field(7, 5) as usize,
        field(15, 5) as usize,
        field(20, 5) as usize,
    );
    let imm = (word as i32 >> 20) as u32;
    let (a, b, old) = (regs[rs1], regs[rs2], regs[rd]);
    let mut result = old;
    let mut next = pc + 4;
    for c in 0..simd {
        let [x, y, z] = [a[c], b[c], old[c]].map(f32::from_bits);
        let address = (a[0].wrapping_add(imm).wrapping_sub(BASE) / 4) as usize;
        result[c] = match (word & 0x7f, field(12, 3), field(25, 7)) {
            (0x33, 0, 0x00) => canonical(x + y),
            (0x33, 0, 0x20) => canonical(x - y),
            (0x33, 0, 0x01) => canonical(x * y),
            (0x33, 4, 0x01) => canonical(x / y),
            (0x33, 0, 0x02) => canonical(x.mul_add(y, z)),
            (0x13, ..) => a[c].wrapping_add(imm),
            (0x03, ..) => memory[address + c],
            (0x23, ..) => {
                memory[address + c] = old[c];
                continue;
            }
            (0x63, f3, _) => {
                let to = (word as i32 >> 31) as u32 & !0xfff
                    | field(7, 1) << 11
                    | field(25, 6) << 5
                    | field(8, 4) << 1;
                if (a[0] == b[0]) == (f3 == 0) {
                    next = pc.wrapping_add(to);
                }
                continue;
            }
            (0x6f, ..) => {
                let to = (word as i32 >> 31) as u32 & !0xfffff
                    | field(12, 8) << 12
                    | field(20, 1) << 11
                    | field(21, 10) << 1;
                next = pc.wrapping_add(to);
                pc + 4
            }
            (0x67, ..) => {
                next = a[0].wrapping_add(imm);
                pc + 4
            }
            _ => unreachable!("not generated: {word:#x}"),
        };
    }
    if rd != 0 && !matches!(word & 0x7f, 0x23 | 0x63) {
        regs[rd] = result;
    }
    next
}

fn canonical(value: f32) -> u32 {
    if value.is_nan() {
        0x7fc0_0000
    } else {
        value.to_bits()
    }
}

/// Small integers and floats of every kind.
fn value(random: &mut Random) -> u32 {
    match random.below(6) {
        0 => random.below(4),
        1 => (random.below(100) as f32 / 8.0 - 5.0).to_bits(),
        2 => [0x7f80_0000, 0x8000_0000, 0x7fc0_0000, 1, 0x7f7f_ffff][random.below(5) as usize],
        _ => random.below(u32::MAX),
    }
}
