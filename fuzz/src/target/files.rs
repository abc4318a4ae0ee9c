//! Files that kernel files name: arrays and images.

use super::{Target, collect, contents};
use kernel::{Array, Files, NoFiles, Options, Shape, Type, npy};
use source::SourceFile;
use std::collections::BTreeMap;
use wavetank::archs;

pub fn all() -> Vec<Box<dyn Target>> {
    vec![Box::new(Npy), Box::new(Pgm), Box::new(Header)]
}

const TYPES: [Type; 5] = [Type::F32, Type::U8, Type::I16, Type::U64, Type::F64];

struct Npy;

impl Target for Npy {
    fn name(&self) -> String {
        "npy".into()
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        let of = |ty: Type| {
            npy::write(&Array {
                ty,
                shape: Shape::new([2, 3]),
                data: vec![1; 6 * ty.size()],
            })
        };
        let mut columns = b"\x93NUMPY\x01\x00\x40\x00".to_vec();
        columns.extend(b"{'descr': '>i2', 'fortran_order': True, 'shape': (2, 3), }     \n");
        columns.extend([0; 12]);
        let mut seeds: Vec<Vec<u8>> = TYPES.map(of).into();
        seeds.push(columns);
        seeds.extend(
            ["examples", "corpus"]
                .map(|f| contents(collect(f, ".npy")))
                .concat(),
        );
        seeds
    }

    /// What is read is written such that it is read again.
    fn run(&self, input: &[u8]) -> Result<(), String> {
        let Ok(read) = npy::read(input) else {
            return Ok(());
        };
        for ty in TYPES {
            let _ = read.holds(ty);
            let Ok(array) = read.to_array(ty) else {
                continue;
            };
            let written = npy::write(&array);
            let again = npy::read(&written).and_then(|read| read.to_array(ty));
            if again.as_ref() != Ok(&array) {
                return Err(format!("an array of {ty} is not what was written"));
            }
        }
        Ok(())
    }
}

struct Pgm;

impl Target for Pgm {
    fn name(&self) -> String {
        "pgm".into()
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        vec![
            b"P2 # two by two\n2 2 4\n0 1 2 4\n".to_vec(),
            b"P5 2 2 65535\n\0\0\0\xff\x80\0\xff\xff".to_vec(),
            b"P5\n2 2\n255\n\x01\x02\x03\x04".to_vec(),
        ]
    }

    fn run(&self, input: &[u8]) -> Result<(), String> {
        let files: BTreeMap<String, Vec<u8>> = [("i.pgm".into(), input.to_vec())].into();
        header("---\nt: tex2d[2,2] = file(\"i.pgm\")\n---\n", &files);
        Ok(())
    }
}

/// Headers of kernel files alone, with files beside them.
struct Header;

impl Target for Header {
    fn name(&self) -> String {
        "header".into()
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        let mut seeds = contents(collect("crates/kernel/tests/data", ".kernel"));
        seeds.extend(contents(collect("examples", ".flux")));
        seeds
    }

    fn run(&self, input: &[u8]) -> Result<(), String> {
        header(&String::from_utf8_lossy(input), &NoFiles);
        Ok(())
    }
}

fn header(text: &str, files: &dyn Files) {
    let file = SourceFile::new("fuzz.flux", text);
    for arch in archs() {
        if let Err(problems) = kernel::parse(&file, arch.schema(), &Options::default(), files) {
            let error = wavetank::Error::input(&file, problems);
            drop(wavetank::render::error(&error, false));
        }
    }
}
