//! The instruction sets that this build speaks.

use arch::Arch;

static ARCHS: &[&dyn Arch] = &[
    &amdgpu::RDNA3,
    &amdgpu::RDNA35,
    &amdgpu::RDNA4,
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
        let names = || ARCHS.iter().map(|arch| arch.name());
        let hint = source::did_you_mean(name, names()).map(|hint| format!("; {hint}"));
        format!(
            "there is no instruction set called `{name}`{}; there are: {}",
            hint.unwrap_or_default(),
            names().collect::<Vec<_>>().join(", ")
        )
    })
}
