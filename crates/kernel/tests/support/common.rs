//! What the tests share: a schema with one of everything, files in memory, plain rendering.
#![allow(dead_code)]

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use kernel::{Array, Bindings, Key, KeyKind, Schema, Shape, Type, npy};
use source::{Diagnostic, SourceFile};

pub const SCHEMA: Schema = Schema {
    isa: "flux",
    default_wave: 32,
    wave_sizes: &[32, 64],
    max_workgroup: 1024,
    keys: &[
        Key {
            name: "lds",
            kind: KeyKind::Integer { min: 0, max: 65536 },
            doc: "bytes",
        },
        Key {
            name: "simd",
            kind: KeyKind::OneOf(&[1, 4]),
            doc: "components",
        },
        Key {
            name: "abi",
            kind: KeyKind::Word(&["sim", "hsa"]),
            doc: "where arguments go",
        },
        Key {
            name: "strict",
            kind: KeyKind::Boolean,
            doc: "late loads",
        },
        Key {
            name: "title",
            kind: KeyKind::Text,
            doc: "a name",
        },
    ],
    bindings: Some(Bindings {
        prefix: "R",
        first: 1,
        last: 31,
        variables: &["tid", "bid", "gid", "lane", "warp"],
    }),
    textures: true,
};

pub fn files() -> BTreeMap<String, Vec<u8>> {
    let floats: Vec<u8> = (0..4)
        .flat_map(|n| (n as f32 + 0.5).to_le_bytes())
        .collect();
    let matrix = Array {
        ty: Type::F32,
        shape: Shape::new([2, 2]),
        data: floats.clone(),
    };
    let records = b"\x93NUMPY\x01\x00\x20\x00{'descr': [('a', '<f4')], }     ";
    let fortran = b"{'descr': '>i2', 'fortran_order': True, 'shape': (2, 3), }     \n";
    let mut columns = b"\x93NUMPY\x01\x00\x40\x00".to_vec();
    columns.extend_from_slice(fortran);
    columns.extend([1i16, 4, 2, 5, 3, 6].iter().flat_map(|n| n.to_be_bytes()));
    let mut cut = npy::write(&matrix);
    cut.truncate(cut.len() - 3);
    [
        ("bytes.bin", (0..16).collect()),
        ("floats.bin", floats),
        ("matrix.npy", npy::write(&matrix)),
        ("columns.npy", columns),
        ("cut.npy", cut),
        ("text.npy", b"hello".to_vec()),
        ("records.npy", records.to_vec()),
        ("grey.pgm", b"P2 # two by two\n2 2 4\n0 1 2 4\n".to_vec()),
        (
            "deep.pgm",
            b"P5 2 2 65535\n\0\0\0\xff\x80\0\xff\xff".to_vec(),
        ),
    ]
    .map(|(name, bytes)| (name.to_string(), bytes))
    .into()
}

/// `file:line:col: severity[code]: message`, then labels and help, one a line.
pub fn render(file: &SourceFile, problems: &[Diagnostic]) -> String {
    let mut text = String::new();
    for problem in problems {
        let place = |span: source::Span| {
            let place = file.place(span.start);
            format!("{}:{}", place.line, place.column)
        };
        let at = problem.span().map_or("-".to_string(), place);
        let _ = writeln!(
            text,
            "{}:{at}: error[{}]: {}",
            file.name(),
            problem.code,
            problem.message
        );
        for label in &problem.labels {
            let marked = file.slice(label.span);
            let _ = writeln!(text, "    {} `{marked}` {}", place(label.span), label.text);
        }
        for help in &problem.help {
            let _ = writeln!(text, "    help: {help}");
        }
    }
    text
}

/// Every file of `tests/data/FOLDER`, by name.
pub fn data(folder: &str) -> Vec<(String, SourceFile)> {
    let path: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(folder);
    let mut files: Vec<_> = std::fs::read_dir(path)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let stem = path.file_stem().unwrap().to_str().unwrap().to_string();
            let name = path.file_name().unwrap().to_str().unwrap();
            (
                stem,
                SourceFile::new(name, std::fs::read_to_string(&path).unwrap()),
            )
        })
        .collect();
    files.sort_by(|a, b| a.0.cmp(&b.0));
    assert!(!files.is_empty());
    files
}
