//! How fast programs run, on request: `cargo test --release -p waves --test speed -- --ignored`.

mod common;

use arch::Arch;
use common::Kernel;
use sim::{Config, Delivery, Dispatch};
use std::sync::LazyLock;
use std::time::Instant;
use waves::Waves;

/// Arithmetic in a loop that is counted on the scalar unit.
const ARITHMETIC: &str = "
    mov v10, [], 1.0
    mov v20.s, 20000
loop:
    fma.f32 v11, v10, v10, v11
    add.f32 v12, v11, v10
    mul.f32 v13, v12, v10
    add.u32 v14, v14, sid
    xor.u32 v15, v14, v13
    max.f32 v16, v12, v13
    sub.u32 v20.s, v20.s, 1
    brnz loop, v20.s
    end";

/// The inner loop of a matrix product: two loads from local memory for every multiplication.
const PRODUCT: &str = "
    shr.u32 v10, sid, 3
    shl.u32 v10, v10, 5
    and.u32 v11, sid, 7
    shl.u32 v11, v11, 2
    mov v20.s, 20000
loop:
    local_load32 v12, [], v10
    local_load32 v13, [], v11
    fma.f32 v14, v12, v13, v14
    add.u32 v10, v10, 4
    add.u32 v11, v11, 32
    and.u32 v10, v10, 0x3ff
    and.u32 v11, v11, 0x3ff
    sub.u32 v20.s, v20.s, 1
    brnz loop, v20.s
    end";

/// Millions of wave-instructions in a second, the best of three.
fn rate(mut run: impl FnMut() -> u64) -> f64 {
    let mut best = 0.0_f64;
    for _ in 0..3 {
        let start = seconds();
        let instructions = run();
        best = best.max(instructions as f64 / (seconds() - start) / 1e6);
    }
    best
}

/// Time that this thread had on a processor, where the system says: other programs do not count.
fn seconds() -> f64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let spent = text
        .split(' ')
        .next()
        .and_then(|nanoseconds| nanoseconds.parse::<f64>().ok());
    spent.map_or_else(
        || START.elapsed().as_secs_f64(),
        |nanoseconds| nanoseconds / 1e9,
    )
}

#[test]
#[ignore = "takes the machine for itself"]
fn millions_of_instructions_in_a_second() {
    let config = || Config {
        delivery: Delivery::Strict,
        ..Config::default()
    };
    for (name, text) in [("arithmetic", ARITHMETIC), ("product", PRODUCT)] {
        let kernel = Kernel::new(text, &[], 64, 32);
        let plain = rate(|| kernel.run(config()).1.instructions);
        let timed = rate(|| {
            let (_, instructions) = kernel.with_request(|loaded, launch, memory, request| {
                let timing = Waves.timing(&kernel.code, request).expect("a cycle model");
                let dispatch = Dispatch::new(&loaded.program, launch, memory, config());
                let (stats, _) = dispatch.run_timed(&timing, None).expect("runs");
                stats.instructions
            });
            instructions
        });
        eprintln!("{name}: {plain:.0} million/s, timed {timed:.0} million/s");
        if name == "arithmetic" {
            assert!(plain >= 100.0, "{plain}");
            assert!(timed >= 20.0, "{timed}");
        }
    }
}
