//! A trap and where it happened.

use crate::Wave;
use uop::Place;

pub use uop::{Fault, Site};

impl AsRef<Place> for Wave {
    fn as_ref(&self) -> &Place {
        &self.place
    }
}
