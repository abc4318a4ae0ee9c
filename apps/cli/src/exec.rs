//! `wavetank exec`: a program that uses OpenCL or HIP, with our drivers and no others.

use crate::args::ExecArgs;
use crate::out::{self, Exit, Outcome};
use serde_json::{Value, json};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use wavetank::{Error, Failure};

/// What the drivers are called.
const OPENCL: &str = "libwavetank_opencl.so";
const HIP: &str = "libamdhip64.so";
/// Names under which programs look for HIP's runtime and its compiler, which are one library here.
const HIP_NAMES: &[&str] = &[
    "libamdhip64.so",
    "libamdhip64.so.5",
    "libamdhip64.so.6",
    "libamdhip64.so.7",
    "libhiprtc.so",
    "libhiprtc.so.5",
    "libhiprtc.so.6",
    "libhiprtc.so.7",
];
/// The environment variable that names it where it is elsewhere.
const NAMED: &str = "WAVETANK_DRIVER";
/// Kernels that the summary names.
const SHOWN: usize = 12;
/// Kernels that are profiled.
const PROFILED: usize = 5;

pub fn exec(args: &ExecArgs) -> Outcome {
    let drivers = Drivers::find(args.driver.as_deref())?;
    if let Some(folder) = &args.record {
        let made = std::fs::create_dir_all(folder);
        made.map_err(|error| {
            Error::Plain(format!(
                "--record: cannot make {}: {error}",
                folder.display()
            ))
        })?;
    }
    let fail = |error: std::io::Error| Error::Plain(format!("cannot set the driver up: {error}"));
    let folder = tempfile::Builder::new()
        .prefix("wavetank")
        .tempdir()
        .map_err(fail)?;
    let report = folder.path().join("report");
    let places = drivers.set_up(folder.path()).map_err(fail)?;
    std::fs::write(&report, "").map_err(fail)?;

    let program = &args.program[0];
    let mut command = Command::new(program);
    command
        .args(&args.program[1..])
        .env("OCL_ICD_VENDORS", &places.vendors)
        .env("LD_LIBRARY_PATH", &places.libraries)
        .env_remove("OCL_ICD_FILENAMES")
        .env("WAVETANK_REPORT", &report);
    if let Some(devices) = &args.device {
        known_devices(devices)?;
        command.env("WAVETANK_DEVICE", devices);
    }
    if args.check {
        command.env("WAVETANK_CHECK", "1");
    }
    let again = args.profile || args.debug.is_some();
    let saved = match &args.record {
        // The program may go elsewhere.
        Some(folder) => Some(folder.canonicalize().map_err(fail)?),
        None if again => Some(folder.path().join("launches")),
        None => None,
    };
    if let Some(saved) = &saved {
        std::fs::create_dir_all(saved).map_err(fail)?;
        command.env("WAVETANK_RECORD", saved);
        if args.record.is_none() && args.debug.is_none() {
            command.env("WAVETANK_RECORD_ONCE", "1");
        }
    }
    if let Some(threads) = args.threads {
        command.env("WAVETANK_THREADS", threads.to_string());
    }
    let ended = command.status().map_err(|error| {
        let program = Path::new(program).display();
        Error::Plain(format!("cannot run {program}: {error}"))
    })?;
    let lines = std::fs::read_to_string(&report).unwrap_or_default();
    let launches = Launches::read(&lines);
    if !args.quiet && !args.json {
        out::note(&launches.summary());
    }
    if args.json {
        let mut object = launches.to_json();
        object["program_exit_code"] = json!(ended.code());
        out::data(&format!("{object}\n"))?;
    }
    if let Some(saved) = saved.filter(|_| again) {
        launches.look_again(args, &saved)?;
    }
    Ok(match ended.code() {
        // Ended by a signal.
        None => Exit::own(1),
        Some(0) if launches.findings() > 0 => Exit::of(Failure::Expectation),
        Some(0) if launches.traps() > 0 => Exit::of(Failure::Trap),
        Some(0) => Exit::DONE,
        Some(code) => Exit::own(code.into()),
    })
}

/// The drivers that there are.
struct Drivers {
    opencl: Option<PathBuf>,
    hip: Option<PathBuf>,
}

/// Where loaders are to look.
struct Places {
    vendors: PathBuf,
    libraries: OsString,
}

impl Drivers {
    /// Those that are named, or that are beside this program.
    fn find(named: Option<&Path>) -> Result<Drivers, Error> {
        let absolute = |path: &Path| path.canonicalize().ok().filter(|path| path.is_file());
        let in_environment = std::env::var_os(NAMED).map(PathBuf::from);
        for (named, by) in [(named, "--driver"), (in_environment.as_deref(), NAMED)] {
            let Some(named) = named else {
                continue;
            };
            let missing = || Error::Plain(format!("{by}: there is no file {}", named.display()));
            let found = absolute(named).ok_or_else(missing)?;
            let beside = |name: &str| absolute(&found.with_file_name(name));
            // Whichever of the two it is, the other may lie beside it.
            return Ok(match found.file_name().is_some_and(|name| name == HIP) {
                true => Drivers {
                    opencl: beside(OPENCL),
                    hip: Some(found),
                },
                false => Drivers {
                    hip: beside(HIP),
                    opencl: Some(found),
                },
            });
        }
        let own = std::env::current_exe().and_then(|path| path.canonicalize());
        let folder = own
            .ok()
            .and_then(|path| path.parent().map(Path::to_path_buf))
            .unwrap_or_default();
        let find = |name: &str| {
            let places = [folder.join(name), folder.join("../lib").join(name)];
            places.iter().find_map(|place| absolute(place))
        };
        let drivers = Drivers {
            opencl: find(OPENCL),
            hip: find(HIP),
        };
        if drivers.opencl.is_none() && drivers.hip.is_none() {
            return Err(Error::Plain(format!(
                "there is no {OPENCL} and no {HIP} beside this program, in {}: `cargo build --release \
                 -p wavetank-opencl -p wavetank-hip` builds them, and --driver names one where it is \
                 elsewhere",
                folder.display()
            )));
        }
        Ok(drivers)
    }

    /// Puts them where loaders look.
    fn set_up(&self, folder: &Path) -> std::io::Result<Places> {
        let vendors = folder.join("vendors");
        std::fs::create_dir(&vendors)?;
        if let Some(driver) = &self.opencl {
            let line = format!("{}\n", driver.display());
            std::fs::write(vendors.join("wavetank.icd"), line)?;
        }
        let usual = std::env::var_os("LD_LIBRARY_PATH").filter(|usual| !usual.is_empty());
        let mut libraries = OsString::new();
        #[cfg(unix)]
        if let Some(library) = &self.hip {
            let links = folder.join("lib");
            std::fs::create_dir(&links)?;
            for name in HIP_NAMES {
                std::os::unix::fs::symlink(library, links.join(name))?;
            }
            libraries.push(links);
        }
        if let Some(usual) = usual {
            if !libraries.is_empty() {
                libraries.push(":");
            }
            libraries.push(usual);
        }
        Ok(Places { vendors, libraries })
    }
}

fn known_devices(list: &str) -> Result<(), Error> {
    let known: Vec<&str> = wavetank::amd_host::chips().map(|chip| chip.name).collect();
    let mut names = list.split(',').map(str::trim).filter(|name| *name != "all");
    match names.find(|name| !known.contains(name)) {
        None => Ok(()),
        Some(unknown) => {
            let all = known.join(", ");
            Err(Error::Plain(format!(
                "--device: there is no `{unknown}`; there are {all}"
            )))
        }
    }
}

/// Runs a command of this program on a launch that was saved.
fn look(command: &str, saved: &Path, number: u64) -> Result<(), Error> {
    let begins = format!("{number:04}-");
    let is_it = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let kind = path.extension().unwrap_or_default().to_string_lossy();
        name.starts_with(&begins) && wavetank::arch(&kind).is_some()
    };
    let entries = std::fs::read_dir(saved).into_iter().flatten().flatten();
    let Some(file) = entries.map(|entry| entry.path()).find(is_it) else {
        return Err(Error::Plain(format!("launch {number} was not saved")));
    };
    let own = std::env::current_exe();
    let ran = own.and_then(|own| Command::new(own).arg(command).arg(&file).status());
    match ran {
        Ok(_) => Ok(()),
        Err(error) => Err(Error::Plain(format!("cannot {command} it: {error}"))),
    }
}

/// What the driver wrote about launches, a line for each.
struct Launches(Vec<Launch>);

struct Launch {
    number: u64,
    kernel: String,
    seconds: f64,
    instructions: u64,
    findings: u64,
    trapped: bool,
}

/// All launches of a kernel.
#[derive(Default)]
struct Total<'a> {
    kernel: &'a str,
    launches: u64,
    seconds: f64,
    instructions: u64,
}

impl Launches {
    fn read(lines: &str) -> Launches {
        let launch = |line: &str| {
            let value: Value = serde_json::from_str(line).ok()?;
            Some(Launch {
                number: value["number"].as_u64()?,
                kernel: value["kernel"].as_str()?.into(),
                seconds: value["seconds"].as_f64()?,
                instructions: value["instructions"].as_u64()?,
                findings: value["findings"].as_u64()?,
                trapped: value["trapped"].as_bool()?,
            })
        };
        Launches(lines.lines().filter_map(launch).collect())
    }

    fn findings(&self) -> u64 {
        self.0.iter().map(|launch| launch.findings).sum()
    }

    fn traps(&self) -> usize {
        self.0.iter().filter(|launch| launch.trapped).count()
    }

    fn seconds(&self) -> f64 {
        self.0.iter().map(|launch| launch.seconds).sum()
    }

    /// By kernel, those that took longest first.
    fn by_kernel(&self) -> Vec<Total<'_>> {
        let mut totals: Vec<Total<'_>> = Vec::new();
        for launch in &self.0 {
            let at = totals
                .iter()
                .position(|total| total.kernel == launch.kernel);
            let at = at.unwrap_or_else(|| {
                totals.push(Total {
                    kernel: &launch.kernel,
                    ..Total::default()
                });
                totals.len() - 1
            });
            totals[at].launches += 1;
            totals[at].seconds += launch.seconds;
            totals[at].instructions += launch.instructions;
        }
        totals.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
        totals
    }

    /// Profiles and debugs what was saved, each by the command for it.
    fn look_again(&self, args: &ExecArgs, saved: &Path) -> Result<(), Error> {
        if args.profile {
            for total in self.by_kernel().iter().take(PROFILED) {
                let of = |launch: &&Launch| launch.kernel == total.kernel;
                let first = self.0.iter().filter(of).map(|launch| launch.number).min();
                out::data(&format!("\n{}:\n", total.kernel))?;
                first.map_or(Ok(()), |first| look("profile", saved, first))?;
            }
        }
        let Some(wanted) = args.debug else {
            return Ok(());
        };
        let trapped = self.0.iter().find(|launch| launch.trapped);
        let first = trapped.or(self.0.iter().min_by_key(|launch| launch.number));
        match wanted.or(first.map(|launch| launch.number)) {
            Some(number) => look("debug", saved, number),
            None => Ok(()),
        }
    }

    fn summary(&self) -> String {
        let time = |seconds: f64| format!("{:.3?}", Duration::from_secs_f64(seconds.max(0.0)));
        let mut text = match self.0.len() {
            0 => return "wavetank: no kernel was launched".into(),
            1 => format!("wavetank: 1 launch, {}", time(self.seconds())),
            n => format!("wavetank: {n} launches, {}", time(self.seconds())),
        };
        for (count, one, many) in [
            (self.findings(), "finding", "findings"),
            (self.traps() as u64, "trap", "traps"),
        ] {
            match count {
                0 => {}
                1 => text += &format!(", 1 {one}"),
                n => text += &format!(", {n} {many}"),
            }
        }
        let totals = self.by_kernel();
        for total in totals.iter().take(SHOWN) {
            let share = 100.0 * total.seconds / self.seconds().max(f64::MIN_POSITIVE);
            text += &format!(
                "\n{share:>6.1} %  {:>12}  {:>6} launches  {:>14} instructions  {}",
                time(total.seconds),
                total.launches,
                total.instructions,
                total.kernel
            );
        }
        match totals.len().saturating_sub(SHOWN) {
            0 => {}
            more => text += &format!("\n          and {more} more kernels"),
        }
        text
    }

    fn to_json(&self) -> Value {
        let kernels: Vec<Value> = self
            .by_kernel()
            .iter()
            .map(|total| {
                json!({
                    "kernel": total.kernel,
                    "launches": total.launches,
                    "seconds": total.seconds,
                    "instructions": total.instructions,
                })
            })
            .collect();
        json!({
            "schema": "wavetank.exec/1",
            "launches": self.0.len(),
            "seconds": self.seconds(),
            "findings": self.findings(),
            "traps": self.traps(),
            "kernels": kernels,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn launches_are_added_up_by_kernel() {
        let lines = r#"{"number":1,"kernel":"a","seconds":0.001,"instructions":10,"findings":0,"trapped":false}
{"number":2,"kernel":"b","seconds":0.003,"instructions":5,"findings":2,"trapped":false}
half a line
{"number":3,"kernel":"a","seconds":0.001,"instructions":10,"findings":0,"trapped":true}
"#;
        let launches = Launches::read(lines);
        assert_eq!(
            (launches.0.len(), launches.findings(), launches.traps()),
            (3, 2, 1)
        );
        let totals = launches.by_kernel();
        assert_eq!((totals[0].kernel, totals[0].launches), ("b", 1));
        assert_eq!((totals[1].launches, totals[1].instructions), (2, 20));
        let text = launches.summary();
        assert!(
            text.starts_with("wavetank: 3 launches, 5.000ms, 2 findings, 1 trap\n"),
            "{text}"
        );
        assert_eq!(launches.to_json()["kernels"][0]["kernel"], "b");
        assert_eq!(
            Launches::read("").summary(),
            "wavetank: no kernel was launched"
        );
    }
}
