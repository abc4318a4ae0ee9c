//! The table as data: it must hold together, and every row must survive every round trip.

use flux::{Assembler, BASE, V0_2, table};
use isa::checks;

#[test]
fn the_table_is_consistent() {
    checks::consistent(table(), &[BASE, BASE.or(V0_2)]);
}

#[test]
fn rows_round_trip() {
    checks::round_trips(table(), BASE, &mut Assembler::new(BASE), 50);
    checks::round_trips(table(), BASE.or(V0_2), &mut Assembler::new(V0_2), 50);
}

#[test]
fn pages_are_derived_from_rows() {
    let table = table();
    for name in table.mnemonics() {
        let pages = table.pages(&name);
        assert!(!pages.is_empty(), "{name}");
        assert!(
            pages.iter().all(|page| !page.doc.is_empty()),
            "{name} is not documented"
        );
    }
    let [page] = &table.pages("load")[..] else {
        panic!("one page for LOAD")
    };
    assert_eq!(page.syntax, "LOAD rd, offset(rs1)");
    insta::assert_snapshot!(page.diagram, @r"
      31:20    19:15   14:12   11:7     6:0
    +--------+-------+-------+------+---------+
    | offset |  rs1  |  010  |  rd  | 0000011 |
    +--------+-------+-------+------+---------+
    ");
    let beq = &table.pages("BEQ")[0];
    assert_eq!(beq.example, "BEQ R1, R2, 16");
    insta::assert_snapshot!(beq.diagram, @r"
          31          30:25       24:20   19:15   14:12      11:8           7          6:0
    +------------+--------------+-------+-------+-------+-------------+------------+---------+
    | target[12] | target[10:5] |  rs2  |  rs1  |  000  | target[4:1] | target[11] | 1100011 |
    +------------+--------------+-------+-------+-------+-------------+------------+---------+
    ");
}
