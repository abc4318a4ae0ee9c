//! Random programs against a second evaluator that shares nothing with the engine: it walks the
//! program as a tree, with a set of threads in hand, and computes one thread at a time.
//!
//! `WAVE_PROGRAMS=100000 cargo test -p wave --test all random_programs:: --release` runs that many, and
//! with `WAVE_PROGRAMS_OUT=DIR` every program is also written there as a kernel file.

mod functions;
mod random;
mod text;
mod threads;
mod tree;

use random::{Random, word};
use text::text;
use threads::evaluate;
use tree::Generator;

const REGISTERS: usize = 10;
const PREDICATES: usize = 4;
const THREADS: u32 = 70;

/// The program with its input and what it must leave at a width of 32.
fn kernel_file(text: &str, input: &[u32], expected: &[u32]) -> String {
    let list = |words: &[u32]| {
        let words: Vec<String> = words.iter().map(|word| format!("{word:#x}")).collect();
        words.join(", ")
    };
    format!(
        "---\nin: u32[{n}] = {}\nout_x: u32[{n}]\nlocal = {THREADS}\nexpect out_x = {}\n---\n{text}",
        list(input),
        list(expected),
        n = input.len(),
    )
}

#[test]
fn the_engine_agrees_with_every_thread_alone() {
    let count = std::env::var("WAVE_PROGRAMS")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(600);
    for seed in 0..count {
        let mut random = Random::new(seed);
        let mut generator = Generator {
            random: &mut random,
            budget: 60,
        };
        let mut program = Vec::new();
        while generator.budget > 0 {
            program.extend(generator.block(0, false));
        }
        let base = [0, 20, 30, 100][random.below(4)];
        let words = THREADS as usize * (REGISTERS + 1);
        let input: Vec<u32> = (0..words).map(|_| word(&mut random)).collect();
        let text = text(&program, base);
        if let Some(folder) = std::env::var_os("WAVE_PROGRAMS_OUT") {
            let path = std::path::Path::new(&folder).join(format!("random-{seed:05}.wave"));
            let expected = evaluate(&program, 32, &input);
            std::fs::write(path, kernel_file(&text, &input, &expected)).unwrap();
        }
        for width in [16, 32, 64] {
            let result =
                crate::common::run(&text, width, THREADS, &[input.clone(), vec![0; words]])
                    .unwrap_or_else(|error| panic!("seed {seed}, width {width}: {error}\n{text}"));
            let expected = evaluate(&program, width as usize, &input);
            let differs = (0..words).find(|&i| result[1][i] != expected[i]);
            if let Some(i) = differs {
                let (thread, register) = (i / (REGISTERS + 1), i % (REGISTERS + 1));
                panic!(
                    "seed {seed}, width {width}: register {register} of thread {thread} is {:#x}, \
                     expected {:#x}\n{text}",
                    result[1][i], expected[i]
                );
            }
        }
    }
}
