//! Who touched a word, and whether another may.

use sim::Touches;

/// Who touched a word: its [number](whole), and in the two lowest bits what it did.
pub(super) type Owner = u32;
const LOADED: Owner = 1;
pub(super) const STORED: Owner = 2;
const ATOMIC: Owner = 3;
/// The number that stands for several waves, or several lanes of one that went different ways.
pub(super) const SEVERAL: u32 = u32::MAX >> 2;

/// A wave has so many numbers: one for all lanes together, and one for each of them.
const NUMBERS: u32 = 65;
/// So many waves have numbers.
pub(super) const MOST_WAVES: u32 = SEVERAL / NUMBERS;

/// The number of a wave whose lanes go together.
pub(super) fn whole(wave: u32) -> u32 {
    wave * NUMBERS
}

/// The number of one lane, where others of its wave may have gone another way.
pub(super) fn one_lane(wave: u32, lane: u32) -> u32 {
    wave * NUMBERS + 1 + lane
}

/// Words that follow each other are touched by a number. False if an order may matter.
pub(super) fn touch_all(owners: &mut [Owner], number: u32, how: Touches) -> bool {
    let Some(&first) = owners.first() else {
        return true;
    };
    // Most have the same owner.
    if owners.iter().fold(0, |differ, it| differ | (it ^ first)) == 0 {
        return match after(first, number, how) {
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
        let new = after(*owner, number, how);
        new.map(|new| *owner = new).is_some()
    })
}

/// The owner of a word that a number touches, if that is in order with all before it.
fn after(owner: Owner, number: u32, how: Touches) -> Option<Owner> {
    let own = is_before(owner >> 2, number);
    match (owner & 3, how) {
        (0, Touches::Load) => Some(number << 2 | LOADED),
        (0, Touches::Store) => Some(number << 2 | STORED),
        (0 | ATOMIC, Touches::Atomic) => Some(ATOMIC),
        (LOADED, Touches::Load) if !own => Some(SEVERAL << 2 | LOADED),
        (LOADED, Touches::Load) => Some(number << 2 | LOADED),
        (LOADED | STORED, Touches::Store) | (STORED, Touches::Load) if own => {
            Some(number << 2 | STORED)
        }
        _ => None,
    }
}

/// All that a number did comes before what another does: lanes that go together come after what each of
/// them did, and before what each will do.
fn is_before(earlier: u32, number: u32) -> bool {
    let same = earlier == number;
    let one_is_whole = earlier.is_multiple_of(NUMBERS) || number.is_multiple_of(NUMBERS);
    let of_one_wave = earlier / NUMBERS == number / NUMBERS;
    earlier != SEVERAL && number != SEVERAL && (same || of_one_wave && one_is_whole)
}
