//! Machine code that another program hands over: registers as its resource words say.

use super::hsa::system_registers;
use super::{MAX_SCRATCH, Plan, Start, Threads, WGP_MODE};
use crate::code_object::descriptor::{Rsrc2, mode};
use crate::lower::registers::SGPR0;
use crate::target::{Target, Wave};

/// Machine code and how to start it.
#[derive(Clone, Copy, Debug)]
pub struct RawLaunch<'a> {
    /// The generation whose code it is.
    pub target: Target,
    /// Lanes per wave.
    pub wave: Wave,
    /// The entry is the first byte.
    pub code: &'a [u8],
    /// The address of the first byte.
    pub base: u64,
    /// Loaded from `s0` on.
    pub user_sgprs: &'a [u32],
    /// COMPUTE_PGM_RSRC1; zero stands for what assemblers write by default.
    pub rsrc1: u32,
    /// COMPUTE_PGM_RSRC2: which system registers there are, and where user data ends.
    pub rsrc2: u32,
    /// Scratch memory per lane.
    pub scratch_bytes: u32,
    /// The address of [`GDS_BYTES`](crate::GDS_BYTES) bytes for the global data share, which all
    /// workgroups of the launch have in common.
    pub data_share: u64,
}

/// What an `.amdhsa_kernel` block without directives gives: round to nearest even, `f32` denormals
/// are zero and the others kept, DX10_CLAMP, IEEE.
const DEFAULT_RSRC1: u32 = 0xc0 << 12 | 1 << 21 | 1 << 23;

/// User data ends where other scalar registers begin.
pub(crate) const MAX_USER_SGPRS: usize = 106;

pub(crate) fn plan(launch: &RawLaunch<'_>) -> Result<Plan, String> {
    let rsrc2 = Rsrc2(launch.rsrc2);
    if launch.user_sgprs.len() > MAX_USER_SGPRS {
        let count = launch.user_sgprs.len();
        return Err(format!("{count} user SGPRs; there are {MAX_USER_SGPRS}"));
    }
    if launch.scratch_bytes > MAX_SCRATCH {
        let bytes = launch.scratch_bytes;
        return Err(format!(
            "{bytes} bytes of scratch per lane; there are {MAX_SCRATCH}"
        ));
    }
    let sizes = launch.target.generation().wave_sizes;
    if !sizes.contains(&launch.wave) {
        let lanes = launch.wave.lanes();
        return Err(format!("{} has no waves of {lanes} lanes", launch.target));
    }
    let (bytes, most) = (rsrc2.lds_bytes(), launch.target.generation().local_bytes);
    if bytes > most {
        return Err(format!("{bytes} bytes of LDS; there are {most}"));
    }
    let rsrc1 = match launch.rsrc1 {
        0 => DEFAULT_RSRC1,
        rsrc1 => rsrc1,
    };
    let mode = mode(rsrc1, launch.target);
    let (workgroup_ids, workgroup_info) = system_registers(rsrc2, launch.target);
    let user = launch.user_sgprs.iter().enumerate();
    Ok(Plan {
        start: Start {
            scalars: user
                .map(|(i, &value)| (SGPR0.plus(i as u16), value))
                .collect(),
            workgroup_ids,
            first_group: [0; 3],
            ids_in_ttmp: launch.target.generation().ids_in_ttmp,
            workgroup_info,
            threads: Threads::Packed(3),
            mode,
        },
        entry: launch.base,
        lanes: launch.wave.lanes(),
        mode,
        cu_mode: launch.rsrc1 != 0 && launch.rsrc1 >> WGP_MODE & 1 == 0,
        granted: None,
        local_bytes: rsrc2.lds_bytes(),
        scratch_bytes: launch.scratch_bytes,
        host: None,
    })
}
