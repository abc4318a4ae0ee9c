//! Rules that tie several fields of an instruction together.
//!
//! A row says which values each field can have. What is left is here: register ranges that would
//! run past the last register, operands that must not overlap, and combinations of modes that
//! make no sense. The assembler asks before it emits, the decoder before it accepts.

use crate::meaning::{MbarrierOp, MmaOperand, Quant, Second, Tile};
use crate::operands::copy_mode;
use isa::{Broken, Inst};

fn broken(field: &'static str, why: impl Into<String>) -> Result<(), Broken> {
    Err(Broken::new(field, why))
}

/// Whether a decoded instruction keeps all rules.
pub fn check(inst: &Inst<Tile>) -> Result<(), Broken> {
    let get = |name| inst.get(name);
    match inst.row.meaning {
        Tile::Load(_) | Tile::Store(_) => {
            let count = 1 << get("xn");
            tiles("td", get("td"), count)?;
            if let Some(width) = inst.find("ew") {
                // 100001, 100011, 100101, 100111: the size is in bits 2:1.
                let registers = (count << (width >> 1 & 3)) * 32 / 128;
                vectors("vs2", get("vs2"), registers.max(1))?;
            }
            Ok(())
        }
        Tile::AtomicScalar { cas: false, .. } => {
            let bytes = element_bytes(get("op")) << get("xn");
            if bytes > 8 {
                return broken(
                    "vec_size",
                    format!("{bytes} bytes do not fit in an integer register"),
                );
            }
            Ok(())
        }
        Tile::AtomicScalar { .. } => Ok(()),
        Tile::AtomicVector { .. } => vectors("vs2", get("vs2"), 1 << get("xn")),
        Tile::AtomicTiles { .. } => tiles("td", get("td"), 1 << get("xn")),
        Tile::Copy(_) => copy(inst),
        Tile::Mma { a, b } => mma(inst, a, b),
        Tile::Convert => {
            let (to, from) = (conversion_bits(get("dst")), conversion_bits(get("src")));
            tiles("td", get("td"), (to / from).max(1))?;
            tiles("ts1", get("ts1"), (from / to).max(1))
        }
        Tile::Quant(op, second) => {
            let wide = if matches!(get("format") & 3, 1 | 2) {
                2
            } else {
                4
            };
            let (to, from, others) = match op {
                Quant::ToS8 | Quant::ToE4m3 => (1, wide, wide),
                Quant::FromS8 => (wide, 1, wide),
                Quant::Select => (1, 1, 1),
            };
            tiles("td", get("td"), to)?;
            tiles("ts1", get("ts1"), from)?;
            if second == Second::Tile {
                tiles("ts2", get("ts2"), others)?;
            }
            tiles("ts3", get("ts3"), others)
        }
        Tile::Mbarrier(op) => {
            let arg = get("arg");
            let is_register = arg & 32 != 0;
            match op {
                MbarrierOp::Expect | MbarrierOp::ArriveExpect if !is_register => {
                    broken("rs2_en", "the number of bytes must be in a register")
                }
                MbarrierOp::Wait if !is_register && arg > 1 => {
                    broken("rs2/imm", format!("a phase is 0 or 1, not {arg}"))
                }
                MbarrierOp::Init if arg == 0 => {
                    broken("rs2/imm", "an mbarrier needs at least one arrival")
                }
                _ => Ok(()),
            }
        }
        _ => Ok(()),
    }
}

/// Bytes of an element of an atomic operation, by the low bits of `memuop`.
pub fn element_bytes(op: i64) -> i64 {
    if op & 0b1_1000 == 0b1_1000 { 2 } else { 4 }
}

/// Bits of an element, by the type codes of `tcvt`.
pub fn conversion_bits(code: i64) -> i64 {
    match code {
        0 | 3 | 4 | 13 => 32,
        1 | 2 | 5 | 6 => 16,
        9 | 10 => 4,
        _ => 8,
    }
}

fn tiles(field: &'static str, first: i64, count: i64) -> Result<(), Broken> {
    if first + count <= 256 {
        return Ok(());
    }
    broken(
        field,
        format!("{count} registers from tr{first} run past tr255"),
    )
}

fn vectors(field: &'static str, first: i64, count: i64) -> Result<(), Broken> {
    if first + count <= 32 {
        return Ok(());
    }
    broken(
        field,
        format!("{count} registers from v{first} run past v31"),
    )
}

fn copy(inst: &Inst<Tile>) -> Result<(), Broken> {
    let (linear, dimensions) = copy_mode(inst.get("mode"));
    let (to_map, from_map) = (inst.get("dst") & 32 != 0, inst.get("src") & 32 != 0);
    let to = inst.get("dstloc");
    match () {
        () if linear && to_map => broken("dsttm", "a linear copy has no tensor map"),
        () if linear && from_map => broken("srctm", "a linear copy has no tensor map"),
        () if linear && dimensions > 2 => broken("dim", "a linear copy has 1 or 2 dimensions"),
        () if !linear && !to_map && !from_map => {
            broken("srctm, dsttm", "a tiled copy needs a tensor map")
        }
        () if to_map && to != 0 => broken("dstloc", "a tensor map describes global memory"),
        () if from_map && inst.get("srcloc") != 0 => {
            broken("srcloc", "a tensor map describes global memory")
        }
        () if inst.get("flags") & 2 != 0 && to != 1 => {
            broken("multicastl2", "multicast goes to shared memory")
        }
        () => Ok(()),
    }
}

fn mma(inst: &Inst<Tile>, a: MmaOperand, b: MmaOperand) -> Result<(), Broken> {
    let size = inst.get("size");
    let (blocks, deep) = (1 << (size & 3), size & 8 != 0);
    let td = inst.get("td");
    let accumulators = if deep { 4 } else { 4 * blocks };
    tiles("td", td, accumulators)?;
    let operand = |field, first, count| {
        tiles(field, first, count)?;
        if first < td + accumulators && td < first + count {
            return broken(
                field,
                format!("tr{first} overlaps the accumulator from tr{td}"),
            );
        }
        Ok(())
    };
    if a == MmaOperand::Tile {
        operand("ts1", inst.get("ts1"), if deep { blocks } else { 1 })?;
    }
    if b == MmaOperand::Tile {
        operand("ts2", inst.get("ts2"), blocks)?;
    }
    Ok(())
}
