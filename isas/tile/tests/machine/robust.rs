//! Whatever the program is, the machine answers.

use crate::common::{Bench, EAGER};
use arch::Code;
use random::Random;
use tile::TABLE;
use uop::{Fault, RunOptions, RunReport, Timeline};

/// Programs of random instructions with random operands end or trap.
#[test]
fn random_instructions_never_break_the_machine() {
    let (tile, hart): (Vec<_>, Vec<_>) = (TABLE.rows().collect(), riscv::TABLE.rows().collect());
    let mut random = Random::new(99);
    let (mut ended, mut trapped) = (0, 0);
    for round in 0..600 {
        let mut bytes = Vec::new();
        for _ in 0..40 {
            match random
                .below(tile.len() + hart.len())
                .checked_sub(tile.len())
            {
                None => push(random.pick(&tile), &mut random, &mut bytes),
                Some(row) => push(hart[row], &mut random, &mut bytes),
            }
        }
        let code = Code {
            bytes,
            base: 0x1_0000,
            entry: 0x1_0000,
            ..Code::default()
        };
        let bench = || {
            let mut bench = Bench::new();
            (bench.grid, bench.threads) = ([1 + round % 5, 1, 1], 1 + (round % 3) as u8);
            bench.place(&[0x40; 65536]);
            bench.place(&[0; 65536]);
            bench.arguments.extend([0, 32, 4096, 0x4000_0000]);
            bench
        };
        let options = RunOptions {
            strict: round % 2 == 1,
            shuffle: (round % 3 == 0).then_some(u64::from(round) + 1),
            max_instructions: 3000,
            ..EAGER
        };
        let (plain, counted) = (bench(), bench());
        let ran = plain.run(&code, &options);
        match &ran {
            Ok(_) => ended += 1,
            Err(_) => trapped += 1,
        }
        // A clock changes nothing of it.
        let timed = RunOptions {
            timed: true,
            timeline: Some(Timeline::new(100)),
            ..options
        };
        let with = counted.run(&code, &timed).map(|report| RunReport {
            cycles: None,
            timeline: None,
            ..report
        });
        let what = |ran: Result<RunReport, Box<Fault>>| ran.map_err(|fault| format!("{fault:?}"));
        assert_eq!(what(with), what(ran), "round {round}");
        for (a, b) in plain.arguments.iter().zip(&counted.arguments).take(2) {
            assert!(
                plain.read(*a, 65536) == counted.read(*b, 65536),
                "round {round}"
            );
        }
    }
    assert!(trapped > 100, "{ended} ended, {trapped} trapped");
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

/// An instruction with random operands.
fn push<M>(row: &'static isa::Row<M>, random: &mut Random, bytes: &mut Vec<u8>) {
    let mut values = [0; isa::MAX_OPERANDS];
    for (value, operand) in values.iter_mut().zip(row.operands) {
        *value = match operand.kind {
            isa::Kind::Named(names) => random.pick(names).1,
            // Mostly registers that hold addresses, so that accesses succeed now and then.
            isa::Kind::Register(class) if class.count == 32 && random.below(4u32) != 0 => {
                10 + random.below(6i64)
            }
            _ => (0..100)
                .find_map(|_| operand.decode(random.bits() & operand.field.stored()))
                .unwrap_or(operand.default),
        };
    }
    let word = isa::Inst { row, values }.encode();
    let word = word.expect("decoded operands encode");
    bytes.extend_from_slice(&row.format.to_bytes(word)[..row.format.len()]);
}
