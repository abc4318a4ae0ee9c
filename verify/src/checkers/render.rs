//! Tiny kernels as kernel files of every target.

use super::tiny::{Op, PLACES, Target, Tiny};
use std::fmt::Write as _;

/// A name and the text.
pub fn render(tiny: &Tiny) -> (&'static str, String) {
    match tiny.target {
        Target::Rdna3 => ("tiny.rdna3", amd(tiny, &RDNA3)),
        Target::Rdna3Local => ("tiny.rdna3", amd(tiny, &RDNA3_LOCAL)),
        Target::Rdna4 => ("tiny.rdna4", amd(tiny, &RDNA4)),
        Target::Cdna => ("tiny.cdna3", amd(tiny, &CDNA)),
        Target::Wave => ("tiny.wave", wave(tiny)),
        Target::Flux => ("tiny.flux", flux(tiny)),
        Target::Waves => ("tiny.waves", waves(tiny)),
        Target::Tile => ("tiny.tile", tile(tiny)),
    }
}

/// Loads of a wave at most.
const RESULTS: usize = 16;
const FLAG: u8 = PLACES;

fn header(tiny: &Tiny, lanes: usize) -> String {
    let (local, global) = (lanes * tiny.together, tiny.groups());
    format!(
        "data: u32[{}] = repeat(1000)\nout_x: u32[{}]\nlocal = {local}\nglobal = {global}\n",
        PLACES + 1,
        RESULTS * tiny.waves.len()
    )
    .replace(
        "repeat(1000)",
        &format!("{}0", "1000, ".repeat(PLACES.into())),
    )
}

/// How many the wave has that has most.
fn most_phases(tiny: &Tiny) -> usize {
    let counts = tiny.waves.iter().map(|ops| phases(ops).count());
    counts.max().unwrap_or(0)
}

/// The operations of a wave up to each barrier.
fn phases(wave: &[Op]) -> impl Iterator<Item = &[Op]> {
    wave.split(|op| *op == Op::Barrier)
}

/// How an AMD machine spells what a tiny kernel does.
struct Amd {
    lanes: usize,
    load_arguments: &'static str,
    await_arguments: &'static str,
    /// Bits of the number of a lane in its wave.
    shift: u8,
    load: &'static str,
    store: &'static str,
    add: &'static str,
    store_result: &'static str,
    wait: &'static str,
    await_load: &'static str,
    forget: &'static str,
    forget_near: &'static str,
    write_back: &'static str,
    barrier: &'static str,
    /// Behind stores and loads of the flag.
    raises: &'static str,
    awaits: &'static str,
    condition: &'static str,
}

const RDNA3: Amd = Amd {
    lanes: 32,
    load_arguments: "s_load_b128",
    await_arguments: "s_waitcnt lgkmcnt(0)",
    shift: 5,
    load: "global_load_b32",
    store: "global_store_b32",
    add: "global_atomic_add_u32",
    store_result: "global_store_b32",
    wait: "  s_waitcnt vmcnt(0) lgkmcnt(0)\n  s_waitcnt_vscnt null, 0x0\n",
    await_load: "s_waitcnt vmcnt(0)",
    forget: "  buffer_gl1_inv\n  buffer_gl0_inv\n",
    forget_near: "  buffer_gl0_inv\n",
    write_back: "",
    barrier: "  s_barrier\n",
    raises: "",
    awaits: " glc",
    condition: "vcc_lo",
};

const RDNA3_LOCAL: Amd = Amd {
    load: "ds_load_b32",
    store: "ds_store_b32",
    add: "ds_add_u32",
    ..RDNA3
};

const RDNA4: Amd = Amd {
    await_arguments: "s_wait_kmcnt 0x0",
    wait: "  s_wait_loadcnt 0x0\n  s_wait_storecnt 0x0\n  s_wait_dscnt 0x0\n",
    await_load: "s_wait_loadcnt 0x0",
    forget: "  global_inv scope:SCOPE_DEV\n  s_wait_loadcnt 0x0\n",
    forget_near: "  global_inv scope:SCOPE_SE\n  s_wait_loadcnt 0x0\n",
    barrier: "  s_barrier_signal -1\n  s_barrier_wait -1\n",
    raises: " scope:SCOPE_DEV",
    awaits: " scope:SCOPE_DEV",
    ..RDNA3
};

const CDNA: Amd = Amd {
    lanes: 64,
    load_arguments: "s_load_dwordx4",
    shift: 6,
    load: "global_load_dword",
    store: "global_store_dword",
    add: "global_atomic_add",
    store_result: "global_store_dword",
    wait: "  s_waitcnt vmcnt(0) lgkmcnt(0)\n",
    forget: "  buffer_inv sc1\n",
    forget_near: "  buffer_inv sc0\n",
    write_back: "  buffer_wbl2 sc1\n",
    raises: " sc1",
    awaits: " sc1",
    condition: "vcc",
    ..RDNA3
};

fn amd(tiny: &Tiny, spelling: &Amd) -> String {
    let local = tiny.target == Target::Rdna3Local;
    let Amd {
        lanes,
        load_arguments,
        await_arguments,
        shift,
        ..
    } = spelling;
    let mut text = format!("---\n{}---\n", header(tiny, *lanes));
    let _ = write!(
        text,
        "  s_mov_b32 s6, s3\n  s_mov_b32 s7, s4\n  {load_arguments} s[8:11], s[6:7], 0x0\n  \
         v_lshrrev_b32 v2, {shift}, v0\n  v_readfirstlane_b32 s12, v2\n  v_mov_b32 v1, 0\n  {await_arguments}\n"
    );
    if tiny.groups() > 1 {
        let together = tiny.together;
        let _ = writeln!(
            text,
            "  s_mul_i32 s13, s0, {together}\n  s_add_u32 s12, s12, s13"
        );
    }
    for number in 1..tiny.waves.len() {
        let _ = writeln!(
            text,
            "  s_cmp_eq_u32 s12, {number}\n  s_cbranch_scc1 wave{number}"
        );
    }
    let place = |at: &u8| match local {
        true => format!("offset:{}", 4 * at),
        false => format!("s[8:9] offset:{}", 4 * at),
    };
    let gap = if local { " " } else { ", " };
    for (number, ops) in tiny.waves.iter().enumerate() {
        let _ = writeln!(text, "wave{number}:");
        let (mut loads, mut stores) = (0, 0);
        for (step, op) in ops.iter().enumerate() {
            match op {
                Op::Load(at) => {
                    let name = spelling.load;
                    let _ = writeln!(text, "  {name} v{}, v1{gap}{}", 10 + loads, place(at));
                    loads += 1;
                }
                Op::Store(at, _) | Op::Add(at) => {
                    let (name, value) = match op {
                        Op::Store(_, value) => (spelling.store, *value),
                        _ => (spelling.add, 200),
                    };
                    let register = 40 + stores;
                    stores += 1;
                    let _ = writeln!(
                        text,
                        "  v_mov_b32 v{register}, {value}\n  {name} v1, v{register}{gap}{}",
                        place(at)
                    );
                }
                Op::Wait => text += spelling.wait,
                Op::Forget => text += spelling.forget,
                Op::ForgetNear => text += spelling.forget_near,
                Op::WriteBack => text += spelling.write_back,
                Op::Barrier => text += spelling.barrier,
                Op::Raise => {
                    let _ = writeln!(
                        text,
                        "  v_mov_b32 v60, 1\n  {} v1, v60, {}{}",
                        spelling.store,
                        place(&FLAG),
                        spelling.raises
                    );
                }
                Op::Await => {
                    // The cache is emptied within the loop, as compilers have it.
                    let _ = writeln!(
                        text,
                        "await{number}_{step}:\n  {} v61, v1, {}{}\n  {}\n  v_cmp_eq_u32 {}, 0, v61\n  \
                         s_cbranch_vccnz await{number}_{step}",
                        spelling.load,
                        place(&FLAG),
                        spelling.awaits,
                        spelling.await_load,
                        spelling.condition
                    );
                }
            }
        }
        text += spelling.wait;
        for load in 0..loads {
            let offset = 4 * (RESULTS * number + load);
            let register = 10 + load;
            let _ = writeln!(
                text,
                "  {} v1, v{register}, s[10:11] offset:{offset}",
                spelling.store_result
            );
        }
        text += "  s_endpgm\n";
    }
    text
}

fn wave(tiny: &Tiny) -> String {
    let mut text = format!(
        "---\n{}---\n.kernel tiny\n.registers 48\n    mov.b32      r0, 0\n    \
         ld.const.v2.b32 {{r2, r3}}, [r0]\n    mov.b32      r5, %ctaid.x\n    \
         mul.lo.u32   r5, r5, {}\n    mov.b32      r4, %wid\n    add.u32      r5, r5, r4\n",
        header(tiny, 32),
        tiny.together
    );
    let mut loads = vec![0; tiny.waves.len()];
    let count = most_phases(tiny);
    for phase in 0..count {
        if phase > 0 {
            text += "    barrier\n";
        }
        for (number, ops) in tiny.waves.iter().enumerate() {
            let _ = writeln!(text, "    setp.eq.u32  p0, r5, {number}\n    if p0");
            for op in phases(ops).nth(phase).unwrap_or_default() {
                match op {
                    Op::Load(at) => {
                        let register = 10 + loads[number];
                        loads[number] += 1;
                        let _ =
                            writeln!(text, "        ld.global.b32 r{register}, [r2+{}]", 4 * at);
                    }
                    Op::Store(at, value) => {
                        let _ = writeln!(
                            text,
                            "        mov.b32 r30, {value}\n        st.global.b32 [r2+{}], r30",
                            4 * at
                        );
                    }
                    Op::Add(at) => {
                        let _ = writeln!(
                            text,
                            "        mov.b32 r30, 200\n        \
                             atom.global.add.u32 r31, [r2+{}], r30",
                            4 * at
                        );
                    }
                    Op::Wait => text += "        fence.device\n",
                    Op::Raise => {
                        let _ = writeln!(
                            text,
                            "        mov.b32 r30, 1\n        st.global.b32 [r2+{}], r30",
                            4 * FLAG
                        );
                    }
                    Op::Await => {
                        let _ = writeln!(
                            text,
                            "        loop\n            ld.global.b32 r32, [r2+{}]\n            \
                             setp.ne.u32 p1, r32, 0\n            break p1\n        endloop",
                            4 * FLAG
                        );
                    }
                    Op::Forget | Op::ForgetNear | Op::WriteBack | Op::Barrier => {}
                }
            }
            text += "    endif\n";
        }
    }
    for (number, loads) in loads.into_iter().enumerate() {
        let _ = writeln!(text, "    setp.eq.u32  p0, r5, {number}\n    if p0");
        for load in 0..loads {
            let offset = 4 * (RESULTS * number + load);
            let _ = writeln!(text, "        st.global.b32 [r3+{offset}], r{}", 10 + load);
        }
        text += "        mov.b32 r31, 0\n    endif\n";
    }
    text + "    ret\n"
}

fn flux(tiny: &Tiny) -> String {
    let mut text = format!(
        "---\nsimd = 1\n{}R1 = tid / 32\nR20 = &data + 0 * tid\nR21 = &out_x + 0 * tid\n---\n.ext v0.2\n",
        header(tiny, 32)
    );
    let mut loads = vec![0; tiny.waves.len()];
    let count = most_phases(tiny);
    for phase in 0..=count {
        if phase > 0 && phase < count {
            text += "        BAR\n";
        }
        for (number, ops) in tiny.waves.iter().enumerate() {
            let _ = writeln!(
                text,
                "        LI   R2, {number}\n        BNE  R1, R2, skip{phase}_{number}"
            );
            if phase == count {
                for load in 0..loads[number] {
                    let offset = 4 * (RESULTS * number + load);
                    let _ = writeln!(text, "        STORE R{}, {offset}(R21)", 4 + load);
                }
            }
            for op in phases(ops).nth(phase).unwrap_or_default() {
                match op {
                    Op::Load(at) => {
                        let register = 4 + loads[number];
                        loads[number] += 1;
                        let _ = writeln!(text, "        LOAD R{register}, {}(R20)", 4 * at);
                    }
                    Op::Store(at, value) => {
                        let at = 4 * at;
                        let _ = writeln!(
                            text,
                            "        LI   R3, {value}\n        STORE R3, {at}(R20)"
                        );
                    }
                    Op::Add(at) => {
                        let _ = writeln!(
                            text,
                            "        ADDI R22, R20, {}\n        LI   R3, 200\n        \
                             ATOMIC_ADD R23, R22, R3",
                            4 * at
                        );
                    }
                    _ => {}
                }
            }
            let _ = writeln!(text, "skip{phase}_{number}:");
        }
    }
    text + "        HALT\n"
}

fn waves(tiny: &Tiny) -> String {
    let mut text = format!(
        "---\n{}---\n    shr.u32   v20, v47, 5\n    mov       v21.s, v20.s\n",
        header(tiny, 32)
    );
    // Scalars live in the first lane, and are the same in all.
    let mut loads = vec![0; tiny.waves.len()];
    let mut signals = vec![Vec::new(); tiny.waves.len()];
    let mut next = [0; 2];
    let count = most_phases(tiny);
    for phase in 0..=count {
        if phase > 0 && phase < count {
            text += "    barrier\n";
        }
        for (number, ops) in tiny.waves.iter().enumerate() {
            let branch = if number == 0 { "brnz" } else { "brz" };
            let _ = writeln!(text, "    {branch} skip{phase}_{number}, v21.s");
            let ops = phases(ops).nth(phase).unwrap_or_default();
            let last = [Op::Wait];
            let ops = if phase == count { &last[..] } else { ops };
            for op in ops {
                match op {
                    Op::Load(at) => {
                        let register = 24 + loads[number];
                        loads[number] += 1;
                        let signal = next[number];
                        next[number] += 1;
                        signals[number].push(signal);
                        let _ = writeln!(
                            text,
                            "    add.u32   v44, v0, {}\n    global_load32 sig{signal}, v{register}, [], v44",
                            4 * at
                        );
                    }
                    Op::Store(at, value) => {
                        let signal = next[number];
                        next[number] += 1;
                        signals[number].push(signal);
                        let _ = writeln!(
                            text,
                            "    add.u32   v44, v0, {}\n    mov       v45, [], {value}\n    \
                             global_store32 sig{signal}, v44, [], v45",
                            4 * at
                        );
                    }
                    Op::Wait => {
                        for signal in std::mem::take(&mut signals[number]) {
                            let _ = writeln!(text, "    sig_wait  v40.s, sig{signal}");
                        }
                    }
                    _ => {}
                }
            }
            if phase == count {
                for load in 0..loads[number] {
                    let offset = 4 * (RESULTS * number + load);
                    let _ = writeln!(
                        text,
                        "    add.u32   v44, v1, {offset}\n    \
                         global_store32 sig15, v44, [], v{}\n    sig_wait  v40.s, sig15",
                        24 + load
                    );
                }
            }
            let _ = writeln!(text, "skip{phase}_{number}:");
        }
    }
    text + "    end\n"
}

fn tile(tiny: &Tiny) -> String {
    let mut text = format!(
        "---\ndata: u32[{}]\nout_x: u32[{}]\nlocal = {}\n---\n        tcsrr   s0, ttid\n        \
         mv      s1, a0\n        mv      s2, a1\n",
        256 * usize::from(PLACES),
        256 * RESULTS * tiny.waves.len(),
        tiny.waves.len()
    );
    for number in 1..tiny.waves.len() {
        let _ = writeln!(
            text,
            "        li      t0, {number}\n        beq     s0, t0, wave{number}"
        );
    }
    for (number, ops) in tiny.waves.iter().enumerate() {
        let _ = writeln!(text, "wave{number}:");
        let (mut loads, mut stores) = (0, 0);
        for op in ops {
            match op {
                Op::Load(at) => {
                    let address = 1024 * u32::from(*at);
                    let _ = writeln!(
                        text,
                        "        li      t1, {address}\n        add     t1, t1, s1\n        \
                         tld.global.u tr{loads}, 0(t1)"
                    );
                    loads += 1;
                }
                Op::Store(at, _) | Op::Add(at) => {
                    let address = 1024 * u32::from(*at);
                    let value = if let Op::Store(_, value) = op {
                        *value
                    } else {
                        200
                    };
                    let register = 32 + stores;
                    stores += 1;
                    let name = match op {
                        Op::Add(_) => "tatomt.global.add.u32",
                        _ => "tst.global.u",
                    };
                    let _ = writeln!(
                        text,
                        "        li      t2, {value}\n        tmv.t.x.wu tr{register}, t2, bc\n        \
                         li      t1, {address}\n        add     t1, t1, s1\n        \
                         {name} tr{register}, 0(t1)"
                    );
                }
                Op::Wait => text += "        twait.global.ldst 0, 0\n",
                Op::Barrier => text += "        tsync.cta 0, 0xff\n",
                _ => {}
            }
        }
        for load in 0..loads {
            let offset = 1024 * (RESULTS * number + load);
            let _ = writeln!(
                text,
                "        li      t1, {offset}\n        add     t1, t1, s2\n        \
                 tst.global.u tr{load}, 0(t1)"
            );
        }
        text += "        twait.global.ldst 0, 0\n        ret\n";
    }
    text
}
