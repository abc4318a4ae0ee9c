//! The registers that instructions name.

use isa::RegisterClass;

/// The integer registers, by ABI name first, which is what is printed; `x0`.. and `fp` are read as
/// well.
pub static INTEGER: RegisterClass = RegisterClass {
    what: "an integer register",
    prefix: "x",
    count: 32,
    names: &[
        ("zero", 0),
        ("ra", 1),
        ("sp", 2),
        ("gp", 3),
        ("tp", 4),
        ("t0", 5),
        ("t1", 6),
        ("t2", 7),
        ("s0", 8),
        ("s1", 9),
        ("a0", 10),
        ("a1", 11),
        ("a2", 12),
        ("a3", 13),
        ("a4", 14),
        ("a5", 15),
        ("a6", 16),
        ("a7", 17),
        ("s2", 18),
        ("s3", 19),
        ("s4", 20),
        ("s5", 21),
        ("s6", 22),
        ("s7", 23),
        ("s8", 24),
        ("s9", 25),
        ("s10", 26),
        ("s11", 27),
        ("t3", 28),
        ("t4", 29),
        ("t5", 30),
        ("t6", 31),
        ("fp", 8),
    ],
    named: true,
};

/// The float registers, by ABI name first.
pub static FLOAT: RegisterClass = RegisterClass {
    what: "a float register",
    prefix: "f",
    count: 32,
    names: &[
        ("ft0", 0),
        ("ft1", 1),
        ("ft2", 2),
        ("ft3", 3),
        ("ft4", 4),
        ("ft5", 5),
        ("ft6", 6),
        ("ft7", 7),
        ("fs0", 8),
        ("fs1", 9),
        ("fa0", 10),
        ("fa1", 11),
        ("fa2", 12),
        ("fa3", 13),
        ("fa4", 14),
        ("fa5", 15),
        ("fa6", 16),
        ("fa7", 17),
        ("fs2", 18),
        ("fs3", 19),
        ("fs4", 20),
        ("fs5", 21),
        ("fs6", 22),
        ("fs7", 23),
        ("fs8", 24),
        ("fs9", 25),
        ("fs10", 26),
        ("fs11", 27),
        ("ft8", 28),
        ("ft9", 29),
        ("ft10", 30),
        ("ft11", 31),
    ],
    named: true,
};

/// The vector registers.
pub static VECTOR: RegisterClass = RegisterClass::numbered("a vector register", "v", 32);
/// Whether a word is a register, and so can be no label.
pub fn is_register(name: &str) -> bool {
    [&INTEGER, &FLOAT, &VECTOR]
        .iter()
        .any(|class| class.find(name).is_some())
}

/// The control and status registers, by name.
#[rustfmt::skip]
pub static CSRS: &[(&str, u16)] = &[
    ("fflags", 0x001), ("frm", 0x002), ("fcsr", 0x003), ("vstart", 0x008), ("vxsat", 0x009),
    ("vxrm", 0x00a), ("vcsr", 0x00f), ("cycle", 0xc00), ("time", 0xc01), ("instret", 0xc02),
    ("vl", 0xc20), ("vtype", 0xc21), ("vlenb", 0xc22), ("mhartid", 0xf14),
];
