//! What the compiler of OpenCL C and HIP is told.

use clap::Args;
use compile::{CompilerOptions, Confinement};
use std::path::{Path, PathBuf};
use wavetank::Error;

/// Where help lists them.
const HEADING: &str = "Options for .cl and .hip files";

/// What the files that an input names may be, and what assembly is told.
#[derive(Args, Clone, Default)]
pub struct ReadArgs {
    /// Let the file read what it names below this path as well
    #[arg(long, value_name = "PATH")]
    pub allow_path: Vec<PathBuf>,
    /// Run compilers of OpenCL C without a sandbox: for files that you trust
    #[arg(long)]
    pub no_sandbox: bool,
    /// Define a symbol before the first line of assembly
    #[arg(long, value_name = "NAME=VALUE")]
    pub defsym: Vec<String>,
}

impl ReadArgs {
    /// How far compilers are trusted.
    pub fn confinement(&self) -> Confinement {
        match self.no_sandbox {
            true => Confinement::None,
            false => Confinement::Sandbox,
        }
    }

    /// The symbols that assembly finds defined.
    pub fn symbols(&self) -> Result<Vec<(String, i128)>, Error> {
        let symbol = |text: &String| {
            let (name, value) = text.split_once('=')?;
            Some((name.to_string(), isa_number(value)?))
        };
        let wrong = |text: &String| {
            let message = format!("--defsym {text}: expected NAME=VALUE, such as WIDTH=0x20");
            Error::Plain(message)
        };
        let all = self.defsym.iter();
        all.map(|text| symbol(text).ok_or_else(|| wrong(text)))
            .collect()
    }
}

/// An integer as assembly has it.
fn isa_number(text: &str) -> Option<i128> {
    let (digits, negative) = match text.strip_prefix('-') {
        Some(digits) => (digits, true),
        None => (text, false),
    };
    let lower = digits.to_ascii_lowercase();
    let value = match (lower.strip_prefix("0x"), lower.strip_prefix("0b")) {
        (Some(digits), _) => u64::from_str_radix(digits, 16),
        (_, Some(digits)) => u64::from_str_radix(digits, 2),
        _ if lower.len() > 1 && lower.starts_with('0') => u64::from_str_radix(&lower, 8),
        _ => lower.parse(),
    };
    let value = i128::from(value.ok()?);
    let value = if negative { -value } else { value };
    (value >= i64::MIN.into()).then_some(value)
}

/// Options for `.cl` and `.hip` files.
#[derive(Args, Clone, Default)]
pub struct CompileArgs {
    /// Define a macro
    #[arg(help_heading = HEADING, short = 'D', value_name = "NAME[=VALUE]")]
    pub define: Vec<String>,
    /// Look for headers in this folder; assembly also for what `.include` and `.incbin` name
    #[arg(help_heading = HEADING, short = 'I', value_name = "DIR")]
    pub include: Vec<String>,
    /// Optimise so far: 0 to 3; 2 without it
    #[arg(help_heading = HEADING, short = 'O', value_name = "LEVEL", value_parser = ["0", "1", "2", "3"])]
    pub optimise: Option<String>,
    /// The version of the language, as in -std=CL1.2 or -std=c++20
    #[arg(help_heading = HEADING, long = "std", value_name = "VERSION")]
    pub standard: Option<String>,
    /// An option of the machine: -mwavefrontsize64, -mcumode
    #[arg(help_heading = HEADING, short = 'm', value_name = "OPTION")]
    pub machine: Vec<String>,
}

impl CompileArgs {
    /// As the compiler takes them, for a file that it compiles, for waves of so many lanes.
    pub fn options(&self, path: &Path, wave: Option<u32>) -> Result<CompilerOptions, Error> {
        let with = |flag: &str, values: &[String]| -> Vec<String> {
            values
                .iter()
                .map(|value| format!("{flag}{value}"))
                .collect()
        };
        let mut words = with("-D", &self.define);
        words.extend(with("-I", &self.include));
        words.extend(self.optimise.iter().map(|level| format!("-O{level}")));
        words.extend(
            self.standard
                .iter()
                .map(|version| format!("-cl-std={version}")),
        );
        words.extend(with("-m", &self.machine));
        let extension = path.extension().and_then(std::ffi::OsStr::to_str);
        let compiled = matches!(extension, Some("cl" | "hip"));
        if compiled && wave == Some(64) {
            words.push("-mwavefrontsize64".into());
        }
        let mut others = words.iter().filter(|word| !word.starts_with("-I"));
        if let Some(word) = others.next()
            && !compiled
        {
            let path = path.display();
            let message = format!(
                "{word}: {path} is not compiled; -D, -O, -std and -m are for .cl and .hip files"
            );
            return Err(Error::Plain(message));
        }
        CompilerOptions::from_words(words.iter().map(String::as_str)).map_err(Error::Plain)
    }
}
