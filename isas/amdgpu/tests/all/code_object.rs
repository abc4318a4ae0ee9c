//! Code objects as compilers write them, and as none should.

use amdgpu::Target;
use amdgpu::host::Object;
use arch::{Arch, DisStyle};
use random::Random;
use std::path::PathBuf;

fn corpus() -> PathBuf {
    PathBuf::from(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../corpus/rdna/kernels"
    ))
}

fn object(name: &str) -> Vec<u8> {
    std::fs::read(corpus().join(name)).expect("the object is recorded")
}

#[test]
fn kernels_and_code_are_found() {
    for (arch, target) in [(&amdgpu::RDNA3, "gfx1100"), (&amdgpu::RDNA4, "gfx1200")] {
        let bytes = object(&format!("control.{target}.o"));
        let code = arch
            .read_object(&bytes)
            .expect("its own")
            .expect("readable");
        let kernels: Vec<&str> = (code.symbols.iter())
            .filter(|symbol| symbol.is_kernel)
            .map(|symbol| symbol.name.as_str())
            .collect();
        for name in [
            "collatz",
            "gcd",
            "mandelbrot",
            "choose",
            "search",
            "leave_early",
        ] {
            assert!(kernels.contains(&name), "{name} is not in {kernels:?}");
        }
        let first = code
            .symbols
            .iter()
            .find(|symbol| symbol.name == "collatz")
            .unwrap();
        assert_eq!(code.entry, first.address);
        let style = DisStyle {
            wave: 32,
            extensions: Vec::new(),
        };
        let lines = arch.listing(&code, &style);
        assert!(lines.len() > 100);
        // Between functions there is nothing but padding.
        let data = lines.iter().filter(|line| line.illegal.is_some());
        assert!(data.clone().all(|line| line.text == ".word 0x00000000"));
        assert!(
            lines
                .iter()
                .any(|line| line.label.as_deref() == Some("gcd"))
        );
    }
}

#[test]
fn other_targets_leave_it_to_its_own() {
    let bytes = object("control.gfx1200.o");
    assert!(amdgpu::RDNA3.read_object(&bytes).is_none());
    assert!(amdgpu::RDNA35.read_object(&bytes).is_none());
    assert!(amdgpu::RDNA4.read_object(&bytes).is_some());
    // A processor that is not modelled is named as such, once.
    let mut older = bytes.clone();
    older[48] = 0x33;
    let said = amdgpu::RDNA3.read_object(&older).unwrap().unwrap_err();
    assert!(said.contains("0x33") && said.contains("gfx1100"), "{said}");
    assert!(amdgpu::RDNA4.read_object(&older).is_none());
    assert!(amdgpu::RDNA3.read_object(b"\x7fELF").is_none());
    assert!(amdgpu::RDNA3.read_object(b"").is_none());
}

/// A code object as if it were made for a family of chips.
fn generic(name: &str, machine: u8, version: u8) -> Vec<u8> {
    let mut bytes = object(name);
    (bytes[48], bytes[51]) = (machine, version);
    bytes
}

#[test]
fn code_for_a_family_is_for_each_of_it() {
    let bytes = generic("control.gfx1100.o", 0x54, 1);
    assert!(matches!(amdgpu::RDNA3.read_object(&bytes), Some(Ok(_))));
    assert!(matches!(amdgpu::RDNA35.read_object(&bytes), Some(Ok(_))));
    assert!(amdgpu::RDNA4.read_object(&bytes).is_none());
    let bytes = generic("control.gfx942.o", 0x5f, 2);
    assert!(matches!(amdgpu::CDNA3.read_object(&bytes), Some(Ok(_))));
    assert!(matches!(amdgpu::CDNA4.read_object(&bytes), Some(Ok(_))));
    assert!(amdgpu::RDNA3.read_object(&bytes).is_none());
    // It is said once that no chip came with this version.
    let unversioned = generic("control.gfx1100.o", 0x54, 0);
    let said = amdgpu::RDNA3
        .read_object(&unversioned)
        .unwrap()
        .unwrap_err();
    assert!(said.contains("gfx11-generic in version 0"), "{said}");
    assert!(amdgpu::RDNA35.read_object(&unversioned).is_none());
    // A device says which there are.
    let gfx1200 = Target::Gfx1200.chip(None);
    let bytes = generic("control.gfx1100.o", 0x54, 1);
    let said = Object::check(&bytes, Target::Gfx1200, gfx1200).unwrap_err();
    assert!(
        said.contains("for gfx11-generic (gfx1100, ") && said.contains(", gfx1153)"),
        "{said}"
    );
}

/// Damage of every kind is an error or harmless, and never a panic.
#[test]
fn damaged_objects_are_refused() {
    let whole = object("lanes.gfx1100.o");
    for len in (0..whole.len()).step_by(61) {
        let _ = amdgpu::RDNA3.read_object(&whole[..len]);
    }
    let mut random = Random::new(1);
    let style = DisStyle {
        wave: 32,
        extensions: Vec::new(),
    };
    for _ in 0..600 {
        let mut bytes = whole.clone();
        for _ in 0..1 + random.below(4) {
            // Headers and tables are at both ends.
            let at = match random.below(3) {
                0 => random.below(64),
                1 => bytes.len() - 1 - random.below(bytes.len() / 4),
                _ => random.below(bytes.len()),
            };
            bytes[at] = random.bits() as u8;
        }
        if let Some(Ok(code)) = amdgpu::RDNA3.read_object(&bytes) {
            amdgpu::RDNA3.listing(&code, &style);
        }
    }
}

/// `control.*.dis` is what `llvm-objdump -d` says of the object beside it: address and text, with the
/// addresses of branch targets after an arrow.
#[test]
fn listings_agree_with_the_reference() {
    for target in ["gfx1100", "gfx1200"] {
        let bytes = object(&format!("control.{target}.o"));
        let sections = amdgpu::list_object(&bytes, None, amdgpu::Wave::W32).expect("an object");
        let text = sections.iter().find(|section| section.name == ".text");
        let lines = &text.expect("code").lines;
        let labels: std::collections::HashMap<&str, u64> = lines
            .iter()
            .filter_map(|line| Some((line.label.as_deref()?, line.address)))
            .collect();
        let ours = lines
            .iter()
            .filter(|line| line.illegal.is_none())
            .map(|line| {
                let (start, last) = line.text.rsplit_once(' ').unwrap_or((&line.text, ""));
                match labels.get(last) {
                    Some(to) => format!("{:x}\t{start} -> {to:x}", line.address),
                    None => format!("{:x}\t{}", line.address, line.text),
                }
            });
        let path = corpus().join(format!("control.{target}.dis"));
        let recorded = std::fs::read_to_string(path).expect("the listing is recorded");
        let theirs: Vec<&str> = recorded.lines().collect();
        let ours: Vec<String> = ours.collect();
        for (ours, theirs) in ours.iter().zip(&theirs) {
            assert_eq!(ours, theirs, "{target}");
        }
        assert_eq!(ours.len(), theirs.len(), "{target}");
    }
}
