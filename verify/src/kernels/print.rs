//! How functions and statements are written down.

use super::expr::Signature;
use super::program::{Function, Stmt};
use super::types::Base;
use std::fmt::Write as _;

impl Function {
    pub fn print(&self, text: &mut String) {
        let Signature {
            name,
            result,
            params,
        } = &self.signature;
        let attribute = match self.inline {
            true => "",
            false => "__attribute__((noinline)) ",
        };
        let _ = write!(text, "static {attribute}{} {name}(", result.name());
        for (i, ty) in params.iter().enumerate() {
            let comma = if i > 0 { ", " } else { "" };
            let _ = write!(text, "{comma}{} q{i}", ty.name());
        }
        text.push_str(
            ") {\n    int i0 = 0, i1 = 0, i2 = 0, i3 = 0, n0 = 0, n1 = 0, n2 = 0, n3 = 0;\n",
        );
        let zero = match result.base {
            Base::Float(_) => format!("real(({})0)", result.unsigned().name()),
            _ => format!("({})0", result.name()),
        };
        let _ = writeln!(text, "    {} r = {zero};", result.name());
        debug_assert!(self.vars.iter().any(|var| var.name == "r"));
        print_block(&self.body, 1, text);
        text.push_str("    return ");
        self.result.print(text);
        text.push_str(";\n}\n");
    }
}

pub fn print_block(block: &[Stmt], indent: usize, text: &mut String) {
    let margin = "    ".repeat(indent);
    for stmt in block {
        *text += &margin;
        match stmt {
            Stmt::Line(node) => {
                node.print(text);
                text.push('\n');
            }
            Stmt::If(condition, yes, no) => {
                text.push_str("if (");
                condition.print(text);
                text.push_str(") {\n");
                print_block(yes, indent + 1, text);
                if !no.is_empty() {
                    let _ = writeln!(text, "{margin}}} else {{");
                    print_block(no, indent + 1, text);
                }
                let _ = writeln!(text, "{margin}}}");
            }
            Stmt::Loop(head, body) => {
                head.print(text);
                text.push_str(" {\n");
                print_block(body, indent + 1, text);
                let _ = writeln!(text, "{margin}}}");
            }
            Stmt::Switch(on, cases) => {
                text.push_str("switch (");
                on.print(text);
                text.push_str(" & 3u) {\n");
                for (number, (case, ends)) in cases.iter().enumerate() {
                    let _ = match number {
                        3 => writeln!(text, "{margin}default:"),
                        _ => writeln!(text, "{margin}case {number}:"),
                    };
                    print_block(case, indent + 1, text);
                    if *ends || number == 3 {
                        let _ = writeln!(text, "{margin}    break;");
                    }
                }
                let _ = writeln!(text, "{margin}}}");
            }
        }
    }
}
