//! What is modelled: everything but graphics and what the list here names.

use rdna::{Codec, Target, Wave, decode, lower};
use std::collections::BTreeMap;

#[test]
fn every_compute_instruction_runs() {
    let mut missing: BTreeMap<&str, String> = BTreeMap::new();
    for target in Target::ALL {
        for wave in [Wave::W32, Wave::W64] {
            for encoding in &Codec::of(target, wave).encodings {
                // Registers and immediates zero: how an instruction is lowered depends on little
                // else.
                let bytes = encoding.bits.to_le_bytes();
                let Ok(inst) = decode(&bytes, target, wave) else {
                    continue;
                };
                if let Err(why) = lower::models(&inst) {
                    missing.entry(inst.row().name).or_insert(why);
                }
            }
        }
    }
    let graphics = [
        "image_",
        "exp",
        "lds_",
        "v_interp",
        "ds_gws",
        "ds_bvh",
        "ds_param",
        "ds_direct",
    ];
    let unexpected: Vec<String> = missing
        .iter()
        .filter(|(name, _)| !graphics.iter().any(|prefix| name.starts_with(prefix)))
        .filter(|(name, _)| !KNOWN.contains(name))
        .map(|(name, why)| format!("{name}: {why}"))
        .collect();
    assert!(unexpected.is_empty(), "{}", unexpected.join("\n"));
}

/// Not modelled, and not only for graphics; with a few that depend on their operands, which are
/// zero here.
const KNOWN: &[&str] = &[
    "ds_add_gs_reg_rtn",
    "ds_ordered_count",
    "ds_sub_gs_reg_rtn",
    "global_load_tr_b128",
    "global_load_tr_b64",
    "s_endpgm_ordered_ps_done",
    "s_getreg_b32",
    "s_sendmsg_rtn_b32",
    "s_sendmsg_rtn_b64",
    "s_sendmsghalt",
    "s_setreg_b32",
    "s_setreg_imm32_b32",
];
