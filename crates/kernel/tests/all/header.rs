//! Headers that are right, and everything they say: the files of `data/good`.

use std::fmt::Write;

use crate::common::{SCHEMA, data, files, render};
use kernel::{
    Array, BindingSymbol, Constant, KernelFile, Options, Style, Type, isa_name, parse,
    parse_arg_spec, parse_set, to_text,
};
use source::SourceFile;

fn read(file: &SourceFile, options: &Options) -> KernelFile {
    parse(file, &SCHEMA, options, &files())
        .unwrap_or_else(|problems| panic!("{}", render(file, &problems)))
}

fn read_text(text: &str, options: &Options) -> KernelFile {
    read(
        &SourceFile::new("test", format!("---\n{text}\n---\n")),
        options,
    )
}

#[test]
fn headers_mean_what_they_say() {
    for (name, file) in data("good") {
        insta::assert_snapshot!(name, describe(&file, &read(&file, &Options::default())));
    }
}

fn describe(file: &SourceFile, kernel: &KernelFile) -> String {
    let mut text = String::new();
    let _ = writeln!(
        text,
        "isa: {:?}",
        isa_name(file).unwrap().map(|(name, _)| name)
    );
    for arg in &kernel.args {
        text += &to_text(&arg.name, &arg.array, Style::Full);
    }
    let outputs: Vec<&str> = kernel
        .args
        .iter()
        .filter(|arg| arg.is_output)
        .map(|arg| arg.name.as_str())
        .collect();
    let _ = writeln!(text, "outputs: {outputs:?}");
    for texture in &kernel.textures {
        let _ = writeln!(text, "after {} arguments:", texture.args_before);
        text += &to_text(&texture.name, &texture.array, Style::Full);
    }
    for binding in &kernel.bindings {
        let value = binding.eval(|symbol| match symbol {
            BindingSymbol::Variable(i) => 10 * i as u64 + 5,
            BindingSymbol::Arg(i) => 1000 * i as u64,
            BindingSymbol::Texture(i) => 1_000_000 + i as u64,
        });
        let _ = writeln!(text, "R{} = {:?}", binding.register, value);
    }
    for key in &kernel.keys {
        let _ = writeln!(
            text,
            "{} = {:?} `{}`",
            key.name,
            key.value,
            file.slice(key.span)
        );
    }
    let _ = writeln!(text, "{:?}", kernel.launch);
    let _ = writeln!(
        text,
        "wave {} seed {} tol {:?}",
        kernel.wave, kernel.seed, kernel.tol
    );
    let _ = writeln!(text, "constants {:?}", kernel.constants);
    for expect in &kernel.expects {
        text += &to_text(&kernel.args[expect.arg].name, &expect.expected, Style::Full);
        let _ = writeln!(text, "    from `{}`", file.slice(expect.span));
    }
    let _ = writeln!(text, "body {:?}", file.slice(kernel.body));
    text
}

#[test]
fn the_command_line_overrides_constants_and_seed() {
    let text = "let N = 4\nlet M = N * 2\na: u8[M] = rand()\nseed = 3\nglobal = M";
    let set = vec![parse_set("N = 2 + 6").unwrap()];
    let changed = read_text(
        text,
        &Options {
            set,
            seed: Some(9),
            ..Options::default()
        },
    );
    assert_eq!(changed.constants["M"], Constant::Int(16));
    assert_eq!((changed.launch.global[0], changed.seed), (16, 9));
    let plain = read_text(text, &Options::default());
    assert_eq!((plain.launch.global[0], plain.seed), (8, 3));
    assert_ne!(plain.args[0].array.data, changed.args[0].array.data[..8]);
}

#[test]
fn an_override_replaces_even_an_expression_that_has_no_value() {
    let set = vec![("N".to_string(), Constant::Int(2))];
    let kernel = read_text(
        "let N = 1 / 0\na: u8[N]",
        &Options {
            set,
            ..Options::default()
        },
    );
    assert_eq!(kernel.args[0].array.data, [0, 0]);
}

#[test]
fn random_bytes_are_the_same_everywhere_and_in_any_order() {
    let kernel = read_text(
        "x: f32[2] = rand()\na: u32[2] = rand(0, 4294967296)\nn: f64[2] = randn()\n\
         h: f16[2] = rand()\nb: bf16[2] = rand()\ni: i32[4] = rand()\nseed = 1",
        &Options::default(),
    );
    let hex = |array: &Array| {
        array
            .data
            .iter()
            .map(|b| format!("{b:02x}"))
            .collect::<String>()
    };
    let bytes: Vec<String> = kernel
        .args
        .iter()
        .map(|arg| format!("{} {}", arg.name, hex(&arg.array)))
        .collect();
    insta::assert_snapshot!("random_bytes_of_seed_1", bytes.join("\n"));

    let reordered = read_text(
        "other: u8\nn: f64[2] = randn()\nx: f32[2] = rand()",
        &Options::default(),
    );
    assert_eq!(
        reordered.arg("x").unwrap().array,
        kernel.arg("x").unwrap().array
    );
    assert_eq!(
        reordered.arg("n").unwrap().array,
        kernel.arg("n").unwrap().array
    );
}

#[test]
fn a_header_may_ask_for_all_the_memory_there_is() {
    let options = Options {
        max_bytes: 8,
        ..Options::default()
    };
    let total: usize = read_text("a: u8[4]\nb: f32", &options)
        .args
        .iter()
        .map(|arg| arg.array.data.len())
        .sum();
    assert_eq!(total, 8);
}

#[test]
fn a_header_may_name_its_isa() {
    let check = |text: &str, isa: Option<&str>| {
        let found = isa_name(&SourceFile::new("a.x", text)).unwrap();
        assert_eq!(found.map(|(name, _)| name).as_deref(), isa, "{text}");
    };
    check("---\nisa = wave\n---\n", Some("wave"));
    check("---\nbad line @\n isa = tile # yes\n---\n", Some("tile"));
    check("isa = tile", None);
    check("", None);
    assert!(isa_name(&SourceFile::new("a.x", "---\nisa = 3\n---\n")).is_err());
}

#[test]
fn arguments_can_come_from_the_command_line() {
    let check = |spec: &str, name: &str, ty: Type, text: &str| {
        let arg = parse_arg_spec(spec, &Options::default(), &files()).unwrap();
        assert_eq!((arg.name.as_str(), arg.array.ty), (name, ty), "{spec}");
        assert_eq!(to_text("", &arg.array, Style::Abridged), text, "{spec}");
    };
    check(
        "a=f32[4]:arange(4)",
        "a",
        Type::F32,
        ": f32[4] = 0, 1, 2, 3\n",
    );
    // Without parentheses there is nothing for a shell to take apart.
    check("a=f32[4]:arange", "a", Type::F32, ": f32[4] = 0, 1, 2, 3\n");
    check("a=u8[2]:zeros", "a", Type::U8, ": u8[2] = 0, 0\n");
    check(
        "out_x = u8[2, 2]",
        "out_x",
        Type::U8,
        ": u8[2,2] =\n  0, 0,\n  0, 0\n",
    );
    check("i32:-5", "", Type::I32, ": i32 = -5\n");
    check("n=bf16[2]:1,2", "n", Type::Bf16, ": bf16[2] = 1, 2\n");
    check(
        "m=f32[2,2]:file(\"matrix.npy\")",
        "m",
        Type::F32,
        ": f32[2,2] =\n  0.5, 1.5,\n  2.5, 3.5\n",
    );
}

#[test]
fn a_decimal_rounds_to_its_type_once() {
    // Just above the middle of two neighbouring floats; by way of `f64` it would be the middle
    // and go to the even one.
    let kernel = read_text(
        "a: f32 = 1.00000017881393432617187500001",
        &Options::default(),
    );
    assert_eq!(kernel.args[0].array.data, 0x3f80_0002u32.to_le_bytes());
    let kernel = read_text(
        "a: f32 = 1.00000005960464477539062500001",
        &Options::default(),
    );
    assert_eq!(kernel.args[0].array.data, 0x3f80_0001u32.to_le_bytes());
}

#[test]
fn a_binding_that_has_no_value_says_where() {
    let kernel = read_text("R1 = 8 / tid", &Options::default());
    let error = kernel.bindings[0].eval(|_| 0).unwrap_err();
    assert_eq!(error.diagnostic().code, "division-by-zero");
    assert_eq!(kernel.bindings[0].eval(|_| 2), Ok(Constant::Int(4)));
}
