//! The grid of a launch as hosts describe it: in threads, with workgroups that may be cut short at
//! its far ends.

use super::apertures;
use arch::LaunchRequest;
use kernel::KeyValue;
use source::Diagnostic;

/// A grid of threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Dimensions that the host gives: one to three.
    pub dims: u32,
    /// Threads along x, y and z.
    pub threads: [u64; 3],
    /// Threads of a workgroup; those at the far ends have what is left.
    pub local: [u32; 3],
    /// What global ids begin with.
    pub offset: [u64; 3],
    /// Local memory of a workgroup beyond what the kernel declares and its arguments ask for.
    pub local_bytes: u32,
}

/// Workgroups of one size, next to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The id of the first.
    pub first: [u32; 3],
    /// How many.
    pub groups: [u32; 3],
    /// Their threads.
    pub local: [u32; 3],
}

impl Grid {
    /// What a kernel file or a command line asks for.
    pub(crate) fn of_request(request: &LaunchRequest<'_>) -> Result<Grid, Diagnostic> {
        let launch = &request.launch;
        let threads = |i: usize| u64::from(launch.global[i]) * u64::from(launch.local[i]);
        Ok(Grid {
            dims: launch.local_dims.max(launch.global_dims) as u32,
            threads: [0, 1, 2].map(threads),
            local: launch.local,
            offset: offset_of(request)?,
            local_bytes: 0,
        })
    }

    /// Workgroups that are whole.
    fn whole(&self, i: usize) -> u64 {
        self.threads[i] / u64::from(self.local[i].max(1))
    }

    /// Threads of the last workgroup, where it is not whole.
    fn rest(&self, i: usize) -> u64 {
        self.threads[i] % u64::from(self.local[i].max(1))
    }

    /// How many workgroups there are, or an error's worth of them.
    pub fn groups(&self) -> [u64; 3] {
        [0, 1, 2].map(|i| self.whole(i) + u64::from(self.rest(i) > 0))
    }

    /// The workgroups by their sizes: one part, unless some are cut short.
    pub fn parts(&self) -> Vec<Part> {
        let along = |i: usize| {
            let whole = (0, self.whole(i) as u32, self.local[i]);
            let rest = (whole.1, 1, self.rest(i) as u32);
            [whole, rest].into_iter().filter(|part| part.1 * part.2 > 0)
        };
        let mut parts = Vec::new();
        for z in along(2) {
            for y in along(1) {
                for x in along(0) {
                    parts.push(Part {
                        first: [x.0, y.0, z.0],
                        groups: [x.1, y.1, z.1],
                        local: [x.2, y.2, z.2],
                    });
                }
            }
        }
        parts
    }

    /// Bytes that [`barrier`](Grid::barrier) gives.
    pub const BARRIER_BYTES: usize = 48;

    /// What workgroups that wait for each other find about their grid, as device libraries have it: a
    /// grid of several devices, of which this is the only one, two words that they count in, and how
    /// many there are.
    pub fn barrier(&self) -> [u8; Grid::BARRIER_BYTES] {
        const GRIDS: usize = 12;
        const GROUPS: usize = 40;
        let mut bytes = [0; Grid::BARRIER_BYTES];
        bytes[GRIDS..GRIDS + 4].copy_from_slice(&1u32.to_le_bytes());
        let groups = self.groups().iter().product::<u64>() as u32;
        bytes[GROUPS..GROUPS + 4].copy_from_slice(&groups.to_le_bytes());
        bytes
    }

    /// The value of a hidden argument that is about the grid or the machine; those that point to a
    /// service are null pointers. `local` is the local memory that arguments ask for.
    pub(crate) fn hidden(&self, kind: &str, local: u32) -> u64 {
        let letter = kind.bytes().last().unwrap_or(b'x');
        let i = usize::from(letter.wrapping_sub(b'x'));
        match kind.trim_end_matches(['x', 'y', 'z']) {
            "hidden_block_count_" if i < 3 => self.whole(i),
            "hidden_group_size_" if i < 3 => self.local[i].into(),
            "hidden_remainder_" if i < 3 => self.rest(i),
            "hidden_global_offset_" if i < 3 => self.offset[i],
            _ => match kind {
                "hidden_grid_dims" => self.dims.into(),
                "hidden_dynamic_lds_size" => local.into(),
                "hidden_private_base" => apertures().private.start >> 32,
                "hidden_shared_base" => apertures().local.start >> 32,
                _ => 0,
            },
        }
    }

    /// The packet that a host would have put in the queue, for workgroups of `local` threads.
    pub(crate) fn packet(
        &self,
        local: [u32; 3],
        kernarg: u64,
        local_bytes: u32,
        scratch_bytes: u32,
    ) -> [u8; PACKET_BYTES] {
        /// A kernel dispatch with system-wide fences.
        const HEADER: u16 = 2 | 2 << 9 | 2 << 11;
        let mut packet = [0; PACKET_BYTES];
        let mut put = |at: usize, bytes: &[u8]| packet[at..at + bytes.len()].copy_from_slice(bytes);
        put(0, &HEADER.to_le_bytes());
        put(2, &(self.dims as u16).to_le_bytes());
        for (i, threads) in self.threads.into_iter().enumerate() {
            put(4 + 2 * i, &(local[i] as u16).to_le_bytes());
            let threads = u32::try_from(threads).unwrap_or(u32::MAX);
            put(12 + 4 * i, &threads.to_le_bytes());
        }
        put(24, &scratch_bytes.to_le_bytes());
        put(28, &local_bytes.to_le_bytes());
        put(40, &kernarg.to_le_bytes());
        packet
    }
}

/// The key `offset = "4, 0, 0"`; nothing where it is not there.
fn offset_of(request: &LaunchRequest<'_>) -> Result<[u64; 3], Diagnostic> {
    let mut offset = [0; 3];
    let Some(KeyValue::Text(text)) = request.key("offset") else {
        return Ok(offset);
    };
    let numbers: Vec<Option<u64>> = text
        .split(',')
        .map(|part| part.trim().parse().ok())
        .collect();
    if numbers.len() > 3 || numbers.contains(&None) {
        let message =
            format!("`offset` is \"{text}\": expected up to three numbers, as in \"4, 0\"");
        let diagnostic = Diagnostic::error("bad-offset", message);
        return Err(request.point_at(&["offset"], "given here", diagnostic));
    }
    for (to, from) in offset.iter_mut().zip(numbers.into_iter().flatten()) {
        *to = from;
    }
    Ok(offset)
}

/// Bytes of a packet.
pub(crate) const PACKET_BYTES: usize = 64;
/// Bytes of a queue's description.
pub(crate) const QUEUE_BYTES: usize = 256;

/// What code reads from the queue: the high halves of the apertures.
pub(crate) fn queue() -> [u8; QUEUE_BYTES] {
    let apertures = apertures();
    let mut queue = [0; QUEUE_BYTES];
    let high = |address: u64| ((address >> 32) as u32).to_le_bytes();
    queue[0x40..0x44].copy_from_slice(&high(apertures.local.start));
    queue[0x44..0x48].copy_from_slice(&high(apertures.private.start));
    queue
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(threads: [u64; 3], local: [u32; 3]) -> Grid {
        Grid {
            dims: 3,
            threads,
            local,
            offset: [7, 0, 0],
            local_bytes: 0,
        }
    }

    #[test]
    fn parts_cover_every_thread_once() {
        for (threads, local) in [
            ([8, 4, 2], [4, 2, 1]),
            ([9, 4, 2], [4, 2, 1]),
            ([3, 5, 7], [2, 3, 4]),
            ([1, 1, 1], [64, 1, 1]),
        ] {
            let grid = grid(threads, local);
            let parts = grid.parts();
            let of = |sizes: [u32; 3]| sizes.map(u64::from).iter().product::<u64>();
            let covered: u64 = parts
                .iter()
                .map(|part| of(part.groups) * of(part.local))
                .sum();
            assert_eq!(covered, threads.iter().product::<u64>());
            let groups: u64 = parts.iter().map(|part| of(part.groups)).sum();
            assert_eq!(groups, grid.groups().iter().product::<u64>());
        }
        assert_eq!(grid([8, 1, 1], [4, 1, 1]).parts().len(), 1);
        assert_eq!(grid([9, 9, 9], [4, 4, 4]).parts().len(), 8);
    }

    #[test]
    fn hidden_arguments_are_those_of_the_abi() {
        let grid = grid([9, 4, 1], [4, 4, 1]);
        for (kind, value) in [
            ("hidden_block_count_x", 2),
            ("hidden_remainder_x", 1),
            ("hidden_remainder_y", 0),
            ("hidden_group_size_y", 4),
            ("hidden_global_offset_x", 7),
            ("hidden_grid_dims", 3),
            ("hidden_dynamic_lds_size", 16),
            ("hidden_hostcall_buffer", 0),
        ] {
            assert_eq!(grid.hidden(kind, 16), value, "{kind}");
        }
    }
}
