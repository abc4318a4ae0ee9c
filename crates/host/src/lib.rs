//! The host side of a device: allocate and copy memory, launch, wait; what goes wrong is data.
//!
//! A [`Device`] is shared between threads as it is. Which addresses are mapped is behind a lock that
//! is held for moments only: a launch takes the mapping as it is when it begins and runs against the
//! same bytes, whatever is allocated or freed meanwhile. [`Handles`] are for hosts that cannot be
//! trusted with pointers. Nothing here knows an instruction set or prints.
#![forbid(unsafe_code)]

mod device;
mod error;
mod handles;

pub use device::{Buffer, Device, grid_size, patience, run};
pub use error::{HostError, lines};
pub use handles::Handles;
