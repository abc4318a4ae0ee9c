//! A run is the same on any number of threads: what it leaves in memory where the order of atomics
//! matters, and what is said when it reaches the instruction limit.

use wavetank::{Input, Report, Settings, SourceFile, render};

const THREADS: [usize; 4] = [1, 2, 4, 8];

fn run(isa: &str, text: &str, settings: Settings) -> Result<Report, wavetank::Error> {
    let file = SourceFile::new(format!("it.{isa}"), text);
    let input = Input::from_text(file, None)?;
    wavetank::run(&input, &settings)
}

/// Every workgroup changes the same words with numbers of its own.
fn same_bytes(isa: &str, text: &str) {
    let mut first = None;
    for threads in THREADS.into_iter().chain([8, 8]) {
        let settings = Settings {
            threads,
            ..Settings::default()
        };
        let report = run(isa, text, settings)
            .unwrap_or_else(|error| panic!("{}\n{text}", render::error(&error, false)));
        let out: Vec<Vec<u8>> = report.outputs.into_iter().map(|(_, a)| a.data).collect();
        assert!(out.iter().flatten().any(|&byte| byte != 0), "{text}");
        let first = first.get_or_insert_with(|| out.clone());
        assert_eq!(*first, out, "{threads} threads:\n{text}");
    }
}

#[test]
fn float_atomics_of_amd_give_the_same_on_any_number_of_threads() {
    // A number of each thread, of which sums are rounded: v2 = 1 / (id + 1), as a pair of halves in
    // v3. In v4, a NaN with the id in it.
    let start = |wait: &str| {
        format!(
            "---\nout_a: u32[64] = repeat(1)\nlocal = 64\nglobal = 128\n---\n\
             s_mov_b32 s6, s3\ns_mov_b32 s7, s4\ns_load_b64 s[8:9], s[6:7], 0x0\n\
             s_lshl_b32 s5, s0, 6\nv_add_nc_u32 v0, s5, v0\nv_add_nc_u32 v1, 1, v0\n\
             v_cvt_f32_u32 v2, v1\nv_rcp_f32 v2, v2\nv_cvt_pk_rtz_f16_f32 v3, v2, v2\n\
             v_or_b32 v4, 0x7fc00000, v0\nv_mov_b32 v5, 0\n{wait}\n\
             s_mov_b32 s10, 0x100\ns_mov_b32 s11, 0x31016000\n\
             s_mov_b32 s12, s8\ns_mov_b32 s13, s9\ns_mov_b32 s14, s10\ns_mov_b32 s15, s11\n\
             v_mov_b32 v6, s8\nv_mov_b32 v7, s9\n"
        )
    };
    let rdna3 = [
        "global_atomic_add_f32 v5, v2, s[8:9]",
        "global_atomic_min_f32 v5, v4, s[8:9]",
        "global_atomic_max_f32 v5, v4, s[8:9]",
        "global_atomic_swap_b32 v5, v0, s[8:9]",
        "global_atomic_cmpswap_b32 v5, v[0:1], s[8:9]",
        "global_atomic_inc_u32 v5, v0, s[8:9]",
        "global_atomic_add_u32 v3, v5, v0, s[8:9] glc\ns_waitcnt vmcnt(0)\n\
         v_lshlrev_b32 v0, 2, v0\nv_and_b32 v0, 0xfc, v0\nglobal_atomic_add_u32 v0, v3, s[8:9]",
        "flat_atomic_add_f32 v[6:7], v2",
        "buffer_atomic_add_f32 v2, off, s[12:15], 0",
    ];
    let rdna4 = [
        "global_atomic_add_f32 v5, v2, s[8:9]",
        "global_atomic_pk_add_f16 v5, v3, s[8:9]",
        "global_atomic_pk_add_bf16 v5, v2, s[8:9]",
        "global_atomic_min_num_f32 v5, v4, s[8:9]",
        "flat_atomic_add_f32 v[6:7], v2",
        "flat_atomic_pk_add_bf16 v[6:7], v2",
        "buffer_atomic_add_f32 v2, off, s[12:15], null",
        "buffer_atomic_pk_add_f16 v3, off, s[12:15], null",
        "buffer_atomic_pk_add_bf16 v2, off, s[12:15], null",
    ];
    for line in rdna3 {
        let text = start("s_waitcnt lgkmcnt(0)") + line + "\ns_endpgm\n";
        same_bytes("rdna3", &text);
    }
    for line in rdna4 {
        let text = start("s_wait_kmcnt 0x0") + line + "\ns_endpgm\n";
        same_bytes("rdna4", &text);
    }
}

#[test]
fn atomics_of_the_others_give_the_same_on_any_number_of_threads() {
    // What was there before goes into a sum in which order matters.
    let wave = "---\nout_a: u32[2] = repeat(1)\nlocal = 64\nglobal = 128\n---\n\
        .kernel k\n.registers 12\nmov.b32 r0, 0\nld.const.b32 r1, [r0]\nmov.b32 r2, %ctaid.x\n\
        atom.global.add.u32 r3, [r1], r2\nmul.lo.u32 r3, r3, r2\n\
        atom.global.exch.b32 r4, [r1+4], r3\nret\n";
    same_bytes("wave", wave);
    let flux = "---\nout_a: u32[8] = repeat(1)\nlocal = 32\nglobal = 128\nsimd = 1\n\
        R20 = &out_a\nR21 = bid\n---\n.ext v0.2\n\
        ATOMIC_ADD R3, R20, R21\nATOMIC_ADD R3, R20, R3\nHALT\n";
    same_bytes("flux", flux);
}

/// A load from where nothing is, by the last workgroup.
const LOADS_NOTHING: &str = "s_cbranch_scc0 again\nv_mov_b32 v1, 0\nv_mov_b32 v2, 0\n\
    global_load_b32 v3, v[1:2], off";

/// Loops that end, of workgroups that take more or less: which of them the limit meets is a matter of
/// counting, not of time.
#[test]
fn the_limit_names_the_same_workgroup_on_any_number_of_threads() {
    let kernel = |times: &str, last: &str| {
        format!(
            "---\nout_a: u32[64]\nlocal = 64\nglobal = 96\n---\n\
             s_and_b32 s6, s0, 7\ns_mul_i32 s6, s6, {times}\ns_add_u32 s6, s6, 10\ns_mov_b32 s5, 0\n\
             s_cmp_eq_u32 s0, 95\n{last}\nagain:\ns_add_u32 s5, s5, 1\ns_cmp_lt_u32 s5, s6\n\
             s_cbranch_scc1 again\ns_endpgm\n"
        )
    };
    let cases = [
        // Long workgroups, which have turns, and short ones, which end in one.
        (kernel("20000", ""), 3_000_000),
        (kernel("200", ""), 100_000),
        // Just before the end: none of the threads is near the limit, all together are.
        (kernel("100", ""), 100_000),
        // The last would fault, if one thread came there.
        (kernel("2000", LOADS_NOTHING), 1_000_000),
    ];
    for (text, max_instructions) in cases {
        let mut first = None;
        for threads in THREADS.into_iter().chain([8, 8, 8]) {
            let settings = Settings {
                threads,
                max_instructions,
                ..Settings::default()
            };
            let said = match run("rdna3", &text, settings) {
                Ok(_) => "it ends".to_string(),
                Err(error) => render::error(&error, false),
            };
            assert!(said.contains("instruction limit of"), "{said}");
            let first = first.get_or_insert_with(|| said.clone());
            assert_eq!(*first, said, "{threads} threads:\n{text}");
        }
    }
}
