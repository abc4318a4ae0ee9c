//! What devices are, as a struct that programs ask for.

use crate::device;
use crate::error::{INVALID_VALUE, api, ensure};
use crate::launch::MOST_THREADS;
use crate::memory::PITCH;
use crate::pointer::give;
use std::ffi::{c_char, c_int, c_void};
use wavetank::amd_host::Device;

/// Field by field as in HIP's header since version 6.
#[allow(missing_docs)] // The header says it, for those who read it.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Properties {
    pub name: [c_char; 256],
    pub uuid: [u8; 16],
    pub luid: [c_char; 8],
    pub luid_node_mask: u32,
    pub global_bytes: usize,
    pub local_bytes: usize,
    pub registers: c_int,
    pub lanes: c_int,
    pub most_pitch: usize,
    pub most_threads: c_int,
    pub most_block: [c_int; 3],
    pub most_grid: [c_int; 3],
    pub clock_khz: c_int,
    pub constant_bytes: usize,
    pub major: c_int,
    pub minor: c_int,
    pub texture_alignment: usize,
    pub texture_pitch_alignment: usize,
    pub overlap: c_int,
    pub units: c_int,
    pub has_timeout: c_int,
    pub integrated: c_int,
    pub maps_host_memory: c_int,
    pub compute_mode: c_int,
    /// From `maxTexture1D` to `maxSurfaceCubemapLayered`.
    pub textures: [c_int; 40],
    pub surface_alignment: usize,
    pub concurrent_kernels: c_int,
    pub ecc: c_int,
    pub pci_bus: c_int,
    pub pci_device: c_int,
    pub pci_domain: c_int,
    pub tcc: c_int,
    pub engines: c_int,
    pub unified_addresses: c_int,
    pub memory_clock_khz: c_int,
    pub memory_bus_bits: c_int,
    pub l2_bytes: c_int,
    pub persisting_l2_bytes: c_int,
    pub unit_threads: c_int,
    pub priorities: c_int,
    pub caches_globals: c_int,
    pub caches_locals: c_int,
    pub unit_local_bytes: usize,
    pub unit_registers: c_int,
    pub managed: c_int,
    pub multi_board: c_int,
    pub board_group: c_int,
    pub host_atomics: c_int,
    pub double_ratio: c_int,
    pub pageable: c_int,
    pub concurrent_managed: c_int,
    pub preemption: c_int,
    pub registered_pointers: c_int,
    pub cooperative: c_int,
    pub cooperative_devices: c_int,
    pub optin_local_bytes: usize,
    pub host_page_tables: c_int,
    pub direct_managed: c_int,
    pub unit_blocks: c_int,
    pub access_window: c_int,
    pub reserved_local_bytes: usize,
    pub host_register: c_int,
    pub sparse_arrays: c_int,
    pub host_register_read_only: c_int,
    pub timeline_semaphores: c_int,
    pub pools: c_int,
    /// From `gpuDirectRDMASupported` to `hipReserved`.
    pub others: [c_int; 8 + 63 + 32],
    pub processor: [c_char; 256],
    pub unit_local_most: usize,
    pub timer_khz: c_int,
    /// Bits: which kinds of atomics and the like there are.
    pub features: u32,
    pub hdp_memory: *mut c_void,
    pub hdp_registers: *mut c_void,
    pub cooperative_unmatched: [c_int; 4],
    pub large_bar: c_int,
    pub revision: c_int,
}

/// All that HIP has a bit for, but for what it calls dynamic parallelism.
const FEATURES: u32 = 0x7fff;

/// What is simulated has no clock; the timer counts as real ones do.
const CLOCK_KHZ: c_int = 1_000_000;
pub(crate) const TIMER_KHZ: c_int = 100_000;

/// Bytes that stand for a device.
pub(crate) fn uuid(number: usize) -> [u8; 16] {
    let mut uuid = *b"WAVETANK-GPU-000";
    uuid[15] += number as u8;
    uuid
}

/// The major and the minor number: `gfx942` is 9.4.
pub(crate) fn capability(device: &Device) -> [c_int; 2] {
    device.target().generation().version.map(c_int::from)
}

fn text(value: &str) -> [c_char; 256] {
    let mut text = [0; 256];
    for (to, from) in text.iter_mut().zip(value.bytes().take(255)) {
        *to = from as c_char;
    }
    text
}

/// Of a device.
pub(crate) fn of(number: usize, device: &Device) -> Properties {
    let [major, minor] = capability(device);
    let chip = |key, usual| device.number(key).unwrap_or(usual) as c_int;
    let (units, waves) = (chip("wgps", 1), chip("simd_waves", 16) * chip("simds", 4));
    let local = device.target().generation().workgroup_bytes() as usize;
    let lanes = device.target().default_wave().lanes() as c_int;
    let unit_local = chip("wgp_lds", 131_072) as usize;
    let registers = chip("simd_vgprs", 1536) * chip("simds", 4) * 32;
    Properties {
        name: text(&device::name(device)),
        uuid: uuid(number),
        luid: [0; 8],
        luid_node_mask: 0,
        global_bytes: driver::settings::memory_bytes() as usize,
        local_bytes: local,
        registers,
        lanes,
        most_pitch: i32::MAX as usize,
        most_threads: MOST_THREADS as c_int,
        most_block: [MOST_THREADS as c_int; 3],
        most_grid: [c_int::MAX, 65535, 65535],
        clock_khz: CLOCK_KHZ,
        constant_bytes: i32::MAX as usize,
        major,
        minor,
        texture_alignment: PITCH,
        texture_pitch_alignment: PITCH,
        overlap: 1,
        units,
        has_timeout: 0,
        integrated: 0,
        maps_host_memory: 1,
        compute_mode: 0,
        textures: [0; 40],
        surface_alignment: PITCH,
        concurrent_kernels: 1,
        ecc: 0,
        pci_bus: number as c_int + 1,
        pci_device: 0,
        pci_domain: 0,
        tcc: 0,
        engines: 1,
        unified_addresses: 1,
        memory_clock_khz: CLOCK_KHZ,
        memory_bus_bits: 256,
        l2_bytes: 4 << 20,
        persisting_l2_bytes: 0,
        unit_threads: waves * lanes,
        priorities: 1,
        caches_globals: 1,
        caches_locals: 1,
        unit_local_bytes: unit_local,
        unit_registers: registers,
        managed: 1,
        multi_board: 0,
        board_group: 0,
        host_atomics: 1,
        double_ratio: 32,
        pageable: 0,
        concurrent_managed: 1,
        preemption: 0,
        registered_pointers: 1,
        cooperative: 1,
        cooperative_devices: 0,
        optin_local_bytes: local,
        host_page_tables: 0,
        direct_managed: 1,
        unit_blocks: chip("wgp_groups", 32),
        access_window: 0,
        reserved_local_bytes: 0,
        host_register: 1,
        sparse_arrays: 0,
        host_register_read_only: 0,
        timeline_semaphores: 0,
        pools: 1,
        others: [0; 8 + 63 + 32],
        processor: text(device.chip().name),
        unit_local_most: unit_local,
        timer_khz: TIMER_KHZ,
        features: FEATURES,
        hdp_memory: std::ptr::null_mut(),
        hdp_registers: std::ptr::null_mut(),
        cooperative_unmatched: [0; 4],
        large_bar: 0,
        revision: 0,
    }
}

api! {
    fn hipGetDevicePropertiesR0600(properties: *mut Properties, device: c_int) {
        ensure(!properties.is_null(), INVALID_VALUE, "there is no place for the answer")?;
        let number = device::ordinal(device)?;
        give(properties, of(number, device::get(number)?))
    }

    // The program says what it wants; there is no better device than the first.
    fn hipChooseDeviceR0600(device: *mut c_int, properties: *const Properties) {
        ensure(!properties.is_null(), INVALID_VALUE, "nothing is asked for")?;
        device::get(0)?;
        give(device, 0)
    }
}
