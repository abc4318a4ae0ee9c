//! Which memory a launch can reach: what arguments and variables point to, what that points to in turn, and so
//! on.
//!
//! Nothing says which words of memory are addresses, so whatever could be one counts. A number that
//! looks like an address costs a file that is larger than it had to be.

use super::{Kernel, Value};
use sim::Memory;
use std::collections::BTreeSet;

/// Descriptors, alone or with a sampler, take no more.
const SMALL: u64 = 256;
/// Bytes that are looked at together.
const CHUNK: u64 = 1 << 20;

/// What a launch can reach.
#[derive(Debug, Default)]
pub(super) struct Reach {
    /// By their first addresses.
    pub regions: BTreeSet<u64>,
    /// Something besides the arguments themselves is an address.
    pub has_addresses: bool,
}

impl Reach {
    /// By its arguments, and by variables that the host has set: name, address and bytes.
    pub fn of(
        kernel: &Kernel,
        values: &[Value],
        variables: &[(String, u64, u64)],
        memory: &Memory,
    ) -> Reach {
        let mut reach = Reach::default();
        let mut left = Vec::new();
        for (arg, value) in kernel.own_args().zip(values) {
            match value {
                Value::Address(address) => {
                    reach.has_addresses |= matches!(arg.kind.as_str(), "image" | "sampler");
                    reach.add(*address, memory, &mut left);
                }
                Value::Bytes(bytes) => {
                    for address in pointers(bytes) {
                        reach.has_addresses |= reach.add(address, memory, &mut left);
                    }
                }
                Value::Local(_) => {}
            }
        }
        for (_, address, len) in variables {
            let mut bytes = vec![0; *len as usize];
            if memory.read(*address, &mut bytes).is_ok() {
                for address in pointers(&bytes) {
                    reach.has_addresses |= reach.add(address, memory, &mut left);
                }
            }
        }
        // Code is placed anew, and what it says is not data.
        let code = kernel.module.image().address;
        while let Some(base) = left.pop() {
            if base == code {
                reach.regions.remove(&base);
                continue;
            }
            reach.look_into(base, memory, &mut left);
        }
        reach
    }

    /// Adds the region that an address lies in, if there is one.
    fn add(&mut self, address: u64, memory: &Memory, left: &mut Vec<u64>) -> bool {
        let Some(region) = memory.region_of(address) else {
            return false;
        };
        if self.regions.insert(region.base()) {
            left.push(region.base());
        }
        true
    }

    fn look_into(&mut self, base: u64, memory: &Memory, left: &mut Vec<u64>) {
        let Some(len) = memory.region_of(base).map(sim::Region::len) else {
            return;
        };
        let mut bytes = vec![0; len.min(CHUNK) as usize];
        let mut done = 0;
        while done < len {
            let part = &mut bytes[..(len - done).min(CHUNK) as usize];
            if memory.read(base + done, part).is_err() {
                return;
            }
            for address in pointers(part) {
                self.has_addresses |= self.add(address, memory, left);
            }
            if len <= SMALL {
                for address in bases(part) {
                    self.has_addresses |= self.add(address, memory, left);
                }
            }
            done += part.len() as u64;
        }
    }
}

/// Words that could be pointers.
fn pointers(bytes: &[u8]) -> impl Iterator<Item = u64> {
    let words = bytes.chunks_exact(8);
    words
        .map(|word| u64::from_le_bytes(word.try_into().expect("eight bytes")))
        .filter(|&word| word != 0)
}

/// What words would have for an address if they began a descriptor: of an image, whose address is
/// counted in 256 bytes, or of a buffer.
fn bases(bytes: &[u8]) -> Vec<u64> {
    let words: Vec<u64> = (bytes.chunks_exact(4))
        .map(|word| u32::from_le_bytes(word.try_into().expect("four bytes")).into())
        .collect();
    let pairs = words.windows(2).flat_map(|pair| {
        let image = (pair[0] | (pair[1] & 0xff) << 32) << 8;
        let buffer = pair[0] | (pair[1] & 0xffff) << 32;
        [image, buffer]
    });
    pairs.filter(|&address| address != 0).collect()
}
