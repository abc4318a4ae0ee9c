//! What a host can ask about a device (section 7), by the numbers that C programs use.

use crate::device::{Capability, DeviceProperties, PREDICATE_REGISTERS};

/// Everything that can be asked, in the order of sections 7.1, 7.2 and 7.3 and then what the
/// specification leaves without a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
#[allow(missing_docs)] // As the specification names them.
pub enum Query {
    WaveWidth,
    MaxWorkgroupSize,
    MaxRegisters,
    LocalMemorySize,
    MaxWavesPerCore,
    PredicateRegisters,
    ClusterSize,
    F16,
    F64,
    Atomic64,
    Mma,
    Dp4a,
    Subgroups,
    Cluster,
    MmaM,
    MmaN,
    MmaK,
    MmaInputTypes,
    MmaOutputTypes,
    RegisterFileSize,
    ByteRegisters,
}

/// Halves: a bit of `MmaInputTypes` and `MmaOutputTypes`.
pub const MMA_F16: u32 = 1 << 0;
/// Single floats: a bit of the same.
pub const MMA_F32: u32 = 1 << 2;

impl Query {
    /// All of them, by their numbers.
    pub const ALL: [Query; 21] = [
        Query::WaveWidth,
        Query::MaxWorkgroupSize,
        Query::MaxRegisters,
        Query::LocalMemorySize,
        Query::MaxWavesPerCore,
        Query::PredicateRegisters,
        Query::ClusterSize,
        Query::F16,
        Query::F64,
        Query::Atomic64,
        Query::Mma,
        Query::Dp4a,
        Query::Subgroups,
        Query::Cluster,
        Query::MmaM,
        Query::MmaN,
        Query::MmaK,
        Query::MmaInputTypes,
        Query::MmaOutputTypes,
        Query::RegisterFileSize,
        Query::ByteRegisters,
    ];

    /// The query that C programs know by this number.
    pub fn from_number(number: u32) -> Option<Query> {
        Query::ALL.get(number as usize).copied()
    }

    /// The name of the enumerator in C.
    pub fn name(self) -> &'static str {
        match self {
            Query::WaveWidth => "WAVE_CAP_WAVE_WIDTH",
            Query::MaxWorkgroupSize => "WAVE_CAP_MAX_WORKGROUP_SIZE",
            Query::MaxRegisters => "WAVE_CAP_MAX_REGISTERS",
            Query::LocalMemorySize => "WAVE_CAP_LOCAL_MEMORY_SIZE",
            Query::MaxWavesPerCore => "WAVE_CAP_MAX_WAVES_PER_CORE",
            Query::PredicateRegisters => "WAVE_CAP_PREDICATE_REGISTERS",
            Query::ClusterSize => "WAVE_CAP_CLUSTER_SIZE",
            Query::F16 => "WAVE_CAP_F16",
            Query::F64 => "WAVE_CAP_F64",
            Query::Atomic64 => "WAVE_CAP_ATOMIC64",
            Query::Mma => "WAVE_CAP_MMA",
            Query::Dp4a => "WAVE_CAP_DP4A",
            Query::Subgroups => "WAVE_CAP_SUBGROUPS",
            Query::Cluster => "WAVE_CAP_CLUSTER",
            Query::MmaM => "WAVE_CAP_MMA_M",
            Query::MmaN => "WAVE_CAP_MMA_N",
            Query::MmaK => "WAVE_CAP_MMA_K",
            Query::MmaInputTypes => "WAVE_CAP_MMA_INPUT_TYPES",
            Query::MmaOutputTypes => "WAVE_CAP_MMA_OUTPUT_TYPES",
            Query::RegisterFileSize => "WAVE_CAP_REGISTER_FILE_SIZE",
            Query::ByteRegisters => "WAVE_CAP_BYTE_REGISTERS",
        }
    }
}

impl DeviceProperties {
    /// The answer, or `None` where it only makes sense with a capability that is missing.
    pub fn query(&self, query: Query) -> Option<u32> {
        let has = |capability| Some(u32::from(self.offers(capability)));
        let with_mma = |value| self.offers(Capability::Mma).then_some(value);
        match query {
            Query::WaveWidth => Some(self.wave_width),
            Query::MaxWorkgroupSize => Some(self.max_workgroup_size),
            Query::MaxRegisters => Some(self.max_registers),
            Query::LocalMemorySize => Some(self.local_memory_size),
            Query::MaxWavesPerCore => Some(self.max_waves_per_core),
            Query::PredicateRegisters => Some(PREDICATE_REGISTERS),
            Query::ClusterSize => Some(self.cluster_size),
            Query::F16 => has(Capability::F16),
            Query::F64 => has(Capability::F64),
            Query::Atomic64 => has(Capability::Atomic64),
            Query::Mma => has(Capability::Mma),
            Query::Dp4a => has(Capability::Dp4a),
            Query::Subgroups => has(Capability::Subgroups),
            Query::Cluster => has(Capability::Cluster),
            Query::MmaM => with_mma(16),
            Query::MmaN => with_mma(8),
            Query::MmaK => with_mma(8),
            Query::MmaInputTypes => with_mma(MMA_F16),
            Query::MmaOutputTypes => with_mma(MMA_F32),
            Query::RegisterFileSize => Some(self.register_file_size),
            Query::ByteRegisters => has(Capability::ByteRegisters),
        }
    }
}
