//! 16-bit instructions to the 32-bit ones they stand for.

/// A run of bits of the instruction, moved to where it lies in the number.
fn pick(c: u32, high: u32, low: u32, to: u32) -> u32 {
    (c >> low & ((1 << (high - low + 1)) - 1)) << to
}

fn sign(value: u32, bits: u32) -> i32 {
    (value << (32 - bits)) as i32 >> (32 - bits)
}

fn r(op: u32, rd: u32, f3: u32, rs1: u32, rs2: u32, f7: u32) -> u32 {
    op | rd << 7 | f3 << 12 | rs1 << 15 | rs2 << 20 | f7 << 25
}

fn i(op: u32, rd: u32, f3: u32, rs1: u32, imm: i32) -> u32 {
    op | rd << 7 | f3 << 12 | rs1 << 15 | (imm as u32) << 20
}

fn s(op: u32, f3: u32, rs1: u32, rs2: u32, imm: u32) -> u32 {
    op | (imm & 31) << 7 | f3 << 12 | rs1 << 15 | rs2 << 20 | (imm >> 5) << 25
}

fn branch(f3: u32, rs1: u32, imm: i32) -> u32 {
    let v = imm as u32;
    0x63 | (v >> 11 & 1) << 7
        | (v >> 1 & 15) << 8
        | f3 << 12
        | rs1 << 15
        | (v >> 5 & 63) << 25
        | (v >> 12 & 1) << 31
}

fn jump(rd: u32, imm: i32) -> u32 {
    let v = imm as u32;
    0x6f | rd << 7
        | (v >> 12 & 255) << 12
        | (v >> 11 & 1) << 20
        | (v >> 1 & 1023) << 21
        | (v >> 20 & 1) << 31
}

/// The 32-bit instruction, or `None` where the encoding is reserved.
pub fn expand(half: u16) -> Option<u32> {
    let c = u32::from(half);
    let (rd, rs2) = (pick(c, 11, 7, 0), pick(c, 6, 2, 0));
    let (rd3, rs23) = (8 + pick(c, 9, 7, 0), 8 + pick(c, 4, 2, 0));
    let imm6 = sign(pick(c, 12, 12, 5) | pick(c, 6, 2, 0), 6);
    let shamt = (imm6 & 63) as u32;
    let lw = pick(c, 12, 10, 3) | pick(c, 6, 6, 2) | pick(c, 5, 5, 6);
    let ld = pick(c, 12, 10, 3) | pick(c, 6, 5, 6);
    let ldsp = pick(c, 12, 12, 5) | pick(c, 6, 5, 3) | pick(c, 4, 2, 6);
    let sdsp = pick(c, 12, 10, 3) | pick(c, 9, 7, 6);
    Some(match (c & 3, c >> 13) {
        (0, 0) => {
            let imm = pick(c, 12, 11, 4) | pick(c, 10, 7, 6) | pick(c, 6, 6, 2) | pick(c, 5, 5, 3);
            if imm == 0 {
                return None;
            }
            i(0x13, rs23, 0, 2, imm as i32)
        }
        (0, 1) => i(0x07, rs23, 3, rd3, ld as i32),
        (0, 2) => i(0x03, rs23, 2, rd3, lw as i32),
        (0, 3) => i(0x03, rs23, 3, rd3, ld as i32),
        (0, 5) => s(0x27, 3, rd3, rs23, ld),
        (0, 6) => s(0x23, 2, rd3, rs23, lw),
        (0, 7) => s(0x23, 3, rd3, rs23, ld),
        (1, 0) => i(0x13, rd, 0, rd, imm6),
        (1, 1) if rd != 0 => i(0x1b, rd, 0, rd, imm6),
        (1, 2) => i(0x13, rd, 0, 0, imm6),
        (1, 3) if rd == 2 => {
            let imm = pick(c, 12, 12, 9)
                | pick(c, 6, 6, 4)
                | pick(c, 5, 5, 6)
                | pick(c, 4, 3, 7)
                | pick(c, 2, 2, 5);
            if imm == 0 {
                return None;
            }
            i(0x13, 2, 0, 2, sign(imm, 10))
        }
        (1, 3) if imm6 != 0 => 0x37 | rd << 7 | (imm6 as u32) << 12,
        (1, 4) => match (c >> 10 & 3, c >> 12 & 1, c >> 5 & 3) {
            (0, ..) => i(0x13, rd3, 5, rd3, shamt as i32),
            (1, ..) => i(0x13, rd3, 5, rd3, shamt as i32 | 0x400),
            (2, ..) => i(0x13, rd3, 7, rd3, imm6),
            (_, 0, 0) => r(0x33, rd3, 0, rd3, rs23, 32),
            (_, 0, 1) => r(0x33, rd3, 4, rd3, rs23, 0),
            (_, 0, 2) => r(0x33, rd3, 6, rd3, rs23, 0),
            (_, 0, _) => r(0x33, rd3, 7, rd3, rs23, 0),
            (_, _, 0) => r(0x3b, rd3, 0, rd3, rs23, 32),
            (_, _, 1) => r(0x3b, rd3, 0, rd3, rs23, 0),
            _ => return None,
        },
        (1, 5) => {
            let imm = pick(c, 12, 12, 11)
                | pick(c, 11, 11, 4)
                | pick(c, 10, 9, 8)
                | pick(c, 8, 8, 10)
                | pick(c, 7, 7, 6)
                | pick(c, 6, 6, 7)
                | pick(c, 5, 3, 1)
                | pick(c, 2, 2, 5);
            jump(0, sign(imm, 12))
        }
        (1, f3 @ (6 | 7)) => {
            let imm = pick(c, 12, 12, 8)
                | pick(c, 11, 10, 3)
                | pick(c, 6, 5, 6)
                | pick(c, 4, 3, 1)
                | pick(c, 2, 2, 5);
            branch(f3 & 1, rd3, sign(imm, 9))
        }
        (2, 0) => i(0x13, rd, 1, rd, shamt as i32),
        (2, 1) => i(0x07, rd, 3, 2, ldsp as i32),
        (2, 2) if rd != 0 => i(
            0x03,
            rd,
            2,
            2,
            (pick(c, 12, 12, 5) | pick(c, 6, 4, 2) | pick(c, 3, 2, 6)) as i32,
        ),
        (2, 3) if rd != 0 => i(0x03, rd, 3, 2, ldsp as i32),
        (2, 4) => match (c >> 12 & 1, rd, rs2) {
            (0, 0, 0) => return None,
            (0, _, 0) => i(0x67, 0, 0, rd, 0),
            (0, ..) => r(0x33, rd, 0, 0, rs2, 0),
            (_, 0, 0) => 0x0010_0073,
            (_, _, 0) => i(0x67, 1, 0, rd, 0),
            _ => r(0x33, rd, 0, rd, rs2, 0),
        },
        (2, 5) => s(0x27, 3, 2, rs2, sdsp),
        (2, 6) => s(0x23, 2, 2, rs2, pick(c, 12, 9, 2) | pick(c, 8, 7, 6)),
        (2, 7) => s(0x23, 3, 2, rs2, sdsp),
        _ => return None,
    })
}
