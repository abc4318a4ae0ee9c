//! What must hold for the table, and the assembler corpus.

use isa::{Set, checks};
use waves::dialect;
use waves::table::TABLE;

#[test]
fn rows_are_consistent() {
    checks::consistent(&TABLE, &[Set::ALL]);
}

#[test]
fn every_row_survives_a_round_trip() {
    checks::round_trips(&TABLE, Set::ALL, &mut dialect(), 40);
}
