//! Loads and stores.

use super::{NAMES, State, TILES, times};

/// Loads and stores in all three ways of finding rows.
pub fn access(state: &mut State) {
    let (global, store, masked) = (state.coin(), state.coin(), state.coin());
    let count = [1, 2, 4, 8][state.below(4)];
    let tile = state.below(TILES - count + 1);
    let way = state.below(3);
    let suffix = times(count);
    let tm = if masked { ", tm" } else { "" };
    let units = 32 * count;
    // Row q lies at base + offset + 32 * place(q).
    let places: Vec<i64>;
    let mut extra = String::new();
    let mut width = String::new();
    match way {
        0 => places = (0..units as i64).collect(),
        1 => {
            let stride = state.below(7) as i64 - 3;
            state.line(format!("li t2, {stride}"));
            extra = ", t2".to_string();
            places = (0..units as i64).map(|q| q * stride).collect();
        }
        _ => {
            let bytes = [1, 2, 4, 8][state.below(4)];
            if units * bytes > 512 {
                return;
            }
            let mut vectors = [0; 512];
            for q in 0..units {
                let index = state.below(if bytes == 1 { 256 } else { 700 }) as u64;
                vectors[q * bytes..(q + 1) * bytes].copy_from_slice(&index.to_le_bytes()[..bytes]);
            }
            state.set_vectors(&vectors);
            width = format!(".e{}", 8 * bytes);
            extra = ", v4".to_string();
            places = (0..units)
                .map(|q| {
                    let mut word = [0; 8];
                    word[..bytes].copy_from_slice(&vectors[q * bytes..(q + 1) * bytes]);
                    i64::from_le_bytes(word)
                })
                .collect();
        }
    }
    let (low, high) = if way == 0 { (-512, 511) } else { (-16, 15) };
    let offset = low + state.below((high - low + 1) as usize) as i64;
    let start = 24576 / 32 + state.below(64) as i64;
    let name = if store { "tst" } else { "tld" };
    let kind = ["u", "s", "i"][way];
    let space = NAMES[usize::from(global)];
    let by_register = state.coin();
    state.point("t0", global, 32 * (start - offset));
    let text = match by_register {
        true => {
            state.line(format!("li t1, {}", 32 * offset));
            "t1".to_string()
        }
        false => format!("{}", 32 * offset),
    };
    state.line(format!(
        "{name}.{space}.{kind}{width}{suffix} tr{tile}, {text}(t0){extra}{tm}"
    ));
    for (q, place) in places.iter().enumerate() {
        if !state.active(masked, q) {
            continue;
        }
        let at = (32 * (start + place)) as usize;
        let (register, row) = (tile + q / 32, 32 * (q % 32));
        let mut bytes = [0; 32];
        if store {
            bytes.copy_from_slice(&state.tiles[register][row..row + 32]);
            state.space(global)[at..at + 32].copy_from_slice(&bytes);
        } else {
            bytes.copy_from_slice(&state.space(global)[at..at + 32]);
            state.tiles[register][row..row + 32].copy_from_slice(&bytes);
        }
    }
}
