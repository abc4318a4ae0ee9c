//! What holds for every input: round trips, and that nothing panics or takes too much memory.

use crate::common::{SCHEMA, files, render};
use kernel::{
    Array, Constant, Options, Shape, Style, Type, isa_name, npy, parse, parse_arg_spec, parse_set,
    to_json, to_text,
};
use proptest::prelude::*;
use source::SourceFile;

fn array(shape: Vec<u64>) -> impl Strategy<Value = Array> {
    let shape = Shape::new(shape);
    let count = shape.count().unwrap() as usize;
    proptest::sample::select(&Type::ALL[..]).prop_flat_map(move |ty| {
        let shape = shape.clone();
        proptest::collection::vec(any::<u8>(), count * ty.size()).prop_map(move |data| Array {
            ty,
            shape: shape.clone(),
            data,
        })
    })
}

fn any_array() -> impl Strategy<Value = Array> {
    proptest::collection::vec(1..5u64, 0..4).prop_flat_map(array)
}

/// The same numbers, where NaN has one encoding only: text does not tell them apart.
fn plain_nan(array: &Array) -> Vec<u8> {
    let mut data = vec![];
    for bytes in array.elements() {
        match array.ty.read(bytes) {
            value @ Constant::Float(x) if x.is_nan() => array.ty.push(value, &mut data).unwrap(),
            _ => data.extend_from_slice(bytes),
        }
    }
    data
}

/// Reads what `to_text` printed as the header it looks like.
fn read_back(text: &str) -> Array {
    let file = SourceFile::new("printed", format!("---\n{text}---\n"));
    let kernel = parse(&file, &SCHEMA, &Options::default(), &files())
        .unwrap_or_else(|problems| panic!("{text}\n{}", render(&file, &problems)));
    kernel.args[0].array.clone()
}

proptest! {
    #[test]
    fn printed_arrays_read_back(array in any_array()) {
        let back = read_back(&to_text("x", &array, Style::Full));
        prop_assert_eq!(back.ty, array.ty);
        prop_assert_eq!(&back.shape, &array.shape);
        prop_assert_eq!(back.data, plain_nan(&array));
    }

    #[test]
    fn json_holds_the_same_numbers(array in any_array()) {
        let text = to_json(&array).to_string();
        let json: serde_json::Value = serde_json::from_str(&text).unwrap();
        prop_assert_eq!(json["type"].as_str(), Some(array.ty.name()));
        let mut data = vec![];
        for number in json["data"].as_array().unwrap() {
            let value = match (number, array.ty.is_float()) {
                (serde_json::Value::String(text), _) => Constant::Float(text.parse().unwrap()),
                (_, true) => Constant::Float(number.as_f64().unwrap()),
                (_, false) => Constant::Int(
                    number.as_u64().map(i128::from).or(number.as_i64().map(i128::from)).unwrap(),
                ),
            };
            array.ty.push(value, &mut data).unwrap();
        }
        prop_assert_eq!(data, plain_nan(&array));
    }

    #[test]
    fn npy_files_read_back(array in any_array()) {
        let bytes = npy::write(&array);
        prop_assert_eq!((bytes.len() - array.data.len()) % 64, 0);
        let back = npy::read(&bytes).unwrap().to_array(array.ty).unwrap();
        prop_assert_eq!(back, array);
    }

    #[test]
    fn broken_npy_files_are_errors(array in any_array(), cut in any::<prop::sample::Index>(), at in any::<prop::sample::Index>(), byte: u8) {
        let whole = npy::write(&array);
        let short = &whole[..cut.index(whole.len())];
        prop_assert!(npy::read(short).and_then(|npy| npy.to_array(array.ty)).is_err());
        let mut changed = whole.clone();
        let at = at.index(changed.len());
        changed[at] = byte;
        let _ = npy::read(&changed).and_then(|npy| npy.to_array(array.ty));
    }

    #[test]
    fn any_text_is_read_or_refused(text in ".*") {
        read_anything(&text);
    }

    #[test]
    fn any_header_is_read_or_refused(lines in proptest::collection::vec(line(), 0..12)) {
        read_anything(&format!("---\n{}\n---\nbody", lines.join("\n")));
    }
}

/// Something like a line of a header, often nearly right.
fn line() -> impl Strategy<Value = String> {
    const PIECES: &[&str] = &[
        "a",
        "b",
        "N",
        "let",
        "expect",
        "out_y",
        ":",
        "=",
        ",",
        "(",
        ")",
        "[",
        "]",
        "+",
        "-",
        "*",
        "/",
        "%",
        "&",
        "f32",
        "u8",
        "i64",
        "bf16",
        "f64",
        "tex2d",
        "arange",
        "repeat",
        "rand",
        "randn",
        "zeros",
        "file",
        "\"floats.bin\"",
        "\"matrix.npy\"",
        "\"grey.pgm\"",
        "0",
        "1",
        "2",
        "4",
        "0.5",
        "1e300",
        "-1",
        "0xff",
        "18446744073709551615",
        "inf",
        "nan",
        "local",
        "global",
        "wave",
        "seed",
        "tol",
        "lds",
        "simd",
        "abi",
        "R5",
        "tid",
        "#",
        ";",
        "\t",
        "é",
        "a: f32[4] = ",
        "out_y: u8[N,2] = ",
        "let N = ",
        "local = ",
        "expect out_y = ",
        "R20 = ",
    ];
    proptest::collection::vec(proptest::sample::select(PIECES), 0..10)
        .prop_map(|pieces| pieces.join(" "))
}

fn read_anything(text: &str) {
    let options = Options {
        max_bytes: 4096,
        ..Options::default()
    };
    let file = SourceFile::new("any.flux", text);
    let _ = isa_name(&file);
    let _ = parse_set(text);
    let _ = parse_arg_spec(text, &options, &files());
    match parse(&file, &SCHEMA, &options, &files()) {
        Ok(kernel) => {
            let args = kernel.args.iter().map(|arg| &arg.array);
            let textures = kernel.textures.iter().map(|texture| &texture.array);
            let mut total = 0;
            for array in args.chain(textures) {
                assert_eq!(array.len() as u64, array.shape.count().unwrap());
                total += array.data.len();
            }
            assert!(total <= 4096);
            for binding in &kernel.bindings {
                let _ = binding.eval(|_| u64::MAX);
            }
        }
        Err(problems) => {
            assert!(!problems.is_empty());
            for problem in &problems {
                let range = problem.span().unwrap_or_default().range();
                assert!(text.get(range).is_some(), "{problem:?}");
            }
        }
    }
}

#[test]
fn every_16_bit_float_reads_back_in_the_fewest_digits() {
    for ty in [Type::F16, Type::Bf16] {
        for bits in 0..=u16::MAX {
            let text = ty.show(&bits.to_le_bytes());
            let x: f64 = text.parse().unwrap();
            if x.is_nan() || x.is_infinite() {
                continue;
            }
            let stored = |x: f64| {
                let mut bytes = vec![];
                ty.push(Constant::Float(x), &mut bytes).ok().map(|()| bytes)
            };
            assert_eq!(
                stored(x),
                Some(bits.to_le_bytes().to_vec()),
                "{ty} {bits:#x} {text}"
            );
            // One digit less, rounded either way, is another number.
            let digits = format!("{x:e}")
                .split('e')
                .next()
                .unwrap()
                .replace(['.', '-'], "")
                .len();
            if digits > 1 {
                let step = 10f64.powi(2 - digits as i32 + x.abs().log10().floor() as i32);
                for shorter in [(x / step).floor() * step, (x / step).ceil() * step] {
                    assert_ne!(
                        stored(shorter),
                        stored(x),
                        "{ty} {bits:#x} {text} {shorter}"
                    );
                }
            }
        }
    }
}

#[test]
fn long_and_deep_expressions_need_no_stack() {
    let deep = "(".repeat(100_000);
    let minus = "-".repeat(100_001);
    let sum = "1+".repeat(100_000);
    let powers = "1*(".repeat(100_000);
    read_anything(&format!("---\na: i32 = {deep}\n---\n"));
    read_anything(&format!("---\na: i32 = {powers}\n---\n"));
    read_anything(&format!("---\nlocal = {deep}\n---\n"));
    let text = format!("---\na: i32[2] = {minus}5, {sum}1\nR1 = {sum}tid\n---\n");
    let kernel = parse(
        &SourceFile::new("long", text),
        &SCHEMA,
        &Options::default(),
        &files(),
    )
    .unwrap();
    let array = &kernel.args[0].array;
    assert_eq!(to_text("a", array, Style::Full), "a: i32[2] = -5, 100001\n");
    assert_eq!(kernel.bindings[0].eval(|_| 7), Ok(Constant::Int(100_007)));
}
