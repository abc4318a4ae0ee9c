//! Words that are likely to go wrong.

use ::random::AWKWARD;
pub use ::random::Random;

/// Words that are likely to go wrong, and any.
pub fn word(random: &mut Random) -> u32 {
    match random.below(4) {
        0 => random.pick(&AWKWARD),
        1 => random.below(100) as u32,
        2 => (random.below(2000) as f32 / 16.0 - 50.0).to_bits(),
        _ => random.bits() as u32,
    }
}
