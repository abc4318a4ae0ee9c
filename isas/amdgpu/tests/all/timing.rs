//! The cycle model of a launch.

use crate::launch::assemble;
use arch::{Allocator, Arch, LaunchRequest};
use op::Level;
use sim::{Config, Cycles, Dispatch, Launch, Memory, Stats};
use std::sync::Arc;

struct Nothing;

impl Allocator for Nothing {
    fn place(&mut self, _: &str, _: &[u8]) -> Result<u64, String> {
        Ok(0x1_0000)
    }

    fn place_at(&mut self, _: u64, _: &str, _: &[u8]) -> Result<(), String> {
        Ok(())
    }
}

/// Lanes that meet in banks in every way, and waves that wait for each other.
const MEETING: &str = "
    v_lshlrev_b32 v1, 2, v0
    v_lshlrev_b32 v2, 3, v0
    v_lshlrev_b32 v3, 7, v0
    v_and_b32 v2, 0xffc, v2
    v_and_b32 v3, 0xffc, v3
    s_mov_b32 s0, 12
loop:
    ds_store_b32 v1, v0
    ds_load_b32 v4, v2
    ds_store_b32 v3, v1
    s_waitcnt lgkmcnt(0)
    v_lshlrev_b32 v5, 2, v4
    v_and_b32 v5, 0xffc, v5
    ds_add_u32 v5, v0
    s_barrier
    s_sub_u32 s0, s0, 1
    s_cmp_lg_u32 s0, 0
    s_cbranch_scc1 loop
    s_endpgm
";

/// Cycles do not depend on what the host's CPU can do.
#[test]
fn cycles_are_the_same_at_every_level() {
    let arch = &amdgpu::RDNA3;
    let code = assemble(arch, MEETING);
    let request = LaunchRequest {
        launch: kernel::Launch {
            local: [192, 1, 1],
            global: [9, 1, 1],
            ..kernel::Launch::default()
        },
        wave: 32,
        ..LaunchRequest::default()
    };
    let loaded = arch.load(&code, &request, &mut Nothing).expect("loads");
    let timing = arch.timing(&code, &request).expect("has a cycle model");
    let launch = Launch {
        grid: request.launch.global,
        block: request.launch.local,
        lanes: loaded.lanes,
        local_bytes: 4096,
        private_bytes: loaded.private_bytes,
        constant: loaded.constant.clone(),
        flat: Default::default(),
        entry: loaded.entry.clone(),
    };
    let run = |kernels| -> (Stats, Cycles) {
        let config = Config {
            kernels,
            ..Config::default()
        };
        let memory = Arc::new(Memory::new(1 << 16));
        let dispatch = Dispatch::new(&loaded.program, launch.clone(), &memory, config);
        assert!(!dispatch.is_followed(&timing), "carried out ahead");
        dispatch.run_timed(&timing, None).expect("no fault")
    };
    let levels = Level::ALL.into_iter().filter_map(op::kernels_at);
    let mut all = levels.map(run);
    let (stats, cycles) = all.next().expect("a level");
    assert!(cycles.bank_conflicts > 0 && cycles.cycles > 0);
    for (other, own) in all {
        assert_eq!(other, stats);
        assert_eq!(format!("{own:?}"), format!("{cycles:?}"));
    }
}
