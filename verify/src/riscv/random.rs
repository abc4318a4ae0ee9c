//! Random vector instructions, run by the machine and by QEMU.

use super::{Random, call, emulate, write};
use crate::process::files;
use arch::{Arch, AsmSource, LaunchRequest};
use riscv::{Effect, TABLE};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tile::TileExtension;
use uop::{Meter, RunOptions};

/// Random instructions of a program.
const INSTRUCTIONS: usize = 120;
/// Bytes that loads and stores reach, half of them on either side of the base address.
const BUFFER: usize = 1 << 18;

const RUN: RunOptions = RunOptions {
    strict: false,
    shuffle: None,
    max_instructions: 1 << 24,
    quantum: 4096,
    resident: 64,
    opposite: false,
    level: op::Level::Avx512,
    meter: Meter::OFF,
    timed: false,
    timeline: None,
};

/// Records `count` programs and what QEMU makes of them.
pub fn record(directory: &str, count: u64) -> Result<(), String> {
    std::fs::create_dir_all(directory).map_err(|error| format!("{directory}: {error}"))?;
    for seed in 0..count {
        let text = program(&snippets(seed), seed);
        let answer = digest(&reference(&text)?);
        write(&format!("{directory}/vector{seed:02}.s"), &text)?;
        write(&format!("{directory}/vector{seed:02}.txt"), &answer)?;
    }
    Ok(())
}

/// Records what QEMU makes of the programs in a folder, in hexadecimal.
pub fn record_again(directory: &str) -> Result<(), String> {
    for path in files(Path::new(directory), "s")? {
        let fail = |error: std::io::Error| format!("{}: {error}", path.display());
        let text = std::fs::read_to_string(&path).map_err(fail)?;
        let lines = reference(&text)?
            .chunks(32)
            .fold(String::new(), |mut lines, chunk| {
                chunk.iter().for_each(|byte| {
                    let _ = write!(lines, "{byte:02x}");
                });
                lines.push('\n');
                lines
            });
        write(&path.with_extension("txt").to_string_lossy(), &lines)?;
    }
    Ok(())
}

/// Compares `count` new programs. True if all agree.
pub fn compare(first: u64, count: u64) -> Result<bool, String> {
    let mut wrong = 0;
    for seed in first..first + count {
        let snippets = snippets(seed);
        let agrees = |count: usize| -> Result<bool, String> {
            let text = program(&snippets[..count], seed);
            let ours = machine(&text).map_err(|error| format!("seed {seed}: {error}"))?;
            // A program that QEMU gives up on does not agree.
            Ok(reference(&text).is_ok_and(|theirs| theirs == ours))
        };
        if agrees(snippets.len())? {
            continue;
        }
        wrong += 1;
        let (mut good, mut bad) = (0, snippets.len());
        while bad - good > 1 {
            let middle = (good + bad) / 2;
            match agrees(middle)? {
                true => good = middle,
                false => bad = middle,
            }
        }
        println!("seed {seed}, {bad}: {}", snippets[bad - 1].join("; "));
        let text = program(&snippets[..bad], seed);
        let (ours, theirs) = match reference(&text) {
            Ok(theirs) => (machine(&text)?, theirs),
            Err(error) => {
                println!("    {error}");
                continue;
            }
        };
        for (ours, theirs) in ours
            .chunks(8)
            .zip(theirs.chunks(8))
            .enumerate()
            .filter(|(_, (ours, theirs))| ours != theirs)
            .take(4)
            .map(|(at, (ours, theirs))| (format!("{at}: {ours:02x?}"), format!("{theirs:02x?}")))
        {
            println!("    {ours}, QEMU {theirs}");
        }
    }
    println!("{count} programs, {wrong} differ");
    Ok(wrong == 0)
}

/// One line for each 128 bytes, which is a vector register.
fn digest(output: &[u8]) -> String {
    output.chunks(128).fold(String::new(), |mut text, chunk| {
        let _ = writeln!(text, "{:016x}", hash(chunk));
        text
    })
}

/// FNV-1a.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}

/// What QEMU writes.
fn reference(text: &str) -> Result<Vec<u8>, String> {
    let folder = std::env::temp_dir().join(format!("wavetank-riscv-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let path = |name: &str| -> PathBuf { folder.join(name) };
    let (source, program) = (path("program.s"), path("program.elf"));
    let text_of = |path: &PathBuf| path.to_string_lossy().into_owned();
    write(&text_of(&source), text)?;
    let arguments = [
        "--target=riscv64",
        "-march=rv64gcv",
        "-mno-relax",
        "-nostdlib",
        "-static",
        "-fuse-ld=lld",
        "-o",
        &text_of(&program),
        &text_of(&source),
    ];
    call("clang-22", &arguments, &[])?;
    let output = emulate(&program);
    let _ = std::fs::remove_dir_all(&folder);
    output
}

/// What our machine writes.
fn machine(text: &str) -> Result<Vec<u8>, String> {
    let file = source::SourceFile::new("program.s", text);
    let assembled = TileExtension.assemble(&AsmSource::whole(&file, 1));
    if let Some(error) = assembled.assembly.diagnostics.first() {
        return Err(error.message.clone());
    }
    let request = LaunchRequest {
        wave: 1,
        ..LaunchRequest::default()
    };
    let machine = TileExtension.machine(&assembled.code, &request);
    let machine = machine
        .ok_or("the tile extension has a machine")?
        .map_err(|error| error.message)?;
    let report = machine.run(Arc::new(sim::Memory::new(0)), &RUN);
    report.map(|report| report.output).map_err(|trapped| {
        let fault = trapped.fault;
        format!("{} at {:#x}", fault.trap, fault.address)
    })
}

/// Compares `count` vector instructions with random operands, legal or not. True if the machine
/// and QEMU refuse the same ones.
pub fn compare_legality(seed: u64, count: u64) -> Result<bool, String> {
    let mut random = Random::new(seed);
    let rows: Vec<_> = vector_rows();
    // The type, the instruction as a number, since assemblers refuse some, and as text.
    let mut candidates: Vec<(String, String, String)> = Vec::new();
    while candidates.len() < count as usize {
        let ty = Type::random(&mut random);
        let row = random.pick(&rows);
        let mut values = [0; isa::MAX_OPERANDS];
        for (value, operand) in values.iter_mut().zip(row.operands) {
            *value = match operand.name {
                // The address of memory; no stride.
                "rd" | "rs1" => 10,
                "rs2" => 0,
                "vd" | "vs1" | "vs2" | "vs3" => (random.below(16) * [1, 2][random.below(2)]) as i64,
                _ => (0..1000)
                    .find_map(|_| operand.decode(random.bits() & operand.field.stored()))
                    .unwrap_or(0),
            };
        }
        let inst = isa::Inst { row, values };
        let Ok(word) = inst.encode().map(|word| word as u32) else {
            continue;
        };
        let known = riscv::decode(&word.to_le_bytes(), 0).is_ok();
        let left_out = row.mnemonic.starts_with("vset") || row.mnemonic.contains(".rtz.");
        if known && !left_out {
            let set = format!("vsetvli t1, zero, {}", ty.text("ta, ma"));
            candidates.push((set, format!(".insn 4, {word:#x}"), TABLE.print(&inst)));
        }
    }
    let clear = "vsetvli t1, zero, e8, m8, ta, ma; vmv.v.i v0, 0; vmv.v.i v8, 0; vmv.v.i v16, 0; vmv.v.i v24, 0; mv a0, s0; fmv.d.x fa0, zero";
    let lines = |(set, line, _): &(String, String, String)| -> Vec<String> {
        clear
            .split("; ")
            .chain([set.as_str(), line.as_str()])
            .map(str::to_string)
            .collect()
    };
    // A handler notes the instruction and goes on after it.
    let mut text = ENTRY.to_string()
        + "    la t0, action\n    la t1, handler\n    sd t1, 0(t0)\n    li a0, 4\n    mv a1, t0\n    li a2, 0\n    li a3, 8\n    li a7, 134\n    ecall\n    la s4, output\n";
    for candidate in &candidates {
        text += "    li s3, 0\n";
        for line in lines(candidate) {
            let _ = writeln!(text, "    .option norvc\n    {line}");
        }
        text += "    sb s3, 0(s4)\n    addi s4, s4, 1\n";
    }
    let _ = write!(
        text,
        "    li a0, 1\n    la a1, output\n    li a2, {count}\n    li a7, 64\n    ecall\n    li a0, 0\n    li a7, 93\n    ecall
handler:\n    ld t0, 176(a2)\n    addi t0, t0, 4\n    sd t0, 176(a2)\n    li t0, 1\n    sd t0, 328(a2)\n    ret
.bss\n.balign 64\naction:\n.zero 64\noutput:\n.zero {count}\nbuffer:\n.zero {BUFFER}\n"
    );
    let theirs = reference(&text)?;
    let mut wrong = 0;
    for (candidate, refused) in candidates.iter().zip(theirs) {
        let ours = machine(&short(&[lines(candidate)]));
        // QEMU has half precision, which `rv64gcv` does not.
        let half = (ours.as_ref()).is_err_and(|error| error.contains("with elements of 16 bits"));
        if ours.is_ok() != (refused == 0) && !half {
            wrong += 1;
            println!(
                "{}; {}: {:?}, QEMU {refused}",
                candidate.0,
                candidate.2,
                ours.err()
            );
        }
    }
    println!("{count} instructions, {wrong} differ");
    Ok(wrong == 0)
}

/// A random setting of the vector type.
#[derive(Clone, Copy)]
struct Type {
    width: usize,
    grouping: &'static str,
    /// LMUL in eighths.
    eighths: usize,
}

const GROUPINGS: [(&str, usize); 7] = [
    ("mf8", 1),
    ("mf4", 2),
    ("mf2", 4),
    ("m1", 8),
    ("m2", 16),
    ("m4", 32),
    ("m8", 64),
];

impl Type {
    fn random(random: &mut Random) -> Type {
        loop {
            let width = random.pick(&[8, 16, 32, 64]);
            let (grouping, eighths) = random.pick(&GROUPINGS);
            if width <= 8 * eighths {
                return Type {
                    width,
                    grouping,
                    eighths,
                };
            }
        }
    }

    /// The type with as many elements of another width.
    fn with_width(self, width: usize) -> Option<Type> {
        let eighths = self.eighths * width / self.width;
        let (grouping, _) = GROUPINGS.iter().find(|(_, n)| *n == eighths)?;
        (width <= 8 * eighths).then_some(Type {
            width,
            grouping,
            eighths,
        })
    }

    fn text(self, policy: &str) -> String {
        format!("e{}, {}, {policy}", self.width, self.grouping)
    }
}

/// Random instructions, each with what has to come before it.
fn snippets(seed: u64) -> Vec<Vec<String>> {
    let mut random = Random::new(seed + 1000);
    let rows: Vec<_> = vector_rows();
    let mut all = Vec::new();
    let mut setting = String::new();
    let mut ty = Type::random(&mut random);
    while all.len() < INSTRUCTIONS {
        if all.len() % 4 == 0 {
            ty = Type::random(&mut random);
            let most = 128 * ty.eighths / ty.width;
            let policy = random.pick(&["ta, ma", "tu, mu", "ta, mu", "tu, ma"]);
            setting = match random.below(6) {
                0 => format!("vsetvli t1, zero, {}", ty.text(policy)),
                1 => format!("vsetivli t1, {}, {}", random.below(32), ty.text(policy)),
                _ => format!(
                    "li t1, {}; vsetvli t1, t1, {}",
                    random.below(most + 2),
                    ty.text(policy)
                ),
            };
            all.push(setting.split("; ").map(str::to_string).collect());
        }
        match random.below(40) {
            0 => all.push(vec![format!("csrwi vxrm, {}", random.below(4))]),
            1 => all.push(vec![format!("fsrmi {}", random.below(5))]),
            _ => {}
        }
        let row = random.pick(&rows);
        let mut values = [0; isa::MAX_OPERANDS];
        for (value, operand) in values.iter_mut().zip(row.operands) {
            *value = match operand.name {
                // Registers that hold numbers; `rs1` of memory accesses is replaced below.
                "rd" | "rs1" | "rs2" if !operand.doc.is_empty() => 10 + random.below(8) as i64,
                "vd" | "vs1" | "vs2" | "vs3" => {
                    // Groups begin at multiples, most of the time.
                    let align = (ty.eighths / 8).max(1) << random.below(2);
                    (random.below(32) / align * align) as i64
                }
                _ => (0..1000)
                    .find_map(|_| operand.decode(random.bits() & operand.field.stored()))
                    .unwrap_or(0),
            };
        }
        let inst = isa::Inst { row, values };
        let Some(snippet) = memory(&inst, ty, &setting, &mut random) else {
            continue;
        };
        // The machine itself says whether the instruction is legal; where it is wrong about
        // that, QEMU stops.
        let trial: Vec<String> = setting.split("; ").map(str::to_string).collect();
        let trial = [trial, snippet.clone()];
        if machine(&short(&trial)).is_ok() {
            all.push(snippet);
        }
    }
    all
}

/// An instruction, after the ones that give its memory operands harmless values.
fn memory(
    inst: &isa::Inst<Effect>,
    ty: Type,
    setting: &str,
    random: &mut Random,
) -> Option<Vec<String>> {
    let text = TABLE.print(inst);
    let name = inst.row.mnemonic;
    if name.starts_with("vset") || name.ends_with("ff.v") {
        return None;
    }
    let Some((start, rest)) = text.split_once('(') else {
        // QEMU 7.2 fails an assertion unless `frm` was in use already.
        let before = name
            .contains(".rtz.")
            .then_some("fadd.s ft0, fa0, fa1, dyn");
        return Some(
            before
                .map(str::to_string)
                .into_iter()
                .chain([text])
                .collect(),
        );
    };
    let (_, rest) = rest.split_once(')')?;
    let mut lines = Vec::new();
    let mut line = format!("{start}(t0){rest}");
    if inst.row.operand("rs2").is_some() {
        lines.push(format!("li t2, {}", random.below(200) as i64 - 100));
        let (_, after) = rest.split_at(2);
        let mask = after.split_once(',').map_or("", |(_, mask)| mask);
        let mask = if mask.is_empty() {
            String::new()
        } else {
            format!(",{mask}")
        };
        line = format!("{start}(t0), t2{mask}");
    }
    if let (Some(index), true) = (inst.find("vs2"), name.contains("ei{width}")) {
        // Indices of the whole group become small.
        let width = [8, 0, 0, 0, 0, 16, 32, 64][inst.get("width") as usize];
        let of_index = ty.with_width(width)?;
        lines.push("li t2, 32767".to_string());
        if width > 16 {
            lines.push(format!("vsetvli t3, zero, {}", of_index.text("ta, ma")));
            lines.push(format!("vand.vx v{index}, v{index}, t2"));
            lines.extend(setting.split("; ").map(str::to_string));
        }
    }
    // Elements lie anywhere, also across alignments.
    lines.push(format!("li t0, {}", BUFFER / 2 + random.below(64)));
    lines.push("add t0, s0, t0".to_string());
    lines.push(line);
    Some(lines)
}

const ENTRY: &str = "\
.text
.globl _start
_start:
    la s0, buffer
";

/// The snippets alone, to see whether they are legal.
fn short(snippets: &[Vec<String>]) -> String {
    let mut text = ENTRY.to_string();
    for line in snippets.iter().flatten() {
        let _ = writeln!(text, "    {line}");
    }
    let _ = write!(
        text,
        "    li a0, 0\n    li a7, 93\n    ecall\n.bss\nbuffer:\n.zero {BUFFER}\n"
    );
    text
}

/// A whole program: memory and registers are filled, the snippets run, and everything is written.
fn program(snippets: &[Vec<String>], seed: u64) -> String {
    let mut random = Random::new(seed + 77);
    let mut text = ENTRY.to_string();
    // Random double words; one in eight is made of special values.
    let _ = write!(
        text,
        "    li t0, {:#x}
    li t1, 6364136223846793005
    li t2, {}
    mv t3, s0
    la t6, special
fill:
    mul t0, t0, t1
    addi t0, t0, 1234
    srli t4, t0, 29
    xor t4, t4, t0
    andi t5, t4, 7
    bnez t5, plain
    srli t5, t0, 56
    andi t5, t5, 0xf8
    add t5, t5, t6
    ld t4, 0(t5)
plain:
    sd t4, 0(t3)
    addi t3, t3, 8
    addi t2, t2, -1
    bnez t2, fill
",
        random.bits() | 1,
        BUFFER / 8
    );
    text.push_str("    mv t0, s0\n    li t1, 1024\n");
    for register in [0, 8, 16, 24] {
        let _ = writeln!(text, "    vl8re8.v v{register}, (t0)\n    add t0, t0, t1");
    }
    for register in 10..18 {
        let _ = writeln!(text, "    ld x{register}, {}(t0)", 8 * register);
        let load = if register % 2 == 0 { "fld" } else { "flw" };
        let _ = writeln!(text, "    {load} f{register}, {}(t0)", 256 + 8 * register);
    }
    for line in snippets.iter().flatten() {
        let _ = writeln!(text, "    {line}");
    }
    text.push_str("    csrr t3, vl\n    csrr t4, vtype\n    csrr t5, vcsr\n    csrr t6, fcsr\n");
    text.push_str("    la t0, output\n    li t1, 1024\n    csrwi vstart, 0\n");
    for register in [0, 8, 16, 24] {
        let _ = writeln!(text, "    vs8r.v v{register}, (t0)\n    add t0, t0, t1");
    }
    for register in (10..18).chain(28..32) {
        let _ = writeln!(text, "    sd x{register}, {}(t0)", 8 * (register - 10));
    }
    for register in 10..18 {
        let _ = writeln!(
            text,
            "    fsd f{register}, {}(t0)",
            184 + 8 * (register - 10)
        );
    }
    // A sum of the buffer that notices where things are.
    let _ = write!(
        text,
        "    li t1, {}
    mv t2, s0
    li t3, 0
sum:
    ld t4, 0(t2)
    slli t5, t3, 5
    srli t3, t3, 59
    or t3, t3, t5
    add t3, t3, t4
    addi t2, t2, 8
    addi t1, t1, -1
    bnez t1, sum
    sd t3, 248(t0)
    li a0, 1
    la a1, output
    li a2, 4352
    li a7, 64
    ecall
    li a0, 0
    li a7, 93
    ecall
",
        BUFFER / 8
    );
    text.push_str(SPECIAL);
    let _ = write!(
        text,
        ".bss\n.balign 64\nbuffer:\n.zero {BUFFER}\noutput:\n.zero 4352\n"
    );
    text
}

/// Numbers at the edges, as singles and doubles.
const SPECIAL: &str = "\
.data
.balign 8
special:
.dword 0, 0x8000000000000000, 0x7ff0000000000000, 0xfff0000000000000
.dword 0x7ff8000000000000, 0x7ff0000000000001, 0x3ff0000000000000, 0xbff0000000000000
.dword 0x000fffffffffffff, 0x8000000000000001, 0x7fefffffffffffff, 0x0010000000000000
.dword 0x7f8000007fc00000, 0xff8000007f800001, 0x3f800000bf800000, 0x0000000180000001
.dword 0x7f7fffff00800000, 0x807fffff3f000000, 0x4b0000004f000000, 0xcf0000005f000000
.dword 0x7fffffffffffffff, 0xffffffffffffffff, 0x8000000080000000, 0x7fffffff7fffffff
.dword 0x0080008000800080, 0x7f7f7f7f80808080, 0x4330000000000000, 0x43e0000000000000
.dword 0xc3e0000000000000, 0x41dfffffffc00000, 0x40dfffe040e00000, 0x3fe000003fdfffff
";

/// The rows of the vector extension.
fn vector_rows() -> Vec<&'static isa::Row<Effect>> {
    let is_vector = |row: &&isa::Row<Effect>| matches!(row.meaning, Effect::Vector(..));
    TABLE.rows().filter(is_vector).collect()
}
