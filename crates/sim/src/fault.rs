//! A trap and where it happened.

use crate::Wave;
use std::fmt;
use uop::Trap;

/// A place in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Site {
    /// Index into the program's instructions.
    pub inst: u32,
    pub group: [u32; 3],
    pub wave: u32,
}

impl Site {
    pub(crate) fn of(wave: &Wave, inst: u32) -> Site {
        Site {
            inst,
            group: wave.place.group,
            wave: wave.place.wave,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    pub trap: Trap,
    pub site: Site,
    /// The code address of the instruction.
    pub address: u64,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.site.group;
        write!(
            f,
            "{} (pc {:#x}, workgroup ({x},{y},{z}), wave {}",
            self.trap, self.address, self.site.wave
        )?;
        if let Some(lane) = self.trap.lane() {
            write!(f, ", lane {lane}")?;
        }
        f.write_str(")")
    }
}

impl std::error::Error for Fault {}
