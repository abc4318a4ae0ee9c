//! Whole files: what a compiler wrote assembles to the same sections, and lists back.

use std::path::Path;

use amdgpu::{AmdDisassembler, AssembledFile, Target, Wave, assemble_source};
use isa::Options;
use source::{SourceFile, Span};

fn assemble(text: &str, target: Target, wave: Wave) -> AssembledFile {
    let file = SourceFile::new("test.s", text);
    assemble_source(
        &file,
        Span::new(0, text.len()),
        target,
        wave,
        &Options::default(),
    )
}

fn clean(text: &str, target: Target, wave: Wave) -> AssembledFile {
    let program = assemble(text, target, wave);
    let messages: Vec<&str> = program
        .assembly
        .diagnostics
        .iter()
        .map(|d| d.message.as_str())
        .collect();
    assert!(messages.is_empty(), "{messages:?}");
    program
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn corpus() -> impl Iterator<Item = (String, String, Target, Wave)> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/rdna/source");
    let entries = std::fs::read_dir(directory).expect("the corpus is in the repository");
    entries.filter_map(|entry| {
        let path = entry.expect("a readable directory").path();
        if path.extension()? != "s" {
            return None;
        }
        let stem = path.with_extension("").to_str()?.to_string();
        let name = path.file_stem()?.to_str()?.to_string();
        let (target, wave) = name.split_once("-wave")?;
        let wave = Wave::from_lanes(wave.parse().ok()?)?;
        Some((
            stem,
            std::fs::read_to_string(&path).ok()?,
            Target::from_name(target)?,
            wave,
        ))
    })
}

#[test]
fn compiled_files_give_the_same_sections() {
    let mut files = 0;
    for (stem, text, target, wave) in corpus() {
        let program = clean(&text, target, wave);
        for section in ["text", "rodata"] {
            let expected = std::fs::read_to_string(format!("{stem}.{section}.hex"))
                .expect("expected bytes beside the source");
            let bytes = &program
                .assembly
                .section(&format!(".{section}"))
                .expect("a section")
                .bytes;
            assert_eq!(hex(bytes), expected.replace('\n', ""), "{stem} .{section}");
        }
        assert_eq!(program.kernels.len(), 3, "{stem}");
        assert!(program.metadata.contains("amdhsa.kernels:"), "{stem}");
        files += 1;
    }
    assert_eq!(files, 4);
}

#[test]
fn listings_assemble_to_the_same_bytes() {
    for (stem, text, target, wave) in corpus() {
        let program = clean(&text, target, wave);
        let bytes = program.assembly.text();
        let disassembler = AmdDisassembler::new(target, wave);
        let lines = isa::listing(&disassembler, bytes, 0, &Default::default());
        let mut listed = String::new();
        for line in lines {
            if let Some(label) = line.label {
                listed += &format!("{label}:\n");
            }
            listed += &format!("\t{}\n", line.text);
        }
        let again = clean(&listed, target, wave);
        assert_eq!(hex(again.assembly.text()), hex(bytes), "{stem}");
    }
}

/// The bytes are llvm-mc's.
#[test]
fn numbers_and_characters_are_read_as_llvm_does() {
    let text = r"
1:  s_mov_b32 s0, 5ull
    s_mov_b32 s1, 0xffl
    s_mov_b32 s2, 010u
    s_mov_b32 s3, '\q'
    s_mov_b32 s4, ';'
    s_add_u32 s5, 0b12
    s_mov_b32 s6, 0x1.8p1
    s_branch 1b
    s_branch 1f
1:  .long 010, 'a'
";
    let program = clean(text, Target::Gfx1100, Wave::W32);
    let expected = "850080beff0081beff000000880082beff0083be71000000bb0084be81820580ff0086be\
                    00004040f5ffa0bf0000a0bf0800000061000000";
    assert_eq!(hex(program.assembly.text()), expected);
}

#[test]
fn directives_and_labels() {
    let text = "\
        .set base, 5\n\
        .macro twice reg\n v_add_f32 \\reg, \\reg, \\reg\n .endm\n\
        start: s_mov_b32 s0, base+1\n\
        twice v3\n\
        .rept 2\n s_nop base\n .endr\n\
        .if base == 5\n s_branch start\n .else\n s_endpgm\n .endif\n\
        s_cbranch_scc0 end\n .long 0x12345678\n end: s_endpgm\n";
    let program = clean(text, Target::Gfx1100, Wave::W32);
    let expected =
        "860080be030706060500 80bf050080bffbffa0bf0100a1bf785634120000b0bf".replace(' ', "");
    assert_eq!(hex(program.assembly.text()), expected);
}

#[test]
fn errors_say_where() {
    let text = "s_nop 0\n  v_add_f32 v0, v1, v300\n s_branch nowhere\n";
    let program = assemble(text, Target::Gfx1200, Wave::W32);
    let found: Vec<(&str, &str)> = program
        .assembly
        .diagnostics
        .iter()
        .map(|d| {
            let span = d.span().expect("every error has a place");
            (d.code, &text[span.start as usize..span.end as usize])
        })
        .collect();
    assert_eq!(
        found,
        [("register-range", "v300"), ("undefined-symbol", "nowhere")]
    );
}

#[test]
fn pages_and_coverage() {
    let (mut without_meaning, mut wrong_examples) = (vec![], vec![]);
    for target in Target::ALL {
        for row in amdgpu::rows(target) {
            let page = amdgpu::document::page(row, target);
            assert!(page.targets.contains(&target), "{}", row.name);
            assert!(!page.diagrams.is_empty(), "{} is not shown", row.name);
            if page.meaning.is_empty() {
                without_meaning.push(row.name);
            }
            for diagram in &page.diagrams {
                // What is shown as the example assembles to what is shown as its bytes.
                let wide = row.has(amdgpu::WAVE64);
                let wave = if wide {
                    Wave::W64
                } else {
                    target.default_wave()
                };
                let bytes = amdgpu::assemble_line(&diagram.example, target, wave);
                if bytes.as_ref() != Ok(&diagram.example_bytes) {
                    wrong_examples.push(diagram.example.clone());
                }
                let bits: u32 = diagram
                    .fields
                    .iter()
                    .map(|f| (f.hi - f.lo) as u32 + 1)
                    .sum();
                assert_eq!(bits, diagram.bytes as u32 * 8, "{}", row.name);
            }
        }
        let total: usize = amdgpu::document::coverage(target)
            .iter()
            .map(|c| c.assembled)
            .sum();
        assert!(total > 1000, "{target}: {total}");
    }
    assert!(without_meaning.is_empty(), "{without_meaning:?}");
    assert!(wrong_examples.is_empty(), "{wrong_examples:?}");
    let row = amdgpu::document::find("v_fma_f32", Target::Gfx1200).expect("an instruction");
    let page = amdgpu::document::page(row, Target::Gfx1200);
    assert_eq!(page.diagrams[0].example, "v_fma_f32 v1, v2, v3, v4");
    assert_eq!(
        amdgpu::document::find("v_min_f32", Target::Gfx1200).map(|r| r.name),
        Some("v_min_num_f32")
    );
}

/// Every processor of a generation is known by its name, wherever a name can be written.
#[test]
fn all_chips_are_known_by_name() {
    use arch::Arch as _;
    let archs = [
        &amdgpu::RDNA3,
        &amdgpu::RDNA35,
        &amdgpu::RDNA4,
        &amdgpu::CDNA3,
        &amdgpu::CDNA4,
    ];
    for (target, arch) in Target::ALL.into_iter().zip(archs) {
        for chip in target.generation().chips {
            let text = format!(
                ".amdgcn_target \"amdgcn-amd-amdhsa--{}\"\ns_endpgm\n",
                chip.name
            );
            clean(&text, target, target.default_wave());
            assert!(arch.claims(&text), "{}", chip.name);
            assert!(arch.aliases().contains(&chip.name), "{}", chip.name);
            assert_eq!(Target::from_name(chip.name), Some(target));
            assert_eq!(amdgpu::object_target(chip.machine), Some(target));
            let others = archs.iter().filter(|other| other.claims(&text)).count();
            assert_eq!(others, 1, "{}", chip.name);
            for other in Target::ALL.into_iter().filter(|other| other.runs(chip)) {
                clean(&text, other, other.default_wave());
            }
        }
    }
    let names: Vec<&str> = Target::chips().map(|chip| chip.name).collect();
    for name in [
        "gfx1101", "gfx1102", "gfx1103", "gfx1151", "gfx1152", "gfx1153", "gfx1201",
    ] {
        assert!(names.contains(&name), "{name}");
    }
    let text = ".amdgcn_target \"amdgcn-amd-amdhsa--gfx1201\"\n";
    let elsewhere = assemble(text, Target::Gfx1100, Wave::W32);
    assert!(!elsewhere.assembly.diagnostics.is_empty());
}
