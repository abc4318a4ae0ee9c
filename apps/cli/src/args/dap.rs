//! What `dap` takes.

use clap::Args;

#[derive(Args)]
#[command(after_help = "Example of a launch configuration:\n  \
    { \"type\": \"wavetank\", \"request\": \"launch\", \"program\": \"kernel.flux\", \
    \"stopOnEntry\": true }\n\n\
    docs/editors.md says how to set up an editor.")]
pub struct DapArgs {
    /// Serve connections to this port of this machine instead of stdin and stdout; 0 takes a free
    /// port and prints it
    #[arg(long)]
    pub port: Option<u16>,
}
