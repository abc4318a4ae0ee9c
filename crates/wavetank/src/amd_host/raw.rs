//! Machine code that another program has put somewhere, run where it lies: no code object, no
//! arguments but registers, memory as the caller maps it.

use crate::{Error, Failure, launch_of};
use amdgpu::{GDS_BYTES, RawLaunch, Target, Wave, load_raw};
use host::HostError;
use sim::{Config, Memory, Stats};
use source::Diagnostic;

/// Threads that a workgroup can have.
const MAX_BLOCK: u64 = 1024;

/// A launch of machine code.
#[derive(Clone, Copy, Debug)]
pub struct RawCode<'a> {
    /// The generation whose code it is, as in `gfx1100`.
    pub target: &'a str,
    /// Lanes per wave; 0 stands for 32.
    pub wave: u32,
    /// The entry is the first byte.
    pub code: &'a [u8],
    /// The address that waves know the first byte by.
    pub base: u64,
    /// Workgroups.
    pub grid: [u32; 3],
    /// Threads per workgroup.
    pub block: [u32; 3],
    /// Loaded from `s0` on.
    pub user_sgprs: &'a [u32],
    /// COMPUTE_PGM_RSRC1; 0 stands for what assemblers write by default.
    pub rsrc1: u32,
    /// COMPUTE_PGM_RSRC2.
    pub rsrc2: u32,
    /// Scratch memory of a lane.
    pub scratch_bytes: u32,
}

impl RawCode<'_> {
    /// Runs it to its end. The caller maps what it may touch, and among that the memory that all
    /// workgroups share, whose address and size it is given.
    pub fn run(
        &self,
        config: Config,
        map: impl FnOnce(u64, u64) -> Result<Memory, String>,
    ) -> Result<Stats, Error> {
        let target = self.known_target()?;
        let wave = match self.wave {
            0 => Wave::W32,
            lanes => Wave::from_lanes(lanes).ok_or_else(|| {
                Error::Plain(format!("waves of {lanes} lanes; expected 0, 32 or 64"))
            })?,
        };
        let threads = self.block.iter().map(|&n| u64::from(n));
        let threads = threads.fold(1u64, u64::saturating_mul);
        if !(1..=MAX_BLOCK).contains(&threads) {
            return Err(Error::Plain(format!(
                "workgroups of {threads} threads; expected 1 to {MAX_BLOCK}"
            )));
        }
        // Nothing to do is no error: a grid may well be empty.
        if self.grid.contains(&0) {
            return Ok(Stats::default());
        }
        let mut data_share = vec![0u64; GDS_BYTES / size_of::<u64>()];
        let share = data_share.as_mut_ptr().expose_provenance() as u64;
        let loaded = load_raw(&RawLaunch {
            target,
            wave,
            code: self.code,
            base: self.base,
            user_sgprs: self.user_sgprs,
            rsrc1: self.rsrc1,
            rsrc2: self.rsrc2,
            scratch_bytes: self.scratch_bytes,
            data_share: share,
        });
        let loaded = loaded.map_err(refused)?;
        let memory = map(share, GDS_BYTES as u64).map_err(Error::Plain)?;
        let launch = launch_of(&loaded, self.grid, self.block);
        let ended = host::run(&loaded.program, launch, &memory.into(), config);
        drop(data_share);
        ended.map_err(|error| {
            let HostError::Trap(fault) = error else {
                return Error::Plain(error.to_string());
            };
            let at = fault.address.wrapping_sub(self.base) as usize;
            let text = self
                .code
                .get(at..)
                .and_then(|bytes| amdgpu::disassemble(bytes, target, wave).ok());
            let text = text.map_or(String::new(), |(text, _)| format!(": `{text}`"));
            let waits = host::lines(fault.trap.waits());
            Error::Placeless {
                failure: Failure::of(fault.trap.blame()),
                message: format!("{fault} at offset {at:#x} of the code{text}{waits}"),
            }
        })
    }

    fn known_target(&self) -> Result<Target, Error> {
        let name = self.target;
        Target::from_name(name).ok_or_else(|| {
            let names: Vec<&str> = Target::ALL.iter().map(|target| target.name()).collect();
            let names = names.join(", ");
            Error::Plain(format!("there is no target `{name}`; there are {names}"))
        })
    }
}

/// There is no text to point at.
fn refused(diagnostic: Diagnostic) -> Error {
    let failure = match diagnostic.code {
        "unmodelled" => Failure::Unmodelled,
        _ => Failure::Input,
    };
    let lines = std::iter::once(diagnostic.message).chain(diagnostic.help);
    let message = lines.collect::<Vec<_>>().join("\n");
    Error::Placeless { failure, message }
}
