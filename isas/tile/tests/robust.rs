//! Whatever the program is, the machine answers.

mod common;

use arch::Code;
use common::{Bench, EAGER};
use random::Random;
use tile::TABLE;
use uop::RunOptions;

/// Programs of random instructions with random operands end or trap.
#[test]
fn random_instructions_never_break_the_machine() {
    let rows: Vec<_> = TABLE.rows().collect();
    let mut random = Random::new(99);
    let (mut ended, mut trapped) = (0, 0);
    for round in 0..600 {
        let mut bytes = Vec::new();
        for _ in 0..40 {
            let row = rows[random.bits() as usize % rows.len()];
            let mut values = [0; isa::MAX_OPERANDS];
            for (value, operand) in values.iter_mut().zip(row.operands) {
                *value = match operand.kind {
                    isa::Kind::Named(names) => names[random.bits() as usize % names.len()].1,
                    // Mostly registers that hold addresses, so that accesses succeed now and then.
                    isa::Kind::Register(class)
                        if class.count == 32 && !random.bits().is_multiple_of(4) =>
                    {
                        10 + (random.bits() % 6) as i64
                    }
                    _ => (0..100)
                        .find_map(|_| operand.decode(random.bits() & operand.field.stored()))
                        .unwrap_or(operand.default),
                };
            }
            let inst = isa::Inst { row, values };
            let word = inst.encode().expect("decoded operands encode");
            bytes.extend_from_slice(&row.format.to_bytes(word)[..row.format.len()]);
        }
        let code = Code {
            bytes,
            base: 0x1_0000,
            entry: 0x1_0000,
            ..Code::default()
        };
        let mut bench = Bench::new();
        (bench.grid, bench.threads) = ([1 + round % 5, 1, 1], 1 + (round % 3) as u8);
        bench.place(&[0x40; 65536]);
        bench.place(&[0; 65536]);
        bench.arguments.extend([0, 32, 4096, 0x4000_0000]);
        let options = RunOptions {
            strict: round % 2 == 1,
            shuffle: (round % 3 == 0).then_some(u64::from(round) + 1),
            max_instructions: 3000,
            ..EAGER
        };
        match bench.run(&code, &options) {
            Ok(_) => ended += 1,
            Err(_) => trapped += 1,
        }
    }
    assert!(trapped > 100, "{ended} ended, {trapped} trapped");
}

/// Vector instructions with any operands, under any type, length and start, are carried out or
/// refused.
#[test]
fn random_vector_instructions_never_break_the_machine() {
    let rows: Vec<_> = TABLE.rows().filter(|row| tile::is_vector(row)).collect();
    let mut random = Random::new(1234);
    let (mut ended, mut trapped) = (0, 0);
    for round in 0..1500 {
        let row = rows[random.bits() as usize % rows.len()];
        let mut values = [0; isa::MAX_OPERANDS];
        for (value, operand) in values.iter_mut().zip(row.operands) {
            *value = (0..1000)
                .find_map(|_| operand.decode(random.bits() & operand.field.stored()))
                .expect("some value is legal");
            // Groups begin at multiples of eight half of the time.
            if operand.name.starts_with('v') && operand.name != "vm" && round % 2 == 0 {
                *value &= !7;
            }
            if matches!(operand.name, "rs1" | "rs2") {
                *value = [10, 11, 5, 6][random.bits() as usize % 4];
            }
        }
        let inst = isa::Inst { row, values };
        let word = inst.encode().expect("decoded operands encode") as u32;
        let text = format!(
            "li t0, {}\n li t1, {}\n vsetvl t2, t0, t1\n li t0, {}\n li t1, {}\n csrw vstart, t1\n \
             csrwi vxrm, {}\n .insn 4, {word:#x}\n ret",
            random.bits() % 1100,
            random.bits() & 0xff,
            random.bits() as i64 >> (random.bits() % 64),
            match round % 4 {
                0 => random.bits() % 1024,
                _ => 0,
            },
            random.bits() % 4,
        );
        let code = common::assemble(&text);
        let mut bench = Bench::new();
        bench.place(&[0x40; 65536]);
        bench.place(&[0x3f; 65536]);
        match bench.run(&code, &EAGER) {
            Ok(_) => ended += 1,
            Err(_) => trapped += 1,
        }
    }
    assert!(
        ended > 200 && trapped > 200,
        "{ended} ended, {trapped} trapped"
    );
}

/// Programs of random bytes too.
#[test]
fn random_bytes_never_break_the_machine() {
    let mut random = Random::new(5);
    for _ in 0..400 {
        let bytes: Vec<u8> = (0..64)
            .flat_map(|_| (random.bits() as u32).to_le_bytes())
            .collect();
        let code = Code {
            bytes,
            base: 0x1_0000,
            entry: 0x1_0000,
            ..Code::default()
        };
        let options = RunOptions {
            max_instructions: 3000,
            ..EAGER
        };
        let _ = Bench::new().run(&code, &options);
    }
}
