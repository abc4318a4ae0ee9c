//! Offload bundles: code objects for several processors in one file, as clang puts them together,
//! compressed or not.

use crate::target::Chip;
use std::io::Read;

const PLAIN: &[u8] = b"__CLANG_OFFLOAD_BUNDLE__";
const COMPRESSED: &[u8] = b"CCOB";
const ELF: &[u8] = b"\x7fELF";
/// A bundle has a part for each processor, of which there are a few dozen.
const MOST_PARTS: u64 = 1024;
/// A compressed bundle says how large it is, and may lie.
const MOST_BYTES: u64 = 1 << 32;

/// A code object of a bundle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The processor that it is for, as in `gfx1100`; empty for the part of the host.
    pub processor: String,
    /// The code object.
    pub bytes: Vec<u8>,
}

impl Part {
    /// What it is for, if that runs here.
    pub fn chip(&self) -> Option<&'static Chip> {
        Chip::named(&self.processor)
    }
}

/// Whether bytes begin as a bundle does.
pub fn is_bundle(bytes: &[u8]) -> bool {
    bytes.starts_with(PLAIN) || bytes.starts_with(COMPRESSED)
}

/// How many bytes belong to the bundle or code object that begins like this, as far as they say: if
/// that is more than there are, more may be needed to tell.
pub fn extent(bytes: &[u8]) -> Option<u64> {
    let needs = |end: u64| Some(end).filter(|&end| end > bytes.len() as u64);
    if bytes.len() < PLAIN.len() {
        return Some(PLAIN.len() as u64);
    }
    if bytes.starts_with(PLAIN) {
        let mut end = needs(32);
        if end.is_none() {
            let listed = entries(bytes);
            end = match listed {
                Listed::Needs(more) => Some(more),
                Listed::All(all) => all.iter().map(|it| it.offset.saturating_add(it.len)).max(),
                Listed::Bad(_) => return None,
            };
        }
        return end;
    }
    if bytes.starts_with(COMPRESSED) {
        return needs(32).or_else(|| Some(Compressed::read(bytes).ok()?.total));
    }
    if bytes.starts_with(ELF) {
        let word = |at: usize, len: usize| number(bytes, at, len);
        return needs(64).or_else(|| Some(word(40, 8)? + word(58, 2)? * word(60, 2)?));
    }
    None
}

/// The parts of a bundle; a code object by itself is one part.
pub fn parts(bytes: &[u8]) -> Result<Vec<Part>, String> {
    if bytes.starts_with(COMPRESSED) {
        return parts(&Compressed::read(bytes)?.unpack(bytes)?);
    }
    if !bytes.starts_with(PLAIN) {
        return Err("it is no offload bundle".into());
    }
    let all = match entries(bytes) {
        Listed::All(all) => all,
        Listed::Needs(_) => return Err("the offload bundle is cut short".into()),
        Listed::Bad(why) => return Err(why),
    };
    let part = |entry: Entry| {
        let end = entry.offset.checked_add(entry.len);
        let range = entry.offset as usize..end.unwrap_or(u64::MAX) as usize;
        let inside = bytes.get(range);
        let inside = inside.ok_or_else(|| format!("the part {} is cut short", entry.id))?;
        Ok(Part {
            processor: processor(&entry.id).into(),
            bytes: inside.to_vec(),
        })
    };
    all.into_iter().map(part).collect()
}

/// `hipv4-amdgcn-amd-amdhsa--gfx1100:xnack-` is for gfx1100.
fn processor(id: &str) -> &str {
    match id.find("gfx") {
        Some(at) => id[at..].split(':').next().unwrap_or_default(),
        None => "",
    }
}

struct Entry {
    offset: u64,
    len: u64,
    id: String,
}

enum Listed {
    All(Vec<Entry>),
    /// So many bytes have to be there.
    Needs(u64),
    Bad(String),
}

/// The list at the beginning of a plain bundle.
fn entries(bytes: &[u8]) -> Listed {
    let Some(count) = number(bytes, PLAIN.len(), 8) else {
        return Listed::Needs(PLAIN.len() as u64 + 8);
    };
    if count > MOST_PARTS {
        return Listed::Bad(format!("the offload bundle has {count} parts"));
    }
    let mut at = PLAIN.len() + 8;
    let mut all = Vec::new();
    for _ in 0..count {
        let (Some(offset), Some(len), Some(name)) = (
            number(bytes, at, 8),
            number(bytes, at + 8, 8),
            number(bytes, at + 16, 8),
        ) else {
            return Listed::Needs(at as u64 + 24);
        };
        if name > 4096 {
            return Listed::Bad("the offload bundle names a part too long".into());
        }
        at += 24;
        let Some(id) = bytes.get(at..at + name as usize) else {
            return Listed::Needs(at as u64 + name);
        };
        at += name as usize;
        all.push(Entry {
            offset,
            len,
            id: String::from_utf8_lossy(id).into(),
        });
    }
    Listed::All(all)
}

/// The head of a compressed bundle.
struct Compressed {
    method: u64,
    /// Bytes of all of it.
    total: u64,
    /// Bytes when it is unpacked.
    unpacked: u64,
    head: usize,
}

impl Compressed {
    fn read(bytes: &[u8]) -> Result<Compressed, String> {
        let short = || "the offload bundle is cut short".to_string();
        let word = |at: usize, len: usize| number(bytes, at, len).ok_or_else(short);
        let (version, method) = (word(4, 2)?, word(6, 2)?);
        let (total, unpacked, head) = match version {
            1 => (bytes.len() as u64, word(8, 4)?, 20),
            2 => (word(8, 4)?, word(12, 4)?, 24),
            3 => (word(8, 8)?, word(16, 8)?, 32),
            other => return Err(format!("the offload bundle is of version {other}")),
        };
        Ok(Compressed {
            method,
            total,
            unpacked,
            head,
        })
    }

    fn unpack(&self, bytes: &[u8]) -> Result<Vec<u8>, String> {
        let end = (self.total as usize).min(bytes.len());
        let packed = bytes.get(self.head..end);
        let packed = packed.ok_or("the offload bundle is cut short")?;
        let most = self.unpacked;
        if most > MOST_BYTES {
            return Err(format!("the offload bundle unpacks to {most} bytes"));
        }
        let bad = |why: String| format!("the offload bundle cannot be unpacked: {why}");
        let unpacked = match self.method {
            0 => {
                let unpacked =
                    miniz_oxide::inflate::decompress_to_vec_zlib_with_limit(packed, most as usize);
                unpacked.map_err(|error| bad(error.to_string()))?
            }
            1 => {
                let mut unpacked = Vec::new();
                let decoder = ruzstd::decoding::StreamingDecoder::new(packed);
                let decoder = decoder.map_err(|error| bad(error.to_string()))?;
                let read = decoder.take(most).read_to_end(&mut unpacked);
                read.map_err(|error| bad(error.to_string()))?;
                unpacked
            }
            other => return Err(bad(format!("there is no method {other}"))),
        };
        match unpacked.len() as u64 == most && !unpacked.starts_with(COMPRESSED) {
            true => Ok(unpacked),
            false => Err(bad("it is not what its head says".into())),
        }
    }
}

fn number(bytes: &[u8], at: usize, len: usize) -> Option<u64> {
    let mut word = [0; 8];
    word[..len].copy_from_slice(bytes.get(at..at + len)?);
    Some(u64::from_le_bytes(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(parts: &[(&str, &[u8])]) -> Vec<u8> {
        let mut bytes = PLAIN.to_vec();
        bytes.extend((parts.len() as u64).to_le_bytes());
        let head: usize = 32 + parts.iter().map(|(id, _)| 24 + id.len()).sum::<usize>();
        let mut at = head as u64;
        for (id, part) in parts {
            for number in [at, part.len() as u64, id.len() as u64] {
                bytes.extend(number.to_le_bytes());
            }
            bytes.extend(id.as_bytes());
            at += part.len() as u64;
        }
        parts.iter().for_each(|(_, part)| bytes.extend(*part));
        bytes
    }

    fn example() -> Vec<u8> {
        plain(&[
            ("host-x86_64-unknown-linux-gnu-", b""),
            ("hipv4-amdgcn-amd-amdhsa--gfx1100", b"first"),
            ("hipv4-amdgcn-amd-amdhsa--gfx1201:xnack-", b"second"),
        ])
    }

    #[test]
    fn parts_are_found_by_processor() {
        let found = parts(&example()).unwrap();
        let found: Vec<(&str, &[u8])> = (found.iter())
            .map(|part| (part.processor.as_str(), &part.bytes[..]))
            .collect();
        assert_eq!(
            found,
            [
                ("", &b""[..]),
                ("gfx1100", b"first"),
                ("gfx1201", b"second")
            ]
        );
    }

    #[test]
    fn the_extent_is_found_from_the_beginning() {
        let mut bytes = example();
        let len = bytes.len();
        bytes.extend([7; 100]);
        let mut known = 0;
        while let Some(more) = extent(&bytes[..known]).filter(|&more| more as usize > known) {
            known = more as usize;
        }
        assert_eq!(known, len);
        assert_eq!(extent(b"something else that is long"), None);
    }

    #[test]
    fn every_cut_is_an_error() {
        let bytes = example();
        for len in 0..bytes.len() {
            assert!(parts(&bytes[..len]).is_err(), "{len}");
        }
        let packed = miniz_oxide::deflate::compress_to_vec_zlib(&bytes, 6);
        let mut file = b"CCOB\x02\0\0\0".to_vec();
        file.extend((24 + packed.len() as u32).to_le_bytes());
        file.extend((bytes.len() as u32).to_le_bytes());
        file.extend([0; 8]);
        file.extend(packed);
        assert_eq!(extent(&file), Some(file.len() as u64));
        assert_eq!(parts(&file).unwrap(), parts(&bytes).unwrap());
        for len in 0..file.len() {
            assert!(parts(&file[..len]).is_err(), "{len}");
        }
    }
}
