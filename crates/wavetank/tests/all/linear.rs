//! What reads text takes time in proportion to its length: four times the text, about four times
//! the time, and never sixteen.

use rustix::time::{ClockId, clock_gettime};
use std::hint::black_box;
use wavetank::{Input, Settings, SourceFile, render};

/// Processor time of this thread, so that other processes do not count.
fn now() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// Assembles, and says everything there is to say about it as people and programs get to see it.
fn assemble(isa: &str, text: &str) {
    let file = SourceFile::new(format!("it.{isa}"), text);
    let input = Input::from_text(file, None).expect("a kernel file");
    let settings = Settings::default();
    match wavetank::assemble(&input, &settings) {
        Ok(assembled) => {
            for diagnostic in &assembled.assembly.diagnostics {
                black_box(render::diagnostic(diagnostic, &input.file, false));
                black_box(render::to_json(diagnostic, &input.file));
            }
        }
        Err(error) => {
            black_box(render::error(&error, false));
            black_box(render::error_to_json(&error));
        }
    }
    if let Ok(elf) = wavetank::assemble_to_elf(&input, &settings)
        && let Ok(input) = Input::from_bytes("it.elf", elf, None)
    {
        let style = wavetank::DisStyle {
            wave: input.arch.schema().default_wave,
            extensions: Vec::new(),
        };
        black_box(input.arch.listing(&input.code.expect("a binary"), &style));
    }
}

fn check(what: &str, isa: &str, text: impl Fn(usize) -> String) {
    const SIZE: usize = 700;
    let measure = |size: usize| {
        let text = text(size);
        let times = (0..3).map(|_| {
            let begun = now();
            assemble(isa, &text);
            now() - begun
        });
        times.fold(f64::INFINITY, f64::min)
    };
    // Tables are made when they are first needed.
    assemble(isa, &text(10));
    let (short, long) = (measure(SIZE), measure(4 * SIZE));
    let ratio = long / short.max(1e-3);
    assert!(
        ratio < 9.0,
        "{what} in {isa}: {short:.4} s, then {long:.4} s"
    );
}

/// An instruction set, a line that assembles, one that ends the program, one that names a label.
const ISAS: [(&str, &str, &str, &str); 5] = [
    ("flux", "ADD R1, R2, R3", "HALT", "JAL R0, "),
    ("rdna3", "v_mov_b32 v1, v2", "s_endpgm", "s_branch "),
    ("wave", "add.u32 r1, r2, 1", "ret", "call "),
    ("waves", "mov.u32 v1, v2", "end", "jump "),
    ("tile", "add x1, x2, x3", "ret", "j "),
];

#[test]
fn programs() {
    for (isa, line, end, _) in ISAS {
        check("right lines", isa, |n| {
            format!("{}{end}\n", format!("{line}\n").repeat(n))
        });
    }
}

#[test]
fn wrong_lines() {
    for (isa, line, ..) in ISAS {
        let (name, operands) = line.split_once(' ').unwrap();
        check("unknown instructions", isa, |n| {
            format!("{name}x {operands}\n").repeat(n)
        });
        check("wrong operands", isa, |n| format!("{name} ]\n").repeat(n));
        check("bad characters", isa, |n| "\u{1} \u{2}\n".repeat(n));
    }
}

#[test]
fn labels() {
    for (isa, line, end, branch) in ISAS {
        let labels = |n: usize| {
            (0..n)
                .map(|i| format!("label_{i}:\n{line}\n"))
                .collect::<String>()
        };
        check("labels", isa, |n| labels(n) + end + "\n");
        check("labels defined twice", isa, |n| {
            labels(n / 2) + &labels(n / 2)
        });
        check("labels that are missing", isa, |n| {
            let uses = (0..n / 2).map(|i| format!("{branch}lable_{i}\n"));
            labels(n / 2) + &uses.collect::<String>()
        });
    }
}

#[test]
fn blocks_and_symbols() {
    for (isa, line, end, _) in ISAS {
        check("symbols", isa, |n| {
            let all = (0..n).map(|i| format!(".set name_{i}, {i}\n"));
            all.collect::<String>() + end + "\n"
        });
        check("conditions", isa, |n| {
            format!(".if 1\n{line}\n.endif\n").repeat(n)
        });
        check("macros", isa, |n| {
            let all = (0..n).map(|i| format!(".macro m{i}\n{line}\n.endm\nm{i}\n"));
            all.collect::<String>()
        });
    }
}

#[test]
fn headers() {
    let header = |lines: String| format!("---\n{lines}---\nHALT\n");
    check("values", "flux", |n| {
        header(format!(
            "a: u32[{}] = {}0\n",
            10 * n + 1,
            "1, ".repeat(10 * n)
        ))
    });
    check("wrong lines of a header", "flux", |n| {
        header("a b c\n".repeat(n))
    });
    check("lines that are no header", "flux", |n| {
        format!("{}---\n", "#\n".repeat(n))
    });
}
