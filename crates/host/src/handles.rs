//! Numbers that stand for values, and know when those are gone.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Values under numbers. A number is not given twice before some thousand million others were, so
/// that one whose value was removed is known to be stale.
pub struct Handles<T> {
    slots: Mutex<Vec<Slot<T>>>,
}

struct Slot<T> {
    /// How often the slot has been used; part of the number.
    generation: u32,
    value: Option<Arc<T>>,
}

impl<T> Handles<T> {
    /// None.
    pub const fn new() -> Handles<T> {
        Handles {
            slots: Mutex::new(Vec::new()),
        }
    }

    /// Keeps a value under a number, which is not zero.
    pub fn insert(&self, value: T) -> u64 {
        let mut slots = self.slots();
        let index = match slots.iter().position(|slot| slot.value.is_none()) {
            Some(index) => index,
            None => {
                slots.push(Slot {
                    generation: 0,
                    value: None,
                });
                slots.len() - 1
            }
        };
        let slot = &mut slots[index];
        slot.generation = slot.generation.wrapping_add(1);
        slot.value = Some(Arc::new(value));
        u64::from(slot.generation) << 32 | (index as u64 + 1)
    }

    /// The value under a number. It stays as long as the caller keeps it, removed or not.
    pub fn get(&self, handle: u64) -> Option<Arc<T>> {
        self.slot(&mut self.slots(), handle)?.value.clone()
    }

    /// Removes a value; nothing if there is none, or none any more.
    pub fn remove(&self, handle: u64) -> Option<Arc<T>> {
        self.slot(&mut self.slots(), handle)?.value.take()
    }

    fn slot<'s>(&self, slots: &'s mut [Slot<T>], handle: u64) -> Option<&'s mut Slot<T>> {
        let index = (handle as u32).checked_sub(1)?;
        let slot = slots.get_mut(index as usize)?;
        (slot.generation == (handle >> 32) as u32).then_some(slot)
    }

    /// A panic elsewhere leaves a table that is whole.
    fn slots(&self) -> MutexGuard<'_, Vec<Slot<T>>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Default for Handles<T> {
    fn default() -> Handles<T> {
        Handles::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_good_until_its_value_is_removed() {
        let handles = Handles::new();
        let a = handles.insert("a");
        assert_eq!(handles.get(a).as_deref(), Some(&"a"));
        assert_eq!(handles.remove(a).as_deref(), Some(&"a"));
        assert!(handles.remove(a).is_none());
        let b = handles.insert("b");
        assert_ne!(a, b);
        assert!(handles.get(a).is_none());
        for bad in [0, 1, 7, u64::MAX, b ^ 1 << 40] {
            assert!(handles.get(bad).is_none(), "{bad:#x}");
        }
        assert_eq!(handles.get(b).as_deref(), Some(&"b"));
    }

    #[test]
    fn threads_get_numbers_of_their_own() {
        let handles = Handles::new();
        std::thread::scope(|scope| {
            for thread in 0..8 {
                let handles = &handles;
                scope.spawn(move || {
                    for i in 0..200 {
                        let handle = handles.insert((thread, i));
                        assert_eq!(handles.get(handle).as_deref(), Some(&(thread, i)));
                        assert!(handles.remove(handle).is_some());
                        assert!(handles.remove(handle).is_none());
                    }
                });
            }
        });
    }
}
