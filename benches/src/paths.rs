//! RDNA 3 kernels that do one kind of thing again and again: memory by every way there is, movement
//! between lanes, matrices. The ratio says how many plain additions such an instruction costs, by
//! waves that run alone and by eight of a workgroup in lockstep.

use crate::{Options, best, fail, timed};
use sim::Delivery;
use std::path::Path;
use wavetank::{Constant, Debuggable, Input, Settings};

const REPEATS: u32 = 10;
/// Copies of a line in the loop, so that the loop itself hardly counts.
const COPIES: usize = 16;

/// What all others are compared with, and comes first.
const PLAIN: &str = "v_add_f32";

/// A name, and a line of the loop. In `v1` is four times the number of the thread, in `v60` sixteen
/// times; addresses of 64 bits are in `v[62:63]`, strewn ones in `v61`. `s[4:5]` is the address of an
/// array, `s[12:15]` a raw buffer that is the array, `s[16:19]` one of records of four bytes. `v[8:9]`
/// and `v[10:11]` are doubles, `v[32:47]` random halves. `v2` to `v7` and `v[48:55]` are the line's.
const ROWS: [(&str, &str); 30] = [
    (PLAIN, "v_add_f32 v2, v2, v3"),
    ("global load", "global_load_b32 v2, v1, s[4:5]"),
    ("global load, 64-bit", "global_load_b32 v2, v[62:63], off"),
    ("global load, strewn", "global_load_b32 v2, v61, s[4:5]"),
    ("global load b128", "global_load_b128 v[4:7], v60, s[4:5]"),
    ("global store", "global_store_b32 v1, v2, s[4:5]"),
    ("global store b128", "global_store_b128 v60, v[4:7], s[4:5]"),
    ("global load u8", "global_load_u8 v2, v1, s[4:5]"),
    ("buffer load", "buffer_load_b32 v2, v1, s[12:15], 0 offen"),
    (
        "buffer load, strewn",
        "buffer_load_b32 v2, v61, s[12:15], 0 offen",
    ),
    (
        "buffer load, records",
        "buffer_load_b32 v2, v0, s[16:19], 0 idxen",
    ),
    (
        "buffer load b128",
        "buffer_load_b128 v[4:7], v60, s[12:15], 0 offen",
    ),
    ("buffer load u8", "buffer_load_u8 v2, v1, s[12:15], 0 offen"),
    ("buffer store", "buffer_store_b32 v2, v1, s[12:15], 0 offen"),
    (
        "buffer store b128",
        "buffer_store_b128 v[4:7], v60, s[12:15], 0 offen",
    ),
    ("local load", "ds_load_b32 v2, v1"),
    ("local load b64", "ds_load_b64 v[4:5], v60"),
    ("local load b128", "ds_load_b128 v[4:7], v60"),
    ("local load, two", "ds_load_2addr_b32 v[4:5], v1 offset1:2"),
    ("local store b64", "ds_store_b64 v60, v[4:5]"),
    ("local store b128", "ds_store_b128 v60, v[4:7]"),
    (
        "local store, two",
        "ds_store_2addr_stride64_b32 v1, v2, v3 offset0:16 offset1:32",
    ),
    (
        "dpp row_shr",
        "v_add_f32_dpp v2, v3, v2 row_shr:1 row_mask:0xf bank_mask:0xf",
    ),
    (
        "dpp quad_perm",
        "v_mov_b32_dpp v2, v3 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf bound_ctrl:1",
    ),
    ("swizzle", "ds_swizzle_b32 v2, v3 offset:0x401f"),
    ("bpermute", "ds_bpermute_b32 v2, v1, v3"),
    ("permlanex16", "v_permlanex16_b32 v2, v3, s8, s9"),
    (
        "double division",
        "v_div_scale_f64 v[4:5], vcc_lo, v[8:9], v[10:11], v[8:9]
        v_rcp_f64 v[6:7], v[8:9]
        v_div_fmas_f64 v[4:5], v[4:5], v[6:7], v[8:9]
        v_div_fixup_f64 v[6:7], v[4:5], v[8:9], v[10:11]",
    ),
    (
        "wmma f16",
        "v_wmma_f32_16x16x16_f16 v[48:55], v[32:39], v[40:47], v[48:55]",
    ),
    (
        "wmma iu8",
        "v_wmma_i32_16x16x16_iu8 v[48:55], v[32:35], v[40:43], v[48:55]",
    ),
];

pub fn table(options: &Options) {
    println!(
        "{:<21} {:>14} {:>7} {:>14} {:>7}",
        "instruction", "M wave-inst/s", "cost", "in lockstep", "cost"
    );
    let mut plain = None;
    for (name, line) in ROWS {
        if name != PLAIN && !options.wants_row(name) {
            continue;
        }
        let rates = [32, 256].map(|threads| rate(name, line, threads, options.quick));
        let of = *plain.get_or_insert(rates);
        println!(
            "{name:<21} {:>14.1} {:>7.1} {:>14.1} {:>7.1}",
            1e-6 * rates[0],
            of[0] / rates[0],
            1e-6 * rates[1],
            of[1] / rates[1],
        );
    }
}

/// Instructions a second, by workgroups of so many threads.
fn rate(name: &str, line: &str, threads: u32, quick: bool) -> f64 {
    let text = kernel(line, threads);
    let input = Input::from_bytes("paths.rdna3", text.into_bytes(), None)
        .unwrap_or_else(|error| fail(&error));
    let settings = |rounds: i64, delivery: Delivery| Settings {
        set: vec![("ROUNDS".into(), Constant::Int(rounds.into()))],
        delivery: Some(delivery),
        max_instructions: u64::MAX,
        ..Settings::default()
    };
    // Results that arrive late take every step the long way, and lead to the same end.
    let ends = [Delivery::Eager, Delivery::Strict].map(|delivery| {
        let report = wavetank::run(&input, &settings(2, delivery));
        report.unwrap_or_else(|error| fail(&error)).outputs
    });
    assert!(ends[0] == ends[1], "{name} depends on how it is run");

    let rounds = match (quick, name.contains("wmma")) {
        (true, _) => 2,
        (_, true) => 100,
        _ => 8000,
    };
    let rounds = rounds * 32 / i64::from(threads) + 1;
    let settings = settings(rounds, Delivery::Eager);
    let mut instructions = 0;
    let time = best(if quick { 1 } else { REPEATS }, || {
        let ready = Debuggable::new(&input, &settings).unwrap_or_else(|error| fail(&error));
        timed(|| {
            let report = ready.run().unwrap_or_else(|error| fail(&error));
            instructions = report.stats.instructions;
        })
    });
    instructions as f64 / time.as_secs_f64()
}

fn kernel(line: &str, threads: u32) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("kernels/paths.rdna3");
    let text = std::fs::read_to_string(&path);
    let text = text.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let copies = format!("{line}\n").repeat(COPIES);
    (text.replace("THREADS", &threads.to_string())).replace("LINES", &copies)
}
