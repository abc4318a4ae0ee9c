//! Bytes of memory: a reference is an address in global memory, or `local X Y Z ADDRESS` in that of a
//! workgroup.

use super::place::address;
use super::server::{Answer, Server};
use super::wire::{base64, unbase64};
use serde_json::{Value, json};
use std::io;
use wavetank::debug::{Edit, Space, WaveId};

/// Most bytes that are given at once.
const MOST: u64 = 1 << 24;

/// Where a reference points to.
struct Spot {
    /// The workgroup whose local memory it is.
    local: Option<[u32; 3]>,
    address: u64,
}

impl Spot {
    fn of(arguments: &Value) -> Result<Spot, String> {
        let text = arguments["memoryReference"].as_str().unwrap_or("");
        let offset = arguments["offset"].as_i64().unwrap_or(0);
        let (local, start) = match text.strip_prefix("local ") {
            None => (None, text),
            Some(rest) => {
                let words: Vec<&str> = rest.split(' ').collect();
                let wrong = || format!("`{text}` is not an address");
                let [x, y, z, start] = words[..] else {
                    return Err(wrong());
                };
                let number = |text: &str| text.parse().map_err(|_| wrong());
                (Some([number(x)?, number(y)?, number(z)?]), start)
            }
        };
        Ok(Spot {
            local,
            address: address(start)?.wrapping_add_signed(offset),
        })
    }

    fn shown(&self) -> String {
        match self.local {
            None => format!("{:#x}", self.address),
            Some(group) => local_reference(group, self.address),
        }
    }
}

/// How local memory of a workgroup is referred to.
pub(super) fn local_reference([x, y, z]: [u32; 3], address: u64) -> String {
    format!("local {x} {y} {z} {address:#x}")
}

impl<W: io::Write> Server<'_, W> {
    pub(super) fn read_memory(&self, arguments: &Value) -> Answer {
        let spot = Spot::of(arguments)?;
        let count = arguments["count"].as_u64().unwrap_or(0).min(MOST);
        let mut bytes = vec![0; count as usize];
        let read = |start: u64, out: &mut [u8]| {
            self.session().look(|scope| match spot.local {
                Some(group) => scope.memory.local(group, start, out).is_ok(),
                None => scope.memory.global(start, out).is_ok(),
            })
        };
        // As much as there is: the length that can be read is found by halves.
        let (mut good, mut step) = (0, count as usize);
        while step > 0 {
            let start = spot.address.wrapping_add(good as u64);
            let end = good + step;
            match end <= bytes.len() && read(start, &mut bytes[good..end]) {
                true => good = end,
                false => step /= 2,
            }
        }
        bytes.truncate(good);
        Ok(json!({
            "address": spot.shown(),
            "data": base64(&bytes),
            "unreadableBytes": count - bytes.len() as u64,
        }))
    }

    pub(super) fn write_memory(&mut self, arguments: &Value) -> Answer {
        let spot = Spot::of(arguments)?;
        let data = arguments["data"].as_str().ok_or("`data` is missing")?;
        let bytes = unbase64(data).ok_or("`data` is not base64")?;
        let count = bytes.len();
        if bytes.is_empty() {
            return Ok(json!({ "bytesWritten": 0 }));
        }
        let selected = self.session().selected_wave();
        let wave = match spot.local {
            Some(group) => Some(WaveId { group, wave: 0 }),
            None => selected,
        };
        let edit = Edit::Bytes {
            space: match spot.local {
                Some(_) => Space::Local,
                None => Space::Global,
            },
            wave: wave.ok_or("nothing runs")?,
            lane: 0,
            address: spot.address,
            bytes,
        };
        self.console.session_mut().edit(edit)?;
        Ok(json!({ "bytesWritten": count }))
    }
}
