//! How results look.

use kernel::{Array, Constant, Shape, Style, Type, to_json, to_text};

fn counting(ty: Type, dims: &[u64]) -> Array {
    let shape = Shape::new(dims);
    let mut data = vec![];
    for i in 0..shape.count().unwrap() {
        ty.push(Constant::Int(i.into()), &mut data).unwrap();
    }
    Array { ty, shape, data }
}

#[test]
fn arrays_print_in_rows_and_long_ones_lose_their_middle() {
    let shapes: [&[u64]; 7] = [&[], &[5], &[40], &[1000], &[2, 40], &[100, 3], &[3, 2, 2]];
    let mut text = String::new();
    for shape in shapes {
        text += &to_text("out_x", &counting(Type::F32, shape), Style::Abridged);
    }
    text += &to_text("out_y", &counting(Type::I32, &[20, 1, 2]), Style::Abridged);
    text += &to_text("out_z", &counting(Type::U16, &[2, 40]), Style::Full);
    let mut thirds = counting(Type::F64, &[7]);
    thirds.data = (0..7)
        .flat_map(|i| (f64::from(i) / 3.0).to_le_bytes())
        .collect();
    text += &to_text("out_t", &thirds, Style::Abridged);
    insta::assert_snapshot!("text", text);
}

#[test]
fn lines_fit_the_width_that_there_is() {
    for (ty, shape) in [
        (Type::F32, &[5][..]),
        (Type::I32, &[1000]),
        (Type::U16, &[4, 31]),
        (Type::F64, &[2, 3, 8]),
    ] {
        let array = counting(ty, shape);
        for width in [30, 40, 80, 120] {
            let text = to_text("out_x", &array, Style::Within(width));
            let longest = text.lines().skip(1).map(str::len).max().unwrap_or(0);
            assert!(longest <= width, "{longest} in {width}:\n{text}");
            let abridged = to_text("out_x", &array, Style::Abridged);
            let fits = abridged.lines().all(|line| line.len() <= width);
            assert!(!fits || text == abridged, "{abridged}\n{text}");
        }
    }
}

#[test]
fn floats_print_in_their_own_precision() {
    let check = |ty: Type, values: &[f64], text: &str| {
        let mut data = vec![];
        for &x in values {
            ty.push(Constant::Float(x), &mut data).unwrap();
        }
        let array = Array {
            ty,
            shape: Shape::new([values.len() as u64]),
            data,
        };
        assert_eq!(
            to_text("", &array, Style::Full),
            format!(": {ty}[{}] = {text}\n", values.len())
        );
    };
    let tenths = [0.1, 0.2, 0.3];
    check(Type::F16, &tenths, "0.1, 0.2, 0.3");
    check(Type::Bf16, &tenths, "0.1, 0.2, 0.3");
    check(Type::F32, &tenths, "0.1, 0.2, 0.3");
    check(Type::F64, &[0.1 + 0.2], "0.30000000000000004");
    check(
        Type::F32,
        &[-0.0, 1e-10, 1e20, f64::NAN, -f64::INFINITY],
        "-0.0, 1e-10, 1e20, nan, -inf",
    );
}

#[test]
fn json_is_exact() {
    let json = |ty: Type, bytes: &[u8]| {
        let count = (bytes.len() / ty.size()) as u64;
        to_json(&Array {
            ty,
            shape: Shape::new([count]),
            data: bytes.to_vec(),
        })
        .to_string()
    };
    assert_eq!(
        json(Type::U64, &u64::MAX.to_le_bytes()),
        r#"{"type":"u64","shape":[1],"data":[18446744073709551615]}"#
    );
    assert_eq!(
        json(Type::I64, &i64::MIN.to_le_bytes()),
        r#"{"type":"i64","shape":[1],"data":[-9223372036854775808]}"#
    );
    let floats: Vec<u8> = [
        0.1f32,
        f32::NAN,
        f32::INFINITY,
        f32::NEG_INFINITY,
        -0.0,
        3.0,
    ]
    .iter()
    .flat_map(|x| x.to_le_bytes())
    .collect();
    assert_eq!(
        json(Type::F32, &floats),
        r#"{"type":"f32","shape":[6],"data":[0.1,"nan","inf","-inf",-0.0,3.0]}"#
    );
    // The largest, and pi: as doubles they are what the array holds, not what is short in the type.
    assert_eq!(
        json(Type::F16, &0x7bff_u16.to_le_bytes()),
        r#"{"type":"f16","shape":[1],"data":[65504.0]}"#
    );
    assert_eq!(
        json(Type::Bf16, &0x4049_u16.to_le_bytes()),
        r#"{"type":"bf16","shape":[1],"data":[3.140625]}"#
    );
}
