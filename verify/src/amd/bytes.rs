//! Random bytes that look like instructions, without regard to our rows: every microcode format in
//! turn with any opcode, and legal instructions with a few bits turned over.

use amdgpu::{Codec, Target, Wave};

use super::generate::{self, Random};

/// The bits that mark a microcode format, and which they are.
const COMMON: &[(u32, u32)] = &[
    (0xFE00_0000, 0x7C00_0000), // VOPC
    (0xFE00_0000, 0x7E00_0000), // VOP1
    (0x8000_0000, 0x0000_0000), // VOP2
    (0xFF80_0000, 0xBE80_0000), // SOP1
    (0xFF80_0000, 0xBF00_0000), // SOPC
    (0xFF80_0000, 0xBF80_0000), // SOPP
    (0xF000_0000, 0xB000_0000), // SOPK
    (0xC000_0000, 0x8000_0000), // SOP2
    (0xFC00_0000, 0xD400_0000), // VOP3
    (0xFF00_0000, 0xCC00_0000), // VOP3P
    (0xFF00_0000, 0xCD00_0000), // VINTERP
    (0xFF00_0000, 0xCE00_0000), // LDSDIR
    (0xFC00_0000, 0xC800_0000), // VOPD
    (0xFC00_0000, 0xD800_0000), // DS
    (0xFC00_0000, 0xF800_0000), // EXP
    (0xFC00_0000, 0xF400_0000), // SMEM
    (0xFC00_0000, 0xDC00_0000), // FLAT
    (0xFC00_0000, 0xE000_0000), // MUBUF
    (0xFC00_0000, 0xE800_0000), // MTBUF
    (0xFC00_0000, 0xF000_0000), // MIMG
    (0xFC00_0000, 0xEC00_0000), // VFLAT
    (0xFC00_0000, 0xC400_0000), // VBUFFER
    (0xFC00_0000, 0xD000_0000), // VIMAGE
    (0xFC00_0000, 0xE400_0000), // VSAMPLE
    (0x0000_0000, 0x0000_0000), // anything
];

/// Words that follow the first one: what fields hold in real code, and noise.
fn word(random: &mut Random) -> u32 {
    let noise = random.bits() as u32;
    match random.below(8) {
        0 => 0,
        1 => noise & random.bits() as u32 & random.bits() as u32,
        2 => noise & 0x01ff_ffff,
        3 => noise & 0x03ff_03ff,
        4 => noise | 0x0002_0100,
        _ => noise,
    }
}

/// Runs of 16 bytes.
pub fn runs(target: Target, wave: Wave, count: usize, seed: u64) -> Vec<Vec<u8>> {
    let mut random = Random::new(seed);
    let mut out = Vec::with_capacity(count);
    for index in 0..count / 2 {
        let (mask, value) = COMMON[index % COMMON.len()];
        let first = random.bits() as u32 & !mask | value;
        // The first source says by its code whether a DPP word follows.
        let first = match random.below(6) {
            0 if first >> 31 == 0 => first & !0x1FF | [0xE9, 0xEA, 0xFA, 0xFF][index / 7 % 4],
            _ => first,
        };
        let mut second = word(&mut random);
        if first >> 31 == 1 && random.below(4) == 0 {
            second = second & !0x1FF | [0xE9, 0xEA, 0xFA, 0xFF][index / 7 % 4];
        }
        let words = [first, second, word(&mut random), word(&mut random)];
        out.push(words.iter().flat_map(|word| word.to_le_bytes()).collect());
    }
    for mut run in generate::instructions(target, wave, count - count / 2, seed) {
        let length = run.len();
        for _ in 0..1 + random.below(3) {
            let bit = random.below(length as u64 * 8) as usize;
            run[bit / 8] ^= 1 << (bit % 8);
        }
        fill(&mut run, &mut random);
        out.push(run);
    }
    out
}

/// As many as are wanted of those that an instruction of each encoding becomes when one of its bits is turned over.
pub fn turned(target: Target, wave: Wave, count: usize, seed: u64) -> Vec<Vec<u8>> {
    let mut random = Random::new(seed);
    let encodings = Codec::of(target, wave).encodings.iter();
    let mut out = Vec::new();
    for encoding in encodings.filter(|encoding| encoding.decodes) {
        let Some(whole) = generate::one(encoding, target, wave, &mut random) else {
            continue;
        };
        for bit in 0..whole.len() * 8 {
            let mut run = whole.clone();
            run[bit / 8] ^= 1 << (bit % 8);
            fill(&mut run, &mut random);
            out.push(run);
        }
    }
    let stride = out.len().div_ceil(count.max(1)).max(1);
    out.into_iter().step_by(stride).collect()
}

/// What follows an instruction may be read as a part of it.
fn fill(run: &mut Vec<u8>, random: &mut Random) {
    while run.len() < 16 {
        run.push(random.bits() as u8);
    }
}
