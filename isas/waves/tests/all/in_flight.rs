//! Misuse of registers and slots in flight: what the checker says, and what a plain run does.

use crate::common::Kernel;
use arch::Arch;
use check::{InFlight, Names};
use sim::{Config, Delivery, Register};
use source::{Diagnostic, SourceFile};
use std::fmt::Write as _;
use waves::Waves;

/// `v0` is an array of 64 words that hold their indices plus 100; results go to `v1`.
const PROLOGUE: &str = "\
    shl.u32 v10, sid, 2
    add.u32 v11, v10, v1
    add.u32 v10, v10, v0
    mov v20, [], 7
";
const EPILOGUE: &str = "
    global_store32 sig15, v11, [], v20
    sig_wait v40.s, sig15
    end
";

fn kernel(body: &str) -> Kernel {
    let data: Vec<u32> = (100..164).collect();
    Kernel::new(
        &format!("{PROLOGUE}{body}{EPILOGUE}"),
        &[&data, &[0; 32]],
        32,
        1,
    )
}

fn run(body: &str, delivery: Delivery) -> Vec<u32> {
    let (mut arrays, _) = kernel(body).run(Config {
        delivery,
        ..Config::default()
    });
    arrays.swap_remove(1)
}

fn findings(body: &str) -> String {
    let kernel = kernel(body);
    let mut checker = InFlight::default();
    kernel.observe(
        Config {
            delivery: Delivery::Strict,
            ..Config::default()
        },
        &mut checker,
    );
    let mut text = String::new();
    kernel.with(|loaded, _, _| {
        let names = Names {
            register: &|register| match register {
                Register::Vector(v) => Waves.register_name(uop::Operand::Vector(v, 1)),
                other => format!("{other:?}"),
            },
            span: &|address| kernel.code.span_at(address),
            text: &|_| None,
            place: &|address| format!("{address:#x}"),
        };
        for diagnostic in checker.diagnostics(&loaded.program, &names) {
            text += &render(&diagnostic, &kernel.file);
        }
    });
    text
}

/// Message, lines and help, plainly.
fn render(diagnostic: &Diagnostic, file: &SourceFile) -> String {
    let mut text = format!("error[{}]: {}\n", diagnostic.code, diagnostic.message);
    for label in &diagnostic.labels {
        let source = &file.text()[label.span.range()];
        let line = file.line_of(label.span.start);
        writeln!(text, "  line {line}: {source}    <- {}", label.text)
            .expect("writing to a string");
    }
    for help in &diagnostic.help {
        writeln!(text, "  help: {help}").expect("writing to a string");
    }
    text
}

#[test]
fn a_read_before_the_wait() {
    let body = "    global_load32 sig3, v20, [], v10
    add.u32 v20, v20, 1
    sig_wait v40.s, sig3";
    insta::assert_snapshot!(findings(body));
    // The sum of the old value is then overwritten by what arrives.
    assert_eq!(run(body, Delivery::Strict), (100..132).collect::<Vec<_>>());
    assert_eq!(run(body, Delivery::Eager), (101..133).collect::<Vec<_>>());
}

#[test]
fn the_old_value_until_the_wait() {
    let body = "    global_load32 sig3, v21, [lo16], v10
    mov v20, [], v21
    sig_wait v40.s, sig3
    add.u32 v20, v20, v21";
    insta::assert_snapshot!(findings(body));
    let lanes = |low: fn(u32) -> u32| (0..32).map(move |i| if i < 16 { low(i) } else { 0 });
    assert!(lanes(|i| 100 + i).eq(run(body, Delivery::Strict)));
    assert!(lanes(|i| 200 + 2 * i).eq(run(body, Delivery::Eager)));
}

#[test]
fn overwriting_and_reusing() {
    let body = "    global_load32 sig3, v20, [], v10
    mov v20.s, 5
    global_load32 sig3, v21, [], v10
    global_store32 sig4, v11, [], v10
    global_store32 sig4, v11, [], v10
    sig_waitall2 v40.s, sig3, sig4";
    insta::assert_snapshot!(findings(body));
}

#[test]
fn what_is_waited_for_is_fine() {
    let body = "    global_load32 sig3, v20, [], v10
    global_load32 sig4, v21, [!v2], v10
    mov v10, [], 0
    sig_waitall2 v40.s, sig3, sig4
    global_load32 sig3, v22, [], v11
poll:
    sig_done1 v41.s, sig3
    brz poll, v41.s
    add.u32 v20, v20, v22
    sub.u32 v20, v20, v22";
    assert_eq!(findings(body), "");
    assert_eq!(run(body, Delivery::Strict), (100..132).collect::<Vec<_>>());
}

#[test]
fn accesses_use_the_registers_of_their_issue() {
    // Addresses, mask and data change right after the issue.
    let body = "    mov v2, [], lo16
    mov v20, [], 9
    global_store32 sig1, v11, [v2], v20
    mov v11, [], 0
    mov v2, [], one
    mov v20, [], 1
    sig_wait v40.s, sig1
    mov v20, [], 9
    shl.u32 v11, sid, 2
    add.u32 v11, v11, v1
    global_load32 sig2, v20, [], v11
    sig_wait v40.s, sig2";
    let expected: Vec<u32> = (0..32).map(|i| if i < 16 { 9 } else { 0 }).collect();
    assert_eq!(run(body, Delivery::Strict), expected);
    assert_eq!(findings(body), "");
}

#[test]
fn any_of_several_signals() {
    let body = "    global_load32 sig1, v21, [], v10
    global_load32 sig2, v22, [], v10
    sig_any2 sig1, first, sig2, second
first:
    mov v20, [], 1
    sig_waitall2 v40.s, sig1, sig2
    jmp done
second:
    mov v20, [], 2
    sig_waitall2 v40.s, sig1, sig2
done:
    sig_any3 sig5, other, sig6, bad, sig7, bad
bad:
    mov v20, [], 3
other:";
    assert_eq!(run(body, Delivery::Strict), [1; 32]);
    assert_eq!(findings(body), "");
}
