//! Moves between tile registers and registers of the hart.

use super::op::{Move, Slot};
use super::thread::Thread;
use crate::meaning::Bank;
use riscv::{VLEN_BYTES, boxed, sign_extend};

impl Move {
    /// From a register of the hart into the tile register.
    pub fn into_tile(self, thread: &mut Thread) {
        let bytes = self.bytes();
        let unit: Vec<u8> = match (self.bank, bytes) {
            (Bank::Vector, Some(_)) => thread.hart.vectors(self.host)[..VLEN_BYTES].to_vec(),
            (Bank::Vector, None) => {
                let nibbles = &thread.hart.vectors(self.host)[..VLEN_BYTES];
                nibbles
                    .as_chunks::<2>()
                    .0
                    .iter()
                    .map(|[low, high]| low & 15 | high << 4)
                    .collect()
            }
            (Bank::Integer, Some(bytes)) => {
                thread.hart.get_x(self.host).to_le_bytes()[..bytes].to_vec()
            }
            (Bank::Float, bytes) => {
                thread.hart.get_f(self.host).to_le_bytes()[..bytes.unwrap_or(8)].to_vec()
            }
            (Bank::Integer, None) => {
                let nibble = thread.hart.get_x(self.host) as u8 & 15;
                let register = &mut |index: usize, thread: &mut Thread| {
                    let byte = &mut thread.tiles[usize::from(self.tile)][index / 2];
                    let shift = 4 * (index % 2);
                    *byte = *byte & !(15 << shift) | nibble << shift;
                };
                match self.index(thread, 2048) {
                    Some(index) => register(index, thread),
                    None => (0..2048).for_each(|index| register(index, thread)),
                }
                return;
            }
        };
        let slots = 1024 / unit.len();
        let chosen = match self.index(thread, slots) {
            Some(index) => index..index + 1,
            None => 0..slots,
        };
        for index in chosen {
            for (at, &byte) in unit.iter().enumerate() {
                let written = match bytes {
                    _ if !self.masked => 0xff,
                    Some(bytes) => 0xff * u8::from(thread.hart.mask_bit(at / bytes)),
                    // A byte of the tile register holds two elements.
                    None => {
                        let [low, high] = [2 * at, 2 * at + 1].map(|i| thread.hart.mask_bit(i));
                        (0x0f * u8::from(low)) | (0xf0 * u8::from(high))
                    }
                };
                let place = index * unit.len() + at;
                let old = &mut thread.tiles[usize::from(self.tile)][place];
                *old = *old & !written | byte & written;
            }
        }
    }

    /// From the tile register into a register of the hart.
    pub fn out_of_tile(self, thread: &mut Thread) {
        let bytes = self.bytes();
        let block = thread.tiles[usize::from(self.tile)];
        match self.bank {
            Bank::Vector => {
                let unit = if bytes.is_some() {
                    VLEN_BYTES
                } else {
                    VLEN_BYTES / 2
                };
                let index = self.index(thread, 1024 / unit).unwrap_or(0);
                let source = &block[index * unit..(index + 1) * unit];
                let element = bytes.unwrap_or(1);
                let values: Vec<u8> = match bytes {
                    Some(_) => source.to_vec(),
                    None => source
                        .iter()
                        .flat_map(|byte| [byte & 15, byte >> 4])
                        .collect(),
                };
                for (at, value) in values.into_iter().enumerate() {
                    if !self.masked || thread.hart.mask_bit(at / element) {
                        thread.hart.vectors_mut(self.host)[at] = value;
                    }
                }
            }
            Bank::Integer => {
                let signed = self.size & 0b1_0000 != 0;
                let value = match bytes {
                    Some(bytes) => {
                        let value = self.element(thread, bytes);
                        match signed {
                            true => sign_extend(value, bytes as u8),
                            false => value,
                        }
                    }
                    None => {
                        let index = self.index(thread, 2048).unwrap_or(0);
                        let nibble = u64::from(block[index / 2] >> (4 * (index % 2)) & 15);
                        // 010000 is zero-extended, 110000 sign-extended.
                        match self.size & 0b10_0000 != 0 {
                            true => ((nibble << 60) as i64 >> 60) as u64,
                            false => nibble,
                        }
                    }
                };
                thread.hart.set_x(self.host, value);
            }
            Bank::Float => {
                let bytes = bytes.unwrap_or(8);
                let bits = self.element(thread, bytes);
                thread.hart.f[usize::from(self.host)] = match bytes {
                    2 => 0xffff_ffff_ffff_0000 | bits,
                    4 => boxed(bits as u32),
                    _ => bits,
                };
            }
        }
    }

    /// Bytes of an element, by `func6`; `None` for a nibble.
    fn bytes(self) -> Option<usize> {
        match self.bank {
            Bank::Float => Some(1 << (self.size & 3)),
            _ if self.size & 0b1_0000 != 0 && self.size & 0b110 == 0 => None,
            _ => Some(1 << (self.size >> 1 & 3)),
        }
    }

    /// The element of the tile register that is meant.
    fn element(self, thread: &Thread, bytes: usize) -> u64 {
        let index = self.index(thread, 1024 / bytes).unwrap_or(0);
        let mut word = [0; 8];
        let element = &thread.tiles[usize::from(self.tile)][index * bytes..][..bytes];
        word[..bytes].copy_from_slice(element);
        u64::from_le_bytes(word)
    }

    /// Which of so many slots of the tile register is meant; `None` for all.
    fn index(self, thread: &Thread, slots: usize) -> Option<usize> {
        match self.slot {
            Slot::Number(index) => Some(usize::from(index) % slots),
            Slot::Register(register) => Some((thread.hart.get_x(register) % slots as u64) as usize),
            Slot::All => None,
        }
    }
}
