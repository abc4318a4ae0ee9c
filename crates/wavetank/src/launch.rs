//! What the command line says about a launch.

use crate::prepare::options;
use crate::{Error, Input, Settings};
use kernel::{Arg, KernelFile};
use source::{SourceFile, Span};

/// What the command line says about a launch; it adds to the header and overrides it.
#[derive(Clone, Debug, Default)]
pub struct LaunchOptions {
    /// Arguments as `name=type[shape]:initializer`.
    pub args: Vec<String>,
    /// Workgroups.
    pub global: Vec<u32>,
    /// Threads per workgroup.
    pub local: Vec<u32>,
}

impl LaunchOptions {
    pub(crate) fn apply(
        &self,
        kernel: &mut KernelFile,
        input: &Input,
        settings: &Settings,
    ) -> Result<(), Error> {
        let mut options = options(input, settings);
        for (number, text) in self.args.iter().enumerate() {
            let parsed = kernel::parse_arg_spec(text, &options, &*input.surroundings);
            let mut arg = parsed.map_err(|diagnostics| {
                Error::input(&SourceFile::new("--arg", text.as_str()), diagnostics)
            })?;
            options.max_bytes -= (arg.array.data.len() as u64).min(options.max_bytes);
            if arg.name.is_empty() {
                arg.name = format!("arg{number}");
            }
            match kernel.args.iter_mut().find(|old| old.name == arg.name) {
                Some(old) => old.array = arg.array,
                // Its name stands in no file.
                None => kernel.args.push(Arg {
                    span: Span::at(0),
                    ..arg
                }),
            }
        }
        let launch = &mut kernel.launch;
        let most = input.arch.schema().max_workgroup;
        sizes(
            "--global",
            &self.global,
            &mut launch.global,
            &mut launch.global_dims,
        )?;
        sizes(
            "--local",
            &self.local,
            &mut launch.local,
            &mut launch.local_dims,
        )?;
        if !self.local.is_empty() && launch.threads_per_workgroup() > most {
            let threads = launch.threads_per_workgroup();
            let message = format!("--local: {threads} threads per workgroup; {most} are possible");
            return Err(Error::Plain(message));
        }
        Ok(())
    }
}

pub(crate) fn sizes(
    flag: &str,
    given: &[u32],
    sizes: &mut [u32; 3],
    dims: &mut usize,
) -> Result<(), Error> {
    if given.is_empty() {
        return Ok(());
    }
    if given.len() > 3 || given.contains(&0) {
        let message = format!("{flag}: expected one to three sizes of at least 1, as in 16,16");
        return Err(Error::Plain(message));
    }
    *sizes = [1; 3];
    sizes[..given.len()].copy_from_slice(given);
    *dims = given.len();
    Ok(())
}
