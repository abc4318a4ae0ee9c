//! Image instructions: how many data and address registers there are follows from modifiers.

use crate::inst::Inst;

pub(crate) fn fix_decoded(_inst: &mut Inst) -> Option<()> {
    Some(())
}
