//! Tests of flux. One program, so that it is linked once.

mod corpus;
mod laws;
mod table;
