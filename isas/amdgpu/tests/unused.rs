//! Fields that an instruction does not use do not matter to the machine.

use amdgpu::lower::{DEFAULT_MODE, Options, lower};
use amdgpu::{Target, Wave, assemble_line, decode};
use uop::{Apertures, Uop};

/// The steps of one instruction, without what an end adds.
fn steps(code: &[u8], target: Target) -> String {
    let options = Options {
        target,
        wave: Wave::W32,
        entry: 0,
        vgprs: 8,
        mode: DEFAULT_MODE,
        apertures: Apertures::default(),
    };
    let lowered = lower(code, 0, &options).expect("modelled");
    let uops: Vec<&Uop> = lowered.program.steps.iter().map(|step| &step.uop).collect();
    format!("{:?}", &uops[..uops.len() - 1])
}

#[test]
fn unused_bits_are_ignored() {
    // Text, and bits to set that mean nothing there.
    let cases: [(&str, u64); 4] = [
        // The third source of an instruction with two.
        ("v_mul_lo_u32 v2, v0, v1", 0x1ff << 50),
        // The sign of a source that is not there.
        ("v_mul_lo_u32 v2, v0, v1", 4 << 61 | 4 << 8),
        // Clamp where there is none.
        ("v_lshl_add_u32 v2, v0, v1, v3", 1 << 15),
        // Output scale of an integer.
        ("v_add3_u32 v2, v0, v1, v3", 3 << 59),
    ];
    for (text, noise) in cases {
        for target in Target::ALL {
            let code = assemble_line(text, target, Wave::W32).expect("an instruction");
            let word = u64::from_le_bytes(code.clone().try_into().expect("eight bytes"));
            let noisy = (word | noise).to_le_bytes();
            assert_eq!(
                steps(&noisy, target),
                steps(&code, target),
                "{text} {noise:#x}"
            );
        }
    }
    // The strict decoder keeps its opinion.
    let code = assemble_line("v_add3_u32 v2, v0, v1, v3", Target::Gfx1100, Wave::W32);
    let mut code = code.expect("an instruction");
    code[7] |= 0x18;
    assert!(decode(&code, Target::Gfx1100, Wave::W32).is_err());
}
