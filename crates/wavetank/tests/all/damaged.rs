//! `corpus/elf/damaged.tsv`: binaries that are damaged, and what people read about them.

use compile::Folder;
use std::path::Path;
use std::sync::Arc;

use object::{Object, ObjectSection};
use wavetank::{Input, Settings};

#[test]
fn messages_name_the_place() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let table = std::fs::read_to_string(root.join("corpus/elf/damaged.tsv")).unwrap();
    let mut wrong = Vec::new();
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let [file, damage, expected] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("three columns: {line}");
        };
        let mut bytes = binary(&root.join(file));
        inflict(damage, &mut bytes);
        // What can be looked at need not be anything to run.
        let opened = Input::from_bytes("it", bytes, None);
        let ran = opened.and_then(|input| wavetank::run(&input, &Settings::default()));
        let said = match ran {
            Ok(_) => "nothing".to_string(),
            Err(error) => error.to_string(),
        };
        if said.strip_prefix("it: ") != Some(expected) {
            wrong.push(format!("{file}\t{damage}\t{said}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Wherever a file is cut, the message says so.
#[test]
fn every_cut_is_seen() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for file in [
        "benches/kernels/hash.gfx1100.o",
        "corpus/tile/elf/copy.elf",
        "examples/flux/vector-add.flux",
    ] {
        let whole = binary(&root.join(file));
        for len in 4..whole.len() {
            let cut = whole[..len].to_vec();
            let error = Input::from_bytes("it", cut, None).err();
            let said = error.map_or("nothing".to_string(), |error| error.to_string());
            let end = format!("but the file ends at {len:#x}: it was cut short");
            assert!(said.contains(&end), "{file}, {len} bytes: {said}");
        }
    }
}

/// What a compiler said about its source may be damaged in any way: the kernel is loaded all the same.
#[test]
fn damaged_variables_do_no_harm() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = root.join("corpus/rdna/debug");
    let near = Arc::new(Folder::new(&folder));
    let whole = std::fs::read(folder.join("sums-O0.hsaco")).unwrap();
    let elf = object::File::parse(&*whole).unwrap();
    let parts = elf.sections().filter(|section| {
        let name = section.name().unwrap_or("");
        name.starts_with(".debug")
    });
    let parts: Vec<(u64, u64)> = parts.filter_map(|section| section.file_range()).collect();
    assert!(parts.len() > 4, "{parts:?}");
    let mut random = random::Random::new(1);
    let mut with_functions = 0;
    for _ in 0..400 {
        let mut bytes = whole.clone();
        for _ in 0..random.below(12u64) + 1 {
            let (start, len) = random.pick(&parts);
            bytes[(start + random.below(len)) as usize] = random.below(256u64) as u8;
        }
        let input = Input::new("sums.hsaco", bytes, near.clone(), None).unwrap();
        let code = input.code.as_ref().unwrap();
        with_functions += usize::from(!code.functions.is_empty());
    }
    assert!(
        with_functions > 50,
        "{with_functions} of 400 have functions left"
    );
}

/// A binary as it is, or what becomes of a kernel file.
fn binary(path: &Path) -> Vec<u8> {
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    if bytes.starts_with(b"\x7fELF") {
        return bytes;
    }
    let input = compile::open_plain(path, None).expect("a kernel file");
    wavetank::assemble_to_elf(&input, &Settings::default()).expect("it assembles")
}

/// `cut 100`, or `0x3a=0020`.
fn inflict(damage: &str, bytes: &mut Vec<u8>) {
    if let Some(len) = damage.strip_prefix("cut ") {
        return bytes.truncate(len.parse().expect("a number"));
    }
    let (at, digits) = damage.split_once('=').expect("`AT=BYTES`");
    let hex = |text: &str| usize::from_str_radix(text, 16).expect("hex digits");
    let at = hex(at.strip_prefix("0x").expect("an offset in hex"));
    for (i, pair) in digits.as_bytes().chunks(2).enumerate() {
        bytes[at + i] = hex(std::str::from_utf8(pair).unwrap()) as u8;
    }
}
