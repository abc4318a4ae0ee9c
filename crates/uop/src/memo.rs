//! What is kept of something from launch to launch.

use std::any::Any;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A place for what was made of something once and serves again: of code, the program that it was
/// lowered to; of a program, the plans that it was bound with. Of each kind there is one. A clone has
/// nothing yet, because what it belongs to may be changed before it is used.
#[derive(Debug, Default)]
pub struct Memo(Mutex<Vec<Kept>>);

type Kept = Arc<dyn Any + Send + Sync>;

impl Memo {
    /// What was kept, if it is of this kind and is what is asked for; else it is made and kept.
    pub fn get<T: Send + Sync + 'static, E>(
        &self,
        fits: impl FnOnce(&T) -> bool,
        make: impl FnOnce() -> Result<T, E>,
    ) -> Result<Arc<T>, E> {
        let kept = self.lock().iter().find(|kept| kept.is::<T>()).cloned();
        let kept = kept.and_then(|kept| kept.downcast::<T>().ok());
        if let Some(kept) = kept.filter(|kept| fits(kept)) {
            return Ok(kept);
        }
        let made = Arc::new(make()?);
        let mut all = self.lock();
        all.retain(|kept| !kept.is::<T>());
        all.push(made.clone());
        Ok(made)
    }

    /// A panic elsewhere leaves something whole.
    fn lock(&self) -> MutexGuard<'_, Vec<Kept>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Clone for Memo {
    fn clone(&self) -> Memo {
        Memo::default()
    }
}
