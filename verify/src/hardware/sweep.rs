//! Kernels that put every WAVE instruction to work on edge cases and random words, once by all
//! threads and once by some: what a translation has to get right, bit for bit.

use random::{AWKWARD, Random};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

const THREADS: usize = 480;
/// Lines of the corpus in one kernel.
const LINES: usize = 24;
/// Registers that the lines of the corpus name, and those that follow a pair's first.
const SOURCES: &[u32] = &[
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 33, 34, 40, 41, 50, 51, 99, 100, 101, 102, 103, 200, 201, 202,
];

/// Writes the kernels of `corpus` (lines and their words) to `out`.
pub fn write(corpus: &str, out: &str, seed: u64) -> Result<(), String> {
    let text = std::fs::read_to_string(corpus).map_err(|e| format!("{corpus}: {e}"))?;
    let lines: Vec<&str> = (text.lines())
        .filter_map(|line| line.split('\t').next())
        .filter(|line| is_computation(line))
        .collect();
    let folder = Path::new(out);
    std::fs::create_dir_all(folder).map_err(|e| format!("{out}: {e}"))?;
    let mut random = Random::new(seed);
    for (number, lines) in lines.chunks(LINES).enumerate() {
        let path = folder.join(format!("sweep-{number:02}.wave"));
        let kernel = kernel(lines, &mut random);
        std::fs::write(&path, kernel).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    println!("{} instructions in {out}", lines.len());
    Ok(())
}

/// Whether a line computes something from registers alone, at a width of 32.
fn is_computation(line: &str) -> bool {
    let mnemonic = line.split_whitespace().find(|word| !word.starts_with('@'));
    let Some(mnemonic) = mnemonic.filter(|_| !line.starts_with('#')) else {
        return false;
    };
    let first = mnemonic.split('.').next().unwrap_or_default();
    let elsewhere = [
        "ld", "st", "atom", "if", "else", "endif", "loop", "endloop", "break", "continue", "ret",
        "barrier", "fence", "nop", "mma",
    ];
    !elsewhere.contains(&first) && !line.contains("%clock") && !line.contains(".g64")
}

fn kernel(lines: &[&str], random: &mut Random) -> String {
    let words = SOURCES.len() + 1;
    let mut body = String::new();
    let mut out_words = 0;
    let mut fast = String::new();
    for line in lines {
        for divergent in [false, true] {
            if let Some(what) = loose(line, out_words) {
                let _ = writeln!(fast, "# fast: {THREADS} {what}");
            }
            out_words += step(&mut body, line, divergent);
        }
    }
    let values: Vec<String> = (0..THREADS * words)
        .map(|_| format!("{:#x}", word(random)))
        .collect();
    let mut text = fast + "---\n";
    let _ = writeln!(text, "in: u32[{}] = {}", values.len(), values.join(", "));
    let _ = writeln!(text, "out_x: u32[{}]", out_words * THREADS);
    let _ = writeln!(text, "local = {THREADS}\n---");
    let _ = writeln!(
        text,
        "mov.b32 r10, 0\nld.const.v2.b32 {{r11, r12}}, [r10]\nmov.b32 r13, %tid.x\n\
         mad.lo.u32 r11, r13, {}, r11\nmad.lo.u32 r12, r13, 4, r12",
        4 * words
    );
    text + &body + "ret\n"
}

/// What a fast translation may leave in other bits, for `scripts/run-ptx`: doubles, because GPUs
/// keep the payload of a NaN, by the places of both words; approximations, by the place of the
/// result and which of its inputs' words the thread applied them to. `before` is so many results.
fn loose(line: &str, before: usize) -> Option<String> {
    let words: Vec<&str> = (line.split([' ', ',']))
        .filter(|word| !word.is_empty() && !word.starts_with('@'))
        .collect();
    let [mnemonic, to, from, ..] = words[..] else {
        return None;
    };
    let number = |register: &str| register.strip_prefix('r')?.parse::<u32>().ok();
    let registers = named(line);
    let place = |register: &str| {
        let at = registers.iter().position(|&r| Some(r) == number(register));
        at.map(|at| (before + at) * THREADS)
    };
    if let Some((low, high)) = to.split_once(':') {
        let is_double = mnemonic.contains("f64");
        return is_double.then_some(format!("f64 {} {}", place(low)?, place(high)?));
    }
    let function = mnemonic.split('.').next()?;
    if !["rsqrt", "sin", "cos", "exp2", "log2"].contains(&function) {
        return None;
    }
    let source = (SOURCES.iter()).position(|&r| Some(r) == number(from))?;
    let stride = SOURCES.len() + 1;
    Some(format!("{function} {} {source} {stride}", place(to)?))
}

/// Fills the registers, carries out the line and stores what it may have changed: so many words.
fn step(body: &mut String, line: &str, divergent: bool) -> usize {
    for (n, register) in SOURCES.iter().enumerate() {
        let _ = writeln!(body, "ld.global.b32 r{register}, [r11+{}]", 4 * n);
    }
    let _ = writeln!(body, "ld.global.b32 r14, [r11+{}]", 4 * SOURCES.len());
    for p in 0..8 {
        let bit = 1 << p;
        let _ = writeln!(body, "and.b32 r15, r14, {bit}\nsetp.ne.u32 p{p}, r15, 0");
    }
    // The last predicate that lines name is p7; bit 8 decides who takes part.
    if divergent {
        let _ = writeln!(body, "and.b32 r15, r14, 256\nmov.b32 r16, 0");
        let _ = writeln!(body, "@p7 mov.b32 r16, 128\nsetp.ne.u32 p7, r15, 0\nif p7");
        let _ = writeln!(body, "setp.ne.u32 p7, r16, 0\n{line}\nendif");
    } else {
        let _ = writeln!(body, "{line}");
    }
    let mut stored = 0;
    let mut store = |body: &mut String, register: u32| {
        let _ = writeln!(body, "st.global.b32 [r12], r{register}");
        let _ = writeln!(body, "add.u32 r12, r12, {}", 4 * THREADS);
        stored += 1;
    };
    for register in named(line) {
        store(body, register);
    }
    body.push_str("mov.b32 r15, 0\n");
    for p in 0..8 {
        let _ = writeln!(body, "@p{p} or.b32 r15, r15, {}", 1 << p);
    }
    store(body, 15);
    stored
}

/// Registers of a line, with the second of each pair.
fn named(line: &str) -> BTreeSet<u32> {
    let word = |c: char| !(c.is_ascii_alphanumeric());
    let numbers = line.split(word).filter_map(|word| {
        let number = word.strip_prefix('r')?;
        number.parse().ok()
    });
    numbers.collect()
}

/// Words that are likely to go wrong as integers, floats, halves or upper words of doubles.
fn word(random: &mut Random) -> u32 {
    const HALVES: [u32; 10] = [
        0, 0x8000, 0x3c00, 0xbc00, 0x7bff, 0x7c00, 0xfc00, 0x7e00, 0x0001, 0x0400,
    ];
    let bits = random.bits();
    let pick = (bits >> 40) as usize;
    let low = bits as u32;
    match bits >> 61 {
        0 => AWKWARD[pick % AWKWARD.len()],
        1 => HALVES[pick % HALVES.len()] << 16 | HALVES[pick / 16 % HALVES.len()],
        // Floats of ordinary size, then doubles around the ranges of the smaller formats.
        2 => low & 0x807f_ffff | (110 + (low >> 23 & 31)) << 23,
        3 => low & 0x800f_ffff | (0x340 + (pick as u32 & 0xff)) << 20,
        4 => low & 0x8fff_8fff | 0x3000_3000,
        5 => low % 100,
        _ => low,
    }
}
