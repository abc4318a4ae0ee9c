//! What `workbench` takes.

use clap::Args;
use std::path::PathBuf;

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    scripts/build-web && wavetank workbench examples/flux/divergence.flux\n  \
    wavetank workbench --port 8000 --site target/web\n\n\
    The page is served on the loopback address until it is interrupted; docs/workbench.md says what it can do.")]
pub struct WorkbenchArgs {
    /// A kernel or a binary to open in the page
    pub file: Option<PathBuf>,
    /// The port, if not any that is free
    #[arg(long, default_value_t = 0, hide_default_value = true, value_name = "N")]
    pub port: u16,
    /// Where scripts/build-web has put the page, if it is not near this program
    #[arg(long, value_name = "FOLDER")]
    pub site: Option<PathBuf>,
}
