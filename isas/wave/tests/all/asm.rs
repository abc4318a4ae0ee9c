//! Text to bytes and back: the corpus, strict decoding, and every row.

use isa::checks::assemble_text;
use random::Random;
use wave::{WaveDialect, decode};

/// Lines of `text TAB hex`, words in the order of memory.
fn corpus(name: &str) -> Vec<(String, Vec<u32>)> {
    let path = format!(
        "{}/../../corpus/wave/asm/{name}",
        env!("CARGO_MANIFEST_DIR")
    );
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    let lines = text
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty());
    lines
        .map(|line| {
            let (text, words) = line
                .split_once('\t')
                .unwrap_or_else(|| panic!("{line}: no tab"));
            let words = words
                .split(' ')
                .map(|word| u32::from_str_radix(word, 16).unwrap());
            (text.to_string(), words.collect())
        })
        .collect()
}

fn words(bytes: &[u8]) -> Vec<u32> {
    let words = bytes.chunks_exact(4);
    words
        .map(|word| u32::from_le_bytes(word.try_into().unwrap()))
        .collect()
}

/// The words of one line on its own.
fn assemble_line(line: &str) -> Result<Vec<u32>, String> {
    let assembly = assemble_text(line, &mut WaveDialect::new(32));
    match assembly.lines.first().and_then(|line| line.error) {
        Some(error) => Err(assembly.diagnostics[error as usize].message.clone()),
        None => Ok(words(assembly.text())),
    }
}

fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

#[test]
fn lines_encode_as_recorded_and_decode_back() {
    for file in ["worked.txt", "all.txt"] {
        for (line, expected) in corpus(file) {
            let encoded = assemble_line(&line).unwrap_or_else(|e| panic!("`{line}`: {e}"));
            assert_eq!(encoded, expected, "`{line}` gives {encoded:08x?}");
            let inst = decode(&bytes(&encoded), 0).unwrap_or_else(|e| panic!("`{line}`: {e}"));
            let printed = inst.to_string();
            let again = assemble_line(&printed).unwrap_or_else(|e| panic!("`{printed}`: {e}"));
            assert_eq!(again, expected, "`{line}` prints as `{printed}`");
        }
    }
}

/// Words that decode are exactly what their text assembles to, where they are in the one form
/// that a line has. Fields are sparse, or nearly nothing would decode.
#[test]
fn random_words_decode_print_and_assemble_back() {
    let mut random = Random::new(1);
    let mut seen = std::collections::HashSet::new();
    let mut lines = String::new();
    let mut expected = Vec::new();
    for _ in 0..400_000 {
        let mut sparse = random.bits() & random.bits();
        if random.bits() & 1 == 0 {
            sparse &= random.bits() & random.bits();
        }
        let (mut first, mut second) = ((sparse >> 32) as u32, sparse as u32);
        let number = (random.bits() % 200) as u32;
        if number < 56 && random.bits() & 1 == 0 {
            first = first & !(63 << 26) | number << 26;
        } else {
            first = 7 << 29 | number << 21 | first & 0x1f_ffff;
        }
        if random.bits() & 3 == 0 {
            second &= 0xf8e0_01ff;
        }
        let Ok(inst) = decode(&bytes(&[first, second]), 0) else {
            continue;
        };
        let words = if inst.len() == 4 {
            vec![first]
        } else {
            vec![first, second]
        };
        assert_eq!(inst.encode().as_slice(), words, "`{inst}`");
        let is_branch = (48..=54).contains(&inst.row.number);
        if inst.is_canonical() && !is_branch {
            seen.insert(inst.row.name);
            lines += &format!("{inst}\n");
            expected.push(words);
        }
    }
    let assembly = assemble_text(&lines, &mut WaveDialect::new(32));
    for ((line, text), expected) in assembly.lines.iter().zip(lines.lines()).zip(&expected) {
        if let Some(error) = line.error {
            panic!("`{text}`: {:?}", assembly.diagnostics[error as usize]);
        }
        assert_eq!(words(assembly.bytes(line)), *expected, "`{text}`");
    }
    assert_eq!(assembly.lines.len(), expected.len());
    assert!(seen.len() > 100, "only {} rows were met", seen.len());
}

#[test]
fn the_example_of_every_page_assembles_to_itself() {
    for page in arch::Arch::pages(&wave::Wave) {
        let line = page.example;
        // A branch on its own is half a structure; its line still has its words.
        let words = match assemble_line(&line) {
            Ok(words) => words,
            Err(_) if ["else", "endif", "endloop", "break p1", "continue p1"].contains(&&*line) => {
                continue;
            }
            Err(error) => panic!("`{line}`: {error}"),
        };
        let inst = decode(&bytes(&words), 0).unwrap_or_else(|e| panic!("`{line}`: {e}"));
        assert_eq!(inst.to_string(), line);
    }
}

/// Words that must not decode.
#[test]
fn what_means_nothing_does_not_decode() {
    for (why, words) in [
        ("zeros", &[0, 0][..]),
        ("ones", &[u32::MAX, u32::MAX]),
        ("the reserved escape", &[0xfc00_0000, 0]),
        ("an unassigned number", &[7 << 29 | 69 << 21, 0]),
        ("a reserved predicate", &[0x0822_1800 | 17 << 6]),
        ("a flag that add does not have", &[0x0822_1800 | 4]),
        ("b of a unary operation", &[11 << 26 | 1 << 11]),
        ("an odd pair", &[6 << 26 | 1 << 21]),
        ("a condition of 0 in selp", &[40 << 26]),
        ("a store to constant memory", &[42 << 26 | 2]),
        ("a store of a signed byte", &[42 << 26 | 5 << 2]),
        ("no form K", &[7 << 29 | 11 << 21, 1 << 8]),
        ("a long nop", &[7 << 29 | 47 << 21, 0]),
        ("a truncated long instruction", &[7 << 29 | 2 << 21]),
        ("a conversion between equal integers", &[37 << 26]),
        ("special register 19", &[1 << 26 | 19 << 11 | 1]),
        ("a guarded else", &[49 << 26 | 1 << 6]),
        (
            "a half literal above 16 bits",
            &[7 << 29 | 80 << 21 | 1, 0x1_0000],
        ),
        ("a barrier of device scope", &[47 << 26 | 0x19]),
        ("a sub-group of 128", &[44 << 26 | 7 << 11]),
    ] {
        let decoded = decode(&bytes(words), 0);
        assert!(decoded.is_err(), "{why}: {}", decoded.unwrap());
    }
}

/// Words of a whole program.
fn assemble_all(text: &str) -> Vec<u32> {
    let assembly = assemble_text(text, &mut WaveDialect::new(32));
    assert!(!assembly.has_errors(), "{:?}", assembly.diagnostics);
    words(assembly.text())
}

#[test]
fn offsets_lead_to_what_closes_a_construct() {
    // An `if` to its `else` three words on, the `else` to its `endif`.
    let code = assemble_all("if p1\nnop\nnop\nnop\nelse\nnop\nendif\nret");
    assert_eq!((code[0], code[4]), (0xc000_1840, 49 << 26 | 1 << 11));
    let code = assemble_all("@uniform if !p0\nmov.b32 r1, 5\nmov.b32 r1, 5\nnop\nendif\nret");
    assert_eq!(code[0], 0xc000_2a01);
    // The `loop` nine words before its end, a `break` seven words before it.
    let text = "loop\nnop\nbreak p1\nnop\nnop\nnop\nnop\nnop\nnop\nnop\nendloop\nret";
    let code = assemble_all(text);
    assert_eq!(code[0], 51 << 26 | 9 << 11);
    assert_eq!(code[2], 0xd400_3840);
    assert_eq!(code[10], 52 << 26 | 10 << 11);
    assert_eq!(
        assemble_all("loop\nnop\nnop\nnop\nnop\nnop\nnop\nnop\nbreak\nendloop\nret")[9],
        0xd000_4800
    );
}

#[test]
fn far_branches_are_long() {
    let nops = "nop\n".repeat(40_000);
    let code = assemble_all(&format!("loop\nbreak p2\nif p1\n{nops}endif\nendloop\nret"));
    // loop, break, if, endloop are long: each takes two words.
    assert_eq!(code.len(), 40_000 + 2 + 4 * 2);
    assert_eq!(code[..2], [7 << 29 | 51 << 21 | 1, 40_000 + 5]);
    assert_eq!(code[2..4], [7 << 29 | 53 << 21 | 2 << 6 | 1, 40_000 + 3]);
    assert_eq!(code[4..6], [7 << 29 | 48 << 21 | 1 << 6 | 1, 40_000]);
    assert_eq!(code[40_007..40_009], [7 << 29 | 52 << 21 | 1, 40_000 + 7]);
    // Just short enough.
    let nops = "nop\n".repeat(0x7fff);
    assert_eq!(
        assemble_all(&format!("if p1\n{nops}endif\nret")).len(),
        0x7fff + 3
    );
}

/// Text that is nearly right never brings the assembler or the loader down.
#[test]
fn damaged_programs_are_refused_or_run() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/wave");
    let mut random = Random::new(5);
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "wave") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let body = text.splitn(3, "---").nth(2).unwrap().as_bytes().to_vec();
        for _ in 0..60 {
            let mut damaged = body.clone();
            for _ in 0..1 + random.bits() % 8 {
                let at = (random.bits() % damaged.len() as u64) as usize;
                let end = (at + (random.bits() % 12) as usize).min(damaged.len());
                match random.bits() % 4 {
                    0 => damaged[at] = b"@!{}[]:,.+-%$pr0129x#\n"[(random.bits() % 22) as usize],
                    1 => drop(damaged.drain(at..end)),
                    2 => damaged
                        .splice(
                            at..at,
                            body[at.min(body.len() - 1)..].iter().copied().take(30),
                        )
                        .for_each(drop),
                    _ => damaged.swap(at, end.saturating_sub(1)),
                }
            }
            let text = String::from_utf8_lossy(&damaged);
            let file = source::SourceFile::new("damaged", text.to_string());
            let assembled = arch::Arch::assemble(&wave::Wave, &arch::AsmSource::whole(&file, 32));
            let device = wave::DeviceProperties::default();
            if let Ok(kernel) = wave::read(&assembled.code, None, &device) {
                kernel.lower(&device);
            }
        }
    }
}
