//! A trap and where it happened.

use crate::Wave;
use uop::WavePlace;

pub use uop::{Fault, Site};

impl AsRef<WavePlace> for Wave {
    fn as_ref(&self) -> &WavePlace {
        &self.place
    }
}
