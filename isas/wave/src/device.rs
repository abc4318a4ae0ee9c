//! What a WAVE device offers: the constants and options that section 7 makes queryable.

use std::fmt;

/// An optional part of the instruction set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // As the specification names them.
pub enum Capability {
    F16,
    F64,
    Atomic64,
    Mma,
    Dp4a,
    Subgroups,
    Cluster,
    /// `.b0` to `.b3`: optional in the specification, which gives it no name.
    ByteRegisters,
}

impl Capability {
    /// All of them, in the order of their bits.
    pub const ALL: [Capability; 8] = [
        Capability::F16,
        Capability::F64,
        Capability::Atomic64,
        Capability::Mma,
        Capability::Dp4a,
        Capability::Subgroups,
        Capability::Cluster,
        Capability::ByteRegisters,
    ];

    /// The name that queries and messages use.
    pub const fn name(self) -> &'static str {
        match self {
            Capability::F16 => "CAP_F16",
            Capability::F64 => "CAP_F64",
            Capability::Atomic64 => "CAP_ATOMIC64",
            Capability::Mma => "CAP_MMA",
            Capability::Dp4a => "CAP_DP4A",
            Capability::Subgroups => "CAP_SUBGROUPS",
            Capability::Cluster => "CAP_CLUSTER",
            Capability::ByteRegisters => "BYTE_REGISTERS",
        }
    }

    /// The capability called `name`, with or without `CAP_`, in any case.
    pub fn from_name(name: &str) -> Option<Capability> {
        let wanted = name.to_ascii_uppercase();
        let wanted = wanted.strip_prefix("CAP_").unwrap_or(&wanted);
        let short = |cap: Capability| cap.name().strip_prefix("CAP_").unwrap_or(cap.name());
        Capability::ALL
            .into_iter()
            .find(|&cap| short(cap) == wanted)
    }
}

impl fmt::Display for Capability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of capabilities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capabilities(u8);

impl Capabilities {
    /// A device that has everything.
    pub const ALL: Capabilities = Capabilities(0xff);
    /// A device that has what it must.
    pub const NONE: Capabilities = Capabilities(0);

    /// Whether it is among them.
    pub fn has(self, capability: Capability) -> bool {
        self.0 >> capability as u8 & 1 == 1
    }

    /// These and one more.
    pub fn with(self, capability: Capability) -> Capabilities {
        Capabilities(self.0 | 1 << capability as u8)
    }

    /// These but one.
    pub fn without(self, capability: Capability) -> Capabilities {
        Capabilities(self.0 & !(1 << capability as u8))
    }
}

/// A device: the constants of section 7.1, what the equations need beside them, and the optional
/// capabilities.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceProperties {
    /// Lanes of a wave: one of [`WAVE_WIDTHS`].
    pub wave_width: u32,
    /// Threads of a workgroup, at the most.
    pub max_workgroup_size: u32,
    /// Registers of a thread, at the most.
    pub max_registers: u32,
    /// Bytes of local memory of a core, and so of a workgroup at the most.
    pub local_memory_size: u32,
    /// Waves that a core can hold.
    pub max_waves_per_core: u32,
    /// Workgroups of a cluster; 1 where there are no clusters.
    pub cluster_size: u32,
    /// Bytes of registers that a core has.
    pub register_file_size: u32,
    /// The options that it has.
    pub capabilities: Capabilities,
}

/// Predicate registers are p0 to p7; the encoding has room for no more.
pub const PREDICATE_REGISTERS: u32 = 8;
/// Bytes of constant memory.
pub const CONSTANT_SIZE: usize = 64 << 10;
/// Threads that compute one matrix product.
pub const MMA_TEAM: u32 = 32;
/// Lanes that waves of real devices have.
pub const WAVE_WIDTHS: [u32; 3] = [16, 32, 64];

impl Default for DeviceProperties {
    /// Everything, and enough of it that every legal workgroup fits on a core.
    fn default() -> DeviceProperties {
        DeviceProperties {
            wave_width: 32,
            max_workgroup_size: 1024,
            max_registers: 256,
            local_memory_size: 64 << 10,
            max_waves_per_core: 64,
            cluster_size: 1,
            register_file_size: 1 << 20,
            capabilities: Capabilities::ALL,
        }
    }
}

/// A value below the minimum of section 7.1, or one that no device has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name} is {value}, but {requirement}")]
pub struct BadDevice {
    /// The constant, as the specification names it.
    pub name: &'static str,
    /// What it was to be.
    pub value: u32,
    /// Completes the sentence "but ...".
    pub requirement: String,
}

impl DeviceProperties {
    /// Whether every constant meets its minimum.
    pub fn check(&self) -> Result<(), BadDevice> {
        let minimum = |name, value: u32, least: u32| match value >= least {
            true => Ok(()),
            false => Err(BadDevice {
                name,
                value,
                requirement: format!("must be {least} at least"),
            }),
        };
        if !WAVE_WIDTHS.contains(&self.wave_width) {
            return Err(BadDevice {
                name: "WAVE_WIDTH",
                value: self.wave_width,
                requirement: "must be 16, 32 or 64".into(),
            });
        }
        minimum("MAX_WORKGROUP_SIZE", self.max_workgroup_size, 256)?;
        minimum("MAX_REGISTERS", self.max_registers, 64)?;
        minimum("LOCAL_MEMORY_SIZE", self.local_memory_size, 16384)?;
        minimum("MAX_WAVES_PER_CORE", self.max_waves_per_core, 16)?;
        minimum("CLUSTER_SIZE", self.cluster_size, 1)?;
        let most = |name, value: u32, most: u32| match value <= most {
            true => Ok(()),
            false => Err(BadDevice {
                name,
                value,
                requirement: format!("can be {most} at most"),
            }),
        };
        most("MAX_WORKGROUP_SIZE", self.max_workgroup_size, 1024)?;
        most("MAX_REGISTERS", self.max_registers, 256)?;
        most("CLUSTER_SIZE", self.cluster_size, 16)?;
        most("LOCAL_MEMORY_SIZE", self.local_memory_size, 1 << 24)
    }

    /// Whether hosts are told that the device has it. Matrix instructions work on teams of 32
    /// threads, so narrower waves do not have them; and a device whose clusters are single
    /// workgroups has no clusters, though it runs cluster scope as workgroup scope.
    pub fn offers(&self, capability: Capability) -> bool {
        self.capabilities.has(capability)
            && match capability {
                Capability::Mma => self.wave_width.is_multiple_of(MMA_TEAM),
                Capability::Cluster => self.cluster_size > 1,
                _ => true,
            }
    }

    /// Waves that so many threads fill, the last perhaps in part.
    pub fn waves_per_workgroup(&self, threads: u32) -> u32 {
        threads.div_ceil(self.wave_width)
    }

    /// Waves that fit on a core at once, in whole workgroups, and what limits them. The equation of
    /// section 3.6 takes local memory's bound in workgroups for one in waves; here it counts the
    /// waves of that many workgroups, and the result is rounded down to whole workgroups, since
    /// their waves must be resident together.
    pub fn occupancy(&self, kernel: Footprint) -> CoreOccupancy {
        let waves = self.waves_per_workgroup(kernel.threads).max(1);
        let per_wave = kernel.registers.max(1) * self.wave_width * 4;
        let mut bounds = vec![
            ("MAX_WAVES_PER_CORE", self.max_waves_per_core),
            ("the register file", self.register_file_size / per_wave),
        ];
        if let Some(workgroups) = self.local_memory_size.checked_div(kernel.local_bytes) {
            bounds.push(("local memory", workgroups * waves));
        }
        let least = bounds.into_iter().min_by_key(|&(_, bound)| bound);
        let (limited_by, bound) = least.unwrap_or(("", 0));
        CoreOccupancy {
            waves: bound / waves * waves,
            workgroups: bound / waves,
            limited_by,
        }
    }
}

/// What a kernel takes of a core.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Footprint {
    /// Per thread.
    pub registers: u32,
    /// Per workgroup.
    pub local_bytes: u32,
    /// Threads per workgroup.
    pub threads: u32,
}

/// How much of a kernel a core holds at once (section 7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoreOccupancy {
    /// Waves that are there at once.
    pub waves: u32,
    /// Workgroups that are there at once.
    pub workgroups: u32,
    /// The resource that allows no more.
    pub limited_by: &'static str,
}
