//! What devices are, number by number.

use crate::device;
use crate::error::{INVALID_VALUE, api, fail};
use crate::pointer::give;
use crate::properties::{Properties, TIMER_KHZ, of};
use std::ffi::c_int;

/// The numbers that HIP gives the attributes, from 0 on and from [`AMD`] on.
const AMD: u32 = 10_000;

fn value(attribute: u32, all: &Properties) -> Option<c_int> {
    let size = |bytes: usize| c_int::try_from(bytes).unwrap_or(c_int::MAX);
    Some(match attribute {
        0 => all.ecc,
        1 => all.access_window,
        2 => all.engines,
        3 => all.maps_host_memory,
        4 => all.registered_pointers,
        5 => all.clock_khz,
        6 => all.compute_mode,
        7 => all.preemption,
        8 => all.concurrent_kernels,
        9 => all.concurrent_managed,
        10 => all.cooperative,
        11 => all.cooperative_devices,
        12 => all.overlap,
        13 => all.direct_managed,
        14 => all.caches_globals,
        15 => all.host_atomics,
        16 => all.integrated,
        17 => all.multi_board,
        18 => all.has_timeout,
        19 => all.l2_bytes,
        20 => all.caches_locals,
        23 => all.major,
        24 => all.managed,
        25 => all.unit_blocks,
        26..=28 => all.most_block[attribute as usize - 26],
        29..=31 => all.most_grid[attribute as usize - 29],
        // Textures and surfaces.
        32..=54 => 0,
        55 => all.most_block[0],
        56 => all.most_threads,
        57 => all.unit_threads,
        58 => size(all.most_pitch),
        59 => all.memory_bus_bits,
        60 => all.memory_clock_khz,
        61 => all.minor,
        62 => all.board_group,
        63 => all.units,
        65 => all.pageable,
        66 => all.host_page_tables,
        67 => all.pci_bus,
        68 => all.pci_device,
        69 => all.pci_domain,
        70 => all.persisting_l2_bytes,
        71 => all.registers,
        72 => all.unit_registers,
        73 => size(all.reserved_local_bytes),
        74 => size(all.local_bytes),
        75 => size(all.optin_local_bytes),
        76 => size(all.unit_local_bytes),
        77 => all.double_ratio,
        78 => all.priorities,
        79 => size(all.surface_alignment),
        80 => all.tcc,
        81 => size(all.texture_alignment),
        82 => size(all.texture_pitch_alignment),
        83 => size(all.constant_bytes),
        84 => size(all.global_bytes),
        85 => all.unified_addresses,
        87 => all.lanes,
        88 => all.pools,
        89 => 0,
        90 => all.host_register,
        91 => 0,
        92 => -1,
        _ => match attribute.checked_sub(AMD)? {
            0 => all.timer_khz,
            2 => size(all.unit_local_most),
            7..=10 => 0,
            11 => all.large_bar,
            12 => all.revision,
            // Waiting for a value in memory, and images.
            13 | 14 => 0,
            15 => all.units,
            16 => 1,
            17 => TIMER_KHZ,
            18 => 1,
            19 => 256,
            20 => 0,
            _ => return None,
        },
    })
}

api! {
    fn hipDeviceGetAttribute(to: *mut c_int, attribute: u32, device: c_int) {
        let number = device::ordinal(device)?;
        match value(attribute, &of(number, device::get(number)?)) {
            Some(value) => give(to, value),
            None => fail(INVALID_VALUE, "there is no such attribute"),
        }
    }
}
