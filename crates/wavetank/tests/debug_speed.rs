//! How fast the debugger is on kernels of ten million wave-instructions. Machines differ, so this is
//! asked for by hand, in a release build:
//!
//! ```sh
//! cargo test --release -p wavetank --test debug_speed -- --ignored --nocapture
//! ```

use std::time::{Duration, Instant};
use wavetank::debug::{Breakpoint, Condition, History, Reason, Session, parse_expr};
use wavetank::{Debuggable, Input, Settings, SourceFile};

const FLUX: &str = "---
simd = 1
a: i32[4096] = arange(4096)
out_c: i32[8192]
local = 64
global = 4
R20 = &a + 4 * tid
R21 = &out_c + 4 * gid
---
.ext v0.2
        LI    R10, 0
        LI    R11, 2000
        LI    R12, 90
        IMUL  R11, R11, R12
loop:   LOAD  R1, 0(R20)
        IADD  R3, R3, R1
        IADD  R4, R3, R10
        STORE R3, 0(R21)
        ADDI  R10, R10, 1
        NOP
        BNE   R10, R11, loop
last:   HALT
";

const RDNA: &str = "---
a: f32[65536] = arange(65536)
out_c: f32[65536]
global = 16
local = 256
---
        s_mov_b32 s6, s3
        s_mov_b32 s7, s4
        s_load_b64 s[4:5], s[6:7], 0x0
        s_load_b64 s[6:7], s[6:7], 0x8
        v_lshlrev_b32 v1, 2, v0
        s_waitcnt lgkmcnt(0)
        s_mov_b32 s8, 10000
loop:   global_load_b32 v2, v1, s[4:5]
        s_waitcnt vmcnt(0)
        v_add_f32 v3, v3, v2
        v_fma_f32 v4, v3, v2, v4
        global_store_b32 v1, v4, s[6:7]
        s_sub_i32 s8, s8, 1
        s_cmp_lg_u32 s8, 0
        s_cbranch_scc1 loop
last:   s_endpgm
";

const WAVE: &str = r#"---
let N = 4096
x: f32[N] = repeat(0.5)
out_y: f32[N]
local = 256
global = 16
---
.kernel long
.registers 16
    mov.b32      r0, 0
    ld.const.v2.b32 {r2, r3}, [r0]   # x, out_y
    mov.b32      r4, %ctaid.x
    mov.b32      r5, %ntid.x
    mov.b32      r6, %tid.x
    mad.lo.u32   r7, r4, r5, r6
    shl.b32      r7, r7, 2
    add.u32      r2, r2, r7
    add.u32      r3, r3, r7
    mov.b32      r10, 0
    mov.b32      r11, 12000
    loop
        ld.global.b32 r8, [r2]
        add.f32      r9, r9, r8
        fma.f32      r12, r9, r8, r12
        st.global.b32 [r3], r12
        add.u32      r10, r10, 1
        setp.eq.u32  p0, r10, r11
        @uniform break p0
    endloop
last:
    ret
"#;

const TILE: &str = "---
a: f32[1024] = arange(1024)
out_c: f32[4096]
global = 4
local = 2
---
long:   tcsrr   s0, tctaidx
        slli    t0, s0, 12
        add     a1, a1, t0
        li      s1, 0
        li      s2, 180000
loop:   lw      t1, 0(a0)
        add     t2, t2, t1
        sw      t2, 0(a1)
        andi    t3, s1, 63
        bnez    t3, next
        tld.global.u tr0, 0(a0)
        tadd.f32 tr1, tr1, tr0
        tst.global.u tr1, 32(a1)
        twait.global.st 0
next:   addi    s1, s1, 1
        bltu    s1, s2, loop
last:   ret
";

fn ready(name: &str, text: &str) -> Debuggable {
    let input = Input::from_text(SourceFile::new(name, text), "".into(), None);
    let settings = Settings {
        max_instructions: u64::MAX,
        ..Settings::default()
    };
    let input = input.unwrap_or_else(|error| panic!("{name}: {error:?}"));
    let ready = Debuggable::new(&input, &settings);
    ready.unwrap_or_else(|error| panic!("{name}: {error:?}"))
}

fn timed<T>(f: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let result = f();
    (result, start.elapsed())
}

/// A run without a debugger, on the same settings.
fn plain(name: &str, text: &str) -> Duration {
    let input = Input::from_text(SourceFile::new(name, text), "".into(), None).unwrap();
    let settings = Settings {
        max_instructions: u64::MAX,
        ..Settings::default()
    };
    let ran = (0..3).map(|_| timed(|| wavetank::run(&input, &settings).unwrap()).1);
    ran.min().unwrap()
}

/// Measures, and says what is not as fast as it should be.
fn check(name: &str, text: &str) -> Vec<String> {
    let alone = plain(name, text);
    let debugged = (0..3).map(|_| {
        let ready = ready(name, text);
        let mut session = ready.debug(History::default());
        let insts = session.locate("last").unwrap();
        let never = Condition {
            text: "wave == 99".into(),
            expr: parse_expr("wave == 99").unwrap(),
        };
        let hidden = |point: &mut Breakpoint| point.condition = Some(never);
        session.add_breakpoint("last", insts, hidden).unwrap();
        let (stopped, time) = timed(|| session.resume().unwrap());
        assert_eq!(stopped.reasons, [Reason::End], "{name}");
        time
    });
    let debugged = debugged.min().unwrap();

    let ready = ready(name, text);
    let mut session = ready.debug(History::default());
    session.resume().unwrap();
    let instructions = session.time();
    let (count, bytes) = session.timeline().unwrap().history();
    let mut slowest = Duration::ZERO;
    let mut back = |session: &mut Session<'_>| {
        // Whoever has the turn goes back, unless it has not begun.
        session.select(session.turn().unwrap()).unwrap();
        let (_, time) = timed(|| session.step_back());
        slowest = slowest.max(time);
    };
    session.seek(instructions - 1).unwrap();
    for _ in 0..10 {
        back(&mut session);
    }
    for share in [3, 5, 7, 9] {
        session.seek(instructions * share / 10).unwrap();
        back(&mut session);
        back(&mut session);
    }
    // Back from the end to where the first wave comes to its end, or to the start of the loop.
    session.seek(u64::MAX).unwrap();
    let insts = session.locate("last").unwrap();
    let id = session.add_breakpoint("last", insts, |_| ()).unwrap();
    let (stopped, to_last) = timed(|| session.resume_back().unwrap());
    assert_eq!(stopped.reasons, [Reason::Breakpoint(id)], "{name}");
    session.delete(id).unwrap();
    session.seek(u64::MAX).unwrap();
    let condition = "wave == 0 && wg == (0,0,0)";
    let start = |point: &mut Breakpoint| {
        point.condition = Some(Condition {
            text: condition.into(),
            expr: parse_expr(condition).unwrap(),
        });
    };
    let id = session.add_breakpoint("start", vec![0], start).unwrap();
    let (_, to_first) = timed(|| session.resume_back().unwrap());
    assert_eq!(session.time(), 0, "{name}");
    session.delete(id).unwrap();

    let slower = debugged.as_secs_f64() / alone.as_secs_f64();
    println!(
        "{name:<6} {instructions:>10} instructions  run {:>7.1} ms, debugged {:>7.1} ms ({slower:.2})  \
         step back {:>6.1} ms  reverse-continue {:>6.1} ms, to the far end {:>7.1} ms  \
         {count} snapshots, {:.1} MB",
        alone.as_secs_f64() * 1e3,
        debugged.as_secs_f64() * 1e3,
        slowest.as_secs_f64() * 1e3,
        to_last.as_secs_f64() * 1e3,
        to_first.as_secs_f64() * 1e3,
        bytes as f64 / 1e6,
    );
    assert!(instructions >= 10_000_000, "{name} is too short");
    assert!(bytes <= 512 << 20, "{name}: {bytes} bytes");
    let limits = [
        (slower < 1.3, format!("{name}: {slower:.2} times slower")),
        (
            slowest.as_millis() < 200,
            format!("{name}: a step back takes {slowest:?}"),
        ),
        (
            to_last.as_secs() < 2,
            format!("{name}: back to a breakpoint takes {to_last:?}"),
        ),
        (
            to_first.as_secs() < 2,
            format!("{name}: back to the start takes {to_first:?}"),
        ),
    ];
    let missed = limits.into_iter().filter(|(held, _)| !held);
    missed.map(|(_, what)| what).collect()
}

#[test]
#[ignore = "measures time: run it by hand, in a release build"]
fn ten_million_instructions() {
    let all = [
        ("long.flux", FLUX),
        ("long.rdna3", RDNA),
        ("long.wave", WAVE),
        ("long.tile", TILE),
    ];
    let missed: Vec<String> = all
        .iter()
        .flat_map(|(name, text)| check(name, text))
        .collect();
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}
