//! HIP to a code object: the device side of a source, with clang and the headers and device libraries
//! that ROCm or a distribution has.

use crate::cache;
use crate::clang::{
    Compiled, DEPENDENCIES, Job, Output, Refused, Toolchain, as_operand, belongings, file_identity,
};
use crate::limits::CompilerLimits;
use crate::program::{dependencies, scratch, write, write_header};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The environment variable that names the folder in which `include/hip` lies.
const NAMED: &str = "ROCM_PATH";
const USUAL: &[&str] = &["/opt/rocm", "/usr"];
/// A header that every installation has.
const HEADER: &str = "include/hip/hip_version.h";
/// The library that every installation of device libraries has.
const LIBRARY: &str = "ocml.bc";

/// What messages and lines of the source call a program's text.
pub const HIP_NAME: &str = "program.hip";

/// A program as text.
#[derive(Clone, Copy, Debug)]
pub struct HipSource<'a> {
    /// HIP, without the headers that the language brings along.
    pub text: &'a str,
    /// Headers that it may include, by the names that it includes them by.
    pub headers: &'a [(String, String)],
    /// Options for the compiler, as it takes them.
    pub options: &'a [String],
}

/// Where HIP's headers and the device libraries are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rocm {
    root: PathBuf,
    libraries: PathBuf,
}

impl Rocm {
    /// What is installed, or what the environment names.
    pub fn find(compiler: &Path) -> Result<Rocm, String> {
        let named = std::env::var_os(NAMED).filter(|named| !named.is_empty());
        let places: Vec<PathBuf> = match &named {
            Some(named) => vec![named.into()],
            None => USUAL.iter().map(PathBuf::from).collect(),
        };
        let root = places.iter().find(|place| place.join(HEADER).is_file());
        let Some(root) = root else {
            let places: Vec<String> = places.iter().map(|it| it.display().to_string()).collect();
            return Err(format!(
                "compiling HIP needs its headers (libamdhip64-dev), and there is no {HEADER} in {}; the \
                 environment variable {NAMED} names another folder",
                places.join(", ")
            ));
        };
        let libraries = library_folders(root, compiler);
        let libraries = (libraries.into_iter()).find(|folder| folder.join(LIBRARY).is_file());
        let Some(libraries) = libraries else {
            return Err(format!(
                "compiling HIP needs device libraries (rocm-device-libs), and there is no {LIBRARY} below {}",
                root.display()
            ));
        };
        Ok(Rocm {
            root: root.clone(),
            libraries,
        })
    }

    /// What a compiler is told of it.
    pub fn args(&self) -> [String; 2] {
        [
            format!("--rocm-path={}", self.root.display()),
            format!("--rocm-device-lib-path={}", self.libraries.display()),
        ]
    }

    /// What changes when other headers or libraries are installed in the same place.
    fn identity(&self) -> String {
        let (header, library) = (self.root.join(HEADER), self.libraries.join(LIBRARY));
        file_identity(&header) + &file_identity(&library)
    }

    /// What it reads. Which version of HIP it is, clang takes from a file, and without it does not declare all
    /// that kernels can call.
    pub fn folders(&self) -> [PathBuf; 3] {
        [
            self.root.join("include"),
            self.root.join("share/hip"),
            self.libraries.clone(),
        ]
    }
}

/// Where libraries may be: in ROCm's own place, beside the compiler, or where distributions have them
/// for one of its versions.
fn library_folders(root: &Path, compiler: &Path) -> Vec<PathBuf> {
    let mut folders = vec![root.join("amdgcn/bitcode")];
    let real = compiler.canonicalize().unwrap_or_default();
    let own = real.parent().and_then(Path::parent);
    for lib in own.into_iter().map(|own| own.join("lib/clang")) {
        folders.extend(versions(&lib).map(|it| it.join("amdgcn/bitcode")));
    }
    for llvm in versions(&root.join("lib")).filter(|it| is_llvm(it)) {
        let clang = llvm.join("lib/clang");
        folders.extend(versions(&clang).map(|it| it.join("amdgcn/bitcode")));
    }
    folders
}

fn is_llvm(folder: &Path) -> bool {
    let name = folder.file_name().and_then(OsStr::to_str);
    name.is_some_and(|name| name.starts_with("llvm"))
}

/// What lies in a folder, the latest first.
fn versions(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut all: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    all.sort();
    all.into_iter().rev()
}

/// The device side for a processor, whose code object goes to a file.
pub(crate) fn arguments(rocm: &Rocm, processor: &str, output: &Path) -> Vec<String> {
    let mut args: Vec<String> = ["-x", "hip", "--cuda-device-only", "--no-gpu-bundle-output"]
        .map(String::from)
        .into();
    args.extend(rocm.args());
    args.extend([
        format!("--offload-arch={processor}"),
        "-O3".into(),
        "-gline-tables-only".into(),
        "-fno-crash-diagnostics".into(),
        "-Wno-unused-command-line-argument".into(),
        "-o".into(),
        output.display().to_string(),
    ]);
    args
}

impl Job<'_> {
    /// Compiles the device side of a file in HIP.
    pub fn run_hip(&self, tools: &Toolchain) -> Result<Compiled, Refused> {
        let rocm = Rocm::find(&tools.compiler).map_err(Refused::Unavailable)?;
        let output = self.scratch.join("object");
        let mut command = Command::new(&tools.compiler);
        command.args(arguments(&rocm, self.processor, &output));
        if self.lists {
            let list = self.scratch.join(DEPENDENCIES);
            command.args(["-MD", "-MF"]).arg(list);
        }
        command
            .arg(format!("-ffile-prefix-map={}/=", self.scratch.display()))
            .args(self.options)
            .arg("--")
            .arg(as_operand(self.path))
            .env("TMPDIR", self.scratch);
        let mut own = belongings(&tools.compiler, None);
        own.extend(rocm.folders());
        let name = tools.compiler.display();
        let ended = self.confined_run(command, &own).map_err(|why| {
            Refused::Unavailable(format!("{name} cannot compile {}: it {why}", self.name))
        })?;
        let said = String::from_utf8_lossy(&ended.said);
        let said = said.replace(&format!("{}/", self.scratch.display()), "");
        let log = said.trim_end().to_string();
        if !ended.success {
            return Err(Refused::Source(log));
        }
        let bytes = std::fs::read(&output).map_err(|error| {
            Refused::Unavailable(format!("{name} wrote nothing for {}: {error}", self.name))
        })?;
        Ok(Compiled { bytes, log })
    }
}

/// Compiles a program that a host hands over, or finds it in the cache.
pub fn compile_hip(source: &HipSource<'_>, processor: &str) -> Result<Compiled, Refused> {
    let tools = Toolchain::find().map_err(Refused::Unavailable)?;
    let rocm = Rocm::find(&tools.compiler).map_err(Refused::Unavailable)?;
    let identity = tools.identity() + &rocm.identity();
    let mut parts: Vec<&[u8]> = vec![b"hip", identity.as_bytes(), processor.as_bytes()];
    parts.extend(source.options.iter().map(|option| option.as_bytes()));
    parts.extend([&b"--"[..], source.text.as_bytes()]);
    for (name, text) in source.headers {
        parts.extend([name.as_bytes(), text.as_bytes()]);
    }
    let key = cache::key(&parts);
    if let Some(found) = cache::find(&key) {
        return Ok(found);
    }
    let scratch = scratch()?;
    let folder = scratch.path();
    let path = folder.join(HIP_NAME);
    write(&path, source.text.as_bytes())?;
    let headers = folder.join("headers");
    for (name, text) in source.headers {
        write_header(&headers, name, text.as_bytes())?;
    }
    // Programs as text have the language's own header without asking for it.
    let mut options: Vec<String> = ["-include", "hip/hip_runtime.h"].map(String::from).into();
    options.push(format!("-I{}", headers.display()));
    options.extend(source.options.iter().cloned());
    let job = Job {
        name: HIP_NAME,
        path: &path,
        linked: &[],
        processor,
        options: &options,
        output: Output::Object,
        lists: true,
        readable: &[],
        scratch: folder,
        confined: false,
        limits: CompilerLimits::default(),
    };
    let compiled = job.run_hip(&tools)?;
    let listed = std::fs::read_to_string(folder.join(DEPENDENCIES)).unwrap_or_default();
    let outside: Vec<PathBuf> = (dependencies(&listed).into_iter())
        .filter(|path| !path.starts_with(folder))
        .collect();
    cache::insert(&key, &compiled, &outside);
    Ok(compiled)
}
