//! What is modelled: everything but graphics and what GCN left behind. The coverage table must say so, and must
//! be right.

use amdgpu::{Codec, Target, Wave, decode, document, lower};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Beginnings of the names of what is for graphics.
const GRAPHICS: &[&str] = &[
    "export",
    "exp",
    "lds_param_load",
    "ds_param_load",
    "ds_gws_",
    "ds_add_gs_reg_rtn",
    "ds_sub_gs_reg_rtn",
    "ds_ordered_count",
    "s_endpgm_ordered_ps_done",
    "v_screen_partition_4se_b32",
];

/// The same of what CDNA has of older machines and compilers do not use, and of what nothing describes.
const LEFT: &[&str] = &[
    "s_cbranch_g_fork",
    "s_cbranch_i_fork",
    "s_cbranch_join",
    "s_rfe_restore_b64",
    "s_scratch_",
    "s_setvskip",
];

fn is_graphics(name: &str) -> bool {
    let mut all = GRAPHICS.iter().chain(LEFT);
    all.any(|prefix| name.starts_with(prefix))
}

fn missing(target: Target) -> BTreeMap<String, String> {
    let families = document::coverage(target).into_iter();
    let all = families.flat_map(|family| family.missing);
    all.map(|missing| (missing.name, missing.why)).collect()
}

#[test]
fn all_but_graphics_is_said_to_run() {
    for target in Target::ALL {
        let expected: BTreeSet<&str> = amdgpu::rows(target)
            .map(|row| row.name)
            .filter(|name| is_graphics(name))
            .collect();
        let missing = missing(target);
        let found: BTreeSet<&str> = missing.keys().map(String::as_str).collect();
        assert_eq!(found, expected, "{target}: {missing:?}");
    }
}

#[test]
fn every_family_is_counted_whole() {
    for target in Target::ALL {
        let names: BTreeSet<&str> = amdgpu::rows(target).map(|row| row.name).collect();
        let families = document::coverage(target);
        let instructions: usize = families.iter().map(|family| family.instructions).sum();
        assert_eq!(instructions, names.len(), "{target}");
        for family in families {
            let name = &family.family;
            assert_eq!(family.disassembled, family.instructions, "{target} {name}");
            let rest = family.instructions - family.missing.len();
            assert_eq!(family.executed, rest, "{target} {name}");
        }
    }
}

/// In every form, not only in one.
#[test]
fn every_encoding_runs() {
    let mut refused = vec![];
    for target in Target::ALL {
        for &wave in target.generation().wave_sizes {
            for encoding in &Codec::of(target, wave).encodings {
                let Some(inst) = document::example(encoding) else {
                    continue;
                };
                let name = inst.row().name;
                match lower::models(&inst) {
                    Err(why) if !is_graphics(name) => {
                        refused.push(format!("{target} {wave:?} {}: {why}", encoding.text))
                    }
                    _ => {}
                }
            }
        }
    }
    assert!(refused.is_empty(), "{}", refused.join("\n"));
}

/// Uses that other tools think of: whatever runs belongs to an instruction that is said to, and
/// what does not is refused for one of the reasons here.
#[test]
fn recorded_lines_run_as_the_table_says() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/rdna/asm");
    let mut wrong = BTreeSet::new();
    let mut lines = 0;
    for entry in std::fs::read_dir(directory).expect("the corpus is in the repository") {
        let path = entry.expect("a readable directory").path();
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        let mut parts = stem.unwrap_or_default().split('-');
        let target = Target::from_name(parts.next().unwrap_or("")).expect("a target in the name");
        let wave = match parts.next() {
            Some("wave64") => Wave::W64,
            _ => Wave::W32,
        };
        let missing = missing(target);
        let text = std::fs::read_to_string(&path).expect("a readable file");
        for line in text.lines() {
            let (line, hex) = line.split_once('\t').expect("line and answer");
            if hex == "error" {
                continue;
            }
            let bytes = bytes(hex);
            let inst = decode(&bytes, target, wave).expect("what was recorded decodes");
            let name = inst.row().name;
            let said = !missing.contains_key(name);
            lines += 1;
            match lower::models(&inst) {
                Ok(()) if !said => {
                    wrong.insert(format!("{target} `{line}` runs, and should not"));
                }
                Err(why) if said && !REFUSED.contains(&&why[..]) => {
                    wrong.insert(format!("{target} `{line}`: {why}"));
                }
                _ => {}
            }
        }
    }
    assert!(lines > 10_000, "only {lines} lines were found");
    let wrong: Vec<String> = wrong.into_iter().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Why a use of an instruction is refused that has others.
const REFUSED: &[&str] = &[
    "there is no such width of atomics",
    // The assembler takes apertures as destinations.
    "a register that cannot be written",
    "the messages of a kernel are interrupts alone",
    "a message for trap handlers",
    "the barrier of trap handlers",
    "there is no such hardware register",
    "the address of scratch memory",
];

fn bytes(hex: &str) -> Vec<u8> {
    let digits = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).expect("hexadecimal");
    (0..hex.len()).step_by(2).map(digits).collect()
}
