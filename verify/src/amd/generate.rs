//! Random instructions, made from our own encodings.

use amdgpu::{Codec, Encoding, Mod, ParamKind, Target, Wave};
pub use random::Random;

/// Literals that are interesting beside random ones.
const LITERALS: [u32; 9] = [
    0x3f80_0000,
    0x3ff0_0000,
    0x3c00,
    0xffff_ffff,
    0x8000_0000,
    64,
    65,
    0xffff_ffef,
    0x3e22_f983,
];

/// Source codes that are interesting: registers at the edges, named ones, constants.
const SOURCES: [u64; 20] = [
    0, 105, 106, 107, 108, 123, 124, 125, 126, 127, 128, 192, 193, 208, 235, 240, 248, 253, 255,
    256,
];

/// Instructions of a machine: each encoding in turn, with random fields, as bytes.
pub fn instructions(target: Target, wave: Wave, count: usize, seed: u64) -> Vec<Vec<u8>> {
    let codec = Codec::of(target, wave);
    let mut random = Random::new(seed);
    let encodings: Vec<&Encoding> = codec.encodings.iter().filter(|e| e.decodes).collect();
    let mut out = Vec::with_capacity(count);
    let mut tries = 0;
    while out.len() < count && tries < count * 20 {
        let encoding = encodings[tries % encodings.len()];
        tries += 1;
        if let Some(bytes) = one(encoding, target, wave, &mut random) {
            out.push(bytes);
        }
    }
    out
}

/// One instruction of an encoding; nothing if the fields made none.
pub fn one(
    encoding: &Encoding,
    target: Target,
    wave: Wave,
    random: &mut Random,
) -> Option<Vec<u8>> {
    let mut word = encoding.bits;
    for param in &encoding.params {
        let max = if param.len == 0 {
            0
        } else {
            (1u128 << param.len) - 1
        };
        let value = match random.below(8) {
            0 => 0,
            1 => max,
            2 | 3 if matches!(param.len, 8 | 9) => SOURCES[random.below(20) as usize] as u128,
            4 => 1,
            _ => random.bits() as u128,
        };
        word |= (value & max) << param.lo;
        // Modifiers are the exception in real code. A cache policy's bits beyond its field belong
        // to machines that are not ours.
        if matches!(param.kind, ParamKind::Mod(Mod::Cpol)) && target.generation().temporal_hints() {
            continue;
        }
        for bit in [param.neg, param.abs, param.sel] {
            if bit < 128 && random.below(4) == 0 {
                word |= 1 << bit;
            }
        }
    }
    let literal = match random.below(3) {
        0 => LITERALS[random.below(LITERALS.len() as u64) as usize],
        _ => random.bits() as u32,
    };
    let size = encoding.size as usize;
    let mut bytes = word.to_le_bytes()[..size].to_vec();
    bytes.extend_from_slice(&literal.to_le_bytes());
    let inst = amdgpu::decode(&bytes, target, wave).ok()?;
    // Encoding again clears what the instruction does not use.
    Some(amdgpu::encode(&inst))
}
