//! The instruction sets that this build speaks: the only list of them. Their names, further names,
//! extensions and the languages they translate to are asked of each; file extensions, the header's
//! `isa =`, options, completions, the fuzzer and the tests all go through here.

use arch::Arch;
use source::{Diagnostic, SourceFile};

static ARCHS: &[&dyn Arch] = &[
    &amdgpu::RDNA3,
    &amdgpu::RDNA35,
    &amdgpu::RDNA4,
    &amdgpu::CDNA3,
    &amdgpu::CDNA4,
    &flux::Flux,
    &wave::Wave,
    &waves::Waves,
    &tile::TileExtension,
];

/// All of them, in the order of the documentation.
pub fn archs() -> &'static [&'static dyn Arch] {
    ARCHS
}

/// The one with this name or alias.
pub fn arch(name: &str) -> Option<&'static dyn Arch> {
    let called = |arch: &&&dyn Arch| {
        arch.name().eq_ignore_ascii_case(name)
            || arch
                .aliases()
                .iter()
                .any(|alias| alias.eq_ignore_ascii_case(name))
    };
    ARCHS.iter().find(called).copied()
}

/// The one with this name, or an error that says which there are.
pub fn find_arch(name: &str) -> Result<&'static dyn Arch, String> {
    arch(name).ok_or_else(|| {
        let hint = source::did_you_mean(name, names()).map(|hint| format!("; {hint}"));
        let hint = hint.unwrap_or_default();
        format!("{}{hint}; there are: {}", unknown(name), listed())
    })
}

/// The one that the header of a kernel file names; `None` where it names none.
pub(crate) fn arch_in_header(file: &SourceFile) -> Result<Option<&'static dyn Arch>, Diagnostic> {
    let Some((name, span)) = kernel::isa_name(file)? else {
        return Ok(None);
    };
    let found = arch(&name).ok_or_else(|| {
        Diagnostic::error("unknown-isa", unknown(&name))
            .label(span, "not an instruction set")
            .maybe_help(source::did_you_mean(&name, names()))
            .help(format!("the instruction sets are {}", listed()))
    });
    found.map(Some)
}

/// The one whose files end as this one does.
pub(crate) fn arch_by_extension(file: &str) -> Option<&'static dyn Arch> {
    arch(file.rsplit_once('.')?.1)
}

fn names() -> impl Iterator<Item = &'static str> {
    ARCHS.iter().map(|arch| arch.name())
}

fn listed() -> String {
    names().collect::<Vec<_>>().join(", ")
}

fn unknown(name: &str) -> String {
    format!("there is no instruction set called `{name}`")
}
