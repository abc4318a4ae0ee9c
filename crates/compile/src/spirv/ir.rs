//! LLVM's text for the SPIR machine, made into text for AMD's.
//!
//! The two number address spaces differently, private memory above all: it is the unnamed one there
//! and the fifth here. Names of library functions have these numbers inside them. Kernels take
//! structs by address there and by value here. Everything else is the same.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Changes when what comes out does, so that nothing older is found on disk.
pub(super) const VERSION: &[u8] = b"1";

/// Data and pointers of the machine, as far as reading a module asks; clang knows the rest.
const HEAD: &str = "target datalayout = \"e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-i64:64-S32-A5-G1\"
target triple = \"amdgcn-amd-amdhsa\"
";

/// Threads of a workgroup, where a kernel does not say: as clang has it for OpenCL C.
const USUAL_THREADS: u32 = 256;

/// A module for AMD's machines.
pub(super) fn for_machine(text: &str) -> String {
    let mut adapted = Adapted::default();
    for line in text.lines().filter(|line| line.starts_with("declare ")) {
        adapted.add(&rewritten(line, &BTreeSet::new()));
    }
    let triples = triples(text);
    let mut out = HEAD.to_string();
    // What a kernel begins with, until its first label is there.
    let mut pending: Option<Prologue> = None;
    for line in text.lines() {
        if line.starts_with("target ") {
            continue;
        }
        let mut line = rewritten(line, &adapted.names);
        if adapted.declares(&line) {
            continue;
        }
        if line.contains(" = alloca ") {
            line = with_private_alloca(&line);
        }
        if let Some(Prologue { unnamed, code }) = pending.take_if(|_| !line.is_empty()) {
            match line.starts_with(' ') {
                // Other blocks may come from this one, and name it by the number that it had.
                true => _ = writeln!(out, "v.{unnamed}:\n{code}{line}"),
                false => _ = write!(out, "{line}\n{code}"),
            }
            continue;
        }
        if line.starts_with("define ") {
            let (head, prologue) = definition(&line, &triples);
            line = head;
            pending = Some(prologue);
        } else if line.starts_with("attributes #") && !line.contains("nocallback") {
            // SPIR-V leaves it to the compiler to see which functions wait for others.
            line = line.replacen("{ ", "{ convergent ", 1);
        }
        out.push_str(&line);
        out.push('\n');
    }
    out + &adapted.code
}

/// What is put at the beginning of a function.
struct Prologue {
    /// Arguments without a name: the number of the first block, if it has none either.
    unnamed: usize,
    code: String,
}

/// The number of an address space here.
fn space(there: &str) -> &str {
    match there {
        "0" => "5",
        "2" => "4",
        "4" => "0",
        same => same,
    }
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$' | '-')
}

/// The part of a text that its first characters of a kind are, and the rest.
fn take(text: &str, kind: impl Fn(char) -> bool) -> (&str, &str) {
    let end = text.find(|c| !kind(c)).unwrap_or(text.len());
    text.split_at(end)
}

/// A line with the address spaces, names and conventions of this machine. Functions in `adapted`
/// are called by another name.
fn rewritten(line: &str, adapted: &BTreeSet<String>) -> String {
    let mut out = String::with_capacity(line.len() + 32);
    let mut rest = line;
    // Blocks without a name have numbers, and get names, so that steps can be put before others.
    let (number, after) = take(rest, |c| c.is_ascii_digit());
    if !number.is_empty() && after.starts_with(':') {
        out += &format!("v.{number}");
        rest = after;
    }
    while let Some(c) = rest.chars().next() {
        match c {
            ';' => break,
            '"' => {
                let end = rest[1..].find('"').map_or(rest.len(), |end| end + 2);
                out += &rest[..end];
                rest = &rest[end..];
            }
            '@' | '%' => {
                let (name, after) = take(&rest[1..], is_word);
                out.push(c);
                match c {
                    '@' => {
                        let name = function_name(name);
                        if adapted.contains(&name) {
                            out += ADAPTER;
                        }
                        out += &name;
                    }
                    _ if !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit()) => {
                        out += &format!("v.{name}");
                    }
                    _ => out += name,
                }
                rest = after;
            }
            c if c.is_ascii_alphabetic() || c == '_' => {
                let (word, after) = take(rest, is_word);
                rest = after;
                match word {
                    "ptr" => {
                        let (number, after) = in_space(rest.trim_start()).unwrap_or(("0", rest));
                        rest = after;
                        out += "ptr";
                        if space(number) != "0" {
                            _ = write!(out, " addrspace({})", space(number));
                        }
                    }
                    "addrspace" => match in_space(&format!("{word}{rest}")) {
                        Some((number, after)) => {
                            _ = write!(out, "addrspace({})", space(number));
                            rest = &rest[rest.len() - after.len()..];
                        }
                        None => out += word,
                    },
                    "spir_func" => rest = rest.trim_start(),
                    "spir_kernel" => out += "amdgpu_kernel",
                    "target" if rest.starts_with("(\"spirv.") => {
                        let end = rest.find(')').map_or(rest.len(), |end| end + 1);
                        let private = rest[..end].contains("Event");
                        out += if private {
                            "ptr addrspace(5)"
                        } else {
                            "ptr addrspace(4)"
                        };
                        rest = &rest[end..];
                    }
                    _ => out += word,
                }
            }
            c => {
                out.push(c);
                rest = &rest[c.len_utf8()..];
            }
        }
    }
    out.truncate(out.trim_end().len());
    out
}

/// The number in `addrspace(N)`, and what follows.
fn in_space(text: &str) -> Option<(&str, &str)> {
    let inside = text.strip_prefix("addrspace(")?;
    inside.split_once(')')
}

/// The name of a library function here: pointers in it say where they point to.
fn function_name(name: &str) -> String {
    if let Some(rest) = name.strip_prefix("llvm.") {
        let parts = rest.split('.').map(|part| match part.strip_prefix('p') {
            Some(number) if matches!(number, "0" | "2" | "4") => format!("p{}", space(number)),
            _ => part.to_string(),
        });
        return format!("llvm.{}", parts.collect::<Vec<_>>().join("."));
    }
    let Some((own, mut types)) = name.strip_prefix("_Z").and_then(counted) else {
        return name.to_string();
    };
    let mut out = name[..name.len() - types.len()].to_string();
    while let Some(c) = types.chars().next() {
        let (here, len) = match c {
            'P' => match types.strip_prefix("PU3AS").and_then(|rest| rest.get(..1)) {
                Some("4") => ("P".into(), 6),
                Some(number) => (format!("PU3AS{}", space(number)), 6),
                // The library has this one for any pointer only.
                None if own == "wait_group_events" => ("P".into(), 1),
                None => ("PU3AS5".into(), 1),
            },
            // A vector has the number of its elements.
            'D' => {
                let len = types
                    .find('_')
                    .filter(|_| types.starts_with("Dv"))
                    .map_or(2, |at| at + 1);
                (types.chars().take(len).collect(), len)
            }
            // A qualifier is marked, and has its length before it as names have.
            c if c == 'U' || c.is_ascii_digit() => {
                let marked = usize::from(c == 'U');
                let after = types
                    .get(marked..)
                    .and_then(counted)
                    .map(|(_, after)| after);
                let len = types.len() - after.map_or(0, str::len);
                (types[..len].to_string(), len)
            }
            c => (c.to_string(), c.len_utf8()),
        };
        out += &here;
        types = types.get(len..).unwrap_or("");
    }
    out
}

/// A name that has its length before it, and what follows.
fn counted(text: &str) -> Option<(&str, &str)> {
    let (digits, rest) = take(text, |c| c.is_ascii_digit());
    let len = digits.parse().ok()?;
    Some((rest.get(..len)?, rest.get(len..)?))
}

/// Where a parenthesis that opens at `at` closes.
fn closing(text: &str, at: usize) -> Option<usize> {
    let mut depth = 0;
    for (i, c) in text[at..].char_indices() {
        match c {
            '(' | '[' | '<' | '{' => depth += 1,
            ')' | ']' | '>' | '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at + i);
        }
    }
    None
}

/// What stands between commas, but for those inside of brackets.
fn separate(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut begin) = (0, 0);
    for (i, c) in text.char_indices() {
        match c {
            '(' | '[' | '<' | '{' => depth += 1,
            ')' | ']' | '>' | '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(text[begin..i].trim());
                begin = i + 1;
            }
            _ => {}
        }
    }
    parts.push(text[begin..].trim());
    parts.retain(|part| !part.is_empty());
    parts
}

/// A header of a function: what stands before its name, the name, its arguments and what follows.
fn signature(line: &str) -> Option<(&str, &str, Vec<&str>, &str)> {
    let at = line.find('@')?;
    let open = at + line[at..].find('(')?;
    let close = closing(line, open)?;
    let (before, name) = (line[..at].trim_end(), &line[at + 1..open]);
    Some((
        before,
        name,
        separate(&line[open + 1..close]),
        &line[close + 1..],
    ))
}

/// The header of a function for this machine, and what its body begins with.
fn definition(line: &str, triples: &BTreeMap<&str, u32>) -> (String, Prologue) {
    let mut prologue = Prologue {
        unnamed: 0,
        code: String::new(),
    };
    let Some((before, name, arguments, after)) = signature(line) else {
        return (line.into(), prologue);
    };
    let kernel = before.contains("amdgpu_kernel");
    let mut here = Vec::new();
    for argument in arguments {
        let own = argument.rsplit_once('%').map_or("", |(_, own)| own);
        prologue.unnamed += usize::from(own.starts_with("v."));
        let by_value = argument.find("byval(").filter(|_| kernel);
        let kind = by_value.and_then(|at| {
            let open = at + "byval".len();
            Some(&argument[open + 1..closing(argument, open)?])
        });
        let Some(kind) = kind else {
            here.push(argument.to_string());
            continue;
        };
        let align = argument
            .split_once(" align ")
            .map_or("", |(_, after)| after);
        let align = take(align, |c| c.is_ascii_digit()).0;
        let align = if align.is_empty() { "1" } else { align };
        here.push(format!(
            "ptr addrspace(4) byref({kind}) align {align} %{own}.given"
        ));
        _ = write!(
            prologue.code,
            "  %{own} = alloca {kind}, align {align}, addrspace(5)\n  \
             %{own}.value = load {kind}, ptr addrspace(4) %{own}.given, align {align}\n  \
             store {kind} %{own}.value, ptr addrspace(5) %{own}, align {align}\n"
        );
    }
    let mut attributes = String::new();
    if !after.contains(" #") {
        attributes += " convergent";
    }
    if kernel {
        let size = after
            .split_once("!reqd_work_group_size ")
            .map(|(_, size)| size);
        let size =
            size.and_then(|size| triples.get(take(size, |c| c == '!' || c.is_ascii_digit()).0));
        let (least, most) = size.map_or((1, USUAL_THREADS), |&size| (size, size));
        _ = write!(
            attributes,
            " \"amdgpu-flat-work-group-size\"=\"{least},{most}\""
        );
    }
    (
        format!("{before} @{name}({}){attributes}{after}", here.join(", ")),
        prologue,
    )
}

/// The products of metadata that is three numbers, as sizes of workgroups are.
fn triples(text: &str) -> BTreeMap<&str, u32> {
    let mut found = BTreeMap::new();
    for line in text.lines().filter(|line| line.starts_with('!')) {
        let Some((name, value)) = line.split_once(" = !{") else {
            continue;
        };
        let numbers = value.trim_end_matches('}').split(", ");
        let numbers: Option<Vec<u32>> = numbers
            .map(|part| part.strip_prefix("i32 ")?.parse().ok())
            .collect();
        if let Some([x, y, z]) = numbers.as_deref()
            && let Some(all) = x.checked_mul(*y).and_then(|xy| xy.checked_mul(*z))
        {
            found.insert(name, all);
        }
    }
    found
}

/// Variables lie in private memory, which has a number of its own here.
fn with_private_alloca(line: &str) -> String {
    let end = match line.find(", align ") {
        Some(at) => {
            let at = at + ", align ".len();
            at + take(&line[at..], |c| c.is_ascii_digit()).0.len()
        }
        None => line.find(", !").unwrap_or(line.len()),
    };
    format!("{}, addrspace(5){}", &line[..end], &line[end..])
}

/// What the names of functions begin with that call those of the library.
const ADAPTER: &str = "wavetank.";

/// Functions whose pointers to opaque things lie elsewhere in the library.
#[derive(Default)]
struct Adapted {
    names: BTreeSet<String>,
    code: String,
}

impl Adapted {
    /// Whether this line declares one, which is declared in another way instead.
    fn declares(&self, line: &str) -> bool {
        let own = signature(line).map(|(_, name, ..)| name.strip_prefix(ADAPTER).unwrap_or(""));
        line.starts_with("declare ") && own.is_some_and(|own| self.names.contains(own))
    }

    /// Looks at a declaration.
    fn add(&mut self, line: &str) {
        let Some((before, name, arguments, _)) = signature(line) else {
            return;
        };
        let result = before.trim_start_matches("declare ");
        // Older translators have images in global memory; events are pointers to anything.
        let images = name.contains("ocl_image");
        let events = name.contains("ocl_event");
        let there = |index: usize, kind: &str| match kind {
            "ptr addrspace(1)" if images && index == 0 => "ptr addrspace(4)".to_string(),
            "ptr addrspace(5)" if events => "ptr".to_string(),
            same => same.to_string(),
        };
        let kinds: Vec<&str> = arguments.iter().map(|argument| kind_of(argument)).collect();
        let library: Vec<String> = kinds
            .iter()
            .enumerate()
            .map(|(i, kind)| there(i, kind))
            .collect();
        let returned = there(usize::MAX, result);
        if library == kinds && returned == result {
            return;
        }
        let cast = |from: &str, to: &str, value: &str| match from == to {
            true => (String::new(), value.to_string()),
            false => {
                let code = format!("  {value}.cast = addrspacecast {from} {value} to {to}\n");
                (code, format!("{value}.cast"))
            }
        };
        let (mut given, mut passed, mut code) = (Vec::new(), Vec::new(), String::new());
        for (i, (here, library)) in kinds.iter().zip(&library).enumerate() {
            let (step, value) = cast(here, library, &format!("%a{i}"));
            code += &step;
            given.push(format!("{here} %a{i}"));
            passed.push(format!("{library} {value}"));
        }
        let call = format!("call {returned} @{name}({})\n", passed.join(", "));
        if result == "void" {
            code += &format!("  {call}  ret void\n");
        } else {
            let (step, value) = cast(&returned, result, "%r");
            code += &format!("  %r = {call}{step}  ret {result} {value}\n");
        }
        self.names.insert(name.to_string());
        _ = write!(
            self.code,
            "declare {returned} @{name}({})\ndefine internal {result} @{ADAPTER}{name}({}) convergent alwaysinline {{\n{code}}}\n",
            library.join(", "),
            given.join(", ")
        );
    }
}

/// The type that an argument of a declaration begins with.
fn kind_of(argument: &str) -> &str {
    if let Some(after) = argument.strip_prefix("ptr addrspace(") {
        let end = after
            .find(')')
            .map_or(argument.len(), |end| argument.len() - after.len() + end + 1);
        return &argument[..end];
    }
    let end = match closing(argument, 0).filter(|_| argument.starts_with(['<', '[', '{'])) {
        Some(end) => end + 1,
        None => argument.find(' ').unwrap_or(argument.len()),
    };
    &argument[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_where_pointers_point_to() {
        for (there, here) in [
            ("_Z5fractfPf", "_Z5fractfPU3AS5f"),
            ("_Z5fractDv4_fPU3AS4S_", "_Z5fractDv4_fPS_"),
            ("_Z6vload4mPU3AS2Kf", "_Z6vload4mPU3AS4Kf"),
            ("_Z10atomic_addPU3AS1Vii", "_Z10atomic_addPU3AS1Vii"),
            (
                "_Z25atomic_fetch_add_explicitPU3AS4VU7_Atomicii12memory_order12memory_scope",
                "_Z25atomic_fetch_add_explicitPVU7_Atomicii12memory_order12memory_scope",
            ),
            (
                "_Z17wait_group_eventsiP9ocl_event",
                "_Z17wait_group_eventsiP9ocl_event",
            ),
            ("llvm.memcpy.p0.p2.i64", "llvm.memcpy.p5.p4.i64"),
            ("_Z", "_Z"),
            ("_Z9xP", "_Z9xP"),
            ("Print", "Print"),
        ] {
            assert_eq!(function_name(there), here);
        }
    }

    #[test]
    fn lines_are_rewritten() {
        for (there, here) in [
            (
                "  store float %1, ptr %p.addr, align 4",
                "  store float %v.1, ptr addrspace(5) %p.addr, align 4",
            ),
            (
                "@.str = internal addrspace(2) constant [2 x i8] c\"ptr\\00\" ; ptr",
                "@.str = internal addrspace(4) constant [2 x i8] c\"ptr\\00\"",
            ),
            (
                "  %ptr = addrspacecast ptr %x to ptr addrspace(4)",
                "  %ptr = addrspacecast ptr addrspace(5) %x to ptr",
            ),
            ("12:                  ; preds = %3", "v.12:"),
            (
                "  %i = load target(\"spirv.Image\", void, 1, 0, 0, 0, 0, 0, 0), ptr %a",
                "  %i = load ptr addrspace(4), ptr addrspace(5) %a",
            ),
            (
                "  call spir_func void @_Z7barrierj(i32 1) #3",
                "  call void @_Z7barrierj(i32 1) #3",
            ),
        ] {
            assert_eq!(rewritten(there, &BTreeSet::new()), here);
        }
    }

    #[test]
    fn kernels_take_structs_by_value() {
        let text = "define spir_kernel void @k(ptr byval(%struct.P) align 4 %0, i32 %n) !reqd_work_group_size !1 {
  %3 = alloca i32, align 4
  br label %4

4:                                                ; preds = %2
  ret void
}
!1 = !{i32 8, i32 2, i32 1}
";
        let expected = "define amdgpu_kernel void @k(ptr addrspace(4) byref(%struct.P) align 4 %v.0.given, i32 %n) convergent \"amdgpu-flat-work-group-size\"=\"16,16\" !reqd_work_group_size !1 {
v.1:
  %v.0 = alloca %struct.P, align 4, addrspace(5)
  %v.0.value = load %struct.P, ptr addrspace(4) %v.0.given, align 4
  store %struct.P %v.0.value, ptr addrspace(5) %v.0, align 4
  %v.3 = alloca i32, align 4, addrspace(5)
  br label %v.4

v.4:
  ret void
}
!1 = !{i32 8, i32 2, i32 1}
";
        assert_eq!(for_machine(text).strip_prefix(HEAD).unwrap(), expected);
    }

    #[test]
    fn images_of_older_translators_are_found_by_the_library() {
        let text = "declare spir_func <4 x float> @_Z11read_imagef14ocl_image2d_roDv2_i(ptr addrspace(1), <2 x i32>) #0\n";
        let out = for_machine(text);
        let name = "_Z11read_imagef14ocl_image2d_roDv2_i";
        assert!(out.contains(&format!(
            "declare <4 x float> @{name}(ptr addrspace(4), <2 x i32>)\n"
        )));
        assert!(out.contains(&format!(
            "define internal <4 x float> @wavetank.{name}(ptr addrspace(1) %a0, <2 x i32> %a1)"
        )));
        assert!(!out.contains("#0"));
    }
}
