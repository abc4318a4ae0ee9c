//! The tables as data: what every row says of itself.

use amdgpu::meaning::Meaning;
use amdgpu::{Format, Row, Target, document, rows};
use std::collections::BTreeMap;

fn all() -> impl Iterator<Item = (Target, &'static Row)> {
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
        assert!(missing.len() > 90, "{target}: {}", missing.len());
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
    for (target, row) in all().filter(|(_, row)| row.format == Format::Vopd) {
        let Meaning::Dual(alone) = row.meaning else {
            own.push((target, row.name));
            continue;
        };
        assert_eq!(row.name.replace("dual_", ""), alone.name);
        assert!(
            rows(target).any(|other| std::ptr::eq(other, alone)),
            "{target} {}",
            row.name
        );
        assert_eq!(row.meaning.alone(), alone.meaning);
        assert_ne!(alone.format, Format::Vopd);
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
