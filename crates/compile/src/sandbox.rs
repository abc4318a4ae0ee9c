//! What a compiler can reach: on Linux Landlock confines it to the folders that it is given, the
//! system's headers and libraries, and a temporary folder to write to. Other systems have nothing
//! of the kind that needs no rights to set up.

use std::path::{Path, PathBuf};

/// What a confined thread, and all that it starts, may still reach.
pub(crate) struct Reach<'a> {
    /// Files and folders to read.
    pub readable: &'a [PathBuf],
    /// What belongs to the compiler, to read and to run.
    pub compiler: &'a [PathBuf],
    /// The only folder to write to.
    pub scratch: &'a Path,
}

/// Where systems have libraries, headers and what a dynamic linker needs.
const SYSTEM: &[&str] = &[
    "/lib",
    "/lib32",
    "/lib64",
    "/usr/lib",
    "/usr/lib32",
    "/usr/lib64",
    "/usr/libexec",
    "/usr/include",
    "/usr/share/clc",
    "/usr/local/lib",
    "/usr/local/include",
    "/usr/local/share/clc",
    "/etc/ld.so.cache",
    "/etc/ld.so.preload",
    "/nix/store",
    "/dev/urandom",
];

#[cfg(target_os = "linux")]
mod landlock_rules {
    use super::{Reach, SYSTEM};
    use landlock::{
        ABI, Access, AccessFs, AccessNet, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetError,
        RulesetStatus, Scope, path_beneath_rules,
    };

    /// The newest that is known here; the crate takes what the kernel has of it.
    const NEWEST: ABI = ABI::V6;

    /// Confines this thread. It must be one that does nothing else afterwards.
    pub fn confine(reach: &Reach<'_>) -> Result<bool, RulesetError> {
        let read = AccessFs::ReadFile | AccessFs::ReadDir;
        let status = Ruleset::default()
            .handle_access(AccessFs::from_all(NEWEST))?
            .handle_access(AccessNet::from_all(NEWEST))?
            .scope(Scope::from_all(NEWEST))?
            .create()?
            .add_rules(path_beneath_rules(SYSTEM, AccessFs::from_read(NEWEST)))?
            .add_rules(path_beneath_rules(
                reach.compiler,
                AccessFs::from_read(NEWEST),
            ))?
            .add_rules(path_beneath_rules(reach.readable, read))?
            .add_rules(path_beneath_rules(
                ["/dev/null"],
                AccessFs::ReadFile | AccessFs::WriteFile,
            ))?
            .add_rules(path_beneath_rules(
                [reach.scratch],
                AccessFs::from_all(NEWEST) & !AccessFs::Execute,
            ))?
            .restrict_self()?;
        Ok(status.ruleset != RulesetStatus::NotEnforced)
    }
}

/// Confines this thread and what it starts; false where the system cannot.
#[cfg(target_os = "linux")]
pub(crate) fn confine(reach: &Reach<'_>) -> Result<bool, String> {
    landlock_rules::confine(reach).map_err(|error| error.to_string())
}

/// Confines this thread and what it starts; false where the system cannot.
#[cfg(not(target_os = "linux"))]
pub(crate) fn confine(_: &Reach<'_>) -> Result<bool, String> {
    Ok(false)
}

/// Whether this system can confine a compiler: tried once, on a thread that ends at once.
pub(crate) fn is_available() -> bool {
    static AVAILABLE: std::sync::OnceLock<bool> = std::sync::OnceLock::new();
    *AVAILABLE.get_or_init(|| {
        let tried = std::thread::spawn(|| {
            confine(&Reach {
                readable: &[],
                compiler: &[],
                scratch: Path::new("/dev/null"),
            })
        });
        matches!(tried.join(), Ok(Ok(true)))
    })
}
