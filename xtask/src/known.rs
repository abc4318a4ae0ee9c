//! Where LLVM contradicts itself, one sentence each: such answers are not followed.

use rdna::{Target, Wave};

use crate::llvm::Answer;

/// Why LLVM's answer to a line is not followed, if it is not.
pub fn line(_line: &str, _target: Target, _wave: Wave) -> Option<&'static str> {
    None
}

/// Why LLVM's text for these bytes is not followed, if it is not.
pub fn bytes(_bytes: &[u8], _theirs: &Answer) -> Option<&'static str> {
    None
}
