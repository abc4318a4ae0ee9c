//! Who touched a word, and whether another may.

use sim::Touches;

/// Who touched a word: the number of the wave, and in the two lowest bits what it did.
pub(super) type Owner = u32;
const LOADED: Owner = 1;
pub(super) const STORED: Owner = 2;
const ATOMIC: Owner = 3;
/// The number that stands for several waves.
pub(super) const SEVERAL: u32 = u32::MAX >> 2;

/// A wave touches words that follow each other. False if an order may matter.
pub(super) fn touch_all(owners: &mut [Owner], wave: u32, how: Touches) -> bool {
    let Some(&first) = owners.first() else {
        return true;
    };
    // Most have the same owner.
    if owners.iter().fold(0, |differ, it| differ | (it ^ first)) == 0 {
        return match after(first, wave, how) {
            Some(new) => {
                if new != first {
                    owners.fill(new);
                }
                true
            }
            None => false,
        };
    }
    owners.iter_mut().all(|owner| {
        let new = after(*owner, wave, how);
        new.map(|new| *owner = new).is_some()
    })
}

/// The owner of a word that a wave touches, if that is in order with all before it.
fn after(owner: Owner, wave: u32, how: Touches) -> Option<Owner> {
    let own = owner >> 2 == wave && wave != SEVERAL;
    match (owner & 3, how) {
        (0, Touches::Load) => Some(wave << 2 | LOADED),
        (0, Touches::Store) => Some(wave << 2 | STORED),
        (0 | ATOMIC, Touches::Atomic) => Some(ATOMIC),
        (LOADED, Touches::Load) if !own => Some(SEVERAL << 2 | LOADED),
        (LOADED, Touches::Store) if own => Some(wave << 2 | STORED),
        (LOADED, Touches::Load) | (STORED, Touches::Load | Touches::Store) if own => Some(owner),
        _ => None,
    }
}
