//! What `isa` takes.

use crate::names;
use clap::{Args, Subcommand};

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    wavetank isa list\n  wavetank isa list flux\n  wavetank isa show flux LOAD\n  wavetank isa coverage")]
pub struct IsaArgs {
    #[command(subcommand)]
    pub what: IsaCommand,
}

#[derive(Subcommand)]
pub enum IsaCommand {
    /// All instruction sets, or all instructions of one
    #[command(after_help = "Examples:\n  wavetank isa list\n  wavetank isa list wave --json")]
    List {
        #[arg(value_parser = names::isas(), ignore_case = true)]
        isa: Option<String>,
        #[arg(long)]
        json: bool,
    },
    /// One instruction: operands, encoding, meaning, example
    #[command(
        after_help = "Examples:\n  wavetank isa show v_add_f32_e64\n  wavetank isa show wave add.sat.s32\n  wavetank isa show rdna4"
    )]
    Show {
        /// The instruction, or the instruction set followed by the instruction
        #[arg(required = true, num_args = 1..=2, value_names = ["ISA", "NAME"])]
        names: Vec<String>,
        /// The instruction set
        #[arg(long, visible_alias = "target", value_name = "NAME", value_parser = names::isas(), ignore_case = true)]
        isa: Option<String>,
        #[arg(long)]
        json: bool,
    },
    /// What is assembled, disassembled and executed, per family
    #[command(
        after_help = "Examples:\n  wavetank isa coverage\n  wavetank isa coverage rdna3 --missing"
    )]
    Coverage {
        #[arg(value_parser = names::isas(), ignore_case = true)]
        isa: Option<String>,
        /// Name every instruction that is not executed
        #[arg(long)]
        missing: bool,
        #[arg(long)]
        json: bool,
    },
}
