//! Words that are likely to go wrong.

pub use ::random::Random;

/// Words that are likely to go wrong, and any.
pub fn word(random: &mut Random) -> u32 {
    const EDGES: [u32; 16] = [
        0,
        1,
        2,
        31,
        32,
        33,
        0x7fff_ffff,
        0x8000_0000,
        0xffff_ffff,
        0x3f80_0000,
        0xbf80_0000,
        0x7f80_0000,
        0xff80_0000,
        0x7fc0_0000,
        0x0000_0001,
        0x8000_0001,
    ];
    match random.below(4) {
        0 => EDGES[random.below(EDGES.len())],
        1 => random.below(100) as u32,
        2 => (random.below(2000) as f32 / 16.0 - 50.0).to_bits(),
        _ => random.bits() as u32,
    }
}
