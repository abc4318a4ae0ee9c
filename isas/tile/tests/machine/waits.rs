//! Missing waits: what is in flight, who touches it, and which two lines are shown.

use crate::common::{Bench, EAGER, STRICT, assemble};
use uop::Trap;

/// A copy of 1024 bytes needs these before it: v8 says how many.
const COPY: &str =
    "vsetvli t0, zero, e32, m1, ta, ma\nli t0, 1024\nvmv.v.x v8, t0\ntcsrr s0, tsmbase";

/// Lines to begin with, the one that issues, lines in between, the one that is too early, and what
/// is said about it.
type Case = (
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
);

#[rustfmt::skip]
const CASES: &[Case] = &[
    // Loads: their registers and what they read.
    ("", "tld.global.u tr8, 0(a0)", "", "tmma.async.f16 tr0, tr8, (zero)", "tr8 is read before the load"),
    ("", "tld.global.u tr0, 0(a0)", "nop", "sw zero, 0(a0)", "is written before the load"),
    ("", "tld.global.s tr0, 0(a0), t1", "", "sd zero, 8(a0)", "is written before the load"),
    ("tcsrr s0, tsmbase", "tld.shared.u tr0, 64(zero)", "", "sb zero, 64(s0)", "is written before the load"),
    (COPY, "tld.shared.u tr0, 0(zero)", "", "ttma.lin.1d.shared.global.bulk zero, a0, v8", "is written before the load"),
    // Stores.
    ("", "tst.global.u tr0, 0(a0)", "", "lw t0, 0(a0)", "is read before the store"),
    ("", "tst.global.s tr0, 0(a0), t1", "", "lw t0, 4(a0)", "is read before the store"),
    ("vsetvli t0, zero, e32, m1, ta, ma\nvid.v v4", "tst.global.i.e32 tr0, 0(a0), v4", "", "ld t0, 1000(a0)", "is read before the store"),
    ("tcsrr s0, tsmbase", "tst.shared.u tr0, 0(zero)", "", "lw t0, 64(s0)", "shared memory at 0x40 is read before the store"),
    ("vsetvli t0, zero, e32, m1, ta, ma", "tst.global.u tr0, 0(a0)", "", "vle32.v v4, (a0)", "is read before the store"),
    (COPY, "tst.global.u tr0, 0(a0)", "", "ttma.lin.1d.shared.global.bulk zero, a0, v8", "is read before the store"),
    ("", "tst.shared.u tr9, 0(zero)", "", "tmma.async.f16 tr0, tr8, (zero)", "is read before the store"),
    // Asynchronous multiplies: the accumulator, the sources in registers and in memory.
    ("", "tmma.async.f16 tr0, tr8, (zero)", "", "tadd.f32 tr9, tr1, tr9", "tr1 is read before the tmma.async"),
    ("", "tmma.async.f16 tr0, tr8, (zero)", "nop\nnop", "tst.global.u tr3, 0(a0)", "tr3 is read before the tmma.async"),
    ("", "tmma.async.f16 tr0, tr8, (zero)", "", "tmv.x.t.w t0, tr2, 0", "tr2 is read before the tmma.async"),
    ("", "tmma.async.f16 tr0, tr8, (zero)", "", "tld.global.u tr1, 0(a0)", "tr1 is written before the tmma.async"),
    ("", "tmma.async.f16 tr0, tr8, (zero)", "", "tmv.t.x.wu tr8, zero, bc", "tr8 is written before the tmma.async"),
    ("", "tmma.async.f16 tr0, tr8, (zero)", "", "tst.shared.u tr9, 0(zero)", "is written before the tmma.async"),
    (COPY, "tmma.async.f16 tr0, tr8, (zero)", "", "ttma.lin.1d.shared.global.bulk zero, a0, v8", "is written before the tmma.async"),
    ("tcsrr s0, tsmbase", "tmma.async.f16 tr0, tr8, (zero)", "", "sw zero, 32(s0)", "is written before the tmma.async"),
    // Copies: what they write and what they read.
    (COPY, "ttma.lin.1d.shared.global.bulk zero, a0, v8", "", "tld.shared.u tr0, 0(zero)", "is read before the ttma"),
    (COPY, "ttma.lin.1d.shared.global.bulk zero, a0, v8", "tcommit.tma 0", "lw t0, 0(s0)", "is read before the ttma"),
    (COPY, "ttma.lin.1d.shared.global.bulk zero, a0, v8", "tcommit.tma 0\ntwait.tma 1", "tmma.async.f16 tr0, tr8, (zero)", "is read before the ttma"),
    (COPY, "ttma.lin.1d.shared.global.bulk zero, a0, v8", "", "tst.global.u tr0, 0(a0)", "is written before the ttma"),
    (COPY, "ttma.lin.1d.global.shared.bulk a0, zero, v8", "", "ld t0, 0(a0)", "is read before the ttma"),
    (COPY, "ttma.lin.1d.global.shared.bulk a0, zero, v8", "", "sw zero, 0(s0)", "is written before the ttma"),
    // Atomics.
    ("", "tredt.global.add.u32 tr0, 0(a0)", "", "lw t0, 0(a0)", "is read before the atomic"),
    ("", "tred.global.add.u32 (a0), t1", "", "lw t0, 0(a0)", "is read before the atomic"),
    ("vsetvli t0, zero, e32, m1, ta, ma", "tredv.global.add.u32 0(a0), v4", "", "lw t0, 4(a0)", "is read before the atomic"),
    ("", "tatomt.shared.add.u32 tr8, 0(zero)", "", "tmma.async.f16 tr0, tr8, (a1)", "tr8 is read before the atomic"),
];

/// The address that the line after `lines` has.
fn address_after(lines: &[&str]) -> u64 {
    let text = lines.join("\n") + "\nret\n";
    let code = assemble(&text);
    code.base + code.bytes.len() as u64 - 4
}

#[test]
fn both_lines_of_a_missing_wait_are_shown() {
    let mut wrong = Vec::new();
    for (before, issuer, between, early, expected) in CASES {
        let text = format!("{before}\n{issuer}\n{between}\n{early}\ntwait.all\nret\n");
        let code = assemble(&text);
        let run = |options| {
            let mut bench = Bench::new();
            bench.place(&[0; 1 << 16]);
            bench.arguments.push(4096);
            bench.run(&code, options)
        };
        if let Err(fault) = run(&EAGER) {
            wrong.push(format!("{text}: does not run at all: {}", fault.trap));
            continue;
        }
        let fault = match run(&STRICT) {
            Err(fault) => fault,
            Ok(_) => {
                wrong.push(format!("{issuer}; {early}: not found"));
                continue;
            }
        };
        match &fault.trap {
            Trap::Hazard(message) if message.contains(expected) => {}
            other => wrong.push(format!(
                "{issuer}; {early}: expected \"{expected}\" in: {other}"
            )),
        }
        let places = (
            address_after(&[before]),
            address_after(&[before, issuer, between]),
        );
        let shown = (
            fault.related.as_ref().map(|related| related.0),
            fault.address,
        );
        if shown != (Some(places.0), places.1) {
            wrong.push(format!(
                "{issuer}; {early}: shows {shown:x?}, not {places:x?}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The same lines with the wait in between are right.
#[test]
fn a_wait_makes_them_right() {
    for (before, issuer, between, early, _) in CASES {
        let text = format!("{before}\n{issuer}\n{between}\ntwait.all\n{early}\ntwait.all\nret\n");
        let code = assemble(&text);
        let mut bench = Bench::new();
        bench.place(&[0; 1 << 16]);
        bench.arguments.push(4096);
        if let Err(fault) = bench.run(&code, &STRICT) {
            panic!("{text}: {}", fault.trap);
        }
    }
}
