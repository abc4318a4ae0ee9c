//! The numbers of the cycle model. The text gives a rate to reads and writes of tile CSRs, says that the
//! words of an instruction are commands of their own, and that memory is accessed in units of 32 bytes;
//! which units there are follows from the waits. All else is chosen, and says so.

use arch::{LaunchRequest, Parameter, Tunable};

/// No latency is longer than this, which keeps sums of them far from overflow.
const LONGEST: i64 = 1 << 20;
/// The least and the most bytes that something moves in a cycle: a row, and four registers.
const LEAST_BYTES: i64 = 32;
const MOST_BYTES: i64 = 4096;

/// What a number is of; its place among [`NUMBERS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    Clusters,
    Word,
    CsrRead,
    CsrResult,
    CsrWrite,
    Jump,
    HartLoad,
    VectorBytes,
    Macs32,
    Macs16,
    Macs8,
    Macs4,
    MatrixLatency,
    ElementBytes,
    FunctionBytes,
    ElementLatency,
    GlobalBytes,
    GlobalLatency,
    SharedBytes,
    SharedLatency,
    Outstanding,
    CopyBytes,
    CopyStart,
    Barrier,
    ClusterBarrier,
    Mbarrier,
    Semaphore,
}

pub const COUNT: usize = Number::Semaphore as usize + 1;

const CHOSEN: &str = "chosen here: the text does not say";

#[rustfmt::skip]
pub static NUMBERS: [Tunable; COUNT] = [
    Tunable::new("clusters", "", 1, 4096, "clusters of the chip, of four processing elements each").is(1, "chosen here: the text has any number"),
    Tunable::new("word_issue", "", 1, 64, "cycles that each word of a tile instruction takes to issue").is(1, "tile-extension-encoding.md, encoding rules: words are ACE instructions of their own; one a cycle is chosen here"),
    Tunable::new("csr_read", "", 1, LONGEST, "cycles from a read of a tile CSR to the next read or write of one").is(2, "tile-extension-encoding.md, configuration-setting instructions: throughput 0.5"),
    Tunable::new("csr_result", "", 1, LONGEST, "cycles from a read of a tile CSR to an instruction that uses what was read").is(2, "tile-extension-encoding.md, configuration-setting instructions: issued in cycle 0, written back in cycle 1"),
    Tunable::new("csr_write", "", 1, LONGEST, "cycles from a write of a tile CSR to the next read or write of one").is(1, "tile-extension-encoding.md, configuration-setting instructions: throughput 1"),
    Tunable::new("jump", "", 1, LONGEST, "cycles of a jump, and of a branch that is taken").is(2, CHOSEN),
    Tunable::new("hart_load", "", 1, LONGEST, "cycles from a load or atomic of the hart to an instruction that uses its result").is(4, CHOSEN),
    Tunable::new("vector_bytes", "", 1, MOST_BYTES, "bytes of elements that a vector instruction of the hart works on in a cycle").is(32, CHOSEN),
    Tunable::new("macs_32", "", 64, 1 << 20, "products of f32 and tf32 that the matrix unit adds in a cycle").is(512, CHOSEN),
    Tunable::new("macs_16", "", 64, 1 << 20, "products of 16 bits that it adds in a cycle").is(1024, CHOSEN),
    Tunable::new("macs_8", "", 64, 1 << 20, "products of 8 bits that it adds in a cycle").is(2048, CHOSEN),
    Tunable::new("macs_4", "", 64, 1 << 20, "products of 4 bits that it adds in a cycle").is(4096, CHOSEN),
    Tunable::new("matrix_latency", "", 0, LONGEST, "cycles from the last product to an instruction of another unit that uses the sums").is(8, CHOSEN),
    Tunable::new("element_bytes", "", LEAST_BYTES, MOST_BYTES, "bytes of a tile register that the element-wise unit works on in a cycle; it also moves").is(128, CHOSEN),
    Tunable::new("function_bytes", "", LEAST_BYTES, MOST_BYTES, "the same for quotients, roots and transcendentals (SFU)").is(32, CHOSEN),
    Tunable::new("element_latency", "", 0, LONGEST, "cycles from the last bytes to an instruction that uses the result").is(4, CHOSEN),
    Tunable::new("global_bytes", "", LEAST_BYTES, MOST_BYTES, "bytes between global memory and the tile cores and copy engines of a cluster in a cycle").is(64, "chosen here: two of the text's units of 32 bytes"),
    Tunable::new("global_latency", "", 0, LONGEST, "cycles from the last bytes of an access to global memory until it is done").is(100, CHOSEN),
    Tunable::new("shared_bytes", "", LEAST_BYTES, MOST_BYTES, "bytes that the shared memory of a processing element gives or takes in a cycle").is(128, "chosen here: four of the text's units of 32 bytes"),
    Tunable::new("shared_latency", "", 0, LONGEST, "cycles from the last bytes of an access to shared memory until it is done").is(10, CHOSEN),
    Tunable::new("outstanding", "", 1, 1 << 16, "loads, and stores, of each memory that a thread can have outstanding").is(31, "tile-extension-encoding.md, t_wait(memory): counts of five bits"),
    Tunable::new("copy_bytes", "", LEAST_BYTES, MOST_BYTES, "bytes that the copy engine of a processing element moves in a cycle").is(32, "chosen here: one of the text's units of 32 bytes"),
    Tunable::new("copy_start", "", 0, LONGEST, "cycles from the issue of a copy to its first bytes").is(20, CHOSEN),
    Tunable::new("barrier", "", 1, LONGEST, "cycles from the last arrival at a barrier of a CTA until its threads go on").is(2, CHOSEN),
    Tunable::new("cluster_barrier", "", 1, LONGEST, "the same for a barrier of a cluster").is(10, CHOSEN),
    Tunable::new("mbarrier", "", 1, LONGEST, "cycles from the last arrival at an mbarrier, or the end of its last copy, until a thread that waits goes on").is(4, CHOSEN),
    Tunable::new("semaphore", "", 1, LONGEST, "cycles from a post until a thread that waits for it goes on").is(10, CHOSEN),
];

/// Every number of the machine.
pub fn parameters() -> Vec<Parameter> {
    NUMBERS.iter().map(|number| number.parameter).collect()
}

/// The numbers of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers([u64; COUNT]);

impl Default for Numbers {
    fn default() -> Numbers {
        Numbers(NUMBERS.map(|number| number.parameter.value as u64))
    }
}

impl Numbers {
    /// Those that the launch asks for.
    pub fn of(request: &LaunchRequest<'_>) -> Numbers {
        Numbers(NUMBERS.map(|number| number.value_in(request) as u64))
    }

    pub fn get(&self, number: Number) -> u64 {
        self.0[number as usize]
    }

    /// Cycles for so much at so much in a cycle.
    pub fn at_rate(&self, amount: u64, rate: Number) -> u64 {
        amount.div_ceil(self.get(rate)).max(1)
    }
}
