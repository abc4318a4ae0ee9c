//! The bytes of an access, which may reach to the end of all addresses and no further.

use uop::Access;

/// The last byte that is touched.
pub(crate) fn last_byte(access: &Access) -> u64 {
    let more = u64::from(access.bytes.saturating_sub(1));
    access.address.saturating_add(more)
}

/// Every word that is touched, by number, and which of its bytes, as bits.
pub(crate) fn words(access: &Access) -> impl Iterator<Item = (u64, u8)> + use<> {
    let (first, last) = (access.address, last_byte(access));
    (first / 4..=last / 4).map(move |word| {
        let inside = |i: &u64| (first..=last).contains(&(4 * word + i));
        let bytes = (0..4).filter(inside).fold(0, |bytes, i| bytes | 1 << i);
        (word, bytes)
    })
}

/// What a store leaves in one of its words: the bytes in their places, or a digest where it stores more
/// than is known.
pub(crate) fn value_of(access: &Access, word: u64) -> u32 {
    let (start, value) = (4 * word, access.value);
    match access.bytes {
        0..=8 if start >= access.address => (value >> (8 * (start - access.address))) as u32,
        0..=8 => (value << (8 * (access.address - start))) as u32,
        _ => {
            let place = start.wrapping_sub(access.address) as u32;
            (value ^ value >> 32) as u32 ^ place.wrapping_mul(0x9e37_79b9)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uop::Space;

    #[test]
    fn words_end_where_addresses_do() {
        let words = |address, bytes| -> Vec<_> {
            let access = Access {
                space: Space::Global,
                group: [0; 3],
                lane: 0,
                address,
                bytes,
                store: false,
                atomic: false,
                value: 0,
            };
            words(&access).collect()
        };
        assert_eq!(words(3, 6), [(0, 0b1000), (1, 0b1111), (2, 0b1)]);
        assert_eq!(words(u64::MAX, 4), [(u64::MAX / 4, 0b1000)]);
        assert_eq!(words(u64::MAX - 3, 4), [(u64::MAX / 4, 0b1111)]);
    }
}
