//! Races that are meant. Which races are found, the pairs of `corpus/check` say (`verify checkers`).

use wavetank::{Input, Settings, SourceFile};

/// Races alone: some of the mistakes are missing waits as well.
fn races_only() -> Settings {
    Settings {
        checkers: wavetank::Checkers::named(|name| name == "races"),
        ..Settings::default()
    }
}

#[test]
fn races_that_are_meant_are_counted() {
    let text = |mark: &str| {
        format!(
            "out_x: u32[1]\nlocal = 64\n---\n  s_mov_b32 s6, s3\n  s_mov_b32 s7, s4\n  \
             s_load_b64 s[8:9], s[6:7], 0x0\n  v_mov_b32 v1, 0\n  v_mov_b32 v2, v0\n  \
             s_waitcnt lgkmcnt(0)\n  global_store_b32 v1, v2, s[8:9] {mark}\n  s_endpgm\n"
        )
    };
    let check = |mark: &str, ok: &[&str]| {
        let file = SourceFile::new("x.rdna3", format!("---\n{}", text(mark)));
        let input = Input::from_text(file, None).unwrap();
        let settings = Settings {
            intended_races: ok.iter().map(|at| at.to_string()).collect(),
            ..races_only()
        };
        let findings = wavetank::check(&input, &settings).unwrap();
        (findings.diagnostics.len(), findings.intended_races)
    };
    assert_eq!(check("", &[]), (1, 0));
    assert_eq!(check("; wavetank: race ok", &[]), (0, 1));
    assert_eq!(check("", &["out_x"]), (0, 1));
    assert_eq!(check("", &["11"]), (0, 1));
    assert_eq!(check("", &["out_y", "3", "0x4"]), (1, 0));
}
