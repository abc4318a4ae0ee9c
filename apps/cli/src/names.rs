//! What can stand for a NAME on the command line, as the registry of instruction sets has it.

use clap::builder::PossibleValuesParser;
use wavetank::{Arch, archs, conformance};

/// Instruction sets, under all their names.
pub fn isas() -> PossibleValuesParser {
    let names = |arch: &&'static dyn Arch| [&[arch.name()], arch.aliases()].concat();
    PossibleValuesParser::new(archs().iter().flat_map(names))
}

/// Languages that some instruction set is translated to.
pub fn languages() -> PossibleValuesParser {
    PossibleValuesParser::new(each(|arch| arch.targets()))
}

/// Specifications that have a conformance suite.
pub fn suites() -> PossibleValuesParser {
    PossibleValuesParser::new(conformance::suites())
}

/// The help of `--ext`.
pub fn extensions() -> String {
    let all = archs().iter().filter(|arch| !arch.extensions().is_empty());
    let all = all.map(|arch| format!("{}: {}", arch.name(), arch.extensions().join(", ")));
    let all: Vec<_> = all.collect();
    format!(
        "Switch an extension of the instruction set on ({})",
        all.join("; ")
    )
}

/// The help of `--memory`.
pub fn memory_modes() -> String {
    let strict = archs().iter().filter(|arch| arch.strict());
    let strict: Vec<_> = strict.map(|arch| arch.name()).collect();
    format!(
        "When results of outstanding operations arrive ({}: strict, all others: eager)",
        strict.join(", ")
    )
}

/// What the instruction sets say, each thing once.
fn each(of: impl Fn(&dyn Arch) -> &'static [&'static str]) -> Vec<&'static str> {
    let mut all: Vec<_> = archs().iter().flat_map(|arch| of(*arch)).copied().collect();
    all.sort_unstable();
    all.dedup();
    all
}
