//! Special registers: where a thread is, and how large what it is part of.

/// What a special register holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Special {
    ThreadX,
    ThreadY,
    ThreadZ,
    Wave,
    Lane,
    GroupX,
    GroupY,
    GroupZ,
    GroupSizeX,
    GroupSizeY,
    GroupSizeZ,
    GridX,
    GridY,
    GridZ,
    Waves,
    Clock,
    WaveWidth,
    Cluster,
    ClusterSize,
}

/// A special register: how it is written, its number in the instruction word, and what it holds.
#[derive(Debug)]
pub struct SpecialRegister {
    pub name: &'static str,
    pub number: u8,
    pub holds: Special,
}

const fn special(number: u8, name: &'static str, holds: Special) -> SpecialRegister {
    SpecialRegister {
        name,
        number,
        holds,
    }
}

/// All of them, by number.
#[rustfmt::skip]
pub static SPECIAL: &[SpecialRegister] = &[
    special( 0, "%tid.x",       Special::ThreadX),
    special( 1, "%tid.y",       Special::ThreadY),
    special( 2, "%tid.z",       Special::ThreadZ),
    special( 3, "%wid",         Special::Wave),
    special( 4, "%lid",         Special::Lane),
    special( 5, "%ctaid.x",     Special::GroupX),
    special( 6, "%ctaid.y",     Special::GroupY),
    special( 7, "%ctaid.z",     Special::GroupZ),
    special( 8, "%ntid.x",      Special::GroupSizeX),
    special( 9, "%ntid.y",      Special::GroupSizeY),
    special(10, "%ntid.z",      Special::GroupSizeZ),
    special(11, "%nctaid.x",    Special::GridX),
    special(12, "%nctaid.y",    Special::GridY),
    special(13, "%nctaid.z",    Special::GridZ),
    special(14, "%nwaves",      Special::Waves),
    special(15, "%clock",       Special::Clock),
    special(16, "%wavewidth",   Special::WaveWidth),
    special(17, "%clusterid",   Special::Cluster),
    special(18, "%clustersize", Special::ClusterSize),
];

impl SpecialRegister {
    /// The register of a number.
    pub fn numbered(number: u8) -> Option<&'static SpecialRegister> {
        SPECIAL.iter().find(|register| register.number == number)
    }

    /// The register of a name, in capitals or not.
    pub fn named(name: &str) -> Option<&'static SpecialRegister> {
        let mut all = SPECIAL.iter();
        all.find(|register| register.name.eq_ignore_ascii_case(name))
    }

    /// The names of all.
    pub fn names() -> impl Iterator<Item = &'static str> {
        SPECIAL.iter().map(|register| register.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_found_by_what_it_is_called() {
        for (place, register) in SPECIAL.iter().enumerate() {
            assert_eq!(usize::from(register.number), place, "{}", register.name);
            let by_name = SpecialRegister::named(&register.name.to_uppercase());
            assert_eq!(by_name.map(|found| found.number), Some(register.number));
            // Their order is that of the scalars in which a lowered kernel keeps them.
            assert_eq!(register.holds as usize, place, "{}", register.name);
        }
    }
}
