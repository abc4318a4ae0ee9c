//! What holds for every row and for any input.

use amdgpu::{Codec, Target, Wave, assemble_line, decode, disassemble, encode};
use proptest::prelude::*;

const MACHINES: [(Target, Wave); 8] = [
    (Target::Gfx1100, Wave::W32),
    (Target::Gfx1100, Wave::W64),
    (Target::Gfx1150, Wave::W32),
    (Target::Gfx1150, Wave::W64),
    (Target::Gfx1200, Wave::W32),
    (Target::Gfx1200, Wave::W64),
    (Target::Gfx942, Wave::W64),
    (Target::Gfx950, Wave::W64),
];

#[test]
fn every_row_has_an_encoding_and_fields_do_not_overlap() {
    for (target, wave) in MACHINES {
        let codec = Codec::of(target, wave);
        for encoding in &codec.encodings {
            let name = &encoding.text;
            let mut owned = 0u128;
            for param in &encoding.params {
                let mask = param.field_mask();
                // Halves are selected by operands and by `op_sel`, which share their bits.
                let shared = matches!(param.kind, amdgpu::ParamKind::Mod(amdgpu::Mod::OpSel));
                assert!(
                    shared || owned & mask == 0,
                    "{name} on {target}: fields overlap"
                );
                owned |= mask;
            }
            assert_eq!(
                encoding.bits & owned & encoding.mask,
                0,
                "{name}: a fixed bit is a field"
            );
        }
        if wave == target.default_wave() {
            for row in amdgpu::rows(target) {
                let named =
                    |other: &amdgpu::InstRow| other.name == row.name && other.code == row.code;
                let mut encodings = codec.encodings.iter();
                let found = encodings.any(|e| named(e.row) || e.second.is_some_and(named));
                let other_wave = row.has(amdgpu::WAVE64);
                assert!(
                    found || other_wave,
                    "{} has no encoding on {target}",
                    row.name
                );
            }
        }
    }
}

#[test]
fn rows_are_written_once() {
    for target in Target::ALL {
        let mut seen = std::collections::HashSet::new();
        for row in amdgpu::rows(target) {
            let key = (
                row.name,
                row.format,
                row.has(amdgpu::WAVE32),
                row.has(amdgpu::WAVE64),
            );
            assert!(seen.insert(key), "{} is there twice on {target}", row.name);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_bytes_decode_or_are_refused(bytes in prop::collection::vec(any::<u8>(), 0..20)) {
        for (target, wave) in MACHINES {
            if let Ok((text, length)) = disassemble(&bytes, target, wave) {
                prop_assert!(!text.is_empty());
                prop_assert!(length <= bytes.len());
            }
        }
    }

    #[test]
    fn what_decodes_encodes_to_what_decodes_the_same(word in any::<u128>()) {
        for (target, wave) in MACHINES {
            let Ok(inst) = decode(&word.to_le_bytes(), target, wave) else { continue };
            let bytes = encode(&inst);
            let again = decode(&bytes, target, wave);
            prop_assert!(again.is_ok(), "{} does not decode again", inst.encoding.text);
            let again = again.unwrap();
            prop_assert_eq!(inst.operands(), again.operands());
            prop_assert_eq!(inst.mods, again.mods);
        }
    }

    #[test]
    fn any_text_assembles_or_is_refused(text in "\\PC{0,60}") {
        for (target, wave) in MACHINES {
            let _ = assemble_line(&text, target, wave);
        }
    }

    #[test]
    fn near_instructions_do_not_panic(
        name in prop::sample::select(vec![
            "v_add_f32", "s_mov_b64", "global_load_b32", "image_sample", "s_waitcnt", "ds_swizzle_b32",
            "v_dual_add_f32", "s_sendmsg", "tbuffer_load_format_x", "exp", "s_version", "v_cmp_eq_f16",
            "s_setreg_b32", "lds_param_load", "s_delay_alu", "v_fma_mix_f32", "buffer_load_b32",
        ]),
        rest in "[ vs0-9\\[\\]:,.|()a-z_&\"-]{0,50}",
    ) {
        for (target, wave) in MACHINES {
            if let Err(error) = assemble_line(&format!("{name} {rest}"), target, wave) {
                let span = error.span().unwrap();
                prop_assert!(span.start <= span.end);
            }
        }
    }
}
