//! What the compiler of OpenCL C and HIP is told.

use clap::Args;
use compile::CompilerOptions;
use std::path::Path;
use wavetank::Error;

/// Where help lists them.
const HEADING: &str = "Options for .cl and .hip files";

/// Options for `.cl` and `.hip` files.
#[derive(Args, Clone, Default)]
pub struct CompileArgs {
    /// Define a macro
    #[arg(help_heading = HEADING, short = 'D', value_name = "NAME[=VALUE]")]
    pub define: Vec<String>,
    /// Look for headers in this folder
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
        if let Some(word) = words.first()
            && !compiled
        {
            let path = path.display();
            let message = format!(
                "{word}: {path} is not compiled; -D, -I, -O, -std and -m are for .cl and .hip files"
            );
            return Err(Error::Plain(message));
        }
        CompilerOptions::from_words(words.iter().map(String::as_str)).map_err(Error::Plain)
    }
}
