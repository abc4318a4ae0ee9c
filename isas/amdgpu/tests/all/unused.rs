//! Fields that an instruction does not use do not matter to the machine.

use amdgpu::lower::{DEFAULT_MODE, LowerOptions, lower};
use amdgpu::{Target, Wave, assemble_line, decode, disassemble};
use uop::{Apertures, Uop};

/// The steps of one instruction, without what an end adds.
fn steps(code: &[u8], target: Target) -> String {
    let options = LowerOptions {
        target,
        chip: target.chip(None),
        wave: Wave::W32,
        entry: 0,
        vgprs: 8,
        mode: DEFAULT_MODE,
        cu_mode: false,
        apertures: Apertures::default(),
        host: None,
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
        for target in Target::RDNA {
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

/// Bytes that nothing assembles to, with what the reference prints for them.
#[test]
fn odd_bytes_are_printed_as_the_reference_has_them() {
    use Target::{Gfx1100, Gfx1200};
    let cases: [(Target, [u32; 3], Option<&str>); 9] = [
        // The bit of the mask, which has no halves, takes the names of halves away.
        (
            Gfx1100,
            [0xd65d_0001, 0x000e_0502, 0],
            Some("v_cndmask_b16 v1.l, v2.l, v2.l, s3"),
        ),
        (
            Gfx1100,
            [0xd65d_2001, 0x000e_0502, 0],
            Some("v_cndmask_b16 v1, v2, v2, s3"),
        ),
        // The base of scratch is a constant wherever it stands.
        (
            Gfx1100,
            [0xd65b_00f0, 0x02fd_16e7, 0],
            Some("v_permlane16_b32 v240, src_flat_scratch_base_hi, 11, 63"),
        ),
        (
            Gfx1200,
            [0xd680_18e7, 0, 0],
            Some("v_s_exp_f32 src_flat_scratch_base_hi, s0"),
        ),
        // A number where none can be is not told from an inline constant.
        (
            Gfx1100,
            [0xcd00_33c9, 0x9009_20ff, 0],
            Some(
                "v_interp_p10_f32 v201, 0/*Invalid immediate*/, 16/*Invalid immediate*/, \
                 -s2/*Invalid register, operand has 'VGPR_32' register class*/ wait_exp:3",
            ),
        ),
        // What is selected from is not looked at beside a byte, if there is a lane pattern.
        (
            Gfx1200,
            [0xd76c_302d, 0x0000_00fa, 0x0a00_ff80],
            Some(
                "v_cvt_sr_bf8_f32_e64_dpp v45, v128, s0 byte_sel:1 quad_perm:[3,3,3,3] \
                 row_mask:0x0 bank_mask:0xa",
            ),
        ),
        (Gfx1200, [0xd76c_302d, 0x0000_0001, 0], None),
        // Of two sources neither has the third bit.
        (
            Gfx1200,
            [0xd710_485a, 0x0003_0d89, 0],
            Some("v_permlanex16_var_b32 v90, v137, v134 op_sel:[1,0]"),
        ),
        (Gfx1200, [0xd710_285a, 0x0003_0d89, 0], None),
    ];
    for (target, words, text) in cases {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let printed = disassemble(&bytes, target, Wave::W32).ok();
        let printed = printed.as_ref().map(|(text, _)| text.as_str());
        assert_eq!(printed, text, "{target} {words:08x?}");
    }
}
