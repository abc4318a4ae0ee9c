//! Text to bytes and back: the corpus, strict decoding, and every row.

use isa::checks::assemble_text;
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
