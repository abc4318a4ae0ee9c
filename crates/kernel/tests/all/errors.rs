//! What people see when a header is wrong: every file of `data/fail` beside its messages.

use crate::common::{SCHEMA, data, files, render};
use kernel::{Options, Schema, parse, parse_arg_spec, parse_set};
use source::SourceFile;

#[test]
fn every_error_names_its_place_and_a_way_out() {
    for (name, file) in data("fail") {
        let problems = parse(&file, &SCHEMA, &Options::default(), &files()).unwrap_err();
        insta::assert_snapshot!(name, render(&file, &problems));
    }
}

#[test]
fn an_isa_without_extras_says_so() {
    let file = SourceFile::new(
        "plain",
        "---\nR5 = 1\nt: tex2d[2,2]\nwave = 64\nlds = 5\n---\n",
    );
    let problems = parse(&file, &Schema::PLAIN, &Options::default(), &kernel::NoFiles).unwrap_err();
    insta::assert_snapshot!("plain", render(&file, &problems));
}

#[test]
fn the_command_line_has_errors_too() {
    let mut text = String::new();
    let header = SourceFile::new("set", "---\nlet N = 1\nlet count = 2\n---\n");
    for name in ["M", "cuont"] {
        let set = vec![(name.to_string(), kernel::Constant::Int(1))];
        let options = Options {
            set,
            ..Options::default()
        };
        text += &render(
            &header,
            &parse(&header, &SCHEMA, &options, &files()).unwrap_err(),
        );
    }
    for set in ["N", "=5", "N=", "N=M", "N=1/0", "N=5 6", "N=@", ""] {
        text += &render(&SourceFile::new("--set", set), &parse_set(set).unwrap_err());
    }
    for arg in [
        "a",
        "a=",
        "a=f33",
        "a=f32[4]:arange(5)",
        "f32[N]",
        "f32:1 2",
        "u8[1<<40]",
        "",
    ] {
        let problems = parse_arg_spec(arg, &Options::default(), &files()).unwrap_err();
        text += &render(&SourceFile::new("--arg", arg), &problems);
    }
    insta::assert_snapshot!("command_line", text);
}
