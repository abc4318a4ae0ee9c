//! The vector extension against recorded runs of an emulator, and where instructions are illegal.

use crate::machine::{Machine, exit_code, output};
use random::Random;
use riscv::{Effect, TABLE};

/// FNV-1a.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}

/// What 128 bytes of the programs' output are.
fn name(chunk: usize) -> String {
    match chunk {
        0..32 => format!("v{chunk}"),
        32 => "integer registers, vl, vtype".to_string(),
        _ => "vcsr, fcsr, float registers, sum of the memory".to_string(),
    }
}

/// Random vector instructions leave the same registers and memory as on the emulator.
#[test]
fn random_vector_programs_agree_with_the_recorded_runs() {
    let folder = format!("{}/../../corpus/riscv/vector", env!("CARGO_MANIFEST_DIR"));
    let (mut count, mut wrong) = (0, Vec::new());
    for entry in std::fs::read_dir(folder).expect("the corpus") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "s") {
            continue;
        }
        count += 1;
        let program = path.file_stem().expect("a name").to_string_lossy();
        let text = std::fs::read_to_string(&path).expect("a program");
        let recorded = std::fs::read_to_string(path.with_extension("txt")).expect("a record");
        let found = match output(&text) {
            Ok(found) => found,
            Err(error) => {
                wrong.push(format!("{program}: {error}"));
                continue;
            }
        };
        let hashes: Vec<String> = found
            .chunks(128)
            .map(|chunk| format!("{:016x}", hash(chunk)))
            .collect();
        let recorded: Vec<&str> = recorded.lines().collect();
        assert_eq!(hashes.len(), recorded.len(), "{program}");
        for (chunk, (ours, theirs)) in hashes.iter().zip(&recorded).enumerate() {
            if ours != theirs {
                wrong.push(format!("{program}: {} differ", name(chunk)));
            }
        }
    }
    assert!(count >= 20, "the corpus has {count} programs");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Each line is a setting of the type, an instruction, and why the instruction is illegal.
const ILLEGAL: &[(&str, &str, &str)] = &[
    ("", "vadd.vv v1, v2, v3", "without a vector type"),
    (
        "vsetvli t0, zero, e64, mf2, ta, ma",
        "vadd.vv v1, v2, v3",
        "without a vector type",
    ),
    (
        "vsetvli t0, zero, e32, m2, ta, ma",
        "vadd.vv v2, v4, v5",
        "v5 does not begin a group of 2",
    ),
    (
        "vsetvli t0, zero, e32, m8, ta, ma",
        "vadd.vi v4, v8, 1",
        "v4 does not begin a group of 8",
    ),
    (
        "vsetvli t0, zero, e32, m1, ta, ma",
        "vadd.vv v0, v2, v3, v0.t",
        "overlaps the mask",
    ),
    (
        "vsetvli t0, zero, e32, m1, ta, ma",
        "vle32.v v0, (sp), v0.t",
        "overlaps the mask",
    ),
    (
        "vsetvli t0, zero, e64, m1, ta, ma",
        "vwadd.vv v2, v4, v5",
        "elements of 128 bits",
    ),
    (
        "vsetvli t0, zero, e32, m8, ta, ma",
        "vwadd.vv v8, v16, v24",
        "registers; expected 1/8 to 8",
    ),
    (
        "vsetvli t0, zero, e16, m1, ta, ma",
        "vwadd.vv v2, v2, v4",
        "overlaps the source at v2",
    ),
    (
        "vsetvli t0, zero, e16, m1, ta, ma",
        "vnsrl.wi v3, v2, 1",
        "overlaps the source at v2",
    ),
    (
        "vsetvli t0, zero, e8, m1, ta, ma",
        "vzext.vf2 v2, v3",
        "elements of",
    ),
    (
        "vsetvli t0, zero, e32, m2, ta, ma",
        "vzext.vf4 v2, v3",
        "overlaps the source at v3",
    ),
    (
        "vsetvli t0, zero, e16, m1, ta, ma",
        "vfadd.vv v2, v3, v4",
        "elements of 16 bits: expected 32 or 64",
    ),
    (
        "vsetvli t0, zero, e64, m1, ta, ma",
        "vfwadd.vv v2, v4, v5",
        "elements of 128 bits",
    ),
    (
        "vsetvli t0, zero, e32, m1, ta, ma\nfsrmi 5",
        "vfadd.vv v2, v3, v4",
        "rounding mode 5",
    ),
    (
        "vsetvli t0, zero, e32, m1, ta, ma\ncsrwi vstart, 1",
        "vredsum.vs v2, v3, v4",
        "vstart is 1",
    ),
    (
        "vsetvli t0, zero, e32, m1, ta, ma\ncsrwi vstart, 3",
        "vcpop.m t0, v4",
        "vstart is 3",
    ),
    (
        "vsetvli t0, zero, e32, m1, ta, ma",
        "vslideup.vi v2, v2, 1",
        "overlaps the source at v2",
    ),
    (
        "vsetvli t0, zero, e32, m1, ta, ma",
        "vrgather.vv v2, v3, v2",
        "overlaps the source at v2",
    ),
    (
        "vsetvli t0, zero, e32, m1, ta, ma",
        "vcompress.vm v2, v3, v2",
        "overlaps the source at v2",
    ),
    (
        "vsetvli t0, zero, e32, m1, ta, ma",
        "viota.m v2, v2",
        "overlaps the source at v2",
    ),
    (
        "vsetvli t0, zero, e32, m1, ta, ma",
        "vmsbf.m v2, v2",
        "overlaps the source at v2",
    ),
    (
        "vsetvli t0, zero, e32, m2, ta, ma",
        "vlseg5e32.v v2, (sp)",
        "5 fields of 2 registers are more than 8",
    ),
    (
        "vsetvli t0, zero, e32, m1, ta, ma",
        "vlseg4e32.v v30, (sp)",
        "run past v31",
    ),
    (
        "vsetvli t0, zero, e8, m8, ta, ma",
        "vle64.v v0, (sp)",
        "registers; expected 1/8 to 8",
    ),
    (
        "vsetvli t0, zero, e32, m1, ta, ma",
        "vlse32.v v2, (zero), zero",
        "0x0",
    ),
];

#[test]
fn illegal_combinations_say_what_is_wrong() {
    let mut wrong = Vec::new();
    for (setting, line, expected) in ILLEGAL {
        match output(&format!("{setting}\n{line}\nret\n")) {
            Ok(_) => wrong.push(format!("{setting}; {line}: runs")),
            Err(error) if !error.contains(expected) => {
                wrong.push(format!(
                    "{setting}; {line}: expected \"{expected}\" in: {error}"
                ));
            }
            Err(_) => {}
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The length is cut where memory ends, and only a first element that cannot be read is a fault.
#[test]
fn loads_that_stop_at_the_first_fault() {
    // The stack ends at sp on entry; eight bytes below it four halfwords can be read.
    let text = "
        addi    a1, sp, -8
        vsetvli t0, zero, e16, m1, ta, ma
        vle16ff.v v2, (a1)
        csrr    a0, vl
        li      a7, 93
        ecall
    ";
    assert_eq!(exit_code(text), Ok(4));
    let text = text.replace("-8", "0");
    assert!(exit_code(&text).is_err());
}

/// An instruction that begins in the middle leaves the elements before alone, and the next one
/// begins at the start again.
#[test]
fn vstart_is_where_an_instruction_begins() {
    let text = "
        vsetvli t0, zero, e8, m1, ta, ma
        vmv.v.i v1, 0
        vid.v   v2
        csrwi   vstart, 5
        vadd.vi v1, v2, 1
        csrr    a1, vstart
        vmseq.vi v3, v1, 0
        vcpop.m a0, v3          # elements 0 to 4
        slli    a1, a1, 8
        or      a0, a0, a1
        li      a7, 93
        ecall
    ";
    assert_eq!(exit_code(text), Ok(5));
}

/// Vector instructions with any operands, under any type, length and start, are carried out or
/// refused.
#[test]
fn random_vector_instructions_never_break_the_hart() {
    let rows: Vec<_> = vector_rows();
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
        let mut machine = Machine::new(&text);
        machine.place(10, &[0x40; 65536]);
        machine.place(11, &[0x3f; 65536]);
        match machine.run() {
            Ok(()) => ended += 1,
            Err(_) => trapped += 1,
        }
    }
    assert!(
        ended > 200 && trapped > 200,
        "{ended} ended, {trapped} trapped"
    );
}

fn vector_rows() -> Vec<&'static isa::Row<Effect>> {
    let is_vector = |row: &&isa::Row<Effect>| matches!(row.meaning, Effect::Vector(..));
    TABLE.rows().filter(is_vector).collect()
}
