//! The tables as data: what every row says of itself.

use amdgpu::meaning::Meaning;
use amdgpu::{AmdFormat, InstRow, Target, Wave, assemble_line, document, rows};
use std::collections::BTreeMap;

fn all() -> impl Iterator<Item = (Target, &'static InstRow)> {
    let of = |target| rows(target).map(move |row| (target, row));
    Target::ALL.into_iter().flat_map(of)
}

/// A row names a meaning by its type; one that cannot be run says why, where a user looks for it.
#[test]
fn what_cannot_be_run_says_why() {
    for target in Target::ALL {
        let missing: BTreeMap<String, String> = document::coverage(target)
            .into_iter()
            .flat_map(|family| family.missing)
            .map(|missing| (missing.name, missing.why))
            .collect();
        assert!(!missing.is_empty(), "{target}");
        for row in rows(target) {
            let name = row.name;
            let page = document::page(row, target);
            assert!(!page.meaning.trim().is_empty(), "{target} {name}");
            let Meaning::NotModelled { does, why } = row.meaning else {
                assert!(!missing.contains_key(name), "{target} {name}");
                continue;
            };
            assert!(does.ends_with('.') && why.len() > 10, "{target} {name}");
            assert!(page.meaning.contains(why), "{target} {name}");
            assert_eq!(missing.get(name).map(String::as_str), Some(why));
        }
    }
}

/// Half of a pair means what the instruction means that it is the half of, because it refers to it.
#[test]
fn halves_of_pairs_refer_to_whole_instructions() {
    let mut own = vec![];
    for (target, row) in all().filter(|(_, row)| row.format == AmdFormat::Vopd) {
        let Meaning::Dual(alone) = row.meaning else {
            own.push((target, row.name));
            continue;
        };
        let whole = row.name.replace("dual_", "");
        let is = |other: &InstRow| other.name == whole && other.meaning == alone.meaning;
        assert!(rows(target).any(is), "{target} {}", row.name);
        assert_eq!(row.meaning.alone(), alone.meaning);
        assert_ne!(alone.format, AmdFormat::Vopd);
    }
    // These sums exist in pairs alone.
    for (target, name) in own {
        let only = ["v_dual_dot2acc_f32_f16", "v_dual_dot2acc_f32_bf16"].contains(&name);
        let whole = name.replace("dual_", "");
        assert!(
            only && rows(target).all(|row| row.name != whole),
            "{target} {name}"
        );
    }
}

/// What a name is refused with does not depend on which of its rows comes first.
#[test]
fn every_name_of_a_target_is_known_in_every_wave_size() {
    for (target, row) in all() {
        let code = |wave| {
            let error = assemble_line(row.name, target, wave).err();
            error.map_or("", |error| error.code)
        };
        let codes: Vec<&str> = target
            .generation()
            .wave_sizes
            .iter()
            .map(|&wave| code(wave))
            .collect();
        let expected: &[&str] = match row.format {
            AmdFormat::Vopd if row.second_only() => &["unknown-mnemonic", "unknown-mnemonic"],
            AmdFormat::Vopd => &["bad-operand", "wave-size"],
            _ => &["", "bad-operand"],
        };
        let fits = match row.format {
            AmdFormat::Vopd => codes == expected,
            _ => codes.iter().all(|code| expected.contains(code)),
        };
        assert!(fits, "{target} {}: {codes:?}", row.name);
    }
}

/// A name that some target has says which, by whatever spelling and in whatever wave size.
#[test]
fn names_of_other_targets_say_which() {
    let error = |line: &str, target, wave| {
        let error = assemble_line(line, target, wave).unwrap_err();
        (error.message, error.help.join(""))
    };
    for wave in [Wave::W32, Wave::W64] {
        let (message, help) = error("v_dot2c_f32_f16 v3, v4, v5", Target::Gfx1200, wave);
        assert_eq!(
            message,
            "`v_dot2c_f32_f16` is not an instruction of gfx1200"
        );
        assert_eq!(help, "it exists on gfx1100, gfx1150, gfx942, gfx950");
        let (message, help) = error("v_dual_max_f32 v0, v1, v2", Target::Gfx1200, wave);
        assert_eq!(message, "`v_dual_max_f32` is not an instruction of gfx1200");
        assert_eq!(help, "it exists on gfx1100, gfx1150");
    }
    let (message, help) = error("v_dual_dot2acc_f32_bf16", Target::Gfx1200, Wave::W64);
    assert_eq!(message, "`v_dual_dot2acc_f32_bf16` needs waves of 32 lanes");
    assert_eq!(
        help,
        "this code is for waves of 64: `wave = 32` makes it 32"
    );
    let (message, help) = error("v_dual_and_b32 v0, v1, v2", Target::Gfx1100, Wave::W32);
    assert_eq!(message, "`v_dual_and_b32` can only be the second of a pair");
    assert_eq!(
        help,
        "it is written after the `::` of another dual instruction"
    );
}
